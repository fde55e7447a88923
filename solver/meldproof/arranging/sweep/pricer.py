# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Card prices for the sweep: the dual of a linear programme whose columns, the melds, are made as they are wanted.

The programme: lay melds so that their gains are greatest, no card is used more often than it is there, and every card
that must be melded is. Its optimal dual values are prices: no meld gains more than its cards' prices together, so no
arrangement gains more than all prices (Chvátal, *Linear Programming*, chapters 5 and 26). The primal simplex method
runs over the melds found so far; the best meld at the prices of the moment is found by walking the run machine of each
suit once, and by trying every set of each rank. Prices need not be exact: the walk rounds them up and makes them hold.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.walk_guards import CELLS, MOST_ROWS, PLACES, POOLS, check_shape, reals, small, within

MOST_COLUMNS = 4000
FAR_BELOW = cython.declare(cython.double, -1e300)
TINY = cython.declare(cython.double, 1e-9)


def _ints(size: int) -> array[int]:
    return array("i", bytes(4 * size))


def _reals(size: int) -> array[float]:
    return array("d", bytes(8 * size))


@cython.final
@cython.cclass
class Pricer:
    """Prices for one shape of walk; `price` may be called again and again."""

    suits = cython.declare(cython.int)
    first = cython.declare(cython.int)
    last = cython.declare(cython.int)
    carries = cython.declare(cython.bint)
    states = cython.declare(cython.int)
    pools = cython.declare(cython.int)
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

    inverse = cython.declare(cython.double[::1])
    level = cython.declare(cython.double[::1])
    basic = cython.declare(cython.int[::1])
    value = cython.declare(cython.double[::1])
    entering = cython.declare(cython.double[::1])
    columns = cython.declare(cython.int)
    col_at = cython.declare(cython.int[::1])
    col_gain = cython.declare(cython.double[::1])
    col_row = cython.declare(cython.int[::1])
    col_count = cython.declare(cython.int[::1])
    col_basic = cython.declare(cython.int[::1])
    slack_basic = cython.declare(cython.int[::1])
    pivots = cython.declare(cython.int)

    best = cython.declare(cython.double[::1])
    came_from = cython.declare(cython.int[::1])
    came_by = cython.declare(cython.int[::1])
    tally = cython.declare(cython.int[::1])

    def __init__(self, shape: Any, machine: Any, patterns: Any) -> None:
        """`patterns` are the single sets: naturals by suit, jokers and ranked wilds."""
        check_shape(shape, machine)
        self.suits, self.first, self.last = shape.suits, shape.first, shape.last
        self.carries = shape.carries
        self.pools = len(shape.pools)
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
        self.source_row, self.source_left, self.source_value = _ints(16), _ints(16), _reals(16)
        self.used, self.best_used = _ints(16), _ints(16)
        self.run_gain, self.set_gain = _reals(128), _reals(128)
        self.pool_run_gain, self.pool_set_gain = _reals(128), _reals(128)
        self.capacity, self.slack_gain, self.level, self.value = _reals(128), _reals(128), _reals(128), _reals(128)
        self.inverse, self.entering = _reals(128 * 128), _reals(128)
        self.basic, self.slack_basic = _ints(128), _ints(128)
        self.col_at, self.col_gain, self.col_basic = _ints(4097), _reals(4096), _ints(4096)
        self.col_row, self.col_count = _ints(4096 * 16), _ints(4096 * 16)
        self.best = _reals(2 * self.states)
        self.came_from, self.came_by = _ints(34 * self.states), _ints(34 * self.states)
        self.tally = _ints(128)

    def price(
        self,
        cards: Any,
        rows: Any,
        capacity: Any,
        slack_gain: Any,
        gains: Any,
        meld_cost: float,
        sets_barred: bool,
        given: Any,
        most_pivots: int,
    ) -> list[float]:
        """The prices of the rows.

        `cards` are naturals by place and suit, wilds by pool, bound wilds by place and suit, and by rank; `rows` the
        rows they count in, alike. `capacity` is how many there are by row, `slack_gain` what leaving one gains: 0, or
        much less than nothing where it must be melded. `gains` are what a natural gains in a run and in
        a set, by place and suit, and what a pool's wild does, by pool and place.
        """
        top = within(len(capacity), 1, MOST_ROWS) - 1
        self._take_cards(cards, rows, top)
        self.any_bound = any(self.bound) or any(self.loose)
        self.rows = top + 1
        self.capacity, self.slack_gain = reals(capacity, top + 1), reals(slack_gain, top + 1)
        self.run_gain, self.set_gain = reals(gains[0], CELLS), reals(gains[1], CELLS)
        self.pool_run_gain, self.pool_set_gain = reals(gains[2], CELLS), reals(gains[3], CELLS)
        self.meld_cost, self.sets_barred = meld_cost, sets_barred
        limit: cython.int = most_pivots
        starts, rows, counts, column_gains = given
        within(len(column_gains), 0, MOST_COLUMNS)
        within(len(rows), 0, MOST_COLUMNS)
        within(len(starts), len(column_gains) + 1, len(column_gains) + 1)
        within(len(counts), len(rows), len(rows))
        for start in starts:
            within(start, 0, len(rows))
        for row in rows:
            within(row, 0, top)
        for number, gain in enumerate(column_gains):
            self.col_gain[number], self.col_basic[number] = gain, 0
            self.col_at[number + 1] = starts[number + 1]
        for at, row in enumerate(rows):
            self.col_row[at], self.col_count[at] = row, counts[at]
        self.columns = len(column_gains)
        with cython.nogil:
            self._solve(limit)
        return [self.level[i] for i in range(self.rows)]

    def _take_cards(self, cards: Any, rows: Any, top: int) -> None:
        """Take cards and their rows; a card that is there must have a row."""
        self.naturals, self.held = small(cards[0], CELLS, 0, 7), small(cards[1], POOLS, 0, 31)
        self.bound, self.loose = small(cards[2], CELLS, 0, 7), small(cards[3], PLACES, 0, 7)
        self.row_of, self.pool_row = small(rows[0], CELLS, -1, top), small(rows[1], POOLS, -1, top)
        self.bound_row, self.loose_row = small(rows[2], CELLS, -1, top), small(rows[3], PLACES, -1, top)
        for held, places in zip(cards, rows, strict=True):
            if any(number and row < 0 for number, row in zip(held, places, strict=True)):
                raise ValueError("a card without a row")

    def effort(self) -> tuple[int, int]:
        """Pivots and columns of the last pricing."""
        return self.pivots, self.columns

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _solve(self, most: cython.int) -> cython.void:
        i: cython.int
        j: cython.int
        m: cython.int = self.rows
        chosen: cython.int
        before: cython.int
        top: cython.double
        reduced: cython.double
        scale: cython.double = 1.0
        self.col_at[0] = 0
        self.pivots = 0
        for i in range(m):
            for j in range(m):
                self.inverse[i * 128 + j] = 0.0
            self.inverse[i * 128 + i] = 1.0
            self.basic[i] = -1 - i
            self.slack_basic[i] = 1
            # A little more of each card, differently much, keeps the method from standing still.
            self.value[i] = self.capacity[i] + 1e-6 * (1 + (i * 37) % 101)
            self.level[i] = self.slack_gain[i]
            if -self.slack_gain[i] > scale:
                scale = -self.slack_gain[i]
        self._make_columns(scale * TINY)
        while self.pivots < most:
            chosen = -1 - m
            top = scale * TINY
            for i in range(m):
                if not self.slack_basic[i] and self.slack_gain[i] - self.level[i] > top:
                    top = self.slack_gain[i] - self.level[i]
                    chosen = -1 - i
            for j in range(self.columns):
                if self.col_basic[j]:
                    continue
                reduced = self.col_gain[j]
                for i in range(self.col_at[j], self.col_at[j + 1]):
                    reduced -= self.col_count[i] * self.level[self.col_row[i]]
                if reduced > top:
                    top = reduced
                    chosen = j
            if chosen == -1 - m:
                before = self.columns
                self._make_columns(scale * TINY)
                if self.columns == before:
                    return
                continue
            if not self._pivot(chosen, top):
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pivot(self, chosen: cython.int, reduced: cython.double) -> cython.bint:
        """Bring a column (or a slack, -1 - row) into the basis. False where the numbers no longer allow it."""
        i: cython.int
        j: cython.int
        k: cython.int
        m: cython.int = self.rows
        out: cython.int = -1
        ratio: cython.double = 0.0
        step: cython.double = 0.0
        factor: cython.double
        for i in range(m):
            if chosen < 0:
                self.entering[i] = self.inverse[i * 128 + (-1 - chosen)]
            else:
                factor = 0.0
                for k in range(self.col_at[chosen], self.col_at[chosen + 1]):
                    factor += self.inverse[i * 128 + self.col_row[k]] * self.col_count[k]
                self.entering[i] = factor
            if self.entering[i] > 1e-7:
                ratio = self.value[i] / self.entering[i]
                if out < 0 or ratio < step:
                    out = i
                    step = ratio
        if out < 0:
            return False
        self.pivots += 1
        for i in range(m):
            self.value[i] -= step * self.entering[i]
        self.value[out] = step
        if self.basic[out] < 0:
            self.slack_basic[-1 - self.basic[out]] = 0
        else:
            self.col_basic[self.basic[out]] = 0
        self.basic[out] = chosen
        if chosen < 0:
            self.slack_basic[-1 - chosen] = 1
        else:
            self.col_basic[chosen] = 1
        factor = 1.0 / self.entering[out]
        for j in range(m):
            self.inverse[out * 128 + j] *= factor
            self.level[j] += reduced * self.inverse[out * 128 + j]
        for i in range(m):
            factor = self.entering[i]
            if i != out and factor != 0.0:
                for j in range(m):
                    self.inverse[i * 128 + j] -= factor * self.inverse[out * 128 + j]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_columns(self, least: cython.double) -> cython.void:
        """Add the best run of every suit and the best set of every rank that gain more than their prices."""
        s: cython.int
        p: cython.int
        for s in range(self.suits):
            self._best_run(s, least)
        if self.sets_barred:
            return
        for p in range(self.first, self.last + 1):
            if not (self.carries and p == 1):
                self._best_set(p, least)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_run(self, s: cython.int, least: cython.double) -> cython.void:
        p: cython.int
        x: cython.int
        k: cython.int
        d: cython.int = self.states
        here: cython.int = 0
        there: cython.int
        table: cython.int
        top: cython.double = least
        top_place: cython.int = 0
        top_state: cython.int = 0
        for x in range(2 * d):
            self.best[x] = FAR_BELOW
        for p in range(self.first, self.last + 1):
            there = d - here
            for x in range(d):
                self.best[there + x] = FAR_BELOW
            table = 3 * d if self.by_place and p == self.last else 0
            for x in range(d):
                if self.best[here + x] > FAR_BELOW:
                    self._feed(p, s, self.best[here + x], self.steps, table + 3 * x, there, x)
            if not (self.by_place and p == self.last):
                self._feed(p, s, -self.meld_cost, self.starts, 3 if p == 1 else 0, there, -1)
            for x in range(d):
                if self.accepts[x] and self.best[there + x] > top:
                    top = self.best[there + x]
                    top_place = p
                    top_state = x
            here = there
        if top_place == 0:
            return
        for k in range(self.rows):
            self.tally[k] = 0
        p = top_place
        x = top_state
        while x >= 0:
            k = self.came_by[p * d + x]
            if k < 0:
                self.tally[self.bound_row[p * 4 + s]] += 1
            else:
                self.tally[self.row_of[p * 4 + s] if k == 0 else self.pool_row[k - 1]] += 1
            x = self.came_from[p * d + x]
            p -= 1
        self._add_column(top)

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
        total: cython.double
        top: cython.double = least
        self._list_sources(p)
        for i in range(self.patterns):
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
            if self.pattern_wilds[2 * i] or self.pattern_wilds[2 * i + 1]:
                total += self._best_wilds(p, i)
            if total > top:
                top = total
                chosen = i
                for k in range(16):
                    self.best_used[k] = self.used[k] if self.pattern_wilds[2 * i] + self.pattern_wilds[2 * i + 1] else 0
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
