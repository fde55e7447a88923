"""RummikubSolve (a web solver): whether tiles are a set, the most that can be placed, whether a rack opens.

python rummikub_solve_tiles.py CHECKOUT, a checkout of its repository; its environment needs highspy and structlog.
"""

import sys

from speak import Skipped, speak

sys.path.insert(0, f"{sys.argv[1]}/backend")
from solver.config.rules import RulesConfig
from solver.engine.solver import solve
from solver.models.board_state import BoardState
from solver.models.tile import Color, Tile
from solver.models.tileset import SetType, TileSet
from solver.validator.rule_checker import is_valid_set

COLOURS = {"r": Color.RED, "b": Color.BLUE, "k": Color.BLACK, "y": Color.YELLOW}


class Box:
    """Hands out the two copies of every tile."""

    def __init__(self):
        self.out = {}

    def tile(self, text):
        card = text.partition("=")[0]
        copy = self.out.get(card, 0)
        self.out[card] = copy + 1
        if copy > 1:
            raise Skipped("two copies of every tile")
        return Tile.joker(copy) if card == "JK" else Tile(COLOURS[card[-1]], int(card[:-1]), copy)


def is_meld(case):
    tiles = [Box().tile(text) for text in case["cards"]]  # its check of one set doesn't look at copies
    return {"legal": any(is_valid_set(TileSet(kind, tiles)) for kind in SetType)}


def solved(case, first):
    box = Box()
    table = []
    for meld in case.get("table", []):
        tiles = [box.tile(text) for text in meld.split()]
        kind = next(kind for kind in SetType if is_valid_set(TileSet(kind, tiles)))
        table.append(TileSet(kind, tiles))
    rack = [box.tile(text) for text in case["cards"]]
    return solve(BoardState(table, rack), RulesConfig(is_first_turn=first))


def best(case):
    if case.get("open"):
        raise Skipped("an opening beside a table")
    return {"melded_cards": solved(case, False).tiles_placed}


speak(
    "RummikubSolve",
    "Python",
    "d82ea18",
    {"is_meld": is_meld, "best": best, "can_open": lambda case: {"opens": solved(case, True).tiles_placed > 0}},
)
