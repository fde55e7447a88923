"""The arrangement problem as conditions on terms, for the `z3` engine: made from the rules alone.

Every condition and every figure is written once, over shapes (`oracle_shapes`), by `rules.logic`. A figure is a sum
that grows as the figure gets better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from meldproof.arranging.oracle.figures import Figure, figure_of, points_of, weighted
from meldproof.arranging.oracle.shapes import FinalMeld, Spot, Tile, at_most_one, picked, shapes_of, sum_of, tiles_of
from meldproof.arranging.problem import Opening, Problem
from meldproof.cards import Card, Meld, Slot
from meldproof.notation import represented
from meldproof.rules import smt
from meldproof.rules.logic import (
    Truth,
    all_of,
    any_of,
    at_most,
    choose,
    count,
    equal,
    implies,
    less,
    negate,
)
from meldproof.rules.melds import is_legal, rank_at
from meldproof.rules.symbolic import SymbolicMeld, is_kind
from meldproof.variants.values import Alternative, Demand

MELDS = "melds"
"""The figure below all others: the fewest melds."""


class OracleModel:
    """The terms of a problem: its tiles, the melds of the final table, what is laid, discarded, kept, freed."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.s = problem, problem.settings
        self.tiles = tiles_of(problem)
        self.shapes = tuple(shapes_of(problem, self.tiles))
        self.new = tuple(shape for shape in self.shapes if shape.grows is None)
        self.spots = tuple(spot for shape in self.shapes for spot in shape.spots)
        numbers = range(len(self.tiles))
        self.in_shape = tuple(
            tuple(any_of(spot.holds[number] for spot in shape.spots) for number in numbers) for shape in self.shapes
        )
        self.laid = tuple(any_of(held[number] for held in self.in_shape) for number in numbers)
        self.alike = tuple(self._alike())
        self.discards = {
            group[-1]: smt.truth_variable(f"discard.{group[-1]}")
            for group in self.alike
            if self.tiles[group[0]].mine and problem.discard != "none"
        }
        table = problem.table if problem.rearranges else ()
        self.kept = {
            (old, new): smt.truth_variable(f"keeps.{old}.{new}")
            for old, meld in enumerate(table)
            for new, shape in enumerate(self.shapes)
            if len(shape.spots) >= len(meld.slots)
        }
        self.freed = {n: smt.truth_variable(f"freed.{n}") for n, tile in enumerate(self.tiles) if self.part(tile)}

    def _alike(self) -> Iterator[list[int]]:
        """Tiles that nothing tells apart."""
        groups: dict[object, list[int]] = {}
        for number, tile in enumerate(self.tiles):
            groups.setdefault(number if self.part(tile) else (tile.card, tile.mine), []).append(number)
        yield from groups.values()

    def part(self, tile: Tile) -> Slot | None:
        """What a wild of the table stands for, and must until it is freed; None for any other tile."""
        if tile.home is None or self.s.table.jokers == "free":
            return None
        slot = self.problem.table[tile.home[0]].slots[tile.home[1]]
        return slot if slot.wild else None

    def conditions(self) -> Iterator[Truth]:
        """What makes the terms an arrangement that meets every demand."""
        for shape in self.shapes:
            yield from self._legal(shape)
        yield from self._each_tile_once()
        yield from self._in_order()
        yield from self._discard()
        for card in set(self.problem.use):
            mine = [self.laid[n] for n, tile in enumerate(self.tiles) if tile.mine and tile.card == card]
            yield at_most(self.problem.use.count(card), count(mine))
        if self.problem.rearranges:
            yield from self._table()
        yield from self._requirement()
        if self.problem.opening is not None:
            yield from self._opening(self.problem.opening)

    # Melds and tiles

    def _legal(self, shape: FinalMeld) -> Iterator[Truth]:
        taken = [form.taken for form in shape.forms]
        yield at_most_one(taken)
        if shape.grows is not None:
            yield any_of(taken)
        for form in shape.forms:
            yield implies(form.taken, is_legal(SymbolicMeld(shape.is_set, form.slots), self.s))
        for spot in shape.spots:
            yield implies(spot.used, any_of(spot.holds))
            yield at_most_one(spot.holds)
            for held in spot.holds:
                yield implies(held, spot.used)
        for slot in {id(slot): slot for form in shape.forms for slot in form.slots}.values():
            yield all_of([less(0, slot.as_suit), at_most(slot.as_suit, len(self.s.deck.suits))])
        if shape.grows is None:
            place = shape.spots[0].slot.place
            yield all_of([less(0, place), at_most(place, len(self.s.deck.ranks))])

    def _each_tile_once(self) -> Iterator[Truth]:
        """The hand's tiles at most once, those of the table exactly once."""
        for number, tile in enumerate(self.tiles):
            yield at_most_one([held[number] for held in self.in_shape])
            for shape in self.shapes:
                yield at_most_one([spot.holds[number] for spot in shape.spots])
            if not tile.mine:
                yield self.laid[number]
        sizes = [picked([(form.taken, form.size) for form in shape.forms]) for shape in self.shapes]
        yield equal(sum_of(sizes), sum_of([choose(laid, 1, 0) for laid in self.laid]))

    def _in_order(self) -> Iterator[Truth]:
        """Of arrangements that differ in names only, one: suits of a set ascending, melds by size and first tile, of
        tiles alike the first laid first.
        """
        for shape in self.shapes:
            for left, right in pairwise(shape.spots):
                ascending = at_most(left.slot.as_suit, right.slot.as_suit)
                yield implies(all_of([shape.is_set, right.used]), ascending)
        group_of = {number: place for place, group in enumerate(self.alike) for number in group}
        for larger, smaller in pairwise(self.new):
            for one in smaller.forms:
                bigger = [form for form in larger.forms if len(form.slots) >= len(one.slots)]
                yield implies(one.taken, any_of(form.taken for form in bigger))
                same = [form.taken for form in larger.forms if len(form.slots) == len(one.slots)]
                for number, held in enumerate(smaller.spots[0].holds):
                    before = (h for n, h in enumerate(larger.spots[0].holds) if group_of[n] <= group_of[number])
                    yield implies(all_of([one.taken, *same, held]), any_of(before))
        for group in self.alike:
            for first, second in pairwise(group):
                for place, spot in enumerate(self.spots):
                    yield implies(spot.holds[second], any_of(earlier.holds[first] for earlier in self.spots[:place]))

    # Demands

    def _discard(self) -> Iterator[Truth]:
        for number, discarded in self.discards.items():
            yield implies(discarded, negate(self.laid[number]))
        yield at_most_one(list(self.discards.values()))
        if self.problem.discard == "required":
            yield any_of(self.discards.values())

    def _requirement(self) -> Iterator[Truth]:
        """Before anything counts some pure runs must be there, before a set does some runs."""
        need = self.s.requirement
        if need.pure_runs:
            pure = count(shape.is_pure for shape in self.new)
            yield implies(any_of(shape.used for shape in self.new), at_most(need.pure_runs, pure))
        if need.runs:
            runs = count(shape.is_run for shape in self.new)
            sets = any_of(all_of([shape.used, shape.is_set]) for shape in self.new)
            yield implies(sets, at_most(need.runs, runs))

    def _opening(self, opening: Opening) -> Iterator[Truth]:
        """New melds of hand cards alone: at least one, with enough points and pure runs between them."""
        theirs = [n for n, tile in enumerate(self.tiles) if not tile.mine]
        own = [
            all_of([shape.used, *(negate(held[n]) for n in theirs)])
            for shape, held in zip(self.shapes, self.in_shape, strict=True)
            if shape.grows is None
        ]
        yield any_of(own)
        pure = [all_of([mine, shape.is_pure]) for mine, shape in zip(own, self.new, strict=True)]
        yield at_most(opening.pure_runs, count(pure))
        if opening.melds:
            numbered = enumerate(opening.melds.alternatives)
            yield any_of(all_of(self._demanded(f"meets.{number}", some, own)) for number, some in numbered)
        if opening.points > 0:
            counted = [(shape, all_of([mine, self._counts(shape)])) for shape, mine in zip(self.new, own, strict=True)]
            points = figure_of(list(points_of(self.tiles, counted, self.problem.points.opening, self.s)))
            yield points.at_least(opening.points)

    def _demanded(self, name: str, alternative: Alternative, own: Sequence[Truth]) -> Iterator[Truth]:
        """Each demand is met by so many new melds, of which each meets one; with `exactly` there are no others."""
        chosen: dict[int, list[Truth]] = {}
        for group, demand in enumerate(alternative):
            meets = []
            for number, (mine, shape) in enumerate(zip(own, self.new, strict=True)):
                truth = smt.truth_variable(f"{name}.{group}.{number}")
                yield implies(truth, all_of([mine, *_is_demanded(shape, demand)]))
                meets.append(truth)
                chosen.setdefault(number, []).append(truth)
            yield at_most(demand.count, count(meets))
        yield from (at_most_one(truths) for truths in chosen.values())
        if any(demand.exactly for demand in alternative):
            yield at_most(count(shape.used for shape in self.new), sum(demand.count for demand in alternative))

    def _counts(self, shape: FinalMeld) -> Truth:
        """Whether a meld counts toward an opening: where sets that repeat suits don't, its suits must differ."""
        if self.s.opening.repeated_suits:
            return True
        repeats = (all_of([b.used, equal(a.slot.as_suit, b.slot.as_suit)]) for a, b in combinations(shape.spots, 2))
        return any_of([negate(shape.is_set), negate(any_of(repeats))])

    # Tables that may be rearranged

    def _table(self) -> Iterator[Truth]:
        table = self.problem.table
        for old in range(len(table)):
            yield at_most_one([truth for (o, _), truth in self.kept.items() if o == old])
        for new, shape in enumerate(self.shapes):
            yield at_most_one([truth for (_, n), truth in self.kept.items() if n == new])
            for old, meld in enumerate(table):
                if (old, new) in self.kept:
                    yield implies(self.kept[old, new], _looks_like(shape, meld))
        laid = any_of(self.laid[n] for n, tile in enumerate(self.tiles) if tile.mine)
        for old in range(len(table)):
            yield any_of([laid, self._is_kept(old)])
        yield from self._bound()

    def _is_kept(self, old: int) -> Truth:
        return any_of(truth for (o, _), truth in self.kept.items() if o == old)

    def _bound(self) -> Iterator[Truth]:
        """A wild of the table plays on its part, or is freed by cards laid from the hand, each of which frees once."""
        prices: dict[Card, list[Truth]] = {}
        for number, freed in self.freed.items():
            tile = self.tiles[number]
            part = self.part(tile)
            assert part is not None
            assert tile.home is not None
            home = self.problem.table[tile.home[0]]
            for shape in self.shapes:
                for spot in shape.spots:
                    stays = self._stays(spot, shape, home, represented(part, self.problem.deck))
                    yield implies(all_of([spot.holds[number], negate(freed)]), stays)
            if self.s.exchange.cards == "none" or (home.kind == "set" and self.s.exchange.set == "never"):
                yield negate(freed)
            elif home.kind == "run":
                prices.setdefault(represented(part, self.problem.deck), []).append(freed)
        for old, meld in enumerate(self.problem.table):
            if meld.kind == "set":
                yield from self._set_prices(old, meld, prices)
        for card, paid in prices.items():
            mine = [self.laid[n] for n, tile in enumerate(self.tiles) if tile.mine and tile.card == card]
            yield at_most(count(paid), count(mine))

    def _stays(self, spot: Spot, shape: FinalMeld, home: Meld, part: Card) -> Truth:
        same_rank = all_of([spot.slot.wild, equal(rank_at(spot.slot.place, self.s), part.rank)])
        if home.kind == "set":
            return all_of([same_rank, shape.is_set])
        return all_of([same_rank, equal(spot.slot.as_suit, part.suit)])

    def _set_prices(self, old: int, meld: Meld, prices: dict[Card, list[Truth]]) -> Iterator[Truth]:
        """To free f wilds of a set takes f of its missing cards, and first those that make it full where it says so."""
        freed = [truth for n, truth in self.freed.items() if (home := self.tiles[n].home) and home[0] == old]
        if not freed:
            return
        suits = len(self.s.deck.suits)
        there = {slot.suit for slot in meld.slots if not slot.wild}
        pays = {suit: smt.truth_variable(f"pays.{old}.{suit}") for suit in range(1, suits + 1) if suit not in there}
        for suit, paid in pays.items():
            prices.setdefault(Card(meld.slots[0].place, suit), []).append(paid)
        first = suits - len(meld.slots) if self.s.exchange.set == "all-missing" else 0
        for number in range(1, len(freed) + 1):
            yield implies(at_most(number, count(freed)), at_most(number + first, count(pays.values())))

    # Figures

    def figure(self, name: str) -> Figure:
        """One of the six figures, or `MELDS`."""
        mine = [number for number, tile in enumerate(self.tiles) if tile.mine]
        table = len(self.problem.table)
        if name == MELDS:
            return figure_of([weighted(negate(shape.used), 1) for shape in self.new], -len(self.new))
        if name == "table_changes":
            grown = [shape.forms[0].taken for shape in self.shapes if shape.grows is not None]
            unchanged = [self._is_kept(old) for old in range(table)] if self.problem.rearranges else grown
            return figure_of([weighted(truth, 1) for truth in unchanged], -table)
        if name == "melded_cards":
            return figure_of([weighted(self.laid[number], 1) for number in mine])
        gone = {n: any_of([self.laid[n], self.discards[n]]) if n in self.discards else self.laid[n] for n in mine}
        if name == "deadwood_cards":
            return figure_of([weighted(truth, 1) for truth in gone.values()], -len(mine))
        worth = {number: self.problem.points.hand[self.tiles[number].card.rank] for number in mine}
        saved = [weighted(gone[number], worth[number]) for number in mine]
        if name == "deadwood_points":
            return figure_of(saved, -sum(worth.values()))
        points = list(
            points_of(self.tiles, [(shape, True) for shape in self.shapes], self.problem.points.melded, self.s)
        )
        return figure_of(points) if name == "melded_points" else figure_of([*points, *saved], -sum(worth.values()))


def _is_demanded(shape: FinalMeld, demand: Demand) -> Iterator[Truth]:
    """Of the kind, of so many cards, with no more wilds than are demanded."""
    if demand.kind != "any":
        yield shape.is_set if demand.kind == "set" else shape.is_run
    most = len(shape.spots) if demand.max == "any" else demand.max
    yield any_of(form.taken for form in shape.forms if demand.min <= len(form.slots) <= most)
    if demand.wilds != "any":
        yield at_most(count(all_of([spot.used, spot.slot.wild]) for spot in shape.spots), demand.wilds)


def _looks_like(shape: FinalMeld, meld: Meld) -> Truth:
    """The same kind, cards and places; a set's order and the suits of its wilds say nothing."""
    form = next(form for form in shape.forms if len(form.slots) == len(meld.slots))
    first = equal(form.slots[0].place, meld.slots[0].place)
    if meld.kind == "run":
        same = [is_kind(slot, old.card) for slot, old in zip(form.slots, meld.slots, strict=True)]
        return all_of([form.taken, negate(shape.is_set), first, *same])
    cards = Counter(meld.cards)
    same = [equal(count(is_kind(slot, card) for slot in form.slots), number) for card, number in cards.items()]
    return all_of([form.taken, shape.is_set, first, *same])
