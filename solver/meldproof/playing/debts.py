"""What a turn owes: a card taken from the discard pile that must be laid, a wild that was exchanged for."""

from __future__ import annotations

from meldproof.arranging.solve import solve_met
from meldproof.playing.plan import opening_of, touchable, turn_problem
from meldproof.playing.state import MatchState


def can_pay(match: MatchState) -> bool:
    """Whether the mover's hand can lay all that the turn owes, an opening that is still due included.

    True where nothing is owed, or where the hand is hidden.
    """
    deal = match.deal
    if deal is None or deal.phase != "play" or deal.hands[deal.to_move].hidden:
        return True
    turn = deal.turn
    owed = ((turn.entry,) if turn.entry is not None else ()) + turn.freed
    if not owed:
        return True
    only_new = turn.entry is not None and match.settings.draw.entry != "meld-or-lay-off"
    table = () if only_new else touchable(match, deal)
    problem = turn_problem(match, deal, ("melded_cards",), table=table, use=owed, opening=opening_of(match, deal))
    return solve_met(problem) is not None
