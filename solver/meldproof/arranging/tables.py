"""Tables: reading melds that lie there, and which of their wilds may move.

Where a table may be rearranged, its wilds stay bound until they are freed; that is judged by the final table, so each
way of freeing some of them is a case of its own, with the hand cards that it obliges to be laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import msgspec

from meldproof.arranging.automaton import last_place, longest_set, roles, run_starts, suit_law
from meldproof.arranging.lying import lying_table
from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Kind, Meld, Slot
from meldproof.checking.verdict import check_equals, legal_readings
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.notation import Token, card_text, represented
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
    plain_meld = _natural_meld(tokens, variant.settings)
    if plain_meld is not None:
        return plain_meld
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


def _natural_meld(tokens: Sequence[Token], s: Settings) -> Meld | None:
    """The meld of cards that can't be wild, by the catalogue: quicker than every reading, and the only one there is.

    None where there is a wild, or no such meld; then the long way round says what is wrong.
    """
    size, allowed = len(tokens), roles(s)
    cards = [token.card for token in tokens]
    if size < 2 or any(t.stands_for or not t.card.rank or t.card.rank in allowed.wild for t in tokens):
        return None
    if len({card.rank for card in cards}) == 1:
        rank = cards[0].rank
        suits = {card.suit for card in cards}
        law = suit_law(s, size, with_wilds=False)
        fits = {"distinct": len(suits) == size, "same": len(suits) == 1, "any": True}[law]
        if not fits or not s.set.min <= size <= longest_set(s, size) or not _all_naturals(s, "set", size):
            return None
        slots = sorted((Slot(rank, card.suit, rank, card.suit, False) for card in cards), key=_in_a_set)
        return Meld("set", tuple(slots))
    ranks, first = len(s.deck.ranks), cards[0].rank
    if s.run.ends.startswith("cyclic") or first not in run_starts(s) or first + size - 1 > last_place(s, first):
        return None
    in_order = all((first + at - 1) % ranks + 1 == card.rank for at, card in enumerate(cards))
    one_suit = s.run.suit == "any" or len({card.suit for card in cards}) == 1
    if not in_order or not one_suit or size < s.run.min or not _all_naturals(s, "run", size):
        return None
    return Meld("run", tuple(Slot(c.rank, c.suit, first + at, c.suit, False) for at, c in enumerate(cards)))


def _all_naturals(s: Settings, kind: Kind, size: int) -> bool:
    """Whether a meld of so many naturals has as many as it needs."""
    return size >= (s.run if kind == "run" else s.set).naturals.min


def _in_a_set(slot: Slot) -> tuple[int, int]:
    return (slot.as_suit, slot.rank)


def _written_wilds(tokens: Sequence[Token]) -> Counter[Card]:
    """The cards of wild ranks that are written with `=`. Where it can be, a bare one is natural, as in every answer."""
    return Counter(token.card for token in tokens if token.stands_for is not None and not token.card.is_joker)


def _wilds_of_a_rank(meld: Meld) -> Counter[Card]:
    return Counter(slot.card for slot in meld.slots if slot.wild and not slot.card.is_joker)


def table_cases(problem: Problem) -> Iterator[TableCase]:
    """Every way of freeing wilds of the table that the hand allows. Raises EngineDeclined for what isn't searched."""
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
