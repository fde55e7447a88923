"""One card face as an SVG fragment: a large rank in the corner, one large symbol, a ribbon on a wild."""

from __future__ import annotations

from typing import Final

from meldproof.cards import Card, Deck
from meldproof.pictures.names import Language, played_name, rank_sign
from meldproof.pictures.palette import LIGHT, Palette, paint
from meldproof.pictures.svg import element, escaped, number
from meldproof.pictures.symbols import Symbol, drawn, symbol_of

WIDTH: Final = 72.0
HEIGHT: Final = 100.0
RIBBON: Final = 27.0
_CORNER_SIZE = 36.0
_RIBBON_SIZE = 23.0
_SIGN_WIDTH = 0.62  # of a bold sans-serif digit, in parts of its size


def card_face(
    card: Card,
    deck: Deck,
    x: float,
    y: float,
    *,
    wild_as: Card | None = None,
    four_colour: bool = False,
    palette: Palette = LIGHT,
    language: Language = "en",
) -> str:
    """The card with its upper left corner at (x, y); `wild_as` is the card a wild stands for."""
    name = escaped(played_name(card, wild_as, deck, language))
    parts = [
        element("title", {}, name),
        *face_parts(card, deck, palette, wild=wild_as is not None, four_colour=four_colour),
    ]
    if wild_as is not None:
        parts += ribbon_parts(wild_as, deck, palette, four_colour=four_colour)
    place = f"translate({number(x)} {number(y)})"
    return f'<g class="mp-card" transform="{place}" role="img" aria-label="{name}">{"".join(parts)}</g>'


def face_parts(card: Card, deck: Deck, palette: Palette, *, wild: bool = False, four_colour: bool = False) -> list[str]:
    """The elements of a face at (0, 0); that of a card in a wild role leaves room for the ribbon."""
    paper, card = "tile" if deck.style == "tiles" else "face", deck.printed(card)
    symbol = symbol_of(card, deck, four_colour)
    return [
        _paper(paper, palette),
        _corner(rank_sign(card, deck), symbol.role, palette),
        _middle(symbol, paper, palette, deck.style == "tiles" and not card.is_joker, wild),
    ]


def ribbon_parts(stands_for: Card, deck: Deck, palette: Palette, *, four_colour: bool = False) -> list[str]:
    """The elements of the ribbon with the card that a wild stands for, and of the outline."""
    return _ribbon(rank_sign(stands_for, deck), symbol_of(stands_for, deck, four_colour), palette)


def _paper(paper: str, palette: Palette) -> str:
    attributes = paint(palette, paper, "edge")
    return element("rect", attributes | {"width": WIDTH, "height": HEIGHT, "rx": 8})


def _corner(sign: str, role: str, palette: Palette) -> str:
    size = _fitted(sign, _CORNER_SIZE, 44)
    attributes = paint(palette, role) | {"x": 6, "y": 33, "font-size": size}
    if len(sign) > 1:
        attributes["letter-spacing"] = -1.5
    return element("text", attributes, escaped(sign))


def _middle(symbol: Symbol, paper: str, palette: Palette, small: bool, wild: bool) -> str:
    size, y = (30.0, 54.0) if wild else (44.0, 67.0)
    return drawn(symbol, palette, paper, WIDTH / 2, y, size * (0.75 if small else 1.0))


def _ribbon(sign: str, symbol: Symbol, palette: Palette) -> list[str]:
    """A dashed gold outline, and the card stood for on a band along the lower edge."""
    top = HEIGHT - RIBBON
    band = f"M2 {number(top)}H{number(WIDTH - 2)}V{number(HEIGHT - 8)}q0 6-6 6H8q-6 0-6-6Z"
    text = "=" + sign
    size = _fitted(text, _RIBBON_SIZE, WIDTH - 31)
    length = len(text) * size * _SIGN_WIDTH
    left = (WIDTH - length - 20) / 2
    words = paint(palette, symbol.role) | {"x": left + length, "y": HEIGHT - 6, "font-size": size}
    words["text-anchor"] = "end"
    if len(sign) > 1:  # such as 10, which must not run into the outline whatever the font
        words |= {"textLength": length, "lengthAdjust": "spacingAndGlyphs"}
    outline = paint(palette, None, "gold")
    outline |= {"x": 1.5, "y": 1.5, "width": WIDTH - 3, "height": HEIGHT - 3, "rx": 7}
    outline |= {"stroke-width": 3, "stroke-dasharray": "7 4"}
    return [
        element("path", paint(palette, "ribbon") | {"d": band}),
        element("text", words, escaped(text)),
        drawn(symbol, palette, "ribbon", left + length + 11.5, HEIGHT - 14, 18),
        element("rect", outline),
    ]


def _fitted(sign: str, size: float, room: float) -> float:
    """The size at which the sign fits the room."""
    return min(size, room / (len(sign) * _SIGN_WIDTH))
