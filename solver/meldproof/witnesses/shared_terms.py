"""Symbolic rules that are built once and shared by all settings that agree in what a rule reads.

Building terms costs far more than solving them. A rule looks at few parameters; which ones is watched while its term
is built, so that the term serves every variant with the same values there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

import msgspec

from meldproof.cards import Deck, Kind
from meldproof.rules import smt
from meldproof.rules.logic import Truth
from meldproof.rules.melds import RULES, Rule, applies
from meldproof.rules.symbolic import SymbolicMeld, in_canonical_order, is_card, is_placed, symbolic_meld, within_deck
from meldproof.variants.vocabulary import Settings

Reads = dict[str, object]


class Watched:
    """Settings (or a group of them) that note each parameter as it is read."""

    def __init__(self, values: msgspec.Struct, prefix: str, reads: Reads) -> None:
        self._values, self._prefix, self._reads = values, prefix, reads

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._values, name)
        if isinstance(value, msgspec.Struct):
            return self._deeper(value, f"{self._prefix}{name}.")
        self._reads[self._prefix + name] = value
        return value

    def _deeper(self, values: msgspec.Struct, prefix: str) -> Watched:
        return Watched(values, prefix, self._reads)


_MELDS: dict[tuple[str, Kind, int], SymbolicMeld] = {}
_SHAPES: dict[tuple[str, Kind, int, Deck], tuple[Truth, ...]] = {}
_TERMS: dict[tuple[str, Kind, int, str], list[tuple[Reads, Truth]]] = {}


@smt.forgets
def forget() -> None:
    """Drop all terms that are kept."""
    for kept in (_MELDS, _SHAPES, _TERMS):
        kept.clear()


def shared_meld(name: str, kind: Kind, size: int) -> SymbolicMeld:
    """A symbolic meld of a name, always the same one."""
    key = (name, kind, size)
    if key not in _MELDS:
        _MELDS[key] = symbolic_meld(name, size, kind)
    return _MELDS[key]


def of_deck(name: str, kind: Kind, size: int, deck: Deck) -> tuple[Truth, ...]:
    """What makes the shared meld one of a deck's cards, in the one order that stands for all."""
    key = (name, kind, size, deck)
    if key not in _SHAPES:
        meld = shared_meld(name, kind, size)
        cards = [is_card(slot, deck) for slot in meld.slots]
        _SHAPES[key] = (*cards, is_placed(meld, deck), in_canonical_order(meld), within_deck(meld.slots, deck))
    return _SHAPES[key]


def rule_terms(name: str, kind: Kind, size: int, settings: Settings) -> Iterator[Truth]:
    """For each rule of the kind, what it says of the shared meld."""
    meld = shared_meld(name, kind, size)
    for rule in RULES:
        if applies(rule, meld):
            yield _term(rule, meld, (name, kind, size, rule.name), settings)


def _term(rule: Rule, meld: SymbolicMeld, key: tuple[str, Kind, int, str], settings: Settings) -> Truth:
    known = _TERMS.setdefault(key, [])
    for reads, term in known:
        if _agrees(settings, reads):
            return term
    fresh: Reads = {}
    term = rule.holds(meld, Watched(settings, "", fresh))
    known.append((fresh, term))
    return term


def _agrees(settings: Settings, reads: Mapping[str, object]) -> bool:
    return all(attrgetter(name)(settings) == value for name, value in reads.items())
