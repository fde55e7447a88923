# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search: place by place, depth-first, with memory and a falling budget of loss."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk.fields import FRAMES, GUARDS, INF, LANES, LOWER, ints, longs
from meldproof.arranging.sweep.walk.keeps import Keeps
from meldproof.arranging.sweep.walk.memory import MOST_CHOICES


@cython.cclass
class Search(Keeps):
    """Decides by how much a place may still lose, and goes on to the next: the recursion over places."""

    # What is a place's search at?
    limit = cython.declare(cython.longlong[::1])  # by place, the least loss that is too much
    found = cython.declare(cython.longlong[::1])  # the least loss found (INF: none)
    lower = cython.declare(cython.longlong[::1])  # the least of what was left out
    list_of = cython.declare(cython.int[::1])  # by place and suit, the list of choices
    rest = cython.declare(cython.longlong[::1])  # by place and suit, the least loss of the suits from there on
    left_at = cython.declare(cython.longlong[::1])  # by place and suit, the wilds left before it

    # What is told apart, and how long it may take.
    wide = cython.declare(cython.bint)  # whether states have a fourth word: demands, or bound wilds
    nodes = cython.declare(cython.longlong)  # states visited
    node_limit = cython.declare(cython.longlong)  # the most that may be

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Keeps.__init__(self, shape, machine, set_source)
        self.limit, self.found, self.lower = longs(FRAMES), longs(FRAMES), longs(FRAMES)
        self.list_of, self.rest, self.left_at = ints(FRAMES * 4), longs(FRAMES * 5), longs(FRAMES * 5)
        self.wide, self.nodes, self.node_limit = False, 0, INF

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, p: cython.int, budget: cython.longlong) -> cython.longlong:
        """The least loss from place `p` on if it is below the budget, else a bound on it, at least the budget."""
        s: cython.int
        i: cython.int
        idle: cython.bint
        a: cython.ulonglong = 0
        b: cython.ulonglong
        c: cython.ulonglong
        d: cython.ulonglong = 0
        value: cython.longlong
        while p <= self.last:
            idle = not self.busy[p]
            for s in range(self.suits):
                if self.f_suit[p * 4 + s]:
                    idle = False
            if (p == self.last and self.f_carry[p]) or self.f_keep[p] or self.keep_at[p] < self.keep_at[p + 1]:
                idle = False
            if not idle:
                break
            self.chosen_set[p] = -1
            self.kept_here[p] = 0
            self._copy_frame(p)
            for s in range(self.suits):
                self.f_suit[(p + 1) * 4 + s] = 0
            p += 1
        if p > self.last:
            return self._leaf(budget)
        if self.demands and self._out_of_reach(p):
            return INF
        for s in range(self.suits):
            a |= cython.cast(cython.ulonglong, self.f_suit[p * 4 + s]) << (16 * s)
        b = cython.cast(cython.ulonglong, self.f_left[p])
        b |= cython.cast(cython.ulonglong, self.f_carry[p]) << 32
        b |= cython.cast(cython.ulonglong, p) << 48
        b |= cython.cast(cython.ulonglong, self.f_level[p]) << 53
        b |= cython.cast(cython.ulonglong, self.f_owed[p]) << 58
        b |= cython.cast(cython.ulonglong, self.f_melds[p]) << 61
        if self.wide:
            d = cython.cast(cython.ulonglong, self.f_points[p])
            d |= cython.cast(cython.ulonglong, self.f_pure[p]) << 16
            d |= cython.cast(cython.ulonglong, self.f_runs[p]) << 22
            d |= cython.cast(cython.ulonglong, self.f_carry_own[p]) << 28
            d |= cython.cast(cython.ulonglong, self.f_carry_bound[p]) << 44
        c = cython.cast(cython.ulonglong, self.f_keep[p])
        i = self._find(a, b, c, d)
        if i >= 0:
            value = self.m_value[i]
            if value >> 1 >= budget or (value & 1 and not self.replaying):
                return value >> 1
            if value & 1:
                budget = (value >> 1) + 1
        self.nodes += 1
        if self.nodes > self.node_limit or self.c_top > MOST_CHOICES:
            self.stopped = True
            return INF
        self.limit[p] = budget
        self.found[p] = INF
        self.lower[p] = INF
        self._expand(p)
        if self.stopped or self.done:
            return self.found[p]
        if self.found[p] < INF:
            self._remember(a, b, c, d, self.found[p] * 2 + 1)
            return self.found[p]
        value = self.lower[p]
        if value > INF:
            value = INF
        self._remember(a, b, c, d, value * 2)
        return value

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, p: cython.int) -> cython.void:
        """Every way to settle a place: table melds that stay, then sets, then suit by suit."""
        self.kept_here[p] = 0
        if self.keeps:
            self._keep(p, self.keep_at[p], self.f_left[p], 0)
        else:
            self.now_left[p] = self.f_left[p]
            self._settle(p, 0)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, p: cython.int, i: cython.int, left: cython.longlong, so_far: cython.longlong) -> cython.void:
        """Decide which of a place's table melds, from `i` on, stay as they are, and with which wilds."""
        j: cython.int
        after: cython.int
        if so_far >= self.limit[p]:
            if so_far < self.lower[p]:
                self.lower[p] = so_far
            return
        if i == self.keep_at[p + 1]:
            self.now_left[p] = left
            self._settle(p, so_far)
            return
        after = self.keep_next[i]
        for j in range(i, after):
            if ((left | GUARDS) - self.keep_wilds[j]) & GUARDS == GUARDS and self._is_bound_free(p, j):
                self.kept_here[p] |= cython.cast(cython.longlong, 1) << j
                self._keep(p, after, left - self.keep_wilds[j], so_far + self.keep_loss[j])
                if self.stopped or self.done:
                    return
                self.kept_here[p] &= ~(cython.cast(cython.longlong, 1) << j)
        self._keep(p, after, left, so_far + self.drop_loss[i])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, p: cython.int, so_far: cython.longlong) -> cython.void:
        """Every way to settle a place's sets, then its suits."""
        s: cython.int
        i: cython.int
        at: cython.int
        vector: cython.int = 0
        bound: cython.int = 0
        f4: cython.int = p * 4
        loose: cython.int = self.bound_any[p]
        options: cython.int = self.s_top
        last_aces: cython.bint = self.carries and p == self.last
        self.f_budget[p] = self._budget(self.now_left[p])
        for s in range(self.suits):
            if last_aces:
                self.now[f4 + s] = (self.f_carry[p] >> (4 * s)) & 15
                self.now_bound[f4 + s] = (self.f_carry_bound[p] >> (4 * s)) & 15
            else:
                self.now[f4 + s] = self.naturals[f4 + s]
                self.now_bound[f4 + s] = self.bound[f4 + s]
        if self.keeps:
            loose -= self._set_aside(p)
            if loose < 0:
                return
            for s in range(self.suits):
                if self.now[f4 + s] < 0 or self.now_bound[f4 + s] < 0:
                    return
        for s in range(self.suits - 1, -1, -1):
            vector = vector * self.base + self.now[f4 + s]
            bound = bound * 3 + self.now_bound[f4 + s]
        if self.sets_barred or (self.carries and p == 1):
            self._alone(p, 0, so_far)
        else:
            if self.bound_base > 1:
                bound += loose * self.bound_top
            else:
                bound = 0
            at = self._set_list(vector, self.f_budget[p], bound)
            if self.set_a[at] == 1 and self.set_a[at + 1] == 0:
                self._alone(p, at + 1, so_far)
            else:
                self._rank_sets(p, self._set_losses(p, at, vector, bound), so_far)
                for i in range(options, self.s_top):
                    if self.s_loss[i] >= self.limit[p]:
                        if self.s_loss[i] < self.lower[p]:
                            self.lower[p] = self.s_loss[i]
                        break
                    for s in range(self.suits):
                        self.list_of[f4 + s] = self.s_lists[4 * i + s]
                    self._with_sets(p, self.s_option[i], so_far)
                    if self.stopped or self.done:
                        break
        self.s_top = options

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _alone(self, p: cython.int, option: cython.int, so_far: cython.longlong) -> cython.void:
        """Settle a place that has one set option only: none."""
        s: cython.int
        for s in range(self.suits):
            self.list_of[p * 4 + s] = self._choices(p, s, self.now[p * 4 + s], self.now_bound[p * 4 + s])
            if self.c_run[self.list_of[p * 4 + s]] == 0:
                if self.c_loss[self.list_of[p * 4 + s]] < self.lower[p]:
                    self.lower[p] = self.c_loss[self.list_of[p * 4 + s]]
                return
        self._with_sets(p, option, so_far)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank_sets(self, p: cython.int, start: cython.int, so_far: cython.longlong) -> cython.void:
        """Push the set options of a place with the least loss each can come to, the least first."""
        i: cython.int
        j: cython.int
        s: cython.int
        taken: cython.int
        tied: cython.int
        off: cython.int
        base: cython.int = self.s_top
        a: cython.longlong
        loss: cython.longlong
        for i in range(start + 1, start + 1 + self.c_run[start]):
            loss = so_far + self.c_loss[i]
            if loss >= self.limit[p]:
                if loss < self.lower[p]:
                    self.lower[p] = loss
                break
            a = self.c_a[i]
            for s in range(self.suits):
                taken = cython.cast(cython.int, (a >> (3 * s)) & 7)
                tied = cython.cast(cython.int, (a >> (44 + 2 * s)) & 3)
                off = self._choices(p, s, self.now[p * 4 + s] - taken, self.now_bound[p * 4 + s] - tied)
                self.list_of[p * 4 + s] = off
                if self.c_run[off] == 0:
                    loss = self.c_loss[off]
                    break
                loss += self.c_loss[off + 1]
            if loss >= self.limit[p]:
                if loss < self.lower[p]:
                    self.lower[p] = loss
                continue
            if self.s_top + 1 >= self.s_room:
                with cython.gil:
                    self.grow_set_stack()
            j = self.s_top
            while j > base and self.s_loss[j - 1] > loss:
                self.s_loss[j] = self.s_loss[j - 1]
                self.s_option[j] = self.s_option[j - 1]
                for s in range(4):
                    self.s_lists[4 * j + s] = self.s_lists[4 * j - 4 + s]
                j -= 1
            self.s_loss[j] = loss
            self.s_option[j] = self.c_run[i]
            for s in range(self.suits):
                self.s_lists[4 * j + s] = self.list_of[p * 4 + s]
            self.s_top += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _with_sets(self, p: cython.int, option: cython.int, so_far: cython.longlong) -> cython.void:
        """Settle a place's suits once its sets are chosen (`option` 0: none) and the suits' lists are found."""
        s: cython.int
        a: cython.longlong = 0
        loss: cython.longlong
        if option:
            a = self.set_a[option]
        loss = so_far + self._set_loss(p, a)
        self.chosen_set[p] = option
        self.rest[p * 5 + self.suits] = 0
        for s in range(self.suits - 1, -1, -1):
            self.rest[p * 5 + s] = self.rest[p * 5 + s + 1] + self.c_loss[self.list_of[p * 4 + s] + 1]
        self.left_at[p * 5] = self.now_left[p] - ((a >> 12) & LOWER)
        self._suits(p, 0, loss)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _suits(self, p: cython.int, s: cython.int, so_far: cython.longlong) -> cython.void:
        """Choose for suit `s` and those after it, then go on to the next place."""
        off: cython.int
        i: cython.int
        f5: cython.int = p * 5 + s
        total: cython.longlong
        left: cython.longlong
        use: cython.longlong
        if s == self.suits:
            self._descend(p, so_far)
            return
        off = self.list_of[p * 4 + s]
        left = self.left_at[f5]
        for i in range(off + 1, off + 1 + self.c_run[off]):
            total = so_far + self.c_loss[i]
            if total + self.rest[f5 + 1] >= self.limit[p]:
                if total + self.rest[f5 + 1] < self.lower[p]:
                    self.lower[p] = total + self.rest[f5 + 1]
                return
            use = (self.c_a[i] >> 16) & LOWER
            if use:
                if ((left | GUARDS) - use) & GUARDS != GUARDS:
                    continue
                self.left_at[f5 + 1] = left - use
            else:
                self.left_at[f5 + 1] = left
            self.chosen[p * 4 + s] = i
            self._suits(p, s + 1, total)
            if self.stopped or self.done:
                return
        total = so_far + self.c_loss[off] + self.rest[f5 + 1]
        if total < self.lower[p]:
            self.lower[p] = total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _descend(self, p: cython.int, so_far: cython.longlong) -> cython.void:
        """All of a place is settled: make the next frame and go on there."""
        s: cython.int
        i: cython.int
        lack: cython.int = 0
        level: cython.int
        n: cython.int
        left: cython.longlong = self.left_at[p * 5 + self.suits]
        total: cython.longlong = so_far
        value: cython.longlong
        opening_aces: cython.bint = self.carries and p == 1
        for s in range(self.suits):
            lack += self.c_lack[self.chosen[p * 4 + s]]
        if lack > 0 and lack > cython.cast(cython.int, ((left * LANES) >> 24) & 255):
            return
        self._copy_frame(p)
        if p == self.natural_place:
            left = self._take_naturals(p, left)
            if left < 0:
                return
        elif self.f_owed[p] > 0:
            n = self.f_owed[p] - cython.cast(cython.int, ((self.f_left[p] - left) >> (8 * self.natural_pool)) & 255)
            self.f_owed[p + 1] = n if n > 0 else 0
        self.f_left[p + 1] = left
        level = self.f_level[p]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            self.f_suit[(p + 1) * 4 + s] = cython.cast(cython.int, self.c_a[i] & 0xFFFF)
            if self.c_dead[i] > 0 and not opening_aces and p != self.natural_place and self.level[p * 4 + s] > level:
                level = self.level[p * 4 + s]
        self.f_level[p + 1] = level
        if opening_aces:
            self._keep_aces(p)
        if self.owns and not self._own_enough(p):
            return
        if self.demands:
            self._count_demands(p)
        if self.discards:
            i = self.f_level[p]
            if self.later_level[p] > i:
                i = self.later_level[p]
            if self.later_level[p + 1] > level:
                level = self.later_level[p + 1]
            total += self.level_gain[i] - self.level_gain[level]
        if total >= self.limit[p]:
            if total < self.lower[p]:
                self.lower[p] = total
            return
        value = self._node(p + 1, self.limit[p] - total)
        if self.stopped:
            return
        value += total
        if value < self.limit[p]:
            self.found[p] = value
            self.limit[p] = value - self.grain + 1  # losses from a state on differ by whole grains
        elif value < self.lower[p]:
            self.lower[p] = value
