"""From melds in terms of fillers to an arrangement: which card is where, what is left, the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from meldproof.arranging.automaton import JOKER
from meldproof.arranging.model import LyingKey, lying, lying_key, opening_points
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.question import Question
from meldproof.arranging.sweep.reading import FIRST_POOL, NATURAL_SYMBOL, Built, legal_parts, walked_melds
from meldproof.arranging.sweep.rules import Rules
from meldproof.cards import JOKER as JOKER_CARD
from meldproof.cards import Card, Meld, Slot, canonical

ENGINE = "sweep"


class Answer(NamedTuple):
    """An arrangement with its gain, and how often a walked run had to be cut to be legal."""

    arrangement: Arrangement
    gain: int
    cut: int


class Shown(NamedTuple):
    """A legal part of a walked meld as it lies: the meld, its points, and what each slot is worth, by what fills it.

    `earned` has the card of a natural, and the number of the filler for a wild of the hand. `order` sorts as melds do;
    `lying` is what makes it the same as another on a table.
    """

    meld: Meld
    points: int
    earned: tuple[tuple[Card | int, int], ...]
    order: bytes
    lying: LyingKey


def read_answer(problem: Problem, question: Question, rules: Rules, gain: int) -> Answer:
    """The arrangement of the answer that the question's walk has just replayed."""
    walked = walked_melds(problem.table, question, rules)
    hands = _Hands(problem, question, rules)
    built, shown = hands.assigned([pair for entry in walked for pair in hands.parts(entry)])
    laid = []
    for entry, one in zip(built, shown, strict=True):
        counts = False
        if problem.opening is not None and (entry.own or not question.own) and entry.kept is None:
            counts = not problem.opening.points or opening_points(problem, one.meld) > 0
        laid.append((one.order, counts, LaidMeld(one.meld, one.points, counts)))
    laid.sort(key=itemgetter(0, 1))
    left = hands.left()
    discard = None
    if problem.discard != "none" and left:
        hand = rules.points.hand
        discard = max(reversed(left), key=lambda card: question.weights.discard_gain(hand[card.rank]))
        left.remove(discard)
    deadwood = sum(rules.points.hand[card.rank] for card in left)
    changes = _changes(problem, shown) if problem.rearranges else 0
    figures = Figures(deadwood, hands.points, hands.cards, len(left), hands.points - deadwood, changes)
    opened = None if problem.opening is None else True
    melds = tuple(entry for _, _, entry in laid)
    arrangement = Arrangement(problem, melds, tuple(left), discard, figures, ENGINE, None, opened)
    return Answer(arrangement, gain, len(built) - len(walked))


def _changes(problem: Problem, shown: Sequence[Shown]) -> int:
    """How many of the table's melds are not there as they were."""
    there = Counter([lying(meld).key for meld in problem.table])
    changes = len(problem.table)
    for one in shown:
        if there.get(one.lying, 0):
            there[one.lying] -= 1
            changes -= 1
    return changes


class _Hands:
    """Which physical card fills which slot, and which of them are the hand's."""

    def __init__(self, problem: Problem, question: Question, rules: Rules) -> None:
        self.problem, self.question, self.rules = problem, question, rules
        self.laid: Counter[Card] = Counter()
        self.points = 0
        self.cards = 0
        self.table: Counter[Card] = Counter()
        if problem.rearranges:
            self.table.update([card for meld in problem.table for card in lying(meld).cards])

    def parts(self, entry: Built) -> Sequence[tuple[Built, Shown | None]]:
        """The legal parts of a walked meld, each as it lies where no card of a wild rank is to be chosen for it.

        What comes again is remembered.
        """
        memo = self.question.memo
        found: tuple[tuple[Built, Shown | None], ...] | None = memo.get(entry)
        if found is None:
            found = tuple((part, self._fixed(part)) for part in legal_parts(entry, self.rules))
            memo[entry] = found
        return found

    def _fixed(self, entry: Built) -> Shown | None:
        if any(self._is_ranked(filler) for filler, _ in entry.fillers):
            return None
        return self._shown(entry, iter(()))

    def assigned(self, parts: Sequence[tuple[Built, Shown | None]]) -> tuple[list[Built], list[Shown]]:
        """Every meld as it lies. Ranked wilds: first those to be laid, none in its own place."""
        built = [entry for entry, _ in parts]
        chosen = iter(self._ranked_cards(built))
        shown = [fixed or self._shown(entry, chosen) for entry, fixed in parts]
        self._take_mine(shown)
        return built, shown

    def _is_ranked(self, filler: int) -> bool:
        return filler >= FIRST_POOL and self.question.pools[filler - FIRST_POOL].kind != JOKER

    def _shown(self, entry: Built, chosen: Iterator[Card]) -> Shown:
        ranks, worths, pools = self.rules.ranks, self.rules.points.melded, self.question.pools
        is_set, place = entry.kind == "set", entry.first
        slots: list[Slot] = []
        earned: list[tuple[Card | int, int]] = []
        total = 0
        for filler, suit in entry.fillers:
            if filler == NATURAL_SYMBOL:
                card = Card((place - 1) % ranks + 1, suit)
                points = worths.natural_in_set[place] if is_set else worths.natural_in_run[place]
                earned.append((card, points))
            elif not self._is_ranked(filler):
                card = JOKER_CARD
                points = worths.joker_in_set[place_rank(place, ranks)] if is_set else worths.joker_in_run[place]
            else:
                card = next(chosen)
                points = worths.ranked_in_set[place_rank(place, ranks)] if is_set else worths.ranked_in_run[place]
                if pools[filler - FIRST_POOL].own:
                    self.laid[card] += 1
            if filler >= FIRST_POOL and pools[filler - FIRST_POOL].own:
                earned.append((filler, points))
            slots.append(Slot(card.rank, card.suit, place, suit, filler != NATURAL_SYMBOL))
            total += points
            place += not is_set
        if is_set:
            slots.sort(key=_in_a_set)
        meld = entry.kept or Meld("set" if is_set else "run", tuple(slots))
        order = bytes(
            number for slot in meld.slots for number in (slot.rank, slot.suit, slot.place, slot.as_suit, slot.wild)
        )
        return Shown(meld, total, tuple(earned), meld.kind.encode() + order, lying_key(meld))

    def _take_mine(self, shown: Sequence[Shown]) -> None:
        """Of what cards of the hand or of the table may have filled, the table's count where they are worth least."""
        table, laid, pools = self.table, self.laid, self.question.pools
        mine = set(self.problem.hand)
        shared: dict[Card | int, list[int]] = {}
        points = cards = 0
        for one in shown:
            for key, worth in one.earned:
                if isinstance(key, int):
                    shared.setdefault(key, []).append(worth)
                elif key not in mine:  # the table's alone
                    continue
                elif key in table:
                    shared.setdefault(key, []).append(worth)
                else:
                    laid[key] = laid.get(key, 0) + 1
                    points += worth
                    cards += 1
        for key, worths in shared.items():
            if isinstance(key, int):
                pool = pools[key - FIRST_POOL]
                theirs = pool.theirs
                if pool.kind == JOKER:
                    laid[JOKER_CARD] += len(worths)
                if theirs:
                    self._give_back(pool.kind == JOKER)
            else:
                theirs = table[key]
                laid[key] += len(worths) - theirs
            points += sum(sorted(worths)[theirs:]) if theirs else sum(worths)
            cards += len(worths) - theirs
        self.points, self.cards = points, cards

    def _give_back(self, jokers: bool) -> None:
        """The table's wilds in a pool that counts as the hand's were laid by the table: they stay on it."""
        for card, number in self.table.items():
            if card.is_joker if jokers else card.rank in self.rules.wild_ranks:
                self.laid[card] -= number

    def _ranked_cards(self, built: Sequence[Built]) -> list[Card]:
        """The wild-rank cards in the order of the slots that want one as a wild."""
        rules = self.rules
        wanted = list(self._ranked_slots(built))
        if not wanted:
            return []
        if not self.table and not rules.natural_rank and not self.problem.use:  # nothing to tell apart
            return [card for card in self.problem.hand if card.rank in rules.wild_ranks][: len(wanted)]
        naturals = self._natural_wilds(built)
        mine = Counter(card for card in self.problem.hand if card.rank in rules.wild_ranks) - naturals
        theirs = Counter({card: n for card, n in self.table.items() if card.rank in rules.wild_ranks})
        must = Counter(card for card in self.problem.use if card.rank in rules.wild_ranks) - naturals
        in_order = [*must.elements(), *canonical((mine - must).elements())]
        if any(pool.own and pool.theirs and pool.kind != JOKER for pool in self.question.pools):
            return [*canonical(theirs.elements()), *in_order][: len(wanted)]
        if not rules.natural_rank:
            lists = {True: in_order, False: list(canonical(theirs.elements()))}
            return [lists[own].pop(0) for _, own in wanted]
        found = _matched([barred for barred, _ in wanted], mine, must)
        assert found is not None, "the walk's wild cards can't be read back"
        return found

    def _ranked_slots(self, built: Sequence[Built]) -> Iterator[tuple[int, bool]]:
        """For every slot that wants a ranked wild the suit it may not have (0: none), and whether it is the hand's."""
        rules = self.rules
        in_place = rules.settings.wilds.natural == "in-place"
        for entry in built:
            for at, (filler, suit) in enumerate(entry.fillers):
                if filler >= FIRST_POOL and self.question.pools[filler - FIRST_POOL].kind != JOKER:
                    at_home = entry.kind == "run" and entry.first + at == rules.natural_rank
                    yield suit if at_home and in_place else 0, self.question.pools[filler - FIRST_POOL].own

    def _natural_wilds(self, built: Sequence[Built]) -> Counter[Card]:
        """The cards of a wild rank that are natural in a meld."""
        rank = self.rules.natural_rank
        return Counter(
            Card(rank, suit)
            for entry in built
            for at, (filler, suit) in enumerate(entry.fillers)
            if filler == NATURAL_SYMBOL and rank == (entry.first + at if entry.kind == "run" else entry.first)
        )

    def left(self) -> list[Card]:
        """The hand's cards in no meld, in canonical order, as the hand is."""
        rest = dict(self.laid)
        left = []
        for card in self.problem.hand:
            if rest.get(card, 0) > 0:
                rest[card] -= 1
            else:
                left.append(card)
        return left


def place_rank(place: int, ranks: int) -> int:
    """The rank of a place; places past the top begin again at the first."""
    return (place - 1) % ranks + 1


def _in_a_set(slot: Slot) -> tuple[int, bool, int]:
    return (slot.as_suit, slot.wild, slot.rank)


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
