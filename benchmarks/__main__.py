"""Ours beside others, in one run on this machine: `python -m benchmarks [--peers PYTHON] [--json] [--against FILE]`.

PYTHON is an interpreter of an environment of its own with what `benchmarks/peers/requirements.txt` lists; what it lacks
is left out, and said so. All times are processor time of one thread; every optimum is compared with the stored one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

import meldproof
from benchmarks import door, hands, memory, play, show, tables
from benchmarks.peers_run import Peers
from meldproof.arranging.compiled.form import description

SECTIONS = {
    "gin": hands.gin,
    "indian": hands.indian,
    "eleven": hands.eleven,
    "cold": hands.cold,
    "single": hands.single,
    "door": door.door,
    "tables": tables.classes,
    "growth": tables.growth,
    "play": play.play,
    "memory": lambda peers: memory.memory(),
}


def machine() -> dict[str, Any]:
    """What a figure depends on."""
    info = Path("/proc/cpuinfo")
    models = [line.partition(":")[2].strip() for line in _lines(info) if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor(),
        "processors": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "meldproof": meldproof.__version__,
        "form": description(),
    }


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def run(python: str | None, only: list[str]) -> dict[str, Any]:
    """All sections, or some."""
    begun, load = time.monotonic(), [round(number, 1) for number in os.getloadavg()]
    peers = Peers(python)
    found: dict[str, Any] = {"date": time.strftime("%Y-%m-%d"), "machine": machine(), "load_before": load}
    for name in only or SECTIONS:
        at = time.monotonic()
        found[name] = SECTIONS[name](peers)
        print(f"{name}: {time.monotonic() - at:.0f} s", file=sys.stderr)
    found["load_after"] = [round(number, 1) for number in os.getloadavg()]
    found["seconds"] = round(time.monotonic() - begun)
    return {**found, "peers": peers.versions, "left_out": peers.left_out, "wrong": peers.wrong}


def main() -> int:
    """Status 1 if an answer of ours was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--peers", metavar="PYTHON", help="the Python of the peers' environment")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    parser.add_argument(
        "--publish", action="store_true", help="renew the results, tables and plots in the documentation"
    )
    parser.add_argument("--against", metavar="FILE", type=Path, help="an earlier run: old and new side by side")
    parser.add_argument("--only", nargs="*", default=[], choices=[*SECTIONS], help="some sections only")
    options = parser.parse_args()
    found = run(options.peers, options.only)
    if options.against:
        show.show_beside(json.loads(options.against.read_text(encoding="utf-8")), found)
    elif options.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        show.show(found)
    if options.publish:
        from benchmarks.publish import publish

        publish(found)
    return int(any(fault["who"].startswith("meldproof") for fault in found["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
