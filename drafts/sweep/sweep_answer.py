"""From a walk's choices back to cards: the runs and sets, which card is where, and the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldproof.arranging.automaton import DEAD, JOKER
from meldproof.arranging.machines import Made, RunMachine, single_sets
from meldproof.arranging.model import lying_key, opening_points
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep_question import Kept, Question, Rules
from meldproof.cards import JOKER as JOKER_CARD
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.rules.melds import is_legal
from meldproof.rules.worth import points_of_meld, points_of_slot

ENGINE = "sweep"
NATURAL_SYMBOL, BOUND_SYMBOL, FIRST_POOL = 0, 1, 2


class OpenRun(NamedTuple):
    """A run being read back: machine state, first place, what fills each place (0 natural, 1 bound, 2… a pool)."""

    state: int
    first: int
    fillers: tuple[int, ...]


class Built(NamedTuple):
    """A meld in terms of fillers: kind, suit (0 for a set), first place or rank, fillers with their suits, counts for an opening."""

    kind: str
    suit: int
    first: int
    fillers: tuple[tuple[int, int], ...]
    own: bool
    kept: Meld | None = None


def _kept_meld(meld: Meld, entry: Kept) -> Built:
    """A table meld that stays, in terms of fillers."""
    sources = iter(entry.sources)
    fillers = []
    for slot in meld.slots:
        if not slot.wild:
            fillers.append((NATURAL_SYMBOL, slot.suit))
        else:
            pool = next(sources).pool
            fillers.append((BOUND_SYMBOL if pool < 0 else FIRST_POOL + pool, slot.as_suit))
    suit = 0 if meld.kind == "set" else meld.slots[0].as_suit
    return Built(meld.kind, suit, meld.slots[0].place, tuple(fillers), False, meld)


def built_melds(problem: Problem, question: Question, rules: Rules, machine: RunMachine) -> list[Built]:
    """The melds of the answer that the walk has just replayed."""
    walk = question.walk
    open_runs: list[list[OpenRun]] = [[] for _ in range(len(rules.deck.suits))]
    built: list[Built] = []
    for place, set_a, set_b, suits, kept in walk.choices():
        loose = question.bound_sets.get(place, 0)
        for i, entry in enumerate(question.kept):
            if kept >> i & 1:
                built.append(_kept_meld(problem.table[entry.number], entry))
                loose -= sum(source.pool < 0 and source.cell < 0 for source in entry.sources)
        built += _sets_at(question, rules, place, set_a, set_b, loose)
        for s, (_, word_a, word_b, run, _) in enumerate(suits):
            after, closed = _carried_on(question, rules, machine, open_runs[s], place, word_a, word_b, run)
            open_runs[s] = after
            built += [_built_run(entry, s + 1, machine) for entry in closed]
    for s, runs in enumerate(open_runs):
        built += [_built_run(entry, s + 1, machine) for entry in runs]
    return built


def _built_run(run: OpenRun, suit: int, machine: RunMachine) -> Built:
    return Built("run", suit, run.first, tuple((filler, suit) for filler in run.fillers), machine.own[run.state])


def _carried_on(
    question: Question,
    rules: Rules,
    machine: RunMachine,
    runs: list[OpenRun],
    place: int,
    word_a: int,
    word_b: int,
    naturals: int,
) -> tuple[list[OpenRun], list[OpenRun]]:
    """Which run took what at a place: the first way that fits the choice. Returns the runs open now, and those ended."""
    target = question.walk.runs_of(word_a & 0xFFFF)
    supply = [naturals, (word_b >> 24) & 15, *((word_a >> (16 + 8 * k)) & 255 for k in range(len(question.pools)))]
    closed = (word_b & 15, (word_b >> 4) & 15)
    if not runs and not target:
        return [], []
    steps = machine.last_steps if place > rules.ranks else machine.steps
    starts = machine.first_starts if place == 1 else machine.starts

    def leads(row: Sequence[int], symbol: int) -> int:
        kind = 0 if symbol == NATURAL_SYMBOL else JOKER if symbol == BOUND_SYMBOL else question.pools[symbol - 2].kind
        return row[kind]

    def may(symbol: int, own: bool) -> bool:
        if not own or symbol == NATURAL_SYMBOL:
            return True
        return symbol >= FIRST_POOL and question.pools[symbol - FIRST_POOL].own

    def settle(at: int, wanted: Counter[int], after: list[OpenRun], ended: list[OpenRun]) -> bool:
        if at == len(runs):
            return _closed(ended, machine) == closed and begin(wanted, after)
        run = runs[at]
        for symbol, count in enumerate(supply):
            state = leads(steps[run.state], symbol)
            if count and state != DEAD and wanted[state] and may(symbol, machine.own[run.state]):
                supply[symbol] -= 1
                wanted[state] -= 1
                after.append(OpenRun(state, run.first, (*run.fillers, symbol)))
                if settle(at + 1, wanted, after, ended):
                    return True
                after.pop()
                wanted[state] += 1
                supply[symbol] += 1
        if machine.accepting[run.state]:
            ended.append(run)
            if settle(at + 1, wanted, after, ended):
                return True
            ended.pop()
        return False

    def begin(wanted: Counter[int], after: list[OpenRun]) -> bool:
        if not any(supply):
            return not any(wanted.values())
        symbol = next(number for number, count in enumerate(supply) if count)
        for own, row in enumerate(starts):
            state = leads(row, symbol)
            if state != DEAD and wanted[state] and may(symbol, own > 0):
                supply[symbol] -= 1
                wanted[state] -= 1
                after.append(OpenRun(state, place, (symbol,)))
                if begin(wanted, after):
                    return True
                after.pop()
                wanted[state] += 1
                supply[symbol] += 1
        return False

    after: list[OpenRun] = []
    ended: list[OpenRun] = []
    found = settle(0, Counter(target), after, ended)
    assert found, "the walk's choice can't be read back"
    return after, ended


def _closed(ended: Sequence[OpenRun], machine: RunMachine) -> tuple[int, int]:
    """How many of the runs ended count, and how many of those hold no wilds."""
    counted = [run for run in ended if machine.own[run.state] or not any(machine.own)]
    return len(counted), sum(machine.pure[run.state] for run in counted)


def _sets_at(
    question: Question, rules: Rules, place: int, word_a: int, word_b: int, loose: int
) -> Iterator[Built]:
    """The single sets that make up a place's sets, with so many wilds bound to its rank: the fewest."""
    suits = len(rules.deck.suits)
    naturals = tuple((word_a >> (3 * s)) & 7 for s in range(suits))
    used = [(word_a >> (12 + 8 * k)) & 255 for k in range(len(question.pools))]
    bound = tuple((word_a >> (44 + 2 * s)) & 3 for s in range(suits))
    own = tuple((word_b >> (3 * s)) & 7 for s in range(suits)) if question.own else (0,) * suits
    own_wilds = (0, (word_b >> 12) & 31, (word_b >> 17) & 31) if question.own else (0, 0, 0)
    wilds = [0, 0, 0]
    for pool, count in zip(question.pools, used, strict=True):
        wilds[pool.kind] += count
    if not any(naturals) and not any(wilds) and not any(bound) and not loose:
        return
    rank = (place - 1) % rules.ranks + 1
    owned = Made(own, (0,) * suits, 0, own_wilds[1], own_wilds[2], own, 0, 0)
    others = Made(
        tuple(a - b for a, b in zip(naturals, own, strict=True)),
        bound,
        loose,
        wilds[1] - own_wilds[1],
        wilds[2] - own_wilds[2],
        own,
        0,
        0,
    )
    for target, counts in ((owned, True), (others, False)):
        for made in fewest_sets(rules, target):
            yield Built("set", 0, rank, tuple(_set_fillers(question, made, used, counts, suits)), counts)


def fewest_sets(rules: Rules, target: Made) -> tuple[Made, ...]:
    """The fewest legal sets that take exactly what is asked, found by trying numbers of sets from none on."""
    singles = [
        made
        for made, _ in single_sets(
            rules.settings,
            sum(_parts(target)),
            max(target.naturals),
            target.jokers,
            target.ranked,
            target.bound,
            target.bound_any,
        )
        if _within(made, target)
    ]
    for number in range(sum(_parts(target)) + 1):
        found = _split(singles, target, number, 0)
        if found is not None:
            return found
    raise AssertionError("the walk's sets can't be read back")


def _parts(made: Made) -> tuple[int, ...]:
    return (*made.naturals, *made.bound, made.bound_any, made.jokers, made.ranked)


def _within(made: Made, target: Made) -> bool:
    return all(a <= b for a, b in zip(_parts(made), _parts(target), strict=True))


def _split(singles: Sequence[Made], target: Made, number: int, start: int) -> tuple[Made, ...] | None:
    if number == 0:
        return None if any(_parts(target)) else ()
    for at in range(start, len(singles)):
        single = singles[at]
        if _within(single, target):
            rest = Made(
                tuple(a - b for a, b in zip(target.naturals, single.naturals, strict=True)),
                tuple(a - b for a, b in zip(target.bound, single.bound, strict=True)),
                target.bound_any - single.bound_any,
                target.jokers - single.jokers,
                target.ranked - single.ranked,
                target.own_naturals,
                0,
                0,
            )
            found = _split(singles, rest, number - 1, at)
            if found is not None:
                return (single, *found)
    return None


def _set_fillers(
    question: Question, made: Made, used: list[int], counts: bool, suits: int
) -> Iterator[tuple[int, int]]:
    """What fills a set, each with its suit; wilds take suits that are missing. Takes from `used`."""
    held = [s + 1 for s in range(suits) for _ in range(made.naturals[s])]
    tied = [s + 1 for s in range(suits) for _ in range(made.bound[s])]
    free = [s + 1 for s in range(suits) if s + 1 not in held and s + 1 not in tied]
    same = held[0] if question.same_suit and held else 0
    for suit in held:
        yield NATURAL_SYMBOL, suit
    for suit in tied:
        yield BOUND_SYMBOL, suit
    for _ in range(made.bound_any):
        yield BOUND_SYMBOL, same or (free.pop(0) if free else 1)
    for kind, count in ((1, made.jokers), (2, made.ranked)):
        for _ in range(count):
            k = next(
                k for k, pool in enumerate(question.pools) if pool.kind == kind and used[k] and (pool.own or not counts)
            )
            used[k] -= 1
            yield FIRST_POOL + k, same or (free.pop(0) if free else 1)


class Answer(NamedTuple):
    """An arrangement with its gain, and how often a walked run had to be cut to be legal."""

    arrangement: Arrangement
    gain: int
    cut: int


def read_answer(problem: Problem, question: Question, rules: Rules, gain: int) -> Answer:
    """The arrangement of the answer that the question's walk has just replayed."""
    hands = _Hands(problem, question, rules)
    walked = built_melds(problem, question, rules, question.machine)
    built = [part for entry in walked for part in _legal_parts(entry, rules, question)]
    hands.assign(built)
    laid = []
    for entry, slots in zip(built, hands.slots, strict=True):
        meld = entry.kept or Meld("set" if entry.kind == "set" else "run", slots)
        opens = problem.opening is not None and (entry.own or not question.own) and entry.kept is None
        counts = opens and (not problem.opening.points or opening_points(problem, meld) > 0)  # type: ignore[union-attr]
        laid.append(LaidMeld(meld, points_of_meld(meld, problem.points.melded), counts))
    laid.sort(key=lambda entry: (entry.meld, entry.opening))
    left = hands.left()
    discard = None
    if problem.discard != "none" and left:
        hand = problem.points.hand
        discard = max(reversed(left), key=lambda card: question.weights.discard_gain(hand[card.rank]))
        left.remove(discard)
    deadwood = sum(problem.points.hand[card.rank] for card in left)
    changes = 0
    if problem.rearranges:
        kept = Counter(lying_key(entry.meld) for entry in laid) & Counter(lying_key(meld) for meld in problem.table)
        changes = len(problem.table) - kept.total()
    figures = Figures(deadwood, hands.points, hands.cards, len(left), hands.points - deadwood, changes)
    opened = None if problem.opening is None else True
    arrangement = Arrangement(problem, tuple(laid), canonical(left), discard, figures, ENGINE, None, opened)
    return Answer(arrangement, gain, len(built) - len(walked))


def _legal_parts(entry: Built, rules: Rules, question: Question) -> list[Built]:
    """A walked run cut into legal ones, where it is longer than a run may be."""
    if entry.kept is not None or entry.kind == "set" or _is_legal_run(entry, rules, question):
        return [entry]
    shortest = rules.settings.run.min
    for size in range(len(entry.fillers) - shortest, shortest - 1, -1):
        head = entry._replace(fillers=entry.fillers[:size])
        if _is_legal_run(head, rules, question):
            tail = entry._replace(first=entry.first + size, fillers=entry.fillers[size:])
            parts = _legal_parts(tail, rules, question)
            if parts:
                return [head, *parts]
    return []


def _is_legal_run(entry: Built, rules: Rules, question: Question) -> bool:
    slots = tuple(
        _slot(_stand_in(filler, entry.first + at, suit, rules, question), filler, entry.first + at, suit)
        for at, (filler, suit) in enumerate(entry.fillers)
    )
    return bool(is_legal(Meld("run", slots), rules.settings))


def _stand_in(filler: int, place: int, suit: int, rules: Rules, question: Question) -> Card:
    """A card of the filler's kind; of a wild rank one that is not in its own place."""
    if filler == NATURAL_SYMBOL:
        return Card((place - 1) % rules.ranks + 1, suit)
    if filler == BOUND_SYMBOL or question.pools[filler - FIRST_POOL].kind == JOKER:
        return JOKER_CARD
    rank = min(rules.wild_ranks)
    return Card(rank, suit % len(rules.deck.suits) + 1)


def _slot(card: Card, filler: int, place: int, suit: int) -> Slot:
    return Slot(card.rank, card.suit, place, suit, filler != NATURAL_SYMBOL)


class _Hands:
    """Which physical card fills which slot, and which of them are the hand's."""

    def __init__(self, problem: Problem, question: Question, rules: Rules) -> None:
        self.problem, self.question, self.rules = problem, question, rules
        self.slots: list[tuple[Slot, ...]] = []
        self.laid: Counter[Card] = Counter()
        self.points = 0
        self.hand = Counter(problem.hand)
        self.table = (
            Counter(slot.card for meld in problem.table for slot in meld.slots) if problem.rearranges else Counter()
        )

    def assign(self, built: Sequence[Built]) -> None:
        """Give every slot its card. Ranked wilds are chosen first: those that must be laid, none in its own place."""
        chosen = iter(self._ranked_cards(built))
        by_card: dict[Card, list[int]] = {}
        worths = self.problem.points.melded
        for entry in built:
            slots = []
            for at, (filler, suit) in enumerate(entry.fillers):
                place = entry.first + at if entry.kind == "run" else entry.first
                card = self._card(filler, place, suit, chosen)
                slot = _slot(card, filler, place, suit)
                slots.append(slot)
                if filler == BOUND_SYMBOL or (
                    filler >= FIRST_POOL and not self.question.pools[filler - FIRST_POOL].own
                ):
                    continue
                key = card if filler == NATURAL_SYMBOL else Card(-filler, 0)
                by_card.setdefault(key, []).append(points_of_slot(slot, entry.kind, worths))
                if filler != NATURAL_SYMBOL:
                    self.laid[card] += 1
            if entry.kind == "set":
                slots.sort(key=lambda slot: (slot.as_suit, slot.wild, slot.rank))
            self.slots.append(tuple(slots))
        self.cards = 0
        for card, points in by_card.items():
            if card.rank > 0:
                theirs = self.table[card]
                self.laid[card] += len(points) - theirs
            else:
                theirs = self.question.pools[-card.rank - FIRST_POOL].theirs
            self.points += sum(sorted(points)[theirs:])
            self.cards += len(points) - theirs
        self._take_theirs()

    def _take_theirs(self) -> None:
        """Wilds of the table that lie in a pool of the hand's count as laid by the table."""
        for card in list(self.laid):
            more = self.laid[card] - self.hand[card]
            if more > 0:
                self.laid[card] -= more

    def _card(self, filler: int, place: int, suit: int, chosen: Iterator[Card]) -> Card:
        if filler == NATURAL_SYMBOL:
            return Card((place - 1) % self.rules.ranks + 1, suit)
        if filler == BOUND_SYMBOL or self.question.pools[filler - FIRST_POOL].kind == JOKER:
            return JOKER_CARD
        return next(chosen)

    def _ranked_cards(self, built: Sequence[Built]) -> list[Card]:
        """The wild-rank cards in the order of the slots that want one as a wild."""
        rules = self.rules
        wanted: list[tuple[int, bool]] = []
        naturals: Counter[Card] = Counter()
        for entry in built:
            for at, (filler, suit) in enumerate(entry.fillers):
                place = entry.first + at if entry.kind == "run" else entry.first
                if filler == NATURAL_SYMBOL and place == rules.natural_rank:
                    naturals[Card(place, suit)] += 1
                elif filler >= FIRST_POOL and self.question.pools[filler - FIRST_POOL].kind != JOKER:
                    own_place = entry.kind == "run" and place == rules.natural_rank
                    barred = suit if own_place and rules.settings.wilds.natural == "in-place" else 0
                    wanted.append((barred, self.question.pools[filler - FIRST_POOL].own))
        if not wanted:
            return []
        mine = Counter(card for card in self.problem.hand if card.rank in rules.wild_ranks) - naturals
        theirs = Counter({card: n for card, n in self.table.items() if card.rank in rules.wild_ranks})
        must = Counter(card for card in self.problem.use if card.rank in rules.wild_ranks) - naturals
        merged = any(pool.own and pool.theirs and pool.kind != JOKER for pool in self.question.pools)
        if merged:
            pool = [*must.elements(), *canonical(theirs.elements()), *canonical((mine - must).elements())]
            return pool[: len(wanted)]
        supplies = {True: mine, False: theirs}
        if not rules.natural_rank:
            lists = {
                True: [*must.elements(), *canonical((mine - must).elements())],
                False: list(canonical(theirs.elements())),
            }
            return [lists[own].pop(0) for _, own in wanted]
        found = _matched([barred for barred, _ in wanted], supplies[True], must)
        assert found is not None, "the walk's wild cards can't be read back"
        return found

    def left(self) -> list[Card]:
        return list(canonical((self.hand - self.laid).elements()))


def _matched(barred: Sequence[int], supply: Counter[Card], must: Counter[Card]) -> list[Card] | None:
    """A card for every slot, none of a slot's barred suit, with all that must be laid among them."""
    if not barred:
        return [] if not must else None
    order = sorted(card for card, count in supply.items() if count)
    order.sort(key=lambda card: not must[card])
    for card in order:
        if card.suit != barred[0] and sum(must.values()) - (must[card] > 0) <= len(barred) - 1:
            rest = _matched(barred[1:], supply - Counter([card]), must - Counter([card]))
            if rest is not None:
                return [card, *rest]
    return None
