"""`batch` on a bad day: killed, doubled, its files changed under it; nothing is lost, and nothing else is touched."""

from __future__ import annotations

import csv
import datetime
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from test_batch import GIN, Killed, hands

import meldproof
from meldproof.arranging.batch import running as batches
from meldproof.arranging.batch.input import _plain_columns
from meldproof.arranging.batch.output import _csv_lines

OUTPUTS = ["out.csv", "out.jsonl", "out.parquet"]
ROWS = 40
each_output = pytest.mark.parametrize("name", OUTPUTS)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Forty rows in chunks of five, a few of which are no hands, with a column beside."""
    monkeypatch.setattr(batches, "ROWS_AT_ONCE", 5)
    rows = hands(ROWS, 3)
    rows[2], rows[17], rows[33] = "Zz", "As As", ""
    path = tmp_path / "in.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("id", "cards"), *((f"é{at}", row) for at, row in enumerate(rows))])
    return path


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder with what it holds."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stop_at(rows: int) -> Callable[[int, int], None]:
    def advance(done: int, total: int) -> None:
        if done >= rows:
            raise Killed

    return advance


def broken_off(source: Path, name: str, rows: int = 20) -> Path:
    out = source.with_name(name)
    with pytest.raises(Killed):
        batches.run_batch(GIN, source, out, advance=stop_at(rows))
    return out


def whole(source: Path, name: str) -> dict[str, bytes]:
    """What one run writes."""
    folder = source.parent / "whole"
    folder.mkdir()
    shutil.copy(source, folder / source.name)
    batches.run_batch(GIN, folder / source.name, folder / name)
    return tree(folder)


def refused(source: Path, out: Path, line: str, **options: Any) -> None:
    """One clear line, and not a byte of any file is touched."""
    before = tree(source.parent)
    with pytest.raises(meldproof.ProblemError, match=line) as caught:
        batches.run_batch(GIN, source, out, **options)
    assert len(str(caught.value).splitlines()) == 1
    assert tree(source.parent) == before


# Two at once, one killed


@each_output
def test_of_two_runs_at_once_the_second_is_refused(source: Path, name: str) -> None:
    right, out = whole(source, name), source.with_name(name)
    lines: list[str] = []

    def advance(done: int, total: int) -> None:
        with pytest.raises(meldproof.ProblemError) as caught:
            batches.run_batch(GIN, source, out)
        lines.append(str(caught.value))

    result = batches.run_batch(GIN, source, out, advance=advance)
    assert (result.rows, result.unreadable) == (ROWS, 3)
    assert set(lines) == {f"{out}: another run is writing it"}
    shutil.rmtree(source.parent / "whole")
    assert tree(source.parent) == right


RUN = """
import sys, meldproof
from pathlib import Path
from meldproof.arranging.batch import running as batch
batch.ROWS_AT_ONCE = 5
try:
    batch.run_batch(meldproof.variant("gin"), Path(sys.argv[1]), Path(sys.argv[2]))
except meldproof.MeldproofError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""


def begin(source: Path, out: Path, before: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", before + RUN, str(source), str(out)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def killed_again_and_again(source: Path, name: str, kills: int, seed: int) -> None:
    right, out, rng = whole(source, name), source.with_name(name), random.Random(seed)
    shutil.rmtree(source.parent / "whole")
    note = out.with_name(f"{name}.progress.json")
    for _ in range(kills):
        run = begin(source, out)
        while not note.exists() and run.poll() is None:
            time.sleep(0.002)
        time.sleep(rng.random() * 0.03)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        if run.returncode == 0:
            break
    else:
        done = begin(source, out)
        assert done.communicate()[1] == ""
        assert done.returncode == 0
    assert tree(source.parent) == right


@each_output
def test_a_killed_process_leaves_no_lock_and_no_row_is_lost(source: Path, name: str) -> None:
    killed_again_and_again(source, name, 2, 1)


@pytest.mark.slow
@each_output
@pytest.mark.parametrize("seed", range(10))
def test_processes_killed_again_and_again_lose_no_row(source: Path, name: str, seed: int) -> None:
    killed_again_and_again(source, name, 8, seed)


@pytest.mark.skipif(os.name == "nt", reason="no such limit there")
@each_output
def test_where_the_disk_is_full_one_line_says_so_and_the_run_goes_on_later(source: Path, name: str) -> None:
    right, out = whole(source, name), source.with_name(name)
    shutil.rmtree(source.parent / "whole")
    limit = 900 if name != "out.parquet" else 1500
    run = begin(source, out, f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n")
    said = run.communicate()[1]
    assert run.returncode == 2
    assert len(said.splitlines()) == 1
    assert "goes on where it was" in said
    again = begin(source, out)
    assert (again.communicate()[1], again.returncode) == ("", 0)
    assert tree(source.parent) == right


# Files changed between two runs, or under one


def test_another_input_of_the_same_size_and_time_is_refused(source: Path) -> None:
    out, times = broken_off(source, "out.csv"), source.stat()
    changed = source.read_bytes().replace("é39".encode(), "é38".encode())
    source.write_bytes(changed)
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    refused(source, out, "other options or input was broken off here")


def test_an_input_that_only_moved_is_the_same(source: Path) -> None:
    right, out = whole(source, "out.csv"), broken_off(source, "out.csv")
    moved = source.with_name("moved.csv")
    source.rename(moved)
    assert batches.run_batch(GIN, moved, out).resumed_from == 20
    assert out.read_bytes() == right["out.csv"]


def test_an_input_that_changes_under_a_run_ends_it(source: Path) -> None:
    def advance(done: int, total: int) -> None:
        if done == 10:
            source.write_bytes(source.read_bytes()[:-1] + b" ")

    with pytest.raises(meldproof.ProblemError, match="changed while it was read"):
        batches.run_batch(GIN, source, source.with_name("out.csv"), advance=advance)
    refused(source, source.with_name("out.csv"), "other options or input")


def removed(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def shortened(path: Path) -> None:
    part = max(path.iterdir()) if path.is_dir() else path
    part.write_bytes(part.read_bytes()[:-1])


def replaced(path: Path) -> None:
    part = min(path.iterdir()) if path.is_dir() else path
    part.write_bytes(b"mine" * 9999)


@each_output
@pytest.mark.parametrize("change", [removed, shortened, replaced])
@pytest.mark.parametrize("which", ["output", "side"])
def test_what_is_not_as_the_note_says_is_left_alone(
    source: Path, name: str, change: Callable[[Path], None], which: str
) -> None:
    out = broken_off(source, name)
    change(out if which == "output" else out.with_name(f"{name}.unreadable.jsonl"))
    refused(source, out, "is not what the run that was broken off had written")


@each_output
def test_rows_written_after_the_note_are_dropped(source: Path, name: str) -> None:
    right, out = whole(source, name), broken_off(source, name)
    shutil.rmtree(source.parent / "whole")
    if name == "out.parquet":
        shutil.copy(out / "part-000000.parquet", out / "part-000004.parquet")
        (out / "part-000004.unfinished").write_bytes(b"torn")
    else:
        out.write_bytes(out.read_bytes() + b"21,torn")
    batches.run_batch(GIN, source, out)
    assert tree(source.parent) == right


def test_parts_of_somebody_else_are_left_alone(source: Path) -> None:
    out = broken_off(source, "out.parquet")
    for name in ("part-000009.parquet", "part-abc.parquet", "mine.parquet"):
        (out / name).write_bytes(b"mine")
        refused(source, out, f"{name}: this is not what the run")
        (out / name).unlink()
    (out / "part-of-my-notes.txt").write_text("mine", encoding="utf-8")
    batches.run_batch(GIN, source, out)
    assert (out / "part-of-my-notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["out.csv", "out.csv.unreadable.jsonl", "out.csv.lock", "out.csv.progress.json"])
def test_files_that_are_there_already_are_left_alone(source: Path, name: str) -> None:
    source.with_name(name).write_text("mine\n", encoding="utf-8")
    line = {"out.csv.lock": "no lock of ours", "out.csv.progress.json": "no note of a broken run"}
    refused(source, source.with_name("out.csv"), line.get(name, "it is there already"))


def test_a_note_beside_an_output_of_somebody_else_takes_nothing_from_it(source: Path) -> None:
    """The run was killed before it wrote anything."""
    out = source.with_name("out.csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "output", lambda *given: stop_at(0)(1, 1))
        with pytest.raises(Killed):
            batches.run_batch(GIN, source, out)
    out.write_text("mine\n", encoding="utf-8")
    refused(source, out, "is not what the run")


# Places and options that don't do


def test_places_that_do_not_do_are_one_clear_line(source: Path) -> None:
    folder = source.parent
    (folder / "folder.csv").mkdir()
    refused(source, folder / "folder.csv", "it is there already")
    refused(folder / "folder.csv", folder / "out.csv", "no plain file")
    refused(source, source, "this is the input")
    refused(source, folder / "none" / "out.csv", "there is no folder")
    refused(source, Path(), "the name must end in")
    refused(Path(), folder / "out.csv", "the name must end in")
    refused(source, folder / f"{'a' * 300}.csv", "name too long")
    refused(folder / f"{'a' * 300}.csv", folder / "out.csv", "name too long")
    (folder / "nowhere.csv").symlink_to(folder / "gone.csv")
    refused(source, folder / "nowhere.csv", "it is there already")
    os.mkfifo(folder / "pipe.csv")
    refused(folder / "pipe.csv", folder / "out.csv", "no plain file")
    if os.geteuid():
        (folder / "locked").mkdir(mode=0o500)
        refused(source, folder / "locked" / "out.csv", "Permission denied")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"threads": -1}, "threads are a whole number from 1 to 256, not -1"),
        ({"threads": 0}, "threads are a whole number"),
        ({"threads": 10**9}, "threads are a whole number"),
        ({"objective": ("nonsense",)}, "nonsense"),
        ({"discard": "nonsense"}, "nonsense"),
    ],
)
def test_options_that_do_not_do_are_refused_before_anything_is_written(
    source: Path, options: dict[str, Any], line: str
) -> None:
    refused(source, source.with_name("out.csv"), line, **options)


@pytest.mark.parametrize(("read", "write"), [("in.csv", "out.parquet"), ("in.parquet", "out.csv")])
def test_parquet_without_pyarrow_leaves_nothing_behind(
    source: Path, monkeypatch: pytest.MonkeyPatch, read: str, write: str
) -> None:
    source.with_name("in.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    refused(source.with_name(read), source.with_name(write), r"pip install 'meldproof\[batch\]'")


# CSV without the module csv, where nothing is quoted


@pytest.mark.parametrize("seed", range(4))
def test_lines_without_quotes_are_split_as_the_module_csv_splits_them(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(3000):
        width = rng.randint(1, 4)
        signs = rng.choice(["a,\n", "a,,,\n\n", "ab \0\udcff,\n\r", "a\u2028\x0b\x85,\r\n"])
        lines = [",".join(rng.choices(["", "a", "b c", "\0", "\x1c"], k=width)) for _ in range(rng.randint(1, 4))]
        text = rng.choice(["\n", "\r\n"]).join(lines) + rng.choice(["\n", "\r\n", "\r", "x"])
        if rng.random() < 0.4:
            text = "".join(rng.choices(signs, k=rng.randint(1, 12)))
        with io.StringIO(text, newline="") as file:
            texts = list(file)
        found = _plain_columns(texts, width)
        rows = list(csv.reader(texts))
        if found:
            assert [list(row) for row in zip(*found, strict=True)] == rows, text
        elif "\r" not in text.replace("\r\n", "\n"):
            assert any(len(row) != width for row in rows) or width == 1 or not rows, text


@pytest.mark.parametrize("seed", range(4))
def test_columns_are_written_as_the_module_csv_writes_them(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1500):
        width, rows = rng.randint(2, 4), rng.randint(1, 4)
        signs = rng.choice(["a1", "a1é", "a,", 'a"', "a\n", "a\r", "a, \n"])
        columns = [["".join(rng.choices(signs, k=rng.randint(0, 3))) for _ in range(rows)] for _ in range(width)]
        with io.StringIO(newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(zip(*columns, strict=True))
            assert _csv_lines(columns) == file.getvalue().encode()


# Rows that are nothing


ODD_LINES = [
    r'{"cards": "\ud800"}',
    r'{"cards": "As", "id": "\ud800"}',
    r'{"cards": "As", "\ud800": 1}',
    r'{"cards": ["\ud800", "As"]}',
    '{"cards": "As\\u0000Ks"}',
    '{"cards": null}',
    '{"cards": true}',
    '{"cards": {}}',
    '{"cards": "As", "id": NaN}',
    "[" * 5000,
    '{"cards": ' + "[" * 5000,
    "\x00",
    '{"cards": "' + "A" * 50_000 + '"}',
]


@each_output
def test_lines_that_no_file_can_hold_are_put_aside_and_the_run_ends(tmp_path: Path, name: str) -> None:
    lines = [line.encode() for line in ODD_LINES] + [b'{"cards": "\xff"}', b'{"cards": "As", "id": "\xff"}']
    good = b'{"cards": "As", "id": 7}'
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\n".join([good, *lines, good]))
    result = batches.run_batch(GIN, source, tmp_path / name)
    assert (result.rows, result.solved, result.unreadable) == (len(lines) + 2, 2, len(lines))
    bad = [json.loads(line) for line in Path(result.side).read_bytes().decode().splitlines()]
    assert [row["row"] for row in bad] == list(range(2, len(lines) + 2))
    assert all(row["reason"] and len(row["reason"].splitlines()) == 1 for row in bad)


def test_lines_of_csv_that_are_nothing_are_put_aside(source: Path) -> None:
    lines = [b"1,As", b"2,\xff", b"\xff,As", b"", b"3", b"4,As,more", b"5,As\0", b'6,"As\nKs"', b'7,"' + b"A" * 140_000]
    source.write_bytes(b"id,cards\n" + b"\n".join(lines) + b'"\n8,Ks')
    result = batches.run_batch(GIN, source, source.with_name("out.jsonl"))
    rows = [json.loads(line) for line in source.with_name("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["row"], row["id"], row["cards"]) for row in rows] == [
        (1, "1", "As"),
        (8, "6", "As\nKs"),
        (10, "8", "Ks"),
    ]
    bad = [json.loads(line)["reason"] for line in Path(result.side).read_text(encoding="utf-8").splitlines()]
    said = ["no card", "no text", "no 'cards'", "no 'cards'", "more cells", "no card", "no CSV"]
    assert len(bad) == len(said)
    assert all(part in reason for part, reason in zip(said, bad, strict=True))


def test_texts_of_parquet_that_are_no_text_are_put_aside(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    bytes_of = arrow.array([b"As", b"\xff", None, b"Ks", b"Qs"])
    as_text = arrow.Array.from_buffers(arrow.string(), 5, bytes_of.buffers())
    other = arrow.Array.from_buffers(arrow.string(), 5, arrow.array([b"a", b"b", b"c", b"\xff", None]).buffers())
    parquet.write_table(arrow.table({"cards": as_text, "id": other}), tmp_path / "in.parquet")
    for name in OUTPUTS:
        result = batches.run_batch(GIN, tmp_path / "in.parquet", tmp_path / name)
        bad = [json.loads(line) for line in Path(result.side).read_text(encoding="utf-8").splitlines()]
        assert [(row["row"], row["cards"]) for row in bad] == [(2, "\ufffd"), (3, ""), (4, "Ks")], name


# The input's other columns


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    from pyarrow import parquet

    return list(parquet.read_table(path).to_pylist())


FROM_CSV = 'id,cards,note\n7,As,"a,""b""\n"\n,ZZ,x\n08,Ks\n'
FROM_JSON = """\
{"id": 7, "cards": "As", "price": 1.50, "deep": {"a": [1, "é"]}, "mixed": 1, "said": true}
{"cards": "ZZ"}
{"said": null, "id": 99999999999999999999, "cards": ["Ks"], "price": 2, "mixed": "x"}
"""


@each_output
def test_other_columns_of_csv_are_kept_as_text(tmp_path: Path, name: str) -> None:
    (tmp_path / "in.csv").write_text(FROM_CSV, encoding="utf-8")
    batches.run_batch(GIN, tmp_path / "in.csv", tmp_path / name)
    found = rows_of(tmp_path / name)
    assert [(row["id"], row["note"]) for row in found] == [("7", 'a,"b"\n'), ("08", "")]
    assert list(found[0]) == ["row", "cards", "deadwood_points", "id", "note"]


def test_other_keys_of_json_are_kept_as_written(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(FROM_JSON, encoding="utf-8")
    for name in OUTPUTS:
        batches.run_batch(GIN, tmp_path / "in.jsonl", tmp_path / name)
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines == [
        '{"row": 1, "cards": "As", "deadwood_points": 1, "id": 7, "price": 1.50, "deep": {"a": [1, "é"]}, "mixed": 1, "said": true}',
        '{"row": 3, "cards": "Ks", "deadwood_points": 10, "id": 99999999999999999999, "price": 2, "mixed": "x", "said": null}',
    ]
    first, second = rows_of(tmp_path / "out.parquet")
    assert (first["id"], second["id"]) == ("7", "99999999999999999999")
    assert (first["price"], second["price"], first["said"], second["said"]) == (1.5, 2.0, True, None)
    assert (first["mixed"], second["mixed"], second["deep"]) == ("1", "x", None)
    assert json.loads(first["deep"]) == {"a": [1, "é"]}
    first, second = rows_of(tmp_path / "out.csv")
    assert (first["price"], second["id"], second["said"], second["deep"]) == ("1.50", "9" * 20, "", "")
    assert json.loads(first["deep"]) == {"a": [1, "é"]}


def test_other_columns_of_parquet_keep_their_types(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    day = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)
    others = {
        "id": arrow.array([7, 8, None], arrow.uint32()),
        "when": arrow.array([day] * 3, arrow.timestamp("ms", "UTC")),
        "price": arrow.array([Decimal("1.50")] * 3),
        "list": arrow.array([[1, 2], None, []]),
        "raw": arrow.array([b"\xff", b"", None]),
        "kind": arrow.array(["a", "b", "a"]).dictionary_encode(),
    }
    table = arrow.table({"cards": ["As", "ZZ", "Ks"], **others})
    parquet.write_table(table, tmp_path / "in.parquet", row_group_size=2)
    for name in OUTPUTS:
        batches.run_batch(GIN, tmp_path / "in.parquet", tmp_path / name)
    found = parquet.read_table(tmp_path / "out.parquet")
    kept = table.take([0, 2])
    assert found.select(["id", "when", "price", "list", "raw"]).equals(
        kept.select(["id", "when", "price", "list", "raw"])
    )
    assert found.column("kind").to_pylist() == ["a", "a"]
    assert [(row["id"], row["list"], row["price"]) for row in rows_of(tmp_path / "out.csv")] == [
        ("7", "[1, 2]", "1.50"),
        ("", "[]", "1.50"),
    ]
    lines = rows_of(tmp_path / "out.jsonl")
    assert (lines[0]["list"], lines[0]["raw"], lines[0]["when"]) == ([1, 2], "ff", "2026-11-30 12:00:00+00:00")
    assert "id" not in lines[1]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("in.csv", "row,cards\n1,As\n", "a column 'row' of its own"),
        ("in.csv", "deadwood_points,cards\n1,As\n", "a column 'deadwood_points' of its own"),
        ("in.csv", "id,cards,id\n1,As,2\n", "two columns are named 'id'"),
        ("in.csv", "cards,cards\nAs,As\n", "two columns are named 'cards'"),
        ("in.jsonl", '{"cards": "As"}\n{"row": 1}\n', "a column 'row' of its own"),
        ("in.jsonl", "".join(json.dumps({f"k{at}": 1}) + "\n" for at in range(1001)), "more than 1000 different keys"),
    ],
)
def test_names_that_clash_are_refused(tmp_path: Path, name: str, text: str, line: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    refused(tmp_path / name, tmp_path / "out.csv", line)


def test_a_column_named_melds_clashes_only_where_melds_are_written(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("melds,cards\nx,As\n", encoding="utf-8")
    refused(tmp_path / "in.csv", tmp_path / "out.csv", "a column 'melds' of its own", melds=True)
    batches.run_batch(GIN, tmp_path / "in.csv", tmp_path / "out.csv")
    assert rows_of(tmp_path / "out.csv") == [{"row": "1", "cards": "As", "deadwood_points": "1", "melds": "x"}]
