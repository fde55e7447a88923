"""A certificate's settings as plain records, such as the rules take; every value checked, none by the loader."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

from meldproof.messages import say

NUMBERS = 10_000
FIELDS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("certificate_fields.json").read_bytes())
"""Every setting: what it `is` (a sort of value, some words, or "of play" where no arrangement depends on it), and
what holds where it is `absent`. The list is data, no more than names: what a value means is said here and in the
rules."""


class Unreadable(Exception):  # noqa: N818 - it is a verdict
    """The text is no certificate."""


class RankTable:
    """Points by name of rank, or by a range of ranks such as `3-7`."""

    def __init__(self, points: dict[str, int]) -> None:
        self.points = points

    def by_rank(self, ranks: tuple[str, ...]) -> dict[int, int]:
        found: list[tuple[int, int]] = []
        for name, number in self.points.items():
            first, _, last = name.partition("-")
            found += [(rank, number) for rank in range(ranks.index(first) + 1, ranks.index(last or first) + 2)]
        if len(dict(found)) < len(found):
            raise Unreadable(say("a rank has points twice"))
        return dict(found)


def read_settings(plain: dict[str, Any]) -> Any:
    """Nested records by the parts of the settings' names. Raises Unreadable."""
    for name in plain:
        if name not in FIELDS:
            raise Unreadable(say("setting {name} is none that a certificate can answer for", name=name[:40]))
    root = Record()
    for name, field in FIELDS.items():
        sort = field["is"]
        if sort == "of play":
            continue
        value = plain.get(name, field.get("absent"))
        if not _is(value, sort):
            raise Unreadable(
                say("setting {name} is missing", name=name)
                if value is None
                else say("setting {name} is {value!r}, not {sort}", name=name, value=str(value)[:40], sort=sort)
            )
        *groups, last = name.split(".")
        record = root
        for group in groups:
            record = record.__dict__.setdefault(group, Record())
        record.__dict__[last] = _read(value, sort)
    return root


def at_step(steps: Any, position: int) -> int:
    """The number of a table of steps (or a plain number) that holds at a position."""
    table = {int(start): int(number) for start, number in steps.items()} if isinstance(steps, dict) else {0: int(steps)}
    return table[max((start for start in table if start <= position), default=min(table))]


def step_numbers(steps: Any) -> list[int]:
    return list(steps.values()) if isinstance(steps, dict) else [steps]


def _is(value: Any, sort: str) -> bool:
    each = {"names": (str,), "sizes": (int,), "demands": (dict, list)}.get(sort)
    if each:
        often = sort == "demands"  # the same may be demanded twice
        return (
            type(value) is list and all(type(one) in each for one in value) and (often or len(set(value)) == len(value))
        )
    if sort in ("table", "steps", "worth") and type(value) is dict:
        keys = sort != "steps" or all(key.isdecimal() and key == str(int(key[:5])) for key in value)
        return bool(value) and keys and all(_is(one, "count") for one in value.values())
    if sort == "truth":
        return type(value) is bool
    if type(value) is int:
        least = {"size": 1, "meld": 2, "points": -NUMBERS}
        least |= dict.fromkeys(("count", "limit", "steps", "worth"), 0)
        return least.get(sort, NUMBERS + 1) <= value <= NUMBERS
    words = {"limit": ["any"], "worth": ["represented", "as-melded"]}
    return value in words.get(sort, sort.split("|") if "|" in sort else [])


def _read(value: Any, sort: str) -> Any:
    if sort == "worth":
        return Record(worth=RankTable(value) if type(value) is dict else value)
    return RankTable(value) if sort == "table" else tuple(value) if type(value) is list else value
