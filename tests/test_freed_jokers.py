"""Jokers of a table of tiles, freed by one predicate: judged, searched, and tried out tile by tile on small tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest
from play_helpers import broken, position

import meldproof
from meldproof.arranging.freed import wilds_lie_well
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.cards import Card, Meld
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.notation import card_text, cards_text, meld_texts, represented
from meldproof.playing import actions as a
from meldproof.playing.perft import final_tables

RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "rummikub": ("rummikub", {}),
    "anywhere": ("rummikub", {"exchange.into": "any"}),
    "from the rack": ("rummikub", {"exchange.cards": "hand"}),
    "all missing": ("rummikub", {"exchange.set": "all-missing"}),
    "fichas": ("fichas", {}),
    "fichas, new melds": ("fichas", {"exchange.into": "new-meld"}),
}


@pytest.mark.parametrize(
    ("table", "rack", "final", "rule"),
    [
        # a run's joker for the tile it stands for
        (["4r JK=5r 6r"], "5r 8b 8k", ["4r 5r 6r", "8b 8k JK"], ""),
        (["4r JK=5r 6r"], "8b 8k 8y", ["8b 8k JK", "4r 6r 8y"], "no meld"),
        (["4r JK=5r 6r"], "7r 8b 8k", ["6r 7r JK", "8b 8k 4r"], "no meld"),
        # the tile may lie on the table: it is moved into the joker's place, or not even that
        (["4r JK=5r 6r 7r", "5r 5b 5k 5y"], "8b 8k", ["4r 5r 6r 7r", "5b 5k 5y", "8b 8k JK"], ""),
        (["4r 5r 6r JK=7r", "7r 8r 9r"], "12b 12k", ["4r 5r 6r", "7r 8r 9r", "12b 12k JK"], ""),
        (["4r 5r 6r JK=7r"], "12b 12k", ["4r 5r 6r", "12b 12k JK"], "table.jokers"),
        # a set's joker: of three tiles a tile of either colour, in whatever meld it lies
        (["7r 7b JK"], "7k 12b 12k", ["7r 7b 7k", "12b 12k JK"], ""),
        (["7r 7b JK", "6y 7y 8y 9y"], "7k 12k 12b", ["7r 7b 7k", "6y 7y 8y 9y", "12b 12k JK"], ""),
        (["7r 7b 7k JK"], "12b 12k", ["7r 7b 7k", "12b 12k JK"], "table.jokers"),
        (["7r 7b 7k JK", "6y 7y 8y"], "12b 12k", ["7r 7b 7k", "6y 7y 8y", "12b 12k JK"], ""),
        # into a new meld
        (["4r JK=5r 6r", "10b 11b 12b"], "5r", ["4r 5r 6r", "10b 11b 12b JK=13b"], "table.jokers"),
        (["4r JK=5r 6r", "10b 11b 12b"], "5r 9b", ["4r 5r 6r", "9b 10b 11b 12b JK=13b"], "table.jokers"),
        (["4r JK=5r 6r", "10b 11b 12b 13b"], "5r 10k 10y", ["4r 5r 6r", "11b 12b 13b", "10b 10k 10y JK"], ""),
        (["4r JK=5r 6r", "10b 11b 12b"], "5r 10b 13k 13y", ["4r 5r 6r", "10b 11b 12b", "13k 13y JK", "10b"], "no meld"),
        # a copy from the rack takes the old tile's part: nobody can tell them apart
        (["4r JK=5r 6r", "10b 11b 12b"], "5r 12b 12k 12y", ["4r 5r 6r", "10b 11b 12b JK=13b", "12b 12k 12y"], ""),
        # unfreed, it stays what it was
        (["4r JK=5r 6r"], "7r 3r", ["3r 4r JK=5r 6r 7r"], ""),
        (["4r JK=5r 6r"], "7r 8r", ["4r JK=5r 6r 7r 8r"], ""),
    ],
)  # fmt: skip
def test_a_joker_leaves_where_a_tile_like_it_lies_and_goes_into_a_new_meld(
    table: list[str], rack: str, final: list[str], rule: str
) -> None:
    match = position("rummikub", f"{rack} 1k", *table, drawn=False)
    action = a.Rearrange(table=tuple(final))
    if rule == "no meld":
        assert broken(match, action)
        return
    assert broken(match, action) in (("", "draw.when") if not rule else (rule,))
    found = solve_problem(make_problem(match.variant, f"{rack} 1k", table=table, objective=("melded_cards",)))
    laid = len(rack.split())
    assert found.figures.melded_cards >= laid if not rule else found.figures.melded_cards <= laid


# --- tile by tile

EACH = 30


def small_tables(house: str, number: int = EACH, most: int = 9) -> Iterator[Problem]:
    """A rack beside a table with a joker or two, near one another, of so few tiles that everything can be tried."""
    rules, settings = RULES[house]
    variant = meldproof.variant(rules, settings=settings)
    rng = random.Random(f"freed {house} {number}")
    deck = variant.deck()
    while number:
        low = rng.randint(1, 9)
        suits = rng.sample((1, 2, 3, 4), rng.choice((2, 3)))
        near = [Card(rank, suit) for rank in range(low, low + 5) for suit in suits for _ in range(2)]
        table = _melds(near, rng, low, suits)
        left = Counter(near) - Counter(card for meld in table for card in meld if card is not None)
        size = most - sum(map(len, table))
        rack = rng.sample(sorted(left.elements()), min(rng.randint(2, 4), size, left.total()))
        if not table or size < 2 or not any(card is None for meld in table for card in meld):
            continue
        texts = [" ".join("JK" if card is None else card_text(card, deck) for card in meld) for meld in table]
        try:
            yield make_problem(
                variant, cards_text(rack, deck), table=texts, objective=("melded_cards", "melded_points")
            )
        except ProblemError:
            continue
        number -= 1


def _melds(near: Sequence[Card], rng: random.Random, low: int, suits: Sequence[int]) -> list[list[Card | None]]:
    """One or two melds of three or four, jokers (None) in place of one or two tiles."""
    melds: list[list[Card | None]] = []
    used: Counter[Card] = Counter()
    for _ in range(rng.choice((1, 2, 2))):
        if rng.random() < 0.6 or len(suits) < 3:
            start, suit = low + rng.randint(0, 2), rng.choice(suits)
            cards = [Card(rank, suit) for rank in range(start, start + 3)]
        else:
            rank = low + rng.randint(0, 4)
            cards = [Card(rank, suit) for suit in suits]
        if not (used + Counter(cards)) - Counter(near):
            used += Counter(cards)
            melds.append(list(cards))
    for meld in melds[: rng.choice((1, 1, 2))]:
        meld[rng.randrange(len(meld))] = None
    return melds


def lies_well(problem: Problem, final: Sequence[Meld]) -> bool:
    """The predicate, plainly: every way to say which tile of the final table is which that lay there or came."""
    s = problem.settings
    slots = [(number, slot) for number, meld in enumerate(final) for slot in meld.slots]
    old = [(number, slot) for number, meld in enumerate(problem.table) for slot in meld.slots]
    by_card: dict[Card, list[int]] = {}
    for at, (_, slot) in enumerate(slots):
        by_card.setdefault(slot.card, []).append(at)
    kinds = sorted({slot.card for _, slot in old})

    def placings(left: Sequence[Card]) -> Iterator[dict[int, int]]:
        if not left:
            yield {}
            return
        mine = [n for n, (_, slot) in enumerate(old) if slot.card == left[0]]
        for choice in permutations(by_card[left[0]], len(mine)):
            for rest in placings(left[1:]):
                yield {**dict(zip(mine, choice, strict=True)), **rest}

    for placing in placings(kinds):
        came = [slot.card for at, (_, slot) in enumerate(slots) if at not in placing.values() and not slot.wild]
        lying = [slot.card for _, slot in slots if not slot.wild]
        pool = Counter(lying if s.exchange.cards == "hand-or-table" else came)
        freed = [
            n
            for n, (home, slot) in enumerate(old)
            if slot.wild and not stays(problem, home, slot, slots[placing[n]], final)
        ]
        whole = s.exchange.into == "any" or not any(
            all(slots[placing[m]][0] == slots[placing[n]][0] for m, (home, _) in enumerate(old) if home == number)
            for n in freed
            for number in range(len(problem.table))
        )
        if whole and paid(problem, [old[n] for n in freed], pool):
            return True
    return False


def stays(problem: Problem, home: int, was: Any, now: tuple[int, Any], final: Sequence[Meld]) -> bool:
    stood, meld = represented(was, problem.deck), final[now[0]]
    if problem.table[home].kind == "run" and meld.kind == "run":
        return represented(now[1], problem.deck) == stood
    if meld.kind == "set" and meld.slots[0].place == stood.rank:
        return problem.table[home].kind == "set" or all(x.wild or x.suit != stood.suit for x in meld.slots)
    return False


def paid(problem: Problem, freed: Sequence[tuple[int, Any]], pool: Counter[Card]) -> bool:
    """Whether the tiles there free these jokers, meld by meld."""
    s = problem.settings
    if not freed:
        return True
    number = freed[0][0]
    mine, others = [f for f in freed if f[0] == number], [f for f in freed if f[0] != number]
    meld = problem.table[number]
    if meld.kind == "run":
        price = Counter(represented(slot, problem.deck) for _, slot in mine)
        return not price - pool and paid(problem, others, pool - price)
    there = {slot.suit for slot in meld.slots if not slot.wild}
    missing = [Card(meld.slots[0].place, suit) for suit in (1, 2, 3, 4) if suit not in there]
    number = len(mine) + (4 - len(meld.slots) if s.exchange.set == "all-missing" else 0)
    for cards in permutations(missing, number):
        if not Counter(cards) - pool and paid(problem, others, pool - Counter(cards)):
            return True
    return False


@pytest.mark.parametrize("house", RULES)
def test_the_predicate_is_that_of_telling_every_tile_apart(house: str) -> None:
    """For every table that a rack and a table can come to."""
    judged = {True: 0, False: 0}
    for problem in small_tables(house, 12, 8):
        table = [" ".join(meld_texts(meld, problem.deck)) for meld in problem.table]
        match = position(
            *RULES[house][:1], cards_text(problem.hand, problem.deck), *table, settings=RULES[house][1], drawn=True
        )
        assert match.deal is not None
        for final in final_tables(match, match.deal):
            before = Counter(card for meld in problem.table for card in meld.cards)
            laid = Counter(card for meld in final for card in meld.cards) - before
            naturals = Counter({card: count for card, count in laid.items() if not card.is_joker})
            told = lies_well(problem, final)
            assert wilds_lie_well(problem, final, naturals) == told, (
                table,
                [meld_texts(m, problem.deck) for m in final],
            )
            judged[told] += 1
    assert min(judged.values()) > 5


@pytest.mark.parametrize("house", RULES)
def test_engines_find_what_brute_force_finds_with_every_tile_apart(house: str) -> None:
    free = 0
    for problem in small_tables(house):
        shown = ([meld_texts(meld, problem.deck) for meld in problem.table], cards_text(problem.hand, problem.deck))
        plain = solve_problem(problem, "brute")
        for engine in ("graph", "sweep", "z3", "auto", "fewest", "fast"):
            try:
                found = solve_problem(problem, engine)
            except EngineDeclined:
                assert engine in ENGINES, engine
                continue
            asked = problem.objective
            assert found.figures.vector(asked) == plain.figures.vector(asked), (engine, shown)
            final = [laid.meld for laid in found.melds]
            laid = Counter(card for meld in final for card in meld.cards)
            laid -= Counter(card for meld in problem.table for card in meld.cards)
            assert lies_well(problem, final), (engine, shown)
        free += plain.figures.melded_cards > 0
    assert free > 5
