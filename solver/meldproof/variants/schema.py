"""`spec/schema.json`, made from the vocabulary, so that an editor completes and checks a rule file."""

from __future__ import annotations

from typing import Any

import msgspec

from meldproof.variants.by_deal import may_change
from meldproof.variants.clauses import PARTS, SCHEMA
from meldproof.variants.families import families
from meldproof.variants.values import (
    MOST_ALTERNATIVES,
    BonusDemands,
    CloseDemands,
    Demand,
    Demands,
    OpeningDemands,
    RankPoints,
    RequirementDemands,
    Steps,
    WildWorth,
)
from meldproof.variants.vocabulary import parameters

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10_000}
_POINTS = {"type": "object", "additionalProperties": _NUMBER}


def _demands(kind: type[Demands]) -> dict[str, Any]:
    """A list of demands with the keys that its parameter takes, or a list of such lists."""
    fields = msgspec.json.schema(Demand)["$defs"]["Demand"]["properties"]
    demand = _object({key: {k: v for k, v in fields[key].items() if k != "default"} for key in kind.KEYS}, [])
    some = {"type": "array", "items": demand}
    if kind in (BonusDemands, RequirementDemands):
        return some
    return {"anyOf": [some, {"type": "array", "items": some, "maxItems": MOST_ALTERNATIVES}]}


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_CUSTOM: dict[type, dict[str, Any]] = {
    Steps: {"anyOf": [_NUMBER, {**_POINTS, "minProperties": 1, "propertyNames": {"pattern": "^[0-9]{1,5}$"}}]},
    RankPoints: _POINTS,
    WildWorth: {"anyOf": [_NUMBER, {"enum": ["represented", "as-melded"]}, _POINTS]},
    OpeningDemands: _demands(OpeningDemands),
    RequirementDemands: _demands(RequirementDemands),
    CloseDemands: _demands(CloseDemands),
    BonusDemands: _demands(BonusDemands),
}
SETTINGS = {"$ref": "#/$defs/settings"}


def rule_file_schema() -> dict[str, Any]:
    """The JSON Schema of a rule file."""
    text = {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"en": {"type": "string"}, "es": {"type": "string"}},
                "additionalProperties": False,
            },
        ]
    }
    parts = {"type": "array", "items": {"enum": list(PARTS)}, "minItems": 1, "uniqueItems": True}
    words = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    identity = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]*$", "maxLength": 80}
    reading = _object(
        {"id": identity, "en": {"type": "string"}, "es": {"type": "string"}, "set": SETTINGS, "reason": text}, ["id"]
    )
    clause = _object(
        {
            "id": identity,
            "cites": words,
            "status": {"enum": ["stated", "implied", "default", "contested", "not-encoded"]},
            "en": {"type": "string"},
            "es": {"type": "string"},
            "set": SETTINGS,
            "reason": text,
            "replaces": words,
            "covers": parts,
            "reading": {"type": "array", "items": reading},
        },
        ["id"],
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "meldproof rule file",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "id": identity,
                "name": text,
                "family": {"enum": list(families())},
                "line": text,
                "extends": {"type": "string"},
                "abstract": {"type": "boolean"},
                "scope": parts,
                "clause": {"type": "array", "items": clause},
            },
            ["schema", "id"],
        ),
        "$defs": {"settings": _settings()},
    }


def _settings() -> dict[str, Any]:
    root: dict[str, Any] = _object({}, [])
    for parameter in parameters().values():
        *groups, last = parameter.name.split(".")
        node = root
        for group in groups:
            node = node["properties"].setdefault(group, _object({}, []))
        custom = _CUSTOM.get(parameter.type) if isinstance(parameter.type, type) else None
        shape = dict(custom) if custom else msgspec.json.schema(parameter.type)
        several = {"anyOf": [shape, _by_deal(shape)]} if may_change(parameter.name) else shape
        node["properties"][last] = {**several, "description": parameter.en}
    return root


def _by_deal(shape: dict[str, Any]) -> dict[str, Any]:
    """A table of such values by deal."""
    by_number = {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,2}$"},
        "additionalProperties": shape,
        "required": ["1"],
    }
    return _object({"deal": by_number}, ["deal"])


def schema_text() -> str:
    return msgspec.json.format(msgspec.json.encode(rule_file_schema()), indent=2).decode() + "\n"
