"""Figures of arrangements that are as good in what counts first: nobody is held to one of them rather than another."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from meldproof.arranging.columns import Maker, candidate_points
from meldproof.arranging.model import make_items
from meldproof.arranging.solve import make_problem
from meldproof.arranging.tables import TableCase
from meldproof.conforming.figures import figures_of
from meldproof.errors import MeldproofError
from meldproof.rules.worth import point_tables
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import Result, ask

MOST_CARDS = 14
NO_TABLE = TableCase(frozenset(), ())
Left = tuple[int, ...]
Outcome = tuple[Left, int]
"""How many of each item stay in hand, and the points of the melds."""


def best_of(case: CardCase, name: str, variant: Variant) -> int | None:
    """The best of a figure, whatever becomes of the others; None where it is not known."""
    try:
        order = [name, *(other for other in variant.settings.arrange.objective if other != name)]
        found = ask(case, with_values(variant, {"arrange.objective": order}))
    except MeldproofError:
        return None
    return None if found is None else found[name]


def tied_figures(case: CardCase, name: str, right: Result, variant: Variant) -> frozenset[int] | None:
    """A figure of every arrangement that is the best in what counts first; None where they are not all looked at."""
    terms = variant.settings.requirement
    if case.table or case.opening or terms.runs or terms.pure_runs or len(case.cards) > MOST_CARDS:
        return None
    first = variant.settings.arrange.objective[0]
    every = _figures(case, variant)
    return frozenset(figures[name] for figures in every if figures[first] == right[first])


@lru_cache(maxsize=256)
def _figures(case: CardCase, variant: Variant) -> tuple[dict[str, int], ...]:
    """The figures of every arrangement of a hand."""
    items = tuple(make_items(make_problem(variant, case.cards), NO_TABLE))
    worths = point_tables(variant.settings).melded
    melds = set()
    for candidate in Maker(items, variant.settings).melds():
        needs = Counter(entry.item for entry in candidate.filled)
        uses = tuple(needs[number] for number in range(len(items)))
        melds.add((min(needs), uses, candidate_points(candidate, items, worths)))

    @cache
    def outcomes(place: int, left: Left) -> frozenset[Outcome]:
        """What may be left over, where of melds only those are still laid whose first item is at a place or after."""
        if place == len(left):
            return frozenset([(left, 0)])
        found = set(outcomes(place + 1, left))
        for first, uses, points in melds:
            if first == place and all(here >= use for here, use in zip(left, uses, strict=True)):
                after = tuple(here - use for here, use in zip(left, uses, strict=True))
                found |= {(over, points + more) for over, more in outcomes(place, after)}
        return frozenset(found)

    every: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    for over, points in outcomes(0, tuple(item.copies for item in items)):
        for kept in _discarded(over) if case.op == "best_after_discard" else [over]:
            cards = [item.card for item, number in zip(items, kept, strict=True) for _ in range(number)]
            figures = figures_of(variant, cards, len(case.cards) - sum(over), points)
            every[tuple(figures.items())] = figures
    return tuple(every.values())


def _discarded(over: Left) -> list[Left]:
    """The same with a card less, any one of them."""
    return [(*over[:place], number - 1, *over[place + 1 :]) for place, number in enumerate(over) if number]
