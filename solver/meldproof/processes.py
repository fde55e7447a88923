"""What a process of a pool does first: it ends when the one that started it does, however that ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import wait
from threading import Thread


def end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever: a thread of its own watches, and ends it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), name="end with parent", daemon=True).start()


def end_quietly() -> None:
    """The same, and an interruption ends it without a word: the one that started it speaks."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
