"""Lexicographic objectives as one whole number: each level weighs more than all that come after it together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.arranging.problem import LOWER_IS_BETTER, Problem


class Weighed(msgspec.Struct, frozen=True):
    """The objective's figures as one whole number: what each of them weighs."""

    objective: tuple[str, ...]
    weights: tuple[int, ...]

    def gain(self, points: int, cards: int, hand_worth: int, changes: int = 0) -> int:
        """What laying cards gains over leaving them as deadwood: their points, their number, what they cost in hand."""
        gains = {
            "deadwood_points": hand_worth,
            "melded_points": points,
            "melded_cards": cards,
            "deadwood_cards": cards,
            "score": points + hand_worth,
            "table_changes": -changes,
        }
        return self._total(gains)

    def discard_gain(self, hand_worth: int) -> int:
        """What discarding a card gains over leaving it as deadwood."""
        return self._total({"deadwood_points": hand_worth, "deadwood_cards": 1, "score": hand_worth})

    def _total(self, gains: dict[str, int]) -> int:
        return sum(weight * gains.get(name, 0) for name, weight in zip(self.objective, self.weights, strict=True))


def weights_of(spans: Sequence[int], least: int) -> tuple[int, ...]:
    """Weights of figures by how far each can vary: each outweighs all that come after it, the last is the `least`."""
    weights = [least]
    for span in reversed(spans[1:]):
        weights.insert(0, weights[0] * (span + 1))
    return tuple(weights[: len(spans)])


class Scale(Weighed, frozen=True):
    """Weights of the objective's figures, and of "fewest melds" below them all (weight 1)."""

    spans: tuple[int, ...]

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
    chosen = tuple(spans[name] for name in names)
    return Scale(names, weights_of([2 * span + 1 for span in chosen], 2 * cards + 3), chosen)
