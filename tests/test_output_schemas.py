"""What every command prints with --json keeps to its schema, and so do the files it reads and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from test_cli import json_of, refusal, run

from meldproof.cli.output_schemas import FILES, OUTPUTS, schema_of

POSITION = '{"hand": "4s 5s 6s 9h 9d 9c Jd Qd 2c 3c", "pile": "Kd 2s"}'
DRAWN = '{"hand": "4s 5s 6s 9h 9d 9c Jd Qd 2c 3c Kd", "drawn": true}'
GAMES = Path(__file__).parents[1] / "examples" / "games"

ASKED: dict[str, list[tuple[list[str], int]]] = {
    "variants": [([], 0)],
    "which": [(["jokers, two decks, opening 40"], 0), (["zzyzx"], 1)],
    "solve": [
        (["argentino", "4s 5s 6s JK", "--why"], 0),
        (["fichas", "7k 7y 1r 2r", "--table", "7r 7b JK; 3b 4b 5b"], 0),
        (["fichas", "9k 9b JK", "--open"], 1),
        (["gin", "4s 5s 6s Kd", "--use", "Kd"], 1),
        (
            [
                "argentino",
                "As 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks JK JK 4h 9d 6c Jh 8d 3c",
                "--engine",
                "graph",
                "--timeout",
                "0",
            ],
            3,
        ),
        (["argentino", "4s 5s JK", "--readings", "all"], 0),
    ],
    "check": [(["argentino", "4s 5s JK 2d 8s"], 1), (["argentino", "4s 5s JK", "--readings", "all"], 0)],
    "readings": [(["argentino"], 0)],
    "rule": [(["argentino", "ace"], 0), (["gin", "elephant"], 1)],
    "crosscheck": [(["gin"], 0)],
    "model": [(["gin"], 0), (["gin", "--format", "smt2"], 0)],
    "verify": [(["CERTIFICATE"], 0)],
    "prove": [(["gin", "--only", "wild-limits"], 0), (["gin", "--only", "examples-are-legal"], 0)],
    "diff": [(["gin", "gin"], 0), (["gin", "--set", "knock.deadwood=5"], 0)],
    "referee": [(["argentino", str(GAMES / "argentino-run-with-two-wilds.jsonl")], 0), (["gin", "GAME"], 0)],
    "score": [(["gin", "2c As", "Qs Qh 2h", "--closer", "0"], 0)],
    "play": [(["gin", "POSITION"], 0)],
    "waits": [(["gin", "4s 5s 6s 9h 9d 9c Jd Qd 2c 3c"], 0)],
    "simulate": [(["gin", "--players", "2", "--games", "1", "--seed", "1"], 0)],
    "perft": [(["gin", "DRAWN"], 0)],
}


def files_of(folder: Path) -> dict[str, str]:
    """Files that commands above are given, made here."""
    for name, text in (("POSITION", POSITION), ("DRAWN", DRAWN)):
        (folder / name).write_text(text, encoding="utf-8")
    run("solve", "argentino", "4s 5s 6s JK 9h 9d 2c", "--certificate", str(folder / "CERTIFICATE"))
    run("simulate", "gin", "--players", "2", "--games", "1", "--seed", "1", "--out", str(folder))
    (made,) = folder.glob("gin-*.jsonl")
    made.rename(folder / "GAME")
    return {name: str(folder / name) for name in ("POSITION", "DRAWN", "CERTIFICATE", "GAME")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return files_of(tmp_path_factory.mktemp("files"))


def test_every_output_with_a_schema_is_asked_here() -> None:
    assert list(ASKED) == list(OUTPUTS)


CASES = [(name, arguments, status) for name, asked in ASKED.items() for arguments, status in asked]


@pytest.mark.parametrize(("name", "arguments", "status"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)])
def test_an_output_keeps_to_its_schema(name: str, arguments: list[str], status: int, files: dict[str, str]) -> None:
    found = json_of(name, *(files.get(word, word) for word in arguments), status=status)
    jsonschema.Draft202012Validator(schema_of(name)).validate(found)


@pytest.mark.parametrize("name", [*OUTPUTS, *FILES])
def test_a_schema_is_one_and_refuses_something(name: str) -> None:
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert not jsonschema.Draft202012Validator(schema).is_valid([])
    assert not jsonschema.Draft202012Validator(schema).is_valid({"surprise": 1})


def test_where_only_a_play_can_tell_a_play_of_the_kit_does() -> None:
    (row,) = json_of("diff", "gin", "--set", "knock.deadwood=5")["parameters"]
    assert row["verdict"] == "only-a-play"
    assert row["play"]["op"] == "legal_action"
    assert [result["legal"] for result in row["play"]["results"]] == [True, False]
    said = run("diff", "gin", "--set", "knock.deadwood=5").stdout
    assert "only a play can tell" not in said
    rows = json_of("readings", "argentino")["readings"]
    shown = {row["reading"]: row["play"] for row in rows if row.get("verdict") == "only-a-play" and row["play"]}
    assert shown, "some reading of the texts shows in a play alone"


def test_files_keep_to_their_schemas(files: dict[str, str]) -> None:
    def valid(name: str, value: Any) -> None:
        jsonschema.Draft202012Validator(schema_of(name)).validate(value)

    valid("certificate", json.loads(Path(files["CERTIFICATE"]).read_text(encoding="utf-8")))
    valid("position", json.loads(POSITION))
    for line in Path(files["GAME"]).read_text(encoding="utf-8").splitlines():
        valid("game-log", json.loads(line))


def test_a_schema_is_printed_and_their_names_are_listed() -> None:
    assert run("schema").stdout.split() == [*OUTPUTS, *FILES]
    assert json_of("schema") == {"schemas": [*OUTPUTS, *FILES]}
    assert json.loads(run("schema", "certificate").stdout) == schema_of("certificate")
    assert "there is no schema 'no'" in refusal("schema", "no")
