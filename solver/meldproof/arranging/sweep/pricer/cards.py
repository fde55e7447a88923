# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the pricer has before it: the runs and sets of a shape, cards with their rows, the columns found so far."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS, PLACES, POOLS, check_shape, small
from meldproof.arranging.sweep.walk.fields import ints, zeros

MOST_COLUMNS = 1000


@cython.cclass
class PriceCards:
    """A shape's runs and sets, the cards there are, and the columns found so far."""

    # What is played with, and what is a run or a set?
    suits = cython.declare(cython.int)  # how many suits
    first = cython.declare(cython.int)  # the first place of a run
    last = cython.declare(cython.int)  # the last place
    carries = cython.declare(cython.bint)  # whether the ace has both ends
    pools = cython.declare(cython.int)  # pools looked at now: none at first, then all
    all_pools = cython.declare(cython.int)  # how many pools of wilds
    pool_class = cython.declare(cython.int[::1])  # by pool: 1 jokers, 2 wilds of a rank
    states = cython.declare(cython.int)  # how many states the run machine has
    by_place = cython.declare(cython.bint)  # whether the first or the last place has steps of its own
    steps = cython.declare(cython.int[::1])  # the machine's steps, as `walk.fields` has them
    starts = cython.declare(cython.int[::1])  # where a run's first card leads, then the same at place 1
    accepts = cython.declare(cython.int[::1])  # by state, whether a run may end
    cuts = cython.declare(cython.bint)  # whether long runs may be cut anywhere
    shortest = cython.declare(cython.int)  # the fewest cards of a run
    first_time = cython.declare(cython.bint)  # whether every set that pays is wanted, not the best alone
    patterns = cython.declare(cython.int)  # how many single sets there are
    pattern_suits = cython.declare(cython.int[::1])  # of each the naturals, by suit
    pattern_wilds = cython.declare(cython.int[::1])  # of each the jokers and the wilds of a rank
    distinct = cython.declare(cython.bint)  # whether a set's suits differ

    # Which cards are there, and in which rows are they counted?
    naturals = cython.declare(cython.int[::1])  # by cell, how many
    held = cython.declare(cython.int[::1])  # by pool, how many
    bound = cython.declare(cython.int[::1])  # by cell, wilds bound to it
    loose = cython.declare(cython.int[::1])  # by place, wilds bound to the sets of its rank
    any_bound = cython.declare(cython.bint)  # whether there are bound wilds
    row_of = cython.declare(cython.int[::1])  # by cell, the row of its naturals (-1: none)
    pool_row = cython.declare(cython.int[::1])  # by pool, its row
    bound_row = cython.declare(cython.int[::1])  # by cell, the row of those
    loose_row = cython.declare(cython.int[::1])  # by place, the row of those
    rows = cython.declare(cython.int)  # how many rows
    capacity = cython.declare(cython.double[::1])  # by row, how many cards
    slack_gain = cython.declare(cython.double[::1])  # by row, what leaving one gains

    # What do they gain?
    run_gain = cython.declare(cython.double[::1])  # by cell, what a natural gains in a run
    set_gain = cython.declare(cython.double[::1])  # by cell, what one gains in a set
    pool_run_gain = cython.declare(cython.double[::1])  # by pool and place, what a wild gains in a run
    pool_set_gain = cython.declare(cython.double[::1])  # by pool and place, what one gains in a set
    meld_cost = cython.declare(cython.double)  # what every meld costs
    sets_barred = cython.declare(cython.bint)  # whether sets don't count

    # What are the prices, and which columns are known?
    level = cython.declare(cython.double[::1])  # by row, the price
    columns = cython.declare(cython.int)  # how many
    col_at = cython.declare(cython.int[::1])  # where each one's entries begin
    col_gain = cython.declare(cython.double[::1])  # what it gains
    col_row = cython.declare(cython.int[::1])  # by entry, its row
    col_count = cython.declare(cython.double[::1])  # by entry, how many of that row's cards
    col_basic = cython.declare(cython.int[::1])  # whether it is in the basis

    # What can a rank's best set hold? Sources of wilds: pools (0-3), bound by suit (4-7), to the rank (8).
    natural_value = cython.declare(cython.double[::1])  # by suit, what a natural gains over its price
    source_row = cython.declare(cython.int[::1])  # by source, its row
    source_left = cython.declare(cython.int[::1])  # by source, how many
    source_value = cython.declare(cython.double[::1])  # by source, what one gains over its price
    used = cython.declare(cython.int[::1])  # by source, how many a set takes
    best_used = cython.declare(cython.int[::1])  # the same of the best set so far

    # What is a suit's best run?
    best = cython.declare(cython.double[::1])  # by state, what runs so far gain at most, here and at the place before
    end_best = cython.declare(cython.double[::1])  # by place, the most that a run ending there gains
    end_state = cython.declare(cython.int[::1])  # by place, the state in which it ends
    came_from = cython.declare(cython.int[::1])  # by place and state, the state before (-1: the run began)
    came_by = cython.declare(cython.int[::1])  # likewise, the card: -1 a bound wild, 0 a natural, 1 … a pool's
    tally = cython.declare(cython.int[::1])  # by row, how many cards the column being made uses

    def __init__(self, shape: Any, machine: Any, patterns: Any) -> None:
        """`patterns` are the single sets: naturals by suit, jokers and ranked wilds."""
        check_shape(shape, machine)
        self.suits, self.first, self.last = shape.suits, shape.first, shape.last
        self.carries = shape.carries
        self.pools = self.all_pools = len(shape.pools)
        self.states = max(len(machine.steps), 1)
        self.by_place = machine.by_place
        self.cuts, self.first_time = machine.cuts, False
        begun = machine.starts[0][0]
        self.shortest = 1 + machine.distance[begun] if begun >= 0 else 1
        flat = [number for table in (machine.steps, machine.last_steps) for line in table for number in line]
        self.steps = array("i", flat or [-1])
        rows = (machine.starts[0], machine.first_starts[0])
        self.starts = array("i", [number for line in rows for number in line])
        self.accepts = array("i", [*map(int, machine.accepting), 0])
        self.pool_class = array("i", [*(pool.kind for pool in shape.pools), 0, 0, 0, 0])
        self.patterns = len(patterns)
        self.pattern_suits = array("i", [count for suits, _ in patterns for count in (*suits, 0, 0, 0, 0)[:4]] or [0])
        self.pattern_wilds = array("i", [count for _, wilds in patterns for count in wilds] or [0, 0])
        self.distinct = shape.distinct
        self.source_row, self.source_left, self.source_value = ints(16), ints(16), zeros(16)
        self.natural_value = zeros(4)
        self.used, self.best_used = ints(16), ints(16)
        self.run_gain, self.set_gain = zeros(128), zeros(128)
        self.pool_run_gain, self.pool_set_gain = zeros(128), zeros(128)
        self.capacity, self.slack_gain, self.level = zeros(128), zeros(128), zeros(128)
        self.col_at, self.col_gain, self.col_basic = ints(1025), zeros(1024), ints(1024)
        self.col_row, self.col_count = ints(1024 * 16), zeros(1024 * 16)
        self.best = zeros(2 * self.states)
        self.came_from, self.came_by = ints(34 * self.states), ints(34 * self.states)
        self.tally = ints(128)
        self.end_best, self.end_state = zeros(34), ints(34)

    def _take_cards(self, cards: Any, rows: Any, top: int) -> None:
        """Take cards and their rows; a card that is there must have a row."""
        self.naturals, self.held = small(cards[0], CELLS, 0, 7), small(cards[1], POOLS, 0, 31)
        self.bound, self.loose = small(cards[2], CELLS, 0, 7), small(cards[3], PLACES, 0, 7)
        self.row_of, self.pool_row = small(rows[0], CELLS, -1, top), small(rows[1], POOLS, -1, top)
        self.bound_row, self.loose_row = small(rows[2], CELLS, -1, top), small(rows[3], PLACES, -1, top)
        if self._without_row():
            raise ValueError("a card without a row")

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _without_row(self) -> cython.bint:
        """Whether some card has no row; sees on the way whether there are bound wilds."""
        i: cython.int
        self.any_bound = False
        for i in range(4 * self.first, 4 * self.last + 4):
            if self.bound[i] > 0:
                self.any_bound = True
                if self.bound_row[i] < 0:
                    return True
            if self.naturals[i] > 0 and self.row_of[i] < 0:
                return True
        for i in range(self.first, self.last + 1):
            if self.loose[i] > 0:
                self.any_bound = True
                if self.loose_row[i] < 0:
                    return True
        for i in range(4):  # noqa: SIM110 - no generator without the GIL
            if self.held[i] > 0 and self.pool_row[i] < 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _new_tally(self) -> cython.void:
        k: cython.int
        for k in range(self.rows):
            self.tally[k] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_column(self, reduced: cython.double) -> cython.void:
        """Add the column of `tally`, whose gain is its reduced gain and its prices together."""
        k: cython.int
        at: cython.int = self.col_at[self.columns]
        gain: cython.double = reduced
        if self.columns >= 1024:
            return
        for k in range(self.rows):
            if self.tally[k]:
                if at >= 1024 * 16:
                    return
                self.col_row[at] = k
                self.col_count[at] = self.tally[k]
                gain += self.tally[k] * self.level[k]
                at += 1
        self.col_gain[self.columns] = gain
        self.col_basic[self.columns] = 0
        self.columns += 1
        self.col_at[self.columns] = at
