"""The table's messages: what is asked, what is answered, in whose language, within what limits."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from test_cli import json_of, run

import meldproof
from meldproof.cli.output_schemas import schema_of
from meldproof.errors import EngineDeclined
from meldproof.messages import in_language, say
from meldproof.table import requests
from meldproof.table.answering import HANDLERS, reply

EXAMPLES = Path(__file__).parents[1] / "examples"
GAME = (EXAMPLES / "games" / "argentino-run-with-two-wilds.jsonl").read_text(encoding="utf-8")


def _no_request(lang: str) -> list[str]:
    """How the messages begin that say: this is no request at all."""
    with in_language(lang):
        return [say("this is no request: {error}", error=""), say("the input is nested too deeply")]


HAND = "4s 5s 6s JK 8s 9s 2d Qh Kh Qd 3c"
HOUSE = 'schema = 1\nid = "our-house"\nname = "Ours"\nextends = "argentino"\n'
NEARER = HOUSE + (
    '[[clause]]\nid = "wilds-not-adjacent"\nen = "Wilds may stand together."\n'
    'es = "Los comodines pueden ir juntos."\nset = { "run.wilds.adjacent" = true, "run.wilds.max" = "any", "run.wilds.max_joker" = "any", '
    '"run.wilds.max_ranked" = "any" }\n'
)


NO_REQUEST = tuple(tell for lang in ("en", "es") for tell in _no_request(lang))


@cache
def validator(*path: str, more: bool = False) -> jsonschema.Draft202012Validator:
    """Of requests, of replies (`$defs`, `Reply`), of what a command prints; with `more`, which a reply may add to that."""
    name, *rest = path
    schema: dict[str, Any] = schema_of(name)
    if rest:
        schema = {**schema["$defs"][rest[-1]], "$defs": schema["$defs"]}
    if more:
        schema = {name: part for name, part in schema.items() if name != "additionalProperties"}
    return jsonschema.Draft202012Validator(schema)


COMMANDS = {
    "variants": "variants",
    "solve": "solve",
    "check": "check",
    "replay": "referee",
    "verify": "verify",
}
"""Of each question that a command answers too, that command."""


def kept_to_the_schema(question: Any, found: dict[str, Any]) -> dict[str, Any]:
    """The reply, after all that is promised: a request is taken if and only if its schema takes it."""
    validator("request", "Reply").validate(found)
    said = found.get("error", {}).get("message", "")
    assert validator("request").is_valid(question) == (not said.startswith(NO_REQUEST)), (question, found)
    if "answer" in found:
        if question["ask"] in COMMANDS:
            validator(COMMANDS[question["ask"]], more=True).validate(found["answer"])
        assert all("\n" not in text or name == "told" for name, text in found.get("words", {}).items())
    else:
        assert "\n" not in said
    return found


def asked(**question: Any) -> dict[str, Any]:
    """The reply as it would come over any transport; question and reply keep to the schema."""
    full = {"id": 7, **question}
    found: dict[str, Any] = json.loads(reply(json.dumps(full)))
    assert found["id"] == 7
    return kept_to_the_schema(full, found)


def answer(**question: Any) -> dict[str, Any]:
    found = asked(**question)
    assert "answer" in found, found
    object_: dict[str, Any] = found["answer"]
    return object_


def refused(**question: Any) -> dict[str, Any]:
    error: dict[str, Any] = asked(**question)["error"]
    return error


SAME = [
    (["variants"], {"ask": "variants"}),
    (["solve", "argentino", HAND], {"ask": "solve", "variant": "argentino", "cards": HAND}),
    (
        ["solve", "argentino", HAND, "--discard", "required", "--readings", "all"],
        {"ask": "solve", "variant": "argentino", "cards": HAND, "discard": "required", "readings": "all"},
    ),
    (
        ["solve", "argentino", HAND, "--open", "--score", "800", "--players", "2", "--reading", "wild-worth-represented"],
        {
            "ask": "solve", "variant": "argentino", "cards": HAND, "open": True, "score": 800, "players": 2,
            "readings": ["wild-worth-represented"],
        },
    ),
    (
        ["solve", "fichas", "7k 7y 1r 2r", "--table", "7r 7b JK; 3b 4b 5b", "--objective", "melded_cards"],
        {
            "ask": "solve", "variant": "fichas", "cards": "7k 7y 1r 2r", "table": "7r 7b JK; 3b 4b 5b",
            "objective": "melded_cards",
        },
    ),
    (["solve", "gin", "4s 5s 6s Kd", "--use", "Kd"], {"ask": "solve", "variant": "gin", "cards": "4s 5s 6s Kd", "use": "Kd"}),
    (["check", "argentino", "4s 5s JK 2d 8s"], {"ask": "check", "variant": "argentino", "cards": "4s 5s JK 2d 8s"}),
    (
        ["check", "argentino", "4s 5s JK 2d 8s", "--set", "run.wilds.adjacent=true"],
        {"ask": "check", "variant": "argentino", "cards": "4s 5s JK 2d 8s", "settings": {"run.wilds.adjacent": True}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "question"), SAME, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_reply_holds_what_the_command_prints(command: list[str], question: dict[str, Any]) -> None:
    found = asked(**question)
    printed = json_of(*command, status=found["status"])
    if command == ["variants"]:
        printed = {**printed, "variants": [{**entry, "path": ""} for entry in printed["variants"]]}  # type: ignore[attr-defined]
    assert found["answer"] == printed


def test_a_replayed_log_holds_what_the_referee_says_and_the_table_after_every_line() -> None:
    printed = json_of("referee", "argentino", str(EXAMPLES / "games" / "argentino-run-with-two-wilds.jsonl"))
    found = answer(ask="replay", log=GAME)
    assert {name: found[name] for name in printed if name != "legal"} == {
        n: v for n, v in printed.items() if n != "legal"
    }
    assert [step["line"] for step in found["steps"]] == list(range(2, 2 + found["actions"]))
    assert found["steps"][-1]["table"][0]["cards"] == ["4s", "5s", "6s", "JK=7s", "8s", "9s", "2d=Ts", "Js"]
    assert found["attempt"] is None


def test_the_first_illegal_action_of_a_log_is_told_with_its_clause_and_what_was_allowed() -> None:
    lines = GAME.splitlines()
    log = "\n".join([*lines[:3], '{"action":"discard","card":"Ah"}', *lines[4:]])
    found = answer(ask="replay", log=log, lang="es")
    assert (found["legal_game"], found["line"], found["attempt"]["line"]) == (False, 4, 4)
    assert found["attempt"]["words"] == "descartar Ah"
    assert {option["action"] for option in found["legal"]} >= {"discard"}
    assert [later["line"] for later in found["later"]] == list(range(5, len(lines) + 1))


def test_what_may_be_done_in_a_position_is_told_as_a_log_has_it_and_in_words() -> None:
    found = answer(ask="legal", variant="gin", position={"hand": "4s 5s 6s 9h 9d 9c Kd Kh 2c 3c", "pile": "Kc"})
    assert found["actions"] == [
        {"action": "draw", "words": "draw from the stock"},
        {"action": "draw", "from": "discard", "words": "take the top of the discard pile"},
    ]


def test_a_certificate_is_rechecked() -> None:
    from meldproof.arranging.certificates.certificate import make_certificate

    certificate = json.loads(make_certificate(meldproof.solve("gin", "4s 5s 6s Kd")).to_json())
    assert answer(ask="verify", certificate=certificate)["proved"] is True
    certificate["claim"]["figures"]["deadwood_points"] = 0
    assert asked(ask="verify", certificate=certificate)["status"] == 1
    assert refused(ask="verify", certificate={"format": "of mine"})["kind"] == "ProblemError"


def test_prices_are_data_that_prove_what_is_gained() -> None:
    found = answer(ask="solve", variant="argentino", cards=HAND, discard="required", why=True)
    prices = found["prices"]
    paid = sum(int(row["price"][0]) * row["times"] for row in prices["rows"])
    assert [paid, paid] == [int(prices["total"][0]), int(prices["gain"][0])]
    assert found["why"]


def test_a_variant_is_described_with_its_cards_its_clauses_and_the_choices_there_are() -> None:
    for name in ("argentino", "fichas", "indian-13"):
        found = answer(ask="parameters", variant=name, lang="es")
        rules = meldproof.variant(name)
        assert [entry["card"] for entry in found["kinds"]] == [
            meldproof.notation.card_text(card, rules.deck()) for card in rules.deck().kinds()
        ]
        assert {entry["parameter"]: entry["value"] for entry in found["parameters"]} == rules.plain()
        assert [clause["text"] for clause in found["clauses"]] == [clause.text.es for clause in rules.clauses]
        truths = [entry for entry in found["parameters"] if isinstance(entry["value"], bool)]
        assert truths
        assert all(entry["choices"] == [False, True] for entry in truths)


def test_a_page_is_told_what_melds_an_opening_demands() -> None:
    told = {rules: answer(ask="parameters", variant=rules)["opening"]["melds"] for rules in ("contract-rummy", "gin")}
    assert told["contract-rummy"] == [{"kind": "set", "count": 2, "exactly": True}]
    assert told["gin"] == []


def test_every_card_and_every_wild_has_its_picture() -> None:
    for name in ("argentino", "fichas", "indian-13", "gin"):
        svg = answer(ask="pictures", variant=name)["svg"]
        for kind in answer(ask="parameters", variant=name)["kinds"]:
            assert f'id="c-{kind["card"]}"' in svg
            assert (f'id="c-{kind["card"]}-wild"' in svg) == kind["wild"]
            assert (f'id="c-as-{kind["card"]}"' in svg) == bool(kind["suit"])


def test_a_rule_file_may_stand_in_the_place_of_a_variant() -> None:
    assert answer(ask="check", rules=HOUSE, cards="4s 5s JK 2d 8s")["legal"] is False
    assert answer(ask="check", rules=NEARER, cards="4s 5s JK 2d 8s")["legal"] is True


def test_rule_texts_without_end_fill_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    from meldproof.table import rules

    monkeypatch.setattr(rules, "MOST_KEPT", 3)
    for number in range(8):
        assert answer(ask="check", rules=f"{HOUSE}# {number}", cards="4s 5s 6s")["legal"]
    assert len(list(Path(rules._folder().name).iterdir())) == 3


NO_FILES = [
    {"variant": "./argentino.toml"},
    {"variant": "/etc/passwd.toml"},
    {"variant": "../spec/gin.toml"},
    {"rules": HOUSE.replace('"argentino"', '"/etc/hosts.toml"')},
    {"rules": HOUSE.replace('"argentino"', '"./rules.toml"')},
    {"rules": HOUSE.replace('"argentino"', '"..\\\\gin.toml"')},
]


@pytest.mark.parametrize("rules", NO_FILES, ids=str)
def test_no_question_names_a_file(rules: dict[str, str]) -> None:
    assert refused(ask="check", cards="4s 5s 6s", **rules)["kind"] == "VariantError"


def test_a_log_names_no_file_either() -> None:
    assert refused(ask="replay", log='{"variant":"./spec/gin.toml","players":2}')["kind"] == "VariantError"


MACHINE = [
    str(Path(place).resolve()) for place in (Path(meldproof.__file__).parent, Path(meldproof.__file__).parents[2])
]
MACHINE += [tempfile.gettempdir(), sys.prefix]


def test_no_reply_names_a_place_of_this_machine() -> None:
    """Whatever is wrong with the rules, as they are and as the readings change them; and of logs, whatever they name."""
    wrong: list[dict[str, Any]] = [
        {"readings": ["nope"]}, {"readings": ["wild-worth-represented", "wild-worth-represented"]}, {"settings": {"a": 1}},
        {"settings": {"run.min": "x"}}, {"settings": {"deck.ranks": []}}, {"settings": {"wilds.ranks": ["Z"]}},
        {"settings": {"deck.jokers": -1}}, {"readings": "all", "settings": {"deck.copies": 1}},
    ]  # fmt: skip
    for variant, more, lang in product(("gin", "argentino", "rummikub"), wrong, ("en", "es")):
        for asks in ({"ask": "check", "cards": "4s 5s 6s"}, {"ask": "solve", "cards": "4s 5s"}, {"ask": "parameters"}):
            for rules in ({"variant": variant}, {"rules": HOUSE.replace("argentino", variant)}):
                text = json.dumps(asked(**asks, **rules, **more, lang=lang))
                assert not [place for place in MACHINE if place in text], text
    for header in ({"readings": ["nope"]}, {"settings": {"run.min": "x"}}, {"settings": {"nope": 1}}):
        log = json.dumps({"variant": "gin", "players": 2, **header})
        for rules in ({}, {"variant": "gin"}, {"rules": HOUSE.replace("our-house", "gin").replace("argentino", "gin")}):
            text = json.dumps(asked(ask="replay", log=log, **rules))
            assert not [place for place in MACHINE if place in text], text


def test_what_is_said_of_a_rule_text_names_no_folder_of_this_machine() -> None:
    for text in (HOUSE + "[[clause]]\nid = 1\n", HOUSE.replace('"argentino"', '"our-house"'), HOUSE + "foo = 1\n", "]"):
        message = refused(ask="check", rules=text, cards="4s")["message"]
        assert "/" not in message.replace("our-house/", "")
    log = '{"variant":"our-house","players":2,"settings":{"nothing.such":1}}'
    assert "/" not in refused(ask="replay", rules=HOUSE, log=log)["message"]


WRONG = [
    ({"ask": "solve", "variant": "argentino", "cards": "4s 5z"}, "NotationError", {"field": "cards", "card": 2, "word": "5z"}),
    ({"ask": "solve", "variant": "fichas", "cards": "4r", "table": "7r 7b 7k; 3b 4x"}, "NotationError",
     {"field": "table", "meld": 2, "card": 2, "word": "4x"}),
    ({"ask": "solve", "variant": "rummikub", "cards": "4r", "table": "JK JK 5r"}, "AmbiguousMeld", None),
    ({"ask": "solve", "variant": "nobodys", "cards": "4s"}, "VariantError", {"field": "variant"}),
    ({"ask": "solve", "variant": "gin", "cards": ""}, "ProblemError", {}),
    ({"ask": "solve", "cards": "4s"}, "ProblemError", None),
    ({"ask": "solve", "variant": "gin", "cards": "4s", "players": 900}, "VariantError", {"field": "players"}),
    ({"ask": "solve", "variant": "gin", "cards": "4s", "settings": {"nothing.such": 1}}, "VariantError", {"field": "settings"}),
    ({"ask": "solve", "variant": "gin", "cards": "4s", "readings": ["nope"]}, "VariantError", {"field": "readings"}),
    ({"ask": "solve", "rules": HOUSE, "cards": "4s", "readings": "nope"}, "VariantError", {"field": "readings"}),
    ({"ask": "solve", "rules": "]", "cards": "4s", "readings": "nope"}, "VariantError", {"field": "rules"}),
    ({"ask": "solve", "variant": "gin", "cards": "4s", "more": 1}, "ProblemError", {}),
    ({"ask": "solve", "variant": "gin", "cards": "4s " * 2000}, "ProblemError", {}),
    ({"ask": "solve", "variant": "gin", "cards": 4}, "ProblemError", {}),
    ({"ask": "everything"}, "ProblemError", {}),
    ({"ask": "replay", "log": ""}, "ProblemError", {}),
    ({"ask": "replay", "log": "[" * 5000}, "ProblemError", {"field": "log", "line": 1}),
    ({"ask": "replay", "log": '\n{"players":2}'}, "ProblemError", {"field": "log", "line": 2}),
    ({"ask": "replay", "log": "nothing"}, "ProblemError", {"field": "log", "line": 1}),
    ({"ask": "replay", "log": '{"variant":"gin","players":2}\nnothing'}, "ProblemError", {"field": "log", "line": 2}),
    ({"ask": "check", "variant": "gin", "cards": "4s", "settings": {"deck": json.loads("[" * 90 + "]" * 90)}}, "VariantError", None),
]  # fmt: skip


@pytest.mark.parametrize(("question", "kind", "where"), WRONG, ids=lambda value: str(value)[:70])
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_cannot_be_used_is_said_in_a_line_and_where(
    question: dict[str, Any], kind: str, where: dict[str, Any] | None, language: str
) -> None:
    error = refused(**question, lang=language)
    assert error["kind"] == kind
    assert where is None or error["where"] == where


def test_of_a_meld_that_can_be_read_in_several_ways_all_are_told() -> None:
    where = refused(ask="solve", variant="rummikub", cards="4r", table="9r 9b 9k; JK JK 5r")["where"]
    assert (where["field"], where["meld"]) == ("table", 2)
    assert len(where["ways"]) > 1
    for way in where["ways"]:
        assert answer(ask="solve", variant="rummikub", cards="4r", table=f"9r 9b 9k; {' '.join(way)}")["table"]


MALFORMED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"solve"',
    b"\xff\xfe",
    b"{}" * 3,
    b"[" * 100_000,
    b'{"ask":"solve","ask":1}',
    b'{"id":{}}',
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text[:20]))
def test_what_is_no_request_is_answered_all_the_same(text: bytes) -> None:
    found = json.loads(reply(text))
    validator("request", "Reply").validate(found)
    assert found["error"]["kind"] == "ProblemError"


def test_a_question_too_long_for_its_time_says_so() -> None:
    found = asked(ask="solve", variant="argentino", cards=LONG, seconds=0, engine="fewest")
    assert (found["status"], found["answer"]["optimal"]) == (3, False)
    assert found["answer"]["bound"]


LONG = "As 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks JK JK 4h 9d 6c Jh 8d 3c"


def test_what_is_not_proved_under_a_reading_is_said_as_unproved_and_not_as_another_answer() -> None:
    found = answer(ask="solve", variant="argentino", cards=LONG, seconds=0, engine="fewest", readings="all")["readings"]
    assert (found["depends"], found["differ"]) == (None, [])
    assert [one["reading"] for one in found["unproved"]] == found["asked"]
    sure = answer(ask="solve", variant="argentino", cards=HAND, readings="all")["readings"]
    assert (sure["depends"], sure["unproved"]) == (True, [])
    printed = run("solve", "argentino", LONG, "--timeout", "0", "--engine", "fewest", "--readings", "all").stdout
    assert "Whether this depends on a contested sentence isn't proved" in printed
    assert "No contested sentence changes" not in printed


def test_an_answer_that_is_not_proved_differs_from_none_and_agrees_with_none() -> None:
    from meldproof.proving.contested import dependence

    rules = meldproof.variant("argentino")
    sure, unsure = {"melded_points": 1}, {"melded_points": 1, "optimal": False}

    def found(usual: dict[str, object], other: dict[str, object]) -> bool | None:
        return dependence(rules, lambda read: usual if read is rules else other).depends

    assert found(sure, sure) is False
    assert found(sure, {"melded_points": 2}) is True
    assert found(sure, {**unsure, "melded_points": 2}) is None
    assert found(sure, unsure) is None
    assert found(unsure, sure) is None
    assert found(unsure, {"melded_points": 2}) is None

    def declined(read: meldproof.Variant) -> dict[str, object]:
        if read is rules:
            return dict(sure)
        raise EngineDeclined("a limit")

    assert dependence(rules, declined).depends is None


TOLD = [
    {"variant": "argentino", "cards": LONG, "seconds": 0, "engine": "fewest"},
    {"variant": "argentino", "cards": LONG, "seconds": 0, "engine": "fewest", "open": True, "score": 800},
    {"variant": "argentino", "cards": "4s 5s 6s Kd", "open": True},
    {"variant": "argentino", "cards": HAND, "discard": "required", "why": True},
    {"variant": "argentino", "cards": HAND, "use": "3c", "why": True},
    {
        "variant": "rummikub",
        "cards": "4r 5r 9k 10b",
        "table": "1r 2r 3r;9r 9b 9y;10r 10k 10y",
        "use": "4r",
        "why": True,
    },
    {"variant": "rummy-500", "cards": "As 4s 5s Kd", "table": "6s 7s 8s", "why": True},
    {"variant": "gin", "cards": "4s 5s 6s Kd", "use": "Kd", "why": True},
]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("question", TOLD, ids=lambda question: f"{question['variant']} {len(question)}")
def test_people_read_words_and_no_names_of_the_programme(question: dict[str, Any], lang: str) -> None:
    """Of figures, of the rows that have prices, of what could be at best: in the language that is asked for."""
    found = asked(ask="solve", lang=lang, **question)
    prices = found["answer"].get("prices") or {"names": [], "rows": []}
    texts = [*found["words"].values(), *found["answer"].get("why", []), *prices["names"]]
    texts += [row["words"] for row in prices["rows"]]
    for text in texts:
        assert not re.search(r"[a-z]_[a-z]|(?<!\w)--[a-z]", text.replace("--certificate", "")), text
    if "bound" in found["words"]:
        assert found["answer"]["optimal"] is False
        assert found["words"]["bound"] in found["words"]["objective"]
    for row in prices["rows"]:
        known = row["row"].split()[-1]
        assert row["words"] == row["row"] if row["row"] == known else lang == "en" or row["words"] != row["row"]


def test_the_asked_may_allow_less_time_than_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def watched(question: requests.Variants) -> Any:
        from meldproof.arranging.limits import soonest

        given.append(soonest(None) or 0)
        return HANDLERS[requests.Parameters](requests.Parameters(variant="gin"))

    monkeypatch.setitem(HANDLERS, requests.Variants, watched)  # type: ignore[arg-type]
    for allowed in (100.0, 1.0):
        reply('{"ask":"variants","seconds":50}', allowed)
    assert 30 < given[0] - given[1] < 51


def test_a_fault_of_ours_is_an_error_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(question: requests.Variants) -> Any:
        raise ZeroDivisionError("secret")

    with monkeypatch.context() as patch:
        patch.setitem(HANDLERS, requests.Variants, broken)  # type: ignore[arg-type]
        error = refused(ask="variants")
    assert error["kind"] == "InternalError"
    assert "secret" not in error["message"]
    assert "ZeroDivisionError" in capfd.readouterr().err
    assert answer(ask="variants")


def test_every_question_is_answered_in_its_own_language_however_many_are_asked_at_once() -> None:
    said = {
        "en": asked(ask="check", variant="argentino", cards="4s 5z", lang="en")["error"]["message"],
        "es": asked(ask="check", variant="argentino", cards="4s 5z", lang="es")["error"]["message"],
    }
    assert said["en"] != said["es"]
    wrong: list[str] = []

    def ask_often(language: str) -> None:
        for _ in range(40):
            message = asked(ask="check", variant="argentino", cards="4s 5z", lang=language)["error"]["message"]
            if message != said[language]:
                wrong.append(message)

    threads = [threading.Thread(target=ask_often, args=(("en", "es")[number % 2],)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_every_question_has_an_answer_and_a_place_in_the_schema() -> None:
    kinds = requests.Question.__args__
    assert set(HANDLERS) == set(kinds)
    schema = schema_of("request")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(schema["$defs"]["Reply"])
    assert set(schema["discriminator"]["mapping"]) == {kind.__struct_config__.tag for kind in kinds}


def serve(text: str, *options: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "meldproof", "serve", *options]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for one in found:
        validator("request", "Reply").validate(one)
    return found


def test_serve_answers_line_by_line_until_there_are_no_more() -> None:
    lines = [
        '{"id": "a", "ask": "check", "variant": "gin", "cards": "4s 5s 6s"}', "", "nothing",
        '{"id": 2, "ask": "check", "variant": "gin", "cards": "4s 5s 7s", "lang": "es"}',
    ]  # fmt: skip
    first, second, third = serve("\n".join(lines))
    assert (first["id"], first["answer"]["legal"], first["status"]) == ("a", True, 0)
    assert (second["id"], second["error"]["kind"]) == (None, "ProblemError")
    assert (third["id"], third["answer"]["legal"], third["status"]) == (2, False, 1)


def test_serve_speaks_its_users_language_where_a_question_names_none() -> None:
    question = {"ask": "check", "variant": "gin", "cards": "4s 5z"}
    own, english, none = serve("\n".join(map(json.dumps, (question, {**question, "lang": "en"}, 3))), "--lang", "es")
    assert "no es una carta" in own["error"]["message"]
    assert "is no card" in english["error"]["message"]
    assert "esto no es" in none["error"]["message"]


@pytest.mark.parametrize(
    "command", [["serve"], ["serve", "--mcp"], ["table", "--no-browser", "--port", "0"]], ids=" ".join
)
@pytest.mark.parametrize(
    "options",
    [["--set", "run.min=4"], ["--reading", "x"], ["--spec-path", "."], ["--timeout", "-1"], ["--timeout", "nan"]],
    ids=" ".join,
)
def test_what_a_command_cannot_heed_is_refused_in_a_line(command: list[str], options: list[str]) -> None:
    """Of the options that all commands have; of the others --lang and --json are heard."""
    full = [sys.executable, "-m", "meldproof", *command, *options]
    done = subprocess.run(full, input="", capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert options[0].strip("-").replace("timeout", "time limit") in done.stderr


def test_a_line_without_an_end_is_refused_and_the_next_one_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from meldproof.table import lines

    monkeypatch.setattr(lines, "LONGEST_LINE", 100)
    out = io.BytesIO()
    lines.serve(io.BytesIO(b"x" * 350 + b'\n{"ask":"variants"}\n'), out, 5)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert "100" in first["error"]["message"]
    assert second["answer"]["variants"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ([sys.executable, "ask.py"], ["1 [['4s', '5s', '6s'], ['9h', '9d', '9c']] 42", "2 False ['argentino/wilds-not-adjacent']"]),
        (["node", "ask.mjs"], ["4s 5s 6s; 9h 9d 9c discard Kd", "false argentino/wilds-not-adjacent", "'5z' (card 2"]),
        (["java", "Ask.java"], ['{"id":1,"answer":{"variant":"gin"', '{"id":2,"answer":{"legal":false']),
    ],
    ids=["python", "node", "java"],
)  # fmt: skip
def test_the_examples_ask_from_other_languages(command: list[str], said: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not here")
    full = [command[0], str(EXAMPLES / "serve" / command[1]), sys.executable, "-m", "meldproof", "serve"]
    done = subprocess.run(full, capture_output=True, encoding="utf-8", timeout=120, check=True)
    printed = done.stdout.splitlines()
    assert len(printed) == len(said)
    assert all(line.startswith(start) for line, start in zip(printed, said, strict=True)), printed


def test_an_assistant_is_offered_the_same_questions_as_tools() -> None:
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    import anyio
    from mcp import ClientSession, StdioServerParameters, stdio_client

    async def talk() -> list[Any]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "meldproof", "serve", "--mcp"])
        async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
            version = (await session.initialize()).server_info.version
            tools = (await session.list_tools()).tools
            verdict = await session.call_tool("check", {"variant": "argentino", "cards": "4s 5s JK 2d 8s"})
            best = await session.call_tool("solve", {"variant": "gin", "cards": "4s 5s 6s Kd", "lang": "es"})
            wrong = await session.call_tool("check", {"variant": "argentino", "cards": "4s 5z"})
            absent = await session.call_tool("pictures", {"variant": "gin"})
            return [version, tools, verdict, best, wrong, absent]

    version, tools, verdict, best, wrong, absent = anyio.run(talk)
    assert version == meldproof.__version__
    assert absent.is_error
    assert "there is no tool 'pictures'" in absent.structured_content["error"]["message"]
    assert [tool.name for tool in tools] == ["variants", "parameters", "solve", "check", "legal", "replay", "verify"]
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.description
    assert verdict.structured_content["answer"]["violations"][0]["clause"] == "argentino/wilds-not-adjacent"
    assert best.structured_content["answer"]["optimal"] is True
    assert wrong.is_error
    assert "5z" in wrong.content[0].text
