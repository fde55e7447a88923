"""Every sensible single change of a variant's parameters."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from meldproof.errors import VariantError
from meldproof.variants.changes import with_values
from meldproof.variants.levels import is_encoded
from meldproof.variants.loading import Variant
from meldproof.variants.values import (
    Alternative,
    BonusDemands,
    Demand,
    Demands,
    RankPoints,
    RequirementDemands,
    Steps,
    WildWorth,
    from_plain,
    to_plain,
)
from meldproof.variants.vocabulary import Parameter, parameters

TYPICAL: Mapping[str, tuple[object, ...]] = {
    "opening.points": (30,),
    "scoring.cap": (100, 30),
    "run.max": (5,),
    "bonus.size": (12,),
    "deal.cut_bonus": (50,),
}
"""Usual values of other games, tried where a parameter is off ("any" or 0), or as well."""


class Mutant(msgspec.Struct, frozen=True, eq=False):
    """A variant with one parameter changed, to a plain value. `id` is stable, such as `run.wilds.adjacent=true`."""

    id: str
    parameter: str
    value: object
    variant: Variant


def mutants(variant: Variant) -> Iterator[Mutant]:
    """Every sensible single change of what is encoded, in the vocabulary's order; none that contradicts the rest."""
    for name in variant.plain():
        if is_encoded(name, variant.scope):
            yield from mutants_of(variant, name)


def mutants_said(variant: Variant) -> Iterator[Mutant]:
    """Those of what the rules say: of a parameter that no file sets nobody need know that there is one."""
    said = variant.said()
    return (mutant for mutant in mutants(variant) if mutant.parameter in said)


def mutants_of(variant: Variant, name: str) -> Iterator[Mutant]:
    """The sensible changes of one parameter, the most telling first."""
    now = variant.plain()[name]
    seen = [now]
    for value in _changes(variant, parameters()[name]):
        if value in seen and type(value) is type(seen[seen.index(value)]):
            continue
        seen.append(value)
        try:
            changed = with_values(variant, {name: value})
        except VariantError:
            continue
        yield Mutant(mutant_id(name, now, value), name, value, changed)


def mutant_id(name: str, now: object, value: object) -> str:
    """`NAME=VALUE` as `--set` takes it; of a table only the entries that change, `!` before one that is gone."""
    if not isinstance(value, dict):
        return f"{name}={_brief(value)}"
    before = now if isinstance(now, dict) else {}
    if not before:
        return f"{name}={{{','.join(f'{key}={_brief(entry)}' for key, entry in value.items())}}}"
    changed = [f"{key}={_brief(entry)}" for key, entry in value.items() if before.get(key) != entry]
    gone = [f"!{key}" for key in before if key not in value]
    return f"{name}={{{','.join(changed + gone)}}}"


def _brief(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


Changer = Callable[[Variant, str, typing.Any], Iterator[object]]


def _changes(variant: Variant, parameter: Parameter) -> Iterator[object]:
    """Plain values that a parameter could have instead; some may not be consistent."""
    name, now = parameter.name, variant.values[parameter.name]
    for kind, changer in _BY_TYPE:
        if isinstance(now, kind):
            yield from changer(variant, name, now)
            return


def _flipped(variant: Variant, name: str, now: bool) -> Iterator[object]:
    yield not now


def _of_words(variant: Variant, name: str, now: str) -> Iterator[object]:
    """The other words of a choice; of a limit that is "any", small numbers."""
    words = typing.get_args(parameters()[name].type)
    if typing.get_origin(parameters()[name].type) is typing.Literal:
        yield from words
    else:
        yield from TYPICAL.get(name, (1, 2, 0))


def _of_number(variant: Variant, name: str, now: int) -> Iterator[object]:
    kind = parameters()[name].type
    step = _step((now,)) if _in_points(name) else 1
    if now == 0 and name in TYPICAL:
        yield from TYPICAL[name]
        return
    for value in (now + step, now - step):
        if _fits(value, kind):
            yield value
    if typing.get_origin(kind) is not typing.Annotated:
        yield "any"
    if now != 0:
        yield from TYPICAL.get(name, ())


def _of_steps(variant: Variant, name: str, now: Steps) -> Iterator[object]:
    """A number changed, a step dropped, a step that begins one sooner or later."""
    pairs = dict(now.pairs)
    in_points = _in_points(name)
    for start, number in pairs.items():
        others = TYPICAL.get(name, (1,)) if number == 0 else ()
        step = _step((number,)) if in_points else 1
        for value in (*others, number + step, number - step) if number or not others else others:
            if isinstance(value, int) and value >= 0:
                yield Steps(tuple({**pairs, start: value}.items())).to_plain()
    if len(pairs) > 1:
        for start in pairs:
            yield Steps(tuple(pair for pair in now.pairs if pair[0] != start)).to_plain()
        for start, number in pairs.items():
            for other in (start + 1, start - 1):
                if start > 0 and other >= 0 and other not in pairs:
                    moved = {key: value for key, value in pairs.items() if key != start} | {other: number}
                    yield Steps(tuple(sorted(moved.items()))).to_plain()


def _of_ranks(variant: Variant, name: str, now: RankPoints) -> Iterator[object]:
    """One rank worth something else."""
    ranks = variant.settings.deck.ranks
    points = {ranks[rank - 1]: number for rank, number in sorted(now.by_rank(ranks).items())}
    step = _step(tuple(points.values()))
    for rank, number in points.items():
        yield _grouped(now, rank, number + step, ranks)


def _grouped(now: RankPoints, rank: str, value: int, ranks: Sequence[str]) -> dict[str, int]:
    """A table with one rank changed: a range of ranks that holds it is cut round it, the rest stays as written."""
    table: dict[str, int] = {}
    place = ranks.index(rank)
    for key, number in now.pairs:
        first, _, last = key.partition("-")
        low, high = ranks.index(first), ranks.index(last or first)
        if not low <= place <= high:
            table[key] = number
            continue
        for start, end, points in ((low, place - 1, number), (place, place, value), (place + 1, high, number)):
            if start <= end:
                table[ranks[start] if start == end else f"{ranks[start]}-{ranks[end]}"] = points
    return table


def _of_worth(variant: Variant, name: str, now: WildWorth) -> Iterator[object]:
    """What it stands for, a number, none, or one entry of a table changed."""
    worth = now.worth
    is_opening = name.endswith(".opening")
    if isinstance(worth, RankPoints):
        ranks = variant.settings.deck.ranks
        points = worth.by_rank(ranks)
        yield "represented"
        yield from sorted(set(points.values()), reverse=True)
        step = _step(tuple(points.values()))
        for number in sorted(set(points.values())):
            rank = min(rank for rank, value in points.items() if value == number)
            yield _grouped(worth, ranks[rank - 1], number + step, ranks)
    elif isinstance(worth, int):
        step = _step((worth,))
        yield from ("represented", worth + step, max(worth - step, 0), 0)
    else:
        yield from (0, 25, "represented")
    if is_opening:
        yield "as-melded"


def _of_list(variant: Variant, name: str, now: tuple[object, ...]) -> Iterator[object]:
    """An entry out, an entry more; of a deck a rank or suit out; of an order two neighbours the other way round."""
    names = [to_plain(entry) for entry in now]
    if name == "arrange.objective":
        for place in range(len(names) - 1):
            yield [*names[:place], names[place + 1], names[place], *names[place + 2 :]]
        return
    if name == "deck.suits":
        yield names[:-1]
        return
    if name == "deck.ranks":
        middle = len(names) // 2
        yield from ([*names[:place], *names[place + 1 :]] for place in range(middle, len(names) - 1))
        return
    if name == "wilds.ranks":
        others = [rank for rank in variant.settings.deck.ranks[1:] if rank not in names]
        yield from ([*names, rank] for rank in (others[0], others[-1]))
    if name == "set.repeat_sizes":
        yield from ([*names, size] for size in (3, 4) if size not in names)
    yield from (names[:place] + names[place + 1 :] for place in range(len(names)))


def _of_demands(variant: Variant, name: str, now: Demands) -> Iterator[object]:
    """One entry changed or out; where nothing is demanded, a run without wilds."""
    if isinstance(now, BonusDemands):
        yield from _of_bonuses(now)
        return
    if not now:
        yield [{"kind": "run", "wilds": 0}]
        if isinstance(now, RequirementDemands):
            yield [{"kind": "run"}]
    for place, alternative in enumerate(now.alternatives):
        before, after = now.alternatives[:place], now.alternatives[place + 1 :]
        for changed in _changed_lists(alternative):
            yield type(now)((*before, changed, *after)).to_plain()
        if len(now.alternatives) > 1:
            yield type(now)((*before, *after)).to_plain()


def _of_bonuses(now: BonusDemands) -> Iterator[object]:
    """Another meld, more or fewer points, for others, or none."""
    bonuses = now.alternatives[0] if now else ()
    for place, bonus in enumerate(bonuses):
        before, after = bonuses[:place], bonuses[place + 1 :]
        changes: list[Demand] = [one for one in _changed_demands(bonus) if one.count == 1]
        for points in (bonus.points + 5, bonus.points - 5) if bonus.points else ():
            changes.append(msgspec.structs.replace(bonus, points=points))
        changes.append(msgspec.structs.replace(bonus, to="owner" if bonus.to == "others" else "others"))
        changes.append(msgspec.structs.replace(bonus, then="" if bonus.then else "match"))
        yield from (BonusDemands(((*before, changed, *after),)).to_plain() for changed in changes)
        yield BonusDemands(((*before, *after),) if len(bonuses) > 1 else ()).to_plain()


def _changed_lists(alternative: Alternative) -> Iterator[Alternative]:
    for place, demand in enumerate(alternative):
        before, after = alternative[:place], alternative[place + 1 :]
        yield from ((*before, changed, *after) for changed in _changed_demands(demand))
        yield (*before, *after)
    if any(demand.exactly for demand in alternative):
        yield tuple(msgspec.structs.replace(demand, exactly=False) for demand in alternative)


def _changed_demands(demand: Demand) -> Iterator[Demand]:
    """One more meld or one fewer, another kind, a card more or fewer, wilds or none."""
    for count in (demand.count + 1, demand.count - 1):
        if count:
            yield msgspec.structs.replace(demand, count=count)
    for kind in ("set", "run", "any"):
        if kind != demand.kind and demand.kind != "pair":
            yield msgspec.structs.replace(demand, kind=kind)
    if demand.min:
        yield msgspec.structs.replace(demand, min=demand.min + 1)
        yield msgspec.structs.replace(demand, min=demand.min - 1)
    yield msgspec.structs.replace(demand, wilds="any" if demand.wilds == 0 else 0)
    if demand.factor > 1:
        yield msgspec.structs.replace(demand, factor=1)


def _step(numbers: Sequence[int]) -> int:
    """Five where all points are in fives, else one: a smaller change might be none."""
    return 5 if any(numbers) and all(number % 5 == 0 for number in numbers) else 1


def _in_points(name: str) -> bool:
    ends = (".points", ".hand", ".low", ".high", ".set", ".cap", "_bonus", ".others")
    return name.endswith(ends) and not name.startswith(("set.", "run."))


def _fits(value: int, kind: object) -> bool:
    try:
        from_plain(value, kind)
    except ValueError:
        return False
    return True


_BY_TYPE: tuple[tuple[type, Changer], ...] = (
    (bool, _flipped),
    (str, _of_words),
    (int, _of_number),
    (Steps, _of_steps),
    (RankPoints, _of_ranks),
    (WildWorth, _of_worth),
    (tuple, _of_list),
    (Demands, _of_demands),
)
