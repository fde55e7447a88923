"""Finding the proof of a certificate: linear programmes for the prices, splits where prices alone don't suffice.

A node's linear programme is the case's rows and columns and the splits above it. Its dual values, rounded up to exact
fractions and mended until no column gains more than its prices, bound every arrangement. Where the bound leaves room
for a better one, the node is split on what its fractional solution does half: melds of a kind that hold some cards.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from meldproof.arranging.certificates.exact_programme import MOST_PENALTY, Bounded, ExactProgramme, Relaxed
from meldproof.checking.certificate_checker import Entry, Rows, entries_of, flaw_of, in_split, weigh
from meldproof.checking.certificate_columns import CheckedCase, CheckedColumn
from meldproof.messages import say


class Leaf(msgspec.Struct, frozen=True):
    """Prices of rows as fractions "p/q"; rows without a price have none."""

    prices: dict[str, str]


class Choice(msgspec.Struct, frozen=True):
    """The melds a split counts: of a kind (or any), with these cards (and no others, if `exactly`)."""

    kind: str | None
    cards: tuple[str, ...]
    exactly: bool

    def counts(self, column: CheckedColumn) -> bool:
        return in_split(column, self.kind, self.cards, self.exactly)


class Split(msgspec.Struct, frozen=True):
    """Two cases: of the melds counted at most so many are used, or more."""

    split: Choice
    at_most: int
    if_so: Tree
    otherwise: Tree


Tree = Leaf | Split
"""A proof's tree; its leaves hold prices."""

NEAR = 1e-6
DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 1000, 10**6, 10**9)
TRIED_SPLITS = 8
MOST_DEPTH = 200
"""Splits above one another; a proof that needs more is not looked for."""


class NoTree(Exception):  # noqa: N818 - it is an answer, not a fault
    """No proof was found; says why."""


class Limit:
    """How many leaves and how long a search for proofs may go on."""

    def __init__(self, leaves: int, deadline: float | None, advance: Callable[[int], None]) -> None:
        self.most, self.leaves, self.deadline, self.advance = leaves, 0, deadline, advance

    def add_leaf(self) -> None:
        self.leaves += 1
        self.advance(self.leaves)
        if self.leaves > self.most:
            raise NoTree(say("no proof of at most {most} leaves was found", most=self.most))

    def check_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise NoTree(say("no proof was found within the time limit"))


def prove_case(case: CheckedCase, weights: dict[str, int], value: int, limit: Limit) -> Tree:
    """A tree that shows that no arrangement of the case is worth more than `value`. Raises NoTree."""
    return _Prover(case, weights, value, limit).tree()


def best_columns(case: CheckedCase, weights: dict[str, int]) -> list[CheckedColumn] | None:
    """The columns of an arrangement of the greatest weight, or None if the case has none."""
    programme = programme_of(entries_of(case, weights), case.rows)
    found = programme.solve_whole()
    if found is None:
        return None
    return [column for (column, _, _), number in zip(programme.entries, found, strict=True) for _ in range(number)]


class _Prover:
    def __init__(self, case: CheckedCase, weights: dict[str, int], value: int, limit: Limit) -> None:
        self.case, self.limit = case, limit
        self.most = value - weigh(case.start, weights)
        self.entries = entries_of(case, weights)
        self.programme = programme_of(self.entries, case.rows)

    def tree(self) -> Tree:
        return self._node(self.entries, self.case.rows, (), self._relax(()))

    def _relax(self, splits: Sequence[Bounded]) -> Relaxed:
        return self.programme.solve(splits, self.most + 1 - NEAR)

    def _node(self, entries: list[Entry], rows: Rows, splits: tuple[Bounded, ...], relaxed: Relaxed) -> Tree:
        self.limit.check_time()
        if len(splits) > MOST_DEPTH:
            raise NoTree(
                say("no proof of at most {most_depth} splits one above the other was found", most_depth=MOST_DEPTH)
            )
        if relaxed.value < self.most + 1 - NEAR:
            prices = self._leaf(entries, rows, relaxed)
            if prices is not None:
                self.limit.add_leaf()
                return Leaf(prices)
        choice, at_most, sides = self._choose(splits, relaxed)
        label = f"split {len(splits) + 1}"
        counted = [(c, gain, (*taken, (label, 1)) if choice.counts(c) else taken) for c, gain, taken in entries]
        trees = [
            self._node(counted, rows | {label: (row.low, row.high)}, (*splits, row), found) for row, found in sides
        ]
        return Split(choice, at_most, *trees)

    def _leaf(self, entries: list[Entry], rows: Rows, relaxed: Relaxed) -> dict[str, str] | None:
        """The prices as the simplest fractions that prove the bound, if any do."""
        for denominator in DENOMINATORS:
            prices = {
                row: Fraction(math.ceil(price * denominator - NEAR), denominator)
                for row, price in zip(rows, relaxed.prices, strict=True)
            }
            prices = {row: min(price, Fraction(0)) if rows[row][1] is None else price for row, price in prices.items()}
            if bound_of(prices, rows) >= self.most + 1:
                continue
            _mend(prices, entries)
            texts = {row: str(price) for row, price in prices.items() if price}
            if not flaw_of(entries, rows, texts, self.most):
                return texts
        return None

    def _choose(
        self, splits: tuple[Bounded, ...], relaxed: Relaxed
    ) -> tuple[Choice, int, list[tuple[Bounded, Relaxed]]]:
        """The split that leaves the least room, of those that the fractional solution suggests."""
        best = None
        for choice in self._suggested(relaxed)[:TRIED_SPLITS]:
            columns = tuple(n for n, (column, *_) in enumerate(self.programme.entries) if choice.counts(column))
            at_most = math.floor(sum(relaxed.used[n] for n in columns) + NEAR)
            rows = [Bounded(columns, 0, at_most), Bounded(columns, at_most + 1, None)]
            sides = [(row, self._relax((*splits, row))) for row in rows]
            rooms = sorted(max(0.0, found.value - self.most - 1 + NEAR) for _, found in sides)
            score = (sum(room > 0 for room in rooms), rooms[1], rooms[0])
            if best is None or score < best[0]:
                best = (score, choice, at_most, sides)
            if not score[0]:
                break
        if best is None:
            raise NoTree(self._failure(relaxed))
        return best[1:]

    def _failure(self, relaxed: Relaxed) -> str:
        if relaxed.value < self.most + 1 - NEAR:
            return say("the prices that were found can't be made exact")
        whole = all(abs(used - round(used)) < NEAR for used in relaxed.used)
        if whole and relaxed.lacking < NEAR:
            return say("the claim is beaten by another arrangement, as far as a linear programme can tell")
        return say("no split tells the arrangements apart that the prices confuse")

    def _suggested(self, relaxed: Relaxed) -> list[Choice]:
        """Splits whose count is fractional, the nearest to a half first."""
        pairs = zip(self.programme.entries, relaxed.used, strict=False)
        half = [(column, used) for (column, *_), used in pairs if used > NEAR]
        choices: dict[Choice, None] = {}
        for column, _ in half:
            for name in dict.fromkeys(column.names):
                for kind in (None, column.kind):
                    choices[Choice(kind, (name,), False)] = None
            for pair in dict.fromkeys(combinations(column.names, 2)):
                choices[Choice(None, pair, False)] = None
            choices[Choice(column.kind, column.names, True)] = None
        scored = []
        for number, choice in enumerate(choices):
            count = sum(used for column, used in half if choice.counts(column))
            off = abs(count - math.floor(count) - 0.5)
            if off < 0.5 - NEAR:
                scored.append((off, len(choice.cards), number, choice))
        return [choice for *_, choice in sorted(scored, key=lambda entry: entry[:3])]


def programme_of(entries: Sequence[Entry], rows: Rows) -> _Programme | ExactProgramme:
    """The linear programme of a case, with HiGHS where that is here."""
    try:
        return _Programme(entries, rows)
    except ImportError:
        return ExactProgramme(entries, rows)


def bound_of(prices: dict[str, Fraction], rows: Rows) -> Fraction:
    """What all arrangements together stay under, if no column gains more than its prices."""
    return sum((price * (rows[row][price > 0] or 0) for row, price in prices.items()), Fraction(0))


def _mend(prices: dict[str, Fraction], entries: Sequence[Entry]) -> None:
    """Raise prices where a column gains more than its prices."""
    for _, gain, taken in entries:
        lacking = gain - sum(prices[row] * number for row, number in taken)
        if lacking > 0:
            row, number = taken[0]
            prices[row] += Fraction(lacking, number)


class _Programme:
    """The linear programme of a case in HiGHS, warm from one node to the next.

    Further columns make up, at a penalty, for what a row asks and no column gives (the last one for rows of splits): so
    there is always a solution, and where no arrangement meets the rows the prices show just that. A penalty that a
    solution would rather pay than meet the rows, and still be worth a lot, is raised.
    """

    def __init__(self, entries: Sequence[Entry], rows: Rows) -> None:
        import highspy
        import numpy as np

        self.entries, self.rows = list(entries), len(rows)
        short = [number for number, (low, _) in enumerate(rows.values()) if low > 0]
        self.penalty = 4.0 * max([1, *(abs(gain) for _, gain, _ in self.entries)])
        self.infinity = highspy.kHighsInf
        number_of = {row: number for number, row in enumerate(rows)}
        starts, index, values = [0], [], []
        for _, _, taken in self.entries:
            index += [number_of[row] for row, _ in taken]
            values += [float(number) for _, number in taken]
            starts.append(len(index))
        index += short
        values += [1.0] * len(short)
        starts += [*range(starts[-1] + 1, len(index) + 1), len(index)]
        self.last = len(self.entries) + len(short)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.entries) + len(short) + 1, len(rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array([*(float(gain) for _, gain, _ in self.entries), *[-self.penalty] * (len(short) + 1)])
        model.col_lower_ = np.zeros(model.num_col_)
        model.col_upper_ = np.full(model.num_col_, self.infinity)
        model.row_lower_ = np.array([float(low) for low, _ in rows.values()])
        model.row_upper_ = np.array([self.infinity if high is None else float(high) for _, high in rows.values()])
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        model.a_matrix_.index_ = np.array(index, dtype=np.int32)
        model.a_matrix_.value_ = np.array(values)
        self.solver = highspy.Highs()
        self.solver.silent()
        self.solver.setOptionValue("threads", 1)
        self.solver.passModel(model)
        self.highspy, self.numpy = highspy, np

    def solve(self, splits: Sequence[Bounded], room: float) -> Relaxed:
        """The programme with the splits as further rows; what is worth less than `room` may lack something."""
        np = self.numpy
        have = self.solver.getNumRow()
        if have > self.rows:
            self.solver.deleteRows(have - self.rows, np.arange(self.rows, have, dtype=np.int32))
        for split in splits:
            high = self.infinity if split.high is None else float(split.high)
            columns = [*split.columns, self.last] if split.low else [*split.columns]
            ones = np.ones(len(columns))
            self.solver.addRow(float(split.low), high, len(columns), np.array(columns, dtype=np.int32), ones)
        found = self._run()
        penalty = self.penalty
        while found.lacking > NEAR and found.value >= room and penalty < MOST_PENALTY * self.penalty:
            penalty *= 8
            self._set_penalty(penalty)
            found = self._run()
        if penalty > self.penalty:
            self._set_penalty(self.penalty)
        return found

    def _run(self) -> Relaxed:
        self.solver.run()
        solution, info = self.solver.getSolution(), self.solver.getInfo()
        used = list(solution.col_value)
        lacking = sum(used[len(self.entries) :])
        return Relaxed(info.objective_function_value, used, list(solution.row_dual), lacking)

    def _set_penalty(self, penalty: float) -> None:
        for number in range(len(self.entries), self.last + 1):
            self.solver.changeColCost(number, -penalty)

    def solve_whole(self) -> list[int] | None:
        """How often each column is used in a best solution in whole numbers, or None if nothing meets the rows."""
        highspy, np = self.highspy, self.numpy
        number = len(self.entries)
        every = np.arange(number, dtype=np.int32)
        self.solver.changeColsIntegrality(number, every, np.full(number, highspy.HighsVarType.kInteger))
        self.solver.setOptionValue("mip_rel_gap", 0.0)
        self.solver.setOptionValue("mip_abs_gap", 0.5)
        self.solver.run()
        used = list(self.solver.getSolution().col_value)
        whole = [round(value) for value in used]
        return None if not used or any(whole[number:]) else whole[:number]
