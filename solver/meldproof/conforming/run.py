"""A whole run: the kit, then what comes after it, as one report; and the smoke test of a new harness."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from meldproof.conforming.agreement import agrees
from meldproof.conforming.answered import Answered
from meldproof.conforming.beyond import Beyond
from meldproof.conforming.diagnosis import Diagnosis
from meldproof.conforming.driver import UNANSWERED, Abandoned, AskPlan, Begin, Declined, Driver, QuestionOutcome, Status
from meldproof.conforming.followed import Followed
from meldproof.conforming.kit import Kit, KitCase
from meldproof.conforming.protocol import Implementation
from meldproof.conforming.session import Session, Trouble
from meldproof.messages import say
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import OPS, in_scope

Advance = Callable[[int, int], None]


class ConformReport(msgspec.Struct, frozen=True):
    """A run: who answered, every kit case, generated disagreements, the diagnosis.

    `asked` counts the generated questions answered, `differing` those among them answered otherwise than what was
    known of the implementation says, `searched` the seconds they took. `read` are the readings that all its answers
    follow, with the rules under them; the diagnosis is of what differs from these. `declined`: it said that it does not
    play by these rules. `options` are the words that ask by the same rules again.
    """

    variant: Variant
    read: Followed
    implementation: Implementation | None
    outcomes: tuple[QuestionOutcome, ...] = ()
    generated: tuple[QuestionOutcome, ...] = ()
    asked: dict[str, int] = {}
    differing: dict[str, int] = {}
    searched: float = 0.0
    not_offered: dict[str, int] = {}
    diagnosis: Diagnosis = Diagnosis(0)
    seconds: float = 0.0
    stopped: str = ""
    command: tuple[str, ...] = ()
    plan: AskPlan = AskPlan()
    declined: bool = False
    options: tuple[str, ...] = ()

    def count(self, status: Status) -> int:
        return sum(outcome.status == status for outcome in self.outcomes)

    @property
    def answered(self) -> int:
        """The cases of the kit that it answered, rightly or not, so that it can be judged."""
        return sum(outcome.status not in UNANSWERED for outcome in self.outcomes)

    @property
    def nothing_asked(self) -> bool:
        """Whether there is no answer to judge: other rules, no operation in common, every question skipped."""
        ended = not self.stopped or self.declined
        return self.implementation is not None and ended and not (self.answered or any(self.asked.values()))

    @property
    def conforms(self) -> bool:
        """Whether all that was asked was answered, and rightly."""
        bad = self.count("failed") + self.count("errored") + len(self.generated)
        answered = self.count("passed") + self.count("reading") + sum(self.asked.values())
        return self.implementation is not None and not bad and not self.stopped and answered > 0


def conform(
    variant: Variant,
    kit: Kit,
    command: Sequence[str],
    plan: AskPlan,
    *,
    advance: Advance = lambda done, of: None,
    begin: Begin = Session,
    options: Sequence[str] = (),
) -> ConformReport:
    """Run everything; `options` are the words by which it is asked so again, for the report.

    Raises ProblemError where the command can't be started at all.
    """
    began = time.monotonic()
    driver = Driver(variant, command, plan, begin)
    outcomes: list[QuestionOutcome] = []
    answered: list[Answered] = []
    stopped, declined = "", False
    offered: tuple[str, ...] = ()
    cases: list[KitCase] = []
    beyond = Beyond(driver, (), ())
    try:
        offered = driver.open().operations
        cases = [case for case in kit.cases if _chosen(case, plan.only) and in_scope(case.op, variant)]
        here = [case for case in cases if case.op in offered]
        for number, case in enumerate(here):
            outcome, entry = driver.judge(case)
            outcomes.append(outcome)
            answered += [entry] if entry is not None else []
            advance(number + 1, len(here))
            driver.check_patience()
        beyond = Beyond(driver, offered, answered)
        beyond.run()
    except Trouble as trouble:
        stopped = say("at the start: {trouble}", trouble=trouble.told())
    except Abandoned as reason:
        stopped, declined = str(reason), isinstance(reason, Declined)
    finally:
        driver.close()
    absent = {op: sum(case.op == op for case in cases) for op in OPS if op not in offered}
    diagnosis = msgspec.structs.replace(beyond.diagnosis, unheld=beyond.unheld)
    return ConformReport(
        variant, beyond.read, driver.implementation, tuple(_read(outcome, beyond.read) for outcome in outcomes),
        tuple(beyond.generated), beyond.asked, beyond.differing, beyond.searched,
        {op: number for op, number in absent.items() if number},
        diagnosis, time.monotonic() - began, stopped, tuple(command), plan, declined,
        tuple(options),
    )  # fmt: skip


def _read(outcome: QuestionOutcome, read: Followed) -> QuestionOutcome:
    """The outcome under the readings that it follows in all its answers."""
    if outcome.status == "failed" and read.names and outcome.given is not None:
        opinion = agrees(outcome.question, outcome.given, read.variant)
        if opinion is not None and opinion.agrees:
            names = tuple(name for name in read.names if name in outcome.disputed) or read.names
            return msgspec.structs.replace(outcome, status="reading", readings=names, note="")
    return outcome


def _chosen(case: KitCase, only: Sequence[str]) -> bool:
    names = (case.op, case.id, *case.mutants, *case.procedures, case.pattern)
    return not only or any(name.startswith(prefix) for prefix in only for name in names)


def run_smoke(
    variant: Variant, kit: Kit, command: Sequence[str], plan: AskPlan, *, begin: Begin = Session
) -> tuple[Implementation | None, list[str]]:
    """Whether a harness speaks the protocol: what it is, and what is wrong; right answers are not asked for."""
    driver = Driver(variant, command, plan, begin)
    faults: list[str] = []
    try:
        offered = driver.open().operations
        if not offered:
            faults.append(say('"operations" names none of {names}', names=", ".join(OPS)))
        for op in offered:
            for case in [case for case in kit.cases if case.op == op][:2]:
                try:
                    driver.put(case.question)
                except Trouble as trouble:
                    faults.append(f"{op}: {trouble.told()}")
        process = driver.session
        if process is not None and not process.ends():
            faults.append(say('after {{"cmd": "stop"}} it should end by itself'))
    except Trouble as trouble:
        faults.append(say("at the start: {trouble}", trouble=trouble.told()))
    except Abandoned as reason:
        faults.append(str(reason))
    finally:
        driver.close()
    return driver.implementation, faults
