"""Many hands at once: each worth what it is worth alone, whatever the threads; arrays that hold no hands are refused."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from auditing import audit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import VARIANTS, House, dense_hands, houses, wild_kinds

import meldproof
from meldproof.arranging.problem import OBJECTIVES
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Card
from meldproof.notation import card_text

HOUSES = {
    **{variant: House(variant) for variant in VARIANTS},
    "gin with runs of four": House("gin").with_settings({"run.max": 4}),
    "gin with sets of two": House("gin").with_settings({"set.min": 2}),
    "gin round both ends": House("gin").with_settings({"run.ends": "either", "points.ace.high": 11}),
    "gin, the ace high": House("gin").with_settings({"run.ends": "high", "points.ace.high": 11}),
    "argentino, every limit": House("argentino").with_settings(
        {"run.wilds.adjacent": True, "run.wilds.balance": "at-most-naturals", "run.max": 6, "set.wilds.max": 2}
    ),
    "argentino, wilds as what they stand for": House("argentino").with_settings(
        {"wilds.joker.melded": "represented", "wilds.ranked.melded": "represented", "set.suits": "any", "set.max": 6}
    ),
    "fichas round both ends": House("fichas").with_settings({"run.ends": "both", "points.ace.high": 11}),
    "wilds alone": House("fichas").with_settings({"run.naturals.min": 0, "set.naturals.min": 0, "deck.jokers": 4}),
    "indian-13": House("indian-13"),
    "graded, capped": House("argentino").with_settings(
        {"requirement.runs": 2, "requirement.pure_runs": 1, "scoring.cap": 80}
    ),
}


ONE_DECK = {name: house for name, house in HOUSES.items() if name.startswith("gin")}


@pytest.mark.parametrize("name", ONE_DECK)
@settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_arrangements_from_arrays_are_as_good_as_those_of_one_hand(name: str, data: st.DataObject) -> None:
    rules = ONE_DECK[name].rules
    hands = data.draw(st.lists(dense_hands(rules, sizes=(1, 13), most_wilds=0), min_size=1, max_size=6))
    objective = tuple(data.draw(st.permutations(OBJECTIVES))[: data.draw(st.integers(1, 3))])
    discard = data.draw(st.sampled_from(["none", "required", "optional"]))
    found = meldproof.solve_many(rules, hands, objective=objective, discard=discard, arrangements=True, threads=2)
    assert found.melds.shape == (len(hands), 52)
    for hand, answer, value in zip(hands, found.arrangements, found.values, strict=True):
        problem = make_problem(rules, hand, objective=objective, discard=discard)
        best = solve_problem(problem, "graph")
        assert answer.figures.vector(objective) == best.figures.vector(objective), hand
        assert len(answer.melds) == len(best.melds), hand
        assert getattr(answer.figures, objective[0]) == value
        audit(answer)
    assert [each.figures for each in found.arrangements[::-1]] == [each.figures for each in found.arrangements][::-1]


def check(house: House, hands: list[tuple[str, ...]], objective: str, discard: str) -> None:
    found = meldproof.solve_many(house.rules, hands, objective=objective, discard=discard, threads=2)
    assert found.objective == objective
    for hand, value in zip(hands, found.values, strict=True):
        problem = make_problem(house.rules, hand, objective=(objective,), discard=discard)
        assert getattr(solve_problem(problem).figures, objective) == value, hand


@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hands_are_worth_what_each_is_alone(name: str, data: st.DataObject) -> None:
    house = HOUSES[name]
    hands = data.draw(st.lists(dense_hands(house.rules, sizes=(1, 11), most_wilds=4), min_size=1, max_size=8))
    check(
        house,
        hands,
        data.draw(st.sampled_from(OBJECTIVES)),
        data.draw(st.sampled_from(["none", "required", "optional"])),
    )


@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hands_of_any_house_are_worth_what_each_is_alone(data: st.DataObject) -> None:
    house = data.draw(houses(tiny=data.draw(st.booleans())))
    hands = data.draw(st.lists(dense_hands(house.rules, sizes=(1, 9), most_wilds=4), min_size=1, max_size=5))
    check(house, hands, data.draw(st.sampled_from(OBJECTIVES)), data.draw(st.sampled_from(["none", "required"])))


def test_an_array_has_a_column_a_kind_and_a_row_a_hand() -> None:
    counts = meldproof.encode_hands("argentino", ["As Ks JK JK", ["2d", "2d"]])
    assert counts.dtype == np.uint8
    assert counts.shape == (2, 53)
    assert counts[0].nonzero()[0].tolist() == [0, 12, 52]
    assert counts[0, 52] == 2
    assert counts[1].sum() == counts[1].max() == 2
    assert (meldproof.solve_many("argentino", counts).values == [15, 40]).all()  # a run of three, one joker left


def test_the_number_of_threads_changes_nothing() -> None:
    rng = np.random.default_rng(1)
    counts = np.zeros((40_000, 52), dtype=np.uint8)
    np.put_along_axis(counts, np.argsort(rng.random(counts.shape), axis=1)[:, :10], 1, axis=1)
    alone = meldproof.solve_many("gin", counts).values
    assert (meldproof.solve_many("gin", counts, threads=3).values == alone).all()
    assert (meldproof.solve_many("gin", counts, threads=None).values == alone).all()


def test_arrangements_come_on_request() -> None:
    found = meldproof.solve_many("gin", ["4s 5s 6s Kd", "9h 9d 9c"], arrangements=True)
    assert [len(each.melds) for each in found.arrangements] == [1, 1]
    assert found.values.tolist() == [10, 0]
    assert len(meldproof.solve_many("gin", np.zeros((0, 52), dtype=np.uint8)).values) == 0


@pytest.mark.parametrize(
    ("counts", "what"),
    [
        (np.ones((2, 51), dtype=np.uint8), "52 columns"),
        (np.ones((2, 52), dtype=np.int64), "uint8"),
        (np.ones(52, dtype=np.uint8), "52 columns"),
        (np.zeros((2, 52), dtype=np.uint8), "holds no cards"),
        (np.full((1, 52), 2, dtype=np.uint8), "holds 2 × As"),
    ],
)
def test_an_array_that_holds_no_hands_is_refused(counts: object, what: str) -> None:
    with pytest.raises(meldproof.ProblemError, match=what):
        meldproof.solve_many("gin", counts)


WILDS_IN_RUNS = House("fichas").with_settings({"run.naturals.min": 0, "run.min": 2})
WILDS_IN_SETS = House("argentino").with_settings({"set.naturals.min": 0, "set.wilds.max": "any"})


@pytest.mark.parametrize("house", [*HOUSES.values(), WILDS_IN_RUNS, WILDS_IN_SETS], ids=[*HOUSES, "in runs", "in sets"])
def test_hands_of_wilds_and_little_else(house: House) -> None:
    """Melds of wilds alone, where they are legal, are found by every way in which many hands are settled."""
    deck = house.rules.deck()
    wilds = [card for kind in wild_kinds(house.rules, deck) for card in [kind] * min(deck.copies_of(kind), 3)]
    texts = [card_text(card, deck) for card in wilds]
    others = [card_text(Card(rank, 1), deck) for rank in (5, 6)]
    for number in range(1, min(len(texts), 4) + 1):
        some = {tuple(sorted(chosen)) for chosen in combinations(texts[:6], number)}
        hands = [hand for chosen in sorted(some) for hand in (chosen, (*chosen, others[0]), (*chosen, *others))]
        for objective in ("deadwood_points", "melded_cards"):
            for discard in ("none", "required"):
                check(house, hands, objective, discard)
