"""What can't be laid for certain, told by counting: most turns lay nothing, and then no engine need be asked.

A meld has as many cards as its kind must have at the least, of one rank or in places that follow each other. Where a
hand lacks more of them than it has wilds, there is no meld; where none is ruled out, there may be one or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Deck
from meldproof.checking.roles import can_be_wild
from meldproof.rules.caching import once_per_settings
from meldproof.rules.worth import point_tables
from meldproof.variants.meld_terms import WildLimits
from meldproof.variants.vocabulary import Settings

MOST_REMEMBERED = 1 << 16


class Counted(NamedTuple):
    """What is counted of a card: its bits, by rank and by suit and rank, if it can be wild, its most opening points."""

    rank: int
    bit: int
    row: int
    wild: bool
    points: int


class Terms(NamedTuple):
    """What counting needs of a variant's settings."""

    cards: dict[Card, Counted]
    ranks: int
    rows: int
    """Suits told apart in runs and sets: bits of a number each."""
    run_min: int
    run_wilds: int
    set_min: int
    set_wilds: int
    one_suit: bool
    distinct: bool


@once_per_settings
def _terms(s: Settings) -> Terms:
    ranks, suits = len(s.deck.ranks), len(s.deck.suits)
    deck = Deck(s.deck.style, tuple(s.deck.ranks), tuple(s.deck.suits), 1, 1)
    cards = {}
    for card in deck.kinds():
        bit = 0 if card.is_joker else 1 << card.rank - 1
        cards[card] = Counted(card.rank, bit, max(card.suit - 1, 0), can_be_wild(card, s), _most_points(card, s))
    distinct = s.set.suits == "distinct" and not s.set.repeat_sizes
    return Terms(
        cards,
        ranks,
        suits,
        s.run.min,
        _most_wilds(s.run.wilds, s.run.min),
        s.set.min,
        _most_wilds(s.set.wilds, s.set.min),
        s.run.suit == "same",
        distinct,
    )


def _most_wilds(limits: WildLimits, size: int) -> int:
    """Of so many cards that belong to one meld."""
    kinds = [size if number == "any" else number for number in (limits.max_joker, limits.max_ranked)]
    return min(size, sum(kinds), size if limits.max == "any" else limits.max)


def _most_points(card: Card, s: Settings) -> int:
    """What a card counts toward an opening wherever it counts most."""
    worths, ranks = point_tables(s).opening, len(s.deck.ranks)
    points = [0]
    if not card.is_joker:
        runs = (number for place, number in enumerate(worths.natural_in_run) if place and s.rank_at(place) == card.rank)
        points += [worths.natural_in_set[card.rank], *runs]
    if can_be_wild(card, s):
        in_run, in_set = (
            (worths.joker_in_run, worths.joker_in_set)
            if card.is_joker
            else (worths.ranked_in_run, worths.ranked_in_set)
        )
        points += [*in_run[1:], *in_set[1 : ranks + 1]]
    return max(points)


@lru_cache(maxsize=MOST_REMEMBERED)
def _in_windows(bits: int, ranks: int, size: int, least: int) -> int:
    """The bits of those ranks that stand among so many of as many places in a row, round the top too."""
    found, whole = 0, (1 << ranks) - 1
    for first in range(ranks):
        window = (1 << size) - 1 << first
        within = bits & (window | window >> ranks) & whole
        if within.bit_count() >= least:
            found |= within
    return found


def may_be_melded(s: Settings, cards: Sequence[Card]) -> list[Card]:
    """The cards that may be in a meld of some of these cards: no other one can be."""
    terms = _terms(s)
    counted = [terms.cards[card] for card in cards]
    wilds = sum([one.wild for one in counted])
    run_least = terms.run_min - min(wilds, terms.run_wilds)
    set_least = terms.set_min - min(wilds, terms.set_wilds)
    if min(run_least, set_least) < 1 or terms.run_min > terms.ranks:
        return list(cards)
    rows, suits, numbers = [0] * terms.rows, [0] * (terms.ranks + 1), [0] * (terms.ranks + 1)
    for rank, bit, row, _, _ in counted:
        rows[row if terms.one_suit else 0] |= bit
        suits[rank] |= 1 << row
        numbers[rank] += 1
    in_runs = [_in_windows(bits, terms.ranks, terms.run_min, run_least) for bits in rows]
    in_sets = 0
    for rank in range(1, terms.ranks + 1):
        if numbers[rank] >= set_least and (not terms.distinct or suits[rank].bit_count() >= set_least):
            in_sets |= 1 << rank - 1
    if not in_sets and not any(in_runs):
        return []
    return [
        card
        for card, one in zip(cards, counted, strict=True)
        if one.wild or one.bit & (in_sets | in_runs[one.row if terms.one_suit else 0])
    ]


def may_lay(problem: Problem) -> bool:
    """Whether new melds of a hand may be laid, as an opening and with the cards that must be used: False is certain."""
    if problem.only_grows:
        return False
    near = may_be_melded(problem.settings, problem.hand)
    return bool(near) and all(card in near for card in problem.use) and _may_open(problem, near)


def may_open(problem: Problem) -> bool:
    """Whether a hand may lay by itself what an opening must count: False is certain."""
    return _may_open(problem, may_be_melded(problem.settings, problem.hand))


def _may_open(problem: Problem, near: Iterable[Card]) -> bool:
    known = _terms(problem.settings).cards
    return problem.opening is None or sum([known[card].points for card in near]) >= problem.opening.points
