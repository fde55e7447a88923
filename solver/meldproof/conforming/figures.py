"""What cards laid and cards left come to: one count for whoever arranges a hand or is judged by it."""

from __future__ import annotations

from collections.abc import Iterable

from meldproof.cards import Card
from meldproof.rules.worth import point_tables
from meldproof.variants.loading import Variant


def figures_of(variant: Variant, left: Iterable[Card], laid: int, points: int) -> dict[str, int]:
    """The figures with these cards left in hand, so many laid, and so many points of melds."""
    costs = point_tables(variant.settings).hand
    kept = list(left)
    cap, deadwood = variant.settings.scoring.cap, sum(costs[card.rank] for card in kept)
    deadwood = deadwood if cap == "any" else min(cap, deadwood)
    return {
        "deadwood_points": deadwood,
        "melded_points": points,
        "melded_cards": laid,
        "deadwood_cards": len(kept),
        "score": points - deadwood,
        "table_changes": 0,
    }
