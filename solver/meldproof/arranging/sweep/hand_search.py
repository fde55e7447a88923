# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best arrangement of a small hand, and of the best ones with the fewest melds the first in canonical order.

The first item that is not used up decides the next step: one of the columns that begin with it, its discard, or leaving
what is left of it. Each state is settled once; prices say what a state can at most still gain (as in
`arranging.search`, of which this is the compiled sibling).
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.hand_columns import (
    ITEM_GUARDS,
    MOST_HELD,
    MOST_ITEMS,
    MOST_MELDS,
    MOST_SLOTS,
    UNIT,
    HandColumns,
)
from meldproof.arranging.sweep.walk_fields import HOPELESS, MIX_A, WORD, ints, longs, words
from meldproof.arranging.sweep.walk_guards import MOST_VALUE, large, small, within

MOST_STATES = cython.declare(cython.int, 1 << 14)
MOST_STAMP = cython.declare(cython.int, 1 << 30)
MOST_KINDS = 117
RANKED_WILD = cython.declare(cython.int, 2)
MOST_HAND = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class HandSearch(HandColumns):
    """Arranges hands of up to 16 cards."""

    kinds = cython.declare(cython.int)
    held = cython.declare(cython.int[::1])
    kind_rank = cython.declare(cython.int[::1])
    kind_suit = cython.declare(cython.int[::1])
    kind_class = cython.declare(cython.int[::1])
    kind_natural = cython.declare(cython.int[::1])
    kind_home = cython.declare(cython.int[::1])
    kind_order = cython.declare(cython.int[::1])
    kind_discard = cython.declare(cython.longlong[::1])
    pooled = cython.declare(cython.bint)
    discards = cython.declare(cython.int)

    # Columns by the first item they use, least slack first; discards.
    first_of = cython.declare(cython.int[::1])
    order = cython.declare(cython.int[::1])
    slack = cython.declare(cython.longlong[::1])
    bucket = cython.declare(cython.int[::1])
    item_discard = cython.declare(cython.longlong[::1])
    item_kind = cython.declare(cython.int[::1])
    discard_bit = cython.declare(cython.ulonglong)
    discard_price = cython.declare(cython.longlong)

    # What states were found to gain.
    state_key = cython.declare(cython.ulonglong[::1])
    state_best = cython.declare(cython.longlong[::1])
    state_stamp = cython.declare(cython.int[::1])
    states = cython.declare(cython.int)

    # The answer.
    chosen = cython.declare(cython.int[::1])
    choices = cython.declare(cython.int)
    discarded = cython.declare(cython.int)
    unused = cython.declare(cython.int[::1])

    def __init__(self, runs: Any, sets: Any, meld_cost: int, kinds: Any, discards: int) -> None:
        """Take the rules, as `HandColumns` does.

        `kinds`: by kind of card, in the order in which hands are counted, rank, suit, class as a wild (0: none),
        whether it can be natural, the rank in whose own place it can't be wild (0: none), and what discarding it gains;
        then the kinds in the order of items, and whether all wilds of a rank are one item. `discards`: 0 none,
        1 optional, 2 required.
        """
        HandColumns.__init__(self, runs, sets, meld_cost)
        rank, suit, wild_class, natural, home, gain, order, pooled = kinds
        number = self.kinds = within(len(rank), 1, MOST_KINDS)
        self.kind_rank, self.kind_suit = small(rank, number, 0, self.ranks), small(suit, number, 0, self.suits)
        self.kind_class, self.kind_natural = small(wild_class, number, 0, 2), small(natural, number, 0, 1)
        self.kind_home, self.kind_order = small(home, number, 0, self.ranks), small(order, number, 0, number - 1)
        self.kind_discard = large(gain, number, 0, MOST_VALUE // 256)
        for k in range(number):
            if natural[k]:
                within(rank[k], 1, self.ranks)
                within(suit[k], 1, self.suits)
        self.pooled, self.discards = bool(pooled), within(discards, 0, 2)
        most = MOST_MELDS
        self.first_of, self.order, self.slack, self.bucket = ints(most), ints(most), longs(most), ints(18)
        self.item_discard, self.item_kind = longs(16), ints(16)
        size = 2 * MOST_STATES
        self.state_key, self.state_best, self.state_stamp = words(size), longs(size), ints(size)
        self.held, self.chosen, self.unused = ints(MOST_KINDS), ints(32), ints(16)

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
        if self.stamp >= MOST_STAMP:
            self.used_stamp, self.state_stamp, self.stamp = ints(2 * MOST_MELDS), ints(2 * MOST_STATES), 0
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

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _arranged(self) -> cython.int:
        """1 where an answer was found, 0 where there is none, -1 where the hand is too large or allows too much."""
        start: cython.ulonglong = 0
        bound: cython.longlong = 0
        best: cython.longlong
        i: cython.int
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
        best = self._best(start, bound)
        if self.overfull:
            return -1
        if best <= -HOPELESS:
            return 0
        self._rebuild(start, bound, best)
        return -1 if self.overfull else 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_hand(self) -> cython.bint:
        """Make the hand's items: naturals by rank, wilds of a rank, jokers; False where it is too large."""
        i: cython.int
        k: cython.int
        number: cython.int
        pool: cython.int = -1
        self.items = 0
        self.wilds = 0
        self.cards = 0
        self.discard_price = 0
        for i in range(128):
            self.natural_at[i] = -1
        for i in range(self.kinds):
            k = self.kind_order[i]
            number = self.held[k]
            if number == 0:
                continue
            self.cards += number
            if self.kind_discard[k] > self.discard_price:
                self.discard_price = self.kind_discard[k]
            if self.pooled and self.kind_class[k] == RANKED_WILD and pool >= 0:
                self.copies[pool] += number
                if self.copies[pool] > MOST_HELD:
                    return False
                continue
            if number > MOST_HELD or self.items >= MOST_ITEMS or self.cards > MOST_HAND:
                return False
            if self.kind_class[k] == RANKED_WILD:
                pool = self.items
            self._add_item(k, number)
        self.discard_bit = UNIT << (4 * self.items)
        return self.cards <= MOST_HAND

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_item(self, k: cython.int, number: cython.int) -> cython.void:
        i: cython.int = self.items
        self.items += 1
        self.copies[i] = number
        self.item_kind[i] = k
        self.item_rank[i] = self.kind_rank[k]
        self.item_suit[i] = self.kind_suit[k]
        self.item_class[i] = self.kind_class[k]
        self.item_home[i] = self.kind_home[k]
        self.item_discard[i] = self.kind_discard[k]
        if self.kind_natural[k]:
            self.natural_at[self.kind_rank[k] * 4 + self.kind_suit[k] - 1] = i
        if self.kind_class[k]:
            self.wild[self.wilds] = i
            self.wilds += 1

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
