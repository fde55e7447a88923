"""How often OpenSpiel's figure after a discard is wrong, and how often a legal knock is refused for it.

python examples/peers/open_spiel_count.py ENVIRONMENT/bin/python [HANDS]

Hands of eleven are drawn from six neighbouring ranks; the right figures are meldproof's.
"""

import random
import subprocess
import sys

import meldproof

RANKS, SUITS = "A23456789TJQK", "shdc"
ASK = """
import sys, pyspiel
utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
for line in sys.stdin:
    print(utils.min_deadwood(utils.card_strings_to_card_ints(line.split())))
"""


def dense_hands(number):
    dice = random.Random(1)
    for _ in range(number):
        first = dice.randrange(8)
        yield dice.sample([rank + suit for rank in RANKS[first : first + 6] for suit in SUITS], 11)


def main(python, number=20000):
    hands = [" ".join(hand) for hand in dense_hands(number)]
    right = meldproof.solve_many("gin", hands, discard="required").values
    asked = subprocess.run([python, "-c", ASK], input="\n".join(hands), capture_output=True, text=True, check=True)
    pairs = [(int(mine), int(theirs)) for mine, theirs in zip(right, asked.stdout.split(), strict=True)]
    wrong = sum(mine != theirs for mine, theirs in pairs)
    refused = sum(mine <= 10 < theirs for mine, theirs in pairs)
    print(f"{number} hands: {wrong} figures are wrong, {refused} legal knocks are refused")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
