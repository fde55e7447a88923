"""A run's report: its JSON object, its sentences in both languages, and JUnit's XML for continuous integration."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec

import meldproof
from meldproof.conforming.diagnosis import Change, Diagnosis
from meldproof.conforming.driver import UNANSWERED, UNTOLD, QuestionOutcome, Status
from meldproof.conforming.run import ConformReport
from meldproof.conforming.session import KINDS
from meldproof.conforming.titles import title_of
from meldproof.messages import printable, translated
from meldproof.variants.clauses import Text, toml_text
from meldproof.variants.loading import Variant, set_by_user
from meldproof.witnesses.questions import OPS, Question, ask, in_scope, to_plain

STATUSES: tuple[Status, ...] = get_args(Status)
MOST_NAMED = 6
"""Explanations that are written out, where nothing tells several apart."""
WORDS = {
    "en": {
        "as_if": "It plays as if {}", "or": " or ", "alike": "no question was found that tells these apart",
        "clause": "the rule it breaks: {}", "shows": "smallest case that shows it: {}",
        "none": "None of the {} changes tried explains this: {}", "wrong": "{} wrong answer|{} wrong answers",
        "part": "{} would explain {} of them and contradicts no answer: {}",
        "left": "{} is explained by no change of one rule|{} are explained by no change of one rule",
        "says": "it says {}", "stopped": "stopped: {}",
        "reads": "It follows the reading {} of a disputed rule: {} [{}]",
        "follows": "disputed; it follows the reading {}",
        "disputed": "disputed, but not all its answers follow the other reading",
        "unstable": "its answers to this change from time to time",
        "yes": "yes: {}, none wrong", "no": "no: {}", "unasked": "nothing was asked: {}",
        "no_common": "it offers no operation that {} asks about ({})", "all_skipped": "it skipped every question",
        "none_judged": "none of its answers could be judged",
        "skipped": "{} case skipped|{} cases skipped", "unjudged": "{} answer not judged|{} answers not judged",
        "not_offered": "{} case not offered|{} cases not offered",
        "not_chosen": "no case that was chosen is of an operation that it offers",
        "asked": "{} and {} in {} s", "cases": "{} case|{} cases", "questions": "{} question|{} questions",
        "wrong_cases": "{} of {} wrong", "cut": "the run did not come to its end", "by_reading": "by the reading {}",
        "settings": "asked of {} in meldproof {}{}; seed {}; command: {}", "with": ", with {}",
        "unheld": "{} right answer was not held against this|{} right answers were not held against this",
        "unknown": "it offers {}: no such operation{}", "meant": " ({} is one)",
    },
    "es": {
        "as_if": "Juega como si {}", "or": " o ", "alike": "no se encontró pregunta que las distinga",
        "clause": "la regla que no cumple: {}", "shows": "el caso más chico: {}",
        "none": "Ninguno de los {} cambios probados explica esto: {}",
        "wrong": "{} respuesta equivocada|{} respuestas equivocadas",
        "part": "{} explicaría {} de ellas y no contradice ninguna respuesta: {}",
        "left": "{} no la explica el cambio de una sola regla|{} no las explica el cambio de una sola regla",
        "says": "responde {}", "stopped": "se detuvo: {}",
        "reads": "Sigue la lectura {} de una regla en disputa: {} [{}]",
        "follows": "en disputa; sigue la lectura {}",
        "disputed": "en disputa, pero no todas sus respuestas siguen la otra lectura",
        "unstable": "sus respuestas a esto cambian de una vez a otra",
        "yes": "sí: {}, ninguna respuesta equivocada", "no": "no: {}", "unasked": "no se preguntó nada: {}",
        "no_common": "no ofrece ninguna operación por la que {} pregunte ({})",
        "all_skipped": "salteó todas las preguntas", "none_judged": "ninguna de sus respuestas se pudo juzgar",
        "skipped": "{} caso salteado|{} casos salteados",
        "unjudged": "{} respuesta sin juzgar|{} respuestas sin juzgar",
        "not_offered": "{} caso no ofrecido|{} casos no ofrecidos",
        "not_chosen": "ningún caso elegido es de una operación que ofrezca",
        "asked": "{} y {} en {} s", "cases": "{} caso|{} casos", "questions": "{} pregunta|{} preguntas",
        "wrong_cases": "mal {} de {}", "cut": "la prueba no llegó al final", "by_reading": "según la lectura {}",
        "settings": "se preguntó por {} en meldproof {}{}; semilla {}; comando: {}", "with": ", con {}",
        "unheld": "{} respuesta correcta no se contrastó con esto|{} respuestas correctas no se contrastaron con esto",
        "unknown": "ofrece {}: no hay tal operación{}", "meant": " (sí {})",
    },
}  # fmt: skip


def counted(forms: str, number: int, language: str) -> str:
    """A number in one of two forms of a text, `one|many`, its thousands apart."""
    one, _, many = forms.partition("|")
    written = f"{number:,}" if language == "en" else f"{number:,}".replace(",", ".")
    return (one if number == 1 else many or one).format(written)


def verdict_line(report: ConformReport, language: str) -> str:
    """Yes or no, with how much was asked; or that nothing was."""
    words = WORDS[language]
    if report.nothing_asked:
        return words["unasked"].format(_why_nothing(report, language))
    cases, questions = report.answered, sum(report.asked.values())
    seconds = f"{report.searched:.0f}" if report.asked else f"{report.seconds:.0f}"
    if report.conforms:
        said = words["asked"].format(
            counted(words["cases"], cases, language), counted(words["questions"], questions, language), seconds
        )
        by = f" {words['by_reading'].format(', '.join(report.read.names))}" if report.read.names else ""
        besides = _unanswered(report, language)
        return words["yes"].format(said) + by + (f"; {', '.join(besides)}" if besides else "")
    if report.stopped and not (cases or questions):
        return words["no"].format(words["cut"])
    bad = report.count("failed") + report.count("errored")
    parts = [words["wrong_cases"].format(bad, counted(words["cases"], cases, language))]
    wrong = sum(report.differing.values())
    parts += [words["wrong_cases"].format(wrong, counted(words["questions"], questions, language))] if questions else []
    return words["no"].format(", ".join(parts) + (f"; {words['cut']}" if report.stopped else ""))


def _unanswered(report: ConformReport, language: str) -> list[str]:
    """How many cases a verdict does not rest on, and why."""
    counts: list[tuple[str, int]] = [(status, report.count(status)) for status in UNANSWERED]
    counts.append(("not_offered", sum(report.not_offered.values())))
    return [counted(WORDS[language][name], number, language) for name, number in counts if number]


def _why_nothing(report: ConformReport, language: str) -> str:
    """Why there is no answer to judge."""
    words = WORDS[language]
    if report.stopped:
        return report.stopped
    if report.outcomes:
        return words["none_judged" if report.count("unjudged") else "all_skipped"]
    asks = [op for op in OPS if in_scope(op, report.variant)]
    if report.implementation and set(asks) & set(report.implementation.operations):
        return words["not_chosen"]
    return words["no_common"].format(report.variant.id, ", ".join(asks))


def spoken_of(report: ConformReport, language: str) -> str:
    """What a verdict speaks of: the variant with its settings and readings, the version, the seed, the command."""
    words = WORDS[language]
    given = [f"{name}={_value(value)}" for name, value in set_by_user(report.variant).items()]
    given += [f"--reading {name}" for name in report.variant.readings]
    with_them = words["with"].format(", ".join(given)) if given else ""
    return words["settings"].format(
        report.variant.id, meldproof.__version__, with_them, report.plan.seed, runnable(report.command)
    )


def runnable(words: Iterable[str]) -> str:
    """Words as a shell reads them, on one line, whatever is in them."""
    return " ".join(shlex.quote(word) if word.isprintable() else _escaped(word) for word in words)


def _escaped(word: str) -> str:
    """A word with signs that don't show, as `$'…'`."""
    signs = (sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in sign.encode("utf-8", "replace"))
             for sign in word.replace("\\", "\\\\").replace("'", "\\'"))  # fmt: skip
    return f"$'{''.join(signs)}'"


def options_of(report: ConformReport) -> list[str]:
    """What `meldproof conform` is given to ask by the same rules again, in the words of whoever asked where known."""
    if report.options:
        return list(report.options)
    settings = [("--set", f"{name}={toml_text(value)}") for name, value in set_by_user(report.variant).items()]
    readings = [("--reading", name) for name in report.variant.readings]
    return [report.variant.id, *(word for pair in (*settings, *readings) for word in pair)]


def offered_wrongly(report: ConformReport, language: str) -> list[str]:
    """Operations it offers that are none, each with the one that may be meant."""
    words = WORDS[language]
    told = []
    for name in report.implementation.unknown if report.implementation else ():
        near = get_close_matches(name, OPS, 1)
        told.append(words["unknown"].format(name, words["meant"].format(near[0]) if near else ""))
    return told


def report_dict(report: ConformReport) -> dict[str, Any]:
    """The JSON object of `meldproof conform --json` (schema `conform.json`)."""
    told = [outcome_dict(outcome) for outcome in report.outcomes if outcome.status not in UNTOLD]
    who = report.implementation
    return {
        "variant": report.variant.id,
        "implementation": None if who is None else msgspec.to_builtins(who),
        "conforms": report.conforms,
        "verdict": {language: verdict_line(report, language) for language in ("en", "es")},
        "settings": set_by_user(report.variant),
        "options": options_of(report),
        "readings": list(report.variant.readings),
        "follows": list(report.read.names),
        "version": meldproof.__version__,
        "command": list(report.command),
        "seed": report.plan.seed,
        "stopped": report.stopped,
        "counts": {status: report.count(status) for status in STATUSES},
        "operations": {op: _of_op(report, op) for op in OPS if any(o.op == op for o in report.outcomes)},
        "not_offered": report.not_offered,
        "statuses": {outcome.id: outcome.status for outcome in report.outcomes},
        "titles": {outcome.id: {"en": outcome.title.en, "es": outcome.title.es} for outcome in report.outcomes},
        "cases": told,
        "generated": {
            "asked": report.asked,
            "differing": report.differing,
            "seconds": round(report.searched, 2),
            "disagreements": [outcome_dict(each) for each in report.generated],
        },
        "diagnosis": diagnosis_dict(report.diagnosis, report.read.variant, report.read.names),
        "seconds": round(report.seconds, 2),
    }


def _of_op(report: ConformReport, op: str) -> dict[str, int]:
    return {status: sum(o.op == op and o.status == status for o in report.outcomes) for status in STATUSES}


def outcome_dict(outcome: QuestionOutcome) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(outcome)
    return built


def diagnosis_dict(diagnosis: Diagnosis, variant: Variant, follows: Sequence[str] = ()) -> dict[str, Any]:
    sentences = [
        [*reading_lines(variant, follows, language), *diagnosis_lines(diagnosis, variant, language)]
        for language in ("en", "es")
    ]
    return {
        "wrong": diagnosis.wrong,
        "explanations": [change_dict(change, variant) for change in diagnosis.explanations],
        "example": None if diagnosis.example is None else _example(diagnosis.example, variant),
        "parts": [
            {
                "change": change_dict(part.change, variant),
                "explains": part.explains,
                "example": _example(part.example, variant),
            }
            for part in diagnosis.parts
        ],
        "unexplained": diagnosis.unexplained,
        "tried": diagnosis.tried,
        "unheld": diagnosis.unheld,
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


def reading_lines(variant: Variant, names: Sequence[str], language: str) -> list[str]:
    """The readings that all answers follow, with what they say."""
    told = []
    for name in names:
        for clause in variant.clauses:
            if clause.reading == name:
                told.append(WORDS[language]["reads"].format(name, clause.text[language], clause.key))
    return told


def diagnosis_lines(diagnosis: Diagnosis, variant: Variant, language: str) -> list[str]:
    """The diagnosis in sentences; empty where nothing was wrong."""
    words = WORDS[language]
    if not diagnosis.wrong or diagnosis.example is None:
        return []
    unheld = [counted(words["unheld"], diagnosis.unheld, language)] if diagnosis.unheld else []
    shows = words["shows"].format(_title(diagnosis.example, variant)[language])
    if diagnosis.explanations:
        named = diagnosis.explanations[:MOST_NAMED]
        names = words["or"].join(_name(change, variant, language) for change in named)
        names += " …" if len(diagnosis.explanations) > len(named) else ""
        alike = f" ({words['alike']})" if len(diagnosis.explanations) > 1 else ""
        keys = dict.fromkeys(key for change in named for key in change.clauses)
        rules = [words["clause"].format(f"{variant.clause(key).text[language]} [{key}]") for key in keys]
        return [words["as_if"].format(names) + alike, *rules, shows, *unheld]
    wrong = counted(words["wrong"], diagnosis.wrong, language)
    lines = [words["none"].format(diagnosis.tried, wrong), shows]
    for part in diagnosis.parts:
        rules = [f"{variant.clause(key).text[language]} [{key}]" for key in part.change.clauses]
        lines.append(words["part"].format(_name(part.change, variant, language), part.explains, " ".join(rules)))
        lines.append("  " + words["shows"].format(_title(part.example, variant)[language]))
    left = diagnosis.unexplained
    lines += [counted(words["left"], left, language)] if diagnosis.parts and left else []
    return [*lines, *unheld] if diagnosis.parts else lines


def told_lines(report: ConformReport, language: str) -> list[str]:
    """The readings that it follows, and the diagnosis under these."""
    rules = report.read.variant
    return [*reading_lines(rules, report.read.names, language), *diagnosis_lines(report.diagnosis, rules, language)]


def _name(change: Change, variant: Variant, language: str) -> str:
    plain = variant.plain()
    parts = [_changed(name, plain.get(name), value) for name, value in change.values.items()]
    parts += [] if change.procedure is None else [change.procedure.words[language]]
    return ", ".join(parts)


def _changed(name: str, before: object, value: object) -> str:
    """A parameter with its value; of a table only the entries that change."""
    if name == "points.ranks" and isinstance(before, dict) and isinstance(value, dict):
        now = {rank: points for key, points in before.items() for rank in _ranks(key, value)}
        changed = [f"{rank} = {points}" for rank, points in value.items() if now.get(rank) != points]
        if changed and len(value) >= len(now):
            return f"{name}: {', '.join(changed)}"
    return f"{name} = {_value(value)}"


def _ranks(key: str, of: Mapping[str, object]) -> list[str]:
    """The ranks of a range such as `T-K`, in the order of a table that has them one by one."""
    first, _, last = key.partition("-")
    names = list(of)
    if first in names and last in names:
        return names[names.index(first) : names.index(last) + 1]
    return [first]


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
    if outcome.disputed and not outcome.readings:
        parts.append(words["disputed"])
    parts += [words["unstable"]] if outcome.stable is False else []
    return "; ".join(parts)


def junit_xml(report: ConformReport, language: str = "en") -> str:
    """JUnit's XML: a test a case, a failure a wrong answer, an error a misbehaviour."""
    outcomes = [*report.outcomes, *report.generated]
    ended = bool(report.stopped) and not report.nothing_asked
    suite = ElementTree.Element(
        "testsuite",
        name=f"meldproof conform {report.variant.id}",
        tests=str(len(outcomes) + bool(report.stopped)),
        failures=str(sum(outcome.status == "failed" for outcome in outcomes)),
        errors=str(sum(outcome.status == "errored" for outcome in outcomes) + ended),
        skipped=str(
            sum(outcome.status in UNANSWERED for outcome in outcomes) + report.nothing_asked * bool(report.stopped)
        ),
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
        elif outcome.status in UNANSWERED:
            ElementTree.SubElement(case, "skipped", {"message": note} if outcome.note else {})
        elif outcome.status == "reading":
            ElementTree.SubElement(case, "system-out").text = note
    if report.stopped:
        case = ElementTree.SubElement(suite, "testcase", classname=report.variant.id, name="run")
        if ended:
            ElementTree.SubElement(case, "error", message=_xml(report.stopped), type="stopped")
        else:
            ElementTree.SubElement(case, "skipped", message=_xml(report.stopped))
    lines = [verdict_line(report, language), spoken_of(report, language), *told_lines(report, language)]
    if lines:
        ElementTree.SubElement(suite, "system-out").text = _xml("\n".join(lines))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """The text without signs that XML has no way to write, its lines kept."""
    return "\n".join(map(printable, text.split("\n")))
