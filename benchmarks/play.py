"""Play: actions judged, actions chosen at random from what is legal, turns simulated; OpenSpiel's gin in the same run.

OpenSpiel is asked in this process (`pip install 'meldproof[peers]'`); where it isn't there it is left out, and said so.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import meldproof
from benchmarks.peers_run import Peers
from meldproof.playing.simulate import simulate_game

VARIANTS = (("gin", 2), ("rummy-500", 3), ("argentino", 2), ("reglamento", 3), ("fichas", 2), ("rummikub", 2))
SECONDS = 2.0
"""Processor time for each figure; it is looked at only now and then, since that costs something, too."""
STEPS = 200
"""Actions of a random game between two looks at the time."""


def play(peers: Peers) -> list[dict[str, Any]]:
    """Actions and turns a second of every variant."""
    lines = []
    for name, players in VARIANTS:
        rules = meldproof.variant(name)
        simulate_game(rules, players, 0)  # tables are made once
        games = (simulate_game(rules, players, seed) for seed in count(1))
        lines.append(_line(f"{name}, turns simulated", _rate(log.turns for log in games)))
        logs = ["\n".join(simulate_game(rules, players, seed).lines()) for seed in range(1, 13)]
        again = (_judged(name, log) for _ in count() for log in logs)
        lines.append(_line(f"{name}, actions judged", _rate(again)))
        lines.append(_line(f"{name}, random actions", _rate(_random_play(name, players))))
    if importlib.util.find_spec("pyspiel"):
        lines.append(_line("gin, random actions, OpenSpiel", _rate(_random_play_there())))
    else:
        peers.left_out.setdefault("OpenSpiel's state", "no module named 'pyspiel'")
    return lines


def _line(work: str, per_second: float) -> dict[str, Any]:
    return {"work": work, "per_second": per_second}


def _rate(done: Iterator[int], clock: Callable[[], float] = time.process_time) -> float:
    """How many a second, of pieces of work that each say how many they did; the first one is not counted."""
    next(done)
    begun, number = clock(), 0
    for more in done:
        number += more
        if clock() - begun >= SECONDS:
            break
    return number / (clock() - begun)


def _judged(name: str, log: str) -> int:
    report = meldproof.referee(name, log)
    assert report.legal_game
    return report.actions


def _random_play(name: str, players: int) -> Iterator[int]:
    for seed in count():
        rng, game = random.Random(seed), meldproof.Game.new(name, players, seed)
        while not game.is_over:
            for step in range(1, STEPS + 1):  # noqa: B007
                game.apply(rng.choice(game.legal_actions()))
                if game.is_over:
                    break
            yield step


def _random_play_there() -> Iterator[int]:
    import pyspiel

    game, rng = pyspiel.load_game("gin_rummy"), random.Random(0)
    while True:
        done = 0
        while done < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                chance = state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
                done += not chance
        yield done
