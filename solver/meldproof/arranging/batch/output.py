"""Writing what a batch finds: files that grow chunk by chunk, each knowing how far it is and what it holds so far.

A file is ours as far as a digest of it says so. What stands behind that was being written when a run was killed, and is
dropped; where the digest differs, nothing is touched.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
from collections.abc import Sequence
from hashlib import blake2b
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any, Protocol

from meldproof.arranging.batch.columns import Column, listed
from meldproof.arranging.batch.files import JsonText, faults_of, format_of, pyarrow
from meldproof.errors import ProblemError
from meldproof.messages import say

_PART = re.compile(r"part-(\d{6,})\.(parquet|unfinished)")


def goes_on() -> str:
    """What to do after a fault on the way."""
    return say("; started again, the run goes on where it was")


class Output(Protocol):
    """What grows by columns of rows."""

    def write(self, columns: Sequence[Column]) -> None:
        """Append rows, and wait until they are on the disk."""

    def position(self) -> int:
        """Bytes written, or parts."""

    def digest(self) -> str:
        """A digest of all that was written."""

    def close(self) -> None:
        """Close the file."""


def output(path: Path, columns: dict[str, Any], position: int, digest: str) -> Output:
    """What an earlier run left of an output, or a new one (position 0, digest "").

    `columns` are names with types as a `Survey` has them ("text" and "integer" for our own). Raises ProblemError where
    something else is there.
    """
    kind = format_of(path)
    with faults_of(path):
        if kind == "parquet":
            return _Parts(path, columns, position, digest)
        return _Lines(path, kind, tuple(columns), position, digest)


class _Lines:
    """CSV or JSON lines. The head of CSV is written with the first rows, or when the file is closed without any."""

    def __init__(self, path: Path, kind: str, names: tuple[str, ...], position: int, digest: str) -> None:
        self.path, self.names, self.csv = path, names, kind == "csv"
        self.head = _csv_lines([[name] for name in names]) if self.csv else b""
        self.keys = [f"{json.dumps(name, ensure_ascii=False)}: " for name in names]
        self.hash = self._begun(position, digest)
        self.file = path.open("r+b" if path.exists() else "x+b", buffering=0)
        self.file.truncate(position)
        self.at = self.file.seek(position)
        if not position:
            self._append(self.head)

    def _begun(self, position: int, digest: str) -> Any:
        """The hash of what is there already. Raises ProblemError where that isn't ours."""
        if not digest:  # a run was killed before its first note of rows, if there is anything
            begun = self.head or b'{"row": '
            there = b""
            if self.path.exists():
                with self.path.open("rb") as file:
                    there = file.read(len(begun))
            if not begun.startswith(there):
                raise ProblemError(_not_ours(self.path))
            return blake2b()
        found = _hash_of(self.path, position)
        if found is None or found.hexdigest() != digest:
            raise ProblemError(_not_ours(self.path))
        return found

    def write(self, columns: Sequence[Column]) -> None:
        values = [listed(column) for column in columns]
        if self.csv:
            self._append(_csv_lines([_cells(column) for column in values]))
            return
        keyed = [_pairs(key, column) for key, column in zip(self.keys, values, strict=True)]
        lines = ["{" + ", ".join(filter(None, row)) + "}\n" for row in zip(*keyed, strict=True)]
        self._append("".join(lines).encode(errors="backslashreplace"))  # half a letter, as JSON writes it

    def _append(self, data: bytes) -> None:
        with faults_of(self.path, goes_on()):
            rest = memoryview(data)
            while rest:
                rest = rest[self.file.write(rest) :]
            os.fsync(self.file.fileno())
        self.hash.update(data)
        self.at += len(data)

    def position(self) -> int:
        return self.at

    def digest(self) -> str:
        return str(self.hash.hexdigest())

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.file.close()


def _hash_of(path: Path, size: int) -> Any:
    """A hash that has taken so much of a file; None where there is less."""
    found = blake2b()
    if not path.is_file():
        return None
    with path.open("rb") as file:
        while size and (block := file.read(min(size, 1 << 20))):
            found.update(block)
            size -= len(block)
    return None if size else found


def _not_ours(path: Path) -> str:
    return say(
        "{path}: this is not what the run that was broken off had written; "
        "put that back, or begin anew with another output",
        path=path,
    )


def _csv_lines(columns: Sequence[list[str]]) -> bytes:
    number, width = len(columns[0]), len(columns)
    parts = [","] * (2 * width * number)
    for at, column in enumerate(columns):
        parts[2 * at :: 2 * width] = column
    parts[2 * width - 1 :: 2 * width] = ["\n"] * number
    text = "".join(parts)
    plain = text.count(",") == number * (width - 1) and text.count("\n") == number
    if plain and '"' not in text and "\r" not in text:  # then the module csv would write the same, more slowly
        return text.encode()
    quoted = io.StringIO(newline="")
    csv.writer(quoted, lineterminator="\n").writerows(zip(*columns, strict=True))
    return quoted.getvalue().encode()


def _cells(column: list[Any]) -> list[str]:
    """Values as cells of CSV."""
    kinds = set(map(type, column))
    if kinds <= {str}:
        return column
    return list(map(str, column)) if kinds <= {int} else [_cell(value) for value in column]


def _cell(value: Any) -> str:
    if isinstance(value, JsonText):
        read = json.loads(value)
        return read if isinstance(read, str) else "" if read is None else value
    if value is None:
        return ""
    return value.hex() if isinstance(value, bytes) else str(value) if _is_scalar(value) else _json(value)


def _pairs(key: str, column: list[Any]) -> list[str]:
    """A key with each value in JSON; nothing for none."""
    return ["" if value is None else key + _json(value) for value in column]


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, (list, dict, tuple, bool))


def _json(value: Any) -> str:
    kind = type(value)
    if kind is JsonText:
        return str(value)
    return str(value) if kind is int else encode_basestring(value) if kind is str else _ENCODER.encode(value)


def _other(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, default=_other)


class _Parts:
    """A folder of Parquet, which can't be appended to."""

    def __init__(self, path: Path, columns: dict[str, Any], position: int, digest: str) -> None:
        self.path, self.parts, self.hash = path, position, blake2b()
        self.arrow, self.parquet = pyarrow(), pyarrow("pyarrow.parquet")
        types = {
            "integer": self.arrow.int64(),
            "number": self.arrow.float64(),
            "boolean": self.arrow.bool_(),
            "text": self.arrow.string(),
            "json": self.arrow.string(),
        }
        self.types = [
            (name, types.get(kind, kind) if isinstance(kind, str) else kind) for name, kind in columns.items()
        ]
        self.repeating = list(columns)[2:]  # row numbers and hands hardly come again
        path.mkdir(exist_ok=True)
        torn = []
        for each in path.iterdir():
            number = _PART.fullmatch(each.name)
            if number and int(number[1]) == position:
                torn.append(each)
            elif each.suffix == ".parquet" and (not number or int(number[1]) > position):
                raise ProblemError(_not_ours(each))
        for at in range(position):
            with contextlib.suppress(FileNotFoundError):
                self.hash.update(self._part(at).read_bytes())
        if digest and self.digest() != digest:
            raise ProblemError(_not_ours(path))
        for each in torn:
            each.unlink()

    def _part(self, number: int) -> Path:
        return self.path / f"part-{number:06d}.parquet"

    def write(self, columns: Sequence[Column]) -> None:
        arrays = [self._array(column, kind) for column, (_, kind) in zip(columns, self.types, strict=True)]
        table = self.arrow.table(arrays, schema=self.arrow.schema(self.types))
        unfinished = self._part(self.parts).with_suffix(".unfinished")
        with faults_of(unfinished, goes_on()):
            self.parquet.write_table(table, unfinished, use_dictionary=self.repeating)
            with unfinished.open("r+b") as file:
                os.fsync(file.fileno())
                self.hash.update(file.read())
            unfinished.replace(self._part(self.parts))
        self.parts += 1

    def _array(self, column: Column, kind: Any) -> Any:
        if hasattr(column, "to_pylist"):
            return column.cast(kind)
        if isinstance(column, list) and JsonText in set(map(type, column)):
            column = [_stored(value, kind == self.arrow.string()) for value in column]
        return self.arrow.array(column, kind)

    def position(self) -> int:
        return self.parts

    def digest(self) -> str:
        return self.hash.hexdigest()

    def close(self) -> None:
        """Nothing is open between parts."""


def _stored(value: JsonText | None, as_text: bool) -> Any:
    """A JSON value for Parquet: a text as it is, another as its JSON where the column holds different ones."""
    read = None if value is None else json.loads(value)
    return value if as_text and read is not None and not isinstance(read, str) else read
