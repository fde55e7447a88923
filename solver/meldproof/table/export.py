"""The page as a folder for any web server: the same messages, answered by Pyodide in the browser."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.table.server import page_files

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
LEFT_OUT = frozenset({"__pycache__", "cli", "conforming", "page", "proofs", "reference", "schemas", "spec", "vectors"})
"""Folders that no question needs; the rules (`spec`) are added by themselves, wherever they lie."""
SHADOW = {"cython.py": "from Cython.Shadow import *\n", "Cython/__init__.py": "from .Shadow import *\n"}
"""The sweep's sources ask for Cython; interpreted, they need its pure stand-in alone."""
FIXED = (2026, 1, 1, 0, 0, 0)
SECONDS = 300


def export_page(folder: Path, pyodide: Path | None, language: str, rules: str = "") -> int:
    """Write the folder, and say how many bytes it holds. `rules` leads to the pages of rules, where there are any.

    Pyodide is taken from a folder, or by npm; the wheel of msgspec lies beside it, or comes by pip.
    Raises ProblemError.
    """
    with tempfile.TemporaryDirectory() as place:
        source = pyodide or _by_npm(Path(place))
        for name in (*OF_PYODIDE, LOCK):
            if not (source / name).is_file():
                raise ProblemError(say("{folder} holds no {name}: it is not Pyodide", folder=source, name=name))
        wheel = next(iter(sorted(source.glob("msgspec-*.whl"))), None) or _by_pip(source, Path(place))
        try:
            return _write(folder, source, wheel, language, rules)
        except OSError as error:
            raise ProblemError(say("can't write {path}: {error}", path=folder, error=borrowed(error))) from None


def _write(folder: Path, source: Path, wheel: Path, language: str, rules: str) -> int:
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    written = {name: data for name, (data, _) in page_files().items()}
    written["index.html"] = _index(written["index.html"].decode(), language, rules).encode()
    for name in OF_PYODIDE:
        written[f"pyodide/{name}"] = (source / name).read_bytes()
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    written[f"pyodide/{LOCK}"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    written["meldproof.zip"] = package_zip()
    written["msgspec.zip"] = wheel.read_bytes()
    loaded = [*(f"pyodide/{name}" for name in (*OF_PYODIDE, LOCK)), "meldproof.zip", "msgspec.zip"]
    version = hashlib.sha256(b"".join(written[name] for name in sorted(written))).hexdigest()[:16]
    listed = {"version": version, "load": {name: len(written[name]) for name in loaded}, "all": sorted(written)}
    written["files.json"] = json.dumps(listed).encode()
    written["offline.js"] = written["offline.js"].replace(b'"unset"', f'"{version}"'.encode())
    for name, data in written.items():
        (folder / name).write_bytes(data)
    return sum(map(len, written.values()))


def _index(text: str, language: str, rules: str) -> str:
    """The page's frame, with the worker for the server, and its policy inside since no server sends it."""
    policy = f'<meta charset="utf-8">\n<meta http-equiv="content-security-policy" content="{POLICY}">'
    text = text.replace('<meta charset="utf-8">', policy)
    where = f' data-rules="{rules}"' if rules else ""
    return text.replace(
        '<html lang="en" data-transport="http">',
        f'<html lang="{language}" data-lang="{language}" data-transport="worker"{where}>',
    )


def package_zip() -> bytes:
    """The package's own sources and rules, without what was compiled, and Cython's stand-in; always the same bytes."""
    sources = _sources(files("meldproof"), "", r"\.py|\.mo|certificate_fields\.json")
    entries = {f"meldproof/{name}": data for name, data in sources}
    rules = _sources(files("meldproof.spec"), "", r"\.py|\.toml")
    entries |= {f"meldproof/spec/{name}": data for name, data in rules}
    entries |= {name: text.encode() for name, text in SHADOW.items()}
    found = importlib.util.find_spec("Cython.Shadow")
    if found is None or found.origin is None:
        raise ProblemError(say("the export needs {package}: python -m pip install cython", package="cython"))
    entries["Cython/Shadow.py"] = Path(found.origin).read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name, FIXED), entries[name], zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _sources(folder: Traversable, below: str, endings: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in LEFT_OUT:
                yield from _sources(entry, f"{below}{entry.name}/", endings)
        elif re.search(rf"({endings})$", entry.name):
            yield below + entry.name, entry.read_bytes()


def _by_npm(place: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise ProblemError(say("the export needs Pyodide: install npm, or name its folder with --pyodide"))
    _run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(place), "pyodide"])
    return place / "node_modules" / "pyodide"


def _by_pip(source: Path, place: Path) -> Path:
    """The wheel of msgspec for the Python that Pyodide is."""
    info = json.loads((source / LOCK).read_text(encoding="utf-8"))["info"]
    python = ".".join(info["python"].split(".")[:2])
    platform = f"pyemscripten_{info['abi_version']}_wasm32"
    command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-deps", "--only-binary"]
    command += [":all:", "--python-version", python, "--abi", f"cp{python.replace('.', '')}", "--platform", platform]
    _run([*command, "--dest", str(place), "msgspec"])
    return next(place.glob("msgspec-*.whl"))


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ProblemError(say("the export can't fetch {name}: {reason}", name=command[-1], reason=error)) from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [""])[-1]
        raise ProblemError(say("the export can't fetch {name}: {reason}", name=command[-1], reason=reason))
