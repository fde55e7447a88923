"""The catalogue without suits: every shape a meld can have, as far as its ranks, wilds and points matter.

A shape's naturals are ranks, not cards. Whatever can be said of shapes bounds what real melds can do; `richest.py`
gives the suits back. Shapes that cost and bring the same are one class. The classes are found by walking the windows
through the automaton with sums only; their members are made when asked for.
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
from meldproof.variants.vocabulary import Settings


class Sums(NamedTuple):
    """What a meld uses and brings: `twos` counts all its cards of a wild rank, natural or not."""

    size: int
    jokers: int
    twos: int
    points: int
    wild: bool


class ShapeClass(NamedTuple):
    """Shapes of a kind with the same sums."""

    kind: Kind
    sums: Sums

    @property
    def is_pure_run(self) -> bool:
        return self.kind == "run" and not self.sums.wild


class MeldShape(NamedTuple):
    """A meld's places and slot classes in order, the ranks of its naturals, and its sums."""

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


class _Filling(NamedTuple):
    """A way to fill a slot: its class, and what it adds to the sums."""

    slot_class: int
    joker: int
    two: int
    points: int


NOTHING = Sums(0, 0, 0, 0, False)


def shapes(s: Settings, deck: Deck, worths: Worths, most_cards: int) -> tuple[MeldShape, ...]:
    """Every shape; for few cards only, since there are many where wilds may be anywhere."""
    found = Shapes(s, deck, worths, most_cards)
    return tuple(shape for each in sorted(found.classes()) for shape in found.members(each))


class Shapes:
    """All shapes of up to `most_cards` cards that count toward an opening."""

    def __init__(self, s: Settings, deck: Deck, worths: Worths, most_cards: int) -> None:
        self.s, self.deck, self.worths, self.most_cards = s, deck, worths, most_cards
        self.ranks, self.roles = len(s.deck.ranks), roles(s)
        self.twos = len(self.roles.wild) * len(deck.suits) * deck.copies
        self.run_walk = automaton(s, "run", longest_run(s))
        self.longest_set = longest_set(s, most_cards)
        self.set_walk = automaton(s, "set", self.longest_set)
        self._possible: dict[tuple[int, int, int, Sums], bool] = {}

    def classes(self) -> set[ShapeClass]:
        runs = {ShapeClass("run", sums) for start in run_starts(self.s) for sums in self._run_sums(start)}
        sets = {ShapeClass("set", sums) for rank in range(1, self.ranks + 1) for sums, _ in self._sets(rank)}
        return runs | sets

    def members(self, wanted: ShapeClass) -> Iterator[MeldShape]:
        """The shapes of a class; of those that use the same ranks and the same wilds, one."""
        seen = set()
        for shape in self._runs(wanted.sums) if wanted.kind == "run" else self._sets_with(wanted.sums):
            key = (shape.naturals, self._homes(shape))
            if key not in seen:
                seen.add(key)
                yield shape

    def _homes(self, shape: MeldShape) -> tuple[int, ...]:
        """Places where a card of a wild rank stands for a wild rank, so that not every such card may be there."""
        filled = zip(shape.places, shape.classes, strict=True)
        return tuple(place for place, each in filled if each == RANKED and self.s.rank_at(place) in self.roles.wild)

    def _run_sums(self, start: int) -> Iterator[Sums]:
        """The sums of all runs from a place on."""
        layer = {(0, NOTHING)}
        for place in range(start, self._last(start) + 1):
            layer = {
                (following, sums)
                for state, before in layer
                for filling in self._fillings(place)
                if (following := self.run_walk.steps[state][filling.slot_class]) != DEAD
                and (sums := self._with(before, filling)) is not None
            }
            yield from {sums for state, sums in layer if state in self.run_walk.accepting}

    def _runs(self, wanted: Sums) -> Iterator[MeldShape]:
        for start in run_starts(self.s):
            if start + wanted.size - 1 <= self._last(start):
                end = start + wanted.size
                for classes in self._filled(start, end, 0, NOTHING, wanted):
                    places = tuple(range(start, end))
                    filled = zip(places, classes, strict=True)
                    naturals = tuple(sorted(self.s.rank_at(place) for place, each in filled if each == NATURAL))
                    yield MeldShape("run", places, classes, naturals, *wanted[1:4])

    def _filled(self, place: int, end: int, state: int, sums: Sums, wanted: Sums) -> Iterator[tuple[int, ...]]:
        """The slot classes of every run that goes on to these sums."""
        if place == end:
            if state in self.run_walk.accepting and sums == wanted:
                yield ()
            return
        for filling in self._fillings(place):
            following, after = self.run_walk.steps[state][filling.slot_class], self._with(sums, filling)
            if following != DEAD and after is not None and self._leads_to(place + 1, end, following, after, wanted):
                for rest in self._filled(place + 1, end, following, after, wanted):
                    yield (filling.slot_class, *rest)

    def _leads_to(self, place: int, end: int, state: int, sums: Sums, wanted: Sums) -> bool:
        """Whether the places up to `end` can still be filled so that the sums come out."""
        if place == end:
            return state in self.run_walk.accepting and sums == wanted
        wild = sums.wild == wanted.wild  # the rest must hold a wild only if one is wanted and none is there yet
        rest = Sums(
            end - place, wanted.jokers - sums.jokers, wanted.twos - sums.twos, wanted.points - sums.points, wild
        )
        if min(rest[:3]) < 0 or (sums.wild and not wanted.wild):
            return False
        key = (place, state, int(wanted.wild), rest)
        if key not in self._possible:
            self._possible[key] = any(
                (following := self.run_walk.steps[state][filling.slot_class]) != DEAD
                and (after := self._with(sums, filling)) is not None
                and self._leads_to(place + 1, end, following, after, wanted)
                for filling in self._fillings(place)
            )
        return self._possible[key]

    def _fillings(self, place: int) -> Iterator[_Filling]:
        rank = self.s.rank_at(place)
        if rank in self.roles.natural:
            yield _Filling(NATURAL, 0, int(rank in self.roles.wild), self.worths.natural_in_run[place])
        if self.deck.jokers:
            yield _Filling(JOKER, 1, 0, self.worths.joker_in_run[place])
        if self._ranked_fits(rank, "run"):
            yield _Filling(RANKED, 0, 1, self.worths.ranked_in_run[place])

    def _with(self, sums: Sums, filling: _Filling) -> Sums | None:
        """The sums with a slot more, if the deck has the wilds."""
        jokers, twos = sums.jokers + filling.joker, sums.twos + filling.two
        if jokers > self.deck.jokers or twos > self.twos:
            return None
        wild = sums.wild or filling.slot_class != NATURAL
        return Sums(sums.size + 1, jokers, twos, sums.points + filling.points, wild)

    def _last(self, start: int) -> int:
        return min(last_place(self.s, start), start + self.most_cards - 1)

    def _sets_with(self, wanted: Sums) -> Iterator[MeldShape]:
        for rank in range(1, self.ranks + 1):
            yield from (shape for sums, shape in self._sets(rank) if sums == wanted)

    def _sets(self, rank: int) -> Iterator[tuple[Sums, MeldShape]]:
        for size in range(self.s.set.min, self.longest_set + 1):
            for jokers in range(min(size, self.deck.jokers) + 1):
                most_ranked = size - jokers if self._ranked_fits(rank, "set") else 0
                for ranked in range(min(most_ranked, self.twos) + 1):
                    naturals = size - jokers - ranked
                    classes = (NATURAL,) * naturals + (JOKER,) * jokers + (RANKED,) * ranked
                    if naturals <= self._most_naturals(rank, size, jokers + ranked) and self.set_walk.accepts(classes):
                        points = naturals * self.worths.natural_in_set[rank] + jokers * self.worths.joker_in_set[rank]
                        points += ranked * self.worths.ranked_in_set[rank]
                        twos = ranked + (naturals if rank in self.roles.wild else 0)
                        if twos <= self.twos:
                            shape = MeldShape("set", (rank,) * size, classes, (rank,) * naturals, jokers, twos, points)
                            yield Sums(size, jokers, twos, points, jokers + ranked > 0), shape

    def _most_naturals(self, rank: int, size: int, wilds: int) -> int:
        """The most naturals in a set of this size that counts toward an opening: -1 where the suits don't do."""
        suits = len(self.deck.suits)
        law = suit_law(self.s, size, wilds > 0)
        if law == "three":
            suits = 3 if suits >= 3 and size >= 3 else 0
        apart = law == "distinct" or not self.s.opening.repeated_suits
        if (apart and size > suits) or not suits:
            return -1
        if rank not in self.roles.natural:
            return 0
        return suits if apart else self.deck.copies if law == "same" else self.deck.copies * suits

    def _ranked_fits(self, rank: int, kind: Kind) -> bool:
        """Whether some card of a wild rank may stand for this rank without being at home there."""
        wild = self.roles.wild
        if self.roles.wild_at_home or any(other != rank for other in wild):
            return bool(wild)
        return bool(wild) and kind == "run" and self.s.run.suit == "same" and len(self.deck.suits) > 1
