"""The automaton of melds as the sweep wants it: one small machine for the runs of a suit, a list of what sets can take.

A *run machine* is the law of runs with their length counted as far as it matters, minimised. Where a run that is too
long can always be cut into legal ones, lengths from the least on are one state: a walked run may then be longer than a
legal one, and is cut when it is read back. Where not, lengths are counted in full. Limits that the wilds at hand can't
break are dropped first: without wilds the machine has three states. Both are found out from the law, whatever it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import inf
from typing import NamedTuple

import msgspec

from meldproof.arranging.automaton import (
    CLASSES,
    DEAD,
    JOKER,
    NATURAL,
    NEVER,
    RANKED,
    START,
    Row,
    State,
    automaton,
    distances,
    explored,
    law,
    longest_run,
    longest_set,
    merged,
    run_places,
    suit_law,
)
from meldproof.variants.meld_terms import RunTerms
from meldproof.variants.vocabulary import Settings

UNCUT = -2
"""Instead of a state: no part was cut off yet."""


class RunMachine(msgspec.Struct, frozen=True):
    """States 0…D-1. `steps[state][class]` is the next state or DEAD; `last_steps` holds at the place after the top.

    `starts[own]` and `first_starts[own]` are rows like a state's: where a run's first card leads, elsewhere and at
    place 1. `accepting`, `pure` and `own` are flags by state, `distance` the fewest cards until a run may end.
    """

    steps: tuple[tuple[int, int, int], ...]
    last_steps: tuple[tuple[int, int, int], ...]
    starts: tuple[tuple[int, int, int], ...]
    first_starts: tuple[tuple[int, int, int], ...]
    accepting: tuple[bool, ...]
    pure: tuple[bool, ...]
    own: tuple[bool, ...]
    distance: tuple[int, ...]
    cuts: bool

    @property
    def by_place(self) -> bool:
        """Whether the first or the last place differs from the others."""
        return self.steps != self.last_steps or self.starts != self.first_starts


class RunState(NamedTuple):
    """What the law says of a run so far, no wilds yet, begun at place 1 (each where it matters)."""

    held: State
    clean: bool
    low: bool


class SetsTogether(NamedTuple):
    """What some sets of one rank take together: naturals by suit, bound wilds by suit, wilds bound to the rank, free
    jokers and ranked wilds; and of these what the sets that count for an opening take (naturals by suit, wilds).
    """

    naturals: tuple[int, ...]
    bound: tuple[int, ...]
    bound_any: int
    jokers: int
    ranked: int
    own_naturals: tuple[int, ...]
    own_jokers: int
    own_ranked: int


@lru_cache(maxsize=512)
def reachable_limits(run: RunTerms, jokers: int, ranked: int, longest: int) -> RunTerms:
    """The same terms less every limit that makes no difference to runs of up to so many cards and wilds."""
    for name in ("naturals", "wilds"):
        for field in getattr(run, name).__struct_fields__:
            looser = _without(run, name, field)
            if looser != run and _are_alike(run, looser, jokers, ranked, longest):
                run = looser
    return run


@lru_cache(maxsize=512)
def _without(run: RunTerms, name: str, field: str) -> RunTerms:
    """The terms with one limit at the value at which it says nothing."""
    group = getattr(run, name)
    inert = msgspec.structs.replace(group, **{field: getattr(type(group)(), field)})
    return msgspec.structs.replace(run, **{name: inert})


def _are_alike(run: RunTerms, other: RunTerms, jokers: int, ranked: int, longest: int) -> bool:
    """Whether two laws of runs accept the same ones of those of up to so many cards and wilds."""
    laws = law(run, jokers + ranked, longest), law(other, jokers + ranked, longest)
    start: tuple[State | None, State | None, int, int] = (START, START, jokers, ranked)
    seen, open_yet = {start}, [start]
    while open_yet:
        one, two, jokers, ranked = open_yet.pop()
        if (one is not None and laws[0].accepts(one)) != (two is not None and laws[1].accepts(two)):
            return False
        for slot in CLASSES:
            after = (
                one and laws[0].step(one, slot),
                two and laws[1].step(two, slot),
                jokers - (slot == JOKER),
                ranked - (slot == RANKED),
            )
            if min(after[2:]) >= 0 and after[:2] != (None, None) and after not in seen:
                seen.add(after)
                open_yet.append(after)
    return True


@lru_cache(maxsize=256)
def fewest_uncut(s: Settings) -> float:
    """The fewest wilds of a run too long to be legal that can't be cut in two; infinity where all of them can be.

    Both parts must keep the law but for the longest length, so that one that is still too long can be cut again. The
    cut is tried behind the first slot where a run may end; where that is too far on, the run up to it can't be cut.
    """
    longest, room = longest_run(s), len(run_places(s))
    walk = automaton(s, "run", room)
    layer = {(0, UNCUT): 0}
    fewest = inf
    for size in range(1, room + 1):
        following: dict[tuple[int, int], int] = {}
        for (whole, rest), wilds in layer.items():
            for slot in CLASSES:
                after, tail = walk.steps[whole][slot], walk.steps[rest][slot] if rest >= 0 else rest
                if after == DEAD:
                    continue
                if tail == UNCUT and after in walk.accepting:
                    tail = 0
                if size > longest and after in walk.accepting and tail not in walk.accepting:
                    fewest = min(fewest, wilds + (slot != NATURAL))
                following[after, tail] = min(wilds + (slot != NATURAL), following.get((after, tail), room))
        layer = following
    return fewest


@lru_cache(maxsize=512)
def run_machine(settings: Settings, jokers: int, ranked: int, *, exact: bool, purity: bool, own: bool) -> RunMachine:
    """The machine for runs with up to so many wilds of each class.

    `exact` counts lengths in full even where runs may be cut; `purity` tells runs without wilds apart; `own` doubles
    the states: a second set for runs that count for an opening.
    """
    longest, room, ranks = longest_run(settings), len(run_places(settings)), len(settings.deck.ranks)
    run = reachable_limits(settings.run, jokers, ranked, room)
    cuts = not exact and jokers + ranked < fewest_uncut(settings)
    counted = not cuts and longest < ranks
    round_trip = not cuts and longest == ranks < room
    held = law(run, jokers + ranked, longest if counted else room, counted=counted)

    there = (True, jokers > 0, ranked > 0)

    def step(state: RunState, slot: int) -> RunState | None:
        after = held.step(state.held, slot) if there[slot] else None
        return None if after is None else RunState(after, state.clean and (slot == NATURAL or not purity), state.low)

    starts = [RunState(START, purity, low) for low in (False, True)[: 1 + round_trip]]
    states, rows = explored(starts, step)
    accepting = [held.accepts(state.held) for state in states]
    distance = distances(rows, accepting)
    last = [(DEAD, DEAD, DEAD) if state.low else row for state, row in zip(states, rows, strict=True)]
    marks: list[object | None] = [
        (ends, state.clean) if cards < NEVER else None
        for ends, state, cards in zip(accepting, states, distance, strict=True)
    ]
    marks[: len(starts)] = [START] * len(starts)  # rows lead from the starts; they are no states of the machine
    classes = merged([(*row, *final) for row, final in zip(rows, last, strict=True)], marks)
    begun = max(classes[: len(starts)]) + 1
    size = max(classes) + 1 - begun
    chosen = [classes.index(begun + number) for number in range(size)]
    numbers = [*(number - begun if number >= 0 else DEAD for number in classes), DEAD]

    def shifted(row: Row, shift: int) -> Row:
        a, b, c = (numbers[n] + shift if numbers[n] >= 0 else DEAD for n in row)
        return (a, b, c)

    colours = (0, size) if own else (0,)
    return RunMachine(
        tuple(shifted(rows[i], shift) for shift in colours for i in chosen),
        tuple(shifted(last[i], shift) for shift in colours for i in chosen),
        tuple(shifted(rows[0], shift) for shift in colours),
        tuple(shifted(rows[len(starts) - 1], shift) for shift in colours),
        tuple(accepting[i] for _ in colours for i in chosen),
        tuple(states[i].clean for _ in colours for i in chosen),
        tuple(shift > 0 for shift in colours for _ in chosen),
        tuple(distance[i] for _ in colours for i in chosen),
        cuts,
    )


@lru_cache(maxsize=512)
def single_sets(
    settings: Settings, cards: int, copies: int, jokers: int, ranked: int, bound: tuple[int, ...], bound_any: int
) -> tuple[tuple[SetsTogether, int], ...]:
    """Every legal set by what it takes, with the number of suits it repeats (0 where none)."""
    s = settings
    suits = len(s.deck.suits)
    longest = longest_set(s, cards)
    walk = automaton(s, "set", max(longest, 1))
    found: list[tuple[SetsTogether, int]] = []
    none = (0,) * suits
    for naturals in _vectors((copies,) * suits, longest):
        for tied in _vectors(bound, longest - sum(naturals)):
            taken = sum(naturals) + sum(tied)
            for loose in range(min(bound_any, longest - taken) + 1):
                for joker_count in range(min(jokers, longest - taken - loose) + 1):
                    for ranked_count in range(min(ranked, longest - taken - loose - joker_count) + 1):
                        size = taken + loose + joker_count + ranked_count
                        if size < s.set.min:
                            continue
                        wilds = size - sum(naturals)
                        if not _suits_do(s, naturals, tied, wilds, size):
                            continue
                        slots = [NATURAL] * sum(naturals) + [JOKER] * (wilds - ranked_count) + [RANKED] * ranked_count
                        if walk.accepts(slots):
                            repeats = _repeats(naturals, tied, size, 3 if s.set.suits == "three" else suits)
                            made = SetsTogether(naturals, tied, loose, joker_count, ranked_count, none, 0, 0)
                            found.append((made, repeats))
    return tuple(found)


def _suits_do(s: Settings, naturals: Sequence[int], tied: Sequence[int], wilds: int, size: int) -> bool:
    rule = suit_law(s, size, wilds > 0)
    if rule == "same":
        return sum(1 for number in naturals if number) <= 1
    held = [a + b for a, b in zip(naturals, tied, strict=True)]
    if rule == "three":
        lacking = 3 - sum(1 for number in held if number)
        return 0 <= lacking <= size - sum(held) and len(held) >= 3
    return rule == "any" or (max(held) <= 1 and size <= len(held))


def _repeats(naturals: Sequence[int], tied: Sequence[int], size: int, suits: int) -> int:
    held = [a + b for a, b in zip(naturals, tied, strict=True)]
    return sum(number - 1 for number in held if number > 1) + max(0, size - suits) * (max(held) <= 1)


def _vectors(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    for vector in product(*(range(number + 1) for number in most)):
        if sum(vector) <= total:
            yield vector
