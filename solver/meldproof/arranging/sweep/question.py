"""From a problem to the numbers a walk takes."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any

import msgspec

from meldproof.arranging.automaton import JOKER, RANKED
from meldproof.arranging.compiled.guards import PLACES
from meldproof.arranging.lying import lying_table
from meldproof.arranging.model import Wanted
from meldproof.arranging.packing import CELLS, cell_of, packed, packed_numbers, unpacked
from meldproof.arranging.problem import Problem
from meldproof.arranging.sweep.keeping import Kept, Wilds, kept_ways, load_kept
from meldproof.arranging.sweep.rules import BuiltWalk, CompiledRules, Costs, Losses, Weights
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS, Pool
from meldproof.arranging.tables import TableCase
from meldproof.cards import Card
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.notation import represented
from meldproof.rules.worth import Worths

NONE_USED = array("i", bytes(4 * 4))
"""No card of a wild rank has to be laid, by suit."""
NO_CARDS = bytes(CELLS)
JOKER_CELLS = (0,)
MOST_LOADED = 1024


class WalkQuestion(msgspec.Struct, kw_only=True):
    """A loaded walk, and how its losses read: `factor` times the gain is `most` - loss.

    `offset` and `discard` are what `most` holds beside the cards' prices. `own`: only the hand's own cards count for
    the opening; `bound_sets`: how many wilds are bound to sets of the rank of each place; `split`: by suit how many of
    the hand's aces lie beside some of the table's, priced by themselves; `kept`: the ways for table melds to stay.
    """

    walk: Any
    made: BuiltWalk
    most: int
    factor: int = 1
    offset: int
    discard: int
    pools: tuple[Wilds, ...]
    wanted: Wanted
    weights: Weights
    own: bool
    bound_sets: dict[int, int]
    split: Sequence[int]
    kept: tuple[Kept, ...] = ()


def ask(
    problem: Problem, rules: CompiledRules, weights: Weights, case: TableCase, wanted: Wanted, *, exact: bool
) -> WalkQuestion:
    """Load a walk with one case of a problem."""
    return Asking(problem, rules, weights, case, wanted, exact).question()


class Asking:
    """Loads a walk with one case of a problem."""

    def __init__(
        self, problem: Problem, rules: CompiledRules, weights: Weights, case: TableCase, wanted: Wanted, exact: bool
    ) -> None:
        self.problem, self.rules, self.weights, self.case, self.wanted = problem, rules, weights, case, wanted
        self.exact = exact
        self.rearranges = problem.rearranges
        self.own = problem.opening is not None and problem.opening.own_cards and self.rearranges
        self.hand = unpacked(packed(problem.hand))
        self.table = NO_CARDS
        self.bound: list[tuple[str, Card]] = []
        self.free = {JOKER: 0, RANKED: 0}
        if self.rearranges:
            self._read_table()
        self.must: dict[Card, int] = {}
        if problem.use or case.must_lay:
            use, must_lay = problem.use, case.must_lay
            self.must = {card: max(use.count(card), must_lay.count(card)) for card in {*use, *must_lay}}
        self.offset = 0
        self.split: Sequence[int] = NONE_USED

    def _read_table(self) -> None:
        table = lying_table(self.problem.table)
        self.table = unpacked(table.naturals)
        for number, meld in enumerate(table.melds) if table.has_wilds else ():
            for index, slot in enumerate(meld.slots):
                if not slot.wild:
                    continue
                if (number, index) in self.case.free:
                    self.free[JOKER if slot.card.is_joker else RANKED] += 1
                elif not slot.card.is_joker:
                    raise EngineDeclined(say("sweep does not take bound wilds of a wild rank on a table (wilds.ranks)"))
                elif meld.kind == "run":
                    self.bound.append(("run", represented(slot, self.problem.deck)))
                else:
                    self.bound.append(("set", Card(slot.place, 0)))
        if self.rules.natural_rank:
            raise EngineDeclined(
                say("sweep does not rearrange a table where a wild rank can be natural (wilds.natural)")
            )

    def question(self) -> WalkQuestion:
        rules, weights, wanted = self.rules, self.weights, self.wanted
        pools = tuple(self._pools())
        counted = bool(wanted.demand) and (self.own or not rules.settings.opening.repeated_suits)
        made = rules.walk(
            tuple([Pool(pool.kind, pool.own, pool.number) for pool in pools]),
            bound=len(self.bound),
            exact=self.exact,
            purity=wanted.pure_runs > 0,
            counted=counted,
            own=self.own,
        )
        walk = made.walk
        bound, bound_any = self._bind(walk)
        most = self._load_cards(walk, pools)
        discard = self._load_discard(walk, pools)
        self._load_demand(walk, pools, counted)
        kept: tuple[Kept, ...] = ()
        if weights.change:
            ways = kept_ways(self.problem, rules, pools, bound, bound_any)
            kept = tuple(sorted(ways, key=lambda entry: (entry.place, entry.number)))
        if kept:
            most += load_kept(walk, kept, weights)
        else:
            walk.keep_nothing()
        walk.begin()
        return WalkQuestion(
            walk=walk,
            made=made,
            most=most - self.offset + discard,
            offset=self.offset,
            discard=discard,
            pools=pools,
            wanted=wanted,
            weights=weights,
            own=self.own,
            bound_sets=self._bound_sets() if self.bound else {},
            split=self.split,
            kept=kept,
        )

    def _bound_sets(self) -> dict[int, int]:
        """How many wilds are bound to sets of the rank of each place."""
        return dict(Counter(self.rules.set_place(card.rank) for kind, card in self.bound if kind == "set"))

    def _pools(self) -> Iterable[Wilds]:
        """Jokers, then wild ranks; the table's apart where it matters which is where."""
        rules = self.rules
        for kind in (JOKER, RANKED):
            mine = rules.ranked_cells if kind == RANKED else JOKER_CELLS
            count, theirs = sum([self.hand[cell] for cell in mine]), self.free[kind]
            if not count and not theirs:
                continue
            by_card = kind == RANKED and rules.natural_rank > 0
            owed = 0 if by_card or not self.must else sum(n for card, n in self.must.items() if cell_of(card) in mine)
            spare = count - owed
            if theirs and count and not self.own and rules.constant[kind]:
                yield Wilds(kind, True, count + theirs, spare, theirs)
                continue
            if count:
                yield Wilds(kind, True, count, spare, 0)
            if theirs:
                yield Wilds(kind, False, theirs, 0, theirs)

    def _load_cards(self, walk: Any, pools: tuple[Wilds, ...]) -> int:
        """Cards and what they lose, aces of the hand beside a table's by themselves; returns what could be gained."""
        rules, weights = self.rules, self.weights
        costs = rules.cost_tables(weights)
        must, used = self._owed() if self.must else (NO_CARDS, NONE_USED)
        walk.hold_wilds([(pool.number, pool.spare) for pool in pools], used)
        most: int = walk.hold(self.hand, self.table, must, rules.cell_pairs, costs.price)
        if self.rearranges and 1 in rules.differing:
            mine, theirs = self.hand[4:8], self.table[4:8]
            self.split = [number if other else 0 for number, other in zip(mine, theirs, strict=True)]
            most -= sum([a + b for a, b in zip(mine, theirs, strict=True) if a and b]) * costs.price[4]
        if any(self.split):
            most += self._price_aces(walk, costs)
        else:
            walk.price_no_aces()
        key = (weights, tuple([(pool.kind, pool.own) for pool in pools]))
        losses = rules.losses.get(key)
        if losses is None:
            if len(rules.losses) > MOST_LOADED:
                rules.losses.clear()
            losses = rules.losses[key] = self._losses(pools, costs)
        for k, pool in enumerate(pools):
            most += pool.number * losses.pool_dead[k]
            if pool.theirs and pool.own:
                self.offset += pool.theirs * costs.wild_gains[pool.kind][0][1]
        walk.price(losses, weights.meld)
        return most

    def _bind(self, walk: Any) -> tuple[Sequence[int], Sequence[int]]:
        """Load how many wilds are bound to each place and suit, and to each rank of sets."""
        rules = self.rules
        if not self.bound:
            walk.bind_nothing()
            return NO_CARDS, NO_CARDS
        bound, bound_any = array("i", bytes(4 * CELLS)), array("i", bytes(4 * PLACES))
        for kind, card in self.bound:
            if kind == "set":
                bound_any[rules.set_place(card.rank)] += 1
            else:
                for place in rules.places_of(card.rank):
                    bound[place * 4 + card.suit - 1] += 1
        if max(bound) > 2 or max(bound_any) > 3:
            raise EngineDeclined(say("sweep takes at most two wilds bound to one tile (table.jokers)"))
        walk.bind(bound, bound_any)
        return bound, bound_any

    def _owed(self) -> tuple[bytes, Any]:
        """How many of each kind must be laid, and by suit how many of a wild rank that can be natural."""
        natural = self.rules.natural_rank
        must = unpacked(packed_numbers((card, n) for card, n in self.must.items() if card.rank != natural))
        used = [self.must.get(Card(natural, s + 1), 0) if natural else 0 for s in range(4)]
        if max(used) > 7:
            raise EngineDeclined(say("sweep takes at most seven wild cards that must be laid (wilds.ranks)"))
        return must, array("i", used)

    def _price_aces(self, walk: Any, costs: Costs) -> int:
        """Price aces of the hand beside a table's by themselves; returns what they could gain."""
        if self.own:
            raise EngineDeclined(say("sweep takes no opening with own cards and an ace beside a table's (points.ace)"))
        in_run, in_set = costs.gains
        low, high = in_run[1], in_run[self.rules.last] if self.rules.carries else 0
        gains = array("q", [low, high, in_set[1], max(low, high, in_set[1])])
        if min(gains) < 0:
            raise EngineDeclined(say("sweep takes no ace that loses by being laid beside a table's (points.ace)"))
        walk.price_aces(array("i", self.split), gains)
        return sum(self.split) * gains[3]

    def _losses(self, pools: tuple[Wilds, ...], costs: Costs) -> Losses:
        """What naturals lose in runs, in sets and left over, and what wilds of a pool do, in arrays for the walk."""
        rules = self.rules
        run_cost, set_cost, dead_cost = costs.run_cost, costs.set_cost, costs.dead_cost
        pool_run, pool_set, pool_dead = [0] * CELLS, [0] * CELLS, [0] * 4
        for k, pool in enumerate(pools):
            if not pool.own:
                continue
            runs, sets = costs.wild_gains[pool.kind]
            best = max(0, *runs[1:], *sets[1:])
            if pool.kind == RANKED and rules.natural_rank:
                in_run, in_set = costs.gains
                natural = rules.natural_rank
                best = max(best, in_run[natural], in_set[natural])
                run_cost, set_cost, dead_cost = run_cost[:], set_cost[:], dead_cost[:]
                for s in range(4):
                    run_cost[natural * 4 + s] = best - in_run[natural]
                    set_cost[natural * 4 + s] = best - in_set[natural]
                    dead_cost[natural * 4 + s] = 0
            for place in range(1, rules.last + 1):
                pool_run[k * 32 + place] = best - runs[place]
                pool_set[k * 32 + place] = best - sets[place]
            pool_dead[k] = best
        wilds = (array("q", pool_run), array("q", pool_set), array("q", pool_dead))
        return Losses(run_cost, set_cost, dead_cost, *wilds)

    def _load_discard(self, walk: Any, pools: tuple[Wilds, ...]) -> int:
        if self.problem.discard == "none":
            walk.discard_nothing()
            return 0
        rules, hand = self.rules, self.rules.points.hand
        gains = {rank: self.weights.discard_gain(hand[rank]) for rank in {card.rank for card in self.problem.hand}}
        if min(gains.values()) < 0:
            raise EngineDeclined(say("sweep takes no card that costs less than nothing in hand (points.ranks)"))
        ordered = sorted(set(gains.values()))
        if len(ordered) > 30:
            raise EngineDeclined(say("sweep takes at most 30 different hand values (points.ranks)"))
        level = [0] * CELLS
        pool_level = [0] * 4
        for card in self.problem.hand:
            number = ordered.index(gains[card.rank]) + 1
            if card.is_joker or card.rank in rules.wild_ranks:
                kind = JOKER if card.is_joker else RANKED
                for k, pool in enumerate(pools):
                    if pool.kind == kind and pool.own:
                        pool_level[k] = number
                continue
            for place in rules.places_of(card.rank):
                level[place * 4 + card.suit - 1] = number
        walk.may_discard(
            DISCARD_NUMBERS[self.problem.discard],
            array("i", level),
            array("i", pool_level),
            array("q", [0, *ordered] + [0] * (31 - len(ordered))),
        )
        walk.set_best_level(len(ordered))
        return ordered[-1]

    def _load_demand(self, walk: Any, pools: tuple[Wilds, ...], counted: bool) -> None:
        wanted, rules = self.wanted, self.rules
        if not wanted.demand:
            walk.demand(0, 0, 0, 0, not (wanted.sets and wanted.melds), not wanted.melds, False)
            return
        worths = rules.points.opening
        unit = self._unit(worths)
        need = -(-wanted.points // unit)
        if need > 60_000 or max(wanted.pure_runs, wanted.runs) > 60:
            raise EngineDeclined(say("sweep does not take so large an opening (opening.points)"))
        run, in_set = [0] * 32, [0] * 32
        pool_run, pool_set, pool_most = [0] * CELLS, [0] * CELLS, [0] * 4
        for place in range(1, rules.last + 1):
            rank = rules.settings.rank_at(place)
            run[place] = worths.natural_in_run[place] // unit
            in_set[place] = worths.natural_in_set[rank] // unit
            for k, pool in enumerate(pools):
                tables = (
                    (worths.joker_in_run, worths.joker_in_set)
                    if pool.kind == JOKER
                    else (worths.ranked_in_run, worths.ranked_in_set)
                )
                pool_run[k * 32 + place] = tables[0][place] // unit
                pool_set[k * 32 + place] = tables[1][rank] // unit
                natural = 0
                if pool.kind == RANKED and rules.natural_rank:
                    natural = max(run[rules.natural_rank], in_set[rules.natural_rank])
                pool_most[k] = max(pool_most[k], pool_run[k * 32 + place], pool_set[k * 32 + place], natural)
        walk.opening_points(
            array("i", run), array("i", in_set), array("i", pool_run), array("i", pool_set), array("i", pool_most)
        )
        walk.demand(need, wanted.pure_runs, wanted.runs, wanted.new_melds, not wanted.sets, False, counted)

    def _unit(self, worths: Worths) -> int:
        """The greatest unit in which all opening points are whole."""
        unit = 0
        for table in worths:
            for number in table:
                unit = gcd(unit, number)
        return max(unit, 1)
