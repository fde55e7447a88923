"""A second solver's word: cvc5 on the queries that z3 answered (extra `certify`)."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

import msgspec

from meldproof.errors import ProofError
from meldproof.messages import say
from meldproof.rules.smt import Verdict

NAME = "cvc5"


class Rechecked(msgspec.Struct, frozen=True):
    """How many queries the second solver answered the same, not within its limit, or otherwise."""

    agreed: int = 0
    unanswered: int = 0
    disagreed: int = 0

    def __add__(self, other: Rechecked) -> Rechecked:
        return Rechecked(
            self.agreed + other.agreed, self.unanswered + other.unanswered, self.disagreed + other.disagreed
        )


def recheck(queries: Iterable[tuple[str, str]], limit: float) -> Rechecked:
    """Ask cvc5 each query (SMT-LIB and the answer expected), with so many seconds for each."""
    result = Rechecked()
    for text, expected in queries:
        answer = second_answer(text, limit)
        unknown = "unknown" in (answer, expected)
        same = answer == expected
        result += Rechecked(int(same and not unknown), int(unknown), int(not same and not unknown))
    return result


def second_answer(text: str, limit: float) -> Verdict:
    """cvc5's answer to a script with one `(check-sat)`. Raises ProofError where cvc5 isn't installed."""
    cvc5 = _cvc5()
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(max(1, int(limit * 1000))))
    solver.setOption("bitblast", "eager")  # ten times as fast on these queries
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, NAME)
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, symbols)
    answer = said.strip()
    return "sat" if answer == "sat" else "unsat" if answer == "unsat" else "unknown"


def require_second_solver() -> None:
    """Raises ProofError with what to install where cvc5 is missing."""
    _cvc5()


def _cvc5() -> Any:
    try:
        return importlib.import_module("cvc5")
    except ImportError:
        raise ProofError(say("cvc5 is not installed; install the extra: pip install 'meldproof[certify]'")) from None
