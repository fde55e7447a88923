"""Reading millions of hands: Parquet, CSV and JSON lines, in columns, never more than a chunk in memory.

Besides the hands every other column is read, so that what comes out can be joined with what went in.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from meldproof.arranging.batch.columns import Column, chosen, is_text
from meldproof.arranging.batch.files import CARDS, JsonText, faults_of, opened, pyarrow, source_format
from meldproof.errors import ProblemError
from meldproof.messages import say

MOST_COLUMNS = 1000
_SHOWN = 200
_INTEGERS = range(-(1 << 63), 1 << 63)


class UnreadRow(NamedTuple):
    """A row that can't be read: its number (from 1), what should be the hand, the reason."""

    row: int
    cards: str
    reason: str


class Chunk(NamedTuple):
    """Some rows after one another: `size` in all, those that may be hands in columns, and those at fault."""

    size: int
    rows: Sequence[int]
    cards: Column
    others: tuple[Column, ...]
    faults: list[UnreadRow]


class Survey(NamedTuple):
    """What is known of an input beforehand: a digest of its bytes, its rows, its other columns with their types.

    Types are "text" (CSV), those of JSON values ("integer", "number", "boolean", "json"), or Arrow's.
    """

    digest: str
    rows: int
    others: dict[str, Any]


def check_source(path: Path) -> None:
    """Raises ProblemError for what can't be read from again and again."""
    source_format(path)
    with faults_of(path):
        if not path.is_file():
            what = say("this is no plain file") if path.exists() else say("there is no such file")
            raise ProblemError(f"{path}: {what}")


def survey(path: Path) -> Survey:
    """Read an input once. Raises ProblemError where it is no such file or has no column of cards."""
    kind = source_format(path)
    with faults_of(path):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, hashlib.blake2b).hexdigest()
        if kind == "parquet":
            parquet = _parquet_file(path)
            names = list(parquet.schema_arrow.names)
            _check_names(path, names, say("there must be a column {cards!r}", cards=CARDS))
            types = {field.name: field.type for field in parquet.schema_arrow if field.name != CARDS}
            return Survey(digest, int(parquet.metadata.num_rows), types)
        with opened(path) as lines:
            number, last = 0, b"\n"
            while block := lines.read(1 << 20):
                number, last = number + block.count(b"\n"), block
        number += not last.endswith(b"\n")
        if kind == "jsonl":
            return Survey(digest, number, _json_types(path))
        with _csv_text(path) as text:
            head = _csv_head(csv.reader(text), path)
        return Survey(digest, max(number - 1, 0), {name: "text" for name in head if name != CARDS})


def identity(path: Path) -> tuple[int, ...]:
    """What changes when a file is replaced or written to."""
    with faults_of(path):
        found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def read_chunks(path: Path, found: Survey, size: int, done: int = 0) -> Iterator[Chunk]:
    """The rows of a surveyed file after the first `done`, so many at once. Raises ProblemError."""
    reader = {"csv": _csv_chunks, "jsonl": _json_chunks, "parquet": _parquet_chunks}[source_format(path)]
    with faults_of(path):
        yield from reader(path, found, size, done)


def _check_names(path: Path, names: Sequence[str], must: str) -> None:
    if CARDS not in names:
        raise ProblemError(f"{path}: {must}")
    for name in names:
        if names.count(name) > 1:
            raise ProblemError(say("{path}: two columns are named {name!r}", path=path, name=name[:40]))
    if len(names) > MOST_COLUMNS:
        raise ProblemError(say("{path}: more than {most_columns} columns", path=path, most_columns=MOST_COLUMNS))


# CSV


def _csv_text(path: Path) -> IO[str]:
    return io.TextIOWrapper(opened(path), encoding="utf-8-sig", errors="surrogateescape", newline="")


def _csv_head(reader: Iterator[list[str]], path: Path) -> list[str]:
    try:
        head = next(reader, [])
    except csv.Error as error:
        raise ProblemError(say("{path}: no CSV: {error}", path=path, error=error)) from None
    _check_names(path, head, say("the first line must name a column {cards!r}", cards=CARDS))
    if not is_text("".join(head)):
        raise ProblemError(say("{path}: the first line is not UTF-8 text", path=path))
    return head


def _csv_chunks(path: Path, found: Survey, size: int, done: int) -> Iterator[Chunk]:
    with _csv_text(path) as file:
        head = _csv_head(csv.reader(file), path)
        at = head.index(CARDS)
        places = [place for place in range(len(head)) if place != at]
        number = 0
        while texts := list(islice(file, min(size, done - number) if number < done else size)):
            faults: list[UnreadRow] = []
            columns = _plain_columns(texts, len(head))
            if columns:
                number += len(columns[0])
                rows: Sequence[int] = range(number - len(columns[0]) + 1, number + 1)
            else:
                lines, broken = _csv_lines(texts, file)
                number += len(lines)
                rows = range(number - len(lines) + 1, number + 1)
                lines, rows, faults = _whole_lines(lines, rows, broken, len(head), at)
                columns = [list(column) for column in zip(*lines, strict=True)] or [[] for _ in head]
            if number > done:
                yield Chunk(
                    len(rows) + len(faults), rows, columns[at], tuple(columns[place] for place in places), faults
                )


def _plain_columns(texts: list[str], width: int) -> list[list[str]]:
    """The columns of lines where no quotes stand and every line has so many cells; nothing of other lines.

    No line is looked at by itself: each becomes its cells and a sign of its end, and the ends must stand in one column.
    """
    whole = "".join(texts)
    if '"' in whole or max(map(len, texts)) >= csv.field_size_limit():
        return []
    whole = f"{whole}\n".replace("\r\n", "\n") if whole[-1] != "\n" else whole.replace("\r\n", "\n")
    if "\r" in whole or "\n\n" in whole or whole.startswith("\n"):
        return []
    cells = whole.replace("\n", ",\n,").split(",")
    ends = cells[width :: width + 1]
    if len(cells) != len(texts) * (width + 1) + 1 or ends.count("\n") != len(texts):
        return []
    return [cells[at : -1 : width + 1] for at in range(width)]


def _csv_lines(texts: list[str], file: IO[str]) -> tuple[list[list[str]], dict[int, str]]:
    """The rows of some lines (the last may go on over lines of the file), and why some (empty here) are no CSV."""
    lines: list[list[str]] = []
    broken: dict[int, str] = {}
    reader = csv.reader(chain(texts, file))
    while reader.line_num < len(texts):
        try:
            lines.append(next(reader))
        except StopIteration:
            break
        except csv.Error as error:
            broken[len(lines)] = str(error)
            lines.append([])
    return lines, broken


def _whole_lines(
    lines: list[list[str]], rows: Sequence[int], broken: dict[int, str], width: int, at: int
) -> tuple[list[list[str]], list[int], list[UnreadRow]]:
    """The lines that have a hand, cells that lack being empty, and those at fault."""
    whole, numbers, faults = [], [], []
    for place, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if place in broken:
            faults.append(UnreadRow(row, "", say("no CSV: {broken}", broken=broken[place])))
        elif len(line) <= at:
            faults.append(UnreadRow(row, "", say("no {cards!r} in this line", cards=CARDS)))
        elif len(line) > width:
            faults.append(UnreadRow(row, line[at], say("more cells than the first line has names")))
        else:
            whole.append(line + [""] * (width - len(line)))
            numbers.append(row)
    return whole, numbers, faults


# JSON lines


def _json_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line


_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _json_object(line: bytes) -> dict[str, msgspec.Raw] | None:
    try:
        return _OBJECT.decode(line.decode())  # values stay as they are written, so that all must be text
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def _json_types(path: Path) -> dict[str, str]:
    """The keys of all objects besides the cards, in the order they come in, each with the type of its values."""
    found: dict[str, set[str]] = {}
    for _, line in _json_lines(path):
        for key, value in (_json_object(line) or {}).items():
            if key != CARDS:
                found.setdefault(key, set()).add(_json_type(bytes(value)))
        if len(found) >= MOST_COLUMNS:
            raise ProblemError(
                say("{path}: more than {most_columns} different keys", path=path, most_columns=MOST_COLUMNS)
            )
    types = {key: kinds - {"null"} for key, kinds in found.items()}
    return {
        key: next(iter(kinds)) if len(kinds) == 1 else "number" if kinds == {"integer", "number"} else "json"
        for key, kinds in types.items()
    }


def _json_type(value: bytes) -> str:
    value = value.strip()
    if value[:1] in b'"{[':
        return "text" if value[:1] == b'"' else "json"
    if value in (b"true", b"false", b"null"):
        return "null" if value == b"null" else "boolean"
    if value.lstrip(b"-").isdigit():
        return "integer" if len(value) < 21 and int(value) in _INTEGERS else "json"
    return "number"


def _json_chunks(path: Path, found: Survey, size: int, done: int) -> Iterator[Chunk]:
    lines = islice(_json_lines(path), done, None)
    while some := list(islice(lines, size)):
        rows: list[int] = []
        cards: list[str] = []
        others: list[list[JsonText | None]] = [[] for _ in found.others]
        faults: list[UnreadRow] = []
        for number, line in some:
            entry = _json_object(line) or {}
            hand, why = _json_hand(entry)
            if why:
                text = line.decode(errors="replace").rstrip("\r\n") if hand is None else hand
                faults.append(UnreadRow(number, text[:_SHOWN], why))
                continue
            rows.append(number)
            cards.append(hand)
            for column, key in zip(others, found.others, strict=True):
                column.append(JsonText(bytes(entry[key]).decode().strip()) if key in entry else None)
        yield Chunk(len(some), rows, cards, tuple(others), faults)


def _json_hand(entry: dict[str, msgspec.Raw]) -> tuple[Any, str]:
    """The hand of an object as a text, and what is wrong with it; None where there is none."""
    try:
        written = bytes(entry[CARDS])
        if written[:1] == b'"' and b"\\" not in written:
            return written[1:-1].decode(), ""
        hand = _hand_text(json.loads(written))
    except (KeyError, ValueError, RecursionError):
        return None, f'no JSON object with "{CARDS}"'
    return (hand, "") if isinstance(hand, str) else (str(hand), f'"{CARDS}" is neither a text nor a list of texts')


def _hand_text(hand: Any) -> Any:
    """A list of texts as one."""
    return " ".join(hand) if isinstance(hand, list) and all(isinstance(card, str) for card in hand) else hand


# Parquet


def _parquet_file(path: Path) -> Any:
    parquet = pyarrow("pyarrow.parquet")
    try:
        return parquet.ParquetFile(path)
    except (ValueError, OSError):  # pyarrow's own errors are kinds of these
        raise ProblemError(say("{path}: this is no Parquet file, or it can't be read", path=path)) from None


def _parquet_chunks(path: Path, found: Survey, size: int, done: int) -> Iterator[Chunk]:
    arrow = pyarrow()
    number = 0
    for table in _tables(_batches(path, size), size, arrow):
        number += len(table)
        if number > done:
            rows = table.slice(max(0, len(table) - (number - done)))
            yield _parquet_chunk(rows, number - len(rows) + 1, found, arrow)


def _batches(path: Path, size: int) -> Iterator[Any]:
    try:
        yield from _parquet_file(path).iter_batches(batch_size=size)
    except (ValueError, OSError) as error:
        said = " ".join(str(error).split())[:_SHOWN]
        raise ProblemError(say("{path}: this Parquet can't be read to its end: {said}", path=path, said=said)) from None


def _tables(batches: Iterable[Any], size: int, arrow: Any) -> Iterator[Any]:
    """Record batches as tables of so many rows each (the last may have fewer)."""
    kept: list[Any] = []
    there = 0
    for batch in batches:
        kept.append(batch)
        there += len(batch)
        while there >= size:
            whole = arrow.Table.from_batches(kept)
            yield whole.slice(0, size)
            kept, there = whole.slice(size).to_batches(), there - size
    if there:
        yield arrow.Table.from_batches(kept)


def _parquet_chunk(table: Any, first: int, found: Survey, arrow: Any) -> Chunk:
    table = table.combine_chunks()
    columns = {name: _one_array(table.column(name), arrow) for name in table.column_names}
    rows: Sequence[int] = range(first, first + len(table))
    hands, shown = columns[CARDS], [""] * len(table)
    what = hands.type.value_type if arrow.types.is_dictionary(hands.type) else hands.type
    if str(what) not in ("string", "large_string", "string_view"):
        given = hands.to_pylist()
        texts = [text if isinstance(text := _hand_text(hand), str) else None for hand in given]
        hands, shown = (
            arrow.array(texts, arrow.string()),
            ["" if hand is None else str(hand)[:_SHOWN] for hand in given],
        )
    elif hands.type not in (arrow.string(), arrow.large_string()):
        hands = hands.cast(arrow.large_string())
    if not hands.null_count:
        return Chunk(len(table), rows, hands, tuple(columns[name] for name in found.others), [])
    good = hands.is_valid().to_numpy(zero_copy_only=False).nonzero()[0].tolist()
    bad = hands.is_null().to_numpy(zero_copy_only=False).nonzero()[0].tolist()
    faults = [UnreadRow(rows[at], shown[at], say("{cards!r} is no text", cards=CARDS)) for at in bad]
    others = tuple(chosen(columns[name], good) for name in found.others)
    return Chunk(len(table), [rows[at] for at in good], chosen(hands, good), others, faults)


def _one_array(column: Any, arrow: Any) -> Any:
    chunks = column.chunks
    return chunks[0] if len(chunks) == 1 else arrow.concat_arrays(chunks) if chunks else arrow.array([], column.type)
