"""Complete games by a simple legal policy, deterministic by seed: game logs and statistics."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from meldproof.arranging.limits import check_end
from meldproof.playing import actions as a
from meldproof.playing.game import apply
from meldproof.playing.heading import header_of
from meldproof.playing.policy import take_turn
from meldproof.playing.shuffling import shuffled_deal
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import Variant

MOST_TURNS = 400
"""Turns of a deal after which a simulated game is broken off: two cautious players may pass cards for ever."""
MOST_DEALS = 60


class GameLog(msgspec.Struct, frozen=True):
    """One game: its header and actions, ready to be written a line each, and how it ended."""

    header: dict[str, object]
    actions: tuple[a.Action, ...]
    deals: int
    turns: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    steps: int

    def lines(self) -> Iterator[str]:
        yield msgspec.json.encode(self.header).decode()
        for action in self.actions:
            yield msgspec.json.encode(action).decode()


def simulate_game(variant: Variant, players: int, seed: int, *, pairs: bool = False) -> GameLog:
    """One match, the same for the same seed. Raises OutOfTime past the deadline of `limits.ending`."""
    variant.needs("play", "scoring")
    rng = random.Random(f"meldproof {seed}")
    match = new_match(variant, players, pairs=pairs)
    header = header_of(match, seed)
    actions: list[a.Action] = []
    turns = 0
    dealer = 0
    while not match.winners and match.deals < MOST_DEALS:
        action, match = _deal(match, dealer, rng)
        actions.append(action)
        begun = turns
        while match.deal is not None and match.deal.phase != "over" and turns - begun < MOST_TURNS:
            check_end()
            for step, after in take_turn(match, rng):
                actions.append(step)
                match = after
            turns += 1
        if match.deal is None or match.deal.phase != "over":
            break
        dealer = match.next_dealer or 0
    return GameLog(header, tuple(actions), match.deals, turns, match.winners, match.scores, len(actions))


def _deal(match: MatchState, dealer: int, rng: random.Random) -> tuple[a.Deal, MatchState]:
    """A shuffled deal, everything known."""
    action = shuffled_deal(match, dealer, rng)
    return action, apply(match, action)
