"""Lexicographic objectives as one whole number: each level weighs more than all that come after it together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.arranging.problem import LOWER_IS_BETTER, Problem


class Scale(msgspec.Struct, frozen=True):
    """Weights of the objective's figures, and of "fewest melds" below them all (weight 1)."""

    objective: tuple[str, ...]
    weights: tuple[int, ...]
    spans: tuple[int, ...]

    def meld_gain(self, points: int, cards: int, hand_worth: int, melds: int, changes: int = 0) -> int:
        """What laying a meld gains over leaving its hand cards as deadwood.

        `points` and `cards` count the hand's cards only, `hand_worth` is what those cost in hand.
        """
        gains = {
            "deadwood_points": hand_worth,
            "melded_points": points,
            "melded_cards": cards,
            "deadwood_cards": cards,
            "score": points + hand_worth,
            "table_changes": -changes,
        }
        return self._total(gains) - melds

    def discard_gain(self, hand_worth: int) -> int:
        """What discarding a card gains over leaving it as deadwood."""
        return self._total({"deadwood_points": hand_worth, "deadwood_cards": 1, "score": hand_worth})

    def _total(self, gains: dict[str, int]) -> int:
        return sum(weight * gains.get(name, 0) for name, weight in zip(self.objective, self.weights, strict=True))

    def bound_figures(self, bound: int) -> dict[str, int]:
        """The lexicographically best figures that a scaled value of `bound` allows."""
        figures: dict[str, int] = {}
        for name, weight, span in zip(self.objective, self.weights, self.spans, strict=True):
            steps = (bound + weight // 2) // weight if weight > 1 else bound
            steps = max(-span, min(span, steps))
            bound -= steps * weight
            figures[name] = -steps if name in LOWER_IS_BETTER else steps
        return figures


def scale_for(problem: Problem, objective: Sequence[str] | None = None) -> Scale:
    """Weights for which the scaled total orders arrangements as the objective does.

    Every figure lies within plus or minus its span, so a weight of more than twice the later spans suffices.
    """
    names = tuple(problem.objective if objective is None else objective)
    cards = len(problem.hand) + sum(len(meld.slots) for meld in problem.table)
    tables = (*problem.points.melded, *problem.points.opening, problem.points.hand)
    most = max(abs(number) for table in tables for number in table) * max(cards, 1)
    spans = {
        "deadwood_points": most,
        "melded_points": most,
        "melded_cards": cards,
        "deadwood_cards": cards,
        "score": 2 * most,
        "table_changes": len(problem.table),
    }
    weights: list[int] = []
    weight = 2 * cards + 3
    for name in reversed(names):
        weights.append(weight)
        weight *= 2 * spans[name] + 2
    return Scale(names, tuple(reversed(weights)), tuple(spans[name] for name in names))
