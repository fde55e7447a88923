"""Rules drawn from the vocabulary's own records: the values to try of every parameter that an arrangement depends on.

A new parameter is drawn without a word here, if its type is one that others have. What a drawn value switches on is
drawn too (the loader would ask for it), what it switches off is dropped, and what names ranks goes with the ranks.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from meldproof.variants import values
from meldproof.variants.consistency import inconsistencies
from meldproof.variants.levels import WITHOUT_EFFECT, arranged_by
from meldproof.variants.loading import Variant
from meldproof.variants.values import RankPoints, WildWorth, from_plain
from meldproof.variants.vocabulary import Parameter, Settings, build_settings, is_active, parameters

Ranks = tuple[str, ...]
Spread = tuple[object, ...]
Choose = Callable[[Sequence[object]], object]
"""One of some values."""

PARAMETERS = tuple(name for name in (*arranged_by(), *WITHOUT_EFFECT) if not name.startswith("players."))
"""The parameters on which an arrangement depends (a deck's for any number of players), and what a question is told."""

SWITCHES = ("deck.jokers", "wilds.ranks", "opening.points", "set.suits", "set.repeat_sizes", "table.rearrange")
OFTEN = (*PARAMETERS, *SWITCHES * 2)
"""The same with those that switch most of the others on, which are to be drawn more often."""

BY_TYPE: tuple[tuple[object, Spread], ...] = (
    (bool, (False, True)),
    (values.Positive, (1, 2, 100)),
    (values.Count, (0, 1, 2, 3, 1000)),
    (values.MeldSize, (2, 3, 4, 5, 1000)),
    (values.Limit, (0, 1, 2, 3, 4, 7, 1000, "any")),
    (values.Points, (-10_000, -40, -1, 0, 1, 7, 15, 40, 10_000)),
    (tuple[values.Positive, ...], ([], [2], [3], [4], [5], [3, 5], [6], [8])),
    (
        values.RequirementDemands,
        (
            [],
            [],
            [],
            [{"kind": "run", "wilds": 0}],
            [{"kind": "run", "wilds": 0}, {"kind": "run"}],
            [{"kind": "run", "count": 2}],
        ),
    ),
    (
        values.OpeningDemands,
        (
            [],
            [],
            [{"kind": "run", "wilds": 0}],
            [{"kind": "run"}, {"kind": "run", "wilds": 0}],
            [{"kind": "set", "exactly": True}],
            [{"count": 2, "wilds": 1}],
            [{"kind": "run", "min": 4}, {"kind": "run", "max": 4}, {"wilds": 0}],
            [[{"kind": "set", "count": 2}], [{"kind": "run", "min": 5}, {}]],
        ),
    ),
)
"""What to try of a type of values, nasty ones too: nothing, less than nothing, far too much."""

ACE_TO_KING = tuple("A23456789TJQK")
DECKS: tuple[Ranks, ...] = (ACE_TO_KING, ACE_TO_KING[:5], ("1", "2", "3"), ("A", *map(str, range(2, 16))))
SUITS = ("s", "sh", "shd", "shdc", "shdcx", "shdcxyzw")
NAMED: Mapping[str, Callable[[Ranks], Spread]] = {
    "deck.ranks": lambda ranks: tuple(map(list, DECKS)),
    "deck.suits": lambda ranks: tuple(map(list, SUITS)),
    "deck.copies": lambda ranks: (1, 2, 3, 8, {"2": 1, "3": 2}),
    "deck.jokers": lambda ranks: (0, 1, 2, 3, 8, 24, {"2": 2, "4": 0}),
    "wilds.ranks": lambda ranks: ([], [ranks[1]], [ranks[0]], [ranks[-1]], [ranks[0], ranks[2]], list(ranks)),
    "set.max": lambda ranks: (2, 3, 4, 5, 6, 1000, "any"),
    "run.max": lambda ranks: (2, 3, 4, 5, 7, 1000, "any"),
    "scoring.cap": lambda ranks: (0, 1, 12, 30, 80, 1000, "any"),
    "opening.points": lambda ranks: (0, 1, 20, 35, 51, 90, 10_000, {"0": 15, "750": 40}),
}
"""What to try of the parameters whose types say too little of their values, given the deck's ranks."""

MOST_TRIES = 8
"""How often what the loader finds inconsistent with a change is drawn anew."""


def spread(parameter: Parameter, ranks: Ranks) -> Spread:
    """The plain values to try of a parameter. Raises LookupError for a type of which none are known."""
    name, kind = parameter.name, parameter.type
    if name in NAMED:
        return NAMED[name](ranks)
    if kind is RankPoints:
        return _tables(ranks[1:])
    if kind is WildWorth:  # as melded, an opening's wilds alone may be
        return (0, 7, 50, 10_000, "represented", *["as-melded"] * name.endswith("opening"), *_tables(ranks))
    if typing.get_origin(kind) is typing.Literal:
        return typing.get_args(kind)
    if typing.get_origin(kind) is tuple and typing.get_origin(typing.get_args(kind)[0]) is typing.Literal:
        words = typing.get_args(typing.get_args(kind)[0])
        return tuple([*words[at:], *words[:at]] for at in range(len(words)))
    for known, found in BY_TYPE:
        if kind == known:
            return found
    raise LookupError(f"no values are known for {name}: add them to NAMED, or to BY_TYPE those of its type, {kind}")


def _tables(ranks: Ranks) -> Spread:
    """Points by rank: nothing; all the same; one like another only now and then; one that is worth all the others."""
    return (
        {f"{ranks[0]}-{ranks[-1]}": 0},
        {f"{ranks[0]}-{ranks[-1]}": 5},
        {rank: 7 * number % 11 for number, rank in enumerate(ranks)},
        {rank: 10_000 if rank == ranks[-1] else 1 for rank in ranks},
    )


def drawn(
    base: Variant, given: Mapping[str, object], changes: Mapping[str, object], choose: Choose
) -> dict[str, object]:
    """The settings `given` with `changes` on top and all that goes with them; as they were where that is no house."""
    plain = {**given, **changes}
    if any(name.startswith("deck.") for name in changes):
        plain |= {"deal.cards": 1, "deal.starter_extra": 0}  # a small deck must do
    again = _naming_ranks() - changes.keys() if "deck.ranks" in changes else set()
    for _ in range(MOST_TRIES):
        there = {**base.values, **{name: _typed(name, value) for name, value in plain.items()}}
        for name in sorted(name for name in again & there.keys() if there[name] != RankPoints(())):
            plain[name] = choose(spread(parameters()[name], typing.cast("Ranks", there["deck.ranks"])))
            there[name] = _typed(name, plain[name])
        settings = _settled(there, plain, choose)
        faults = list(inconsistencies(settings))
        if not faults:
            return plain
        words = {word.strip("();,") for fault in faults for part in fault for word in part.split()}
        again = (words & set(PARAMETERS)) - changes.keys()  # drawn anew: what the loader says is at fault, or why
        if not again:
            break
    return dict(given)


def _settled(there: dict[str, object], plain: dict[str, object], choose: Choose) -> Settings:
    """The settings of values that exist together: absent ones are taken out, and new ones drawn, in both."""
    while True:
        settings = build_settings(there)
        active = {name for name, parameter in parameters().items() if is_active(parameter, settings)}
        if active == there.keys():
            return settings
        for name in there.keys() - active:
            del there[name]
            plain.pop(name, None)
        for name in parameters():
            if name in active and name not in there:
                plain[name] = choose(spread(parameters()[name], settings.deck.ranks))
                there[name] = _typed(name, plain[name])


def _typed(name: str, value: object) -> object:
    return from_plain(value, parameters()[name].type)


@cache
def _naming_ranks() -> frozenset[str]:
    """The parameters whose values name ranks of the deck."""
    return frozenset({"wilds.ranks", *(n for n, p in parameters().items() if p.type in (RankPoints, WildWorth))})


def untried(houses: typing.Iterable[Variant]) -> list[str]:
    """Of all that is tried of any parameter, as `NAME=VALUE`, what no such house has."""
    met: dict[str, list[object]] = {name: [] for name in PARAMETERS}
    for house in houses:
        for name in PARAMETERS:
            if name in house.values and house.values[name] not in met[name]:
                met[name].append(house.values[name])
    wanted = [(name, value) for name in PARAMETERS for value in spread(parameters()[name], ACE_TO_KING)]
    return [f"{name}={value}" for name, value in wanted if _typed(name, value) not in met[name]]
