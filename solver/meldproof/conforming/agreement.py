"""Whether an implementation's answer agrees with a variant: by validity and value, never by the melds themselves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from meldproof.arranging.problem import OBJECTIVES
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.messages import say
from meldproof.notation import card_text, parse_cards
from meldproof.rules.worth import point_tables
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, differ
from meldproof.witnesses.questions import Question, Result, ScoreCase, ask

ANSWER_OF = {"in_deck": "in_deck", "is_meld": "legal", "can_open": "opens", "legal_action": "legal"}
MOST_MELDS, LONGEST_MELD = 60, 400


class Malformed(Exception):  # noqa: N818 - a finding
    """An answer that has not the form its operation asks for; the text says what would be right."""


class Opinion(msgspec.Struct, frozen=True):
    """Whether an answer agrees; `why` says what is wrong with it beyond being another."""

    agrees: bool
    why: str = ""


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
        if "points" not in given or not (given["points"] is None or _is_number(given["points"])):
            raise Malformed(say('value: "points" must be a whole number, or null where the cards are no meld'))
        return {"points": given["points"]}
    return _score_form(question, given) if isinstance(question, ScoreCase) else _best_form(given)


def _score_form(question: ScoreCase, given: dict[str, Any]) -> dict[str, Any]:
    seats = len(question.hands)
    kept: dict[str, Any] = {name: given[name] for name in ("points", "winners") if name in given}
    if not kept:
        raise Malformed(
            say('score: give "points", a list of one number a player, "winners", a list of players, or both')
        )
    points = kept.get("points", [0] * seats)
    if not isinstance(points, list) or len(points) != seats or not all(map(_is_number, points)):
        raise Malformed(say('score: "points" must be a list of {seats} whole numbers', seats=seats))
    winners = kept.get("winners", [])
    if not isinstance(winners, list) or not all(_is_number(seat) and 0 <= seat < seats for seat in winners):
        raise Malformed(say('score: "winners" must be a list of players, numbered from 0'))
    if "winners" in kept:
        kept["winners"] = sorted(set(winners))
    return kept


def _best_form(given: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: given[name] for name in OBJECTIVES if given.get(name) is not None}
    if not all(_is_number(value) for value in kept.values()):
        raise Malformed(say("best: a figure must be a whole number"))
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
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


def agrees(question: Question, given: dict[str, Any], variant: Variant) -> Opinion | None:
    """Whether a well-formed answer is the variant's; None where the variant has none, or nothing is comparable."""
    return agrees_with(ask(question, variant), question, given, variant)


def agrees_with(right: Result | None, question: Question, given: dict[str, Any], variant: Variant) -> Opinion | None:
    """Whether a well-formed answer comes to the same as another, under a variant's rules; None as for `agrees`."""
    if right is None:
        return None
    if isinstance(question, CardCase) and question.op in ("best", "best_after_discard"):
        return _best_agrees(question, given, right, variant)
    common = given.keys() & right.keys()
    return Opinion(all(given[name] == right[name] for name in common)) if common else None


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


def _best_agrees(case: CardCase, given: dict[str, Any], right: Result, variant: Variant) -> Opinion | None:
    """What others are held to must be the same; melds, where they can be judged, must make the figures claimed."""
    held = judged(case, right, variant)
    common = given.keys() & held.keys()
    if any(given[name] != held[name] for name in common):
        return Opinion(False)
    if "melds" in given and not (case.table or case.opening or _requires(variant)):
        return _melds_agree(case, given, right, variant)
    if variant.settings.arrange.objective[0] in given:
        return Opinion(True)
    alone = given.keys() & right.keys() - common
    for name in alone:  # a figure that stands alone is what it is the best of, beside the first or by itself
        if given[name] not in (right[name], _most(case, name, variant)):
            return Opinion(False)
    return Opinion(True) if alone or common else None


def _most(case: CardCase, name: str, variant: Variant) -> int | None:
    """The best of a figure, whatever becomes of the others; None where it is not known."""
    try:
        order = [name, *(other for other in variant.settings.arrange.objective if other != name)]
        found = ask(case, with_values(variant, {"arrange.objective": order}))
    except MeldproofError:
        return None
    return None if found is None else found[name]


def _melds_agree(case: CardCase, given: dict[str, Any], right: Result, variant: Variant) -> Opinion:
    """Melds that can be laid together, worth the best in what counts first, and worth what is claimed of them."""
    try:
        figures, has_wilds = _figures(case, given, variant)
    except MeldproofError as error:
        return Opinion(False, str(error))
    first = variant.settings.arrange.objective[0]
    wanted = {name: given[name] for name in figures if name in given} | {first: right[first]}
    for name, number in wanted.items():
        if first not in figures or figures.get(name, number) == number:
            continue
        loosely = name in ("melded_points", "score") and name != first and has_wilds  # a wild's place is not written
        if not (loosely and number < figures[name]):
            why = say("its melds give {name} {given}, not {right}", name=name, given=figures[name], right=number)
            return Opinion(False, why)
    return Opinion(True)


def _requires(variant: Variant) -> bool:
    return any(msgspec.structs.astuple(variant.settings.requirement))


def _figures(case: CardCase, given: dict[str, Any], variant: Variant) -> tuple[dict[str, int], bool]:
    """The figures of the melds that an answer names, and whether one has a wild.

    Raises MeldproofError for what can't be laid.
    """
    deck = variant.deck()
    left = Counter(token.card for token in parse_cards(case.cards, deck))
    melded = 0
    laid = 0
    has_wilds = False
    for text in given["melds"]:
        verdict = check_cards(variant, text)
        if not verdict.legal:
            raise MeldproofError(say("{text} is no meld: {message}", text=text, message=verdict.violations[0].message))
        cards = Counter(verdict.meld.cards)
        if cards - left:
            raise MeldproofError(say("{text} is not in the hand", text=text))
        left -= cards
        melded += verdict.points or 0
        laid += sum(cards.values())
        has_wilds |= any(slot.wild for slot in verdict.meld.slots)
    costs = point_tables(variant.settings).hand
    if case.op == "best_after_discard":
        if "discard" in given:
            dropped = [token.card for token in parse_cards(given["discard"], deck)]
        else:
            dropped = sorted(left, key=lambda card: -costs[card.rank])[:1]
        if len(dropped) != 1 or not left[dropped[0]]:
            names = " ".join(card_text(card, deck) for card in dropped)
            raise MeldproofError(say("{value} is left to discard", value=names or "no card"))
        left -= Counter(dropped)
    deadwood = sum(costs[card.rank] * number for card, number in left.items())
    cap = variant.settings.scoring.cap
    deadwood = deadwood if cap == "any" else min(cap, deadwood)
    cards_left = sum(left.values())
    return {
        "deadwood_points": deadwood,
        "melded_points": melded,
        "melded_cards": laid,
        "deadwood_cards": cards_left,
        "score": melded - deadwood,
    }, has_wilds
