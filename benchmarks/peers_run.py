"""Running peers' scripts (`benchmarks/peers`) with a Python of an environment of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

SCRIPTS = {
    "OpenSpiel": "openspiel_gin.py",
    "RLCard": "rlcard_gin.py",
    "compact programme, GLPK": "compact_glpk.py",
    "rummikub-solver": "rummikub_solver_tables.py",
    "a column a meld, CP-SAT": "meld_columns_cpsat.py",
    "a column a meld, HiGHS": "meld_columns_highs.py",
}
SECONDS = 150
"""A peer that takes longer for its questions is left out."""


class Answers(NamedTuple):
    """What a peer said: an optimum a question; milliseconds of each table, or hands a second."""

    optima: list[int | None]
    ms: list[float]
    whole_ms: list[float]
    hands_a_second: float


class Peers:
    """The peers of one run: what is there, what is not and why, and every wrong answer."""

    def __init__(self, python: str | None) -> None:
        self.python = python
        self.versions: dict[str, str] = {}
        self.left_out: dict[str, str] = {} if python else dict.fromkeys(SCRIPTS, "no --peers PYTHON was given")
        self.wrong: list[dict[str, Any]] = []

    def ask(self, name: str, rows: list[dict[str, Any]]) -> Answers | None:
        """A peer's answers to these questions; None where it is not there."""
        if name in self.left_out or self.python is None:
            return None
        text = "".join(
            json.dumps({key: row[key] for key in ("cards", "rack", "table") if key in row}) + "\n" for row in rows
        )
        script = Path(__file__).parent / "peers" / SCRIPTS[name]
        begun = time.monotonic()
        try:
            done = subprocess.run(
                [self.python, str(script)], input=text, capture_output=True, text=True, check=False, timeout=SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            self.left_out[name] = str(error)
            return None
        if done.returncode:
            self.left_out[name] = (done.stderr.strip().splitlines() or ["it failed"])[-1]
            return None
        print(f"  {name}: {len(rows)} questions, {time.monotonic() - begun:.0f} s", file=sys.stderr)
        head, *lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        self.versions[name] = f"{head['package']} {head['version']}"
        optima = [line["optimum"] for line in lines if "optimum" in line]
        assert len(optima) == len(rows), f"{name} answered {len(optima)} of {len(rows)} questions"
        return Answers(
            optima,
            [line["ms"] for line in lines if "ms" in line],
            [line["whole_ms"] for line in lines if "whole_ms" in line],
            lines[-1].get("hands_a_second", 0.0),
        )

    def judge(self, who: str, rows: list[dict[str, Any]], said: Sequence[int | None], right: list[int]) -> int:
        """How many answers are wrong; each is noted. None is no answer: the peer gave up."""
        faults = [
            {"who": who, "question": _text(row), "said": one, "right": other}
            for row, one, other in zip(rows, said, right, strict=True)
            if one is not None and one != other
        ]
        self.wrong += faults
        return len(faults)


def _text(row: dict[str, Any]) -> str:
    if "cards" in row:
        return str(row["cards"])
    return f"rack {row['rack']}" + (f" table {row['table']}" if row["table"] else "")
