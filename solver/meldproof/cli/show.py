"""What the commands print: Rich on a terminal, plain when piped, one JSON object with `--json`."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.cli.options import Common
from meldproof.errors import ProblemError
from meldproof.messages import noted, say, translated

if TYPE_CHECKING:
    from rich.console import Console

    from meldproof.arranging.crosscheck import CrosscheckReport
    from meldproof.arranging.problem import Arrangement
    from meldproof.checking.verdict import Verdict
    from meldproof.reference.recalling import Recollection
    from meldproof.variants.clauses import Clause
    from meldproof.variants.listing import Listed
    from meldproof.variants.loading import Variant

WORDS = {
    "en": {
        "legal": "yes", "illegal": "no", "points": "points", "as": "read as", "no_readings": "nothing is contested",
        "default": "default", "reading": "reading", "not_encoded": "not encoded",
        "agree": "all agree", "disagree": "DISAGREEMENT", "cases": "cases", "question": "question", "cards": "cards",
    },
    "es": {
        "legal": "sí", "illegal": "no", "points": "puntos", "as": "leído como", "no_readings": "nada está en disputa",
        "default": "por defecto", "reading": "lectura", "not_encoded": "sin codificar",
        "agree": "todos coinciden", "disagree": "DESACUERDO", "cases": "casos", "question": "pregunta",
        "cards": "cartas",
    },
}  # fmt: skip


def write_json(value: object) -> None:
    """One object and a line's end, in UTF-8 whatever the terminal speaks."""
    data = msgspec.json.encode(value) + b"\n"
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode())


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file for the user. Raises ProblemError with one clear line."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise ProblemError(say("can't write {path}: {error}", path=path, error=borrowed(error))) from None


def console() -> Console:
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def shows_signs() -> bool:
    """Whether suits are shown by their signs: on a terminal that has them, unless MELDPROOF_SUITS=letters."""
    wanted = os.environ.get("MELDPROOF_SUITS", "") != "letters"
    return wanted and sys.stdout.isatty() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def variants(found: Sequence[Listed], common: Common) -> int:
    """Each variant under its family, with the parts of its game that are encoded where those aren't all."""
    from meldproof.variants.clauses import PARTS
    from meldproof.variants.families import families
    from meldproof.variants.listing import by_family, family_dicts
    from meldproof.variants.scope import PART_NAMES

    if common.json:
        write_json({"variants": [one.to_dict() for one in found], "families": family_dicts()})
        return 0
    width = max(len(one.file.id) for one in found)
    for number, (family, group) in enumerate(by_family(found).items()):
        if number:
            print()
        print(families()[family][common.lang] if family else say("Of no family"))
        for file, scope in ((one.file, one.scope) for one in group):
            partly = f" ({', '.join(PART_NAMES[part][common.lang] for part in scope)})" if scope != PARTS else ""
            line = f". {file.line[common.lang]}" if file.line[common.lang] else ""
            print_hanging(f"  {file.id:<{width}}  ", f"{file.name[common.lang]}{partly}{line}")
    return 0


MOST_RECALLED = 5
"""Variants that are shown, beside those that all of it fits."""


def recalled(asked: str, found: Recollection, common: Common) -> int:
    """The variants that most of what is remembered fits, and what does; status 1 where none is like it."""
    fitting = [one for one in found.found if one.fits]
    if common.json:
        shown = [one.to_dict() for one in fitting]
        write_json({"asked": asked, "unknown": list(found.unknown), "found": shown})
        return 0 if fitting else 1
    for piece in found.unknown:
        print(say("not understood: {piece}", piece=piece))
    if not fitting:
        print(say("no variant is like this; meldproof variants lists them all"))
        return 1
    for number, one in enumerate(fitting):
        if number >= MOST_RECALLED and one.fits < len(one.reasons):
            break
        file = one.listed.file
        of = say("{fits} of {all}", fits=one.fits, all=len(one.reasons))
        print(f"{file.id}  {file.name[common.lang]}  ({of})")
        for reason in one.reasons:
            print_hanging(f"  {'✓' if reason.fits else '✗'} {reason.asked}: ", reason.says[common.lang])
    return 0


def print_hanging(first: str, text: str) -> None:
    """A text after its first words; on a terminal its further lines begin where it does."""
    if not sys.stdout.isatty():
        print(f"{first}{text}")
        return
    columns = shutil.get_terminal_size().columns
    print(textwrap.fill(text, max(columns, len(first) + 20), initial_indent=first, subsequent_indent=" " * len(first)))


def schema(found: Mapping[str, object] | None, names: Sequence[str], common: Common) -> int:
    """The schema as it would stand in a file, or the names of all."""
    if found is None and not common.json:
        print("\n".join(names))
    elif common.json:
        write_json({"schemas": list(names)} if found is None else found)
    else:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    return 0


Also = Mapping[str, object]
"""Further entries of a JSON object."""


def arrangement(answer: Arrangement, common: Common, why: Sequence[str] = (), also: Also | None = None) -> int:
    status = 1 if answer.unmet or answer.opens is False else 0
    if not answer.optimal:
        status = 3
    if common.json:
        write_json({**answer.to_dict(), **({"why": list(why)} if why else {}), **(also or {})})
        return status
    from rich.text import Text

    from meldproof.arranging import report
    from meldproof.arranging.opening_words import needed_text
    from meldproof.notation import meld_texts
    from meldproof.pictures.terminal import meld_line

    out, lang, deck = console(), common.lang, answer.problem.deck
    words = report.WORDS[lang]
    colour, signs = out.is_terminal and not out.no_color, shows_signs()
    if answer.unmet:
        out.print(Text(report.unmet_text(answer, lang), style="bold red"))
    elif answer.opens:
        out.print(Text(words["opens"], style="bold green"))
    if answer.opens is not None:
        out.print(Text(needed_text(answer.problem, lang)))
    wide = max((len(" ".join(meld_texts(laid.meld, deck))) for laid in answer.melds), default=0)
    for laid in answer.melds:
        line = Text(f"{words[laid.meld.kind]:<10}")
        cards = meld_line(laid.meld.slots, deck, colour, signs)
        cards.pad_right(wide - len(cards.plain) + 2)
        out.print(line + cards + Text(report.meld_note(laid, answer, lang)))
    left = (
        meld_line(report.loose_slots(answer.deadwood), deck, colour, signs)
        if answer.deadwood
        else Text(words["nothing"])
    )
    out.print(Text(f"{words['left']:<10}") + left)
    if answer.discard is not None:
        out.print(
            Text(f"{words['discard']:<10}") + meld_line(report.loose_slots([answer.discard]), deck, colour, signs)
        )
    out.print(report.totals_text(answer, lang))
    out.print(report.objective_text(answer, lang))
    return status


def verdict(answer: Verdict, common: Common, also: Also | None = None) -> int:
    status = 0 if answer.legal else 1
    if common.json:
        write_json({**answer.to_dict(), **(also or {})})
        return status
    from rich.text import Text

    from meldproof.arranging.report import WORDS as NAMES
    from meldproof.pictures.terminal import meld_line

    out, words = console(), WORDS[common.lang]
    colour = out.is_terminal and not out.no_color
    cards = meld_line(answer.meld.slots, answer.deck, colour, shows_signs())
    if answer.legal and answer.kind:
        kinds = " / ".join(NAMES[common.lang][kind] for kind in answer.kinds)
        out.print(
            Text(words["legal"], style="bold green")
            + Text(": ")
            + cards
            + Text(f"  {kinds}, {answer.points} {words['points']}")
        )
        return status
    kind = NAMES[common.lang][answer.meld.kind]
    out.print(Text(words["illegal"], style="bold red") + Text(f" ({words['as']} {kind}): ") + cards)
    for fault in answer.violations:
        out.print(Text(f"  {fault.message}") + Text(f"  [{fault.clause}]", style="dim"))
    return status


def crosscheck(report: CrosscheckReport, common: Common) -> int:
    status = 0 if report.agree else 1
    if common.json:
        write_json(report.to_dict())
        return status
    from rich.table import Table

    words, out = WORDS[common.lang], console()
    table = Table(box=None, pad_edge=False)
    for heading in (words["question"], words["cards"], *(translated(WAYS.get(way, way)) for way in report.ways)):
        table.add_column(heading)
    for case in report.cases:
        style = "" if case.agree else "bold red"
        answers = [_answer(case.answers.get(way, "–")) for way in report.ways]
        table.add_row(case.title, case.cards, *answers, style=style)
    out.print(table)
    said = words["agree"] if report.agree else words["disagree"]
    out.print(f"{len(report.cases)} {words['cases']}: {said}")
    return status


WAYS = {"checker": noted("checker"), "catalogue": noted("catalogue")}
"""Those of the ways of asking that are no engine's name."""


def _answer(text: str) -> str:
    """An answer of the crosscheck, `yes 30` or `no, 45`, in the user's language."""
    found = re.match("yes|no", text)
    return text if found is None else translated(found[0]) + text[found.end() :]


@contextlib.contextmanager
def progress(title: str, common: Common) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream, on a terminal only: call it with what is done and what there is."""
    if common.json or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task: Any = bar.add_task(title, total=None)
        begun = False

        def told(done: int, total: int) -> None:
            nonlocal begun
            if begun:
                bar.update(task, completed=done, total=total)
            else:  # what was done before tells nothing of the speed
                bar.reset(task, completed=done, total=total)
            begun = True

        yield told


def _text(text: Any) -> dict[str, str]:
    return {"en": text["en"], "es": text["es"]}


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def clauses(variant: Variant, found: Sequence[Clause], words: str, common: Common) -> int:
    """`rule`: the clauses that were found, each with how it stands, what it rests on, and how else it can be read."""
    from meldproof.reference.words import STATUS

    if common.json:
        write_json(
            {
                "variant": variant.id,
                "clauses": [
                    {
                        "clause": clause.key,
                        "text": {"en": clause.text.en, "es": clause.text.es},
                        "status": clause.status,
                        "cites": list(clause.cites),
                        "readings": [reading.id for reading in clause.readings],
                    }
                    for clause in found
                ],
            }
        )
        return 0 if found else 1
    from rich.text import Text

    if not found:
        console().print(Text(say("no clause of {name} says {words!r}", name=variant.title, words=words)))
        return 1
    for clause in found:
        stands = "; ".join([STATUS[clause.status][common.lang], *([", ".join(clause.cites)] if clause.cites else [])])
        console().print(Text(clause.text[common.lang]) + Text(f"  [{clause.key}; {stands}]", style="dim"))
        for reading in clause.readings:
            console().print(Text(f"  --reading {reading.id}: {reading.text[common.lang]}"))
    return 0
