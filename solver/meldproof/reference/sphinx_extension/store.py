"""What the directives need of meldproof: variants, references and comparisons, each made once and kept on disk."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meldproof.pictures.names import Language
from meldproof.reference.apart import Difference, differences
from meldproof.reference.build import document
from meldproof.reference.document import Document
from meldproof.reference.drawing import Faces
from meldproof.variants.loading import Variant, builtin_folder, load_variant
from meldproof.witnesses.store import RECORDED

Made = TypeVar("Made")


def language_of(env: Any) -> Language:
    """The language of a build: Spanish, or else English."""
    return "es" if str(env.config.language or "").startswith("es") else "en"


def folders(env: Any) -> list[str]:
    """The user's own folders of rule files."""
    return [str(Path(env.srcdir) / folder) for folder in env.config.rummy_spec_path]


def variant_of(env: Any, name: str) -> Variant:
    """A variant by id, or by a path seen from the folder of `conf.py`. Its file is noted as a page's source."""
    found = load_variant(str(Path(env.srcdir) / name) if name.endswith(".toml") else name, spec_path=folders(env))
    env.note_dependency(found.path)
    return found


def reference_of(env: Any, name: str) -> Document:
    """A variant's reference, made once."""
    variant = variant_of(env, name)
    return _kept(env, ("reference", variant), Document, lambda: document(variant, spec_path=folders(env)))


def differences_of(env: Any, first: str, second: str) -> tuple[Difference, ...]:
    """What differs between two variants, compared once."""
    one, other = variant_of(env, first), variant_of(env, second)
    return _kept(env, ("compare", one, other), tuple[Difference, ...], lambda: differences(one, other))


def made_ahead(folder: Path, names: Sequence[str], compared: Sequence[str], processes: int) -> None:
    """The references of some variants, and what differs between any two of some, by several processes at once.

    They come into the folder that `rummy_cache` names.
    """
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        making = [pool.submit(_make_ahead, folder, name) for name in names]
        making += [pool.submit(_compare_ahead, folder, *pair) for pair in combinations(compared, 2)]
        for made in making:
            made.result()


def _compare_ahead(folder: Path, first: str, second: str) -> None:
    one, other = load_variant(first), load_variant(second)
    _kept_in(folder, ("compare", one, other), tuple[Difference, ...], lambda: differences(one, other))


def _make_ahead(folder: Path, name: str) -> None:
    variant = load_variant(name)
    _kept_in(folder, ("reference", variant), Document, lambda: document(variant))


def _kept(env: Any, what: tuple[Any, ...], kind: Any, make: Callable[[], Made]) -> Made:
    folder = Path(env.srcdir) / env.config.rummy_cache if env.config.rummy_cache else Path(env.doctreedir) / "rummy"
    return _kept_in(folder, what, kind, make)


def _kept_in(folder: Path, what: tuple[Any, ...], kind: Any, make: Callable[[], Made]) -> Made:
    path = folder / f"{_fingerprint(what)}.msgpack"
    try:
        kept: Made = msgspec.msgpack.decode(path.read_bytes(), type=kind)
        return kept
    except (OSError, msgspec.DecodeError):
        made = make()
    folder.mkdir(parents=True, exist_ok=True)
    written = path.with_suffix(f".{os.getpid()}")
    written.write_bytes(msgspec.msgpack.encode(made))
    written.replace(path)  # another process may be reading
    return made


def _fingerprint(what: tuple[Any, ...]) -> str:
    """A name for what is made of some variants by this version of the package."""
    digest = hashlib.sha256(_package())
    for part in what:
        if isinstance(part, Variant):
            values = [part.id, part.path, part.name, part.plain(), part.provenance, part.scope]
            clauses = [(c.key, c.text, c.status, c.cites, c.reason, c.reading, c.covers) for c in part.clauses]
            readings = [(r.id, r.text, r.reason) for c in part.clauses for r in c.readings]
            digest.update(msgspec.json.encode([values, clauses, readings]))
        else:
            digest.update(str(part).encode())
    return digest.hexdigest()[:24]


_PACKAGE: list[bytes] = []


def _package() -> bytes:
    """All of the package's sources and data, so that nothing made by another state of it is used."""
    if not _PACKAGE:
        digest = hashlib.sha256()
        for path in sorted(RECORDED.parents[1].rglob("*.py")):
            digest.update(path.read_bytes())
        for path in (RECORDED, *sorted(builtin_folder().rglob("*.json"))):
            digest.update(path.read_bytes())
        _PACKAGE.append(digest.digest())
    return _PACKAGE[0]


def drawings(env: Any) -> dict[str, str]:
    """The cards drawn so far, by id, in this language and these colours; they are kept with the environment."""
    if not hasattr(env, "rummy_drawings"):
        env.rummy_drawings = {}
    found: dict[str, str] = env.rummy_drawings.setdefault((language_of(env), env.config.rummy_four_colour), {})
    return found


def merge_drawings(app: Any, env: Any, docnames: Any, other: Any) -> None:
    """Takes over what another process drew that read some of the pages."""
    drawings(env).update(drawings(other))


def faces_of(env: Any) -> Faces:
    """What draws the cards of a build."""
    return Faces(language_of(env), four_colour=env.config.rummy_four_colour, drawn=drawings(env))
