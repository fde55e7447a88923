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
        "cases": "{} case: {}|{} cases: {}", "equivalent": "{} changes make no difference (the kit says why): {}",
        "untold": "{} changes were not told apart (a search, not a proof): {}", "passed": "right", "failed": "wrong",
        "reading": "by another reading", "skipped": "skipped", "unjudged": "not judged",
        "errored": "misbehaved", "not_offered": "not offered",
        "smoke": "{}: speaks the protocol: {}",
        "stopped": "stopped: {}", "more": "… and {} more (--report html)",
    },
    "es": {
        "cases": "{} caso: {}|{} casos: {}", "equivalent": "{} cambios no hacen diferencia (el kit dice por qué): {}",
        "untold": "{} cambios no se distinguieron (una búsqueda, no una demostración): {}", "passed": "bien",
        "failed": "mal", "reading": "según otra lectura", "skipped": "salteados",
        "unjudged": "sin juzgar", "errored": "fallas",
        "not_offered": "no ofrecidos",
        "smoke": "{}: habla el protocolo: {}",
        "stopped": "se detuvo: {}", "more": "… y {} más (--report html)",
    },
}  # fmt: skip
MOST_SHOWN, LEAST_GENERATED = 12, 3


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
    one, many = words["cases"].split("|")
    listed = ", ".join(f"{op} {n}" for op, n in numbers.items())
    out.print((one if len(found.cases) == 1 else many).format(len(found.cases), listed))
    for name, entries in (("equivalent", found.equivalent), ("untold", found.untold)):
        if entries:
            out.print(words[name].format(len(entries), ", ".join(entry.mutant for entry in entries)), markup=False)
    return status


def report(found: ConformReport, form: str, path: Path | None, common: Common) -> int:
    """The report in its form, to a file or to the output.

    Exit status 0 if it conforms, 2 if there was nothing to ask, 3 if the time was up, 1 otherwise.
    """
    from meldproof.conforming.page import html_page
    from meldproof.conforming.report import junit_xml, report_dict

    timed_out = found.stopped == say("the time was up")
    status = 0 if found.conforms else 2 if found.nothing_asked else 3 if timed_out else 1
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
    from meldproof.conforming.driver import UNTOLD
    from meldproof.conforming.report import (
        STATUSES,
        offered_wrongly,
        outcome_note,
        spoken_of,
        told_lines,
        verdict_line,
    )

    words = WORDS[lang]
    who = found.implementation
    lines = [] if who is None else [f"{who.name} {who.version} ({who.language})".replace("  ", " ")]
    lines += offered_wrongly(found, lang)
    counts = [(words[status], found.count(status)) for status in STATUSES]
    counts.append((words["not_offered"], sum(found.not_offered.values())))
    lines += [", ".join(f"{name} {number}" for name, number in counts if number)] if any(n for _, n in counts) else []
    told = [outcome for outcome in found.outcomes if outcome.status not in UNTOLD]
    told = sorted(told, key=lambda outcome: outcome.status == "reading")
    told = [*found.generated[:LEAST_GENERATED], *told, *found.generated[LEAST_GENERATED:]]
    for outcome in told[:MOST_SHOWN]:
        lines.append(f"  {outcome.id or outcome.op}: {outcome.title[lang]}")
        lines.append(f"    {outcome_note(outcome, lang)}")
    if len(told) > MOST_SHOWN:
        lines.append("  " + words["more"].format(len(told) - MOST_SHOWN))
    lines += told_lines(found, lang)
    if found.stopped and not found.nothing_asked:
        lines.append(words["stopped"].format(found.stopped))
    lines += [spoken_of(found, lang), verdict_line(found, lang)]
    return "\n".join(lines) + "\n"
