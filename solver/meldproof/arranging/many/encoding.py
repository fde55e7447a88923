"""Texts of hands to counts of cards, and back.

Texts are read in compiled code, wherever they come from: lists, numpy arrays, columns of Arrow (Polars and pandas give
theirs as such). What that reader refuses notation.py reads, or says what is wrong with it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from meldproof.arranging.many.spelling_machine import hand_reader
from meldproof.cards import Deck
from meldproof.errors import MeldproofError, NotationError, ProblemError
from meldproof.messages import say
from meldproof.notation import card_text, parse_cards
from meldproof.variants.loading import Variant

_NO_CARD = "\ufffd"
"""Stands for what only notation.py can read: the compiled reader refuses it."""
Faults = Iterator[tuple[int, MeldproofError]]


class _Texts(NamedTuple):
    """Some hands as UTF-8: each goes from its start to before its end; `given` is what was given for one."""

    data: Any
    starts: Any
    ends: Any
    given: Callable[[int], Any]


def encode_hands(variant: Variant, hands: Any, players: int | None = None) -> Any:
    """Counts of cards as a numpy array (uint8): one row a hand, one column a kind of card.

    `hands` are texts or sequences of texts and cards, a numpy array of texts, or a column of texts of Arrow or Polars.
    Kinds are in the order of `Deck.kinds`: naturals by suit and rank, the joker last where there is one. Raises
    NotationError for what is no card of the deck, and ProblemError for no cards, or more copies than it holds.
    """
    counts, faults = read_hands(variant, hands, players)
    for at, fault in faults:
        if isinstance(fault, NotationError):
            raise NotationError(say("hand {at}: {fault}", at=at + 1, fault=fault))
        raise type(fault)(say("hand {at} {miscount}", at=at + 1, miscount=fault))
    return counts


def decode_hands(variant: Variant, counts: Any, players: int | None = None) -> list[str]:
    """Hands as texts, from counts as `encode_hands` makes them: by suit and rank, the joker last.

    Raises ProblemError for what is no array of hands.
    """
    deck = variant.deck(players)
    kinds = list(deck.kinds())
    check_form(counts, len(kinds), variant.id)
    held = counts.sum(axis=1, dtype=np.int64)
    most = np.array([deck.copies_of(card) for card in kinds])
    for at in np.flatnonzero((held == 0) | (counts > most).any(axis=1)):
        raise ProblemError(
            say("hand {at} {miscount}", at=at + 1, miscount=miscount(counts[at].tolist(), deck, variant.id))
        )
    rows, columns = np.nonzero(counts)
    names = np.array([card_text(card, deck) for card in kinds], dtype=object)
    words = names[np.repeat(columns, counts[rows, columns])].tolist()
    ends = np.cumsum(held).tolist()
    return [" ".join(words[start:end]) for start, end in zip([0, *ends], ends, strict=False)]


def check_form(counts: Any, kinds: int, name: str) -> None:
    """Raises ProblemError for an array that can hold no hands."""
    if getattr(counts, "dtype", None) != np.uint8 or counts.ndim != 2 or counts.shape[1] != kinds:
        raise ProblemError(
            say(
                "hands of {name} are an array of uint8 with {kinds} columns, one a kind of card", name=name, kinds=kinds
            )
        )


def miscount(numbers: Sequence[int], deck: Deck, name: str) -> str:
    """What is wrong with so many cards of each kind; empty where nothing is."""
    for card, number in zip(deck.kinds(), numbers, strict=True):
        if number > deck.copies_of(card):
            return say(
                "holds {number} × {card}, but the deck of {name} has {copies}",
                number=number,
                card=card_text(card, deck),
                name=name,
                copies=deck.copies_of(card),
            )
    return "" if any(numbers) else say("holds no cards")


def read_hands(variant: Variant, hands: Any, players: int | None = None) -> tuple[Any, Faults]:
    """The counts of all hands, and one after another the hands (from 0) at fault, each with what is wrong.

    The counts are complete when all faults have been asked for. Raises ProblemError where there are no texts at all.
    """
    deck = variant.deck(players)
    pieces = list(_pieces(hands))
    total = sum(len(piece.starts) for piece in pieces)
    counts = np.zeros((total, len(list(deck.kinds()))), dtype=np.uint8)
    found = np.zeros(total, dtype=np.uint8)
    begin = 0
    for piece in pieces:
        part = slice(begin, begin := begin + len(piece.starts))
        hand_reader(deck).read(piece.data, piece.starts, piece.ends, counts[part], found[part])
    return counts, _faults(pieces, counts, found, deck, variant.id)


def _faults(pieces: list[_Texts], counts: Any, found: Any, deck: Deck, name: str) -> Faults:
    """Every hand that the compiled reader didn't take, read by notation.py; those at fault come out."""
    numbers = {card: number for number, card in enumerate(deck.kinds())}
    begin = 0
    for piece in pieces:
        size = len(piece.starts)
        for at in np.flatnonzero(found[begin : begin + size]).tolist():
            row = counts[begin + at]
            row[:] = 0
            try:
                kinds = [numbers[token.card] for token in _tokens(piece.given, at, deck)]
            except MeldproofError as fault:
                yield begin + at, fault
                continue
            held = np.bincount(kinds, minlength=len(row)) if kinds else row
            row[:] = np.minimum(held, 255)
            if wrong := miscount(held.tolist(), deck, name):
                yield begin + at, ProblemError(wrong)
        begin += size


def _tokens(given: Callable[[int], Any], at: int, deck: Deck) -> Any:
    try:
        hand = given(at)
        if isinstance(hand, bytes):
            hand = hand.decode()
    except UnicodeDecodeError:
        raise NotationError(say("this is not UTF-8 text")) from None
    if hand is None or not isinstance(hand, Iterable):
        raise NotationError(
            say("there is no text") if hand is None else say("{hand!r} is no hand", hand=str(hand)[:40])
        )
    return parse_cards(hand, deck)


def _pieces(hands: Any) -> Iterator[_Texts]:
    """The hands as UTF-8, in one piece or in several."""
    if isinstance(hands, (str, bytes)):
        raise ProblemError(say("many hands are a list of texts; this is one text"))
    if hasattr(hands, "__arrow_c_stream__") or hasattr(hands, "__arrow_c_array__"):
        columns = _arrow_chunks(hands)
        if columns is not None:
            yield from map(_from_arrow, columns)
            return
    if isinstance(hands, np.ndarray):
        if hands.ndim != 1 or hands.dtype.kind not in "SUOT":
            raise ProblemError(say("an array of texts has one dimension, and texts in it"))
        if hands.dtype.kind in "SU" and hands.dtype.itemsize:
            try:
                yield _from_fixed(hands)
            except UnicodeDecodeError:
                raise ProblemError(say("this array holds no texts")) from None
            return
        hands = hands.tolist()
    yield _from_list(hands if isinstance(hands, list) else list(hands))


def _from_list(hands: list[Any]) -> _Texts:
    try:
        joined = "\0".join(hands)
    except TypeError:
        texts = [_as_text(hand) for hand in hands]
        joined = "\0".join(texts)
    else:
        texts = hands
    if joined.count("\0") > max(len(hands) - 1, 0):
        joined = "\0".join([text.replace("\0", _NO_CARD) for text in texts])
    data = np.frombuffer(joined.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    cuts = np.flatnonzero(data == 0)
    starts, ends = np.empty(len(hands), dtype=np.int64), np.empty(len(hands), dtype=np.int64)
    if hands:
        starts[0], starts[1:], ends[:-1], ends[-1] = 0, cuts + 1, cuts, len(data)
    return _Texts(data, starts, ends, hands.__getitem__)


def _as_text(hand: Any) -> str:
    if isinstance(hand, str):
        return hand
    if isinstance(hand, (list, tuple)) and all(isinstance(card, str) for card in hand):
        return " ".join(hand)
    return _NO_CARD


def _from_fixed(hands: Any) -> _Texts:
    """Hands of an array of texts of one length. Raises UnicodeDecodeError where its letters are none."""
    number, width = len(hands), hands.dtype.itemsize
    letters = np.ascontiguousarray(hands.astype(hands.dtype.newbyteorder("="), copy=False))
    lengths = np.char.str_len(letters)
    if hands.dtype.kind == "S":
        starts = np.arange(number, dtype=np.int64) * width
        return _Texts(letters.view(np.uint8), starts, starts + lengths, lambda at: hands[at].item())
    points, width = letters.view(np.uint32), width // 4
    starts = np.arange(number, dtype=np.int64) * width
    ends = starts + lengths
    if not points.size or points.max() < 128:
        return _Texts(points.astype(np.uint8), starts, ends, lambda at: hands[at].item())
    text = str(points.data, f"utf-32-{sys.byteorder[0]}e", "surrogatepass")
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    begins = np.append(np.flatnonzero(data.view(np.int8) >= -64), len(data))  # where every letter begins
    return _Texts(data, begins[starts], begins[ends], lambda at: hands[at].item())


def _arrow_chunks(hands: Any) -> list[Any] | None:
    """A column's chunks as Arrow's arrays of texts; None without pyarrow. Raises ProblemError for other columns."""
    try:
        pyarrow = importlib.import_module("pyarrow")
    except ImportError:
        return None
    try:
        stream = hasattr(hands, "__arrow_c_stream__")
        chunks = pyarrow.chunked_array(hands).chunks if stream else [pyarrow.array(hands)]
    except (TypeError, ValueError, NotImplementedError):  # pyarrow's own errors are kinds of these
        raise ProblemError(say("this is no column of texts")) from None
    return [_as_texts(chunk, pyarrow) for chunk in chunks]


def _as_texts(chunk: Any, pyarrow: Any) -> Any:
    if chunk.type in (pyarrow.string(), pyarrow.large_string()):
        return chunk
    dictionary = pyarrow.types.is_dictionary(chunk.type)
    words = chunk.dictionary if dictionary else chunk
    if str(words.type) not in ("string", "large_string", "string_view", "null"):
        raise ProblemError(say("a column of texts is asked for; this one is of {type}", type=chunk.type))
    words = words.cast(pyarrow.large_string())
    return words.take(chunk.indices) if dictionary else words


def _from_arrow(chunk: Any) -> _Texts:
    _, offsets, letters = chunk.buffers()
    wide = np.int64 if str(chunk.type) == "large_string" else np.int32
    if not len(chunk):
        nothing = np.zeros(0, dtype=np.int64)
        return _Texts(np.zeros(0, dtype=np.uint8), nothing, nothing, lambda at: None)
    bounds = np.frombuffer(offsets, dtype=wide)[chunk.offset : chunk.offset + len(chunk) + 1].astype(np.int64)
    starts, ends = bounds[:-1].copy(), bounds[1:].copy()
    if chunk.null_count:
        missing = chunk.is_null().to_numpy(zero_copy_only=False)
        ends[missing] = starts[missing]
    size = letters.size if letters is not None else 0
    data = np.frombuffer(letters, dtype=np.uint8) if size else np.zeros(0, dtype=np.uint8)
    return _Texts(data, starts, ends, lambda at: chunk[at].as_py())
