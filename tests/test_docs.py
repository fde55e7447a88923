"""The project's own pages: every variant and every pair has its page, and the Spanish ones are Spanish throughout."""

from __future__ import annotations

import csv
import re
import runpy
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from depth import EVERY

pytest.importorskip("sphinx")
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

DOCS = Path(__file__).parents[1] / "docs"
MADE = runpy.run_path(str(DOCS / "make_pages.py"))
SPANISH = DOCS / "locale" / "es" / "LC_MESSAGES"
DOCSTRING = re.compile(r"(^|/)of$|^meldproof\.")
"""Where a docstring comes from: one that has changed since it was translated stands in English (python.md says so)."""
SAME = re.compile(r"[\d.,;:/ ]+|[\w-]+ \d+\.\d+\.\d+.*|\w+: `[^`]+`")
"""Numbers, names with their versions, a file with its language: the same in every language."""

MEASURED = frozenset(
    cell
    for path in (DOCS / "_static" / "benchmarks").glob("*.csv")
    for row in csv.reader(path.read_text(encoding="utf-8").splitlines())
    for cell in row[1:]
)
"""Figures that are measured again and again; what was measured, in the first column, is translated."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", EVERY)
def test_every_variant_has_its_pages(name: str, language: str) -> None:
    assert f"```{{rummy:variant}} {name}\n" in MADE["text_of"](f"rules/{name}", language)
    assert f"```{{rummy:trace}} {name}\n" in MADE["text_of"](f"trace/{name}", language)
    assert f"]({name}.md)" in MADE["list_for"]("rules/index", language)


@pytest.mark.parametrize(("page", "directive"), [("compare/index", "chooser"), ("rules/disputes", "disputes")])
def test_every_variant_can_be_compared_and_has_its_disputes_shown(page: str, directive: str) -> None:
    assert MADE["MARK"] in (DOCS / f"{page}.md").read_text(encoding="utf-8")
    (named,) = re.findall(rf"\{{rummy:{directive}\}} (.*)", MADE["list_for"](page, "en"))
    assert sorted(named.split()) == sorted(EVERY)


def test_every_family_of_more_than_one_has_a_page_that_compares_it() -> None:
    for family, group in MADE["groups"]().items():
        (named,) = re.findall(r"\{rummy:matrix\} (.*)", MADE["text_of"](f"compare/{family}", "es"))
        assert named.split() == [one.file.id for one in group]
        assert f"\n{family}\n" in MADE["list_for"]("compare/index", "en")


def test_pages_of_variants_that_are_gone_go_too(tmp_path: Path) -> None:
    for folder in ("rules", "trace", "compare"):
        (tmp_path / folder).mkdir()
    (tmp_path / "rules" / "gone.md").write_text(MADE["STUB"])
    (tmp_path / "rules" / "words.md").write_text("# Words\n")
    MADE["write"](tmp_path)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert there == {"rules/words.md", *(f"{page}.md" for page in MADE["pages"]())}


# Spanish


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Every text to translate of the pages as they are."""
    out = tmp_path_factory.mktemp("gettext")
    command = [sys.executable, "-m", "sphinx", "-b", "gettext", "-q", "-D", "needs_build_json=0", str(DOCS), str(out)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with (out / "meldproof.pot").open(encoding="utf-8") as file:
        return read_po(file)


def spanish(name: str) -> dict[str, Message]:
    with (SPANISH / name).open(encoding="utf-8") as file:
        return {str(message.id): message for message in read_po(file) if message.id}


def places(message: Message) -> list[str]:
    return [str(place) for place, _ in message.locations]


def test_every_text_of_the_pages_is_in_spanish(messages: Catalog) -> None:
    there = spanish("meldproof.po")
    missing = [
        (places(message)[:1], message.id)
        for message in messages
        if message.id
        and message.id not in there
        and not SAME.fullmatch(str(message.id))
        and message.id not in MEASURED
        and not all(DOCSTRING.search(place) for place in places(message))
    ]
    assert missing == [], "translate them in docs/locale/es"


def test_no_translation_is_left_of_a_text_that_is_gone(messages: Catalog) -> None:
    asked = {str(message.id) for message in messages}
    gone = [text for text in spanish("meldproof.po") if text not in asked]
    assert gone == []


@pytest.mark.parametrize("name", ["meldproof.po", "sphinx.po"])
def test_no_translation_is_empty_fuzzy_or_the_english_again(name: str) -> None:
    for text, message in spanish(name).items():
        assert message.string, text
        assert not message.fuzzy, text
        if message.string == text:  # code, names, and words that are the same
            words = re.sub(r"`[^`]*`", "", text).split()
            assert len(words) <= 3, text


def code(text: str) -> list[str]:
    """The code in a text; what stands for something (`NAME`) may be said in Spanish."""
    return sorted(re.sub(r"[A-ZÁÉÍÓÚÑ]{2,}", "_", found) for found in re.findall(r"`[^`]+`", text))


def test_code_in_a_text_is_the_same_in_its_translation() -> None:
    for text, message in spanish("meldproof.po").items():
        assert code(text) == code(str(message.string)), text
        assert re.findall(r"\]\(([^)]+)\)", text) == re.findall(r"\]\(([^)]+)\)", str(message.string)), text


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS)))
def test_a_table_ends_with_an_empty_line(page: Path) -> None:
    """A paragraph right below a table becomes rows of it."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for row, below in pairwise(text.splitlines()):
        assert not (row.startswith("|") and below.strip() and not below.startswith("|")), below
