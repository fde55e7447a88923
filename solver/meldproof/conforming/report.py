"""A run's report: its JSON object, its sentences in both languages, and JUnit's XML for continuous integration."""

from __future__ import annotations

import json
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec

from meldproof.conforming.diagnosis import Change, Diagnosis
from meldproof.conforming.driver import QuestionOutcome, Status
from meldproof.conforming.run import ConformReport
from meldproof.conforming.session import KINDS
from meldproof.conforming.titles import title_of
from meldproof.messages import translated
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import OPS, Question, ask, to_plain

STATUSES: tuple[Status, ...] = get_args(Status)
WORDS = {
    "en": {
        "as_if": "It plays as if {}", "or": " or ", "alike": "no question was found that tells these apart",
        "reading": "reading {}", "clause": "the rule it breaks: {}", "shows": "smallest case that shows it: {}",
        "none": "No single rule, and no two together, explain this: {} cases",
        "part": "{} would explain {} of them, and contradict {} right answers",
        "left": "{} cases are explained by no change of one rule", "fine": "It answers by these rules",
        "says": "it says {}", "nothing": "nothing was asked", "stopped": "stopped: {}",
        "follows": "disputed; it follows the reading {}", "unstable": "its answers to this change from time to time",
        "conforms": "conforms", "fails": "does not conform",
    },
    "es": {
        "as_if": "Juega como si {}", "or": " o ", "alike": "no se encontró pregunta que las distinga",
        "reading": "la lectura {}", "clause": "la regla que no cumple: {}", "shows": "el caso más chico: {}",
        "none": "Ninguna regla sola, ni dos juntas, explican esto: {} casos",
        "part": "{} explicaría {} de ellos, y contradice {} respuestas correctas",
        "left": "{} casos no los explica el cambio de una sola regla", "fine": "Responde según estas reglas",
        "says": "responde {}", "nothing": "no se preguntó nada", "stopped": "se detuvo: {}",
        "follows": "en disputa; sigue la lectura {}", "unstable": "sus respuestas a esto cambian de una vez a otra",
        "conforms": "cumple", "fails": "no cumple",
    },
}  # fmt: skip


def report_dict(report: ConformReport) -> dict[str, Any]:
    """The JSON object of `meldproof conform --json` (schema `conform.json`)."""
    told = [outcome_dict(outcome) for outcome in report.outcomes if outcome.status not in ("passed", "skipped")]
    who = report.implementation
    return {
        "variant": report.variant.id,
        "implementation": None if who is None else msgspec.to_builtins(who),
        "conforms": report.conforms,
        "stopped": report.stopped,
        "counts": {status: report.count(status) for status in STATUSES},
        "operations": {op: _of_op(report, op) for op in OPS if any(o.op == op for o in report.outcomes)},
        "not_offered": report.not_offered,
        "cases": told,
        "generated": {"asked": report.asked, "disagreements": [outcome_dict(each) for each in report.generated]},
        "diagnosis": diagnosis_dict(report.diagnosis, report.variant),
        "seconds": round(report.seconds, 2),
    }


def _of_op(report: ConformReport, op: str) -> dict[str, int]:
    return {status: sum(o.op == op and o.status == status for o in report.outcomes) for status in STATUSES}


def outcome_dict(outcome: QuestionOutcome) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(outcome)
    return built


def diagnosis_dict(diagnosis: Diagnosis, variant: Variant) -> dict[str, Any]:
    sentences = [diagnosis_lines(diagnosis, variant, language) for language in ("en", "es")]
    return {
        "wrong": diagnosis.wrong,
        "explanations": [change_dict(change, variant) for change in diagnosis.explanations],
        "example": None if diagnosis.example is None else _example(diagnosis.example, variant),
        "parts": [
            {
                "change": change_dict(part.change, variant),
                "explains": part.explains,
                "contradicts": part.contradicts,
                "example": _example(part.example, variant),
            }
            for part in diagnosis.parts
        ],
        "unexplained": diagnosis.unexplained,
        "text": {"en": sentences[0], "es": sentences[1]},
    }


def change_dict(change: Change, variant: Variant) -> dict[str, Any]:
    """Other rules an implementation may follow: parameters with their values there and here, and their clauses."""
    plain = variant.plain()
    return {
        "id": change.id,
        "reading": change.reading,
        "procedure": "" if change.procedure is None else change.procedure.id,
        "values": change.values,
        "instead_of": {name: plain.get(name) for name in change.values},
        "clauses": [
            {"key": key, "text": {"en": variant.clause(key).text["en"], "es": variant.clause(key).text["es"]}}
            for key in change.clauses
        ],
    }


def _example(question: Question, variant: Variant) -> dict[str, Any]:
    wanted = ask(question, variant)
    return {"op": question.op, "case": to_plain(question), "wanted": wanted, "title": _title(question, variant)}


def _title(question: Question, variant: Variant) -> dict[str, str]:
    result = ask(question, variant)
    text = Text() if result is None else title_of(question, result)
    return {"en": text["en"], "es": text["es"]}


def diagnosis_lines(diagnosis: Diagnosis, variant: Variant, language: str) -> list[str]:
    """The diagnosis in sentences; empty where nothing was wrong."""
    words = WORDS[language]
    if not diagnosis.wrong or diagnosis.example is None:
        return []
    shows = words["shows"].format(_title(diagnosis.example, variant)[language])
    if diagnosis.explanations:
        names = words["or"].join(_name(change, words, language) for change in diagnosis.explanations)
        alike = f" ({words['alike']})" if len(diagnosis.explanations) > 1 else ""
        keys = dict.fromkeys(key for change in diagnosis.explanations for key in change.clauses)
        rules = [words["clause"].format(f"{variant.clause(key).text[language]} [{key}]") for key in keys]
        return [words["as_if"].format(names) + alike, *rules, shows]
    lines = [words["none"].format(diagnosis.wrong), shows]
    for part in diagnosis.parts:
        name = _name(part.change, words, language)
        lines.append(words["part"].format(name, part.explains, part.contradicts))
        lines += [
            "  " + words["clause"].format(f"{variant.clause(key).text[language]} [{key}]")
            for key in part.change.clauses
        ]
        lines.append("  " + words["shows"].format(_title(part.example, variant)[language]))
    return [*lines, words["left"].format(diagnosis.unexplained)] if diagnosis.unexplained else lines


def _name(change: Change, words: dict[str, str], language: str) -> str:
    if change.reading:
        return words["reading"].format(change.reading)
    parts = [f"{name} = {_value(value)}" for name, value in change.values.items()]
    parts += [] if change.procedure is None else [change.procedure.words[language]]
    return ", ".join(parts)


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def outcome_note(outcome: QuestionOutcome, language: str) -> str:
    """What was wrong with an answer, in a line."""
    words = WORDS[language]
    if outcome.status == "errored":
        return f"{translated(KINDS[outcome.kind]) if outcome.kind else ''}: {outcome.note}"
    parts = [words["says"].format(json.dumps(outcome.given, ensure_ascii=False))] if outcome.given is not None else []
    parts += [outcome.note] if outcome.note else []
    parts += [words["follows"].format(", ".join(outcome.readings))] if outcome.readings else []
    parts += [words["unstable"]] if outcome.stable is False else []
    return "; ".join(parts)


def junit_xml(report: ConformReport, language: str = "en") -> str:
    """JUnit's XML: a test a case, a failure a wrong answer, an error a misbehaviour."""
    outcomes = [*report.outcomes, *report.generated]
    suite = ElementTree.Element(
        "testsuite",
        name=f"meldproof conform {report.variant.id}",
        tests=str(len(outcomes) + bool(report.stopped)),
        failures=str(sum(outcome.status == "failed" for outcome in outcomes)),
        errors=str(sum(outcome.status == "errored" for outcome in outcomes) + bool(report.stopped)),
        skipped=str(sum(outcome.status == "skipped" for outcome in outcomes)),
        time=f"{report.seconds:.2f}",
    )
    for outcome in outcomes:
        name = outcome.id or "generated"
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"{report.variant.id}.{outcome.op}",
            name=_xml(f"{name}: {outcome.title[language]}"),
        )  # fmt: skip
        note = _xml(outcome_note(outcome, language))
        if outcome.status in ("failed", "errored"):
            tag = "failure" if outcome.status == "failed" else "error"
            fault = ElementTree.SubElement(case, tag, message=note, type=outcome.kind or "wrong answer")
            fault.text = _xml(json.dumps({"case": outcome.case, "wanted": outcome.wanted, "given": outcome.given}))
        elif outcome.status == "skipped":
            ElementTree.SubElement(case, "skipped")
        elif outcome.status == "reading":
            ElementTree.SubElement(case, "system-out").text = note
    if report.stopped:
        case = ElementTree.SubElement(suite, "testcase", classname=report.variant.id, name="run")
        ElementTree.SubElement(case, "error", message=_xml(report.stopped), type="stopped")
    lines = diagnosis_lines(report.diagnosis, report.variant, language)
    if lines:
        ElementTree.SubElement(suite, "system-out").text = _xml("\n".join(lines))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """The text without signs that XML has no way to write."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)
