"""Every theorem can fail: break a rule, the catalogue, the checker or what is recorded, and it is refuted."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from houses import house_rules
from proof_mutants import SLIPS, Slip, forget
from proof_mutants import outcome as slip_outcome

from meldproof.arranging import automaton
from meldproof.cards import Kind
from meldproof.checking import verdict
from meldproof.proving import symbolic_catalogue
from meldproof.proving.discovery import discover
from meldproof.proving.theorem import ClaimOutcome, Context, run_theorem
from meldproof.rules import melds, worth
from meldproof.rules.logic import all_of, any_of, equal, negate
from meldproof.witnesses import shapes

Break = Callable[[pytest.MonkeyPatch], None]
NAMED = {theorem.name: theorem for theorem in discover()}


def outcome(name: str, rules: str) -> ClaimOutcome:
    house_rules.cache_clear()  # points are kept by settings record: a fresh one sees what is broken
    found, _ = run_theorem(NAMED[name], Context(house_rules(rules)))
    return found


def without(rule: str) -> Break:
    """The rules as they are, but one that never objects."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        assert any(each.name == rule for each in melds.RULES)
        mended = [each._replace(holds=lambda meld, s: True) if each.name == rule else each for each in melds.RULES]
        patch.setattr(melds, "RULES", tuple(mended))

    return break_it


def no_wild_for_an_ace(patch: pytest.MonkeyPatch) -> None:
    def holds(meld: Any, s: Any) -> Any:
        aces = [1, len(s.deck.ranks) + 1]
        return all_of(
            negate(all_of([slot.wild, any_of(equal(slot.place, ace) for ace in aces)])) for slot in meld.slots
        )

    replaced = [each._replace(holds=holds) if each.name == "run.wilds.at_ends" else each for each in melds.RULES]
    patch.setattr(melds, "RULES", tuple(replaced))


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


def checker_that_forgets_the_ends(patch: pytest.MonkeyPatch) -> None:
    real = verdict.broken_rules
    patch.setattr(
        verdict, "broken_rules", lambda meld, s: tuple(rule for rule in real(meld, s) if rule.name != "run.ends")
    )


def checker_that_counts_too_little(patch: pytest.MonkeyPatch) -> None:
    real = verdict.meld_worth
    patch.setattr(verdict, "meld_worth", lambda meld, worths: real(meld, worths) - (len(meld.slots) == 5))


def proofs(module: str) -> Any:
    return importlib.import_module(f"meldproof.proofs.{module}")


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
    ("ace-at-an-end", "gin", without("run.ends")),
    ("ace-at-an-end", "argentino", without("run.ends")),
    ("no-king-ace-two", "fichas", without("run.ends")),
    ("no-run-longer-than-a-suit", "argentino + run.max=any", without("run.ends")),
    ("ace-points", "rummy-500", an_ace_is_always_low),
    ("joker-in-the-aces-place", "rummy-500", no_wild_for_an_ace),
    ("catalogue-is-the-rules", "rummy-500", without("run.wilds.max")),
    ("catalogue-is-the-rules", "reglamento", without("wilds.natural")),
    ("catalogue-is-the-rules", "gin", no_run_from_the_top_ranks),
    ("catalogue-is-the-rules", "gin", sets_in_any_suits),
    ("catalogue-is-the-rules", "argentino", automaton_without_adjacency),
    ("checker-on-three-cards", "gin", checker_without_runs),
    ("checker-on-three-cards", "fichas", checker_that_forgets_the_ends),
    ("checker-takes-every-meld", "argentino", checker_without_runs),
    ("checker-takes-every-meld", "rummy-500", checker_that_counts_too_little),
    ("checker-on-near-misses", "gin", checker_that_forgets_the_ends),
    ("contradictions-in-the-text", "rummy-500", recorded_otherwise("contradictions", the_same_demand_twice)),
    ("contradictions-in-the-text", "fichas", recorded_otherwise("contradictions", a_witness_that_shows_nothing)),
    ("examples-are-legal", "argentino + run.wilds.max=1", unbroken),
    ("examples-are-legal", "rummy-500 + run.ends=low", unbroken),
    ("examples-are-legal", "rummy-500", without("run.ends")),
    ("examples-are-legal", "fichas", recorded_otherwise("examples", replaced(after=("2r 3r 4r", "2b 2k 2y")))),
    ("an-opening-can-be-reached", "reglamento + no-jokers-in-single-deck", unbroken),
    ("an-opening-can-be-reached", "fichas", engine_that_loses_a_point),
    ("recorded-facts", "argentino", no_sets_in_the_bound),
    ("recorded-facts", "argentino", recorded_otherwise("openings", replaced(most=250))),
    ("recorded-facts", "argentino", recorded_otherwise("openings", replaced(opens=False))),
    ("wilds-side-by-side", "argentino", without("run.wilds.adjacent")),
    ("wilds-at-run-ends", "argentino + no-wild-at-ends", without("run.wilds.at_ends")),
    ("wild-limits", "argentino", without("set.wilds.max")),
    ("wild-limits", "reglamento", without("set.wilds.max_joker")),
    ("wild-limits", "reglamento", without("run.wilds.max_ranked")),
    ("wild-limits", "rummy-500", without("run.wilds.max")),
    ("enough-naturals", "fichas", without("run.naturals.min")),
    ("enough-naturals", "fichas + set.wilds.balance=at-most-naturals", without("set.wilds.balance")),
    ("no-card-stood-for-twice", "gin", without("set.suits")),
    ("no-card-stood-for-twice", "gin", without("run.consecutive")),
    ("wild-rank-in-its-place", "argentino", without("wilds.natural")),
    ("wild-rank-in-its-place", "reglamento", without("wilds.natural")),
    ("naturals-stand-for-themselves", "gin", without("natural")),
    ("naturals-stand-for-themselves", "rummy-500", without("wilds.ranks")),
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
        ("wilds-side-by-side", "argentino", without("run.wilds.adjacent"), 3),
        ("no-king-ace-two", "gin", without("run.ends"), 3),
        ("wild-limits", "rummy-500", without("run.wilds.max"), 3),
        ("no-run-longer-than-a-suit", "gin + run.max=any", without("run.ends"), 14),
    ],
)
def test_the_counterexample_is_a_smallest_one(
    name: str, rules: str, broken: Break, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    kind, *found = str(outcome(name, rules).counterexample).split()
    assert (kind, len(found)) == ("run", cards)
