"""A complete test suite tells an automaton from every other one that has as few states more as it says."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from depth import DEEP
from houses import house_rules

from meldproof.arranging.automaton import run_starts
from meldproof.cards import Meld
from meldproof.proving.complete_suite import Complete, access_words, complete_suite, smallest, telling_words
from meldproof.proving.meld_suite import is_set, of_suite, run_of, run_words, runs_to_ask, sets_to_ask
from meldproof.rules.melds import keeps_all_rules
from meldproof.variants.loading import load_variant
from meldproof.variants.vocabulary import Settings

LETTERS = 2


def drawn(dice: random.Random, states: int) -> Complete:
    """A random automaton, made smallest."""
    steps = [[dice.randrange(states) for _ in range(LETTERS)] for _ in range(states)]
    ends = {state for state in range(states) if dice.random() < 0.4}
    return smallest(0, LETTERS, lambda state, letter: steps[state][letter], lambda state: state in ends)


def apart(one: Complete, other: Complete) -> bool:
    """Whether some word is accepted by one only."""
    seen = {(one.start, other.start)}
    waiting = deque(seen)
    while waiting:
        a, b = waiting.popleft()
        if (a in one.accepting) != (b in other.accepting):
            return True
        for letter in range(LETTERS):
            after = (one.steps[a][letter], other.steps[b][letter])
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


@pytest.mark.parametrize("more", [0, 1, 2])
def test_whoever_differs_with_so_few_states_more_is_told_apart(more: int) -> None:
    dice = random.Random(f"suite {more}")
    told = 0
    for _ in range(300):
        spec = drawn(dice, dice.randint(1, 4))
        reached = len(access_words(spec))
        suite = list(complete_suite(spec, more))
        assert all(spec.accepts(word) == accepted for word, accepted in suite)
        for _ in range(5):
            other = drawn(dice, dice.randint(1, reached + more))
            if len(access_words(other)) <= reached + more and apart(spec, other):
                told += 1
                assert any(other.accepts(word) != accepted for word, accepted in suite)
    assert told > 100


def test_telling_words_tell_each_state_from_every_other() -> None:
    dice = random.Random("telling")
    for _ in range(50):
        machine = drawn(dice, 5)
        words = telling_words(machine)
        for state in range(len(machine.steps)):
            for other in range(len(machine.steps)):
                ends = [[machine._replace(start=s).accepts(word) for word in words[state]] for s in (state, other)]
                assert (ends[0] == ends[1]) == (state == other)


@pytest.mark.parametrize("variant", DEEP)
def test_the_suite_of_runs_says_of_a_sample_what_the_rules_say(variant: str) -> None:
    rules = load_variant(variant)
    asked = list(runs_to_ask(rules))
    legal = [run for run in asked if run.legal]
    assert len(legal) > 200
    suits = {run.meld.slots[0].as_suit for run in legal}
    assert suits == set(range(1, len(rules.deck().suits) + 1))
    for run in asked[::7]:
        assert keeps_all_rules(run.meld, rules.settings) == run.legal, run


def slips(spec: Complete, dice: random.Random, most: int) -> Iterator[Complete]:
    """Automata that differ from one by a slip: an end more or less, a step elsewhere, a state that is split in two."""
    states, letters = len(spec.steps), len(spec.steps[0])
    for state in range(states):
        yield spec._replace(accepting=spec.accepting ^ {state})
    for number in range(most):
        rows = [list(row) for row in spec.steps]
        state = dice.randrange(states)
        letter = dice.randrange(FILLERS) if state != spec.start else dice.randrange(FILLERS, letters)
        ends = set(spec.accepting)
        if number % 2:
            before, through = dice.choice([(n, x) for n, row in enumerate(rows) for x in range(letters) if row[x] or n])
            copied = rows[before][through]
            rows[before][through] = states
            rows.append(list(rows[copied]))
            ends |= {states} if copied in ends else set()
            if dice.random() < 0.4:
                ends ^= {states}
            else:
                rows[states][dice.randrange(FILLERS)] = dice.randrange(states + 1)
        else:
            rows[state][letter] = dice.randrange(states)
        yield Complete(spec.start, tuple(map(tuple, rows)), frozenset(ends))


FILLERS = 3
"""Letters that fill a place; the others begin a run."""


def is_told_by_a_run(spec: Complete, other: Complete, s: Settings) -> bool:
    """Whether some word that spells a run is accepted by one of the two only."""
    starts, suits, last = run_starts(s), len(s.deck.suits), 2 * len(s.deck.ranks)
    begun = range(FILLERS, len(spec.steps[0]))
    seen = {(spec.steps[spec.start][a], other.steps[other.start][a], starts[(a - FILLERS) // suits]) for a in begun}
    waiting = deque(seen)
    while waiting:
        one, two, place = waiting.popleft()
        for letter in range(FILLERS):
            after = (spec.steps[one][letter], other.steps[two][letter], place + 1)
            if (after[0] in spec.accepting) != (after[1] in other.accepting):
                return True
            if after not in seen and place < last:
                seen.add(after)
                waiting.append(after)
    return False


HOUSES = (
    "argentino + wilds.natural=free",
    "reglamento + wilds.natural=never",
    "gin + run.ends=both + run.max=any + points.ace.high=11",
)


@pytest.mark.parametrize("rules", [*DEEP, *HOUSES])
def test_every_slip_of_one_state_more_is_told_by_a_run_that_is_asked(rules: str) -> None:
    house = house_rules(rules)
    s, jokers = house.settings, house.deck().jokers > 0
    spec = run_words(s, jokers)
    asked = {run.meld for run in runs_to_ask(house, 1)}
    legal = {run.meld for run in runs_to_ask(house, 1) if run.legal}
    starting, filling = range(FILLERS, len(spec.steps[0])), range(FILLERS)
    words = [word for word, _ in complete_suite(spec, 1, lambda place: filling if place else starting)]
    spelled = {word: meld for word in words if (meld := run_of(word, s, jokers)) is not None}
    assert set(spelled.values()) <= asked
    told = 0
    for other in slips(spec, random.Random(rules), 60):
        if is_told_by_a_run(spec, other, s):
            told += 1
            assert any(other.accepts(word) != (meld in legal) for word, meld in spelled.items())
    assert told > 40


def test_no_word_is_left_out_but_those_that_go_round_twice() -> None:
    for name in DEEP:
        rules = load_variant(name)
        s, jokers = rules.settings, rules.deck().jokers > 0
        for start, first in enumerate(run_starts(s)):
            for letter in range(FILLERS):
                word = (FILLERS + start * len(s.deck.suits), *(letter,) * (2 * len(s.deck.ranks) + 1 - first))
                assert run_of(word, s, jokers) is not None
                assert run_of((*word, letter), s, jokers) is None


def test_a_suite_that_leaves_melds_out_is_a_sample() -> None:
    assert (
        of_suite(house_rules("gin + run.suit=any"), 5, 1).said()
        == "sample, 5: melds of a suite, its runs each in one suit"
    )
    wide = house_rules("gin + deck.copies=2 + set.suits=any + set.max=8")
    assert of_suite(wide, 5, 1).said() == "sample, 5: melds of a suite, its sets of up to 6 cards"
    assert of_suite(load_variant("gin"), 5, 1).kind == "exhaustive"
    assert of_suite(load_variant("gin"), 0, 1).kind == "nothing to claim"


def test_a_word_that_spells_no_run_is_left_out() -> None:
    gin = load_variant("gin")
    for word in ((), (3,), (0, 0, 0), (3, 0, 3), (3, *(0,) * 27)):
        assert run_of(word, gin.settings, False) is None
    made: Any = run_of((3, 0, 0, 0), gin.settings, False)
    assert isinstance(made, Meld)
    assert run_words(gin.settings, False).accepts((3, 0, 0, 0))


def test_sets_are_asked_as_the_rules_say() -> None:
    gin = load_variant("gin")
    assert all(is_set(one.cards, gin.settings) == one.legal for one in sets_to_ask(gin))


def test_of_each_wild_rank_some_card_is_asked_beside_a_set() -> None:
    two = house_rules('argentino + wilds.ranks=["2", "7"] + wilds.natural=in-place')
    beside = {card.rank for one in sets_to_ask(two) for card in one.cards if any(c.rank == 2 for c in one.cards)}
    assert {0, 2, 7} <= beside
