"""The roles, wild or natural, that a card may play."""

from __future__ import annotations

from meldproof.cards import Card
from meldproof.rules.caching import once_per_settings
from meldproof.rules.melds import has_wild_rank
from meldproof.variants.vocabulary import Settings


@once_per_settings
def _wild_ranks(s: Settings) -> frozenset[int]:
    return frozenset(rank for rank in range(1, len(s.deck.ranks) + 1) if has_wild_rank(Card(rank, 1), s))


def is_wild_rank(card: Card, s: Settings) -> bool:
    return card.rank in _wild_ranks(s)


def can_be_wild(card: Card, s: Settings) -> bool:
    return card.is_joker or is_wild_rank(card, s)


def role_choices(card: Card, stands_for: Card | None, own_place: bool, s: Settings) -> tuple[bool, ...]:
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
