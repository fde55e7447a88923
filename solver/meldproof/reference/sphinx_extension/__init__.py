"""The Sphinx extension: the domain `rummy`, its style sheet, and the pictures that pages share.

Options of `conf.py`: `rummy_spec_path`, folders with rule files of one's own, seen from the folder of `conf.py`;
`rummy_four_colour`, whether the four suits have four colours;
`rummy_cache`, a folder where what was found is kept from build to build (by default beside the doctrees).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from meldproof.reference.drawing import dark_rules
from meldproof.reference.html import style
from meldproof.reference.sphinx_extension import shown, tracing
from meldproof.reference.sphinx_extension.domain import ClauseIndex, RummyDomain
from meldproof.reference.sphinx_extension.store import drawings, merge_drawings

STYLE_SHEET = "rummy.css"


def setup(app: Any) -> dict[str, Any]:
    """Adds the domain, its options and its style sheet."""
    app.add_config_value("rummy_spec_path", [], "env", frozenset({list, tuple}))
    app.add_config_value("rummy_cache", "", "", frozenset({str}))
    app.add_config_value("rummy_four_colour", False, "env", frozenset({bool}))
    app.add_domain(RummyDomain)
    app.connect("config-inited", tracing.prepare, priority=5)
    app.connect("config-inited", _name_index)
    app.connect("builder-inited", _write_style)
    app.connect("env-merge-info", merge_drawings)
    app.connect("html-page-context", _add_drawings)
    app.add_css_file(STYLE_SHEET)
    shown.register(app)
    return {"version": "1", "env_version": 3, "parallel_read_safe": True, "parallel_write_safe": True}


def _name_index(app: Any, config: Any) -> None:
    """Sphinx takes an index's name from its class, and what the search calls things from the domain's."""
    spanish = str(config.language or "").startswith("es")
    ClauseIndex.localname = "Cláusulas" if spanish else "Clauses"
    for kind, word in (("clause", "cláusula"), ("variant", "variante")):
        RummyDomain.object_types[kind].lname = word if spanish else kind


def _write_style(app: Any) -> None:
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    chosen, asked = dark_rules('[data-theme="dark"] .mr-drawings'), dark_rules('[data-theme="auto"] .mr-drawings')
    text = style("rules") + style("sphinx") + style("paper")
    text += f"@media screen {{ {chosen} }}\n@media screen and (prefers-color-scheme: dark) {{ {asked} }}\n"
    (folder / STYLE_SHEET).write_text(text, encoding="utf-8")


def _add_drawings(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Every card that a page shows is drawn once, at its head."""
    body = context.get("body")
    if body and (wanted := dict.fromkeys(re.findall(r'href="#(mr-(?:cards|tiles)-[^"]+)"', body))):
        known = drawings(app.env)
        shown = "".join(known[name] for name in wanted if name in known)
        context["body"] = f'<svg class="mr-drawings" aria-hidden="true"><defs>{shown}</defs></svg>{body}'
