"""The catalogue compiled for the sweep: one small machine for the runs of a suit, one list of what sets can take.

A *run machine* is the run automaton with the length counted as far as it matters, minimised. Where cutting a long run
in two always leaves legal runs (hereditary limits), lengths from the least on are one state: a walked run may then be
longer than a legal one, and is cut when it is read back. Where it does not, lengths are counted in full.

Wild limits that the wilds at hand can't reach are dropped first: without wilds the machine has three states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import msgspec

from meldproof.arranging.automaton import DEAD, JOKER, NATURAL, RANKED, automaton, longest_run, longest_set
from meldproof.variant.vocabulary import Settings

CLASSES = (NATURAL, JOKER, RANKED)
NEVER = 99
"""Steps to acceptance of a state from which there is none."""


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
    """Cards, naturals and wilds so far (each as far as it matters), the last slot, no wilds yet, begun at place 1."""

    cards: int
    naturals: int
    jokers: int
    ranked: int
    ending: int
    clean: bool
    low: bool


_NATURAL_END, _WILD_END, _AT_START = 0, 1, 2


class Made(NamedTuple):
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


def reachable_limits(s: Settings, jokers: int, ranked: int) -> Settings:
    """The same settings without wild limits on runs that so many wilds can't break, and no least beyond all runs."""
    beyond = longest_run(s) + 1
    naturals = msgspec.structs.replace(s.run.naturals, min=min(s.run.naturals.min, beyond))
    run, limits = msgspec.structs.replace(s.run, min=min(s.run.min, beyond), naturals=naturals), s.run.wilds
    wilds = jokers + ranked
    if isinstance(limits.max, int):
        wilds = min(wilds, limits.max)
    fewest = max(run.min - wilds, 0 if limits.adjacent else run.min // 2)
    balance = limits.balance
    spare = run.min - 2 * wilds
    if spare >= (1 if balance == "fewer-than-naturals" else 0):
        balance = "any"

    def kept(limit: object, most: int) -> object:
        return "any" if isinstance(limit, int) and limit >= most else limit

    changed = msgspec.structs.replace(
        run,
        naturals=msgspec.structs.replace(naturals, min=0 if fewest >= naturals.min else naturals.min),
        wilds=msgspec.structs.replace(
            limits,
            max=kept(limits.max, jokers + ranked),
            max_joker=kept(limits.max_joker, jokers),
            max_ranked=kept(limits.max_ranked, ranked),
            balance=balance,
            adjacent=limits.adjacent or wilds < 2,
            at_ends=limits.at_ends or wilds < 1,
        ),
    )
    return msgspec.structs.replace(s, run=changed)


def may_cut(s: Settings, wilds: int) -> bool:
    """Whether every walked run, however long, can be cut into legal ones (survey, 3.8: hereditary limits).

    With at least one natural owed, both parts of a run past both ends hold one if the wilds are few enough.
    """
    run, ranks = s.run, len(s.deck.ranks)
    if not run.wilds.at_ends or run.wilds.balance != "any" or ranks < 2 * run.min - 1:
        return False
    if run.naturals.min == 0:
        return run.max == "any" or run.max >= 2 * run.min - 1
    roomy = run.max == "any" or run.max >= ranks
    return roomy and run.naturals.min == 1 and wilds < ranks + 1 - run.min


@lru_cache(maxsize=512)
def run_machine(settings: Settings, jokers: int, ranked: int, *, exact: bool, purity: bool, own: bool) -> RunMachine:
    """The machine for runs with up to so many wilds of each class.

    `exact` counts lengths in full even where runs may be cut; `purity` tells runs without wilds apart; `own` doubles
    the states: a second set for runs that count for an opening.
    """
    s = reachable_limits(settings, jokers, ranked)
    cuts = not exact and may_cut(s, jokers + ranked)
    ranks, shortest, longest = len(s.deck.ranks), s.run.min, longest_run(s)
    counted = not cuts and longest < ranks
    top = longest if counted else shortest
    round_trip = not cuts and longest < ranks + 1 and s.run.ends in ("either", "both")

    numbers: dict[RunState, int] = {}
    order: list[RunState] = []

    def number(state: RunState | None) -> int:
        if state is None:
            return DEAD
        if state not in numbers:
            numbers[state] = len(order)
            order.append(state)
        return numbers[state]

    def step(state: RunState, kind: int) -> RunState | None:
        if counted and state.cards == top:
            return None
        held = _held(s, state, kind, jokers + ranked)
        clean = state.clean and (kind == NATURAL or not purity)
        return None if held is None else held._replace(cards=min(state.cards + 1, top), clean=clean)

    def first(low: bool) -> tuple[int, int, int]:
        row = [number(step(RunState(0, 0, 0, 0, _AT_START, purity, low), kind)) for kind in CLASSES]
        return (row[0], row[1], row[2])

    starts = first(False)
    first_starts = first(True) if round_trip else starts
    steps: list[tuple[int, int, int]] = []
    for state in order:
        row = [number(step(state, kind)) for kind in CLASSES]
        steps.append((row[0], row[1], row[2]))
    dead = (DEAD, DEAD, DEAD)
    last = [dead if state.low else row for row, state in zip(steps, order, strict=True)]
    accepting = [state.cards >= shortest and _may_end(s, state) for state in order]
    pure = [state.clean for state in order]
    return _minimised(steps, last, starts, first_starts, accepting, pure, cuts, own)


def _held(s: Settings, state: RunState, kind: int, wilds: int) -> RunState | None:
    """The state with one slot more, counted only where a limit counts; None where a limit forbids it."""
    limits = s.run.wilds
    balanced = limits.balance != "any"
    if kind == NATURAL:
        enough = max(s.run.naturals.min, wilds + 1 if balanced else 0)
        return state._replace(naturals=min(state.naturals + 1, enough), ending=_NATURAL_END)
    if (state.ending == _WILD_END and not limits.adjacent) or (state.ending == _AT_START and not limits.at_ends):
        return None
    jokers, ranked = state.jokers + (kind == JOKER), state.ranked + (kind == RANKED)
    pooled = balanced or isinstance(limits.max, int)
    if jokers + ranked > (limits.max if isinstance(limits.max, int) else wilds):
        return None
    if isinstance(limits.max_joker, int) and jokers > limits.max_joker:
        return None
    if isinstance(limits.max_ranked, int) and ranked > limits.max_ranked:
        return None
    if pooled and not isinstance(limits.max_joker, int) and not isinstance(limits.max_ranked, int):
        jokers, ranked = jokers + ranked, 0  # only their sum is counted
    elif not pooled:
        jokers = jokers if isinstance(limits.max_joker, int) else 0
        ranked = ranked if isinstance(limits.max_ranked, int) else 0
    return state._replace(jokers=jokers, ranked=ranked, ending=_WILD_END)


def _may_end(s: Settings, state: RunState) -> bool:
    limits = s.run.wilds
    if state.naturals < s.run.naturals.min or (state.ending == _WILD_END and not limits.at_ends):
        return False
    spare = state.naturals - state.jokers - state.ranked
    return limits.balance == "any" or spare >= (1 if limits.balance == "fewer-than-naturals" else 0)


def _minimised(
    steps: list[tuple[int, int, int]],
    last: list[tuple[int, int, int]],
    starts: tuple[int, int, int],
    first_starts: tuple[int, int, int],
    accepting: list[bool],
    pure: list[bool],
    cuts: bool,
    own: bool,
) -> RunMachine:
    """States that no continuation tells apart are one; states from which no run can end are none."""
    count = len(steps)
    distance = _distances(steps, accepting)
    alive = [number < NEVER for number in distance]
    block = [(accepting[i], pure[i]) if alive[i] else None for i in range(count)]
    groups: list[int] = _ranked_keys(block)
    while True:
        keys = [
            (groups[i], *(_group(groups, alive, n) for n in steps[i]), *(_group(groups, alive, n) for n in last[i]))
            if alive[i]
            else None
            for i in range(count)
        ]
        finer = _ranked_keys(keys)
        if max(finer, default=-1) == max(groups, default=-1):
            break
        groups = finer
    size = max((groups[i] for i in range(count) if alive[i]), default=-1) + 1
    chosen = [next(i for i in range(count) if alive[i] and groups[i] == group) for group in range(size)]

    def row(entry: tuple[int, int, int], shift: int) -> tuple[int, int, int]:
        a, b, c = (-1 if n == DEAD or not alive[n] else groups[n] + shift for n in entry)
        return (a, b, c)

    colours = (0, size) if own else (0,)
    return RunMachine(
        tuple(row(steps[i], shift) for shift in colours for i in chosen),
        tuple(row(last[i], shift) for shift in colours for i in chosen),
        tuple(row(starts, shift) for shift in colours),
        tuple(row(first_starts, shift) for shift in colours),
        tuple(accepting[i] for _ in colours for i in chosen),
        tuple(pure[i] for _ in colours for i in chosen),
        tuple(shift > 0 for shift in colours for _ in chosen),
        tuple(distance[i] for _ in colours for i in chosen),
        cuts,
    )


def _distances(steps: Sequence[Sequence[int]], accepting: Sequence[bool]) -> list[int]:
    distance = [0 if ends else NEVER for ends in accepting]
    changed = True
    while changed:
        changed = False
        for state, row in enumerate(steps):
            nearest = min((distance[n] + 1 for n in row if n != DEAD), default=NEVER)
            if nearest < distance[state]:
                distance[state] = nearest
                changed = True
    return distance


def _ranked_keys(keys: Sequence[object]) -> list[int]:
    """Equal keys get equal numbers from 0 on, in order of first appearance; None gets -1."""
    seen: dict[object, int] = {}
    return [-1 if key is None else seen.setdefault(key, len(seen)) for key in keys]


def _group(groups: list[int], alive: list[bool], number: int) -> int:
    return groups[number] if number != DEAD and alive[number] else -1


@lru_cache(maxsize=512)
def single_sets(
    settings: Settings, cards: int, copies: int, jokers: int, ranked: int, bound: tuple[int, ...], bound_any: int
) -> tuple[tuple[Made, int], ...]:
    """Every legal set by what it takes, with the number of suits it repeats (0 where none)."""
    s = settings
    suits = len(s.deck.suits)
    longest = longest_set(s, cards)
    walk = automaton(s, "set", max(longest, 1))
    found: list[tuple[Made, int]] = []
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
                        state = _through(walk.steps, sum(naturals), wilds - ranked_count, ranked_count)
                        if state in walk.accepting:
                            repeats = _repeats(naturals, tied, size, suits)
                            made = Made(naturals, tied, loose, joker_count, ranked_count, none, 0, 0)
                            found.append((made, repeats))
    return tuple(found)


def _suits_do(s: Settings, naturals: Sequence[int], tied: Sequence[int], wilds: int, size: int) -> bool:
    held = [a + b for a, b in zip(naturals, tied, strict=True)]
    rule = s.set.suits
    if rule == "same":
        return sum(1 for number in naturals if number) <= 1
    if rule == "any" or size in s.set.repeat_sizes or (rule == "distinct-with-wilds" and not wilds):
        return True
    return max(held) <= 1 and size <= len(held)


def _repeats(naturals: Sequence[int], tied: Sequence[int], size: int, suits: int) -> int:
    held = [a + b for a, b in zip(naturals, tied, strict=True)]
    return sum(number - 1 for number in held if number > 1) + max(0, size - suits) * (max(held) <= 1)


def _through(steps: Sequence[Sequence[int]], naturals: int, jokers: int, ranked: int) -> int:
    state = 0
    for kind, number in ((NATURAL, naturals), (JOKER, jokers), (RANKED, ranked)):
        for _ in range(number):
            if state != DEAD:
                state = steps[state][kind]
    return state


def _vectors(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    for vector in product(*(range(number + 1) for number in most)):
        if sum(vector) <= total:
            yield vector
