"""What a turn owes: a card taken from the discard pile that must be laid, a wild that was exchanged for, a table that
stands: and whether the hand can pay."""

from __future__ import annotations

from msgspec.structs import replace

from meldproof.arranging.limits import OutOfTime, deadline_after, ending
from meldproof.arranging.solve import solve_met
from meldproof.cards import canonical
from meldproof.errors import EngineDeclined
from meldproof.playing.discarding import keeps_no_discard
from meldproof.playing.from_when_on import may_close, may_lay_now
from meldproof.playing.plan import (
    closes,
    closing_problem,
    opening_of,
    owes_new_meld,
    touchable,
    turn_problem,
    turn_problems,
)
from meldproof.playing.prospects import may_be_melded
from meldproof.playing.state import DealState, Hand, MatchState, with_hand
from meldproof.playing.table_end import cards_on, was_open

LONGEST_SEARCH = 20.0
"""Seconds after which it is no longer sought: the turn's end tells."""
LARGEST_SEARCHED = 45
"""Cards on a table up to which it is searched for a way to leave it in order; beyond, only the turn's end tells."""


def can_pay(match: MatchState) -> bool:
    """Whether the mover's hand can lay all that the turn owes, an opening that is still due included.

    Cards none of which may be discarded, as that would close, as it was just taken or as they are wilds, are owed too.
    True where nothing is owed, or where the hand is hidden.
    """
    deal = match.deal
    if deal is None or deal.phase != "play" or deal.hands[deal.to_move].hidden:
        return True
    terms = match.settings.discard
    last_stays = terms.each_turn and terms.to_close == "forbidden" and deal.hands[deal.to_move].size == 1
    if last_stays or keeps_no_discard(match, deal):
        return _closes(match, deal)
    turn = deal.turn
    owed = ((turn.entry,) if turn.entry is not None else ()) + turn.freed
    if not owed:
        return True
    table = () if owes_new_meld(match, deal) else touchable(match, deal)
    lying = (card for _, meld in table for card in meld.cards)
    near = may_be_melded(match.settings, (*deal.hands[deal.to_move].cards, *lying))
    if any(card not in near for card in owed) or not may_lay_now(match, deal):
        return False
    problems = turn_problems(match, deal, ("melded_cards",), table=table, use=owed)
    if any(solve_met(problem, "fast") is not None for problem in problems):
        return True
    exempt = not match.settings.opening.binds_closing and not deal.opened[deal.to_move] and may_close(match, deal)
    return exempt and closes(closing_problem(match, deal, table), deal.upcard) is not None


def _closes(match: MatchState, deal: DealState) -> bool:
    """Whether the mover may close in this turn, and can."""
    problem = closing_problem(match, deal, touchable(match, deal))
    return may_close(match, deal) and closes(problem, deal.upcard) is not None


def can_mend(match: MatchState) -> bool:
    """Whether the turn may still leave the table in order, where it could not end as it is.

    True also where that is not known: the hand is hidden, the table is large, no engine searches such tables, or it
    takes too long to tell.
    """
    try:
        with ending(deadline_after(LONGEST_SEARCH)):
            return mends(match)
    except OutOfTime:
        return True


def mends(match: MatchState) -> bool:
    """As `can_mend`, but raises OutOfTime past the deadline of `limits.ending`."""
    deal = match.deal
    if deal is None or deal.turn.fault is None or deal.hands[deal.to_move].hidden:
        return True
    if deal.turn.table is None:  # only a close makes good what was laid
        return _closes(match, deal)
    before, player, s = deal.turn.table, deal.to_move, match.settings
    laid = cards_on(deal.table) - cards_on(before)
    searched = s.table.rearrange == "full" and s.opening.binds_closing
    if not searched or cards_on(deal.table).total() > LARGEST_SEARCHED:
        return True
    hand = Hand(canonical((*deal.hands[player].cards, *laid.elements())))
    begun = replace(
        deal,
        table=before,
        hands=with_hand(deal, player, hand),
        opened=tuple(was_open(deal) if seat == player else was for seat, was in enumerate(deal.opened)),
    )
    table = tuple(enumerate(lying.meld for lying in before))
    use, opening = tuple(laid.elements()), opening_of(match, begun)
    try:
        best = solve_met(turn_problem(match, begun, ("melded_cards",), table=table, use=use, opening=opening))
    except EngineDeclined:
        return True
    return best is not None and best.figures.melded_cards > 0
