"""A kit stored beside another: which cases it has not, which are its own, and what those it shares tell here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.conforming.kit import (
    LARGEST_FILE,
    VERSION,
    Kit,
    KitCase,
    Untold,
    apart_from,
    as_lines,
    in_order,
    plain_case,
    stored_kit,
    whole_kits,
)
from meldproof.errors import ProblemError
from meldproof.inputs import read_plain
from meldproof.messages import say
from meldproof.variants.loading import Variant

LISTS = ("told", "cases", "equivalent", "untold")


class Told(msgspec.Struct, frozen=True):
    """The changes that a shared case tells of these rules, where they are others than of the rules it was made for."""

    id: str
    mutants: tuple[str, ...]


class KitDifference(msgspec.Struct, frozen=True):
    """What must be known of a kit besides the one that it `extends`: that variant's id.

    `without` are the ids of cases of that kit that this one has not; all others have the same answer here.
    """

    extends: str
    variant: str
    settings: dict[str, Any]
    without: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    cases: tuple[KitCase, ...] = ()
    equivalent: tuple[Untold, ...] = ()
    untold: tuple[Untold, ...] = ()
    version: int = VERSION

    def to_json(self) -> str:
        """The stored form: one case a line."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        plain["cases"] = [plain_case(case) for case in self.cases]
        return as_lines(plain, LISTS)


def difference(kit: Kit, base: Kit, variant: Variant) -> KitDifference:
    """What a kit of a variant is beside that of other rules."""
    here = {case.id: case for case in kit.cases}
    shared: set[str] = set()
    told = []
    for case in base.cases:
        mine = here.get(case.id)
        if mine is not None and taken_over(case, mine.mutants, variant) == mine:
            shared.add(case.id)
            if mine.mutants != case.mutants:
                told.append(Told(case.id, mine.mutants))
    without = tuple(case.id for case in base.cases if case.id not in shared)
    own = tuple(case for case in kit.cases if case.id not in shared)
    return KitDifference(base.variant, kit.variant, kit.settings, without, tuple(told), own, kit.equivalent, kit.untold)


def whole(stored: KitDifference, base: Kit, variant: Variant) -> Kit:
    """The kit, of what it is beside another."""
    told = {entry.id: entry.mutants for entry in stored.told}
    left_out = set(stored.without)
    shared = [
        taken_over(case, told.get(case.id, case.mutants), variant) for case in base.cases if case.id not in left_out
    ]
    cases = in_order([*shared, *stored.cases])
    return Kit(stored.variant, stored.settings, cases, stored.equivalent, stored.untold)


def taken_over(case: KitCase, mutants: tuple[str, ...], variant: Variant) -> KitCase:
    """A case with the same answer under other rules, which tells these changes of them."""
    return msgspec.structs.replace(case, mutants=mutants, clauses=clauses_of(case, mutants, variant))


def clauses_of(case: KitCase, mutants: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    """The clauses of a variant that a case is about: of what it tells, or of what its pattern or procedure tries."""
    names = [mutant.partition("=")[0] for mutant in mutants]
    if not names and case.pattern and case.op == "is_meld":
        names = ["run.wilds.max", "set.wilds.max"]
    there = (name for name in names or ["arrange.objective"] if name in variant.provenance)
    return tuple(dict.fromkeys(variant.provenance[name] for name in there))


NEAREST = "nearest"


def base_kit(name: str, variant: Variant) -> Kit:
    """The kit of a name that is stored whole, or that of the rules most like a variant. Raises ProblemError."""
    names = whole_kits()
    if name != NEAREST and name not in names:
        raise ProblemError(
            say("no kit of {name!r} is stored whole; there are {names}", name=name[:60], names=", ".join(names))
        )
    kits = [kit for one in names if name in (NEAREST, one) and (kit := stored_kit(one)) is not None]
    return min(kits, key=lambda kit: (len(apart_from(kit, variant)), kit.variant))


def read_difference(path: Path) -> KitDifference:
    """A kit as it is stored beside another. Raises ProblemError."""
    try:
        return msgspec.json.decode(read_plain(path, say("kit"), LARGEST_FILE), type=KitDifference)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(say("{path} is no kit: {error}", path=path, error=borrowed(error))) from None
