"""What a rule file's clauses become beside those of the files that it extends."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from meldproof.errors import VariantError
from meldproof.messages import say
from meldproof.variants.clauses import Clause, RuleFile

Displaced = Mapping[str, Clause]
"""Parameters of inherited clauses that a file took in part, each with the clause that set it."""


def inherited(chain: Sequence[RuleFile]) -> tuple[tuple[Clause, ...], Displaced]:
    """The clauses of a file and of all that it extends (`chain`, the file first), and what remains to be said.

    A clause takes the place of those that it `replaces`, and of every inherited one that sets a parameter of its own.
    What such a one set besides must be said anew by somebody: of half a clause the text would be half true.
    """
    clauses: list[Clause] = []
    displaced: dict[str, Clause] = {}
    for file in reversed(chain):
        own = {name for clause in file.clauses for name in clause.values}
        taken: list[Clause] = []
        for clause in file.clauses:
            for name in clause.replaces:
                taken.append(_named(name, [old for old in clauses if old not in taken], clause, file))
        taken += [clause for clause in clauses if clause.values.keys() & own and clause not in taken]
        clauses = [*(clause for clause in clauses if clause not in taken), *file.clauses]
        displaced |= {name: clause for clause in taken for name in clause.values}
        displaced = {name: clause for name, clause in displaced.items() if name not in own}
    return tuple(clauses), displaced


def _named(name: str, clauses: Sequence[Clause], clause: Clause, file: RuleFile) -> Clause:
    found = next((old for old in clauses if old.id == name), None)
    if found is None:
        raise VariantError(
            say(
                "{path}: clause {id}: replaces = {name!r} names no inherited clause{nearest}",
                path=file.path,
                id=clause.id,
                name=name[:60],
                nearest=_nearest(name, clauses),
            )
        )
    return found


def _nearest(name: str, clauses: Sequence[Clause]) -> str:
    if not clauses:
        return say(": `extends` is missing")
    names = [clause.id for clause in clauses]
    close = difflib.get_close_matches(name, names, n=1)
    return (
        say("; did you mean {name}?", name=close[0]) if close else say("; there are: {names}", names=", ".join(names))
    )
