"""The search for disagreements: generated questions one after the other, and those that differ made smaller.

It is the same for a seed, and goes on for as long as it is given seconds or questions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from meldproof.conforming.drawing import Seeded, question
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import Op, PlayCase, Question

MOST_REPEATED = 400
"""Draws in a row that bring nothing new: then there is no more to ask."""
Test = Callable[[Question], bool]


def stream(op: Op, variant: Variant, seed: int) -> Iterator[Question]:
    """Questions of an operation, none twice, always the same for a seed; it ends where nothing new is drawn."""
    dice = Seeded(f"{seed} {op}")
    known: set[Question] = set()
    repeated = 0
    while repeated < MOST_REPEATED:
        drawn = question(op, variant, dice)
        if drawn is None or drawn in known:
            repeated += 1
            continue
        repeated = 0
        known.add(drawn)
        yield drawn


def shrunk(found: Question, differs: Test, deadline: float) -> Question:
    """The same disagreement with fewer cards, as far as the time allows: no card less of it still differs."""
    while time.monotonic() < deadline:
        smaller = next((one for one in smaller_ones(found) if time.monotonic() < deadline and differs(one)), None)
        if smaller is None:
            break
        found = smaller
    return found


def smaller_ones(found: Question) -> Iterator[Question]:
    """The same with half the cards, a card less, a meld less on the table, a position plainer."""
    if isinstance(found, CardCase):
        for cards in _fewer(found.cards):
            yield replace(found, cards=cards)
        for place in range(len(found.table)):
            yield replace(found, table=found.table[:place] + found.table[place + 1 :])
    elif isinstance(found, PlayCase) and found.situation is not None:
        seen = found.situation
        if seen.table:
            yield replace(found, situation=replace(seen, table=()))
        if seen.pile:
            yield replace(found, situation=replace(seen, pile=""))
        for cards in _fewer(tuple(seen.hand.split())):
            yield replace(found, situation=replace(seen, hand=" ".join(cards)))


def _fewer(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    half = len(cards) // 2
    if half > 1:
        yield from (cards[:half], cards[half:])
    for place in range(len(cards)):
        if len(cards) > 1:
            yield cards[:place] + cards[place + 1 :]


def size_of(question: Question) -> tuple[int, int, str]:
    """The order of counterexamples: fewest cards and steps, then the shortest text."""
    if isinstance(question, CardCase):
        cards = len(question.cards) + sum(len(meld.split()) for meld in question.table)
        return cards, len(question.table), " ".join(question.cards)
    text = repr(question)
    seen = getattr(question, "situation", None)
    steps = len(getattr(question, "steps", ()))
    return (len(seen.hand.split()) + len(seen.table) if seen else 0) + steps, steps, text
