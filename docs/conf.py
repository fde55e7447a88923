"""How Sphinx builds these pages. `python docs/build.py` builds both languages."""

from __future__ import annotations

import html
import os
import re
import runpy
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import meldproof

project = "meldproof"
author = copyright = "the meldproof authors"
release = version = meldproof.__version__
language = os.environ.get("MELDPROOF_DOCS_LANGUAGE", "en")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "cyclopts.ext.sphinx",
    "sphinx_needs",
    "sphinx_copybutton",
    "meldproof.reference",
]
exclude_patterns = ["_build", "_templates", "locale", "*.es.md", "**/*.es.md"]
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
copybutton_prompt_text = r"\$ |> |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
latex_engine = "xelatex"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["home.css"]
html_favicon = "_static/favicon.svg"
html_baseurl = os.environ.get("MELDPROOF_DOCS_URL", "")
html_title = "meldproof"
html_copy_source = False
html_show_sourcelink = False
html_context = {
    "other_language": {"en": ("es", "Español"), "es": ("en", "English")}[language],
    "in_a_sentence": {"en": "Rummy rules, proved.", "es": "Reglas de rummy, demostradas."}[language],
}
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
    PAGES["write"](Path(app.srcdir))
    app.connect("source-read", write_pages_of_variants)
    app.connect("source-read", write_sentences)
    app.connect("source-read", take_the_page_of_the_language)
    app.connect("html-page-context", make_scrollable)
    if os.environ.get("MELDPROOF_DOCS_TABLE"):
        app.connect("html-page-context", link_to_the_table)


PAGES = runpy.run_path(str(Path(__file__).with_name("make_pages.py")))


def write_pages_of_variants(app: Any, page: str, source: list[str]) -> None:
    """What is made of the rule files, in the language of the build: there is nothing to translate."""
    gettext = app.builder.name == "gettext"
    if source[0] == PAGES["STUB"]:
        source[0] = "---\norphan: true\n---\n" if gettext else PAGES["text_of"](page, language)
    elif PAGES["MARK"] in source[0]:
        source[0] = source[0].replace(PAGES["MARK"], "" if gettext else PAGES["list_for"](page, language))


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
    if app.builder.name == "gettext":  # there is nothing to translate but the title; the pages below are still below
        trees = re.findall(r"```\{toctree\}\n.*?\n```", source[0], re.DOTALL)
        source[0] = "\n\n".join([source[0].partition("\n")[0], *trees]) + "\n"
    elif language == "es":
        source[0] = own.read_text(encoding="utf-8")


def link_to_the_table(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """An example of a page of rules that is one meld, or none, opens the table with its cards."""
    folder, _, variant = page.partition("/")
    if folder != "rules" or "body" not in context:
        return
    said = {"en": "Open on the table", "es": "Abrir en la mesa"}[language]

    def linked(found: re.Match[str]) -> str:
        kind, cards = found[1], html.unescape(found[2])
        try:
            legal = meldproof.check(variant, cards).legal
        except meldproof.MeldproofError:
            return found[0]
        if legal != (kind == "legal"):
            return found[0]
        address = f"../../table/index.html#{urlencode({'l': language, 'v': variant, 'm': 'meld', 'c': cards})}"
        return f'{found[0].removesuffix("</figcaption>")} <a href="{html.escape(address)}">{said}</a></figcaption>'

    figure = r'<figure class="mr-example mr-(legal|illegal)" data-cards="([^"]+)">(?:(?!</figure>).)*?</figcaption>'
    context["body"] = re.sub(figure, linked, context["body"], flags=re.DOTALL)


def make_scrollable(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Code and tables that are wider than a small screen can be scrolled by the keyboard."""
    if "body" in context:
        body = context["body"].replace("<pre>", '<pre tabindex="0">')
        context["body"] = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
