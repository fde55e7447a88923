# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Small hands without a table: sets are chosen rank by rank, and runs looked up by each suit's cards (`SuitRows`).

The same few cards come again and again, so that hand after hand is settled by looking rows up and adding them.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.suit_rows import NO_GAIN, ONE, SuitRows, ascending
from meldproof.arranging.sweep.walk_guards import MOST_VALUE, large, small, table, within

NOT_SETTLED = cython.declare(cython.longlong, -(1 << 61))
MOST_ROWS_KEPT = cython.declare(cython.int, 1 << 16)
MOST_NUMBERS_KEPT = cython.declare(cython.longlong, 1 << 19)
MOST_OPTIONS_LISTED = 1 << 20


@cython.final
@cython.cclass
class SuitMemory(SuitRows):
    """The runs and sets of a variant as lists, what suits were found to gain, and one hand."""

    suits = cython.declare(cython.int)
    base = cython.declare(cython.int)

    # Sets by the numbers of naturals there are of each suit.
    set_at = cython.declare(cython.int[::1])
    set_uses = cython.declare(cython.int[::1])
    set_wilds = cython.declare(cython.int[::1])
    set_gain = cython.declare(cython.longlong[::1])
    set_most = cython.declare(cython.longlong[::1])
    kinds = cython.declare(cython.int)
    kind = cython.declare(cython.int[::1])
    discard = cython.declare(cython.longlong[::1])
    discards = cython.declare(cython.int)
    alone = cython.declare(cython.longlong[::1])

    # One hand: suits as sets are taken from them, by depth; sums of rows.
    held = cython.declare(cython.longlong[::1])
    row_at = cython.declare(cython.int[::1])
    totals = cython.declare(cython.int)
    later = cython.declare(cython.longlong[::1])
    by_total = cython.declare(cython.longlong[::1])
    sums = cython.declare(cython.longlong[::1])
    best = cython.declare(cython.longlong)
    nodes = cython.declare(cython.longlong)
    node_limit = cython.declare(cython.longlong)

    def __init__(self, shape: Any, runs: Any, sets: Any, alone: Any, kinds: Any, discard: Any, discards: int) -> None:
        """Take the lists, each checked.

        `shape` is ranks, suits, copies, jokers, wilds of a rank, runs without wilds required, runs required. `runs`:
        by mask of ranks where its runs begin, then of each the cards it uses (three bits a rank), its wilds (jokers +
        16 × ranked), its gain. `sets`: by numbers held of each suit where its options begin, then of each the naturals
        it uses (two bits a suit), its wilds, its gain by rank; and by numbers
        held, rank and wilds the most that any of them gains. `alone` is a row: what melds of wilds alone gain. `kinds`
        says of each kind of card where it is counted: rank + 16 × suit, both from 0 on, 100 for a joker, 101 for a
        wild of a rank. `discard` is what discarding a kind gains, `discards` as in a walk.
        """
        ranks, suits, copies, jokers, ranked, need_pure, need_runs = shape
        self._take_runs(ranks, (jokers, ranked), (need_pure, need_runs), runs)
        self.suits, self.base = within(suits, 1, 4), within(copies, 1, 3) + 1
        self.totals = self.jokers + self.ranked + 1
        set_at, set_uses, set_wilds, set_gain, set_most = sets
        number = within(len(set_uses), 0, MOST_OPTIONS_LISTED)
        vectors = self.base**self.suits
        self.set_at, self.set_uses = small(set_at, vectors + 1, 0, number), small(set_uses, number, 1, 255)
        self.set_wilds = small(set_wilds, number, 0, 255)
        self.set_gain = large(set_gain, number * self.ranks, -MOST_VALUE // 256, MOST_VALUE // 256)
        self.set_most = large(set_most, vectors * self.ranks * self.totals, 0, MOST_VALUE // 256)
        ascending(set_at)
        self.alone = large(alone, self.width, -(1 << 60), MOST_VALUE // 256)
        number = self.kinds = within(len(kinds), 1, 128)
        self.kind, self.discard = small(kinds, number, 0, 101), large(discard, number)
        for kind in kinds:
            if kind < 100:
                within(kind & 15, 0, self.ranks - 1)
                within(kind >> 4, 0, self.suits - 1)
        self.discards = within(discards, 0, 2)
        frames = self.ranks + 2
        self.held, self.row_at = array("q", bytes(8 * 4 * frames)), array("i", bytes(4 * 4 * frames))
        self.later = array("q", bytes(8 * frames * self.totals))
        self.by_total = array("q", bytes(8 * frames * self.totals))
        self.sums = array("q", bytes(8 * 2 * self.width))

    def settle_many(self, counts: Any, limit: int, gains: Any) -> None:
        """Write the greatest gain of every hand into `gains`, `-(1 << 60)` where none has the runs required.

        `counts` holds a hand a row, a kind of card a column. A hand that comes to more than `limit` choices of sets,
        or holds more than the lists are for, gets `-(1 << 61)`.
        """
        hands: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.longlong[::1] = table(gains, 1, "int64")
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = hands.shape[0]
        within(hands.shape[1], self.kinds, self.kinds)
        within(out.shape[0], n, n)
        self.node_limit = within(limit, 1, 1 << 40)
        with cython.nogil:
            for i in range(n):
                out[i] = self._settle(hands, i)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, hands: cython.uchar[:, ::1], i: cython.Py_ssize_t) -> cython.longlong:
        """The greatest gain of a hand, a card discarded where one must or may be."""
        k: cython.int
        wilds: cython.int = self._take(hands, i)
        gain: cython.longlong
        top: cython.longlong = NO_GAIN
        if wilds < 0:
            return NOT_SETTLED
        self.nodes = 0
        if self.discards != 2:
            top = self._most_of(wilds)
        if self.discards:
            for k in range(self.kinds):
                if hands[i, k] > 0:
                    gain = self._without(k, wilds)
                    if gain > NO_GAIN and gain + self.discard[k] > top:
                        top = gain + self.discard[k]
        return NOT_SETTLED if self.nodes > self.node_limit else top

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, hands: cython.uchar[:, ::1], i: cython.Py_ssize_t) -> cython.int:
        """Take a hand's naturals; returns its wilds (jokers + 16 × ranked), -1 where there are too many."""
        k: cython.int
        c: cython.int
        s: cython.int
        wilds: cython.int = 0
        if self.rows > MOST_ROWS_KEPT or cython.cast(cython.longlong, self.rows) * self.width > MOST_NUMBERS_KEPT:
            self._forget()
        for s in range(4):
            self.held[s] = 0
        for k in range(self.kinds):
            c = hands[i, k]
            if c == 0:
                continue
            if self.kind[k] >= 100:
                if c > 15:
                    return -1
                wilds += c if self.kind[k] == 100 else 16 * c
            elif c < self.base:
                s = self.kind[k] >> 4
                self.held[s] += cython.cast(cython.longlong, c) << (3 * (self.kind[k] & 15))
            else:
                return -1
        if (wilds & 15) > self.jokers or (wilds >> 4) > self.ranked:
            return -1
        return wilds

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without(self, k: cython.int, wilds: cython.int) -> cython.longlong:
        """The greatest gain without one card of a kind."""
        gain: cython.longlong
        s: cython.int
        if self.kind[k] >= 100:
            return self._most_of(wilds - (1 if self.kind[k] == 100 else 16))
        s = self.kind[k] >> 4
        self.held[s] -= ONE << (3 * (self.kind[k] & 15))
        gain = self._most_of(wilds)
        self.held[s] += ONE << (3 * (self.kind[k] & 15))
        return gain

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _most_of(self, wilds: cython.int) -> cython.longlong:
        """The greatest gain of the hand taken, with so many wilds; NO_GAIN where it hasn't the runs required."""
        s: cython.int
        jokers: cython.int = wilds & 15
        ranked: cython.int = wilds >> 4
        self.best = NO_GAIN
        if self.need_pure == 0 and self.need_runs == 0:
            self.best = 0
        for s in range(self.suits):
            self.row_at[s] = self._row(self.held[s])
        if self.best <= NO_GAIN and self._sum(0, jokers, ranked) <= NO_GAIN:
            return NO_GAIN  # sets only take cards away
        self._look_ahead(jokers + ranked)
        self._choose(0, 0, jokers, ranked, 0)
        return self.best

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_ahead(self, wilds: cython.int) -> cython.void:
        """By rank and number of wilds the most that sets of that rank and those after it could gain."""
        r: cython.int
        t: cython.int
        u: cython.int
        at: cython.int
        total: cython.longlong
        for t in range(wilds + 1):
            self.later[self.ranks * self.totals + t] = 0
        for r in range(self.ranks - 1, -1, -1):
            at = (self._vector(0, r) * self.ranks + r) * self.totals
            for t in range(wilds + 1):
                self.later[r * self.totals + t] = 0
                for u in range(t + 1):
                    total = self.later[(r + 1) * self.totals + t - u] + self.set_most[at + u]
                    if total > self.later[r * self.totals + t]:
                        self.later[r * self.totals + t] = total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, depth: cython.int, r: cython.int, wilds: cython.int) -> cython.longlong:
        """The most that runs, and sets of the ranks from `r` on, could gain with so many wilds."""
        t: cython.int
        total: cython.longlong
        top: cython.longlong = NO_GAIN
        for t in range(wilds + 1):
            total = self.by_total[depth * self.totals + wilds - t] + self.later[r * self.totals + t]
            if total > top:
                top = total
        return top

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _vector(self, depth: cython.int, r: cython.int) -> cython.int:
        """How many cards of a rank there are of each suit, as one number."""
        s: cython.int
        vector: cython.int = 0
        for s in range(self.suits - 1, -1, -1):
            vector = vector * self.base + cython.cast(cython.int, (self.held[depth * 4 + s] >> (3 * r)) & 3)
        return vector

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(
        self, depth: cython.int, first: cython.int, jokers: cython.int, ranked: cython.int, gain: cython.longlong
    ) -> cython.void:
        """Try no more sets, then every set of the ranks from `first` on; keeps the best gain."""
        r: cython.int
        i: cython.int
        s: cython.int
        vector: cython.int
        j: cython.int
        k: cython.int
        taken: cython.int
        total: cython.longlong
        here: cython.int = depth * 4
        self.nodes += 1
        if self.nodes > self.node_limit:
            return
        total = self._sum(depth, jokers, ranked)
        if total > NO_GAIN and total + gain > self.best:
            self.best = total + gain
        for r in range(first, self.ranks):
            if gain + self._bound(depth, r, jokers + ranked) <= self.best:
                return
            vector = self._vector(depth, r)
            if self.set_most[(vector * self.ranks + r) * self.totals + jokers + ranked] == 0:
                continue
            for i in range(self.set_at[vector], self.set_at[vector + 1]):
                j = jokers - (self.set_wilds[i] & 15)
                k = ranked - (self.set_wilds[i] >> 4)
                total = self.set_gain[i * self.ranks + r]
                if j < 0 or k < 0 or gain + total + self._bound(depth, r + 1, j + k) <= self.best:
                    continue
                for s in range(self.suits):
                    taken = (self.set_uses[i] >> (2 * s)) & 3
                    self.held[here + 4 + s] = self.held[here + s]
                    self.row_at[here + 4 + s] = self.row_at[here + s]
                    if taken:
                        self.held[here + 4 + s] -= cython.cast(cython.longlong, taken) << (3 * r)
                        self.row_at[here + 4 + s] = self._row(self.held[here + 4 + s])
                self._choose(depth + 1, r + 1, j, k, gain + total)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sum(self, depth: cython.int, jokers: cython.int, ranked: cython.int) -> cython.longlong:
        """The most that the runs of all suits gain together with so many wilds; NO_GAIN without the runs required."""
        s: cython.int
        i: cython.int
        now: cython.int = 0
        then: cython.int
        row: cython.int
        at: cython.int
        j: cython.int
        k: cython.int
        width: cython.int = self.width
        b: cython.int = self.ranked + 1
        top: cython.longlong = NO_GAIN
        for i in range(width):
            self.sums[i] = self.alone[i]
        for s in range(self.suits):
            row = self.row_at[depth * 4 + s]
            if not self.any_run[row]:
                continue
            then = width - now
            for i in range(width):
                self.sums[then + i] = NO_GAIN
            self._add(now, then, row)
            now = then
        at = depth * self.totals
        for i in range(self.totals):
            self.by_total[at + i] = NO_GAIN
        for i in range(width - self.budgets, width):
            j = (i % self.budgets) // b
            k = i % b
            if self.sums[now + i] > NO_GAIN and j <= jokers and k <= ranked:
                if self.sums[now + i] > top:
                    top = self.sums[now + i]
                if self.sums[now + i] > self.by_total[at + j + k]:
                    self.by_total[at + j + k] = self.sums[now + i]
        for i in range(1, self.totals):
            if self.by_total[at + i - 1] > self.by_total[at + i]:
                self.by_total[at + i] = self.by_total[at + i - 1]
        return top

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, now: cython.int, then: cython.int, row: cython.int) -> cython.void:
        """Add a row to sums: `sums[then + …]` becomes the best of `sums[now + …]` and the row together."""
        i: cython.int
        k: cython.int
        at: cython.int
        total: cython.longlong
        for k in range(self.width):
            if self.gains[row * self.width + k] <= NO_GAIN:
                continue
            for i in range(self.width):
                if self.sums[now + i] <= NO_GAIN:
                    continue
                at = self._together(i, k)
                if at >= 0:
                    total = self.sums[now + i] + self.gains[row * self.width + k]
                    if total > self.sums[then + at]:
                        self.sums[then + at] = total
