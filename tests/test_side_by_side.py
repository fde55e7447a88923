"""Result files on one page, the pytest plugin, the public strategies: what others use of conformance."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conform_campaign import Piped
from hypothesis import find, given, settings

import meldproof
from meldproof import strategies
from meldproof.cli.conform_commands import side_by_side as command
from meldproof.conforming.driver import AskPlan
from meldproof.conforming.kit import Kit, stored_kit
from meldproof.conforming.report import report_dict
from meldproof.conforming.run import conform
from meldproof.conforming.side_by_side import badge, badge_name, read_result, side_by_side
from meldproof.errors import ProblemError
from meldproof.witnesses.cases import CardCase

GIN = meldproof.variant("gin")


def _result(folder: Path, name: str, *changes: str) -> Path:
    kit = stored_kit("gin")
    assert kit is not None
    few = Kit("gin", kit.settings, tuple(case for case in kit.cases if case.op == "is_meld"))
    report = conform(GIN, few, list(changes), AskPlan(examples=0), begin=Piped)
    plain = report_dict(report)
    plain["implementation"]["name"] = name
    path = folder / f"{re.sub('[^a-z]', '', name)}.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    return path


def test_implementations_stand_beside_each_other_case_by_case(tmp_path: Path) -> None:
    right, wrong = _result(tmp_path, "right one"), _result(tmp_path, "<b>wrong</b>", "run.ends=cyclic")
    page = tmp_path / "page.html"
    assert command(right, wrong, out=page, badges=tmp_path) == 0
    text = page.read_text(encoding="utf-8")
    assert "<b>wrong</b>" not in text
    results = [read_result(path) for path in (right, wrong)]
    for name in results[0].statuses:
        assert f"<code>{name}</code>" in text
    failed = [told for told in results[1].cases if told.status == "failed"]
    assert failed
    assert results[1].again(failed[0]) == f"meldproof conform gin --only {failed[0].id} --examples 0 -- run.ends=cyclic"
    assert text.count("data-differs") == len(failed)
    for result in results:
        mark = ElementTree.fromstring((tmp_path / badge_name(result)).read_text(encoding="utf-8"))
        asked = len(result.statuses)
        good = asked - len(failed) if result is results[1] else asked
        assert mark.attrib["aria-label"] == f"rummy rules: gin: {good}/{asked}"
    assert "Lado a lado" in side_by_side(results, "es")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"variant": 5}', "\x00", "[" * 5000])
def test_what_is_no_result_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemError, match="is no result") as refused:
        read_result(path)
    assert "\n" not in str(refused.value)


def test_a_badge_says_what_a_verdict_says(tmp_path: Path) -> None:
    right, wrong = (read_result(_result(tmp_path, *words)) for words in (("a",), ("b", "run.ends=cyclic")))
    assert badge(right) != badge(wrong)
    assert badge_name(right) == "gin-a.svg"


PLUGIN = """
import pytest
pytest_plugins = ["meldproof.pytest"]
"""
TESTS = """
import pytest
RANKS = "A23456789TJQK"

def is_meld(cards):
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < LEAST or len(set(cards)) < len(cards):
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))

@pytest.mark.rummy_rules("gin", operations=["is_meld"])
def test_melds(rummy_case):
    rummy_case.check({"legal": is_meld(rummy_case.case["cards"])})
"""


@pytest.mark.parametrize(("least", "failures"), [(3, 0), (4, 1)])
def test_the_cases_of_a_kit_are_tests_of_an_engine_in_python(least: int, failures: int, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "test_engine.py").write_text(TESTS.replace("LEAST", str(least)), encoding="utf-8")
    options = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], capture_output=True, text=True, check=False
    )
    kit = stored_kit("gin")
    assert kit is not None
    number = sum(case.op == "is_meld" for case in kit.cases)
    failed = int((re.findall(r"(\d+) failed", done.stdout) or ["0"])[0])
    passed = int((re.findall(r"(\d+) passed", done.stdout) or ["0"])[0])
    assert failed + passed == number, done.stdout + done.stderr
    assert bool(failed) is bool(failures)
    if failures:
        assert "gin/set-size" in done.stdout or "gin/run" in done.stdout


@pytest.mark.parametrize("name", ["gin", "rummikub"])
def test_strategies_draw_melds_hands_and_tables_of_the_variant(name: str) -> None:
    rules = meldproof.variant(name)

    @settings(max_examples=15, deadline=None, derandomize=True, database=None)
    @given(
        strategies.melds(name), strategies.hands(rules), strategies.tables(name), strategies.questions("best", rules)
    )
    def holds(meld: tuple[str, ...], hand: tuple[str, ...], table: tuple[str, ...], question: Any) -> None:
        assert meldproof.check(rules, meld).legal
        assert meldproof.solve(rules, hand).optimal
        assert all(meldproof.check(rules, text).legal for text in table)
        assert isinstance(question, CardCase)

    holds()


def test_what_a_strategy_draws_shrinks() -> None:
    plan = settings(max_examples=300, deadline=None, derandomize=True, database=None)
    hand = find(
        strategies.hands("gin"), lambda cards: meldproof.solve("gin", cards).figures.melded_points > 0, settings=plan
    )
    assert len(hand) == 3
