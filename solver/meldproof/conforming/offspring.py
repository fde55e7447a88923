"""What a process leaves behind: under Linux it is found even where it has left the process's group and session.

While an implementation runs, whatever it leaves without a parent becomes this process's child (the kernel's
"child subreaper"). It is told from other children by its session: it can leave its own, but not enter ours.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux's prctl(2)."""
LONGEST = 3.0
"""Seconds of ending what goes on making children."""


class _Process(NamedTuple):
    number: int
    parent: int
    session: int
    dead: bool


class Offspring:
    """The processes that come of one started from now on, until `end`; one at a time in a process."""

    def __init__(self) -> None:
        self._before = {process.number for process in _processes() if process.parent == os.getpid()}
        _adopt(True)

    def end(self, first: int) -> None:
        """End all that descends from a process, which is ended already, or that it left behind."""
        until = time.monotonic() + LONGEST
        while (left := self._left(first)) and time.monotonic() < until:
            for process in left:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process.number, signal.SIGKILL)
                if process.parent == os.getpid():
                    with contextlib.suppress(ChildProcessError):
                        os.waitpid(process.number, os.WNOHANG)
        _adopt(False)

    def _left(self, first: int) -> list[_Process]:
        there = {process.number: process for process in _processes()}
        ours = os.getpid()
        found = {
            number
            for number, process in there.items()
            if process.parent == ours
            and number != first
            and number not in self._before
            and process.session != os.getsid(0)
        }
        found |= {number for number in there if number == first and not there[number].dead}
        more = found
        while more:
            more = {number for number, process in there.items() if process.parent in more} - found
            found = found | more
        return [there[number] for number in found if not there[number].dead or there[number].parent == ours]


def _processes() -> Iterator[_Process]:
    """All processes, as /proc lists them; none where there is no /proc."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        yield _Process(int(folder.name), int(parent), int(session), state in "ZX")


def _adopt(wanted: bool) -> None:
    """Whether orphans among our descendants become our children; does nothing where there is no such call."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0)
