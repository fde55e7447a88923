"""Several result files on one page: implementations beside each other, case by case, with what to send to each.

The page needs nothing else: a filter, a badge for each implementation, and of every case answered otherwise the case
itself and the command that shows it again. Badges can be written as files, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.conforming.asked import question_text
from meldproof.conforming.driver import UNANSWERED, QuestionOutcome, Status
from meldproof.conforming.kit import LARGEST_FILE
from meldproof.conforming.page import STYLE
from meldproof.conforming.protocol import Implementation
from meldproof.conforming.report import runnable
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting, read_plain
from meldproof.messages import printable_data, say
from meldproof.variants.clauses import Text, toml_text

SIGNS: dict[Status, str] = {
    "passed": "✓", "failed": "✗", "reading": "≈", "skipped": "–", "unjudged": "?", "errored": "!",
}  # fmt: skip
TOLD: tuple[Status, ...] = ("failed", "errored", "reading")
"""What a file tells the answers of."""
WORDS = {
    "en": {
        "title": "Side by side", "case": "case", "filter": "filter: a part of an id, a card, an operation",
        "differ": "only cases answered otherwise by one", "passed": "right", "failed": "wrong",
        "reading": "by another reading", "skipped": "skipped", "unjudged": "not judged", "errored": "misbehaved",
        "absent": "not asked",
        "copy": "copy", "again": "to see it again", "says": "it says", "right": "right is",
        "generated": "Found by trying", "follows": "follows the reading {}",
    },
    "es": {
        "title": "Lado a lado", "case": "caso", "filter": "filtro: parte de un id, una carta, una operación",
        "differ": "solo los casos que alguna responde de otro modo", "passed": "bien", "failed": "mal",
        "reading": "según otra lectura", "skipped": "salteado", "unjudged": "sin juzgar", "errored": "falló",
        "absent": "no preguntado",
        "copy": "copiar", "again": "para verlo de nuevo", "says": "responde",
        "right": "lo correcto es",
        "generated": "Encontrado probando", "follows": "sigue la lectura {}",
    },
}  # fmt: skip
MORE_STYLE = """
td.s { text-align: center; cursor: default; } .passed { color: #0a5c2b; }
.failed, .errored { color: #a11212; font-weight: bold; }
.reading { color: #7a5200; } input[type=search] { width: 100%; max-width: 40rem; font: inherit; padding: .3rem; }
thead th { position: sticky; top: 0; } details { margin: .2rem 0; } button { font: inherit; }
@media (prefers-color-scheme: dark) { .passed { color: #6fd08c; } .failed, .errored { color: #ff8d8d; }
.reading { color: #e0b050; } }
"""
SCRIPT = """
const find = document.getElementById("find"), only = document.getElementById("only");
function sieve() {
  const text = find.value.toLowerCase();
  for (const row of document.querySelectorAll("tr.case"))
    row.hidden = (only.checked && !row.dataset.differs) || !row.textContent.toLowerCase().includes(text);
}
find.oninput = only.onchange = sieve;
document.addEventListener("click", (event) => {
  const from = event.target.dataset && event.target.dataset.copy;
  if (from) navigator.clipboard.writeText(document.getElementById(from).textContent);
});
"""


class Generated(msgspec.Struct, frozen=True):
    """What the search found."""

    asked: dict[str, int]
    disagreements: tuple[QuestionOutcome, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """What is read of a file that `meldproof conform --json` wrote."""

    variant: str
    implementation: Implementation | None
    conforms: bool
    verdict: dict[str, str]
    statuses: dict[str, Status]
    titles: dict[str, Text]
    cases: tuple[QuestionOutcome, ...]
    generated: Generated
    options: tuple[str, ...]
    command: tuple[str, ...]
    settings: dict[str, Any] = {}
    readings: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    not_offered: dict[str, int] = {}

    @property
    def cases_there_are(self) -> int:
        """The cases that it could have been asked, those of operations that it does not offer included."""
        return len(self.statuses) + sum(self.not_offered.values())

    @property
    def name(self) -> str:
        who = self.implementation
        return "?" if who is None else " ".join(filter(None, (who.name, who.version)))

    @property
    def rules(self) -> str:
        """The rules that it was asked about: only cases of the same rules stand in one row."""
        changes = [f"{name}={toml_text(value)}" for name, value in sorted(self.settings.items())]
        return " ".join((self.variant, *changes, *sorted(self.readings)))

    def again(self, told: QuestionOutcome) -> str:
        """The command that shows a case again: of the kit by its id, of what the search found the question itself."""
        asked = ["--only", told.id, "--examples", "0"] if told.id else ["--ask", question_text(told.question)]
        return runnable(["meldproof", "conform", *self.options, *asked, "--", *self.command])


class Row(msgspec.Struct, frozen=True):
    """A case under some rules: what became of it for each implementation (None: not asked), and what to show of it."""

    rules: str
    id: str
    title: Text
    statuses: tuple[Status | None, ...]
    told: tuple[QuestionOutcome | None, ...]

    @property
    def differs(self) -> bool:
        return any(status in TOLD for status in self.statuses)


def rows_of(results: Sequence[Result]) -> list[Row]:
    """Every case that one was asked, once for each rules that it was asked under."""
    found = []
    told = [{outcome.id: outcome for outcome in result.cases} for result in results]
    for rules, name in dict.fromkeys((result.rules, name) for result in results for name in result.statuses):
        here = [result if result.rules == rules and name in result.statuses else None for result in results]
        title = next((result.titles[name] for result in here if result and name in result.titles), Text())
        statuses = tuple(result.statuses[name] if result else None for result in here)
        shown = tuple(mine.get(name) if result else None for result, mine in zip(here, told, strict=True))
        found.append(Row(rules, name, title, statuses, shown))
    return found


def read_result(path: Path) -> Result:
    """A result file; what it says is made printable, but for the command. Raises ProblemError with one clear line."""
    try:
        plain = json.loads(read_plain(path, say("result"), LARGEST_FILE))
        check_nesting(plain, str(path))
        shown = printable_data(plain)
        if isinstance(plain, dict):
            shown |= {name: plain[name] for name in ("command", "options") if name in plain}
        result = msgspec.convert(shown, type=Result)
        for outcome in (*result.cases, *result.generated.disagreements):
            _ = outcome.question
    except (ValueError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(
            say("{path} is no result of meldproof conform --json: {error}", path=path, error=borrowed(error))
        ) from None
    return result


def side_by_side_dict(results: Sequence[Result]) -> dict[str, Any]:
    """The JSON object of `meldproof side-by-side --json` (schema `side-by-side.json`)."""
    return {
        "results": [
            {
                "name": result.name,
                "variant": result.variant,
                "settings": result.settings,
                "readings": list(result.readings),
                "follows": list(result.follows),
                "conforms": result.conforms,
                "verdict": result.verdict,
                "found": [_told_dict(result, told) for told in result.generated.disagreements],
            }
            for result in results
        ],
        "cases": [
            {
                "rules": row.rules,
                "id": row.id,
                "title": {"en": row.title.en, "es": row.title.es},
                "statuses": list(row.statuses),
                "told": [told and _told_dict(result, told) for result, told in zip(results, row.told, strict=True)],
            }
            for row in rows_of(results)
        ],
    }


def _told_dict(result: Result, told: QuestionOutcome) -> dict[str, Any]:
    """What was asked, what is right, what was said, and the command that shows it again."""
    return {
        "op": told.op, "case": told.case, "wanted": told.wanted, "given": told.given, "note": told.note,
        "again": result.again(told),
    }  # fmt: skip


def badge(result: Result) -> str:
    """A badge as SVG: the variant, and how many of all cases are right."""
    asked = [status for status in result.statuses.values() if status not in UNANSWERED]
    right = sum(status in ("passed", "reading") for status in asked)
    left, value = f"rummy rules: {result.rules}", f"{right}/{result.cases_there_are}" if asked else "?"
    widths = [7 * len(text) + 12 for text in (left, value)]
    colour = "#2a7d3f" if result.conforms else "#b3261e" if asked else "#666"
    label = escape(f"{left}: {value}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sum(widths)}" height="20" role="img" aria-label="{label}">'
        f'<rect width="{widths[0]}" height="20" fill="#444"/>'
        f'<rect x="{widths[0]}" width="{widths[1]}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{widths[0] / 2:g}" y="14">{escape(left)}</text>'
        f'<text x="{widths[0] + widths[1] / 2:g}" y="14">{value}</text></g></svg>'
    )


def badge_names(results: Sequence[Result]) -> list[str]:
    """A file's name for each badge, of letters, digits and dashes; numbered where one is there before."""
    names: list[str] = []
    for result in results:
        name = re.sub(r"[^a-z0-9]+", "-", f"{result.variant}-{result.name}".lower()).strip("-")
        numbered = (f"{name}-{number}.svg" for number in count(2))
        names.append(next(one for one in chain([f"{name}.svg"], numbered) if one not in names))
    return names


def side_by_side(results: Sequence[Result], language: str = "en") -> str:
    """The page; everything that a file says is escaped."""
    return "\n".join(_page(results, language)) + "\n"


def _page(results: Sequence[Result], language: str) -> Iterator[str]:
    words = WORDS[language]
    title = f"{words['title']}: {', '.join(dict.fromkeys(result.rules for result in results))}"
    yield f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{STYLE}{MORE_STYLE}</style>\n<h1>{escape(title)}</h1>\n<ul>"
    for result in results:
        by = f" · {words['follows'].format(', '.join(result.follows))}" if result.follows else ""
        yield f"<li>{badge(result)} <strong>{escape(result.name)}</strong>: "
        yield f"{escape(result.verdict.get(language, ''))}{escape(by)}</li>"
    signs = " · ".join(f'<span class="{status}">{sign}</span> {words[status]}' for status, sign in SIGNS.items())
    yield f"</ul>\n<p>{signs}</p>"
    yield f'<p><input type="search" id="find" aria-label="{words["filter"]}" placeholder="{words["filter"]}"> '
    yield f'<label><input type="checkbox" id="only"> {words["differ"]}</label></p>'
    heads = "".join(f"<th>{escape(result.name)}</th>" for result in results)
    yield f'<div class="wide"><table><thead><tr><th>{words["case"]}</th>{heads}</tr></thead>'
    for number, row in enumerate(rows_of(results)):
        yield from _row(number, row, results, language)
    yield f"</table></div>\n<h2>{words['generated']}</h2>"
    for place, result in enumerate(results):
        for number, told in enumerate(result.generated.disagreements):
            yield f"<p><strong>{escape(result.name)}</strong></p>"
            yield _details(f"g{place}-{number}", result, told, language)
    yield f"<script>{SCRIPT}</script>\n</html>"


def _row(number: int, row: Row, results: Sequence[Result], language: str) -> Iterator[str]:
    differs = ' data-differs="1"' if row.differs else ""
    several = len({result.rules for result in results}) > 1
    rules = f" <small>{escape(row.rules)}</small>" if several else ""
    yield f'<tr class="case"{differs}><td><code>{escape(row.id)}</code>{rules}<br>{escape(row.title[language])}'
    for place, (result, told) in enumerate(zip(results, row.told, strict=True)):
        if told is not None and row.statuses[place] in ("failed", "errored"):
            yield _details(f"c{number}-{place}", result, told, language)
    yield "</td>"
    for status in row.statuses:
        word = WORDS[language][status or "absent"]
        yield f'<td class="s {status or "absent"}" title="{escape(word)}">{SIGNS[status] if status else ""}</td>'
    yield "</tr>"


def _details(key: str, result: Result, told: QuestionOutcome, language: str) -> str:
    """A case to copy: what was asked, what is right, what it says, and the command that shows it again."""
    words = WORDS[language]
    given = told.note if told.given is None else json.dumps(told.given, ensure_ascii=False)
    text = "\n".join((
        f"{result.name}: {told.title[language]}",
        question_text(told.question),
        f"{words['right']}: {json.dumps(told.wanted, ensure_ascii=False)}",
        f"{words['says']}: {given}",
        f"{words['again']}: {result.again(told)}",
    ))  # fmt: skip
    return (
        f"<details><summary>{escape(result.name)}: {escape(words['says'])} {escape(given)}</summary>"
        f'<pre id="{key}">{escape(text)}</pre><button type="button" data-copy="{key}">{words["copy"]}</button>'
        "</details>"
    )
