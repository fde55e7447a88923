"""A small table and a hand on which two variants differ: lay-offs, rearranging, frozen wilds.

Tables of one or two short melds, natural and with a wild, beside one to three cards that could touch them. This is a
search, not a proof: what it doesn't find may still be there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from meldproof.cards import JOKER, Card, Deck, canonical
from meldproof.checking.verdict import check_cards
from meldproof.notation import card_text, cards_text, meld_texts
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.melds import Pair

MOST_HAND = 2


def table_cases(pair: Pair) -> list[CardCase]:
    """The cases, fewest hand cards first, then fewest table cards; none where no table can make a difference."""
    deck = pair.deck
    cases: list[CardCase] = []
    one, other = (_table_terms(variant.settings) for variant in pair[:2])
    if one == other:
        return cases
    if one._replace(aims=other.aims) == other:
        return [CardCase("best", hand, table) for hand, table in _wanted_twice(deck)]
    only_openings = one._replace(waits=other.waits, opening_cards=other.opening_cards) == other
    for table, near in _tables(deck, pair) if not only_openings else ():
        on_table = [card for meld in table for card in meld]
        texts = tuple(_table_text(meld, pair) for meld in table)
        if not all(texts):
            continue
        left = [card for card in near for _ in range(1) if on_table.count(card) < deck.copies_of(card)]
        for size in range(1, MOST_HAND + 1):
            for hand in combinations(dict.fromkeys(left), size):
                cards = tuple(card_text(card, deck) for card in canonical(hand))
                cases.append(CardCase("best", cards, texts))
    cases += [CardCase("best", hand, table, opening=True) for hand, table in _with_an_opening(pair)]
    cases += [CardCase("best", hand, table) for hand, table in _with_a_set_to_exchange(pair)]
    return sorted(cases, key=lambda case: (len(case.cards), case.opening, len(" ".join(case.table).split())))


class _TableTerms(NamedTuple):
    """What of the terms of tables an answer about one hand depends on; whose melds lie there is not asked."""

    rearrange: str
    touches: bool
    waits: bool
    opening_cards: str
    exchange: tuple[str, ...]
    aims: tuple[str, ...]


def _table_terms(s: Settings) -> _TableTerms:
    full = s.table.rearrange == "full"
    touches = s.table.rearrange != "none" or s.layoff.on != "none"
    return _TableTerms(
        s.table.rearrange,
        touches,
        touches and not full and s.layoff.start == "next-turn",
        s.opening.cards if full else "own",
        (s.table.jokers, s.exchange.cards, s.exchange.set) if full else (),
        s.arrange.objective if full else (),
    )


def _tables(deck: Deck, pair: Pair) -> Iterator[tuple[tuple[tuple[Card, ...], ...], list[Card]]]:
    """Tables, each with the cards that are near it."""
    rank = min(4, len(deck.ranks) - 3)
    suits = min(len(deck.suits), 4)
    run = tuple(Card(rank + step, 1) for step in range(4))
    one_set = tuple(Card(rank + 1, suit) for suit in range(1, suits + 1))
    near = sorted({*run, *one_set, Card(rank + 4, 1) if rank + 4 <= len(deck.ranks) else run[0], Card(rank - 1, 1)})
    near = [card for card in near if card.rank]
    wilds = [JOKER] * (deck.jokers > 0)
    wilds += [Card(rank, suits) for rank in pair.first.settings.wild_ranks]
    melds = [run[:3], one_set[:3], run, one_set]
    for wild in wilds:
        melds += [(*run[:2], wild), (run[0], wild, run[2]), (*one_set[:2], wild), (wild, *run[1:])]
        melds += [(*one_set[:3], wild)]
    yield from (((meld,), near) for meld in melds)
    far = tuple(Card(rank + 3, suit) for suit in range(2, suits + 1))
    for meld in (run, one_set):
        yield (meld, far), near


def _with_an_opening(pair: Pair) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Hands that open where that takes little or much, with a card that could be laid off on the table."""
    deck = pair.deck
    top, suits = len(deck.ranks), range(2, len(deck.suits) + 1)
    rank = min(4, top - 3)
    table = cards_text((Card(rank + step, 1) for step in range(3)), deck)
    whole = cards_text((Card(top - step, 1) for step in (3, 2, 1, 0)), deck)
    yield tuple(card_text(Card(top - 3, suit), deck) for suit in list(suits)[:2]), (whole,)
    sets = [[Card(number, suit) for suit in suits] for number in range(top, top - 3, -1)]
    runs = [[Card(top - step, suit) for step in range(5)] for suit in suits]
    for number in (1, 2, 3):
        for melds in (sets[:number], runs[:number]):
            hand = canonical([*(card for meld in melds for card in meld), Card(rank + 3, 1)])
            yield tuple(card_text(card, deck) for card in hand), (table,)


def _with_a_set_to_exchange(pair: Pair) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """A set of three or four with a wild, one missing card in hand, and two cards that want the wild."""
    deck = pair.deck
    top, suits = len(deck.ranks), len(deck.suits)
    if not deck.jokers or suits < 4:
        return
    for size in (2, 3):
        one_set = tuple(Card(min(4, top - 3), suit) for suit in range(1, size + 1))
        text = _table_text((*one_set, JOKER), pair)
        hand = (Card(one_set[0].rank, size + 1), Card(top - 1, suits), Card(top - 2, suits))
        if text:
            yield tuple(card_text(card, deck) for card in canonical(hand)), (text,)


def _wanted_twice(deck: Deck) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Two runs whose lowest cards make a set with a hand card; another, of fewer points, goes on one of them as it is.

    Only one of the two can be laid: the dearer one, or the one for which less is changed.
    """
    rank = len(deck.ranks) - 3
    if len(deck.suits) >= 3 and rank > 1:
        runs = tuple(cards_text((Card(rank + step, suit) for step in range(4)), deck) for suit in (1, 2))
        yield tuple(card_text(card, deck) for card in canonical((Card(rank - 1, 1), Card(rank, 3)))), runs


def _table_text(meld: tuple[Card, ...], pair: Pair) -> str:
    """The meld as a table meld of both variants, every wild with its card; empty where it is none in one."""
    texts = set()
    for variant in pair[:2]:
        verdict = check_cards(variant, meld)
        texts.add(" ".join(meld_texts(verdict.meld, pair.deck)) if verdict.legal else "")
    return texts.pop() if len(texts) == 1 else ""
