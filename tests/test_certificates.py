"""Certificates: every optimum has one that the checker accepts; what has none says so; the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from claims import assert_true, certified, checked, claimed_arrangement, document_of
from houses import arranging_rules
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st
from strategies import VARIANTS, House, Question, houses, questions

import meldproof
from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.checking.certificate_columns import cases_of
from meldproof.checking.certificate_question import StatedQuestion as Checked
from meldproof.errors import EngineDeclined, MeldproofError, VariantError
from meldproof.rules.melds import is_legal

INDIAN = {
    "deck.copies": 2, "deck.jokers": 4, "set.wilds.max": "any", "run.wilds.max": "any", "wilds.joker.melded": 0,
    "wilds.joker.hand": 0, "points.ace.low": 10, "points.ace.high": 10, "points.ace.set": 10, "points.ace.hand": 10,
    "requirement.pure_runs": 1, "requirement.runs": 2, "scoring.cap": 80,
}  # fmt: skip
HARD = settings(deadline=None, suppress_health_check=list(HealthCheck))


def certificate_of(variant: str, cards: str, *, readings: Any = (), rules: Any = None, **asked: Any) -> dict[str, Any]:
    """The certificate of a question, which the checker accepts and the claim of which is true."""
    problem = make_problem(arranging_rules(meldproof.variant(variant), readings, rules or {}), cards, **asked)
    document = document_of(certified(problem))
    outcome = checked(document)
    assert outcome.status == 0, outcome
    assert_true(document)
    return document


# Every optimum has a certificate


@st.composite
def plain_questions(draw: st.DrawFn) -> Question:
    house = House(draw(st.sampled_from(VARIANTS)))
    return draw(questions(house, sizes=(5, 12), most_wilds=4, table=draw(st.booleans())))


@st.composite
def house_questions(draw: st.DrawFn) -> Question:
    try:
        house = draw(houses(tiny=draw(st.booleans())))
        return draw(questions(house, sizes=(4, 9), most_wilds=4, table=draw(st.booleans())))
    except VariantError:
        return reject()


@given(plain_questions())
@settings(HARD, max_examples=60)
def test_every_best_answer_of_the_variants_has_a_certificate(question: Question) -> None:
    answer = solve_problem(question.problem, "graph")
    outcome = checked(document_of(make_certificate(answer)))
    assert outcome.status == 0, outcome


NOT_COVERED = ("a required number of runs, with a table", "frozen wilds where ranks are wild too")


@given(house_questions())
@settings(HARD, max_examples=50)
def test_every_best_answer_under_changed_rules_has_one_or_is_refused_by_name(question: Question) -> None:
    try:
        answer = solve_problem(question.problem, "graph")
    except (EngineDeclined, MeldproofError):
        assume(False)
    try:
        certificate = make_certificate(answer)
    except NoCertificate as reason:
        if not any(f"certificates do not cover {refused}" in str(reason) for refused in NOT_COVERED):
            raise
        return
    outcome = checked(document_of(certificate))
    assert outcome.status == 0, outcome


QUESTIONS = {
    "two classes of wilds": ("argentino", "4s 5s 6s JK 9h 9d 2c Kd 9s Ts 2d", {}),
    "twos natural in their place": ("reglamento", "As 2s 3s 2h 2d 9h 9d JK Kd Qd Kc", {}),
    "two decks": ("argentino", "4s 4s 5s 5s 6s 6s 9h 9d 9c JK JK", {"discard": "required"}),
    "a discard that may stay": ("rummy-500", "4s 5s 6s 9h 9d 9c Kd", {"discard": "optional"}),
    "a card to use": ("rummy-500", "4s 5s 6s 7s 7h 7d Kd", {"use": "7s"}),
    "an opening that is met": ("reglamento", "JK JK 2h As Ks Qs Js 3d", {"open": True}),
    "melds to lay off on": ("rummy-500", "6s 7s 8s JK Kd", {"table": "3s 4s 5s; Kh Kc Ks"}),
    "a table to rearrange": ("fichas", "4r 5b 6b 13k", {"table": "1r 2r 3r; 4b 4k 4y"}),
    "jokers free to move": (
        "fichas", "4r 5b 6b 13k", {"table": "1r 2r JK=3r; 4b 4k JK", "rules": {"table.jokers": "free"}}
    ),
    "an opening beside a table": ("fichas", "10r 11r 12r 4b 5k", {"table": "1r 2r 3r; 4r 4k 4y", "open": True}),
    "an objective by score": ("rummy-500", "As Ah Ac Ad 2s 3s Kd", {"discard": "required", "objective": ["score"]}),
    "all six figures": (
        "fichas", "4r 5b 6b 13k", {"table": "1r 2r 3r; 4b 4k 4y", "objective": [
            "melded_cards", "table_changes", "score", "melded_points", "deadwood_points", "deadwood_cards"]},
    ),
    "aces worth more after the king": (
        "fichas", "12r 13r 1b 1k 1r", {"table": "1r 2r 3r; 1b 1k 1y", "readings": ["one-high-worth-14"]},
    ),
}  # fmt: skip


# A solution that fell short of a split's "more than" was worth more than one that met it: splits went on without end.
QUESTIONS["a solution that would rather not meet the rows"] = (
    "fichas", "JK JK 13r 1r 1r 1b", {"open": True, "score": 751, "objective": ["melded_cards", "melded_points"]}
)  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_certificate_exists_for(name: str) -> None:
    variant, cards, asked = QUESTIONS[name]
    document = certificate_of(variant, cards, **asked)
    assert document["claim"]["dropped"] == []


@pytest.mark.parametrize(
    ("cards", "table", "freed"),
    [
        ("7k 7y", "7r 7b JK", True),
        ("7k 9b", "7r 7b JK", False),
        ("7b 7k 3r 4r", "JK=7b JK=7k 7r", True),
        ("7r 9k 9y", "4r 5r 6r JK=7r", True),
    ],
)
def test_frozen_jokers_are_proved_in_every_way_to_free_them(cards: str, table: str, freed: bool) -> None:
    document = certificate_of("fichas", cards, table=table)
    assert (len(document["proofs"][0]) > 1) is freed


@pytest.mark.parametrize(
    ("cards", "table", "laid", "cases"),
    [
        (
            "7k 3r 4r",
            "7r 7b JK",
            {"all-missing": 1, "any-missing": 3, "never": 1},
            {"all-missing": 1, "any-missing": 2},
        ),
        (
            "7k 7y 3r 4r",
            "7r 7b JK",
            {"all-missing": 4, "any-missing": 4, "never": 1},
            {"all-missing": 2, "any-missing": 3},
        ),
        (
            "7k 3r 4r",
            "7r 7b 7y JK",
            {"all-missing": 3, "any-missing": 3, "never": 0},
            {"all-missing": 2, "any-missing": 2},
        ),
    ],
)
def test_what_frees_the_joker_of_a_set_short_of_a_suit_hangs_on_the_rule(
    cards: str, table: str, laid: dict[str, int], cases: dict[str, int]
) -> None:
    for rule, number in laid.items():
        document = certificate_of("fichas", cards, table=table, rules={"exchange.set": rule})
        assert document["claim"]["figures"]["melded_cards"] == number, rule
        assert len(document["proofs"][0]) == cases.get(rule, 1), rule


OPEN_AND_LAY_OFF = {
    "no points needed, a run that grows": ("rummy-500", "3s 4s 5s 6h 9d", "7h 8h 9h", {}),
    "no points needed, a set that grows": ("argentino", "4s 5s 6s 7s Kd 9c", "9s 9h 9d", {}),
    "points that the lay-off does not give": ("argentino", "Ks Kh Kc Kd 7s", "4s 5s 6s", {"opening.points": 40}),
    "150 points, wilds in the opening": ("reglamento", "JK JK 2h As Ks Qs Js 3d 9c", "6c 7c 8c", {}),
    "beside a table that is rearranged": ("fichas", "10r 11r 12r 4b 5k 4r", "1r 2r 3r; 9r 9k 9y", {}),
}


@pytest.mark.parametrize("name", OPEN_AND_LAY_OFF)
def test_an_opening_with_a_lay_off_in_the_same_turn_is_proved(name: str) -> None:
    variant, cards, table, rules = OPEN_AND_LAY_OFF[name]
    document = certificate_of(variant, cards, table=table, open=True, rules=rules)
    claim = document["claim"]
    assert claim["dropped"] == []
    own = [meld for meld in claim["arrangement"]["melds"] if all(meld["uses"]) and meld["role"] in ("new", "opening")]
    touched = [meld for meld in claim["arrangement"]["melds"] if len(meld["cards"]) > 3 and meld not in own]
    moved = claim["figures"]["table_changes"] if variant == "fichas" else len(touched)
    assert own
    assert moved >= 1, "the opening alone would leave more"


@pytest.mark.parametrize("name", [name for name in OPEN_AND_LAY_OFF if "rearranged" not in name])
def test_where_lay_offs_wait_for_the_next_turn_the_opening_is_proved_without_them(name: str) -> None:
    variant, cards, table, rules = OPEN_AND_LAY_OFF[name]
    at_once = certificate_of(variant, cards, table=table, open=True, rules=rules)
    later = certificate_of(variant, cards, table=table, open=True, rules=rules | {"layoff.start": "next-turn"})
    assert later["claim"]["figures"]["melded_cards"] == at_once["claim"]["figures"]["melded_cards"] - 1
    at_once["settings"]["layoff.start"] = "next-turn"
    assert checked(at_once).status == 1
    later["settings"]["layoff.start"] = "opening-turn"
    assert checked(later).status == 1
    opened = certificate_of(variant, cards, table=table, rules=rules | {"layoff.start": "next-turn"})
    assert opened["claim"]["figures"]["melded_cards"] == at_once["claim"]["figures"]["melded_cards"]


def test_what_can_be_reached_toward_an_opening_is_shown_and_bounded() -> None:
    claim = certificate_of("reglamento", "4s 5s 6s 9h 9d 2c Kd 9s Ts 3d", open=True)["claim"]
    assert (claim["dropped"], claim["reachable"]) == (["opening"], 65)
    assert claim["witness"]["melds"]


def test_an_opening_without_points_is_proved_impossible() -> None:
    rules = {"opening.pure_runs": 2, "opening.cards": "own", "opening.binds_closing": True}
    claim = certificate_of("gin", "4s 5s 6s 9h 9d", rules=rules, open=True)["claim"]
    assert (claim["dropped"], claim["reachable"]) == (["opening"], None)


def test_a_card_that_can_not_be_used_is_proved_so() -> None:
    assert certificate_of("gin", "4s 5s 6s 9h Kd", use="Kd")["claim"]["dropped"] == ["use"]


@pytest.mark.parametrize(
    ("cards", "paid"), [("4s 5s 6s 7h 8h JK 9d 9c Ks Qd 2d 3c Jc", 49), ("4s 4h 5d Ks Kd Qh Qc Jd Js 9c 9s 8d JK", 80)]
)
def test_a_graded_requirement_and_a_cap_are_proved_grade_by_grade(cards: str, paid: int) -> None:
    document = certificate_of("rummy-500", cards, rules=INDIAN, objective=["deadwood_points"])
    assert document["claim"]["figures"]["deadwood_points"] == paid
    assert {len(proof) for proof in document["proofs"]} == {3}


@pytest.mark.parametrize("engine", ["graph", "brute"])
def test_an_answer_of_any_engine_has_a_certificate(engine: str) -> None:
    answer = meldproof.solve("argentino", "4s 5s 6s JK 9h 9d 2c Kd", engine=engine)
    document = document_of(make_certificate(answer))
    assert checked(document).status == 0
    assert claimed_arrangement(document).figures == answer.figures


# What has none


def test_an_answer_that_is_not_best_gets_none() -> None:
    best = meldproof.solve("gin", "4s 5s 6s 9h 9d 9c Kd")
    left = msgspec.structs.replace(
        best,
        melds=best.melds[:1],
        deadwood=tuple(card for card in best.problem.hand if card not in best.melds[0].meld.cards),
        figures=meldproof.solve("gin", "4s 5s 6s 9h 9d Kd 8c").figures,
    )
    with pytest.raises(NoCertificate):
        make_certificate(left)
    worse = meldproof.solve("gin", "4s 5s 6s 9h 9d Kd", objective="melded_points")
    beaten = msgspec.structs.replace(
        worse,
        melds=(),
        deadwood=worse.problem.hand,
        figures=msgspec.structs.replace(
            worse.figures, deadwood_points=43, melded_points=0, melded_cards=0, deadwood_cards=6, score=-43
        ),
    )
    with pytest.raises(NoCertificate, match="beaten by another arrangement"):
        make_certificate(beaten)


def test_an_answer_that_is_only_the_best_known_gets_none() -> None:
    answer = msgspec.structs.replace(meldproof.solve("gin", "4s 5s 6s"), bound={"deadwood_points": 0})
    with pytest.raises(NoCertificate, match="not proved the best"):
        make_certificate(answer)


@pytest.mark.parametrize(
    ("limits", "words"), [({"most_leaves": 1}, "at most 1 leaves"), ({"seconds": 0}, "time limit")]
)
def test_no_proof_within_the_limit_is_said_so(limits: dict[str, float], words: str) -> None:
    answer = meldproof.solve("argentino", "4s 5s 6s JK 9h 9d 2c Kd 9s Ts 2d")
    with pytest.raises(NoCertificate, match=words):
        make_certificate(answer, **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "cards", "asked", "words"),
    [
        ("indian-13", "4s 5s 6s", {"table": "7s 8s 9s"}, "a required number of runs, with a table"),
        ("fichas", "4r 5r", {"table": "7r 8r 9r", "open": True, "settings": {"opening.cards": "any"}}, "of the table"),
    ],
)  # fmt: skip
def test_questions_beyond_certificates_are_refused_by_name(variant: str, cards: str, asked: Any, words: str) -> None:
    with pytest.raises(NoCertificate, match=words):
        make_certificate(meldproof.solve(variant, cards, **asked))


# The checker's own generator


@given(plain_questions())
@settings(HARD, max_examples=25)
def test_the_checker_finds_the_melds_of_the_catalogue(question: Question) -> None:
    from meldproof.arranging.columns import Maker
    from meldproof.arranging.model import make_items
    from meldproof.arranging.tables import TableCase
    from meldproof.notation import card_text

    plain = {"table": (), "opening": None, "discard": "none", "use": (), "objective": ("score",)}
    problem = msgspec.structs.replace(question.problem, **plain)
    document = document_of(certified(problem))
    (case, *_) = cases_of(Checked(document), {"opening": None, "use": [], "discard": "none"})
    for column in case.columns.values():
        assert is_legal(column, problem.settings)
    items = tuple(make_items(problem, TableCase(frozenset(), ())))
    names = ["any wild" if item.pooled else card_text(item.card, problem.deck) for item in items]
    engine = {
        (made.kind, made.filled[0].slot.place, *_parts(made.kind, [(names[e.item], e.slot.wild) for e in made.filled]))
        for made in Maker(items, problem.settings).melds()
    }
    own = {
        (c.kind, c.slots[0].place, *_parts(c.kind, list(zip(c.uses, [s.wild for s in c.slots], strict=True))))
        for c in case.columns.values()
    }
    assert own == engine


def _parts(kind: str, parts: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    return sorted(parts) if kind == "set" else parts


def test_the_checker_needs_the_standard_library_and_the_rules_alone(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(certified(make_problem(meldproof.variant("argentino"), "4s 5s 6s JK 9h 9d 2c Kd")).to_json())
    code = (
        "import sys; before = set(sys.modules)\n"
        "from meldproof.checking.certificate_checker import check_certificate\n"
        f"assert check_certificate(open({str(path)!r}, 'rb').read()).status == 0\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    ours = {name for name in loaded if name.startswith("meldproof")}
    others = {name.partition(".")[0] for name in loaded - ours}
    assert others <= set(sys.stdlib_module_names) | {"__editable___meldproof_0_1_0_finder"}
    parts = {name for name in ours if not name.startswith(("meldproof.rules", "meldproof.checking.certificate_"))}
    assert parts <= {"meldproof", "meldproof.variants", "meldproof.checking", "meldproof.messages"}, (
        "packages, and words"
    )


def test_certificates_are_small() -> None:
    for name in ("two classes of wilds", "two decks", "twos natural in their place"):
        variant, cards, asked = QUESTIONS[name]
        certificate = certified(make_problem(meldproof.variant(variant), cards, **asked))
        assert certificate.leaves <= 60
        text, settings = certificate.to_json(), document_of(certificate)["settings"]
        told = len(json.dumps(settings, indent=1))  # every setting that the rules have: a short line each, no more
        assert told < 36 * len(settings)
        assert len(text) - told < 1200 + 700 * certificate.leaves


# The command line


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldproof", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_solve_writes_a_certificate_that_verify_accepts(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    solved = run("solve", "gin", "4s 5s 6s 9h 9d 9c Kd", "--certificate", str(path))
    assert solved.returncode == 0, solved.stderr
    verified = run("verify", str(path), "--json")
    assert verified.returncode == 0
    figures = "deadwood_points 10, melded_points 42, deadwood_cards 1"
    assert json.loads(verified.stdout) == {
        "proved": True, "reason": figures, "variant": "gin", "settings_of_variant": True, "differing": [],
        "deck": {"copies": 1, "jokers": 0}, "hand": ["4s", "5s", "6s", "9h", "9d", "Kd", "9c"], "table": [], "discard": "none",
        "opening": None, "use": [], "objective": ["deadwood_points", "melded_points", "deadwood_cards"],
        "value": {"deadwood_points": 10, "melded_points": 42, "melded_cards": 6, "deadwood_cards": 1, "score": 32,
                  "table_changes": 0},
        "given_up": [], "reachable": None,
    }  # fmt: skip
    document = json.loads(path.read_text())
    document["claim"]["figures"]["deadwood_points"] = 9
    path.write_text(json.dumps(document))
    assert run("verify", str(path)).returncode == 1
    path.write_text("[1, 2")
    broken = run("verify", str(path), "--json")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert len(broken.stderr.splitlines()) == 1
    assert run("verify", str(tmp_path / "none.json")).returncode == 2


def stored(tmp_path: Path, document: dict[str, Any]) -> Path:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(document))
    return path


def test_verify_says_for_which_question_the_proof_is_in_both_languages(tmp_path: Path) -> None:
    asked = {"table": "1r 2r 3r; 9r 9k 9y", "open": True, "use": "4r"}
    path = stored(tmp_path, certificate_of("fichas", "10r 11r 12r 4b 5k 4r", **asked))
    english = run("verify", str(path)).stdout.splitlines()
    assert english[1:] == [
        "settings: those of fichas",
        "deck: 2 × each card, 2 jokers",
        "hand: 4r 10r 11r 12r 4b 5k",
        "table: 1r 2r 3r; 9r 9k 9y",
        "discard: none",
        "opening: 30 points, 0 pure runs",
        "to be used: 4r",
        "objective: cards laid, points laid, table melds changed",
        "claim: points left 9, points laid 37, cards laid 4, cards left 2, score 28, table melds changed 1",
    ]
    spanish = run("verify", str(path), "--lang", "es").stdout.splitlines()
    assert len(spanish) == len(english)
    assert spanish[1] == "reglas: las de fichas"


@pytest.mark.parametrize(
    ("variant", "settings", "same", "differing"),
    [("gin", {}, True, []), ("gin", {"run.max": 5}, False, ["run.max"]), ("rummy-of-nobody", {}, None, [])],
)
def test_verify_compares_the_settings_with_those_of_the_variant_it_names(
    tmp_path: Path, variant: str, settings: dict[str, Any], same: bool | None, differing: list[str]
) -> None:
    document = certificate_of("gin", "4s 5s 6s Kd", rules=settings) | {"variant": variant}
    found = json.loads(run("verify", str(stored(tmp_path, document)), "--json").stdout)
    assert (found["proved"], found["settings_of_variant"], found["differing"]) == (True, same, differing)
    plain = run("verify", str(stored(tmp_path, document))).stdout.splitlines()[1]
    assert plain.startswith("settings: ")
    assert all(name in plain for name in differing)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck.style": "stones"}, "deck.style"),
        ({"deal.cards": 60}, "deal.cards"),
        ({"match.points": None}, "match.points"),
        ({"wilds.joker.hand": 50}, "wilds.joker.hand does not exist here"),
    ],
)
def test_verify_refuses_settings_that_the_loader_refuses(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    document = certificate_of("gin", "4s 5s 6s Kd")
    document["settings"] = {k: v for k, v in (document["settings"] | change).items() if v is not None}
    assert checked(document).status == 0, "the checker stays alone"
    refused = run("verify", str(stored(tmp_path, document)), "--json")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1
    assert words in refused.stderr


@pytest.mark.parametrize("name", ["../gin", "gin.toml", "", "\u001b[2J", 5, None])
def test_verify_refuses_a_name_that_is_no_variants_id(tmp_path: Path, name: object) -> None:
    refused = run("verify", str(stored(tmp_path, certificate_of("gin", "4s 5s 6s Kd") | {"variant": name})))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1


def test_solve_without_a_certificate_in_the_limit_still_prints_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    solved = run("solve", "indian-13", "4s 5s 6s", "--table", "7s 8s 9s", "--certificate", str(path), "--json")
    assert solved.returncode == 3
    assert json.loads(solved.stdout)["optimal"] is True
    assert "a required number of runs, with a table" in solved.stderr
    assert not path.exists()


@pytest.mark.parametrize("language", ["en", "es"])
def test_why_gives_prices_tight_melds_and_the_total(language: str) -> None:
    solved = run("solve", "gin", "4s 5s 6s 9h 9d 9c Kd", "--why", "--lang", language)
    assert solved.returncode == 0, solved.stderr
    words = {"en": ("price", "gains", "All prices together"), "es": ("precio", "gana", "Todos los precios juntos")}
    assert all(word in solved.stdout for word in words[language])
    assert "42 · 42 · 6" in solved.stdout


def test_why_is_part_of_the_one_json_object() -> None:
    solved = run("solve", "gin", "4s 5s 6s 9h 9d 9c Kd", "--why", "--json")
    assert json.loads(solved.stdout)["why"][0] == "Why nothing is better"
