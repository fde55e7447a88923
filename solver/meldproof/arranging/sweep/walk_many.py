# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many hands at once: a walk fed hand by hand from counts of cards, and one deck's runs looked up by suit."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk import Walk
from meldproof.arranging.sweep.walk_guards import CELLS, POOLS, large, small, table, within

NOT_MET = cython.declare(cython.longlong, -(1 << 60))
UNSETTLED = cython.declare(cython.longlong, -(1 << 61))
MOST_GAIN = 1 << 20
MOST_TOTAL = cython.declare(cython.int, 1 << 30)
FAR_AWAY = cython.declare(cython.longlong, 1 << 58)


@cython.final
@cython.cclass
class ManyWalk(Walk):
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
            c = rows[i, k]
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


@cython.final
@cython.cclass
class SuitTables:
    """One deck without wilds: sets are tried rank by rank, and a suit's best runs looked up by the ranks left to it."""

    ranks = cython.declare(cython.int)
    suits = cython.declare(cython.int)
    runs = cython.declare(cython.int[::1])
    set_gain = cython.declare(cython.int[::1])
    set_at = cython.declare(cython.int[::1])
    sets = cython.declare(cython.int[::1])
    discard = cython.declare(cython.int[::1])
    discards = cython.declare(cython.int)
    of_three = cython.declare(cython.bint)

    def __init__(
        self, runs: Any, set_gain: Any, set_at: Any, sets: Any, discard: Any, discards: int, suits: int
    ) -> None:
        """`runs[m]` is the most that a suit's runs gain with the ranks in mask `m`, from the lowest on.

        `set_gain` is what a card gains in a set by rank; `sets[set_at[m]:set_at[m + 1]]` are the masks of suits that
        sets of a rank can take where `m` are there. `discard` is what a discarded card gains by
        rank; `discards` as in a walk.
        """
        self.ranks, self.suits, self.discards = within(len(discard), 1, 16), within(suits, 1, 4), within(discards, 0, 2)
        self.runs = small(runs, 1 << self.ranks, -MOST_GAIN, MOST_GAIN)
        self.set_gain = small(set_gain, self.ranks, -MOST_GAIN, MOST_GAIN)
        self.set_at = small(set_at, 17, 0, within(len(sets), 0, 1000))
        self.sets = small(sets, len(sets), 1, 15)
        self.of_three = all(mask.bit_count() > 2 for mask in sets)
        self.discard = small(discard, self.ranks, -MOST_GAIN, MOST_GAIN)
        for mask in range(16):
            within(set_at[mask + 1] - set_at[mask], 0, len(sets))

    def settle_many(self, counts: Any, gains: Any) -> None:
        """Write the greatest gain of every hand into `gains`; `counts` holds a hand a row, each kind 0 or 1 times."""
        rows: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.longlong[::1] = table(gains, 1, "int64")
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = rows.shape[0]
        r: cython.int
        s: cython.int
        hand: cython.ulonglong
        wide: cython.int = self.ranks
        within(rows.shape[1], wide * self.suits, wide * self.suits)
        within(out.shape[0], rows.shape[0], rows.shape[0])
        with cython.nogil:
            for i in range(n):
                hand = 0
                for s in range(self.suits):
                    for r in range(wide):
                        hand |= cython.cast(cython.ulonglong, rows[i, s * wide + r] & 1) << (16 * s + r)
                out[i] = self._best(hand, 0) if self.discards == 0 else self._best_discard(hand)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self, hand: cython.ulonglong, first: cython.int) -> cython.int:
        """The greatest gain where no set is made of ranks before `first`."""
        r: cython.int
        i: cython.int
        mask: cython.int
        taken: cython.int
        total: cython.int
        most: cython.int = 0
        low: cython.ulonglong
        high: cython.ulonglong
        for i in range(self.suits):
            most += self.runs[cython.cast(cython.int, (hand >> (16 * i)) & 0xFFFF)]
        able: cython.ulonglong = 0xFFFF
        if self.of_three:
            low = hand & (hand >> 16)
            high = (hand >> 32) & (hand >> 48)
            able = (low & ((hand >> 32) | (hand >> 48))) | (high & (hand | (hand >> 16)))
            able &= 0xFFFF
        for r in range(first, self.ranks):
            if able >> r == 0:
                break
            if able >> r & 1 == 0:
                continue
            mask = self._suits_of(hand, r)
            for i in range(self.set_at[mask], self.set_at[mask + 1]):
                taken = self.sets[i]
                total = self._best(hand & ~self._spread(taken, r), r + 1)
                total += self.set_gain[r] * self._ones(taken)
                if total > most:
                    most = total
        return most

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best_discard(self, hand: cython.ulonglong) -> cython.int:
        """The greatest gain with a card discarded, or without where it need not be."""
        r: cython.int
        s: cython.int
        total: cython.int
        card: cython.ulonglong
        most: cython.int = self._best(hand, 0) if self.discards == 1 else -MOST_TOTAL
        for s in range(self.suits):
            for r in range(self.ranks):
                card = cython.cast(cython.ulonglong, 1) << (16 * s + r)
                if hand & card:
                    total = self._best(hand & ~card, 0) + self.discard[r]
                    if total > most:
                        most = total
        return most

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _suits_of(self, hand: cython.ulonglong, r: cython.int) -> cython.int:
        hand = hand >> r
        return cython.cast(cython.int, (hand & 1) | (hand >> 15 & 2) | (hand >> 30 & 4) | (hand >> 45 & 8))

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self, mask: cython.int, r: cython.int) -> cython.ulonglong:
        """The cards of a rank in a mask of suits."""
        wide: cython.ulonglong = mask
        return ((wide & 1) | (wide & 2) << 15 | (wide & 4) << 30 | (wide & 8) << 45) << r

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ones(self, mask: cython.int) -> cython.int:
        return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


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
            c = rows[i, k]
            bad = bad or c > limit[k]
            a += c
            b += c * each[k]
        if bad or a == 0:
            return i
        number[i] = a
        total[i] = b
    return -1
