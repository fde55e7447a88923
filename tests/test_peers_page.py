"""docs/peers.md says what was found: its figures and commands are those that examples/peers/run_all.py kept."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

from meldproof.conforming.agreement import agrees
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant, load_variant, parse_setting
from meldproof.witnesses.questions import ask, from_plain

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")
FOUND: dict[str, Any] = json.loads((ROOT / "examples" / "peers" / "found.json").read_text(encoding="utf-8"))


def _runs() -> dict[str, tuple[str, str]]:
    spec = importlib.util.spec_from_file_location("run_all", ROOT / "examples" / "peers" / "run_all.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    runs: dict[str, tuple[str, str]] = module.RUNS
    return runs


def _rules(name: str) -> Variant:
    words = _runs()[name][0].split(" ")
    settings = [words[place + 1] for place, word in enumerate(words) if word == "--set"]
    rules = load_variant(words[0])
    return with_values(rules, dict(map(parse_setting, settings))) if settings else rules


def test_every_run_was_made_to_its_end() -> None:
    assert list(FOUND) == list(_runs())
    assert not [name for name, run in FOUND.items() if run["stopped"]]


@pytest.mark.parametrize("name", FOUND)
def test_the_page_shows_the_command(name: str) -> None:
    assert FOUND[name]["command"].replace("'", "") in PAGE.replace("'", "")


@pytest.mark.parametrize("name", [name for name in FOUND if "," not in name])
def test_the_table_shows_the_counts(name: str) -> None:
    counts = FOUND[name]["counts"]
    silent = counts["skipped"] + counts.get("unjudged", 0)
    figures = ", ".join(map(str, (*(counts[status] for status in ("passed", "failed", "reading")), silent)))
    assert f"| {figures} | {sum(FOUND[name]['asked'].values()):,} |" in PAGE
    assert counts["errored"] == 0


@pytest.mark.parametrize("name", FOUND)
def test_what_is_kept_as_wrong_is_wrong_by_these_rules(name: str) -> None:
    rules = _rules(name)
    for entry in FOUND[name]["differing"]:
        question = from_plain(entry["op"], entry["case"])
        assert ask(question, rules) == entry["wanted"]
        opinion = agrees(question, entry["given"], rules)
        assert opinion is not None
        assert not opinion.agrees


def test_the_smallest_counterexample_of_each_operation_is_on_the_page() -> None:
    """Of every implementation and operation the wrong answer with the fewest cards that no reading disputes."""
    for name, run in FOUND.items():
        smallest: dict[str, list[str]] = {}
        for entry in run["differing"]:
            if entry["status"] == "failed" and not entry["disputed"] and not entry["case"].get("table"):
                case = entry["case"]
                cards = case["cards"] if "cards" in case else case["situation"]["hand"].split()
                smallest[entry["op"]] = min(cards, smallest.get(entry["op"], cards), key=len)
        for op, cards in smallest.items():
            assert any(f"`{shown}`" in PAGE for shown in _as_good(run, op, len(cards))), (name, op, cards)


def _as_good(run: dict[str, Any], op: str, size: int) -> list[str]:
    """The wrong answers of an operation with so many cards."""
    found = []
    for entry in run["differing"]:
        case = entry["case"]
        cards = case["cards"] if "cards" in case else case["situation"]["hand"].split()
        if entry["op"] == op and entry["status"] == "failed" and len(cards) == size:
            found.append(" ".join(cards))
    return found


def test_every_reading_that_is_followed_is_on_the_page() -> None:
    """In the part about whoever follows it, and no other is said to be followed there."""
    for name, run in FOUND.items():
        if "," in name:
            continue
        part = next(
            text for text in PAGE.split("\n## ") if FOUND[name]["command"].replace("'", "") in text.replace("'", "")
        )
        for reading in run["follows"]:
            assert f"`{reading}`" in part, (name, reading)


def test_every_fault_has_a_report_and_a_script_that_shows_it() -> None:
    folder = ROOT / "examples" / "peers"
    reports = sorted((folder / "reports").glob("*.md"))
    assert {path.stem for path in reports} >= {"open-spiel", "rlcard", "rummikub-solver", "rummikub-solve"}
    for path in reports:
        text = path.read_text(encoding="utf-8")
        for part in (
            "**Version:**",
            "**Input:**",
            "**What comes out:**",
            "**What is right:**",
            "**Rule:**",
            "**To see it:**",
        ):
            assert part in text, (path.name, part)
        scripts = re.findall(r"`python (\w+\.py)", text)
        assert scripts, path.name
        assert all((folder / script).exists() for script in scripts)
