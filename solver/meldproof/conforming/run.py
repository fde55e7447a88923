"""A whole run: the kit, then what comes after it, as one report; and the smoke test of a new harness."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from meldproof.conforming.beyond import Beyond
from meldproof.conforming.diagnosis import Answered, Diagnosis
from meldproof.conforming.driver import Abandoned, AskPlan, Begin, Driver, QuestionOutcome, Status
from meldproof.conforming.kit import Kit, KitCase
from meldproof.conforming.protocol import Implementation
from meldproof.conforming.session import Session, Trouble
from meldproof.messages import say
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import OPS

Advance = Callable[[int, int], None]


class ConformReport(msgspec.Struct, frozen=True):
    """A run: who answered, every kit case, generated disagreements (`asked` counts those answered), the diagnosis."""

    variant: Variant
    implementation: Implementation | None
    outcomes: tuple[QuestionOutcome, ...] = ()
    generated: tuple[QuestionOutcome, ...] = ()
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
        answered = self.count("passed") + self.count("reading")
        return self.implementation is not None and not bad and not self.stopped and answered > 0


def conform(
    variant: Variant,
    kit: Kit,
    command: Sequence[str],
    plan: AskPlan,
    *,
    advance: Advance = lambda done, of: None,
    begin: Begin = Session,
) -> ConformReport:
    """Run everything. Raises ProblemError where the command can't be started at all."""
    began = time.monotonic()
    driver = Driver(variant, command, plan, begin)
    outcomes: list[QuestionOutcome] = []
    answered: list[Answered] = []
    stopped = ""
    offered: tuple[str, ...] = ()
    cases: list[KitCase] = []
    beyond: Beyond | None = None
    try:
        offered = driver.open().operations
        cases = [case for case in kit.cases if _chosen(case, plan.only)]
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
        stopped = str(reason)
    finally:
        driver.close()
    absent = {op: sum(case.op == op for case in cases) for op in OPS if op not in offered}
    return ConformReport(
        variant, driver.implementation, tuple(outcomes), tuple(beyond.generated) if beyond else (),
        beyond.asked if beyond else {}, {op: number for op, number in absent.items() if number},
        beyond.diagnosis if beyond else Diagnosis(0), time.monotonic() - began, stopped,
    )  # fmt: skip


def _chosen(case: KitCase, only: Sequence[str]) -> bool:
    names = (case.op, case.id, *case.mutants, *case.procedures)
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
