"""What is known of melds that lie on a table."""

from __future__ import annotations

from typing import NamedTuple

from meldproof.arranging.packing import packed
from meldproof.cards import Card, Meld

LyingKey = bytes
"""What makes two melds on a table the same: kind, cards, places; a wild's suit shows in nothing that lies there."""


def lying_key(meld: Meld) -> LyingKey:
    slots = meld.slots
    if meld.kind == "run":
        return b"r" + bytes([number for slot in slots for number in (slot.rank, slot.suit, slot.place)])
    cards = sorted([(slot.rank, slot.suit) for slot in slots])
    return b"s" + bytes([slots[0].place, *[number for card in cards for number in card]])


class LyingMeld(NamedTuple):
    """A table's meld with what is asked of it again and again.

    Its cards, also packed (see `packing`), the naturals among them, and what makes it the same as another.
    """

    meld: Meld
    cards: tuple[Card, ...]
    number: int
    naturals: int
    has_wilds: bool
    key: LyingKey


_LYING: dict[int, LyingMeld] = {}
MOST_LYING = 8192


def lying(meld: Meld) -> LyingMeld:
    """What is known of a meld on a table, found by identity: a meld's text is read into one object (`make_problem`)."""
    found = _LYING.get(id(meld))
    if found is None or found.meld is not meld:
        if len(_LYING) >= MOST_LYING:
            _LYING.clear()
        wilds = any(slot.wild for slot in meld.slots)
        cards = meld.cards
        number = packed(cards)
        naturals = packed([slot.card for slot in meld.slots if not slot.wild]) if wilds else number
        found = _LYING[id(meld)] = LyingMeld(meld, cards, number, naturals, wilds, lying_key(meld))
    return found


class LyingTable(NamedTuple):
    """A table's melds and what is known of each; cards and naturals packed; how many cards, and whether any is wild."""

    melds: tuple[Meld, ...]
    known: tuple[LyingMeld, ...]
    number: int
    naturals: int
    size: int
    has_wilds: bool

    @property
    def cards(self) -> list[Card]:
        return [card for one in self.known for card in one.cards]


_TABLES: dict[int, LyingTable] = {}
MOST_TABLES = 256


def lying_table(melds: tuple[Meld, ...]) -> LyingTable:
    """What is known of a table, found by identity."""
    found = _TABLES.get(id(melds))
    if found is None or found.melds is not melds:
        if len(_TABLES) >= MOST_TABLES:
            _TABLES.clear()
        known = tuple([lying(meld) for meld in melds])
        number = naturals = size = 0
        for one in known:
            number += one.number
            naturals += one.naturals
            size += len(one.cards)
        found = _TABLES[id(melds)] = LyingTable(melds, known, number, naturals, size, number != naturals)
    return found
