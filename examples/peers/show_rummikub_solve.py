"""RummikubSolve places four tiles of `12r 12r 13r 13r JK JK`, where all six can lie as two runs 11-12-13.

python show_rummikub_solve.py CHECKOUT, in an environment with highspy and structlog.
"""

import sys

sys.path.insert(0, f"{sys.argv[1]}/backend")
from solver.engine.solver import solve
from solver.models.board_state import BoardState
from solver.models.tile import Color, Tile
from solver.models.tileset import SetType, TileSet
from solver.validator.rule_checker import is_valid_set

RED = Color.RED
first, second = ([Tile.joker(copy), Tile(RED, 12, copy), Tile(RED, 13, copy)] for copy in (0, 1))
for run in (first, second):
    print("a legal run by its own rule checker:", is_valid_set(TileSet(SetType.RUN, run)), run)
found = solve(BoardState([], [*first, *second]))
print(f"placed {found.tiles_placed} of 6, said to be optimal: {found.is_optimal}")
for tileset in found.new_sets:
    print(tileset)
for low in range(1, 13):
    rack = [*(Tile(RED, number, copy) for number in (low, low + 1) for copy in (0, 1)), Tile.joker(0), Tile.joker(1)]
    print(f"{low} {low} {low + 1} {low + 1} and two jokers: {solve(BoardState([], rack)).tiles_placed} of 6")
