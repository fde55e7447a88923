# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What hands hold, counted before they are searched."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS, small, table, within

MOST_COST = 1 << 20


def weigh_many(counts: Any, most: Any, costs: Any, held: Any, cost: Any) -> int:
    """Write how many cards every hand holds, and what they cost; by kind there are `most`, and one costs `costs`.

    Returns the number of the first hand that holds no card, or more of a kind than there are; -1 where all are well.
    """
    rows: cython.uchar[:, ::1] = table(counts, 2, "uint8")
    kinds: cython.int = within(rows.shape[1], 1, CELLS)
    limit: cython.int[::1] = small(most, kinds, 0, 255)
    each: cython.int[::1] = small(costs, kinds, -MOST_COST, MOST_COST)
    number: cython.longlong[::1] = table(held, 1, "int64")
    total: cython.longlong[::1] = table(cost, 1, "int64")
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = rows.shape[0]
    k: cython.int
    c: cython.int
    a: cython.int
    b: cython.int
    bad: cython.bint
    within(number.shape[0], n, n)
    within(total.shape[0], n, n)
    for i in range(n):
        a = 0
        b = 0
        bad = False
        for k in range(kinds):
            c = cython.cast(cython.int, rows[i, k])
            bad = bad or c > limit[k]
            a += c
            b += c * each[k]
        if bad or a == 0:
            return i
        number[i] = a
        total[i] = b
    return -1
