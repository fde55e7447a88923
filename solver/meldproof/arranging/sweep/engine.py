"""The fast engine: a problem's cases walked one after another, the best read back."""

from __future__ import annotations

import time

from meldproof.arranging.answer import nothing_laid
from meldproof.arranging.lying import lying_table
from meldproof.arranging.model import requirement_cases, wanted_for
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.scale import scale_for
from meldproof.arranging.search import OutOfTime
from meldproof.arranging.sweep.answer import ENGINE, Answer, read_answer
from meldproof.arranging.sweep.bounds import tightened
from meldproof.arranging.sweep.question import Question, ask
from meldproof.arranging.sweep.rules import Rules, make_weights, rules_of
from meldproof.arranging.tables import table_cases
from meldproof.errors import EngineDeclined

NONE = 1 << 58
STOPPED = -1
CHEAP_STATES = 2_000
"""States visited with the cheap bound before card prices are worth their time."""
TABLE_STATES, WILD_TABLE_STATES = 200, 20
"""As many beside a table, and with wilds there, where few searches end without prices. Where table melds may stay,
prices are found at once."""
STATES_BETWEEN_LOOKS_AT_THE_CLOCK = 200_000


def solve_sweep(problem: Problem, deadline: float | None = None, *, fewest: bool = True) -> Arrangement | None:
    """The best arrangement, among equals one with the `fewest` melds; None if the demands can't be met.

    Raises EngineDeclined, naming the parameter, for what the sweep does not take. Past `deadline` (a
    `time.monotonic()` value) nothing is laid, with what the hand could at most be worth as the bound.
    """
    try:
        return _best_of_cases(problem, deadline, fewest)
    except OutOfTime:
        return nothing_laid(problem, scale_for(problem), ENGINE)


def _best_of_cases(problem: Problem, deadline: float | None, fewest: bool) -> Arrangement | None:
    if problem.table and not problem.rearranges:
        raise EngineDeclined("sweep does not take lay-offs (layoff.on)")
    need = problem.settings.requirement
    if problem.rearranges and (need.runs or need.pure_runs):
        raise EngineDeclined("sweep does not rearrange a table where runs are required (requirement.runs)")
    rules = rules_of(problem.settings, problem.deck)
    cards = len(problem.hand) + lying_table(problem.table).size
    weights = make_weights(problem.objective, cards, rules.most_points, len(problem.table), melds=fewest)
    best: Answer | None = None
    for case in table_cases(problem):
        for wanted in requirement_cases(problem, wanted_for(problem.opening)):
            for exact in (False, True):
                question = ask(problem, rules, weights, case, wanted, exact=exact)
                found = seek(question, rules, None if best is None else best.gain, deadline, problem.rearranges)
                if found is None:
                    break
                gain, question, loss = found
                replayed = question.walk.replay(loss)
                assert replayed, "the walk's answer can't be found again"
                answer = read_answer(problem, question, rules, gain)
                if answer.cut == 0 or not fewest:
                    best = answer
                    break
                # Runs too long to be legal were cut, so fewest melds were counted wrong: count lengths in full.
    return None if best is None else best.arrangement


def seek(
    question: Question, rules: Rules, best: int | None, deadline: float | None, beside_table: bool
) -> tuple[int, Question, int] | None:
    """The greatest gain above `best`, with the question as it was then and its loss; None where there is none.

    First with the cheap bound, under a budget of states; then with card prices, and at once where a table may stay, or
    melds are counted beside one: the cheap bound knows little of either.
    """
    weights = question.weights.weights
    step = max(weights[0], 4) if weights else 4
    loss = STOPPED
    if not question.kept and not (beside_table and question.weights.meld):
        most = NONE if best is None else question.most - best
        states = CHEAP_STATES
        if beside_table:
            states = WILD_TABLE_STATES if question.pools else TABLE_STATES
        loss = question.walk.seek(1, step, most, states) if most > 0 else most
        _check(question)
    if loss == STOPPED:
        question = tightened(question, rules) or question
        factor = question.factor
        most = NONE if best is None else question.most - best * factor
        if most <= 0:
            return None
        first = question.most % factor + 1
        while loss == STOPPED:
            loss = question.walk.seek(first, step * factor, most, STATES_BETWEEN_LOOKS_AT_THE_CLOCK)
            _check(question)
            if loss == STOPPED and deadline is not None and time.monotonic() > deadline:
                raise OutOfTime
            first = max(first, question.walk.reached())
    if loss >= most:
        return None
    return (question.most - loss) // question.factor, question, loss


def _check(question: Question) -> None:
    if question.walk.failure():
        raise EngineDeclined(question.walk.failure())
