"""What is asked: stored hands and tables with their right answers, and generated deals of the same kinds.

Generated ones come from a fixed seed. They warm a process up, so that what is measured on the stored ones is its steady
state and no answer that it has given before; and they are the questions where nothing is stored.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from meldproof.cards import Card
from meldproof.notation import cards_text
from meldproof.variants.loading import Variant

DATA = Path(__file__).parent / "data"
COLOURS = "rbky"
TABLE_MELDS = [
    *([f"{n}{c}" for c in COLOURS if c != without] for n in range(1, 14) for without in (*COLOURS, "")),
    *([f"{n}{c}" for n in range(at, at + size)] for c in COLOURS for size in (3, 4, 5) for at in range(1, 15 - size)),
]


def stored(name: str) -> list[dict[str, Any]]:
    """The rows of a stored file."""
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def deal_table(
    rng: random.Random, on_table: int, on_rack: int, jokers: int, *, lying: int | None = None
) -> dict[str, str]:
    """A table of legal melds with so many tiles, and a rack, from two of each tile.

    So many jokers are `lying` on the table, each in a meld of its own, and all others on the rack; if nothing else is
    said the first where there is a table.
    """
    melds = _random_melds(rng, on_table)
    pool = Counter({f"{n}{c}": 2 for n in range(1, 14) for c in COLOURS})
    lying = min(jokers, 1 if melds else 0) if lying is None else lying
    for meld in rng.sample(melds, lying):
        meld[rng.randrange(len(meld))] = "JK"
    pool.subtract(tile for meld in melds for tile in meld if tile != "JK")
    on_hand = ["JK"] * (jokers - lying)
    rack = [*rng.sample(sorted(pool.elements()), on_rack - len(on_hand)), *on_hand]
    return {"rack": " ".join(rack), "table": "; ".join(" ".join(meld) for meld in melds)}


def _random_melds(rng: random.Random, tiles: int) -> list[list[str]]:
    """Melds of two of each tile, so many tiles together."""
    while True:
        free = Counter({f"{n}{c}": 2 for n in range(1, 14) for c in COLOURS})
        found: list[list[str]] = []
        left = tiles
        for meld in rng.sample(2 * TABLE_MELDS, 2 * len(TABLE_MELDS)):
            if len(meld) <= left and left - len(meld) not in (1, 2) and all(free[tile] for tile in meld):
                free.subtract(meld)
                found.append(list(meld))
                left -= len(meld)
        if not left:
            return found


def like(row: dict[str, Any], rng: random.Random) -> dict[str, str]:
    """A generated table of the class of a stored one: as many tiles and jokers on the table, and on the rack."""
    table, rack = (row["table"] or "").replace(";", " ").split(), row["rack"].split()
    return deal_table(rng, len(table), len(rack), [*table, *rack].count("JK"), lying=table.count("JK"))


def uniform_hands(rules: Variant, size: int, number: int, seed: int) -> list[list[Card]]:
    """Hands drawn from the whole deck."""
    rng, cards = random.Random(seed), list(rules.deck().cards())
    return [rng.sample(cards, size) for _ in range(number)]


def dense_hands(rules: Variant, size: int, number: int, seed: int) -> list[list[Card]]:
    """Hands of five neighbouring ranks, with two to four wilds where the variant has any."""
    rng, deck = random.Random(seed), rules.deck()
    ranked = [deck.ranks.index(name) + 1 for name in rules.settings.wilds.ranks]
    wilds = [card for card in deck.cards() if card.is_joker or card.rank in ranked]
    plain = [card for card in deck.cards() if not card.is_joker and card.rank not in ranked]

    def hand() -> list[Card]:
        first, wild = rng.randint(1, 9), min(rng.randint(2, 4), len(wilds))
        near = [card for card in plain if first <= card.rank < first + 5]
        return rng.sample(wilds, wild) + rng.sample(near, size - wild)

    return [hand() for _ in range(number)]


def texts(rules: Variant, hands: list[list[Card]]) -> list[str]:
    """Hands in the notation."""
    return [cards_text(hand, rules.deck()) for hand in hands]
