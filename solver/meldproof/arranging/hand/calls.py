# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Small hands in and out: what a hand, a table that grows and demands come to, one by one or for many at once."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import NOT_MET, NOT_SETTLED, large, table, within
from meldproof.arranging.hand.columns import MOST_MELDS, MOST_SLOTS, MOST_TABLE
from meldproof.arranging.hand.items import HandItems
from meldproof.arranging.hand.search import (
    BESIDE_POINTS,
    FEW_STATES,
    MOST_STATES,
    ONE_MELD,
    ONE_PURE,
    ONE_RUN,
    HandSearch,
)
from meldproof.arranging.sweep.walk.fields import HOPELESS, ints

MOST_STAMP = cython.declare(cython.int, 1 << 30)
MOST_CASES = 4
CASE = cython.declare(cython.int, 6)
"""Numbers of a case: points, runs without wilds, runs, new melds owed; whether sets, and any new melds, may be laid."""
MOST_OWED = 1 << 30


@cython.final
@cython.cclass
class HandEngine(HandSearch):
    """Arranges hands of up to 16 cards."""

    # The demands in turn, of which any may be met: so many rows of numbers (CASE).
    cases = cython.declare(cython.int)
    case = cython.declare(cython.longlong[::1])
    # Whether melds of the table may be grown.
    may_grow = cython.declare(cython.bint)

    def __init__(self, runs: Any, sets: Any, costs: Any, kinds: Any, discards: int) -> None:
        """Take the rules, each checked.

        `runs`: fewest cards; steps of the automaton by state and class (-1: none), which states accept, by first place
        the last one (0: none begins there); what a slot gains and what it counts toward an opening, by class and place.
        `sets`: fewest and most cards, steps and states as of runs, by size and whether there are wilds what is asked of
        suits (0 nothing, 1 all distinct, 2 all the same), whether a set in which a suit comes twice counts toward an
        opening; gains and points by class and rank. `costs`: what a new meld costs, what growing one of the table does,
        and whether what a meld counts toward an opening is all it gains. `kinds`: ranks and suits of the deck, then as
        `HandItems` takes them. `discards`: 0 for none, 1 optional, 2 required.
        """
        ranks, suits, *each = kinds
        HandItems.__init__(self, ranks, suits, each)
        *melds, gains, points = runs
        *others, set_gains, set_points = sets
        self._take_melds(melds, others)
        self._take_worths((gains, points), (set_gains, set_points), costs)
        self._take_room()
        self.discards = within(discards, 0, 2)
        self.showing = True

    def arrange(self, counts: Any, owed_cards: Any, lying: Any, may_grow: Any, cases: Any) -> Any:
        """The melds of the first of the best arrangements, how many of each kind are left, the discard's kind or -1.

        `counts` is a hand as bytes, how many it holds of each kind, `owed_cards` how many of them must be laid (or
        nothing). `lying` are the melds of a table; `may_grow` says whether cards may be added to them. `cases` are
        demands as rows of numbers (`CASE`), of which the answer meets any, the first of equals. A meld is a number of a
        kind (1: a set) followed by its slots, as numbers that sort as slots do; those of the table come first. None
        where the hand is too large or allows too much; False where the demands can't be met.
        """
        found: cython.int
        c: cython.int
        i: cython.int
        self._take_counts(counts, owed_cards)
        self._take_table(lying, may_grow)
        self._take_cases(cases)
        with cython.nogil:
            found = self._arranged()
        if found <= 0:
            return None if found < 0 else False
        grown: list[Any] = []
        melds: list[Any] = []
        for i in range(self.choices):
            c = self.chosen[i]
            meld = (self.is_set[c], *[self.slots[c * MOST_SLOTS + j] for j in range(self.size[c])])
            (melds if self.grown[c] < 0 else grown).append(meld)
        melds.sort()
        left = [(self.item_kind[i], self.unused[i]) for i in range(self.items) if self.unused[i]]
        return grown + melds, left, -1 if self.discarded < 0 else self.item_kind[self.discarded]

    def settle_many(self, counts: Any, cases: Any, gains: Any) -> None:
        """Write the greatest gain of every hand into `gains`, NOT_MET where the demands can't be met.

        `counts` holds a hand a row, a kind of card a column; `cases` as `arrange` takes them. A hand that is too large
        or allows too much gets NOT_SETTLED.
        """
        hands: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.longlong[::1] = table(gains, 1, "int64")
        found: cython.int
        k: cython.int
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = hands.shape[0]
        within(hands.shape[1], self.kinds, self.kinds)
        within(out.shape[0], n, n)
        self._take_counts(bytes(self.kinds), b"")
        self._take_table((), False)
        self._take_cases(cases)
        self.showing = False
        with cython.nogil:
            for i in range(n):
                for k in range(self.kinds):
                    self.held[k] = cython.cast(cython.int, hands[i, k])
                found = self._settled()
                out[i] = self.top if found > 0 else NOT_MET if found == 0 else NOT_SETTLED
        self.showing = True

    def _take_counts(self, counts: Any, owed_cards: Any) -> None:
        hand: bytes
        owed: bytes
        i: cython.int
        if not isinstance(counts, bytes) or len(counts) != self.kinds:
            raise ValueError(f"a hand is {self.kinds} bytes")
        if not isinstance(owed_cards, bytes) or len(owed_cards) not in (0, self.kinds):
            raise ValueError(f"cards owed are {self.kinds} bytes, or none")
        hand, owed = counts, owed_cards
        self.must_lay = len(owed) > 0
        for i in range(self.kinds):
            self.held[i] = hand[i]
            self.owed_cards[i] = within(owed[i], 0, hand[i]) if self.must_lay else 0

    def _take_table(self, lying: Any, may_grow: Any) -> None:
        self.table_melds = 0
        self.may_grow = bool(may_grow)
        for number, meld in enumerate(lying):
            within(number, 0, MOST_TABLE - 2)
            if not isinstance(meld, tuple) or len(meld) < 2:
                raise ValueError("a meld of the table is numbers: its kind, then its slots")
            self.table_is_set[number] = within(meld[0], 0, 1)
            self.table_size[number] = within(len(meld) - 1, 1, MOST_SLOTS - 2 if meld[0] == 0 else MOST_SLOTS // 2)
            first = within(meld[1], 0, (1 << 19) - 1) >> 5 & 63
            for at, slot in enumerate(meld[1:]):
                within(slot, 0, (1 << 19) - 1)
                within(slot >> 14, 0, self.ranks)
                within(slot >> 5 & 63, first + at * (1 - meld[0]), first + at * (1 - meld[0]))
                within(slot >> 2 & 7, 1, self.suits)
                self.table_slots[number * MOST_SLOTS + at] = slot
            within(first, 1, self.ranks if meld[0] else 32 - len(meld))
            self.table_melds = number + 1

    def _take_cases(self, cases: Any) -> None:
        self.cases = within(len(cases) // CASE, 1, MOST_CASES)
        self.case = large(cases, self.cases * CASE, 0, MOST_OWED)
        for number in range(self.cases):
            for at, most in ((1, 15), (2, 15), (3, 1), (4, 1), (5, 1)):
                within(cases[number * CASE + at], 0, most)

    def renew(self) -> None:
        """Forget what stamps stand for, long before they are used up."""
        self.used_stamp, self.state_stamp = ints(2 * MOST_MELDS), ints(2 * MOST_STATES)
        self.stamp, self.state_now = 0, 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settled(self) -> cython.int:
        """1 where the greatest gain was found, 0 where there is none, -1 where the hand allows too much."""
        k: cython.int
        top: cython.longlong = -HOPELESS
        chosen: cython.int = -1
        if self.stamp >= MOST_STAMP or self.state_now >= MOST_STAMP:
            with cython.gil:
                self.renew()
        if not self._take_hand():
            return -1
        for k in range(self.cases):
            self._search(k, k == 0)
            if self.overfull:
                return -1
            if self.top > top:
                top = self.top
                chosen = k
        if chosen >= 0 and self.showing and chosen != self.cases - 1:
            self._search(chosen, False)
        self.top = top
        return 0 if chosen < 0 else 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _arranged(self) -> cython.int:
        """The same, and the arrangement."""
        found: cython.int = self._settled()
        if found <= 0:
            return found
        self._rebuild(self.start_owed)
        if self.overfull and self.most_states < MOST_STATES:
            self.overfull = False
            self._find_top(MOST_STATES)
            self._rebuild(self.start_owed)
        return -1 if self.overfull else 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, k: cython.int, fresh: cython.bint) -> cython.void:
        """Find the greatest gain of one case; columns are made where they are not there or others are wanted."""
        at: cython.int = k * CASE
        demanding: cython.bint
        self.start_owed = self.case[at] * (BESIDE_POINTS + 1) + self.case[at + 1] * ONE_PURE
        self.start_owed += self.case[at + 2] * ONE_RUN + self.case[at + 3] * ONE_MELD
        demanding = self.start_owed != 0 or self.case[at + 4] == 0  # where sets are barred, a run of the same is kept
        if fresh or (demanding != self.demanding and self.case[at + 5] != 0):
            self.demanding = demanding
            self.obliging = demanding or self.must_lay
            self._make_columns(self.may_grow)
            if self.overfull:
                return
        self._order_columns(self.case[at + 4] != 0, self.case[at + 5] != 0)
        self._find_top(FEW_STATES)
