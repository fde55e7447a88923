"""The how-to page's commands, followed to the letter in a checkout of the examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "howto-test-your-game.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
NEEDS = {"node": "node", "java": "java"}
MEASURED = 60
"""Lines that a harness to copy may have at most."""


def _steps() -> list[tuple[str, list[str]]]:
    """Every command of the page with the output that follows it."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def _matches(shown: list[str], said: list[str]) -> bool:
    """The lines as shown, `…` standing for any text within a line, or for any lines."""
    pattern = "\n".join(
        r"(?:.*\n?)*?" if line == "…" else ".*".join(re.escape(part) for part in line.split("…")) for line in shown
    ).replace("(?:.*\\n?)*?\n", "(?:.*\\n?)*?")
    return re.fullmatch(pattern, "\n".join(said)) is not None


def test_the_page_is_right_command_by_command(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
    }
    steps = _steps()
    assert len(steps) >= 8
    for command, shown in steps:
        tool = next((name for name in NEEDS if f"-- {name} " in command), "")
        if tool and shutil.which(tool) is None:
            continue
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode in (0, 1), (command, done.stderr)
        assert done.stderr == ""
        assert _matches(shown, done.stdout.splitlines()), (command, shown, done.stdout)


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "harnesses").iterdir()), ids=lambda path: path.name)
def test_a_harness_to_copy_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MEASURED
