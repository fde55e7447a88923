"""When a search ends: by the clock, or by counted work, so that it ends at the same place on every machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from meldproof.rules import smt
from meldproof.variants.clauses import Text

SECONDS_A_LOOK = 0.01
"""What a step of a search counts as where work is counted."""

OUT_OF_TIME = Text("the time was up", "se acabó el tiempo")


class GaveUp(Exception):  # noqa: N818 - it is an answer, not a fault
    """A claim's limit was reached; `note` says where."""

    def __init__(self, note: Text) -> None:
        super().__init__(note.en)
        self.note = note


class Clock:
    """When searches end: a value of `time.monotonic()`, or None. It may be set anew between searches.

    `heard`, if given, is handed each question that its solvers are asked, as SMT-LIB with the answer.
    """

    heard: Callable[[str, str], None] | None = None

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline

    def is_up(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    def within(self, limit: float) -> float:
        """The seconds of a check that may take so many: not more than there are left."""
        return limit if self.deadline is None else max(0.0, min(limit, self.deadline - time.monotonic()))

    def solver(self, limit: float) -> smt.Solver:
        """A solver whose checks take so many seconds at most."""
        return self._heard(smt.Solver(limit))

    def _heard(self, solver: smt.Solver) -> smt.Solver:
        solver.heard = self.heard
        return solver


class WorkClock(Clock):
    """A clock that counts work done, not time, so that a search ends at the same place on every machine.

    Whoever looks at it has done a step of his search, which counts as `a_look`: a hand arranged twice, at most. Past
    a deadline, where one is given, it is up all the same.
    """

    def __init__(self, seconds: float, deadline: float | None = None, a_look: float = SECONDS_A_LOOK) -> None:
        super().__init__(deadline)
        self.left, self.a_look = seconds, a_look
        self.spent = 0.0

    def is_up(self) -> bool:
        self._spend(self.a_look)
        return self.left < 0 or super().is_up()

    def within(self, limit: float) -> float:
        return max(0.0, min(limit, self.left))

    def solver(self, limit: float) -> smt.Solver:
        return self._heard(smt.Solver(limit, self._spend))

    def _spend(self, seconds: float) -> None:
        self.left -= seconds
        self.spent += seconds
