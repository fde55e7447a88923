"""An arrangement problem as a set-packing programme, and its solution read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from meldproof.arranging.columns import Candidate, Filled, Item, Maker, candidate_points
from meldproof.arranging.graph.search import Column, Demand, Programme, Resource
from meldproof.arranging.limits import MOST_COLUMNS, STEPS_A_COLUMN, OutOfTime, Watch
from meldproof.arranging.lying import LyingKey, lying_key
from meldproof.arranging.problem import Problem
from meldproof.arranging.scale import Scale
from meldproof.arranging.tables import TableCase
from meldproof.cards import Card, Meld
from meldproof.notation import represented
from meldproof.rules.demands import Need, most_melds, needs_of
from meldproof.rules.worth import points_of_meld
from meldproof.variants.values import Alternative
from meldproof.variants.values import Demand as Demanded


class Wanted(msgspec.Struct, frozen=True):
    """What the melds together must bring: an opening's demands, or a variant's requirement; `sets` may be barred.

    `needs` are other demands than runs; `most_melds` is how many new melds there may be (None: any number).
    """

    points: int = 0
    pure_runs: int = 0
    runs: int = 0
    new_melds: int = 0
    sets: bool = True
    melds: bool = True
    needs: tuple[Need, ...] = ()
    most_melds: int | None = None

    @property
    def demand(self) -> Demand:
        parts = (self.points, self.pure_runs, self.runs, self.new_melds, *(need.number for need in self.needs))
        return parts if any(parts) else ()

    @property
    def nothing(self) -> Demand:
        """What a column brings that meets nothing of it."""
        return (0,) * len(self.demand)


class Placed(msgspec.Struct, frozen=True):
    """A chosen meld: `grows` the table meld it grew from, `keeps` the one it still is, `opens` if it counts."""

    candidate: Candidate
    opens: bool = False
    grows: int | None = None
    keeps: LyingKey | None = None


class Discarded(msgspec.Struct, frozen=True):
    """A chosen discard: a card of an item."""

    item: int


class Model(msgspec.Struct, frozen=True):
    """A programme, the items its resources stand for, and the number of resources (table melds) before them."""

    programme: Programme
    items: tuple[Item, ...]
    first_item: int


Barred = Callable[[Candidate, Sequence[Item]], bool]
"""Whether a meld made of these items may not lie on the table."""


def build_model(
    problem: Problem,
    scale: Scale,
    case: TableCase,
    wanted: Wanted,
    *,
    watch: Watch | None = None,
    most_wilds: int | None = None,
    barred: Barred | None = None,
) -> Model:
    """The programme of a problem in one case of its table; with `most_wilds`, with only melds of so few wilds.

    Melds that are `barred` are left out. Raises OutOfTime where `watch` does, and for too many melds.
    """
    return _Builder(problem, scale, case, wanted, barred).model(watch, most_wilds)


def opening_points(problem: Problem, meld: Meld) -> int:
    """What a meld counts toward an opening."""
    suits = [slot.as_suit for slot in meld.slots]
    if meld.kind == "set" and not problem.settings.opening.repeated_suits and len(set(suits)) < len(suits):
        return 0
    return points_of_meld(meld, problem.points.opening)


class _Builder:
    def __init__(self, problem: Problem, scale: Scale, case: TableCase, wanted: Wanted, barred: Barred | None) -> None:
        self.problem, self.scale, self.case, self.wanted, self.barred = problem, scale, case, wanted, barred
        self.s = problem.settings
        self.points = problem.points
        self.grows = bool(problem.table) and not problem.rearranges
        self.items = tuple(make_items(problem, case))
        self.may_lay_off = problem.opening is None or self.s.layoff.start != "next-turn"
        self.first_item = len(problem.table) if self.grows else 0
        self.demand, self.nothing = wanted.demand, wanted.nothing
        opening = problem.opening
        self.splits_own = problem.rearranges and opening is not None and opening.own_cards
        self._number_resources()

    def _number_resources(self) -> None:
        """Table melds, items, the discard; then the secondary ones: own copies, spare copies, kept table melds."""
        first, items = self.first_item, self.items
        self.discard = first + len(items)
        secondary = self.discard + (self.problem.discard != "none")
        self.primary = secondary
        capacities: list[int] = []
        self.own: dict[int, int] = {}
        self.spare: dict[int, int] = {}
        for number, item in enumerate(items):
            if item.theirs and self.splits_own:
                self.own[number] = secondary + len(capacities)
                capacities.append(item.copies - item.theirs)
            if item.spare < item.copies and (self.problem.discard != "none" or number in self.own):
                self.spare[number] = secondary + len(capacities)
                capacities.append(item.spare)
        self.kept: dict[LyingKey, int] = {}
        if self.problem.rearranges:
            for key, count in Counter(lying_key(meld) for meld in self.problem.table).items():
                self.kept[key] = secondary + len(capacities)
                capacities.append(count)
        resources = [Resource(1, 0) for _ in range(first)]
        for number, item in enumerate(items):
            uses = tuple(table[number] for table in (self.own, self.spare) if number in table)
            resources.append(Resource(item.copies, item.spare, uses))
        if self.problem.discard != "none":
            resources.append(Resource(1, 0 if self.problem.discard == "required" else 1))
        self.new_meld = secondary + len(capacities)
        if self.wanted.most_melds is not None:
            capacities.append(self.wanted.most_melds)
        resources += [Resource(capacity, None) for capacity in capacities]
        self.resources = tuple(resources)

    def model(self, watch: Watch | None, most_wilds: int | None) -> Model:
        best: dict[tuple[tuple[int, int], ...], list[Column]] = {}
        watch = watch or Watch(None)
        for column in self._columns(watch, most_wilds):
            watch.step(STEPS_A_COLUMN)
            _keep_best(best.setdefault(column.usage, []), column)
            if len(best) > MOST_COLUMNS:
                raise OutOfTime
        columns = sorted((c for group in best.values() for c in group), key=_canonical)
        programme = Programme(self.resources, self.primary, tuple(columns), self.demand)
        return Model(programme, self.items, self.first_item)

    def _columns(self, watch: Watch, most_wilds: int | None) -> Iterator[Column]:
        longest = max((len(meld.slots) for meld in self.problem.table), default=0)
        swaps = not self.problem.rearranges
        maker = Maker(self.items, self.s, longest, most_wilds=most_wilds, swaps=swaps, watch=watch)
        if self.wanted.melds:
            for candidate in maker.melds():
                if self.barred is not None and self.barred(candidate, self.items):
                    continue
                if self.wanted.sets or candidate.kind == "run":
                    yield from self._meld_columns(candidate)
        if self.grows:
            for number, meld in enumerate(self.problem.table):
                kept = Candidate(meld.kind, tuple(Filled(slot, -1) for slot in meld.slots))
                yield Column(((number, 1),), 0, self._meets(None), Placed(kept, grows=number))
                for candidate in maker.grown(meld) if self.may_lay_off else ():
                    yield self._column(Placed(candidate, grows=number), melds=0, changes=1, meets=self._meets(None))
        if self.problem.discard != "none":
            yield from self._discards()

    def _meld_columns(self, candidate: Candidate) -> Iterator[Column]:
        """A new meld; where the table is rearranged, perhaps an old one, and an opening meld apart from the others."""
        if not self.splits_own:
            opens = self.problem.opening is not None
            yield self._column(Placed(candidate, opens=opens), meets=self._meets(candidate))
        else:
            yield self._column(Placed(candidate), meets=self._meets(None))
            if self._from_hand(candidate):
                yield self._column(Placed(candidate, opens=True), meets=self._meets(candidate))
        if (key := lying_key(candidate.meld)) in self.kept:
            yield self._column(Placed(candidate, keeps=key), changes=-1, meets=self._meets(None))

    def _from_hand(self, candidate: Candidate) -> bool:
        used = Counter(entry.item for entry in candidate.filled)
        return all(
            self.items[number].mine and count <= self.items[number].copies - self.items[number].theirs
            for number, count in used.items()
        )

    def _column(self, placed: Placed, *, melds: int = 1, changes: int = 0, meets: Demand) -> Column:
        candidate = placed.candidate
        used = Counter(entry.item for entry in candidate.filled if entry.item >= 0)
        mine = {number: count for number, count in used.items() if self.items[number].mine}
        hand = self.points.hand
        usage = {self.first_item + number: count for number, count in used.items()}
        if placed.grows is not None:
            usage[placed.grows] = 1
        elif self.wanted.most_melds is not None:
            usage[self.new_meld] = 1
        if placed.opens and self.splits_own:
            usage.update({self.own[number]: count for number, count in used.items() if number in self.own})
        if placed.keeps is not None:
            usage[self.kept[placed.keeps]] = 1
        gain = self.scale.gain(
            points=candidate_points(candidate, self.items, self.points.melded),
            cards=sum(mine.values()),
            hand_worth=sum(count * hand[self.items[number].card.rank] for number, count in mine.items()),
            changes=changes,
        )
        return Column(tuple(sorted(usage.items())), gain - melds, meets, placed)

    def _meets(self, candidate: Candidate | None) -> Demand:
        if not self.demand or candidate is None:
            return self.nothing
        is_run, meld = candidate.kind == "run", candidate.meld
        points = opening_points(self.problem, meld)
        met = (int(need.counts(meld)) for need in self.wanted.needs)
        return (points, is_run and candidate.is_pure, is_run, 1, *met)

    def _discards(self) -> Iterator[Column]:
        for number, item in enumerate(self.items):
            if item.mine and item.spare:
                usage = {self.first_item + number: 1, self.discard: 1}
                usage |= {table[number]: 1 for table in (self.own, self.spare) if number in table}
                gain = self.scale.discard_gain(self.points.hand[item.card.rank])
                yield Column(tuple(sorted(usage.items())), gain, self.nothing, Discarded(number))


def make_items(problem: Problem, case: TableCase) -> Iterator[Item]:
    """The problem's cards as items: the table's wilds first, naturals by rank, wild ranks, jokers."""
    s = problem.settings
    wild_ranks = s.wild_ranks
    pooled = s.wilds.natural == "never"
    table: Counter[Card] = Counter()
    if problem.rearranges:
        free: Counter[Card] = Counter()
        for number, meld in enumerate(problem.table):
            for index, slot in enumerate(meld.slots):
                if not slot.wild:
                    table[slot.card] += 1
                elif (number, index) in case.free:
                    free[slot.card] += 1
                elif meld.kind == "run":
                    yield Item(slot.card, 1, False, 0, bound_run=represented(slot, problem.deck))
                else:
                    yield Item(slot.card, 1, False, 0, bound_set=slot.place)
        for card, count in sorted(free.items()):
            yield Item(card, count, False, 0, pooled=pooled and not card.is_joker)
    hand = Counter(problem.hand)
    must = Counter(problem.use) + Counter(case.must_lay)
    # `use` asks that a card be laid, `must_lay` that some copies be: one lay serves both.
    must = Counter({card: max(problem.use.count(card), case.must_lay.count(card)) for card in must})
    plain = sorted({card for card in (*hand, *table) if card.rank and card.rank not in wild_ranks}, key=_by_rank)
    for card in plain:
        mine, theirs = hand[card], table[card]
        if mine and theirs and _differs_by_place(card, problem):
            yield Item(card, theirs, False, 0)
            yield Item(card, mine, True, mine - must[card])
        else:
            yield Item(card, mine + theirs, mine > 0, mine - must[card], theirs=theirs if mine else 0)
    ranked = sorted(card for card in hand if card.rank in wild_ranks)
    if pooled and ranked:
        total = sum(hand[card] for card in ranked)
        yield Item(ranked[0], total, True, total - sum(must[card] for card in ranked), pooled=True)
    else:
        for card in sorted(card for card in table if card.rank in wild_ranks):
            yield Item(card, table[card], False, 0)
        for card in ranked:
            yield Item(card, hand[card], True, hand[card] - must[card])
    for card in hand:
        if card.is_joker:
            yield Item(card, hand[card], True, hand[card] - must[card])


def _by_rank(card: Card) -> tuple[int, int]:
    return (card.rank, card.suit)


def _differs_by_place(card: Card, problem: Problem) -> bool:
    ace = problem.settings.points.ace
    return card.rank == 1 and len({ace.low, ace.high, ace.set}) > 1


def _canonical(column: Column) -> tuple[int, object]:
    if isinstance(column.source, Placed):
        placed = column.source
        return (
            0,
            (placed.candidate.meld, placed.opens, placed.keeps is None, -1 if placed.grows is None else placed.grows),
        )
    assert isinstance(column.source, Discarded)
    return (1, column.source.item)


def _keep_best(group: list[Column], column: Column) -> None:
    """Keep only columns that no other of the same usage matches in gain and every demand; of two equal the first."""
    for other in group:
        if other.gain >= column.gain and all(a >= b for a, b in zip(other.meets, column.meets, strict=True)):
            if (other.gain, other.meets) == (column.gain, column.meets) and _canonical(column) < _canonical(other):
                break
            return
    group[:] = [
        other
        for other in group
        if other.gain > column.gain or any(a > b for a, b in zip(other.meets, column.meets, strict=True))
    ]
    group.append(column)


def demand_cases(problem: Problem) -> Sequence[Wanted]:
    """What the melds must bring, in cases of which one must hold: of an opening's lists, of a graded requirement."""
    opening = problem.opening
    if opening is None:
        return requirement_cases(problem, Wanted())
    plain = Wanted(points=opening.points, pure_runs=opening.pure_runs, new_melds=1)
    lists = [_with_melds(plain, alternative, problem) for alternative in opening.melds.alternatives]
    return [case for wanted in lists or [plain] for case in requirement_cases(problem, wanted)]


_RUN = Demanded(kind="run")
_PURE_RUN = Demanded(kind="run", wilds=0)


def _with_melds(wanted: Wanted, alternative: Alternative, problem: Problem) -> Wanted:
    """An opening that also demands melds; runs and pure runs are counted as such."""
    needs = {need.demands: need.number for need in needs_of(alternative, problem.settings)}
    pure, runs = needs.pop((_PURE_RUN,), 0), needs.pop((_RUN,), 0)
    return msgspec.structs.replace(
        wanted,
        pure_runs=max(wanted.pure_runs, pure),
        runs=runs,
        needs=tuple(Need(*entry) for entry in needs.items()),
        most_melds=most_melds(alternative),
    )


def requirement_cases(problem: Problem, wanted: Wanted) -> Sequence[Wanted]:
    """A variant's graded requirement as cases: everything counts, only runs count, nothing counts."""
    if problem.only_grows:
        return (msgspec.structs.replace(wanted, melds=False),)
    need = problem.settings.requirement
    if not need.pure_runs and not need.runs:
        return (wanted,)
    pure = max(wanted.pure_runs, need.pure_runs)
    cases = [
        msgspec.structs.replace(wanted, pure_runs=pure, runs=max(wanted.runs, need.runs)),
        msgspec.structs.replace(wanted, pure_runs=pure, sets=False),
    ]
    if not wanted.demand:
        cases.append(Wanted(melds=False))
    return cases
