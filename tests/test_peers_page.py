"""docs/peers.md says what was found: its figures and commands are those that examples/peers/run_all.py kept."""

from __future__ import annotations

import importlib.util
import json
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


def _runs() -> dict[str, tuple[str, str, str]]:
    spec = importlib.util.spec_from_file_location("run_all", ROOT / "examples" / "peers" / "run_all.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    runs: dict[str, tuple[str, str, str]] = module.RUNS
    return runs


def _rules(name: str) -> Variant:
    words = _runs()[name][1].split(" ")
    settings = [words[place + 1] for place, word in enumerate(words) if word == "--set"]
    rules = load_variant(words[0])
    return with_values(rules, dict(map(parse_setting, settings))) if settings else rules


def test_every_run_was_made_to_its_end() -> None:
    assert list(FOUND) == list(_runs())
    assert not [name for name, run in FOUND.items() if run["stopped"]]


@pytest.mark.parametrize("name", FOUND)
def test_the_page_shows_the_command(name: str) -> None:
    assert FOUND[name]["command"].replace("'", "") in PAGE.replace("'", "")


@pytest.mark.parametrize("name", ["open-spiel", "rlcard", "rummikub-solver", "rummy", "pylgrum"])
def test_the_table_shows_the_counts(name: str) -> None:
    counts = FOUND[name]["counts"]
    figures = ", ".join(str(counts[status]) for status in ("passed", "failed", "reading", "skipped"))
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


def test_the_smallest_counterexample_of_each_fault_is_on_the_page() -> None:
    """Every wrong answer that is no other reading, by its cards, or another one that the page names for the fault."""
    told = {"13r 13b 13k": "10r 10b 10k", "8r 8b 8k 8y": "10r 10b 10k"}
    for name, run in FOUND.items():
        for entry in run["differing"]:
            if entry["status"] == "failed":
                case = entry["case"]
                cards = " ".join(case["cards"]) if "cards" in case else case["situation"]["hand"]
                assert f"`{told.get(cards, cards)}`" in PAGE, (name, cards)
