"""The tables and plots of `docs/benchmarks.md` from a run: `python -m benchmarks.publish [RESULTS.json]`.

`python -m benchmarks --peers PYTHON --publish` measures and publishes in one go. Cells are figures, and names that the
page's translation knows.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.plot import plot
from benchmarks.show import number

RESULTS = Path(__file__).parent / "results.json"
PAGE = Path(__file__).parents[1] / "docs" / "_static" / "benchmarks"
PEERS = ("compact programme, GLPK", "rummikub-solver", "a column a meld, CP-SAT", "a column a meld, HiGHS")


def publish(found: dict[str, Any]) -> None:
    """Keep a run, and renew what the page shows of it."""
    RESULTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.mkdir(parents=True, exist_ok=True)
    _write("hands", [_rate(line) for key in ("gin", "indian", "eleven") for line in found[key]])
    _write("single", [_single(line) for line in found["single"]])
    _write("tables", [_class(line) for line in found["tables"]])
    _write("memory", [[line["work"], number(line["peak_mb"])] for line in found["memory"]])
    _write("run", _run(found))
    plot(found["growth"], PAGE / "growth.svg")
    plot(found["growth"], PAGE / "growth.es.svg", "es")


def _write(name: str, rows: list[list[str]]) -> None:
    with (PAGE / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _rate(line: dict[str, Any]) -> list[str]:
    others = [line.get("peers", {}).get(name) for name in ("OpenSpiel", "RLCard")]
    cells = [f"{number(other['per_second'])} ({number(other['ratio'])}×)" if other else "–" for other in others]
    return [line["work"], number(line["per_second"]), *cells]


def _single(line: dict[str, Any]) -> list[str]:
    return [
        line["work"],
        *(number(line[engine][key]) for engine in ("fast", "auto") for key in ("median_us", "p90_us")),
    ]


def _class(line: dict[str, Any]) -> list[str]:
    cells = [_spread(line[call]) for call in ("fast", "auto", "points")]
    others = [line["peers"].get(name) for name in PEERS]
    return [
        f"{line['class']}, {line['jokers']}",
        *cells,
        *(f"{number(other['median_ms'])} ({number(other['ratio'])}×)" if other else "–" for other in others),
    ]


def _spread(times: dict[str, Any]) -> str:
    return f"{number(times['median_ms'])} ({number(times['worst_ms'])})"


def _run(found: dict[str, Any]) -> list[list[str]]:
    machine, wrong = found["machine"], [fault["who"] for fault in found["wrong"]]
    names = [*found["peers"], "meldproof"]
    return [
        ["date", found["date"]],
        ["processor", f"{machine['processor']}, {machine['processors']}"],
        ["load before, after", f"{found['load_before'][0]}, {found['load_after'][0]}"],
        ["Python", machine["python"]],
        ["form", machine["form"]],
        ["peers", "; ".join(found["peers"].values())],
        ["wrong answers", "; ".join(f"{name} {sum(who.startswith(name) for who in wrong)}" for name in names)],
    ]


if __name__ == "__main__":
    publish(json.loads((Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS).read_text(encoding="utf-8")))
