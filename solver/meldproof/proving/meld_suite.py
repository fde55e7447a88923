"""A complete test suite of a variant's melds: runs as words of one automaton, sets counted out one by one.

A run's word begins with where it starts and in which suit; each letter after it says what fills the next place: the
natural, a joker, or a card of a wild rank that isn't at home there. A letter that no card can play at a place (a
natural two where twos are always wild, a joker where there is none) is read there as the first that one can: so every
word spells a run, and what `complete_suite` promises holds without a gap. Runs take as many jokers and copies of a
card as they need; `Deck.holds` says which of them a deck can lay out.
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
    three_suits,
)
from meldproof.cards import Card, Meld, Slot
from meldproof.proving.basis import Basis, exhaustive, sample
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
def run_words(s: Settings, jokers: bool) -> Complete:
    """The automaton of all runs of a variant; letters from 3 on are the first word's: place and suit of its start."""
    walk, suits, starts = automaton(s, "run", longest_run(s)), len(s.deck.suits), run_starts(s)

    def step(state: RunState, letter: int) -> RunState | None:
        if letter >= len(CLASSES):
            first = starts[(letter - len(CLASSES)) // suits]
            return RunState(0, first, last_place(s, first)) if state == BEGIN else None
        if state == BEGIN or state.place > state.last:
            return None
        played = played_as(letter, state.place, s, jokers)
        after = DEAD if played is None else walk.steps[state.state][played]
        return None if after == DEAD else RunState(after, state.place + 1, state.last)

    def accepts(state: RunState) -> bool:
        return state != BEGIN and state.state in walk.accepting

    return smallest(BEGIN, len(CLASSES) + len(starts) * suits, step, accepts)


def played_as(letter: int, place: int, s: Settings, jokers: bool) -> int | None:
    """What a letter is read as at a place: itself, or the first that some card can play there; None where none can."""
    return next((each for each in (letter, *CLASSES) if _is_played(each, place, s, jokers)), None)


def _is_played(letter: int, place: int, s: Settings, jokers: bool) -> bool:
    if letter == NATURAL:
        return s.rank_at(place) in roles(s).natural
    return jokers if letter == JOKER else bool(_strangers(s.rank_at(place), 1, s))


def run_of(word: Word, s: Settings, jokers: bool) -> Meld | None:
    """The run that a word spells; None for a word that spells none: no start, or more places than there are."""
    suits, letters = len(s.deck.suits), len(CLASSES)
    if len(word) < 2 or word[0] < letters or any(letter >= letters for letter in word[1:]):
        return None
    first = run_starts(s)[(word[0] - letters) // suits]
    suit = (word[0] - letters) % suits + 1
    slots: list[Slot] = []
    for place, letter in enumerate(word[1:], first):
        played = None if place > 2 * len(s.deck.ranks) else played_as(letter, place, s, jokers)
        if played is None:
            return None
        card = Card(s.rank_at(place), suit)
        if played != NATURAL:
            strangers = _strangers(card.rank, suit, s)
            card = Card(0, 0) if played == JOKER else min(strangers, key=[slot.card for slot in slots].count)
        slots.append(Slot(card.rank, card.suit, place, suit, played != NATURAL))
    return Meld("run", tuple(slots))


def _strangers(rank: int, suit: int, s: Settings) -> list[Card]:
    """The cards of wild ranks that aren't at home at a place of this rank and suit, the next suits first."""
    others = [(suit + step) % len(s.deck.suits) + 1 for step in range(len(s.deck.suits))]
    return [
        Card(wild, other)
        for wild in s.wild_ranks
        for other in others
        if wild != rank or (other != suit and s.run.suit != "any")
    ]


def runs_to_ask(variant: Variant, more: int = 0) -> Iterator[Asked]:
    """The runs of the complete suite, and from every start in every suit the naturals at every length."""
    s, jokers = variant.settings, variant.deck().jokers > 0
    machine = run_words(s, jokers)
    suits, letters = len(s.deck.suits), len(CLASSES)
    seen: set[Meld] = set()
    plain = (
        (letters + number * suits + suit, *(NATURAL,) * size)
        for number in range(len(run_starts(s)))
        for suit in range(suits)
        for size in range(1, len(s.deck.ranks) + 3)
    )
    starting = range(letters, len(machine.steps[0]))
    filling = [letter for letter in CLASSES if letter == NATURAL or (jokers if letter == JOKER else s.wild_ranks)]
    suite = complete_suite(machine, more, lambda place: filling if place else starting)
    for word in chain(plain, (word for word, _ in suite)):
        meld = run_of(word, s, jokers)
        if meld is not None and meld not in seen:
            seen.add(meld)
            yield Asked(meld, machine.accepts(word))


def of_suite(variant: Variant, asked: int, more: int) -> Basis:
    """What it rests on that a suite of so many melds was passed: all there is, unless some kind of meld is left out."""
    s = variant.settings
    if s.run.suit == "any":
        return sample(
            asked, "melds of a suite, its runs each in one suit", "combinaciones de una batería, escaleras de un palo"
        )
    if longest_set(s, variant.deck().size) >= MOST_IN_SET:
        return sample(
            asked, f"melds of a suite, its sets of up to {MOST_IN_SET} cards",
            f"combinaciones de una batería, piernas de hasta {MOST_IN_SET} cartas",
        )  # fmt: skip
    english = f"melds of a complete suite (up to {more} state more than the smallest automaton)"
    spanish = f"combinaciones de una batería completa (hasta {more} estado más que el autómata mínimo)"
    return exhaustive(asked, english, spanish)


class CardsAsked(NamedTuple):
    """Cards, and whether they are a set."""

    cards: tuple[Card, ...]
    legal: bool


def sets_to_ask(variant: Variant) -> Iterator[CardsAsked]:
    """All cards that could be a set up to one more than the longest: of one rank, or wild."""
    s, deck = variant.settings, variant.deck()
    most = min(longest_set(s, deck.size) + 1, MOST_IN_SET)
    wild = [Card(rank, suit) for rank in s.wild_ranks for suit in range(1, min(len(s.deck.suits), 2) + 1)]
    jokers = [Card(0, 0)] if deck.jokers else []
    for rank in range(1, len(s.deck.ranks) + 1):
        kinds = [Card(rank, suit) for suit in range(1, len(s.deck.suits) + 1)]
        kinds += [card for card in wild if card.rank != rank] + jokers
        for size in range(1, most + 1):
            for cards in combinations_with_replacement(kinds, size):
                if deck.holds(cards) and (rank == 1 or any(card.rank == rank for card in cards)):
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
    if law == "three":
        return three_suits(suits, range(1, len(s.deck.suits) + 1), size - len(suits)) is not None
    return law == "any" or (len(set(suits)) == len(suits) and size <= len(s.deck.suits))
