"""The linear programme of a case where HiGHS isn't at hand, as in a browser: the simplex method in whole numbers.

A dictionary holds a row for each variable in the basis, as whole numbers over one of its own: nothing is rounded, so
that nothing has to be taken for zero. Its columns are the variables outside of the basis, the last one the value. It is
slower than HiGHS, and quick enough for a hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from meldproof.arranging.limits import check_end
from meldproof.checking.certificate_checker import Entry, Rows

MOST_PENALTY = 8**5
"""How many times the first penalty of a programme is the last that is tried."""


class Bounded(NamedTuple):
    """One more row of the programme: the numbers of the columns it counts, its least and its most."""

    columns: tuple[int, ...]
    low: int
    high: int | None


class Relaxed(NamedTuple):
    """A solution of the programme: its value, how often each column is used, the rows' prices, what rows lack."""

    value: float
    used: list[float]
    prices: list[float]
    lacking: float


class Dictionary:
    """A basis, and all that depends on it; variables are numbers. Always in the simplest whole numbers."""

    def __init__(self, outside: list[int], cost: list[int]) -> None:
        """A basis without rows; `cost` is what each variable outside costs, and the value at the end."""
        self.outside = outside
        self.basis: list[int] = []
        self.rows: list[list[int]] = []
        self.over: list[int] = []
        self.cost, self.cost_over = cost, 1

    def copy(self) -> Dictionary:
        made = Dictionary([*self.outside], [*self.cost])
        made.basis, made.over, made.cost_over = [*self.basis], [*self.over], self.cost_over
        made.rows = [[*row] for row in self.rows]
        return made

    def add(self, variable: int, counted: dict[int, int], total: int) -> None:
        """A variable that is a total less so many of others, whether those are in the basis or outside of it."""
        row = [counted.get(other, 0) for other in self.outside]
        row.append(total)
        over = 1
        for other, own, own_over in zip(self.basis, self.rows, self.over, strict=True):
            if number := counted.get(other, 0):
                row = [one * own_over - number * over * two for one, two in zip(row, own, strict=True)]
                over *= own_over
        self.basis.append(variable)
        self.rows.append(row)
        self.over.append(over)

    def maximise(self) -> None:
        """From a basis that keeps all bounds, to one of the greatest value (Bland's rule where it stands still)."""
        still = 0
        while True:
            costs = self.cost[:-1]
            least = min(costs)
            if least >= 0:
                return
            if still > len(self.rows):
                column = min((n for n, cost in enumerate(costs) if cost < 0), key=lambda n: self.outside[n])
            else:
                column = costs.index(least)
            row = self._leaving(column)
            still = 0 if self.rows[row][-1] else still + 1
            self._exchange(row, column)

    def _leaving(self, column: int) -> int:
        best, most, by = -1, 0, 1
        for number, row in enumerate(self.rows):
            if row[column] <= 0:
                continue
            sign = row[-1] * by - most * row[column] if best >= 0 else -1
            if sign < 0 or (sign == 0 and self.basis[number] < self.basis[best]):
                best, most, by = number, row[-1], row[column]
        assert best >= 0  # every column lies in a row that bounds it, or costs
        return best

    def restore(self) -> None:
        """From a basis of which none can be worth more, but which breaks bounds, to one that keeps them."""
        steps = 0
        while True:
            steps += 1
            broken = [number for number, row in enumerate(self.rows) if row[-1] < 0]
            if not broken:
                return
            if steps > 10 * len(self.rows):
                row = min(broken, key=lambda number: self.basis[number])
            else:
                row = min(broken, key=lambda number: Fraction(self.rows[number][-1], self.over[number]))
            self._exchange(row, self._entering(self.rows[row]))

    def _entering(self, row: list[int]) -> int:
        best, least, by = -1, 0, 1
        for column, number in enumerate(row[:-1]):
            if number >= 0:
                continue
            sign = self.cost[column] * by + least * number if best >= 0 else -1
            if sign < 0 or (sign == 0 and self.outside[column] < self.outside[best]):
                best, least, by = column, self.cost[column], -number
        assert best >= 0  # what rows ask for and no column gives is made up for
        return best

    def _exchange(self, at: int, column: int) -> None:
        check_end()
        pivot, over = self.rows[at], self.over[at]
        by = pivot[column]
        for number, row in enumerate(self.rows):
            if number != at and (factor := row[column]):
                self.rows[number], self.over[number] = _less(row, self.over[number], factor, pivot, by, over, column)
        if factor := self.cost[column]:
            self.cost, self.cost_over = _less(self.cost, self.cost_over, factor, pivot, by, over, column)
        pivot[column] = over
        self.rows[at], self.over[at] = _simplest(pivot, by)
        self.basis[at], self.outside[column] = self.outside[column], self.basis[at]

    def value_of(self) -> dict[int, Fraction]:
        """How much there is of each variable in the basis; of the others there is none."""
        rows = zip(self.basis, self.rows, self.over, strict=True)
        return {variable: Fraction(row[-1], over) for variable, row, over in rows if row[-1]}

    def costs(self) -> dict[int, Fraction]:
        """What one of each variable outside of the basis would cost."""
        return {
            variable: Fraction(cost, self.cost_over)
            for variable, cost in zip(self.outside, self.cost, strict=False)
            if cost
        }

    @property
    def total(self) -> Fraction:
        return Fraction(self.cost[-1], self.cost_over)


def _less(
    row: list[int], row_over: int, factor: int, pivot: list[int], by: int, over: int, column: int
) -> tuple[list[int], int]:
    """A row after the exchange at another one."""
    if by == 1:
        made = [one - factor * two if two else one for one, two in zip(row, pivot, strict=True)]
    else:
        made = [one * by - factor * two for one, two in zip(row, pivot, strict=True)]
    made[column] = -factor * over
    return _simplest(made, row_over * by)


def _simplest(row: list[int], over: int) -> tuple[list[int], int]:
    if over < 0:
        row, over = [-number for number in row], -over
    if over > 1 and (common := math.gcd(over, *row)) > 1:
        row, over = [number // common for number in row], over // common
    return row, over


class ExactProgramme:
    """As `_Programme`, which is the same with HiGHS: rows may lack, at a penalty, what they ask and no column gives."""

    def __init__(self, entries: Sequence[Entry], rows: Rows) -> None:
        self.entries, self.rows = list(entries), dict(rows)
        self.penalty = 4 * max([1, *(abs(gain) for _, gain, _ in self.entries)])
        self.taken: dict[str, dict[int, int]] = {row: {} for row in rows}
        for number, (_, _, taken) in enumerate(self.entries):
            for row, count in taken:
                self.taken[row][number] = self.taken[row].get(number, 0) + count
        self.last = len(self.entries)  # makes up for what rows of splits ask
        self.room: dict[str, int] = {}  # of a row that has a most: what is left of that
        self.beyond: dict[str, int] = {}  # of a row that has a least: what there is more than that
        self.lack: dict[str, int] = {}  # of a row that asks: what it lacks
        self.next = self.last + 1
        self.best: dict[int, Dictionary] = {}

    def _new(self) -> int:
        self.next += 1
        return self.next - 1

    def _start(self, penalty: int) -> Dictionary:
        """The best of the programme without splits, from nothing laid and all that is asked lacking."""
        columns = range(len(self.entries))
        asking = [row for row, (low, _) in self.rows.items() if low > 0]
        for row in asking:
            self.lack.setdefault(row, self._new())
            self.beyond.setdefault(row, self._new())
        cost = [-gain for _, gain, _ in self.entries]
        for row in asking:
            for column, number in self.taken[row].items():
                cost[column] -= penalty * number
        worth = -penalty * sum(self.rows[row][0] for row in asking)
        made = Dictionary(
            [*columns, self.last, *(self.beyond[row] for row in asking)],
            [*cost, penalty, *[penalty] * len(asking), worth],
        )
        for row, (low, high) in self.rows.items():
            taken = self.taken[row]
            if low > 0:
                made.add(self.lack[row], {**taken, self.beyond[row]: -1}, low)
                if high is not None:
                    made.add(self.room.setdefault(row, self._new()), {self.beyond[row]: 1}, high - low)
                continue
            if high is not None:
                made.add(self.room.setdefault(row, self._new()), taken, high)
            if any(number < 0 for number in taken.values()):
                counted = {column: -number for column, number in taken.items()}
                made.add(self.beyond.setdefault(row, self._new()), counted, -low)
        made.maximise()
        return made

    def solve(self, splits: Sequence[Bounded], room: float) -> Relaxed:
        """The programme with the splits as further rows; what is worth less than `room` may lack something."""
        penalty = self.penalty
        while True:
            found = self._solved(splits, penalty)
            if not found.lacking or found.value < room or penalty >= MOST_PENALTY * self.penalty:
                return found
            penalty *= 8

    def _solved(self, splits: Sequence[Bounded], penalty: int) -> Relaxed:
        if penalty not in self.best:
            self.best[penalty] = self._start(penalty)
        made = self.best[penalty].copy()
        slacks = [self.next + place for place in range(len(splits))]
        for slack, split in zip(slacks, splits, strict=True):
            if split.low:
                made.add(slack, {**dict.fromkeys(split.columns, -1), self.last: -1}, -split.low)
            else:
                assert split.high is not None
                made.add(slack, dict.fromkeys(split.columns, 1), split.high)
        made.restore()
        used, costs = made.value_of(), made.costs()
        prices = [self._price(row, costs, made, penalty) for row in self.rows]
        prices += [
            costs.get(slack, Fraction(0)) * (-1 if split.low else 1)
            for slack, split in zip(slacks, splits, strict=True)
        ]
        lacking = used.get(self.last, Fraction(0)) + sum(used.get(lack, Fraction(0)) for lack in self.lack.values())
        counts = [float(used.get(column, 0)) for column in range(self.last)]
        return Relaxed(float(made.total), counts, [float(price) for price in prices], float(lacking))

    def _price(self, row: str, costs: dict[int, Fraction], made: Dictionary, penalty: int) -> Fraction:
        if row in self.lack:
            return costs.get(self.lack[row], Fraction(0)) - penalty
        none = Fraction(0)
        return costs.get(self.room.get(row, -1), none) - costs.get(self.beyond.get(row, -1), none)

    def solve_whole(self) -> list[int] | None:
        """How often each column is used in a best solution in whole numbers, or None if nothing meets the rows."""
        best: tuple[float, list[int]] | None = None
        waiting: list[tuple[Bounded, ...]] = [()]
        while waiting:
            splits = waiting.pop()
            found = self._solved(splits, MOST_PENALTY * self.penalty)
            if found.lacking or (best is not None and math.floor(found.value) <= best[0]):
                continue
            broken = [number for number, used in enumerate(found.used) if used != round(used)]
            if not broken:
                best = (found.value, [round(used) for used in found.used])
                continue
            column = max(broken, key=lambda number: min(found.used[number] % 1, 1 - found.used[number] % 1))
            below = math.floor(found.used[column])
            waiting.append((*splits, Bounded((column,), 0, below)))
            waiting.append((*splits, Bounded((column,), below + 1, None)))
        return None if best is None else best[1]
