"""A PettingZoo environment (AEC) for the variants in which a hand is closed by a knock: `pip install 'meldproof[rl]'`.

>>> from meldproof import rl
>>> env = rl.env("gin")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum())
2
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from meldproof.cards import Card
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.board import Game
from meldproof.playing.dealing import one_card
from meldproof.playing.moves import legal_actions
from meldproof.playing.scoring import points_are_against, totals
from meldproof.variants.loading import Variant

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:  # pragma: no cover - an extra
    raise ImportError(f"{error}; install the extra: pip install 'meldproof[rl]'") from None

PHASES = ("offer", "draw", "play", "defend", "over")
MOST_ACTIONS = 1000
"""Actions of a deal after which it is broken off, if nothing else is said."""


def env(variant: str | Path | Variant, **options: Any) -> Any:
    """The environment, where an action that the mask forbids ends the deal with a reward of −1 for who chose it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(variant, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """One deal: agents are `player_0`, `player_1`…, and each is rewarded at its end with the points it brings them.

    Points that are penalties count against them. An action is a number, `names` says of what: draws, a
    pass, every card discarded, every card discarded for a knock (with the melds that leave least), the best defence
    and a bare one. An observation holds, a number a kind of card, the agent's hand, the top of the discard pile, all
    of the pile, and what a knocker shows; then the phase, the cards in the stock and in each hand, from the agent's
    on; and the `action_mask`, all zeros for who is not to move.
    """

    metadata = {"render_modes": ["ansi"], "name": "meldproof_v0", "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's form

    def __init__(
        self,
        variant: str | Path | Variant,
        players: int | None = None,
        *,
        readings: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        most_actions: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            variant,
            players,
            readings=readings,
            settings=settings,
            most_actions=most_actions,
            render_mode=render_mode,
        )
        super().__init__()
        self.game = Game.new(variant, players, readings=readings, settings=settings)
        rules = self.game.variant
        if rules.settings.close.by != "knock" or rules.settings.melding.at != "close":
            raise ProblemError(
                say("{id}: the environment is for variants that knock, with melds kept in hand until then", id=rules.id)
            )
        if rules.settings.wilds.turned != "none":
            raise ProblemError(
                say("{id}: no observation says which card was turned up to find the wilds (wilds.turned)", id=rules.id)
            )
        self.render_mode = render_mode
        self._most = most_actions
        self._chance = random.Random()
        self._players = self.game.players
        deck = self.game.state.deck
        self._kinds = list(deck.kinds())
        self._number: dict[Card, int] = {card: number for number, card in enumerate(self._kinds)}
        depth = deck.size if rules.settings.draw.discard == "depth" else 1
        self._pass, self._end = 1 + depth, 2 + depth
        self._discards = 3 + depth
        self._knocks = self._discards + len(self._kinds)
        self._defences = self._knocks + len(self._kinds)
        size = self._defences + 2
        words = [card_text(card, deck) for card in self._kinds]
        taken = ["take from the pile"] if depth == 1 else [f"take {n} from the pile" for n in range(1, depth + 1)]
        self.names = (
            "draw",
            *taken,
            "pass",
            "end",
            *(f"discard {word}" for word in words),
            *(f"knock with {word}" for word in words),
            "defend",
            "defend with nothing",
        )
        """What each number of an action means."""
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        self.agents: list[str] = []
        seen = 4 * len(self._kinds) + len(PHASES) + 1 + self._players
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, deck.size, (seen,), np.int16),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._listed: dict[int, a.Action] = {}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new deal: its cards and its dealer are the seed's, or by chance."""
        if seed is not None:
            self._chance = random.Random(f"meldproof environment {seed}")
        dealt = self._chance.getrandbits(48)
        self.game = Game.new(self.game.variant, self._players, dealt, dealer=self._chance.randrange(self._players))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._listed.get(-1 if action is None else int(action))
        if chosen is None:
            raise ProblemError(say("action {action} is not legal now; see the action mask", action=str(action)[:20]))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.apply(chosen)
        self._steps += 1
        if self.game.phase == "over":
            self._pay()
        elif self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        deal = self.game.state.deal
        assert deal is not None
        shown = [] if deal.spread is None else [card for meld in deal.spread.melds for card in meld.cards]
        rows = [deal.hands[seat].cards, deal.pile[-1:], deal.pile, shown]
        kinds = len(self._kinds)
        seen = np.zeros(self.observation_spaces[agent]["observation"].shape, np.int16)
        for row, cards in enumerate(rows):
            for card in cards:
                seen[row * kinds + self._number[card]] += 1
        rest = len(rows) * kinds
        seen[rest + PHASES.index(deal.phase)] = 1
        rest += len(PHASES)
        seen[rest] = deal.stock_left
        for place in range(self._players):
            seen[rest + 1 + place] = deal.hands[(seat + place) % self._players].size
        mask = np.zeros(len(self.names), np.int8)
        dead = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        if agent == self.agent_selection and not dead:
            mask[list(self._listed)] = 1
        return {"observation": seen, "action_mask": mask}

    def action_of(self, number: int) -> a.Action:
        """The action that a number stands for now. Raises KeyError for one that is not legal."""
        return self._listed[number]

    def render(self) -> str:
        """The game as its player to move sees it, as a text."""
        player = self.game.to_move
        return repr(self.game) if player is None else str(self.game.view(player).to_dict())

    def close(self) -> None:
        """There is nothing to close."""

    def _pay(self) -> None:
        points = totals(self.game.state, self.game.deal_score())
        penalties = self.game.variant.settings.scoring.hand == "penalty"
        sign = -1 if penalties or points_are_against(self.game.state) else 1
        for agent in self.agents:
            self.rewards[agent] = sign * (points[self.possible_agents.index(agent)] or 0)
        self.terminations = dict.fromkeys(self.agents, True)

    def _go_on(self) -> None:
        """Who is to act, and what they may do."""
        player = self.game.to_move
        over = player is None
        listed = () if over else legal_actions(self.game.state, None)
        # A draw brings a rebuilding with it; nobody drops out of the deal here.
        played = (action for action in listed if not isinstance(action, (a.Rebuild, a.Drop)))
        self._listed = {self._numbered(action): action for action in played}
        self.agent_selection = self.agents[0] if player is None else self.possible_agents[player]

    def _numbered(self, action: a.Action) -> int:
        match action:
            case a.Draw(source="stock"):
                return 0
            case a.Draw():
                return action.count or 1
            case a.Pass():
                return self._pass
            case a.Discard():
                return self._discards + self._number[one_card(self.game.state, action.card)]
            case a.Knock():
                return self._knocks + self._number[one_card(self.game.state, action.discard)]
            case a.Defend():
                return self._defences + (not action.melds and not any(action.layoffs))
            case _:
                return self._end
