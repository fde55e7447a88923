"""Numbers read off the answers: an ace worth 15, a king 13, an opening of 40, a penalty of 25.

A kit tells a number from its neighbours; people use others. What a card costs in hand is asked card by card; of any
other number the values that people use are tried, and those that a wrong figure leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from meldproof.cards import JOKER, Card
from meldproof.conforming.answered import Answered, Asker
from meldproof.errors import VariantError
from meldproof.notation import card_text
from meldproof.rules.worth import point_tables
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.variants.values import RankPoints, Steps, WildWorth
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import ask

USED = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 25, 30, 31, 35, 40, 41, 45, 50, 51, 60, 70, 75, 80, 90,
    100, 101, 120, 150, 200, 250, 300, 500,
)  # fmt: skip
"""Numbers that rules of rummy games use somewhere."""
TABLES: tuple[dict[str, int], ...] = (
    {"J": 11, "Q": 12, "K": 13},
    {"J": 10, "Q": 10, "K": 10},
    {"2": 5, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5, "8": 10, "9": 10, "T": 10, "J": 10, "Q": 10, "K": 10},
    {"2": 5, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5, "8": 5, "9": 5, "T": 10, "J": 10, "Q": 10, "K": 10},
)
"""Usual points of cards, as far as they are of the deck."""
MOST_PROBED = 20
"""Single cards asked about."""

Values = dict[str, object]


def read_off(
    variant: Variant, wrong: Sequence[Answered], put: Asker, operations: Sequence[str], first: Sequence[str] = ()
) -> Iterator[tuple[Values, Variant]]:
    """Changes of numbers: all points of single cards together, then one number each, those of `first` before others."""
    seen: set[str] = set()
    for values in _candidates(variant, wrong, put, operations, first):
        key = repr(sorted(values.items()))
        if key in seen:
            continue
        seen.add(key)
        try:
            changed = with_values(variant, values)
        except VariantError:
            continue
        if changed.settings != variant.settings:
            yield values, changed


def _candidates(
    variant: Variant, wrong: Sequence[Answered], put: Asker, operations: Sequence[str], first: Sequence[str]
) -> Iterator[Values]:
    costs = single_costs(variant, put, operations) if "best" in operations else {}
    if costs:
        yield costs
        yield from ({name: value} for name, value in costs.items())
    numbers = numbers_of(variant)
    for name in dict.fromkeys((*first, *numbers)):
        values = numbers.get(name)
        if values is not None and could_be(variant, name, values, wrong):
            now = values.now
            yield from ({name: values.put(number)} for number in dict.fromkeys((*_led_to(wrong, variant, now), *USED)))
    if "points.ranks" in variant.values:
        for table in _tables(variant):
            yield {"points.ranks": table}


def single_costs(variant: Variant, put: Asker, operations: Sequence[str]) -> Values:
    """What cards cost in hand by the answers to hands of one card, as changes of the parameters that say so."""
    if "deadwood_points" not in (ask(CardCase("best", (_one_card(variant),)), variant) or {}):
        return {}
    deck, hand = variant.deck(), point_tables(variant.settings).hand
    wild = set(variant.settings.wild_ranks)
    ranks: dict[str, int] = {}
    found: Values = {}
    cards = [*[JOKER] * (deck.jokers > 0), *(Card(rank, 1) for rank in range(1, len(deck.ranks) + 1))]
    for card in cards[:MOST_PROBED]:
        entry = put(CardCase("best", (card_text(card, deck),)))
        given = None if entry is None else entry.given.get("deadwood_points")
        if given is None or given == hand[card.rank]:
            continue
        if card.is_joker:
            found["wilds.joker.hand"] = given
        elif card.rank in wild:
            found["wilds.ranked.hand"] = given
        elif card.rank == 1:
            found["points.ace.hand"] = given
        else:
            ranks[deck.ranks[card.rank - 1]] = given
    return {**found, **({"points.ranks": _with_ranks(variant, ranks)} if ranks else {})}


def _one_card(variant: Variant) -> str:
    return card_text(Card(1, 1), variant.deck())


def _with_ranks(variant: Variant, changed: dict[str, int]) -> dict[str, int]:
    """The table of points with some ranks changed, rank by rank."""
    ranks = variant.settings.deck.ranks
    now = variant.settings.points.ranks.by_rank(ranks)
    return {ranks[rank - 1]: changed.get(ranks[rank - 1], number) for rank, number in sorted(now.items())}


def _tables(variant: Variant) -> Iterator[dict[str, int]]:
    ranks = variant.settings.deck.ranks
    there = set(variant.settings.points.ranks.by_rank(ranks))
    for table in TABLES:
        fitting = {rank: number for rank, number in table.items() if rank in ranks and ranks.index(rank) + 1 in there}
        if fitting:
            yield _with_ranks(variant, fitting)


class NumberAt(NamedTuple):
    """A number of a parameter: what it is now, and the parameter's plain value with another."""

    now: int
    put: Callable[[int], object]


def numbers_of(variant: Variant) -> dict[str, NumberAt]:
    """The parameters that are one number, or a number in steps of which the first counts; points of ranks apart."""
    found: dict[str, NumberAt] = {}
    for name, value in variant.values.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            found[name] = NumberAt(value, lambda number: number)
        elif isinstance(value, WildWorth) and isinstance(value.worth, int):
            found[name] = NumberAt(value.worth, lambda number: number)
        elif isinstance(value, Steps):
            found[name] = NumberAt(value.pairs[0][1], _stepped(value))
        elif isinstance(value, WildWorth) and not isinstance(value.worth, RankPoints):
            found[name] = NumberAt(-1, lambda number: number)
    return found


def _stepped(steps: Steps) -> Callable[[int], object]:
    return lambda number: Steps(((steps.pairs[0][0], number), *steps.pairs[1:])).to_plain()


def could_be(variant: Variant, name: str, number: NumberAt, wrong: Sequence[Answered]) -> bool:
    """Whether some value of a number would answer one of the wrong answers otherwise."""
    for extreme in (0, 1, number.now + 1, number.now + 7, 999):
        try:
            other = with_values(variant, {name: number.put(extreme)})
        except VariantError:
            continue
        for entry in wrong:
            if ask(entry.question, other) != ask(entry.question, variant):
                return True
    return False


def _led_to(wrong: Sequence[Answered], variant: Variant, now: int) -> Iterator[int]:
    """Values that a figure given instead of the right one leads to, one card or several being at fault."""
    for entry in wrong:
        right = ask(entry.question, variant) or {}
        for name in entry.given.keys() & right.keys():
            for given, wanted in _pairs(entry.given[name], right[name]):
                for times in (1, -1, 2, -2, 3, -3, 4, -4):
                    value = now + (given - wanted) // times
                    if (given - wanted) % times == 0 and 0 <= value < 10_000:
                        yield value


def _pairs(given: Any, wanted: Any) -> Iterator[tuple[int, int]]:
    if isinstance(given, list) and isinstance(wanted, list):
        for one, other in zip(given, wanted, strict=False):
            yield from _pairs(one, other)
    elif isinstance(given, int) and isinstance(wanted, int) and not isinstance(given, bool) and given != wanted:
        yield given, wanted
