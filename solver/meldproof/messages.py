"""What the program says to people: written in English where it is said, in other languages from the catalogue.

`say` is gettext with named places. The language is that of the context (`in_language`), English where none was chosen,
so that a library call answers in English, a command in its user's language, and a server in that of each question. The
catalogue is `locale/LANGUAGE/LC_MESSAGES/meldproof.po`; `python tests/catalogue.py` collects and compiles it.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import as_file, files
from typing import Any

LANGUAGES = ("en", "es")
DOMAIN = "meldproof"
_chosen: ContextVar[str] = ContextVar("language", default="en")


def say(template: str, /, **parts: object) -> str:
    """A text in the language of the context. Places are written `{name}`, as for `str.format`; braces are doubled."""
    return _catalogue(_chosen.get()).gettext(template).format_map(parts)


def say_number(one: str, many: str, number: int, /, **parts: object) -> str:
    """A text that counts: the form for one or for any other number, which fills the place `{number}`."""
    return _catalogue(_chosen.get()).ngettext(one, many, number).format_map({"number": number, **parts})


def printable(text: str) -> str:
    """A text of somebody else on one line, without signs that a terminal obeys or hides, or that nothing can write."""
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "?" for sign in text)


def printable_data(value: object) -> Any:
    """The same of every text in what was read as JSON."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [printable_data(part) for part in value]
    if isinstance(value, dict):
        return {printable(name): printable_data(part) for name, part in value.items()}
    return value


def noted(text: str) -> str:
    """A text that the catalogue collects where it stands; `translated` says it where it is shown."""
    return text


_PLAYERS = (
    noted("the first player"),
    noted("the second player"),
    noted("the third player"),
    noted("the fourth player"),
    noted("the fifth player"),
    noted("the sixth player"),
    noted("the seventh player"),
    noted("the eighth player"),
    noted("the ninth player"),
    noted("the tenth player"),
)


def player_name(place: int) -> str:
    """A player in a sentence, by their place at the table, from 0: "the first player"."""
    if place < len(_PLAYERS):
        return translated(_PLAYERS[place])
    return say("player number {number}", number=place + 1)


def translated(text: str) -> str:
    """A text that may be in the catalogue as it stands, braces and all; one that isn't stays as it is."""
    return _catalogue(_chosen.get()).gettext(text) if text else text


def language() -> str:
    """The language in which `say` speaks now."""
    return _chosen.get()


def choose_language(name: str) -> None:
    """From now on `say` speaks this language in this context."""
    _chosen.set(name if name in LANGUAGES else "en")


@contextmanager
def in_language(name: str) -> Iterator[None]:
    """`say` speaks this language meanwhile."""
    token = _chosen.set(name if name in LANGUAGES else "en")
    try:
        yield
    finally:
        _chosen.reset(token)


def users_language(environment: Mapping[str, str]) -> str:
    """The language that a user's environment asks for: of MELDPROOF_LANG, LC_ALL and LANG the first that is set."""
    asked = next((environment[name] for name in ("MELDPROOF_LANG", "LC_ALL", "LANG") if environment.get(name)), "")
    name = asked.replace("-", "_").partition("_")[0].lower()
    return name if name in LANGUAGES else "en"


@cache
def _catalogue(name: str) -> gettext.NullTranslations:
    if name == "en":
        return gettext.NullTranslations()
    with as_file(files("meldproof") / "locale") as folder:
        return gettext.translation(DOMAIN, folder, [name], fallback=True)
