"""`waits`: which single card would let a hand close, open or knock, and with what arrangement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from meldproof.arranging.problem import Arrangement, Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import Card, canonical
from meldproof.notation import card_text
from meldproof.playing.knocking import KnockLimits, knock_arrangement, knock_limits
from meldproof.playing.plan import closing_discard, exempt, laid_to_close


class Wait(msgspec.Struct, frozen=True):
    """A card, how many of it are unseen, what it would allow (close, open, knock), and the arrangement then."""

    card: Card
    unseen: int
    allows: tuple[str, ...]
    arrangement: Arrangement

    def to_dict(self) -> dict[str, object]:
        return {
            "card": card_text(self.card, self.arrangement.problem.deck),
            "unseen": self.unseen,
            "allows": list(self.allows),
            "arrangement": self.arrangement.to_dict(),
        }


class Waits(msgspec.Struct, frozen=True):
    """All waits of a hand; `unseen` is how many cards could come in all."""

    problem: Problem
    unseen: int
    waits: tuple[Wait, ...]

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof waits --json`."""
        deck = self.problem.deck
        return {
            "variant": self.problem.variant.id,
            "hand": [card_text(card, deck) for card in self.problem.hand],
            "unseen": self.unseen,
            "waits": [wait.to_dict() for wait in self.waits],
        }


def find_waits(
    problem: Problem, seen: Sequence[Card] = (), timeout: float | None = None, upcard: Card | None = None
) -> Waits:
    """Every card that would let the hand close, open or knock.

    `problem` is the hand as it is; an opening in it is still owed. Cards of the hand, the table and `seen` can't come.
    `upcard` is the card first turned up. Raises ProblemError where it sets how much a knock may leave, and isn't said.
    """
    problem.variant.needs("play")
    limits = knock_limits(problem.settings, upcard) if problem.settings.close.by == "knock" else None
    there = Counter((*problem.hand, *seen, *(card for meld in problem.table for card in meld.cards)))
    unseen = {card: problem.deck.copies_of(card) - there[card] for card in problem.deck.kinds()}
    unseen = {card: number for card, number in unseen.items() if number > 0}
    found = []
    for card, number in unseen.items():
        wait = _wait(problem, card, number, limits, timeout)
        if wait is not None:
            found.append(wait)
    return Waits(problem, sum(unseen.values()), tuple(found))


def _wait(problem: Problem, card: Card, unseen: int, limits: KnockLimits | None, timeout: float | None) -> Wait | None:
    hand = canonical((*problem.hand, card))
    allows: list[str] = []
    shown: Arrangement | None = None
    closing = _closing(replace(problem, hand=hand), limits, timeout)
    if closing is not None and not closing.figures.deadwood_cards:
        allows.append("close")
        shown = closing
    if limits is not None and closing is not None:
        allows.append("knock")
        shown = shown or closing
    if problem.opening is not None and (problem.opening.points or problem.opening.pure_runs or problem.opening.melds):
        discard = "none" if closing_discard(problem.settings) == "none" else "optional"
        if problem.settings.discard.to_close == "required":
            discard = "required"
        answer = solve_problem(replace(problem, hand=hand, discard=discard), "auto", timeout)
        if answer.opens:
            allows.append("open")
            shown = shown or answer
    return None if shown is None else Wait(card, unseen, tuple(allows), shown)


def _closing(problem: Problem, limits: KnockLimits | None, timeout: float | None) -> Arrangement | None:
    """The arrangement that leaves least when closing; None where the opening that binds it can't be met.

    Where one closes by a knock, the one that leaves least of what its `limits` allow, or None.
    """

    def ask(asked: Problem) -> Arrangement | None:
        answer = solve_problem(asked, "auto", timeout)
        return None if answer.unmet else answer

    opening = exempt(problem.settings, problem.opening)
    asked = replace(
        problem,
        discard=closing_discard(problem.settings),
        opening=opening,
        use=(*problem.use, *laid_to_close(problem.settings, problem.hand)),
        objective=("deadwood_cards", "deadwood_points"),
    )
    if limits is not None:
        return knock_arrangement(replace(asked, objective=("deadwood_points", "deadwood_cards")), limits, ask)
    return ask(asked)
