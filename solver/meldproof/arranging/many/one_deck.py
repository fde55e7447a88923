"""One deck without wilds, looked up: what a suit's cards come to by the ranks held, and arrangements read back.

Nothing is shared between suits but sets, and without wilds a suit's best runs depend on its cards alone: 2^13 of them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from meldproof.arranging.automaton import DEAD, NATURAL
from meldproof.arranging.compiled.form import pack_many, suit_tables_class
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.machines import run_machine, single_sets
from meldproof.arranging.sweep.rules import CompiledRules, Weights
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS
from meldproof.cards import Card, Meld, Slot
from meldproof.errors import EngineDeclined
from meldproof.messages import say

ENGINE = "sweep"
MOST_RANKS = 13
NOT_DISCARDED = 255
NONE_SO_GOOD = -(1 << 58)


def suit_tables(rules: CompiledRules, weights: Weights, discard: str, counted: str = "") -> Any:
    """The tables of a variant with one deck and no wilds, made once. Raises EngineDeclined for any other.

    Totals are gains over leaving everything in hand; with the figure `counted` ("deadwood_points", "score" or
    "deadwood_cards") less what leaving everything costs in that figure, so that they are the figure itself.
    """
    key = ("suit tables", weights, discard, counted)
    found = rules.tables.get(key)
    if found is None:
        found = rules.tables[key] = _make_suit_tables(rules, weights, discard, counted)
    return found


def hands_as_words(counts: Any) -> Any:
    """Hands as 64-bit words, a bit a kind of card; None where one holds a card twice, or none.

    `counts` is as `encode_hands` makes it.
    """
    missing = -counts.shape[1] % 4
    fours = np.ascontiguousarray(np.pad(counts, ((0, 0), (0, missing))) if missing else counts)
    words = np.empty(len(counts), dtype=np.uint64)
    return words if pack_many()(fours.view("<u4").astype(np.uint32, copy=False), words) else None


def _make_suit_tables(rules: CompiledRules, weights: Weights, discard: str, counted: str) -> Any:
    s, deck, ranks = rules.settings, rules.deck, rules.ranks
    need = s.requirement
    if deck.copies > 1 or deck.jokers or s.wilds.ranks or need.runs or need.pure_runs or ranks > MOST_RANKS:
        raise EngineDeclined(say("suit tables take one deck of at most 13 ranks without wilds (deck, wilds.ranks)"))
    if min(s.run.min, s.set.min) < 2:
        raise EngineDeclined(say("suit tables take no melds of one card (run.min, set.min)"))
    _, in_set = rules.cost_tables(weights).gains
    hand = rules.points.hand
    cost = {"deadwood_points": hand, "score": hand, "deadwood_cards": [0] + [1] * ranks}.get(counted, [0] * (ranks + 1))
    ways = _best_runs(rules, weights)
    held_cost = _sums_by_mask([cost[rank] for rank in range(1, ranks + 1)])
    options = _set_options(rules)
    by_suits = [[mask for mask in sorted(options) if not mask & ~there] for there in range(16)]
    listed = [mask for entry in by_suits for mask in entry]
    worth = [
        mask.bit_count() * (in_set[rank] - cost[rank]) - weights.meld * len(options[mask])
        for mask in listed
        for rank in range(1, ranks + 1)
    ]
    second = [options[mask][1] if len(options.get(mask, ())) > 1 else 0 for mask in range(16)]
    spread = [sum(1 << (suit * ranks) for suit in range(4) if mask >> suit & 1) for mask in range(16)]
    return suit_tables_class()(
        array("q", (ways.gain - held_cost).tobytes()),
        array("i", ways.places.astype(np.int32).tobytes()),
        array("i", ways.starts.astype(np.int32).tobytes()),
        array("i", [sum(map(len, by_suits[:there])) for there in range(17)]),
        array("i", listed),
        array("i", second),
        array("q", worth),
        (
            array("q", [number & ((1 << (ranks * len(deck.suits))) - 1) for number in spread]),
            array("i", [max((held & -held).bit_length() - 1, 0) for held in range(1 << ranks)]),
        ),
        array("q", [weights.discard_gain(hand[rank]) - cost[rank] for rank in range(1, ranks + 1)]),
        DISCARD_NUMBERS[discard],
        len(deck.suits),
    )


class _Ways(NamedTuple):
    """A suit's best runs by mask of ranks held, as arrays: their gain, the places in runs, the places where one begins
    (bit 0: place 1).
    """

    gain: Any
    places: Any
    starts: Any

    def better(self, other: _Ways) -> _Ways:
        """By mask the better of two; the first where both are as good."""
        more = other.gain > self.gain
        return _Ways(*(np.where(more, b, a) for a, b in zip(self, other, strict=True)))


def _sums_by_mask(numbers: Sequence[int]) -> Any:
    """For every mask the sum of the numbers whose bits it has."""
    sums = np.zeros(1, dtype=np.int64)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums


def _best_runs(rules: CompiledRules, weights: Weights) -> _Ways:
    """By mask of ranks held the best runs; an ace may lie at the place after the last rank where the rules let it."""
    in_run, _ = rules.cost_tables(weights).gains
    by_last: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, length in _run_windows(rules):
        mask = sum(1 << (place - 1) for place in range(first, first + length))
        by_last[first + length - 1].append((mask, sum(in_run[first : first + length]) - weights.meld))
    one = np.ones(1, dtype=np.int64)
    found = _Ways(0 * one, 0 * one, 0 * one)
    for place in range(1, rules.last + 1):
        top = 1 << (place - 1)
        held = np.arange(top, 2 * top)
        best = found  # the highest card is left
        for mask, gain in by_last[place]:
            fits = np.flatnonzero(held & mask == mask)
            rest = (held ^ mask)[fits]
            with_run = _Ways(*(np.copy(part) for part in best))
            with_run.gain[:] = NONE_SO_GOOD
            with_run.gain[fits] = found.gain[rest] + gain
            with_run.places[fits] = found.places[rest] | mask
            with_run.starts[fits] = found.starts[rest] | (mask & -mask)
            best = best.better(with_run)
        found = _Ways(*(np.concatenate(pair) for pair in zip(found, best, strict=True)))
    held = np.arange(1 << rules.ranks)
    if not rules.carries:
        return found
    low = _Ways(*(part[held] if rules.first == 1 else part[held & ~1] for part in found))
    high = _Ways(*(part[np.where(held & 1, held ^ 1 | 1 << rules.ranks, held)] for part in found))
    high.gain[(held & 1) == 0] = NONE_SO_GOOD
    return low.better(high)


def _run_windows(rules: CompiledRules) -> list[tuple[int, int]]:
    """First place and length of every run that naturals can make."""
    machine = run_machine(rules.settings, 0, 0, exact=True, purity=False, own=False)
    found = []
    for first in range(rules.first, rules.last + 1):
        state = (machine.first_starts if first == 1 else machine.starts)[0][NATURAL]
        for place in range(first, rules.last + 1):
            if state == DEAD:
                break
            if machine.accepting[state]:
                found.append((first, place - first + 1))
            state = (machine.last_steps if place + 1 > rules.ranks else machine.steps)[state][NATURAL]
    return found


def _set_options(rules: CompiledRules) -> dict[int, tuple[int, ...]]:
    """Every mask of suits that sets of a rank can take, with the fewest sets that do; at most two are needed."""
    suits = len(rules.deck.suits)
    singles = {
        sum(1 << suit for suit, number in enumerate(made.naturals) if number)
        for made, _ in single_sets(rules.settings, suits, 1, 0, 0, (0,) * suits, 0)
    }
    found: dict[int, tuple[int, ...]] = {mask: (mask,) for mask in sorted(singles)}
    frontier = dict(found)
    while frontier:
        following: dict[int, tuple[int, ...]] = {}
        for mask, parts in frontier.items():
            for single in sorted(singles):
                if not mask & single and mask | single not in found:
                    following.setdefault(mask | single, (*parts, single))
        found.update(following)
        frontier = following
    if any(len(parts) > 2 for parts in found.values()):
        raise EngineDeclined(say("suit tables take at most two sets of a rank (set.min)"))
    return found


def read_numbers(problem: Problem, rules: CompiledRules, numbers: Sequence[int], discarded: int) -> Arrangement:
    """The arrangement that `SuitTables.arrange_many` has written for a hand."""
    ranks, points = rules.ranks, rules.points
    parts: dict[int, list[Card]] = defaultdict(list)
    left: list[Card] = []
    discard = None if discarded == NOT_DISCARDED else Card(discarded % ranks + 1, discarded // ranks + 1)
    for card in problem.hand:
        number = numbers[(card.suit - 1) * ranks + card.rank - 1]
        if number:
            parts[number].append(card)
        elif card != discard:
            left.append(card)
    melded = 0
    laid = []
    for cards in parts.values():
        meld, worth = _read_meld(cards, rules)
        laid.append(LaidMeld(meld, worth))
        melded += worth
    laid.sort(key=lambda entry: entry.meld)
    deadwood = sum(points.hand[card.rank] for card in left)
    number = sum(map(len, parts.values()))
    figures = Figures(deadwood, melded, number, len(left), melded - deadwood, 0)
    return Arrangement(problem, tuple(laid), tuple(left), discard, figures, ENGINE)


def _read_meld(cards: list[Card], rules: CompiledRules) -> tuple[Meld, int]:
    """The meld of some cards, in canonical order, and its points."""
    worths = rules.points.melded
    if len(cards) > 1 and cards[0].rank == cards[1].rank:
        slots = tuple(Slot(card.rank, card.suit, card.rank, card.suit, False) for card in cards)
        return Meld("set", slots), sum(worths.natural_in_set[card.rank] for card in cards)
    places = [card.rank for card in cards]
    if places[0] == 1 and len(places) > 1 and places[1] != 2:
        cards, places = [*cards[1:], cards[0]], [*places[1:], rules.last]
    slots = tuple(
        Slot(card.rank, card.suit, place, card.suit, False) for card, place in zip(cards, places, strict=True)
    )
    return Meld("run", slots), sum(worths.natural_in_run[place] for place in places)
