"""Hands of 13 to 15 cards of each variant, one by one and many at once: `python -m benchmarks.every_variant [ID …]`.

In processor time. A variant that is slower than is wanted is marked: a hand in 50 ms (the median), none over 500.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator
from typing import Any

import meldproof
from benchmarks.hands import milliseconds
from benchmarks.questions import texts, uniform_hands
from meldproof.cards import Card
from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.variants.loading import Variant, variant_files
from meldproof.variants.turned import sample_turned

MEDIAN, WORST = 50.0, 500.0
SIZES = (13, 14, 15)
HANDS, MANY = 8, 300


def near_hands(rules: Variant, size: int, number: int, seed: int) -> list[list[Card]]:
    """Hands with much to lay: neighbours in rank, and up to three wilds."""
    rng, deck = random.Random(seed), rules.deck()
    wild = rules.settings.wild_ranks
    wilds = [card for card in deck.cards() if card.is_joker or card.rank in wild]
    found = []
    for _ in range(number):
        some = rng.sample(wilds, min(rng.randint(1, 3), len(wilds)))
        middle = rng.randint(3, len(deck.ranks) - 2)
        plain = [card for card in deck.cards() if card not in wilds]
        plain.sort(key=lambda card: abs(card.rank - middle))
        found.append(some + rng.sample(plain[: 2 * size], size - len(some)))
    return found


def single(rules: Variant) -> list[float]:
    """Milliseconds of every hand: some as dealt, some with much to lay."""
    times = []
    for size in SIZES:
        for made in (uniform_hands, near_hands):
            hands: Any = texts(rules, made(rules, size, HANDS, size))
            for hand in hands:
                times.append(milliseconds(lambda hand=hand: meldproof.solve(rules, hand))[0])  # type: ignore[misc]
    return times


def per_second(rules: Variant) -> float | None:
    """Hands a second of many at once; None where they are not taken."""
    hands = meldproof.encode_hands(rules, uniform_hands(rules, SIZES[0], MANY, 1))
    try:
        meldproof.solve_many(rules, hands[:20])
        spent, _ = milliseconds(lambda: meldproof.solve_many(rules, hands))
    except (EngineDeclined, MeldproofError):
        return None
    return MANY / spent * 1e3


def rows(names: list[str]) -> Iterator[tuple[str, float, float, float | None]]:
    for name in names or [file.id for file in variant_files()]:
        rules = sample_turned(meldproof.variant(name))
        times = single(rules)
        yield name, statistics.median(times), max(times), per_second(rules)


def main(names: list[str]) -> None:
    for name, median, worst, many in rows(names):
        slow = " SLOW" if median > MEDIAN or worst > WORST else ""
        batch = "not taken" if many is None else f"{many:9.0f}/s"
        print(f"{name:<16} median {median:7.1f} ms  worst {worst:7.1f} ms  many {batch}{slow}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
