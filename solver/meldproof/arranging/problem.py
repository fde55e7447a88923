"""The question: a hand, perhaps a table, what is demanded, and what "best" means."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.cards import Card, Deck, Meld
from meldproof.rules.worth import PointTables, point_tables
from meldproof.variants.loading import Variant
from meldproof.variants.values import NO_DEMANDS, OpeningDemands
from meldproof.variants.vocabulary import Settings

OBJECTIVES = ("deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes")
DISCARDS = ("none", "required", "optional")
LOWER_IS_BETTER = frozenset({"deadwood_points", "deadwood_cards", "table_changes"})


def objective_names(objective: str | Sequence[str]) -> tuple[str, ...]:
    """The figures of an objective, from a text with commas or spaces between them, or as they are."""
    return tuple(objective.replace(",", " ").split() if isinstance(objective, str) else objective)


class Opening(msgspec.Struct, frozen=True):
    """What the melds laid now must satisfy: points, runs without wilds, melds demanded, and at least one new meld."""

    points: int
    pure_runs: int
    own_cards: bool
    melds: OpeningDemands = NO_DEMANDS

    @property
    def in_points(self) -> bool:
        """Whether points alone are asked for, so that the most reachable says something."""
        return self.points > 0 and self.pure_runs == 0 and not self.melds


class Problem(msgspec.Struct, frozen=True, eq=False):
    """An arrangement problem.

    `hand` is sorted. `table` holds legal melds with assignments. `discard` is "none", "required" or "optional";
    `use` are hand cards that must be melded; `opening` is None unless an opening is due, `score` the match score for
    which it is (None: none was given, so 0). With `only_grows` no new meld may be laid, as after an opening where that
    lays all new ones.
    """

    variant: Variant
    deck: Deck
    hand: tuple[Card, ...]
    table: tuple[Meld, ...] = ()
    discard: str = "none"
    opening: Opening | None = None
    use: tuple[Card, ...] = ()
    objective: tuple[str, ...] = ()
    score: int | None = None
    only_grows: bool = False

    @property
    def settings(self) -> Settings:
        return self.variant.settings

    @property
    def points(self) -> PointTables:
        return point_tables(self.variant.settings)

    @property
    def rearranges(self) -> bool:
        return bool(self.table) and self.settings.table.rearrange == "full"


class Figures(msgspec.Struct, frozen=True):
    """The six figures of an arrangement."""

    deadwood_points: int
    melded_points: int
    melded_cards: int
    deadwood_cards: int
    score: int
    table_changes: int

    def vector(self, objective: Sequence[str]) -> tuple[int, ...]:
        """The figures of an objective, each so that higher is better."""
        return tuple(-getattr(self, name) if name in LOWER_IS_BETTER else getattr(self, name) for name in objective)


class LaidMeld(msgspec.Struct, frozen=True):
    """A meld of an arrangement: its points, whether it counts for the opening, which table meld it grew from."""

    meld: Meld
    points: int
    opening: bool = False
    grown_from: int | None = None


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """An answer: melds (with a table, the whole table afterwards), what is left, and the figures.

    `bound` holds the objective's best conceivable figures where the search stopped at a limit; None means proved.
    `opens` and `reachable` answer an opening; `unmet` says which demand can't be met.
    """

    problem: Problem
    melds: tuple[LaidMeld, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None
    figures: Figures
    engine: str
    bound: dict[str, int] | None = None
    opens: bool | None = None
    reachable: int | None = None
    unmet: str = ""

    @property
    def optimal(self) -> bool:
        return self.bound is None

    def __eq__(self, other: object) -> bool:
        """The same answer to the same question by the same rules, however both came about."""
        if not isinstance(other, Arrangement):
            return NotImplemented
        same_rules = self.problem.variant.values == other.problem.variant.values
        return same_rules and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.problem.hand, self.melds, self.deadwood, self.discard))

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof solve --json`."""
        from meldproof.arranging.report import arrangement_dict

        return arrangement_dict(self)

    def to_svg(self, language: str = "en") -> str:
        """A picture of the arrangement."""
        from meldproof.arranging.report import arrangement_picture

        return arrangement_picture(self, language)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        from meldproof.arranging.report import arrangement_text

        return arrangement_text(self)

    __repr__ = __str__
