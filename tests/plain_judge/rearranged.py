"""A turn at a table that may be rearranged, judged by its end: the opening on it, and the jokers' places."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

from plain_judge.demands import meets
from plain_judge.melds import JOKER, Meld, Rules


class BrokenError(Exception):
    """A rule is broken: the kind of fault in a few words."""


class UnjudgedError(Exception):
    """What the texts don't settle, or this judge doesn't know."""


Place = tuple[str, str, int]  # a joker's: "run" and its tile, or "set" and its number; and which meld it lies in


def jokers_of(rules: Rules, melds: list[Meld]) -> list[Place]:
    places = []
    for at, meld in enumerate(melds):
        for index, card in enumerate(meld.cards):
            place = meld.rank if meld.kind == "set" else (meld.start + index - 1) % len(rules.ranks) + 1
            if card == JOKER:
                places.append((meld.kind, rules.ranks[place - 1] + meld.suit, at))
    return places


def opens_and_holds(rules: Rules, before: list[Meld], now: list[Meld], laid: Counter[str], need: int | None) -> None:
    """Whether some choice of the opening's melds (where one is owed) leaves the old jokers where they may be."""
    enough, tiles = False, laid
    if rules.get("exchange.cards") == "hand-or-table":
        tiles = Counter(card for meld in now for card in meld.cards)
    for size in range(len(now) + 1):
        for chosen in combinations(range(len(now)), size):
            opening = [now[index] for index in chosen]
            if need is None and opening:
                continue
            used = Counter(card for meld in opening for card in meld.cards)
            if used - laid or sum(rules.points(meld, "opening") for meld in opening) < (need or 0):
                continue
            if need is not None and not meets(rules, opening, rules.get("opening.melds") or []):
                continue
            enough = True
            if jokers_hold(rules, before, [meld for index, meld in enumerate(now) if index not in chosen], tiles):
                return
    raise BrokenError("a joker was freed without its tile" if enough else "too little of the hand to open")


def jokers_hold(rules: Rules, before: list[Meld], now: list[Meld], tiles: Counter[str]) -> bool:
    """Whether the jokers of the table before can be among those of `now`, each where it stood or freed for tiles."""
    if rules.get("table.jokers", "free") == "free":
        return sum(meld.cards.count(JOKER) for meld in before) <= sum(meld.cards.count(JOKER) for meld in now)
    old, new = jokers_of(rules, before), jokers_of(rules, now)
    for targets in set(permutations(new, len(old))):
        stay = [pair for pair in zip(old, targets, strict=True) if stays(now, *pair)]
        twice = Counter((was[1], at[2]) for was, at in stay if was[0] == "run" and at[0] == "set")
        freed = [was for was, at in zip(old, targets, strict=True) if (was, at) not in stay]
        moves = list(zip(old, targets, strict=True))
        if rules.get("exchange.into", "any") == "new-meld" and any(
            whole_in(index, at[2], before, now, moves)
            for was, at in moves
            if (was, at) not in stay
            for index in range(len(before))
        ):
            continue
        if max(twice.values(), default=1) == 1 and paid(rules, before, freed, tiles):
            return True
    return False


def whole_in(index: int, home: int, before: list[Meld], now: list[Meld], moves: list[tuple[Place, Place]]) -> bool:
    """Whether a meld of the table before is in that one whole. Of twins nobody can tell which was which."""
    inside, everywhere = Counter(now[home].cards), Counter(card for meld in now for card in meld.cards)
    naturals = [card for card in before[index].cards if card != JOKER]
    if any(not inside[card] or everywhere[card] > inside[card] for card in naturals):
        return False
    return all(at[2] == home for was, at in moves if was[2] == index)


def stays(now: list[Meld], was: Place, at: Place) -> bool:
    """Whether a joker that lay there and lies here now stands for what it stood for."""
    if was[0] == "run" and at[0] == "set":  # for that very tile, which the set must lack
        return was[1][:-1] == at[1] and was[1] not in now[at[2]].cards
    return was[:2] == at[:2]


def paid(rules: Rules, before: list[Meld], freed: list[Place], tiles: Counter[str]) -> bool:
    """Whether the tiles pay for the freed jokers: one a run's joker; of a set, enough of those it lacks."""
    runs = Counter(tile for kind, tile, _ in freed if kind == "run")
    choices = []
    for index, count in Counter(at for kind, _, at in freed if kind == "set").items():
        meld = before[index]
        missing = [
            rules.ranks[meld.rank - 1] + suit
            for suit in rules.suits
            if suit not in {card[-1] for card in meld.cards if card != JOKER}
        ]
        first = rules["set.max"] - len(meld.cards) if rules["exchange.set"] == "all-missing" else 0
        choices.append(list(combinations(missing, count + first)))
    return any(not runs + Counter(tile for chosen in choice for tile in chosen) - tiles for choice in product(*choices))
