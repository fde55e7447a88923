"""OpenSpiel's gin: reads 10-card hands as JSON lines, writes the least deadwood of each, then hands a second.

Run it with an interpreter that has `open-spiel`; it knows nothing of meldproof. Its cards are numbered suit by suit
(spades, clubs, diamonds, hearts), aces first. Only the calls are timed, not the reading.
"""

from __future__ import annotations

import json
import sys
import time

import pyspiel


def main() -> None:
    """JSON lines in, JSON lines out."""
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    hands = []
    for line in sys.stdin:
        words = json.loads(line)["cards"].split()
        hands.append(["scdh".index(word[1]) * 13 + "A23456789TJQK".index(word[0]) for word in words])
    begun = time.thread_time()
    found = [utils.min_deadwood(hand) for hand in hands]
    seconds = time.thread_time() - begun
    for value in found:
        print(json.dumps({"optimum": value}))
    print(json.dumps({"hands_a_second": len(hands) / seconds}))


if __name__ == "__main__":
    main()
