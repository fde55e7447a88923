"""What cards are called, aloud: the alternative text of pictures, in English and in Argentine Spanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from meldproof.cards import Card, Deck, Slot
from meldproof.notation import represented

Language = Literal["en", "es"]

FRENCH_SUITS: Final = frozenset("shdc")


class Words(NamedTuple):
    """Every word a picture needs in one language; the templates have their places in braces."""

    left_over: str
    discard: str
    nothing: str
    joker: str
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
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
        ranks={"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"},
        suits={"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"},
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
        ranks={"A": "as", "T": "10", "J": "jota", "Q": "reina", "K": "rey"},
        suits={"s": "picas", "h": "corazones", "d": "diamantes", "c": "tréboles"},
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
    """The rank as printed on a card: `10` for `T`, every other name as the deck has it, `JK` for a joker."""
    if card.is_joker:
        return "JK"
    name = deck.ranks[card.rank - 1]
    return "10" if name == "T" else name


def suit_letter(card: Card, deck: Deck) -> str:
    """The deck's letter for a natural card's suit, in lower case."""
    return deck.suits[card.suit - 1].lower()


def has_french_suits(deck: Deck) -> bool:
    """Whether spades, hearts, diamonds and clubs are meant: a `c` beside other letters need not be clubs."""
    return deck.style == "cards" and FRENCH_SUITS.issuperset(suit.lower() for suit in deck.suits)


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
    rank = words.ranks.get(sign, sign)
    if has_french_suits(deck):
        return words.of_suit.format(rank=rank, suit=words.suits[letter])
    return words.of_unnamed_suit.format(rank=rank, suit=deck.suits[card.suit - 1])


def played_name(card: Card, stands_for: Card | None, deck: Deck, language: Language = "en") -> str:
    """A natural by its name; a wild as `7 of spades, played by a joker`."""
    if stands_for is None:
        return card_name(card, deck, language)
    words = WORDS[language]
    template = words.played_by_joker if card.is_joker else words.played_by_card
    return template.format(stands_for=card_name(stands_for, deck, language), card=card_name(card, deck, language))


def stands_for(slot: Slot, deck: Deck) -> Card | None:
    """The card a wild slot stands for; None for a natural."""
    return represented(slot, deck) if slot.wild else None


def slot_name(slot: Slot, deck: Deck, language: Language = "en") -> str:
    """The slot's card as `played_name` says it."""
    return played_name(slot.card, stands_for(slot, deck), deck, language)
