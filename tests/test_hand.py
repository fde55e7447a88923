"""Small hands: the compiled search gives what the graph gives, meld for meld, in both of its forms."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest
from auditing import audit
from hypothesis import given
from hypothesis import strategies as st
from strategies import VARIANTS, House, Question, dense_hands, houses, objectives, questions, readings_of
from test_sweep import examples, form

import meldproof
from meldproof.arranging.compiled import form as forms
from meldproof.arranging.hand import calls
from meldproof.arranging.hand import engine as hands
from meldproof.arranging.problem import DISCARDS, Problem
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.arranging.sweep.rules import make_weights, rules_of
from meldproof.errors import EngineDeclined

__all__ = ["form"]

DEMANDING = ("argentino", "rummy-500", "reglamento", "gin", "indian-13")
"""Variants whose tables only grow, or whose hands must hold runs."""


def same_arrangement(house: House, cards: object, discard: str, objective: tuple[str, ...]) -> bool:
    """Whether the search took the hand; what it gave is the graph's answer, with nothing left out."""
    return same_answer(make_problem(house.rules, cards, discard=discard, objective=objective))  # type: ignore[arg-type]


def same_answer(problem: Problem) -> bool:
    """Whether the search took the problem; what it gave is the graph's answer, with nothing left out."""
    try:
        answer = solve_problem(problem, "hand")
    except EngineDeclined:
        return False
    audit(answer)
    graph = solve_problem(problem, "graph", timeout=20)
    if graph.optimal:
        assert {**answer.to_dict(), "engine": ""} == {**graph.to_dict(), "engine": ""}
        assert {**solve_problem(problem, "auto").to_dict(), "engine": ""} == {**graph.to_dict(), "engine": ""}
    return True


def test_dense_hands_are_arranged_the_same(form: str) -> None:
    taken = 0

    @examples(form, 240)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        nonlocal taken
        variant = data.draw(st.sampled_from(VARIANTS))
        house = House(variant, data.draw(st.sampled_from([(), *((name,) for name in readings_of(variant))])))
        hand = data.draw(dense_hands(house.rules, sizes=(3, 14) if form == "compiled" else (3, 9), most_wilds=4))
        objective = data.draw(objectives(house.rules))
        taken += same_arrangement(house, hand, data.draw(st.sampled_from(DISCARDS)), objective)

    check()
    assert taken > (150 if form == "compiled" else 10)


def test_houses_of_any_rules_are_arranged_the_same(form: str) -> None:
    taken = 0

    @examples(form, 240)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        nonlocal taken
        house = data.draw(houses(tiny=data.draw(st.booleans())))
        hand = data.draw(dense_hands(house.rules, sizes=(1, 10) if form == "compiled" else (1, 8), most_wilds=4))
        objective = data.draw(objectives(house.rules))
        taken += same_arrangement(house, hand, data.draw(st.sampled_from(DISCARDS)), objective)

    check()
    assert taken > (100 if form == "compiled" else 8)


def test_demands_and_tables_are_answered_the_same(form: str) -> None:
    taken = {"open": 0, "table": 0, "use": 0, "required": 0}

    @examples(form, 400 if form == "compiled" else 800)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        house = data.draw(houses(variants=DEMANDING, tiny=data.draw(st.integers(0, 4)) == 0))
        sizes = (3, 10) if form == "compiled" else (2, 7)
        table = house.rules.settings.layoff.on != "none" and data.draw(st.booleans())
        question = data.draw(questions(house, sizes=sizes, most_wilds=4, table=table))
        if same_answer(question.problem):
            need = house.rules.settings.requirement
            taken["open"] += question.open
            taken["table"] += bool(question.table)
            taken["use"] += bool(question.use)
            taken["required"] += bool(need.runs or need.pure_runs)

    check()
    assert min(taken.values()) > (30 if form == "compiled" else 1), taken


@pytest.mark.parametrize("cards", ["2s 2c 4s", "2s 2c 2d 4s", "2s 2c 2d 3s Ks", "4s JK 2c 9h 9d 9c"])
def test_a_run_is_not_lost_to_a_set_of_the_same_cards_where_sets_do_not_count(cards: str) -> None:
    house = House("argentino").with_settings(
        {
            "requirement.runs": 3,
            "run.wilds.adjacent": True,
            "set.wilds.max": "any",
            "set.wilds.max_ranked": "any",
            "wilds.natural": "in-place",
        }
    )
    question = Question(house, tuple(cards.split()), objective=("deadwood_points",))
    assert same_answer(question.problem)
    least = solve_problem(question.problem, "brute").figures.deadwood_points
    assert meldproof.solve_many(house.rules, [cards], objective=("deadwood_points",)).values.tolist() == [least]


@pytest.mark.parametrize(
    ("variant", "cards", "discard"),
    [
        ("argentino", "2s 2d 2h JK 4s 5s 6s 7s 4h 4d 9c", "required"),  # wilds of a rank, of several suits
        ("argentino", "2s 2d 2h 2c JK JK 5s 9h Kd", "optional"),
        ("reglamento", "2s 2d JK As 3s 4s 5h 5d 5c", "none"),  # a wild rank that can be natural
        ("reglamento", "2h 2h 3h 4h 2s 5s 6s JK", "required"),
        ("rummy-500", "As 2s 3s Qs Ks Ah Ad JK", "none"),  # the ace at either end, and in a set
        ("gin", "4s 5s 6s 4h 5h 6h 4d 5d 6d 7c", "required"),  # three runs or three sets
        ("fichas", "7r 7b 7y 7k 7r JK JK 8r 9r 10r", "none"),
        ("rummikub", "1r 2r 13r 12r JK 1b 1y 1k", "none"),
    ],
)
def test_hands_with_many_equal_arrangements(form: str, variant: str, cards: str, discard: str) -> None:
    assert same_arrangement(House(variant), cards, discard, ())
    assert same_arrangement(House(variant), cards, discard, ("melded_cards", "melded_points"))


@pytest.mark.parametrize(
    ("variant", "cards", "options", "settings", "said"),
    [
        ("rummikub", "4r 5r 6r", {"table": "7r 8r 9r"}, {}, "table.rearrange"),
        ("argentino", " ".join(f"{rank}{suit}" for suit in "shdc" for rank in "3456") + " 9s", {}, {}, "16 cards"),
        ("argentino", "4s 5s 6s", {"open": True}, {"opening.pure_runs": 16}, "counts to"),
    ],
)
def test_what_is_not_taken_is_declined_by_name(
    variant: str, cards: str, options: dict[str, object], settings: dict[str, object], said: str
) -> None:
    with pytest.raises(EngineDeclined, match=said):
        meldproof.solve(variant, cards, settings=settings, engine="hand", **options)  # type: ignore[arg-type]
    meldproof.solve(variant, cards, settings=settings, **options)  # type: ignore[arg-type]


def test_an_opening_that_cannot_be_is_told_what_could(form: str) -> None:
    """The most points within reach are found as the graph finds them, with all else that is asked of an opening."""
    rng = random.Random(3)
    reached = set()
    for house in (House("argentino"), House("reglamento"), House("argentino").with_settings({"requirement.runs": 1})):
        house = house.with_settings({"opening.points": 120, "opening.pure_runs": 0})
        near = [card for card in house.rules.deck().cards() if card.rank in (0, 1, 2, 3, 4, 13)]
        for _ in range(30 if form == "compiled" else 6):
            problem = make_problem(house.rules, rng.sample(near, rng.randint(3, 9)), open=True)
            found = solve_problem(problem, "hand").to_dict()
            assert {**found, "engine": ""} == {**solve_problem(problem, "graph").to_dict(), "engine": ""}
            reached.add(solve_problem(problem, "hand").reachable)
    assert len(reached) > 5


def test_a_hand_that_can_make_too_many_melds_goes_elsewhere(form: str) -> None:
    cards = "JK JK 2s 2s 2h 2d 2c 3s 4s 5s 6s 7s 8s 9s Ts Js"
    settings = {"run.wilds.adjacent": True, "run.wilds.max": "any", "run.wilds.balance": "any", "wilds.natural": "free"}
    with pytest.raises(EngineDeclined, match="so many melds"):
        meldproof.solve("reglamento", cards, settings=settings, engine="hand")


def test_points_that_are_too_large_are_declined() -> None:
    settings = {"wilds.joker.hand": 10_000, "points.ace.hand": 10_000}
    everything = ("melded_points", "score", "deadwood_points", "melded_cards", "deadwood_cards", "table_changes")
    with pytest.raises(EngineDeclined, match="large"):
        meldproof.solve("argentino", "4s 5s 6s", settings=settings, objective=everything, engine="hand")
    answer = meldproof.solve("argentino", "4s 5s 6s", settings=settings, objective=everything)
    assert answer.figures.melded_cards == 3


def test_malformed_rules_hands_tables_and_demands_are_refused(form: str) -> None:
    rules = rules_of(meldproof.variant("reglamento").settings, meldproof.variant("reglamento").deck())
    weights = make_weights(("melded_cards",), 16, rules.most_points, 0, melds=True)
    runs, sets = hands._run_rules(rules, weights), hands._set_rules(rules, weights)
    number = len(hands._hands(rules, weights, "none").kinds)
    ones, zeros = array("i", [1] * number), array("i", [0] * number)
    kinds = (13, 4, ones, ones, ones, ones, zeros, array("q", ones), array("i", range(number)), False)
    costs = (1, 0, False)
    engine = forms.hand_engine_class()
    empty, none = bytes(number), array("q", [0, 0, 0, 0, 1, 1])
    run = hands._numbers(make_problem(meldproof.variant("argentino"), "3s", table="4s 5s 6s").table[0])
    fine: tuple[object, ...] = (empty, b"", (), False, none)
    assert engine(runs, sets, costs, kinds, 0).arrange(*fine) == ([], [], -1)
    assert engine(runs, sets, costs, kinds, 0).arrange(empty, b"", (run,), True, none) == ([run], [], -1)
    bad = (None, 1 << 70, -5, array("i", [9] * 3), array("q", [1 << 60] * 96), array("i", [-7] * number), "x")
    for value in bad:
        for part in range(9):
            with pytest.raises((ValueError, TypeError)):
                engine(runs, sets, costs, _changed(kinds, part, value), 0)
        for part in range(6):
            with pytest.raises((ValueError, TypeError)):
                engine(_changed(runs, part, value), sets, costs, kinds, 0)
        for part in (0, 1, 2, 3, 4, 6, 7):
            with pytest.raises((ValueError, TypeError)):
                engine(runs, _changed(sets, part, value), costs, kinds, 0)
        for part in range(2):
            with pytest.raises((ValueError, TypeError)):
                engine(runs, sets, _changed(costs, part, value), kinds, 0)
        with pytest.raises((ValueError, TypeError)):
            engine(runs, sets, costs, kinds, value)
    wrong = {
        0: ("x", bytes(number - 1), None, bytearray(number), 3),
        1: ("x", bytes(number - 1), None, bytes([1] * number)),
        2: (None, 7, (run,) * 32, ((),), ((0,),), (run[::-1],), ((2, *run[1:]),), ((0, 1 << 30),), ((*run, "x"),),
            ((0, *[slot - 4 * (slot >> 2 & 7) for slot in run[1:]]),), ((1, *run[1:]),), ((0, *range(33)),)),
        4: (None, "x", none[:5], array("q"), none * 5, array("i", none), array("q", [-1, 0, 0, 0, 1, 1]),
            *(array("q", [9 * (part == at) * 2 for part in range(6)]) for at in range(1, 6))),
    }  # fmt: skip
    search = engine(runs, sets, costs, kinds, 0)
    for part, values in wrong.items():
        for value in values:
            with pytest.raises((ValueError, TypeError)):
                search.arrange(*_changed(fine, part, value))
    assert search.arrange(*fine) == ([], [], -1)


def _changed(parts: tuple[object, ...], at: int, value: object) -> tuple[object, ...]:
    return (*parts[:at], value, *parts[at + 1 :])


def test_any_hand_of_the_right_length_is_answered_or_too_much(form: str) -> None:
    rng = random.Random(1)
    rules = meldproof.variant("argentino")
    weights = make_weights(("melded_cards",), 16, 100, 0, melds=True)
    search, kinds, *_ = hands._hands(rules_of(rules.settings, rules.deck()), weights, "required")
    lying = tuple(map(hands._numbers, make_problem(rules, "3s", table="4s 5s 6s; Kh Ks JK").table))
    for few in (5, 20, 60):
        for _ in range(100 if form == "compiled" else 20):
            hand = bytes(rng.choices([*[0] * few, 1, 2, 255], k=len(kinds)))
            owed = rng.choice([b"", bytes(number // 2 for number in hand)])
            case = array("q", [rng.choice([0, 40]), rng.choice([0, 1, 15]), rng.choice([0, 2]), 1, 1, 1])
            found = search.arrange(hand, owed, rng.choice([(), lying]), rng.random() < 0.5, case)
            assert found is None or found is False or len(found) == 3


def test_many_hands_gain_what_each_does(form: str) -> None:
    rng = random.Random(2)
    plain = array("q", [0, 0, 0, 0, 1, 1])
    for variant in ("reglamento", "argentino", "gin"):
        rules = meldproof.variant(variant)
        cards = list(rules.deck().cards())
        near = [card for card in cards if card.rank in (0, 1, 2, 3, 12, 13)]
        dealt = [rng.sample(near if number % 2 else cards, rng.randint(1, 11)) for number in range(30)]
        for discard in DISCARDS:
            found = meldproof.solve_many(rules, dealt, objective="score", discard=discard).values
            for hand, value in zip(dealt, found, strict=True):
                problem = make_problem(rules, hand, objective=("score",), discard=discard)
                assert solve_problem(problem, "graph").figures.score == value
            search = hands.hand_engine(
                rules_of(rules.settings, rules.deck()),
                make_weights(("score",), 16, 100, 0, melds=False),
                discard,
            )
            counts = meldproof.encode_hands(rules, dealt)
            gains = np.zeros(len(dealt), dtype=np.int64)
            search.settle_many(counts, plain, gains)
            search.renew()
            again = np.zeros(len(dealt), dtype=np.int64)
            search.settle_many(counts, plain, again)
            assert gains.tolist() == again.tolist()
    for bad in (counts[:, :-1].copy(), counts.astype(np.int64), counts[::2], None):
        with pytest.raises((ValueError, TypeError)):
            search.settle_many(bad, plain, gains)
    with pytest.raises(ValueError, match="not between"):
        search.settle_many(counts, plain, gains[:3])
    too_many = np.full_like(counts, 9)
    search.settle_many(too_many, plain, gains)
    assert set(gains.tolist()) == {-(1 << 61)}


@pytest.mark.parametrize("form", ["interpreted"], indirect=True)
def test_a_search_of_more_states_than_there_is_room_for_at_first_begins_again(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    find_top = calls.HandEngine._find_top
    monkeypatch.setattr(calls, "FEW_STATES", 2)
    monkeypatch.setattr(calls.HandEngine, "_find_top", lambda self, most: (begun.append(most), find_top(self, most))[1])
    for variant, opening in (("argentino", False), ("argentino", True), ("reglamento", True)):
        rules, rng = meldproof.variant(variant), random.Random(3)
        near = [card for card in rules.deck().cards() if card.rank < 6]
        dealt = [rng.sample(near, 9) for _ in range(3)]
        for cards in dealt:
            assert same_answer(make_problem(rules, cards, open=opening))
        if not opening:
            values = meldproof.solve_many(rules, dealt).values
            assert [solve_problem(make_problem(rules, cards), "graph").figures.deadwood_points for cards in dealt] == [
                *values
            ]
    assert {2, 1 << 14} == set(begun)
