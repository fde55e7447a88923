"""The catalogue as data: windows of places, and a small automaton over slot classes.

This is a second, independent definition of what melds there are (the first is `rules.melds`). A window says which
places and suits a meld covers; the automaton says which sequences of naturals, jokers and ranked wilds may fill it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from meldproof.cards import Kind
from meldproof.variant.meld_terms import RunWildLimits
from meldproof.variant.vocabulary import Settings

NATURAL, JOKER, RANKED = 0, 1, 2
SlotClass = Literal[0, 1, 2]
DEAD = -1

State = tuple[int, int, int, int]
"""Naturals, jokers, ranked wilds so far (each capped where more makes no difference), and whether the last was wild."""


class Automaton(msgspec.Struct, frozen=True):
    """States are numbers, 0 the start; `steps[state][class]` is the next state or DEAD."""

    steps: tuple[tuple[int, int, int], ...]
    accepting: frozenset[int]

    def accepts(self, classes: Iterable[int]) -> bool:
        """Whether slots of such classes, in this order, fill a meld."""
        state = 0
        for slot_class in classes:
            state = self.steps[state][slot_class]
            if state == DEAD:
                return False
        return state in self.accepting


class Window(msgspec.Struct, frozen=True):
    """A stretch of places: `first` to `first + size - 1` in a run; in a set, rank `first` `size` times."""

    kind: Kind
    first: int
    size: int


class Roles(msgspec.Struct, frozen=True):
    """Which ranks may be natural, which may be wild, and whether a wild rank may play wild in its own place."""

    natural: frozenset[int]
    wild: frozenset[int]
    wild_at_home: bool


@lru_cache(maxsize=256)
def roles(settings: Settings) -> Roles:
    """The roles of printed ranks."""
    wild = frozenset(settings.deck.ranks.index(name) + 1 for name in settings.wilds.ranks)
    everything = frozenset(range(1, len(settings.deck.ranks) + 1))
    never = settings.wilds.natural == "never"
    return Roles(everything - wild if never else everything, wild, settings.wilds.natural != "in-place")


def suit_law(settings: Settings, size: int, with_wilds: bool) -> Literal["distinct", "any", "same"]:
    """What a set of a size asks of its suits, with or without wilds in it."""
    law = settings.set.suits
    if law == "distinct":
        return "any" if size in settings.set.repeat_sizes else "distinct"
    if law == "distinct-with-wilds":
        return "distinct" if with_wilds else "any"
    return law


@lru_cache(maxsize=256)
def automaton(settings: Settings, kind: Kind, longest: int) -> Automaton:
    """The automaton of a kind of meld, exact for melds of up to `longest` slots."""
    group = settings.run if kind == "run" else settings.set
    limits = group.wilds
    adjacent = not isinstance(limits, RunWildLimits) or limits.adjacent
    at_ends = not isinstance(limits, RunWildLimits) or limits.at_ends
    most = [longest if limit == "any" else limit for limit in (limits.max, limits.max_joker, limits.max_ranked)]
    fewest = group.naturals.min
    counted = limits.balance != "any"
    natural_cap = longest if counted else fewest

    def step(state: State, slot: int) -> State | None:
        naturals, jokers, ranked, last_wild = state
        if slot == NATURAL:
            return (min(naturals + 1, natural_cap), jokers, ranked, 0)
        if last_wild == 1 and not adjacent:
            return None
        if last_wild == 2 and not at_ends:
            return None
        jokers, ranked = jokers + (slot == JOKER), ranked + (slot == RANKED)
        if jokers + ranked > most[0] or jokers > most[1] or ranked > most[2]:
            return None
        return (naturals, jokers, ranked, 1)

    def accepts(state: State) -> bool:
        naturals, jokers, ranked, last_wild = state
        if naturals < fewest or (last_wild == 1 and not at_ends):
            return False
        spare = naturals - jokers - ranked
        return limits.balance == "any" or spare >= (1 if limits.balance == "fewer-than-naturals" else 0)

    return _numbered((0, 0, 0, 2), step, accepts, longest)


def _numbered(
    start: State, step: Callable[[State, int], State | None], accepts: Callable[[State], bool], longest: int
) -> Automaton:
    numbers: dict[State, int] = {start: 0}
    frontier, steps = [start], []
    for state in frontier:
        row = []
        for slot in (NATURAL, JOKER, RANKED):
            following = step(state, slot)
            if following is not None and sum(following[:3]) > longest:
                following = None
            if following is not None and following not in numbers:
                numbers[following] = len(numbers)
                frontier.append(following)
            row.append(DEAD if following is None else numbers[following])
        steps.append((row[0], row[1], row[2]))
    accepting = frozenset(number for state, number in numbers.items() if accepts(state))
    return Automaton(tuple(steps), accepting)


def longest_run(settings: Settings) -> int:
    """The most places a run can have: the variant's own limit, and where the ace may be."""
    ranks = len(settings.deck.ranks)
    room = ranks + 1 if settings.run.ends == "both" else ranks
    return room if settings.run.max == "any" else min(room, settings.run.max)


def longest_set(settings: Settings, cards: int) -> int:
    """The most cards a set can have when there are `cards` of them."""
    suits, limit = len(settings.deck.suits), settings.set.max
    most = cards if limit == "any" else min(cards, limit)
    if settings.set.suits != "distinct":
        return most
    repeats = [size for size in settings.set.repeat_sizes if size <= most]
    return max(min(most, suits), *repeats) if repeats else min(most, suits)


def run_starts(settings: Settings) -> range:
    """The places a run may begin at."""
    ranks = len(settings.deck.ranks)
    starts = {"low": (1, ranks), "high": (2, ranks), "either": (1, ranks), "both": (1, ranks), "cyclic": (1, ranks)}
    first, last = starts.get(settings.run.ends, (1, ranks - 1))
    return range(first, last + 1)


def last_place(settings: Settings, first: int) -> int:
    """The last place a run from `first` may reach."""
    ranks = len(settings.deck.ranks)
    ends = settings.run.ends
    reach = {"low": ranks, "high": ranks + 1, "either": ranks if first == 1 else ranks + 1, "both": ranks + 1}
    limit = reach.get(ends, first + ranks - 1)
    return min(limit, first + longest_run(settings) - 1)


def windows(settings: Settings, cards: int) -> Iterator[Window]:
    """Every window of the variant for melds of up to `cards` cards, sets first."""
    for rank in range(1, len(settings.deck.ranks) + 1):
        for size in range(settings.set.min, longest_set(settings, cards) + 1):
            yield Window("set", rank, size)
    for first in run_starts(settings):
        for size in range(settings.run.min, last_place(settings, first) - first + 2):
            yield Window("run", first, size)
