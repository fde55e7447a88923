"""Generated ends: turns that lay or draw, hands that go to another player, and shows that owe runs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from plain_judge.generated import Case, Script, StuckError, printed

KINDS = (
    "closes",
    "nobody can go on",
    "closes with too little",
    "ends without laying or drawing",
    "draws after laying",
    "lays after drawing",
    "ends after drawing, as another",
    "draws from nothing",
    "rearranges and draws",
)


def tiles_case(header: dict[str, Any], kind: str, rng: Random) -> Case:
    """A deal of a game in which a turn lays or draws, at its end: somebody closes, or nobody can go on."""
    script = Script(dict(header), rng)
    players, rules, say = header["players"], script.rules, script.say
    if kind in ("nobody can go on", "draws from nothing"):
        return used_up(script, kind)
    melds: list[str] = []
    while points(script, melds) < rules.stepped("opening.points", 0):
        melds.append(meld_of_kind(script, "long") if kind == "rearranges and draws" else script.meld())
    if kind == "closes with too little":
        melds = [script.meld(wilds=0, size=3)]
        if points(script, melds) >= rules.stepped("opening.points", 0):
            raise StuckError
    size = len(printed(" ".join(melds))) + (kind in ("draws after laying", "rearranges and draws"))
    held: list[str | None] = [" ".join(script.some(size)) for _ in range(players)]
    dealer = rng.randrange(players)
    order = [(dealer + step * (-1 if rules["turn.direction"] == "right" else 1)) % players for step in range(players)]
    starter = order[1]
    mine = [*printed(" ".join(melds)), *script.some(size - len(printed(" ".join(melds))))]
    held[starter] = " ".join(rng.sample(mine, len(mine)))
    script.lines[0] = sized(header, size)
    if kind == "rearranges and draws":  # whose hand is known may be known to hold nothing that mends the table
        held[starter] = None
    say("deal", dealer=dealer, hands=held)
    if kind == "ends without laying or drawing":
        return Case(kind, script.lines, say("end"))
    if kind == "lays after drawing":
        say("draw")
        return Case(kind, script.lines, say("meld", player=starter, melds=melds))
    if kind == "ends after drawing, as another":
        say("draw")
        say("draw", player=order[2 % players])
        return Case(kind, script.lines, say("end", player=order[3 % players]))
    if kind == "rearranges and draws":
        say("meld", melds=melds)
        say("end")
        for _ in range(players - 1):
            say("draw")
        return Case(kind, script.lines, rearranged_and_drawn(script, melds))
    line = say("meld", melds=melds)
    if kind == "draws after laying":
        return Case(kind, script.lines, say("draw"))
    return Case(kind, script.lines, line if kind == "closes with too little" else None)


def rearranged_and_drawn(script: Script, melds: list[str]) -> int:
    """The table is changed with its own tiles alone, and then a tile is drawn."""
    words = melds[0].split()
    script.say("rearrange", table=[*melds[1:], " ".join(words[:3]), " ".join(words[3:])])
    return script.say("draw")


def used_up(script: Script, kind: str) -> Case:
    """Almost all tiles are dealt, the others are drawn, and nobody lays any."""
    rules, rng, players = script.rules, script.random, script.header["players"]
    size = script.pool.total() // players - 2
    tiles = rng.sample(list(script.pool.elements()), script.pool.total())
    held = [" ".join(tiles[at * size : (at + 1) * size]) for at in range(players)]
    rest = tiles[players * size :]
    script.lines[0] = sized(script.header, size)
    script.say("deal", dealer=0, hands=list(held), stock=" ".join(rest))
    way = -1 if rules["turn.direction"] == "right" else 1
    for turn, tile in enumerate(rest, start=1):
        script.say("draw", card=tile)
        held[way * turn % players] += f" {tile}"
    if kind == "draws from nothing":
        return Case(kind, script.lines, script.say("draw"))
    for _ in range(players):
        script.say("end")
    costs = [sum(map(rules.hand_points, text.split())) for text in held]
    if sorted(costs)[0] == sorted(costs)[1]:
        raise StuckError
    return Case(kind, script.lines, None)


def points(script: Script, melds: list[str]) -> int:
    return sum(script.rules.points(script.rules.meld_of(text)[0], "opening") for text in melds)


def sized(header: dict[str, Any], size: int) -> dict[str, Any]:
    """The header with that many cards for each, and no more players than these."""
    fewer = {"deal.cards": size, "players.max": header["players"]}
    return {**header, "settings": {**header.get("settings", {}), **fewer}}


# Shows that owe runs

Melds = Callable[[Script], list[str]]
SHOWS: dict[str, tuple[tuple[str, ...], bool]] = {  # what is shown, and whether the runs required are there
    "two runs and a set": (("pure", "run", "set"), True),
    "one pure run": (("pure",), True),
    "nothing": ((), True),
    "a run and a set": (("pure", "set"), False),
    "a set": (("set",), False),
    "a run with a wild": (("wild",), False),
    "two runs with wilds and a set": (("wild", "wild", "set"), False),
}
SHOWN_BY = ("knocker", "defender")


def show_case(header: dict[str, Any], kind: str, rng: Random) -> Case:
    """A knock or a defence that owes one pure run, and two runs before its sets: `header` asks for these."""
    who, _, shown = kind.partition(" shows ")
    kinds, enough = SHOWS[shown]
    script = Script(dict(header), rng)
    melds = [meld_of_kind(script, one) for one in kinds]
    size = script.rules.stepped("deal.cards", 2)
    hand = [card for text in melds for card in printed(text)]
    hand += script.some(size - len(hand)) if len(hand) < size else script.stuck()
    other = script.some(size)
    dealer = rng.choice([0, 1])
    mine = 1 - dealer if who == "knocker" else dealer
    hands = [" ".join(hand if seat == mine else other) for seat in (0, 1)]
    upcard, drawn = script.some(1)[0], script.some(1)[0]
    script.say("deal", dealer=dealer, hands=hands, upcard=upcard)
    script.say("pass")
    script.say("pass")
    script.say("draw", card=drawn)
    line = script.say("knock", discard=drawn, melds=melds if who == "knocker" else [])
    if who == "defender":
        line = script.say("defend", melds=melds)
    elif enough:
        script.say("defend")
    return Case(kind, script.lines, None if enough else line)


def meld_of_kind(script: Script, kind: str) -> str:
    """A random set, a run that may hold a wild, one that does, one that holds none, or a long one."""
    for _ in range(60):
        wilds = {"pure": 0, "wild": 1, "long": 0}.get(kind, script.random.choice([0, 1]))
        pool, sizes = script.pool.copy(), {"set": [3], "long": [6, 7]}.get(kind, [3, 3, 4])
        text = script.meld(wilds=wilds, size=script.random.choice(sizes))
        (meld,) = script.rules.meld_of(text)
        if (meld.kind == "set") == (kind == "set") and (kind != "wild" or not script.rules.is_pure(meld)):
            return text
        script.pool = pool
    raise StuckError
