"""How Sphinx builds these pages. `python docs/build.py` builds both languages."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import meldproof

project = "meldproof"
author = "the meldproof authors"
release = version = meldproof.__version__
language = os.environ.get("MELDPROOF_DOCS_LANGUAGE", "en")
extensions = ["myst_parser", "sphinx.ext.autodoc", "cyclopts.ext.sphinx", "sphinx_needs", "meldproof.reference"]
exclude_patterns = ["_build", "_templates", "locale", "**/*.es.md"]
templates_path = ["_templates"]
locale_dirs = ["locale"]
gettext_compact = "meldproof"
gettext_uuid = False
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]
rummy_cache = "_build/rummy"
autodoc_typehints = "description"
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = "meldproof"
html_copy_source = False
html_show_sourcelink = False
html_context = {"other_language": {"en": ("es", "Español"), "es": ("en", "English")}[language]}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


def setup(app: Any) -> None:
    """What these pages need besides the extensions."""
    app.connect("source-read", write_sentences)
    app.connect("source-read", take_the_page_of_the_language)
    app.connect("html-page-context", make_scrollable)


def write_sentences(app: Any, page: str, source: list[str]) -> None:
    """The pages of sentences and theorems are made in the language of the build: data, not prose to translate."""
    if page in ("sentences", "theorems"):
        made = runpy.run_path(str(Path(app.srcdir) / f"make_{page}.py"))["page"](language)
        source[0] = "---\norphan: true\n---\n" if app.builder.name == "gettext" else made


def take_the_page_of_the_language(app: Any, page: str, source: list[str]) -> None:
    """A page that is written in Spanish, commands and outputs too (`PAGE.es.md`), stands for the English one there."""
    own = Path(app.srcdir) / f"{page}.es.md"
    if not own.exists():
        return
    if app.builder.name == "gettext":  # there is nothing to translate but the title
        source[0] = source[0].partition("\n")[0] + "\n"
    elif language == "es":
        source[0] = own.read_text(encoding="utf-8")


def make_scrollable(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Code and tables that are wider than a small screen can be scrolled by the keyboard."""
    if "body" in context:
        body = context["body"].replace("<pre>", '<pre tabindex="0">')
        context["body"] = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
