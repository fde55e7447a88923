"""Hands read in compiled code: the same hands and the same faults as notation.py's reader, whatever the bytes are."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_notation import DECKS, FRENCH, spellings

import meldproof
from meldproof.arranging.compiled import form as forms
from meldproof.arranging.many.encoding import miscount, read_hands
from meldproof.arranging.many.spelling_machine import hand_reader
from meldproof.cards import Deck
from meldproof.errors import MeldproofError, NotationError, ProblemError
from meldproof.notation import card_text, cards_text, parse_cards

ODD = {
    "ranks of several letters": Deck("cards", ("As", "Two", "10", "1", "J", "Knav", "Q"), tuple("shdc"), 3, 1),
    "suits beyond ASCII": Deck("cards", tuple("A23456"), ("ñ", "ß", "Σ", "k"), 2, 2),
    "capital suits": Deck("tiles", tuple("123456789"), tuple("RGB"), 1, 0),
    "five suits, some French": Deck("cards", FRENCH, tuple("shdcx"), 1, 1),
    "ranks that end as others begin": Deck("tiles", ("1", "11", "111", "1a"), tuple("ab"), 2, 0),
}
ALL = {**DECKS, **ODD}
JUNK = ["Zz", "=", "JK=", "JK=7s", "2s=2s", "As=JK", "JK=As=Ks", "AsKs", "10", "\0", "\ufffd", "\ud800", "é", "\ufe0f", "K♠\ufe0f\ufe0f\ufe0f", "K" * 40, "A" + "\ufe0f" * 15 + "s", "\U0001f0ac", "K", "İs", "Ks", "9Σ", "9ς", "1", "As\0Ks"]  # fmt: skip
GAPS = [" ", ",", "\t", "\n", "\r\n", "\x0b", "\x1c", "\x1f", "\xa0", "\u2003", "\u3000", " , ", "", "\x1b", "\u200b"]


class Rules:
    """What `read_hands` asks of a variant."""

    id = "house"

    def __init__(self, deck: Deck) -> None:
        self._deck = deck

    def deck(self, players: int | None = None) -> Deck:
        return self._deck


def by_notation(deck: Deck, hand: object) -> list[int] | str:
    """A hand's counts as notation.py reads it, or what is wrong."""
    numbers = {card: number for number, card in enumerate(deck.kinds())}
    counts = [0] * len(numbers)
    try:
        if isinstance(hand, bytes):
            hand = hand.decode()
        for token in parse_cards(hand, deck):  # type: ignore[arg-type]
            counts[numbers[token.card]] += 1
    except UnicodeDecodeError:
        return "this is not UTF-8 text"
    except NotationError as error:
        return str(error)
    return miscount(counts, deck, "house") or counts


def compared(deck: Deck, hands: object, plain: list[object]) -> None:
    counts, faults = read_hands(Rules(deck), hands)  # type: ignore[arg-type]
    wrong = {at: str(fault) for at, fault in faults}
    found = [wrong.get(at, row) for at, row in enumerate(counts.tolist())]
    assert found == [by_notation(deck, hand) for hand in plain]


@pytest.fixture(params=["compiled", "interpreted"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Each form in turn; the compiled one is passed over where there is none."""
    monkeypatch.setenv(forms.PURE, "1" if request.param == "interpreted" else "")
    forms._compiled.cache_clear()
    if request.param == "compiled" and forms.description() != "sweep compiled":
        pytest.skip(forms.description())
    yield request.param
    monkeypatch.undo()
    forms._compiled.cache_clear()


def written(rng: random.Random, deck: Deck) -> str:
    """A text of spellings, most often a hand, sometimes with something else in it."""
    kinds = list(deck.kinds())
    words = [rng.choice(spellings(rng.choice(kinds), deck)) for _ in range(rng.randint(0, 8))]
    if rng.random() < 0.3:
        words.insert(rng.randint(0, len(words)), rng.choice(JUNK))
    if rng.random() < 0.1:
        words.append(rng.choice(JUNK[:8]).replace("7s", card_text(kinds[0], deck)))
    gaps = GAPS[:6] if rng.random() < 0.8 else GAPS
    text = "".join(word + rng.choice(gaps) for word in words)
    if text and rng.random() < 0.1:  # one letter changed
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice("sAK10 =,\0\ufe0f♠🂡\ud83c\x85ſ") + text[at + 1 :]
    return text


@pytest.mark.parametrize("name", ALL)
def test_texts_are_read_as_notation_reads_them(name: str, form: str) -> None:
    deck, rng = ALL[name], random.Random(name)
    hands = [written(rng, deck) for _ in range(800 if form == "compiled" else 150)]
    compared(deck, hands, list(hands))


@pytest.mark.parametrize("name", ALL)
def test_what_the_machine_takes_notation_takes_and_counts_alike(name: str, form: str) -> None:
    """Whatever the bytes: words of its own pieces put together at random, which no writer of spellings thinks of."""
    deck, rng = ALL[name], random.Random(name)
    letters = sorted({byte for card in deck.kinds() for text in spellings(card, deck) for byte in text.encode()})
    pieces = [bytes([byte]) for byte in letters] + [b" ", b",", b"=", b"\0", b"\xff", b"\xef\xb8\x8f", b"10"]
    rows = [b"".join(rng.choices(pieces, k=rng.randint(0, 7))) for _ in range(6_000 if form == "compiled" else 800)]
    data = np.frombuffer(b"".join(rows), dtype=np.uint8)
    ends = np.cumsum([len(row) for row in rows])
    counts, found = np.zeros((len(rows), len(list(deck.kinds()))), dtype=np.uint8), np.zeros(len(rows), dtype=np.uint8)
    hand_reader(deck).read(data, ends - [len(row) for row in rows], ends, counts, found)
    for row, numbers, state in zip(rows, counts.tolist(), found.tolist(), strict=True):
        right = by_notation(deck, row)
        if state == 0:
            assert numbers == right, row
        elif state == 2:
            assert miscount(numbers, deck, "house") == right, row


@pytest.mark.parametrize("name", ALL)
def test_every_spelling_is_read_in_compiled_code(name: str) -> None:
    """None is left to notation.py, which is slow, but letters whose capital stands for two."""
    deck = ALL[name]
    numbers = {card: number for number, card in enumerate(deck.kinds())}
    written = {text for card in deck.kinds() for text in spellings(card, deck) if "Σ" not in text}
    read = [(text, by_notation(deck, text)) for text in sorted(written)]
    texts = [(text, counts.index(1)) for text, counts in read if isinstance(counts, list)]
    assert len(texts) >= 2 * (len(numbers) - 1)
    rows = [text.encode() for text, _ in texts] + [
        f"{joker}={text}".encode()
        for joker, text in product(("JK", "*"), (text for text, number in texts if number == 0))
        if deck.jokers
    ]
    ends = np.cumsum([len(row) for row in rows])
    counts, found = np.zeros((len(rows), len(list(deck.kinds()))), dtype=np.uint8), np.zeros(len(rows), dtype=np.uint8)
    data = np.frombuffer(b"".join(rows), dtype=np.uint8)
    hand_reader(deck).read(data, ends - [len(row) for row in rows], ends, counts, found)
    assert [rows[at].decode() for at in np.flatnonzero(found)] == []
    assert counts.argmax(axis=1)[: len(texts)].tolist() == [number for _, number in texts]


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(deck=st.sampled_from(list(ALL.values())), hands=st.lists(st.one_of(st.text(max_size=12), st.text("AaKkSs10=,♠ \0\ufe0f🃏", max_size=9)), max_size=5))  # fmt: skip
def test_any_text_is_read_as_notation_reads_it(deck: Deck, hands: list[str]) -> None:
    compared(deck, hands, list(hands))
    compared(deck, np.array(hands, dtype="U12"), [hand.rstrip("\0") for hand in hands])


@settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(deck=st.sampled_from(list(ALL.values())), hands=st.lists(st.one_of(st.binary(max_size=9), st.text("AaKkSs♠ ,10", max_size=9).map(str.encode)), min_size=1, max_size=5))  # fmt: skip
def test_arrays_of_any_bytes_are_read_as_notation_reads_them(deck: Deck, hands: list[bytes]) -> None:
    compared(deck, np.array(hands, dtype="S24"), [hand.rstrip(b"\0") for hand in hands])


GIN = meldproof.variant("gin")
HANDS = ["4s 5s 6s Kd", "♠A 10h,jc", "9h 9d 9c", "🂡 🂮"]
COUNTS = meldproof.encode_hands("gin", HANDS).tolist()


def columns() -> Iterator[object]:
    yield np.array(HANDS)
    yield np.array([*HANDS, ""])[:-1]
    yield np.array(HANDS * 2).reshape(2, 4).T[:, 0]
    yield np.array([hand.encode() + b"\0" for hand in np.repeat(HANDS, 2)])[::2]
    yield np.array(HANDS, dtype=object)
    yield np.array([hand.encode() for hand in HANDS])
    yield np.array(HANDS).astype(">U20")
    yield (hand for hand in HANDS)
    yield tuple(HANDS)
    yield [hand.replace(",", " ").split() for hand in HANDS]
    yield [HANDS[0], [card for token in [parse_cards(HANDS[1], GIN.deck())] for card in (each.card for each in token)], *HANDS[2:]]  # fmt: skip


@pytest.mark.parametrize("hands", list(columns()), ids=lambda hands: type(hands).__name__)
def test_hands_come_from_lists_and_arrays(hands: object) -> None:
    assert meldproof.encode_hands("gin", hands).tolist() == COUNTS


def test_hands_come_from_columns_of_arrow() -> None:
    arrow = pytest.importorskip("pyarrow")

    class Column:
        """As Polars gives its columns."""

        def __init__(self, column: object) -> None:
            self.column = column

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.column.__arrow_c_stream__(requested_schema)  # type: ignore[attr-defined]

    plain = arrow.array(["", *HANDS, None])[1:-1]
    kinds = [plain, plain.cast(arrow.large_string()), plain.dictionary_encode(), plain.cast(arrow.string_view())]
    for column in kinds:
        assert meldproof.encode_hands("gin", column).tolist() == COUNTS, column.type
    two = arrow.chunked_array([plain[:1], plain[1:1], plain[1:]])
    assert meldproof.encode_hands("gin", Column(two)).tolist() == COUNTS
    assert meldproof.solve_many("gin", two).values.tolist() == meldproof.solve_many("gin", HANDS).values.tolist()
    assert meldproof.encode_hands("gin", plain[:0]).shape == (0, 52)
    with pytest.raises(NotationError, match="hand 2: there is no text"):
        meldproof.encode_hands("gin", arrow.array(["As", None, "Ks"]))
    for wrong in (arrow.array([1]), arrow.array([["As"]]), arrow.table({"cards": HANDS})):
        with pytest.raises(ProblemError, match="column of texts"):
            meldproof.encode_hands("gin", wrong)
    torn = arrow.Array.from_buffers(
        arrow.string(), 2, [None, arrow.py_buffer(np.array([0, 2, 4], dtype=np.int32)), arrow.py_buffer(b"As\xffs")]
    )
    with pytest.raises(NotationError, match="hand 2: this is not UTF-8 text"):
        meldproof.encode_hands("gin", torn)


def test_a_column_of_polars_is_taken_as_it_is() -> None:
    polars = pytest.importorskip("polars")
    assert meldproof.encode_hands("gin", polars.Series(HANDS)).tolist() == COUNTS
    assert meldproof.encode_hands("gin", polars.Series(HANDS, dtype=polars.Categorical)).tolist() == COUNTS
    with pytest.raises(ProblemError, match="column of texts"):
        meldproof.encode_hands("gin", polars.DataFrame({"cards": HANDS}))


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        (["As", "4s Zz"], "hand 2: 'Zz' (card 2, column 4) is no card of this deck; write rank and suit such as 9h"),
        (["As", "4s  JK"], "hand 2: 'JK' (card 2, column 5) is no card of this deck, which has no jokers"),
        (["As", "Ks,KS"], "hand 2 holds 2 × Ks, but the deck of gin has 1"),
        (["", "As"], "hand 1 holds no cards"),
        ([" , "], "hand 1 holds no cards"),
        (["As", "K\ud800"], "hand 2: 'K\\ud800' (card 1, column 1) is no card"),
        (["As", None], "hand 2: there is no text"),
        (["As", 7], "hand 2: '7' is no hand"),
        (["As " * 3000], "hand 1 holds 3000 × As"),
        ("As Ks", "many hands are a list of texts; this is one text"),
        (np.array([["As"]]), "an array of texts has one dimension"),
        (np.array([b"\xff"]), "hand 1: this is not UTF-8 text"),
    ],
)
def test_a_fault_names_the_hand_and_the_card(hands: object, line: str) -> None:
    with pytest.raises(MeldproofError) as caught:
        meldproof.encode_hands("gin", hands)
    assert str(caught.value).startswith(line)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("variant", ["gin", "argentino", "fichas"])
def test_what_is_decoded_is_encoded_again(variant: str) -> None:
    deck, rng = meldproof.variant(variant).deck(), random.Random(variant)
    hands = [rng.sample(list(deck.cards()), rng.randint(1, 20)) for _ in range(200)]
    counts = meldproof.encode_hands(variant, hands)
    texts = meldproof.decode_hands(variant, counts)
    order = {card: at for at, card in enumerate(deck.kinds())}
    assert texts == [cards_text(sorted(hand, key=order.__getitem__), deck) for hand in hands]
    assert (meldproof.encode_hands(variant, texts) == counts).all()
    assert meldproof.decode_hands(variant, counts[:0]) == []
    for wrong, line in (
        (counts[:, :-1], "an array of uint8"),
        (counts.astype(int), "an array of uint8"),
        (counts * 0, "hand 1 holds no cards"),
        (counts + 9, "hand 1 holds"),
    ):
        with pytest.raises(ProblemError, match=line):
            meldproof.decode_hands(variant, wrong)


def test_a_machine_or_an_array_that_would_lead_out_of_bounds_is_refused(form: str) -> None:
    make = type(hand_reader(GIN.deck()))
    classes, steps, most = array("i", [2] * 256), array("i", [-1, 1, 0, -1, 0, -1]), array("i", [1])
    make(classes, steps, 3, most)
    for at, number in product(range(6), (-2, 1, 2, 4, 6, 99)):
        broken = array("i", steps)
        broken[at] = number
        if at % 3 != 1:
            with pytest.raises(ValueError, match="not between"):
                make(classes, broken, 3, most)
    for wrong in (
        (array("i", [3] * 256), steps, 3, most),
        (array("i", [1] * 256), steps, 3, most),
        (classes[:255], steps, 3, most),
        (classes, steps[:5], 3, most),
        (classes, steps, 4, most),
        (classes, steps, 3, array("i", [1] * 257)),
    ):
        with pytest.raises(ValueError, match=r"not between|array"):
            make(*wrong)
    reader, data = make(classes, steps, 3, most), np.zeros(4, dtype=np.uint8)
    for start, end in ((-1, 2), (2, 1), (0, 5), (5, 5), (1 << 62, 1 << 62)):
        with pytest.raises(ValueError, match="outside the text"):
            reader.read(data, np.array([start]), np.array([end]), np.zeros((1, 1), np.uint8), np.zeros(1, np.uint8))
    for shape, number in (((1, 2), 1), ((2, 1), 1), ((1, 1), 2)):
        with pytest.raises(ValueError, match="not between"):
            reader.read(data, np.array([0]), np.array([1]), np.zeros(shape, np.uint8), np.zeros(number, np.uint8))


def test_decks_of_more_kinds_than_compiled_code_takes_are_settled_all_the_same() -> None:
    ranks = [*"ABCDEFGHIJKLMNOPQ", "11", "12", "13", "14"]
    changes = {"deck.ranks": ranks, "deck.suits": list("stuvwxyz"), "points.ranks": {"B-14": 5}}
    large = meldproof.variant("rummy-500", settings=changes)
    hands = ["As Bs Cs 14z", "11s 11t 11u"]
    assert meldproof.encode_hands(large, hands).shape == (2, 169)
    found = meldproof.solve_many(large, hands)
    assert found.values.tolist() == [
        getattr(meldproof.solve(large, hand, engine="brute").figures, found.objective) for hand in hands
    ]
    with pytest.raises(ProblemError, match="hand 2 holds no cards"):
        meldproof.solve_many(large, np.eye(2, 169, dtype=np.uint8) * np.array([[1], [0]], dtype=np.uint8))


@pytest.mark.parametrize("threads", [0, -1, 257, 10**30, 1.5, True])
def test_a_number_of_threads_that_cannot_be_meant_is_refused(threads: object) -> None:
    with pytest.raises(ProblemError, match="threads are a whole number from 1 to 256"):
        meldproof.solve_many("gin", HANDS, threads=threads)  # type: ignore[arg-type]
