"""The state of a match: frozen records. Hidden cards are counted, not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from meldproof.cards import Card, Deck, Meld, canonical
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

Phase = Literal["offer", "draw", "play", "defend", "over"]


class Hand(msgspec.Struct, frozen=True):
    """A player's hand: the cards known, sorted, and how many more there are."""

    cards: tuple[Card, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        return len(self.cards) + self.hidden

    def plus(self, cards: Iterable[Card], hidden: int = 0) -> Hand:
        return Hand(canonical((*self.cards, *cards)), self.hidden + hidden)

    def minus(self, cards: Iterable[Card]) -> Hand | None:
        """The hand without some cards: unknown ones stand in for what is not known to be there; None if too few."""
        left = Counter(self.cards)
        unknown = 0
        for card in cards:
            if left[card]:
                left[card] -= 1
            else:
                unknown += 1
        return None if unknown > self.hidden else Hand(canonical(left.elements()), self.hidden - unknown)


class Lying(msgspec.Struct, frozen=True):
    """A meld on the table: who laid it first, and who laid each slot's card."""

    meld: Meld
    owner: int
    layers: tuple[int, ...]


class Turn(msgspec.Struct, frozen=True):
    """What has happened in the turn of the player to move.

    `taken` came from the discard pile, `entry` must still be melded or laid off, `freed` wilds must still be laid,
    `laid` counts cards laid from the hand, `opening` says that the player's first meld was laid in this turn.
    """

    taken: tuple[Card, ...] = ()
    entry: Card | None = None
    freed: tuple[Card, ...] = ()
    laid: int = 0
    opening: bool = False


class Spread(msgspec.Struct, frozen=True):
    """What a knocker or a defender shows. `grown` are the knocker's melds with what this defender laid off on them."""

    player: int
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    grown: tuple[Meld, ...] = ()


class DealState(msgspec.Struct, frozen=True):
    """One deal. `stock` lists the known cards, the next to be drawn first; None where the order is hidden.

    `announced` are the players who said that one card would do.

    `turns` counts the turns each player has begun; `start_scores` are the scores when the deal began; `blank` counts
    the turns in a row without a card laid while the stock was empty.
    """

    dealer: int
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...] | None
    stock_left: int
    pile: tuple[Card, ...]
    table: tuple[Lying, ...]
    opened: tuple[bool, ...]
    turns: tuple[int, ...]
    to_move: int
    phase: Phase
    turn: Turn
    start_scores: tuple[int, ...]
    cut_bonus: tuple[int, ...]
    offers: int = 0
    rebuilt: int = 0
    blank: int = 0
    face_down: int = 0
    closer: int | None = None
    ended: str = ""
    spread: Spread | None = None
    defence: Spread | None = None
    announced: frozenset[int] = frozenset()


class MatchState(msgspec.Struct, frozen=True, eq=False):
    """A match: who plays, the scores, and the deal in play (None between deals)."""

    variant: Variant
    players: int
    pairs: bool
    scores: tuple[int, ...]
    out: tuple[bool, ...]
    deals: int = 0
    deal: DealState | None = None
    winners: tuple[int, ...] = ()

    @property
    def settings(self) -> Settings:
        return self.variant.settings

    @property
    def still_in(self) -> int:
        return self.out.count(False)

    @property
    def deck(self) -> Deck:
        return self.variant.settings.deck_for(max(self.still_in, self.settings.players.min))

    def is_in(self, player: int) -> bool:
        """Whether it is the number of a player who is still in the match."""
        return 0 <= player < self.players and not self.out[player]

    def names_of_players(self) -> str:
        """The numbers of the players still in, as a text."""
        return ", ".join(str(seat) for seat in range(self.players) if self.is_in(seat))

    def step(self) -> int:
        """The direction of play: +1 to the left, −1 to the right, players being numbered to the left."""
        return 1 if self.settings.turn.direction == "left" else -1

    def after(self, player: int) -> int:
        """The next player still in, in the direction of play."""
        for _ in range(self.players):
            player = (player + self.step()) % self.players
            if not self.out[player]:
                break
        return player

    def partner(self, player: int) -> int | None:
        """The partner, where partners alternate round the table."""
        return (player + self.players // 2) % self.players if self.pairs else None


def new_match(
    variant: Variant, players: int, *, pairs: bool = False, scores: tuple[int, ...] | None = None
) -> MatchState:
    """A match before its first deal. Raises VariantError or ProblemError for players that the variant isn't for."""
    variant.deck(players)
    sides = variant.settings.players.sides
    if pairs and (sides == "individual" or players % 2 or players < 4):
        raise ProblemError(say("{id} with {players} players is not played in pairs", id=variant.id, players=players))
    if not pairs and sides == "pairs":
        raise ProblemError(say("{id} is played in pairs", id=variant.id))
    return MatchState(variant, players, pairs, scores or (0,) * players, (False,) * players)
