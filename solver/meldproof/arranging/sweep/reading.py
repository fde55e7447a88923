"""From a walk's choices back to melds: the runs and sets in terms of what fills them, cut into legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldproof.arranging.automaton import JOKER, NATURAL, automaton, last_place, longest_run, run_places, three_suits
from meldproof.arranging.sweep.keeping import Kept, Wilds
from meldproof.arranging.sweep.machines import SetsTogether, single_sets
from meldproof.arranging.sweep.question import WalkQuestion
from meldproof.arranging.sweep.rules import CompiledRules
from meldproof.cards import Kind, Meld

NATURAL_SYMBOL, BOUND_SYMBOL, FIRST_POOL = 0, 1, 2


class Built(NamedTuple):
    """A meld in terms of fillers: kind, suit (0 for a set), first place or rank, fillers with their suits.

    `own` says whether it counts for an opening; `kept` is the table meld that stayed.
    """

    kind: Kind
    suit: int
    first: int
    fillers: tuple[tuple[int, int], ...]
    own: bool
    kept: Meld | None = None


def built_run(run: bytes) -> Built:
    """A run as the walk gives it (see `walk.reading`)."""
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


def legal_parts(entry: Built, rules: CompiledRules, pools: Sequence[Wilds]) -> list[Built]:
    """A walked run cut into legal ones, where it is longer than a run may be; the walk checked all but lengths."""
    s = rules.settings
    if entry.kind == "set" or entry.kept is not None:
        return [entry]
    size, longest = len(entry.fillers), longest_run(s)
    if size <= longest and entry.first + size - 1 <= last_place(s, entry.first):
        return [entry]
    law = automaton(s, "run", len(run_places(s)))
    classes = [_slot_class(filler, pools) for filler, _ in entry.fillers]
    for cut in range(min(size - s.run.min, longest), s.run.min - 1, -1):
        if law.accepts(classes[:cut]) and law.accepts(classes[cut:]):
            head = entry._replace(fillers=entry.fillers[:cut])
            tail = entry._replace(first=entry.first + cut, fillers=entry.fillers[cut:])
            return [head, *legal_parts(tail, rules, pools)]
    raise AssertionError("a walked run can't be cut into legal ones")


def _slot_class(filler: int, pools: Sequence[Wilds]) -> int:
    if filler == NATURAL_SYMBOL:
        return NATURAL
    return JOKER if filler == BOUND_SYMBOL else pools[filler - FIRST_POOL].kind


Fillers = tuple[tuple[int, int], ...]
"""What fills a meld's slots, each with its suit."""


def sets_at(
    question: WalkQuestion, rules: CompiledRules, place: int, word_a: int, word_b: int, loose: int
) -> list[Built]:
    """The single sets that make up a place's sets, with so many wilds bound to its rank: the fewest."""
    key = (word_a, word_b, loose)
    found = question.made.memo.get(key)
    if found is None:
        found = question.made.memo[key] = tuple(_sets_of(question, rules, word_a, word_b, loose))
    rank = rules.settings.rank_at(place)
    return [Built("set", 0, rank, fillers, counts) for fillers, counts in found]


def _sets_of(
    question: WalkQuestion, rules: CompiledRules, word_a: int, word_b: int, loose: int
) -> Iterator[tuple[Fillers, bool]]:
    """What fills each of the fewest sets, of whatever rank, and whether it counts as own."""
    suits, law = range(len(rules.deck.suits)), rules.settings.set.suits
    naturals = tuple([(word_a >> (3 * s)) & 7 for s in suits])
    used = [(word_a >> (12 + 8 * k)) & 255 for k in range(len(question.pools))]
    bound = tuple([(word_a >> (44 + 2 * s)) & 3 for s in suits])
    none = (0,) * len(suits)
    own, own_wilds = none, (0, 0, 0)
    if question.own:
        own = tuple([(word_b >> (3 * s)) & 7 for s in suits])
        own_wilds = (0, (word_b >> 12) & 31, (word_b >> 17) & 31)
    wilds = [0, 0, 0]
    for pool, count in zip(question.pools, used, strict=True):
        wilds[pool.kind] += count
    rest = tuple([a - b for a, b in zip(naturals, own, strict=True)])
    owned = SetsTogether(own, none, 0, own_wilds[1], own_wilds[2], own, 0, 0)
    others = SetsTogether(rest, bound, loose, wilds[1] - own_wilds[1], wilds[2] - own_wilds[2], own, 0, 0)
    for target, counts in ((owned, True), (others, False)):
        for made in fewest_sets(rules, target):
            yield tuple(_set_fillers(question, made, used, counts, law)), counts


def fewest_sets(rules: CompiledRules, target: SetsTogether) -> tuple[SetsTogether, ...]:
    """The fewest legal sets that take exactly what is asked, found by trying numbers of sets from none on."""
    goal = _parts(target)
    guards = int.from_bytes([128] * len(goal), "little")
    wanted = int.from_bytes(goal, "little")
    singles = [one for one in _singles(rules, target) if ((wanted | guards) - one[0]) & guards == guards]
    for number in range(sum(goal) + 1):
        found = _split(singles, wanted, guards, number, 0)
        if found is not None:
            return found
    raise AssertionError("the walk's sets can't be read back")


def _parts(made: SetsTogether) -> tuple[int, ...]:
    return (*made.naturals, *made.bound, made.bound_any, made.jokers, made.ranked)


Single = tuple[int, SetsTogether]
"""A legal set: its parts as one number, eight bits each, and what it takes."""


def _singles(rules: CompiledRules, target: SetsTogether) -> tuple[Single, ...]:
    """Every legal set of a rank with no more wilds than are asked for; those without bound wilds are kept."""
    deck, settings = rules.deck, rules.settings
    tied = any(target.bound) or target.bound_any > 0
    key = ("single sets", target.jokers, target.ranked)
    found: tuple[Single, ...] | None = None if tied else rules.tables.get(key)
    if found is None:
        cards = deck.copies * len(deck.suits) + sum(_parts(target))
        sets = single_sets(settings, cards, deck.copies, target.jokers, target.ranked, target.bound, target.bound_any)
        found = tuple([(int.from_bytes(_parts(made), "little"), made) for made, _ in sets])
        if not tied:
            rules.tables[key] = found
    return found


def _split(
    singles: Sequence[Single], wanted: int, guards: int, number: int, start: int
) -> tuple[SetsTogether, ...] | None:
    """So many sets, from the `start`-th on, that take all that is wanted."""
    if number == 0:
        return None if wanted else ()
    for at in range(start, len(singles)):
        taken, made = singles[at]
        if ((wanted | guards) - taken) & guards == guards:
            found = _split(singles, wanted - taken, guards, number - 1, at)
            if found is not None:
                return (made, *found)
    return None


def _set_fillers(
    question: WalkQuestion, made: SetsTogether, used: list[int], counts: bool, law: str
) -> Iterator[tuple[int, int]]:
    """What fills a set, each with its suit; wilds take suits that are missing, as far as the law of sets has them do.

    Takes from `used`.
    """
    suits = range(1, len(made.naturals) + 1)
    held = [suit for suit, number in zip(suits, made.naturals, strict=True) for _ in range(number)]
    tied = [suit for suit, number in zip(suits, made.bound, strict=True) for _ in range(number)]
    free = [suit for suit in suits if suit not in held and suit not in tied]
    same = held[0] if law == "same" and held else 0
    if law == "three":
        free = three_suits(held + tied, suits, made.bound_any + made.jokers + made.ranked) or []
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
