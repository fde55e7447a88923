"""What `kit` and `conform` print."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from meldproof.cli.options import Common
from meldproof.cli.show import console, write_file, write_json
from meldproof.messages import say

if TYPE_CHECKING:
    from meldproof.conforming.kit import Kit
    from meldproof.conforming.protocol import Implementation
    from meldproof.conforming.run import ConformReport

WORDS = {
    "en": {
        "cases": "{} cases: {}", "equivalent": "{} changes make no difference (the kit says why): {}",
        "untold": "{} changes were not told apart (a search, not a proof): {}", "passed": "right", "failed": "wrong",
        "reading": "by another reading", "skipped": "skipped", "errored": "misbehaved", "not_offered": "not offered",
        "generated": "generated: {} questions, {} kinds of disagreement", "smoke": "{}: speaks the protocol: {}",
        "conforms": "yes: it answers by the rules of {}", "fails": "no: it does not answer by the rules of {}",
        "unsure": "nothing was asked", "stopped": "stopped: {}", "more": "… and {} more (--report html)",
    },
    "es": {
        "cases": "{} casos: {}", "equivalent": "{} cambios no hacen diferencia (el kit dice por qué): {}",
        "untold": "{} cambios no se distinguieron (una búsqueda, no una demostración): {}", "passed": "bien",
        "failed": "mal", "reading": "según otra lectura", "skipped": "salteados", "errored": "fallas",
        "not_offered": "no ofrecidos", "generated": "generadas: {} preguntas, {} clases de desacuerdo",
        "smoke": "{}: habla el protocolo: {}", "conforms": "sí: responde según las reglas de {}",
        "fails": "no: no responde según las reglas de {}", "unsure": "no se preguntó nada",
        "stopped": "se detuvo: {}", "more": "… y {} más (--report html)",
    },
}  # fmt: skip
MOST_SHOWN = 12


def kit(found: Kit, common: Common, *, quiet: bool) -> int:
    """The cases, one a line; of a kit that was written to a file only how many there are."""
    from meldproof.conforming.building import NO_TIME

    status = 3 if any(entry.note == NO_TIME for entry in found.untold) else 0
    if common.json:
        write_json(found.to_dict())
        return status
    words, out = WORDS[common.lang], console()
    if not quiet:
        for case in found.cases:
            out.print(f"{case.id:<52} {case.expected:<8} {case.title[common.lang]}", markup=False)
    numbers = Counter(case.op for case in found.cases)
    out.print(words["cases"].format(len(found.cases), ", ".join(f"{op} {n}" for op, n in numbers.items())))
    for name, entries in (("equivalent", found.equivalent), ("untold", found.untold)):
        if entries:
            out.print(words[name].format(len(entries), ", ".join(entry.mutant for entry in entries)), markup=False)
    return status


def report(found: ConformReport, form: str, path: Path | None, common: Common) -> int:
    """The report in its form, to a file or to the output. Exit status 0 if it conforms, 3 if the time was up."""
    from meldproof.conforming.page import html_page
    from meldproof.conforming.report import junit_xml, report_dict

    status = 0 if found.conforms else 3 if found.stopped == say("the time was up") else 1
    if form == "json" and path is None:
        write_json(report_dict(found))
        return status
    if form == "text":
        text = _text(found, common.lang)
    elif form == "json":
        text = json.dumps(report_dict(found), ensure_ascii=False, indent=1) + "\n"
    else:
        text = html_page(found, common.lang) if form == "html" else junit_xml(found, common.lang)
    if path is not None:
        write_file(path, text)
        text = _text(found, common.lang) if form != "text" else ""
    print(text, end="")
    return status


def smoke(who: Implementation | None, faults: list[str], common: Common) -> int:
    """Whether a harness speaks the protocol."""
    if common.json:
        name = None if who is None else who.name
        write_json({"implementation": name, "operations": list(who.operations) if who else [], "faults": faults})
        return 1 if faults else 0
    if who is not None and not faults:
        print(WORDS[common.lang]["smoke"].format(who.name, ", ".join(who.operations)))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _text(found: ConformReport, lang: str) -> str:
    from meldproof.conforming.report import STATUSES, diagnosis_lines, outcome_note

    words = WORDS[lang]
    who = found.implementation
    lines = [] if who is None else [f"{who.name} {who.version} ({who.language})".replace("  ", " ")]
    counts = [(words[status], found.count(status)) for status in STATUSES]
    counts.append((words["not_offered"], sum(found.not_offered.values())))
    lines.append(", ".join(f"{name} {number}" for name, number in counts if number) or words["unsure"])
    if found.asked:
        lines.append(words["generated"].format(sum(found.asked.values()), len(found.generated)))
    told = [outcome for outcome in found.outcomes if outcome.status not in ("passed", "skipped")]
    told += found.generated
    for outcome in told[:MOST_SHOWN]:
        lines.append(f"  {outcome.id or outcome.op}: {outcome.title[lang]}")
        lines.append(f"    {outcome_note(outcome, lang)}")
    if len(told) > MOST_SHOWN:
        lines.append("  " + words["more"].format(len(told) - MOST_SHOWN))
    lines += diagnosis_lines(found.diagnosis, found.variant, lang)
    if found.stopped:
        lines.append(words["stopped"].format(found.stopped))
    lines.append(words["conforms" if found.conforms else "fails"].format(found.variant.id))
    return "\n".join(lines) + "\n"
