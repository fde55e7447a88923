"""Several result files on one page: implementations beside each other, case by case, with what to send to each.

The page needs nothing else: a filter, a badge for each implementation, and of every case answered otherwise the case
itself and the command that shows it again. Badges can be written as files, too.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.conforming.kit import LARGEST_FILE, stored_kit
from meldproof.conforming.page import STYLE
from meldproof.errors import ProblemError
from meldproof.inputs import read_plain
from meldproof.messages import say

SIGNS = {"passed": "✓", "failed": "✗", "reading": "≈", "skipped": "–", "errored": "!"}
WORDS = {
    "en": {
        "title": "Side by side", "case": "case", "filter": "filter: a part of an id, a card, an operation",
        "differ": "only cases answered otherwise by one", "passed": "right", "failed": "wrong",
        "reading": "by another reading", "skipped": "skipped", "errored": "misbehaved", "absent": "not asked",
        "copy": "copy", "again": "to see it again", "says": "it says", "right": "right is",
        "generated": "Found by trying", "follows": "follows the reading {}",
    },
    "es": {
        "title": "Lado a lado", "case": "caso", "filter": "filtro: parte de un id, una carta, una operación",
        "differ": "solo los casos que alguna responde de otro modo", "passed": "bien", "failed": "mal",
        "reading": "según otra lectura", "skipped": "salteado", "errored": "falló", "absent": "no preguntado",
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


class _Told(msgspec.Struct, frozen=True):
    """A case of a result that was not answered rightly."""

    op: str
    status: str
    case: dict[str, Any]
    wanted: dict[str, Any]
    given: dict[str, Any] | None
    title: dict[str, str]
    id: str = ""
    note: str = ""


class _Generated(msgspec.Struct, frozen=True):
    asked: dict[str, int]
    disagreements: tuple[_Told, ...] = ()


class _Who(msgspec.Struct, frozen=True):
    name: str
    language: str = ""
    version: str = ""


class Result(msgspec.Struct, frozen=True):
    """What is read of a file that `meldproof conform --json` wrote."""

    variant: str
    implementation: _Who | None
    conforms: bool
    verdict: dict[str, str]
    statuses: dict[str, str]
    cases: tuple[_Told, ...]
    generated: _Generated
    settings: dict[str, Any] = {}
    readings: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    seed: int = 1

    @property
    def name(self) -> str:
        who = self.implementation
        return "?" if who is None else " ".join(filter(None, (who.name, who.version)))

    def again(self, told: _Told) -> str:
        """The command that shows a case again; of a generated one, what brings it up."""
        words = ["meldproof", "conform", self.variant]
        words += [part for name, value in self.settings.items() for part in ("--set", f"{name}={_written(value)}")]
        words += [part for name in self.readings for part in ("--reading", name)]
        asked = ["--only", told.id, "--examples", "0"] if told.id else ["--only", told.op, "--seed", str(self.seed)]
        return shlex.join([*words, *asked, "--", *self.command])


def read_result(path: Path) -> Result:
    """A result file. Raises ProblemError with one clear line."""
    try:
        return msgspec.json.decode(read_plain(path, say("result"), LARGEST_FILE), type=Result)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(
            say("{path} is no result of meldproof conform --json: {error}", path=path, error=borrowed(error))
        ) from None


def badge(result: Result) -> str:
    """A badge as SVG: the variant, and how many cases are right."""
    asked = [status for status in result.statuses.values() if status != "skipped"]
    right = sum(status in ("passed", "reading") for status in asked)
    left, value = f"rummy rules: {result.variant}", f"{right}/{len(asked)}"
    widths = [7 * len(text) + 12 for text in (left, value)]
    colour = "#2a7d3f" if result.conforms else "#b3261e"
    label = escape(f"{left}: {value}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sum(widths)}" height="20" role="img" aria-label="{label}">'
        f'<rect width="{widths[0]}" height="20" fill="#444"/>'
        f'<rect x="{widths[0]}" width="{widths[1]}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{widths[0] / 2:g}" y="14">{escape(left)}</text>'
        f'<text x="{widths[0] + widths[1] / 2:g}" y="14">{value}</text></g></svg>'
    )


def badge_name(result: Result) -> str:
    """A file's name for a badge, of letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", f"{result.variant}-{result.name}".lower()).strip("-") + ".svg"


def side_by_side(results: Sequence[Result], language: str = "en") -> str:
    """The page; everything that a file says is escaped."""
    return "\n".join(_page(results, language)) + "\n"


def _page(results: Sequence[Result], language: str) -> Iterator[str]:
    words = WORDS[language]
    title = f"{words['title']}: {', '.join(dict.fromkeys(result.variant for result in results))}"
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
    for number, (name, title) in enumerate(_cases(results, language)):
        yield from _row(number, name, title, results, language)
    yield f"</table></div>\n<h2>{words['generated']}</h2>"
    for place, result in enumerate(results):
        for number, told in enumerate(result.generated.disagreements):
            yield f"<p><strong>{escape(result.name)}</strong></p>"
            yield _details(f"g{place}-{number}", result, told, language)
    yield f"<script>{SCRIPT}</script>\n</html>"


def _cases(results: Sequence[Result], language: str) -> Iterator[tuple[str, str]]:
    """Every case that one was asked, with its title where it is known."""
    titles: dict[str, str] = {}
    for variant in dict.fromkeys(result.variant for result in results):
        kit = stored_kit(variant) if re.fullmatch(r"[a-z0-9-]+", variant) else None
        titles |= {case.id: case.title[language] for case in kit.cases} if kit else {}
    titles |= {told.id: told.title.get(language, "") for result in results for told in result.cases}
    for name in dict.fromkeys(name for result in results for name in result.statuses):
        yield name, titles.get(name, "")


def _row(number: int, name: str, title: str, results: Sequence[Result], language: str) -> Iterator[str]:
    statuses = [result.statuses.get(name, "absent") for result in results]
    differs = ' data-differs="1"' if any(status in ("failed", "errored", "reading") for status in statuses) else ""
    yield f'<tr class="case"{differs}><td><code>{escape(name)}</code><br>{escape(title)}'
    for place, result in enumerate(results):
        for told in result.cases:
            if told.id == name and statuses[place] in ("failed", "errored"):
                yield _details(f"c{number}-{place}", result, told, language)
    yield "</td>"
    for status in statuses:
        word = WORDS[language].get(status, status)
        yield f'<td class="s {escape(status)}" title="{escape(word)}">{SIGNS.get(status, "")}</td>'
    yield "</tr>"


def _details(key: str, result: Result, told: _Told, language: str) -> str:
    """A case to copy: what was asked, what is right, what it says, and the command that shows it again."""
    words = WORDS[language]
    given = told.note if told.given is None else json.dumps(told.given, ensure_ascii=False)
    text = "\n".join((
        f"{result.name}: {told.title.get(language, '')}",
        json.dumps({"op": told.op, "case": told.case}, ensure_ascii=False),
        f"{words['right']}: {json.dumps(told.wanted, ensure_ascii=False)}",
        f"{words['says']}: {given}",
        f"{words['again']}: {result.again(told)}",
    ))  # fmt: skip
    return (
        f"<details><summary>{escape(result.name)}: {escape(words['says'])} {escape(given)}</summary>"
        f'<pre id="{key}">{escape(text)}</pre><button type="button" data-copy="{key}">{words["copy"]}</button>'
        "</details>"
    )


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
