"""Certificates over stored hands and tables: how many there are, their leaves, size, and the time to make and check.

    python benchmarks/bench_certificates.py FOLDER --sample 20

The folder holds the gzip'd JSON lines described in its README; dense hands of the variants with wilds are drawn from a
fixed seed besides. Times are processor time of this process, in milliseconds; an answer that the engine can't find in
ten seconds is left out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import meldproof
from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.checking.certificate_checker import check_certificate

INDIAN = {
    "deck.copies": 2, "deck.jokers": 4, "run.ends": "either", "set.wilds.max": "any", "run.wilds.max": "any",
    "wilds.joker.melded": 0, "wilds.joker.hand": 0, "points.ace.low": 10, "points.ace.high": 10, "points.ace.set": 10,
    "points.ace.hand": 10, "requirement.pure_runs": 1, "requirement.runs": 2, "scoring.cap": 80,
    "arrange.objective": ["deadwood_points"],
}  # fmt: skip
TABLES = {"table.jokers": "free", "run.ends": "low", "wilds.joker.melded": 0}


class Row(NamedTuple):
    leaves: int
    kilobytes: float
    making: float
    checking: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=20, help="questions of each class")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for the making of one certificate")
    parser.add_argument("--only", default="", help="classes whose name holds this text")
    options = parser.parse_args()
    print(f"{'class':<22}{'asked':>6}{'solved':>7}{'proved':>7}  median/worst: leaves, kB, ms to make, ms to check")
    for name, problems in classes(options.folder, options.sample):
        if options.only in name:
            report(name, list(problems), options.seconds)


def report(name: str, problems: list[Problem], seconds: float) -> None:
    answers = [answer for problem in problems if (answer := solve_problem(problem, "fewest", 10)).optimal]
    rows = [row for answer in answers if (row := measured(answer, seconds)) is not None]
    figures = zip(*rows, strict=True) if rows else ()
    texts = [
        f"{statistics.median(values):.{places}f}/{max(values):.{places}f}"
        for values, places in zip(figures, (0, 1, 0, 0), strict=False)
    ]
    counts = f"{len(problems):>6}{len(answers):>7}{len(rows):>7}"
    print(f"{name:<22}{counts}  " + "  ".join(f"{text:<12}" for text in texts), flush=True)


def measured(answer: Arrangement, seconds: float) -> Row | None:
    start = time.process_time()
    try:
        certificate = make_certificate(answer, seconds=seconds)
    except NoCertificate as reason:
        print(f"  {reason}", flush=True)
        return None
    text = certificate.to_json()
    made = time.process_time()
    outcome = check_certificate(text)
    assert outcome.status == 0, outcome
    return Row(certificate.leaves, len(text) / 1000, 1000 * (made - start), 1000 * (time.process_time() - made))


def classes(folder: Path, sample: int) -> Iterator[tuple[str, Iterator[Problem]]]:
    gin = meldproof.variant("gin")
    for name in ("gin-random10", "gin-dense10", "gin-dense11"):
        discard = "required" if name.endswith("11") else "none"
        yield name, (make_problem(gin, case["cards"], discard=discard) for case in stored(folder / name, sample))
    indian = meldproof.variant("rummy-500", settings=INDIAN)
    yield "indian-13", (make_problem(indian, case["cards"]) for case in stored(folder / "indian-13", sample))
    tiles = meldproof.variant("fichas", settings=TABLES)
    groups: dict[str, list[Any]] = {}
    for case in stored(folder / "tables", 10**6):
        groups.setdefault(f"tables {case['class']} {case['jokers']}", []).append(case)
    for name, cases in sorted(groups.items()):
        yield name, (make_problem(tiles, case["rack"], table=case["table"]) for case in cases[: max(2, sample // 4)])
    for variant in ("argentino", "reglamento", "rummy-500"):
        rules = meldproof.variant(variant)
        for size in (11, 14):
            yield f"{variant} dense {size}", dense(rules, size, sample)


def stored(path: Path, sample: int) -> list[Any]:
    with gzip.open(f"{path}.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    step = max(1, len(cases) // sample)
    return cases[::step][:sample]


def dense(rules: meldproof.Variant, size: int, sample: int) -> Iterator[Problem]:
    """Hands of five neighbouring ranks and up to four wilds."""
    chance = random.Random(f"{rules.id}{size}")
    deck = rules.deck()
    wild_ranks = {deck.ranks.index(name) + 1 for name in rules.settings.wilds.ranks}
    for _ in range(sample):
        first = chance.randint(3, len(deck.ranks) - 4)
        cards = [card for card in deck.cards() if card.rank in range(first, first + 5) and card.rank not in wild_ranks]
        wilds = [card for card in deck.cards() if card.is_joker or card.rank in wild_ranks]
        number = min(chance.randint(0, 4), len(wilds))
        yield make_problem(rules, [*chance.sample(wilds, number), *chance.sample(cards, size - number)])


if __name__ == "__main__":
    main()
