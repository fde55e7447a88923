"""From a walk's choices back to melds: which runs went on, ended or began at each place, and which sets were made.

The same choices come again and again, so what a choice means is remembered beside its walk (`Question.memo`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from meldproof.arranging.automaton import DEAD, JOKER, last_place, longest_run
from meldproof.arranging.sweep.keeping import Kept
from meldproof.arranging.sweep.machines import Made, RunMachine, single_sets
from meldproof.arranging.sweep.question import Question
from meldproof.arranging.sweep.rules import Rules
from meldproof.cards import Meld

NATURAL_SYMBOL, BOUND_SYMBOL, FIRST_POOL = 0, 1, 2
ENDED = -1
MOST_REMEMBERED = 20_000


OpenRun = tuple[int, int, tuple[int, ...]]
"""A run being read back: machine state, first place, what fills each place (0 natural, 1 bound, 2… a pool)."""


class Built(NamedTuple):
    """A meld in terms of fillers: kind, suit (0 for a set), first place or rank, fillers with their suits.

    `own` says whether it counts for an opening; `kept` is the table meld that stayed.
    """

    kind: str
    suit: int
    first: int
    fillers: tuple[tuple[int, int], ...]
    own: bool
    kept: Meld | None = None


class Steps(NamedTuple):
    """What a suit's choice means: a symbol and state for every open run (or ENDED), then the runs that begin."""

    going: tuple[tuple[int, int], ...]
    begun: tuple[tuple[int, int], ...]


def walked_melds(table: Sequence[Meld], question: Question, rules: Rules) -> list[Built]:
    """The melds of the answer that the walk has just replayed; runs may still be longer than legal ones."""
    machine, memo = question.machine, question.memo
    if len(memo) > MOST_REMEMBERED:
        memo.clear()
    open_runs: list[list[OpenRun]] = [[] for _ in rules.deck.suits]
    built: list[Built] = []
    for place, set_a, set_b, suits, kept in question.walk.choices():
        loose = question.bound_sets.get(place, 0)
        if kept:
            for i, entry in enumerate(question.kept):
                if kept >> i & 1:
                    built.append(_kept_meld(table[entry.number], entry))
                    loose -= sum(source.pool < 0 and source.cell < 0 for source in entry.sources)
        if set_a or loose:
            key: tuple[object, ...] = (place, set_a, set_b, loose)
            sets = memo.get(key)
            if sets is None:
                sets = memo[key] = tuple(_sets_at(question, rules, place, set_a, set_b, loose))
            built += sets
        for s, word_a, word_b, naturals in suits:
            runs = open_runs[s]
            key = (place == 1, place > rules.ranks, word_a, word_b, naturals, tuple([run[0] for run in runs]))
            steps = memo.get(key)
            if steps is None:
                steps = memo[key] = _steps(question, rules, place, [run[0] for run in runs], word_a, word_b, naturals)
            after = []
            for run, (symbol, state) in zip(runs, steps.going, strict=True):
                if symbol == ENDED:
                    built.append(_built_run(run, s + 1, machine, memo))
                else:
                    after.append((state, run[1], (*run[2], symbol)))
            after += [(state, place, (symbol,)) for symbol, state in steps.begun]
            open_runs[s] = after
    for s, runs in enumerate(open_runs):
        built += [_built_run(run, s + 1, machine, memo) for run in runs]
    return built


def _kept_meld(meld: Meld, entry: Kept) -> Built:
    """A table meld that stays, in terms of fillers."""
    sources = iter(entry.sources)
    fillers = []
    for slot in meld.slots:
        if not slot.wild:
            fillers.append((NATURAL_SYMBOL, slot.suit))
        else:
            pool = next(sources).pool
            fillers.append((BOUND_SYMBOL if pool < 0 else FIRST_POOL + pool, slot.as_suit))
    suit = 0 if meld.kind == "set" else meld.slots[0].as_suit
    return Built(meld.kind, suit, meld.slots[0].place, tuple(fillers), False, meld)


def _built_run(run: OpenRun, suit: int, machine: RunMachine, memo: dict[Any, Any]) -> Built:
    key = ("run", run, suit)
    found: Built | None = memo.get(key)
    if found is None:
        state, first, fillers = run
        found = memo[key] = Built("run", suit, first, tuple([(each, suit) for each in fillers]), machine.own[state])
    return found


def _steps(
    question: Question, rules: Rules, place: int, runs: list[int], word_a: int, word_b: int, naturals: int
) -> Steps:
    """Which run took what at a place: the first way that fits the choice."""
    machine = question.machine
    wanted = Counter(question.walk.runs_of(word_a & 0xFFFF))
    supply = [naturals, (word_b >> 24) & 15, *((word_a >> (16 + 8 * k)) & 255 for k in range(len(question.pools)))]
    closed = (word_b & 15, (word_b >> 4) & 15)
    steps = machine.last_steps if place > rules.ranks else machine.steps
    starts = machine.first_starts if place == 1 else machine.starts
    going: list[tuple[int, int]] = []
    begun: list[tuple[int, int]] = []

    def taken(row: Sequence[int], symbol: int, own: bool) -> int:
        """The state that a run comes to with a symbol, if it may have it and the choice wants that state."""
        if not supply[symbol]:
            return DEAD
        pool = None if symbol < FIRST_POOL else question.pools[symbol - FIRST_POOL]
        if own and (symbol == BOUND_SYMBOL or (pool is not None and not pool.own)):
            return DEAD
        state = row[0 if symbol == NATURAL_SYMBOL else JOKER if pool is None else pool.kind]
        return state if state != DEAD and wanted[state] else DEAD

    def go_on(at: int, ended: list[int]) -> bool:
        if at == len(runs):
            return _closed(ended, machine) == closed and begin()
        run = runs[at]
        for symbol in range(len(supply)):
            state = taken(steps[run], symbol, machine.own[run])
            if state != DEAD:
                supply[symbol] -= 1
                wanted[state] -= 1
                going.append((symbol, state))
                if go_on(at + 1, ended):
                    return True
                going.pop()
                wanted[state] += 1
                supply[symbol] += 1
        if machine.accepting[run]:
            going.append((ENDED, run))
            if go_on(at + 1, [*ended, run]):
                return True
            going.pop()
        return False

    def begin() -> bool:
        if not any(supply):
            return not any(wanted.values())
        symbol = next(number for number, count in enumerate(supply) if count)
        for own, row in enumerate(starts):
            state = taken(row, symbol, own > 0)
            if state != DEAD:
                supply[symbol] -= 1
                wanted[state] -= 1
                begun.append((symbol, state))
                if begin():
                    return True
                begun.pop()
                wanted[state] += 1
                supply[symbol] += 1
        return False

    found = go_on(0, [])
    assert found, "the walk's choice can't be read back"
    return Steps(tuple(going), tuple(begun))


def _closed(ended: Sequence[int], machine: RunMachine) -> tuple[int, int]:
    """How many of the runs ended count, and how many of those hold no wilds."""
    counted = [run for run in ended if machine.own[run] or not any(machine.own)]
    return len(counted), sum(machine.pure[run] for run in counted)


def legal_parts(entry: Built, rules: Rules) -> list[Built]:
    """A walked run cut into legal ones, where it is longer than a run may be; the walk checked all but lengths."""
    s = rules.settings
    if entry.kind == "set" or entry.kept is not None:
        return [entry]
    size, longest = len(entry.fillers), longest_run(s)
    if size <= longest and entry.first + size - 1 <= last_place(s, entry.first):
        return [entry]
    for cut in range(min(size - s.run.min, longest), s.run.min - 1, -1):
        head = entry._replace(fillers=entry.fillers[:cut])
        tail = entry._replace(first=entry.first + cut, fillers=entry.fillers[cut:])
        if _holds_naturals(head, rules) and _holds_naturals(tail, rules):
            return [head, *legal_parts(tail, rules)]
    raise AssertionError("a walked run can't be cut into legal ones")


def _holds_naturals(entry: Built, rules: Rules) -> bool:
    """Whether a part has the naturals that a run needs: the one limit a walked run keeps only as a whole."""
    return sum(filler == NATURAL_SYMBOL for filler, _ in entry.fillers) >= rules.settings.run.naturals.min


def _sets_at(question: Question, rules: Rules, place: int, word_a: int, word_b: int, loose: int) -> Iterator[Built]:
    """The single sets that make up a place's sets, with so many wilds bound to its rank: the fewest."""
    suits = len(rules.deck.suits)
    naturals = tuple((word_a >> (3 * s)) & 7 for s in range(suits))
    used = [(word_a >> (12 + 8 * k)) & 255 for k in range(len(question.pools))]
    bound = tuple((word_a >> (44 + 2 * s)) & 3 for s in range(suits))
    own = tuple((word_b >> (3 * s)) & 7 for s in range(suits)) if question.own else (0,) * suits
    own_wilds = (0, (word_b >> 12) & 31, (word_b >> 17) & 31) if question.own else (0, 0, 0)
    wilds = [0, 0, 0]
    for pool, count in zip(question.pools, used, strict=True):
        wilds[pool.kind] += count
    if not any(naturals) and not any(wilds) and not any(bound) and not loose:
        return
    rank = (place - 1) % rules.ranks + 1
    owned = Made(own, (0,) * suits, 0, own_wilds[1], own_wilds[2], own, 0, 0)
    others = Made(
        tuple(a - b for a, b in zip(naturals, own, strict=True)),
        bound,
        loose,
        wilds[1] - own_wilds[1],
        wilds[2] - own_wilds[2],
        own,
        0,
        0,
    )
    for target, counts in ((owned, True), (others, False)):
        for made in fewest_sets(rules, target):
            yield Built("set", 0, rank, tuple(_set_fillers(question, made, used, counts, suits)), counts)


def fewest_sets(rules: Rules, target: Made) -> tuple[Made, ...]:
    """The fewest legal sets that take exactly what is asked, found by trying numbers of sets from none on."""
    singles = [
        made
        for made, _ in single_sets(
            rules.settings,
            sum(_parts(target)),
            max(target.naturals),
            target.jokers,
            target.ranked,
            target.bound,
            target.bound_any,
        )
        if _within(made, target)
    ]
    for number in range(sum(_parts(target)) + 1):
        found = _split(singles, target, number, 0)
        if found is not None:
            return found
    raise AssertionError("the walk's sets can't be read back")


def _parts(made: Made) -> tuple[int, ...]:
    return (*made.naturals, *made.bound, made.bound_any, made.jokers, made.ranked)


def _within(made: Made, target: Made) -> bool:
    return all(a <= b for a, b in zip(_parts(made), _parts(target), strict=True))


def _split(singles: Sequence[Made], target: Made, number: int, start: int) -> tuple[Made, ...] | None:
    if number == 0:
        return None if any(_parts(target)) else ()
    for at in range(start, len(singles)):
        single = singles[at]
        if _within(single, target):
            rest = Made(
                tuple(a - b for a, b in zip(target.naturals, single.naturals, strict=True)),
                tuple(a - b for a, b in zip(target.bound, single.bound, strict=True)),
                target.bound_any - single.bound_any,
                target.jokers - single.jokers,
                target.ranked - single.ranked,
                target.own_naturals,
                0,
                0,
            )
            found = _split(singles, rest, number - 1, at)
            if found is not None:
                return (single, *found)
    return None


def _set_fillers(
    question: Question, made: Made, used: list[int], counts: bool, suits: int
) -> Iterator[tuple[int, int]]:
    """What fills a set, each with its suit; wilds take suits that are missing. Takes from `used`."""
    held = [s + 1 for s in range(suits) for _ in range(made.naturals[s])]
    tied = [s + 1 for s in range(suits) for _ in range(made.bound[s])]
    free = [s + 1 for s in range(suits) if s + 1 not in held and s + 1 not in tied]
    same = held[0] if question.same_suit and held else 0
    for suit in held:
        yield NATURAL_SYMBOL, suit
    for suit in tied:
        yield BOUND_SYMBOL, suit
    for _ in range(made.bound_any):
        yield BOUND_SYMBOL, same or (free.pop(0) if free else 1)
    for kind, count in ((1, made.jokers), (2, made.ranked)):
        for _ in range(count):
            k = next(
                k for k, pool in enumerate(question.pools) if pool.kind == kind and used[k] and (pool.own or not counts)
            )
            used[k] -= 1
            yield FIRST_POOL + k, same or (free.pop(0) if free else 1)
