"""Which form of the sweep runs: the compiled one where it was built from these very sources, else the interpreted one.

The walk and the pricer are written once, in Cython's pure-Python mode. `setup.py` puts their files together into one
module and compiles it, with a digest of the files inside; here the digest is compared, so that a compiled module of
other sources is never used. Only the standard library is used, since `setup.py` reads this file without the package.
"""

from __future__ import annotations

import importlib
import os
import re
import warnings
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

PARTS = (
    "meldproof.arranging.compiled.guards",
    "meldproof.arranging.many.suit_tables",
    "meldproof.arranging.sweep.walk.fields",
    "meldproof.arranging.sweep.walk.memory",
    "meldproof.arranging.sweep.walk.options",
    "meldproof.arranging.sweep.walk.ahead",
    "meldproof.arranging.sweep.walk.choices",
    "meldproof.arranging.sweep.walk.demands",
    "meldproof.arranging.sweep.walk.keeps",
    "meldproof.arranging.sweep.walk.search",
    "meldproof.arranging.sweep.walk.prices",
    "meldproof.arranging.sweep.walk.calls",
    "meldproof.arranging.sweep.walk.reading",
    "meldproof.arranging.hand.items",
    "meldproof.arranging.hand.slots",
    "meldproof.arranging.hand.columns",
    "meldproof.arranging.hand.melds",
    "meldproof.arranging.hand.search",
    "meldproof.arranging.hand.calls",
    "meldproof.arranging.many.hand_counts",
    "meldproof.arranging.sweep.pricer.cards",
    "meldproof.arranging.sweep.pricer.columns",
    "meldproof.arranging.sweep.pricer.pricer",
    "meldproof.arranging.many.hand_reader",
)
"""The files that are compiled together, each after those that it needs."""

COMPILED = "meldproof.arranging.compiled.compiled_walk"
PURE = "MELDPROOF_PURE"
"""The environment variable that asks for the interpreted form, if it holds anything."""

_IMPORT = re.compile(rf"^from (?:{'|'.join(map(re.escape, PARTS))}) import (?:\([^)]*\)|[^\n(]*)\n", re.MULTILINE)


def _texts() -> list[str]:
    return [path_of(part).read_text(encoding="utf-8") for part in PARTS]


def path_of(part: str) -> Path:
    """The file of a module."""
    here = Path(__file__).resolve()
    top = next(folder for folder in here.parents if folder.name == "meldproof")
    return top.parent.joinpath(*part.split(".")).with_suffix(".py")


def source_digest() -> str:
    """A digest of the sources of the walk and the pricer. Raises OSError where they are not there."""
    return sha256("\0".join(_texts()).encode()).hexdigest()


def merged_source() -> str:
    """The sources as one module, with their digest in it."""
    head, *_ = _texts()
    directives = head.split("\n", 1)[0]
    bodies = [_IMPORT.sub("", text).replace("from __future__ import annotations\n", "") for text in _texts()]
    return "\n".join([directives, "from __future__ import annotations", *bodies, f'SOURCE = "{source_digest()}"', ""])


@lru_cache(maxsize=1)
def _compiled() -> tuple[Any, str]:
    """The compiled module, or None and the reason why the interpreted form runs."""
    if os.environ.get(PURE):
        return None, f"{PURE} is set"
    try:
        module = importlib.import_module(COMPILED)
    except ImportError:
        return None, "it was not compiled when it was installed"
    try:
        current = source_digest()
    except OSError:
        current = ""
    if getattr(module, "SOURCE", None) != current:
        reason = "the compiled one is of other sources; install again"
        warnings.warn(f"meldproof: the sweep runs interpreted: {reason}", RuntimeWarning, stacklevel=2)
        return None, reason
    return module, ""


def description() -> str:
    """The form in words, for `meldproof --version`."""
    module, reason = _compiled()
    return "sweep compiled" if module is not None else f"sweep interpreted: {reason}"


def walk_class() -> Any:
    """The class of walks, in the form that runs."""
    return _class_of("meldproof.arranging.sweep.walk.reading", "Reading")


def suit_tables_class() -> Any:
    """The class that settles hands of one deck without wilds by look-ups, in the form that runs."""
    return _class_of("meldproof.arranging.many.suit_tables", "SuitTables")


def pack_many() -> Any:
    """The function that makes hands of one deck words, in the form that runs."""
    return _class_of("meldproof.arranging.many.suit_tables", "pack_many")


def hand_reader_class() -> Any:
    """The class that reads hands from bytes, in the form that runs."""
    return _class_of("meldproof.arranging.many.hand_reader", "HandReader")


def weigh_many() -> Any:
    """The function that counts and values hands of many, in the form that runs."""
    return _class_of("meldproof.arranging.many.hand_counts", "weigh_many")


def hand_engine_class() -> Any:
    """The class that arranges small hands, in the form that runs."""
    return _class_of("meldproof.arranging.hand.calls", "HandEngine")


def pricer_class() -> Any:
    """The class of pricers, in the form that runs."""
    return _class_of("meldproof.arranging.sweep.pricer.pricer", "Pricer")


def _class_of(part: str, name: str) -> Any:
    module, _ = _compiled()
    return getattr(module or importlib.import_module(part), name)
