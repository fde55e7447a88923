"""Edges of the rules as small logs: what is right by the readings, held against both judges."""

from __future__ import annotations

from typing import Any

import pytest
from judged import agree, judge_says, referee_says

Line = dict[str, Any]


def do(action: str, **more: Any) -> Line:
    return {"action": action, **more}


def header(variant: str, players: int = 2, **more: Any) -> Line:
    return {"variant": variant, "players": players, **more}


SMALL = {"deal.cards": 3, "players.max": 2}
DECK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"] + ["JK", "JK"]
DRAW_UP = do("draw", **{"from": "discard"})

NINES_AND_KINGS = [
    do("deal", dealer=0, hands=[None, "Ks Kh Kd 9s 9h 9d 3c 4c 5d 6h 8h"], upcard="2c"),
    do("draw", card="Qc"),
    do("discard", card="Qc"),
    do("draw"),
    do("discard", card="3s"),
    do("draw", card="Jc"),
    do("meld", melds=["Ks Kh Kd", "9s 9h 9d"]),
]


def kings(cut: int, **closing: Any) -> list[Line]:
    """A deal of three cards in which the second player closes with three kings and a discard."""
    return [
        do("deal", dealer=0, hands=["Ah 4d 9c", "Ks Kh Kd"], upcard="2c", cut=cut),
        do("draw", card="Qc"),
        do("discard", card="Qc"),
        do("draw", card="3s"),
        do("discard", card="3s"),
        do("draw", card="Jc"),
        do("meld", melds=["Ks Kh Kd"]),
        do("discard", card="Jc", **closing),
    ]


FIVES = [
    do("deal", dealer=1, hands=["5s 5h JK 5d 9c 2h Jh", "8s 9s Qd 3c 9h Tc 2d"], upcard="Jc"),
    do("draw", card="Ah"),
    do("meld", melds=["5s 5h JK=5d"]),
    do("discard", card="Ah"),
    do("draw", card="Ad"),
    do("discard", card="Ad"),
    do("draw", card="5c"),
    do("exchange", meld=0, card="5c"),
]
WHOLE_DECK = {"deal.cards": 25, "players.max": 2}
HALVES = [" ".join(DECK[:25]), " ".join(DECK[25:50])]
USED_UP = [
    do("deal", dealer=1, hands=HALVES, upcard=DECK[50], stock=" ".join(DECK[51:])),
    do("draw"),
    do("discard", card="2s"),
    do("draw"),
    do("discard", card="2d"),
    do("draw"),
    do("discard", card="3s"),
]
REBUILT = [
    do("deal", dealer=0, hands=HALVES, upcard=DECK[50], stock=" ".join(DECK[51:])),
    do("draw"),
    do("discard", card="3d"),
    do("draw"),
    do("discard", card="3s"),
    do("draw"),
    do("discard", card="4d"),
]
KNOCK = [do("deal", dealer=1, upcard="4s"), do("pass"), do("pass"), do("draw")]
TILES = [do("deal", discard="13y"), do("draw"), do("meld", melds=["10k 11k 12k"]), do("end"), do("draw")]
PAIRS = header("reglamento", 4, pairs=True, settings={"opening.points": 15})
PARTNERS = [
    do("deal", dealer=0, upcard="2c"),
    do("draw"),
    do("meld", melds=["5s 6s 7s"]),
    do("discard", card="Kc"),
    do("draw"),
]

# Name, header, actions, the line that breaks a rule, the points of the last deal (None: not over, or not asked)
EDGES: list[tuple[str, Line, list[Line], int | None, list[int] | None]] = [
    ("more than 750 asks for 250", header("argentino", scores=[0, 751]), NINES_AND_KINGS, 8, None),
    ("750 doesn't", header("argentino", scores=[0, 750]), NINES_AND_KINGS, None, None),
    ("another's 800 doesn't", header("argentino", scores=[800, 0]), NINES_AND_KINGS, None, None),
    ("unless it binds all", header("argentino", scores=[800, 0], readings=["opening-binds-all"]), NINES_AND_KINGS, 8, None),
    ("a cut of all hands' cards", header("argentino", settings=SMALL), kings(6, face_down=True), None, [-30, 80]),
    ("a cut of one more", header("argentino", settings=SMALL), kings(7, face_down=True), None, [-30, 30]),
    (
        "a cut of one more, the upcard counted",
        header("argentino", settings=SMALL, readings=["cut-counts-upcard"]),
        kings(7, face_down=True),
        None,
        [-30, 80],
    ),
    ("a closing discard face up is told, not illegal", header("argentino", settings=SMALL), kings(5), None, [-30, 30]),
    (
        "only the closing discard lies face down",
        header("argentino"),
        [*NINES_AND_KINGS[:2], do("discard", card="Qc", face_down=True)],
        4,
        None,
    ),
    (
        "a close without a discard, its end said once more",
        header("argentino", settings={"deal.cards": 2, "players.max": 2}),
        [
            do("deal", dealer=0, hands=["Ah 4d", "Ks Kh"], upcard="2c"),
            *NINES_AND_KINGS[1:3],
            do("draw", card="3s"),
            do("discard", card="3s"),
            do("draw", card="Kd"),
            do("meld", melds=["Ks Kh Kd"]),
            do("end"),
        ],
        None,
        [-20, 30],
    ),
    (
        "a run of twelve takes fifty from the others",
        header("argentino", settings={"deal.cards": 12, "players.max": 2}),
        [
            do("deal", dealer=0, hands=["Ah 4d 9c 6d 8d 7h 5h 4h Qd Qh Tc Jh", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"], upcard="2c"),
            *NINES_AND_KINGS[1:3],
            do("draw", card="3h"),
            do("discard", card="3h"),
            do("draw", card="Jc"),
            do("meld", melds=["3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"]),
            do("discard", card="Jc", face_down=True),
        ],
        None,
        [-150, 100],
    ),
    ("no exchange in rummy-500", header("rummy-500"), FIVES, 9, None),
    (
        "either missing suit for the joker of a set of three",
        header("rummy-500", readings=["exchange-exact"]),
        [*FIVES, do("layoff", meld=0, cards="5d"), do("discard", card="9c")],
        None,
        None,
    ),
    ("a pass with an empty stock ends the deal", header("rummy-500", settings=WHOLE_DECK), [*USED_UP, do("pass")], None, [-208, -201]),
    ("no pass while there is a stock", header("rummy-500", settings=WHOLE_DECK), [*USED_UP[:5], do("pass")], 7, None),
    ("no draw from an empty stock", header("rummy-500", settings=WHOLE_DECK), [*USED_UP, do("draw")], 9, None),
    ("a rebuilt stock leaves the top", header("argentino", settings=WHOLE_DECK), [*REBUILT, do("rebuild", stock="Qc 3d 4d")], 9, None),
    ("a rebuilt stock is drawn from", header("argentino", settings=WHOLE_DECK), [*REBUILT, do("rebuild", stock="Qc 3d 3s"), do("draw", card="Qc")], None, None),
    ("a knock shows the card that lies turned up", header("gin"), [*KNOCK, do("knock", discard="Kd", melds=["4s 5s 6s"])], 6, None),
    ("a knock shows more cards than a hand has", header("gin"), [*KNOCK, do("knock", discard="Kd", melds=["4h 5h 6h 7h", "9c 9d 9h", "Ts Js Qs Ks"])], 6, None),
    ("a knock from a hidden hand", header("gin"), [*KNOCK, do("knock", discard="Kd", melds=["4h 5h 6h", "9c 9d 9h"]), do("defend")], None, None),
    ("the defender shows a card of the knocker's", header("gin"), [*KNOCK, do("knock", discard="Kd", melds=["4h 5h 6h"]), do("defend", melds=["4h 4d 4c"])], 7, None),
    ("nothing is discarded among tiles", header("fichas"), [*TILES, do("discard", card="1r")], 7, None),
    (
        "unless every turn ends with a discard",
        header("fichas", readings=["discard-every-turn"]),
        [TILES[0], DRAW_UP, TILES[2], do("discard", card="13y")],
        None,
        None,
    ),
    ("every turn draws", header("fichas"), [TILES[0], do("end")], 3, None),
    ("a lay-off before the meld that opens the same turn", header("fichas"), [*TILES, do("layoff", meld=0, cards="13k"), do("meld", melds=["10r 11r 12r"]), do("end")], None, None),
    ("a third joker", header("fichas"), [TILES[0], TILES[1], do("meld", melds=["10k JK=11k 12k", "10r JK=11r 12r"]), do("end"), do("draw"), do("meld", melds=["10b JK=11b 12b"])], 7, None),
    ("a lay-off on the partner's meld", PAIRS, [*PARTNERS, do("discard", card="Kd"), do("draw"), do("meld", melds=["5h 6h 7h"]), do("layoff", meld=0, cards="8s")], None, None),
    ("a lay-off on an opponent's", PAIRS, [*PARTNERS, do("meld", melds=["5h 6h 7h"]), do("layoff", meld=0, cards="8s")], 8, None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "start", "actions", "line", "points"), EDGES, ids=[edge[0] for edge in EDGES])
def test_the_plain_judge_knows_the_edges(
    name: str, start: Line, actions: list[Line], line: int | None, points: list[int] | None
) -> None:
    verdict, deals = judge_says([start, *actions])
    assert verdict == line, name
    assert points is None or deals[-1][1] == points, name


@pytest.mark.parametrize(("start", "actions"), [pytest.param(edge[1], edge[2], id=edge[0]) for edge in EDGES])
def test_the_referee_agrees_about_the_edges(start: Line, actions: list[Line]) -> None:
    mine, theirs = judge_says([start, *actions]), referee_says([start, *actions])
    assert agree(mine, theirs), f"the referee says {theirs}, the plain judge {mine}"
