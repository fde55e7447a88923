"""Toy engines that speak the protocol: most with one fault of search or of a number, the others right.

python tests/toy_engines.py NAME

They are written without meldproof, from the rules of gin and of Rummikub as people tell them, so that a verdict on one
is a verdict on somebody else's program. `ENGINES` says of each what it plays, what it does otherwise, and whether it is
right. Run without a name it judges them all through `meldproof conform`, and prints the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations

RANKS = "A23456789TJQK"
COLOURS = "rbky"

ENGINES = {
    # name: (variant, what it does otherwise, right?)
    "whole-fours": ("gin", "never splits a four of a kind", False),
    "sets-first": ("gin", "lays all sets before it looks for runs", False),
    "uncut-runs": ("gin", "lays a run whole or not at all", False),
    "two-melds": ("gin", "lays two melds at most", False),
    "one-run-a-suit": ("gin", "lays one run of a suit at most", False),
    "drops-cards": ("gin", "loses second cards of a rank from what is left over", False),
    "ace-fifteen": ("gin", "an ace in hand costs 15", False),
    "court-pips": ("gin", "a jack is 11, a queen 12, a king 13", False),
    "joker-any-colour": ("rummikub", "a run with a joker may be of several colours", False),
    "never-twice": ("rummikub", "never lays the same meld twice", False),
    "opening-forty": ("rummikub", "40 points to open", False),
    "numbers-once": ("rummikub", "a rack opens only if its different numbers add up to 30", False),
    "short-runs": ("gin", "lays runs of four cards at most", False),
    "four-gives-last": ("gin", "of a four of a kind gives a run the last card only", False),
    "ace-eleven": ("gin", "an ace in hand costs 11", False),
    "joker-inside": ("rummikub", "never puts a joker at an end of a run", False),
    "opening-forty-one": ("rummikub", "41 points to open", False),
    "other-ties": ("gin", "of equal arrangements and discards takes the last", True),
    "joker-elsewhere": ("rummikub", "of equal arrangements takes the cheapest, and says what it is worth", True),
    "zero-opening": ("rummikub", "follows the reading joker-opens-as-zero", True),
    "one-joker": ("rummikub", "follows the reading one-joker-per-meld", True),
    "melds-alone": ("gin", "says only which melds it lays, and writes whole numbers as 15.0", True),
    "cards-alone": ("gin", "says only how many cards are left and laid, of equal arrangements the one with more", True),
    "shy": ("rummikub", "has no answer with jokers or more than ten tiles, and offers no opening", True),
    "two-readings": ("rummikub", "follows both these readings", True),
}
FAULT = sys.argv[1] if __name__ == "__main__" and len(sys.argv) > 1 else ""

ONE_JOKER, ZERO_OPENING = ("one-joker", "two-readings"), ("zero-opening", "two-readings")
NEEDED = {"opening-forty": 40, "opening-forty-one": 41}


# Gin


def card_points(card: str) -> int:
    rank = RANKS.index(card[0]) + 1
    if FAULT in ("ace-fifteen", "ace-eleven") and rank == 1:
        return 15 if FAULT == "ace-fifteen" else 11
    return rank if FAULT == "court-pips" else min(rank, 10)


def is_gin_meld(cards: list[str]) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    if len(set(ranks)) == 1:
        return True
    return len({card[1] for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def gin_melds(cards: list[str]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        sizes = (4, 3) if FAULT != "whole-fours" or len(same) < 4 else (4,)
        melds = [meld for size in sizes for meld in combinations(same, size)]
        if FAULT == "four-gives-last" and len(same) == 4:
            melds = [meld for meld in melds if same[3] not in meld or len(meld) == 4]
        found += melds
    for suit in "shdc":
        held = [RANKS.index(card[0]) for card in cards if card[1] == suit]
        for first in range(13):
            for last in range(first + 2, 13):
                row = range(first, last + 1)
                if FAULT == "short-runs" and len(row) > 4:
                    continue
                if all(place in held for place in row):
                    whole = first - 1 not in held and last + 1 not in held
                    if whole or FAULT != "uncut-runs":
                        found.append(tuple(RANKS[place] + suit for place in row))
    return found


def left_points(cards: frozenset[str]) -> int:
    if FAULT == "drops-cards":
        return sum(card_points(card) for card in {card[0]: card for card in cards}.values())
    return sum(card_points(card) for card in cards)


def is_set(meld: tuple[str, ...]) -> bool:
    return meld[0][0] == meld[1][0]


def arranged(cards: list[str]) -> tuple[int, list[tuple[str, ...]], frozenset[str]]:
    """Points left, the melds, the cards left."""
    melds = gin_melds(cards)
    if FAULT == "sets-first":
        laid = [meld for meld in melds if is_set(meld)]
        laid = [meld for meld in laid if len(meld) == 4 or sum(card[0] == meld[0][0] for card in cards) == 3]
        rest = [card for card in cards if not any(card in meld for meld in laid)]
        _, more, left = search(frozenset(rest), [meld for meld in gin_melds(rest) if not is_set(meld)])
        return left_points(left), [*laid, *more], left
    points, laid, left = search(frozenset(cards), melds)
    return points, laid, left


def search(left: frozenset[str], melds: list[tuple[str, ...]], laid: int = 0) -> tuple[int, list, frozenset[str]]:
    best = (left_points(left), [], left)
    if FAULT == "two-melds" and laid == 2:
        return best
    for place, meld in enumerate(melds):
        rest = [other for other in melds[place + 1 :] if not set(meld) & set(other)]
        if FAULT == "one-run-a-suit" and not is_set(meld):
            rest = [other for other in rest if is_set(other) or other[0][1] != meld[0][1]]
        points, more, over = search(left - set(meld), rest, laid + 1)
        more_left = FAULT == "cards-alone" and len(over) > len(best[2])
        if points < best[0] or (points == best[0] and (FAULT == "other-ties" or more_left)):
            best = (points, [meld, *more], over)
    return best


def gin_best(case: dict) -> dict | None:
    if case.get("table"):
        return None
    points, melds, left = arranged(case["cards"])
    told = {"deadwood_points": points}
    if FAULT == "melds-alone":
        return {"melds": [" ".join(meld) for meld in melds]}
    if FAULT == "cards-alone":
        return {"deadwood_cards": float(len(left)), "melded_cards": sum(map(len, melds))}
    return {**told, "melds": [" ".join(meld) for meld in melds]} if FAULT == "other-ties" else told


def gin_after_discard(case: dict) -> dict:
    found = None
    for place, card in enumerate(case["cards"]):
        points, melds, _ = arranged(case["cards"][:place] + case["cards"][place + 1 :])
        if found is None or points < found[0] or (points == found[0] and FAULT == "other-ties"):
            found = (points, melds, card)
    told = {"deadwood_points": found[0]}
    if FAULT == "melds-alone":
        return {"melds": [" ".join(meld) for meld in found[1]], "discard": found[2]}
    if FAULT == "other-ties":
        return {**told, "melds": [" ".join(meld) for meld in found[1]], "discard": found[2]}
    return told


def gin_value(case: dict) -> dict:
    cards = case["cards"]
    worth = sum(min(RANKS.index(card[0]) + 1, 10) if FAULT.startswith("ace-") else card_points(card) for card in cards)
    worth = float(worth) if FAULT == "melds-alone" else worth
    return {"points": worth if is_gin_meld(cards) else None}


# Rummikub


def number(tile: str) -> int:
    return int(tile[:-1])


def is_tile_meld(tiles: list[str]) -> bool:
    naturals = [tile for tile in tiles if tile != "JK"]
    jokers = len(tiles) - len(naturals)
    if len(tiles) < 3 or not naturals or (FAULT in ONE_JOKER and jokers > 1):
        return False
    colours, numbers = {tile[-1] for tile in naturals}, sorted(map(number, naturals))
    if len(set(numbers)) == 1 and len(colours) == len(naturals) and len(tiles) <= 4:
        return True
    one_colour = len(colours) == 1 or (FAULT == "joker-any-colour" and jokers > 0)
    if not one_colour or len(set(numbers)) < len(numbers) or len(tiles) > 13:
        return False
    return numbers[-1] - numbers[0] + 1 <= len(tiles)


def run_points(first: int, size: int, numbers: set[int]) -> int:
    return sum(place for place in range(first, first + size) if FAULT not in ZERO_OPENING or place in numbers)


@lru_cache(maxsize=100_000)
def tile_melds(tile: str, rest: tuple[tuple[str, int], ...]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The melds that hold a tile and others of the rest, each with its points toward an opening."""
    there = dict(rest)
    jokers = min(there.get("JK", 0), 1 if FAULT in ONE_JOKER else 2)
    mine, colour = number(tile), tile[-1]
    found = []
    others = [c for c in COLOURS if c != colour and there.get(f"{mine}{c}")]
    for size in (3, 4):
        for wilds in range(jokers + 1):
            for chosen in combinations(others, size - 1 - wilds) if size - 1 - wilds >= 0 else ():
                counts = size if FAULT not in ZERO_OPENING else size - wilds
                found.append(((tile, *(f"{mine}{c}" for c in chosen), *["JK"] * wilds), mine * counts))
    for first in range(max(1, mine - 12), mine + 1):
        for size in range(max(3, mine - first + 1), 15 - first):
            row = [place for place in range(first, first + size) if place != mine]
            here = {place for place in row if there.get(f"{place}{colour}")}
            # of a place that is free a joker may be put as well, but then its tile is only left over
            wilds = len(row) - len(here)
            ends = {first, first + size - 1} - here - {mine}
            spared: set[int] = set()
            if FAULT == "joker-inside":
                spared = {first, first + size - 1}
                if ends:
                    continue
            if wilds <= jokers:
                held = tuple(f"{place}{colour}" for place in sorted(here))
                found.append(((tile, *held, *["JK"] * wilds), run_points(first, size, here | {mine})))
            for gap in combinations(sorted(here - spared), jokers - wilds) if 0 < jokers - wilds <= len(here) else ():
                held = tuple(f"{place}{colour}" for place in sorted(here - set(gap)))
                points = run_points(first, size, (here | {mine}) - set(gap))
                found.append(((tile, *held, *["JK"] * jokers), points))
    return tuple(found)


def best_tiles(tiles: list[str], by_points: bool) -> tuple[int, list[tuple[str, ...]], int]:
    """Tiles placed (or points), the melds, and their points."""

    @cache
    def go(left: tuple[tuple[str, int], ...]) -> tuple[int, int, tuple]:
        naturals = [tile for tile, copies in left if tile != "JK" and copies]
        if not naturals:
            return 0, 0, ()
        tile = naturals[0]
        without = dict(left)
        del without[tile]
        best = go(tuple(without.items()))  # all copies of it stay
        for meld, points in tile_melds(tile, left):
            after = Counter(dict(left))
            after.subtract(meld)
            if min(after.values()) < 0:
                continue
            more = go(tuple((t, n) for t, n in after.items() if n))
            if FAULT == "never-twice" and any(sorted(meld) == sorted(other) for other in more[2]):
                continue
            worth = points if by_points else len(meld)
            found = (more[0] + worth, more[1] + points, (meld, *more[2]))
            cheaper = FAULT == "joker-elsewhere" and found[0] == best[0] and found[1] < best[1]
            if found[0] > best[0] or cheaper:
                best = found
        return best

    order = sorted(
        Counter(tiles).items(),
        key=lambda item: (item[0] == "JK", item[0][-1], number(item[0]) if item[0] != "JK" else 0),
    )
    placed, points, melds = go(tuple(order))
    return placed, list(melds), points


def is_small(tiles: list[str]) -> bool:
    return "JK" not in tiles and len(tiles) <= 10


def tiles_best(case: dict) -> dict | None:
    if case.get("table") or case.get("open") or (FAULT == "shy" and not is_small(case["cards"])):
        return None
    placed, _, points = best_tiles(case["cards"], by_points=False)
    told = {"melded_cards": placed}
    return {**told, "melded_points": points} if FAULT == "joker-elsewhere" else told


def tiles_open(case: dict) -> dict:
    tiles = case["cards"]
    if FAULT == "numbers-once" and sum({number(tile) for tile in tiles if tile != "JK"}) < 30 and "JK" not in tiles:
        return {"opens": False}
    points, _, _ = best_tiles(tiles, by_points=True)
    return {"opens": points >= NEEDED.get(FAULT, 30)}


OPERATIONS = {
    "gin": {
        "is_meld": lambda case: {"legal": is_gin_meld(case["cards"])},
        "value": gin_value,
        "best": gin_best,
        "best_after_discard": gin_after_discard,
    },
    "rummikub": {
        "is_meld": lambda case: (
            {"legal": is_tile_meld(case["cards"])} if FAULT != "shy" or is_small(case["cards"]) else None
        ),
        "best": tiles_best,
        "can_open": tiles_open,
    },
}


def serve(name: str) -> None:
    operations = OPERATIONS[ENGINES[name][0]]
    if name == "shy":
        operations = {op: answer for op, answer in operations.items() if op != "can_open"}
    if name == "cards-alone":
        operations = {op: answer for op, answer in operations.items() if op != "best_after_discard"}
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            who = {"name": name, "language": "Python", "version": "1"}
            said: dict = {"version": 1, "implementation": who, "operations": list(operations)}
        elif message["cmd"] == "variant":
            said = {"ok": message["id"] == ENGINES[name][0]}
        else:
            result = operations[message["op"]](message["case"])
            said = {"seq": message["seq"], **({"skipped": True} if result is None else {"result": result})}
        print(json.dumps(said), flush=True)


def judge(name: str, options: list[str]) -> dict:
    """The report of `meldproof conform` at its default settings, with the status and the seconds it took."""
    command = [sys.executable, "-m", "meldproof", "conform", ENGINES[name][0], "--json", *options]
    began = time.monotonic()
    done = subprocess.run(
        [*command, "--", sys.executable, __file__, name], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return {**json.loads(done.stdout), "status": done.returncode, "took": time.monotonic() - began}


def main(words: list[str]) -> None:
    chosen = [word for word in words if word in ENGINES] or list(ENGINES)
    for name in chosen:
        variant, does, right = ENGINES[name]
        report = judge(name, [word for word in words if word not in ENGINES])
        text = " / ".join(report["diagnosis"]["text"]["en"][:2])
        good = "" if (report["status"] == 0) == right else "FALSE "
        said = report["verdict"]["en"]
        print(f"{good}| {name} ({variant}) | {does} | {said} | {text} | {report['took']:.0f} |", flush=True)


if __name__ == "__main__":
    serve(FAULT) if FAULT in ENGINES else main(sys.argv[1:])
