"""`prove` and `model` as processes of their own: statuses, JSON, own theorems, queries on file, a second solver."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import z3
from depth import DEEP, EVERY

from meldproof.arranging.columns import Item, Maker
from meldproof.errors import ProofError
from meldproof.proving import second_solver
from meldproof.proving.basis import exhaustive
from meldproof.proving.constraint_model import as_smt2, as_statements
from meldproof.proving.discovery import discover
from meldproof.proving.running import Limits, Proofs, Result, prove
from meldproof.proving.second_solver import Rechecked, second_answer
from meldproof.proving.theorem import ClaimOutcome
from meldproof.rules import smt
from meldproof.rules.smt_text import readable
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldproof", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)


def proved(*arguments: str | Path, status: int) -> list[dict[str, Any]]:
    done = run("prove", *arguments, "--json")
    assert (done.returncode, done.stderr) == (status, "")
    found: list[dict[str, Any]] = json.loads(done.stdout)["theorems"]
    return found


def refusal(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    return done.stderr


# The contract


def test_each_theorem_is_an_entry_with_the_contracts_keys() -> None:
    entries = proved("gin", "--only", "suits-are-alike", "--only", "ace-at-an-end", status=0)
    assert [entry["name"] for entry in entries] == ["ace-at-an-end", "suits-are-alike"]
    for entry in entries:
        assert {"name", "variant", "status", "seconds", "counterexample", "note"} <= entry.keys()
        assert entry["basis"]["kind"] == "for all"
        assert entry["basis"]["over"].startswith(("runs of 2–26 cards", "sets of 1–4 cards; runs of 1–26 cards"))
        assert entry["statement"].endswith(".")
        assert (entry["variant"], entry["status"], entry["counterexample"]) == ("gin", "proved", None)
        assert entry["seconds"] >= 0


def test_without_a_variant_all_are_proved_and_those_of_a_folder_too(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('schema = 1\nid = "ours"\nname = "Ours"\nextends = "gin"\n')
    entries = proved("--only", "no-run-longer-than-a-suit", "--spec-path", tmp_path, status=0)
    assert {entry["variant"] for entry in entries} == {*EVERY, "ours"}
    shared = {entry["variant"]: entry.get("shared_with") for entry in entries}
    assert {shared["ours"], shared["gin"]} == {None, "gin" if shared["gin"] is None else "ours"}


def test_a_refuted_theorem_is_status_1_with_a_counterexample_in_card_notation() -> None:
    options = ("reglamento", "--reading", "no-jokers-in-single-deck", "--only", "an-opening-can-be-reached")
    (entry,) = proved(*options, status=1)
    assert (entry["status"], entry["counterexample"]) == ("refuted", "As Ah Ad 2s 2h 2d 2c: 125 < 150")
    assert entry["basis"] is None
    assert entry["statement"].startswith("With any number of players some hand can open")


def test_a_theorem_given_up_is_status_3() -> None:
    (entry,) = proved("gin", "--only", "catalogue-is-the-rules", "--timeout", "0.000001", status=3)
    assert (entry["status"], entry["note"]) == ("gave-up", "not tried: the time was up")


def test_what_is_refuted_counts_before_what_is_given_up() -> None:
    def result(status: Any, second: Rechecked | None = None) -> Result:
        basis = exhaustive(1, "case", "caso") if status == "proved" else None
        return Result("t", "gin", ClaimOutcome(status, basis=basis), 0.0, ("", ""), rechecked=second)

    assert Proofs((result("gave-up"), result("refuted"))).exit_status == 1
    assert Proofs((result("gave-up"), result("proved"))).exit_status == 3
    assert Proofs((result("proved", Rechecked(agreed=2, unanswered=1)),)).exit_status == 0
    assert Proofs((result("proved", Rechecked(agreed=2, disagreed=1)),)).exit_status == 1


def test_the_summary_counts_the_theorems() -> None:
    names = ("wild-limits", "examples-are-legal", "ace-at-an-end", "checker-on-near-misses", "winners-are-as-said")
    done = run("prove", "gin", *(option for name in names for option in ("--only", name)))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "5 theorems: 2 proved, 1 checked, 2 nothing to claim"
    assert "there are no wilds" in done.stdout
    for said in ("In a run the ace stands only", "[for all: runs of 2–26 cards]", "[exhaustive, 13: ", "[sample, "):
        assert said in done.stdout


def test_the_same_queries_and_notes_come_out_each_time(tmp_path: Path) -> None:
    asked = []
    for folder in ("one", "two"):
        names = ("checker-on-near-misses", "wilds-at-run-ends")[:: 1 if folder == "one" else -1]
        prove([load_variant("rummy-500")], only=names, smt2=tmp_path / folder)
        asked.append({path.name: path.read_bytes() for path in (tmp_path / folder).glob("*.smt2")})
    assert asked[0] == asked[1]
    assert len(asked[0]) > 50


# Theorems of one's own

OWN = """
from meldproof.proving.basis import exhaustive
from meldproof.proving.theorem import Theorem, no_such_meld, proved
def no_aces(context):
    return no_such_meld(context, [3], lambda meld: meld.slots[0].rank == 1, kind="set")
THEOREMS = [
    Theorem("mine", ("All is well.", "Todo está bien."), ("deck",), lambda context: proved("", "", exhaustive(1, "case", "caso"))),
    Theorem("no-set-of-aces", ("No set of three aces.", "Ninguna pierna de tres ases."), ("",), no_aces),
]
"""


def test_theorems_of_a_folder_run_beside_the_others(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "_helper.py").write_text("raise SystemExit")
    names = ("--only", "mine", "--only", "no-set-of-aces", "--only", "wild-limits")
    entries = {e["name"]: e for e in proved("gin", "--proofs-path", tmp_path, *names, status=1)}
    assert entries.keys() == {"mine", "no-set-of-aces", "wild-limits"}
    assert entries["mine"]["status"] == "proved"
    assert entries["no-set-of-aces"]["counterexample"].startswith("set A")
    done = run("prove", "gin", "--proofs-path", tmp_path, "--only", "no-set-of-aces", "--lang", "es")
    assert done.returncode == 1
    for said in ("REFUTADO", "Ninguna pierna de tres ases.", "contraejemplo: set A"):
        assert said in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("THEOREMS = [", "SyntaxError"),
        ("import nothing_of_this_name", "nothing_of_this_name"),
        ("raise SystemExit(0)", "SystemExit"),
        ("x = 1", "write THEOREMS = ["),
        ("THEOREMS = []", "write THEOREMS = ["),
        ("THEOREMS = ['wild-limits']", "each is a Theorem("),
        (OWN.replace('"mine"', '"wild-limits"'), "there is a theorem 'wild-limits' already, in meldproof.proofs.wilds"),
        (OWN.replace('"mine"', '"no-set-of-aces"'), "there is a theorem 'no-set-of-aces' already"),
        (OWN.replace('("deck",)', '"deck"'), "each is a Theorem("),
        (OWN.replace('"mine"', '"../mine"'), "each is a Theorem("),
    ],
)
def test_a_file_that_holds_no_theorems_is_one_clear_error(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(ProofError) as caught:
        discover([tmp_path])
    assert said in str(caught.value)
    assert str(tmp_path / "mine.py") in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_that_is_none_and_an_empty_one_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="is no folder"):
        discover([tmp_path / "nowhere"])
    with pytest.raises(ProofError, match=r"holds no \.py file"):
        discover([tmp_path])


BREAKS = """
import os
from meldproof.errors import EngineDeclined, NotationError, ProblemError, VariantError
from meldproof.proving.basis import Basis, exhaustive
from meldproof.proving.theorem import ClaimOutcome, Theorem, proved
import z3
def raises(error):
    def claim(context):
        raise error
    return claim
CLAIMS = {
    "notation": raises(NotationError("no card of this deck")),
    "variant": raises(VariantError("no such house")),
    "problem": raises(ProblemError("2 × 2s were given,\\nbut the deck has 1")),
    "declined": raises(EngineDeclined("too many cards")),
    "z3": raises(z3.Z3Exception("out of memory")),
    "zero": lambda context: 1 // 0,
    "wrong-type": lambda context: True,
    "recursion": lambda context: claim_again(context),
    "gone": lambda context: os._exit(9),
    "of-nothing": lambda context: ClaimOutcome("proved"),
    "of-no-case": lambda context: proved("", "", Basis("exhaustive", 0)),
    "of-all": lambda context: proved("", "", Basis("for all")),
    "said-otherwise": lambda context: ClaimOutcome("proved", basis=Basis("sample", 3)),
    "fine": lambda context: proved("", "", exhaustive(1, "case", "caso")),
}
def claim_again(context):
    return claim_again(context)
THEOREMS = [Theorem(name, (f"{name}.", f"{name}."), ("deck",), claim) for name, claim in CLAIMS.items()]
"""
WHY = {
    "notation": "no card of this deck",
    "variant": "no such house",
    "problem": "2 × 2s were given, but the deck has 1",
    "declined": "too many cards",
    "z3": "Z3Exception: out of memory",
    "zero": "ZeroDivisionError: integer division or modulo by zero",
    "wrong-type": "TypeError: a claim returns an outcome, such as proved(…), not True",
    "of-nothing": "ValueError: a claim that is proved can't rest on nothing",
    "of-no-case": "ValueError: a basis of no cases is none: exhaustive",
    "of-all": "ValueError: a claim about all there is says of what",
    "said-otherwise": "ValueError: a claim that is proved can't rest on sample",
    "recursion": "RecursionError: maximum recursion depth exceeded",
}


def test_a_theorem_that_cannot_be_run_is_given_up_with_the_reason_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BREAKS)
    only = [option for name in (*WHY, "gone", "fine") for option in ("--only", name)]
    entries = {e["name"]: e for e in proved("gin", "--proofs-path", tmp_path, *only, status=3)}
    assert entries["fine"]["status"] == "proved"
    for name, why in WHY.items():
        assert entries[name]["status"] == "gave-up"
        assert entries[name]["note"].startswith(f"could not be run: {why}")
        assert len(entries[name]["note"].splitlines()) == 1
    assert entries["gone"]["status"] == "gave-up"
    assert "its process came to an end" in entries["gone"]["note"]
    done = run("prove", "gin", "--proofs-path", tmp_path, "--only", "zero", "--only", "fine", "--lang", "es")
    assert (done.returncode, done.stderr) == (3, "")
    assert "no se pudo probar: ZeroDivisionError" in done.stdout
    assert "2 teoremas: 1 demostrado, 1 sin respuesta" in done.stdout


def test_each_theorem_has_a_limit_of_its_own_unless_another_is_given() -> None:
    assert Limits().theorem == 30.0
    (entry,) = proved("gin", "--only", "catalogue-is-the-rules", "--theorem-timeout", "0", status=3)
    assert (entry["status"], entry["note"][:15]) == ("gave-up", "the time was up")
    entries = proved("gin", "--only", "ace-at-an-end", "--theorem-timeout", "20", "--timeout", "60", status=0)
    assert [entry["status"] for entry in entries] == ["proved"]


HOUSES_OF_FREE_WILDS = [
    ({"wilds.natural": "free", "deck.copies": 1, "deck.jokers": 2}, "argentino"),
    ({"wilds.natural": "free", "deck.copies": 1, "deck.jokers": 0}, "argentino"),
    ({"deck.copies": 1, "deck.jokers": 1, "wilds.natural": "free", "set.suits": "any"}, "reglamento"),
]


@pytest.mark.parametrize(("changes", "base"), HOUSES_OF_FREE_WILDS)
def test_no_meld_of_the_catalogue_takes_more_of_a_card_than_there_is(changes: dict[str, Any], base: str) -> None:
    house = with_values(load_variant(base), changes)
    deck = house.deck()
    cards = [card for card in deck.kinds() if card.rank in (0, 2, 3)]
    items = [Item(card, deck.copies_of(card), True, 0) for card in cards]
    taken = [Counter(candidate.meld.cards) for candidate in Maker(items, house.settings).melds()]
    assert taken
    assert all(number <= deck.copies_of(card) for meld in taken for card, number in meld.items())
    (result,) = prove([house], only=["checker-takes-every-meld"]).results
    assert result.status == "proved"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gin", "--only", "nothing"), "no theorem 'nothing'; there are ace-at-an-end"),
        (("nothing",), "no variant 'nothing'"),
        (("--set", "run.max=5"), "name it"),
        (("gin", "--theorem-timeout", "-1"), "a time limit is a number of seconds from 0 on"),
        (("gin", "--timeout", "-1"), "a time limit is a number of seconds from 0 on"),
        (("gin", "--smt2", "/dev/null/x", "--only", "wild-limits"), "can't write to /dev/null/x"),
    ],
)
def test_what_prove_cannot_use_is_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in refusal("prove", *arguments)


# Queries on file, and the second solver

FEW = ("wilds-at-run-ends", "wild-limits", "naturals-stand-for-themselves")


def test_every_query_is_a_script_that_says_what_to_expect(tmp_path: Path) -> None:
    prove([load_variant("rummy-500")], only=FEW, smt2=tmp_path / "queries")
    scripts = sorted((tmp_path / "queries").glob("*.smt2"))
    assert {path.name.split(".")[0] for path in scripts} == set(FEW)
    expected = set()
    for path in scripts:
        text = path.read_text()
        assert text.startswith(f"; {path.name.split('.')[0]}: ")
        said = next(line for line in text.splitlines() if line.startswith("; expected answer: ")).split()[-1]
        assert f"(set-info :status {said})" in text
        assert text.count("(check-sat)") == 1
        solver = z3.SolverFor("QF_BV")
        solver.from_string(text)
        assert str(solver.check()) == said
        assert f"; written by: meldproof prove rummy-500 --only {path.name.split('.')[0]} --smt2 FOLDER" in text
        expected.add(said)
    assert expected == {"sat", "unsat"}


def test_cvc5_agrees_about_some_queries() -> None:
    pytest.importorskip("cvc5")
    found = prove([load_variant("rummy-500")], only=FEW, limits=Limits(second=60))
    assert found.rechecked is not None
    assert (found.rechecked.disagreed, found.rechecked.unanswered) == (0, 0)
    assert found.rechecked.agreed > 15
    assert found.to_dict()["second_solver"] == {
        "name": "cvc5",
        "agreed": found.rechecked.agreed,
        "unanswered": 0,
        "disagreed": 0,
    }


def test_an_answer_other_than_expected_is_a_disagreement() -> None:
    pytest.importorskip("cvc5")
    query = "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n(assert (bvult x #x{}))\n(check-sat)\n"
    queries = [(query.format(1), "unsat"), (query.format(0), "unsat"), (query.format(0), "unknown")]
    assert second_solver.recheck(queries, 10) == Rechecked(agreed=1, unanswered=1, disagreed=1)


def test_without_cvc5_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(ProofError, match=r"meldproof\[certify\]"):
        prove([load_variant("gin")], only=FEW, limits=Limits(second=1))


@pytest.mark.slow
@pytest.mark.parametrize("variant", DEEP)
def test_cvc5_agrees_about_all_queries_that_it_answers(variant: str) -> None:
    pytest.importorskip("cvc5")
    found = prove([load_variant(variant)], limits=Limits(second=30))
    assert found.rechecked is not None
    assert found.rechecked.disagreed == 0
    assert found.rechecked.agreed > 10 * found.rechecked.unanswered


# The constraint model


def test_the_model_is_numbered_statements_with_their_clauses() -> None:
    done = run("model", "argentino")
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "\n15. run.wilds.adjacent = false" in text
    assert "[argentino/wilds-not-adjacent] A run may hold any number of wilds" in text
    assert "   ¬(w1 ∧ w2) ∧ ¬(w2 ∧ w3)\n" in text


@pytest.mark.parametrize("variant", DEEP)
def test_the_model_names_only_rules_that_bite_each_with_a_clause_of_the_variant(variant: str) -> None:
    rules = load_variant(variant)
    statements = as_statements(rules).statements
    assert {"set.min", "set.rank", "run.consecutive", "natural"} <= {each.parameter for each in statements}
    for statement in statements:
        assert statement.clause in {clause.key for clause in rules.clauses}
        assert statement.text.en
        assert statement.text.es
        assert statement.fault.en != statement.fault.es
        assert "Extract" not in statement.formula
    assert ("wilds.natural" in {each.parameter for each in statements}) == bool(rules.settings.wilds.ranks)


def test_the_models_json_numbers_its_statements() -> None:
    done = run("model", "gin", "--json", "--lang", "es")
    found = json.loads(done.stdout)
    assert (found["variant"], found["size"]) == ("gin", 3)
    assert [row["number"] for row in found["statements"]] == list(range(1, len(found["statements"]) + 1))
    assert found["statements"][0]["fault"] == "una pierna tiene al menos 3 cartas"


@pytest.mark.parametrize("variant", DEEP)
def test_the_script_loads_in_z3_and_its_model_is_a_legal_meld_of_each_size(variant: str) -> None:
    text = as_smt2(load_variant(variant)).smt2
    solver = z3.SolverFor("QF_BV")
    solver.from_string(text)
    assert str(solver.check()) == "sat"
    sizes = {int(str(name.name())[1:].split(".")[0]) for name in solver.model().decls()}
    assert sizes == set(range(3, 14))


@pytest.mark.parametrize("variant", ["gin", "argentino"])
def test_the_script_loads_in_cvc5(variant: str) -> None:
    pytest.importorskip("cvc5")
    assert second_answer(as_smt2(load_variant(variant), 5).smt2, 120) == "sat"


def test_a_size_that_no_meld_has_is_refused() -> None:
    assert "no meld of Gin has 14 cards" in refusal("model", "gin", "--format", "smt2", "--size", "14")
    assert "--size is a number of slots from 1 to 60, not 0" in refusal("model", "gin", "--size", "0")


def test_formulas_read_as_people_write_them() -> None:
    a, b, n = smt.truth_variable("a"), smt.truth_variable("b"), smt.number_variable("n")
    for term, text in [
        (smt.any_of([smt.negate(a), b]), "a → b"),
        (smt.any_of([smt.negate(smt.all_of([a, b])), smt.equal(3, n)]), "(a ∧ b) → n = 3"),
        (smt.at_most(smt.count([a, b]), 1), "#(a, b) ≤ 1"),
        (smt.negate(smt.at_most(n, 2)), "n > 2"),
        (smt.negate(smt.equal(n, 2)), "n ≠ 2"),
        (smt.equal(smt.choose(a, n, smt.add(n, -13)), 1), "(if a then n else n − 13) = 1"),
        (smt.all_of([True, True]), "true"),
        (smt.any_of([False, a]), "a"),
        (smt.negate(smt.all_of([a, b])), "¬(a ∧ b)"),
    ]:
        assert readable(term) == text
    assert readable(True) == "true"
