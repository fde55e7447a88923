"""Cards, decks and melds: frozen values without rules.

A card's `rank` is its place in the deck's own order (1 is the ace or the tile 1), so that adjacency follows
the deck: in a 40-card Spanish deck the jack stands next to the seven. A joker has rank and suit 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

import msgspec

Kind = Literal["set", "run"]


JOKER_TEXT = "JK"
FRENCH_RANKS, FRENCH_SUITS, SPANISH_SUITS = "A23456789TJQK", "shdc", "oceb"


class Card(msgspec.Struct, frozen=True, order=True):
    """One printed card: `rank` 1…R and `suit` 1…S by place in the deck, or 0 and 0 for a joker."""

    rank: int
    suit: int

    @property
    def is_joker(self) -> bool:
        return self.rank == 0

    def __str__(self) -> str:
        """Its name in the French deck, `Kd`, since a card knows its places and not its deck; see `Deck.text`."""
        if self.is_joker:
            return JOKER_TEXT
        if not (1 <= self.rank <= len(FRENCH_RANKS) and 1 <= self.suit <= len(FRENCH_SUITS)):
            return repr(self)
        return FRENCH_RANKS[self.rank - 1] + FRENCH_SUITS[self.suit - 1]


JOKER = Card(0, 0)


def rank_at(place: int, ranks: int) -> int:
    """The rank of a place where there are so many ranks: beyond the last one it begins again at the ace."""
    return (place - 1) % ranks + 1


@lru_cache(maxsize=4096)
def card_of(rank: int, suit: int) -> Card:
    """The card of a rank and a suit, one object each."""
    return Card(rank, suit)


class Deck(msgspec.Struct, frozen=True):
    """What is played with: names of ranks (in order of adjacency) and suits, copies of each, jokers.

    `turned` is out of play: it was turned up to find the wilds. Where that made a natural wild, the copies of `wild`
    are the jokers of the rules, and the printed jokers are that natural: only names and pictures know of it.
    """

    style: Literal["cards", "tiles"]
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    copies: int
    jokers: int
    turned: Card | None = None
    wild: Card | None = None

    @property
    def size(self) -> int:
        whole = len(self.ranks) * len(self.suits) * self.copies + self.jokers
        return whole if self.turned is None else whole - 1

    def text(self, card: Card) -> str:
        """A card as this deck names it: `Kd`, `13r`, `JK`."""
        return self.natural_text(card if self.wild is None else self.printed(card))

    def natural_text(self, card: Card) -> str:
        """The name of a card's own rank and suit, whatever is printed on it: what a wild stands for."""
        return JOKER_TEXT if card.is_joker else self.ranks[card.rank - 1] + self.suits[card.suit - 1]

    def printed(self, card: Card) -> Card:
        """The card that a card of the rules is printed as, and the other way round."""
        if self.wild is None or not (card.is_joker or card == self.wild):
            return card
        return self.wild if card.is_joker else JOKER

    @property
    def suit_family(self) -> Literal["french", "spanish", ""]:
        """Which suits the letters are: c is clubs among French ones, perhaps with a fifth beside them, else cups."""
        letters = {suit.lower() for suit in self.suits}
        if letters <= set(FRENCH_SUITS) or letters >= set(FRENCH_SUITS):
            return "french"
        return "spanish" if letters <= set(SPANISH_SUITS) else ""

    def copies_of(self, card: Card) -> int:
        number = self.jokers if card.is_joker else self.copies
        return number if card != self.turned else number - 1

    def holds(self, cards: Iterable[Card]) -> bool:
        """Whether there are so many copies of every card; a Counter is as good as its cards."""
        return all(number <= self.copies_of(card) for card, number in Counter(cards).items())

    def kinds(self) -> Iterator[Card]:
        """Every different card, naturals by suit and rank first, the joker last."""
        for suit in range(1, len(self.suits) + 1):
            for rank in range(1, len(self.ranks) + 1):
                yield Card(rank, suit)
        if self.jokers:
            yield JOKER

    def cards(self) -> Iterator[Card]:
        """Every physical card."""
        for card in self.kinds():
            for _ in range(self.copies_of(card)):
                yield card


class Slot(msgspec.Struct, frozen=True, order=True):
    """One card in a meld and what it stands for.

    `rank`, `suit` are the printed card. `place` is what it stands for: the rank, counted on beyond the deck's
    last rank in a run that goes past it (an ace after the king has place R + 1). `as_suit` is the suit it
    stands for. `wild` says whether the card plays a wild role.
    """

    rank: int
    suit: int
    place: int
    as_suit: int
    wild: bool

    @property
    def card(self) -> Card:
        return card_of(self.rank, self.suit)


@lru_cache(maxsize=1 << 14)
def slot_of(rank: int, suit: int, place: int, as_suit: int, wild: bool) -> Slot:
    """The slot of these numbers, one object each."""
    return Slot(rank, suit, place, as_suit, wild)


def order_in_set(slot: Slot) -> tuple[int, bool, int]:
    """What a set's slots are sorted by: the suit they stand for, naturals first, then the printed rank."""
    return (slot.as_suit, slot.wild, slot.rank)


class Meld(msgspec.Struct, frozen=True, order=True):
    """A set or a run with an assignment: every slot says what its card stands for; a run is in order."""

    kind: Kind
    slots: tuple[Slot, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple([card_of(slot.rank, slot.suit) for slot in self.slots])


class _Places(dict[Card, int]):
    """Where each kind stands in canonical order, found when it is first asked for."""

    def __missing__(self, card: Card) -> int:
        place = self[card] = 1 << 32 if card.is_joker else card.suit << 16 | card.rank
        return place


_PLACES = _Places()


def canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit, then rank, jokers last: the order every answer is printed in."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def count_cards(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(cards)
