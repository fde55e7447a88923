"""Every theorem can fail: break a rule, the catalogue, the checker or what is recorded, and it is refuted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from houses import house_rules
from proof_mutants import NAMED, SLIPS, Break, Slip, ace_wild, checker_misses, forget, off, proofs, rule
from proof_mutants import outcome as slip_outcome

from meldproof.arranging import automaton
from meldproof.cards import Kind
from meldproof.checking import verdict
from meldproof.proving import symbolic_catalogue
from meldproof.proving.theorem import ClaimOutcome, Context, run_theorem
from meldproof.rules import worth
from meldproof.witnesses import shapes


def outcome(name: str, rules: str) -> ClaimOutcome:
    house_rules.cache_clear()  # points are kept by settings record: a fresh one sees what is broken
    found, _ = run_theorem(NAMED[name], Context(house_rules(rules)))
    return found


def an_ace_is_always_low(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        worth, "_ace_in_run", lambda ace, place, ranks, otherwise: ace.low if place in (1, ranks + 1) else otherwise
    )


def no_run_from_the_top_ranks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(symbolic_catalogue, "run_starts", lambda s: range(1, len(s.deck.ranks) - 2))


def sets_in_any_suits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(symbolic_catalogue, "suit_law", lambda s, size, with_wilds: "any")


def automaton_without_adjacency(patch: pytest.MonkeyPatch) -> None:
    real = automaton.automaton

    def lax(settings: Any, kind: Kind, longest: int) -> automaton.Automaton:
        return real(
            house_rules("argentino + run.wilds.adjacent=true").settings if kind == "run" else settings, kind, longest
        )

    patch.setattr(symbolic_catalogue, "automaton", lax)


def checker_without_runs(patch: pytest.MonkeyPatch) -> None:
    real = verdict.assignments

    def only_sets(*given: Any, **named: Any) -> Iterator[Any]:
        found = list(real(*given, **named))
        sets = [meld for meld in found if meld.kind == "set"]
        return iter(sets or found[:1])

    patch.setattr(verdict, "assignments", only_sets)


def checker_that_counts_too_little(patch: pytest.MonkeyPatch) -> None:
    real = verdict.meld_worth
    patch.setattr(verdict, "meld_worth", lambda meld, worths: real(meld, worths) - (len(meld.slots) == 5))


def engine_that_loses_a_point(patch: pytest.MonkeyPatch) -> None:
    real = proofs("openings").most_opening_points
    patch.setattr(proofs("openings"), "most_opening_points", lambda problem, deadline: real(problem, deadline) - 1)


def no_sets_in_the_bound(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shapes.Shapes, "_sets", lambda *given: iter(()))


def recorded_otherwise(module: str, change: Callable[[Any], Any]) -> Break:
    """What is recorded, with a change in each entry."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        real = proofs(module).recorded
        patch.setattr(proofs(module), "recorded", lambda *given: tuple(change(entry) for entry in real(*given)))

    return break_it


def replaced(**changes: Any) -> Callable[[Any], Any]:
    return lambda entry: msgspec.structs.replace(entry, **changes)


def the_same_demand_twice(entry: Any) -> Any:
    return replaced(demand=(entry.demand[0], entry.demand[0]))(entry)


def a_witness_that_shows_nothing(entry: Any) -> Any:
    proof = proofs("contradictions")
    return replaced(witness=proof.Witness(hand="4r 5r 6r"))(entry) if entry.witness.hand else entry


def unbroken(patch: pytest.MonkeyPatch) -> None:
    """The rules themselves are other ones."""


BROKEN: list[tuple[str, str, Break]] = [
    ("ace-at-an-end", "gin", off("run.ends")),
    ("ace-at-an-end", "argentino", off("run.ends")),
    ("no-king-ace-two", "fichas", off("run.ends")),
    ("no-run-longer-than-a-suit", "argentino + run.max=any", off("run.ends")),
    ("ace-points", "rummy-500", an_ace_is_always_low),
    ("joker-in-the-aces-place", "rummy-500", rule("run.wilds.at_ends", ace_wild)),
    ("catalogue-is-the-rules", "rummy-500", off("run.wilds.max")),
    ("catalogue-is-the-rules", "reglamento", off("wilds.natural")),
    ("catalogue-is-the-rules", "gin", no_run_from_the_top_ranks),
    ("catalogue-is-the-rules", "gin", sets_in_any_suits),
    ("catalogue-is-the-rules", "argentino", automaton_without_adjacency),
    ("checker-on-three-cards", "gin", checker_without_runs),
    ("checker-on-three-cards", "fichas", checker_misses("run.ends", lambda meld: True)),
    ("checker-takes-every-meld", "argentino", checker_without_runs),
    ("checker-takes-every-meld", "rummy-500", checker_that_counts_too_little),
    ("checker-on-near-misses", "gin", checker_misses("run.ends", lambda meld: True)),
    ("contradictions-in-the-text", "rummy-500", recorded_otherwise("contradictions", the_same_demand_twice)),
    ("contradictions-in-the-text", "fichas", recorded_otherwise("contradictions", a_witness_that_shows_nothing)),
    ("examples-are-legal", "argentino + run.wilds.max=1", unbroken),
    ("examples-are-legal", "rummy-500 + run.ends=low", unbroken),
    ("examples-are-legal", "rummy-500", off("run.ends")),
    ("examples-are-legal", "fichas", recorded_otherwise("examples", replaced(after=("2r 3r 4r", "2b 2k 2y")))),
    ("an-opening-can-be-reached", "reglamento + no-jokers-in-single-deck", unbroken),
    ("an-opening-can-be-reached", "fichas", engine_that_loses_a_point),
    ("recorded-facts", "argentino", no_sets_in_the_bound),
    ("recorded-facts", "argentino", recorded_otherwise("openings", replaced(most=250))),
    ("recorded-facts", "argentino", recorded_otherwise("openings", replaced(opens=False))),
    ("wilds-side-by-side", "argentino", off("run.wilds.adjacent")),
    ("wilds-at-run-ends", "argentino + no-wild-at-ends", off("run.wilds.at_ends")),
    ("wild-limits", "argentino", off("set.wilds.max")),
    ("wild-limits", "reglamento", off("set.wilds.max_joker")),
    ("wild-limits", "reglamento", off("run.wilds.max_ranked")),
    ("wild-limits", "rummy-500", off("run.wilds.max")),
    ("enough-naturals", "fichas", off("run.naturals.min")),
    ("enough-naturals", "fichas + set.wilds.balance=at-most-naturals", off("set.wilds.balance")),
    ("no-card-stood-for-twice", "gin", off("set.suits")),
    ("no-card-stood-for-twice", "gin", off("run.consecutive")),
    ("wild-rank-in-its-place", "argentino", off("wilds.natural")),
    ("wild-rank-in-its-place", "reglamento", off("wilds.natural")),
    ("naturals-stand-for-themselves", "gin", off("natural")),
    ("naturals-stand-for-themselves", "rummy-500", off("wilds.ranks")),
]


@pytest.mark.parametrize(("name", "rules", "broken"), BROKEN, ids=[f"{name}: {rules}" for name, rules, _ in BROKEN])
def test_a_theorem_is_refuted_where_something_is_broken(
    name: str, rules: str, broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    found = outcome(name, rules)
    assert found.status == "refuted", found.said()
    assert found.counterexample


@pytest.mark.parametrize(
    "slip",
    [pytest.param(slip, marks=pytest.mark.slow if slip.slow else ()) for slip in SLIPS],
    ids=[f"{slip.part}: {slip.what}" for slip in SLIPS],
)
def test_a_slip_of_the_pen_is_refuted_by_the_theorem_that_speaks_of_it(
    slip: Slip, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget()
    slip.change(monkeypatch)
    try:
        found = slip_outcome(slip)
    finally:
        monkeypatch.undo()
        forget()
    assert found.status == "refuted", found.said()
    assert found.counterexample


def test_every_theorem_is_seen_to_fail() -> None:
    assert {name for name, _, _ in BROKEN} | {slip.theorem for slip in SLIPS} == set(NAMED)


@pytest.mark.parametrize(
    ("name", "rules", "broken", "cards"),
    [
        ("wilds-side-by-side", "argentino", off("run.wilds.adjacent"), 3),
        ("no-king-ace-two", "gin", off("run.ends"), 3),
        ("wild-limits", "rummy-500", off("run.wilds.max"), 3),
        ("no-run-longer-than-a-suit", "gin + run.max=any", off("run.ends"), 14),
    ],
)
def test_the_counterexample_is_a_smallest_one(
    name: str, rules: str, broken: Break, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    kind, *found = str(outcome(name, rules).counterexample).split()
    assert (kind, len(found)) == ("run", cards)
