"""Cards, hands, tables and turns drawn at random, dense enough to be worth asking about.

Uniform hands mostly hold no meld. These take their cards from neighbouring ranks and few suits, second copies and wilds
among them; melds are drawn whole and then spoilt; patterns against faults of search are mixed. All is drawn from
`Dice`, so that a seeded generator and Hypothesis, which can shrink, draw the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, cast

from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import JOKER, Card, Deck, canonical, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.conforming.hard_hands import ENDS_PATTERNS, PATTERNS, laid_out, texts, wild_kinds, windows
from meldproof.errors import EngineDeclined, MeldproofError, ProblemError
from meldproof.messages import say
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.advice import TableMeld
from meldproof.playing.faults import IllegalAction
from meldproof.playing.moves import legal_actions
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, Operation
from meldproof.witnesses.questions import Op, PlayCase, Question, Situation, start
from meldproof.witnesses.situations import Names

T = TypeVar("T")
MOST_HAND = 14
"""Cards of a hand that is drawn, with the one to discard."""
SMALL_HAND = 11
GENERATED: tuple[Op, ...] = ("is_meld", "value", "best", "best_after_discard", "can_open", "legal_action")
"""Operations of which questions are drawn."""


class Dice(Protocol):
    """Where everything drawn comes from."""

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both among them."""
        ...


class Seeded:
    """Dice that always fall alike for a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def between(self, low: int, high: int) -> int:
        return self._random.randint(low, high)


def pick(dice: Dice, options: Sequence[T]) -> T:
    return options[dice.between(0, len(options) - 1)]


def some(dice: Dice, options: Sequence[T], number: int) -> list[T]:
    """That many different entries, in their order as drawn."""
    left = list(options)
    return [left.pop(dice.between(0, len(left) - 1)) for _ in range(min(number, len(left)))]


def fitting(hand: Sequence[Card], deck: Deck) -> tuple[Card, ...]:
    """The cards less those that the deck has no more of."""
    kept: Counter[Card] = Counter()
    for card in hand:
        if kept[card] < deck.copies_of(card):
            kept[card] += 1
    return tuple(kept.elements())


def wild_cards(variant: Variant) -> list[Card]:
    """A joker, and the cards of the wild ranks."""
    deck = variant.deck()
    suits = range(1, len(deck.suits) + 1)
    return [JOKER] * (deck.jokers > 0) + [Card(rank, suit) for rank in variant.settings.wild_ranks for suit in suits]


def dense_hand(variant: Variant, dice: Dice, least: int, most: int) -> tuple[Card, ...]:
    """Cards of three to six neighbouring ranks and some suits, with up to three wilds."""
    deck = variant.deck()
    ranks, wilds = len(deck.ranks), wild_cards(variant)
    first, width = dice.between(1, ranks), dice.between(3, 6)
    suits = dice.between(1, len(deck.suits))
    near = [
        Card(rank_at(first + step, ranks), suit)
        for suit in range(1, suits + 1)
        for step in range(width)
        for _ in range(deck.copies)
    ]
    size = dice.between(min(least, len(near)), max(least, most))
    extra = dice.between(0, 3) if wilds else 0
    hand = [pick(dice, wilds) for _ in range(extra)] + some(dice, near, max(size - extra, 0))
    return fitting(hand, deck)


def spoilt_meld(variant: Variant, dice: Dice, spare: int = 0) -> tuple[Card, ...]:
    """A run or a set with up to two of its cards replaced, and up to `spare` cards more."""
    deck = variant.deck()
    ranks, suits, wilds = len(deck.ranks), len(deck.suits), wild_cards(variant)
    rank, suit = dice.between(1, ranks), dice.between(1, suits)
    if dice.between(0, 1):
        cards = [Card(rank, (suit + step - 1) % suits + 1) for step in range(dice.between(2, suits + 1))]
    else:
        size = dice.between(2, min(ranks + 1, SMALL_HAND))
        cards = [Card(rank_at(rank + step, ranks), suit) for step in range(size)]
    for _ in range(dice.between(0, 2)):
        other = Card(dice.between(1, ranks), dice.between(1, suits))
        place = dice.between(0, len(cards) - 1)
        cards[place] = pick(dice, [*wilds, other]) if wilds else other
    for _ in range(dice.between(0, spare)):
        cards.append(Card(dice.between(1, ranks), dice.between(1, suits)))
    return fitting(cards, deck)


def patterned_hand(variant: Variant, dice: Dice, most: int) -> tuple[Card, ...]:
    """One or two of the patterns against faults of search, somewhere, in suits that are changed about, and more."""
    deck = variant.deck()
    suits = some(dice, range(1, len(deck.suits) + 1), len(deck.suits))
    kinds = wild_kinds(variant, deck)
    patterns = [pattern for pattern in (*PATTERNS, *ENDS_PATTERNS) if kinds or "*" not in pattern.cards]
    hand: list[Card] = []
    for _ in range(dice.between(1, 2)):
        pattern = pick(dice, patterns)
        starts = windows(pattern, deck) or (1,)
        first = dice.between(1, starts[-1])
        drawn = laid_out(pattern, first, pick(dice, kinds) if kinds else JOKER, variant) or ()
        hand += [card if card.is_joker else Card(card.rank, suits[card.suit - 1]) for card in drawn]
    hand += spoilt_meld(variant, dice)[: dice.between(0, 3)]
    return fitting(hand, deck)[:most]


def hand(variant: Variant, dice: Dice, *, owed: int = 0) -> tuple[Card, ...]:
    """A hand of one of these kinds, or as many dense cards as are dealt; with `owed`, one more to discard."""
    who = variant.settings.players.min
    dealt = min(variant.settings.deal.cards.at(who) + owed, MOST_HAND)
    kind = dice.between(0, 3)
    if kind == 0:
        return spoilt_meld(variant, dice, spare=2)
    if kind == 1:
        return dense_hand(variant, dice, 1 + owed, SMALL_HAND)[:MOST_HAND]
    if kind == 2:
        return dense_hand(variant, dice, dealt, dealt)[:dealt]
    return patterned_hand(variant, dice, dealt)


def lying_table(variant: Variant, dice: Dice) -> tuple[tuple[str, ...], list[Card]]:
    """Up to two melds that lie on the table, as texts in which every wild says its card, and their cards."""
    there: list[Card] = []
    told = []
    deck = variant.deck()
    for _ in range(dice.between(1, 2)):
        meld = spoilt_meld(variant, dice)
        if len(fitting([*there, *meld], deck)) == len(there) + len(meld) and (text := _table_meld(meld, variant)):
            told.append(text)
            there += meld
    return tuple(told), there


def _table_meld(cards: Sequence[Card], variant: Variant) -> str:
    """The cards as a table meld; empty where they are none."""
    verdict = check_cards(variant, cards)
    return " ".join(meld_texts(verdict.meld, verdict.deck)) if verdict.legal else ""


def check_drawn(op: Op) -> None:
    """Raises ProblemError for an operation of which no questions are drawn."""
    if op not in GENERATED:
        drawn = ", ".join(GENERATED)
        raise ProblemError(say("no questions of {op} are drawn; of these they are: {ops}", op=op, ops=drawn))


def question(op: Op, variant: Variant, dice: Dice) -> Question | None:
    """A question of an operation about a variant; None where what was drawn is none.

    Raises ProblemError for an operation of which none are drawn.
    """
    check_drawn(op)
    if op == "legal_action":
        knocks = variant.settings.close.by == "knock" and dice.between(0, 1)
        return _knock(variant, dice) if knocks else _turn(variant, dice)
    deck = variant.deck()
    if op in ("is_meld", "value"):
        drawn = spoilt_meld(variant, dice) if dice.between(0, 1) else dense_hand(variant, dice, 1, 6)
        return CardCase(op, texts(drawn, deck)) if drawn else None
    terms = variant.settings
    beside = terms.table.rearrange == "full" or terms.layoff.on in ("own", "side", "any")
    if op == "best" and beside and dice.between(0, 1):
        return _beside_a_table(variant, dice)
    owed = 1 if op == "best_after_discard" else 0
    drawn = hand(variant, dice, owed=owed)
    if len(drawn) <= owed:
        return None
    return CardCase(cast("Operation", op), texts(drawn, deck), score=0 if op == "can_open" else None)


def _beside_a_table(variant: Variant, dice: Dice) -> Question | None:
    deck = variant.deck()
    told, there = lying_table(variant, dice)
    held = fitting([*there, *dense_hand(variant, dice, 1, 4)], deck)
    rest = Counter(held) - Counter(there)
    return CardCase("best", texts(tuple(rest.elements()), deck), told) if told and rest else None


def _knock(variant: Variant, dice: Dice) -> Question | None:
    """A whole hand, any discard, and the melds that leave least of the rest."""
    deck, who = variant.deck(), variant.settings.players
    dealt = min(variant.settings.deal.cards.at(who.min), SMALL_HAND) + 1
    drawn = list(dense_hand(variant, dice, dealt, dealt)[:dealt])
    dropped = drawn.pop(dice.between(0, len(drawn) - 1))
    best = solve_problem(Problem(variant, deck, canonical(drawn), objective=("deadwood_points",))) if drawn else None
    melds = tuple(" ".join(meld_texts(laid.meld, deck)) for laid in best.melds) if best else ()
    others = [card for card in deck.kinds() if card not in (*drawn, dropped)]
    upcard = card_text(pick(dice, others), deck) if variant.settings.knock.upcard.pairs else None
    seen = Situation(" ".join(texts((*drawn, dropped), deck)), drawn=True, opened=True, upcard=upcard)
    return PlayCase(a.Knock(discard=card_text(dropped, deck), melds=melds), max(2, who.min), situation=seen)


def _turn(variant: Variant, dice: Dice) -> Question | None:
    """A small position, and an action to try in it: legal, or one that is legal in others."""
    deck, who, names = variant.deck(), variant.settings.players, Names(variant)
    lying = [names.run(), names.run(3, 4, 2), names.set(6)]
    table = (TableMeld(pick(dice, lying), dice.between(0, 1)),) * dice.between(0, 1)
    drawn = spoilt_meld(variant, dice, 2) if dice.between(0, 1) else dense_hand(variant, dice, 1, 5)
    cards = texts(drawn, deck)
    seen = Situation(
        " ".join(cards), table, drawn=bool(dice.between(0, 1)), opened=bool(dice.between(0, 1)),
        pile=pick(dice, [names.loose, ""]),
    )  # fmt: skip
    case = PlayCase(a.Pass(), max(2, who.min), situation=seen)
    try:
        options = list(legal_actions(start(case, variant), None))[:12]
    except (MeldproofError, EngineDeclined, IllegalAction):
        options = []
    other: list[a.Action] = [*(a.Discard(card=card) for card in cards[:2]), a.LayMelds(melds=(" ".join(cards[:3]),))]
    other += [a.LayOff(meld=0, cards=card) for card in cards[:2]] if table else []
    pass_on: list[a.Action] = [a.Draw(), a.Draw(source="discard"), a.Pass(), a.EndTurn(), a.Rebuild()]
    action: Any = pick(dice, [*options, *other, *pass_on])
    return PlayCase(action, case.players, situation=seen)
