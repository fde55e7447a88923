"""The manual: every console block is run, line by line, and what it prints is what the page says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
READMES = [ROOT / "README.md", ROOT / "README.es.md"]
SPANISH = ".es.md"
"""How the name of a page ends that is written in Spanish: its commands are run, and answered, in Spanish."""
WRITTEN = {"index", "disputes", "words"}
"""In the folders of pages that are made when the documentation is built, those that are not."""
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if "_build" not in path.parts and (path.parent.name not in ("rules", "trace", "compare") or path.stem in WRITTEN)
)
WITH_COMMANDS = [
    path
    for path in [*READMES, *PAGES]
    if "```console" in path.read_text(encoding="utf-8")
    and path.stem != "howto-test-your-game"  # followed by tests/test_howto.py
]
WITH_PYTHON = [path for path in [*READMES, *PAGES] if ">>>" in path.read_text(encoding="utf-8")]


def console_blocks(text: str) -> list[list[tuple[str, str]]]:
    """Each console block as (command, expected output); `> ` goes on with a command."""
    blocks = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        steps: list[tuple[str, str]] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], ""))
            elif line.startswith(">") and not steps[-1][1]:
                steps[-1] = (f"{steps[-1][0]}\n{line[2:]}", "")
            else:
                steps[-1] = (steps[-1][0], f"{steps[-1][1]}{line}\n")
        blocks.append(steps)
    return blocks


def matches(expected: str, printed: str) -> bool:
    """Whether a text is what was expected: `...` stands for anything, runs of spaces for one."""
    parts = [re.escape(" ".join(part.split())) for part in expected.split("...")]
    return re.fullmatch(r".*".join(parts), " ".join(printed.split()), re.DOTALL) is not None


@pytest.mark.parametrize(
    ("expected", "printed", "fits"),
    [
        ("a ... c", "a b c", True),
        ("a c", "a b c", False),
        ("a", "a b", False),
        ("", "x", False),
        ("1 2", "1   2\n", True),
    ],
)
def test_the_comparison_of_outputs_can_fail(expected: str, printed: str, fits: bool) -> None:
    assert matches(expected, printed) is fits


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda path: path.stem)
def test_the_commands_of_a_page_print_what_it_says(page: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["MELDPROOF_LANG"] = "es" if page.name.endswith(SPANISH) else "en"
    steps = [step for block in console_blocks(page.read_text(encoding="utf-8")) for step in block]
    assert steps
    for command, expected in steps:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        assert matches(expected, done.stdout), f"{page.name}: $ {command}\n{done.stdout}"
        assert "Traceback" not in done.stdout
    for name in re.findall(r"!\[[^]]*\]\((?:\.\./)?_static/([^)]+)\)", page.read_text(encoding="utf-8")):
        drawn = (tmp_path / Path(name).name).read_bytes()
        assert drawn == (DOCS / "_static" / name).read_bytes(), f"put the picture that the page draws into {name}"


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda path: path.stem)
def test_the_python_of_a_page_gives_what_it_says(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted
    assert not found.failed


def test_every_page_is_reached() -> None:
    listed = {
        (page.parent / name).resolve()
        for page in PAGES
        for tree in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for name in tree.split()
        if not name.startswith(":")
    }
    pages = {page.with_suffix("").resolve() for page in PAGES if not page.name.endswith(SPANISH)}
    assert pages - listed == {(DOCS / "index").resolve()}


def steps_of(page: Path) -> list[str]:
    """The commands of a page, without the names of its files and what is remembered: those are in its language."""
    commands = [command for block in console_blocks(page.read_text(encoding="utf-8")) for command, _ in block]
    commands = [re.sub(r"\w+\.(json|svg|html)", "FILE", command) for command in commands]
    return [re.sub(r'(meldproof which) "[^"]*"', r"\1 WORDS", command) for command in commands]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name.endswith(SPANISH)], ids=lambda path: path.stem)
def test_a_page_in_spanish_shows_all_that_the_english_one_shows_and_elides_nothing(page: Path) -> None:
    english = page.with_name(page.name.removesuffix(SPANISH) + ".md")
    assert set(steps_of(english)) <= set(steps_of(page))
    text = page.read_text(encoding="utf-8")
    assert not [expected for block in console_blocks(text) for _, expected in block if "..." in expected]


def test_each_readme_names_the_other() -> None:
    english, spanish = (path.read_text(encoding="utf-8") for path in READMES)
    assert "(README.es.md)" in english
    assert "(README.md)" in spanish
    headings = [re.findall(r"^#+ ", text, re.MULTILINE) for text in (english, spanish)]
    assert headings[0] == headings[1]


def test_the_readmes_name_the_same_commands_and_options() -> None:
    english, spanish = (path.read_text(encoding="utf-8") for path in READMES)
    words = [set(re.findall(r"meldproof [a-z]+|--[a-z][a-z0-9-]+", text)) for text in (english, spanish)]
    assert words[0] - words[1] == set()
