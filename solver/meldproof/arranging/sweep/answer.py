"""From melds in terms of fillers to an arrangement: which card is where, what is left, the figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter, itemgetter, mul
from typing import NamedTuple

from meldproof.arranging.automaton import JOKER, NATURAL
from meldproof.arranging.lying import LyingKey, lying_key, lying_table
from meldproof.arranging.model import opening_points
from meldproof.arranging.packing import CELL_OF, cell_of, packed, packed_numbers, unpacked
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.question import WalkQuestion
from meldproof.arranging.sweep.reading import (
    FIRST_POOL,
    NATURAL_SYMBOL,
    Built,
    built_run,
    kept_meld,
    legal_parts,
    sets_at,
)
from meldproof.arranging.sweep.rules import CompiledRules
from meldproof.cards import JOKER as JOKER_CARD
from meldproof.cards import Card, Meld, Slot, canonical, card_of, order_in_set, rank_at, slot_of

ENGINE = "sweep"
MOST_REMEMBERED = 20_000


class Answer(NamedTuple):
    """An arrangement with its gain, and how often a walked run had to be cut to be legal."""

    arrangement: Arrangement
    gain: int
    cut: int


class ShownPart(NamedTuple):
    """A legal part of a walked meld as it lies.

    `naturals` are packed (see `packing`); `earned` is what wilds of the hand are worth, by the number of the filler,
    and aces that are worth more in one place than in another. `order` sorts as melds do; `lying` is what makes it the
    same as another on a table.
    """

    laid: LaidMeld
    naturals: int
    earned: tuple[tuple[Card | int, int], ...]
    order: bytes
    lying: LyingKey


_BY_ORDER = attrgetter("order")


class Piece(NamedTuple):
    """What fills a slot, as it lies: the slot, how it sorts, its card packed if it is a natural, and its points.

    `differs` is the card of a natural that is worth more elsewhere.
    """

    slot: Slot
    order: bytes
    natural: int
    points: int
    differs: Card | None


def _piece(rules: CompiledRules, card: Card | int, suit: int, place: int, is_set: bool) -> Piece:
    """A natural (NATURAL), a joker (JOKER) or a card of a wild rank in a slot for a suit at a place."""
    rank, worths = rank_at(place, rules.ranks), rules.points.melded
    if isinstance(card, Card):
        printed, points = card, worths.ranked_in_set[rank] if is_set else worths.ranked_in_run[place]
    elif card == JOKER:
        printed, points = JOKER_CARD, worths.joker_in_set[rank] if is_set else worths.joker_in_run[place]
    else:
        printed = card_of(rank, suit)
        points = worths.natural_in_set[place] if is_set else worths.natural_in_run[place]
    natural = card == NATURAL
    numbers = (printed.rank, printed.suit, place, suit, not natural)
    differs = printed if natural and rank in rules.differing else None
    return Piece(slot_of(*numbers), bytes(numbers), packed([printed]) if natural else 0, points, differs)


Part = tuple[Built, ShownPart | None]
"""A legal part of a walked meld, as it lies where no card of a wild rank is to be chosen for it."""


def read_answer(problem: Problem, question: WalkQuestion, rules: CompiledRules, gain: int) -> Answer:
    """The arrangement of the answer that the question's walk has just replayed."""
    hands = _Hands(problem, question, rules)
    walked, parts = hands.walked()
    built, shown = hands.assigned(parts)
    cut = len(built) - walked
    opening = problem.opening
    if opening is None:
        melds = tuple([one.laid for one in sorted(shown, key=_BY_ORDER)])
    else:
        laid = [(one.order, *_opened(problem, question, entry, one)) for entry, one in zip(built, shown, strict=True)]
        melds = tuple([meld for _, _, meld in sorted(laid, key=itemgetter(0, 1))])
    left = hands.left()
    hand = rules.points.hand
    discard = None
    if problem.discard != "none" and left:
        discard = max(reversed(left), key=lambda card: question.weights.discard_gain(hand[card.rank]))
        left.remove(discard)
    deadwood = sum([hand[card.rank] for card in left])
    changes = _changes(problem, shown) if hands.rearranges else 0
    figures = Figures(deadwood, hands.points, hands.cards, len(left), hands.points - deadwood, changes)
    opened = None if opening is None else True
    return Answer(Arrangement(problem, melds, tuple(left), discard, figures, ENGINE, None, opened), gain, cut)


def _opened(problem: Problem, question: WalkQuestion, entry: Built, one: ShownPart) -> tuple[bool, LaidMeld]:
    """Whether a meld counts for the opening, and the meld with that said of it; table melds that stay don't ask."""
    assert problem.opening is not None
    if entry.kept is not None or (question.own and not entry.own):
        return False, one.laid
    counts = not problem.opening.points or opening_points(problem, one.laid.meld) > 0
    return counts, LaidMeld(one.laid.meld, one.laid.points, counts)


def _changes(problem: Problem, shown: Sequence[ShownPart]) -> int:
    """How many of the table's melds are not there as they were."""
    there: dict[LyingKey, int] = {}
    for one in shown:
        there[one.lying] = there.get(one.lying, 0) + 1
    changes = 0
    for known in lying_table(problem.table).known:
        if there.get(known.key, 0):
            there[known.key] -= 1
        else:
            changes += 1
    return changes


class _Hands:
    """Which physical card fills which slot, and which of them are the hand's."""

    def __init__(self, problem: Problem, question: WalkQuestion, rules: CompiledRules) -> None:
        self.problem, self.question, self.rules = problem, question, rules
        self.rearranges = problem.rearranges
        self.laid: defaultdict[Card, int] = defaultdict(int)
        """The hand's wilds that are laid."""
        self.mine = 0
        self.points = 0
        self.cards = 0

    def walked(self) -> tuple[int, list[Part]]:
        """How many melds the walk made, and their legal parts; what comes again is remembered beside the walk."""
        question, rules, memo = self.question, self.rules, self.question.made.memo
        if len(memo) > MOST_REMEMBERED:
            memo.clear()
        number = 0
        parts: list[Part] = []
        for place, word_a, word_b, kept, runs in question.walk.melds(bool(question.bound_sets)):
            loose = question.bound_sets.get(place, 0)
            melds: list[tuple[int, tuple[Part, ...]]] = []
            if kept:
                for i, entry in enumerate(question.kept):
                    if kept >> i & 1:
                        stays = kept_meld(self.problem.table[entry.number], entry)
                        melds.append(memo.get(stays) or self._remember(stays, (stays,)))
                        loose -= sum(source.pool < 0 and source.cell < 0 for source in entry.sources)
            if word_a or loose:
                key = (place, word_a, word_b, loose)
                melds.append(
                    memo.get(key) or self._remember(key, sets_at(question, rules, place, word_a, word_b, loose))
                )
            for run in runs:
                melds.append(memo.get(run) or self._remember(run, (built_run(run),)))
            for count, found in melds:
                number += count
                parts += found
        return number, parts

    def _remember(self, key: object, melds: Sequence[Built]) -> tuple[int, tuple[Part, ...]]:
        """How many melds there are, and their legal parts."""
        pools = self.question.pools
        parts = tuple([(part, self._fixed(part)) for meld in melds for part in legal_parts(meld, self.rules, pools)])
        found = self.question.made.memo[key] = (len(melds), parts)
        return found

    def _fixed(self, entry: Built) -> ShownPart | None:
        if self.rules.wild_ranks and any(self._is_ranked(filler) for filler, _ in entry.fillers):
            return None
        return self._shown(entry, iter(()))

    def assigned(self, parts: Sequence[Part]) -> tuple[list[Built], list[ShownPart]]:
        """Every meld as it lies. Ranked wilds: first those to be laid, none in its own place."""
        built = [entry for entry, _ in parts]
        chosen: Iterator[Card] = iter(())
        if len(self.question.pools) > 0 and self.rules.wild_ranks:
            chosen = iter(self._ranked_cards(built))
        shown = [fixed or self._shown(entry, chosen) for entry, fixed in parts]
        self._take_mine(shown)
        return built, shown

    def _is_ranked(self, filler: int) -> bool:
        return filler >= FIRST_POOL and self.question.pools[filler - FIRST_POOL].kind != JOKER

    def _shown(self, entry: Built, chosen: Iterator[Card]) -> ShownPart:
        """A legal part as it lies; `chosen` are the cards of wild ranks in the order of the slots that want one."""
        known, pools, is_set, place = self.rules.tables, self.question.pools, entry.kind == "set", entry.first
        pieces: list[Piece] = []
        earned: list[tuple[Card | int, int]] = []
        for filler, suit in entry.fillers:
            card: Card | int = NATURAL if filler == NATURAL_SYMBOL else JOKER
            if self._is_ranked(filler):
                card = ranked = next(chosen)
                if pools[filler - FIRST_POOL].own:
                    self.laid[ranked] += 1
            key = (card, suit, place, is_set)
            piece = known.get(key)
            if piece is None:
                piece = known[key] = _piece(self.rules, *key)
            pieces.append(piece)
            if filler >= FIRST_POOL:
                if pools[filler - FIRST_POOL].own:
                    earned.append((filler, piece.points))
            elif piece.differs is not None:
                earned.append((piece.differs, piece.points))
            place += not is_set
        if is_set:
            pieces.sort(key=lambda piece: order_in_set(piece.slot))
        meld = entry.kept or Meld(entry.kind, tuple([piece.slot for piece in pieces]))
        order = meld.kind.encode() + b"".join([piece.order for piece in pieces])
        points, naturals = sum([piece.points for piece in pieces]), sum([piece.natural for piece in pieces])
        return ShownPart(LaidMeld(meld, points), naturals, tuple(earned), order, lying_key(meld))

    def _take_mine(self, shown: Sequence[ShownPart]) -> None:
        """Of what cards of the hand or of the table may have filled, the table's count where they are worth least."""
        table = lying_table(self.problem.table).naturals if self.rearranges else 0
        self.mine = sum([one.naturals for one in shown]) - table
        worth = self.rules.worth_by_cell
        numbers = self.mine.to_bytes(len(worth), "little")
        self.points, self.cards = sum(map(mul, numbers, worth)), sum(numbers)
        worths: dict[Card | int, list[int]] = {}
        for one in shown:
            for key, earned in one.earned:
                worths.setdefault(key, []).append(earned)
        for key, found in worths.items():
            if isinstance(key, int):
                self._take_wilds(key, found)
            elif numbers[cell_of(key)]:
                self.points += sum(sorted(found)[len(found) - numbers[cell_of(key)] :])

    def _take_wilds(self, filler: int, worths: Sequence[int]) -> None:
        """The wilds of a pool of the hand's; those of them that are the table's count where they are worth least."""
        pool = self.question.pools[filler - FIRST_POOL]
        if pool.kind == JOKER:
            self.laid[JOKER_CARD] += len(worths) - pool.theirs
        elif pool.theirs:
            self._give_back()
        self.points += sum(sorted(worths)[pool.theirs :])
        self.cards += len(worths) - pool.theirs

    def _give_back(self) -> None:
        """The table's wilds in a pool that counts as the hand's were laid by the table: they stay on it."""
        for card, number in self._table().items():
            if card.rank in self.rules.wild_ranks:
                self.laid[card] -= number

    def _table(self) -> Counter[Card]:
        """The cards of a table that is rearranged."""
        return Counter(lying_table(self.problem.table).cards if self.rearranges else ())

    def _ranked_cards(self, built: Sequence[Built]) -> list[Card]:
        """The wild-rank cards in the order of the slots that want one as a wild."""
        rules = self.rules
        wanted = list(self._ranked_slots(built))
        if not wanted:
            return []
        table = self._table()
        if not table and not rules.natural_rank and not self.problem.use:  # nothing to tell apart
            return [card for card in self.problem.hand if card.rank in rules.wild_ranks][: len(wanted)]
        naturals = self._natural_wilds(built)
        mine = Counter(card for card in self.problem.hand if card.rank in rules.wild_ranks) - naturals
        theirs = Counter({card: n for card, n in table.items() if card.rank in rules.wild_ranks})
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
        if self.cards == len(self.problem.hand):
            return []
        rest = bytearray(unpacked(self.mine + packed_numbers(self.laid.items())))
        left = []
        for card in self.problem.hand:
            cell = CELL_OF[card]
            if rest[cell]:
                rest[cell] -= 1
            else:
                left.append(card)
        return left


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
