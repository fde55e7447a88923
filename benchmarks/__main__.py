"""Ours beside others, in one run on this machine: `python -m benchmarks [--peers PYTHON] [--json]`.

PYTHON is an interpreter of an environment of its own with `swiglpk` and `open-spiel`; what it lacks is left out. All
times are processor time of one thread; every optimum is compared with the stored one and with the peer's.
"""

from __future__ import annotations

import gzip
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import meldproof
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.arranging.sweep.form import description
from meldproof.notation import cards_text

HERE = Path(__file__).parent
NO_JOKER_POINTS = {"wilds.joker.melded": 0}
"""As the stored points count."""


def stored(name: str) -> list[dict[str, Any]]:
    with gzip.open(HERE / "data" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def peer(python: str | None, script: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """A peer's answers, None where it is not there."""
    if python is None:
        return None
    text = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run(
        [python, str(HERE / "peers" / script)], input=text, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode:
        print(f"{script}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def milliseconds(call: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.thread_time()
    found = call()
    return (time.thread_time() - begun) * 1e3, found


def tables(python: str | None) -> list[dict[str, Any]]:
    """Whole `solve` calls for the most tiles, beside the compact programme in GLPK, by class and jokers."""
    rules = meldproof.variant("rummikub", settings=NO_JOKER_POINTS)
    rows = stored("tables")
    others = peer(python, "compact_glpk.py", rows)
    groups: dict[str, dict[str, list[float]]] = {}

    def ours(row: dict[str, Any], objective: str) -> tuple[float, Any]:
        return milliseconds(lambda: meldproof.solve(rules, row["rack"], table=row["table"] or "", objective=objective))

    for row in rows[::10]:
        ours(row, "melded_cards")  # the variant's tables are made at first use
    for number, row in enumerate(rows):
        group = groups.setdefault(
            f"{row['class']}, jokers {row['jokers']}",
            {"ours": [], "points": [], "wrong": [], "glpk": [], "glpk_whole": []},
        )
        ms, answer = ours(row, "melded_cards")
        group["ours"].append(ms)
        group["wrong"] += [1] * (answer.figures.melded_cards != row["most_tiles"])
        ms, answer = ours(row, "melded_points")
        group["points"].append(ms)
        group["wrong"] += [1] * (answer.figures.melded_points != row["most_points"])
        if others is not None:
            group["glpk"].append(others[number]["ms"])
            group["glpk_whole"].append(others[number]["whole_ms"])
            group["wrong"] += [1] * (others[number]["optimum"] != row["most_tiles"])
    found = []
    for name, group in sorted(groups.items()):
        line: dict[str, Any] = {"what": f"tables {name}", "wrong": len(group["wrong"])}
        for key in ("ours", "points", "glpk", "glpk_whole"):
            if group[key]:
                line[f"{key}_ms"] = round(statistics.median(group[key]), 3)
                line[f"{key}_worst_ms"] = round(max(group[key]), 2)
        if group["glpk"]:
            line["glpk_over_ours"] = round(line["glpk_ms"] / line["ours_ms"], 2)
        found.append(line)
    return found


def gin(python: str | None) -> list[dict[str, Any]]:
    """`solve_many` over encoded gin hands, beside OpenSpiel called from Python."""
    found = []
    for name in ("gin-random10", "gin-dense10"):
        rows = stored(name)
        counts = meldproof.encode_hands("gin", [row["cards"] for row in rows])
        optimum = np.array([row["min_deadwood"] for row in rows])
        wrong = int((meldproof.solve_many("gin", counts).values != optimum).sum())
        many = np.concatenate([counts] * 50)
        ms, _ = milliseconds(lambda many=many: meldproof.solve_many("gin", many))
        line: dict[str, Any] = {"what": name, "wrong": wrong, "hands_a_second": round(len(many) / ms * 1e3)}
        others = peer(python, "openspiel_gin.py", rows)
        if others:
            line["openspiel_hands_a_second"] = round(others[-1]["hands_a_second"])
            line["openspiel_wrong"] = sum(a["optimum"] != b for a, b in zip(others[:-1], optimum.tolist(), strict=True))
            line["ours_over_openspiel"] = round(line["hands_a_second"] / line["openspiel_hands_a_second"], 1)
        found.append(line)
    return found


def indian() -> list[dict[str, Any]]:
    """Thirteen-card hands with jokers and graded requirements, against the stored optima."""
    rules = meldproof.variant("indian-13")
    rows = stored("indian-13")
    counts = meldproof.encode_hands(rules, [row["cards"] for row in rows])
    found = meldproof.solve_many(rules, counts, objective="deadwood_points").values
    ms, _ = milliseconds(lambda: meldproof.solve_many(rules, counts, objective="deadwood_points"))
    wrong = int((found != np.array([row["min_points"] for row in rows])).sum())
    return [{"what": "indian-13", "wrong": wrong, "hands_a_second": round(len(rows) / ms * 1e3)}]


def hands() -> list[dict[str, Any]]:
    """Eleven cards of every variant: values of many, and one whole `solve` call from text."""
    found = []
    rng = random.Random(1)
    for variant in ("gin", "argentino", "rummy-500", "reglamento", "fichas"):
        rules = meldproof.variant(variant)
        deck = rules.deck()
        cards = list(deck.cards())
        ranked = [deck.ranks.index(name) + 1 for name in rules.settings.wilds.ranks]
        wilds = [card for card in cards if card.is_joker or card.rank in ranked]
        plain = [card for card in cards if card not in wilds]

        def dense(wilds: list[Any] = wilds, plain: list[Any] = plain) -> list[Any]:
            first, number = rng.randint(1, 9), rng.randint(2, 4) if wilds else 0
            near = [card for card in plain if first <= card.rank < first + 5]
            return rng.sample(wilds, min(number, len(wilds))) + rng.sample(near, 11 - min(number, len(wilds)))

        for kind, chosen in (
            ("uniform", [rng.sample(cards, 11) for _ in range(2000)]),
            ("dense", [dense() for _ in range(1000)]),
        ):
            texts = [cards_text(hand, deck) for hand in chosen]
            counts = meldproof.encode_hands(rules, chosen)
            meldproof.solve_many(rules, counts)
            ms, _ = milliseconds(lambda rules=rules, counts=counts: meldproof.solve_many(rules, counts))
            for text in texts[:300]:
                solve_problem(make_problem(rules, text))
            single = [
                milliseconds(lambda rules=rules, text=text: meldproof.solve(rules, text))[0] for text in texts[:300]
            ]
            line = {"what": f"{variant}, 11 cards, {kind}", "hands_a_second": round(len(counts) / ms * 1e3)}
            found.append({**line, "one_solve_us": round(statistics.median(single) * 1e3)})
    return found


def main(arguments: list[str]) -> None:
    python = arguments[arguments.index("--peers") + 1] if "--peers" in arguments else None
    lines = [*gin(python), *indian(), *hands(), *tables(python)]
    if "--json" in arguments:
        print(json.dumps({"form": description(), "lines": lines}, indent=2))
        return
    print(description())
    for line in lines:
        print(
            ", ".join(
                f"{key.replace('_', ' ')} {value}" if key != "what" else str(value) for key, value in line.items()
            )
        )


if __name__ == "__main__":
    main(sys.argv[1:])
