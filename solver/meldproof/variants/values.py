"""The kinds of values a rule parameter can take, beyond plain numbers, words and lists."""

from __future__ import annotations

import types
import typing
from typing import Annotated, Literal, TypeGuard

import msgspec

from meldproof.messages import say

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
        if isinstance(value, dict) and value and all(isinstance(k, str) and _is_number(v) for k, v in value.items()):
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


CUSTOM = (Steps, RankPoints, WildWorth)


def from_plain(value: object, kind: object) -> object:
    """A TOML or JSON value as a parameter's value. Raises ValueError saying what was expected."""
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
    if isinstance(value, CUSTOM):
        return value.to_plain()
    return list(value) if isinstance(value, tuple) else value


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000


def _is_key(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 5
