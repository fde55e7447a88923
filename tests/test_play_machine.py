"""A state machine plays any legal actions, policies and corrupted actions in any order; what must hold holds always."""

from __future__ import annotations

import json
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from play_helpers import broken, table_texts
from test_check_against_plain_rules import BOOKS, worth_of_melds

import meldproof
from meldproof.cards import Card, canonical
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.game import apply, score
from meldproof.playing.moves import legal_actions
from meldproof.playing.policy import take_turn
from meldproof.playing.referee import referee
from meldproof.playing.simulate import _deal
from meldproof.playing.state import MatchState, new_match

SEATS = {"argentino": (2, 4), "fichas": (2, 3), "gin": (2,), "reglamento": (2, 3), "rummy-500": (2, 3)}
MOST_ACTIONS = 400


class Game(RuleBasedStateMachine):
    """One match; `actions` is its log so far."""

    variant_id: str
    match: MatchState

    @initialize(players=st.integers(0, 1), seed=st.integers(0, 2**32))
    def begin(self, players: int, seed: int) -> None:
        seats = SEATS[self.variant_id]
        self.players = seats[players % len(seats)]
        self.rng = random.Random(seed)
        self.actions: list[a.Action] = []
        self.match = new_match(meldproof.variant(self.variant_id), self.players)
        self.deal_again(0)

    def deal_again(self, dealer: int) -> None:
        action, self.match = _deal(self.match, dealer, self.rng)
        self.actions.append(action)

    def goes_on(self) -> bool:
        deal = self.match.deal
        return deal is not None and deal.phase != "over" and len(self.actions) < MOST_ACTIONS

    @precondition(goes_on)
    @rule(which=st.floats(0, 1, exclude_max=True))
    def anything_legal(self, which: float) -> None:
        listed = legal_actions(self.match)
        assert listed, "someone can always do something"
        laying = [action for action in listed if not isinstance(action, (a.Discard, a.Draw))]
        options = laying if laying and self.rng.random() < 0.7 else list(listed)
        action = options[int(which * len(options))]
        if isinstance(action, a.Rebuild) and action.stock is None:
            deal = self.match.deal
            assert deal is not None
            cards = list(deal.pile[:-1])
            self.rng.shuffle(cards)
            action = a.Rebuild(stock=cards_text(cards, self.match.deck))
        self.match = apply(self.match, action)
        self.actions.append(action)

    @precondition(goes_on)
    @rule()
    def a_sensible_turn(self) -> None:
        for action, after in take_turn(self.match, self.rng):
            self.match = after
            self.actions.append(action)

    @precondition(lambda self: not self.goes_on() and not self.match.winners and len(self.actions) < MOST_ACTIONS)
    @rule()
    def the_next_deal(self) -> None:
        assert self.match.deal is not None
        self.deal_again(self.match.after(self.match.deal.dealer) if self.match.still_in else 0)

    @precondition(goes_on)
    @rule(seat=st.integers(1, 3))
    def somebody_out_of_turn(self, seat: int) -> None:
        deal = self.match.deal
        assert deal is not None
        other = (deal.to_move + seat) % self.players
        if other != deal.to_move:
            for action in (a.Draw(player=other), a.Discard(player=other, card="As"), a.Pass(player=other)):
                assert broken(self.match, action) == "turn"

    @precondition(goes_on)
    @rule()
    def a_card_that_is_not_held(self) -> None:
        deal = self.match.deal
        assert deal is not None
        strange = [card for card in self.match.deck.kinds() if card not in deal.hands[deal.to_move].cards]
        name = card_text(self.rng.choice(strange), self.match.deck)
        assert broken(self.match, a.Discard(card=name)) in ("cards", "turn", "draw.entry", "discard.each_turn")
        for number in range(len(deal.table)):
            assert broken(self.match, a.LayOff(meld=number, cards=name)) != ""
        assert broken(self.match, a.LayOff(meld=len(deal.table), cards=name)) != ""

    @precondition(goes_on)
    @rule(size=st.integers(1, 4))
    def cards_that_are_no_meld(self, size: int) -> None:
        """Held cards that rules written elsewhere call no meld are refused; nothing is laid before the draw either."""
        deal = self.match.deal
        assert deal is not None
        hand = list(deal.hands[deal.to_move].cards)
        cards = canonical(self.rng.sample(hand, min(size, len(hand))))
        text = cards_text(cards, self.match.deck)
        if deal.phase != "play":
            assert broken(self.match, a.LayMelds(melds=(text,))) == "turn"
        elif not worth_of_melds(BOOKS[self.variant_id], cards, ordered=False):
            assert broken(self.match, a.LayMelds(melds=(text,))) != ""

    @precondition(goes_on)
    @rule()
    def a_table_that_loses_a_card(self) -> None:
        deal = self.match.deal
        assert deal is not None
        if deal.phase == "play" and deal.table:
            assert broken(self.match, a.Rearrange(table=tuple(table_texts(self.match)[1:]))) == "table.rearrange"

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        deal = self.match.deal
        if deal is None:
            return
        cards: Counter[Card] = Counter((*deal.pile, *(deal.stock or ())))
        for hand in deal.hands:
            assert hand.size == len(hand.cards)
            cards.update(hand.cards)
        for lying in deal.table:
            cards.update(lying.meld.cards)
        for one in (*deal.knocked_melds, *(meld for defence in deal.defences for meld in defence.melds)):
            cards.update(one.cards)
        assert cards.total() + len(deal.aside) == self.match.deck.size
        assert all(number <= self.match.deck.copies_of(card) for card, number in cards.items())

    def teardown(self) -> None:
        if not hasattr(self, "match") or self.match.deal is None:
            return
        lines = [json.dumps({"variant": self.variant_id, "players": self.players})]
        lines += [msgspec.json.encode(action).decode() for action in self.actions]
        report = referee(None, lines)
        assert report.fault is None, report.fault
        assert report.scores == self.match.scores
        if self.match.deal.phase == "over":
            assert report.deals[-1].lines == score(self.match)


@pytest.mark.parametrize("rules", SEATS)
def test_a_game_of(rules: str) -> None:
    machine = type(f"GameOf{rules}", (Game,), {"variant_id": rules})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=6, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
