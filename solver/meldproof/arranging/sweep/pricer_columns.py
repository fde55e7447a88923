# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The columns of the pricer's linear programme: at some prices the best runs of a suit, the best set of a rank."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.walk_fields import ints, zeros
from meldproof.arranging.sweep.walk_guards import CELLS, PLACES, POOLS, check_shape, small

MOST_COLUMNS = 4000
FAR_BELOW = cython.declare(cython.double, -1e300)
TINY = cython.declare(cython.double, 1e-9)


@cython.cclass
class PriceColumns:
    """A shape's runs and sets, the cards there are, and the columns found so far."""

    suits = cython.declare(cython.int)
    first = cython.declare(cython.int)
    last = cython.declare(cython.int)
    carries = cython.declare(cython.bint)
    states = cython.declare(cython.int)
    pools = cython.declare(cython.int)
    all_pools = cython.declare(cython.int)
    by_place = cython.declare(cython.bint)
    steps = cython.declare(cython.int[::1])
    starts = cython.declare(cython.int[::1])
    accepts = cython.declare(cython.int[::1])
    pool_class = cython.declare(cython.int[::1])
    patterns = cython.declare(cython.int)
    pattern_suits = cython.declare(cython.int[::1])
    pattern_wilds = cython.declare(cython.int[::1])
    distinct = cython.declare(cython.bint)

    naturals = cython.declare(cython.int[::1])
    held = cython.declare(cython.int[::1])
    row_of = cython.declare(cython.int[::1])
    pool_row = cython.declare(cython.int[::1])
    bound = cython.declare(cython.int[::1])
    bound_row = cython.declare(cython.int[::1])
    loose = cython.declare(cython.int[::1])
    loose_row = cython.declare(cython.int[::1])
    any_bound = cython.declare(cython.bint)
    source_row = cython.declare(cython.int[::1])
    source_left = cython.declare(cython.int[::1])
    source_value = cython.declare(cython.double[::1])
    used = cython.declare(cython.int[::1])
    best_used = cython.declare(cython.int[::1])
    rows = cython.declare(cython.int)
    run_gain = cython.declare(cython.double[::1])
    set_gain = cython.declare(cython.double[::1])
    pool_run_gain = cython.declare(cython.double[::1])
    pool_set_gain = cython.declare(cython.double[::1])
    meld_cost = cython.declare(cython.double)
    sets_barred = cython.declare(cython.bint)
    capacity = cython.declare(cython.double[::1])
    slack_gain = cython.declare(cython.double[::1])

    level = cython.declare(cython.double[::1])
    columns = cython.declare(cython.int)
    col_at = cython.declare(cython.int[::1])
    col_gain = cython.declare(cython.double[::1])
    col_row = cython.declare(cython.int[::1])
    col_count = cython.declare(cython.int[::1])
    col_basic = cython.declare(cython.int[::1])

    best = cython.declare(cython.double[::1])
    end_best = cython.declare(cython.double[::1])
    end_state = cython.declare(cython.int[::1])
    came_from = cython.declare(cython.int[::1])
    came_by = cython.declare(cython.int[::1])
    tally = cython.declare(cython.int[::1])

    def __init__(self, shape: Any, machine: Any, patterns: Any) -> None:
        """`patterns` are the single sets: naturals by suit, jokers and ranked wilds."""
        check_shape(shape, machine)
        self.suits, self.first, self.last = shape.suits, shape.first, shape.last
        self.carries = shape.carries
        self.pools = self.all_pools = len(shape.pools)
        self.states = max(len(machine.steps), 1)
        self.by_place = machine.by_place
        flat = [number for table in (machine.steps, machine.last_steps) for line in table for number in line]
        self.steps = array("i", flat or [-1])
        rows = (machine.starts[0], machine.first_starts[0])
        self.starts = array("i", [number for line in rows for number in line])
        self.accepts = array("i", [*map(int, machine.accepting), 0])
        self.pool_class = array("i", [*(pool.kind for pool in shape.pools), 0, 0, 0, 0])
        self.patterns = len(patterns)
        self.pattern_suits = array("i", [count for suits, _ in patterns for count in (*suits, 0, 0, 0, 0)[:4]] or [0])
        self.pattern_wilds = array("i", [count for _, wilds in patterns for count in wilds] or [0, 0])
        self.distinct = shape.distinct
        self.source_row, self.source_left, self.source_value = ints(16), ints(16), zeros(16)
        self.used, self.best_used = ints(16), ints(16)
        self.run_gain, self.set_gain = zeros(128), zeros(128)
        self.pool_run_gain, self.pool_set_gain = zeros(128), zeros(128)
        self.capacity, self.slack_gain, self.level = zeros(128), zeros(128), zeros(128)
        self.col_at, self.col_gain, self.col_basic = ints(4097), zeros(4096), ints(4096)
        self.col_row, self.col_count = ints(4096 * 16), ints(4096 * 16)
        self.best = zeros(2 * self.states)
        self.came_from, self.came_by = ints(34 * self.states), ints(34 * self.states)
        self.tally = ints(128)
        self.end_best, self.end_state = zeros(34), ints(34)

    def _take_cards(self, cards: Any, rows: Any, top: int) -> None:
        """Take cards and their rows; a card that is there must have a row."""
        self.naturals, self.held = small(cards[0], CELLS, 0, 7), small(cards[1], POOLS, 0, 31)
        self.bound, self.loose = small(cards[2], CELLS, 0, 7), small(cards[3], PLACES, 0, 7)
        self.row_of, self.pool_row = small(rows[0], CELLS, -1, top), small(rows[1], POOLS, -1, top)
        self.bound_row, self.loose_row = small(rows[2], CELLS, -1, top), small(rows[3], PLACES, -1, top)
        if self._without_row():
            raise ValueError("a card without a row")

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without_row(self) -> cython.bint:
        """Whether some card has no row; sees on the way whether there are bound wilds."""
        i: cython.int
        self.any_bound = False
        for i in range(4 * self.first, 4 * self.last + 4):
            if self.bound[i] > 0:
                self.any_bound = True
                if self.bound_row[i] < 0:
                    return True
            if self.naturals[i] > 0 and self.row_of[i] < 0:
                return True
        for i in range(self.first, self.last + 1):
            if self.loose[i] > 0:
                self.any_bound = True
                if self.loose_row[i] < 0:
                    return True
        for i in range(4):  # noqa: SIM110 - no generator without the GIL
            if self.held[i] > 0 and self.pool_row[i] < 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_columns(self, least: cython.double) -> cython.void:
        """Add the best runs of every suit and the best set of every rank that gain more than their prices."""
        s: cython.int
        p: cython.int
        for s in range(self.suits):
            self._best_runs(s, least)
        if self.sets_barred:
            return
        for p in range(self.first, self.last + 1):
            if not (self.carries and p == 1):
                self._best_set(p, least)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_runs(self, s: cython.int, least: cython.double) -> cython.void:
        p: cython.int
        x: cython.int
        d: cython.int = self.states
        here: cython.int = 0
        there: cython.int
        table: cython.int
        top: cython.double
        top_place: cython.int
        for x in range(2 * d):
            self.best[x] = FAR_BELOW
        for p in range(self.first, self.last + 1):
            there = d - here
            self.end_best[p] = FAR_BELOW
            for x in range(d):
                self.best[there + x] = FAR_BELOW
            table = 3 * d if self.by_place and p == self.last else 0
            for x in range(d):
                if self.best[here + x] > FAR_BELOW:
                    self._feed(p, s, self.best[here + x], self.steps, table + 3 * x, there, x)
            if not (self.by_place and p == self.last):
                self._feed(p, s, -self.meld_cost, self.starts, 3 if p == 1 else 0, there, -1)
            for x in range(d):
                if self.accepts[x] and self.best[there + x] > self.end_best[p]:
                    self.end_best[p] = self.best[there + x]
                    self.end_state[p] = x
            here = there
        while True:
            top = least
            top_place = 0
            for p in range(self.first, self.last + 1):
                if self.end_best[p] > top:
                    top = self.end_best[p]
                    top_place = p
            if top_place == 0:
                return
            self._trace_run(s, top_place, top)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace_run(self, s: cython.int, p: cython.int, gain: cython.double) -> cython.void:
        """Add the best run that ends at a place; no other ends within it."""
        x: cython.int = self.end_state[p]
        k: cython.int
        d: cython.int = self.states
        for k in range(self.rows):
            self.tally[k] = 0
        while x >= 0:
            self.end_best[p] = FAR_BELOW
            k = self.came_by[p * d + x]
            if k < 0:
                self.tally[self.bound_row[p * 4 + s]] += 1
            else:
                self.tally[self.row_of[p * 4 + s] if k == 0 else self.pool_row[k - 1]] += 1
            x = self.came_from[p * d + x]
            p -= 1
        self._add_column(gain)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _feed(
        self,
        p: cython.int,
        s: cython.int,
        so_far: cython.double,
        table: cython.int[::1],
        row: cython.int,
        there: cython.int,
        state: cython.int,
    ) -> cython.void:
        k: cython.int
        y: cython.int
        total: cython.double
        y = table[row]
        if y >= 0 and self.naturals[p * 4 + s] > 0:
            total = so_far + self.run_gain[p * 4 + s] - self.level[self.row_of[p * 4 + s]]
            if total > self.best[there + y]:
                self.best[there + y] = total
                self.came_from[p * self.states + y] = state
                self.came_by[p * self.states + y] = 0
        if self.any_bound and self.bound[p * 4 + s] > 0:
            y = table[row + 1]
            if y >= 0:
                total = so_far - self.level[self.bound_row[p * 4 + s]]
                if total > self.best[there + y]:
                    self.best[there + y] = total
                    self.came_from[p * self.states + y] = state
                    self.came_by[p * self.states + y] = -1
        for k in range(self.pools):
            y = table[row + self.pool_class[k]]
            if y >= 0 and self.held[k] > 0:
                total = so_far + self.pool_run_gain[k * 32 + p] - self.level[self.pool_row[k]]
                if total > self.best[there + y]:
                    self.best[there + y] = total
                    self.came_from[p * self.states + y] = state
                    self.came_by[p * self.states + y] = 1 + k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_set(self, p: cython.int, least: cython.double) -> cython.void:
        i: cython.int
        s: cython.int
        k: cython.int
        n: cython.int
        chosen: cython.int = -1
        wilds: cython.int
        with_wilds: cython.bint = self.pools > 0 or self.any_bound
        total: cython.double
        top: cython.double = least
        self._list_sources(p)
        for i in range(self.patterns):
            wilds = self.pattern_wilds[2 * i] + self.pattern_wilds[2 * i + 1]
            if wilds and not with_wilds:
                continue
            total = -self.meld_cost
            for s in range(self.suits):
                n = self.pattern_suits[4 * i + s]
                if n > self.naturals[p * 4 + s]:
                    total = FAR_BELOW
                    break
                if n:
                    total += n * (self.set_gain[p * 4 + s] - self.level[self.row_of[p * 4 + s]])
            if total <= FAR_BELOW:
                continue
            if wilds:
                total += self._best_wilds(p, i)
            if total > top:
                top = total
                chosen = i
                for k in range(16):
                    self.best_used[k] = self.used[k] if wilds else 0
        if chosen < 0:
            return
        for k in range(self.rows):
            self.tally[k] = 0
        for s in range(self.suits):
            if self.pattern_suits[4 * chosen + s]:
                self.tally[self.row_of[p * 4 + s]] += self.pattern_suits[4 * chosen + s]
        for k in range(16):
            if self.best_used[k]:
                self.tally[self.source_row[k]] += self.best_used[k]
        self._add_column(top)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_sources(self, p: cython.int) -> cython.void:
        """Where the wilds of a rank's set can come from: pools (0-3), bound by suit (4-7), bound to the rank (8)."""
        k: cython.int
        for k in range(16):
            self.source_left[k] = 0
        for k in range(self.pools):
            self.source_left[k] = self.held[k]
            self.source_row[k] = self.pool_row[k]
            self.source_value[k] = self.pool_set_gain[k * 32 + p] - self.level[self.pool_row[k]]
        if not self.any_bound:
            return
        for k in range(self.suits):
            if self.bound[p * 4 + k] > 0:
                self.source_left[4 + k] = self.bound[p * 4 + k]
                self.source_row[4 + k] = self.bound_row[p * 4 + k]
                self.source_value[4 + k] = -self.level[self.bound_row[p * 4 + k]]
        if self.loose[p] > 0:
            self.source_left[8] = self.loose[p]
            self.source_row[8] = self.loose_row[p]
            self.source_value[8] = -self.level[self.loose_row[p]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_wilds(self, p: cython.int, i: cython.int) -> cython.double:
        """The best wilds for a pattern, noted in `used`; far below where there are too few."""
        k: cython.int
        n: cython.int
        kind: cython.int
        best: cython.int
        total: cython.double = 0.0
        for k in range(16):
            self.used[k] = 0
        for kind in range(1, 3):
            for n in range(self.pattern_wilds[2 * i + kind - 1]):  # noqa: B007 - it must have a C type
                best = -1
                for k in range(9):
                    if self.source_left[k] <= self.used[k]:
                        continue
                    if (self.pool_class[k] if k < 4 else 1) != kind:
                        continue
                    if 4 <= k < 8 and self.distinct and (self.pattern_suits[4 * i + k - 4] or self.used[k]):
                        continue
                    if best < 0 or self.source_value[k] > self.source_value[best]:
                        best = k
                if best < 0:
                    return FAR_BELOW
                self.used[best] += 1
                total += self.source_value[best]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_column(self, reduced: cython.double) -> cython.void:
        """Add the column of `tally`, whose gain is its reduced gain and its prices together."""
        k: cython.int
        at: cython.int = self.col_at[self.columns]
        gain: cython.double = reduced
        if self.columns >= 4096:
            return
        for k in range(self.rows):
            if self.tally[k]:
                if at >= 4096 * 16:
                    return
                self.col_row[at] = k
                self.col_count[at] = self.tally[k]
                gain += self.tally[k] * self.level[k]
                at += 1
        self.col_gain[self.columns] = gain
        self.col_basic[self.columns] = 0
        self.columns += 1
        self.col_at[self.columns] = at
