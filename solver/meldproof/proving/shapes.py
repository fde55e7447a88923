"""The catalogue without suits: every shape a meld can have, as far as its ranks, wilds and points matter.

A shape's naturals are ranks, not cards. Whatever can be said of shapes bounds what real melds can do; `richest.py`
gives the suits back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldproof.arranging.automaton import (
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
from meldproof.cards import Deck, Kind
from meldproof.rules.worth import Worths
from meldproof.variant.vocabulary import Settings


class Shape(NamedTuple):
    """A meld's places and slot classes in order; `twos` counts all its cards of a wild rank, natural or not."""

    kind: Kind
    places: tuple[int, ...]
    classes: tuple[int, ...]
    naturals: tuple[int, ...]
    jokers: int
    twos: int
    points: int

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def is_pure_run(self) -> bool:
        return self.kind == "run" and len(self.naturals) == len(self.places)


def shapes(s: Settings, deck: Deck, worths: Worths, most_cards: int) -> tuple[Shape, ...]:
    """Every shape of up to `most_cards` cards that counts toward an opening; of two that use the same, the dearer."""
    best: dict[object, Shape] = {}
    for shape in (*_sets(s, deck, worths, most_cards), *_runs(s, deck, worths, most_cards)):
        key = (shape.kind, shape.naturals, shape.jokers, shape.twos, _homes(shape, s))
        if key not in best or shape.points > best[key].points:
            best[key] = shape
    return tuple(best.values())


def _homes(shape: Shape, s: Settings) -> tuple[int, ...]:
    """Places where a card of a wild rank stands for a wild rank, so that not every such card may be there."""
    ranks = len(s.deck.ranks)
    wild = roles(s).wild
    filled = zip(shape.places, shape.classes, strict=True)
    return tuple(place for place, each in filled if each == RANKED and _rank(place, ranks) in wild)


def _runs(s: Settings, deck: Deck, worths: Worths, most_cards: int) -> Iterator[Shape]:
    for start in run_starts(s):
        yield from _walk(s, deck, worths, start, min(last_place(s, start), start + most_cards - 1))


def _walk(s: Settings, deck: Deck, worths: Worths, start: int, last: int) -> Iterator[Shape]:
    """All fillings of the places from `start` on, by depth."""
    walk = automaton(s, "run", max(longest_run(s), 1))
    ranks, may_be = len(s.deck.ranks), roles(s)
    classes: list[int] = []

    def step(place: int, state: int, jokers: int, twos: int, points: int) -> Iterator[Shape]:
        if len(classes) >= s.run.min and state in walk.accepting:
            naturals = tuple(_rank(start + i, ranks) for i, each in enumerate(classes) if each == NATURAL)
            places = tuple(range(start, place))
            yield Shape("run", places, tuple(classes), tuple(sorted(naturals)), jokers, twos, points)
        if place > last:
            return
        rank = _rank(place, ranks)
        fillings = []
        if rank in may_be.natural:
            fillings.append((NATURAL, 0, int(rank in may_be.wild), worths.natural_in_run[place]))
        if jokers < deck.jokers:
            fillings.append((JOKER, 1, 0, worths.joker_in_run[place]))
        if twos < _twos(s, deck) and _ranked_fits(s, deck, rank, "run"):
            fillings.append((RANKED, 0, 1, worths.ranked_in_run[place]))
        for each, joker, two, worth in fillings:
            following = walk.steps[state][each]
            if following != DEAD:
                classes.append(each)
                yield from step(place + 1, following, jokers + joker, twos + two, points + worth)
                classes.pop()

    return step(start, 0, 0, 0, 0)


def _sets(s: Settings, deck: Deck, worths: Worths, most_cards: int) -> Iterator[Shape]:
    may_be = roles(s)
    longest = longest_set(s, most_cards)
    walk = automaton(s, "set", max(longest, 1))
    for rank in range(1, len(s.deck.ranks) + 1):
        for size in range(s.set.min, longest + 1):
            for jokers in range(min(size, deck.jokers) + 1):
                for ranked in range(min(size - jokers, _twos(s, deck)) + 1):
                    naturals = size - jokers - ranked
                    if ranked and not _ranked_fits(s, deck, rank, "set"):
                        continue
                    if naturals and rank not in may_be.natural:
                        continue
                    if naturals > _most_naturals(s, deck, size, jokers + ranked):
                        continue
                    classes = (NATURAL,) * naturals + (JOKER,) * jokers + (RANKED,) * ranked
                    if _accepts(walk.steps, walk.accepting, classes):
                        points = (
                            naturals * worths.natural_in_set[rank]
                            + jokers * worths.joker_in_set[rank]
                            + ranked * worths.ranked_in_set[rank]
                        )
                        twos = ranked + (naturals if rank in may_be.wild else 0)
                        yield Shape("set", (rank,) * size, classes, (rank,) * naturals, jokers, twos, points)


def _most_naturals(s: Settings, deck: Deck, size: int, wilds: int) -> int:
    """The most naturals in a set of this size that counts toward an opening: -1 where the suits don't do."""
    suits = len(deck.suits)
    law = suit_law(s, size, wilds > 0)
    if law == "distinct" or not s.opening.repeated_suits:
        return suits if size <= suits else -1
    return deck.copies if law == "same" else deck.copies * suits


def _accepts(steps: tuple[tuple[int, int, int], ...], accepting: frozenset[int], classes: tuple[int, ...]) -> bool:
    state = 0
    for each in classes:
        state = steps[state][each]
        if state == DEAD:
            return False
    return state in accepting


def _ranked_fits(s: Settings, deck: Deck, rank: int, kind: Kind) -> bool:
    """Whether some card of a wild rank may stand for this rank without being at home there."""
    may_be = roles(s)
    if may_be.wild_at_home or any(other != rank for other in may_be.wild):
        return bool(may_be.wild)
    return bool(may_be.wild) and kind == "run" and s.run.suit == "same" and len(deck.suits) > 1


def _twos(s: Settings, deck: Deck) -> int:
    """How many cards of a wild rank the deck holds."""
    return len(roles(s).wild) * len(deck.suits) * deck.copies


def _rank(place: int, ranks: int) -> int:
    return (place - 1) % ranks + 1
