"""Text to cards and back.

One notation goes out (`9h`, `Th`, `10b`, `JK`, `JK=7s`); whatever is unambiguous comes in: `10h`, `KS`, `K♠`, `♠K`,
`*`, the Unicode playing cards, commas, either letter first; in Spanish suits `10o`, `So` and `1c` too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from meldproof.cards import JOKER, JOKER_TEXT, Card, Deck, Meld, Slot, rank_at
from meldproof.errors import NotationError
from meldproof.messages import say
from meldproof.notation_hints import said_card

_JOKER_WORDS = frozenset(
    {"jk", "*", "🃏", "🂿", "🃟", "j1", "j2", "j3", "j4", "joker", "comodín", "comodin", "bj", "rj", "jkr"}
)
_SIGNS = {"★": "x", "☆": "x", "♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"} | {
    chr(0x1F0A0 + 16 * suit + place): rank + "shdc"[suit]
    for suit in range(4)
    for place, rank in enumerate("a23456789tj-qk", 1)
    if rank != "-"  # the knight, which no French deck holds
}
_TENS = ("t", "10")
_SPANISH_NAMES = (("a", "1"), ("j", "s", "10", "t"), ("q", "c", "11"), ("k", "r", "12"))
"""The ace, and the jack, knight and king (sota, caballo, rey), by letter or by the number printed on them."""
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_LONGEST, _MOST_SHOWN, _LONGEST_SAID = 16, 24, 60
_WORD = re.compile(r"[^\s,]+")


class Token(msgspec.Struct, frozen=True):
    """A card as it was written: the card, what `=` says it stands for, its number and column (both from 1)."""

    card: Card
    stands_for: Card | None
    text: str
    number: int
    column: int


def card_text(card: Card, deck: Deck) -> str:
    """`9h`, `10b`, `JK`."""
    return deck.text(card)


def slot_text(slot: Slot, deck: Deck) -> str:
    """A natural as its card, a wild with what it stands for: `JK=7s`, even `2s=2s`."""
    text = card_text(slot.card, deck)
    if not slot.wild:
        return text
    return f"{text}={deck.natural_text(represented(slot, deck))}"


def represented(slot: Slot, deck: Deck) -> Card:
    """The card a slot stands for: places beyond the last rank begin again at the first."""
    return Card(rank_at(slot.place, len(deck.ranks)), slot.as_suit)


def meld_texts(meld: Meld, deck: Deck) -> tuple[str, ...]:
    return tuple(slot_text(slot, deck) for slot in meld.slots)


def cards_text(cards: Iterable[Card], deck: Deck) -> str:
    return " ".join(card_text(card, deck) for card in cards)


def parse_card(text: str, deck: Deck) -> Card:
    """One card without `=`. Raises NotationError."""
    token = parse_cards(text, deck)
    if len(token) != 1 or token[0].stands_for is not None:
        raise NotationError(
            say("{text} is not one card; write for example {example}", text=_shown(text), example=_example(deck))
        )
    return token[0].card


def parse_cards(cards: str | Iterable[str | Card], deck: Deck) -> tuple[Token, ...]:
    """All cards of a text (or of a sequence of texts and cards), in the order written.

    Raises NotationError naming the token and its position. Counts are not checked here.
    """
    known = _known(deck)
    if isinstance(cards, str):
        return tuple(
            _token(word, number, column, deck, known, cards) for number, (word, column) in enumerate(_words(cards), 1)
        )
    tokens: list[Token] = []
    for item in cards:
        if isinstance(item, Card):
            if not _in_deck(item, deck):
                raise NotationError(say("{item!r} is no card of this deck", item=item))
            tokens.append(Token(item, None, card_text(item, deck), len(tokens) + 1, 1))
        elif isinstance(item, str):
            tokens.extend(_token(word, len(tokens) + 1, column, deck, known, item) for word, column in _words(item))
        else:
            raise NotationError(say("{item} is neither a text nor a Card", item=_shown(repr(item))))
    return tuple(tokens)


def plain_cards(text: str, deck: Deck) -> list[Card] | None:
    """The cards of a text as written, where every one is spelled as here and says no more; None where one is not."""
    known = _known(deck)
    try:
        return [known[word] for word in text.split()]
    except KeyError:
        return None


def parse_table(table: str | Sequence[str], deck: Deck) -> tuple[tuple[Token, ...], ...]:
    """The melds of a table: one text with `;` between melds, or a sequence of meld texts. Empty parts are dropped."""
    parts = table.split(";") if isinstance(table, str) else list(table)
    melds: list[tuple[Token, ...]] = []
    for part in parts:
        try:
            meld = parse_cards(part, deck)
        except NotationError as error:
            raise NotationError(say("table meld {melds}: {error}", melds=len(melds) + 1, error=error)) from None
        if meld:
            melds.append(meld)
    return tuple(melds)


def _words(text: str) -> list[tuple[str, int]]:
    """The words of a text, each with its column from 1 on."""
    return [(found.group(), found.start() + 1) for found in _WORD.finditer(text)]


def _token(word: str, number: int, column: int, deck: Deck, known: Mapping[str, Card], text: str) -> Token:
    """The card of a word that begins at a column of a text."""
    card = known.get(word)
    if card is not None:
        return Token(card, None, word, number, column)
    card_word, equals, stands_word = word.partition("=")
    card = _lookup(card_word, deck)
    stands_for = _natural(stands_word, deck) if equals else None
    where = say("card {number}, column {column}", number=number, column=column)
    if card is None:
        following = text[column - 1 + len(word) :][:_LONGEST_SAID]
        raise NotationError(
            say(
                "{word} ({where}) is no card of this deck{hint}",
                word=_shown(word),
                where=where,
                hint=_hint(card_word, following, deck),
            )
        )
    if equals and (stands_for is None or stands_for.is_joker):
        raise NotationError(
            say(
                "{word} ({where}): after '=' comes the card it stands for, for example {example}",
                word=_shown(word),
                where=where,
                example=_example(deck),
            )
        )
    return Token(card, stands_for, word, number, column)


@lru_cache(maxsize=64)
def _known(deck: Deck) -> Mapping[str, Card]:
    """The spellings that need no folding: every card as it is printed here."""
    texts = [(card_text(card, deck), card) for card in deck.kinds()]
    return {text: card for text, card in texts if _lookup(text, deck) == card}


def _lookup(word: str, deck: Deck) -> Card | None:
    return _spellings(deck).get(_folded(word, deck)) if len(word) <= _LONGEST else None


def _natural(word: str, deck: Deck) -> Card | None:
    """The card that a wild stands for, by the name of its rank and suit."""
    found = _lookup(word, deck)
    return found if found is None else deck.printed(found)


def _folded(word: str, deck: Deck) -> str:
    """One spelling for signs that mean the same: lower case, letters for French suit signs and Unicode cards."""
    signs = (sign for sign in word if sign not in _VARIATION_SELECTORS)
    if deck.suit_family == "french":
        signs = (_SIGNS.get(sign, sign) for sign in signs)
    return "".join(signs).lower()


@lru_cache(maxsize=64)
def _spellings(deck: Deck) -> dict[str, Card]:
    """Every spelling this deck understands; one that could mean two cards is left out."""
    found: dict[str, set[Card]] = {}
    ranks = {rank.lower() for rank in deck.ranks}
    for card in deck.kinds():
        if card.is_joker:
            continue
        rank, suit = deck.ranks[card.rank - 1].lower(), deck.suits[card.suit - 1].lower()
        for name in {rank, *(other for other in _called_too(rank, deck) if other not in ranks)}:
            found.setdefault(name + suit, set()).add(card)
            found.setdefault(suit + name, set()).add(card)
    jokers = _JOKER_WORDS | ({"j"} if _jack(deck) is None else set())
    for word in jokers:
        found.setdefault(word, set()).add(JOKER)
    if not deck.jokers:
        found = {word: cards - {JOKER} for word, cards in found.items()}
    return {word: deck.printed(next(iter(cards))) for word, cards in found.items() if len(cards) == 1}


def _called_too(rank: str, deck: Deck) -> Sequence[str]:
    """Other names of a rank: T is 10, but 10 to 12 are jack, knight and king in Spanish suits without a ten."""
    ranks = {rank.lower() for rank in deck.ranks}
    if deck.suit_family == "spanish" and "t" not in ranks and not ranks >= {"10", "j"}:
        for names in _SPANISH_NAMES:
            if rank in names:
                return names
    return _TENS if rank in _TENS else ()


def folded_spellings(deck: Deck) -> tuple[Mapping[str, Card], Mapping[str, str]]:
    """Every spelling in lower-case letters with its card, and the letters that each sign stands for (perhaps none)."""
    signs = _SIGNS if deck.suit_family == "french" else {}
    return _spellings(deck), {**signs, **dict.fromkeys(_VARIATION_SELECTORS, "")}


def _in_deck(card: Card, deck: Deck) -> bool:
    if card.is_joker:
        return deck.jokers > 0 and card.suit == 0
    return 1 <= card.rank <= len(deck.ranks) and 1 <= card.suit <= len(deck.suits)


def _example(deck: Deck) -> str:
    return card_text(Card(min(9, len(deck.ranks)), min(2, len(deck.suits))), deck)


def _shown(word: str) -> str:
    return repr(word if len(word) <= _MOST_SHOWN else word[:_MOST_SHOWN] + "…")


def _jack(deck: Deck) -> str | None:
    return next((rank for rank in deck.ranks if rank.lower() == "j"), None)


def _hint(word: str, following: str, deck: Deck) -> str:
    folded, jack = _folded(word[: 8 * _LONGEST], deck), _jack(deck)
    if not deck.jokers and (folded in _JOKER_WORDS or (folded == "j" and jack is None)):
        return say(", which has no jokers")
    if folded == "j" and jack:
        card = f"{jack}{deck.suits[min(2, len(deck.suits)) - 1]}"
        joker = say(", a joker is {joker}", joker=JOKER_TEXT) if deck.jokers else ""
        return say("; a jack needs its suit ({card}){joker}", card=card, joker=joker)
    if _is_glued(folded, deck):
        return say("; put spaces between the cards")
    written = {card: card_text(card, deck) for card in deck.kinds()}
    return said_card(folded, following, _spellings(deck), deck, written) or say(
        "; write rank and suit such as {example} (ranks {first}…{last}, suits {suits})",
        example=_example(deck),
        first=deck.ranks[0],
        last=deck.ranks[-1],
        suits=" ".join(deck.suits),
    )


def _is_glued(folded: str, deck: Deck) -> bool:
    """Whether a word is several cards without spaces between them."""
    spellings = _spellings(deck)
    reached = {0}
    for end in range(1, len(folded) + 1):
        if any(start in reached and folded[start:end] in spellings for start in range(max(0, end - 8), end)):
            reached.add(end)
    return len(folded) > 1 and len(folded) in reached
