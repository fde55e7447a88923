"""Every meld that some cards can make, as columns: what a meld uses, what it gains, what it looks like.

Cards that are interchangeable are one item with a number of copies; a wild that is bound (a frozen joker on the
table) is an item of its own. Melds are made by walking the catalogue's windows through its automaton.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

import msgspec

from meldproof.arranging.automaton import (
    DEAD,
    JOKER,
    NATURAL,
    RANKED,
    automaton,
    last_place,
    longest_run,
    longest_set,
    roles,
    run_starts,
    suit_law,
    three_suits,
)
from meldproof.arranging.limits import Watch
from meldproof.cards import Card, Kind, Meld, Slot, order_in_set
from meldproof.rules.worth import Worths, points_of_slot
from meldproof.variants.vocabulary import Settings


class Item(msgspec.Struct, frozen=True):
    """Interchangeable cards. `mine` are hand cards; `spare` is how many copies may stay unmelded.

    `bound_run` is the tile a frozen run joker stands for, `bound_set` the rank of a frozen set joker (0 for none).
    `pooled` items stand for any card of a wild rank. `theirs` of the copies are the table's, though all count as hand
    cards: the difference is a constant.
    """

    card: Card
    copies: int
    mine: bool
    spare: int
    bound_run: Card | None = None
    bound_set: int = 0
    pooled: bool = False
    theirs: int = 0

    @property
    def wild_class(self) -> int:
        """JOKER or RANKED, for an item that can be wild."""
        return JOKER if self.card.is_joker else RANKED


class Filled(msgspec.Struct, frozen=True):
    """A slot with the number of the item that fills it."""

    slot: Slot
    item: int


class Candidate(msgspec.Struct, frozen=True):
    """A legal meld made of items. `fixed` slots (a table meld's own) have item -1."""

    kind: Kind
    filled: tuple[Filled, ...]

    @property
    def meld(self) -> Meld:
        return Meld(self.kind, tuple(entry.slot for entry in self.filled))

    @property
    def is_pure(self) -> bool:
        return not any(entry.slot.wild for entry in self.filled)


class Stock(msgspec.Struct, frozen=True):
    """Items by what they can be: naturals by card, and wild items."""

    naturals: Mapping[Card, tuple[int, ...]]
    wilds: tuple[int, ...]


def stock_of(items: Sequence[Item], s: Settings) -> Stock:
    """Which items may play which roles."""
    allowed = roles(s)
    naturals: dict[Card, tuple[int, ...]] = {}
    wilds = []
    for number, item in enumerate(items):
        if item.card.is_joker or item.card.rank in allowed.wild:
            wilds.append(number)
        is_bound = item.bound_run is not None or item.bound_set != 0
        if item.card.rank in allowed.natural and not item.pooled and not is_bound:
            naturals[item.card] = (*naturals.get(item.card, ()), number)
    return Stock(naturals, tuple(wilds))


class Maker:
    """Makes every meld of some items, and every meld a table meld can grow into.

    With `most_wilds` only melds of so few wilds are made. Where wilds of a kind may be swapped (`swaps`: their places
    tell nothing, as no meld of theirs lies on the table), of melds that differ by a swap one is made, the first in
    canonical order. `watch` says when it has taken too long.
    """

    def __init__(
        self,
        items: Sequence[Item],
        s: Settings,
        growing: int = 0,
        *,
        most_wilds: int | None = None,
        swaps: bool = False,
        watch: Watch | None = None,
    ) -> None:
        self.items = items
        self.most_wilds = len(items) * 1000 if most_wilds is None else most_wilds
        self.swaps = swaps
        self.watch = watch or Watch(None)
        self.s = s
        self.stock = stock_of(items, s)
        self.roles = roles(s)
        cards = sum(item.copies for item in items) + growing
        self.longest_set = longest_set(s, cards)
        self.run_walk = automaton(s, "run", longest_run(s))
        self.set_walk = automaton(s, "set", self.longest_set)
        self.left = [item.copies for item in items]
        self.ranks = len(s.deck.ranks)
        self.rank_of = [s.rank_at(place) for place in range(2 * self.ranks + 1)]
        self.suits = range(1, len(s.deck.suits) + 1)

    def melds(self) -> Iterator[Candidate]:
        """Every legal meld, sets first, each assignment once."""
        for rank in range(1, self.ranks + 1):
            yield from self._sets(rank, ())
        if self.s.run.suit == "any":
            yield from self._runs(0, {}, run_starts(self.s))
        else:
            for suit in self.suits:
                yield from self._runs(suit, {}, run_starts(self.s))

    def grown(self, meld: Meld) -> Iterator[Candidate]:
        """Every meld that a table meld can grow into, with at least one card more."""
        if meld.kind == "set":
            yield from self._sets(meld.slots[0].place, meld.slots)
            return
        fixed = {slot.place: slot for slot in meld.slots}
        first = meld.slots[0].place
        suit = 0 if self.s.run.suit == "any" else meld.slots[0].as_suit
        shifts = [0] if first <= self.ranks else [self.ranks]
        if self.s.run.ends.startswith("cyclic"):  # a run from the ace may grow down past it, to the king
            shifts.append(shifts[0] - self.ranks)
        for shift in shifts:
            moved = {place - shift: msgspec.structs.replace(slot, place=place - shift) for place, slot in fixed.items()}
            starts = [start for start in run_starts(self.s) if start <= min(moved)]
            yield from self._runs(suit, moved, starts)

    def _runs(self, suit: int, fixed: Mapping[int, Slot], starts: Sequence[int]) -> Iterator[Candidate]:
        for start in starts:
            limit = last_place(self.s, start)
            if not fixed or max(fixed) <= limit:
                yield from self._walk(suit, fixed, start, limit, 0, [])

    def _walk(
        self, suit: int, fixed: Mapping[int, Slot], place: int, limit: int, state: int, path: list[Filled]
    ) -> Iterator[Candidate]:
        self.watch.step()
        covers = len(path) > len(fixed) and (not fixed or place > max(fixed))
        if covers and state in self.run_walk.accepting:
            yield Candidate("run", tuple(path))
        if place > limit:
            return
        if place in fixed:
            slot = fixed[place]
            following = self.run_walk.steps[state][_slot_class(slot)]
            if following != DEAD:
                path.append(Filled(slot, -1))
                yield from self._walk(suit, fixed, place + 1, limit, following, path)
                path.pop()
            return
        for entry, slot_class in self._fillings(place, suit, "run"):
            following = self.run_walk.steps[state][slot_class]
            if following == DEAD or (slot_class != NATURAL and self._is_needless(path, entry, place, suit)):
                continue
            self.left[entry.item] -= 1
            path.append(entry)
            yield from self._walk(suit, fixed, place + 1, limit, following, path)
            path.pop()
            self.left[entry.item] += 1

    def _is_needless(self, path: Sequence[Filled], entry: Filled, place: int, suit: int) -> bool:
        """Whether a wild is one too many, or swapped with an earlier one makes an equal meld that comes first."""
        wilds = [other for other in path if other.slot.wild and other.item >= 0]
        if len(wilds) >= self.most_wilds:
            return True
        if not self.swaps:
            return False
        item, rank = self.items[entry.item], self.rank_of[place]
        for other in wilds:
            before, at = self.items[other.item], self.rank_of[other.slot.place]
            if (
                item.card < before.card
                and item.wild_class == before.wild_class
                and item.mine == before.mine
                and self._may_stand(item, at, suit, "run")
                and self._may_stand(before, rank, suit, "run")
            ):
                return True
        return False

    def _fillings(self, place: int, suit: int, kind: str) -> Iterator[tuple[Filled, int]]:
        """What can stand at a run's place: naturals of the suit (any suit for 0), then wilds."""
        rank = self.rank_of[place]
        for natural_suit in self.suits if suit == 0 else (suit,):
            for number in self.stock.naturals.get(Card(rank, natural_suit), ()):
                if self.left[number]:
                    yield Filled(Slot(rank, natural_suit, place, natural_suit, False), number), NATURAL
        for number in self.stock.wilds:
            item = self.items[number]
            if not self.left[number] or not self._may_stand(item, rank, suit, "run"):
                continue
            as_suit = suit or (item.bound_run.suit if item.bound_run else 1)
            yield Filled(Slot(item.card.rank, item.card.suit, place, as_suit, True), number), item.wild_class

    def _may_stand(self, item: Item, rank: int, suit: int, kind: str) -> bool:
        if item.bound_set:
            return kind == "set" and item.bound_set == rank
        if item.bound_run:
            return item.bound_run.rank == rank and (kind == "set" or suit in (0, item.bound_run.suit))
        if item.card.is_joker or item.pooled or self.roles.wild_at_home:
            return True
        return item.card.rank != rank or (kind == "run" and suit not in (0, item.card.suit))

    def _sets(self, rank: int, fixed: tuple[Slot, ...]) -> Iterator[Candidate]:
        """Sets of a rank: naturals by non-decreasing suit, then wilds; `fixed` slots are there already."""
        naturals = [
            (Filled(Slot(rank, suit, rank, suit, False), number), suit)
            for suit in self.suits
            for number in self.stock.naturals.get(Card(rank, suit), ())
        ]
        wilds = [number for number in self.stock.wilds if self._may_stand(self.items[number], rank, 0, "set")]
        room = self.longest_set - len(fixed)
        least = max(self.s.set.min - len(fixed), 1 if fixed else 0)
        there = [self.left[entry.item] for entry, _ in naturals]
        most_wilds = min(self.most_wilds, sum(self.left[number] for number in wilds))
        for size in range(least, min(room, sum(there) + most_wilds) + 1):
            for natural_count in range(max(0, size - most_wilds), min(size, sum(there)) + 1):
                for chosen in _multisets(there, natural_count):
                    self.watch.step()
                    entries = [naturals[index][0] for index in chosen]
                    for wild_chosen in combinations_with_replacement(wilds, size - natural_count):
                        self.watch.step()
                        yield from self._one_set(rank, fixed, entries, wild_chosen)

    def _one_set(
        self, rank: int, fixed: tuple[Slot, ...], naturals: list[Filled], wilds: tuple[int, ...]
    ) -> Iterator[Candidate]:
        used = [entry.item for entry in naturals] + list(wilds)  # a wild rank may be natural and wild in one set
        if any(used.count(number) > self.left[number] for number in set(wilds)):
            return
        classes = [NATURAL] * len(naturals) + [_slot_class(slot) for slot in fixed]
        classes += [self.items[number].wild_class for number in wilds]
        if not self.set_walk.accepts(sorted(classes)):
            return
        suits = [entry.slot.suit for entry in naturals] + [slot.suit for slot in fixed if not slot.wild]
        fixed_wilds = [slot for slot in fixed if slot.wild]
        wild_suits = self._wild_suits(suits, [self.items[number] for number in wilds], len(fixed_wilds))
        if wild_suits is None:
            return
        filled = [Filled(slot, -1) for slot in fixed if not slot.wild] + naturals
        for number, suit in zip(wilds, wild_suits, strict=False):
            card = self.items[number].card
            filled.append(Filled(Slot(card.rank, card.suit, rank, suit, True), number))
        for slot, suit in zip(fixed_wilds, wild_suits[len(wilds) :], strict=True):
            filled.append(Filled(msgspec.structs.replace(slot, as_suit=suit), -1))
        filled.sort(key=lambda entry: order_in_set(entry.slot))
        yield Candidate("set", tuple(filled))

    def _wild_suits(self, suits: list[int], wilds: list[Item], more: int) -> list[int] | None:
        """Suits for a set's wilds (`more` unbound ones last), or None where the suits don't do."""
        number = len(wilds) + more
        size = len(suits) + number
        law = suit_law(self.s, size, number > 0)
        if law == "same":
            return None if len(set(suits)) > 1 else [suits[0] if suits else 1] * number
        if law == "any":
            free = [suit for suit in self.suits if suit not in suits]
            return [item.bound_run.suit if item.bound_run else free.pop(0) if free else 1 for item in wilds] + [
                free.pop(0) if free else 1 for _ in range(more)
            ]
        bound = [item.bound_run.suit for item in wilds if item.bound_run]
        taken = suits + bound
        if law == "three":
            found = three_suits(taken, self.suits, number - len(bound))
            if found is None:
                return None
            return [item.bound_run.suit if item.bound_run else found.pop(0) for item in wilds] + found
        if len(set(taken)) < len(taken) or size > len(self.suits):
            return None
        free = [suit for suit in self.suits if suit not in taken]
        return [item.bound_run.suit if item.bound_run else free.pop(0) for item in wilds] + free[:more]


def _multisets(there: Sequence[int], size: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of so many things by number, of each as many as there are, in the order of the numbers."""
    if not size:
        yield ()
        return
    for number in range(first, len(there)):
        if size > sum(there[number:]):
            return
        for times in range(min(size, there[number]), 0, -1):
            for rest in _multisets(there, size - times, number + 1):
                yield (*(number,) * times, *rest)


def _slot_class(slot: Slot) -> int:
    if not slot.wild:
        return NATURAL
    return JOKER if slot.rank == 0 else RANKED


def candidate_points(candidate: Candidate, items: Sequence[Item], worths: Worths) -> int:
    """The points of a candidate's hand cards."""
    return sum(
        points_of_slot(entry.slot, candidate.kind, worths)
        for entry in candidate.filled
        if entry.item >= 0 and items[entry.item].mine
    )
