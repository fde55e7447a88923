"""The files of a batch: their formats by name, opening them, the lock on an output, and what a fault of theirs says."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.messages import say

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
CARDS = "cards"
"""The column that holds the hands as text."""


class JsonText(str):
    """A value as it was written in JSON."""

    __slots__ = ()


def format_of(path: Path) -> str:
    """The format that a file's name asks for. Raises ProblemError."""
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        raise ProblemError(say("{name}: the name must end in {formats}", name=path.name, formats=", ".join(FORMATS)))
    return found


def source_format(path: Path) -> str:
    """The format of an input, which may be packed by gzip unless it is Parquet. Raises ProblemError."""
    if not _packed(path):
        return format_of(path)
    kind = format_of(path.with_suffix(""))
    if kind == "parquet":
        raise ProblemError(say("{name}: Parquet packs by itself; only .csv and .jsonl may be .gz", name=path.name))
    return kind


def _packed(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def opened(path: Path) -> IO[bytes]:
    """An input, unpacked."""
    return cast("IO[bytes]", gzip.open(path)) if _packed(path) else path.open("rb")


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths are one file."""
    return one.exists() and other.exists() and os.path.samefile(one, other)


@contextlib.contextmanager
def faults_of(path: Path, what_then: str = "") -> Iterator[None]:
    """Whatever the system says of a file, and a torn gzip file, is one clear line: a ProblemError."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ProblemError(say("{path}: this is no whole gzip file", path=path)) from None
    except OSError as error:
        said = borrowed(error)[:200]
        raise ProblemError(f"{path}: {said}{what_then}") from None


def pyarrow(name: str = "pyarrow") -> Any:
    """pyarrow, or a module of it. Raises ProblemError where it isn't installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ProblemError(say("Parquet needs pyarrow: pip install 'meldproof[batch]'")) from None


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep other runs from an output, by a lock that the system takes from a process that ends.

    Raises ProblemError where another run holds it. The file beside the output goes with the lock.
    """
    path = out.with_name(f"{out.name}.lock")
    with faults_of(path):
        file = _locked_file(path)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if os.name == "nt":  # an open file can't be removed there
                os.close(file)
                path.unlink()
            else:
                path.unlink()
                os.close(file)


def _locked_file(path: Path) -> int:
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if os.fstat(file).st_size:
                raise ProblemError(
                    say("{path}: this is no lock of ours; remove it, or choose another output", path=path)
                )
            if not _takes_lock(file):
                raise ProblemError(say("{with_suffix}: another run is writing it", with_suffix=path.with_suffix("")))
            with contextlib.suppress(FileNotFoundError):  # who held it may have removed it since
                if os.path.samestat(os.fstat(file), path.stat()):
                    return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _takes_lock(file: int) -> bool:
    """Lock an open file for as long as this process has it open; False where another has."""
    try:
        if os.name == "nt":
            msvcrt: Any = importlib.import_module("msvcrt")
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
