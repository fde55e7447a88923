"""What a knock may leave, and the arrangement that leaves least of what it may."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.solve import solve_met
from meldproof.cards import Card
from meldproof.errors import ProblemError
from meldproof.messages import say, say_number
from meldproof.playing.closing_melds import arrangement_of_pairs, asked_of_knock
from meldproof.rules.worth import point_tables
from meldproof.variants.values import RankPoints
from meldproof.variants.vocabulary import Settings


class KnockLimits(NamedTuple):
    """The most points and the most cards of deadwood (None: no limit), and the rule that sets the points."""

    points: int | None
    cards: int | None
    rule: str = "knock.deadwood"

    def allow(self, points: int, cards: int) -> bool:
        return (self.points is None or points <= self.points) and (self.cards is None or cards <= self.cards)


def knock_limits(s: Settings, upcard: Card | None) -> KnockLimits:
    """The limits of a deal, `upcard` being the card first turned up. Raises ProblemError where that is not said.

    What the card turned up says holds beside the limit of all deals: the lower of the two counts.
    """
    terms = s.knock
    points, cards = (None if limit == "any" else limit for limit in (terms.deadwood, terms.cards))
    if terms.upcard == RankPoints(()):
        return KnockLimits(points, cards)
    if upcard is None:
        raise ProblemError(say("the card turned up sets how much a knock may leave (knock.upcard); say which it was"))
    said = terms.upcard.by_rank(s.deck.ranks).get(upcard.rank)
    if said is None or (points is not None and points <= said):
        return KnockLimits(points, cards)
    return KnockLimits(said, cards, "knock.upcard")


MODEST = 10
"""Points of deadwood with which a prudent player knocks where the rules set no limit: the most that gin allows."""


def prudent_limits(s: Settings, upcard: Card | None) -> KnockLimits:
    """The limits of a player who knocks whenever that may pay: those of the rules, and a modest one where none is."""
    limits = knock_limits(s, upcard)
    return limits if limits.points is not None else limits._replace(points=MODEST)


def loosest_limits(s: Settings) -> KnockLimits:
    """The limits as wide as any card turned up makes them: for the end of a deal of which no more is known."""
    limits = [knock_limits(s, Card(rank, 1)) for rank in range(1, len(s.deck.ranks) + 1)]
    return max(limits, key=lambda one: (one.points is None, one.points or 0))


def broken_limit(limits: KnockLimits, points: int, cards: int, *, at_least: bool = False) -> tuple[str, str] | None:
    """The parameter that a knock breaks, and a sentence on it; `at_least` if some of the deadwood is not known."""
    if limits.points is not None and points > limits.points:
        said = say("the deadwood is {points}; a knock has at most {deadwood}", points=points, deadwood=limits.points)
        if at_least:
            said = say(
                "the deadwood is {points} at least; a knock has at most {deadwood}",
                points=points,
                deadwood=limits.points,
            )
        return limits.rule, said
    if limits.cards is not None and cards > limits.cards:
        said = say_number(
            "{number} card is left over; a knock leaves at most {most}",
            "{number} cards are left over; a knock leaves at most {most}",
            cards,
            most=limits.cards,
        )
        return "knock.cards", said
    return None


Asks = Callable[[Problem], Arrangement | None]
"""What gives the best arrangement of a problem, or None where its demands can't be met."""


def knock_arrangement(problem: Problem, limits: KnockLimits, ask: Asks = solve_met) -> Arrangement | None:
    """The arrangement with the fewest points of deadwood of those with which one may knock; None if there is none.

    Without a limit of cards it is the best one by the problem's own objective, which counts points first.
    """
    pairs = arrangement_of_pairs(problem)
    asked = None if pairs is not None else asked_of_knock(problem)
    if asked is None:
        return pairs
    best = _with_fewest(asked, limits, ask)
    return None if best is None else replace(best, problem=problem, opens=None) if asked is not problem else best


def _with_fewest(problem: Problem, limits: KnockLimits, ask: Asks) -> Arrangement | None:
    """The arrangement of melds and deadwood, whatever is demanded being the problem's."""
    best = ask(problem)
    if best is None or limits.allow(best.figures.deadwood_points, best.figures.deadwood_cards):
        return best
    if limits.cards is None or not limits.allow(best.figures.deadwood_points, 0):
        return None
    fewest = ask(replace(problem, objective=("deadwood_cards", "deadwood_points")))
    if fewest is None or fewest.figures.deadwood_cards > limits.cards:
        return None
    found = _between(problem, fewest, limits.cards, ask) or fewest
    return found if limits.allow(found.figures.deadwood_points, 0) else None


def _between(problem: Problem, fewest: Arrangement, most: int, ask: Asks) -> Arrangement | None:
    """Of the arrangements that leave more cards than the fewest, but at most so many, one that leaves fewer points."""
    for loose in _cheaper(problem, fewest, most):
        rest = list(problem.hand)
        for card in loose:
            rest.remove(card)
        whole = ask(replace(problem, hand=tuple(rest), objective=("deadwood_cards",)))
        if whole is not None and not whole.figures.deadwood_cards:
            if whole.discard is not None:
                rest.remove(whole.discard)
            return ask(replace(problem, use=tuple(rest)))
    return None


def _cheaper(problem: Problem, fewest: Arrangement, most: int) -> Iterator[tuple[Card, ...]]:
    """Groups of more cards than the fewest, of fewer points than they cost, the cheapest first."""
    cost = point_tables(problem.settings).hand
    sizes = range(fewest.figures.deadwood_cards + 1, most + 1)
    groups = {group for size in sizes for group in combinations(problem.hand, size)}
    priced = sorted((sum(cost[card.rank] for card in group), group) for group in groups)
    return (group for points, group in priced if points < fewest.figures.deadwood_points)
