"""The kit of a variant: cases that between them tell it from every sensible single change of its rules."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from meldproof.arranging.limits import is_past
from meldproof.borrowed import borrowed
from meldproof.conforming.hard_hands import hard_hands
from meldproof.conforming.titles import title_of
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting, read_plain
from meldproof.messages import say
from meldproof.variants.changes import with_reading
from meldproof.variants.clauses import PARTS, Text, read_rule_file
from meldproof.variants.loading import Variant, find_rule_file, kept_variant
from meldproof.variants.values import to_plain as to_plain_value
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.cases import differ
from meldproof.witnesses.questions import OPS, Op, Question, Result, ask, from_plain, to_plain

Expected = Literal["valid", "invalid", "disputed"]
VERSION = 1
FOLDER = "vectors"
LARGEST_FILE = 20_000_000
BEGINNING = 200
"""Characters of a stored kit within which it says what it extends, if anything."""


class KitCase(msgspec.Struct, frozen=True):
    """A question and its right answer.

    `mutants` are the changes it was made to tell apart, `clauses` those whose parameters they change. `readings` holds
    the answers under other readings of contested sentences, where they differ: then it is `disputed`. `procedures` are
    wrong ways to find the best that it tells from the right one, `pattern` the one against faults of search that it is.
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
    pattern: str = ""

    @property
    def question(self) -> Question:
        return from_plain(self.op, self.case)


class Untold(msgspec.Struct, frozen=True):
    """A change that no case shows, and why."""

    mutant: str
    parameter: str
    note: Text


class Kit(msgspec.Struct, frozen=True):
    """`settings` are what the rules said when it was made; what they did not say is inert.

    `equivalent` changes make no difference: it is proved, or no operation looks at what they change.

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
        return {**built, "cases": [plain_case(case) for case in self.cases]}

    def to_json(self) -> str:
        """The stored form: one case a line, so that a change of one is a change of one line."""
        lists = ("cases", "equivalent", "untold")
        plain = self.to_dict()
        last = {name: plain.pop(name) for name in lists}
        return as_lines({**plain, **last}, lists)


def plain_case(case: KitCase) -> dict[str, Any]:
    """A case as JSON holds it."""
    built: dict[str, Any] = msgspec.to_builtins(case)
    return {name: value for name, value in built.items() if value or name not in OFTEN_EMPTY}


OFTEN_EMPTY = ("readings", "procedures", "pattern")


def as_lines(plain: dict[str, Any], lists: Sequence[str]) -> str:
    """An object as it is stored: a line for each of its keys, and for each entry of some lists."""
    parts = []
    for name, value in plain.items():
        if name in lists and value:
            lines = ",\n".join(f"  {_json(entry)}" for entry in value)
            parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(name)}: {_json(value)}")
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
    """The kit that is stored with a variant's id, whole or beside another; None if there is none."""
    path = _stored_at(name)
    if not path.is_file():
        return None
    if is_whole(path):
        return read_kit(path)
    from meldproof.conforming.difference import read_difference, whole

    stored = read_difference(path)
    base = read_kit(_stored_at(stored.extends))
    return whole(stored, base, kept_variant(name))


def _stored_at(name: str) -> Path:
    return Path(str(importlib.resources.files("meldproof.spec").joinpath(FOLDER, f"{name}.json")))


def is_whole(path: Path) -> bool:
    """Whether a file holds all of a kit, not what differs from another."""
    with path.open(encoding="utf-8") as file:
        return '"extends"' not in file.read(BEGINNING)


def whole_kits() -> list[str]:
    """The variants whose kits are stored whole."""
    return sorted(path.stem for path in _stored_at("x").parent.glob("*.json") if is_whole(path))


def is_of(kit: Kit, variant: Variant) -> bool:
    """Whether these are the rules that a kit was made of."""
    return not apart_from(kit, variant)


def apart_from(kit: Kit, variant: Variant) -> list[str]:
    """The parameters in which a kit is not of these rules. One that it doesn't name had its inert value, or is new."""
    now = variant.plain()
    inert = {name: to_plain_value(p.default) for name, p in parameters().items() if p.inert}
    other = [name for name, value in now.items() if kit.settings.get(name, inert.get(name, ...)) != value]
    gone = [name for name, value in kit.settings.items() if name not in now and inert.get(name, ...) != value]
    return [*other, *gone]


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

    Its cases need not tell these rules from every change of theirs: a kit of their own does (`meldproof kit`). Titles
    and clauses are these rules', and the patterns against faults of search are put into their cards.
    """
    if is_of(kit, variant) and variant.scope == PARTS:
        return kit
    readings = readings_of(variant)
    cases = []
    for case in kit.cases:
        if is_past(deadline):
            break
        result = None if case.pattern else ask(case.question, variant)
        if result is None:
            continue
        others = disputes(case.question, result, readings)
        cases.append(
            msgspec.structs.replace(
                case, result=result, readings=others, expected=expected_of(case.op, result, others), mutants=(),
                title=titled(case.question, result, about_of(case)), clauses=_clauses_now(case, variant),
            )
        )  # fmt: skip
    return Kit(variant.id, variant.said(), with_patterns(cases, variant, deadline))


def titled(question: Question, result: Result, about: Text) -> Text:
    """The question and its answer, and what it is about."""
    asked = title_of(question, result)
    return Text(f"{asked.en} ({about.en})", f"{asked.es} ({about.es})") if about.en else asked


def about_of(case: KitCase) -> Text:
    """What a stored case is about: the parameter it is named after, or what its title says."""
    name = case.id.removeprefix(f"{case.op}-").rpartition("-")[0]
    if name in parameters():
        return Text(parameters()[name].en, parameters()[name].es)
    titles = (case.title.en, case.title.es)
    return Text(*(text.rpartition(" (")[2].removesuffix(")") if text.endswith(")") else "" for text in titles))


def _clauses_now(case: KitCase, variant: Variant) -> tuple[str, ...]:
    """The clauses in force for what a case is about: the variant's own first, then those of what it extends."""
    names = dict.fromkeys(mutant.partition("=")[0] for mutant in case.mutants)
    keys = [variant.provenance[name] for name in names if name in variant.provenance]
    there = {clause.key for clause in variant.clauses}
    keys = keys or [key for key in case.clauses if key in there]
    return tuple(sorted(dict.fromkeys(keys), key=lambda key: not key.startswith((f"{variant.id}/", "settings/"))))


def with_patterns(cases: Iterable[KitCase], variant: Variant, deadline: float | None = None) -> tuple[KitCase, ...]:
    """The cases, with the patterns against faults of search and wrong melds with wilds beside them."""
    readings = readings_of(variant)
    kept = {case.question: case for case in cases if not case.pattern}
    for pattern, question in hard_hands(variant):
        if is_past(deadline):
            break
        result = ask(question, variant)
        if result is None or question in kept:
            continue
        others = disputes(question, result, readings)
        names = ("run.wilds.max", "set.wilds.max") if pattern.op == "is_meld" else ("arrange.objective",)
        clauses = tuple(dict.fromkeys(variant.provenance[name] for name in names if name in variant.provenance))
        kept[question] = KitCase(
            case_id(question, pattern.id), question.op, clauses, to_plain(question), result,
            expected_of(question.op, result, others), titled(question, result, pattern.words), readings=others,
            pattern=pattern.id,
        )  # fmt: skip
    return in_order(kept.values())


def in_order(cases: Iterable[KitCase]) -> tuple[KitCase, ...]:
    """Cases as kits list them: by operation, then by id."""
    order = {op: number for number, op in enumerate(OPS)}
    return tuple(sorted(cases, key=lambda case: (order[case.op], case.id)))
