"""rummikub-solver: the most tiles that can be placed, with a table and without, and whether a rack opens.

It plays runs from 1 to 13, and jokers on the table move freely: the rules of `rummikub` with
`--set table.jokers=free`, or those of `fichas` with `--set run.ends=low --set table.jokers=free`.
"""

from importlib.metadata import version

from rummikub_solver import RuleSet, SolverMode
from speak import Skipped, speak

RULES = RuleSet()
COLOURS = {
    colour: number for number, colour in enumerate("kbyr")
}  # its colours are numbered; which is which does not matter


def tile(text):
    card = text.partition("=")[0]
    if card == "JK":
        return RULES.tiles[-1]
    return RULES.tiles[13 * COLOURS[card[-1]] + int(card[:-1]) - 1]


def solved(case, mode):
    state = RULES.new_game()
    state.add_rack(*[tile(text) for text in case["cards"]])
    state.add_table(*[tile(text) for meld in case.get("table", []) for text in meld.split()])
    state.initial = mode is SolverMode.INITIAL
    return RULES.solve(state, mode)


def best(case):
    if case.get("open"):
        raise Skipped("an opening beside a table is another of its modes")
    found = solved(case, SolverMode.TILE_COUNT)
    return {"melded_cards": 0 if found is None else len(found.tiles)}


speak(
    "rummikub-solver",
    "Python",
    version("rummikub-solver"),
    {"best": best, "can_open": lambda case: {"opens": solved(case, SolverMode.INITIAL) is not None}},
)
