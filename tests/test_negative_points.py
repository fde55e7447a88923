"""Cards that are worth less than nothing: every engine counts them, whatever is demanded besides."""

from __future__ import annotations

import pytest
from auditing import audit
from drawn_rules import ACE_TO_KING, spread
from houses import house_rules, refusal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import House, questions
from test_engines_agree import agree

from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.errors import EngineDeclined
from meldproof.variants.vocabulary import parameters

LOW = "indian-13 + points.ace.low=-40"
SETS = "gin + points.ace.set=-40 + requirement.pure_runs=0 + requirement.runs=1"
CASES = [
    # What a run is worth makes it no less a run: the cards are laid, and cost 35 points of what was melded.
    (LOW, "As 2s 3s", {}, 3, -35, 0),
    (LOW, "As 2s 3s", {"objective": ["melded_points"]}, 0, 0, 15),
    (LOW, "As 2s 3s 4h 5h 6h Kc", {}, 6, -20, 10),
    (LOW, "As 2s 3s 4h 5h 6h Kc", {"objective": ["score"]}, 3, 15, 25),
    (LOW, "As 2s 3s Kc", {"discard": "required"}, 3, -35, 0),
    (LOW, "As 2s 3s", {"open": True}, 3, -35, 0),
    # A set counts once a run lies beside it, which may be worth as little.
    (SETS, "As Ah Ad 2c 3c 4c", {}, 6, -111, 0),
    (SETS, "As Ah Ad 2c 3c 5c", {}, 0, 0, 13),
    ("rummy-500 + points.ace.low=-40", "As 2s 3s", {"open": True}, 3, -35, 0),
    ("rummy-500 + wilds.joker.hand=-40", "JK 2s 3s", {}, 0, 0, -35),
    ("rummy-500 + wilds.joker.hand=-40", "JK 2s 3s", {"objective": ["melded_cards"]}, 3, None, 0),
    ("rummy-500 + wilds.joker.hand=-40", "JK JK", {"discard": "optional"}, 0, 0, -80),
    ("rummy-500 + wilds.joker.hand=-40", "JK JK", {"discard": "required"}, 0, 0, -40),
    ("gin + points.ace.hand=-3 + scoring.cap=5", "As Ah 9s 9h", {}, 0, 0, 5),
    ("gin + points.ace.hand=-3 + scoring.cap=5", "As Ah 9s", {}, 0, 0, 3),
]


@pytest.mark.parametrize("engine", [*ENGINES, "auto", "fast", "fewest"])
@pytest.mark.parametrize(("rules", "cards", "asked", "laid", "points", "left"), CASES)
def test_every_engine_counts_them(
    rules: str, cards: str, asked: dict[str, object], laid: int, points: int | None, left: int, engine: str
) -> None:
    problem = make_problem(house_rules(rules), cards, **asked)  # type: ignore[arg-type]
    try:
        answer = solve_problem(problem, engine)
    except EngineDeclined:
        assert engine in ("hand", "sweep")
        return
    audit(answer)
    assert (answer.figures.melded_cards, answer.figures.deadwood_points) == (laid, left)
    assert points is None or answer.figures.melded_points == points
    assert answer.opens is (True if "open" in asked else None)


LESS = [value for value in spread(parameters()["points.ace.low"], ACE_TO_KING) if int(str(value)) < 0]


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_requirements_are_met_by_melds_that_are_worth_less_than_nothing(data: st.DataObject) -> None:
    names = ("points.ace.low", "points.ace.high", "points.ace.set", "points.ace.hand", "wilds.joker.hand")
    less = {name: data.draw(st.sampled_from(LESS)) for name in names if data.draw(st.booleans())}
    needs = {f"requirement.{name}": data.draw(st.integers(0, 2)) for name in ("pure_runs", "runs")}
    house = House("indian-13").with_settings({**less, **needs})
    agree(data.draw(questions(house, sizes=(4, 8), most_wilds=2)))


@pytest.mark.parametrize("place", ["low", "high", "set"])
def test_no_ace_melded_counts_less_than_nothing_where_an_opening_counts_points(place: str) -> None:
    said = refusal("argentino", settings={"points.ace." + place: -1, "run.ends": "either"})
    assert f"points.ace.{place}: at least 0 where an opening counts points (opening.points)" in said
    house_rules(f"argentino + points.ace.{place}=-1 + opening.points=0 + run.ends=either")
