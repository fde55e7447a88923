"""Ask every implementation here, each in its own environment, and keep the figures that docs/peers.md quotes.

python examples/peers/run_all.py ENVIRONMENTS [NAME …]

ENVIRONMENTS is a folder with one virtual environment a library, called as in RUNS (README.md says how to make them).
Writes found.json beside this file; with NAMEs only those are asked anew.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOUND = HERE / "found.json"
PIPS = 'points.ranks={"2"=2,"3"=3,"4"=4,"5"=5,"6"=6,"7"=7,"8"=8,"9"=9,T=10,J=11,Q=12,K=13}'
LIMIT = 600
"""Seconds for a whole run."""
RUNS = {
    "open-spiel": ("open-spiel", "gin --seconds 60 --examples 1500", "open_spiel_gin.py"),
    "open-spiel, after a discard": (
        "open-spiel",
        "gin --only best_after_discard --seconds 120 --examples 20000",
        "open_spiel_gin.py",
    ),
    "open-spiel, hands of eight": (
        "open-spiel",
        "gin --only best_after_discard --seconds 60 --examples 5000",
        "open_spiel_gin.py 8",
    ),
    "rlcard": ("rlcard", "gin --seconds 60 --examples 600", "rlcard_gin.py"),
    "rummikub-solver": (
        "rummikub-solver",
        "rummikub --set table.jokers=free --seconds 60 --examples 150",
        "rummikub_solver_tiles.py",
    ),
    "rummikub-solver, fichas": (
        "rummikub-solver",
        "fichas --set run.ends=low --set table.jokers=free --seconds 60 --examples 150",
        "rummikub_solver_tiles.py",
    ),
    "rummy": ("rummy", f"gin --set {PIPS} --seconds 30 --examples 500", "rummy_game.py"),
    "pylgrum": ("pylgrum", "gin --seconds 20 --examples 300", "pylgrum_melds.py"),
}


def main(environments, names):
    found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    for name in names or RUNS:
        place, options, script = RUNS[name]
        python = Path(environments, place, "bin", "python").absolute()
        asked = f"meldproof conform {options} -- {place}/bin/python examples/peers/{script}"
        command = [*options.split(" "), "--json", "--timeout", str(LIMIT), "--answer-seconds", "20", "--", str(python)]
        adapter, *arguments = script.split(" ")
        print(asked, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "meldproof", "conform", *command, str(HERE / adapter), *arguments],
            capture_output=True, encoding="utf-8", timeout=LIMIT + 60, check=False,
        )  # fmt: skip
        if done.returncode not in (0, 1, 3):
            sys.exit(f"{name}: {done.stderr}")
        found[name] = {"command": asked, **figures(json.loads(done.stdout))}
        print(json.dumps({key: found[name][key] for key in ("counts", "asked", "stopped", "seconds")}), flush=True)
        kept = {name: found[name] for name in RUNS if name in found}
        FOUND.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def figures(report):
    """What is kept of a report: counts by operation, every answer that differs, the diagnosis."""
    differing = [*report["cases"], *report["generated"]["disagreements"]]
    return {
        "implementation": report["implementation"],
        "variant": report["variant"],
        "counts": report["counts"],
        "operations": report["operations"],
        "not_offered": report["not_offered"],
        "asked": report["generated"]["asked"],
        "differing": [
            {key: case.get(key) for key in ("op", "status", "case", "wanted", "given", "readings", "kind", "note")}
            for case in differing
        ],
        "diagnosis": report["diagnosis"]["text"]["en"],
        "stopped": report["stopped"],
        "seconds": round(report["seconds"], 1),
    }


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
