"""`diff`: what differs between two variants, parameter by parameter, each with a smallest witness of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

import msgspec

from meldproof.errors import VariantError
from meldproof.variants.by_deal import starts
from meldproof.variants.changes import why_not, with_values
from meldproof.variants.clauses import Clause, Text
from meldproof.variants.levels import Level, levels_of
from meldproof.variants.loading import Variant, set_by_user
from meldproof.variants.turned import sample_turned
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.judging import Comparison, Finding, Judgement, judge

SECONDS_EACH = 30.0
"""Longest search for one parameter, or for one operation between the whole variants."""
Verdict = Literal["differs", "same", "only-a-play", "none-found", "not-alone"]
Advance = Callable[[int, int], None]


class ParameterDifference(msgspec.Struct, frozen=True):
    """One parameter that differs: both plain values (None where it does not exist) and both clauses.

    The judgement is on the first variant with this one parameter changed; None where it can't be changed alone.
    """

    parameter: str
    values: tuple[object, object]
    clauses: tuple[Clause | None, Clause | None]
    judgement: Judgement | None
    reason: Text = Text()

    @property
    def level(self) -> Level:
        return levels_of(self.parameter)[0]

    @property
    def verdict(self) -> Verdict:
        return "not-alone" if self.judgement is None else self.judgement.verdict

    @property
    def note(self) -> Text:
        return self.reason if self.judgement is None else self.judgement.note

    def to_dict(self) -> dict[str, object]:
        witness = self.judgement.witness if self.judgement else None
        return {
            "parameter": self.parameter,
            "level": self.level,
            "values": list(self.values),
            "clauses": [clause_dict(clause) for clause in self.clauses],
            "verdict": self.verdict,
            "witness": witness.to_dict() if witness else None,
            "note": text_dict(self.note),
        }


class VariantDifference(msgspec.Struct, frozen=True):
    """All that differs between two variants; `findings` compare them as they are, operation by operation."""

    first: Variant
    second: Variant
    parameters: tuple[ParameterDifference, ...]
    findings: tuple[Finding, ...]

    @property
    def names(self) -> tuple[str, str]:
        """What to call the two; a variant and the same one changed have one id."""
        if self.first.id != self.second.id:
            return self.first.id, self.second.id
        return _name(self.first), _name(self.second)

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof diff --json` (schema `diff.json`)."""
        return {
            "variants": [variant_dict(variant) for variant in (self.first, self.second)],
            "equal": not self.parameters,
            "parameters": [difference.to_dict() for difference in self.parameters],
            "operations": [finding_dict(finding) for finding in self.findings],
        }


def compare_variants(
    first: Variant,
    second: Variant,
    *,
    advance: Advance = lambda done, total: None,
    timeout: float | None = None,
) -> VariantDifference:
    """What differs. `timeout` is in seconds for everything; what it leaves out is said in the notes."""
    deadline = None if timeout is None else time.monotonic() + timeout
    first, second = sample_turned(first), sample_turned(second)
    one, other = first.plain(), second.plain()
    names = [name for name in parameters() if one.get(name) != other.get(name)]
    whole = Comparison(first.at(), second.at())
    operations = whole.operations() if names else ()
    steps = len(names) + len(operations)
    found = []
    for number, name in enumerate(names):
        found.append(_difference(name, first, second, _soon(deadline)))
        advance(number + 1, steps)
    findings = []
    for number, op in enumerate(operations):
        whole.clock.deadline = _soon(deadline)
        findings.append(whole.find(op))
        advance(len(names) + number + 1, steps)
    return VariantDifference(first, second, tuple(found), tuple(findings))


def _name(variant: Variant) -> str:
    """The id, with the readings and settings that it was loaded with."""
    changes = [*variant.readings, *set_by_user(variant)]
    return f"{variant.id} ({', '.join(changes)})" if changes else variant.id


def _difference(name: str, first: Variant, second: Variant, deadline: float) -> ParameterDifference:
    values = (first.plain().get(name), second.plain().get(name))
    clauses = (_clause(first, name), _clause(second, name))
    for variant in (first, second):
        if name not in variant.values:
            reason = Text(f"it does not exist in {variant.id}", f"no existe en {variant.id}")
            return ParameterDifference(name, values, clauses, None, reason)
    try:
        changed = with_values(first, {name: values[1]})
    except VariantError:
        said = why_not(lambda: with_values(first, {name: values[1]}), f"{name}: ")
        reason = Text(f"it can't be changed alone: {said.en}", f"no puede cambiarse sola: {said.es}")
        return ParameterDifference(name, values, clauses, None, reason)
    deal = _first_other(first, changed)
    judgement = judge(Comparison(first.at(deal), changed.at(deal), deadline=deadline), levels_of(name))
    return ParameterDifference(name, values, clauses, judgement)


def _first_other(first: Variant, changed: Variant) -> int | None:
    """The first deal in which the change shows; None where nothing changes by deal."""
    if first.deals is None and changed.deals is None:
        return None
    deals = sorted({*starts(first.values), *starts(changed.values)})
    return next((deal for deal in deals if first.at(deal).values != changed.at(deal).values), None)


def _soon(deadline: float | None) -> float:
    soon = time.monotonic() + SECONDS_EACH
    return soon if deadline is None else min(soon, deadline)


def _clause(variant: Variant, name: str) -> Clause | None:
    return variant.clause(variant.provenance[name]) if name in variant.provenance else None


def variant_dict(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "readings": list(variant.readings),
        "settings": set_by_user(variant),
    }


def finding_dict(finding: Finding) -> dict[str, object]:
    return {
        "op": finding.op,
        "status": finding.status,
        "witness": finding.witness.to_dict() if finding.witness else None,
        "fewer": finding.fewer,
        "note": text_dict(finding.note),
    }


def clause_dict(clause: Clause | None) -> dict[str, object] | None:
    if clause is None:
        return None
    return {"key": clause.key, "cites": list(clause.cites), "status": clause.status, "text": text_dict(clause.text)}


def text_dict(text: Text) -> dict[str, str]:
    return {"en": text["en"], "es": text["es"]}
