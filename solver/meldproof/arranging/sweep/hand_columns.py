# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Every meld that a small hand can make, as columns: the items it uses, what it gains, what its slots show.

The compiled sibling of `arranging.columns`, for a hand without a table.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.hand_items import UNIT, HandItems
from meldproof.arranging.sweep.walk_fields import MIX_A, WORD, ints, longs, words
from meldproof.arranging.sweep.walk_guards import MOST_VALUE, PLACES, large, small, within

MOST_MELDS = cython.declare(cython.int, 4096)
MOST_SLOTS = cython.declare(cython.int, 16)
ITEM_GUARDS = cython.declare(cython.ulonglong, 0x8888888888888888)
ROW = cython.declare(cython.int, 32)
DISTINCT = cython.declare(cython.int, 1)
SAME = cython.declare(cython.int, 2)
WILD_CLASSES = 3


@cython.cclass
class HandColumns(HandItems):
    """The rules of melds as flat tables, and the columns that a hand makes."""

    # Rules. Classes of slots: 0 natural, 1 joker, 2 wild of a rank.
    run_min = cython.declare(cython.int)
    run_steps = cython.declare(cython.int[::1])
    run_accepts = cython.declare(cython.int[::1])
    run_limit = cython.declare(cython.int[::1])
    run_gain = cython.declare(cython.longlong[::1])
    set_min = cython.declare(cython.int)
    set_max = cython.declare(cython.int)
    set_steps = cython.declare(cython.int[::1])
    set_accepts = cython.declare(cython.int[::1])
    set_law = cython.declare(cython.int[::1])
    set_gain = cython.declare(cython.longlong[::1])
    meld_cost = cython.declare(cython.longlong)

    # The meld being made.
    path_item = cython.declare(cython.int[::1])
    path_slot = cython.declare(cython.int[::1])
    path_gain = cython.declare(cython.longlong[::1])
    shown = cython.declare(cython.int[::1])

    # Columns, and where the column of a use is.
    columns = cython.declare(cython.int)
    overfull = cython.declare(cython.bint)
    usage = cython.declare(cython.ulonglong[::1])
    gain = cython.declare(cython.longlong[::1])
    is_set = cython.declare(cython.int[::1])
    size = cython.declare(cython.int[::1])
    slots = cython.declare(cython.int[::1])
    used_by = cython.declare(cython.int[::1])
    used_stamp = cython.declare(cython.int[::1])
    stamp = cython.declare(cython.int)

    def __init__(self, runs: Any, sets: Any, meld_cost: int, kinds: Any) -> None:
        """Take the rules, each checked.

        `runs`: ranks, suits, fewest cards; steps of the automaton by state and class (-1: none), which states accept,
        by first place the last one (0: none begins there), and what a slot gains by class and place. `sets`: fewest
        and most cards, steps and states as of runs, by size and whether there are wilds what is asked of suits (0
        nothing, 1 all distinct, 2 all the same), and what a slot gains by class and rank.
        """
        ranks, suits, run_min, steps, accepts, limit, gains = runs
        HandItems.__init__(self, ranks, suits, kinds)
        self.run_min = within(run_min, 1, 99)
        self.run_steps, self.run_accepts = _checked(steps, accepts)
        self.run_limit = small(limit, PLACES, 0, 30)
        self.run_gain = large(gains, WILD_CLASSES * PLACES, -MOST_VALUE // 256, MOST_VALUE // 256)
        least, most, steps, accepts, law, gains = sets
        self.set_min, self.set_max = within(least, 1, 99), within(most, 0, 16)
        self.set_steps, self.set_accepts = _checked(steps, accepts)
        self.set_law = small(law, 2 * 17, 0, 2)
        self.set_gain = large(gains, WILD_CLASSES * PLACES, -MOST_VALUE // 256, MOST_VALUE // 256)
        self.meld_cost = within(meld_cost, 0, 1)
        self.path_item, self.path_slot, self.shown, self.path_gain = ints(32), ints(32), ints(32), longs(32)
        most = MOST_MELDS
        self.usage, self.gain, self.is_set, self.size = words(most), longs(most), ints(most), ints(most)
        self.slots = ints(most * MOST_SLOTS)
        self.used_by, self.used_stamp, self.stamp = ints(2 * most), ints(2 * most), 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_columns(self) -> cython.void:
        """Every meld of the items: of those that use the same cards the one that gains most, of equals the first."""
        s: cython.int
        k: cython.int
        place: cython.int
        self.columns = 0
        self.overfull = False
        self.stamp += 1
        for k in range(self.items):
            self.left[k] = self.copies[k]
            self.price[k] = 0
        for k in range(1, self.ranks + 1):
            self._naturals_of_set(k, 0, 0, 0)
        for s in range(1, self.suits + 1):
            for place in range(1, ROW):
                if self.run_limit[place]:
                    self._run(s, place, self.run_limit[place], 0, 0)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(self, n: cython.int, item: cython.int, slot: cython.int, gain: cython.longlong) -> cython.void:
        self.left[item] -= 1
        self.path_item[n] = item
        self.path_slot[n] = slot
        self.path_gain[n] = gain

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(
        self, suit: cython.int, place: cython.int, limit: cython.int, state: cython.int, n: cython.int
    ) -> cython.void:
        """Every run that goes on at a place, `n` slots being filled."""
        rank: cython.int = (place - 1) % self.ranks + 1
        item: cython.int
        k: cython.int
        step: cython.int
        kind: cython.int
        if n >= self.run_min and self.run_accepts[state]:
            self._add(0, n)
        if place > limit or n >= MOST_SLOTS or self.overfull:
            return
        item = self.natural_at[rank * 4 + suit - 1]
        if item >= 0 and self.left[item] > 0:
            step = self.run_steps[state * 3]
            if step >= 0:
                self._push(n, item, _slot(rank, suit, place, suit, 0), self.run_gain[place])
                self._run(suit, place + 1, limit, step, n + 1)
                self.left[item] += 1
        for k in range(self.wilds):
            item = self.wild[k]
            kind = self.item_class[item]
            if self.left[item] == 0 or (self.item_home[item] == rank and self.item_suit[item] == suit):
                continue
            step = self.run_steps[state * 3 + kind]
            if step >= 0:
                self._push(
                    n,
                    item,
                    _slot(self.item_rank[item], self.item_suit[item], place, suit, 1),
                    self.run_gain[kind * ROW + place],
                )
                self._run(suit, place + 1, limit, step, n + 1)
                self.left[item] += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _naturals_of_set(self, rank: cython.int, s: cython.int, state: cython.int, n: cython.int) -> cython.void:
        """Every set of a rank with `n` naturals of the suits before `s`: more of them, then wilds."""
        item: cython.int
        taken: cython.int = 0
        step: cython.int = state
        if s == self.suits:
            self._wilds_of_set(rank, 0, state, n, n)
            return
        item = self.natural_at[rank * 4 + s]
        self._naturals_of_set(rank, s + 1, state, n)
        if item < 0:
            return
        while self.left[item] > 0 and n + taken < self.set_max:
            step = self.set_steps[step * 3]
            if step < 0:
                break
            self._push(n + taken, item, _slot(rank, s + 1, rank, s + 1, 0), self.set_gain[rank])
            taken += 1
            self._naturals_of_set(rank, s + 1, step, n + taken)
        self.left[item] += taken

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wilds_of_set(
        self, rank: cython.int, k: cython.int, state: cython.int, naturals: cython.int, n: cython.int
    ) -> cython.void:
        """Every set with those naturals and `n` cards: more wilds, from the `k`-th wild item on."""
        item: cython.int
        kind: cython.int
        taken: cython.int = 0
        step: cython.int = state
        if k == self.wilds:
            if self.set_min <= n <= self.set_max and self.set_accepts[state]:
                self._add_set(naturals, n)
            return
        self._wilds_of_set(rank, k + 1, state, naturals, n)
        item = self.wild[k]
        kind = self.item_class[item]
        if self.item_home[item] == rank:
            return
        while self.left[item] > 0 and n + taken < self.set_max:
            step = self.set_steps[step * 3 + kind]
            if step < 0:
                break
            self._push(
                n + taken,
                item,
                _slot(self.item_rank[item], self.item_suit[item], rank, 0, 1),
                self.set_gain[kind * ROW + rank],
            )
            taken += 1
            self._wilds_of_set(rank, k + 1, step, naturals, n + taken)
        self.left[item] += taken

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_set(self, naturals: cython.int, n: cython.int) -> cython.void:
        """Add a set if its suits do: wilds take those that are missing, or the naturals' one."""
        law: cython.int = self.set_law[2 * n + (1 if n > naturals else 0)]
        held: cython.int = 0
        bit: cython.int
        suit: cython.int
        i: cython.int
        if law == DISTINCT and n > self.suits:
            return
        for i in range(naturals):
            bit = 1 << _suit_shown(self.path_slot[i])
            if law == DISTINCT and held & bit:
                return
            held |= bit
        if law == SAME and held & (held - 1):
            return
        suit = 1
        if law == SAME and naturals > 0:
            suit = _suit_shown(self.path_slot[0])
        for i in range(n):
            self.shown[i] = self.path_slot[i]
            if i >= naturals:
                if law != SAME:
                    suit = 1
                    while suit <= self.suits and held & (1 << suit):
                        suit += 1
                    if suit > self.suits:
                        suit = 1
                    held |= 1 << suit
                self.shown[i] += suit << 1
        self._sort_shown(n)
        self._keep(1, n)

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
    def _add(self, is_set: cython.int, n: cython.int) -> cython.void:
        i: cython.int
        for i in range(n):
            self.shown[i] = self.path_slot[i]
        self._keep(is_set, n)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, is_set: cython.int, n: cython.int) -> cython.void:
        """Keep the meld whose slots are shown, unless one of the same cards is as good and comes first."""
        use: cython.ulonglong = 0
        gain: cython.longlong = -self.meld_cost
        i: cython.int
        c: cython.int
        at: cython.int
        for i in range(n):
            use += UNIT << (4 * self.path_item[i])
            gain += self.path_gain[i]
            if self.path_gain[i] > self.price[self.path_item[i]]:
                self.price[self.path_item[i]] = self.path_gain[i]
        if gain < 0:
            return
        at = cython.cast(cython.int, ((use * MIX_A) & WORD) >> 51)
        while self.used_stamp[at] == self.stamp and self.usage[self.used_by[at]] != use:
            at = (at + 1) & (2 * MOST_MELDS - 1)
        if self.used_stamp[at] == self.stamp:
            c = self.used_by[at]
            if gain < self.gain[c] or (gain == self.gain[c] and not self._comes_before(is_set, n, c)):
                return
        else:
            if self.columns >= MOST_MELDS - 16:
                self.overfull = True
                return
            c = self.columns
            self.columns += 1
            self.used_stamp[at] = self.stamp
            self.used_by[at] = c
        self.usage[c] = use
        self.gain[c] = gain
        self.is_set[c] = is_set
        self.size[c] = n
        for i in range(n):
            self.slots[c * MOST_SLOTS + i] = self.shown[i]

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
            if self.shown[i] != self.slots[c * MOST_SLOTS + i]:
                return self.shown[i] < self.slots[c * MOST_SLOTS + i]
        return n < self.size[c]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(rank: cython.int, suit: cython.int, place: cython.int, as_suit: cython.int, wild: cython.int) -> cython.int:
    """A slot as a number that sorts as slots do."""
    return (((rank << 3 | suit) << 6 | place) << 3 | as_suit) << 1 | wild


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _suit_shown(slot: cython.int) -> cython.int:
    return slot >> 1 & 7


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _set_order(slot: cython.int) -> cython.int:
    return (slot & 15) << 5 | slot >> 13


def _checked(steps: Any, accepts: Any) -> tuple[array[int], array[int]]:
    """An automaton's tables; raises ValueError where they don't fit together."""
    states = within(len(accepts), 1, 100_000)
    return small(steps, 3 * states, -1, states - 1), small(accepts, states, 0, 1)
