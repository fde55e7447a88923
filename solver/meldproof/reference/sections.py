"""Which clause belongs to which section: by the first of its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from meldproof.variants.clauses import Clause, Text
from meldproof.variants.vocabulary import parameters


class Heading(NamedTuple):
    """A section: its id, its title, and the beginnings of the names of its parameters."""

    id: str
    title: Text
    prefixes: tuple[str, ...]


HEADINGS: Sequence[Heading] = (
    Heading("equipment", Text("What you need", "Qué hace falta"), ("deck.", "players.")),
    Heading("deal", Text("The deal", "El reparto"), ("deal.",)),
    Heading(
        "wilds",
        Text("Wilds", "Comodines"),
        ("wilds.ranks", "wilds.natural", "wilds.turned", "set.wilds.", "run.wilds.", "set.naturals.", "run.naturals."),
    ),
    Heading("melds", Text("Melds: sets and runs", "Combinaciones: piernas y escaleras"), ("set.", "run.")),
    Heading("opening", Text("The opening", "La apertura"), ("opening.", "requirement.")),
    Heading("values", Text("What cards are worth", "Cuánto valen las cartas"), ("points.", "wilds.")),
    Heading(
        "closing", Text("Closing the deal", "El cierre"), ("close.", "drop.", "knock.", "discard.to_close", "stock.")
    ),
    Heading(
        "turn",
        Text("The turn", "El turno"),
        ("turn.", "draw.", "buy.", "melding.", "layoff.", "discard.", "table.", "exchange."),
    ),
    Heading("scoring", Text("Scoring a deal", "El puntaje de la mano"), ("scoring.", "bonus.")),
    Heading("match", Text("The match", "La partida"), ("match.",)),
    Heading("arranging", Text("The best arrangement", "El mejor armado"), ("arrange.",)),
)
"""In the order in which parameters are looked up; the first section with a fitting prefix takes a clause."""

SHOWN = (
    "equipment", "deal", "melds", "wilds", "values", "turn", "opening", "closing", "scoring", "match", "arranging",
)  # fmt: skip
"""The order on the page."""


def grouped(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    """The clauses of every section, each section's in the order of the vocabulary as far as clauses are replaced.

    A clause without parameters stays behind the one that it follows in its file.
    """
    found: dict[str, list[Clause]] = {name: [] for name in SHOWN}
    last: Clause | None = None
    placed: dict[str, str] = {}
    for clause in clauses:
        section = _section(clause) or (placed[last.key] if last else SHOWN[0])
        placed[clause.key] = section
        found[section].append(clause)
        last = clause
    return {name: _in_order(rows) for name, rows in found.items()}


def _section(clause: Clause) -> str:
    first = next((name for name in parameters() if name in clause.values), "")
    opening = first.startswith("wilds.") and first.endswith(".opening")
    if opening:
        return "opening"
    return next((h.id for h in HEADINGS if first and first.startswith(h.prefixes)), "")


def _in_order(rows: list[Clause]) -> list[Clause]:
    """A clause of another file than the rest (a house rule) goes where its parameters are at home."""
    home = rows[0].key.partition("/")[0] if rows else ""
    stay = [clause for clause in rows if clause.key.startswith(f"{home}/")]
    for clause in (clause for clause in rows if not clause.key.startswith(f"{home}/")):
        place = next((i for i, other in enumerate(stay) if _rank(other) > _rank(clause)), len(stay))
        stay.insert(place, clause)
    return stay


def _rank(clause: Clause) -> int:
    names = list(parameters())
    return min((names.index(name) for name in clause.values), default=-1)
