"""Builds the compiled form of the sweep engine, where there is a compiler; everything else is in pyproject.toml."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension, setup

CHOSEN = "-O" in os.environ.get("CFLAGS", "")
FLAGS = ["-g0", *([] if CHOSEN else ["-O3"])] if os.name != "nt" else []
"""-O3 makes hands and walks about a tenth faster than -O1, and takes two and a half times as long to compile; whoever
is in a hurry sets CFLAGS=-O1."""
FORM = Path("solver/meldproof/arranging/compiled/form.py")


def extensions() -> list[Any]:
    """The sweep's sources put together and translated to C; none where that is not wanted or not possible."""
    metadata_only = {"egg_info", "dist_info"} & set(sys.argv)
    if metadata_only or os.environ.get("MELDPROOF_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    spec = importlib.util.spec_from_file_location("form", FORM)
    assert spec is not None
    assert spec.loader is not None
    form = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(form)
    merged = Path("build/sweep/compiled_walk.py")
    merged.parent.mkdir(parents=True, exist_ok=True)
    source = form.merged_source()
    if not merged.exists() or merged.read_text(encoding="utf-8") != source:  # so that a second build compiles nothing
        merged.write_text(source, encoding="utf-8")
    extension = Extension(form.COMPILED, [str(merged)], extra_compile_args=FLAGS, optional=True)
    return list(cythonize([extension], quiet=True, compiler_directives={"show_performance_hints": False}))


setup(ext_modules=extensions())
