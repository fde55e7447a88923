"""What hangs on contested sentences: what every reading changes, what tells it apart, which answers depend on it."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from meldproof.arranging.problem import Arrangement
from meldproof.checking.verdict import Verdict
from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.proving.comparison import SECONDS_EACH, Advance, text_dict
from meldproof.variants.changes import with_reading
from meldproof.variants.clauses import Clause, Reading
from meldproof.variants.levels import Level, levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.judging import Comparison, Judgement, judge

ORDER: tuple[Level, ...] = ("deck", "meld", "value", "hand", "turn")


class ReadingDifference(msgspec.Struct, frozen=True):
    """A reading against its clause's default: what it changes (parameter: default and reading), what tells them apart.

    `judgement` is None for a reading that can't be encoded, or not be had beside the rest; `error` says why.
    """

    clause: Clause
    reading: Reading
    changes: dict[str, tuple[object, object]]
    judgement: Judgement | None
    chosen: bool
    error: str = ""

    def to_dict(self) -> dict[str, object]:
        """An entry of `readings --json` (schema `readings.json`)."""
        judgement = self.judgement
        witness = judgement.witness if judgement else None
        return {
            "clause": self.clause.key,
            "cites": list(self.clause.cites),
            "default": text_dict(self.clause.text),
            "reading": self.reading.id,
            "text": text_dict(self.reading.text),
            "encoded": bool(self.reading.values),
            "reason": text_dict(self.reading.reason),
            "chosen": self.chosen,
            "changes": [
                {"parameter": name, "default": pair[0], "reading": pair[1]} for name, pair in self.changes.items()
            ],
            "verdict": judgement.verdict if judgement else "impossible" if self.error else "not-encoded",
            "witness": witness.to_dict() if witness else None,
            "note": {"en": self.error, "es": self.error}
            if self.error
            else text_dict(judgement.note)
            if judgement
            else text_dict(self.reading.reason),
        }


def reading_differences(
    variant: Variant,
    unread: Variant,
    *,
    advance: Advance = lambda done, total: None,
    timeout: float | None = None,
) -> tuple[ReadingDifference, ...]:
    """Every reading against its clause's default, the rest being as in `variant`. `unread` is it without readings.

    `timeout` is in seconds for everything.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    rows = [(clause, reading) for clause in unread.clauses for reading in clause.readings]
    found = []
    for number, (clause, reading) in enumerate(rows):
        found.append(_difference(variant, unread, clause, reading, deadline))
        advance(number + 1, len(rows))
    return tuple(found)


def _difference(
    variant: Variant, unread: Variant, clause: Clause, reading: Reading, deadline: float | None
) -> ReadingDifference:
    chosen = reading.id in variant.readings
    if not reading.values:
        return ReadingDifference(clause, reading, {}, None, chosen)
    others = [name for name in variant.readings if name not in {entry.id for entry in clause.readings}]
    try:
        default = _with_readings(unread, others)
        read = with_reading(default, reading.id)
    except MeldproofError as error:
        return ReadingDifference(clause, reading, {}, None, chosen, str(error))
    before, after = default.plain(), read.plain()
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    changes = {name: (before.get(name), after.get(name)) for name in names}
    if not names:
        return ReadingDifference(clause, reading, changes, Judgement("same", ()), chosen)
    soon = time.monotonic() + SECONDS_EACH
    comparison = Comparison(default, read, deadline=soon if deadline is None else min(soon, deadline))
    return ReadingDifference(clause, reading, changes, judge(comparison, levels_together(names)), chosen)


def levels_together(names: list[str]) -> tuple[Level, ...]:
    """The levels at which several changes at once are judged, the first that any of them asks for first."""
    wanted = {level for name in names for level in levels_of(name)}
    return tuple(level for level in ORDER if level in wanted)


def _with_readings(variant: Variant, names: list[str]) -> Variant:
    for name in names:
        variant = with_reading(variant, name)
    return variant


Told = tuple[Clause, Reading, dict[str, object]]
"""A reading of a clause, and the answer under it."""


class Dependence(msgspec.Struct, frozen=True):
    """Whether an answer depends on a contested sentence: the answer, and every reading under which it is another.

    `unproved` are the readings of which that isn't known, since the answer or that of the reading isn't proved.
    """

    answer: dict[str, object]
    asked: tuple[str, ...]
    differ: tuple[Told, ...]
    unproved: tuple[Told, ...]
    not_encoded: tuple[tuple[Clause, Reading], ...]

    @property
    def depends(self) -> bool | None:
        """None where it isn't known."""
        return True if self.differ else None if self.unproved else False

    def to_dict(self) -> dict[str, object]:
        """The object `readings` of `solve` and `check --readings all --json` (schema `answer-readings.json`)."""
        return {
            "depends": self.depends,
            "answer": self.answer,
            "asked": list(self.asked),
            "differ": [_told(*told) for told in self.differ],
            "unproved": [_told(*told) for told in self.unproved],
            "not_encoded": [
                {"reading": reading.id, "clause": clause.key, "reason": text_dict(reading.reason)}
                for clause, reading in self.not_encoded
            ],
        }


def _told(clause: Clause, reading: Reading, answer: dict[str, object]) -> dict[str, object]:
    return {
        "reading": reading.id,
        "clause": clause.key,
        "cites": list(clause.cites),
        "text": text_dict(reading.text),
        "answer": answer,
    }


def dependence(variant: Variant, ask: Callable[[Variant], dict[str, object]]) -> Dependence:
    """Ask once as the variant is, and once under each reading of a clause that has its default in force.

    `ask` gives an answer as plain figures, with `optimal` false where it isn't proved: such a one differs from none and
    agrees with none. Where a reading makes the question unusable, that is its answer: `error`.
    """
    answer = ask(variant)
    asked: list[str] = []
    differ: list[Told] = []
    unproved: list[Told] = []
    not_encoded = []
    for clause, reading in ((c, r) for c in variant.clauses if not c.reading for r in c.readings):
        if not reading.values:
            not_encoded.append((clause, reading))
            continue
        asked.append(reading.id)
        try:
            other = ask(with_reading(variant, reading.id))
        except EngineDeclined as error:
            unproved.append((clause, reading, {"error": str(error), "optimal": False}))
            continue
        except MeldproofError as error:
            other = {"error": str(error)}
        if "error" not in other and not (_is_proved(answer) and _is_proved(other)):
            unproved.append((clause, reading, other))
        elif other != answer:
            differ.append((clause, reading, other))
    return Dependence(answer, tuple(asked), tuple(differ), tuple(unproved), tuple(not_encoded))


def _is_proved(answer: dict[str, object]) -> bool:
    return answer.get("optimal") is not False


def arrangement_answer(found: Arrangement) -> dict[str, object]:
    """What an arrangement says, as far as it is sure: the figures of its objective, and whether it opens."""
    answer: dict[str, object] = {name: getattr(found.figures, name) for name in found.problem.objective}
    if found.opens is not None:
        answer |= {"opens": found.opens, "reachable": found.reachable}
    if found.unmet:
        answer["unmet"] = found.unmet
    if not found.optimal:
        answer["optimal"] = False
    return answer


def verdict_answer(found: Verdict) -> dict[str, object]:
    """What a verdict says: whether it is a meld, of which kinds, for how many points."""
    return {"legal": found.legal, "kinds": list(found.kinds), "points": found.points}
