"""Builds the documentation in both languages: `python docs/build.py [FOLDER]`. A warning is an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = ("en", "es")


def build(folder: Path) -> int:
    """Each language into a folder of its own; the first status that isn't 0."""
    for language in LANGUAGES:
        trees = folder / "doctrees" / language
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
        command += ["-d", str(trees), str(HERE), str(folder / language)]
        environment = {**os.environ, "MELDPROOF_DOCS_LANGUAGE": language}
        status = subprocess.run(command, env=environment, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "_build"))
