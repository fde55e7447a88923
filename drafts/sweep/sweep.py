# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The sweep: ranks walked once, depth-first, with memory and falling targets. One source, compiled or interpreted.

A `Walk` holds the rules of one variant as flat tables of whole numbers (see `machines.py` and `sweep_tables.py`) and
solves one loaded question after another. At every place it settles the sets of that rank, then suit by suit which open
runs go on, end or begin. A state is, per suit, the machine states of the open runs; the wilds left of each pool; the
aces kept for the high end; what the demands still want. Every choice has a *loss* against a bound on the total, so
losses never fall below zero; a state remembers the least loss from it on, or a bound on it, and what exceeds the best
known is cut. Nothing here is random, nothing depends on earlier questions but the time it takes.

Words: a *pool* is wilds that are interchangeable; a *bound* wild has its tile, or its set's rank; *own* melds are those
that count for an opening where table tiles may not.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import cython

INF = cython.declare(cython.longlong, 1 << 60)
HOPELESS = cython.declare(cython.longlong, 1 << 59)
FAR = cython.declare(cython.longlong, 1 << 20)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
NO_BASE = array("q", bytes(8 * 128))
MIX_A = cython.declare(cython.ulonglong, 0x1E3779B97F4A7C15)
MIX_B = cython.declare(cython.ulonglong, 0x42B2AE3D27D4EB4F)
MIX_C = cython.declare(cython.ulonglong, 0x165667B19E3779F9)
MIX_D = cython.declare(cython.ulonglong, 0x27D4EB2F165667C5)
GUARDS = cython.declare(cython.longlong, 0x80808080)
LOWER = cython.declare(cython.longlong, 0xFFFFFFFF)
LANES = cython.declare(cython.longlong, 0x01010101)


class Option(NamedTuple):
    """A way to go on in a suit while it is being made: runs so far, what is left to use, what has happened."""

    runs: tuple[int, ...]
    run: int
    bound: int
    left: tuple[int, ...]
    closed: int
    pure: int
    begun: int
    own_run: int
    own_jokers: int
    own_ranked: int


def ints(size: int) -> array[int]:
    """So many 32-bit whole numbers, all 0."""
    return array("i", bytes(4 * size))


def longs(size: int) -> array[int]:
    """So many 64-bit whole numbers, all 0."""
    return array("q", bytes(8 * size))


def words(size: int) -> array[int]:
    """So many 64-bit words, all 0."""
    return array("Q", bytes(8 * size))


def twice(numbers: Any) -> array[int]:
    """The same numbers with as much room again."""
    code = "i" if numbers.itemsize == 4 else "q"
    more = array(code, numbers)
    more.extend(array(code, bytes(numbers.itemsize * len(numbers))))
    return more


@cython.final
@cython.cclass
class Walk:
    """Rules as tables, and the search over one loaded question."""

    # Rules.
    suits = cython.declare(cython.int)
    last = cython.declare(cython.int)
    first = cython.declare(cython.int)
    carries = cython.declare(cython.bint)
    states = cython.declare(cython.int)
    pools = cython.declare(cython.int)
    base = cython.declare(cython.int)
    bound_base = cython.declare(cython.int)
    budgets = cython.declare(cython.int)
    modes = cython.declare(cython.int)
    row = cython.declare(cython.int)
    most = cython.declare(tuple)
    set_bounds = cython.declare(cython.int)
    set_vectors = cython.declare(cython.int)
    bound_top = cython.declare(cython.int)
    needs = cython.declare(cython.int)
    owns = cython.declare(cython.bint)
    natural_place = cython.declare(cython.int)
    natural_pool = cython.declare(cython.int)
    natural_forced = cython.declare(cython.bint)
    steps = cython.declare(cython.int[::1])
    starts = cython.declare(cython.int[::1])
    accepts = cython.declare(cython.int[::1])
    is_pure = cython.declare(cython.int[::1])
    is_own = cython.declare(cython.int[::1])
    distance = cython.declare(cython.int[::1])
    pool_class = cython.declare(cython.int[::1])
    pool_own = cython.declare(cython.int[::1])
    stride = cython.declare(cython.int[::1])
    set_source = cython.declare(object)

    # Suit states, by number: the open runs' machine states.
    numbers = cython.declare(dict)
    q_count = cython.declare(cython.int)
    q_at = cython.declare(cython.int[::1])
    q_runs = cython.declare(cython.int[::1])
    q_need = cython.declare(cython.int[::1])
    entry_count = cython.declare(cython.int)
    entries = cython.declare(cython.int[::1])

    # Options of a suit state, and of a rank's sets, made when first wanted.
    option_row = cython.declare(cython.int[::1])
    option_a = cython.declare(cython.longlong[::1])
    option_b = cython.declare(cython.longlong[::1])
    option_count = cython.declare(cython.int)
    set_row = cython.declare(cython.int[::1])
    set_a = cython.declare(cython.longlong[::1])
    set_b = cython.declare(cython.longlong[::1])
    set_count = cython.declare(cython.int)

    # The question.
    naturals = cython.declare(cython.int[::1])
    spare = cython.declare(cython.int[::1])
    own = cython.declare(cython.int[::1])
    bound = cython.declare(cython.int[::1])
    bound_any = cython.declare(cython.int[::1])
    run_cost = cython.declare(cython.longlong[::1])
    set_cost = cython.declare(cython.longlong[::1])
    dead_cost = cython.declare(cython.longlong[::1])
    pool_run_cost = cython.declare(cython.longlong[::1])
    pool_set_cost = cython.declare(cython.longlong[::1])
    pool_dead_cost = cython.declare(cython.longlong[::1])
    dead_base = cython.declare(cython.longlong[::1])
    leaf_base = cython.declare(cython.longlong)
    held = cython.declare(cython.int[::1])
    pool_spare = cython.declare(cython.int[::1])
    meld_cost = cython.declare(cython.longlong)
    ace_gain = cython.declare(cython.longlong[::1])
    ace_mine = cython.declare(cython.int[::1])
    discards = cython.declare(cython.int)
    level = cython.declare(cython.int[::1])
    pool_level = cython.declare(cython.int[::1])
    level_gain = cython.declare(cython.longlong[::1])
    best_level = cython.declare(cython.int)
    later_level = cython.declare(cython.int[::1])
    demands = cython.declare(cython.bint)
    need_points = cython.declare(cython.int)
    need_pure = cython.declare(cython.int)
    need_runs = cython.declare(cython.int)
    need_melds = cython.declare(cython.int)
    wide = cython.declare(cython.bint)
    counted_sets = cython.declare(cython.bint)
    sets_barred = cython.declare(cython.bint)
    runs_barred = cython.declare(cython.bint)
    run_points = cython.declare(cython.int[::1])
    set_points = cython.declare(cython.int[::1])
    pool_run_points = cython.declare(cython.int[::1])
    pool_set_points = cython.declare(cython.int[::1])
    later_points = cython.declare(cython.int[::1])
    pool_points = cython.declare(cython.int[::1])
    used_ranked = cython.declare(cython.int[::1])

    # Table melds that may stay as they are, by the place where they are settled.
    keeps = cython.declare(cython.int)
    keep_at = cython.declare(cython.int[::1])
    keep_next = cython.declare(cython.int[::1])
    keep_is_run = cython.declare(cython.int[::1])
    keep_naturals = cython.declare(cython.longlong[::1])
    keep_bound = cython.declare(cython.longlong[::1])
    keep_wilds = cython.declare(cython.longlong[::1])
    keep_loss = cython.declare(cython.longlong[::1])
    drop_loss = cython.declare(cython.longlong[::1])
    covers = cython.declare(cython.longlong[::1])
    covers_bound = cython.declare(cython.longlong[::1])
    outlasts = cython.declare(cython.longlong[::1])

    # Look-ahead of the question.
    hope = cython.declare(cython.longlong[::1])
    wilds_owed = cython.declare(cython.int[::1])
    startable = cython.declare(cython.int[::1])
    busy = cython.declare(cython.int[::1])
    reach = cython.declare(cython.int[::1])
    useful = cython.declare(cython.int[::1])
    lost = cython.declare(cython.longlong)
    lost_level = cython.declare(cython.int)
    wild_total = cython.declare(cython.int)

    # Memory.
    m_size = cython.declare(cython.int)
    m_used = cython.declare(cython.int)
    m_epoch = cython.declare(cython.int[::1])
    epoch = cython.declare(cython.int)
    m_a = cython.declare(cython.ulonglong[::1])
    m_b = cython.declare(cython.ulonglong[::1])
    m_c = cython.declare(cython.ulonglong[::1])
    m_d = cython.declare(cython.ulonglong[::1])
    m_value = cython.declare(cython.longlong[::1])

    # Frames, one a place.
    f_suit = cython.declare(cython.int[::1])
    f_left = cython.declare(cython.longlong[::1])
    f_carry = cython.declare(cython.int[::1])
    f_carry_bound = cython.declare(cython.int[::1])
    f_carry_own = cython.declare(cython.int[::1])
    f_level = cython.declare(cython.int[::1])
    f_points = cython.declare(cython.int[::1])
    f_pure = cython.declare(cython.int[::1])
    f_runs = cython.declare(cython.int[::1])
    f_melds = cython.declare(cython.int[::1])
    f_owed = cython.declare(cython.int[::1])
    f_keep = cython.declare(cython.longlong[::1])
    kept_here = cython.declare(cython.longlong[::1])
    now_left = cython.declare(cython.longlong[::1])
    high_kept = cython.declare(cython.int[::1])
    f_budget = cython.declare(cython.int[::1])
    limit = cython.declare(cython.longlong[::1])
    found = cython.declare(cython.longlong[::1])
    grain = cython.declare(cython.longlong)
    lower = cython.declare(cython.longlong[::1])
    now = cython.declare(cython.int[::1])
    now_bound = cython.declare(cython.int[::1])
    rest = cython.declare(cython.longlong[::1])
    left_at = cython.declare(cython.longlong[::1])
    list_of = cython.declare(cython.int[::1])
    chosen = cython.declare(cython.int[::1])
    chosen_set = cython.declare(cython.int[::1])

    # Choices of the question, in lists that are found by what they were made for; a stack of set options.
    l_now = cython.declare(cython.int)
    ceiling = cython.declare(cython.longlong)
    target = cython.declare(cython.longlong)
    l_size = cython.declare(cython.int)
    l_used = cython.declare(cython.int)
    l_epoch = cython.declare(cython.int[::1])
    l_key = cython.declare(cython.ulonglong[::1])
    l_at = cython.declare(cython.int[::1])
    c_room = cython.declare(cython.int)
    s_room = cython.declare(cython.int)
    c_top = cython.declare(cython.int)
    c_loss = cython.declare(cython.longlong[::1])
    c_a = cython.declare(cython.longlong[::1])
    c_b = cython.declare(cython.longlong[::1])
    c_run = cython.declare(cython.int[::1])
    c_dead = cython.declare(cython.int[::1])
    c_lack = cython.declare(cython.int[::1])
    s_top = cython.declare(cython.int)
    s_loss = cython.declare(cython.longlong[::1])
    s_option = cython.declare(cython.int[::1])
    s_lists = cython.declare(cython.int[::1])

    # Control.
    nodes = cython.declare(cython.longlong)
    node_limit = cython.declare(cython.longlong)
    failed = cython.declare(str)
    stopped = cython.declare(cython.bint)
    replaying = cython.declare(cython.bint)
    done = cython.declare(cython.bint)

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """`shape` is a `sweep_tables.Shape`, `machine` a `machines.RunMachine`; `set_source` makes a rank's sets."""
        self.set_source = set_source
        self._take_shape(shape, machine)
        self._make_room()


    def _take_shape(self, shape: Any, machine: Any) -> None:
        self.suits = shape.suits
        self.first = shape.first
        self.last = shape.last
        self.carries = shape.carries
        self.base = shape.copies + 1
        self.bound_base = 3 if shape.bound else 1
        self.pools = len(shape.pools)
        self.owns = any(machine.own)
        self.natural_place = shape.natural_place
        self.natural_pool = shape.natural_pool
        self.natural_forced = shape.natural_forced
        self.states = max(len(machine.steps), 1)
        flat = [number for table in (machine.steps, machine.last_steps) for line in table for number in line]
        self.steps = array("i", flat or [-1])
        firsts = machine.first_starts
        self.starts = array("i", [number for rows in (machine.starts, firsts) for line in rows for number in line])
        self.accepts = array("i", [*map(int, machine.accepting), 0])
        self.is_pure = array("i", [*map(int, machine.pure), 0])
        self.is_own = array("i", [*map(int, machine.own), 0])
        self.distance = array("i", [*machine.distance, 0])
        self.needs = max([number for number in machine.distance if number < 99] or [0])
        self.modes = 3 if machine.by_place else 1
        self.pool_class = array("i", [*(pool.kind for pool in shape.pools), 0, 0, 0, 0])
        self.pool_own = array("i", [*(int(pool.own) for pool in shape.pools), 0, 0, 0, 0])
        strides, budgets = [], 1
        for pool in shape.pools:
            strides.append(budgets)
            budgets *= pool.most + 1
        self.stride = array("i", [*strides, 0, 0, 0, 0])
        self.most = tuple(pool.most for pool in shape.pools)
        self.budgets = budgets
        self.row = self.modes * self.base * self.bound_base * budgets
        self.bound_top = 3**shape.suits
        self.set_bounds = 4 * 3**shape.suits if shape.bound else 1
        self.set_vectors = self.base**shape.suits

    def _make_room(self) -> None:
        cells, frames = 128, 34
        self.numbers = {(): 0}
        self.q_count = 1
        self.q_at, self.q_runs, self.q_need = ints(64), ints(64), ints(64 * (self.needs + 1))
        self.entry_count, self.entries = 0, ints(256)
        self.option_row = ints(64 * self.row)
        self.option_a, self.option_b, self.option_count = longs(1024), longs(1024), 1
        self.set_row = ints(self.set_vectors * self.budgets * self.set_bounds)
        self.set_a, self.set_b, self.set_count = longs(1024), longs(1024), 1
        self.naturals, self.spare, self.own, self.bound = ints(cells), ints(cells), ints(cells), ints(cells)
        self.bound_any = ints(32)
        self.run_cost, self.set_cost, self.dead_cost = longs(cells), longs(cells), longs(cells)
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = longs(cells), longs(cells), longs(4)
        self.held, self.pool_spare = ints(4), ints(4)
        self.dead_base, self.leaf_base = longs(cells), 0
        self.meld_cost = 0
        self.ace_gain, self.ace_mine = longs(4), ints(4)
        self.discards, self.best_level = 0, 0
        self.level, self.pool_level, self.level_gain, self.later_level = ints(cells), ints(4), longs(32), ints(frames)
        self.demands = self.sets_barred = self.runs_barred = False
        self.need_points = self.need_pure = self.need_runs = self.need_melds = 0
        self.run_points, self.set_points, self.later_points = ints(32), ints(32), ints(frames)
        self.pool_run_points, self.pool_set_points, self.pool_points = ints(cells), ints(cells), ints(4)
        self.used_ranked = ints(4)
        self.keeps, self.keep_at, self.keep_next, self.keep_is_run = 0, ints(36), ints(64), ints(64)
        self.keep_naturals, self.keep_bound, self.keep_wilds = longs(64), longs(64), longs(64)
        self.keep_loss, self.drop_loss = longs(64), longs(64)
        self.covers, self.covers_bound, self.outlasts = longs(cells), longs(cells), longs(frames)
        self.wide = self.counted_sets = False
        self.hope, self.wilds_owed = longs(cells * self.states), ints(cells * self.states)
        self.startable, self.busy, self.reach, self.useful = ints(cells), ints(frames), ints(2 * self.states), ints(cells)
        self.epoch = 0
        self.new_memory(1 << 10)
        self.f_suit, self.f_budget = ints(frames * 4), ints(frames)
        self.f_left, self.f_carry, self.f_carry_bound, self.f_carry_own = longs(frames), ints(frames), ints(frames), ints(frames)
        self.f_level, self.f_points, self.f_pure, self.f_runs = ints(frames), ints(frames), ints(frames), ints(frames)
        self.f_keep, self.kept_here, self.now_left, self.high_kept = longs(frames), longs(frames), longs(frames), ints(4)
        self.f_melds, self.f_owed = ints(frames), ints(frames)
        self.limit, self.lower, self.found = longs(frames), longs(frames), longs(frames)
        self.grain = 1
        self.now, self.now_bound = ints(frames * 4), ints(frames * 4)
        self.rest, self.left_at = longs(frames * 5), longs(frames * 5)
        self.list_of, self.chosen, self.chosen_set = ints(frames * 4), ints(frames * 4), ints(frames)
        self.l_now, self.ceiling, self.target = 0, INF, 0
        self.new_lists(1 << 8)
        self.c_top, self.s_top, self.c_room, self.s_room = 0, 0, 1024, 256
        self.c_loss, self.c_a, self.c_b = longs(1024), longs(1024), longs(1024)
        self.c_run, self.c_dead, self.c_lack = ints(1024), ints(1024), ints(1024)
        self.s_loss, self.s_option, self.s_lists = longs(256), ints(256), ints(1024)
        self.nodes, self.node_limit = 0, INF
        self.stopped = self.replaying = self.done = False
        self.failed = ""

    # ------------------------------------------------------------------ tables made when first wanted

    def new_memory(self, size: int) -> None:
        """Empty memory with room for `size` states, a power of two."""
        self.m_size, self.m_used = size, 0
        self.m_epoch, self.m_value = ints(size), longs(size)
        self.m_a, self.m_b, self.m_c, self.m_d = words(size), words(size), words(size), words(size)

    def grow_memory(self) -> None:
        """Twice the room, with what is remembered."""
        size: cython.int = self.m_size
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

    def grow_choices(self) -> None:
        """Twice the room for choices."""
        self.c_loss, self.c_a, self.c_b = twice(self.c_loss), twice(self.c_a), twice(self.c_b)
        self.c_run, self.c_dead, self.c_lack = twice(self.c_run), twice(self.c_dead), twice(self.c_lack)
        self.c_room = 2 * self.c_room

    def grow_set_stack(self) -> None:
        """Twice the room for set options."""
        self.s_loss, self.s_option, self.s_lists = twice(self.s_loss), twice(self.s_option), twice(self.s_lists)
        self.s_room = 2 * self.s_room

    def number_of(self, runs: tuple[int, ...]) -> int:
        """The number of a suit state: the open runs' machine states, sorted."""
        known = self.numbers.get(runs)
        if known is not None:
            return known  # type: ignore[no-any-return]
        number = self.q_count
        if number > 65535:
            raise OverflowError("more than 65535 suit states")
        if number >= len(self.q_at):
            self.q_at, self.q_runs, self.q_need = twice(self.q_at), twice(self.q_runs), twice(self.q_need)
            self.option_row = twice(self.option_row)
        while self.entry_count + len(runs) > len(self.entries):
            self.entries = twice(self.entries)
        self.q_at[number], self.q_runs[number] = self.entry_count, len(runs)
        for run in runs:
            self.entries[self.entry_count] = run
            self.entry_count += 1
        for ahead in range(self.needs):
            self.q_need[number * (self.needs + 1) + ahead] = sum(1 for run in runs if self.distance[run] > ahead)
        self.numbers[runs] = number
        self.q_count = number + 1
        return number

    def make_options(self, cell: int, state: int, run: int, bound: int, budget: int, mode: int) -> int:
        """Write the options of a suit state that use so many naturals and bound wilds, and wilds within a budget.

        Returns where they begin: a header with their number, then the options, few wilds and few debts first.
        """
        at = self.q_at[state]
        runs = tuple(self.entries[at + i] for i in range(self.q_runs[state]))
        left = [(budget // self.stride[k]) % (self.most[k] + 1) for k in range(self.pools)]
        found: dict[Option, None] = {}
        self._go_on(runs, 0, Option((), run, bound, tuple(left), 0, 0, 0, 0, 0, 0), mode, found)
        lines = []
        for option in found:
            used = [a - b for a, b in zip(left, option.left, strict=True)]
            runs_after = tuple(sorted(option.runs))
            if max(option.closed, option.pure, option.begun, option.own_run, option.own_jokers, option.own_ranked) > 15:
                raise OverflowError("more than 15 runs of a suit at once")
            debts = sum(self.distance[number] for number in runs_after)
            word_a = self.number_of(runs_after) | sum(number << (16 + 8 * k) for k, number in enumerate(used))
            word_b = (
                option.closed
                | option.pure << 4
                | option.begun << 8
                | option.own_run << 12
                | option.own_jokers << 16
                | option.own_ranked << 20
            )
            lines.append((sum(used), debts, len(runs_after), word_a, word_b))
        lines = sorted(set(lines))
        while self.option_count + len(lines) + 1 > len(self.option_a):
            self.option_a, self.option_b = twice(self.option_a), twice(self.option_b)
        start = self.option_count
        self.option_a[start] = len(lines)
        for number, line in enumerate(lines, 1):
            self.option_a[start + number], self.option_b[start + number] = line[3], line[4]
        self.option_count = start + len(lines) + 1
        self.option_row[cell] = start
        return start

    def _go_on(self, runs: tuple[int, ...], at: int, so_far: Option, mode: int, found: dict[Option, None]) -> None:
        """Every way for the open runs from `at` on, then for new ones."""
        if at == len(runs):
            self._begin(so_far, mode, found, 0)
            return
        run = runs[at]
        if self.accepts[run]:
            counts = self.is_own[run] or not self.owns
            closed = so_far._replace(
                closed=so_far.closed + (1 if counts else 0),
                pure=so_far.pure + (1 if counts and self.is_pure[run] else 0),
            )
            self._go_on(runs, at + 1, closed, mode, found)
        row = 3 * (run + (self.states if mode == 2 else 0))
        own = bool(self.is_own[run])
        for after in self._fed(so_far, row, own, self.steps):
            self._go_on(runs, at + 1, after, mode, found)

    def _begin(self, so_far: Option, mode: int, found: dict[Option, None], kind: int) -> None:
        """Every way to begin runs, after which no natural and no bound wild is left over. `kind` avoids repetitions."""
        if not so_far.run and not so_far.bound:
            found[so_far._replace(runs=tuple(sorted(so_far.runs)))] = None
        if mode == 2:
            return
        colours = 2 if self.owns else 1
        for number in range(kind, colours * (2 + self.pools)):
            own, symbol = number // (2 + self.pools) > 0, number % (2 + self.pools)
            row = 3 * ((colours if mode == 1 else 0) + (1 if own else 0))
            for after in self._fed(so_far._replace(begun=so_far.begun + 1), row, own, self.starts, symbol):
                self._begin(after, mode, found, number)

    def _fed(self, so_far: Option, row: int, own: bool, table: Any, only: int = -1) -> list[Option]:
        """One run fed by a natural (0), a bound wild (1) or a wild of a pool (2, 3, …)."""
        fed = []
        if so_far.run and only in (-1, 0) and table[row] >= 0:
            fed.append(
                so_far._replace(
                    runs=(*so_far.runs, table[row]), run=so_far.run - 1, own_run=so_far.own_run + (1 if own else 0)
                )
            )
        if so_far.bound and only in (-1, 1) and not own and table[row + 1] >= 0:
            fed.append(so_far._replace(runs=(*so_far.runs, table[row + 1]), bound=so_far.bound - 1))
        for k in range(self.pools):
            kind = self.pool_class[k]
            if not so_far.left[k] or only not in (-1, 2 + k) or table[row + kind] < 0 or (own and not self.pool_own[k]):
                continue
            left = (*so_far.left[:k], so_far.left[k] - 1, *so_far.left[k + 1 :])
            after = so_far._replace(runs=(*so_far.runs, table[row + kind]), left=left)
            if own and kind == 1:
                after = after._replace(own_jokers=after.own_jokers + 1)
            elif own:
                after = after._replace(own_ranked=after.own_ranked + 1)
            fed.append(after)
        return fed

    def make_sets(self, cell: int, naturals: int, budget: int, bound: int) -> int:
        """Write what the sets of a rank can take of so many naturals and bound wilds, within a budget of wilds.

        Returns where they begin: a header with their number and the suits any of them uses.
        """
        digits, tied_list = [], []
        for _ in range(self.suits):
            naturals, digit = divmod(naturals, self.base)
            digits.append(digit)
            bound, digit = divmod(bound, 3)
            tied_list.append(digit)
        tied, loose = tuple(tied_list), bound
        left = [(budget // self.stride[k]) % (self.most[k] + 1) for k in range(self.pools)]
        lines = set()
        mask = 0
        for made, number in self.set_source(tied, loose):
            if made.bound_any != loose or any(a > b for a, b in zip(made.naturals, digits, strict=True)):
                continue
            for used in self._pool_uses(made, left):
                word_a = sum(count << (3 * s) for s, count in enumerate(made.naturals))
                word_a |= sum(count << (12 + 8 * k) for k, count in enumerate(used))
                word_a |= sum(count << (44 + 2 * s) for s, count in enumerate(made.bound)) | min(number, 15) << 52
                word_b = sum(count << (3 * s) for s, count in enumerate(made.own_naturals))
                word_b |= made.own_jokers << 12 | made.own_ranked << 17
                lines.add((sum(used), -sum(made.naturals), number, word_a, word_b))
                mask |= sum(1 << s for s, count in enumerate(made.naturals) if count)
        ordered = sorted(lines)
        while self.set_count + len(ordered) + 1 > len(self.set_a):
            self.set_a, self.set_b = twice(self.set_a), twice(self.set_b)
        start = self.set_count
        self.set_a[start], self.set_b[start] = len(ordered), mask
        for at, line in enumerate(ordered, 1):
            self.set_a[start + at], self.set_b[start + at] = line[3], line[4]
        self.set_count = start + len(ordered) + 1
        self.set_row[cell] = start
        return start

    def _pool_uses(self, made: Any, left: list[int]) -> list[tuple[int, ...]]:
        """Every way to take a set's jokers and ranked wilds from the pools."""
        uses: list[tuple[int, ...]] = [()]
        for k in range(self.pools):
            uses = [(*use, count) for use in uses for count in range(left[k] + 1)]
        kept = []
        for use in uses:
            by_class, own_by_class = [0, 0, 0], [0, 0, 0]
            for k, count in enumerate(use):
                by_class[self.pool_class[k]] += count
                own_by_class[self.pool_class[k]] += count if self.pool_own[k] else 0
            if by_class[1] == made.jokers and by_class[2] == made.ranked:
                if made.own_jokers <= own_by_class[1] and made.own_ranked <= own_by_class[2]:
                    kept.append(use)
        return kept

    def options_or_failure(self, cell: int, state: int, run: int, bound: int, budget: int, mode: int) -> int:
        """`make_options`; where that is too large, the search stops with the reason in `failed`."""
        try:
            return self.make_options(cell, state, run, bound, budget, mode)
        except Exception as error:  # nothing can be raised from inside the search; `failed` says it later
            self.failed, self.stopped = f"sweep: {error}", True
            return 0

    def sets_or_failure(self, cell: int, naturals: int, budget: int, bound: int) -> int:
        """`make_sets`, likewise."""
        try:
            return self.make_sets(cell, naturals, budget, bound)
        except Exception as error:  # nothing can be raised from inside the search; `failed` says it later
            self.failed, self.stopped = f"sweep: {error}", True
            return 0

    # ------------------------------------------------------------------ look-ahead

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_ahead(self) -> cython.void:
        """For every place, suit and machine state the least loss and the fewest wilds with which a run can still end."""
        p: cython.int
        s: cython.int
        x: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        after: cython.int
        table: cython.int
        owed: cython.int
        fewest: cython.int
        total: cython.int = 0
        best: cython.longlong
        loss: cython.longlong
        d: cython.int = self.states
        for k in range(self.pools):
            total += self.held[k]
        self.wild_total = total
        for s in range(self.suits):
            at = (self.last * 4 + s) * d
            for x in range(d):
                self.hope[at + x] = 0 if self.accepts[x] else INF
                self.wilds_owed[at + x] = 0 if self.accepts[x] else FAR
            for p in range(self.last - 1, self.first - 1, -1):
                at = (p * 4 + s) * d
                after = at + 4 * d
                table = 3 * d if p + 1 == self.last and self.modes > 1 else 0
                for x in range(d):
                    best = 0 if self.accepts[x] else INF
                    fewest = 0 if self.accepts[x] else FAR
                    y = self.steps[table + 3 * x]
                    if y >= 0 and self.naturals[(p + 1) * 4 + s] > 0 and self.hope[after + y] < INF:
                        loss = self.run_cost[(p + 1) * 4 + s] + self.hope[after + y]
                        if loss < best:
                            best = loss
                        if self.wilds_owed[after + y] < fewest:
                            fewest = self.wilds_owed[after + y]
                    if self.bound_base > 1:
                        y = self.steps[table + 3 * x + 1]
                        if y >= 0 and self.bound[(p + 1) * 4 + s] > 0 and self.hope[after + y] < INF:
                            if self.hope[after + y] < best:
                                best = self.hope[after + y]
                            if self.wilds_owed[after + y] < fewest:
                                fewest = self.wilds_owed[after + y]
                    for k in range(self.pools):
                        if self.held[k] == 0:
                            continue
                        y = self.steps[table + 3 * x + self.pool_class[k]]
                        if y >= 0 and self.hope[after + y] < INF:
                            owed = self.wilds_owed[after + y] + 1
                            if owed > total:
                                continue
                            loss = self.pool_run_cost[k * 32 + p + 1] + self.hope[after + y]
                            if loss < best:
                                best = loss
                            if owed < fewest:
                                fewest = owed
                    self.hope[at + x] = best
                    self.wilds_owed[at + x] = fewest
            self._mark_starts(s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_starts(self, s: cython.int) -> cython.void:
        """Where a run of the suit may begin."""
        p: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        table: cython.int
        colour: cython.int
        colours: cython.int = 2 if self.owns else 1
        can: cython.int
        for p in range(self.first, self.last + 1):
            can = 0
            if self.runs_barred:
                self.startable[p * 4 + s] = 0
                continue
            at = (p * 4 + s) * self.states
            for colour in range(colours):
                table = 3 * (colour + (colours if p == 1 else 0))
                y = self.starts[table]
                if y >= 0 and self.naturals[p * 4 + s] > 0 and self.hope[at + y] < INF:
                    can = 1
                y = self.starts[table + 1]
                if y >= 0 and self.bound[p * 4 + s] > 0 and self.hope[at + y] < INF:
                    can = 1
                for k in range(self.pools):
                    y = self.starts[table + self.pool_class[k]]
                    if y >= 0 and self.held[k] > 0 and self.hope[at + y] < INF:
                        if self.wilds_owed[at + y] < self.wild_total:
                            can = 1
            self.startable[p * 4 + s] = can

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_useful(self, s: cython.int) -> cython.void:
        """Which naturals of a suit some run can hold, wilds permitting. Competition for cards is not considered."""
        p: cython.int
        x: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        colour: cython.int
        colours: cython.int = 2 if self.owns else 1
        table: cython.int
        d: cython.int = self.states
        here: cython.int = 0
        there: cython.int
        wilds: cython.int
        any_open: cython.bint = False
        for x in range(2 * d):
            self.reach[x] = FAR
        for p in range(self.first, self.last + 1):
            self.useful[p * 4 + s] = 0
            if not any_open and not self.startable[p * 4 + s]:
                continue
            there = d - here
            for x in range(d):
                self.reach[there + x] = FAR
            any_open = False
            at = (p * 4 + s) * d
            table = 3 * d if p == self.last and self.modes > 1 else 0
            for x in range(d):
                wilds = self.reach[here + x]
                if wilds < FAR:
                    self._reach_on(p, s, there, table + 3 * x, wilds, False)
            if self.startable[p * 4 + s]:
                for colour in range(colours):
                    self._reach_on(p, s, there, 3 * (colour + (colours if p == 1 else 0)), 0, True)
            for x in range(d):
                if self.reach[there + x] < FAR:
                    any_open = True
            here = there

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach_on(
        self, p: cython.int, s: cython.int, there: cython.int, row: cython.int, wilds: cython.int, starts: cython.bint
    ) -> cython.void:
        k: cython.int
        y: cython.int
        at: cython.int = (p * 4 + s) * self.states
        y = self.starts[row] if starts else self.steps[row]
        if y >= 0 and self.naturals[p * 4 + s] > 0 and wilds + self.wilds_owed[at + y] <= self.wild_total:
            self.useful[p * 4 + s] = 1
            if wilds < self.reach[there + y]:
                self.reach[there + y] = wilds
        if self.bound[p * 4 + s] > 0:
            y = self.starts[row + 1] if starts else self.steps[row + 1]
            if y >= 0 and wilds + self.wilds_owed[at + y] <= self.wild_total and wilds < self.reach[there + y]:
                self.reach[there + y] = wilds
        for k in range(self.pools):
            if self.held[k] > 0:
                y = self.starts[row + self.pool_class[k]] if starts else self.steps[row + self.pool_class[k]]
                if y >= 0 and wilds + 1 + self.wilds_owed[at + y] <= self.wild_total:
                    if wilds + 1 < self.reach[there + y]:
                        self.reach[there + y] = wilds + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prepare(self) -> cython.void:
        """Look ahead, and put aside the cards that no meld can hold."""
        p: cython.int
        s: cython.int
        n: cython.int
        at: cython.int
        mask: cython.int
        level: cython.int
        ahead: cython.int
        rank_place: cython.int
        k: cython.int
        self.lost = 0
        self.lost_level = 0
        self._look_ahead()
        for s in range(self.suits):
            self._mark_useful(s)
        for p in range(self.first, self.last + 1):
            rank_place = p
            if self.carries and p == 1:
                rank_place = self.last
            elif self.carries and p == self.last:
                if self.first == 1:
                    continue  # the aces were looked at as place 1
            mask = 0
            if not self.sets_barred and self._any_natural(rank_place):
                at = self._set_list(self._vector(rank_place), self._budget(self._all_held()), self._bound_key(rank_place))
                mask = cython.cast(cython.int, self.set_b[at])
            for s in range(self.suits):
                n = self.naturals[p * 4 + s]
                if n == 0 or self.spare[p * 4 + s] < n or p == self.natural_place or mask & (1 << s):
                    continue
                if self.useful[p * 4 + s] or (rank_place != p and self.useful[rank_place * 4 + s]):
                    continue
                self.lost += n * self.dead_cost[rank_place * 4 + s]
                level = self.level[p * 4 + s]
                if level > self.lost_level:
                    self.lost_level = level
                self.naturals[p * 4 + s] = 0
                self.naturals[rank_place * 4 + s] = 0
        ahead = 0
        for k in range(self.pools):
            if self.held[k] > 0 and self.pool_spare[k] > 0 and self.pool_level[k] > ahead:
                ahead = self.pool_level[k]
        self.later_level[self.last + 1] = ahead
        self.later_points[self.last + 1] = 0
        for p in range(self.last, self.first - 1, -1):
            self.busy[p] = 0
            self.later_points[p] = self.later_points[p + 1]
            if self.bound_any[p]:
                self.busy[p] = 1
            for s in range(self.suits):
                n = self.naturals[p * 4 + s]
                if n > 0 or self.startable[p * 4 + s] or self.bound[p * 4 + s]:
                    self.busy[p] = 1
                if n > 0:
                    if self.spare[p * 4 + s] > 0 and self.level[p * 4 + s] > ahead:
                        ahead = self.level[p * 4 + s]
                    if self.run_points[p] > self.set_points[p]:
                        self.later_points[p] += n * self.run_points[p]
                    else:
                        self.later_points[p] += n * self.set_points[p]
            self.later_level[p] = ahead

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _any_natural(self, p: cython.int) -> cython.bint:
        s: cython.int
        for s in range(self.suits):
            if self.naturals[p * 4 + s] > 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _vector(self, p: cython.int) -> cython.int:
        s: cython.int
        number: cython.int = 0
        for s in range(self.suits - 1, -1, -1):
            number = number * self.base + self.naturals[p * 4 + s]
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound_key(self, p: cython.int) -> cython.int:
        s: cython.int
        number: cython.int = self.bound_any[p]
        if self.bound_base == 1:
            return 0
        for s in range(self.suits - 1, -1, -1):
            number = number * 3 + self.bound[p * 4 + s]
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _all_held(self) -> cython.longlong:
        k: cython.int
        left: cython.longlong = 0
        for k in range(self.pools):
            left |= cython.cast(cython.longlong, self.held[k]) << (8 * k)
        return left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _budget(self, left: cython.longlong) -> cython.int:
        """The number of a budget: wilds left of each pool."""
        k: cython.int
        number: cython.int = 0
        for k in range(self.pools):
            number += cython.cast(cython.int, (left >> (8 * k)) & 255) * self.stride[k]
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_list(self, naturals: cython.int, budget: cython.int, bound: cython.int) -> cython.int:
        cell: cython.int = (bound * self.budgets + budget) * self.set_vectors + naturals
        at: cython.int = self.set_row[cell]
        if at == 0:
            with cython.gil:
                at = self.sets_or_failure(cell, naturals, budget, bound)
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _option_list(
        self, state: cython.int, run: cython.int, bound: cython.int, budget: cython.int, mode: cython.int
    ) -> cython.int:
        cell: cython.int = state * self.row + ((mode * self.base + run) * self.bound_base + bound) * self.budgets + budget
        at: cython.int = self.option_row[cell]
        if at == 0:
            with cython.gil:
                at = self.options_or_failure(cell, state, run, bound, budget, mode)
        return at

    # ------------------------------------------------------------------ memory

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(
        self, a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, d: cython.ulonglong
    ) -> cython.int:
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

    # ------------------------------------------------------------------ the search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, p: cython.int, budget: cython.longlong) -> cython.longlong:
        """The least loss from place `p` on if it is below the budget, else a bound on it that is not below the budget."""
        s: cython.int
        i: cython.int
        idle: cython.bint
        a: cython.ulonglong = 0
        b: cython.ulonglong
        c: cython.ulonglong
        d: cython.ulonglong = 0
        value: cython.longlong
        while p <= self.last:
            idle = not self.busy[p]
            for s in range(self.suits):
                if self.f_suit[p * 4 + s]:
                    idle = False
            if (p == self.last and self.f_carry[p]) or self.f_keep[p] or self.keep_at[p] < self.keep_at[p + 1]:
                idle = False
            if not idle:
                break
            self.chosen_set[p] = -1
            self.kept_here[p] = 0
            self._copy_frame(p)
            for s in range(self.suits):
                self.f_suit[(p + 1) * 4 + s] = 0
            p += 1
        if p > self.last:
            return self._leaf(budget)
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.stopped = True
            return INF
        if self.demands and self._out_of_reach(p):
            return INF
        for s in range(self.suits):
            a |= cython.cast(cython.ulonglong, self.f_suit[p * 4 + s]) << (16 * s)
        b = cython.cast(cython.ulonglong, self.f_left[p])
        b |= cython.cast(cython.ulonglong, self.f_carry[p]) << 32
        b |= cython.cast(cython.ulonglong, p) << 48
        b |= cython.cast(cython.ulonglong, self.f_level[p]) << 53
        b |= cython.cast(cython.ulonglong, self.f_owed[p]) << 58
        b |= cython.cast(cython.ulonglong, self.f_melds[p]) << 61
        if self.wide:
            d = cython.cast(cython.ulonglong, self.f_points[p])
            d |= cython.cast(cython.ulonglong, self.f_pure[p]) << 16
            d |= cython.cast(cython.ulonglong, self.f_runs[p]) << 22
            d |= cython.cast(cython.ulonglong, self.f_carry_own[p]) << 28
            d |= cython.cast(cython.ulonglong, self.f_carry_bound[p]) << 44
        c = cython.cast(cython.ulonglong, self.f_keep[p])
        i = self._find(a, b, c, d)
        if i >= 0:
            value = self.m_value[i]
            if value >> 1 >= budget or (value & 1 and not self.replaying):
                return value >> 1
            if value & 1:
                budget = (value >> 1) + 1
        self.limit[p] = budget
        self.found[p] = INF
        self.lower[p] = INF
        self._expand(p)
        if self.stopped or self.done:
            return self.found[p]
        if self.found[p] < INF:
            self._remember(a, b, c, d, self.found[p] * 2 + 1)
            return self.found[p]
        value = self.lower[p]
        if value > INF:
            value = INF
        self._remember(a, b, c, d, value * 2)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_frame(self, p: cython.int) -> cython.void:
        self.f_left[p + 1] = self.f_left[p]
        self.f_carry[p + 1] = self.f_carry[p]
        self.f_carry_bound[p + 1] = self.f_carry_bound[p]
        self.f_carry_own[p + 1] = self.f_carry_own[p]
        self.f_level[p + 1] = self.f_level[p]
        self.f_points[p + 1] = self.f_points[p]
        self.f_pure[p + 1] = self.f_pure[p]
        self.f_runs[p + 1] = self.f_runs[p]
        self.f_melds[p + 1] = self.f_melds[p]
        self.f_owed[p + 1] = self.f_owed[p]
        self.f_keep[p + 1] = (self.f_keep[p] | self.kept_here[p]) & self.outlasts[p]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _out_of_reach(self, p: cython.int) -> cython.bint:
        """Whether the opening's points can no longer be reached."""
        k: cython.int
        most: cython.int = self.f_points[p] + self.later_points[p]
        if most >= self.need_points:
            return False
        for k in range(self.pools):
            most += cython.cast(cython.int, (self.f_left[p] >> (8 * k)) & 255) * self.pool_points[k]
        return most < self.need_points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leaf(self, budget: cython.longlong) -> cython.longlong:
        """What the wilds left over lose; INF where a demand isn't met."""
        p: cython.int = self.last + 1
        k: cython.int
        s: cython.int
        i: cython.int
        x: cython.int
        left: cython.int
        level: cython.int = self.f_level[p]
        loss: cython.longlong = self.leaf_base
        points: cython.int = self.f_points[p]
        pure: cython.int = self.f_pure[p]
        runs: cython.int = self.f_runs[p]
        melds: cython.int = self.f_melds[p]
        if self.f_owed[p] > 0:
            return INF
        for k in range(self.pools):
            left = cython.cast(cython.int, (self.f_left[p] >> (8 * k)) & 255)
            if left > 0:
                if left > self.pool_spare[k]:
                    return INF
                loss += left * self.pool_dead_cost[k]
                if self.pool_level[k] > level:
                    level = self.pool_level[k]
        if self.discards:
            if self.discards == 2 and level == 0:
                return INF
            i = self.f_level[p]
            if self.later_level[p] > i:
                i = self.later_level[p]
            loss += self.level_gain[i] - self.level_gain[level]
        if self.demands:
            for s in range(self.suits):
                k = self.f_suit[p * 4 + s]
                for i in range(self.q_runs[k]):
                    x = self.entries[self.q_at[k] + i]
                    if self.is_own[x] or not self.owns:
                        runs += 1
                        melds = 1
                        if self.is_pure[x]:
                            pure += 1
            if points < self.need_points or pure < self.need_pure or runs < self.need_runs or melds < self.need_melds:
                return INF
        if self.replaying and loss < budget:
            self.done = True
        return loss

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, p: cython.int) -> cython.void:
        """Every way to settle a place: table melds that stay, then sets, then suit by suit."""
        self.kept_here[p] = 0
        if self.keeps:
            self._keep(p, self.keep_at[p], self.f_left[p], 0)
        else:
            self.now_left[p] = self.f_left[p]
            self._settle(p, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, p: cython.int, i: cython.int, left: cython.longlong, so_far: cython.longlong) -> cython.void:
        """Decide which of a place's table melds, from `i` on, stay as they are, and with which wilds."""
        j: cython.int
        after: cython.int
        if so_far >= self.limit[p]:
            if so_far < self.lower[p]:
                self.lower[p] = so_far
            return
        if i == self.keep_at[p + 1]:
            self.now_left[p] = left
            self._settle(p, so_far)
            return
        after = self.keep_next[i]
        for j in range(i, after):
            if ((left | GUARDS) - self.keep_wilds[j]) & GUARDS == GUARDS and self._is_bound_free(p, j):
                self.kept_here[p] |= cython.cast(cython.longlong, 1) << j
                self._keep(p, after, left - self.keep_wilds[j], so_far + self.keep_loss[j])
                if self.stopped or self.done:
                    return
                self.kept_here[p] &= ~(cython.cast(cython.longlong, 1) << j)
        self._keep(p, after, left, so_far + self.drop_loss[i])

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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, p: cython.int, so_far: cython.longlong) -> cython.void:
        """Every way to settle a place's sets, then its suits."""
        s: cython.int
        n: cython.int
        i: cython.int
        at: cython.int
        vector: cython.int = 0
        bound: cython.int = 0
        f4: cython.int = p * 4
        loose: cython.int = self.bound_any[p]
        options: cython.int = self.s_top
        last_aces: cython.bint = self.carries and p == self.last
        self.f_budget[p] = self._budget(self.now_left[p])
        for s in range(self.suits):
            if last_aces:
                self.now[f4 + s] = (self.f_carry[p] >> (4 * s)) & 15
                self.now_bound[f4 + s] = (self.f_carry_bound[p] >> (4 * s)) & 15
            else:
                self.now[f4 + s] = self.naturals[f4 + s]
                self.now_bound[f4 + s] = self.bound[f4 + s]
        if self.keeps:
            loose -= self._set_aside(p)
            if loose < 0:
                return
            for s in range(self.suits):
                if self.now[f4 + s] < 0 or self.now_bound[f4 + s] < 0:
                    return
        for s in range(self.suits - 1, -1, -1):
            vector = vector * self.base + self.now[f4 + s]
            bound = bound * 3 + self.now_bound[f4 + s]
        if self.sets_barred or (self.carries and p == 1):
            self._alone(p, 0, so_far)
        else:
            if self.bound_base > 1:
                bound += loose * self.bound_top
            else:
                bound = 0
            at = self._set_list(vector, self.f_budget[p], bound)
            if self.set_a[at] == 1:
                self._alone(p, at + 1, so_far)
            else:
                self._rank_sets(p, self._set_losses(p, at, vector, bound), so_far)
                for i in range(options, self.s_top):
                    if self.s_loss[i] >= self.limit[p]:
                        if self.s_loss[i] < self.lower[p]:
                            self.lower[p] = self.s_loss[i]
                        break
                    for s in range(self.suits):
                        self.list_of[f4 + s] = self.s_lists[4 * i + s]
                    self._with_sets(p, self.s_option[i], so_far)
                    if self.stopped or self.done:
                        break
        self.s_top = options

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_aside(self, p: cython.int) -> cython.int:
        """Take the cards of the melds that stay out of what there is at a place; returns the rank's bound wilds taken."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _alone(self, p: cython.int, option: cython.int, so_far: cython.longlong) -> cython.void:
        """Settle a place that has one set option only: none."""
        s: cython.int
        for s in range(self.suits):
            self.list_of[p * 4 + s] = self._choices(p, s, self.now[p * 4 + s], self.now_bound[p * 4 + s])
            if self.c_run[self.list_of[p * 4 + s]] == 0:
                if self.c_loss[self.list_of[p * 4 + s]] < self.lower[p]:
                    self.lower[p] = self.c_loss[self.list_of[p * 4 + s]]
                return
        self._with_sets(p, option, so_far)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank_sets(self, p: cython.int, start: cython.int, so_far: cython.longlong) -> cython.void:
        """Push the set options of a place with the least loss each can come to, the least first."""
        i: cython.int
        j: cython.int
        s: cython.int
        taken: cython.int
        tied: cython.int
        off: cython.int
        base: cython.int = self.s_top
        a: cython.longlong
        loss: cython.longlong
        for i in range(start + 1, start + 1 + self.c_run[start]):
            loss = so_far + self.c_loss[i]
            if loss >= self.limit[p]:
                if loss < self.lower[p]:
                    self.lower[p] = loss
                break
            a = self.c_a[i]
            for s in range(self.suits):
                taken = cython.cast(cython.int, (a >> (3 * s)) & 7)
                tied = cython.cast(cython.int, (a >> (44 + 2 * s)) & 3)
                off = self._choices(p, s, self.now[p * 4 + s] - taken, self.now_bound[p * 4 + s] - tied)
                self.list_of[p * 4 + s] = off
                if self.c_run[off] == 0:
                    loss = self.c_loss[off]
                    break
                loss += self.c_loss[off + 1]
            if loss >= self.limit[p]:
                if loss < self.lower[p]:
                    self.lower[p] = loss
                continue
            if self.s_top + 1 >= self.s_room:
                with cython.gil:
                    self.grow_set_stack()
            j = self.s_top
            while j > base and self.s_loss[j - 1] > loss:
                self.s_loss[j] = self.s_loss[j - 1]
                self.s_option[j] = self.s_option[j - 1]
                for s in range(4):
                    self.s_lists[4 * j + s] = self.s_lists[4 * j - 4 + s]
                j -= 1
            self.s_loss[j] = loss
            self.s_option[j] = self.c_run[i]
            for s in range(self.suits):
                self.s_lists[4 * j + s] = self.list_of[p * 4 + s]
            self.s_top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_loss(self, p: cython.int, a: cython.longlong) -> cython.longlong:
        s: cython.int
        k: cython.int
        loss: cython.longlong = 0
        for s in range(self.suits):
            loss += ((a >> (3 * s)) & 7) * self.set_cost[p * 4 + s]
        for k in range(self.pools):
            loss += ((a >> (12 + 8 * k)) & 255) * self.pool_set_cost[k * 32 + p]
        return loss + ((a >> 52) & 15) * self.meld_cost

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _with_sets(self, p: cython.int, option: cython.int, so_far: cython.longlong) -> cython.void:
        """Settle a place's suits once its sets are chosen (`option` 0: none) and the suits' lists are found."""
        s: cython.int
        a: cython.longlong = 0
        loss: cython.longlong
        if option:
            a = self.set_a[option]
        loss = so_far + self._set_loss(p, a)
        self.chosen_set[p] = option
        self.rest[p * 5 + self.suits] = 0
        for s in range(self.suits - 1, -1, -1):
            self.rest[p * 5 + s] = self.rest[p * 5 + s + 1] + self.c_loss[self.list_of[p * 4 + s] + 1]
        self.left_at[p * 5] = self.now_left[p] - ((a >> 12) & LOWER)
        self._suits(p, 0, loss)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hope_of(self, p: cython.int, s: cython.int, state: cython.int) -> cython.longlong:
        """The least loss with which a suit's open runs can still end."""
        i: cython.int
        at: cython.int = self.q_at[state]
        base: cython.int = (p * 4 + s) * self.states
        one: cython.longlong
        total: cython.longlong = 0
        for i in range(self.q_runs[state]):
            one = self.hope[base + self.entries[at + i]]
            if one >= INF:
                return INF
            total += one
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _owed_of(self, p: cython.int, s: cython.int, state: cython.int) -> cython.int:
        """The fewest wilds with which a suit's open runs can still end."""
        i: cython.int
        n: cython.int
        need: cython.int
        lack: cython.int = 0
        owed: cython.int = 0
        at: cython.int = self.q_at[state]
        base: cython.int = (p * 4 + s) * self.states
        for i in range(self.q_runs[state]):
            owed += self.wilds_owed[base + self.entries[at + i]]
        for i in range(self.needs):
            need = self.q_need[state * (self.needs + 1) + i]
            if need == 0 or p + 1 + i > self.last:
                break
            n = self.naturals[(p + 1 + i) * 4 + s] + self.bound[(p + 1 + i) * 4 + s]
            if need > n:
                lack += need - n
        return lack if lack > owed else owed

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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choices(self, p: cython.int, s: cython.int, a: cython.int, tied: cython.int) -> cython.int:
        """The list of choices of a suit with `a` naturals and `tied` bound wilds for its runs, made when first wanted."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, self.f_suit[p * 4 + s])
        i: cython.int
        start: cython.int
        key = key | cython.cast(cython.ulonglong, p | s << 5 | a << 7 | tied << 10) << 16
        key = key | cython.cast(cython.ulonglong, self.f_budget[p]) << 28
        if p == self.last and self.ace_mine[s] > 0:
            key |= cython.cast(cython.ulonglong, ((self.f_carry[p] >> (4 * s)) & 15) | self.high_kept[s] << 4) << 40
        i = self._list_place(key)
        if self.l_epoch[i] == self.l_now:
            return self.l_at[i]
        start = self._make_choices(p, s, a, tied)
        if 2 * self.l_used >= self.l_size:
            with cython.gil:
                self.grow_lists()
            i = self._list_place(key)
        self.l_used += 1
        self.l_epoch[i] = self.l_now
        self.l_key[i] = key
        self.l_at[i] = start
        return start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_losses(self, p: cython.int, at: cython.int, vector: cython.int, bound: cython.int) -> cython.int:
        """The list of a place's set options, the least loss first: a header with their number, then the options."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, vector)
        i: cython.int
        j: cython.int
        k: cython.int
        start: cython.int
        loss: cython.longlong
        key = key | cython.cast(cython.ulonglong, p | 1 << 11) << 16
        key = key | cython.cast(cython.ulonglong, self.f_budget[p]) << 28
        key = key | cython.cast(cython.ulonglong, bound) << 40
        i = self._list_place(key)
        if self.l_epoch[i] == self.l_now:
            return self.l_at[i]
        start = self.c_top
        self.c_top = start + 1
        for j in range(at + 1, at + 1 + cython.cast(cython.int, self.set_a[at])):
            if p == self.natural_place and self.natural_forced and (self.set_a[j] >> (12 + 8 * self.natural_pool)) & 255:
                continue
            loss = self._set_loss(p, self.set_a[j])
            if loss < HOPELESS:
                self._push(start, loss, self.set_a[j], 0, j, 0, 0)
        if start + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_run[start] = self.c_top - start - 1
        if 2 * self.l_used >= self.l_size:
            with cython.gil:
                self.grow_lists()
            i = self._list_place(key)
        self.l_used += 1
        self.l_epoch[i] = self.l_now
        self.l_key[i] = key
        self.l_at[i] = start
        return start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make_choices(self, p: cython.int, s: cython.int, a: cython.int, tied: cython.int) -> cython.int:
        """Write a list of choices, the least loss first: a header with their number, then the choices.

        Nothing in it depends on what the search knows so far, so that it serves again. What loses as much as the
        ceiling is left out; the header holds the least loss of those.
        """
        start: cython.int = self.c_top
        f4: cython.int = p * 4 + s
        state: cython.int = self.f_suit[f4]
        run: cython.int
        dead: cython.int
        most: cython.int = a
        mode: cython.int = 0
        at: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        owed: cython.int
        total: cython.int
        budget: cython.int = self.f_budget[p]
        opening_aces: cython.bint = self.carries and p == 1
        word: cython.longlong
        loss: cython.longlong
        base: cython.longlong
        before: cython.longlong = self._hope_of(p - 1, s, state)
        if start + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_top = start + 1
        self.c_loss[start] = INF
        if state == 0 and not self.startable[f4]:
            if tied > 0 and not opening_aces:
                self.c_run[start] = 0
                return start
            self._leave_all(start, p, s, a)
            return start
        if self.modes > 1:
            if p == 1:
                mode = 1
            elif p == self.last:
                mode = 2
        total = cython.cast(cython.int, ((self.now_left[p] * LANES) >> 24) & 255)
        for run in range(most, -1, -1):
            dead = a - run
            if dead > 0 and not opening_aces and dead > self.spare[f4] and p != self.natural_place:
                break
            base = run * self.run_cost[f4] - before
            if not opening_aces and p != self.natural_place:
                base += dead * self.dead_cost[f4] + self.dead_base[f4]
            if self.ace_mine[s] > 0 and self.carries and p == self.last:
                base += self._ace_loss(p, s, a, run, dead)
            for i in range(tied, -1 if opening_aces else tied - 1, -1):
                at = self._option_list(state, run, i, budget, mode)
                for j in range(at + 1, at + 1 + cython.cast(cython.int, self.option_a[at])):
                    word = self.option_a[j]
                    loss = base + self._hope_of(p, s, cython.cast(cython.int, word & 0xFFFF))
                    if loss >= INF:
                        continue
                    for k in range(self.pools):
                        loss += ((word >> (16 + 8 * k)) & 255) * self.pool_run_cost[k * 32 + p]
                    if self.meld_cost:
                        loss += ((self.option_b[j] >> 8) & 15) * self.meld_cost
                    if loss >= self.ceiling:
                        if loss < self.c_loss[start]:
                            self.c_loss[start] = loss
                        continue
                    owed = self._owed_of(p, s, cython.cast(cython.int, word & 0xFFFF))
                    k = cython.cast(cython.int, ((((word >> 16) & LOWER) * LANES) >> 24) & 255)
                    if owed + k > total:
                        continue
                    self._push(start, loss, word, self.option_b[j] | cython.cast(cython.longlong, i) << 24, run, dead, owed)
        self.c_run[start] = self.c_top - start - 1
        return start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leave_all(self, start: cython.int, p: cython.int, s: cython.int, a: cython.int) -> cython.void:
        """The one choice of a suit with no run open and none to begin: no natural goes into a run."""
        f4: cython.int = p * 4 + s
        loss: cython.longlong = 0
        if not (self.carries and p == 1) and p != self.natural_place:
            if a > self.spare[f4]:
                self.c_run[start] = 0
                return
            loss = a * self.dead_cost[f4] + self.dead_base[f4]
            if self.ace_mine[s] > 0 and self.carries and p == self.last:
                loss += self._ace_loss(p, s, a, 0, a)
        if loss >= self.ceiling:
            self.c_loss[start] = loss
            self.c_run[start] = 0
            return
        self._push(start, loss, 0, 0, 0, a, 0)
        self.c_run[start] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(
        self,
        start: cython.int,
        loss: cython.longlong,
        a: cython.longlong,
        b: cython.longlong,
        run: cython.int,
        dead: cython.int,
        lack: cython.int,
    ) -> cython.void:
        """Put a choice into a list in order of loss; among equals the first stays first."""
        j: cython.int = self.c_top
        if j + 2 >= self.c_room:
            with cython.gil:
                self.grow_choices()
        self.c_top = j + 1
        while j > start + 1 and self.c_loss[j - 1] > loss:
            self.c_loss[j] = self.c_loss[j - 1]
            self.c_a[j] = self.c_a[j - 1]
            self.c_b[j] = self.c_b[j - 1]
            self.c_run[j] = self.c_run[j - 1]
            self.c_dead[j] = self.c_dead[j - 1]
            self.c_lack[j] = self.c_lack[j - 1]
            j -= 1
        self.c_loss[j] = loss
        self.c_a[j] = a
        self.c_b[j] = b
        self.c_run[j] = run
        self.c_dead[j] = dead
        self.c_lack[j] = lack

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ace_loss(
        self, p: cython.int, s: cython.int, a: cython.int, high: cython.int, dead: cython.int
    ) -> cython.longlong:
        """What a suit's aces lose where the table's are worth nothing and low, high and set differ.

        The hand's own aces take the places worth most. `ace_gain` holds low, high, set and the greatest of them.
        """
        mine: cython.int = self.ace_mine[s] - dead
        low: cython.int = self.naturals[4 + s] - ((self.f_carry[p] >> (4 * s)) & 15)
        in_set: cython.int = ((self.f_carry[p] >> (4 * s)) & 15) - a
        best: cython.longlong = self.ace_mine[s] * self.ace_gain[3]
        gain: cython.longlong
        top: cython.longlong
        n: cython.int
        if self.first > 1:
            low = 0
        if self.keeps:
            in_set -= self.high_kept[s]
            high += self.high_kept[s]
        while mine > 0:
            top = -INF
            n = 0
            if low > 0 and self.ace_gain[0] > top:
                top = self.ace_gain[0]
                n = 1
            if high > 0 and self.ace_gain[1] > top:
                top = self.ace_gain[1]
                n = 2
            if in_set > 0 and self.ace_gain[2] > top:
                top = self.ace_gain[2]
                n = 3
            if n == 0:
                return INF
            if n == 1:
                low -= 1
            elif n == 2:
                high -= 1
            else:
                in_set -= 1
            gain = top
            best -= gain
            mine -= 1
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _suits(self, p: cython.int, s: cython.int, so_far: cython.longlong) -> cython.void:
        """Choose for suit `s` and those after it, then go on to the next place."""
        off: cython.int
        i: cython.int
        f5: cython.int = p * 5 + s
        total: cython.longlong
        left: cython.longlong
        use: cython.longlong
        if s == self.suits:
            self._descend(p, so_far)
            return
        off = self.list_of[p * 4 + s]
        left = self.left_at[f5]
        for i in range(off + 1, off + 1 + self.c_run[off]):
            total = so_far + self.c_loss[i]
            if total + self.rest[f5 + 1] >= self.limit[p]:
                if total + self.rest[f5 + 1] < self.lower[p]:
                    self.lower[p] = total + self.rest[f5 + 1]
                return
            use = (self.c_a[i] >> 16) & LOWER
            if use:
                if ((left | GUARDS) - use) & GUARDS != GUARDS:
                    continue
                self.left_at[f5 + 1] = left - use
            else:
                self.left_at[f5 + 1] = left
            self.chosen[p * 4 + s] = i
            self._suits(p, s + 1, total)
            if self.stopped or self.done:
                return
        total = so_far + self.c_loss[off] + self.rest[f5 + 1]
        if total < self.lower[p]:
            self.lower[p] = total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _descend(self, p: cython.int, so_far: cython.longlong) -> cython.void:
        """All of a place is settled: make the next frame and go on there."""
        s: cython.int
        i: cython.int
        lack: cython.int = 0
        level: cython.int
        n: cython.int
        left: cython.longlong = self.left_at[p * 5 + self.suits]
        total: cython.longlong = so_far
        value: cython.longlong
        opening_aces: cython.bint = self.carries and p == 1
        for s in range(self.suits):
            lack += self.c_lack[self.chosen[p * 4 + s]]
        if lack > 0 and lack > cython.cast(cython.int, ((left * LANES) >> 24) & 255):
            return
        self._copy_frame(p)
        if p == self.natural_place:
            left = self._take_naturals(p, left)
            if left < 0:
                return
        elif self.f_owed[p] > 0:
            n = self.f_owed[p] - cython.cast(cython.int, ((self.f_left[p] - left) >> (8 * self.natural_pool)) & 255)
            self.f_owed[p + 1] = n if n > 0 else 0
        self.f_left[p + 1] = left
        level = self.f_level[p]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            self.f_suit[(p + 1) * 4 + s] = cython.cast(cython.int, self.c_a[i] & 0xFFFF)
            if self.c_dead[i] > 0 and not opening_aces and p != self.natural_place and self.level[p * 4 + s] > level:
                level = self.level[p * 4 + s]
        self.f_level[p + 1] = level
        if opening_aces:
            self._keep_aces(p)
        if self.owns and not self._own_enough(p):
            return
        if self.demands:
            self._count_demands(p)
        if self.discards:
            i = self.f_level[p]
            if self.later_level[p] > i:
                i = self.later_level[p]
            if self.later_level[p + 1] > level:
                level = self.later_level[p + 1]
            total += self.level_gain[i] - self.level_gain[level]
        if total >= self.limit[p]:
            if total < self.lower[p]:
                self.lower[p] = total
            return
        value = self._node(p + 1, self.limit[p] - total)
        if self.stopped:
            return
        value += total
        if value < self.limit[p]:
            self.found[p] = value
            self.limit[p] = value - self.grain + 1  # losses from a state on differ by whole grains
        elif value < self.lower[p]:
            self.lower[p] = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_aces(self, p: cython.int) -> cython.void:
        """After place 1: the aces kept for the high end and for sets."""
        s: cython.int
        i: cython.int
        carry: cython.int = 0
        carry_bound: cython.int = 0
        carry_own: cython.int = 0
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            carry |= self.c_dead[i] << (4 * s)
            carry_bound |= (self.now_bound[p * 4 + s] - cython.cast(cython.int, (self.c_b[i] >> 24) & 15)) << (4 * s)
            if self.owns:
                carry_own |= (self.own[p * 4 + s] - cython.cast(cython.int, (self.c_b[i] >> 12) & 15)) << (4 * s)
        self.f_carry[p + 1] = carry
        self.f_carry_bound[p + 1] = carry_bound
        self.f_carry_own[p + 1] = carry_own

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _own_enough(self, p: cython.int) -> cython.bint:
        """Whether own melds and what stays in hand need no more than the hand's own copies."""
        s: cython.int
        n: cython.int
        i: cython.int
        have: cython.int
        taken: cython.longlong = 0
        if self.chosen_set[p] > 0:
            taken = self.set_b[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = cython.cast(cython.int, (self.c_b[i] >> 12) & 15) + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            have = self.own[p * 4 + s]
            if self.carries and p == self.last:
                have = (self.f_carry_own[p] >> (4 * s)) & 15
            if not (self.carries and p == 1):
                n += self.c_dead[i]
            if n > have:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_naturals(self, p: cython.int, left: cython.longlong) -> cython.longlong:
        """At the place where wild ranks are natural: take those used so from their pool. -1 where that can't be.

        In place a wild rank may not stand for itself, so such a run needs a card of another suit (Hall's condition);
        cards that must be laid ask for as many later uses as are still owed (the same, by Mendelsohn and Dulmage).
        """
        s: cython.int
        i: cython.int
        n: cython.int
        used: cython.int = 0
        free: cython.int = 0
        wild_here: cython.int = 0
        owed: cython.int
        all_owed: cython.int = 0
        most_owed: cython.int = 0
        before: cython.int
        shift: cython.int = 8 * self.natural_pool
        taken: cython.longlong = 0
        if self.chosen_set[p] > 0:
            taken = self.set_a[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = self.c_run[i] + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            used += n
            free += self.naturals[p * 4 + s] - n
            wild_here += cython.cast(cython.int, (self.c_a[i] >> (16 + shift)) & 255)
        if used > cython.cast(cython.int, (left >> shift) & 255):
            return -1
        before = self.held[self.natural_pool] - cython.cast(cython.int, (self.f_left[p] >> shift) & 255)
        before += wild_here + cython.cast(cython.int, (taken >> (12 + shift)) & 255)
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            n = self.c_run[i] + cython.cast(cython.int, (taken >> (3 * s)) & 7)
            wild_here = cython.cast(cython.int, (self.c_a[i] >> (16 + shift)) & 255) if self.natural_forced else 0
            if wild_here > free - (self.naturals[p * 4 + s] - n):
                return -1
            owed = self.used_ranked[s] - n
            if owed > 0:
                all_owed += owed
                if owed - (before - wild_here) > most_owed:
                    most_owed = owed - (before - wild_here)
        if all_owed - before > most_owed:
            most_owed = all_owed - before
        self.f_owed[p + 1] = most_owed
        return left - (cython.cast(cython.longlong, used) << shift)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_demands(self, p: cython.int) -> cython.void:
        """What the place brings toward the demands: points, runs, runs without wilds, any meld."""
        s: cython.int
        i: cython.int
        k: cython.int
        n: cython.int
        points: cython.int = self.f_points[p]
        pure: cython.int = self.f_pure[p]
        runs: cython.int = self.f_runs[p]
        melds: cython.int = self.f_melds[p]
        a: cython.longlong = 0
        b: cython.longlong = 0
        if self.chosen_set[p] > 0:
            a = self.set_a[self.chosen_set[p]]
            b = self.set_b[self.chosen_set[p]]
        for s in range(self.suits):
            i = self.chosen[p * 4 + s]
            runs += cython.cast(cython.int, self.c_b[i] & 15)
            pure += cython.cast(cython.int, (self.c_b[i] >> 4) & 15)
            if self.owns:
                points += cython.cast(cython.int, (self.c_b[i] >> 12) & 15) * self.run_points[p]
                for k in range(self.pools):
                    if self.pool_own[k]:
                        n = cython.cast(cython.int, (self.c_b[i] >> (12 + 4 * self.pool_class[k])) & 15)
                        points += n * self.pool_run_points[k * 32 + p]
            else:
                points += self.c_run[i] * self.run_points[p]
                for k in range(self.pools):
                    n = cython.cast(cython.int, (self.c_a[i] >> (16 + 8 * k)) & 255)
                    points += n * self.pool_run_points[k * 32 + p]
        if self.counted_sets:
            for s in range(self.suits):
                points += cython.cast(cython.int, (b >> (3 * s)) & 7) * self.set_points[p]
            for k in range(self.pools):
                if self.pool_own[k]:
                    n = cython.cast(cython.int, (b >> (7 + 5 * self.pool_class[k])) & 31)
                    points += n * self.pool_set_points[k * 32 + p]
            if b or (a and not self.owns):
                melds = 1
        elif a:
            for s in range(self.suits):
                points += cython.cast(cython.int, (a >> (3 * s)) & 7) * self.set_points[p]
            for k in range(self.pools):
                points += cython.cast(cython.int, (a >> (12 + 8 * k)) & 255) * self.pool_set_points[k * 32 + p]
            melds = 1
        if runs > 0:
            melds = 1
        self.f_points[p + 1] = points if points < self.need_points else self.need_points
        self.f_pure[p + 1] = pure if pure < self.need_pure else self.need_pure
        self.f_runs[p + 1] = runs if runs < self.need_runs else self.need_runs
        self.f_melds[p + 1] = melds if melds < self.need_melds else self.need_melds

    # ------------------------------------------------------------------ questions and answers

    def price(
        self,
        run_cost: Any,
        set_cost: Any,
        dead_cost: Any,
        pool_run_cost: Any,
        pool_set_cost: Any,
        pool_dead_cost: Any,
        meld_cost: int,
    ) -> None:
        """Take what every choice loses: by place and suit, and by pool and place (arrays of 128 and 4)."""
        self.run_cost, self.set_cost, self.dead_cost = run_cost, set_cost, dead_cost
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = pool_run_cost, pool_set_cost, pool_dead_cost
        self.meld_cost = meld_cost
        self.dead_base, self.leaf_base = NO_BASE, 0

    def reprice(self, row_of: Any, pool_row: Any, prices: Any, spare: Any, factor: int, smallest: int) -> int:
        """Measure losses against prices of cards, by row; all losses are `factor` times what they were.

        `spare` is how many cards of a row may stay unmelded, `smallest` the fewest cards of a meld. Prices that some
        meld exceeds are raised until none does; returns by how much every price was raised.
        """
        run_cost, set_cost, dead_cost, dead_base = longs(128), longs(128), longs(128), longs(128)
        for place in range(self.first, self.last + 1):
            for s in range(self.suits):
                cell = place * 4 + s
                if not self.naturals[cell]:
                    continue
                best = self.dead_cost[cell]
                if place == self.natural_place:
                    best = self.pool_dead_cost[self.natural_pool]
                row = row_of[cell]
                run_cost[cell] = prices[row] - factor * (best - self.run_cost[cell])
                set_cost[cell] = prices[row] - factor * (best - self.set_cost[cell])
                if place != self.natural_place:
                    dead_cost[cell] = prices[row]
                    if prices[row] < 0:
                        dead_base[cell] = -prices[row] * spare[row]
        pool_run, pool_set, pool_dead = longs(128), longs(128), longs(4)
        self.leaf_base = 0
        for k in range(self.pools):
            best = self.pool_dead_cost[k]
            price = prices[pool_row[k]] if self.held[k] else 0
            for place in range(self.first, self.last + 1):
                pool_run[k * 32 + place] = price - factor * (best - self.pool_run_cost[k * 32 + place])
                pool_set[k * 32 + place] = price - factor * (best - self.pool_set_cost[k * 32 + place])
            pool_dead[k] = price
            if price < 0:
                self.leaf_base += -price * self.pool_spare[k]
        self.run_cost, self.set_cost, self.dead_cost, self.dead_base = run_cost, set_cost, dead_cost, dead_base
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = pool_run, pool_set, pool_dead
        self.meld_cost = self.meld_cost * factor
        self.grain = self.grain * factor
        self.level_gain = array("q", [gain * factor for gain in self.level_gain])
        self.lost = 0
        self._look_ahead()
        excess = self._excess()
        raised = -(-excess // smallest)
        if raised > 0:
            assert min(prices) >= -(1 << 58)
            for cell in range(128):
                if self.naturals[cell]:
                    self.run_cost[cell] += raised
                    self.set_cost[cell] += raised
                    if cell // 4 != self.natural_place:
                        self.dead_cost[cell] += raised
                        self.dead_base[cell] = max(0, -self.dead_cost[cell]) * spare[row_of[cell]]
            self.leaf_base = 0
            for k in range(self.pools):
                self.pool_dead_cost[k] += raised
                self.leaf_base += max(0, -self.pool_dead_cost[k]) * self.pool_spare[k]
                for place in range(self.first, self.last + 1):
                    self.pool_run_cost[k * 32 + place] += raised
                    self.pool_set_cost[k * 32 + place] += raised
            self._look_ahead()
        self._forget()
        return raised

    def reprice_keeps(self, loss: Any, drop_loss: Any) -> None:
        """Take what keeping each table meld and not keeping it loses at the new prices."""
        self.keep_loss, self.drop_loss = loss, drop_loss

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _excess(self) -> cython.longlong:
        """By how much some meld gains more than its prices: 0 where none does."""
        p: cython.int
        s: cython.int
        k: cython.int
        y: cython.int
        at: cython.int
        i: cython.int
        colour: cython.int
        colours: cython.int = 2 if self.owns else 1
        worst: cython.longlong = 0
        loss: cython.longlong
        for p in range(self.first, self.last + 1):
            for s in range(self.suits):
                at = (p * 4 + s) * self.states
                for colour in range(colours):
                    i = 3 * (colour + (colours if p == 1 else 0))
                    y = self.starts[i]
                    if y >= 0 and self.naturals[p * 4 + s] > 0 and self.hope[at + y] < INF:
                        loss = self.run_cost[p * 4 + s] + self.hope[at + y] + self.meld_cost
                        if loss < worst:
                            worst = loss
                    y = self.starts[i + 1]
                    if y >= 0 and self.bound[p * 4 + s] > 0 and self.hope[at + y] < INF:
                        loss = self.hope[at + y] + self.meld_cost
                        if loss < worst:
                            worst = loss
                    for k in range(self.pools):
                        y = self.starts[i + self.pool_class[k]]
                        if y >= 0 and self.held[k] > 0 and self.hope[at + y] < INF:
                            loss = self.pool_run_cost[k * 32 + p] + self.hope[at + y] + self.meld_cost
                            if loss < worst:
                                worst = loss
            if self.sets_barred or (self.carries and p == 1):
                continue
            at = self._set_list(self._vector(p), self._budget(self._all_held()), self._bound_key(p))
            for i in range(at + 1, at + 1 + cython.cast(cython.int, self.set_a[at])):
                loss = self._set_loss(p, self.set_a[i])
                if loss < worst:
                    worst = loss
        return -worst

    def hold(
        self,
        naturals: Any,
        spare: Any,
        own: Any,
        bound: Any,
        bound_any: Any,
        held: Any,
        pool_spare: Any,
        used_ranked: Any,
    ) -> None:
        """Take the cards: naturals by place and suit, how many may stay unmelded, the hand's own; wilds by pool."""
        self.naturals, self.spare, self.own, self.bound, self.bound_any = naturals, spare, own, bound, bound_any
        self.held, self.pool_spare, self.used_ranked = held, pool_spare, used_ranked

    def may_discard(self, discards: int, level: Any, pool_level: Any, level_gain: Any) -> None:
        """Take the discard: 0 none, 1 optional, 2 required; cards' levels, and what discarding one of a level gains."""
        self.discards, self.level, self.pool_level, self.level_gain = discards, level, pool_level, level_gain

    def demand(
        self, points: int, pure: int, runs: int, melds: int, sets_barred: bool, runs_barred: bool, counted_sets: bool
    ) -> None:
        """Take what the melds together must bring, and which melds don't count at all."""
        self.need_points, self.need_pure, self.need_runs, self.need_melds = points, pure, runs, melds
        self.demands = points > 0 or pure > 0 or runs > 0 or melds > 0
        self.sets_barred, self.runs_barred, self.counted_sets = sets_barred, runs_barred, counted_sets
        self.wide = self.demands or self.bound_base > 1

    def opening_points(
        self, run_points: Any, set_points: Any, pool_run_points: Any, pool_set_points: Any, pool_points: Any
    ) -> None:
        """Take what slots count toward an opening."""
        self.run_points, self.set_points = run_points, set_points
        self.pool_run_points, self.pool_set_points, self.pool_points = pool_run_points, pool_set_points, pool_points

    def aces(self, mine: Any, gain: Any) -> None:
        """Take the hand's aces by suit where they are priced apart, and their gains low, high, in a set, at most."""
        self.ace_mine, self.ace_gain = mine, gain

    def may_keep(
        self,
        at: Any,
        following: Any,
        is_run: Any,
        naturals: Any,
        bound: Any,
        wilds: Any,
        loss: Any,
        drop_loss: Any,
        covers: Any,
        covers_bound: Any,
        outlasts: Any,
    ) -> None:
        """Take the ways for the table's melds to stay, in order of the place where it is decided, those of a meld together.

        `at[p]` is the number of the first of place `p`, `following` that of the next meld's first; a set's naturals and bound wilds are fields of 4 bits by suit
        (above them the wilds bound to its rank), `wilds` its free ones by pool; `covers` masks of runs by place and suit,
        `outlasts[p]` those that go on after it.
        """
        self.keeps = len(loss)
        self.keep_at, self.keep_next, self.keep_is_run = at, following, is_run
        self.keep_naturals, self.keep_bound = naturals, bound
        self.keep_wilds, self.keep_loss, self.drop_loss = wilds, loss, drop_loss
        self.covers, self.covers_bound, self.outlasts = covers, covers_bound, outlasts

    def keep_nothing(self) -> None:
        """No table melds are asked about."""
        if self.keeps:
            self.keeps, self.keep_at, self.outlasts = 0, ints(36), longs(34)

    def begin(self) -> None:
        """Look ahead, put the hopeless cards aside, forget what was remembered."""
        self._begin_question()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_question(self) -> cython.void:
        p: cython.int
        s: cython.int
        carry: cython.int = 0
        carry_bound: cython.int = 0
        carry_own: cython.int = 0
        self.stopped = self.done = self.replaying = False
        self._prepare()
        self._forget()
        self.nodes = 0
        self.c_top = 0
        self.s_top = 0
        p = self.first
        if self.carries and p > 1:
            for s in range(self.suits):
                carry |= self.naturals[self.last * 4 + s] << (4 * s)
                carry_bound |= self.bound[self.last * 4 + s] << (4 * s)
                carry_own |= self.own[self.last * 4 + s] << (4 * s)
        for s in range(self.suits):
            self.f_suit[p * 4 + s] = 0
        self.f_left[p] = self._all_held()
        self.f_carry[p] = carry
        self.f_carry_bound[p] = carry_bound
        self.f_carry_own[p] = carry_own
        self.f_level[p] = self.lost_level
        self.f_points[p] = 0
        self.f_pure[p] = 0
        self.f_runs[p] = 0
        self.f_melds[p] = 0
        self.f_owed[p] = 0
        self.f_keep[p] = 0
        for s in range(4):
            self.high_kept[s] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget(self) -> cython.void:
        """Begin with an empty memory."""
        self.epoch += 1
        self.m_used = 0
        self._forget_lists()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_lists(self) -> cython.void:
        self.l_now += 1
        self.l_used = 0
        self.c_top = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _base_loss(self) -> cython.longlong:
        """What is lost before anything is chosen: hopeless cards, and the best discard conceivable."""
        level: cython.int = self.lost_level
        if not self.discards:
            return self.lost
        if self.later_level[self.first] > level:
            level = self.later_level[self.first]
        return self.lost + self.level_gain[self.best_level] - self.level_gain[level]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fall(self, first: cython.longlong, step: cython.longlong, most: cython.longlong) -> cython.longlong:
        """The least loss, by falling targets: `first` allowed, then as much as was proved needed and a growing step."""
        allowed: cython.longlong = first
        loss: cython.longlong
        self.ceiling = allowed
        self.target = allowed
        self._forget_lists()
        while True:
            loss = self._node(self.first, allowed)
            if self.stopped or loss < allowed or loss >= most:
                return loss
            allowed = loss + step
            step = 4 * step
            if allowed > most:
                allowed = most
            self.ceiling = allowed
            self.target = allowed
            self._forget_lists()

    def seek(self, first: int, step: int, most: int, node_limit: int) -> int:
        """The least loss below `most`; `most` or more where there is none; -1 where the node limit stopped it.

        What was remembered is kept, so that a search that was stopped goes on faster.
        """
        loss: cython.longlong
        a: cython.longlong = first
        b: cython.longlong = step
        c: cython.longlong = most
        base: cython.longlong
        self.stopped = self.done = self.replaying = False
        self.nodes = 0
        self.node_limit = node_limit
        base = self._base_loss()
        if base >= c:
            return c
        with cython.nogil:
            loss = self._fall(a, b, c - base)
        return -1 if self.stopped else loss + base

    def replay(self, loss: int) -> bool:
        """Go once more to an answer of that loss, and leave its choices in the frames."""
        budget: cython.longlong = loss - self._base_loss() + 1
        self.replaying, self.done, self.stopped = True, False, False
        self.node_limit = INF
        self._node(self.first, budget)
        self.replaying = False
        return self.done

    def choices(self) -> list[tuple[int, int, int, list[tuple[int, int, int, int, int]], int]]:
        """The choices of the answer replayed: (place, set words a and b, suits' (state before, words a and b, naturals, dead), mask of table melds kept)."""
        found = []
        for p in range(self.first, self.last + 1):
            at = self.chosen_set[p]
            if at < 0:
                continue
            suits = []
            for s in range(self.suits):
                i = self.chosen[p * 4 + s]
                suits.append((self.f_suit[p * 4 + s], self.c_a[i], self.c_b[i], self.c_run[i], self.c_dead[i]))
            found.append((p, self.set_a[at] if at else 0, self.set_b[at] if at else 0, suits, self.kept_here[p]))
        return found

    def runs_of(self, state: int) -> tuple[int, ...]:
        """The machine states of a suit state."""
        return tuple(self.entries[self.q_at[state] + i] for i in range(self.q_runs[state]))

    def last_states(self) -> list[int]:
        """The suit states after the last place of the answer replayed."""
        return [self.f_suit[(self.last + 1) * 4 + s] for s in range(self.suits)]

    def lost_cards(self) -> list[int]:
        """The naturals that are left after the hopeless ones were put aside, by place and suit."""
        return list(self.naturals)

    def visited(self) -> int:
        """States expanded since the question began or the last `seek`."""
        return self.nodes

    def reached(self) -> int:
        """The target at which the last search stopped: less is proved impossible."""
        return self.target

    def failure(self) -> str:
        """What stopped the search for good, if anything did."""
        return self.failed

    def set_grain(self, grain: int) -> None:
        """Take the number that all differences of losses are multiples of."""
        self.grain = grain

    def set_best_level(self, level: int) -> None:
        """Take the level whose discard gains most of all the hand's cards."""
        self.best_level = level
