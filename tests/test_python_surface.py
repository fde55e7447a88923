"""What Python shows of the package: cards, results and faults as a person meets them."""

from __future__ import annotations

import inspect
import re
import typing
from pathlib import Path

import pytest

import meldproof
from meldproof.errors import MeldproofError, ProblemError

MANUAL = Path(__file__).parents[1] / "docs" / "manual"
PAGES = "".join((MANUAL / page).read_text(encoding="utf-8") for page in ("python.md", "games.md"))
HAND = "4s 5s 6s 9h 9d 9c Kd"


def test_a_card_says_its_name() -> None:
    answer = meldproof.solve("gin", HAND)
    assert [str(card) for card in answer.deadwood] == ["Kd"]
    assert str(meldproof.Card(0, 0)) == "JK"
    assert str(meldproof.Card(14, 1)) == "Card(rank=14, suit=1)"
    for name in ("gin", "fichas"):
        deck = meldproof.variant(name).deck()
        for card in deck.kinds():
            assert meldproof.solve(name, [deck.text(card)]).problem.hand == (card,)


def test_a_variant_is_shown_in_a_few_words() -> None:
    assert repr(meldproof.variant("gin")) == "<variant gin>"
    assert repr(meldproof.variant("gin", readings="winner-deals")) == "<variant gin winner-deals>"


def test_results_of_the_same_question_are_equal_and_others_are_not() -> None:
    assert meldproof.solve("gin", HAND) == meldproof.solve("gin", " ".join(reversed(HAND.split())))
    assert hash(meldproof.solve("gin", HAND)) == hash(meldproof.solve("gin", HAND))
    assert meldproof.solve("gin", HAND) != meldproof.solve("gin", HAND, discard="required")
    assert meldproof.solve("gin", HAND) != meldproof.solve("gin", HAND, settings={"knock.deadwood": 5})
    assert meldproof.solve("gin", HAND) != HAND
    assert meldproof.check("gin", "4s 5s 6s") == meldproof.check("gin", "4s 5s 6s")
    for name in ("gin", "argentino"):
        one, same, other = (meldproof.solve_many(name, [hand], arrangements=True) for hand in (HAND, HAND, "4s 5s 9d"))
        assert one == same
        assert one != other


def test_one_reading_may_be_a_text() -> None:
    assert meldproof.variant("gin", readings="winner-deals").readings == ("winner-deals",)
    assert meldproof.variant("gin", readings="").readings == ()
    with pytest.raises(MeldproofError, match="no reading 'no-such'"):
        meldproof.check("gin", "4s 5s 6s", readings="no-such")


@pytest.mark.parametrize("score", ["5", "x", 1.5, True, [1], 100_001, -100_001, float("nan")])
@pytest.mark.parametrize("opens", [True, False])
def test_what_is_no_score_is_refused_in_one_line(score: typing.Any, opens: bool) -> None:
    with pytest.raises(ProblemError, match="the score is a number between"):
        meldproof.solve("argentino", HAND, open=opens, score=score)


@pytest.mark.parametrize("name", meldproof.__all__)
def test_the_pages_list_every_name_with_its_fields_and_an_example(name: str) -> None:
    shown = getattr(meldproof, name)
    home = f"{shown.__module__}.{name}" if inspect.isclass(shown) else f"meldproof.{name}"
    assert re.search(rf"auto(class|function|exception):: {re.escape(home)}\n", PAGES), home
    assert re.search(rf"^(>>>|\.\.\.) .*\b{name}\b", PAGES, re.MULTILINE)
    assert shown.__doc__


@pytest.mark.parametrize("name", [name for name in meldproof.__all__ if inspect.isfunction(getattr(meldproof, name))])
def test_no_type_at_the_border_is_any(name: str) -> None:
    shown = getattr(meldproof, name)
    assert shown.__annotations__["return"]
    assert [text for text in shown.__annotations__.values() if "Any" in text] == []
