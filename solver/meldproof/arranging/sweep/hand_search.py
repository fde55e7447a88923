# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best arrangement of a small hand, and of the best ones with the fewest melds the first in canonical order.

The first item that is not used up decides the next step: one of the columns that begin with it, its discard, or leaving
what is left of it. Each state is settled once; prices say what a state can at most still gain (as in
`arranging.search`, of which this is the compiled sibling).
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.hand_columns import ITEM_GUARDS, MOST_MELDS, MOST_SLOTS, HandColumns
from meldproof.arranging.sweep.hand_items import UNIT
from meldproof.arranging.sweep.suit_memory import NOT_SETTLED
from meldproof.arranging.sweep.suit_rows import NO_GAIN
from meldproof.arranging.sweep.walk_fields import HOPELESS, MIX_A, WORD, ints, longs, words
from meldproof.arranging.sweep.walk_guards import table, within

MOST_STATES = cython.declare(cython.int, 1 << 14)
MOST_STAMP = cython.declare(cython.int, 1 << 30)


@cython.final
@cython.cclass
class HandSearch(HandColumns):
    """Arranges hands of up to 16 cards."""

    discards = cython.declare(cython.int)

    # Columns by the first item they use, least slack first; discards.
    first_of = cython.declare(cython.int[::1])
    order = cython.declare(cython.int[::1])
    slack = cython.declare(cython.longlong[::1])
    bucket = cython.declare(cython.int[::1])

    # What states were found to gain.
    state_key = cython.declare(cython.ulonglong[::1])
    state_best = cython.declare(cython.longlong[::1])
    state_stamp = cython.declare(cython.int[::1])
    states = cython.declare(cython.int)

    # The answer.
    start = cython.declare(cython.ulonglong)
    start_bound = cython.declare(cython.longlong)
    top = cython.declare(cython.longlong)
    chosen = cython.declare(cython.int[::1])
    choices = cython.declare(cython.int)
    discarded = cython.declare(cython.int)
    unused = cython.declare(cython.int[::1])

    def __init__(self, runs: Any, sets: Any, meld_cost: int, kinds: Any, discards: int) -> None:
        """Take the rules, as `HandColumns` does.

        `kinds` are taken as `HandItems` does; `discards` is 0 for none, 1 optional, 2 required.
        """
        HandColumns.__init__(self, runs, sets, meld_cost, kinds)
        self.discards = within(discards, 0, 2)
        most = MOST_MELDS
        self.first_of, self.order, self.slack, self.bucket = ints(most), ints(most), longs(most), ints(18)
        size = 2 * MOST_STATES
        self.state_key, self.state_best, self.state_stamp = words(size), longs(size), ints(size)
        self.chosen, self.unused = ints(32), ints(16)

    def arrange(self, counts: Any) -> Any:
        """The melds of the first of the best arrangements, how many of each kind are left, the discard's kind or -1.

        `counts` is a hand as bytes: how many it holds of each kind. A meld is a number of a kind (1: a set) followed by
        its slots, as numbers that sort as slots do. None where the hand is too large or allows too much; False where no
        card can be left for a discard that is required.
        """
        hand: bytes
        found: cython.int
        c: cython.int
        i: cython.int
        if not isinstance(counts, bytes) or len(counts) != self.kinds:
            raise ValueError(f"a hand is {self.kinds} bytes")
        hand = counts
        for i in range(self.kinds):
            self.held[i] = hand[i]
        with cython.nogil:
            found = self._arranged()
        if found <= 0:
            return None if found < 0 else False
        melds = []
        for i in range(self.choices):
            c = self.chosen[i]
            melds.append((self.is_set[c], *[self.slots[c * MOST_SLOTS + j] for j in range(self.size[c])]))
        melds.sort()
        left = [(self.item_kind[i], self.unused[i]) for i in range(self.items) if self.unused[i]]
        return melds, left, -1 if self.discarded < 0 else self.item_kind[self.discarded]

    def settle_many(self, counts: Any, gains: Any) -> None:
        """Write the greatest gain of every hand into `gains`, `-(1 << 60)` where no card can be left for a discard.

        `counts` holds a hand a row, a kind of card a column. A hand that is too large or allows too much gets
        `-(1 << 61)`.
        """
        hands: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.longlong[::1] = table(gains, 1, "int64")
        found: cython.int
        k: cython.int
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = hands.shape[0]
        within(hands.shape[1], self.kinds, self.kinds)
        within(out.shape[0], n, n)
        with cython.nogil:
            for i in range(n):
                for k in range(self.kinds):
                    self.held[k] = cython.cast(cython.int, hands[i, k])
                found = self._settled()
                out[i] = self.top if found > 0 else NO_GAIN if found == 0 else NOT_SETTLED

    def renew(self) -> None:
        """Forget what stamps stand for, long before they are used up."""
        self.used_stamp, self.state_stamp, self.stamp = ints(2 * MOST_MELDS), ints(2 * MOST_STATES), 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settled(self) -> cython.int:
        """1 where the greatest gain was found, 0 where there is none, -1 where the hand allows too much."""
        start: cython.ulonglong = 0
        bound: cython.longlong = 0
        i: cython.int
        if self.stamp >= MOST_STAMP:
            with cython.gil:
                self.renew()
        if not self._take_hand():
            return -1
        self._make_columns()
        if self.overfull:
            return -1
        self._order_columns()
        for i in range(self.items):
            start += cython.cast(cython.ulonglong, self.copies[i]) << (4 * i)
            bound += self.copies[i] * self.price[i]
        if self.discards:
            start += self.discard_bit
            bound += self.discard_price
        self.states = 0
        self.start = start
        self.start_bound = bound
        self.top = self._best(start, bound)
        if self.overfull:
            return -1
        return 0 if self.top <= -HOPELESS else 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _arranged(self) -> cython.int:
        """The same, and the arrangement."""
        found: cython.int = self._settled()
        if found <= 0:
            return found
        self._rebuild(self.start, self.start_bound, self.top)
        return -1 if self.overfull else 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order_columns(self) -> cython.void:
        """Columns by their first item, then by slack: what their cards' prices exceed their gain by."""
        c: cython.int
        i: cython.int
        total: cython.longlong
        use: cython.ulonglong
        for i in range(18):
            self.bucket[i] = 0
        for c in range(self.columns):
            total = -self.gain[c]
            use = self.usage[c]
            for i in range(self.items):
                total += cython.cast(cython.longlong, (use >> (4 * i)) & 15) * self.price[i]
            self.slack[c] = total
            i = _lowest(use)
            self.first_of[c] = i
            self.bucket[i + 2] += 1
        for i in range(1, 18):
            self.bucket[i] += self.bucket[i - 1]
        for c in range(self.columns):
            i = self.first_of[c] + 1
            self.order[self.bucket[i]] = c
            self.bucket[i] += 1
        for i in range(self.items):
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

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_of(self, state: cython.ulonglong) -> cython.int:
        """Where a state is remembered, or the free place for it."""
        i: cython.int = cython.cast(cython.int, ((state * MIX_A) & WORD) >> 49)
        while self.state_stamp[i] == self.stamp and self.state_key[i] != state:
            i = (i + 1) & (2 * MOST_STATES - 1)
        return i

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self, state: cython.ulonglong, bound: cython.longlong) -> cython.longlong:
        """The greatest gain from a state on, which is at most `bound`; -HOPELESS where a discard can't be had."""
        at: cython.int
        c: cython.int
        first: cython.int
        best: cython.longlong = -HOPELESS
        rest: cython.longlong
        if state == 0:
            return 0
        at = self._place_of(state)
        if self.state_stamp[at] == self.stamp:
            return self.state_best[at]
        if self.states >= MOST_STATES:
            self.overfull = True
            return best
        first = _lowest(state)
        if first == self.items:
            return best if self.discards == 2 else 0
        for at in range(self.bucket[first], self.bucket[first + 1]):
            c = self.order[at]
            if bound - self.slack[c] <= best or self.overfull:
                break
            if ((state | ITEM_GUARDS) - self.usage[c]) & ITEM_GUARDS == ITEM_GUARDS:
                rest = self.gain[c] + self._best(state - self.usage[c], bound - self.slack[c] - self.gain[c])
                if rest > best:
                    best = rest
        if state & self.discard_bit and self.discards:
            rest = self._after_discard(state, bound, first)
            if rest > best:
                best = rest
        if bound - _held(state, first) * self.price[first] > best:
            rest = self._after_leaving(state, bound, first)
            if rest > best:
                best = rest
        if best < -HOPELESS:
            best = -HOPELESS
        self.states += 1
        at = self._place_of(state)
        self.state_stamp[at] = self.stamp
        self.state_key[at] = state
        self.state_best[at] = best
        return best

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_discard(self, state: cython.ulonglong, bound: cython.longlong, first: cython.int) -> cython.longlong:
        """What discarding a card of the first item and going on gains."""
        after: cython.ulonglong = state - self.discard_bit - (UNIT << (4 * first))
        return self.item_discard[first] + self._best(after, bound - self.price[first] - self.discard_price)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_leaving(self, state: cython.ulonglong, bound: cython.longlong, first: cython.int) -> cython.longlong:
        """What is gained where all that is left of the first item stays in hand."""
        number: cython.longlong = _held(state, first)
        after: cython.ulonglong = state - (cython.cast(cython.ulonglong, number) << (4 * first))
        return self._best(after, bound - number * self.price[first])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rebuild(self, state: cython.ulonglong, bound: cython.longlong, owed: cython.longlong) -> cython.void:
        """The first arrangement of that gain: for every item melds in order, then its discard, then leaving it."""
        first: cython.int
        c: cython.int
        i: cython.int
        self.choices = 0
        self.discarded = -1
        for i in range(self.items):
            self.unused[i] = 0
        while state != 0:
            first = _lowest(state)
            if first == self.items:
                return
            c = self._first_column(state, bound, owed, first)
            if c >= 0:
                self.chosen[self.choices] = c
                self.choices += 1
                state -= self.usage[c]
                bound -= self.slack[c] + self.gain[c]
                owed -= self.gain[c]
            elif state & self.discard_bit and self.discards and self._after_discard(state, bound, first) == owed:
                self.discarded = first
                state -= self.discard_bit + (UNIT << (4 * first))
                bound -= self.price[first] + self.discard_price
                owed -= self.item_discard[first]
            else:
                i = cython.cast(cython.int, _held(state, first))
                self.unused[first] = i
                state -= cython.cast(cython.ulonglong, i) << (4 * first)
                bound -= i * self.price[first]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_column(
        self, state: cython.ulonglong, bound: cython.longlong, owed: cython.longlong, first: cython.int
    ) -> cython.int:
        """The first column in canonical order with which all that is owed can be gained; -1 where there is none."""
        at: cython.int
        c: cython.int
        found: cython.int = -1
        for at in range(self.bucket[first], self.bucket[first + 1]):
            c = self.order[at]
            if bound - self.slack[c] < owed:
                break
            if ((state | ITEM_GUARDS) - self.usage[c]) & ITEM_GUARDS != ITEM_GUARDS:
                continue
            if found >= 0 and not self._is_before(c, found):
                continue
            if self._best(state - self.usage[c], bound - self.slack[c] - self.gain[c]) == owed - self.gain[c]:
                found = c
        return found

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_before(self, a: cython.int, b: cython.int) -> cython.bint:
        """Whether a column comes before another in canonical order."""
        i: cython.int
        for i in range(self.size[a]):
            self.shown[i] = self.slots[a * MOST_SLOTS + i]
        return self._comes_before(self.is_set[a], self.size[a], b)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lowest(state: cython.ulonglong) -> cython.int:
    """The first item that a word holds any of."""
    item: cython.int = 0
    while (state >> (4 * item)) & 15 == 0:
        item += 1
    return item


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _held(state: cython.ulonglong, item: cython.int) -> cython.longlong:
    return cython.cast(cython.longlong, (state >> (4 * item)) & 15)
