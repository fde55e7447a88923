"""Generated questions: dense hands, near-melds, tables and turns, drawn by Hypothesis so that it can shrink them.

Uniform hands mostly hold no meld. These take their cards from neighbouring ranks and few suits, second copies and wilds
among them; melds are drawn whole and then spoilt.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import JOKER, Card, Deck, canonical, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.advice import TableMeld
from meldproof.playing.faults import IllegalAction
from meldproof.playing.moves import legal_actions
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, Operation
from meldproof.witnesses.questions import Op, PlayCase, Question, Situation, start
from meldproof.witnesses.situations import Names

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

GENERATED: tuple[Op, ...] = ("is_meld", "value", "best", "best_after_discard", "can_open", "legal_action")
MOST_HAND = 11
Test = Callable[[Question], bool]


class EndOfSearch(KeyboardInterrupt):
    """Ends a search at once; no Exception, since Hypothesis takes those for faults, and goes on."""


def search(op: Op, variant: Variant, differs: Test, *, examples: int, deadline: float) -> list[Question]:
    """Questions that differ, the smallest first; Hypothesis shrinks the first it meets as far as the time allows."""
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import HypothesisException

    known: dict[Question, bool] = {}

    def asked(question: Question) -> bool:
        if question not in known:
            if time.monotonic() > deadline:
                raise EndOfSearch
            known[question] = differs(question)
        return known[question]

    plan = settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    with contextlib.suppress(HypothesisException, EndOfSearch):  # none was found, or no time is left to shrink it
        find(questions(op, variant), asked, settings=plan)
    return sorted((question for question, wrong in known.items() if wrong), key=size_of)


def size_of(question: Question) -> tuple[int, int, str]:
    """The order of counterexamples: fewest cards and steps, then the shortest text."""
    if isinstance(question, CardCase):
        cards = len(question.cards) + sum(len(meld.split()) for meld in question.table)
        return cards, len(question.table), " ".join(question.cards)
    text = repr(question)
    seen = getattr(question, "situation", None)
    steps = len(getattr(question, "steps", ()))
    return (len(seen.hand.split()) + len(seen.table) if seen else 0) + steps, steps, text


def questions(op: Op, variant: Variant) -> SearchStrategy[Question]:
    """Questions of an operation about a variant."""
    from hypothesis import strategies as st

    if op == "legal_action":
        return _turns(variant)
    deck = variant.deck()
    if op in ("is_meld", "value"):
        cards = st.one_of(_spoilt_melds(variant), _dense(variant, 1, 6))
        return cards.map(lambda hand: CardCase(op, _texts(hand, deck)))
    owed = 1 if op == "best_after_discard" else 0
    dealt = min(variant.settings.deal.cards.at(variant.settings.players.min) + owed, MOST_HAND)
    hands = st.one_of(
        _spoilt_melds(variant, spare=2), _dense(variant, 1 + owed, MOST_HAND), _dense(variant, dealt, dealt)
    ).filter(lambda hand: len(hand) > owed)
    score = 0 if op == "can_open" else None
    plain = hands.map(lambda hand: CardCase(cast("Operation", op), _texts(hand, deck), score=score))
    terms = variant.settings
    if op == "best" and (terms.table.rearrange == "full" or terms.layoff.on in ("own", "side", "any")):
        return st.one_of(plain, _beside_tables(variant))
    return plain


def _texts(hand: Sequence[Card], deck: Deck) -> tuple[str, ...]:
    return tuple(card_text(card, deck) for card in canonical(hand))


def _wilds(variant: Variant, deck: Deck) -> list[Card]:
    ranks = variant.settings.wild_ranks
    return [JOKER] * (deck.jokers > 0) + [Card(rank, suit) for rank in ranks for suit in range(1, len(deck.suits) + 1)]


def _fitting(hand: Sequence[Card], deck: Deck) -> tuple[Card, ...]:
    """The cards less those that the deck has no more of."""
    kept: Counter[Card] = Counter()
    for card in hand:
        if kept[card] < deck.copies_of(card):
            kept[card] += 1
    return tuple(kept.elements())


def _dense(variant: Variant, least: int, most: int) -> SearchStrategy[tuple[Card, ...]]:
    from hypothesis import strategies as st

    deck = variant.deck()
    ranks, wilds = len(deck.ranks), _wilds(variant, deck)

    @st.composite
    def hands(draw: DrawFn) -> tuple[Card, ...]:
        first = draw(st.integers(1, ranks))
        width = draw(st.integers(3, 6))
        suits = draw(st.integers(1, len(deck.suits)))
        near = [
            Card(rank_at(first + step, ranks), suit)
            for suit in range(1, suits + 1)
            for step in range(width)
            for _ in range(deck.copies)
        ]
        fewest = min(least, len(near))
        places = draw(st.lists(st.integers(0, len(near) - 1), min_size=fewest, max_size=max(fewest, most), unique=True))
        hand = [near[place] for place in places]
        hand += draw(st.lists(st.sampled_from(wilds), max_size=3)) if wilds else []
        return _fitting(hand, deck)[:MOST_HAND]

    return hands()


def _spoilt_melds(variant: Variant, spare: int = 0) -> SearchStrategy[tuple[Card, ...]]:
    """A run or a set with up to two of its cards replaced, and `spare` cards more."""
    from hypothesis import strategies as st

    deck = variant.deck()
    ranks, suits, wilds = len(deck.ranks), len(deck.suits), _wilds(variant, deck)

    @st.composite
    def melds(draw: DrawFn) -> tuple[Card, ...]:
        rank, suit = draw(st.integers(1, ranks)), draw(st.integers(1, suits))
        if draw(st.booleans()):
            size = draw(st.integers(2, suits + 1))
            cards = [Card(rank, (suit + step - 1) % suits + 1) for step in range(size)]
        else:
            size = draw(st.integers(2, min(ranks + 1, MOST_HAND)))
            cards = [Card(rank_at(rank + step, ranks), suit) for step in range(size)]
        for _ in range(draw(st.integers(0, 2))):
            place = draw(st.integers(0, len(cards) - 1))
            other = Card(draw(st.integers(1, ranks)), draw(st.integers(1, suits)))
            cards[place] = draw(st.sampled_from([*wilds, other])) if wilds else other
        for _ in range(draw(st.integers(0, spare))):
            cards.append(Card(draw(st.integers(1, ranks)), draw(st.integers(1, suits))))
        return _fitting(cards, deck)

    return melds()


def _table_meld(cards: Sequence[Card], variant: Variant) -> str:
    """The cards as a table meld, every wild with its card; empty where they are none."""
    verdict = check_cards(variant, cards)
    return " ".join(meld_texts(verdict.meld, verdict.deck)) if verdict.legal else ""


def _beside_tables(variant: Variant) -> SearchStrategy[Question]:
    from hypothesis import strategies as st

    deck = variant.deck()

    @st.composite
    def cases(draw: DrawFn) -> Question:
        melds = draw(st.lists(_spoilt_melds(variant), min_size=1, max_size=2))
        there: list[Card] = []
        texts = []
        for meld in melds:
            if len(_fitting([*there, *meld], deck)) == len(there) + len(meld) and (text := _table_meld(meld, variant)):
                texts.append(text)
                there += meld
        hand = _fitting([*there, *draw(_dense(variant, 1, 4))], deck)
        rest = Counter(hand) - Counter(there)
        return CardCase("best", _texts(list(rest.elements()), deck), tuple(texts))

    return cases().filter(lambda case: isinstance(case, CardCase) and bool(case.table and case.cards))


def _turns(variant: Variant) -> SearchStrategy[Question]:
    """A small position, and an action to try in it: legal, or one that is legal in others."""
    from hypothesis import strategies as st

    deck, who, names = variant.deck(), variant.settings.players, Names(variant)
    melds = [names.run(), names.run(3, 4, 2), names.set(6)]
    pass_on: list[a.Action] = [a.Draw(), a.Draw(source="discard"), a.Pass(), a.EndTurn(), a.Rebuild()]

    dealt = min(variant.settings.deal.cards.at(who.min), MOST_HAND) + 1

    @st.composite
    def knocks(draw: DrawFn) -> Question:
        """A whole hand, any discard, and the melds that leave least of the rest."""
        hand = list(draw(_dense(variant, dealt, dealt)))
        dropped = hand.pop(draw(st.integers(0, len(hand) - 1)))
        best = (
            solve_problem(Problem(variant, deck, canonical(hand), objective=("deadwood_points",)), "fewest")
            if hand
            else None
        )
        melds = tuple(" ".join(meld_texts(laid.meld, deck)) for laid in best.melds) if best else ()
        seen = Situation(" ".join(_texts([*hand, dropped], deck)), drawn=True, opened=True)
        knock = a.Knock(discard=card_text(dropped, deck), melds=melds)
        return PlayCase(knock, max(2, who.min), situation=seen)

    @st.composite
    def cases(draw: DrawFn) -> Question:
        table = tuple(
            TableMeld(text, draw(st.integers(0, 1))) for text in draw(st.lists(st.sampled_from(melds), max_size=1))
        )
        hand = canonical(draw(st.one_of(_spoilt_melds(variant, spare=2), _dense(variant, 1, 5))))
        seen = Situation(
            " ".join(_texts(hand, deck)), table, drawn=draw(st.booleans()), opened=draw(st.booleans()),
            pile=draw(st.sampled_from([names.loose, ""])),
        )  # fmt: skip
        case = PlayCase(a.Pass(), max(2, who.min), situation=seen)
        try:
            options = list(legal_actions(start(case, variant)))[:12]
        except (MeldproofError, EngineDeclined, IllegalAction):
            options = []
        cards = _texts(hand, deck)
        other: list[a.Action] = [
            *(a.Discard(card=card) for card in cards[:2]),
            a.LayMelds(melds=(" ".join(cards[:3]),)),
        ]
        if table:
            other += [a.LayOff(meld=0, cards=card) for card in cards[:2]]
        action: Any = draw(st.sampled_from([*options, *other, *pass_on]))
        return PlayCase(action, case.players, situation=seen)

    return st.one_of(cases(), knocks()) if variant.settings.close.by == "knock" else cases()
