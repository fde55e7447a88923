"""What the wilds of some cards could stand for: every assignment that matters, legal or not.

The rules judge afterwards. Of the assignments that could be structurally sound, one of every pattern of wild and
natural places is here, with the wilds placed where they are worth most; for cards that fit no set and no run there
is at least one of each kind, so that the rules have something to find fault with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate, product
from math import prod

from meldproof.cards import Kind, Meld, Slot
from meldproof.checking.roles import can_be_wild, role_choices
from meldproof.checking.runs import run_assignments, written_runs
from meldproof.notation import Token
from meldproof.variants.vocabulary import Settings

Roles = tuple[bool, ...]
"""For each card, whether it plays a wild role."""


def assignments(
    tokens: Sequence[Token], s: Settings, *, ordered: bool = False, kinds: Container[Kind] = ("set", "run")
) -> Iterator[Meld]:
    """Assigned melds of exactly these cards: sets first, then runs, or only those of one kind.

    With `ordered` a run's cards stand as written. `=` binds a wild's card.
    """
    if "set" in kinds:
        yield from _sets(tokens, s)
    if "run" in kinds:
        yield from (written_runs if ordered else run_assignments)(tokens, s)


def _sets(tokens: Sequence[Token], s: Settings) -> Iterator[Meld]:
    for rank in _set_ranks(tokens, s):
        for roles in _set_roles(tokens, rank, s):
            yield Meld("set", _set_slots(tokens, roles, rank, s))


def _set_ranks(tokens: Sequence[Token], s: Settings) -> list[int]:
    """The ranks worth trying: those of cards that can't be wild, else of any card, else all."""
    fixed = {t.card.rank for t in tokens if not can_be_wild(t.card, s)}
    fixed |= {t.stands_for.rank for t in tokens if t.stands_for}
    if fixed:
        return sorted(fixed)
    return list(range(1, len(s.deck.ranks) + 1))


def _set_roles(tokens: Sequence[Token], rank: int, s: Settings) -> Iterator[Roles]:
    """Each choice of roles once: of identical cards that may choose, the first ones are natural."""
    choices = [role_choices(t.card, t.stands_for, t.card.rank == rank, s) for t in tokens]
    free = Counter(t.card for t, roles in zip(tokens, choices, strict=True) if len(roles) > 1)
    for numbers in _natural_numbers(tuple(free.values())):
        naturals = dict(zip(free, numbers, strict=True))
        chosen = []
        for token, roles in zip(tokens, choices, strict=True):
            if len(roles) == 1:
                chosen.append(roles[0])
            else:
                chosen.append(naturals[token.card] <= 0)
                naturals[token.card] -= 1
        yield tuple(chosen)


def _natural_numbers(copies: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many copies of each card are natural, the most first. Of very many, only their total matters."""
    if prod(number + 1 for number in copies) <= 256:
        yield from product(*(range(number, -1, -1) for number in copies))
        return
    for naturals in range(sum(copies), -1, -1):  # more cards than suits: which of them are natural makes no difference
        before = accumulate(copies, initial=0)
        yield tuple(min(max(naturals - done, 0), number) for done, number in zip(before, copies, strict=False))


def _set_slots(tokens: Sequence[Token], roles: Roles, rank: int, s: Settings) -> tuple[Slot, ...]:
    """A set's slots: naturals as they are, wilds in missing suits, as far as the suits that a set may have go."""
    natural_suits = [t.card.suit for t, wild in zip(tokens, roles, strict=True) if not wild]
    bound = [t.stands_for.suit for t in tokens if t.stands_for]
    taken = natural_suits + bound
    suits = range(1, len(s.deck.suits) + 1)
    free = [suit for suit in suits if suit not in taken]
    if s.set.suits == "same":
        free = [taken[0] if taken else 1] * len(tokens)
    elif s.set.suits == "three":  # what is missing of three suits, and then one of them again
        free = free[: max(0, 3 - len(set(taken)))]
        free += [(taken + free)[0]] * len(tokens)
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
