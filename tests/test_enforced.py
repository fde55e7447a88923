"""Every parameter is enforced somewhere, by modules and tests that exist; every sentence leads to one or a reason."""

from __future__ import annotations

import fnmatch
import importlib
import runpy
import tomllib
from pathlib import Path

import pytest

import meldproof
from meldproof.variants.vocabulary import parameters

SPEC = Path(meldproof.variant("gin").path).parent
ROOT = Path(__file__).parents[1]
ENFORCED = tomllib.loads((SPEC / "enforced.toml").read_text(encoding="utf-8"))["enforced"]


def owners(name: str) -> list[dict[str, object]]:
    return [entry for entry in ENFORCED if any(fnmatch.fnmatch(name, pattern) for pattern in entry["parameters"])]


@pytest.mark.parametrize("name", sorted(parameters()))
def test_a_parameter_is_enforced_in_exactly_one_way(name: str) -> None:
    assert len(owners(name)) == 1, name


def test_only_what_no_log_shows_is_said_in_the_text_alone() -> None:
    assert [entry["parameters"] for entry in ENFORCED if entry["kind"] == "text"] == [["deal.packet"]]


@pytest.mark.parametrize("entry", ENFORCED, ids=lambda entry: entry["parameters"][0])
def test_the_modules_and_tests_named_exist(entry: dict[str, object]) -> None:
    if entry["kind"] != "text":
        importlib.import_module(f"meldproof.{entry['by']}")
        assert entry["tests"]
    for name in entry["tests"]:  # type: ignore[attr-defined]
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("name", ["sentences", "theorems"])
def test_the_pages_of_sentences_and_theorems_are_made_in_both_languages(name: str) -> None:
    page = runpy.run_path(str(ROOT / "docs" / f"make_{name}.py"))["page"]
    english, spanish = page("en"), page("es")
    rows = [[line.count("|") for line in text.splitlines() if line.startswith("|")] for text in (english, spanish)]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 40
    assert (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").startswith("% Made by")


def test_every_normative_sentence_leads_to_something_enforced_or_to_a_reason() -> None:
    rows = [
        row.split("|")[1:-1] for row in runpy.run_path(str(ROOT / "docs" / "make_sentences.py"))["page"]().splitlines()
    ]
    rows = [[cell.strip() for cell in row] for row in rows if len(row) == 5 and "-" in row[0] and row[0].strip("- ")]
    assert len(rows) >= 140
    for sentence, _, clause, how, _ in rows:
        assert clause, sentence
        assert how or "not encoded" in clause or "no rule" in clause, sentence
