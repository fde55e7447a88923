"""The benchmarks ask what they say they ask: generated deals are of the class they stand for, and wrong answers are told."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

import meldproof

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.peers_run import SCRIPTS, Peers
from benchmarks.questions import deal_table, like, stored
from benchmarks.show import show_beside
from benchmarks.tables import OURS

TILES = meldproof.variant("rummikub", readings=["jokers-move-freely"])


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("on_table", [0, 20, 40, 80])
def test_a_generated_table_is_legal_and_of_its_size(on_table: int, jokers: int) -> None:
    rng = random.Random(on_table + jokers)
    for _ in range(5):
        row = deal_table(rng, on_table, 14, jokers)
        table, rack = row["table"].replace(";", " ").split(), row["rack"].split()
        assert (len(table), len(rack)) == (on_table, 14)
        counts = Counter(table + rack)
        assert counts.pop("JK", 0) == jokers
        assert max(counts.values()) <= 2
        for meld in row["table"].split(";") if on_table else ():
            assert meldproof.check(TILES, meld).legal


def test_a_generated_table_is_like_the_stored_one_that_it_stands_for() -> None:
    rng = random.Random(1)
    for row in stored("tables")[::7]:
        made = like(row, rng)
        for key in ("rack", "table"):
            assert len(made[key].replace(";", " ").split()) == len((row[key] or "").replace(";", " ").split())
        assert f"{made}".count("JK") == f"{row['rack']} {row['table']}".count("JK")


def test_wrong_answers_are_told_and_given_up_ones_are_not_wrong() -> None:
    peers = Peers(None)
    rows = [{"cards": "4s"}, {"rack": "4r", "table": "5r 6r 7r"}, {"rack": "4r", "table": ""}]
    assert peers.judge("it", rows, [1, 2, None], [1, 3, 4]) == 1
    assert peers.wrong == [{"who": "it", "question": "rack 4r table 5r 6r 7r", "said": 2, "right": 3}]


def test_a_peer_that_is_not_there_is_left_out_with_the_reason() -> None:
    assert set(Peers(None).left_out) == set(SCRIPTS)
    peers = Peers(sys.executable)  # this environment has no rlcard
    if peers.ask("RLCard", [{"cards": "4s"}]) is None:
        assert "rlcard" in peers.left_out["RLCard"]


def test_two_runs_are_shown_side_by_side_and_faster_is_more_than_one_time(capsys: pytest.CaptureFixture[str]) -> None:
    def run(per_second: float, ms: float) -> dict[str, object]:
        line = {"class": "b", "jokers": "none", **{call: {"median_ms": ms} for call in OURS}}
        hands = {"gin": [{"work": "gin hands", "per_second": per_second}], "tables": [line]}
        return {"date": "2026-01-01", "peers": {}, "left_out": {}, "wrong": [], **hands}

    show_beside(run(100, 8), run(300, 2))
    said = capsys.readouterr().out
    assert [line.split()[-1] for line in said.splitlines() if "gin hands" in line] == ["3"]
    assert [line.split()[-1] for line in said.splitlines() if "b, none" in line] == ["4"] * len(OURS)


def test_play_is_measured_for_every_variant_and_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import play

    monkeypatch.setattr(play, "SECONDS", 0.0)
    monkeypatch.setattr(play, "VARIANTS", (("gin", 2), ("rummikub", 2)))
    peers = Peers(None)
    lines = play.play(peers)
    assert len([line for line in lines if "OpenSpiel" not in line["work"]]) == 6
    assert all(line["per_second"] > 0 for line in lines)
    assert ("OpenSpiel's state" in peers.left_out) is not any("OpenSpiel" in line["work"] for line in lines)
