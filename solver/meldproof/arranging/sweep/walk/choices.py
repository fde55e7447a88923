# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The choices of a suit at a place, and of a rank's sets, as lists with the least loss first."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk.ahead import Ahead
from meldproof.arranging.sweep.walk.fields import FRAMES, HOPELESS, INF, LANES, LOWER, ints, longs


@cython.cclass
class Choices(Ahead):
    """Decides in what order the choices of a suit, and of a rank's sets, are tried: the least loss first."""

    # The frames, one a place: what is so before it is settled. Suits in fields of 4 bits, pools of 8.
    f_suit = cython.declare(cython.int[::1])  # by place and suit, the suit state
    f_left = cython.declare(cython.longlong[::1])  # wilds left
    f_budget = cython.declare(cython.int[::1])  # the same as a budget
    f_carry = cython.declare(cython.int[::1])  # aces kept for the high end
    f_carry_bound = cython.declare(cython.int[::1])  # wilds bound to those
    f_carry_own = cython.declare(cython.int[::1])  # how many of them are the hand's
    f_level = cython.declare(cython.int[::1])  # the best level left unmelded
    f_points = cython.declare(cython.int[::1])  # points counted, up to those needed
    f_pure = cython.declare(cython.int[::1])  # runs without wilds, up to those needed
    f_runs = cython.declare(cython.int[::1])  # runs, up to those needed
    f_melds = cython.declare(cython.int[::1])  # whether there is a meld, where one is needed
    f_owed = cython.declare(cython.int[::1])  # how many cards of a wild rank must still be used
    f_keep = cython.declare(cython.longlong[::1])  # table runs that stay and are not at their end

    # What a place has to settle, and what is chosen there.
    kept_here = cython.declare(cython.longlong[::1])  # ways for table melds to stay, decided here
    high_kept = cython.declare(cython.int[::1])  # by suit, the naturals that those hold
    now = cython.declare(cython.int[::1])  # by place and suit, naturals without those
    now_bound = cython.declare(cython.int[::1])  # bound wilds without those
    now_left = cython.declare(cython.longlong[::1])  # wilds without those
    chosen = cython.declare(cython.int[::1])  # by place and suit, the choice
    chosen_set = cython.declare(cython.int[::1])  # the set option (0: none; below: the place was passed over)

    # How much may be lost?
    ceiling = cython.declare(cython.longlong)  # what loses as much is in no list
    replaying = cython.declare(cython.bint)  # whether an answer's choices are to be left in the frames
    done = cython.declare(cython.bint)  # whether they are

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Ahead.__init__(self, shape, machine, set_source)
        self.f_suit, self.f_left, self.f_budget = ints(FRAMES * 4), longs(FRAMES), ints(FRAMES)
        self.f_carry, self.f_carry_bound, self.f_carry_own = ints(FRAMES), ints(FRAMES), ints(FRAMES)
        self.f_level, self.f_points, self.f_pure, self.f_runs = ints(FRAMES), ints(FRAMES), ints(FRAMES), ints(FRAMES)
        self.f_melds, self.f_owed, self.f_keep = ints(FRAMES), ints(FRAMES), longs(FRAMES)
        self.kept_here, self.high_kept = longs(FRAMES), ints(4)
        self.now, self.now_bound, self.now_left = ints(FRAMES * 4), ints(FRAMES * 4), longs(FRAMES)
        self.chosen, self.chosen_set = ints(FRAMES * 4), ints(FRAMES)
        self.ceiling = INF
        self.replaying = self.done = False

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hope_of(self, p: cython.int, s: cython.int, state: cython.int) -> cython.longlong:
        """The least loss with which a suit's open runs can still end."""
        i: cython.int
        at: cython.int = self.q_at[state]
        base: cython.int = (p * 4 + s) * self.states
        one: cython.longlong
        total: cython.longlong = 0
        for i in range(self.q_runs[state]):
            one = self.hope[base + self.entries[at + i]]
            if one >= INF:
                return INF
            total += one
        return total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _owed_of(self, p: cython.int, s: cython.int, state: cython.int) -> cython.int:
        """The fewest wilds with which a suit's open runs can still end."""
        i: cython.int
        n: cython.int
        need: cython.int
        lack: cython.int = 0
        owed: cython.int = 0
        at: cython.int = self.q_at[state]
        base: cython.int = (p * 4 + s) * self.states
        for i in range(self.q_runs[state]):
            owed += self.wilds_owed[base + self.entries[at + i]]
        for i in range(self.needs):
            need = self.q_need[state * (self.needs + 1) + i]
            if need == 0 or p + 1 + i > self.last:
                break
            n = self.naturals[(p + 1 + i) * 4 + s] + self.bound[(p + 1 + i) * 4 + s]
            if need > n:
                lack += need - n
        return lack if lack > owed else owed

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choices(self, p: cython.int, s: cython.int, a: cython.int, tied: cython.int) -> cython.int:
        """The choices of a suit with `a` naturals and `tied` bound wilds for its runs, made when first wanted."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, self.f_suit[p * 4 + s])
        i: cython.int
        start: cython.int
        key = key | cython.cast(cython.ulonglong, p | s << 5 | a << 7 | tied << 10) << 16
        key = key | cython.cast(cython.ulonglong, self.f_budget[p]) << 28
        if p == self.last and self.ace_mine[s] > 0:
            key |= cython.cast(cython.ulonglong, ((self.f_carry[p] >> (4 * s)) & 15) | self.high_kept[s] << 4) << 40
        i = self._list_place(key)
        if self.l_epoch[i] == self.l_now:
            return self.l_at[i]
        start = self._make_choices(p, s, a, tied)
        if 2 * self.l_used >= self.l_size:
            with cython.gil:
                self.grow_lists()
            i = self._list_place(key)
        self.l_used += 1
        self.l_epoch[i] = self.l_now
        self.l_key[i] = key
        self.l_at[i] = start
        return start

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_losses(self, p: cython.int, at: cython.int, vector: cython.int, bound: cython.int) -> cython.int:
        """The list of a place's set options, the least loss first: a header with their number, then the options."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, vector)
        i: cython.int
        j: cython.int
        start: cython.int
        loss: cython.longlong
        key = key | cython.cast(cython.ulonglong, p | 1 << 11) << 16
        key = key | cython.cast(cython.ulonglong, self.f_budget[p]) << 28
        key = key | cython.cast(cython.ulonglong, bound) << 40
        i = self._list_place(key)
        if self.l_epoch[i] == self.l_now:
            return self.l_at[i]
        start = self.c_top
        self.c_top = start + 1
        for j in range(at + 1, at + 1 + cython.cast(cython.int, self.set_a[at])):
            if (
                p == self.natural_place
                and self.natural_forced
                and (self.set_a[j] >> (12 + 8 * self.natural_pool)) & 255
            ):
                continue
            loss = self._set_loss(p, self.set_a[j])
            if loss < HOPELESS:
                self._push(start, loss, self.set_a[j], 0, j, 0, 0)
        if start + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_run[start] = self.c_top - start - 1
        if 2 * self.l_used >= self.l_size:
            with cython.gil:
                self.grow_lists()
            i = self._list_place(key)
        self.l_used += 1
        self.l_epoch[i] = self.l_now
        self.l_key[i] = key
        self.l_at[i] = start
        return start

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_choices(self, p: cython.int, s: cython.int, a: cython.int, tied: cython.int) -> cython.int:
        """Write a list of choices, the least loss first: a header with their number, then the choices.

        Nothing in it depends on what the search knows so far, so that it serves again. What loses as much as the
        ceiling is left out; the header holds the least loss of those.
        """
        start: cython.int = self.c_top
        f4: cython.int = p * 4 + s
        state: cython.int = self.f_suit[f4]
        run: cython.int
        dead: cython.int
        most: cython.int = a
        mode: cython.int = 0
        at: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        owed: cython.int
        total: cython.int
        budget: cython.int = self.f_budget[p]
        opening_aces: cython.bint = self.carries and p == 1
        word: cython.longlong
        loss: cython.longlong
        base: cython.longlong
        before: cython.longlong = self._hope_of(p - 1, s, state)
        if start + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_top = start + 1
        self.c_loss[start] = INF
        if state == 0 and not self.startable[f4]:
            if tied > 0 and not opening_aces:
                self.c_run[start] = 0
                return start
            self._leave_all(start, p, s, a)
            return start
        if self.modes > 1:
            if p == 1:
                mode = 1
            elif p == self.last:
                mode = 2
        total = cython.cast(cython.int, ((self.now_left[p] * LANES) >> 24) & 255)
        for run in range(most, -1, -1):
            dead = a - run
            if dead > 0 and not opening_aces and dead > self.spare[f4] and p != self.natural_place:
                break
            base = run * self.run_cost[f4] - before
            if not opening_aces and p != self.natural_place:
                base += dead * self.dead_cost[f4] + self.dead_base[f4]
            if self.ace_mine[s] > 0 and self.carries and p == self.last:
                base += self._ace_loss(p, s, a, run, dead)
            for i in range(tied, -1 if opening_aces else tied - 1, -1):
                at = self._option_list(state, run, i, budget, mode)
                for j in range(at + 1, at + 1 + cython.cast(cython.int, self.option_a[at])):
                    word = self.option_a[j]
                    loss = base + i * self.bound_cost[f4] + self._hope_of(p, s, cython.cast(cython.int, word & 0xFFFF))
                    if loss >= INF:
                        continue
                    for k in range(self.pools):
                        loss += ((word >> (16 + 8 * k)) & 255) * self.pool_run_cost[k * 32 + p]
                    if self.meld_cost:
                        loss += ((self.option_b[j] >> 8) & 15) * self.meld_cost
                    if loss >= self.ceiling:
                        if loss < self.c_loss[start]:
                            self.c_loss[start] = loss
                        continue
                    owed = self._owed_of(p, s, cython.cast(cython.int, word & 0xFFFF))
                    k = cython.cast(cython.int, ((((word >> 16) & LOWER) * LANES) >> 24) & 255)
                    if owed + k > total:
                        continue
                    self._push(
                        start, loss, word, self.option_b[j] | cython.cast(cython.longlong, i) << 24, run, dead, owed
                    )
        self.c_run[start] = self.c_top - start - 1
        return start

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leave_all(self, start: cython.int, p: cython.int, s: cython.int, a: cython.int) -> cython.void:
        """The one choice of a suit with no run open and none to begin: no natural goes into a run."""
        f4: cython.int = p * 4 + s
        loss: cython.longlong = 0
        if not (self.carries and p == 1) and p != self.natural_place:
            if a > self.spare[f4]:
                self.c_run[start] = 0
                return
            loss = a * self.dead_cost[f4] + self.dead_base[f4]
            if self.ace_mine[s] > 0 and self.carries and p == self.last:
                loss += self._ace_loss(p, s, a, 0, a)
        if loss >= self.ceiling:
            self.c_loss[start] = loss
            self.c_run[start] = 0
            return
        self._push(start, loss, 0, 0, 0, a, 0)
        self.c_run[start] = 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(
        self,
        start: cython.int,
        loss: cython.longlong,
        a: cython.longlong,
        b: cython.longlong,
        run: cython.int,
        dead: cython.int,
        lack: cython.int,
    ) -> cython.void:
        """Put a choice into a list in order of loss; among equals the first stays first."""
        j: cython.int = self.c_top
        if j + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_top = j + 1
        while j > start + 1 and self.c_loss[j - 1] > loss:
            self.c_loss[j] = self.c_loss[j - 1]
            self.c_a[j] = self.c_a[j - 1]
            self.c_b[j] = self.c_b[j - 1]
            self.c_run[j] = self.c_run[j - 1]
            self.c_dead[j] = self.c_dead[j - 1]
            self.c_lack[j] = self.c_lack[j - 1]
            j -= 1
        self.c_loss[j] = loss
        self.c_a[j] = a
        self.c_b[j] = b
        self.c_run[j] = run
        self.c_dead[j] = dead
        self.c_lack[j] = lack

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ace_loss(
        self, p: cython.int, s: cython.int, a: cython.int, high: cython.int, dead: cython.int
    ) -> cython.longlong:
        """What a suit's aces lose where the table's are worth nothing and low, high and set differ.

        The hand's own aces take the places worth most. `ace_gain` holds low, high, set and the greatest of them.
        """
        mine: cython.int = self.ace_mine[s] - dead
        low: cython.int = self.naturals[4 + s] - ((self.f_carry[p] >> (4 * s)) & 15)
        in_set: cython.int = ((self.f_carry[p] >> (4 * s)) & 15) - a
        best: cython.longlong = self.ace_mine[s] * self.ace_gain[3]
        gain: cython.longlong
        top: cython.longlong
        n: cython.int
        if self.first > 1:
            low = 0
        if self.keeps:
            in_set -= self.high_kept[s]
            high += self.high_kept[s]
        while mine > 0:
            top = -INF
            n = 0
            if low > 0 and self.ace_gain[0] > top:
                top = self.ace_gain[0]
                n = 1
            if high > 0 and self.ace_gain[1] > top:
                top = self.ace_gain[1]
                n = 2
            if in_set > 0 and self.ace_gain[2] > top:
                top = self.ace_gain[2]
                n = 3
            if n == 0:
                return INF
            if n == 1:
                low -= 1
            elif n == 2:
                high -= 1
            else:
                in_set -= 1
            gain = top
            best -= gain
            mine -= 1
        return best

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_loss(self, p: cython.int, a: cython.longlong) -> cython.longlong:
        s: cython.int
        k: cython.int
        loss: cython.longlong = 0
        for s in range(self.suits):
            loss += ((a >> (3 * s)) & 7) * self.set_cost[p * 4 + s]
        for k in range(self.pools):
            loss += ((a >> (12 + 8 * k)) & 255) * self.pool_set_cost[k * 32 + p]
        if self.bound_base > 1:
            for s in range(self.suits):
                loss += ((a >> (44 + 2 * s)) & 3) * self.bound_cost[p * 4 + s]
            loss += ((a >> 56) & 7) * self.loose_cost[p]
        return loss + ((a >> 52) & 15) * self.meld_cost
