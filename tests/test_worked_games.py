"""The worked examples of the texts as whole game logs: legal as printed, and illegal once anything in them is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meldproof.playing.referee import read_log, referee

GAMES = sorted((Path(__file__).parents[1] / "examples" / "games").glob("*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_worked_example_is_legal_as_printed(path: Path) -> None:
    report = referee(None, read_log(path))
    assert (report.legal_game, report.fault) == (True, None)


CHANGES = [
    ("argentino-run-with-two-wilds", "JK 8s 9s 2d Js", "8s 9s 2d Js", "run.consecutive"),
    ("argentino-run-with-two-wilds", "4s 5s 6s JK 8s 9s 2d Js", "4s 5s 6s JK 2d 9s", "run.wilds.adjacent"),
    ("fichas-add-and-take", "8y 9y 10y", "8y 9y", "run.min"),
    ("fichas-add-and-take", "7b 7k 7y", "7b 7k 7r", "table.rearrange"),
    ("fichas-split-a-run", '"3y 4y 5y","5y 6y 7y"', '"3y 4y 5y"', "table.rearrange"),
]


@pytest.mark.parametrize(("name", "old", "new", "rule"), CHANGES)
def test_a_changed_example_is_refused(name: str, old: str, new: str, rule: str) -> None:
    path = next(path for path in GAMES if path.stem == name)
    lines = read_log(path)
    at = max(number for number, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new)
    report = referee(None, lines)
    assert report.line == at + 1
    assert report.fault is not None
    assert report.fault.rule == rule


def test_the_text_004_forbids_the_same_before_an_opening() -> None:
    lines = read_log(next(path for path in GAMES if path.stem == "fichas-split-a-run"))
    without = [line for line in lines if "12r" not in line or json.loads(line)["action"] != "meld"]
    without = [line.replace(',"12r 12b 12k"', "") for line in without]
    report = referee(None, without)
    assert report.fault is not None
    assert report.fault.rule == "opening.points"
