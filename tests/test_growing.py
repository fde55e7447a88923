"""What a new parameter or rule must be told to, so that none is forgotten: each test names it and says what to do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import meldproof
from meldproof.cards import Card, Meld, Slot
from meldproof.checking.certificate_columns import STAYS_BROKEN
from meldproof.proving.mutants import mutants_of
from meldproof.reference.sections import HEADINGS
from meldproof.rules.melds import RULES, Rule
from meldproof.variant.levels import LEVELS, WITHOUT_EFFECT, levels_of
from meldproof.variant.loading import load_variant, variant_files
from meldproof.variant.rebuild import made
from meldproof.variant.vocabulary import Settings, parameters

ROOT = Path(__file__).parents[1]
PACKAGE = Path(meldproof.__file__).parent
VARIANTS = [load_variant(file.id) for file in variant_files()]

# What is made from the vocabulary


@pytest.mark.parametrize("path", made(), ids=lambda path: path.name)
def test_what_is_made_from_the_vocabulary_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made()[path], "run: python -m meldproof.variant.rebuild"


# Where a parameter can be seen


@pytest.mark.parametrize("name", parameters())
def test_it_is_said_where_a_parameter_can_be_judged(name: str) -> None:
    fits = [beginning for beginning, _ in LEVELS if name.startswith(beginning)]
    assert fits, f"say in LEVELS (variant/levels.py) what is needed to see {name} at work"


def test_no_entry_of_the_levels_is_stale() -> None:
    first = {next(beginning for beginning, _ in LEVELS if name.startswith(beginning)) for name in parameters()}
    assert [beginning for beginning, _ in LEVELS if beginning not in first] == [], "no parameter needs these any more"
    assert set(WITHOUT_EFFECT) <= set(parameters())


@pytest.mark.parametrize("name", parameters())
def test_the_pages_have_a_section_for_every_parameter(name: str) -> None:
    fits = [heading.id for heading in HEADINGS if name.startswith(heading.prefixes)]
    assert fits, f"put the beginning of {name} into a heading (reference/sections.py)"


def test_no_beginning_of_a_heading_is_stale() -> None:
    stale = [b for heading in HEADINGS for b in heading.prefixes if not any(name.startswith(b) for name in parameters())]
    assert stale == []


# What the checker of certificates takes for granted of rules

MOST_SLOTS = 4
RUN_RULES = [rule for rule in RULES if rule.kind != "set"]


@pytest.mark.parametrize("rule", RUN_RULES, ids=lambda rule: rule.name)
def test_the_checker_of_certificates_knows_which_rules_a_longer_run_can_mend(rule: Rule) -> None:
    mended = _mended(rule)
    if rule.name in STAYS_BROKEN:
        assert mended is None, f"take {rule.name} out of STAYS_BROKEN (checking/certificate_columns.py): {mended}"
    else:
        assert mended is not None, f"put {rule.name} into STAYS_BROKEN (checking/certificate_columns.py): no run mends it"


def test_no_entry_of_stays_broken_is_stale() -> None:
    assert {rule.name for rule in RUN_RULES} >= STAYS_BROKEN


def _mended(rule: Rule) -> tuple[Meld, Meld] | None:
    """A run that breaks the rule, and the same with one card more at its end, which keeps it."""
    for s in _settings_about(rule.parameter):
        for place in (1, len(s.deck.ranks) - 2):
            for short, longer in _grown(s, place):
                if not rule.holds(short, s) and rule.holds(longer, s):
                    return short, longer
    return None


@cache
def _settings_about(name: str) -> list[Settings]:
    """Rules that give a parameter every sensible value, among jokers and wild ranks as there are."""
    found = []
    for variant in VARIANTS:
        if name in variant.values:
            found += [variant.settings, *(mutant.variant.settings for mutant in mutants_of(variant, name))]
    return list(dict.fromkeys(found))[:8]


def _grown(s: Settings, start: int) -> Iterator[tuple[Meld, Meld]]:
    """Short runs from a place on, right and wrong, and each with one card more."""
    layer: list[tuple[Slot, ...]] = [()]
    for number in range(MOST_SLOTS):
        following = []
        for slots in layer:
            for slot in _fillings(s, start + number, first=not number):
                longer = (*slots, slot)
                following.append(longer)
                if slots:
                    yield Meld("run", slots), Meld("run", longer)
        layer = following


def _fillings(s: Settings, place: int, *, first: bool) -> Iterator[Slot]:
    """Who can stand at a place: the natural, a joker, wild ranks at home and abroad; wrongly, others and elsewhere."""
    rank = (place - 1) % len(s.deck.ranks) + 1
    yield Slot(rank, 1, place, 1, wild=False)
    yield Slot(0, 0, place, 1, wild=True)
    for name in s.wilds.ranks[:1]:
        yield Slot(s.deck.ranks.index(name) + 1, 1, place, 1, wild=True)
        yield Slot(s.deck.ranks.index(name) + 1, 2, place, 1, wild=True)
    if not first:
        yield Slot(rank, 2, place, 2, wild=False)
        yield Slot(rank, 1, place + 1, 1, wild=False)
    yield Slot(rank % len(s.deck.ranks) + 1, 1, place, 1, wild=False)
