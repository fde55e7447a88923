# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many hands at once: a walk fed hand by hand from counts of cards."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk_guards import CELLS, POOLS, large, small, table, within
from meldproof.arranging.sweep.walk_reading import Reading

NOT_MET = cython.declare(cython.longlong, -(1 << 60))
UNSETTLED = cython.declare(cython.longlong, -(1 << 61))
MOST_GAIN = 1 << 20
FAR_AWAY = cython.declare(cython.longlong, 1 << 58)


@cython.final
@cython.cclass
class ManyWalk(Reading):
    """A walk that also takes hand after hand without coming back to Python."""

    def settle_many(
        self, counts: Any, cells: Any, prices: Any, pools: Any, levels: Any, pool_prices: Any, limit: int, gains: Any
    ) -> None:
        """Write the greatest gain of every hand into `gains`, NOT_MET where none meets the demands.

        `counts` holds a hand a row, a kind of card a column (8-bit numbers). By kind: `cells` the two cells of its
        naturals (-1: none), `prices` what one could gain at most, `pools` its pool (-1: none), `levels` its level as a
        discard; `pool_prices` is what a wild of each pool could gain at most. A hand that visits more than `limit`
        states is left UNSETTLED.
        """
        rows: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.longlong[::1] = table(gains, 1, "int64")
        kinds: cython.int = within(rows.shape[1], 1, CELLS)
        n: cython.Py_ssize_t = within(rows.shape[0], 0, 1 << 40)
        within(out.shape[0], rows.shape[0], rows.shape[0])
        cell: cython.int[::1] = small(cells, 2 * kinds, -1, CELLS - 1)
        price: cython.longlong[::1] = large(prices, kinds)
        pool: cython.int[::1] = small(pools, kinds, -1, self.pools - 1)
        level: cython.int[::1] = small(levels, kinds, 0, 31)
        pool_price: cython.longlong[::1] = large(pool_prices, POOLS)
        most_nodes: cython.longlong = within(limit, 1, 1 << 40)
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(n):
                out[i] = self._settle_hand(rows, i, kinds, cell, price, pool, level, pool_price, most_nodes)
                if self.failed_once:
                    break
        if self.failed:
            raise OverflowError(self.failed)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle_hand(
        self,
        rows: cython.uchar[:, ::1],
        i: cython.Py_ssize_t,
        kinds: cython.int,
        cell: cython.int[::1],
        price: cython.longlong[::1],
        pool: cython.int[::1],
        level: cython.int[::1],
        pool_price: cython.longlong[::1],
        most_nodes: cython.longlong,
    ) -> cython.longlong:
        k: cython.int
        j: cython.int
        c: cython.int
        most: cython.longlong = 0
        loss: cython.longlong
        self.best_level = 0
        for k in range(4):
            self.held[k] = 0
        for k in range(kinds):
            c = cython.cast(cython.int, rows[i, k])
            if c > 0 and level[k] > self.best_level:
                self.best_level = level[k]
            if pool[k] >= 0:
                self.held[pool[k]] += c
                most += c * pool_price[pool[k]]
            if cell[2 * k] >= 0:
                if c >= self.base:
                    return UNSETTLED
                if pool[k] < 0:
                    most += c * price[k]
                for j in range(2):
                    if cell[2 * k + j] >= 0:
                        self.naturals[cell[2 * k + j]] = c
                        self.spare[cell[2 * k + j]] = c
                        self.own[cell[2 * k + j]] = c
        for k in range(4):
            self.pool_spare[k] = self.held[k]
            if k < self.pools and self.held[k] > self.most_held[k]:
                return UNSETTLED
        self._begin_question()
        self.node_limit = most_nodes
        loss = self._base_loss()
        most += self.level_gain[self.best_level]
        loss += self._fall(1, 4, FAR_AWAY)
        if self.stopped:
            return UNSETTLED
        return NOT_MET if loss >= FAR_AWAY else most - loss


def weigh_many(counts: Any, most: Any, costs: Any, held: Any, cost: Any) -> int:
    """Write how many cards every hand holds, and what they cost; by kind there are `most`, and one costs `costs`.

    Returns the number of the first hand that holds no card, or more of a kind than there are; -1 where all are well.
    """
    rows: cython.uchar[:, ::1] = table(counts, 2, "uint8")
    kinds: cython.int = within(rows.shape[1], 1, CELLS)
    limit: cython.int[::1] = small(most, kinds, 0, 255)
    each: cython.int[::1] = small(costs, kinds, -MOST_GAIN, MOST_GAIN)
    number: cython.longlong[::1] = table(held, 1, "int64")
    total: cython.longlong[::1] = table(cost, 1, "int64")
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = rows.shape[0]
    k: cython.int
    c: cython.int
    a: cython.int
    b: cython.int
    bad: cython.bint
    within(number.shape[0], n, n)
    within(total.shape[0], n, n)
    for i in range(n):
        a = 0
        b = 0
        bad = False
        for k in range(kinds):
            c = cython.cast(cython.int, rows[i, k])
            bad = bad or c > limit[k]
            a += c
            b += c * each[k]
        if bad or a == 0:
            return i
        number[i] = a
        total[i] = b
    return -1
