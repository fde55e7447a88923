"""How many wilds a meld may hold and how they may lie, in a line."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.reference.worth_words import Words, joined
from meldproof.variants.meld_terms import Naturals, RunWildLimits, WildLimits
from meldproof.variants.vocabulary import Settings

SIDE_BY_SIDE = {
    True: ("side by side or not", "juntos o no"),
    False: ("no two side by side", "nunca dos juntos"),
}
BALANCE = {
    "at-most-naturals": ("no more than naturals", "no más que naturales"),
    "fewer-than-naturals": ("fewer than naturals", "menos que naturales"),
}


def wild_limits(s: Settings) -> Words:
    """The limits on the wilds of a set and of a run; said once where they are the same."""
    in_set, in_run = list(_numbers(s.set.wilds, s)), list(_numbers(s.run.wilds, s))
    order = list(_order(s.run.wilds, s))
    own = [*in_set, *_naturals(s.set.naturals)], [*in_run, *_naturals(s.run.naturals)]
    if own[0] == own[1]:
        both = _listed(own[0])
        found = [(f"in a meld {both[0]}", f"en una combinación, {both[1]}")]
        if order:
            lie = _listed(order)
            found.append((f"in a run {lie[0]}", f"en una escalera, {lie[1]}"))
        return joined(found)
    one, other = _listed(own[0]), _listed([*in_run, *order, *_naturals(s.run.naturals)])
    return joined(
        [(f"in a set {one[0]}", f"en una pierna, {one[1]}"), (f"in a run {other[0]}", f"en una escalera, {other[1]}")]
    )


def most_wilds(limits: WildLimits, s: Settings) -> int | None:
    """The most wilds that the limits let into a meld; None for any number."""
    if not s.wilds.ranks:
        return limits.max if isinstance(limits.max, int) else None
    kinds = [most for most in (limits.max_joker, limits.max_ranked) if isinstance(most, int)]
    found = [limits.max] if isinstance(limits.max, int) else []
    return min([*found, *[sum(kinds)] * (len(kinds) == 2)], default=None)


def _numbers(limits: WildLimits, s: Settings) -> Iterator[Words]:
    whole = limits.max if isinstance(limits.max, int) else None
    kinds = []
    if s.wilds.ranks and max(s.deck.jokers.numbers) > 0:
        ranks = "rank card" if s.wilds.turned == "rank" else ", ".join(s.wilds.ranks)
        for most, one in (
            (limits.max_joker, ("joker", "morrucho")),
            (limits.max_ranked, (f"wild {ranks}", "mono")),
        ):
            if isinstance(most, int) and (whole is None or most < whole):
                many = "s" * (most != 1)
                kinds.append((f"{most} {one[0]}{many}", f"{most} {one[1]}{many}"))
    if whole is not None:
        wilds = ("wild" if whole == 1 else "wilds", "comodín" if whole == 1 else "comodines")
        yield f"at most {whole} {wilds[0]}", f"a lo sumo {whole} {wilds[1]}"
    if kinds:
        yield f"at most {' and '.join(en for en, _ in kinds)}", f"a lo sumo {' y '.join(es for _, es in kinds)}"
    if whole is None and not kinds:
        yield "any number of wilds", "cualquier cantidad de comodines"
    if limits.balance in BALANCE:
        yield BALANCE[limits.balance]


def _order(limits: RunWildLimits, s: Settings) -> Iterator[Words]:
    """How the wilds of a run may lie; nothing where there is one at most."""
    if most_wilds(limits, s) != 1 and max(s.deck.jokers.numbers) + len(s.wilds.ranks) > 1:
        yield SIDE_BY_SIDE[limits.adjacent]
    if not limits.at_ends:
        yield "none at an end", "ninguno en las puntas"


def _naturals(naturals: Naturals) -> Iterator[Words]:
    if naturals.min:
        yield (
            f"at least {naturals.min} natural" + "s" * (naturals.min > 1),
            (f"al menos {naturals.min} natural" + "es" * (naturals.min > 1)),
        )


def _listed(parts: list[Words]) -> Words:
    return ", ".join(en for en, _ in parts), ", ".join(es for _, es in parts)
