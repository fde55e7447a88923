"""What cards are worth: melded, toward an opening, and left in hand. Tables made once from the settings."""

from __future__ import annotations

from typing import Any, NamedTuple

from meldproof.rules.caching import once_per_settings
from meldproof.rules.logic import Num, choose, equal, look_up, negate, total

Table = tuple[int, ...]


class Worths(NamedTuple):
    """Points by place (index 0 unused). A run's places go beyond the last rank; a set's place is its rank."""

    natural_in_run: Table
    natural_in_set: Table
    joker_in_run: Table
    joker_in_set: Table
    ranked_in_run: Table
    ranked_in_set: Table


class PointTables(NamedTuple):
    """All points of a variant: `melded`, `opening`, and `hand` by printed rank (0 is the joker)."""

    melded: Worths
    opening: Worths
    hand: Table


@once_per_settings
def point_tables(settings: Any) -> PointTables:
    """The tables of any record with the settings' fields (a `Settings`, or a certificate's)."""
    ranks = tuple(settings.deck.ranks)
    naturals = settings.points.ranks.by_rank(ranks)
    ace = settings.points.ace
    places = range(1, 2 * len(ranks) + 1)
    by_place = {place: naturals.get((place - 1) % len(ranks) + 1, 0) for place in places}
    run = (0, *(_ace_in_run(ace, place, len(ranks), by_place[place]) for place in places))
    one_set = (0, *(ace.set if rank == 1 else naturals[rank] for rank in range(1, len(ranks) + 1)))
    joker, ranked = settings.wilds.joker, settings.wilds.ranked

    def worths(joker_worth: Any, ranked_worth: Any) -> Worths:
        return Worths(
            run,
            one_set,
            _wild_table(joker_worth, run, ranks),
            _wild_table(joker_worth, one_set, ranks),
            _wild_table(ranked_worth, run, ranks),
            _wild_table(ranked_worth, one_set, ranks),
        )

    wild_ranks = {ranks.index(name) + 1 for name in settings.wilds.ranks}
    hand = tuple(
        joker.hand if rank == 0 else ranked.hand if rank in wild_ranks else ace.hand if rank == 1 else naturals[rank]
        for rank in range(len(ranks) + 1)
    )
    opening = worths(
        joker.melded if joker.opening.worth == "as-melded" else joker.opening,
        ranked.melded if ranked.opening.worth == "as-melded" else ranked.opening,
    )
    # Less than nothing could only be where no opening counts points (the loader sees to that): there nobody asks.
    opening = Worths(*(tuple(max(0, points) for points in table) for table in opening))
    return PointTables(worths(joker.melded, ranked.melded), opening, hand)


def slot_worth(slot: Any, is_set: Any, worths: Worths) -> Num:
    """The points of one slot of a meld; `slot` and `is_set` may be symbolic."""
    in_set = _by_role(slot, worths.natural_in_set, worths.joker_in_set, worths.ranked_in_set)
    in_run = _by_role(slot, worths.natural_in_run, worths.joker_in_run, worths.ranked_in_run)
    return choose(is_set, in_set, in_run)


def meld_worth(meld: Any, worths: Worths) -> Num:
    """The points of a whole meld."""
    is_set = equal_kind(meld, "set")
    return total(slot_worth(slot, is_set, worths) for slot in meld.slots)


def points_of_slot(slot: Any, kind: str, worths: Worths) -> int:
    """`slot_worth` of a concrete slot, by plain look-up."""
    if kind == "set":
        table = (
            worths.natural_in_set if not slot.wild else worths.joker_in_set if slot.rank == 0 else worths.ranked_in_set
        )
    else:
        table = (
            worths.natural_in_run if not slot.wild else worths.joker_in_run if slot.rank == 0 else worths.ranked_in_run
        )
    return int(table[slot.place])


def points_of_meld(meld: Any, worths: Worths) -> int:
    """`meld_worth` of a concrete, legal meld, by plain look-up."""
    return sum(points_of_slot(slot, meld.kind, worths) for slot in meld.slots)


def equal_kind(meld: Any, kind: str) -> Any:
    """Whether a meld is of a kind; a symbolic meld's `kind` is the truth that it is a set."""
    if isinstance(meld.kind, str):
        return meld.kind == kind
    return meld.kind if kind == "set" else negate(meld.kind)


def _by_role(slot: Any, natural: Table, joker: Table, ranked: Table) -> Num:
    wild = choose(equal(slot.rank, 0), _at(joker, slot.place), _at(ranked, slot.place))
    return choose(slot.wild, wild, _at(natural, slot.place))


def _at(table: Table, place: Num) -> Num:
    """Places beyond a set's ranks are worth nothing: no such set is legal."""
    if isinstance(place, int) and place >= len(table):
        return 0
    return look_up(table, place)


def _ace_in_run(ace: Any, place: int, ranks: int, otherwise: int) -> int:
    if place == 1:
        return int(ace.low)
    return int(ace.high) if place == ranks + 1 else otherwise


def _wild_table(worth: Any, represented: Table, ranks: tuple[str, ...]) -> Table:
    if worth.worth == "represented":
        return represented
    if isinstance(worth.worth, int):
        return (0, *(worth.worth for _ in represented[1:]))
    points = worth.worth.by_rank(ranks)
    return (0, *(points[(place - 1) % len(ranks) + 1] for place in range(1, len(represented))))
