"""What cards could be as a run: fitted into consecutive places, as written, or as best they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

from meldproof.cards import Card, Meld, Slot
from meldproof.checking.roles import can_be_wild, is_wild_rank, role_choices
from meldproof.notation import Token
from meldproof.rules.worth import point_tables
from meldproof.variants.vocabulary import Settings

Filling = dict[int, Slot]
"""Slots by place."""


def run_assignments(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
    """The ways to fit the cards into consecutive places; if none fits, the cards sorted as best they go."""
    fitted = False
    longest = len(s.deck.ranks) + 1
    most = 1 if len(tokens) > longest else None  # no run goes past both its ends, so one of each is enough to say so
    suits = (0,) if s.run.suit == "any" else (*_run_suits(tokens, s), 0)
    for suit in suits:
        if fitted and not suit:
            break
        for start in range(1, len(s.deck.ranks) + 1):
            for filling in islice(_fillings(tokens, start, suit, s), most):
                fitted = True
                yield Meld("run", tuple(filling[place] for place in sorted(filling)))
    if not fitted:
        for ace_high in (False, True):
            for order in _sorted_orders(tokens, s, ace_high=ace_high):
                yield Meld("run", _each_at_home(order, s, ace_high=ace_high))


def written_runs(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
    """The cards as written, from every starting place; where none fits, each natural at its own place."""
    ranks = len(s.deck.ranks)
    fitted = False
    for suit in _run_suits(tokens, s):
        for start in range(1, ranks + 1) if len(tokens) <= ranks + 1 else ():
            options = [_written(token, start + index, suit, s) for index, token in enumerate(tokens)]
            for slots in product(*options):
                fitted = True
                yield Meld("run", slots)
    if not fitted:
        yield Meld("run", _each_at_home(tokens, s, ace_high=False))
        yield Meld("run", _each_at_home(tokens, s, ace_high=True))


def _run_suits(tokens: Sequence[Token], s: Settings) -> list[int]:
    fixed = {t.card.suit for t in tokens if not can_be_wild(t.card, s)}
    fixed |= {t.stands_for.suit for t in tokens if t.stands_for}
    return sorted(fixed) if fixed else list(range(1, len(s.deck.suits) + 1))


def _fillings(tokens: Sequence[Token], start: int, suit: int, s: Settings) -> Iterator[Filling]:
    """The fillings of the places from `start` on, of one suit (0: naturals of any suit).

    One for each pattern of wild and natural places: the one worth most.
    """
    places = range(start, start + len(tokens))
    if places.stop > 2 * len(s.deck.ranks) + 1:
        return
    loose = [t for t in tokens if not t.stands_for and can_be_wild(t.card, s)]
    fixed = [t for t in tokens if t.stands_for or not can_be_wild(t.card, s)]
    for filling in _placings(fixed, places, suit, s):
        empty = [place for place in places if place not in filling]
        for at_home in _homecomings(loose, empty, suit, s):
            rest = list(loose)
            for slot in at_home.values():
                rest.remove(next(t for t in rest if t.card == slot.card))
            wild = _wild_filling(rest, [place for place in empty if place not in at_home], suit, s)
            if wild is not None:
                yield {**filling, **at_home, **wild}


def _placings(fixed: Sequence[Token], places: range, suit: int, s: Settings) -> Iterator[Filling]:
    """Every way to put cards whose rank is settled at places of that rank; identical ones in order."""
    if not fixed:
        yield {}
        return
    first, *others = fixed
    stands = first.stands_for or first.card
    if suit and stands.suit != suit:
        return
    slot = Slot(first.card.rank, first.card.suit, 0, stands.suit, first.stands_for is not None)
    for place in places:
        if s.rank_at(place) != stands.rank:
            continue
        for filling in _placings(others, places, suit, s):
            twins = (at for at, other in filling.items() if _same_printed(other, slot))
            if place not in filling and all(place < at for at in twins):
                yield {place: _at(slot, place), **filling}


def _homecomings(loose: Sequence[Token], empty: Sequence[int], suit: int, s: Settings) -> Iterator[Filling]:
    """Every choice of cards of a wild rank to be natural in places of their own."""
    choices: list[tuple[Slot | None, ...]] = []
    for place in empty:
        own = next((t.card for t in loose if s.wilds.natural != "never" and _is_own(t.card, place, suit, s)), None)
        choices.append((Slot(own.rank, own.suit, place, own.suit, False), None) if own else (None,))
    for chosen in product(*choices):
        slots = [slot for slot in chosen if slot]
        if not Counter(slot.card for slot in slots) - Counter(token.card for token in loose):
            yield {slot.place: slot for slot in slots}


def _wild_filling(wilds: Sequence[Token], places: Sequence[int], suit: int, s: Settings) -> Filling | None:
    """These wilds at these places, jokers where they gain most over the others; as written if that is worth as much.

    None where a card would be wild in a place in which it must be natural.
    """
    worths = point_tables(s).melded
    gain = {place: worths.joker_in_run[place] - worths.ranked_in_run[place] for place in places}
    jokers = [t for t in wilds if t.card.is_joker]
    ranked = [t for t in wilds if not t.card.is_joker]

    def barred(token: Token, place: int) -> bool:
        own = not token.card.is_joker and _is_own(token.card, place, suit, s)
        return own and s.wilds.natural == "in-place"

    forced = [place for place in places if ranked and all(barred(token, place) for token in ranked)]
    if len(forced) > len(jokers):
        return None
    by_gain = sorted(places, key=lambda place: (place not in forced, -gain[place]))
    for_jokers = set(by_gain[: len(jokers)])
    written = list(zip(places, wilds, strict=True))
    most = sum(gain[place] for place in for_jokers)
    gained = sum(gain[place] for place, token in written if token.card.is_joker)
    if gained < most or any(barred(token, place) for place, token in written):
        others = [place for place in places if place not in for_jokers]
        for index, place in enumerate(others):
            if barred(ranked[index], place):
                swap = next((j for j, other in enumerate(ranked) if not barred(other, place)), index)
                ranked[index], ranked[swap] = ranked[swap], ranked[index]
        written = [*zip(sorted(for_jokers), jokers, strict=True), *zip(others, ranked, strict=True)]
    return {place: Slot(t.card.rank, t.card.suit, place, suit or 1, True) for place, t in written}


def _is_own(card: Card, place: int, suit: int, s: Settings) -> bool:
    return card.rank == s.rank_at(place) and suit in (0, card.suit)


def _same_printed(one: Slot, other: Slot) -> bool:
    return (one.card, one.as_suit, one.wild) == (other.card, other.as_suit, other.wild)


def _at(slot: Slot, place: int) -> Slot:
    return Slot(slot.rank, slot.suit, place, slot.as_suit, slot.wild)


def _written(token: Token, place: int, suit: int, s: Settings) -> list[Slot]:
    card, stands_for = token.card, token.stands_for
    rank = s.rank_at(place)
    own = card.rank == rank and (s.run.suit == "any" or card.suit == suit)
    if stands_for and stands_for.rank != rank:
        return []
    found = []
    for wild in role_choices(card, stands_for, own, s):
        if wild:
            found.append(Slot(card.rank, card.suit, place, stands_for.suit if stands_for else suit, True))
        elif own:
            found.append(Slot(card.rank, card.suit, place, card.suit, False))
    return found


def _sorted_orders(tokens: Sequence[Token], s: Settings, *, ace_high: bool) -> Iterator[list[Token]]:
    """The settled cards in order, loose wilds in the gaps that they fill, the others at the high end or spread out."""
    ranks = len(s.deck.ranks)
    loose = [t for t in tokens if can_be_wild(t.card, s) and not t.stands_for]
    placed = sorted((_home(t, ranks, ace_high), t.number, t) for t in tokens if t not in loose)
    ordered: list[Token] = []
    last = 0
    for place, _, token in placed:
        gap = place - last - 1 if ordered else 0
        if 0 < gap <= len(loose):
            ordered += loose[:gap]
            del loose[:gap]
        ordered.append(token)
        last = place
    yield ordered + loose
    if len(loose) > 1:
        spread: list[Token] = []
        for token in reversed(ordered):
            spread += [loose.pop(), token] if loose else [token]
        yield [*loose, *reversed(spread)]


def _each_at_home(tokens: Sequence[Token], s: Settings, *, ace_high: bool) -> tuple[Slot, ...]:
    """Naturals at their own place whatever stands beside them; wilds follow what is before them, or lead up to it."""
    ranks = len(s.deck.ranks)
    suit = _run_suits(tokens, s)[0]
    wild = [
        t.card.is_joker or t.stands_for is not None or (is_wild_rank(t.card, s) and s.wilds.natural == "never")
        for t in tokens
    ]
    settled = [index for index, token in enumerate(tokens) if token.stands_for or not wild[index]]
    leading = settled[0] if settled else 0
    before = max(_home(tokens[leading], ranks, ace_high) - leading - 1, 0) if settled else 0
    slots: list[Slot] = []
    for index, token in enumerate(tokens):
        card, stands_for = token.card, token.stands_for
        place = _home(token, ranks, ace_high) if index in settled else before % (2 * ranks) + 1
        as_suit = stands_for.suit if stands_for else suit if wild[index] else card.suit
        slots.append(Slot(card.rank, card.suit, place, as_suit, wild[index]))
        before = place
    return tuple(slots)


def _home(token: Token, ranks: int, ace_high: bool) -> int:
    rank = (token.stands_for or token.card).rank
    return ranks + 1 if rank == 1 and ace_high else rank
