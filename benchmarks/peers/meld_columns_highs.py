"""Den Hertog & Hulshof's integer programme for tile tables (a column a meld, with jokers), in HiGHS, one thread.

The melds are those that the jokers in play can make; each lies at most twice.
"""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np
from answering import SECONDS_A_TABLE, answer_tables, introduce, milliseconds
from tile_melds import KINDS, tiles, with_jokers

MELDS = [with_jokers(most) for most in range(3)]
ROWS = {kind: number for number, kind in enumerate(KINDS)}


def solve(question: dict[str, Any]) -> tuple[int | None, float]:
    """The most tiles that can be laid from the rack, every table tile staying melded; the solver's milliseconds."""
    rack, table = tiles(question["rack"]), tiles(question["table"])
    columns = [
        (2, 0, [(ROWS[kind], number) for kind, number in meld.items()]) for meld in MELDS[rack[None] + table[None]]
    ]
    columns += [(rack[kind], 1, [(ROWS[kind], -1)]) for kind in KINDS if rack[kind]]
    entries = [entry for _, _, column in columns for entry in column]
    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = len(columns), len(ROWS)
    programme.sense_ = highspy.ObjSense.kMaximize
    programme.col_cost_ = np.array([gain for _, gain, _ in columns], dtype=float)
    programme.col_lower_ = np.zeros(len(columns))
    programme.col_upper_ = np.array([most for most, _, _ in columns], dtype=float)
    programme.row_lower_ = programme.row_upper_ = np.array([table[kind] for kind in KINDS], dtype=float)
    programme.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
    matrix = programme.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.cumsum([0, *(len(column) for _, _, column in columns)], dtype=np.int32)
    matrix.index_ = np.array([row for row, _ in entries], dtype=np.int32)
    matrix.value_ = np.array([number for _, number in entries], dtype=float)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", SECONDS_A_TABLE)
    solver.passModel(programme)
    ms, _ = milliseconds(solver.run)
    settled = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return (round(solver.getObjectiveValue()) if settled else None), ms


introduce("a column a meld, HiGHS", "highspy")
answer_tables(solve)
