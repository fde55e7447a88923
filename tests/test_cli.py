"""The real command in processes of its own: exit statuses, the JSON contract, plain output, refusals of bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest
from houses import TOUCHING, house

import meldproof
from meldproof.cli.app import app
from meldproof.cli.output_schemas import schema_of
from meldproof.variants.loading import variant_files

BASE = [sys.executable, "-m", "meldproof"]
ISSUE_HAND = "4s 5s 6s JK 8s 9s 2d Js Qh Qd Qc"
VARIANTS = tuple(sorted(file.id for file in variant_files()))
COMMANDS = sorted(name for name in app if not name.startswith("-"))


def run(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command's exit status and output, its input closed."""
    done = subprocess.run(
        [*BASE, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        timeout=600,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def json_of(*arguments: str, status: int = 0) -> dict[str, object]:
    """The one object on standard output; nothing stands beside it, nothing on the error stream."""
    done = run(*arguments, "--json")
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def refusal(*arguments: str | bytes) -> str:
    """The one clear line on the error stream of an input that can't be used: status 2, nothing on the output."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("meldproof: ")
    assert 1 <= len(done.stderr.splitlines()) <= 2
    assert 20 < len(done.stderr) < 800
    assert done.stderr.isprintable() or done.stderr.strip().isprintable()
    return done.stderr


# What the issue shows


def test_the_issue_hand_is_arranged_in_plain_lines():
    done = run("solve", "argentino", ISSUE_HAND)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "4s 5s 6s JK=7s 8s 9s 2d=Ts Js" in lines[0]
    assert "115 points" in lines[0]
    assert "Qh Qd Qc" in lines[1]
    assert "30 points" in lines[1]
    assert "nothing" in lines[2]
    assert "fewest points left over" in lines[-1]


def test_neighbouring_wilds_are_no_meld_and_the_clause_is_cited():
    done = run("check", "argentino", "4s 5s JK 2d 8s")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("no")
    assert "[argentino/wilds-not-adjacent]" in done.stdout


def test_the_installed_command_is_the_same_one():
    script = Path(sys.executable).with_name("meldproof")
    if not script.exists():
        pytest.skip("the package runs from its sources here")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"meldproof {meldproof.__version__} (sweep ")


# The contract


@pytest.mark.parametrize(
    ("arguments", "asked", "status"),
    [
        (["argentino", ISSUE_HAND], {}, 0),
        (["argentino", "4s 5s 6s JK 8s 9s 2d Js As", "--discard", "required"], {"discard": "required"}, 0),
        (["gin", "4s 5s 6s 7s Kd", "--use", "7s", "--discard", "optional"], {"use": "7s", "discard": "optional"}, 0),
        (["gin", "4s 5s 6s Kd", "--use", "Kd"], {"use": "Kd"}, 1),
        (["fichas", "10k 10b JK", "--open"], {"open": True}, 0),
        (["fichas", "9k 9b JK", "--open"], {"open": True}, 1),
        (["argentino", "As Ah Ad", "--open", "--score", "751", "--players", "2"],
         {"open": True, "score": 751, "players": 2}, 1),
        (["rummy-500", "9h", "--open", "--table", "6h 7h 8h"], {"open": True, "table": "6h 7h 8h"}, 1),
        (["fichas", "7k 7y 1r 2r", "--table", "7r 7b JK; 3b 4b 5b"], {"table": "7r 7b JK; 3b 4b 5b"}, 0),
        (["rummy-500", "As Ah Ac Ad 2s 3s Kd", "--discard", "required", "--objective", "score,deadwood_cards"],
         {"discard": "required", "objective": "score,deadwood_cards"}, 0),
        (["argentino", "5h 6h JK JK", "--reading", "no-wild-at-ends", "--set", "run.max=5"],
         {"readings": ["no-wild-at-ends"], "settings": {"run.max": 5}}, 0),
        (["gin", "4s 5s 6s", "--engine", "brute"], {"engine": "brute"}, 0),
    ],
)  # fmt: skip
def test_the_object_of_solve_is_the_python_result(arguments, asked, status):
    found = json_of("solve", *arguments, status=status)
    jsonschema.validate(found, schema_of("solve"))
    assert found == meldproof.solve(arguments[0], arguments[1], **asked).to_dict()
    assert list(found)[:4] == ["variant", "hand", "objective", "value"]


@pytest.mark.parametrize(
    ("cards", "status"), [("4s 5s JK 2d 8s", 1), ("4s 5s 6s", 0), ("JK=9s 9s 9h", 1), ("7s 7h JK", 0), ("Ks As 3s", 1)]
)
def test_the_object_of_check_is_the_python_result(cards, status):
    found = json_of("check", "argentino", cards, status=status)
    jsonschema.validate(found, schema_of("check"))
    assert found == meldproof.check("argentino", cards).to_dict()
    assert found["legal"] is (status == 0)
    assert bool(found["violations"]) is (status == 1)


def test_order_counts_where_it_is_asked_to():
    assert json_of("check", "rummy-500", "Qh Kh Ah JK")["legal"] is True
    assert json_of("check", "rummy-500", "Qh Kh Ah JK", "--ordered", status=1)["legal"] is False


def test_the_variants_are_listed_and_a_folder_of_ones_own_comes_first(tmp_path):
    house(tmp_path, TOUCHING)
    found = json_of("variants")
    jsonschema.validate(found, schema_of("variants"))
    assert [row["id"] for row in found["variants"]] == list(VARIANTS)
    own = json_of("variants", "--spec-path", str(tmp_path))["variants"]
    assert [row["id"] for row in own] == ["house", *VARIANTS]
    assert own[0]["extends"] == "argentino"
    assert (own[0]["family"], own[0]["line"]) == ("opening", {"en": "", "es": ""})  # its base's, and none of its own


def test_the_variants_are_printed_by_family_with_the_line_that_tells_them(tmp_path):
    house(tmp_path, TOUCHING)
    (tmp_path / "lone.toml").write_text('schema = 1\nid = "lone"\n', encoding="utf-8")
    for language in ("en", "es"):
        listed = json_of("variants", "--spec-path", str(tmp_path))
        lines = run("variants", "--spec-path", str(tmp_path), "--lang", language).stdout.splitlines()
        headings = [line for line in lines if line and not line.startswith(" ")]
        there = {row["family"] for row in listed["variants"]}
        assert headings[1:] == [row["name"][language] for row in listed["families"] if row["id"] in there]
        assert lines[1].split() == ["lone", "lone"]  # of no family, so under the first heading
        for row in listed["variants"]:
            (line,) = [line for line in lines if line.split()[:1] == [row["id"]]]
            assert row["name"][language] in line
            assert line.endswith(row["line"][language])


@pytest.mark.parametrize("variant", ["gin", "rummy-500"])
def test_every_reading_is_listed_with_its_clause(variant):
    found = json_of("readings", variant)
    jsonschema.validate(found, schema_of("readings"))
    clauses = meldproof.variant(variant).clauses
    assert [row["reading"] for row in found["readings"]] == [r.id for clause in clauses for r in clause.readings]
    assert not any(row["chosen"] for row in found["readings"])


def test_the_reading_chosen_is_marked():
    found = json_of("readings", "rummy-500", "--reading", "top-only")
    assert [row["reading"] for row in found["readings"] if row["chosen"]] == ["top-only"]


@pytest.mark.parametrize("variant", ["gin", "rummy-500"])
def test_crosscheck_finds_every_way_in_agreement(variant):
    found = json_of("crosscheck", variant)
    jsonschema.validate(found, schema_of("crosscheck"))
    assert found["agree"] is True
    assert all(case["agree"] for case in found["cases"])
    assert {"checker", "catalogue", "graph", "brute"} <= set(found["ways"])


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["argentino", "reglamento", "fichas"])
def test_crosscheck_finds_every_way_in_agreement_where_wilds_are_many(variant):
    test_crosscheck_finds_every_way_in_agreement(variant)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_common_options(command):
    shown = run(command, "--help", COLUMNS="200").stdout
    for option in ("--json", "--lang", "--set", "--reading", "--spec-path", "--timeout"):
        assert option in shown


def test_settings_readings_and_own_folders_reach_every_question(tmp_path):
    path = house(tmp_path, TOUCHING)
    touching = "4s 5s JK 2d 8s"
    assert run("check", "argentino", touching, "--set", "run.wilds.adjacent=true").returncode == 0
    assert run("check", "house", touching, "--spec-path", str(tmp_path)).returncode == 0
    assert run("check", str(path), touching).returncode == 0
    assert json_of("solve", "house", touching, "--spec-path", str(tmp_path))["value"]["deadwood_cards"] == 0
    again = run("check", "house", touching, "--spec-path", str(tmp_path), "--set", "run.wilds.adjacent=false")
    assert again.returncode == 1
    assert "[settings/run.wilds.adjacent]" in again.stdout


def test_texts_come_in_either_language():
    spanish = run("check", "argentino", "4s 5s JK 2d 8s", "--lang", "es")
    assert spanish.stdout.startswith("no")
    assert "dos comodines juntos" in spanish.stdout
    assert "sobra" in run("solve", "gin", "4s 5s 6s Kd", "--lang", "es").stdout
    closed = run("solve", "fichas", "9k 9b JK", "--open", "--lang", "es")
    assert "no alcanza para abrir" in closed.stdout
    assert "27" in closed.stdout


# Exit statuses


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["solve", "gin", "As"], 0),
        (["solve", "gin", "4s 5s 6s Kd", "--use", "Kd"], 1),
        (["solve", "fichas", "9k 9b JK", "--open"], 1),
        (["solve", "fichas", "10k 10b JK", "--open"], 0),
        (["check", "gin", "4s 5s 6s"], 0),
        (["check", "gin", "4s 5s 7s"], 1),
        (["check", "gin", "4s 5s 7r"], 2),
        (["--help"], 0),
        (["--version"], 0),
    ],
)
def test_the_exit_status_says_yes_no_or_unusable(arguments, status):
    assert run(*arguments).returncode == status


MANY = "As 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks JK JK 4h 9d 6c Jh 8d 3c"


def test_out_of_time_the_status_is_three_and_the_best_known_is_given_with_its_bound():
    found = json_of("solve", "argentino", MANY, "--engine", "graph", "--timeout", "0", status=3)
    jsonschema.validate(found, schema_of("solve"))
    assert found["optimal"] is False
    assert list(found["bound"]) == found["objective"]
    assert found["bound"]["deadwood_points"] <= found["value"]["deadwood_points"]
    plain = run("solve", "argentino", MANY, "--engine", "graph", "--timeout", "0")
    assert plain.returncode == 3
    assert "not proved" in plain.stdout


def test_an_engine_that_does_not_take_a_hand_gives_up_and_says_why():
    done = run("solve", "argentino", MANY, "--engine", "brute")
    assert (done.returncode, done.stdout) == (3, "")
    assert "brute takes at most" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# Output


def test_piped_output_has_no_escape_codes_even_where_the_terminal_has_colours():
    for arguments in (
        ["solve", "argentino", ISSUE_HAND],
        ["check", "gin", "4s 5s 7s"],
        ["readings", "gin"],
        ["variants"],
    ):
        assert "\x1b" not in run(*arguments, TERM="xterm-256color", COLORTERM="truecolor").stdout


def on_a_terminal(*arguments, **environment):
    """What a terminal of two hundred columns gets to see."""
    pty = pytest.importorskip("pty")
    main_end, command_end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", "COLUMNS": "200", **environment}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen([*BASE, *arguments], stdin=subprocess.DEVNULL, stdout=command_end, env=environment)
    os.close(command_end)
    shown = b""
    with os.fdopen(main_end, "rb", buffering=0) as terminal:
        try:
            while part := terminal.read(4096):
                shown += part
        except OSError:
            pass  # how Linux says that the other end is closed
    assert process.wait(60) == 0
    return shown.decode()


def test_a_terminal_gets_colours_and_the_signs_of_suits():
    shown = on_a_terminal("solve", "argentino", "4h 5h JK")
    assert "\x1b[" in shown
    assert "4♥" in shown
    assert "=3♥" in shown
    assert "4h" not in shown


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["check", "argentino", "4h 5h JK"], {"MELDPROOF_SUITS": "letters"}),
        (["check", "argentino", "4h 5h JK"], {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}),
    ],
)
def test_letters_stay_where_they_are_asked_for_or_signs_are_not_there(arguments, environment):
    assert "4h" in on_a_terminal(*arguments, **environment)
    assert "♥" not in on_a_terminal(*arguments, **environment)


def test_waits_are_shown_with_signs_on_a_terminal():
    assert "9♥ 9♦ 9♣" in on_a_terminal("waits", "gin", "9h", "9d", "9c", "4s", "5s")


@pytest.mark.parametrize("command", ["solve", "check"])
def test_cards_need_no_quotes(command):
    assert run(command, "argentino", "4s", "JK", "6s").stdout == run(command, "argentino", "4s JK 6s").stdout
    assert json_of(command, "argentino", "4s", "JK 6s") == json_of(command, "argentino", "4s JK 6s")


def test_a_terminal_of_few_signs_gets_the_others_escaped_and_json_in_utf_8():
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    question = ["check", "argentino", "4s 5s JK 2d 8s", "--lang", "es"]
    plain = run(*question, **ascii_only)
    assert (plain.returncode, plain.stderr) == (1, "")
    assert plain.stdout.isascii()
    assert json.loads(run(*question, "--json", **ascii_only).stdout) == json_of(*question, status=1)


def test_a_reader_that_stops_early_is_no_fault():
    command = f"'{sys.executable}' -m meldproof readings rummy-500 | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 1)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["variants"], ["variants", "--json"], ["solve", "gin", "As"]])
def test_a_full_disk_is_said_in_one_line(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*BASE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "can't be written" in done.stderr


def test_the_picture_is_an_svg_document(tmp_path):
    path = tmp_path / "hand.svg"
    done = run("solve", "argentino", "4s 5s 6s JK 8s 9s 2d Js As", "--svg", str(path))
    assert done.returncode == 0
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert path.read_text(encoding="utf-8") == meldproof.solve("argentino", "4s 5s 6s JK 8s 9s 2d Js As").to_svg()


# Bad input


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory):
    """Files that are no rule files, by name."""
    folder = tmp_path_factory.mktemp("bad")
    texts = {
        "broken.toml": "a = [",
        "empty.toml": "",
        "deep.toml": "a = " + "[" * 100_000,
        "closed.toml": "a = " + "[" * 50_000 + "]" * 50_000,
        "tables.toml": "a = " + "{a=" * 30_000 + "1" + "}" * 30_000,
        "dots.toml": ".".join("a" * 60_000) + " = 1",
        "long.toml": "#" * 300_000,
        "digits.toml": "schema = " + "9" * 5000,
        "circle.toml": 'schema = 1\nid = "circle"\nextends = "circle.toml"\n',
        "stray.toml": 'schema = 1\nid = "stray"\nextends = "gin"\n[[clause]]\nid = "a"\nen = "b"\n[clause.set]\nset.mix = 3\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00schema = 1")
    return folder


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("broken.toml", "not valid TOML"),
        ("empty.toml", "schema = 1"),
        ("deep.toml", "nested too deeply"),
        ("closed.toml", "nested too deeply"),
        ("tables.toml", "nested too deeply"),
        ("dots.toml", "nested too deeply"),
        ("long.toml", "larger than"),
        ("digits.toml", "not valid TOML"),
        ("circle.toml", "circle"),
        ("stray.toml", "set.mix"),
        ("bytes.toml", "not UTF-8"),
        ("missing.toml", "can't be read"),
        ("", "is a folder"),
    ],
)
def test_a_file_that_is_no_rule_file_is_refused(bad_files, name, told):
    line = refusal("solve", f"{bad_files}/{name}", "4s 5s 6s")
    assert told in line
    assert name in line


TEN_THOUSAND = " ".join(["4s"] * 10_000)
BAD_INPUT = [
    (["solve", "gin", ""], "no cards were given"),
    (["solve", "gin", " , ,"], "no cards were given"),
    (["check", "gin", ""], "no cards were given"),
    (["solve", "gin"], "is missing"),
    (["solve"], "is missing"),
    (["solve", "gin", "4s 5x 6s"], "'5x' (card 2, column 4)"),
    (["check", "gin", "4s 5x 6s"], "'5x' (card 2, column 4)"),
    (["solve", "gin", "4s5s6s"], "put spaces between the cards"),
    (["solve", "gin", "4s 4s"], "2 × 4s"),
    (["check", "argentino", "JK JK JK JK JK"], "5 × JK"),
    (["solve", "argentino", "JK=7s 8s 9s"], "stands for nothing yet"),
    (["check", "argentino", "7s=8s 8s 9s"], "7s is no wild"),
    (["check", "argentino", "JK=JK 8s 9s"], "after '='"),
    (["check", "argentino", "JK= 8s 9s"], "after '='"),
    (["solve", "gin", TEN_THOUSAND], "10000 × 4s"),
    (["check", "argentino", TEN_THOUSAND], "10000 × 4s"),
    (["solve", "gin", "x" * 100_000], "is no card of this deck"),
    (["solve", "gin", "4s \x01\x1b[2J 5s"], "is no card of this deck"),
    (["solve", "gin", b"4s \xff\xfe 5s"], "is no card of this deck"),
    (["check", b"\xff", "4s"], "no variant"),
    (["solve", "gin", "--4s"], "is no card of this deck"),
    (["solve", "gni", "4s"], "no variant 'gni'"),
    (["solve", "a" * 5000, "4s"], "no variant"),
    (["solve", "/dev/zero", "4s"], "not a plain file"),
    (["solve", "gin", "4s", "--players", "3"], "for 2 players, not 3"),
    (["solve", "gin", "4s", "--players", "9" * 5000], "--players"),
    (["solve", "fichas", "4r", "--open", "--score", "9" * 30], "score"),
    (["solve", "gin", "4s", "--timeout", "-1"], "time limit"),
    (["solve", "gin", "4s", "--timeout", "nan"], "time limit"),
    (["solve", "gin", "4s", "--timeout", "soon"], "--timeout"),
    (["solve", "gin", "4s", "--objective", "beauty"], "no objective 'beauty'"),
    (["solve", "gin", "4s", "--engine", "magic"], "no engine 'magic'"),
    (["solve", "gin", "4s", "--discard", "maybe"], "--discard"),
    (["solve", "gin", "4s", "--use", "5s"], "5s must be used"),
    (["solve", "gin", "4s", "--table", "5s 6s"], "table meld 1"),
    (["solve", "fichas", "4r", "--table", "JK JK 5r"], "two ways"),
    (["solve", "fichas", "4r", "--table", "5r=5b 5b 5k"], "5r is no wild"),
    (["solve", "rummy-500", "4s", "--table", "4s 5s 6s"], "2 × 4s"),
    (["solve", "gin", "4s", "--lang", "fr"], "--lang"),
    (["solve", "gin", "4s", "5s", "--opne"], "there is no option --opne; did you mean --open?"),
    (["solve", "gin", "4s", "--colour", "red"], "--colour"),
    (["solve", "gin", "4s", "--set", "nonsense"], "NAME=VALUE"),
    (["solve", "gin", "4s", "--set", "run.mix=3"], "run.mix is no parameter"),
    (["solve", "gin", "4s", "--set", "run.max=99999999999"], "does not fit"),
    (["solve", "gin", "4s", "--set", "run.max=" + "[" * 20_000], "neither TOML nor a bare word"),
    (["solve", "gin", "4s", "--set", b"run.max=\xff"], "neither TOML nor a bare word"),
    (["solve", "gin", "4s", "--reading", "liberal"], "no reading 'liberal'"),
    (["solve", "gin", "4s", "--spec-path", "/nowhere"], "is no folder"),
    (["solve", "gin", "4s", "--svg", "/nowhere/x.svg"], "can't write /nowhere/x.svg"),
    (["solve", "gin", "4s", "--svg", "/"], "can't write /"),
    (["frobnicate"], "frobnicate"),
    (["readings", "nope"], "no variant 'nope'"),
    (["crosscheck", "nope"], "no variant 'nope'"),
    (["variants", "--spec-path", "/nowhere"], "is no folder"),
]


@pytest.mark.parametrize(
    ("arguments", "told"), BAD_INPUT, ids=[f"{number}: {row[1]}" for number, row in enumerate(BAD_INPUT)]
)
def test_bad_input_is_refused_in_one_clear_line(arguments, told):
    assert told in refusal(*arguments)


def test_bad_input_is_refused_alike_where_json_is_asked_for():
    done = run("solve", "gin", "4s 4s", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
