# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What all layers of a walk look at: the rules of a variant as flat tables, and one question.

What only some layers need is declared by the lowest of them.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS, NEVER, PLACES, POOLS, WAYS, check_shape

INF = cython.declare(cython.longlong, 1 << 60)
"""The loss of what can't be done."""
HOPELESS = cython.declare(cython.longlong, 1 << 59)
"""More than anything that can be done loses, or gains."""
FAR = cython.declare(cython.longlong, 1 << 20)
"""The fewest wilds with which a run ends that can't."""
FOREVER = cython.declare(cython.double, 1e300)
"""The time at which there is no limit."""
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX_A = cython.declare(cython.ulonglong, 0x1E3779B97F4A7C15)
MIX_B = cython.declare(cython.ulonglong, 0x42B2AE3D27D4EB4F)
MIX_C = cython.declare(cython.ulonglong, 0x165667B19E3779F9)
MIX_D = cython.declare(cython.ulonglong, 0x27D4EB2F165667C5)
GUARDS = cython.declare(cython.longlong, 0x80808080)
LOWER = cython.declare(cython.longlong, 0xFFFFFFFF)
LANES = cython.declare(cython.longlong, 0x01010101)
FRAMES = PLACES + 2
"""Places, with one before the first and one after the last."""


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
    """The rules and the question."""

    # What is played with? Places are ranks; where runs go on past the last rank, an ace's high end is a place more.
    suits = cython.declare(cython.int)  # how many suits
    first = cython.declare(cython.int)  # the first place a run can have: 1, or 2 where the ace is high alone
    last = cython.declare(cython.int)  # the last place
    carries = cython.declare(cython.bint)  # whether the ace has both ends: its sets are then settled at the last place
    base = cython.declare(cython.int)  # one more than the copies of a natural
    pools = cython.declare(cython.int)  # how many pools of wilds
    most = cython.declare(tuple)  # by pool, the most wilds it can hold
    most_held = cython.declare(cython.int[::1])  # the same, for compiled code
    pool_class = cython.declare(cython.int[::1])  # by pool: 1 jokers, 2 wilds of a rank
    pool_own = cython.declare(cython.int[::1])  # by pool, whether its wilds are the hand's
    # by pool, what one of its wilds adds to a budget of wilds (one number for all pools):
    stride = cython.declare(cython.int[::1])
    bound_base = cython.declare(cython.int)  # one more than the wilds that can be bound to a tile: 1 where none are
    owns = cython.declare(cython.bint)  # whether melds of the hand's own cards are told from others
    natural_place = cython.declare(cython.int)  # the place where a wild rank can be natural (0: none)
    natural_pool = cython.declare(cython.int)  # the pool that this rank's cards are in
    natural_forced = cython.declare(cython.bint)  # whether a card of it in its own place is always natural

    # What is a run? The machine's states, by number; rows of three: natural, joker (or bound wild), wild of a rank.
    states = cython.declare(cython.int)  # how many states
    modes = cython.declare(cython.int)  # 3 where the first or the last place has steps of its own, else 1
    # the state after each class of card (-1: none), by state; then the same at the last place:
    steps = cython.declare(cython.int[::1])
    # where a run's first card leads, not own and own; then the same at place 1:
    starts = cython.declare(cython.int[::1])
    accepts = cython.declare(cython.int[::1])  # by state, whether a run may end
    is_pure = cython.declare(cython.int[::1])  # by state, whether a run that ends has no wilds
    is_own = cython.declare(cython.int[::1])  # by state, whether the run counts as own
    distance = cython.declare(cython.int[::1])  # by state, the fewest cards until a run may end (NEVER: it can't)
    needs = cython.declare(cython.int)  # the greatest of these distances

    # Which cards are there? Cells are 4 × place + suit, suits from 0 on.
    naturals = cython.declare(cython.int[::1])  # by cell, how many naturals; 0 for those put aside as hopeless
    own = cython.declare(cython.int[::1])  # by cell, how many of them are the hand's
    spare = cython.declare(cython.int[::1])  # by cell, how many may stay unmelded
    held = cython.declare(cython.int[::1])  # by pool, how many wilds
    pool_spare = cython.declare(cython.int[::1])  # by pool, how many of them may stay unmelded
    bound = cython.declare(cython.int[::1])  # by cell, how many wilds are bound to it
    bound_any = cython.declare(cython.int[::1])  # by place, how many wilds are bound to the sets of its rank
    # by suit, how many cards of the rank that can be natural must be laid:
    used_ranked = cython.declare(cython.int[::1])

    # What is lost, in units of the objective times `factor`? By cell, and 32 × pool + place.
    run_cost = cython.declare(cython.longlong[::1])  # by a natural in a run
    set_cost = cython.declare(cython.longlong[::1])  # by a natural in a set
    dead_cost = cython.declare(cython.longlong[::1])  # by a natural that stays unmelded
    dead_base = cython.declare(cython.longlong[::1])  # at a cell before any is left: what a price below nothing adds
    pool_run_cost = cython.declare(cython.longlong[::1])  # by a wild in a run
    pool_set_cost = cython.declare(cython.longlong[::1])  # by a wild in a set
    pool_dead_cost = cython.declare(cython.longlong[::1])  # by a wild of a pool that stays unmelded
    leaf_base = cython.declare(cython.longlong)  # at the end before any wild is left: as `dead_base`
    bound_cost = cython.declare(cython.longlong[::1])  # by a wild bound to a cell, in a meld
    loose_cost = cython.declare(cython.longlong[::1])  # by place, by a wild bound to its rank, in a set
    meld_cost = cython.declare(cython.longlong)  # by every meld
    grain = cython.declare(cython.longlong)  # what all differences of losses are multiples of
    ace_gain = cython.declare(cython.longlong[::1])  # what an ace priced apart gains low, high, in a set, at most
    ace_mine = cython.declare(cython.int[::1])  # by suit, how many of the hand's aces are priced apart

    # What may be discarded? Levels number the different gains, 0 for none.
    discards = cython.declare(cython.int)  # 0 nothing, 1 a card may be, 2 one must be
    level = cython.declare(cython.int[::1])  # by cell, the level of discarding one
    pool_level = cython.declare(cython.int[::1])  # by pool, the same
    level_gain = cython.declare(cython.longlong[::1])  # by level, what it gains
    best_level = cython.declare(cython.int)  # the level of the hand's best discard

    # What is demanded, in points of an opening (whole units of it), runs and melds?
    demands = cython.declare(cython.bint)  # whether anything is
    need_points = cython.declare(cython.int)  # points that melds must count
    need_pure = cython.declare(cython.int)  # runs without wilds
    need_runs = cython.declare(cython.int)  # runs
    need_melds = cython.declare(cython.int)  # new melds: 0 or 1
    sets_barred = cython.declare(cython.bint)  # whether sets don't count at all
    runs_barred = cython.declare(cython.bint)  # whether runs don't
    counted_sets = cython.declare(cython.bint)  # whether sets say which of their cards count
    run_points = cython.declare(cython.int[::1])  # by place, what a natural counts in a run
    set_points = cython.declare(cython.int[::1])  # by place, what one counts in a set
    pool_run_points = cython.declare(cython.int[::1])  # by pool and place, what a wild counts in a run
    pool_set_points = cython.declare(cython.int[::1])  # by pool and place, what one counts in a set
    pool_points = cython.declare(cython.int[::1])  # by pool, the most that a wild can count

    # Which table melds may stay as they are? Ways, in order of the places where it is decided; bits of a mask.
    keeps = cython.declare(cython.int)  # how many ways
    keep_at = cython.declare(cython.int[::1])  # by place, the first way decided there
    keep_next = cython.declare(cython.int[::1])  # by way, the first way of the next meld
    keep_is_run = cython.declare(cython.int[::1])  # by way, whether the meld is a run
    keep_naturals = cython.declare(cython.longlong[::1])  # by way, a set's naturals: 4 bits a suit
    # by way, a set's bound wilds: 4 bits a suit, above them those bound to its rank:
    keep_bound = cython.declare(cython.longlong[::1])
    keep_wilds = cython.declare(cython.longlong[::1])  # by way, free wilds taken: 8 bits a pool
    keep_loss = cython.declare(cython.longlong[::1])  # by way, the loss of keeping
    drop_loss = cython.declare(cython.longlong[::1])  # by way, the loss of not keeping its meld
    covers = cython.declare(cython.longlong[::1])  # by cell, the runs that have a natural there
    covers_bound = cython.declare(cython.longlong[::1])  # by cell, the runs that have a bound wild there
    outlasts = cython.declare(cython.longlong[::1])  # by place, the runs that go on after it

    # Must it stop?
    stopped = cython.declare(cython.bint)  # whether the search stopped before its end
    until = cython.declare(cython.double)  # the time (of time.monotonic()) after which nothing more is made
    late = cython.declare(cython.bint)  # whether something was not made for that
    failed = cython.declare(str)  # why the question can't be answered at all
    failed_once = cython.declare(cython.bint)  # whether to that end memory was emptied once already

    def __init__(self, shape: Any, machine: Any) -> None:
        """`shape` is a `shape.Shape`, `machine` a `machines.RunMachine`; raises ValueError for what is too large."""
        check_shape(shape, machine)
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
        self.needs = max([number for number in machine.distance if number < NEVER] or [0])
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

    def _make_room(self) -> None:
        self.naturals, self.own, self.spare, self.bound = ints(CELLS), ints(CELLS), ints(CELLS), ints(CELLS)
        self.held, self.pool_spare, self.used_ranked = ints(POOLS), ints(POOLS), ints(POOLS)
        self.bound_any = ints(PLACES)
        self.run_cost, self.set_cost, self.dead_cost = longs(CELLS), longs(CELLS), longs(CELLS)
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = longs(CELLS), longs(CELLS), longs(POOLS)
        self.dead_base, self.bound_cost, self.loose_cost = longs(CELLS), longs(CELLS), longs(PLACES)
        self.leaf_base = self.meld_cost = 0
        self.grain = 1
        self.ace_gain, self.ace_mine = longs(POOLS), ints(POOLS)
        self.discards = self.best_level = 0
        self.level, self.pool_level, self.level_gain = ints(CELLS), ints(POOLS), longs(PLACES)
        self.demands = self.sets_barred = self.runs_barred = self.counted_sets = False
        self.need_points = self.need_pure = self.need_runs = self.need_melds = 0
        self.run_points, self.set_points, self.pool_points = ints(PLACES), ints(PLACES), ints(POOLS)
        self.pool_run_points, self.pool_set_points = ints(CELLS), ints(CELLS)
        self.keeps, self.keep_at, self.keep_next, self.keep_is_run = 0, ints(FRAMES + 2), ints(WAYS), ints(WAYS)
        self.keep_naturals, self.keep_bound, self.keep_wilds = longs(WAYS), longs(WAYS), longs(WAYS)
        self.keep_loss, self.drop_loss = longs(WAYS), longs(WAYS)
        self.covers, self.covers_bound, self.outlasts = longs(CELLS), longs(CELLS), longs(FRAMES)
        self.stopped = self.late = self.failed_once = False
        self.until, self.failed = FOREVER, ""
