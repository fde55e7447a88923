"""A kit built from another's: its questions are put to these rules, and only what they don't tell is searched for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from meldproof.arranging.limits import deadline_after, is_past
from meldproof.conforming.agreement import apart
from meldproof.conforming.building import (
    NO_TIME,
    Advance,
    Patience,
    ShownChange,
    assembled,
    can_show,
    shown_by,
    with_procedures,
)
from meldproof.conforming.difference import clauses_of
from meldproof.conforming.kit import (
    Kit,
    KitCase,
    about_of,
    disputes,
    expected_of,
    in_order,
    readings_of,
    titled,
    with_patterns,
)
from meldproof.conforming.renewing import holds_melds
from meldproof.conforming.unseen import unseen
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.clocks import WorkClock
from meldproof.witnesses.judging import ASKED
from meldproof.witnesses.mutants import Mutant, mutants_said
from meldproof.witnesses.questions import ask, in_scope
from meldproof.witnesses.turns import TurnSearch

BRIEF = Patience(5.0, 1.0)
MOST_WORK = 300.0
"""Seconds of counted work for all that another kit doesn't tell."""


def kit_beside(
    variant: Variant,
    base: Kit,
    *,
    timeout: float | None = None,
    advance: Advance = lambda done, total: None,
) -> Kit:
    """A variant's kit that has all cases of another in which both agree and which tell something here."""
    deadline = deadline_after(timeout)
    changes = [mutant for mutant in mutants_said(variant) if can_show(variant, mutant.parameter)]
    cases = answered_here(base, variant)
    told = told_by(cases, changes, variant)
    clock = WorkClock(BRIEF.first, deadline)
    search: TurnSearch | None = None
    shown: list[ShownChange] = []
    lost = [mutant for mutant in changes if mutant.id not in {name for names in told.values() for name in names}]
    for number, mutant in enumerate(lost):
        if (why := unseen(variant, mutant)) is not None:
            shown.append(ShownChange(mutant, (), proved=True, note=why))
        elif is_past(deadline) or clock.spent > MOST_WORK:
            shown.append(ShownChange(mutant, (), note=NO_TIME))
        else:
            search = search or TurnSearch(variant)
            shown.append(shown_by(variant, mutant, search, deadline, BRIEF, clock))
        advance(number + 1, len(lost))
    kit = assembled(variant, shown)
    kept = {case.question: _telling(case, tuple(told[case.id]), variant) for case in cases if told[case.id]}
    own = {case.question: case for case in kit.cases}
    for question, case in kept.items():
        if question in own:
            names = tuple(dict.fromkeys((*case.mutants, *own[question].mutants)))
            kept[question] = _telling(case, names, variant)
    kit = msgspec.structs.replace(kit, cases=in_order({**own, **kept}.values()))
    if is_past(deadline):
        return kit
    kit = with_procedures(kit, variant)
    return msgspec.structs.replace(kit, cases=with_patterns(kit.cases, variant))


def _telling(case: KitCase, mutants: tuple[str, ...], variant: Variant) -> KitCase:
    return msgspec.structs.replace(case, mutants=mutants, clauses=clauses_of(case, mutants, variant))


def answered_here(base: Kit, variant: Variant) -> list[KitCase]:
    """The cases of another kit as these rules answer them, without what is theirs alone."""
    readings = readings_of(variant)
    found = []
    for case in base.cases:
        if case.pattern or not in_scope(case.op, variant) or holds_melds(case, variant):
            continue
        result = ask(case.question, variant)
        if result is None:
            continue
        others = disputes(case.question, result, readings)
        found.append(
            msgspec.structs.replace(
                case, result=result, readings=others, expected=expected_of(case.op, result, others), procedures=(),
                title=titled(case.question, result, about_of(case)),
            )
        )  # fmt: skip
    return found


def told_by(cases: Sequence[KitCase], changes: Sequence[Mutant], variant: Variant) -> dict[str, list[str]]:
    """Which changes each case tells: of those that it was made for, or that are of the same parameters, every one.

    A change that none of these tells is told by the first of all others that does, if they ask about such things.
    """
    told: dict[str, list[str]] = {case.id: [] for case in cases}
    for mutant in changes:
        near = [case for case in cases if _is_about(case, mutant.parameter)]
        telling = [case for case in near if apart(case.question, variant, mutant.variant)]
        if not telling:
            others = (case for case in cases if case not in near and _may_show(case, mutant.parameter))
            telling = [*islice((case for case in others if apart(case.question, variant, mutant.variant)), 1)]
        for case in telling:
            told[case.id].append(mutant.id)
    return told


def _may_show(case: KitCase, parameter: str) -> bool:
    levels = levels_of(parameter)
    return case.op in (*ASKED[levels[0]], *(("legal_action", "score") if "turn" in levels else ()))


def _is_about(case: KitCase, parameter: str) -> bool:
    return any(mutant.partition("=")[0] == parameter for mutant in case.mutants)
