"""From a programme's solution back to cards: which physical card is where, and the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from meldproof.arranging.columns import Filled, Item, candidate_points
from meldproof.arranging.graph.search import Solution
from meldproof.arranging.model import Discarded, Model, Placed, opening_points
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Problem
from meldproof.arranging.scale import Scale
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.rules.worth import points_of_meld

NOT_FOUND = "nothing was found within the time limit"


def assemble(
    problem: Problem, model: Model, solution: Solution, scale: Scale, engine: str, bound: int | None
) -> Arrangement:
    """The arrangement that a solution stands for; `bound` is on its gain, None if it is proved the best."""
    placed = sorted((c.source for c in solution.columns if isinstance(c.source, Placed)), key=_order)
    if problem.table and not problem.rearranges:
        placed.sort(key=lambda entry: (entry.grows is None, entry.grows or 0))
    dropped = [column.source.item for column in solution.columns if isinstance(column.source, Discarded)]
    pools = _Pools(problem, model.items)
    laid = tuple(_laid(entry, problem, pools) for entry in placed)
    discard = pools.take_last(dropped[0]) if dropped else None
    left = [
        pools.take_last(number)
        for number, item in enumerate(model.items)
        for _ in range(solution.left[model.first_item + number])
        if item.mine
    ]
    figures = _figures(problem, model.items, placed, left)
    limit = None
    if bound is not None:
        vector = figures.vector(scale.objective)
        value = sum(weight * figure for weight, figure in zip(scale.weights, vector, strict=True))
        limit = scale.bound_figures(value + bound - solution.gain + len(placed))
    opens = None if problem.opening is None else True
    if problem.rearranges and figures.table_changes and not figures.melded_cards:
        # Only laying a card gives the right to change a table. As it lies it is as good or better.
        laid = tuple(LaidMeld(meld, points_of_meld(meld, problem.points.melded)) for meld in sorted(problem.table))
        figures = msgspec.structs.replace(figures, table_changes=0)
    return Arrangement(problem, laid, canonical(left), discard, figures, engine, limit, opens)


def conceivable(problem: Problem) -> dict[str, int]:
    """The best figures that the hand's cards could conceivably make, whatever can be melded: a bound without search."""
    hand, ranks = problem.points.hand, len(problem.deck.ranks)
    wild_ranks = {problem.deck.ranks.index(name) + 1 for name in problem.settings.wilds.ranks}
    natural_run, natural_set, joker_run, joker_set, ranked_run, ranked_set = problem.points.melded
    of_joker, of_ranked = max(0, *joker_run, *joker_set), max(0, *ranked_run, *ranked_set)

    def most(card: Card) -> int:
        if card.is_joker:
            return of_joker
        at_home = max(0, natural_run[card.rank], natural_run[card.rank + ranks], natural_set[card.rank])
        return max(at_home, of_ranked) if card.rank in wild_ranks else at_home

    points = sum(most(card) for card in problem.hand)
    deadwood = sum(min(0, hand[card.rank]) for card in problem.hand)
    figures = Figures(deadwood, points, len(problem.hand) - (problem.discard == "required"), 0, points - deadwood, 0)
    return {name: getattr(figures, name) for name in problem.objective}


def nothing_laid(problem: Problem, engine: str) -> Arrangement:
    """The arrangement known without any search: the table as it lies, the hand (less a discard owed) left over.

    It is not proved the best; its bound is what the hand could at most be worth.
    """
    hand = problem.points.hand
    left = sorted(problem.hand, key=lambda card: hand[card.rank])
    discard = left.pop() if problem.discard == "required" and left else None
    laid = tuple(
        LaidMeld(meld, points_of_meld(meld, problem.points.melded), grown_from=number)
        for number, meld in enumerate(problem.table)
    )
    deadwood = sum(hand[card.rank] for card in left)
    return Arrangement(
        problem,
        laid,
        canonical(left),
        discard,
        Figures(deadwood, 0, 0, len(left), -deadwood, 0),
        engine,
        bound=conceivable(problem),
        opens=None if problem.opening is None else False,
        unmet=NOT_FOUND if problem.opening or problem.use else "",
    )


def as_it_lay(answer: Arrangement) -> Arrangement:
    """The same answer with the table as it lay: who adds no card may not rearrange."""
    problem = answer.problem
    laid = tuple(LaidMeld(meld, points_of_meld(meld, problem.points.melded)) for meld in problem.table)
    figures = msgspec.structs.replace(answer.figures, table_changes=0)
    return msgspec.structs.replace(answer, melds=laid, figures=figures)


class _Pools:
    """The physical cards of pooled items, handed out in order; any other item is its own card."""

    def __init__(self, problem: Problem, items: Sequence[Item]) -> None:
        self.items = items
        ranked = problem.settings.wild_ranks
        mine = Counter(card for card in problem.hand if card.rank in ranked)
        used = Counter(card for card in problem.use if card.rank in ranked)
        hand = [*canonical(used.elements()), *canonical((mine - used).elements())]
        table = sorted(slot.card for meld in problem.table for slot in meld.slots if slot.card.rank in ranked)
        self.pools = {number: hand if item.mine else table for number, item in enumerate(items) if item.pooled}

    def take_first(self, number: int) -> Card:
        return self.pools[number].pop(0) if number in self.pools else self.items[number].card

    def take_last(self, number: int) -> Card:
        return self.pools[number].pop() if number in self.pools else self.items[number].card


def _laid(placed: Placed, problem: Problem, pools: _Pools) -> LaidMeld:
    slots = tuple(_physical(entry, pools) for entry in placed.candidate.filled)
    meld = Meld(placed.candidate.kind, slots)
    opening = problem.opening
    counts = placed.opens and opening is not None and (not opening.points or opening_points(problem, meld) > 0)
    return LaidMeld(meld, points_of_meld(meld, problem.points.melded), counts, placed.grows)


def _physical(entry: Filled, pools: _Pools) -> Slot:
    if entry.item < 0 or not pools.items[entry.item].pooled:
        return entry.slot
    card = pools.take_first(entry.item)
    return msgspec.structs.replace(entry.slot, rank=card.rank, suit=card.suit)


def _order(placed: Placed) -> tuple[Meld, bool]:
    return (placed.candidate.meld, placed.opens)


def _figures(problem: Problem, items: Sequence[Item], placed: Iterable[Placed], left: list[Card]) -> Figures:
    points = cards = kept = grown = 0
    for entry in placed:
        mine = sum(1 for filled in entry.candidate.filled if filled.item >= 0 and items[filled.item].mine)
        points += candidate_points(entry.candidate, items, problem.points.melded)
        cards += mine
        kept += entry.keeps is not None
        grown += entry.grows is not None and mine > 0
    for item in items:
        cards -= item.theirs
        points -= item.theirs * problem.points.melded.natural_in_set[item.card.rank]
    changes = len(problem.table) - kept if problem.rearranges else grown
    deadwood = sum(problem.points.hand[card.rank] for card in left)
    return Figures(deadwood, points, cards, len(left), points - deadwood, changes)
