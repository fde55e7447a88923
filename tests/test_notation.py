"""Text to cards and back: what goes out comes in, every spelling of a card is that card, nonsense is refused kindly."""

from __future__ import annotations

import time
from collections import Counter
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meldproof.cards import JOKER, Card, Deck, Meld, Slot
from meldproof.errors import NotationError
from meldproof.messages import in_language
from meldproof.notation import (
    card_text,
    cards_text,
    meld_texts,
    parse_card,
    parse_cards,
    parse_table,
    represented,
    slot_text,
)

FRENCH = tuple("A23456789TJQK")
CARDS = Deck("cards", FRENCH, tuple("shdc"), 2, 4)
ONE_DECK = Deck("cards", FRENCH, tuple("shdc"), 1, 0)
TILES = Deck("tiles", tuple(map(str, range(1, 14))), tuple("rbky"), 2, 2)
COURTS = Deck("cards", tuple("A234567JQK"), tuple("oceb"), 1, 2)
"""Forty Spanish cards with jack, queen and king, and two jokers."""
NUMBERS = Deck("cards", (*map(str, range(1, 8)), "10", "11", "12"), tuple("oceb"), 1, 0)
"""Forty Spanish cards by their numbers."""
STARS = Deck("cards", tuple("3456789TJQK"), tuple("shdcx"), 2, 6)
"""Five suits without aces and twos."""
SPANISH_13 = Deck("cards", FRENCH, tuple("oceb"), 1, 0)
"""Thirteen ranks in Spanish suits: there the ten is a ten."""
DECKS = {
    "cards": CARDS, "one deck": ONE_DECK, "tiles": TILES, "courts": COURTS, "numbers": NUMBERS, "stars": STARS,
    "spanish 13": SPANISH_13,
}  # fmt: skip

SUIT_SIGNS = {"s": "♠♤", "h": "♥♡", "d": "♦♢", "c": "♣♧", "x": "★☆"}
SPANISH_NAMES = {1: ("A", "1"), 8: ("J", "S", "10", "T"), 9: ("Q", "C", "11"), 10: ("K", "R", "12")}
"""By place in a deck of forty Spanish cards."""
FIRST_UNICODE_CARD = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
UNICODE_PLACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14)
JOKER_WORDS = ("JK", "jk", "Jk", "*", "🃏", "🂿", "🃟", "🃏\ufe0f", "joker", "Joker", "J1", "j4", "RJ", "jkr")

decks = st.sampled_from(list(DECKS.values()))
each_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS.keys())


def spellings(card: Card, deck: Deck) -> list[str]:
    """Every way to write a card: either case, ten in two ways, letter or sign, rank or suit first, one character."""
    if card.is_joker:
        return list(JOKER_WORDS)
    rank, suit = deck.ranks[card.rank - 1], deck.suits[card.suit - 1]
    ranks = {rank, rank.lower()} | ({"T", "t", "10"} if rank in ("T", "10") else set())
    if deck in (COURTS, NUMBERS):
        ranks |= {case(name) for name in SPANISH_NAMES.get(card.rank, ()) for case in (str.upper, str.lower)}
    suits = {suit, suit.upper()}
    found = []
    if "h" in deck.suits:
        suits |= {sign + selector for sign in SUIT_SIGNS[suit] for selector in ("", "\ufe0e", "\ufe0f")}
    if suit in FIRST_UNICODE_CARD and "h" in deck.suits and rank in FRENCH:
        found.append(chr(FIRST_UNICODE_CARD[suit] + UNICODE_PLACES[FRENCH.index(rank)]))
    found += [r + s for r, s in product(sorted(ranks), sorted(suits))]
    found += [s + r for r, s in product(sorted(ranks), sorted(suits))]
    jack_that_reads_as_a_joker = deck.jokers and rank == "J" and suit == "b"
    return [text for text in found if not (jack_that_reads_as_a_joker and text.lower() == "bj")]


@st.composite
def written_cards(draw: st.DrawFn) -> tuple[Deck, list[Card], str]:
    """Some cards of a deck, and a text in which each is spelled in one of its ways."""
    deck = draw(decks)
    cards = draw(st.lists(st.sampled_from(list(deck.kinds())), max_size=12))
    gaps = st.text(" ,\t\n\u00a0\u2003", min_size=1, max_size=3)
    text = draw(st.sampled_from(["", " ", "\n, "]))
    for card in cards:
        text += draw(st.sampled_from(spellings(card, deck))) + draw(gaps)
    return deck, cards, text


@st.composite
def assigned_melds(draw: st.DrawFn) -> tuple[Deck, Meld]:
    """A set or a run with an assignment, lawful or not: any card may stand for any other."""
    deck = draw(st.sampled_from([CARDS, TILES, COURTS]))
    kinds = list(deck.kinds())
    slots = []
    for _ in range(draw(st.integers(1, 14))):
        card = draw(st.sampled_from(kinds))
        if card.is_joker or draw(st.booleans()):
            stands = draw(st.sampled_from(kinds[:-1]))
            place = stands.rank + draw(st.sampled_from([0, len(deck.ranks)]))
            slots.append(Slot(card.rank, card.suit, place, stands.suit, wild=True))
        else:
            slots.append(Slot(card.rank, card.suit, card.rank, card.suit, wild=False))
    return deck, Meld(draw(st.sampled_from(["set", "run"])), tuple(slots))


# What goes out comes in


@each_deck
def test_every_card_is_read_back_from_what_it_prints(deck):
    for card in deck.kinds():
        assert parse_card(card_text(card, deck), deck) == card


@each_deck
def test_no_two_cards_print_alike(deck):
    texts = [card_text(card, deck) for card in deck.kinds()]
    assert len(set(texts)) == len(texts)


@each_deck
def test_every_spelling_of_a_card_is_that_card(deck):
    for card in deck.kinds():
        for text in spellings(card, deck):
            assert parse_card(text, deck) == card, text


@given(written_cards())
def test_a_list_of_cards_in_any_spelling_is_read_in_order(written):
    deck, cards, text = written
    assert [token.card for token in parse_cards(text, deck)] == cards


@given(written_cards())
def test_what_was_read_prints_in_one_spelling_that_is_read_the_same(written):
    deck, cards, text = written
    printed = cards_text((token.card for token in parse_cards(text, deck)), deck)
    assert [token.card for token in parse_cards(printed, deck)] == cards
    assert cards_text((token.card for token in parse_cards(printed, deck)), deck) == printed


@given(written_cards())
def test_a_token_knows_its_number_and_where_it_stands(written):
    deck, cards, text = written
    tokens = parse_cards(text, deck)
    assert [token.number for token in tokens] == list(range(1, len(cards) + 1))
    for token in tokens:
        assert text[token.column - 1 :].startswith(token.text)


@given(assigned_melds())
def test_an_assigned_meld_is_read_back_with_what_its_wilds_stand_for(drawn):
    deck, meld = drawn
    tokens = parse_cards(" ".join(meld_texts(meld, deck)), deck)
    assert tuple(token.card for token in tokens) == meld.cards
    for token, slot in zip(tokens, meld.slots, strict=True):
        assert token.stands_for == (represented(slot, deck) if slot.wild else None)
        assert token.text == slot_text(slot, deck)


@given(written_cards())
def test_cards_given_as_values_and_texts_together_are_one_list(written):
    deck, cards, text = written
    tokens = parse_cards([*cards, text], deck)
    assert [token.card for token in tokens] == cards + cards
    assert [token.number for token in tokens] == list(range(1, 2 * len(cards) + 1))


PRINTED = [
    (CARDS, Card(9, 2), "9h"),
    (CARDS, Card(10, 2), "Th"),
    (CARDS, Card(1, 1), "As"),
    (CARDS, JOKER, "JK"),
    (TILES, Card(7, 4), "7y"),
    (TILES, Card(10, 2), "10b"),
    (TILES, Card(13, 3), "13k"),
    (TILES, JOKER, "JK"),
    (COURTS, Card(8, 4), "Jb"),
    (NUMBERS, Card(8, 1), "10o"),
    (STARS, Card(1, 5), "3x"),
]


@pytest.mark.parametrize(("deck", "card", "text"), PRINTED)
def test_a_card_prints_rank_before_suit(deck, card, text):
    assert card_text(card, deck) == text


PRINTED_SLOTS = [
    (Slot(0, 0, 7, 1, wild=True), "JK=7s"),
    (Slot(2, 3, 10, 1, wild=True), "2d=Ts"),
    (Slot(2, 1, 2, 1, wild=True), "2s=2s"),
    (Slot(2, 1, 2, 1, wild=False), "2s"),
    (Slot(0, 0, 14, 2, wild=True), "JK=Ah"),
]


@pytest.mark.parametrize(("slot", "text"), PRINTED_SLOTS)
def test_a_wild_prints_what_it_stands_for_even_if_that_is_itself(slot, text):
    assert slot_text(slot, CARDS) == text


# Spellings


READ = [
    ("10h", "Th"),
    ("KS", "Ks"),
    ("K♠", "Ks"),
    ("♠K", "Ks"),
    ("k♤", "Ks"),
    ("♥️10", "Th"),
    ("9♦︎", "9d"),
    ("🂡", "As"),
    ("🂾", "Kh"),
    ("🃛", "Jc"),
    ("hT", "Th"),
    ("js", "Js"),
    ("JS", "Js"),
    ("sj", "Js"),
]


@pytest.mark.parametrize(("text", "card"), READ)
def test_a_card_may_be_written_as_other_programs_write_it(text, card):
    assert card_text(parse_card(text, CARDS), CARDS) == card


@pytest.mark.parametrize("text", JOKER_WORDS)
@pytest.mark.parametrize("deck", [CARDS, TILES, COURTS])
def test_every_word_for_a_joker_is_a_joker(text, deck):
    assert parse_card(text, deck) == JOKER


@pytest.mark.parametrize("text", ["J", "j"])
def test_a_bare_j_is_a_joker_where_no_rank_is_called_j(text):
    assert parse_card(text, TILES) == JOKER


@pytest.mark.parametrize("text", ["J", "j"])
def test_a_bare_j_among_cards_is_neither_jack_nor_joker(text):
    with pytest.raises(NotationError, match="a jack needs its suit") as caught:
        parse_cards(f"9h {text}", CARDS)
    assert "a joker is JK" in str(caught.value)


def test_the_example_of_a_jack_is_a_jack_of_the_deck_at_hand():
    with pytest.raises(NotationError, match=r"needs its suit \(Jc\)") as caught:
        parse_card("J", COURTS)
    assert parse_card("Jc", COURTS) == Card(8, 2)
    with pytest.raises(NotationError) as caught:
        parse_card("J", ONE_DECK)
    assert "joker" not in str(caught.value)


def test_a_jack_whose_letters_spell_a_joker_is_only_read_rank_first():
    assert parse_card("Jb", COURTS) == Card(8, 4)
    with pytest.raises(NotationError):
        parse_card("bJ", COURTS)


@pytest.mark.parametrize("text", ["A♣", "♣A", "🃑", "A♠"])
def test_french_signs_name_no_card_of_a_spanish_deck_though_its_cups_have_the_letter_of_clubs(text):
    assert parse_card("Ac", COURTS) == Card(1, 2)
    with pytest.raises(NotationError):
        parse_card(text, COURTS)


@pytest.mark.parametrize("text", ["🂬", "🂼", "🂠", "🃠"])
def test_knights_card_backs_and_trumps_are_no_cards_of_a_french_deck(text):
    with pytest.raises(NotationError):
        parse_card(text, CARDS)


@pytest.mark.parametrize("text", ["", "   ", ",, ,", "\n\t"])
def test_a_text_without_cards_is_an_empty_list(text):
    assert parse_cards(text, CARDS) == ()


# Refusals


WRONG = [
    (CARDS, "9h zz 4s", "'zz' (card 2, column 4)"),
    (CARDS, "9h,  1s", "'1s' (card 2, column 6)"),
    (CARDS, "0h", "'0h' (card 1, column 1)"),
    (CARDS, "11h", "(card 1, column 1)"),
    (CARDS, "9x", "(ranks A…K, suits s h d c)"),
    (TILES, "14r", "(ranks 1…13, suits r b k y)"),
    (TILES, "0r", "(card 1, column 1)"),
    (COURTS, "8o", "(ranks A…K, suits o c e b)"),
    (ONE_DECK, "9h JK", "'JK' (card 2, column 4) is no card of this deck, which has no jokers"),
    (NUMBERS, "J", "which has no jokers"),
    (CARDS, "9h JK=", "'JK=' (card 2, column 4): after '=' comes the card it stands for"),
    (CARDS, "JK=JK", "after '=' comes the card it stands for"),
    (CARDS, "JK=9s=8s", "after '=' comes the card it stands for"),
    (CARDS, "=9s", "'=9s' (card 1, column 1)"),
    (CARDS, "9s;", "'9s;' (card 1, column 1)"),
    (CARDS, "4s5s6s", "put spaces between the cards"),
    (CARDS, "10h9hJK", "put spaces between the cards"),
    (CARDS, "K♠Q♠J♠", "put spaces between the cards"),
    (CARDS, "🂡🂢🂣", "put spaces between the cards"),
    (CARDS, "4s5s6s7s8s9sTsJsQsKsAs", "put spaces between the cards"),
    (TILES, "10b11b12b", "put spaces between the cards"),
    (TILES, "JJ", "put spaces between the cards"),
]


@pytest.mark.parametrize(("deck", "text", "told"), WRONG, ids=[text for _, text, _ in WRONG])
def test_what_is_no_card_is_named_with_its_place_and_the_mend(deck, text, told):
    with pytest.raises(NotationError) as caught:
        parse_cards(text, deck)
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["", "9h 9s", "JK=9s", "xx"])
def test_where_one_card_is_asked_for_it_must_be_one_without_an_assignment(text):
    with pytest.raises(NotationError):
        parse_card(text, CARDS)


def test_a_fault_in_a_table_names_its_meld():
    assert [len(meld) for meld in parse_table("4s 5s 6s;; 9h 9d 9c ;", CARDS)] == [3, 3]
    with pytest.raises(NotationError, match=r"table meld 2: 'zz' \(card 3, column 8\)"):
        parse_table("4s 5s 6s;; 9h 9d zz", CARDS)
    with pytest.raises(NotationError, match=r"table meld 2: 'zz' \(card 1, column 1\)"):
        parse_table(["4s 5s 6s", "zz"], CARDS)


@pytest.mark.parametrize("card", [Card(14, 1), Card(1, 5), Card(0, 3), Card(3, 0), Card(-1, 1), JOKER])
def test_a_card_value_outside_the_deck_is_refused(card):
    with pytest.raises(NotationError):
        parse_cards([card], ONE_DECK)


@pytest.mark.parametrize("item", [7, None, b"9h", ("9h",)])
def test_a_list_of_cards_holds_only_texts_and_cards(item):
    with pytest.raises(NotationError, match="neither a text nor a Card"):
        parse_cards(["9h", item], CARDS)


ODD = st.one_of(
    st.text(),
    st.text("AKQJT1023 shdcrbky♠♥🂡🃏=;,*\ufe0f\u200d"),
    st.lists(st.sampled_from(["9h", "=", "JK", "JK=", ";", "10", "♠", "\x00", "\ud800"])).map("".join),
)


@given(ODD, decks)
@example("9h" * 100_000, CARDS)
@example("=" * 100_000, TILES)
@example("9" * 100_000, NUMBERS)
def test_nonsense_is_read_or_refused_in_one_short_line(text, deck):
    for read in (parse_cards, parse_card, parse_table):
        try:
            read(text, deck)
        except NotationError as error:
            message = str(error)
            assert len(message.splitlines()) == 1
            assert len(message) < 300


@given(st.text(min_size=1), decks)
def test_what_is_read_as_one_card_was_one_of_its_spellings(text, deck):
    try:
        card = parse_card(text, deck)
    except NotationError:
        return
    folded = "".join(text.replace(",", " ").split()).casefold()
    assert card.is_joker or folded in {spelling.casefold() for spelling in spellings(card, deck)}


def test_ten_thousand_cards_are_read_in_a_moment():
    text = " ".join(["10h", "K♠", "♦️9", "JK=7s", "🂡"] * 2000)
    started = time.process_time()
    tokens = parse_cards(text, CARDS)
    assert time.process_time() - started < 2
    assert len(tokens) == 10_000


# What people write


@pytest.mark.parametrize("word", ["comodín", "comodin", "COMODÍN", "joker", "Joker"])
@pytest.mark.parametrize("deck", [CARDS, TILES, COURTS, NUMBERS], ids=["cards", "tiles", "courts", "numbers"])
def test_a_joker_may_be_called_by_its_name(word, deck):
    if deck.jokers:
        assert parse_card(word, deck) == JOKER
    else:
        with pytest.raises(NotationError, match="which has no jokers"):
            parse_card(word, deck)


BEGINNERS = [
    (CARDS, "4p", "; spades are written s: 4s", "; las picas se escriben s: 4s"),
    (CARDS, "5h 4 de picas", "; spades are written s: 4s", "; las picas se escriben s: 4s"),
    (CARDS, "4 of clubs", "; clubs are written c: 4c", "; los tréboles se escriben c: 4c"),
    (CARDS, "10t", "; clubs are written c: Tc", "; los tréboles se escriben c: Tc"),
    (CARDS, "Kcorazones", "; hearts are written h: Kh", "; los corazones se escriben h: Kh"),
    (CARDS, "rey de diamantes", "; diamonds are written d: Kd", "; los diamantes se escriben d: Kd"),
    (CARDS, "1Os", "; with digits it is Ts", "; con cifras es Ts"),
    (
        CARDS,
        "4 5s",
        "; the suit's letter follows the rank at once: 4s 4h 4d 4c",
        "; la letra del palo va pegada al valor: 4s 4h 4d 4c",
    ),
    (TILES, "4 rojo", "; red tiles are written r: 4r", "; las fichas rojas se escriben r: 4r"),
    (TILES, "13n", "; black tiles are written k: 13k", "; las fichas negras se escriben k: 13k"),
    (TILES, "yellow 7", "; yellow tiles are written y: 7y", "; las fichas amarillas se escriben y: 7y"),
    (STARS, "Q of stars", "; stars are written x: Qx", "; las estrellas se escriben x: Qx"),
    (COURTS, "sota de oros", "; coins are written o: Jo", "; los oros se escriben o: Jo"),
    (COURTS, "caballo de copas", "; cups are written c: Qc", "; las copas se escriben c: Qc"),
    (COURTS, "4 de espadas", "; swords are written e: 4e", "; las espadas se escriben e: 4e"),
    (NUMBERS, "rey de bastos", "; clubs are written b: 12b", "; los bastos se escriben b: 12b"),
    # A deck of other suits is not spoken to of spades.
    (COURTS, "4p", "; write rank and suit such as", "; escriba valor y palo"),
]


@pytest.mark.parametrize(("deck", "text", "english", "spanish"), BEGINNERS)
def test_what_a_beginner_writes_is_answered_with_what_to_write(deck, text, english, spanish):
    for language, told in (("en", english), ("es", spanish)):
        with in_language(language), pytest.raises(NotationError) as caught:
            parse_cards(text, deck)
        assert told in str(caught.value)


def test_the_language_changes_no_card():
    for deck in (CARDS, TILES, COURTS):
        for card in deck.kinds():
            with in_language("es"):
                assert parse_card(card_text(card, deck), deck) == card


@pytest.mark.parametrize(
    ("deck", "cards", "held"),
    [
        (ONE_DECK, "As Ks", True), (ONE_DECK, "As As", False), (ONE_DECK, "", True), (CARDS, "As As", True),
        (CARDS, "As As As", False), (CARDS, "JK JK JK JK", True), (CARDS, "JK JK JK JK JK", False),
        (TILES, "1r 1r", True), (TILES, "1r 1r 1r", False),
    ],
)  # fmt: skip
def test_a_deck_holds_as_many_of_a_card_as_it_has_copies(deck: Deck, cards: str, held: bool) -> None:
    named = [token.card for token in parse_cards(cards, deck)]
    assert deck.holds(named) is held
    assert deck.holds(Counter(named)) is held
