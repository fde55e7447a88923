"""Plays and scores of the stored kits that tell two variants apart where no meld or hand does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldproof.conforming.kit import KitCase, nearest_kit
from meldproof.errors import MeldproofError
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import differ
from meldproof.witnesses.questions import Question, Result, ask, to_plain

OF_PLAY = ("legal_action", "score")


class PlayDifference(NamedTuple):
    """A question about play that two variants answer differently."""

    question: Question
    results: tuple[Result, Result]

    def to_dict(self) -> dict[str, object]:
        """The key `play` of `meldproof diff --json`: the question as in a kit, and both answers."""
        return {
            "op": self.question.op,
            "case": to_plain(self.question),
            "results": [dict(result) for result in self.results],
        }


def telling_play(one: Variant, other: Variant, parameter: str) -> PlayDifference | None:
    """The first play of either's kit that shows a change of the parameter; None if none is known."""
    for case in (*_cases(one, parameter), *_cases(other, parameter)):
        mine, theirs = ask(case.question, one), ask(case.question, other)
        if mine is not None and theirs is not None and differ(mine, theirs):
            return PlayDifference(case.question, (mine, theirs))
    return None


def _cases(variant: Variant, parameter: str) -> Iterator[KitCase]:
    """The cases of play that were made for a change of the parameter, of the kit nearest to a variant."""
    try:
        kit = nearest_kit(variant)
    except MeldproofError:
        return
    for case in kit.cases:
        if case.op in OF_PLAY and any(mutant.startswith(f"{parameter}=") for mutant in case.mutants):
            yield case
