"""Small hands that open under one variant and not under another: openings are built of pieces, fewest cards first.

How many points so many cards can make at most, by dynamic programming over pieces without regard to suits, says from
how many cards on an opening can exist at all, and keeps the search to collections that can still reach it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, cast

import msgspec

from meldproof.arranging.automaton import NATURAL, RANKED
from meldproof.cards import Card, Deck, Meld, Slot, canonical
from meldproof.rules.demands import meets_any
from meldproof.rules.melds import is_legal
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.loading import Variant
from meldproof.variants.meld_terms import DeckTerms, OpeningTerms, PointsTerms, RunTerms, SetTerms, WildTerms
from meldproof.variants.values import NO_DEMANDS, OpeningDemands, Steps
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.clocks import OUT_OF_TIME, GaveUp
from meldproof.witnesses.melds import Pair, order_of
from meldproof.witnesses.shapes import MeldShape, Shapes, shapes

MOST_CARDS = 12
"""Cards of the largest opening hand that is looked for."""
LONGEST_PIECE = 7
"""Cards of the longest meld that openings are built of here; the bounds know of all."""
ALIKE, LOOKED_AT = 6, 40
"""Pieces kept of those that cost and bring the same, and shapes looked at for them."""
MOST_HANDS, MOST_STEPS = 60, 40_000


class ComparedMeld(NamedTuple):
    """A meld of one variant with its opening points there, and in the other (None where that has no such meld)."""

    meld: Meld
    points: int
    other: int | None

    @property
    def size(self) -> int:
        return len(self.meld.slots)


class Goal(NamedTuple):
    """What an opening needs."""

    points: int
    pure_runs: int
    melds: OpeningDemands = NO_DEMANDS

    def demands_met(self, melds: Sequence[Meld], s: Settings) -> bool:
        """Whether runs without wilds and melds are there as demanded."""
        pure = sum(meld.kind == "run" and not any(slot.wild for slot in meld.slots) for meld in melds)
        return pure >= self.pure_runs and meets_any(melds, self.melds, s)


def goal_of(variant: Variant, score: int) -> Goal:
    """The opening that is due at a match score."""
    terms = variant.settings.opening
    return Goal(terms.points.at(score), terms.pure_runs, terms.melds)


def scores(pair: Pair) -> list[int]:
    """The match scores at which what an opening needs may change, in either variant."""
    starts = {start for variant in pair[:2] for start, _ in variant.settings.opening.points.pairs}
    return sorted(starts | {0})


def fewest_cards(variant: Variant, deck: Deck, goal: Goal) -> int:
    """No opening has fewer cards than this; more than MOST_CARDS where none that small exists."""
    s = variant.settings
    least = s.run.min if goal.pure_runs else min(s.set.min, s.run.min)
    bounds = _bounds(_core(variant), deck)
    return next((n for n in range(least, MOST_CARDS + 1) if bounds[n] >= goal.points), MOST_CARDS + 1)


def opening_hands(pair: Pair, swapped: bool, score: int, size: int) -> Iterator[tuple[Card, ...]]:
    """Hands of a size that open in the first variant (the second if `swapped`), while the other is not sure to.

    At most MOST_HANDS of them; whoever asks rechecks. Raises GaveUp when the time is up.
    """
    mine, other = (pair.second, pair.first) if swapped else (pair.first, pair.second)
    goal, need = goal_of(mine, score), goal_of(other, score)
    bounds = _bounds(_core(mine), pair.deck)
    pieces = _pieces(_core(mine), _core(other), pair.deck)
    steps = hands = 0

    def search(first: int, left: int, points: int, chosen: list[ComparedMeld]) -> Iterator[list[ComparedMeld]]:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            return
        if pair.clock.is_up():
            raise GaveUp(OUT_OF_TIME)
        if not left:
            melds = [piece.meld for piece in chosen]
            if points >= goal.points and goal.demands_met(melds, mine.settings):
                yield chosen
            return
        for number in range(first, len(pieces)):
            piece = pieces[number]
            rest = left - piece.size
            if rest >= 0 and points + piece.points + bounds[rest] >= goal.points:
                yield from search(number, rest, points + piece.points, [*chosen, piece])

    for chosen in search(0, size, 0, []):
        if _may_fail(chosen, need, mine, other):
            cards = _with_cards(chosen, pair.deck)
            if cards is not None:
                hands += 1
                yield cards
                if hands >= MOST_HANDS:
                    return


def _may_fail(chosen: Sequence[ComparedMeld], need: Goal, mine: Variant, other: Variant) -> bool:
    """Whether these melds are not an opening of the other variant too."""
    if mine.settings.requirement != other.settings.requirement:
        return True
    worth = [piece.other for piece in chosen]
    if any(points is None for points in worth):
        return True
    met = need.demands_met([piece.meld for piece in chosen], other.settings)
    return sum(points or 0 for points in worth) < need.points or not met


class _Core(msgspec.Struct, frozen=True):
    """The settings that pieces and their points depend on, so that what is found serves all variants alike in them."""

    deck: DeckTerms
    set: SetTerms
    run: RunTerms
    wilds: WildTerms
    points: PointsTerms
    opening: OpeningTerms
    wild_ranks = Settings.wild_ranks
    rank_at = Settings.rank_at


def _core(variant: Variant) -> Settings:
    """The core of a variant's settings, for functions that read no more of them."""
    s = variant.settings
    opening = OpeningTerms(points=Steps(((0, 0),)), pure_runs=0, repeated_suits=s.opening.repeated_suits)
    return cast("Settings", _Core(s.deck, s.set, s.run, s.wilds, s.points, opening))


@lru_cache(maxsize=64)
def _bounds(settings: Settings, deck: Deck) -> tuple[int, ...]:
    """The most points that melds of so many cards (0 to MOST_CARDS) can bring, jokers and wild ranks as in the deck."""
    best: dict[tuple[int, int, int], int] = {}
    for each in Shapes(settings, deck, point_tables(settings).opening, MOST_CARDS).classes():
        key = (each.sums.size, each.sums.jokers, each.sums.twos)
        best[key] = max(best.get(key, 0), each.sums.points)
    twos = len(settings.wilds.ranks) * len(deck.suits) * deck.copies
    kept = [entry for entry in best.items() if not _dominated(entry, best)]
    most: dict[tuple[int, int, int], int] = {}
    for cards, jokers, ranked in product(
        range(MOST_CARDS + 1), range(deck.jokers + 1), range(min(twos, MOST_CARDS) + 1)
    ):
        found = most[cards - 1, jokers, ranked] if cards else 0
        for (size, its_jokers, its_ranked), points in kept:
            if size <= cards and its_jokers <= jokers and its_ranked <= ranked:
                found = max(found, points + most[cards - size, jokers - its_jokers, ranked - its_ranked])
        most[cards, jokers, ranked] = found
    return tuple(most[cards, deck.jokers, min(twos, MOST_CARDS)] for cards in range(MOST_CARDS + 1))


def _dominated(entry: tuple[tuple[int, int, int], int], best: dict[tuple[int, int, int], int]) -> bool:
    """Whether another meld costs no more and brings as much."""
    (size, jokers, twos), points = entry
    return any(
        (s, j, t) != (size, jokers, twos) and s <= size and j <= jokers and t <= twos and worth >= points
        for (s, j, t), worth in best.items()
    )


@lru_cache(maxsize=16)
def _pieces(mine: Settings, other: Settings, deck: Deck) -> tuple[ComparedMeld, ...]:
    """Pieces of one variant, plain ones first, a few of each sort: by cards, wilds and points under either variant."""
    tables = point_tables(other).opening
    looked: Counter[object] = Counter()
    sorts: Counter[object] = Counter()
    pieces = []
    for shape in _shapes(mine, deck):
        for number, meld in enumerate(_melds_of(shape, mine, deck)):
            plain = (shape.kind, shape.size, shape.jokers, shape.twos, shape.points, number)
            alike = (*plain, points_of_meld(meld, tables))
            if looked[alike] >= LOOKED_AT or not (number == 0 or is_legal(meld, mine)):
                continue
            looked[alike] += 1
            worth = _opening_points(meld, mine, other)
            if sorts[*alike, worth] < ALIKE:
                sorts[*alike, worth] += 1
                pieces.append(ComparedMeld(meld, shape.points, worth))
    return tuple(pieces)


@lru_cache(maxsize=8)
def _shapes(mine: Settings, deck: Deck) -> tuple[MeldShape, ...]:
    found = shapes(mine, deck, point_tables(mine).opening, LONGEST_PIECE)
    return tuple(
        sorted(found, key=lambda s: (s.jokers + s.twos, s.twos, 1 in s.naturals, s.size, s.kind, s.places, s.classes))
    )


def _opening_points(meld: Meld, mine: Settings, settings: Settings) -> int | None:
    """What a meld of one variant counts toward an opening of the other, None if it is none there."""
    wilds = [(s.wilds.ranks, s.wilds.natural) for s in (mine, settings)]
    alike = (mine.deck, mine.set, mine.run) == (settings.deck, settings.set, settings.run) and wilds[0] == wilds[1]
    if not alike and not is_legal(meld, settings):
        return None
    suits = [slot.as_suit for slot in meld.slots]
    repeats = meld.kind == "set" and len(set(suits)) < len(suits)
    if repeats and not settings.opening.repeated_suits:
        return 0
    return points_of_meld(meld, point_tables(settings).opening)


def _melds_of(shape: MeldShape, settings: Settings, deck: Deck) -> Iterator[Meld]:
    """The shape in the first suits; sets also with one suit twice, runs of any suits with two.

    The first is legal where the shape is; the others may not be.
    """
    suits = min(len(deck.suits), 3) if shape.kind == "set" and settings.set.suits == "three" else len(deck.suits)
    around = [place % suits + 1 for place in range(shape.size)]
    one_suit = shape.kind == "run" or settings.set.suits == "same"
    rows = [[1] * shape.size] if one_suit else [around, [1, *around[:-1]]]
    if shape.kind == "run" and settings.run.suit == "any":
        rows.append([*[1] * (shape.size - 1), min(2, suits)])
    for row in rows:
        slots = []
        for place, each, suit in zip(shape.places, shape.classes, row, strict=True):
            rank = settings.rank_at(place)
            card = Card(rank, suit) if each == NATURAL else _wild_card(each == RANKED, rank, suit, settings, deck)
            slots.append(Slot(card.rank, card.suit, place, suit, each != NATURAL))
        yield Meld(shape.kind, tuple(slots))


def _wild_card(ranked: bool, rank: int, suit: int, settings: Settings, deck: Deck) -> Card:
    """A joker, or a card of a wild rank that is not at home there."""
    if not ranked:
        return Card(0, 0)
    away = [number for number in settings.wild_ranks if number != rank]
    return Card(away[0], suit) if away else Card(rank, suit % len(deck.suits) + 1)


def _with_cards(chosen: Sequence[ComparedMeld], deck: Deck) -> tuple[Card, ...] | None:
    """The pieces' cards with suits turned so that the deck holds them together, or None if no turn does."""
    suits = len(deck.suits)
    done: list[Counter[Card]] = [Counter()]
    for piece in chosen:
        for turn in range(suits):
            cards = Counter(
                Card(card.rank, (card.suit - 1 + turn) % suits + 1 if card.suit else 0) for card in piece.meld.cards
            )
            together = done[-1] + cards
            if deck.holds(together):
                done.append(together)
                break
        else:
            return None
    return canonical(done[-1].elements())


def in_order(hands: Iterator[tuple[Card, ...]], pair: Pair) -> list[tuple[Card, ...]]:
    """All these hands, the plainest first."""
    return sorted(set(hands), key=lambda cards: order_of(cards, pair))
