# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""From the choices of an answer back to runs: which went on, ended or began at each place, and with which card."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk.calls import Walk
from meldproof.arranging.sweep.walk.fields import ints

NONE_LEFT = cython.declare(cython.int, -1)
LONGEST = cython.declare(cython.int, 32)
FILLERS = 8


@cython.cclass
class Reading(Walk):
    """Decides which card is in which run of an answer. Fillers: 0 a natural, 1 a bound wild, 2 … a pool's."""

    # Open runs by suit: the machine's state, first place, number of cards, what fills each.
    room = cython.declare(cython.int)
    open_runs = cython.declare(cython.int[::1])
    run_state = cython.declare(cython.int[::1])
    run_first = cython.declare(cython.int[::1])
    run_size = cython.declare(cython.int[::1])
    run_filled = cython.declare(cython.int[::1])

    # A suit's step: cards left to be placed, states still wanted, what runs take, which begin.
    supply = cython.declare(cython.int[::1])
    wanted = cython.declare(cython.int[::1])
    taken_filler = cython.declare(cython.int[::1])
    taken_state = cython.declare(cython.int[::1])
    begun = cython.declare(cython.int)
    begun_filler = cython.declare(cython.int[::1])
    begun_state = cython.declare(cython.int[::1])
    want_closed = cython.declare(cython.int)
    want_pure = cython.declare(cython.int)
    step_table = cython.declare(cython.int)
    start_table = cython.declare(cython.int)
    start_rows = cython.declare(cython.int)

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Walk.__init__(self, shape, machine, set_source)
        room = self.room = self.base + 2 + sum(self.most)
        self.open_runs, self.run_state, self.run_first = ints(4), ints(4 * room), ints(4 * room)
        self.run_size, self.run_filled = ints(4 * room), ints(4 * room * LONGEST)
        self.supply, self.wanted = ints(FILLERS), ints(self.states)
        self.taken_filler, self.taken_state = ints(room), ints(room)
        self.begun_filler, self.begun_state = ints(room), ints(room)
        self.start_rows = len(machine.starts)

    def melds(self, everywhere: bool) -> list[tuple[int, int, int, int, list[bytes]]]:
        """The answer replayed, by place: set words a and b, the mask of table melds kept, the runs that ended before.

        A run is suit, first place, whether it counts as own, fillers. Places with none of these are left out, unless
        they are wanted `everywhere`. Runs may be longer than legal ones.
        """
        found = []
        p: cython.int
        s: cython.int
        i: cython.int
        at: cython.int
        for s in range(4):
            self.open_runs[s] = 0
        for p in range(self.first, self.last + 1):
            at = self.chosen_set[p]
            if at < 0:
                continue
            runs: list[bytes] = []
            for s in range(self.suits):
                i = self.chosen[p * 4 + s]
                if self.f_suit[p * 4 + s] or self.c_a[i] & 0xFFFF:
                    if not self._read_step(p, s, i):
                        raise AssertionError("the walk's choice can't be read back")
                    self._take_step(p, s, runs)
            if at or runs or everywhere or self.kept_here[p]:
                found.append((p, self.set_a[at] if at else 0, self.set_b[at] if at else 0, self.kept_here[p], runs))
        last: list[bytes] = []
        for s in range(self.suits):
            for i in range(self.open_runs[s]):
                last.append(self._run_text(s, i))
        if last:
            found.append((self.last + 1, 0, 0, 0, last))
        return found

    @cython.final
    @cython.cfunc
    def _run_text(self, s: cython.int, k: cython.int) -> bytes:
        """An open run as bytes."""
        at: cython.int = s * self.room + k
        size: cython.int = self.run_size[at]
        return bytes(
            [s + 1, self.run_first[at], self.is_own[self.run_state[at]]]
            + [self.run_filled[at * LONGEST + i] for i in range(size)]
        )

    @cython.final
    @cython.cfunc
    def _take_step(self, p: cython.int, s: cython.int, ended: list[bytes]) -> cython.void:
        """Take the step that was found: runs that end go to `ended`, others get a card, some begin."""
        k: cython.int
        i: cython.int
        a: cython.int
        b: cython.int
        kept: cython.int = 0
        base: cython.int = s * self.room
        for k in range(self.open_runs[s]):
            if self.taken_filler[k] == NONE_LEFT:
                ended.append(self._run_text(s, k))
                continue
            a = base + k
            b = base + kept
            if a != b:
                self.run_first[b] = self.run_first[a]
                self.run_size[b] = self.run_size[a]
                for i in range(self.run_size[a]):
                    self.run_filled[b * LONGEST + i] = self.run_filled[a * LONGEST + i]
            self.run_state[b] = self.taken_state[k]
            self.run_filled[b * LONGEST + self.run_size[b]] = self.taken_filler[k]
            self.run_size[b] += 1
            kept += 1
        for k in range(self.begun):
            b = base + kept
            self.run_state[b] = self.begun_state[k]
            self.run_first[b] = p
            self.run_size[b] = 1
            self.run_filled[b * LONGEST] = self.begun_filler[k]
            kept += 1
        self.open_runs[s] = kept

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read_step(self, p: cython.int, s: cython.int, choice: cython.int) -> cython.bint:
        """Which run took what at a place: the first way that fits the choice; False where there is none."""
        a: cython.longlong = self.c_a[choice]
        b: cython.longlong = self.c_b[choice]
        state: cython.int = cython.cast(cython.int, a & 0xFFFF)
        k: cython.int
        for k in range(self.states):
            self.wanted[k] = 0
        for k in range(self.q_runs[state]):
            self.wanted[self.entries[self.q_at[state] + k]] += 1
        self.supply[0] = self.c_run[choice]
        self.supply[1] = cython.cast(cython.int, (b >> 24) & 15)
        for k in range(self.pools):
            self.supply[2 + k] = cython.cast(cython.int, (a >> (16 + 8 * k)) & 255)
        self.want_closed = cython.cast(cython.int, b & 15)
        self.want_pure = cython.cast(cython.int, (b >> 4) & 15)
        self.step_table = 3 * self.states if p == self.last and self.carries else 0
        self.start_table = 3 * self.start_rows if p == 1 else 0
        self.begun = 0
        return self._read_going(s, 0, 0, 0)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_read(self, following: cython.int, filler: cython.int, own: cython.bint) -> cython.bint:
        """Whether a run may take such a card and come to a state that the choice wants."""
        if following < 0 or self.wanted[following] == 0:
            return False
        return not own or filler == 0 or (filler > 1 and self.pool_own[filler - 2] != 0)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read_going(self, s: cython.int, k: cython.int, closed: cython.int, pure: cython.int) -> cython.bint:
        """Give the open runs from the `k`-th on a card each, or end them; then begin others with what is left."""
        run: cython.int
        filler: cython.int
        state: cython.int
        counts: cython.int
        if k == self.open_runs[s]:
            return closed == self.want_closed and pure == self.want_pure and self._read_begun()
        run = self.run_state[s * self.room + k]
        for filler in range(2 + self.pools):
            if self.supply[filler] == 0:
                continue
            state = self.steps[self.step_table + 3 * run + self._class_of(filler)]
            if self._may_read(state, filler, self.is_own[run] != 0):
                self.supply[filler] -= 1
                self.wanted[state] -= 1
                self.taken_filler[k] = filler
                self.taken_state[k] = state
                if self._read_going(s, k + 1, closed, pure):
                    return True
                self.wanted[state] += 1
                self.supply[filler] += 1
        if self.accepts[run]:
            counts = 1 if self.is_own[run] or not self.owns else 0
            self.taken_filler[k] = NONE_LEFT
            return self._read_going(s, k + 1, closed + counts, pure + counts * self.is_pure[run])
        return False

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read_begun(self) -> cython.bint:
        """Begin a run with every card that is left; the wanted states must then all be reached."""
        filler: cython.int = 0
        own: cython.int
        state: cython.int
        while filler < 2 + self.pools and self.supply[filler] == 0:
            filler += 1
        if filler == 2 + self.pools:
            return self._none_wanted()
        for own in range(self.start_rows):
            state = self.starts[self.start_table + 3 * own + self._class_of(filler)]
            if self._may_read(state, filler, own > 0):
                self.supply[filler] -= 1
                self.wanted[state] -= 1
                self.begun_filler[self.begun] = filler
                self.begun_state[self.begun] = state
                self.begun += 1
                if self._read_begun():
                    return True
                self.begun -= 1
                self.wanted[state] += 1
                self.supply[filler] += 1
        return False

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _class_of(self, filler: cython.int) -> cython.int:
        """A filler's class to the run machine: a bound wild is a joker."""
        if filler < 2:
            return filler
        return self.pool_class[filler - 2]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _none_wanted(self) -> cython.bint:
        state: cython.int
        number: cython.int = 0
        for state in range(self.states):
            number += self.wanted[state]
        return number == 0
