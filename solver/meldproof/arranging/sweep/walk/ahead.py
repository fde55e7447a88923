# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Looking ahead: with what loss an open run can still end, and which cards no meld can hold."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS
from meldproof.arranging.sweep.walk.fields import FAR, FRAMES, INF, ints, longs
from meldproof.arranging.sweep.walk.options import Options


@cython.cclass
class Ahead(Options):
    """Decides what can still come of a state, and puts aside what no meld can hold."""

    # What can still come of a run? By cell and machine state.
    hope = cython.declare(cython.longlong[::1])  # the least loss with which it can still end (INF: it can't)
    wilds_owed = cython.declare(cython.int[::1])  # the fewest wilds it takes for that
    reach = cython.declare(cython.int[::1])  # the fewest wilds that lead to a state, at this place and the one before

    # What can come at a place?
    startable = cython.declare(cython.int[::1])  # by cell, whether a run that begins there can end
    useful = cython.declare(cython.int[::1])  # by cell, whether a run can hold its naturals
    busy = cython.declare(cython.int[::1])  # by place, whether anything can happen there
    later_level = cython.declare(cython.int[::1])  # by place, the best level of a discard from there on
    later_points = cython.declare(cython.int[::1])  # by place, the most that naturals from there on can count

    # What no meld can hold is lost at once.
    lost = cython.declare(cython.longlong)  # what that loses
    lost_level = cython.declare(cython.int)  # the best level among it
    wild_total = cython.declare(cython.int)  # all free wilds

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Options.__init__(self, shape, machine, set_source)
        size = CELLS * self.states
        self.hope, self.wilds_owed, self.reach = longs(size), ints(size), ints(2 * self.states)
        self.startable, self.useful, self.busy = ints(CELLS), ints(CELLS), ints(FRAMES)
        self.later_level, self.later_points = ints(FRAMES), ints(FRAMES)
        self.lost = self.lost_level = self.wild_total = 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_ahead(self) -> cython.void:
        """For every place, suit and machine state the least loss and the fewest wilds with which a run can end."""
        p: cython.int
        s: cython.int
        x: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        after: cython.int
        table: cython.int
        owed: cython.int
        fewest: cython.int
        total: cython.int = 0
        best: cython.longlong
        loss: cython.longlong
        d: cython.int = self.states
        for k in range(self.pools):
            total += self.held[k]
        self.wild_total = total
        for s in range(self.suits):
            at = (self.last * 4 + s) * d
            for x in range(d):
                self.hope[at + x] = 0 if self.accepts[x] else INF
                self.wilds_owed[at + x] = 0 if self.accepts[x] else FAR
            for p in range(self.last - 1, self.first - 1, -1):
                at = (p * 4 + s) * d
                after = at + 4 * d
                table = 3 * d if p + 1 == self.last and self.modes > 1 else 0
                for x in range(d):
                    best = 0 if self.accepts[x] else INF
                    fewest = 0 if self.accepts[x] else FAR
                    y = self.steps[table + 3 * x]
                    if y >= 0 and self.naturals[(p + 1) * 4 + s] > 0 and self.hope[after + y] < INF:
                        loss = self.run_cost[(p + 1) * 4 + s] + self.hope[after + y]
                        if loss < best:
                            best = loss
                        if self.wilds_owed[after + y] < fewest:
                            fewest = self.wilds_owed[after + y]
                    if self.bound_base > 1:
                        y = self.steps[table + 3 * x + 1]
                        if y >= 0 and self.bound[(p + 1) * 4 + s] > 0 and self.hope[after + y] < INF:
                            loss = self.bound_cost[(p + 1) * 4 + s] + self.hope[after + y]
                            if loss < best:
                                best = loss
                            if self.wilds_owed[after + y] < fewest:
                                fewest = self.wilds_owed[after + y]
                    for k in range(self.pools):
                        if self.held[k] == 0:
                            continue
                        y = self.steps[table + 3 * x + self.pool_class[k]]
                        if y >= 0 and self.hope[after + y] < INF:
                            owed = self.wilds_owed[after + y] + 1
                            if owed > total:
                                continue
                            loss = self.pool_run_cost[k * 32 + p + 1] + self.hope[after + y]
                            if loss < best:
                                best = loss
                            if owed < fewest:
                                fewest = owed
                    self.hope[at + x] = best
                    self.wilds_owed[at + x] = fewest
            self._mark_starts(s)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_starts(self, s: cython.int) -> cython.void:
        """Where a run of the suit may begin."""
        p: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        table: cython.int
        colour: cython.int
        colours: cython.int = 2 if self.owns else 1
        can: cython.int
        for p in range(self.first, self.last + 1):
            can = 0
            if self.runs_barred:
                self.startable[p * 4 + s] = 0
                continue
            at = (p * 4 + s) * self.states
            for colour in range(colours):
                table = 3 * (colour + (colours if p == 1 else 0))
                y = self.starts[table]
                if y >= 0 and self.naturals[p * 4 + s] > 0 and self.hope[at + y] < INF:
                    can = 1
                y = self.starts[table + 1]
                if y >= 0 and self.bound[p * 4 + s] > 0 and self.hope[at + y] < INF:
                    can = 1
                for k in range(self.pools):
                    y = self.starts[table + self.pool_class[k]]
                    if y >= 0 and self.held[k] > 0 and self.hope[at + y] < INF:
                        if self.wilds_owed[at + y] < self.wild_total:
                            can = 1
            self.startable[p * 4 + s] = can

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_useful(self, s: cython.int) -> cython.void:
        """Which naturals of a suit some run can hold, wilds permitting. Competition for cards is not considered."""
        p: cython.int
        x: cython.int
        colour: cython.int
        colours: cython.int = 2 if self.owns else 1
        table: cython.int
        d: cython.int = self.states
        here: cython.int = 0
        there: cython.int
        wilds: cython.int
        any_open: cython.bint = False
        for x in range(2 * d):
            self.reach[x] = FAR
        for p in range(self.first, self.last + 1):
            self.useful[p * 4 + s] = 0
            if not any_open and not self.startable[p * 4 + s]:
                continue
            there = d - here
            for x in range(d):
                self.reach[there + x] = FAR
            any_open = False
            (p * 4 + s) * d
            table = 3 * d if p == self.last and self.modes > 1 else 0
            for x in range(d):
                wilds = self.reach[here + x]
                if wilds < FAR:
                    self._reach_on(p, s, there, table + 3 * x, wilds, False)
            if self.startable[p * 4 + s]:
                for colour in range(colours):
                    self._reach_on(p, s, there, 3 * (colour + (colours if p == 1 else 0)), 0, True)
            for x in range(d):
                if self.reach[there + x] < FAR:
                    any_open = True
            here = there

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach_on(
        self, p: cython.int, s: cython.int, there: cython.int, row: cython.int, wilds: cython.int, starts: cython.bint
    ) -> cython.void:
        k: cython.int
        y: cython.int
        at: cython.int = (p * 4 + s) * self.states
        y = self.starts[row] if starts else self.steps[row]
        if y >= 0 and self.naturals[p * 4 + s] > 0 and wilds + self.wilds_owed[at + y] <= self.wild_total:
            self.useful[p * 4 + s] = 1
            if wilds < self.reach[there + y]:
                self.reach[there + y] = wilds
        if self.bound[p * 4 + s] > 0:
            y = self.starts[row + 1] if starts else self.steps[row + 1]
            if y >= 0 and wilds + self.wilds_owed[at + y] <= self.wild_total and wilds < self.reach[there + y]:
                self.reach[there + y] = wilds
        for k in range(self.pools):
            if self.held[k] > 0:
                y = self.starts[row + self.pool_class[k]] if starts else self.steps[row + self.pool_class[k]]
                if y >= 0 and wilds + 1 + self.wilds_owed[at + y] <= self.wild_total:
                    if wilds + 1 < self.reach[there + y]:
                        self.reach[there + y] = wilds + 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prepare(self) -> cython.void:
        """Look ahead, and put aside the cards that no meld can hold."""
        p: cython.int
        s: cython.int
        n: cython.int
        at: cython.int
        mask: cython.int
        level: cython.int
        ahead: cython.int
        rank_place: cython.int
        k: cython.int
        self.lost = 0
        self.lost_level = 0
        self._look_ahead()
        for s in range(self.suits):
            self._mark_useful(s)
        for p in range(self.first, self.last + 1):
            rank_place = p
            if self.carries and p == 1:
                rank_place = self.last
            elif self.carries and p == self.last:
                if self.first == 1:
                    continue  # the aces were looked at as place 1
            mask = 0
            if not self.sets_barred and self._any_natural(rank_place):
                at = self._set_list(
                    self._vector(rank_place), self._budget(self._all_held()), self._bound_key(rank_place)
                )
                mask = cython.cast(cython.int, self.set_b[at])
            for s in range(self.suits):
                n = self.naturals[p * 4 + s]
                if n == 0 or self.spare[p * 4 + s] < n or p == self.natural_place or mask & (1 << s):
                    continue
                if self.useful[p * 4 + s] or (rank_place != p and self.useful[rank_place * 4 + s]):
                    continue
                self.lost += n * self.dead_cost[rank_place * 4 + s]
                level = self.level[p * 4 + s]
                if level > self.lost_level:
                    self.lost_level = level
                self.naturals[p * 4 + s] = 0
                self.naturals[rank_place * 4 + s] = 0
        ahead = 0
        for k in range(self.pools):
            if self.held[k] > 0 and self.pool_spare[k] > 0 and self.pool_level[k] > ahead:
                ahead = self.pool_level[k]
        self.later_level[self.last + 1] = ahead
        self.later_points[self.last + 1] = 0
        for p in range(self.last, self.first - 1, -1):
            self.busy[p] = 0
            self.later_points[p] = self.later_points[p + 1]
            if self.bound_any[p]:
                self.busy[p] = 1
            if self.wild_total > 0 and not self.sets_barred and not (self.carries and p == 1):
                at = self._set_list(0, self._budget(self._all_held()), 0)
                if self.set_a[at] > 1:  # sets of wilds alone
                    self.busy[p] = 1
            for s in range(self.suits):
                n = self.naturals[p * 4 + s]
                if n > 0 or self.startable[p * 4 + s] or self.bound[p * 4 + s]:
                    self.busy[p] = 1
                if n > 0:
                    if self.spare[p * 4 + s] > 0 and self.level[p * 4 + s] > ahead:
                        ahead = self.level[p * 4 + s]
                    if self.run_points[p] > self.set_points[p]:
                        self.later_points[p] += n * self.run_points[p]
                    else:
                        self.later_points[p] += n * self.set_points[p]
            self.later_level[p] = ahead
