"""The directive `parameters`: the whole vocabulary, section by section."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from meldproof.reference.parameter_words import allowed, unset
from meldproof.reference.sections import HEADINGS
from meldproof.reference.sphinx_extension.directives import RummyDirective
from meldproof.reference.words import WORDS
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import Parameter, parameters

HEAD = (
    WORDS["parameter"],
    WORDS["meaning"],
    Text("values", "valores"),
    Text("exists with", "existe con"),
    Text("if unset", "si no se fija"),
)


class ParametersDirective(RummyDirective):
    """`.. rummy:parameters::`: every parameter with its meaning, its values, and when it exists."""

    def made(self) -> list[Any]:
        made: list[Any] = []
        left = dict(parameters())
        for heading in HEADINGS:
            there = [left.pop(name) for name in list(left) if name.startswith(heading.prefixes)]
            title = self.said(heading.title)
            box = nodes.section(ids=[f"rummy-parameters-{heading.id}"], names=[])
            box += nodes.title(title, title)
            box += self.table([self.said(word) for word in HEAD], [self._row(parameter) for parameter in there])
            made.append(box)
        return made

    def _row(self, parameter: Parameter) -> list[Any]:
        return [
            nodes.literal("", parameter.name),
            self.said(Text(parameter.en, parameter.es)),
            self.said(allowed(parameter)),
            nodes.literal("", parameter.when) if parameter.when else "–",
            nodes.literal("", unset(parameter)) if unset(parameter) else "–",
        ]
