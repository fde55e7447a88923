"""Small hands without a table: every best arrangement compared, in compiled code, and the first of them read back."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from meldproof.arranging.automaton import (
    JOKER,
    NATURAL,
    RANKED,
    Automaton,
    automaton,
    last_place,
    longest_run,
    longest_set,
    roles,
    run_starts,
    suit_law,
)
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.sweep.form import hand_search_class
from meldproof.arranging.sweep.rules import Rules, Weights, kept, make_weights, rules_of
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.rules.worth import points_of_meld

ENGINE = "hand"
MOST_CARDS = 16
MOST_GAIN = 1 << 47
MOST_REMEMBERED, MOST_KEPT = 20_000, 16
PLACES = 32
SUIT_LAWS = {"any": 0, "distinct": 1, "same": 2}

Numbers = tuple[int, ...]
"""A meld as `HandSearch` gives it: 1 for a set or 0 for a run, then its slots."""


class Hands(NamedTuple):
    """A variant's search for hands, its kinds of cards, their numbers, and melds as they lie with their points."""

    search: Any
    kinds: tuple[Card, ...]
    numbers: dict[Card, int]
    pooled: bool
    melds: dict[Numbers, LaidMeld]


def solve_hand(problem: Problem) -> Arrangement | None:
    """The best arrangement with the fewest melds, of equals the first in canonical order.

    None where no card can be left for the discard. Raises EngineDeclined for a table, an opening, cards to be used,
    runs required, hands of more than 16 cards, and hands that can make more melds than there is room for.
    """
    need = problem.settings.requirement
    if problem.table or problem.opening is not None or problem.use or need.runs or need.pure_runs:
        raise EngineDeclined(say("hand takes hands by themselves (table, opening, use, requirement.runs)"))
    if len(problem.hand) > MOST_CARDS:
        raise EngineDeclined(say("hand takes at most {most_cards} cards", most_cards=MOST_CARDS))
    rules = rules_of(problem.settings, problem.deck)
    weights = make_weights(problem.objective, MOST_CARDS, rules.most_points, 0, melds=True)
    hands = _hands(rules, weights, problem.discard)
    counts, numbers = bytearray(len(hands.numbers)), hands.numbers
    for card in problem.hand:
        counts[numbers[card]] += 1
    found = hands.search.arrange(bytes(counts))
    if found is None:
        raise EngineDeclined(say("hand takes no hand that can make so many melds"))
    return None if found is False else _read(problem, rules, hands, *found)


def _read(
    problem: Problem, rules: Rules, hands: Hands, melds: list[Numbers], left: list[tuple[int, int]], discarded: int
) -> Arrangement:
    kinds, known = hands.kinds, hands.melds
    discard = None if discarded < 0 else kinds[discarded]
    deadwood = [kinds[kind] for kind, number in sorted(left) for _ in range(number)]
    if hands.pooled:
        melds, deadwood, discard = _dealt(problem.hand, rules, melds, deadwood, discard)
    laid = []
    points = cards = 0
    for numbers in melds:
        entry = known.get(numbers)
        if entry is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            entry = known[numbers] = _laid(numbers, rules)
        laid.append(entry)
        points += entry.points
        cards += len(numbers) - 1
    hand = rules.points.hand
    cost = sum([hand[card.rank] for card in deadwood]) if deadwood else 0
    figures = Figures(cost, points, cards, len(deadwood), points - cost, 0)
    return Arrangement(problem, tuple(laid), tuple(deadwood), discard, figures, ENGINE)


def _laid(numbers: Numbers, rules: Rules) -> LaidMeld:
    slots = tuple(
        Slot(number >> 13, number >> 10 & 7, number >> 4 & 63, number >> 1 & 7, bool(number & 1))
        for number in numbers[1:]
    )
    meld = Meld("set" if numbers[0] else "run", slots)
    return LaidMeld(meld, points_of_meld(meld, rules.points.melded))


def _dealt(
    hand: Sequence[Card], rules: Rules, melds: list[Numbers], deadwood: list[Card], discard: Card | None
) -> tuple[list[Numbers], list[Card], Card | None]:
    """Cards of wild ranks, which the search takes for one kind, dealt out: to melds in order, the last ones left."""
    pool = [card for card in hand if card.rank in rules.wild_ranks]
    if len(set(pool)) < 2:
        return melds, deadwood, discard
    dealt = []
    for numbers in melds:
        slots = [numbers[0]]
        for number in numbers[1:]:
            if number & 1 and number >> 13:
                card = pool.pop(0)
                number = (card.rank << 13) + (card.suit << 10) + number % 1024
            slots.append(number)
        dealt.append(tuple(slots))
    if discard is not None and discard.rank in rules.wild_ranks:
        discard = pool.pop()
    others = [card for card in deadwood if card.rank not in rules.wild_ranks]
    return dealt, list(canonical([*others, *pool])), discard


def _hands(rules: Rules, weights: Weights, discard: str) -> Hands:
    """The search of a variant, made once. Raises EngineDeclined for points that are too large."""
    found: Hands = kept(rules.hands, (weights, discard), lambda: _make_hands(rules, weights, discard), MOST_KEPT)
    return found


def hand_search(rules: Rules, weights: Weights, discard: str) -> Any:
    """The search of a variant for many hands: `settle_many`. Raises EngineDeclined for points that are too large."""
    return _hands(rules, weights, discard).search


def _make_hands(rules: Rules, weights: Weights, discard: str) -> Hands:
    s, deck = rules.settings, rules.deck
    pooled = s.wilds.natural == "never" and bool(rules.wild_ranks)
    kinds = tuple(deck.kinds())
    hand = rules.points.hand
    discards = [weights.discard_gain(hand[card.rank]) for card in kinds]
    runs, sets = _run_rules(rules, weights), _set_rules(rules, weights)
    gains = [abs(number) for table in (runs[-1], sets[-1], discards) for number in table]
    if max(gains) > MOST_GAIN or min(discards) < 0:
        raise EngineDeclined(say("hand takes no points that are so large, or less than nothing in hand (points.ranks)"))
    known = roles(s)
    naturals = [not card.is_joker and card.rank in known.natural for card in kinds]
    ranked = [card.rank in known.wild for card in kinds]
    homes = [card.rank * wild * (not known.wild_at_home) for card, wild in zip(kinds, ranked, strict=True)]
    order = sorted(
        range(len(kinds)), key=lambda kind: (kinds[kind].is_joker, ranked[kind], kinds[kind].rank, kinds[kind].suit)
    )
    columns = (
        array("i", [card.rank for card in kinds]),
        array("i", [card.suit for card in kinds]),
        array("i", [JOKER if card.is_joker else RANKED * wild for card, wild in zip(kinds, ranked, strict=True)]),
        array("i", naturals),
        array("i", homes),
        array("q", discards),
        array("i", order),
        pooled,
    )
    search = hand_search_class()(runs, sets, weights.meld, columns, DISCARD_NUMBERS[discard])
    return Hands(search, kinds, {card: number for number, card in enumerate(kinds)}, pooled, {})


def _run_rules(rules: Rules, weights: Weights) -> tuple[Any, ...]:
    """What `HandSearch` takes of runs."""
    s = rules.settings
    limit = [0] * PLACES
    for first in run_starts(s):
        limit[first] = last_place(s, first)
    worths = rules.points.melded
    tables = (worths.natural_in_run, worths.joker_in_run, worths.ranked_in_run)
    steps, accepts = _flat(automaton(s, "run", max(longest_run(s), 1)))
    gains = _slot_gains(tables, rules, weights)
    return rules.ranks, len(rules.deck.suits), min(s.run.min, PLACES), steps, accepts, array("i", limit), gains


def _set_rules(rules: Rules, weights: Weights) -> tuple[Any, ...]:
    """What `HandSearch` takes of sets."""
    s = rules.settings
    most = longest_set(s, MOST_CARDS)
    worths = rules.points.melded
    tables = (worths.natural_in_set, worths.joker_in_set, worths.ranked_in_set)
    steps, accepts = _flat(automaton(s, "set", max(most, 1)))
    laws = [SUIT_LAWS[suit_law(s, size, wilds)] for size in range(MOST_CARDS + 1) for wilds in (False, True)]
    return min(s.set.min, PLACES), most, steps, accepts, array("i", laws), _slot_gains(tables, rules, weights)


def _flat(walk: Automaton) -> tuple[Any, Any]:
    """An automaton's steps by state and class, and which states accept."""
    steps = array("i", [step for row in walk.steps for step in row])
    return steps, array("i", [int(state in walk.accepting) for state in range(len(walk.steps))])


def _slot_gains(tables: Sequence[Sequence[int]], rules: Rules, weights: Weights) -> Any:
    """What laying a natural, a joker or a wild of a rank gains over leaving it, by class and place."""
    hand, wilds = rules.points.hand, rules.settings.wilds
    gains = array("q", bytes(8 * PLACES * len(tables)))
    for kind, table in enumerate(tables):
        for place in range(1, min(PLACES, len(table))):
            natural = hand[(place - 1) % rules.ranks + 1]
            cost = natural if kind == NATURAL else wilds.joker.hand if kind == JOKER else wilds.ranked.hand
            gains[kind * PLACES + place] = weights.gain(table[place], 1, cost)
    return gains
