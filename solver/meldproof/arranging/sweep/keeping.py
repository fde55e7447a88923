"""Table melds that may stay as they are: the ways in which each can, and what keeping it loses."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from meldproof.arranging.automaton import JOKER, RANKED
from meldproof.arranging.packing import CELLS
from meldproof.arranging.problem import Problem
from meldproof.arranging.sweep.rules import CompiledRules, Weights
from meldproof.errors import EngineDeclined
from meldproof.messages import say

MOST_TABLE = 60


class Wilds(NamedTuple):
    """A pool of one question: how many there are, how many may be left, how many of them are the table's.

    `theirs` counts table wilds inside a pool that counts as the hand's; `wild` cards of a pool of its own have no gain.
    """

    kind: int
    own: bool
    number: int
    spare: int
    theirs: int


class WildSource(NamedTuple):
    """Where the wild of a kept meld's slot comes from: `pool` (-1: bound), and the cell it stands at (-1: any suit)."""

    pool: int
    cell: int


class Kept(NamedTuple):
    """A way for a table meld to stay as it is: its number, its naturals' cells, where its wilds come from.

    A joker for a joker changes nothing, so a meld with wilds can stay in several ways.
    """

    number: int
    place: int
    last: int
    is_run: bool
    cells: tuple[int, ...]
    sources: tuple[WildSource, ...]


def _suits_differ(sources: Sequence[WildSource], cells: Sequence[int], is_run: bool) -> bool:
    """Whether wilds that are bound to tiles leave a set's suits distinct."""
    if is_run:
        return True
    held = list(cells) + [entry.cell for entry in sources if entry.pool < 0 <= entry.cell]
    return len(set(held)) == len(held)


def kept_ways(
    problem: Problem, rules: CompiledRules, pools: tuple[Wilds, ...], bound: Sequence[int], bound_any: Sequence[int]
) -> Iterable[Kept]:
    """The ways for the table's melds to stay, those of a meld one after another.

    `bound` are bound wilds by place and suit, `bound_any` by rank.
    """
    for number, meld in enumerate(problem.table if problem.rearranges else ()):
        is_run = meld.kind == "run"
        place = meld.slots[0].place if is_run else rules.set_place(meld.slots[0].place)
        cells, wilds = [], []
        for slot in meld.slots:
            at = slot.place if is_run else place
            if slot.wild:
                kind = JOKER if slot.card.is_joker else RANKED
                wilds.append(tuple(_sources(pools, kind, at, slot.as_suit, is_run, bound, bound_any)))
            else:
                cells.append(at * 4 + slot.suit - 1)
        seen = set()
        for sources in product(*wilds):
            used = sources if is_run else tuple(sorted(sources))
            if used not in seen and _available(used, pools, bound, bound_any) and _suits_differ(used, cells, is_run):
                seen.add(used)
                yield Kept(number, place, meld.slots[-1].place, is_run, tuple(cells), used)


def _sources(
    pools: tuple[Wilds, ...],
    kind: int,
    place: int,
    suit: int,
    is_run: bool,
    bound: Sequence[int],
    bound_any: Sequence[int],
) -> Iterable[WildSource]:
    """What can fill a kept meld's wild slot."""
    for k, pool in enumerate(pools):
        if pool.kind == kind:
            yield WildSource(k, place * 4 + suit - 1 if is_run else place * 4)
    if kind == JOKER:
        for s in range(4):
            if bound[place * 4 + s] and (not is_run or s == suit - 1):
                yield WildSource(-1, place * 4 + s)
        if not is_run and bound_any[place]:
            yield WildSource(-1, -1)


def _available(
    sources: Sequence[WildSource], pools: tuple[Wilds, ...], bound: Sequence[int], bound_any: Sequence[int]
) -> bool:
    """Whether there are as many wilds of each source."""
    for source, count in Counter((entry.pool, entry.cell if entry.pool < 0 else 0) for entry in sources).items():
        pool, cell = source
        have = pools[pool].number if pool >= 0 else bound[cell] if cell >= 0 else max(bound_any)
        if count > have:
            return False
    return True


def load_kept(walk: Any, kept: tuple[Kept, ...], weights: Weights) -> int:
    """Load the ways for table melds to stay; returns what they gain if all do."""
    if len(kept) > MOST_TABLE:
        raise EngineDeclined(
            say("sweep counts changes of at most {number} table melds (table_changes)", number=MOST_TABLE)
        )
    run_cost, set_cost, pool_run, pool_set = walk.losses()
    at, outlasts, following = [0] * 36, [0] * 34, [0] * 64
    naturals, bound, wilds, loss = [0] * 64, [0] * 64, [0] * 64, [0] * 64
    covers, covers_bound = [0] * CELLS, [0] * CELLS
    for i, entry in enumerate(kept):
        following[i] = i + next((n for n, other in enumerate(kept[i:]) if other.number != entry.number), len(kept) - i)
        loss[i] = weights.meld
        for place in range(entry.place + 1, 36):
            at[place] += 1
        for cell in entry.cells:
            loss[i] += run_cost[cell] if entry.is_run else set_cost[cell]
            if entry.is_run:
                covers[cell] |= 1 << i
            else:
                naturals[i] += 1 << (4 * (cell % 4))
        for pool, cell in entry.sources:
            if pool >= 0:
                wilds[i] += 1 << (8 * pool)
                loss[i] += (pool_run if entry.is_run else pool_set)[pool * 32 + cell // 4]
            elif entry.is_run:
                covers_bound[cell] |= 1 << i
            else:
                bound[i] += 1 << (16 if cell < 0 else 4 * (cell % 4))
        for place in range(entry.place, entry.last if entry.is_run else entry.place):
            outlasts[place] |= 1 << i
    number = len(kept)
    walk.may_keep(
        array("i", at),
        array("i", following),
        array("i", [int(entry.is_run) for entry in kept]),
        array("q", naturals),
        array("q", bound),
        array("q", wilds),
        array("q", loss[:number]),
        array("q", [weights.change] * number),
        array("q", covers),
        array("q", covers_bound),
        array("q", outlasts),
    )
    return weights.change * len({entry.number for entry in kept})
