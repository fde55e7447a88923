"""Exact search over columns: depth-first with memory, bounded by prices.

Resources have whole capacities, packed into one number with a guard bit each. The first resource that is not used
up decides the next step: one of the columns that begin with it, or leaving what is left of it. Each state is solved
once. Prices (`prices.py`) say what a state can at most still gain; a step whose price exceeds its gain by more than
the best known leaves no hope and is cut.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from meldproof.arranging.prices import cheap_prices, linear_prices

Demand = tuple[int, ...]
"""What is still owed, each part at least zero."""


class Resource(NamedTuple):
    """Capacity, how many may be left unused (None: it is no card, so any), and what leaving one also uses."""

    capacity: int
    spare: int | None
    leaving_uses: tuple[int, ...] = ()


class Column(NamedTuple):
    """A choice: which resources it uses (ascending), its gain, what of the demand it meets (never less than 0, or
    cutting off what is owed at 0 would be wrong), and whose it is."""

    usage: tuple[tuple[int, int], ...]
    gain: int
    meets: Demand
    source: object


class Programme(NamedTuple):
    """A set-packing programme: the primary resources are the first `primary` ones, and must be used or left."""

    resources: tuple[Resource, ...]
    primary: int
    columns: tuple[Column, ...]
    demand: Demand


class Solution(NamedTuple):
    """Chosen columns in order, how many of each resource were left, and the total gain.

    `bound` is None where the gain is proved the greatest, else a bound on it.
    """

    columns: tuple[Column, ...]
    left: tuple[int, ...]
    gain: int
    bound: int | None


class OutOfTime(Exception):  # noqa: N818 - it is an answer, not a fault
    """The deadline passed, or the budget of states was used up, inside a search."""


LOST = -(1 << 200)
"""The gain of a state from which the demands can't be met."""
CHECK_EVERY = 2048
CHEAP_STATES = 1500
"""States that a search with cheap prices may visit before a linear programme's prices are worth their milliseconds."""


def solve_programme(programme: Programme, deadline: float | None) -> Solution | None:
    """The greatest total gain, or None if nothing meets the demands.

    At the deadline (a `time.monotonic()` value) the best found by then with a bound; raises OutOfTime if there is none.
    """
    try:
        search = _Search(programme, deadline, cheap_prices(programme), CHEAP_STATES)
        best = search.best(search.start, search.start_bound, programme.demand)
        return None if best <= LOST else search.rebuild(best)
    except OutOfTime:
        pass
    search = _Search(programme, deadline, linear_prices(programme), None)
    try:
        best = search.best(search.start, search.start_bound, programme.demand)
        return None if best <= LOST else search.rebuild(best)
    except OutOfTime:
        dived = search.dive()
        if dived is None:
            raise
        return dived._replace(bound=search.start_bound)


class _Search:
    def __init__(self, programme: Programme, deadline: float | None, prices: list[int], budget: int | None) -> None:
        self.programme = programme
        self.deadline = deadline
        self.budget = budget
        self.nodes = 0
        resources = programme.resources
        shift, self.shifts, self.field_of_bit = 0, [], []
        self.masks: list[int] = []
        guards = 0
        for number, resource in enumerate(resources):
            width = max(resource.capacity.bit_length(), 1) + 1
            self.shifts.append(shift)
            self.masks.append(((1 << (width - 1)) - 1) << shift)
            self.field_of_bit += [number] * width
            guards |= 1 << (shift + width - 1)
            shift += width
        self.guards = guards
        first_secondary = self.shifts[programme.primary] if programme.primary < len(resources) else shift
        self.primary_mask = (1 << first_secondary) - 1
        self.start = sum(resource.capacity << at for resource, at in zip(resources, self.shifts, strict=True))
        self.prices = prices
        self.start_bound = sum(price * r.capacity for price, r in zip(prices, resources, strict=True))
        self.buckets = self._buckets()
        self.memory: dict[tuple[int, Demand], int] = {}
        self.order: dict[int, int] = {}

    def _buckets(self) -> list[list[tuple[int, int, int, Column]]]:
        """By first resource: (slack, packed usage, gain, column), least slack first, then in the order given."""
        buckets: list[list[tuple[int, int, int, Column]]] = [[] for _ in self.programme.resources]
        for column in self.programme.columns:
            packed = sum(number << self.shifts[resource] for resource, number in column.usage)
            price = sum(number * self.prices[resource] for resource, number in column.usage)
            buckets[column.usage[0][0]].append((price - column.gain, packed, column.gain, column))
        for bucket in buckets:
            bucket.sort(key=lambda entry: entry[0])
        return buckets

    def best(self, state: int, bound: int, demand: Demand) -> int:
        """The greatest gain from a state on; LOST if the demand can't be met."""
        open_part = state & self.primary_mask
        if not open_part:
            return LOST if any(demand) else 0
        key = (state, demand)
        known = self.memory.get(key)
        if known is not None:
            return known
        self._tick()
        first = self.field_of_bit[(open_part & -open_part).bit_length() - 1]
        guarded = state | self.guards
        best = LOST
        for slack, packed, gain, column in self.buckets[first]:
            if bound - slack <= best:
                break
            if (guarded - packed) & self.guards != self.guards:
                continue
            owed = _less(demand, column.meets) if demand else demand
            rest = self.best(state - packed, bound - slack - gain, owed)
            if rest > LOST and gain + rest > best:
                best = gain + rest
        left = self._leave(state, first)
        if left is not None:
            after, price = left
            if bound - price > best:
                rest = self.best(after, bound - price, demand)
                best = max(best, rest)
        self.memory[key] = best
        return best

    def _leave(self, state: int, resource: int) -> tuple[int, int] | None:
        """The state with all that is left of a resource left unused, and what that gives up in price."""
        number = (state & self.masks[resource]) >> self.shifts[resource]
        rule = self.programme.resources[resource]
        if rule.spare is not None and number > rule.spare:
            return None
        packed = number << self.shifts[resource]
        price = number * self.prices[resource]
        for other in rule.leaving_uses:
            if (state & self.masks[other]) >> self.shifts[other] < number:
                return None
            packed += number << self.shifts[other]
            price += number * self.prices[other]
        return state - packed, price

    def rebuild(self, total: int) -> Solution:
        """The first solution of that gain, columns in the order given before leaving."""
        state, bound, demand = self.start, self.start_bound, self.programme.demand
        columns: list[Column] = []
        left = [0] * len(self.programme.resources)
        owed = total
        while state & self.primary_mask:
            open_part = state & self.primary_mask
            first = self.field_of_bit[(open_part & -open_part).bit_length() - 1]
            step = self._step(state, bound, demand, first, owed)
            if step is None:
                after, price = self._leave(state, first) or (state, 0)
                left[first] = (state & self.masks[first]) >> self.shifts[first]
                state, bound = after, bound - price
                continue
            slack, packed, gain, column = step
            columns.append(column)
            state, bound, owed = state - packed, bound - slack - gain, owed - gain
            demand = _less(demand, column.meets) if demand else demand
        return Solution(tuple(columns), tuple(left), total, None)

    def _step(
        self, state: int, bound: int, demand: Demand, first: int, owed: int
    ) -> tuple[int, int, int, Column] | None:
        for entry in self._in_order(first):
            slack, packed, gain, column = entry
            if bound - slack < owed or ((state | self.guards) - packed) & self.guards != self.guards:
                continue
            after = _less(demand, column.meets) if demand else demand
            if self.best(state - packed, bound - slack - gain, after) == owed - gain:
                return entry
        return None

    def _in_order(self, first: int) -> list[tuple[int, int, int, Column]]:
        """A bucket in the programme's order of columns."""
        if not self.order:
            self.order.update((id(column), number) for number, column in enumerate(self.programme.columns))
        return sorted(self.buckets[first], key=lambda entry: self.order[id(entry[3])])

    def dive(self) -> Solution | None:
        """A feasible solution without looking back: the least slack that fits, else leaving."""
        state, demand, gain_total = self.start, self.programme.demand, 0
        columns: list[Column] = []
        left = [0] * len(self.programme.resources)
        while state & self.primary_mask:
            open_part = state & self.primary_mask
            first = self.field_of_bit[(open_part & -open_part).bit_length() - 1]
            leave = self._leave(state, first)
            fits = [e for e in self.buckets[first] if ((state | self.guards) - e[1]) & self.guards == self.guards]
            if fits and (leave is None or fits[0][0] <= leave[1]):
                _, packed, gain, column = fits[0]
                columns.append(column)
                state, gain_total = state - packed, gain_total + gain
                demand = _less(demand, column.meets) if demand else demand
            elif leave is not None:
                left[first] = (state & self.masks[first]) >> self.shifts[first]
                state = leave[0]
            else:
                return None
        return None if any(demand) else Solution(tuple(columns), tuple(left), gain_total, None)

    def _tick(self) -> None:
        self.nodes += 1
        if self.budget is not None and self.nodes > self.budget:
            raise OutOfTime
        if self.deadline is not None and self.nodes % CHECK_EVERY == 0 and time.monotonic() > self.deadline:
            raise OutOfTime


def _less(demand: Demand, meets: Sequence[int]) -> Demand:
    return tuple(max(0, owed - met) for owed, met in zip(demand, meets, strict=True))
