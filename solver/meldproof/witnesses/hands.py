"""Hands that two variants may arrange differently, proposed smallest first; whoever asks puts them to the engine.

They are built of what can differ: single cards, melds that are judged differently and what is left beside them, small
melds that compete for a card, dear hands where a cap differs, and at last dense hands in a fixed pseudo-random order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from meldproof.cards import JOKER, Card, Deck, canonical, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.witnesses.differences import NEVER, Differences
from meldproof.witnesses.melds import order_of

Hand = tuple[Card, ...]
MOST_BUILT = 500
"""Hands built of melds that are proposed."""
DENSE_HANDS, DENSE_SIZES = 120, (5, 9)
AIMED_HANDS, AIMED_SIZES = 1500, (7, 10)
"""Where only the order of aims differs: hands on which two aims disagree are rare."""


def built_hands(differences: Differences, owed: int) -> list[Hand]:
    """Hands built of what differs, in the order of witnesses; with `owed` each holds a card more."""
    pair, deck = differences.pair, differences.pair.deck
    hands: set[Hand] = set()
    roots = [*differences.melds.found, *differences.values.found, *((card,) for card in differences.hand_costs)]
    if differences.cap < NEVER:
        roots += _dear(differences)
    if differences.one.requirement != differences.other.requirement or differences.aims < NEVER or owed:
        roots += small_melds(differences)
    if differences.one.arrange.objective != differences.other.arrange.objective:
        roots += list(_competing(small_melds(differences)))
    for root in roots:
        hands.add(root)
        if owed:
            hands.update(_with_one_more(root, deck))
    least = differences.best(owed)

    def plainest(hands: Iterable[Hand]) -> list[Hand]:
        fitting = [hand for hand in hands if len(hand) >= least and len(hand) > owed and _fits(hand, deck)]
        return sorted(fitting, key=lambda hand: order_of(hand, pair))[:MOST_BUILT]

    return [*plainest(hands), *plainest(_with_runs(differences, owed)), *plainest(_against_the_cap(differences))]


def small_melds(differences: Differences) -> list[Hand]:
    """The smallest sets and runs of either variant, plain and with each class of wilds, high and low."""
    pair, deck = differences.pair, differences.pair.deck
    ranks, suits = len(deck.ranks), len(deck.suits)
    wilds = [JOKER] * (deck.jokers > 0) + [Card(rank, suits) for rank in pair.first.settings.wild_ranks]
    shapes: list[Hand] = []
    for rank in sorted({1, 3, 4, ranks // 2 + 1, ranks}):
        shapes += [tuple(Card(rank, suit) for suit in range(1, size + 1)) for size in range(3, suits + 1)]
        shapes += [
            tuple(Card(rank_at(rank + step, ranks), 1) for step in range(size)) for size in (3, 4) if size <= ranks
        ]
    swapped = [(*shape[:place], wild, *shape[place + 1 :]) for shape in shapes for wild in wilds for place in (1, 2)]
    melds = []
    for shape in dict.fromkeys(canonical(shape) for shape in [*shapes, *swapped]):
        if _fits(shape, deck) and any(check_cards(variant, shape).legal for variant in pair[:2]):
            melds.append(shape)
    return melds


def dense_hands(differences: Differences, owed: int) -> Iterator[Hand]:
    """Hands of few neighbouring ranks and few suits, wilds among them, in an order that is always the same."""
    deck = differences.pair.deck
    ranks, suits = len(deck.ranks), len(deck.suits)
    wild_ranks = {*differences.one.wild_ranks, *differences.other.wild_ranks}
    wilds = [card for card in deck.cards() if card.is_joker or card.rank in wild_ranks]
    dice = random.Random(1)
    aimed = differences.one.arrange.objective != differences.other.arrange.objective
    sizes = AIMED_SIZES if aimed else DENSE_SIZES
    for _ in range(AIMED_HANDS if aimed else DENSE_HANDS):
        first, width = dice.randint(1, ranks), dice.randint(3, 6 if aimed else 5)
        window = {rank_at(first + step, ranks) for step in range(width)}
        few = set(dice.sample(range(1, suits + 1), dice.randint(2, suits)) if suits > 1 else [1])
        near = [card for card in deck.cards() if card.rank in window and card.suit in few]
        size = dice.randint(*sizes) + owed
        number = min(len(wilds), dice.choice((0, 0, 1, 2)))
        hand = [*dice.sample(wilds, number), *dice.sample(near, min(len(near), size - number))]
        if _fits(hand, deck):
            yield canonical(hand)


def _with_runs(differences: Differences, owed: int) -> set[Hand]:
    """Where runs are required: one, two and three runs beside every small meld and a set of wilds; with a card more."""
    required = (differences.one.requirement, differences.other.requirement)
    if not any(terms.runs or terms.pure_runs for terms in required):
        return set()
    deck = differences.pair.deck
    ranks = len(deck.ranks)
    runs = [tuple(Card(rank + step, suit) for step in range(3)) for rank, suit in ((1, 1), (5, 2), (9, 3))]
    loose = (Card(ranks - 2, 4),) * owed
    beside = [*differences.melds.found, *small_melds(differences), *[(JOKER,) * size for size in (3, 4)], ()]
    return {
        canonical((*(card for run in runs[:number] for card in run), *meld, *loose))
        for number in (1, 2, 3)
        for meld in beside
        if ranks >= 11 and len(deck.suits) >= 4
    }


def _against_the_cap(differences: Differences) -> set[Hand]:
    """Where a hand costs so much at most, and aims differ: more than that is left whether a wild joins dear cards, or
    more of cheap ones."""
    orders = [s.arrange.objective for s in (differences.one, differences.other)]
    deck = differences.pair.deck
    ranks = len(deck.ranks)
    if orders[0] == orders[1] or differences.one.scoring.cap == "any" or len(deck.suits) < 4 or ranks < 11:
        return set()
    pure = tuple(Card(rank, 1) for rank in (2, 3, 4))
    cheap = tuple(Card(rank, 4) for rank in (2, 4, 5))
    apart = [Card(rank, suit) for rank in (ranks - 3, ranks - 1) for suit in (2, 3)] + [Card(ranks, 1)]
    dear = [card for card in apart for _ in range(deck.copies)]
    return {canonical((*pure, JOKER, *cheap, *dear[:size])) for size in range(len(dear) + 1)}


def _dear(differences: Differences) -> list[Hand]:
    """The dearest cards to hold, more and more of them, until they cost more than the lower cap."""
    deck = differences.pair.deck
    hand = differences.points[0].hand
    dearest = sorted(deck.cards(), key=lambda card: (-hand[card.rank], card.suit, card.rank))
    plain = sorted(
        (card for card in set(deck.cards()) if card.rank), key=lambda card: (-hand[card.rank], card.rank, card.suit)
    )
    apart = [card for place, card in enumerate(plain) if (card.rank + card.suit) % 2 == 0]
    return [canonical(cards[:size]) for size in range(1, 13) for cards in (dearest, plain, apart)]


def _competing(melds: list[Hand]) -> Iterator[Hand]:
    """Two melds that share a card, so that not both can be laid as they are."""
    for one, other in combinations(melds, 2):
        shared = Counter(one) & Counter(other)
        if shared.total() == 1:
            yield canonical((Counter(one) | Counter(other)).elements())


def _with_one_more(hand: Hand, deck: Deck) -> Iterator[Hand]:
    """The hand and any card beside it, of a suit of its own or of the first others."""
    suits = sorted({card.suit for card in hand if card.suit})
    others = [suit for suit in range(1, len(deck.suits) + 1) if suit not in suits][:1]
    for rank, suit in product(range(1, len(deck.ranks) + 1), [*suits, *others]):
        yield canonical((*hand, Card(rank, suit)))
    if deck.jokers:
        yield canonical((*hand, JOKER))


def _fits(hand: Iterable[Card], deck: Deck) -> bool:
    return all(number <= deck.copies_of(card) for card, number in Counter(hand).items())
