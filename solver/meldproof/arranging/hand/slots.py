# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Slots of melds as numbers that sort as slots do: rank, suit, place, suit stood for, whether wild, whether it lay."""

from __future__ import annotations

import cython

LIES = cython.declare(cython.int, 1)
"""The bit of a slot that lay on the table before."""
IS_WILD = cython.declare(cython.int, 2)
"""The bit of a slot that a wild fills."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(rank: cython.int, suit: cython.int, place: cython.int, as_suit: cython.int, wild: cython.int) -> cython.int:
    """A slot of the hand as a number that sorts as slots do."""
    return ((((rank << 3 | suit) << 6 | place) << 3 | as_suit) << 1 | wild) << 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _suit_shown(slot: cython.int) -> cython.int:
    return slot >> 2 & 7


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place_of_slot(slot: cython.int) -> cython.int:
    return slot >> 5 & 63


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _class_of_slot(slot: cython.int) -> cython.int:
    """0 for a natural, 1 for a joker, 2 for a wild of a rank."""
    if slot & IS_WILD == 0:
        return 0
    return 2 if slot >> 14 else 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _set_order(slot: cython.int) -> cython.int:
    """What a set's slots are sorted by; whether one lay there makes no difference."""
    return (slot >> 1 & 15) << 5 | slot >> 14
