"""Text to cards and back.

One notation goes out (`9h`, `Th`, `10b`, `JK`, `JK=7s`); whatever is unambiguous comes in: `10h`, `KS`, `K♠`, `♠K`,
`*`, the Unicode playing cards, commas, either letter first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from meldproof.cards import JOKER, Card, Deck, Meld, Slot
from meldproof.errors import NotationError

JOKER_TEXT = "JK"
_JOKER_WORDS = frozenset({"jk", "*", "🃏", "🂿", "🃟", "j1", "j2", "j3", "j4", "joker", "bj", "rj", "jkr"})
_SUIT_SIGNS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_UNICODE_SUITS = {0x1F0A0: "s", 0x1F0B0: "h", 0x1F0C0: "d", 0x1F0D0: "c"}
_UNICODE_RANKS = {1: "a", 10: "t", 11: "j", 13: "q", 14: "k"}  # 12 is the knight, which no deck here holds
_MOST_SHOWN = 24


class Token(msgspec.Struct, frozen=True):
    """A card as it was written: the card, what `=` says it stands for, its number and column (both from 1)."""

    card: Card
    stands_for: Card | None
    text: str
    number: int
    column: int


def card_text(card: Card, deck: Deck) -> str:
    """`9h`, `10b`, `JK`."""
    if card.is_joker:
        return JOKER_TEXT
    return deck.ranks[card.rank - 1] + deck.suits[card.suit - 1]


def slot_text(slot: Slot, deck: Deck) -> str:
    """A natural as its card, a wild with what it stands for: `JK=7s`, even `2s=2s`."""
    text = card_text(slot.card, deck)
    if not slot.wild:
        return text
    return f"{text}={card_text(represented(slot, deck), deck)}"


def represented(slot: Slot, deck: Deck) -> Card:
    """The card a slot stands for: places beyond the last rank begin again at the first."""
    return Card((slot.place - 1) % len(deck.ranks) + 1, slot.as_suit)


def meld_texts(meld: Meld, deck: Deck) -> tuple[str, ...]:
    return tuple(slot_text(slot, deck) for slot in meld.slots)


def cards_text(cards: Iterable[Card], deck: Deck) -> str:
    return " ".join(card_text(card, deck) for card in cards)


def parse_card(text: str, deck: Deck) -> Card:
    """One card without `=`. Raises NotationError."""
    token = parse_cards(text, deck)
    if len(token) != 1 or token[0].stands_for is not None:
        raise NotationError(f"{_shown(text)} is not one card; write for example {_example(deck)}")
    return token[0].card


def parse_cards(cards: str | Iterable[str | Card], deck: Deck) -> tuple[Token, ...]:
    """All cards of a text (or of a sequence of texts and cards), in the order written.

    Raises NotationError naming the token and its position. Counts are not checked here.
    """
    if isinstance(cards, str):
        return tuple(_token(word, number, column, deck) for number, (word, column) in enumerate(_words(cards), 1))
    tokens: list[Token] = []
    for item in cards:
        if isinstance(item, Card):
            if not _in_deck(item, deck):
                raise NotationError(f"{item!r} is no card of this deck")
            tokens.append(Token(item, None, card_text(item, deck), len(tokens) + 1, 1))
        elif isinstance(item, str):
            tokens.extend(_token(word, len(tokens) + 1, column, deck) for word, column in _words(item))
        else:
            raise NotationError(f"{_shown(repr(item))} is neither a text nor a Card")
    return tuple(tokens)


def parse_table(table: str | Sequence[str], deck: Deck) -> tuple[tuple[Token, ...], ...]:
    """The melds of a table: one text with `;` between melds, or a sequence of meld texts. Empty parts are dropped."""
    parts = table.split(";") if isinstance(table, str) else list(table)
    melds = (parse_cards(part, deck) for part in parts)
    return tuple(meld for meld in melds if meld)


def _words(text: str) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    start = None
    for column, sign in enumerate(text):
        if sign in ", \t\r\n\f\v\u00a0\u3000":
            if start is not None:
                words.append((text[start:column], start + 1))
            start = None
        elif start is None:
            start = column
    if start is not None:
        words.append((text[start:], start + 1))
    return words


def _token(word: str, number: int, column: int, deck: Deck) -> Token:
    card_word, equals, stands_word = word.partition("=")
    card = _lookup(card_word, deck)
    stands_for = _lookup(stands_word, deck) if equals else None
    where = f"card {number}, column {column}"
    if card is None:
        raise NotationError(f"{_shown(word)} ({where}) is no card of this deck{_hint(card_word, deck)}")
    if equals and (stands_for is None or stands_for.is_joker):
        raise NotationError(
            f"{_shown(word)} ({where}): after '=' comes the card it stands for, for example {_example(deck)}"
        )
    return Token(card, stands_for, word, number, column)


def _lookup(word: str, deck: Deck) -> Card | None:
    return _spellings(deck).get(_folded(word))


def _folded(word: str) -> str:
    """One spelling for signs that mean the same: lower case, suit letters for suit signs, no variation selectors."""
    if len(word) > 16:
        return ""
    plain = word.replace("\ufe0f", "").replace("\ufe0e", "")
    if len(plain) == 1 and 0x1F0A0 <= ord(plain) <= 0x1F0DF:
        suit = _UNICODE_SUITS[ord(plain) & ~0xF]
        place = ord(plain) & 0xF
        rank = _UNICODE_RANKS.get(place, str(place) if 2 <= place <= 9 else "")
        return rank + suit if rank else plain
    return "".join(_SUIT_SIGNS.get(sign, sign) for sign in plain).lower()


@lru_cache(maxsize=64)
def _spellings(deck: Deck) -> dict[str, Card]:
    """Every spelling this deck understands; one that could mean two cards is left out."""
    found: dict[str, set[Card]] = {}
    for card in deck.kinds():
        if card.is_joker:
            continue
        rank, suit = deck.ranks[card.rank - 1].lower(), deck.suits[card.suit - 1].lower()
        names = {rank, "10"} if rank == "t" else {rank, "t"} if rank == "10" and "t" not in deck.ranks else {rank}
        for name in names:
            found.setdefault(name + suit, set()).add(card)
            found.setdefault(suit + name, set()).add(card)
    jokers = _JOKER_WORDS | ({"j"} if "J" not in deck.ranks else set())
    for word in jokers:
        found.setdefault(word, set()).add(JOKER)
    if not deck.jokers:
        found = {word: cards - {JOKER} for word, cards in found.items()}
    return {word: next(iter(cards)) for word, cards in found.items() if len(cards) == 1}


def _in_deck(card: Card, deck: Deck) -> bool:
    if card.is_joker:
        return deck.jokers > 0 and card.suit == 0
    return 1 <= card.rank <= len(deck.ranks) and 1 <= card.suit <= len(deck.suits)


def _example(deck: Deck) -> str:
    return card_text(Card(min(9, len(deck.ranks)), min(2, len(deck.suits))), deck)


def _shown(word: str) -> str:
    return repr(word if len(word) <= _MOST_SHOWN else word[:_MOST_SHOWN] + "…")


def _hint(word: str, deck: Deck) -> str:
    folded = _folded(word)
    if folded in _JOKER_WORDS and not deck.jokers:
        return ", which has no jokers"
    if folded == "j":
        return "; a jack needs its suit (Jh), a joker is JK"
    if folded and len(folded) > 3 and all(folded[i : i + 2] in _spellings(deck) for i in range(0, len(folded), 2)):
        return "; put spaces between the cards"
    return (
        f"; write rank and suit such as {_example(deck)}"
        f" (ranks {deck.ranks[0]}…{deck.ranks[-1]}, suits {' '.join(deck.suits)})"
    )
