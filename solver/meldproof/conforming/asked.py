"""One question put by itself, so that what a search found can be seen again whatever the search finds next time."""

from __future__ import annotations

import json

import msgspec

from meldproof.borrowed import borrowed
from meldproof.conforming.kit import Kit, KitCase, case_id, disputes, expected_of, readings_of
from meldproof.conforming.titles import title_of
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting
from meldproof.messages import say
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import OPS, PART_OF, Question, ask, from_plain, to_plain


def question_text(question: Question) -> str:
    """A question as `--ask` takes it."""
    return json.dumps({"op": question.op, "case": to_plain(question)}, ensure_ascii=False)


def kit_of_one(text: str, variant: Variant) -> Kit:
    """A kit of one question, given as a JSON object with `op` and `case`. Raises MeldproofError with one clear line."""
    question = _read(text)
    variant.needs(PART_OF[question.op])
    result = ask(question, variant)
    if result is None:
        raise ProblemError(say("--ask: under these rules there is no such question"))
    others = disputes(question, result, readings_of(variant))
    case = KitCase(
        case_id(question, "asked"), question.op, (), to_plain(question), result,
        expected_of(question.op, result, others), title_of(question, result), readings=others,
    )  # fmt: skip
    return Kit(variant.id, variant.plain(), (case,))


def _read(text: str) -> Question:
    form = say("""--ask: write one object, such as '{{"op": "is_meld", "case": {{"cards": ["4s", "5s", "6s"]}}}}'""")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise ProblemError(form) from None
    if not isinstance(plain, dict) or plain.keys() != {"op", "case"} or plain["op"] not in OPS:
        raise ProblemError(form)
    check_nesting(plain, "--ask")
    try:
        return from_plain(plain["op"], plain["case"])
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise ProblemError(say("--ask: {error}", error=borrowed(error))) from None
