"""How Sphinx builds these pages. `python docs/build.py` builds both languages."""

from __future__ import annotations

import os

import meldproof

project = "meldproof"
author = "the meldproof authors"
release = version = meldproof.__version__
language = os.environ.get("MELDPROOF_DOCS_LANGUAGE", "en")
extensions = ["myst_parser", "sphinx.ext.autodoc", "cyclopts.ext.sphinx", "sphinx_needs", "meldproof.reference"]
exclude_patterns = ["_build", "_templates", "locale"]
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
