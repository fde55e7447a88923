"""OpenSpiel's gin: the least deadwood of hands of ten, or of eleven with the best discard.

Its cards are numbered suit by suit (spades, clubs, diamonds, hearts), aces first.
"""

import pyspiel
from answering import answer_hands, introduce

UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def encode(text: str) -> list[int]:
    return ["scdh".index(word[1]) * 13 + "A23456789TJQK".index(word[0]) for word in text.split()]


introduce("OpenSpiel", "open-spiel")
answer_hands(encode, UTILS.min_deadwood)
