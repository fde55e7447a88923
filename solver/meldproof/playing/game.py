"""A game step by step: `apply` an action, list the `legal_actions`, `score` a deal that is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldproof.messages import player_name, say
from meldproof.playing import actions as a
from meldproof.playing import buying, closing, dealing, laying, leaving, rearranging, turns
from meldproof.playing.buying import after_the_sale
from meldproof.playing.debts import can_mend
from meldproof.playing.faults import refuse
from meldproof.playing.ledger import settled
from meldproof.playing.scoring import ScoreLine, finish_deal, score_deal
from meldproof.playing.state import MatchState
from meldproof.playing.turns import check_table

_HANDLERS: dict[type, Callable[[MatchState, Any], MatchState]] = {
    a.Deal: dealing.start_deal,
    a.Draw: turns.draw,
    a.Buy: buying.buy,
    a.Pass: turns.skip,
    a.Drop: leaving.drop,
    a.LayMelds: laying.meld,
    a.LayOff: laying.lay_off,
    a.Exchange: laying.exchange,
    a.Rearrange: rearranging.rearrange,
    a.Discard: turns.discard,
    a.EndTurn: turns.end_turn,
    a.Knock: closing.knock,
    a.Defend: closing.defend,
    a.Announce: turns.announce,
    a.Rebuild: turns.rebuild,
}


def apply(match: MatchState, action: a.Action) -> MatchState:
    """The state after an action; a finished deal's scores are added. Raises IllegalAction, with rule and clause.

    Where the table may be rearranged, what a turn leaves is judged when it ends; before, only what can't be mended.
    """
    after = step(match, action)
    if not can_mend(after):
        assert after.deal is not None
        check_table(after.deal)
    return after


def step(match: MatchState, action: a.Action) -> MatchState:
    """As `apply`, but without asking whether a turn that could not end yet can still be mended."""
    _check_player(match, action)
    after = settled(match.deal, _HANDLERS[type(action)](after_the_sale(match, action), action))
    if after.deal is not None and after.deal.phase == "over":
        return finish_deal(after)
    return after


def _check_player(match: MatchState, action: a.Action) -> None:
    """The player named is in the match, and is who may act: the dealer, the one to move, whoever announces or buys."""
    who, deal = action.player, match.deal
    if who is None:
        return
    if not match.is_in(who):
        raise refuse(
            match,
            "turn",
            say(
                "player {who} is not in the match; its players are numbered {names_of_players}",
                who=who,
                names_of_players=match.names_of_players(),
            ),
        )
    if isinstance(action, a.Deal):
        if who != action.dealer:
            raise refuse(
                match, "turn", say("{dealer} deals, not {who}", dealer=player_name(action.dealer), who=player_name(who))
            )
    elif (
        not isinstance(action, (a.Announce, a.Buy))
        and deal is not None
        and deal.phase != "over"
        and who != deal.to_move
    ):
        check_table(deal)
        raise refuse(
            match,
            "turn",
            say("it is the turn of {player}, not of {who}", player=player_name(deal.to_move), who=player_name(who)),
        )


def score(match: MatchState) -> tuple[ScoreLine, ...]:
    """Every point of the deal that is over, with its clause."""
    if match.deal is None or match.deal.phase != "over":
        raise refuse(match, "turn", say("the deal is not over"))
    return score_deal(match)
