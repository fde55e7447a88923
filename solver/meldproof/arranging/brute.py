"""The plainest exact engine: every subset, every assignment, the rules read one by one. The oracle for small hands.

It works on *items*: the table first (whole melds where they may only grow, single cards where the table may be
rearranged), then the cards of the hand, a bit each. A `Piece` is a legal meld over some items. Every table item ends
in a piece; a hand card may stay out. It shares nothing with the other engines but the rules and the values.
"""

from __future__ import annotations

from typing import NamedTuple

from meldproof.arranging.problem import Arrangement, Figures, Problem
from meldproof.cards import Card, Meld, Slot

MOST_HAND, MOST_TABLE, MOST_REARRANGED = 10, 60, 10
Slots = tuple[Slot, ...]


class Piece(NamedTuple):
    """A meld that may lie on the table in the end: the items in it, the points and opening points of the hand's cards.

    `new` is made of hand cards alone, `counts` for an opening; `freed` holds the table jokers it uses as only freed
    ones may be used; `same` the table melds it leaves as they were (any one of them); `grown` the one it grew from.
    """

    mask: int
    meld: Meld
    points: int
    opening: int
    new: bool
    counts: bool
    freed: int = 0
    same: tuple[int, ...] = ()
    grown: int | None = None

    @property
    def pure(self) -> bool:
        return self.meld.kind == "run" and not any(slot.wild for slot in self.meld.slots)


class Tally(NamedTuple):
    """What the demands need to know of the pieces chosen so far, and of the table melds kept as they were."""

    opening: int = 0
    new: bool = False
    pure: int = 0
    runs: int = 0
    sets: bool = False
    freed: int = 0
    same: int = 0


class Chain(NamedTuple):
    """The best way so far to a tally over given items."""

    points: int
    kept: int
    pieces: tuple[Piece, ...]


class Found(NamedTuple):
    vector: tuple[int, ...]
    figures: Figures
    pieces: tuple[Piece, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None


States = dict[int, dict[Tally, Chain]]


def solve_brute(problem: Problem, deadline: float | None = None) -> Arrangement:
    """The best arrangement. Raises EngineDeclined where the case is too large, or past `deadline` (time.monotonic)."""
    _decline(problem)
    pieces = tuple(_pieces(problem, deadline))
    if problem.opening is not None:
        early = problem.settings.layoff.start != "next-turn"
        allowed = [piece for piece in pieces if early or piece.grown is None or piece.same]
        states = _partitions(problem, allowed, problem.opening, deadline)
        if found := _best(problem, states, problem.opening):
            return _arrangement(problem, found, opens=True)
        reachable = max(_opening_points(problem, states), default=None) if problem.opening.in_points else None
    opens = None if problem.opening is None else False
    states = _partitions(problem, pieces, None, deadline)
    if found := _best(problem, states, None):
        return _arrangement(problem, found, opens, None if problem.opening is None else reachable)
    without = Problem(problem.variant, problem.deck, problem.hand, problem.table, objective=problem.objective)
    if problem.hand and problem.discard == "required":
        without = Problem(*_fields(without), discard="required", objective=problem.objective)
    found = _best(without, states, None)
    assert found is not None, "leaving every card in hand is always an arrangement"
    return _arrangement(problem, found, opens, unmet=_unmet(problem))


def _fields(problem: Problem) -> tuple[object, ...]:
    raise NotImplementedError
