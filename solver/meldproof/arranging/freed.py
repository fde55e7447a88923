"""Wilds of a table that is rearranged: whether a final table leaves each where it may be, by one predicate for all.

A wild that stood for a card may leave if a natural such card, for each wild so freed, lies on the final table (or, by
the rules, came from the hand in that turn). Where a freed wild must go into a new meld, its meld holds no whole meld
that lay before. Copies of a card can't be told apart: what some way of telling them apart allows is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

from meldproof.arranging.columns import Candidate, Item
from meldproof.arranging.problem import Arrangement, Problem
from meldproof.cards import Card, Meld
from meldproof.notation import represented
from meldproof.variants.vocabulary import Settings

Wild = tuple[int, int]
"""A wild that lay on the table: the number of its meld, and of its slot there."""
Conflict = tuple[int, int]
"""A final meld with a freed wild, and a meld that lay before, all of whose cards it seems to hold."""


def wilds_lie_well(problem: Problem, final: Sequence[Meld], laid: Mapping[Card, int]) -> bool:
    """Whether the wilds of the problem's table may lie as they do on a final table, the hand having laid these."""
    s = problem.settings
    if s.table.jokers == "free":
        return True
    wilds = _wilds(problem)
    homes = [(n, i) for n, meld in enumerate(final) for i, slot in enumerate(meld.slots) if slot.wild]
    return any(_may_lie(problem, final, laid, places) for places in _placings(problem.table, final, wilds, homes))


def lies_well(answer: Arrangement) -> bool:
    """Whether an arrangement of a rearranged table leaves its wilds where they may lie."""
    final = [laid.meld for laid in answer.melds]
    return wilds_lie_well(answer.problem, final, Counter(answer.problem.hand) - Counter(answer.deadwood))


def goes_into_new_melds(problem: Problem) -> bool:
    """Whether freed wilds of the problem's table are bound to new melds."""
    s = problem.settings
    if not problem.rearranges or s.table.jokers == "free" or s.exchange.cards == "none":
        return False
    return s.exchange.into == "new-meld" and any(slot.wild for meld in problem.table for slot in meld.slots)


def _placings(
    old: Sequence[Meld], final: Sequence[Meld], wilds: Sequence[Wild], homes: Sequence[Wild]
) -> Iterator[dict[Wild, Wild]]:
    """Every way to say which wild of the final table is which that lay before."""
    if not wilds:
        yield {}
        return
    first, rest = wilds[0], wilds[1:]
    card = old[first[0]].slots[first[1]].card
    for home in homes:
        if final[home[0]].slots[home[1]].card == card:
            others = [other for other in homes if other != home]
            for placing in _placings(old, final, rest, others):
                yield {first: home, **placing}


def _may_lie(problem: Problem, final: Sequence[Meld], laid: Mapping[Card, int], placing: Mapping[Wild, Wild]) -> bool:
    freed = [wild for wild, home in placing.items() if not _stays(problem, wild, final[home[0]], home[1])]
    if not freed:
        return True
    s = problem.settings
    there: Counter[Card] = Counter(laid)
    if s.exchange.cards == "hand-or-table":
        there = Counter(slot.card for meld in final for slot in meld.slots if not slot.wild)
    if not any(not price - there for price in prices(problem, freed)):
        return False
    return s.exchange.into == "any" or _in_new_melds(problem.table, final, placing, freed)


def _stays(problem: Problem, wild: Wild, meld: Meld, index: int) -> bool:
    """Whether a wild plays a part that it may play without being freed."""
    home = problem.table[wild[0]]
    stood_for = represented(home.slots[wild[1]], problem.deck)
    if meld.kind == "run":
        return home.kind == "run" and represented(meld.slots[index], problem.deck) == stood_for
    if meld.slots[0].place != stood_for.rank:
        return False
    return home.kind == "set" or all(slot.wild or slot.suit != stood_for.suit for slot in meld.slots)


def prices(problem: Problem, freed: Sequence[Wild]) -> Iterator[Counter[Card]]:
    """The naturals that must be there for these wilds to be free: each choice of them."""
    s, by_meld = problem.settings, Counter(number for number, _ in freed)
    choices: list[list[tuple[Card, ...]]] = []
    for number, count in by_meld.items():
        meld = problem.table[number]
        if meld.kind == "run":
            slots = [meld.slots[index] for home, index in freed if home == number]
            choices.append([tuple(represented(slot, problem.deck) for slot in slots)])
        else:
            choices.append(set_prices(s, meld, count))
    for choice in product(*choices) if s.exchange.cards != "none" else ():
        yield Counter(card for cards in choice for card in cards)


def set_prices(s: Settings, meld: Meld, freed: int) -> list[tuple[Card, ...]]:
    """To free so many wilds of a set takes as many of its missing cards; or first those that make it full, too."""
    if s.exchange.set == "never":
        return []
    suits = {slot.suit for slot in meld.slots if not slot.wild}
    missing = [Card(meld.slots[0].place, suit) for suit in range(1, len(s.deck.suits) + 1) if suit not in suits]
    first = len(s.deck.suits) - len(meld.slots) if s.exchange.set == "all-missing" else 0
    return list(combinations(missing, freed + first))


def _in_new_melds(
    old: Sequence[Meld], final: Sequence[Meld], placing: Mapping[Wild, Wild], freed: Sequence[Wild]
) -> bool:
    """Whether copies can be told apart so that no meld with a freed wild holds a whole meld that lay before."""
    conflicts: list[Conflict] = []
    for number in {placing[wild][0] for wild in freed}:
        held = Counter(slot.card for slot in final[number].slots if not slot.wild)
        for before, meld in enumerate(old):
            wilds = [(before, index) for index, slot in enumerate(meld.slots) if slot.wild]
            if not naturals(meld) - held and all(placing[wild][0] == number for wild in wilds):
                conflicts.append((number, before))
    if not conflicts:
        return True
    places = [naturals(meld) for meld in final]
    ways = [list(naturals(old[before])) for _, before in conflicts]
    for choice in product(*ways):
        asked: dict[Card, list[Conflict]] = {}
        for card, conflict in zip(choice, conflicts, strict=True):
            asked.setdefault(card, []).append(conflict)
        if all(_told_apart(card, pairs, old, places) for card, pairs in asked.items()):
            return True
    return False


def _told_apart(card: Card, pairs: Sequence[Conflict], old: Sequence[Meld], places: Sequence[Counter[Card]]) -> bool:
    """Whether copies of a card can be dealt out so that in each pair the old meld's are not all in the final one."""
    where = [number for number, held in enumerate(places) for _ in range(held[card])]
    origins: list[int] = [number for number, meld in enumerate(old) for _ in range(naturals(meld)[card])]
    origins += [-1] * (len(where) - len(origins))
    return any(
        all(
            sum(o == before and w == number for o, w in zip(order, where, strict=True)) < naturals(old[before])[card]
            for number, before in pairs
        )
        for order in set(permutations(origins))
    )


def naturals(meld: Meld) -> Counter[Card]:
    return Counter(slot.card for slot in meld.slots if not slot.wild)


class NewMelds:
    """Which melds may not lie there in one case of a table's wilds: those with a freed wild and a whole table meld.

    `forced` are hand cards that are laid for certain: where another copy of a card lies, that may be the old meld's.
    """

    def __init__(self, problem: Problem, free: frozenset[Wild], forced: Collection[Card]) -> None:
        bound = [wild for wild in _wilds(problem) if wild not in free]
        self.items = {wild: item for item, wild in enumerate(bound)}  # as `model.make_items` numbers them
        kinds = sorted({_card(problem, wild) for wild in free})
        self.pools = {card: len(bound) + number for number, card in enumerate(kinds)}
        self.free = [[_card(problem, (n, i)) for m, i in free if m == n] for n in range(len(problem.table))]
        self.bound = [[wild for wild in bound if wild[0] == n] for n in range(len(problem.table))]
        self.naturals = [naturals(meld) for meld in problem.table]
        self.copies = Counter(card for held in self.naturals for card in held.elements()) + Counter(forced)

    def __call__(self, candidate: Candidate, items: Sequence[Item]) -> bool:
        used = Counter(entry.item for entry in candidate.filled)
        if not any(used[pool] for pool in self.pools.values()):
            return False
        held = Counter(entry.slot.card for entry in candidate.filled if not entry.slot.wild)
        outside = {card: items[pool].copies - used[pool] for card, pool in self.pools.items()}
        ways = []
        for number, mine in enumerate(self.naturals):
            wilds = all(not outside[card] for card in self.free[number])
            if wilds and not mine - held and all(used[self.items[wild]] for wild in self.bound[number]):
                ways.append(list(mine))
        told = (Counter(choice) for choice in product(*ways))
        return not any(all(n <= self.copies[card] - held[card] for card, n in choice.items()) for choice in told)


def _wilds(problem: Problem) -> list[Wild]:
    return [(n, i) for n, meld in enumerate(problem.table) for i, slot in enumerate(meld.slots) if slot.wild]


def _card(problem: Problem, wild: Wild) -> Card:
    return problem.table[wild[0]].slots[wild[1]].card
