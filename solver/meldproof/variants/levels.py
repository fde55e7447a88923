"""Where a parameter can be seen at work: in the deck, a meld, a meld's points, a hand, or only in a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from meldproof.variants.clauses import Part
from meldproof.variants.vocabulary import parameters

Level = Literal["deck", "meld", "value", "hand", "turn"]
"""What is needed to see a parameter at work: the deck alone, a meld, a meld's points, a hand (perhaps with a table),
or a whole turn."""

LEVELS: Sequence[tuple[str, tuple[Level, ...]]] = (
    ("deck.", ("deck",)),
    ("set.", ("meld",)),
    ("run.", ("meld",)),
    ("wilds.ranks", ("meld",)),
    ("wilds.natural", ("meld",)),
    ("wilds.turned", ("turn",)),
    ("wilds.joker.melded", ("value",)),
    ("wilds.ranked.melded", ("value",)),
    ("points.ace.hand", ("hand",)),
    ("points.", ("value",)),
    ("wilds.", ("hand",)),
    ("opening.whose_score", ("turn",)),
    ("opening.binds_closing", ("turn",)),
    ("opening.cards", ("hand", "turn")),
    ("opening.", ("hand",)),
    ("melding.new", ("hand", "turn")),
    ("requirement.", ("hand",)),
    ("arrange.", ("hand",)),
    ("scoring.cap", ("hand",)),
    ("layoff.on", ("hand", "turn")),
    ("layoff.start", ("hand", "turn")),
    ("table.", ("hand", "turn")),
    ("exchange.then", ("turn",)),
    ("exchange.", ("hand", "turn")),
    *(
        (f"{group}.", ("turn",))
        for group in (
            "players", "deal", "turn", "draw", "buy", "discard", "melding", "layoff", "close", "drop", "knock", "stock",
            "scoring", "bonus", "match",
        )
    ),
)  # fmt: skip
"""The levels at which parameters are judged, the first that shows a difference deciding; the first beginning of a name
that fits counts. A turn is the last resort: what only a play can tell is added to the witnesses where plays can be
judged."""


def levels_of(parameter: str) -> tuple[Level, ...]:
    """The levels at which a parameter is judged. Raises KeyError for one of which LEVELS says nothing."""
    for beginning, levels in LEVELS:
        if parameter.startswith(beginning):
            return levels
    raise KeyError(parameter)


WITHOUT_EFFECT = {"deck.style": "only words depend on it", "arrange.objective": "a question names its own"}
"""Parameters that are judged by cards or a hand, and on which no arrangement depends."""


def arranged_by() -> tuple[str, ...]:
    """The parameters on which the best arrangement of a question depends, in the vocabulary's order."""
    return tuple(
        name
        for name in parameters()
        if name in ("players.min", "players.max") or (levels_of(name)[0] != "turn" and name not in WITHOUT_EFFECT)
    )


PART_OF: Sequence[tuple[str, Part]] = (
    ("opening.", "opening"),
    ("wilds.joker.opening", "opening"),
    ("wilds.ranked.opening", "opening"),
    ("melding.", "play"),
    ("layoff.", "play"),
    ("table.", "play"),
    ("exchange.", "play"),
)
"""The parts of a game that must be encoded for parameters to be asked about, where a hand may show them otherwise."""


def is_encoded(parameter: str, scope: Sequence[Part]) -> bool:
    """Whether a parameter shows in a part of the game that is encoded."""
    if levels_of(parameter) == ("turn",):
        return "play" in scope or "scoring" in scope
    return all(part in scope for beginning, part in PART_OF if parameter.startswith(beginning))
