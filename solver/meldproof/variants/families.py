"""The families in which variants are listed; their names are data, `spec/families.toml`."""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import lru_cache


@lru_cache(maxsize=1)
def families() -> Mapping[str, Mapping[str, str]]:
    """Every family's name in both languages by its id, in the order in which they are listed."""
    text = importlib.resources.files("meldproof.spec").joinpath("families.toml").read_text(encoding="utf-8")
    return {entry["id"]: {"en": entry["en"], "es": entry["es"]} for entry in tomllib.loads(text)["family"]}
