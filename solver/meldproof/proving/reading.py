"""Which parameters the code looks at, watched while it answers: that of play, and the rules of melds and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from meldproof.proving.telling import plain_melds
from meldproof.rules.melds import RULES, applies
from meldproof.rules.worth import point_tables
from meldproof.variants.loading import Variant
from meldproof.witnesses.shared_terms import Reads, Watched

ONE_IN = 7
"""Of plain melds every so manieth is looked at: they come in families of ten or so that are alike."""


class WatchedSettings(Watched):
    """Settings that pass for the ones they watch, for caches too, and note each parameter as it is read."""

    __class__ = property(lambda self: type(self._values))  # for isinstance

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        return bool(self._values == getattr(other, "_values", other))

    def __getattr__(self, name: str) -> Any:
        of_all = getattr(type(self._values), name, None)
        if isinstance(of_all, property):  # what it reads is read here, too
            return of_all.__get__(self)
        return partial(of_all, self) if callable(of_all) else super().__getattr__(name)

    def _deeper(self, values: msgspec.Struct, prefix: str) -> Watched:
        return WatchedSettings(values, prefix, self._reads)


def parameters_read(
    variant: Variant, ask: Callable[[Any, Variant], object], questions: Iterable[Any]
) -> frozenset[str]:
    """The names of all parameters that are read while these questions are answered."""
    reads: Reads = {}
    watched = msgspec.structs.replace(variant, settings=WatchedSettings(variant.settings, "", reads))
    for question in questions:
        ask(question, watched)
    return _named(reads, variant)


def read_by_rules(variant: Variant) -> frozenset[str]:
    """The names of all parameters that a rule of melds reads, asked about plain melds, or a table of points."""
    reads: Reads = {}
    watched = WatchedSettings(variant.settings, "", reads)
    for meld in list(plain_melds(variant.settings, variant.deck()))[::ONE_IN]:
        for rule in RULES:
            if applies(rule, meld):
                rule.holds(meld, watched)
    point_tables(watched)
    return _named(reads, variant)


def _named(reads: Reads, variant: Variant) -> frozenset[str]:
    return frozenset(name for name in variant.values if any(r == name or r.startswith(f"{name}.") for r in reads))
