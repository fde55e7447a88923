"""Played matches in which somebody knocks, as they are and tampered with: a line more, less, changed or by another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from meldproof.playing.simulate import simulate_game
from meldproof.variants.loading import Variant

Line = dict[str, Any]
MOST_LINES = 160


def played(variant: Variant, players: int, seed: int) -> list[Line]:
    """The first deals of a match, up to the end of one."""
    lines = [json.loads(line) for line in simulate_game(variant, players, seed).lines()]
    starts = [at for at, line in enumerate(lines) if line.get("action") == "deal"]
    return lines[: max((at for at in starts[1:] if at <= MOST_LINES), default=len(lines))]


def left_out(lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [*lines[:at], *lines[at + 1 :]]


def said_twice(lines: list[Line], at: int, rng: Random) -> list[Line]:
    return [*lines[: at + 1], *lines[at:]]


def by_another(lines: list[Line], at: int, rng: Random) -> list[Line]:
    if lines[at]["action"] == "deal":
        return lines
    return [*lines[:at], {**lines[at], "player": rng.randrange(lines[0]["players"])}, *lines[at + 1 :]]


def knocks_instead(lines: list[Line], at: int, rng: Random) -> list[Line]:
    """A discard is made a knock, with the melds of some knock."""
    melds = next((line["melds"] for line in lines if line.get("action") == "knock"), [])
    knock = {"action": "knock", "discard": lines[at].get("card", ""), "melds": rng.choice([[], melds])}
    return [*lines[:at], knock, *lines[at + 1 :]] if lines[at]["action"] == "discard" else lines


def drops_instead(lines: list[Line], at: int, rng: Random) -> list[Line]:
    """A draw before is made a drop, and what that player would have done in this turn is left out."""
    draw = max((n for n in range(2, at) if lines[n]["action"] == "draw"), default=0)
    after = next((n for n in range(draw + 1, len(lines)) if lines[n]["action"] in ("draw", "deal")), len(lines))
    return [*lines[:draw], {"action": "drop"}, *lines[after:]] if draw else lines


def shows_less(lines: list[Line], at: int, rng: Random) -> list[Line]:
    """A meld less is shown, or less is laid off."""
    line = dict(lines[at])
    for name in ("melds", "layoffs"):
        if line.get(name):
            line[name] = line[name][:-1]
    return [*lines[:at], line, *lines[at + 1 :]]


def lays_off(lines: list[Line], at: int, rng: Random) -> list[Line]:
    """Something is laid off that was not, a random card of the deal."""
    melds = next((line["melds"] for line in reversed(lines[:at]) if line.get("action") == "knock"), [])
    lying = json.dumps([line.get("layoffs") for line in lines[:at]])
    cards = [card for text in lines[1]["hands"] if text for card in text.split() if card not in lying]
    if lines[at]["action"] != "defend" or not melds:
        return lines
    grown = sorted([*melds[0].split(), rng.choice(cards)], key=lambda card: "A23456789TJQK".index(card[0]))
    return [*lines[:at], {**lines[at], "layoffs": [" ".join(grown)]}, *lines[at + 1 :]]


TAMPERED: dict[str, Callable[[list[Line], int, Random], list[Line]]] = {
    "left out": left_out,
    "said twice": said_twice,
    "by another": by_another,
    "knocks instead": knocks_instead,
    "drops instead": drops_instead,
    "shows less": shows_less,
    "lays off": lays_off,
}


def knock_logs(variant: Variant, players: int, kind: str, seed: int, count: int) -> Iterator[list[Line]]:
    """Logs tampered with in one line, most of them near a knock."""
    rng = Random(f"{seed} {kind}")
    for number in range(count):
        lines = played(variant, players, seed + number)
        close = [at for at, line in enumerate(lines) if line.get("action") in ("knock", "defend")]
        near = [at for at in range(2, len(lines)) if any(abs(at - knock) <= 2 for knock in close)]
        if kind in TAMPERED and near:
            at = rng.choice(near)
            lines = TAMPERED[kind](lines, at, rng)
        yield lines
