"""Whether one card would let a player close: what is asked first to save time never changes the answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import position

import meldproof
from meldproof.cards import Card, Deck, canonical
from meldproof.checking.roles import can_be_wild
from meldproof.notation import card_text
from meldproof.playing import announcing
from meldproof.playing.announcing import must_announce
from meldproof.playing.plan import closes, closing_problem, touchable
from meldproof.playing.state import MatchState

ANNOUNCED = {"close.announce": "one-away"}
RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "argentino": ("argentino", {}),
    "argentino, low openings": ("argentino", {"opening.points": 20}),
    "reglamento": ("reglamento", {**ANNOUNCED, "opening.points": 20}),
    "sets that repeat": ("reglamento", {**ANNOUNCED, "opening.points": 0, "set.repeat_sizes": [3, 6], "set.max": 6}),
    "rummy-500": ("rummy-500", ANNOUNCED),
    "no wild at an end": ("reglamento", {**ANNOUNCED, "opening.points": 0, "run.wilds.at_ends": False}),
    "a table rearranged": ("fichas", {**ANNOUNCED, "opening.points": 0}),
    "a table rearranged, jokers free": ("fichas", {**ANNOUNCED, "opening.points": 0, "table.jokers": "free"}),
}


def some_meld(rng: Random, deck: Deck) -> list[Card]:
    """A natural run or set, long or short, without what may be a wild of a rank."""
    ranks, suits = len(deck.ranks), len(deck.suits)
    if rng.random() < 0.4:
        rank = rng.randint(3, ranks)
        return [Card(rank, suit) for suit in rng.sample(range(1, suits + 1), rng.choice([3, 4]))]
    size, suit = rng.choice([3, 4, 5, 6]), rng.randint(1, suits)
    start = rng.randint(3, ranks - size + 1)
    return [Card(rank, suit) for rank in range(start, start + size)]


def near_a_close(name: str, rng: Random) -> MatchState:
    """A position near a close: of melds of which a card or two is gone, and a card besides; a table of one or two."""
    rules, settings = RULES[name]
    variant = meldproof.variant(rules, settings=settings)
    deck = variant.deck(2)
    kinds = list(deck.kinds())
    wilds = [card for card in kinds if card.is_joker or can_be_wild(card, variant.settings)]
    while True:
        melds = [some_meld(rng, deck) for _ in range(4)]
        table = [" ".join(card_text(card, deck) for card in meld) for meld in melds[: rng.choice([0, 1, 2])]]
        hand = [card for meld in melds[2 : rng.choice([3, 4])] for card in meld]
        rng.shuffle(hand)
        hand = hand[rng.choice([1, 1, 2]) :] + [
            rng.choice(rng.choice([kinds, wilds])) for _ in range(rng.choice([0, 0, 1]))
        ]
        cards = [*hand, *(card for meld in melds[: len(table)] for card in meld)]
        if all(cards.count(card) <= deck.copies_of(card) for card in cards):
            text = " ".join(card_text(card, deck) for card in hand)
            return position(rules, text, *table, settings=settings, opened=rng.random() < 0.7, players=2)


def any_card_closes(match: MatchState) -> bool:
    """The same, asked of every card in full."""
    assert match.deal is not None
    theirs = announcing._next_turn(match.deal, 0)
    problem = closing_problem(match, theirs, touchable(match, theirs))
    cards = announcing._unseen(match, theirs)
    return any(
        closes(replace(problem, hand=canonical((*problem.hand, card))), theirs.upcard) is not None for card in cards
    )


@pytest.mark.parametrize("name", RULES)
def test_what_is_asked_first_never_changes_the_answer(name: str) -> None:
    rng, said = Random(7), set()
    for _ in range(60):
        match = near_a_close(name, rng)
        assert must_announce(match, 0) == any_card_closes(match), match.deal
        said.add(any_card_closes(match))
    assert said == {False, True}


def test_a_joker_of_the_table_may_be_what_a_tile_needs_beside_the_one_that_comes() -> None:
    """3r JK JK 6r, with the joker that comes and the one that lies beside a run of three."""
    match = position("fichas", "3r 6r", "4b 5b 6b JK=7b", settings=RULES["a table rearranged, jokers free"][1])
    assert any_card_closes(match)
    assert must_announce(match, 0)
