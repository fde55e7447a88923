# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A walk as Python sees it: taking a question, seeking the least loss, giving the answer's choices back."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS, PLACES, POOLS, WAYS, large, small, within
from meldproof.arranging.sweep.walk.fields import FOREVER, INF, ints, longs
from meldproof.arranging.sweep.walk.memory import MOST_CHOICES
from meldproof.arranging.sweep.walk.prices import Priced

MASKS = (1 << 63) - 1
MOST_TARGET = 1 << 60


@cython.cclass
class Walk(Priced):
    """Decides what a question is and how low its loss is sought: what Python calls."""

    # What was given before, and need not be checked again: the very objects, and their arrays.
    cells_given = cython.declare(object)  # where kinds are counted
    cell = cython.declare(cython.int[::1])  # by kind, its two cells (-1: none)
    prices_given = cython.declare(object)  # what naturals could gain at most
    most_gain = cython.declare(cython.longlong[::1])  # by kind
    binds = cython.declare(cython.bint)  # whether any wilds are bound
    aces_apart = cython.declare(cython.bint)  # whether any aces are priced apart

    # What has the search come to?
    target = cython.declare(cython.longlong)  # losses below this are sought
    proven = cython.declare(cython.longlong)  # no answer loses less

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Priced.__init__(self, shape, machine, set_source)
        self.cells_given = self.prices_given = None
        self.binds = self.aces_apart = False
        self.target = self.proven = 0

    def hold(self, hand: Any, table: Any, must: Any, cells: Any, prices: Any) -> int:
        """Take the cards; returns what the hand's naturals could gain at most.

        `hand`, `table` and `must` (what of the hand must be laid) are bytes, a number a kind; `cells` the two places
        where each kind is counted as a natural, with its suit (-1: none), `prices` what one could gain at most. A kind
        that both have gains as the hand's, wherever it comes from.
        """
        mine: bytes = _hand(hand)
        theirs: bytes = _hand(table)
        owed: bytes = _hand(must)
        if cells is not self.cells_given:
            self.cell, self.cells_given = small(cells, 2 * CELLS, -1, CELLS - 1), cells
        if prices is not self.prices_given:
            self.most_gain, self.prices_given = large(prices, CELLS), prices
        most: cython.longlong = 0
        k: cython.int
        j: cython.int
        at: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        for k in range(CELLS):
            self.naturals[k] = self.own[k] = self.spare[k] = 0
        for k in range(CELLS):
            a = mine[k]
            b = theirs[k]
            c = owed[k]
            if a + b == 0 or self.cell[2 * k] < 0:
                continue
            if a + b >= self.base or c > a:
                raise ValueError(f"{a} and {b} of a kind, of which {c} must be laid, are too many")
            if a > 0:
                most += (a + b) * self.most_gain[k]
            for j in range(2 * k, 2 * k + 2):
                at = self.cell[j]
                if at >= 0:
                    self.naturals[at] = a + b
                    self.own[at] = a
                    self.spare[at] = a - c
        self.row_count = 0
        return most

    def hold_wilds(self, pools: Any, used_ranked: Any) -> None:
        """Take the wilds that may move: of each pool how many, and how many of them may be left.

        `used_ranked` says by suit how many cards of the rank that can be natural must be laid.
        """
        k: cython.int
        self.used_ranked = small(used_ranked, POOLS, 0, 7)
        self.row_count = 0
        for k in range(POOLS):
            number, spare = pools[k] if k < len(pools) else (0, 0)
            self.held[k] = within(number, 0, self.most_held[k] if k < self.pools else 0)
            self.pool_spare[k] = within(spare, 0, 31)

    def bind(self, bound: Any, bound_any: Any) -> None:
        """Take the wilds that are bound to tiles, by place and suit, and those bound to the sets of a rank."""
        tied = 2 if self.bound_base > 1 else 0
        self.bound, self.bound_any = small(bound, CELLS, 0, tied), small(bound_any, PLACES, 0, 3 if tied else 0)
        self.binds = True
        self.row_count = 0

    def bind_nothing(self) -> None:
        """No wilds are bound."""
        if self.binds:
            self.bound, self.bound_any, self.binds = ints(CELLS), ints(PLACES), False
            self.row_count = 0

    def discard_nothing(self) -> None:
        """No card is discarded."""
        if self.discards:
            self.level, self.pool_level, self.level_gain = ints(CELLS), ints(POOLS), longs(PLACES)
        self.discards = self.best_level = 0

    def may_discard(self, discards: int, level: Any, pool_level: Any, level_gain: Any) -> None:
        """Take the discard: 0 none, 1 optional, 2 required; cards' levels, and what discarding one of a level gains."""
        self.discards = within(discards, 0, 2)
        self.level, self.pool_level = small(level, CELLS, 0, 31), small(pool_level, POOLS, 0, 31)
        self.level_gain = large(level_gain, PLACES)

    def demand(
        self, points: int, pure: int, runs: int, melds: int, sets_barred: bool, runs_barred: bool, counted_sets: bool
    ) -> None:
        """Take what the melds together must bring, and which melds don't count at all."""
        self.need_points, self.need_pure = within(points, 0, 60_000), within(pure, 0, 60)
        self.need_runs, self.need_melds = within(runs, 0, 60), within(melds, 0, 1)
        self.demands = points > 0 or pure > 0 or runs > 0 or melds > 0
        self.sets_barred, self.runs_barred, self.counted_sets = sets_barred, runs_barred, counted_sets
        self.wide = self.demands or self.bound_base > 1

    def opening_points(
        self, run_points: Any, set_points: Any, pool_run_points: Any, pool_set_points: Any, pool_points: Any
    ) -> None:
        """Take what slots count toward an opening."""
        self.run_points, self.set_points = small(run_points, PLACES, 0, 60_000), small(set_points, PLACES, 0, 60_000)
        self.pool_run_points = small(pool_run_points, CELLS, 0, 60_000)
        self.pool_set_points = small(pool_set_points, CELLS, 0, 60_000)
        self.pool_points = small(pool_points, POOLS, 0, 60_000)

    def price_aces(self, mine: Any, gain: Any) -> None:
        """Take the hand's aces by suit where they are priced apart, and their gains low, high, in a set, at most."""
        self.ace_mine, self.ace_gain, self.aces_apart = small(mine, POOLS, 0, 7), large(gain, POOLS), True

    def price_no_aces(self) -> None:
        """No aces are priced apart."""
        if self.aces_apart:
            self.ace_mine, self.ace_gain, self.aces_apart = ints(POOLS), longs(POOLS), False

    def may_keep(
        self,
        at: Any,
        following: Any,
        is_run: Any,
        naturals: Any,
        bound: Any,
        wilds: Any,
        loss: Any,
        drop_loss: Any,
        covers: Any,
        covers_bound: Any,
        outlasts: Any,
    ) -> None:
        """Take the ways for the table's melds to stay, by the place where it is decided, those of a meld together.

        `at[p]` is the number of the first of place `p`, `following` that of the next meld's first; a set's naturals and
        bound wilds are fields of 4 bits by suit (above them the wilds bound to its rank), `wilds` its free ones by
        pool; `covers` masks of runs by place and suit, `outlasts[p]` those that go on after it.
        """
        number = within(len(loss), 1, WAYS - 1)
        self.keep_at, self.keep_next = small(at, 36, 0, number), small(following, WAYS, 0, number)
        for way in range(number):
            within(following[way], way + 1, number)
        self.keep_is_run = small(is_run, number, 0, 1)
        self.keep_naturals, self.keep_bound = large(naturals, WAYS, 0), large(bound, WAYS, 0)
        self.keep_wilds = large(wilds, WAYS, 0, 0x7F7F7F7F)
        self.keep_loss, self.drop_loss = large(loss, number), large(drop_loss, number)
        self.covers, self.covers_bound = large(covers, CELLS, 0, MASKS), large(covers_bound, CELLS, 0, MASKS)
        self.outlasts, self.keeps = large(outlasts, 34, 0, MASKS), number

    def keep_nothing(self) -> None:
        """No table melds are asked about."""
        if self.keeps:
            self.keeps, self.keep_at, self.outlasts = 0, ints(36), longs(34)

    def begin(self) -> None:
        """Look ahead, put the hopeless cards aside, forget what was remembered."""
        self.failed, self.failed_once = "", False
        self._begin_question()

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_question(self) -> cython.void:
        p: cython.int
        s: cython.int
        carry: cython.int = 0
        carry_bound: cython.int = 0
        carry_own: cython.int = 0
        self.stopped = self.done = self.replaying = False
        self._prepare()
        self._forget()
        self.nodes = 0
        self.c_top = 0
        self.s_top = 0
        p = self.first
        if self.carries and p > 1:
            for s in range(self.suits):
                carry |= self.naturals[self.last * 4 + s] << (4 * s)
                carry_bound |= self.bound[self.last * 4 + s] << (4 * s)
                carry_own |= self.own[self.last * 4 + s] << (4 * s)
        for s in range(self.suits):
            self.f_suit[p * 4 + s] = 0
        self.f_left[p] = self._all_held()
        self.f_carry[p] = carry
        self.f_carry_bound[p] = carry_bound
        self.f_carry_own[p] = carry_own
        self.f_level[p] = self.lost_level
        self.f_points[p] = 0
        self.f_pure[p] = 0
        self.f_runs[p] = 0
        self.f_melds[p] = 0
        self.f_owed[p] = 0
        self.f_keep[p] = 0
        for s in range(4):
            self.high_kept[s] = 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _base_loss(self) -> cython.longlong:
        """What is lost before anything is chosen: hopeless cards, and the best discard conceivable."""
        level: cython.int = self.lost_level
        if not self.discards:
            return self.lost
        if self.later_level[self.first] > level:
            level = self.later_level[self.first]
        return self.lost + self.level_gain[self.best_level] - self.level_gain[level]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fall(self, first: cython.longlong, step: cython.longlong, most: cython.longlong) -> cython.longlong:
        """The least loss, by falling targets: `first` allowed, then as much as was proved needed and a growing step."""
        allowed: cython.longlong = first
        loss: cython.longlong
        self.ceiling = allowed
        self.target = allowed
        self._forget_lists()
        while True:
            loss = self._node(self.first, allowed)
            if self.stopped or loss < allowed or loss >= most:
                return loss
            self.proven = loss
            allowed = loss + step
            step = 4 * step
            if allowed > most:
                allowed = most
            self.ceiling = allowed
            self.target = allowed
            self._forget_lists()

    def seek(self, first: int, step: int, most: int, node_limit: int, until: float = FOREVER) -> int:
        """The least loss below `most`; `most` or more where there is none; -1 where the node limit stopped it.

        It also stops where something must be made after `until` (of `time.monotonic()`).

        What was remembered is kept, so that a search that was stopped goes on faster.
        """
        loss: cython.longlong
        a: cython.longlong = within(first, 1, MOST_TARGET)
        b: cython.longlong = within(step, 1, MOST_TARGET)
        c: cython.longlong = within(most, 1, MOST_TARGET)
        base: cython.longlong
        self.stopped = self.done = self.replaying = False
        self.nodes = 0
        self.node_limit = node_limit
        self.proven = 0
        base = self._base_loss()
        if base >= c:
            return c
        self.until = until
        with cython.nogil:
            loss = self._fall(a, b, c - base)
        self.until = FOREVER
        return -1 if self.stopped else loss + base

    def replay(self, loss: int) -> bool:
        """Go once more to an answer of that loss, and leave its choices in the frames."""
        return self.dive(loss, INF) >= 0

    def dive(self, loss: int, node_limit: int, until: float = FOREVER) -> int:
        """Go to the first answer of at most that loss, and leave its choices in the frames; its loss.

        -1 where there is none, or where the node limit or, as in `seek`, `until` stopped it.
        """
        base: cython.longlong = self._base_loss()
        budget: cython.longlong = within(loss, 0, MOST_TARGET) - base + 1
        found: cython.longlong
        self.replaying, self.done, self.stopped = True, False, False
        if self.late or budget > self.ceiling or 2 * self.c_top > MOST_CHOICES:
            self.ceiling, self.late = budget, False  # lists that were made too late, or for less, are not whole
            self._forget_lists()
        self.nodes = 0
        self.node_limit = node_limit
        self.until = until
        found = self._node(self.first, budget)
        self.until = FOREVER
        self.replaying = False
        return found + base if self.done else -1

    def proved(self) -> int:
        """What the last search proved: no answer loses less."""
        return self._base_loss() + self.proven

    def cards(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """Naturals without the hopeless ones, wilds by pool, bound wilds by place and suit, and by rank."""
        return (
            array("i", bytes(self.naturals)),
            array("i", bytes(self.held)),
            array("i", bytes(self.bound)),
            array("i", bytes(self.bound_any)),
        )

    def visited(self) -> int:
        """States expanded since the question began or the last `seek`."""
        return self.nodes

    def reached(self) -> int:
        """The target at which the last search stopped: less is proved impossible."""
        return self.target

    def failure(self) -> str:
        """What stopped the search for good, if anything did."""
        return self.failed

    def set_best_level(self, level: int) -> None:
        """Take the level whose discard gains most of all the hand's cards."""
        self.best_level = within(level, 0, 31)


def _hand(numbers: Any) -> bytes:
    """Numbers of cards by cell; raises ValueError for anything else."""
    if not isinstance(numbers, bytes) or len(numbers) != CELLS:
        raise ValueError(f"this must be {CELLS} bytes")
    return numbers
