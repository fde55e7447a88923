"""Games with a table that is everybody's are played to a close, and their logs judged."""

from __future__ import annotations

import pytest

import meldproof
from meldproof.playing.simulate import simulate_game


@pytest.mark.parametrize(("name", "players", "seed"), [("machiavelli", 2, 3), ("machiavelli", 3, 1), ("vatikan", 3, 2)])
def test_a_match_of_one_deal_ends_with_a_close(name: str, players: int, seed: int) -> None:
    game = simulate_game(meldproof.variant(name), players, seed)
    report = meldproof.referee(None, list(game.lines()))
    assert (report.legal_game, report.fault) == (True, None)
    assert game.deals == 1
    assert report.deals[0].closer is not None
    assert report.winners == (report.deals[0].closer,)
    assert list(report.scores) == [0] * players
