"""Legal actions are listed in time, however large the hand: what costs little all the same, and that it isn't all."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import position

from meldproof.errors import EngineDeclined
from meldproof.playing import actions as a
from meldproof.playing import moves
from meldproof.playing import referee as judge
from meldproof.playing.advice import with_stock
from meldproof.playing.growing import growths
from meldproof.playing.moves import MOST_OPENINGS, is_legal_action, legal_actions
from meldproof.playing.perft import perft
from meldproof.playing.reading import text_of
from meldproof.playing.referee import LONGEST_SEARCH, referee

WILD = "2s 2h 2d 2c JK JK 3s 5s 6s 7h 8h 9h Td Jd Qd Kc Ac 5c 6c 7c"
TILES = " ".join(f"{rank}{suit}" for suit in "rbk" for rank in range(1, 13)) + " JK JK"
SLACK = 15.0
"""Seconds for the steps between two looks at the clock, and for a machine that has other things to do."""


@pytest.mark.parametrize(
    ("rules", "hand", "opened", "ends"),
    [
        ("reglamento", WILD, False, 19),
        ("reglamento", WILD, True, 19),
        ("fichas", TILES, False, 0),
        ("fichas", TILES, True, 1),
        ("rummikub", TILES, False, 0),
    ],
)
def test_of_a_large_hand_what_ends_the_turn_is_listed_in_time(rules: str, hand: str, opened: bool, ends: int) -> None:
    match = position(rules, hand, opened=opened)
    begun = time.monotonic()
    listed = legal_actions(match, 0.5)
    assert time.monotonic() - begun < 0.5 + SLACK
    assert sum(isinstance(action, (a.Discard, a.EndTurn)) for action in listed) >= ends
    assert listed.capped or opened


def test_a_list_that_is_all_there_is_says_so_and_one_of_many_openings_that_it_is_not() -> None:
    assert not legal_actions(position("gin", "3s 4s 5s 6c 7c 8c 9s 9h 9d As Kd")).capped
    assert not legal_actions(position("argentino", "4s 5s 6s 9h 9d 9c Kd", opened=False)).capped
    hand = " ".join([*TILES.split()[:18], "JK"])
    many = legal_actions(position("fichas", hand, opened=False, settings={"opening.points": 1}), 60)
    assert many.capped
    assert sum(isinstance(one, a.LayMelds) and len(one.melds) > 1 for one in many) == MOST_OPENINGS
    single = legal_actions(position("fichas", TILES, opened=True))
    assert not single.capped  # of single melds all are listed


@pytest.mark.parametrize(
    ("rules", "cards", "settings"),
    [
        ("reglamento", WILD, {"deal.cards": {"2": 20, "3": 7}}),
        ("rummikub", TILES, {"deal.cards": 38, "players.max": 2}),
    ],
)
def test_the_referee_answers_in_time_and_says_that_it_has_not_listed_all_kinds(
    rules: str, cards: str, settings: dict[str, Any]
) -> None:
    lines: list[dict[str, Any]] = [
        {"variant": rules, "players": 2, "settings": settings},
        {"action": "deal", "dealer": 0, "hands": [None, cards], **({"upcard": "4s"} if rules == "reglamento" else {})},
        *([{"action": "draw", "card": "Kh"}] if rules == "reglamento" else []),
        {"action": "knock", "discard": cards.split()[0]},
    ]
    begun = time.monotonic()
    report = referee(None, [json.dumps(line) for line in lines])
    assert time.monotonic() - begun < LONGEST_SEARCH + SLACK
    assert report.line == len(lines)
    assert not report.all_kinds
    assert report.to_dict()["all_kinds"] is False
    assert report.legal, "what is known is told"


@pytest.mark.parametrize("rules", ["argentino", "reglamento", "rummy-500", "gin", "fichas"])
@pytest.mark.parametrize("left", [0, 2, 10])
@pytest.mark.parametrize("pile", ["", "9s", "9s 8h 7d"])
def test_the_stock_is_rebuilt_wherever_the_referee_lets_it_be(rules: str, left: int, pile: str) -> None:
    pile = "" if rules == "fichas" else pile
    match = position(rules, "4s 6h 8d" if rules != "fichas" else "4r 6b", drawn=False, pile=pile)
    assert match.deal is not None
    match = replace(match, deal=with_stock(match, match.deal, left))
    listed = legal_actions(match)
    assert (a.Rebuild() in listed) == is_legal_action(match, a.Rebuild())
    turns = perft(match).divide
    assert not any("rebuild" in first for first in turns), "a draw from a stock used up counts it"


@pytest.mark.parametrize(("pile", "ends"), [("9r 8r 7b", 1), ("7b", 0)])
def test_a_stock_rebuilt_is_no_end_of_a_turn(pile: str, ends: int) -> None:
    """Where who lays nothing draws: rebuilding the stock leaves the turn to its player, and the draw is one end."""
    settings = {"draw.when": "if-nothing-laid", "stock.empty": "reshuffle", "stock.rebuilt": "any"}
    match = position("fichas", "4r 6b", drawn=False, pile=pile, settings=settings)
    assert match.deal is not None
    match = replace(match, deal=with_stock(match, match.deal, 0))
    assert is_legal_action(match, a.Rebuild()) is bool(ends)
    assert perft(match).turns == sum(isinstance(one, (a.Draw, a.EndTurn)) for one in legal_actions(match))


def test_the_referee_does_not_say_that_it_has_listed_what_it_could_not_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ['{"variant":"gin","players":2}', '{"action":"deal","upcard":"9h"}', '{"action":"knock"}']

    def declines(match: object) -> None:
        raise EngineDeclined("no engine takes this")

    assert judge.referee(None, lines).all_kinds
    monkeypatch.setattr(judge, "best_rest", declines)
    known = '{"action":"deal","dealer":1,"upcard":"9h","hands":["As 2s 3s 4s 5s 6s 7s 8s 9s Ts",null]}'
    playing = [lines[0], known, '{"action":"draw","from":"discard"}', '{"action":"discard","card":"9h"}']
    report = judge.referee(None, playing)
    assert report.legal, "what an engine declines to order is listed all the same"
    assert report.all_kinds
    monkeypatch.setattr(judge, "legal_actions", declines)
    report = judge.referee(None, lines)
    assert (report.legal, report.all_kinds) == ((), False)


def test_perft_is_not_of_the_openings_that_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = position("fichas", "3r 4r 5r 10b 11b 12b 10k 10y 7y 8y 9y", opened=False)
    counted = perft(match)
    assert counted.complete
    monkeypatch.setattr(moves, "MOST_OPENINGS", 1)
    assert legal_actions(match).capped
    assert perft(match) == counted


def test_perft_counts_all_openings_or_says_that_it_does_not() -> None:
    small = position("argentino", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 3h 4h 5h Kd", opened=False, score=0)
    assert perft(small).complete
    ended = perft(position("reglamento", WILD, opened=False), timeout=0.5)
    assert not ended.complete


@pytest.mark.parametrize(
    ("rules", "hand", "lying"),
    [
        ("reglamento", "JK 2d 8s", "5s 6s 7s"),
        ("reglamento", "JK 2d 2s", "3s 4s 5s"),
        ("reglamento", "JK 2d 9c", "9s 9h 9d"),
        ("argentino", "JK 2d Kc", "5s 6s 7s"),
        ("rummy-500", "JK JK 8s", "5s 6s 7s"),
        ("fichas", "JK JK 9r", "5r 6r 7r"),
    ],
)
def test_lay_offs_are_listed_in_every_order_of_the_wilds_that_the_referee_takes(
    rules: str, hand: str, lying: str
) -> None:
    match = position(rules, hand, (lying, 0))
    assert match.deal is not None
    held, old = match.deal.hands[0].cards, match.deal.table[0].meld
    chosen = {cards for size in range(1, len(held) + 1) for cards in combinations(held, size)}
    takes = {text_of(match, way) for cards in chosen for way in growths(match, old, cards)}
    assert {action.to for action in moves.lay_offs(match, match.deal, Counter(held))} == takes
