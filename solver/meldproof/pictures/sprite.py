"""Every face of a deck as SVG symbols, for pages that draw many cards.

`c-4s` is a face, `c-2d-wild` that of a card in a wild role, `c-as-7s` the ribbon that says what it stands for: a wild's
face and a ribbon, one on the other, give any wild as any card. `c-suit-s` is a suit's sign alone. Every colour is a
custom property with the light one behind it (`var(--mp-h, #c4121a)`), one property a suit, so that a style sheet makes
dark cards, four colours or greyed ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from meldproof.cards import Card, Deck
from meldproof.notation import card_text
from meldproof.pictures.faces import face_parts, ribbon_parts
from meldproof.pictures.names import suit_letter
from meldproof.pictures.palette import LIGHT, Palette
from meldproof.pictures.svg import element
from meldproof.pictures.symbols import drawn, symbol_of

FACE_BOX = "-1 -1 74 102"
SUIT_BOX = "-52 -52 104 104"


def sprite_svg(deck: Deck, wild_ranks: Collection[int]) -> str:
    """The symbols of a deck's cards, of which those of some ranks (and jokers) may be wild."""
    return element("svg", {"xmlns": "http://www.w3.org/2000/svg"}, *_symbols(deck, wild_ranks))


def _symbols(deck: Deck, wild_ranks: Collection[int]) -> Iterator[str]:
    for suit in range(1, len(deck.suits) + 1):
        card = Card(1, suit)
        sign = drawn(symbol_of(card, deck), _palette(card, deck), "face", 0, 0, 100)
        yield element("symbol", {"id": f"c-suit-{deck.suits[suit - 1]}", "viewBox": SUIT_BOX}, sign)
    for card in deck.kinds():
        name, palette = card_text(card, deck), _palette(card, deck)
        yield _symbol(name, face_parts(card, deck, palette))
        if card.is_joker or card.rank in wild_ranks:
            yield _symbol(f"{name}-wild", face_parts(card, deck, palette, wild=True))
        if not card.is_joker:
            yield _symbol(f"as-{deck.natural_text(card)}", ribbon_parts(card, deck, palette))


def _symbol(name: str, parts: list[str]) -> str:
    return element("symbol", {"id": f"c-{name}", "viewBox": FACE_BOX}, *parts)


def _palette(card: Card, deck: Deck) -> Palette:
    """The roles of colours as custom properties; what a card's own colour is has its suit's."""
    own = symbol_of(card, deck).role
    spanish = "spanish-" if deck.suit_family == "spanish" else ""  # c is cups there, b clubs
    suit = "joker" if card.is_joker else spanish + suit_letter(card, deck)
    return {role: f"var(--mp-{suit if role == own else role}, {colour})" for role, colour in LIGHT.items()}
