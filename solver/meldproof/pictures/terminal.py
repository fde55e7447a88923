"""A meld as one line for a terminal, in the notation that can be read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from meldproof.cards import Card, Deck, Slot
from meldproof.notation import represented, slot_text
from meldproof.pictures.names import has_french_suits, suit_letter

if TYPE_CHECKING:
    from rich.text import Text

_SUIT_STYLES: Final[Mapping[str, str]] = {"h": "red", "d": "red"}
_TILE_STYLES: Final[Mapping[str, str]] = {"r": "red", "b": "blue", "y": "yellow"}


def meld_line(slots: Sequence[Slot], deck: Deck, colour: bool) -> Text:
    """The slots as `9h Th JK=Jh`: in colours if asked for, wilds bold and underlined either way."""
    from rich.text import Text  # here, so that pictures without a terminal need no rich

    line = Text()
    for place, slot in enumerate(slots):
        line.append(" " if place else "")
        line.append(slot_text(slot, deck), style=_style(slot, deck, colour))
    return line


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
    return _SUIT_STYLES.get(suit_letter(card, deck), "") if has_french_suits(deck) else ""
