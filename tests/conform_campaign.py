"""Every single change of a variant served through the protocol: is it found, and named right?

python tests/conform_campaign.py [VARIANT …] goes through all of them (an hour), keeps every result in
tests/data/conform_campaign.json, and goes on where it stopped; results of another kit are thrown away.
python tests/conform_campaign.py --show prints what is kept; --pairs N [VARIANT …] serves N pairs of changes at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from depth import DEEP

from meldproof.conforming import harness
from meldproof.conforming.driver import AskPlan
from meldproof.conforming.kit import Kit, stored_kit
from meldproof.conforming.run import ConformReport, conform
from meldproof.errors import VariantError
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant, load_variant
from meldproof.witnesses.mutants import Mutant, mutants

KIT_ALONE = AskPlan(examples=0, seconds=20.0)
STORED = Path(__file__).parent / "data" / "conform_campaign.json"


class Piped:
    """A harness that answers through pipes from a thread of this process, so that nothing is imported anew."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        ours, theirs = os.pipe(), os.pipe()
        self.sink, self.source = os.fdopen(ours[1], "w"), os.fdopen(theirs[0])
        source, sink = os.fdopen(ours[0]), os.fdopen(theirs[1], "w")

        def serve() -> None:
            with source, sink:
                harness.main(list(command), source, sink)

        self.thread = threading.Thread(target=serve, daemon=True)
        self.thread.start()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self.sink.write(json.dumps(message) + "\n")
        self.sink.flush()
        answer: dict[str, Any] = json.loads(self.source.readline())
        return answer

    def ends(self) -> bool:
        return True

    def stop(self) -> None:
        self.sink.close()
        self.thread.join()
        self.source.close()

    kill = stop


@dataclass(frozen=True)
class Row:
    """A change: whether its kit finds it, whether the right one is named, how many others are named beside it."""

    mutant: str
    found: bool
    named: bool
    beside: tuple[str, ...]
    report: ConformReport


def setting_of(mutant: Mutant) -> str:
    return f"{mutant.parameter}={toml(mutant.value)}"


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def serve(variant: Variant, kit: Kit, mutant: Mutant, plan: AskPlan = KIT_ALONE) -> Row:
    """Put the kit to the change, and read the diagnosis."""
    report = conform(variant, kit, [setting_of(mutant)], plan, begin=Piped)
    assert not report.stopped, report.stopped
    named = [change for change in report.diagnosis.explanations if change.variant.settings == mutant.variant.settings]
    beside = tuple(
        change.id for change in report.diagnosis.explanations if change.variant.settings != mutant.variant.settings
    )
    read = report.read  # a change that is a reading of a disputed sentence is no fault, and named as the reading
    told = bool(read.names) and read.variant.settings == mutant.variant.settings
    return Row(mutant.id, bool(report.diagnosis.wrong or read.names), bool(named) or told, beside, report)


def campaign(name: str, every: int = 1) -> Iterator[Row]:
    """A row for every change that the kit doesn't list as equivalent or untold; or for each `every`-th."""
    variant, kit = load_variant(name), stored_kit(name)
    assert kit is not None
    for mutant in telling(variant, kit)[::every]:
        yield serve(variant, kit, mutant)


def telling(variant: Variant, kit: Kit) -> list[Mutant]:
    """The changes that a kit tells."""
    told = {name for case in kit.cases for name in case.mutants}
    return [mutant for mutant in mutants(variant) if mutant.id in told]


def digest(kit: Kit) -> str:
    """Of what is asked and answered, whatever the words of titles and notes."""
    asked = json.dumps(_wordless(json.loads(kit.to_json())), sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()[:12]


def _wordless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _wordless(part) for name, part in value.items() if name not in ("title", "note")}
    return [_wordless(part) for part in value] if isinstance(value, list) else value


def stored() -> dict[str, Any]:
    """Variant -> its kit's digest, and for every change served so far: was it found, named, and what beside it."""
    found: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found


def summary(served: dict[str, Any]) -> dict[str, Any]:
    """The figures of a variant."""
    rows = served.values()
    return {
        "changes": len(rows),
        "found": sum(row["found"] for row in rows),
        "named alone": sum(row["named"] and not row["beside"] for row in rows),
        "named among others": sum(row["named"] and bool(row["beside"]) for row in rows),
        "missed": [name for name, row in served.items() if not (row["found"] and row["named"])],
    }


def run_on(names: Sequence[str]) -> None:
    """Serve what is not served yet; every result is kept at once."""
    for name in names:
        variant, kit = load_variant(name), stored_kit(name)
        assert kit is not None
        kept = stored()
        mine = kept.get(name, {})
        if mine.get("kit") != digest(kit):
            mine = {"kit": digest(kit), "of": len(telling(variant, kit)), "served": {}}
        for mutant in telling(variant, kit):
            if mutant.id in mine["served"]:
                continue
            row = serve(variant, kit, mutant)
            mine["served"][mutant.id] = {"found": row.found, "named": row.named, "beside": list(row.beside)}
            STORED.write_text(json.dumps({**stored(), name: mine}, indent=1) + "\n", encoding="utf-8")
            print(f"{name} {mutant.id}: {mine['served'][mutant.id]}", flush=True)


def serve_pairs(name: str, number: int) -> Iterator[dict[str, Any]]:
    """Two changes of different parameters at once, drawn always alike: is every wrong answer explained, and by what?"""
    variant, kit = load_variant(name), stored_kit(name)
    assert kit is not None
    dice = random.Random(1)
    changes = telling(variant, kit)
    done = 0
    while done < number:
        pair = dice.sample(changes, 2)
        if pair[0].parameter == pair[1].parameter:
            continue
        try:
            both = with_values(variant, {mutant.parameter: mutant.value for mutant in pair})
        except VariantError:
            continue
        done += 1
        report = conform(variant, kit, [setting_of(mutant) for mutant in pair], KIT_ALONE, begin=Piped)
        diagnosis = report.diagnosis
        parts = {name for part in diagnosis.parts for name in part.change.values}
        yield {
            "pair": [mutant.id for mutant in pair],
            "named": any(change.variant.settings == both.settings for change in diagnosis.explanations),
            "explained": bool(diagnosis.explanations),
            "in parts": sorted(parts & {mutant.parameter for mutant in pair}),
            "seconds": round(report.seconds, 1),
        }


def run_pairs(names: Sequence[str], number: int) -> None:
    for name in names:
        rows = list(serve_pairs(name, number))
        for row in rows:
            if not row["named"]:
                print(name, json.dumps(row), flush=True)
        named, explained = (sum(row[key] for row in rows) for key in ("named", "explained"))
        parts = sum(len(row["in parts"]) == 2 for row in rows if not row["explained"])
        longest = max(row["seconds"] for row in rows)
        print(f"{name}: {len(rows)} pairs, {named} named, {explained - named} explained otherwise, {parts} told in two"
              f" parts; at most {longest} s", flush=True)  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    if "--pairs" in arguments:
        run_pairs(arguments[2:] or DEEP, int(arguments[1]))
        return
    if "--show" not in arguments:
        run_on(arguments or DEEP)
    for name, mine in stored().items():
        print(f"{name}: {json.dumps(summary(mine['served']))} of {mine['of']}")


if __name__ == "__main__":
    main(sys.argv[1:])
