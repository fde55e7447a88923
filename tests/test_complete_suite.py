"""A complete test suite tells an automaton from every other one that has as few states more as it says."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from meldproof.cards import Meld
from meldproof.proving.complete_suite import Complete, access_words, complete_suite, smallest, telling_words
from meldproof.proving.meld_suite import cards_to_ask, is_set, run_of, run_words, runs_to_ask, sets_to_ask
from meldproof.rules.melds import keeps_all_rules
from meldproof.variants.loading import load_variant

LETTERS = 2
VARIANTS = ("argentino", "fichas", "gin", "indian-13", "reglamento", "rummikub", "rummy-500")


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


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_suite_of_runs_says_of_a_sample_what_the_rules_say(variant: str) -> None:
    rules = load_variant(variant)
    asked = list(runs_to_ask(rules))
    legal = [run for run in asked if run.legal]
    assert len(legal) > 200
    suits = {run.meld.slots[0].as_suit for run in legal}
    assert suits == set(range(1, len(rules.deck().suits) + 1))
    for run in asked[::7]:
        assert keeps_all_rules(run.meld, rules.settings) == run.legal, run


def test_a_word_that_spells_no_run_is_left_out() -> None:
    gin = load_variant("gin")
    for word in ((), (3,), (0, 0, 0), (3, 0, 3), (3, 1)):
        assert run_of(word, gin.settings, gin.deck()) is None
    made: Any = run_of((3, 0, 0, 0), gin.settings, gin.deck())
    assert isinstance(made, Meld)
    assert run_words(gin.settings).accepts((3, 0, 0, 0))


def test_bare_cards_are_asked_once_and_most_sets_are_none() -> None:
    asked = list(cards_to_ask(load_variant("gin")))
    assert len({cards for cards, _ in asked}) == len(asked)
    assert (("As", "2s", "3s"), True) in asked
    assert (("As", "2s"), False) in asked
    gin = load_variant("gin")
    assert all(is_set(one.cards, gin.settings) == one.legal for one in sets_to_ask(gin))
