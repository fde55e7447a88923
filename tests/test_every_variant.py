"""What is tested of each variant without the heavy tests: every engine arranges it, it is played, it has a page."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import date
from itertools import islice

import pytest
from depth import LIGHT
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


@pytest.mark.parametrize("name", LIGHT)
def test_it_has_a_kit_and_its_theorems_are_recorded_and_none_is_refuted(name: str) -> None:
    assert stored_kit(name) is not None, f"run: python tests/add_variant.py {name}"
    said = {theorem: line for theorem, table in recorded().items() if (line := table.get(name))}
    assert said.keys() == recorded().keys(), f"run: python tests/add_variant.py {name}"
    assert "refuted" not in said.values()


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
OF_TODAY = random.Random(str(date.today())).sample(LIGHT, min(PAGES_A_DAY, len(LIGHT)))
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
