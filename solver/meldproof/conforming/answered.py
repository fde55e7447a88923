"""An answer of an implementation, kept as evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from meldproof.witnesses.questions import Question


class Answered(msgspec.Struct, frozen=True):
    """A question with an implementation's well-formed answer; `wrong` by the rules that it is held to."""

    question: Question
    given: dict[str, Any]
    wrong: bool


Asker = Callable[[Question], Answered | None]
"""Whoever puts one question more to an implementation; None where there is no answer to compare."""
