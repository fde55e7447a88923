"""The lines of every deal of whole matches in which players are put out: they say what the totals say, of who took part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import meldproof
from meldproof.playing import actions as a
from meldproof.playing.dealing import cutter
from meldproof.playing.game import apply, score
from meldproof.playing.scoring import totals
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match

OUT = {"match.end": "elimination", "match.winner": "last-in"}
MATCHES: dict[str, tuple[str, int, bool, dict[str, Any]]] = {
    "penalties": ("reglamento", 4, False, {"match.points": 60, "opening.points": 30}),
    "penalties of pairs": ("reglamento", 4, True, {"match.points": 60, "opening.points": 30}),
    "hands transferred": (
        "argentino",
        3,
        False,
        {
            **OUT,
            "match.points": 30,
            "players.sides": "individual",
            "scoring.hand": "transfer",
            "close.announce": "none",
        },
    ),
    "melds less hands": ("argentino", 3, False, {**OUT, "match.points": 60, "close.announce": "none"}),
    "melds less hands, with a bonus for runs": (
        "rummy-500",
        3,
        False,
        {**OUT, "match.points": 100, "bonus.size": 3, "bonus.others": 25, "bonus.laid_by": "anyone"},
    ),
    "differences": ("gin", 2, False, {**OUT, "match.points": 40}),
    "knocks with penalties": ("gin", 2, False, {**OUT, "scoring.hand": "penalty", "match.points": 60}),
}


def deals_of(name: str, seed: int) -> Iterator[tuple[MatchState, MatchState]]:
    """Of a simulated match, the states before and after every action that ends a deal."""
    rules, players, pairs, settings = MATCHES[name]
    variant = meldproof.variant(rules, settings=settings)
    match = new_match(variant, players, pairs=pairs)
    for action in simulate_game(variant, players, seed, pairs=pairs).actions:
        before, match = match, apply(match, action)
        if match.deal is not None and match.deal.phase == "over":
            yield before, match


@pytest.mark.parametrize("name", MATCHES)
def test_the_lines_of_a_deal_add_up_to_what_it_changed_in_the_scores(name: str) -> None:
    put_out = 0
    for seed in range(3):
        for before, after in deals_of(name, seed):
            lines = score(after)
            added = tuple(new - old for old, new in zip(before.scores, after.scores, strict=True))
            assert totals(after, lines) == added
            assert not [line for line in lines if before.out[line.player]], "a line for a player who was out"
            put_out += sum(after.out) - sum(before.out)
    assert put_out, "nobody was put out"


def test_who_cuts_is_the_next_player_still_in() -> None:
    cuts = {
        ("right-of-cutter", "left-of-shuffler"): 2,
        ("left-of-cutter", "left-of-shuffler"): 3,
        ("shuffler", "left-of-shuffler"): 2,
        ("shuffler", "right-of-shuffler"): 3,
    }
    for (dealer, beside), expected in cuts.items():
        settings = {"deal.dealer": dealer, "deal.cutter": beside}
        match = new_match(meldproof.variant("argentino", settings=settings), 4)
        assert cutter(replace(match, out=(False, True, False, False)), 0) == expected, (dealer, beside)


def test_a_player_who_is_out_gets_no_bonus_for_the_cut() -> None:
    settings = {**OUT, "match.points": 50, "deal.cutter": "right-of-shuffler", "deal.dealer": "shuffler"}
    settings |= {"deal.cut_bonus": 10, "deal.cut_counts_upcard": True}
    match = replace(new_match(meldproof.variant("argentino", settings=settings), 4), out=(False, False, False, True))
    size = match.settings.deal.cards.at(3) * 3 + 1
    dealt = apply(match, a.Deal(dealer=0, upcard="9s", cut=size))
    assert dealt.deal is not None
    assert dealt.deal.cut_bonus == (0, 0, 10, 0)
