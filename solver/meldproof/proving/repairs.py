"""Which clauses clash: the single changes of a rule set that make a refuted claim hold, with what each clause cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from meldproof.proving.mutants import mutants
from meldproof.proving.theorem import Context, GaveUp, Outcome
from meldproof.variant.clauses import Text

MOST_SHOWN = 8


class Repair(NamedTuple):
    """A clause that takes part in the clash: a change of what it sets removes it, the others being kept."""

    clause: str
    cites: tuple[str, ...]
    changes: tuple[str, ...]

    def said(self) -> str:
        cites = f" ({', '.join(self.cites)})" if self.cites else ""
        return f"[{self.clause}]{cites} {' | '.join(self.changes)}"


def repairs(context: Context, claim: Callable[[Context], Outcome], parameters: Sequence[str]) -> tuple[Repair, ...]:
    """The clauses of which a sensible change of one parameter alone makes the claim hold, in the variant's order; those found in time."""
    variant = context.variant
    changes: dict[str, list[str]] = {}
    for mutant in mutants(variant):
        if not any(mutant.parameter == name or mutant.parameter.startswith(f"{name}.") for name in parameters):
            continue
        try:
            context.seconds_left()
            mended = claim(context._replace(variant=mutant.variant)).held
        except GaveUp:
            break
        if mended:
            changes.setdefault(variant.provenance[mutant.parameter], []).append(mutant.id)
    return tuple(
        Repair(clause.key, clause.cites, tuple(changes[clause.key]))
        for clause in variant.clauses
        if clause.key in changes
    )


def clash(found: Sequence[Repair]) -> Text:
    """The clauses that clash, in words."""
    if not found:
        return Text("no change of one clause alone removes it", "ningún cambio de una sola cláusula lo quita")
    listed = "; ".join(repair.said() for repair in found[:MOST_SHOWN])
    return Text(
        f"these clauses clash, a change of any one alone removes it: {listed}",
        f"estas cláusulas chocan, un cambio de una sola lo quita: {listed}",
    )
