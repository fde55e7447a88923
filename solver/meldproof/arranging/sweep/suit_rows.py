# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a suit's cards were found to gain in runs: a row for each hand of one suit that came up, made when first wanted.

A suit's cards are one word, three bits a rank, the third always free. A row holds the most that runs gain by how many
jokers and wilds of a rank they use and, where runs are required, how many there are and how many without wilds.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.walk_fields import WORD, twice
from meldproof.arranging.sweep.walk_guards import MOST_VALUE, large, small, within

NO_GAIN = cython.declare(cython.longlong, -(1 << 60))
ONE = cython.declare(cython.longlong, 1)
MIXER = cython.declare(cython.ulonglong, 0x1E3779B97F4A7C15)
MOST_LISTED = 1 << 20
GUARD_BITS = cython.declare(cython.longlong, 0o4444444444444)
"""The third bit of each of 13 ranks."""


@cython.cclass
class SuitRows:
    """Runs as lists, and rows by a suit's cards."""

    ranks = cython.declare(cython.int)
    jokers = cython.declare(cython.int)
    ranked = cython.declare(cython.int)
    need_pure = cython.declare(cython.int)
    need_runs = cython.declare(cython.int)
    budgets = cython.declare(cython.int)
    width = cython.declare(cython.int)

    # Runs by the mask of the ranks of their naturals.
    run_at = cython.declare(cython.int[::1])
    run_uses = cython.declare(cython.longlong[::1])
    run_wilds = cython.declare(cython.int[::1])
    run_gain = cython.declare(cython.longlong[::1])

    # Rows by a suit's cards.
    rows = cython.declare(cython.int)
    room = cython.declare(cython.int)
    table_size = cython.declare(cython.int)
    keys = cython.declare(cython.longlong[::1])
    row_of = cython.declare(cython.int[::1])
    gains = cython.declare(cython.longlong[::1])
    any_run = cython.declare(cython.int[::1])

    def _take_runs(self, ranks: int, wilds: Any, needs: Any, runs: Any) -> None:
        """Take how many ranks, jokers and ranked wilds there are, what runs are required, and the runs; checked."""
        self.ranks = within(ranks, 1, 13)
        self.jokers, self.ranked = within(wilds[0], 0, 15), within(wilds[1], 0, 15)
        self.need_pure, self.need_runs = within(needs[0], 0, 3), within(needs[1], 0, 3)
        self.budgets = (self.jokers + 1) * (self.ranked + 1)
        self.width = self.budgets * (self.need_pure + 1) * (self.need_runs + 1)
        run_at, run_uses, run_wilds, run_gain = runs
        number = within(len(run_uses), 0, MOST_LISTED)
        self.run_at = small(run_at, (1 << self.ranks) + 1, 0, number)
        ascending(run_at)
        self.run_uses = large(run_uses, number, 1, 8**self.ranks - 1)
        for use in run_uses:
            within(use & GUARD_BITS, 0, 0)
        self.run_wilds = small(run_wilds, number, 0, 255)
        self.run_gain = large(run_gain, number, -MOST_VALUE // 256, MOST_VALUE // 256)
        self.rows, self.room, self.table_size = 0, 1024, 4096
        self.gains = array("q", bytes(8 * self.width * self.room))
        self.any_run = array("i", bytes(4 * self.room))
        self._clear_table()

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _together(self, i: cython.int, k: cython.int) -> cython.int:
        """The place in a row of what two places use and hold together; -1 where there aren't so many wilds."""
        b: cython.int = self.ranked + 1
        ranked: cython.int = i % b + k % b
        jokers: cython.int = (i % self.budgets) // b + (k % self.budgets) // b
        if ranked > self.ranked or jokers > self.jokers:
            return -1
        if self.width == self.budgets:
            return jokers * b + ranked
        i = i // self.budgets
        k = k // self.budgets
        b = self.need_runs + 1
        return (
            (min(i // b + k // b, self.need_pure) * b + min(i % b + k % b, self.need_runs)) * self.budgets
            + jokers * (self.ranked + 1)
            + ranked
        )

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _row(self, held: cython.longlong) -> cython.int:
        """The row of a suit's cards, made when first wanted: the lowest card is left, or begins a run's naturals."""
        row: cython.int
        rest: cython.int
        r: cython.int = 0
        low: cython.int
        mask: cython.int = 0
        part: cython.int
        i: cython.int
        k: cython.int
        at: cython.int = self._place(held)
        if self.row_of[at] >= 0:
            return self.row_of[at]
        if self.rows >= self.room:
            self._grow()
            at = self._place(held)
        row = self.rows
        self.rows += 1
        self.keys[at] = held
        self.row_of[at] = row
        for k in range(self.width):
            self.gains[row * self.width + k] = NO_GAIN
        self.any_run[row] = 0
        if held == 0:
            self.gains[row * self.width] = 0
            return row
        for r in range(self.ranks):
            mask |= (1 if (held >> (3 * r)) & 3 else 0) << r
        low = mask & -mask
        r = 0
        while low >> r > 1:
            r += 1
        rest = self._row(held - (ONE << (3 * r)))
        self._extend(row, rest, 0, 0, 0, 0)
        part = mask ^ low
        while True:
            i = self.run_at[part | low]
            while i < self.run_at[(part | low) + 1]:
                if ((held | GUARD_BITS) - self.run_uses[i]) & GUARD_BITS == GUARD_BITS:
                    rest = self._row(held - self.run_uses[i])
                    self._extend(row, rest, self.run_wilds[i], self.run_gain[i], 1 if self.run_wilds[i] == 0 else 0, 1)
                i += 1
            if part == 0:
                return row
            part = (part - 1) & (mask ^ low)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extend(
        self,
        row: cython.int,
        rest: cython.int,
        wilds: cython.int,
        gain: cython.longlong,
        pure: cython.int,
        runs: cython.int,
    ) -> cython.void:
        """Let a row hold what another does, with a run more (or, with nothing added, as it is)."""
        k: cython.int
        at: cython.int
        total: cython.longlong
        step: cython.int = (wilds & 15) * (self.ranked + 1) + (wilds >> 4)
        if (wilds & 15) > self.jokers or (wilds >> 4) > self.ranked:
            return
        step += (min(pure, self.need_pure) * (self.need_runs + 1) + min(runs, self.need_runs)) * self.budgets
        self.any_run[row] |= runs | self.any_run[rest]
        for k in range(self.width):
            if self.gains[rest * self.width + k] > NO_GAIN:
                at = self._together(k, step)
                if at >= 0:
                    total = self.gains[rest * self.width + k] + gain
                    if total > self.gains[row * self.width + at]:
                        self.gains[row * self.width + at] = total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, held: cython.longlong) -> cython.int:
        """Where a suit's cards are in the table, or would be."""
        size: cython.int = self.table_size
        mixed: cython.ulonglong = cython.cast(cython.ulonglong, held) * MIXER & WORD
        i: cython.int = cython.cast(cython.int, (mixed >> 32) & (size - 1))
        while self.row_of[i] >= 0 and self.keys[i] != held:
            i = (i + 1) & (size - 1)
        return i

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        with cython.gil:
            self.grow()

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self) -> cython.void:
        with cython.gil:
            self.forget()

    def grow(self) -> None:
        """Twice the room for rows."""
        old = [(self.keys[i], self.row_of[i]) for i in range(self.table_size) if self.row_of[i] >= 0]
        self.room, self.table_size = 2 * self.room, 2 * self.table_size
        self.gains, self.any_run = twice(self.gains), twice(self.any_run)
        self._clear_table()
        for held, row in old:
            at: cython.int = self._place(held)
            self.keys[at], self.row_of[at] = held, row

    def forget(self) -> None:
        """Rows are many: begin again without any."""
        self.rows = 0
        self._clear_table()

    def _clear_table(self) -> None:
        self.keys, self.row_of = array("q", bytes(8 * self.table_size)), array("i", [-1]) * self.table_size

    def remembered(self) -> int:
        """How many different suits' cards have a row."""
        return self.rows


def ascending(numbers: Any) -> None:
    """Raises ValueError for numbers of which one is less than that before it."""
    for number in range(len(numbers) - 1):
        within(numbers[number + 1], numbers[number], MOST_LISTED)
