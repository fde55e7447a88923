"""Counts of complete turns from stored positions; the first ones are counted by hand below."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import meldproof
from meldproof.playing.advice import Position, position_state
from meldproof.playing.perft import perft

STORED = Path(meldproof.variant("gin").path).parent / "perft.toml"
POSITIONS = tomllib.loads(STORED.read_text(encoding="utf-8"))["position"]
BY_HAND = {
    # nothing laid: 5 discards; 4-6 or 5-7 laid: 2 each; 4-7 laid: 1
    "rummy-500-one-run": 5 + 2 + 2 + 1,
    # of 3s, 7s, 8s (8s only on 7s) on the table's run: 4, 3, 3, 2, 2 and 1 discards
    "rummy-500-lay-off": 4 + 3 + 3 + 2 + 2 + 1,
    # nothing may be laid in a first turn: three discards
    "argentino-first-turn": 3,
    # no tile; 5y: 345 567; 8y: 345678 or 345 678; both: 345 5678
    "fichas-split": 1 + 1 + 2 + 1,
    # no tile; 6r on the run; 2k: the text's own example; both
    "fichas-two-donors": 4,
}


@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["id"] for entry in POSITIONS])
def test_the_turns_of_a_stored_position_are_as_many_as_stored(entry: dict[str, Any]) -> None:
    variant = meldproof.variant(entry["variant"], readings=entry.get("readings", ()))
    counted = perft(position_state(variant, msgspec.convert(entry["at"], Position)))
    assert counted.turns == entry["turns"]
    assert sum(counted.divide.values()) == counted.turns
    if entry["id"] in BY_HAND:
        assert counted.turns == BY_HAND[entry["id"]]


def test_every_position_counted_by_hand_is_stored() -> None:
    assert BY_HAND.keys() <= {entry["id"] for entry in POSITIONS}
