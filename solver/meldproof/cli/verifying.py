"""`verify`: what the checker says of a certificate, and for which question, under whose rules, it says so.

The checker itself stays alone: it knows no loader and no variants. Here its settings are put to the loader, and
compared with those of the variant that the certificate names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.checking.certificate_checker import MOST_BYTES, check_certificate
from meldproof.cli import show
from meldproof.cli.options import Common, load
from meldproof.errors import ProblemError, VariantError
from meldproof.inputs import read_plain
from meldproof.messages import say
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


def verified(path: Path, common: Common) -> int:
    """Check the certificate in a file, and print what became of it. Raises ProblemError for what is none."""
    text = read_plain(path, say("certificate"), MOST_BYTES)
    outcome = check_certificate(text)
    if outcome.status == 2:
        raise ProblemError(f"{path}: {outcome.reason}")
    try:
        asked = msgspec.convert(json.loads(text), Asked)
    except msgspec.ValidationError as error:
        raise ProblemError(say("{path}: no certificate: {error}", path=path, error=borrowed(error))) from None
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", asked.variant):
        raise ProblemError(
            say("{path}: no certificate: {variant!r} is no variant's id", path=path, variant=asked.variant[:60])
        )
    differing = _differing(_variant(asked, str(path)), common)
    if common.json:
        show.write_json(_found(asked, differing) | {"proved": outcome.status == 0, "reason": outcome.reason})
    else:
        words, names = WORDS[common.lang], FIGURES[common.lang]
        figures = ", ".join(f"{names[name]} {asked.claim.figures[name]}" for name in asked.objective)
        print(
            words["not proved"].format(reason=outcome.reason)
            if outcome.status
            else words["proved"].format(reason=figures)
        )
        for line in _lines(asked, differing, words, names):
            print("".join(sign if sign.isprintable() else "?" for sign in line))
    return outcome.status


def _variant(asked: Asked, path: str) -> Variant:
    """The settings as the loader takes them. Raises ProblemError for settings that it refuses."""
    try:
        values = {name: typed_value(name, value, path) for name, value in asked.settings.items()}
        clause = Clause(f"{asked.variant}/certificate", (), "default", Text("", ""), values)
        file = RuleFile(path, asked.variant, Text("", ""), "", (clause,))
        return assemble(file, file.clauses, (), drop_inactive=False)
    except VariantError as error:
        raise ProblemError(say("no variant has the settings of this certificate: {error}", error=error)) from None


def _differing(embedded: Variant, common: Common) -> list[str] | None:
    """The settings that the named variant has otherwise; None where there is no such variant."""
    try:
        named = load(embedded.id, common).plain()
    except VariantError:
        if common.set or common.reading:
            raise
        return None
    own = embedded.plain()
    return [name for name in {**named, **own} if name not in own or name not in named or own[name] != named[name]]


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
