"""Rule files that grow: clauses that give way, parameters left unset, abstract files, and games encoded in part."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import jsonschema
import msgspec
import pytest
from houses import HEAD, assert_every_parameter_has_one_clause, house, refusal, rule

from meldproof.cli import main, show_comparison
from meldproof.cli.options import Common
from meldproof.cli.output_schemas import schema_of
from meldproof.conforming.building import build_kit
from meldproof.reference import build
from meldproof.reference.glance import scope_entry
from meldproof.reference.house import house_file
from meldproof.reference.sections import grouped
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant, variant_files, vary
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.mutants import mutants_of
from meldproof.witnesses.questions import ScoreCase, ask

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")

# A parameter that a file leaves unset


@pytest.fixture
def inert(monkeypatch: pytest.MonkeyPatch) -> str:
    """A parameter that files may leave unset, as a new one will be."""
    name = "run.wilds.at_ends"
    monkeypatch.setitem(parameters(), name, msgspec.structs.replace(parameters()[name], inert=True))
    return name


def told(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The status of a command, and what it prints on either stream."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["meldproof", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
    out, error = capsys.readouterr()
    return int(left.value.code or 0), out, error


def without(folder: Path, variant: str, name: str) -> Path:
    """A copy of a variant's file, all clauses of which that set a parameter are gone."""
    text = Path(load_variant(variant).path).read_text(encoding="utf-8")
    head, *clauses = text.split("[[clause]]")
    kept = [clause for clause in clauses if f"{name} = " not in clause]
    assert len(kept) < len(clauses)
    path = folder / f"{variant}.toml"
    path.write_text("[[clause]]".join([head, *kept]), encoding="utf-8")
    return path


def test_a_parameter_left_unset_has_its_inert_value_by_a_clause_of_the_vocabulary(tmp_path, inert):
    loaded = load_variant(without(tmp_path, "argentino", inert))
    assert_every_parameter_has_one_clause(loaded)
    assert loaded.values[inert] is True
    assert loaded.provenance[inert] == f"vocabulary/{inert}"
    clause = loaded.clause(f"vocabulary/{inert}")
    assert clause.status == "default"
    assert clause.text["en"] == "where a text says nothing: whether a wild may be at an end – yes"
    assert clause.text["es"] == "donde un texto no dice nada: si un comodín puede ir en una punta – sí"


def test_without_the_mark_it_is_asked_for(tmp_path):
    assert "no clause sets run.wilds.at_ends; add one" in refusal(without(tmp_path, "argentino", "run.wilds.at_ends"))


def test_a_clause_of_the_vocabulary_goes_with_its_switch_and_comes_back(tmp_path, inert):
    loaded = load_variant(without(tmp_path, "argentino", inert))
    bare = with_values(loaded, {"deck.jokers": 0, "wilds.ranks": []})
    assert inert not in bare.values
    assert f"vocabulary/{inert}" not in {clause.key for clause in bare.clauses}
    assert all(clause.values for clause in bare.clauses if clause.key.startswith("vocabulary/"))
    again = with_values(bare, {"deck.jokers": 4})
    assert again.provenance[inert] == f"vocabulary/{inert}"
    assert_every_parameter_has_one_clause(loaded)


def test_an_override_takes_the_place_of_the_vocabulary_s_clause(tmp_path, inert):
    path = without(tmp_path, "argentino", inert)
    for changed in (load_variant(path, settings={inert: False}), vary(load_variant(path), settings={inert: False})):
        assert_every_parameter_has_one_clause(changed)
        assert changed.provenance[inert] == f"settings/{inert}"
        assert f"vocabulary/{inert}" not in {clause.key for clause in changed.clauses}
    assert [mutant.value for mutant in mutants_of(load_variant(path), inert)] == [False]


def test_a_parameter_of_a_clause_that_gave_way_is_asked_for_even_if_it_may_be_left_unset(tmp_path, inert):
    text = rule("ends", f"{inert} = false\nrun.max = 9", replaces='"wilds-at-run-ends"')
    house(tmp_path, text)
    half = HEAD.format(extends="house.toml").replace('"house"', '"second"') + rule("long", "run.max = 13")
    path = tmp_path / "second.toml"
    path.write_text(half, encoding="utf-8")
    assert f"house/ends gave way as a whole; no clause sets {inert}; add one" in refusal(path)


def test_readings_lists_what_holds_because_no_text_says_otherwise(tmp_path, inert, capsys):
    loaded = load_variant(without(tmp_path, "argentino", inert))
    assert show_comparison.readings(loaded, [], Common(lang="es")) == 0
    assert f"vocabulary/{inert}  donde un texto no dice nada: si un comodín puede" in capsys.readouterr().out
    assert show_comparison.readings(loaded, [], Common(json=True)) == 0
    printed = json.loads(capsys.readouterr().out)
    jsonschema.validate(printed, schema_of("readings"))
    unset = {clause.key for clause in load_variant("argentino").clauses if clause.key.startswith("vocabulary/")}
    assert {entry["clause"] for entry in printed["unset"]} == {*unset, f"vocabulary/{inert}"}


def test_a_reference_and_a_new_house_show_what_no_text_says(tmp_path, inert):
    loaded = load_variant(without(tmp_path, "argentino", inert))
    (shown,) = [clause for clause in grouped(loaded.clauses)["wilds"] if clause.key == f"vocabulary/{inert}"]
    assert shown.status == "default"
    text = house_file("ours", loaded, "argentino", "ours.toml")
    block = next(part for part in text.split("\n\n") if f"# {inert} = true" in part)
    path = tmp_path / "ours.toml"
    changed = text.replace(
        block,
        re.sub(r"^# (?!#)", "", block, flags=re.MULTILINE).replace("true", "false"),
    )
    path.write_text(changed, encoding="utf-8")
    assert load_variant(path).provenance[inert] == f"ours/{inert.replace('.', '-').replace('_', '-')}"


# Clauses that give way


def test_a_child_s_clause_takes_the_place_of_the_one_that_sets_just_that(tmp_path):
    loaded = load_variant(house(tmp_path, rule("five", "knock.deadwood = 5"), extends="gin"))
    assert_every_parameter_has_one_clause(loaded)
    assert loaded.provenance["knock.deadwood"] == "house/five"
    assert len(loaded.clauses) == len(load_variant("gin").clauses)


def test_the_clauses_of_a_child_take_the_place_of_a_longer_one_together(tmp_path):
    loaded = load_variant(house(tmp_path, rule("least", "set.min = 3"), rule("most", "set.max = 3")))
    assert_every_parameter_has_one_clause(loaded)
    assert (loaded.provenance["set.min"], loaded.provenance["set.max"]) == ("house/least", "house/most")
    assert "argentino/set-size" not in {clause.key for clause in loaded.clauses}


def test_an_inherited_clause_of_which_nothing_exists_any_more_falls_away(tmp_path):
    assert "match.deals" not in load_variant("gin").values
    loaded = load_variant(
        house(tmp_path, rule("once", 'match.end = "one-deal"\nmatch.winner = "closer"'), extends="gin")
    )
    assert_every_parameter_has_one_clause(loaded)
    assert "match.points" not in loaded.values


# Abstract files


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A folder with an abstract file and one that extends it."""
    text = HEAD.format(extends="gin").replace('"house"', '"going-out"')
    (tmp_path / "going-out.toml").write_text(f"{text}abstract = true\n{rule('five', 'knock.deadwood = 5')}", "utf-8")
    house(tmp_path, extends="going-out")
    return tmp_path


def test_an_abstract_file_is_extended_and_no_variant(base, capsys):
    assert load_variant("house", spec_path=[base]).values["knock.deadwood"] == 5
    assert "going-out" not in {file.id for file in variant_files([base])}
    assert "going-out" in {file.id for file in variant_files([base], abstract=True)}
    refused = 'going-out is abstract, no game by itself; write extends = "going-out" in a file of your own'
    assert refusal("going-out", spec_path=[base]) == refused
    assert refusal(base / "going-out.toml") == refused
    assert "going-out" not in refusal("none-such", spec_path=[base])
    status, out, _ = told(["variants", "--spec-path", str(base)], capsys)
    assert (status, "house" in out, "going-out" in out) == (0, True, False)
    assert told(["solve", "going-out", "4s 5s 6s", "--spec-path", str(base)], capsys) == (
        2,
        "",
        f"meldproof: {refused}\n",
    )
    status, _, error = told(["new", "going-out", "--extends", "gin", "--spec-path", str(base)], capsys)
    assert (status, "going-out" in error) == (2, True)


# Games encoded in part

OWN_PHASES = rule(
    "own-phases",
    status='"not-encoded"',
    covers='["opening", "play"]',
    reason='{ en = "each player has a phase of their own", es = "cada uno tiene su fase" }',
)


@pytest.fixture
def phases(tmp_path: Path) -> Path:
    """A file that encodes melds and scoring, and one that extends it."""
    scope = 'scope = ["melds", "scoring"]\n'
    text = HEAD.format(extends="argentino").replace('"house"', '"phases"')
    path = tmp_path / "phases.toml"
    path.write_text(text + scope + OWN_PHASES, encoding="utf-8")
    house(tmp_path, extends="phases")
    return path


WHY = "(phases/own-phases: each player has a phase of their own); check, solve and scores work"


def test_a_scope_is_kept_inherited_and_restated(phases):
    loaded = load_variant(phases)
    assert loaded.scope == ("melds", "scoring")
    assert with_values(loaded, {"set.min": 4}).scope == vary(loaded, settings={"set.min": 4}).scope == loaded.scope
    assert load_variant(phases.with_name("house.toml")).scope == ("melds", "scoring")
    assert load_variant("gin").scope == ("melds", "opening", "play", "scoring")
    whole = phases.with_name("whole.toml")
    head = (
        HEAD.format(extends="phases").replace('"house"', '"whole"')
        + 'scope = ["melds", "opening", "play", "scoring"]\n'
    )
    whole.write_text(head, encoding="utf-8")
    assert refusal(whole).endswith(
        'clause phases/own-phases covers "opening", which the scope has; replace the clause, or write a scope without'
        ' "opening"'
    )
    whole.write_text(head + rule("same-phases", replaces='"own-phases"'), encoding="utf-8")
    assert load_variant(whole).scope == ("melds", "opening", "play", "scoring")


def test_what_a_scope_lacks_is_named_by_a_clause_that_is_not_encoded(tmp_path):
    text = HEAD.format(extends="argentino") + 'scope = ["melds", "scoring"]\n'
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    assert 'lacks "opening", and no clause says so' in refusal(path)
    path.write_text(text + OWN_PHASES.replace('"opening", ', ""), encoding="utf-8")
    assert 'lacks "opening", and no clause says so' in refusal(path)
    path.write_text(text + rule("c", covers='["play"]'), encoding="utf-8")
    assert "clause c: only a clause that is not encoded covers a part" in refusal(path)


HAND, MELD = "4s 5s 6s 9h 9d 9c Kd", "4s 5s 6s"
OUTSIDE = {
    "solve --open": (["solve", "FILE", HAND, "--open"], "opening"),
    "play": (["play", "FILE", "POSITION"], "play"),
    "perft": (["perft", "FILE", "POSITION"], "play"),
    "waits": (["waits", "FILE", HAND], "play"),
    "simulate": (["simulate", "FILE"], "play"),
    "referee": (["referee", "FILE", "GAME"], "play"),
    "conform": (["conform", "FILE", "--only", "legal_action", "--", "true"], "play"),
}


@pytest.mark.parametrize(("arguments", "part"), OUTSIDE.values(), ids=OUTSIDE)
def test_what_is_not_encoded_is_refused_by_name_with_the_reason(arguments, part, phases, capsys):
    (phases.parent / "POSITION").write_text('{"hand": "4s 5s 6s 9h 9d 9c Jd Qd 2c 3c", "pile": "Kd"}', encoding="utf-8")
    (phases.parent / "GAME").write_text('{"variant": "phases", "players": 2}\n', encoding="utf-8")
    places = {"FILE": str(phases), **{name: str(phases.parent / name) for name in ("POSITION", "GAME")}}
    status, out, error = told([places.get(word, word) for word in arguments], capsys)
    assert (status, out) == (2, "")
    assert error == f"meldproof: Our house does not encode its {part} {WHY}\n"


def test_what_is_encoded_is_answered(phases, capsys):
    assert told(["solve", str(phases), HAND], capsys)[0] == 0
    assert told(["check", str(phases), MELD], capsys)[0] == 0
    rules = load_variant(phases)
    assert ask(ScoreCase(("", "Kd"), closer=0), rules) is not None
    assert ask(CardCase("can_open", ("4s", "5s", "6s")), rules) is None
    assert ask(CardCase("can_open", ("4s", "5s", "6s")), load_variant("argentino")) is not None


def test_variants_says_what_is_encoded_in_part(phases, capsys):
    listed = ["variants", "--spec-path", str(phases.parent)]
    _, out, _ = told([*listed, "--lang", "es"], capsys)
    assert re.search(r"^ *phases +Nuestra casa \(combinaciones, puntaje\)", out, re.M)
    assert out.count("(combinaciones, puntaje)") == 2
    found = json.loads(told([*listed, "--json"], capsys)[1])
    jsonschema.validate(found, schema_of("variants"))
    scopes = {entry["id"]: entry["scope"] for entry in found["variants"]}
    assert scopes["phases"] == scopes["house"] == ["melds", "scoring"]
    assert scopes["gin"] == ["melds", "opening", "play", "scoring"]


def test_a_reference_begins_with_what_is_encoded_and_tells_of_nothing_else(phases, monkeypatch):
    monkeypatch.setattr(build, "_examples", lambda *given: ())
    monkeypatch.setattr(build, "readings_apart", lambda variant, **given: ())
    made = build.document(load_variant(phases), timeout=0.0)
    what, says = made.glance[0]
    assert (what.en, what.es) == ("Encoded", "Codificado")
    assert says.en.startswith("melds, scoring; not encoded: opening: each player has a phase of their own; play: each")
    assert says.es.startswith("combinaciones, puntaje; sin codificar: apertura: cada uno tiene su fase; juego: cada")
    assert (made.setup, made.turn, made.sample_turn) == ((), (), ())
    assert "First melds" not in {what.en for what, _ in made.glance}
    assert scope_entry(load_variant("gin")) == ()


def test_a_kit_holds_questions_about_what_is_encoded_alone(phases):
    kit = build_kit(load_variant(phases), only=["set.max", "stock.empty"])
    assert kit.cases
    assert {case.op for case in kit.cases} <= {"is_meld", "value", "best", "best_after_discard", "score"}
