"""A variant with every limit on the wilds of a meld lifted, and plenty of wilds: if a rule has a voice, then here."""

from __future__ import annotations

from meldproof.errors import VariantError
from meldproof.variants.changes import NEUTRAL, with_values
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import parameters

PLENTY: dict[str, object] = {
    "deck.jokers": 4,
    "deck.copies": 2,
    "set.max": "any",
    "wilds.joker.melded": 25,
    "wilds.ranked.melded": 25,
}


def lifted() -> dict[str, object]:
    """PLENTY, and every limit on the wilds of a meld at its inert value, or its neutral one."""
    limits = {
        name: 1 if name in NEUTRAL else to_plain(parameter.default)
        for name, parameter in parameters().items()
        if parameter.when in ("wilds", "two-wild-classes") and levels_of(name)[0] == "meld"
    }
    return {**PLENTY, **limits}


def without_limits(variant: Variant, besides: str = "") -> Variant:
    """The variant with as many of these values as go with its other rules, one parameter being left as it is."""
    for name, value in lifted().items():
        if name != besides:
            try:
                variant = with_values(variant, {name: value})
            except VariantError:
                continue
    return variant
