"""What a new variant of the package needs besides its file and its facts: `python tests/add_variant.py ID …`.

Makes its kit beside the nearest that is stored whole, records what its theorems come to, and says what is still missing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from depth import has_whole_kit
from theorem_table import TABLE, line, recorded

from meldproof.conforming.beside import kit_beside
from meldproof.conforming.difference import NEAREST, base_kit, difference
from meldproof.conforming.kit import FOLDER
from meldproof.proving.discovery import discover
from meldproof.proving.running import Limits, prove
from meldproof.variants.listing import listed
from meldproof.variants.loading import Variant, builtin_folder, load_variant

SECONDS = 30.0
"""For a theorem, counted by work."""
FACTS = Path(__file__).parent / "data" / "facts"


def add_kit(variant: Variant) -> str:
    base = base_kit(NEAREST, variant)
    kit = kit_beside(variant, base)
    path = builtin_folder() / FOLDER / f"{variant.id}.json"
    path.write_text(difference(kit, base, variant).to_json(), encoding="utf-8")
    return f"{len(kit.cases)} cases, beside {base.variant}; untold: {len(kit.untold)}"


def add_theorems(variant: Variant) -> str:
    table = recorded()
    found = {
        result.name: line(result) for result in prove([variant], limits=Limits(theorem=SECONDS), processes=2).results
    }
    for theorem in discover():
        table.setdefault(theorem.name, {})[variant.id] = found[theorem.name]
        table[theorem.name] = dict(sorted(table[theorem.name].items()))
    TABLE.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    open_ones = [name for name, said in found.items() if said in ("refuted", "gave-up")]
    return f"{len(found)} theorems; refuted or given up: {', '.join(open_ones) or 'none'}"


def missing(variant: Variant) -> Iterator[str]:
    (one,) = [one for one in listed() if one.file.id == variant.id]
    if not one.family:
        yield "its family (one of spec/families.toml)"
    if not (one.file.line.en and one.file.line.es):
        yield "its line, in both languages"
    if not (FACTS / f"{variant.id}.jsonl").exists():
        yield f"what pages say of it: tests/data/facts/{variant.id}.jsonl"
    for clause in variant.clauses:
        if clause.key.startswith(f"{variant.id}/") and not (clause.text.en and clause.text.es):
            yield f"the text of {clause.key} in both languages"


def main(names: list[str]) -> None:
    for name in names:
        variant = load_variant(name)
        if not has_whole_kit(name):
            print(f"{name}: {add_kit(variant)}", flush=True)
        print(f"{name}: {add_theorems(variant)}", flush=True)
        for what in missing(variant):
            print(f"{name}: still missing: {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
