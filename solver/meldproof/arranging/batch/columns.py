"""Columns of a batch: some rows' values as a list, or as an array of Arrow or numpy."""

from __future__ import annotations

import json
from typing import Any

from meldproof.arranging.batch.files import JsonText, pyarrow

Column = Any
"""Values of some rows: a list, or an array of Arrow or numpy."""


def is_text(text: str) -> bool:
    """Whether a text can be written: it holds no halves of letters, no bytes that are none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def listed(column: Column) -> list[Any]:
    """A column's values as a list."""
    if isinstance(column, list):
        return column
    values: list[Any] = column.to_pylist() if hasattr(column, "to_pylist") else column.tolist()
    return values


def text_at(column: Column, at: int) -> str:
    """A text of a column, with signs in the place of what is none."""
    if isinstance(column, list):
        return str(column[at])
    return bytes(column[at].as_buffer()).decode(errors="replace")


def not_texts(column: Column) -> list[int]:
    """The rows where a column holds what can't be written as text."""
    if isinstance(column, list):
        plain = set(map(type, column)) <= {str}
        written = column if plain else [_as_written(value) for value in column]
        return [] if is_text("".join(written)) else [at for at, text in enumerate(written) if not is_text(text)]
    try:
        column.validate(full=True)
    except ValueError:
        return [at for at in range(len(column)) if not _is_readable(column[at])]
    return []


def _as_written(value: Any) -> str:
    """A value of CSV, or of JSON as it would be written elsewhere."""
    if isinstance(value, JsonText):
        return json.dumps(json.loads(value), ensure_ascii=False) if "\\u" in value else value
    return value or ""


def _is_readable(value: Any) -> bool:
    try:
        value.as_py()
    except UnicodeDecodeError:
        return False
    return True


def chosen(column: Column, places: list[int]) -> Column:
    """Some of a column's values."""
    if hasattr(column, "to_pylist"):
        return column.take(pyarrow().array(places, pyarrow().int64()))
    return [column[at] for at in places]
