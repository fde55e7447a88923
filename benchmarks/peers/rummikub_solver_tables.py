"""rummikub-solver: the most tiles that can be placed from a rack, by its own programme, in GLPK where there is cvxopt.

GLPK is the fastest of the solvers that it knows, on these tables; without cvxopt it takes its own choice, HiGHS.
"""

import re
from typing import Any

from answering import answer_tables, introduce, milliseconds
from rummikub_solver import MILPSolver, RuleSet, SolverMode

RULES = RuleSet(solver_backend=MILPSolver.GLPK_MI if MILPSolver.GLPK_MI in MILPSolver.supported() else None)
COLOURS = "kbyr"


def tiles(text: str | None) -> list[Any]:
    words = re.findall(r"[^\s;]+", text or "")
    return [RULES.tiles[-1 if word == "JK" else 13 * COLOURS.index(word[-1]) + int(word[:-1]) - 1] for word in words]


def solve(question: dict[str, Any]) -> tuple[int, float]:
    state = RULES.new_game()
    state.add_rack(*tiles(question["rack"]))
    state.add_table(*tiles(question["table"]))
    state.initial = False
    ms, found = milliseconds(RULES.solve, state, SolverMode.TILE_COUNT)
    return (0 if found is None else len(found.tiles)), ms


introduce("rummikub-solver", "rummikub-solver")
answer_tables(solve)
