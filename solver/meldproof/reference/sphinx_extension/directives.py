"""The directives of the domain. Texts become nodes, so that the search finds them; pictures and folds are carried."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives as options
from sphinx.addnodes import pending_xref
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from meldproof.errors import MeldproofError
from meldproof.messages import say
from meldproof.pictures.svg import escaped
from meldproof.reference.document import Document, RuleEntry
from meldproof.reference.html_rules import Writer
from meldproof.reference.meld_examples import example_of_cards
from meldproof.reference.sphinx_extension import tracing
from meldproof.reference.sphinx_extension.carrying import carried
from meldproof.reference.sphinx_extension.store import (
    faces_of,
    language_of,
    reference_of,
    variant_of,
)
from meldproof.reference.words import GLOSSARY, LEVEL_NAMES, THEOREMS_ON, WORDS
from meldproof.variants.clauses import Text

log = logging.getLogger(__name__)


def anchor(key: str) -> str:
    """The id of a clause on its page."""
    return "rummy-" + key.replace("/", "-")


class RummyDirective(SphinxDirective):
    """What the directives share: the language, the writer, links, and errors as one line with their place."""

    def run(self) -> list[Any]:
        try:
            made = self.made()
        except MeldproofError as error:
            raise self.error(" ".join(str(error).split())) from None
        for node in made:
            for text in node.findall(nodes.TextElement):
                if not isinstance(text, nodes.inline):  # Sphinx takes an inline so marked for a placeholder of its own
                    text["translatable"] = False  # it is written in the language of the build
        return made

    @abstractmethod
    def made(self) -> list[Any]:
        """The nodes. Raises MeldproofError for what can't be used."""

    def said(self, text: Text) -> str:
        return text[language_of(self.env)]

    def writer(self) -> Writer:
        return Writer(language_of(self.env), faces_of(self.env), lambda key: f"<code>{escaped(key)}</code>")

    def carried(self, html: str) -> list[Any]:
        return [carried(html)] if html else []

    def paragraph(self, text: str) -> Any:
        return nodes.paragraph("", text)

    def link(self, kind: str, target: str) -> Any:
        """A link to a clause or a variant, in the page's text."""
        link = pending_xref("", refdomain="rummy", reftype=kind, reftarget=target, refexplicit=False, refwarn=False)
        link["refdoc"] = self.env.docname
        link += nodes.literal(target, target)
        return link

    def rule(self, rule: RuleEntry, *, home: str = "") -> Any:
        """A clause; `home` is the variant whose page this is, where the clause is at home."""
        box = nodes.container(classes=["mr-rule"])
        if home:
            box["ids"] += [anchor(rule.key), tracing.clause_id(home, rule.key)]
            text = self.said(rule.text)
            own = rule.key.startswith(f"{home}/")
            self.env.get_domain("rummy").note("clause", rule.key, self.env.docname, anchor(rule.key), text, own=own)
        box += self.paragraph(self.said(rule.text))
        writer = self.writer()
        inner = writer.below(rule)
        box += self.carried(inner)
        if not home:
            box += nodes.paragraph("", "", self.link("clause", rule.key))
        return box

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Any]], look: str = "mr-matrix") -> Any:
        """A table; a cell is a text, a node, or a list of nodes."""
        group = nodes.tgroup("", cols=len(head))
        group += [nodes.colspec("", colwidth=100 // len(head)) for _ in head]
        top = nodes.thead("", nodes.row("", *(nodes.entry("", self.paragraph(name)) for name in head)))
        body = nodes.tbody("", *(nodes.row("", *(nodes.entry("", self._cell(cell)) for cell in row)) for row in rows))
        group += [top, body]
        return nodes.container("", nodes.table("", group), classes=look.split())

    def _cell(self, cell: Any) -> Any:
        if isinstance(cell, str):
            return self.paragraph(cell)
        return nodes.paragraph("", "", *(cell if isinstance(cell, list) else [cell]))


class VariantDirective(RummyDirective):
    """`.. rummy:variant:: ID`: the whole reference of a variant, section by section."""

    required_arguments = 1
    final_argument_whitespace = True

    def made(self) -> list[Any]:
        found = reference_of(self.env, self.arguments[0])
        domain, page = self.env.get_domain("rummy"), self.env.docname
        start = f"rummy-{found.id}"
        domain.note("variant", found.id, page, start, self.said(found.name))
        glance = nodes.container(ids=[start])
        glance += self.carried(_glance(found, self.writer()))
        made: list[Any] = [glance, *self._samples(found)]
        places = {rule.key: number for number, rule in enumerate(found.rules)}
        for section in found.sections:
            title = self.said(section.title)
            box = nodes.section(ids=[f"rummy-{found.id}-section-{section.id}"], names=[])
            box += nodes.title(title, title)
            if self.said(section.lead):
                box += self.paragraph(self.said(section.lead))
            for rule in section.rules:
                if tracing.is_there(self.env.app):
                    box += tracing.clause_need(self, found, rule, places[rule.key], self.said)
                box += self.rule(rule, home=found.id)
                self._warn_untraced(rule)
            made.append(box)
        made.append(self._theorems(found))
        return made

    def _samples(self, found: Document) -> list[Any]:
        made = []
        for name, steps in (("sample_turn", found.sample_turn), ("sample_score", found.sample_score)):
            if steps:
                title = self.said(WORDS[name])
                box = nodes.section(ids=[f"rummy-{found.id}-{name}"], names=[])
                box += nodes.title(title, title)
                box += self.carried(self.writer().steps(steps, found.deck))
                made.append(box)
        return made

    def _warn_untraced(self, rule: RuleEntry) -> None:
        if not rule.is_traced:
            log.warning(
                "%s has no theorem, no example and no test behind it, and gives no reason why",
                rule.key,
                location=self.get_location(),
                type="rummy",
                subtype="trace",
            )

    def _theorems(self, found: Document) -> Any:
        title = self.said(WORDS["theorems"])
        box = nodes.section(ids=[f"rummy-{found.id}-theorems"], names=[])
        box += nodes.title(title, title)
        box += nodes.paragraph(
            "", f"{self.said(WORDS['prove'])} ", nodes.literal("", f"meldproof prove {found.id}"), nodes.Text(".")
        )
        for level, entries in found.theorems_by_level:
            title = f"{self.said(THEOREMS_ON)} {self.said(LEVEL_NAMES[level])}"
            box += nodes.rubric(title, title, ids=[f"theorems-{level}"])
            for entry in entries:
                line = nodes.paragraph(
                    "", "", nodes.strong(entry.name, entry.name), nodes.Text(": " + self.said(entry.statement))
                )
                line["ids"].append(f"theorem-{entry.name}")
                box += line
        return box


class ClauseDirective(RummyDirective):
    """`.. rummy:clause:: VARIANT/CLAUSE`: one clause with its pictures, wherever it is talked about."""

    required_arguments = 1

    def made(self) -> list[Any]:
        name, slash, clause = self.arguments[0].rpartition("/")
        if not slash:
            raise MeldproofError(
                say("rummy:clause wants VARIANT/CLAUSE, such as gin/run-ends, not {clause!r}", clause=clause)
            )
        found = reference_of(self.env, name)
        rule = next((rule for rule in found.rules if rule.id == clause or rule.key == self.arguments[0]), None)
        if rule is None:
            raise MeldproofError(
                say(
                    "{name} has no clause {clause!r}; it has {names}",
                    name=name,
                    clause=clause,
                    names=", ".join(r.id for r in found.rules),
                )
            )
        return [self.rule(rule)]


class MeldDirective(RummyDirective):
    """`.. rummy:meld:: VARIANT CARDS`: a picture of cards with the checker's verdict and the clause it cites."""

    required_arguments = 2
    final_argument_whitespace = True

    def made(self) -> list[Any]:
        variant = variant_of(self.env, self.arguments[0])
        example = example_of_cards(variant, self.arguments[1])
        made = self.carried(self.writer().examples([example]))
        if example.clause:
            made.append(nodes.paragraph("", "", self.link("clause", example.clause)))
        return made


class TraceDirective(RummyDirective):
    """`.. rummy:trace:: ID`: sentence → clause → theorems → cases, by sphinx-needs, and the list of each."""

    required_arguments = 1

    def made(self) -> list[Any]:
        if not tracing.is_there(self.env.app):
            raise MeldproofError(say('rummy:trace needs sphinx-needs: add "sphinx_needs" to `extensions` in conf.py'))
        found = reference_of(self.env, self.arguments[0])
        heads = {name: self.said(text) for name, text in TRACE_HEADS.items()}
        return [
            *tracing.table(self, found, heads),
            *self._listed(found, "sentences", self._sentences(found)),
            *self._listed(found, "theorems", self._theorems(found)),
            *self._listed(found, "cases", self._cases(found)),
        ]

    def _listed(self, found: Document, name: str, items: list[Any]) -> list[Any]:
        title = self.said(TRACE_HEADS[name])
        box = nodes.section(ids=[f"rummy-{found.id}-trace-{name}"], names=[])
        box += nodes.title(title, title)
        box += items or [self.paragraph("–")]
        return [box]

    def _item(self, kind: str, found: Document, shown: str, said: str, rules: Sequence[RuleEntry]) -> list[Any]:
        """A need, and a paragraph that is where links to it lead."""
        keys, name = [rule.key for rule in rules], tracing.id_in(found.id, shown)
        links: dict[str, Any] = {tracing.LINKS[kind]: [tracing.clause_id(found.id, key) for key in keys]}
        made = tracing.add(self, kind, name, said, **links)
        line = nodes.paragraph("", "", nodes.literal("", shown), nodes.Text(f" {said} → "), ids=[name])
        for number, key in enumerate(keys):
            line += [nodes.Text(", ")] * (number > 0)
            line += self.link("clause", key)
        return [*made, line]

    def _sentences(self, found: Document) -> list[Any]:
        cited = {citation.id: citation for rule in found.rules for citation in rule.citations}
        made: list[Any] = []
        for name in sorted(cited, key=lambda name: (name.rpartition("-")[0], int(name.rpartition("-")[2]))):
            rules = [rule for rule in found.rules if any(citation.id == name for citation in rule.citations)]
            made += self._item(tracing.SENTENCE, found, name, self.said(cited[name].text), rules)
        return made

    def _theorems(self, found: Document) -> list[Any]:
        made: list[Any] = []
        for entry in found.theorems:
            rules = [rule for rule in found.rules if entry.name in rule.theorems]
            made += self._item(tracing.THEOREM, found, entry.name, self.said(entry.statement), rules)
        return made

    def _cases(self, found: Document) -> list[Any]:
        """The cases under the first clause that each tests."""
        cases = {case.id: case for rule in found.rules for case in rule.cases}
        tested = {name: [rule for rule in found.rules if any(case.id == name for case in rule.cases)] for name in cases}
        made: list[Any] = []
        for rule in found.rules:
            mine = [case for case in rule.cases if tested[case.id][0] is rule]
            if mine:
                made.append(nodes.rubric("", rule.key))
            for case in mine:
                made += self._item(tracing.CASE, found, case.id, self.said(case.title), tested[case.id])
        return made


TRACE_HEADS = {
    "sentences": Text("Sentences", "Frases"),
    "clause": Text("Clause", "Cláusula"),
    "rule": Text("Rule", "Regla"),
    "theorems": WORDS["theorems"],
    "cases": Text("Cases", "Casos"),
    "why": Text("Standing", "Situación"),
}


class WordsDirective(RummyDirective):
    """`.. rummy:words::`: the words of the game."""

    option_spec = {"class": options.class_option}  # noqa: RUF012

    def made(self) -> list[Any]:
        listed = nodes.definition_list()
        for word, meaning in GLOSSARY:
            term = nodes.term("", self.said(word))
            listed += nodes.definition_list_item("", term, nodes.definition("", self.paragraph(self.said(meaning))))
        return [listed]


def _glance(found: Document, writer: Writer) -> str:
    rows = "".join(f"<dt>{writer.text(what)}</dt><dd>{writer.text(says)}</dd>" for what, says in found.glance)
    lists = ""
    for name, steps in (("setup", found.setup), ("turn", found.turn)):
        if steps:
            listed = "".join(f"<li>{writer.text(step)}</li>" for step in steps)
            lists += f"<p><strong>{writer.word(name)}</strong></p><ol>{listed}</ol>"
    return f'<div class="mr-glance"><p><strong>{writer.word("glance")}</strong></p><dl>{rows}</dl>{lists}</div>'
