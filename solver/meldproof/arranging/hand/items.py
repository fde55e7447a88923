# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A small hand as items: interchangeable cards with a number of copies, as in `arranging.columns`.

A hand's items are four bits each of one word: three for how many are left, one to guard them.
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import MOST_VALUE, PLACES, large, small, within
from meldproof.arranging.sweep.walk.fields import ints, longs, words

MOST_KINDS = 117
MOST_ITEMS = cython.declare(cython.int, 15)
MOST_HELD = cython.declare(cython.int, 7)
MOST_HAND = cython.declare(cython.int, 16)
RANKED_WILD = cython.declare(cython.int, 2)
UNIT = cython.declare(cython.ulonglong, 1)


@cython.cclass
class HandItems:
    """A variant's kinds of cards, and one hand as items."""

    # Of the deck: how many ranks and suits.
    ranks = cython.declare(cython.int)
    suits = cython.declare(cython.int)

    # Of each kind of card: its printed rank and suit (0 for a joker), its class as a wild (0 none, 1 joker, 2 wild of a
    # rank), whether it can be natural, the rank in whose own place it can't be wild (0: none) and the highest
    # such rank, what discarding it gains.
    kinds = cython.declare(cython.int)
    kind_rank = cython.declare(cython.int[::1])
    kind_suit = cython.declare(cython.int[::1])
    kind_class = cython.declare(cython.int[::1])
    kind_natural = cython.declare(cython.int[::1])
    kind_home = cython.declare(cython.int[::1])
    last_home = cython.declare(cython.int)
    kind_discard = cython.declare(cython.longlong[::1])
    # The kinds in the order of items, and whether all wilds of a rank are one item.
    kind_order = cython.declare(cython.int[::1])
    pooled = cython.declare(cython.bint)

    # What came in: by kind how many are held, and how many of those must be laid.
    held = cython.declare(cython.int[::1])
    owed_cards = cython.declare(cython.int[::1])

    # Of each item: its first card's kind, and what is said of that kind above; how many there are, how many of them may
    # stay unlaid, how many are not in the meld being made, what one gains at most.
    items = cython.declare(cython.int)
    item_kind = cython.declare(cython.int[::1])
    item_rank = cython.declare(cython.int[::1])
    item_suit = cython.declare(cython.int[::1])
    item_class = cython.declare(cython.int[::1])
    item_home = cython.declare(cython.int[::1])
    item_discard = cython.declare(cython.longlong[::1])
    copies = cython.declare(cython.int[::1])
    spare = cython.declare(cython.int[::1])
    left = cython.declare(cython.int[::1])
    price = cython.declare(cython.longlong[::1])

    # Of the hand: its cards, its wild cards, the items that can be wild; the item that is natural at 4 × rank + suit
    # - 1 (-1: none), by suit a bit for every place that a natural can take in a run, by rank how many naturals, and by
    # suit how many kinds of them.
    cards = cython.declare(cython.int)
    wild_cards = cython.declare(cython.int)
    wilds = cython.declare(cython.int)
    wild = cython.declare(cython.int[::1])
    natural_at = cython.declare(cython.int[::1])
    natural_places = cython.declare(cython.ulonglong[::1])
    naturals_of = cython.declare(cython.int[::1])
    naturals_in = cython.declare(cython.int[::1])

    # The bit of a state that says that no card has been discarded, and what a discard gains at most.
    discard_bit = cython.declare(cython.ulonglong)
    discard_price = cython.declare(cython.longlong)

    def __init__(self, ranks: int, suits: int, kinds: Any) -> None:
        """Take the kinds of cards, in the order in which hands are counted, each number checked.

        `kinds`: rank, suit, class as a wild (0: none), whether it can be natural, the rank in whose own place it can't
        be wild (0: none), and what discarding it gains; then the kinds in the order of items, and whether all wilds of
        a rank are one item.
        """
        self.ranks, self.suits = within(ranks, 1, 29), within(suits, 1, 4)
        rank, suit, wild_class, natural, home, gain, order, pooled = kinds
        number = self.kinds = within(len(rank), 1, MOST_KINDS)
        self.kind_rank, self.kind_suit = small(rank, number, 0, self.ranks), small(suit, number, 0, self.suits)
        self.kind_class, self.kind_natural = small(wild_class, number, 0, 2), small(natural, number, 0, 1)
        self.kind_home, self.kind_order = small(home, number, 0, self.ranks), small(order, number, 0, number - 1)
        self.last_home = max(home)
        self.kind_discard = large(gain, number, 0, MOST_VALUE // 256)
        for k in range(number):
            if natural[k]:
                within(rank[k], 1, self.ranks)
                within(suit[k], 1, self.suits)
        self.pooled = bool(pooled)
        self.held, self.owed_cards = ints(MOST_KINDS), ints(MOST_KINDS)
        self.item_rank, self.item_suit, self.item_class, self.item_home = ints(16), ints(16), ints(16), ints(16)
        self.copies, self.spare, self.left, self.price = ints(16), ints(16), ints(16), longs(16)
        self.natural_at, self.wild = ints(128), ints(16)
        self.natural_places, self.naturals_of, self.naturals_in = words(4), ints(PLACES), ints(8)
        self.item_discard, self.item_kind = longs(16), ints(16)

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
        self.wild_cards = 0
        self.cards = 0
        self.discard_price = 0
        for i in range(4 * self.ranks + 4):
            self.natural_at[i] = -1
        for i in range(self.ranks + 1):
            self.naturals_of[i] = 0
        for i in range(4):
            self.natural_places[i] = 0
            self.naturals_in[i + 1] = 0
        for i in range(self.kinds):
            k = self.kind_order[i]
            number = self.held[k]
            if number == 0:
                continue
            self.cards += number
            if self.kind_discard[k] > self.discard_price:
                self.discard_price = self.kind_discard[k]
            if self.kind_class[k]:
                self.wild_cards += number
            if self.pooled and self.kind_class[k] == RANKED_WILD and pool >= 0:
                self.copies[pool] += number
                self.spare[pool] += number - self.owed_cards[k]
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
        rank: cython.int = self.kind_rank[k]
        suit: cython.int = self.kind_suit[k]
        self.items += 1
        self.copies[i] = number
        self.spare[i] = number - self.owed_cards[k]
        self.item_kind[i] = k
        self.item_rank[i] = rank
        self.item_suit[i] = suit
        self.item_class[i] = self.kind_class[k]
        self.item_home[i] = self.kind_home[k]
        self.item_discard[i] = self.kind_discard[k]
        if self.kind_natural[k]:
            self.natural_at[rank * 4 + suit - 1] = i
            self.natural_places[suit - 1] |= (UNIT << rank) | (UNIT << (rank + self.ranks))
            self.naturals_of[rank] += number
            self.naturals_in[suit] += 1
        if self.kind_class[k]:
            self.wild[self.wilds] = i
            self.wilds += 1
