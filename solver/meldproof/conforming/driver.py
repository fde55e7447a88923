"""The driver: puts a kit, then generated questions, to an implementation, and names what it gets wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from meldproof.conforming.agreement import Malformed, agrees, check_form
from meldproof.conforming.answered import Answered
from meldproof.conforming.kit import KitCase
from meldproof.conforming.protocol import Implementation, read_start, run_message, start_message, variant_message
from meldproof.conforming.session import Kind, Session, Trouble
from meldproof.messages import printable_data, say
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import Op, Question, Result, from_plain

Status = Literal["passed", "failed", "reading", "skipped", "unjudged", "errored"]
UNANSWERED: tuple[Status, ...] = ("skipped", "unjudged")
"""Of these cases nothing is known: it gave no answer, or none that can be compared."""
UNTOLD: tuple[Status, ...] = ("passed", *UNANSWERED)
"""Of these there is nothing to show."""
MOST_TROUBLES = 4
"""Misbehaviours in a row after which nothing more is asked; the process is started anew after each."""
EXAMPLES, SECONDS, ANSWER_SECONDS = 100_000, 15.0, 10.0


class Speaker(Protocol):
    """Whoever answers messages; a `Session` with a process is one."""

    def ask(self, message: dict[str, Any]) -> dict[str, Any]: ...
    def ends(self) -> bool: ...
    def stop(self) -> None: ...
    def kill(self) -> None: ...


Begin = Callable[[Sequence[str], float], Speaker]


class AskPlan(msgspec.Struct, frozen=True):
    """What is asked: `only` keeps to operations, parameters or case ids that begin so; `examples` an operation and
    `seconds` in all bound the generated part, which is always the same for a `seed` as far as it goes; `answer_seconds`
    is the longest wait for one answer."""

    only: tuple[str, ...] = ()
    examples: int = EXAMPLES
    seconds: float = SECONDS
    answer_seconds: float = ANSWER_SECONDS
    timeout: float | None = None
    seed: int = 1


class QuestionOutcome(msgspec.Struct, frozen=True):
    """What became of one question.

    `disputed` are the readings that answer it otherwise, `readings` those among them that all its answers follow.
    """

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
    disputed: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        return from_plain(self.op, self.case)


class Abandoned(Exception):  # noqa: N818 - the end of a run
    """Nothing more can be asked."""


class Declined(Abandoned):
    """It does not play by these rules, so there is nothing to ask."""


class Driver:
    """Puts questions to one implementation, starting it anew after every misbehaviour."""

    def __init__(self, variant: Variant, command: Sequence[str], plan: AskPlan, begin: Begin = Session) -> None:
        self.variant, self.command, self.plan, self.begin = variant, tuple(command), plan, begin
        self.implementation: Implementation | None = None
        self.session: Speaker | None = None
        self.troubles = self.seq = 0
        self.patience = MOST_TROUBLES
        self.end = None if plan.timeout is None else time.monotonic() + plan.timeout

    def open(self) -> Implementation:
        """Start the process and send the rules. Raises Trouble for a wrong answer, Declined where it declines."""
        self.session = self.begin(self.command, self.plan.answer_seconds)
        answer = self._hear(self.session, start_message())
        try:
            self.implementation = read_start(answer)
        except ValueError as error:
            raise Trouble("malformed", str(error)) from None
        accepted = self._hear(self.session, variant_message(self.variant))
        if accepted.get("ok") is not True:
            said = accepted.get("message")
            reason = f": {said[:300]}" if isinstance(said, str) else ""
            raise Declined(say("it does not play {id} by these rules{reason}", id=self.variant.id, reason=reason))
        return self.implementation

    def _hear(self, speaker: Speaker, message: dict[str, Any]) -> dict[str, Any]:
        """An answer as it may be shown and kept: whatever texts are in it, none is more than a line of print."""
        heard: dict[str, Any] = printable_data(speaker.ask(message))
        return heard

    def close(self) -> None:
        if self.session is not None:
            self.session.stop()
            self.session = None

    def put(self, question: Question) -> dict[str, Any] | None:
        """The implementation's well-formed answer; None if it skips. Raises Trouble, or Abandoned after too many."""
        if self.end is not None and time.monotonic() > self.end:
            raise Abandoned(say("the time was up"))
        self.check_patience()
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

    def check_patience(self) -> None:
        """Raises Abandoned after too many misbehaviours in a row."""
        if self.troubles >= self.patience:
            raise Abandoned(say("it misbehaved {patience} times in a row", patience=self.patience))

    def _drop(self) -> None:
        if self.session is not None:
            self.session.kill()
            self.session = None
        self.troubles += 1

    def _answer(self, question: Question) -> dict[str, Any] | None:
        assert self.session is not None
        self.seq += 1
        answer = self._hear(self.session, run_message(self.seq, question))
        if answer.get("seq") != self.seq:
            raise Trouble(
                "wrong-seq", say('the answer to "seq": {seq} says {get}', seq=self.seq, get=str(answer.get("seq"))[:40])
            )
        if answer.get("skipped") is True:
            return None
        if answer.get("errored") is True:
            said = answer.get("message")
            raise Trouble("errored", said[:300] if isinstance(said, str) else say("it says that it failed"))
        if "result" not in answer:
            raise Trouble("malformed", say('an answer has "result", or "skipped": true, or "errored": true'))
        try:
            return check_form(question, answer["result"])
        except Malformed as error:
            raise Trouble("malformed", str(error)) from None

    def judge(self, case: KitCase) -> tuple[QuestionOutcome, Answered | None]:
        """Ask a case of the kit; the answer is evidence for the diagnosis where it can be compared."""
        question = case.question
        outcome = QuestionOutcome(case.op, "passed", case.case, case.result, None, case.title, case.id, case.clauses,
                          disputed=tuple(case.readings))  # fmt: skip
        try:
            given = self.put(question)
        except Trouble as trouble:
            return msgspec.structs.replace(outcome, status="errored", kind=trouble.kind, note=trouble.note), None
        if given is None:
            return msgspec.structs.replace(outcome, status="skipped"), None
        opinion = agrees(question, given, self.variant)
        if opinion is None:
            note = say("nothing in its answer can be judged here")
            return msgspec.structs.replace(outcome, status="unjudged", given=given, note=note), None
        status: Status = "passed" if opinion.agrees else "failed"
        changed = {"status": status, "given": given, "note": opinion.why}
        return msgspec.structs.replace(outcome, **changed), Answered(question, given, not opinion.agrees)
