"""What a variant is to the sweep: its places, suits and pools, the sets of a rank, and what it declines."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from meldproof.arranging.automaton import JOKER, RANKED, run_places
from meldproof.arranging.sweep.machines import RunMachine, SetsTogether, run_machine, single_sets
from meldproof.cards import Deck
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.variants.vocabulary import Settings

MOST_SUITS, MOST_COPIES, MOST_RANKS, MOST_WILDS = 4, 7, 29, 31
MOST_SETS, MOST_BUDGETS = 60_000, 4_000


DISCARD_NUMBERS = {"none": 0, "optional": 1, "required": 2}
"""How compiled code is told of a discard."""


class Pool(NamedTuple):
    """Interchangeable wilds: JOKER or RANKED, whether they are the hand's own, how many there can be."""

    kind: int
    own: bool
    most: int


class WalkFrame(NamedTuple):
    """The frame of a walk: suits, copies of a card, first and last place, whether aces may go to either end.

    `natural_place` is the place of a wild rank that can be natural (0: none), `natural_pool` its pool,
    `natural_forced` whether it must be natural in its own place. `bound` is how many bound jokers there are;
    `distinct` whether a set with wilds has distinct suits.
    """

    suits: int
    copies: int
    first: int
    last: int
    carries: bool
    pools: tuple[Pool, ...]
    bound: int
    natural_place: int
    natural_pool: int
    natural_forced: bool
    distinct: bool


def decline_rules(s: Settings, deck: Deck) -> None:
    """Raise EngineDeclined, naming the parameter, for rules that the sweep does not take."""
    if s.run.ends in ("cyclic", "cyclic-not-from-top"):
        raise EngineDeclined(say("sweep does not take {name} = {value!r}", name="run.ends", value=s.run.ends))
    if s.run.suit != "same":
        raise EngineDeclined(say("sweep does not take {name} = {value!r}", name="run.suit", value=s.run.suit))
    if len(deck.suits) > MOST_SUITS:
        raise EngineDeclined(say("sweep takes at most {number} suits (deck.suits)", number=MOST_SUITS))
    if deck.copies > MOST_COPIES:
        raise EngineDeclined(say("sweep takes at most {number} copies of a card (deck.copies)", number=MOST_COPIES))
    if len(deck.ranks) > MOST_RANKS:
        raise EngineDeclined(say("sweep takes at most {number} ranks (deck.ranks)", number=MOST_RANKS))
    if s.wilds.ranks and s.wilds.natural != "never" and (len(s.wilds.ranks) > 1 or natural_rank(s) == 1):
        raise EngineDeclined(say("sweep takes one wild rank, not the ace, where it can be natural (wilds.ranks)"))


def natural_rank(s: Settings) -> int:
    """The rank that is wild or natural by its place; 0 where there is none."""
    if not s.wilds.ranks or s.wilds.natural == "never":
        return 0
    return s.wild_ranks[0]


def make_shape(s: Settings, deck: Deck, pools: tuple[Pool, ...], *, bound: int) -> WalkFrame:
    """The shape of a variant's walks with such pools. Raises EngineDeclined where it is too large."""
    places = run_places(s)
    budgets = 1
    for pool in pools:
        if pool.most > MOST_WILDS:
            raise EngineDeclined(
                say("sweep takes at most {number} wilds of a kind (deck.jokers, wilds.ranks)", number=MOST_WILDS)
            )
        budgets *= pool.most + 1
    if budgets * (deck.copies + 1) ** len(deck.suits) * (324 if bound else 1) > 4_000_000 or budgets > MOST_BUDGETS:
        raise EngineDeclined(say("sweep does not take so many wilds of several kinds (deck.jokers, wilds.ranks)"))
    ranked = next((number for number, pool in enumerate(pools) if pool.kind == RANKED), None)
    place = 0 if ranked is None else natural_rank(s)
    return WalkFrame(
        len(deck.suits),
        deck.copies,
        places[0],
        places[-1],
        places[-1] > len(deck.ranks),
        pools,
        bound,
        place,
        ranked or 0,
        s.wilds.natural == "in-place",
        s.set.suits in ("distinct", "distinct-with-wilds"),
    )


def machine_for(s: Settings, shape: WalkFrame, *, exact: bool, purity: bool, own: bool) -> RunMachine:
    """The run machine for the wilds of a shape."""
    jokers = sum(pool.most for pool in shape.pools if pool.kind == JOKER) + shape.bound
    ranked = sum(pool.most for pool in shape.pools if pool.kind == RANKED)
    return run_machine(s, jokers, ranked, exact=exact, purity=purity, own=own)


def set_source(s: Settings, shape: WalkFrame, *, counted: bool, own: bool) -> Callable[[tuple[int, ...], int], object]:
    """A function from bound wilds to what all sets of one rank can take, each with the fewest sets that do.

    `counted` keeps apart what counts for an opening; with `own` any set may or may not be one that counts.
    """
    jokers = sum(pool.most for pool in shape.pools if pool.kind == JOKER)
    ranked = sum(pool.most for pool in shape.pools if pool.kind == RANKED)

    def source(bound: tuple[int, ...], loose: int) -> object:
        return all_sets(s, shape.suits, shape.copies, jokers, ranked, bound, loose, counted, own)

    return source


@lru_cache(maxsize=256)
def all_sets(
    s: Settings,
    suits: int,
    copies: int,
    jokers: int,
    ranked: int,
    bound: tuple[int, ...],
    loose: int,
    counted: bool,
    own: bool,
) -> tuple[tuple[SetsTogether, int], ...]:
    """What any number of sets of one rank can take together. Raises OverflowError where that is too much to list."""
    cards = suits * copies + jokers + ranked + sum(bound) + loose
    singles: list[SetsTogether] = []
    for made, repeats in single_sets(s, cards, copies, jokers, ranked, bound, loose):
        counts = s.opening.repeated_suits or not repeats
        as_own = made._replace(own_naturals=made.naturals, own_jokers=made.jokers, own_ranked=made.ranked)
        free = not sum(made.bound) and not made.bound_any
        if not counted:
            singles.append(made)
        elif own:
            singles.append(made)
            if free and counts:
                singles.append(as_own)
        else:
            singles.append(as_own if counts else made)
    return tuple(_sums(singles, (copies,) * suits, bound, loose, jokers, ranked).items())


def _sums(
    singles: list[SetsTogether], naturals: tuple[int, ...], bound: tuple[int, ...], loose: int, jokers: int, ranked: int
) -> dict[SetsTogether, int]:
    """Every sum of singles within the bounds, with the fewest of them that make it.

    Sums are whole numbers with a field for each part and a guard bit above it, so that one subtraction compares all.
    """
    most = (*naturals, *bound, loose, jokers, ranked, *naturals, jokers, ranked)
    shifts, shift = [], 0
    for number in most:
        shifts.append(shift)
        shift += number.bit_length() + 1
    guards = sum(1 << (at + number.bit_length()) for at, number in zip(shifts, most, strict=True))
    top = guards + _packed(most, shifts)
    steps = sorted({_packed(_parts(single), shifts) for single in singles if _within(_parts(single), most)})
    fewest = {0: 0}
    frontier = [0]
    while frontier:
        following: dict[int, None] = {}
        for base in frontier:
            room = top - base
            for step in steps:
                if (room - step) & guards == guards and base + step not in fewest:
                    following[base + step] = None
        sets = fewest[frontier[0]] + 1
        fewest.update((number, sets) for number in following)
        frontier = list(following)
        if len(fewest) > MOST_SETS:
            raise OverflowError("sets of one rank can be made in too many ways")
    suits = len(naturals)
    found = {}
    for number, sets in fewest.items():
        parts = [(number >> at) & ((1 << size.bit_length()) - 1) for at, size in zip(shifts, most, strict=True)]
        found[
            SetsTogether(
                tuple(parts[:suits]),
                tuple(parts[suits : 2 * suits]),
                parts[2 * suits],
                parts[2 * suits + 1],
                parts[2 * suits + 2],
                tuple(parts[2 * suits + 3 : 3 * suits + 3]),
                parts[3 * suits + 3],
                parts[3 * suits + 4],
            )
        ] = sets
    return found


def _parts(made: SetsTogether) -> tuple[int, ...]:
    return (
        *made.naturals,
        *made.bound,
        made.bound_any,
        made.jokers,
        made.ranked,
        *made.own_naturals,
        made.own_jokers,
        made.own_ranked,
    )


def _within(parts: tuple[int, ...], most: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(parts, most, strict=True))


def _packed(parts: tuple[int, ...], shifts: list[int]) -> int:
    return sum(number << at for number, at in zip(parts, shifts, strict=True))
