# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Losses measured against card prices instead of the most a card could gain."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from meldproof.arranging.sweep.walk_fields import INF, NO_BASE, longs
from meldproof.arranging.sweep.walk_guards import CELLS, MOST_ROWS, MOST_VALUE, PLACES, POOLS, large, small, within
from meldproof.arranging.sweep.walk_search import Search

MOST_RAISES = 100


@cython.cclass
class Priced(Search):
    """The sixth layer: losses against prices."""

    def price(self, costs: Any, meld_cost: int) -> Any:
        """Take what every choice loses; returns it as it is then.

        `costs` are arrays: in runs, in sets and left over, of 128 numbers by place and suit; then the same for wilds,
        of 128, 128 and 4 numbers by pool and place. Cards that only the table has lose nothing wherever they lie, nor
        do aces that are priced apart.
        """
        run_cost, set_cost, dead_cost = longs(CELLS), longs(CELLS), longs(CELLS)
        in_run: cython.longlong[::1] = run_cost
        in_set: cython.longlong[::1] = set_cost
        dead: cython.longlong[::1] = dead_cost
        cell: cython.int
        if costs is not self.given_costs:
            self._take_costs(costs)
        for cell in range(CELLS):
            if not self._is_free(cell):
                in_run[cell] = self.run_cost_given[cell]
                in_set[cell] = self.set_cost_given[cell]
                dead[cell] = self.dead_cost_given[cell]
        _, _, _, pool_run, pool_set, pool_dead = self.given_costs
        self.run_cost, self.set_cost, self.dead_cost = run_cost, set_cost, dead_cost
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = pool_run, pool_set, pool_dead
        self.meld_cost = within(meld_cost, 0, MOST_VALUE)
        self.asked = (run_cost, set_cost, dead_cost, pool_run, pool_set, pool_dead)
        self.dead_base, self.leaf_base = NO_BASE, 0
        self.bound_cost, self.loose_cost = NO_BASE, NO_BASE
        return self.asked

    def _take_costs(self, costs: Any) -> None:
        """Check what is given, and keep it, since most questions of a kind come with the same."""
        if not isinstance(costs, tuple) or len(costs) != 6:
            raise ValueError("costs are six arrays")
        for numbers, size in zip(costs, (CELLS, CELLS, CELLS, CELLS, CELLS, POOLS), strict=True):
            large(numbers, size)
        self.run_cost_given, self.set_cost_given, self.dead_cost_given = costs[:3]
        self.given_costs = costs

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

    def reprice(self, rows: Any, prices: Any, spare: Any, factor: int, smallest: int) -> int:
        """Measure losses against prices of cards, by row; all losses are `factor` times what they were.

        `rows` are the rows of naturals by place and suit, of pools, of bound wilds by place and suit and by rank;
        `spare` is how many cards of a row may stay unmelded, `smallest` the fewest cards of a meld. Prices that some
        meld exceeds are raised until none does; returns by how much every price was raised.
        """
        top = within(len(prices), 1, MOST_ROWS) - 1
        within(len(spare), 0, top + 1)
        row_of, pool_row = small(rows[0], CELLS, -1, top), small(rows[1], POOLS, -1, top)
        bound_row, loose_row = small(rows[2], CELLS, -1, top), small(rows[3], PLACES, -1, top)
        within(factor, 1, 1 << 20)
        within(smallest, 1, 1000)
        for price in prices:
            within(price, -MOST_VALUE, MOST_VALUE)
        old = self.asked
        self.meld_cost = self.meld_cost * factor
        self.grain = self.grain * factor
        self.level_gain = array("q", [gain * factor for gain in self.level_gain])
        self.lost = 0
        raised = 0
        for _ in range(MOST_RAISES):
            self._take_prices(row_of, pool_row, bound_row, loose_row, prices, raised, spare, factor, old)
            self._look_ahead()
            excess = self._excess()
            if excess == 0:
                self._forget()
                return raised
            raised += -(-excess // smallest)
        raise ValueError("no prices hold, however much they are raised")

    def _take_prices(
        self,
        row_of: Any,
        pool_row: Any,
        bound_row: Any,
        loose_row: Any,
        prices: Any,
        raised: int,
        spare: Any,
        factor: int,
        old: Any,
    ) -> None:
        old_run, old_set, old_dead, old_pool_run, old_pool_set, old_pool_dead = old
        run_cost, set_cost, dead_cost, dead_base = longs(128), longs(128), longs(128), longs(128)
        bound_cost, loose_cost = longs(128), longs(32)
        for place in range(self.first, self.last + 1):
            if loose_row[place] >= 0:
                loose_cost[place] = prices[loose_row[place]] + raised
            for s in range(self.suits):
                cell = place * 4 + s
                if bound_row[cell] >= 0:
                    bound_cost[cell] = prices[bound_row[cell]] + raised
                if not self.naturals[cell]:
                    continue
                best = old_pool_dead[self.natural_pool] if place == self.natural_place else old_dead[cell]
                price = prices[row_of[cell]] + raised
                run_cost[cell] = price - factor * (best - old_run[cell])
                set_cost[cell] = price - factor * (best - old_set[cell])
                if place != self.natural_place:
                    dead_cost[cell] = price
                    if price < 0:
                        dead_base[cell] = -price * spare[row_of[cell]]
        pool_run, pool_set, pool_dead = longs(128), longs(128), longs(4)
        self.leaf_base = 0
        for k in range(self.pools):
            best = old_pool_dead[k]
            price = prices[pool_row[k]] + raised
            for place in range(self.first, self.last + 1):
                pool_run[k * 32 + place] = price - factor * (best - old_pool_run[k * 32 + place])
                pool_set[k * 32 + place] = price - factor * (best - old_pool_set[k * 32 + place])
            pool_dead[k] = price
            if price < 0:
                self.leaf_base += -price * self.pool_spare[k]
        self.run_cost, self.set_cost, self.dead_cost, self.dead_base = run_cost, set_cost, dead_cost, dead_base
        self.pool_run_cost, self.pool_set_cost, self.pool_dead_cost = pool_run, pool_set, pool_dead
        self.bound_cost, self.loose_cost = bound_cost, loose_cost

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
