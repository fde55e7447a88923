"""What melds there are, as data, said once: every engine's tables of runs and sets are derived from here.

It is a second definition, and meant to be: the first is `rules.melds`, and theorems and tests hold them equal. `law`
says which sequences of naturals, jokers and ranked wilds may fill a meld; the functions after it say which places and
suits a meld covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import Literal, NamedTuple, TypeVar

import msgspec

from meldproof.cards import Kind
from meldproof.variants.meld_terms import RunTerms, RunWildLimits, SetTerms
from meldproof.variants.vocabulary import Settings

NATURAL, JOKER, RANKED = CLASSES = (0, 1, 2)
"""What may fill a slot."""
DEAD = -1
"""The state that no meld comes back from."""
NEVER = 99
"""Cards until a meld may end, where none can."""

Row = tuple[int, int, int]
"""The next state, or DEAD, by the class of the next slot."""
StateT = TypeVar("StateT")


class State(NamedTuple):
    """What the slots so far come to, each number as far as it makes a difference.

    `spare` is how many naturals there are more than wilds, where they are balanced; `ends_wild` whether the last slot
    is a wild, where that matters.
    """

    cards: int = 0
    naturals: int = 0
    spare: int = 0
    wilds: int = 0
    jokers: int = 0
    ranked: int = 0
    ends_wild: bool = False


class Law(NamedTuple):
    """What may fill a meld slot by slot, from `START` on: the state after a slot more (None: no such meld), and
    whether a meld may end in a state.
    """

    step: Callable[[State, int], State | None]
    accepts: Callable[[State], bool]


START = State()


def law(group: SetTerms | RunTerms, wilds: int, longest: int, *, counted: bool = False) -> Law:
    """The law of sets or of runs: the one place that knows their limits on cards, naturals and wilds.

    It holds for melds of up to so many `wilds` and of up to `longest` cards; these are `counted`, so that there is no
    longer meld, or only up to the fewest of a meld. A number in a state may stop where more makes no difference; one
    that doesn't costs time.
    """
    limits = group.wilds
    adjacent, at_ends = (limits.adjacent, limits.at_ends) if isinstance(limits, RunWildLimits) else (True, True)
    most, most_jokers, most_ranked = (  # as many wilds as there can be need no counting
        inf if limit == "any" or limit >= min(wilds, longest) else limit
        for limit in (limits.max, limits.max_joker, limits.max_ranked)
    )
    balanced, least_spare = limits.balance != "any", int(limits.balance == "fewer-than-naturals")
    beyond = longest + 1  # what no meld has need not be counted to
    least, fewest = min(group.min, beyond), min(group.naturals.min, beyond)
    top = longest if counted else least

    def step(state: State, slot: int) -> State | None:
        wild = slot != NATURAL
        if wild and ((state.ends_wild and not adjacent) or (state.cards == 0 and not at_ends)):
            return None
        all_wilds, jokers, ranked = state.wilds + wild, state.jokers + (slot == JOKER), state.ranked + (slot == RANKED)
        spare = min(state.spare + (-1 if wild else 1), wilds + 1) if balanced else 0
        if (
            all_wilds > most
            or jokers > most_jokers
            or ranked > most_ranked
            or spare < -wilds
            or (counted and state.cards == longest)
        ):
            return None
        return State(
            min(state.cards + 1, top),
            min(state.naturals + (not wild), fewest),
            spare,
            all_wilds if most < inf else 0,
            jokers if most_jokers < inf else 0,
            ranked if most_ranked < inf else 0,
            wild and not (adjacent and at_ends),
        )

    def accepts(state: State) -> bool:
        if state.cards < least or state.naturals < fewest or (state.ends_wild and not at_ends):
            return False
        return not balanced or state.spare >= least_spare

    return Law(step, accepts)


def explored(starts: Sequence[StateT], step: Callable[[StateT, int], StateT | None]) -> tuple[list[StateT], list[Row]]:
    """Every state that can be reached, the starts first, and where each leads."""
    numbers = {state: number for number, state in enumerate(starts)}
    states, rows = list(numbers), []
    for state in states:
        row = []
        for slot in CLASSES:
            after = step(state, slot)
            if after is None:
                row.append(DEAD)
                continue
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        rows.append((row[0], row[1], row[2]))
    return states, rows


def distances(rows: Sequence[Row], accepting: Sequence[bool]) -> list[int]:
    """By state the fewest cards until a meld may end, NEVER where none can."""
    distance = [0 if ends else NEVER for ends in accepting]
    changed = True
    while changed:
        changed = False
        for state in range(len(rows) - 1, -1, -1):
            nearest = min([distance[n] + 1 for n in rows[state] if n != DEAD], default=NEVER)
            if nearest < distance[state]:
                distance[state] = nearest
                changed = True
    return distance


def merged(rows: Sequence[Sequence[int]], marks: Sequence[object | None]) -> list[int]:
    """By state the number of its class, in order of first appearance: one where no continuation tells states apart.

    States with the mark None are DEAD.
    """
    groups = _numbered(marks)
    while True:
        known = [*groups, DEAD]  # so that DEAD is found at -1
        keys = [(group, *[known[n] for n in row]) for group, row in zip(groups, rows, strict=True)]
        finer = _numbered([None if key[0] == DEAD else key for key in keys])
        if max(finer, default=DEAD) == max(groups, default=DEAD):
            return groups
        groups = finer


def _numbered(keys: Sequence[object | None]) -> list[int]:
    seen: dict[object, int] = {}
    return [DEAD if key is None else seen.setdefault(key, len(seen)) for key in keys]


class Automaton(msgspec.Struct, frozen=True):
    """A law with as few states as can be, which are numbers, 0 the start."""

    steps: tuple[Row, ...]
    accepting: frozenset[int]

    def accepts(self, classes: Iterable[int]) -> bool:
        """Whether slots of such classes, in this order, fill a meld."""
        state = 0
        for slot_class in classes:
            state = self.steps[state][slot_class]
            if state == DEAD:
                return False
        return state in self.accepting


@lru_cache(maxsize=256)
def automaton(settings: Settings, kind: Kind, longest: int) -> Automaton:
    """The automaton of a kind of meld, exact for melds of up to `longest` slots; it does not count them all."""
    step, accepts = law(settings.run if kind == "run" else settings.set, longest, longest)
    states, rows = explored([START], step)
    accepting = [accepts(state) for state in states]
    alive = [number < NEVER for number in distances(rows, accepting)]
    classes = merged(rows, [ends if lives else None for ends, lives in zip(accepting, alive, strict=True)])
    known = [*classes, DEAD]
    steps = {number: (known[a], known[b], known[c]) for number, (a, b, c) in zip(classes, rows, strict=True)}
    steps.pop(DEAD, None)
    ending = frozenset(number for number, ends in zip(classes, accepting, strict=True) if ends)
    return Automaton(tuple(steps.values()) or ((DEAD, DEAD, DEAD),), ending)


class Roles(msgspec.Struct, frozen=True):
    """Which ranks may be natural, which may be wild, and whether a wild rank may play wild in its own place."""

    natural: frozenset[int]
    wild: frozenset[int]
    wild_at_home: bool


@lru_cache(maxsize=256)
def roles(settings: Settings) -> Roles:
    """The roles of printed ranks."""
    wild = frozenset(settings.wild_ranks)
    everything = frozenset(range(1, len(settings.deck.ranks) + 1))
    never = settings.wilds.natural == "never"
    return Roles(everything - wild if never else everything, wild, settings.wilds.natural != "in-place")


def suit_law(settings: Settings, size: int, with_wilds: bool) -> Literal["distinct", "any", "same", "three"]:
    """What a set of a size asks of its suits, with or without wilds in it."""
    law = settings.set.suits
    if law == "distinct":
        return "any" if size in settings.set.repeat_sizes else "distinct"
    if law == "distinct-with-wilds":
        return "distinct" if with_wilds else "any"
    return law


def three_suits(taken: Sequence[int], suits: Sequence[int], more: int) -> list[int] | None:
    """Suits for so many wilds of a set that has exactly three, some of them taken; None where that can't be."""
    missing = [suit for suit in suits if suit not in taken]
    lacking = 3 - len(set(taken))
    if not 0 <= lacking <= min(more, len(missing)):
        return None
    fresh = missing[:lacking]
    return fresh + [(*taken, *fresh)[0]] * (more - lacking)


def longest_run(settings: Settings) -> int:
    """The most places a run can have: the variant's own limit, and where the ace may be."""
    ranks = len(settings.deck.ranks)
    room = ranks + 1 if settings.run.ends == "both" else ranks
    return room if settings.run.max == "any" else min(room, settings.run.max)


def longest_set(settings: Settings, cards: int) -> int:
    """The most cards a set can have when there are `cards` of them."""
    suits, limit = len(settings.deck.suits), settings.set.max
    most = cards if limit == "any" else min(cards, limit)
    if settings.set.suits == "three":
        return most if most >= 3 <= suits else 0
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
    return min(_reach(settings, first), first + longest_run(settings) - 1)


def run_places(settings: Settings) -> range:
    """The places that the cards of runs may have."""
    starts = run_starts(settings)
    return range(starts[0], max(_reach(settings, first) for first in starts) + 1)


def _reach(settings: Settings, first: int) -> int:
    ranks = len(settings.deck.ranks)
    reach = {"low": ranks, "high": ranks + 1, "either": ranks if first == 1 else ranks + 1, "both": ranks + 1}
    return reach.get(settings.run.ends, first + ranks - 1)
