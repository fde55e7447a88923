"""What every theorem comes to for every variant, as recorded in `tests/data/theorems.json`.

`python tests/theorem_table.py [THEOREM …]` records it anew: look at what changed, since a theorem that came to have nothing to claim,
or to rest on less, is a fault until it is meant.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from meldproof.proving.discovery import discover
from meldproof.proving.running import Result, prove
from meldproof.variants.loading import load_variant, variant_files

TABLE = Path(__file__).with_name("data") / "theorems.json"


def line(result: Result) -> str:
    """The status and what it rests on; of a sample not how many cases the solver came upon; why there is nothing."""
    if result.basis is None:
        return result.status
    said = result.basis.said()
    if result.basis.kind == "sample":
        said = said.replace(f"sample, {result.basis.cases}", "sample")
    return f"{said}: {result.outcome.said()}" if result.status == "nothing-to-claim" else said


def recorded() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    only, known = sys.argv[1:], recorded() if TABLE.exists() else {}
    variants = [load_variant(file.path) for file in variant_files()]
    table: dict[str, dict[str, str]] = {theorem.name: known.get(theorem.name, {}) for theorem in discover()}
    for result in prove(variants, only=only, processes=2).results:
        table[result.name][result.variant] = line(result)
    TABLE.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
