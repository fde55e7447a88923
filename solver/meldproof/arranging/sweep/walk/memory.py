# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The memory of a walk: states that were settled, lists of choices, and room for more of them."""

from __future__ import annotations

from typing import Any

import cython

from meldproof.arranging.sweep.walk.fields import MIX_A, MIX_B, MIX_C, MIX_D, WORD, Fields, ints, longs, twice, words

MOST_REMEMBERED = cython.declare(cython.int, 1 << 21)
"""States: 44 bytes each, of which half are in use."""
MOST_CHOICES = cython.declare(cython.int, 1 << 20)
"""Choices in lists, 36 bytes each; beyond them the search stops, to begin again without them."""


@cython.cclass
class Memory(Fields):
    """Decides what is known already: states that were settled, lists of choices that were made."""

    # Which states are settled? A table of the open kind; what is of another epoch is empty.
    m_size = cython.declare(cython.int)  # its room, a power of two
    m_used = cython.declare(cython.int)  # how many are remembered
    epoch = cython.declare(cython.int)  # the question's number
    m_epoch = cython.declare(cython.int[::1])  # the question that each was remembered for
    m_a = cython.declare(cython.ulonglong[::1])  # the state, in four words
    m_b = cython.declare(cython.ulonglong[::1])  # the second
    m_c = cython.declare(cython.ulonglong[::1])  # the third
    m_d = cython.declare(cython.ulonglong[::1])  # the fourth
    # twice the least loss from there on, or a bound on it; 1 more where it is the loss itself:
    m_value = cython.declare(cython.longlong[::1])

    # Which lists of choices are made? Indexed likewise, by what they were made for.
    l_size = cython.declare(cython.int)  # the index's room, a power of two
    l_used = cython.declare(cython.int)  # how many are in it
    l_now = cython.declare(cython.int)  # the number of the ceiling they are for
    l_epoch = cython.declare(cython.int[::1])  # the ceiling that each was made for
    l_key = cython.declare(cython.ulonglong[::1])  # what each was made for
    l_at = cython.declare(cython.int[::1])  # where each begins

    # The choices themselves: of each list a header, then its choices.
    c_room = cython.declare(cython.int)  # room for so many
    c_top = cython.declare(cython.int)  # how many there are
    c_loss = cython.declare(cython.longlong[::1])  # the loss; of a header the least that was left out
    # the state after it, above 16 bits the wilds used; of sets the first word:
    c_a = cython.declare(cython.longlong[::1])
    # what happened (`walk.options`), above 24 bits the bound wilds used; of sets nothing:
    c_b = cython.declare(cython.longlong[::1])
    # naturals in runs; of a header how many choices follow; of sets the option's number:
    c_run = cython.declare(cython.int[::1])
    c_dead = cython.declare(cython.int[::1])  # naturals left for later, or unmelded
    c_lack = cython.declare(cython.int[::1])  # the fewest wilds its open runs still want

    # Which sets does a place try? A stack, each place's above those before it, the least loss first.
    s_room = cython.declare(cython.int)  # room for so many
    s_top = cython.declare(cython.int)  # how many there are
    s_loss = cython.declare(cython.longlong[::1])  # the least loss each can come to
    s_option = cython.declare(cython.int[::1])  # the set option
    s_lists = cython.declare(cython.int[::1])  # by suit, the list of choices beside it

    def __init__(self, shape: Any, machine: Any) -> None:
        """As `Fields` takes them."""
        Fields.__init__(self, shape, machine)
        self.epoch = self.l_now = self.c_top = self.s_top = 0
        self.new_memory(1 << 10)
        self.new_lists(1 << 8)
        self.c_room, self.s_room = 1024, 256
        self.c_loss, self.c_a, self.c_b = longs(1024), longs(1024), longs(1024)
        self.c_run, self.c_dead, self.c_lack = ints(1024), ints(1024), ints(1024)
        self.s_loss, self.s_option, self.s_lists = longs(256), ints(256), ints(1024)

    def new_memory(self, size: int) -> None:
        """Empty memory with room for `size` states, a power of two."""
        self.m_size, self.m_used = size, 0
        self.m_epoch, self.m_value = ints(size), longs(size)
        self.m_a, self.m_b, self.m_c, self.m_d = words(size), words(size), words(size), words(size)

    def grow_memory(self) -> None:
        """Twice the room, with what is remembered; where that is too much, what is remembered is forgotten."""
        size: cython.int = self.m_size
        if size >= MOST_REMEMBERED:
            self.epoch += 1
            self.m_used = 0
            return
        old_epoch: cython.int[::1] = self.m_epoch
        old_a: cython.ulonglong[::1] = self.m_a
        old_b: cython.ulonglong[::1] = self.m_b
        old_c: cython.ulonglong[::1] = self.m_c
        old_d: cython.ulonglong[::1] = self.m_d
        old_value: cython.longlong[::1] = self.m_value
        i: cython.int
        self.new_memory(2 * size)
        for i in range(size):
            if old_epoch[i] == self.epoch:
                self._remember(old_a[i], old_b[i], old_c[i], old_d[i], old_value[i])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, d: cython.ulonglong) -> cython.int:
        """Where a state is remembered, or -1 - (the free place for it)."""
        key: cython.ulonglong = (a * MIX_A + b * MIX_B + c * MIX_C + d * MIX_D) & WORD
        i: cython.int
        key = key ^ (key >> 32)
        key = (key * MIX_A) & WORD
        i = cython.cast(cython.int, (key >> 33) & (self.m_size - 1))
        while self.m_epoch[i] == self.epoch:
            if self.m_a[i] == a and self.m_b[i] == b and self.m_c[i] == c and self.m_d[i] == d:
                return i
            i = (i + 1) & (self.m_size - 1)
        return -1 - i

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remember(
        self,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
        value: cython.longlong,
    ) -> cython.void:
        i: cython.int = self._find(a, b, c, d)
        if i < 0:
            if 2 * self.m_used >= self.m_size:
                with cython.gil:
                    self.grow_memory()
                i = self._find(a, b, c, d)
            i = -1 - i
            self.m_used += 1
            self.m_epoch[i] = self.epoch
            self.m_a[i] = a
            self.m_b[i] = b
            self.m_c[i] = c
            self.m_d[i] = d
        self.m_value[i] = value

    def new_lists(self, size: int) -> None:
        """An empty index of lists of choices, a power of two."""
        self.l_size, self.l_used = size, 0
        self.l_epoch, self.l_key, self.l_at = ints(size), words(size), ints(size)

    def grow_lists(self) -> None:
        """Twice the room for lists of choices, with those there are."""
        old_epoch, old_key, old_at = self.l_epoch, self.l_key, self.l_at
        self.new_lists(2 * len(old_at))
        for i in range(len(old_at)):
            if old_epoch[i] == self.l_now:
                place: cython.int = self._list_place(old_key[i])
                self.l_epoch[place], self.l_key[place], self.l_at[place] = self.l_now, old_key[i], old_at[i]
                self.l_used += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_place(self, key: cython.ulonglong) -> cython.int:
        """Where a list of choices is indexed, or is to be."""
        mixed: cython.ulonglong = (key * MIX_A) & WORD
        i: cython.int = cython.cast(cython.int, (mixed >> 32) & (self.l_size - 1))
        while self.l_epoch[i] == self.l_now and self.l_key[i] != key:
            i = (i + 1) & (self.l_size - 1)
        return i

    def grow_choices(self) -> None:
        """Twice the room for choices."""
        self.c_loss, self.c_a, self.c_b = twice(self.c_loss), twice(self.c_a), twice(self.c_b)
        self.c_run, self.c_dead, self.c_lack = twice(self.c_run), twice(self.c_dead), twice(self.c_lack)
        self.c_room = 2 * self.c_room

    def grow_set_stack(self) -> None:
        """Twice the room for set options."""
        self.s_loss, self.s_option, self.s_lists = twice(self.s_loss), twice(self.s_option), twice(self.s_lists)
        self.s_room = 2 * self.s_room

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self) -> cython.void:
        """Begin with an empty memory."""
        self.epoch += 1
        self.m_used = 0
        self._forget_lists()

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_lists(self) -> cython.void:
        self.l_now += 1
        self.l_used = 0
        self.c_top = 0
