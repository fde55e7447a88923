"""Wilds that the deal finds: with the card turned up, a variant has plain settings, and nothing else need know of it.

Where its rank is wild, that is one of `wilds.ranks`. Where the next card of its suit is, the rules keep their jokers:
the copies of that card are called so, and the printed jokers are that card (`cards.Deck`). The card turned up is out of
play.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from meldproof.cards import Card, rank_at
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.notation import parse_card
from meldproof.variants.changes import with_values
from meldproof.variants.clauses import Clause
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import build_settings

MOST_KEPT = 512


def with_turned(variant: Variant, text: str) -> Variant:
    """The variant of a deal in which this card was turned up. Raises ProblemError or NotationError."""
    before = variant.before or variant.at()
    if before.settings.wilds.turned == "none":
        raise ProblemError(say("in {name} no card is turned up to find wilds (wilds.turned)", name=variant.title))
    card = parse_card(text, before.deck())
    if card.is_joker and before.settings.wilds.turned == "next":
        raise ProblemError(say("a printed joker turned up is put back, and another tile is turned up"))
    return _found(before, card)


def sample_turned(variant: Variant) -> Variant:
    """A variant as it is in an ordinary deal: with a card of the middle rank turned up, where one is."""
    variant = variant.at()
    if variant.settings.wilds.turned == "none" or variant.before is not None:
        return variant
    return _found(variant, Card((len(variant.settings.deck.ranks) + 1) // 2, 1))


def classes_of_turned(variant: Variant) -> tuple[Variant, ...]:
    """Rules that turn no card up, each for the deals of a class: what they have wild is settled. Else itself.

    Of ranks these are the first, the second, a middle one and the last. The copies of the next card are jokers,
    whichever card it is, so that one deck with jokers stands for all of them.
    """
    if variant.settings.wilds.turned == "none" or variant.before is not None:
        return (variant,)
    ranks = variant.settings.deck.ranks
    if variant.settings.wilds.turned == "next":
        return (with_values(variant, {"wilds.turned": "none"}),)
    places = (0, 1, (len(ranks) - 1) // 2, len(ranks) - 1)
    return tuple(with_values(variant, {"wilds.turned": "none", "wilds.ranks": [ranks[at]]}) for at in places)


@lru_cache(maxsize=MOST_KEPT)
def _found(variant: Variant, card: Card) -> Variant:
    s = variant.settings
    if s.wilds.turned == "next":
        wild = Card(rank_at(card.rank + 1, len(s.deck.ranks)), card.suit)
        deck = replace(s.deck, turned=card, wild=wild)
        return replace(variant, settings=replace(s, deck=deck), before=variant)
    rank = s.wilds.turned_joker if card.is_joker else s.deck.ranks[card.rank - 1]
    ranks = tuple(name for name in s.deck.ranks if name == rank or name in s.wilds.ranks)
    values = {**variant.values, "wilds.ranks": ranks}
    settings = build_settings(values)
    return replace(
        variant,
        clauses=tuple(_saying(clause, ranks) for clause in variant.clauses),
        values=values,
        settings=replace(settings, deck=replace(settings.deck, turned=card)),
        provenance={**variant.provenance, "wilds.ranks": variant.provenance["wilds.turned"]},
        before=variant,
    )


def _saying(clause: Clause, ranks: tuple[str, ...]) -> Clause:
    """A clause of the deal: which ranks are wild is said by the one that turns a card up."""
    values = {name: value for name, value in clause.values.items() if name != "wilds.ranks"}
    if "wilds.turned" in values:
        values["wilds.ranks"] = ranks
    return clause if values == clause.values else replace(clause, values=values)
