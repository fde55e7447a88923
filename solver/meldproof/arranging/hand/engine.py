"""Small hands, perhaps beside a table that only grows: every best arrangement compared, in compiled code.

The first of them in canonical order is read back.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

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
from meldproof.arranging.compiled.form import hand_engine_class
from meldproof.arranging.model import Wanted, demand_cases, opening_points
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Opening, Problem
from meldproof.arranging.sweep.rules import CompiledRules, Weights, kept, make_weights, rules_of
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS
from meldproof.arranging.tables import table_cases
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.rules.worth import Worths, points_of_meld

ENGINE = "hand"
MOST_CARDS = 16
MOST_TABLE, MOST_LYING = 31, 16
"""Melds on a table, and cards of each."""
MOST_IN_SET, MANY_IN_SET = 16, 24
"""Cards of a set: as many as a small hand holds; with those of a set on the table the automaton may take a second."""
LAWS = 33
MOST_GAIN, MOST_POINTS, MOST_RUNS = 1 << 47, 1 << 20, 15
MOST_REMEMBERED, MOST_KEPT = 20_000, 16
PLACES = 32
SUIT_LAWS = {"any": 0, "distinct": 1, "same": 2}
LIES, WILD = 1, 2
"""Bits of a slot's number: it lay on the table before; it is a wild."""

Numbers = tuple[int, ...]
"""A meld as `HandEngine` gives it: 1 for a set or 0 for a run, then its slots."""


class Known(NamedTuple):
    """A meld read from numbers: as it is laid, and what it counts toward an opening."""

    laid: LaidMeld
    counts: int


class Hands(NamedTuple):
    """A variant's search for hands, its kinds of cards, their numbers, and melds as they were read."""

    engine: Any
    kinds: tuple[Card, ...]
    numbers: dict[Card, int]
    pooled: bool
    melds: dict[Numbers, Known]


class HandAnswer(NamedTuple):
    """What was found: melds, the table's first; how many of each kind are left; the discard's kind or -1."""

    melds: list[Numbers]
    left: list[tuple[int, int]]
    discarded: int


def solve_hand(problem: Problem) -> Arrangement | None:
    """The best arrangement with the fewest melds, of equals the first in canonical order.

    None where the demands can't be met. Raises EngineDeclined for a table that is rearranged or large, hands of more
    than 16 cards, and hands that can make more melds than there is room for.
    """
    _decline(problem)
    rules = rules_of(problem.settings, problem.deck)
    most_table = MOST_TABLE if problem.table else 0
    weights = make_weights(problem.objective, MOST_CARDS, rules.most_points, most_table, melds=True)
    hands = _hands(rules, weights, problem.discard, _in_set(problem))
    found = _search(problem, hands)
    return None if found is None else _read(problem, rules, hands, found)


def with_all_laid(problem: Problem, cards: Iterable[Card]) -> list[Card]:
    """Those of some cards with each of which, added to the hand, all can be laid but the discard that is asked for.

    Asked of what is feasible alone: nothing is read back. Raises EngineDeclined as `solve_hand` does.
    """
    asked = tuple(cards)
    if not asked:
        return []
    first = msgspec.structs.replace(problem, hand=(*problem.hand, asked[0]))
    _decline(first)
    rules = rules_of(problem.settings, problem.deck)
    most_table = MOST_TABLE if problem.table else 0
    weights = make_weights(("deadwood_cards",), MOST_CARDS, rules.most_points, most_table, melds=False)
    hands = _hands(rules, weights, problem.discard, _in_set(first))
    counts, (_, *demands) = bytearray(_counts(problem.hand, hands)), _asked(first, hands)
    found = []
    for card in asked:
        number = hands.numbers[card]
        counts[number] += 1
        answer = _arranged(hands, bytes(counts), *demands)
        counts[number] -= 1
        if answer is not None and not answer.left:
            found.append(card)
    return found


def most_opening_points(problem: Problem) -> int | None:
    """The most points an opening could lay from this hand, its other demands kept; None where those can't be met.

    Raises EngineDeclined as `solve_hand` does.
    """
    assert problem.opening is not None
    _decline(problem)
    rules = rules_of(problem.settings, problem.deck)
    hands = _hands(rules, None, problem.discard, _in_set(problem))
    asked = msgspec.structs.replace(problem, opening=Opening(0, 0, problem.opening.own_cards))
    found = _search(asked, hands)
    if found is not None:
        first = len(problem.table)
        return sum(_known(numbers, problem, hands).counts for numbers in found.melds[first:])
    return None if _search(msgspec.structs.replace(problem, opening=None), hands) is None else 0


def _decline(problem: Problem) -> None:
    if len(problem.hand) > MOST_CARDS:
        raise EngineDeclined(say("hand takes at most {most_cards} cards", most_cards=MOST_CARDS))
    if not problem.table:
        return
    if problem.settings.table.rearrange != "none":
        raise EngineDeclined(say("hand takes a table only where it grows (table.rearrange)"))
    if len(problem.table) > MOST_TABLE or max(len(meld.slots) for meld in problem.table) > MOST_LYING:
        raise EngineDeclined(
            say(
                "hand takes tables of at most {most_table} melds of at most {most_lying} cards",
                most_table=MOST_TABLE,
                most_lying=MOST_LYING,
            )
        )
    if _in_set(problem) > MANY_IN_SET:
        raise EngineDeclined(
            say("hand takes at most {many_in_set} cards of a hand and a set on the table", many_in_set=MANY_IN_SET)
        )
    next(iter(table_cases(problem)))


def _in_set(problem: Problem) -> int:
    """For how many cards of a set there must be room: one of a few numbers, since each has an automaton of its own."""
    lying = max([len(meld.slots) for meld in problem.table if meld.kind == "set"], default=0)
    cards = len(problem.hand) + lying
    return cards if cards > MANY_IN_SET else MANY_IN_SET if cards > MOST_IN_SET else MOST_IN_SET


def _search(problem: Problem, hands: Hands) -> HandAnswer | None:
    """The best arrangement in numbers; None where the demands can't be met."""
    return _arranged(hands, *_asked(problem, hands))


def _asked(problem: Problem, hands: Hands) -> tuple[bytes, bytes, tuple[Numbers, ...], bool, Any]:
    """A problem as `HandEngine` takes it: the hand, what is owed, the table, whether it grows, the demands."""
    owed = _counts(problem.use, hands) if problem.use else b""
    lying = tuple([_numbers(meld) for meld in problem.table]) if problem.table else ()
    grows = problem.opening is None or problem.settings.layoff.start != "next-turn"
    return _counts(problem.hand, hands), owed, lying, grows, cases_of(problem)


def _arranged(
    hands: Hands, counts: bytes, owed: bytes, lying: tuple[Numbers, ...], grows: bool, cases: Any
) -> HandAnswer | None:
    found = hands.engine.arrange(counts, owed, lying, grows, cases)
    if found is None:
        raise EngineDeclined(say("hand takes no hand that can make so many melds"))
    return None if found is False else HandAnswer(*found)


def _counts(cards: Iterable[Card], hands: Hands) -> bytes:
    counts, numbers = bytearray(len(hands.numbers)), hands.numbers
    for card in cards:
        counts[numbers[card]] += 1
    return bytes(counts)


def _numbers(meld: Meld) -> Numbers:
    """A meld of the table as numbers."""
    slots = (
        (((slot.rank << 3 | slot.suit) << 6 | slot.place) << 3 | slot.as_suit) << 2 | slot.wild << 1 | LIES
        for slot in meld.slots
    )
    return (int(meld.kind == "set"), *slots)


def cases_of(problem: Problem) -> Any:
    """A problem's demands as `HandEngine` takes them; raises EngineDeclined for more than it counts."""
    need = problem.settings.requirement
    if problem.opening is None and not need.runs and not need.pure_runs and not problem.only_grows:
        return _cases((Wanted(),))
    return _cases(tuple(demand_cases(problem)))


@lru_cache(maxsize=1024)
def _cases(cases: tuple[Wanted, ...]) -> Any:
    rows = array("q")
    for case in cases:
        if case.needs or case.most_melds is not None:
            raise EngineDeclined(say("hand does not take the melds that this opening demands (opening.melds)"))
        if not 0 <= case.points <= MOST_POINTS or max(case.pure_runs, case.runs) > MOST_RUNS:
            raise EngineDeclined(
                say(
                    "hand counts to {most_points} points and {most_runs} runs (opening, requirement)",
                    most_points=MOST_POINTS,
                    most_runs=MOST_RUNS,
                )
            )
        rows.extend([case.points, case.pure_runs, case.runs, case.new_melds, case.sets, case.melds])
    return rows


def _read(problem: Problem, rules: CompiledRules, hands: Hands, found: HandAnswer) -> Arrangement:
    kinds = hands.kinds
    melds = found.melds
    discard = None if found.discarded < 0 else kinds[found.discarded]
    deadwood = [kinds[kind] for kind, number in sorted(found.left) for _ in range(number)]
    if hands.pooled:
        melds, deadwood, discard = _dealt(problem, rules, melds, deadwood, discard)
    laid = []
    points = cards = changes = 0
    for numbers in melds[len(problem.table) :]:
        known = _known(numbers, problem, hands)
        laid.append(known.laid if problem.opening is None else _opened(known, problem.opening))
        points += known.laid.points
        cards += len(numbers) - 1
    if problem.table:
        for number, (numbers, lying) in enumerate(zip(melds, problem.table, strict=False)):
            grown = _known(numbers, problem, hands).laid
            laid.insert(number, LaidMeld(grown.meld, grown.points, grown_from=number))
            more = len(grown.meld.slots) - len(lying.slots)
            points += grown.points - points_of_meld(lying, rules.points.melded)
            cards += more
            changes += more > 0
    hand = rules.points.hand
    cost = sum([hand[card.rank] for card in deadwood]) if deadwood else 0
    figures = Figures(cost, points, cards, len(deadwood), points - cost, changes)
    opens = None if problem.opening is None else True
    return Arrangement(problem, tuple(laid), tuple(deadwood), discard, figures, ENGINE, None, opens)


def _known(numbers: Numbers, problem: Problem, hands: Hands) -> Known:
    """A meld from numbers, read once."""
    known = hands.melds.get(numbers)
    if known is None:
        if len(hands.melds) > MOST_REMEMBERED:
            hands.melds.clear()
        slots = tuple(
            Slot(number >> 14, number >> 11 & 7, number >> 5 & 63, number >> 2 & 7, bool(number & WILD))
            for number in numbers[1:]
        )
        meld = Meld("set" if numbers[0] else "run", slots)
        laid = LaidMeld(meld, points_of_meld(meld, problem.points.melded))
        known = hands.melds[numbers] = Known(laid, opening_points(problem, meld))
    return known


def _opened(known: Known, opening: Opening) -> LaidMeld:
    """A new meld in the turn of an opening, for which it may count."""
    if opening.points and known.counts <= 0:
        return known.laid
    return LaidMeld(known.laid.meld, known.laid.points, True)


def _dealt(
    problem: Problem, rules: CompiledRules, melds: list[Numbers], deadwood: list[Card], discard: Card | None
) -> tuple[list[Numbers], list[Card], Card | None]:
    """Cards of wild ranks, which the search takes for one kind, dealt out: to melds in order, the last ones left.

    Those that must be laid come first.
    """
    pool = [card for card in problem.hand if card.rank in rules.wild_ranks]
    if len(set(pool)) < 2:
        return melds, deadwood, discard
    if problem.use:
        used = Counter(card for card in problem.use if card.rank in rules.wild_ranks)
        pool = [*canonical(used.elements()), *canonical((Counter(pool) - used).elements())]
    dealt = []
    for numbers in melds:
        slots = [numbers[0]]
        for number in numbers[1:]:
            if number & WILD and number >> 14 and not number & LIES:
                card = pool.pop(0)
                number = (card.rank << 14) + (card.suit << 11) + number % (1 << 11)
            slots.append(number)
        dealt.append(tuple(slots))
    if discard is not None and discard.rank in rules.wild_ranks:
        discard = pool.pop()
    others = [card for card in deadwood if card.rank not in rules.wild_ranks]
    return dealt, list(canonical([*others, *pool])), discard


def _hands(rules: CompiledRules, weights: Weights | None, discard: str, in_set: int = MOST_IN_SET) -> Hands:
    """The search of a variant, made once; without weights what is gained is what melds count toward an opening.

    Raises EngineDeclined for points that are too large.
    """
    key = (weights, discard, in_set)
    found: Hands = kept(rules.hands, key, lambda: _make_hands(rules, *key), MOST_KEPT)
    return found


def hand_engine(rules: CompiledRules, weights: Weights, discard: str) -> Any:
    """The search of a variant for many hands: `settle_many`. Raises EngineDeclined for points that are too large."""
    return _hands(rules, weights, discard).engine


def _make_hands(rules: CompiledRules, weights: Weights | None, discard: str, in_set: int) -> Hands:
    s, deck = rules.settings, rules.deck
    pooled = s.wilds.natural == "never" and bool(rules.wild_ranks)
    kinds = tuple(deck.kinds())
    hand = rules.points.hand
    discards = [0 if weights is None else weights.discard_gain(hand[card.rank]) for card in kinds]
    runs, sets = _run_rules(rules, weights), _set_rules(rules, weights, in_set)
    known = roles(s)
    naturals = [not card.is_joker and card.rank in known.natural for card in kinds]
    ranked = [card.rank in known.wild for card in kinds]
    homes = [card.rank * wild * (not known.wild_at_home) for card, wild in zip(kinds, ranked, strict=True)]
    order = sorted(
        range(len(kinds)), key=lambda kind: (kinds[kind].is_joker, ranked[kind], kinds[kind].rank, kinds[kind].suit)
    )
    costs = (0, 0, True) if weights is None else (weights.meld, weights.change, False)
    gains = [abs(number) for table in (runs[-2], sets[-2], discards) for number in table]
    if max(*gains, costs[1]) > MOST_GAIN or min(discards) < 0:
        raise EngineDeclined(say("hand takes no points that are so large, or less than nothing in hand (points.ranks)"))
    columns = (
        rules.ranks,
        len(deck.suits),
        array("i", [card.rank for card in kinds]),
        array("i", [card.suit for card in kinds]),
        array("i", [JOKER if card.is_joker else RANKED * wild for card, wild in zip(kinds, ranked, strict=True)]),
        array("i", naturals),
        array("i", homes),
        array("q", discards),
        array("i", order),
        pooled,
    )
    engine = hand_engine_class()(runs, sets, costs, columns, DISCARD_NUMBERS[discard])
    return Hands(engine, kinds, {card: number for number, card in enumerate(kinds)}, pooled, {})


def _run_rules(rules: CompiledRules, weights: Weights | None) -> tuple[Any, ...]:
    """What `HandEngine` takes of runs."""
    s = rules.settings
    limit = [0] * PLACES
    for first in run_starts(s):
        limit[first] = last_place(s, first)
    steps, accepts = _flat(automaton(s, "run", longest_run(s)))
    opening = _of_runs(rules.points.opening)
    points = _slot_points(opening)
    gains = _slot_gains(_of_runs(rules.points.melded), rules, weights) if weights else array("q", points)
    return min(s.run.min, PLACES), steps, accepts, array("i", limit), gains, points


def _of_runs(worths: Worths) -> tuple[Sequence[int], ...]:
    return worths.natural_in_run, worths.joker_in_run, worths.ranked_in_run


def _of_sets(worths: Worths) -> tuple[Sequence[int], ...]:
    return worths.natural_in_set, worths.joker_in_set, worths.ranked_in_set


def _set_rules(rules: CompiledRules, weights: Weights | None, in_set: int = MOST_IN_SET) -> tuple[Any, ...]:
    """What `HandEngine` takes of sets."""
    s = rules.settings
    most = longest_set(s, in_set)
    steps, accepts = _flat(automaton(s, "set", most))
    if s.set.suits == "three":
        raise EngineDeclined(say("hand takes no sets of exactly three suits (set.suits)"))
    laws = [SUIT_LAWS[suit_law(s, size, wilds)] for size in range(LAWS) for wilds in (False, True)]
    points = _slot_points(_of_sets(rules.points.opening))
    gains = _slot_gains(_of_sets(rules.points.melded), rules, weights) if weights else array("q", points)
    return min(s.set.min, PLACES), most, steps, accepts, array("i", laws), s.opening.repeated_suits, gains, points


def _flat(walk: Automaton) -> tuple[Any, Any]:
    """An automaton's steps by state and class, and which states accept."""
    steps = array("i", [step for row in walk.steps for step in row])
    return steps, array("i", [int(state in walk.accepting) for state in range(len(walk.steps))])


def _slot_gains(tables: Sequence[Sequence[int]], rules: CompiledRules, weights: Weights) -> Any:
    """What laying a natural, a joker or a wild of a rank gains over leaving it, by class and place."""
    hand, wilds = rules.points.hand, rules.settings.wilds
    gains = array("q", bytes(8 * PLACES * len(tables)))
    for kind, table in enumerate(tables):
        for place in range(1, min(PLACES, len(table))):
            natural = hand[(place - 1) % rules.ranks + 1]
            cost = natural if kind == NATURAL else wilds.joker.hand if kind == JOKER else wilds.ranked.hand
            gains[kind * PLACES + place] = weights.gain(table[place], 1, cost)
    return gains


def _slot_points(tables: Sequence[Sequence[int]]) -> Any:
    """What a natural, a joker or a wild of a rank counts toward an opening, by class and place."""
    points = array("i", bytes(4 * PLACES * len(tables)))
    for kind, table in enumerate(tables):
        for place in range(1, min(PLACES, len(table))):
            if table[place] > MOST_POINTS:
                raise EngineDeclined(say("hand takes no cards that count so much toward an opening (points.ranks)"))
            points[kind * PLACES + place] = table[place]
    return points
