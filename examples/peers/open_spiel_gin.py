"""OpenSpiel's gin: the melds, card values and least deadwood that its game rests on (`GinRummyUtils`).

A hand of one card more than the hand size is one from which a card is discarded, as in its turns; the hand size, ten
unless an argument says otherwise, is a parameter of the game.
"""

import sys
from importlib.metadata import version

import pyspiel
from speak import Skipped, speak

Utils = pyspiel.gin_rummy.GinRummyUtils
SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 10  # its parameter hand_size
UTILS = Utils(13, 4, SIZE)


def ints(case):
    if case.get("table"):
        raise Skipped("lay-offs belong to its game, not to these functions")
    if any(card == "JK" for card in case["cards"]) or len(set(case["cards"])) < len(case["cards"]):
        raise Skipped("one pack without jokers")
    return UTILS.card_strings_to_card_ints(case["cards"])


def is_meld(cards):
    return len(cards) >= 3 and (UTILS.is_rank_meld(cards) or UTILS.is_suit_meld(cards))


def value(case):
    cards = ints(case)
    return {"points": UTILS.total_card_value(cards) if is_meld(cards) else None}


def best(case):
    cards = ints(case)
    if len(cards) > SIZE:
        raise Skipped(f"its hands have {SIZE} cards")
    melds = [" ".join(UTILS.card_ints_to_card_strings(meld)) for meld in UTILS.best_meld_group(cards)]
    return {"deadwood_points": UTILS.min_deadwood(cards), "melds": melds}


def best_after_discard(case):
    cards = ints(case)
    if len(cards) != SIZE + 1:
        raise Skipped(f"in its turns one card of {SIZE + 1} is discarded")
    return {"deadwood_points": UTILS.min_deadwood(cards)}


speak(
    "open-spiel (gin_rummy)",
    "C++",
    version("open-spiel"),
    {
        "is_meld": lambda case: {"legal": is_meld(ints(case))},
        "value": value,
        "best": best,
        "best_after_discard": best_after_discard,
    },
)
