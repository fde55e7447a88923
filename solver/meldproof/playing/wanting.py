"""How near cards are to the melds that an opening demands: what a simulated player keeps, draws and buys for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from meldproof.cards import Card
from meldproof.checking.roles import can_be_wild
from meldproof.playing.state import DealState, MatchState
from meldproof.variants.vocabulary import Settings

NEAR = Fraction(3, 4)
"""Of a meld that is demanded, the part that must be there with a card for it to be taken from the discard pile."""


def collects(match: MatchState, deal: DealState, player: int) -> bool:
    """Whether a player still looks for the melds of an opening."""
    return bool(match.settings.opening.melds) and not deal.opened[player]


def nearness(s: Settings, hand: Sequence[Card], card: Card) -> Fraction:
    """The largest part of a demanded meld that a card makes with the naturals of a hand; a wild is all of it."""
    if can_be_wild(card, s):
        return Fraction(1)
    kinds = {demand.kind for alternative in s.opening.melds.alternatives for demand in alternative}
    found = Fraction(0)
    if kinds & {"set", "any"}:
        alike = sum(other.rank == card.rank for other in (*hand, card))
        found = Fraction(min(alike, s.set.min), s.set.min)
    if kinds & {"run", "any"}:
        found = max(found, Fraction(_in_a_row(s, (*hand, card), card), s.run.min))
    return found


def without(hand: Iterable[Card], card: Card) -> list[Card]:
    """A hand less one card of it."""
    left = list(hand)
    left.remove(card)
    return left


def _in_a_row(s: Settings, cards: Sequence[Card], card: Card) -> int:
    """Of the places of a shortest run, the most that cards of the suit fill, this one among them."""
    ranks, size = len(s.deck.ranks), s.run.min
    held = {one.rank for one in cards if one.suit == card.suit and not can_be_wild(one, s)}
    last = ranks if s.run.ends == "low" else 2 * ranks if s.run.ends.startswith("cyclic") else ranks + 1
    windows = ({s.rank_at(place) for place in range(start, start + size)} for start in range(1, last - size + 2))
    return max((len(window & held) for window in windows if card.rank in window), default=1)
