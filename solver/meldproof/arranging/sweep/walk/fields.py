# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a walk holds: the rules of a variant as flat tables, one question, and the memory of its search."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import check_shape

INF = cython.declare(cython.longlong, 1 << 60)
FOREVER = cython.declare(cython.double, 1e300)
HOPELESS = cython.declare(cython.longlong, 1 << 59)
FAR = cython.declare(cython.longlong, 1 << 20)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX_A = cython.declare(cython.ulonglong, 0x1E3779B97F4A7C15)
MIX_B = cython.declare(cython.ulonglong, 0x42B2AE3D27D4EB4F)
MIX_C = cython.declare(cython.ulonglong, 0x165667B19E3779F9)
MIX_D = cython.declare(cython.ulonglong, 0x27D4EB2F165667C5)
GUARDS = cython.declare(cython.longlong, 0x80808080)
LOWER = cython.declare(cython.longlong, 0xFFFFFFFF)
LANES = cython.declare(cython.longlong, 0x01010101)


def ints(size: int) -> array[int]:
    """So many 32-bit whole numbers, all 0."""
    return array("i", bytes(4 * size))


def longs(size: int) -> array[int]:
    """So many 64-bit whole numbers, all 0."""
    return array("q", bytes(8 * size))


def zeros(size: int) -> array[float]:
    """So many 64-bit reals, all 0."""
    return array("d", bytes(8 * size))


def words(size: int) -> array[int]:
    """So many 64-bit words, all 0."""
    return array("Q", bytes(8 * size))


def twice(numbers: Any) -> array[int]:
    """The same numbers with as much room again."""
    code = "i" if numbers.itemsize == 4 else "q"
    more = array(code, numbers)
    more.extend(array(code, bytes(numbers.itemsize * len(numbers))))
    return more


@cython.cclass
class Fields:
    """Rules, a question, memory and frames, with what makes room for them."""

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
    set_parts = cython.declare(dict)

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

    # What was checked and taken already, and need not be when it is given again: the very objects, and views of them.
    cells_given = cython.declare(object)
    prices_given = cython.declare(object)
    losses_given = cython.declare(object)
    cell = cython.declare(cython.int[::1])
    most_gain = cython.declare(cython.longlong[::1])
    given_run = cython.declare(cython.longlong[::1])
    given_set = cython.declare(cython.longlong[::1])
    given_dead = cython.declare(cython.longlong[::1])
    given_pool_run = cython.declare(cython.longlong[::1])
    given_pool_set = cython.declare(cython.longlong[::1])
    given_pool_dead = cython.declare(cython.longlong[::1])
    binds = cython.declare(cython.bint)
    aces_apart = cython.declare(cython.bint)

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
    bound_cost = cython.declare(cython.longlong[::1])
    loose_cost = cython.declare(cython.longlong[::1])
    row_count = cython.declare(cython.int)
    top_gain = cython.declare(cython.double)
    row_held = cython.declare(cython.int[::1])
    row_spare = cython.declare(cython.int[::1])
    row_of = cython.declare(cython.int[::1])
    pool_row = cython.declare(cython.int[::1])
    bound_row = cython.declare(cython.int[::1])
    loose_row = cython.declare(cython.int[::1])
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
    proven = cython.declare(cython.longlong)
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
    failed_once = cython.declare(cython.bint)
    until = cython.declare(cython.double)
    late = cython.declare(cython.bint)
    most_held = cython.declare(cython.int[::1])
    stopped = cython.declare(cython.bint)
    replaying = cython.declare(cython.bint)
    done = cython.declare(cython.bint)

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """`shape` is a `shape.Shape`, `machine` a `machines.RunMachine`; `set_source` makes a rank's sets."""
        check_shape(shape, machine)
        self.set_source, self.set_parts = set_source, {}
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
        self.most_held = array("i", [*self.most, 0, 0, 0, 0])
        self.failed_once = False
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
        self.cells_given = self.prices_given = self.losses_given = None
        self.binds = self.aces_apart = False
        self.naturals, self.spare, self.own, self.bound = ints(cells), ints(cells), ints(cells), ints(cells)
        self.bound_any = ints(32)
        self.run_cost, self.set_cost, self.dead_cost = longs(cells), longs(cells), longs(cells)
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = longs(cells), longs(cells), longs(4)
        self.held, self.pool_spare = ints(4), ints(4)
        self.dead_base, self.leaf_base = longs(cells), 0
        self.bound_cost, self.loose_cost = longs(cells), longs(32)
        self.top_gain = 1.0
        self.row_count, self.row_held, self.row_spare = 0, ints(cells), ints(cells)
        self.row_of, self.pool_row, self.bound_row, self.loose_row = ints(cells), ints(4), ints(cells), ints(32)
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
        self.startable, self.busy, self.reach, self.useful = (
            ints(cells),
            ints(frames),
            ints(2 * self.states),
            ints(cells),
        )
        self.epoch = 0
        self.f_suit, self.f_budget = ints(frames * 4), ints(frames)
        self.f_left, self.f_carry, self.f_carry_bound, self.f_carry_own = (
            longs(frames),
            ints(frames),
            ints(frames),
            ints(frames),
        )
        self.f_level, self.f_points, self.f_pure, self.f_runs = ints(frames), ints(frames), ints(frames), ints(frames)
        self.f_keep, self.kept_here, self.now_left, self.high_kept = (
            longs(frames),
            longs(frames),
            longs(frames),
            ints(4),
        )
        self.f_melds, self.f_owed = ints(frames), ints(frames)
        self.limit, self.lower, self.found = longs(frames), longs(frames), longs(frames)
        self.grain = 1
        self.now, self.now_bound = ints(frames * 4), ints(frames * 4)
        self.rest, self.left_at = longs(frames * 5), longs(frames * 5)
        self.list_of, self.chosen, self.chosen_set = ints(frames * 4), ints(frames * 4), ints(frames)
        self.l_now, self.ceiling, self.target, self.proven = 0, INF, 0, 0
        self.c_top, self.s_top, self.c_room, self.s_room = 0, 0, 1024, 256
        self.c_loss, self.c_a, self.c_b = longs(1024), longs(1024), longs(1024)
        self.c_run, self.c_dead, self.c_lack = ints(1024), ints(1024), ints(1024)
        self.s_loss, self.s_option, self.s_lists = longs(256), ints(256), ints(1024)
        self.nodes, self.node_limit = 0, INF
        self.stopped = self.replaying = self.done = self.late = False
        self.until = FOREVER
        self.failed = ""
