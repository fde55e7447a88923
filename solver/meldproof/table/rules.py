"""The variant of a request: by its id, or from the text of a rule file. No request names a file."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import msgspec

import meldproof
from meldproof.errors import ProblemError, VariantError
from meldproof.messages import say
from meldproof.table.requests import ID_PATTERN, UnderRules
from meldproof.variants.clauses import parse_toml
from meldproof.variants.loading import Variant, builtin_folder
from meldproof.variants.turned import with_turned

ALL = "all"
"""Among readings: under all of them, is the answer the same?"""
MOST_KEPT = 100
"""Rule texts."""
SHOWN_PATH = "rules"
"""What a rule file that is a text is called in what is said of it."""


def variant_of(asked: UnderRules) -> Variant:
    """The rules of a question. Raises ProblemError where it names none or two, VariantError for what can't be used."""
    if asked.rules is not None:
        found = _from_text(asked.rules, readings_of(asked), asked.settings)
    elif asked.variant is not None:
        found = named_variant(asked.variant, readings_of(asked), asked.settings)
    else:
        raise ProblemError(say("name a variant, or give the text of a rule file in {field}", field="`rules`"))
    return found if asked.turned is None else with_turned(found, asked.turned)


def names_rules(question: UnderRules) -> bool:
    """Whether a question says itself under which rules it is."""
    return question.variant is not None or question.rules is not None


def named_variant(name: str, readings: Sequence[str] = (), settings: Mapping[str, object] | None = None) -> Variant:
    """A variant by its id alone. Raises VariantError for a path, even of a file that is there."""
    if not re.fullmatch(ID_PATTERN, name):
        raise VariantError(say("{name!r} is no variant's id; files can't be named here", name=name[:60]))
    return meldproof.variant(name, readings=readings, settings=settings)


def readings_of(asked: UnderRules) -> tuple[str, ...]:
    """The readings chosen by name."""
    return tuple(name for name in _listed(asked) if name != ALL)


def asks_all_readings(asked: UnderRules) -> bool:
    return ALL in _listed(asked)


def _listed(asked: UnderRules) -> tuple[str, ...]:
    return (asked.readings,) if isinstance(asked.readings, str) else asked.readings


def _from_text(text: str, readings: tuple[str, ...], settings: Mapping[str, object]) -> Variant:
    path = _kept(text)
    try:
        return _loaded(path, readings, msgspec.json.encode(settings, order="sorted"))
    except RecursionError:
        raise VariantError(say("settings: nested too deeply")) from None


@lru_cache(maxsize=32)
def _loaded(path: Path, readings: tuple[str, ...], settings: bytes) -> Variant:
    return meldproof.variant(path, readings=readings, settings=msgspec.json.decode(settings))


def _kept(text: str) -> Path:
    """A rule file's text as a file in a folder of its own, since that is what the loader reads."""
    extends = parse_toml(text, SHOWN_PATH).get("extends", "")
    if not isinstance(extends, str) or (extends and not re.fullmatch(ID_PATTERN, extends)):
        raise VariantError(say("{where}: `extends` is the id of a variant here, not a file", where=SHOWN_PATH))
    data = text.encode("utf-8", "replace")
    path = Path(_folder().name) / hashlib.sha256(data).hexdigest() / f"{SHOWN_PATH}.toml"
    if not path.exists():
        _make_room(Path(_folder().name))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return path


def _make_room(folder: Path) -> None:
    """As many texts as a burst of questions may need stay; whoever sends new ones without end fills no disk."""
    there = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime_ns)
    for old in there[: len(there) - MOST_KEPT + 1]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="meldproof-rules-")


def without_paths(text: bytes) -> bytes:
    """What is said (a reply in JSON) without the folders of this machine: a rule file is called by its name alone."""
    text = re.sub(_of_the_package(), b"", text)
    return re.sub(_of_texts(), SHOWN_PATH.encode(), text) if _folder.cache_info().currsize else text


@cache
def _of_the_package() -> bytes:
    return (_in_json(str(builtin_folder())) + SEPARATOR).encode()


@cache
def _of_texts() -> bytes:
    return f"{_in_json(_folder().name)}{SEPARATOR}[0-9a-f]+{SEPARATOR}{SHOWN_PATH}\\.toml".encode()


def _in_json(path: str) -> str:
    """A path as a pattern for where it stands in a text of JSON."""
    return re.escape(msgspec.json.encode(path).decode()[1:-1])


SEPARATOR = _in_json(os.sep)
