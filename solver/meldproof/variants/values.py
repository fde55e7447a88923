"""The kinds of values a rule parameter can take, beyond plain numbers, words and lists."""

from __future__ import annotations

import types
import typing
from typing import Annotated, Literal, Self, TypeGuard

import msgspec

from meldproof.messages import say
from meldproof.variants.by_deal import ByDeal, is_by_deal, read_by_deal

Any = Literal["any"]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
MeldSize = Annotated[int, msgspec.Meta(ge=2, le=1000)]
"""A least size of melds: one card alone is neither a run nor a set."""
Points = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Limit = Count | Any
"""A greatest number, or "any" for no limit."""
Flat = Points | Literal["as-held"]
"""A price whatever the cards, or "as-held" for what they cost."""


class Steps:
    """A number that changes in steps: `{ 2 = 10, 3 = 7 }` is 10 from 2 on, 7 from 3 on; a plain number is constant."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: tuple[tuple[int, int], ...]) -> None:
        self.pairs = pairs

    @classmethod
    def parse(cls, value: object) -> Steps:
        """Raises ValueError for anything but a number or a table of numbers with numbers as keys."""
        if _is_number(value):
            return cls(((0, value),))
        if isinstance(value, dict) and value and all(_is_key(k) and _is_number(v) for k, v in value.items()):
            pairs = tuple(sorted((int(key), number) for key, number in value.items()))
            if len({start for start, _ in pairs}) == len(pairs):
                return cls(pairs)
        raise ValueError(say("a number from 0 on, or a table of steps such as {{ 2 = 10, 3 = 7 }}"))

    def at(self, position: int) -> int:
        """The number that holds at `position`; before the first step, that of the first step."""
        found = self.pairs[0][1]
        for start, number in self.pairs:
            if start <= position:
                found = number
        return found

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for _, number in self.pairs)

    def to_plain(self) -> object:
        if len(self.pairs) == 1 and self.pairs[0][0] == 0:
            return self.pairs[0][1]
        return {str(start): number for start, number in self.pairs}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __repr__(self) -> str:
        return f"Steps({self.pairs!r})"


class RankPoints:
    """Points by name of rank: `{ 3 = 5, K = 10 }`; `"3-7" = 5` names a range of ranks in the deck's order."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: tuple[tuple[str, int], ...]) -> None:
        self.pairs = pairs

    @classmethod
    def parse(cls, value: object) -> RankPoints:
        """Raises ValueError for anything but a table of numbers."""
        if isinstance(value, dict) and all(isinstance(k, str) and _is_number(v) for k, v in value.items()):
            return cls(tuple(value.items()))
        raise ValueError(say('a table of points by rank such as {{ "3-7" = 5, K = 10 }}'))

    def by_rank(self, ranks: tuple[str, ...]) -> dict[int, int]:
        """Points by rank number (1…R). Raises ValueError naming a rank that is unknown or set twice."""
        points: dict[int, int] = {}
        for name, number in self.pairs:
            first, dash, last = name.partition("-")
            for end in (first, last) if dash else (first,):
                if end not in ranks:
                    raise ValueError(say("no rank {end!r} in the deck ({ranks})", end=end, ranks=" ".join(ranks)))
            low = ranks.index(first) + 1
            high = ranks.index(last) + 1 if dash else low
            if high < low:
                raise ValueError(say("the range {name!r} runs backwards", name=name))
            for rank in range(low, high + 1):
                if rank in points:
                    raise ValueError(say("rank {ranks!r} has points twice", ranks=ranks[rank - 1]))
                points[rank] = number
        return points

    def to_plain(self) -> object:
        return dict(self.pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RankPoints) and sorted(self.pairs) == sorted(other.pairs)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.pairs)))

    def __repr__(self) -> str:
        return f"RankPoints({self.pairs!r})"


class WildWorth:
    """What a wild is worth: its own points, "represented" (the card it stands for), or points by the rank stood for."""

    __slots__ = ("worth",)

    def __init__(self, worth: int | Literal["represented", "as-melded"] | RankPoints) -> None:
        self.worth = worth

    @classmethod
    def parse(cls, value: object) -> WildWorth:
        if _is_number(value):
            return cls(value)
        if value == "represented" or value == "as-melded":
            return cls(value)
        if isinstance(value, dict):
            return cls(RankPoints.parse(value))
        raise ValueError(say('a number, "represented", or a table of points by the rank it stands for'))

    def to_plain(self) -> object:
        return self.worth.to_plain() if isinstance(self.worth, RankPoints) else self.worth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WildWorth) and self.worth == other.worth

    def __hash__(self) -> int:
        return hash(self.worth)

    def __repr__(self) -> str:
        return f"WildWorth({self.worth!r})"


class Demand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many different melds of a kind, of so many cards, with at most so many wilds each.

    `min` of 0 and `max` of "any" are the kind's own bounds. What follows `wilds` only some parameters take: `exactly`
    (the melds demanded, and no others), `factor`, and what a bonus brings: `points`, `to`, `then`.
    """

    kind: Literal["set", "run", "pair", "any"] = "any"
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    min: Count = 0
    max: Limit = "any"
    wilds: Limit = "any"
    exactly: bool = False
    factor: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    points: Points = 0
    to: Literal["owner", "others"] = "owner"
    then: Literal["", "match"] = ""

    @property
    def sort(self) -> Demand:
        """The same of one meld: equal demands are one group."""
        return msgspec.structs.replace(self, count=1)


Alternative = tuple[Demand, ...]
"""Demands that are all to be met."""
MOST_GROUPS, MOST_ALTERNATIVES = 4, 4


class Demands:
    """Melds that are asked for: `[{ kind = "run", wilds = 0 }]` is a run without wilds, `[]` nothing.

    A list of demands is to be met as a whole, each by melds of its own; of a list of such lists any one. Demands of
    one sort beside each other are one with their counts together.
    """

    KEYS: tuple[str, ...] = ("kind", "count", "min", "max", "wilds")

    __slots__ = ("alternatives",)

    def __init__(self, alternatives: tuple[Alternative, ...] = ()) -> None:
        self.alternatives = alternatives

    @classmethod
    def parse(cls, value: object) -> Self:
        """Raises ValueError for anything but a list of demands, or of lists of them."""
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
            return cls((cls._alternative(value),)) if value else cls()
        if isinstance(value, list) and all(isinstance(entry, list) for entry in value):
            alternatives = tuple(dict.fromkeys(cls._alternative(entry) for entry in value))
            if len(alternatives) > MOST_ALTERNATIVES:
                raise ValueError(say("at most {most} lists of demands", most=MOST_ALTERNATIVES))
            return cls() if alternatives == ((),) else cls(alternatives)
        raise ValueError(say("a list of demands such as {shape}, or a list of such lists", shape=cls._shape()))

    @classmethod
    def _shape(cls) -> str:
        return '[{ kind = "run", count = 2, min = 4, wilds = 0 }]'

    @classmethod
    def _alternative(cls, entries: list[object]) -> Alternative:
        found: dict[Demand, int] = {}
        for entry in entries:
            demand = cls._demand(entry)
            found[demand.sort] = found.get(demand.sort, 0) + demand.count
        if len(found) > MOST_GROUPS:
            raise ValueError(say("at most {most} different demands in a list", most=MOST_GROUPS))
        if len({demand.exactly for demand in found}) > 1:
            raise ValueError(say("`exactly` is said of every demand of a list, or of none"))
        return tuple(msgspec.structs.replace(sort, count=count) for sort, count in found.items())

    @classmethod
    def _demand(cls, entry: object) -> Demand:
        if not isinstance(entry, dict) or not entry.keys() <= set(cls.KEYS):
            raise ValueError(say("a demand has no other keys than {keys}", keys=", ".join(cls.KEYS)))
        try:
            demand = msgspec.convert(entry, Demand)
        except msgspec.ValidationError:
            raise ValueError(say("demands such as {shape}", shape=cls._shape())) from None
        if demand.max != "any" and demand.max < max(demand.min, 1):
            raise ValueError(say("a demand's max is at least 1, and at least its min"))
        if demand.kind == "pair" and (demand.min or demand.max != "any"):
            raise ValueError(say("a pair has two cards: take out min and max"))
        return demand

    def to_plain(self) -> object:
        lists = [[msgspec.to_builtins(demand) for demand in alternative] for alternative in self.alternatives]
        return lists if len(lists) > 1 else lists[0] if lists else []

    def __bool__(self) -> bool:
        return bool(self.alternatives)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Demands) and self.alternatives == other.alternatives

    def __hash__(self) -> int:
        return hash(self.alternatives)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.alternatives!r})"


class OpeningDemands(Demands):
    """Demands of an opening; with `exactly` it holds the melds demanded and no others."""

    __slots__ = ()
    KEYS = (*Demands.KEYS, "exactly")


class BonusDemands(Demands):
    """Melds that earn something, each by itself: one meld is looked up in the list, and the first that fits counts."""

    __slots__ = ()
    KEYS = ("kind", "min", "max", "wilds", "points", "to", "then")

    @classmethod
    def parse(cls, value: object) -> Self:
        found = super().parse(value)
        if len(found.alternatives) > 1:
            raise ValueError(say("bonuses are one list, such as {shape}", shape=cls._shape()))
        for bonus in (bonus for some in found.alternatives for bonus in some):
            if bonus.count > 1:
                raise ValueError(say("a bonus is written once"))
            if not bonus.points and not bonus.then:
                raise ValueError(say('a bonus has points, or then = "match"'))
            if bonus.kind == "pair":
                raise ValueError(say("a pair is no meld that is laid; name sets or runs"))
        return found

    @classmethod
    def _shape(cls) -> str:
        return '[{ kind = "run", min = 7, points = 50 }]'


class CloseDemands(Demands):
    """Melds that a close must show: in one of the lists, whose `factor` multiplies what the others pay.

    Pairs (two cards equal in rank and suit) stand alone in their list: the whole hand is then that many of them.
    """

    __slots__ = ()
    KEYS = ("kind", "count", "min", "max", "wilds", "factor")

    @classmethod
    def _alternative(cls, entries: list[object]) -> Alternative:
        found = super()._alternative(entries)
        if any(demand.kind == "pair" for demand in found) and len(found) > 1:
            raise ValueError(say("pairs are the whole hand: they stand alone in their list"))
        if any(demand.kind == "pair" and demand.wilds not in (0, "any") for demand in found):
            raise ValueError(say('a pair\'s wilds are 0 or "any"'))
        if len({demand.factor for demand in found}) > 1:
            raise ValueError(say("`factor` is the same in every demand of a list"))
        return found

    @classmethod
    def _shape(cls) -> str:
        return '[{ kind = "pair", count = 7, factor = 2 }]'


class RequirementDemands(Demands):
    """Runs that must be shown before all else counts: what counts where only some are there is said of runs alone."""

    __slots__ = ()
    KEYS = ("kind", "count", "wilds")

    @classmethod
    def parse(cls, value: object) -> Self:
        found = super().parse(value)
        demands = [demand for some in found.alternatives for demand in some]
        if len(found.alternatives) > 1 or any(one.kind != "run" or one.wilds not in (0, "any") for one in demands):
            raise ValueError(
                say("what is required are runs, any or without wilds, such as {shape}", shape=cls._shape())
            )
        return found

    @classmethod
    def _shape(cls) -> str:
        return '[{ kind = "run", wilds = 0 }, { kind = "run" }]'

    @property
    def runs(self) -> tuple[int, int]:
        """How many runs without wilds are asked for, and how many runs in all."""
        demands = [demand for some in self.alternatives for demand in some]
        pure = sum(demand.count for demand in demands if demand.wilds == 0)
        return pure, sum(demand.count for demand in demands) if len(demands) > 1 or not pure else 0


NO_DEMANDS = OpeningDemands()
NO_REQUIREMENT = RequirementDemands()
NO_CLOSE_DEMANDS = CloseDemands()
NO_BONUSES = BonusDemands()
CUSTOM = (Steps, RankPoints, WildWorth, OpeningDemands, RequirementDemands, CloseDemands, BonusDemands)


def from_plain(value: object, kind: object) -> object:
    """A TOML or JSON value as a parameter's value, perhaps by deal. Raises ValueError saying what was expected."""
    if is_by_deal(value):
        return read_by_deal(value, lambda entry: _one_from_plain(entry, kind))
    return _one_from_plain(value, kind)


def _one_from_plain(value: object, kind: object) -> object:
    for custom in CUSTOM:
        if kind is custom:
            return custom.parse(value)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise ValueError(_expected(kind)) from None


def _expected(kind: object) -> str:
    """The values of a type in words."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        bounds = next(part for part in parts if isinstance(part, msgspec.Meta))
        return say("a number from {least} to {most}", least=bounds.ge, most=bounds.le)
    if origin is Literal:
        words = ", ".join(f'"{word}"' for word in parts)
        return say("one of {words}", words=words) if len(parts) > 1 else words
    if origin is tuple:
        return say("a list, each {part}", part=_expected(parts[0]))
    if origin in (typing.Union, types.UnionType):
        return say(" or ").join(_expected(part) for part in parts)
    names: dict[object, str] = {bool: say("true or false"), str: say("a text")}
    return names.get(kind, str(kind))


def to_plain(value: object) -> object:
    """The value as TOML or JSON hold it."""
    if isinstance(value, ByDeal):
        return {"deal": {str(start): to_plain(entry) for start, entry in value.pairs}}
    if isinstance(value, CUSTOM):
        return value.to_plain()
    return list(value) if isinstance(value, tuple) else value


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000


def _is_key(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 5
