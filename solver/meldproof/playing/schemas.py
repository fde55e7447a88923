"""JSON Schemas of game logs and position files, made from the records that read them."""

from __future__ import annotations

from typing import Any

import msgspec

from meldproof.playing.actions import Action
from meldproof.playing.advice import Position
from meldproof.playing.referee import Header


def game_log_schema() -> dict[str, Any]:
    """A log's lines: the first is a `Header`, every other an `Action`."""
    (header, action), definitions = msgspec.json.schema_components([Header, Action], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "meldproof game log: the first line is the header, every other line an action",
        "anyOf": [header, action],
        "$defs": definitions,
    }


def position_schema() -> dict[str, Any]:
    """A position file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "meldproof position",
        **msgspec.json.schema(Position),
    }


def schema_texts() -> dict[str, str]:
    """The schemas as files, by name."""
    made = {"game-log.schema.json": game_log_schema(), "position.schema.json": position_schema()}
    return {name: msgspec.json.format(msgspec.json.encode(schema)).decode() + "\n" for name, schema in made.items()}
