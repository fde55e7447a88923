"""Wrong ways to find the best: what no change of a rule says, and what implementers do most often.

Laying the dearest, or the longest, meld first and going on with the rest; arranging all cards first and discarding from
what is left over. Each is done here as it would be done there, so that its answers can be recognised, and the smallest
hands that tell it from the right way go into the kits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from meldproof.arranging.columns import Candidate, Maker, candidate_points
from meldproof.arranging.model import make_items
from meldproof.arranging.solve import make_problem
from meldproof.arranging.tables import TableCase
from meldproof.cards import JOKER, Card
from meldproof.conforming.figures import figures_of
from meldproof.conforming.hard_hands import texts
from meldproof.errors import MeldproofError
from meldproof.notation import parse_cards
from meldproof.rules.worth import point_tables
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, Operation, arrangement
from meldproof.witnesses.questions import Question, Result, ask

TRIED, KEPT = 600, 4
"""Hands tried for a case at most, and cases found of which the smallest is kept."""
SIZES = (5, 10)
NO_TABLE = TableCase(frozenset(), ())


class Procedure(msgspec.Struct, frozen=True):
    """A way to arrange a hand: from a case about one to the figures it comes to, several where a tie leaves it open.

    `ops` are the operations that it answers.
    """

    id: str
    words: Text
    ops: tuple[Operation, ...]
    arranged: Callable[[CardCase, Variant], list[Result]]


def answered_so(procedure: Procedure, question: Question, variant: Variant) -> Result | None:
    """What an implementation that follows a procedure answers; None where that is not known."""
    return next(iter(answers_so(procedure, question, variant)), None)


def answers_so(procedure: Procedure, question: Question, variant: Variant) -> list[Result]:
    """All that an implementation that follows a procedure may answer, as it decides ties."""
    if not isinstance(question, CardCase) or question.op not in procedure.ops or question.table or question.opening:
        right = ask(question, variant)
        return [] if right is None else [right]
    try:
        return procedure.arranged(question, variant)
    except MeldproofError:
        return []


def procedures_of(variant: Variant) -> tuple[Procedure, ...]:
    """The wrong ways that there are to arrange hands of a variant."""
    return PROCEDURES if variant.settings.discard.each_turn else PROCEDURES[:-1]


def _laid_in_turn(case: CardCase, variant: Variant, worth: Callable[[Candidate, int], tuple[int, ...]]) -> list[Result]:
    """The figures where the best single meld is laid again and again, and of what is left the dearest discarded."""
    problem = make_problem(variant, case.cards)
    items = tuple(make_items(problem, NO_TABLE))
    worths = point_tables(variant.settings).melded
    melds = [(each, candidate_points(each, items, worths)) for each in Maker(items, variant.settings).melds()]
    found = []
    for order in (melds, melds[::-1]):  # the first or the last of those that are worth the same
        left = Counter({number: item.copies for number, item in enumerate(items)})
        points = 0
        laid: list[Candidate] = []
        for candidate, brings in sorted(order, key=lambda meld: worth(*meld), reverse=True):
            needs = Counter(entry.item for entry in candidate.filled)
            while needs <= left:
                left -= needs
                points += brings
                laid.append(candidate)
        if _meets_requirement(laid, variant):
            found.append(_figures(case, variant, [items[number].card for number in left.elements()], points))
    return found


def _meets_requirement(laid: Sequence[Candidate], variant: Variant) -> bool:
    terms = variant.settings.requirement
    runs = [candidate for candidate in laid if candidate.kind == "run"]
    return len(runs) >= terms.runs and sum(candidate.is_pure for candidate in runs) >= terms.pure_runs


def _figures(case: CardCase, variant: Variant, left: Sequence[Card], points: int) -> Result:
    """The objective's figures with these cards left over, less the dearest where a discard is owed."""
    costs = point_tables(variant.settings).hand
    kept = sorted(left, key=lambda card: costs[card.rank])
    if case.op == "best_after_discard" and kept:
        kept.pop()
    figures = figures_of(variant, kept, len(case.cards) - len(left), points)
    return {name: figures[name] for name in variant.settings.arrange.objective}


def _dearest_first(case: CardCase, variant: Variant) -> list[Result]:
    return _laid_in_turn(case, variant, lambda candidate, points: (points, len(candidate.filled)))


def _longest_first(case: CardCase, variant: Variant) -> list[Result]:
    return _laid_in_turn(case, variant, lambda candidate, points: (len(candidate.filled), points))


def _discarded_after(case: CardCase, variant: Variant) -> list[Result]:
    whole = arrangement(CardCase("best", case.cards), variant)
    if not whole.optimal:
        return []
    found = [_figures(case, variant, whole.deadwood, whole.figures.melded_points)]
    costs = point_tables(variant.settings).hand
    for place, token in enumerate(parse_cards(case.cards, variant.deck())):
        cost = costs[token.card.rank]
        others = case.cards[:place] + case.cards[place + 1 :]
        less = arrangement(CardCase("best", others), variant) if others else None
        left = 0 if less is None else less.figures.deadwood_points
        dearest = max((costs[card.rank] for card in less.deadwood), default=0) if less is not None else 0
        if left + cost == whole.figures.deadwood_points and dearest <= cost:  # as good, and this card the dearest left
            found.append({"deadwood_points": left})
    return found


PROCEDURES = (
    Procedure(
        "dearest-first",
        Text("it laid the dearest meld first, then the dearest of the rest, and so on",
             "bajara primero la combinación de más puntos, después la mejor de las que quedan, y así"),
        ("best", "best_after_discard"),
        _dearest_first,
    ),
    Procedure(
        "longest-first",
        Text("it laid the longest meld first, then the longest of the rest, and so on",
             "bajara primero la combinación más larga, después la más larga de las que quedan, y así"),
        ("best", "best_after_discard"),
        _longest_first,
    ),
    Procedure(
        "discard-afterwards",
        Text("it arranged all cards first, and then discarded the dearest left over",
             "armara primero todas las cartas y recién después descartara la más cara de las que sobran"),
        ("best_after_discard",),
        _discarded_after,
    ),
)  # fmt: skip


def telling_hands(variant: Variant) -> Iterator[tuple[Procedure, CardCase]]:
    """For each procedure two hands that it gets wrong: the smallest found, and one as large as is dealt.

    Those who lay one meld after the other share theirs.
    """
    mine = procedures_of(variant)
    for op in dict.fromkeys(procedure.ops[0] for procedure in mine):
        group = [procedure for procedure in mine if procedure.ops[0] == op]
        for found in (_smallest(op, group, variant), _as_dealt(op, group, variant)):
            if found is not None:
                yield from ((procedure, found) for procedure in group)


def _smallest(op: Operation, group: Sequence[Procedure], variant: Variant) -> CardCase | None:
    """A hand that all these procedures get wrong, and none with a card less."""
    found: list[CardCase] = []
    for cards in hands_to_try(variant, SIZES):
        case = CardCase(op, cards)
        if _all_wrong(case, group, variant):
            found.append(_shrunk(case, group, variant))
            if len(found) >= KEPT:
                break
    return min(found, key=lambda case: (len(case.cards), case.cards), default=None)


def _as_dealt(op: Operation, group: Sequence[Procedure], variant: Variant) -> CardCase | None:
    """A hand of as many cards as are dealt, and one more to discard, that all these procedures get wrong."""
    s = variant.settings
    size = s.deal.cards.at(max(2, s.players.min)) + (op == "best_after_discard")
    cases = (CardCase(op, cards) for cards in hands_to_try(variant, (size, size)) if len(cards) == size)
    return next((case for case in cases if _all_wrong(case, group, variant)), None)


def _all_wrong(case: CardCase, group: Sequence[Procedure], variant: Variant) -> bool:
    """In the figure that counts first, which everybody gives."""
    right, first = ask(case, variant), variant.settings.arrange.objective[0]
    given = [answered_so(procedure, case, variant) for procedure in group]
    return right is not None and all(answer is not None and answer[first] != right[first] for answer in given)


def _shrunk(case: CardCase, group: Sequence[Procedure], variant: Variant) -> CardCase:
    for place in range(len(case.cards)):
        fewer = CardCase(case.op, case.cards[:place] + case.cards[place + 1 :])
        if fewer.cards and _all_wrong(fewer, group, variant):
            return _shrunk(fewer, group, variant)
    return case


def hands_to_try(variant: Variant, sizes: tuple[int, int] = SIZES) -> Iterator[tuple[str, ...]]:
    """Dense hands, in an order that is always the same: few ranks, few suits, now and then a wild."""
    deck = variant.deck()
    ranks, suits = len(deck.ranks), len(deck.suits)
    dice = random.Random(1)
    for _ in range(TRIED):
        first, width = dice.randint(1, ranks - 2), dice.randint(3, 6)
        window = range(first, min(ranks, first + width - 1) + 1)
        few = dice.sample(range(1, suits + 1), dice.randint(2, min(3, suits)))
        near = [Card(rank, suit) for rank in window for suit in few for _ in range(deck.copies)]
        near += [JOKER] * min(deck.jokers, dice.choice((0, 0, 0, 1)))
        hand = dice.sample(near, min(len(near), dice.randint(*sizes)))
        yield texts(hand, deck)
