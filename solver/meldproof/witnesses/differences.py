"""In what two variants differ, as far as a hand can notice: each aspect with the fewest cards it can take.

Without a table the answer about a hand follows from which of its cards are melds and for how many points, what cards
cost in hand, and what is demanded. So a hand that two variants arrange differently holds a meld they judge
differently, or is touched by another aspect: no hand with fewer cards than every aspect takes tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from meldproof.cards import Card, Deck, Kind
from meldproof.rules import smt
from meldproof.rules.logic import all_of, any_of, negate
from meldproof.rules.melds import is_legal
from meldproof.rules.symbolic import SymbolicMeld
from meldproof.rules.worth import Worths, point_tables
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.clocks import GaveUp
from meldproof.witnesses.melds import (
    MOST_REASSIGNED,
    Pair,
    Proposed,
    differing_melds,
    differing_values,
    kinds_that_differ,
    legality,
    longest_meld,
    meld_sizes,
    order_of,
)
from meldproof.witnesses.shared_terms import of_deck, shared_meld

NEVER = 1_000_000
"""More cards than any hand has: an aspect in which two variants agree."""
SUMS = ("deadwood_points", "melded_points", "score")
LONG = 7
"""Cards of a meld from beyond which one witness will do."""
ENOUGH = 6
"""Witnesses listed, so that hands can be built round several."""


class Listed(NamedTuple):
    """The smallest witnesses of a kind. None has fewer cards than `least`; `proposed` says how many were rechecked."""

    found: tuple[tuple[Card, ...], ...]
    least: int
    proposed: int
    limit: Text | None = None


class Differences:
    """The aspects of a pair, each found when it is first asked for."""

    def __init__(self, pair: Pair, *, enough: int = ENOUGH) -> None:
        self.pair = pair
        self.enough = enough
        self.one, self.other = pair.first.settings, pair.second.settings
        self.points = [point_tables(variant.settings) for variant in pair[:2]]

    @cached_property
    def least_meld(self) -> int:
        return meld_sizes(self.pair)[0].start

    @cached_property
    def melds(self) -> Listed:
        """Cards that are a meld in one variant only."""
        return self._listed(differing_melds, NEVER)

    @cached_property
    def values(self) -> Listed:
        """Cards that are a meld in both, for different points."""
        reassigned = self.judged_otherwise
        if not reassigned and self._worths(melded=True):
            return Listed((), NEVER, 0)
        longest = max((longest_meld(self.pair, kind) for kind in kinds_that_differ(self.pair)), default=0)
        beyond = reassigned and longest > MOST_REASSIGNED
        return self._listed(differing_values, MOST_REASSIGNED + 1 if beyond else NEVER)

    @cached_property
    def judged_otherwise(self) -> bool:
        """Whether some assigned meld of the shared deck is legal in one variant only."""
        return bool(kinds_that_differ(self.pair)) and (self.melds.least < NEVER or self.melds.proposed > 0)

    @cached_property
    def same_opening_points(self) -> bool:
        """Whether every card counts the same toward an opening in every role."""
        return self._worths(melded=False)

    @cached_property
    def opens_as_it_melds(self) -> bool:
        """Whether every meld counts toward an opening what it is worth laid, in both variants."""
        return all(
            tables.opening == tables.melded and s.opening.repeated_suits
            for tables, s in zip(self.points, (self.one, self.other), strict=True)
        )

    def _worths(self, *, melded: bool) -> bool:
        one, other = (
            role_worths(s, tables.melded if melded else tables.opening, self.pair.deck)
            for s, tables in zip((self.one, self.other), self.points, strict=True)
        )
        return all(one[role] == other[role] for role in one.keys() & other.keys())

    def _listed(self, at: Callable[[Pair, int], Iterator[Proposed]], unless: int) -> Listed:
        """Witnesses of the smallest sizes; where there are none, `unless` is the fewest cards that one could have."""
        found: list[tuple[Card, ...]] = []
        proposed = 0
        sizes, complete = meld_sizes(self.pair)
        for size in sizes:
            try:
                for cards, differ in at(self.pair, size):
                    proposed += 1
                    if differ:
                        found.append(cards)
                        if len(found) >= self.enough or size > LONG:
                            break
            except GaveUp as limit:
                return Listed(tuple(found), len(found[0]) if found else size, proposed, limit.note)
            if found:
                return Listed(tuple(found), len(found[0]), proposed)
        return Listed((), unless if complete else min(unless, sizes.stop), proposed)

    @cached_property
    def hand_costs(self) -> tuple[Card, ...]:
        """Cards that cost something else in hand, the plainest first."""
        first, second = (tables.hand for tables in self.points)
        deck = self.pair.deck
        cards = [card for card in deck.kinds() if card.suit <= 1 and first[card.rank] != second[card.rank]]
        return tuple(sorted(cards, key=lambda card: order_of([card], self.pair)))

    @cached_property
    def cap(self) -> int:
        """The fewest cards that can cost more than the lower cap, where the caps differ."""
        caps = [s.scoring.cap for s in (self.one, self.other)]
        if caps[0] == caps[1]:
            return NEVER
        lowest = min(cap for cap in caps if cap != "any")
        costs = sorted((max(t.hand[card.rank] for t in self.points) for card in self.pair.deck.cards()), reverse=True)
        return next((n for n in range(1, len(costs) + 1) if sum(costs[:n]) > lowest), NEVER)

    @cached_property
    def aims(self) -> int:
        """Another order of aims matters only where something can be laid; not at all where all sums are constant."""
        orders = [s.arrange.objective for s in (self.one, self.other)]
        if orders[0] == orders[1] or not orders[0] or not orders[1]:
            return NEVER
        rest = [[name for name in order if name not in SUMS] for order in orders]
        fixed = all(order[0] in SUMS for order in orders) and rest[0] == rest[1]
        return NEVER if fixed and all(self._constant_sum(number) for number in (0, 1)) else self.least_meld

    def best(self, owed: int = 0) -> int:
        """The fewest cards of a hand that the variants can arrange differently, with `owed` cards to discard."""
        melds = NEVER if self.split else min(self.melds.least, self.values.least)
        required = [s.requirement for s in (self.one, self.other)]
        if required[0] != required[1]:
            melds = self.least_meld
        elif self.judged_otherwise and (required[0].runs or required[0].pure_runs) and not self.sets_as_good:
            melds = min(melds, self.least_meld)  # whether a run holds a wild depends on the assignment
        same_aims = self.one.arrange.objective == self.other.arrange.objective
        aims = self.least_meld if owed and not same_aims else self.aims  # a discard is neither laid nor left
        least = min(melds, self.cap, aims, 1 if self.hand_costs else NEVER)
        return NEVER if least == NEVER else least + owed

    @cached_property
    def sets_as_good(self) -> bool:
        """Whether only sets are judged differently, and their cards are a meld in both variants for the same points.

        Who can't lay such a set lays its cards as another set or as a run; a run does all that is asked of a set.
        """
        only_sets = kinds_that_differ(self.pair) == ("set",) and self.opens_as_it_melds
        return only_sets and self.melds.least >= NEVER and self.values.least >= NEVER

    def _constant_sum(self, number: int) -> bool:
        """Whether points laid and points left have the same sum however a hand is arranged."""
        s, tables = (self.one, self.other)[number], self.points[number]
        roles = role_worths(s, tables.melded, self.pair.deck)
        return s.scoring.cap == "any" and all(tables.hand[role.rank] == worth for role, worth in roles.items())

    @cached_property
    def split(self) -> bool:
        """Whether every meld of one variant only falls into two smaller ones that do as well: then no hand notices.

        Its first part is a meld of the other variant, the rest one of its own, which is smaller: so by induction
        all of it is laid by the other variant too, for the same points.
        """
        if not self.melds.found or self.points[0].melded != self.points[1].melded:
            return False
        if self.points[0].opening != self.points[1].opening or self.melds.least < 2 * self.least_meld:
            return False
        if not all(s.opening.repeated_suits for s in (self.one, self.other)):
            return False
        sizes, complete = meld_sizes(self.pair)
        try:
            return complete and all(
                self._falls_apart(kind, size, swapped)
                for kind in kinds_that_differ(self.pair)
                for size in sizes
                for swapped in (False, True)
            )
        except GaveUp:
            return False

    def _falls_apart(self, kind: Kind, size: int, swapped: bool) -> bool:
        pair = self.pair
        common, one, other = legality("m", kind, size, pair)
        if smt.same(one, other):
            return True
        mine, theirs = (self.other, self.one) if swapped else (self.one, self.other)
        here, there = (other, one) if swapped else (one, other)
        slots = shared_meld("m", kind, size).slots
        least = mine.set.min if kind == "set" else mine.run.min
        parts = [
            all_of([is_legal(SymbolicMeld(kind, slots[:cut]), theirs), is_legal(SymbolicMeld(kind, slots[cut:]), mine)])
            for cut in range(least, size - least + 1)
        ]
        solver = pair.clock.solver(pair.check_limit)
        solver.add(*of_deck("m", kind, size, pair.deck), common, here, negate(there), negate(any_of(parts)))
        return solver.check() == "unsat"


class Role(NamedTuple):
    """A printed rank (0: the joker) at a place of a kind of meld."""

    rank: int
    kind: Kind
    place: int
    wild: bool


def role_worths(s: Settings, worths: Worths, deck: Deck) -> dict[Role, int]:
    """What every rank is worth in every role that it may play."""
    ranks = len(deck.ranks)
    wild = s.wild_ranks
    first, last = 2 if s.run.ends == "high" else 1, {"low": ranks}.get(s.run.ends, ranks + 1)
    if s.run.ends.startswith("cyclic"):
        last = 2 * ranks
    places: list[tuple[Kind, int]] = [("run", place) for place in range(first, last + 1)]
    places += [("set", place) for place in range(1, ranks + 1)]
    found: dict[Role, int] = {}
    for kind, place in places:
        rank = s.rank_at(place)
        in_run = kind == "run"
        if rank not in wild or s.wilds.natural != "never":
            table = worths.natural_in_run if in_run else worths.natural_in_set
            found[Role(rank, kind, place, False)] = table[place]
        if deck.jokers:
            found[Role(0, kind, place, True)] = (worths.joker_in_run if in_run else worths.joker_in_set)[place]
        for other in wild:
            table = worths.ranked_in_run if in_run else worths.ranked_in_set
            found[Role(other, kind, place, True)] = table[place]
    return found
