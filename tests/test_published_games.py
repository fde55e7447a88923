"""Other people's examples, and logs on which the referee was once wrong: both judges against the page's or the list's word."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from judged import judge_says, referee_says
from plain_judge.generated import heard
from plain_judge.turns import judge

import meldproof
from meldproof.playing.referee import referee

DATA = Path(__file__).parent / "data"
PUBLISHED = [
    example
    for path in sorted((DATA / "published_games").glob("*.toml"))
    for example in tomllib.loads(path.read_text(encoding="utf-8"))["example"]
]
FAULTS = tomllib.loads((DATA / "referee_faults" / "verdicts.toml").read_text(encoding="utf-8"))


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def test_there_are_thirty_examples_of_other_people_and_each_is_cited() -> None:
    assert len(PUBLISHED) >= 30
    assert len({example["id"] for example in PUBLISHED}) == len(PUBLISHED)
    for example in PUBLISHED:
        assert example["title"], example["id"]
        assert example["publisher"], example["id"]
        assert ("illegal" in example) != ("points" in example), example["id"]


@pytest.mark.parametrize("name", [example["id"] for example in PUBLISHED])
def test_the_referee_judges_a_published_example_as_its_page_does(name: str) -> None:
    example = next(example for example in PUBLISHED if example["id"] == name)
    line, deals = referee_says(lines_of(example["log"]))
    assert line == example.get("illegal"), example["says"]
    assert example.get("points", []) == ([] if "illegal" in example else deals[-1][1] if deals else []), example["says"]


@pytest.mark.parametrize("name", [example["id"] for example in PUBLISHED])
def test_the_plain_judge_judges_a_published_example_as_its_page_does(name: str) -> None:
    example = next(example for example in PUBLISHED if example["id"] == name)
    line, deals = judge_says(lines_of(example["log"]))
    assert line == example.get("illegal"), example["says"]
    assert example.get("points", []) == ([] if "illegal" in example else deals[-1][1] if deals else []), example["says"]


def log_of(name: str) -> list[dict[str, Any]]:
    return lines_of((DATA / "referee_faults" / f"{name}.jsonl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", list(FAULTS))
def test_the_referee_is_right_about_a_log_it_was_wrong_about(name: str) -> None:
    lines, right = log_of(name), FAULTS[name]
    allowed = ({"status 2"} if "status" in right else set()) | ({right["line"]} if "line" in right else set()) or {None}
    assert referee_says(lines)[0] in allowed, right["why"]
    if "warned_at" in right:
        report = referee(meldproof.variant(lines[0]["variant"]), [json.dumps(line) for line in lines])
        found = [re.search(r"line (\d+)", warning) for warning in report.warnings]
        assert [int(match[1]) for match in found if match] == right["warned_at"], right["why"]


@pytest.mark.parametrize("name", list(FAULTS))
def test_the_plain_judge_is_right_about_the_same_logs(name: str) -> None:
    lines, right = log_of(name), FAULTS[name]
    expected = "status 2" if "status" in right else right.get("line")
    assert judge_says(lines)[0] == expected, right["why"]
    if "warned_at" in right:  # turns that end with a large hand aren't judged
        missed = judge(heard(lines[0]), lines).missed
        assert {line for line in missed if line} <= set(right["warned_at"]), right["why"]
        assert 9 in missed
