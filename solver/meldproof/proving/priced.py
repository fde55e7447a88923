"""Prices of cards that certify how much a hand can lay: no legal meld is worth more than its cards, and all are few.

A linear programme finds the prices; it need not be trusted, nor what it was asked of. That no legal meld of so many
cards is worth more than its cards' prices is put to the solver in the rules' own terms, and the prices of a hand's
cards are added up as fractions. By weak duality no collection of melds is then worth more than that sum.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from meldproof.cards import Kind, Meld
from meldproof.proving.opening_bound import Bounded, counts_toward_opening
from meldproof.proving.theorem import Context, example_of
from meldproof.rules import smt
from meldproof.rules.logic import all_of, at_most, choose, count, less, look_up, total
from meldproof.rules.melds import has_wild_rank, is_joker
from meldproof.rules.symbolic import SymbolicMeld
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.clauses import Text
from meldproof.witnesses.clocks import GaveUp
from meldproof.witnesses.shapes import Shapes

SIMPLE = 60
"""Prices are sought with a denominator up to this one."""
Row = tuple[str, int]
EACH, WILD_RANK = ("card", 0), ("wild rank", 0)
"""What every card costs; what a card of a wild rank costs besides. A rank's row is ("rank", its number, 0 a joker)."""


class Column(NamedTuple):
    """A meld as far as prices go: how often it uses each row, and its points."""

    uses: Mapping[Row, int]
    points: int


class Prices(NamedTuple):
    """What each row costs, and how many there are of it in a hand."""

    of: Mapping[Row, Fraction]
    there: Mapping[Row, int]

    def bound(self) -> Fraction:
        return sum((price * self.there[row] for row, price in self.of.items()), Fraction(0))

    def said(self, ranks: Sequence[str]) -> Text:
        """In words: `10 a card + 5 a A: 140 at most`."""
        words = {EACH: Text("a card", "la carta"), WILD_RANK: Text("a card of a wild rank", "la de rango comodín")}
        english, spanish = [], []
        for row, price in sorted(self.of.items(), key=lambda item: item[0] != EACH):
            if price:
                name = "JK" if not row[1] else ranks[row[1] - 1]
                said = words.get(row, Text(f"a {name}", f"el {name}"))
                english.append(f"{price} {said.en}")
                spanish.append(f"{price} {said.es}")
        return Text(
            f"{' + '.join(english)}: {self.bound()} at most", f"{' + '.join(spanish)}: {self.bound()} a lo sumo"
        )


class TooCheap(NamedTuple):
    """A meld worth more than its cards' prices."""

    meld: Meld


def certified(context: Context, bounded: Bounded) -> Prices | TooCheap:
    """Prices of these cards that hold of every legal meld of them, or a meld of which they don't.

    Raises GaveUp at a limit.
    """
    prices = _programme(_columns(context, bounded), _there(context, bounded))
    scale = math.lcm(*(price.denominator for price in prices.of.values()))
    s = context.settings
    of_rank = [int(prices.of.get(("rank", rank), Fraction(0)) * scale) for rank in range(len(s.deck.ranks) + 1)]
    each, wild = int(prices.of[EACH] * scale), int(prices.of[WILD_RANK] * scale)
    tables = point_tables(s).opening
    _check_width(bounded.cards, each + max(of_rank) + wild, scale * max(map(max, tables)))

    def worth_more(meld: SymbolicMeld) -> object:
        costs = [each * len(meld.slots), *(look_up(of_rank, slot.rank) for slot in meld.slots)]
        costs += [choose(has_wild_rank(slot, s), wild, 0) for slot in meld.slots]
        worth = meld_worth(meld, tables)
        jokers = at_most(count(is_joker(slot) for slot in meld.slots), prices.there["rank", 0])
        wilds = at_most(count(has_wild_rank(slot, s) for slot in meld.slots), prices.there[WILD_RANK])
        return all_of([less(total(costs), total([worth] * scale)), counts_toward_opening(meld, s), jokers, wilds])

    kinds: tuple[tuple[Kind, int], ...] = (("set", s.set.min), ("run", s.run.min))
    for kind, least in kinds:
        found = example_of(context, range(least, bounded.cards + 1), worth_more, kind=kind)
        if found is not None:
            return TooCheap(found)
    return prices


def _check_width(cards: int, *of_a_card: int) -> None:
    """Raises GaveUp where a meld's costs or points, in parts of a price, may be beyond the solver's numbers."""
    most = cards * max(of_a_card)
    if most >> smt.WIDTH:
        english = f"prices so fine make sums of up to {most}, beyond the solver's numbers of {smt.WIDTH} bits"
        spanish = f"con precios tan finos hay sumas de hasta {most}, más que los números de {smt.WIDTH} bits"
        raise GaveUp(Text(english, spanish))


def _there(context: Context, bounded: Bounded) -> dict[Row, int]:
    """How many cards a hand may have of each row."""
    s, deck = context.settings, bounded.deck
    of_a_rank = deck.copies * len(deck.suits)
    there: dict[Row, int] = {("rank", rank): of_a_rank for rank in range(1, len(s.deck.ranks) + 1)}
    wild = min(bounded.wild_ranks, of_a_rank * len(s.wild_ranks))
    return {EACH: bounded.cards, WILD_RANK: wild, ("rank", 0): min(bounded.jokers, deck.jokers), **there}


def _columns(context: Context, bounded: Bounded) -> list[Column]:
    """What melds use and bring, without suits: to find prices by."""
    s = context.settings
    shapes = Shapes(s, bounded.deck, point_tables(s).opening, bounded.cards)
    found: dict[tuple[tuple[Row, int], ...], int] = {}
    for each in shapes.classes():
        if each.sums.jokers > bounded.jokers or each.sums.twos > bounded.wild_ranks:
            continue
        for shape in shapes.members(each):
            uses: dict[Row, int] = {EACH: shape.size, WILD_RANK: shape.twos, ("rank", 0): shape.jokers}
            for rank in shape.naturals:
                uses["rank", rank] = uses.get(("rank", rank), 0) + 1
            ranked = shape.size - shape.jokers - len(shape.naturals)
            if len(s.wild_ranks) == 1 and ranked:
                (rank,) = s.wild_ranks
                uses["rank", rank] = uses.get(("rank", rank), 0) + ranked
            key = tuple(sorted(uses.items()))
            found[key] = max(found.get(key, 0), shape.points)
    return [Column(dict(key), points) for key, points in found.items()]


def _programme(columns: Sequence[Column], there: Mapping[Row, int]) -> Prices:
    """The cheapest prices, made simple, and mended until no column gains more than it costs."""
    import highspy

    model = highspy.Highs()
    model.silent()
    model.setOptionValue("threads", 1)
    variables = {row: model.addVariable(lb=0, obj=float(number)) for row, number in there.items()}
    for column in columns:
        model.addConstr(sum(number * variables[row] for row, number in column.uses.items()) >= column.points)
    model.run()
    values = dict(zip(there, model.getSolution().col_value, strict=True))
    found = {row: Fraction(max(0.0, value)).limit_denominator(SIMPLE) for row, value in values.items()}
    lacking = Fraction(0)
    for column in columns:
        costs = sum((found[row] * number for row, number in column.uses.items()), Fraction(0))
        lacking = max(lacking, (column.points - costs) / column.uses[EACH])
    found[EACH] += lacking
    return Prices(found, there)
