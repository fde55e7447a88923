"""A certificate's settings as plain records, such as the rules take; every value checked, none by the loader."""

from __future__ import annotations

from types import SimpleNamespace as Record
from typing import Any

NUMBERS = 10_000
SETTINGS = """
deck.ranks names; deck.suits names; deck.copies steps; deck.jokers steps; players.min size; players.max size;
set.min meld; set.max limit; set.suits distinct|any|same|distinct-with-wilds; set.repeat_sizes sizes=; run.min meld;
set.naturals.min count=0; set.wilds.max limit=any; set.wilds.max_joker limit=any; set.wilds.max_ranked limit=any;
set.wilds.balance any|at-most-naturals|fewer-than-naturals=any; run.max limit; run.suit same|any;
run.naturals.min count=0; run.ends low|high|either|both|cyclic|cyclic-not-from-top; run.wilds.max limit=any;
run.wilds.max_joker limit=any; run.wilds.max_ranked limit=any;
run.wilds.balance any|at-most-naturals|fewer-than-naturals=any; run.wilds.adjacent truth=true;
run.wilds.at_ends truth=true; wilds.ranks names; wilds.natural never|in-place|free=never; wilds.joker.melded worth=0;
wilds.joker.hand points=0; wilds.joker.opening worth=as-melded; wilds.ranked.melded worth=0;
wilds.ranked.hand points=0; wilds.ranked.opening worth=as-melded; points.ranks table; points.ace.low points=0;
points.ace.high points=0; points.ace.set points; points.ace.hand points; opening.points steps; opening.pure_runs count;
opening.cards own|any=own; opening.repeated_suits truth=true; requirement.pure_runs count; requirement.runs count;
scoring.cap limit; layoff.on none|own|side|any|knocker; layoff.start always|opening-turn|next-turn=always;
table.rearrange none|moves|full; table.jokers frozen|free=free; exchange.cards none|hand|hand-or-table=none;
exchange.set any-missing|all-missing|never=never
"""
"""Every setting an arrangement depends on: its name, what it may be (a sort of value, or one of some words), and after
`=` what holds where it is absent."""
OF_PLAY = """
deck.style players.sides opening.whose_score opening.binds_closing layoff.scored_by exchange.then scoring.hand
scoring.partner deal turn draw discard melding close knock stock bonus match arrange
"""
"""Settings, and groups of them, on which no arrangement depends. Any other setting may be a rule that isn't kept to."""


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
            raise Unreadable("a rank has points twice")
        return dict(found)


def read_settings(plain: dict[str, Any]) -> Any:
    """Nested records by the parts of the settings' names. Raises Unreadable."""
    root, known = Record(), {entry.split()[0] for entry in SETTINGS.split(";")} | set(OF_PLAY.split())
    for name in plain:
        if not {name, name.partition(".")[0]} & known:
            raise Unreadable(f"setting {name[:40]} is none that a certificate can answer for")
    for entry in SETTINGS.split(";"):
        description, _, absent = entry.strip().partition("=")
        name, sort = description.split()
        if name not in plain and "=" not in entry:
            raise Unreadable(f"setting {name} is missing")
        value = plain.get(name, {"": [], "true": True, "0": 0}.get(absent, absent))
        if not _is(value, sort):
            raise Unreadable(f"setting {name} is {str(value)[:40]!r}, not {sort}")
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
    if sort in ("names", "sizes"):
        each = str if sort == "names" else int
        return type(value) is list and all(type(one) is each for one in value) and len(set(value)) == len(value)
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
