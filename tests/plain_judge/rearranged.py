"""A turn at a table that may be rearranged, judged by its end: the opening on it, and the jokers' places."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

from tests.plain_judge.melds import JOKER, Meld, Rules


class BrokenError(Exception):
    """A rule is broken: the kind of fault in a few words."""


class UnjudgedError(Exception):
    """What the texts don't settle, or this judge doesn't know."""


Place = tuple[str, ...]  # ("run", tile) or ("set", rank): where a joker lies


def jokers_of(rules: Rules, meld: Meld) -> list[Place]:
    if meld.kind == "set":
        return [("set", rules.ranks[meld.rank - 1])] * meld.cards.count(JOKER)
    places = [(meld.start + index - 1) % len(rules.ranks) for index, card in enumerate(meld.cards) if card == JOKER]
    return [("run", rules.ranks[place] + meld.suit) for place in places]


def opens_and_holds(rules: Rules, before: list[Meld], now: list[Meld], laid: Counter[str], need: int | None) -> None:
    """Whether some choice of the opening's melds (where one is owed) leaves the old jokers where they may be."""
    enough = False
    for size in range(len(now) + 1):
        for chosen in combinations(range(len(now)), size):
            opening = [now[index] for index in chosen]
            if need is None and opening:
                continue
            used = Counter(card for meld in opening for card in meld.cards)
            if used - laid or sum(rules.points(meld, "opening") for meld in opening) < (need or 0):
                continue
            enough = True
            if jokers_hold(rules, before, [meld for index, meld in enumerate(now) if index not in chosen], laid):
                return
    raise BrokenError("a joker was freed without its tile" if enough else "too little of the hand to open")


def jokers_hold(rules: Rules, before: list[Meld], now: list[Meld], laid: Counter[str]) -> bool:
    """Whether the jokers of the table before can be among those of `now`, each where it stood or duly freed."""
    if rules.get("table.jokers", "free") == "free":
        return sum(meld.cards.count(JOKER) for meld in before) <= sum(meld.cards.count(JOKER) for meld in now)
    old = [(place, index) for index, meld in enumerate(before) for place in jokers_of(rules, meld)]
    new = [place for meld in now for place in jokers_of(rules, meld)]
    for targets in set(permutations(new, len(old))):
        freed = [(place, index) for (place, index), target in zip(old, targets, strict=True) if place != target]
        if paid(rules, before, freed, laid):
            return True
    return False


def paid(rules: Rules, before: list[Meld], freed: list[tuple[Place, int]], laid: Counter[str]) -> bool:
    """Whether tiles from the rack pay for the freed jokers: one a run's joker; of a set, enough missing tiles."""
    runs = Counter(place[1] for place, _ in freed if place[0] == "run")
    choices = []
    for index in {index for place, index in freed if place[0] == "set"}:
        meld, count = before[index], sum(place[0] == "set" and at == index for place, at in freed)
        suits = {card[-1] for card in meld.cards if card != JOKER}
        missing = [rules.ranks[meld.rank - 1] + suit for suit in rules.suits if suit not in suits]
        choices.append(list(combinations(missing, count + rules["set.max"] - len(meld.cards))))
    table_too = rules.get("exchange.cards") == "hand-or-table"
    for choice in product(*choices):
        price = runs + Counter(tile for tiles in choice for tile in tiles)
        if not price - laid:
            return True
    if freed and table_too:
        raise UnjudgedError("jokers exchanged for tiles of the table")
    return False
