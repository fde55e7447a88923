"""The campaign finds nothing wrong, and would find it."""

from __future__ import annotations

import msgspec
import pytest
from fuzz_campaign import Asker, chunk, faults
from hypothesis import settings

from meldproof.arranging.answer import nothing_laid
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.solve import ENGINES


def test_a_hundred_questions_of_any_house_bring_up_nothing() -> None:
    asker = Asker()
    assert chunk(7, asker) == []
    assert {*ENGINES, "auto", "fewest", "fast", "solve_many", "check", "certificate"} - {"z3"} <= asker.calls.keys()


def lays_nothing(problem: Problem, deadline: float | None) -> Arrangement:
    return msgspec.structs.replace(nothing_laid(problem, "sweep"), bound=None)


def breaks_down(problem: Problem, deadline: float | None) -> Arrangement:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("engine", "said"), [(lays_nothing, "AssertionError"), (breaks_down, "ZeroDivisionError in breaks_down")]
)
def test_an_engine_that_is_wrong_or_breaks_down_is_brought_up(
    engine: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGINES, "sweep", engine)
    found = chunk(7, Asker())
    assert any(text.startswith(said) for text, _ in found)
    with pytest.raises((AssertionError, ZeroDivisionError)):
        Asker().put(found[0][1])


def test_what_hypothesis_draws_is_the_same_every_time() -> None:
    assert settings().derandomize


@pytest.mark.slow
def test_ten_thousand_calls_bring_up_nothing() -> None:
    assert [fault for found in faults(10_000, 12, Asker()) for fault in found] == []
