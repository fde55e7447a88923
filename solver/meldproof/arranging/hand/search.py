# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best arrangement of a small hand: depth-first with memory over what is left of each item.

The first thing that is not settled yet decides: a meld of the table lies or is grown; an item has one of the columns
that begin with it, its discard, or stays in hand, what is left of it. Each state is settled once; prices say what a
state can at most still gain (as in `arranging.search`, of which this is the compiled sibling).
"""

from __future__ import annotations

import cython

from meldproof.arranging.hand.columns import ABSENT, ITEM_GUARDS, MOST_SLOTS, _lowest
from meldproof.arranging.hand.melds import HandMelds
from meldproof.arranging.sweep.walk.fields import HOPELESS, MIX_A, MIX_B, WORD, ints, longs, words

FEW_STATES = cython.declare(cython.int, 1 << 8)
"""So many are remembered at first, which stay close to the processor; a search that wants more begins again."""
MOST_STATES = cython.declare(cython.int, 1 << 14)

# What is owed, as one number: melds of the table that are settled (five bits), whether a new meld is owed, how many
# runs (four bits), how many runs without wilds (four bits), how many points toward an opening (the rest).
SETTLED = cython.declare(cython.longlong, 31)
ONE_MELD = cython.declare(cython.longlong, 1 << 6)
ONE_RUN = cython.declare(cython.longlong, 1 << 8)
ALL_RUNS = cython.declare(cython.longlong, 15 << 8)
ONE_PURE = cython.declare(cython.longlong, 1 << 12)
ALL_PURE = cython.declare(cython.longlong, 15 << 12)
BESIDE_POINTS = cython.declare(cython.longlong, (1 << 16) - 1)
NOT_POINTS = cython.declare(cython.int, 16)


@cython.cclass
class HandSearch(HandMelds):
    """The search over one hand's columns."""

    # Whether a card is discarded: 0 no, 1 it may be, 2 it must be.
    discards = cython.declare(cython.int)
    # Whether any card of the hand must be laid.
    must_lay = cython.declare(cython.bint)

    # Remembered states: what was left and owed, what was found to gain, and whether it is this search's.
    state_key = cython.declare(cython.ulonglong[::1])
    state_owed = cython.declare(cython.longlong[::1])
    state_best = cython.declare(cython.longlong[::1])
    state_stamp = cython.declare(cython.int[::1])
    state_now = cython.declare(cython.int)
    states = cython.declare(cython.int)
    # For how many there is room: FEW_STATES or MOST_STATES.
    most_states = cython.declare(cython.int)

    # Whether cards may only be laid or stay in hand: none is discarded, none has to be laid.
    only_laying = cython.declare(cython.bint)

    # Where the search begins: what is left and owed, what can at most be gained; and the greatest gain.
    start = cython.declare(cython.ulonglong)
    start_owed = cython.declare(cython.longlong)
    start_bound = cython.declare(cython.longlong)
    top = cython.declare(cython.longlong)

    # The arrangement: its columns, the item discarded (ABSENT: none), by item how many stay in hand.
    chosen = cython.declare(cython.int[::1])
    choices = cython.declare(cython.int)
    discarded = cython.declare(cython.int)
    unused = cython.declare(cython.int[::1])

    def _take_room(self) -> None:
        size = 2 * MOST_STATES
        self.state_key, self.state_owed, self.state_best = words(size), longs(size), longs(size)
        self.state_stamp, self.state_now, self.most_states = ints(size), 0, MOST_STATES
        self.chosen, self.unused = ints(64), ints(16)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_top(self, states: cython.int) -> cython.void:
        """Find the greatest gain with room for so many states, or where they are too few for the most."""
        self.most_states = states
        self._begin()
        self.top = self._best(self.start, self.start_owed, self.start_bound)
        if self.overfull and states < MOST_STATES:
            self.overfull = False
            self._find_top(MOST_STATES)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self) -> cython.void:
        """Begin a search over the columns in order: all is left, and at most every card gains its price.

        What no column uses stays in hand, unless it might be discarded or has to be laid.
        """
        i: cython.int
        self.start = 0
        self.start_bound = 0
        self.only_laying = not self.discards and not self.must_lay
        for i in range(self.items):
            if not self.only_laying or (self.touched >> (4 * i)) & 15:
                self.start += cython.cast(cython.ulonglong, self.copies[i]) << (4 * i)
                self.start_bound += self.copies[i] * self.price[i]
        if self.discards:
            self.start += self.discard_bit
            self.start_bound += self.discard_price
        self.states = 0
        self.state_now += 1

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_of(self, state: cython.ulonglong, owed: cython.longlong) -> cython.int:
        """Where a state is remembered, or the free place for it."""
        mixed: cython.ulonglong = state * MIX_A + cython.cast(cython.ulonglong, owed) * MIX_B
        last: cython.int = 2 * self.most_states - 1
        i: cython.int = cython.cast(cython.int, (mixed & WORD) >> 49) & last
        while self.state_stamp[i] == self.state_now and (self.state_key[i] != state or self.state_owed[i] != owed):
            i = (i + 1) & last
        return i

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _first(self, state: cython.ulonglong, owed: cython.longlong) -> cython.int:
        """The first thing that is not settled: a meld of the table, or an item; the discard's number where all are."""
        settled: cython.int = cython.cast(cython.int, owed & SETTLED)
        if settled < self.table_melds:
            return settled
        if state == 0:
            return self.table_melds + self.items
        return self.table_melds + _lowest(state)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self, state: cython.ulonglong, c: cython.int) -> cython.bint:
        """Whether what a column uses is there."""
        return ((state | ITEM_GUARDS) - self.usage[c]) & ITEM_GUARDS == ITEM_GUARDS

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _owed_after(self, owed: cython.longlong, c: cython.int) -> cython.longlong:
        """What is owed after a column."""
        if self.grown[c] >= 0:
            return owed + 1
        if not self.demanding:
            return owed
        if not self.is_set[c]:
            if owed & ALL_RUNS:
                owed -= ONE_RUN
            if self.is_pure[c] and owed & ALL_PURE:
                owed -= ONE_PURE
        if owed & ONE_MELD:
            owed -= ONE_MELD
        if owed > BESIDE_POINTS:
            owed -= cython.cast(cython.longlong, self.points[c]) << NOT_POINTS
            if owed < 0:
                owed &= BESIDE_POINTS
        return owed

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_lost(self, owed: cython.longlong, first: cython.int) -> cython.bint:
        """Whether runs are owed that no column from a first thing on can bring."""
        return (owed & ALL_PURE != 0 and first > self.last_pure) or (owed & ALL_RUNS != 0 and first > self.last_run)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self, state: cython.ulonglong, owed: cython.longlong, bound: cython.longlong) -> cython.longlong:
        """The greatest gain from a state on, which is at most `bound`; -HOPELESS where what is owed can't be had."""
        at: cython.int
        c: cython.int
        first: cython.int = self._first(state, owed)
        best: cython.longlong = -HOPELESS
        rest: cython.longlong
        if self.only_laying:
            while first <= self.last_column and self.bucket[first] == self.bucket[first + 1]:
                rest = _held(state, first - self.table_melds)
                bound -= rest * self.price[first - self.table_melds]
                state -= cython.cast(cython.ulonglong, rest) << (4 * (first - self.table_melds))
                first = self._first(state, owed)
            if first > self.last_column:
                first = self.table_melds + self.items
        if first == self.table_melds + self.items:
            if (state != 0 and self.discards == 2) or (owed & (BESIDE_POINTS - SETTLED)) != 0 or owed > BESIDE_POINTS:
                return best
            return 0
        if self._is_lost(owed, first):
            return best
        at = self._place_of(state, owed)
        if self.state_stamp[at] == self.state_now:
            return self.state_best[at]
        if self.states >= self.most_states:
            self.overfull = True
            return best
        for at in range(self.bucket[first], self.bucket[first + 1]):
            c = self.order[at]
            if bound - self.slack[c] <= best or self.overfull:
                break
            if self._fits(state, c):
                rest = self._best(
                    state - self.usage[c], self._owed_after(owed, c), bound - self.slack[c] - self.gain[c]
                )
                if rest > -HOPELESS and self.gain[c] + rest > best:
                    best = self.gain[c] + rest
        if first >= self.table_melds:
            first -= self.table_melds
            if state & self.discard_bit and self.discards:
                rest = self._after_discard(state, owed, bound, first)
                if rest > best:
                    best = rest
            if bound - _held(state, first) * self.price[first] > best:
                rest = self._after_leaving(state, owed, bound, first)
                if rest > best:
                    best = rest
        self.states += 1
        at = self._place_of(state, owed)
        self.state_stamp[at] = self.state_now
        self.state_key[at] = state
        self.state_owed[at] = owed
        self.state_best[at] = best
        return best

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_discard(
        self, state: cython.ulonglong, owed: cython.longlong, bound: cython.longlong, first: cython.int
    ) -> cython.longlong:
        """What discarding a card of the first item gains, all others of it staying in hand; -HOPELESS where one can't.

        That none of them is laid afterwards loses nothing: columns are tried before the discard.
        """
        rest: cython.longlong
        after: cython.ulonglong = state - self.discard_bit
        rest = self._after_leaving(after, owed, bound - self.discard_price, first)
        return rest if rest <= -HOPELESS else rest + self.item_discard[first]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_leaving(
        self, state: cython.ulonglong, owed: cython.longlong, bound: cython.longlong, first: cython.int
    ) -> cython.longlong:
        """What is gained where all that is left of the first item stays in hand; -HOPELESS where too few are laid."""
        number: cython.longlong = _held(state, first)
        after: cython.ulonglong = state - (cython.cast(cython.ulonglong, number) << (4 * first))
        if number > self.spare[first]:
            return -HOPELESS
        return self._best(after, owed, bound - number * self.price[first])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rebuild(self, owed: cython.longlong) -> cython.void:
        """The first arrangement of the greatest gain: by item melds in order, then its discard, then leaving it."""
        state: cython.ulonglong = self.start
        bound: cython.longlong = self.start_bound
        missing: cython.longlong = self.top
        first: cython.int = self._first(state, owed)
        number: cython.longlong
        c: cython.int
        i: cython.int
        self.choices = 0
        self.discarded = ABSENT
        for i in range(self.items):
            self.unused[i] = 0 if (state >> (4 * i)) & 15 else self.copies[i]
        while first < self.table_melds + self.items and not self.overfull:
            c = self._first_column(state, owed, bound, missing, first)
            if c >= 0:
                self.chosen[self.choices] = c
                self.choices += 1
                state -= self.usage[c]
                owed = self._owed_after(owed, c)
                bound -= self.slack[c] + self.gain[c]
                missing -= self.gain[c]
            elif first < self.table_melds:
                self.overfull = True
            else:
                i = first - self.table_melds
                number = _held(state, i)
                if state & self.discard_bit and self.discards and self._after_discard(state, owed, bound, i) == missing:
                    self.discarded = i
                    self.unused[i] = cython.cast(cython.int, number - 1)
                    state -= self.discard_bit
                    bound -= self.discard_price
                    missing -= self.item_discard[i]
                else:
                    self.unused[i] = cython.cast(cython.int, number)
                state -= cython.cast(cython.ulonglong, number) << (4 * i)
                bound -= number * self.price[i]
            first = self._first(state, owed)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_column(
        self,
        state: cython.ulonglong,
        owed: cython.longlong,
        bound: cython.longlong,
        missing: cython.longlong,
        first: cython.int,
    ) -> cython.int:
        """The first column in canonical order with which all that is missing can be gained; ABSENT where none can."""
        at: cython.int
        c: cython.int
        found: cython.int = ABSENT
        rest: cython.longlong
        for at in range(self.bucket[first], self.bucket[first + 1]):
            c = self.order[at]
            if bound - self.slack[c] < missing:
                break
            if not self._fits(state, c) or (found >= 0 and not self._is_before(c, found)):
                continue
            rest = self._best(state - self.usage[c], self._owed_after(owed, c), bound - self.slack[c] - self.gain[c])
            if rest > -HOPELESS and rest == missing - self.gain[c]:
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
def _held(state: cython.ulonglong, item: cython.int) -> cython.longlong:
    return cython.cast(cython.longlong, (state >> (4 * item)) & 15)
