"""Reading and writing millions of hands: Parquet, CSV and JSON lines, never more than a chunk in memory."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from meldproof.errors import ProblemError

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
CARDS = "cards"
"""The column that holds the hands as text."""


class Row(NamedTuple):
    """A row of the input: its number (from 1), the hand as text, and where it can't be read, the reason."""

    number: int
    cards: str
    fault: str


def format_of(path: Path) -> str:
    """The format that a file's name asks for. Raises ProblemError."""
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        raise ProblemError(f"{path.name}: the name must end in {', '.join(FORMATS)}")
    return found


def source_format(path: Path) -> str:
    """The format of an input, which may be packed by gzip unless it is Parquet. Raises ProblemError."""
    if not _packed(path):
        return format_of(path)
    kind = format_of(path.with_suffix(""))
    if kind == "parquet":
        raise ProblemError(f"{path.name}: Parquet packs by itself; only .csv and .jsonl may be .gz")
    return kind


def _packed(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if _packed(path) else path.open("rb")


def _opened_text(path: Path) -> IO[str]:
    return io.TextIOWrapper(_opened(path), encoding="utf-8-sig", newline="" if source_format(path) == "csv" else None)


@contextlib.contextmanager
def _whole(path: Path) -> Iterator[None]:
    """A torn gzip file is one clear line."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ProblemError(f"{path}: this is no whole gzip file") from None


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file, one after another. Raises ProblemError where there is no such file or no such column."""
    reader = {"csv": _csv_rows, "jsonl": _json_rows, "parquet": _parquet_rows}[source_format(path)]
    try:
        with _whole(path):
            yield from reader(path)
    except OSError as error:
        raise ProblemError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ProblemError(f"{path}: this is not UTF-8 text") from None


def _csv_rows(path: Path) -> Iterator[Row]:
    with _opened_text(path) as file:
        reader = csv.reader(file)
        head = next(reader, [])
        if CARDS not in head:
            raise ProblemError(f"{path}: the first line must name a column {CARDS!r}")
        column = head.index(CARDS)
        number = 0
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                number += 1
                yield Row(number, "", f"no CSV: {error}")
                continue
            number += 1
            held = column < len(cells)
            yield Row(number, cells[column] if held else "", "" if held else f"no {CARDS!r} in this line")


def _json_rows(path: Path) -> Iterator[Row]:
    with _opened_text(path) as file:
        for number, line in enumerate(file, 1):
            try:
                cards = json.loads(line)[CARDS]
            except (ValueError, KeyError, TypeError, RecursionError):
                yield Row(number, line.rstrip("\n")[:200], f'no JSON object with "{CARDS}"')
                continue
            if isinstance(cards, list) and all(isinstance(card, str) for card in cards):
                cards = " ".join(cards)
            if isinstance(cards, str):
                yield Row(number, cards, "")
            else:
                yield Row(number, str(cards)[:200], f'"{CARDS}" is neither a text nor a list of texts')


def _parquet_rows(path: Path) -> Iterator[Row]:
    file = _parquet_file(path)
    if CARDS not in file.schema_arrow.names:
        raise ProblemError(f"{path}: there must be a column {CARDS!r}")
    number = 0
    for batch in file.iter_batches(batch_size=8192, columns=[CARDS]):
        for cards in batch.column(0).to_pylist():
            number += 1
            if isinstance(cards, str):
                yield Row(number, cards, "")
            else:
                yield Row(number, "" if cards is None else str(cards)[:200], f"{CARDS!r} is no text")


def count_rows(path: Path) -> int:
    """How many rows there are, in a text file with a row a line."""
    kind = source_format(path)
    if kind == "parquet":
        return int(_parquet_file(path).metadata.num_rows)
    with _whole(path), _opened(path) as file:
        lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
    return lines - (kind == "csv")


def _parquet_file(path: Path) -> Any:
    parquet = _pyarrow("pyarrow.parquet")
    try:
        return parquet.ParquetFile(path)
    except (ValueError, OSError):  # pyarrow's own errors are kinds of these
        raise ProblemError(f"{path}: this is no Parquet file, or it can't be read") from None


def _pyarrow(name: str) -> Any:
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise ProblemError("Parquet needs pyarrow: pip install 'meldproof[batch]'") from None


class Writer:
    """Appends chunks of rows to a file. Parquet can't be appended to: there the output is a folder of parts.

    `position()` after a chunk says where the next begins; `Writer(path, columns, position)` goes on from there, and
    what was written after it, by a run that was killed, is dropped.
    """

    def __init__(self, path: Path, columns: Sequence[str], position: int) -> None:
        self.path, self.columns, self.kind = path, tuple(columns), format_of(path)
        self.file: IO[str] | None = None
        self.parts = position
        if self.kind == "parquet":
            _pyarrow("pyarrow")
            path.mkdir(exist_ok=True)
            for part in path.glob("part-*"):
                if part.suffix != ".parquet" or int(part.stem.removeprefix("part-")) >= position:
                    part.unlink()
            return
        with path.open("ab") as file:
            file.truncate(position)
        self.file = path.open("a", encoding="utf-8", newline="")
        if position == 0 and self.kind == "csv":
            csv.writer(self.file, lineterminator="\n").writerow(self.columns)

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        """Append rows, and wait until they are on the disk."""
        if self.file is None:
            self._write_part(rows)
            return
        if self.kind == "csv":
            csv.writer(self.file, lineterminator="\n").writerows(rows)
        else:
            for row in rows:
                json.dump(dict(zip(self.columns, row, strict=True)), self.file, ensure_ascii=False)
                self.file.write("\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def _write_part(self, rows: Sequence[Sequence[object]]) -> None:
        arrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
        columns = {name: [row[at] for row in rows] for at, name in enumerate(self.columns)}
        whole = self.path / f"part-{self.parts:06d}.parquet"
        unfinished = whole.with_suffix(".unfinished")
        parquet.write_table(arrow.table(columns), unfinished)
        unfinished.replace(whole)
        self.parts += 1

    def position(self) -> int:
        """Bytes written, or parts."""
        return self.parts if self.file is None else os.fstat(self.file.fileno()).st_size

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()
