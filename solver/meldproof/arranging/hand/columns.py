# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a small hand can lay, as columns: the items a meld uses, what it gains and meets, what its slots show.

The compiled sibling of the columns of `arranging.model`: which of two columns is kept, and in what order they are
tried. A column is a new meld, or a meld of the table as it lies or grown by cards of the hand.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import MOST_VALUE, PLACES, large, small, within
from meldproof.arranging.hand.items import HandItems
from meldproof.arranging.hand.slots import IS_WILD, _set_order, _suit_shown
from meldproof.arranging.sweep.walk.fields import MIX_A, MIX_B, WORD, ints, longs, words

MOST_MELDS = cython.declare(cython.int, 4096)
MOST_SLOTS = cython.declare(cython.int, 32)
MOST_TABLE = cython.declare(cython.int, 32)
MOST_BUCKETS = 32 + 18
ITEM_GUARDS = cython.declare(cython.ulonglong, 0x8888888888888888)
EIGHT_ITEMS = cython.declare(cython.ulonglong, 0xFFFFFFFF)
ROW = cython.declare(cython.int, 32)
WILD_CLASSES = 3
MOST_POINTS = 1 << 24
ABSENT = cython.declare(cython.int, -1)


@cython.cclass
class HandColumns(HandItems):
    """The columns that a hand, and a table that grows, make."""

    # What a slot gains, and what it counts toward an opening, by class (0 natural, 1 joker, 2 wild of a rank) and
    # place; the same of sets by class and rank; what a new meld costs, and what growing one of the table does.
    run_gain = cython.declare(cython.longlong[::1])
    run_points = cython.declare(cython.int[::1])
    set_gain = cython.declare(cython.longlong[::1])
    set_points = cython.declare(cython.int[::1])
    meld_cost = cython.declare(cython.longlong)
    change_cost = cython.declare(cython.longlong)
    # Whether a new meld gains just what it counts toward an opening.
    gains_points = cython.declare(cython.bint)
    # Whether sets in which a suit comes twice count toward an opening.
    repeats_count = cython.declare(cython.bint)

    # What is asked of columns: whether new melds are to meet a demand; whether they are, or cards must be laid (then
    # columns that lose are kept, too); whether slots are wanted (not where only gains are asked for).
    demanding = cython.declare(cython.bint)
    obliging = cython.declare(cython.bint)
    showing = cython.declare(cython.bint)

    # The table that grows: by meld 1 for a set or 0 for a run, how many slots, and its slots; which of them is grown
    # now (ABSENT: none).
    table_melds = cython.declare(cython.int)
    table_is_set = cython.declare(cython.int[::1])
    table_size = cython.declare(cython.int[::1])
    table_slots = cython.declare(cython.int[::1])
    growing = cython.declare(cython.int)

    # The meld being made: by slot the item that fills it (ABSENT: it lay there), the slot, what it gains and counts;
    # how many of each item the slots before it use, and what they gain; its slots once more, as they are shown.
    path_item = cython.declare(cython.int[::1])
    path_slot = cython.declare(cython.int[::1])
    path_gain = cython.declare(cython.longlong[::1])
    path_points = cython.declare(cython.int[::1])
    path_use = cython.declare(cython.ulonglong[::1])
    path_total = cython.declare(cython.longlong[::1])
    shown = cython.declare(cython.int[::1])

    # Of each column: how many of each item it uses, what it gains and counts toward an opening, whether it is a set,
    # whether a run without wilds, which meld of the table it grew from (ABSENT: it is new), its slots and their number
    # (0: another column is as good).
    columns = cython.declare(cython.int)
    overfull = cython.declare(cython.bint)
    usage = cython.declare(cython.ulonglong[::1])
    gain = cython.declare(cython.longlong[::1])
    points = cython.declare(cython.int[::1])
    is_set = cython.declare(cython.int[::1])
    is_pure = cython.declare(cython.int[::1])
    grown = cython.declare(cython.int[::1])
    size = cython.declare(cython.int[::1])
    slots = cython.declare(cython.int[::1])

    # Where columns of a usage are found: the last of them by place, valid where the stamp is this hand's; of each
    # column the one before it of the same usage (ABSENT: none).
    used_by = cython.declare(cython.int[::1])
    used_stamp = cython.declare(cython.int[::1])
    same_use = cython.declare(cython.int[::1])
    stamp = cython.declare(cython.int)

    # Columns by the first thing they use (melds of the table, then items), of each those of least slack first: where
    # each begins in the order, a column's first thing, and what its cards' prices exceed its gain by.
    bucket = cython.declare(cython.int[::1])
    order = cython.declare(cython.int[::1])
    first_of = cython.declare(cython.int[::1])
    slack = cython.declare(cython.longlong[::1])
    # The items that any column in the order uses.
    touched = cython.declare(cython.ulonglong)
    # The last thing with which any column begins, a run without wilds, and any run (ABSENT: none does).
    last_column = cython.declare(cython.int)
    last_pure = cython.declare(cython.int)
    last_run = cython.declare(cython.int)

    def _take_worths(self, runs: Any, sets: Any, costs: Any) -> None:
        """Take what slots of runs and of sets gain and count, and what a new meld and a grown one cost; checked."""
        (self.run_gain, self.run_points), (self.set_gain, self.set_points) = _worths(runs), _worths(sets)
        meld_cost, change_cost, gains_points = costs
        self.meld_cost, self.change_cost = within(meld_cost, 0, 1), within(change_cost, 0, MOST_VALUE // 256)
        self.gains_points = bool(gains_points)
        most = MOST_MELDS
        self.path_item, self.path_slot, self.shown, self.path_gain = ints(64), ints(64), ints(64), longs(64)
        self.path_points, self.path_use, self.path_total = ints(64), words(64), longs(64)
        self.usage, self.gain, self.points, self.size = words(most), longs(most), ints(most), ints(most)
        self.is_set, self.is_pure, self.grown = ints(most), ints(most), ints(most)
        self.slots = ints(most * MOST_SLOTS)
        self.used_by, self.used_stamp, self.same_use, self.stamp = ints(2 * most), ints(2 * most), ints(most), 0
        self.first_of, self.order, self.slack, self.bucket = ints(most), ints(most), longs(most), ints(MOST_BUCKETS)
        self.table_is_set, self.table_size = ints(MOST_TABLE), ints(MOST_TABLE)
        self.table_slots = ints(MOST_TABLE * MOST_SLOTS)
        self.table_melds = 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, is_set: cython.int, n: cython.int) -> cython.void:
        """Keep the meld whose slots are shown, unless a column that uses the same does as well or is better."""
        use: cython.ulonglong = self.path_use[n]
        gain: cython.longlong = self.path_total[n] - (self.meld_cost if self.growing < 0 else self.change_cost)
        points: cython.int = 0
        pure: cython.int = 0
        i: cython.int
        at: cython.int
        if use == 0 or (self.gains_points and self.growing >= 0):  # only new melds count toward an opening
            gain = 0
        if gain < 0 and not self.obliging:
            return
        if self.demanding and self.growing < 0:
            points = self._opening_points(is_set, n)
            pure = self._purity(is_set, n)
            if self.gains_points:
                gain = points
        at = cython.cast(cython.int, ((use * MIX_A + (self.growing + 1) * MIX_B) & WORD) >> 51)
        while self.used_stamp[at] == self.stamp:
            i = self.used_by[at]
            if self.usage[i] == use and self.grown[i] == self.growing:
                break
            at = (at + 1) & (2 * MOST_MELDS - 1)
        i = ABSENT
        if self.used_stamp[at] == self.stamp:
            i = self.used_by[at]
            if self._has_rival(i, gain, points, pure, is_set, n):
                return
        if self.columns >= MOST_MELDS - 16:
            self.overfull = True
            return
        self.used_stamp[at] = self.stamp
        self.used_by[at] = self.columns
        self.same_use[self.columns] = i
        self._write(use, gain, points, pure, is_set, n)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_rival(
        self,
        c: cython.int,
        gain: cython.longlong,
        points: cython.int,
        pure: cython.int,
        is_set: cython.int,
        n: cython.int,
    ) -> cython.bint:
        """Whether a column of those of the same use stands above the meld shown; those that stand below it are put out.

        One stands above another if it gains and meets at least as much, and of equal ones if it comes first.
        """
        above: cython.bint
        below: cython.bint
        while c >= 0:
            if self.size[c]:
                above = self.gain[c] >= gain
                below = self.gain[c] <= gain
                if self.demanding:
                    above = above and self.points[c] >= points and self.is_pure[c] >= pure and self.is_set[c] <= is_set
                    below = below and self.points[c] <= points and self.is_pure[c] <= pure and self.is_set[c] >= is_set
                if above and below and self.showing:
                    above = not self._comes_before(is_set, n, c)
                if above:
                    return True
                if below:
                    self.size[c] = 0
            c = self.same_use[c]
        return False

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self,
        use: cython.ulonglong,
        gain: cython.longlong,
        points: cython.int,
        pure: cython.int,
        is_set: cython.int,
        n: cython.int,
    ) -> cython.void:
        c: cython.int = self.columns
        i: cython.int
        self.columns += 1
        self.usage[c] = use
        self.gain[c] = gain
        self.points[c] = points
        self.is_pure[c] = pure
        self.is_set[c] = is_set
        self.grown[c] = self.growing
        self.size[c] = n
        for i in range(n):
            if self.path_item[i] >= 0 and self.path_gain[i] > self.price[self.path_item[i]]:
                self.price[self.path_item[i]] = self.path_gain[i]
        if self.showing:
            for i in range(n):
                self.slots[c * MOST_SLOTS + i] = self.shown[i]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _opening_points(self, is_set: cython.int, n: cython.int) -> cython.int:
        """What the meld counts toward an opening; nothing for a set in which a suit comes twice, where that is so."""
        points: cython.int = 0
        suits: cython.int = 0
        bit: cython.int
        i: cython.int
        for i in range(n):
            points += self.path_points[i]
        if is_set and not self.repeats_count:
            for i in range(n):
                bit = 1 << _suit_shown(self.shown[i])
                if suits & bit:
                    return 0
                suits |= bit
        return points

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _purity(self, is_set: cython.int, n: cython.int) -> cython.int:
        """1 for a run without wilds."""
        i: cython.int
        if is_set:
            return 0
        for i in range(n):
            if self.path_slot[i] & IS_WILD:
                return 0
        return 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _comes_before(self, is_set: cython.int, n: cython.int, c: cython.int) -> cython.bint:
        """Whether the meld shown comes before a column's in canonical order."""
        i: cython.int
        if is_set != self.is_set[c]:
            return is_set < self.is_set[c]
        for i in range(n):
            if i >= self.size[c]:
                return False
            if self.shown[i] >> 1 != self.slots[c * MOST_SLOTS + i] >> 1:  # whether one lay there makes no difference
                return self.shown[i] < self.slots[c * MOST_SLOTS + i]
        return n < self.size[c]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sort_shown(self, n: cython.int) -> cython.void:
        """A set's slots by the suit they stand for, naturals first, then by rank."""
        i: cython.int
        j: cython.int
        slot: cython.int
        for i in range(1, n):
            slot = self.shown[i]
            j = i
            while j > 0 and _set_order(self.shown[j - 1]) > _set_order(slot):
                self.shown[j] = self.shown[j - 1]
                j -= 1
            self.shown[j] = slot

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order_columns(self, sets: cython.bint, melds: cython.bint) -> cython.void:
        """Columns by what they use first, then by slack; without new sets, or any new melds, where those are barred."""
        c: cython.int
        i: cython.int
        total: cython.longlong
        use: cython.ulonglong
        last: cython.int = self.table_melds + self.items
        for i in range(last + 3):
            self.bucket[i] = 0
        self.last_column = ABSENT
        self.last_pure = ABSENT
        self.last_run = ABSENT
        self.touched = 0
        for c in range(self.columns):
            self.first_of[c] = ABSENT
            if self.size[c] == 0 or (self.grown[c] < 0 and (not melds or (self.is_set[c] and not sets))):
                continue
            total = -self.gain[c]
            use = self.usage[c]
            self.touched |= use
            i = 0
            while use != 0:
                if use & 0xFFFF == 0:
                    use >>= 16
                    i += 4
                    continue
                total += cython.cast(cython.longlong, use & 15) * self.price[i]
                use >>= 4
                i += 1
            self.slack[c] = total
            i = self.grown[c] if self.grown[c] >= 0 else self.table_melds + _lowest(self.usage[c])
            self.first_of[c] = i
            self.bucket[i + 2] += 1
            self.last_column = max(self.last_column, i)
            if self.grown[c] < 0 and not self.is_set[c]:
                self.last_run = max(self.last_run, i)
                if self.is_pure[c]:
                    self.last_pure = max(self.last_pure, i)
        for i in range(1, last + 3):
            self.bucket[i] += self.bucket[i - 1]
        for c in range(self.columns):
            if self.first_of[c] >= 0:
                i = self.first_of[c] + 1
                self.order[self.bucket[i]] = c
                self.bucket[i] += 1
        for i in range(last):
            self._sort_bucket(self.bucket[i], self.bucket[i + 1])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sort_bucket(self, start: cython.int, end: cython.int) -> cython.void:
        """Sort a stretch of the order by slack (Shell's way)."""
        gap: cython.int = 1
        i: cython.int
        j: cython.int
        c: cython.int
        while 3 * gap + 1 < end - start:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(start + gap, end):
                c = self.order[i]
                j = i
                while j - gap >= start and self.slack[self.order[j - gap]] > self.slack[c]:
                    self.order[j] = self.order[j - gap]
                    j -= gap
                self.order[j] = c
            gap //= 3


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lowest(state: cython.ulonglong) -> cython.int:
    """The first item that a word holds any of; the word is not 0."""
    item: cython.int = 0
    if state & EIGHT_ITEMS == 0:
        state >>= 32
        item = 8
    if state & 0xFFFF == 0:
        state >>= 16
        item += 4
    if state & 0xFF == 0:
        state >>= 8
        item += 2
    return item + (state & 15 == 0)


def _worths(worths: Any) -> tuple[array[int], array[int]]:
    """What slots gain and what they count, by class and place; raises ValueError for what is too much."""
    gains, points = worths
    size = WILD_CLASSES * PLACES
    return large(gains, size, -MOST_VALUE // 256, MOST_VALUE // 256), small(points, size, 0, MOST_POINTS)
