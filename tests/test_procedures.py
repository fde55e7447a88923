"""Wrong ways to find the best: the kits hold a case against each, and the diagnosis knows them by their answers."""

from __future__ import annotations

from typing import Any

import pytest
from conform_campaign import Piped
from depth import DEEP

from meldproof.conforming.driver import AskPlan
from meldproof.conforming.kit import Kit, stored_kit
from meldproof.conforming.procedures import PROCEDURES, Procedure, answered_so, answers_so, procedures_of
from meldproof.conforming.report import report_dict
from meldproof.conforming.run import conform
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import ask, from_plain

GIN = load_variant("gin")
BY_ID = {procedure.id: procedure for procedure in PROCEDURES}


def _kit(name: str) -> Kit:
    kit = stored_kit(name)
    assert kit is not None
    return kit


@pytest.mark.parametrize("name", DEEP)
def test_every_wrong_way_gets_a_small_hand_and_one_as_dealt_wrong(name: str) -> None:
    variant = load_variant(name)
    dealt = variant.settings.deal.cards.at(max(2, variant.settings.players.min))
    first = variant.settings.arrange.objective[0]
    for procedure in procedures_of(variant):
        cases = [case for case in _kit(name).cases if procedure.id in case.procedures]
        sizes = [len(case.case["cards"]) for case in cases]
        assert min(sizes) <= 9
        assert max(sizes) == dealt + (cases[0].op == "best_after_discard")
        for case in cases:
            answer = answered_so(procedure, case.question, variant)
            assert answer is not None
            assert answer[first] != case.result[first], case.id


@pytest.mark.parametrize(
    ("name", "op", "cards", "procedure", "left"),
    [
        ("gin", "best", "4s 5s 6s Kd", "dearest-first", 10),
        ("gin", "best", "4s 5s 6s Kd", "longest-first", 10),
        ("gin", "best", "9h 9d 9c 7s 8s 9s", "dearest-first", 15),  # three nines are dearer than a run up to one
        ("gin", "best", "2s 3s 4s 5s 5h 5d", "longest-first", 10),
        ("gin", "best", "2s 3s 4s 5s 5h 5d", "dearest-first", 0),
        ("gin", "best_after_discard", "4s 5s 6s Kd 2c", "discard-afterwards", 2),
        ("gin", "best_after_discard", "4s 5s 6s", "discard-afterwards", 0),
        ("gin", "best_after_discard", "2s 3s 4s 5s 5h 5d", "longest-first", 5),
    ],
)
def test_a_wrong_way_is_done_as_said(name: str, op: Any, cards: str, procedure: str, left: int) -> None:
    answer = answered_so(BY_ID[procedure], CardCase(op, tuple(cards.split())), load_variant(name))
    assert answer is not None
    assert answer["deadwood_points"] == left


def test_a_tie_leaves_open_which_card_was_discarded() -> None:
    """Two runs leave a three and a five, two sets two fours: as good, but then the dearest is another."""
    tied = CardCase("best_after_discard", ("3s", "4s", "5s", "3h", "5h", "3c", "4c", "5c"))
    answers = answers_so(BY_ID["discard-afterwards"], tied, GIN)
    assert {answer["deadwood_points"] for answer in answers} == {3, 4}
    plain = CardCase(
        "best_after_discard", ("6s", "6h", "7h", "5d", "6d", "7d")
    )  # two ways, a seven the dearest in both
    assert {answer["deadwood_points"] for answer in answers_so(BY_ID["discard-afterwards"], plain, GIN)} == {12}


def test_what_a_procedure_does_not_touch_is_answered_by_the_rules() -> None:
    for op, case in (("is_meld", {"cards": ["4s", "5s", "6s"]}), ("score", {"hands": ["", "Kd"], "closer": 0})):
        question = from_plain(op, case)  # type: ignore[arg-type]
        assert answered_so(BY_ID["dearest-first"], question, GIN) == ask(question, GIN)
    plain = CardCase("best", ("4s", "5s", "6s", "Kd"))
    assert answered_so(BY_ID["discard-afterwards"], plain, GIN) == ask(plain, GIN)


class _By(Piped):
    """The reference, but for the way in which it finds the best."""

    procedure: Procedure
    rules = GIN

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(message)
        if message.get("op") in ("best", "best_after_discard"):
            answer["result"] = answered_so(self.procedure, from_plain(message["op"], message["case"]), self.rules)
        return answer


@pytest.mark.parametrize("name", ["gin", "rummy-500"])
@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda each: each.id)
def test_an_implementation_that_goes_a_wrong_way_is_told_so(name: str, procedure: Procedure) -> None:
    variant = load_variant(name)
    begin = type("_Way", (_By,), {"procedure": procedure, "rules": variant})
    report = conform(variant, _kit(name), [], AskPlan(examples=30, seconds=6.0), begin=begin)
    assert not report.conforms
    named = report.diagnosis.explanations
    assert [change.procedure for change in named] == [procedure]
    told = report_dict(report)["diagnosis"]
    assert told["explanations"][0]["procedure"] == procedure.id
    assert told["text"]["en"][0] == f"It plays as if {procedure.words.en}"
    assert told["text"]["es"][0] == f"Juega como si {procedure.words.es}"
    assert report.generated == ()  # what it does is known: nothing that is generated goes against it


def test_a_wrong_way_by_a_wrong_rule_is_told_as_both() -> None:
    begin = type(
        "_Way", (_By,), {"procedure": BY_ID["dearest-first"], "rules": with_values(GIN, {"run.ends": "cyclic"})}
    )
    report = conform(GIN, _kit("gin"), ["run.ends=cyclic"], AskPlan(examples=0), begin=begin)
    (named,) = report.diagnosis.explanations
    assert (named.values, named.procedure) == ({"run.ends": "cyclic"}, BY_ID["dearest-first"])
    said = report_dict(report)["diagnosis"]["text"]["en"][0]
    assert (
        said
        == "It plays as if run.ends = cyclic, it laid the dearest meld first, then the dearest of the rest, and so on"
    )
