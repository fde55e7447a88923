# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Table melds that stay as they are: whether the wilds bound to tiles suffice, and what is left beside them."""

from __future__ import annotations

import cython

from meldproof.arranging.sweep.walk.demands import Demands


@cython.cclass
class Keeps(Demands):
    """Decides whether table melds may stay as they are, and what is left beside them."""

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_bound_free(self, p: cython.int, i: cython.int) -> cython.bint:
        """Whether the bound wilds that a table meld needs to stay are not kept in others already."""
        s: cython.int
        q: cython.int
        n: cython.int
        bit: cython.longlong = cython.cast(cython.longlong, 1) << i
        mask: cython.longlong = self.f_keep[p] | self.kept_here[p]
        if self.bound_base == 1:
            return True
        if self.keep_is_run[i]:
            for q in range(p, self.last + 1):
                for s in range(self.suits):
                    if self.covers_bound[q * 4 + s] & bit:
                        if self._bits((mask | bit) & self.covers_bound[q * 4 + s]) > self.bound[q * 4 + s]:
                            return False
            return True
        n = cython.cast(cython.int, self.keep_bound[i] >> 16)
        for q in range(self.keep_at[p], self.keep_at[p + 1]):
            if self.kept_here[p] >> q & 1 and not self.keep_is_run[q]:
                n += cython.cast(cython.int, self.keep_bound[q] >> 16)
        return n <= self.bound_any[p]

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_aside(self, p: cython.int) -> cython.int:
        """Take the cards of melds that stay out of what a place has; returns the rank's bound wilds taken."""
        i: cython.int
        s: cython.int
        loose: cython.int = 0
        one: cython.longlong = 1
        mask: cython.longlong = self.f_keep[p] | self.kept_here[p]
        for s in range(self.suits):
            self.high_kept[s] = self._bits(mask & self.covers[p * 4 + s])
            self.now[p * 4 + s] -= self.high_kept[s]
            if self.bound_base > 1:
                self.now_bound[p * 4 + s] -= self._bits(mask & self.covers_bound[p * 4 + s])
        for i in range(self.keep_at[p], self.keep_at[p + 1]):
            if self.kept_here[p] & (one << i) and not self.keep_is_run[i]:
                for s in range(self.suits):
                    self.now[p * 4 + s] -= cython.cast(cython.int, (self.keep_naturals[i] >> (4 * s)) & 15)
                    self.now_bound[p * 4 + s] -= cython.cast(cython.int, (self.keep_bound[i] >> (4 * s)) & 15)
                loose += cython.cast(cython.int, self.keep_bound[i] >> 16)
        return loose

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bits(self, mask: cython.longlong) -> cython.int:
        """How many bits a mask has."""
        number: cython.int = 0
        while mask:
            mask &= mask - 1
            number += 1
        return number
