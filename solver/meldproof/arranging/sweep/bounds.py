"""Tightening a question: card prices from the linear programme, made whole and made to hold, put into its walk."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from meldproof.arranging.sweep.machines import single_sets
from meldproof.arranging.sweep.question import WalkQuestion
from meldproof.arranging.sweep.rules import MOST_LOSS, CompiledRules
from meldproof.arranging.sweep.shape import WalkFrame
from meldproof.errors import EngineDeclined
from meldproof.messages import say

MOST_PIVOTS = 3000
MOST_ROWS = 128
"""What a pricer has room for (`walk_guards`)."""
Given = tuple[list[int], list[int], list[int], list[float]]
"""Columns a pricer begins with: where each begins among the rows and counts, those, and gains."""


def tightened(question: WalkQuestion, rules: CompiledRules) -> WalkQuestion | None:
    """The question with losses against card prices, all `factor` times finer; None where it can't be priced."""
    if question.factor != 1 or any(question.split):
        return None
    walk = question.walk
    numbered = walk.card_rows()
    if not numbered:
        return None
    rows, capacity, slack_gain, gains, partly, least = numbered
    given: Given = ([0], [], [], [])
    if question.kept:
        given = _kept_columns(question, rows, gains, capacity, slack_gain)
        if len(capacity) > MOST_ROWS:
            return None
    if len(capacity) + len(partly) <= MOST_ROWS:
        _leave_partly(partly, least, given, capacity, slack_gain)
    found = rules.pricer(question.made.shape, question.made.machine, _patterns).price(
        walk.cards(),
        rows,
        capacity,
        slack_gain,
        gains,
        float(question.weights.meld),
        not question.wanted.sets,
        given,
        MOST_PIVOTS,
    )
    factor, most, prices = walk.reprice(found, question.most, rules.smallest)
    if not factor:
        return None
    if question.kept:
        most += _reprice_kept(question, given, prices, factor)
    if most > 2 * MOST_LOSS:
        raise EngineDeclined(say("sweep's card prices became too large for its whole numbers"))
    most += (question.discard - question.offset) * factor
    return msgspec.structs.replace(question, most=most, factor=factor)


def _leave_partly(
    partly: Sequence[tuple[int, int]], least: float, given: Given, capacity: Any, slack_gain: Any
) -> None:
    """A column for leaving a card of which only some may be left, with a row for how many: a table's tiles stay melded.

    Without it the prices would let all of them be left.
    """
    starts, rows, counts, column_gains = given
    for row, spare in partly:
        slack_gain[row] = least
        rows += [row, len(capacity)]
        counts += [1, 1]
        starts.append(len(rows))
        column_gains.append(0.0)
        capacity.append(float(spare))
        slack_gain.append(0.0)


def _kept_columns(
    question: WalkQuestion, all_rows: tuple[Any, ...], gains: tuple[Any, ...], capacity: Any, slack_gain: Any
) -> Given:
    """A column for every way a table meld may stay, with a row for the meld: it can stay once."""
    row_of, pool_row, bound_row, loose_row = all_rows
    starts, rows, counts, column_gains = [0], [], [], []
    run, in_set, wild_run, wild_set = gains
    keep_row: dict[int, int] = {}
    for entry in question.kept:
        used: Counter[int] = Counter()
        gain = float(question.weights.change - question.weights.meld)
        for cell in entry.cells:
            used[row_of[cell]] += 1
            gain += run[cell] if entry.is_run else in_set[cell]
        for pool, cell in entry.sources:
            if pool < 0:
                used[bound_row[cell] if cell >= 0 else loose_row[entry.place]] += 1
            else:
                used[pool_row[pool]] += 1
                gain += (wild_run if entry.is_run else wild_set)[pool * 32 + cell // 4]
        if entry.number not in keep_row:
            keep_row[entry.number] = len(capacity)
            capacity.append(1.0)
            slack_gain.append(0.0)
        rows += [*used, keep_row[entry.number]]
        counts += [*used.values(), 1]
        starts.append(len(rows))
        column_gains.append(gain)
    return starts, rows, counts, column_gains


def _reprice_kept(question: WalkQuestion, given: Given, prices: Any, factor: int) -> int:
    """Put the losses of keeping table melds, and of not keeping them, into the walk; returns their prices together."""
    starts, rows, counts, column_gains = given
    loss, drop = array("q"), array("q")
    costs = []
    price: dict[int, int] = {}
    for number, (entry, gain) in enumerate(zip(question.kept, column_gains, strict=False)):
        last = starts[number + 1] - 1
        cost = sum(counts[at] * prices[rows[at]] for at in range(starts[number], last)) - int(gain) * factor
        costs.append(cost)
        price[entry.number] = max(price.get(entry.number, 0), prices[rows[last]], -cost)
    for entry, cost in zip(question.kept, costs, strict=True):
        loss.append(cost + price[entry.number])
        drop.append(price[entry.number])
    question.walk.reprice_keeps(loss, drop)
    return sum(price.values())


def _patterns(rules: CompiledRules, shape: WalkFrame) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Single sets as naturals by suit, jokers and ranked wilds; bound wilds count among the jokers."""
    jokers = sum(pool.most for pool in shape.pools if pool.kind == 1) + shape.bound
    ranked = sum(pool.most for pool in shape.pools if pool.kind == 2)
    none = (0,) * shape.suits
    cards = shape.suits * shape.copies + jokers + ranked
    made = single_sets(rules.settings, cards, shape.copies, jokers, ranked, none, 0)
    return sorted((one.naturals, (one.jokers, one.ranked)) for one, _ in made)
