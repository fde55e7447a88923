"""What a turn must leave where the table may be rearranged: judged by the table at its end, whatever led there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldproof.arranging.freed import wilds_lie_well
from meldproof.arranging.lying import lying_key
from meldproof.arranging.problem import Problem
from meldproof.cards import Card, Meld, canonical
from meldproof.messages import say
from meldproof.playing.faults import Fault, IllegalAction, refuse
from meldproof.playing.from_when_on import check_first_deal, check_turn_to_lay
from meldproof.playing.moves_only import reachable_by_moves
from meldproof.playing.opening import check_own_opening, closes_with
from meldproof.playing.state import DealState, Lying, MatchState


def was_open(deal: DealState) -> bool:
    """Whether the mover's first meld lay before this turn."""
    return deal.opened[deal.to_move] and not deal.turn.opening


def cards_on(table: Sequence[Lying]) -> Counter[Card]:
    return Counter(card for lying in table for card in lying.meld.cards)


def table_fault(match: MatchState, deal: DealState) -> Fault | None:
    """What is wrong with the table if the turn ends now; None where it may end so, or has not touched it."""
    try:
        _check(match, deal)
    except IllegalAction as error:
        return error.fault
    return None


def _check(match: MatchState, deal: DealState) -> None:
    before = deal.turn.table
    if before is None:
        return
    old, final = [lying.meld for lying in before], [lying.meld for lying in deal.table]
    there, now = Counter(map(lying_key, old)), Counter(map(lying_key, final))
    laid = cards_on(deal.table) - cards_on(before)
    if not laid:
        raise refuse(match, "table.rearrange", say("at least one card must come from the hand"))
    closing = closes_with(match, deal.hands[deal.to_move].size)
    check_turn_to_lay(match, deal)
    check_first_deal(match, closing=closing)
    if not was_open(deal):
        check_own_opening(match, deal, final, laid, closing=closing)
        if match.settings.layoff.start == "next-turn" and there - now:
            raise refuse(match, "layoff.start", say("the table is changed only from the turn after the opening on"))
    cards = canonical(laid.elements())
    _check_wilds(match, old, final, cards)
    if match.settings.table.rearrange == "moves" and not reachable_by_moves(old, final, cards, match.settings):
        raise refuse(match, "table.rearrange", say("adding, exchanging, taking and splitting don't lead to this table"))


def _check_wilds(match: MatchState, old: Sequence[Meld], final: Sequence[Meld], laid: Sequence[Card]) -> None:
    """Wilds that were not freed end the turn where they may."""
    problem = Problem(match.variant, match.deck, tuple(laid), tuple(old))
    if not wilds_lie_well(problem, final, Counter(laid)):
        raise refuse(match, "table.jokers", say("a wild that was not exchanged must stand for what it stood for"))
