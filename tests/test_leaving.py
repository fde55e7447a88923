"""Leaving a deal: dropping out of it at the start of a turn, and a show that fails; what it costs, and who goes on."""

from __future__ import annotations

from functools import cache

import pytest
from play_helpers import broken, play

import meldproof
from meldproof.errors import MeldproofError, VariantError
from meldproof.playing import actions as a
from meldproof.playing.game import score
from meldproof.playing.moves import legal_actions
from meldproof.playing.referee import referee
from meldproof.playing.scoring import totals
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant

Drop, Draw, Discard, Knock, Defend = a.Drop, a.Draw, a.Discard, a.Knock, a.Defend
HANDS = ("4s 5s 6s Kd", "7h 8h 9h 2c", "2d 3d 9c Jc")
RUNS = "4s 5s 6s"


@cache
def rules(**changes: object) -> Variant:
    """Gin for two to four, with four cards, no deadwood at a knock, drops at 20 and 40, and 80 for a wrong show."""
    changed = {
        "players.max": 4, "deal.cards": 4, "knock.deadwood": 0, "knock.gin_bonus": 0, "layoff.on": "none",
        "scoring.hand": "collect", "turn.first_draw": "as-usual", "stock.empty": "reshuffle", "drop.first": 20,
        "drop.later": 40, "close.wrong": 80, "match.points": 1000, **changes,
    }  # fmt: skip
    return with_values(meldproof.variant("gin"), {name.replace("__", "."): value for name, value in changed.items()})


def dealt(players: int = 3, **changes: object) -> MatchState:
    """A deal by the last player: player 0 begins."""
    deal = a.Deal(dealer=players - 1, hands=HANDS[:players], upcard="Qs")
    return play(new_match(rules(**changes), players), deal)


ROUND = (
    Draw(card="Ah"), Discard(card="Ah"), Draw(card="Ac"), Discard(card="Ac"), Draw(card="Ad"), Discard(card="Ad"),
)  # fmt: skip


def points(match: MatchState) -> list[int | None]:
    return list(totals(match, score(match)))


def test_who_drops_is_passed_over_and_pays_when_somebody_closes() -> None:
    match = play(dealt(), Drop(), *ROUND[2:])
    assert match.deal is not None
    assert match.deal.to_move == 1
    match = play(match, Draw(card="Th"), Knock(discard="2c", melds=("7h 8h 9h Th",)))
    assert match.deal is not None
    assert (match.deal.phase, match.deal.to_move) == ("defend", 2)
    match = play(match, Defend())
    assert points(match) == [0, 20 + 2 + 3 + 9 + 10, 0]


def test_a_later_drop_costs_more() -> None:
    match = play(dealt(), *ROUND, Drop(), Draw(card="Th"), Knock(discard="2c", melds=("7h 8h 9h Th",)), Defend())
    assert points(match) == [0, 40 + 24, 0]


def test_the_last_one_left_has_closed() -> None:
    match = play(dealt(), Drop(), Drop())
    assert match.deal is not None
    assert (match.deal.phase, match.deal.closer) == ("over", 2)
    assert points(match) == [0, 0, 40]
    assert "the last one left" in match.deal.ended


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [("penalty", [20, 0]), ("transfer", [-20, 20]), ("collect", [0, 20]), ("melded-minus-hand", [-20, 0])],
)
def test_what_a_drop_comes_to_by_the_way_of_scoring(scoring: str, expected: list[int]) -> None:
    assert points(play(dealt(2, scoring__hand=scoring), Drop())) == expected


@pytest.mark.parametrize(
    ("left", "hands", "expected"),
    [
        ({1: "drop.first"}, ["", "Kd Qd", "5c"], [25, 0, 0]),
        ({1: "drop.later", 2: "close.wrong"}, ["Kd Qd", "Ks", "5c"], [120, 0, 0]),
    ],
)
def test_a_deal_s_end_says_who_had_left(left: dict[int, str], hands: list[str], expected: list[int]) -> None:
    assert list(meldproof.score(rules(), hands, closer=0, left=left).points) == expected


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({1: "drop.never"}, "nobody leaves a deal by"),
        ({0: "drop.first"}, "closed by somebody else"),
        ({3: "drop.first"}, "left"),
    ],
)
def test_an_end_that_cannot_be_is_refused(left: dict[int, str], said: str) -> None:
    with pytest.raises(MeldproofError, match=said):
        meldproof.score(rules(), ["", "Kd", "5c"], closer=0, left=left)


def test_where_hands_are_compared_nobody_leaves() -> None:
    for name in ("drop.first", "drop.later", "close.wrong"):
        with pytest.raises(VariantError, match=f"{name}: hands are compared"):
            with_values(meldproof.variant("gin"), {name: 10})


WRONG = [
    (Knock(discard="Kd", melds=("4s 5s 6s",)), "", "a card is left, which a knock with none may not keep"),
    (Knock(discard="Kd", melds=("4s 5s Ah",)), "close.wrong", "no meld"),
    (Knock(discard="6s", melds=()), "close.wrong", "nothing shown"),
    (Knock(discard="Kd", melds=("4s 5s 7s",)), "refused", "a card that is not held"),
    (Knock(discard="Jd", melds=("4s 5s 6s",)), "refused", "a discard that is not held"),
    (Knock(discard="Kd", melds=("4s xx",)), "refused", "no card"),
]


@pytest.mark.parametrize(("knock", "comes_to", "why"), WRONG, ids=[why for *_, why in WRONG])
def test_a_show_that_fails_costs_its_player_and_an_impossible_one_is_refused(
    knock: Knock, comes_to: str, why: str
) -> None:
    match = play(dealt(), Draw(card="Ah"))
    if comes_to == "refused":
        assert broken(match, knock) != ""
        return
    after = play(match, knock)
    assert after.deal is not None
    assert after.deal.left == ("close.wrong", "", "")
    assert (after.deal.phase, after.deal.to_move) == ("draw", 1)
    end = play(after, Drop())
    assert points(end) == [0, 0, 100]


def test_without_a_price_such_a_show_is_refused_by_its_rule() -> None:
    match = play(dealt(close__wrong=0), Draw(card="Ah"))
    assert broken(match, Knock(discard="Kd", melds=("4s 5s 6s",))) == "knock.deadwood"


def test_a_right_show_is_right() -> None:
    match = play(dealt(), Draw(card="7s"), Knock(discard="Kd", melds=("4s 5s 6s 7s",)))
    assert match.deal is not None
    assert match.deal.left == ()
    assert match.deal.spread is not None


REFUSED = [
    (dealt(drop__first=0), (), "drop.first"),
    (dealt(drop__later=0), ROUND, "drop.later"),
    (dealt(), (Draw(card="Ah"),), "turn"),
    (dealt(), (Draw(card="7s"), Knock(discard="Kd", melds=("4s 5s 6s 7s",))), "turn"),
]


@pytest.mark.parametrize(("match", "steps", "rule"), REFUSED)
def test_a_player_drops_only_at_the_start_of_a_turn_and_for_a_price(match, steps, rule: str) -> None:
    assert broken(play(match, *steps), Drop()) == rule


def test_a_drop_is_listed_where_it_is_legal() -> None:
    assert Drop() in legal_actions(dealt())
    assert Drop() not in legal_actions(dealt(drop__first=0))
    assert Drop() not in legal_actions(play(dealt(), Draw(card="Ah")))


def test_dropping_again_is_not_possible() -> None:
    match = play(dealt(), Drop())
    assert broken(match, Drop(player=0)) == "turn"


@pytest.mark.parametrize("seed", range(3))
def test_simulated_matches_with_drops_are_judged_legal(seed: int) -> None:
    game = simulate_game(rules(match__points=200), 3, seed)
    report = referee(rules(match__points=200), game.lines())
    assert report.legal_game, report.fault
    assert report.scores == game.scores


def test_some_simulated_player_drops() -> None:
    games = [simulate_game(rules(match__points=200), 3, seed) for seed in range(4)]
    assert any(isinstance(action, a.Drop) for game in games for action in game.actions)
