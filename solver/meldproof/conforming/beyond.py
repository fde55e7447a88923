"""What comes after the kit: the readings it follows, the diagnosis, and generated questions held to what it says."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from meldproof.conforming.agreement import agrees
from meldproof.conforming.answered import Answered
from meldproof.conforming.diagnosis import Change, Diagnoser, Diagnosis
from meldproof.conforming.drawing import GENERATED
from meldproof.conforming.driver import Abandoned, Driver, QuestionOutcome
from meldproof.conforming.followed import Followed, followed
from meldproof.conforming.generated import shrunk, stream
from meldproof.conforming.session import Trouble
from meldproof.conforming.titles import title_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import Op, Question, ask, in_scope, to_plain

MOST_SHOWN = 3
"""Disagreements of an operation that are made smaller and shown; the others are counted."""
MOST_WHILE_SHRINKING = 30
"""Misbehaviours in a row while generated questions are tried: one is found, then shrunk."""
FOR_DIAGNOSIS = 6.0
"""Seconds of work for a diagnosis, whatever the search is given."""
MOST_KEPT = 600
"""Right answers that are kept as evidence."""

Said = dict[str, Any] | Trouble | None
"""An answer, a misbehaviour, or nothing, as to a question that is skipped."""


class Beyond:
    """What comes after the kit. A guess that an answer refutes is made anew, and the search goes on."""

    def __init__(self, driver: Driver, offered: Sequence[str], answered: Sequence[Answered]) -> None:
        self.driver, self.offered, self.answered = driver, tuple(offered), list(answered)
        self.read = Followed((), driver.variant)
        self.diagnosis = Diagnosis(0)
        self.generated: list[QuestionOutcome] = []
        self.asked: dict[str, int] = {}
        self.differing: dict[str, int] = {}
        self.searched = 0.0
        """Seconds spent on generated questions."""
        self._diagnoser: Diagnoser | None = None
        self._over: Abandoned | None = None
        self._known: dict[Question, bool] = {}
        self._first: dict[Question, Said] = {}
        """What was first said that was not as expected: asked again, it may be."""
        self._explained = 0
        """Wrong answers at the last diagnosis."""
        self.unheld = self._held_once = 0
        """Right answers that were not kept: held against no explanation, or against one that was refuted since."""

    def run(self) -> None:
        """Diagnose, then try every operation. Raises Abandoned; what was found until then is kept."""
        plan = self.driver.plan
        began = time.monotonic()
        self._learn()
        self.driver.patience = MOST_WHILE_SHRINKING
        ops = [op for op in GENERATED if op in self.offered and in_scope(op, self.driver.variant)]
        ops = [op for op in ops if not plan.only or any(op.startswith(prefix) for prefix in plan.only)]
        end = max(began + plan.seconds, time.monotonic() + plan.seconds / 2)
        for number, op in enumerate(ops if plan.examples else []):
            start = time.monotonic()
            self._try(op, start + max(0.0, end - start) / (len(ops) - number))
            self.searched += time.monotonic() - start
        if self._wrong() > self._explained:
            self._diagnose()

    @property
    def rules(self) -> Variant:
        """The rules under the readings it follows."""
        return self.read.variant

    def _wrong(self) -> int:
        return sum(entry.wrong for entry in self.answered)

    def _try(self, op: Op, deadline: float) -> None:
        """Search for answers that don't follow what is known of it so far."""
        self.asked[op] = self.differing[op] = 0
        shown: set[Question] = set()
        share = max(0.0, deadline - time.monotonic())
        for question in stream(op, self.driver.variant, self.driver.plan.seed):
            if time.monotonic() > deadline or self.asked[op] >= self.driver.plan.examples:
                break
            if not self._differs(question):
                continue
            self.differing[op] += 1
            if len(shown) >= MOST_SHOWN:
                self._put(question)
                continue
            small = shrunk(question, self._differs, min(deadline, time.monotonic() + share / 3))
            if small in shown:
                continue
            shown.add(small)
            outcome = self._confirmed(small)
            self.generated += [outcome] if outcome is not None else []
            if outcome is not None and outcome.kind == "timed-out":
                break
            self._learn(anew=bool(self.diagnosis.explanations))

    def _differs(self, question: Question) -> bool:
        """Whether an answer is another than by the rules it is held to; a misbehaviour is one."""
        if question not in self._known:
            self._known[question] = self._is_other(question)
        return self._known[question]

    def _is_other(self, question: Question) -> bool:
        change = next(iter(self.diagnosis.explanations), None)
        if ask(question, self.rules if change is None else change.variant) is None:
            return False
        try:
            entry = self._evidence(question)
        except Trouble as trouble:
            self.asked[question.op] += 1
            self._first.setdefault(question, trouble)
            return True
        if entry is None:
            return False
        self.asked[question.op] += 1
        if not entry.wrong and len(self.answered) < MOST_KEPT:
            self.answered.append(entry)
        elif not entry.wrong:
            self.unheld, self._held_once = self.unheld + (change is None), self._held_once + (change is not None)
        opinion = None if change is None else change.opinion(question, entry.given)
        other = entry.wrong if change is None else opinion is not None and not opinion.agrees
        if other:
            self._first.setdefault(question, entry.given)
        return other

    def _evidence(self, question: Question) -> Answered | None:
        """The answer to a question of nobody's kit; None where there is none to compare. Raises Trouble, Abandoned."""
        given = self.driver.put(question)
        opinion = None if given is None else agrees(question, given, self.rules)
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

    def _confirmed(self, question: Question) -> QuestionOutcome | None:
        """A disagreement, asked twice more to show that it is stable; None where no answer was wrong after all.

        Of several answers the first wrong one is told.
        """
        said = [
            *([self._first[question]] if question in self._first else []),
            self._said(question),
            self._said(question),
        ]
        troubles = [one for one in said if isinstance(one, Trouble)]
        answers = [one for one in said if isinstance(one, dict)]
        opinions = [(given, agrees(question, given, self.rules)) for given in answers]
        judged = [(given, opinion) for given, opinion in opinions if opinion is not None]
        wrong = [(given, opinion) for given, opinion in judged if not opinion.agrees]
        if judged:
            self.answered.append(Answered(question, (wrong or judged)[0][0], bool(wrong)))
        wanted = ask(question, self.rules)
        if wanted is None or not (troubles or wrong):
            return None
        stable = len(troubles) == len(said) or (not troubles and all(one == said[0] for one in said))
        kind, note = (troubles[-1].kind, troubles[-1].note) if troubles else (None, wrong[0][1].why)
        return QuestionOutcome(
            question.op, "errored" if troubles else "failed", to_plain(question), wanted,
            wrong[0][0] if wrong else next(iter(answers), None), title_of(question, wanted), kind=kind, stable=stable,
            note=note,
        )  # fmt: skip

    def _said(self, question: Question) -> Said:
        """What is said to a question once more."""
        try:
            return self.driver.put(question)
        except Trouble as trouble:
            return trouble

    def _learn(self, anew: bool = True) -> None:
        """The readings it follows by all its answers, and with `anew` the diagnosis."""
        read = self._followed()
        changed = read.names != self.read.names
        if changed:
            self.read, self._diagnoser = read, None
            self.answered = [self._held(entry) for entry in self.answered]
            self.generated = [one for one in self.generated if one.given is None or not self._follows(one)]
        self._known.clear()
        if anew or changed:
            self._diagnose()

    def _followed(self) -> Followed:
        """The readings that explain its answers, and fresh ones too; none where one other rule explains them all."""
        read = followed(self.driver.variant, self.answered)
        if not read.names or read.names == self.read.names:
            return read
        plain = Diagnoser(self.driver.variant, self.offered)
        held = [self._held(entry, self.driver.variant) for entry in self.answered]
        unexplained = any(self._held(entry, read.variant).wrong for entry in self.answered)
        if unexplained and plain.changes_that_explain(held):
            return Followed((), self.driver.variant)
        plain.is_confirmed(Change(read.names[0], {}, (), read.variant), self._put, whole=False)
        return followed(self.driver.variant, self.answered)

    def _held(self, entry: Answered, rules: Variant | None = None) -> Answered:
        """The same answer, held to other rules, or to those that are understood now."""
        opinion = agrees(entry.question, entry.given, rules or self.rules)
        return msgspec.structs.replace(entry, wrong=opinion is not None and not opinion.agrees)

    def _follows(self, outcome: QuestionOutcome) -> bool:
        opinion = agrees(outcome.question, outcome.given or {}, self.rules)
        return opinion is not None and opinion.agrees

    def _diagnose(self) -> None:
        self._explained = self._wrong()
        before = self.diagnosis
        if not self._explained:
            self.diagnosis = Diagnosis(0)
            return
        self._diagnoser = self._diagnoser or Diagnoser(self.rules, self.offered)
        self.diagnosis = self._diagnoser.diagnose(list(self.answered), self._put, seconds=FOR_DIAGNOSIS)
        self._explained = self._wrong()
        if [change.id for change in before.explanations[:1]] != [
            change.id for change in self.diagnosis.explanations[:1]
        ]:
            self.unheld, self._held_once = self.unheld + self._held_once, 0
