"""The actions of a game, as they stand in a log: one JSON object each, `action` naming its kind.

Cards are texts in the project's notation. `player` may be left out; where it is given it must be the one to move.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"):
    player: int | None = msgspec.field(default=None, name="player")


class Deal(_Action, frozen=True, tag="deal"):
    """A deal begins. What is left out is hidden; `cut` is the size of the packet that the cutter lifted.

    `turned` is the card that was turned up to find the wilds, where one is.
    """

    dealer: int = 0
    hands: tuple[str | None, ...] = ()
    stock: str | None = None
    upcard: str | None = None
    cut: int | None = None
    discard: str | None = None
    turned: str | None = None


class Draw(_Action, frozen=True, tag="draw"):
    """A draw from the stock, or of the top `count` cards of the discard pile; `card` is the stock card, if known."""

    source: Literal["stock", "discard"] = msgspec.field(default="stock", name="from")
    count: int | None = None
    card: str | None = None


class Buy(_Action, frozen=True, tag="buy"):
    """A purchase by another player than the one to move, who is named: the discard that the latter has left.

    `cards` are the stock cards that go with it, if known.
    """

    cards: str | None = None


class Pass(_Action, frozen=True, tag="pass"):
    """Declining the card turned up, where it is offered; or ending a hand that can't go on."""


class Drop(_Action, frozen=True, tag="drop"):
    """Leaving the deal at the start of a turn, for a price."""


class LayMelds(_Action, frozen=True, tag="meld"):
    """New melds from the hand, all at once; a run's cards in order, a wild's card with `=` where it isn't plain."""

    melds: tuple[str, ...] = ()


class LayOff(_Action, frozen=True, tag="layoff"):
    """Cards added to a table meld (numbered from 0); `to` is the meld afterwards where there are two ways."""

    meld: int = 0
    cards: str = ""
    to: str | None = None


class Exchange(_Action, frozen=True, tag="exchange"):
    """A hand card for a wild of a table meld."""

    meld: int = 0
    card: str = ""


class Rearrange(_Action, frozen=True, tag="rearrange"):
    """The whole table afterwards; what is on it and was not there comes from the hand."""

    table: tuple[str, ...] = ()


class Discard(_Action, frozen=True, tag="discard"):
    """A discard, which ends the turn."""

    card: str = ""
    face_down: bool = False


class EndTurn(_Action, frozen=True, tag="end"):
    """The end of a turn without a discard."""


class Knock(_Action, frozen=True, tag="knock"):
    """A knock: the discard, and the melds; the rest of the hand is `deadwood`, stated where the hand is hidden."""

    discard: str = ""
    melds: tuple[str, ...] = ()
    deadwood: str | None = None


class Defend(_Action, frozen=True, tag="defend"):
    """The defender's melds, and what is laid off on each of the knocker's melds (as the meld afterwards, or null).

    The rest of the hand is `deadwood`, stated where the hand is hidden.
    """

    melds: tuple[str, ...] = ()
    layoffs: tuple[str | None, ...] = ()
    deadwood: str | None = None


class Announce(_Action, frozen=True, tag="announce"):
    """A warning that one card of the stock would close the hand."""


class Rebuild(_Action, frozen=True, tag="rebuild"):
    """The discard pile, less its top, becomes the stock; `stock` is its order, if known."""

    stock: str | None = None


Action = (
    Deal
    | Draw
    | Buy
    | Pass
    | Drop
    | LayMelds
    | LayOff
    | Exchange
    | Rearrange
    | Discard
    | EndTurn
    | Knock
    | Defend
    | Announce
    | Rebuild
)
