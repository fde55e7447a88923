# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Losses measured against card prices instead of the most a card could gain."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.compiled.guards import CELLS, MOST_ROWS, MOST_VALUE, PLACES, POOLS, large, reals, within
from meldproof.arranging.sweep.walk.fields import INF, ints, longs, zeros
from meldproof.arranging.sweep.walk.search import Search

MOST_RAISES = 100
NO_ROWS = array("i", [-1] * CELLS)
MOST_TOTAL = cython.declare(cython.double, 2.0**55)
MOST_FACTOR = cython.declare(cython.longlong, 1 << 16)
INFINITE = cython.declare(cython.double, 1e300)
HIGHEST = cython.declare(cython.double, 2.0**50)


@cython.cclass
class Priced(Search):
    """Decides what losses are measured against: the most a card could gain, or its price."""

    # The losses as they were given, taken again where the same are.
    losses_given = cython.declare(object)  # the very record
    given_run = cython.declare(cython.longlong[::1])  # its arrays, checked
    given_set = cython.declare(cython.longlong[::1])  # in sets
    given_dead = cython.declare(cython.longlong[::1])  # left unmelded
    given_pool_run = cython.declare(cython.longlong[::1])  # wilds in runs
    given_pool_set = cython.declare(cython.longlong[::1])  # wilds in sets
    given_pool_dead = cython.declare(cython.longlong[::1])  # wilds left unmelded

    # Which cards share a price? Rows, -1 for none.
    row_count = cython.declare(cython.int)  # how many (0: they are not numbered)
    row_held = cython.declare(cython.int[::1])  # by row, how many cards
    row_spare = cython.declare(cython.int[::1])  # by row, how many of them may stay unmelded
    row_of = cython.declare(cython.int[::1])  # by cell, the row of its naturals
    pool_row = cython.declare(cython.int[::1])  # by pool, its row
    bound_row = cython.declare(cython.int[::1])  # by cell, the row of wilds bound to it
    loose_row = cython.declare(cython.int[::1])  # by place, the row of wilds bound to its rank
    top_gain = cython.declare(cython.double)  # the most that a card gains or loses, at least 1

    def __init__(self, shape: Any, machine: Any, set_source: Any) -> None:
        """As `Options` takes them."""
        Search.__init__(self, shape, machine, set_source)
        self.losses_given = None
        self.row_count, self.row_held, self.row_spare, self.top_gain = 0, ints(MOST_ROWS), ints(MOST_ROWS), 1.0
        self.row_of, self.pool_row, self.bound_row, self.loose_row = ints(CELLS), ints(POOLS), ints(CELLS), ints(PLACES)

    def price(self, losses: Any, meld_cost: int) -> None:
        """Take what every choice loses, arrays as `rules.Losses` names them.

        Cards that only the table has lose nothing wherever they lie, nor do aces that are priced apart.
        """
        if losses is not self.losses_given:
            if not isinstance(losses, tuple) or len(losses) != 6:
                raise ValueError("losses are six arrays")
            in_run, in_set, dead, pool_run, pool_set, pool_dead = losses
            large(pool_dead, POOLS)
            self.given_run, self.given_set, self.given_dead = (
                large(in_run, CELLS),
                large(in_set, CELLS),
                large(dead, CELLS),
            )
            self.given_pool_run, self.given_pool_set = large(pool_run, CELLS), large(pool_set, CELLS)
            self.given_pool_dead, self.losses_given = pool_dead, losses
        self.meld_cost = within(meld_cost, 0, MOST_VALUE)
        self.grain = 1
        self.row_count = 0
        self._take_losses()

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_losses(self) -> cython.void:
        """The losses given, measured against the most that each card could gain."""
        cell: cython.int
        free: cython.bint
        for cell in range(CELLS):
            free = self._is_free(cell)
            self.run_cost[cell] = 0 if free else self.given_run[cell]
            self.set_cost[cell] = 0 if free else self.given_set[cell]
            self.dead_cost[cell] = 0 if free else self.given_dead[cell]
            self.pool_run_cost[cell] = self.given_pool_run[cell]
            self.pool_set_cost[cell] = self.given_pool_set[cell]
            self.dead_base[cell] = 0
            self.bound_cost[cell] = 0
        for cell in range(POOLS):
            self.pool_dead_cost[cell] = self.given_pool_dead[cell]
        for cell in range(PLACES):
            self.loose_cost[cell] = 0
        self.leaf_base = 0

    def losses(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """What naturals lose in runs and in sets, by place and suit, and wilds, by pool and place."""
        return (
            array("q", bytes(self.run_cost)),
            array("q", bytes(self.set_cost)),
            array("q", bytes(self.pool_run_cost)),
            array("q", bytes(self.pool_set_cost)),
        )

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_free(self, cell: cython.int) -> cython.bint:
        """Whether the naturals of a cell lose nothing."""
        if self.naturals[cell] == 0:
            return False
        if self.own[cell] == 0:
            return True
        return self.ace_mine[cell % 4] > 0 and (cell < 8 or (self.carries and cell >= 4 * self.last))

    def card_rows(self) -> tuple[Any, ...]:
        """A row for every kind of card that some meld may hold; nothing where there are none, or too many.

        First the rows: of naturals by place and suit, of pools, of bound wilds by place and suit, and by rank (-1:
        none). Then by row how many there are, and what leaving one gains: 0, or much less where it must be melded.
        Then gains of naturals in runs, and in sets, by place and suit, and of wilds in them by pool and place. At last
        the rows of which only some may be left, how many, and what leaving one that must be melded gains.
        """
        rows = (array("i", NO_ROWS), array("i", NO_ROWS[:POOLS]), array("i", NO_ROWS), array("i", NO_ROWS[:PLACES]))
        self.row_of, self.pool_row, self.bound_row, self.loose_row = rows
        self.row_count = 0
        self._number_rows()
        count: cython.int = self.row_count
        if count == 0 or count > MOST_ROWS:
            self.row_count = 0
            return ()
        gains = (zeros(CELLS), zeros(CELLS), zeros(CELLS), zeros(CELLS))
        self.top_gain = self._gains(gains[0], gains[1], gains[2], gains[3])
        capacity, slack_gain = zeros(count), zeros(count)
        held: cython.double[::1] = capacity
        slack: cython.double[::1] = slack_gain
        least: cython.double = -4.0 * self.top_gain
        partly = []
        i: cython.int
        for i in range(count):
            held[i] = self.row_held[i]
            slack[i] = 0.0 if self.row_spare[i] else least
            if 0 < self.row_spare[i] < self.row_held[i]:
                partly.append((i, self.row_spare[i]))
        return rows, capacity, slack_gain, gains, partly, least

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _new_row(self, held: cython.int, spare: cython.int) -> cython.int:
        row: cython.int = self.row_count
        self.row_count = row + 1
        if row >= MOST_ROWS:
            return 0
        self.row_held[row] = held
        self.row_spare[row] = spare
        return row

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number_rows(self) -> cython.void:
        """Pools first, then rank by rank; a row for both ends of an ace, and one for a wild rank and its naturals."""
        k: cython.int
        p: cython.int
        s: cython.int
        at: cython.int
        row: cython.int
        ranks: cython.int = self.last - 1 if self.carries else self.last
        for k in range(self.pools):
            self.pool_row[k] = self._new_row(self.held[k], self.pool_spare[k])
        for p in range(1, ranks + 1):
            at = self.last if self.carries and p == 1 else p
            if self.bound_any[at] > 0:
                self.loose_row[at] = self._new_row(self.bound_any[at], 0)
            for s in range(self.suits):
                if self.bound[at * 4 + s] > 0:
                    row = self._new_row(self.bound[at * 4 + s], 0)
                    self.bound_row[at * 4 + s] = row
                    self.bound_row[p * 4 + s] = row
                if self.naturals[at * 4 + s] == 0:
                    continue
                if p == self.natural_place:
                    row = self.pool_row[self.natural_pool]
                else:
                    row = self._new_row(self.naturals[at * 4 + s], self.spare[at * 4 + s])
                self.row_of[at * 4 + s] = row
                self.row_of[p * 4 + s] = row

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gains(
        self,
        run: cython.double[::1],
        in_set: cython.double[::1],
        wild_run: cython.double[::1],
        wild_set: cython.double[::1],
    ) -> cython.double:
        """What cards gain in melds over being left; returns the most that one gains or loses, at least 1."""
        p: cython.int
        s: cython.int
        k: cython.int
        i: cython.int
        best: cython.longlong
        top: cython.double = 1.0
        for p in range(self.first, self.last + 1):
            for s in range(self.suits):
                i = p * 4 + s
                best = self.dead_cost[i]
                if p == self.natural_place:
                    best = self.pool_dead_cost[self.natural_pool]
                run[i] = best - self.run_cost[i]
                in_set[i] = best - self.set_cost[i]
                if abs(run[i]) > top:
                    top = abs(run[i])
                if abs(in_set[i]) > top:
                    top = abs(in_set[i])
            for k in range(self.pools):
                i = k * 32 + p
                wild_run[i] = self.pool_dead_cost[k] - self.pool_run_cost[i]
                wild_set[i] = self.pool_dead_cost[k] - self.pool_set_cost[i]
                if abs(wild_run[i]) > top:
                    top = abs(wild_run[i])
                if abs(wild_set[i]) > top:
                    top = abs(wild_set[i])
        return top

    def reprice(self, prices: Any, most: int, smallest: int) -> tuple[int, int, array[int]]:
        """Measure losses against prices of cards, by `card_rows`, of which any number of others may follow.

        `most` is the greatest number that losses are measured against, `smallest` the fewest cards of a meld. Returns
        how many times finer losses are now, all prices of the cards together, and the prices in these whole numbers.
        Prices that some meld exceeds are raised until none does. Returns 0 times, and does nothing, where it can't be.
        """
        count: cython.int = self.row_count
        number: cython.int = within(len(prices), max(count, 1), MOST_ROWS)
        within(count, 1, MOST_ROWS)
        within(most, -MOST_VALUE, MOST_VALUE)
        within(smallest, 1, 1000)
        asked: cython.double[::1] = reals(prices, number)
        whole = longs(number)
        rounded: cython.longlong[::1] = whole
        i: cython.int
        total: cython.double = abs(most) + self.meld_cost + self.top_gain + 1.0
        for i in range(number):
            if not -INFINITE < asked[i] < INFINITE:
                raise ValueError("a price is not a number")
            total += abs(asked[i]) * (self.row_held[i] if i < count else 1)
        if total > MOST_TOTAL:
            return 0, 0, whole
        factor: cython.longlong = 1
        while factor < MOST_FACTOR and total * factor * 2 < HIGHEST:
            factor *= 2
        for i in range(number):
            rounded[i] = cython.cast(cython.longlong, asked[i] * factor) + 1
        self.row_count = 0
        old_run: cython.longlong[::1] = self.run_cost
        old_set: cython.longlong[::1] = self.set_cost
        old_dead: cython.longlong[::1] = self.dead_cost
        old_pool_run: cython.longlong[::1] = self.pool_run_cost
        old_pool_set: cython.longlong[::1] = self.pool_set_cost
        old_pool_dead: cython.longlong[::1] = self.pool_dead_cost
        self.run_cost, self.set_cost, self.dead_cost = longs(CELLS), longs(CELLS), longs(CELLS)
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = longs(CELLS), longs(CELLS), longs(POOLS)
        self.dead_base, self.bound_cost, self.loose_cost = longs(CELLS), longs(CELLS), longs(PLACES)
        self.meld_cost = self.meld_cost * factor
        self.grain = self.grain * factor
        if self.discards:
            self.level_gain = array("q", [gain * factor for gain in self.level_gain])
        self.lost = 0
        excess: cython.longlong
        raised: cython.longlong
        for _ in range(MOST_RAISES):
            self._take_natural_prices(rounded, factor, old_run, old_set, old_dead, old_pool_dead)
            self._take_wild_prices(rounded, factor, old_pool_run, old_pool_set, old_pool_dead)
            self._look_ahead()
            excess = self._excess()
            if excess == 0:
                self._forget()
                return factor, self._worth(rounded, count), whole
            raised = (excess + smallest - 1) // smallest
            for i in range(count):
                rounded[i] += raised
        raise ValueError("no prices hold, however much they are raised")

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worth(self, prices: cython.longlong[::1], count: cython.int) -> cython.longlong:
        """All prices together; one below nothing counts for the cards that must be melded."""
        i: cython.int
        total: cython.longlong = 0
        for i in range(count):
            if prices[i] >= 0:
                total += prices[i] * self.row_held[i]
            else:
                total += prices[i] * (self.row_held[i] - self.row_spare[i])
        return total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_natural_prices(
        self,
        prices: cython.longlong[::1],
        factor: cython.longlong,
        old_run: cython.longlong[::1],
        old_set: cython.longlong[::1],
        old_dead: cython.longlong[::1],
        old_pool_dead: cython.longlong[::1],
    ) -> cython.void:
        p: cython.int
        s: cython.int
        i: cython.int
        row: cython.int
        best: cython.longlong
        for p in range(self.first, self.last + 1):
            if self.loose_row[p] >= 0:
                self.loose_cost[p] = prices[self.loose_row[p]]
            for s in range(self.suits):
                i = p * 4 + s
                if self.bound_row[i] >= 0:
                    self.bound_cost[i] = prices[self.bound_row[i]]
                row = self.row_of[i]
                if self.naturals[i] == 0 or row < 0:
                    continue
                best = old_pool_dead[self.natural_pool] if p == self.natural_place else old_dead[i]
                self.run_cost[i] = prices[row] - factor * (best - old_run[i])
                self.set_cost[i] = prices[row] - factor * (best - old_set[i])
                if p != self.natural_place:
                    self.dead_cost[i] = prices[row]
                    self.dead_base[i] = -prices[row] * self.row_spare[row] if prices[row] < 0 else 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_wild_prices(
        self,
        prices: cython.longlong[::1],
        factor: cython.longlong,
        old_pool_run: cython.longlong[::1],
        old_pool_set: cython.longlong[::1],
        old_pool_dead: cython.longlong[::1],
    ) -> cython.void:
        p: cython.int
        k: cython.int
        price: cython.longlong
        self.leaf_base = 0
        for k in range(self.pools):
            price = prices[self.pool_row[k]]
            for p in range(self.first, self.last + 1):
                self.pool_run_cost[k * 32 + p] = price - factor * (old_pool_dead[k] - old_pool_run[k * 32 + p])
                self.pool_set_cost[k * 32 + p] = price - factor * (old_pool_dead[k] - old_pool_set[k * 32 + p])
            self.pool_dead_cost[k] = price
            if price < 0:
                self.leaf_base += -price * self.pool_spare[k]

    def reprice_keeps(self, loss: Any, drop_loss: Any) -> None:
        """Take what keeping each table meld and not keeping it loses at the new prices."""
        self.keep_loss, self.drop_loss = large(loss, self.keeps), large(drop_loss, self.keeps)

    @cython.final
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
                        loss = self.bound_cost[p * 4 + s] + self.hope[at + y] + self.meld_cost
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
