# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hands read from bytes to counts of cards, by a machine that knows every spelling of a deck's cards.

The machine is `spelling_machine.py`'s; what it refuses may still be a hand, which notation.py decides.
"""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.compiled.guards import small, table, within

READ = cython.declare(cython.uchar, 0)
REFUSED = cython.declare(cython.uchar, 1)
MISCOUNTED = cython.declare(cython.uchar, 2)
LONGEST_IN_BYTES = cython.declare(cython.Py_ssize_t, 16)
"""A longer word is refused: notation.py takes words of 16 characters at most, and may count fewer here."""
MOST_KINDS_READ = 256
MOST_NUMBERS = 1 << 24


@cython.final
@cython.cclass
class HandReader:
    """The spellings of a deck. Nothing is kept between hands, so that threads may share one."""

    width = cython.declare(cython.int)
    kinds = cython.declare(cython.int)
    classes = cython.declare(cython.int[::1])
    steps = cython.declare(cython.int[::1])
    most = cython.declare(cython.int[::1])

    def __init__(self, classes: Any, steps: Any, width: int, most: Any) -> None:
        """Take the machine, checked.

        A state is a row of `width` numbers in `steps`, named by where it begins: the kind of card that a word ending
        here is (-1: none that counts), 1 where a hand may end here, then by class of byte the next state (-1: none).
        `classes` are those of the 256 bytes, from 2 on. Words begin at state 0, and after "=" at the second. `most` is
        how many of each kind the deck holds.
        """
        self.width, self.kinds = within(width, 3, 258), within(len(most), 1, MOST_KINDS_READ)
        size = within(len(steps), 2 * self.width, MOST_NUMBERS)
        within(size % self.width, 0, 0)
        self.classes, self.most = small(classes, 256, 2, self.width - 1), small(most, self.kinds, 0, 255)
        self.steps = small(steps, size, -1, size - self.width)
        i: cython.Py_ssize_t
        for i in range(size):
            if i % self.width == 0:
                within(self.steps[i], -1, self.kinds - 1)
            elif i % self.width == 1:
                within(self.steps[i], 0, 1)
            elif self.steps[i] >= 0:
                within(self.steps[i] % self.width, 0, 0)

    def read(self, text: Any, starts: Any, ends: Any, counts: Any, found: Any) -> None:
        """Count the cards of every hand into `counts` (zeros before, a row a hand), and write what was `found`.

        Hand `i` is the bytes of `text` from `starts[i]` to before `ends[i]`. Found is READ, REFUSED (no hand as far as
        the machine knows), or MISCOUNTED: no card, or more of a kind than the deck holds.
        """
        data: cython.const[cython.uchar][::1] = table(text, 1, "uint8")  # type: ignore[valid-type]
        first: cython.longlong[::1] = table(starts, 1, "int64")
        last: cython.longlong[::1] = table(ends, 1, "int64")
        rows: cython.uchar[:, ::1] = table(counts, 2, "uint8")
        out: cython.uchar[::1] = table(found, 1, "uint8")
        classes: cython.int[::1] = self.classes
        steps: cython.int[::1] = self.steps
        most: cython.int[::1] = self.most
        width: cython.int = self.width
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        begun: cython.Py_ssize_t
        n: cython.Py_ssize_t = rows.shape[0]
        size: cython.longlong = data.shape[0]
        state: cython.int
        following: cython.int
        kind: cython.int
        number: cython.int
        any_card: cython.bint
        wrong: cython.bint
        within(first.shape[0], n, n)
        within(last.shape[0], n, n)
        within(out.shape[0], n, n)
        within(rows.shape[1], self.kinds, self.kinds)
        for i in range(n):
            if first[i] < 0 or last[i] < first[i] or last[i] > size:
                raise ValueError(f"hand {i} lies outside the text")
        with cython.nogil:
            for i in range(n):
                begun = first[i]
                state = 0
                any_card = False
                wrong = False
                for at in range(first[i], last[i] + 1):
                    following = steps[state + classes[data[at]]] if at < last[i] else steps[state + 1] - 1
                    if following <= width:  # a word ends here, or begins after "="
                        if following < 0 or at - begun > LONGEST_IN_BYTES:
                            state = -1
                            break
                        begun = at + 1
                        kind = steps[state]
                        if kind >= 0:
                            any_card = True
                            number = rows[i, kind]
                            wrong = wrong or number >= most[kind]
                            if number < 255:
                                rows[i, kind] = number + 1
                    state = following
                if state < 0:
                    out[i] = REFUSED
                else:
                    out[i] = MISCOUNTED if wrong or not any_card else READ
