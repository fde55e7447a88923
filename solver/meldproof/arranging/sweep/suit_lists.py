"""The lists of a `SuitMemory`: runs by the ranks of their naturals, choices of a rank's sets by what is held."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from meldproof.arranging.automaton import DEAD, JOKER, NATURAL, RANKED
from meldproof.arranging.model import Wanted
from meldproof.arranging.sweep.form import suit_memory_class
from meldproof.arranging.sweep.machines import run_machine
from meldproof.arranging.sweep.rules import Rules, Weights, rules_of
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS, all_sets
from meldproof.cards import Deck
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.variant.vocabulary import Settings

MOST_RANKS, MOST_COPIES, MOST_OWED = 13, 3, 3
MOST_WILDS = 4
"""Wilds of a hand up to which choices of sets are few enough to be tried one by one."""
MOST_CARDS = 16
"""Cards of the largest hand whose suits' cards are remembered."""
ONE_JOKER, ONE_RANKED = 100, 101
NO_GAIN = -(1 << 60)


def suit_memory(
    rules: Rules, weights: Weights, discard: str, jokers: int, ranked: int, wanted: Wanted, *, make: bool
) -> Any:
    """The memory for hands with so many wilds, made once; None where it is not there and `make` is false.

    Raises EngineDeclined for what it does not take: more wilds, a wild rank that can be natural.
    """
    key = ("suit memory", weights, discard, jokers, ranked, wanted)
    found = rules.tables.get(key)
    if found is None:
        if not make:
            return None
        found = rules.tables[key] = _make_memory(rules, weights, discard, jokers, ranked, wanted)
    return found


def _make_memory(rules: Rules, weights: Weights, discard: str, jokers: int, ranked: int, wanted: Wanted) -> Any:
    deck, wilds = rules.deck, jokers + ranked
    if rules.natural_rank or rules.ranks > MOST_RANKS or deck.copies > MOST_COPIES or wilds > MOST_WILDS:
        raise EngineDeclined(say("suits are not remembered for such a deck or so many wilds (deck, wilds)"))
    if max(wanted.pure_runs, wanted.runs) > MOST_OWED or wanted.points or wanted.new_melds or not wanted.melds:
        raise EngineDeclined(say("suits are not remembered for such an opening or requirement"))
    hand = rules.points.hand
    kinds, discards = [], []
    for card in deck.kinds():
        discards.append(weights.discard_gain(hand[card.rank]))
        if card.is_joker:
            kinds.append(ONE_JOKER)
        else:
            kinds.append(ONE_RANKED if card.rank in rules.wild_ranks else card.rank - 1 + 16 * (card.suit - 1))
    return suit_memory_class()(
        (rules.ranks, len(deck.suits), deck.copies, jokers, ranked, wanted.pure_runs, wanted.runs),
        _runs(rules.settings, deck, weights),
        _sets(rules.settings, deck, weights, jokers, ranked) if wanted.sets else _no_sets(rules, wilds),
        _alone(rules, weights, jokers, ranked, wanted),
        array("i", kinds),
        array("q", discards),
        DISCARD_NUMBERS[discard],
    )


@lru_cache(maxsize=64)
def _runs(settings: Settings, deck: Deck, weights: Weights) -> tuple[Any, Any, Any, Any]:
    """Runs with up to MOST_WILDS wilds by the mask of the ranks of their naturals, each with the most it can gain."""
    rules = rules_of(settings, deck)
    most: dict[tuple[int, int], int] = {}
    for use, wilds, gain in _every_run(rules, weights):
        most[use, wilds] = max(gain, most.get((use, wilds), gain))
    by_mask: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for (use, wilds), gain in most.items():
        if not use:
            continue
        mask = sum(1 << rank for rank in range(rules.ranks) if use >> (3 * rank) & 3)
        if gain >= 0:
            by_mask[mask].append((use, wilds, gain))
    starts, listed = [0], []
    for mask in range(1 << rules.ranks):
        listed += by_mask.get(mask, [])
        starts.append(len(listed))
    return (
        array("i", starts),
        array("q", [use for use, _, _ in listed]),
        array("i", [wilds for _, wilds, _ in listed]),
        array("q", [gain for _, _, gain in listed]),
    )


def _every_run(rules: Rules, weights: Weights) -> list[tuple[int, int, int]]:
    """The cards used (three bits a rank), the wilds (jokers + 16 × ranked) and the most gained, of every run."""
    deck, costs = rules.deck, rules.cost_tables(weights)
    in_run, _ = costs.gains
    joker_gain, ranked_gain = costs.wild_gains[JOKER][0], costs.wild_gains[RANKED][0]
    jokers = min(deck.jokers, MOST_WILDS)
    ranked = min(deck.copies * len(deck.suits) * len(rules.wild_ranks), MOST_WILDS)
    machine = run_machine(rules.settings, jokers, ranked, exact=True, purity=False, own=False)
    found = []
    for first in range(rules.first, rules.last + 1):
        start = (machine.first_starts if first == 1 else machine.starts)[0]
        open_runs = {(-1, 0, 0): 0}
        for place in range(first, rules.last + 1):
            rank = (place - 1) % rules.ranks + 1
            after: dict[tuple[int, int, int], int] = {}
            for (state, use, wilds), gain in open_runs.items():
                table = machine.last_steps if place > rules.ranks else machine.steps
                row = start if state < 0 else table[state]
                steps = [(row[JOKER], use, wilds + 1, gain + joker_gain[place])] if wilds & 15 < jokers else []
                if wilds >> 4 < ranked:
                    steps.append((row[RANKED], use, wilds + 16, gain + ranked_gain[place]))
                if rank not in rules.wild_ranks:
                    steps.append((row[NATURAL], use + (1 << (3 * (rank - 1))), wilds, gain + in_run[place]))
                for step, used, spent, gained in steps:
                    if step != DEAD and (spent & 15) + (spent >> 4) <= MOST_WILDS:
                        key = (step, used, spent)
                        after[key] = max(gained, after.get(key, gained))
            open_runs = after
            found += [(use, wilds, gain) for (state, use, wilds), gain in after.items() if machine.accepting[state]]
    return found


def _alone(rules: Rules, weights: Weights, jokers: int, ranked: int, wanted: Wanted) -> Any:
    """A row of what melds of wilds alone gain, by runs (none of them without wilds) and wilds used."""
    melds = [(1, wilds, gain) for use, wilds, gain in _every_run(rules, weights) if not use]
    if wanted.sets:
        joker_gain, ranked_gain = (rules.cost_tables(weights).wild_gains[kind][1] for kind in (JOKER, RANKED))
        melds += [
            (0, made.jokers + 16 * made.ranked, made.jokers * joker_gain[rank] + made.ranked * ranked_gain[rank])
            for made, _ in _set_choices(rules, jokers, ranked)
            if not any(made.naturals) and made.jokers + made.ranked
            for rank in range(1, rules.ranks + 1)
        ]
    budgets = (jokers + 1) * (ranked + 1)
    row = [NO_GAIN] * (budgets * (wanted.pure_runs + 1) * (wanted.runs + 1))
    reached = {(0, 0): 0}
    while reached:
        following: dict[tuple[int, int], int] = {}
        for (runs, wilds), gain in reached.items():
            at = min(runs, wanted.runs) * budgets + (wilds & 15) * (ranked + 1) + (wilds >> 4)
            row[at] = max(row[at], gain)
            for more, spent, gained in melds:
                used = wilds + spent
                if (used & 15) <= jokers and (used >> 4) <= ranked:
                    key = (runs + more, used)
                    following[key] = max(gain + gained, following.get(key, gain + gained))
        reached = following
    return array("q", row)


def _set_choices(rules: Rules, jokers: int, ranked: int) -> Any:
    """What sets of one rank can take together. Raises EngineDeclined where that is too much to list."""
    suits = len(rules.deck.suits)
    try:
        return all_sets(rules.settings, suits, rules.deck.copies, jokers, ranked, (0,) * suits, 0, False, False)
    except OverflowError as error:
        raise EngineDeclined(str(error)) from None


def _no_sets(rules: Rules, wilds: int) -> tuple[Any, Any, Any, Any, Any]:
    vectors = (rules.deck.copies + 1) ** len(rules.deck.suits)
    none = array("i", bytes(4 * (vectors + 1)))
    return none, array("i"), array("i"), array("q"), array("q", bytes(8 * vectors * rules.ranks * (wilds + 1)))


@lru_cache(maxsize=64)
def _sets(settings: Settings, deck: Deck, weights: Weights, jokers: int, ranked: int) -> tuple[Any, Any, Any, Any, Any]:
    """What sets of one rank can take, by how many there are of each suit."""
    rules = rules_of(settings, deck)
    costs = rules.cost_tables(weights)
    suits, wilds_most = len(deck.suits), jokers + ranked
    _, in_set = costs.gains
    joker_gain, ranked_gain = costs.wild_gains[JOKER][1], costs.wild_gains[RANKED][1]
    choices = [
        (made.naturals, made.jokers, made.ranked)
        for made, _ in _set_choices(rules, jokers, ranked)
        if any(made.naturals)
    ]
    starts, uses, wilds = [0], array("i"), array("i")
    gains, most = array("q"), array("q")
    for held in product(range(deck.copies + 1), repeat=suits):
        tops = [0] * (rules.ranks * (wilds_most + 1))
        for naturals, with_jokers, with_ranked in choices:
            if not _within(naturals, held[::-1]):
                continue
            uses.append(sum(number << (2 * suit) for suit, number in enumerate(naturals)))
            wilds.append(with_jokers + 16 * with_ranked)
            for rank in range(1, rules.ranks + 1):
                gain = sum(naturals) * in_set[rank] + with_jokers * joker_gain[rank] + with_ranked * ranked_gain[rank]
                gains.append(gain)
                for spent in range(with_jokers + with_ranked, wilds_most + 1):
                    at = (rank - 1) * (wilds_most + 1) + spent
                    tops[at] = max(tops[at], gain)
        starts.append(len(uses))
        most.extend(tops)
    return array("i", starts), uses, wilds, gains, most


def _within(naturals: Sequence[int], held: Sequence[int]) -> bool:
    return all(a <= b for a, b in zip(naturals, held, strict=True))
