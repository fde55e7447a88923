# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which melds a small hand can make, and what each meld of a table can grow into.

The compiled sibling of `arranging.columns`: places are walked through the catalogue's automata, each with a natural of
the hand, a wild, or what lies there.
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import PLACES, automaton_tables, can_do_without_naturals, small, within
from meldproof.arranging.hand.columns import ABSENT, MOST_SLOTS, ROW, HandColumns
from meldproof.arranging.hand.items import RANKED_WILD, UNIT
from meldproof.arranging.hand.slots import IS_WILD, _class_of_slot, _place_of_slot, _slot, _suit_shown
from meldproof.arranging.sweep.walk.fields import ints

DISTINCT = cython.declare(cython.int, 1)
SAME = cython.declare(cython.int, 2)
MOST_IN_MELD = 32


@cython.cclass
class HandMelds(HandColumns):
    """The rules of melds as flat tables, and the melds of a hand made by them."""

    # Runs: fewest cards; steps of the automaton by state and class (-1: none), which states accept; by first place the
    # last one (0: none begins there); the lowest and the highest first place;
    # whether there are runs of wilds alone.
    run_min = cython.declare(cython.int)
    run_steps = cython.declare(cython.int[::1])
    run_accepts = cython.declare(cython.int[::1])
    run_limit = cython.declare(cython.int[::1])
    run_first = cython.declare(cython.int)
    run_last = cython.declare(cython.int)
    wild_runs = cython.declare(cython.bint)
    # Sets: fewest and most cards, the automaton as of runs; by size and whether there are wilds what is asked of suits
    # (0 nothing, DISTINCT, SAME); whether there are sets of wilds alone.
    set_min = cython.declare(cython.int)
    set_max = cython.declare(cython.int)
    set_steps = cython.declare(cython.int[::1])
    set_accepts = cython.declare(cython.int[::1])
    set_law = cython.declare(cython.int[::1])
    wild_sets = cython.declare(cython.bint)

    # The run of the table that is grown: by place its slot (0: none), its last place, how many slots.
    fixed = cython.declare(cython.int[::1])
    fixed_last = cython.declare(cython.int)
    fixed_size = cython.declare(cython.int)

    def _take_melds(self, runs: Any, sets: Any) -> None:
        """Take the rules of runs and sets, each checked (see `HandEngine`)."""
        run_min, steps, accepts, limit = runs
        self.run_min = within(run_min, 1, 99)
        self.run_steps, self.run_accepts = automaton_tables(steps, accepts)
        self.wild_runs = can_do_without_naturals(steps, accepts)
        self.run_limit = small(limit, PLACES, 0, 30)
        firsts = [place for place, last in enumerate(limit) if last]
        self.run_first, self.run_last = (min(firsts), max(firsts)) if firsts else (1, 0)
        least, most, steps, accepts, law, repeats = sets
        self.set_min, self.set_max = within(least, 1, 99), within(most, 0, MOST_IN_MELD)
        self.set_steps, self.set_accepts = automaton_tables(steps, accepts)
        self.wild_sets = can_do_without_naturals(steps, accepts)
        self.set_law = small(law, 2 * (MOST_IN_MELD + 1), 0, 2)
        self.repeats_count = bool(repeats)
        self.fixed = ints(64)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_columns(self, growing: cython.bint) -> cython.void:
        """Every meld of the items, and every meld that the table's can grow into where they may be grown."""
        s: cython.int
        k: cython.int
        place: cython.int
        slots: cython.int
        self.columns = 0
        self.overfull = False
        self.stamp += 1
        for k in range(self.items):
            self.left[k] = self.copies[k]
            self.price[k] = 0
        for k in range(self.table_melds):
            self._grow(k, growing)
        slots = self.run_min
        if not self.wild_runs and slots <= self.wild_cards:
            slots = self.wild_cards + 1
        self.growing = ABSENT
        self.fixed_last = 0
        self.fixed_size = 0
        for k in range(1, self.ranks + 1):
            if self.naturals_of[k] + self.wild_cards >= self.set_min and (self.naturals_of[k] or self.wild_sets):
                self._naturals_of_set(k, 0, 0, 0, 0)
        for s in range(1, self.suits + 1):
            if self.naturals_in[s] + self.wild_cards < self.run_min:
                continue
            for place in range(self.run_first, self.run_last + 1):
                if self._may_reach(s, place, slots, self.wild_cards):
                    self._run(s, place, self.run_limit[place], 0, 0, self.wild_cards, 0)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_reach(self, suit: cython.int, place: cython.int, slots: cython.int, wilds: cython.int) -> cython.bint:
        """Whether naturals of a suit and so many wilds could fill so many places from one on."""
        bits: cython.ulonglong
        if slots <= wilds:
            return True
        if place + slots > 63:
            return True
        bits = (self.natural_places[suit - 1] >> place) & ((UNIT << slots) - 1)
        while bits != 0:
            bits &= bits - 1
            wilds += 1
            if wilds >= slots:
                return True
        return False

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(
        self, n: cython.int, item: cython.int, slot: cython.int, gain: cython.longlong, points: cython.int
    ) -> cython.void:
        self.left[item] -= 1
        self.path_item[n] = item
        self.path_slot[n] = slot
        self.path_gain[n] = gain
        self.path_points[n] = points
        self.path_use[n + 1] = self.path_use[n] + (UNIT << (4 * item))
        self.path_total[n + 1] = self.path_total[n] + gain

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lie(self, n: cython.int, slot: cython.int) -> cython.void:
        """A slot that lay on the table."""
        self.path_item[n] = ABSENT
        self.path_slot[n] = slot
        self.path_gain[n] = 0
        self.path_points[n] = 0
        self.path_use[n + 1] = self.path_use[n]
        self.path_total[n + 1] = self.path_total[n]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(self, t: cython.int, growing: cython.bint) -> cython.void:
        """A meld of the table as it lies, and all that it can grow into."""
        i: cython.int
        first: cython.int
        slot: cython.int
        suit: cython.int = 0
        state: cython.int = 0
        naturals: cython.int = 0
        size: cython.int = self.table_size[t]
        self.growing = t
        for i in range(size):
            slot = self.table_slots[t * MOST_SLOTS + i]
            self._lie(i, slot)
            self.shown[i] = slot
        self._keep(self.table_is_set[t], size)
        if not growing:
            return
        if not self.table_is_set[t]:
            first = _place_of_slot(self.path_slot[0])
            suit = _suit_shown(self.path_slot[0])
            self.fixed_size = size
            self.fixed_last = first + size - 1
            for i in range(size):
                self.fixed[first + i] = self.path_slot[i]
            for i in range(1, first + 1):
                if self.run_limit[i] >= self.fixed_last:
                    self._run(suit, i, self.run_limit[i], 0, 0, self.wild_cards, 0)
            for i in range(64):
                self.fixed[i] = 0
            return
        self.fixed_size = size
        for i in range(size):
            slot = self.table_slots[t * MOST_SLOTS + i]
            if slot & IS_WILD == 0:
                self._lie(naturals, slot)
                naturals += 1
        for i in range(size):
            slot = self.table_slots[t * MOST_SLOTS + i]
            if state >= 0:
                state = self.set_steps[state * 3 + _class_of_slot(slot)]
        if state >= 0:
            self._naturals_of_set(_place_of_slot(self.path_slot[0]), 0, state, naturals, size - naturals)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(
        self,
        suit: cython.int,
        place: cython.int,
        limit: cython.int,
        state: cython.int,
        n: cython.int,
        wilds: cython.int,
        least: cython.int,
    ) -> cython.void:
        """Every run that goes on at a place, `n` slots being filled and so many wilds left.

        Wilds of ranks come in order, from the `least` on: in any other they gain the same and come later, unless a card
        can't be wild in its own place, on which the order then depends.
        """
        rank: cython.int = place if place <= self.ranks else place - self.ranks
        item: cython.int
        k: cython.int
        step: cython.int
        kind: cython.int
        more: cython.int = 0
        if n > self.fixed_size and n >= self.run_min and place > self.fixed_last and self.run_accepts[state]:
            if self.showing:
                for k in range(n):
                    self.shown[k] = self.path_slot[k]
            self._keep(0, n)
        if place > limit or n >= MOST_SLOTS or self.overfull:
            return
        if self.fixed_last:
            if self.fixed[place]:
                step = self.run_steps[state * 3 + _class_of_slot(self.fixed[place])]
                if step >= 0:
                    self._lie(n, self.fixed[place])
                    self._run(suit, place + 1, limit, step, n + 1, wilds, least)
                return
        else:
            more = self.run_min - n - 1
        item = self.natural_at[rank * 4 + suit - 1]
        if item >= 0 and self.left[item] > 0:
            step = self.run_steps[state * 3]
            k = wilds - (1 if self.item_class[item] else 0)
            if step >= 0 and (more <= k or self._may_reach(suit, place + 1, more, k)):
                self._push(n, item, _slot(rank, suit, place, suit, 0), self.run_gain[place], self.run_points[place])
                self._run(suit, place + 1, limit, step, n + 1, k, least)
                self.left[item] += 1
        if wilds == 0 or (more >= wilds and not self._may_reach(suit, place + 1, more, wilds - 1)):
            return
        for k in range(self.wilds):
            item = self.wild[k]
            kind = self.item_class[item]
            if self.left[item] == 0 or (self.item_home[item] == rank and self.item_suit[item] == suit):
                continue
            if k < least and kind == RANKED_WILD and place - n > self.last_home:
                continue
            step = self.run_steps[state * 3 + kind]
            if step >= 0:
                self._push(
                    n,
                    item,
                    _slot(self.item_rank[item], self.item_suit[item], place, suit, 1),
                    self.run_gain[kind * ROW + place],
                    self.run_points[kind * ROW + place],
                )
                self._run(suit, place + 1, limit, step, n + 1, wilds - 1, k if kind == RANKED_WILD else least)
                self.left[item] += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _naturals_of_set(
        self, rank: cython.int, s: cython.int, state: cython.int, n: cython.int, lying: cython.int
    ) -> cython.void:
        """Every set of a rank with `n` naturals of suits before `s`: more of them, then wilds beside those lying."""
        item: cython.int
        taken: cython.int = 0
        step: cython.int = state
        while s < self.suits and self.natural_at[rank * 4 + s] < 0:
            s += 1
        if s == self.suits:
            if n + lying + self.wild_cards >= self.set_min:
                self._wilds_of_set(rank, 0, state, n, n, lying)
            return
        item = self.natural_at[rank * 4 + s]
        self._naturals_of_set(rank, s + 1, state, n, lying)
        while self.left[item] > 0 and n + taken + lying < self.set_max:
            step = self.set_steps[step * 3]
            if step < 0:
                break
            self._push(n + taken, item, _slot(rank, s + 1, rank, s + 1, 0), self.set_gain[rank], self.set_points[rank])
            taken += 1
            self._naturals_of_set(rank, s + 1, step, n + taken, lying)
        self.left[item] += taken

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wilds_of_set(
        self,
        rank: cython.int,
        k: cython.int,
        state: cython.int,
        naturals: cython.int,
        n: cython.int,
        lying: cython.int,
    ) -> cython.void:
        """Every set with those naturals and `n` cards beside wilds lying: more wilds, from the `k`-th wild item on."""
        item: cython.int
        kind: cython.int
        taken: cython.int = 0
        step: cython.int = state
        if k == self.wilds:
            if self.set_min <= n + lying <= self.set_max and self.set_accepts[state] and n + lying > self.fixed_size:
                self._add_set(naturals, n, lying)
            return
        self._wilds_of_set(rank, k + 1, state, naturals, n, lying)
        item = self.wild[k]
        kind = self.item_class[item]
        if self.item_home[item] == rank:
            return
        while self.left[item] > 0 and n + taken + lying < self.set_max:
            step = self.set_steps[step * 3 + kind]
            if step < 0:
                break
            self._push(
                n + taken,
                item,
                _slot(self.item_rank[item], self.item_suit[item], rank, 0, 1),
                self.set_gain[kind * ROW + rank],
                self.set_points[kind * ROW + rank],
            )
            taken += 1
            self._wilds_of_set(rank, k + 1, step, naturals, n + taken, lying)
        self.left[item] += taken

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_set(self, naturals: cython.int, n: cython.int, lying: cython.int) -> cython.void:
        """Add a set if its suits do: wilds take those that are missing, or the naturals' one; wilds lying come last."""
        size: cython.int = n + lying
        law: cython.int = self.set_law[2 * size + (1 if size > naturals else 0)]
        held: cython.int = 0
        bit: cython.int
        suit: cython.int
        i: cython.int
        if law == DISTINCT and size > self.suits:
            return
        for i in range(naturals):
            bit = 1 << _suit_shown(self.path_slot[i])
            if law == DISTINCT and held & bit:
                return
            held |= bit
        if law == SAME and held & (held - 1):
            return
        if not self.showing and not self.demanding:
            self._keep(1, n)
            return
        if lying:
            self._wilds_lying(n)
        suit = 1
        if law == SAME and naturals > 0:
            suit = _suit_shown(self.path_slot[0])
        for i in range(size):
            self.shown[i] = self.path_slot[i]
            if i >= naturals:
                if law != SAME:
                    suit = 1
                    while suit <= self.suits and held & (1 << suit):
                        suit += 1
                    if suit > self.suits:
                        suit = 1
                    held |= 1 << suit
                self.shown[i] += suit << 2
        self._sort_shown(size)
        self._keep(1, size)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wilds_lying(self, n: cython.int) -> cython.void:
        """Put the wilds of the set that is grown after `n` slots, each without a suit."""
        i: cython.int
        slot: cython.int
        for i in range(self.fixed_size):
            slot = self.table_slots[self.growing * MOST_SLOTS + i]
            if slot & IS_WILD:
                self._lie(n, slot - (_suit_shown(slot) << 2))
                n += 1
