"""Files and nested values from outside, looked at before they are read: nothing waits, fills up or runs over."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from meldproof.borrowed import borrowed
from meldproof.errors import MeldproofError, ProblemError
from meldproof.messages import say

MOST_NESTED = 64
"""Lists and tables in one another; what is read here has under 20."""
LARGEST = 64_000_000
"""Bytes, of files whose reader knows no limit of its own."""


def check_plain(path: Path, error: type[MeldproofError] = ProblemError, folder: str = "") -> int:
    """The size in bytes of a plain file. Raises `error` for a folder (with what to name instead), a pipe, a device."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as fault:
        raise error(_unread(path, fault)) from None
    if stat.S_ISDIR(found.st_mode):
        raise error(say("{path} is a folder; {instead}", path=_short(path), instead=folder or say("name a file in it")))
    if not stat.S_ISREG(found.st_mode):
        raise error(say("{path} is not a plain file", path=_short(path)))
    return found.st_size


def read_plain(
    path: Path,
    what: str,
    largest: int = LARGEST,
    error: type[MeldproofError] = ProblemError,
    folder: str = "",
) -> bytes:
    """What a plain file of at most so many bytes holds; `what` it should be, as in "game log".

    Raises `error` with one clear line, before reading, for what can't be one.
    """
    size = check_plain(path, error, folder)
    try:
        # A pipe put in the file's place meanwhile is opened without waiting for a writer, and refused below.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
            if size <= largest and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                data = file.read(largest + 1)
                if len(data) <= largest:
                    return data
    except (OSError, ValueError) as fault:
        raise error(_unread(path, fault)) from None
    most = f"{largest // 1_000_000} MB" if largest >= 1_000_000 else f"{largest // 1024} kB"
    raise error(say("{path} is larger than {most}: this is no {what}", path=_short(path), most=most, what=what))


def read_text(
    path: Path,
    what: str,
    largest: int = LARGEST,
    error: type[MeldproofError] = ProblemError,
    folder: str = "",
) -> str:
    """The same as `read_plain`, of a file of UTF-8 text."""
    try:
        return read_plain(path, what, largest, error, folder).decode("utf-8")
    except UnicodeDecodeError:
        raise error(say("{path} is not UTF-8 text", path=_short(path))) from None


def check_nesting(value: object, where: str, error: type[MeldproofError] = ProblemError) -> None:
    """Raises `error` for lists and tables that are nested so deeply that whoever walks them would run over."""
    level = [value]
    for _ in range(MOST_NESTED):
        inner: list[object] = []
        for entry in level:
            if isinstance(entry, Mapping):
                inner += entry.values()
            elif isinstance(entry, list | tuple | set | frozenset):
                inner += entry
        if not inner:
            return
        level = inner
    raise error(
        say(
            "{where}: nested too deeply (more than {most} lists or tables in one another)",
            where=where,
            most=MOST_NESTED,
        )
    )


def _unread(path: Path, fault: Exception) -> str:
    return say("{path} can't be read: {reason}", path=_short(path), reason=borrowed(fault))


def _short(path: Path) -> str:
    return str(path)[:200]
