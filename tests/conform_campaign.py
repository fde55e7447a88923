"""Every single change of a variant served through the protocol: is it found, and named right?"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from meldproof.conforming import harness
from meldproof.conforming.driver import Plan
from meldproof.conforming.kit import Kit, stored_kit
from meldproof.conforming.run import Report, conform
from meldproof.proving.mutants import Mutant, mutants
from meldproof.variant.loading import Variant, load_variant

KIT_ALONE = Plan(examples=0, seconds=20.0)


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
    report: Report


def setting_of(mutant: Mutant) -> str:
    return f"{mutant.parameter}={toml(mutant.value)}"


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def serve(variant: Variant, kit: Kit, mutant: Mutant, plan: Plan = KIT_ALONE) -> Row:
    """Put the kit to the change, and read the diagnosis."""
    report = conform(variant, kit, [setting_of(mutant)], plan, begin=Piped)
    assert not report.stopped, report.stopped
    named = [change for change in report.diagnosis.explanations if change.variant.settings == mutant.variant.settings]
    beside = tuple(
        change.id for change in report.diagnosis.explanations if change.variant.settings != mutant.variant.settings
    )
    return Row(mutant.id, bool(report.diagnosis.wrong), bool(named), beside, report)


def campaign(name: str, every: int = 1) -> Iterator[Row]:
    """A row for every change that the kit doesn't list as equivalent or untold; or for each `every`-th."""
    variant, kit = load_variant(name), stored_kit(name)
    assert kit is not None
    silent = {entry.mutant for entry in (*kit.equivalent, *kit.untold)}
    telling = [mutant for mutant in mutants(variant) if mutant.id not in silent]
    for mutant in telling[::every]:
        yield serve(variant, kit, mutant)
