"""Rearranging by single moves only: add, exchange a card, take one from a meld that stays legal, split a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldproof.cards import Card, Meld
from meldproof.variants.vocabulary import Settings


def reachable_by_moves(old: Sequence[Meld], final: Sequence[Meld], laid: Sequence[Card], s: Settings) -> bool:
    """Whether a table can become another one by such moves.

    Every old meld goes on in one final meld, or a run in several pieces of it, each a stretch of the run with at least
    one of its cards, perhaps with cards added or exchanged; all other final melds are new, made of hand cards and of
    cards taken from old melds. No final meld goes on two old ones.
    """
    return _match(list(old), list(final), Counter(laid), s)


def _match(old: list[Meld], final: list[Meld], laid: Counter[Card], s: Settings) -> bool:
    if not old:
        cards = Counter(card for one in final for card in one.cards)
        return not final or bool(cards & laid)
    one, rest = old[0], old[1:]
    for number, heir in enumerate(final):
        if not _goes_on(one, heir):
            continue
        others = final[:number] + final[number + 1 :]
        if _match(rest, others, laid, s):
            return True
        if one.kind == "run":
            for second, other in enumerate(others):
                if _goes_on(one, other) and _match(rest, others[:second] + others[second + 1 :], laid, s):
                    return True
    return False


def _goes_on(old: Meld, heir: Meld) -> bool:
    """An heir is of the same kind, and shares at least one card in its place."""
    if old.kind != heir.kind:
        return False
    if old.kind == "set":
        return old.slots[0].place == heir.slots[0].place and bool(Counter(old.cards) & Counter(heir.cards))
    return bool(set(old.slots) & set(heir.slots))
