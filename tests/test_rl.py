"""The PettingZoo environment: its own API test, masks that are the legal actions, rewards that are the points."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

import meldproof
from meldproof import rl
from meldproof.playing import board, moves
from meldproof.playing.actions import Knock, Rebuild
from meldproof.playing.policy import take_turn
from meldproof.playing.scoring import totals

HOUSE = str(Path(__file__).parent / "data" / "knock-with-penalties.toml")


@pytest.mark.parametrize("rules", ["gin", HOUSE])
def test_it_passes_pettingzoo_s_own_tests(rules: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="pettingzoo")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")  # of who is not to move
        api_test(rl.env(rules), num_cycles=200)
        api_test(rl.raw_env(rules), num_cycles=200)
        seed_test(lambda: rl.env(rules), num_cycles=100)


@pytest.mark.parametrize("rules", ["gin", HOUSE])
def test_the_mask_is_what_is_legal_and_the_reward_what_the_deal_brings(rules: str) -> None:
    env, rng, closed = rl.raw_env(rules), random.Random(1), 0
    for seed in range(12):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            legal = [number for number, may in enumerate(observation["action_mask"]) if may]
            if terminated or truncated:
                assert not legal
                env.step(None)
                continue
            assert set(legal) == {
                env._numbered(action) for action in env.game.legal_actions() if not isinstance(action, Rebuild)
            }
            assert {env.action_of(number) for number in legal} <= set(env.game.legal_actions())
            action, _ = next(iter(take_turn(env.game.state, rng)))
            env.step(env._numbered(action))
        deal = env.game.state.deal
        assert deal is not None
        closed += deal.closer is not None
        sign = -1 if env.game.variant.settings.scoring.hand == "penalty" else 1
        points = totals(env.game.state, env.game.deal_score())
        assert [total[agent] for agent in env.possible_agents] == [sign * (one or 0) for one in points]
    assert closed


def test_the_mask_is_all_that_is_legal_however_long_it_takes_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's own list may be cut short where time is; the mask may not."""
    monkeypatch.setattr(board, "legal_actions", lambda match: moves.LegalActions(moves.legal_actions(match)[:1]))
    env, rng, knocks = rl.raw_env("gin"), random.Random(1), 0
    for seed in range(3):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            listed = moves.legal_actions(env.game.state, None)
            assert set(env._listed.values()) == {one for one in listed if not isinstance(one, Rebuild)}
            knocks += any(isinstance(one, Knock) for one in listed)
            action, _ = next(iter(take_turn(env.game.state, rng)))
            env.step(env._numbered(action))
    assert knocks


def test_an_observation_shows_no_hidden_card() -> None:
    env = rl.raw_env("gin")
    env.reset(seed=3)
    kinds = len(list(env.game.state.deck.kinds()))
    for agent in env.possible_agents:
        hand = env.observe(agent)["observation"][:kinds]
        view = env.game.view(env.possible_agents.index(agent))
        assert int(hand.sum()) == len(view.hand)
        shown = env.observe(agent)["observation"][kinds : 4 * kinds]
        assert int(shown.sum()) == 2  # the card turned up: the pile, and its top


def test_a_deal_that_goes_on_for_ever_is_broken_off() -> None:
    env = rl.raw_env("gin", most_actions=4)
    env.reset(seed=1)
    for _ in range(4):
        env.step(min(env._listed))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_illegal_action_ends_the_deal_or_is_refused() -> None:
    env = rl.env("gin")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    plain = rl.raw_env("gin")
    plain.reset(seed=1)
    with pytest.raises(meldproof.ProblemError, match="action mask"):
        plain.step(0)


def test_other_variants_are_refused_by_name() -> None:
    for rules in ("argentino", "rummy-500", "fichas"):
        with pytest.raises(meldproof.ProblemError, match=rules):
            rl.env(rules)
    with pytest.raises(meldproof.ProblemError, match="indian-13"):
        rl.env("indian-13")


@pytest.mark.parametrize(
    ("settings", "best"),
    [
        ({}, 1),
        ({"scoring.hand": "penalty", "match.winner": "lowest"}, -1),
        ({"scoring.hand": "none", "scoring.others": 2, "match.winner": "lowest"}, -1),
        ({"scoring.hand": "none", "scoring.closer": 1}, 1),
    ],
)
def test_the_reward_is_the_greater_the_better_off_a_player_is(settings: dict[str, object], best: int) -> None:
    """Where the lowest score wins, points are against whoever gets them."""
    env = rl.raw_env(meldproof.variant("gin", settings=settings))
    rng = random.Random(2)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else env._numbered(next(iter(take_turn(env.game.state, rng)))[0]))
    points = totals(env.game.state, env.game.deal_score())
    assert any(points)
    assert [total[agent] for agent in env.possible_agents] == [best * (one or 0) for one in points]
