"""Clauses: the records of a rule file, read and checked one file at a time."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, get_args

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import VariantError
from meldproof.inputs import check_nesting, read_text
from meldproof.messages import say
from meldproof.variants.by_deal import ByDeal, may_change
from meldproof.variants.families import families
from meldproof.variants.values import from_plain
from meldproof.variants.vocabulary import parameters

Status = Literal["stated", "implied", "default", "contested", "not-encoded"]
Part = Literal["melds", "opening", "play", "scoring"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What of a game a file can encode (`scope`), in the order in which they rest on one another."""
SCHEMA = 1
LARGEST_FILE = 256 * 1024
"""Bytes; the longest rule file here has under 40 kB."""
MOST_DOTS = 100
"""In one line: reading a dotted name takes time with the square of its parts."""


class Text(msgspec.Struct, frozen=True):
    """A text in both languages; a missing one falls back on the other."""

    en: str = ""
    es: str = ""

    def __getitem__(self, language: str) -> str:
        first, second = (self.es, self.en) if language == "es" else (self.en, self.es)
        return first or second


class Reading(msgspec.Struct, frozen=True):
    """An alternative of a contested clause, chosen by name; `reason` says why it can't be encoded, if it can't."""

    id: str
    text: Text
    values: dict[str, object]
    reason: Text = Text()


class Clause(msgspec.Struct, frozen=True):
    """One cited rule: what it says, where that is said, and the parameters it sets.

    `key` is variant/clause, `reading` the alternative in force (empty for the default). `covers` are the parts of the
    game that the file does not encode because of this clause.
    """

    key: str
    cites: tuple[str, ...]
    status: Status
    text: Text
    values: dict[str, object]
    readings: tuple[Reading, ...] = ()
    reading: str = ""
    reason: Text = Text()
    replaces: tuple[str, ...] = ()
    covers: tuple[Part, ...] = ()

    @property
    def id(self) -> str:
        return self.key.partition("/")[2]


class RuleFile(msgspec.Struct, frozen=True):
    """One file as it stands: nothing inherited yet.

    An `abstract` one is there to be extended, and no variant. `scope` are the parts of the game that it encodes, and
    `family` is where it is listed (none: those of the file that it extends); `line` says in a sentence which it is.
    """

    path: str
    id: str
    name: Text
    extends: str
    clauses: tuple[Clause, ...]
    abstract: bool = False
    scope: tuple[Part, ...] = ()
    family: str = ""
    line: Text = Text()


def read_rule_file(path: Path, text: str | None = None) -> RuleFile:
    """A rule file's own records. Raises VariantError naming file, clause, parameter and the mend."""
    where = str(path)
    data = parse_toml(_read(path) if text is None else text, where)
    _only_keys(data, {"schema", "id", "name", "family", "line", "extends", "abstract", "scope", "clause"}, where)
    if data.get("schema") != SCHEMA:
        raise VariantError(say("{where}: write `schema = {schema}` at the top", where=where, schema=SCHEMA))
    identity = data.get("id")
    if not _is_id(identity):
        raise VariantError(say("{where}: `id` must be a word of lower-case letters, digits and dashes", where=where))
    extends = data.get("extends", "")
    if not isinstance(extends, str):
        raise VariantError(say("{where}: `extends` must be the id of a variant, or a file", where=where))
    abstract = data.get("abstract", False)
    if not isinstance(abstract, bool):
        raise VariantError(say("{where}: `abstract` must be true or false", where=where))
    scope = _parts(data["scope"], f"{where}: scope") if "scope" in data else ()
    family = data.get("family", "")
    if not isinstance(family, str) or (family and family not in families()):
        raise VariantError(say("{where}: `family` is one of {families}", where=where, families=", ".join(families())))
    entries = data.get("clause", [])
    if not isinstance(entries, list):
        raise VariantError(say("{where}: clauses are written [[clause]]", where=where))
    clauses = tuple(_clause(entry, str(identity), where) for entry in entries)
    _unique((clause.id for clause in clauses), f"{where}: clause", say("give each clause an id of its own"))
    readings = (reading.id for clause in clauses for reading in clause.readings)
    _unique(readings, f"{where}: reading", say("give each reading a name of its own"))
    name = _text(data.get("name", identity), f"{where}: name")
    line = _text(data.get("line", {}), f"{where}: line")
    return RuleFile(where, str(identity), name, extends, clauses, abstract, scope, family, line)


def read_values(table: object, where: str) -> dict[str, object]:
    """Typed parameter values from a (nested) table."""
    if not isinstance(table, Mapping):
        raise VariantError(say("{where}: `set` must be a table of parameters", where=where))
    values: dict[str, object] = {}
    for name, value in _flatten(table, where):
        if name in values:
            raise VariantError(say("{where}: {name} is set twice; keep one", where=where, name=name))
        values[name] = typed_value(name, value, where)
    return values


def typed_value(name: str, value: object, where: str) -> object:
    """One value checked against the vocabulary."""
    parameter = parameters().get(name)
    check_nesting(value, f"{where}: {_brief(name)}", VariantError)
    if parameter is None:
        raise VariantError(
            say("{where}: {name} is no parameter{nearest}", where=where, name=_brief(name), nearest=_nearest(name))
        )
    try:
        found = from_plain(value, parameter.type)
    except ValueError as error:
        raise VariantError(
            say(
                "{where}: {name} = {value} does not fit; write {error}",
                where=where,
                name=name,
                value=_brief(value),
                error=error,
            )
        ) from None
    if isinstance(found, ByDeal) and not may_change(name):
        raise VariantError(
            say("{where}: {name} is the same in every deal of a match; write one value", where=where, name=name)
        )
    return found


def _read(path: Path) -> str:
    instead = say("name a rule file (.toml), or use --spec-path for a folder")
    return read_text(path, say("rule file"), LARGEST_FILE, VariantError, instead)


def toml_text(value: object) -> str:
    """A plain value as TOML writes it, in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_text(str(key))} = {toml_text(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_text, value))}]"
    return json.dumps(value, ensure_ascii=False)


def parse_toml(text: str, where: str) -> dict[str, object]:
    """The tables of a TOML text. Raises VariantError for what is none, or would take too long to read."""
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise VariantError(
            say(
                "{where}: nested too deeply for a rule file (over {most_dots} dots in one line)",
                where=where,
                most_dots=MOST_DOTS,
            )
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise VariantError(say("{where}: nested too deeply for a rule file", where=where)) from None
    except ValueError as error:  # TOMLDecodeError, and numbers too long for an int
        raise VariantError(
            say("{where}: not valid TOML: {error}", where=where, error=_brief(borrowed(error), 200))
        ) from None


def _clause(entry: object, variant: str, where: str) -> Clause:
    if not isinstance(entry, dict) or not _is_id(entry.get("id")):
        raise VariantError(say("{where}: a clause lacks an `id` of lower-case letters, digits and dashes", where=where))
    here = f"{where}: clause {entry['id']}"
    known = {"id", "cites", "status", "en", "es", "set", "reading", "reason", "replaces", "covers"}
    _only_keys(entry, known, here)
    status = entry.get("status", "stated")
    if status not in ("stated", "implied", "default", "contested", "not-encoded"):
        raise VariantError(
            say(
                ("{here}: `status` is one of stated, implied, default, contested, not-encoded, not {status}"),
                here=here,
                status=_brief(status),
            )
        )
    values = read_values(entry.get("set", {}), here)
    raw_readings = entry.get("reading", [])
    if not isinstance(raw_readings, list):
        raise VariantError(say("{here}: readings are written [[clause.reading]]", here=here))
    readings = tuple(_reading(raw, here) for raw in raw_readings)
    reason = _text(entry.get("reason", {}), f"{here}: reason")
    if readings and status != "contested":
        raise VariantError(say('{here}: only a contested clause has readings; write status = "contested"', here=here))
    if status == "not-encoded" and (values or not reason["en"]):
        raise VariantError(say("{here}: a clause that is not encoded sets nothing and gives its `reason`", here=here))
    covers = _parts(entry["covers"], f"{here}: covers") if "covers" in entry else ()
    if covers and status != "not-encoded":
        raise VariantError(
            say('{here}: only a clause that is not encoded covers a part; write status = "not-encoded"', here=here)
        )
    text = Text(_string(entry, "en", here), _string(entry, "es", here))
    if not text["en"]:
        raise VariantError(say("{here}: say what the rule is, in `en` or `es`", here=here))
    cites = _strings(entry.get("cites", []), f"{here}: cites")
    replaces = _strings(entry.get("replaces", []), f"{here}: replaces")
    key = f"{variant}/{entry['id']}"
    return Clause(key, cites, status, text, values, readings, reason=reason, replaces=replaces, covers=covers)


def _reading(entry: object, here: str) -> Reading:
    if not isinstance(entry, dict) or not _is_id(entry.get("id")):
        raise VariantError(say("{here}: a reading lacks an `id` of lower-case letters, digits and dashes", here=here))
    where = f"{here}, reading {entry['id']}"
    _only_keys(entry, {"id", "en", "es", "set", "reason"}, where)
    values = read_values(entry.get("set", {}), where)
    reason = _text(entry.get("reason", {}), f"{where}: reason")
    if not values and not reason["en"]:
        raise VariantError(
            say("{where}: it sets nothing; set what it changes, or give the `reason` why it can't", where=where)
        )
    text = Text(_string(entry, "en", where), _string(entry, "es", where))
    if not text["en"]:
        raise VariantError(say("{where}: say what the rule is in this reading, in `en` or `es`", where=where))
    return Reading(entry["id"], text, values, reason)


def _flatten(table: Mapping[str, object], where: str) -> list[tuple[str, object]]:
    """Dotted names; a table is opened until its name is a parameter's."""
    found: list[tuple[str, object]] = []
    open_tables: list[tuple[str, object]] = [(str(name), value) for name, value in reversed(list(table.items()))]
    while open_tables:
        name, value = open_tables.pop()
        if len(name) > 200:
            raise VariantError(say("{where}: {name} is no parameter", where=where, name=_brief(name)))
        if isinstance(value, Mapping) and name not in parameters():
            open_tables.extend((f"{name}.{inner}", nested) for inner, nested in reversed(list(value.items())))
        else:
            found.append((name, value))
    return found


def _only_keys(table: Mapping[str, object], known: set[str], where: str) -> None:
    for name in table:
        if name not in known:
            raise VariantError(
                say(
                    "{where}: `{name}` is not known here; known are {known}",
                    where=where,
                    name=_brief(name),
                    known=", ".join(sorted(known)),
                )
            )


def _text(value: object, where: str) -> Text:
    if isinstance(value, str):
        return Text(value, value)
    if isinstance(value, dict) and all(isinstance(entry, str) for entry in value.values()):
        return Text(value.get("en", ""), value.get("es", ""))
    raise VariantError(say('{where}: write {{ en = "…", es = "…" }}', where=where))


def _string(table: Mapping[str, object], name: str, where: str) -> str:
    value = table.get(name, "")
    if not isinstance(value, str):
        raise VariantError(say("{where}: `{name}` must be a text", where=where, name=name))
    return value.strip()


def _strings(value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    raise VariantError(say("{where}: must be a list of texts", where=where))


def _parts(value: object, where: str) -> tuple[Part, ...]:
    parts = tuple(value) if isinstance(value, list) else ()
    if not parts or any(part not in PARTS for part in parts) or len(set(parts)) < len(parts):
        raise VariantError(
            say("{where}: must be a list of {parts}, each once at most", where=where, parts=", ".join(PARTS))
        )
    return parts


def _unique(names: Iterable[str], where: str, mend: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise VariantError(say("{where} {name} stands twice; {mend}", where=where, name=name, mend=mend))
        seen.add(name)


def _is_id(value: object) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value) <= 80
        and value[0].isalnum()
        and all(sign in "abcdefghijklmnopqrstuvwxyz0123456789-" for sign in value)
    )


def _brief(value: object, most: int = 40) -> str:
    """A value in one short line of a message."""
    try:
        text = " ".join(str(value).split())
    except (ValueError, RecursionError):  # a number of thousands of digits, a table in a table in a table …
        return "…"
    return text if len(text) <= most else text[:most] + "…"


def _nearest(name: str) -> str:
    close = difflib.get_close_matches(name, parameters(), n=1, cutoff=0.4)
    if close:
        return say("; did you mean {name}?", name=close[0])
    words = dict.fromkeys(name.partition(".")[0] for name in parameters())
    return say("; the first word of one is {words}", words=", ".join(words))
