"""The driver against right, wrong and hostile implementations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from conform_campaign import Piped, campaign, digest, setting_of, stored, summary, telling
from depth import DEEP

from meldproof.conforming import harness
from meldproof.conforming.agreement import Malformed, agrees, check_form
from meldproof.conforming.answered import Answered
from meldproof.conforming.diagnosis import Diagnoser
from meldproof.conforming.drawing import GENERATED
from meldproof.conforming.driver import AskPlan
from meldproof.conforming.generated import shrunk, size_of, stream
from meldproof.conforming.kit import Kit, answered_by, stored_kit
from meldproof.conforming.page import html_page
from meldproof.conforming.protocol import start_message, variant_message
from meldproof.conforming.report import junit_xml, report_dict, verdict_line
from meldproof.conforming.run import ConformReport, conform, run_smoke
from meldproof.conforming.schemas import stored_schema
from meldproof.conforming.side_by_side import Result, badge
from meldproof.errors import ProblemError
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant, load_variant, parse_setting
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.mutants import mutants_of
from meldproof.witnesses.questions import OPS, Question, ScoreCase, ask, from_plain

GIN = load_variant("gin")
QUICK = AskPlan(examples=0, answer_seconds=20.0)
PYTHON = [sys.executable, "-S", "-E", "-c"]


def _kit(name: str = "gin", only: Sequence[str] = ()) -> Kit:
    kit = stored_kit(name)
    assert kit is not None
    if not only:
        return kit
    return Kit(kit.variant, kit.settings, tuple(case for case in kit.cases if case.op in only))


def _run(*settings: str, rules: Variant = GIN, plan: AskPlan = QUICK) -> ConformReport:
    return conform(rules, answered_by(_kit(rules.id), rules), settings, plan, begin=Piped)


# Right and wrong implementations


def test_the_reference_conforms_to_its_own_kit_through_a_process() -> None:
    command = [sys.executable, "-m", "meldproof.conforming.harness"]
    report = conform(GIN, _kit(), command, AskPlan(examples=15, seconds=8.0, answer_seconds=30.0))
    assert report.conforms
    assert report.count("passed") == len(_kit().cases)
    assert set(report.asked) == set(GENERATED)
    assert all(0 < number <= 15 for number in report.asked.values()), report.asked


@pytest.mark.parametrize("name", ["gin", "argentino"])
def test_a_sample_of_single_changes_is_found_and_named(name: str) -> None:
    rows = list(campaign(name, every=29 if name == "gin" else 61))
    assert len(rows) >= 3
    assert [row.mutant for row in rows if not (row.found and row.named)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_nearly_every_single_change_is_found_and_named(name: str) -> None:
    rows = list(campaign(name))
    named = sum(row.found and row.named for row in rows)
    assert named >= 0.95 * len(rows), [row.mutant for row in rows if not row.named]


@pytest.mark.parametrize("name", sorted(stored()))
def test_the_results_kept_of_the_campaign_are_of_the_kits_as_they_are(name: str) -> None:
    """Kept by python tests/conform_campaign.py, as far as it went; of what was served nearly all is named."""
    kept = stored()[name]
    kit = _kit(name)
    if kept["kit"] != digest(kit):  # the manual's page says so
        pytest.skip(f"the kit is newer than the campaign: python tests/conform_campaign.py {name}")
    names = {mutant.id for mutant in telling(load_variant(name), kit)}
    assert set(kept["served"]) <= names
    assert kept["of"] == len(names)
    missed = summary(kept["served"])["missed"]
    assert len(missed) <= 0.05 * len(kept["served"]), missed


def test_of_gin_every_change_was_served() -> None:
    kept = stored()["gin"]
    assert len(kept["served"]) == kept["of"]


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (("run.ends=cyclic", "set.min=4"), {"run.ends", "set.min"}),
        (("points.ace.hand=2", "knock.gin_bonus=30"), {"points.ace.hand", "knock.gin_bonus"}),
    ],
)
def test_two_changes_together_are_named_together(settings: tuple[str, ...], names: set[str]) -> None:
    report = _run(*settings)
    (found,) = report.diagnosis.explanations
    assert set(found.values) == names
    wrong = with_values(GIN, dict(parse_setting(text) for text in settings))
    assert found.variant.settings == wrong.settings


def test_more_than_two_changes_are_told_in_parts() -> None:
    report = _run("run.ends=cyclic", "set.min=4", "knock.gin_bonus=30", "knock.undercut_bonus=30")
    assert not report.conforms
    assert report.diagnosis.explanations == ()
    parts = {name for part in report.diagnosis.parts for name in part.change.values}
    assert (
        {"knock.gin_bonus", "run.ends"} <= parts <= {"run.ends", "set.min", "knock.gin_bonus", "knock.undercut_bonus"}
    )
    told = "\n".join(report_dict(report)["diagnosis"]["text"]["en"])
    assert f"None of the {report.diagnosis.tried} changes tried" in told
    assert "the rule it breaks" not in told


def test_an_implementation_that_follows_another_reading_is_no_fault() -> None:
    argentino = load_variant("argentino")
    case = next(case for case in _kit("argentino").cases if case.readings)
    (name, _) = next(iter(case.readings.items()))
    kit = Kit("argentino", argentino.plain(), (case,))
    other = load_variant("argentino", readings=[name])
    before, after = argentino.plain(), other.plain()
    changes = [f"{key}={_toml(value)}" for key, value in after.items() if before.get(key) != value]
    report = conform(argentino, kit, changes, QUICK, begin=Piped)
    assert report.count("reading") == 1
    assert name in report.outcomes[0].readings
    assert report.conforms


def _toml(value: object) -> str:
    from conform_campaign import toml

    return toml(value)


def test_changed_rules_are_asked_with_the_stored_questions() -> None:
    house = with_values(GIN, {"run.ends": "cyclic"})
    assert _run(rules=house).conforms is True
    report = _run("run.ends=low", rules=house)
    assert [set(change.values) for change in report.diagnosis.explanations] == [{"run.ends"}]


def test_a_fault_that_no_kit_case_shows_is_found_by_trying_and_shrunk() -> None:
    """Runs of five or more in hearts are refused: nobody's rule."""
    report = conform(GIN, _kit(only=["is_meld"]), [], AskPlan(examples=400, seconds=20.0, seed=1), begin=_NoLongHearts)
    assert report.generated
    assert all(found.stable for found in report.generated)
    assert {len(found.case["cards"]) for found in report.generated} == {5}
    assert report.count("failed") == 0
    assert not report.conforms
    assert report.diagnosis.explanations == ()


class _NoLongHearts(Piped):
    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        if message["cmd"] == "start":
            answer["operations"] = ["is_meld"]
        cards = message.get("case", {}).get("cards", ())
        if len(cards) >= 5 and all(card[1] == "h" for card in cards):
            answer["result"] = {"legal": False}
        return answer


class _Moody(Piped):
    """Says yes to every second question."""

    asked = 0

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        if message["cmd"] == "start":
            answer["operations"] = ["is_meld"]
        if message["cmd"] == "run":
            _Moody.asked += 1
            answer["result"] = {"legal": _Moody.asked % 2 == 0}
        return answer


def test_answers_that_change_are_said_to_be_unstable() -> None:
    kit = _kit(only=["is_meld"])
    none = Kit("gin", kit.settings, ())
    report = conform(GIN, none, [], AskPlan(examples=30, seconds=5.0), begin=_Moody)
    assert {outcome.stable for outcome in report.generated} == {False}


class _WrongOnce(Piped):
    """Answers one question wrongly the first time that it is put, and rightly ever after."""

    fallen: list[object]

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        if message["cmd"] == "start":
            answer["operations"] = ["is_meld"]
        if message["cmd"] == "run" and not self.fallen:
            self.fallen.append(message["case"])
            answer["result"] = {"legal": not answer["result"]["legal"]}
        return answer


def test_an_answer_that_was_wrong_once_is_no_yes() -> None:
    kit = _kit(only=["is_meld"])
    begin = type("WrongOnce", (_WrongOnce,), {"fallen": []})
    report = conform(GIN, Kit("gin", kit.settings, ()), [], AskPlan(examples=30, seconds=5.0), begin=begin)
    assert not report.conforms
    (told,) = report.generated
    assert told.stable is False
    assert told.given != told.wanted, "the first answer is the one that is kept"
    assert verdict_line(report, "en").startswith("no: ")
    assert report.diagnosis.wrong == 1


def test_skipped_and_not_offered_operations_are_counted_apart() -> None:
    class Few(Piped):
        def ask(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super().ask(message)
            if message["cmd"] == "start":
                answer["operations"] = ["is_meld", "best", "sing"]
            if message.get("op") == "best":
                return {"seq": message["seq"], "skipped": True}
            return answer

    report = conform(GIN, _kit(), [], QUICK, begin=Few)
    assert report.conforms
    assert report.implementation is not None
    assert report.implementation.unknown == ("sing",)
    assert report.count("skipped") == sum(case.op == "best" for case in _kit().cases)
    assert set(report.not_offered) == set(OPS) - {"is_meld", "best"}
    skipped, absent = report.count("skipped"), sum(report.not_offered.values())
    for language, said in (("en", f"{skipped} cases skipped, {absent} cases not offered"),
                           ("es", f"{skipped} casos salteados, {absent} casos no ofrecidos")):  # fmt: skip
        assert verdict_line(report, language).endswith(f"; {said}")
    whole = conform(GIN, _kit(only=["is_meld"]), [], QUICK, begin=Piped)
    assert verdict_line(whole, "en").endswith("none wrong")
    mark = badge(msgspec.convert(json.loads(json.dumps(report_dict(report))), Result))
    assert f": {report.count('passed')}/{len(_kit().cases)}" in mark


def test_an_answer_that_cannot_be_judged_is_neither_right_nor_skipped() -> None:
    """Beside a table melds alone say nothing that can be judged."""

    class MeldsAlone(Piped):
        def ask(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super().ask(message)
            if message.get("case", {}).get("table"):
                answer["result"] = {"melds": []}
            return answer

    tiles = load_variant("rummikub")
    report = conform(tiles, _kit("rummikub", ["best", "is_meld"]), [], QUICK, begin=MeldsAlone)
    tables = sum("table" in case.case for case in _kit("rummikub", ["best"]).cases)
    assert report.count("unjudged") == tables > 1
    assert report.count("skipped") == 0
    assert report.conforms
    assert report.answered == len(report.outcomes) - tables
    for language, said in (("en", "answers not judged"), ("es", "respuestas sin juzgar")):
        assert verdict_line(report, language).endswith(f"; {tables} {said}")
        assert f"{'not judged' if language == 'en' else 'sin juzgar'}" in html_page(report, language)
    root = ElementTree.fromstring(junit_xml(report))
    assert root.attrib["skipped"] == str(tables)
    jsonschema.validate(json.loads(json.dumps(report_dict(report))), stored_schema("conform.json"))
    alone = Kit("rummikub", tiles.plain(), tuple(c for c in _kit("rummikub", ["best"]).cases if "table" in c.case))
    unjudged = conform(tiles, alone, [], QUICK, begin=MeldsAlone)
    assert unjudged.nothing_asked
    assert verdict_line(unjudged, "en") == "nothing was asked: none of its answers could be judged"


def test_who_skips_everything_does_not_conform() -> None:
    body = START + "while True:\n m=hear()\n if m['cmd']=='stop': break\n say({'seq':m['seq'],'skipped':True})\n"
    report = conform(
        GIN, _kit(only=["is_meld"]), [*PYTHON, body], AskPlan(examples=5, seconds=2.0, answer_seconds=15.0)
    )
    assert report.count("skipped") == len(report.outcomes) > 0
    assert not report.conforms


def test_only_keeps_to_operations_parameters_and_ids() -> None:
    assert {o.op for o in _run(plan=AskPlan(only=("score",), examples=0)).outcomes} == {"score"}
    for prefix in ("run.ends", "is_meld-set.min"):
        chosen = {outcome.id for outcome in _run(plan=AskPlan(only=(prefix,), examples=0)).outcomes}
        meant = [case for case in _kit().cases if any(name.startswith(prefix) for name in (case.id, *case.mutants))]
        assert chosen == {case.id for case in meant} != set()


def test_the_manual_shows_the_results_of_the_campaign() -> None:
    page = (Path(__file__).parents[1] / "docs" / "howto-test-your-game.md").read_text(encoding="utf-8")
    sums = {name: summary(kept["served"]) for name, kept in stored().items()}
    for name, figures in sums.items():
        shown = [figures[key] for key in ("changes", "found", "named alone", "named among others")]
        assert f"| `{name}` | {' | '.join(map(str, shown))} | {len(figures['missed'])} |" in page
    assert f"| together | {sum(figures['changes'] for figures in sums.values())} |" in page


# Hostile implementations

START = (
    "import json,os,sys,time\n"
    "def say(o): sys.stdout.write(json.dumps(o)+'\\n'); sys.stdout.flush()\n"
    "def hear(): return json.loads(sys.stdin.readline())\n"
    "hear(); say({'version':1,'implementation':{'name':'x'},'operations':['is_meld']})\n"
    "hear(); say({'ok':True})\n"
)
HOSTILE = {
    "exits": ("m=hear(); sys.exit(3)", "crashed"),
    "raises": ("m=hear(); 1/0", "crashed"),
    "killed": ("m=hear(); os.kill(os.getpid(), 9)", "crashed"),
    "closes": ("m=hear(); os.close(1); time.sleep(60)", "crashed"),
    "silent": ("time.sleep(60)", "timed-out"),
    "half a line": ("m=hear(); sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "timed-out"),
    "garbage": ("m=hear(); print('yes', flush=True); time.sleep(60)", "garbage"),
    "empty line": ("m=hear(); print(flush=True); time.sleep(60)", "garbage"),
    "a number": ("m=hear(); print(5, flush=True); time.sleep(60)", "garbage"),
    "deep": ("m=hear(); print('['*100000, flush=True); time.sleep(60)", "garbage"),
    "huge number": ("m=hear(); print('9'*50000, flush=True); time.sleep(60)", "garbage"),
    "not utf-8": ("m=hear(); os.write(1, b'\\xff\\xfe\\n'); time.sleep(60)", "not-utf8"),
    "flood": ("m=hear()\nwhile True: os.write(1, b'x'*65536)", "flood"),
    "flood of lines": ("while True: os.write(1, b'{}\\n'*9999)", "wrong-seq"),
    "wrong seq": ("m=hear(); say({'seq':m['seq']+1,'result':{'legal':True}}); time.sleep(60)", "wrong-seq"),
    "seq as text": ("m=hear(); say({'seq':str(m['seq']),'result':{'legal':True}}); time.sleep(60)", "wrong-seq"),
    "no result": ("while True: m=hear(); say({'seq':m['seq']})", "malformed"),
    "wrong form": ("while True: m=hear(); say({'seq':m['seq'],'result':{'legal':'yes'}})", "malformed"),
    "result a list": ("while True: m=hear(); say({'seq':m['seq'],'result':[1]})", "malformed"),
    "says so": ("while True: m=hear(); say({'seq':m['seq'],'errored':True,'message':'oh'*9999})", "errored"),
    "loud": ("os.write(2, b'e'*10**6)\nm=hear(); os.write(2, b'!'*10**6); sys.exit(1)", "crashed"),
    "forks": ("m=hear()\nif os.fork(): sys.exit(0)\nos.close(0); os.close(1); os.close(2); time.sleep(60)", "crashed"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_implementation_is_a_result_and_no_accident(name: str) -> None:
    body, kind = HOSTILE[name]
    waits = 1.0 if kind == "timed-out" else 15.0
    kit = _kit(only=["is_meld"])
    few = Kit("gin", kit.settings, kit.cases[:6])
    began = time.monotonic()
    report = conform(GIN, few, [*PYTHON, START + body], AskPlan(examples=5, seconds=2.0, answer_seconds=waits))
    assert not report.conforms
    assert {outcome.kind for outcome in report.outcomes} == {kind}
    assert all(len(outcome.note) < 1000 for outcome in report.outcomes)
    assert time.monotonic() - began < 120
    json.dumps(report_dict(report))
    ElementTree.fromstring(junit_xml(report))
    html_page(report)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "crashed"),
        ("print('hello', flush=True); input()", "garbage"),
        ("print('{}', flush=True); input()", "malformed"),
        ("print('{\"version\":2}', flush=True); input()", "version"),
        ('print(\'{"version":1,"implementation":{"name":"x"}}\', flush=True); input(); input()', "operations"),
        ("import time; time.sleep(60)", "timed-out"),
    ],
)
def test_a_bad_start_stops_the_run_with_a_reason(body: str, said: str) -> None:
    report = conform(GIN, _kit(), [*PYTHON, body], AskPlan(answer_seconds=1.0 if "sleep" in body else 15.0))
    assert said in report.stopped
    assert not report.conforms
    assert report.outcomes == ()


def test_no_child_outlives_the_run(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = (
        "m=hear()\np=os.fork()\n"
        f"if p: open({str(note)!r},'w').write(str(p)); time.sleep(60)\n"
        "import signal; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
    )
    kit = _kit(only=["is_meld"])
    conform(
        GIN, Kit("gin", kit.settings, kit.cases[:1]), [*PYTHON, START + body], AskPlan(examples=0, answer_seconds=1.0)
    )
    child = int(note.read_text())
    for _ in range(100):
        if not _runs(child):
            return
        time.sleep(0.05)
    raise AssertionError("a child goes on running")


def test_no_descendant_outlives_the_run(tmp_path: Path) -> None:
    """Children of their own session, orphaned twice over, with an empty environment."""
    note = tmp_path / "pids"
    leave = f"os.setsid(); os.fork() and os._exit(0); open({str(note)!r}, 'a').write(f'{{os.getpid()}} ')"
    body = (
        "m=hear()\nfor n in range(3):\n if not os.fork():\n"
        f"  {leave}\n"
        "  if n: os.execve(sys.executable, [sys.executable, '-S', '-c', 'import time; time.sleep(600)'], {})\n"
        "  time.sleep(600)\n"
        "time.sleep(SECONDS)"
    )
    kit = _kit(only=["is_meld"])
    few = Kit("gin", kit.settings, kit.cases[:2])
    stranger = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    for seconds in ("60", "1.5); sys.exit(0"):  # it hangs, or ends and leaves them
        conform(GIN, few, [*PYTHON, START + body.replace("SECONDS", seconds)], AskPlan(examples=0, answer_seconds=3.0))
    children = [int(number) for number in note.read_text().split()]
    assert len(children) == 12
    assert not [number for number in children if _runs(number)]
    assert stranger.poll() is None
    stranger.communicate(b"\n")


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def test_an_implementation_that_declines_the_variant_says_why() -> None:
    body = START.replace("say({'ok':True})", "say({'ok':False,'message':'only whist'})")
    report = conform(GIN, _kit(), [*PYTHON, body + "input()"], AskPlan(answer_seconds=15.0))
    assert "only whist" in report.stopped
    assert report.nothing_asked


def test_a_command_that_cannot_be_started_is_unusable_input() -> None:
    for command in (["/no/such/program"], ["/"], ["\0"]):
        with pytest.raises(ProblemError, match="can't be started"):
            conform(GIN, _kit(), command, QUICK)


def test_after_some_misbehaviour_the_run_goes_on_and_after_much_it_stops() -> None:
    sometimes = (
        "n=0\nwhile True:\n m=hear()\n if m['cmd']=='stop': break\n"
        " if m['seq'] % 3 == 0: sys.exit(1)\n say({'seq':m['seq'],'result':{'legal':True}})\n"
    )
    kit = _kit(only=["is_meld"])
    report = conform(GIN, kit, [*PYTHON, START + sometimes], AskPlan(examples=0, answer_seconds=15.0))
    assert len(report.outcomes) == len(kit.cases)
    assert report.count("errored") == len(kit.cases) // 3
    assert not report.stopped
    always = conform(GIN, kit, [*PYTHON, START + "sys.exit(1)"], AskPlan(examples=0, answer_seconds=15.0))
    assert "in a row" in always.stopped
    assert len(always.outcomes) < len(kit.cases)


def test_a_time_limit_ends_the_run_with_what_is_known() -> None:
    slow = "while True:\n m=hear()\n time.sleep(.2); say({'seq':m['seq'],'result':{'legal':True}})"
    report = conform(GIN, _kit(), [*PYTHON, START + slow], AskPlan(answer_seconds=15.0, timeout=2.0))
    assert report.stopped == "the time was up"
    assert report.outcomes


# Answers


@pytest.mark.parametrize(
    ("op", "case", "given", "right"),
    [
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"deadwood_points": 10}, True),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"deadwood_points": 11}, False),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["4s 5s 6s"]}, True),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": []}, False),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["4s 5s 6s"], "deadwood_points": 9}, False),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["4s 5s 7s"]}, False),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["4h 5h 6h"]}, False),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["what"]}, False),
        ("best", {"cards": ["4s", "5s", "6s", "7s", "7h", "7d"]}, {"melds": ["4s 5s 6s 7s"]}, False),
        ("best", {"cards": ["4s", "5s", "6s", "7s", "7h", "7d"]}, {"melds": ["4s 5s 6s", "7s 7h 7d"]}, True),
        ("best", {"cards": ["4s", "5s", "6s"]}, {"melds": ["4s 5s 6s", "4s 5s 6s"]}, False),
        ("best_after_discard", {"cards": ["4s", "5s", "6s", "Kd", "2c"]}, {"melds": ["4s 5s 6s"], "discard": "Kd"}, True),
        ("best_after_discard", {"cards": ["4s", "5s", "6s", "Kd", "2c"]}, {"melds": ["4s 5s 6s"], "discard": "2c"}, False),
        ("best_after_discard", {"cards": ["4s", "5s", "6s", "Kd", "2c"]}, {"melds": ["4s 5s 6s"]}, True),
        ("best_after_discard", {"cards": ["4s", "5s", "6s"]}, {"melds": ["4s 5s 6s"]}, False),
        ("value", {"cards": ["4s", "5s", "6s"]}, {"points": 15}, True),
        ("value", {"cards": ["4s", "5s", "7s"]}, {"points": None}, True),
        ("value", {"cards": ["4s", "5s", "7s"]}, {"points": 0}, False),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [35, 0]}, True),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"winners": []}, True),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [35, 0], "winners": [0]}, False),
    ],
)  # fmt: skip
def test_answers_are_judged_by_what_they_are_worth(
    op: Any, case: dict[str, Any], given: dict[str, Any], right: bool
) -> None:
    question = from_plain(op, case)
    opinion = agrees(question, check_form(question, given), GIN)
    assert opinion is not None
    assert opinion.agrees is right


@pytest.mark.parametrize(
    ("op", "given"),
    [
        ("is_meld", {"legal": 1}), ("is_meld", {"legal": None}), ("is_meld", {}), ("is_meld", "yes"), ("is_meld", None),
        ("value", {}), ("value", {"points": True}), ("value", {"points": 1.5}), ("value", {"points": "15"}),
        ("value", {"points": 10**30}), ("best", {}), ("best", {"deadwood_points": True}), ("best", {"melds": "4s 5s"}),
        ("best", {"melds": [["4s"]]}), ("best", {"melds": ["4s"] * 1000}), ("best", {"melds": ["4s " * 1000]}),
        ("score", {}), ("score", {"points": [1]}), ("score", {"points": [1, True]}), ("score", {"winners": [2]}),
        ("score", {"winners": 0}),
    ],
)  # fmt: skip
def test_an_answer_of_the_wrong_form_is_malformed(op: Any, given: object) -> None:
    question: Question = ScoreCase(("", "Kd"), closer=0) if op == "score" else CardCase(op, ("4s", "5s", "6s"))
    with pytest.raises(Malformed):
        check_form(question, given)


def test_generated_questions_are_sound_and_the_same_for_a_seed() -> None:
    for op in GENERATED:
        drawn = list(islice(stream(op, GIN, 1), 25))
        assert len(set(drawn)) == 25
        assert drawn == list(islice(stream(op, GIN, 1), 25))
        assert drawn != list(islice(stream(op, GIN, 2), 25))
        assert sum(ask(question, GIN) is not None for question in drawn) > 0.7 * len(drawn), op


def test_a_disagreement_shrinks_until_no_card_less_shows_it() -> None:
    def long_run(question: Question) -> bool:
        result = ask(question, GIN)
        return bool(result and result["legal"]) and isinstance(question, CardCase) and len(question.cards) >= 4

    found = next(question for question in stream("is_meld", GIN, 1) if long_run(question) and size_of(question)[0] > 4)
    assert size_of(shrunk(found, long_run, time.monotonic() + 30))[0] == 4


def test_a_diagnosis_asks_what_tells_explanations_apart() -> None:
    """After As Qs Ks alone, a run may be high, round the corner, or either end: one question more decides."""
    wrong = next(entry for entry in mutants_of(GIN, "run.ends") if entry.value == "high").variant
    put: list[Question] = []

    def answer(question: Question) -> Answered:
        put.append(question)
        given, right = ask(question, wrong), ask(question, GIN)
        assert given is not None
        return Answered(question, given, given != right)

    first = answer(CardCase("is_meld", ("As", "Qs", "Ks")))
    put.clear()
    found = Diagnoser(GIN, ["is_meld"]).diagnose([first], answer, seconds=60.0)
    assert put
    assert [change.variant.settings for change in found.explanations] == [wrong.settings]


# Protocol, reports


def test_messages_and_answers_keep_to_the_schema_of_the_protocol() -> None:
    validator = jsonschema.Draft202012Validator(stored_schema("protocol.json"))

    class Watched(Piped):
        def ask(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super().ask(message)
            validator.validate(message)
            validator.validate(answer)
            return answer

    kit = _kit()
    few = {case.op: case for case in kit.cases}
    report = conform(GIN, Kit("gin", kit.settings, tuple(few.values())), [], QUICK, begin=Watched)
    assert report.conforms
    validator.validate(start_message())
    validator.validate(variant_message(load_variant("fichas")))


def test_reports_say_the_same_in_every_form() -> None:
    report = _run(setting_of(next(m for m in mutants_of(GIN, "run.ends") if m.value == "cyclic")))
    plain = report_dict(report)
    jsonschema.Draft202012Validator(stored_schema("conform.json")).validate(json.loads(json.dumps(plain)))
    root = ElementTree.fromstring(junit_xml(report))
    assert int(root.attrib["failures"]) == report.count("failed") == len(root.findall(".//failure"))
    assert int(root.attrib["tests"]) == len(root.findall(".//testcase"))
    for language, words in (("en", "It plays as if run.ends = cyclic"), ("es", "Juega como si run.ends = cyclic")):
        assert words in html_page(report, language)
        assert words in plain["diagnosis"]["text"][language][0]
        assert words in junit_xml(report, language)


def test_what_an_implementation_says_is_escaped() -> None:
    nasty = "<script>alert(1)</script>\x00\x1b[31m]]>"
    body = (
        START.replace("'x'", repr(nasty))
        + f"while True: m=hear(); say({{'seq':m['seq'],'errored':True,'message':{nasty!r}}})"
    )
    kit = _kit(only=["is_meld"])
    report = conform(
        GIN, Kit("gin", kit.settings, kit.cases[:2]), [*PYTHON, body], AskPlan(examples=0, answer_seconds=15.0)
    )
    assert "<script>" not in html_page(report)
    ElementTree.fromstring(junit_xml(report))


def test_the_smoke_test_tells_what_a_new_harness_does_wrong() -> None:
    who, faults = run_smoke(
        GIN, _kit(), [sys.executable, "-m", "meldproof.conforming.harness"], AskPlan(answer_seconds=30.0)
    )
    assert who is not None
    assert faults == []
    bad = START + "\nwhile True:\n m=hear()\n if m['cmd'] != 'stop': say({'seq':m['seq'],'result':{}})\n time.sleep(0)"
    who, faults = run_smoke(
        GIN, _kit(), [*PYTHON, bad.replace("m=hear()\n if", "m=hear()\n if")], AskPlan(answer_seconds=15.0)
    )
    assert any('"legal" must be true or false' in fault for fault in faults)


def test_the_demo_harness_answers_in_order_and_declines_what_it_cannot_play() -> None:
    import io

    lines = [{"cmd": "run", "seq": 1, "op": "is_meld", "case": {"cards": ["4s"]}}, start_message()]
    lines += [{**variant_message(GIN), "settings": {"run.ends": "sideways"}}, variant_message(GIN)]
    lines += [{"cmd": "run", "seq": 2, "op": "is_meld", "case": {"card": []}}]
    lines += [{"cmd": "run", "seq": 3, "op": "is_meld", "case": {"cards": ["4s", "4s"]}}, {"cmd": "stop"}, {}]
    sink = io.StringIO()
    harness.main([], io.StringIO("\n".join(map(json.dumps, lines)) + "\n"), sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [sorted(answer) for answer in answers] == [
        ["errored", "message", "seq"], ["implementation", "operations", "version"], ["message", "ok"], ["ok"],
        ["errored", "message", "seq"], ["message", "seq", "skipped"],
    ]  # fmt: skip


def test_a_crash_on_a_generated_question_is_found_and_shrunk() -> None:
    body = (
        "while True:\n m=hear()\n if m['cmd']=='stop': break\n"
        " cards=m['case']['cards']\n if len(cards) >= 4: sys.exit(7)\n"
        " say({'seq':m['seq'],'result':{'legal':len(cards)==99}})\n"
    )
    none = Kit("gin", GIN.plain(), ())
    report = conform(GIN, none, [*PYTHON, START + body], AskPlan(examples=60, seconds=25.0, answer_seconds=15.0))
    crashes = [outcome for outcome in report.generated if outcome.kind == "crashed"]
    assert {len(outcome.case["cards"]) for outcome in crashes} == {4}
    assert {outcome.kind for outcome in report.generated} <= {None, "crashed"}
    assert not report.conforms


def test_what_was_found_before_the_time_was_up_is_kept() -> None:
    report = conform(
        GIN, _kit(only=["is_meld"]), ["set.min=4"], AskPlan(examples=10**6, seconds=1000.0, timeout=6.0), begin=Piped
    )
    assert report.stopped == "the time was up"
    assert report.count("failed") > 0
    assert [set(change.values) for change in report.diagnosis.explanations] == [{"set.min"}]
