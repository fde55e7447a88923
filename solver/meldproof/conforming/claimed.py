"""The melds that an answer names: they must be melds of the hand, and make the figures claimed of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from meldproof.cards import Card
from meldproof.checking.verdict import Verdict, check_cards
from meldproof.conforming.figures import figures_of
from meldproof.errors import MeldproofError
from meldproof.messages import say
from meldproof.notation import card_text, parse_cards
from meldproof.rules.worth import point_tables
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import Result


class Opinion(msgspec.Struct, frozen=True):
    """Whether an answer agrees; `why` says what is wrong with it beyond being another."""

    agrees: bool
    why: str = ""


class _Claimed(msgspec.Struct, frozen=True):
    """The melds of an answer, and the cards that are left in hand."""

    melds: tuple[Verdict, ...]
    left: tuple[Card, ...]

    @property
    def has_wilds(self) -> bool:
        return any(slot.wild for verdict in self.melds for slot in verdict.meld.slots)


def melds_agree(case: CardCase, given: dict[str, Any], right: Result, variant: Variant) -> Opinion:
    """Melds that can be laid together, worth the best in what counts first, and worth what is claimed of them."""
    try:
        claimed = _claimed(case, given, variant)
    except MeldproofError as error:
        return Opinion(False, str(error))
    figures = _figures(claimed, variant)
    first = variant.settings.arrange.objective[0]
    wanted = {name: given[name] for name in figures if name in given} | {first: right[first]}
    for name, number in wanted.items():
        if first not in figures or figures.get(name, number) == number:
            continue
        loosely = claimed.has_wilds and (name != first or _requires(variant))  # a wild's place is not written
        if name in ("melded_points", "score") and loosely and number < figures[name]:
            continue
        if loosely and _requires(variant):
            continue
        why = say("its melds give {name} {given}, not {right}", name=name, given=figures[name], right=number)
        return Opinion(False, why)
    return Opinion(True)


def _requires(variant: Variant) -> bool:
    return any(msgspec.structs.astuple(variant.settings.requirement))


def _claimed(case: CardCase, given: dict[str, Any], variant: Variant) -> _Claimed:
    """The melds named, and what is left after the discard. Raises MeldproofError for what can't be laid."""
    deck = variant.deck()
    left = Counter(token.card for token in parse_cards(case.cards, deck))
    melds = []
    for text in given["melds"]:
        verdict = check_cards(variant, text)
        if not verdict.legal:
            raise MeldproofError(say("{text} is no meld: {message}", text=text, message=verdict.violations[0].message))
        cards = Counter(verdict.meld.cards)
        if cards - left:
            raise MeldproofError(say("{text} is not in the hand", text=text))
        left -= cards
        melds.append(verdict)
    if case.op == "best_after_discard":
        costs = point_tables(variant.settings).hand
        if "discard" in given:
            dropped = [token.card for token in parse_cards(given["discard"], deck)]
        else:
            dropped = sorted(left, key=lambda card: -costs[card.rank])[:1]
        if len(dropped) != 1 or not left[dropped[0]]:
            names = " ".join(card_text(card, deck) for card in dropped)
            raise MeldproofError(say("{value} is left to discard", value=names or "no card"))
        left -= Counter(dropped)
    return _Claimed(tuple(melds), tuple(left.elements()))


def _figures(claimed: _Claimed, variant: Variant) -> dict[str, int]:
    """The figures of the melds that count: where runs are required and lack, they are cards left in hand."""
    terms = variant.settings.requirement
    runs = [verdict for verdict in claimed.melds if verdict.kind == "run"]
    pure = sum(not any(slot.wild for slot in verdict.meld.slots) for verdict in runs)
    counted: list[Verdict] = list(claimed.melds)
    if len(runs) < terms.runs or pure < terms.pure_runs:
        counted = runs if pure >= terms.pure_runs else []
    idle = [card for verdict in claimed.melds if verdict not in counted for card in verdict.meld.cards]
    laid = sum(len(verdict.meld.cards) for verdict in counted)
    return figures_of(variant, [*claimed.left, *idle], laid, sum(verdict.points or 0 for verdict in counted))
