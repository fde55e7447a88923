"""Limits of time and room, for all that can take long: building a question as well as searching it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meldproof.arranging.problem import Arrangement

STEPS_BETWEEN_LOOKS = 512
"""Steps of a few microseconds each, between looks at the clock."""
MOST_COLUMNS = 40_000
"""Melds that a programme has room for: about 1.5 kB each, and as much again where it is solved."""


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
        self._steps = 0

    def step(self) -> None:
        """Count a step; look at the clock now and then."""
        self._steps += 1
        if self.steps_left is not None and self._steps > self.steps_left:
            raise OutOfTime
        if self._steps % STEPS_BETWEEN_LOOKS == 0:
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
