"""What counting rules out, no engine lays: of hands at random, by every variant's rules and by harder ones."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import meldproof
from meldproof.arranging.problem import Opening, Problem
from meldproof.arranging.solve import solve_met
from meldproof.cards import canonical
from meldproof.notation import parse_cards
from meldproof.playing.prospects import may_be_melded, may_lay, may_open

RULES = (
    ("argentino", {}),
    ("rummy-500", {}),
    ("reglamento", {}),
    ("fichas", {}),
    ("gin", {}),
    ("rummikub", {}),
    ("rummy-500", {"run.suit": "any"}),
    ("rummy-500", {"run.ends": "cyclic"}),
    ("rummy-500", {"run.min": 4, "set.min": 4}),
    ("gin", {"set.min": 2}),
    ("argentino", {"set.suits": "any"}),
    ("argentino", {"set.suits": "same"}),
    ("argentino", {"set.repeat_sizes": [3], "opening.repeated_suits": True}),
    ("argentino", {"run.wilds.max": 1, "set.wilds.max": 1}),
)


@pytest.mark.parametrize(("name", "settings"), RULES)
@pytest.mark.parametrize("size", [5, 10, 14])
def test_what_is_laid_was_not_ruled_out(name, settings, size):
    variant = meldproof.variant(name, settings=settings)
    deck, rng = variant.deck(2), random.Random(f"{name} {settings} {size}")
    told = Counter()
    for _ in range(40):
        hand = canonical(rng.sample(list(deck.cards()), size))
        near = may_be_melded(variant.settings, hand)
        for opening in (None, Opening(0, 0, True), Opening(30, 0, True), Opening(90, 0, True)):
            if opening is not None and "opening.points" not in variant.values:
                continue
            problem = Problem(variant, deck, hand, (), "none", opening, (), ("melded_cards", "deadwood_points"))
            answer = solve_met(problem)
            laid = [] if answer is None else [card for one in answer.melds for card in one.meld.cards]
            assert not Counter(laid) - Counter(near)
            assert not laid or may_lay(problem)
            assert answer is None or opening is None or may_open(problem)
            told[may_lay(problem)] += 1
    assert len(told) == 2 or size != 5, "nothing is ruled out, or everything"


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("2h 3h 9s Kd", ""),
        ("2h 3h 4h Kd", "2h 3h 4h"),
        ("Qh Kh Ah 5d", "Qh Kh Ah"),
        ("7h 7s 7d 8c", "7h 7s 7d"),
        ("7h 7s 9d JK", "7h 7s JK"),
        ("5h 7h 9d Jc JK", "5h 7h JK"),
        ("5h 8h 9d Jc JK", ""),
    ],
)
def test_what_may_be_melded(text, near):
    variant = meldproof.variant("argentino", settings={"wilds.ranks": []}) if "JK" in text else meldproof.variant("gin")
    deck = variant.deck(2)
    cards = canonical(token.card for token in parse_cards(text, deck))
    expected = canonical(token.card for token in parse_cards(near, deck)) if near else ()
    assert tuple(may_be_melded(variant.settings, cards)) == expected
