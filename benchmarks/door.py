"""The door: hands from texts to counts and back, and whole batches from file to file."""

from __future__ import annotations

import csv
import importlib.util
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import meldproof
from benchmarks.hands import rate
from benchmarks.peers_run import Peers
from benchmarks.questions import texts, uniform_hands
from meldproof.arranging.batch.running import run_batch
from meldproof.cards import Card, Deck

HANDS, ROWS = 100_000, 500_000
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def door(peers: Peers) -> list[dict[str, Any]]:
    """Hands a second: texts in each form that are encoded, counts decoded, rows of a batch."""
    return [
        line for name, cards in (("gin", 10), ("argentino", 11), ("fichas", 14)) for line in _texts(name, cards)
    ] + _batches()


def _texts(name: str, cards: int) -> list[dict[str, Any]]:
    rules = meldproof.variant(name)
    dealt, rng = uniform_hands(rules, cards, HANDS, 5), random.Random(5)
    canonical = texts(rules, dealt)
    other = [rng.choice(" ,").join(_otherwise(card, rules.deck(), rng) for card in hand) for hand in dealt]
    forms = {
        "texts": canonical,
        "other spellings": other,
        "numpy U": np.array(canonical),
        "numpy U, other spellings": np.array(other),
        "numpy S": np.array([text.encode() for text in canonical]),
    }
    if importlib.util.find_spec("pyarrow"):
        import pyarrow

        forms |= {"Arrow": pyarrow.array(canonical), "Arrow, other spellings": pyarrow.array(other)}
    right = meldproof.encode_hands(rules, dealt)
    lines = []
    for form, hands in forms.items():
        wrong = int((meldproof.encode_hands(rules, hands) != right).any(axis=1).sum())
        speed = rate(lambda hands=hands: meldproof.encode_hands(rules, hands), HANDS)  # type: ignore[misc]
        lines.append({"work": f"{name}, {cards} cards, {form}", "hands": HANDS, "per_second": speed, "wrong": wrong})
    back = rate(lambda: meldproof.decode_hands(rules, right), HANDS)
    wrong = int((meldproof.encode_hands(rules, meldproof.decode_hands(rules, right)) != right).any(axis=1).sum())
    return [*lines, {"work": f"{name}, {cards} cards, decoded", "hands": HANDS, "per_second": back, "wrong": wrong}]


def _otherwise(card: Card, deck: Deck, rng: random.Random) -> str:
    """A card in another spelling than the printed one."""
    if card.is_joker:
        return rng.choice(["*", "🃏", "jk"])
    rank, suit = deck.ranks[card.rank - 1], deck.suits[card.suit - 1]
    rank = {"T": "10"}.get(rank, rank.lower())
    return rng.choice(
        [suit + rank, rank + suit.upper(), *([rank + SIGNS[suit], SIGNS[suit] + rank] if suit in SIGNS else [])]
    )


def _batches() -> list[dict[str, Any]]:
    """Gin from file to file on one thread, another column beside the hands."""
    rules = meldproof.variant("gin")
    hands = texts(rules, uniform_hands(rules, 10, ROWS // 10, 6)) * 10
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "in.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("id", "cards"), *enumerate(hands)])
        with (folder / "in.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps({"id": at, "cards": hand}) + "\n" for at, hand in enumerate(hands))
        ways = [("in.csv", "out.csv"), ("in.jsonl", "out.jsonl")]
        if importlib.util.find_spec("pyarrow"):
            import pyarrow
            from pyarrow import parquet

            table = pyarrow.table({"id": np.arange(ROWS), "cards": hands})
            parquet.write_table(table, folder / "in.parquet")
            ways += [("in.csv", "out.parquet"), ("in.parquet", "out.parquet"), ("in.parquet", "fromparquet.csv")]
        for source, out in ways:
            begun = time.process_time()
            result = run_batch(rules, folder / source, folder / f"{source[3:]}.{out}", threads=1)
            speed = ROWS / (time.process_time() - begun)
            work = f"batch, gin, {source[3:]} to {out.rpartition('.')[2]}"
            lines.append({"work": work, "hands": ROWS, "per_second": speed, "wrong": result.unreadable})
    return lines
