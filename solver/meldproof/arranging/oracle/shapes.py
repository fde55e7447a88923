"""The melds of a final table as terms, for the `z3` engine: tiles, spots, shapes.

A *tile* is one physical card: of the hand, or of a table that may be rearranged. A *spot* is a place in a meld that may
hold a tile. A *shape* is a meld of the final table; it takes one of its *forms* (so many of its spots, in a grown meld
round the slots that lie there) or none. Nothing here knows what a legal meld is but that a set has one rank and a run
goes on place by place in one order; the rules (`rules.melds`) must hold of each form taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Meld
from meldproof.rules import smt
from meldproof.rules.logic import Num, Truth, add, all_of, any_of, choose, negate
from meldproof.rules.melds import RULES
from meldproof.rules.symbolic import SymbolicMeld, SymbolicSlot
from meldproof.variants.vocabulary import Settings


class Tile(NamedTuple):
    """A physical card of the hand, or of the table: then `home` is its meld's number and its slot's in it."""

    card: Card
    home: tuple[int, int] | None = None

    @property
    def mine(self) -> bool:
        return self.home is None


class Spot(NamedTuple):
    """A place in a meld: whether it is used, for each tile whether it lies there, and the slot it makes."""

    used: Truth
    holds: tuple[Truth, ...]
    slot: SymbolicSlot


class Form(NamedTuple):
    """One way a shape may be: whether it is taken, its slots in order, the numbers of the spots among them (or -1)."""

    taken: Truth
    slots: tuple[SymbolicSlot, ...]
    spots: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many tiles it holds."""
        return len(self.spots) - self.spots.count(-1)


class FinalMeld(NamedTuple):
    """A meld of the final table; `grows` is the number of the table meld it grew from (then it is always used)."""

    is_set: Truth
    spots: tuple[Spot, ...]
    forms: tuple[Form, ...]
    grows: int | None = None

    @property
    def used(self) -> Truth:
        return any_of(form.taken for form in self.forms)

    @property
    def is_run(self) -> Truth:
        return all_of([self.used, negate(self.is_set)])

    @property
    def is_pure(self) -> Truth:
        """A run without wilds (among its spots)."""
        return all_of([self.is_run, *(negate(all_of([spot.used, spot.slot.wild])) for spot in self.spots)])


def tiles_of(problem: Problem) -> tuple[Tile, ...]:
    """The hand's cards, and those of a table that may be rearranged."""
    lying = (
        Tile(card, (number, index))
        for number, meld in enumerate(problem.table if problem.rearranges else ())
        for index, card in enumerate(meld.cards)
    )
    return (*(Tile(card) for card in problem.hand), *lying)


def shapes_of(problem: Problem, tiles: Sequence[Tile]) -> Iterator[FinalMeld]:
    """The melds that lie there and may grow, then as many new ones as the tiles could make.

    New ones are ordered by size, so that the i-th takes at most an i-th of the tiles.
    """
    maker = _Maker(problem, tiles)
    for number, meld in enumerate(() if problem.rearranges else problem.table):
        yield maker.grown(number, meld)
    if problem.only_grows:
        return
    least = min(problem.settings.set.min, problem.settings.run.min)
    for number in range(1, len(tiles) // least + 1):
        yield maker.new(f"meld{number}", least, len(tiles) // number)


def number_up_to(name: str, most: int) -> Num:
    """A free number with just the bits that `most` needs."""
    return _from_bits([smt.truth_variable(f"{name}.{bit}") for bit in range(most.bit_length())])


def picked(choices: Sequence[tuple[Truth, int]]) -> Num:
    """The number of the one choice that is true, 0 if none is: every bit is a disjunction."""
    width = max((number for _, number in choices), default=0).bit_length()
    return _from_bits([any_of(truth for truth, number in choices if number >> bit & 1) for bit in range(width)])


def at_most_one(truths: Sequence[Truth]) -> Truth:
    """No two of them, by pairs or, where they are many, by a chain of "one so far"."""
    if len(truths) < 6:
        return all_of(negate(all_of(pair)) for pair in combinations(truths, 2))
    parts = []
    before = truths[0]
    for truth in truths[1:]:
        parts.append(negate(all_of([before, truth])))
        before = any_of([before, truth])
    return all_of(parts)


def sum_of(numbers: Sequence[Num]) -> Num:
    """A sum as a balanced tree, whose adders stay narrow."""
    if len(numbers) < 2:
        return numbers[0] if numbers else 0
    half = len(numbers) // 2
    return add(sum_of(numbers[:half]), sum_of(numbers[half:]))


def _from_bits(bits: Sequence[Truth]) -> Num:
    return sum_of([choose(bit, 1 << place, 0) for place, bit in enumerate(bits)])


class _Maker:
    def __init__(self, problem: Problem, tiles: Sequence[Tile]) -> None:
        self.problem, self.tiles, self.s = problem, tiles, problem.settings
        self.ranks, self.suits = len(self.s.deck.ranks), len(self.s.deck.suits)
        opening = problem.opening
        waits = opening is not None and self.s.layoff.start == "next-turn"
        self.most_laid_off = 0 if waits or self.s.layoff.on == "none" else len(tiles)

    def new(self, name: str, least: int, most: int) -> FinalMeld:
        """A meld of `least` to `most` tiles, or none."""
        is_set = smt.truth_variable(f"{name}.is_set")
        start = number_up_to(f"{name}.start", self.ranks)
        run_suit = number_up_to(f"{name}.suit", self.suits)
        takes = {size: smt.truth_variable(f"{name}.takes.{size}") for size in range(least, most + 1)}
        spots = []
        for index in range(most):
            used = any_of(taken for size, taken in takes.items() if size > index)
            as_suit = number_up_to(f"{name}.suit.{index}", self.suits)
            if self.s.run.suit == "same":
                as_suit = choose(is_set, as_suit, run_suit)
            spots.append(self._spot(f"{name}.{index}", used, choose(is_set, start, add(start, index)), as_suit))
        forms = (
            Form(taken, tuple(spot.slot for spot in spots[:size]), tuple(range(size))) for size, taken in takes.items()
        )
        return FinalMeld(is_set, tuple(spots), tuple(forms))

    def grown(self, number: int, meld: Meld) -> FinalMeld:
        """A meld of the table as it lies, or with cards laid off on it."""
        name = f"table{number + 1}"
        return self._grown_set(name, number, meld) if meld.kind == "set" else self._grown_run(name, number, meld)

    def _grown_set(self, name: str, number: int, meld: Meld) -> FinalMeld:
        """The suits that its wilds stand for are open again."""
        rank, most = meld.slots[0].place, self.most_laid_off
        if self.s.set.max != "any":
            most = min(most, self.s.set.max - len(meld.slots))
        takes = [smt.truth_variable(f"{name}.takes.{size}") for size in range(most + 1)]
        spots = []
        for index in range(most):
            as_suit = number_up_to(f"{name}.suit.{index}", self.suits)
            spots.append(self._spot(f"{name}.{index}", any_of(takes[index + 1 :]), rank, as_suit))
        lying = []
        for index, slot in enumerate(meld.slots):
            as_suit = number_up_to(f"{name}.old.{index}", self.suits) if slot.wild else slot.suit
            lying.append(SymbolicSlot(slot.rank, slot.suit, rank, as_suit, slot.wild))
        forms = (
            Form(taken, (*(spot.slot for spot in spots[:size]), *lying), (*range(size), *(-1 for _ in lying)))
            for size, taken in enumerate(takes)
        )
        return FinalMeld(True, tuple(spots), tuple(forms), number)

    def _grown_run(self, name: str, number: int, meld: Meld) -> FinalMeld:
        """Cards before it and after it; one that begins before the first place is read a round later."""
        lying = {s.place: SymbolicSlot(s.rank, s.suit, s.place, s.as_suit, s.wild) for s in meld.slots}
        first, last = min(lying), max(lying)
        suit = meld.slots[0].as_suit if self.s.run.suit == "same" else None
        reaches = [
            (low, high)
            for low in range(self.most_laid_off + 1)
            for high in range(self.most_laid_off + 1 - low)
            if self._may_reach(range(first - low, last + high + 1), lying, suit)
        ]
        takes = {reach: smt.truth_variable(f"{name}.takes.{reach[0]}.{reach[1]}") for reach in reaches}
        later = [taken for (low, _), taken in takes.items() if first - low < 1]
        spots: dict[int, Spot] = {}
        for place in range(first - max(low for low, _ in reaches), last + max(high for _, high in reaches) + 1):
            if place not in lying:
                used = any_of(t for (low, high), t in takes.items() if first - low <= place <= last + high)
                as_suit = number_up_to(f"{name}.suit.{place}", self.suits) if suit is None else suit
                at = choose(any_of(later), place + self.ranks, place) if later else place
                spots[place] = self._spot(f"{name}.{place}", used, at, as_suit)
        numbers = {place: index for index, place in enumerate(spots)}
        forms = []
        for (low, high), taken in takes.items():
            turn = self.ranks if first - low < 1 else 0
            places = range(first - low, last + high + 1)
            slots = (lying[place] if place in lying else spots[place].slot for place in places)
            forms.append(
                Form(
                    taken,
                    tuple(slot._replace(place=place + turn) for slot, place in zip(slots, places, strict=True)),
                    tuple(numbers.get(place, -1) for place in places),
                )
            )
        return FinalMeld(False, tuple(spots.values()), tuple(forms), number)

    def _may_reach(self, places: range, lying: dict[int, SymbolicSlot], suit: int | None) -> bool:
        """Whether a run could cover these places: there may be cards for them, and no rule bars the places as such."""
        new = [place for place in places if place not in lying]
        ranked = self.s.wild_ranks
        cards = [tile.card for tile in self.tiles]
        naturals = {card.rank for card in cards if suit in (None, card.suit)}
        wilds = sum(card.is_joker or card.rank in ranked for card in cards)
        if sum(self.s.rank_at(place) not in naturals for place in new) > wilds:
            return False
        return not new or not _barred(places, self.s)

    def _spot(self, name: str, used: Truth, place: Num, as_suit: Num) -> Spot:
        holds = tuple(smt.truth_variable(f"{name}.holds.{number}") for number in range(len(self.tiles)))
        held = [(truth, tile.card) for truth, tile in zip(holds, self.tiles, strict=True)]
        rank = picked([(truth, card.rank) for truth, card in held])
        suit = picked([(truth, card.suit) for truth, card in held])
        return Spot(used, holds, SymbolicSlot(rank, suit, place, as_suit, smt.truth_variable(f"{name}.wild")))


@lru_cache(maxsize=64)
def places_of_runs(s: Settings) -> tuple[int, ...]:
    """The places where a card of a run may be at all."""
    ranks = len(s.deck.ranks)
    runs = (range(first, after) for first in range(1, ranks + 1) for after in range(first + s.run.min, 2 * ranks + 2))
    return tuple(sorted({place for places in runs if not _barred(places, s) for place in places}))


def _barred(places: range, s: Settings) -> bool:
    """Whether a rule that needs to know no more than the places of a run says no."""
    turn = len(s.deck.ranks) if places.start < 1 else 0
    meld = SymbolicMeld("run", tuple(SymbolicSlot(0, 0, place + turn, 0, False) for place in places))
    return any(not rule.holds(meld, s) for rule in RULES if rule.name in ("run.max", "run.ends"))
