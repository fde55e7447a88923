"""In which turns of a deal a player may lay cards, and close."""

from __future__ import annotations

from meldproof.messages import say
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.state import DealState, MatchState


def check_turn_to_lay(match: MatchState, deal: DealState) -> None:
    """Cards may be laid in this turn of the mover's. Raises IllegalAction otherwise."""
    terms, turn = match.settings.melding, deal.turns[deal.to_move]
    if not terms.first_turn and turn <= 1:
        raise refuse(match, "melding.first_turn", say("nothing is laid in a player's first turn of a deal"))
    if turn < terms.from_turn:
        said = say("a player lays cards from their turn {turn} of a deal on", turn=terms.from_turn)
        raise refuse(match, "melding.from_turn", said)


def may_lay_now(match: MatchState, deal: DealState) -> bool:
    """Whether the mover may lay cards in this turn, were it only to close."""
    try:
        check_turn_to_lay(match, deal)
    except IllegalAction:
        return False
    return True


def check_may_close(match: MatchState, deal: DealState) -> None:
    """The mover may close in this turn. Raises IllegalAction otherwise."""
    terms, turn = match.settings, deal.turns[deal.to_move]
    if terms.melding.at == "turn":
        if not terms.melding.first_turn and turn <= 1:
            raise refuse(match, "melding.first_turn", say("a hand is not closed in a player's first turn of a deal"))
        if turn < terms.melding.from_turn:
            said = say("a player closes from their turn {turn} of a deal on", turn=terms.melding.from_turn)
            raise refuse(match, "melding.from_turn", said)
    if turn < terms.close.from_turn:
        said = say("a player closes from their turn {turn} of a deal on", turn=terms.close.from_turn)
        raise refuse(match, "close.from_turn", said)


def may_close(match: MatchState, deal: DealState) -> bool:
    """Whether the mover may close in this turn."""
    try:
        check_may_close(match, deal)
    except IllegalAction:
        return False
    return True


def check_first_deal(match: MatchState, *, closing: bool) -> None:
    """In the match's first deal cards may be laid only to close. Raises IllegalAction otherwise."""
    if match.settings.melding.first_deal == "close-only" and match.number <= 1 and not closing:
        raise refuse(match, "melding.first_deal", say("in the first deal cards are laid only to close"))
