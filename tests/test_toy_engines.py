"""Verdicts on programs written without meldproof: one fault each, or none that a text would call one."""

from __future__ import annotations

from typing import Any

import pytest
from toy_engines import ENGINES, judge

NAMED = {
    "ace-fifteen": {"points.ace.hand": 15},
    "court-pips": {"points.ranks": {"J": 11, "Q": 12, "K": 13}},
    "opening-forty": {"opening.points": 40},
    "ace-eleven": {"points.ace.hand": 11},
    "opening-forty-one": {"opening.points": 41},
}
"""What the diagnosis of a wrong number says; of a fault of search no rule may be said to be broken."""
FOLLOWS = {
    "zero-opening": ["joker-opens-as-zero"],
    "one-joker": ["one-joker-per-meld"],
    "two-readings": ["joker-opens-as-zero", "one-joker-per-meld"],
}
QUICK = ["--seconds", "2"]


def _is_judged_right(name: str, options: list[str]) -> dict[str, Any]:
    right = ENGINES[name][2]
    report = judge(name, options)
    assert (report["status"] == 0) is right, report["verdict"]
    assert sorted(report["follows"]) == FOLLOWS.get(name, [])
    assert report["counts"]["errored"] == 0
    text = "\n".join(report["diagnosis"]["text"]["en"])
    assert ("the rule it breaks" in text) is (name in NAMED)
    explanations = report["diagnosis"]["explanations"]
    assert bool(explanations) is (name in NAMED), explanations
    for parameter, value in NAMED.get(name, {}).items():
        said = explanations[0]["values"][parameter]
        assert said == value or value.items() <= said.items()
    return report


@pytest.mark.parametrize("name", ["whole-fours", "court-pips", "other-ties", "melds-alone", "shy"])
def test_an_engine_with_a_fault_is_found_out_and_a_right_one_passes(name: str) -> None:
    _is_judged_right(name, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_every_toy_engine_is_judged_right_at_the_default_settings(name: str) -> None:
    _is_judged_right(name, [])


def test_most_are_wrong_and_some_are_right() -> None:
    assert [right for _, _, right in ENGINES.values()].count(False) == 17
    assert len(ENGINES) == 25
