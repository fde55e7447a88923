"""That no melds of so many cards are worth so much toward an opening: asked of the solver, sizes by sizes.

It shares nothing with `proving.richest`, whose search names the most there is; so that the bound doesn't rest on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from meldproof.cards import Deck, Kind, Meld
from meldproof.proving.theorem import Context
from meldproof.rules.logic import Truth, all_of, at_most, count, equal, negate, total
from meldproof.rules.melds import RULES, applies, has_wild_rank, is_joker
from meldproof.rules.symbolic import (
    SymbolicMeld,
    concrete_meld,
    in_canonical_order,
    is_card,
    is_placed,
    symbolic_meld,
    within_deck,
)
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.vocabulary import Settings

KINDS: tuple[Kind, ...] = ("set", "run")


class Bounded(NamedTuple):
    """The cards that may be laid: how many, among them so many jokers and cards of a wild rank at most."""

    deck: Deck
    cards: int
    jokers: int
    wild_ranks: int


def worth_at_least(context: Context, bounded: Bounded, points: int) -> tuple[Meld, ...] | None:
    """Melds of these cards that count so much together, or None: there are none. Raises GaveUp at a limit."""
    s = context.settings
    least = min(s.set.min, s.run.min)
    for shape in _shapes(bounded.cards, least):
        solver = context.solver()
        melds = [symbolic_meld(f"m{number}", size, kind) for number, (kind, size) in enumerate(shape)]
        worths = []
        for meld in melds:
            rules = [rule.holds(meld, s) for rule in RULES if applies(rule, meld)]
            if any(rule is False for rule in rules):
                break
            solver.add(*rules, *(is_card(slot, bounded.deck) for slot in meld.slots))
            solver.add(is_placed(meld, bounded.deck), in_canonical_order(meld), counts_toward_opening(meld, s))
            worths.append(meld_worth(meld, point_tables(s).opening))
        else:
            slots = [slot for meld in melds for slot in meld.slots]
            solver.add(within_deck(slots, bounded.deck), at_most(points, total(worths)))
            solver.add(at_most(count(is_joker(slot) for slot in slots), bounded.jokers))
            solver.add(at_most(count(has_wild_rank(slot, s) for slot in slots), bounded.wild_ranks))
            if context.check(solver):
                return tuple(concrete_meld(meld, solver) for meld in melds)
    return None


def counts_toward_opening(meld: SymbolicMeld, s: Settings) -> Truth:
    """Where sets that repeat a suit don't count toward an opening: that this one repeats none."""
    if s.opening.repeated_suits or meld.kind == "run":
        return True
    return all_of(negate(equal(one.as_suit, other.as_suit)) for one, other in combinations(meld.slots, 2))


def _shapes(cards: int, least: int) -> Iterator[tuple[tuple[Kind, int], ...]]:
    """Every choice of kinds and sizes of melds with so many cards at most, each once."""

    def more(left: int, after: tuple[Kind, int]) -> Iterator[tuple[tuple[Kind, int], ...]]:
        for kind in KINDS:
            for size in range(least, left + 1):
                if (kind, size) >= after:
                    yield ((kind, size),)
                    for rest in more(left - size, (kind, size)):
                        yield ((kind, size), *rest)

    yield from more(cards, ("run", 0))
