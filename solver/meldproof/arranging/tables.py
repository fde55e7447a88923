"""Tables: reading melds that lie there, and which of their wilds may move.

Where a table may be rearranged, its wilds stay bound until they are freed; that is judged by the final table, so each
way of freeing some of them is a case of its own, with the hand cards that it obliges to be laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
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
)
from meldproof.arranging.limits import Watch
from meldproof.arranging.lying import lying_table
from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Meld, Slot, order_in_set
from meldproof.checking.verdict import check_equals, legal_readings
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.notation import Token, card_text, represented
from meldproof.rules.caching import once_per_settings
from meldproof.variant.loading import Variant
from meldproof.variant.vocabulary import Settings

Place = tuple[int, int]
"""A table meld's number and a slot's number in it."""


class TableCase(msgspec.Struct, frozen=True):
    """One way to treat the table's wilds: those that are free to move, and hand cards that must be laid for it."""

    free: frozenset[Place]
    must_lay: tuple[Card, ...]


def read_table_meld(tokens: Sequence[Token], variant: Variant, number: int) -> Meld:
    """A table meld from its cards as written: in a run every wild has the place it is written at.

    In a set a suit after `=` does not bind. Raises ProblemError for what is no meld, or could be two.
    """
    found = plain_meld([token.card for token in tokens], [token.stands_for for token in tokens], variant.settings)
    if found is not None:
        return found
    check_equals(tokens, variant)
    text = " ".join(token.text for token in tokens)
    loose = [msgspec.structs.replace(token, stands_for=None) for token in tokens]
    runs = list(legal_readings(tokens, variant, ordered=True, kinds=("run",)))
    sets = [
        meld
        for meld in legal_readings(loose, variant, kinds=("set",))
        if all(t.stands_for is None or t.stands_for.rank == meld.slots[0].place for t in tokens)
    ]
    plain = [meld for meld in (*runs, *sets) if _written_wilds(tokens) == _wilds_of_a_rank(meld)]
    if plain:
        runs, sets = [meld for meld in runs if meld in plain], [meld for meld in sets if meld in plain]
    places = {tuple(slot.place for slot in meld.slots) for meld in runs}
    ranks = {meld.slots[0].place for meld in sets}
    if not runs and not sets:
        hint = "; write a run's cards in order" if any(m.kind == "run" for m in legal_readings(tokens, variant)) else ""
        raise ProblemError(f"table meld {number} ({text[:60]}) is no meld in {variant.id}{hint}")
    if bool(runs) + bool(sets) > 1 or len(places) > 1 or len(ranks) > 1 or len({m.slots[0].as_suit for m in runs}) > 1:
        deck = variant.deck()
        wild = next(slot for meld in (*runs, *sets) for slot in meld.slots if slot.wild)
        example = f"{card_text(wild.card, deck)}={card_text(represented(wild, deck), deck)}"
        raise ProblemError(
            f"table meld {number} ({text[:60]}) can be read in two ways; say what a wild stands for, such as {example}"
        )
    return (runs or sets)[0]


class Catalogue(NamedTuple):
    """What is asked of a variant for every meld that is read: its runs' and sets' automata, first places, wild ranks.

    Sets are those of no more cards than there are ranks.
    """

    runs: Automaton
    sets: Automaton
    starts: frozenset[int]
    longest_set: int
    wild_ranks: frozenset[int]
    ranks: int
    suits: int


@once_per_settings
def _catalogue(s: Settings) -> Catalogue:
    ranks, longest = len(s.deck.ranks), longest_set(s, len(s.deck.ranks))
    runs, sets = automaton(s, "run", max(longest_run(s), 1)), automaton(s, "set", max(longest, 1))
    starts = frozenset() if s.run.ends.startswith("cyclic") else frozenset(run_starts(s))
    return Catalogue(runs, sets, starts, longest, roles(s).wild, ranks, len(s.deck.suits))


def plain_meld(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings) -> Meld | None:
    """The meld of two naturals or more, and jokers, by the catalogue: quicker than every reading, and the only one.

    `stands_for` is what `=` says of each card. None where there are more cards than ranks, a card of a wild rank, or no
    such meld; then the long way round says what is wrong.
    """
    known = _catalogue(s)
    naturals = [card for card in cards if card.rank]
    if len(naturals) < 2 or len(cards) > known.ranks:
        return None
    rank, same = naturals[0].rank, True
    for card in naturals:
        same = same and card.rank == rank
        if card.rank in known.wild_ranks:
            return None
    for card, other in zip(cards, stands_for, strict=True):
        if other is not None and card.rank:
            return None
    return (_plain_set if same else _plain_run)(cards, stands_for, s, known)


def _plain_set(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings, known: Catalogue) -> Meld | None:
    size = len(cards)
    suits = [card.suit for card in cards if card.rank]
    rank = next(card.rank for card in cards if card.rank)
    jokers = size - len(suits)
    law = suit_law(s, size, with_wilds=jokers > 0)
    different = len(set(suits))
    fits = law == "any" or (different == 1 if law == "same" else different == len(suits) and size <= known.suits)
    if not fits or not s.set.min <= size <= known.longest_set:
        return None
    if not known.sets.accepts([NATURAL] * len(suits) + [JOKER] * jokers):
        return None
    slots = [Slot(rank, suit, rank, suit, False) for suit in suits]
    if jokers:
        if any(other is not None and other.rank != rank for other in stands_for):
            return None
        free = [suit for suit in range(1, known.suits + 1) if suit not in suits]
        wild_suits = [suits[0]] * jokers if s.set.suits == "same" else [*free, *[1] * jokers][:jokers]
        slots += [Slot(0, 0, rank, suit, True) for suit in wild_suits]
    return Meld("set", tuple(sorted(slots, key=order_in_set)))


def _plain_run(cards: Sequence[Card], stands_for: Sequence[Card | None], s: Settings, known: Catalogue) -> Meld | None:
    size, any_suit = len(cards), s.run.suit == "any"
    at, card = next((at, card) for at, card in enumerate(cards) if card.rank)
    if size < s.run.min or (any_suit and not all(card.rank for card in cards)):
        return None
    shown = [other or card for card, other in zip(cards, stands_for, strict=True)]
    firsts = []
    for first in (card.rank - at, card.rank - at + known.ranks):
        if first in known.starts and first + size - 1 <= last_place(s, first) and _stand_so(shown, first, known):
            firsts.append(first)
    one_suit = any_suit or len({one.suit for one in shown if one.rank}) == 1
    if len(firsts) != 1 or not one_suit or not known.runs.accepts([NATURAL if c.rank else JOKER for c in cards]):
        return None
    suit = card.suit
    places = enumerate(cards, firsts[0])
    return Meld("run", tuple([Slot(c.rank, c.suit, place, c.suit or suit, not c.rank) for place, c in places]))


def _stand_so(cards: Sequence[Card], first: int, known: Catalogue) -> bool:
    """Whether in a run from a place on every card, or what is said of a joker, is of the rank of its place."""
    return all(card.rank in (0, (place - 1) % known.ranks + 1) for place, card in enumerate(cards, first))


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
    if s.exchange.cards == "hand-or-table":
        raise EngineDeclined("exchanging wilds for cards of the table is judged turn by turn (referee), not searched")
    hand = Counter(problem.hand)
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
        must_lay = tuple(card for _, cards in choice for card in cards)
        if not Counter(must_lay) - hand:
            yield TableCase(frozenset(place for places, _ in choice for place in places), must_lay)


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
    """To free f wilds of a set of n takes f of its missing cards, or f + (full size) − n where all are needed."""
    s = problem.settings
    options: list[tuple[tuple[Place, ...], tuple[Card, ...]]] = [((), ())]
    if s.exchange.cards == "none" or s.exchange.set == "never":
        return options
    suits = {slot.suit for slot in meld.slots if not slot.wild}
    rank = meld.slots[0].place
    missing = [Card(rank, suit) for suit in range(1, len(s.deck.suits) + 1) if suit not in suits]
    extra = len(s.deck.suits) - len(meld.slots) if s.exchange.set == "all-missing" else 0
    for freed in range(1, len(wilds) + 1):
        for cards in combinations(missing, freed + extra):
            options.append((tuple((number, index) for index in wilds[:freed]), cards))
    return options
