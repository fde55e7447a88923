"""The directives that put variants side by side: two of them, all of them, and what is disputed, by question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives as options
from sphinx.addnodes import pending_xref

from meldproof.pictures.svg import escaped
from meldproof.reference.document import Document, ReadingEntry, RuleEntry
from meldproof.reference.html import style
from meldproof.reference.parameter_words import value_said
from meldproof.reference.question_words import QUESTIONS, question
from meldproof.reference.sections import HEADINGS
from meldproof.reference.sphinx_extension.carrying import Carried
from meldproof.reference.sphinx_extension.directives import RummyDirective
from meldproof.reference.sphinx_extension.store import differences_of, reference_of, variant_of
from meldproof.reference.words import WORDS
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import parameters

RULE = Text("rule", "regla")


class Overview(RummyDirective):
    """What the overviews share: a parameter and its value in words."""

    def meaning(self, name: str) -> list[Any]:
        """What a parameter means, then its name, smaller."""
        term = parameters()[name]
        said = self.said(Text(term.en, term.es))
        shown = said[:1].upper() + said[1:]
        return [nodes.Text(f"{shown} "), nodes.inline("", "", nodes.literal("", name), classes=["mr-meta"])]

    def value(self, variant: Any, name: str) -> list[Any]:
        """A value in words, which leads to the clause that sets it."""
        if name not in variant.values:
            return [nodes.Text("–")]
        link = pending_xref(
            "", refdomain="rummy", reftype="clause", reftarget=variant.provenance[name], refexplicit=True,
            refwarn=False, refdoc=self.env.docname,
        )  # fmt: skip
        said = self.said(value_said(name, variant.plain()[name]))
        link += nodes.inline("", said)
        return [link]

    def pair(self, first: str, second: str) -> Any:
        """What differs between two variants, as a table; a sentence where nothing does."""
        one, other = variant_of(self.env, first), variant_of(self.env, second)
        rows = [
            [self.meaning(entry.parameter), self.value(one, entry.parameter), self.value(other, entry.parameter),
             self.said(entry.apart)]
            for entry in differences_of(self.env, first, second)
        ]  # fmt: skip
        if not rows:
            return self.paragraph(self.said(Text("They agree in every rule.", "Coinciden en todas las reglas.")))
        head = [self.said(RULE), self.said(one.name), self.said(other.name), self.said(WORDS["apart"])]
        return self.table(head, rows, "mr-matrix mr-wide")


class CompareDirective(Overview):
    """`.. rummy:compare:: A B`: what differs, parameter by parameter, with what tells the two apart."""

    required_arguments = 2

    def made(self) -> list[Any]:
        return [self.pair(*self.arguments[:2])]


class ChooserDirective(Overview):
    """`.. rummy:chooser:: A B …`: every two of some variants compared; a page of HTML shows the two that are chosen.

    With `:told: A B …` only what differs between these is searched for cards that tell it; of all others the page says
    which rules differ.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"told": options.unchanged}  # noqa: RUF012

    def made(self) -> list[Any]:
        names = list(dict.fromkeys(self.arguments[0].split()))
        told = [name for name in names if name in self.options.get("told", self.arguments[0]).split()]
        titles = {name: self.said(variant_of(self.env, name).name) for name in names}
        made: list[Any] = [Carried("", html=self._choosing(titles, self._values(names) if told != names else ""))]
        for first, second in combinations(told, 2):
            title = f"{titles[first]} – {titles[second]}"
            made.append(
                nodes.container(
                    "",
                    nodes.rubric(title, title),
                    self.pair(first, second),
                    ids=[f"compare-{first}-{second}"],
                    classes=["mr-pair"],
                )
            )
        return made

    def _values(self, names: Sequence[str]) -> str:
        """Every rule of every variant in words, for the page to compare two by."""
        variants = {name: variant_of(self.env, name) for name in names}
        rules: list[dict[str, Any]] = []
        for name, term in parameters().items():
            said = {
                one: self.said(value_said(name, variant.plain()[name]))
                for one, variant in variants.items()
                if name in variant.values
            }
            words = sorted(set(said.values()))
            if len(words) > 1 or len(said) < len(names):
                places = {one: words.index(text) for one, text in said.items()}
                meaning = self.said(Text(term.en, term.es))
                rules.append({"name": name, "means": meaning, "words": words, "said": places})
        agree = self.said(Text("They agree in every rule.", "Coinciden en todas las reglas."))
        found = {"rule": self.said(RULE), "agree": agree, "rules": rules}
        plain = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        return f'<script type="application/json" class="mr-values">{plain}</script>'

    def _choosing(self, titles: dict[str, str], values: str) -> str:
        labels = (self.said(Text("Compare", "Comparar")), self.said(Text("with", "con")))
        fields = ""
        for number, label in enumerate(labels):
            listed = "".join(
                f'<option value="{escaped(name)}"{" selected" * (place == number)}>{escaped(title)}</option>'
                for place, (name, title) in enumerate(titles.items())
            )
            fields += f"<label>{label} <select>{listed}</select></label> "
        same = self.said(Text("Choose two different variants.", "Elija dos variantes distintas."))
        return (
            f'<form class="mr-chooser" hidden>{fields}<p role="status" data-same="{same}"></p></form>'
            f'{values}<div class="mr-matrix mr-wide mr-compared" hidden></div>'
            f"<script>{style('chooser', 'js')}</script>"
        )


class MatrixDirective(Overview):
    """`.. rummy:matrix:: A B …`: every parameter of some variants side by side, section by section."""

    required_arguments = 1
    final_argument_whitespace = True

    def made(self) -> list[Any]:
        variants = [variant_of(self.env, name) for name in self.arguments[0].split()]
        made: list[Any] = []
        done: set[str] = set()
        for heading in HEADINGS:
            there = [n for n in parameters() if n.startswith(heading.prefixes) and n not in done]
            there = [n for n in there if any(n in variant.values for variant in variants)]
            done.update(there)
            if not there:
                continue
            title = self.said(heading.title)
            box = nodes.section(ids=[f"rummy-matrix-{heading.id}"], names=[])
            box += nodes.title(title, title)
            box += self.table([self.said(RULE), *(self.said(v.name) for v in variants)],
                              [self._row(name, variants) for name in there], "mr-matrix mr-wide mr-all")  # fmt: skip
            made.append(box)
        return made

    def _row(self, name: str, variants: Sequence[Any]) -> list[Any]:
        meaning = self.meaning(name)
        if len({str(variant.plain().get(name)) for variant in variants}) > 1:
            meaning.insert(0, nodes.strong("", "≠ "))
        return [meaning, *(self.value(variant, name) for variant in variants)]


class DisputesDirective(RummyDirective):
    """`.. rummy:disputes:: A B …`: what the texts of some variants leave open, by the question asked at the table."""

    required_arguments = 1
    final_argument_whitespace = True

    def made(self) -> list[Any]:
        asked: dict[str, list[tuple[Document, RuleEntry]]] = {}
        for name in self.arguments[0].split():
            found = reference_of(self.env, name)
            for rule in found.rules:
                if rule.readings:
                    asked.setdefault(_about(rule), []).append((found, rule))
        order = list(parameters())
        made: list[Any] = []
        for parameter in sorted(asked, key=lambda name: order.index(name) if name in order else -1):
            title = self.said(question(parameter)) if parameter in order else parameter
            box = nodes.section(ids=[f"dispute-{parameter.replace('.', '-') or 'other'}"], names=[])
            box += nodes.title(title, title)
            for found, rule in asked[parameter]:
                box += self._answer(found, rule)
            made.append(box)
        return made or [self.paragraph(self.said(Text("Nothing is left open.", "Nada queda abierto.")))]

    def _answer(self, found: Document, rule: RuleEntry) -> list[Any]:
        name = self.said(found.name)
        taken = nodes.paragraph("", "", nodes.strong(name, name), nodes.Text(f": {self.said(rule.text)} "))
        taken += self.link("clause", rule.key)
        listed = nodes.bullet_list()
        for reading in rule.readings:
            listed += nodes.list_item("", self._reading(found, reading))
        return [taken, listed]

    def _reading(self, found: Document, reading: ReadingEntry) -> Any:
        also, apart = self.said(Text("or else", "o bien")), self.said(WORDS["apart"])
        said = nodes.paragraph("", f"{also}: {self.said(reading.text)} {apart}: {self.said(reading.apart)} · ")
        said += nodes.literal("", f"--reading {reading.id}")
        return said


def _about(rule: RuleEntry) -> str:
    """The parameter that a clause is disputed for: the first of those it sets that has a question, or the first."""
    names = [parameter.name for parameter in rule.parameters]
    return next((name for name in names if name in QUESTIONS), names[0] if names else rule.key)
