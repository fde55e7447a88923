"""Where a meld breaks a rule: the fewest of its cards that break it by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from meldproof.cards import Meld
from meldproof.rules.melds import RULES, Rule
from meldproof.variants.vocabulary import Settings

MOST_TRIED = 5000
"""Parts of one meld: of more none is told from the others."""
NOT_OF_PLACES = frozenset(f"{kind}.{name}" for kind in ("set", "run") for name in ("min", "max", "naturals.min"))
"""Rules that speak of how many cards there are, whichever they be."""


def broken_places(meld: Meld, rule: Rule, settings: Settings) -> tuple[int, ...]:
    """The numbers (from 0) of the cards in the smallest parts of a meld that break a rule which it breaks.

    Parts of a run are cards next to each other; of a set's parts, what they have in common is told if there is such.
    Empty where nothing less than the whole breaks it.
    """
    if rule.name in NOT_OF_PLACES or rule not in RULES:
        return ()
    if rule.name == "run.ends":
        return _around_the_ace(meld, rule, settings)
    whole = range(len(meld.slots))
    for size in range(1, len(whole)):
        parts = _windows(whole, size) if meld.kind == "run" else list(combinations(whole, size))
        if len(parts) > MOST_TRIED:
            return ()
        found = [part for part in parts if _stands(meld, rule, part) and not rule.holds(_part(meld, part), settings)]
        if found:
            blamed = set[int]().union(*found)
            common = blamed.intersection(*found)
            return tuple(sorted((meld.kind == "set" and common) or blamed))
    return ()


def _around_the_ace(meld: Meld, rule: Rule, settings: Settings) -> tuple[int, ...]:
    """A card at an end that may stand there in no run; else the aces with cards on the wrong side; else all aces."""
    ranks, whole = len(settings.deck.ranks), range(len(meld.slots))
    aces = [number for number in whole if meld.slots[number].place % ranks == 1]
    alone = [number for number in {0, len(whole) - 1} if meld.slots[number].place <= ranks + 1]
    for parts in (
        {number: [number] for number in alone},
        {ace: [number for number in (ace - 1, ace, ace + 1) if number in whole] for ace in aces},
    ):
        if blamed := [number for number, part in parts.items() if not rule.holds(_part(meld, part), settings)]:
            return tuple(sorted(blamed))
    return () if not aces or rule.holds(_part(meld, aces), settings) else tuple(aces)


def _windows(whole: Sequence[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(whole[start : start + size]) for start in range(len(whole) - size + 1)]


def _stands(meld: Meld, rule: Rule, part: tuple[int, ...]) -> bool:
    """Whether a part tells of the rule: of one on wilds at a run's ends only what holds an end of the whole."""
    return rule.name != "run.wilds.at_ends" or (len(part) == 1 and part[0] in (0, len(meld.slots) - 1))


def _part(meld: Meld, places: Iterable[int]) -> Meld:
    return Meld(meld.kind, tuple(meld.slots[place] for place in places))
