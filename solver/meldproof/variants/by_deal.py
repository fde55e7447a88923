"""Values that change in the course of a match: `{ deal = { 1 = 10, 5 = 12 } }` is 10 from deal 1 on, 12 from deal 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard

from meldproof.messages import say

THE_SAME = ("deck.", "players.", "match.", "turn.direction")
"""What is the same in every deal of a match: what is on the table before the first one, and what decides the last."""


class ByDeal:
    """A value from each of some deals on, the first of them deal 1; beyond the last, the last."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: tuple[tuple[int, object], ...]) -> None:
        self.pairs = pairs

    def at(self, deal: int) -> object:
        """The value that holds in a deal."""
        return next(value for start, value in reversed(self.pairs) if start <= deal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDeal) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __repr__(self) -> str:
        return f"ByDeal({self.pairs!r})"


def is_by_deal(plain: object) -> TypeGuard[Mapping[str, Mapping[str, Any]]]:
    """Whether a value, as TOML or JSON hold it, is a table of values by deal."""
    return isinstance(plain, Mapping) and plain.keys() == {"deal"} and isinstance(plain["deal"], Mapping)


def read_by_deal(plain: Mapping[str, Mapping[str, Any]], read: Callable[[object], object]) -> object:
    """The values of such a table, each read by itself; one value where it never changes. Raises ValueError."""
    table = plain["deal"]
    if not table or not all(_is_deal(key) for key in table) or len({int(key) for key in table}) < len(table):
        raise ValueError(_wanted())
    pairs: list[tuple[int, object]] = []
    for key in sorted(table, key=int):
        if is_by_deal(table[key]):
            raise ValueError(_wanted())
        value = read(table[key])
        if not pairs or pairs[-1][1] != value:
            pairs.append((int(key), value))
    if pairs[0][0] != 1:
        raise ValueError(_wanted())
    return ByDeal(tuple(pairs)) if len(pairs) > 1 else pairs[0][1]


def by_deal_words(
    plain: Mapping[str, Mapping[str, Any]], words: Callable[[object], tuple[str, str]]
) -> tuple[str, str]:
    """Such a table in English and Spanish, each value in its `words`."""
    deals = sorted((int(key), value) for key, value in plain["deal"].items())
    ends = [start - 1 for start, _ in deals[1:]]
    said = [
        tuple(f"{span}: {text}" for span, text in zip(span_words(start, end), words(value), strict=True))
        for (start, value), end in zip(deals, [*ends, None], strict=True)
    ]
    return "; ".join(one[0] for one in said), "; ".join(one[1] for one in said)


def span_words(first: int, last: int | None) -> tuple[str, str]:
    """Some deals in a row, or all from one on."""
    if last is None:
        return f"from deal {first} on", f"desde la mano {first}"
    if first == last:
        return f"deal {first}", f"mano {first}"
    return f"deals {first} to {last}", f"manos {first} a {last}"


def may_change(name: str) -> bool:
    """Whether a parameter may have another value in another deal."""
    return not name.startswith(THE_SAME)


def starts(values: Mapping[str, object]) -> tuple[int, ...]:
    """The deals from which on some value is another; deal 1 first."""
    found = {start for value in values.values() if isinstance(value, ByDeal) for start, _ in value.pairs}
    return tuple(sorted(found | {1}))


def in_deal(values: Mapping[str, object], deal: int) -> dict[str, object]:
    """The values of one deal."""
    return {name: value.at(deal) if isinstance(value, ByDeal) else value for name, value in values.items()}


def each_deal(values: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """The values of every deal from which on some are others."""
    for deal in starts(values):
        yield in_deal(values, deal)


def _is_deal(key: object) -> bool:
    return isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 3 and key[0] != "0"


def _wanted() -> str:
    return say("a table of values by deal, from deal 1 on, such as {{ deal = {{ 1 = 10, 5 = 12 }} }}")
