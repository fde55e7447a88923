"""What an opening asks of a hand, by which clause and for which match score, and what a hand lacks of it."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.arranging.problem import Arrangement, Problem
from meldproof.messages import in_language, say, say_number
from meldproof.messages import language as language_now
from meldproof.variants.demand_words import said_demands


def opening_needed(problem: Problem) -> dict[str, object]:
    """The object `opening_needed` of `solve --open --json`: the demands, their clause, the score they hold for."""
    assert problem.opening is not None
    return {
        "points": problem.opening.points,
        "pure_runs": problem.opening.pure_runs,
        "clause": problem.variant.provenance[_parameter(problem)],
        "score": problem.score or 0,
    }


def needed_text(problem: Problem, language: str = "en", *, by_command: bool = True) -> str:
    """In a line, what the opening needs; where that depends on the score, for which one, and what else it could be.

    Where no score was said, a command's user is told which option says it.
    """
    assert problem.opening is not None
    with in_language(language):
        melds = [*_runs_words(problem.opening.pure_runs), *_melds(problem)]
        only_melds = problem.opening.melds and not any(problem.settings.opening.points.numbers)
        wanted = melds if only_melds else [points_words(problem.opening.points), *melds]
        text = say("to open: {wanted}", wanted=say(" and ").join(wanted))
        if steps := problem.settings.opening.points.pairs[1:]:
            score = problem.score or 0
            held = (
                say("with a match score of {score}", score=score)
                if problem.score is not None
                else say("with a match score of {score} (assumed; --score says another)", score=score)
                if by_command
                else say("with a match score of {score} (assumed)", score=score)
            )
            others = [
                say("with {score} or more, {points}", points=points_words(points), score=start)
                for start, points in steps
                if start > score
            ]
            text += ", " + "; ".join([held, *others])
        return f"{text}  [{problem.variant.provenance[_parameter(problem)]}]"


def lacking_text(answer: Arrangement, language: str = "en") -> str:
    """What the hand lacks where it can't open; nothing where that isn't known."""
    opening = answer.problem.opening
    if opening is None or answer.opens is not False:
        return ""
    with in_language(language):
        if answer.reachable is not None and opening.points > answer.reachable:
            return say_number(
                "{number} point is lacking", "{number} points are lacking", opening.points - answer.reachable
            )
        if opening.pure_runs or opening.melds:
            return say("what is lacking: {wanted}", wanted=say(" and ").join(_wanted(answer.problem)))
        return say("a new meld is lacking") if not opening.points else ""


def points_words(points: int) -> str:
    """A minimum of points, in the language of the context."""
    return (
        say_number("at least {number} point", "at least {number} points", points)
        if points
        else say("no minimum of points")
    )


def _wanted(problem: Problem) -> Iterator[str]:
    assert problem.opening is not None
    yield from _runs_words(problem.opening.pure_runs)
    yield from _melds(problem)
    if problem.opening.points:
        yield say("{points} together", points=points_words(problem.opening.points))


def _runs_words(number: int) -> list[str]:
    return [say_number("{number} run without wilds", "{number} runs without wilds", number)] if number else []


def _melds(problem: Problem) -> list[str]:
    """The melds demanded, in the language of the context."""
    assert problem.opening is not None
    melds = problem.opening.melds
    return [said_demands(melds, language_now())] if melds else []


def _parameter(problem: Problem) -> str:
    """The parameter whose clause states what is asked: of points, unless only melds are."""
    assert problem.opening is not None
    if any(problem.settings.opening.points.numbers):
        return "opening.points"
    if problem.opening.melds:
        return "opening.melds"
    return "opening.pure_runs" if problem.opening.pure_runs else "opening.points"
