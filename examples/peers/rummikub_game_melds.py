"""rummikub-game (a server for the game): whether tiles are a meld, and what it counts.

python rummikub_game_melds.py CHECKOUT, a checkout of its repository. It takes a run in the order in which it lies, so
every place is tried for the jokers, as a player would.
"""

import sys
from itertools import combinations

from speak import Skipped, speak

sys.path.insert(0, f"{sys.argv[1]}/src/rummikub")
from models.exceptions import InvalidMeldError, JokerAssignmentError
from models.melds import Meld, MeldKind


def ids_of(cards):
    out = {}
    told = []
    for card in cards:
        copy = out.get(card, 0)
        out[card] = copy + 1
        if copy > 1:
            raise Skipped("two copies of every tile")
        told.append(("j" if card == "JK" else card.replace("y", "o")) + "ab"[copy])
    return told


def orders(tiles):
    """The naturals by number, the jokers in every place."""
    jokers = [tile for tile in tiles if tile[0] == "j"]
    naturals = sorted((tile for tile in tiles if tile[0] != "j"), key=lambda tile: int(tile[:-2]))
    for places in combinations(range(len(tiles)), len(jokers)):
        rest, wild = iter(naturals), iter(jokers)
        yield [next(wild) if place in places else next(rest) for place in range(len(tiles))]


def worths(case):
    found = []
    for order in orders(ids_of(case["cards"])):
        for kind in MeldKind:
            try:
                meld = Meld(kind, order)
                meld.validate()
                found.append(meld.get_value())
            except (InvalidMeldError, JokerAssignmentError):
                continue
    return found


speak(
    "rummikub-game",
    "Python",
    "e51c646",
    {
        "is_meld": lambda case: {"legal": bool(worths(case))},
        "value": lambda case: {"points": max(worths(case), default=None)},
    },
)
