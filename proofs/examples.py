"""The worked examples that the texts print are legal as printed, and none of them loses a tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Card, Kind
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.notation import cards_text, parse_cards
from meldproof.proving.basis import of_records
from meldproof.proving.recorded import recorded
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, nothing_to_claim, proved
from meldproof.variants.clauses import Text


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One worked example of a text (`examples.toml`).

    `melds` are legal as written (of no other kind than `kind`, if that is said), `refused` are not. Or it is a turn:
    `rack` is laid and the `table` becomes `after`.
    """

    id: str
    variant: str
    cites: tuple[str, ...]
    en: str
    es: str
    melds: tuple[str, ...] = ()
    kind: Kind | None = None
    refused: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    rack: str = ""
    after: tuple[str, ...] = ()


def _examples_are_legal(context: Context) -> ClaimOutcome:
    """Each meld by the checker; each turn also by counting its tiles, and by an engine that lays as many."""
    examples = recorded(context, "examples.toml", "example", Example)
    if not examples:
        return nothing_to_claim("no example is recorded", "no hay ningún ejemplo registrado")
    for example in examples:
        try:
            fault = _fault(context, example)
        except MeldproofError as error:
            fault = str(error)
        if fault:
            return ClaimOutcome("refuted", f"{example.id}: {fault}", Text(example.en, example.es))
    cites = ", ".join(dict.fromkeys(cite for example in examples for cite in example.cites))
    return proved(cites, cites, of_records(len(examples), "worked examples", "ejemplos resueltos"))


def _fault(context: Context, example: Example) -> str:
    for cards in (*example.melds, *example.table, *example.after):
        verdict = check_cards(context.variant, cards, ordered=True)
        if not verdict.legal:
            return f"{cards}: {verdict.violations[0].clause}"
        if example.kind and verdict.kinds != (example.kind,):
            return f"{cards}: {' / '.join(verdict.kinds)}"
    for cards in example.refused:
        if check_cards(context.variant, cards, ordered=True).legal:
            return f"{cards}: legal"
    return _lost(context, example) if example.rack else ""


def _lost(context: Context, example: Example) -> str:
    """What the turn loses or adds, or how many tiles an engine can't lay."""
    before, after = _tiles(context, (*example.table, example.rack)), _tiles(context, example.after)
    if before != after:
        odd = sorted(((before - after) + (after - before)).elements())
        return f"{' ; '.join(example.table)} + {example.rack}: {cards_text(odd, context.deck)}"
    if context.settings.table.rearrange != "full":
        return ""
    answer: Any = solve_problem(make_problem(context.variant, example.rack, table=example.table))
    laid = answer.figures.melded_cards
    return "" if laid == len(example.rack.split()) else f"{example.rack}: {laid} < {len(example.rack.split())}"


def _tiles(context: Context, groups: Sequence[str]) -> Counter[Card]:
    return Counter(token.card for group in groups for token in parse_cards(group, context.deck))


THEOREMS = [
    Theorem(
        "examples-are-legal",
        (
            "Every worked example of the text is legal as printed, and a turn in it keeps all its tiles.",
            "Todo ejemplo resuelto del texto es legal tal como figura, y ningún turno en él pierde fichas.",
        ),
        (THE_VARIANT, ""),
        _examples_are_legal,
        ("the worked examples recorded", "los ejemplos resueltos registrados"),
        "records",
    )
]
