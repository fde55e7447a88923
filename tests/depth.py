"""Which variants get the heavy tests, so that a file more costs the suite a second or two.

The heavy ones read every page and serve every kit; they are for variants that have a kit of their own that is stored whole. Of
all others `test_every_variant.py` tests that they load, are arranged by every engine, are played and have a page.
"""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path

from meldproof.variants.loading import Variant, builtin_folder, load_variant, variant_files
from meldproof.variants.vocabulary import parameters

EVERY = tuple(sorted(file.id for file in variant_files()))


def has_whole_kit(name: str) -> bool:
    path: Path = builtin_folder() / "vectors" / f"{name}.json"
    return path.exists() and "extends" not in json.loads(path.read_text(encoding="utf-8"))


DEEP = tuple(name for name in EVERY if has_whole_kit(name))
LIGHT = tuple(name for name in EVERY if name not in DEEP)


def covering() -> list[Variant]:
    """The variants with the heavy tests, and as few of the others as it takes for every parameter to exist in one."""
    chosen = [load_variant(name) for name in DEEP]
    others = {name: load_variant(name) for name in LIGHT}
    lacking = set(parameters()).difference(*(variant.values for variant in chosen))
    while others and lacking:
        best = max(others.values(), key=lambda variant: (len(lacking & variant.values.keys()), variant.id))
        if not lacking & best.values.keys():
            break
        chosen.append(others.pop(best.id))
        lacking -= best.values.keys()
    return chosen


def of_today(number: int) -> list[str]:
    """So many of the variants without the heavy tests: others every day."""
    return random.Random(str(date.today())).sample(LIGHT, min(number, len(LIGHT)))


if __name__ == "__main__":  # whose theorems are proved by CI
    print(*DEEP, *of_today(3))
