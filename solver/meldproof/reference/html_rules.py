"""Rules as HTML fragments: what the page of its own and the Sphinx pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from meldproof.cards import Deck
from meldproof.pictures.names import Language
from meldproof.pictures.svg import escaped
from meldproof.reference.document import Example, ReadingEntry, RuleEntry, Step
from meldproof.reference.drawing import Faces
from meldproof.reference.words import LEVEL_NAMES, THEOREMS_ON, VERDICT, WORDS, status_words
from meldproof.variants.clauses import Text

SIGNS = {"legal": "✓", "illegal": "✗", "worth": "•"}
Link = Callable[[str], str]
"""From a citation's or clause's name to markup that leads there."""


class Writer:
    """Writes rules in one language; `faces` collects the drawings, `link` makes a clause's key a link."""

    def __init__(self, language: Language, faces: Faces, link: Link) -> None:
        self.language = language
        self.faces = faces
        self.link = link

    def word(self, name: str) -> str:
        """A fixed word."""
        return escaped(WORDS[name][self.language])

    def text(self, text: Text) -> str:
        return escaped(text[self.language])

    def rule(self, rule: RuleEntry) -> str:
        """One clause: its sentence, where it stands, its examples, and what folds open."""
        return f"<p>{self.text(rule.text)}</p>{self.below(rule)}"

    def below(self, rule: RuleEntry) -> str:
        """All of a clause but its sentence."""
        parts = [self._meta(rule), self.examples(rule.examples)]
        if rule.untrue.en:
            words = f"{self.word('untrue')}: {self.text(rule.untrue)}"
            parts.insert(0, f'<p><span class="mr-contested">{words}</span></p>')
        if rule.reason.en:
            parts.append(f'<p class="mr-meta screen">{self.word("reason")}: {self.text(rule.reason)}</p>')
        if rule.readings:
            parts.append(self._readings(rule))
        parts.append(self._formal(rule))
        return "".join(parts)

    def examples(self, examples: Iterable[Example]) -> str:
        """Pictures beside each other."""
        figures = "".join(self.example(example) for example in examples)
        return f'<div class="mr-examples">{figures}</div>' if figures else ""

    def example(self, example: Example) -> str:
        """One picture with what the rules say of it."""
        rows = "".join(self._row(row.label, self.faces.row(row.slots, example.deck)) for row in example.rows)
        said = self.text(example.said)
        caption = f"{SIGNS[example.verdict]} {escaped(VERDICT[example.verdict][self.language])}"
        return (
            f'<figure class="mr-example mr-{example.verdict}"{_cards(example)}>{rows}'
            f"<figcaption><b>{caption}.</b> {said[:1].upper()}{said[1:]}</figcaption></figure>"
        )

    def steps(self, steps: Iterable[Step], deck: Deck) -> str:
        """A turn or a score as a numbered list, each step with what lies there then."""
        items = []
        for step in steps:
            rows = "".join(self._row(row.label, self.faces.row(row.slots, deck)) for row in step.rows)
            items.append(f'<li><p>{self.text(step.said)}</p><div class="mr-step">{rows}</div></li>')
        return f'<ol class="mr-steps">{"".join(items)}</ol>' if items else ""

    def _row(self, label: Text, row: str) -> str:
        shown = f'<span class="mr-label">{self.text(label)}</span>' if label[self.language] else ""
        return f"<div>{shown}{row}</div>"

    def _meta(self, rule: RuleEntry) -> str:
        status = escaped(status_words(rule.status, rule.citations)[self.language])
        if rule.status == "contested":
            status = f'<span class="mr-contested">{status}</span>'
        parts = [f"{self.word('clause')} {self.link(rule.key)}", status]
        if rule.reading:
            parts.append(f"{self.word('in_force')}: <code>{escaped(rule.reading)}</code>")
        if rule.citations:
            cited = ", ".join(
                f'<abbr title="{escaped(c.text[self.language])}">{escaped(c.id)}</abbr>' for c in rule.citations
            )
            parts.append(f"{self.word('cites')} {cited}")
        return f'<p class="mr-meta">{" · ".join(parts)}</p>'

    def _readings(self, rule: RuleEntry) -> str:
        inner = "".join(self._reading(reading) for reading in rule.readings)
        return f"<details><summary>{self.word('contested')} ({len(rule.readings)})</summary>{inner}</details>"

    def _reading(self, reading: ReadingEntry) -> str:
        shown = (
            "".join(
                self._row(row.label, self.faces.row(row.slots, reading.example.deck)) for row in reading.example.rows
            )
            if reading.example
            else ""
        )
        return (
            f"<p>{self.word('reading')} <code>{escaped(reading.id)}</code>: {self.text(reading.text)}</p>{shown}"
            f'<p class="mr-meta">{self.word("apart")}: {self.text(reading.apart)}</p>'
        )

    def _formal(self, rule: RuleEntry) -> str:
        parts = [f'<p class="mr-meta">{self.text(rule.missing)}</p>'] if rule.missing.en else []
        if rule.parameters:
            rows = "".join(
                f"<tr><td><code>{escaped(p.name)}</code></td><td><code>{escaped(p.value)}</code></td>"
                f"<td>{self.text(p.meaning)}</td></tr>"
                for p in rule.parameters
            )
            heads = "".join(f"<th>{self.word(name)}</th>" for name in ("parameters", "value", "meaning"))
            parts.append(
                f'<div class="mr-scroll" tabindex="0"><table class="mr-table"><tr>{heads}</tr>{rows}</table></div>'
            )
        if rule.formal:
            text = "\n".join(f"{statement.parameter}:  {statement.formula}" for statement in rule.formal)
            parts.append(f'<p>{self.word("formula")}:</p><pre class="mr-formula" tabindex="0">{escaped(text)}</pre>')
        if rule.looked_at:
            groups = ", ".join(
                f'<a href="#theorems-{level}">{self.text(LEVEL_NAMES[level])}</a> ({number})'
                for level, number in rule.looked_at
            )
            parts.append(f"<p>{self.text(THEOREMS_ON)} {groups}</p>")
        if rule.citations:
            items = "".join(f"<li>{escaped(c.id)}: {self.text(c.text)}</li>" for c in rule.citations)
            parts.append(f"<p>{self.word('sources')}:</p><ul>{items}</ul>")
        if rule.tests:
            parts.append(f"<p>{self.word('tests')}: {', '.join(f'<code>{escaped(t)}</code>' for t in rule.tests)}</p>")
        return (
            f'<details class="no-search"><summary>{self.word("formal")}</summary>{"".join(parts)}</details>'
            if parts
            else ""
        )


def _cards(example: Example) -> str:
    """The cards of an example that is one row without more, for whoever wants to ask about them."""
    if len(example.rows) != 1 or example.rows[0].label.en or example.verdict == "worth":
        return ""
    return f' data-cards="{escaped(example.notation)}"'
