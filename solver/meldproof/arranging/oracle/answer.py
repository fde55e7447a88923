"""From a Z3 model back to cards, for the `z3` engine, and what is checked again on plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldproof.arranging.oracle.model import MELDS, OracleModel
from meldproof.arranging.oracle.shapes import FinalMeld, Tile
from meldproof.arranging.problem import LOWER_IS_BETTER, Arrangement, Figures, LaidMeld, Problem
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.rules import smt
from meldproof.rules.demands import meets_any
from meldproof.rules.logic import Num
from meldproof.rules.melds import is_legal
from meldproof.rules.worth import meld_worth, slot_worth


class ModelMeld(NamedTuple):
    """A meld read from a model, for each slot the tile that is there (-1: it lay there), and what it grew from."""

    meld: Meld
    tiles: tuple[int, ...]
    grows: int | None


class ModelAnswer(NamedTuple):
    """A whole model read back."""

    melds: tuple[ModelMeld, ...]
    discard: int | None
    figures: Figures

    def reaches(self, name: str) -> int:
        """A figure, higher being better."""
        if name == MELDS:
            return -sum(laid.grows is None for laid in self.melds)
        value: int = getattr(self.figures, name)
        return -value if name in LOWER_IS_BETTER else value


def read(model: OracleModel, solver: smt.Solver) -> ModelAnswer:
    """What the solver's last model says, whether it is lawful or not."""
    melds = tuple(laid for shape in model.shapes for laid in _read_shape(shape, model.tiles, solver))
    discard = next((number for number, term in model.discards.items() if solver.value(term)), None)
    return ModelAnswer(melds, discard, _figures(model, melds, discard))


def value_of(term: Num, solver: smt.Solver) -> int:
    """A term's value in the last model."""
    return int(term) if isinstance(term, int) else solver.value(term)


def _read_shape(shape: FinalMeld, tiles: Sequence[Tile], solver: smt.Solver) -> Iterator[ModelMeld]:
    for form in shape.forms:
        if not solver.value(form.taken):
            continue
        filled = []
        for slot, spot in zip(form.slots, form.spots, strict=True):
            tile = -1
            if spot >= 0:
                tile = next(n for n, held in enumerate(shape.spots[spot].holds) if solver.value(held))
            card = tiles[tile].card if spot >= 0 else Card(slot.rank, slot.suit)
            place, as_suit = value_of(slot.place, solver), value_of(slot.as_suit, solver)
            filled.append((Slot(card.rank, card.suit, place, as_suit, bool(value_of(slot.wild, solver))), tile))
        is_set = bool(value_of(shape.is_set, solver))
        if is_set:
            filled.sort(key=lambda entry: (entry[0].as_suit, entry[0].wild, entry[0].rank))
        slots, numbers = zip(*filled, strict=True)
        yield ModelMeld(Meld("set" if is_set else "run", slots), numbers, shape.grows)


def _figures(model: OracleModel, melds: tuple[ModelMeld, ...], discard: int | None) -> Figures:
    problem = model.problem
    mine = {number for number, tile in enumerate(model.tiles) if tile.mine}
    laid = [
        (slot, entry.meld.kind == "set", n)
        for entry in melds
        for slot, n in zip(entry.meld.slots, entry.tiles, strict=True)
    ]
    points = sum(slot_worth(slot, is_set, problem.points.melded) for slot, is_set, n in laid if n in mine)
    left = mine - {n for _, _, n in laid} - {discard}
    cost = sum(problem.points.hand[model.tiles[n].card.rank] for n in left)
    if problem.rearranges:
        before, after = Counter(map(_looks, problem.table)), Counter(_looks(entry.meld) for entry in melds)
        changes = (before - after).total()
    else:
        changes = sum(entry.grows is not None and any(n >= 0 for n in entry.tiles) for entry in melds)
    cards = sum(n in mine for _, _, n in laid)
    return Figures(cost, points, cards, len(left), points - cost, changes)


def _looks(meld: Meld) -> tuple[object, ...]:
    """Kind, cards and places; a set's order and what suits its wilds stand for say nothing."""
    places = [(slot.rank, slot.suit, slot.place) for slot in meld.slots]
    return (meld.kind, *(sorted(places) if meld.kind == "set" else places))


def faults_of(model: OracleModel, found: ModelAnswer) -> Iterator[str]:
    """What is wrong with an arrangement by the rules, read concretely."""
    problem = model.problem
    used = [n for entry in found.melds for n in entry.tiles if n != -1]
    if found.discard is not None:
        used.append(found.discard)
    if len(set(used)) < len(used):
        yield "a card is used twice"
    for entry in found.melds:
        if not is_legal(entry.meld, problem.settings):
            yield f"{entry.meld} is no meld"
        lay = [slot.card for slot, n in zip(entry.meld.slots, entry.tiles, strict=True) if n == -1]
        if sorted(lay) != sorted(problem.table[entry.grows].cards if entry.grows is not None else ()):
            yield f"{entry.meld} lost cards of the table"
    if any(not tile.mine and n not in used for n, tile in enumerate(model.tiles)):
        yield "a card of the table is gone"
    laid = Counter(model.tiles[n].card for n in used if model.tiles[n].mine and n != found.discard)
    if Counter(problem.use) - laid:
        yield "a card that must be melded is not"
    if problem.discard != "optional" and (found.discard is None) == (problem.discard == "required"):
        yield "the discard is wrong"
    yield from _opening_faults(problem, model, found)


def _opening_faults(problem: Problem, model: OracleModel, found: ModelAnswer) -> Iterator[str]:
    if problem.opening is None:
        return
    own = [entry.meld for entry in found.melds if _is_own(entry, model)]
    pure = sum(meld.kind == "run" and not any(slot.wild for slot in meld.slots) for meld in own)
    points = sum(_opening_points(problem, meld) for meld in own)
    held = meets_any(own, problem.opening.melds, problem.settings)
    if not own or points < problem.opening.points or pure < problem.opening.pure_runs or not held:
        yield "it does not open"


def _is_own(entry: ModelMeld, model: OracleModel) -> bool:
    return entry.grows is None and all(model.tiles[n].mine for n in entry.tiles)


def _opening_points(problem: Problem, meld: Meld) -> int:
    suits = {slot.as_suit for slot in meld.slots}
    if meld.kind == "set" and len(suits) < len(meld.slots) and not problem.settings.opening.repeated_suits:
        return 0
    return int(meld_worth(meld, problem.points.opening))


def _wilds_in_order(entry: ModelMeld, model: OracleModel) -> Meld:
    """A new run with its wilds in canonical order from its low end, where that is as legal and worth as much."""
    meld, points = entry.meld, model.problem.points
    if meld.kind == "set" or not _is_own(entry, model):
        return meld
    wilds = iter(sorted(slot.card for slot in meld.slots if slot.wild))
    slots = []
    for slot in meld.slots:
        card = next(wilds) if slot.wild else slot.card
        slots.append(Slot(card.rank, card.suit, slot.place, slot.as_suit, slot.wild))
    ordered = Meld("run", tuple(slots))
    alike = all(meld_worth(ordered, table) == meld_worth(meld, table) for table in (points.melded, points.opening))
    return ordered if alike and is_legal(ordered, model.problem.settings) else meld


def arrangement(model: OracleModel, found: ModelAnswer, engine: str, bound: dict[str, int] | None) -> Arrangement:
    """The answer as every engine gives it."""
    problem = model.problem
    opening = problem.opening
    melds = []
    for entry in found.melds:
        counts = opening is not None and _is_own(entry, model)
        if opening is not None and opening.points:
            counts = counts and _opening_points(problem, entry.meld) > 0
        points = int(meld_worth(entry.meld, problem.points.melded))
        melds.append(LaidMeld(_wilds_in_order(entry, model), points, counts, entry.grows))
    melds.sort(key=lambda laid: (laid.grown_from is None, laid.grown_from or 0, laid.meld))
    gone = {n for entry in found.melds for n in entry.tiles} | {found.discard}
    left = [tile.card for n, tile in enumerate(model.tiles) if tile.mine and n not in gone]
    discard = None if found.discard is None else model.tiles[found.discard].card
    opens = None if opening is None else True
    return Arrangement(problem, tuple(melds), canonical(left), discard, found.figures, engine, bound, opens)
