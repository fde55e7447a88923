"""Matches of every variant before two judges, as they were played and with a line changed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from depth import EVERY
from judged import agree, judge_says, referee_says, told
from plain_judge import closing
from plain_judge.generated import Case, heard
from plain_judge.tampered import TAMPERINGS, played, tampered
from plain_judge.turns import judge

import meldproof

PLAYED = [name for name in EVERY if "play" in meldproof.variant(name).scope]
MOST_LINES = 150
CUT_SHORT = {"contract-rummy": 1, "liverpool": 1, "shanghai": 1}  # deals; their logs are long


@pytest.fixture(autouse=True)
def _announcements_are_judged_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "MOST_CARDS", 1)


def some_players(name: str, seed: int) -> int:
    rules = meldproof.variant(name).plain()
    return int(min(rules["players.max"], max(rules["players.min"], 2 + seed % 3)))


def judged_alike(lines: list[dict[str, Any]], kind: str) -> str:
    """Asks both judges, and says whether it is legal, illegal or not judged."""
    mine = judge_says(lines)
    if mine[0] == "not judged":
        return "not judged"
    theirs = referee_says(lines)
    if isinstance(mine[0], int) and isinstance(theirs[0], int):
        since = judge(heard(lines[0]), lines).since or mine[0]
        same = since <= theirs[0] <= mine[0]
    else:
        same = agree(mine, theirs)
    said = None if mine[0] is None else 0
    assert same, f"{mine}, and the referee {theirs}: {told(Case(kind, lines, said))}"
    return "legal" if mine[0] is None else "illegal"


def put_to_both(name: str, seed: int, deals: int, each: int, most: int = MOST_LINES) -> Counter[str]:
    lines, rng = played(meldproof.variant(name), some_players(name, seed), seed, deals), Random(f"{seed} {name}")
    assert judged_alike(lines, "as it was played") == "legal"
    said: Counter[str] = Counter()
    for kind in list(TAMPERINGS) * each:
        changed = tampered(lines[:most], kind, rng)
        said[judged_alike(changed, kind) if changed else "nothing to change"] += 1
    return said


@pytest.mark.parametrize("name", PLAYED)
def test_a_match_of_each_variant_is_judged_alike_as_played_and_with_a_line_changed(name: str) -> None:
    said = put_to_both(name, seed=1, deals=1, each=1, most=60)
    assert said["illegal"] >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("seed", range(2, 8))
def test_matches_of_each_variant_are_judged_alike(name: str, seed: int) -> None:
    assert put_to_both(name, seed, CUT_SHORT.get(name, 3), each=6)["illegal"] > 10


EXCHANGES = {
    "run": ("7s 8s JK", "9s"),
    "wrong": ("7s 8s JK=9s", "9h"),
    "three": ("7s 7h JK", "7d"),
    "four": ("7s 7h 7d JK", "7c"),
}
AFTERWARDS: dict[str, list[dict[str, Any]]] = {
    "a new meld": [{"action": "meld", "melds": ["9h Th JK"]}],
    "a lay-off": [{"action": "layoff", "meld": 1, "cards": "JK"}],
    "kept": [],
}


@pytest.mark.parametrize(
    "name", ["remi-51", "romme", "scala-40", "kaluki", "kalookie", "rami", "remik", "serbian-remi"]
)
@pytest.mark.parametrize("freed", EXCHANGES)
def test_exchanged_jokers_are_judged_alike(name: str, freed: str) -> None:
    rules, (meld, card) = heard({"variant": name, "players": 2}), EXCHANGES[freed]
    draw: dict[str, Any] = {"action": "draw"}
    turns = [[draw, {"action": "discard", "card": card}] for card in ("4s", "5s", "4h", "5h")]
    before = [line for turn in turns[: 2 * (rules.get("melding.from_turn", 1) - 1)] for line in turn] + [draw]
    before = before[1:] if rules["deal.starter_extra"] else before
    laid = [
        {"action": "meld", "melds": ["Ks Kh Kd", "Qs Qh Qd", meld]},
        {"action": "exchange", "meld": 2, "card": card},
    ]
    deal = {"action": "deal", **({"upcard": "2c"} if rules["deal.upcard"] else {})}
    for then, more in AFTERWARDS.items():
        lines = [{"variant": name, "players": 2}, deal, *before, *laid, *more, {"action": "discard", "card": "6c"}]
        judged_alike(lines, f"{freed}, {then}")
