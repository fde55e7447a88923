"""The checker, which tries assignments one by one, says what the rules say of all assignments at once.

No rule names a suit, so that cards are looked at up to a renaming of suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import get_args

import msgspec

from meldproof.arranging.automaton import roles
from meldproof.arranging.columns import Item, Maker
from meldproof.cards import JOKER, Card, Deck, Kind, Meld
from meldproof.checking.verdict import Verdict, check_cards
from meldproof.notation import cards_text, meld_texts
from meldproof.proving.basis import exhaustive, sample
from meldproof.proving.meld_suite import of_suite, runs_to_ask, sets_to_ask
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved
from meldproof.rules.logic import Truth, all_of, count, equal, negate
from meldproof.rules.melds import RULES, applies, is_legal
from meldproof.rules.symbolic import (
    SymbolicMeld,
    concrete_meld,
    in_canonical_order,
    is_card,
    is_kind,
    is_placed,
    symbolic_meld,
)
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.changes import with_values
from meldproof.variants.consistency import MOST_COPIES, MOST_JOKERS
from meldproof.variants.loading import Variant

Cards = tuple[Card, ...]
MOST_CARDS = 5
MORE_STATES = 1
"""So many states more than the smallest automaton a checker may have to be told apart for sure."""
NEAR_MISSES = 3
"""Melds looked at for each rule, size and kind."""


def _three_cards(context: Context) -> ClaimOutcome:
    """The solver names every legal meld of three cards, until there is none but those; the checker knows no other."""
    legal: set[tuple[Kind, Cards]] = set()
    for kind in get_args(Kind):
        wrong = _every_meld(context, kind, legal)
        if wrong is not None:
            return wrong
    judged = 0
    for cards in _up_to_suits(context.deck, 3):
        judged += 1
        verdict = check_cards(context.variant, cards)
        for kind in verdict.kinds:
            if (kind, _renamed(cards)) not in legal:
                return _disagreement(cards, verdict, "–", context.deck)
    return proved(
        f"{len(legal)} melds up to suits", f"{len(legal)} combinaciones salvo palos",
        exhaustive(judged, "triples of the deck", "ternas del mazo"),
    )  # fmt: skip


def _every_meld(context: Context, kind: Kind, legal: set[tuple[Kind, Cards]]) -> ClaimOutcome | None:
    """Ask for a legal meld of cards that were not asked about yet, until there is none."""
    s, deck = context.settings, context.deck
    solver, meld = context.solver(), symbolic_meld("m", 3, kind)
    solver.add(*_is_assigned(meld, deck), is_legal(meld, s))
    if kind == "run" and s.run.suit == "same":
        solver.add(equal(meld.slots[0].as_suit, 1))
    are = _Cards(meld)
    while context.check(solver):
        cards = tuple(sorted(concrete_meld(meld, solver).cards))
        if deck.holds(cards):
            verdict = check_cards(context.variant, cards)
            if kind not in verdict.kinds:
                return _disagreement(cards, verdict, kind, deck)
            legal.add((kind, _renamed(cards)))
        solver.add(*(negate(are.exactly(image)) for image in _images(cards, len(deck.suits))))
    return None


def _four_and_five_cards(context: Context) -> ClaimOutcome:
    """The solver looks for melds that break one rule alone: what it finds for their cards, the checker finds too."""
    seen: set[Cards] = set()
    sizes = (4, 5)
    for size, kind in product(sizes, get_args(Kind)):
        meld = symbolic_meld("m", size, kind)
        are, assigned = _Cards(meld), _is_assigned(meld, context.deck)
        held = {rule.name: rule.holds(meld, context.settings) for rule in RULES if applies(rule, meld)}
        for broken in held:
            solver = context.solver()
            solver.add(*assigned, *(truth if name != broken else negate(truth) for name, truth in held.items()))
            for _ in range(NEAR_MISSES):
                if not context.check(solver):
                    break
                cards = tuple(sorted(concrete_meld(meld, solver).cards))
                solver.add(negate(are.exactly(cards)))
                if context.deck.holds(cards):
                    seen.add(cards)
    asked = {(size, kind): _Legal(context, size, kind) for size in sizes for kind in get_args(Kind)}
    for cards in sorted(seen):
        verdict = check_cards(context.variant, cards)
        for kind in get_args(Kind):
            if asked[len(cards), kind].holds(cards) != (kind in verdict.kinds):
                return _disagreement(cards, verdict, kind, context.deck)
    return proved(
        "", "", sample(len(seen), "near misses that the solver found", "casi combinaciones que dio el solver")
    )


def _complete_suite(context: Context) -> ClaimOutcome:
    """Every meld of the suite, each wild with its `=`; every group of cards that could be a set."""
    asked = 0
    plenty = _with_plenty(context.variant)
    for run in runs_to_ask(context.variant, MORE_STATES):
        asked += 1
        if asked % 64 == 0:
            context.seconds_left()
        verdict = check_cards(plenty, meld_texts(run.meld, context.deck), ordered=True)
        if ("run" in verdict.kinds) != run.legal:
            return ClaimOutcome(
                "refuted", f"run {' '.join(meld_texts(run.meld, context.deck))}: {'–' if run.legal else 'run'}"
            )
    for one in sets_to_ask(context.variant):
        asked += 1
        if asked % 64 == 0:
            context.seconds_left()
        verdict = check_cards(context.variant, one.cards)
        if ("set" in verdict.kinds) != one.legal:
            return _disagreement(one.cards, verdict, "set" if one.legal else "–", context.deck)
    return proved("", "", of_suite(context.variant, asked, MORE_STATES))


def _with_plenty(variant: Variant) -> Variant:
    """The variant with as many jokers and copies as any run of the suite takes: more than its deck may hold."""
    jokers = {"deck.jokers": MOST_JOKERS} if variant.deck().jokers else {}
    return with_values(variant, {"deck.copies": MOST_COPIES, **jokers})


class _Legal:
    """The solver's word on cards: is there a legal meld of a kind with exactly these?"""

    def __init__(self, context: Context, size: int, kind: Kind) -> None:
        meld = symbolic_meld("m", size, kind)
        self.context, self.solver, self.are = context, context.solver(), _Cards(meld)
        self.solver.add(*_is_assigned(meld, context.deck), is_legal(meld, context.settings))

    def holds(self, cards: Cards) -> bool:
        with self.solver.frame():
            self.solver.add(self.are.exactly(cards))
            return self.context.check(self.solver)


def _every_meld_is_taken(context: Context) -> ClaimOutcome:
    """All melds of three to five cards in the catalogue: the checker takes their cards, for as many points."""
    best: dict[Cards, int] = {}
    worths = point_tables(context.settings).melded
    for number, meld in enumerate(_catalogue_melds(context)):
        if number % 1024 == 0:
            context.seconds_left()
        if 3 <= len(meld.slots) <= MOST_CARDS:
            cards = tuple(sorted(meld.cards))
            best[cards] = max(best.get(cards, 0), points_of_meld(meld, worths))
    up_to_suits: dict[Cards, int] = {}
    for cards, points in best.items():
        name = _renamed(cards)
        up_to_suits[name] = max(up_to_suits.get(name, 0), points)
    suits = len(context.deck.suits)
    for number, (name, points) in enumerate(up_to_suits.items()):
        context.seconds_left()
        cards = tuple(sorted(Card(c.rank, c.rank and (c.suit - 1 + number) % suits + 1) for c in name))
        verdict = check_cards(context.variant, cards)
        if not verdict.legal or verdict.points != points:
            return _disagreement(cards, verdict, f"{points}", context.deck)
    return proved(
        "", "", exhaustive(len(up_to_suits), "melds of 3–5 cards", "combinaciones de 3–5 cartas"),
    )  # fmt: skip


def _catalogue_melds(context: Context) -> Iterator[Meld]:
    """Up to renaming suits: the sets, and the runs in the first suit (in all suits where a run may mix them)."""
    s, every_card = context.settings, list(context.deck.kinds())
    no_runs = msgspec.structs.replace(s, run=msgspec.structs.replace(s.run, max=1))
    sets = msgspec.structs.replace(no_runs, set=msgspec.structs.replace(s.set, max=_at_most_five(s.set.max)))
    runs = msgspec.structs.replace(
        s,
        run=msgspec.structs.replace(s.run, max=_at_most_five(s.run.max)),
        set=msgspec.structs.replace(s.set, min=MOST_CARDS + 1, max=MOST_CARDS),
    )
    wild = roles(s).wild
    in_a_run = [card for card in every_card if s.run.suit == "any" or card.suit <= 1 or card.rank in wild]
    for short, cards in ((sets, every_card), (runs, in_a_run)):
        items = [Item(card, context.deck.copies_of(card), True, 0) for card in cards]
        yield from (candidate.meld for candidate in Maker(items, short).melds())


def _at_most_five(limit: int | str) -> int:
    return MOST_CARDS if isinstance(limit, str) else min(limit, MOST_CARDS)


def _up_to_suits(deck: Deck, size: int) -> Iterator[Cards]:
    """Every hand of a size, up to renaming suits (some more than once): ranks in order, suits as they first appear."""
    least = 0 if deck.jokers else 1
    for ranks in combinations_with_replacement(range(least, len(deck.ranks) + 1), size):
        named = [rank for rank in ranks if rank]
        for suits in product(range(1, len(deck.suits) + 1), repeat=len(named)):
            if _in_order_of_appearance(suits):
                jokers = (JOKER,) * (size - len(named))
                cards = jokers + tuple(Card(rank, suit) for rank, suit in zip(named, suits, strict=True))
                if tuple(sorted(cards)) == cards and deck.holds(cards):
                    yield cards


def _in_order_of_appearance(suits: Sequence[int]) -> bool:
    """Each new suit is the next one."""
    return all(suit <= max(suits[:number], default=0) + 1 for number, suit in enumerate(suits))


class _Cards:
    """Truths about which cards the slots of a symbolic meld are; each is built once."""

    def __init__(self, meld: SymbolicMeld) -> None:
        self.meld = meld
        self._number_of: dict[tuple[Card, int], Truth] = {}

    def exactly(self, cards: Cards) -> Truth:
        """The slots hold these cards, in some order."""
        return all_of(self._are(card, number) for card, number in Counter(cards).items())

    def _are(self, card: Card, number: int) -> Truth:
        key = (card, number)
        if key not in self._number_of:
            self._number_of[key] = equal(count(is_kind(slot, card) for slot in self.meld.slots), number)
        return self._number_of[key]


def _is_assigned(meld: SymbolicMeld, deck: Deck) -> list[Truth]:
    return [*(is_card(slot, deck) for slot in meld.slots), is_placed(meld, deck), in_canonical_order(meld)]


def _images(cards: Cards, suits: int) -> set[Cards]:
    """The cards under every renaming of suits to the first so many."""
    used = sorted({card.suit for card in cards if card.rank})
    renamings = [dict(zip(used, names, strict=True)) for names in permutations(range(1, suits + 1), len(used))]
    return {tuple(sorted(Card(c.rank, names.get(c.suit, 0)) for c in cards)) for names in renamings}


def _renamed(cards: Cards) -> Cards:
    """One for all cards that differ by a renaming of suits."""
    return min(_images(cards, len({card.suit for card in cards if card.rank})))


def _disagreement(cards: Cards, verdict: Verdict, other: str, deck: Deck) -> ClaimOutcome:
    said = f"{verdict.kind} {verdict.points}" if verdict.legal else "–"
    return ClaimOutcome("refuted", f"{cards_text(cards, deck)}: {said} / {other}")


_LOOKED_AT = ("deck", "set", "run", "wilds", "points")

THEOREMS = [
    Theorem(
        "checker-on-three-cards",
        (
            "Of any three cards the checker says what the rules say: a set, a run, both or no meld.",
            "De tres cartas cualesquiera el verificador dice lo que las reglas: pierna, escalera, ambas o ninguna.",
        ),
        _LOOKED_AT,
        _three_cards,
        ("every three cards of the deck, up to a renaming of suits", "toda terna del mazo, salvo palos"),
        "cases",
    ),
    Theorem(
        "checker-takes-every-meld",
        (
            "The checker takes the cards of every legal meld of three to five cards, for the most they can be worth.",
            "El verificador admite las cartas de toda combinación legal de tres a cinco, por lo más que pueden valer.",
        ),
        _LOOKED_AT,
        _every_meld_is_taken,
        (
            "every meld of 3 to 5 cards, up to a renaming of suits, each asked in one suit or another",
            "toda combinación de 3 a 5 cartas salvo palos, cada una en un palo u otro",
        ),
        "cases",
    ),
    Theorem(
        "checker-passes-a-complete-suite",
        (
            "Of each run of a complete test suite, in any suit, and each set the checker says what the catalogue does.",
            "De cada escalera de una batería completa, en todo palo, y pierna el verificador dice lo del catálogo.",
        ),
        _LOOKED_AT,
        _complete_suite,
        (
            "runs from every start in every suit at every length; sets of up to one card too many, at most six",
            "escaleras de todo comienzo, palo y largo; piernas de hasta una carta de más, a lo sumo seis",
        ),
        "suite",
    ),
    Theorem(
        "checker-on-near-misses",
        (
            "Of four or five cards that in some order break one rule alone, the checker says what the rules say.",
            "De cuatro o cinco cartas que en algún orden violan una sola regla, el verificador dice lo que las reglas.",
        ),
        _LOOKED_AT,
        _four_and_five_cards,
        (
            "what the solver finds of four or five cards, three for each rule, size and kind",
            "lo que halla el solver de cuatro o cinco cartas, tres por regla, tamaño y clase",
        ),
        "sample",
    ),
]
