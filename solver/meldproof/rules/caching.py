"""Remembering what is derived from a variant's settings, by identity: hashing a whole record costs too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")
MOST_KEPT = 256


def once_per_settings(make: Callable[[Any], Made]) -> Callable[[Any], Made]:
    """A function of settings that computes each result once for one and the same record."""
    kept: dict[int, tuple[Any, Made]] = {}

    def get(settings: Any) -> Made:
        found = kept.get(id(settings))
        if found is not None and found[0] is settings:
            return found[1]
        if len(kept) >= MOST_KEPT:
            kept.clear()
        made = make(settings)
        kept[id(settings)] = (settings, made)
        return made

    get.__doc__ = make.__doc__
    return get
