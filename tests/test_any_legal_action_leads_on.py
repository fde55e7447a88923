"""Whoever plays any action that is listed as legal comes to the end of the turn: among the conditions of taking, laying,
discarding and closing too."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import meldproof
from meldproof.playing import actions as a
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.shuffling import shuffled_deal
from meldproof.playing.state import new_match

SMALL = {"deal.cards": 6}
HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "kaluki": ("kaluki", {**SMALL, "opening.points": 12}),
    "kalookie": ("kalookie", {**SMALL, "opening.points": 12}),
    "scala-40": ("scala-40", {**SMALL, "opening.points": 12}),
    "scala-40, nobody discards what fits": ("scala-40", {**SMALL, "opening.points": 0, "discard.fitting": "forbidden"}),
    "rami": ("rami", {**SMALL, "opening.points": 12}),
    "serbian-remi": ("serbian-remi", {**SMALL, "opening.points": 12}),
    "loba-de-menos": ("loba-de-menos", SMALL),
    "loba, many jokers": ("loba-de-menos", {**SMALL, "deck.jokers": 24, "draw.wilds": False, "run.wilds.max": 3}),
    "a late close": ("kaluki", {**SMALL, "opening.points": 0, "close.from_turn": 4, "discard.wilds": False}),
    "no pile for the unopened": ("kalookie", {**SMALL, "opening.points": 9, "draw.entry_unopened": "forbidden"}),
}
MOST_ACTIONS = 120


@pytest.mark.parametrize("name", HOUSES)
def test_any_legal_action_leads_on_to_the_end_of_the_turn(name: str) -> None:
    rules, settings = HOUSES[name]
    variant = meldproof.variant(rules, settings=settings)
    for seed in range(3):
        rng = random.Random(seed)
        match = new_match(variant, 2)
        played: list[a.Action] = [shuffled_deal(match, 0, rng)]
        match = apply(match, played[0])
        while match.deal is not None and match.deal.phase != "over" and len(played) < MOST_ACTIONS:
            actions = legal_actions(match)
            assert actions, f"seed {seed}: nothing is legal after {played[-1]}"
            laying = [one for one in actions if not isinstance(one, a.Discard | a.Draw | a.Rebuild)]
            played.append(rng.choice(laying if laying and rng.random() < 0.7 else actions))
            match = apply(match, played[-1])
        log = [{"variant": variant.id, "players": 2, "settings": settings}, *map(msgspec.to_builtins, played)]
        report = meldproof.referee(variant, log)
        assert report.legal_game, report.fault
