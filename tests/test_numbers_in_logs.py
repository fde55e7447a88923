"""Every player number and every count in a log is checked: legal games with one number out of range are refused there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import broken, position
from test_cli import run

import meldproof
from meldproof.errors import ProblemError
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.referee import referee
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match

GAMES = [("gin", 2), ("rummy-500", 3), ("argentino", 3), ("reglamento", 4), ("fichas", 2)]
STEPS = 120
FAR = [-(2**40), -100, -2, -1, 50, 100, 1000, 2**40]


@cache
def states(rules: str, players: int) -> tuple[tuple[MatchState, a.Action], ...]:
    """The first steps of a simulated match: each action with the state before it."""
    variant = meldproof.variant(rules)
    match, found = new_match(variant, players), []
    for action in simulate_game(variant, players, 3).actions[:STEPS]:
        found.append((match, action))
        match = apply(match, action)
    return tuple(found)


def out_of_range(match: MatchState, action: a.Action) -> Iterator[dict[str, Any]]:
    """The action's numbers, each with values that can't be; also those that the log left out."""
    others = [number for number in FAR if not 0 <= number < match.players]
    yield from ({"player": number} for number in (*others, match.players))
    if isinstance(action, a.Deal):
        yield from ({"dealer": number} for number in (*others, match.players))
        yield from ({"cut": number} for number in (*FAR[:4], 0, 1000, match.deck.size, match.deck.size + 1))
        yield {"hands": (*action.hands, None)}
    if isinstance(action, a.Draw):
        assert match.deal is not None
        known = len(match.deal.pile) if action.source == "discard" else match.settings.draw.stock
        yield from ({"count": number} for number in (*FAR, 0, known + 1) if number != known)
    if isinstance(action, a.LayOff | a.Exchange):
        assert match.deal is not None
        lying = len(match.deal.table)
        yield from ({"meld": number} for number in (*FAR[:4], lying, 1000))
    if isinstance(action, a.Defend):
        assert match.deal is not None
        assert match.deal.spread is not None
        yield {"layoffs": (None,) * (len(match.deal.spread.melds) + 1)}


@pytest.mark.parametrize(("rules", "players"), GAMES, ids=[rules for rules, _ in GAMES])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_legal_log_with_one_number_out_of_range_is_illegal_there(rules: str, players: int, data: Any) -> None:
    match, action = data.draw(st.sampled_from(states(rules, players)))
    wrong = data.draw(st.sampled_from(list(out_of_range(match, action))))
    with pytest.raises(IllegalAction) as caught:
        apply(match, msgspec.structs.replace(action, **wrong))
    said = caught.value.fault.message
    assert said
    assert len(said.splitlines()) == 1


def test_the_mutated_games_hold_every_kind_of_number() -> None:
    kinds = {type(action) for game in GAMES for _, action in states(*game)}
    assert {a.Deal, a.Draw, a.LayOff, a.LayMelds, a.Discard, a.Knock, a.Defend, a.Pass, a.EndTurn} <= kinds


@pytest.mark.parametrize("rules", ["argentino", "reglamento"])
@pytest.mark.parametrize("number", [-1, 3, 50])
def test_nobody_announces_who_does_not_play(rules: str, number: int) -> None:
    match = position(rules, "4s 5s 9d", players=3, settings={"close.announce": "one-away"})
    assert broken(match, a.Announce(player=number)) == "turn"
    assert broken(match, a.Announce(player=2)) == ""


def test_a_player_who_is_out_neither_announces_nor_deals() -> None:
    match = position("reglamento", "4s 5s 9d", players=3, settings={"close.announce": "one-away"})
    match = msgspec.structs.replace(match, out=(False, False, True))
    assert broken(match, a.Announce(player=2)) == "turn"
    between = msgspec.structs.replace(match, deal=None)
    assert broken(between, a.Deal(dealer=2, upcard="9h")) == "deal.dealer"


def test_a_deal_is_the_dealers_and_a_cut_lifts_some_of_the_deck() -> None:
    match = new_match(meldproof.variant("argentino"), 2)
    assert broken(match, a.Deal(dealer=0, upcard="9h", player=0)) == ""
    assert broken(match, a.Deal(dealer=0, upcard="9h", player=1)) == "turn"
    assert [broken(match, a.Deal(dealer=0, upcard="9h", cut=cut)) for cut in (1, 53)] == ["", ""]
    assert [broken(match, a.Deal(dealer=0, upcard="9h", cut=cut)) for cut in (0, 54)] == ["deal.cutter"] * 2


def test_a_draw_of_several_takes_what_the_stock_still_has() -> None:
    match = position("argentino", "4s 5s 9d", drawn=False, settings={"draw.stock": 2})
    assert match.deal is not None
    match = msgspec.structs.replace(match, deal=msgspec.structs.replace(match.deal, stock_left=1))
    assert broken(match, a.Draw(count=2)) == "draw.stock"
    drawn = apply(match, a.Draw(count=1)).deal
    assert drawn is not None
    assert (drawn.hands[0].size, drawn.stock_left) == (4, 0)


BAD_LINES = [
    ({"action": "announce", "player": 50}, 1),
    ({"action": "announce", "player": -1}, 1),
    ({"action": "draw", "count": 100}, 1),
    ({"action": "draw", "count": -1}, 1),
    ({"action": "draw", "player": 7}, 1),
    ({"action": "draw", "count": 1.5}, 2),
    ({"action": "draw", "count": True}, 2),
    ({"action": "announce", "player": "0"}, 2),
    ({"action": "announce", "player": 10**40}, 1),
]


@pytest.mark.parametrize(("bad", "status"), BAD_LINES, ids=lambda value: json.dumps(value)[:60])
def test_an_illegal_number_is_a_verdict_and_what_is_no_number_is_an_error(bad: dict[str, Any], status: int) -> None:
    lines = [{"variant": "argentino", "players": 2}, {"action": "deal", "upcard": "9h"}, bad]
    texts = [json.dumps(line) for line in lines]
    if status == 2:
        with pytest.raises(ProblemError, match="line 3"):
            referee(None, texts)
        return
    report = referee(None, texts)
    assert (report.legal_game, report.line) == (False, 3)


def test_the_command_says_where_and_what(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text('{"variant":"gin","players":2}\n{"action":"deal","upcard":"9h","player":2}\n')
    done = run("referee", "gin", str(log))
    assert done.returncode == 1
    assert "player 2 is not in the match; its players are numbered 0, 1" in done.stdout
    log.write_text('{"variant":"gin","players":2}\n{"action":"deal","upcard":"9h","player":2.5}\n')
    assert run("referee", "gin", str(log)).returncode == 2
