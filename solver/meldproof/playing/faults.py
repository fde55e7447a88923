"""Why an action is illegal: the rule, the clause that states it, a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from meldproof.checking.verdict import Violation

if TYPE_CHECKING:
    from meldproof.playing.state import MatchState


class Fault(msgspec.Struct, frozen=True):
    """A broken rule of play. `clause` is empty for what no text needs to say (cards that are not there)."""

    rule: str
    clause: str
    message: str


class IllegalAction(Exception):  # noqa: N818 - it is a verdict
    """An action that the rules don't allow in that state."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class UnclearAction(IllegalAction):
    """An action that can't be judged as it is written; the message says what to write. No verdict on the player."""


def refuse(match: MatchState, rule: str, message: str) -> IllegalAction:
    """An illegal action under a parameter's clause; a rule that is no parameter has no clause."""
    clause = match.variant.provenance.get(rule, "")
    return IllegalAction(Fault(rule, clause, message))


def unclear(message: str) -> UnclearAction:
    """An action that is not written so that it can be judged."""
    return UnclearAction(Fault("cards", "", message))


def most_telling(violations: Sequence[Violation]) -> Violation:
    """Of the rules that cards break, the one to cite: being too few says least."""
    return next((one for one in violations if not one.rule.endswith(".min")), violations[0])
