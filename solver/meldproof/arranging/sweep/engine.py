"""The fast engine: a problem's cases walked one after another, the best read back."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from meldproof.arranging.answer import conceivable
from meldproof.arranging.freed import goes_into_new_melds, lies_well
from meldproof.arranging.limits import OutOfTime, Watch, check_time, is_past, part_of
from meldproof.arranging.lying import lying_table
from meldproof.arranging.model import Wanted, demand_cases
from meldproof.arranging.problem import LOWER_IS_BETTER, Arrangement, Problem
from meldproof.arranging.sweep.answer import Answer, read_answer
from meldproof.arranging.sweep.bounds import tightened
from meldproof.arranging.sweep.question import WalkQuestion, ask
from meldproof.arranging.sweep.rules import MOST_LOSS, CompiledRules, Weights, make_weights, rules_of
from meldproof.arranging.tables import table_cases
from meldproof.errors import EngineDeclined
from meldproof.messages import say

NONE = 1 << 58
STOPPED = -1
CHEAP_STATES = 2_000
"""States visited with the cheap bound before card prices are worth their time."""
TABLE_STATES, WILD_TABLE_STATES = 200, 20
"""As many beside a table, and with wilds there, where few searches end without prices. Where table melds may stay,
prices are found at once."""
FEW_STATES, MANY_STATES = 5_000, 200_000
"""States between looks at the clock, at first and at most."""
SECONDS_BETWEEN_LOOKS = 0.05
SHARE_OF_PROOF, SHARE_OF_FEWEST = 0.8, 0.6
"""Of the time there is: for the search that proves, before good answers are dived for; for the fewest melds."""
STATES_A_DIVE, DIVES = 20_000, 40
SECONDS_A_DIVE = 0.3
"""For the first dive, past the deadline too."""


class Stopped(OutOfTime):
    """The deadline passed inside the search of a question, whose losses are proved to be at least `loss`."""

    def __init__(self, question: WalkQuestion, loss: int) -> None:
        super().__init__()
        self.question, self.loss = question, loss


def solve_sweep(problem: Problem, deadline: float | None = None, *, fewest: bool = True) -> Arrangement | None:
    """The best arrangement, among equals one with the `fewest` melds; None if the demands can't be met.

    Raises EngineDeclined, naming the parameter, for what the sweep does not take. Past `deadline` (a
    `time.monotonic()` value) it raises OutOfTime with the best found. Where time runs out for the fewest melds, any of
    the best arrangements will do.
    """
    if deadline is None or not fewest:
        return _lying_well(_best_of_cases(problem, deadline, fewest))
    try:
        return _lying_well(_best_of_cases(problem, part_of(deadline, SHARE_OF_FEWEST), fewest))
    except OutOfTime as stopped:
        try:
            return _lying_well(_best_of_cases(problem, deadline, fewest=False))
        except OutOfTime as again:
            found = [answer for answer in (stopped.best, again.best) if answer is not None]
            if not found:
                raise
            best = max(found, key=lambda answer: answer.figures.vector(problem.objective))
            raise OutOfTime(best) from None


def _lying_well(answer: Arrangement | None) -> Arrangement | None:
    """An answer, found without a look at where freed wilds go; it is the best if they go there. Else declines."""
    if answer is not None and goes_into_new_melds(answer.problem) and not lies_well(answer):
        raise EngineDeclined(say("sweep does not send freed wilds into new melds (exchange.into)"))
    return answer


def _decline_demands(problem: Problem, cases: Sequence[Wanted]) -> None:
    """The walk counts runs, and runs without wilds, of a hand alone; no other melds, nor how many there may be."""
    if any(wanted.needs or wanted.most_melds is not None or (wanted.runs and problem.rearranges) for wanted in cases):
        raise EngineDeclined(say("sweep does not take the melds that this opening demands (opening.melds)"))


def _best_of_cases(problem: Problem, deadline: float | None, fewest: bool) -> Arrangement | None:
    if problem.table and not problem.rearranges:
        raise EngineDeclined(say("sweep does not take lay-offs (layoff.on)"))
    need = problem.settings.requirement
    if problem.rearranges and (need.runs or need.pure_runs):
        raise EngineDeclined(say("sweep does not rearrange a table where runs are required (requirement.runs)"))
    _decline_demands(problem, demand_cases(problem))
    rules = rules_of(problem.settings, problem.deck)
    cards = len(problem.hand) + lying_table(problem.table).size
    weights = make_weights(problem.objective, cards, rules.most_points, len(problem.table), melds=fewest)
    best: Answer | None = None
    try:
        for case in table_cases(problem, Watch(deadline)):
            for wanted in demand_cases(problem):
                for exact in (False, True):
                    check_time(None if best is None else deadline)
                    question = ask(problem, rules, weights, case, wanted, exact=exact)
                    least = None if best is None else best.gain
                    found = seek(question, rules, least, part_of(deadline, SHARE_OF_PROOF), problem.rearranges)
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
    except Stopped as stopped:
        alone = best is None and len(demand_cases(problem)) == 1 and not problem.table
        good = _dived(problem, rules, stopped, deadline)
        raise OutOfTime(_stopped(problem, stopped, good, best, alone)) from None
    except OutOfTime:
        if best is not None:
            raise OutOfTime(msgspec.structs.replace(best.arrangement, bound=conceivable(problem))) from None
        raise
    return None if best is None else best.arrangement


def _dived(problem: Problem, rules: CompiledRules, stopped: Stopped, deadline: float | None) -> Answer | None:
    """A good answer to a question that was stopped: any at first, then one that loses half as much more than proved."""
    question, best, low = stopped.question, None, stopped.loss
    until = time.monotonic() + SECONDS_A_DIVE
    high = min(question.most, MOST_LOSS)
    for number in range(DIVES):
        if number and (low >= high or is_past(deadline)):
            break
        aim = high if best is None else (low + high) // 2
        loss = question.walk.dive(aim, STATES_A_DIVE, until if best is None or deadline is None else deadline)
        if loss >= 0:
            best, high = read_answer(problem, question, rules, (question.most - loss) // question.factor), loss - 1
        elif best is None:
            break
        else:
            low = aim + 1
    return best


def _stopped(
    problem: Problem, stopped: Stopped, good: Answer | None, best: Answer | None, alone: bool
) -> Arrangement | None:
    """The better of two answers, with a bound; the question that was stopped is the only one, or there are others."""
    found = [answer for answer in (good, best) if answer is not None]
    if not found:
        return None
    bound = conceivable(problem)
    if alone:
        question = stopped.question
        bound = lowered(problem, question.weights, (question.most - stopped.loss) // question.factor)
    answer = max(found, key=lambda answer: answer.gain).arrangement
    return msgspec.structs.replace(answer, bound=bound)


def lowered(problem: Problem, weights: Weights, gain: int) -> dict[str, int]:
    """The best figures, first things first, of arrangements that gain at most so much over laying nothing."""
    top, hand = conceivable(problem), problem.points.hand
    cost = sum(hand[card.rank] for card in problem.hand)
    none = {"deadwood_points": cost, "deadwood_cards": len(problem.hand), "score": -cost}
    worths = [number for table in (*problem.points.melded, hand) for number in table]
    if min(worths) < 0 or problem.table:
        return top
    figures: dict[str, int] = {}
    for name, weight in zip(weights.objective, weights.weights, strict=True):
        least = weights.meld * len(problem.hand)  # what comes after may at worst lose: melds
        steps = max(0, (gain + least) // weight)
        gain -= steps * weight
        start = none.get(name, 0)
        figure = start - steps if name in LOWER_IS_BETTER else start + steps
        better = max if name in LOWER_IS_BETTER else min
        figures[name] = better(figure, top[name])
        if figures[name] != figure:
            return {**top, **figures}
    return figures


def seek(
    question: WalkQuestion, rules: CompiledRules, best: int | None, deadline: float | None, beside_table: bool
) -> tuple[int, WalkQuestion, int] | None:
    """The greatest gain above `best`, with the question as it was then and its loss; None where there is none.

    First with the cheap bound, under a budget of states; then with card prices, and at once where a table may stay, or
    melds are counted beside one: the cheap bound knows little of either.
    """
    weights = question.weights.weights
    step = max(weights[0], 4) if weights else 4
    loss, until = STOPPED, 1e300 if deadline is None else deadline
    if not question.kept and not (beside_table and question.weights.meld):
        most = NONE if best is None else question.most - best
        states = CHEAP_STATES
        if beside_table:
            states = WILD_TABLE_STATES if question.pools else TABLE_STATES
        loss = question.walk.seek(1, step, most, states, until) if most > 0 else most
        _check(question)
        if loss == STOPPED and is_past(deadline):
            raise Stopped(question, question.walk.proved())
    if loss == STOPPED:
        question = tightened(question, rules) or question
        factor = question.factor
        most = NONE if best is None else question.most - best * factor
        if most <= 0:
            return None
        first, states, proved = question.most % factor + 1, FEW_STATES, 0
        while loss == STOPPED:
            began = time.monotonic()
            loss = question.walk.seek(first, step * factor, most, states, until)
            _check(question)
            proved = max(proved, question.walk.proved())
            if loss == STOPPED and is_past(deadline):
                raise Stopped(question, proved)
            if time.monotonic() - began < SECONDS_BETWEEN_LOOKS:
                states = min(2 * states, MANY_STATES)
            first = max(first, question.walk.reached())
    if loss >= most:
        return None
    return (question.most - loss) // question.factor, question, loss


def _check(question: WalkQuestion) -> None:
    if question.walk.failure():
        raise EngineDeclined(question.walk.failure())
