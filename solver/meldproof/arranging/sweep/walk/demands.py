# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a settled place changes: aces kept for the high end, own copies, natural wild ranks, demands, the end."""

from __future__ import annotations

import cython

from meldproof.arranging.sweep.walk.choices import Choices
from meldproof.arranging.sweep.walk.fields import INF


@cython.cclass
class Demands(Choices):
    """Decides what a settled place leaves to those after it, and whether the end meets what is demanded."""

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_frame(self, p: cython.int) -> cython.void:
        self.f_left[p + 1] = self.f_left[p]
        self.f_carry[p + 1] = self.f_carry[p]
        self.f_carry_bound[p + 1] = self.f_carry_bound[p]
        self.f_carry_own[p + 1] = self.f_carry_own[p]
        self.f_level[p + 1] = self.f_level[p]
        self.f_points[p + 1] = self.f_points[p]
        self.f_pure[p + 1] = self.f_pure[p]
        self.f_runs[p + 1] = self.f_runs[p]
        self.f_melds[p + 1] = self.f_melds[p]
        self.f_owed[p + 1] = self.f_owed[p]
        self.f_keep[p + 1] = (self.f_keep[p] | self.kept_here[p]) & self.outlasts[p]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _out_of_reach(self, p: cython.int) -> cython.bint:
        """Whether the opening's points can no longer be reached."""
        k: cython.int
        most: cython.int = self.f_points[p] + self.later_points[p]
        if most >= self.need_points:
            return False
        for k in range(self.pools):
            most += cython.cast(cython.int, (self.f_left[p] >> (8 * k)) & 255) * self.pool_points[k]
        return most < self.need_points

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leaf(self, budget: cython.longlong) -> cython.longlong:
        """What the wilds left over lose; INF where a demand isn't met."""
        p: cython.int = self.last + 1
        k: cython.int
        s: cython.int
        i: cython.int
        x: cython.int
        left: cython.int
        level: cython.int = self.f_level[p]
        loss: cython.longlong = self.leaf_base
        points: cython.int = self.f_points[p]
        pure: cython.int = self.f_pure[p]
        runs: cython.int = self.f_runs[p]
        melds: cython.int = self.f_melds[p]
        if self.f_owed[p] > 0:
            return INF
        for k in range(self.pools):
            left = cython.cast(cython.int, (self.f_left[p] >> (8 * k)) & 255)
            if left > 0:
                if left > self.pool_spare[k]:
                    return INF
                loss += left * self.pool_dead_cost[k]
                if self.pool_level[k] > level:
                    level = self.pool_level[k]
        if self.discards:
            if self.discards == 2 and level == 0:
                return INF
            i = self.f_level[p]
            if self.later_level[p] > i:
                i = self.later_level[p]
            loss += self.level_gain[i] - self.level_gain[level]
        if self.demands:
            for s in range(self.suits):
                k = self.f_suit[p * 4 + s]
                for i in range(self.q_runs[k]):
                    x = self.entries[self.q_at[k] + i]
                    if self.is_own[x] or not self.owns:
                        runs += 1
                        melds = 1
                        if self.is_pure[x]:
                            pure += 1
            if points < self.need_points or pure < self.need_pure or runs < self.need_runs or melds < self.need_melds:
                return INF
        if self.replaying and loss < budget:
            self.done = True
        return loss

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_aces(self, p: cython.int) -> cython.void:
        """After place 1: the aces kept for the high end and for sets."""
        s: cython.int
        i: cython.int
        carry: cython.int = 0
        carry_bound: cython.int = 0
        carry_own: cython.int = 0
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            carry |= self.c_dead[i] << (4 * s)
            carry_bound |= (self.now_bound[p * 4 + s] - cython.cast(cython.int, (self.c_b[i] >> 24) & 15)) << (4 * s)
            if self.owns:
                carry_own |= (self.own[p * 4 + s] - cython.cast(cython.int, (self.c_b[i] >> 12) & 15)) << (4 * s)
        self.f_carry[p + 1] = carry
        self.f_carry_bound[p + 1] = carry_bound
        self.f_carry_own[p + 1] = carry_own

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _own_enough(self, p: cython.int) -> cython.bint:
        """Whether own melds and what stays in hand need no more than the hand's own copies."""
        s: cython.int
        n: cython.int
        i: cython.int
        have: cython.int
        taken: cython.longlong = 0
        if self.chosen_set[p] > 0:
            taken = self.set_b[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = cython.cast(cython.int, (self.c_b[i] >> 12) & 15) + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            have = self.own[p * 4 + s]
            if self.carries and p == self.last:
                have = (self.f_carry_own[p] >> (4 * s)) & 15
            if not (self.carries and p == 1):
                n += self.c_dead[i]
            if n > have:
                return False
        return True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_naturals(self, p: cython.int, left: cython.longlong) -> cython.longlong:
        """At the place where wild ranks are natural: take those used so from their pool. -1 where that can't be.

        In place a wild rank may not stand for itself, so such a run needs a card of another suit (Hall's condition);
        cards that must be laid ask for as many later uses as are still owed (the same, by Mendelsohn and Dulmage).
        """
        s: cython.int
        i: cython.int
        n: cython.int
        used: cython.int = 0
        free: cython.int = 0
        wild_here: cython.int = 0
        owed: cython.int
        all_owed: cython.int = 0
        most_owed: cython.int = 0
        before: cython.int
        shift: cython.int = 8 * self.natural_pool
        taken: cython.longlong = 0
        if self.chosen_set[p] > 0:
            taken = self.set_a[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = self.c_run[i] + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            used += n
            free += self.naturals[p * 4 + s] - n
            wild_here += cython.cast(cython.int, (self.c_a[i] >> (16 + shift)) & 255)
        if used > cython.cast(cython.int, (left >> shift) & 255):
            return -1
        before = self.held[self.natural_pool] - cython.cast(cython.int, (self.f_left[p] >> shift) & 255)
        before += wild_here + cython.cast(cython.int, (taken >> (12 + shift)) & 255)
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = self.c_run[i] + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            wild_here = cython.cast(cython.int, (self.c_a[i] >> (16 + shift)) & 255) if self.natural_forced else 0
            if wild_here > free - (self.naturals[p * 4 + s] - n):
                return -1
            owed = self.used_ranked[s] - n
            if owed > 0:
                all_owed += owed
                if owed - (before - wild_here) > most_owed:
                    most_owed = owed - (before - wild_here)
        if all_owed - before > most_owed:
            most_owed = all_owed - before
        self.f_owed[p + 1] = most_owed
        return left - (cython.cast(cython.longlong, used) << shift)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_demands(self, p: cython.int) -> cython.void:
        """What the place brings toward the demands: points, runs, runs without wilds, any meld."""
        s: cython.int
        i: cython.int
        k: cython.int
        n: cython.int
        points: cython.int = self.f_points[p]
        pure: cython.int = self.f_pure[p]
        runs: cython.int = self.f_runs[p]
        melds: cython.int = self.f_melds[p]
        a: cython.longlong = 0
        b: cython.longlong = 0
        if self.chosen_set[p] > 0:
            a = self.set_a[self.chosen_set[p]]
            b = self.set_b[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            runs += cython.cast(cython.int, self.c_b[i] & 15)
            pure += cython.cast(cython.int, (self.c_b[i] >> 4) & 15)
            if self.owns:
                points += cython.cast(cython.int, (self.c_b[i] >> 12) & 15) * self.run_points[p]
                for k in range(self.pools):
                    if self.pool_own[k]:
                        n = cython.cast(cython.int, (self.c_b[i] >> (12 + 4 * self.pool_class[k])) & 15)
                        points += n * self.pool_run_points[k * 32 + p]
            else:
                points += self.c_run[i] * self.run_points[p]
                for k in range(self.pools):
                    n = cython.cast(cython.int, (self.c_a[i] >> (16 + 8 * k)) & 255)
                    points += n * self.pool_run_points[k * 32 + p]
        if self.counted_sets:
            for s in range(self.suits):
                points += cython.cast(cython.int, (b >> (3 * s)) & 7) * self.set_points[p]
            for k in range(self.pools):
                if self.pool_own[k]:
                    n = cython.cast(cython.int, (b >> (7 + 5 * self.pool_class[k])) & 31)
                    points += n * self.pool_set_points[k * 32 + p]
            if b or (a and not self.owns):
                melds = 1
        elif a:
            for s in range(self.suits):
                points += cython.cast(cython.int, (a >> (3 * s)) & 7) * self.set_points[p]
            for k in range(self.pools):
                points += cython.cast(cython.int, (a >> (12 + 8 * k)) & 255) * self.pool_set_points[k * 32 + p]
            melds = 1
        if runs > 0:
            melds = 1
        self.f_points[p + 1] = points if points < self.need_points else self.need_points
        self.f_pure[p + 1] = pure if pure < self.need_pure else self.need_pure
        self.f_runs[p + 1] = runs if runs < self.need_runs else self.need_runs
        self.f_melds[p + 1] = melds if melds < self.need_melds else self.need_melds
