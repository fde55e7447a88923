"""The melds of tiles that the programmes have columns for, and tables as counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

COLOURS = "rbky"
Kind = tuple[int, str] | None
"""A number and a colour; a joker is None."""
KINDS: list[Kind] = [*((n, c) for n in range(1, 14) for c in COLOURS), None]
PLAIN: list[list[Kind]] = [
    *([(n, c) for c in chosen] for n in range(1, 14) for size in (3, 4) for chosen in combinations(COLOURS, size)),
    *(
        [(at, c) for at in range(first, first + size)]
        for c in COLOURS
        for size in (3, 4, 5)
        for first in range(1, 15 - size)
    ),
]
"""Runs of three to five and sets; longer runs are made of these."""


def tiles(text: str | None) -> Counter[Kind]:
    """Tiles by kind."""
    words = (text or "").replace(";", " ").split()
    return Counter(None if word == "JK" else (int(word[:-1]), word[-1]) for word in words)


def with_jokers(most: int) -> list[Counter[Kind]]:
    """Every different meld in which up to so many tiles are jokers."""
    found: dict[frozenset[tuple[Kind, int]], Counter[Kind]] = {}
    for meld in PLAIN:
        for number in range(most + 1):
            for places in combinations(range(len(meld)), number):
                held = Counter(None if at in places else kind for at, kind in enumerate(meld))
                found.setdefault(frozenset(held.items()), held)
    return list(found.values())
