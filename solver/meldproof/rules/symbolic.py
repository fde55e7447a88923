"""Symbolic melds and hands: the same shapes that rules speak of, with terms for numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from meldproof.cards import Card, Deck, Meld, Slot
from meldproof.rules import smt
from meldproof.rules.logic import Truth, all_of, any_of, at_most, count, equal, implies, less, negate


class SymbolicSlot(NamedTuple):
    """A slot whose every field is a term."""

    rank: Any
    suit: Any
    place: Any
    as_suit: Any
    wild: Any


class SymbolicMeld(NamedTuple):
    """A meld of a fixed number of slots. `kind` is the truth that it is a set (or a word where that is known)."""

    kind: Any
    slots: tuple[SymbolicSlot, ...]


def symbolic_slot(rank: str, suit: str, place: str, as_suit: str, wild: str) -> SymbolicSlot:
    """A free slot, its parts called so."""
    numbers = [smt.number_variable(part) for part in (rank, suit, place, as_suit)]
    return SymbolicSlot._make([*numbers, smt.truth_variable(wild)])


def symbolic_meld(name: str, size: int, kind: str | None = None) -> SymbolicMeld:
    """A meld of `size` free slots; of a given kind, or of either."""
    slots = tuple(symbolic_slot(*(f"{name}.{part}.{i}" for part in SymbolicSlot._fields)) for i in range(1, size + 1))
    return SymbolicMeld(smt.truth_variable(f"{name}.is_set") if kind is None else kind, slots)


def is_card(slot: Any, deck: Deck) -> Truth:
    """The slot's printed card is of the deck."""
    natural = all_of(
        [
            less(0, slot.rank),
            at_most(slot.rank, len(deck.ranks)),
            less(0, slot.suit),
            at_most(slot.suit, len(deck.suits)),
        ]
    )
    joker = all_of([equal(slot.rank, 0), equal(slot.suit, 0)])
    return any_of([natural, joker]) if deck.jokers else natural


def is_placed(meld: Any, deck: Deck) -> Truth:
    """What slots stand for exists: ranks in a set; in a run a first place of the deck, and places up to twice round."""
    ranks, suits = len(deck.ranks), len(deck.suits)
    bounds = [
        all_of([less(0, s.place), at_most(s.place, 2 * ranks), less(0, s.as_suit), at_most(s.as_suit, suits)])
        for s in meld.slots
    ]
    first = at_most(meld.slots[0].place, ranks)
    whole = all_of(at_most(slot.place, ranks) for slot in meld.slots)
    is_set = meld.kind == "set" if isinstance(meld.kind, str) else meld.kind
    return all_of([*bounds, first, implies(is_set, whole)])


def in_canonical_order(meld: Any) -> Truth:
    """A set's slots by the suit they stand for: its order means nothing, so one order will do."""
    is_set = meld.kind == "set" if isinstance(meld.kind, str) else meld.kind
    pairs = zip(meld.slots, meld.slots[1:], strict=False)
    return implies(is_set, all_of(at_most(left.as_suit, right.as_suit) for left, right in pairs))


def within_deck(slots: Sequence[Any], deck: Deck) -> Truth:
    """No card is used more often than the deck holds it."""
    if deck.copies >= len(slots) and deck.jokers >= len(slots):
        return True
    limits = []
    for card in deck.kinds():
        copies = deck.copies_of(card)
        if copies < len(slots):
            limits.append(at_most(count(is_kind(slot, card) for slot in slots), copies))
    return all_of(limits)


def is_kind(slot: Any, card: Card) -> Truth:
    return all_of([equal(slot.rank, card.rank), equal(slot.suit, card.suit)])


def holds_exactly(slots: Sequence[Any], cards: Mapping[Card, int]) -> Truth:
    """The slots are these cards, in some order."""
    return all_of(equal(count(is_kind(slot, card) for slot in slots), number) for card, number in cards.items())


def differs_from(slots: Sequence[Any], cards: Mapping[Card, int]) -> Truth:
    """The slots, as many as there are cards, are not exactly these: too few of one of them (without sums where so)."""
    lacking = []
    for card, number in cards.items():
        alike = [is_kind(slot, card) for slot in slots]
        lacking.append(negate(any_of(alike)) if number == 1 else at_most(count(alike), number - 1))
    return any_of(lacking)


def concrete_meld(meld: SymbolicMeld, solver: smt.Solver) -> Meld:
    """The meld of the solver's last model."""
    is_set = meld.kind == "set" if isinstance(meld.kind, str) else bool(solver.value(meld.kind))
    slots = tuple(_concrete_slot(slot, solver) for slot in meld.slots)
    return Meld("set" if is_set else "run", slots)


def _concrete_slot(slot: SymbolicSlot, solver: smt.Solver) -> Slot:
    rank, suit, place, as_suit = (solver.value(term) for term in (slot.rank, slot.suit, slot.place, slot.as_suit))
    return Slot(rank, suit, place, as_suit, bool(solver.value(slot.wild)))
