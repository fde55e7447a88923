"""The directive `parameters`: the whole vocabulary, section by section."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from meldproof.reference.parameter_words import allowed, unset
from meldproof.reference.sections import HEADINGS
from meldproof.reference.sphinx_extension.directives import RummyDirective
from meldproof.reference.sphinx_extension.store import variant_of
from meldproof.reference.words import WORDS
from meldproof.variants.assembling import BY_VOCABULARY
from meldproof.variants.clauses import Text
from meldproof.variants.loading import variant_files
from meldproof.variants.vocabulary import Parameter, parameters

HEAD = (
    WORDS["parameter"],
    WORDS["meaning"],
    Text("values", "valores"),
    Text("exists with", "existe con"),
    Text("if unset", "si no se fija"),
    Text("set by", "la fija"),
)


class ParametersDirective(RummyDirective):
    """`.. rummy:parameters::`: every parameter with its meaning, its values, and when it exists."""

    def made(self) -> list[Any]:
        made: list[Any] = []
        left = dict(parameters())
        self.variants = [variant_of(self.env, file.id) for file in variant_files()]
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
            self._setters(parameter.name),
        ]

    def _setters(self, name: str) -> Any:
        """The clauses that set a parameter, each with a link to it."""
        keys = dict.fromkeys(found.provenance[name] for found in self.variants if name in found.provenance)
        line = nodes.inline()
        for key in keys:
            if key.startswith(f"{BY_VOCABULARY}/"):
                continue
            if line.children:
                line += nodes.Text(", ")
            line += self.link("clause", key)
        return line if line.children else "–"
