"""JSON Schemas of kits, of the protocol and of reports, made from the records that read and write them."""

from __future__ import annotations

import importlib.resources
import json
from typing import Any, get_args

import msgspec

from meldproof.arranging.problem import OBJECTIVES
from meldproof.conforming.driver import Status
from meldproof.conforming.kit import Kit
from meldproof.witnesses.questions import OPS, PlayCase, ScoreCase

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}
CARD = {"type": "string", "description": "a card such as 9h, 10b, JK; in a table meld a wild has its card: JK=7s"}
_CARDS = {"type": "array", "items": CARD, "minItems": 1}
_TABLE = {"type": "array", "items": {"type": "string", "description": "a meld on the table, its cards apart by spaces"}}
_SCORE = {"type": ["integer", "null"], "description": "the asker's match score, where an opening depends on it"}


def _object(properties: dict[str, Any], required: list[str], *, closed: bool = True) -> dict[str, Any]:
    made = {"type": "object", "properties": properties, "required": required}
    return {**made, "additionalProperties": False} if closed else made


def _card_cases() -> dict[str, Any]:
    """The `case` objects of the operations about cards."""
    plain = _object({"cards": _CARDS}, ["cards"])
    best = _object({"cards": _CARDS, "table": _TABLE, "open": {"type": "boolean"}, "score": _SCORE}, ["cards"])
    return {
        "in_deck": _object({"cards": _CARDS, "players": {"type": "integer"}}, ["cards"]),
        "is_meld": plain,
        "value": plain,
        "best": best,
        "best_after_discard": plain,
        "can_open": _object({"cards": _CARDS, "score": _SCORE}, ["cards"]),
    }


def _results() -> dict[str, Any]:
    """The `result` objects, operation by operation."""
    number, flag = {"type": "integer"}, {"type": "boolean"}
    figures: dict[str, Any] = dict.fromkeys(OBJECTIVES, number)
    best = _object(
        {
            **figures,
            "opens": flag,
            "melds": {"type": "array", "items": TEXT, "description": "the melds, each a text of its cards"},
            "discard": CARD,
        },
        [],
        closed=False,
    )
    score = {"points": {"type": "array", "items": {"type": ["integer", "null"]}}, "winners": {"type": "array"}}
    return {
        "in_deck": _object({"in_deck": flag}, ["in_deck"], closed=False),
        "is_meld": _object({"legal": flag}, ["legal"], closed=False),
        "value": _object({"points": {"type": ["integer", "null"]}}, ["points"], closed=False),
        "best": best,
        "best_after_discard": best,
        "can_open": _object({"opens": flag}, ["opens"], closed=False),
        "legal_action": _object({"legal": flag}, ["legal"], closed=False),
        "score": _object(score, [], closed=False),
    }


def _components() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of the `case` objects by operation, and the definitions they refer to."""
    (play, score), definitions = msgspec.json.schema_components([PlayCase, ScoreCase], ref_template="#/$defs/{name}")
    return {**_card_cases(), "legal_action": play, "score": score}, definitions


def _by_operation(cases: dict[str, Any], results: dict[str, Any], result: str) -> list[dict[str, Any]]:
    return [
        {
            "if": {"properties": {"op": {"const": op}}},
            "then": {"properties": {"case": cases[op], **({result: results[op]} if result else {})}},
        }
        for op in OPS
    ]


def kit_schema() -> dict[str, Any]:
    """A kit."""
    (_,), kit = msgspec.json.schema_components([Kit], ref_template="#/$defs/{name}")
    cases, definitions = _components()
    case = {**kit["KitCase"], "allOf": _by_operation(cases, _results(), "result")}
    return {
        "$schema": DIALECT,
        "title": "meldproof kit",
        **kit["Kit"],
        "$defs": {**definitions, **kit, "KitCase": case},
    }


def protocol_schema() -> dict[str, Any]:
    """The lines both ways: what the driver writes is a `Request`, what an implementation writes an `Answer`.

    In one-shot mode what it reads is an `OneShotRequest`, and what it writes a `Verdict`.
    """
    cases, definitions = _components()
    run = _object({"cmd": {"const": "run"}, "seq": {"type": "integer"}, "op": {"enum": list(OPS)}, "case": {}},
                  ["cmd", "seq", "op", "case"])  # fmt: skip
    rules = {"version": {"const": 1}, "variant": TEXT, "settings": {"type": "object"}}
    once = _object({**run["properties"], **rules}, [*run["required"], *rules])
    requests = [
        _object({"cmd": {"const": "start"}, "version": {"const": 1}}, ["cmd", "version"]),
        _object({"cmd": {"const": "variant"}, "id": TEXT, "settings": {"type": "object"}}, ["cmd", "id", "settings"]),
        {**run, "allOf": _by_operation(cases, {}, "")},
        _object({"cmd": {"const": "stop"}}, ["cmd"]),
    ]
    who = _object({"name": TEXT, "language": TEXT, "version": TEXT}, ["name"], closed=False)
    operations = {"type": "array", "items": TEXT, "description": f"of {', '.join(OPS)}"}
    seq, yes = {"type": "integer"}, {"const": True}
    answers = [
        _object({"version": {"const": 1}, "implementation": who, "operations": operations},
                ["version", "implementation", "operations"], closed=False),
        _object({"ok": {"type": "boolean"}, "message": TEXT}, ["ok"], closed=False),
        _object({"seq": seq, "result": {"type": "object"}}, ["seq", "result"], closed=False),
        _object({"seq": seq, "skipped": yes, "message": TEXT}, ["seq", "skipped"], closed=False),
        _object({"seq": seq, "errored": yes, "message": TEXT}, ["seq", "errored"], closed=False),
    ]  # fmt: skip
    verdicts = [{**answer, "required": answer["required"][1:]} for answer in answers[2:]]  # without seq
    return {
        "$schema": DIALECT,
        "title": "meldproof conformance protocol, version 1: one JSON object a line",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": {
            **definitions,
            "Request": {"oneOf": requests},
            "Answer": {"anyOf": answers},
            "OneShotRequest": {**once, "allOf": _by_operation(cases, {}, "")},
            "Verdict": {"anyOf": verdicts},
            "Results": _object(_results(), []),
        },
    }


def report_schema() -> dict[str, Any]:
    """The object of `meldproof conform --json`."""
    number, flag = {"type": "integer"}, {"type": "boolean"}
    texts = _object({"en": {}, "es": {}}, ["en", "es"])
    counts = {"type": "object", "additionalProperties": number}
    change = _object(
        {"id": TEXT, "reading": TEXT, "procedure": TEXT, "values": {"type": "object"}, "instead_of": {"type": "object"},
         "clauses": {"type": "array", "items": _object({"key": TEXT, "text": texts}, ["key", "text"])}},
        ["id", "reading", "procedure", "values", "instead_of", "clauses"],
    )  # fmt: skip
    example = _object(
        {"op": {"enum": list(OPS)}, "case": {"type": "object"}, "wanted": {"type": ["object", "null"]}, "title": texts},
        ["op", "case", "wanted", "title"],
    )
    outcome = _object(
        {"op": {"enum": list(OPS)}, "status": {"enum": ["failed", "reading", "errored"]}, "case": {"type": "object"},
         "wanted": {"type": "object"}, "given": {"type": ["object", "null"]}, "title": texts, "id": TEXT,
         "clauses": {"type": "array", "items": TEXT}, "readings": {"type": "array", "items": TEXT},
         "disputed": {"type": "array", "items": TEXT},
         "kind": {"type": ["string", "null"]}, "note": TEXT, "stable": {"type": ["boolean", "null"]}},
        ["op", "status", "case", "wanted", "given", "title"],
    )  # fmt: skip
    part = _object({"change": change, "explains": number, "example": example}, ["change", "explains", "example"])
    diagnosis = _object(
        {"wrong": number, "explanations": {"type": "array", "items": change},
         "example": {"anyOf": [example, {"type": "null"}]}, "parts": {"type": "array", "items": part},
         "unexplained": number, "tried": number, "unheld": number, "text": texts},
        ["wrong", "explanations", "example", "parts", "unexplained", "tried", "unheld", "text"],
    )  # fmt: skip
    names = dict.fromkeys(("name", "language", "version"), TEXT)
    lists = {name: {"type": "array", "items": TEXT} for name in ("operations", "unknown")}
    who = _object({**names, **lists}, ["name"])
    properties = {
        "variant": TEXT,
        "implementation": {"anyOf": [who, {"type": "null"}]},
        "conforms": flag,
        "verdict": texts,
        "settings": {"type": "object"},
        "options": {"type": "array", "items": TEXT},
        "readings": {"type": "array", "items": TEXT},
        "follows": {"type": "array", "items": TEXT},
        "version": TEXT,
        "command": {"type": "array", "items": TEXT},
        "seed": number,
        "stopped": TEXT,
        "counts": counts,
        "operations": {"type": "object", "additionalProperties": counts},
        "not_offered": counts,
        "statuses": {"type": "object", "additionalProperties": TEXT},
        "titles": {"type": "object", "additionalProperties": texts},
        "cases": {"type": "array", "items": outcome},
        "generated": _object(
            {"asked": counts, "differing": counts, "seconds": {"type": "number"},
             "disagreements": {"type": "array", "items": outcome}},
            ["asked", "differing", "seconds", "disagreements"],
        ),
        "diagnosis": diagnosis,
        "seconds": {"type": "number"},
    }  # fmt: skip
    return {"$schema": DIALECT, "title": "meldproof conform --json", **_object(properties, list(properties))}


def side_by_side_schema() -> dict[str, Any]:
    """The object of `meldproof side-by-side --json`."""
    texts = _object({"en": TEXT, "es": TEXT}, ["en", "es"])
    lines = {"type": "array", "items": TEXT}
    told = _object(
        {"op": {"enum": list(OPS)}, "case": {"type": "object"}, "wanted": {"type": "object"},
         "given": {"type": ["object", "null"]}, "note": TEXT, "again": TEXT},
        ["op", "case", "wanted", "given", "note", "again"],
    )  # fmt: skip
    result = {
        "name": TEXT, "variant": TEXT, "settings": {"type": "object"}, "readings": lines, "follows": lines,
        "conforms": {"type": "boolean"}, "verdict": texts, "found": {"type": "array", "items": told},
    }  # fmt: skip
    case = {
        "rules": TEXT,
        "id": TEXT,
        "title": texts,
        "statuses": {"type": "array", "items": {"enum": [*get_args(Status), None]}},
        "told": {"type": "array", "items": {"anyOf": [told, {"type": "null"}]}},
    }
    properties = {
        "results": {"type": "array", "items": _object(result, list(result))},
        "cases": {"type": "array", "items": _object(case, list(case))},
    }
    return {"$schema": DIALECT, "title": "meldproof side-by-side --json", **_object(properties, list(properties))}


def schema_texts() -> dict[str, str]:
    """The schemas as files, by name."""
    made = {
        "kit.json": kit_schema(), "protocol.json": protocol_schema(), "conform.json": report_schema(),
        "side-by-side.json": side_by_side_schema(),
    }  # fmt: skip
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in made.items()}


def stored_schema(name: str) -> dict[str, Any]:
    """A schema as it is stored in the package."""
    path = importlib.resources.files("meldproof.conforming").joinpath("schemas", name)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
