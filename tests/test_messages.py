"""Everything that people read exists in two languages, and a message that is added in one fails here."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from catalogue import CODE, MO, PO, collected, compiled, renewed
from rich.console import Console

import meldproof
from meldproof.arranging.compiled.form import PARTS
from meldproof.borrowed import borrowed
from meldproof.cli import main
from meldproof.cli.app import app
from meldproof.cli.options import language_asked
from meldproof.messages import in_language, language, player_name, say

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")
CATALOGUE = renewed()
MESSAGES = [message for message in CATALOGUE if message.id]
WORDS = (
    "the is are was were be been of and not with without for there must may can this that these which by from its "
    "it than what who whose where when card player players meld melds nobody nothing given write choose "
    "only too takes says give"
)
ENGLISH = frozenset(WORDS.split())
COMMANDS = "|".join(name for name in app if not name.startswith("-"))
"""Words that no Spanish text has, but in names that are quoted as they are written."""


def _english_in(text: str) -> set[str]:
    """English words of a text, but in names: options, paths, clauses, commands, arguments in capitals, quoted words."""
    bare = re.sub(
        r"^\w+ = |: \w+ = |(?<!\w)--?[a-z][a-z-]*|[a-z]+(?:-[a-z]+)+|/\S+|\S+/\S+|\S*[._{}\[\]\"]\S*|'[^']*'|`[^`]*`|\([a-z_, ]+\)",
        " ",
        text,
    )
    bare = re.sub(rf"\b(?:{COMMANDS})(?=[,\s│])", " ", bare)
    return ENGLISH & set(re.findall(r"[a-záéíóúñ]+", re.sub(r"\b[A-Z]{2,}\b", " ", bare).lower()))


# The catalogue


def test_every_message_has_spanish() -> None:
    for message in MESSAGES:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), f"{message.id!r}: write its Spanish in {PO.name} after python tests/catalogue.py"


def test_the_catalogue_holds_the_messages_of_the_code_and_no_other() -> None:
    with PO.open("rb") as file:
        from babel.messages.pofile import read_po

        kept = {message.id for message in read_po(file, locale="es") if message.id}
    assert kept == set(collected()), "run: python tests/catalogue.py"


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    assert MO.read_bytes() == compiled(CATALOGUE), "run: python tests/catalogue.py"


def _places(text: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message.id)[:50])
def test_a_translation_has_the_places_of_its_message(message) -> None:
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    if not any("{" in text for text in (*ids, *strings)):
        return
    for source, target in zip(ids, strings, strict=True):
        assert _places(source) == _places(target)


def test_no_translation_has_english_words_left() -> None:
    for message in MESSAGES:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in strings:
            assert not _english_in(text), text


RAISED = {
    "AmbiguousMeld", "EngineDeclined", "IllegalAction", "MeldproofError", "NoCertificate", "NoTree", "NotationError",
    "ProblemError", "Rejected", "Trouble", "Unreadable", "VariantError", "refuse", "Abandoned", "Malformed",
}  # fmt: skip


def _literals(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        elif isinstance(argument, ast.JoinedStr):
            yield " ".join(part.value for part in argument.values if isinstance(part, ast.Constant))


def _unsaid(source: str) -> list[str]:
    """What a file raises in words that are not looked up in the catalogue."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in RAISED]
    return [text for call in named for text in _literals(call) if re.search(r"[a-z]{2,} |^[a-z]{2,}$| [a-z]{2,}", text)]


KEYS = {"cards", "turn", "crashed", "flood", "garbage", "malformed", "errored"}
"""Names of rules and kinds, which are data."""


NO_COMMANDS = {
    "además", "aquí", "allí", "así", "después", "está", "esté", "dé", "qué", "sí", "será", "podrá", "ahí", "también",
}  # fmt: skip


def test_the_catalogue_speaks_in_one_form() -> None:
    """Who is told what to do is addressed as `usted`: the pages of the rules, which say `vos`, are not in it."""
    for message in MESSAGES:
        for text in [message.string] if isinstance(message.string, str) else message.string:
            words = re.findall(r"\w+", text.lower())
            told = {word for word in words if re.search("[^c][áéí]$", word)} - NO_COMMANDS
            assert not told | ({"vos", "tu", "tus", "te", "acá", "tenés", "podés"} & set(words)), text


def test_every_error_is_said_in_the_users_language() -> None:
    for path in sorted(CODE.rglob("*.py")):
        if path.stem in PARTS:
            continue
        unsaid = [text for text in _unsaid(path.read_text(encoding="utf-8")) if text not in KEYS]
        assert unsaid == [], f"{path.name}: write it with say(…)"


@pytest.mark.parametrize("code", ['raise ProblemError("no such card")', 'raise refuse(match, "turn", f"not {card}")'])
def test_an_error_that_is_not_said_is_found(code: str) -> None:
    assert [text for text in _unsaid(code) if text not in KEYS]


# Players


def test_players_are_people() -> None:
    with in_language("es"):
        assert [player_name(0), player_name(1)] == ["el primer jugador", "el segundo jugador"]
        assert player_name(10) == "el jugador número 11"
    assert [player_name(0), player_name(9), player_name(10)] == [
        "the first player",
        "the tenth player",
        "player number 11",
    ]


# Which language


@pytest.mark.parametrize(
    ("words", "environment", "expected"),
    [
        ("solve gin 4s", {}, "en"),
        ("solve gin 4s --lang es", {}, "es"),
        ("solve gin 4s --lang=es", {"LANG": "en_GB.UTF-8"}, "es"),
        ("solve gin 4s --lang en", {"MELDPROOF_LANG": "es"}, "en"),
        ("solve gin 4s", {"MELDPROOF_LANG": "es", "LC_ALL": "en_US"}, "es"),
        ("solve gin 4s", {"LC_ALL": "es_AR.UTF-8", "LANG": "en_US.UTF-8"}, "es"),
        ("solve gin 4s", {"LC_ALL": "C", "LANG": "es_AR.UTF-8"}, "en"),
        ("solve gin 4s", {"LC_ALL": "", "LANG": "es_AR.UTF-8"}, "es"),
        ("solve gin 4s", {"LANG": "fr_FR.UTF-8"}, "en"),
        ("solve gin 4s --json", {"MELDPROOF_LANG": "es"}, "en"),
        ("solve gin 4s --json --lang es", {}, "es"),
        ("conform gin -- harness --lang es", {}, "en"),
        ("conform gin --lang es -- harness --lang en", {}, "es"),
        ("solve gin 4s --lang fr", {"LANG": "es_AR"}, "es"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_users_and_with_json_only_the_one_asked_for(
    words: str, environment: dict[str, str], expected: str
) -> None:
    assert language_asked(words.split(), environment) == expected


def test_a_library_call_speaks_english_and_a_choice_lasts_as_long_as_its_block() -> None:
    assert language() == "en"
    with in_language("es"):
        assert say("a card must be drawn") == "hay que robar una carta"
    assert say("a card must be drawn") == "a card must be drawn"


# The command line


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A command in this process: its status, output and complaint."""

    def ask(*words: str, **environment: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["meldproof", *words])
        monkeypatch.setenv("COLUMNS", "200")
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with in_language("en"), pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return ask


WRONG = [
    "solve",
    "solve gin",
    "solve gin 4s --colour red",
    "solv gin 4s",
    "solve gin 4s --lang fr",
    "solve gin 4s --players many",
    "solve gin 4s --timeout soon",
    "solve gin 4s --timeout -1",
    "solve gin 4s --discard maybe",
    "solve gin 4s --lang es --lang es",
    "solve nope 4s",
    "solve gin 4s --engine nope",
    "solve gin 4s --objective nope",
    "solve gin 4s --use 5s",
    "solve gin 4s --players 9",
    "solve argentino 4s --open --score 1000000000",
    "solve gin 4s --table 5s",
    "solve fichas 4r --table JK,JK,5r",
    "solve gin 4s --set nonsense",
    "solve gin 4s --set run.mix=3",
    "solve gin 4s --set run.max=x",
    "solve gin 4s --set run.max=0",
    "solve gin 4s --set deck.suits=3",
    "solve gin 4s --set set.suits=odd",
    "solve gin 4s --reading liberal",
    "solve gin 4s --spec-path /nowhere",
    "solve gin 4s --svg /nowhere/x.svg",
    "check gin 4s,4s,4s,4s,4s,4s",
    "verify /nowhere.json",
    "verify /",
    "schema nope",
    "referee gin /nowhere.jsonl",
    "referee gin EMPTY",
    "referee gin NOJSON",
    "referee gin NOFIELD",
    "referee gin NOACTION",
    "play gin NOJSON",
    "waits gin",
    "simulate gin --players 3",
    "simulate gin --games 0",
    "prove nope",
    "prove gin --theorem nope",
    "diff gin",
    "diff gin nope",
    "kit nope",
    "conform gin",
    "conform gin -- /no/such/harness",
    "conform gin --kit NOJSON -- x",
    "batch gin /nowhere.csv --out x.csv",
    "batch gin NOJSON --out x.nope",
    "new",
    "check TOML 4s",
    "check NOID 4s",
    "check NOSCHEMA 4s",
]
FILES = {
    "EMPTY": "",
    "NOJSON": "}{",
    "NOFIELD": '{"players":2}',
    "NOACTION": '{"variant":"gin","players":2}\n{"action":"sing"}',
    "TOML": "x = ",
    "NOID": "schema = 1",
    "NOSCHEMA": 'id = "x"',
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_input_is_answered_in_a_spanish_line(line: str, told, tmp_path: Path) -> None:
    words = [word.replace(",", " ") for word in line.split()]
    for name, text in FILES.items():
        path = tmp_path / f"{name}.{'toml' if name in ('TOML', 'NOID', 'NOSCHEMA') else 'json'}"
        path.write_text(text, encoding="utf-8")
        words = [str(path) if word == name else word for word in words]
    if "--lang" not in words:
        words[1:1] = ["--lang", "es"]
    status, out, err = told(*words, MELDPROOF_LANG="es")
    assert (status, out) == (2, ""), err
    assert err.startswith("meldproof: ")
    assert err.count("\n") == 1
    assert not _english_in(err), err


def test_every_help_is_spanish() -> None:
    names = [(), *((name,) for name in app if not name.startswith("-"))]
    for command in names:
        console = Console(width=200, record=True, file=open("/dev/null", "w", encoding="utf-8"))  # noqa: SIM115
        with in_language("es"):
            app.help_print(list(command), console=console)
        text = console.export_text()
        console.file.close()
        assert "Uso" in text
        assert not _english_in(text), (command, text)


def test_a_game_is_refereed_in_spanish_and_names_its_players(told, tmp_path: Path) -> None:
    status, out, _ = told("simulate", "gin", "--players", "2", "--games", "1", "--seed", "1", "--out", str(tmp_path),
                          "--jobs", "1", "--lang", "es")  # fmt: skip
    assert status == 0
    assert not _english_in(out), out
    log = tmp_path / "gin-2p-1.jsonl"
    status, out, _ = told("referee", "gin", str(log), "--lang", "es")
    assert status == 0
    assert "el primer jugador" in out
    assert not _english_in(out), out
    first = log.read_text(encoding="utf-8").splitlines()[0]
    log.write_text(first + '\n{"action":"deal","dealer":0,"upcard":"4s"}\n{"action":"meld","melds":["4s 5s 6s"]}\n')
    status, out, _ = told("referee", "gin", str(log), "--lang", "es")
    assert status == 1
    assert not _english_in(out), out
    found = json.loads(told("referee", "gin", str(log), "--json", MELDPROOF_LANG="es")[1])
    assert "now" in found["fault"]["message"]


def test_the_crosscheck_is_spanish(told) -> None:
    status, out, _ = told("crosscheck", "gin", "--lang", "es")
    assert status == 0
    assert "pierna de ases" in out
    assert not _english_in(out), out


SILENT = "import time; time.sleep(60)"


def test_a_conformance_run_is_spanish(told) -> None:
    harness = [sys.executable, "-m", "meldproof.conforming.harness"]
    few = ["--only", "in_deck", "--examples", "0", "--seconds", "0", "--lang", "es"]
    status, out, err = told("conform", "gin", *few, "--", *harness)
    assert status == 0, err
    assert not _english_in(out), out
    status, out, err = told("conform", "gin", *few, "--answer-seconds", "0.2", "--", sys.executable, "-c", SILENT)
    assert status == 1, err
    assert "no contestó a tiempo" in out
    assert not _english_in(out), out


# What others say


@pytest.mark.parametrize(
    ("fault", "spanish"),
    [
        (FileNotFoundError(2, "No such file or directory"), "no existe el archivo o la carpeta"),
        ("Object missing required field `players`", "falta el campo `players`"),
        ("Expected `int`, got `str` - at `$.players`", "se espera `int`, no `str`, en `$.players`"),
        ("Invalid value 'sing' - at `$.action`", "no vale 'sing', en `$.action`"),
        ("JSON is malformed: invalid character (byte 0)", "no es JSON bien escrito (byte 0)"),
        ("Invalid value (at line 1, column 5)", "el valor está mal escrito (línea 1, columna 5)"),
        ("Cannot overwrite a value (at end of document)", "un dato está dos veces (al final)"),
    ],
)
def test_what_the_system_and_the_readers_say_is_spanish_too(fault: Exception | str, spanish: str) -> None:
    with in_language("es"):
        assert borrowed(fault) == spanish
    with contextlib.suppress(AttributeError):
        assert borrowed(fault) == fault.strerror


def test_the_version_needs_no_language(told) -> None:
    assert meldproof.__version__ in told("--version", MELDPROOF_LANG="es")[1]
