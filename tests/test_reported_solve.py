"""Faults reported of other rummy programs that only a whole hand, a table or an opening can show.

Each case keeps the id under which it was collected. `test_reported_melds.py` lists the cases of a single meld, and in
its table ELSEWHERE those that belong here.
"""

from __future__ import annotations

import time
from itertools import permutations

import pytest
from auditing import answered, discarded, left_over, meld_lines
from test_reported_melds import ELSEWHERE

JOKERS_LOCKED = "JK=3y 4y 5y 6y; JK=3y 4y 5y 6y"
KNOCKED = "As 2s 3s; 7h 8h 9h; Kc Kd Kh"
INDIAN = (
    "rummy-500 + deck.copies=2 + requirement.pure_runs=1 + requirement.runs=2 + set.wilds.max=any + run.wilds.max=any"
)
KALOOKI = "argentino + set.suits=distinct-with-wilds"
AROUND = "gin + run.ends=cyclic + points.ace.high=1"

CASES = [
    # A joker may be the jack below queen, king and ace, and nothing above.
    ("RB005", "rummy-500", "JK", {"table": "Qh Kh Ah"}, {"melded_cards": 1}, ["JK=Jh Qh Kh Ah"]),
    # An ace is laid off on ten to king; after it nothing is.
    ("RB003", "rummy-500", "Ac 2c", {"table": "Tc Jc Qc Kc"}, {"melded_cards": 1}, ["Tc Jc Qc Kc Ac"]),
    # Two jokers side by side inside a run place four tiles.
    ("RB012", "fichas", "1r JK JK 4r", {}, {"melded_cards": 4}, ["1r JK=2r JK=3r 4r"]),
    # A tile that is there twice is laid once, wherever it stands.
    ("RB042", "fichas", "13r 13b 13k 13k", {}, {"melded_cards": 3, "deadwood_cards": 1}, ["13r 13b 13k"]),
    ("RB110", "fichas", "1r 1r 2r 3r", {}, {"melded_cards": 3, "deadwood_points": 1}, ["1r 2r 3r"]),
    # Once a set holds a joker its suits are distinct, where they need not be otherwise.
    ("RB044", "argentino", "Kh", {"table": "Kh Kc Kd"}, {"melded_cards": 0}, ["Kh Kd Kc"]),
    ("RB044", "argentino + any-suits", "Kh", {"table": "Kh Kc Kd"}, {"melded_cards": 1}, None),
    ("RB046", KALOOKI, "7s 7s 7h 7h", {}, {"deadwood_points": 0}, ["7s 7s 7h 7h"]),
    ("RB046", KALOOKI, "7s 7s JK", {}, {"deadwood_points": 60}, []),
    ("RB046", KALOOKI, "7s 7s 7h JK", {}, {"deadwood_points": 5, "melded_points": 60}, None),
    ("RB046", "argentino", "7s 7s 7h 7h", {}, {"deadwood_points": 20}, []),
    # Both copies of a card are there.
    ("RB048", "argentino", "7h 7h 7s 7d 6h 8h", {}, {"deadwood_points": 0}, ["6h 7h 8h", "7s 7h 7d"]),
    # A meld that grew is the meld that grows on.
    ("RB050", "gin", "4s 3s", {"table": "5s 6s 7s"}, {"melded_cards": 2}, ["3s 4s 5s 6s 7s"]),
    ("RB050", "gin", "3s", {"table": "5s 6s 7s"}, {"melded_cards": 0}, ["5s 6s 7s"]),
    ("RB050", "gin", "3s", {"table": "4s 5s 6s 7s"}, {"melded_cards": 1}, ["3s 4s 5s 6s 7s"]),
    # A defender's own melds are no deadwood.
    ("RB052", "gin", "4s 6h Ks Td Jd Qd 2d 3d 4d 2c", {"table": KNOCKED}, {"deadwood_points": 2},
     ["As 2s 3s 4s", "6h 7h 8h 9h", "Ks Kh Kd Kc", "Td Jd Qd", "2d 3d 4d"]),
    # Laid off is a card of the run's suit, at either end, past a joker.
    ("RB054", "rummy-500", "8h", {"table": "4s 5s 6s 7s"}, {"melded_cards": 0}, ["4s 5s 6s 7s"]),
    ("RB058", "fichas", "4r 8r", {"table": "5r JK 7r"}, {"melded_cards": 2}, ["4r 5r JK=6r 7r 8r"]),
    # Tiles of the table stay on it.
    ("RB059", "fichas", "3b 8k 9y", {"table": "3r 3k 3y; 8r 8b 8y; 4r 5r 6r"}, {"melded_cards": 2}, None),
    # A run is split by a second tile of its middle.
    ("RB061", "fichas", "5r", {"table": "3r 4r 5r 6r 7r"}, {"melded_cards": 1}, ["3r 4r 5r", "5r 6r 7r"]),
    # One joker freed, one kept in its place, and all five tiles are laid.
    ("RB063", "fichas", "3y 6r 6r 6b 6b", {"table": JOKERS_LOCKED}, {"melded_cards": 5, "deadwood_cards": 0}, None),
    # What frees the joker of a set of three: one of the missing tiles, both, or nothing.
    ("RB066", "fichas + exchange.set=any-missing", "6k 1r 2r", {"table": "6r 6b JK"}, {"melded_cards": 3}, None),
    ("RB066", "fichas", "6k 1r 2r", {"table": "6r 6b JK"}, {"melded_cards": 1}, None),
    ("RB066", "fichas", "6k 6y 1r 2r", {"table": "6r 6b JK"}, {"melded_cards": 4}, None),
    ("RB066", "fichas + exchange.set=never", "6k 6y 1r 2r", {"table": "6r 6b JK"}, {"melded_cards": 1}, None),
    # A freed joker is on the table at the end of the turn.
    ("RB068", "fichas", "4b", {"table": "2b 3b JK"}, {"melded_cards": 1}, None),
    # A 7 frees the joker that stands for it in a run; a 9 does not.
    ("RB070", "fichas", "7r 1b 2b", {"table": "5r 6r JK 8r"}, {"melded_cards": 3}, ["1b 2b JK=3b", "5r 6r 7r 8r"]),
    ("RB070", "fichas", "9r 1b 2b", {"table": "5r 6r JK 8r"}, {"melded_cards": 1}, ["5r 6r JK=7r 8r 9r"]),
    # Where wilds stay, neither a 9 nor a 12 fits to a run of 4 to 12 with wilds for them; a 3 does.
    ("RB072", "gin + deck.jokers=2 + wilds.joker.hand=0 + wilds.joker.melded=0 + run.naturals.min=1 + set.naturals.min=1"
     " + set.wilds.max=any + run.wilds.max=any + set.wilds.balance=any + run.wilds.balance=any"
     " + run.wilds.adjacent=true + run.wilds.at_ends=true",
     "9s Qs 3s", {"table": "4s 5s 6s 7s 8s JK Ts Js JK"}, {"melded_cards": 1}, ["3s 4s 5s 6s 7s 8s JK=9s Ts Js JK=Qs"]),
    # A loser's hand after gin, and what an ace costs where the house says 15.
    ("RB083", "gin", "9s Ts Js Qc Qd Qh 2d 3d 4c 5c", {}, {"deadwood_points": 14}, ["9s Ts Js", "Qh Qd Qc"]),
    ("RB091", "gin", "As Kd", {}, {"deadwood_points": 11}, []),
    ("RB091", "gin + points.ace.hand=15", "As Kd", {}, {"deadwood_points": 25}, []),
    # A joker left on the rack, and what is laid beside it.
    ("RB096", "fichas", "JK 13r", {}, {"deadwood_points": 63}, []),
    ("RB096", "fichas + wilds.joker.hand=30", "JK 13r", {}, {"deadwood_points": 43}, []),
    # The longest run first would leave two tiles.
    ("RB100", "fichas", "3r 4r 5r 6r 7r 6b 6k", {}, {"melded_cards": 6}, ["3r 4r 5r", "6r 6b 6k"]),
    # A card is in one meld only.
    ("RB102", "gin", "Jc 9d 8s 6d Js 8h Td 8d 7d Jd", {}, {"deadwood_points": 16}, ["6d 7d 8d 9d Td", "Js Jd Jc"]),
    ("RB104", "gin", "As 2s 3s 4s Ac Ad 4c 4d 5h 6s", {}, {"deadwood_points": 13}, ["As 2s 3s", "4s 4d 4c"]),
    # Round the corner or not, two kings and an ace are no meld.
    ("RB106", AROUND, "Kc Kd Ad", {}, {"deadwood_cards": 3}, []),
    ("RB106", AROUND, "Qd Kd Ad", {}, {"deadwood_cards": 0}, ["Qd Kd Ad"]),
]  # fmt: skip
"""An id, a house, a hand, what else is asked, figures of the best answer, its melds (None: several are as good)."""

OPENINGS = [
    # The joker counts what it stands for, or nothing where the house says so.
    ("RB017", "fichas", "10k 10b JK", {}, True, 30),
    ("RB017", "fichas", "13b JK JK", {}, True, 39),
    ("RB017", "fichas + joker-opens-as-zero", "10k 10b JK", {}, False, 20),
    ("RB021", "fichas", "11r JK 13r", {}, True, 36),
    ("RB021", "fichas", "2r JK 4r", {}, False, 9),
    ("RB021", "fichas + wilds.joker.opening=30", "2r JK 4r", {}, True, 9),
    # After the opening, tiles may be added to the table in the same turn, or only later.
    ("RB034", "fichas", "10r 10b 10k 8r", {"table": "5r 6r 7r"}, True, 38),
    ("RB034", "rummy-500 + opening.points=30 + opening.cards=own + opening.binds_closing=true"
     " + layoff.start=next-turn + wilds.joker.opening=as-melded", "Tc Th Td 8h", {"table": "5h 6h 7h"}, True, 30),
    # Without an opening of the rack's own tiles the table can't be used for one.
    ("RB036", "fichas", "4y 6y", {"table": "5b 5r 5k 5y"}, False, 0),
    # An ace after the king is worth 11 or 10, and opens at 40 or falls one short.
    ("RB040", "rummy-500 + opening.points=40 + opening.cards=own + opening.binds_closing=true"
     " + wilds.joker.opening=as-melded + points.ace.high=11", "Qh Kh Ah 3s 3d 3c", {}, True, 40),
    ("RB040", "rummy-500 + opening.points=40 + opening.cards=own + opening.binds_closing=true"
     " + wilds.joker.opening=as-melded + points.ace.high=10", "Qh Kh Ah 3s 3d 3c", {}, False, 39),
]  # fmt: skip
"""An id, a house, a hand, what else is asked, whether it opens, and the points laid if so, else the most reachable."""


@pytest.mark.parametrize(
    ("rules", "cards", "asked", "figures", "melds"),
    [pytest.param(*row[1:], id=f"{row[0]}: {row[2]}: {number}") for number, row in enumerate(CASES)],
)
def test_a_reported_hand_is_arranged_right(rules, cards, asked, figures, melds):
    answer = answered(rules, cards, **asked)
    assert {name: getattr(answer.figures, name) for name in figures} == figures
    if melds is not None:
        assert meld_lines(answer) == sorted(melds)


@pytest.mark.parametrize(
    ("rules", "cards", "asked", "opens", "points"),
    [pytest.param(*row[1:], id=f"{row[0]}: {row[2]}: {number}") for number, row in enumerate(OPENINGS)],
)
def test_a_reported_opening_is_judged_right(rules, cards, asked, opens, points):
    answer = answered(rules, cards, open=True, objective=("melded_points",), **asked)
    assert (answer.opens, answer.figures.melded_points if opens else answer.reachable) == (opens, points)


def test_rb012_jokers_inside_a_run_are_no_waste_on_any_rack():
    assert answered("fichas", "1r JK JK 4r 9b 9k 12y").figures.melded_cards == 4


def test_rb025_either_end_is_as_good_and_what_is_chosen_is_said():
    (line,) = meld_lines(answered("rummy-500", "5c 6c 7c JK"))
    assert line in ("JK=4c 5c 6c 7c", "5c 6c 7c JK=8c")
    assert answered("rummy-500", "4c", table="5c 6c 7c JK=8c").figures.melded_cards == 1
    assert answered("rummy-500", "4c", table="JK=4c 5c 6c 7c").figures.melded_cards == 0


def test_rb029_a_second_two_is_laid_as_a_wild_only_where_that_is_best():
    house = "reglamento + run.wilds.max=0 + set.wilds.max=0"
    assert meld_lines(answered(house, "Ah 2h 2h 3h 4h 5h 6h 7h")) == ["Ah 2h 3h 4h 5h 6h 7h"]
    assert answered("reglamento", "Ah 2h 2h 3h 4h 5h 6h 7h").figures.deadwood_cards == 0


def test_rb038_an_opening_is_a_demand_and_what_is_best_a_choice_of_its_own():
    cards = "10r 10b 10k 1y 2y 3y JK 12r 12b"
    most_points = answered("fichas", cards, open=True, objective=["melded_points"])
    most_tiles = answered("fichas", cards, open=True, objective=["melded_cards"])
    fewest_melds = answered("fichas", "10r 10b 10k JK 5r", open=True, objective=["table_changes"])
    assert (most_points.figures.melded_points, most_tiles.figures.melded_cards) == (72, 9)
    # Thirty points are enough: no more is laid than that takes.
    assert (fewest_melds.opens, len(fewest_melds.melds)) == (True, 1)


def test_rb042_no_order_of_the_tiles_changes_the_answer():
    answers = {str(answered("fichas", " ".join(tiles))) for tiles in permutations(["13r", "13b", "13k", "13k"])}
    assert len(answers) == 1


def test_rb059_every_tile_of_the_table_is_on_it_afterwards():
    table = "3r 3k 3y; 8r 8b 8y; 4r 5r 6r"
    tiles = sorted(" ".join(meld_lines(answered("fichas", "3b 8k 9y", table=table))).split())
    assert tiles == sorted(f"{table} 3b 8k".replace(";", "").split())


def test_rb085_the_discard_of_eleven_melded_cards_is_one_that_keeps_the_rest_melded():
    cards = "As 2s 3s 4s 7h 8h 9h Kc Kd Kh Ks"
    answer = answered("gin", cards, discard="required")
    assert answer.figures.deadwood_points == 0
    assert discarded(answer) in ("As", "4s", "Kc", "Kd", "Kh", "Ks")
    # Nothing is left to discard in big gin, which this game doesn't know; without a discard all are melded.
    assert left_over(answered("gin", cards)) == ""


def test_rb108_what_is_best_is_part_of_the_question():
    cards = "JK 10r 10b 2k 3k 1y 1r"
    tiles = answered("fichas + wilds.joker.hand=30", cards, objective=["melded_cards", "melded_points"])
    cost = answered("fichas + wilds.joker.hand=30", cards, objective=["deadwood_points"])
    assert (tiles.figures.melded_cards, tiles.figures.melded_points) == (3, 30)
    assert cost.figures.deadwood_points == 7
    assert tiles.to_dict()["objective"] == ["melded_cards", "melded_points"]


@pytest.mark.parametrize(
    ("cards", "deadwood"),
    [
        # A pure run, a second run, two sets: everything counts.
        ("3s 4s 5s 6h JK 8h 9c 9d 9h Kc Kd Ks Kh", 0),
        # No pure run: nothing counts, though every card is in a meld.
        ("3s JK 5s 6h JK 8h 9c 9d 9h Kc Kd Ks Kh", 119),
        # One run only, pure: the sets don't count.
        ("3s 4s 5s 6s 7h 9c 9d 9h Kc Kd Ks Kh Qd", 84),
    ],
)
def test_rb116_thirteen_cards_with_a_required_run_take_a_moment(cards, deadwood):
    start = time.perf_counter()
    answer = answered(INDIAN, cards)
    assert time.perf_counter() - start < 5
    assert answer.figures.deadwood_points == deadwood


def test_every_case_that_needs_a_whole_hand_is_here():
    by_name = {name.split("_")[1].upper() for name in globals() if name.startswith("test_rb")}
    here = {row[0] for row in (*CASES, *OPENINGS)} | by_name
    assert set(ELSEWHERE["solve"]) <= here
