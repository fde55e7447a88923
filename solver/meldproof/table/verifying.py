"""Verifying: what the checker says of a certificate, and for which question, under whose rules, it says so.

The checker itself stays alone: it knows no loader and no variants. Here its settings are put to the loader, and
compared with those of the variant that the certificate names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.checking.certificate_checker import check_certificate
from meldproof.errors import ProblemError, VariantError
from meldproof.messages import printable, say
from meldproof.variants.clauses import Clause, RuleFile, Text, typed_value
from meldproof.variants.loading import Variant, assemble
from meldproof.witnesses.wording import FIGURES

WORDS = {
    "en": {
        "proved": "proved under the settings in the file: {reason}",
        "not proved": "not proved: {reason}",
        "same": "settings: those of {variant}",
        "changed": "settings: not those of {variant}; different: {names}",
        "unknown": "settings: there is no variant {variant} here to compare them with",
        "deck": "deck: {copies} × each card, {jokers} jokers",
        "hand": "hand: {cards}", "table": "table: {cards}", "discard": "discard: {discard}",
        "opening": "opening: {points} points, {pure_runs} pure runs", "use": "to be used: {cards}",
        "objective": "objective: {names}", "value": "claim: {names}", "given_up": "given up as impossible: {names}",
        "none": "none", "required": "required", "optional": "optional",
        "asked_opening": "the opening", "asked_use": "the cards to be used", "asked_discard": "the discard",
    },
    "es": {
        "proved": "demostrado según las reglas del archivo: {reason}",
        "not proved": "no demostrado: {reason}",
        "same": "reglas: las de {variant}",
        "changed": "reglas: no son las de {variant}; distintas: {names}",
        "unknown": "reglas: no hay aquí una variante {variant} con que compararlas",
        "deck": "baraja: {copies} × cada carta, {jokers} comodines",
        "hand": "mano: {cards}", "table": "mesa: {cards}", "discard": "descarte: {discard}",
        "opening": "apertura: {points} puntos, {pure_runs} escaleras puras", "use": "a usar: {cards}",
        "objective": "objetivo: {names}", "value": "se afirma: {names}", "given_up": "se deja por imposible: {names}",
        "none": "ninguno", "required": "obligatorio", "optional": "opcional",
        "asked_opening": "la apertura", "asked_use": "las cartas a usar", "asked_discard": "el descarte",
    },
}  # fmt: skip


class Laid(msgspec.Struct, frozen=True):
    kind: str
    cards: list[str]


class Claim(msgspec.Struct, frozen=True):
    figures: dict[str, int]
    dropped: list[str]
    reachable: int | None


class Asked(msgspec.Struct, frozen=True):
    """What a certificate says of its question and its claim."""

    variant: str
    settings: dict[str, Any]
    deck: dict[str, int]
    hand: list[str]
    table: list[Laid]
    discard: str
    opening: dict[str, int] | None
    use: list[str]
    objective: list[str]
    claim: Claim


class Verified(msgspec.Struct, frozen=True):
    """What became of a certificate, and what it was about.

    `differing` are the settings that the variant named in it has otherwise; None where there is no such variant.
    """

    proved: bool
    reason: str
    asked: Asked
    differing: list[str] | None

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof verify --json`."""
        return _found(self.asked, self.differing) | {"proved": self.proved, "reason": self.reason}

    def lines(self, language: str) -> Iterator[str]:
        """For people: the outcome, the question, the rules, the claim."""
        words, names = WORDS[language], FIGURES[language]
        figures = ", ".join(f"{names[name]} {self.asked.claim.figures[name]}" for name in self.asked.objective)
        told = words["proved"].format(reason=figures) if self.proved else words["not proved"].format(reason=self.reason)
        yield told
        for line in _lines(self.asked, self.differing, words, names):
            yield printable(line)


def verify(text: bytes, where: str, named: Callable[[str], Variant | None]) -> Verified:
    """Check a certificate's text. `where` it stands is for errors; `named` finds the variant of an id, if there is one.

    Raises ProblemError for what is no certificate.
    """
    outcome = check_certificate(text)
    if outcome.status == 2:
        raise ProblemError(f"{where}: {outcome.reason}")
    try:
        asked = msgspec.convert(json.loads(text), Asked)
    except msgspec.ValidationError as error:
        raise ProblemError(say("{path}: no certificate: {error}", path=where, error=borrowed(error))) from None
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", asked.variant):
        raise ProblemError(
            say("{path}: no certificate: {variant!r} is no variant's id", path=where, variant=asked.variant[:60])
        )
    differing = _differing(_variant(asked, where), named(asked.variant))
    return Verified(outcome.status == 0, outcome.reason, asked, differing)


def _variant(asked: Asked, path: str) -> Variant:
    """The settings as the loader takes them. Raises ProblemError for settings that it refuses."""
    try:
        values = {name: typed_value(name, value, path) for name, value in asked.settings.items()}
        clause = Clause(f"{asked.variant}/certificate", (), "default", Text("", ""), values)
        file = RuleFile(path, asked.variant, Text("", ""), "", (clause,))
        return assemble(file, file.clauses, (), drop_inactive=False)
    except VariantError as error:
        raise ProblemError(say("no variant has the settings of this certificate: {error}", error=error)) from None


def _differing(embedded: Variant, named: Variant | None) -> list[str] | None:
    """The settings that the named variant has otherwise; None where there is no such variant."""
    if named is None:
        return None
    theirs, own = named.plain(), embedded.plain()
    return [name for name in {**theirs, **own} if name not in own or name not in theirs or own[name] != theirs[name]]


def _found(asked: Asked, differing: list[str] | None) -> dict[str, object]:
    plain = msgspec.to_builtins(asked)
    claim = plain.pop("claim")
    del plain["settings"]
    of_variant = {"settings_of_variant": None if differing is None else not differing, "differing": differing or []}
    return {
        **plain,
        **of_variant,
        "value": claim["figures"],
        "given_up": claim["dropped"],
        "reachable": claim["reachable"],
    }


def _lines(
    asked: Asked, differing: list[str] | None, words: Mapping[str, str], figures: Mapping[str, str]
) -> list[str]:
    """For people: the question, the rules, the claim; what was not asked is left out."""
    state = "unknown" if differing is None else "changed" if differing else "same"
    names = ", ".join(differing or ())
    found = [
        words[state].format(variant=asked.variant, names=names),
        words["deck"].format(copies=asked.deck["copies"], jokers=asked.deck["jokers"]),
        words["hand"].format(cards=" ".join(asked.hand)),
    ]
    if asked.table:
        found.append(words["table"].format(cards="; ".join(" ".join(laid.cards) for laid in asked.table)))
    found.append(words["discard"].format(discard=words.get(asked.discard, asked.discard)))
    if asked.opening:
        found.append(words["opening"].format(**{"points": 0, "pure_runs": 0, **asked.opening}))
    if asked.use:
        found.append(words["use"].format(cards=" ".join(asked.use)))
    found.append(words["objective"].format(names=", ".join(figures.get(name, name) for name in asked.objective)))
    found.append(
        words["value"].format(
            names=", ".join(f"{figures.get(name, name)} {n}" for name, n in asked.claim.figures.items())
        )
    )
    if asked.claim.dropped:
        found.append(
            words["given_up"].format(names=", ".join(words.get(f"asked_{name}", name) for name in asked.claim.dropped))
        )
    return found
