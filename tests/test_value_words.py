"""Every value that a rule file writes as a word is said in words, in both languages."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Literal

import pytest
from depth import DEEP
from houses import house_rules, judged

from meldproof.variants.value_words import HEADS, NO_LIMIT, VALUES, value_words
from meldproof.variants.vocabulary import parameters


def words_of(kind: object) -> Iterator[str]:
    parts = typing.get_args(kind)
    if typing.get_origin(kind) is Literal:
        yield from parts
    else:
        for part in parts:
            yield from words_of(part)


WRITTEN = [(name, word) for name, parameter in parameters().items() for word in words_of(parameter.type)]
NOT_LIMITS = [
    (name, word) for name, word in WRITTEN if not (word == "any" and set(words_of(parameters()[name].type)) == {"any"})
]


@pytest.mark.parametrize(("name", "word"), WRITTEN)
def test_every_word_of_a_parameter_has_words_in_both_languages(name: str, word: str) -> None:
    said = value_words(name, word)
    assert said is not None
    assert all(said)
    assert "-" not in said[0]
    assert word not in ("represented", "as-melded")


def test_no_words_are_kept_of_values_that_are_gone() -> None:
    kept = {(name, word) for name, words in VALUES.items() for word in words}
    assert kept == set(NOT_LIMITS)
    assert set(VALUES) >= set(HEADS)
    assert value_words("set.max", "any") == NO_LIMIT


def test_what_a_setting_says_names_the_value_in_words() -> None:
    found = judged("argentino + set.suits=distinct-with-wilds", "9s 9s JK").violations[0]
    assert found.message.endswith(
        "set on the command line: suits in a set: any where it holds no wild, all distinct where it does"
    )
    spanish = judged("argentino + set.suits=distinct-with-wilds", "9s 9s JK", "es").violations[0]
    assert spanish.message.endswith(
        "fijado por quien pregunta: palos de una pierna: cualesquiera si no lleva comodín, todos distintos si lo lleva"
    )


@pytest.mark.parametrize("rules", [*DEEP, "argentino + run.suit=any"])
def test_a_gap_in_a_run_cites_a_clause_that_says_consecutive(rules: str) -> None:
    variant = house_rules(rules)
    cards = "5r 6r 8r" if variant.deck().style == "tiles" else "5s 6s 8s"
    for language, word in (("en", "consecutive"), ("es", "consecutivos")):
        found = judged(rules, cards, language).violations
        assert [violation.rule for violation in found] == ["run.consecutive"]
        assert word in found[0].message.partition(": ")[2]
        assert word in variant.clause(found[0].clause).text[language]
