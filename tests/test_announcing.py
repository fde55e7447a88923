"""Who must announce that one card of the stock would let them close, and what the referee says of silence."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import play, position

import meldproof
from meldproof.cards import canonical
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.announcing import must_announce
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.plan import closes, closing_problem, touchable
from meldproof.playing.referee import RefereeReport, referee
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, Turn, new_match

ONE_AWAY = "Ks Kh Kd 9s Ts Js Qs 6c 8c 9c 5h"
"""A seven of clubs, or a wild in its place, closes with the five as the discard."""


def judged(*actions: dict[str, Any], hand: str = ONE_AWAY) -> RefereeReport:
    header = {"variant": "argentino", "players": 2}
    deal = {"action": "deal", "dealer": 0, "upcard": "4c", "hands": [None, hand]}
    return referee(None, [json.dumps(line) for line in (header, deal, *actions)])


DRAW, DROP = {"action": "draw", "card": "3c"}, {"action": "discard", "card": "3c"}
OTHERS = ({"action": "draw"}, {"action": "discard", "card": "Ah"})


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        ((DRAW, DROP, *OTHERS, {"action": "draw"}), True),
        ((DRAW, DROP, *OTHERS), False),  # it may still come
        ((DRAW, {"action": "announce"}, DROP, *OTHERS, {"action": "draw"}), False),
        ((DRAW, DROP, {"action": "announce", "player": 1}, *OTHERS, {"action": "draw"}), False),
        ((DRAW, DROP, *OTHERS, {"action": "announce", "player": 1}, {"action": "draw"}), False),
        ((DRAW, DROP, *OTHERS, {"action": "draw"}, {"action": "announce", "player": 1}), True),  # too late
    ],
)
def test_whoever_ends_a_turn_one_card_away_announces_it_before_they_play_again(lines: Any, warned: bool) -> None:
    report = judged(*lines)
    assert report.legal_game
    assert ["argentino/announce" in warning for warning in report.warnings] == [True] * warned


def test_nothing_is_due_from_who_was_further_away_at_the_end_of_their_own_turn() -> None:
    assert judged(DRAW, DROP, *OTHERS, {"action": "draw"}, hand="Ks Kh Kd 9s Ts Js 4d 6c 8c 9c 5h").warnings == ()


def test_what_others_lay_afterwards_makes_nobody_guilty() -> None:
    """At the end of the turn no card closes; the other's melds then take two cards that were loose."""
    hand = "Ks Kh Kd 9s Ts Js Qs 5h 9c 3d 8h"
    meld = {"action": "meld", "melds": ["6h 7h JK", "4d 5d 6d"]}
    report = judged(DRAW, DROP, {"action": "draw"}, {"action": "discard", "card": "4h"}, DRAW | {"card": "Ac"},
                    {"action": "meld", "melds": ["Ks Kh Kd", "9s Ts Js Qs"]}, DROP | {"card": "Ac"},
                    {"action": "draw"}, meld, {"action": "discard", "card": "4s"},
                    {"action": "draw", "card": "Kc"}, hand=hand)  # fmt: skip
    assert report.legal_game, report.fault
    assert report.warnings == ()


def test_the_discard_that_closes_lies_face_down_or_it_is_told() -> None:
    for face_down in (False, True):
        end = {"action": "discard", "card": "5h", "face_down": face_down}
        lines = [DRAW, {"action": "announce"}, DROP, *OTHERS, {"action": "draw", "card": "7c"},
                 {"action": "meld", "melds": ["Ks Kh Kd", "9s Ts Js Qs", "6c 7c 8c 9c"]}, end]  # fmt: skip
        report = judged(*lines)
        assert report.legal_game
        assert len(report.deals) == 1
        assert ["argentino/discard-to-close" in warning for warning in report.warnings] == [True] * (not face_down)


def test_the_closing_discard_that_is_listed_lies_face_down() -> None:
    match = position("argentino", "Kd")
    assert a.Discard(card="Kd", face_down=True) in legal_actions(match)
    assert a.Discard(card="Kd") in legal_actions(position("rummy-500", "Kd"))


@pytest.mark.parametrize(
    ("hand", "deadwood", "due"),
    [
        ("As 2s 3s 4s 5s 6s Kh Kd 9d 5h", 5, True),  # with a king the five is left
        ("As 2s 3s 4s 5s 6s Kh Kd 9d 5h", 4, False),
        ("As 3s 5s 7s 9s 2h 4h 6h 8h Td", 9, False),
    ],
)
def test_where_a_deal_is_closed_by_a_knock_a_card_that_lets_one_knock_is_announced(
    hand: str, deadwood: int, due: bool
) -> None:
    rules = meldproof.variant("gin", settings={"close.announce": "one-away", "knock.deadwood": deadwood})
    deal = a.Deal(dealer=1, upcard="7d", hands=(hand,))
    match = play(new_match(rules, 2), deal, a.Pass(), a.Pass(), a.Draw(card="Jc"), a.Discard(card="Jc"))
    assert must_announce(match, 0) is due
    assert must_announce(match, 1) is False  # hidden


def plain_answer(match: MatchState, player: int) -> bool:
    """By trying every card that the player does not see, without any short cut."""
    deal = match.deal
    assert deal is not None
    turns = tuple(number + 1 for number in deal.turns)
    deal = replace(deal, to_move=player, phase="play", turn=Turn(), turns=turns)
    seen = Counter((*deal.hands[player].cards, *deal.pile))
    seen.update(card for lying in deal.table for card in lying.meld.cards)
    problem = closing_problem(match, deal, touchable(match, deal))
    return any(
        closes(replace(problem, hand=canonical((*problem.hand, card))), deal.upcard) is not None
        for card in match.deck.kinds()
        if match.deck.copies_of(card) > seen[card]
    )


@pytest.mark.parametrize(
    ("name", "settings", "seed"),
    [
        ("argentino", {}, 1),
        ("argentino", {"opening.points": 0, "run.wilds.at_ends": False}, 2),
        ("rummy-500", {"close.announce": "one-away"}, 3),
        ("reglamento", {"close.announce": "one-away", "opening.points": 60}, 4),
    ],
)
def test_whom_it_is_due_from_is_found_as_by_trying_every_card(name: str, settings: dict[str, Any], seed: int) -> None:
    rules = meldproof.variant(name, settings=settings)
    match, judged, due = new_match(rules, 2), 0, 0
    for action in simulate_game(rules, 2, seed).actions:
        mover = None if match.deal is None else match.deal.to_move
        match = apply(match, action)
        if isinstance(action, a.Discard) and match.deal is not None and match.deal.phase != "over":
            assert mover is not None
            if mover not in match.deal.announced:
                match_silent = match
            else:
                match_silent = replace(match, deal=replace(match.deal, announced=frozenset()))
            near = must_announce(match_silent, mover)
            assert near == plain_answer(match, mover), card_text(match.deal.pile[-1], match.deck)
            judged, due = judged + 1, due + near
            if judged >= 40 and due:
                break
    assert judged >= 20


@pytest.mark.parametrize("name", ["argentino"])
def test_simulated_players_say_what_is_to_be_said(name: str) -> None:
    log = simulate_game(meldproof.variant(name), 2, seed=3)
    assert any(isinstance(action, a.Announce) for action in log.actions)
    assert referee(None, list(log.lines())).warnings == ()
