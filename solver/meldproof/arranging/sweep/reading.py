"""From a walk's choices back to melds: the runs and sets in terms of what fills them, cut into legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldproof.arranging.automaton import last_place, longest_run
from meldproof.arranging.sweep.keeping import Kept
from meldproof.arranging.sweep.machines import Made, single_sets
from meldproof.arranging.sweep.question import Question
from meldproof.arranging.sweep.rules import Rules
from meldproof.cards import Meld

NATURAL_SYMBOL, BOUND_SYMBOL, FIRST_POOL = 0, 1, 2


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


def built_run(run: bytes) -> Built:
    """A run as the walk gives it (see `walk_reading`)."""
    suit, first, own, *fillers = run
    return Built("run", suit, first, tuple([(filler, suit) for filler in fillers]), bool(own))


def kept_meld(meld: Meld, entry: Kept) -> Built:
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


def sets_at(question: Question, rules: Rules, place: int, word_a: int, word_b: int, loose: int) -> Iterator[Built]:
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
