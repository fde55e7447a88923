"""Sets that may repeat suits at some sizes alone: how long a set can be, and what every engine lays then."""

from __future__ import annotations

from itertools import combinations_with_replacement, cycle, islice, product

import pytest
from auditing import audit
from drawn_rules import ACE_TO_KING, spread
from houses import house_rules, judged

from meldproof.arranging.automaton import longest_set
from meldproof.arranging.columns import _multisets
from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.cards import Meld, Slot
from meldproof.rules.melds import is_legal
from meldproof.variants.loading import Variant, vary
from meldproof.variants.vocabulary import parameters

FIVES = "argentino + set.repeat_sizes=[5] + set.max=5 + opening.repeated_suits=true"
FOURS_AND_SIXES = "argentino + set.repeat_sizes=[4,6] + set.max=6 + opening.repeated_suits=true"
CASES = [
    (FIVES, "9s 9s 9h 9d 9c", 5, 1),
    (FIVES, "9s 9s 9h 9h 9d", 5, 1),
    (FIVES, "9s 9s 9h 9d JK", 5, 1),
    (FIVES, "9s 9h 9d JK", 4, 1),
    (FIVES, "9s 9s 9h 9h", 0, 0),
    (FIVES, "9s 9s 9h 9d 9c 9c", 6, 2),  # five and one left, or three and three
    (FIVES, "9s 9s 9h 9h 9d 9d 9c", 7, 2),
    (FOURS_AND_SIXES, "9s 9s 9h", 0, 0),
    (FOURS_AND_SIXES, "9s 9s 9h 9h", 4, 1),
    (FOURS_AND_SIXES, "9s 9s 9h 9h 9d", 4, 1),
    (FOURS_AND_SIXES, "9s 9s 9h 9h 9d 9d", 6, 1),
]
"""A house, nines, and how many of them are laid in how many sets at best."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("rules", "cards", "laid", "sets"), CASES)
def test_every_engine_lays_sets_that_repeat_suits_at_their_sizes_alone(
    rules: str, cards: str, laid: int, sets: int, engine: str
) -> None:
    answer = solve_problem(make_problem(house_rules(rules), cards, objective=("melded_cards",)), engine)
    audit(answer)
    assert (answer.figures.melded_cards, len(answer.melds)) == (laid, sets)


@pytest.mark.parametrize(("rules", "cards", "laid", "sets"), CASES)
def test_check_says_the_same(rules: str, cards: str, laid: int, sets: int) -> None:
    assert judged(rules, cards).legal is ((len(cards.split()), 1) == (laid, sets))


def test_a_set_is_as_long_as_its_suits_and_the_sizes_that_repeat_them_allow() -> None:
    """Against the rules of a meld, read one by one: of every size the set whose suits repeat as late as may be."""
    base = house_rules("argentino")
    for suits in spread(parameters()["set.suits"], ACE_TO_KING):
        for most in spread(parameters()["set.max"], ACE_TO_KING):
            if suits != "distinct":
                check_longest(vary(base, (), {"set.suits": suits, "set.max": most, "set.min": 2}))
                continue
            for sizes in (*spread(parameters()["set.repeat_sizes"], ACE_TO_KING), [2, 7], [9]):
                given = {"set.repeat_sizes": sizes, "set.max": most, "set.min": 2}
                repeats = {"opening.repeated_suits": True} if sizes else {}
                check_longest(vary(base, (), {"set.suits": suits, **given, **repeats}))


def check_longest(rules: Variant) -> None:
    for cards in range(2, 10):
        assert longest_set(rules.settings, cards) == max(
            (size for size in range(2, cards + 1) if is_legal(plain_set(size, rules), rules.settings)), default=0
        ), (cards, rules.plain())


def plain_set(size: int, rules: Variant) -> Meld:
    """Nines with the suits in turn, or with as many of them as a set must have."""
    number = {"same": 1, "three": 3}.get(rules.settings.set.suits, len(rules.settings.deck.suits))
    suits = sorted(islice(cycle(range(1, number + 1)), size))
    return Meld("set", tuple(Slot(9, suit, 9, suit, wild=False) for suit in suits))


@pytest.mark.parametrize("there", tuple(product(range(4), repeat=3)), ids=str)
def test_sets_of_several_copies_are_chosen_once_each_in_order_from_the_cards_there_are(there: tuple[int, ...]) -> None:
    for size in range(9):
        wanted = [
            chosen
            for chosen in combinations_with_replacement(range(3), size)
            if all(chosen.count(number) <= copies for number, copies in enumerate(there))
        ]
        assert list(_multisets(there, size)) == wanted
