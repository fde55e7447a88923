"""The tiny logic rules are written in. It evaluates on Python values and, where a term is symbolic, on Z3 terms.

Numbers are small non-negative integers. A rule must not branch in Python on a card's value: it says what holds.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Any

Truth = Any
"""A bool, or a symbolic truth."""
Num = Any
"""An int, or a symbolic number."""
_PLAIN = frozenset({int, bool})


def all_of(parts: Iterable[Truth]) -> Truth:
    items = list(parts)
    return all(items) if _concrete(items) else _symbolic().all_of(items)


def any_of(parts: Iterable[Truth]) -> Truth:
    items = list(parts)
    return any(items) if _concrete(items) else _symbolic().any_of(items)


def negate(part: Truth) -> Truth:
    return not part if _concrete([part]) else _symbolic().negate(part)


def implies(condition: Truth, consequence: Truth) -> Truth:
    return any_of([negate(condition), consequence])


def equal(left: Num, right: Num) -> Truth:
    return left == right if _concrete([left, right]) else _symbolic().equal(left, right)


def at_most(left: Num, right: Num) -> Truth:
    return left <= right if _concrete([left, right]) else _symbolic().at_most(left, right)


def less(left: Num, right: Num) -> Truth:
    return negate(at_most(right, left))


def add(left: Num, right: Num) -> Num:
    return left + right if _concrete([left, right]) else _symbolic().add(left, right)


def total(numbers: Iterable[Num]) -> Num:
    items = list(numbers)
    return sum(items) if _concrete(items) else _symbolic().total(items)


def count(parts: Iterable[Truth]) -> Num:
    """How many of the truths hold."""
    items = list(parts)
    return sum(map(bool, items)) if _concrete(items) else _symbolic().count(items)


def choose(condition: Truth, then: Num, otherwise: Num) -> Num:
    if _concrete([condition]):
        return then if condition else otherwise
    return _symbolic().choose(condition, then, otherwise)


def look_up(table: Sequence[int], index: Num) -> Num:
    """`table[index]`; symbolically a chain of choices."""
    if _concrete([index]):
        return table[index]
    return _symbolic().look_up(table, index)


def _concrete(items: Sequence[object]) -> bool:
    return _PLAIN.issuperset(map(type, items))


def _symbolic() -> Any:
    """The Z3 reading, loaded only where a term asks for it."""
    return importlib.import_module("meldproof.rules.smt")
