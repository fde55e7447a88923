# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One deck without wilds: sets are tried rank by rank, and a suit's best runs looked up by the ranks left to it.

A hand is one word: suit by suit, a bit a rank. Nothing is kept between hands, so that threads may share the tables.
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import large, small, table, within

NONE_KEPT = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST_OPTIONS = 1000
NO_CARD = cython.declare(cython.int, 255)


@cython.final
@cython.cclass
class SuitTables:
    """What a suit's cards come to by the ranks held, what sets of a rank gain, and the search over sets."""

    ranks = cython.declare(cython.int)
    suits = cython.declare(cython.int)
    full = cython.declare(cython.ulonglong)
    runs = cython.declare(cython.longlong[::1])
    in_runs = cython.declare(cython.int[::1])
    starts = cython.declare(cython.int[::1])
    set_at = cython.declare(cython.int[::1])
    sets = cython.declare(cython.int[::1])
    second = cython.declare(cython.int[::1])
    worth = cython.declare(cython.longlong[::1])
    spread = cython.declare(cython.longlong[::1])
    lowest = cython.declare(cython.int[::1])
    discard = cython.declare(cython.longlong[::1])
    discards = cython.declare(cython.int)
    of_three = cython.declare(cython.bint)

    def __init__(
        self,
        runs: Any,
        in_runs: Any,
        starts: Any,
        set_at: Any,
        sets: Any,
        second: Any,
        worth: Any,
        bits: Any,
        discard: Any,
        discards: int,
        suits: int,
    ) -> None:
        """Take the tables, each checked.

        `runs[m]` is the most that a suit's cards come to with the ranks in mask `m`; `in_runs[m]` the places then in
        runs (the place after the last rank is the ace's at the top), `starts[m]` those where one begins.
        `sets[set_at[m]:set_at[m + 1]]` are the masks of suits that sets of a rank can take where `m` are there,
        `worth[ranks * number + rank]` what such sets gain, `second[m]` the part of `m` that is a second set.
        `bits` holds `spread` (a bit a suit, a rank's first) and, by mask of ranks, the lowest in it.
        `discard` is what a discarded card gains by rank; `discards` as in a walk.
        """
        spread, lowest = bits
        self.ranks, self.suits, self.discards = within(len(discard), 1, 13), within(suits, 1, 4), within(discards, 0, 2)
        size = 1 << self.ranks
        self.full = size - 1
        self.runs = large(runs, size)
        self.in_runs, self.starts = small(in_runs, size, 0, 2 * size - 1), small(starts, size, 0, 2 * size - 1)
        number = within(len(sets), 0, MOST_OPTIONS)
        self.set_at, self.sets = small(set_at, 17, 0, number), small(sets, number, 1, 15)
        for mask in range(16):
            within(set_at[mask + 1] - set_at[mask], 0, number)
        self.second = small(second, 16, 0, 15)
        self.worth = large(worth, self.ranks * number)
        self.spread = large(spread, 16, 0, (1 << 52) - 1)
        self.lowest = small(lowest, size, 0, self.ranks - 1)
        self.of_three = all(mask.bit_count() > 2 for mask in sets)
        self.discard = large(discard, self.ranks)

    def settle_many(self, hands: Any, totals: Any) -> None:
        """Write what every hand comes to at most into `totals`; `hands` are words (64 bits)."""
        words: cython.ulonglong[::1] = table(hands, 1, "uint64")
        out: cython.longlong[::1] = table(totals, 1, "int64")
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = words.shape[0]
        every: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << (self.ranks * self.suits)) - 1
        within(out.shape[0], n, n)
        with cython.nogil:
            for i in range(n):
                out[i] = self._most(cython.cast(cython.ulonglong, words[i]) & every)

    def arrange_many(self, hands: Any, melds: Any, discards: Any) -> None:
        """Write an arrangement that comes to most: by kind the number of its meld (0: none), the kind discarded.

        Melds are numbered from 1 on, sets first. `discards` is 255 where no card is discarded.
        """
        words: cython.ulonglong[::1] = table(hands, 1, "uint64")
        out: cython.uchar[:, ::1] = table(melds, 2, "uint8")
        dropped: cython.uchar[::1] = table(discards, 1, "uint8")
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = words.shape[0]
        kinds: cython.int = self.ranks * self.suits
        every: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << (self.ranks * self.suits)) - 1
        within(out.shape[0], n, n)
        within(out.shape[1], kinds, kinds)
        within(dropped.shape[0], n, n)
        with cython.nogil:
            for i in range(n):
                dropped[i] = self._arrange(cython.cast(cython.ulonglong, words[i]) & every, out, i)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _most(self, hand: cython.ulonglong) -> cython.longlong:
        """The most a hand comes to, a card discarded where one must or may be."""
        card: cython.int
        total: cython.longlong
        most: cython.longlong = 0
        any_yet: cython.bint = False
        if self.discards != 2:
            most = self._best(hand, self._able(hand), self._without_sets(hand))
            any_yet = True
        if self.discards:
            for card in range(self.ranks * self.suits):
                if hand >> card & 1:
                    total = self._with_discard(hand, card)
                    if not any_yet or total > most:
                        most = total
                        any_yet = True
        return most

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _with_discard(self, hand: cython.ulonglong, card: cython.int) -> cython.longlong:
        hand ^= cython.cast(cython.ulonglong, 1) << card
        return self._best(hand, self._able(hand), self._without_sets(hand)) + self.discard[card % self.ranks]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without_sets(self, hand: cython.ulonglong) -> cython.longlong:
        s: cython.int
        total: cython.longlong = 0
        for s in range(self.suits):
            total += self.runs[cython.cast(cython.int, (hand >> (s * self.ranks)) & self.full)]
        return total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _able(self, hand: cython.ulonglong) -> cython.int:
        """The ranks of which enough cards are there for a set."""
        w: cython.int = self.ranks
        a: cython.ulonglong = hand
        b: cython.ulonglong = hand >> w
        c: cython.ulonglong = hand >> (2 * w)
        d: cython.ulonglong = hand >> (3 * w)
        if not self.of_three:
            return cython.cast(cython.int, (a | b | c | d) & self.full)
        return cython.cast(cython.int, ((a & b & (c | d)) | (c & d & (a | b))) & self.full)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _suits_of(self, hand: cython.ulonglong, r: cython.int) -> cython.int:
        s: cython.int
        mask: cython.int = 0
        for s in range(self.suits):
            mask |= cython.cast(cython.int, (hand >> (s * self.ranks + r)) & 1) << s
        return mask

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after(self, hand: cython.ulonglong, i: cython.int, r: cython.int) -> cython.longlong:
        """By how much a hand's total changes with the sets of option `i` made of rank `r`."""
        s: cython.int
        held: cython.int
        change: cython.longlong = self.worth[i * self.ranks + r]
        for s in range(self.suits):
            if self.sets[i] >> s & 1:
                held = cython.cast(cython.int, (hand >> (s * self.ranks)) & self.full)
                change += self.runs[held ^ (1 << r)] - self.runs[held]
        return change

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self, hand: cython.ulonglong, able: cython.int, total: cython.longlong) -> cython.longlong:
        """The most with sets of the ranks in `able`; `total` is what it comes to without."""
        r: cython.int
        i: cython.int
        there: cython.int
        sum_: cython.longlong
        taken: cython.ulonglong
        most: cython.longlong = total
        while able:
            r = self.lowest[able]
            able &= able - 1
            there = self._suits_of(hand, r)
            for i in range(self.set_at[there], self.set_at[there + 1]):
                sum_ = total + self._after(hand, i, r)
                if able:
                    taken = cython.cast(cython.ulonglong, self.spread[self.sets[i]]) << r
                    sum_ = self._best(hand ^ taken, able, sum_)
                if sum_ > most:
                    most = sum_
        return most

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _kept(
        self, hand: cython.ulonglong, able: cython.int, total: cython.longlong, target: cython.longlong
    ) -> cython.ulonglong:
        """The cards outside sets where a hand comes to `target`; NONE_KEPT where it doesn't. Few sets come first."""
        r: cython.int
        i: cython.int
        there: cython.int
        rest: cython.ulonglong
        if total == target:
            return hand
        while able:
            r = self.lowest[able]
            able &= able - 1
            there = self._suits_of(hand, r)
            for i in range(self.set_at[there], self.set_at[there + 1]):
                rest = hand ^ (cython.cast(cython.ulonglong, self.spread[self.sets[i]]) << r)
                rest = self._kept(rest, able, total + self._after(hand, i, r), target)
                if rest != NONE_KEPT:
                    return rest
        return NONE_KEPT

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _arrange(self, hand: cython.ulonglong, out: cython.uchar[:, ::1], row: cython.Py_ssize_t) -> cython.uchar:
        """Write a best arrangement into a row; returns the kind discarded."""
        card: cython.int
        most: cython.longlong = self._most(hand)
        for card in range(self.ranks * self.suits):
            out[row, card] = 0
        if self.discards != 2 and self._write(hand, most, out, row):
            return cython.cast(cython.uchar, NO_CARD)
        # Among discards that do as well the highest goes, as elsewhere.
        for card in range(self.ranks * self.suits - 1, -1, -1):
            if hand >> card & 1 and self._with_discard(hand, card) == most:
                hand ^= cython.cast(cython.ulonglong, 1) << card
                self._write(hand, most - self.discard[card % self.ranks], out, row)
                return cython.cast(cython.uchar, card)
        return cython.cast(cython.uchar, NO_CARD)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self, hand: cython.ulonglong, most: cython.longlong, out: cython.uchar[:, ::1], row: cython.Py_ssize_t
    ) -> cython.bint:
        """Number the melds of an arrangement that comes to `most`; False where there is none."""
        r: cython.int
        s: cython.int
        held: cython.int
        taken: cython.int
        number: cython.int = 0
        w: cython.int = self.ranks
        rest: cython.ulonglong = self._kept(hand, self._able(hand), self._without_sets(hand), most)
        if rest == NONE_KEPT:
            return False
        if rest != hand:
            for r in range(w):
                taken = self._suits_of(hand ^ rest, r)
                if taken:
                    number += 1
                    for s in range(self.suits):
                        if taken >> s & 1:
                            out[row, s * w + r] = number + (self.second[taken] >> s & 1)
                    number += self.second[taken] != 0
        for s in range(self.suits):
            held = cython.cast(cython.int, (rest >> (s * w)) & self.full)
            for r in range(w + 1):
                if self.in_runs[held] >> r & 1:
                    number += self.starts[held] >> r & 1
                    out[row, s * w + r % w] = number
        return True


def pack_many(fours: Any, hands: Any) -> bool:
    """Write hands as words; `fours` are their counts, four kinds of card in each 32-bit number, the first lowest.

    False where a hand holds a card more than once, or none at all.
    """
    rows: cython.uint[:, ::1] = table(fours, 2, "uint32")
    words: cython.ulonglong[::1] = table(hands, 1, "uint64")
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = words.shape[0]
    k: cython.int
    number: cython.int = within(rows.shape[1], 1, 16)
    four: cython.ulonglong
    many: cython.ulonglong = 0
    empty: cython.bint = False
    hand: cython.ulonglong
    within(rows.shape[0], n, n)
    with cython.nogil:
        for i in range(n):
            hand = 0
            for k in range(number):
                four = cython.cast(cython.ulonglong, rows[i, k])
                many |= four
                # Bits 0, 8, 16 and 24 come to lie at 28 to 31, and no two products meet.
                hand |= (((four & 0x01010101) * 0x10204080 >> 28) & 15) << (4 * k)
            words[i] = hand
            empty = empty or hand == 0
    return not (many & 0xFEFEFEFE or empty)
