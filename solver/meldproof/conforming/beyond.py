"""What comes after the kit: the diagnosis, and generated questions that are tried against what it says."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from meldproof.conforming.agreement import agrees
from meldproof.conforming.diagnosis import Answered, Diagnoser, Diagnosis
from meldproof.conforming.driver import Abandoned, Driver, QuestionOutcome
from meldproof.conforming.generated import GENERATED, EndOfSearch, search
from meldproof.conforming.session import Kind, Trouble
from meldproof.conforming.titles import title_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import Op, Question, ask, to_plain

MOST_ROUNDS = 3
"""Searches of an operation: after a new diagnosis, one for what refutes it."""
MOST_WHILE_SHRINKING = 30
"""Misbehaviours in a row while generated questions are tried: one is found, then shrunk."""
LEAST_FOR_DIAGNOSIS = 20.0
"""Seconds."""
MOST_KEPT = 600
"""Answers that are kept as evidence."""


class Beyond:
    """What comes after the kit: the diagnosis, and generated questions whose answers must follow what it says."""

    def __init__(self, driver: Driver, offered: Sequence[str], answered: list[Answered]) -> None:
        self.driver, self.offered, self.answered = driver, tuple(offered), answered
        self.diagnosis = Diagnosis(0)
        self.generated: list[QuestionOutcome] = []
        self.asked: dict[str, int] = {}
        self.over: Abandoned | None = None
        self._diagnoser: Diagnoser | None = None

    def run(self) -> None:
        """Diagnose, then try every operation. Raises Abandoned; what was found until then is kept."""
        plan = self.driver.plan
        self.diagnosis = self._diagnose()
        self.driver.patience = MOST_WHILE_SHRINKING
        ops = [op for op in GENERATED if op in self.offered]
        ops = [op for op in ops if not plan.only or any(op.startswith(prefix) for prefix in plan.only)]
        left = plan.seconds
        for number, op in enumerate(ops if plan.examples else []):
            share = max(min(1.0, plan.seconds), left / (len(ops) - number))
            left -= self._try(op, share)

    def _try(self, op: Op, seconds: float) -> float:
        """Search for answers that don't follow the diagnosis; the seconds it took, diagnosing apart."""
        self.asked[op] = 0
        spent = 0.0
        for _ in range(MOST_ROUNDS):
            began = time.monotonic()
            found = search(
                op, self._rules(), self._test(op), examples=self.driver.plan.examples,
                deadline=began + max(0.0, seconds - spent),
            )  # fmt: skip
            spent += time.monotonic() - began
            if self.over is not None:
                raise self.over
            if not found:
                break
            outcome = _generated(self.driver, found[0])
            self.generated += [outcome] if outcome is not None else []
            if self._put(found[0]) is None:
                break
            self.diagnosis = self._diagnose()
            if not self.diagnosis.explanations:
                break
        return spent

    def _rules(self) -> Variant:
        explanations = self.diagnosis.explanations
        return explanations[0].variant if explanations else self.driver.variant

    def _test(self, op: Op) -> Callable[[Question], bool]:
        """Whether an answer is another than by the rules it is held to; a misbehaviour is one."""
        rules = self._rules()
        change = next(iter(self.diagnosis.explanations), None)

        def differs(question: Question) -> bool:
            if ask(question, rules) is None:
                return False
            try:
                entry = self._evidence(question)
            except Trouble:
                return True
            except Abandoned as reason:
                self.over = reason
                raise EndOfSearch from None
            if entry is None:
                return False
            self.asked[op] += 1
            if not entry.wrong and len(self.answered) < MOST_KEPT:
                self.answered.append(entry)
            opinion = agrees(question, entry.given, rules) if change is None else change.opinion(question, entry.given)
            return opinion is not None and not opinion.agrees

        return differs

    def _evidence(self, question: Question) -> Answered | None:
        """The answer to a question of nobody's kit; None where there is none to compare. Raises Trouble, Abandoned."""
        given = self.driver.put(question)
        opinion = None if given is None else agrees(question, given, self.driver.variant)
        return None if given is None or opinion is None else Answered(question, given, not opinion.agrees)

    def _put(self, question: Question) -> Answered | None:
        """One more answer as evidence."""
        try:
            entry = self._evidence(question)
        except Trouble:
            return None
        if entry is not None:
            self.answered.append(entry)
        return entry

    def _diagnose(self) -> Diagnosis:
        if not any(entry.wrong for entry in self.answered):
            return Diagnosis(0)
        self._diagnoser = self._diagnoser or Diagnoser(self.driver.variant, self.offered)
        seconds = max(LEAST_FOR_DIAGNOSIS, self.driver.plan.seconds)
        return self._diagnoser.diagnose(list(self.answered), self._put, deadline=time.monotonic() + seconds)


def _generated(driver: Driver, question: Question) -> QuestionOutcome | None:
    """A generated disagreement, asked twice more to show that it is stable; None where it is right after all."""
    answers: list[dict[str, Any] | None] = []
    kind: Kind | None = None
    note = ""
    for _ in range(2):
        try:
            answers.append(driver.put(question))
        except Trouble as trouble:
            answers.append(None)
            kind, note = trouble.kind, trouble.note
    wanted = ask(question, driver.variant)
    if wanted is None:
        return None
    stable = answers[0] == answers[1]
    given = answers[0] or answers[1]
    opinion = agrees(question, given, driver.variant) if given else None
    if kind is None and stable and (opinion is None or opinion.agrees):
        return None
    return QuestionOutcome(
        question.op, "failed" if kind is None else "errored", to_plain(question), wanted, given,
        title_of(question, wanted), kind=kind, stable=stable, note=note or (opinion.why if opinion else ""),
    )  # fmt: skip
