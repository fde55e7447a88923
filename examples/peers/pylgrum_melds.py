"""pylgrum: whether cards are a complete meld, and what they are worth."""

from importlib.metadata import version

from pylgrum.card import Card, Rank, Suit
from pylgrum.errors import InvalidMeldError
from pylgrum.meld import Meld
from speak import Skipped, speak

RANKS = dict(zip("A23456789TJQK", Rank, strict=True))
SUITS = {suit.value.lower(): suit for suit in Suit}


def cards_of(case):
    if "JK" in case["cards"]:
        raise Skipped("no jokers")
    return [Card(RANKS[card[0]], SUITS[card[1]]) for card in case["cards"]]


def is_meld(cards):
    try:
        return Meld(*cards).complete
    except InvalidMeldError:
        return False


def value(case):
    cards = cards_of(case)
    return {"points": sum(card.score_val() for card in cards) if is_meld(cards) else None}


speak(
    "pylgrum",
    "Python",
    version("pylgrum"),
    {"is_meld": lambda case: {"legal": is_meld(cards_of(case))}, "value": value},
)
