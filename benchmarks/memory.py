"""Memory: the most that a process of its own ever held, for each kind of work; `python -m benchmarks.memory WORK`."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import meldproof
from benchmarks.hands import VARIANTS
from benchmarks.questions import dense_hands, stored, texts, uniform_hands
from benchmarks.tables import groups, ours, rules


def peak_mb() -> float:
    """The most resident memory of this process so far, in MB (a million bytes).

    Linux counts in ru_maxrss what the parent held when it started this process, so VmHWM is read where there is one.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        lines = [line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:")]
        return int(lines[0].split()[1]) * 1024 / 1e6
    found = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return found * (1 if sys.platform == "darwin" else 1024) / 1e6


def _gin(arrangements: bool) -> None:
    counts = meldproof.encode_hands("gin", [row["cards"] for row in stored("gin-random10")])
    meldproof.solve_many("gin", counts, arrangements=arrangements)


def _indian() -> None:
    counts = meldproof.encode_hands("indian-13", [row["cards"] for row in stored("indian-13")])
    meldproof.solve_many("indian-13", counts, objective="deadwood_points")


def _eleven(variant: str) -> None:
    found = meldproof.variant(variant)
    for hands in (uniform_hands(found, 11, 20_000, 2), dense_hands(found, 11, 5_000, 2)):
        meldproof.solve_many(found, meldproof.encode_hands(found, hands))


def _single(variant: str) -> None:
    found = meldproof.variant(variant)
    for text in texts(found, uniform_hands(found, 11, 300, 4)):
        meldproof.solve(variant, text)


def _tables(name: str) -> None:
    variant = rules()
    for (each, _), rows in groups().items():
        if each[0] == name:
            for row in rows:
                ours(variant, row, "auto")


def _batch(rows: int) -> None:
    """The stored gin hands again and again, from CSV to CSV."""
    from meldproof.arranging.batch.running import run_batch

    hands = [row["cards"] for row in stored("gin-random10")]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.csv"
        with source.open("w", encoding="utf-8") as file:
            file.write("cards\n")
            for at in range(rows):
                file.write(f"{hands[at % len(hands)]}\n")
        del hands
        begun = time.process_time()
        result = run_batch(meldproof.variant("gin"), source, Path(folder) / "out.csv", threads=1)
        assert (result.rows, result.unreadable) == (rows, 0)
        print(json.dumps({"per_second": rows / (time.process_time() - begun)}))


WORKS: dict[str, Callable[[], Any]] = {
    "import alone": lambda: None,
    "gin-random10": lambda: _gin(False),
    "gin-random10, arranged": lambda: _gin(True),
    "indian-13": _indian,
    **{f"{variant}, 11 cards": lambda variant=variant: _eleven(variant) for variant in VARIANTS},  # type: ignore[misc]
    **{f"{variant}, single calls": lambda variant=variant: _single(variant) for variant in VARIANTS},  # type: ignore[misc]
    **{f"tables, class {name}": lambda name=name: _tables(name) for name in "abcd"},  # type: ignore[misc]
    "batch, 100,000 rows": lambda: _batch(100_000),
    "batch, 1,000,000 rows": lambda: _batch(1_000_000),
}


def memory() -> list[dict[str, Any]]:
    """Peak memory of each kind of work, each in a process of its own."""
    lines = []
    for work in WORKS:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.memory", work], capture_output=True, text=True, check=True, timeout=600
        )
        found: dict[str, Any] = {"work": work}
        for line in done.stdout.splitlines():
            found |= json.loads(line)
        lines.append(found)
    return lines


if __name__ == "__main__":
    WORKS[sys.argv[1]]()
    print(json.dumps({"peak_mb": peak_mb()}))
