"""A complete test suite of a variant's melds: runs as words of one automaton, sets counted out one by one.

A run's word begins with where it starts and in which suit; each letter after it says what fills the next place: the
natural, a joker, or a card of a wild rank that isn't at home there. What the suite promises is said in
`complete_suite`. Words that take more of a card than the deck holds can't be asked and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from typing import NamedTuple

from meldproof.arranging.automaton import (
    CLASSES,
    DEAD,
    JOKER,
    NATURAL,
    RANKED,
    automaton,
    last_place,
    longest_run,
    longest_set,
    roles,
    run_starts,
    suit_law,
)
from meldproof.cards import Card, Deck, Meld, Slot, canonical
from meldproof.checking.verdict import check_cards
from meldproof.notation import card_text
from meldproof.proving.complete_suite import Complete, Word, complete_suite, smallest
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

MOST_IN_SET = 6
"""Cards of the largest sets that are counted out, where sets may be larger."""


class Asked(NamedTuple):
    """A meld with what each wild stands for, and whether it is legal."""

    meld: Meld
    legal: bool


class RunState(NamedTuple):
    """Where a run stands: the automaton's state, the place its next card takes, the last place it may reach."""

    state: int
    place: int
    last: int


BEGIN = RunState(0, 0, 0)


@lru_cache(maxsize=16)
def run_words(s: Settings) -> Complete:
    """The automaton of all runs of a variant; letters from 3 on are the first word's: place and suit of its start."""
    walk, known, suits = automaton(s, "run", longest_run(s)), roles(s), len(s.deck.suits)
    starts = run_starts(s)

    def step(state: RunState, letter: int) -> RunState | None:
        if letter >= len(CLASSES):
            first = starts[(letter - len(CLASSES)) // suits]
            return RunState(0, first, last_place(s, first)) if state == BEGIN else None
        if state == BEGIN or state.place > state.last:
            return None
        if letter == NATURAL and s.rank_at(state.place) not in known.natural:
            return None
        after = walk.steps[state.state][letter]
        return None if after == DEAD else RunState(after, state.place + 1, state.last)

    def accepts(state: RunState) -> bool:
        return state != BEGIN and state.state in walk.accepting

    return smallest(BEGIN, len(CLASSES) + len(starts) * suits, step, accepts)


def run_of(word: Word, s: Settings, deck: Deck) -> Meld | None:
    """The run that a word spells; None for a word that spells none, or that the deck can't lay out."""
    suits, letters = len(s.deck.suits), len(CLASSES)
    if len(word) < 2 or word[0] < letters or any(letter >= letters for letter in word[1:]):
        return None
    first = run_starts(s)[(word[0] - letters) // suits]
    suit = (word[0] - letters) % suits + 1
    left = Counter({card: deck.copies_of(card) for card in deck.kinds()})
    slots = []
    for place, letter in enumerate(word[1:], first):
        if place > 2 * len(s.deck.ranks):
            return None
        card = _filler(letter, s.rank_at(place), suit, s, left)
        if card is None:
            return None
        left[card] -= 1
        slots.append(Slot(card.rank, card.suit, place, suit, letter != NATURAL))
    return Meld("run", tuple(slots))


def _filler(letter: int, rank: int, suit: int, s: Settings, left: Counter[Card]) -> Card | None:
    """A card that fills a place in such a role, of those that are left."""
    if letter == NATURAL:
        card = Card(rank, suit)
        return card if left[card] and rank in roles(s).natural else None
    if letter == JOKER:
        return Card(0, 0) if left[Card(0, 0)] else None
    others = [(suit + step) % len(s.deck.suits) + 1 for step in range(len(s.deck.suits))]
    cards = [Card(wild, other) for wild in s.wild_ranks for other in others if wild != rank or other != suit]
    if s.run.suit == "any":
        cards = [card for card in cards if card.rank != rank]
    return next((card for card in cards if left[card]), None)


def runs_to_ask(variant: Variant, more: int = 0) -> Iterator[Asked]:
    """The runs of the complete suite, and from every start in every suit the naturals at every length."""
    s, deck = variant.settings, variant.deck()
    machine = run_words(s)
    suits, letters = len(s.deck.suits), len(CLASSES)
    seen: set[Meld] = set()
    plain = (
        (letters + number * suits + suit, *(NATURAL,) * size)
        for number in range(len(run_starts(s)))
        for suit in range(suits)
        for size in range(1, len(s.deck.ranks) + 3)
    )
    starting, filling = range(letters, len(machine.steps[0])), range(letters)
    suite = complete_suite(machine, more, lambda place: filling if place else starting)
    for word in chain(plain, (word for word, _ in suite)):
        meld = run_of(word, s, deck)
        if meld is not None and meld not in seen:
            seen.add(meld)
            yield Asked(meld, machine.accepts(word))


class CardsAsked(NamedTuple):
    """Cards, and whether they are a set."""

    cards: tuple[Card, ...]
    legal: bool


def sets_to_ask(variant: Variant) -> Iterator[CardsAsked]:
    """All cards that could be a set up to one more than the longest: of one rank, or wild."""
    s, deck = variant.settings, variant.deck()
    most = min(longest_set(s, deck.size) + 1, MOST_IN_SET)
    wild = [Card(rank, suit) for rank in s.wild_ranks for suit in range(1, len(s.deck.suits) + 1)]
    jokers = [Card(0, 0)] if deck.jokers else []
    for rank in range(1, len(s.deck.ranks) + 1):
        kinds = [Card(rank, suit) for suit in range(1, len(s.deck.suits) + 1)]
        kinds += [card for card in wild[:2] if card.rank != rank] + jokers
        for size in range(1, most + 1):
            for cards in combinations_with_replacement(kinds, size):
                counted = Counter(cards)
                if all(number <= deck.copies_of(card) for card, number in counted.items()) and (
                    rank == 1 or any(card.rank == rank for card in cards)
                ):
                    yield CardsAsked(cards, is_set(cards, s))


def is_set(cards: Sequence[Card], s: Settings) -> bool:
    """Whether cards are a set by the catalogue: of some rank, each wild card natural or wild."""
    return any(_is_set_of(rank, cards, s) for rank in range(1, len(s.deck.ranks) + 1))


def _is_set_of(rank: int, cards: Sequence[Card], s: Settings) -> bool:
    known, size = roles(s), len(cards)
    if size > longest_set(s, size):
        return False
    walk = automaton(s, "set", longest_set(s, size))
    at_home = [card for card in cards if card.rank == rank and rank in known.natural]
    either = [card for card in at_home if rank in known.wild and known.wild_at_home]
    if any(card.rank not in (0, rank) and card.rank not in known.wild for card in cards):
        return False
    if any(card.rank == rank and rank not in known.natural and rank not in known.wild for card in cards):
        return False
    for number in range(len(either) + 1):
        for wild_at_home in set(combinations(either, number)):
            naturals = list((Counter(at_home) - Counter(wild_at_home)).elements())
            jokers = sum(card.is_joker for card in cards)
            ranked = size - len(naturals) - jokers
            classes = [NATURAL] * len(naturals) + [JOKER] * jokers + [RANKED] * ranked
            if walk.accepts(classes) and _suits_do(naturals, size, s):
                return True
    return False


def _suits_do(naturals: Sequence[Card], size: int, s: Settings) -> bool:
    suits = [card.suit for card in naturals]
    law = suit_law(s, size, len(naturals) < size)
    if law == "same":
        return len(set(suits)) <= 1
    return law == "any" or (len(set(suits)) == len(suits) and size <= len(s.deck.suits))


def cards_to_ask(variant: Variant, more: int = 0) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The suite as bare cards, each group once, with whether they are a meld at all: for implementations that are given
    cards and nothing else. What wilds stand for is then theirs to choose, so that the suite promises less of them.
    """
    deck = variant.deck()
    runs = (canonical(run.meld.cards) for run in runs_to_ask(variant, more))
    for cards in dict.fromkeys(chain(runs, (canonical(one.cards) for one in sets_to_ask(variant)))):
        yield tuple(card_text(card, deck) for card in cards), check_cards(variant, cards).legal
