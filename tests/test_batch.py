"""`batch`: every row once, whatever the format and however often the run is killed; what can't be read is put aside."""

from __future__ import annotations

import csv
import gzip
import json
import random
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

import meldproof
from meldproof.arranging.batch import running as batches
from meldproof.notation import cards_text

GIN = meldproof.variant("gin")


def hands(number: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    cards = list(GIN.deck().cards())
    return [cards_text(rng.sample(cards, 10), GIN.deck()) for _ in range(number)]


def write(path: Path, rows: list[str]) -> None:
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("id", "cards"), *enumerate(rows)])
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps({"cards": row}) + "\n" for row in rows), encoding="utf-8")
    else:
        import pyarrow
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({"cards": rows}), path)


def read(path: Path) -> list[tuple[int, int]]:
    """Row numbers and values."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [(int(row["row"]), int(row["deadwood_points"])) for row in csv.DictReader(file)]
    if path.suffix == ".jsonl":
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    else:
        from pyarrow import parquet

        lines = parquet.read_table(path).to_pylist()
    return [(row["row"], row["deadwood_points"]) for row in lines]


@pytest.mark.parametrize("source", ["in.csv", "in.jsonl", "in.parquet"])
@pytest.mark.parametrize("out", ["out.csv", "out.jsonl", "out.parquet"])
def test_every_format_gives_every_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, out: str) -> None:
    monkeypatch.setattr(batches, "ROWS_AT_ONCE", 7)
    rows = hands(30)
    write(tmp_path / source, rows)
    told: list[tuple[int, int]] = []
    result = batches.run_batch(GIN, tmp_path / source, tmp_path / out, advance=lambda a, b: told.append((a, b)))
    values = meldproof.solve_many("gin", rows).values.tolist()
    assert read(tmp_path / out) == list(enumerate(values, 1))
    assert (result.rows, result.solved, result.unreadable, result.side) == (30, 30, 0, "")
    assert told == [(7, 30), (14, 30), (21, 30), (28, 30), (30, 30)]
    assert {path.name for path in tmp_path.iterdir()} == {source, out}


@pytest.mark.parametrize("name", ["in.csv", "in.jsonl"])
def test_an_input_may_be_packed_by_gzip(tmp_path: Path, name: str) -> None:
    rows = hands(20)
    write(tmp_path / name, rows)
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    told: list[tuple[int, int]] = []
    batches.run_batch(GIN, packed, tmp_path / "out.csv", advance=lambda a, b: told.append((a, b)))
    assert read(tmp_path / "out.csv") == list(enumerate(meldproof.solve_many("gin", rows).values.tolist(), 1))
    assert told == [(20, 20)]


class Killed(Exception):  # noqa: N818 - it is no error
    """The run ends here."""


@pytest.mark.parametrize("out", ["out.csv", "out.jsonl", "out.parquet"])
@pytest.mark.parametrize("seed", range(6))
def test_a_run_killed_anywhere_goes_on_without_losing_or_repeating_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, seed: int
) -> None:
    """It is killed before or after its note is written, and the last write may have been torn."""
    monkeypatch.setattr(batches, "ROWS_AT_ONCE", 5)
    rng = random.Random(seed)
    rows = hands(43, seed)
    for at in rng.sample(range(43), 6):
        rows[at] = rng.choice(["Zz 3s", "", "As As", "4s 5s JK"])
    write(tmp_path / "in.jsonl", rows)
    target, kept = tmp_path / out, batches._replace
    left = 0

    def killed(note: Path, progress: batches.Progress) -> None:
        nonlocal left
        left -= 1
        if left == 0 and rng.random() < 0.5:
            raise Killed
        kept(note, progress)
        if left == 0:
            raise Killed

    monkeypatch.setattr(batches, "_replace", killed)
    for _ in range(40):
        left = rng.randint(1, 3)
        try:
            result = batches.run_batch(GIN, tmp_path / "in.jsonl", target)
            break
        except Killed:
            if out != "out.parquet" and target.exists() and (tmp_path / f"{out}.progress.json").exists():
                with target.open("a", encoding="utf-8") as file:
                    file.write('{"row": 99, "torn')
    else:
        pytest.fail("it never ended")
    bad = [json.loads(line) for line in Path(result.side).read_text(encoding="utf-8").splitlines()]
    numbers = sorted([number for number, _ in read(target)] + [row["row"] for row in bad])
    assert numbers == list(range(1, 44))
    assert (result.rows, result.unreadable) == (43, len(bad)) == (43, 6)
    assert all(row["reason"] and row["cards"] == rows[row["row"] - 1] for row in bad)
    for number, value in read(target):
        assert meldproof.solve("gin", rows[number - 1]).figures.deadwood_points == value


def test_unreadable_rows_go_aside_with_the_reason(tmp_path: Path) -> None:
    lines = [
        '{"cards": "4s 5s 6s"}',
        "no json",
        '{"hand": "4s"}',
        '{"cards": 7}',
        '{"cards": ["4s", "4h", "4d"]}',
        "[]",
        "",
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = batches.run_batch(GIN, tmp_path / "in.jsonl", tmp_path / "out.csv")
    assert read(tmp_path / "out.csv") == [(1, 0), (5, 0)]
    bad = [json.loads(line) for line in Path(result.side).read_text(encoding="utf-8").splitlines()]
    assert [row["row"] for row in bad] == [2, 3, 4, 6, 7]


def test_melds_are_written_on_request(tmp_path: Path) -> None:
    write(tmp_path / "in.csv", ["4s 5s 6s Kd"])
    batches.run_batch(GIN, tmp_path / "in.csv", tmp_path / "out.jsonl", melds=True)
    row = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert row == {
        "row": 1,
        "cards": "4s 5s 6s Kd",
        "deadwood_points": 10,
        "melds": "4s 5s 6s",
        "deadwood": "Kd",
        "id": "0",
    }


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "meldproof", *arguments], capture_output=True, text=True, check=False)


def test_the_command_answers_in_words_and_in_json(tmp_path: Path) -> None:
    write(tmp_path / "in.csv", ["4s 5s 6s Kd", "Zz"])
    done = run("batch", "gin", str(tmp_path / "in.csv"), str(tmp_path / "out.csv"), "--json")
    assert done.returncode == 0, done.stderr
    schema = json.loads((files("meldproof.arranging") / "schemas" / "batch.json").read_text(encoding="utf-8"))
    found = json.loads(done.stdout)
    jsonschema.validate(found, schema)
    assert (found["rows"], found["solved"], found["unreadable"]) == (2, 1, 1)
    spanish = run("batch", "gin", str(tmp_path / "in.csv"), str(tmp_path / "otra.csv"), "--lang", "es")
    assert "1 de 2 manos resueltas" in spanish.stdout
    again = run("batch", "gin", str(tmp_path / "in.csv"), str(tmp_path / "out.csv"))
    assert (again.returncode, again.stdout) == (2, "")
    assert "there already" in again.stderr


@pytest.mark.parametrize(
    ("source", "out", "what"),
    [
        ("in.txt", "out.csv", "must end in"),
        ("in.csv", "out.txt", "must end in"),
        ("missing.csv", "out.csv", "no such file"),
        ("nocolumn.csv", "out.csv", "column 'cards'"),
        ("bad.parquet", "out.csv", "no Parquet file"),
        ("torn.csv.gz", "out.csv", "no whole gzip file"),
        ("text.csv.gz", "out.csv", "no whole gzip file"),
        ("in.parquet.gz", "out.csv", "packs by itself"),
        ("in.csv", "out.csv.gz", "must end in"),
    ],
)
def test_files_that_do_not_do_are_one_clear_line(tmp_path: Path, source: str, out: str, what: str) -> None:
    (tmp_path / "nocolumn.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "in.csv").write_text("cards\n4s\n", encoding="utf-8")
    (tmp_path / "bad.parquet").write_text("nothing", encoding="utf-8")
    (tmp_path / "torn.csv.gz").write_bytes(gzip.compress(b"cards\n4s\n" * 99)[:-12])
    (tmp_path / "text.csv.gz").write_text("cards\n4s\n", encoding="utf-8")
    with pytest.raises(meldproof.ProblemError, match=what):
        batches.run_batch(GIN, tmp_path / source, tmp_path / out)
    assert not (tmp_path / out).exists()
