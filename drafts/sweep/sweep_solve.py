"""The fast engine: a problem's cases walked one after another, the best read back."""

from __future__ import annotations

import time

from meldproof.arranging.model import requirement_cases, wanted_for
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.sweep_answer import Answer, read_answer
from meldproof.arranging.sweep_bounds import tightened
from meldproof.arranging.sweep_question import Question, Rules, ask, make_weights, rules_of
from meldproof.arranging.tables import table_cases
from meldproof.errors import EngineDeclined

NONE = 1 << 58
CHEAP_STATES, CHEAP_STATES_WITH_A_TABLE = 2_000, 0
"""States visited with the cheap bound before card prices are worth their time."""
STATES_BETWEEN_LOOKS_AT_THE_CLOCK = 200_000


class OutOfTime(Exception):
    """The deadline passed inside a search."""


def solve_sweep(problem: Problem, deadline: float | None = None) -> Arrangement | None:
    """The best arrangement, with the fewest melds among equals; None if the demands can't be met.

    Raises EngineDeclined, naming the parameter, for what the sweep does not take. Past `deadline` (a
    `time.monotonic()` value) the arrangement is the best known, with a bound.
    """
    if problem.table and not problem.rearranges:
        raise EngineDeclined("sweep does not take lay-offs (layoff.on)")
    rules = rules_of(problem.settings, problem.deck)
    cards = len(problem.hand) + sum(len(meld.slots) for meld in problem.table)
    weights = make_weights(problem.objective, cards, rules.most_points, len(problem.table), melds=True)
    best: Answer | None = None
    for case in table_cases(problem):
        for wanted in requirement_cases(problem, wanted_for(problem.opening)):
            for exact in (False, True):
                question = ask(problem, rules, weights, case, wanted, exact=exact)
                found = seek(question, rules, None if best is None else best.gain, deadline)
                if found is None:
                    break
                gain, question, loss = found
                replayed = question.walk.replay(loss)
                assert replayed, "the walk's answer can't be found again"
                answer = read_answer(problem, question, rules, gain)
                if answer.cut == 0:
                    best = answer
                    break
                # Runs too long to be legal were cut, so fewest melds were counted wrong: count lengths in full.
    return None if best is None else best.arrangement


def seek(question: Question, rules: Rules, best: int | None, deadline: float | None) -> tuple[int, Question, int] | None:
    """The greatest gain above `best`, with the question as it was then and its loss; None where there is none.

    First with the cheap bound, under a budget of states; then with card prices.
    """
    weights = question.weights.weights
    step = max(weights[0], 4) if weights else 4
    most = NONE if best is None else question.most - best
    states = CHEAP_STATES_WITH_A_TABLE if question.kept else CHEAP_STATES
    loss = question.walk.seek(1, step, most, states) if states else -1
    _check(question)
    if loss < 0:
        question = tightened(question, rules) or question
        factor = question.factor
        most = NONE if best is None else question.most - best * factor
        first = question.most % factor + 1
        while loss < 0:
            loss = question.walk.seek(first, step * factor, most, STATES_BETWEEN_LOOKS_AT_THE_CLOCK)
            _check(question)
            if loss < 0 and deadline is not None and time.monotonic() > deadline:
                raise OutOfTime
            first = max(first, question.walk.reached())
    if loss >= most:
        return None
    return (question.most - loss) // question.factor, question, loss


def _check(question: Question) -> None:
    if question.walk.failure():
        raise EngineDeclined(question.walk.failure())

