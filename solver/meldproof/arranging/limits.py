"""Limits of time and room, for all that can take long: building a question as well as searching it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from meldproof.errors import ProblemError
from meldproof.messages import say

if TYPE_CHECKING:
    from meldproof.arranging.problem import Arrangement

STEPS_BETWEEN_LOOKS = 512
"""Steps of a few microseconds each, between looks at the clock."""
STEPS_A_COLUMN = 10
"""What making one column counts."""
MOST_COLUMNS = 40_000
"""Melds that a programme has room for: about 1.5 kB each, and as much again where it is solved."""


_END: ContextVar[float | None] = ContextVar("end", default=None)


class OutOfTime(Exception):  # noqa: N818 - it is an answer, not a fault
    """A limit of time or room was reached; `best` is the best arrangement found by then, with its bound, if any."""

    def __init__(self, best: Arrangement | None = None) -> None:
        super().__init__("a limit of time or room was reached")
        self.best = best


class Watch:
    """Raises OutOfTime past a deadline (of `time.monotonic()`; None: never), or after so many steps."""

    def __init__(self, deadline: float | None, steps: int | None = None) -> None:
        self.deadline = deadline
        self.steps_left = steps
        self._steps, self._look_at = 0, STEPS_BETWEEN_LOOKS

    def step(self, steps: int = 1) -> None:
        """Count some steps; look at the clock now and then."""
        self._steps += steps
        if self.steps_left is not None and self._steps > self.steps_left:
            raise OutOfTime
        if self._steps >= self._look_at:
            self._look_at = self._steps + STEPS_BETWEEN_LOOKS
            check_time(self.deadline)


def check_time(deadline: float | None) -> None:
    """Raises OutOfTime past a deadline."""
    if is_past(deadline):
        raise OutOfTime


def is_past(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() > deadline


def part_of(deadline: float | None, share: float) -> float | None:
    """The deadline after a share of the time that is left."""
    if deadline is None:
        return None
    now = time.monotonic()
    return now + max(0.0, deadline - now) * share


def deadline_after(seconds: float | None) -> float | None:
    """The deadline so many seconds from now; None for no limit. Raises ProblemError for what is no time."""
    if seconds is None:
        return None
    if not 0 <= seconds <= 1e9:
        raise ProblemError(say("the time limit is a number of seconds from 0 on"))
    return time.monotonic() + seconds


@contextmanager
def ending(deadline: float | None) -> Iterator[None]:
    """All problems solved within have this deadline, and `check_end` looks at it: for what asks many questions."""
    token = _END.set(soonest(deadline))
    try:
        yield
    finally:
        _END.reset(token)


def soonest(deadline: float | None) -> float | None:
    """A deadline, or that of what it is a part of, if that is sooner."""
    end = _END.get()
    return deadline if end is None else end if deadline is None else min(end, deadline)


def check_end() -> None:
    """Raises OutOfTime past the deadline of `ending`."""
    check_time(_END.get())


def has_ended() -> bool:
    """Whether the deadline of `ending` is past."""
    return is_past(_END.get())
