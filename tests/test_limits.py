"""Limits of time and room: whatever is asked, whoever is asked, the answer comes back in time, is sound, and is good."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from auditing import audit

from meldproof import solve_many
from meldproof.arranging.answer import conceivable
from meldproof.arranging.columns import Maker
from meldproof.arranging.graph.search import good_solution
from meldproof.arranging.limits import OutOfTime, Watch, deadline_after, ending, soonest
from meldproof.arranging.model import Wanted, build_model, make_items
from meldproof.arranging.problem import Figures, Problem
from meldproof.arranging.quick import quick_arrangement
from meldproof.arranging.scale import scale_for
from meldproof.arranging.solve import CHOICES, ENGINES, make_problem, solve_problem
from meldproof.arranging.tables import TableCase
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.playing.advice import Position, TableMeld, advise, position_state
from meldproof.playing.perft import perft
from meldproof.playing.tournament import simulate_games
from meldproof.variants.loading import load_variant

ALL = {"set.wilds.max_joker", "set.wilds.max_ranked", "run.wilds.max_joker", "run.wilds.max_ranked"}
TWOS = {
    "wilds.ranks": ["2"], "wilds.natural": "in-place", "wilds.ranked.melded": 0, "wilds.ranked.hand": 25,
    **dict.fromkeys(ALL, "any"),
}  # fmt: skip
FULL = "2s 2s 2h 2h 2d 2d 2c 2c JK JK JK JK As Ah Ad Ac 4s 4h 4d 4c 6s 6h 6d 6c 8s 8h 8d 8c Ts Th Td Tc Qs Qh Qd Qc"
DECK = "the whole deck"
WILD_HAND = "2s 2s 2h 2h 2d 2d JK JK JK 4s 6h 8d Tc Qs"
HARD = {
    "36 cards, 12 of them wild": ("reglamento", {}, FULL, {"discard": "required", "objective": ("melded_points",)}),
    "13 cards, 9 of them wild": ("indian-13", TWOS, "2s 2s 2h 2h 2d 2d 2c JK JK 5s 9h Kd 7c", {}),
    "the deck of argentino": ("argentino", {}, DECK, {}),
    "the deck of reglamento": ("reglamento", {}, DECK, {}),
    "the deck of indian-13": ("indian-13", {}, DECK, {}),
    "the deck of fichas": ("fichas", {}, DECK, {}),
    "an opening of many wilds": ("reglamento", {}, WILD_HAND, {"open": True, "discard": "required"}),
    "a card to use": ("reglamento", {}, WILD_HAND, {"use": "Qs"}),
    "a table with jokers": ("fichas", {}, "1r 2r 3r 4r 5b 6b 7b 8b 9k 10k 11k 12k 13k", {
        "table": "1y 2y 3y JK 5y; 5r 5b JK; 7k 8k 9k 10k 11k; 12r 12b 12k 12y; 1b 2b 3b 4b",
    }),
}  # fmt: skip
"""Questions that take long, or a lot of room, in some engine."""
SLACK = 20.0
"""Seconds beyond the limit: generous, for a busy machine."""
MOST_MEMORY = 500_000
"""Kilobytes."""


def asked(name: str) -> Problem:
    rules, settings, cards, more = HARD[name]
    variant = load_variant(rules, settings=settings)
    return make_problem(variant, list(variant.deck().cards()) if cards == DECK else cards, **more)


def sound(problem: Problem, engine: str, seconds: float) -> dict[str, object]:
    """What an engine answers at a limit, after it was audited; the reason where it declines."""
    try:
        answer = solve_problem(problem, engine, timeout=seconds)
    except EngineDeclined as declined:
        return {"declined": str(declined)}
    audit(answer)
    if answer.bound is not None:
        top = Figures(**{**dict.fromkeys(Figures.__struct_fields__, 0), **answer.bound})
        names = problem.objective
        assert answer.unmet or top.vector(names) >= answer.figures.vector(names), "the bound is below the answer"
    return {"melded": answer.figures.melded_cards, "bound": answer.bound, "unmet": answer.unmet}


def room_taken() -> int:
    """The most this process has held, in kilobytes. Linux counts in ru_maxrss what its parent held, so VmHWM is read."""
    status = Path("/proc/self/status")
    if status.is_file():
        (line,) = [line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def in_a_process(name: str, engine: str, seconds: float) -> dict[str, object]:
    """The same in a process of its own, that may not take more room; with what it took, in kilobytes."""
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import test_limits as t;"
        "found = t.sound(t.asked(sys.argv[2]), sys.argv[3], float(sys.argv[4]));"
        "print(json.dumps([found, t.room_taken()]))"
    )
    words = [sys.executable, "-c", code, str(Path(__file__).parent), name, engine, str(seconds)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + SLACK, env=os.environ)
    assert done.returncode == 0, done.stderr[-2000:]
    found, room = json.loads(done.stdout.splitlines()[-1])
    assert room < MOST_MEMORY
    return dict(found)


QUICK_TABLE = [
    ("36 cards, 12 of them wild", "auto", 0.05),
    ("13 cards, 9 of them wild", "auto", 0.05),
    ("the deck of argentino", "auto", 0.5),
    ("the deck of reglamento", "graph", 0.0),
    ("an opening of many wilds", "z3", 0.05),
    ("a table with jokers", "sweep", 0.0),
]


@pytest.mark.parametrize(("name", "engine", "seconds"), QUICK_TABLE)
def test_a_hard_question_comes_back_in_time_with_a_sound_answer(name: str, engine: str, seconds: float) -> None:
    found = in_a_process(name, engine, seconds)
    if "declined" not in found and "9 of them wild" not in name:
        assert found["melded"] or found["unmet"], "nothing was laid"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "engine", "seconds"), list(product(HARD, [*CHOICES, *ENGINES], [0.0, 0.05, 1.0])))
def test_every_hard_question_comes_back_from_every_engine(name: str, engine: str, seconds: float) -> None:
    in_a_process(name, engine, seconds)


# What is given at a limit

SMALL = [
    ("argentino", "4s 5s 6s JK 2d 9h 9d Kc Kd 3s", {}),
    ("argentino", "4s 5s 6s JK 2d 9h 9d Kc Kd 3s", {"discard": "required"}),
    ("argentino", "4s 5s 6s JK 2d Th Td Tc Kd 3s", {"open": True}),
    ("gin", "As 2s 3s 4s 4h 4d 4c 5h 6h 7h", {}),
    ("reglamento", "2s 2h JK JK As Ah 4d 5d 9c Kc", {"use": "Kc"}),
    ("indian-13", "3s 4s 5s 9h 9d JK Jc Qc Kc 2h", {}),
    ("rummy-500", "As 2s 3s Kh Kd Kc 9d 5c", {"table": "4s 5s 6s"}),
    ("fichas", "5r 6r 7r JK 9b 9k 1y", {"table": "8r 9r 10r; 9y 9r JK"}),
]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_a_bound_is_never_better_than_no_arrangement_can_be(case: tuple[str, str, dict[str, object]]) -> None:
    variant, cards, more = case
    problem = make_problem(load_variant(variant), cards, **more)
    best = solve_problem(problem)
    assert best.optimal
    names = problem.objective
    quick = quick_arrangement(problem)
    audit(quick)
    for answer in (quick, *(solve_problem(problem, engine, timeout=0) for engine in ("auto", "fast", "graph"))):
        audit(answer)
        top = Figures(**{**dict.fromkeys(Figures.__struct_fields__, 0), **(answer.bound or {})})
        if answer.bound is None:
            assert answer.figures.vector(names) == best.figures.vector(names)
        elif not best.unmet:
            assert top.vector(names) >= best.figures.vector(names)
        if not answer.unmet and not best.unmet:
            assert answer.figures.vector(names) <= best.figures.vector(names)
    top = Figures(**{**dict.fromkeys(Figures.__struct_fields__, 0), **conceivable(problem)})
    assert all(a >= b for a, b in zip(top.vector(names), best.figures.vector(names), strict=True))


def test_a_quick_answer_to_a_hand_without_wilds_is_nearly_the_best() -> None:
    problem = make_problem(load_variant("gin"), "As 2s 3s 4s 4h 4d 4c 5h 6h 7h")
    assert quick_arrangement(problem).figures.deadwood_points == solve_problem(problem).figures.deadwood_points


def test_a_wide_beam_finds_what_a_narrow_one_misses_and_never_more_than_the_bound() -> None:
    problem = make_problem(load_variant("argentino"), "4s 5s 6s JK 2d 9h 9d Kc Kd 3s 9s 9c 4h 4d")
    scale = scale_for(problem)
    programme = build_model(problem, scale, TableCase(frozenset(), ()), Wanted()).programme
    found = good_solution(programme)
    assert found is not None
    assert found.bound is None or found.bound >= found.gain


def test_melds_that_differ_by_a_swap_of_wilds_are_made_once_and_the_same_melds_are_best() -> None:
    variant = load_variant("indian-13", settings=TWOS)
    problem = make_problem(variant, "2s 2h 2d JK 3s 4s 6s 7s Kh")
    items = tuple(make_items(problem, TableCase(frozenset(), ())))
    every = list(Maker(items, variant.settings).melds())
    once = list(Maker(items, variant.settings, swaps=True).melds())
    assert len(once) < len(every)
    assert {c.meld for c in once} <= {c.meld for c in every}

    def usages(found: list[object]) -> set[object]:
        return {(c.kind, tuple(sorted(entry.item for entry in c.filled))) for c in found}  # type: ignore[attr-defined]

    assert usages(list(once)) == usages(list(every))
    firsts: dict[object, object] = {}
    for candidate in sorted(every, key=lambda c: c.meld):
        classes = tuple((entry.slot.place, entry.slot.wild, entry.slot.rank == 0) for entry in candidate.filled)
        key = (candidate.kind, classes, tuple(sorted(entry.item for entry in candidate.filled)))
        firsts.setdefault(key, candidate.meld)
    assert set(firsts.values()) <= {c.meld for c in once}, "the first in canonical order is among them"


def test_a_watch_looks_at_the_clock_and_counts() -> None:
    with pytest.raises(OutOfTime):
        Watch(0.0).step(10_000)
    watch = Watch(None, 5)
    for _ in range(5):
        watch.step()
    with pytest.raises(OutOfTime):
        watch.step()


def test_limits_within_limits_end_with_the_sooner() -> None:
    assert soonest(None) is None
    with ending(5.0):
        assert soonest(None) == 5.0
        assert soonest(3.0) == 3.0
        with ending(9.0):
            assert soonest(None) == 5.0
    assert soonest(7.0) == 7.0


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e12])
def test_a_limit_that_is_no_time_is_refused(seconds: float) -> None:
    with pytest.raises(ProblemError, match="time limit"):
        deadline_after(seconds)


# Commands

HAND = "4s 5s 6s 9h 9d 9c Kd Kc 2h 3h"


def test_games_that_were_not_over_in_time_are_not_counted() -> None:
    none = simulate_games(load_variant("argentino"), 2, 3, 1, jobs=1, timeout=0)
    assert (none.games, none.complete) == (0, False)
    all_of_them = simulate_games(load_variant("gin"), 2, 1, 1, jobs=1, timeout=1000)
    assert (all_of_them.games, all_of_them.complete) == (1, True)


def test_turns_are_counted_as_far_as_time_allows() -> None:
    state = position_state(load_variant("rummy-500"), Position(HAND, drawn=True, table=(TableMeld("7s 8s 9s"),)))
    whole, part = perft(state), perft(state, timeout=0)
    assert whole.complete
    assert not part.complete
    assert part.turns < whole.turns


def test_a_turn_is_advised_although_there_is_no_time() -> None:
    state = position_state(load_variant("rummy-500"), Position(HAND, drawn=True, table=(TableMeld("7s 8s 9s"),)))
    advice = advise(state, timeout=0)
    assert not advice.complete
    assert advice.best is not None
    assert advise(state).complete


def test_hands_that_were_given_up_are_named() -> None:
    hands = ["4s 5s 6s JK 2d 9h 9d Kc Kd 3s", "As 2s 3s 9h 9d 9c Kc Kd Kh 4d"]
    free = solve_many("argentino", hands, arrangements=True)
    assert free.given_up == ()
    late = solve_many("reglamento", [FULL], objective="melded_points", arrangements=True, timeout=0)
    assert late.given_up == (0,)
    assert late.values[0] > 0


STOPPED = {
    "simulate": ["simulate", "argentino", "--games", "50", "--jobs", "1", "--timeout", "0.2"],
    "kit": ["kit", "gin", "--rebuild", "--timeout", "0"],
    "kit of changed rules": ["kit", "gin", "--set", "set.max=3", "--timeout", "0.5"],
    "conform": ["conform", "gin", "--timeout", "0.1", "--", sys.executable, "-c", "import time; time.sleep(60)"],
}


@pytest.mark.parametrize("name", STOPPED)
def test_commands_stop_at_their_limit_and_say_so(tmp_path: Path, name: str) -> None:
    words = [sys.executable, "-m", "meldproof", *STOPPED[name]]
    done = subprocess.run(words, capture_output=True, text=True, timeout=90, cwd=tmp_path)
    assert done.returncode in (1, 3) if name == "conform" else done.returncode == 3
    assert "Traceback" not in done.stderr
