"""Result files on one page, the pytest plugin, the public strategies: what others use of conformance."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from conform_campaign import Piped
from hypothesis import find, given, settings

import meldproof
from meldproof import strategies
from meldproof.cli.conform_commands import side_by_side as command
from meldproof.cli.options import Common
from meldproof.conforming.asked import kit_of_one
from meldproof.conforming.driver import AskPlan
from meldproof.conforming.generated import stream
from meldproof.conforming.kit import Kit, answered_by, stored_kit
from meldproof.conforming.report import report_dict
from meldproof.conforming.run import conform
from meldproof.conforming.schemas import stored_schema
from meldproof.conforming.side_by_side import (
    badge,
    badge_names,
    read_result,
    rows_of,
    side_by_side,
    side_by_side_dict,
)
from meldproof.errors import MeldproofError, ProblemError
from meldproof.pytest import cases as plugin_cases
from meldproof.variants.changes import with_values
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
    plain = side_by_side_dict(results)
    jsonschema.Draft202012Validator(stored_schema("side-by-side.json")).validate(json.loads(json.dumps(plain)))
    assert [row["statuses"][0] for row in plain["cases"]] == ["passed"] * len(results[0].statuses)
    assert text.count("data-differs") == len(failed)
    for result, file in zip(results, badge_names(results), strict=True):
        mark = ElementTree.fromstring((tmp_path / file).read_text(encoding="utf-8"))
        asked = len(result.statuses)
        good = asked - len(failed) if result is results[1] else asked
        assert mark.attrib["aria-label"] == f"rummy rules: gin: {good}/{asked}"
    assert "Lado a lado" in side_by_side(results, "es")


def test_a_row_is_a_case_under_the_same_rules(tmp_path: Path) -> None:
    """The same id is another case in another variant, and under a house rule: each has its row and its title."""
    results = []
    for number, (name, changes) in enumerate((("gin", {}), ("gin", {"run.ends": "cyclic"}), ("rummy-500", {}))):
        rules = meldproof.variant(name)
        rules = with_values(rules, changes) if changes else rules
        kit = stored_kit(name)
        assert kit is not None
        cases = tuple(case for case in answered_by(kit, rules).cases if case.op == "is_meld")
        report = conform(rules, Kit(name, rules.plain(), cases), [], AskPlan(examples=0), begin=Piped)
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(report_dict(report)), encoding="utf-8")
        results.append(read_result(path))
    rows = rows_of(results)
    assert len(rows) == sum(len(result.statuses) for result in results)
    assert len({row.id for row in rows}) < len(rows)
    assert all(sum(status is not None for status in row.statuses) == 1 for row in rows)
    titles = {row.rules: row.title.en for row in rows if row.title.en.startswith("As Qs Ks →")}
    assert titles["gin"].startswith("As Qs Ks → no meld")
    assert 'run.ends="cyclic"' in results[1].rules
    assert titles[results[1].rules].startswith("As Qs Ks → a meld")
    assert f"<small>{escape(results[1].rules)}</small>" in side_by_side(results)


HARNESS = [sys.executable, "-m", "meldproof.conforming.harness"]
PIPS = "points.ranks={2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9,T=10,J=11,Q=12,K=13}"
CORNER = ["--set", "run.ends=cyclic", "--set", "points.ace.high=1"]
LAMBDA = "import sys\nfrom meldproof.conforming import harness\nharness.main(['run.ends=low', 'set.min=4'])"


@pytest.mark.parametrize(
    ("options", "harness"),
    [
        (["--only", "is_meld", "--examples", "0"], [*HARNESS, "set.min=4"]),
        (["--set", PIPS, "--only", "best", "--seconds", "2"], [*HARNESS, "points.ace.hand=5"]),
        ([*CORNER, "--only", "is_meld", "--seconds", "2"], [sys.executable, "-c", LAMBDA]),
        (["--one-shot", "--only", "value-points.ace", "--examples", "0"], [*HARNESS, "points.ace.set=5"]),
    ],
)
def test_the_command_that_is_shown_shows_the_case_again(options: list[str], harness: list[str], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    wait = ["--answer-seconds", "30", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "meldproof", "conform", "gin", *options, *wait, "--", *harness],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    path.write_text(done.stdout, encoding="utf-8")
    result = read_result(path)
    told = [*result.cases[:1], *result.generated.disagreements[:1]]
    assert told
    for outcome in told:
        shown = result.again(outcome)
        assert shown.isprintable()
        again = subprocess.run(
            ["bash", "-c", shown.replace("meldproof ", f"{sys.executable} -m meldproof ", 1) + " "],
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert again.returncode == 1, (shown, again.stdout, again.stderr)
        assert outcome.title.en.partition(" (")[0] in again.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no", "write one object"), ("[]", "write one object"), ('{"op": "sing", "case": {}}', "write one object"),
        ('{"op": "is_meld", "case": {"cards": 5}}', "--ask: "), ('{"op": "is_meld", "case": []}', "--ask: "),
        ('{"op": "is_meld", "case": {"cards": ["ZZ"]}}', "no such question"), ("[" * 5000, "write one object"),
        ('{"op": ["is_meld"], "case": {}}', "write one object"),
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused_in_a_line(text: str, said: str) -> None:
    with pytest.raises(MeldproofError, match=said) as refused:
        kit_of_one(text, GIN)
    assert "\n" not in str(refused.value)


def test_the_page_needs_a_place_or_json_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _result(tmp_path, "one")
    with pytest.raises(ProblemError, match="side-by-side: "):
        command(path)
    assert command(path, common=Common(json=True)) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["name"] == "one"


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
    assert badge_names([right]) == ["gin-a.svg"]


def test_badges_of_the_same_name_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    paths = [_result(tmp_path, "a"), _result(tmp_path / "again", "a", "run.ends=cyclic"), _result(tmp_path, "b")]
    results = [read_result(path) for path in paths]
    assert badge_names(results) == ["gin-a.svg", "gin-a-2.svg", "gin-b.svg"]
    assert command(*paths, out=tmp_path / "page.html", badges=tmp_path / "badges") == 0
    for name, result in zip(badge_names(results), results, strict=True):
        assert (tmp_path / "badges" / name).read_text(encoding="utf-8") == badge(result) + "\n"


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


def test_an_operation_that_is_none_is_no_silent_test(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN, encoding="utf-8")
    misspelt = TESTS.replace("LEAST", "3").replace('["is_meld"]', '["is_mled"]')
    (tmp_path / "test_engine.py").write_text(misspelt, encoding="utf-8")
    options = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode not in (0, 5), done.stdout
    assert "is_mled: no operation that gin is asked about" in done.stdout + done.stderr
    assert "is_meld is one" in done.stdout + done.stderr
    for wrong in (["is_mled"], ["is_meld", ""], "sing"):
        with pytest.raises(ProblemError):
            plugin_cases("gin", wrong)
    with pytest.raises(ProblemError):  # outside its scope
        plugin_cases("indian-13", ["score"])
    assert plugin_cases("gin", "is_meld")


def test_the_plugin_speaks_the_language_of_its_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDPROOF_LANG", "es")
    (case,) = [case for case in plugin_cases("gin", ["is_meld"]) if case.case["cards"] == ["As", "Qs", "Ks"]]
    with pytest.raises(pytest.fail.Exception, match="lo correcto es") as failed:
        case.check({"legal": True})
    assert "no es combinación" in str(failed.value)
    with pytest.raises(pytest.skip.Exception, match="no tiene respuesta"):
        case.check(None)


@pytest.mark.parametrize("op", ["score", "in_deck", "sing"])
def test_what_is_not_drawn_is_said(op: Any) -> None:
    with pytest.raises(ProblemError, match="no questions of"):
        strategies.questions(op, "gin")
    with pytest.raises(ProblemError, match="no questions of"):
        next(stream(op, GIN, 1))


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
