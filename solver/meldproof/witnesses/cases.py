"""Questions that tell rule sets apart, and what a variant answers: one case an operation, in plain texts.

The operations are those that other implementations can be asked too: is this a meld, what is it worth, the best of a
hand with and without a discard owed, can it open, and whether the deck holds these cards at all.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.checking.verdict import check_cards
from meldproof.errors import NotationError
from meldproof.notation import parse_cards
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

Operation = Literal["in_deck", "is_meld", "value", "best", "best_after_discard", "can_open"]
OPERATIONS: tuple[Operation, ...] = ("in_deck", "is_meld", "value", "best", "best_after_discard", "can_open")
SECONDS = 20.0
"""Limit of one answer; a case that takes longer is no witness."""


class CardCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question. `score` is the asker's match score; `players` decides the deck; `opening`: with a table, open too.

    `deal` is the how-manieth of the match, where rules change by deal.
    """

    op: Operation
    cards: tuple[str, ...]
    table: tuple[str, ...] = ()
    score: int | None = None
    players: int | None = None
    opening: bool = False
    deal: int = 1

    @property
    def discard(self) -> str:
        return "required" if self.op == "best_after_discard" else "none"


Result = dict[str, int | bool | None]
"""What a variant answers: `in_deck`, `legal`, `points`, `opens`, or the figures of its objective."""


def answer(case: CardCase, variant: Variant) -> Result | None:
    """The variant's answer; None where there is none within the limit. Raises MeldproofError for an unusable case."""
    variant = variant.at(case.deal) if variant.deals is not None else variant
    if case.op == "in_deck":
        return {"in_deck": _in_deck(case, variant)}
    if case.op in ("is_meld", "value"):
        verdict = check_cards(variant, case.cards)
        return {"legal": verdict.legal} if case.op == "is_meld" else {"points": verdict.points}
    arranged = arrangement(case, variant)
    if not arranged.optimal:
        return None
    if case.op == "can_open":
        return {"opens": arranged.opens}
    names = list(arranged.problem.objective)
    if len(case.cards) == 1 and not case.table and "deadwood_points" not in names:
        names.append("deadwood_points")  # of one card there is nothing to choose, so this figure is sure as well
    figures: Result = {name: getattr(arranged.figures, name) for name in names}
    return {"opens": arranged.opens, **figures} if case.opening else figures


_KNOWN: dict[tuple[CardCase, Settings], Result | None] = {}
MOST_KNOWN = 20_000


def known_answer(case: CardCase, variant: Variant) -> Result | None:
    """The variant's answer, remembered: one variant is compared with many others on the same cases."""
    key = (case, variant.at(case.deal).settings if variant.deals is not None else variant.settings)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = answer(case, variant)
    return _KNOWN[key]


def arrangement(case: CardCase, variant: Variant) -> Arrangement:
    """The best arrangement of a case about a hand. Where nobody lays off, a table is left alone."""
    terms = variant.settings
    touches = terms.table.rearrange != "none" or terms.layoff.on != "none"
    problem = make_problem(
        variant,
        case.cards,
        table=case.table if touches else (),
        discard=case.discard,
        open=case.op == "can_open" or case.opening,
        players=case.players,
        score=case.score,
    )
    return solve_problem(problem, "fewest", SECONDS)


def differ(one: Result | None, other: Result | None) -> bool:
    """Whether two answers contradict each other: figures that only one of them is sure of don't count."""
    if one is None or other is None:
        return False
    return any(one[name] != other[name] for name in one.keys() & other.keys())


def _in_deck(case: CardCase, variant: Variant) -> bool:
    deck = variant.deck(case.players)
    try:
        cards = Counter(token.card for token in parse_cards(case.cards, deck))
    except NotationError:
        return False
    return all(number <= deck.copies_of(card) for card, number in cards.items())
