"""A stored kit made fit for rules or judgements that changed a little, in seconds where building it takes minutes.

python -m meldproof.conforming.renewing [VARIANT …] writes the stored kits of a checkout anew: operations outside the
scope go, answers are given again, changes that a case no longer tells are searched for, and the patterns against faults
of search are put in. Whatever it finds, `meldproof kit VARIANT --rebuild` is the long way to the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from meldproof.conforming.agreement import apart
from meldproof.conforming.building import assembled, shown_by
from meldproof.conforming.kit import (
    FOLDER,
    Kit,
    KitCase,
    disputes,
    expected_of,
    in_order,
    readings_of,
    stored_kit,
    with_patterns,
)
from meldproof.errors import MeldproofError
from meldproof.variants.loading import Variant, load_variant
from meldproof.witnesses.cases import CardCase, arrangement
from meldproof.witnesses.mutants import Mutant, mutants, mutants_said
from meldproof.witnesses.questions import ScoreCase, ask, in_scope
from meldproof.witnesses.turns import TurnSearch


def renewed(kit: Kit, variant: Variant) -> Kit:
    """The kit of the variant as it is now, made of an older one."""
    changes = {mutant.id: mutant for mutant in mutants(variant)}
    readings = readings_of(variant)
    kept: list[KitCase] = []
    for case in kit.cases:
        result = ask(case.question, variant) if in_scope(case.op, variant) and not case.pattern else None
        if result is None or holds_melds(case, variant):
            continue
        told = tuple(
            name for name in case.mutants if name in changes and apart(case.question, variant, changes[name].variant)
        )
        if not told and not case.procedures:
            continue
        others = disputes(case.question, result, readings)
        names = dict.fromkeys(changes[name].parameter for name in told)
        clauses = tuple(dict.fromkeys(variant.provenance[name] for name in names)) or case.clauses
        kept.append(
            msgspec.structs.replace(
                case, result=result, mutants=told, clauses=clauses, readings=others,
                expected=expected_of(case.op, result, others),
            )
        )  # fmt: skip
    return _completed(kit, variant, kept, list(mutants_said(variant)))


def _completed(kit: Kit, variant: Variant, kept: Sequence[KitCase], changes: Sequence[Mutant]) -> Kit:
    """The kept cases, with cases for the changes that none of them tells."""
    told = {name for case in kept for name in case.mutants}
    silent = {entry.mutant for entry in kit.equivalent}
    lost = [mutant for mutant in changes if mutant.id not in told | silent]
    search = TurnSearch(variant) if lost else None
    found = assembled(variant, [shown_by(variant, mutant, search) for mutant in lost] if search else [])
    cases = {case.question: case for case in kept}
    for case in found.cases:
        old = cases.get(case.question)
        joined = case if old is None else msgspec.structs.replace(
            old, mutants=tuple(dict.fromkeys((*old.mutants, *case.mutants))),
            clauses=tuple(dict.fromkeys((*old.clauses, *case.clauses))),
        )  # fmt: skip
        cases[case.question] = joined
    ids = {mutant.id for mutant in changes}
    same = [entry for entry in (*kit.equivalent, *found.equivalent) if entry.mutant in ids - told]
    return Kit(
        variant.id, variant.said(), with_patterns(in_order(cases.values()), variant), tuple(same),
        found.untold,
    )  # fmt: skip


def holds_melds(case: KitCase, variant: Variant) -> bool:
    """Whether a finished deal's hand could have been laid: nobody is asked what such a one costs."""
    question = case.question
    if not isinstance(question, ScoreCase):
        return False
    for hand in question.hands:
        try:
            if hand and arrangement(CardCase("best", tuple(hand.split())), variant).melds:
                return True
        except MeldproofError:
            continue
    return False


def main(names: Sequence[str]) -> None:
    folder = Path(__file__).parents[3] / "spec" / FOLDER
    for name in names or sorted(path.stem for path in folder.glob("*.json")):
        old = stored_kit(name)
        if old is None:
            raise SystemExit(f"no kit is stored for {name}; build one: meldproof kit {name} --out …")
        kit = renewed(old, load_variant(name))
        (folder / f"{name}.json").write_text(kit.to_json(), encoding="utf-8")
        untold = [entry.mutant for entry in kit.untold]
        print(f"{name}: {len(old.cases)} cases before, {len(kit.cases)} now, untold: {untold}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
