"""Why the referee refuses a play of a page, in both languages, the players called as the page calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from meldproof.errors import MeldproofError
from meldproof.messages import LANGUAGES, in_language, player_name
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction, UnclearAction
from meldproof.playing.game import apply
from meldproof.playing.state import MatchState
from meldproof.reference.play_positions import ME
from meldproof.reference.play_words import seen_from_the_dealer
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import PlayCase, start


class Refusal(NamedTuple):
    """Why a play is refused, in both languages, and the rule that it breaks with the key of its clause, if any."""

    why: Text
    rule: str
    clause: str


def refused(match: MatchState, action: a.Action) -> Refusal | None:
    """Why the referee refuses an action in a position; None where it doesn't."""
    names = [seen_by_the_mover(seat, match.players) for seat in range(match.players)]
    return _refusal(lambda: apply(match, action), names)


def refusal_of(case: PlayCase, variant: Variant) -> Refusal | None:
    """Why the play of a case is refused; None where it isn't."""

    def play() -> None:
        match = start(case, variant)
        for step in (*case.steps, case.action):
            match = apply(match, step)

    return _refusal(play, _names(case))


def _refusal(play: Callable[[], object], names: Sequence[tuple[str, str]]) -> Refusal | None:
    """What is said of a play in every language; None where nothing is, or where it isn't written so as to be judged."""
    said, rule, clause = [], "", ""
    for language in LANGUAGES:
        with in_language(language):
            try:
                play()
            except UnclearAction:
                return None
            except IllegalAction as error:
                rule, clause = error.fault.rule, error.fault.clause
                said.append(with_names(error.fault.message, language, names))
            except MeldproofError as error:
                said.append(str(error))
    return Refusal(Text(*said), rule, clause) if said else None


def _names(case: PlayCase) -> list[tuple[str, str]]:
    """What the page calls the players: after a deal as they sit from the dealer on, else as seen by who is to move."""
    dealers = [step.dealer for step in (*case.steps, case.action) if isinstance(step, a.Deal)]
    if case.situation is not None or not dealers:
        return [seen_by_the_mover(seat, case.players) for seat in range(case.players)]
    return [seen_from_the_dealer(seat, case.players, dealers[0]) for seat in range(case.players)]


def seen_by_the_mover(seat: int, players: int) -> tuple[str, str]:
    """A player in a position, without the article: who is to move, or another."""
    if seat == ME:
        return "player to move", "jugador de turno"
    return ("other player", "otro jugador") if players == 2 else (f"player number {seat + 1}", f"jugador {seat + 1}")


def with_names(why: str, language: str, names: Sequence[tuple[str, str]]) -> str:
    """A referee's sentence with the players, which it numbers, called as the page calls them (without articles)."""
    with in_language(language):
        numbered = [player_name(seat).partition(" ")[2] for seat in range(len(names))]
    for number, name in zip(numbered, names, strict=True):
        why = why.replace(number, name[language == "es"])
    return why
