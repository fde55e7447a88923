"""The list of variants: every one of the package has a family and a line, in both languages."""

from __future__ import annotations

import pytest

from meldproof.variants.families import families
from meldproof.variants.listing import Listed, by_family, listed

LONGEST_LINE = 160


def test_every_family_is_named_in_both_languages() -> None:
    assert all(name["en"] and name["es"] and name["en"] != name["es"] for name in families().values())


@pytest.mark.parametrize("one", listed(), ids=lambda one: one.file.id)
def test_a_player_can_find_every_variant(one: Listed) -> None:
    assert one.family in families()
    assert one.file.line.en != one.file.line.es
    for line in (one.file.line.en, one.file.line.es):
        assert 20 <= len(line) <= LONGEST_LINE, "one sentence or two, short enough for a list"
        assert line.endswith(".")


def test_no_two_variants_are_told_by_the_same_line() -> None:
    lines = [one.file.line.en for one in listed()]
    assert len(set(lines)) == len(lines)


def test_grouping_loses_none_and_keeps_the_order_of_families() -> None:
    groups = by_family(listed())
    assert sorted(one.file.id for group in groups.values() for one in group) == sorted(one.file.id for one in listed())
    assert list(groups) == [family for family in families() if family in groups]
