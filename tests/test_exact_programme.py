"""The linear programme without HiGHS: the same values, prices that prove them, whole solutions that are best."""

from __future__ import annotations

import math
import sys
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_certificates import QUESTIONS, certificate_of

from meldproof.arranging.certificates import certifying
from meldproof.arranging.certificates.exact_programme import Bounded, ExactProgramme
from meldproof.checking.certificate_checker import Entry, Rows


@st.composite
def programmes(draw: st.DrawFn) -> tuple[list[Entry], Rows]:
    """A few columns over a few rows, some of which ask for more than there may be."""
    names = [f"row {number}" for number in range(draw(st.integers(1, 4)))]
    rows: dict[str, tuple[int, int | None]] = {}
    for name in names:
        low = draw(st.integers(0, 2))
        high = draw(st.one_of(st.none(), st.integers(low, 4))) if low else draw(st.integers(0, 4))
        rows[name] = (low, high)
    rows["all"] = (0, draw(st.integers(1, 6)))  # nothing is without end
    counts = st.dictionaries(st.sampled_from(names), st.integers(1, 2), min_size=1)
    columns = draw(st.lists(st.tuples(st.integers(-3, 12), counts), min_size=1, max_size=6))
    return [(None, gain, (*taken.items(), ("all", 1))) for gain, taken in columns], rows  # type: ignore[misc]


@st.composite
def split_programmes(draw: st.DrawFn) -> tuple[list[Entry], Rows, list[Bounded]]:
    entries, rows = draw(programmes())
    splits = []
    for _ in range(draw(st.integers(0, 3))):
        columns = tuple(sorted(draw(st.sets(st.integers(0, len(entries) - 1), min_size=1))))
        at_most = draw(st.integers(0, 2))
        splits.append(draw(st.sampled_from([Bounded(columns, 0, at_most), Bounded(columns, at_most + 1, None)])))
    return entries, rows, splits


@given(split_programmes())
@settings(max_examples=300, deadline=None)
def test_a_programme_has_the_value_that_highs_gives_and_prices_that_prove_it(
    drawn: tuple[list[Entry], Rows, list[Bounded]],
) -> None:
    entries, rows, splits = drawn
    exact = ExactProgramme(entries, rows)
    found = exact.solve(splits, -math.inf)
    other = certifying._Programme(entries, rows).solve(splits, -math.inf)
    if found.lacking or other.lacking > certifying.NEAR:
        assert found.lacking
        assert other.lacking > certifying.NEAR
        return  # the two penalties may differ by then
    assert found.value == pytest.approx(other.value)
    bounds = [*rows.values(), *((split.low, split.high) for split in splits)]
    bound = sum(
        price * ((high or 0) if price > 0 else low) for price, (low, high) in zip(found.prices, bounds, strict=True)
    )
    assert bound == pytest.approx(found.value)
    for price, (_, high) in zip(found.prices, bounds, strict=True):
        assert price <= 0 or high is not None
    names = list(rows)
    for number, (_, gain, taken) in enumerate(entries):
        paid = sum(found.prices[names.index(row)] * count for row, count in taken)
        paid += sum(
            price for price, split in zip(found.prices[len(names) :], splits, strict=True) if number in split.columns
        )
        assert paid >= gain - 1e-9


@given(programmes())
@settings(max_examples=200, deadline=None)
def test_a_best_solution_in_whole_numbers_is_best(drawn: tuple[list[Entry], Rows]) -> None:
    entries, rows = drawn
    most = rows["all"][1] or 0
    best = None
    for used in product(range(most + 1), repeat=len(entries)):
        total = dict.fromkeys(rows, 0)
        for number, (_, _, taken) in zip(used, entries, strict=True):
            for row, count in taken:
                total[row] += number * count
        if all(low <= total[row] and (high is None or total[row] <= high) for row, (low, high) in rows.items()):
            worth = sum(number * gain for number, (_, gain, _) in zip(used, entries, strict=True))
            best = worth if best is None else max(best, worth)
    found = ExactProgramme(entries, rows).solve_whole()
    if best is None:
        assert found is None
    else:
        assert found is not None
        assert sum(number * gain for number, (_, gain, _) in zip(found, entries, strict=True)) == best


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_certificate_exists_without_highs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("highspy", "numpy"):
        monkeypatch.setitem(sys.modules, module, None)
    used: list[Any] = []
    real = ExactProgramme.__init__

    def watched(self: ExactProgramme, entries: list[Entry], rows: Rows) -> None:
        used.append(self)
        real(self, entries, rows)

    monkeypatch.setattr(ExactProgramme, "__init__", watched)
    variant, cards, asked = QUESTIONS[name]
    assert certificate_of(variant, cards, **asked)["claim"]["dropped"] == []
    assert used
