"""Which readings of disputed sentences an implementation follows: only such as all its answers follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from meldproof.conforming.agreement import agrees, apart
from meldproof.conforming.answered import Answered
from meldproof.conforming.kit import readings_of
from meldproof.errors import VariantError
from meldproof.variants.loading import Variant, vary

MOST_TOGETHER = 3
"""Readings that are tried together."""


class Followed(msgspec.Struct, frozen=True, eq=False):
    """The readings that every answer follows, perhaps none, and the variant under them."""

    names: tuple[str, ...]
    variant: Variant


def followed(variant: Variant, evidence: Sequence[Answered]) -> Followed:
    """The readings that explain the most wrong answers, and that no answer contradicts where they say otherwise."""
    best, most = Followed((), variant), 0
    wrong = [entry for entry in evidence if not _agree(entry, variant)]
    if not wrong:
        return best
    readings = readings_of(variant)
    possible = [name for name, read in readings.items() if any(_agree(entry, read) for entry in wrong)]
    for size in range(1, min(MOST_TOGETHER, len(possible)) + 1):
        for names in combinations(possible, size):
            try:
                read = readings[names[0]] if size == 1 else vary(variant, names)
            except VariantError:
                continue
            explained = sum(_agree(entry, read) for entry in wrong)
            if explained > most and not any(_contradicts(entry, variant, read) for entry in evidence):
                best, most = Followed(names, read), explained
    return best


def _agree(entry: Answered, rules: Variant) -> bool:
    opinion = agrees(entry.question, entry.given, rules)
    return opinion is not None and opinion.agrees


def _contradicts(entry: Answered, variant: Variant, read: Variant) -> bool:
    """Whether an answer to a question that the two rule sets answer differently is not the second's."""
    return apart(entry.question, variant, read) and not _agree(entry, read)
