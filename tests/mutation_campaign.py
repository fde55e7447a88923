"""A mutation campaign: change one small thing, run the tests that ought to notice, and list what nobody noticed.

    python tests/mutation_campaign.py checking/certificate_checker.py checking/runs.py --number 100
    python tests/mutation_campaign.py --against main --seconds 300

A mutant lives in memory alone: a process of its own imports the changed module in place of the file. Tests that start
`meldproof` as a command don't see it. What no test can notice is argued for in `data/equivalent_mutants.toml`.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.abc
import importlib.machinery
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

from mutants import Mutant, mutants

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PACKAGE = ROOT / "solver" / "meldproof"
DATA = TESTS / "data"
SURVIVED, KILLED, TIMED_OUT = "survived", "killed", "timed out"


def main(arguments: Sequence[str] | None = None) -> int:
    """Status 1 if a mutant survived that isn't argued for."""
    asked = _arguments(arguments)
    plans = tomllib.loads((DATA / "mutation_tests.toml").read_text(encoding="utf-8"))["plan"]
    argued = {
        e["mutant"] for e in tomllib.loads((DATA / "equivalent_mutants.toml").read_text(encoding="utf-8"))["equivalent"]
    }
    paths = [path for part in asked.paths or [plan["path"] for plan in plans] for path in _files(part)]
    found = [mutant for path in paths for mutant in mutants(path, path.relative_to(PACKAGE).as_posix())]
    if asked.against:
        found = [mutant for mutant in found if _is_changed(mutant, _changed_lines(asked.against))]
    found = [mutant for mutant in found if mutant.name not in argued and asked.only in mutant.name]
    random.Random(asked.seed).shuffle(found)
    drawn = found[: asked.number] if asked.number else found
    print(f"{len(drawn)} of {len(found)} mutants, seed {asked.seed}", flush=True)
    results = _run(drawn, plans, asked)
    lost = [mutant for mutant, result in results.items() if result == SURVIVED]
    tally = ", ".join(f"{list(results.values()).count(result)} {result}" for result in (KILLED, TIMED_OUT, SURVIVED))
    print(f"{len(results)} tried: {tally}")
    return 1 if lost else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="files or folders under solver/meldproof; else all with a plan")
    parser.add_argument("--number", type=int, default=0, help="how many mutants are drawn (0: all)")
    parser.add_argument("--seed", default=datetime.date.today().isoformat(), help="of the drawing; else the date")
    parser.add_argument("--against", metavar="REF", help="only mutants of lines that differ from this commit")
    parser.add_argument("--only", default="", help="only mutants whose name holds this text")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further mutant after so many seconds")
    parser.add_argument("--each", type=float, default=120, help="seconds for one mutant's tests")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tests", nargs="*", help="these tests instead of the plan's (names of files in tests/)")
    return parser.parse_args(arguments)


def _files(part: str) -> list[Path]:
    where = PACKAGE / part
    found = (
        [where] if where.is_file() else sorted(where.rglob("*.py")) if where.is_dir() else sorted(PACKAGE.glob(part))
    )
    if not found:
        sys.exit(f"no file {part!r} under {PACKAGE.relative_to(ROOT)}")
    return [path for path in found if path.name != "__init__.py"]


def _changed_lines(ref: str) -> dict[Path, set[int]]:
    """The lines of each file that differ from a commit."""
    command = ["git", "-C", str(ROOT), "diff", "--unified=0", ref, "--", "solver"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines: dict[Path, set[int]] = {}
    path = ROOT
    for line in text.splitlines():
        if line.startswith("+++ b/"):
            path = ROOT / line[6:]
        elif part := re.match(r"@@ .* \+(\d+)(?:,(\d+))? @@", line):
            first, number = int(part[1]), int(part[2] or 1)
            lines.setdefault(path, set()).update(range(first, first + number))
    return lines


def _is_changed(mutant: Mutant, lines: dict[Path, set[int]]) -> bool:
    return any(line in lines.get(mutant.path, ()) for line in range(mutant.first_line, mutant.last_line + 1))


def _tests_of(mutant: Mutant, plans: list[dict[str, object]]) -> list[str]:
    """The tests of the first plan whose path the file's path begins with."""
    path = mutant.path.relative_to(PACKAGE).as_posix()
    for plan in plans:
        if path.startswith(str(plan["path"]).rstrip("*")):
            tests = plan["tests"]
            assert isinstance(tests, list)
            return tests
    sys.exit(f"data/mutation_tests.toml names no tests for {path}")


def _run(drawn: list[Mutant], plans: list[dict[str, object]], asked: argparse.Namespace) -> dict[Mutant, str]:
    _import_heavy()
    start, waiting = time.monotonic(), drawn[::-1]
    running: dict[int, tuple[Mutant, float]] = {}
    results: dict[Mutant, str] = {}
    while running or (waiting and time.monotonic() - start < asked.seconds):
        while waiting and len(running) < asked.processes and time.monotonic() - start < asked.seconds:
            mutant = waiting.pop()
            running[_begin(mutant, asked.tests or _tests_of(mutant, plans))] = mutant, time.monotonic()
        for process, (mutant, begun) in list(running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                result = SURVIVED if os.waitstatus_to_exitcode(status) == 0 else KILLED
            elif time.monotonic() - begun > asked.each:
                os.killpg(process, signal.SIGKILL)
                os.waitpid(process, 0)
                result = TIMED_OUT
            else:
                continue
            del running[process]
            results[mutant] = result
            if result != KILLED:
                print(f"{result}: {mutant.name}  [line {mutant.first_line}]", flush=True)
        time.sleep(0.02)
    return results


def _import_heavy() -> None:
    """What every test needs and no mutant changes is imported once, before the processes part."""
    import highspy  # noqa: F401
    import hypothesis.strategies  # noqa: F401
    import msgspec  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401
    import z3  # noqa: F401

    if any(name.split(".")[0] == "meldproof" for name in sys.modules):
        raise RuntimeError("meldproof was imported before it could be changed")


def _begin(mutant: Mutant, tests: Sequence[str]) -> int:
    """A process that runs tests on a mutant; its status is 0 if they all pass."""
    process = os.fork()
    if process:
        return process
    os.setsid()
    status = 1
    try:
        with tempfile.TemporaryDirectory() as folder:
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
            status = _pytest(mutant, tests)
    finally:
        os._exit(status)


def _pytest(mutant: Mutant, tests: Sequence[str]) -> int:
    import pytest

    name = ".".join(["meldproof", *mutant.path.relative_to(PACKAGE).with_suffix("").parts])
    sys.meta_path.insert(0, _Changed(name, mutant))
    sys.path.insert(0, str(TESTS))
    os.chdir(ROOT)
    where = [str(TESTS / test) for test in tests]
    options = ["-x", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
    return int(pytest.main([*options, *where]))


class _Changed(importlib.abc.MetaPathFinder):
    """Finds one module: as the mutant has it."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name, self.mutant = name, mutant

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        file, tree = str(self.mutant.path), self.mutant.tree

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(tree, file, "exec")

        spec = importlib.machinery.ModuleSpec(name, Loader(name, file), origin=file)
        spec.has_location = True
        return spec


if __name__ == "__main__":
    sys.exit(main())
