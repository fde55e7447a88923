"""How a peer's script answers: it names itself, then says for each JSON line on standard input its optimum and time.

Scripts know nothing of meldproof; `benchmarks` runs them with a Python of an environment of their own. Times are
processor time of the whole process, other threads included, in milliseconds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any


def introduce(name: str, package: str) -> None:
    """The first line: what answers."""
    print(json.dumps({"peer": name, "package": package, "version": version(package)}))


def questions() -> Iterator[dict[str, Any]]:
    """What is asked, a line each."""
    for line in sys.stdin:
        yield json.loads(line)


def milliseconds(call: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """The processor time of a call, and what it returned."""
    begun = time.process_time()
    found = call(*given)
    return (time.process_time() - begun) * 1e3, found


SECONDS_A_TABLE = 5.0
"""Where a programme gives up; its optimum is then null."""


def answer_tables(solve: Callable[[dict[str, Any]], tuple[int | None, float]]) -> None:
    """Each table's optimum; `solve` gives it and the milliseconds of the solver alone, `whole_ms` is all it took."""
    asked = list(questions())
    for question in asked[:3]:
        solve(question)  # libraries load at first use
    for question in asked:
        whole, (optimum, ms) = milliseconds(solve, question)
        print(json.dumps({"optimum": optimum, "ms": ms, "whole_ms": whole}))


def answer_hands(encode: Callable[[str], Any], best: Callable[[Any], int]) -> None:
    """Each hand's optimum, then hands a second; only the calls are timed, not the reading."""
    hands = [encode(question["cards"]) for question in questions()]
    for hand in hands[:100]:
        best(hand)
    ms, found = milliseconds(lambda: [best(hand) for hand in hands])
    for value in found:
        print(json.dumps({"optimum": int(value)}))
    print(json.dumps({"hands_a_second": len(hands) / ms * 1e3}))
