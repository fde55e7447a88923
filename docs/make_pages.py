"""The pages that there are of every variant: its rules, its trace, and where it stands beside the others of its family.

`conf.py` has them written when the documentation is built, so that a new rule file is all that a new variant needs. A
file that stands in docs/ for such a page only names it; what it says is made for the language of the build.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from meldproof.variants.families import families
from meldproof.variants.listing import Listed, by_family, listed
from meldproof.variants.loading import builtin_folder

STUB = "% Made by make_pages.py\n"
MARK = "% every variant\n"
"""What stands for a list of all variants in a page that is written by hand."""
WORDS = {
    "en": {"trace": "{name}: from sentence to case", "beside": "Rule by rule: {family}"},
    "es": {"trace": "{name}: de la frase al caso", "beside": "Regla por regla: {family}"},
}


def variants() -> list[Listed]:
    """In the order in which they are listed: family by family."""
    return [one for group in by_family(listed()).values() for one in group]


def groups() -> dict[str, list[Listed]]:
    """The families of which there is more than one variant to be compared."""
    return {family: group for family, group in by_family(listed()).items() if family and len(group) > 1}


def with_whole_kits() -> list[str]:
    """The variants any two of which are told apart by cards, ahead: those with a kit that is stored whole."""
    paths = sorted((builtin_folder() / "vectors").glob("*.json"))
    return [path.stem for path in paths if "extends" not in json.loads(path.read_text(encoding="utf-8"))]


def pages() -> Iterator[str]:
    for one in variants():
        yield f"rules/{one.file.id}"
        yield f"trace/{one.file.id}"
    for family in groups():
        yield f"compare/{family}"


def write(folder: Path) -> None:
    """A file for each page, and none for one that is no more."""
    wanted = {folder / f"{page}.md" for page in pages()}
    for path in (path for part in ("rules", "trace", "compare") for path in (folder / part).glob("*.md")):
        if path not in wanted and path.read_text(encoding="utf-8") == STUB:
            path.unlink()
    for path in sorted(wanted):
        if not path.exists():
            path.write_text(STUB, encoding="utf-8")


def text_of(page: str, language: str) -> str:
    """What a page of a variant or of a family says."""
    part, _, name = page.partition("/")
    if part == "compare":
        ids = " ".join(one.file.id for one in groups()[name])
        title = WORDS[language]["beside"].format(family=families()[name][language])
        return f"# {title}\n\n```{{rummy:matrix}} {ids}\n```\n"
    (file,) = [one.file for one in variants() if one.file.id == name]
    title = file.name[language]
    if part == "trace":
        return f"# {WORDS[language]['trace'].format(name=title)}\n\n```{{rummy:trace}} {name}\n```\n"
    return f"# {title}\n\n{file.line[language]}\n\n```{{rummy:variant}} {name}\n```\n"


def list_for(page: str, language: str) -> str:
    """What stands for MARK on a page that is written by hand."""
    ids = " ".join(one.file.id for one in variants())
    if page == "rules/disputes":
        return f"```{{rummy:disputes}} {ids}\n```\n"
    if page == "compare/index":
        told = " ".join(with_whole_kits())
        tree = _tree(list(groups()))
        return f"{tree}\n```{{rummy:chooser}} {ids}\n:told: {told}\n```\n"
    if page == "trace/index":
        return _tree([one.file.id for one in variants()])
    return _by_family(language) + _tree([one.file.id for one in variants()], "hidden")


def _by_family(language: str) -> str:
    text = ""
    for family, group in by_family(listed()).items():
        lines = [f"- [{one.file.name[language]}]({one.file.id}.md). {one.file.line[language]}\n" for one in group]
        text += (f"## {families()[family][language]}\n\n" if family else "") + "".join(lines) + "\n"
    return text


def _tree(names: list[str], look: str = "") -> str:
    return "```{toctree}\n" + (f":{look}:\n" if look else "") + ":maxdepth: 1\n\n" + "\n".join(names) + "\n```\n"
