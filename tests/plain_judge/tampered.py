"""Matches that the simulator played, cut short, and the same with one line changed: mostly illegal, sometimes not."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any
from unittest import mock

from meldproof.playing import simulate
from meldproof.variants.loading import Variant

Line = dict[str, Any]


def played(variant: Variant, players: int, seed: int, deals: int) -> list[Line]:
    """The first deals of a match."""
    with mock.patch.object(simulate, "MOST_DEALS", deals):
        return [json.loads(line) for line in simulate.simulate_game(variant, players, seed).lines()]


def only(*kinds: str) -> Callable[[Line], bool]:
    return lambda line: line.get("action") in kinds


def dealt(lines: list[Line], at: int) -> list[str]:
    """The cards of the deal that a line belongs to."""
    deal = next(line for line in reversed(lines[:at]) if line.get("action") == "deal")
    return sorted(" ".join([*(text or "" for text in deal["hands"]), deal["stock"]]).split())


def left_out(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return []


def said_twice(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [line, line]


def by_another(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [{**line, "player": rng.randrange(lines[0]["players"])}]


def another_card(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    name = "discard" if line["action"] == "knock" else "card"
    return [{**line, name: rng.choice(dealt(lines, at))}]


def from_the_pile(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    taken = {name: value for name, value in line.items() if name not in ("card", "count")}
    return [{**taken, "from": "discard" if line.get("from", "stock") == "stock" else "stock"}]


def what_was_drawn(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    """The card on top of the pile is discarded again, having been taken from it."""
    top = next((one["card"] for one in reversed(lines[:at]) if one.get("action") == "discard"), None)
    return [{"action": "discard", "card": top}] if top else [line]


def lays_less(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    name = "layoffs" if line["action"] == "defend" and line.get("layoffs") else "melds"
    texts = list(line.get(name) or [])
    if texts:
        texts.pop(rng.randrange(len(texts)))
    return [{**line, name: texts}]


def lays_a_card_less(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    texts = list(line.get("melds") or [])
    if texts:
        which = rng.randrange(len(texts))
        words = texts[which].split()
        words.pop(rng.choice([0, -1]))
        texts[which] = " ".join(words)
    return [{**line, "melds": texts}]


def elsewhere(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [{**{name: value for name, value in line.items() if name != "to"}, "meld": rng.randrange(8)}]


def later(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    """Two lines change places."""
    return [lines[at + 1], line] if at + 1 < len(lines) else [line]


def later_meld(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    """What some later line lays is laid now already."""
    ahead = [one for one in lines[at + 1 : at + 30] if one.get("action") in ("meld", "layoff", "exchange")]
    return [rng.choice(ahead), line] if ahead else [line]


def buys(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [line, {"action": "buy", "player": rng.randrange(lines[0]["players"])}]


def another_dealer(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [{**line, "dealer": rng.randrange(lines[0]["players"])}]


def exchanges(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [{"action": "exchange", "meld": rng.randrange(6), "card": rng.choice(dealt(lines, at))}, line]


def knocks(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    ends = [place for place, one in enumerate(lines) if place > at and one.get("action") == "deal"]
    ahead = lines[at : min(ends, default=len(lines))]
    shown = [one["melds"] for one in ahead if one.get("action") in ("knock", "defend") and one.get("melds")]
    return [{"action": "knock", "discard": line["card"], "melds": rng.choice([[], *shown])}]


def drops(line: Line, lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [{"action": "drop"}, line]


Tampering = tuple[Callable[[Line], bool], Callable[[Line, list[Line], int, Random], list[Line]]]
TAMPERINGS: dict[str, Tampering] = {
    "left out": (only("draw", "meld", "layoff", "discard", "rebuild", "defend", "pass", "end", "buy"), left_out),
    "said twice": (only("draw", "meld", "layoff", "discard", "rebuild", "defend", "buy", "exchange"), said_twice),
    "by another": (only("draw", "meld", "layoff", "discard", "knock", "defend", "buy", "end"), by_another),
    "another card": (only("discard", "knock", "exchange"), another_card),
    "from the other pile": (only("draw"), from_the_pile),
    "the card taken": (only("discard"), what_was_drawn),
    "lays less": (only("meld", "knock", "defend"), lays_less),
    "lays a card less": (only("meld", "knock", "defend"), lays_a_card_less),
    "elsewhere": (only("layoff"), elsewhere),
    "too late": (only("draw", "meld", "layoff", "discard", "buy", "exchange", "rebuild"), later),
    "too early": (only("draw", "meld", "layoff", "discard"), later_meld),
    "buys": (only("draw"), buys),
    "another dealer": (only("deal"), another_dealer),
    "exchanges": (only("layoff", "discard", "meld"), exchanges),
    "knocks": (only("discard"), knocks),
    "drops": (only("draw"), drops),
}


def tampered(lines: list[Line], kind: str, rng: Random) -> list[Line] | None:
    """The log with one line changed so, if it has one for it."""
    may, change = TAMPERINGS[kind]
    places = [at for at, line in enumerate(lines) if at > 1 and may(line)]
    if not places:
        return None
    at = rng.choice(places)
    return [*lines[:at], *change(lines[at], lines, at, rng), *lines[at + 1 :]]
