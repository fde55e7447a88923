"""The readable engine: the bipartite graph of cards and the melds they can make, searched exactly.

Interchangeable cards are one node with a number of copies; a meld is a node joined to the cards it uses. Cards that
touch no meld stay in hand; parts of the graph that share no card are solved apart; the rest is a depth-first search
with memory and price bounds (`search.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from meldproof.arranging.answer import assemble, conceivable
from meldproof.arranging.freed import NewMelds, goes_into_new_melds, lies_well
from meldproof.arranging.graph.search import Column, Programme, Solution, solve_programme
from meldproof.arranging.limits import OutOfTime, Watch, check_time
from meldproof.arranging.model import Model, build_model, demand_cases
from meldproof.arranging.problem import Arrangement, Opening, Problem
from meldproof.arranging.scale import Scale, scale_for
from meldproof.arranging.tables import table_cases
from meldproof.errors import EngineDeclined
from meldproof.messages import say

if TYPE_CHECKING:
    import networkx as nx

ENGINE = "graph"


def solve_graph(problem: Problem, deadline: float | None = None) -> Arrangement | None:
    """The best arrangement, exact for every variant and objective; None if the demands can't be met.

    `deadline` is a `time.monotonic()` value; past it the best known is returned with its bound, or OutOfTime raised
    where none is. Raises EngineDeclined for rules that are judged turn by turn.
    """
    if problem.table and problem.settings.table.rearrange == "moves":
        raise EngineDeclined(
            say("a table that changes only by single moves is judged turn by turn (referee), not searched")
        )
    found = _solved(problem, deadline, _models)
    if found is None or not goes_into_new_melds(problem) or lies_well(found[0]):
        return None if found is None else found[0]
    found = _solved(problem, deadline, _models_with_new_melds, found[1])
    if found is not None and not lies_well(found[0]):
        raise EngineDeclined(
            say("graph does not tell copies of cards apart beside several freed wilds (exchange.into)")
        )
    return None if found is None else found[0]


Models = Callable[[Problem, Scale, Watch], Iterator[Model]]


def _solved(
    problem: Problem, deadline: float | None, models: Models, enough: int | None = None
) -> tuple[Arrangement, int] | None:
    """The best arrangement over several programmes, with its gain; a gain that is known to be `enough` ends it."""
    scale = scale_for(problem)
    best: tuple[Model, Solution] | None = None
    bounds: list[int] = []
    whole = False
    try:
        for model in models(problem, scale, Watch(deadline)):
            solution = solve_parts(model.programme, deadline)
            if solution is not None:
                bounds.append(solution.gain if solution.bound is None else solution.bound)
                if best is None or solution.gain > best[1].gain:
                    best = (model, solution)
                if enough is not None and best[1].gain >= enough:
                    break
        whole = True
    except OutOfTime:
        if best is None:
            raise
    if best is None:
        return None
    model, solution = best
    bound = max(bounds)
    answer = assemble(problem, model, solution, scale, ENGINE, bound if bound > solution.gain else None)
    return (answer if whole else msgspec.structs.replace(answer, bound=conceivable(problem))), solution.gain


def most_opening_points(problem: Problem, deadline: float | None = None) -> int | None:
    """The most points an opening could lay from this hand, its other demands kept; None where those can't be met.

    Raises OutOfTime past the deadline.
    """
    assert problem.opening is not None
    asked = msgspec.structs.replace(problem, opening=Opening(0, 0, problem.opening.own_cards))
    most: int | None = None
    for model in _models(asked, Scale((), (), ()), Watch(deadline)):
        columns = tuple(column._replace(gain=column.meets[0]) for column in model.programme.columns)
        solution = solve_parts(model.programme._replace(columns=columns), deadline)
        if solution is not None:
            if solution.bound is not None:
                raise OutOfTime
            most = solution.gain if most is None else max(most, solution.gain)
    if most is None and solve_graph(msgspec.structs.replace(problem, opening=None), deadline) is not None:
        return 0
    return most


def _models(problem: Problem, scale: Scale, watch: Watch) -> Iterator[Model]:
    """One programme a case: of the table's wilds, and of a graded requirement."""
    for case in table_cases(problem, watch):
        for wanted in demand_cases(problem):
            check_time(watch.deadline)
            yield build_model(problem, scale, case, wanted, watch=watch)


def _models_with_new_melds(problem: Problem, scale: Scale, watch: Watch) -> Iterator[Model]:
    """As `_models`, freed wilds going into new melds; hand cards that tell a table's copies apart are laid in cases."""
    lying = {slot.card for meld in problem.table for slot in meld.slots if not slot.wild}
    twins = sorted(set(problem.hand) & lying)
    for size in range(len(twins) + 1):
        for forced in combinations(twins, size):
            for case in table_cases(problem, watch):
                if size and not case.free:
                    continue
                must_lay = tuple((Counter(case.must_lay) | Counter(forced)).elements())
                barred = NewMelds(problem, case.free, forced) if case.free else None
                for wanted in demand_cases(problem):
                    check_time(watch.deadline)
                    owing = msgspec.structs.replace(case, must_lay=must_lay)
                    yield build_model(problem, scale, owing, wanted, watch=watch, barred=barred)


def card_graph(programme: Programme) -> nx.Graph:
    """The bipartite graph: resources (numbers) on one side, columns (`("column", number)`) on the other."""
    import networkx as nx  # here, since what is demanded ties all parts together and needs no graph

    graph = nx.Graph()
    graph.add_nodes_from(range(len(programme.resources)), bipartite=0)
    for number, column in enumerate(programme.columns):
        graph.add_node(("column", number), bipartite=1)
        graph.add_edges_from((("column", number), resource) for resource, _ in column.usage)
    return graph


def solve_parts(programme: Programme, deadline: float | None) -> Solution | None:
    """Solve each connected part of the graph by itself; demands tie all parts together."""
    parts = [programme] if programme.demand else list(_parts(programme))
    columns: list[Column] = []
    left = [0] * len(programme.resources)
    gain = bound = 0
    stopped = False
    for part in parts:
        solution = solve_programme(part, deadline)
        if solution is None:
            return None
        columns += solution.columns
        left = [a + b for a, b in zip(left, solution.left, strict=True)]
        gain += solution.gain
        bound += solution.gain if solution.bound is None else solution.bound
        stopped = stopped or solution.bound is not None
    return Solution(tuple(columns), tuple(left), gain, bound if stopped else None)


def _parts(programme: Programme) -> Iterator[Programme]:
    """The connected parts, and in one of them all resources that touch no column.

    Resources keep their numbers; those of other parts have no copies.
    """
    import networkx as nx

    touched: set[int] = set()
    for nodes in nx.connected_components(card_graph(programme)):
        numbers = sorted(node[1] for node in nodes if isinstance(node, tuple))
        if numbers:
            mine = {node for node in nodes if not isinstance(node, tuple)}
            touched |= mine
            yield _restricted(programme, mine, tuple(programme.columns[number] for number in numbers))
    yield _restricted(programme, set(range(len(programme.resources))) - touched, ())


def _restricted(programme: Programme, mine: set[int], columns: tuple[Column, ...]) -> Programme:
    resources = tuple(
        resource if number in mine else resource._replace(capacity=0)
        for number, resource in enumerate(programme.resources)
    )
    return programme._replace(columns=columns, resources=resources)
