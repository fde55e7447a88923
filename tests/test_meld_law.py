"""One law of melds: it is the rules', and every table that is derived from it says the same, whatever the law says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest
from drawn_rules import PARAMETERS, spread
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import VARIANTS, House

from meldproof.arranging import automaton as catalogue
from meldproof.arranging.automaton import CLASSES, DEAD, JOKER, NATURAL, RANKED, Law, automaton
from meldproof.arranging.sweep import machines
from meldproof.arranging.sweep.keeping import Wilds
from meldproof.arranging.sweep.reading import FIRST_POOL, NATURAL_SYMBOL, Built, legal_parts
from meldproof.arranging.sweep.rules import rules_of
from meldproof.cards import Kind, Meld, Slot
from meldproof.errors import EngineDeclined, VariantError
from meldproof.rules.melds import broken_rules
from meldproof.variants.loading import vary
from meldproof.variants.vocabulary import Settings, parameters

Word = tuple[int, ...]
EVERY_SHORT_WORD: tuple[Word, ...] = tuple(word for size in range(1, 5) for word in product(CLASSES, repeat=size))
OF_CARDS = {"wilds.ranks", "wilds.natural", "natural"}
"""Rules of which card may play which role, of which a law of slots knows nothing."""
LIMITS = sorted(name for name in PARAMETERS if name.startswith(("set.", "run.")) and name != "run.suit")


@st.composite
def limited_houses(draw: st.DrawFn) -> House:
    """A variant with up to six of its limits on melds changed."""
    house = House(draw(st.sampled_from(VARIANTS)))
    for name in draw(st.lists(st.sampled_from(LIMITS), max_size=6, unique=True)):
        changed = house.with_settings(
            {name: draw(st.sampled_from(spread(parameters()[name], house.rules.settings.deck.ranks)))}
        )
        try:
            changed.rules  # noqa: B018 - whether there is such a house
        except VariantError:
            continue
        house = changed
    return house


def longer_words(seed: int, most: int) -> Iterator[Word]:
    """Words that are too many to be listed, most of them with few wilds."""
    dice = random.Random(seed)
    for size in range(5, most + 1):
        for _ in range(12):
            weights = (dice.choice((2, 6, 20)), 1, dice.choice((0, 1)))
            yield tuple(dice.choices(CLASSES, weights, k=size))


def meld_of(kind: Kind, first: int, word: Word, s: Settings) -> Meld:
    """A meld with such slots: a wild card is the joker, or of the last rank and of a suit that stands for another."""
    slots = []
    for at, slot in enumerate(word):
        place, suit = (first, at + 1) if kind == "set" else (first + at, 1)
        rank = (place - 1) % len(s.deck.ranks) + 1
        shown = {NATURAL: (rank, suit), JOKER: (0, 0), RANKED: (len(s.deck.ranks), suit % 4 + 1)}[slot]
        slots.append(Slot(*shown, place, suit, slot != NATURAL))
    return Meld(kind, tuple(slots))


@settings(max_examples=20, derandomize=True)
@given(house=limited_houses(), seed=st.integers(0, 99))
def test_the_law_is_the_rules(house: House, seed: int) -> None:
    s = house.rules.settings
    kinds: tuple[Kind, ...] = ("run", "set")
    for kind in kinds:
        check_law(s, kind, (*EVERY_SHORT_WORD, *longer_words(seed, most_slots(kind, s))))


def most_slots(kind: Kind, s: Settings) -> int:
    return len(s.deck.ranks) + 1 if kind == "run" else 8


def check_law(s: Settings, kind: Kind, words: Iterable[Word]) -> None:
    """The law lets these words be melds of a kind where the rules do, and nowhere else."""
    ranks, most = len(s.deck.ranks), most_slots(kind, s)
    walk = automaton(s, kind, most)
    for word in words:
        places = {1} if kind == "set" else {1, 2, ranks, max(ranks + 2 - len(word), 1)}
        for first in places:
            broken = {rule.name for rule in broken_rules(meld_of(kind, first, word, s), s)} - OF_CARDS
            if kind == "run":
                starts = catalogue.run_starts(s)
                fits = first in starts and first + len(word) - 1 <= catalogue.last_place(s, first)
            else:
                broken -= {"set.suits"}
                fits = s.set.max == "any" or len(word) <= s.set.max
            assert (walk.accepts(word) and fits) == (not broken), (kind, first, word, broken)


class Wilds2(NamedTuple):
    jokers: int
    ranked: int

    def hold(self, word: Word) -> bool:
        return word.count(JOKER) <= self.jokers and word.count(RANKED) <= self.ranked


def walked(machine: machines.RunMachine, first: int, word: Word, last: int) -> int:
    """The state in which a run from a place on ends, DEAD where the machine lays none."""
    state = (machine.first_starts if first == 1 else machine.starts)[0][word[0]]
    for place, slot in enumerate(word[1:], first + 1):
        if state != DEAD:
            state = (machine.last_steps if place == last else machine.steps)[state][slot]
    return state


def check_machines(s: Settings, wilds: Wilds2, rules: Any, seed: int, *, exact: bool, purity: bool) -> None:
    """What the machine lays is a run, or a run too long that is read back as runs; and it lays every run."""
    places, longest = catalogue.run_places(s), catalogue.longest_run(s)
    machine = machines.run_machine(s, *wilds, exact=exact, purity=purity, own=False)
    law = automaton(s, "run", len(places))
    pools = [Wilds(JOKER, True, 0, 0, 0), Wilds(RANKED, True, 0, 0, 0)]
    for word in (*EVERY_SHORT_WORD, *longer_words(seed, len(places))):
        for first in {places[0], places[0] + 1, places[-1] - len(word) + 1}:
            if first not in places or first + len(word) - 1 not in places or not wilds.hold(word):
                continue
            state = walked(machine, first, word, places[-1])
            lays = state != DEAD and machine.accepting[state]
            assert lays == (law.accepts(word) and (len(word) <= longest or machine.cuts)), (first, word)
            if lays and purity:
                assert machine.pure[state] == (set(word) == {NATURAL})
            if lays:
                fillers = [(NATURAL_SYMBOL if slot == NATURAL else FIRST_POOL + slot - 1, 1) for slot in word]
                parts = legal_parts(Built("run", 1, first, tuple(fillers), False), rules, pools)
                sizes = [len(part.fillers) for part in parts]
                assert sum(sizes) == len(word)
                for part, size in zip(parts, sizes, strict=True):
                    at = part.first - first
                    assert law.accepts(word[at : at + size])
                    assert size <= longest
                    assert part.first + size - 1 <= catalogue.last_place(s, part.first)


@settings(max_examples=50, derandomize=True)
@given(
    house=limited_houses(),
    wilds=st.builds(Wilds2, st.integers(0, 5), st.integers(0, 4)),
    seed=st.integers(0, 99),
    exact=st.booleans(),
    purity=st.booleans(),
)
def test_a_walk_lays_the_laws_runs_and_no_others(
    house: House, wilds: Wilds2, seed: int, exact: bool, purity: bool
) -> None:
    s = house.rules.settings
    try:
        rules = rules_of(s, house.rules.deck())
    except EngineDeclined:
        return
    check_machines(s, wilds, rules, seed, exact=exact, purity=purity)


FOUND_BY_CAMPAIGNS = (
    ({"run.min": 2, "run.naturals.min": 3, "run.ends": "either"}, Wilds2(1, 0)),
    ({"run.min": 2, "run.naturals.min": 1, "run.max": 4}, Wilds2(4, 4)),
    ({"run.min": 20, "run.max": "any", "run.ends": "either"}, Wilds2(0, 0)),
    ({"run.max": 7, "run.wilds.balance": "at-most-naturals", "run.wilds.at_ends": False}, Wilds2(2, 0)),
)


@pytest.mark.parametrize(("changes", "wilds"), FOUND_BY_CAMPAIGNS, ids=str)
def test_a_walk_lays_runs_where_counting_is_delicate(changes: dict[str, object], wilds: Wilds2) -> None:
    house = House("reglamento").with_settings(changes).rules
    for exact in (False, True):
        check_machines(house.settings, wilds, rules_of(house.settings, house.deck()), 1, exact=exact, purity=False)


Extra = Callable[[int, int], int | None]
"""What a law that nobody has heard of remembers, from 0 on; None where it says no."""
STRANGE: dict[str, tuple[Extra, Callable[[int], bool]]] = {
    "at most two wilds in a row": (lambda n, slot: 0 if slot == NATURAL else n + 1 if n < 2 else None, lambda n: True),
    "no wild in the second slot": (lambda n, slot: None if n == 1 and slot else min(n + 1, 2), lambda n: True),
    "an even number of naturals": (lambda n, slot: n ^ (slot == NATURAL), lambda n: n == 0),
    "wilds only after all naturals": (lambda n, slot: None if n and slot == NATURAL else int(slot > 0), lambda n: True),
    "a joker is in it": (lambda n, slot: max(n, int(slot == JOKER)), lambda n: n == 1),
    "two naturals in a row somewhere": (lambda n, slot: 2 if n == 2 else n + 1 if slot == 0 else 0, lambda n: n == 2),
    "no joker beside a ranked wild": (lambda n, slot: None if n and slot and n != slot else slot, lambda n: True),
}


@pytest.fixture(params=sorted(STRANGE))
def strange_law(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more limit on every meld, written in the law and nowhere else."""
    extra, ends = STRANGE[request.param]
    usual = catalogue.law

    def law(*given: Any, **named: Any) -> Law:
        before = usual(*given, **named)

        def step(state: Any, slot: int) -> Any:
            held, number = (state, 0) if state == catalogue.START else state
            after, number_after = before.step(held, slot), extra(number, slot)
            return None if after is None or number_after is None else (after, number_after)

        def accepts(state: Any) -> bool:
            return state != catalogue.START and before.accepts(state[0]) and ends(state[1])

        return Law(step, accepts)

    for module in (catalogue, machines):
        monkeypatch.setattr(module, "law", law)
    forget()
    yield
    forget()


def forget() -> None:
    for made in (catalogue.automaton, machines.run_machine, machines.reachable_limits, machines.fewest_uncut):
        made.cache_clear()


HOUSES = (
    House("argentino"),
    House("rummy-500").with_settings({"run.max": 5}),
    House("reglamento").with_settings({"run.ends": "either", "run.max": "any"}),
    House("fichas").with_settings({"run.max": 7, "run.wilds.balance": "at-most-naturals"}),
)


@pytest.mark.usefixtures("strange_law")
@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_limit_that_nobody_has_heard_of_is_kept_by_every_machine(house: House) -> None:
    s = house.rules.settings
    rules = rules_of(s, house.rules.deck())
    for wilds, purity in product((Wilds2(0, 0), Wilds2(1, 0), Wilds2(2, 3)), (False, True)):
        check_machines(s, wilds, rules, 7, exact=False, purity=purity)
        check_machines(s, wilds, rules, 7, exact=True, purity=purity)


CUTS: Sequence[tuple[House, Wilds2, bool]] = (
    (House("argentino"), Wilds2(4, 4), True),
    (House("argentino").with_settings({"run.max": 4}), Wilds2(0, 0), False),
    (House("argentino").with_settings({"run.max": 5}), Wilds2(0, 0), True),
    (House("reglamento").with_settings({"run.max": 5}), Wilds2(1, 0), True),
    (House("reglamento").with_settings({"run.max": 5}), Wilds2(2, 2), False),
)


@pytest.mark.parametrize(("house", "wilds", "cut"), CUTS, ids=str)
def test_long_runs_are_cut_only_where_all_of_them_can_be(house: House, wilds: Wilds2, cut: bool) -> None:
    machine = machines.run_machine(house.rules.settings, *wilds, exact=False, purity=False, own=False)
    assert machine.cuts == cut


def test_without_wilds_a_machine_counts_cards_up_to_the_fewest() -> None:
    for variant in VARIANTS:
        s = House(variant).rules.settings
        if not s.run.ends.startswith("cyclic"):
            machine = machines.run_machine(s, 0, 0, exact=False, purity=False, own=False)
            assert len(machine.steps) == s.run.min, variant


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("balance", ["any", "at-most-naturals", "fewer-than-naturals"])
def test_limits_that_no_meld_can_reach_are_counted_to_by_no_state(variant: str, balance: str) -> None:
    """Or the states of every number up to each limit, for each other, would take minutes to be merged."""
    rules = House(variant).rules
    limits = [name for name in rules.values if ".wilds.max" in name]
    if any(".wilds.balance" in name for name in rules.values):
        rules = vary(rules, (), {"run.wilds.balance": balance, "set.wilds.balance": balance})
    kinds: tuple[Kind, ...] = ("run", "set")
    for kind in kinds:
        loose = vary(rules, (), dict.fromkeys(limits, "any")).settings
        for longest in (5, 14, 40):
            tight = vary(rules, (), dict.fromkeys(limits, longest)).settings
            huge = vary(rules, (), dict.fromkeys(limits, 1000)).settings
            assert automaton(tight, kind, longest) == automaton(huge, kind, longest) == automaton(loose, kind, longest)
