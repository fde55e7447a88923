"""What engines lay are the catalogue's melds: their generators and machines, each put to a complete test suite.

That the catalogue is the rules is a theorem of its own; here its automaton is compared with what the engines run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

import msgspec

from meldproof.arranging.automaton import (
    CLASSES,
    DEAD,
    JOKER,
    RANKED,
    Automaton,
    automaton,
    longest_run,
    run_places,
    run_starts,
)
from meldproof.arranging.columns import Item, Maker
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.arranging.sweep import machines
from meldproof.arranging.sweep.machines import RunMachine
from meldproof.arranging.sweep.shape import decline_rules
from meldproof.cards import Card, Deck, Meld, canonical
from meldproof.errors import EngineDeclined
from meldproof.notation import cards_text, meld_texts
from meldproof.proving.basis import for_all, sample
from meldproof.proving.meld_suite import Asked, CardsAsked, of_suite, runs_to_ask, sets_to_ask
from meldproof.proving.theorem import Claim, ClaimOutcome, Context, Theorem, nothing_to_claim, proved
from meldproof.rules.melds import keeps_all_rules
from meldproof.variants.changes import why_not
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant

MORE_STATES = 1
"""So many states more than the smallest automaton an implementation may need to be told apart for sure."""
MOST_IN_HAND = 16
"""Cards of the largest hands that engines are asked to lay."""


def _generator_makes_the_melds(context: Context) -> ClaimOutcome:
    """From the cards of each meld of the suite, each wild bound to its place, the generator makes it if it is legal."""
    s, deck = context.settings, context.deck
    asked = 0
    for run in runs_to_ask(context.variant, MORE_STATES):
        asked += 1
        if asked % 256 == 0:
            context.seconds_left()
        items = list(_bound_items(run.meld, deck))
        made = any(
            candidate.kind == "run" and _places(candidate.meld) == _places(run.meld)
            for candidate in Maker(items, s).melds()
        )
        if made != run.legal:
            return _wrong(run, made, deck)
    for one in sets_to_ask(context.variant):
        asked += 1
        if asked % 256 == 0:
            context.seconds_left()
        items = [Item(card, number, True, 0) for card, number in sorted(Counter(one.cards).items())]
        made = any(
            candidate.kind == "set" and len(candidate.filled) == len(one.cards) for candidate in Maker(items, s).melds()
        )
        if made != one.legal:
            return _wrong_set(one, made, deck)
    return proved("", "", of_suite(context.variant, asked, MORE_STATES))


def _bound_items(run: Meld, deck: Deck) -> Iterator[Item]:
    """The cards of a run: each wild stands for the card of its place and no other."""
    ranks = len(deck.ranks)
    for slot in run.slots:
        bound = Card((slot.place - 1) % ranks + 1, slot.as_suit) if slot.wild else None
        yield Item(Card(slot.rank, slot.suit), 1, True, 0, bound_run=bound)


def _places(run: Meld) -> tuple[tuple[int, int, bool], ...]:
    return tuple((slot.place, slot.as_suit, slot.wild) for slot in run.slots)


def _engine_lays(engine: str) -> Claim:
    def claim(context: Context) -> ClaimOutcome:
        """The cards of every meld are laid, all of them; and whatever is laid keeps the rules.

        What wilds stand for is the engine's to choose, so that the suite promises less of it than of a generator: a
        sample, of what the deck can deal.
        """
        variant, deck = _without_requirements(context.variant), context.deck
        s = variant.settings
        laid_of = declined = 0
        reason = Text()
        for number, (cards, legal) in enumerate(_hands(context.variant)):
            if number % 64 == 0:
                context.seconds_left()
            problem = Problem(variant, deck, canonical(cards), objective=("melded_cards",))
            try:
                answer = solve_problem(problem, engine)
            except EngineDeclined:
                declined += 1
                reason = reason if reason.en else why_not(partial(solve_problem, problem, engine))
                continue
            laid_of += 1
            laid = Counter(card for one in answer.melds for card in one.meld.cards)
            if legal and answer.figures.melded_cards < len(cards):
                return ClaimOutcome(
                    "refuted", f"{cards_text(cards, deck)}: {answer.figures.melded_cards} < {len(cards)}"
                )
            wrong = [one.meld for one in answer.melds if not keeps_all_rules(one.meld, s)]
            if wrong or laid - Counter(cards):
                shown = " ".join(meld_texts(wrong[0], deck)) if wrong else cards_text(sorted(laid.elements()), deck)
                return ClaimOutcome("refuted", f"{cards_text(cards, deck)}: {shown}")
        if not laid_of:
            return nothing_to_claim(f"all are declined: {reason.en}", f"todas se rechazan: {reason.es}")
        note = (f"{declined} declined by name", f"{declined} rechazadas por su nombre") if declined else ("", "")
        over = (
            f"hands of up to {MOST_IN_HAND} cards that the deck holds",
            f"manos de hasta {MOST_IN_HAND} cartas del mazo",
        )
        return proved(*note, sample(laid_of, *over))

    return claim


def _hands(variant: Variant) -> Iterator[tuple[tuple[Card, ...], bool]]:
    """The cards of the suite's runs and of its legal sets, those that the deck holds, and whether they are a meld."""
    deck = variant.deck()
    sets = ((canonical(one.cards), True) for one in sets_to_ask(variant) if one.legal)
    runs = ((canonical(run.meld.cards), run.legal) for run in runs_to_ask(variant, MORE_STATES))
    seen: set[tuple[Card, ...]] = set()
    for cards, legal in (*runs, *sets):
        if len(cards) <= MOST_IN_HAND and (legal or cards not in seen) and deck.holds(cards):
            seen.add(cards)
            yield cards, legal


def _without_requirements(variant: Variant) -> Variant:
    """The variant without runs that a hand must hold for its melds to count: a meld is asked for alone here."""
    s = variant.settings
    none = msgspec.structs.replace(s.requirement, pure_runs=0, runs=0)
    return msgspec.structs.replace(variant, settings=msgspec.structs.replace(s, requirement=none))


def _sweep_walks_the_runs(context: Context) -> ClaimOutcome:
    """Machine and automaton walked side by side, from every first place, to every state that both can be in."""
    s, deck = context.settings, context.deck
    declined = why_not(partial(decline_rules, s, deck))
    if declined.en:
        return nothing_to_claim(declined.en, declined.es)
    most_jokers = min(deck.jokers, longest_run(s))
    of_ranks = len(s.wild_ranks) * deck.copies * len(deck.suits)
    wilds = {(0, 0), (most_jokers, 0), (most_jokers, min(of_ranks, 3)), (0, min(of_ranks, 2)), (min(1, most_jokers), 0)}
    walk = automaton(s, "run", len(run_places(s)))
    pairs = 0
    for (jokers, ranked), exact in product(sorted(wilds), (False, True)):
        context.seconds_left()
        machine = machines.run_machine(s, jokers, ranked, exact=exact, purity=exact, own=False)
        seen, wrong = _side_by_side(machine, walk, context, _Wilds(jokers, ranked), purity=exact)
        pairs += seen
        if wrong is not None:
            return ClaimOutcome("refuted", f"{wrong}, {jokers} + {ranked} wilds")
    if not pairs:
        return nothing_to_claim("there are no runs", "no hay escaleras")
    stocks = ", ".join(f"{jokers} + {ranked}" for jokers, ranked in sorted(wilds))
    english = f"runs of every length from every start, {pairs} pairs of states, with {stocks} jokers and wild ranks"
    spanish = f"escaleras de todo largo y comienzo, {pairs} pares de estados, con {stocks} morruchos y monos"
    return proved("", "", for_all(english, spanish))


class _Wilds(NamedTuple):
    jokers: int
    ranked: int


class _Pair(NamedTuple):
    """A run so far: the machine's state, the automaton's, the place of its last card, cards and wilds.

    `parts` are the ways to cut it: of the last part the automaton's state and its cards, all before being legal runs.
    """

    machine: int
    walk: int
    place: int
    cards: int
    jokers: int
    ranked: int
    parts: frozenset[tuple[int, int]]


def _side_by_side(
    machine: RunMachine, walk: Automaton, context: Context, wilds: _Wilds, *, purity: bool
) -> tuple[int, str | None]:
    """How many pairs of states were seen, and a run on which the two disagree (its start and its slots)."""
    s = context.settings
    longest, last = longest_run(s), run_places(s)[-1]
    waiting: list[tuple[_Pair, str]] = []
    for first in run_starts(s):
        row = (machine.first_starts if first == 1 else machine.starts)[0]
        for slot in CLASSES:
            walked = walk.steps[0][slot]
            parts = frozenset({(walked, 1)} if walked != DEAD else ())
            waiting.append(
                (_Pair(row[slot], walked, first, 1, slot == JOKER, slot == RANKED, parts), f"{first}:{slot}")
            )
    seen = set()
    for pair, word in waiting:
        if pair in seen or pair.jokers > wilds.jokers or pair.ranked > wilds.ranked:
            continue
        seen.add(pair)
        lays = pair.machine != DEAD and machine.accepting[pair.machine]
        may = pair.walk != DEAD and pair.walk in walk.accepting and (pair.cards <= longest or machine.cuts)
        pure = not pair.jokers and not pair.ranked
        uncut = lays and not any(state in walk.accepting for state, _ in pair.parts)
        if lays != may or uncut or (lays and purity and machine.pure[pair.machine] != pure):
            return len(seen), word
        if pair.machine == DEAD and pair.walk == DEAD:
            continue
        for slot in CLASSES if pair.place < last else ():
            rows = machine.last_steps if pair.place + 1 == last else machine.steps
            after = DEAD if pair.machine == DEAD else rows[pair.machine][slot]
            walked = DEAD if pair.walk == DEAD else walk.steps[pair.walk][slot]
            counts = (pair.cards + 1, pair.jokers + (slot == JOKER), pair.ranked + (slot == RANKED))
            waiting.append(
                (_Pair(after, walked, pair.place + 1, *counts, _cut(pair.parts, slot, walk, longest)), f"{word}{slot}")
            )
    return len(seen), None


def _cut(parts: frozenset[tuple[int, int]], slot: int, walk: Automaton, longest: int) -> frozenset[tuple[int, int]]:
    """The ways to cut a run with a slot more: the last part goes on, or ended before it."""
    found = {(walk.steps[state][slot], cards + 1) for state, cards in parts if cards < longest}
    if any(state in walk.accepting for state, _ in parts):
        found.add((walk.steps[0][slot], 1))
    return frozenset((state, cards) for state, cards in found if state != DEAD)


def _wrong(run: Asked, made: bool, deck: Deck) -> ClaimOutcome:
    return ClaimOutcome("refuted", f"run {' '.join(meld_texts(run.meld, deck))}: {made} ≠ {run.legal}")


def _wrong_set(one: CardsAsked, made: bool, deck: Deck) -> ClaimOutcome:
    return ClaimOutcome("refuted", f"set {cards_text(one.cards, deck)}: {made} ≠ {one.legal}")


_MELDS = ("deck", "set", "run", "wilds", "points", "requirement")

THEOREMS = [
    Theorem(
        "generator-makes-the-melds",
        (
            "Of each run of a complete test suite, in any suit, and each set graph's generator makes the catalogue's.",
            "De cada escalera de una batería completa y cada pierna el generador de graph hace las del catálogo.",
        ),
        _MELDS,
        _generator_makes_the_melds,
        (
            "runs from every start in every suit at every length; sets of up to one card too many, at most six",
            "escaleras de todo comienzo, palo y largo; piernas de hasta una carta de más, a lo sumo seis",
        ),
        "suite",
    ),
    Theorem(
        "hand-lays-the-melds",
        (
            "Of hands made of the suite the hand engine lays all cards of each meld, and nothing that rules forbid.",
            "De manos hechas con la batería el motor hand baja cada combinación entera, y nada prohibido.",
        ),
        _MELDS,
        _engine_lays("hand"),
        (
            "the cards of the suite's runs and sets, up to 16, that the deck holds",
            "las cartas de las escaleras y piernas de la batería, hasta 16, que el mazo tiene",
        ),
        "sample",
    ),
    Theorem(
        "sweep-walks-the-runs",
        (
            "The sweep's machine walks just the catalogue's runs, and longer ones only where they are cut into such.",
            "La máquina del sweep recorre justo las escaleras del catálogo, y más largas solo si se parten en ellas.",
        ),
        _MELDS,
        _sweep_walks_the_runs,
        (
            "every run from every start, with five stocks of wilds",
            "toda escalera de todo comienzo, con cinco pozos de comodines",
        ),
        "walk",
    ),
    Theorem(
        "sweep-lays-the-melds",
        (
            "Of hands made of the suite the sweep engine lays all cards of each meld, and nothing that rules forbid.",
            "De manos hechas con la batería el motor sweep baja cada combinación entera, y nada prohibido.",
        ),
        _MELDS,
        _engine_lays("sweep"),
        (
            "the cards of the suite's runs and sets, up to 16, that the deck holds",
            "las cartas de las escaleras y piernas de la batería, hasta 16, que el mazo tiene",
        ),
        "sample",
    ),
]
