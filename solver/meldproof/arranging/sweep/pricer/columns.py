# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The columns of the pricer's linear programme: at some prices the best runs of a suit, the best set of a rank."""

from __future__ import annotations

import cython

from meldproof.arranging.sweep.pricer.cards import PriceCards

FAR_BELOW = cython.declare(cython.double, -1e300)
TINY = cython.declare(cython.double, 1e-9)


@cython.cclass
class PriceColumns(PriceCards):
    """The columns that some prices call for."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_columns(self, least: cython.double) -> cython.void:
        """Add the best runs of every suit and the best set of every rank that gain more than their prices.

        At first every set without wilds that does: most of them are wanted sooner or later.
        """
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
            self._trace_run(s, top_place, top, least)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trace_run(self, s: cython.int, p: cython.int, gain: cython.double, least: cython.double) -> cython.void:
        """Add the best run that ends at a place; no other ends within it.

        A long one without wilds comes in pieces: short columns fit together better, and fill the inverse less. Where a
        meld costs something only at first, since together they then gain less than it does.
        """
        x: cython.int = self.end_state[p]
        k: cython.int
        n: cython.int = 0
        left: cython.int = 0
        d: cython.int = self.states
        piece: cython.double = -self.meld_cost
        if self.cuts and self.pools == 0 and not self.any_bound and (self.first_time or self.meld_cost == 0.0):
            k = p
            while x >= 0:
                x = self.came_from[k * d + x]
                k -= 1
                left += 1
            x = self.end_state[p]
        self._new_tally()
        while x >= 0:
            if n == self.shortest and left >= 2 * n:
                if piece > least:
                    self._add_column(piece)
                self._new_tally()
                gain -= piece + self.meld_cost
                piece = -self.meld_cost
                left -= n
                n = 0
            n += 1
            piece += self.run_gain[p * 4 + s] - self.level[self.row_of[p * 4 + s]]
            self.end_best[p] = FAR_BELOW
            k = self.came_by[p * d + x]
            if k < 0:
                self.tally[self.bound_row[p * 4 + s]] += 1
            else:
                self.tally[self.row_of[p * 4 + s] if k == 0 else self.pool_row[k - 1]] += 1
            x = self.came_from[p * d + x]
            p -= 1
        if gain > least:
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
        joker: cython.double = FAR_BELOW
        ranked: cython.double = FAR_BELOW
        top: cython.double = least
        for s in range(self.suits):
            if self.naturals[p * 4 + s] > 0:
                self.natural_value[s] = self.set_gain[p * 4 + s] - self.level[self.row_of[p * 4 + s]]
        if with_wilds:
            self._list_sources(p)
            for k in range(9):
                if self.source_left[k] > 0:
                    if k < 4 and self.pool_class[k] == 2:
                        ranked = max(ranked, self.source_value[k])
                    else:
                        joker = max(joker, self.source_value[k])
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
                    total += n * self.natural_value[s]
            if total <= FAR_BELOW:
                continue
            if wilds:
                if total + self.pattern_wilds[2 * i] * joker + self.pattern_wilds[2 * i + 1] * ranked <= top:
                    continue
                total += self._best_wilds(p, i)
            if total > least and self.first_time:
                self._tally_set(p, i)
                self._add_column(total)
            elif total > top:
                top = total
                chosen = i
                for k in range(16):
                    self.best_used[k] = self.used[k] if wilds else 0
        if chosen < 0:
            return
        self._tally_set(p, chosen)
        for k in range(16):
            if self.best_used[k]:
                self.tally[self.source_row[k]] += self.best_used[k]
        self._add_column(top)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _tally_set(self, p: cython.int, i: cython.int) -> cython.void:
        """Note the naturals of a pattern."""
        s: cython.int
        self._new_tally()
        for s in range(self.suits):
            if self.pattern_suits[4 * i + s]:
                self.tally[self.row_of[p * 4 + s]] += self.pattern_suits[4 * i + s]

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
