"""Another judge of gin: OpenSpiel's, on its games and on ours. What differs is known, and anything else fails."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pyspiel")
from beside_open_spiel import KNOWN, RULES, SETTINGS, Beside, number, play_at_random, play_by_policy, replay

import meldproof
from meldproof.playing import actions as a
from meldproof.playing.policy import take_turn


def settled(both: Beside) -> Beside:
    if both.state.is_terminal():
        both.check_points()
    both.judged()
    assert set(both.found) <= set(KNOWN)
    return both


def our_deal(seed: int) -> tuple[list[a.Action], list[int]]:
    """A deal of ours, at random or by the policy, without the dealing, and the deck in the order of the other's deal."""
    game, rng = meldproof.Game.new(RULES, 2, seed), random.Random(seed)
    deal = game.actions[0]
    assert isinstance(deal, a.Deal)
    first = 1 - deal.dealer
    hands = [deal.hands[first], deal.hands[1 - first]]
    names = " ".join([*(hand or "" for hand in hands), deal.upcard or "", deal.stock or ""]).split()
    while game.phase != "over":
        steps = [rng.choice(game.legal_actions())] if seed % 2 else [step for step, _ in take_turn(game.state, rng)]
        for step in steps:
            game.apply(step)
    return list(game.actions[1:]), [number(name) for name in names]


@pytest.mark.parametrize("seed", range(8))
def test_its_random_games_are_legal_here(seed: int) -> None:
    settled(play_at_random(seed))


@pytest.mark.parametrize("seed", range(8))
def test_its_games_by_a_policy_are_legal_here(seed: int) -> None:
    settled(play_by_policy(seed))


@pytest.mark.parametrize("seed", range(12))
def test_our_games_are_legal_there(seed: int) -> None:
    settled(replay(*our_deal(seed)))


@pytest.mark.slow
def test_three_hundred_games_each_way() -> None:
    met: set[str] = set()
    for seed in range(300):
        for both in (play_at_random(seed), play_by_policy(seed), replay(*our_deal(seed))):
            met.update(settled(both).found)
    assert met | {"legal knock refused"} == set(KNOWN), "a difference is gone: take it off the list"


def order_with_a_knock_refused() -> list[int]:
    """A deck from which the first player, with the card turned up, may knock by our rules and not by its."""
    hand = ["Ac", "4c", "5c", "6c", "4d", "5d", "6d", "2h", "3s", "4s"]
    order = [number(name) for name in hand]
    rest = [card for card in range(52) if card not in order and card != number("6s")]
    return [*order, *rest[:10], number("6s"), *rest[10:]]


def test_a_known_difference_excuses_no_other_step() -> None:
    """The knock it refuses is known; a discard of a card that is not held is none the less a fault."""
    order = order_with_a_knock_refused()
    knock = a.Knock(discard="6s", melds=("4c 5c 6c", "4d 5d 6d"))
    assert replay([a.Draw(source="discard"), knock], order).found == ["legal knock refused"]
    for fault in (a.Discard(card="Ks"), a.Pass()):
        with pytest.raises(AssertionError):
            replay([a.Draw(source="discard"), fault], order)


def test_a_legal_knock_is_refused_there() -> None:
    """The known difference, so that a version which mends it is noticed."""
    both = Beside(order_with_a_knock_refused())
    both.compare()
    both.step(both.state.legal_actions()[0])
    both.compare()
    assert both.found == ["legal knock refused"]


def test_the_settings_are_all_that_is_set_otherwise() -> None:
    assert set(SETTINGS) == {"draw.return_taken", "knock.undercut_tie"}
