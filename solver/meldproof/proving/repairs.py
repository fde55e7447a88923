"""Which clauses clash: the single changes of a rule set that make a refuted claim hold, with what each clause cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from meldproof.proving.theorem import ClaimOutcome, Context
from meldproof.variants.clauses import Text
from meldproof.witnesses.clocks import GaveUp
from meldproof.witnesses.mutants import mutants

MOST_SHOWN = 8


class Repair(NamedTuple):
    """A clause that takes part in the clash: a change of what it sets removes it, the others being kept."""

    clause: str
    cites: tuple[str, ...]
    changes: tuple[str, ...]

    def said(self) -> str:
        cites = f" ({', '.join(self.cites)})" if self.cites else ""
        return f"[{self.clause}]{cites} {' | '.join(self.changes)}"


class Clash(NamedTuple):
    """The clauses found, in the variant's order; and whether every change was tried, or time ran out."""

    repairs: tuple[Repair, ...]
    complete: bool


def clash_of(context: Context, claim: Callable[[Context], ClaimOutcome], parameters: Sequence[str]) -> Clash:
    """The clauses of which a sensible change of one parameter alone makes the claim hold."""
    variant = context.variant
    changes: dict[str, list[str]] = {}
    complete = True
    for mutant in mutants(variant):
        if not any(mutant.parameter == name or mutant.parameter.startswith(f"{name}.") for name in parameters):
            continue
        try:
            context.seconds_left()
            mended = claim(context._replace(variant=mutant.variant)).held
        except GaveUp:
            complete = False
            break
        if mended:
            changes.setdefault(variant.provenance[mutant.parameter], []).append(mutant.id)
    found = tuple(
        Repair(clause.key, clause.cites, tuple(changes[clause.key]))
        for clause in variant.clauses
        if clause.key in changes
    )
    return Clash(found, complete)


def clash_text(found: Clash) -> Text:
    """The clauses that clash, in words."""
    if not found.repairs:
        if not found.complete:
            return Text("which clauses clash was not found in time", "qué cláusulas chocan no se halló a tiempo")
        return Text("no change of one clause alone removes it", "ningún cambio de una sola cláusula lo quita")
    listed = "; ".join(repair.said() for repair in found.repairs[:MOST_SHOWN])
    more = ("", "") if found.complete else ("; time ran out before all were tried", "; no hubo tiempo de probar todas")
    return Text(
        f"these clauses clash, a change of any one alone removes it: {listed}{more[0]}",
        f"estas cláusulas chocan, un cambio de una sola lo quita: {listed}{more[1]}",
    )
