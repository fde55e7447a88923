"""The rules as terms say what the rules as Python say; melds there are of every size; no rule tells suits apart.

The first guards the encoding, the second against claims about nothing, the third what other claims take for granted:
that a meld may be looked at up to a renaming of suits.
"""

from __future__ import annotations

from collections import defaultdict
from typing import get_args

from meldproof.arranging.automaton import last_place, longest_run, run_starts
from meldproof.cards import Kind, Meld
from meldproof.proving.basis import sample
from meldproof.proving.complete_suite import Complete
from meldproof.proving.meld_suite import run_words
from meldproof.proving.symbolic_catalogue import every_size
from meldproof.proving.telling import plain_melds
from meldproof.proving.theorem import (
    ClaimOutcome,
    Context,
    Theorem,
    example_of,
    no_such_meld,
    of_sizes,
    proved,
    together,
)
from meldproof.rules import melds as rules_of_melds
from meldproof.rules import smt
from meldproof.rules.logic import Num, Truth, all_of, at_most, choose, equal, less, negate
from meldproof.rules.melds import applies, is_legal
from meldproof.rules.symbolic import (
    SymbolicMeld,
    SymbolicSlot,
    in_canonical_order,
    is_card,
    is_placed,
    symbolic_meld,
)
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.vocabulary import Settings

A_SIZE, A_LONG_SIZE, LONG = 16, 4, 7
"""Melds of each kind and size that are read twice: of short ones, and of those longer than so many cards."""


def _terms_say_what_python_says(context: Context) -> ClaimOutcome:
    """Plain melds, some legal, most not: each rule, the bounds on cards and places, the points, both ways."""
    s, deck = context.settings, context.deck
    by_size: dict[tuple[Kind, int], list[Meld]] = defaultdict(list)
    for meld in plain_melds(s, deck):
        by_size[meld.kind, len(meld.slots)].append(meld)
    read = 0
    for (kind, size), melds in sorted(by_size.items()):
        context.seconds_left()
        symbolic = symbolic_meld("m", size, kind)
        terms = {rule.name: rule.holds(symbolic, s) for rule in rules_of_melds.RULES if applies(rule, symbolic)}
        terms["cards"] = all_of(is_card(slot, deck) for slot in symbolic.slots)
        terms["places"] = all_of([is_placed(symbolic, deck), in_canonical_order(symbolic)])
        worth = meld_worth(symbolic, point_tables(s).melded)
        melds = (
            [Meld(kind, tuple(sorted(m.slots, key=lambda slot: slot.as_suit))) for m in melds]
            if kind == "set"
            else melds
        )
        for meld in melds[:: max(1, len(melds) // (A_LONG_SIZE if size > LONG else A_SIZE))]:
            read += 1
            values = _values(symbolic, meld)
            held = {rule.name: bool(rule.holds(meld, s)) for rule in rules_of_melds.RULES if applies(rule, meld)}
            held["cards"] = all(is_card(slot, deck) for slot in meld.slots)
            held["places"] = _exists(meld, s)
            if held["places"] and all(held.values()):
                terms["points"], held["points"] = equal(worth, meld_worth(meld, point_tables(s).melded)), True
            alike = all_of(term if held[name] else negate(term) for name, term in terms.items())
            if not smt.with_values(alike, values):
                names = [name for name, term in terms.items() if smt.with_values(term, values) is not held[name]]
                return ClaimOutcome("refuted", f"{', '.join(names)}: {_shown(meld)}")
            terms.pop("points", None)
    return proved("", "", sample(read, "melds, each rule read twice", "combinaciones, cada regla leída dos veces"))


def _values(symbolic: SymbolicMeld, meld: Meld) -> list[tuple[object, int]]:
    found: list[tuple[object, int]] = []
    for terms, slot in zip(symbolic.slots, meld.slots, strict=True):
        numbers = (slot.rank, slot.suit, slot.place, slot.as_suit, int(slot.wild))
        found += zip(terms, numbers, strict=True)
    return found


def _exists(meld: Meld, s: Settings) -> bool:
    """In plain words: what the slots stand for is there, a set's by suit, a run's first on the first time round."""
    ranks, suits = len(s.deck.ranks), len(s.deck.suits)
    there = all(1 <= slot.place <= 2 * ranks and 1 <= slot.as_suit <= suits for slot in meld.slots)
    if meld.kind == "run":
        return there and meld.slots[0].place <= ranks
    shown = [slot.as_suit for slot in meld.slots]
    return there and all(slot.place <= ranks for slot in meld.slots) and shown == sorted(shown)


def _shown(meld: Meld) -> str:
    return f"{meld.kind} " + " ".join(
        f"{slot.rank}/{slot.suit}@{slot.place}/{slot.as_suit}{'*' * slot.wild}" for slot in meld.slots
    )


def _melds_of_every_size(context: Context) -> ClaimOutcome:
    """Whether there is one is counted out from the limits on cards, and for runs walked by the automaton."""
    s = context.settings
    sizes = {kind: every_size(kind, s, context.deck) for kind in get_args(Kind)}
    for kind, range_of in sizes.items():
        for size in range_of:
            there = _set_there_is(size, s) if kind == "set" else _run_there_is(size, s, context.deck.jokers > 0)
            found = example_of(context, [size], lambda meld: True, kind=kind)
            if (found is not None) != there:
                said = f"{kind}, {size}: {'–' if found is None else _shown(found)}"
                return ClaimOutcome("refuted", said)
    return together(*(proved("", "", of_sizes(range_of, kind)) for kind, range_of in sizes.items()))


def _set_there_is(size: int, s: Settings) -> bool:
    """Naturals alone do wherever any set does."""
    within = s.set.min <= size and (s.set.max == "any" or size <= s.set.max)
    suits_do = size <= len(s.deck.suits) or s.set.suits != "distinct" or size in s.set.repeat_sizes
    return within and suits_do and s.set.naturals.min <= size


def _run_there_is(size: int, s: Settings, jokers: bool) -> bool:
    """Naturals alone from some start; where a wild rank is never natural, the automaton says."""
    never = {*s.wild_ranks} if s.wilds.natural == "never" else set()
    within = s.run.min <= size <= longest_run(s) and s.run.naturals.min <= size
    windows = [range(first, first + size) for first in run_starts(s) if first + size - 1 <= last_place(s, first)]
    if within and any(not never & {s.rank_at(place) for place in window} for window in windows):
        return True
    return size in _lengths(run_words(s, jokers), longest_run(s))


def _lengths(machine: Complete, longest: int) -> set[int]:
    """The lengths of accepted words, their first letter not counted."""
    states, found = {machine.start}, set()
    for length in range(-1, longest + 1):
        if states & machine.accepting:
            found.add(length)
        states = {after for state in states for after in machine.steps[state]}
    return found


def _suits_are_alike(context: Context) -> ClaimOutcome:
    """Exchange any two suits in a legal meld: it is as legal, at every size."""
    s, deck = context.settings, context.deck
    outcomes = []
    for kind in get_args(Kind):

        def refused(meld: SymbolicMeld, kind: Kind = kind) -> Truth:
            one, other = smt.number_variable("suit.one"), smt.number_variable("suit.other")
            suits = len(deck.suits)
            bounds = [less(0, one), at_most(one, suits), less(0, other), at_most(other, suits), less(one, other)]
            slots = tuple(_exchanged(slot, one, other) for slot in meld.slots)
            return all_of([*bounds, negate(is_legal(SymbolicMeld(kind, slots), s))])

        outcomes.append(no_such_meld(context, every_size(kind, s, deck), refused, kind=kind))
    return together(*outcomes)


def _exchanged(slot: SymbolicSlot, one: Num, other: Num) -> SymbolicSlot:
    def exchange(suit: Num) -> Num:
        return choose(equal(suit, one), other, choose(equal(suit, other), one, suit))

    return slot._replace(suit=exchange(slot.suit), as_suit=exchange(slot.as_suit))


_MELDS = ("deck", "set", "run", "wilds", "points")

THEOREMS = [
    Theorem(
        "terms-are-the-rules",
        (
            "Each rule, and the points, say of plain melds the same read as Python and as terms for the solver.",
            "Cada regla, y los puntos, dicen lo mismo de combinaciones simples en Python y como términos del solver.",
        ),
        _MELDS,
        _terms_say_what_python_says,
        (
            "melds of plain patterns of wilds at every size, some of each",
            "combinaciones de esquemas simples de todo tamaño, algunas de cada uno",
        ),
        "sample",
    ),
    Theorem(
        "melds-of-every-size",
        (
            "There are sets and runs of just the sizes that the limits leave: no claim about melds is about nothing.",
            "Hay piernas y escaleras justo de los tamaños que dejan los límites: nada se afirma sobre el vacío.",
        ),
        _MELDS,
        _melds_of_every_size,
        ("every size that the places admit", "todo tamaño que admiten los lugares"),
        "solver",
    ),
    Theorem(
        "suits-are-alike",
        (
            "No rule of melds tells suits apart: exchange two suits in a legal meld, and it is as legal.",
            "Ninguna regla de combinaciones distingue palos: con dos palos cambiados lo que era legal lo sigue siendo.",
        ),
        _MELDS,
        _suits_are_alike,
        ("every legal meld and any two suits", "toda combinación legal y dos palos cualesquiera"),
        "solver",
    ),
]
