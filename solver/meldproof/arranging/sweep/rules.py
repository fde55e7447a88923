"""A variant compiled for the sweep: what figures weigh, what cards lose where, and the walks, each made once."""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from meldproof.arranging.automaton import JOKER, RANKED, run_places
from meldproof.arranging.compiled.form import pricer_class, walk_class
from meldproof.arranging.packing import CELLS, cell_of
from meldproof.arranging.scale import Weighed, weights_of
from meldproof.arranging.sweep.machines import RunMachine
from meldproof.arranging.sweep.shape import (
    Pool,
    WalkFrame,
    decline_rules,
    machine_for,
    make_shape,
    natural_rank,
    set_source,
)
from meldproof.cards import Card, Deck
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.rules.worth import PointTables, point_tables
from meldproof.variants.vocabulary import Settings

MOST_LOSS = 1 << 55
MOST_KEPT, MOST_COSTS = 64, 1024


class Weights(Weighed, frozen=True):
    """What the figures weigh in the sweep's whole numbers, what a changed table meld does, and what a meld costs."""

    change: int
    meld: int


@lru_cache(maxsize=1024)
def make_weights(objective: tuple[str, ...], cards: int, most_points: int, table: int, *, melds: bool) -> Weights:
    """Weights for arrangements of up to so many cards of up to so many points each, and so many table melds.

    Each outweighs all that come after it together: figures of two arrangements differ by at most their span.
    """
    spans = {
        "deadwood_points": 2 * cards * most_points,
        "melded_points": 2 * cards * most_points,
        "melded_cards": cards,
        "deadwood_cards": cards,
        "score": 4 * cards * most_points,
        "table_changes": table,
    }
    chosen = [spans[name] for name in objective]
    least = cards + table + 1 if melds else 1
    weights = weights_of(chosen, least)
    if objective and weights[0] * (chosen[0] + 1) > MOST_LOSS:
        raise EngineDeclined(
            say("the objective {names} has figures too large for sweep's whole numbers", names=",".join(objective))
        )
    change = next((w for name, w in zip(objective, weights, strict=True) if name == "table_changes"), 0)
    return Weights(tuple(objective), weights, change, 1 if melds else 0)


class Costs(msgspec.Struct, frozen=True):
    """Arrays for `Walk.hold` and `Walk.price`; `price` is what a natural could gain at most, by cell."""

    price: Any
    run_cost: Any
    set_cost: Any
    dead_cost: Any
    gains: tuple[tuple[int, ...], tuple[int, ...]]
    wild_gains: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


class Losses(NamedTuple):
    """Arrays for `Walk.price`: what naturals lose in runs, in sets, left over, by place and suit; wilds by pool."""

    run: Any
    in_set: Any
    dead: Any
    pool_run: Any
    pool_set: Any
    pool_dead: Any


class BuiltWalk(NamedTuple):
    """A walk with its run machine and its shape, and what its choices were found to mean (see `reading`)."""

    walk: Any
    machine: RunMachine
    shape: WalkFrame
    memo: dict[Any, Any]


Thing = TypeVar("Thing")


def kept(store: OrderedDict[Any, Thing], key: object, make: Callable[[], Thing], most: int) -> Thing:
    """What a store has for a key, made where it has nothing; the oldest are dropped beyond so many."""
    found = store.get(key)
    if found is None:
        found = store[key] = make()
        while len(store) > most:
            store.popitem(last=False)
    return found


class CompiledRules:
    """A variant's settings and deck, and all that was compiled from them."""

    def __init__(self, settings: Settings, deck: Deck) -> None:
        decline_rules(settings, deck)
        self.settings = settings
        self.deck = deck
        self.points: PointTables = point_tables(settings)
        self.ranks = len(deck.ranks)
        self.wild_ranks = frozenset(settings.wild_ranks)
        self.natural_rank = natural_rank(settings)
        places = run_places(settings)
        self.first, self.last, self.carries = places[0], places[-1], places[-1] > self.ranks
        self.smallest = min(settings.run.min, settings.set.min)
        """The fewest cards of a meld."""
        tables = (*self.points.melded, self.points.hand)
        self.most_points = max(abs(number) for table in tables for number in table)
        self.constant = {
            JOKER: _is_constant(self.points.melded.joker_in_run, self.points.melded.joker_in_set),
            RANKED: _is_constant(self.points.melded.ranked_in_run, self.points.melded.ranked_in_set),
        }
        self.cells: dict[Card, tuple[int, ...]] = {
            card: tuple(place * 4 + card.suit - 1 for place in self.places_of(card.rank))
            for card in deck.kinds()
            if not card.is_joker and (card.rank not in self.wild_ranks or card.rank == self.natural_rank)
        }
        """Where a natural is counted, by place and suit; cards that are always wild have none."""
        self.cell_pairs = array("i", [-1] * 2 * CELLS)
        """The same as two numbers for each cell of a kind, -1 for none."""
        for card, cells in self.cells.items():
            for number, cell in enumerate(cells):
                self.cell_pairs[2 * cell_of(card) + number] = cell
        self.ranked_cells = tuple(
            cell_of(card) for card in deck.kinds() if card.rank in self.wild_ranks and not card.is_joker
        )
        self.differing = frozenset(rank for rank in range(1, self.ranks + 1) if len(self._worths_of(rank)) > 1)
        """The ranks whose naturals are worth more in one place, or kind of meld, than in another."""
        self.worth_by_cell = [0] * (4 * self.ranks + 4)
        for card in self.cells:
            if card.rank not in self.differing:
                self.worth_by_cell[cell_of(card)] = min(self._worths_of(card.rank))
        self.walks: OrderedDict[object, BuiltWalk] = OrderedDict()
        self.costs: dict[object, Costs] = {}
        self.losses: dict[object, Losses] = {}
        self.tables: dict[object, Any] = {}
        """What hands are looked up in, by what is asked of them (see `one_deck`)."""
        self.hands: OrderedDict[object, Any] = OrderedDict()
        """Searches over small hands, by what is asked of them (see `hand`); each holds about a megabyte."""
        self.pricers: OrderedDict[object, tuple[Any, RunMachine]] = OrderedDict()

    def _worths_of(self, rank: int) -> set[int]:
        melded = self.points.melded
        return {melded.natural_in_set[rank], *(melded.natural_in_run[place] for place in self.places_of(rank))}

    def walk(
        self, pools: tuple[Pool, ...], *, bound: int, exact: bool, purity: bool, counted: bool, own: bool
    ) -> BuiltWalk:
        """The walk for such pools and demands, made once."""

        def make() -> BuiltWalk:
            shape = make_shape(self.settings, self.deck, pools, bound=bound)
            machine = machine_for(self.settings, shape, exact=exact, purity=purity, own=own)
            walk = walk_class()(shape, machine, set_source(self.settings, shape, counted=counted, own=own))
            return BuiltWalk(walk, machine, shape, {})

        return kept(self.walks, (pools, bound, exact, purity, counted, own), make, MOST_KEPT)

    def pricer(
        self, shape: WalkFrame, machine: RunMachine, patterns: Callable[[CompiledRules, WalkFrame], object]
    ) -> Any:
        """The pricer for a question's shape, made once."""
        found = kept(
            self.pricers,
            (shape, id(machine)),
            lambda: (pricer_class()(shape, machine, patterns(self, shape)), machine),
            MOST_KEPT,
        )
        return found[0]

    def places_of(self, rank: int) -> tuple[int, ...]:
        """The places where a rank's naturals are counted: the ace at both ends of its choice."""
        if rank == 1 and self.carries:
            return (1, self.last)
        return (rank,)

    def set_place(self, rank: int) -> int:
        """The place at which the sets of a rank are settled."""
        return self.last if rank == 1 and self.carries else rank

    def cost_tables(self, weights: Weights) -> Costs:
        """What naturals lose where, measured against the most they could gain."""
        found = self.costs.get(weights)
        if found is not None:
            return found
        if len(self.costs) > MOST_COSTS:
            self.costs.clear()
        worths, hand = self.points.melded, self.points.hand
        in_run = [0] * 32
        in_set = [0] * 32
        for place in range(1, self.last + 1):
            rank = self.settings.rank_at(place)
            in_run[place] = weights.gain(worths.natural_in_run[place], 1, hand[rank])
            in_set[place] = weights.gain(worths.natural_in_set[rank], 1, hand[rank])
        price = [0] * (self.ranks + 1)
        for rank in range(1, self.ranks + 1):
            roles = [in_run[place] for place in self.places_of(rank)] + [in_set[rank]]
            price[rank] = max(0, *roles)
        run_cost, set_cost, dead_cost = [0] * CELLS, [0] * CELLS, [0] * CELLS
        for place in range(1, self.last + 1):
            best = price[self.settings.rank_at(place)]
            for s in range(4):
                run_cost[place * 4 + s] = best - in_run[place]
                set_cost[place * 4 + s] = best - in_set[place]
                dead_cost[place * 4 + s] = best
        wild_gains = {}
        for kind, table_run, table_set in (
            (JOKER, worths.joker_in_run, worths.joker_in_set),
            (RANKED, worths.ranked_in_run, worths.ranked_in_set),
        ):
            cost = self.settings.wilds.joker.hand if kind == JOKER else self.settings.wilds.ranked.hand
            runs = tuple(weights.gain(table_run[place], 1, cost) for place in range(1, self.last + 1))
            sets = tuple(
                weights.gain(table_set[self.settings.rank_at(place)], 1, cost) for place in range(1, self.last + 1)
            )
            wild_gains[kind] = ((0, *runs), (0, *sets))
        found = Costs(
            self._prices_by_cell(price),
            array("q", run_cost),
            array("q", set_cost),
            array("q", dead_cost),
            (tuple(in_run), tuple(in_set)),
            wild_gains,
        )
        self.costs[weights] = found
        return found

    def _prices_by_cell(self, price: Sequence[int]) -> Any:
        """What a natural of each kind could gain at most; a wild rank that can be natural is priced as a wild."""
        prices = array("q", bytes(8 * CELLS))
        for card in self.cells:
            if card.rank != self.natural_rank:
                prices[cell_of(card)] = price[card.rank]
        return prices


class _Compiled(threading.local):
    """Rules by the identity of their settings, each thread's own, since a walk answers one question at a time."""

    def __init__(self) -> None:
        self.rules: OrderedDict[int, tuple[Settings, dict[Deck, CompiledRules]]] = OrderedDict()


_COMPILED = _Compiled()


def rules_of(settings: Settings, deck: Deck) -> CompiledRules:
    """The compiled rules, made once for a settings object, a deck and a thread. Raises EngineDeclined."""
    kept = _COMPILED.rules
    key = id(settings)
    entry = kept.get(key)
    if entry is None or entry[0] is not settings:
        entry = kept[key] = (settings, {})
        while len(kept) > 32:
            kept.popitem(last=False)
    by_deck = entry[1]
    found = by_deck.get(deck)
    if found is None:
        found = by_deck[deck] = CompiledRules(settings, deck)
    return found


def _is_constant(*tables: Iterable[int]) -> bool:
    return len({number for table in tables for number in list(table)[1:]}) <= 1
