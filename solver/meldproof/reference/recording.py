"""Writes `witnesses/recorded.json`: every witness that the references of the built-in variants ask for.

`python -m meldproof.reference.recording` keeps what is recorded and still true; with `--anew` all is searched for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec

from meldproof.reference.apart import differences, readings_apart
from meldproof.reference.meld_examples import changes
from meldproof.variants.loading import Variant, load_variant, variant_files
from meldproof.witnesses import store
from meldproof.witnesses.store import RECORDING, StoredAnswer


def recorded_anew(variants: list[Variant]) -> Iterator[tuple[str, StoredAnswer]]:
    """Every witness that the references of these variants ask for, searched for with patience."""
    for variant in variants:
        for clause in variant.clauses:
            for mutant, level in changes(variant, clause):
                key = store.key_of(variant, mutant, level)
                known = store.recorded().get(key)
                good = known is not None and (
                    known.case is None or store.again(variant, mutant.variant, known) is not None
                )
                yield key, known if known and good else store.searched(variant, mutant, level, RECORDING)


def main() -> None:
    """Write `recorded.json` for the built-in variants.

    What is recorded and still true is kept; with `--anew` nothing is, and everything is searched for again.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if "--anew" in sys.argv[1:]:
        store.recorded().clear()
    variants = [load_variant(file.id) for file in variant_files()]
    found: dict[str, Any] = {}

    def write() -> None:
        store.RECORDED.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(found.items())))) + b"\n")

    for key, entry in recorded_anew(variants):
        if key not in found:
            console.print(f"{len(found):4} {key}: {' '.join(entry.case.cards) if entry.case else '–'}", highlight=False)
        found[key] = entry
    store.fresh.clear()
    for variant in variants:
        readings_apart(variant, waiting=RECORDING)
        console.print(f"readings of {variant.id}")
    for pair in permutations(variants, 2):
        differences(*pair, waiting=RECORDING)
        console.print(f"{pair[0].id} and {pair[1].id}")
        found.update(store.fresh)
        write()
    found.update(store.fresh)
    write()


if __name__ == "__main__":
    main()
