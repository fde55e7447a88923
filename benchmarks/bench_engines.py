"""Times of `solve` on generated dense hands: `python -m benchmarks.bench_engines [ENGINE]`.

Dense hands hold few neighbouring ranks and several wilds; the same seed gives the same hands. Milliseconds a call: the
median, the ninth decile, the worst. Machines differ: compare within one run.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import meldproof
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Card, Deck

CASES = [
    # variant, cards, wilds, neighbouring ranks, hands
    ("gin", 11, 0, 5, 200),
    ("rummy-500", 11, 2, 6, 200),
    ("argentino", 11, 3, 6, 200),
    ("reglamento", 11, 3, 6, 200),
    ("fichas", 14, 2, 6, 200),
    ("argentino", 25, 4, 10, 30),
    ("reglamento", 25, 4, 10, 30),
    ("fichas", 25, 2, 8, 30),
]


def dense_hand(deck: Deck, size: int, wilds: int, width: int, wild_ranks: set[int], rng: random.Random) -> list[Card]:
    """A hand of naturals from neighbouring ranks and a number of wilds."""
    lowest = rng.randint(1, len(deck.ranks) - width + 1)
    near = range(lowest, lowest + width)
    naturals = [card for card in deck.cards() if card.rank in near and card.rank not in wild_ranks]
    wild = [card for card in deck.cards() if card.is_joker or card.rank in wild_ranks]
    return rng.sample(wild, wilds) + rng.sample(naturals, size - wilds)


def main(engine: str = "auto") -> None:
    print(f"{'variant':<11} cards wilds   median      p90    worst  ms a call, engine {engine}")
    for name, size, wilds, width, hands in CASES:
        variant = meldproof.variant(name)
        deck = variant.deck()
        ranked = {deck.ranks.index(rank) + 1 for rank in variant.settings.wilds.ranks}
        rng = random.Random(1)
        times = []
        for number in range(hands + 1):
            problem = make_problem(variant, dense_hand(deck, size, wilds, width, ranked, rng))
            start = time.perf_counter()
            answer = solve_problem(problem, engine)
            if number:  # the first call loads libraries
                times.append((time.perf_counter() - start) * 1000)
            assert answer.optimal
        times.sort()
        tail = times[int(len(times) * 0.9)]
        print(f"{name:<11} {size:>5} {wilds:>5} {statistics.median(times):>8.2f} {tail:>8.2f} {times[-1]:>8.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
