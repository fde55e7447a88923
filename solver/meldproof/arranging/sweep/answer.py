"""From melds in terms of fillers to an arrangement: which card is where, what is left, the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldproof.arranging.automaton import JOKER
from meldproof.arranging.model import lying_key, opening_points
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.question import Question
from meldproof.arranging.sweep.reading import BOUND_SYMBOL, FIRST_POOL, NATURAL_SYMBOL, Built, legal_parts, walked_melds
from meldproof.arranging.sweep.rules import Rules
from meldproof.cards import JOKER as JOKER_CARD
from meldproof.cards import Card, Meld, Slot, canonical

ENGINE = "sweep"


class Answer(NamedTuple):
    """An arrangement with its gain, and how often a walked run had to be cut to be legal."""

    arrangement: Arrangement
    gain: int
    cut: int


def read_answer(problem: Problem, question: Question, rules: Rules, gain: int) -> Answer:
    """The arrangement of the answer that the question's walk has just replayed."""
    walked = walked_melds(problem.table, question, rules)
    built = [part for entry in walked for part in legal_parts(entry, rules)]
    hands = _Hands(problem, question, rules)
    laid = []
    for entry, (slots, points) in zip(built, hands.assigned(built), strict=True):
        meld = entry.kept or Meld("set" if entry.kind == "set" else "run", slots)
        counts = False
        if problem.opening is not None and (entry.own or not question.own) and entry.kept is None:
            counts = not problem.opening.points or opening_points(problem, meld) > 0
        laid.append(LaidMeld(meld, points, counts))
    if len(laid) > 1:
        laid.sort(key=lambda entry: (entry.meld, entry.opening))
    left = hands.left()
    discard = None
    if problem.discard != "none" and left:
        hand = rules.points.hand
        discard = max(reversed(left), key=lambda card: question.weights.discard_gain(hand[card.rank]))
        left.remove(discard)
    deadwood = sum(rules.points.hand[card.rank] for card in left)
    changes = 0
    if problem.rearranges:
        kept = Counter(lying_key(entry.meld) for entry in laid) & Counter(lying_key(meld) for meld in problem.table)
        changes = len(problem.table) - kept.total()
    figures = Figures(deadwood, hands.points, hands.cards, len(left), hands.points - deadwood, changes)
    opened = None if problem.opening is None else True
    arrangement = Arrangement(problem, tuple(laid), tuple(left), discard, figures, ENGINE, None, opened)
    return Answer(arrangement, gain, len(built) - len(walked))


class _Hands:
    """Which physical card fills which slot, and which of them are the hand's."""

    def __init__(self, problem: Problem, question: Question, rules: Rules) -> None:
        self.problem, self.question, self.rules = problem, question, rules
        self.laid: Counter[Card] = Counter()
        self.points = 0
        self.cards = 0
        self.table: Counter[Card] = Counter()
        if problem.rearranges:
            self.table.update(slot.card for meld in problem.table for slot in meld.slots)

    def assigned(self, built: Sequence[Built]) -> list[tuple[tuple[Slot, ...], int]]:
        """The slots and points of every meld. Ranked wilds: first those to be laid, none in its own place."""
        chosen = iter(self._ranked_cards(built))
        ranks, worths = self.rules.ranks, self.rules.points.melded
        pools = self.question.pools
        earned: dict[object, list[int]] = {}
        """What the slots are worth that a card, or a pool, could fill from the hand."""
        melds = []
        for entry in built:
            slots = []
            total = 0
            is_set = entry.kind == "set"
            place = entry.first
            for filler, suit in entry.fillers:
                if filler == NATURAL_SYMBOL:
                    card = Card((place - 1) % ranks + 1, suit)
                    points = worths.natural_in_set[place] if is_set else worths.natural_in_run[place]
                    earned.setdefault(card, []).append(points)
                elif filler == BOUND_SYMBOL or pools[filler - FIRST_POOL].kind == JOKER:
                    card = JOKER_CARD
                    points = worths.joker_in_set[place_rank(place, ranks)] if is_set else worths.joker_in_run[place]
                else:
                    card = next(chosen)
                    points = worths.ranked_in_set[place_rank(place, ranks)] if is_set else worths.ranked_in_run[place]
                if filler >= FIRST_POOL and pools[filler - FIRST_POOL].own:
                    earned.setdefault(filler, []).append(points)
                    self.laid[card] += 1
                slots.append(Slot(card.rank, card.suit, place, suit, filler != NATURAL_SYMBOL))
                total += points
                place += not is_set
            if is_set:
                slots.sort(key=_in_a_set)
            melds.append((tuple(slots), total))
        self._take_mine(earned)
        return melds

    def _take_mine(self, earned: dict[object, list[int]]) -> None:
        """Of what cards of the hand or of the table may have filled, the table's count where they are worth least."""
        for card, points in earned.items():
            if isinstance(card, Card):
                theirs = self.table[card]
                self.laid[card] += len(points) - theirs
            else:
                assert isinstance(card, int)
                pool = self.question.pools[card - FIRST_POOL]
                theirs = pool.theirs
                if theirs:
                    self._give_back(pool.kind == JOKER)
            self.points += sum(sorted(points)[theirs:]) if theirs else sum(points)
            self.cards += len(points) - theirs

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
