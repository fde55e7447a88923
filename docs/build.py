"""Builds the documentation in both languages: `python docs/build.py [FOLDER]`. A warning is an error.

What is found of each variant is made ahead, in two processes, and kept in docs/_build/rummy; then both languages are
built at once. The table without a server is part of it where Pyodide is to be had: from the folder MELDPROOF_NPM, or by
npm.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

from meldproof.errors import ProblemError
from meldproof.reference.sphinx_extension.store import made_ahead
from meldproof.table.export import export_page

HERE = Path(__file__).parent
LANGUAGES = ("en", "es")
PROCESSES = 2


def build(folder: Path) -> int:
    """The table, each language into a folder of its own, and a page that chooses; the first status that isn't 0."""
    table = "1" if build_table(folder / "table") else ""
    pages = runpy.run_path(str(HERE / "make_pages.py"))
    names = [one.file.id for one in pages["variants"]()]
    told = [
        name for name in names if name in pages["with_whole_kits"]()
    ]  # in the order in which the pages compare them
    made_ahead(HERE / "_build" / "rummy", names, told, PROCESSES)
    building = [begun(folder, language, table) for language in LANGUAGES]
    statuses = [process.wait() for process in building]
    shutil.copy(HERE / "_static" / "root.html", folder / "index.html")
    return next((status for status in statuses if status), 0)


def begun(folder: Path, language: str, table: str) -> subprocess.Popen[bytes]:
    """The build of one language, as it goes on in a process of its own."""
    trees = folder / "doctrees" / language
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
    command += ["-d", str(trees), str(HERE), str(folder / language)]
    environment = {**os.environ, "MELDPROOF_DOCS_LANGUAGE": language, "MELDPROOF_DOCS_TABLE": table}
    return subprocess.Popen(command, env=environment)


def build_table(folder: Path) -> bool:
    """Whether the table could be written; where it couldn't, a line says why and the pages do without."""
    given = os.environ.get("MELDPROOF_NPM")
    try:
        export_page(folder, Path(given) / "pyodide" if given else None, "en", "../{lang}/rules/")
    except ProblemError as error:
        print(f"the table is left out: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "folder", nargs="?", type=Path, default=HERE / "_build", help="where to; docs/_build if not said"
    )
    sys.exit(build(asked.parse_args().folder))
