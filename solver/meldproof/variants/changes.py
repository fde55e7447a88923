"""A variant with some of its parameters changed, whatever else these switch on or off.

Where a change switches parameters off they are dropped; what it switches on gets the neutral value stated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

import msgspec

from meldproof.errors import MeldproofError, NotationError
from meldproof.messages import LANGUAGES, in_language, say
from meldproof.variants.by_deal import each_deal
from meldproof.variants.clauses import Clause, Text, typed_value
from meldproof.variants.loading import Variant, apply_readings, apply_settings, assemble, file_of
from meldproof.variants.values import from_plain, to_plain
from meldproof.variants.vocabulary import Settings, build_settings, is_active, parameters


def _dearest_natural(s: Settings) -> int:
    return max(*s.points.ranks.by_rank(s.deck.ranks).values(), s.points.ace.hand)


def _as_a_natural(s: Settings) -> int:
    """What the first wild rank costs in hand as the natural that it also is."""
    rank = s.wild_ranks[0] if s.wilds.ranks else len(s.deck.ranks)
    return s.points.ace.hand if rank == 1 else s.points.ranks.by_rank(s.deck.ranks)[rank]


NEUTRAL: Mapping[str, Callable[[Settings], object]] = {
    "set.naturals.min": lambda s: 1,
    "run.naturals.min": lambda s: 1,
    "wilds.joker.melded": lambda s: "represented",
    "wilds.joker.hand": _dearest_natural,
    "wilds.ranked.melded": lambda s: "represented",
    "wilds.ranked.hand": _as_a_natural,
    "points.ace.low": lambda s: s.points.ace.set,
    "points.ace.high": lambda s: s.points.ace.set,
    "match.points": lambda s: 100,
    "wilds.turned_joker": lambda s: s.deck.ranks[0],
}
"""What a parameter that a change switches on is set to, where its inert value would be no usual rule: a meld has a
natural, wilds are worth what they stand for, an ace the same everywhere. Any other gets the inert value that
`Settings` gives it where it is absent: no limit, no bonus, nothing forbidden.
"""


def with_values(variant: Variant, changes: Mapping[str, object]) -> Variant:
    """The variant with these parameters set to plain values, each by a clause of its own (`settings/NAME`).

    Raises VariantError where a parameter or value is unknown, does not exist beside the others, or contradicts them.
    """
    file = file_of(variant)
    wanted = {name: typed_value(name, value, say("change of {id}", id=variant.id)) for name, value in changes.items()}
    values = _fitting(_settled({**variant.values, **wanted}, wanted), wanted)
    fresh = {name: to_plain(value) for name, value in values.items() if variant.values.get(name) != value}
    fresh |= {name: to_plain(values[name]) for name in wanted if name in values}
    kept = _only(variant.clauses, values.keys() | wanted.keys())
    return turned_again(
        variant, assemble(file, apply_settings(kept, fresh, file), variant.readings, drop_inactive=True)
    )


def turned_again(variant: Variant, changed: Variant) -> Variant:
    """What a change made of a variant, in the deal that the variant is of."""
    from meldproof.variants.turned import sample_turned, with_turned

    turned = variant.settings.deck.turned
    if turned is None or changed.settings.wilds.turned == "none":
        return changed
    try:
        return with_turned(changed, variant.deck().natural_text(turned))
    except NotationError:  # the changed deck lacks that card
        return sample_turned(changed)


def with_reading(variant: Variant, name: str) -> Variant:
    """The variant with one more reading, as `--reading` would give it. Raises VariantError."""
    file = file_of(variant)
    clauses = apply_readings(variant.clauses, [name], file)
    return turned_again(variant, assemble(file, clauses, (*variant.readings, name), drop_inactive=True))


def _settled(values: dict[str, object], wanted: Mapping[str, object]) -> dict[str, object]:
    """The values that exist together: absent ones dropped (but not what was asked for), new ones neutral."""
    for _ in range(len(parameters())):
        deals = [build_settings(plain) for plain in each_deal(values)]
        active = {name: s for name, term in parameters().items() for s in reversed(deals) if is_active(term, s)}
        fresh = [n for n, p in parameters().items() if n in active and n not in values and not p.inert]
        gone = [name for name in values if name not in active and name not in wanted]
        if not fresh and not gone:
            break
        values = {name: value for name, value in values.items() if name not in gone}
        for name in fresh:
            neutral = to_plain(attrgetter(name)(active[name])) if name not in NEUTRAL else NEUTRAL[name](active[name])
            values[name] = from_plain(neutral, parameters()[name].type)
    return values


def _fitting(values: dict[str, object], wanted: Mapping[str, object]) -> dict[str, object]:
    """The values, with what the change leaves without a meaning set to what can be meant beside it."""
    fitted: dict[str, object] = {}
    end, winner = values["match.end"], values["match.winner"]
    if "match.end" in wanted and end == "one-deal":
        fitted["match.winner"] = "closer"
    elif "match.end" in wanted and (winner == "closer" or (winner == "last-in" and end != "elimination")):
        fitted["match.winner"] = "lowest"
    if wanted.get("deal.upcard") is False or wanted.get("draw.discard") == "none":
        fitted["turn.first_draw"] = "as-usual"
    if wanted.get("close.by") == "knock":
        fitted |= {"discard.to_close": "required", "discard.face_down": False}
    return {name: value if name in wanted else fitted.get(name, value) for name, value in values.items()}


def _only(clauses: Iterable[Clause], names: Iterable[str]) -> tuple[Clause, ...]:
    """The clauses less the parameters that are gone; a clause that loses all it sets goes too."""
    there = set(names)
    kept = []
    for clause in clauses:
        left = {name: value for name, value in clause.values.items() if name in there}
        if left or not clause.values:
            kept.append(clause if len(left) == len(clause.values) else msgspec.structs.replace(clause, values=left))
    return tuple(kept)


def why_not(attempt: Callable[[], object], after: str = "") -> Text:
    """Why an attempt that is refused is, in both languages; `after` is what the reason itself comes after."""
    said = []
    for name in LANGUAGES:
        with in_language(name):
            try:
                attempt()
            except MeldproofError as error:
                said.append(str(error).rpartition(".toml: ")[2].rpartition(after)[2] if after else str(error))
    return Text(*said)
