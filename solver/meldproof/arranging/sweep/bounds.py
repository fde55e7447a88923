"""Tightening a question: card prices from the linear programme, made whole and made to hold, put into its walk."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

from meldproof.arranging.sweep.machines import single_sets
from meldproof.arranging.sweep.question import Question
from meldproof.arranging.sweep.rules import Rules
from meldproof.arranging.sweep.shape import Shape

MOST_PIVOTS = 3000
HIGHEST = 1 << 50


def tightened(question: Question, rules: Rules) -> Question | None:
    """The question with losses against card prices, all `factor` times finer; None where it can't be priced."""
    if question.factor != 1 or any(question.split):
        return None
    walk = question.walk
    naturals = array("i", walk.lost_cards())
    rows = tuple(array("i", [-1] * size) for size in (128, 4, 128, 32))
    capacity, spare = _rows(question, rules, naturals, rows)
    if not capacity or len(capacity) > 128:
        return None
    gains, top = _gains(question, rules)
    must = 4.0 * max(top, 1.0)
    slack_gain = array("d", [0.0 if number else -must for number in spare])
    given = _kept_columns(question, rules, rows, gains, capacity, spare, slack_gain)
    pricer = rules.pricer(question.shape, question.machine, _patterns)
    found = pricer.price(
        (
            naturals,
            array("i", [pool.number for pool in question.pools] + [0] * (4 - len(question.pools))),
            question.bound,
            question.bound_any,
        ),
        rows,
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
    raised = walk.reprice(rows, prices, spare, factor, question.smallest)
    most = 0
    for price, number, free in zip(prices[:cards], capacity, spare, strict=False):
        raised_price = price + raised
        most += raised_price * (number if raised_price >= 0 else number - free)
    if question.kept:
        most += _reprice_kept(question, given, prices, raised, factor)
    if most > 1 << 56:
        return None
    return question._replace(most=most - question.offset * factor + question.discard * factor, factor=factor)


def _rows(question: Question, rules: Rules, naturals: Any, rows: tuple[Any, ...]) -> tuple[list[int], list[int]]:
    """A row for every kind of card that some meld may hold; fills in the rows of naturals, pools and bound wilds."""
    row_of, pool_row, bound_row, loose_row = rows
    capacity: list[int] = []
    spare: list[int] = []

    def row(number: int, free: int) -> int:
        capacity.append(number)
        spare.append(free)
        return len(capacity) - 1

    for k, pool in enumerate(question.pools):
        pool_row[k] = row(pool.number, pool.spare)
    for rank in range(1, rules.ranks + 1):
        places = rules.places_of(rank)
        if question.bound_any[rules.set_place(rank)]:
            loose_row[rules.set_place(rank)] = row(question.bound_any[rules.set_place(rank)], 0)
        for s in range(4):
            cells = [place * 4 + s for place in places]
            if question.bound[cells[-1]]:
                number = row(question.bound[cells[-1]], 0)
                for cell in cells:
                    bound_row[cell] = number
            if not naturals[cells[-1]]:
                continue
            if rank == rules.natural_rank:
                number = pool_row[next(k for k, pool in enumerate(question.pools) if pool.kind == 2)]
            else:
                number = row(naturals[cells[-1]], question.spare[cells[-1]])
            for cell in cells:
                row_of[cell] = number
    return capacity, spare


def _kept_columns(
    question: Question,
    rules: Rules,
    all_rows: tuple[Any, ...],
    gains: tuple[Any, Any, Any, Any],
    capacity: list[int],
    spare: list[int],
    slack_gain: Any,
) -> tuple[list[int], list[int], list[int], list[float]]:
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


def _patterns(rules: Rules, shape: Shape) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Single sets as naturals by suit, jokers and ranked wilds; bound wilds count among the jokers."""
    jokers = sum(pool.most for pool in shape.pools if pool.kind == 1) + shape.bound
    ranked = sum(pool.most for pool in shape.pools if pool.kind == 2)
    none = (0,) * shape.suits
    cards = shape.suits * shape.copies + jokers + ranked
    made = single_sets(rules.settings, cards, shape.copies, jokers, ranked, none, 0)
    return sorted((one.naturals, (one.jokers, one.ranked)) for one, _ in made)
