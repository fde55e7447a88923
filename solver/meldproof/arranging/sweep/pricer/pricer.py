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

from meldproof.arranging.compiled.guards import CELLS, MOST_ROWS, reals, within
from meldproof.arranging.sweep.pricer.cards import MOST_COLUMNS
from meldproof.arranging.sweep.pricer.columns import TINY, PriceColumns
from meldproof.arranging.sweep.walk.fields import ints, zeros


@cython.final
@cython.cclass
class Pricer(PriceColumns):
    """Prices for one shape of walk; `price` may be called again and again."""

    # Where is the simplex method? Positions of the basis, as many as rows.
    inverse = cython.declare(cython.double[::1])  # the inverse of the basis, row by row
    basic = cython.declare(cython.int[::1])  # by position, the column in the basis, or -1 - the row of a slack
    value = cython.declare(cython.double[::1])  # by position, how much of it
    entering = cython.declare(cython.double[::1])  # by position, the column that enters, in terms of the basis
    slack_basic = cython.declare(cython.int[::1])  # by row, whether its slack is in the basis
    touched = cython.declare(cython.int[::1])  # positions where that is not 0
    fill = cython.declare(cython.int[::1])  # rows where the leaving position's inverse is not 0
    fill_value = cython.declare(cython.double[::1])  # what it is there
    pivots = cython.declare(cython.int)  # how many changes of the basis

    def __init__(self, shape: Any, machine: Any, patterns: Any) -> None:
        """`patterns` are the single sets: naturals by suit, jokers and ranked wilds."""
        PriceColumns.__init__(self, shape, machine, patterns)
        self.inverse, self.entering = zeros(128 * 128), zeros(128)
        self.basic, self.slack_basic = ints(128), ints(128)
        self.touched, self.fill, self.fill_value = ints(128), ints(128), zeros(128)
        self.value = zeros(128)

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
    ) -> array[float]:
        """The prices of the rows.

        `cards` are naturals by place and suit, wilds by pool, bound wilds by place and suit, and by rank; `rows` the
        rows they count in, alike. `capacity` is how many there are by row, `slack_gain` what leaving one gains: 0, or
        much less than nothing where it must be melded. `gains` are what a natural gains in a run and in
        a set, by place and suit, and what a pool's wild does, by pool and place.
        """
        top = within(len(capacity), 1, MOST_ROWS) - 1
        self._take_cards(cards, rows, top)
        self.rows = top + 1
        self.capacity, self.slack_gain = reals(capacity, top + 1), reals(slack_gain, top + 1)
        self.run_gain, self.set_gain = reals(gains[0], CELLS), reals(gains[1], CELLS)
        self.pool_run_gain, self.pool_set_gain = reals(gains[2], CELLS), reals(gains[3], CELLS)
        self.meld_cost, self.sets_barred = meld_cost, sets_barred
        limit: cython.int = most_pivots
        starts, rows, counts, column_gains = given
        within(len(column_gains), 0, MOST_COLUMNS)
        within(len(rows), 0, 16 * MOST_COLUMNS)
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
        return array("d", bytes(self.level[: self.rows]))

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
        scale: cython.double = self._top_gain()
        level: cython.double[::1] = self.level
        slack_gain: cython.double[::1] = self.slack_gain
        slack_basic: cython.int[::1] = self.slack_basic
        col_at: cython.int[::1] = self.col_at
        col_row: cython.int[::1] = self.col_row
        col_count: cython.double[::1] = self.col_count
        col_gain: cython.double[::1] = self.col_gain
        col_basic: cython.int[::1] = self.col_basic
        col_at[0] = 0
        self.pivots = 0
        for i in range(m):
            for j in range(m):
                self.inverse[i * m + j] = 0.0
            self.inverse[i * m + i] = 1.0
            self.basic[i] = -1 - i
            slack_basic[i] = 1
            # A little more of each card, differently much, keeps the method from standing still.
            self.value[i] = self.capacity[i] + 1e-6 * (1 + (i * 37) % 101)
            level[i] = slack_gain[i]
            if -slack_gain[i] > scale:
                scale = -slack_gain[i]
        # Melds with free wilds come when those without are priced: a wild fits everywhere, and draws all to itself.
        self.pools = 0
        self.first_time = not self.any_bound
        self._make_columns(scale * TINY)
        self.first_time = False
        while self.pivots < most:
            chosen = -1 - m
            top = scale * TINY
            for i in range(m):
                if not slack_basic[i] and slack_gain[i] - level[i] > top:
                    top = slack_gain[i] - level[i]
                    chosen = -1 - i
            for j in range(self.columns):
                if col_basic[j]:
                    continue
                reduced = col_gain[j]
                for i in range(col_at[j], col_at[j + 1]):
                    reduced -= col_count[i] * level[col_row[i]]
                if reduced > top:
                    top = reduced
                    chosen = j
            if chosen == -1 - m:
                before = self.columns
                self._make_columns(scale * TINY)
                if self.columns == before:
                    if self.pools == self.all_pools:
                        return
                    self.pools = self.all_pools
                continue
            if not self._pivot(chosen, top):
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _top_gain(self) -> cython.double:
        """The most that a card gains or loses, or a meld costs: what is small is told against it."""
        p: cython.int
        s: cython.int
        k: cython.int
        top: cython.double = self.meld_cost if self.meld_cost > 1.0 else 1.0
        for p in range(self.first, self.last + 1):
            for s in range(self.suits):
                if self.naturals[p * 4 + s] > 0:
                    top = max(top, abs(self.run_gain[p * 4 + s]), abs(self.set_gain[p * 4 + s]))
            for k in range(self.all_pools):
                top = max(top, abs(self.pool_run_gain[k * 32 + p]), abs(self.pool_set_gain[k * 32 + p]))
        for k in range(self.columns):
            top = max(top, abs(self.col_gain[k]))
        return top

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
        filled: cython.int = 0
        changed: cython.int = 0
        ratio: cython.double = 0.0
        step: cython.double = 0.0
        factor: cython.double
        inverse: cython.double[::1] = self.inverse
        entering: cython.double[::1] = self.entering
        value: cython.double[::1] = self.value
        col_row: cython.int[::1] = self.col_row
        col_count: cython.double[::1] = self.col_count
        touched: cython.int[::1] = self.touched
        fill: cython.int[::1] = self.fill
        fill_value: cython.double[::1] = self.fill_value
        first: cython.int = self.col_at[chosen] if chosen >= 0 else 0
        after: cython.int = self.col_at[chosen + 1] if chosen >= 0 else 0
        for i in range(m):
            if chosen < 0:
                factor = inverse[i * m + (-1 - chosen)]
            else:
                factor = 0.0
                for k in range(first, after):
                    factor += inverse[i * m + col_row[k]] * col_count[k]
            if -1e-11 < factor < 1e-11:
                continue
            entering[i] = factor
            touched[changed] = i
            changed += 1
            if factor > 1e-7:
                ratio = value[i] / factor
                if out < 0 or ratio < step:
                    out = i
                    step = ratio
        if out < 0:
            return False
        self.pivots += 1
        for k in range(changed):
            value[touched[k]] -= step * entering[touched[k]]
        value[out] = step
        if self.basic[out] < 0:
            self.slack_basic[-1 - self.basic[out]] = 0
        else:
            self.col_basic[self.basic[out]] = 0
        self.basic[out] = chosen
        if chosen < 0:
            self.slack_basic[-1 - chosen] = 1
        else:
            self.col_basic[chosen] = 1
        factor = 1.0 / entering[out]
        for j in range(m):  # most of the inverse is 0
            if -1e-12 < inverse[out * m + j] < 1e-12:
                inverse[out * m + j] = 0.0
                continue
            inverse[out * m + j] *= factor
            self.level[j] += reduced * inverse[out * m + j]
            fill[filled] = j
            fill_value[filled] = inverse[out * m + j]
            filled += 1
        for j in range(changed):
            i = touched[j]
            if i == out:
                continue
            factor = entering[i]
            i *= m
            for k in range(filled):
                inverse[i + fill[k]] -= factor * fill_value[k]
        return True
