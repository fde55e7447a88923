"""Which rule an implementation seems to follow instead: the changes that explain all of its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from meldproof.conforming.agreement import Opinion, agrees_with
from meldproof.conforming.generated import size_of
from meldproof.conforming.kit import readings_of
from meldproof.conforming.procedures import Procedure, answered_so, answers_so, hands_to_try, procedures_of
from meldproof.errors import VariantError
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import OPERATIONS, CardCase, Operation, differ
from meldproof.witnesses.clocks import Clock
from meldproof.witnesses.judging import Comparison
from meldproof.witnesses.mutants import mutants
from meldproof.witnesses.questions import Question, Result, ask
from meldproof.witnesses.turns import TurnSearch

MOST_PAIRS, MOST_LEADING = 300, 3
"""Pairs tried of changes that are each right about something; and changes that are tried beside all others, too."""
MOST_WEIGHED = 24
"""Wrong answers by which single changes are weighed when none explains them all, those that are quickest to answer."""
QUICK = ("in_deck", "is_meld", "value", "legal_action", "score")
SECONDS_EACH = 8.0
"""Longest search for a question that tells two explanations apart."""
HAND_OPERATIONS: tuple[Operation, ...] = ("best", "best_after_discard")
MOST_ROUNDS = 12
MOST_PARTS = 6
MOST_CONTRADICTED = 200
"""Right answers that a change is held against, where it explains only some of the wrong ones."""


class Answered(msgspec.Struct, frozen=True):
    """A question with an implementation's well-formed answer; `wrong` by the variant as it is."""

    question: Question
    given: dict[str, Any]
    wrong: bool


class Change(msgspec.Struct, frozen=True, eq=False):
    """Other rules that an implementation may follow: `values` are what they change; or a reading, by its name; or the
    same rules by a wrong procedure."""

    id: str
    values: dict[str, object]
    clauses: tuple[str, ...]
    variant: Variant
    reading: str = ""
    procedure: Procedure | None = None

    def opinion(self, question: Question, given: dict[str, Any]) -> Opinion | None:
        """Whether this gives the same answer; None where it has none, or nothing is comparable."""
        if self.procedure is None:
            return agrees_with(ask(question, self.variant), question, given, self.variant)
        opinions = [
            agrees_with(answer, question, given, self.variant)
            for answer in answers_so(self.procedure, question, self.variant)
        ]
        return next((each for each in opinions if each and each.agrees), next(iter(opinions), None))

    def answer(self, question: Question) -> Result | None:
        """The answer by these rules; None where they have none."""
        if self.procedure is None:
            return ask(question, self.variant)
        return answered_so(self.procedure, question, self.variant)


class PartialExplanation(msgspec.Struct, frozen=True):
    """A change that explains some wrong answers: how many, how many others it contradicts, its smallest example."""

    change: Change
    explains: int
    contradicts: int
    example: Question


class Diagnosis(msgspec.Struct, frozen=True):
    """`explanations` explain every answer, and no question that could be asked tells them apart.

    Where there are none, `parts` explain some of the wrong answers each; `unexplained` are left.
    """

    wrong: int
    explanations: tuple[Change, ...] = ()
    example: Question | None = None
    parts: tuple[PartialExplanation, ...] = ()
    unexplained: int = 0


Asker = Callable[[Question], Answered | None]


@lru_cache(maxsize=4)
def single_changes(variant: Variant) -> tuple[Change, ...]:
    """Every sensible change of one parameter, then every reading."""
    found = []
    for mutant in mutants(variant):
        clauses = (variant.provenance[mutant.parameter],)
        found.append(Change(mutant.id, {mutant.parameter: mutant.value}, clauses, mutant.variant))
    before = variant.plain()
    for name, read in readings_of(variant).items():
        after = read.plain()
        values = {key: after[key] for key in after if before.get(key) != after[key]}
        owners = tuple(c.key for c in variant.clauses for r in c.readings if r.id == name)
        found.append(Change(f"reading {name}", values, owners, read, name))
    return tuple(found)


def wrong_procedures(variant: Variant) -> tuple[Change, ...]:
    """The variant's own rules by every wrong procedure."""
    clauses = (variant.provenance["arrange.objective"],)
    return tuple(Change(each.id, {}, clauses, variant, procedure=each) for each in procedures_of(variant))


class Diagnoser:
    """Explains the answers of an implementation of `variant` that offers some operations."""

    def __init__(self, variant: Variant, operations: Sequence[str]) -> None:
        self.variant, self.operations = variant, tuple(operations)
        self.changes = single_changes(variant)
        self.procedures = wrong_procedures(variant)

    def diagnose(self, answered: Sequence[Answered], put: Asker, *, deadline: float) -> Diagnosis:
        """What explains the answers; `put` asks the implementation one question more."""
        wrong = sorted((entry for entry in answered if entry.wrong), key=lambda entry: size_of(entry.question))
        if not wrong:
            return Diagnosis(0)
        evidence = [*wrong, *(entry for entry in answered if not entry.wrong)]
        left = [change for change in self.changes if explains(change, evidence)]
        if not left:
            left = [change for change in self.procedures if explains(change, evidence)]
        if not left:
            left = self._pairs(wrong, evidence, deadline) or self._with_procedures(evidence)
        if left:
            left = self._told_apart(left, put, deadline)
        if not left:
            return self._in_parts(wrong, evidence)
        return Diagnosis(len(wrong), tuple(left), wrong[0].question)

    def _told_apart(self, left: list[Change], put: Asker, deadline: float) -> list[Change]:
        """Ask what tells the explanations apart until only those remain that no question was found for."""
        alike: list[Change] = []
        for _ in range(MOST_ROUNDS):
            rest = [change for change in left[1:] if change not in alike]
            if not rest or time.monotonic() > deadline:
                break
            question = self._between(left[0], rest[0])
            answer = None if question is None else put(question)
            if answer is None:
                alike.append(rest[0])
                continue
            left = [change for change in left if _holds(change, answer) is not False]
            alike = [change for change in alike if change in left]
        return left

    def _between(self, one: Change, other: Change) -> Question | None:
        """A question that two explanations answer differently, of the operations offered."""
        if one.procedure or other.procedure:
            return self._between_procedures(one, other)
        soon = time.monotonic() + SECONDS_EACH
        comparison = Comparison(one.variant, other.variant, deadline=soon, check_limit=SECONDS_EACH)
        for op in (op for op in OPERATIONS if op in self.operations and op in comparison.operations()):
            witness = comparison.find(op).witness
            if witness is not None:
                return witness.case
        if not {"legal_action", "score"} & set(self.operations):
            return None
        search, clock = TurnSearch(one.variant), Clock(soon)
        if "score" in self.operations and (scored := search.score(other.variant, clock)):
            return scored
        return search.legal_action(other.variant, clock) if "legal_action" in self.operations else None

    def _between_procedures(self, one: Change, other: Change) -> Question | None:
        """A dense hand that two explanations arrange differently, where a procedure is one of them."""
        for op in (op for op in HAND_OPERATIONS if op in self.operations):
            for cards in hands_to_try(self.variant):
                question = CardCase(op, cards)
                if differ(one.answer(question), other.answer(question)):
                    return question
        return None

    def _pairs(self, wrong: Sequence[Answered], evidence: Sequence[Answered], deadline: float) -> list[Change]:
        """Two changes that explain everything together, one at least being right about some of it alone.

        A case may show both at once, so that neither alone is right about it: those that are right about the most are
        tried first.
        """
        weighed = sorted(wrong, key=lambda entry: entry.question.op not in QUICK)[:MOST_WEIGHED]
        right = {change: {n for n, e in enumerate(weighed) if _holds(change, e)} for change in self.changes}
        telling = [change for change in self.changes if right[change]]
        pairs = list(combinations(telling, 2))
        pairs.sort(key=lambda pair: -len(right[pair[0]] | right[pair[1]]))
        telling.sort(key=lambda change: -len(right[change]))
        mute = [change for change in self.changes if not right[change]]
        pairs = pairs[:MOST_PAIRS] + [(one, other) for one in telling[:MOST_LEADING] for other in mute]
        soon = max(deadline, time.monotonic() + SECONDS_EACH)
        for one, other in pairs:
            if time.monotonic() > soon:
                break
            if one.values.keys() & other.values.keys():
                continue
            try:
                both = with_values(self.variant, {**one.values, **other.values})
            except VariantError:
                continue
            clauses = tuple(dict.fromkeys((*one.clauses, *other.clauses)))
            together = Change(f"{one.id} and {other.id}", {**one.values, **other.values}, clauses, both)
            if explains(together, evidence):
                return [together]
        return []

    def _with_procedures(self, evidence: Sequence[Answered]) -> list[Change]:
        """A change and a wrong procedure that explain everything together."""
        both = (
            msgspec.structs.replace(change, id=f"{change.id} and {each.id}", procedure=each.procedure)
            for change in self.changes
            for each in self.procedures
        )
        return [change for change in both if explains(change, evidence)]

    def _in_parts(self, wrong: Sequence[Answered], evidence: Sequence[Answered]) -> Diagnosis:
        """The changes that between them explain the most, each explaining more than it contradicts."""
        right = [entry for entry in evidence if not entry.wrong][:MOST_CONTRADICTED]
        left = list(wrong)
        parts: list[PartialExplanation] = []
        while left and len(parts) < MOST_PARTS:
            best = max((self._part(change, left, right) for change in self._telling(left)), key=_worth, default=None)
            if best is None or best.explains <= best.contradicts:
                break
            parts.append(best)
            left = [entry for entry in left if _holds(best.change, entry) is not True]
        return Diagnosis(len(wrong), parts=tuple(parts), unexplained=len(left), example=wrong[0].question)

    def _telling(self, left: Sequence[Answered]) -> list[Change]:
        """The changes that explain the most of some wrong answers."""
        changes = [*self.changes, *self.procedures]
        numbers = {change: sum(_holds(change, e) is True for e in left) for change in changes}
        telling = [change for change in changes if numbers[change]]
        return sorted(telling, key=lambda change: -numbers[change])[:MOST_WEIGHED]

    def _part(self, change: Change, left: Sequence[Answered], right: Sequence[Answered]) -> PartialExplanation:
        explained = [entry for entry in left if _holds(change, entry) is True]
        against = sum(_holds(change, entry) is False for entry in right)
        return PartialExplanation(change, len(explained), against, explained[0].question)


def _worth(part: PartialExplanation) -> tuple[int, int]:
    return part.explains - part.contradicts, part.explains


def _holds(change: Change, entry: Answered) -> bool | None:
    opinion = change.opinion(entry.question, entry.given)
    return None if opinion is None else opinion.agrees


def explains(change: Change, evidence: Iterable[Answered]) -> bool:
    """Whether a change gives every wrong answer, and contradicts none of the others."""
    for entry in evidence:
        holds = _holds(change, entry)
        if holds is False or (entry.wrong and holds is None):
            return False
    return True
