"""Values that change by deal: read, refused, asked by deal, counted by a match, and simulated across deals."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise

import pytest
from houses import one_line
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import meldproof
from meldproof.errors import ProblemError, VariantError
from meldproof.playing.actions import Deal
from meldproof.playing.advice import Position, position_state
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import new_match
from meldproof.reference.deal_by_deal import entries_by_deal, steps_by_deal
from meldproof.reference.glance import glance
from meldproof.reference.parameter_words import value_said
from meldproof.reference.setup_words import setup_steps
from meldproof.variants.by_deal import ByDeal, may_change
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.variants.values import from_plain, to_plain
from meldproof.variants.vocabulary import parameters

CARDS = {"deal": {"1": 3, "2": 4, "5": {"2": 6, "3": 5}}}


def growing(**more: object) -> Variant:
    """A house of gin whose hands grow and whose wild rank changes, with more by deal."""
    changes = {
        "deal.cards": CARDS,
        "wilds.ranks": {"deal": {"1": ["3"], "2": ["4"], "4": []}},
        "match.end": "deals",
        "match.deals": 6,
        **more,
    }
    return with_values(meldproof.variant("gin"), changes)


REFUSED = {
    "no first deal": ({"deal.cards": {"deal": {"2": 4}}}, "from deal 1 on"),
    "no deals": ({"deal.cards": {"deal": {}}}, "from deal 1 on"),
    "no number": ({"deal.cards": {"deal": {"first": 4}}}, "from deal 1 on"),
    "a number twice": ({"deal.cards": {"deal": {"1": 4, "01": 5}}}, "from deal 1 on"),
    "a table in a table": ({"deal.cards": {"deal": {"1": {"deal": {"1": 4}}}}}, "from deal 1 on"),
    "a value of another kind": ({"deal.upcard": {"deal": {"1": True, "2": 7}}}, "true or false"),
    "the deck": ({"deck.jokers": {"deal": {"1": 0, "2": 2}}}, "the same in every deal"),
    "the players": ({"players.max": {"deal": {"1": 2, "2": 3}}}, "the same in every deal"),
    "the match": ({"match.winner": {"deal": {"1": "highest", "2": "lowest"}}}, "the same in every deal"),
    "the direction": ({"turn.direction": {"deal": {"1": "left", "2": "right"}}}, "the same in every deal"),
    "more cards than there are, later": ({"deal.cards": {"deal": {"1": 10, "7": 26}}}, "(deal 7)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_by_deal_that_can_t_be_is_refused_in_a_line(name: str) -> None:
    settings, said = REFUSED[name]
    with pytest.raises(VariantError, match="deal") as caught:
        meldproof.variant("gin", settings=settings)
    assert said in one_line(caught.value)


@given(st.dictionaries(st.integers(2, 30), st.integers(0, 9), max_size=5), st.integers(0, 9), st.integers(1, 40))
def test_a_value_holds_from_its_deal_on(later: dict[int, int], first: int, deal: int) -> None:
    table = {1: first, **later}
    plain = {"deal": {str(start): value for start, value in table.items()}}
    read = from_plain(plain, int)
    due = table[max(start for start in table if start <= deal)]
    assert (read.at(deal) if isinstance(read, ByDeal) else read) == due
    assert from_plain(to_plain(read), int) == read
    if isinstance(read, ByDeal):
        assert all(one[1] != other[1] for one, other in pairwise(read.pairs))


def test_what_may_change_by_deal() -> None:
    fixed = {name for name in parameters() if not may_change(name)}
    assert {name.partition(".")[0] for name in fixed} == {"deck", "players", "match", "turn"}
    assert [name for name in fixed if name.startswith("turn.")] == ["turn.direction"]


def test_each_deal_has_plain_settings_and_equal_ones_are_one_object() -> None:
    rules = growing()
    every = [rules.at(deal) for deal in range(1, 9)]
    sizes = [one.settings.deal.cards.at(2) for one in every]
    assert sizes == [3, 4, 4, 4, 6, 6, 6, 6]
    assert [one.settings.wilds.ranks for one in every][:4] == [("3",), ("4",), ("4",), ()]
    assert not any(isinstance(value, ByDeal) for one in every for value in one.values.values())
    assert len({id(one) for one in every}) == len({id(one.settings) for one in every}) == 4
    assert all(one.at(deal) is rules.at(deal) for one in every for deal in (1, 5))
    assert all(one.whole is rules and one.at() is one for one in every)
    assert rules.at() is rules.at(1)
    back = with_values(rules, {"deal.cards": {"deal": {"1": 3, "2": 4, "3": 3}}, "wilds.ranks": []})
    assert back.at(1) is back.at(3)


def test_a_parameter_exists_if_it_exists_in_any_deal() -> None:
    rules = growing()
    assert "wilds.natural" in rules.values
    assert "wilds.natural" in rules.at(1).values
    assert "wilds.natural" not in rules.at(4).values
    assert rules.at(4).settings.set.naturals.min == 0
    with pytest.raises(VariantError, match=r"wilds\.natural"):
        meldproof.variant("gin", settings={"wilds.ranks": {"deal": {"1": [], "3": ["K"]}}})


def test_rules_without_tables_are_of_every_deal() -> None:
    gin = meldproof.variant("gin")
    assert gin.at() is gin.at(1) is gin.at(70) is gin.whole is gin
    for deal in (0, -1, True, "2"):
        with pytest.raises(ProblemError, match="numbered from 1"):
            gin.at(deal)  # type: ignore[arg-type]


def test_a_variant_of_one_deal_can_be_sent_to_another_process() -> None:
    rules = pickle.loads(pickle.dumps(growing().at(5)))
    assert rules.settings.deal.cards.at(2) == 6
    assert rules.at(1).settings.deal.cards.at(2) == 3
    assert rules.whole.plain()["deal.cards"] == CARDS


def test_questions_are_put_in_a_deal() -> None:
    rules = growing()
    assert meldproof.check(rules, "3s 5s 6s").legal
    assert meldproof.check(rules, "3s 5s 6s", deal=1).legal
    assert not meldproof.check(rules, "3s 5s 6s", deal=2).legal
    assert meldproof.check(rules, "4h 5s 6s", deal=2).legal
    assert not meldproof.check(rules.at(1), "4h 5s 6s").legal
    assert meldproof.solve(rules, "3s 5s 6s").figures.deadwood_points == 0
    assert meldproof.solve(rules, "3s 5s 6s", deal=4).figures.deadwood_points == 14
    assert list(meldproof.solve_many(rules, ["3s 5s 6s"], deal=4).values) == [14]


def test_a_position_is_of_a_deal() -> None:
    rules = growing()
    sizes = {
        deal: position_state(rules, Position(hand="3s 5s 6s", deal=deal)).settings.deal.cards.at(2)
        for deal in (None, 1, 2, 6)
    }
    assert sizes == {None: 3, 1: 3, 2: 4, 6: 6}
    assert position_state(rules, Position(hand="3s"), 6).number == 6
    assert position_state(meldproof.variant("gin"), Position(hand="3s")).number == 2
    with pytest.raises(ProblemError, match="of deal 2, not of deal 3"):
        position_state(rules, Position(hand="3s", deal=2), 3)


def test_a_match_counts_its_deals_and_each_is_played_by_its_own_rules() -> None:
    rules = growing()
    log = simulate_game(rules, 2, 3)
    dealt = [len((action.hands[0] or "").split()) for action in log.actions if isinstance(action, Deal)]
    assert dealt == [3, 4, 4, 4, 6, 6][: len(dealt)]
    assert len(dealt) == 6
    report = meldproof.referee(rules, log.lines())
    assert report.legal_game
    assert report.scores == log.scores
    assert json.loads(next(log.lines()))["settings"]["deal.cards"] == CARDS


def test_a_log_of_rules_by_deal_names_them_in_its_first_line() -> None:
    log = list(simulate_game(growing(), 2, 4).lines())
    assert meldproof.referee(None, log).legal_game


def test_a_deal_of_another_deals_size_is_refused() -> None:
    match = new_match(growing(), 2)
    first = Deal(hands=("4s 5s 6s", "7s 8s 9s"), upcard="Kd")
    assert apply(match, first).deal is not None
    with pytest.raises(IllegalAction, match="was dealt 4 cards, not 3"):
        apply(match, Deal(hands=("4s 5s 6s 2h", "7s 8s 9s 2d"), upcard="Kd"))


def test_a_void_deal_keeps_its_number() -> None:
    match = replace(new_match(growing(), 2), deals=1, void=1)
    assert match.number == 0
    begun = apply(match, Deal(hands=("4s 5s 6s", "7s 8s 9s"), upcard="Kd"))
    assert (begun.deals, begun.number) == (2, 1)
    after = replace(begun, void=0, deal=None)
    assert after.number == 2
    assert apply(after, Deal(hands=("4s 5s 6s 7d", "7s 8s 9s 7h"), upcard="Kd")).number == 3


SAID = {
    "deal.cards": (CARDS, "deal 1: 3; deals 2 to 4: 4; from deal 5 on: from 2: 6; from 3: 5"),
    "discard.to_close": (
        {"deal": {"1": "required", "7": "forbidden"}},
        "deals 1 to 6: it must; from deal 7 on: it must not",
    ),
    "wilds.ranks": ({"deal": {"1": ["3"], "2": []}}, "deal 1: 3; from deal 2 on: none"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_table_by_deal_is_said_in_words(name: str) -> None:
    plain, said = SAID[name]
    assert value_said(name, plain).en == said
    assert "desde la mano" in value_said(name, plain).es


def test_a_log_written_by_hand_may_name_rules_by_deal_in_its_first_line() -> None:
    first = {"variant": "gin", "players": 2, "settings": {"deal.cards": {"deal": {"1": 3, "2": 4}}}}
    dealt = {"action": "deal", "hands": ["4s 5s 6s", "7s 8s 9s"], "upcard": "Kd"}
    assert meldproof.referee(None, [first, dealt]).legal_game
    four = {**dealt, "hands": ["4s 5s 6s 2c", "7s 8s 9s 2d"]}
    report = meldproof.referee(None, [first, four])
    assert report.fault is not None
    assert report.fault.rule == "deal.cards"


def test_what_differs_from_deal_to_deal_is_said_within_what_the_deals_share() -> None:
    rules = growing()
    entries = {title.en: text.en for title, text in entries_by_deal(rules, lambda s: glance(s, rules.deck()))}
    assert entries["Dealt to each"] == "(deal 1: 3; deals 2 to 4: 4; from deal 5 on: 6) cards"
    assert entries["Players"] == "2, each for themselves"
    assert "deal 1: every 3" in entries["Wilds"]
    assert entries["Wilds"].endswith("from deal 4 on: none")
    steps = [step.en for step in steps_by_deal(rules, lambda s: setup_steps(s, rules.deck()))]
    assert "The one who shuffled deals each player (deal 1: 3; deals 2 to 4: 4; from deal 5 on: 6) cards" in steps[1]
    gin = meldproof.variant("gin")
    assert entries_by_deal(gin, lambda s: glance(s, gin.deck())) == glance(gin.settings, gin.deck())


def test_what_each_opening_must_hold_is_said_by_deal() -> None:
    rules = meldproof.variant("contract-rummy")
    entries = {title.en: text.en for title, text in entries_by_deal(rules, lambda s: glance(s, rules.deck()))}
    assert entries["First melds"].startswith("(deal 1: 2 sets; deal 2: a set and a run; ")
    assert entries["First melds"].endswith("; from deal 7 on: 3 runs), and no more")
