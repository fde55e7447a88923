"""What a verdict says and on what it rests: readings, numbers, scope, words, the cases of the kits."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest
from conform_campaign import VARIANTS, Piped

from meldproof.cli.options import Common
from meldproof.cli.show_conform import _text
from meldproof.cli.show_conform import report as shown
from meldproof.conforming.agreement import agrees, check_form
from meldproof.conforming.answered import Answered
from meldproof.conforming.driver import AskPlan
from meldproof.conforming.followed import followed
from meldproof.conforming.hard_hands import PATTERNS, hard_hands
from meldproof.conforming.kit import Kit, answered_by, readings_of, stored_kit
from meldproof.conforming.protocol import read_start
from meldproof.conforming.renewing import holds_melds
from meldproof.conforming.report import report_dict, verdict_line
from meldproof.conforming.run import ConformReport, conform
from meldproof.conforming.session import telling_line
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import PART_OF, PlayCase, ask

GIN = load_variant("gin")
TILES = load_variant("rummikub")
KIT_ALONE = AskPlan(examples=0)


def _kit(name: str, *ops: str) -> Kit:
    kit = stored_kit(name)
    assert kit is not None
    return Kit(kit.variant, kit.settings, tuple(case for case in kit.cases if case.op in ops)) if ops else kit


# Readings


def test_a_reading_is_named_only_if_all_its_cases_follow_it() -> None:
    """Here one of the cases that the reading answers otherwise is answered by the text."""
    read = readings_of(TILES)["joker-opens-as-zero"]
    kit = _kit("rummikub", "can_open")
    disputed = [case for case in kit.cases if "joker-opens-as-zero" in case.readings]
    assert len(disputed) >= 3
    given = [(case, ask(case.question, read) or {}) for case in kit.cases]
    evidence = [Answered(case.question, answer, answer != case.result) for case, answer in given]
    assert followed(TILES, evidence).names == ("joker-opens-as-zero",)
    for case in disputed:
        torn = [entry for entry in evidence if entry.question != case.question]
        torn.append(Answered(case.question, case.result, False))
        assert "joker-opens-as-zero" not in followed(TILES, torn).names


def test_yes_never_comes_after_a_rule_that_is_broken() -> None:
    report = conform(TILES, _kit("rummikub", "can_open"), ["wilds.joker.opening=0"], KIT_ALONE, begin=Piped)
    assert report.read.names == ("joker-opens-as-zero",)
    assert report.count("reading") > 0
    text = _text(report, "en")
    assert "yes: " in text
    assert text.strip().endswith("by the reading joker-opens-as-zero")
    assert "It follows the reading joker-opens-as-zero" in text
    assert "rule it breaks" not in text


# Judgement


@pytest.mark.parametrize(
    ("variant", "op", "cards", "given", "right"),
    [
        ("gin", "best_after_discard", "As 2s 3s 4s", {"deadwood_points": 0, "melds": ["As 2s 3s"], "discard": "4s"}, True),
        ("gin", "best_after_discard", "As 2s 3s 4s", {"deadwood_points": 0, "deadwood_cards": 1}, True),
        ("gin", "best", "4s 5s 6s Kd", {"deadwood_points": 10, "melded_points": 3}, True),
        ("gin", "best", "4s 5s 6s Kd", {"melds": ["4s 5s 6s"], "melded_points": 3}, False),
        ("gin", "best", "4s 5s 6s Kd", {"melds": ["4s 5s 6s"], "melded_points": 15}, True),
        ("gin", "best", "4s 5s 6s Kd", {"melded_cards": 3}, True),
        ("gin", "best", "4s 5s 6s Kd", {"melded_points": 14}, False),
        ("rummikub", "best", "9r 10r JK", {"melded_cards": 3, "melded_points": 27}, True),
        ("rummikub", "best", "9r 10r JK", {"melded_cards": 2, "melded_points": 30}, False),
        ("rummikub", "best", "9r 10r JK", {"melded_cards": 3, "melds": ["JK 9r 10r"]}, True),
        ("rummikub", "best", "9r 10b JK", {"melded_cards": 3, "melds": ["9r 10b JK"]}, False),
    ],
)  # fmt: skip
def test_nobody_is_held_to_a_tie_that_no_text_decides(
    variant: str, op: Any, cards: str, given: dict[str, Any], right: bool
) -> None:
    question = CardCase(op, tuple(cards.split()))
    opinion = agrees(question, check_form(question, given), load_variant(variant))
    if opinion is None:
        assert right
        return
    assert opinion.agrees is right


# Numbers


@pytest.mark.parametrize(
    ("settings", "values"),
    [
        (["points.ace.hand=15"], {"points.ace.hand": 15}),
        (["points.ace.hand=5", "points.ace.set=11"], {"points.ace.hand": 5, "points.ace.set": 11}),
        (["knock.gin_bonus=31"], {"knock.gin_bonus": 31}),
        (["knock.deadwood=7"], {"knock.deadwood": 7}),
    ],
)
def test_numbers_are_read_off_the_answers(settings: list[str], values: dict[str, int]) -> None:
    report = conform(GIN, _kit("gin"), settings, KIT_ALONE, begin=Piped)
    (found,) = report.diagnosis.explanations
    assert found.values == values


# The kits


@pytest.mark.parametrize("name", VARIANTS)
def test_every_kit_holds_the_patterns_against_faults_of_search_as_they_are(name: str) -> None:
    rules = load_variant(name)
    kit = _kit(name)
    stored = {case.question: case for case in kit.cases}
    for _, question in hard_hands(rules):
        assert question in stored, question
    patterned = Counter(case.pattern for case in kit.cases if case.pattern)
    wanted = {"four-gives", "run-cut", "two-runs-and-a-set", "tie", "all-melded"}
    assert wanted <= set(patterned)
    if rules.deck().jokers or rules.settings.wild_ranks:
        wrong = [case for case in kit.cases if case.pattern.startswith("wild") and case.op == "is_meld"]
        patterns = {"wild-mixed-suits", "wild-gap-too-wide"} | (
            {"wild-repeated-rank"} if rules.deck().copies > 1 else set()
        )
        assert patterns <= {case.pattern for case in wrong}
        assert any(case.result["legal"] is False for case in wrong)
        assert any(case.result["legal"] is True for case in wrong)


def test_every_pattern_fits_some_variant() -> None:
    known = {pattern.id for name in VARIANTS for pattern, _ in hard_hands(load_variant(name))}
    assert {pattern.id for pattern in PATTERNS} <= known


@pytest.mark.parametrize("name", VARIANTS)
def test_no_case_asks_what_a_hand_full_of_melds_costs(name: str) -> None:
    rules = load_variant(name)
    assert [case.id for case in _kit(name).cases if holds_melds(case, rules)] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_no_case_is_about_what_the_variant_does_not_encode(name: str) -> None:
    rules = load_variant(name)
    for case in answered_by(_kit(name), rules).cases:
        assert PART_OF[case.op] in rules.scope, case.id


def test_operations_outside_the_scope_are_not_asked() -> None:
    melds = msgspec.structs.replace(GIN, scope=("melds",))
    report = conform(melds, answered_by(_kit("gin"), melds), [], AskPlan(examples=3, seconds=2.0), begin=Piped)
    assert {outcome.op for outcome in report.outcomes} <= {"in_deck", "is_meld", "value", "best", "best_after_discard"}
    assert not {"legal_action", "can_open", "score"} & (set(report.asked) | set(report.not_offered))


# Words


def test_titles_and_clauses_follow_the_rules_asked_for() -> None:
    house = with_values(GIN, {"run.ends": "cyclic"})
    kit = answered_by(_kit("gin"), house)
    case = next(case for case in kit.cases if case.case.get("cards") == ["As", "Qs", "Ks"] and case.op == "is_meld")
    assert case.result == {"legal": True}
    assert "→ a meld (" in case.title.en
    keys = {clause.key for clause in house.clauses}
    assert all(set(case.clauses) <= keys for case in kit.cases)
    assert case.clauses[0] == "settings/run.ends"


def test_nothing_answered_is_nothing_asked(capsys: pytest.CaptureFixture[str]) -> None:
    class Silent(Piped):
        def ask(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super().ask(message)
            if message["cmd"] == "start":
                answer["operations"] = ["is_mled"]
            return answer

    report = conform(GIN, _kit("gin"), [], KIT_ALONE, begin=Silent)
    assert shown(report, "text", None, Common()) == 2
    said = capsys.readouterr().out
    assert "nothing was asked" in said
    assert "it offers is_mled: no such operation (is_meld is one)" in said
    assert "\nno: " not in said


def test_numbers_and_words_agree() -> None:
    kit = _kit("gin", "is_meld")
    one = Kit("gin", kit.settings, kit.cases[:1])
    report = conform(GIN, one, [], KIT_ALONE, begin=Piped)
    assert verdict_line(report, "en").startswith("yes: 1 case and 0 questions in ")
    assert verdict_line(report, "es").startswith("sí: 1 caso y 0 preguntas en ")
    assert report_dict(report)["verdict"]["en"] == verdict_line(report, "en")


def test_the_verdict_says_what_it_speaks_of() -> None:
    house = with_values(GIN, {"run.ends": "cyclic"})
    report: ConformReport = conform(
        house, answered_by(_kit("gin", "is_meld"), house), ["python", "x"], KIT_ALONE, begin=_Deaf
    )
    assert "asked of gin in meldproof" in _text(report, "en")
    assert "with run.ends=cyclic" in _text(report, "en")
    plain = report_dict(report)
    assert (plain["settings"]["run.ends"], plain["command"], plain["seed"]) == ("cyclic", ["python", "x"], 1)


class _Deaf(Piped):
    def __init__(self, command: Any, seconds: float) -> None:
        super().__init__([], seconds)


def test_a_name_is_shown_without_control_characters() -> None:
    who = read_start({"version": 1, "implementation": {"name": "a\x1b[31mb"}, "operations": ["sing\x07"]})
    assert (who.name, who.unknown) == ("a?[31mb", ("sing?",))


@pytest.mark.parametrize(
    ("complaints", "line"),
    [
        ("Traceback (most recent call last):\n  File x\n    y\nZeroDivisionError: division by zero\n",
         "ZeroDivisionError: division by zero"),
        ('Exception in thread "main" java.lang.IllegalStateException: no deck\n\tat Game.deal(Game.java:5)\n\t... 3 more\n',
         'Exception in thread "main" java.lang.IllegalStateException: no deck'),
        ("Exception in thread \"main\" java.lang.RuntimeException: outer\n\tat A.b(A.java:1)\n"
         "Caused by: java.io.IOException: inner\n\tat C.d(C.java:2)\n", "Caused by: java.io.IOException: inner"),
        ("/x/game.js:3\n  throw new Error('oh');\n  ^\n\nError: oh\n    at main (/x/game.js:3:9)\n\nNode.js v20.1.0\n", "Error: oh"),
        ("panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:4\n", "panic: runtime error"),
        ("out of order\n", "out of order"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_crash_line_is_the_exception_and_no_frame(complaints: str, line: str) -> None:
    assert telling_line(complaints) == line


def test_a_harness_that_misses_a_message_is_told_which() -> None:
    body = (
        "import json,sys,time\n"
        "sys.stdin.readline(); print(json.dumps({'version':1,'implementation':{'name':'x'},'operations':['is_meld']}), flush=True)\n"
        "time.sleep(60)\n"
    )
    report = conform(GIN, _kit("gin"), [sys.executable, "-S", "-E", "-c", body], AskPlan(answer_seconds=1.0))
    assert 'no answer to {"cmd": "variant"}' in report.stopped


def test_a_question_of_play_is_a_question_of_its_scope() -> None:
    case = next(case for case in _kit("gin").cases if case.op == "legal_action")
    assert isinstance(case.question, PlayCase)
    assert ask(case.question, msgspec.structs.replace(GIN, scope=("melds",))) is None
    assert json.dumps(case.case)
