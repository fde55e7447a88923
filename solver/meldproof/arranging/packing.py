"""Numbers of cards as one whole number, eight bits a kind, so that hands are added and taken from each other at once.

A kind's bits begin at eight times its cell: four times the rank, and the suit from 0 on; a joker's cell is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from meldproof.cards import Card, Deck

CELLS = 128
"""Room for the cells of 31 ranks of four suits."""
MOST_COMPARED = 127
"""So many cards can be told from what a deck holds, whatever they are: more of one kind would run into the next."""


def cell_of(card: Card) -> int:
    return 4 * card.rank + (card.suit or 1) - 1


class _Cells(dict[Card, int]):
    """The cell of each kind, found when it is first asked for."""

    def __missing__(self, card: Card) -> int:
        cell = self[card] = cell_of(card)
        return cell


CELL_OF = _Cells()


class _Ones(dict[Card, int]):
    """One of each kind, packed, made when it is first asked for."""

    def __missing__(self, card: Card) -> int:
        one = self[card] = 1 << (8 * cell_of(card))
        return one


_ONES = _Ones()


def packed(cards: Iterable[Card]) -> int:
    """So many cards of each kind; at most 255 of one."""
    ones = _ONES
    return sum([ones[card] for card in cards])


def packed_numbers(numbers: Iterable[tuple[Card, int]]) -> int:
    """So many cards of each kind, from kinds and numbers."""
    return sum(_ONES[card] * number for card, number in numbers)


def unpacked(number: int) -> bytes:
    """The number of cards of each kind by cell."""
    return number.to_bytes(CELLS, "little")


@lru_cache(maxsize=256)
def _room(deck: Deck) -> tuple[int, int]:
    """A number that makes the top bit of every kind of which there are too many, and those bits."""
    copies = [127] * CELLS
    for card in deck.kinds():
        copies[cell_of(card)] = 127 - deck.copies_of(card)
    return int.from_bytes(copies, "little"), int.from_bytes([128] * CELLS, "little")


def fits(number: int, deck: Deck) -> bool:
    """Whether a deck holds so many cards of each kind; of no more than MOST_COMPARED in all."""
    room, tops = _room(deck)
    return not (number + room) & tops
