"""A run's report as one HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from meldproof.conforming.driver import UNTOLD, QuestionOutcome
from meldproof.conforming.report import (
    STATUSES,
    WORDS,
    offered_wrongly,
    outcome_note,
    spoken_of,
    told_lines,
    verdict_line,
)
from meldproof.conforming.run import ConformReport
from meldproof.witnesses.questions import OPS

HEADINGS = {
    "en": {
        "title": "Conformance", "operation": "operation", "passed": "passed", "failed": "wrong",
        "reading": "another reading", "skipped": "skipped", "unjudged": "not judged", "errored": "misbehaved",
        "not_offered": "not offered",
        "diagnosis": "What it seems to follow", "cases": "Cases answered otherwise", "generated": "Found by trying",
        "case": "case and right answer", "answer": "its answer", "rules": "rule", "asked": "questions generated",
    },
    "es": {
        "title": "Conformidad", "operation": "operación", "passed": "bien", "failed": "mal",
        "reading": "otra lectura", "skipped": "salteados", "unjudged": "sin juzgar", "errored": "falló",
        "not_offered": "no ofrecidos",
        "diagnosis": "Lo que parece seguir", "cases": "Casos respondidos de otro modo",
        "generated": "Encontrado probando", "case": "caso y respuesta correcta", "answer": "su respuesta",
        "rules": "regla", "asked": "preguntas generadas",
    },
}  # fmt: skip
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } td, th { text-align: left; vertical-align: top;
padding: .35rem .6rem; border-bottom: 1px solid #ccc; } th { background: #f2f2f2; } code { font-size: .9em; }
h1 { font-size: 1.6rem; line-height: 1.25; } .wide { overflow-x: auto; } td { overflow-wrap: anywhere; }
.wide th, .wide td { overflow-wrap: normal; } .zero { color: #999; }
@media (max-width: 45rem) { .cases td { display: block; border: 0; } .cases th { display: none; }
.cases td:last-child { border-bottom: 1px solid #ccc; } }
.yes { color: #0a5c2b; } .no { color: #a11212; } pre { white-space: pre-wrap; background: #f6f6f6; padding: 1rem; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #e6e6e6; } th, pre { background: #242424; }
.yes { color: #6fd08c; } .no { color: #ff8d8d; } }
"""


def html_page(report: ConformReport, language: str = "en") -> str:
    """The page, in a language; everything an implementation said is escaped."""
    return "\n".join(_page(report, language)) + "\n"


def _page(report: ConformReport, language: str) -> Iterator[str]:
    heads, words = HEADINGS[language], WORDS[language]
    who = report.implementation
    name = f"{who.name} {who.version} ({who.language})" if who else "?"
    title = escape(f"{heads['title']}: {report.variant.name[language]} · {name}")
    verdict = verdict_line(report, language)
    yield f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>"
    kind = "yes" if report.conforms else "unasked" if report.nothing_asked else "no"
    yield f'<p class="{kind}"><strong>{escape(verdict)}</strong></p>'
    yield f"<p>{escape(spoken_of(report, language))}</p>"
    yield from (f'<p class="no">{escape(line)}</p>' for line in offered_wrongly(report, language))
    if report.stopped and not report.nothing_asked:
        yield f'<p class="no">{escape(words["stopped"].format(report.stopped))}</p>'
    columns = [heads["operation"], *(heads[status] for status in STATUSES), heads["not_offered"], heads["asked"]]
    rows = []
    for op in OPS:
        counts = [sum(o.op == op and o.status == status for o in report.outcomes) for status in STATUSES]
        others = [report.not_offered.get(op, 0), report.asked.get(op, 0)]
        if any(counts) or any(others):
            rows.append([f"<code>{op}</code>", *map(_number, (*counts, *others))])
    yield f'<div class="wide">{_table(columns, rows)}</div>'
    lines = told_lines(report, language)
    if lines:
        yield f"<h2>{heads['diagnosis']}</h2>\n<pre>{escape(chr(10).join(lines))}</pre>"
    told = [outcome for outcome in report.outcomes if outcome.status not in UNTOLD]
    for heading, outcomes in ((heads["cases"], told), (heads["generated"], list(report.generated))):
        if outcomes:
            yield f"<h2>{heading}</h2>"
            columns = [heads["case"], heads["answer"], heads["rules"]]
            yield f'<div class="cases">{_table(columns, _rows(outcomes, report, language))}</div>'
    yield "</html>"


def _rows(outcomes: Sequence[QuestionOutcome], report: ConformReport, language: str) -> Iterator[list[str]]:
    for outcome in outcomes:
        case = (
            f"{escape(outcome.title[language])}<br><code>{escape(json.dumps(outcome.case, ensure_ascii=False))}</code>"
        )
        texts = {clause.key: clause.text[language] for clause in report.variant.clauses}
        rules = "<br>".join(f"<code>{escape(key)}</code> {escape(texts.get(key, ''))}" for key in outcome.clauses)
        yield [case, escape(outcome_note(outcome, language)), rules]


def _number(number: int) -> str:
    return str(number) if number else '<span class="zero">0</span>'


def _table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"
