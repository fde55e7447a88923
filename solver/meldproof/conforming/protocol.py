"""The protocol: one JSON object a line on an implementation's standard input, one answer a line on its output."""

from __future__ import annotations

from typing import Any

import msgspec

from meldproof.messages import printable, say
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import OPS, Question, to_plain

VERSION = 1
LONGEST_NAME = 120


class Implementation(msgspec.Struct, frozen=True):
    """Who answers, and the operations offered (`unknown` ones are not of this protocol)."""

    name: str
    language: str
    version: str
    operations: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def start_message() -> dict[str, Any]:
    return {"cmd": "start", "version": VERSION}


def variant_message(variant: Variant) -> dict[str, Any]:
    return {"cmd": "variant", "id": variant.id, "settings": variant.plain()}


def run_message(seq: int, question: Question) -> dict[str, Any]:
    return {"cmd": "run", "seq": seq, "op": question.op, "case": to_plain(question)}


def read_start(answer: dict[str, Any]) -> Implementation:
    """The implementation that a start's answer describes. Raises ValueError saying what is missing."""
    if answer.get("version") != VERSION:
        raise ValueError(say('the answer to start must say "version": {version}', version=VERSION))
    who = answer.get("implementation")
    if not isinstance(who, dict) or not isinstance(who.get("name"), str):
        raise ValueError(say('the answer to start must name the "implementation": {{"name", "language", "version"}}'))
    operations = answer.get("operations")
    if not isinstance(operations, list) or not all(isinstance(op, str) for op in operations):
        raise ValueError(say('the answer to start must list the "operations" it offers, of {ops}', ops=", ".join(OPS)))
    known = tuple(op for op in OPS if op in operations)
    unknown = tuple(printable(op[:LONGEST_NAME]) for op in operations if op not in OPS)[:20]
    told = [str(who.get(key) or "")[:LONGEST_NAME] for key in ("name", "language", "version")]
    name, language, version = map(printable, told)
    return Implementation(name, language, version, known, unknown)
