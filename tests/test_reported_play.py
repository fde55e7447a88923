"""Faults and disputes of other implementations that a turn, a close or a score shows, each with its right answer."""

from __future__ import annotations

from typing import Any

import pytest
from play_helpers import broken, play, position, table_texts
from test_reported_melds import ELSEWHERE

from meldproof.playing import actions as a
from meldproof.playing.closing import hand_points
from meldproof.playing.state import new_match

HERE = {"RB034", "RB044", "RB065", "RB066", "RB068", "RB070", "RB072", "RB087", "RB091", "RB094", "RB123"}
IN_RULES = {"RB036", "RB050", "RB052", "RB074", "RB081", "RB083", "RB093"}
"""Cases that `test_play_rules.py` shows, under their ids."""


def test_every_case_of_play_is_shown() -> None:
    assert set(ELSEWHERE["play"]) <= HERE | IN_RULES


def test_rb034_lay_offs_may_follow_an_opening_in_its_turn() -> None:
    """Disputed: other pages forbid building on the table in the opening turn."""
    for start, rule in (("opening-turn", ""), ("next-turn", "layoff.start")):
        match = position("argentino", "7s 9d 9h 9c Kd 3d", "4s 5s 6s", opened=False, settings={"layoff.start": start})
        assert broken(play(match, a.LayMelds(melds=("9h 9d 9c",))), a.LayOff(meld=0, cards="7s")) == rule


def test_rb044_a_second_king_of_hearts_is_laid_off_only_where_suits_may_repeat() -> None:
    settings: dict[str, Any] = {"set.suits": "any"}
    for extra, rule in (({}, "set.suits"), (settings, "")):
        match = position("argentino", "Kh 3d 4d", "Kh Kc Kd", players=3, settings=extra)
        assert broken(match, a.LayOff(meld=0, cards="Kh")) == rule


@pytest.mark.parametrize(
    ("readings", "settings", "rule"),
    [
        ((), {}, "table.jokers"),
        (("joker-moves-freely",), {}, ""),
        ((), {"exchange.set": "any-missing"}, ""),
        ((), {"exchange.set": "never"}, "table.jokers"),
    ],
)
def test_rb065_and_rb066_what_frees_the_joker_of_a_set_of_three(
    readings: tuple[str, ...], settings: dict[str, Any], rule: str
) -> None:
    """Table 6r 6b JK, rack 6k: three published answers, and the text's own."""
    match = position("fichas", "6k 9y Ty".replace("Ty", "10y"), "6r 6b JK", readings=readings, settings=settings)
    assert broken(match, a.Rearrange(table=("6r 6b 6k", "9y 10y JK=11y"))) == rule


def test_rb065_and_rb066_both_missing_tiles_free_it() -> None:
    match = position("fichas", "6k 6y 9y 10y", "6r 6b JK")
    assert broken(match, a.Rearrange(table=("6r 6b 6k 6y", "9y 10y JK=11y"))) == ""


@pytest.mark.parametrize(("then", "rule"), [("same-turn", "exchange.then"), ("keep", "")])
def test_rb068_whether_a_freed_joker_may_be_kept(then: str, rule: str) -> None:
    settings = {"exchange.cards": "hand", "exchange.set": "any-missing", "exchange.then": then}
    match = position("rummy-500", "4s Kd Qh", "2s 3s JK=4s", settings=settings)
    assert broken(play(match, a.Exchange(meld=0, card="4s")), a.Discard(card="Kd")) == rule


def test_rb070_the_exact_card_frees_a_run_wild_and_a_set_may_be_barred() -> None:
    settings = {"exchange.cards": "hand", "exchange.set": "never", "exchange.then": "keep"}
    match = position("rummy-500", "7c 9c 9d Kd", "5c 6c JK 8c", "9s 9h JK", settings=settings)
    assert broken(match, a.Exchange(meld=0, card="7c")) == ""
    assert broken(match, a.Exchange(meld=0, card="9c")) == "exchange.cards"
    assert broken(match, a.Exchange(meld=1, card="9d")) == "exchange.set"


def test_rb072_a_wild_at_the_end_is_the_card_there_and_is_not_replaced() -> None:
    match = position("fichas", "9r 12r 3r 1k", "4r 5r 6r 7r 8r JK=9r 10r 11r JK=12r")
    assert broken(match, a.LayOff(meld=0, cards="9r")) != ""
    assert broken(match, a.LayOff(meld=0, cards="12r")) != ""
    assert broken(match, a.LayOff(meld=0, cards="3r")) == ""
    assert table_texts(play(match, a.LayOff(meld=0, cards="3r")))[0].startswith("3r 4r")


@pytest.mark.parametrize(
    ("rules", "rule"), [("rummy-500", "discard.to_close"), ("reglamento", "discard.to_close"), ("argentino", "")]
)
def test_rb087_whether_the_last_card_must_be_a_discard(rules: str, rule: str) -> None:
    match = position(rules, "7s", ("4s 5s 6s", 0))
    assert broken(match, a.LayOff(meld=0, cards="7s")) == rule


def test_rb087_the_reglamento_can_be_read_the_other_way() -> None:
    match = position("reglamento", "7s", ("4s 5s 6s", 0), readings=("discard-optional-at-close",))
    assert broken(match, a.LayOff(meld=0, cards="7s")) == ""


def test_rb091_a_changed_value_holds_in_every_deal() -> None:
    match = position("gin", "As 4s Kd", settings={"points.ace.hand": 15})
    assert match.deal is not None
    assert hand_points(match, match.deal.hands[0].cards) == 15 + 4 + 10
    again = new_match(match.variant, 2)
    assert hand_points(again, match.deal.hands[0].cards) == 15 + 4 + 10


def test_rb094_the_defenders_melds_are_kept_for_the_record() -> None:
    match = position("gin", "4s 5s 6s 9h 9d 9c Ks Kh Kd Ah 2c", pile="Qs")
    knocked = play(match, a.Knock(discard="2c", melds=("4s 5s 6s", "9h 9d 9c", "Ks Kh Kd")))
    over = play(knocked, a.Defend())
    assert over.deal is not None
    assert over.deal.defence is not None
    assert over.deal.defence.melds == ()
    assert over.deal.spread is not None
    assert len(over.deal.spread.melds) == 3


def test_rb123_the_card_taken_is_melded_in_the_turn() -> None:
    settings = {"draw.discard": "pile", "draw.entry": "meld-or-lay-off"}
    match = position("rummy-500", "4s 5s Kd Qh", pile="6s", drawn=False, settings=settings)
    taken = play(match, a.Draw(source="discard"))
    assert broken(taken, a.Discard(card="Kd")) == "draw.entry"
    assert broken(play(taken, a.LayMelds(melds=("4s 5s 6s",))), a.Discard(card="Kd")) == ""
