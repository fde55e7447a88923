"""Witnesses that were found before, so that a reference takes a second and not minutes.

`recorded.json` holds the smallest witness of every change of the built-in variants' parameters, under a key made of the
change and the settings that matter to it: a house variant that leaves these alone finds them too. A recorded case is
put to both variants again before it is used; so is one of the same change under other settings, which may then not be
the smallest. What is not recorded is searched for, with a limit. The file is written by
`python -m meldproof.reference.recording`, by counted work: it comes out the same on every machine.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.variants.clauses import Text
from meldproof.variants.levels import Level
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, Operation, differ, known_answer
from meldproof.witnesses.clocks import OUT_OF_TIME, Clock, WorkClock
from meldproof.witnesses.judging import ASKED, Comparison, Finding, Judgement, Witness, judge
from meldproof.witnesses.mutants import Mutant

RECORDED = Path(__file__).with_name("recorded.json")
SECONDS_EACH = 4.0
"""Longest search for one change that is not recorded."""
SECONDS_IN_ALL = 40.0
"""Longest search for all that a reference asks for and that is not recorded."""
SECONDS_RECORDING = 12.0
MATTERS: dict[Level, tuple[str, ...]] = {
    "deck": ("deck.", "players."),
    "meld": ("deck.", "set.", "run.", "wilds.ranks", "wilds.natural"),
    "value": ("deck.", "set.", "run.", "wilds.", "points."),
    "hand": ("",),
}
"""Beginnings of the names of the settings that a witness of each level may depend on."""


class Patience(NamedTuple):
    """How long to search: seconds for one change, and an end of all searching (a value of `time.monotonic()`).

    `counted` seconds are counted by the work done, so that a search ends at the same place on every machine.
    """

    each: float = SECONDS_EACH
    end: float | None = None
    counted: bool = False

    def seconds(self) -> float:
        """Seconds for the next search."""
        return self.each if self.end is None else max(0.0, min(self.each, self.end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether nothing more is searched for."""
        return not self.counted and self.seconds() <= 0

    def clock(self) -> Clock:
        """What the next search goes by."""
        return WorkClock(self.each) if self.counted else Clock(time.monotonic() + self.seconds())


def patience(timeout: float | None) -> Patience:
    """Patience for so many seconds in all."""
    return Patience(end=time.monotonic() + (SECONDS_IN_ALL if timeout is None else timeout))


ANY = Patience()
"""The usual patience."""
RECORDING = Patience(SECONDS_RECORDING, counted=True)
"""The patience of what is recorded."""


class StoredAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A recorded answer: the case, or None where none was found, and then the verdict with its note."""

    case: CardCase | None = None
    smallest: bool = False
    verdict: Literal["differs", "same", "only-a-play", "none-found"] = "differs"
    note: Text = Text()


fresh: dict[str, StoredAnswer] = {}


def witness_of(variant: Variant, mutant: Mutant, level: Level, waiting: Patience) -> Witness | None:
    """The smallest witness of a change at its level; None where there is none, or none was found in time."""
    key = key_of(variant, mutant, level)
    found = fresh.get(key) or recorded().get(key)
    if found is None:
        alike = _by_change().get((mutant.id, level))
        for like in alike or ():
            if witness := again(variant, mutant.variant, like):
                return witness
        if alike is not None and not any(like.case for like in alike):
            return None  # a change that shows nowhere else is not worth a search
        if waiting.is_over:
            return None
        found = fresh[key] = searched(variant, mutant, level, waiting)
    return again(variant, mutant.variant, found)


def judgement_of(first: Variant, second: Variant, name: str, levels: Sequence[Level], waiting: Patience) -> Judgement:
    """What tells two variants apart, recorded under a name for the change, or searched for."""
    plain = json.dumps([first.plain(), second.plain()], sort_keys=True)
    key = f"{name} {hashlib.sha256(plain.encode()).hexdigest()[:16]}"
    found = fresh.get(key) or recorded().get(key)
    if found is None:  # perhaps the same change shows on the same cards as under other settings
        change, _, rest = name.partition(" ")
        alike = _by_change().get((change, rest), ()) if rest else ()
        found = next((like for like in alike if like.case and again(first, second, like)), None)
    if found is None or not _still_true(first, second, found):
        if waiting.is_over:
            return Judgement("none-found", (Finding("best", "none-found", note=OUT_OF_TIME),))
        judged = judge(Comparison(first, second, clock=waiting.clock()), levels)
        witness = judged.witness
        found = (
            StoredAnswer(witness.case, witness.smallest)
            if witness
            else StoredAnswer(None, False, judged.verdict, judged.note)
        )
    fresh[key] = found
    if witness := again(first, second, found):
        return Judgement("differs", (Finding(witness.case.op, "found", witness),))
    return Judgement(found.verdict, (Finding("best", "none-found", note=found.note),))


def _still_true(first: Variant, second: Variant, found: StoredAnswer) -> bool:
    return found.case is None or again(first, second, found) is not None


def searched(variant: Variant, mutant: Mutant, level: Level, waiting: Patience) -> StoredAnswer:
    comparison = Comparison(variant, mutant.variant, clock=waiting.clock(), enough=1)
    for op in _operations(comparison, mutant, level):
        if witness := comparison.find(op).witness:
            return StoredAnswer(witness.case, witness.smallest)
    return StoredAnswer()


def _operations(comparison: Comparison, mutant: Mutant, level: Level) -> list[Operation]:
    there = comparison.operations()
    first: tuple[Operation, ...] = ("can_open",) if "opening" in mutant.parameter else ()
    return [op for op in dict.fromkeys((*first, *ASKED[level][:1])) if op in there]


def again(first: Variant, second: Variant, found: StoredAnswer) -> Witness | None:
    """The case put to both variants again."""
    if found.case is None:
        return None
    try:
        results = [known_answer(found.case, rules) for rules in (first, second)]
    except (EngineDeclined, MeldproofError):
        return None
    if results[0] is None or results[1] is None or not differ(*results):
        return None
    return Witness(found.case, (results[0], results[1]), found.smallest)


def key_of(variant: Variant, mutant: Mutant, level: Level) -> str:
    plain = {name: value for name, value in variant.plain().items() if name.startswith(MATTERS[level])}
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
    return f"{mutant.id} {level} {digest}"


@cache
def recorded() -> dict[str, StoredAnswer]:
    try:
        return msgspec.json.decode(RECORDED.read_bytes(), type=dict[str, StoredAnswer])
    except (OSError, msgspec.DecodeError):
        return {}


@cache
def _by_change() -> dict[tuple[str, str], list[StoredAnswer]]:
    """What is recorded of a change under any settings, the smallest first: witnesses here too if they still differ."""
    found: dict[tuple[str, str], list[StoredAnswer]] = {}
    for key, entry in recorded().items():
        if key.count(" ") == 2:
            change, level, _ = key.split(" ")
            found.setdefault((change, level), []).append(msgspec.structs.replace(entry, smallest=False))
    return {name: sorted(entries, key=_size) for name, entries in found.items()}


def _size(found: StoredAnswer) -> int:
    return len(found.case.cards) if found.case else 0
