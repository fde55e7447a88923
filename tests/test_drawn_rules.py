"""The houses of the tests are drawn from the whole vocabulary: every value of every parameter comes up in some."""

from __future__ import annotations

import random
from typing import Annotated

import pytest
from drawn_rules import PARAMETERS, drawn, spread, untried
from strategies import VARIANTS, House, house_of

from meldproof.checking.certificate_settings import FIELDS
from meldproof.variants.vocabulary import Parameter, parameters


def test_every_value_to_be_tried_of_every_parameter_is_drawn() -> None:
    rng = random.Random(1)
    houses = [(house.variant, house.rules) for house in (house_of(rng.choice) for _ in range(1800))]
    assert untried(house for _, house in houses) == []
    for variant in VARIANTS:
        own = House(variant).rules.values
        mine = [house.values for based_on, house in houses if based_on == variant]
        changed = {name for name in PARAMETERS for values in mine if name in values and values[name] != own.get(name)}
        knocks = House(variant).rules.settings.close.by == "knock"  # then nothing lies on the table to lay off on
        # nor anything to do after an opening that allows no new melds: the loader asks for lay-offs
        of_a_table = {"layoff.start", "exchange.cards", "exchange.set", "exchange.into", "melding.new"}
        assert set(PARAMETERS) - changed == (of_a_table if knocks else set()), f"houses of {variant}"


def test_a_value_that_is_never_drawn_is_named() -> None:
    plain = [House(variant).rules for variant in VARIANTS]
    lacking = untried(plain)
    assert "opening.repeated_suits=False" in lacking
    assert "set.repeat_sizes=[3, 5]" in lacking
    assert "set.suits=same" in lacking
    assert "set.suits=distinct" not in lacking


def test_a_parameter_of_a_type_without_known_values_is_named() -> None:
    strange = Parameter("run.colours", Annotated[float, "a share"], "colours", "colores", "", inert=False, default=None)
    with pytest.raises(LookupError, match=r"run\.colours: add them to NAMED, or to BY_TYPE"):
        spread(strange, ("A", "2", "3"))


def first(values: object) -> object:
    return values[0]  # type: ignore[index]


def test_what_a_change_switches_on_is_drawn_and_what_it_switches_off_dropped() -> None:
    gin = House("gin").rules
    wild = drawn(gin, {}, {"wilds.ranks": ["2"]}, first)
    assert {
        "wilds.natural",
        "wilds.ranked.hand",
        "wilds.ranked.melded",
        "run.wilds.max",
        "set.naturals.min",
    } < wild.keys()
    assert drawn(gin, wild, {"wilds.ranks": []}, first) == {"wilds.ranks": []}
    repeats = drawn(House("argentino").rules, {"set.suits": "distinct"}, {"set.repeat_sizes": [5]}, first)
    assert repeats["opening.repeated_suits"] is False


def test_what_contradicts_a_change_is_drawn_anew() -> None:
    gin = House("gin").rules
    large = drawn(gin, {}, {"set.min": 5}, lambda values: values[-1])
    assert large == {"set.min": 5, "set.max": "any"}
    small = drawn(gin, {}, {"deck.ranks": ["A", "2", "3"]}, first)
    assert set(small) == {"deck.ranks", "points.ranks", "wilds.ranks", "deal.cards", "deal.starter_extra"}


def test_every_parameter_that_a_certificate_holds_is_drawn() -> None:
    held = {name for name, field in FIELDS.items() if field["is"] != "of play"}
    assert held <= parameters().keys()
    assert {name for name in held if not name.startswith("players.")} <= set(PARAMETERS)
