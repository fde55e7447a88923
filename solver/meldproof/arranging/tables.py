"""Tables: reading melds that lie there, and which of their wilds may move.

Where a table may be rearranged, its wilds stay bound until they are freed; that is judged by the final table, so each
way of freeing some of them is a case of its own, with the hand cards that it obliges to be laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations, product
from typing import NamedTuple

import msgspec

from meldproof.arranging.automaton import (
    JOKER,
    NATURAL,
    Automaton,
    automaton,
    last_place,
    longest_run,
    longest_set,
    roles,
    run_starts,
    suit_law,
    three_suits,
)
from meldproof.arranging.freed import set_prices
from meldproof.arranging.limits import Watch
from meldproof.arranging.lying import lying_table
from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Meld, Slot, order_in_set, rank_at, slot_of
from meldproof.checking.verdict import check_equals, legal_readings
from meldproof.errors import AmbiguousMeld, ProblemError
from meldproof.messages import say
from meldproof.notation import Token, meld_texts, represented
from meldproof.rules.caching import once_per_settings
from meldproof.rules.melds import keeps_all_rules
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

Place = tuple[int, int]
"""A table meld's number and a slot's number in it."""
MOST_SPELLED, MOST_ORDERS = 4, 5040
"""Readings that are spelled out where there are several; orders of a run's wilds that are tried."""


class TableCase(msgspec.Struct, frozen=True):
    """One way to treat the table's wilds: those that are free to move, and hand cards that must be laid for it."""

    free: frozenset[Place]
    must_lay: tuple[Card, ...]


def read_meld(
    tokens: Sequence[Token], variant: Variant, where: str, fits: Callable[[Meld], bool] | None = None
) -> Meld:
    """The meld that cards are, wherever melds are written: on tables, in logs, in positions, on pages.

    As written, a bare wild of a run having the place it is written at; else from the top down (`Ks Qs Js`); else in
    any order, if that has a single reading. In a set `=` must name a card that the wild may be, and binds no further
    than that. Of several readings it is the one that `fits` where it is put, if one alone does. Raises ProblemError,
    beginning with `where`, for what is no meld, and AmbiguousMeld with every reading spelled out for what could be
    several.
    """
    found = plain_meld([token.card for token in tokens], [token.stands_for for token in tokens], variant.settings)
    if found is not None:
        return found
    check_equals(tokens, variant)
    readings = _readings(tokens, variant)
    if fits is not None and len(readings) > 1:
        readings = [one for one in readings if fits(one)] or readings
    if len(readings) == 1:
        return readings[0]
    text = " ".join(token.text for token in tokens)
    if not readings:
        raise ProblemError(
            say("{where} ({text}) is no meld in {name}", where=where, text=text[:60], name=variant.title)
        )
    deck = variant.deck()
    ways = [" ".join(meld_texts(meld, deck)) for meld in readings[:MOST_SPELLED]]
    known = say(", or ").join(ways)
    if len(readings) > len(ways):
        known += say(", or in {number} more ways", number=len(readings) - len(ways))
    raise AmbiguousMeld(
        say(
            "{where} ({text}) can be read in {number} ways; write {known}",
            where=where,
            text=text[:60],
            number=say("two") if len(readings) == 2 else len(readings),
            known=known,
        )
    )


def _readings(tokens: Sequence[Token], variant: Variant) -> list[Meld]:
    """The readings of cards in the first order that has any, each once."""
    declared = {meld.slots[0].place for meld in legal_readings(tokens, variant, kinds=("set",))}
    loose = [msgspec.structs.replace(token, stands_for=None) for token in tokens]
    sets = [meld for meld in legal_readings(loose, variant, kinds=("set",)) if meld.slots[0].place in declared]
    found = [*legal_readings(tokens, variant, ordered=True, kinds=("run",)), *sets]
    found = found or list(legal_readings(tokens[::-1], variant, ordered=True, kinds=("run",)))
    found = found or [
        other for one in legal_readings(tokens, variant, kinds=("run",)) for other in _dealt(one, tokens, variant)
    ]
    plain = [meld for meld in found if _written_wilds(tokens) == _wilds_of_a_rank(meld)]
    any_suit = variant.settings.run.suit == "any"
    return list({_as_read(meld, any_suit): meld for meld in reversed(plain or found)}.values())[::-1]


def _as_read(meld: Meld, any_suit: bool) -> object:
    """What tells two readings of the same cards apart: a set's rank; where a run's cards stand, and for which suit."""
    if meld.kind == "set":
        return meld.slots[0].place
    return tuple((slot.card, slot.place, 0 if any_suit else slot.as_suit) for slot in meld.slots)


def _dealt(run: Meld, tokens: Sequence[Token], variant: Variant) -> Iterator[Meld]:
    """A run with its wilds, but those that are written with `=`, in every order that the rules allow."""
    bound = Counter((token.card, token.stands_for) for token in tokens if token.stands_for)
    free = []
    for at, slot in enumerate(run.slots):
        if slot.wild and bound[said := (slot.card, represented(slot, variant.deck()))]:
            bound[said] -= 1
        elif slot.wild:
            free.append(at)
    for cards in islice(permutations([run.slots[at].card for at in free]), MOST_ORDERS):
        slots = list(run.slots)
        for at, card in zip(free, cards, strict=True):
            slots[at] = msgspec.structs.replace(slots[at], rank=card.rank, suit=card.suit)
        meld = Meld("run", tuple(slots))
        if keeps_all_rules(meld, variant.settings):
            yield meld


class Catalogue(NamedTuple):
    """What is asked of a variant for every meld that is read: its runs' and sets' automata, wild ranks.

    `last` is by the first place of a run its last one, where places don't go round. Sets are those of no more cards
    than there are ranks.
    """

    runs: Automaton
    sets: Automaton
    last: dict[int, int]
    longest_set: int
    wild_ranks: frozenset[int]
    ranks: int
    suits: int


@once_per_settings
def _catalogue(s: Settings) -> Catalogue:
    ranks, longest = len(s.deck.ranks), longest_set(s, len(s.deck.ranks))
    runs, sets = automaton(s, "run", longest_run(s)), automaton(s, "set", longest)
    starts = () if s.run.ends.startswith("cyclic") else run_starts(s)
    last = {first: last_place(s, first) for first in starts}
    return Catalogue(runs, sets, last, longest, roles(s).wild, ranks, len(s.deck.suits))


def plain_meld(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings) -> Meld | None:
    """The meld of two naturals or more, and jokers, by the catalogue: quicker than every reading, and the only one.

    `stands_for` is what `=` says of each card. None where there are more cards than ranks, a card of a wild rank, or no
    such meld; then the long way round says what is wrong.
    """
    known = _catalogue(s)
    ranks = [card.rank for card in cards if card.rank]
    if len(ranks) < 2 or len(cards) > known.ranks or not known.wild_ranks.isdisjoint(ranks):
        return None
    for card, other in zip(cards, stands_for, strict=True):
        if other is not None and card.rank:
            return None
    same = ranks.count(ranks[0]) == len(ranks)
    return (_plain_set if same else _plain_run)(cards, stands_for, s, known)


def _plain_set(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings, known: Catalogue) -> Meld | None:
    size = len(cards)
    suits = [card.suit for card in cards if card.rank]
    rank = next(card.rank for card in cards if card.rank)
    jokers = size - len(suits)
    law = suit_law(s, size, with_wilds=jokers > 0)
    different = len(set(suits))
    three = three_suits(suits, range(1, known.suits + 1), jokers) if law == "three" else None
    fits = {
        "any": True,
        "same": different == 1,
        "distinct": different == len(suits) and size <= known.suits,
        "three": three is not None,
    }[law]
    if not fits or size > known.longest_set:
        return None
    if not known.sets.accepts([NATURAL] * len(suits) + [JOKER] * jokers):
        return None
    slots = [slot_of(rank, suit, rank, suit, False) for suit in suits]
    if jokers:
        if any(stands_for):
            return None
        free = [suit for suit in range(1, known.suits + 1) if suit not in suits]
        wild_suits = [suits[0]] * jokers if s.set.suits == "same" else three or [*free, *[1] * jokers][:jokers]
        slots += [slot_of(0, 0, rank, suit, True) for suit in wild_suits]
    return Meld("set", tuple(sorted(slots, key=order_in_set)))


def _plain_run(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings, known: Catalogue) -> Meld | None:
    size, any_suit = len(cards), s.run.suit == "any"
    at, card = next((at, card) for at, card in enumerate(cards) if card.rank)
    if any_suit and not all(card.rank for card in cards):
        return None
    shown = [other or card for card, other in zip(cards, stands_for, strict=True)]
    firsts = []
    for first in (card.rank - at, card.rank - at + known.ranks):
        if first in known.last and first + size - 1 <= known.last[first] and _stand_so(shown, first, known.ranks):
            firsts.append(first)
    one_suit = any_suit or len({one.suit for one in shown if one.rank}) == 1
    if len(firsts) != 1 or not one_suit or not known.runs.accepts([NATURAL if c.rank else JOKER for c in cards]):
        return None
    suit = card.suit
    places = enumerate(cards, firsts[0])
    return Meld("run", tuple([slot_of(c.rank, c.suit, place, c.suit or suit, not c.rank) for place, c in places]))


def _stand_so(cards: Sequence[Card], first: int, ranks: int) -> bool:
    """Whether in a run from a place on every card, or what is said of a joker, is of the rank of its place."""
    wanted = [rank_at(place, ranks) for place in range(first, first + len(cards))]
    return [card.rank or rank for card, rank in zip(cards, wanted, strict=True)] == wanted


def _written_wilds(tokens: Sequence[Token]) -> Counter[Card]:
    """The cards of wild ranks that are written with `=`. Where it can be, a bare one is natural, as in every answer."""
    return Counter(token.card for token in tokens if token.stands_for is not None and not token.card.is_joker)


def _wilds_of_a_rank(meld: Meld) -> Counter[Card]:
    return Counter(slot.card for slot in meld.slots if slot.wild and not slot.card.is_joker)


def table_cases(problem: Problem, watch: Watch | None = None) -> Iterator[TableCase]:
    """Every way of freeing wilds of the table that the hand allows. Raises EngineDeclined for what isn't searched.

    `watch` says when it has taken too long.
    """
    s = problem.settings
    bound = [
        (number, index, slot)
        for number, known in enumerate(lying_table(problem.table).known)
        if known.has_wilds
        for index, slot in enumerate(known.meld.slots)
        if slot.wild
    ]
    if s.table.jokers == "free" or not bound:
        yield TableCase(frozenset((number, index) for number, index, _ in bound), ())
        return
    hand = Counter(problem.hand)
    there = Counter(slot.card for meld in problem.table for slot in meld.slots if not slot.wild)
    options: list[list[tuple[tuple[Place, ...], tuple[Card, ...]]]] = []
    for number, meld in enumerate(problem.table):
        wild_slots = [(index, slot) for index, slot in enumerate(meld.slots) if slot.wild]
        if meld.kind == "run":
            options += [_run_options(problem, number, index, slot) for index, slot in wild_slots]
        elif wild_slots:
            options.append(_set_options(problem, number, meld, [index for index, _ in wild_slots]))
    for choice in product(*options):
        if watch is not None:
            watch.step()
        needed = Counter(card for _, cards in choice for card in cards)
        if s.exchange.cards == "hand-or-table":  # what lies on the table stays there, in whatever meld
            needed -= there
        if not needed - hand:
            yield TableCase(frozenset(place for places, _ in choice for place in places), tuple(needed.elements()))


def _run_options(
    problem: Problem, number: int, index: int, slot: Slot
) -> list[tuple[tuple[Place, ...], tuple[Card, ...]]]:
    stays: tuple[tuple[Place, ...], tuple[Card, ...]] = ((), ())
    if problem.settings.exchange.cards == "none":
        return [stays]
    return [stays, (((number, index),), (represented(slot, problem.deck),))]


def _set_options(
    problem: Problem, number: int, meld: Meld, wilds: Sequence[int]
) -> list[tuple[tuple[Place, ...], tuple[Card, ...]]]:
    """Ways to free some wilds of a set, the first of them."""
    s = problem.settings
    options: list[tuple[tuple[Place, ...], tuple[Card, ...]]] = [((), ())]
    if s.exchange.cards == "none":
        return options
    for freed in range(1, len(wilds) + 1):
        for cards in set_prices(s, meld, freed):
            options.append((tuple((number, index) for index in wilds[:freed]), cards))
    return options
