"""rummikub-solver says that three tens do not open, though they make 30.

python show_rummikub_solver.py, in an environment with rummikub-solver 1.0.0.
"""

from importlib.metadata import version

from rummikub_solver import RuleSet, SolverMode

rules = RuleSet()
print("rummikub-solver", version("rummikub-solver"))
for numbers in ((10, 10, 10), (9, 10, 11), (8, 8, 8, 8), (9, 9, 9, 9)):
    kind = "group" if len(set(numbers)) == 1 else "run"
    state = rules.new_game()
    if kind == "group":
        tiles = [rules.tiles[13 * colour + number - 1] for colour, number in enumerate(numbers)]
    else:
        tiles = [rules.tiles[number - 1] for number in numbers]
    state.add_rack(*tiles)
    state.initial = True
    found = rules.solve(state, SolverMode.INITIAL)
    print(f"{kind} of {numbers}, {sum(numbers)} points: {'opens' if found else 'does not open'}")
