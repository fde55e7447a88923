# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What enters a walk or a pricer is checked here, since compiled code looks at no bounds afterwards."""

from __future__ import annotations

from array import array
from typing import Any

import cython

MOST_VALUE = 1 << 56
"""Losses are below this, so that their sums stay within 64 bits."""
CELLS = cython.declare(cython.int, 128)
PLACES = cython.declare(cython.int, 32)
POOLS = cython.declare(cython.int, 4)
WAYS = cython.declare(cython.int, 64)
MOST_ROWS = cython.declare(cython.int, 128)
NEVER = cython.declare(cython.int, 99)
"""As `automaton.NEVER`: the distance of what can't end."""
NOT_MET = cython.declare(cython.longlong, -(1 << 60))
"""What a hand gains whose demands can't be met."""
NOT_SETTLED = cython.declare(cython.longlong, -(1 << 61))
"""What is said of a hand that is too large, or allows too much."""
NUMBERS = {"uint8": "u1", "uint32": "u4", "uint64": "u8", "int64": "i8"}
"""What numpy calls each kind of number, after the sign for the order of its bytes."""


def small(numbers: Any, size: int, low: int, high: int) -> array[int]:
    """An array of so many 32-bit whole numbers between two limits; raises ValueError for anything else."""
    view: cython.int[::1]
    i: cython.int
    n: cython.int = size
    a: cython.int = low
    b: cython.int = high
    _sized(numbers, "i", size)
    view = numbers
    for i in range(n):
        if view[i] < a or view[i] > b:
            raise ValueError(f"{view[i]} is not between {low} and {high}")
    return numbers


def large(numbers: Any, size: int, low: int = -MOST_VALUE, high: int = MOST_VALUE) -> array[int]:
    """An array of so many 64-bit whole numbers between two limits; raises ValueError for anything else."""
    view: cython.longlong[::1]
    i: cython.int
    n: cython.int = size
    a: cython.longlong = low
    b: cython.longlong = high
    _sized(numbers, "q", size)
    view = numbers
    for i in range(n):
        if view[i] < a or view[i] > b:
            raise ValueError(f"{view[i]} is not between {low} and {high}")
    return numbers


def reals(numbers: Any, size: int) -> array[float]:
    """An array of so many 64-bit reals; raises ValueError for anything else."""
    _sized(numbers, "d", size)
    return numbers


def table(numbers: Any, dimensions: int, kind: str) -> Any:
    """A numpy array of so many dimensions and of such numbers; raises ValueError for anything else."""
    if (
        getattr(numbers, "ndim", 0) != dimensions
        or numbers.dtype.str[1:] != NUMBERS[kind]
        or not numbers.dtype.isnative
        or not numbers.flags.c_contiguous
    ):
        raise ValueError(f"this must be an array of {dimensions} dimensions of {kind}")
    return numbers


def within(number: Any, low: int, high: int) -> int:
    """A whole number between two limits; raises ValueError for any other."""
    if not isinstance(number, int) or not low <= number <= high:
        raise ValueError(f"{number!r} is not between {low} and {high}")
    return number


def _sized(numbers: Any, code: str, size: int) -> None:
    if not isinstance(numbers, array) or numbers.typecode != code or len(numbers) != size:
        raise ValueError(f"this must be an array {code!r} of {size} numbers")


def automaton_tables(steps: Any, accepts: Any) -> tuple[array[int], array[int]]:
    """An automaton's tables; raises ValueError where they don't fit together."""
    states = within(len(accepts), 1, 100_000)
    return small(steps, 3 * states, -1, states - 1), small(accepts, states, 0, 1)


def can_do_without_naturals(steps: Any, accepts: Any) -> bool:
    """Whether an automaton accepts anything without naturals."""
    reached, frontier = {0}, [0]
    for state in frontier:
        for step in steps[3 * state + 1 : 3 * state + 3]:
            if step >= 0 and step not in reached:
                reached.add(step)
                frontier.append(step)
    return any(accepts[state] for state in reached)


def check_shape(shape: Any, machine: Any) -> None:
    """Raises ValueError for a shape or a machine that a walk has no room for."""
    within(shape.suits, 1, 4)
    within(shape.copies, 1, 7)
    within(shape.first, 1, 2)
    within(shape.last, shape.first + 1, 30)
    within(shape.bound, 0, 1000)
    within(shape.natural_place, 0, shape.last)
    within(shape.natural_pool, 0, POOLS - 1)
    within(len(shape.pools), 0, POOLS)
    budgets = 1
    for pool in shape.pools:
        within(pool.kind, 1, 2)
        within(pool.most, 0, 31)
        budgets *= pool.most + 1
    within(budgets * (shape.copies + 1) ** shape.suits * (324 if shape.bound else 1), 1, 4_000_000)
    states = len(machine.steps)
    within(states, 0, 4000)
    flags = (machine.last_steps, machine.accepting, machine.pure, machine.own, machine.distance)
    if any(len(entry) != states for entry in flags):
        raise ValueError("a run machine's tables differ in length")
    colours = 2 if any(machine.own) else 1
    for rows, least in (
        (machine.steps, 0),
        (machine.last_steps, 0),
        (machine.starts, colours),
        (machine.first_starts, colours),
    ):
        within(len(rows), least, max(states, 2))
        for row in rows:
            within(len(row), 3, 3)
            for number in row:
                within(number, -1, states - 1)
    for number in machine.distance:
        within(number, 0, NEVER)
