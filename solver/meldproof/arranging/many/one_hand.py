"""Single hands, looked up one after another: one deck without wilds, a few microseconds each.

What `solve_many` says of a thousand hands at once, without its arrays' preparations: for whoever plays turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from meldproof.arranging.many.one_deck import NOT_DISCARDED, hands_as_words, read_numbers, suit_tables
from meldproof.arranging.problem import Problem
from meldproof.arranging.sweep.rules import make_weights, rules_of
from meldproof.cards import Card, Deck, Meld, canonical
from meldproof.errors import EngineDeclined
from meldproof.rules.caching import once_per_settings
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

OBJECTIVE = ("deadwood_points",)


class OneHand:
    """The least deadwood of hands, and an arrangement that leaves it; what a hand costs is not capped."""

    def __init__(self, settings: Settings, deck: Deck, discard: str) -> None:
        kinds = list(deck.kinds())
        rules = rules_of(settings, deck)
        self._rules, self._kinds, self._discard = rules, kinds, discard
        weights = make_weights(OBJECTIVE, len(kinds), rules.most_points, 0, melds=False)
        self._figures = suit_tables(rules, weights, discard, OBJECTIVE[0])
        weights = make_weights(OBJECTIVE, len(kinds), rules.most_points, 0, melds=True)
        self._arrangements = suit_tables(rules, weights, discard)
        self._bits = dict(zip(kinds, hands_as_words(np.eye(len(kinds), dtype=np.uint8)).tolist(), strict=True))

    def least(self, hand: Iterable[Card]) -> int:
        """The fewest points of deadwood that a hand can leave."""
        total = np.empty(1, dtype=np.int64)
        self._figures.settle_many(self._words(hand), total)
        return -int(total[0])

    def dropped(self, hand: Iterable[Card]) -> Card | None:
        """The discard of a best arrangement: that of `melds`."""
        _, at = self._arranged(hand)
        return None if at == NOT_DISCARDED else self._kinds[at]

    def melds(self, variant: Variant, deck: Deck, hand: Iterable[Card]) -> tuple[Meld, ...]:
        """The melds of a best arrangement, as few as there can be."""
        cards = canonical(hand)
        numbers, dropped = self._arranged(cards)
        problem = Problem(variant, deck, cards, discard=self._discard, objective=OBJECTIVE)
        found = read_numbers(problem, self._rules, numbers, dropped)
        return tuple(laid.meld for laid in found.melds)

    def _words(self, hand: Iterable[Card]) -> Any:
        bits = self._bits
        return np.array([sum([bits[card] for card in hand])], dtype=np.uint64)

    def _arranged(self, hand: Iterable[Card]) -> tuple[list[int], int]:
        """The number of each kind's meld, and the kind that is discarded."""
        melds, dropped = np.empty((1, len(self._kinds)), dtype=np.uint8), np.empty(1, dtype=np.uint8)
        self._arrangements.arrange_many(self._words(hand), melds, dropped)
        return melds[0].tolist(), int(dropped[0])


@once_per_settings
def _made(settings: Any) -> dict[tuple[Deck, str], OneHand | None]:
    """What was made so far."""
    return {}


def one_hand(settings: Settings, deck: Deck, discard: str) -> OneHand | None:
    """The tables for one deck without wilds, made once; None for any other."""
    made = _made(settings)
    if (deck, discard) not in made:
        try:
            made[deck, discard] = OneHand(settings, deck, discard)
        except EngineDeclined:
            made[deck, discard] = None
    return made[deck, discard]
