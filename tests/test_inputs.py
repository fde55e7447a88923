"""Whatever is named as an input, a command neither waits for it nor is filled up or run over by it: one clear line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from meldproof.conforming.kit import read_kit
from meldproof.conforming.session import Trouble, _read_answer
from meldproof.errors import MeldproofError, ProblemError
from meldproof.inputs import MOST_NESTED, check_nesting, read_plain
from meldproof.playing.advice import read_position
from meldproof.playing.referee import read_log, referee
from meldproof.variants.loading import kept_variant, load_variant

TAKES_A_FILE = {
    "verify": "verify {}",
    "referee": "referee gin {}",
    "play": "play gin {}",
    "perft": "perft gin {}",
    "conform": "conform gin --kit {} -- true",
    "batch": "batch gin {} out.csv",
    "batch of lines": "batch gin {} out.jsonl",
    "batch of Parquet": "batch gin {} out.parquet",
    "a rule file": "solve {} As",
    "a kit's rule file": "kit {}",
}
"""Every command that reads a file; {} is the file."""
ENDINGS = {"batch": ".csv", "batch of lines": ".jsonl", "batch of Parquet": ".parquet", "a rule file": ".toml"}


def run(words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "meldproof", *words.split()],
        capture_output=True, text=True, timeout=60, cwd=folder, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )  # fmt: skip


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def itself(path: Path) -> None:
    path.symlink_to(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def listening(path: Path) -> None:
    socket.socket(socket.AF_UNIX).bind(str(path))


ODD = {"pipe": pipe, "folder": folder, "device": endless, "loop": itself, "huge file": huge, "socket": listening}


@pytest.mark.parametrize("command", TAKES_A_FILE)
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path, command: str) -> None:
    name = f"odd{ENDINGS.get(command, '.toml' if 'rule file' in command else '.json')}"
    pipe(tmp_path / name)
    done = run(TAKES_A_FILE[command].format(f"./{name}"), tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "plain file" in done.stderr


READERS = {
    "log": read_log,
    "position": read_position,
    "kit": read_kit,
    "rules": load_variant,
    "any": lambda path: read_plain(path, "thing"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_plain_file_of_a_fair_size_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, reader: str
) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's name must be short
    path = Path("odd.toml")
    ODD[kind](path)
    with pytest.raises(MeldproofError) as refused:
        READERS[reader](Path("./odd.toml") if reader != "rules" else path.absolute())
    assert "\n" not in str(refused.value)
    assert "odd.toml" in str(refused.value)


# Nesting


def nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth - 1):
        found = [found]
    return found


def test_nesting_is_counted_exactly() -> None:
    check_nesting(nested(MOST_NESTED), "here")
    with pytest.raises(ProblemError, match="here: nested too deeply"):
        check_nesting(nested(MOST_NESTED + 1), "here")
    with pytest.raises(ProblemError):
        check_nesting({"a": {"b": (nested(MOST_NESTED),)}}, "here")


@pytest.mark.parametrize("depth", [100, 400, 900, 3000, 100_000])
def test_values_nested_deeply_are_refused_wherever_they_stand(tmp_path: Path, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    path = tmp_path / "deep.json"
    header = f'{{"variant":"gin","players":2,"settings":{{"set.max":{deep}}}}}'
    with pytest.raises(ProblemError, match=r"nested too deeply|too long"):
        referee(None, [header])
    path.write_text(f'{{"hand":"As","players":2,"table":{deep}}}')
    with pytest.raises(ProblemError):
        read_position(path)
    kit = '{"variant":"gin","settings":{"set.max":%s},"cases":[],"version":1,"equivalent":[]}'
    path.write_text(kit % deep)
    with pytest.raises(ProblemError):
        read_kit(path)
    with pytest.raises(Trouble):
        _read_answer(f'{{"result":{deep}}}'.encode())


def test_settings_nested_deeply_are_refused_by_every_door() -> None:
    for load in (load_variant, kept_variant):
        for depth in (100, 5000):
            with pytest.raises(MeldproofError, match="nested too deeply"):
                load("gin", settings={"set.max": nested(depth)})


def test_a_certificate_nested_deeply_is_refused_in_a_line(tmp_path: Path) -> None:
    for depth in (300, 3000):
        path = tmp_path / "deep.json"
        path.write_text('{"format":"meldproof certificate","version":1,"proofs":' + "[" * depth + "]" * depth + "}")
        done = run(f"verify {path}", tmp_path)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "Traceback" not in done.stderr


# Widths


@pytest.mark.parametrize("columns", ["0", "1", "2", "7", "-1", "wide", "", "9" * 30, "1000000000"])
def test_help_is_laid_out_for_people_whatever_the_terminal_says(tmp_path: Path, columns: str) -> None:
    done = run("solve --help", tmp_path, COLUMNS=columns)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 400
    assert any(line.startswith("Usage: meldproof solve") for line in lines)


@pytest.mark.parametrize("columns", ["0", "1", "80"])
def test_answers_do_not_depend_on_the_width(tmp_path: Path, columns: str) -> None:
    words = [sys.executable, "-m", "meldproof", "solve", "gin", "As 2s 3s 4h"]
    here = {**os.environ, "COLUMNS": columns}
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=tmp_path, env=here)
    assert "As 2s 3s" in done.stdout
