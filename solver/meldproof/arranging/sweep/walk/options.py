# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What can happen at one place: the ways a suit's open runs go on, and what the sets of a rank can take."""

from __future__ import annotations

import time
from typing import Any

import cython

from meldproof.arranging.sweep.walk.fields import ints, longs, twice
from meldproof.arranging.sweep.walk.memory import Memory

SUIT_GUARDS = cython.declare(cython.longlong, 0x8888)
MOST_SET_PARTS = 16
MOST_OPTIONS_MADE, MOST_OPTION_ROWS = 1 << 21, 1 << 24
"""Options, of 16 bytes, and lists of them, of 4 bytes, that a walk has room for."""
CLOSED, PURE, BEGUN, OWN_RUN, OWN_JOKER, OWN_RANKED = (1 << (8 * i) for i in range(6))
"""What can happen to a suit's runs at a place, counted in fields of 8 bits."""
SoFar = tuple[tuple[int, ...], int, int, int, int]
"""A way to go on in a suit while it is being made: runs so far, naturals, bound wilds and wilds left, what happened."""


@cython.cclass
class Options(Memory):
    """Decides what can happen at one place, whatever it loses."""

    # Where are things numbered?
    budgets = cython.declare(cython.int)  # how many budgets of wilds there are
    # entries of a suit state in `option_row`: modes × naturals × bound wilds × budgets:
    row = cython.declare(cython.int)
    bound_top = cython.declare(cython.int)  # how many ways there are to bind wilds to suits of a rank
    set_vectors = cython.declare(cython.int)  # how many ways there are for naturals of a rank
    set_source = cython.declare(object)  # what makes all sets of a rank, from bound wilds
    set_parts = cython.declare(dict)  # what it made, each in numbers

    # Suit states, by number: the open runs of a suit, as machine states in order.
    numbers = cython.declare(dict)  # their numbers
    q_count = cython.declare(cython.int)  # how many there are
    q_at = cython.declare(cython.int[::1])  # where each one's runs begin among the entries
    q_runs = cython.declare(cython.int[::1])  # how many runs it has
    q_need = cython.declare(cython.int[::1])  # by state and places ahead, how many of its runs can't end before
    entry_count = cython.declare(cython.int)  # how many entries there are
    entries = cython.declare(cython.int[::1])  # the machine states of all

    # How can a suit state go on, and what can a rank's sets take? Made when first wanted; 0: not made yet.
    option_row = cython.declare(cython.int[::1])  # where the options of a suit state begin
    # of each the state after it, above 16 bits the wilds used; of a header their number:
    option_a = cython.declare(cython.longlong[::1])
    # what happens: runs closed, pure, begun, own naturals, own jokers, own ranked wilds, 4 bits each:
    option_b = cython.declare(cython.longlong[::1])
    option_count = cython.declare(cython.int)  # how many there are
    set_row = cython.declare(cython.int[::1])  # where the options of a rank begin
    # naturals (3 bits a suit), wilds from bit 12 (8 a pool), bound from 44, sets from 52, loose from 56:
    set_a = cython.declare(cython.longlong[::1])
    # own naturals (3 bits a suit), own jokers from bit 12, own ranked wilds from 17; of a header the suits:
    set_b = cython.declare(cython.longlong[::1])
    set_count = cython.declare(cython.int)  # how many there are

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """`set_source` makes a rank's sets; the rest as `Fields` takes it."""
        Memory.__init__(self, shape, machine)
        self.set_source, self.set_parts = set_source, {}
        self.budgets = 1
        for most in self.most:
            self.budgets *= most + 1
        self.row = self.modes * self.base * self.bound_base * self.budgets
        self.bound_top, self.set_vectors = 3**shape.suits, (shape.copies + 1) ** shape.suits
        self.numbers = {(): 0}
        self.q_count = 1
        self.q_at, self.q_runs, self.q_need = ints(64), ints(64), ints(64 * (self.needs + 1))
        self.entry_count, self.entries = 0, ints(256)
        self.option_row = ints(64 * self.row)
        self.option_a, self.option_b, self.option_count = longs(1024), longs(1024), 1
        self.set_row = ints(self.set_vectors * self.budgets * (4 * self.bound_top if self.bound_base > 1 else 1))
        self.set_a, self.set_b, self.set_count = longs(1024), longs(1024), 1

    def number_of(self, runs: tuple[int, ...]) -> int:
        """The number of a suit state: the open runs' machine states, sorted."""
        known = self.numbers.get(runs)
        if known is not None:
            return known
        number = self.q_count
        if number > 65535:
            raise OverflowError("more than 65535 suit states")
        if number >= len(self.q_at):
            self.q_at, self.q_runs, self.q_need = twice(self.q_at), twice(self.q_runs), twice(self.q_need)
            if len(self.option_row) > MOST_OPTION_ROWS:
                raise OverflowError("more suit states than there is room for")
            self.option_row = twice(self.option_row)
        while self.entry_count + len(runs) > len(self.entries):
            self.entries = twice(self.entries)
        self.q_at[number], self.q_runs[number] = self.entry_count, len(runs)
        for run in runs:
            self.entries[self.entry_count] = run
            self.entry_count += 1
        for ahead in range(self.needs):
            self.q_need[number * (self.needs + 1) + ahead] = sum(1 for run in runs if self.distance[run] > ahead)
        self.numbers[runs] = number
        self.q_count = number + 1
        return number

    def make_options(self, cell: int, state: int, run: int, bound: int, budget: int, mode: int) -> int:
        """Write the options of a suit state that use so many naturals and bound wilds, and wilds within a budget.

        Returns where they begin: a header with their number, then the options, few wilds and few debts first.
        """
        at = self.q_at[state]
        runs = tuple(self.entries[at + i] for i in range(self.q_runs[state]))
        left = sum((budget // self.stride[k]) % (self.most[k] + 1) << (8 * k) for k in range(self.pools))
        found: dict[Any, None] = {}
        self._go_on(runs, 0, ((), run, bound, left, 0), mode, found)
        lines = []
        for runs_after, left_after, happened in found:
            used = [(left - left_after) >> (8 * k) & 255 for k in range(self.pools)]
            counts = [happened >> (8 * i) & 255 for i in range(6)]
            if max(counts) > 15:
                raise OverflowError("more than 15 runs of a suit at once")
            debts = sum([self.distance[number] for number in runs_after])
            word_a = self.number_of(runs_after) | (left - left_after) << 16
            word_b = sum([count << (4 * i) for i, count in enumerate(counts)])
            lines.append((sum(used), debts, len(runs_after), used[::-1], runs_after, word_b, word_a))
        lines.sort()  # not by the numbers of states, which earlier questions gave
        if self.option_count + len(lines) > MOST_OPTIONS_MADE:
            raise OverflowError("suits can go on in too many ways")
        while self.option_count + len(lines) + 1 > len(self.option_a):
            self.option_a, self.option_b = twice(self.option_a), twice(self.option_b)
        start = self.option_count
        self.option_a[start] = len(lines)
        for number, line in enumerate(lines, 1):
            self.option_a[start + number], self.option_b[start + number] = line[6], line[5]
        self.option_count = start + len(lines) + 1
        self.option_row[cell] = start
        return start

    @cython.cfunc
    def _go_on(self, runs: tuple[int, ...], at: cython.int, so_far: SoFar, mode: cython.int, found: Any) -> None:
        """Every way for the open runs from `at` on, then for new ones."""
        if at == len(runs):
            self._begin(so_far, mode, found, 0)
            return
        state: cython.int = runs[at]
        after, run, bound, left, happened = so_far
        if self.accepts[state]:
            closed = 0
            if self.is_own[state] or not self.owns:
                closed = CLOSED + (PURE if self.is_pure[state] else 0)
            self._go_on(runs, at + 1, (after, run, bound, left, happened + closed), mode, found)
        row = 3 * (state + (self.states if mode == 2 else 0))
        for fed in self._fed(so_far, row, self.is_own[state], self.steps, -1):
            self._go_on(runs, at + 1, fed, mode, found)

    @cython.cfunc
    def _begin(self, so_far: SoFar, mode: cython.int, found: Any, kind: cython.int) -> None:
        """Every way to begin runs, after which no natural and no bound wild is left over. `kind` avoids repetitions."""
        runs, run, bound, left, happened = so_far
        if not run and not bound:
            found[tuple(sorted(runs)), left, happened] = None
        if mode == 2:
            return
        colours: cython.int = 2 if self.owns else 1
        number: cython.int
        own: cython.int
        begun = (runs, run, bound, left, happened + BEGUN)
        for number in range(kind, colours * (2 + self.pools)):
            own = 1 if number >= 2 + self.pools else 0
            row = 3 * ((colours if mode == 1 else 0) + own)
            for fed in self._fed(begun, row, own, self.starts, number % (2 + self.pools)):
                self._begin(fed, mode, found, number)

    @cython.cfunc
    def _fed(
        self, so_far: SoFar, row: cython.int, own: cython.int, table: cython.int[::1], only: cython.int
    ) -> list[SoFar]:
        """One run fed by a natural (0), a bound wild (1) or a wild of a pool (2, 3, …); by any where `only` is -1."""
        k: cython.int
        kind: cython.int
        fed: list[SoFar] = []
        runs, run, bound, left, happened = so_far
        if run and only <= 0 and table[row] >= 0:
            fed.append(((*runs, table[row]), run - 1, bound, left, happened + (OWN_RUN if own else 0)))
        if bound and only in (-1, 1) and not own and table[row + 1] >= 0:
            fed.append(((*runs, table[row + 1]), run, bound - 1, left, happened))
        for k in range(self.pools):
            kind = self.pool_class[k]
            if only not in (-1, 2 + k) or table[row + kind] < 0 or (own and not self.pool_own[k]):
                continue
            if left >> (8 * k) & 255:
                counted = (OWN_JOKER if kind == 1 else OWN_RANKED) if own else 0
                fed.append(((*runs, table[row + kind]), run, bound, left - (1 << (8 * k)), happened + counted))
        return fed

    def make_sets(self, cell: int, naturals: int, budget: int, bound: int) -> int:
        """Write what the sets of a rank can take of so many naturals and bound wilds, within a budget of wilds.

        Returns where they begin: a header with their number and the suits any of them uses.
        """
        digits, tied_list = [], []
        for _ in range(self.suits):
            naturals, digit = divmod(naturals, self.base)
            digits.append(digit)
            bound, digit = divmod(bound, 3)
            tied_list.append(digit)
        left = tuple([(budget // self.stride[k]) % (self.most[k] + 1) for k in range(self.pools)])
        room: cython.longlong = SUIT_GUARDS | sum(digit << (4 * s) for s, digit in enumerate(digits))
        taken: cython.longlong
        uses: dict[Any, list[tuple[int, int]]] = {}
        lines = set()
        mask = 0
        for taken, wilds, cards, number, word_a, word_b, suits in self._set_parts(tuple(tied_list), bound):
            if (room - taken) & SUIT_GUARDS != SUIT_GUARDS:
                continue
            if wilds not in uses:
                uses[wilds] = self._pool_uses(wilds, left)
            for used, word in uses[wilds]:
                lines.add((used, -cards, number, word_a | word, word_b))
                mask |= suits
        ordered = sorted(lines)
        if self.set_count + len(ordered) > MOST_OPTIONS_MADE:
            raise OverflowError("sets of a rank can be made in too many ways")
        while self.set_count + len(ordered) + 1 > len(self.set_a):
            self.set_a, self.set_b = twice(self.set_a), twice(self.set_b)
        start = self.set_count
        self.set_a[start], self.set_b[start] = len(ordered), mask
        for at, line in enumerate(ordered, 1):
            self.set_a[start + at], self.set_b[start + at] = line[3], line[4]
        self.set_count = start + len(ordered) + 1
        self.set_row[cell] = start
        return start

    def _set_parts(self, tied: tuple[int, ...], loose: int) -> list[tuple[Any, ...]]:
        """What the sets of a rank with such bound wilds can take, each in the parts that `make_sets` wants.

        Naturals with a guard bit a suit, wilds, how many naturals, how many sets, both words without wilds, suits.
        """
        found: list[tuple[Any, ...]] | None = self.set_parts.get((tied, loose))
        if found is not None:
            return found
        found = []
        for made, number in self.set_source(tied, loose):
            if made.bound_any != loose:
                continue
            word_a = sum(count << (3 * s) for s, count in enumerate(made.naturals))
            word_a |= sum(count << (44 + 2 * s) for s, count in enumerate(made.bound))
            word_b = sum(count << (3 * s) for s, count in enumerate(made.own_naturals))
            found.append(
                (
                    sum(count << (4 * s) for s, count in enumerate(made.naturals)),
                    (made.jokers, made.ranked, made.own_jokers, made.own_ranked),
                    sum(made.naturals),
                    number,
                    word_a | min(number, 15) << 52 | made.bound_any << 56,
                    word_b | made.own_jokers << 12 | made.own_ranked << 17,
                    sum(1 << s for s, count in enumerate(made.naturals) if count),
                )
            )
        if len(self.set_parts) > MOST_SET_PARTS:
            self.set_parts.clear()
        self.set_parts[tied, loose] = found
        return found

    def _pool_uses(self, wilds: tuple[int, int, int, int], left: tuple[int, ...]) -> list[tuple[int, int]]:
        """Every way to take a set's jokers and ranked wilds from the pools: how many, and where in a word."""
        jokers, ranked, own_jokers, own_ranked = wilds
        uses: list[tuple[int, ...]] = [()]
        for k in range(self.pools):
            uses = [(*use, count) for use in uses for count in range(left[k] + 1)]
        kept = []
        for use in uses:
            by_class, own_by_class = [0, 0, 0], [0, 0, 0]
            for k, count in enumerate(use):
                by_class[self.pool_class[k]] += count
                own_by_class[self.pool_class[k]] += count if self.pool_own[k] else 0
            if by_class[1] == jokers and by_class[2] == ranked:
                if own_jokers <= own_by_class[1] and own_ranked <= own_by_class[2]:
                    kept.append((sum(use), sum(count << (12 + 8 * k) for k, count in enumerate(use))))
        return kept

    def options_or_failure(self, cell: int, state: int, run: int, bound: int, budget: int, mode: int) -> int:
        """`make_options`; the search stops where that is too large, with the reason in `failed`, and past `until`."""
        if time.monotonic() > self.until:
            self.stopped = self.late = True
            return 0
        try:
            return self.make_options(cell, state, run, bound, budget, mode)
        except Exception as error:  # nothing can be raised from inside the search; `failed` says it later
            self.failed, self.stopped, self.failed_once = f"sweep: {error}", True, True
            return 0

    def sets_or_failure(self, cell: int, naturals: int, budget: int, bound: int) -> int:
        """`make_sets`, likewise."""
        if time.monotonic() > self.until:
            self.stopped = self.late = True
            return 0
        try:
            return self.make_sets(cell, naturals, budget, bound)
        except Exception as error:  # nothing can be raised from inside the search; `failed` says it later
            self.failed, self.stopped, self.failed_once = f"sweep: {error}", True, True
            return 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _any_natural(self, p: cython.int) -> cython.bint:
        s: cython.int
        for s in range(self.suits):  # noqa: SIM110 - no generator without the GIL
            if self.naturals[p * 4 + s] > 0:
                return True
        return False

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _vector(self, p: cython.int) -> cython.int:
        s: cython.int
        number: cython.int = 0
        for s in range(self.suits - 1, -1, -1):
            number = number * self.base + self.naturals[p * 4 + s]
        return number

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound_key(self, p: cython.int) -> cython.int:
        s: cython.int
        number: cython.int = self.bound_any[p]
        if self.bound_base == 1:
            return 0
        for s in range(self.suits - 1, -1, -1):
            number = number * 3 + self.bound[p * 4 + s]
        return number

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _all_held(self) -> cython.longlong:
        k: cython.int
        left: cython.longlong = 0
        for k in range(self.pools):
            left |= cython.cast(cython.longlong, self.held[k]) << (8 * k)
        return left

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _budget(self, left: cython.longlong) -> cython.int:
        """The number of a budget: wilds left of each pool."""
        k: cython.int
        number: cython.int = 0
        for k in range(self.pools):
            number += cython.cast(cython.int, (left >> (8 * k)) & 255) * self.stride[k]
        return number

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_list(self, naturals: cython.int, budget: cython.int, bound: cython.int) -> cython.int:
        cell: cython.int = (bound * self.budgets + budget) * self.set_vectors + naturals
        at: cython.int = self.set_row[cell]
        if at == 0:
            with cython.gil:
                at = self.sets_or_failure(cell, naturals, budget, bound)
        return at

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _option_list(
        self, state: cython.int, run: cython.int, bound: cython.int, budget: cython.int, mode: cython.int
    ) -> cython.int:
        cell: cython.int = (
            state * self.row + ((mode * self.base + run) * self.bound_base + bound) * self.budgets + budget
        )
        at: cython.int = self.option_row[cell]
        if at == 0:
            with cython.gil:
                at = self.options_or_failure(cell, state, run, bound, budget, mode)
        return at
