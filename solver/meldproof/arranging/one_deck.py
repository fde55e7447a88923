"""One deck without wilds, looked up: what a suit's cards come to by the ranks held, and arrangements read back.

Nothing is shared between suits but sets, and without wilds a suit's best runs depend on its cards alone: 2^13 of them.
"""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from meldproof.arranging.automaton import DEAD, NATURAL
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.form import pack_many, suit_tables_class
from meldproof.arranging.sweep.machines import run_machine, single_sets
from meldproof.arranging.sweep.rules import Rules, Weights
from meldproof.cards import Card, Meld, Slot
from meldproof.errors import EngineDeclined

ENGINE = "sweep"
MOST_RANKS = 13
DISCARDS = ("none", "optional", "required")
NOT_DISCARDED = 255


def suit_tables(rules: Rules, weights: Weights, discard: str, counted: str = "") -> Any:
    """The tables of a variant with one deck and no wilds, made once. Raises EngineDeclined for any other.

    Totals are gains over leaving everything in hand; with the figure `counted` ("deadwood_points", "score" or
    "deadwood_cards") less what leaving everything costs in that figure, so that they are the figure itself.
    """
    key = ("suit tables", weights, discard, counted)
    found = rules.tables.get(key)
    if found is None:
        found = rules.tables[key] = (_make_suit_tables(rules, weights, discard, counted),)
    return found[0]


def hands_as_words(counts: Any) -> Any:
    """Hands as 64-bit words, a bit a kind of card; None where one holds a card twice, or none.

    `counts` is as `encode_hands` makes it.
    """
    if counts.shape[1] % 4 == 0 and sys.byteorder == "little":
        words = np.empty(len(counts), dtype=np.uint64)
        return words if pack_many()(np.ascontiguousarray(counts).view(np.uint32), words) else None
    bits = np.packbits(counts, axis=1, bitorder="little")
    wide = np.zeros((len(counts), 8), dtype=np.uint8)
    wide[:, : bits.shape[1]] = bits
    words = wide.view("<u8").reshape(-1).astype(np.uint64, copy=False)
    return words if len(counts) == 0 or (counts.max() <= 1 and words.all()) else None


def _make_suit_tables(rules: Rules, weights: Weights, discard: str, counted: str) -> Any:
    s, deck, ranks = rules.settings, rules.deck, rules.ranks
    need = s.requirement
    if deck.copies > 1 or deck.jokers or s.wilds.ranks or need.runs or need.pure_runs or ranks > MOST_RANKS:
        raise EngineDeclined("suit tables take one deck of at most 13 ranks without wilds (deck, wilds.ranks)")
    if min(s.run.min, s.set.min) < 2:
        raise EngineDeclined("suit tables take no melds of one card (run.min, set.min)")
    _, in_set = rules.cost_tables(weights).gains
    hand = rules.points.hand
    cost = {"deadwood_points": hand, "score": hand, "deadwood_cards": [0] + [1] * ranks}.get(counted, [0] * (ranks + 1))
    ways = _best_runs(rules, weights)
    folded = [
        way.gain - sum(cost[rank] for rank in range(1, ranks + 1) if held >> (rank - 1) & 1)
        for held, way in enumerate(ways)
    ]
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
        array("q", folded),
        array("i", [way.places for way in ways]),
        array("i", [way.starts for way in ways]),
        array("i", [sum(map(len, by_suits[:there])) for there in range(17)]),
        array("i", listed),
        array("i", second),
        array("q", worth),
        (
            array("q", [number & ((1 << (ranks * len(deck.suits))) - 1) for number in spread]),
            array("i", [max((held & -held).bit_length() - 1, 0) for held in range(1 << ranks)]),
        ),
        array("q", [weights.discard_gain(hand[rank]) - cost[rank] for rank in range(1, ranks + 1)]),
        DISCARDS.index(discard),
        len(deck.suits),
    )


class _Way(NamedTuple):
    """A suit's best runs: their gain, the places in runs, the places where one begins (bit 0: place 1)."""

    gain: int
    places: int = 0
    starts: int = 0


def _best_runs(rules: Rules, weights: Weights) -> list[_Way]:
    """By mask of ranks held the best runs; an ace may lie at the place after the last rank where the rules let it."""
    in_run, _ = rules.cost_tables(weights).gains
    windows = [
        (sum(1 << (place - 1) for place in range(first, first + length)), sum(in_run[first : first + length]))
        for first, length in _run_windows(rules)
    ]
    by_lowest: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for mask, gain in windows:
        by_lowest[mask & -mask].append((mask, gain - weights.meld))
    found = [_Way(0)]
    for held in range(1, 1 << rules.last):
        low = held & -held
        best = found[held ^ low]
        for mask, gain in by_lowest[low]:
            if held & mask == mask and found[held ^ mask].gain + gain > best.gain:
                rest = found[held ^ mask]
                best = _Way(rest.gain + gain, rest.places | mask, rest.starts | low)
        found.append(best)
    ways = found[: 1 << rules.ranks] if rules.first == 1 else [found[held & ~1] for held in range(1 << rules.ranks)]
    if rules.carries:
        for held in range(1, 1 << rules.ranks, 2):
            high = found[held ^ 1 | 1 << rules.ranks]
            if high.gain > ways[held].gain:
                ways[held] = high
    return ways


def _run_windows(rules: Rules) -> list[tuple[int, int]]:
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


def _set_options(rules: Rules) -> dict[int, tuple[int, ...]]:
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
        raise EngineDeclined("suit tables take at most two sets of a rank (set.min)")
    return found


def read_numbers(problem: Problem, rules: Rules, numbers: Sequence[int], discarded: int) -> Arrangement:
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


def _read_meld(cards: list[Card], rules: Rules) -> tuple[Meld, int]:
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
