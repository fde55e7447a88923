"""Complete games by a simple legal policy, deterministic by seed: game logs and statistics."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from meldproof.arranging.limits import check_end
from meldproof.cards import Card, canonical
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.dealing import dealt_cards, first_player
from meldproof.playing.game import apply
from meldproof.playing.policy import take_turn
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
    header: dict[str, object] = {"variant": variant.id, "settings": variant.plain(), "players": players, "seed": seed}
    if variant.readings:
        header["readings"] = variant.readings
    if pairs:
        header["pairs"] = True
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
    terms = match.settings.deal
    cards = list(match.deck.cards())
    rng.shuffle(cards)
    starter = first_player(match, dealer)
    hands: list[str | None] = []
    first: tuple[Card, ...] = ()
    for seat in range(match.players):
        size = 0 if match.out[seat] else dealt_cards(match) + (terms.starter_extra if seat == starter else 0)
        hand, cards = canonical(cards[:size]), cards[size:]
        if seat == starter:
            first = hand
        hands.append(cards_text(hand, match.deck))
    upcard = card_text(cards.pop(0), match.deck) if terms.upcard else None
    extra = terms.starter_extra and terms.starter_discard != "none"
    cut = None if terms.cutter == "none" else rng.randint(1, match.deck.size - 1)
    action = a.Deal(
        dealer=dealer,
        hands=tuple(hands),
        stock=cards_text(cards, match.deck),
        upcard=upcard,
        cut=cut,
        discard=card_text(rng.choice(first), match.deck) if extra else None,
    )
    return action, apply(match, action)
