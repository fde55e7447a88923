"""The most points that so many cards can lay toward an opening, over all hands of a deck: exactly.

First without suits. The best points of each (size, jokers, wild ranks) give, by dynamic programming, a bound on every
collection of melds. Then target first: is there a collection worth the bound? Every collection of shapes that could
reach it is tried with real cards; if none can be had, the target falls to the next conceivable sum. So the first one
found is the most, and comes with the cards that show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from meldproof.arranging.automaton import NATURAL, RANKED, suit_law, three_suits
from meldproof.cards import Card, Deck, Kind, Meld, Slot
from meldproof.proving.theorem import Context
from meldproof.rules.melds import is_legal
from meldproof.rules.worth import point_tables
from meldproof.witnesses.shapes import MeldShape, ShapeClass, Shapes

CHECK_EVERY = 1024


class Purse(NamedTuple):
    """What a collection may use: cards, and among them jokers and cards of a wild rank."""

    cards: int
    jokers: int
    twos: int


class Needs(NamedTuple):
    """Runs without wilds that there must be; and runs that there must be as soon as there is a set."""

    pure_runs: int = 0
    runs: int = 0


NO_NEEDS = Needs()


class RichMelds(NamedTuple):
    """Melds worth `points` toward an opening."""

    points: int
    melds: tuple[Meld, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(sorted(card for meld in self.melds for card in meld.cards))


class Richest:
    """Openings of a variant with one of its decks, of up to `most_cards` cards."""

    def __init__(self, context: Context, deck: Deck, most_cards: int) -> None:
        self.context, self.deck, self.settings = context, deck, context.settings
        self.shapes = Shapes(self.settings, deck, point_tables(self.settings).opening, most_cards)
        self.classes = sorted(self.shapes.classes(), key=lambda each: (-each.sums.points / each.sums.size, each))
        twos = len(self.settings.wilds.ranks) * len(deck.suits) * deck.copies
        self.all = Purse(most_cards, deck.jokers, twos)
        self.bounds = self._bounds()
        self.ticks = 0

    def most(self, purse: Purse, needs: Needs = NO_NEEDS) -> RichMelds | None:
        """The most points within a purse, or None if not even the runs that it needs can be laid."""
        purse = Purse(*map(min, purse, self.all))
        target = self.bounds[purse]
        while target >= 0:
            found, lower = self._reach(target, purse, needs)
            if found is not None:
                return found
            target = lower
        return None

    def reach(self, points: int, purse: Purse, needs: Needs = NO_NEEDS) -> RichMelds | None:
        """Melds within a purse worth at least so much, or None if there are none."""
        return self._reach(points, Purse(*map(min, purse, self.all)), needs)[0]

    def _bounds(self) -> dict[Purse, int]:
        """Dynamic programming over the best points of each (size, jokers, twos), each as often as it fits."""
        best: dict[tuple[int, int, int], int] = {}
        for _, sums in self.classes:
            key = (sums.size, sums.jokers, sums.twos)
            best[key] = max(best.get(key, 0), sums.points)
        bounds: dict[Purse, int] = {}
        for cards in range(self.all.cards + 1):
            for jokers in range(self.all.jokers + 1):
                for twos in range(self.all.twos + 1):
                    most = bounds[Purse(cards - 1, jokers, twos)] if cards else 0
                    for (size, its_jokers, its_twos), points in best.items():
                        if size <= cards and its_jokers <= jokers and its_twos <= twos:
                            rest = bounds[Purse(cards - size, jokers - its_jokers, twos - its_twos)]
                            most = max(most, points + rest)
                    bounds[Purse(cards, jokers, twos)] = most
        return bounds

    def _reach(self, target: int, purse: Purse, needs: Needs) -> tuple[RichMelds | None, int]:
        """A collection worth `target` or more, and else the next sum that is conceivable (-1 if there is none)."""
        below = -1
        chosen: list[ShapeClass] = []

        def search(first: int, left: Purse, worth: int) -> RichMelds | None:
            nonlocal below
            self._tick()
            if worth >= target and _satisfied(chosen, needs):
                return self._with_cards(chosen)
            for number in range(first, len(self.classes)):
                sums = self.classes[number].sums
                if sums.size > left.cards or sums.jokers > left.jokers or sums.twos > left.twos:
                    continue
                after = Purse(left.cards - sums.size, left.jokers - sums.jokers, left.twos - sums.twos)
                bound = worth + sums.points + self.bounds[after]
                if bound < target:
                    below = max(below, bound)
                    continue
                chosen.append(self.classes[number])
                found = search(number, after, worth + sums.points)
                chosen.pop()
                if found is not None:
                    return found
            return None

        return search(0, purse, 0), below

    def _with_cards(self, chosen: Sequence[ShapeClass]) -> RichMelds | None:
        """The shapes' ranks within the deck, then their suits, then legal by the rules themselves."""
        for members in self._members(chosen, Counter()):
            melds = next(self._suited(members, Counter(), []), None)
            if melds is not None:
                return RichMelds(sum(each.sums.points for each in chosen), melds)
        return None

    def _members(self, chosen: Sequence[ShapeClass], used: Counter[int]) -> Iterator[tuple[MeldShape, ...]]:
        """A shape of every class, so that no rank is used more often than the deck holds it."""
        if not chosen:
            yield ()
            return
        most = self.deck.copies * len(self.deck.suits)
        for shape in self.shapes.members(chosen[0]):
            self._tick()
            now = used + Counter(shape.naturals)
            if all(now[rank] <= most for rank in shape.naturals):
                for rest in self._members(chosen[1:], now):
                    yield (shape, *rest)

    def _suited(
        self, members: Sequence[MeldShape], used: Counter[Card], done: list[tuple[MeldShape, tuple[Card, ...]]]
    ) -> Iterator[tuple[Meld, ...]]:
        """Suits for every shape's naturals within the deck, then cards for its wilds."""
        if len(done) == len(members):
            melds = self._filled(done, used)
            if melds is not None and all(is_legal(meld, self.settings) for meld in melds):
                yield melds
            return
        shape = members[len(done)]
        for cards in self._naturals(shape):
            self._tick()
            now = used + Counter(cards)
            if all(now[card] <= self.deck.copies for card in cards):
                yield from self._suited(members, now, [*done, (shape, cards)])

    def _naturals(self, shape: MeldShape) -> Iterator[tuple[Card, ...]]:
        """The cards that a shape's naturals can be, in the order of its slots."""
        suits = range(1, len(self.deck.suits) + 1)
        filled = zip(shape.places, shape.classes, strict=True)
        ranks = [self.settings.rank_at(place) for place, each in filled if each == NATURAL]
        if shape.kind == "run":
            if self.settings.run.suit == "same":
                yield from (tuple(Card(rank, suit) for rank in ranks) for suit in suits)
            else:
                yield from _any_suits(ranks, suits)
            return
        law = suit_law(self.settings, shape.size, len(ranks) < shape.size)
        if law == "same":
            yield from (tuple(Card(rank, suit) for rank in ranks) for suit in suits)
        elif law == "distinct" or not self.settings.opening.repeated_suits:
            for chosen in combinations(suits, len(ranks)):
                yield tuple(Card(rank, suit) for rank, suit in zip(ranks, chosen, strict=True))
        else:
            yield from _any_suits(ranks, suits)

    def _filled(
        self, done: Sequence[tuple[MeldShape, tuple[Card, ...]]], used: Counter[Card]
    ) -> tuple[Meld, ...] | None:
        """The melds with a card in every slot, if the cards of a wild rank that are left can be dealt out."""
        melds = [Meld(shape.kind, self._slots(shape, naturals)) for shape, naturals in done]
        wanting = [(meld.kind, slot) for meld in melds for slot in meld.slots if slot.wild and slot.rank]
        dealt = self._dealt(wanting, {card: n - used[card] for card, n in self._wild_ranks().items()})
        if dealt is None:
            return None
        cards = iter(dealt)
        return tuple(
            Meld(meld.kind, _in_order(meld.kind, (_with_card(slot, cards) for slot in meld.slots))) for meld in melds
        )

    def _slots(self, shape: MeldShape, naturals: Sequence[Card]) -> tuple[Slot, ...]:
        """A shape's slots; a wild that is no joker has rank 1 for now."""
        mine, taken = list(naturals), [card.suit for card in naturals]
        law = suit_law(self.settings, shape.size, len(taken) < shape.size)
        apart = shape.kind == "set" and (law == "distinct" or not self.settings.opening.repeated_suits)
        free = [suit for suit in range(1, len(self.deck.suits) + 1) if suit not in taken] if apart else []
        if shape.kind == "set" and law == "three":
            free = three_suits(taken, range(1, len(self.deck.suits) + 1), shape.size - len(taken)) or []
        common = taken[0] if taken else 1
        slots = []
        for place, each in zip(shape.places, shape.classes, strict=True):
            if each == NATURAL:
                card = mine.pop(0)
                slots.append(Slot(card.rank, card.suit, place, card.suit, False))
            else:
                suit = free.pop(0) if free else common
                slots.append(Slot(each == RANKED, each == RANKED, place, suit, True))
        return tuple(slots)

    def _dealt(self, wanting: Sequence[tuple[Kind, Slot]], left: dict[Card, int]) -> list[Card] | None:
        """A card of a wild rank for every slot that wants one, away from its own place where it would be natural."""
        if not wanting:
            return []
        kind, slot = wanting[0]
        for card, number in left.items():
            self._tick()
            if number and not self._at_home(card, kind, slot):
                rest = self._dealt(wanting[1:], {**left, card: number - 1})
                if rest is not None:
                    return [card, *rest]
        return None

    def _wild_ranks(self) -> dict[Card, int]:
        ranks = self.settings.wild_ranks
        suits = range(1, len(self.deck.suits) + 1)
        return {Card(rank, suit): self.deck.copies for rank in ranks for suit in suits}

    def _at_home(self, card: Card, kind: Kind, slot: Slot) -> bool:
        if self.settings.wilds.natural != "in-place" or card.rank != self.settings.rank_at(slot.place):
            return False
        return kind == "set" or self.settings.run.suit == "any" or card.suit == slot.as_suit

    def _tick(self) -> None:
        self.ticks += 1
        if self.ticks % CHECK_EVERY == 0:
            self.context.seconds_left()


def _satisfied(chosen: Sequence[ShapeClass], needs: Needs) -> bool:
    runs = sum(each.kind == "run" for each in chosen)
    enough = runs >= needs.runs or runs == len(chosen)
    return enough and sum(each.is_pure_run for each in chosen) >= needs.pure_runs


def _with_card(slot: Slot, cards: Iterator[Card]) -> Slot:
    if not slot.wild or not slot.rank:
        return slot
    card = next(cards)
    return Slot(card.rank, card.suit, slot.place, slot.as_suit, True)


def _in_order(kind: Kind, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    if kind == "run":
        return tuple(slots)
    return tuple(sorted(slots, key=lambda slot: (slot.as_suit, slot.wild, slot.rank)))


def _any_suits(ranks: Sequence[int], suits: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    if not ranks:
        yield ()
        return
    for suit in suits:
        for rest in _any_suits(ranks[1:], suits):
            yield (Card(ranks[0], suit), *rest)
