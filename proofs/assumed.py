"""What engines and bounds take for granted of a best arrangement: that a card more makes it no worse."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import msgspec

from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import Card
from meldproof.notation import cards_text
from meldproof.proving.basis import exhaustive
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved, together
from meldproof.rules.worth import point_tables

RUN_UP_TO = 5
OTHER_SUITS = (2, 3)
SETS_OF = (3, 4)
"""The small deck: a run from the ace up to a five, what makes sets of two of its ranks, and a joker or a two."""


class _Best(NamedTuple):
    """The most points laid, the most cards laid, and the fewest points left, each by itself."""

    points: int
    cards: int
    left: int


def _a_card_more_is_no_loss(context: Context) -> ClaimOutcome:
    """Of every hand of a small deck, with every card of the rest: nothing less is laid, and no more left than that."""
    s, small = context.settings, _small_deck(context)
    owed = ("none", "required") if s.discard.each_turn else ("none",)
    outcomes = [_no_loss(context, small, discard) for discard in owed]
    return next((outcome for outcome in outcomes if not outcome.held), together(*outcomes))


def _no_loss(context: Context, small: tuple[Card, ...], discard: str) -> ClaimOutcome:
    """The same where a discard is owed or isn't; hands from which none can be made are left out."""
    found: dict[tuple[Card, ...], _Best] = {}
    asked = 0
    costs = point_tables(context.settings).hand
    for size in range(int(discard == "required"), len(small) + 1):
        for hand in combinations(small, size):
            context.seconds_left()
            best = found[hand] = _best(context, hand, discard)
            for number, card in enumerate(hand):
                less = found.get(hand[:number] + hand[number + 1 :])
                if less is None:
                    continue
                asked += 1
                grew = best.points < less.points or best.cards < less.cards
                if grew or best.left > less.left + costs[card.rank]:
                    rest = hand[:number] + hand[number + 1 :]
                    texts = [cards_text(cards, context.deck) for cards in (rest, (card,))]
                    return ClaimOutcome("refuted", f"{texts[0] or '–'} + {texts[1]}: {tuple(less)} → {tuple(best)}")
    cards = cards_text(small, context.deck)
    english, spanish = f"hands and a card more, of the cards {cards}", f"manos y una carta más, de las cartas {cards}"
    return proved("", "", exhaustive(asked, english, spanish))


def _small_deck(context: Context) -> tuple[Card, ...]:
    run = [Card(rank, 1) for rank in range(1, RUN_UP_TO + 1)]
    sets = [Card(rank, suit) for rank in SETS_OF for suit in OTHER_SUITS]
    return tuple(sorted([*run, *sets, Card(0, 0) if context.deck.jokers else Card(2, 2)]))


def _best(context: Context, hand: tuple[Card, ...], discard: str) -> _Best:
    problem = Problem(context.variant, context.deck, hand, discard=discard)
    points, cards, left = (
        solve_problem(msgspec.structs.replace(problem, objective=(figure,)), "fewest").figures
        for figure in ("melded_points", "melded_cards", "deadwood_points")
    )
    return _Best(points.melded_points, cards.melded_cards, left.deadwood_points)


THEOREMS = [
    Theorem(
        "a-card-more-is-no-loss",
        (
            "Of a small deck, a card more lets lay no fewer points or cards, and leaves no more than its own cost.",
            "En un mazo chico, con una carta más no se baja menos, ni sobra más que lo que ella cuesta.",
        ),
        ("deck", "players", "set", "run", "wilds", "points", "requirement", "discard", "arrange"),
        _a_card_more_is_no_loss,
        (
            "every hand of ten cards that make runs and sets, no table, a discard owed or not, by the engine in use",
            "toda mano de diez cartas con escaleras y piernas, sin mesa, con descarte o sin él, con el motor usual",
        ),
        "cases",
    ),
]
