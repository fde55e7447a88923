"""Every error a user can meet. Each message is one clear line: what is wrong, where, what would be right."""

from __future__ import annotations


class MeldproofError(Exception):
    """Base of all errors that mean: this input cannot be used (exit status 2)."""


class NotationError(MeldproofError):
    """A text that is no card, meld or table of the deck."""


class VariantError(MeldproofError):
    """A rule file, reading or setting that cannot be used."""


class ProblemError(MeldproofError):
    """A question that cannot be asked of this variant: too many copies, an unlawful table, an unknown objective.

    `line` is that of a log, from 1, where it is one that can't be used.
    """

    def __init__(self, message: object = "", *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class AmbiguousMeld(ProblemError):  # noqa: N818 - it is an answer, not a fault
    """Cards that can be read as more than one meld, with the ways to write each."""


class RefusedAction(MeldproofError):  # noqa: N818 - it is a verdict
    """An action that a game does not allow: the `rule`, the `clause` that states it ("" where none needs to)."""

    def __init__(self, message: str, rule: str, clause: str) -> None:
        super().__init__(message)
        self.rule, self.clause = rule, clause


class EngineDeclined(MeldproofError):  # noqa: N818 - it is an answer, not a fault
    """An engine that does not take this problem, by name and with the reason."""


class ProofError(MeldproofError):
    """A file of theorems, or a theorem in it, that cannot be used."""
