"""Would a single card let a player close? Everything is tried; hands too large for that aren't judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from plain_judge.melds import Meld, Rules

if TYPE_CHECKING:
    from plain_judge.turns import Judge

MOST_CARDS = 4


def may_close_with(game: Judge) -> bool | None:
    """Whether one card of the stock would close for the player at the end of this turn; None: not known."""
    rules, player = game.rules, game.turn.player
    hand, opened = game.hands[player], game.opened[player]
    if hand.hidden or len(hand) > MOST_CARDS:
        return None
    table = [lying.meld for lying in game.table if rules["layoff.on"] == "any" or lying.owner == player]
    need = 0 if opened else game.opening_points()
    names = [rank + suit for rank in rules.ranks for suit in rules.suits] + ["JK"]
    cards = list(hand.known.elements())
    kinds = [card for card in names if closes(rules, [*cards, card], table, opened, need)]
    if not kinds:
        return False
    elsewhere = sum(other.hidden for other in game.hands)
    in_stock = [
        card for card in kinds if (game.stock.count(card) if game.stock is not None else game.unseen(card) > elsewhere)
    ]
    return True if in_stock and game.stock_count else None


def closes(rules: Rules, cards: list[str], table: list[Meld], opened: bool, need: int) -> bool:
    """Whether the cards can all be laid, or all but one that is discarded."""
    fewest = 1 if rules["discard.to_close"] == "required" else 0
    return any(
        (opened or (melds and sum(rules.points(meld, "opening") for meld in melds) >= need))
        and rest_fits(rules, rest, [*table, *melds], fewest)
        for melds, rest in splits(rules, sorted(cards), [], [])
    )


def splits(
    rules: Rules, cards: list[str], melds: list[Meld], rest: list[str]
) -> Iterator[tuple[list[Meld], list[str]]]:
    """Every way to make some melds of the cards, with the others as the rest."""
    if not cards:
        yield melds, rest
        return
    first, others = cards[0], cards[1:]
    yield from splits(rules, others, melds, [*rest, first])
    for size in range(2, len(others) + 1):
        for chosen in set(combinations(others, size)):
            left = list((Counter(others) - Counter(chosen)).elements())
            for meld in unordered(rules, [first, *chosen]):
                yield from splits(rules, left, [*melds, meld], rest)


def unordered(rules: Rules, cards: list[str]) -> Iterator[Meld]:
    """Every meld that the cards can be, in any order."""
    for rank in range(1, len(rules.ranks) + 1):
        if rules.is_set(tuple(cards), (None,) * len(cards), rank):
            yield Meld("set", tuple(sorted(cards)), rank=rank)
    for suit in rules.suits:
        for start in range(1, len(rules.ranks) + 1):
            for order in orders(rules, cards, suit, start):
                if rules.is_run(order, (None,) * len(order), suit, start):
                    yield Meld("run", order, suit=suit, start=start)


def orders(rules: Rules, cards: list[str], suit: str, place: int) -> Iterator[tuple[str, ...]]:
    if not cards:
        yield ()
    for card in set(cards):
        if rules.role(card, place, suit):
            left = [*cards]
            left.remove(card)
            yield from ((card, *order) for order in orders(rules, left, suit, place + 1))


def rest_fits(rules: Rules, rest: list[str], table: list[Meld], fewest: int) -> bool:
    """Whether lay-offs, a card at a time, take the rest, or all but one card."""
    if fewest <= len(rest) <= 1:
        return True
    return any(
        rest_fits(rules, rest[:index] + rest[index + 1 :], [*table[:at], grown, *table[at + 1 :]], fewest)
        for index, card in enumerate(rest)
        for at, meld in enumerate(table)
        for grown in rules.grown(meld, [card])
    )
