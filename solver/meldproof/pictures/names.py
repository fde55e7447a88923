"""What cards are called, aloud: the alternative text of pictures, in English and in Argentine Spanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from meldproof.cards import JOKER_TEXT, Card, Deck, Slot
from meldproof.notation import represented

Language = Literal["en", "es"]

SPANISH_NUMBERS: Final = {"A": "1", "J": "10", "Q": "11", "K": "12"}


class Words(NamedTuple):
    """Every word a picture needs in one language; the templates have their places in braces."""

    left_over: str
    discard: str
    nothing: str
    joker: str
    ranks: Mapping[str, Mapping[str, str]]
    suits: Mapping[str, Mapping[str, str]]
    colours: Mapping[str, str]
    of_suit: str
    of_unnamed_suit: str
    of_colour: str
    of_unnamed_colour: str
    played_by_joker: str
    played_by_card: str


WORDS: Final[Mapping[Language, Words]] = {
    "en": Words(
        left_over="Left over",
        discard="Discard",
        nothing="none",
        joker="joker",
        ranks={
            "french": {"A": "ace", "J": "jack", "Q": "queen", "K": "king"},
            "spanish": {"1": "ace", "10": "jack", "11": "knight", "12": "king"},
        },
        suits={
            "french": {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "x": "stars"},
            "spanish": {"o": "coins", "c": "cups", "e": "swords", "b": "clubs"},
        },
        colours={"r": "red", "b": "blue", "k": "black", "y": "yellow"},
        of_suit="{rank} of {suit}",
        of_unnamed_suit="{rank} of suit {suit}",
        of_colour="{suit} {rank}",
        of_unnamed_colour="{rank} of colour {suit}",
        played_by_joker="{stands_for}, played by a joker",
        played_by_card="{stands_for}, played by the wild {card}",
    ),
    "es": Words(
        left_over="Sobrantes",
        discard="Descarte",
        nothing="ninguna carta",
        joker="comodín",
        ranks={
            "french": {"A": "as", "J": "jota", "Q": "reina", "K": "rey"},
            "spanish": {"1": "as", "10": "sota", "11": "caballo", "12": "rey"},
        },
        suits={
            "french": {"s": "picas", "h": "corazones", "d": "diamantes", "c": "tréboles", "x": "estrellas"},
            "spanish": {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"},
        },
        colours={"r": "rojo", "b": "azul", "k": "negro", "y": "amarillo"},
        of_suit="{rank} de {suit}",
        of_unnamed_suit="{rank} del palo {suit}",
        of_colour="{rank} {suit}",
        of_unnamed_colour="{rank} del color {suit}",
        played_by_joker="{stands_for}, con un comodín",
        played_by_card="{stands_for}, con el comodín {card}",
    ),
}


def rank_sign(card: Card, deck: Deck) -> str:
    """The rank of a card as it is printed: `10` for `T`, `JK` for a joker, numbers in Spanish suits, else its name."""
    return JOKER_TEXT if card.is_joker else shown_rank(deck.ranks[card.rank - 1], deck)


def shown_rank(name: str, deck: Deck) -> str:
    """A rank's name as it is printed on the card."""
    printed = SPANISH_NUMBERS if deck.suit_family == "spanish" and "T" not in deck.ranks else {"T": "10"}
    return printed.get(name, name)


def suit_letter(card: Card, deck: Deck) -> str:
    """The deck's letter for a natural card's suit, in lower case."""
    return deck.suits[card.suit - 1].lower()


def has_french_suits(deck: Deck) -> bool:
    """Whether spades, hearts, diamonds and clubs are meant: a `c` beside other letters need not be clubs."""
    return deck.style == "cards" and deck.suit_family == "french"


def card_name(card: Card, deck: Deck, language: Language = "en") -> str:
    """`7 of spades`, `red 7`, `joker`; `7 de picas`, `7 rojo`, `comodín`."""
    words = WORDS[language]
    if card.is_joker:
        return words.joker
    letter = suit_letter(card, deck)
    sign = rank_sign(card, deck)
    if deck.style == "tiles":
        if letter in words.colours:
            return words.of_colour.format(rank=sign, suit=words.colours[letter])
        return words.of_unnamed_colour.format(rank=sign, suit=deck.suits[card.suit - 1])
    rank = words.ranks.get(deck.suit_family or "french", {}).get(sign, sign)
    suit = words.suits.get(deck.suit_family, {}).get(letter)
    if suit:
        return words.of_suit.format(rank=rank, suit=suit)
    return words.of_unnamed_suit.format(rank=rank, suit=deck.suits[card.suit - 1])


def played_name(card: Card, stands_for: Card | None, deck: Deck, language: Language = "en") -> str:
    """A natural by its name; a wild as `7 of spades, played by a joker`."""
    if stands_for is None:
        return card_name(deck.printed(card), deck, language)
    words = WORDS[language]
    printed = deck.printed(card)
    template = words.played_by_joker if printed.is_joker else words.played_by_card
    return template.format(stands_for=card_name(stands_for, deck, language), card=card_name(printed, deck, language))


def stands_for(slot: Slot, deck: Deck) -> Card | None:
    """The card a wild slot stands for; None for a natural."""
    return represented(slot, deck) if slot.wild else None


def slot_name(slot: Slot, deck: Deck, language: Language = "en") -> str:
    """The slot's card as `played_name` says it."""
    return played_name(slot.card, stands_for(slot, deck), deck, language)
