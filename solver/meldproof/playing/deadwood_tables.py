"""The least deadwood of hands, looked up where that can be: with one deck without wilds, and numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meldproof.cards import Deck
from meldproof.variants.vocabulary import Settings

if TYPE_CHECKING:
    from meldproof.arranging.many.one_hand import OneHand


def deadwood_tables(settings: Settings, deck: Deck, discard: str) -> OneHand | None:
    """The tables of hands one by one; None where there are none, and whoever asks arranges each hand instead.

    Where a knock must show certain melds, the least deadwood says nothing of it.
    """
    if settings.close.melds:
        return None
    try:
        from meldproof.arranging.many.one_hand import one_hand
    except ModuleNotFoundError:  # numpy is left out where meldproof runs in a browser
        return None
    return one_hand(settings, deck, discard)
