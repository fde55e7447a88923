"""What a page carries besides its text, in every form that Sphinx builds: pictures, examples, glances, turns, readings."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sphinx")
from docutils import nodes
from test_sphinx_extension import build, project

from meldproof.reference.build import document
from meldproof.reference.document import Document, Row
from meldproof.reference.sphinx_extension.carrying import CardRow, carried
from meldproof.variants.loading import load_variant

TALK = "Talk\n====\n\n.. rummy:clause:: fichas/set-size\n\n.. rummy:meld:: gin 4s 5s 7s\n"
VARIANT = "house"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A variant with examples, readings, a turn and a score on a page."""
    made = project(tmp_path_factory.mktemp("books"), clauses=(), extends="argentino", talk=TALK)
    conf = made / "conf.py"
    more = 'copyright = version = "1"\nlatex_engine = "xelatex"\n'
    conf.write_text(conf.read_text(encoding="utf-8").replace('"sphinx_needs", ', "") + more, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def found(source: Path) -> Document:
    return document(load_variant(source / "rules" / "house.toml"))


def squeezed(text: str) -> str:
    return re.sub(r"[\s*\"|+`=-]+", "", text)


def texts(found: Document) -> Iterator[str]:
    """All that a page says of a variant, but the formal part of its clauses."""
    yield from (said["en"] for pair in found.glance for said in pair)
    yield from (step["en"] for step in (*found.setup, *found.turn))
    yield from (step.said["en"] for step in (*found.sample_turn, *found.sample_score))
    for rule in found.rules:
        yield rule.text["en"]
        yield from (example.said["en"] for example in rule.examples)
        for reading in rule.readings:
            yield from (reading.text["en"], reading.apart["en"])
        yield from (statement.formula for statement in rule.formal)


def rows(found: Document) -> Iterator[tuple[Row, list[str]]]:
    def cards(row: Row) -> list[str]:
        written = row.to_dict(found.deck)["cards"]
        assert isinstance(written, list)
        return written

    for step in (*found.sample_turn, *found.sample_score):
        yield from ((row, cards(row)) for row in step.rows)
    for rule in found.rules:
        for example in (*rule.examples, *(r.example for r in rule.readings if r.example)):
            yield from ((row, cards(row)) for row in example.rows)


def test_text_holds_everything_and_cards_in_their_notation(source: Path, found: Document) -> None:
    done = build(source, "text")
    assert (done.returncode, done.stderr) == (0, "")
    page = squeezed((source.parent / "text" / "page.txt").read_text(encoding="utf-8"))
    for said in texts(found):
        assert squeezed(said[1:]) in page, said  # a caption's first letter is made large
    shown = list(rows(found))
    assert len(shown) > 50
    for row, cards in shown:
        assert squeezed(f"{row.label['en']}: {' '.join(cards)}".removeprefix(": ")) in page


def test_latex_includes_a_file_for_every_card(source: Path, found: Document) -> None:
    pytest.importorskip("weasyprint")
    done = build(source, "latex")
    assert (done.returncode, done.stderr) == (0, "")
    folder = source.parent / "latex"
    text = next(folder.glob("*.tex")).read_text(encoding="utf-8")
    used = re.findall(r"\\sphinxincludegraphics\[[^]]*\]\{\{(mr-[^}]+)\}\.pdf\}", text)
    assert len(used) > sum(len(cards) for _, cards in rows(found))
    for name in set(used):
        assert (folder / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    assert any(name.startswith("mr-tiles") for name in used)
    assert not set("✓✗") & set(text)


def test_an_epub_holds_a_picture_of_every_card(source: Path, found: Document) -> None:
    done = build(source, "epub", "-d", str(source.parent / "trees"))
    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(next((source.parent / "epub").glob("*.epub"))) as book:
        page = book.read("page.xhtml").decode()
        listed = book.read("content.opf").decode()
        pictures = re.findall(r'<img alt="([^"]+)" class="mr-face" src="([^"]+)"', page)
        assert len(pictures) == sum(len(cards) for _, cards in rows(found))
        for _, name in set(pictures):
            assert book.read(name).startswith(b"<svg xmlns=")
            assert f'href="{name}"' in listed
    assert "<use" not in page


def test_what_no_builder_but_html_could_show_is_an_error_not_a_silence() -> None:
    with pytest.raises(ValueError, match="<video> has no node"):
        carried("<p>see</p><video></video>")
    with pytest.raises(ValueError, match="is closed by"):
        carried("<p>see</div>")


def test_the_nodes_say_what_the_markup_says() -> None:
    row = '<span class="mr-row" role="img" aria-label="2" data-cards="2s"><svg><use href="#mr-2s"/></svg></span>'
    made = carried(
        f'<div><span class="mr-label">hand</span>{row}</div><dl><dt>a</dt><dd>b</dd></dl><details><summary>c</summary>'
        "<p>d <code>e</code></p><table><tr><th>f</th><th>g</th></tr><tr><td>h</td><td>i</td></tr></table></details>"
    )
    assert "".join(made.astext().split()) == "hand:abcdefghi"
    assert [found["faces"] for found in made.findall(CardRow)] == [["mr-2s"]]
    head = next(iter(made.findall(nodes.thead)))
    assert head.astext().split() == ["f", "g"]
