"""The kit of a variant: cases that between them tell it from every sensible single change of its rules."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from meldproof.arranging.limits import is_past
from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting, read_plain
from meldproof.messages import say
from meldproof.variants.changes import with_reading
from meldproof.variants.clauses import PARTS, Text, read_rule_file
from meldproof.variants.loading import Variant, find_rule_file
from meldproof.witnesses.cases import differ
from meldproof.witnesses.questions import Op, Question, Result, ask, from_plain, to_plain

Expected = Literal["valid", "invalid", "disputed"]
VERSION = 1
FOLDER = "vectors"
LARGEST_FILE = 20_000_000


class KitCase(msgspec.Struct, frozen=True):
    """A question and its right answer.

    `mutants` are the changes it was made to tell apart, `clauses` those whose parameters they change. `readings` holds
    the answers under other readings of contested sentences, where they differ: then it is `disputed`. `procedures` are
    wrong ways to find the best that it tells from the right one.
    """

    id: str
    op: Op
    clauses: tuple[str, ...]
    case: dict[str, Any]
    result: Result
    expected: Expected
    title: Text
    mutants: tuple[str, ...] = ()
    readings: dict[str, Result] = {}
    procedures: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        return from_plain(self.op, self.case)


class Untold(msgspec.Struct, frozen=True):
    """A change that no case shows, and why."""

    mutant: str
    parameter: str
    note: Text


class Kit(msgspec.Struct, frozen=True):
    """`equivalent` changes make no difference: it is proved, or no operation looks at what they change.

    Of `untold` ones no difference was found in the search.
    """

    variant: str
    settings: dict[str, Any]
    cases: tuple[KitCase, ...]
    equivalent: tuple[Untold, ...] = ()
    untold: tuple[Untold, ...] = ()
    version: int = VERSION

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `meldproof kit --json` and of the stored kits (schema `kit.json`)."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        for case in built["cases"]:
            for name in ("readings", "procedures"):
                if not case[name]:
                    del case[name]
        return built

    def to_json(self) -> str:
        """The stored form: one case a line, so that a change of one is a change of one line."""
        plain = self.to_dict()
        lists = {name: plain.pop(name) for name in ("cases", "equivalent", "untold")}
        parts = [f"{json.dumps(name)}: {_json(value)}" for name, value in plain.items()]
        for name, entries in lists.items():
            lines = ",\n".join(f"  {_json(entry)}" for entry in entries)
            parts.append(f"{json.dumps(name)}: [\n{lines}\n]" if entries else f"{json.dumps(name)}: []")
        return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def case_id(question: Question, about: str) -> str:
    """`is_meld-run.ends-3f2a91`: the operation, a parameter it is about, and a digest of the question itself."""
    plain = json.dumps(to_plain(question), sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(f"{question.op} {plain}".encode()).hexdigest()[:6]
    return f"{question.op}-{about}-{digest}"


def expected_of(op: Op, result: Result, readings: dict[str, Result]) -> Expected:
    """Disputed where a reading says otherwise; invalid where the right answer is a no; else valid."""
    if readings:
        return "disputed"
    no = {"is_meld": "legal", "legal_action": "legal", "can_open": "opens", "in_deck": "in_deck", "value": "points"}
    return "invalid" if op in no and result[no[op]] in (False, None) else "valid"


def readings_of(variant: Variant) -> dict[str, Variant]:
    """The variant under each encoded reading of a contested clause that has its default in force."""
    found: dict[str, Variant] = {}
    for clause in variant.clauses:
        for reading in clause.readings if not clause.reading else ():
            if reading.values:
                try:
                    found[reading.id] = with_reading(variant, reading.id)
                except ProblemError:
                    continue
    return found


def disputes(question: Question, result: Result, readings: dict[str, Variant]) -> dict[str, Result]:
    """The answers of the readings that contradict a result."""
    answers = {name: ask(question, read) for name, read in readings.items()}
    return {name: answer for name, answer in answers.items() if answer is not None and differ(answer, result)}


def stored_kit(name: str) -> Kit | None:
    """The kit that is stored with a variant's id; None if there is none."""
    path = importlib.resources.files("meldproof.spec").joinpath(FOLDER, f"{name}.json")
    return read_kit(Path(str(path))) if path.is_file() else None


def nearest_kit(variant: Variant, spec_path: Sequence[str | Path] = ()) -> Kit:
    """The stored kit of a variant, or of the rules that it extends. Raises ProblemError where there is none."""
    folders = [Path(folder) for folder in spec_path]
    file = read_rule_file(Path(variant.path))
    while True:
        kit = stored_kit(file.id)
        if kit is not None:
            return kit
        if not file.extends:
            make = say("meldproof kit {path} --out kit.json, then conform … --kit kit.json", path=variant.path)
            raise ProblemError(
                say("no kit is stored for {id}, nor for what it extends; make one: {make}", id=variant.id, make=make)
            )
        file = find_rule_file(file.extends, folders, Path(file.path).parent)


def read_kit(path: Path) -> Kit:
    """A kit from a file. Raises ProblemError with one clear line."""
    try:
        kit = msgspec.json.decode(read_plain(path, say("kit"), LARGEST_FILE), type=Kit)
        check_nesting([kit.settings, *(case.case for case in kit.cases)], str(path))
        for case in kit.cases:
            _ = case.question
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(say("{path} is no kit: {error}", path=path, error=borrowed(error))) from None
    if kit.version != VERSION:
        raise ProblemError(
            say(
                "{path} is a kit of version {version}; this program reads version {version_2}",
                path=path,
                version=kit.version,
                version_2=VERSION,
            )
        )
    return kit


def answered_by(kit: Kit, variant: Variant, deadline: float | None = None) -> Kit:
    """The same questions answered by other rules; questions that can't be put under these are left out.

    So are those that there is no time for (`deadline` is of `time.monotonic()`).

    Its cases need not tell these rules from every change of theirs: a kit of their own does (`meldproof kit`).
    """
    if kit.settings == variant.plain() and variant.scope == PARTS:
        return kit
    readings = readings_of(variant)
    cases = []
    for case in kit.cases:
        if is_past(deadline):
            break
        result = ask(case.question, variant)
        if result is None:
            continue
        others = disputes(case.question, result, readings)
        cases.append(
            msgspec.structs.replace(
                case, result=result, readings=others, expected=expected_of(case.op, result, others), mutants=()
            )
        )
    return Kit(variant.id, variant.plain(), tuple(cases))
