"""Pictures of cards and arrangements: what a reader, a screen reader and a printer need of them."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldproof.cards import JOKER, Card, Deck, Slot
from meldproof.notation import represented
from meldproof.pictures import Group, arrangement_svg, card_svg, meld_line
from meldproof.pictures.faces import HEIGHT, WIDTH
from meldproof.pictures.layout import MOST_WIDTH, line_width, places, split_row
from meldproof.pictures.names import card_name, slot_name
from meldproof.pictures.palette import CARD_ROLES, DARK, LIGHT, OTHER_ROLES, Palette
from meldproof.pictures.symbols import OTHER_PATHS, SPANISH_PATHS, SUIT_PATHS, TILE_PATHS, symbol_of

CARDS = Deck("cards", tuple("A23456789TJQK"), ("s", "h", "d", "c"), 2, 4)
TILES = Deck("tiles", tuple(map(str, range(1, 14))), ("r", "b", "k", "y"), 2, 2)
COINS = Deck("cards", tuple("A234567JQK"), ("o", "c", "e", "b"), 1, 0)
EIGHT = Deck("tiles", tuple("12345"), tuple("mnopqtuv"), 1, 1)
STARS = Deck("cards", tuple("3456789TJQK"), ("s", "h", "d", "c", "x"), 2, 6)
OTHER = Deck("cards", tuple("A234567JQK"), ("a", "c", "e", "o"), 1, 0)
DECKS = [CARDS, TILES, COINS, EIGHT, STARS, OTHER]
NAMESPACE = "{http://www.w3.org/2000/svg}"


def natural(rank: int, suit: int) -> Slot:
    return Slot(rank, suit, rank, suit, wild=False)


def joker_as(place: int, suit: int) -> Slot:
    return Slot(0, 0, place, suit, wild=True)


RUN = Group("Run · 115 points", (natural(6, 1), joker_as(7, 1), Slot(2, 2, 8, 1, wild=True), natural(9, 1)))


def drawn_cards(svg: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return [group for group in root.iter(f"{NAMESPACE}g") if group.get("class") == "mp-card"]


def spoken(svg: str) -> list[str | None]:
    return [card.get("aria-label") for card in drawn_cards(svg)]


def shown_texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{NAMESPACE}text")]


def boxes(svg: str) -> list[tuple[float, float]]:
    found = [re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", c.attrib["transform"]) for c in drawn_cards(svg)]
    return [(float(match[1]), float(match[2])) for match in found if match]


def view_box(svg: str) -> tuple[float, float]:
    _, _, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    return width, height


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_card_of_a_deck_is_drawn_once_and_has_a_name_of_its_own(deck, language):
    kinds = list(deck.kinds())
    group = Group("All", tuple(natural(card.rank, card.suit) for card in kinds))
    svg = arrangement_svg("All", [group], deck, language=language)
    names = [card_name(card, deck, language) for card in kinds]
    assert spoken(svg) == names
    assert len(set(names)) == len(kinds)


def test_the_whole_picture_has_a_title_a_description_and_is_an_image():
    svg = arrangement_svg("Best arrangement", [RUN], CARDS, left_over=[Card(5, 3)], discard=Card(13, 2))
    root = ElementTree.fromstring(svg)
    title, desc = root.find(f"{NAMESPACE}title"), root.find(f"{NAMESPACE}desc")
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Best arrangement"
    assert title is not None
    assert title.text == "Best arrangement"
    assert desc is not None
    assert root.get("aria-describedby") == desc.get("id")
    assert desc.text == (
        "Run · 115 points: 6 of spades; 7 of spades, played by a joker; "
        "8 of spades, played by the wild 2 of hearts; 9 of spades. "
        "Left over: 5 of diamonds. Discard: king of hearts."
    )


def test_the_title_and_every_label_can_be_read_in_the_picture():
    root = ElementTree.fromstring(arrangement_svg("My title", [RUN], CARDS, left_over=[]))
    texts = shown_texts(root)
    assert {"My title", "Run · 115 points", "Left over: none"} <= set(texts)


@pytest.mark.parametrize(
    ("slot", "name"),
    [
        (natural(1, 1), "as de picas"),
        (natural(11, 2), "jota de corazones"),
        (natural(12, 3), "reina de diamantes"),
        (natural(13, 4), "rey de tréboles"),
        (natural(0, 0), "comodín"),
        (joker_as(14, 1), "as de picas, con un comodín"),
        (Slot(2, 2, 7, 1, wild=True), "7 de picas, con el comodín 2 de corazones"),
    ],
)
def test_cards_have_their_spanish_names(slot, name):
    assert slot_name(slot, CARDS, "es") == name


def test_spanish_pictures_speak_spanish_throughout():
    svg = arrangement_svg("Mano", [], CARDS, left_over=[], discard=Card(10, 1), language="es")
    assert {"Sobrantes: ninguna carta", "Descarte"} <= set(shown_texts(ElementTree.fromstring(svg)))
    assert spoken(svg) == ["10 de picas"]
    assert card_name(Card(7, 1), TILES, "es") == "7 rojo"


@pytest.mark.parametrize("deck", DECKS)
def test_a_wild_shows_and_says_what_it_stands_for_and_a_natural_does_not(deck):
    slots = (natural(3, 1), joker_as(4, 2), Slot(2, 1, 5, 2, wild=True))
    plain, joker, two = drawn_cards(arrangement_svg("", [Group("", slots)], deck))
    for card, rank in ((joker, 4), (two, 5)):
        sign = "=" + deck.ranks[rank - 1]
        assert sign in shown_texts(card)
        assert any(part.get("stroke-dasharray") for part in card.iter())
        assert "mp-ribbon" in {part.get("class") for part in card.iter()}
    assert not any(text.startswith("=") for text in shown_texts(plain))
    assert not any(part.get("stroke-dasharray") for part in plain.iter())
    assert joker.get("aria-label") == f"{card_name(Card(4, 2), deck)}, played by a joker"


def test_a_wild_past_the_king_stands_for_the_ace():
    (card,) = drawn_cards(arrangement_svg("", [Group("", (joker_as(14, 3),))], CARDS))
    assert "=A" in shown_texts(card)
    assert card.get("aria-label") == "ace of diamonds, played by a joker"


def test_the_ribbon_shows_the_suit_stood_for_and_the_face_the_suit_printed():
    (card,) = drawn_cards(arrangement_svg("", [Group("", (Slot(2, 2, 7, 1, wild=True),))], CARDS))
    paths = [part.get("d") for part in card.iter(f"{NAMESPACE}path")]
    assert SUIT_PATHS["h"] in paths
    assert SUIT_PATHS["s"] in paths


def test_a_ten_is_printed_as_10():
    assert "10" in shown_texts(ElementTree.fromstring(card_svg(Card(10, 1), CARDS)))


def test_text_with_markup_and_signs_xml_cannot_hold_is_shown_as_written():
    wicked = "</text><script>alert('1' & \"2\")</script>"
    svg = arrangement_svg(wicked, [Group("a < b & c > d\x00\x1b\ud800", ())], CARDS)
    root = ElementTree.fromstring(svg.encode())
    assert root.get("aria-label") == wicked
    assert "".join(shown_texts(root)).startswith(wicked[:20])
    assert "a < b & c > d���: none" in shown_texts(root)
    assert not list(root.iter(f"{NAMESPACE}script"))


def test_names_in_the_deck_are_escaped_too():
    deck = Deck("cards", ("<", "&", ">"), ("x", "y"), 1, 1)
    slots = (natural(1, 1), natural(2, 2), joker_as(3, 2))
    root = ElementTree.fromstring(arrangement_svg("", [Group("", slots)], deck))
    assert {"<", "&", "=>"} <= set(shown_texts(root))


@pytest.mark.parametrize("dark", ["auto", "never", "always"])
def test_the_same_arrangement_is_always_the_same_picture(dark):
    first, second = (
        arrangement_svg("T", [RUN], CARDS, dark=dark, left_over=left)
        for left in ([Card(5, 3), JOKER, Card(2, 1)], iter([Card(2, 1), Card(5, 3), JOKER]))
    )
    assert first == second


@pytest.mark.parametrize("wilds", [0, 1, 5, 40])
def test_forty_cards_wrap_and_none_leaves_the_picture_or_covers_a_wild(wilds):
    slots = tuple(joker_as(5, 2) if i < wilds else natural(i % 13 + 1, 2) for i in range(40))
    svg = arrangement_svg("Long", [Group("Run", slots)], CARDS)
    width, height = view_box(svg)
    found = boxes(svg)
    assert len(found) == 40
    assert len({y for _, y in found}) > 1
    assert all(x >= 0 and x + WIDTH <= width and y >= 0 and y + HEIGHT <= height for x, y in found)
    for slot, (x, y), (next_x, next_y) in zip(slots, found, found[1:], strict=False):
        if y == next_y:
            assert next_x - x >= (WIDTH if slot.wild else 0.7 * WIDTH)
        else:
            assert next_y >= y + HEIGHT


@given(st.lists(st.booleans(), max_size=120))
def test_rows_of_any_cards_are_split_into_lines_that_fit(wilds):
    counts = split_row(wilds)
    assert sum(counts) == len(wilds)
    start = 0
    for count in counts:
        edges = places(wilds[start : start + count])
        assert count > 0
        assert line_width(edges) <= MOST_WIDTH + 1e-6
        start += count


def test_a_row_that_fits_is_neither_wrapped_nor_overlapped():
    assert split_row([False] * 10) == [10]
    edges = places([False] * 10)
    assert all(right - left > WIDTH for left, right in pairwise(edges))


def test_long_titles_and_labels_break_into_lines_inside_the_picture():
    svg = arrangement_svg("word " * 60 + "x" * 300, [Group("label " * 60, (natural(1, 1),))], CARDS)
    width, height = view_box(svg)
    texts = list(ElementTree.fromstring(svg).findall(f"{NAMESPACE}text"))
    assert len(texts) > 8
    for text in texts:
        assert float(text.attrib["y"]) < height
        assert len(text.text or "") * float(text.attrib["font-size"]) * 0.6 < width


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("paper", ["face", "tile", "ribbon"])
@pytest.mark.parametrize("role", CARD_ROLES)
def test_what_is_printed_on_a_card_stands_out_from_it(palette: Palette, paper, role):
    assert contrast(palette[role], palette[paper]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_titles_and_labels_stand_out_from_the_page(palette: Palette):
    assert contrast(palette["ink"], palette["page"]) >= 4.5
    assert contrast(palette["label"], palette["page"]) >= 4.5
    assert contrast(palette["gold"], palette["face"]) >= 2.5


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("four_colour", [False, True])
def test_every_text_on_a_card_has_a_colour_whose_contrast_is_tested(deck, four_colour):
    slots = (*(natural(card.rank, card.suit) for card in deck.kinds()), joker_as(2, 1))
    svg = arrangement_svg("", [Group("", slots)], deck, four_colour=four_colour, dark="never")
    tested = {LIGHT[role] for role in CARD_ROLES}
    papers = {
        LIGHT["face"],
        LIGHT["tile"],
        LIGHT["ribbon"],
    }  # letters inside a shape are the same pair turned
    for card in drawn_cards(svg):
        assert {text.get("fill") for text in card.iter(f"{NAMESPACE}text")} <= tested | papers


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("four_colour", [False, True])
def test_suits_differ_without_their_colour(deck, four_colour):
    symbols = [symbol_of(Card(1, suit), deck, four_colour) for suit in range(1, len(deck.suits) + 1)]
    for one, other in combinations([*symbols, symbol_of(JOKER, deck)], 2):
        assert (one.path, one.letter) != (other.path, other.letter)


def test_no_two_drawings_are_the_same():
    paths = [
        *SUIT_PATHS.values(),
        *SPANISH_PATHS.values(),
        *TILE_PATHS.values(),
        *OTHER_PATHS,
        symbol_of(JOKER, CARDS).path,
    ]
    assert len(set(paths)) == len(paths)
    assert len(OTHER_PATHS) == len(OTHER_ROLES)


@pytest.mark.parametrize(("four_colour", "colours"), [(False, 2), (True, 4)])
def test_four_colours_are_an_option(four_colour, colours):
    assert len({symbol_of(Card(1, suit), CARDS, four_colour).role for suit in range(1, 5)}) == colours


def test_a_c_beside_other_letters_is_not_clubs():
    assert symbol_of(Card(1, 2), OTHER).path != SUIT_PATHS["c"]
    assert symbol_of(Card(1, 2), OTHER).letter == "c"
    assert card_name(Card(1, 2), OTHER) == "ace of suit c"


@pytest.mark.parametrize(
    ("deck", "card", "sign", "english", "spanish"),
    [
        (COINS, Card(1, 2), "1", "ace of cups", "as de copas"),
        (COINS, Card(8, 1), "10", "jack of coins", "sota de oros"),
        (COINS, Card(9, 3), "11", "knight of swords", "caballo de espadas"),
        (COINS, Card(10, 4), "12", "king of clubs", "rey de bastos"),
        (STARS, Card(1, 5), "3", "3 of stars", "3 de estrellas"),
        (STARS, Card(9, 4), "J", "jack of clubs", "jota de tréboles"),
    ],
)
def test_spanish_cards_and_a_fifth_suit_have_their_own_signs_and_names(deck, card, sign, english, spanish):
    assert (card_name(card, deck), card_name(card, deck, "es")) == (english, spanish)
    assert shown_texts(drawn_cards(card_svg(card, deck))[0])[0] == sign


def test_dark_mode_follows_the_reader_on_screens_only_and_can_be_fixed():
    auto, never, always = (arrangement_svg("T", [RUN], CARDS, dark=dark) for dark in ("auto", "never", "always"))
    assert "@media screen and (prefers-color-scheme:dark)" in auto
    assert f".mp-auto .mp-page{{fill:{DARK['page']}}}" in auto
    assert "<style" not in never + always
    assert DARK["page"] in always
    assert DARK["page"] not in never
    assert LIGHT["page"] in auto


@pytest.mark.parametrize("svg", [arrangement_svg("T", [RUN], CARDS), card_svg(JOKER, CARDS, wild_as=Card(7, 1))])
def test_a_picture_needs_nothing_from_outside_itself(svg):
    without_namespace = svg.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    for reach in ("http", "url(", "@import", "@font-face", "href", "<image", "<script"):
        assert reach not in without_namespace
    assert set(re.findall('font-family="([^"]*)"', svg)) == {"sans-serif"}


def test_one_card_is_a_document_of_the_width_asked_for():
    svg = card_svg(JOKER, CARDS, wild_as=Card(7, 1), width=24)
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "24"
    assert root.get("aria-label") == "7 of spades, played by a joker"
    assert spoken(svg) == ["7 of spades, played by a joker"]


def test_nothing_at_all_is_still_a_picture():
    width, height = view_box(arrangement_svg("", [], CARDS))
    assert width > 0
    assert height > 0
    assert drawn_cards(arrangement_svg("", [], CARDS)) == []


def test_a_line_for_the_terminal_is_the_notation_that_can_be_read_back():
    assert meld_line(RUN.slots, CARDS, colour=True).plain == "6s JK=7s 2h=8s 9s"
    assert meld_line((), CARDS, colour=True).plain == ""


def test_a_line_for_the_terminal_marks_wilds_always_and_suits_if_asked():
    slots = (natural(6, 2), joker_as(7, 2), natural(8, 1))
    styles = [str(span.style) for span in meld_line(slots, CARDS, colour=True).spans if span.style]
    assert styles == ["red", "bold underline red"]
    styles = [str(span.style) for span in meld_line(slots, CARDS, colour=False).spans if span.style]
    assert styles == ["bold underline"]
    tiles = [natural(1, suit) for suit in range(1, 5)]
    styles = [str(span.style) for span in meld_line(tiles, TILES, colour=True).spans if span.style]
    assert styles == ["red", "blue", "yellow"]


def test_pictures_are_made_without_rich():
    code = "import sys, meldproof.pictures; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_said_of_a_wild_is_what_the_notation_means_by_it(deck):
    for place in range(1, len(deck.ranks) + 2):
        slot = joker_as(place, 1)
        assert slot_name(slot, deck).startswith(card_name(represented(slot, deck), deck))


def test_a_verdict_shows_as_a_picture_in_both_languages() -> None:
    import meldproof

    for cards in ("4s 5s JK 2d 8s", "4s 5s JK"):
        verdict = meldproof.check("argentino", cards)
        for language in ("en", "es"):
            assert ElementTree.fromstring(verdict.to_svg(language)).tag.endswith("svg")
        assert verdict._repr_svg_() == verdict.to_svg()
