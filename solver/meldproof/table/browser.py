"""The table inside a browser: what Pyodide calls there. z3 isn't to be had, and not needed by what is asked."""

from __future__ import annotations

import sys
import types

MOST_SECONDS = 60.0
NOT_THERE = ("z3",)
"""Modules that are imported where they may not be used."""


class _Absent(types.ModuleType):
    """A module that can be imported and holds nothing."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ModuleNotFoundError(f"No module named {self.__name__!r}", name=self.__name__)


def prepare() -> None:
    """Put empty modules in the place of those that can't be had, and load what the first question needs."""
    for name in NOT_THERE:
        sys.modules.setdefault(name, _Absent(name))
    answer('{"ask": "variants"}')


def answer(text: str) -> str:
    """The reply to a request. Nobody else waits here, so that a question may ask for more time than a server gives."""
    from meldproof.table.answering import reply

    return reply(text, MOST_SECONDS).decode()
