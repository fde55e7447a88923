"""Variants as a page needs them: the list, and one with its deck, names of cards, clauses and parameters."""

from __future__ import annotations

import types
import typing
from typing import Any, Literal

from meldproof.cards import Card, Deck
from meldproof.messages import language
from meldproof.notation import card_text
from meldproof.pictures.names import card_name, rank_sign
from meldproof.variants.clauses import Clause
from meldproof.variants.listing import listed
from meldproof.variants.loading import Variant
from meldproof.variants.value_words import asked_of, value_words
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import parameters


def variant_list() -> list[dict[str, Any]]:
    """The list of `meldproof variants --json`, without paths of this machine."""
    return [{**one.to_dict(), "path": ""} for one in listed()]


def described(variant: Variant, players: int | None = None) -> dict[str, Any]:
    """One variant; texts in the language of the context. `players` chooses the deck, as for `solve`.

    Of a parameter with few `choices`, `said` has each of them in words, and `label` what is chosen.
    """
    s, deck = variant.settings, variant.deck(players)
    return {
        "variant": variant.id,
        "name": variant.name[language()],
        "scope": list(variant.scope),
        "players": {"min": s.players.min, "max": s.players.max},
        "deck": {
            "style": deck.style,
            "family": deck.suit_family,
            "ranks": deck.ranks,
            "suits": deck.suits,
            "size": deck.size,
        },
        "kinds": [_kind(card, deck, variant) for card in deck.kinds()],
        "objective": list(s.arrange.objective),
        "table": s.table.rearrange if s.table.rearrange != "none" else "lay-off" if s.layoff.on != "none" else "none",
        "discards": s.discard.each_turn,
        "opening": {
            "points": to_plain(s.opening.points),
            "pure_runs": s.opening.pure_runs,
            "melds": to_plain(s.opening.melds),
        },
        "clauses": [_clause(clause) for clause in variant.clauses],
        "parameters": [_parameter(name, variant) for name in parameters() if name in variant.values],
    }


def _kind(card: Card, deck: Deck, variant: Variant) -> dict[str, Any]:
    """A card: its text, its sign, how many copies, what it is called aloud, whether it may be wild."""
    shown = deck.printed(card)
    said = card_name(shown, deck, "es" if language() == "es" else "en")
    return {
        "card": card_text(card, deck),
        "sign": rank_sign(shown, deck),
        "suit": "" if shown.is_joker else deck.suits[shown.suit - 1],
        "copies": deck.copies_of(card),
        "name": said,
        "wild": card.is_joker or card.rank in variant.settings.wild_ranks,
    }


def _clause(clause: Clause) -> dict[str, Any]:
    spoken = language()
    return {
        "clause": clause.key,
        "text": clause.text[spoken],
        "cites": list(clause.cites),
        "status": clause.status,
        "reading": clause.reading,
        "reason": clause.reason[spoken],
        "readings": [
            {
                "reading": reading.id,
                "text": reading.text[spoken],
                "encoded": bool(reading.values),
                "reason": reading.reason[spoken],
            }
            for reading in clause.readings
        ],
    }


def _parameter(name: str, variant: Variant) -> dict[str, Any]:
    parameter, place = parameters()[name], language() == "es"
    choices, meaning = _choices(parameter.type), (parameter.en, parameter.es)
    return {
        "parameter": name,
        "value": to_plain(variant.values[name]),
        "choices": choices,
        "said": [_said(name, value) for value in choices],
        "meaning": meaning[place],
        "label": asked_of(name, meaning)[place],
        "clause": variant.provenance.get(name, ""),
    }


def _said(name: str, value: object) -> str:
    """A value as people say it; a number or a name says itself."""
    words = value_words(name, value)
    return str(value) if words is None else words[language() == "es"]


def _choices(kind: Any) -> list[object]:
    """The values of a parameter that has few: truth, or words. Empty for numbers and lists."""
    if kind is bool:
        return [False, True]
    if typing.get_origin(kind) is typing.Annotated:
        return _choices(typing.get_args(kind)[0])
    if typing.get_origin(kind) is Literal:
        return list(typing.get_args(kind))
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        parts = [_choices(part) for part in typing.get_args(kind)]
        return [value for part in parts for value in part] if all(parts) else []
    return []
