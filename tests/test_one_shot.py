"""One-shot mode: a process for every case, its faults, and a harness of the protocol that serves both ways."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from meldproof.conforming.driver import AskPlan
from meldproof.conforming.kit import Kit, stored_kit
from meldproof.conforming.one_shot import OneShot
from meldproof.conforming.protocol import start_message, variant_message
from meldproof.conforming.run import ConformReport, conform, run_smoke
from meldproof.conforming.schemas import stored_schema
from meldproof.conforming.session import Trouble
from meldproof.variants.loading import load_variant
from meldproof.witnesses.questions import OPS

GIN = load_variant("gin")
PYTHON = [sys.executable, "-S", "-E", "-c"]
HARNESSES = Path(__file__).parents[1] / "examples" / "harnesses"
PATIENT = AskPlan(examples=0, answer_seconds=20.0)
READ = "import json,os,sys,time\nq=json.load(sys.stdin)\n"
ANSWER = "print(json.dumps({'result': {'legal': len(q['case']['cards']) > 2}}))"


def _few(op: str = "is_meld", number: int = 3) -> Kit:
    kit = stored_kit("gin")
    assert kit is not None
    return Kit(kit.variant, kit.settings, tuple(case for case in kit.cases if case.op == op)[:number])


def _run(body: str, plan: AskPlan = PATIENT, kit: Kit | None = None) -> ConformReport:
    return conform(GIN, kit or _few(), [*PYTHON, body], plan, begin=OneShot)


@pytest.mark.parametrize("name", ["one_shot.py", "harness.py"])
def test_a_harness_answers_case_by_case_as_it_does_line_by_line(name: str) -> None:
    command = [sys.executable, "-S", str(HARNESSES / name)]
    report = conform(
        GIN, _few(number=99), command, AskPlan(examples=3, seconds=3.0, answer_seconds=20.0), begin=OneShot
    )
    assert report.conforms
    assert report.implementation is not None
    assert report.implementation.name.startswith("copied")
    assert report.count("passed") == len(_few(number=99).cases)
    assert run_smoke(GIN, _few(), command, PATIENT, begin=OneShot)[1] == []


def test_the_harness_to_copy_is_short() -> None:
    assert len((HARNESSES / "one_shot.py").read_text(encoding="utf-8").splitlines()) < 60


def test_what_a_process_reads_and_writes_keeps_to_the_schema() -> None:
    schema = stored_schema("protocol.json")
    asked = {**schema, "anyOf": [{"$ref": "#/$defs/OneShotRequest"}]}
    verdict = {**schema, "anyOf": [{"$ref": "#/$defs/Verdict"}]}
    seen: list[dict[str, Any]] = []

    class Watched(OneShot):
        def _verdict(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super()._verdict(message)
            if message["cmd"] == "run":
                seen.append(message)
                jsonschema.validate(answer, verdict)
            return answer

    conform(GIN, _few(), [*PYTHON, READ + ANSWER], PATIENT, begin=Watched)
    assert [message["case"] for message in seen[:3]] == [case.case for case in _few().cases]
    for message in seen:
        jsonschema.validate(message, asked)
        assert message["variant"] == "gin"
        assert message["settings"] == GIN.plain()
    for broken in ({**seen[0], "case": {}}, {key: value for key, value in seen[0].items() if key != "settings"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, asked)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"legal": True}, verdict)


HOSTILE = {
    "exits": (READ + "sys.exit(3)", "crashed"),
    "answers and fails": (READ + ANSWER + "; sys.exit(1)", "crashed"),
    "killed": (READ + "os.kill(os.getpid(), 9)", "crashed"),
    "says nothing": (READ, "garbage"),
    "reads nothing, says nothing": ("pass", "garbage"),
    "silent": (READ + "time.sleep(60)", "timed-out"),
    "half a verdict": (READ + "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "timed-out"),
    "does not end": (READ + ANSWER + "\nsys.stdout.flush(); os.close(1); time.sleep(60)", "timed-out"),
    "a child holds its output": (READ + ANSWER + "\nsys.stdout.flush()\nif not os.fork(): time.sleep(60)", "timed-out"),
    "garbage": (READ + "print('yes')", "garbage"),
    "two verdicts": (READ + ANSWER + ";" + ANSWER, "garbage"),
    "a number": (READ + "print(5)", "garbage"),
    "deep": (READ + "print('[' * 100000)", "garbage"),
    "not utf-8": (READ + r"os.write(1, b'\xff\xfe\n')", "not-utf8"),
    "flood": ("import os\nwhile True: os.write(1, b'x' * 65536)", "flood"),
    "flood of lines": ("import os\nwhile True: os.write(1, b'{}\\n' * 9999)", "flood"),
    "wrong seq": (READ + "print(json.dumps({'seq': 'x', 'result': {'legal': True}}))", "wrong-seq"),
    "wrong form": (READ + "print(json.dumps({'result': {'legal': 1}}))", "malformed"),
    "no verdict in it": (READ + "print('{}')", "malformed"),
    "says so": (READ + "print(json.dumps({'errored': True, 'message': 'oh' * 9999}))", "errored"),
    "loud": (READ + "os.write(2, b'!' * 10**6); sys.exit(1)", "crashed"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_process_is_a_result_and_no_accident(name: str) -> None:
    body, kind = HOSTILE[name]
    report = _run(body, AskPlan(examples=0, answer_seconds=1.0 if kind == "timed-out" else 20.0), _few(number=2))
    assert [outcome.kind for outcome in report.outcomes] == [kind, kind]
    assert all(len(outcome.note) < 1000 for outcome in report.outcomes)
    assert not report.conforms


def test_what_a_process_skips_is_skipped_and_the_rest_is_judged() -> None:
    body = READ + "print(json.dumps({'skipped': True}) if q['op'] == 'value' else '{\"result\": {\"legal\": true}}')"
    kit = Kit("gin", GIN.plain(), (*_few("value").cases, *_few(number=9).cases))
    report = _run(body, kit=kit)
    assert report.count("skipped") == 3
    assert report.count("failed") == sum(not case.result["legal"] for case in _few(number=9).cases) > 0


def test_a_program_that_never_heard_of_the_protocol_is_named_after_its_file_and_asked_everything(
    tmp_path: Path,
) -> None:
    program = tmp_path / "judge.py"
    program.write_text(READ + ANSWER)  # "start" has no case: it fails there
    speaker = OneShot([sys.executable, "-S", str(program)], 20.0)
    answer = speaker.ask(start_message())
    assert answer["implementation"]["name"] == "judge.py"
    assert answer["operations"] == list(OPS)
    assert speaker.ask(variant_message(GIN)) == {"ok": True}
    question = {"cmd": "run", "seq": 4, "op": "is_meld", "case": {"cards": ["4s", "5s", "6s"]}}
    assert speaker.ask(question) == {"seq": 4, "result": {"legal": True}}
    with pytest.raises(Trouble):
        speaker.ask({**question, "case": {}})


def test_the_command_line_has_it(tmp_path: Path) -> None:
    shutil.copy(HARNESSES / "one_shot.py", tmp_path)
    quick = ["--examples", "0", "--only", "is_meld", "--answer-seconds", "30", "--one-shot"]
    command = [sys.executable, "-m", "meldproof", "conform", "gin", *quick]
    python = ["--", sys.executable, "-S", "one_shot.py"]
    done = subprocess.run([*command, *python], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("copied one-shot harness 1 (Python)\nright ")
    smoke = subprocess.run(
        [*command, "--smoke", "--json", *python], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False
    )
    assert json.loads(smoke.stdout) == {
        "implementation": "copied one-shot harness", "operations": ["is_meld"], "faults": [],
    }  # fmt: skip
    none = subprocess.run([*command, "--", "/no/such"], capture_output=True, text=True, timeout=120, check=False)
    assert none.returncode == 2
    assert "can't be started" in none.stderr
