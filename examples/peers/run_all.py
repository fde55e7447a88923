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
    "open-spiel": ("gin --seconds 20", "open-spiel/bin/python examples/peers/open_spiel_gin.py"),
    "open-spiel, after a discard": (
        "gin --only best_after_discard --seconds 20",
        "open-spiel/bin/python examples/peers/open_spiel_gin.py",
    ),
    "open-spiel, hands of eight": (
        "gin --only best_after_discard --seconds 20",
        "open-spiel/bin/python examples/peers/open_spiel_gin.py 8",
    ),
    "rlcard": ("gin --seconds 20", "rlcard/bin/python examples/peers/rlcard_gin.py"),
    "rummikub-solver": (
        "rummikub --seconds 20",
        "rummikub-solver/bin/python examples/peers/rummikub_solver_tiles.py",
    ),
    "rummikub-solver, fichas": (
        "fichas --set run.ends=low --set table.jokers=free --seconds 20",
        "rummikub-solver/bin/python examples/peers/rummikub_solver_tiles.py",
    ),
    "rummy": (f"gin --set {PIPS} --seconds 20", "rummy/bin/python examples/peers/rummy_game.py"),
    "pylgrum": ("gin --seconds 20", "pylgrum/bin/python examples/peers/pylgrum_melds.py"),
    "rummikub-solve": (
        "rummikub --seconds 20",
        "rummikub-solve/bin/python examples/peers/rummikub_solve_tiles.py rummikub-solve/checkout",
    ),
    "rummikub-game": (
        "rummikub --seconds 20",
        "rummikub-game/bin/python examples/peers/rummikub_game_melds.py rummikub-game/checkout",
    ),
    "gin-rummy-eaai": ("gin --seconds 20", "java -cp gin-rummy-eaai/classes examples/peers/EaaiGin.java"),
}


def main(environments, names):
    found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    for name in names or RUNS:
        options, command = RUNS[name]
        asked = f"meldproof conform {options} -- {command}"
        print(asked, flush=True)
        limits = ["--json", "--timeout", str(LIMIT), "--answer-seconds", "20"]
        words = [placed(word, Path(environments)) for word in command.split(" ")]
        done = subprocess.run(
            [sys.executable, "-m", "meldproof", "conform", *options.split(" "), *limits, "--", *words],
            capture_output=True, encoding="utf-8", timeout=LIMIT + 60, check=False,
        )  # fmt: skip
        if done.returncode not in (0, 1, 3):
            sys.exit(f"{name}: {done.stderr}")
        found[name] = {"command": asked, **figures(json.loads(done.stdout))}
        print(json.dumps({key: found[name][key] for key in ("counts", "asked", "stopped", "seconds")}), flush=True)
        kept = {name: found[name] for name in RUNS if name in found}
        FOUND.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def placed(word, environments):
    """A word of a command with its path where it is on this machine."""
    first = word.partition("/")[0]
    if word.startswith("examples/peers/"):
        return str(HERE / Path(word).name)
    return str((environments / word).absolute()) if "/" in word and (environments / first).is_dir() else word


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
        "otherwise": report["generated"]["differing"],
        "follows": report["follows"],
        "verdict": report["verdict"]["en"],
        "differing": [
            {
                key: case.get(key)
                for key in ("op", "status", "case", "wanted", "given", "readings", "kind", "note", "disputed")
            }
            for case in differing
        ],
        "diagnosis": report["diagnosis"]["text"]["en"],
        "stopped": report["stopped"],
        "seconds": round(report["seconds"], 1),
    }


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
