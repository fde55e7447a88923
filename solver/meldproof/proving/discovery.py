"""Finding theorems: every module of `meldproof.proofs`, and a user's own files."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

from meldproof.errors import ProofError
from meldproof.messages import say
from meldproof.proving.theorem import Theorem

PACKAGE = "meldproof.proofs"


def discover(proofs_path: Sequence[str | Path] = ()) -> tuple[Theorem, ...]:
    """All theorems: the built-in ones module by module, then those of `*.py` in a user's folders.

    Raises ProofError with one clear line for a file that can't be used and for a name that stands twice.
    """
    found: dict[str, tuple[Theorem, str]] = {}
    for module, where in (*_built_in(), *_own(proofs_path)):
        for theorem in _theorems(module, where):
            if theorem.name in found:
                first = found[theorem.name][1]
                raise ProofError(
                    say(
                        "{where}: there is a theorem {name!r} already, in {first}; rename one",
                        where=where,
                        name=theorem.name,
                        first=first,
                    )
                )
            found[theorem.name] = (theorem, where)
    return tuple(theorem for theorem, _ in found.values())


def chosen(theorems: Sequence[Theorem], names: Sequence[str]) -> tuple[Theorem, ...]:
    """The theorems of these names, or all if none is named. Raises ProofError for a name that is none's."""
    known = {theorem.name: theorem for theorem in theorems}
    for name in names:
        if name not in known:
            raise ProofError(say("no theorem {name!r}; there are {known}", name=name[:60], known=", ".join(known)))
    return tuple(theorem for theorem in theorems if not names or theorem.name in names)


def _built_in() -> Iterable[tuple[ModuleType, str]]:
    package = importlib.import_module(PACKAGE)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{PACKAGE}.{info.name}"), f"{PACKAGE}.{info.name}"


def _own(folders: Sequence[str | Path]) -> Iterable[tuple[ModuleType, str]]:
    for number, folder in enumerate(map(Path, folders)):
        if not folder.is_dir():
            raise ProofError(say("--proofs-path {folder} is no folder", folder=folder))
        paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")]
        if not paths:
            raise ProofError(say("--proofs-path {folder} holds no .py file with THEOREMS", folder=folder))
        for path in paths:
            yield _load(path, f"meldproof_own_proofs_{number}_{path.stem}"), str(path)


def _load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ProofError(say("{path} can't be loaded as a Python file", path=path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ProofError(say("{path} can't be used: {said}", path=path, said=_said(error))) from None
    return module


def _theorems(module: ModuleType, where: str) -> Iterable[Theorem]:
    theorems = getattr(module, "THEOREMS", None)
    if not isinstance(theorems, (list, tuple)) or not theorems:
        raise ProofError(
            say("{where}: write THEOREMS = [Theorem(name, (English, Spanish), parameters, claim), …]", where=where)
        )
    for theorem in theorems:
        if not _is_theorem(theorem):
            raise ProofError(
                say(
                    (
                        "{where}: THEOREMS holds {theorem}; each is a Theorem(name, (English, Spanish), "
                        "parameters, claim)"
                    ),
                    where=where,
                    theorem=_brief(repr(theorem)),
                )
            )
        yield theorem


def _is_theorem(value: object) -> bool:
    return (
        isinstance(value, Theorem)
        and isinstance(value.name, str)
        and bool(value.name)
        and all(sign.isalnum() or sign in "-_" for sign in value.name)
        and isinstance(value.statement, tuple)
        and len(value.statement) == 2
        and all(isinstance(text, str) for text in value.statement)
        and isinstance(value.parameters, tuple)
        and all(isinstance(name, str) for name in value.parameters)
        and callable(value.claim)
    )


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {_brief(' '.join(str(error).split()))}"


def _brief(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "…"
