"""How turns and deals follow one another: the card turned up, who deals next, a stock used up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import broken, play, position

import meldproof
from meldproof.playing import actions as a
from meldproof.playing.advice import with_stock
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.referee import RefereeReport, referee
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match

Deal, Draw, Pass, Meld, Discard = a.Deal, a.Draw, a.Pass, a.LayMelds, a.Discard


def judged(header: dict[str, Any], *actions: dict[str, Any]) -> RefereeReport:
    return referee(None, [json.dumps(line) for line in (header, *actions)])


# --- the card turned up


def gin_deal(players: int = 2, **settings: Any) -> MatchState:
    variant = meldproof.variant("gin", settings={"players.max": players, **settings})
    return play(new_match(variant, players), Deal(dealer=players - 1, upcard="4s"))


@pytest.mark.parametrize("players", [2, 3])
def test_a_card_turned_up_that_all_refused_is_left_and_the_first_turn_draws_from_the_stock(players: int) -> None:
    match = gin_deal(players)
    for seat in range(players):
        assert Draw(source="discard") in legal_actions(match), seat
        match = apply(match, Pass(player=seat))
    assert broken(match, Draw(player=0, source="discard")) == "turn.first_draw"
    assert [action for action in legal_actions(match) if isinstance(action, Draw)] == [Draw()]
    after = play(match, Draw(player=0, card="7d"), Discard(card="7d"))
    assert broken(after, Draw(player=1, source="discard")) == ""


def test_who_takes_the_card_turned_up_plays_their_first_turn_and_the_others_have_had_none() -> None:
    match = play(gin_deal(), Pass(player=0), Draw(player=1, source="discard"))
    assert match.deal is not None
    assert match.deal.turns == (0, 1)
    match = play(match, Discard(card="7d"))
    assert match.deal is not None
    assert match.deal.turns == (1, 1)


def test_no_simulated_deal_begins_with_a_card_that_all_refused() -> None:
    gin = meldproof.variant("gin")
    refused = 0
    for seed in range(4):
        actions = simulate_game(gin, 2, seed).actions
        for first, second, third in zip(actions, actions[1:], actions[2:], strict=False):
            if isinstance(first, Pass) and isinstance(second, Pass):
                refused += 1
                assert third == Draw()
    assert refused


# --- who deals next


def gin_after(end: Sequence[a.Action], hand: str, **settings: Any) -> MatchState:
    """Player 1 ends a deal that player 0 dealt, the other holding the twelve points of a king and a two."""
    match = position("gin", hand, players=2, player=1, settings=settings)
    return play(match, *end)


KNOCK = (a.Knock(discard="Kd", melds=("4s 5s 6s",)), a.Defend())
RUN = "4s 5s 6s Kd"


@pytest.mark.parametrize(
    ("way", "after_a_close", "after_a_void_deal"),
    [("in-turn", 1, 1), ("same-after-void", 1, 0), ("winner", 1, 0), ("loser", 0, 0)],
)
def test_who_deals_next_is_as_the_rules_say(way: str, after_a_close: int, after_a_void_deal: int) -> None:
    closed = gin_after(KNOCK, RUN, **{"deal.next": way})
    void = position("gin", RUN, player=1, settings={"deal.next": way})
    left = meldproof.variant("gin").settings.stock.left
    void = apply(with_stock_of(void, left), Discard(card="Kd"))
    for match, due in ((closed, after_a_close), (void, after_a_void_deal)):
        assert match.next_dealer == due
        assert broken(match, Deal(dealer=due, upcard="7c")) == ""
        assert broken(match, Deal(dealer=1 - due, upcard="7c")) == "deal.next"


def with_stock_of(match: MatchState, left: int) -> MatchState:
    assert match.deal is not None
    return replace(match, deal=with_stock(match, match.deal, left))


def phase_of(match: MatchState) -> str:
    assert match.deal is not None
    return match.deal.phase


@pytest.mark.parametrize(
    ("defender", "winner"),
    [("2c 3d", 1), ("Kc Qd", 0), (None, None)],
)
def test_who_undercuts_has_won_the_deal_and_hidden_hands_leave_it_open(
    defender: str | None, winner: int | None
) -> None:
    gin = meldproof.variant("gin", readings=["winner-deals"], settings={"deal.cards": 2, "knock.deadwood": 20})
    match = play(
        new_match(gin, 2), Deal(dealer=1, upcard="7h", hands=("9s 8c", defender)), Pass(), Pass(), Draw(card="Kd"),
        a.Knock(discard="Kd"), a.Defend(),
    )  # fmt: skip
    assert match.next_dealer == winner
    for dealer in (0, 1):
        assert broken(match, Deal(dealer=dealer, upcard="7c")) == ("deal.next" if winner == 1 - dealer else "")


def test_of_several_losers_the_one_who_came_off_worst_deals() -> None:
    settings = {"deal.next": "loser", "deal.cards": 3, "discard.to_close": "optional"}
    variant = meldproof.variant("rummy-500", settings=settings)
    hands = ("4s 5s 6s", "2h 2d 3c", "Kh Kd Qc")
    match = play(new_match(variant, 3), Deal(dealer=2, upcard="7h", hands=hands), Draw(card="9d"))
    match = play(match, Meld(melds=("4s 5s 6s",)), Discard(card="9d"))
    assert match.next_dealer == 2
    hidden = play(new_match(variant, 3), Deal(dealer=2, upcard="7h", hands=(hands[0],)), Draw(card="9d"))
    assert play(hidden, Meld(melds=("4s 5s 6s",)), Discard(card="9d")).next_dealer is None


OUT_AT_100 = {"scoring.hand": "penalty", "match.end": "elimination", "match.points": 100}
WORST = {
    "melded-minus-hand": ({}, 2),
    "transfer": ({"scoring.hand": "transfer"}, 2),
    "penalty": ({"scoring.hand": "penalty", "match.winner": "lowest"}, 2),
    "last-in": ({**OUT_AT_100, "match.winner": "last-in"}, 2),
    "highest-when-all-are-out": ({**OUT_AT_100, "match.winner": "highest"}, 2),
}


@pytest.mark.parametrize("name", WORST)
def test_who_came_off_worst_holds_most_however_it_is_scored(name: str) -> None:
    scoring, worst = WORST[name]
    settings = {"deal.next": "loser", "deal.cards": 3, "discard.to_close": "optional", **scoring}
    variant = meldproof.variant("rummy-500", settings=settings)
    hands = ("4s 5s 6s", "2h 2d 3c", "Kh Kd Qc")
    match = play(new_match(variant, 3), Deal(dealer=2, upcard="7h", hands=hands), Draw(card="9d"))
    match = play(match, Meld(melds=("4s 5s 6s",)), Discard(card="9d"))
    assert match.next_dealer == worst


def test_a_void_deal_is_no_deal_of_the_match() -> None:
    settings = {"stock.empty": "void", "match.deals": 1, "match.end": "deals", "match.ties": "shared"}
    variant = meldproof.variant("fichas", settings=settings)
    deal = Deal(discard="13y")
    match = play(new_match(variant, 2), deal)
    void = play(with_stock_of(match, 1), Draw(), a.EndTurn())
    assert void.deal is not None
    assert (void.winners, void.number, void.scores) == ((), 0, (0, 0))
    assert play(void, Deal(dealer=1, discard="13y")).number == 1


def test_after_a_void_deal_the_next_is_the_first_again() -> None:
    settings = {"stock.empty": "void", "melding.first_turn": True, "melding.first_deal": "close-only"}
    match = new_match(meldproof.variant("argentino", settings=settings), 2)
    match = play(with_stock_of(play(match, Deal(upcard="4c")), 1), Draw(), Discard(card="Kd"))
    hands = (None, "4s 5s 6s 9d 9c Kh Kd Jc Qs 3h 7d")
    match = play(match, Deal(dealer=1, upcard="8c", hands=hands[::-1]), Draw(card="8d"))
    assert broken(match, Meld(melds=("4s 5s 6s",))) == "melding.first_deal"


@pytest.mark.parametrize("name", ["argentino", "rummy-500", "reglamento"])
def test_the_texts_deal_in_turn_also_after_a_deal_that_nobody_closed(name: str) -> None:
    assert meldproof.variant(name).values["deal.next"] == "in-turn"


# --- a stock used up


def tiles(players: int, *, stock: int, hand: str = "1r 5b 9k") -> MatchState:
    return with_stock_of(position("fichas", hand, "10r 11r 12r", players=players, drawn=False), stock)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_round_of_tiles_counts_only_turns_that_began_without_a_stock(players: int) -> None:
    """Whoever drew the last tile and laid nothing has not passed a turn of the last round."""
    match = play(tiles(players, stock=1), Draw(), a.EndTurn())
    for _ in range(players):
        assert phase_of(match) == "draw"
        match = play(match, Pass(), a.EndTurn())
    assert phase_of(match) == "over"
    assert match.deal is not None
    assert match.deal.closer is None


def test_a_tile_laid_begins_the_last_round_anew() -> None:
    match = play(tiles(2, stock=1), Draw(), a.EndTurn(), Pass(), a.EndTurn(), Pass())
    assert phase_of(play(match, a.EndTurn())) == "over"
    match = play(tiles(2, stock=1, hand="13r 5b 9k"), Draw(), a.EndTurn(), Pass(), a.EndTurn(), Pass())
    match = play(match, a.Rearrange(table=("10r 11r 12r 13r",)), a.EndTurn(), Pass(), a.EndTurn())
    assert phase_of(match) == "draw"


def test_an_argentine_deal_ends_when_a_round_begins_without_a_stock_and_nobody_lays() -> None:
    """The one card of the pile goes to and fro: it would for ever."""
    header = {"variant": "argentino", "players": 2}
    ranks = "A3456789TJQK"
    cards = [rank + suit for suit in "shdc" for rank in ranks] + ["2s", "2h", "2d", "2c", "JK", "JK"]
    taken = [card for card in cards if card != "2c"][: 54 - 23]
    lines: list[dict[str, Any]] = [{"action": "deal", "dealer": 0, "upcard": "2c"}]
    for card in taken:  # the pile is never reshuffled: everybody takes it whole while there is a stock
        lines += [{"action": "draw", "card": card}, {"action": "discard", "card": card}]
    report = judged(header, *lines)
    assert report.legal_game
    endless = [{"action": "draw", "from": "discard"}, {"action": "discard", "card": taken[-1]}]
    ended = judged(header, *lines, *endless, *endless)
    assert ended.legal_game, ended.fault
    assert len(ended.deals) == 1
    assert ended.deals[0].closer is None
    assert not judged(header, *lines, *endless, *endless, *endless).legal_game


@pytest.mark.parametrize(("idle_ends", "phase"), [(True, "over"), (False, "draw")])
def test_the_round_that_ends_a_deal_is_a_rule_of_the_variant(idle_ends: bool, phase: str) -> None:
    settings = {"stock.idle_ends": idle_ends, "draw.entry": "free", "draw.return_taken": True}
    match = with_stock_of(position("rummy-500", "4s 9d", pile="Kd", drawn=False, settings=settings), 0)
    for _ in range(2):
        match = play(match, Draw(source="discard"), Discard(card="Kd"))
    assert phase_of(match) == phase
