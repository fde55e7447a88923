"""The graph engine and the brute force, which shares nothing with its catalogue, find the same figures; every answer is audited."""

from __future__ import annotations

import random

import pytest
from auditing import audit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import LAY_OFF_VARIANTS, VARIANTS, House, Question, houses, questions, readings_of

from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import solve_problem
from meldproof.errors import EngineDeclined, MeldproofError

DENSE = settings(max_examples=60, suppress_health_check=list(HealthCheck))
CAMPAIGN = settings(max_examples=2000, suppress_health_check=list(HealthCheck))
READ = [(variant, reading) for variant in VARIANTS for reading in readings_of(variant)]


def agree(question: Question) -> None:
    """Both engines' answers have the same objective, opening and demands; both are sound."""
    try:
        problem = question.problem
    except MeldproofError:
        return
    found: list[Arrangement] = []
    for engine in ("graph", "brute"):
        try:
            found.append(solve_problem(problem, engine))
        except EngineDeclined:
            return
    graph, brute = found
    for answer in found:
        assert answer.optimal
        audit(answer)
    names = problem.objective
    assert graph.figures.vector(names) == brute.figures.vector(names)
    assert (graph.opens, graph.unmet, graph.reachable) == (brute.opens, brute.unmet, brute.reachable)
    assert len(graph.melds) == len(brute.melds)


@pytest.mark.parametrize("variant", VARIANTS)
@DENSE
@given(data=st.data())
def test_dense_hands(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(5, 8))))


@pytest.mark.parametrize("variant", LAY_OFF_VARIANTS)
@settings(DENSE, max_examples=25)
@given(data=st.data())
def test_hands_with_melds_to_lay_off_on(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(4, 7), table=True)))


@pytest.mark.parametrize("readings", [(), ("joker-moves-freely",)])
@settings(DENSE, max_examples=25)
@given(data=st.data())
def test_small_tables_rearranged(readings: tuple[str, ...], data: st.DataObject) -> None:
    agree(data.draw(questions(House("fichas", readings), sizes=(2, 5), table=True, most_total=10)))


@pytest.mark.parametrize(("variant", "reading"), READ)
@settings(DENSE, max_examples=8)
@given(data=st.data())
def test_every_reading(variant: str, reading: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant, (reading,)), sizes=(5, 7))))


@settings(DENSE, max_examples=60)
@given(data=st.data())
def test_houses_with_any_rules(data: st.DataObject) -> None:
    house = data.draw(houses())
    agree(data.draw(questions(house, sizes=(4, 7), table=data.draw(st.booleans()), most_total=9)))


@pytest.mark.parametrize("variant", VARIANTS)
@settings(DENSE, max_examples=25)
@given(data=st.data(), seed=st.integers(0, 999))
def test_the_order_of_the_cards_changes_nothing(variant: str, data: st.DataObject, seed: int) -> None:
    question = data.draw(questions(House(variant), sizes=(5, 10)))
    try:
        first = solve_problem(question.problem, "graph")
    except MeldproofError:
        return
    shuffled = list(question.hand)
    random.Random(seed).shuffle(shuffled)
    assert solve_problem(question.problem_of(shuffled), "graph").to_dict() == first.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@CAMPAIGN
@given(data=st.data())
def test_two_thousand_dense_hands(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(5, 9))))
