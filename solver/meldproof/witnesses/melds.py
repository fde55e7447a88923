"""Melds that two variants judge differently: propose an assigned meld, recheck its cards, exclude them, repeat.

That cards are a meld says that *some* assignment of their wilds is legal, so a difference is more than a solver without
quantifiers can be asked for. It is asked for an assigned meld on which the rules differ; the checker then says whether
the cards differ. Where no such assigned meld is left, no cards differ: that is a proof.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple

from meldproof.arranging.automaton import longest_run, longest_set
from meldproof.cards import Card, Deck, Kind, canonical
from meldproof.checking.verdict import Verdict, check_cards
from meldproof.rules import smt
from meldproof.rules.logic import Num, Truth, add, all_of, any_of, at_most, choose, count, equal, less, look_up, negate
from meldproof.rules.melds import has_wild_rank, is_joker
from meldproof.rules.symbolic import SymbolicMeld, concrete_meld, differs_from
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.clocks import OUT_OF_TIME, Clock, GaveUp
from meldproof.witnesses.shared_terms import of_deck, rule_terms, shared_meld

MOST_CARDS = 14
"""Cards of the longest meld looked at: one more than a run of any text."""
MOST_REASSIGNED = 4
"""Cards of the longest meld whose wilds are assigned twice, once for each variant."""
REASSIGNED_LIMIT = 5.0
"""Seconds of a check on cards that are assigned twice: the hardest question asked here, and the least telling."""
MOST_ROUNDS = 400
"""Proposals rechecked at one size before giving up."""
KINDS: tuple[Kind, Kind] = ("set", "run")
Order = tuple[int, int, int, int, tuple[tuple[bool, int, int], ...]]


class Pair(NamedTuple):
    """Two variants that are compared on the cards both decks hold. `check_limit` is in seconds a solver's check."""

    first: Variant
    second: Variant
    deck: Deck
    clock: Clock
    check_limit: float = 20.0


class Proposed(NamedTuple):
    """Cards that may be a witness, and whether the checker confirms it."""

    cards: tuple[Card, ...]
    differ: bool


def shared_deck(first: Variant, second: Variant) -> Deck | None:
    """The cards that both largest decks hold; None where ranks or suits differ, so that places can't be compared."""
    one, other = first.deck(), second.deck()
    if (one.ranks, one.suits) != (other.ranks, other.suits):
        return None
    fewest = min(one.copies, other.copies), min(one.jokers, other.jokers)
    return Deck(one.style, one.ranks, one.suits, *fewest, one.turned or other.turned)


def order_of(cards: Sequence[Card], pair: Pair) -> Order:
    """The order of witnesses: fewest cards, then fewest that may be wild, of wild ranks, aces; then in order."""
    wild = {rank for variant in pair[:2] for rank in variant.settings.wild_ranks}
    ranked = sum(card.rank in wild for card in cards)
    jokers, aces = (sum(card.rank == rank for card in cards) for rank in (0, 1))
    keys = tuple((card.is_joker, card.suit, card.rank) for card in canonical(cards))
    return len(cards), ranked + jokers, ranked, aces, keys


def differing_melds(pair: Pair, size: int) -> Iterator[Proposed]:
    """Cards of a size that may be a meld in one variant only, in order. Raises GaveUp at a limit."""

    def accept(one: Verdict, other: Verdict) -> bool:
        return one.legal != other.legal

    kinds = [kind for kind in kinds_that_differ(pair) if size <= longest_meld(pair, kind)]
    yield from _merged([_proposals(pair, _legal_in_one(pair, kind, size), accept) for kind in kinds])


def differing_values(pair: Pair, size: int) -> Iterator[Proposed]:
    """Cards of a size that may be a meld in both, for different points, in order. Raises GaveUp at a limit.

    First assigned melds that are worth something else; only where there are none, cards that are assigned otherwise.
    """

    def accept(one: Verdict, other: Verdict) -> bool:
        return one.legal and other.legal and one.points != other.points

    tables = [point_tables(variant.settings).melded for variant in pair[:2]]
    kinds = [kind for kind in KINDS if size <= longest_meld(pair, kind)]
    none = True
    asked = [_worth_other(pair, kind, size) for kind in kinds] if tables[0] != tables[1] else []
    for proposed in _merged([_proposals(pair, proposal, accept) for proposal in asked]):
        none = none and not proposed.differ
        yield proposed
    changed = set(kinds_that_differ(pair))
    if none and changed and size <= MOST_REASSIGNED:
        twice = [_reassigned(pair, both, size) for both in product(kinds, kinds) if changed & set(both)]
        yield from _merged([_proposals(pair, proposal, accept, REASSIGNED_LIMIT) for proposal in twice])


EITHER_KIND = ("deck.ranks", "deck.suits", "wilds.ranks", "wilds.natural", "run.suit")
"""Parameters that the rules of sets and of runs look at."""


def kinds_that_differ(pair: Pair) -> tuple[Kind, ...]:
    """The kinds of meld for which the variants disagree in something that a rule looks at."""
    return tuple(kind for kind in KINDS if not _agree(pair, (*EITHER_KIND, f"{kind}.")))


def meld_sizes(pair: Pair) -> tuple[range, bool]:
    """The sizes at which either variant has melds, and whether these are all there are."""
    settings = [variant.settings for variant in pair[:2]]
    least = min(min(s.set.min, s.run.min) for s in settings)
    most = max(longest_meld(pair, kind) for kind in KINDS)
    return range(least, min(most, MOST_CARDS) + 1), most <= MOST_CARDS


def legality(name: str, kind: Kind, size: int, pair: Pair) -> tuple[Truth, Truth, Truth]:
    """Legality under the rules that are the same in both, and under the rest of the first's and of the second's."""
    terms = [rule_terms(name, kind, size, variant.settings) for variant in pair[:2]]
    rules = list(zip(*terms, strict=True))
    common = [one for one, other in rules if smt.same(one, other)]
    rest = [(one, other) for one, other in rules if not smt.same(one, other)]
    return all_of(common), all_of(one for one, _ in rest), all_of(other for _, other in rest)


def _agree(pair: Pair, names: tuple[str, ...]) -> bool:
    one, other = (
        {name: value for name, value in variant.values.items() if name.startswith(names)} for variant in pair[:2]
    )
    return one == other


def longest_meld(pair: Pair, kind: Kind) -> int:
    """The most cards of a meld of a kind, in either variant."""
    if kind == "run":
        return max(longest_run(variant.settings) for variant in pair[:2])
    return max(longest_set(variant.settings, pair.deck.size) for variant in pair[:2])


def _of_deck(name: str, kind: Kind, size: int, pair: Pair) -> list[Truth]:
    """A meld of the deck. As no rule tells suits apart, a run of one suit may as well be of the first."""
    parts = [*of_deck(name, kind, size, pair.deck)]
    if kind == "run" and all(variant.settings.run.suit == "same" for variant in pair[:2]):
        parts += [equal(slot.as_suit, 1) for slot in shared_meld(name, kind, size).slots]
    return parts


def _legal_in_one(pair: Pair, kind: Kind, size: int) -> Proposal:
    """An assigned meld that is legal in exactly one variant."""
    common, one, other = legality("m", kind, size, pair)
    if smt.same(one, other):
        return None
    either = any_of([all_of([one, negate(other)]), all_of([other, negate(one)])])
    return shared_meld("m", kind, size), [*_of_deck("m", kind, size, pair), common, either]


def _worth_other(pair: Pair, kind: Kind, size: int) -> Proposal:
    """An assigned meld that is legal in both variants, for different points."""
    meld = shared_meld("m", kind, size)
    one, other = (meld_worth(meld, point_tables(variant.settings).melded) for variant in pair[:2])
    if smt.same(one, other):
        return None
    legal = legality("m", kind, size, pair)
    return meld, [*_of_deck("m", kind, size, pair), *legal, negate(equal(one, other))]


def _reassigned(pair: Pair, kinds: tuple[Kind, Kind], size: int) -> Proposal:
    """Cards assigned twice: legally in the first variant and in the second, not both ways in both, for other points."""
    meld, again = shared_meld("m", kinds[0], size), shared_meld("n", kinds[1], size)
    common, one, other = legality("m", kinds[0], size, pair)
    common_again, one_again, other_again = legality("n", kinds[1], size, pair)
    if smt.same(one, other) and smt.same(one_again, other_again):
        return None
    parts = [*_of_deck("m", kinds[0], size, pair), *of_deck("n", kinds[1], size, pair.deck)]
    for slot in meld.slots:
        alike = (
            count(all_of([equal(slot.rank, x.rank), equal(slot.suit, x.suit)]) for x in entry.slots)
            for entry in (meld, again)
        )
        parts.append(equal(*alike))
    parts += [common, common_again, one, other_again, negate(all_of([other, one_again]))]
    worths = [
        meld_worth(entry, point_tables(variant.settings).melded)
        for entry, variant in zip((meld, again), pair[:2], strict=True)
    ]
    return meld, [*parts, negate(equal(*worths))]


Proposal = tuple[SymbolicMeld, list[Truth]] | None
"""What is asked of the solver, and the meld whose cards are then rechecked; None where it can't be satisfied."""
Accept = Callable[[Verdict, Verdict], bool]
Ranked = tuple[Order, Proposed]
"""A proposal with its place in the order; where the cards do not differ, that of its level."""


def _merged(ways: Sequence[Iterator[Ranked]]) -> Iterator[Proposed]:
    last: tuple[Card, ...] | None = None
    for _, proposed in heapq.merge(*ways, key=lambda ranked: ranked[0]):
        if proposed.cards != last:
            yield proposed
        last = proposed.cards


def _proposals(pair: Pair, proposal: Proposal, accept: Accept, limit: float = math.inf) -> Iterator[Ranked]:
    """The proposed cards with what the checker says of them; those that differ in order.

    Level by level: first the cards with the fewest wilds, wild ranks and aces that there can be, all of them, then the
    next. At a level any cards are looked at until some differ; from then on the first in order.
    """
    if proposal is None:
        return
    meld, parts = proposal
    solver = pair.clock.solver(min(pair.check_limit, limit))
    solver.add(*parts)
    measures = _measures(meld, pair)
    rounds = 0
    while True:
        with solver.frame():
            if not _satisfiable(solver):
                return
            for measure in measures:
                _make_least(solver, measure)
            level = [measure if isinstance(measure, int) else solver.value(measure) for measure in measures]
            in_order = False
            while _satisfiable(solver):
                if pair.clock.is_up():
                    raise GaveUp(OUT_OF_TIME)
                rounds += 1
                if rounds > MOST_ROUNDS:
                    size = len(meld.slots)
                    raise GaveUp(
                        Text(f"{MOST_ROUNDS} proposals of {size} cards", f"{MOST_ROUNDS} propuestas de {size} cartas")
                    )
                cards = _proposed(solver, meld, pair, in_order)
                differ = accept(*(check_cards(variant, cards) for variant in pair[:2]))
                if differ and not in_order:
                    in_order = True
                    continue
                order = order_of(cards, pair)
                yield (order if in_order else (*order[:-1], ())), Proposed(cards, differ)
                for likeness in _likenesses(cards, pair.deck):
                    solver.add(differs_from(meld.slots, Counter(likeness)))
        solver.add(_beyond(measures, level))


def _proposed(solver: smt.Solver, meld: SymbolicMeld, pair: Pair, in_order: bool) -> tuple[Card, ...]:
    """The cards of the last model, or the first in order that there are."""
    if not in_order:
        return canonical(concrete_meld(meld, solver).cards)
    with solver.frame():
        _satisfiable(solver)
        _make_first(solver, [_key(slot, pair.deck) for slot in meld.slots])
        return canonical(concrete_meld(meld, solver).cards)


def _beyond(measures: Sequence[Num], level: Sequence[int]) -> Truth:
    """That the measures come after a level, the first measure first."""
    ways = []
    for number, (measure, least) in enumerate(zip(measures, level, strict=True)):
        before = [equal(*pair) for pair in zip(measures[:number], level[:number], strict=True)]
        ways.append(all_of([*before, less(least, measure)]))
    return any_of(ways)


def _satisfiable(solver: smt.Solver, *assumptions: object) -> bool:
    answer = solver.check(*assumptions)
    if answer == "unknown":
        raise GaveUp(Text(f"no answer in {solver.limit:.0f} s", f"sin respuesta en {solver.limit:.0f} s"))
    return answer == "sat"


def _measures(meld: SymbolicMeld, pair: Pair) -> list[Num]:
    """What is made as small as can be, first things first: cards that may be wild, wild ranks, aces."""
    ranked = [any_of(has_wild_rank(slot, variant.settings) for variant in pair[:2]) for slot in meld.slots]
    jokers = [is_joker(slot) for slot in meld.slots]
    return [count([*ranked, *jokers]), count(ranked), count(equal(slot.rank, 1) for slot in meld.slots)]


def _key(slot: Any, deck: Deck) -> Num:
    """A card's place in canonical order, from 1 on; jokers last."""
    ranks, suits = len(deck.ranks), len(deck.suits)
    before = [0, *(ranks * number for number in range(suits))]
    return choose(is_joker(slot), ranks * suits + 1, add(look_up(before, slot.suit), slot.rank))


def _make_least(solver: smt.Solver, number: Num) -> None:
    """Fix a number at its least value; the last check was satisfiable, and the last of this one is again."""
    if isinstance(number, int):
        return
    best = solver.value(number)
    while best and _satisfiable(solver, at_most(number, best - 1)):
        best = solver.value(number)
    solver.add(equal(number, best))
    _satisfiable(solver)


def _make_first(solver: smt.Solver, keys: Sequence[Num]) -> None:
    """Fix the keys, as a multiset, at the first in order. The next key is most often the last one's neighbour."""
    low = 0
    for place in range(1, len(keys) + 1):
        high = sorted(solver.value(key) for key in keys)[place - 1]
        step = 1
        while low < high:
            middle = min(low + step, high - 1)
            step *= 2
            if _satisfiable(solver, at_most(place, count(at_most(key, middle) for key in keys))):
                high = sorted(solver.value(key) for key in keys)[place - 1]
            else:
                low = middle + 1
        solver.add(at_most(place, count(at_most(key, high) for key in keys)))
        _satisfiable(solver)
        low = high


def _likenesses(cards: Sequence[Card], deck: Deck) -> Iterator[tuple[Card, ...]]:
    """The same cards with the suits exchanged in every way: no rule tells suits apart."""
    seen = set()
    for order in permutations(range(1, len(deck.suits) + 1)):
        like = canonical(Card(card.rank, order[card.suit - 1] if card.suit else 0) for card in cards)
        if like not in seen:
            seen.add(like)
            yield like
