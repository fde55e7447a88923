"""The commands that write rules down: a variant's reference, and a house variant to begin with."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from meldproof.borrowed import borrowed
from meldproof.cli.options import Common, load
from meldproof.errors import ProblemError
from meldproof.messages import say

if TYPE_CHECKING:
    from meldproof.reference.document import Document
    from meldproof.reference.html import Paper

VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]
Format = Literal["html", "pdf", "sheet", "markdown", "json"]
ENDINGS: dict[str, Format] = {
    ".html": "html", ".htm": "html", ".pdf": "pdf", ".md": "markdown", ".markdown": "markdown", ".json": "json"
}  # fmt: skip
"""What a file's name says it holds."""


def reference(
    variant: VariantName,
    *,
    format: Annotated[
        Format | None,
        Parameter(help="html (one file, with pictures), pdf, sheet (a PDF of two pages), markdown, or json."),
    ] = None,
    out: Annotated[Path | None, Parameter(help="Write to this file instead of standard output.")] = None,
    four_colour: Annotated[bool, Parameter(negative="", help="Four colours for four suits.")] = False,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Write a variant's rules down: every clause with a legal and an illegal example, readings, theorems."""
    from meldproof.cli import show
    from meldproof.reference.build import document

    if common.json and out is None and format not in (None, "json"):
        raise ProblemError(
            say("--json prints the reference as JSON; give --format {format} an --out FILE beside it", format=format)
        )
    kind = _format(format, out)
    if out is None and kind in ("pdf", "sheet"):
        raise ProblemError(say("a PDF is written to a file: --out FILE.pdf"))
    rules = load(variant, common)
    with show.progress("reference", common) as advance:
        found = document(rules, spec_path=common.spec_path, advance=advance, timeout=common.timeout)
    _remark(found, common)
    if out is None and (common.json or kind == "json"):
        show.write_json(found.to_dict())
        return 0
    made = _made(found, kind, common, four_colour)
    if out is None:
        sys.stdout.write(made.decode())
        return 0
    show.write_file(out, made)
    if common.json:
        show.write_json({"variant": rules.id, "format": kind, "file": str(out)})
    return 0


def _remark(found: Document, common: Common) -> None:
    """On the error stream, clause by clause, what an inherited text says that is no longer so."""
    for rule in found.rules:
        if rule.untrue.en:
            said = say("{key}: no longer so in this variant: {untrue}", key=rule.key, untrue=rule.untrue[common.lang])
            print(f"meldproof: {said}", file=sys.stderr)


def _format(asked: Format | None, out: Path | None) -> Format:
    """What to write: as asked, else as the file's name says. Raises ProblemError where the two disagree on PDF."""
    named = ENDINGS.get(out.suffix.lower()) if out is not None else None
    if asked is None:
        return named or "html"
    if out is not None and (named == "pdf") != (asked in ("pdf", "sheet")):
        raise ProblemError(say("{path} would hold {format}; name the file accordingly", path=out, format=asked))
    return asked


def _made(found: Document, kind: Format, common: Common, four_colour: bool) -> bytes:
    import msgspec

    from meldproof.reference.html import html_page
    from meldproof.reference.markdown import markdown_page
    from meldproof.reference.pdf import as_pdf

    if kind == "json":
        return msgspec.json.format(msgspec.json.encode(found.to_dict())) + b"\n"
    if kind == "markdown":
        return markdown_page(found, common.lang).encode()
    if kind == "html":
        return html_page(found, common.lang, four_colour=four_colour).encode()
    paper: Paper = "book" if kind == "pdf" else "sheet"
    return as_pdf(html_page(found, common.lang, four_colour=four_colour, paper=paper, whole=True))


def rule(
    variant: VariantName,
    words: Annotated[tuple[str, ...], Parameter(name="WORD", help="A word of the clause, or several.", negative="")],
    *,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Find the clauses of a variant by their words."""
    from meldproof.cli import show
    from meldproof.reference.finding import clauses_with

    rules = load(variant, common)
    return show.clauses(rules, clauses_with(rules, words, common.lang), " ".join(words), common)


def which(
    words: Annotated[
        tuple[str, ...],
        Parameter(
            name="WORD", help='What you remember, such as "jokers, two decks, opening 40, 13 cards".', negative=""
        ),
    ],
    *,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Find variants by what one remembers of a game.

    What is said apart by commas is held against the rules of every variant; those that most of it fits come first.
    """
    from meldproof.cli import show
    from meldproof.reference.recalling import recollection

    asked = " ".join(words)
    return show.recalled(asked, recollection(asked, common.spec_path), common)


def new(
    id: Annotated[str, Parameter(name="ID", help="The new variant's id, such as our-house.")],
    *,
    extends: Annotated[str, Parameter(help="The variant whose rules it begins with: an id, or a file.")],
    out: Annotated[Path | None, Parameter(help="The file to write (default: ID.toml).")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Write a house variant's rule file, with every rule of another as a comment to change."""
    from meldproof.cli import show
    from meldproof.reference.house import house_file
    from meldproof.variants.loading import variant_files

    if common.set or common.reading:
        raise ProblemError(say("new: write what you change into the file; --set and --reading are not for it"))
    base = load(extends, common)
    if id in {file.id for file in variant_files(common.spec_path, abstract=True)}:
        raise ProblemError(say("new: there is a variant {id} already; choose another id, such as our-{id}", id=id))
    path = out or Path(f"{id}.toml")
    named = base.id if "/" not in extends and not extends.endswith(".toml") else _seen_from(Path(extends), path)
    text = house_file(id, base, named, str(path), common.lang)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ProblemError(say("{path} is there already; name another file with --out", path=path)) from None
    except (OSError, ValueError) as error:
        raise ProblemError(say("can't write {path}: {error}", path=path, error=borrowed(error))) from None
    if common.json:
        show.write_json({"id": id, "extends": named, "file": str(path)})
    else:
        said = {"en": "written; next", "es": "escrito; ahora"}[common.lang]
        print(f"{path}: {said}: meldproof reference {path} --out {id}.html")
    return 0


def _seen_from(base: Path, path: Path) -> str:
    """The base's file as a rule file beside `path` names it."""
    found = Path(os.path.relpath(base, path.parent)).as_posix()
    return found if found.endswith(".toml") else f"./{found}"


def register(app: App) -> None:
    """Add these commands."""
    for command in (reference, rule, which, new):
        app.command(command)
