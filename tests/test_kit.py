"""The kit: its cases are right, cite clauses, and tell the variant from every change that is not proved equivalent."""

from __future__ import annotations

import json
import random
import time
from datetime import date
from pathlib import Path

import jsonschema
import msgspec
import pytest
from depth import DEEP, LIGHT

from meldproof.conforming.beside import kit_beside
from meldproof.conforming.building import NO_PLAY, build_kit, shown_by, small_melds_apart
from meldproof.conforming.difference import KitDifference, base_kit, difference, whole
from meldproof.conforming.kit import (
    Kit,
    answered_by,
    apart_from,
    case_id,
    disputes,
    expected_of,
    is_of,
    read_kit,
    readings_of,
    stored_kit,
)
from meldproof.conforming.schemas import schema_texts, stored_schema
from meldproof.conforming.unseen import unseen
from meldproof.errors import ProblemError
from meldproof.variants.changes import with_values
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import load_variant
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.cases import CardCase, differ
from meldproof.witnesses.mutants import mutants, mutants_of, mutants_said
from meldproof.witnesses.questions import _KNOWN, OPS, PART_OF, PlayCase, ScoreCase, ask, from_plain, to_plain
from meldproof.witnesses.turns import TurnSearch


def _kit(name: str) -> Kit:
    kit = stored_kit(name)
    assert kit is not None, f"rebuild it: meldproof kit {name} --rebuild --out spec/vectors/{name}.json"
    return kit


@pytest.mark.parametrize("name", DEEP)
def test_a_stored_kit_keeps_to_its_schema_and_is_of_the_rules_as_they_are(name: str) -> None:
    kit = _kit(name)
    jsonschema.Draft202012Validator(stored_schema("kit.json")).validate(json.loads(kit.to_json()))
    assert is_of(kit, load_variant(name))
    asked = {"is_meld", "value", "best", "legal_action", "score"}
    assert {case.op for case in kit.cases} >= {op for op in asked if PART_OF[op] in load_variant(name).scope}
    assert {PART_OF[case.op] for case in kit.cases} <= set(load_variant(name).scope)


@pytest.mark.parametrize("name", DEEP)
def test_ids_are_stable_and_unique(name: str) -> None:
    kit = _kit(name)
    for case in kit.cases:
        about = case.id.removeprefix(f"{case.op}-").rpartition("-")[0]
        assert case.id == case_id(case.question, about)
    assert len({case.id for case in kit.cases}) == len(kit.cases)
    assert len({(case.op, json.dumps(case.case, sort_keys=True)) for case in kit.cases}) == len(kit.cases)


@pytest.mark.parametrize("name", DEEP)
def test_every_stored_answer_is_the_variants_and_every_dispute_is_said(name: str) -> None:
    variant = load_variant(name)
    readings = readings_of(variant)
    keys = {clause.key for clause in variant.clauses}
    for case in _kit(name).cases:
        assert ask(case.question, variant) == case.result, case.id
        assert disputes(case.question, case.result, readings) == case.readings, case.id
        assert case.expected == expected_of(case.op, case.result, case.readings)
        assert case.clauses, case.id
        assert set(case.clauses) <= keys
        assert case.title.en, case.id
        assert case.title.es, case.id


@pytest.mark.parametrize("name", DEEP)
def test_the_kit_tells_the_variant_from_every_change_that_is_not_listed(name: str) -> None:
    variant, kit = load_variant(name), _kit(name)
    shows = {mutant: case for case in kit.cases for mutant in case.mutants}
    listed = {entry.mutant for entry in (*kit.equivalent, *kit.untold)}
    assert not listed & shows.keys()
    changes = {mutant.id: mutant for mutant in mutants(variant)}
    for identity, case in shows.items():
        changed = changes[identity].variant
        assert differ(ask(case.question, changed), ask(case.question, variant)), identity
    assert listed | shows.keys() <= changes.keys()
    assert {mutant.id for mutant in mutants_said(variant)} <= listed | shows.keys()


def test_a_parameter_that_no_file_sets_costs_no_kit_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parameter of gin as a new one will be: inert, in no file. The kits that don't name it are of the rules still."""
    name, gin, kit = "run.ends", load_variant("gin"), _kit("gin")
    new = msgspec.structs.replace(parameters()[name], inert=True, default=gin.values[name])
    monkeypatch.setitem(parameters(), name, new)
    unsaid = msgspec.structs.replace(gin, provenance={**gin.provenance, name: f"vocabulary/{name}"})
    older = msgspec.structs.replace(kit, settings={key: value for key, value in kit.settings.items() if key != name})
    assert unsaid.said().keys() == gin.said().keys() - {name}
    assert is_of(older, unsaid)
    assert is_of(kit, unsaid)  # one that names it says the same
    assert not any(mutant.parameter == name for mutant in mutants_said(unsaid))
    assert build_kit(unsaid, only=[name]).cases == ()
    cyclic = with_values(gin, {name: "cyclic"})
    assert name in apart_from(older, cyclic)
    assert apart_from(msgspec.structs.replace(kit, settings={**kit.settings, "melding.gone": 3}), gin) == [
        "melding.gone"
    ]


@pytest.mark.parametrize("name", DEEP)
def test_no_change_goes_untold_and_for_the_equivalent_ones_the_reason_is_given(name: str) -> None:
    kit = _kit(name)
    assert kit.untold == ()
    variant = load_variant(name)
    by_id = {mutant.id: mutant for mutant in mutants(variant)}
    for entry in kit.equivalent:
        assert entry.note.en, entry.mutant
        assert entry.note.es, entry.mutant
        searched = entry.note.en == NO_PLAY.en or "none was found" in entry.note.en
        assert not searched, entry.mutant  # a search is no proof
        if "turn" in levels_of(entry.parameter):
            assert unseen(variant, by_id[entry.mutant]) == entry.note, entry.mutant


BESIDE = tuple(name for name in LIGHT if stored_kit(name) is not None)


@pytest.mark.parametrize("name", BESIDE)
def test_a_kit_stored_beside_another_is_of_its_rules_and_answered_so(name: str) -> None:
    variant, kit = load_variant(name), _kit(name)
    again = f"python tests/add_variant.py {name}"
    assert apart_from(kit, variant) == [], again
    jsonschema.Draft202012Validator(stored_schema("kit.json")).validate(json.loads(kit.to_json()))
    readings = readings_of(variant)
    for case in kit.cases:
        assert ask(case.question, variant) == case.result, (case.id, again)
        assert disputes(case.question, case.result, readings) == case.readings, (case.id, again)
        assert set(case.clauses) <= {clause.key for clause in variant.clauses}, (case.id, again)
    told = {mutant: case for case in kit.cases for mutant in case.mutants}
    listed = {entry.mutant for entry in (*kit.equivalent, *kit.untold)}
    changes = {mutant.id: mutant for mutant in mutants(variant)}
    assert {mutant.id for mutant in mutants_said(variant)} <= told.keys() | listed, again
    for identity in random.Random(f"{date.today()} {name}").sample(sorted(told), 20):
        case = told[identity]
        assert differ(ask(case.question, changes[identity].variant), case.result), (identity, again)


def test_a_kit_is_the_same_whole_or_beside_another() -> None:
    """A house of gin in which one may knock with less: most of gin's cases are its own, and none is lost."""
    house = with_values(load_variant("gin"), {"knock.gin_bonus": 30})
    base = base_kit("nearest", house)
    assert base.variant == "gin"
    kit = kit_beside(house, base)
    stored = difference(kit, base, house)
    assert whole(msgspec.json.decode(stored.to_json(), type=KitDifference), base, house).to_json() == kit.to_json()
    assert len(stored.cases) < len(kit.cases) / 4
    for case in kit.cases:
        assert ask(case.question, house) == case.result
    with pytest.raises(ProblemError, match="no kit of 'nowhere' is stored whole; there are argentino"):
        base_kit("nowhere", house)


def test_a_search_among_plays_that_finds_nothing_is_not_called_a_proof() -> None:
    """Where lay-offs may begin shows in a play alone; without plays to try it is not known, not equivalent."""
    fichas = load_variant("fichas")
    mutant = next(entry for entry in mutants_of(fichas, "layoff.start") if entry.value == "next-turn")
    search = TurnSearch(fichas)
    assert shown_by(fichas, mutant, search).questions
    search.bases = []
    told = shown_by(fichas, mutant, search)
    assert (told.questions, told.proved) == ((), False)


def test_a_build_does_not_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that runs a thousand times as fast the same part of a kit is built."""
    gin = load_variant("gin")
    plain = build_kit(gin, only=["run.ends"]).to_json()
    began = time.monotonic()
    real = time.monotonic
    monkeypatch.setattr("time.monotonic", lambda: began + 1000 * (real() - began))
    _KNOWN.clear()
    assert build_kit(gin, only=["run.ends"]).to_json() == plain


@pytest.mark.parametrize("begins", ["set.m", "points.ace", "knock.undercut_t"])
def test_a_part_of_the_kit_is_rebuilt_as_it_is_stored(begins: str) -> None:
    stored = {case.id.rpartition("-")[2]: case for case in _kit("gin").cases}
    built = build_kit(load_variant("gin"), only=[begins])
    assert built.cases
    for case in built.cases:
        kept = stored[case.id.rpartition("-")[2]]
        assert (kept.op, kept.case, kept.result) == (case.op, case.case, case.result)
        assert set(case.mutants) <= set(kept.mutants)
    gone = {entry.mutant for entry in _kit("gin").equivalent if entry.parameter.startswith(begins)}
    assert {entry.mutant for entry in built.equivalent} == gone


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_the_whole_kit_is_rebuilt_as_it_is_stored(name: str) -> None:
    assert build_kit(load_variant(name)).to_json() == _kit(name).to_json()


def test_schemas_are_stored_as_the_records_make_them() -> None:
    for name, text in schema_texts().items():
        assert json.loads(text) == stored_schema(name), f"rebuild schemas/{name} from conforming.schemas.schema_texts()"
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize(
    ("op", "case"),
    [
        ("is_meld", {"cards": ["4s"], "open": True}),
        ("is_meld", {"card": ["4s"]}),
        ("legal_action", {"action": {"action": "jump"}}),
        ("score", {"hands": [""], "extra": 1}),
        ("value", {"cards": []}),
    ],
)
def test_the_schema_refuses_cases_that_are_none(op: str, case: dict[str, object]) -> None:
    kit = json.loads(_kit("gin").to_json())
    kit["cases"] = [next(entry for entry in kit["cases"] if entry["op"] == op)]
    validator = jsonschema.Draft202012Validator(stored_schema("kit.json"))
    validator.validate(kit)
    kit["cases"][0]["case"] = case
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(kit)


@pytest.mark.parametrize("name", DEEP)
def test_questions_come_back_from_their_plain_form(name: str) -> None:
    for case in _kit(name).cases:
        assert case.op in OPS
        assert to_plain(from_plain(case.op, case.case)) == case.case
        assert isinstance(case.question, {"legal_action": PlayCase, "score": ScoreCase}.get(case.op, CardCase))


def test_a_kit_answered_by_other_rules_has_their_answers() -> None:
    gin = load_variant("gin")
    other = with_values(gin, {"run.ends": "cyclic", "deck.copies": 2})
    kit = answered_by(_kit("gin"), other)
    changed = [case for case in kit.cases if case.op == "is_meld" and case.case["cards"] == ["As", "2s", "Ks"]]
    assert [case.result for case in changed] == [{"legal": True}]
    assert all(case.result == ask(case.question, other) for case in kit.cases)
    assert answered_by(_kit("gin"), gin) is not None


def test_a_few_cards_tell_two_variants_apart_without_a_solver() -> None:
    gin = load_variant("gin")
    (question,) = small_melds_apart(gin, with_values(gin, {"set.min": 4}))
    assert ask(question, gin) == {"legal": True}
    assert small_melds_apart(gin, gin) == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"variant": 1}', "\x00", '{"variant":"x","settings":{},"cases":[{}]}']
)
def test_a_file_that_is_no_kit_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kit.json"
    path.write_text(text)
    with pytest.raises(ProblemError, match="is no kit"):
        read_kit(path)
    with pytest.raises(ProblemError, match="can't be read"):
        read_kit(tmp_path / "none.json")
