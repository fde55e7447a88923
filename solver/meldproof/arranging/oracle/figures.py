"""Figures as terms, for the `z3` engine: sums that grow as a figure gets better, with points by `rules.worth`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import NamedTuple

from meldproof.arranging.oracle.shapes import FinalMeld, Tile, places_of_runs, sum_of
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.rules import smt
from meldproof.rules.logic import Num, Truth, all_of, any_of, at_most, choose, equal
from meldproof.rules.worth import Worths, slot_worth
from meldproof.variants.vocabulary import Settings


class Figure(NamedTuple):
    """A figure (higher being better) as base + step · term, the term going from 0 to `most`."""

    term: Num
    base: int
    step: int
    most: int

    def value(self, term: int) -> int:
        """The figure where the term has this value."""
        return self.base + self.step * term

    def at_least(self, value: int) -> Truth:
        """Whether it reaches a value."""
        needed = -((self.base - value) // self.step)
        return needed <= self.most and at_most(max(needed, 0), self.term)


class Addend(NamedTuple):
    """One addend of a figure: what it is worth where each of these truths holds (one at most), else 0."""

    cases: tuple[tuple[Truth, int], ...]


def weighted(truth: Truth, worth: int) -> Addend:
    return Addend(((truth, worth),))


def figure_of(parts: Sequence[Addend], base: int = 0) -> Figure:
    """The sum of the parts, each from its least value up, in steps of what divides all differences."""
    values = [(0, *(worth for _, worth in part.cases)) for part in parts]
    step = gcd(*(value - min(some) for some in values for value in some)) or 1
    terms: list[Num] = []
    most = 0
    for part, some in zip(parts, values, strict=True):
        low = min(some)
        term: Num = -low // step
        for truth, worth in part.cases:
            term = choose(truth, (worth - low) // step, term)
        terms.append(term)
        base += low
        most += (max(some) - low) // step
    if most >> smt.WIDTH:
        raise EngineDeclined(say("z3 counts with {width} bits, too few for the points of this hand", width=smt.WIDTH))
    return Figure(sum_of(terms), base, step, most)


def points_of(
    tiles: Sequence[Tile], counted: Sequence[tuple[FinalMeld, Truth]], worths: Worths, s: Settings
) -> Iterator[Addend]:
    """The points of each hand tile in the melds that count. Only where its worth varies does its spot come in."""
    values = {number: worths_of(tile, worths, s) for number, tile in enumerate(tiles) if tile.mine}
    varied = [tiles[number] for number, worth in values.items() if len(worth) > 1]
    only = _only_for(varied, worths, s)
    terms = [
        (spot, counts, slot_worth(spot.slot, shape.is_set, only) if varied else 0)
        for shape, counts in counted
        for spot in shape.spots
    ]
    for number, possible in values.items():
        cases = []
        for worth in possible:
            there = (
                all_of([counts, spot.holds[number], len(possible) == 1 or equal(term, worth)])
                for spot, counts, term in terms
            )
            cases.append((any_of(there), worth))
        yield Addend(tuple(cases))


def worths_of(tile: Tile, worths: Worths, s: Settings) -> tuple[int, ...]:
    """Every worth that a card could have in a meld."""
    return tuple(sorted({getattr(worths, table)[place] for table, place in _entries(tile, s)}))


def _entries(tile: Tile, s: Settings) -> Iterator[tuple[str, int]]:
    """The entries of `Worths` that could apply to a card: a table's name, a place."""
    rank, ranks = tile.card.rank, range(1, len(s.deck.ranks) + 1)
    is_ranked = not tile.card.is_joker and s.deck.ranks[rank - 1] in s.wilds.ranks
    role = "joker" if tile.card.is_joker else "ranked" if is_ranked else ""
    if role:
        yield from ((f"{role}_in_set", place) for place in ranks)
        yield from ((f"{role}_in_run", place) for place in places_of_runs(s))
    if not role or (is_ranked and s.wilds.natural != "never"):
        yield "natural_in_set", rank
        yield from (("natural_in_run", place) for place in places_of_runs(s) if (place - rank) % len(ranks) == 0)


def _only_for(tiles: Sequence[Tile], worths: Worths, s: Settings) -> Worths:
    """The worths with 0 where none of these cards can stand, which makes short terms."""
    entries = {entry for tile in tiles for entry in _entries(tile, s)}
    tables = (
        tuple(value if (name, place) in entries else 0 for place, value in enumerate(table))
        for name, table in worths._asdict().items()
    )
    return Worths(*tables)
