"""Melds that are asked for: whether some melds meet demands, each demand with melds of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.cards import Meld
from meldproof.variants.values import Alternative, Demand, Demands
from meldproof.variants.vocabulary import Settings


class Need(NamedTuple):
    """So many melds, each of which one of these demands is met by."""

    demands: tuple[Demand, ...]
    number: int

    def counts(self, meld: Meld) -> bool:
        return any(answers(meld, demand) for demand in self.demands)


def answers(meld: Meld, demand: Demand) -> bool:
    """Whether a meld is one of those that a demand asks for."""
    size = len(meld.slots)
    return (
        demand.kind in ("any", meld.kind)
        and size >= demand.min
        and (demand.max == "any" or size <= demand.max)
        and (demand.wilds == "any" or sum(slot.wild for slot in meld.slots) <= demand.wilds)
    )


def needs_of(alternative: Alternative, s: Settings) -> tuple[Need, ...]:
    """What the melds must number so that every demand has its own.

    By Hall's theorem (*On Representatives of Subsets*, 1935): of any demands together there are as many melds that
    meet one of them as they ask for together.
    """
    return _needs(alternative, (s.set.min, s.set.max), (s.run.min, s.run.max))


def meets(melds: Sequence[Meld], alternative: Alternative, s: Settings) -> bool:
    """Whether every demand of a list is met, by different melds; with `exactly`, and there are no others."""
    enough = all(sum(need.counts(meld) for meld in melds) >= need.number for need in needs_of(alternative, s))
    most = most_melds(alternative)
    return enough and (most is None or len(melds) <= most)


def meets_any(melds: Sequence[Meld], demands: Demands, s: Settings) -> bool:
    """Whether one of the lists is met; without any, nothing is asked."""
    return not demands or any(meets(melds, alternative, s) for alternative in demands.alternatives)


def most_melds(alternative: Alternative) -> int | None:
    """How many melds there may be at all; None for any number."""
    return sum(demand.count for demand in alternative) if any(demand.exactly for demand in alternative) else None


Bounds = tuple[int, int | str]


@lru_cache(maxsize=256)
def _needs(alternative: Alternative, sets: Bounds, runs: Bounds) -> tuple[Need, ...]:
    """The needs of all choices of demands, less those that others imply."""
    kinds = {"set": sets, "run": runs, "any": (min(sets[0], runs[0]), "any")}
    sorts = [(_usual(demand, kinds.get(demand.kind, (0, "any"))), demand.count) for demand in alternative]
    found: dict[tuple[Demand, ...], int] = {}
    for size in range(1, len(sorts) + 1):
        for chosen in combinations(sorts, size):
            if _hang_together([sort for sort, _ in chosen]):
                widest = _widest([sort for sort, _ in chosen])
                found[widest] = max(found.get(widest, 0), sum(count for _, count in chosen))
    return tuple(Need(*entry) for entry in found.items())


def _usual(demand: Demand, bounds: Bounds) -> Demand:
    """One of these melds, without the bounds that melds of its kind keep anyway."""
    least = 0 if demand.min <= bounds[0] else demand.min
    most = "any" if demand.max == "any" or (bounds[1] != "any" and demand.max >= int(bounds[1])) else demand.max
    return replace(demand, count=1, min=least, max=most, exactly=False)


def _hang_together(sorts: Sequence[Demand]) -> bool:
    """Whether demands can't be parted into two that no meld meets both of."""
    reached, waiting = [sorts[0]], list(sorts[1:])
    while near := [sort for sort in waiting if any(_overlap(sort, other) for other in reached)]:
        reached += near
        waiting = [sort for sort in waiting if sort not in near]
    return not waiting


def _overlap(one: Demand, other: Demand) -> bool:
    """Whether a meld could meet both."""
    kinds = one.kind == other.kind or ("any" in (one.kind, other.kind) and "pair" not in (one.kind, other.kind))
    return kinds and _not_above(one.min, other.max) and _not_above(other.min, one.max)


def _widest(sorts: Sequence[Demand]) -> tuple[Demand, ...]:
    """The demands less those that are only a stricter form of another."""
    kept = dict.fromkeys(sorts)
    return tuple(sort for sort in kept if not any(sort != other and _within(sort, other) for other in kept))


def _within(strict: Demand, wide: Demand) -> bool:
    """Whether every meld that meets the one meets the other."""
    return (
        (wide.kind == strict.kind or (wide.kind == "any" and strict.kind != "pair"))
        and strict.min >= wide.min
        and (wide.max == "any" or (strict.max != "any" and strict.max <= wide.max))
        and (wide.wilds == "any" or (strict.wilds != "any" and strict.wilds <= wide.wilds))
    )


def _not_above(least: int, most: int | str) -> bool:
    return most == "any" or least <= int(most)
