"""Which sentences of one text contradict each other: they demand what no rules can be at once, and it matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.errors import MeldproofError, NotationError
from meldproof.playing.referee import referee
from meldproof.proving.basis import of_records
from meldproof.proving.recorded import is_as_written, recorded
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, nothing_to_claim, proved
from meldproof.variants.clauses import Text, read_values
from meldproof.variants.loading import Variant, load_variant
from meldproof.variants.values import to_plain


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What some sentences demand: parameters by name, which hold under `readings` (none: as the variant stands)."""

    cites: tuple[str, ...]
    set: dict[str, Any]
    readings: tuple[str, ...] = ()


class Witness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand (with a table) that is answered differently; or a log that is judged differently, and what it shows."""

    hand: str = ""
    table: tuple[str, ...] = ()
    players: int | None = None
    pairs: bool = False
    log: tuple[str, ...] = ()
    play: dict[str, str] = {}


class Contradiction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One contradiction within a text (`contradictions.toml`)."""

    id: str
    variant: str
    en: str
    es: str
    demand: tuple[Demand, Demand]
    witness: Witness


def _contradictions_hold(context: Context) -> ClaimOutcome:
    """Each demand alone can be met, both together cannot, and the witness tells them apart."""
    if not is_as_written(context.variant):
        return nothing_to_claim(
            "what is recorded is about the variant unchanged", "lo registrado es sobre la variante original"
        )
    entries = recorded(context, "contradictions.toml", "contradiction", Contradiction)
    if not entries:
        return nothing_to_claim("none is recorded", "no hay ninguna registrada")
    english, spanish = [], []
    for entry in entries:
        demands = [_values(demand, entry.id) for demand in entry.demand]
        variants = [load_variant(context.variant.path, readings=demand.readings) for demand in entry.demand]
        fault = _fault(entry, demands, variants)
        if fault:
            return ClaimOutcome("refuted", f"{entry.id}: {fault}", Text(entry.en, entry.es))
        told_apart = _answers(entry.witness, variants)
        between = " / ".join(", ".join(demand.cites) for demand in entry.demand)
        play = {language: f"{text}: " for language, text in entry.witness.play.items()}
        english.append(f"{between}: {entry.en} ({play.get('en', '')}{told_apart})")
        spanish.append(f"{between}: {entry.es} ({play.get('es', '')}{told_apart})")
    basis = of_records(
        len(entries), "pairs of sentences, their witnesses played", "pares de frases, con sus testigos jugados"
    )
    return proved("; ".join(english), "; ".join(spanish), basis)


def _fault(entry: Contradiction, demands: Sequence[Mapping[str, object]], variants: Sequence[Variant]) -> str:
    for demand, variant in zip(demands, variants, strict=True):
        for name, value in demand.items():
            if variant.values.get(name) != value:
                return f"{name} = {to_plain(variant.values.get(name))} ≠ {to_plain(value)}"
    if _can_be_met_together(demands):
        return ", ".join(f"{name} = {to_plain(value)}" for demand in demands for name, value in demand.items())
    if len(set(_each_answer(entry.witness, variants))) == 1:
        return _answers(entry.witness, variants)
    return ""


def _can_be_met_together(demands: Sequence[Mapping[str, object]]) -> bool:
    """Whether no parameter is demanded to have two values."""
    one, other = demands
    return all(one[name] == other[name] for name in one.keys() & other.keys())


def _each_answer(witness: Witness, variants: Sequence[Variant]) -> list[str]:
    """How many cards each of the variants lets be laid; a dash where the hand can't be held. Or what a referee says."""
    if not witness.hand:
        return [_judged(witness, variant) for variant in variants]
    found = []
    for variant in variants:
        try:
            problem = make_problem(variant, witness.hand, table=witness.table, players=witness.players)
        except NotationError:
            found.append("–")
            continue
        figures: Any = solve_problem(problem).figures
        found.append(f"{figures.melded_cards}")
    return found


def _judged(witness: Witness, variant: Variant) -> str:
    """The line where a referee stops and the rule it names, or all points of the log."""
    header = {"variant": variant.id, "players": witness.players or 2, "pairs": witness.pairs}
    report = referee(variant, [msgspec.json.encode(header).decode(), *witness.log])
    if report.fault is not None:
        return f"{report.line}: {report.fault.clause}"
    points = [line.points for deal in report.deals for line in deal.lines if line.points is not None]
    return f"{report.actions} ✓ {' '.join(f'{number:+}' for number in points)}".rstrip()


def _answers(witness: Witness, variants: Sequence[Variant]) -> str:
    if not witness.hand:
        return " / ".join(_each_answer(witness, variants))
    table = f" + {' ; '.join(witness.table)}" if witness.table else ""
    return f"{witness.hand}{table}: {' / '.join(_each_answer(witness, variants))}"


def _values(demand: Demand, where: str) -> Mapping[str, object]:
    values = read_values(demand.set, where)
    if not values:
        raise MeldproofError(f"contradiction {where}: a demand sets no parameter")
    return values


THEOREMS = [
    Theorem(
        "contradictions-in-the-text",
        (
            "What some sentences of the text demand cannot be at once, and a hand or a play tells the demands apart.",
            "Lo que piden algunas frases del texto no puede valer a la vez, y una mano o una jugada las distingue.",
        ),
        (THE_VARIANT, ""),
        _contradictions_hold,
        ("the pairs of sentences recorded", "los pares de frases registrados"),
        "records",
    )
]
