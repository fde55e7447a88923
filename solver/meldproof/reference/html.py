"""A reference as one HTML file of its own: pictures and styles inside, no script, no network."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from meldproof.pictures.names import Language
from meldproof.pictures.svg import escaped
from meldproof.reference.document import Document
from meldproof.reference.drawing import Faces, dark_rules
from meldproof.reference.html_rules import Writer
from meldproof.reference.words import GLOSSARY, LEVEL_NAMES, THEOREMS_ON, of_tiles


@cache
def style(name: str, ending: str = "css") -> str:
    """A style sheet (or script) of the package."""
    return (files("meldproof.reference") / "templates" / f"{name}.{ending}").read_text(encoding="utf-8")


Paper = Literal["book", "sheet"]
"""How a page is printed: everything, to be read; or what is needed while playing, on two pages."""


def html_page(
    document: Document,
    language: Language = "en",
    *,
    four_colour: bool = False,
    paper: Paper = "book",
    whole: bool = False,
) -> str:
    """The whole reference as a page; with `whole` every card is a picture of its own, which PDF asks for."""
    faces = Faces(language, four_colour=four_colour, whole=whole)
    writer = Writer(language, faces, lambda key: f'<a href="#{_id(key)}">{escaped(key)}</a>')
    title = f"{writer.word('rules')} {escaped(document.name[language])}"
    body = [
        f'<a class="skip" href="#section-equipment">{writer.word("contents")}</a>',
        f"<header><h1>{title}</h1>{_under_title(document, writer)}</header>",
        _contents(document, writer),
        "<main>",
        _glance(document, writer),
        _samples(document, writer),
        *_sections(document, writer, paper),
        _glossary(document, writer),
        _theorems(document, writer),
        _sources(document, writer),
        "</main>",
        f'<footer class="mr-meta"><p>{writer.word("made")}</p></footer>',
    ]
    styles = style("style") + style("rules") + style(paper)
    styles += f"@media screen and (prefers-color-scheme:dark){{{dark_rules('.mr-drawings')}}}"
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>\n{styles}</style></head>\n"
        f"<body>{'' if whole else faces.definitions()}{''.join(body)}</body></html>\n"
    )


def _id(key: str) -> str:
    return key.partition("/")[2]


def _under_title(document: Document, writer: Writer) -> str:
    parts = []
    if document.extends:
        parts.append(f"{writer.word('extends')} {escaped(document.extends)}")
    if document.readings:
        parts.append(f"{writer.word('reading')}: {escaped(', '.join(document.readings))}")
    return f'<p class="mr-meta">{" · ".join(parts)}</p>' if parts else ""


def _contents(document: Document, writer: Writer) -> str:
    items = [
        f'<li><a href="#section-{section.id}">{writer.text(section.title)}</a></li>' for section in document.sections
    ]
    items.append(f'<li><a href="#section-glossary">{writer.word("glossary")}</a></li>')
    return f'<nav aria-label="{writer.word("contents")}"><ul>{"".join(items)}</ul></nav>'


def _glance(document: Document, writer: Writer) -> str:
    rows = "".join(f"<dt>{writer.text(what)}</dt><dd>{writer.text(says)}</dd>" for what, says in document.glance)
    lists = ""
    for name, steps in (("setup", document.setup), ("turn", document.turn)):
        if steps:
            listed = "".join(f"<li>{writer.text(step)}</li>" for step in steps)
            lists += f"<h3>{writer.word(name)}</h3><ol>{listed}</ol>"
    return f'<section class="glance"><h2>{writer.word("glance")}</h2><dl>{rows}</dl>{lists}</section>'


def _samples(document: Document, writer: Writer) -> str:
    """A turn and a score to follow."""
    made = ""
    for name, steps in (("sample_turn", document.sample_turn), ("sample_score", document.sample_score)):
        if steps:
            made += f'<h2 id="section-{name}">{writer.word(name)}</h2>{writer.steps(steps, document.deck)}'
    return f'<section class="screen">{made}</section>' if made else ""


def _sections(document: Document, writer: Writer, paper: Paper) -> list[str]:
    """The clauses; what the rules do not use, and the vocabulary says so, is on no sheet but in the book."""
    found = []
    for section in document.sections:
        lead = writer.text(section.lead)
        rules = "".join(
            f'<article class="mr-rule" id="{escaped(rule.id)}">{writer.rule(rule)}</article>'
            for rule in section.rules
            if paper == "book" or not rule.key.startswith("vocabulary/")
        )
        head = f'<h2 id="section-{section.id}">{writer.text(section.title)}</h2>' + (f"<p>{lead}</p>" if lead else "")
        found.append(f"<section>{head}{rules}</section>")
    return found


def _glossary(document: Document, writer: Writer) -> str:
    style = document.deck.style
    rows = "".join(
        f"<dt>{writer.text(word)}</dt><dd>{writer.text(of_tiles(meaning, style))}</dd>" for word, meaning in GLOSSARY
    )
    return f'<section class="screen"><h2 id="section-glossary">{writer.word("glossary")}</h2><dl>{rows}</dl></section>'


def _theorems(document: Document, writer: Writer) -> str:
    groups = ""
    for level, entries in document.theorems_by_level:
        rows = "".join(
            f'<dt id="theorem-{escaped(entry.name)}"><code>{escaped(entry.name)}</code></dt>'
            f"<dd>{writer.text(entry.statement)}</dd>"
            for entry in entries
        )
        title = f"{writer.text(THEOREMS_ON)} {writer.text(LEVEL_NAMES[level])}"
        groups += f'<h3 id="theorems-{level}">{title}</h3><dl>{rows}</dl>'
    command = f"<code>meldproof prove {escaped(document.id)}</code>"
    head = f'<h2 id="section-theorems">{writer.word("theorems")}</h2><p>{writer.word("prove")} {command}.</p>'
    return f'<section class="screen">{head}{groups}</section>'


def _sources(document: Document, writer: Writer) -> str:
    if not document.sources:
        return ""
    items = "".join(
        f"<li>{escaped(source.id)}: {writer.text(source.title)}, {writer.text(source.describes)}</li>"
        for source in document.sources
    )
    return f'<section class="screen"><h2 id="section-sources">{writer.word("sources")}</h2><ul>{items}</ul></section>'
