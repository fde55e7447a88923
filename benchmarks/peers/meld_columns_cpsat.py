"""Den Hertog & Hulshof's integer programme for tile tables (a column a meld, with jokers), in CP-SAT, one worker.

The melds are those that the jokers in play can make; each lies at most twice.
"""

from __future__ import annotations

from typing import Any

from answering import SECONDS_A_TABLE, answer_tables, introduce, milliseconds
from ortools.sat.python import cp_model
from tile_melds import KINDS, tiles, with_jokers

MELDS = [with_jokers(most) for most in range(3)]


def solve(question: dict[str, Any]) -> tuple[int | None, float]:
    """The most tiles that can be laid from the rack, every table tile staying melded; the solver's milliseconds."""
    rack, table = tiles(question["rack"]), tiles(question["table"])
    model = cp_model.CpModel()
    parts: dict[Any, list[Any]] = {kind: [] for kind in KINDS}
    for meld in MELDS[rack[None] + table[None]]:
        lies = model.new_int_var(0, 2, "")
        for kind, number in meld.items():
            parts[kind].append(lies * number)
    laid = {kind: model.new_int_var(0, rack[kind], "") for kind in KINDS if rack[kind]}
    for kind in KINDS:
        model.add(sum(parts[kind]) == table[kind] + laid.get(kind, 0))
    model.maximize(sum(laid.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS_A_TABLE
    ms, status = milliseconds(solver.solve, model)
    return (round(solver.objective_value) if status == cp_model.OPTIMAL else None), ms


introduce("a column a meld, CP-SAT", "ortools")
answer_tables(solve)
