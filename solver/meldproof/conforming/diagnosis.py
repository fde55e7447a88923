"""Which rule an implementation seems to follow instead: the changes that explain all of its answers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

import msgspec

from meldproof.conforming.agreement import agrees_with, apart, judged
from meldproof.conforming.answered import Answered, Asker
from meldproof.conforming.claimed import Opinion
from meldproof.conforming.drawing import GENERATED
from meldproof.conforming.generated import size_of, stream
from meldproof.conforming.kit import readings_of
from meldproof.conforming.numbers import read_off
from meldproof.conforming.procedures import Procedure, answered_so, answers_so, hands_to_try, procedures_of
from meldproof.errors import VariantError
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import OPERATIONS, CardCase, Operation, differ
from meldproof.witnesses.clocks import Clock
from meldproof.witnesses.judging import Comparison
from meldproof.witnesses.mutants import mutants
from meldproof.witnesses.questions import Question, Result, ask, in_scope
from meldproof.witnesses.turns import TurnSearch

MOST_PAIRS, MOST_LEADING = 300, 3
"""Pairs tried of changes that are each right about something; and changes that are tried beside all others, too."""
MOST_WEIGHED = 24
"""Wrong answers by which single changes are weighed when none explains them all, those that are quickest to answer."""
EACH_WEIGHED = 2
"""Wrong answers of an operation that numbers are read off and tried on."""
QUICK = ("in_deck", "is_meld", "value", "legal_action", "score")
SECONDS_EACH = 8.0
"""Longest search for a question that tells two explanations apart."""
HAND_OPERATIONS: tuple[Operation, ...] = ("best", "best_after_discard")
MOST_ROUNDS = 12
MOST_PARTS = 6
MOST_CONTRADICTED = 200
"""Right answers that a change is held against, where it explains only some of the wrong ones."""
LEAST_EXPLAINED = 2
"""Wrong answers that a change explains at least, where it doesn't explain all."""
MOST_REFUTED = 6
"""Guesses of one kind that are made, each after the one before was refuted."""
FRESH, MOST_FRESH, ENOUGH_TOLD = 7, 80, 4
"""The seed of the questions by which a change is confirmed; how many are looked at an operation, and how many of those
that the change answers otherwise are asked."""


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
    """A change that explains some wrong answers and contradicts none: how many, and its smallest example."""

    change: Change
    explains: int
    example: Question


class Diagnosis(msgspec.Struct, frozen=True):
    """`explanations` explain every answer, and no question that could be asked tells them apart.

    Where there are none, `parts` explain some of the wrong answers each and contradict no answer; `unexplained` are
    left. `tried` changes were held against the answers, all of them but `unheld` right ones.
    """

    wrong: int
    explanations: tuple[Change, ...] = ()
    example: Question | None = None
    parts: tuple[PartialExplanation, ...] = ()
    unexplained: int = 0
    tried: int = 0
    unheld: int = 0


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
        self.readings = readings_of(variant)
        self.tried = 0

    def diagnose(self, answered: Sequence[Answered], put: Asker, *, seconds: float) -> Diagnosis:
        """What explains the answers; `put` asks the implementation one question more.

        `seconds` are of this process's own work, so that the same is found on a machine that is busy with others, and
        twice as many of the clock for the implementation's answers.
        """
        fresh: list[Answered] = []
        waited = 0.0

        def noted(question: Question) -> Answered | None:
            nonlocal waited
            if waited > 2 * seconds:
                return None
            began = time.monotonic()
            entry = put(question)
            waited += time.monotonic() - began
            fresh.extend([entry] if entry is not None else [])
            return entry

        evidence = self._in_order(answered)
        if not evidence or not evidence[0].wrong:
            return Diagnosis(0)
        self.tried = len(self.changes) + len(self.procedures)
        half, deadline = time.process_time() + seconds / 2, time.process_time() + seconds
        ways = (self._singles, self._with_procedures, self._numbers, self._pairs)
        for way, end in zip(ways, (half, half, half, deadline), strict=True):
            for _ in range(MOST_REFUTED):  # what an answer refutes is not guessed again: the next guess knows it
                guessed = way(evidence, noted, end)
                evidence = self._in_order([*answered, *fresh])
                left = [change for change in guessed if explains(change, evidence)]
                left = self._told_apart(left, noted, deadline) if left else []
                left = [change for change in left if self.is_confirmed(change, noted)]
                evidence = self._in_order([*answered, *fresh])
                if left:
                    return Diagnosis(_wrong(evidence), tuple(left), evidence[0].question, tried=self.tried)
                if not guessed or time.process_time() > end:
                    break
        return self._in_parts(evidence, noted, deadline)

    def _in_order(self, answered: Iterable[Answered]) -> list[Answered]:
        """Wrong answers first, those that no reading disputes before the others, the smallest before larger ones."""
        kept = list({entry.question: entry for entry in answered}.values())
        wrong = sorted((entry for entry in kept if entry.wrong), key=lambda entry: size_of(entry.question))
        wrong = sorted(wrong[:MOST_WEIGHED], key=self._is_disputed) + wrong[MOST_WEIGHED:]
        return [*wrong, *(entry for entry in kept if not entry.wrong)]

    def _is_disputed(self, entry: Answered) -> bool:
        return any(apart(entry.question, self.variant, read) for read in self.readings.values())

    def changes_that_explain(self, answered: Iterable[Answered]) -> list[Change]:
        """The single changes that explain every answer."""
        evidence = self._in_order(answered)
        return [change for change in self.changes if explains(change, evidence)]

    def _singles(self, evidence: Sequence[Answered], put: Asker, deadline: float) -> list[Change]:
        """One change of a rule, or the right rules by a wrong procedure."""
        left = [change for change in self.changes if explains(change, evidence)]
        return left or [change for change in self.procedures if explains(change, evidence)]

    def _numbers(self, evidence: Sequence[Answered], put: Asker, deadline: float) -> list[Change]:
        """Numbers read off the answers: those of one parameter that explain everything, or several numbers together."""
        wrong = _spread(evidence)
        partial: list[Change] = []
        whole: list[Change] = []
        telling = [change for change in self.changes if change.values and _is_partly(change, wrong)]
        telling.sort(key=lambda change: _is_contradicted(change, evidence))
        first = [next(iter(change.values)) for change in telling]
        for values, variant in read_off(self.variant, wrong, put, self.operations, first):
            if time.process_time() > deadline or (whole and values.keys() != whole[0].values.keys()):
                break
            self.tried += 1
            change = Change(_id_of(values), values, self._clauses(values), variant)
            if explains(change, evidence):
                whole.append(change)
            elif not whole and _is_partly(change, wrong) and not _is_contradicted(change, evidence):
                partial.append(change)
        if whole:
            return whole
        return self._together(partial, evidence)

    def _together(self, partial: Sequence[Change], evidence: Sequence[Answered]) -> list[Change]:
        """Numbers that are each right about something and wrong about nothing, joined until all is explained."""
        values: dict[str, object] = {}
        left = [entry for entry in evidence if entry.wrong][:MOST_WEIGHED]
        while left:
            best = max(partial, key=lambda change: sum(_holds(change, entry) is True for entry in left), default=None)
            if best is None or best.values.keys() & values.keys() or not any(_holds(best, entry) for entry in left):
                break
            values |= best.values
            joined = self._joined(values)
            if joined is None:
                break
            if explains(joined, evidence):
                return [joined]
            left = [entry for entry in left if not _holds(joined, entry)]
        return []

    def _joined(self, values: dict[str, object]) -> Change | None:
        try:
            both = with_values(self.variant, values)
        except VariantError:
            return None
        return Change(_id_of(values), dict(values), self._clauses(values), both)

    def _clauses(self, values: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.variant.provenance[name] for name in values if name in self.variant.provenance))

    def is_confirmed(self, change: Change, put: Asker, *, whole: bool = True) -> bool:
        """Whether it answers fresh questions, too, that the change answers otherwise than the rules.

        What explains only a part is refuted by right answers alone: a wrong one may be another fault's. Questions that
        were found and not answered confirm nothing; where none is found, the kit's answers are all there are.
        """
        found = answers = 0
        for op in (op for op in GENERATED if op in self.operations and in_scope(op, self.variant)):
            told = 0
            for question in islice(stream(op, self.variant, FRESH), MOST_FRESH):
                right, other = ask(question, self.variant), change.answer(question)
                if right is None or other is None or not differ(judged(question, right, self.variant), other):
                    continue
                found += 1
                entry = put(question)
                if entry is None or _holds(change, entry) is None:
                    continue
                answers += 1
                if not _holds(change, entry):
                    if whole or not entry.wrong:
                        return False
                    continue
                told += 1
                if told == ENOUGH_TOLD:
                    break
        return answers > 0 or not found

    def _told_apart(self, left: list[Change], put: Asker, deadline: float) -> list[Change]:
        """Ask what tells the explanations apart until only those remain that no question was found for."""
        alike: list[Change] = []
        for _ in range(MOST_ROUNDS):
            rest = [change for change in left[1:] if change not in alike]
            if not rest or time.process_time() > deadline:
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

    def _pairs(self, evidence: Sequence[Answered], put: Asker, deadline: float) -> list[Change]:
        """Two changes that explain everything together, one at least being right about some of it alone.

        A case may show both at once, so that neither alone is right about it: those that are right about the most are
        tried first.
        """
        wrong = [entry for entry in evidence if entry.wrong]
        weighed = sorted(wrong, key=lambda entry: entry.question.op not in QUICK)[:MOST_WEIGHED]
        right = {change: {n for n, e in enumerate(weighed) if _holds(change, e)} for change in self.changes}
        telling = [change for change in self.changes if right[change]]
        pairs = list(combinations(telling, 2))
        pairs.sort(key=lambda pair: -len(right[pair[0]] | right[pair[1]]))
        telling.sort(key=lambda change: -len(right[change]))
        mute = [change for change in self.changes if not right[change]]
        pairs = pairs[:MOST_PAIRS] + [(one, other) for one in telling[:MOST_LEADING] for other in mute]
        for one, other in pairs:
            if time.process_time() > deadline:
                break
            if one.values.keys() & other.values.keys():
                continue
            self.tried += 1
            together = self._joined({**one.values, **other.values})
            if together is not None and explains(together, evidence):
                return [msgspec.structs.replace(together, id=f"{one.id} and {other.id}")]
        return []

    def _with_procedures(self, evidence: Sequence[Answered], put: Asker, deadline: float) -> list[Change]:
        """A change and a wrong procedure that explain everything together."""
        alone = [change for change in self.procedures if explains(change, evidence)]
        if alone:
            return alone
        found: list[Change] = []
        for change in self.changes:
            for each in self.procedures:
                if time.process_time() > deadline:
                    return found
                self.tried += 1
                both = msgspec.structs.replace(change, id=f"{change.id} and {each.id}", procedure=each.procedure)
                found += [both] if explains(both, evidence) else []
        return found

    def _in_parts(self, evidence: Sequence[Answered], put: Asker, deadline: float) -> Diagnosis:
        """The changes that between them explain the most, each contradicted by no answer, fresh ones among them."""
        wrong = [entry for entry in evidence if entry.wrong]
        left = list(wrong)
        parts: list[PartialExplanation] = []
        deadline = max(deadline, time.process_time() + 1.0)
        for change in self._telling(wrong):
            if time.process_time() > deadline:
                break
            explained = [entry for entry in left if _holds(change, entry) is True]
            if len(parts) >= MOST_PARTS or len(explained) < LEAST_EXPLAINED or _is_contradicted(change, evidence):
                continue
            if not self.is_confirmed(change, put, whole=False):
                continue
            parts.append(PartialExplanation(change, len(explained), explained[0].question))
            left = [entry for entry in left if entry not in explained]
        return Diagnosis(len(wrong), parts=tuple(parts), unexplained=len(left), example=wrong[0].question,
                         tried=self.tried)  # fmt: skip

    def _telling(self, wrong: Sequence[Answered]) -> list[Change]:
        """The changes that explain the most of some wrong answers."""
        changes = [*self.changes, *self.procedures]
        numbers = {change: sum(_holds(change, e) is True for e in wrong[:MOST_WEIGHED]) for change in changes}
        telling = [change for change in changes if numbers[change]]
        return sorted(telling, key=lambda change: -numbers[change])[:MOST_WEIGHED]


def _spread(evidence: Iterable[Answered]) -> list[Answered]:
    """The first wrong answers of every operation."""
    kept: dict[str, list[Answered]] = {}
    for entry in evidence:
        mine = kept.setdefault(entry.question.op, [])
        if entry.wrong and len(mine) < EACH_WEIGHED:
            mine.append(entry)
    return [entry for mine in kept.values() for entry in mine]


def _is_partly(change: Change, wrong: Iterable[Answered]) -> bool:
    return any(_holds(change, entry) for entry in wrong)


def _wrong(evidence: Iterable[Answered]) -> int:
    return sum(entry.wrong for entry in evidence)


def _id_of(values: dict[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _is_contradicted(change: Change, evidence: Iterable[Answered]) -> bool:
    """Whether a right answer, one of a number that is enough, is not what the change gives."""
    right = [entry for entry in evidence if not entry.wrong][:MOST_CONTRADICTED]
    return any(_against(change, entry) for entry in right)


def _holds(change: Change, entry: Answered) -> bool | None:
    opinion = change.opinion(entry.question, entry.given)
    return None if opinion is None else opinion.agrees


def explains(change: Change, evidence: Iterable[Answered]) -> bool:
    """Whether a change gives every wrong answer, and contradicts none of the others."""
    return not any(_holds(change, entry) is not True if entry.wrong else _against(change, entry) for entry in evidence)


def _against(change: Change, entry: Answered) -> bool:
    """Whether an answer is not the change's; so are rightly answered cards that the change's deck has not."""
    holds = _holds(change, entry)
    if holds is None and isinstance(entry.question, CardCase) and entry.question.op != "in_deck":
        return change.answer(entry.question) is None
    return holds is False
