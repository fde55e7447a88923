"""The pieces of the brute-force engine: every legal meld over every choice of items, found by trying.

*Items* have a bit each: first the table (whole melds where melds only grow, single cards where the table may be
rearranged), then the cards of the hand. What a meld is, the rules of `rules.melds` alone say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import permutations, product
from typing import NamedTuple

import msgspec

from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Meld, Slot
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.notation import represented
from meldproof.rules.melds import RULES, Rule, applies
from meldproof.rules.worth import meld_worth, slot_worth
from meldproof.variants.vocabulary import Settings

Slots = tuple[Slot, ...]

_MOVABLE = frozenset({"set.suits", "wilds.natural"})
"""The only rules that see which of several wilds stands where, or a suit that a wild of a set is given."""
_RULES = sorted(RULES, key=lambda rule: rule.name in _MOVABLE)


class Piece(NamedTuple):
    """A meld that may lie on the final table: its items, the points of the hand's cards in it, its opening points.

    `new` is made of hand cards alone, `counts` for an opening; `freed` holds the table jokers (as items) that play a
    part only a freed one may play; `same` the table melds it looks just like; `grown` the table meld it grew from.
    """

    mask: int
    meld: Meld
    points: int
    opening: int = 0
    new: bool = False
    counts: bool = False
    freed: int = 0
    same: tuple[int, ...] = ()
    grown: int | None = None

    @property
    def pure(self) -> bool:
        return self.meld.kind == "run" and not any(slot.wild for slot in self.meld.slots)


def pieces_of(problem: Problem, deadline: float | None) -> Iterator[Piece]:
    """Every useful piece: of those with the same items and the same part in the demands, only the undominated."""
    offset, cards = items_of(problem)
    if problem.rearranges:
        for mask in range(1, 1 << len(cards)):
            check_time(deadline)
            yield from _useful(_rearranged(problem, mask, offset, cards))
        return
    for hand in range(1 << len(problem.hand)):
        check_time(deadline)
        mask = hand << offset
        if hand:
            yield from _useful(_new_meld(problem, mask, meld) for meld in _melds_in(problem, mask, cards))
        for index in range(offset):
            yield from _useful(_laid_off(problem, mask | 1 << index, index, hand))


def items_of(problem: Problem) -> tuple[int, list[Card]]:
    """How many items the table makes, and the card of every item (of a whole meld its first: nobody asks for it)."""
    if problem.rearranges:
        table = [card for meld in problem.table for card in meld.cards]
    else:
        table = [meld.cards[0] for meld in problem.table]
    return len(table), [*table, *problem.hand]


def items_in(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _melds_in(problem: Problem, mask: int, cards: Sequence[Card]) -> tuple[Meld, ...]:
    chosen = tuple(sorted(cards[bit] for bit in items_in(mask)))
    return _melds_of(problem.settings, problem.rearranges)(chosen)


def _new_meld(problem: Problem, mask: int, meld: Meld) -> Piece:
    repeats = meld.kind == "set" and len({slot.as_suit for slot in meld.slots}) < len(meld.slots)
    counts = problem.settings.opening.repeated_suits or not repeats
    opening = meld_worth(meld, problem.points.opening) if counts else 0
    return Piece(mask, meld, meld_worth(meld, problem.points.melded), opening, new=True, counts=counts)


def _laid_off(problem: Problem, mask: int, index: int, hand: int) -> Iterator[Piece]:
    base = problem.table[index]
    if not hand:
        yield Piece(mask, base, 0, same=(index,), grown=index)
    elif problem.settings.layoff.on != "none":
        laid = tuple(sorted(problem.hand[bit] for bit in items_in(hand)))
        for meld, slots in _growths(problem.settings, base, laid):
            yield Piece(mask, meld, _points(problem, meld, slots), grown=index)


def _points(problem: Problem, meld: Meld, slots: Iterable[Slot]) -> int:
    return sum(slot_worth(slot, meld.kind == "set", problem.points.melded) for slot in slots)


def _rearranged(problem: Problem, mask: int, offset: int, cards: Sequence[Card]) -> Iterator[Piece]:
    """Pieces of a table that may be rearranged: every legal meld, with every way to tell table from hand copies."""
    homes = [(meld, slot) for meld in problem.table for slot in meld.slots]
    frozen = problem.settings.table.jokers == "frozen"
    for meld in _melds_in(problem, mask, cards):
        same = tuple(i for i, old in enumerate(problem.table) if _looks(old) == _looks(meld))
        if mask >> offset << offset == mask:
            yield _new_meld(problem, mask, meld)._replace(same=same)
            continue
        for items in _owners(meld, items_in(mask), cards):
            owned = list(zip(meld.slots, items, strict=True))
            points = _points(problem, meld, (slot for slot, item in owned if item >= offset))
            moved = [
                item
                for slot, item in owned
                if item < offset and slot.rank == 0 and frozen and not _stays(problem, *homes[item], meld, slot)
            ]
            if moved and problem.settings.exchange.into == "new-meld" and _holds_an_old_meld(problem, mask):
                continue
            yield Piece(mask, meld, points, freed=sum(1 << item for item in moved), same=same)


def _holds_an_old_meld(problem: Problem, mask: int) -> bool:
    """Whether a piece has all the cards of some table meld."""
    first = 0
    for meld in problem.table:
        whole = ((1 << len(meld.slots)) - 1) << first
        if mask & whole == whole:
            return True
        first += len(meld.slots)
    return False


def _owners(meld: Meld, items: Sequence[int], cards: Sequence[Card]) -> Iterator[list[int]]:
    """Every way to say which item fills which slot."""
    kinds = sorted(set(meld.cards))
    copies = [[item for item in items if cards[item] == kind] for kind in kinds]
    for orders in product(*(permutations(group) for group in copies)):
        supply = {kind: iter(order) for kind, order in zip(kinds, orders, strict=True)}
        yield [next(supply[card]) for card in meld.cards]


def _looks(meld: Meld) -> tuple[object, ...]:
    """Kind, cards and places; the order of a set and the suits of its wilds say nothing."""
    places = [(slot.rank, slot.suit, slot.place) for slot in meld.slots]
    return (meld.kind, *(sorted(places) if meld.kind == "set" else places))


def _stays(problem: Problem, home: Meld, was: Slot, meld: Meld, slot: Slot) -> bool:
    """Whether a joker plays a part it may play without being freed."""
    if home.kind == "set":
        return meld.kind == "set" and slot.place == was.place
    return represented(slot, problem.deck) == represented(was, problem.deck)


def _useful(pieces: Iterable[Piece]) -> list[Piece]:
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        key = (piece.meld.kind, piece.pure, piece.new, piece.counts, piece.freed, piece.same)
        group = groups.setdefault(key, [])
        if not any(other.points >= piece.points and other.opening >= piece.opening for other in group):
            group[:] = [p for p in group if p.points > piece.points or p.opening > piece.opening] + [piece]
    return [piece for group in groups.values() for piece in group]


def check_time(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise EngineDeclined(say("brute ran out of time"))


# Legal melds of given cards: every assignment


@lru_cache(maxsize=64)
def _melds_of(s: Settings, exact: bool) -> Callable[[tuple[Card, ...]], tuple[Meld, ...]]:
    """Legal melds by sorted cards, remembered. `exact` keeps apart even wilds that no rule or value can tell apart."""
    return lru_cache(maxsize=200_000)(partial(_legal_melds, s, exact))


def _legal_melds(s: Settings, exact: bool, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    return tuple(meld for meld, _ in (*_sets(s, exact, cards), *_runs(s, exact, cards)))


def _sets(s: Settings, exact: bool, cards: Sequence[Card]) -> Iterator[tuple[Meld, Slots]]:
    plain = {card.rank for card in cards if not _can_be_wild(card, s)}
    for rank in range(1, len(s.deck.ranks) + 1):
        if plain <= {rank}:
            yield from _set_with(s, exact, cards, rank)


def _runs(s: Settings, exact: bool, cards: Sequence[Card]) -> Iterator[tuple[Meld, Slots]]:
    ranks = len(s.deck.ranks)
    plain = [card for card in cards if not _can_be_wild(card, s)]
    for suit in [0] if s.run.suit == "any" else range(1, len(s.deck.suits) + 1):
        if any(suit not in (0, card.suit) for card in plain):
            continue
        for start in range(1, ranks + 1):
            places = tuple(range(start, start + len(cards)))
            if places[-1] <= 2 * ranks and all((card.rank - start) % ranks < len(cards) for card in plain):
                yield from _run_with(s, exact, cards, places, suit)


def _growths(s: Settings, base: Meld, cards: Sequence[Card]) -> Iterator[tuple[Meld, Slots]]:
    """The legal melds that a table meld grows to with these cards, each with the slots of these cards."""
    if base.kind == "set":
        yield from _set_with(s, False, cards, base.slots[0].place, base.slots)
        return
    ranks, cyclic = len(s.deck.ranks), s.run.ends.startswith("cyclic")
    for below in range(len(cards) + 1):
        first = base.slots[0].place - below
        turn = ranks if first < 1 and cyclic else 0  # a run that goes round may be read one round later
        old = tuple(msgspec.structs.replace(slot, place=slot.place + turn) for slot in base.slots)
        after = old[-1].place + 1
        places = (*range(first + turn, old[0].place), *range(after, after + len(cards) - below))
        if places[0] >= 1 and places[-1] <= 2 * ranks:
            yield from _run_with(s, False, cards, places, 0 if s.run.suit == "any" else old[0].as_suit, old)


def _set_with(
    s: Settings, exact: bool, cards: Sequence[Card], rank: int, base: Slots = ()
) -> Iterator[tuple[Meld, Slots]]:
    """Every legal set of a rank made of these cards and of a table set, whose wilds may change their suits."""
    held = [slot for slot in base if not slot.wild]
    old = [slot.card for slot in base if slot.wild]
    for naturals, wilds, _ in _roles(s, cards, (rank,) * len(cards), 0):
        for parts in _suited(s, exact, (*old, *wilds), rank):
            slots = sorted((*held, *naturals, *parts), key=lambda slot: (slot.as_suit, slot))
            meld = Meld("set", tuple(slots))
            fault = _fault(s, meld)
            if fault is None:
                yield meld, (*naturals, *parts[len(old) :])
            elif fault.name not in _MOVABLE:
                break


def _run_with(
    s: Settings, exact: bool, cards: Sequence[Card], places: Sequence[int], suit: int, base: Slots = ()
) -> Iterator[tuple[Meld, Slots]]:
    """Every legal run with these cards on these places, in a suit (0 for any), beside the slots of a table run."""
    suits = [suit] if suit else range(1, len(s.deck.suits) + 1 if exact else 2)
    for naturals, wilds, gaps in _roles(s, cards, places, suit):
        for order, as_suits in product(_orders(wilds, exact, suit), product(suits, repeat=len(wilds))):
            parts = (Slot(c.rank, c.suit, at, as_, True) for c, at, as_ in zip(order, gaps, as_suits, strict=True))
            laid = (*naturals, *parts)
            meld = Meld("run", tuple(sorted((*base, *laid), key=lambda slot: slot.place)))
            fault = _fault(s, meld)
            if fault is None:
                yield meld, laid
            elif fault.name not in _MOVABLE:
                break


def _fault(s: Settings, meld: Meld) -> Rule | None:
    """A rule that the meld breaks, one that would be broken wherever its wilds stood before others; None if legal."""
    return next((rule for rule in _RULES if applies(rule, meld) and not rule.holds(meld, s)), None)


def _roles(
    s: Settings, cards: Sequence[Card], places: Sequence[int], suit: int
) -> Iterator[tuple[Slots, tuple[Card, ...], tuple[int, ...]]]:
    """Every choice of who is natural, in its own place, and who is wild: slots, the wild cards, the places left."""
    if not cards:
        yield (), (), tuple(places)
        return
    card = min(cards, key=lambda card: _can_be_wild(card, s))
    others = list(cards)
    others.remove(card)
    for place in sorted(set(places)):
        if card.rank == s.rank_at(place) and suit in (0, card.suit):
            slot = Slot(card.rank, card.suit, place, card.suit, wild=False)
            free = list(places)
            free.remove(place)
            for naturals, wilds, left in _roles(s, others, free, suit):
                yield (slot, *naturals), wilds, left
    if _can_be_wild(card, s):
        for naturals, wilds, left in _roles(s, others, places, suit):
            yield naturals, (card, *wilds), left


def _can_be_wild(card: Card, s: Settings) -> bool:
    return card.is_joker or s.deck.ranks[card.rank - 1] in s.wilds.ranks


def _suited(s: Settings, exact: bool, wilds: Sequence[Card], rank: int, after: Slots = ()) -> Iterator[Slots]:
    """Wilds of a set with every choice of suits; neighbours that are alike stand in the order of their suits."""
    if not wilds:
        yield after
        return
    card, lowest = wilds[0], 1
    if after and (after[-1].card == card or (after[-1].rank == card.rank and not exact)):
        lowest = after[-1].as_suit
    for suit in range(lowest, len(s.deck.suits) + 1):
        yield from _suited(s, exact, wilds[1:], rank, (*after, Slot(card.rank, card.suit, rank, suit, wild=True)))


def _orders(wilds: Sequence[Card], exact: bool, suit: int) -> Iterator[tuple[Card, ...]]:
    """Wilds of a run in every order, but for those that only swap wilds no rule or value can tell apart."""
    if not wilds:
        yield ()
    tried = set()
    for i, card in enumerate(wilds):
        look = card if exact or card.suit == suit else Card(card.rank, 0)
        if look not in tried:
            tried.add(look)
            yield from ((card, *others) for others in _orders((*wilds[:i], *wilds[i + 1 :]), exact, suit))
