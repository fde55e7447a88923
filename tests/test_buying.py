"""Buying: who may take the discard that was left, when, with which cards, how often; in logs, counts and simulations."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import meldproof
from meldproof.errors import VariantError
from meldproof.notation import card_text, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.buying import purchases
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.policy import take_turn
from meldproof.playing.shuffling import shuffled_deal
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.reference.buying_words import buying_step
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant

HANDS = ("4s 5s 6s 8h 9d Jc Kd", "3h 3d 3c 7s 8c Td Qs", "2s 2d 5h 6h 9c Jd Kc")
DEAL = {"action": "deal", "dealer": 2, "hands": list(HANDS), "stock": "Qh Qd 7d 7c As Ah", "upcard": "3s"}
DRAW: dict[str, Any] = {"action": "draw"}


def rules(**more: object) -> Variant:
    changes = {"deal.cards": 7, "players.max": 4, "buy.who": "anyone", **more}
    return with_values(meldproof.variant("rummy-500"), changes)


def buys(player: int | None, **more: object) -> dict[str, object]:
    return {"action": "buy", **({} if player is None else {"player": player}), **more}


def match_after(variant: Variant, *lines: dict[str, Any]) -> MatchState:
    match = new_match(variant, 3)
    dealt = a.Deal(dealer=2, hands=HANDS, upcard="3s")
    for action in (dealt, *(_action(line) for line in lines)):
        match = apply(match, action)
    return match


def _action(line: dict[str, Any]) -> a.Action:
    return msgspec.convert(line, a.Action)


def fault_of(variant: Variant, *lines: dict[str, Any]) -> str:
    """The rule that the last line breaks; empty where it is legal. The others are legal."""
    match = match_after(variant, *lines[:-1])
    try:
        apply(match, _action(lines[-1]))
    except IllegalAction as error:
        return error.fault.rule
    return ""


LARGE: dict[str, object] = {"deck.copies": 2, "deal.cards": 11, "opening.points": 60}
"""Larger hands, in which a third card of a rank is often wished for."""
DISCARD = {"action": "discard", "card": "Kd"}
MELD = {"action": "meld", "melds": ["4s 5s 6s"]}
CASES: dict[str, tuple[dict[str, object], tuple[dict[str, Any], ...], str]] = {
    "right after the draw": ({}, (DRAW, buys(1)), ""),
    "the player after that one": ({}, (DRAW, buys(2)), ""),
    "the stock cards said": ({}, (DRAW, buys(1, cards="Qd")), ""),
    "more stock cards than the price": ({}, (DRAW, buys(1, cards="Qd 7d")), "buy.extra"),
    "for nothing more": ({"buy.extra": 0}, (DRAW, buys(1)), ""),
    "for two cards": ({"buy.extra": 2}, (DRAW, buys(1, cards="Qd 7d")), ""),
    "nobody named": ({}, (DRAW, buys(None)), "turn"),
    "a player whom there is not": ({}, (DRAW, buys(3)), "turn"),
    "the mover": ({}, (DRAW, buys(0)), "buy.who"),
    "before the draw": ({}, (buys(1),), "buy.who"),
    "after a draw from the pile": ({}, ({"action": "draw", "from": "discard"}, buys(1)), "buy.who"),
    "after a meld": ({}, (DRAW, MELD, buys(1)), "buy.who"),
    "after the discard": ({}, (DRAW, DISCARD, buys(2)), "buy.who"),
    "one card is sold once": ({}, (DRAW, buys(1), buys(2)), "buy.who"),
    "where nothing is bought": ({"buy.who": "nobody"}, (DRAW, buys(1)), "buy.who"),
    "by who has not opened": ({"buy.who": "not-opened"}, (DRAW, buys(1)), ""),
    "by who has opened": (
        {"buy.who": "not-opened"},
        (DRAW, MELD, DISCARD, DRAW, {"action": "discard", "card": "7s"}, DRAW, buys(0)),
        "buy.who",
    ),
    "by who has opened, where anyone may": (
        {},
        (DRAW, MELD, DISCARD, DRAW, {"action": "discard", "card": "7s"}, DRAW, buys(0)),
        "",
    ),
    "a second time": ({"buy.most": 1}, (DRAW, buys(2), DISCARD, DRAW, buys(2)), "buy.most"),
    "a second time of two": ({"buy.most": 2}, (DRAW, buys(2), DISCARD, DRAW, buys(2)), ""),
    "another player's first": ({"buy.most": 1}, (DRAW, buys(2), DISCARD, DRAW, buys(0)), ""),
    "then the mover goes on": ({}, (DRAW, buys(1), MELD), ""),
    "a card that is elsewhere": ({}, (DRAW, buys(1, cards="3s")), "deck.copies"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_purchase_is_judged_by_right_time_price_and_limit(name: str) -> None:
    settings, lines, rule = CASES[name]
    assert fault_of(rules(**settings), *lines) == rule


def test_the_buyer_has_the_card_and_its_price_and_the_mover_goes_on() -> None:
    match = match_after(rules(**{"buy.extra": 2}), DRAW)
    before = match.deal
    after = apply(match, a.Buy(player=2, cards="Qd 7d")).deal
    assert before is not None
    assert after is not None
    assert Counter(after.hands[2].cards) - Counter(before.hands[2].cards) == Counter(
        token.card for token in _tokens(match, "3s Qd 7d")
    )
    assert after.stock_left == before.stock_left - 2
    assert after.pile == ()
    assert (after.to_move, after.phase, after.bought) == (0, "play", (0, 0, 1))


def _tokens(match: MatchState, text: str) -> Any:
    return parse_cards(text, match.deck)


def test_a_stock_that_lacks_the_price_sells_nothing() -> None:
    match = match_after(rules(**{"buy.extra": 2}), DRAW)
    assert match.deal is not None
    poor = replace(match, deal=replace(match.deal, stock_left=1))
    assert list(purchases(poor)) == []
    with pytest.raises(IllegalAction, match="lacks the cards"):
        apply(poor, a.Buy(player=1))


def test_a_known_stock_gives_the_cards_that_it_holds() -> None:
    first = {"variant": "rummy-500", "players": 3, "settings": {"buy.who": "anyone", "deal.cards": 2}}
    deck = [card for card in meldproof.variant("rummy-500").deck(3).cards() if not card.is_joker]
    names = [card_text(card, meldproof.variant("rummy-500").deck(3)) for card in deck]
    jokers = ["JK"] * meldproof.variant("rummy-500").deck(3).jokers
    hands, up, stock = [" ".join(names[n : n + 2]) for n in (0, 2, 4)], names[6], [*names[7:], *jokers]
    deal = {"action": "deal", "dealer": 2, "hands": hands, "upcard": up, "stock": " ".join(stock)}
    right = [first, deal, DRAW, buys(1, cards=stock[1])]
    assert meldproof.referee(None, right).legal_game
    wrong = meldproof.referee(None, [*right[:-1], buys(1, cards=stock[2])])
    assert wrong.fault is not None
    assert wrong.fault.rule == "cards"


def test_the_referee_says_that_who_comes_first_is_not_judged() -> None:
    first = {"variant": "rummy-500", "players": 3, "settings": {"buy.who": "anyone"}}
    hidden = {"action": "deal", "dealer": 2, "upcard": "3s"}
    report = meldproof.referee(None, [first, hidden, DRAW, buys(2)])
    assert report.legal_game
    assert any("first right" in said for said in report.unjudged)


def test_a_refused_purchase_is_told_with_those_that_were_legal() -> None:
    first = {"variant": "rummy-500", "players": 3, "settings": {"buy.who": "anyone"}}
    report = meldproof.referee(None, [first, {"action": "deal", "dealer": 2, "upcard": "3s"}, DRAW, buys(0)])
    assert [action["player"] for action in report.legal if action["action"] == "buy"] == [1, 2]


def test_purchases_are_listed_apart_from_what_the_mover_may_do() -> None:
    match = match_after(rules(), DRAW)
    assert [action.player for action in purchases(match)] == [1, 2]
    assert not any(isinstance(action, a.Buy) for action in legal_actions(match))
    assert list(purchases(match_after(rules()))) == []


@pytest.mark.parametrize("seed", range(3))
def test_simulated_games_buy_and_are_judged_legal(seed: int) -> None:
    house = rules(**LARGE, **{"match.end": "deals", "match.deals": 2, "buy.most": 2})
    log = simulate_game(house, 4, seed)
    assert any(isinstance(action, a.Buy) for action in log.actions)
    report = meldproof.referee(None, list(log.lines()))
    assert report.legal_game
    assert report.scores == log.scores


def test_every_card_stays_somewhere_when_cards_are_bought() -> None:
    rng, bought = random.Random(5), 0
    match = new_match(rules(**LARGE), 4)
    match = apply(match, shuffled_deal(match, 0, rng))
    for _ in range(24):
        if match.deal is None or match.deal.phase == "over":
            break
        for action, after in take_turn(match, rng):
            bought += isinstance(action, a.Buy)
            match = after
            assert match.deal is not None
            there = [*match.deal.pile, *(match.deal.stock or ()), *(c for hand in match.deal.hands for c in hand.cards)]
            there += [card for lying in match.deal.table for card in lying.meld.cards]
            assert Counter(there) == Counter(match.deck.cards())
    assert bought


@pytest.mark.parametrize(
    ("base", "settings", "said"),
    [
        ("gin", {"buy.who": "not-opened"}, "nobody opens before the close"),
        ("rummikub", {"draw.discard": "top", "buy.who": "anyone"}, "nobody leaves the discard"),
    ],
)
def test_buying_that_can_t_be_is_refused(base: str, settings: dict[str, object], said: str) -> None:
    with pytest.raises(VariantError, match=said):
        with_values(meldproof.variant(base), settings)


def test_the_step_is_said_in_both_languages() -> None:
    said = buying_step(rules(**{"buy.who": "not-opened", "buy.most": 3}).settings)
    assert said is not None
    assert (
        "who has not opened yet may then take the top card of the discard pile, with one card of the stock, 3"
        in said[0]
    )
    assert "con una carta del mazo, a lo sumo 3 veces por mano" in said[1]
    assert buying_step(meldproof.variant("gin").settings) is None
