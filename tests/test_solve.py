"""`solve` on hands whose answers are worked out on paper: with discards, openings, cards to use, limits of time."""

from __future__ import annotations

import random

import pytest
from auditing import answered, discarded, left_over, meld_lines

import meldproof
from meldproof.arranging.problem import OBJECTIVES
from meldproof.cards import Card
from meldproof.errors import MeldproofError, NotationError, ProblemError, VariantError
from meldproof.notation import card_text

LONG_SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"

HANDS = [
    # The examples of the four texts, and the issue's own.
    ("argentino", "4s 5s 6s JK 8s 9s 2d Js", 0, 115, ["4s 5s 6s JK=7s 8s 9s 2d=Ts Js"]),
    ("argentino", "4s 4h 4d", 0, 15, ["4s 4h 4d"]),
    ("argentino", "Qs Qh Qd Qc", 0, 40, ["Qs Qh Qd Qc"]),
    ("argentino", "3s 4s 5s 6s 7s 8s", 0, 35, ["3s 4s 5s 6s 7s 8s"]),
    ("argentino", "9s Ts Js Qs Ks", 0, 50, ["9s Ts Js Qs Ks"]),
    ("rummy-500", "9s 9h 9d", 0, 27, ["9s 9h 9d"]),
    ("rummy-500", "5h 6h 7h", 0, 18, ["5h 6h 7h"]),
    ("rummy-500", "As 2s 3s", 0, 6, ["As 2s 3s"]),
    ("rummy-500", "Qs Ks As", 0, 35, ["Qs Ks As"]),
    ("rummy-500", "Ks As 2s", 27, 0, []),
    ("fichas", "12r 13r 1r", 0, 26, ["12r 13r 1r"]),
    ("fichas", "13r 1r 2r", 16, 0, []),
    ("argentino", "4s 5s 6s JK 8s 9s 2d Js Qh Qd Qc", 0, 145, ["4s 5s 6s JK=7s 8s 9s 2d=Ts Js", "Qh Qd Qc"]),
    # Two wilds may not be neighbours, but stand on both sides of one natural, unless they may not be at an end.
    ("argentino", "4s JK JK 7s", 5, 105, None),
    ("argentino + no-wild-at-ends", "4s JK JK 7s", 110, 0, []),
    ("argentino + run.wilds.adjacent=true", "4s JK JK 7s", 0, 110, ["4s JK=5s JK=6s 7s"]),
    ("argentino", "4s JK 2d 7s", 5, 75, None),
    ("argentino + no-wild-at-ends", "4s JK 2d 7s", 80, 0, []),
    ("argentino", "JK 7s JK", 0, 105, ["JK=6s 7s JK=8s"]),
    ("fichas", "1r JK JK 4r", 0, 10, ["1r JK=2r JK=3r 4r"]),
    # A two in its own place: always wild, or natural there.
    ("argentino", "As 2s 3s", 0, 40, ["As 2s=2s 3s"]),
    ("argentino", "As 2s JK 4s", 15, 75, None),
    ("argentino + two-natural-in-place", "As 2s JK 4s", 0, 90, ["As 2s JK=3s 4s"]),
    ("reglamento", "As 2s 3s", 0, 25, ["As 2s 3s"]),
    ("reglamento + two-always-wild", "As 2s 3s", 0, 25, ["As 2s=2s 3s"]),
    # Three wild twos are too many for one meld; three natural ones are a set, and a run may hold one beside two wilds.
    ("reglamento", "As 2h 2d 2c", 15, 30, None),
    ("reglamento + run.min=5", "As 2h 2d 2c", 15, 15, ["2h 2d 2c"]),
    # The ace is low or high, never both, never inside; a joker may be the ace.
    ("rummy-500", "Js Qs Ks JK", 0, 45, None),
    ("rummy-500 + run.ends=low", "Qs Ks JK", 0, 35, ["JK=Js Qs Ks"]),
    ("gin", "Qs Ks As", 21, 0, []),
    ("gin", LONG_SPADES, 0, 85, [LONG_SPADES]),
    ("rummy-500", f"{LONG_SPADES} JK", 0, 114, None),
    ("rummy-500 + run.ends=both + run.max=any", f"{LONG_SPADES} JK", 0, 114, [f"JK={LONG_SPADES} As"]),
    # Thirteen is the longest run. Fourteen cards are two, where they may be so short.
    ("rummy-500 + deck.copies=2", f"{LONG_SPADES} As", 0, 100, None),
    ("rummy-500 + deck.copies=2 + run.min=8", f"{LONG_SPADES} As", 15, 99, ["2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"]),
    # A set has four cards of four suits; a wild takes a suit that is missing.
    ("rummy-500", "9s 9h 9d 9c JK", 9, 42, None),
    ("argentino", "9s 9s 9h", 30, 0, []),
    ("argentino + any-suits", "9s 9s 9h", 0, 30, ["9s 9s 9h"]),
    ("argentino", "Ks Kh JK 2d", 10, 80, None),
    ("argentino + no-wild-at-ends", "Ks Kh JK 2d", 20, 70, ["Ks Kh JK=Kd"]),
    ("argentino + one-of-each-class", "Ks Kh JK 2d", 0, 90, None),
    # Second copies: two runs of the same cards, two sets, or a card too many.
    ("argentino", "4s 4s 5s 5s 6s 6s", 0, 30, ["4s 5s 6s", "4s 5s 6s"]),
    ("argentino", "9h 9h 9d 9d 9c 9c", 0, 60, ["9h 9d 9c", "9h 9d 9c"]),
    ("argentino", "4s 4s 5s 6s", 5, 15, ["4s 5s 6s"]),
    # A joker goes where it saves most, a card to the meld that leaves least.
    ("argentino", "3s 4s 3h Kh Kd JK", 15, 70, ["JK=Ks Kh Kd"]),
    ("gin", "4s 5s 6s 6h 6d", 9, 18, ["6s 6h 6d"]),
    ("gin", "3s 4s 5s 6s 6h 6d", 0, 30, ["3s 4s 5s", "6s 6h 6d"]),
    # Enough naturals for the wilds.
    ("fichas + run.wilds.balance=at-most-naturals", "1r JK JK 4r", 0, 10, ["1r JK=2r JK=3r 4r"]),
    ("fichas + run.wilds.balance=fewer-than-naturals", "1r JK JK 4r", 1, 12, None),
    ("fichas + run.wilds.balance=fewer-than-naturals + set.wilds.balance=fewer-than-naturals", "1r JK JK 4r", 105, 0, []),
    ("fichas + set.naturals.min=2 + run.naturals.min=2", "7r JK JK", 107, 0, []),
    # A hand costs no more than the cap, so it is the melds that count.
    ("rummy-500 + scoring.cap=20", "3s 3h 3d Ks Kh", 20, 9, ["3s 3h 3d"]),
]  # fmt: skip
"""A house, a hand, the least deadwood points, the points melded, the melds (None: several are as good)."""


@pytest.mark.parametrize(("rules", "cards", "deadwood", "melded", "melds"), HANDS)
def test_a_hand_is_arranged_so(rules, cards, deadwood, melded, melds):
    answer = answered(rules, cards)
    assert (answer.figures.deadwood_points, answer.figures.melded_points) == (deadwood, melded)
    if melds is not None:
        assert meld_lines(answer) == sorted(melds)
    assert answer.optimal
    assert answer.to_dict()["bound"] is None


def test_the_design_example_is_this_object():
    assert meldproof.solve("argentino", "4s 5s 6s JK 8s 9s 2d Js As", engine="graph").to_dict() == {
        "variant": "argentino",
        "hand": ["As", "4s", "5s", "6s", "8s", "9s", "Js", "2d", "JK"],
        "objective": ["deadwood_points", "melded_points", "deadwood_cards"],
        "value": {
            "deadwood_points": 15,
            "melded_points": 115,
            "melded_cards": 8,
            "deadwood_cards": 1,
            "score": 100,
            "table_changes": 0,
        },
        "melds": [{"kind": "run", "cards": ["4s", "5s", "6s", "JK=7s", "8s", "9s", "2d=Ts", "Js"], "points": 115}],
        "deadwood": ["As"],
        "discard": None,
        "laid": ["4s", "5s", "6s", "8s", "9s", "Js", "2d", "JK"],
        "optimal": True,
        "engine": "graph",
        "bound": None,
    }


@pytest.mark.parametrize("number", range(1, 26))
def test_any_number_of_cards_is_arranged(number):
    cards = [rank + suit for suit in "sh" for rank in "A23456789TJQK"][:number]
    # Spades make one run, hearts another once there are three of them.
    left = number if number < 3 else number - 13 if number in (14, 15) else 0
    answer = answered("gin", " ".join(cards))
    assert answer.figures.deadwood_cards == left
    assert answer.figures.deadwood_points == {0: 0, 1: 1, 2: 3}[left]


@pytest.mark.parametrize(("number", "deadwood"), list(enumerate([60, 40, 20, 10, 0, 0, 0, 0, 0])))
def test_any_number_of_wilds_is_placed(number, deadwood):
    wilds = ["JK", "2s", "JK", "2h", "JK", "2s", "JK", "2h"][:number]
    answer = answered("argentino", " ".join(["4s 6s 8s Ts 4h 6h 8h Th", *wilds]))
    # One wild joins a pair; four pairs lie with four, and two runs of seven with six; the others go to their ends.
    assert answer.figures.deadwood_points == deadwood
    assert answer.figures.melded_cards == {0: 0, 1: 3, 2: 6, 3: 9}.get(number, 8 + number)


def test_the_order_of_the_cards_says_nothing():
    cards = [
        "As",
        "2s",
        "3s",
        "4s",
        "4h",
        "4d",
        "4c",
        "5s",
        "5h",
        "JK",
        "JK",
        "2d",
        "2h",
        "Ks",
        "Kh",
        "Kd",
        "As",
        "Ah",
        "3h",
    ]
    table = "6h 7h 8h; 9s 9d 9c"
    answers = []
    shuffled = random.Random(11)
    for _ in range(12):
        answers.append(answered("argentino", " ".join(cards), table=table, discard="optional").to_dict())
        shuffled.shuffle(cards)
    assert all(answer == answers[0] for answer in answers)


# What is best


@pytest.mark.parametrize(
    ("objective", "melds", "score"),
    [
        ("deadwood_points", ["Ah Ad Ac", "As 2s 3s"], 51),
        ("deadwood_points,melded_points,deadwood_cards", ["Ah Ad Ac", "As 2s 3s"], 51),
        ("melded_cards", ["Ah Ad Ac", "As 2s 3s"], 51),
        ("deadwood_cards", ["Ah Ad Ac", "As 2s 3s"], 51),
        ("melded_points,deadwood_points", ["As Ah Ad Ac"], 55),
        ("score", ["As Ah Ad Ac"], 55),
    ],
)
def test_going_out_is_not_always_the_best_score(objective, melds, score):
    answer = meldproof.solve("rummy-500", "As Ah Ac Ad 2s 3s Kd", discard="required", objective=objective)
    assert meld_lines(answer) == melds
    assert answer.figures.score == score
    assert discarded(answer) == "Kd"
    assert answer.to_dict()["objective"] == objective.split(",")


def test_each_variant_names_its_own_objective():
    assert answered("fichas", "1r").to_dict()["objective"] == ["melded_cards", "melded_points", "table_changes"]
    assert answered("gin", "As").to_dict()["objective"] == ["deadwood_points", "melded_points", "deadwood_cards"]


@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_figure_can_be_what_is_best(name):
    answer = meldproof.solve("rummy-500", "As Ah Ac Ad 2s 3s Kd", objective=[name])
    assert answer.optimal
    assert answer.to_dict()["objective"] == [name]


def test_among_equals_the_fewest_melds_are_laid():
    assert meld_lines(answered("gin", "4s 5s 6s 7s 8s 9s")) == ["4s 5s 6s 7s 8s 9s"]
    assert meld_lines(meldproof.solve("gin", "4s 5s 6s", objective=["table_changes"])) == []


# A discard is chosen together with the arrangement


@pytest.mark.parametrize(
    ("rules", "cards", "discard", "deadwood", "melded", "card"),
    [
        # The run leaves 14, the set only then 6 when its larger neighbour goes.
        ("gin", "7s 6h 7h 8h 7d", "none", 14, 21, None),
        ("gin", "7s 6h 7h 8h 7d", "required", 6, 21, "8h"),
        ("gin", "7s 6h 7h 8h 7d", "optional", 6, 21, "8h"),
        ("gin", "4s 5s 6s Kd", "required", 0, 15, "Kd"),
        ("argentino", "4s 5s 6s Kd", "optional", 0, 15, "Kd"),
        ("argentino", "4s 5s 6s", "optional", 0, 15, None),
        ("argentino", "4s 5s 6s 7s", "optional", 0, 20, None),
        # A card must be left for the discard: nothing of three, three of four.
        ("gin", "4s 5s 6s", "required", 9, 0, "6s"),
        ("gin", "4s 5s 6s 7s", "required", 0, 18, "4s"),
        ("gin", "As", "required", 0, 0, "As"),
        ("gin", "4s 5s 6s 7s Kh Kd Kc", "required", 0, 48, "4s"),
        # A joker is thrown when that is what a hand can spare.
        ("rummy-500", "9s 9h 9d 9c JK", "required", 0, 42, None),
    ],
)
def test_a_discard_is_chosen_with_the_melds(rules, cards, discard, deadwood, melded, card):
    answer = answered(rules, cards, discard=discard)
    assert (answer.figures.deadwood_points, answer.figures.melded_points) == (deadwood, melded)
    assert discarded(answer) == card or card is None
    assert (answer.discard is None) == (discard == "none" or (discard == "optional" and card is None))
    assert len(answer.deadwood) == answer.figures.deadwood_cards


# Cards that must be used


@pytest.mark.parametrize(
    ("rules", "cards", "use", "deadwood", "melds"),
    [
        ("gin", "7s 6h 7h 8h 7d", "6h", 14, ["6h 7h 8h"]),
        ("gin", "7s 6h 7h 8h 7d", "7d", 14, ["7s 7h 7d"]),
        ("gin", "4s 5s 6s 6h 6d", "4s", 12, ["4s 5s 6s"]),
        ("argentino", "3s 4s 3h Kh Kd JK", "4s", 25, ["JK=2s 3s 4s"]),
        ("argentino", "4s 4s 5s 5s 6s 6s", "4s 4s", 0, ["4s 5s 6s", "4s 5s 6s"]),
    ],
)
def test_a_card_to_use_is_used(rules, cards, use, deadwood, melds):
    answer = answered(rules, cards, use=use)
    assert answer.figures.deadwood_points == deadwood
    assert meld_lines(answer) == melds or "JK" in cards
    assert not answer.unmet
    assert "unmet" not in answer.to_dict()


@pytest.mark.parametrize(
    ("rules", "cards", "use", "deadwood"),
    [
        ("gin", "4s 5s 6s Kd", "Kd", 10),
        ("gin", "7s 6h 7h 8h 7d", "6h 7d", 14),
        ("argentino", "4s 4s 5s 6s", "4s 4s", 5),
    ],
)
def test_a_card_that_can_not_be_used_is_said_so_beside_the_best_without(rules, cards, use, deadwood):
    answer = answered(rules, cards, use=use)
    assert answer.unmet
    assert answer.to_dict()["unmet"]
    assert answer.figures.deadwood_points == deadwood
    assert answer.opens is None


# Openings

ALL_ACES = "As Ah Ad Ac"
OPENINGS = [
    # 30 points of tiles: the joker counts what it stands for; a 1 counts 1 after the 13, too.
    ("fichas", "10k 10b JK", {}, True, 30),
    ("fichas", "9k 9b JK", {}, False, 27),
    ("fichas", "12r 13r 1r", {}, False, 26),
    ("fichas + one-high-worth-14", "12r 13r 1r", {}, True, 39),
    ("fichas + joker-opens-as-zero", "10k 10b JK", {}, False, 20),
    ("fichas", "11r JK 13r", {}, True, 36),
    ("fichas", "2r JK 4r", {}, False, 9),
    ("fichas", "1r 2r 3r 7b 7k 7y", {}, False, 27),
    ("fichas", "1r 2r 3r 8b 8k 8y", {}, True, 30),
    # Tiles of the table don't count, nor do tiles added to it; they may follow.
    ("fichas", "10k 10b 1r", {"table": "10r 11r 12r 13r"}, False, 0),
    ("fichas", "10k 10b 10r 7y", {"table": "7r 7b 7k"}, True, 37),
    ("fichas", "4y 6y", {"table": "5b 5r 5k 5y"}, False, 0),
    # 250 only above 750 points at the start of the deal.
    ("argentino", "As Ah Ad", {}, True, 45),
    ("argentino", "As Ah Ad", {"score": 750}, True, 45),
    ("argentino", "As Ah Ad", {"score": 751}, False, 45),
    ("argentino", "As Ah", {"score": 0}, False, None),
    # The most of 54 cards: 260 with twelve, 240 with eleven; of 108: 320 and 300.
    ("argentino", f"{ALL_ACES} Td Tc 2s 2h 2d 2c JK JK", {"players": 2, "score": 751}, True, 260),
    ("argentino", f"{ALL_ACES} Td Qs 2s 2h 2d JK JK", {"players": 2, "score": 751}, False, 240),
    ("argentino", f"{ALL_ACES} Td Qs 2s 2h 2d JK JK 3c", {"players": 2, "score": 751, "discard": "required"}, False, 240),
    ("argentino", f"{ALL_ACES} Td Tc 2s 2h JK JK JK JK", {"score": 751}, True, 320),
    ("argentino", f"{ALL_ACES} Td Qs 2s JK JK JK JK", {"score": 751}, True, 300),
    # 150: never of 52 cards, at most 140 of eight and 125 with the discard kept back.
    ("reglamento + no-jokers-in-single-deck", f"{ALL_ACES} 2s 2h 2d 2c", {"players": 3}, False, 140),
    ("reglamento + no-jokers-in-single-deck", f"{ALL_ACES} 2s 2h 2d 2c", {"players": 3, "discard": "required"}, False, 125),
    # Of seven melded cards 150 needs a joker, and with one joker two twos; of ten it needs none.
    ("reglamento", f"{ALL_ACES} Ks Qs JK 9h", {"players": 3, "discard": "required"}, False, 130),
    ("reglamento", f"{ALL_ACES} Ks 2d JK 9h", {"players": 3, "discard": "required"}, False, 140),
    ("reglamento", f"{ALL_ACES} 2s 2d JK 9h", {"players": 3, "discard": "required"}, True, 150),
    ("reglamento", "As Ah Ad 2s 2d 2h JK 9c", {"players": 3, "discard": "required"}, True, 155),
    ("reglamento", "As Ah 2s 2d 2h 2c JK 9c", {"players": 3, "discard": "required"}, True, 160),
    ("reglamento", f"{ALL_ACES} Ks JK JK 9h", {"players": 3, "discard": "required"}, True, 170),
    ("reglamento", f"{ALL_ACES} Ks Qs 2s 2h 2d 2c 5h", {"players": 2, "discard": "required"}, True, 160),
    # Lay-offs never count, and may follow at once, or only in a later turn.
    ("reglamento", f"{ALL_ACES} Ks 2d JK 5c", {"players": 3, "table": "6c 7c 8c"}, False, 140),
    ("reglamento", f"{ALL_ACES} 2s 2d JK 5c", {"players": 3, "table": "6c 7c 8c"}, True, 155),
    ("reglamento + layoff.start=next-turn", f"{ALL_ACES} 2s 2d JK 5c", {"players": 3, "table": "6c 7c 8c"}, True, 150),
    # Without an opening a new meld is all that is asked; a lay-off is none.
    ("rummy-500", "As Ah Ad", {}, True, 45),
    ("rummy-500", "9h", {"table": "6h 7h 8h"}, False, None),
    # Where a run without wilds is asked for, points don't say how near a hand is.
    ("fichas + opening.points=0 + opening.pure_runs=1", "JK 5r 6r", {}, False, None),
    ("fichas + opening.points=0 + opening.pure_runs=1", "4r 5r 6r", {}, True, 15),
    ("fichas + opening.pure_runs=1", "10k 10b 10r", {}, False, None),
    ("fichas + opening.pure_runs=1", "10k 10b 10r 1r 2r 3r", {}, True, 36),
    # A set that repeats suits is a meld there, and counts nothing.
    ("reglamento + canastilla-repeated-suits + opening.points=30", "Ks Ks Kh", {}, False, 0),
    ("reglamento + canastilla-repeated-suits + opening.points=30", "Ks Kd Kh", {}, True, 30),
]  # fmt: skip
"""A house, a hand, what else is asked, whether it opens, and the points laid if so, else the most reachable."""


@pytest.mark.parametrize(("rules", "cards", "asked", "opens", "points"), OPENINGS)
def test_a_hand_opens_or_falls_short_by_so_much(rules, cards, asked, opens, points):
    answer = answered(rules, cards, open=True, objective=("melded_points",), **asked)
    found = answer.to_dict()
    assert found["opens"] is opens
    if opens:
        assert answer.figures.melded_points == points
        assert "reachable" not in found
        counting = [meld for meld in found["melds"] if meld.get("opening")]
        assert counting
        assert all(meld["opening"] is True for meld in counting)
    else:
        assert found["reachable"] == points
        assert found["unmet"]
        assert not any("opening" in meld for meld in found["melds"])


def test_a_hand_that_can_not_open_is_arranged_regardless():
    closed = answered("fichas", "9k 9b 9r 1r", open=True)
    assert (closed.opens, closed.reachable, meld_lines(closed)) == (False, 27, ["9r 9b 9k"])


def test_an_opening_may_cost_tiles_that_could_be_laid():
    cards = "1r 2r JK 4r 5r 10b 10k"
    assert meld_lines(answered("fichas", cards)) == ["1r 2r JK=3r 4r 5r"]
    assert meld_lines(answered("fichas", cards, open=True)) == ["JK=10r 10b 10k"]


def test_nothing_is_said_of_an_opening_that_was_not_asked_for():
    found = answered("fichas", "10k 10b 10r").to_dict()
    assert not {"opens", "reachable", "unmet"} & found.keys()
    assert not any("opening" in meld for meld in found["melds"])


def test_only_melds_that_count_are_marked_for_the_opening():
    answer = answered("fichas", "10k 10b 10r 7y", table="7r 7b 7k", open=True)
    assert [" ".join(m["cards"]) for m in answer.to_dict()["melds"] if m.get("opening")] == ["10r 10b 10k"]


# Limits of time

FEW_FITTING = "As 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks JK JK 4h 9d 6c Jh 8d 3c"
"""Not all of it can be laid, so that what is found without search is not proved by what is conceivable."""


@pytest.mark.parametrize("asked", [{}, {"discard": "required"}, {"open": True}, {"objective": "score"}])
def test_out_of_time_the_best_known_comes_with_a_bound_that_holds(asked):
    hurried, proved = (
        meldproof.solve("argentino", FEW_FITTING, engine="graph", timeout=time, **asked) for time in (0, None)
    )
    assert proved.optimal
    assert not hurried.optimal
    objective = hurried.problem.objective
    assert list(hurried.bound) == list(objective)
    bound = [
        value if name not in ("deadwood_points", "deadwood_cards") else -value for name, value in hurried.bound.items()
    ]
    assert hurried.figures.vector(objective) <= proved.figures.vector(objective) <= tuple(bound)
    assert hurried.to_dict()["bound"] == hurried.bound
    assert hurried.to_dict()["optimal"] is False


@pytest.mark.parametrize("timeout", [-1, float("nan"), float("inf"), 1e300])
def test_a_time_limit_is_a_number_of_seconds(timeout):
    with pytest.raises(ProblemError, match="time limit"):
        meldproof.solve("gin", "As", timeout=timeout)


def test_time_enough_changes_nothing():
    assert meldproof.solve("gin", "7s 6h 7h 8h 7d", timeout=60).to_dict() == answered("gin", "7s 6h 7h 8h 7d").to_dict()


# Questions that can't be asked

REFUSED = [
    ("gin", "", {}, ProblemError, "no cards"),
    ("gin", "   , ", {}, ProblemError, "no cards"),
    ("gin", "4s 4s", {}, ProblemError, "2 × 4s"),
    ("gin", "4s XX", {}, NotationError, "'XX' (card 2, column 4)"),
    ("gin", "JK", {}, NotationError, "no jokers"),
    ("gin", "7r", {}, NotationError, "'7r'"),
    ("argentino", "JK=7s 8s 9s", {}, NotationError, "stands for nothing yet"),
    ("argentino", "7s=8s 8s 9s", {}, NotationError, "stands for nothing yet"),
    ("argentino", "JK JK JK", {"players": 2}, ProblemError, "3 × JK"),
    ("argentino", "As", {"players": 5}, VariantError, "2 to 4 players"),
    ("gin", "4s", {"use": "5s"}, ProblemError, "5s must be used"),
    ("argentino", "4s", {"use": "4s 4s"}, ProblemError, "4s must be used"),
    ("gin", "4s", {"use": "?"}, NotationError, "'?'"),
    ("gin", "4s", {"discard": "perhaps"}, ProblemError, "discard is one of"),
    ("gin", "4s", {"objective": ["beauty"]}, ProblemError, "no objective 'beauty'"),
    ("gin", "4s", {"objective": ["score", "score"]}, ProblemError, "twice"),
    ("fichas", "1r", {"open": True, "score": 10**9}, ProblemError, "score"),
    # A table that is no table.
    ("rummy-500", "4s", {"table": "5s 6s"}, ProblemError, "table meld 1 (5s 6s) is no meld"),
    ("rummy-500", "4s", {"table": "5s 6s 7s; 9s 9h Th"}, ProblemError, "table meld 2 (9s 9h Th) is no meld"),
    ("rummy-500", "4s", {"table": "6s JK 7s"}, ProblemError, "JK=5s 6s 7s, or 6s 7s JK=8s"),
    ("rummy-500", "4s", {"table": "4s 5s 6s"}, ProblemError, "2 × 4s"),
    ("rummy-500", "4s", {"table": "Ks As 2s"}, ProblemError, "is no meld"),
    ("fichas", "1r", {"table": "JK JK 5r"}, ProblemError, "two ways"),
    ("fichas", "1r", {"table": "5r=5b 5b 5k"}, NotationError, "'5r=5b' (card 1)"),
    ("fichas", "1r", {"table": "JK=6r 6r 7r"}, ProblemError, "is no meld"),
    ("argentino + layoff.on=none", "4s", {"table": "5s 6s 7s"}, ProblemError, "nobody lays off"),
]


@pytest.mark.parametrize(("rules", "cards", "asked", "error", "told"), REFUSED)
def test_a_question_that_can_not_be_asked_is_refused_in_one_line(rules, cards, asked, error, told):
    with pytest.raises(error) as caught:
        answered(rules, cards, **asked)
    assert isinstance(caught.value, MeldproofError)
    assert told in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("engine", ["", "Graph", "best", "x" * 500])
def test_an_engine_that_does_not_exist_is_refused_by_name(engine):
    with pytest.raises(ProblemError, match="no engine"):
        meldproof.solve("gin", "As", engine=engine)


# The Python interface


def test_cards_may_be_a_text_or_a_sequence_of_texts_and_cards():
    deck = meldproof.variant("gin").deck()
    cards = list(deck.kinds())[3:6]
    wanted = meldproof.solve("gin", "4s 5s 6s").to_dict()
    assert meldproof.solve("gin", ["4s", "5s", "6s"]).to_dict() == wanted
    assert meldproof.solve("gin", ["4s 5s", cards[2]]).to_dict() == wanted
    assert meldproof.solve("gin", cards).to_dict() == wanted
    assert meldproof.solve(meldproof.variant("gin"), cards).to_dict() == wanted


def test_readings_and_settings_are_keywords_and_add_up():
    cards = "As 2s JK 4s"
    assert meldproof.solve("argentino", cards).figures.deadwood_points == 15
    natural = meldproof.variant("argentino", readings=["two-natural-in-place"])
    assert meldproof.solve("argentino", cards, readings=["two-natural-in-place"]).figures.deadwood_points == 0
    assert meldproof.solve(natural, cards).figures.deadwood_points == 0
    assert meldproof.solve(natural, cards, settings={"points.ace.hand": 7}).figures.deadwood_points == 0
    house = meldproof.variant("argentino", settings={"points.ace.hand": 7})
    assert meldproof.solve(house, cards).figures.deadwood_points == 7
    assert meldproof.solve(house, cards, readings=["two-natural-in-place"]).figures.deadwood_points == 0
    assert meldproof.solve(house, cards, settings={"points.ace.low": 1}).figures.deadwood_points == 7


def test_the_function_variant_stays_a_function():
    meldproof.solve("gin", "As")
    assert meldproof.variant("gin").id == "gin"
    assert meldproof.check("gin", "4s 5s 6s").legal


def test_an_answer_reads_well_and_shows_as_a_picture():
    answer = answered("argentino", "4s 5s 6s JK 8s 9s 2d Js As")
    assert "4s 5s 6s JK=7s 8s 9s 2d=Ts Js  (115 points)" in str(answer)
    assert left_over(answer) == "As"
    assert str(answer) == repr(answer)
    assert answer._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("variant", ["argentino", "gin", "fichas"])
@pytest.mark.parametrize("number", [3, 8, 16, 127, 128, 129, 200, 255, 256, 257, 300, 512, 4096])
def test_more_of_a_card_than_the_deck_holds_is_refused_however_many(variant, number):
    deck = meldproof.variant(variant).deck()
    for card in (Card(1, 1), Card(4, 2), Card(13, len(deck.suits))):
        text = card_text(card, deck)
        with pytest.raises(ProblemError, match=rf"^{number} × {text} were given"):
            meldproof.solve(variant, f"{text} " * number)
        if variant == "fichas":
            lying = "; ".join(
                " ".join(card_text(Card(card.rank, suit), deck) for suit in (1, 2, 3, 4)) for _ in range(number)
            )
            with pytest.raises(ProblemError, match=rf"^{number} × {card_text(Card(card.rank, 1), deck)} were given"):
                meldproof.solve(variant, card_text(Card(7, 1), deck), table=lying)
