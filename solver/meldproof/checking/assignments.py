"""What the wilds of some cards could stand for: every sensible assignment, legal or not.

The rules judge afterwards. An assignment that could be structurally sound is never left out; for cards that fit
no set and no run there is at least one of each kind, so that the rules have something to find fault with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from meldproof.cards import Card, Kind, Meld, Slot
from meldproof.notation import Token
from meldproof.rules.melds import has_wild_rank
from meldproof.variant.vocabulary import Settings

Roles = tuple[bool, ...]
"""For each card, whether it plays a wild role."""


def assignments(tokens: Sequence[Token], s: Settings, *, ordered: bool = False) -> Iterator[Meld]:
    """Assigned melds of exactly these cards: sets first, then runs.

    With `ordered` a run's cards stand as written. `=` binds a wild's card.
    """
    yield from _sets(tokens, s)
    yield from (_ordered_runs if ordered else _runs)(tokens, s)


def role_choices(card: Card, stands_for: Card | None, kind: Kind, own_place: bool, s: Settings) -> tuple[bool, ...]:
    """The roles (wild or not) a card may play: in its own place or elsewhere, without and with `=`."""
    if card.is_joker or stands_for is not None:
        return (True,)
    if not is_wild_rank(card, s):
        return (False,)
    if s.wilds.natural == "never":
        return (True,)
    if not own_place:
        return (True,)
    return (False,) if s.wilds.natural == "in-place" else (False, True)


def is_wild_rank(card: Card, s: Settings) -> bool:
    return not card.is_joker and bool(has_wild_rank(card, s))


def _sets(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
    for rank in _set_ranks(tokens, s):
        choices = (role_choices(t.card, t.stands_for, "set", t.card.rank == rank, s) for t in tokens)
        for roles in _distinct_roles(tokens, choices):
            yield Meld("set", _set_slots(tokens, roles, rank, s))


def _set_ranks(tokens: Sequence[Token], s: Settings) -> list[int]:
    """The ranks worth trying: those of cards that can't be wild, else of any card, else all."""
    fixed = {t.card.rank for t in tokens if not t.card.is_joker and not is_wild_rank(t.card, s) and not t.stands_for}
    fixed |= {t.stands_for.rank for t in tokens if t.stands_for}
    if fixed:
        return sorted(fixed)
    return list(range(1, len(s.deck.ranks) + 1))


def _distinct_roles(tokens: Sequence[Token], choices: Iterator[tuple[bool, ...]]) -> Iterator[Roles]:
    """Each choice of roles once, not again for an identical card."""
    seen: set[tuple[tuple[tuple[Card, bool], int], ...]] = set()
    for roles in product(*choices):
        key = tuple(sorted(Counter(zip((t.card for t in tokens), roles, strict=True)).items()))
        if key not in seen:
            seen.add(key)
            yield roles


def _set_slots(tokens: Sequence[Token], roles: Roles, rank: int, s: Settings) -> tuple[Slot, ...]:
    """A set's slots: naturals as they are, wilds in missing suits (or the common one where suits must be the same)."""
    natural_suits = [t.card.suit for t, wild in zip(tokens, roles, strict=True) if not wild]
    bound = [t.stands_for.suit for t in tokens if t.stands_for]
    taken = natural_suits + bound
    suits = range(1, len(s.deck.suits) + 1)
    free = [suit for suit in suits if suit not in taken]
    if s.set.suits == "same":
        free = [taken[0] if taken else 1] * len(tokens)
    slots = []
    for token, wild in zip(tokens, roles, strict=True):
        if not wild:
            slots.append(Slot(token.card.rank, token.card.suit, token.card.rank, token.card.suit, False))
        elif token.stands_for:
            slots.append(Slot(token.card.rank, token.card.suit, token.stands_for.rank, token.stands_for.suit, True))
        else:
            suit = free.pop(0) if free else 1
            slots.append(Slot(token.card.rank, token.card.suit, rank, suit, True))
    return tuple(sorted(slots, key=lambda slot: (slot.place, slot.as_suit, slot.wild, slot.rank)))


def _runs(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
    """Every way to fit the cards into consecutive places; if none fits, the cards sorted as best they go."""
    fitted = False
    ranks = len(s.deck.ranks)
    suits = range(1, len(s.deck.suits) + 1) if len(tokens) <= ranks + 1 else ()
    for one_suit in (True, False):
        if fitted or (one_suit and s.run.suit == "any"):
            continue
        for suit in _run_suits(tokens, s) if one_suit else list(suits)[:1]:
            for start in range(1, ranks + 1):
                for slots in _fits(tokens, start, suit if one_suit else 0, s):
                    fitted = True
                    yield Meld("run", slots)
    if not fitted:
        yield Meld("run", _sorted_run(tokens, s, ace_high=False))
        yield Meld("run", _sorted_run(tokens, s, ace_high=True))


def _run_suits(tokens: Sequence[Token], s: Settings) -> list[int]:
    fixed = {t.card.suit for t in tokens if not t.card.is_joker and not is_wild_rank(t.card, s) and not t.stands_for}
    fixed |= {t.stands_for.suit for t in tokens if t.stands_for}
    return sorted(fixed) if fixed else list(range(1, len(s.deck.suits) + 1))


def _fits(tokens: Sequence[Token], start: int, suit: int, s: Settings) -> Iterator[tuple[Slot, ...]]:
    """All fillings of the places from `start` on, of one suit (0: naturals of any suit)."""
    ranks = len(s.deck.ranks)
    if len(tokens) > 2 * ranks - start + 1:
        return
    pools: Counter[tuple[Card, Card | None]] = Counter((t.card, t.stands_for) for t in tokens)
    order = sorted(pools, key=lambda pool: (pool[0].is_joker, pool[0], pool[1] or Card(0, 0)))
    slots: list[Slot] = []

    def fill(place: int) -> Iterator[tuple[Slot, ...]]:
        if place == start + len(tokens):
            yield tuple(slots)
            return
        rank = (place - 1) % ranks + 1
        tried_ranked = False
        for card, stands_for in order:
            if not pools[card, stands_for]:
                continue
            own = card.rank == rank and (suit in (0, card.suit))
            if stands_for and (stands_for.rank != rank or (suit and stands_for.suit != suit)):
                continue
            for wild in role_choices(card, stands_for, "run", own, s):
                if not wild and not own:
                    continue
                plain_ranked = wild and not card.is_joker and not stands_for and card.rank != 0
                if plain_ranked and not own and card.suit != suit and tried_ranked:
                    continue
                tried_ranked = tried_ranked or (plain_ranked and not own and card.suit != suit)
                as_suit = stands_for.suit if stands_for else (suit or 1) if wild else card.suit
                pools[card, stands_for] -= 1
                slots.append(Slot(card.rank, card.suit, place, as_suit, wild))
                yield from fill(place + 1)
                slots.pop()
                pools[card, stands_for] += 1

    yield from fill(start)


def _ordered_runs(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
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
        yield Meld("run", _written_run(tokens, s, ace_high=False))
        yield Meld("run", _written_run(tokens, s, ace_high=True))


def _written(token: Token, place: int, suit: int, s: Settings) -> list[Slot]:
    card, stands_for = token.card, token.stands_for
    rank = (place - 1) % len(s.deck.ranks) + 1
    own = card.rank == rank and (s.run.suit == "any" or card.suit == suit)
    if stands_for and stands_for.rank != rank:
        return []
    found = []
    for wild in role_choices(card, stands_for, "run", own, s):
        if wild:
            found.append(Slot(card.rank, card.suit, place, stands_for.suit if stands_for else suit, True))
        elif own:
            found.append(Slot(card.rank, card.suit, place, card.suit, False))
    return found


def _sorted_run(tokens: Sequence[Token], s: Settings, *, ace_high: bool) -> tuple[Slot, ...]:
    """The naturals in order, wilds in the gaps, the rest of the wilds at the high end."""
    ranks = len(s.deck.ranks)
    loose = [t for t in tokens if t.card.is_joker or (is_wild_rank(t.card, s) and not t.stands_for)]
    bound = [t for t in tokens if t not in loose]
    placed = sorted((_place(t, ranks, ace_high), t.number, t) for t in bound)
    ordered: list[Token] = []
    last = 0
    for place, _, token in placed:
        gap = place - last - 1 if ordered else 0
        if 0 < gap <= len(loose):
            ordered += loose[:gap]
            del loose[:gap]
        ordered.append(token)
        last = place
    return _written_run(ordered + loose, s, ace_high=ace_high)


def _written_run(tokens: Sequence[Token], s: Settings, *, ace_high: bool) -> tuple[Slot, ...]:
    """Naturals at their own place whatever stands beside them, wilds one after what is before them."""
    ranks = len(s.deck.ranks)
    suits = _run_suits(tokens, s)
    slots: list[Slot] = []
    for token in tokens:
        card, stands_for = token.card, token.stands_for
        wild = card.is_joker or stands_for is not None or (is_wild_rank(card, s) and s.wilds.natural == "never")
        before = slots[-1].place if slots else 0
        place = _place(token, ranks, ace_high) if not wild or stands_for else before % (2 * ranks) + 1
        as_suit = stands_for.suit if stands_for else suits[0] if wild else card.suit
        slots.append(Slot(card.rank, card.suit, place, as_suit, wild))
    return tuple(slots)


def _place(token: Token, ranks: int, ace_high: bool) -> int:
    rank = (token.stands_for or token.card).rank
    return ranks + 1 if rank == 1 and ace_high else rank
