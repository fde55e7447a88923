"""JSON Schemas of what the commands print with `--json`, and of the files they read and write.

Where a record of the code is the output, its schema is made from the record; the rest is stated here, so that a change
of an output shows as a disagreement of two places.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib import resources
from typing import Any

from meldproof.variants.clauses import PARTS
from meldproof.variants.families import families

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"

INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
FIGURE_NAMES = ("deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes")
KIND: Schema = {"enum": ["run", "set"]}


def shape(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """An object with these properties and no others."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def rows(of: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": of, **more}


def table_of(values: Schema) -> Schema:
    """An object whose names are free."""
    return {"type": "object", "additionalProperties": values}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


TEXTS = rows(TEXT)
BOTH = shape({"en": TEXT, "es": TEXT})
FIGURES = shape(dict.fromkeys(FIGURE_NAMES, INTEGER))
MELD = shape({"kind": KIND, "cards": TEXTS, "points": INTEGER}, {"opening": {"const": True}})
ARRANGEMENT = {
    "variant": TEXT,
    "hand": TEXTS,
    "objective": rows({"enum": list(FIGURE_NAMES)}, minItems=1),
    "value": FIGURES,
    "melds": rows(MELD),
    "deadwood": TEXTS,
    "discard": or_null(TEXT),
    "laid": TEXTS,
    "optimal": TRUTH,
    "engine": TEXT,
    "bound": or_null(table_of(INTEGER)),
}
ARRANGEMENT_TOO = {
    "table": rows(shape({"cards": TEXTS, "changed": TRUTH})),
    "opens": TRUTH,
    "reachable": or_null(INTEGER),
    "opening_needed": shape({"points": INTEGER, "pure_runs": INTEGER, "clause": TEXT, "score": INTEGER}),
    "unmet": TEXT,
}
CHECK = {
    "legal": TRUTH,
    "kind": or_null(KIND),
    "kinds": rows(KIND),
    "points": or_null(INTEGER),
    "violations": rows(shape({"rule": TEXT, "clause": TEXT, "message": TEXT, "places": rows(INTEGER)})),
    "read": shape({"kind": KIND, "cards": TEXTS}),
}
CROSSCHECK = shape(
    {
        "variant": TEXT,
        "ways": TEXTS,
        "agree": TRUTH,
        "cases": rows(
            shape(
                {
                    "family": TEXT,
                    "title": TEXT,
                    "question": TEXT,
                    "cards": TEXT,
                    "agree": TRUTH,
                    "answers": {**table_of(TEXT), "minProperties": 2},
                }
            )
        ),
    }
)
SECOND_SOLVER = dict.fromkeys(("agreed", "unanswered", "disagreed"), INTEGER)
PROVE = shape(
    {
        "theorems": rows(
            shape(
                {
                    "name": TEXT,
                    "variant": TEXT,
                    "status": {"enum": ["proved", "checked", "nothing-to-claim", "not-shown", "refuted", "gave-up"]},
                    "basis": or_null(
                        shape(
                            {
                                "kind": {
                                    "enum": [
                                        "for all",
                                        "exhaustive",
                                        "sample",
                                        "recorded",
                                        "nothing to claim",
                                        "not shown",
                                    ]
                                },
                                "cases": {
                                    **or_null(INTEGER),
                                    "description": "how many were looked at, where they are counted one by one",
                                },
                                "over": {**TEXT, "description": "of what, and within which bounds"},
                            }
                        )
                    ),
                    "statement": TEXT,
                    "seconds": NUMBER,
                    "counterexample": or_null(TEXT),
                    "note": TEXT,
                },
                {"shared_with": TEXT, "second_solver": shape(SECOND_SOLVER)},
            )
        )
    },
    {"second_solver": shape({"name": TEXT, **SECOND_SOLVER})},
)
VERIFY = shape(
    {
        "proved": TRUTH,
        "reason": TEXT,
        "variant": TEXT,
        "settings_of_variant": {
            **or_null(TRUTH),
            "description": "whether the settings are those of the variant that is named; null: there is none here",
        },
        "differing": TEXTS,
        "deck": shape({"copies": INTEGER, "jokers": INTEGER}),
        "hand": TEXTS,
        "table": rows(shape({"kind": KIND, "cards": TEXTS})),
        "discard": TEXT,
        "opening": or_null(table_of(INTEGER)),
        "use": TEXTS,
        "objective": TEXTS,
        "value": FIGURES,
        "given_up": TEXTS,
        "reachable": or_null(INTEGER),
    }
)
STATEMENT = dict.fromkeys(("parameter", "value", "kind", "meaning", "fault", "clause", "text", "formula"), TEXT)
MODEL: Schema = {
    "oneOf": [
        shape({"variant": TEXT, "size": INTEGER, "statements": rows(shape({"number": INTEGER, **STATEMENT}))}),
        shape({"variant": TEXT, "size": INTEGER, "smt2": TEXT}),
    ]
}
WAITS = shape(
    {
        "variant": TEXT,
        "hand": TEXTS,
        "unseen": INTEGER,
        "waits": rows(
            shape(
                {
                    "card": TEXT,
                    "unseen": INTEGER,
                    "allows": rows({"enum": ["close", "open", "knock"]}, minItems=1),
                    "arrangement": shape(ARRANGEMENT, ARRANGEMENT_TOO),
                }
            )
        ),
    }
)
PLAN = shape(
    {
        "actions": rows({"type": "object", "required": ["action"]}, description="as in a game log"),
        "closes": TRUTH,
        "hand_points": INTEGER,
        "laid_points": INTEGER,
        "hand": TEXTS,
    }
)
PLAY = shape(
    {
        "variant": TEXT,
        "best": or_null(PLAN),
        "options": rows(PLAN),
        "stock": shape(dict.fromkeys(("unseen", "better", "closing"), INTEGER)),
        "complete": TRUTH,
    }
)
PRICES = {**table_of({"type": "string", "pattern": r"^-?\d+(/\d+)?$"}), "description": "rows and their prices, exact"}
CHOICE = shape({"kind": or_null(KIND), "cards": TEXTS, "exactly": TRUTH})
TREE_REF: Schema = {"$ref": "#/$defs/tree"}
TREE: Schema = {
    "oneOf": [
        shape({"prices": PRICES}),
        shape({"split": CHOICE, "at_most": INTEGER, "if_so": TREE_REF, "otherwise": TREE_REF}),
    ]
}
CERTIFICATE = {
    **shape(
        {
            "format": {"const": "meldproof certificate"},
            "version": {"const": 1},
            "variant": {**TEXT, "description": "for people; the settings are what is proved about"},
            "settings": {"type": "object"},
            "deck": shape({"copies": INTEGER, "jokers": INTEGER}),
            "hand": TEXTS,
            "table": rows({"type": "object", "required": ["kind", "cards"]}),
            "discard": {"enum": ["none", "required", "optional"]},
            "opening": or_null(table_of(INTEGER)),
            "use": TEXTS,
            "objective": rows(TEXT, minItems=1),
            "claim": {
                "type": "object",
                "required": ["figures", "arrangement", "dropped"],
                "properties": {"figures": FIGURES, "dropped": TEXTS, "reachable": or_null(INTEGER)},
            },
            "weights": table_of(INTEGER),
            "proofs": rows(rows(TREE_REF)),
        }
    ),
    "$defs": {"tree": TREE},
}


def _of_record(module: str, name: str) -> Schema:
    import importlib

    import msgspec

    return msgspec.json.schema(getattr(importlib.import_module(module), name))


def _stored(name: str, package: str = "proving") -> Schema:
    text = resources.files(f"meldproof.{package}").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    found: Schema = json.loads(text)
    return found


def _answer_readings() -> Schema:
    """A schema within a schema: with an id of its own its references stay inside it."""
    return {"$id": "urn:meldproof:answer-readings", **_stored("answer-readings")}


def _rule_file() -> Schema:
    from meldproof.variants.schema import rule_file_schema

    return rule_file_schema()


def _game_log() -> Schema:
    from meldproof.playing.schemas import game_log_schema

    return game_log_schema()


def _position() -> Schema:
    from meldproof.playing.schemas import position_schema

    return position_schema()


def _request() -> Schema:
    from meldproof.table.requests import request_schema

    return request_schema()


def _listed() -> dict[str, Schema]:
    return {
        "id": TEXT,
        "name": BOTH,
        "extends": TEXT,
        "path": TEXT,
        "scope": rows({"enum": list(PARTS)}, minItems=1),
        "family": {"enum": ["", *families()]},
        "line": BOTH,
    }


OUTPUTS: dict[str, Callable[[], Schema]] = {
    "variants": lambda: shape(
        {
            "variants": rows(shape(_listed())),
            "families": rows(shape({"id": TEXT, "name": BOTH})),
        }
    ),
    "which": lambda: shape(
        {
            "asked": TEXT,
            "unknown": TEXTS,
            "found": rows(
                shape(
                    {
                        **_listed(),
                        "fits": INTEGER,
                        "of": INTEGER,
                        "reasons": rows(shape({"asked": TEXT, "fits": TRUTH, "says": BOTH})),
                    }
                )
            ),
        }
    ),
    "solve": lambda: shape(ARRANGEMENT, {**ARRANGEMENT_TOO, "why": TEXTS, "readings": _answer_readings()}),
    "check": lambda: shape(CHECK, {"readings": _answer_readings()}),
    "readings": lambda: _stored("readings"),
    "rule": lambda: shape(
        {
            "variant": TEXT,
            "clauses": rows(shape({"clause": TEXT, "text": BOTH, "status": TEXT, "cites": TEXTS, "readings": TEXTS})),
        }
    ),
    "crosscheck": lambda: CROSSCHECK,
    "model": lambda: MODEL,
    "verify": lambda: VERIFY,
    "prove": lambda: PROVE,
    "diff": lambda: _stored("diff"),
    "referee": lambda: _of_record("meldproof.playing.referee", "RefereeReport"),
    "score": lambda: _of_record("meldproof.playing.reckoning", "DealScore"),
    "play": lambda: PLAY,
    "waits": lambda: WAITS,
    "simulate": lambda: _of_record("meldproof.playing.tournament", "Statistics"),
    "perft": lambda: _of_record("meldproof.playing.perft", "Perft"),
}
"""The schema of each command's object."""
FILES: dict[str, Callable[[], Schema]] = {
    "certificate": lambda: CERTIFICATE,
    "rule-file": _rule_file,
    "game-log": _game_log,
    "position": _position,
    "request": _request,
    "kit": partial(_stored, "kit", "conforming"),
    "protocol": partial(_stored, "protocol", "conforming"),
    "conform": partial(_stored, "conform", "conforming"),
    "side-by-side": partial(_stored, "side-by-side", "conforming"),
    "batch": partial(_stored, "batch", "arranging"),
    "reference": partial(_stored, "reference", "reference"),
}
"""The schemas of files, and those of outputs that are stored beside the code that makes them and tested with it."""


def schema_of(name: str) -> Schema:
    """The schema of a command's output or of a file. Raises KeyError for a name that is none."""
    made = {**OUTPUTS, **FILES}[name]()
    return {"$schema": DIALECT, "title": f"meldproof {name}", **made}
