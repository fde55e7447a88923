"""Hypothesis strategies for melds, hands, tables and questions of a variant, dense enough to be worth testing with.

    @given(strategies.hands("gin"))
    def test_my_engine(hand):
        assert my_engine(hand) == meldproof.solve("gin", hand).figures.deadwood_points

Cards are texts such as `9h`, `10b`, `JK`. What is drawn shrinks to low cards and few of them. A variant is an id, or
one that `meldproof.variant` loaded, with its house rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard, TypeVar

from hypothesis import strategies as st

from meldproof.cards import canonical
from meldproof.checking.verdict import check_cards
from meldproof.conforming import drawing
from meldproof.conforming.hard_hands import texts
from meldproof.variants.loading import Variant, load_variant
from meldproof.witnesses.questions import Op, Question

T = TypeVar("T")


class _Drawn:
    """Dice that Hypothesis throws."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def between(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))


def _strategy(drawn: Callable[[drawing.Dice], T]) -> st.SearchStrategy[T]:
    @st.composite
    def made(draw: st.DrawFn) -> T:
        return drawn(_Drawn(draw))

    return made()


def _rules(variant: str | Variant) -> Variant:
    return load_variant(variant) if isinstance(variant, str) else variant


def near_melds(variant: str | Variant) -> st.SearchStrategy[tuple[str, ...]]:
    """Cards that are a meld of the variant, or nearly one: a run or a set, up to two of its cards replaced."""
    rules = _rules(variant)
    drawn = _strategy(lambda dice: texts(canonical(drawing.spoilt_meld(rules, dice)), rules.deck()))
    return drawn.filter(bool)


def melds(variant: str | Variant) -> st.SearchStrategy[tuple[str, ...]]:
    """Cards that are one legal meld of the variant."""
    rules = _rules(variant)
    return near_melds(rules).filter(lambda cards: check_cards(rules, cards).legal)


def hands(variant: str | Variant, *, to_discard: bool = False) -> st.SearchStrategy[tuple[str, ...]]:
    """Hands in which many melds compete, up to as many cards as are dealt; `to_discard`: one more, two at least."""
    rules = _rules(variant)
    owed = int(to_discard)
    drawn = _strategy(lambda dice: texts(drawing.hand(rules, dice, owed=owed), rules.deck()))
    return drawn.filter(lambda cards: len(cards) > owed)


def tables(variant: str | Variant) -> st.SearchStrategy[tuple[str, ...]]:
    """One or two melds that lie on the table, each a text in which every wild says its card: `4s JK=5s 6s`."""
    rules = _rules(variant)
    return _strategy(lambda dice: drawing.lying_table(rules, dice)[0]).filter(bool)


def questions(op: Op, variant: str | Variant) -> st.SearchStrategy[Question]:
    """Questions of an operation of the conformance protocol, as `meldproof.witnesses.questions` has them.

    Raises ProblemError for an operation of which none are drawn.
    """
    rules = _rules(variant)
    drawing.check_drawn(op)
    return _strategy(lambda dice: drawing.question(op, rules, dice)).filter(_is_question)


def _is_question(drawn: Question | None) -> TypeGuard[Question]:
    return drawn is not None
