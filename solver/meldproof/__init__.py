"""Rummy rules, proved: exact arrangements of hands and tables, rules as cited data, checked implementations.

>>> import meldproof
>>> answer = meldproof.solve("gin", "4s 5s 6s 9h 9d 9c Kd")
>>> answer.figures.deadwood_points
10
>>> meldproof.check("argentino", "4s 5s JK 2d 8s").legal
False
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from meldproof.arranging.many.solving import Many
    from meldproof.arranging.problem import Arrangement
    from meldproof.cards import Card, Deck, Meld, Slot
    from meldproof.checking.verdict import Verdict
    from meldproof.errors import (
        EngineDeclined,
        MeldproofError,
        NotationError,
        ProblemError,
        RefusedAction,
        VariantError,
    )
    from meldproof.playing.board import Game
    from meldproof.playing.moves import LegalActions
    from meldproof.playing.reckoning import DealScore
    from meldproof.playing.referee import RefereeReport
    from meldproof.playing.view import SeenMeld, View
    from meldproof.variants.loading import Variant

__all__ = [
    "Arrangement",
    "Card",
    "DealScore",
    "Deck",
    "EngineDeclined",
    "Game",
    "LegalActions",
    "Many",
    "Meld",
    "MeldproofError",
    "NotationError",
    "ProblemError",
    "RefereeReport",
    "RefusedAction",
    "SeenMeld",
    "Slot",
    "Variant",
    "VariantError",
    "Verdict",
    "View",
    "check",
    "decode_hands",
    "encode_hands",
    "referee",
    "score",
    "solve",
    "solve_many",
    "variant",
]

_HOMES = {
    "Arrangement": "arranging.problem",
    "Card": "cards",
    "Deck": "cards",
    "Many": "arranging.many.solving",
    "Meld": "cards",
    "Slot": "cards",
    "Verdict": "checking.verdict",
    "EngineDeclined": "errors",
    "MeldproofError": "errors",
    "NotationError": "errors",
    "ProblemError": "errors",
    "RefusedAction": "errors",
    "DealScore": "playing.reckoning",
    "Game": "playing.board",
    "LegalActions": "playing.moves",
    "RefereeReport": "playing.referee",
    "SeenMeld": "playing.view",
    "View": "playing.view",
    "VariantError": "errors",
    "Variant": "variants.loading",
}


def variant(
    reference: str | Path | Variant,
    *,
    readings: str | Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    spec_path: str | Path | Sequence[str | Path] = (),
    turned: str | None = None,
) -> Variant:
    """The variant of an id or of a rule file's path (or a loaded one), perhaps with readings and settings.

    `readings` are names of alternatives of contested clauses, or one name; `settings` maps parameters to plain values
    and applies after them. `turned` is the card turned up, where it decides which cards are wild: the variant is then
    that of such a deal. Raises VariantError with one clear line.
    """
    if turned is not None:
        from meldproof.variants.turned import with_turned

        return with_turned(variant(reference, readings=readings, settings=settings, spec_path=spec_path), turned)
    from meldproof.variants.loading import Variant as Loaded
    from meldproof.variants.loading import kept_variant, load_variant, vary

    if isinstance(readings, str):
        readings = (readings,) if readings else ()
    if isinstance(reference, Loaded):
        return vary(reference, readings, settings) if readings or settings else reference
    if not spec_path:
        return kept_variant(reference, readings, settings)
    folders = [spec_path] if isinstance(spec_path, (str, Path)) else spec_path
    return load_variant(reference, readings=readings, settings=settings, spec_path=folders)


def check(
    rules: str | Path | Variant,
    cards: str | Iterable[str | Card],
    *,
    ordered: bool = False,
    language: Literal["en", "es"] = "en",
    deal: int | None = None,
    readings: str | Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    turned: str | None = None,
) -> Verdict:
    """Whether the cards are one meld of the variant, with every rule and clause that they break.

    With `ordered` a run's cards stand as written; `deal` is that of a match, where rules change by deal, `turned` the
    card turned up, where it decides which cards are wild. Raises NotationError or ProblemError for cards that the deck
    lacks.
    """
    from meldproof.checking.verdict import check_cards

    found = variant(rules, readings=readings, settings=settings, turned=turned)
    return check_cards(found.at(deal), cards, ordered=ordered, language=language)


def solve(
    rules: str | Path | Variant,
    cards: str | Iterable[str | Card],
    *,
    table: str | Sequence[str] = "",
    discard: Literal["none", "required", "optional"] = "none",
    open: bool = False,
    use: str | Iterable[str | Card] = (),
    players: int | None = None,
    score: int | None = None,
    objective: str | Sequence[str] = (),
    engine: str = "auto",
    timeout: float | None = None,
    deal: int | None = None,
    readings: str | Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    turned: str | None = None,
) -> Arrangement:
    """The provably best arrangement of a hand, perhaps with a table.

    `discard` is "none", "required" or "optional"; with `open` the melds must be an opening (at the match `score`);
    `use` names cards that must be laid; `timeout` is in seconds; `deal` is that of a match, where rules change by deal,
    `turned` the card turned up, where it decides which cards are wild. See `meldproof solve --help`.
    """
    from meldproof.arranging.problem import objective_names
    from meldproof.arranging.solve import make_problem, solve_problem

    problem = make_problem(
        variant(rules, readings=readings, settings=settings, turned=turned).at(deal),
        cards,
        table=table,
        discard=discard,
        open=open,
        use=use,
        players=players,
        score=score,
        objective=objective_names(objective),
    )
    return solve_problem(problem, engine=engine, timeout=timeout)


def encode_hands(
    rules: str | Path | Variant, hands: Iterable[str | Iterable[str | Card]], *, players: int | None = None
) -> NDArray[np.uint8]:
    """Counts of cards as an array (uint8): a row a hand, a column a kind of card, suit by suit, the joker last.

    `hands` are texts or sequences of texts and cards, or a column of texts as it is: numpy's, Arrow's or Polars'.
    Raises NotationError or ProblemError, naming the hand, for cards the deck lacks.
    """
    from meldproof.arranging.many.encoding import encode_hands as encode

    made: NDArray[np.uint8] = encode(variant(rules), hands, players)
    return made


def decode_hands(rules: str | Path | Variant, hands: NDArray[np.uint8], *, players: int | None = None) -> list[str]:
    """The texts of hands from `encode_hands`, each by suit and rank, the joker last."""
    from meldproof.arranging.many.encoding import decode_hands as decode

    return decode(variant(rules), hands, players)


def solve_many(
    rules: str | Path | Variant,
    hands: NDArray[np.uint8] | Iterable[str | Iterable[str | Card]],
    *,
    objective: str | Sequence[str] = (),
    discard: Literal["none", "required", "optional"] = "none",
    players: int | None = None,
    threads: int | None = 1,
    arrangements: bool = False,
    timeout: float | None = None,
    deal: int | None = None,
    readings: str | Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    turned: str | None = None,
) -> Many:
    """The best value of every hand for the objective's first figure: `.values`, an array of whole numbers.

    `hands` is an array from `encode_hands`, or hands as that takes them. `threads` work at once (None: one a
    processor), outside Python's lock. With `arrangements` every hand is arranged as well: any of the best, with the
    fewest melds. `timeout` is in seconds for a hand that can't be settled with the others; where that is not enough,
    the value is the best known, and the hand's number (from 0) is in `.given_up`.
    """
    from meldproof.arranging.many.solving import solve_many as solve_all
    from meldproof.arranging.problem import objective_names

    return solve_all(
        variant(rules, readings=readings, settings=settings, turned=turned).at(deal),
        hands,
        objective=objective_names(objective),
        discard=discard,
        players=players,
        threads=threads,
        arrangements=arrangements,
        timeout=timeout,
    )


def referee(
    rules: str | Path | Variant | None,
    log: str | Path | Iterable[str | Mapping[str, object]],
    *,
    readings: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
) -> RefereeReport:
    """Judge a game log: it is legal, with every point cited, or stops at the first illegal action.

    `log` is a file's path (a `Path`, or a text of one line that is no JSON), a text of JSON lines, or those lines one
    by one, each a text or an object. None as `rules` takes the variant that the log names, as the log names it. Raises
    ProblemError, naming the line, for what can't be judged as it is written.
    """
    from meldproof.playing.referee import lines_of
    from meldproof.playing.referee import referee as judge

    if rules is None:
        return judge(None, lines_of(log))
    return judge(variant(rules, readings=readings, settings=settings), lines_of(log))


def score(
    rules: str | Path | Variant,
    hands: Sequence[str | Iterable[str | Card] | None],
    *,
    closer: int | None = None,
    melds: Iterable[SeenMeld | tuple[str, int]] = (),
    pairs: bool = False,
    unopened: Iterable[int] = (),
    at_once: bool = False,
    discard: str | None = None,
    before: Sequence[int] = (),
    deal: int | None = None,
    readings: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    turned: str | None = None,
    left: Mapping[int, str] | None = None,
) -> DealScore:
    """What a deal brings each player, from its end alone: every point with its clause.

    `left` are players who had left the deal, with the parameter that says for what price: `{1: "drop.first"}`.

    `hands` are the cards that each player has left (after a knock, the deadwood; None: not known), `closer` is who
    closed or knocked (None: nobody), `melds` are those on the table or shown, each with its owner: `("4s 5s 6s", 0)`,
    or a `SeenMeld` that also says who laid which card. `unopened` are the players who laid no meld of their own;
    `at_once` says that the closer had laid nothing in earlier turns, `discard` with which card they closed. `before`
    are the scores of the match before the deal, `deal` is the how-manieth deal it is. A bonus for the cut is not
    among the points. Raises ProblemError for an end that can't be.
    """
    from meldproof.playing.reckoning import score_of_end

    found = variant(rules, readings=readings, settings=settings, turned=turned)
    return score_of_end(
        found,
        hands,
        closer=closer,
        melds=melds,
        pairs=pairs,
        unopened=unopened,
        at_once=at_once,
        discard=discard,
        before=before,
        deal_number=deal,
        left=left or {},
    )


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"meldproof.{_HOMES[name]}"), name)
    if name == "__version__":
        from importlib.metadata import version

        return version("meldproof")
    raise AttributeError(f"module 'meldproof' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
