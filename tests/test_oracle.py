"""The z3 engine, which knows the rules alone, against the graph engine, and against answers worked out on paper."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from auditing import audit
from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies import LAY_OFF_VARIANTS, VARIANTS, House, Question, houses, questions, readings_of

import meldproof
from meldproof.arranging.graph.engine import solve_graph
from meldproof.arranging.oracle import engine as oracle
from meldproof.arranging.oracle import model as oracle_model
from meldproof.arranging.oracle.answer import ModelMeld, _wilds_in_order
from meldproof.arranging.oracle.engine import solve_z3
from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Meld
from meldproof.errors import EngineDeclined
from meldproof.notation import cards_text, meld_texts
from meldproof.rules.smt import Solver


def solved(variant: str, cards: str, *, readings=(), given=None, engine="z3", timeout=None, **asked) -> Arrangement:
    rules = meldproof.variant(variant, readings=readings, settings=given or {})
    return solve_problem(make_problem(rules, cards, **asked), engine, timeout)


def table(answer: Arrangement) -> list[str]:
    return [" ".join(meld_texts(laid.meld, answer.problem.deck)) for laid in answer.melds]


def left(answer: Arrangement) -> str:
    return cards_text(answer.deadwood, answer.problem.deck)


# Worked out on paper


def test_a_joker_and_a_two_fill_two_gaps_and_an_ace_stays_out():
    answer = solved("argentino", "4s 5s 6s JK 8s 9s 2d Js As")
    assert table(answer) == ["4s 5s 6s JK=7s 8s 9s 2d=Ts Js"]
    assert (answer.figures.melded_points, answer.figures.deadwood_points, left(answer)) == (115, 15, "As")
    assert answer.engine == "z3"
    assert answer.optimal


def test_the_other_of_two_ties_is_put_in_order():
    rules = meldproof.variant("argentino")
    problem = make_problem(rules, "4s 5s 6s JK 8s 9s 2d Js As")
    first = meldproof.solve(rules, problem.hand, engine="graph").melds[0].meld
    joker, two = (slot for slot in first.slots if slot.wild)
    swapped = {
        joker.place: replace(joker, rank=two.rank, suit=two.suit),
        two.place: replace(two, rank=joker.rank, suit=joker.suit),
    }
    other = Meld("run", tuple(swapped.get(slot.place, slot) for slot in first.slots))
    model = SimpleNamespace(problem=problem, tiles=[SimpleNamespace(mine=True)] * len(problem.hand))
    assert other != first
    assert _wilds_in_order(ModelMeld(other, tuple(range(8)), None), model) == first


def test_two_wilds_do_not_stand_side_by_side():
    assert left(solved("argentino", "5h JK JK 8h")) == "5h"
    assert table(solved("argentino", "5h JK JK 8h", readings=("no-wild-at-ends",))) == []


def test_one_run_is_better_than_two_melds_of_the_same_worth():
    assert table(solved("gin", "3s 4s 5s 6s 7s 8s")) == ["3s 4s 5s 6s 7s 8s"]


def test_two_runs_of_the_same_cards_are_both_laid():
    assert table(solved("argentino", "4s 4s 5s 5s 6s 6s")) == ["4s 5s 6s", "4s 5s 6s"]


def test_nothing_counts_before_the_runs_that_are_required():
    hand = "4s 5s 6s 9h 9d 9c Jd Qd Kd"
    needs = {"requirement.pure_runs": 1, "requirement.runs": 3}
    assert table(solved("gin", hand, given=needs)) == ["4s 5s 6s", "Jd Qd Kd"]
    assert left(solved("gin", hand, given=needs | {"requirement.runs": 2})) == ""
    assert table(solved("gin", "9h 9d 9c", given={"requirement.pure_runs": 1, "requirement.runs": 0})) == []


def test_a_discard_owed_is_kept_back_and_costs_nothing():
    answer = solved("rummy-500", "As Ah Ac Ad 2s 3s Kd", discard="required")
    assert answer.discard is not None
    assert (answer.figures.deadwood_points, answer.figures.melded_points) == (0, 51)
    best = solved("rummy-500", "As Ah Ac Ad 2s 3s Kd", discard="required", objective=("score",))
    assert best.figures.score == 55


def test_a_card_is_laid_off_at_either_end_and_a_set_takes_its_missing_suit():
    answer = solved("rummy-500", "3h 7h 9c Kd", table="4h 5h JK=6h; 9s 9h JK=9c")
    assert table(answer) == ["3h 4h 5h JK=6h 7h", "9s 9h JK=9d 9c"]
    assert left(answer) == "Kd"
    assert answer.figures.table_changes == 2


def test_a_lay_off_does_not_count_toward_an_opening():
    short = solved("reglamento", "Jd Kd JK 7s", table="4s 5s 6s", open=True, given={"opening.points": 75})
    assert (short.opens, short.reachable, short.figures.melded_points) == (False, 70, 75)
    hand = "2s 2d 7d 8d 9d JK JK Ts"
    enough = solved("reglamento", hand, table="7s 8s 9s", open=True)
    assert enough.opens
    assert "7s 8s 9s Ts" in table(enough)
    assert not any(laid.opening for laid in enough.melds if laid.grown_from is not None)
    waits = solved("reglamento", hand, table="7s 8s 9s", open=True, given={"layoff.start": "next-turn"})
    assert waits.opens
    assert "7s 8s 9s" in table(waits)


@pytest.mark.parametrize(
    ("lying", "rack", "laid"),
    [
        ("7r 7b JK", "9b 7k 9k 7y", ["9b", "7k", "9k", "7y"]),
        ("4r 5r 6r JK=7r", "7r 9b 9k", ["7r", "9b", "9k"]),
        ("4r 5r 6r JK=7r", "9b 9k", []),
        ("7r 7b JK", "9b 7k 9k", ["7k"]),
    ],
)
def test_a_joker_of_the_table_moves_only_when_it_is_freed(lying, rack, laid):
    answer = solved("fichas", rack, table=lying)
    audit(answer)
    assert answer.to_dict()["laid"] == laid


def test_a_table_is_not_touched_where_nothing_is_laid():
    answer = solved("fichas", "13k", table="1r 2r 3r; 4r 5r 6r", objective=("melded_cards",))
    assert table(answer) == ["1r 2r 3r", "4r 5r 6r"]


def test_negative_points_are_counted():
    given = {"points.ace.set": -5, "points.ace.low": -5, "points.ace.hand": -7}
    for objective in (("melded_points",), ("deadwood_points",), ("score",)):
        mine = solved("gin", "As Ah Ac 2s 3s", given=given, objective=objective)
        theirs = solved("gin", "As Ah Ac 2s 3s", given=given, objective=objective, engine="brute")
        assert mine.figures.vector(objective) == theirs.figures.vector(objective)


# Limits, by name


def test_a_hand_beyond_the_limit_is_declined_naming_it():
    with pytest.raises(EngineDeclined, match="at most 12 hand cards, not 13"):
        solved("gin", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")
    with pytest.raises(EngineDeclined, match="at most 14 cards of table and hand, not 15"):
        solved("fichas", "1r 2r 3r 4r 5r", table="1b 2b 3b 4b 5b 6b 7b 8b 9b 10b")
    with pytest.raises(EngineDeclined, match="referee"):
        solved("fichas", "1r 2r", table="1b 2b 3b", readings=("add-swap-split-only",))


def test_past_the_time_limit_the_best_known_comes_with_its_bound():
    late = solved("gin", "As 2s 3s 4s 5s 6s 7s 8s Kd", timeout=0)
    assert not late.optimal
    assert late.bound == {"deadwood_points": 0, "melded_points": late.bound["melded_points"], "deadwood_cards": 0}


def test_a_check_that_gives_up_leaves_what_was_proved_before_it(monkeypatch):
    asked = []

    def check(self: Solver, *assumptions: object):
        asked.append(assumptions)
        if any("melded_points" in str(each) for each in assumptions):
            return "unknown"
        return Solver.check(self, *assumptions)

    class Impatient(Solver):
        pass

    Impatient.check = check
    monkeypatch.setattr(oracle.smt, "Solver", Impatient)
    answer = solved("rummy-500", "As Ah Ac Ad 2s 3s")
    assert answer.bound is not None
    assert answer.bound["deadwood_points"] == answer.figures.deadwood_points == 0
    assert answer.bound["melded_points"] >= answer.figures.melded_points
    assert answer.bound["deadwood_cards"] == 0


def test_a_bogus_model_is_never_an_answer(monkeypatch):
    monkeypatch.setattr(oracle_model, "is_legal", lambda meld, s: True)
    with pytest.raises(RuntimeError, match="no meld"):
        solved("gin", "As 5h 9c")


# Agreement with the graph


def agreed(question: Question) -> None:
    """Both engines give the same answer; the oracle's is audited. What either declines is left out."""
    problem = question.problem
    try:
        z3, graph = solve_problem(problem, "z3"), solve_problem(problem, "graph")
    except EngineDeclined:
        assume(False)
    audit(z3)
    assert (z3.optimal, z3.opens, z3.reachable, z3.unmet) == (True, graph.opens, graph.reachable, graph.unmet)
    assert z3.figures.vector(problem.objective) == graph.figures.vector(problem.objective)
    new = [sum(laid.grown_from is None for laid in answer.melds) for answer in (z3, graph)]
    assert new[0] == new[1], "the fewest melds are asked for last"


FAMILIES: dict[str, st.SearchStrategy[House]] = {
    **{variant: st.just(House(variant)) for variant in VARIANTS},
    "readings": st.sampled_from([House(v, (reading,)) for v in VARIANTS for reading in readings_of(v)]),
    "houses": houses(),
    "tiny decks": houses(tiny=True),
}
LAY_OFFS: dict[str, st.SearchStrategy[House]] = {
    "variants": st.sampled_from([House(variant) for variant in LAY_OFF_VARIANTS]),
    "houses": st.one_of(houses(variants=LAY_OFF_VARIANTS), houses(variants=LAY_OFF_VARIANTS, tiny=True)),
    "runs round the corner": st.sampled_from([House(v).with_settings({"run.ends": "cyclic"}) for v in VARIANTS[:3]]),
}
REARRANGED: dict[str, st.SearchStrategy[House]] = {
    "frozen jokers": st.just(House("fichas")),
    "free jokers": st.just(House("fichas", ("joker-moves-freely",))),
    "readings": st.sampled_from([House("fichas", (reading,)) for reading in readings_of("fichas")]),
    "houses": st.one_of(houses(variants=("fichas",)), houses(variants=("fichas",), tiny=True)),
    "other exchanges": st.sampled_from(
        [
            House("fichas").with_settings({"exchange.set": "any-missing"}),
            House("fichas").with_settings({"exchange.cards": "none"}),
            House("fichas").with_settings({"run.suit": "any"}),
            House("rummy-500").with_settings({"table.rearrange": "full", "table.jokers": "frozen", "deck.copies": 2}),
        ]
    ),
}


def ask(strategy: st.SearchStrategy[Question], number: int) -> None:
    """Put so many questions to both engines, the same ones every time."""

    @seed(20_240)
    @settings(max_examples=number, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def run(question: Question) -> None:
        agreed(question)

    run()


@pytest.mark.parametrize("family", FAMILIES)
def test_hands_agree_with_the_graph(family):
    ask(FAMILIES[family].flatmap(lambda house: questions(house, sizes=(4, 7))), 12)


@pytest.mark.parametrize("family", LAY_OFFS)
def test_lay_offs_agree_with_the_graph(family):
    ask(LAY_OFFS[family].flatmap(lambda house: questions(house, sizes=(3, 6), table=True)), 12)


@pytest.mark.parametrize("family", REARRANGED)
def test_rearranged_tables_agree_with_the_graph(family):
    ask(REARRANGED[family].flatmap(lambda house: questions(house, sizes=(2, 6), table=True, most_total=9)), 9)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_many_hands_agree_with_the_graph(family):
    ask(FAMILIES[family].flatmap(lambda house: questions(house, sizes=(5, 8))), 100)


@pytest.mark.slow
@pytest.mark.parametrize("family", LAY_OFFS)
def test_many_lay_offs_agree_with_the_graph(family):
    ask(LAY_OFFS[family].flatmap(lambda house: questions(house, sizes=(5, 8), table=True)), 100)


@pytest.mark.slow
@pytest.mark.parametrize("family", REARRANGED)
def test_many_rearranged_tables_agree_with_the_graph(family):
    ask(REARRANGED[family].flatmap(lambda house: questions(house, sizes=(3, 8), table=True, most_total=12)), 100)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_of_eleven_cards_agree_with_the_graph(variant):
    ask(questions(House(variant), sizes=(11, 11), most_wilds=5), 15)


@pytest.mark.slow
def test_eleven_dense_cards_of_argentino_take_a_few_seconds():
    problem = make_problem(meldproof.variant("argentino"), "3s 5s 2h 5h 7h 2d 3d 4d 5d 6d 6c")
    began = time.process_time()
    answer = solve_z3(problem)
    assert time.process_time() - began < 10
    theirs = solve_graph(problem)
    assert answer is not None
    assert theirs is not None
    assert answer.figures == theirs.figures
