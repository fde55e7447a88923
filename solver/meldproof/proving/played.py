"""Deals that are played for theorems to look at: by a simple policy, with everything known."""

from __future__ import annotations

from meldproof.cards import Card
from meldproof.errors import MeldproofError
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.game import apply
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.proving.theorem import Context, nothing_to_claim
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

GAMES = 2
MOST_PLAYED = 8
"""Rule sets whose games are kept, as several theorems look at them."""
NO_PLAY = nothing_to_claim("play is not encoded", "el juego no está codificado")


def is_played(context: Context) -> bool:
    return "play" in context.variant.scope and "scoring" in context.variant.scope


Step = tuple[MatchState, a.Action, MatchState]


_GAMES: dict[Settings, list[list[Step]]] = {}


def played(context: Context) -> list[list[Step]]:
    """Single deals by a simple policy, everything known, for the fewest players and for one more."""
    variant = context.variant
    if variant.settings not in _GAMES:
        if len(_GAMES) >= MOST_PLAYED:
            _GAMES.clear()
        _GAMES[variant.settings] = [_game(variant, seed) for seed in range(GAMES)]
    context.seconds_left()
    return _GAMES[variant.settings]


def _game(variant: Variant, seed: int) -> list[Step]:
    try:
        short = with_values(variant, {"match.end": "one-deal"})
    except MeldproofError:
        short = variant
    who = variant.settings.players
    players = min(who.min + seed % 2, who.max)
    match = new_match(variant, players)
    steps: list[Step] = []
    for action in simulate_game(short, players, seed).actions:
        before, match = match, apply(match, action)
        steps.append((before, action, match))
        if match.deal is not None and match.deal.phase == "over":
            break
    return steps


def blank_deal(match: MatchState) -> a.Deal:
    """The deal of a match, of cards that nobody sees."""
    terms, deck = match.settings.deal, match.deck
    up = card_text(Card(3, 1), deck) if terms.upcard else None
    extra = card_text(Card(4, 1), deck) if terms.lays_one_down else None
    return a.Deal(upcard=up, discard=extra)
