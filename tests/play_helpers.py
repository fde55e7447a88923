"""Positions for the tests of play, and what an action does in them."""

from __future__ import annotations

from typing import Any

import meldproof
from meldproof.playing import actions as a
from meldproof.playing.advice import Position, TableMeld, position_state
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.state import MatchState


def position(
    rules: str | meldproof.Variant,
    hand: str,
    *table: str | tuple[str, int],
    readings: tuple[str, ...] = (),
    settings: dict[str, Any] | None = None,
    **fields: Any,
) -> MatchState:
    """A state in which player 0 has drawn and moves; table melds are player 1's unless said otherwise."""
    variant = meldproof.variant(rules, readings=readings, settings=settings or {})
    lying = tuple(TableMeld(*((entry, 1) if isinstance(entry, str) else entry)) for entry in table)
    fields = {"drawn": True, "opened": True, "players": max(2, variant.settings.players.min), **fields}
    return position_state(variant, Position(hand=hand, table=lying, **fields))


def broken(match: MatchState, action: a.Action) -> str:
    """The rule that an action breaks, or "" where it is legal."""
    try:
        apply(match, action)
    except IllegalAction as error:
        return error.fault.rule
    return ""


def play(match: MatchState, *steps: a.Action) -> MatchState:
    for step in steps:
        match = apply(match, step)
    return match


def table_texts(match: MatchState) -> list[str]:
    from meldproof.notation import meld_texts

    assert match.deal is not None
    return [" ".join(meld_texts(lying.meld, match.deck)) for lying in match.deal.table]


def broken_at_the_end(match: MatchState, *steps: a.Action) -> str:
    """The rule that a turn of these actions breaks, at the latest when it is ended, or "" where it is legal."""
    for step in (*steps, a.EndTurn()):
        if match.deal is not None and match.deal.phase == "over":
            return ""
        if rule := broken(match, step):
            return rule
        match = apply(match, step)
    return ""
