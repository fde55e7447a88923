"""The rule reference as a document without a language or a form: sections, rules, examples, proofs.

Every text is in both languages; a picture is a row of slots. The pages are written from these records alone.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from meldproof.cards import Deck, Slot
from meldproof.notation import slot_text
from meldproof.proving.constraint_model import Statement
from meldproof.variants.assembling import BY_VOCABULARY
from meldproof.variants.clauses import Status, Text
from meldproof.variants.levels import Level

LEVELS: tuple[Level, ...] = get_args(Level)
Verdict = Literal["legal", "illegal", "worth"]
"""What an example shows: something allowed, something refused, or what something counts."""


class Row(msgspec.Struct, frozen=True):
    """A row of a picture: what these cards are (empty where it goes without saying) and the cards."""

    label: Text
    slots: tuple[Slot, ...]

    def to_dict(self, deck: Deck) -> dict[str, object]:
        """The JSON object of a row."""
        return {"label": both(self.label), "cards": [slot_text(slot, deck) for slot in self.slots]}


class Example(msgspec.Struct, frozen=True):
    """Cards or a play, and what the rules say of them.

    `clause` is the key of the clause that refuses it; `smallest`: it is proved that no smaller one would do.
    """

    verdict: Verdict
    rows: tuple[Row, ...]
    said: Text
    deck: Deck
    clause: str = ""
    smallest: bool = False

    @property
    def notation(self) -> str:
        """The cards as text, a row after another."""
        return " | ".join(" ".join(slot_text(slot, self.deck) for slot in row.slots) for row in self.rows)

    def to_dict(self) -> dict[str, object]:
        """The JSON object of an example."""
        return {
            "verdict": self.verdict,
            "rows": [row.to_dict(self.deck) for row in self.rows],
            "says": both(self.said),
            "clause": self.clause or None,
            "smallest": self.smallest,
        }


class Step(msgspec.Struct, frozen=True):
    """A step of a turn to follow, or a line of a score: what is done, and what lies there afterwards."""

    said: Text
    rows: tuple[Row, ...]


class ParameterEntry(msgspec.Struct, frozen=True):
    """A parameter that a clause sets: its name, its value as JSON text, what it means."""

    name: str
    value: str
    meaning: Text


class ReadingEntry(msgspec.Struct, frozen=True):
    """An alternative of a contested clause: what it says, and what tells it apart from the clause."""

    id: str
    text: Text
    apart: Text
    example: Example | None = None


class Citation(msgspec.Struct, frozen=True):
    """A sentence that a clause rests on, paraphrased; empty where the sentence isn't recorded."""

    id: str
    text: Text


class CaseEntry(msgspec.Struct, frozen=True):
    """A case of the variant's kit: its id there, `valid`, `invalid` or `disputed`, the question with its answer."""

    id: str
    expected: str
    title: Text


class RuleEntry(msgspec.Struct, frozen=True):
    """One clause with all that belongs to it.

    `missing` says why there is no legal or no illegal example. `theorems` are names; `cases` are those of the kit that
    test it; `tests` are where its parameters are tested. `untrue`: what an inherited text says that is so no longer.
    `looked_at`: how many theorems of each level.
    """

    key: str
    status: Status
    text: Text
    citations: tuple[Citation, ...]
    parameters: tuple[ParameterEntry, ...]
    examples: tuple[Example, ...]
    missing: Text
    readings: tuple[ReadingEntry, ...]
    formal: tuple[Statement, ...]
    theorems: tuple[str, ...]
    tests: tuple[str, ...]
    cases: tuple[CaseEntry, ...] = ()
    reason: Text = Text()
    reading: str = ""
    untrue: Text = Text()
    looked_at: tuple[tuple[Level, int], ...] = ()

    @property
    def id(self) -> str:
        return self.key.partition("/")[2]

    @property
    def is_traced(self) -> bool:
        """Whether a theorem, a case, an example or a test stands behind the clause, or a reason why none can.

        Nothing need stand behind what nobody says: such a parameter is as if there were none.
        """
        unsaid = self.key.startswith(f"{BY_VOCABULARY}/")
        return bool(unsaid or self.theorems or self.cases or self.examples or self.tests or self.reason.en)

    def to_dict(self) -> dict[str, object]:
        """The JSON object of a rule."""
        return {
            "clause": self.key,
            "status": self.status,
            "text": both(self.text),
            "cites": [{"id": citation.id, "text": both(citation.text)} for citation in self.citations],
            "parameters": [{"name": p.name, "value": msgspec.json.decode(p.value)} for p in self.parameters],
            "examples": [example.to_dict() for example in self.examples],
            "missing": both(self.missing),
            "reading": self.reading or None,
            "readings": [
                {
                    "id": reading.id,
                    "text": both(reading.text),
                    "apart": both(reading.apart),
                    "example": reading.example.to_dict() if reading.example else None,
                }
                for reading in self.readings
            ],
            "formal": [{"rule": s.parameter, "formula": s.formula} for s in self.formal],
            "theorems": list(self.theorems),
            "cases": [case.id for case in self.cases],
            "tests": list(self.tests),
            "reason": both(self.reason),
            "untrue": both(self.untrue),
        }


class Section(msgspec.Struct, frozen=True):
    """Rules of one matter, with a sentence or two that lead in."""

    id: str
    title: Text
    lead: Text
    rules: tuple[RuleEntry, ...]


class TheoremEntry(msgspec.Struct, frozen=True):
    """A theorem; `level` is how much of a game it looks at: of several levels the last."""

    name: str
    statement: Text
    level: Level


class SourceEntry(msgspec.Struct, frozen=True):
    """A text that clauses cite."""

    id: str
    title: Text
    describes: Text


class Document(msgspec.Struct, frozen=True):
    """A variant's whole reference."""

    id: str
    name: Text
    extends: str
    readings: tuple[str, ...]
    glance: tuple[tuple[Text, Text], ...]
    setup: tuple[Text, ...]
    turn: tuple[Text, ...]
    sample_turn: tuple[Step, ...]
    sample_score: tuple[Step, ...]
    sections: tuple[Section, ...]
    theorems: tuple[TheoremEntry, ...]
    sources: tuple[SourceEntry, ...]
    deck: Deck

    @property
    def theorems_by_level(self) -> tuple[tuple[Level, tuple[TheoremEntry, ...]], ...]:
        """The theorems as the pages list them."""
        found: dict[Level, list[TheoremEntry]] = {}
        for entry in sorted(self.theorems, key=lambda entry: LEVELS.index(entry.level)):
            found.setdefault(entry.level, []).append(entry)
        return tuple((level, tuple(entries)) for level, entries in found.items())

    @property
    def rules(self) -> tuple[RuleEntry, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)

    def _step(self, step: Step) -> dict[str, object]:
        return {"says": both(step.said), "rows": [row.to_dict(self.deck) for row in step.rows]}

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof reference --format json` (schema `reference.json`)."""
        return {
            "variant": self.id,
            "name": both(self.name),
            "extends": self.extends or None,
            "readings": list(self.readings),
            "glance": [{"what": both(what), "says": both(says)} for what, says in self.glance],
            "setup": [both(step) for step in self.setup],
            "turn": [both(step) for step in self.turn],
            "sample_turn": [self._step(step) for step in self.sample_turn],
            "sample_score": [self._step(step) for step in self.sample_score],
            "sections": [
                {
                    "id": section.id,
                    "title": both(section.title),
                    "lead": both(section.lead),
                    "rules": [rule.to_dict() for rule in section.rules],
                }
                for section in self.sections
            ],
            "theorems": [{"name": entry.name, "statement": both(entry.statement)} for entry in self.theorems],
            "sources": [
                {"id": source.id, "title": both(source.title), "describes": both(source.describes)}
                for source in self.sources
            ],
        }


def both(text: Text) -> dict[str, str]:
    """A text as JSON."""
    return {"en": text["en"], "es": text["es"]}
