"""The rule reference: every clause is there, every example is what it says, every page can be read and used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from depth import DEEP
from houses import house, rule

from meldproof.checking.verdict import check_cards
from meldproof.conforming.kit import nearest_kit
from meldproof.errors import MeldproofError
from meldproof.playing.closing import hand_points
from meldproof.playing.game import apply
from meldproof.playing.knocking import loosest_limits
from meldproof.reference.build import document
from meldproof.reference.document import Document, Example
from meldproof.reference.html import html_page, style
from meldproof.reference.markdown import markdown_page
from meldproof.reference.meld_examples import changes
from meldproof.reference.parameter_words import value_said
from meldproof.reference.play_examples import Plays
from meldproof.reference.score_examples import sample_deal
from meldproof.reference.sections import grouped
from meldproof.reference.words import of_tiles
from meldproof.reference.worth_words import worth_words
from meldproof.variants.changes import with_values
from meldproof.variants.clauses import Text
from meldproof.variants.loading import load_variant, variant_files
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.mutants import mutants, mutants_of
from meldproof.witnesses.questions import ask
from meldproof.witnesses.store import StoredAnswer, again, key_of, recorded

PLAYED = tuple(name for name in DEEP if "play" in load_variant(name).scope)
LANGUAGES = ("en", "es")


@cache
def reference(name: str) -> Document:
    """A variant's reference, made once for all processes of a test run."""
    shared = Path(tempfile.gettempdir()) / f"meldproof-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"
    path = shared / f"{name}.msgpack"
    if path.exists():
        return msgspec.msgpack.decode(path.read_bytes(), type=Document)
    found = document(load_variant(name))
    shared.mkdir(exist_ok=True)
    made = shared / f"{name}-{os.getpid()}"
    made.write_bytes(msgspec.msgpack.encode(found))
    made.rename(path)
    return found


def run(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldproof", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False, cwd=cwd)


def examples(found: Document) -> list[tuple[str, Example]]:
    return [(rule.key, example) for rule in found.rules for example in rule.examples]


# The document


@pytest.mark.parametrize("name", DEEP)
def test_every_clause_stands_once_with_its_text_and_its_parameters(name: str) -> None:
    variant, found = load_variant(name), reference(name)
    assert Counter(rule.key for rule in found.rules) == Counter(clause.key for clause in variant.clauses)
    for written in found.rules:
        clause = variant.clause(written.key)
        usual = clause.key.startswith("vocabulary/")  # in the words of the game at hand
        assert written.text == (of_tiles(clause.text, variant.settings.deck.style) if usual else clause.text)
        assert {parameter.name for parameter in written.parameters} == clause.values.keys()
        assert [citation.id for citation in written.citations] == list(clause.cites)
        assert [entry.id for entry in written.readings] == [reading.id for reading in clause.readings]


@pytest.mark.parametrize("name", DEEP)
def test_a_card_example_is_judged_as_it_says(name: str) -> None:
    variant = load_variant(name)
    judged = 0
    for key, example in examples(reference(name)):
        meld = len(example.rows) == 1 and not example.rows[0].label.en and "meld" in example.said.en
        if example.verdict == "illegal" and meld:
            verdict = check_cards(variant, [slot.card for slot in example.rows[0].slots])
            assert not verdict.legal, (key, example.notation)
            assert example.clause in variant.provenance.values()
            judged += 1
        if example.said.en.startswith(("a set,", "a run,")):
            verdict = check_cards(variant, example.notation)
            assert verdict.legal, (key, example.notation)
            assert example.said.en == f"a {verdict.kind}, {verdict.points} points"
            judged += 1
    assert judged > 10


@pytest.mark.parametrize("name", PLAYED)
def test_an_illegal_play_is_refused_in_the_clauses_name(name: str) -> None:
    plays = Plays(load_variant(name))
    assert sum(play.clause is not None for play in plays.plays) > 5
    for play in plays.plays:
        if play.clause is None:
            apply(play.match, play.action)
    for key, example in examples(reference(name)):
        if example.verdict == "illegal" and example.clause and len(example.rows) != 1:
            assert example.clause == key


def test_what_the_clauses_allow_and_refuse_side_by_side() -> None:
    shown = {
        rule.id: {(example.verdict, example.notation) for example in rule.examples}
        for rule in reference("argentino").rules
    }
    assert shown["set-size"] == {("legal", "3s 3h 3d"), ("illegal", "3s 3h")}
    assert shown["run-suit"] == {("legal", "3s 4s 5s"), ("illegal", "3s 4s 5h")}
    assert ("illegal", "As JK=2s JK=3s") in shown["wilds-not-adjacent"]
    assert ("worth", "JK") in shown["wilds-in-hand"]
    assert {verdict for verdict, _ in shown["opening"]} == {"legal", "illegal"}


def test_procedure_is_shown_by_plays_of_the_kit() -> None:
    shown = {
        rule.id: {example.verdict: example.said for example in rule.examples} for rule in reference("argentino").rules
    }
    assert shown["players"]["legal"].en.startswith("with 4 players, deal")
    assert shown["players"]["illegal"].es.startswith("de a 5, repartir")
    assert "dealer's opponent begins" in shown["starter"]["legal"].en
    assert "the dealer begins" in shown["starter"]["illegal"].en
    assert "to the dealer's left begins" in shown["turn-direction"]["illegal"].en
    assert shown["upcard"]["illegal"].en.startswith("deal, no card turned up: a card is turned up")
    assert "the other +50" in shown["cut-bonus"]["worth"].en
    assert "the match goes on" in shown["ties"]["worth"].en
    for clause in ("wild-balance", "wilds-adjacent"):
        found = next(rule for rule in reference("reglamento").rules if rule.id == clause)
        assert "legal" in {example.verdict for example in found.examples}


@pytest.mark.parametrize("name", DEEP)
def test_a_case_of_a_clause_is_answered_so_by_the_variant_and_otherwise_by_a_change_of_it(name: str) -> None:
    variant = load_variant(name)
    kit = {case.id: case for case in nearest_kit(variant).cases}
    counted = 0
    for written in reference(name).rules:
        clause = variant.clause(written.key)
        for entry in written.cases:
            case = kit[entry.id]
            assert ask(case.question, variant) == case.result, entry.id
            changes = [m.variant for p in clause.values for m in mutants_of(variant, p) if m.id in case.mutants]
            assert any(ask(case.question, changed) != case.result for changed in changes) or not changes
            counted += 1
    assert counted > 80


def test_a_house_rule_takes_no_case_that_it_answers_otherwise(tmp_path: Path) -> None:
    path = house(tmp_path, rule("four-at-least", "set.min = 4\nset.max = 4", replaces='"set-size"'))
    found = document(load_variant(path), timeout=0)
    for written in found.rules:
        for case in written.cases:
            assert case.id.startswith("is_meld") is False or not case.title.en.startswith("3s 3h 3d →")
    assert sum(len(written.cases) for written in found.rules) > 100


@pytest.mark.parametrize("name", DEEP)
def test_meld_clauses_have_a_legal_example_and_an_illegal_one_or_say_why_not(name: str) -> None:
    for written in reference(name).rules:
        verdicts = {example.verdict for example in written.examples}
        complete = verdicts >= {"legal", "illegal"} or "worth" in verdicts or written.status == "not-encoded"
        assert complete != bool(written.missing.en), written.key


@pytest.mark.parametrize("name", DEEP)
def test_nothing_lacks_a_language(name: str) -> None:
    found: Any = reference(name).to_dict()
    jsonschema.validate(found, json.loads((files("meldproof.reference") / "schemas/reference.json").read_text()))

    def texts(value: Any) -> None:
        if isinstance(value, dict) and value.keys() == {"en", "es"}:
            assert bool(value["en"]) == bool(value["es"]), value
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            texts(inner)

    texts(found)


@pytest.mark.parametrize("name", DEEP)
def test_every_clause_is_traced_but_those_whose_reason_is_shown(name: str) -> None:
    for written in reference(name).rules:
        assert written.is_traced, written.key
        if written.status == "not-encoded":
            assert written.reason.en
            assert written.reason.es


@pytest.mark.parametrize("name", PLAYED)
def test_a_turn_and_a_score_can_be_followed(name: str) -> None:
    found = reference(name)
    assert len(found.setup) >= 4
    assert len(found.turn) >= 3
    turn = [step.said.en for step in found.sample_turn]
    assert turn[0].startswith("You hold")
    assert len(turn) >= 3
    hands = [step.rows[-1].slots for step in found.sample_turn if step.rows]
    assert len(hands[-1]) < len(hands[0])  # something was laid or discarded
    total = re.search(r"you ([+-]\d+), the other ([+-]\d+)", found.sample_score[-1].said.en)
    assert total is not None
    lines = [(step.said.en.partition(":")[0], int(step.said.en.rstrip(".").rpartition(" ")[2]))
             for step in found.sample_score[1:-1]]  # fmt: skip
    assert tuple(map(int, total.groups())) == tuple(
        sum(points for who, points in lines if who == name) for name in ("You", "The other")
    )


@pytest.mark.parametrize("name", [file.id for file in variant_files()])
def test_a_knock_that_is_scored_leaves_no_more_than_the_rules_allow(name: str) -> None:
    variant = load_variant(name)
    match = sample_deal(variant)
    if match is None or match.deal is None or match.deal.spread is None:
        assert variant.settings.close.by != "knock" or match is None
        return
    left = match.deal.spread.deadwood
    assert loosest_limits(variant.settings).allow(hand_points(match, left), len(left))


@pytest.mark.parametrize("name", PLAYED)
def test_why_a_score_comes_about_is_said_in_spanish_on_a_spanish_page(name: str) -> None:
    for step in reference(name).sample_score[1:]:
        english, spanish = (step.said[language].rpartition(":")[0].partition(": ")[2] for language in ("en", "es"))
        assert bool(english) == bool(spanish)
        assert not english or english != spanish, step.said


def test_what_cards_are_worth_stands_at_a_glance() -> None:
    said = {name: {what.en: says.en for what, says in reference(name).glance}["Points"] for name in DEEP}
    assert said["argentino"] == "3–7: 5; 8–K: 10; A: 15; a wild 2: 20; a joker: 50"
    assert said["gin"] == "2 to 10: their number; J–K: 10; A: 1"
    assert said["rummy-500"] == "2 to 10: their number; J–K: 10; A: 15, but 1 at the low end of a run; a joker: 15"
    assert said["fichas"].endswith("a joker: by the tile it stands for, 50 in hand")


def test_ranks_that_are_worth_what_is_printed_on_them_are_said_in_one() -> None:
    said = {name: value_said("points.ranks", load_variant(name).plain()["points.ranks"]) for name in DEEP}
    assert said["gin"] == Text("2 to 9: their number; 10–K: 10", "del 2 al 9: su número; 10–K: 10")
    assert said["argentino"].en == "2: 20; 3–7: 5; 8–K: 10"
    assert said["fichas"].en == "2 to 13: their number"
    assert value_said("points.ranks", {"2": 2, "4": 4, "6": 6}).en == "2: 2; 4: 4; 6: 6"


@pytest.mark.parametrize("name", DEEP)
def test_a_theorem_stands_once_on_a_page_and_clauses_lead_to_its_level(name: str) -> None:
    made = html_page(reference(name))
    for entry in reference(name).theorems:
        assert made.count(f">{entry.name}<") == 1
    levels = {level for rule in reference(name).rules for level, _ in rule.looked_at}
    assert levels
    assert all(f'id="theorems-{level}"' in made for level in levels)
    assert all(sum(number for _, number in rule.looked_at) == len(rule.theorems) for rule in reference(name).rules)


def test_ranks_of_equal_worth_are_a_span_only_where_they_follow_each_other() -> None:
    points = {"2": 2, "3": 3, "4": 9, "5": 5, "6": 6, "7-8": 10, "9": 9, "T-K": 10}
    house = with_values(load_variant("gin"), {"points.ranks": points})
    assert worth_words(house.settings)[0] == "2–3, 5–6, 9–10: their number; 4: 9; 7–8, J–K: 10; A: 1"


# The pages


class Page(HTMLParser):
    """The ids, links, picture texts and tags of a page, and whether its tags are closed in order."""

    void = frozenset({"meta", "link", "br", "hr", "img", "input", "rect", "path", "use"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.open: list[str] = []
        self.unnamed: list[str] = []
        self.headings: list[int] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] += 1
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if given.get("href"):
            self.links.append(str(given["href"]))
        if given.get("role") == "img" and not given.get("aria-label"):
            self.unnamed.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.void:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open, f"</{tag}> without a beginning"
            assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DEEP)
def test_the_page_is_sound_and_needs_nothing_from_outside(name: str, language: Any) -> None:
    text = html_page(reference(name), language)
    page = Page(text)
    assert page.open == []
    assert page.unnamed == []
    assert [name for name, number in Counter(page.ids).items() if number > 1] == []
    assert {link for link in page.links if not (link.startswith("#") and link[1:] in page.ids)} == set()
    assert page.tags["script"] == page.tags["img"] == page.tags["link"] == 0
    assert re.findall(r"(?:https?:)?//[a-z]", text.replace("http://www.w3.org/2000/svg", "")) == []
    assert f'<html lang="{language}">' in text
    assert page.headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in zip(page.headings, page.headings[1:], strict=False))
    for written in reference(name).rules:
        assert written.id in page.ids


def test_what_a_rule_file_says_is_text_and_never_markup(tmp_path: Path) -> None:
    path = house(
        tmp_path,
        rule("<b>", 'turn.direction = "left"').replace('id = "<b>"', 'id = "way"\nreplaces = "turn-direction"'),
    )
    path.write_text(path.read_text().replace("As we play.", "<script>alert(1)</script> & <b>"))
    found = document(load_variant(path), timeout=0)
    text = html_page(found)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert Page(text).open == []


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_texts_have_the_contrast_that_wcag_aa_asks_for() -> None:
    schemes = re.findall(r":root \{([^}]*)\}", style("style"))
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", scheme))
        for ink in ("ink", "soft", "link", "yes", "no", "gold"):
            for ground in ("page", "box"):
                assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_holds_every_clause_and_example(language: Any) -> None:
    found = reference("gin")
    text = markdown_page(found, language)
    for written in found.rules:
        assert written.text[language] in text
        for example in written.examples:
            assert all(cards in text for cards in example.notation.split(" | "))


# House variants


def test_a_changed_rule_changes_its_examples_and_stands_in_its_place(tmp_path: Path) -> None:
    path = house(
        tmp_path,
        rule("four-at-least", "set.min = 4\nset.max = 4", replaces='"set-size"'),
    )
    found = document(load_variant(path), timeout=20)
    assert found.extends == "argentino"
    melds = next(section for section in found.sections if section.id == "melds")
    assert melds.rules[0].key == "house/four-at-least"
    shown = {example.verdict: example.notation for example in melds.rules[0].examples}
    assert shown == {"legal": "3s 3h 3d 3c", "illegal": "3s 3h 3d"}


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_every_single_change_of_a_rule_can_be_written_down(name: str) -> None:
    variant = load_variant(name)
    for mutant in mutants(variant):
        clauses = mutant.variant.clauses
        assert sorted(c.key for group in grouped(clauses).values() for c in group) == sorted(c.key for c in clauses)
        found = document(mutant.variant, timeout=0)
        assert {rule.key for rule in found.rules} == {clause.key for clause in clauses}
        assert Page(html_page(found, "es")).open == []


# The commands


def test_the_command_writes_html_markdown_and_json(tmp_path: Path) -> None:
    done = run("reference", "gin", "--format", "markdown", "--lang", "es")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("# Reglas de")
    page = tmp_path / "gin.html"
    done = run("reference", "gin", "--out", page, "--json")
    assert json.loads(done.stdout) == {"variant": "gin", "format": "html", "file": str(page)}
    assert page.read_text(encoding="utf-8") == html_page(reference("gin"))
    done = run("reference", "gin", "--json")
    assert json.loads(done.stdout) == json.loads(json.dumps(reference("gin").to_dict()))


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("argentino", "as", "--lang", "es"), 0, "argentino/ace-values"),
        (("argentino", "COMODÍN", "junto", "--lang", "es"), 0, "argentino/wilds-not-adjacent"),
        (("argentino", "comodin", "juntos", "--lang", "es"), 0, "nunca dos comodines juntos"),
        (("gin", "undercuts"), 0, "gin/"),
        (("gin", "elephant"), 1, "no clause of Gin says 'elephant'"),
        (("gin", "elefante", "--lang", "es"), 1, "Gin"),
    ],
)
def test_a_clause_is_found_by_its_words(arguments: tuple[str, ...], status: int, says: str) -> None:
    done = run("rule", *arguments)
    assert (done.returncode, done.stderr) == (status, "")
    assert says in done.stdout
    assert "las cartas se dan" not in done.stdout.casefold()  # "las" is not "as"


@pytest.mark.parametrize(
    ("file", "begins"),
    [("gin.md", b"# The rules"), ("gin.json", b"{"), ("gin.html", b"<!DOCTYPE"), ("gin", b"<!DOCTYPE")],
)
def test_a_file_holds_what_its_name_says(tmp_path: Path, file: str, begins: bytes) -> None:
    assert run("reference", "gin", "--out", file, cwd=tmp_path).returncode == 0
    assert (tmp_path / file).read_bytes().startswith(begins)


def unpacked(pdf: bytes) -> bytes:
    """What a PDF holds in its streams that are compressed, after what it holds plainly."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return pdf + b"".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")


def test_a_pdf_is_a_book_and_a_sheet_has_two_pages(tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    for form, file, pages in (("pdf", "casa.pdf", range(10, 99)), ("sheet", "sheet.PDF", (1, 2))):
        arguments = ("--format", form) if form == "sheet" else ()
        done = run("reference", "argentino", "--lang", "es", "--out", file, *arguments, "--json", cwd=tmp_path)
        assert json.loads(done.stdout) == {"variant": "argentino", "format": form, "file": file}
        made = (tmp_path / file).read_bytes()
        assert made.startswith(b"%PDF")
        assert int(re.findall(rb"/Count (\d+)", unpacked(made))[0]) in pages


@pytest.mark.parametrize("name", DEEP)
def test_a_page_for_paper_has_every_card_in_its_place_and_hides_nothing_of_a_rule(name: str) -> None:
    text = html_page(reference(name), "es", whole=True)
    assert "<use" not in text
    assert text.count('class="mr-face"') == html_page(reference(name), "es").count('class="mr-face"') > 50
    assert "details" not in "".join(re.findall(r"([^{}]*)\{[^{}]*display: none", style("book")))
    assert "font-size: 10.5pt" in style("book")


def test_a_new_house_variant_is_its_base_until_changed_and_its_reference_builds(tmp_path: Path) -> None:
    for name in DEEP:
        done = run("new", f"our-{name}", "--extends", name, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        made = load_variant(tmp_path / f"our-{name}.toml")
        assert made.plain() == load_variant(name).plain()
    assert run("reference", "our-gin.toml", "--out", "page.html", cwd=tmp_path).returncode == 0
    assert "a house variant of gin" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DEEP)
def test_every_commented_clause_of_a_new_file_works_when_uncommented(tmp_path: Path, name: str) -> None:
    assert run("new", "ours", "--extends", name, "--out", tmp_path / "ours.toml").returncode == 0
    path = tmp_path / "ours.toml"
    head, *blocks = path.read_text(encoding="utf-8").split("\n# [[clause]]\n")
    assert len(blocks) > 30
    path.write_text(head + "".join("\n[[clause]]\n" + re.sub("(?m)^# ", "", block) for block in blocks))
    path.write_text(re.sub(r"(?m)^(?=[A-Z][^=\n]*$)", "# ", path.read_text()))
    base, made = load_variant(name), load_variant(path)
    assert made.plain() == base.plain()
    assert all(key.startswith("ours/") for key in made.provenance.values())


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("reference", "nowhere"), "no variant"),
        (("reference", "gin", "--json", "--format", "html"), "--out"),
        (("reference", "gin", "--out", "no/such/folder/x.html"), "can't write"),
        (("reference", "gin", "--format", "pdf"), "--out FILE.pdf"),
        (("reference", "gin", "--format", "sheet"), "--out FILE.pdf"),
        (("reference", "gin", "--format", "html", "--out", "gin.pdf"), "gin.pdf would hold html"),
        (("reference", "gin", "--format", "json", "--out", "gin.PDF"), "gin.PDF would hold json"),
        (("reference", "gin", "--format", "pdf", "--out", "gin.html"), "gin.html would hold pdf"),
        (("new", "Our House", "--extends", "gin"), "no id"),
        (("new", "../x", "--extends", "gin"), "no id"),
        (("new", "x" * 81, "--extends", "gin"), "no id"),
        (("new", "ours", "--extends", "nowhere"), "no variant"),
        (("new", "ours", "--extends", "gin", "--set", "run.max=5"), "--set"),
        (("new", "there", "--extends", "gin"), "is there already"),
        (("new", "gin", "--extends", "gin"), "our-gin"),
    ],
)
def test_bad_input_gets_one_clear_line(tmp_path: Path, arguments: tuple[str, ...], hint: str) -> None:
    (tmp_path / "there.toml").write_text("")
    done = run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert (tmp_path / "there.toml").read_text() == ""


def test_a_base_named_by_its_path_is_found_from_another_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    house(tmp_path / "a", extends="gin", name="base.toml")
    done = run("new", "ours", "--extends", "a/base.toml", "--out", "b/ours.toml", cwd=tmp_path)
    assert done.returncode == 0
    assert load_variant(tmp_path / "b" / "ours.toml").plain() == load_variant("gin").plain()


def test_no_search_without_time() -> None:
    found = document(load_variant("gin", settings={"run.max": 7}), timeout=0)
    assert len(found.rules) == len(load_variant("gin", settings={"run.max": 7}).clauses)
    with pytest.raises(MeldproofError):
        document(load_variant("nowhere"))


# What is recorded


@pytest.mark.slow  # a change of spec/ asks for `python -m meldproof.reference.recording`, which takes minutes
@pytest.mark.parametrize("name", DEEP)
def test_every_change_that_a_reference_asks_for_is_recorded(name: str) -> None:
    variant = load_variant(name)
    missing = [
        mutant.id
        for clause in variant.clauses
        for mutant, level in changes(variant, clause)
        if key_of(variant, mutant, level) not in recorded()
    ]
    assert missing == []


def test_a_record_that_is_not_true_here_is_not_used() -> None:
    variant = load_variant("gin")
    mutant = next(mutant for mutant in mutants_of(variant, "set.min") if mutant.value == 2)
    wrong = StoredAnswer(CardCase("is_meld", ("2s", "2h", "2d")), smallest=True)
    right = StoredAnswer(CardCase("is_meld", ("2s", "2h")), smallest=True)
    assert again(variant, mutant.variant, wrong) is None
    assert again(variant, mutant.variant, right) is not None
    assert again(variant, mutant.variant, StoredAnswer(CardCase("is_meld", ("ZZ",)))) is None


@pytest.mark.parametrize("name", DEEP)
def test_where_tiles_are_played_with_no_card_is_spoken_of(name: str) -> None:
    variant = load_variant(name)
    if variant.deck().style != "tiles":
        return
    page = document(variant)
    for language, word in (("es", r"\b[Cc]artas?\b"), ("en", r"(?<![/-])\b[Cc]ards?\b(?!-)")):
        lines = markdown_page(page, language).splitlines()[:-1]  # the last says how all pages are made
        assert [line for line in lines if re.search(word, re.sub(r"\(\w+/[\w-]+:", "", line))] == []
