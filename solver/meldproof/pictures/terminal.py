"""A meld as one line for a terminal, in the notation that can be read back.

Where a letter misleads (c for corazones?) French suits may be shown by their signs, which are notation too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from meldproof.cards import Card, Deck, Slot
from meldproof.notation import represented, slot_text
from meldproof.pictures.names import has_french_suits, suit_letter

if TYPE_CHECKING:
    from rich.text import Text

SIGNS: Final[Mapping[str, str]] = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "x": "★"}
_SUIT_STYLES: Final[Mapping[str, Mapping[str, str]]] = {
    "french": {"h": "red", "d": "red", "x": "yellow"},
    "spanish": {"o": "yellow", "c": "red", "e": "blue", "b": "green"},
}
_TILE_STYLES: Final[Mapping[str, str]] = {"r": "red", "b": "blue", "y": "yellow"}


def meld_line(slots: Sequence[Slot], deck: Deck, colour: bool, signs: bool = False) -> Text:
    """The slots as `9h Th JK=Jh`: in colours if asked for, wilds bold and underlined either way.

    With `signs` as `9♥ T♥ JK=J♥`, where the deck has French suits.
    """
    from rich.text import Text  # here, so that pictures without a terminal need no rich

    line = Text()
    for place, slot in enumerate(slots):
        line.append(" " if place else "")
        text = slot_text(slot, deck)
        line.append(with_signs(text, deck) if signs else text, style=_style(slot, deck, colour))
    return line


def with_signs(text: str, deck: Deck) -> str:
    """A text with every card of French suits in it shown by its suit's sign: `4s` as `4♠`."""
    if not has_french_suits(deck):
        return text
    ranks = "|".join(map(re.escape, deck.ranks))
    return re.sub(
        rf"(?<![^\W_])({ranks})([{''.join(deck.suits)}])(?![^\W_])",
        lambda found: found[1] + SIGNS.get(found[2].lower(), found[2]),
        text,
    )


def _style(slot: Slot, deck: Deck, colour: bool) -> str:
    words = ["bold underline"] if slot.wild else []
    if colour:
        words.append(_colour(represented(slot, deck) if slot.wild else slot.card, deck))
    return " ".join(filter(None, words))


def _colour(card: Card, deck: Deck) -> str:
    if card.is_joker:
        return "magenta"
    if deck.style == "tiles":
        return _TILE_STYLES.get(suit_letter(card, deck), "")
    return _SUIT_STYLES.get(deck.suit_family, {}).get(suit_letter(card, deck), "")
