"""What a verdict says and on what it rests: readings, numbers, scope, words, the cases of the kits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from conform_campaign import Piped, toml
from depth import DEEP

from meldproof.arranging.problem import OBJECTIVES
from meldproof.cli.options import Common
from meldproof.cli.show_conform import _text, smoke
from meldproof.cli.show_conform import report as shown
from meldproof.conforming import beyond
from meldproof.conforming.agreement import agrees, check_form
from meldproof.conforming.answered import Answered
from meldproof.conforming.diagnosis import Diagnoser
from meldproof.conforming.drawing import GENERATED
from meldproof.conforming.driver import AskPlan, Begin
from meldproof.conforming.followed import Followed, followed
from meldproof.conforming.hard_hands import ENDS_PATTERNS, PATTERNS, _card, hard_hands, laid_out, wild_kinds
from meldproof.conforming.kit import Kit, answered_by, readings_of, stored_kit
from meldproof.conforming.one_shot import OneShot
from meldproof.conforming.page import html_page
from meldproof.conforming.protocol import read_start
from meldproof.conforming.renewing import holds_melds
from meldproof.conforming.report import junit_xml, report_dict, runnable, spoken_of, verdict_line
from meldproof.conforming.run import ConformReport, conform, run_smoke
from meldproof.conforming.schemas import stored_schema
from meldproof.conforming.session import Session, telling_line
from meldproof.conforming.side_by_side import Result, badge, side_by_side
from meldproof.notation import card_text
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant, load_variant, set_by_user
from meldproof.witnesses.cases import CardCase, arrangement
from meldproof.witnesses.mutants import mutants
from meldproof.witnesses.questions import PART_OF, PlayCase, Question, ask, from_plain

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


def test_of_several_readings_a_case_names_those_that_it_hangs_on() -> None:
    both = with_values(TILES, {"wilds.joker.opening": 0, "set.wilds.max": 1, "run.wilds.max": 1})
    changes = [f"{name}={toml(value)}" for name, value in set_by_user(both).items()]
    report = conform(TILES, _kit("rummikub", "can_open", "is_meld"), changes, KIT_ALONE, begin=Piped)
    assert sorted(report.read.names) == ["joker-opens-as-zero", "one-joker-per-meld"]
    told = [outcome for outcome in report.outcomes if outcome.status == "reading"]
    assert told
    for outcome in told:
        assert set(outcome.readings) <= set(outcome.disputed) or not set(outcome.disputed) & set(report.read.names)
    assert {outcome.readings for outcome in told if outcome.op == "is_meld"} == {("one-joker-per-meld",)}


def test_a_reading_that_is_not_followed_throughout_is_named_beside_no_case() -> None:
    """`10r 10b JK` does not open for it, as by the reading; `9r 10r JK` does, as by the text."""

    class Torn(Piped):
        def ask(self, message: dict[str, Any]) -> dict[str, Any]:
            answer = super().ask(message)
            if message["cmd"] == "start":
                answer["operations"] = ["can_open"]
            if message.get("case", {}).get("cards", ())[:1] == ["9r"]:
                answer["result"] = {"opens": True}
            return answer

    kit = _kit("rummikub", "can_open")
    report = conform(TILES, kit, ["wilds.joker.opening=0"], KIT_ALONE, begin=Torn)
    assert report.read.names == ()
    assert any(outcome.disputed for outcome in report.outcomes if outcome.status == "failed")
    text = _text(report, "en") + html_page(report) + junit_xml(report)
    assert "joker-opens-as-zero" not in text
    assert "disputed, but not all its answers follow the other reading" in text


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
    assert opinion is not None
    assert opinion.agrees is right


def _forms(case: CardCase, variant: Variant) -> Iterator[dict[str, Any]]:
    """What a peer may say that arranges a hand rightly: any one figure, or its melds."""
    laid = arrangement(case, variant)
    for name in OBJECTIVES:
        yield {name: getattr(laid.figures, name)}
        yield {name: float(getattr(laid.figures, name))}
    if not case.table:
        melds = [" ".join(card_text(card, laid.problem.deck) for card in each.meld.cards) for each in laid.melds]
        yield {"melds": melds} if laid.discard is None else {
            "melds": melds, "discard": card_text(laid.discard, laid.problem.deck)
        }  # fmt: skip


@pytest.mark.parametrize("name", DEEP)
def test_a_right_answer_in_any_form_that_is_permitted_is_right(name: str) -> None:
    """Nor is one said to be malformed: where a figure can't be judged, beside a table, it is left out."""
    variant = load_variant(name)
    asked = [case.question for case in _kit(name).cases if case.op in ("best", "best_after_discard")]
    told = Counter[bool]()
    for question in asked[::3]:
        assert isinstance(question, CardCase)
        for given in _forms(question, variant):
            opinion = agrees(question, check_form(question, given), variant)
            assert opinion is None or opinion.agrees, (question, given)
            assert opinion is not None or question.table or question.opening or variant.settings.requirement.runs
            told[opinion is not None] += 1
    assert told[True] > 4 * told[False]


@pytest.mark.parametrize("name", DEEP)
def test_a_figure_that_no_best_arrangement_has_is_wrong_alone_too(name: str) -> None:
    variant = load_variant(name)
    asked = [case.question for case in _kit(name).cases if case.op == "best"]
    for question in asked[::5]:
        if not isinstance(question, CardCase) or question.table or question.opening:
            continue
        for figure in ("melded_cards", "deadwood_cards", "melded_points"):
            opinion = agrees(question, {figure: 999}, variant)
            assert opinion is None or not opinion.agrees
            assert opinion is not None or variant.settings.requirement.runs


@pytest.mark.parametrize(
    ("op", "case", "given", "right"),
    [
        ("value", {"cards": ["4s", "5s", "6s"]}, {"points": 15.0}, True),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [35.0, 0.0]}, True),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [35, None]}, True),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [34, None]}, False),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [None, None]}, None),
        ("score", {"hands": ["", "Kd"], "closer": 0}, {"points": [None, None], "winners": []}, True),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"opens": True}, None),
        ("best", {"cards": ["4s", "5s", "6s", "Kd"]}, {"melds": ["4s\t5s\n6s"]}, True),
    ],
)
def test_numbers_are_read_as_json_has_them(op: Any, case: Any, given: dict[str, Any], right: bool | None) -> None:
    question = from_plain(op, case)
    validator = jsonschema.Draft202012Validator(
        {**stored_schema("protocol.json"), "anyOf": [{"$ref": "#/$defs/Answer"}]}
    )
    validator.validate({"seq": 1, "result": given})
    opinion = agrees(question, check_form(question, given), GIN)
    assert (opinion and opinion.agrees) is right


class _Alone(Piped):
    """Says of every hand only its melds, or only one figure."""

    said = ""

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        if message["cmd"] == "start":
            answer["operations"] = ["best", "best_after_discard"]
        if message["cmd"] == "run":
            question = from_plain(message["op"], message["case"])
            assert isinstance(question, CardCase)
            every = [given for given in _forms(question, TILES) if self.said in given]
            return {"seq": message["seq"], **({"result": every[-1]} if every else {"skipped": True})}
        return answer


@pytest.mark.parametrize("said", ["melds", "deadwood_cards", "melded_points"])
def test_whoever_gives_one_figure_or_the_melds_alone_does_not_misbehave(said: str) -> None:
    kit = Kit("rummikub", TILES.plain(), _kit("rummikub", "best").cases[::2])
    report = conform(TILES, kit, [], KIT_ALONE, begin=type("Alone", (_Alone,), {"said": said}))
    assert report.conforms, [outcome for outcome in report.outcomes if outcome.status in ("failed", "errored")]
    assert report.count("errored") == 0
    assert report.count("passed") > report.count("skipped")


class _Declines(Piped):
    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        return {"ok": False, "message": "only whist"} if message["cmd"] == "variant" else answer


def test_whoever_declines_is_asked_nothing_and_told_no_no(capsys: pytest.CaptureFixture[str]) -> None:
    report = conform(GIN, _kit("gin"), [], AskPlan(seconds=1.0), begin=_Declines)
    assert shown(report, "text", None, Common()) == 2
    said = capsys.readouterr().out
    assert said.splitlines()[-1] == "nothing was asked: it does not play gin by these rules: only whist"
    assert verdict_line(report, "es").startswith("no se preguntó nada: ")
    assert not report.conforms
    assert 'class="no"' not in html_page(report)
    root = ElementTree.fromstring(junit_xml(report))
    assert (root.attrib["errors"], root.attrib["failures"], root.attrib["skipped"]) == ("0", "0", "1")
    assert "#b3261e" not in badge(_as_result(report))


def test_no_is_never_said_of_no_case() -> None:
    """Of a program that ends at the start, say that it did, and not that 0 of 0 are wrong."""
    report = conform(GIN, _kit("gin"), [sys.executable, "-S", "-c", "pass"], AskPlan(seconds=1.0))
    assert verdict_line(report, "en") == "no: the run did not come to its end"


def _as_result(report: ConformReport) -> Result:
    return msgspec.convert(json.loads(json.dumps(report_dict(report))), Result)


# What others say

NASTY = "\x1b[2J\x07a\r\nyes: 9 cases\u2028no\u202e\ud800"
PLACES = {
    "name": {"start": {"implementation": {"name": NASTY, "language": "x", "version": "1"}}},
    "language": {"start": {"implementation": {"name": "x", "language": NASTY, "version": NASTY}}},
    "operations": {"start": {"operations": ["is_meld", "best", NASTY]}},
    "no version": {"start": {"version": NASTY}},
    "decline": {"variant": {"ok": False, "message": NASTY}},
    "errored": {"run": {"errored": True, "message": NASTY}},
    "seq": {"run": {"seq": NASTY}},
    "seq in a list": {"run": {"seq": [NASTY]}},
    "melds": {"run": {"result": {"melds": [NASTY], "discard": NASTY, "deadwood_points": 1, "legal": False}}},
}


@pytest.mark.parametrize("one_shot", [False, True])
@pytest.mark.parametrize("place", PLACES)
def test_everything_that_others_say_is_shown_printable_on_one_line(
    place: str, one_shot: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    body = (
        "import json,sys\n"
        f"said = {PLACES[place]!r}\n"
        "for line in sys.stdin:\n"
        " m=json.loads(line)\n"
        " if m['cmd']=='stop': break\n"
        " a={'start': {'version':1,'implementation':{'name':'x'},'operations':['is_meld','best']}, 'variant': {'ok':True},"
        "    'run': {'seq':m.get('seq'),'result':{'legal':True,'deadwood_points':0}}}[m['cmd']]\n"
        " print(json.dumps({**a, **said.get(m['cmd'], {})}), flush=True)\n"
        "sys.stderr.write('Error: ' + said.get('stderr', ''))\n"
    )
    command = [sys.executable, "-S", "-E", "-c", body]
    kit = _kit("gin", "is_meld", "best")
    few = Kit("gin", kit.settings, (*kit.cases[:1], *kit.cases[-1:]))
    begin: Begin = OneShot if one_shot else Session
    report = conform(GIN, few, command, AskPlan(examples=0, answer_seconds=20.0), begin=begin)
    for language in ("en", "es"):
        _is_clean(_text(report, language))
        _is_clean(html_page(report, language))
        _is_clean(junit_xml(report, language))
    shown(report, "json", None, Common())
    _is_clean(json.dumps(json.loads(capsys.readouterr().out), ensure_ascii=False))
    smoke(*run_smoke(GIN, few, command, AskPlan(answer_seconds=20.0), begin=begin), Common())
    _is_clean(capsys.readouterr().out)
    page = side_by_side([_as_result(report)])
    _is_clean(page)


def _is_clean(text: str) -> None:
    for line in text.split("\n"):
        assert line.isprintable(), line
        assert not line.startswith(("yes: 9", "no?")), line


@pytest.mark.parametrize(
    "word", ["plain", "two words", "a\nb", "tab\t", "it's", "\x1b[31m", "ñ\u2028", "back\\slash\n'"]
)
def test_a_command_is_shown_on_one_line_that_a_shell_reads_back(word: str) -> None:
    line = runnable(["printf", "%s", word])
    assert line.isprintable()
    done = subprocess.run(["bash", "-c", line], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == word


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


@pytest.mark.parametrize("name", DEEP)
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


@pytest.mark.parametrize("name", DEEP)
def test_the_cards_of_a_pattern_stay_what_they_are_beside_wilds_of_a_rank(name: str) -> None:
    """Wherever its window begins, on a rank that is wild as well."""
    rules = load_variant(name)
    deck = rules.deck()
    for pattern in (*PATTERNS, *ENDS_PATTERNS):
        for first in range(1, len(deck.ranks) + 1):
            for wild in wild_kinds(rules, deck):
                hand = laid_out(pattern, first, wild, rules)
                if hand is None:
                    continue
                words = pattern.cards.split()
                naturals = Counter(_card(word, first, deck) for word in words if word != "*")
                rest = Counter(hand) - naturals
                assert Counter(hand) - rest == naturals
                assert sum(rest.values()) == words.count("*")
                assert {card.rank for card in rest} <= {wild.rank}


def test_every_pattern_fits_some_variant() -> None:
    known = {pattern.id for name in DEEP for pattern, _ in hard_hands(load_variant(name))}
    assert {pattern.id for pattern in PATTERNS} <= known


@pytest.mark.parametrize("name", DEEP)
def test_no_case_asks_what_a_hand_full_of_melds_costs(name: str) -> None:
    rules = load_variant(name)
    assert [case.id for case in _kit(name).cases if holds_melds(case, rules)] == []


@pytest.mark.parametrize("name", DEEP)
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
    assert "nothing was asked: it offers no operation that gin asks about (in_deck, is_meld, " in said
    assert "\nno: " not in said


def test_where_nothing_was_chosen_that_it_offers_it_is_said() -> None:
    report = conform(GIN, _kit("gin"), [], AskPlan(only=("no-such-case",), examples=0), begin=Piped)
    assert verdict_line(report, "en") == "nothing was asked: no case that was chosen is of an operation that it offers"


@pytest.mark.parametrize("name", DEEP)
def test_settings_are_those_that_were_asked_for_and_no_others(name: str) -> None:
    """A clause that sets several parameters gives way to one for each; those keep their values and are no settings."""
    rules = load_variant(name)
    together = {clause.key for clause in rules.clauses if len(clause.values) > 1}
    changes = [mutant for mutant in mutants(rules) if rules.provenance[mutant.parameter] in together]
    assert changes
    for mutant in changes[::17]:
        changed = with_values(rules, {mutant.parameter: mutant.value})
        report = ConformReport(changed, Followed((), changed), None)
        assert report_dict(report)["settings"].keys() <= changed.plain().keys()
        unchanged = {key for key in report_dict(report)["settings"] if rules.plain().get(key) == changed.plain()[key]}
        assert unchanged <= {mutant.parameter}
        for told in (f"{key}=" for key in rules.plain() if key != mutant.parameter and key in unchanged):
            assert told not in spoken_of(report, "en")


# Diagnosis


def test_questions_without_an_answer_confirm_nothing() -> None:
    change = next(each for each in Diagnoser(GIN, ["is_meld"]).changes if each.id == "set.min=4")
    assert not Diagnoser(GIN, ["is_meld"]).is_confirmed(change, lambda question: None)
    assert not Diagnoser(GIN, ["is_meld"]).is_confirmed(change, lambda question: None, whole=False)
    assert Diagnoser(GIN, ["score"]).is_confirmed(change, lambda question: None)  # there is nothing to ask


@pytest.mark.parametrize("changed", ["run.min=4", "run.suit=any"])
def test_a_guess_is_tried_on_every_operation_as_if_it_were_the_only_one(changed: str) -> None:
    change = next(each for each in Diagnoser(GIN, ["is_meld"]).changes if each.id == changed)

    def tried(*operations: str) -> Counter[str]:
        put: list[str] = []

        def answer(question: Question) -> Answered:
            put.append(question.op)
            return Answered(question, dict(change.answer(question) or {}), True)

        assert Diagnoser(GIN, operations).is_confirmed(change, answer)
        return Counter(put)

    alone = [tried(op) for op in GENERATED]
    assert len({number for each in alone for number in each.values()}) > 1
    assert tried(*GENERATED) == sum(alone, Counter())


def test_right_answers_that_were_not_kept_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "MOST_KEPT", 3)

    wrong = with_values(GIN, {"run.max": 5})
    silent = tuple(case for case in _kit("gin", "is_meld").cases if ask(case.question, wrong) == case.result)
    kit = Kit("gin", GIN.plain(), silent)
    report = conform(GIN, kit, ["run.max=5"], AskPlan(only=("is_meld",), examples=200, seconds=20.0), begin=Piped)
    (change,) = report.diagnosis.explanations
    assert change.values == {"run.max": 5}
    assert report.diagnosis.unheld > 0
    assert f"{report.diagnosis.unheld} right answers were not held against this" in _text(report, "en")


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
