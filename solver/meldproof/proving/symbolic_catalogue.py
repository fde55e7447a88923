"""The catalogue as a constraint: windows, roles and the automaton unrolled over a symbolic meld.

It is read from the same data as the engines' generator (`arranging.automaton`), and shares nothing with the rules.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from meldproof.arranging.automaton import (
    DEAD,
    JOKER,
    NATURAL,
    RANKED,
    Automaton,
    automaton,
    last_place,
    longest_run,
    longest_set,
    roles,
    run_starts,
    suit_law,
)
from meldproof.cards import Deck
from meldproof.rules.logic import Truth, add, all_of, any_of, at_most, choose, count, equal, negate
from meldproof.rules.symbolic import SymbolicMeld, SymbolicSlot
from meldproof.variants.vocabulary import Settings


def in_catalogue(meld: SymbolicMeld, kind: str, s: Settings) -> Truth:
    """Whether the catalogue holds this assigned meld of a given kind."""
    return _run_in_catalogue(meld, s) if kind == "run" else _set_in_catalogue(meld, s)


def _run_in_catalogue(meld: SymbolicMeld, s: Settings) -> Truth:
    size = len(meld.slots)
    starts = [start for start in run_starts(s) if start + size - 1 <= last_place(s, start)]
    if not starts:
        return False
    first = meld.slots[0]
    window = any_of(equal(first.place, start) for start in starts)
    steps = all_of(equal(right.place, add(left.place, 1)) for left, right in pairwise(meld.slots))
    suits = True if s.run.suit == "any" else all_of(equal(slot.as_suit, first.as_suit) for slot in meld.slots)
    at_home = [_same_rank(slot, s) if s.run.suit == "any" else _itself(slot, s) for slot in meld.slots]
    walk = automaton(s, "run", longest_run(s))
    return all_of([window, steps, suits, _filled(meld, at_home, s, walk)])


def _set_in_catalogue(meld: SymbolicMeld, s: Settings) -> Truth:
    size = len(meld.slots)
    if size > longest_set(s, size):
        return False
    rank = all_of(equal(slot.place, meld.slots[0].place) for slot in meld.slots)
    wild = negate(equal(count(slot.wild for slot in meld.slots), 0))
    suits = choose(wild, _suits(meld, s, wilds=True), _suits(meld, s, wilds=False))
    at_home = [_same_rank(slot, s) for slot in meld.slots]
    return all_of([rank, suits, _filled(meld, at_home, s, automaton(s, "set", size))])


def _suits(meld: SymbolicMeld, s: Settings, *, wilds: bool) -> Truth:
    law = suit_law(s, len(meld.slots), wilds)
    if law == "any":
        return True
    if law == "three":
        there = [any_of(equal(slot.as_suit, suit) for slot in meld.slots) for suit in range(1, len(s.deck.suits) + 1)]
        return equal(count(there), 3)
    if law == "same":
        return all_of(equal(slot.as_suit, meld.slots[0].as_suit) for slot in meld.slots)
    return all_of(negate(equal(a.as_suit, b.as_suit)) for a, b in combinations(meld.slots, 2))


def _filled(meld: SymbolicMeld, at_home: list[Truth], s: Settings, walk: Automaton) -> Truth:
    """Every slot has a role that its card may play, and the automaton accepts the roles in order."""
    allowed = roles(s)
    states: dict[int, Truth] = {0: True}
    parts: list[Truth] = []
    for slot, home in zip(meld.slots, at_home, strict=True):
        natural_rank = any_of(equal(slot.rank, rank) for rank in sorted(allowed.natural))
        wild_rank = any_of(equal(slot.rank, rank) for rank in sorted(allowed.wild))
        may_be_wild = wild_rank if allowed.wild_at_home else all_of([wild_rank, negate(home)])
        classes = {
            NATURAL: all_of([negate(slot.wild), natural_rank, _itself(slot, s)]),
            JOKER: all_of([slot.wild, equal(slot.rank, 0)]),
            RANKED: all_of([slot.wild, may_be_wild]),
        }
        parts.append(any_of(classes.values()))
        states = _step(states, classes, walk)
    parts.append(any_of(reached for state, reached in states.items() if state in walk.accepting))
    return all_of(parts)


def _step(states: dict[int, Truth], classes: dict[int, Truth], walk: Automaton) -> dict[int, Truth]:
    following: dict[int, list[Truth]] = {}
    for state, reached in states.items():
        for slot_class, holds in classes.items():
            after = walk.steps[state][slot_class]
            if after != DEAD:
                following.setdefault(after, []).append(all_of([reached, holds]))
    return {state: any_of(ways) for state, ways in following.items()}


def _same_rank(slot: SymbolicSlot, s: Settings) -> Truth:
    ranks = len(s.deck.ranks)
    return equal(slot.rank, choose(at_most(slot.place, ranks), slot.place, add(slot.place, -ranks)))


def _itself(slot: SymbolicSlot, s: Settings) -> Truth:
    return all_of([_same_rank(slot, s), equal(slot.suit, slot.as_suit)])


def every_size(kind: str, s: Settings, deck: Deck, least: int = 1) -> range:
    """Every size that a meld of the kind could have, whatever the rules say.

    A run's places lie one after another, at most twice round. A set's cards are of its rank, or may be wild.
    """
    if kind == "run":
        return range(least, 2 * len(deck.ranks) + 1)
    of_a_rank = len(deck.suits) * deck.copies
    return range(least, min(deck.size, (1 + len(s.wild_ranks)) * of_a_rank + deck.jokers) + 1)
