"""What to write for cards written as people say them: `4 de picas`, `4p`, `4 of spades`, `1Os`, `4 rojo`.

Notation is the same in every language, so none of this is read as a card; the answer names the card to write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meldproof.cards import Card, Deck
from meldproof.messages import language, say


class Called(NamedTuple):
    """How a suit is called in a sentence, in both languages, and the words and letters that people write for it."""

    en: str
    es: str
    words: tuple[str, ...]


SUITS: Mapping[str, Mapping[str, Called]] = {
    "french": {
        "s": Called("spades", "las picas", ("p", "pica", "picas", "espada", "espadas", "spade", "spades")),
        "h": Called("hearts", "los corazones", ("corazón", "corazon", "corazones", "heart", "hearts")),
        "d": Called("diamonds", "los diamantes", ("diamante", "diamantes", "diamond", "diamonds")),
        "c": Called("clubs", "los tréboles", ("t", "trébol", "trebol", "tréboles", "treboles", "club", "clubs")),
        "x": Called("stars", "las estrellas", ("estrella", "estrellas", "star", "stars")),
    },
    "spanish": {
        "o": Called("coins", "los oros", ("oro", "oros", "coin", "coins")),
        "c": Called("cups", "las copas", ("copa", "copas", "cup", "cups")),
        "e": Called("swords", "las espadas", ("espada", "espadas", "sword", "swords")),
        "b": Called("clubs", "los bastos", ("basto", "bastos", "club", "clubs", "baton", "batons")),
    },
    "tiles": {
        "r": Called("red tiles", "las fichas rojas", ("rojo", "roja", "rojas", "red")),
        "b": Called("blue tiles", "las fichas azules", ("azul", "azules", "blue")),
        "k": Called("black tiles", "las fichas negras", ("n", "negro", "negra", "negras", "black")),
        "y": Called("yellow tiles", "las fichas amarillas", ("amarillo", "amarilla", "amarillas", "yellow")),
    },
}
"""By family of suits and letter of suit."""
RANKS: Mapping[str, str] = {
    "as": "a", "ace": "a", "rey": "k", "king": "k", "reina": "q", "dama": "q", "queen": "q", "jota": "j", "jack": "j",
    "diez": "t", "ten": "t", "sota": "j", "caballo": "q", "knight": "q",
}  # fmt: skip
JOINING = ("de", "of", "del")
LOOKALIKES = str.maketrans("oil", "011")


def said_card(word: str, following: str, spellings: Mapping[str, Card], deck: Deck, written: Mapping[Card, str]) -> str:
    """The hint for a word (folded) that is no card, perhaps with what follows it; empty where nothing is known.

    `written` holds how a card is written. Only letters that the deck has are spoken of.
    """
    known = SUITS.get("tiles" if deck.style == "tiles" else deck.suit_family, {})
    suits = {letter: known[letter] for letter in map(str.lower, deck.suits) if letter in known}
    if len(suits) < len(deck.suits):
        return ""
    after = [part for part in re.findall(r"[^\s,]+", following.lower()[:60]) if part not in JOINING][:1]
    for rank, suit in _rank_and_suit(word, after):
        for letter, called in suits.items():
            card = spellings.get(RANKS.get(rank, rank) + letter)
            if card is not None and suit in called.words:
                name = called.es if language() == "es" else called.en
                return say("; {suit} are written {letter}: {card}", suit=name, letter=letter, card=written[card])
    card = spellings.get(word.translate(LOOKALIKES))
    if card is not None:
        return say("; with digits it is {card}", card=written[card])
    cards = [spellings.get(RANKS.get(word, word) + letter) for letter in suits]
    if cards and None not in cards:
        listed = " ".join(written[card] for card in cards if card is not None)
        if deck.style == "tiles":
            return say("; the colour's letter follows the number at once: {cards}", cards=listed)
        return say("; the suit's letter follows the rank at once: {cards}", cards=listed)
    return ""


def _rank_and_suit(word: str, after: Sequence[str]) -> list[tuple[str, str]]:
    """The ways to part a word, or a word and the next one, into a rank and a suit."""
    glued = [(word[:at], word[at:]) for at in (1, 2) if at < len(word)]
    return [*glued, *((word, other) for other in after), *((other, word) for other in after)]
