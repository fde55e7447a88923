"""Whether an implementation's answer agrees with a variant: by validity and value, never by the melds themselves."""

from __future__ import annotations

from typing import Any

from meldproof.arranging.problem import OBJECTIVES
from meldproof.conforming.claimed import Opinion, melds_agree
from meldproof.conforming.tied import best_of, tied_figures
from meldproof.messages import say
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, differ
from meldproof.witnesses.questions import Question, Result, ScoreCase, ask

ANSWER_OF = {"in_deck": "in_deck", "is_meld": "legal", "can_open": "opens", "legal_action": "legal"}
MOST_MELDS, LONGEST_MELD = 60, 400
MOST = 10**9
"""Numbers of an answer are below this."""


class Malformed(Exception):  # noqa: N818 - a finding
    """An answer that has not the form its operation asks for; the text says what would be right."""


def check_form(question: Question, given: object) -> dict[str, Any]:
    """The parts of an answer that count. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed(say('"result" must be an object'))
    op = question.op
    if op in ANSWER_OF:
        name = ANSWER_OF[op]
        if not isinstance(given.get(name), bool):
            raise Malformed(say('{op}: "{name}" must be true or false', op=op, name=name))
        return {name: given[name]}
    if op == "value":
        points = given.get("points")
        if "points" not in given or not (points is None or _is_number(points)):
            raise Malformed(say('value: "points" must be a whole number, or null where the cards are no meld'))
        return {"points": None if points is None else int(points)}
    return _score_form(question, given) if isinstance(question, ScoreCase) else _best_form(given)


def _score_form(question: ScoreCase, given: dict[str, Any]) -> dict[str, Any]:
    seats = len(question.hands)
    kept: dict[str, Any] = {name: given[name] for name in ("points", "winners") if name in given}
    if not kept:
        raise Malformed(
            say('score: give "points", a list of one number a player, "winners", a list of players, or both')
        )
    points = kept.get("points", [None] * seats)
    if not isinstance(points, list) or len(points) != seats or not all(p is None or _is_number(p) for p in points):
        raise Malformed(say('score: "points" must be a list of {seats} whole numbers', seats=seats))
    winners = kept.get("winners", [])
    if not isinstance(winners, list) or not all(_is_number(seat) and 0 <= seat < seats for seat in winners):
        raise Malformed(say('score: "winners" must be a list of players, numbered from 0'))
    if "points" in kept:
        kept["points"] = [None if each is None else int(each) for each in points]
    if "winners" in kept:
        kept["winners"] = sorted({int(seat) for seat in winners})
    return kept


def _best_form(given: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: given[name] for name in OBJECTIVES if given.get(name) is not None}
    if not all(_is_number(value) for value in kept.values()):
        raise Malformed(say("best: a figure must be a whole number"))
    kept = {name: int(value) for name, value in kept.items()}
    if isinstance(given.get("opens"), bool):
        kept["opens"] = given["opens"]
    melds = given.get("melds")
    if melds is not None:
        texts = isinstance(melds, list) and len(melds) <= MOST_MELDS and all(_is_meld_text(meld) for meld in melds)
        if not texts:
            raise Malformed(say('best: "melds" must be a list of texts such as "4s 5s JK", one a meld'))
        kept["melds"] = melds
        if isinstance(given.get("discard"), str):
            kept["discard"] = given["discard"][:LONGEST_MELD]
    if not kept:
        raise Malformed(say('best: give a figure ({objectives}), or "melds"', objectives=", ".join(OBJECTIVES)))
    return kept


def _is_meld_text(meld: object) -> bool:
    return isinstance(meld, str) and len(meld) <= LONGEST_MELD


def _is_number(value: object) -> bool:
    """Whether it is a whole number as JSON has them: 15 and 15.0 are one."""
    if isinstance(value, float):
        return value.is_integer() and abs(value) < MOST
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST


def agrees(question: Question, given: dict[str, Any], variant: Variant) -> Opinion | None:
    """Whether a well-formed answer is the variant's; None where the variant has none, or nothing is comparable."""
    return agrees_with(ask(question, variant), question, given, variant, thorough=True)


def agrees_with(
    right: Result | None, question: Question, given: dict[str, Any], variant: Variant, *, thorough: bool = False
) -> Opinion | None:
    """Whether a well-formed answer comes to the same as another, under a variant's rules; None as for `agrees`.

    A figure that says nothing of what counts first is looked for among all arrangements that are as good where it is
    `thorough`; else only among those that are the best of it.
    """
    if right is None:
        return None
    if isinstance(question, CardCase) and question.op in ("best", "best_after_discard"):
        return _best_agrees(question, given, right, variant, thorough)
    pairs = [pair for name in given.keys() & right.keys() for pair in _compared(given[name], right[name])]
    return Opinion(all(mine == theirs for mine, theirs in pairs)) if pairs else None


def _compared(given: object, right: object) -> list[tuple[object, object]]:
    """The parts of an answer that are held to the right one: of points a player those that both know."""
    if isinstance(given, list) and isinstance(right, list) and None in (*given, *right):
        return [pair for pair in zip(given, right, strict=False) if None not in pair]
    return [(given, right)]


def judged(question: Question, right: Result, variant: Variant) -> Result:
    """What of the right answer others are held to: of an arrangement what counts first, all of a single card.

    What decides among equal arrangements is no rule of a text, so nobody is held to it.
    """
    if not isinstance(question, CardCase) or question.op not in ("best", "best_after_discard"):
        return right
    if len(question.cards) == 1 and not question.table:
        return right
    kept = {variant.settings.arrange.objective[0], "opens"}
    return {name: value for name, value in right.items() if name in kept}


def apart(question: Question, one: Variant, other: Variant) -> bool:
    """Whether an answer that is right under one variant is judged wrong under the other."""
    mine, theirs = ask(question, one), ask(question, other)
    if mine is None or theirs is None:
        return False
    return differ(judged(question, mine, one), theirs) or differ(mine, judged(question, theirs, other))


def _best_agrees(
    case: CardCase, given: dict[str, Any], right: Result, variant: Variant, thorough: bool
) -> Opinion | None:
    """What others are held to must be the same; melds, where they can be judged, must make the figures claimed.

    None where it says nothing that can be judged: melds alone beside a table, whose place there nobody is asked for.
    """
    held = judged(case, right, variant)
    first = variant.settings.arrange.objective[0]
    common = given.keys() & held.keys()
    if any(given[name] != held[name] for name in common):
        return Opinion(False)
    if "melds" in given and not case.table:
        return melds_agree(case, given, right, variant)
    if first in given:
        return Opinion(True)
    alone = [name for name in OBJECTIVES if name in given and name not in held]
    opinions = [_stands_alone(case, name, given[name], right, variant, thorough) for name in alone]
    if any(opinion is False for opinion in opinions):
        return Opinion(False)
    return Opinion(True) if common or any(opinions) else None


def _stands_alone(
    case: CardCase, name: str, number: int, right: Result, variant: Variant, thorough: bool
) -> bool | None:
    """Whether a figure that is not what counts first is that of some best arrangement, or the most of itself.

    None where that is not known.
    """
    if number in (right.get(name), best_of(case, name, variant)):
        return True
    tied = tied_figures(case, name, right, variant) if thorough else frozenset()
    return None if tied is None else number in tied
