"""The checker against the same rules written again from the page of readings, plainly and without the vocabulary.

`Book` says in a few fields what a variant's melds are; `worth_of_melds` tries every order and every role of a few
cards. Nothing here is shared with the rules, the assignments or the point tables of the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, pairwise, permutations, product

import pytest
from houses import house_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from meldproof.cards import Card
from meldproof.checking.verdict import check_cards

ACE, KING = 1, 13
ARGENTINE = {2: 20, **dict.fromkeys(range(3, 8), 5), **dict.fromkeys(range(8, 14), 10)}
FACES = {rank: min(rank, 10) for rank in range(2, 14)}


@dataclass(frozen=True)
class Book:
    """What a variant's melds are and what they are worth."""

    wild_twos: str = "no"  # no, always, or natural in their own place
    naturals: dict[int, int] = field(default_factory=lambda: ARGENTINE)
    ace_low: int = 15
    ace_high: int = 15
    ace_set: int = 15
    joker: int | None = 50  # None: what it stands for
    two_low: int | None = 20  # for a 2 to a 7
    two_high: int | None = 20
    ace_may_be_high: bool = True
    wilds_touch: bool = True
    wilds_at_ends: bool = True
    most_in_set: tuple[int, int, int] = (99, 99, 99)  # wilds, jokers, wild twos
    most_in_run: tuple[int, int, int] = (99, 99, 99)
    suits_repeat: bool = False


ARGENTINO = Book(wild_twos="always", wilds_touch=False, most_in_set=(1, 1, 1))
RUMMY_500 = Book(naturals=FACES, ace_low=1, joker=15, most_in_set=(1, 1, 1), most_in_run=(1, 1, 1))
REGLAMENTO = Book(
    wild_twos="natural", naturals=ARGENTINE | {2: 5}, two_low=5, most_in_set=(99, 2, 2), most_in_run=(99, 2, 2)
)
FICHAS = Book(naturals={rank: rank for rank in range(2, 14)}, ace_low=1, ace_high=1, ace_set=1, joker=None)
GIN = Book(naturals=FACES, ace_low=1, ace_set=1, ace_may_be_high=False)
STANDING_FOR = {"joker": None, "two_low": None, "two_high": None}

BOOKS = {
    "argentino": ARGENTINO,
    "argentino + two-natural-in-place": replace(ARGENTINO, wild_twos="natural"),
    "argentino + one-of-each-class": replace(ARGENTINO, most_in_set=(2, 1, 1)),
    "argentino + no-wild-at-ends": replace(ARGENTINO, wilds_at_ends=False),
    "argentino + any-suits": replace(ARGENTINO, suits_repeat=True),
    "argentino + wild-worth-represented": replace(ARGENTINO, **STANDING_FOR),
    "argentino + two-natural-in-place + wild-worth-represented": replace(
        ARGENTINO, wild_twos="natural", **STANDING_FOR
    ),
    "rummy-500": RUMMY_500,
    "rummy-500 + wild-worth-represented": replace(RUMMY_500, joker=None),
    "reglamento": REGLAMENTO,
    "reglamento + two-always-wild": replace(REGLAMENTO, wild_twos="always"),
    "reglamento + at-most-2-wilds-pooled": replace(REGLAMENTO, most_in_set=(2, 2, 2), most_in_run=(2, 2, 2)),
    "reglamento + natural-two-20": replace(REGLAMENTO, naturals=ARGENTINE),
    "reglamento + face-values": replace(REGLAMENTO, naturals=FACES, ace_low=11, ace_high=11, ace_set=11),
    "fichas": FICHAS,
    "fichas + one-joker-per-meld": replace(FICHAS, most_in_set=(1, 1, 1), most_in_run=(1, 1, 1)),
    "fichas + one-high-worth-14": replace(FICHAS, ace_high=14),
    "gin": GIN,
}


def natural_worth(book: Book, rank: int, where: str) -> int:
    if rank != ACE:
        return book.naturals[rank]
    return {"low": book.ace_low, "high": book.ace_high, "set": book.ace_set}[where]


def worth(book: Book, card: Card, rank: int, where: str, *, wild: bool) -> int:
    own = book.joker if card.rank == 0 else book.two_low if 2 <= rank <= 7 else book.two_high
    return natural_worth(book, rank, where) if not wild or own is None else own


def roles(book: Book, card: Card, *, at_home: bool) -> tuple[bool, ...]:
    """Whether a card may be wild (True) or natural (False) at a place that is its own or isn't."""
    if card.rank == 0:
        return (True,)
    if card.rank == 2 and book.wild_twos == "always":
        return (True,)
    if at_home:
        return (False,)
    return (True,) if card.rank == 2 and book.wild_twos == "natural" else ()


def few_enough(most: tuple[int, int, int], cards: tuple[Card, ...], wild: tuple[bool, ...]) -> bool:
    jokers = sum(card.rank == 0 for card in cards)
    twos = sum(wild) - jokers
    return not all(wild) and sum(wild) <= most[0] and jokers <= most[1] and twos <= most[2]


def set_worths(book: Book, cards: tuple[Card, ...]) -> Iterator[int]:
    if not 3 <= len(cards) <= 4:
        return
    for rank in range(ACE, KING + 1):
        for wild in product(*(roles(book, card, at_home=card.rank == rank) for card in cards)):
            suits = [card.suit for card, is_wild in zip(cards, wild, strict=True) if not is_wild]
            distinct = len(set(suits)) == len(suits)  # four suits are enough for the wilds of a set of four
            if few_enough(book.most_in_set, cards, wild) and (distinct or book.suits_repeat):
                yield sum(worth(book, c, rank, "set", wild=w) for c, w in zip(cards, wild, strict=True))


def run_worths(book: Book, cards: tuple[Card, ...]) -> Iterator[int]:
    """Of the cards in this order."""
    if not 3 <= len(cards) <= 13:
        return
    last_place = KING + 1 if book.ace_may_be_high else KING
    for suit in {card.suit for card in cards if card.rank}:  # some card is natural, so the run has its suit
        for start in range(1, last_place - len(cards) + 2):
            ranks = [ACE if place == KING + 1 else place for place in range(start, start + len(cards))]
            where = ["low" if place == 1 else "high" for place in range(start, start + len(cards))]
            choices = [roles(book, c, at_home=c == Card(rank, suit)) for c, rank in zip(cards, ranks, strict=True)]
            if () in choices:
                continue
            for wild in product(*choices):
                touching = any(one and other for one, other in pairwise(wild))
                if (
                    few_enough(book.most_in_run, cards, wild)
                    and (book.wilds_touch or not touching)
                    and (book.wilds_at_ends or not (wild[0] or wild[-1]))
                ):
                    parts = zip(cards, ranks, where, wild, strict=True)
                    yield sum(worth(book, card, rank, end, wild=is_wild) for card, rank, end, is_wild in parts)


def worth_of_melds(book: Book, cards: tuple[Card, ...], *, ordered: bool) -> dict[str, int]:
    """The kinds of meld these cards are, each with the most it is worth."""
    orders = [cards] if ordered else set(permutations(cards))
    found = {"set": list(set_worths(book, cards)), "run": [w for order in orders for w in run_worths(book, order)]}
    return {kind: max(worths) for kind, worths in found.items() if worths}


def assert_the_checker_agrees(house: str, cards: tuple[Card, ...], *, ordered: bool) -> None:
    expected = worth_of_melds(BOOKS[house], cards, ordered=ordered)
    verdict = check_cards(house_rules(house), cards, ordered=ordered)
    assert verdict.legal == bool(expected)
    assert set(verdict.kinds) == set(expected)
    if expected:
        assert verdict.points == max(expected.values())
        assert verdict.kind == max(expected, key=lambda kind: (expected[kind], kind == "set"))
    else:
        assert verdict.violations


@st.composite
def few_cards(draw: st.DrawFn, house: str) -> tuple[Card, ...]:
    """Three to five cards that are nearly a set or a run, with wilds, as many of each as the deck holds."""
    deck = house_rules(house).deck()
    size = draw(st.integers(3, 5))
    suits = st.integers(1, 4)
    if draw(st.booleans()):
        rank = draw(st.integers(1, 13))
        cards = [Card(rank, draw(suits)) for _ in range(size)]
    else:
        suit, start = draw(suits), draw(st.integers(1, 13))
        cards = [Card((start + step - 1) % 13 + 1, suit) for step in range(size)]
    others = [Card(2, suit) for suit in range(1, 5)] + [Card(draw(st.integers(1, 13)), draw(suits))]
    others += [Card(0, 0)] * 3 if deck.jokers else []
    for place in draw(st.lists(st.integers(0, size - 1), max_size=3)):
        cards[place] = draw(st.sampled_from(others))
    kept: list[Card] = []
    for card in draw(st.permutations(cards)):
        if kept.count(card) < deck.copies_of(card):
            kept.append(card)
    return tuple(kept)


@pytest.mark.parametrize("ordered", [False, True], ids=["any order", "in order"])
@pytest.mark.parametrize("house", BOOKS)
@given(data=st.data())
@settings(max_examples=40)
def test_the_checker_says_what_the_plain_rules_say(house, ordered, data):
    assert_the_checker_agrees(house, data.draw(few_cards(house)), ordered=ordered)


CORNERS = [Card(0, 0), *(Card(rank, 1) for rank in (1, 2, 3, 12, 13)), *(Card(rank, 2) for rank in (1, 2))]


@pytest.mark.parametrize("house", BOOKS)
def test_the_checker_and_the_plain_rules_agree_on_all_cards_round_the_ace(house):
    deck = house_rules(house).deck()
    judged = 0
    for size, kinds in ((3, CORNERS), (4, CORNERS[:6])):
        for cards in combinations_with_replacement(kinds, size):
            if all(cards.count(card) <= deck.copies_of(card) for card in cards):
                assert_the_checker_agrees(house, cards, ordered=False)
                judged += 1
    assert judged >= 40
