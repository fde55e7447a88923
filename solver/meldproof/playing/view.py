"""What one player can see of a game: their own hand, and what lies open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from meldproof.cards import Card, Meld
from meldproof.notation import card_text
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, MatchState, Phase, Spread


class SeenMeld(msgspec.Struct, frozen=True):
    """A meld of the table: its cards as in a log, who owns it, and who laid each card (nobody said: the owner)."""

    cards: str
    owner: int
    laid_by: tuple[int, ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """What a knocker or a defender shows. `grown` are the knocker's melds with what was laid off on them so far."""

    player: int
    melds: tuple[str, ...]
    deadwood: tuple[str, ...]
    grown: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A game as a player sees it.

    `hand` are their own cards; `hands` says how many cards each player holds. `pile` is the discard pile, its top last;
    `stock` counts the cards to draw. `taken` came from the pile in this turn, `entry` is the one of them that must be
    laid, `freed` are exchanged wilds that must be. `defences` is what was shown against a
    knock, `defence` the last of it; `shown` is all hands, once the deal is over and they are counted.
    `left` are the players who have left the deal, `turned` is the card that was turned up to find the wilds.
    """

    player: int
    deal: int
    dealer: int
    to_move: int | None
    phase: Phase
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    table: tuple[SeenMeld, ...]
    pile: tuple[str, ...]
    stock: int
    opened: tuple[bool, ...]
    announced: tuple[int, ...]
    score: tuple[int, ...]
    taken: tuple[str, ...] = ()
    entry: str | None = None
    freed: tuple[str, ...] = ()
    knock: Shown | None = None
    defence: Shown | None = None
    defences: tuple[Shown, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    left: tuple[int, ...] = ()
    turned: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The view as a JSON object."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built


def view_of(match: MatchState, deal: DealState, player: int) -> View:
    """What a player sees of the deal."""

    def texts(cards: Iterable[Card]) -> tuple[str, ...]:
        return tuple(card_text(card, match.deck) for card in cards)

    def melds(shown: Iterable[Meld]) -> tuple[str, ...]:
        return tuple(text_of(match, meld) for meld in shown)

    def spread(one: Spread | None) -> Shown | None:
        if one is None:
            return None
        return Shown(one.player, melds(one.melds), texts(one.deadwood), melds(one.grown))

    over = deal.phase == "over"
    table = (SeenMeld(text_of(match, lying.meld), lying.owner, lying.layers) for lying in deal.table)
    return View(
        player=player,
        deal=match.deals,
        dealer=deal.dealer,
        to_move=None if over else deal.to_move,
        phase=deal.phase,
        hand=texts(deal.hands[player].cards),
        hands=tuple(hand.size for hand in deal.hands),
        table=tuple(table),
        pile=texts(deal.pile),
        stock=deal.stock_left,
        opened=deal.opened,
        announced=tuple(sorted(deal.announced)),
        score=match.scores,
        taken=texts(deal.turn.taken),
        entry=None if deal.turn.entry is None else card_text(deal.turn.entry, match.deck),
        freed=texts(deal.turn.freed),
        knock=spread(deal.spread),
        defence=spread(deal.defence),
        defences=tuple(shown for one in deal.defences if (shown := spread(one)) is not None),
        shown=tuple(texts(hand.cards) for hand in deal.hands) if over else (),
        left=tuple(seat for seat, price in enumerate(deal.left) if price),
        turned=None if match.deck.turned is None else match.deck.natural_text(match.deck.turned),
    )
