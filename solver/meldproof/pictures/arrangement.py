"""A whole arrangement, or one card, as a self-contained SVG document: no fonts, no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from meldproof.cards import Card, Deck, Slot, canonical
from meldproof.pictures.faces import HEIGHT, WIDTH, card_face
from meldproof.pictures.layout import MOST_WIDTH, line_width, places, split_row, text_lines, text_width
from meldproof.pictures.names import WORDS, Language, played_name, slot_name, stands_for
from meldproof.pictures.palette import Dark, Palette, first_palette, paint, style_text
from meldproof.pictures.svg import element, escaped, number

_MARGIN: Final = 24.0
_CARD_MARGIN: Final = 3.0
_LEAST_WIDTH: Final = 300.0
_TITLE_SIZE: Final = 24.0
_LABEL_SIZE: Final = 17.0
_LINE_GAP: Final = 8.0
_ROW_GAP: Final = 18.0


class Group(NamedTuple):
    """One row: its label, for example `Run · 115 points`, and its cards: a natural is a slot not wild."""

    label: str
    slots: tuple[Slot, ...]


class _Look(NamedTuple):
    deck: Deck
    four_colour: bool
    palette: Palette
    language: Language


class _Row(NamedTuple):
    label: str
    lines: tuple[tuple[Slot, ...], ...]


def arrangement_svg(
    title: str,
    groups: Sequence[Group],
    deck: Deck,
    *,
    left_over: Iterable[Card] | None = None,
    discard: Card | None = None,
    four_colour: bool = False,
    dark: Dark = "auto",
    language: Language = "en",
) -> str:
    """The arrangement as a picture: title, a row for each group, the cards left over, the discard.

    `left_over` None draws no such row; empty draws one that says that nothing is left over.
    """
    shown = [*groups, *_last_groups(left_over, discard, language)]
    look = _Look(deck, four_colour, first_palette(dark), language)
    rows = [_Row(group.label, _lines(group.slots)) for group in shown]
    width = _inner_width(title, rows)
    parts: list[str] = []
    y = _text(parts, title, _TITLE_SIZE, "ink", _MARGIN, width, look)
    for row in rows:
        y = _row(parts, row, y + (_ROW_GAP if parts else 0), width, look)
    size = (width + 2 * _MARGIN, y + _MARGIN)
    page = element("rect", paint(look.palette, "page") | {"width": size[0], "height": size[1]})
    return _document(title, _description(shown, look), size, size, dark, page + "".join(parts))


def card_svg(
    card: Card,
    deck: Deck,
    *,
    wild_as: Card | None = None,
    width: float = WIDTH + 2 * _CARD_MARGIN,
    four_colour: bool = False,
    dark: Dark = "auto",
    language: Language = "en",
) -> str:
    """One card as a document of its own, `width` wide, on a clear ground."""
    face = card_face(
        card,
        deck,
        _CARD_MARGIN,
        _CARD_MARGIN,
        wild_as=wild_as,
        four_colour=four_colour,
        palette=first_palette(dark),
        language=language,
    )
    box = (WIDTH + 2 * _CARD_MARGIN, HEIGHT + 2 * _CARD_MARGIN)
    size = (width, width * box[1] / box[0])
    return _document(played_name(card, wild_as, deck, language), "", box, size, dark, face)


def _last_groups(left_over: Iterable[Card] | None, discard: Card | None, language: Language) -> list[Group]:
    groups = []
    if left_over is not None:
        groups.append(Group(WORDS[language].left_over, tuple(map(_natural, canonical(left_over)))))
    if discard is not None:
        groups.append(Group(WORDS[language].discard, (_natural(discard),)))
    return groups


def _natural(card: Card) -> Slot:
    return Slot(card.rank, card.suit, card.rank, card.suit, wild=False)


def _lines(slots: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    lines, start = [], 0
    for count in split_row([slot.wild for slot in slots]):
        lines.append(slots[start : start + count])
        start += count
    return tuple(lines)


def _inner_width(title: str, rows: Sequence[_Row]) -> float:
    cards = [line_width(_edges(line)) for row in rows for line in row.lines]
    texts = [text_width(title, _TITLE_SIZE), *(text_width(row.label, _LABEL_SIZE) for row in rows)]
    return max(_LEAST_WIDTH, *cards, min(MOST_WIDTH, max(texts)))


def _edges(line: Sequence[Slot]) -> list[float]:
    return places([slot.wild for slot in line])


def _row(parts: list[str], row: _Row, top: float, width: float, look: _Look) -> float:
    """Adds one row and says where it ends."""
    nothing = "" if row.lines else WORDS[look.language].nothing
    label = ": ".join(filter(None, (row.label, nothing)))
    y = _text(parts, label, _LABEL_SIZE, "label", top, width, look)
    for line in row.lines:
        y += _LINE_GAP
        for slot, x in zip(line, _edges(line), strict=True):
            parts.append(_face(slot, _MARGIN + x, y, look))
        y += HEIGHT
    return y


def _face(slot: Slot, x: float, y: float, look: _Look) -> str:
    return card_face(
        slot.card,
        look.deck,
        x,
        y,
        wild_as=stands_for(slot, look.deck),
        four_colour=look.four_colour,
        palette=look.palette,
        language=look.language,
    )


def _text(parts: list[str], text: str, size: float, role: str, top: float, width: float, look: _Look) -> float:
    """Adds a text in as many lines as it needs and says where it ends."""
    for line in text_lines(text, size, width):
        attributes = paint(look.palette, role) | {"x": _MARGIN, "y": top + size * 0.85, "font-size": size}
        parts.append(element("text", attributes, escaped(line)))
        top += size * 1.25
    return top


def _description(groups: Sequence[Group], look: _Look) -> str:
    """Everything the picture shows, in words."""
    rows = []
    for group in groups:
        cards = "; ".join(slot_name(slot, look.deck, look.language) for slot in group.slots)
        cards = cards or WORDS[look.language].nothing
        rows.append(f"{group.label}: {cards}." if group.label else f"{cards}.")
    return " ".join(rows)


def _document(
    title: str,
    description: str,
    box: tuple[float, float],
    size: tuple[float, float],
    dark: Dark,
    content: str,
) -> str:
    name = f"mp-{crc32(f'{title}|{description}'.encode('utf-8', 'replace')):08x}"
    style = style_text(dark)
    attributes: dict[str, str | float] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": f"mp-{dark}",
        "viewBox": f"0 0 {number(box[0])} {number(box[1])}",
        "width": size[0],
        "height": size[1],
        "font-family": "sans-serif",
        "font-weight": "bold",
        "role": "img",
        "aria-label": title,
    }
    if description:
        attributes["aria-describedby"] = name
    head = [element("title", {}, escaped(title))] if title else []
    head += [element("desc", {"id": name}, escaped(description))] if description else []
    head += [element("style", {}, style)] if style else []
    return element("svg", attributes, *head, content) + "\n"
