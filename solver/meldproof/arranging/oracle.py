"""The oracle: the arrangement problem as a constraint model, made optimal figure by figure by Z3.

It knows the rules and nothing else: no catalogue, no list of melds. Demand a strictly better figure until there is
none, hold it there, go on to the next; last come the fewest melds. Every model found is checked again on plain values.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from meldproof.arranging.answer import nothing_laid
from meldproof.arranging.oracle_model import MELDS, Figure, Model
from meldproof.arranging.oracle_shapes import Shape
from meldproof.arranging.problem import LOWER_IS_BETTER, Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.scale import scale_for
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.errors import EngineDeclined
from meldproof.rules import smt
from meldproof.rules.melds import is_legal
from meldproof.rules.worth import meld_worth, slot_worth

ENGINE = "z3"
MOST_HAND, MOST_REARRANGED, MOST_LYING = 12, 14, 8
SECONDS_A_CHECK = 120.0


class Laid(NamedTuple):
    """A meld read from a model: its slots, the tile of each (-1 for a slot that lies there), what it grew from."""

    meld: Meld
    tiles: tuple[int, ...]
    grows: int | None


class Found(NamedTuple):
    """A whole model read back."""

    melds: tuple[Laid, ...]
    discard: int | None
    figures: Figures


def solve_z3(problem: Problem, deadline: float | None = None) -> Arrangement | None:
    """The best arrangement from the rules alone; None if the demands can't be met.

    `deadline` is a `time.monotonic()` value; past it, or at the limit of a check, the best known is returned with its
    bound. Raises EngineDeclined, naming the limit, for a case too large or not searched.
    """
    _decline(problem)
    model = Model(problem)
    solver = smt.Solver(SECONDS_A_CHECK)
    solver.add(*model.conditions())
    figures = model.figures()
    verdict = _check(solver, deadline)
    if verdict == "unsat":
        return None
    if verdict == "unknown":
        return nothing_laid(problem, scale_for(problem), ENGINE)
    found = _read(model, solver, figures)
    bound: dict[str, int] = {}
    for name in (*problem.objective, MELDS):
        figure = figures[name]
        while True:
            at = _term(figure, name, found)
            if at == figure.most: ...
    return None
