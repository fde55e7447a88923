"""The runs that must be among what is shown at a close, before anything (or before sets) counts as melded."""

from __future__ import annotations

from collections.abc import Sequence

from meldproof.cards import Meld
from meldproof.messages import say
from meldproof.playing.faults import refuse
from meldproof.playing.state import MatchState


def check_required(
    match: MatchState, new: Sequence[Meld], before: Sequence[Meld] = (), after: Sequence[Meld] = ()
) -> None:
    """Melds shown, and what is added to melds that lay `before`: as an arrangement would count them.

    Raises IllegalAction where they would not. Who shows and adds nothing owes no run.
    """
    need = match.settings.requirement
    touched = [*new, *(now for was, now in zip(before, after, strict=True) if was != now)]
    pure = sum(one.kind == "run" and not any(slot.wild for slot in one.slots) for one in touched)
    if pure < need.pure_runs and touched:
        raise refuse(
            match,
            "requirement.melds" if need.melds else "requirement.pure_runs",
            say("{pure} runs without wilds are shown; {due} are required", pure=pure, due=need.pure_runs),
        )
    every = (*new, *after)
    runs = sum(one.kind == "run" for one in every)
    if touched and runs < need.runs and runs < len(every):
        raise refuse(
            match,
            "requirement.melds" if need.melds else "requirement.runs",
            say("{runs} runs are shown; sets count only beside {due}", runs=runs, due=need.runs),
        )
