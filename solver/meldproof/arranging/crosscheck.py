"""`crosscheck`: the edge cases put to every way there is of answering them, side by side.

Whether cards are one meld is a question about a meld: engines are asked it without what the variant demands of a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from meldproof.arranging.columns import Item, Maker, candidate_points
from meldproof.arranging.edge_cases import EdgeCase, edge_cases
from meldproof.arranging.model import opening_points
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import ENGINES, solve_problem
from meldproof.cards import Card, Meld, canonical
from meldproof.checking.verdict import check_cards, checked_tokens, legal_readings
from meldproof.errors import EngineDeclined
from meldproof.notation import cards_text
from meldproof.rules.demands import meets_any
from meldproof.rules.worth import point_tables
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant

CHECKER, CATALOGUE = "checker", "catalogue"
NO = "no"
UNDEMANDING: dict[str, object] = {
    "requirement.pure_runs": 0,
    "requirement.runs": 0,
    "requirement.melds": [],
    "scoring.cap": "any",
}
"""What a variant asks of a whole hand besides an opening and a discard, which a question asks for by itself."""


class CrossCase(msgspec.Struct, frozen=True):
    """One question with every answer: `no`, `yes` and points, or for an opening the most points reachable."""

    family: str
    title: str
    question: str
    cards: str
    answers: dict[str, str]

    @property
    def agree(self) -> bool:
        return len(set(self.answers.values())) <= 1


class CrosscheckReport(msgspec.Struct, frozen=True):
    """All cases of a variant; `ways` names the columns."""

    variant: str
    ways: tuple[str, ...]
    cases: tuple[CrossCase, ...]

    @property
    def agree(self) -> bool:
        return all(case.agree for case in self.cases)

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof crosscheck --json`."""
        cases = [{**msgspec.to_builtins(case), "agree": case.agree} for case in self.cases]
        return {"variant": self.variant, "ways": list(self.ways), "cases": cases, "agree": self.agree}


def crosscheck(
    variant: Variant, *, advance: Callable[[int, int], None] = lambda done, total: None, timeout: float | None = None
) -> CrosscheckReport:
    """Put every edge case to the checker, the catalogue and each engine. `timeout` is in seconds a question.

    An engine answers a question about one meld where its cards are too few for two; a way that does not answer is
    left out of that case.
    """
    cases = list(edge_cases(variant))
    alone = with_values(variant, UNDEMANDING)
    done = []
    for number, case in enumerate(cases):
        done.append(_answer(case, alone if case.opening is None else variant, timeout))
        advance(number + 1, len(cases))
    return CrosscheckReport(variant.id, (CHECKER, CATALOGUE, *ENGINES), tuple(done))


def _answer(case: EdgeCase, variant: Variant, timeout: float | None) -> CrossCase:
    ways = _opening_answers if case.opening is not None else _meld_answers
    answers = ways(case, variant, timeout)
    question = "can_open" if case.opening is not None else "is_meld"
    if case.discard != "none":
        question += f", discard {case.discard}"
    return CrossCase(case.family, case.title, question, cards_text(case.cards, variant.deck()), answers)


def _meld_answers(case: EdgeCase, variant: Variant, timeout: float | None) -> dict[str, str]:
    verdict = check_cards(variant, case.cards)
    answers = {CHECKER: f"yes {verdict.points}" if verdict.legal else NO, CATALOGUE: _catalogue_answer(case, variant)}
    least = min(variant.settings.set.min, variant.settings.run.min)
    if len(case.cards) < 2 * least:
        problem = Problem(variant, variant.deck(), canonical(case.cards), objective=("melded_cards", "melded_points"))
        for name in ENGINES:
            answer = _asked(problem, name, timeout)
            if answer is not None:
                answers[name] = answer
    return answers


def _asked(problem: Problem, engine: str, timeout: float | None) -> str | None:
    """An engine's word on one meld: whether all cards can be laid, and for how much."""
    try:
        found = solve_problem(problem, engine, timeout)
    except EngineDeclined:
        return None
    if not found.optimal:
        return None
    return f"yes {found.figures.melded_points}" if found.figures.melded_cards == len(problem.hand) else NO


def _catalogue_answer(case: EdgeCase, variant: Variant) -> str:
    """The catalogue's word: does it make a meld of exactly these cards, and what is the dearest worth?"""
    items = [Item(card, count, True, count) for card, count in sorted(Counter(case.cards).items())]
    worths = point_tables(variant.settings).melded
    points = [
        candidate_points(candidate, items, worths)
        for candidate in Maker(items, variant.settings).melds()
        if len(candidate.filled) == len(case.cards)
    ]
    return f"yes {max(points)}" if points else NO


def _opening_answers(case: EdgeCase, variant: Variant, timeout: float | None) -> dict[str, str]:
    answers: dict[str, str] = {}
    problem = Problem(
        variant,
        variant.deck(),
        canonical(case.cards),
        discard=case.discard,
        opening=case.opening,
        objective=variant.settings.arrange.objective,
    )
    if case.groups and _groups_open(case, problem):
        answers[CHECKER] = "yes"
    for name in ENGINES:
        try:
            found = solve_problem(problem, name, timeout)
        except EngineDeclined:
            continue
        if found.optimal:
            answers[name] = "yes" if found.opens else f"no, {found.reachable}"
    return answers


def _groups_open(case: EdgeCase, problem: Problem) -> bool:
    """Whether the melds that the hand was built of open, as the checker reads them, by all that is demanded of them."""
    assert case.opening is not None
    need, opening = problem.settings.requirement, case.opening
    melds = [_reading(problem, group) for group in case.groups]
    runs = [meld for meld in melds if meld.kind == "run"]
    pure = sum(not any(slot.wild for slot in run.slots) for run in runs)
    return (
        sum(opening_points(problem, meld) for meld in melds) >= opening.points
        and pure >= max(opening.pure_runs, need.pure_runs)
        and (len(runs) == len(melds) or len(runs) >= need.runs)
        and meets_any(melds, opening.melds, problem.settings)
    )


def _reading(problem: Problem, cards: tuple[Card, ...]) -> Meld:
    """A group as the meld that counts most toward the opening."""
    readings = legal_readings(checked_tokens(problem.variant, cards, problem.deck), problem.variant)
    return max(readings, key=lambda meld: opening_points(problem, meld))
