"""From a problem to the numbers a walk takes, and the walks themselves, kept by what they were made for."""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import msgspec

from meldproof.arranging.automaton import JOKER, RANKED
from meldproof.arranging.machines import RunMachine
from meldproof.arranging.model import Wanted
from meldproof.arranging.problem import LOWER_IS_BETTER, Problem
from meldproof.arranging.sweep_choice import pricer_class, walk_class
from meldproof.arranging.sweep_shape import (
    Pool,
    Shape,
    decline_rules,
    machine_for,
    make_shape,
    natural_rank,
    set_source,
)
from meldproof.arranging.tables import TableCase
from meldproof.cards import Card, Deck
from meldproof.errors import EngineDeclined
from meldproof.notation import represented
from meldproof.rules.worth import PointTables, Worths, point_tables
from meldproof.variant.vocabulary import Settings

CELLS = 128
MOST_LOSS = 1 << 55
MOST_KEPT = 64
MOST_TABLE = 60


class Weights(msgspec.Struct, frozen=True):
    """What the figures of an objective weigh against each other, as one whole number; a meld costs `meld`."""

    objective: tuple[str, ...]
    weights: tuple[int, ...]
    change: int
    meld: int

    def gain(self, points: int, cards: int, hand: int) -> int:
        """What laying cards gains over leaving them: their points, their number, what they cost in hand."""
        gains = {
            "deadwood_points": hand,
            "melded_points": points,
            "melded_cards": cards,
            "deadwood_cards": cards,
            "score": points + hand,
        }
        return sum(w * gains.get(name, 0) for name, w in zip(self.objective, self.weights, strict=True))

    def discard_gain(self, hand: int) -> int:
        """What discarding a card gains over leaving it."""
        gains = {"deadwood_points": hand, "deadwood_cards": 1, "score": hand}
        return sum(w * gains.get(name, 0) for name, w in zip(self.objective, self.weights, strict=True))


def make_weights(objective: Sequence[str], cards: int, most_points: int, table: int, *, melds: bool) -> Weights:
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
    weight = cards + table + 1 if melds else 1
    weights: list[int] = []
    for name in reversed(objective):
        weights.append(weight)
        weight *= spans[name] + 1
    if weight > MOST_LOSS:
        raise EngineDeclined(f"the objective {','.join(objective)} has figures too large for sweep's whole numbers")
    weights.reverse()
    change = next((w for name, w in zip(objective, weights, strict=True) if name == "table_changes"), 0)
    return Weights(tuple(objective), tuple(weights), change, 1 if melds else 0)


class Costs(msgspec.Struct, frozen=True):
    """Arrays for `Walk.price`, `.opening_points` and the bound they are measured against, per card: `price[rank]`."""

    price: tuple[int, ...]
    run_cost: Any
    set_cost: Any
    dead_cost: Any
    gains: tuple[tuple[int, ...], tuple[int, ...]]
    wild_gains: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


class Rules:
    """A variant's settings and deck, and all that was compiled from them."""

    def __init__(self, settings: Settings, deck: Deck) -> None:
        decline_rules(settings, deck)
        self.settings = settings
        self.deck = deck
        self.points: PointTables = point_tables(settings)
        self.ranks = len(deck.ranks)
        self.wild_ranks = frozenset(settings.deck.ranks.index(name) + 1 for name in settings.wilds.ranks)
        self.natural_rank = natural_rank(settings)
        self.first = 2 if settings.run.ends == "high" else 1
        self.last = self.ranks + (settings.run.ends != "low")
        self.carries = settings.run.ends != "low"
        tables = (*self.points.melded, self.points.hand)
        self.most_points = max(abs(number) for table in tables for number in table)
        self.constant = {
            JOKER: _is_constant(self.points.melded.joker_in_run, self.points.melded.joker_in_set),
            RANKED: _is_constant(self.points.melded.ranked_in_run, self.points.melded.ranked_in_set),
        }
        self.walks: OrderedDict[object, tuple[Any, RunMachine, Shape]] = OrderedDict()
        self.costs: dict[object, Costs] = {}
        self.pricers: dict[object, tuple[Any, RunMachine]] = {}

    def walk(
        self, pools: tuple[Pool, ...], *, bound: int, exact: bool, purity: bool, counted: bool, own: bool
    ) -> tuple[Any, RunMachine, Shape]:
        """The walk for such pools and demands, made once, with its run machine and its shape."""
        key = (pools, bound, exact, purity, counted, own)
        found = self.walks.get(key)
        if found is None:
            shape = make_shape(self.settings, self.deck, pools, bound=bound)
            machine = machine_for(self.settings, shape, exact=exact, purity=purity, own=own)
            walk = walk_class()(shape, machine, set_source(self.settings, shape, counted=counted, own=own))
            found = self.walks[key] = (walk, machine, shape)
            while len(self.walks) > MOST_KEPT:
                self.walks.popitem(last=False)
        return found

    def pricer(self, question: Question, patterns: Callable[[Rules, Shape], object]) -> Any:
        """The pricer for a question's shape, made once."""
        key = (question.shape, id(question.machine))
        found = self.pricers.get(key)
        if found is None:
            found = pricer_class()(question.shape, question.machine, patterns(self, question.shape))
            self.pricers[key] = (found, question.machine)
            return found
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
        if len(self.costs) > MOST_KEPT:
            self.costs.clear()
        worths, hand = self.points.melded, self.points.hand
        in_run = [0] * 32
        in_set = [0] * 32
        for place in range(1, self.last + 1):
            rank = (place - 1) % self.ranks + 1
            in_run[place] = weights.gain(worths.natural_in_run[place], 1, hand[rank])
            in_set[place] = weights.gain(worths.natural_in_set[rank], 1, hand[rank])
        price = [0] * (self.ranks + 1)
        for rank in range(1, self.ranks + 1):
            roles = [in_run[place] for place in self.places_of(rank)] + [in_set[rank]]
            price[rank] = max(0, *roles)
        run_cost, set_cost, dead_cost = [0] * CELLS, [0] * CELLS, [0] * CELLS
        for place in range(1, self.last + 1):
            best = price[(place - 1) % self.ranks + 1]
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
                weights.gain(table_set[(place - 1) % self.ranks + 1], 1, cost) for place in range(1, self.last + 1)
            )
            wild_gains[kind] = ((0, *runs), (0, *sets))
        found = Costs(
            tuple(price),
            array("q", run_cost),
            array("q", set_cost),
            array("q", dead_cost),
            (tuple(in_run), tuple(in_set)),
            wild_gains,
        )
        self.costs[weights] = found
        return found


_RULES: OrderedDict[int, tuple[Settings, dict[Deck, Rules]]] = OrderedDict()


def rules_of(settings: Settings, deck: Deck) -> Rules:
    """The compiled rules, made once for a settings object and a deck. Raises EngineDeclined."""
    key = id(settings)
    entry = _RULES.get(key)
    if entry is None or entry[0] is not settings:
        entry = (settings, {})
        _RULES[key] = entry
        while len(_RULES) > 32:
            _RULES.popitem(last=False)
    by_deck = entry[1]
    found = by_deck.get(deck)
    if found is None:
        found = by_deck[deck] = Rules(settings, deck)
    return found


def _suits_differ(sources: Sequence[Source], cells: Sequence[int], is_run: bool) -> bool:
    """Whether wilds that are bound to tiles leave a set's suits distinct."""
    if is_run:
        return True
    held = [cell for cell in cells] + [entry.cell for entry in sources if entry.pool < 0 <= entry.cell]
    return len(set(held)) == len(held)


def _is_constant(*tables: Iterable[int]) -> bool:
    return len({number for table in tables for number in list(table)[1:]}) <= 1


class Wilds(NamedTuple):
    """A pool of one question: how many there are, how many may be left, how many of them are the table's.

    `theirs` counts table wilds inside a pool that counts as the hand's; `wild` cards of a pool of its own have no gain.
    """

    kind: int
    own: bool
    count: int
    spare: int
    theirs: int


class Source(NamedTuple):
    """Where the wild of a kept meld's slot comes from: `pool` (-1: bound), and the cell it stands at (-1: any suit)."""

    pool: int
    cell: int


class Kept(NamedTuple):
    """A way for a table meld to stay as it is: its number, its naturals' cells, where its wilds come from.

    A joker for a joker changes nothing, so a meld with wilds can stay in several ways.
    """

    number: int
    place: int
    last: int
    is_run: bool
    cells: tuple[int, ...]
    sources: tuple[Source, ...]


class Question(NamedTuple):
    """A loaded walk, and how its losses read: `factor` times the gain is `most` - loss.

    `offset` and `discard` are what `most` holds beside the cards' prices; `costs`, `spare` and `split` what was loaded.
    """

    walk: Any
    machine: RunMachine
    shape: Shape
    most: int
    factor: int
    offset: int
    discard: int
    pools: tuple[Wilds, ...]
    case: TableCase
    wanted: Wanted
    weights: Weights
    own: bool
    bound_sets: dict[int, int]
    same_suit: bool
    smallest: int
    costs: tuple[Any, ...]
    spare: Any
    split: tuple[int, ...]
    kept: tuple[Kept, ...]


def ask(problem: Problem, rules: Rules, weights: Weights, case: TableCase, wanted: Wanted, *, exact: bool) -> Question:
    """Load a walk with one case of a problem."""
    asked = _Asking(problem, rules, weights, case, wanted, exact)
    return asked.question()


class _Asking:
    def __init__(
        self, problem: Problem, rules: Rules, weights: Weights, case: TableCase, wanted: Wanted, exact: bool
    ) -> None:
        self.problem, self.rules, self.weights, self.case, self.wanted = problem, rules, weights, case, wanted
        opening = problem.opening
        self.own = problem.rearranges and opening is not None and opening.own_cards
        self.exact = exact
        self.hand = Counter(problem.hand)
        self.table: Counter[Card] = Counter()
        self.bound: list[tuple[str, Card]] = []
        self.free: Counter[int] = Counter()
        if problem.rearranges:
            self._read_table()
        use, must_lay = Counter(problem.use), Counter(case.must_lay)
        self.must = Counter({card: max(use[card], must_lay[card]) for card in (*use, *must_lay)})

    def _read_table(self) -> None:
        for number, meld in enumerate(self.problem.table):
            for index, slot in enumerate(meld.slots):
                if not slot.wild:
                    self.table[slot.card] += 1
                elif (number, index) in self.case.free:
                    self.free[JOKER if slot.card.is_joker else RANKED] += 1
                elif not slot.card.is_joker:
                    raise EngineDeclined("sweep does not take bound wilds of a wild rank on a table (wilds.ranks)")
                elif meld.kind == "run":
                    self.bound.append(("run", represented(slot, self.problem.deck)))
                else:
                    self.bound.append(("set", Card(slot.place, 0)))
        if self.rules.natural_rank:
            raise EngineDeclined("sweep does not rearrange a table where a wild rank can be natural (wilds.natural)")

    def question(self) -> Question:
        rules = self.rules
        demand = self.wanted.demand
        pools = tuple(self._pools())
        counted = bool(demand) and (self.own or not rules.settings.opening.repeated_suits)
        purity = self.wanted.pure_runs > 0
        walk, machine, shape = rules.walk(
            tuple(Pool(pool.kind, pool.own, pool.count) for pool in pools),
            bound=len(self.bound),
            exact=self.exact,
            purity=purity,
            counted=counted,
            own=self.own,
        )
        self.offset = 0
        most = self._load_cards(walk, pools, rules.cost_tables(self.weights))
        discard = self._load_discard(walk, pools)
        self._load_demand(walk, pools, counted)
        kept = tuple(sorted(self._kept(pools), key=lambda entry: (entry.place, entry.number))) if self.weights.change else ()
        if kept:
            most += self._load_kept(walk, kept)
        else:
            walk.keep_nothing()
        walk.begin()
        return Question(
            walk,
            machine,
            shape,
            most - self.offset + discard,
            1,
            self.offset,
            discard,
            pools,
            self.case,
            self.wanted,
            self.weights,
            self.own,
            dict(Counter(rules.set_place(card.rank) for kind, card in self.bound if kind == "set")),
            rules.settings.set.suits == "same",
            min(rules.settings.run.min, rules.settings.set.min),
            self.costs,
            self.spare,
            tuple(self.split),
            kept,
        )

    def _pools(self) -> Iterable[Wilds]:
        """Jokers, then wild ranks; the table's apart where it matters which is where."""
        rules = self.rules
        for kind in (JOKER, RANKED):
            mine = {
                card: n
                for card, n in self.hand.items()
                if (card.is_joker if kind == JOKER else card.rank in rules.wild_ranks)
            }
            count, theirs = sum(mine.values()), self.free[kind]
            by_card = kind == RANKED and rules.natural_rank > 0
            spare = count - (0 if by_card else sum(self.must[card] for card in mine))
            if theirs and count and not self.own and rules.constant[kind]:
                yield Wilds(kind, True, count + theirs, spare, theirs)
                continue
            if count:
                yield Wilds(kind, True, count, spare, 0)
            if theirs:
                yield Wilds(kind, False, theirs, 0, theirs)

    def _load_cards(self, walk: Any, pools: tuple[Wilds, ...], costs: Costs) -> int:
        rules = self.rules
        naturals, spare, own, bound = [0] * CELLS, [0] * CELLS, [0] * CELLS, [0] * CELLS
        bound_any = [0] * 32
        most = 0
        split = [0] * 4
        for card in {*self.hand, *self.table}:
            if card.is_joker or (card.rank in rules.wild_ranks and card.rank != rules.natural_rank):
                continue
            mine, theirs = self.hand[card], self.table[card]
            natural_wild = card.rank == rules.natural_rank
            for place in rules.places_of(card.rank):
                cell = place * 4 + card.suit - 1
                naturals[cell] = mine + theirs
                spare[cell] = mine - (0 if natural_wild else self.must[card])
                own[cell] = mine
            if natural_wild:
                continue
            if theirs and mine and self._differs(card):
                split[card.suit - 1] = mine
            elif mine:
                most += (mine + theirs) * costs.price[card.rank]
        for kind, card in self.bound:
            if kind == "set":
                bound_any[rules.set_place(card.rank)] += 1
            else:
                for place in rules.places_of(card.rank):
                    bound[place * 4 + card.suit - 1] += 1
        self.bound_cells, self.bound_any = bound, bound_any
        if max(bound) > 2 or max(bound_any) > 3:
            raise EngineDeclined("sweep takes at most two wilds bound to one tile (table.jokers)")
        used = [self.must[Card(rules.natural_rank, s + 1)] if rules.natural_rank else 0 for s in range(4)]
        if max(used) > 7:
            raise EngineDeclined("sweep takes at most seven wild cards that must be laid (wilds.ranks)")
        self.spare, self.split = array("i", spare), split
        walk.hold(
            array("i", naturals),
            self.spare,
            array("i", own),
            array("i", bound),
            array("i", bound_any),
            array("i", [pool.count for pool in pools] + [0] * (4 - len(pools))),
            array("i", [pool.spare for pool in pools] + [0] * (4 - len(pools))),
            array("i", used),
        )
        return most + self._load_costs(walk, pools, costs, split)

    def _differs(self, card: Card) -> bool:
        if card.rank != 1:
            return False
        worths = self.rules.points.melded
        roles = {worths.natural_in_run[place] for place in self.rules.places_of(1)}
        return len(roles | {worths.natural_in_set[1]}) > 1

    def _load_costs(self, walk: Any, pools: tuple[Wilds, ...], costs: Costs, split: list[int]) -> int:
        """Prices of the question; cards only the table has are worth nothing wherever they lie."""
        rules = self.rules
        run_cost, set_cost, dead_cost = costs.run_cost, costs.set_cost, costs.dead_cost
        most = 0
        ace_gain = [0] * 4
        zero = [card for card in self.table if not self.hand[card]] + [Card(1, s + 1) for s in range(4) if split[s]]
        if zero:
            run_cost, set_cost, dead_cost = array("q", run_cost), array("q", set_cost), array("q", dead_cost)
            for card in zero:
                for place in rules.places_of(card.rank):
                    cell = place * 4 + card.suit - 1
                    run_cost[cell] = set_cost[cell] = dead_cost[cell] = 0
        if any(split):
            in_run, in_set = costs.gains
            low, high = in_run[1], in_run[rules.last] if rules.carries else 0
            ace_gain = [low, high, in_set[1], max(low, high, in_set[1])]
            if min(ace_gain) < 0:
                raise EngineDeclined("sweep takes no ace that loses by being laid beside a table's (points.ace)")
            most += sum(split) * ace_gain[3]
        pool_run, pool_set, pool_dead = [0] * CELLS, [0] * CELLS, [0] * 4
        for k, pool in enumerate(pools):
            runs, sets = costs.wild_gains[pool.kind]
            best = max(0, *runs[1:], *sets[1:]) if pool.own else 0
            if pool.own and pool.kind == RANKED and rules.natural_rank:
                in_run, in_set = costs.gains
                natural = rules.natural_rank
                best = max(best, in_run[natural], in_set[natural])
                run_cost, set_cost, dead_cost = array("q", run_cost), array("q", set_cost), array("q", dead_cost)
                for s in range(4):
                    run_cost[natural * 4 + s] = best - in_run[natural]
                    set_cost[natural * 4 + s] = best - in_set[natural]
                    dead_cost[natural * 4 + s] = 0
            for place in range(1, rules.last + 1):
                pool_run[k * 32 + place] = best - runs[place] if pool.own else 0
                pool_set[k * 32 + place] = best - sets[place] if pool.own else 0
            pool_dead[k] = best
            most += pool.count * best
            self.offset += pool.theirs * (runs[1] if pool.own else 0)
        self.costs = (run_cost, set_cost, dead_cost, array("q", pool_run), array("q", pool_set), array("q", pool_dead))
        walk.price(*self.costs, self.weights.meld)
        walk.set_grain(1)
        walk.aces(array("i", split), array("q", ace_gain))
        return most

    def _kept(self, pools: tuple[Wilds, ...]) -> Iterable[Kept]:
        """The ways for the table's melds to stay, those of a meld one after another."""
        rules = self.rules
        for number, meld in enumerate(self.problem.table if self.problem.rearranges else ()):
            is_run = meld.kind == "run"
            place = meld.slots[0].place if is_run else rules.set_place(meld.slots[0].place)
            cells, wilds = [], []
            for slot in meld.slots:
                at = slot.place if is_run else place
                if slot.wild:
                    kind = JOKER if slot.card.is_joker else RANKED
                    wilds.append(tuple(self._sources(pools, kind, at, slot.as_suit, is_run)))
                else:
                    cells.append(at * 4 + slot.suit - 1)
            seen = set()
            for sources in product(*wilds):
                used = sources if is_run else tuple(sorted(sources))
                if used not in seen and self._available(used, pools) and _suits_differ(used, cells, is_run):
                    seen.add(used)
                    yield Kept(number, place, meld.slots[-1].place, is_run, tuple(cells), used)

    def _sources(
        self, pools: tuple[Wilds, ...], kind: int, place: int, suit: int, is_run: bool
    ) -> Iterable[Source]:
        """What can fill a kept meld's wild slot."""
        for k, pool in enumerate(pools):
            if pool.kind == kind:
                yield Source(k, place * 4 + suit - 1 if is_run else place * 4)
        if kind == JOKER:
            for s in range(4):
                if self.bound_cells[place * 4 + s] and (not is_run or s == suit - 1):
                    yield Source(-1, place * 4 + s)
            if not is_run and self.bound_any[place]:
                yield Source(-1, -1)

    def _available(self, sources: Sequence[Source], pools: tuple[Wilds, ...]) -> bool:
        for source, count in Counter((entry.pool, entry.cell if entry.pool < 0 else 0) for entry in sources).items():
            pool, cell = source
            if pool >= 0:
                have = pools[pool].count
            else:
                have = self.bound_cells[cell] if cell >= 0 else max(self.bound_any)
            if count > have:
                return False
        return True

    def _load_kept(self, walk: Any, kept: tuple[Kept, ...]) -> int:
        """Load the ways for table melds to stay; returns what they gain if all do."""
        if len(kept) > MOST_TABLE:
            raise EngineDeclined(f"sweep counts changes of at most {MOST_TABLE} table melds (table_changes)")
        run_cost, set_cost, _, pool_run, pool_set, _ = self.costs
        at, outlasts, following = [0] * 36, [0] * 34, [0] * 64
        naturals, bound, wilds, loss = [0] * 64, [0] * 64, [0] * 64, [0] * 64
        covers, covers_bound = [0] * CELLS, [0] * CELLS
        for i, entry in enumerate(kept):
            following[i] = i + next((n for n, other in enumerate(kept[i:]) if other.number != entry.number), len(kept) - i)
            loss[i] = self.weights.meld
            for place in range(entry.place + 1, 36):
                at[place] += 1
            for cell in entry.cells:
                loss[i] += run_cost[cell] if entry.is_run else set_cost[cell]
                if entry.is_run:
                    covers[cell] |= 1 << i
                else:
                    naturals[i] += 1 << (4 * (cell % 4))
            for pool, cell in entry.sources:
                if pool >= 0:
                    wilds[i] += 1 << (8 * pool)
                    loss[i] += (pool_run if entry.is_run else pool_set)[pool * 32 + cell // 4]
                elif entry.is_run:
                    covers_bound[cell] |= 1 << i
                else:
                    bound[i] += 1 << (16 if cell < 0 else 4 * (cell % 4))
            for place in range(entry.place, entry.last if entry.is_run else entry.place):
                outlasts[place] |= 1 << i
        number = len(kept)
        walk.may_keep(
            array("i", at),
            array("i", following),
            array("i", [int(entry.is_run) for entry in kept]),
            array("q", naturals),
            array("q", bound),
            array("q", wilds),
            array("q", loss[:number]),
            array("q", [self.weights.change] * number),
            array("q", covers),
            array("q", covers_bound),
            array("q", outlasts),
        )
        return self.weights.change * len({entry.number for entry in kept})

    def _load_discard(self, walk: Any, pools: tuple[Wilds, ...]) -> int:
        if self.problem.discard == "none":
            walk.may_discard(0, array("i", [0] * CELLS), array("i", [0] * 4), array("q", [0] * 32))
            walk.set_best_level(0)
            return 0
        rules, hand = self.rules, self.rules.points.hand
        gains = {rank: self.weights.discard_gain(hand[rank]) for rank in {card.rank for card in self.hand}}
        if min(gains.values()) < 0:
            raise EngineDeclined("sweep takes no card that costs less than nothing in hand (points.ranks)")
        ordered = sorted(set(gains.values()))
        if len(ordered) > 30:
            raise EngineDeclined("sweep takes at most 30 different hand values (points.ranks)")
        level = [0] * CELLS
        pool_level = [0] * 4
        for card in self.hand:
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
            2 if self.problem.discard == "required" else 1,
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
        if min(number for table in worths for number in table) < 0:
            raise EngineDeclined("sweep takes no card that counts less than nothing toward an opening (opening.points)")
        unit = self._unit(worths)
        need = -(-wanted.points // unit)
        if max(need, wanted.pure_runs, wanted.runs) > 60:
            if need > 60_000 or max(wanted.pure_runs, wanted.runs) > 60:
                raise EngineDeclined("sweep does not take so large an opening (opening.points)")
        run, in_set = [0] * 32, [0] * 32
        pool_run, pool_set, pool_most = [0] * CELLS, [0] * CELLS, [0] * 4
        for place in range(1, rules.last + 1):
            rank = (place - 1) % rules.ranks + 1
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


__all__ = ["LOWER_IS_BETTER", "Question", "Rules", "Weights", "ask", "make_weights", "rules_of"]
