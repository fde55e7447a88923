"""The symbolic reading of the logic: the one typed wrapper of z3.

Every number is a bit-vector of one width, so that one theory (QF_BV) serves throughout; comparisons are unsigned;
counting uses adders, which SMT-LIB can write. A limit is set on every check, and running out of it is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import z3

WIDTH = 16
"""Bits of every number: points of a whole deck stay far below 65,536."""
WORK_A_SECOND = 4_000_000
"""z3's own units of work (`rlimit`) that count as a second where work is counted; about what a core of 2024 does."""
Verdict = Literal["sat", "unsat", "unknown"]
Term = Any
"""A z3 term: a truth or a number."""


_FORGETTING: list[Callable[[], None]] = []


def forgets(forget: Callable[[], None]) -> Callable[[], None]:
    """Marks what is called when a fresh context begins: it drops the terms that are kept of the old one."""
    _FORGETTING.append(forget)
    return forget


def in_fresh_context() -> None:
    """Begin with an empty context, so that what was asked before makes no difference to what z3 does."""
    for forget in _FORGETTING:
        forget()
    z3.z3._main_ctx = None


def truth(value: object) -> Term:
    """A Python bool as a term; a term as it is."""
    return z3.BoolVal(bool(value)) if isinstance(value, int) else value


def number(value: object) -> Term:
    """A Python int as a term (negative ones wrap, as in subtraction); a term as it is."""
    return z3.BitVecVal(value, WIDTH) if isinstance(value, int) else value


def truth_variable(name: str) -> Term:
    return z3.Bool(name)


def number_variable(name: str) -> Term:
    return z3.BitVec(name, WIDTH)


def all_of(parts: Sequence[Term]) -> Term:
    return z3.And(*(truth(part) for part in parts)) if parts else z3.BoolVal(True)


def any_of(parts: Sequence[Term]) -> Term:
    return z3.Or(*(truth(part) for part in parts)) if parts else z3.BoolVal(False)


def negate(part: Term) -> Term:
    return z3.Not(truth(part))


def equal(left: Term, right: Term) -> Term:
    return number(left) == number(right)


def at_most(left: Term, right: Term) -> Term:
    return z3.ULE(number(left), number(right))


def add(left: Term, right: Term) -> Term:
    return number(left) + number(right)


def total(numbers: Iterable[Term]) -> Term:
    result = number(0)
    for term in numbers:
        result = result + number(term)
    return result


def count(parts: Iterable[Term]) -> Term:
    return total(z3.If(truth(part), number(1), number(0)) for part in parts)


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """If-then-else of two truths or of two numbers."""
    if _is_truth(then) and _is_truth(otherwise):
        return z3.If(truth(condition), truth(then), truth(otherwise))
    return z3.If(truth(condition), number(then), number(otherwise))


def look_up(table: Sequence[int], index: Term) -> Term:
    """`table[index]`, 0 beyond its end."""
    places: dict[int, list[int]] = {}
    for place, value in enumerate(table):
        if value:
            places.setdefault(value, []).append(place)
    result = number(0)
    for value, where in places.items():
        result = z3.If(z3.Or(*(index == number(place) for place in where)), number(value), result)
    return result


def _is_truth(value: object) -> bool:
    return isinstance(value, bool) or z3.is_bool(value)


class Solver:
    """A z3 solver for bit-vectors with a limit on every check.

    `limit` is in seconds a check. With `spend` given, seconds are counted by the work done, which is the same on every
    machine, and each check's are handed to it. A found model must be re-checked concretely by the caller. `heard` is
    handed every question as SMT-LIB with its answer.
    """

    def __init__(self, limit: float, spend: Callable[[float], None] | None = None) -> None:
        self._solver: Any = z3.SolverFor("QF_BV")
        self._solver.set("random_seed", 0)
        self._model: Any = None
        self.heard: Callable[[str, str], None] | None = None
        self.limit = limit
        self.spend = spend

    def add(self, *parts: object) -> None:
        self._solver.add(*(truth(part) for part in parts))

    def check(self, *assumptions: object) -> Verdict:
        self._model = None
        if self.spend is None:
            self._solver.set("timeout", max(1, int(self.limit * 1000)))
        else:
            self._solver.set("rlimit", max(1, int(self.limit * WORK_A_SECOND)))
        before = self._work()
        terms = [truth(part) for part in assumptions]
        answer = str(self._solver.check(*terms))
        if self.spend is not None:
            self.spend((self._work() - before) / WORK_A_SECOND)
        verdict: Verdict = "sat" if answer == "sat" else "unsat" if answer == "unsat" else "unknown"
        if self.heard is not None:
            if verdict == "sat":
                self._model = self._solver.model()  # writing the question down makes z3 forget it
            self.heard(self.smt2(*terms), verdict)
        return verdict

    def _work(self) -> int:
        """Units of work done by z3 in this process so far; 0 where it is not counted."""
        if self.spend is None:
            return 0
        figures = self._solver.statistics()
        return int(figures.get_key_value("rlimit count")) if "rlimit count" in figures.keys() else 0  # noqa: SIM118 - no dict

    @contextmanager
    def frame(self) -> Iterator[None]:
        """What is added inside is forgotten after."""
        self._solver.push()
        try:
            yield
        finally:
            self._solver.pop()

    def value(self, term: Term) -> int:
        """A term's value (a truth as 0 or 1) in the last model found."""
        if self._model is None:
            self._model = self._solver.model()
        found = self._model.eval(term, model_completion=True)
        return int(z3.is_true(found)) if z3.is_bool(found) else int(found.as_long())

    def smt2(self, *assumptions: object) -> str:
        """The problem, and what is assumed besides, as SMT-LIB 2 with `(check-sat)`, logic QF_BV."""
        if assumptions:
            with self.frame():
                self.add(*assumptions)
                return self.smt2()
        text: str = self._solver.to_smt2()
        return "(set-logic QF_BV)\n" + "\n".join(
            line for line in text.splitlines() if not line.startswith((";", "(set-info"))
        )


def is_trivial(term: Term) -> bool:
    """Whether a truth holds whatever its variables are, as simplifying alone shows."""
    return bool(z3.is_true(z3.simplify(truth(term))))


def with_values(term: Term, values: Sequence[tuple[Term, int]]) -> bool | None:
    """A truth with numbers (or 0 and 1) in place of its variables; None if that doesn't settle it."""
    pairs = [
        (variable, truth(bool(value)) if z3.is_bool(variable) else number(int(value))) for variable, value in values
    ]
    settled = z3.simplify(z3.substitute(truth(term), *pairs))
    return True if z3.is_true(settled) else False if z3.is_false(settled) else None


def written(term: Term) -> str:
    """A truth as SMT-LIB, on one line."""
    return " ".join(truth(term).sexpr().split())


def declaration(term: Term) -> str:
    """The SMT-LIB declaration of a variable."""
    return f"(declare-const {term.sexpr()} {term.sort().sexpr()})"


def same(left: object, right: object) -> bool:
    """Whether two truths are one and the same term."""
    return bool(truth(left).eq(truth(right)))
