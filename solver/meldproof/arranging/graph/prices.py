"""Prices: for every resource a number, such that no column gains more than its resources' prices together.

Then no solution gains more than all prices together (weak duality of linear programming; see Chvátal, *Linear
Programming*, ch. 5). Prices are whole numbers, so the bound is exact however they were found.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from meldproof.arranging.limits import is_past

if TYPE_CHECKING:
    from meldproof.arranging.graph.search import Programme


def cheap_prices(programme: Programme) -> list[int]:
    """Every card's best share in any column: quick, and seldom tight."""
    prices = [0] * len(programme.resources)
    for column in programme.columns:
        if column.gain <= 0:
            continue
        share = -(-column.gain // sum(number for _, number in column.usage))
        for resource, _ in column.usage:
            prices[resource] = max(prices[resource], share)
    return prices


def linear_prices(programme: Programme, deadline: float | None = None) -> list[int]:
    """The optimal prices of the linear programme, rounded up until they hold exactly; cheap ones past a deadline."""
    found = None if is_past(deadline) else _dual_optimum(programme, deadline)
    if found is None:
        return cheap_prices(programme)
    forced = _forced(programme)
    prices = [
        math.ceil(price - 1e-6) if resource in forced else max(0, math.ceil(price - 1e-6))
        for resource, price in enumerate(found)
    ]
    for column in programme.columns:
        lacking = column.gain - sum(number * prices[resource] for resource, number in column.usage)
        if lacking > 0:
            resource, number = column.usage[0]
            prices[resource] += -(-lacking // number)
    return prices


def _forced(programme: Programme) -> frozenset[int]:
    """Resources that are used up in every solution: their price may be negative."""
    return frozenset(
        number for number, resource in enumerate(programme.resources[: programme.primary]) if resource.spare == 0
    )


def _dual_optimum(programme: Programme, deadline: float | None) -> list[float] | None:
    import highspy
    import numpy as np

    resources = len(programme.resources)
    infinity = highspy.kHighsInf
    forced = _forced(programme)
    model = highspy.HighsLp()
    model.num_col_ = resources
    model.num_row_ = len(programme.columns)
    model.col_cost_ = np.array([float(resource.capacity) for resource in programme.resources])
    model.col_lower_ = np.array([-infinity if number in forced else 0.0 for number in range(resources)])
    model.col_upper_ = np.full(resources, infinity)
    model.row_lower_ = np.array([float(column.gain) for column in programme.columns])
    model.row_upper_ = np.full(len(programme.columns), infinity)
    starts, index, values = [0], [], []
    for column in programme.columns:
        for resource, number in column.usage:
            index.append(resource)
            values.append(float(number))
        starts.append(len(index))
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
    model.a_matrix_.index_ = np.array(index, dtype=np.int32)
    model.a_matrix_.value_ = np.array(values)
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("threads", 1)
    if deadline is not None:
        solver.setOptionValue("time_limit", max(0.01, deadline - time.monotonic()))
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return list(solver.getSolution().col_value)
