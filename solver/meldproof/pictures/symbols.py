"""Own drawings of suits, tile marks and the joker: paths in a box from -50 to 50 about the middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from meldproof.cards import Card, Deck
from meldproof.pictures.names import has_french_suits, suit_letter
from meldproof.pictures.palette import (
    FOUR_COLOUR_ROLES,
    OTHER_ROLES,
    SPANISH_ROLES,
    SUIT_ROLES,
    TILE_ROLES,
    Palette,
    paint,
)
from meldproof.pictures.svg import element, escaped, number


class Symbol(NamedTuple):
    """A shape, the role of its colour, an outlined inner colour if any, and a letter inside if any."""

    path: str
    role: str
    inside: str | None = None
    letter: str = ""


SUIT_PATHS: Final[Mapping[str, str]] = {
    "s": (
        "M0-48C8-28 45-10 45 16C45 32 31 40 19 36C12 34 7 29 4 22C5 34 9 43 17 48L-17 48"
        "C-9 43-5 34-4 22C-7 29-12 34-19 36C-31 40-45 32-45 16C-45-10-8-28 0-48Z"
    ),
    "h": (
        "M0 47C-8 28-47 4-47-19C-47-35-36-44-24-44C-12-44-4-36 0-25C4-36 12-44 24-44C36-44 47-35 47-19C47 4 8 28 0 47Z"
    ),
    "d": "M0-49C8-31 22-13 38 0C22 13 8 31 0 49C-8 31-22 13-38 0C-22-13-8-31 0-49Z",
    "c": (
        "M-21-26a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-47 9a21 21 0 1 1 42 0a21 21 0 1 1-42 0Z"
        "M5 9a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-9-12L9-12L14 4L4 12C5 32 9 43 17 48L-17 48C-9 43-5 32-4 12"
        "L-14 4Z"
    ),
    "x": "M0-49L14-18L43-25L25 0L43 25L14 18L0 49L-14 18L-43 25L-25 0L-43-25L-14-18Z",
}
SPANISH_PATHS: Final[Mapping[str, str]] = {
    "o": (
        "M-47 0a47 47 0 1 1 94 0a47 47 0 1 1-94 0ZM-33 0a33 33 0 1 0 66 0a33 33 0 1 0-66 0Z"
        "M0-24L8-8L24 0L8 8L0 24L-8 8L-24 0L-8-8Z"
    ),
    "c": "M-38-46L38-46C40-12 28 6 8 10L8 30C22 32 30 38 32 48L-32 48C-30 38-22 32-8 30L-8 10C-28 6-40-12-38-46Z",
    "e": "M0-49L9-34L9 14L30 14L30 24L7 24L7 38A9 9 0 1 1-7 38L-7 24L-30 24L-30 14L-9 14L-9-34Z",
    "b": (
        "M14-47C30-52 46-38 42-22C40-14 33-10 31-2L40 4L30 12L22 8L-24 46C-34 54-50 40-42 28L-8-12L-14-20L-4-28"
        "L2-22C8-30 4-42 14-47Z"
    ),
}
TILE_PATHS: Final[Mapping[str, str]] = {
    "r": "M-40 0a40 40 0 1 1 80 0a40 40 0 1 1-80 0Z",
    "b": "M-36-36L36-36L36 36L-36 36Z",
    "k": "M0-42L46 38L-46 38Z",
    "y": "M0-48L40 0L0 48L-40 0Z",
}
OTHER_PATHS: Final = (
    "M0-47L45-14L28 39L-28 39L-45-14Z",
    "M-24-42L24-42L48 0L24 42L-24 42L-48 0Z",
    "M-18-46L18-46L46-18L46 18L18 46L-18 46L-46 18L-46-18Z",
    "M-46-40L46-40L46 6C46 28 22 42 0 49C-22 42-46 28-46 6Z",
)
JOKER: Final = Symbol("M0-48L13-16L48-13L21 9L29 42L0 24L-29 42L-21 9L-48-13L-13-16Z", "joker")


def symbol_of(card: Card, deck: Deck, four_colour: bool = False) -> Symbol:
    """The symbol of a card's suit or tile colour, or the joker's star."""
    if card.is_joker:
        return JOKER
    letter = suit_letter(card, deck)
    if has_french_suits(deck) and letter in SUIT_PATHS:
        roles = FOUR_COLOUR_ROLES if four_colour else SUIT_ROLES
        return Symbol(SUIT_PATHS[letter], roles[letter])
    if deck.style == "cards" and deck.suit_family == "spanish":
        return Symbol(SPANISH_PATHS[letter], SPANISH_ROLES[letter])
    if deck.style == "tiles" and letter in TILE_PATHS:
        return Symbol(TILE_PATHS[letter], TILE_ROLES[letter], "sun" if letter == "y" else None)
    place = card.suit - 1
    turn, shape = divmod(place, len(OTHER_PATHS))
    return Symbol(OTHER_PATHS[shape], OTHER_ROLES[(shape + turn) % len(OTHER_ROLES)], None, deck.suits[place])


def drawn(symbol: Symbol, palette: Palette, paper: str, x: float, y: float, size: float) -> str:
    """The symbol about (x, y), `size` high; `paper` is the role of the colour it lies on."""
    scaled = f"translate({number(x)} {number(y)}) scale({size / 100:.4f})"
    if symbol.inside:
        attributes = paint(palette, symbol.inside, symbol.role)
        attributes |= {"stroke-width": 14, "stroke-linejoin": "round"}
    else:
        attributes = paint(palette, symbol.role)
    shape = element("path", attributes | {"d": symbol.path, "transform": scaled})
    return shape + (_letter(symbol, palette, paper, x, y, size) if symbol.letter else "")


def _letter(symbol: Symbol, palette: Palette, paper: str, x: float, y: float, size: float) -> str:
    attributes = paint(palette, paper)
    attributes |= {"x": x, "y": y + size * 0.22, "font-size": size * 0.6, "text-anchor": "middle"}
    return element("text", attributes, escaped(symbol.letter))
