# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Card prices for the sweep: the dual of a linear programme whose columns, the melds, are made as they are wanted.

The programme: lay melds so that their gains are greatest, no card is used more often than it is there, and every card
that must be melded is. Its optimal dual values are prices: no meld gains more than its cards' prices together, so no
arrangement gains more than all prices (Chvátal, *Linear Programming*, chapters 5 and 26). The primal simplex method
runs over the melds found so far; the best meld at the prices of the moment is found by walking the run machine of each
suit once, and by trying every set of each rank. Prices need not be exact: the walk rounds them up and makes them hold.
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.pricer_columns import MOST_COLUMNS, TINY, PriceColumns, zeros
from meldproof.arranging.sweep.walk_fields import ints
from meldproof.arranging.sweep.walk_guards import CELLS, MOST_ROWS, reals, within


@cython.final
@cython.cclass
class Pricer(PriceColumns):
    """Prices for one shape of walk; `price` may be called again and again."""

    inverse = cython.declare(cython.double[::1])
    basic = cython.declare(cython.int[::1])
    value = cython.declare(cython.double[::1])
    entering = cython.declare(cython.double[::1])
    slack_basic = cython.declare(cython.int[::1])
    pivots = cython.declare(cython.int)

    def __init__(self, shape: Any, machine: Any, patterns: Any) -> None:
        """`patterns` are the single sets: naturals by suit, jokers and ranked wilds."""
        PriceColumns.__init__(self, shape, machine, patterns)
        self.inverse, self.entering = zeros(128 * 128), zeros(128)
        self.basic, self.slack_basic = ints(128), ints(128)
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
