"""What is tested of each variant without the heavy tests: every engine arranges it, it is played, it has a page."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice

import pytest
from depth import LIGHT, of_today
from theorem_table import recorded

import meldproof
from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.conforming.kit import stored_kit
from meldproof.errors import EngineDeclined
from meldproof.notation import cards_text
from meldproof.playing import simulate
from meldproof.reference.build import document
from meldproof.reference.html import html_page
from meldproof.variants.loading import Variant, load_variant
from meldproof.variants.turned import sample_turned

MOST_CARDS = 7
"""Of a hand that brute force is asked, too."""


def hands(variant: Variant, number: int) -> list[str]:
    """Hands of neighbours, so that there is something to lay: half of the deck's suits, few of its ranks."""
    deck = variant.deck()
    dice = random.Random(variant.id)
    near = [card for card in deck.cards() if card.is_joker or (card.rank <= 6 and card.suit <= max(2, deck.copies))]
    return [cards_text(dice.sample(near, MOST_CARDS), deck) for _ in range(number)]


@pytest.mark.parametrize("name", LIGHT)
def test_every_engine_that_takes_a_hand_finds_the_same(name: str) -> None:
    variant = sample_turned(load_variant(name))
    for hand in hands(variant, 3):
        found, problem = {}, make_problem(variant, hand)
        for engine in ENGINES:
            with suppress(EngineDeclined):
                figures = solve_problem(problem, engine).figures
                found[engine] = tuple(getattr(figures, name) for name in problem.objective)
        assert len(found) >= 2, "of one answer nothing is known"
        assert len(set(found.values())) == 1, (hand, found)


WITH_KIT = tuple(name for name in LIGHT if stored_kit(name) is not None)
"""The others' kits are made on demand: `meldproof kit ID`."""


@pytest.mark.parametrize("name", LIGHT)
def test_no_theorem_that_is_recorded_of_it_is_refuted(name: str) -> None:
    said = {theorem: line for theorem, table in recorded().items() if (line := table.get(name))}
    assert said.keys() in (recorded().keys(), set()), f"run: python tests/add_variant.py {name}"
    assert "refuted" not in said.values()


@pytest.mark.parametrize("name", WITH_KIT)
def test_its_kit_is_of_its_rules_as_they_are(name: str) -> None:
    kit = stored_kit(name)
    assert kit is not None
    assert kit.settings == load_variant(name).said(), f"run: python tests/add_variant.py {name}"


@pytest.mark.parametrize("name", LIGHT)
def test_two_deals_are_played_and_refereed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MOST_DEALS", 1)
    monkeypatch.setattr(simulate, "MOST_TURNS", 12)
    variant = load_variant(name)
    if not {"play", "scoring"} <= set(variant.scope):
        return
    for seed, players in enumerate((variant.settings.players.min, variant.settings.players.max)):
        log = simulate.simulate_game(variant, max(2, players), seed)
        report = meldproof.referee(variant, list(log.lines()))
        assert report.fault is None
        assert report.legal_game
        assert report.actions == len(log.actions)
        assert log.steps > 10 or report.deals


PAGES_A_DAY = 8
OF_TODAY = of_today(PAGES_A_DAY)
"""The documentation builds all of them, with the searches."""


@pytest.mark.parametrize("name", sorted(OF_TODAY))
def test_a_page_in_both_languages_can_be_made_without_a_search(name: str) -> None:
    variant = load_variant(name)
    found = document(variant, timeout=0)
    assert {rule.key for rule in found.rules} == {clause.key for clause in variant.clauses}
    for language, other in (("en", "es"), ("es", "en")):
        page = html_page(found, language)
        assert variant.name[language] in page
        assert len(page) > 20_000
        for clause in islice(variant.clauses, 5):
            assert clause.text[other] not in page
