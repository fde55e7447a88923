"""Shared Hypothesis strategies: dense, nasty questions for any variant, and how to ask them.

Uniform hands mostly hold no meld. These take their cards from few neighbouring ranks and few suits, second copies and
all, with anything from no wild to every wild of the deck, so that many melds compete for the same cards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from drawn_rules import OFTEN, Choose, drawn, spread
from houses import arranging_rules
from hypothesis import strategies as st

import meldproof
from meldproof.arranging.problem import OBJECTIVES, Problem
from meldproof.arranging.solve import make_problem
from meldproof.cards import JOKER, Card, Deck, Meld, Slot
from meldproof.notation import card_text, meld_texts
from meldproof.rules.melds import is_legal
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import parameters

VARIANTS = ("argentino", "rummy-500", "reglamento", "fichas", "gin")
LAY_OFF_VARIANTS = ("argentino", "rummy-500", "reglamento", "gin")


@dataclass(frozen=True)
class House:
    """A variant with readings and settings (as JSON, so that a house can be remembered)."""

    variant: str
    readings: tuple[str, ...] = ()
    settings: str = "{}"

    @property
    def rules(self) -> Variant:
        return _load(self)

    def with_settings(self, settings: Mapping[str, object]) -> House:
        return House(self.variant, self.readings, json.dumps({**json.loads(self.settings), **settings}, sort_keys=True))


@lru_cache(maxsize=4096)
def _load(house: House) -> Variant:
    return arranging_rules(meldproof.variant(house.variant), house.readings, json.loads(house.settings))


@dataclass(frozen=True)
class Question:
    """A question to `solve`, in texts; `problem` is what the engines get."""

    house: House
    hand: tuple[str, ...]
    table: tuple[str, ...] = ()
    discard: str = "none"
    open: bool = False
    use: tuple[str, ...] = ()
    players: int | None = None
    score: int | None = None
    objective: tuple[str, ...] = field(default=())

    @property
    def problem(self) -> Problem:
        return self.problem_of(self.hand)

    def problem_of(self, hand: Sequence[str]) -> Problem:
        """The same question with the hand written in another order."""
        return make_problem(
            self.house.rules,
            " ".join(hand),
            table=self.table,
            discard=self.discard,
            open=self.open,
            use=" ".join(self.use),
            players=self.players,
            score=self.score,
            objective=self.objective,
        )


def wild_kinds(rules: Variant, deck: Deck) -> list[Card]:
    """The cards that can be wild: jokers, then the wild ranks."""
    ranks = [deck.ranks.index(name) + 1 for name in rules.settings.wilds.ranks]
    return [JOKER] * (deck.jokers > 0) + [Card(rank, suit) for rank, suit in product(ranks, _suits(deck))]


def _suits(deck: Deck) -> range:
    return range(1, len(deck.suits) + 1)


@st.composite
def dense_hands(
    draw: st.DrawFn,
    rules: Variant,
    *,
    players: int | None = None,
    sizes: tuple[int, int] = (5, 8),
    most_wilds: int = 12,
) -> tuple[str, ...]:
    """A hand of few neighbouring ranks (round the ace too) and few suits, with up to `most_wilds` wilds."""
    deck = rules.deck(players)
    ranks = len(deck.ranks)
    first = draw(st.sampled_from(sorted({1, ranks - 1, max(ranks - 2, 1), 4 if ranks > 6 else 2})))
    width = draw(st.integers(3, min(5, ranks)))
    window = [(first + step - 1) % ranks + 1 for step in range(width)]
    suits = draw(
        st.sampled_from([s for s in ((1, 2), (1, 2, 3), tuple(_suits(deck)), (1,)) if s[-1] <= len(deck.suits)])
    )
    wilds = wild_kinds(rules, deck)
    naturals = [Card(rank, suit) for rank, suit in product(window, suits) if Card(rank, suit) not in wilds]
    size = draw(st.integers(*sizes))
    loose = [card for card in naturals for _ in range(deck.copies)]
    wild_cards = [card for card in wilds for _ in range(deck.copies_of(card))]
    number = min(draw(st.integers(0, min(most_wilds, size, len(wild_cards)))), len(wild_cards))
    hand = [*_some(draw, wild_cards, number), *_some(draw, loose, size - number)]
    if not hand:
        hand = [next(iter(deck.cards()))]
    return tuple(card_text(card, deck) for card in hand)


def _some(draw: st.DrawFn, cards: Sequence[Card], number: int) -> list[Card]:
    """Some of these physical cards."""
    number = min(number, len(cards))
    if not number:
        return []
    places = draw(st.lists(st.integers(0, len(cards) - 1), min_size=number, max_size=number, unique=True))
    return [cards[place] for place in places]


@st.composite
def table_melds(draw: st.DrawFn, rules: Variant, *, most: int = 4) -> tuple[Meld, ...]:
    """One legal meld (or none where the draw is no meld), of up to `most` cards, perhaps with wilds."""
    s, deck = rules.settings, rules.deck()
    ranks = len(deck.ranks)
    wilds = wild_kinds(rules, deck)
    size = draw(st.integers(3, most))
    suits = [draw(st.integers(1, min(3, len(deck.suits)))) for _ in range(size if draw(st.booleans()) else 1)]
    first = draw(st.sampled_from(sorted({1, 2, ranks - 1, ranks - 2, 4 if ranks > 6 else 1})))
    roles = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    if len(suits) == 1 or draw(st.booleans()):
        kind, places, suits = "run", [first + step for step in range(size)], suits[:1] * size
    else:
        kind, places, suits = "set", [(first - 1) % ranks + 1] * size, [*_suits(deck)][:size]
    slots = []
    for place, suit, role in zip(places, suits, roles, strict=False):
        rank = (place - 1) % ranks + 1
        card = draw(st.sampled_from(wilds)) if role == 0 and wilds else Card(rank, suit)
        slots.append(Slot(card.rank, card.suit, place, suit, wild=role == 0 and bool(wilds)))
    meld = Meld("run" if kind == "run" else "set", tuple(slots))
    return (meld,) if is_legal(meld, s) else ()


@st.composite
def tables(draw: st.DrawFn, rules: Variant, *, most_melds: int = 2, most_cards: int = 4) -> tuple[str, ...]:
    """Up to `most_melds` melds, every wild written with the card it stands for."""
    deck = rules.deck()
    melds: list[Meld] = []
    for meld in (meld for _ in range(most_melds) for meld in draw(table_melds(rules, most=most_cards))):
        counts = Counter(card for each in (*melds, meld) for card in each.cards)
        if deck.holds(counts):
            melds.append(meld)
    return tuple(" ".join(meld_texts(meld, deck)) for meld in melds)


def objectives(rules: Variant) -> st.SearchStrategy[tuple[str, ...]]:
    """The variant's own order (most often) or any other."""
    any_order = st.permutations(OBJECTIVES).flatmap(lambda names: st.integers(1, 4).map(lambda n: tuple(names[:n])))
    return st.one_of(st.just(rules.settings.arrange.objective), any_order)


@st.composite
def questions(
    draw: st.DrawFn,
    house: House,
    *,
    sizes: tuple[int, int] = (5, 8),
    most_wilds: int = 12,
    table: bool = False,
    most_total: int = 0,
) -> Question:
    """A dense question of a house: any objective, discard, opening, cards to use, and a table if asked for."""
    rules = house.rules
    melds: tuple[str, ...] = ()
    table = table and (rules.settings.layoff.on != "none" or rules.settings.table.rearrange != "none")
    if table:
        melds = draw(tables(rules, most_cards=4 if most_total else 5))
        laid = sum(len(meld.split()) for meld in melds)
        if most_total and laid > most_total - 2:
            melds = melds[:1]
            laid = len(melds[0].split())
        if most_total:
            sizes = (min(sizes[0], most_total - laid), min(sizes[1], most_total - laid))
    players = None if table else draw(st.sampled_from([None, rules.settings.players.min]))
    hand = draw(dense_hands(rules, players=players, sizes=sizes, most_wilds=most_wilds))
    hand = _within_deck(rules, players, hand, melds)
    use: tuple[str, ...] = ()
    if draw(st.integers(0, 4)) == 0:
        use = tuple(draw(st.lists(st.sampled_from(hand), min_size=1, max_size=2)))
        use = use[:1] if hand.count(use[0]) < use.count(use[0]) else use
    return Question(
        house,
        hand,
        melds,
        draw(st.sampled_from(["none", "none", "required", "optional"])),
        draw(st.integers(0, 3)) == 0,
        use,
        players,
        draw(st.sampled_from([None, 0, 749, 750, 751, 900])),
        draw(objectives(rules)),
    )


def _within_deck(rules: Variant, players: int | None, hand: tuple[str, ...], table: Sequence[str]) -> tuple[str, ...]:
    """The hand less what the table already has of the deck's copies; at least one card of it stays."""
    deck = rules.deck(players)
    left = {card_text(card, deck): deck.copies_of(card) for card in deck.kinds()}
    for word in " ".join(table).split():
        left[word.partition("=")[0]] -= 1
    kept = []
    for word in hand:
        if left[word] > 0:
            left[word] -= 1
            kept.append(word)
    return tuple(kept) if kept else (next(word for word, number in left.items() if number > 0),)


def readings_of(variant: str) -> list[str]:
    """Every reading of a variant that can be encoded."""
    return [r.id for clause in House(variant).rules.clauses for r in clause.readings if r.values]


TINY_DECK: dict[str, object] = {"deck.ranks": list("A2345"), "deck.suits": list("shd")}
"""A deck so small that every run meets both ends."""


@st.composite
def houses(draw: st.DrawFn, *, variants: Sequence[str] = VARIANTS, tiny: bool = False) -> House:
    """A variant with up to six of its rules changed, and all that goes with them."""
    return house_of(lambda values: draw(st.sampled_from(values)), variants, tiny=tiny)


def house_of(choose: Choose, variants: Sequence[str] = VARIANTS, *, tiny: bool = False) -> House:
    """A house by a function that chooses among values."""
    house = House(str(choose(variants)))
    given = drawn(house.rules, {}, TINY_DECK, choose) if tiny else {}
    names = {str(choose(OFTEN)) for _ in range(int(str(choose(range(1, 7)))))}
    for name in sorted(names, key=lambda name: (bool(parameters()[name].when), name)):  # what switches on goes first
        ranks = given.get("deck.ranks", house.rules.settings.deck.ranks)
        value = choose(spread(parameters()[name], tuple(ranks)))  # type: ignore[arg-type]
        given = drawn(house.rules, given, {name: value}, choose)
    return house.with_settings(given)
