"""The oracle: the arrangement problem as a constraint model, made optimal figure by figure by Z3.

It knows the rules and nothing else: no catalogue, no list of melds. Demand a strictly better figure until there is
none, hold it there, go on to the next; last come the fewest melds. Every model found is checked again on plain values.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from meldproof.arranging.limits import OutOfTime
from meldproof.arranging.oracle.answer import ModelAnswer, arrangement, faults_of, read, value_of
from meldproof.arranging.oracle.figures import Figure
from meldproof.arranging.oracle.model import MELDS, OracleModel
from meldproof.arranging.problem import LOWER_IS_BETTER, Arrangement, Problem
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.notation import cards_text
from meldproof.rules import smt
from meldproof.rules.logic import all_of, implies

ENGINE = "z3"
MOST_HAND, MOST_REARRANGED, MOST_LYING = 12, 14, 8
SECONDS_A_CHECK = 120.0


def solve_z3(problem: Problem, deadline: float | None = None) -> Arrangement | None:
    """The best arrangement from the rules alone; None if the demands can't be met.

    `deadline` is a `time.monotonic()` value; past it, or at the limit of a check, the best known is returned with its
    bound, or OutOfTime raised where none is. Raises EngineDeclined, naming the limit, for a case too large or not
    searched.
    """
    _decline(problem)
    search = _Search(problem, deadline)
    verdict = search.check()
    if verdict == "unsat":
        return None
    if verdict == "unknown":
        raise OutOfTime
    found = search.read()
    for name in search.figures:
        while (verdict := search.ask_better(name, found)) == "sat":
            found = search.read()
        if verdict == "unknown":
            return arrangement(search.model, found, ENGINE, _bound(problem, search.figures, found, name))
        search.solver.add(search.figures[name].at_least(found.reaches(name)))
    return arrangement(search.model, found, ENGINE, None)


def _decline(problem: Problem) -> None:
    s = problem.settings
    lying = sum(len(meld.slots) for meld in problem.table)
    if len(problem.hand) > MOST_HAND:
        raise EngineDeclined(
            say("z3 takes at most {most_hand} hand cards, not {hand}", most_hand=MOST_HAND, hand=len(problem.hand))
        )
    if not problem.table:
        return
    if s.table.rearrange == "moves":
        raise EngineDeclined(
            say("a table that changes only by single moves is judged turn by turn (referee), not searched")
        )
    if s.requirement.pure_runs or s.requirement.runs:
        raise EngineDeclined(say("z3 does not take a table where runs are required before anything counts"))
    if not problem.rearranges:
        if len(problem.table) > MOST_LYING:
            raise EngineDeclined(
                say(
                    "z3 lays off on at most {most_lying} melds, not {table}",
                    most_lying=MOST_LYING,
                    table=len(problem.table),
                )
            )
        return
    if len(problem.hand) + lying > MOST_REARRANGED:
        size = len(problem.hand) + lying
        raise EngineDeclined(
            say(
                "z3 rearranges at most {most_rearranged} cards of table and hand, not {size}",
                most_rearranged=MOST_REARRANGED,
                size=size,
            )
        )
    if problem.opening is not None and not problem.opening.own_cards:
        raise EngineDeclined(say("z3 does not take an opening with cards of the table"))
    bound = s.table.jokers == "frozen" and any(slot.wild for meld in problem.table for slot in meld.slots)
    if bound and s.exchange.cards == "hand-or-table":
        raise EngineDeclined(say("z3 does not free wilds for cards of the table (exchange.cards)"))
    if bound and s.exchange.cards != "none" and s.exchange.into == "new-meld":
        raise EngineDeclined(say("z3 does not send freed wilds into new melds (exchange.into)"))


class _Search:
    """A problem's model in a solver; `figures` are those of the objective in their order, then the fewest melds."""

    def __init__(self, problem: Problem, deadline: float | None) -> None:
        self.model = OracleModel(problem)
        self.figures = {name: self.model.figure(name) for name in (*problem.objective, MELDS)}
        self.conditions = all_of(self.model.conditions())
        self.deadline = deadline
        self.solver = smt.Solver(SECONDS_A_CHECK)
        self.solver.add(self.conditions)

    def check(self, *assumptions: object) -> smt.Verdict:
        left = SECONDS_A_CHECK if self.deadline is None else self.deadline - time.monotonic()
        if left <= 0:
            return "unknown"
        self.solver.limit = min(SECONDS_A_CHECK, left)
        return self.solver.check(*assumptions)

    def ask_better(self, name: str, found: ModelAnswer) -> smt.Verdict:
        """Whether any arrangement has this figure better than the one found."""
        goal = self.figures[name].at_least(found.reaches(name) + 1)
        if goal is False:
            return "unsat"
        asked = smt.truth_variable(f"better.{name}.{found.reaches(name)}")
        self.solver.add(implies(asked, goal))
        return self.check(asked)

    def read(self) -> ModelAnswer:
        """The arrangement of the last model, checked again on plain values. Raises RuntimeError for a bogus one."""
        found = read(self.model, self.solver)
        faults = [*faults_of(self.model, found)]
        if not value_of(self.conditions, self.solver):
            faults.append("a condition does not hold")
        for name, figure in self.figures.items():
            claimed = figure.value(value_of(figure.term, self.solver))
            # A table meld may lie unchanged without the model's saying so, where that is not asked for.
            if found.reaches(name) != claimed and (name != "table_changes" or found.reaches(name) < claimed):
                faults.append(f"{name} is {found.reaches(name)}, not {claimed}")
        if faults:
            hand = cards_text(self.model.problem.hand, self.model.problem.deck)
            raise RuntimeError(f"z3 gave a model that is no arrangement of {hand}: {'; '.join(faults)}")
        return found


def _bound(problem: Problem, figures: Mapping[str, Figure], found: ModelAnswer, stopped: str) -> dict[str, int] | None:
    """The best conceivable figures where those before `stopped` are proved; None if that is the whole objective."""
    proved = [*figures].index(stopped)
    if proved == len(problem.objective):
        return None
    best = {}
    for place, name in enumerate(problem.objective):
        value = found.reaches(name) if place < proved else figures[name].value(figures[name].most)
        best[name] = -value if name in LOWER_IS_BETTER else value
    return best
