"""Tightening a question: card prices from the linear programme, made whole and made to hold, put into its walk."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

from meldproof.arranging.machines import single_sets
from meldproof.arranging.sweep_choice import pricer_class
from meldproof.arranging.sweep_question import Question, Rules
from meldproof.arranging.sweep_shape import Shape

MOST_PIVOTS = 3000
HIGHEST = 1 << 50


def tightened(question: Question, rules: Rules) -> Question | None:
    """The question with losses measured against card prices, all `factor` times finer; None where it can't be priced."""
    if question.factor != 1 or any(question.split):
        return None
    walk = question.walk
    naturals = array("i", walk.lost_cards())
    row_of, pool_row = array("i", [-1] * 128), array("i", [-1] * 4)
    capacity, spare = _rows(question, rules, naturals, row_of, pool_row)
    if not capacity or len(capacity) > 128:
        return None
    gains, top = _gains(question, rules)
    must = 4.0 * max(top, 1.0)
    slack_gain = array("d", [0.0 if number else -must for number in spare])
    given = _kept_columns(question, rules, row_of, pool_row, gains, capacity, spare, slack_gain)
    pricer = rules.pricer(question, _patterns)
    found = pricer.price(
        naturals,
        array("i", [pool.count for pool in question.pools] + [0] * (4 - len(question.pools))),
        row_of,
        pool_row,
        array("d", capacity),
        slack_gain,
        gains,
        float(question.weights.meld),
        not question.wanted.sets,
        given,
        MOST_PIVOTS,
    )
    cards = len(capacity) - len({entry.number for entry in question.kept})
    total = sum(abs(price) * number for price, number in zip(found, capacity, strict=True)) + abs(question.most) + 1
    factor = 1
    while factor < 1 << 16 and total * factor * 2 < HIGHEST:
        factor *= 2
    prices = [int(price * factor) + 1 for price in found]
    raised = walk.reprice(row_of, pool_row, prices, spare, factor, question.smallest)
    most = 0
    for price, number, free in zip(prices[:cards], capacity, spare, strict=False):
        raised_price = price + raised
        most += raised_price * (number if raised_price >= 0 else number - free)
    if question.kept:
        most += _reprice_kept(question, given, prices, raised, factor)
    if most > 1 << 56:
        return None
    return question._replace(most=most - question.offset * factor + question.discard * factor, factor=factor)


def _rows(question: Question, rules: Rules, naturals: Any, row_of: Any, pool_row: Any) -> tuple[list[int], list[int]]:
    """A row for every kind of card that some meld may hold; fills in the rows of places and pools."""
    capacity: list[int] = []
    spare: list[int] = []
    for k, pool in enumerate(question.pools):
        pool_row[k] = len(capacity)
        capacity.append(pool.count)
        spare.append(pool.spare)
    for rank in range(1, rules.ranks + 1):
        places = rules.places_of(rank)
        for s in range(4):
            cells = [place * 4 + s for place in places]
            number = naturals[cells[-1]]
            if not number:
                continue
            if rank == rules.natural_rank:
                for cell in cells:
                    row_of[cell] = pool_row[next(k for k, pool in enumerate(question.pools) if pool.kind == 2)]
                continue
            for cell in cells:
                row_of[cell] = len(capacity)
            capacity.append(number)
            spare.append(question.spare[cells[-1]])
    return capacity, spare


def _kept_columns(
    question: Question,
    rules: Rules,
    row_of: Any,
    pool_row: Any,
    gains: tuple[Any, Any, Any, Any],
    capacity: list[int],
    spare: list[int],
    slack_gain: Any,
) -> tuple[list[int], list[int], list[int], list[float]]:
    """A column for every way a table meld may stay, with a row for the meld: it can stay once."""
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
            if pool >= 0:
                used[pool_row[pool]] += 1
                gain += (wild_run if entry.is_run else wild_set)[pool * 32 + cell // 4]
        if entry.number not in keep_row:
            keep_row[entry.number] = len(capacity)
            capacity.append(1)
            spare.append(1)
            slack_gain.append(0.0)
        rows += [*used, keep_row[entry.number]]
        counts += [*used.values(), 1]
        starts.append(len(rows))
        column_gains.append(gain)
    return starts, rows, counts, column_gains


def _reprice_kept(
    question: Question,
    given: tuple[list[int], list[int], list[int], list[float]],
    prices: list[int],
    raised: int,
    factor: int,
) -> int:
    """Put the losses of keeping table melds, and of not keeping them, into the walk; returns their prices together."""
    starts, rows, counts, column_gains = given
    loss, drop = array("q"), array("q")
    costs = []
    price: dict[int, int] = {}
    for number, (entry, gain) in enumerate(zip(question.kept, column_gains, strict=True)):
        last = starts[number + 1] - 1
        cost = sum(counts[at] * (prices[rows[at]] + raised) for at in range(starts[number], last)) - int(gain) * factor
        costs.append(cost)
        price[entry.number] = max(price.get(entry.number, 0), prices[rows[last]], -cost)
    for entry, cost in zip(question.kept, costs, strict=True):
        loss.append(cost + price[entry.number])
        drop.append(price[entry.number])
    question.walk.reprice_keeps(loss, drop)
    return sum(price.values())


def _gains(question: Question, rules: Rules) -> tuple[tuple[Any, Any, Any, Any], float]:
    run_cost, set_cost, dead_cost, pool_run, pool_set, pool_dead = question.costs
    run, in_set = array("d", bytes(8 * 128)), array("d", bytes(8 * 128))
    wild_run, wild_set = array("d", bytes(8 * 128)), array("d", bytes(8 * 128))
    top = 0.0
    for place in range(rules.first, rules.last + 1):
        for s in range(4):
            cell = place * 4 + s
            best = dead_cost[cell]
            if place == rules.natural_rank and question.pools:
                best = pool_dead[next((k for k, pool in enumerate(question.pools) if pool.kind == 2), 0)]
            run[cell], in_set[cell] = best - run_cost[cell], best - set_cost[cell]
            top = max(top, run[cell], in_set[cell])
        for k in range(len(question.pools)):
            cell = k * 32 + place
            wild_run[cell], wild_set[cell] = pool_dead[k] - pool_run[cell], pool_dead[k] - pool_set[cell]
            top = max(top, wild_run[cell], wild_set[cell])
    return (run, in_set, wild_run, wild_set), top


def _patterns(rules: Rules, shape: Shape) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Single sets as naturals by suit and wilds by pool."""
    jokers = sum(pool.most for pool in shape.pools if pool.kind == 1)
    ranked = sum(pool.most for pool in shape.pools if pool.kind == 2)
    none = (0,) * shape.suits
    cards = shape.suits * shape.copies + jokers + ranked
    found: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for made, _ in single_sets(rules.settings, cards, shape.copies, jokers, ranked, none, 0):
        for use in _pool_uses(shape, made.jokers, made.ranked):
            found.add((made.naturals, use))
    return sorted(found)


def _pool_uses(shape: Shape, jokers: int, ranked: int) -> list[tuple[int, ...]]:
    uses: list[tuple[tuple[int, ...], int, int]] = [((), jokers, ranked)]
    for pool in shape.pools:
        longer = []
        for use, j, r in uses:
            for count in range(min(pool.most, j if pool.kind == 1 else r) + 1):
                longer.append(((*use, count), j - count * (pool.kind == 1), r - count * (pool.kind == 2)))
        uses = longer
    return [use for use, j, r in uses if not j and not r]
