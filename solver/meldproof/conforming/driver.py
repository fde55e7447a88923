"""The driver: puts a kit, then generated questions, to an implementation, and names what it gets wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from meldproof.conforming.agreement import Malformed, agrees, check_form
from meldproof.conforming.diagnosis import Answered, Diagnoser, Diagnosis
from meldproof.conforming.generated import GENERATED, search
from meldproof.conforming.kit import Kit, KitCase, readings_of
from meldproof.conforming.protocol import Implementation, read_start, run_message, start_message, variant_message
from meldproof.conforming.questions import OPS, Op, Question, Result, ask, to_plain
from meldproof.conforming.session import Kind, Session, Trouble
from meldproof.conforming.titles import title_of
from meldproof.variant.clauses import Text
from meldproof.variant.loading import Variant

Status = Literal["passed", "failed", "reading", "skipped", "errored"]
MOST_TROUBLES = 4
"""Misbehaviours in a row after which nothing more is asked; the process is started anew after each."""
MOST_ROUNDS = 3
"""Searches of an operation: after a new diagnosis, one for what refutes it."""
MOST_KEPT = 600
"""Answers that are kept as evidence."""
EXAMPLES, SECONDS, ANSWER_SECONDS = 100, 15.0, 10.0
Advance = Callable[[int, int], None]


class Speaker(Protocol):
    """Whoever answers messages; a `Session` with a process is one."""

    def ask(self, message: dict[str, Any]) -> dict[str, Any]: ...
    def ends(self) -> bool: ...
    def stop(self) -> None: ...
    def kill(self) -> None: ...


Begin = Callable[[Sequence[str], float], Speaker]


class Plan(msgspec.Struct, frozen=True):
    """What is asked: `only` keeps to operations, parameters or case ids that begin so; `examples` an operation and
    `seconds` in all bound the generated part; `answer_seconds` is the longest wait for one answer."""

    only: tuple[str, ...] = ()
    examples: int = EXAMPLES
    seconds: float = SECONDS
    answer_seconds: float = ANSWER_SECONDS
    timeout: float | None = None


class Outcome(msgspec.Struct, frozen=True):
    """What became of one question. `readings` are those that give the same answer where it is disputed."""

    op: Op
    status: Status
    case: dict[str, Any]
    wanted: Result
    given: dict[str, Any] | None
    title: Text
    id: str = ""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    kind: Kind | None = None
    note: str = ""
    stable: bool | None = None


class Report(msgspec.Struct, frozen=True):
    """A run: who answered, every kit case, generated disagreements (`asked` counts those answered), the diagnosis."""

    variant: Variant
    implementation: Implementation | None
    outcomes: tuple[Outcome, ...] = ()
    generated: tuple[Outcome, ...] = ()
    asked: dict[str, int] = {}
    not_offered: dict[str, int] = {}
    diagnosis: Diagnosis = Diagnosis(0)
    seconds: float = 0.0
    stopped: str = ""

    def count(self, status: Status) -> int:
        return sum(outcome.status == status for outcome in self.outcomes)

    @property
    def conforms(self) -> bool:
        """Whether all that was asked was answered, and rightly."""
        bad = self.count("failed") + self.count("errored") + len(self.generated)
        return self.implementation is not None and not bad and not self.stopped and bool(self.outcomes)


class Abandoned(Exception):  # noqa: N818 - the end of a run
    """Nothing more can be asked."""


class Driver:
    """Puts questions to one implementation, starting it anew after every misbehaviour."""

    def __init__(self, variant: Variant, command: Sequence[str], plan: Plan, begin: Begin = Session) -> None:
        self.variant, self.command, self.plan, self.begin = variant, tuple(command), plan, begin
        self.implementation: Implementation | None = None
        self.session: Speaker | None = None
        self.troubles = self.seq = 0
        self._read: dict[str, Variant] | None = None
        self.end = None if plan.timeout is None else time.monotonic() + plan.timeout

    def open(self) -> Implementation:
        """Start the process and send the rules. Raises Trouble for a wrong answer, Abandoned where it declines."""
        self.session = self.begin(self.command, self.plan.answer_seconds)
        answer = self.session.ask(start_message())
        try:
            self.implementation = read_start(answer)
        except ValueError as error:
            raise Trouble("malformed", str(error)) from None
        accepted = self.session.ask(variant_message(self.variant))
        if accepted.get("ok") is not True:
            said = accepted.get("message")
            reason = f": {said[:300]}" if isinstance(said, str) else ""
            raise Abandoned(f"it does not play {self.variant.id} by these rules{reason}")
        return self.implementation

    def close(self) -> None:
        if self.session is not None:
            self.session.stop()
            self.session = None

    def put(self, question: Question) -> dict[str, Any] | None:
        """The implementation's well-formed answer; None if it skips. Raises Trouble, or Abandoned after too many."""
        if self.end is not None and time.monotonic() > self.end:
            raise Abandoned("the time was up")
        try:
            if self.session is None:
                self.open()
            given = self._answer(question)
            self.troubles = 0
            return given
        except Trouble as trouble:
            if trouble.kind not in ("errored", "malformed"):
                self._drop()
            raise

    def _drop(self) -> None:
        if self.session is not None:
            self.session.kill()
            self.session = None
        self.troubles += 1

    def _answer(self, question: Question) -> dict[str, Any] | None:
        assert self.session is not None
        self.seq += 1
        answer = self.session.ask(run_message(self.seq, question))
        if answer.get("seq") != self.seq:
            raise Trouble("wrong-seq", f'the answer to "seq": {self.seq} says {str(answer.get("seq"))[:40]}')
        if answer.get("skipped") is True:
            return None
        if answer.get("errored") is True:
            said = answer.get("message")
            raise Trouble("errored", said[:300] if isinstance(said, str) else "it says that it failed")
        if "result" not in answer:
            raise Trouble("malformed", 'an answer has "result", or "skipped": true, or "errored": true')
        try:
            return check_form(question, answer["result"])
        except Malformed as error:
            raise Trouble("malformed", str(error)) from None

    def judge(self, case: KitCase) -> tuple[Outcome, Answered | None]:
        """Ask a case of the kit; the answer is evidence for the diagnosis where it can be compared."""
        question = case.question
        outcome = Outcome(case.op, "passed", case.case, case.result, None, case.title, case.id, case.clauses)
        try:
            given = self.put(question)
        except Trouble as trouble:
            return msgspec.structs.replace(outcome, status="errored", kind=trouble.kind, note=trouble.note), None
        if given is None:
            return msgspec.structs.replace(outcome, status="skipped"), None
        opinion = agrees(question, given, self.variant)
        if opinion is None:
            note = "it gives none of the figures that are asked for"
            return msgspec.structs.replace(outcome, status="errored", kind="malformed", given=given, note=note), None
        entry = Answered(question, given, not opinion.agrees)
        if opinion.agrees:
            return msgspec.structs.replace(outcome, given=given), entry
        follows = tuple(name for name in case.readings if self._follows(name, question, given))
        status: Status = "reading" if follows else "failed"
        changed = {"status": status, "given": given, "readings": follows, "note": opinion.why}
        return msgspec.structs.replace(outcome, **changed), entry

    def _follows(self, name: str, question: Question, given: dict[str, Any]) -> bool:
        opinion = agrees(question, given, self._readings()[name])
        return opinion is not None and opinion.agrees

    def _readings(self) -> dict[str, Variant]:
        if self._read is None:
            self._read = readings_of(self.variant)
        return self._read


def conform(
    variant: Variant,
    kit: Kit,
    command: Sequence[str],
    plan: Plan,
    *,
    advance: Advance = lambda done, of: None,
    begin: Begin = Session,
) -> Report:
    """Run everything. Raises ProblemError where the command can't be started at all."""
    began = time.monotonic()
    driver = Driver(variant, command, plan, begin)
    outcomes: list[Outcome] = []
    answered: list[Answered] = []
    generated: list[Outcome] = []
    asked: dict[str, int] = {}
    diagnosis, stopped = Diagnosis(0), ""
    offered: tuple[str, ...] = ()
    cases: list[KitCase] = []
    try:
        offered = driver.open().operations
        cases = [case for case in kit.cases if _chosen(case, plan.only)]
        here = [case for case in cases if case.op in offered]
        for number, case in enumerate(here):
            outcome, entry = driver.judge(case)
            outcomes.append(outcome)
            answered += [entry] if entry is not None else []
            advance(number + 1, len(here))
            if driver.troubles >= MOST_TROUBLES:
                raise Abandoned(f"it misbehaved {MOST_TROUBLES} times in a row")
        diagnosis, generated = _beyond(driver, offered, answered, asked)
    except Trouble as trouble:
        stopped = f"at the start: {trouble.kind}: {trouble.note}"
    except Abandoned as reason:
        stopped = str(reason)
    finally:
        driver.close()
    absent = {op: sum(case.op == op for case in cases) for op in OPS if op not in offered}
    return Report(
        variant, driver.implementation, tuple(outcomes), tuple(generated), asked,
        {op: number for op, number in absent.items() if number}, diagnosis, time.monotonic() - began, stopped,
    )  # fmt: skip


def _chosen(case: KitCase, only: Sequence[str]) -> bool:
    names = (case.op, case.id, *case.mutants)
    return not only or any(name.startswith(prefix) for prefix in only for name in names)


def _beyond(
    driver: Driver, offered: Sequence[str], answered: list[Answered], asked: dict[str, int]
) -> tuple[Diagnosis, list[Outcome]]:
    """The diagnosis and the generated part: what explains the kit's answers is what generated answers must follow."""
    plan = driver.plan
    diagnoser: Diagnoser | None = None
    diagnosis = Diagnosis(0)

    def put(question: Question) -> Answered | None:
        entry = _evidence(driver, question)
        if entry is not None:
            answered.append(entry)
        return entry

    def diagnose() -> Diagnosis:
        nonlocal diagnoser
        if not any(entry.wrong for entry in answered):
            return Diagnosis(0)
        diagnoser = diagnoser or Diagnoser(driver.variant, offered)
        return diagnoser.diagnose(list(answered), put, deadline=time.monotonic() + max(20.0, plan.seconds))

    diagnosis = diagnose()
    end = time.monotonic() + plan.seconds
    generated: list[Outcome] = []
    ops = [op for op in GENERATED if op in offered and (not plan.only or any(op.startswith(p) for p in plan.only))]
    for op in ops if plan.examples else ():
        asked[op] = 0
        for _ in range(MOST_ROUNDS):
            rules = diagnosis.explanations[0].variant if diagnosis.explanations else driver.variant

            def differs(question: Question, op: Op = op, rules: Variant = rules) -> bool:
                if ask(question, rules) is None:
                    return False
                entry = _evidence(driver, question)
                if entry is None:
                    return False
                asked[op] += 1
                if not entry.wrong and len(answered) < MOST_KEPT:
                    answered.append(entry)
                opinion = agrees(question, entry.given, rules)
                return opinion is not None and not opinion.agrees

            soon = min(end, time.monotonic() + max(1.0, plan.seconds / len(ops)))
            found = search(op, rules, differs, examples=plan.examples, deadline=soon)
            if not found:
                break
            entry = put(found[0])
            generated += [_generated(driver, found[0])] if entry is not None and entry.wrong else []
            paused = time.monotonic()
            diagnosis = diagnose()
            end += time.monotonic() - paused
            if not diagnosis.explanations:
                break
    return diagnosis, generated


def _evidence(driver: Driver, question: Question) -> Answered | None:
    """The answer to a question of nobody's kit; None where there is none to compare."""
    try:
        given = driver.put(question)
    except Trouble:
        if driver.troubles >= MOST_TROUBLES:
            raise Abandoned(f"it misbehaved {MOST_TROUBLES} times in a row") from None
        return None
    opinion = None if given is None else agrees(question, given, driver.variant)
    return None if given is None or opinion is None else Answered(question, given, not opinion.agrees)


def _generated(driver: Driver, question: Question) -> Outcome:
    """A generated disagreement, asked twice more to show that it is stable."""
    answers: list[dict[str, Any] | None] = []
    for _ in range(2):
        try:
            answers.append(driver.put(question))
        except Trouble as trouble:
            answers.append({"errored": trouble.kind})
    wanted = ask(question, driver.variant)
    assert wanted is not None
    opinion = agrees(question, answers[0], driver.variant) if answers[0] else None
    return Outcome(
        question.op, "failed", to_plain(question), wanted, answers[0], title_of(question, wanted),
        stable=answers[0] == answers[1], note=opinion.why if opinion else "",
    )  # fmt: skip


def run_smoke(
    variant: Variant, kit: Kit, command: Sequence[str], plan: Plan
) -> tuple[Implementation | None, list[str]]:
    """Whether a harness speaks the protocol: what it is, and what is wrong; right answers are not asked for."""
    driver = Driver(variant, command, plan)
    faults: list[str] = []
    try:
        offered = driver.open().operations
        if not offered:
            faults.append(f'"operations" names none of {", ".join(OPS)}')
        for op in offered:
            for case in [case for case in kit.cases if case.op == op][:2]:
                try:
                    driver.put(case.question)
                except Trouble as trouble:
                    faults.append(f"{op}: {trouble.kind}: {trouble.note}")
        process = driver.session
        if process is not None and not process.ends():
            faults.append('after {"cmd": "stop"} it should end by itself')
    except Trouble as trouble:
        faults.append(f"start: {trouble.kind}: {trouble.note}")
    except Abandoned as reason:
        faults.append(str(reason))
    finally:
        driver.close()
    return driver.implementation, faults
