"""`kit` and `conform` as processes of their own: statuses, JSON, files, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from meldproof.conforming.schemas import stored_schema

HARNESS = [sys.executable, "-m", "meldproof.conforming.harness"]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldproof", *map(str, arguments)]
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=300, check=False, env=environment
    )  # fmt: skip


def conform(*arguments: str, harness: list[str] = HARNESS) -> subprocess.CompletedProcess[str]:
    quick = ["--examples", "0", "--answer-seconds", "30"]
    return run("conform", "gin", *quick, *arguments, "--", *harness)


def test_the_stored_kit_is_printed_as_the_contract_says() -> None:
    done = run("kit", "gin", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    kit = json.loads(done.stdout)
    jsonschema.Draft202012Validator(stored_schema("kit.json")).validate(kit)
    assert {"variant", "cases", "equivalent"} <= kit.keys()
    assert {"id", "op", "clauses", "case", "result", "expected", "title"} <= kit["cases"][0].keys()


@pytest.mark.parametrize(("language", "words"), [("en", "a meld"), ("es", "es combinación")])
def test_the_kit_is_listed_for_people_in_both_languages(language: str, words: str) -> None:
    done = run("kit", "gin", "--lang", language)
    assert done.returncode == 0
    assert words in done.stdout


def test_a_kit_written_to_a_file_is_the_stored_one_and_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "kit.json"
    done = run("kit", "gin", "--out", path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 3
    stored = Path(__file__).parents[1] / "spec" / "vectors" / "gin.json"
    assert path.read_text(encoding="utf-8") == stored.read_text(encoding="utf-8")
    assert conform("--kit", str(path), "--only", "value").returncode == 0


def test_an_implementation_that_conforms_gives_status_0_and_one_that_does_not_1() -> None:
    right = conform("--only", "is_meld", "--json")
    assert (right.returncode, right.stderr) == (0, "")
    plain = json.loads(right.stdout)
    jsonschema.Draft202012Validator(stored_schema("conform.json")).validate(plain)
    assert plain["conforms"] is True
    wrong = conform("--only", "is_meld", "--lang", "es", harness=[*HARNESS, "set.min=4"])
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert "Juega como si set.min = 4" in wrong.stdout
    assert "gin/set-size" in wrong.stdout


def test_reports_go_to_files_and_to_the_output(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    done = conform("--only", "is_meld", "--report", "junit", "--out", str(path), harness=[*HARNESS, "run.min=4"])
    assert done.returncode == 1
    assert "It plays as if run.min = 4" in done.stdout
    assert ElementTree.parse(path).getroot().attrib["failures"] != "0"
    page = conform("--only", "is_meld", "--report", "html")
    assert page.stdout.startswith("<!doctype html>")
    assert json.loads(conform("--only", "is_meld", "--report", "json").stdout)["conforms"] is True


def test_a_smoke_test_says_what_is_wrong() -> None:
    assert conform("--smoke").returncode == 0
    silent = run("conform", "gin", "--smoke", "--answer-seconds", "1", "--", sys.executable, "-c", "input(); input()")
    assert silent.returncode == 1
    assert "timed-out" in silent.stdout
    told = run("conform", "gin", "--smoke", "--json", "--", sys.executable, "-c", "print('hello')")
    assert told.returncode == 1
    assert json.loads(told.stdout)["faults"]


def test_an_implementation_that_dies_at_once_is_a_result() -> None:
    done = run("conform", "gin", "--", sys.executable, "-c", "import sys; sys.exit('out of order')")
    assert done.returncode == 1
    assert "crashed" in done.stdout
    assert "out of order" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_time_limit_gives_status_3() -> None:
    harness = (
        "import json,sys,time\n"
        "for line in sys.stdin:\n"
        " m=json.loads(line)\n"
        " if m['cmd']=='stop': break\n"
        " if m['cmd']=='start': a={'version':1,'implementation':{'name':'slow'},'operations':['is_meld']}\n"
        " elif m['cmd']=='variant': a={'ok':True}\n"
        " else: time.sleep(.3); a={'seq':m['seq'],'result':{'legal':True}}\n"
        " print(json.dumps(a), flush=True)\n"
    )
    done = run("conform", "gin", "--timeout", "2", "--", sys.executable, "-S", "-c", harness)
    assert done.returncode == 3
    assert "the time was up" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["conform", "gin"], "after --"),
        (["conform", "gin", "--", "/no/such/program"], "can't be started"),
        (["conform", "whist", "--", "true"], "no variant"),
        (["conform", "gin", "--seconds", "-1", "--", "true"], "--seconds"),
        (["conform", "gin", "--seconds", "nan", "--", "true"], "--seconds"),
        (["conform", "gin", "--examples", "-1", "--", "true"], "--examples"),
        (["conform", "gin", "--answer-seconds", "0", "--", "true"], "--answer-seconds"),
        (["conform", "gin", "--kit", "/no/such/file", "--", "true"], "can't be read"),
        (["conform", "gin", "--kit", "/", "--", "true"], "is a folder"),
        (["conform", "gin", "--report", "pdf", "--", "true"], "pdf"),
        (["kit", "whist"], "no variant"),
        (["kit", "gin", "--out", "/no/such/folder/kit.json"], "can't write"),
    ],
)
def test_unusable_input_is_refused_in_a_line(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stdout
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_house_without_a_kit_of_its_own_uses_that_of_the_rules_it_extends(tmp_path: Path) -> None:
    house = tmp_path / "corner.toml"
    house.write_text(
        'schema = 1\nid = "corner"\nname = "Corner"\nextends = "gin"\n[[clause]]\nid = "four"\nreplaces = "set-size"\n'
        'en = "A set is four cards of one rank."\n[clause.set]\nset.min = 4\nset.max = 4\n',
        encoding="utf-8",
    )
    arguments = ["conform", str(house), "--examples", "0", "--answer-seconds", "30", "--only", "is_meld"]
    python = [sys.executable, str(Path(__file__).parents[1] / "examples" / "harnesses" / "harness.py")]
    declined = run(*arguments, "--", *python)
    assert declined.returncode == 2
    assert "nothing was asked: it does not play corner" in declined.stdout
    assert "\nno: " not in declined.stdout
    copied = tmp_path / "harness.py"
    copied.write_text(Path(python[1]).read_text(encoding="utf-8").replace('message["id"] == "gin"', "True"))
    done = run(*arguments, "--", sys.executable, str(copied))
    assert done.returncode == 1
    assert "It plays as if set.min = 3" in done.stdout
