"""A good answer without a search: what is given where a limit is reached before an engine has found anything better.

It takes a fixed, small amount of work, whatever is asked: of the melds those with few wilds if all are too many, of the
cases of a table the first ones; a narrow beam over them; the table as it lies if that finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from meldproof.arranging.answer import NOT_FOUND, assemble, conceivable, nothing_laid
from meldproof.arranging.freed import goes_into_new_melds, lies_well
from meldproof.arranging.graph.search import good_solution
from meldproof.arranging.limits import OutOfTime, Watch
from meldproof.arranging.model import Model, Wanted, build_model, demand_cases
from meldproof.arranging.problem import Arrangement, Figures, Problem
from meldproof.arranging.scale import Scale, scale_for
from meldproof.arranging.tables import TableCase, table_cases
from meldproof.errors import EngineDeclined

ENGINE = "quick"
WILDS_TRIED = ((None, 15_000), (1, 15_000), (0, 60_000))
"""Most wilds in a meld, and steps that building such a programme may take: fewer wilds where that is too much."""
MOST_CASES, STEPS_OF_CASES = 4, 5_000


def quick_arrangement(problem: Problem) -> Arrangement:
    """A good arrangement, with a bound; where the demands are not met, marked so, with one that meets fewer."""
    found = _found(problem)
    if found is None:
        relaxed = problem
        for change in ({"opening": None}, {"use": ()}, {"discard": "none"}):
            relaxed = msgspec.structs.replace(relaxed, **change)
            found = _found(relaxed) if found is None else found
        assert found is not None, "without demands the table as it lies is an answer"
        opens = None if problem.opening is None else False
        found = msgspec.structs.replace(
            found, problem=problem, opens=opens, unmet=NOT_FOUND, bound=conceivable(problem)
        )
    return found


def better_of(stopped: Arrangement, quick: Arrangement) -> Arrangement:
    """The better of an engine's answer at a limit and a quick one to the same problem, with the tighter bound."""
    names = stopped.problem.objective
    if quick.unmet or (not stopped.unmet and stopped.figures.vector(names) >= quick.figures.vector(names)):
        return settled(stopped)
    return settled(msgspec.structs.replace(quick, bound=stopped.bound or quick.bound))


def settled(answer: Arrangement) -> Arrangement:
    """The same answer, proved where its figures reach their bound."""
    if answer.bound is None or answer.unmet:
        return answer
    names = answer.problem.objective
    top = Figures(**{**msgspec.structs.asdict(answer.figures), **answer.bound})
    reached = answer.figures.vector(names) >= top.vector(names)
    return msgspec.structs.replace(answer, bound=None) if reached else answer


def _found(problem: Problem) -> Arrangement | None:
    """The best found, or None where it meets no demand."""
    scale = scale_for(problem)
    answers = []
    if problem.opening is None and not problem.use and (problem.discard != "required" or problem.hand):
        answers.append(nothing_laid(problem, ENGINE))
    with suppress(EngineDeclined, OutOfTime):
        for model in _models(problem, scale):
            solution = good_solution(model.programme)
            if solution is not None:
                answers.append(assemble(problem, model, solution, scale, ENGINE, None))
    if goes_into_new_melds(problem):
        answers = [answer for answer in answers if lies_well(answer)]
    if not answers:
        return None
    best = max(answers, key=lambda answer: answer.figures.vector(problem.objective))
    return settled(msgspec.structs.replace(best, bound=conceivable(problem)))


def _models(problem: Problem, scale: Scale) -> Iterator[Model]:
    for case in islice(table_cases(problem, Watch(None, STEPS_OF_CASES)), MOST_CASES):
        for wanted in demand_cases(problem):
            model = _model(problem, scale, case, wanted)
            if model is not None:
                yield model


def _model(problem: Problem, scale: Scale, case: TableCase, wanted: Wanted) -> Model | None:
    """The programme of all melds, or of those with few wilds where all are too many."""
    for most_wilds, steps in WILDS_TRIED:
        with suppress(OutOfTime):
            return build_model(problem, scale, case, wanted, watch=Watch(None, steps), most_wilds=most_wilds)
    return None
