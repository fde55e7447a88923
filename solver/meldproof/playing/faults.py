"""Why an action is illegal: the rule, the clause that states it, a sentence."""

from __future__ import annotations

import msgspec

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


def refuse(match: MatchState, rule: str, message: str) -> IllegalAction:
    """An illegal action under a parameter's clause; a rule that is no parameter has no clause."""
    clause = match.variant.provenance.get(rule, "")
    return IllegalAction(Fault(rule, clause, message))
