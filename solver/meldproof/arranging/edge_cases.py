"""The edge cases that implementations get wrong, built systematically for any variant.

Wild adjacency: every pattern of naturals and wilds of three and four places. Ace placement: every stretch round the
ends, and a wild in the ace's place. Sets: sizes, repeated suits, wilds beside four. Minimum openings: groups of melds
just below and just above each threshold, with and without a card to discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import msgspec

from meldproof.arranging.problem import Opening
from meldproof.cards import JOKER, Card, Deck, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.messages import say
from meldproof.variants.loading import Variant

FAMILIES = ("wild adjacency", "ace placement", "sets", "minimum opening")
MOST_OPENING_CARDS = 10
"""Cards that the brute force can still take."""
NATURAL, WILD_JOKER, WILD_RANK = "n", "J", "W"


class EdgeCase(msgspec.Struct, frozen=True):
    """A question about cards; `groups` are the melds that an opening hand was built of."""

    family: str
    title: str
    cards: tuple[Card, ...]
    opening: Opening | None = None
    discard: str = "none"
    groups: tuple[tuple[Card, ...], ...] = ()


def edge_cases(variant: Variant) -> Iterator[EdgeCase]:
    """Every edge case that the variant's largest deck holds, each hand once a family."""
    deck = variant.deck()
    seen: set[tuple[str, tuple[Card, ...], str, Opening | None]] = set()
    for case in (*_patterns(variant, deck), *_aces(variant, deck), *_sets(variant, deck), *_openings(variant, deck)):
        key = (case.family, tuple(sorted(case.cards)), case.discard, case.opening)
        if key not in seen and deck.holds(case.cards):
            seen.add(key)
            yield case


def _wild_symbols(variant: Variant, deck: Deck) -> list[str]:
    return [WILD_JOKER] * (deck.jokers > 0) + [WILD_RANK] * bool(variant.settings.wild_ranks)


def _patterns(variant: Variant, deck: Deck) -> Iterator[EdgeCase]:
    symbols = _wild_symbols(variant, deck)
    if not symbols:
        return
    wild_ranks = variant.settings.wild_ranks
    first = max(4, *(rank + 1 for rank in wild_ranks)) if wild_ranks else 4
    starts = [first, *(rank for rank in wild_ranks[:1])]
    for size, start in product((3, 4), starts):
        if start + size - 1 > len(deck.ranks):
            continue
        for pattern in product([NATURAL, *symbols], repeat=size):
            if NATURAL in pattern and len(set(pattern)) > 1:
                cards = _fill(pattern, start, deck, wild_ranks)
                yield EdgeCase("wild adjacency", " ".join(pattern), cards)


def _fill(pattern: Sequence[str], start: int, deck: Deck, wild_ranks: Sequence[int]) -> tuple[Card, ...]:
    """Naturals of the first suit from a rank on; wild-rank cards of other suits first."""
    others = [Card(rank, suit) for rank in wild_ranks for suit in range(len(deck.suits), 0, -1)] * deck.copies
    cards = []
    for place, symbol in enumerate(pattern):
        if symbol == NATURAL:
            cards.append(Card(start + place, 1))
        else:
            cards.append(JOKER if symbol == WILD_JOKER else others.pop(0))
    return tuple(cards)


def _aces(variant: Variant, deck: Deck) -> Iterator[EdgeCase]:
    top = len(deck.ranks)
    wild_ranks = variant.settings.wild_ranks
    stretches = [
        (say("low end"), (1, 2, 3)),
        (say("high end"), (top - 1, top, 1)),
        (say("round the corner"), (top, 1, 2)),
        (say("four round the corner"), (top - 1, top, 1, 2)),
        (say("five round the corner"), (top - 2, top - 1, top, 1, 2)),
        (say("all ranks"), tuple(range(1, top + 1))),
        (say("all ranks, ace high"), (*range(2, top + 1), 1)),
        (say("ace at both ends"), (*range(1, top + 1), 1)),
    ]
    for title, ranks in stretches:
        cards = [Card(rank, 1) for rank in ranks]
        yield EdgeCase("ace placement", title, tuple(cards))
        for symbol in _wild_symbols(variant, deck):
            wild = JOKER if symbol == WILD_JOKER else Card(wild_ranks[0], len(deck.suits))
            spots = {0, len(ranks) - 1, ranks.index(1), *range(len(ranks) if len(ranks) < 6 else 0)}
            for spot in sorted(spots):
                yield EdgeCase(
                    "ace placement",
                    say("{title}, {symbol} at {place}", title=title, symbol=symbol, place=spot + 1),
                    _with(cards, spot, wild),
                )
    suits = range(1, min(3, len(deck.suits)) + 1)
    yield EdgeCase("ace placement", say("set of aces"), tuple(Card(1, suit) for suit in suits))


def _with(cards: Sequence[Card], spot: int, card: Card) -> tuple[Card, ...]:
    return (*cards[:spot], card, *cards[spot + 1 :])


def _sets(variant: Variant, deck: Deck) -> Iterator[EdgeCase]:
    suits = range(1, len(deck.suits) + 1)
    wild_ranks = variant.settings.wild_ranks
    extras = [JOKER] * (deck.jokers > 0) + [Card(rank, len(deck.suits)) for rank in wild_ranks[:1]]
    for rank in sorted({len(deck.ranks) - 4, *wild_ranks}):
        for size in range(2, len(deck.suits) + 1):
            naturals = tuple(Card(rank, suit) for suit in list(suits)[:size])
            yield EdgeCase("sets", say("{size} suits", size=size), naturals)
            yield EdgeCase("sets", say("{size} suits and one twice", size=size), (*naturals, naturals[0]))
            for extra in extras:
                yield EdgeCase("sets", say("{size} suits and a wild", size=size), (*naturals, extra))
                yield EdgeCase("sets", say("{size} suits and two wilds", size=size), (*naturals, extra, extra))
        for first, second in combinations(extras, 2):
            yield EdgeCase(
                "sets", say("two naturals and two kinds of wild"), (Card(rank, 1), Card(rank, 2), first, second)
            )
    if deck.jokers >= 3:
        yield EdgeCase("sets", say("only jokers"), (JOKER,) * 3)


def _openings(variant: Variant, deck: Deck) -> Iterator[EdgeCase]:
    terms = variant.settings.opening
    for points in sorted({number for number in terms.points.numbers if number > 0}):
        opening = Opening(points, terms.pure_runs, terms.cards == "own", terms.melds)
        hands = _hands_near(points, _blocks(variant, deck), deck)
        for total, groups in hands:
            yield from _near_opening(groups, say("{total} of {points}", total=total, points=points), opening, deck)
    if terms.pure_runs:
        opening = Opening(0, terms.pure_runs, terms.cards == "own")
        for number, groups in _pure_hands(terms.pure_runs, variant, deck):
            yield from _near_opening(
                groups,
                say("{number} of {needed} runs without wilds", number=number, needed=terms.pure_runs),
                opening,
                deck,
            )


def _near_opening(groups: tuple[tuple[Card, ...], ...], title: str, opening: Opening, deck: Deck) -> Iterator[EdgeCase]:
    """A hand of these groups alone, with a card over to discard, and with a discard owed of the groups' own cards."""
    cards = tuple(card for group in groups for card in group)
    yield EdgeCase("minimum opening", title, cards, opening, "none", groups)
    if len(cards) < MOST_OPENING_CARDS:
        loose = next(card for card in deck.kinds() if card not in cards and not card.is_joker)
        over = (*cards, loose)
        yield EdgeCase(
            "minimum opening", say("{title} and a card over", title=title), over, opening, "required", groups
        )
    yield EdgeCase("minimum opening", say("{title}, one owed", title=title), cards, opening, "required", ())


def _pure_hands(wanted: int, variant: Variant, deck: Deck) -> Iterator[tuple[int, tuple[tuple[Card, ...], ...]]]:
    """As many runs without wilds as an opening needs, and one too few with a set in its place."""
    wild = {0, *variant.settings.wild_ranks}
    shortest = [cards for _, cards in reversed(_blocks(variant, deck)) if len(cards) == 3]
    plain = [cards for cards in shortest if not wild & {card.rank for card in cards}]
    runs: list[tuple[Card, ...]] = []
    for cards in plain:
        if len({card.rank for card in cards}) == 3 and not any(set(cards) & set(run) for run in runs):
            runs.append(cards)
    sets = [cards for cards in plain if len({card.rank for card in cards}) == 1]
    for number, chosen in ((wanted - 1, [*runs[: wanted - 1], *sets[:1]]), (wanted, runs[:wanted])):
        counts = Counter(card for group in chosen for card in group)
        if counts.total() <= MOST_OPENING_CARDS and deck.holds(counts):
            yield number, tuple(chosen)


def _blocks(variant: Variant, deck: Deck) -> list[tuple[int, tuple[Card, ...]]]:
    """Melds to build openings of, with their points: sets and short runs, plain and with wilds in them."""
    blocks: dict[tuple[Card, ...], int] = {}
    suits, top = len(deck.suits), len(deck.ranks)
    wilds = [JOKER] * (deck.jokers > 0) + [Card(rank, suits) for rank in variant.settings.wild_ranks[:1]]
    shapes: list[tuple[Card, ...]] = []
    for rank in range(1, top + 1):
        shapes += [tuple(Card(rank, suit) for suit in range(1, size + 1)) for size in (3, suits)]
    for start, size in product(range(1, top + 1), (3, 4, 5, 7)):
        shapes.append(tuple(Card(rank_at(start + step, top), suits - 1) for step in range(size)))
    for shape in shapes:
        variants_of = [shape]
        for wild in wilds:
            variants_of += [_with(shape, 1, wild), tuple(wild if i % 2 else c for i, c in enumerate(shape))]
        for cards in variants_of:
            if deck.holds(cards):
                verdict = check_cards(variant, cards)
                if verdict.legal and verdict.points is not None:
                    blocks[cards] = verdict.points
    return sorted(((points, cards) for cards, points in blocks.items()), key=lambda block: (-block[0], len(block[1])))


def _hands_near(
    points: int, blocks: Sequence[tuple[int, tuple[Card, ...]]], deck: Deck
) -> list[tuple[int, tuple[tuple[Card, ...], ...]]]:
    """Groups of up to three blocks near a threshold: for each total just below, at and above it, one or two."""
    found: dict[int, list[tuple[tuple[Card, ...], ...]]] = {}
    step = max(1, points // 15)
    few = blocks if len(blocks) <= 40 else blocks[:: max(1, len(blocks) // 40)]
    for number in (1, 2, 3):
        for chosen in combinations(few, number):
            total = sum(block[0] for block in chosen)
            if not points - step <= total <= points + step:
                continue
            groups = tuple(block[1] for block in chosen)
            counts = Counter(card for group in groups for card in group)
            if counts.total() <= MOST_OPENING_CARDS and deck.holds(counts):
                hands = found.setdefault(total, [])
                if len(hands) < 1:
                    hands.append(groups)
    below = sorted((total for total in found if total < points), reverse=True)[:3]
    above = sorted(total for total in found if total >= points)[:3]
    return [(total, groups) for total in sorted((*below, *above)) for groups in found[total]]
