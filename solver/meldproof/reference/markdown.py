"""A reference as Markdown: text only, cards in the project's notation."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.notation import slot_text
from meldproof.pictures.names import Language
from meldproof.reference.document import Document, Example, RuleEntry
from meldproof.reference.html_rules import SIGNS
from meldproof.reference.words import GLOSSARY, VERDICT, WORDS, of_tiles, status_words


def markdown_page(document: Document, language: Language = "en") -> str:
    """The whole reference as one text."""
    return "\n".join(_lines(document, language)) + "\n"


def _lines(document: Document, language: Language) -> Iterator[str]:
    def word(name: str) -> str:
        return WORDS[name][language]

    yield f"# {word('rules')} {document.name[language]}\n"
    yield f"## {word('glance')}\n"
    for what, says in document.glance:
        yield f"- **{what[language]}:** {says[language]}"
    for name, said in (("setup", document.setup), ("turn", document.turn)):
        if said:
            yield f"\n## {word(name)}\n"
        for number, step in enumerate(said, 1):
            yield f"{number}. {step[language]}"
    for name, steps in (("sample_turn", document.sample_turn), ("sample_score", document.sample_score)):
        if steps:
            yield f"\n## {word(name)}\n"
        for number, shown in enumerate(steps, 1):
            rows = "; ".join(
                f"{row.label[language]} `{' '.join(slot_text(slot, document.deck) for slot in row.slots)}`"
                for row in shown.rows
            )
            yield f"{number}. {shown.said[language]}" + (f" ({rows})" if rows else "")
    for section in document.sections:
        yield f"\n## {section.title[language]}\n"
        if section.lead[language]:
            yield f"{section.lead[language]}\n"
        for rule in section.rules:
            yield from _rule(rule, language)
    yield f"\n## {word('glossary')}\n"
    for term, meaning in GLOSSARY:
        yield f"- **{term[language]}:** {of_tiles(meaning, document.deck.style)[language]}"
    if document.sources:
        yield f"\n## {word('sources')}\n"
        for source in document.sources:
            yield f"- {source.id}: {source.title[language]}, {source.describes[language]}"
    yield f"\n{word('made')}"


def _rule(rule: RuleEntry, language: Language) -> Iterator[str]:
    cites = f"; {WORDS['cites'][language]} {', '.join(c.id for c in rule.citations)}" if rule.citations else ""
    yield f"- {rule.text[language]} *({rule.key}: {status_words(rule.status, rule.citations)[language]}{cites})*"
    if rule.untrue[language]:
        yield f"  - {WORDS['untrue'][language]}: {rule.untrue[language]}"
    if rule.status == "not-encoded":
        yield f"  - {WORDS['reason'][language]}: {rule.reason[language]}"
    for example in rule.examples:
        yield f"  - {_example(example, language)}"
    for reading in rule.readings:
        yield f"  - {WORDS['reading'][language]} `{reading.id}`: {reading.text[language]}"
        yield f"    - {WORDS['apart'][language]}: {reading.apart[language]}"


def _example(example: Example, language: Language) -> str:
    texts = example.notation.split(" | ") if example.rows else []
    rows = [
        (f"{row.label[language]}: " if row.label[language] else "") + f"`{cards}`"
        for row, cards in zip(example.rows, texts, strict=True)
    ]
    sign, verdict = SIGNS[example.verdict], VERDICT[example.verdict][language]
    shown = f"{'; '.join(rows)}: " if rows else ""
    return f"{sign} {verdict}: {shown}{example.said[language]}"
