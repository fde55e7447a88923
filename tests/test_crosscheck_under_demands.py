"""`crosscheck` agrees whatever a variant demands of a whole hand: a meld is a meld, and an opening meets every demand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldproof.arranging.crosscheck import CATALOGUE, CHECKER, crosscheck
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant

DEMANDS: tuple[dict[str, Any], ...] = (
    {"requirement.pure_runs": 1},
    {"requirement.runs": 2},
    {"requirement.pure_runs": 2, "requirement.runs": 3},
    {"opening.pure_runs": 1},
    {"opening.points": 15, "opening.pure_runs": 1, "requirement.runs": 1},
    {"scoring.cap": 5},
    {"deck.copies": 2, "set.repeat_sizes": [4], "opening.points": 15, "opening.repeated_suits": False},
    {"requirement.pure_runs": 1, "opening.pure_runs": 2},
)


def named(demands: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in demands.items())


@pytest.mark.parametrize("demands", DEMANDS, ids=named)
def test_every_way_agrees_under_a_demand_on_hands(demands: dict[str, Any]) -> None:
    found = crosscheck(with_values(load_variant("gin"), demands))
    assert not [case for case in found.cases if not case.agree]
    asked = Counter(way for case in found.cases if case.question == "is_meld" for way in case.answers)
    assert min(asked["graph"], asked["sweep"], asked["brute"]) > 5, "engines are still asked about melds"
    if any(name.startswith("opening") for name in demands):
        spoken = [case.answers[CHECKER] for case in found.cases if CHECKER in case.answers and "open" in case.question]
        assert "yes" in spoken, "no hand was built that meets the opening"


def test_a_set_alone_is_a_meld_for_every_engine_though_a_hand_must_show_runs() -> None:
    found = crosscheck(load_variant("indian-13"))
    assert found.agree
    sets = [case.answers for case in found.cases if case.family == "sets" and case.answers[CATALOGUE] != "no"]
    assert any({"graph", "brute"} <= answers.keys() for answers in sets)
