"""Tables: whole `solve` calls beside the integer programmes, by class, and as tiles and jokers grow."""

from __future__ import annotations

import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import meldproof
from benchmarks.hands import milliseconds
from benchmarks.peers_run import Peers
from benchmarks.questions import deal_table, like, stored

NO_JOKER_POINTS = {"wilds.joker.melded": 0}
"""As the stored points count."""
WARM, ROUNDS = 10, 8
"""So many generated tables like each of so many of a class are solved before anything is measured."""
WHOLE = ("compact programme, GLPK", "rummikub-solver")
SAMPLED = ("a column a meld, CP-SAT", "a column a meld, HiGHS")
SAMPLE = 3
"""These are asked only so many tables of classes b and c, up to two seconds each, and none of class d."""
SAMPLE_GROWTH = 2
OURS = {
    "fast": ("melded_cards", "fast"),
    "auto": ("melded_cards", "auto"),
    "points": ("melded_points", "fast"),
    "few": ("melded_cards", "fast"),
}
"""The measured calls: objective and engine; "few" in processes that have seen FEW tables before, and no more."""
FEW = 3
Groups = dict[tuple[str, str], list[dict[str, Any]]]
"""Tables by class and jokers."""
_ORDER = ("none", "as dealt", "one on the rack", "both in play")
GROWTH_ON_TABLE, GROWTH_DEALS = (0, 20, 40, 60, 80), 12


def rules() -> Any:
    """The rules of the stored tables."""
    return meldproof.variant("rummikub", readings=["jokers-move-freely"], settings=NO_JOKER_POINTS)


def ours(variant: Any, row: dict[str, Any], call: str) -> tuple[float, int]:
    """Milliseconds of a `solve` call from texts to an arrangement, and its figure."""
    objective, engine = OURS[call]
    ms, answer = milliseconds(
        lambda: meldproof.solve(variant, row["rack"], table=row["table"] or "", objective=objective, engine=engine)
    )
    return ms, int(getattr(answer.figures, objective))


def warm_up(variant: Any, rows: list[dict[str, Any]], call: str) -> None:
    """Solve generated tables like these."""
    rng = random.Random(5)
    for row in rows[:WARM] * ROUNDS:
        ours(variant, like(row, rng), call)


def groups() -> Groups:
    """The stored tables by class and jokers."""
    found: Groups = {}
    for row in stored("tables"):
        tiles = len((row["table"] or "").replace(";", " ").split())
        name = f"d{tiles}" if row["class"] == "d" else row["class"]
        found.setdefault((name, row["jokers"]), []).append(row)
    return dict(sorted(found.items(), key=lambda item: (item[0][0], _ORDER.index(item[0][1]))))


def spread(ms: list[float]) -> dict[str, float]:
    """Median and worst."""
    return {"median_ms": statistics.median(ms), "worst_ms": max(ms), "asked": len(ms)}


def classes(peers: Peers) -> list[dict[str, Any]]:
    """The stored tables, group by group."""
    every = groups()
    found = {call: _our_times(every, call, peers) for call in OURS}
    asked = {name: [row for rows in every.values() for row in _sample(rows, name)] for name in (*WHOLE, *SAMPLED)}
    answers = {name: peers.ask(name, rows) for name, rows in asked.items()}
    lines = []
    for (name, jokers), rows in every.items():
        line: dict[str, Any] = {"class": name, "jokers": jokers, "tables": len(rows)}
        line |= {call: found[call][name, jokers] for call in OURS}
        line["peers"] = {}
        for peer, said in answers.items():
            if said is None:
                continue
            here = [at for at, row in enumerate(asked[peer]) if any(row is other for other in rows)]
            if not here:
                continue
            right = [asked[peer][at]["most_tiles"] for at in here]
            wrong = peers.judge(peer, [asked[peer][at] for at in here], [said.optima[at] for at in here], right)
            times = spread([said.ms[at] for at in here])
            whole = statistics.median(said.whole_ms[at] for at in here)
            times["gave_up"] = sum(said.optima[at] is None for at in here)
            ratio = times["median_ms"] / line["fast"]["median_ms"]
            line["peers"][peer] = {**times, "whole_median_ms": whole, "ratio": ratio, "wrong": wrong}
        lines.append(line)
    return lines


def _our_times(every: Groups, call: str, peers: Peers) -> dict[tuple[str, str], Any]:
    """In processes of their own: tables are read once, so that a second call with the same one would be flattered."""
    said: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for part in [{group: rows} for group, rows in every.items()] if call == "few" else [every]:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            said |= fresh.submit(_measured, part, call).result()
    found = {}
    key = "most_points" if call == "points" else "most_tiles"
    for group, rows in every.items():
        wrong = peers.judge("meldproof", rows, [figure for _, figure in said[group]], [row[key] for row in rows])
        times = [ms for ms, _ in said[group]]
        found[group] = {**spread(times[FEW:] if call == "few" else times), "wrong": wrong}
    return found


def _measured(every: Groups, call: str) -> dict[tuple[str, str], list[tuple[float, int]]]:
    variant = rules()
    for rows in every.values() if call != "few" else ():
        warm_up(variant, rows, call)
    return {group: [ours(variant, row, call) for row in rows] for group, rows in every.items()}


def _sample(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    if name not in SAMPLED or rows[0]["class"] == "a":
        return rows
    return [] if rows[0]["class"] == "d" else rows[:SAMPLE]


def growth(peers: Peers) -> list[dict[str, Any]]:
    """Racks of fourteen beside generated tables of more and more tiles, without jokers, with one, with two."""
    variant, rng = rules(), random.Random(6)
    deals = [
        (on_table, jokers, deal_table(rng, on_table, 14, jokers))
        for jokers in (0, 1, 2)
        for on_table in GROWTH_ON_TABLE
        for _ in range(GROWTH_DEALS)
    ]
    rows = [row for _, _, row in deals]
    first = [row for at, row in enumerate(rows) if at % GROWTH_DEALS < SAMPLE_GROWTH]
    for on_table, jokers, _ in deals[::2]:
        ours(variant, deal_table(rng, on_table, 14, jokers), "fast")
    mine = [ours(variant, row, "fast") for row in rows]
    right = {id(row): figure for row, (_, figure) in zip(rows, mine, strict=True)}
    times = {"meldproof": {id(row): ms for row, (ms, _) in zip(rows, mine, strict=True)}}
    for name in (*WHOLE[:1], *SAMPLED):
        asked = first if name in SAMPLED else rows
        said = peers.ask(name, asked)
        if said is not None:
            times[name] = {id(row): ms for row, ms in zip(asked, said.ms, strict=True)}
            peers.judge(name, asked, said.optima, [right[id(row)] for row in asked])
    lines = []
    for jokers in (0, 1, 2):
        for on_table in GROWTH_ON_TABLE:
            here = [id(row) for at, dealt, row in deals if (at, dealt) == (on_table, jokers)]
            line: dict[str, Any] = {"tiles": on_table + 14, "jokers": jokers}
            line["ms"] = {name: spread([taken[row] for row in here if row in taken]) for name, taken in times.items()}
            lines.append(line)
    return lines
