"""The domain `rummy` in somebody else's Sphinx project: pages, links, index, search, house variants, faults."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from houses import TOUCHING, house, rule

from meldproof.variants.loading import load_variant
from meldproof.variants.vocabulary import parameters

pytest.importorskip("sphinx")

CONF = 'project = "house"\nextensions = ["sphinx_needs", "meldproof.reference"]\nrummy_spec_path = ["rules"]\nlanguage = "{language}"\nrummy_cache = r"{cache}"\n'
PAGE = """House rules
===========

.. rummy:variant:: house
"""
TALK = """Talk
====

Touching wilds: :rummy:clause:`house/wilds-may-touch`, in :rummy:variant:`house`.

.. rummy:clause:: house/wilds-may-touch

.. rummy:meld:: house 4s 5s JK=6s 2d

.. rummy:meld:: gin 4s 5s 7s

.. rummy:compare:: gin gin

.. rummy:matrix:: house argentino

.. rummy:chooser:: house argentino gin

.. rummy:disputes:: house gin

.. rummy:parameters::

.. rummy:trace:: house

.. rummy:words::
"""
MASTER = "Start\n=====\n\n.. toctree::\n\n   page\n   talk\n"


SILENT = rule(
    "table-talk",
    status='"not-encoded"',
    reason='{ en = "What is said at the table moves no card.", es = "Lo que se dice en la mesa no mueve cartas." }',
)


def project(
    folder: Path,
    language: str = "en",
    clauses: tuple[str, ...] = (TOUCHING, SILENT),
    extends: str = "argentino",
    **pages: str,
) -> Path:
    source = folder / "source"
    (source / "rules").mkdir(parents=True)
    house(source / "rules", *clauses, extends=extends)
    (source / "conf.py").write_text(
        CONF.format(language=language, cache=folder.parents[1] / "rummy-cache"), encoding="utf-8"
    )
    for name, text in {"index": MASTER, "page": PAGE, "talk": TALK, **pages}.items():
        (source / f"{name}.rst").write_text(text, encoding="utf-8")
    return source


def build(source: Path, builder: str = "html", *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-b", builder, "-W", "--keep-going", "-q", *more, str(source)]
    out = source.parent / builder
    return subprocess.run([*command, str(out)], capture_output=True, encoding="utf-8", timeout=300, check=False)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = project(tmp_path_factory.mktemp("english"))
    done = build(source)
    assert (done.returncode, done.stderr) == (0, "")
    return source.parent / "html"


def test_a_clause_is_a_target_that_pages_link_to(english: Path) -> None:
    page = (english / "page.html").read_text(encoding="utf-8")
    assert 'id="rummy-house-wilds-may-touch"' in page
    assert 'id="rummy-argentino-set-size"' in page
    talk = (english / "talk.html").read_text(encoding="utf-8")
    assert 'href="page.html#rummy-house-wilds-may-touch"' in talk
    assert 'href="page.html#rummy-house"' in talk


def test_every_parameter_stands_in_the_table_with_its_meaning(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    table = talk[talk.index('id="rummy-parameters-equipment"') :]
    for parameter in parameters().values():
        assert f'<span class="pre">{parameter.name}</span>' in table
        assert html.escape(parameter.en, quote=False).replace("'", "’") in table


def test_every_card_that_a_page_uses_is_drawn_on_it_once(english: Path) -> None:
    for name in ("page", "talk"):
        text = (english / f"{name}.html").read_text(encoding="utf-8")
        used = set(re.findall(r'href="#(mr-[^"]+)"', text))
        drawn = re.findall(r'<g id="(mr-[^"]+)"', text)
        assert used
        assert sorted(drawn) == sorted(used)


def test_pages_read_by_several_processes_draw_every_card_in_four_colours(tmp_path: Path) -> None:
    pages = {f"p{n}": f"Page {n}\n======\n\n.. rummy:meld:: gin {n}s {n}h {n}d\n" for n in range(2, 9)}
    index = "Start\n=====\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in (*pages, "page", "talk"))
    plain = {"page": "Page\n====\n\nNothing.\n", "talk": "Talk\n====\n\nNothing.\n"}
    source = project(tmp_path, clauses=(), extends="gin", index=index, **pages, **plain)
    drawn = {}
    for colours in (False, True):
        with (source / "conf.py").open("a", encoding="utf-8") as conf:
            conf.write(f"rummy_four_colour = {colours}\n")
        done = build(source, "html", "-j", "2")
        assert (done.returncode, done.stderr) == (0, "")
        for name in pages:
            text = (tmp_path / "html" / f"{name}.html").read_text(encoding="utf-8")
            assert set(re.findall(r'href="#(mr-[^"]+)"', text)) == set(re.findall(r'<g id="(mr-[^"]+)"', text))
        drawn[colours] = (tmp_path / "html" / "p5.html").read_text(encoding="utf-8")
    assert drawn[True] != drawn[False]
    assert drawn[True].count("mp-blue") > drawn[False].count("mp-blue")


def test_the_verdict_stands_beside_the_cards(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    assert "<b>✓ Allowed.</b> A run, 80 points" in talk
    assert "<b>✗ Not allowed.</b> No meld: the cards do not follow one another" in talk
    assert "They agree in every rule." in talk


def test_sentences_theorems_and_cases_are_needs_that_link_to_their_clauses(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    table = re.search(r'<table class="NEEDS_TABLE.*?</table>', talk, re.DOTALL)
    assert table is not None
    rows = re.findall(r'<tr class="need[^>]*>(.*?)</tr>', table[0], re.DOTALL)
    page = (english / "page.html").read_text(encoding="utf-8")
    assert len(rows) == len(
        re.findall('id="rummy-(?:house|argentino|vocabulary)-(?!section|theorems|sample)[a-z_.-]+"', page)
    )
    changed = next(row for row in rows if "house/wilds-may-touch" in row)
    assert 'href="page.html#house/wilds-may-touch"' in changed
    assert 'id="house/wilds-may-touch"' in page
    inherited = next(row for row in rows if "house/argentino/set-size" in row)
    assert 'href="#house/S000-12"' in inherited
    assert '<p id="house/S000-12"' in talk
    assert re.search(r'<p id="house/is_meld-set-min-[0-9a-f]{6}"', talk)  # a case of the kit of what it extends
    assert "What is said at the table moves no card" in table[0]  # the reason of what is not encoded


def test_a_page_of_traces_without_sphinx_needs_says_what_to_add(tmp_path: Path) -> None:
    source = project(tmp_path, clauses=(), extends="gin", talk="Talk\n====\n\n.. rummy:trace:: house\n")
    conf = source / "conf.py"
    conf.write_text(conf.read_text(encoding="utf-8").replace('"sphinx_needs", ', ""), encoding="utf-8")
    done = build(source)
    assert done.returncode != 0
    assert "talk.rst:4" in done.stderr
    assert 'add "sphinx_needs" to `extensions`' in done.stderr
    assert "Traceback" not in done.stderr


def test_any_two_variants_are_compared_on_one_page_with_a_chooser(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    pairs = re.findall(r'<div class="mr-pair[^"]*" id="compare-([a-z-]+)"', talk)
    assert pairs == ["house-argentino", "house-gin", "argentino-gin"]
    assert talk.count("<select>") == talk.count("</select></label>") == 2
    assert talk.count('<option value="gin"') == 2


def test_variants_of_which_no_pair_is_told_ahead_are_compared_by_what_the_page_holds_of_them(tmp_path: Path) -> None:
    names = ("gin", "argentino", "fichas")
    chooser = f"Start\n=====\n\n.. rummy:chooser:: {' '.join(names)}\n   :told: gin argentino\n\n.. toctree::\n\n   page\n   talk\n"
    plain = {"page": "Page\n====\n\nNothing.\n", "talk": "Talk\n====\n\nNothing.\n"}
    source = project(tmp_path, "es", clauses=(), extends="gin", index=chooser, **plain)
    done = build(source, "html", "-D", "suppress_warnings=rummy")
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<div class="mr-pair[^"]*" id="compare-([a-z-]+)"', text) == ["gin-argentino"]
    (written,) = re.findall(r'<script type="application/json" class="mr-values">(.*?)</script>', text)
    found = json.loads(written)
    assert found["rule"] == "regla"
    rules = {rule["name"]: rule for rule in found["rules"]}
    for one, other in combinations(map(load_variant, names), 2):
        before, after = one.plain(), other.plain()
        for name in before.keys() | after.keys():
            said = rules[name]["said"] if name in rules else {}
            assert (before.get(name) != after.get(name)) == (said.get(one.id) != said.get(other.id)), name
    assert rules["deal.cards"]["words"][rules["deal.cards"]["said"]["fichas"]] == "14"


def test_a_matrix_speaks_in_words(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    table = talk[talk.index('id="rummy-matrix-equipment"') : talk.index('id="rummy-parameters-equipment"')]
    for word in (">at the low end or at the high end, not at both<", ">yes<", ">no<", ">from 2: 1; from 3: 2<"):
        assert word in table, word
    for code in (">true<", ">false<", ">either<", "&quot;"):
        assert code not in table, code


def test_disputes_are_sections_by_question_with_every_reading(english: Path) -> None:
    talk = (english / "talk.html").read_text(encoding="utf-8")
    part = talk[talk.index('id="dispute-') :]
    assert "<h2>Who deals next?<" in part
    for name in ("argentino", "gin"):
        for clause in load_variant(name).clauses:
            for reading in clause.readings:
                assert f"--reading {reading.id}</span>" in part.replace('</span> <span class="pre">', " "), reading.id


def test_the_search_finds_clauses_first_and_neither_pictures_nor_formulas(english: Path) -> None:
    searched = (english / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(searched[searched.index("{") : searched.rindex("}") + 1])
    shown = [entry[-1] for entry in found["objects"][""]]
    assert any(name.startswith("house/wilds-may-touch: ") for name in shown)
    assert list(found["objects"]) == [""]
    assert {entry[2] for entry in found["objects"][""]} == {0}
    terms = set(found["terms"])
    assert not {"p1", "w1", "adjacent:"} & terms


def test_clauses_are_in_the_index_the_search_and_the_inventory(english: Path) -> None:
    index = (english / "rummy-clauses.html").read_text(encoding="utf-8")
    assert "page.html#rummy-house-wilds-may-touch" in index
    searched = (english / "searchindex.js").read_text(encoding="utf-8")
    assert "wilds-may-touch" in searched
    assert '"shuffler' in searched or "shuffler" in searched


def test_colours_turn_dark_only_where_the_theme_says_so(english: Path) -> None:
    style = (english / "_static" / "rummy.css").read_text(encoding="utf-8")
    for block in re.findall(r"@media screen and \(prefers-color-scheme: dark\) \{(.*)\}\n", style):
        assert all("[data-theme=" in rule for rule in re.findall(r"([^{}]+)\{[^}]*\}", block) if rule.strip())
    assert '[data-theme="dark"] .mr-drawings .mp-face{fill:' in style


def test_nothing_comes_from_the_network(english: Path) -> None:
    for path in [*english.glob("*.html"), english / "_static" / "rummy.css"]:
        for link in re.findall(r'(?:src|href)="(https?://[^"]+)"|url\((https?://[^)]+)\)', path.read_text("utf-8")):
            assert "sphinx-doc.org" in "".join(link) or "alabaster" in "".join(link), (path.name, link)


def test_spanish_pages_use_the_words_of_the_game(tmp_path: Path) -> None:
    page = "Rummy\n=====\n\n.. rummy:variant:: argentino\n"
    source = project(tmp_path, "es", page=page, talk="Charla\n======\n\n:rummy:clause:`argentino/set-size`\n")
    done = build(source)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "html" / "page.html").read_text(encoding="utf-8")
    for word in ("pierna", "escalera", "morrucho", "mono", "pozo", "descarte", "Se puede", "Cláusulas"):
        assert word in page or word in (tmp_path / "html" / "rummy-clauses.html").read_text(encoding="utf-8"), word
    assert "Not allowed" not in page


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (".. rummy:variant:: nowhere\n", "no variant"),
        (".. rummy:clause:: gin/nothing\n", "no clause"),
        (".. rummy:clause:: gin\n", "VARIANT/CLAUSE"),
        (".. rummy:meld:: gin 4s 5s ZZ\n", "ZZ"),
        (".. rummy:meld:: gin\n", "2 argument"),
        (".. rummy:compare:: gin nowhere\n", "no variant"),
        (":rummy:clause:`gin/no-such`\n", "gin/no-such"),
        (".. rummy:trace:: nowhere\n", "no variant"),
        (".. rummy:matrix:: gin nowhere\n", "no variant"),
    ],
)
def test_a_fault_names_its_line_and_fails_the_build(tmp_path: Path, text: str, hint: str) -> None:
    source = project(tmp_path, clauses=(), extends="gin", page="Page\n====\n\n" + text, talk="Talk\n====\n\nNothing.\n")
    done = build(source)
    assert done.returncode != 0
    assert "page.rst:4" in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_clause_that_nothing_stands_behind_fails_the_build(tmp_path: Path) -> None:
    text = rule("a-custom", status='"not-encoded"') + 'reason = "A custom of ours."\n'
    source = project(tmp_path, clauses=(text,), extends="gin", talk="Talk\n====\n\nNothing.\n")
    assert build(source).returncode == 0
    assert "A custom of ours." in (tmp_path / "html" / "page.html").read_text(encoding="utf-8")
    house(source / "rules", rule("a-saying"), extends="gin")
    done = build(source)
    assert done.returncode != 0
    assert "house/a-saying has no theorem" in done.stderr


def test_other_builders_get_the_text(tmp_path: Path) -> None:
    done = build(project(tmp_path, clauses=(), extends="gin", talk="Talk\n====\n\nNothing.\n"), "text")
    assert (done.returncode, done.stderr) == (0, "")
    assert "A set is three or four cards of one rank." in (tmp_path / "text" / "page.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_projects_own_pages_build_in_both_languages_without_a_warning(tmp_path: Path) -> None:
    docs = Path(__file__).parents[1] / "docs"
    done = subprocess.run(
        [sys.executable, str(docs / "build.py"), str(tmp_path)], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    for language, other in (("en", "es"), ("es", "en")):
        for page in (tmp_path / language).rglob("*.html"):
            name = page.relative_to(tmp_path / language)
            text = page.read_text(encoding="utf-8")
            for link in re.findall(rf'href="((?:\.\./)+{other}/[^"]+)"', text):
                assert (page.parent / link).resolve().exists() or name.name in ("genindex.html", "search.html"), link
