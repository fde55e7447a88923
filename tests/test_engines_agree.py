"""The graph, the sweep and the brute force, which share little but the rules of a meld, find the same figures.

Hands are dense and nasty (`strategies.py`), houses play by any rules of the vocabulary, and every answer of any engine
is audited from its public result alone (`auditing.py`). Where the brute force is too slow, answers are held to each
other: a discard owed is the best of all discards, an opening opens exactly up to what is reachable.
"""

from __future__ import annotations

import random
import zlib
from dataclasses import replace

import msgspec
import pytest
from auditing import audit
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import LAY_OFF_VARIANTS, VARIANTS, House, Question, dense_hands, houses, questions, readings_of

from meldproof.arranging.answer import nothing_laid
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.solve import ENGINES, solve_problem
from meldproof.errors import EngineDeclined
from meldproof.notation import card_text

READINGS = [(variant, reading) for variant in VARIANTS for reading in readings_of(variant)]
TILE_HOUSES = {
    "frozen": House("fichas"),
    "free": House("fichas", ("joker-moves-freely",)),
    "one joker a meld": House("fichas", ("one-joker-per-meld",)),
    "1 high worth 14": House("fichas", ("one-high-worth-14",)),
    "any missing tile": House("fichas").with_settings({"exchange.set": "any-missing"}),
    "no exchange": House("fichas").with_settings({"exchange.cards": "none"}),
    "repeated suits": House("fichas").with_settings({"set.suits": "any"}),
    "runs of any suits": House("fichas").with_settings({"run.suit": "any"}),
    "cards": House("rummy-500").with_settings({"table.rearrange": "full", "table.jokers": "frozen", "deck.copies": 2}),
    "cards, free jokers": House("rummy-500").with_settings({"table.rearrange": "full", "table.jokers": "free"}),
}


def examples(number: int) -> settings:
    """That many hands, the same on every machine; a slow one is no fault."""
    return settings(max_examples=number, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def campaign(number: int) -> settings:
    """That many hands, others each time."""
    return settings(max_examples=number, derandomize=False, deadline=None, suppress_health_check=list(HealthCheck))


DECLINING = frozenset({"brute", "hand", "sweep", "z3"})
"""The engines that may decline a problem; any other takes them all."""
SAMPLED = {"z3": 40}
"""Engines too slow to be asked every question: one in so many is put to them (`test_oracle` asks more of z3)."""


def agree(question: Question) -> None:
    """All engines' answers have the same objective, opening and demands; all are sound."""
    problem = question.problem
    try:
        brute = solve_problem(problem, "brute")
    except EngineDeclined:
        assume(False)
    audit(brute)
    for name in ENGINES:
        if name == "brute" or zlib.crc32(repr(question).encode()) % SAMPLED.get(name, 1):
            continue
        try:
            answer = solve_problem(problem, name)
        except EngineDeclined as reason:
            if name not in DECLINING:
                raise AssertionError(f"{name} takes every problem, but said {reason}") from reason
            continue
        assert answer.optimal
        audit(answer)
        same(answer, brute)


def same(answer: Arrangement, other: Arrangement, *, fewest: bool = True) -> None:
    """Two engines' answers are worth the same, with equally many melds (unless not the `fewest` were asked for)."""
    objective = answer.problem.objective
    assert answer.figures.vector(objective) == other.figures.vector(objective), answer.engine
    assert (answer.opens, answer.reachable, bool(answer.unmet)) == (other.opens, other.reachable, bool(other.unmet))
    assert not fewest or len(answer.melds) == len(other.melds), "among equals, the fewest melds"


# An engine is asked because it is registered


LAID = Question(House("gin"), ("4s", "5s", "6s"), objective=("deadwood_points",))


@pytest.mark.parametrize("name", ["graph", "hand", "sweep", "z3", "new"])
def test_the_answers_of_every_registered_engine_are_judged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(LAID)
    nothing = msgspec.structs.replace(nothing_laid(LAID.problem, name), bound=None)
    monkeypatch.setitem(ENGINES, name, lambda problem, deadline: nothing)
    monkeypatch.setattr("test_engines_agree.SAMPLED", {})
    with pytest.raises(AssertionError, match=name):
        agree(LAID)


def test_only_the_engines_that_are_named_so_may_decline(monkeypatch: pytest.MonkeyPatch) -> None:
    def declines(problem: Problem, deadline: float | None) -> Arrangement | None:
        raise EngineDeclined("not today")

    for name in DECLINING - {"brute"}:
        monkeypatch.setitem(ENGINES, name, declines)
    agree(LAID)
    monkeypatch.setitem(ENGINES, "new", declines)
    with pytest.raises(AssertionError, match="new takes every problem, but said not today"):
        agree(LAID)


# Hands without a table


@pytest.mark.parametrize("variant", VARIANTS)
@examples(300)
@given(data=st.data())
def test_dense_hands_have_the_same_best_arrangement(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(5, 8), most_wilds=data.draw(st.sampled_from([2, 4, 12])))))


@pytest.mark.parametrize("variant", VARIANTS)
@examples(20)
@given(data=st.data())
def test_hands_of_nine_have_the_same_best_arrangement(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(9, 9), most_wilds=3)))


@pytest.mark.parametrize(("variant", "reading"), READINGS)
@examples(40)
@given(data=st.data())
def test_every_reading_has_the_same_best_arrangement(variant: str, reading: str, data: st.DataObject) -> None:
    table = data.draw(st.integers(0, 3)) == 0
    agree(data.draw(questions(House(variant, (reading,)), sizes=(4, 7), table=table, most_total=9, most_wilds=4)))


@examples(400)
@given(data=st.data())
def test_houses_of_any_rules_have_the_same_best_arrangement(data: st.DataObject) -> None:
    agree(data.draw(questions(data.draw(houses()), sizes=(4, 7), most_wilds=4)))


@examples(400)
@given(data=st.data())
def test_decks_of_five_ranks_have_the_same_best_arrangement(data: st.DataObject) -> None:
    agree(data.draw(questions(data.draw(houses(tiny=True)), sizes=(4, 7), most_wilds=4)))


# Tables


@pytest.mark.parametrize("variant", LAY_OFF_VARIANTS)
@examples(120)
@given(data=st.data())
def test_lay_offs_have_the_same_best_arrangement(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(3, 7), most_wilds=4, table=True)))


@pytest.mark.parametrize("name", TILE_HOUSES)
@examples(50)
@given(data=st.data())
def test_rearranged_tables_have_the_same_best_arrangement(name: str, data: st.DataObject) -> None:
    agree(data.draw(questions(TILE_HOUSES[name], sizes=(2, 6), most_wilds=2, table=True, most_total=9)))


@examples(300)
@given(data=st.data())
def test_tables_of_any_house_have_the_same_best_arrangement(data: st.DataObject) -> None:
    house = data.draw(houses(tiny=data.draw(st.booleans())))
    agree(data.draw(questions(house, sizes=(2, 6), most_wilds=4, table=True, most_total=9)))


# Larger hands: answers held to each other


@pytest.mark.parametrize("variant", VARIANTS)
@examples(15)
@given(data=st.data())
def test_a_discard_owed_is_the_best_of_all_discards(variant: str, data: st.DataObject) -> None:
    asked = data.draw(questions(House(variant), sizes=(9, 12), most_wilds=3))
    owed = replace(asked, discard="required", open=False, use=())
    answer = solve_problem(owed.problem)
    audit(answer)
    without = {
        word: solve_problem(replace(owed, discard="none").problem_of(_less(owed.hand, word))) for word in set(owed.hand)
    }
    objective = answer.problem.objective
    assert answer.figures.vector(objective) == max(other.figures.vector(objective) for other in without.values())
    assert answer.discard is not None
    chosen = without[card_text(answer.discard, answer.problem.deck)]
    assert chosen.figures.vector(objective) == answer.figures.vector(objective)
    free = solve_problem(replace(owed, discard="optional").problem)
    kept = solve_problem(replace(owed, discard="none").problem)
    assert free.figures.vector(objective) == max(a.figures.vector(objective) for a in (answer, kept))


def _less(hand: tuple[str, ...], word: str) -> list[str]:
    cards = list(hand)
    cards.remove(word)
    return cards


@pytest.mark.parametrize("variant", ["argentino", "reglamento", "fichas"])
@examples(15)
@given(data=st.data())
def test_a_hand_opens_up_to_what_is_reachable_and_not_beyond(variant: str, data: st.DataObject) -> None:
    house = House(variant)
    hand = data.draw(dense_hands(house.rules, sizes=(6, 12), most_wilds=4))
    discard = data.draw(st.sampled_from(["none", "required"]))

    def opened(points: int) -> Arrangement:
        asked = Question(house.with_settings({"opening.points": points}), hand, discard=discard, open=True)
        answer = solve_problem(asked.problem)
        audit(answer)
        return answer

    reachable = opened(9999).reachable
    assert reachable is not None
    if reachable:
        assert opened(reachable).opens
    beyond = opened(reachable + 1)
    assert (beyond.opens, beyond.reachable) == (False, reachable)


@pytest.mark.parametrize("variant", VARIANTS)
@examples(15)
@given(data=st.data())
def test_the_best_arrangement_is_the_best_of_those_that_use_some_card(variant: str, data: st.DataObject) -> None:
    asked = replace(data.draw(questions(House(variant), sizes=(8, 11), most_wilds=3)), open=False, use=())
    answer = solve_problem(asked.problem)
    using = [solve_problem(replace(asked, use=(word,)).problem) for word in set(asked.hand)]
    for other in using:
        audit(other)
    objective = answer.problem.objective
    able = [other.figures.vector(objective) for other in using if not other.unmet]
    assert not answer.melds or max(able) == answer.figures.vector(objective)
    assert all(vector <= answer.figures.vector(objective) for vector in able)


@pytest.mark.parametrize("variant", VARIANTS)
@examples(20)
@given(data=st.data(), seed=st.integers(0, 999))
def test_the_order_of_the_cards_changes_nothing(variant: str, data: st.DataObject, seed: int) -> None:
    question = data.draw(questions(House(variant), sizes=(5, 14), most_wilds=4, table=variant != "fichas"))
    first = solve_problem(question.problem, "graph")
    audit(first)
    shuffled = list(question.hand)
    random.Random(seed).shuffle(shuffled)
    assert solve_problem(question.problem_of(shuffled), "graph").to_dict() == first.to_dict()


# Campaigns: `pytest -m slow tests/test_engines_agree.py`


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@campaign(2500)
@given(data=st.data())
def test_thousands_of_dense_hands_have_the_same_best_arrangement(variant: str, data: st.DataObject) -> None:
    agree(data.draw(questions(House(variant), sizes=(5, 9), most_wilds=data.draw(st.sampled_from([2, 4, 12])))))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "reading"), READINGS)
@campaign(500)
@given(data=st.data())
def test_hundreds_of_hands_a_reading_have_the_same_best_arrangement(
    variant: str, reading: str, data: st.DataObject
) -> None:
    table = data.draw(st.integers(0, 3)) == 0
    agree(data.draw(questions(House(variant, (reading,)), sizes=(4, 8), table=table, most_total=9, most_wilds=4)))


@pytest.mark.slow
@pytest.mark.parametrize("tiny", [False, True])
@campaign(4000)
@given(data=st.data())
def test_thousands_of_houses_have_the_same_best_arrangement(tiny: bool, data: st.DataObject) -> None:
    agree(data.draw(questions(data.draw(houses(tiny=tiny)), sizes=(4, 8), most_wilds=4)))


@pytest.mark.slow
@pytest.mark.parametrize("tiny", [False, True])
@campaign(3000)
@given(data=st.data())
def test_thousands_of_tables_have_the_same_best_arrangement(tiny: bool, data: st.DataObject) -> None:
    house = data.draw(houses(tiny=tiny))
    agree(data.draw(questions(house, sizes=(2, 6), most_wilds=4, table=True, most_total=9)))


@pytest.mark.slow
@pytest.mark.parametrize("name", TILE_HOUSES)
@campaign(1000)
@given(data=st.data())
def test_thousands_of_rearranged_tables_have_the_same_best_arrangement(name: str, data: st.DataObject) -> None:
    agree(data.draw(questions(TILE_HOUSES[name], sizes=(2, 7), most_wilds=2, table=True, most_total=10)))
