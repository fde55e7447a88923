"""Cards that two rule sets judge differently, looked for among plain melds: quicker than to ask a solver.

That none is found says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from meldproof.arranging.automaton import CLASSES, JOKER, NATURAL
from meldproof.cards import Card, Deck, Kind, Meld, Slot, canonical, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.rules.melds import keeps_all_rules
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.melds import shared_deck

SHORT, LONG_SET = 5, 9
MOST_CHECKED = 60
"""Melds on which the rules differ whose cards are put to the checker."""


def telling_cards(one: Variant, other: Variant) -> tuple[Card, ...] | None:
    """Cards that are a meld in one variant only; None if none was found."""
    deck = shared_deck(one, other)
    if deck is None:
        return None
    checked = 0
    for meld, legal in _judged(one.settings, deck):
        if keeps_all_rules(meld, other.settings) == legal:
            continue
        cards = canonical(meld.cards)
        if not deck.holds(cards):
            continue
        if check_cards(one, cards).legal != check_cards(other, cards).legal:
            return cards
        checked += 1
        if checked >= MOST_CHECKED:
            return None
    return None


@lru_cache(maxsize=4)
def _judged(s: Settings, deck: Deck) -> tuple[tuple[Meld, bool], ...]:
    return tuple((meld, keeps_all_rules(meld, s)) for meld in dict.fromkeys(plain_melds(s, deck)))


def plain_melds(s: Settings, deck: Deck) -> Iterator[Meld]:
    """Assigned melds of all short patterns of wilds and of longer ones with few, legal or not, the short ones first."""
    ranks = len(deck.ranks)
    ranked = [Card(rank, suit) for rank in s.wild_ranks for suit in (2, 1)]
    classes = [slot for slot in CLASSES if slot == NATURAL or (deck.jokers if slot == JOKER else ranked)]
    firsts = [3, 1, 2, ranks - 1, ranks - 2, ranks]
    for size in range(1, 2 * ranks + 1):
        words = product(classes, repeat=size) if size <= SHORT else _long_words(size, classes)
        for word in words:
            for first in [*firsts, max(1, ranks + 1 - size), max(1, ranks + 2 - size)]:
                yield _run(word, first, 1, ranks, ranked, deck)
            yield _mixed(word, 3, ranks, deck)
        if size <= LONG_SET:
            for word in combinations_with_replacement(classes, size):
                for rank in (3, *s.wild_ranks[:1]):
                    for suits in _suits(size, len(deck.suits)):
                        yield _set(word, rank, suits, ranked)


def _long_words(size: int, classes: list[int]) -> Iterator[tuple[int, ...]]:
    """No wild, one, every second, half of them, all."""
    yield (NATURAL,) * size
    for slot in classes[1:]:
        yield (NATURAL, slot, *(NATURAL,) * (size - 2))
        yield tuple(slot if at % 2 else NATURAL for at in range(size))
        yield tuple(slot if at % 2 else NATURAL for at in range(1, size + 1))
        yield (*(slot,) * (size // 2), *(NATURAL,) * (size - size // 2))
        yield (slot,) * size


def _suits(size: int, suits: int) -> Iterator[tuple[int, ...]]:
    yield tuple(at % suits + 1 for at in range(size))
    yield (1,) * size
    yield tuple(max(1, at) for at in range(size)) if size <= suits else (1,) * (size - 1) + (2,)


def _wild(slot: int, at: int, ranked: list[Card]) -> Card:
    return Card(0, 0) if slot == JOKER else ranked[at % len(ranked)]


def _run(word: tuple[int, ...], first: int, suit: int, ranks: int, ranked: list[Card], deck: Deck) -> Meld:
    slots = []
    for at, slot in enumerate(word):
        place = first + at
        card = Card(rank_at(place, ranks), suit) if slot == NATURAL else _wild(slot, at, ranked)
        slots.append(Slot(card.rank, card.suit, place, suit, slot != NATURAL))
    return Meld("run", tuple(slots))


def _mixed(word: tuple[int, ...], first: int, ranks: int, deck: Deck) -> Meld:
    """A run of naturals whose last card is of another suit, or one that leaves a rank out."""
    kind: Kind = "run"
    places = [first + at + (at > 1 and word[-1] != NATURAL) for at in range(len(word))]
    last = len(word) - 1
    suits = [2 if at == last and word[-1] == NATURAL else 1 for at in range(len(word))]
    slots = [Slot(rank_at(place, ranks), suit, place, suit, False) for place, suit in zip(places, suits, strict=True)]
    return Meld(kind, tuple(slots))


def _set(word: tuple[int, ...], rank: int, suits: tuple[int, ...], ranked: list[Card]) -> Meld:
    slots = []
    for at, (slot, suit) in enumerate(zip(word, suits, strict=True)):
        card = Card(rank, suit) if slot == NATURAL else _wild(slot, at, ranked)
        slots.append(Slot(card.rank, card.suit, rank, suit, slot != NATURAL))
    return Meld("set", tuple(slots))
