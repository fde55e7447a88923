"""Traceability by sphinx-needs: sentences, theorems and cases are needs that link to the clauses they stand behind.

Loaded where a project has `sphinx_needs` among its extensions. A clause is a need on its variant's page; the page with
`rummy:trace` holds the others, and a table of all. Anything sphinx-needs does with needs works on them: `needtable`,
`needflow`, `needs.json`, the role `need`, `needs_warnings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldproof.reference.document import Document, RuleEntry
from meldproof.reference.words import WORDS, status_words
from meldproof.variants.clauses import Text

CLAUSE, SENTENCE, THEOREM, CASE = "rummy_clause", "rummy_sentence", "rummy_theorem", "rummy_case"
LINKS = {SENTENCE: "rummy_founds", THEOREM: "rummy_looks_at", CASE: "rummy_tests"}
"""The link from a need of each kind to the clauses it stands behind."""
FIELDS = {
    "rummy_variant": "the variant that a need belongs to",
    "rummy_order": "the place of a clause in its variant",
    "rummy_theorems": "how many theorems look at a clause",
    "rummy_cases": "how many cases test a clause",
    "rummy_why": "how a clause stands in its text, or why nothing stands behind it",
}
TITLES: Mapping[str, Text] = {
    CLAUSE: WORDS["clause"],
    SENTENCE: Text("sentence", "frase"),
    THEOREM: Text("theorem", "teorema"),
    CASE: Text("case", "caso"),
}


def is_there(app: Any) -> bool:
    """Whether the project has sphinx-needs."""
    return "sphinx_needs" in app.extensions


def prepare(app: Any, config: Any) -> None:
    """Adds our kinds of needs to the project's own, before sphinx-needs reads its settings."""
    if not is_there(app):
        return
    language = "es" if str(config.language or "").startswith("es") else "en"
    config.needs_types = [
        *config.needs_types,
        *(
            {"directive": kind, "title": title[language], "prefix": f"{kind}-", "color": "#f4f5f7", "style": "node"}
            for kind, title in TITLES.items()
        ),
    ]
    config.needs_links = {
        **config.needs_links,
        **{link: {"incoming": f"{link}_back", "outgoing": link} for link in LINKS.values()},
    }
    config.needs_fields = {
        **config.needs_fields,
        **{name: {"description": said, "default": ""} for name, said in FIELDS.items()},
    }
    if config.needs_id_regex == DEFAULT_ID:
        config.needs_id_regex = r"[A-Za-z0-9_/-]+"


DEFAULT_ID = "^[A-Z0-9_]{5,}"


def need_id(name: str) -> str:
    """A name as the id of a need: a dot would begin the name of a part."""
    return name.replace(".", "-")


def clause_id(variant: str, key: str) -> str:
    """A clause of a variant as a need: one that it inherits is another need than that of the rules it extends."""
    return need_id(key if key.startswith(f"{variant}/") else f"{variant}/{key}")


def id_in(variant: str, name: str) -> str:
    """A sentence, theorem or case as what stands behind clauses of one variant."""
    return need_id(f"{variant}/{name}")


def add(directive: Any, kind: str, name: str, title: str, **more: Any) -> list[Any]:
    """A need without a look of its own, where the page has not defined it yet; the page shows it in its own way."""
    from sphinx_needs.api import add_need
    from sphinx_needs.data import SphinxNeedsData

    env = directive.env
    if name in SphinxNeedsData(env).get_needs_mutable():
        return []
    made: list[Any] = add_need(
        env.app,
        directive.state,
        env.docname,
        directive.lineno,
        need_type=kind,
        title=title,
        id=name,
        hide=True,
        **more,
    )
    return made


def clause_need(directive: Any, found: Document, rule: RuleEntry, number: int, said: Any) -> list[Any]:
    """A clause as a need."""
    return add(
        directive,
        CLAUSE,
        clause_id(found.id, rule.key),
        said(rule.text),
        status=rule.status,
        rummy_variant=found.id,
        rummy_order=f"{number:03}",
        rummy_theorems=str(len(rule.theorems)),
        rummy_cases=str(len(rule.cases)),
        rummy_why=said(rule.reason) or said(status_words(rule.status, rule.citations)),
    )


def table(directive: Any, found: Document, heads: Mapping[str, str]) -> list[Any]:
    """The needtable of a variant's clauses."""
    from sphinx_needs.directives.needtable import NeedtableDirective

    columns = {
        f"{LINKS[SENTENCE]}_back": heads["sentences"],
        "id": heads["clause"],
        "title": heads["rule"],
        "rummy_theorems": heads["theorems"],
        "rummy_cases": heads["cases"],
        "rummy_why": heads["why"],
    }
    options = {
        "filter": f"type == {CLAUSE!r} and rummy_variant == {found.id!r}",
        "columns": "; ".join(f'{name} as "{title}"' for name, title in columns.items()),
        "sort": "rummy_order",
        "style": "table",
        "class": "mr-trace",
        "colwidths": "17, 20, 35, 7, 7, 14",
    }
    made: list[Any] = NeedtableDirective(
        "needtable",
        [],
        {name: NeedtableDirective.option_spec[name](value) for name, value in options.items()},
        type(directive.content)(),
        directive.lineno,
        directive.content_offset,
        "",
        directive.state,
        directive.state_machine,
    ).run()
    return made
