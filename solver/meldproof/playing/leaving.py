"""Leaving a deal before its end, for a price: by dropping out of it, or by a show that fails."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.cards import Card
from meldproof.messages import player_name, say
from meldproof.notation import parse_cards
from meldproof.playing.actions import Drop
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.ledger import take
from meldproof.playing.state import DealState, MatchState, with_hand
from meldproof.playing.turns import after_deal, in_play, pass_turn

NOT_OF_THE_SHOW = ("cards", "deck.copies", "turn")
"""What makes an action unreadable or impossible, which no price makes good."""


def drop_price(match: MatchState, deal: DealState) -> str:
    """The parameter that says what dropping costs the mover now."""
    return "drop.first" if deal.turns[deal.to_move] <= 1 else "drop.later"


def drop(match: MatchState, action: Drop) -> MatchState:
    """The mover drops out of the deal at the start of their turn."""
    deal = in_play(match, "draw")
    name = drop_price(match, deal)
    terms = match.settings.drop
    if not (terms.first if name == "drop.first" else terms.later):
        raise refuse(match, name, say("nobody drops out of a deal now"))
    if deal.spread is not None:
        raise refuse(match, name, say("nobody drops out of a deal after a knock"))
    return after_deal(match, _without_the_mover(match, deal, name))


def failed_show(
    match: MatchState, deal: DealState, card: Card, melds: Sequence[str], fault: IllegalAction
) -> MatchState:
    """A knock that does not show what it must: its discard lies on the pile, its player is out of the deal.

    Raises the fault where the rules refuse such a show, or where it is of another sort.
    """
    if not match.settings.close.wrong or fault.fault.rule in NOT_OF_THE_SHOW:
        raise fault
    take(match, deal, [card, *(token.card for text in melds for token in parse_cards(text, match.deck))])
    hand = take(match, deal, [card])
    deal = replace(deal, hands=with_hand(deal, deal.to_move, hand), pile=(*deal.pile, card))
    return after_deal(match, _without_the_mover(match, deal, "close.wrong"))


def _without_the_mover(match: MatchState, deal: DealState, price: str) -> DealState:
    """The deal goes on among the others; where one is left, that player has closed it."""
    before = deal.left or ("",) * match.players
    deal = replace(deal, left=tuple(price if seat == deal.to_move else was for seat, was in enumerate(before)))
    playing = [seat for seat in match.around(deal.to_move) if deal.plays(seat)]
    if len(playing) > 1:
        return pass_turn(match, deal)
    last = playing[0]
    said = say("{player} is the last one left", player=player_name(last))
    return replace(deal, phase="over", closer=last, ended=said)
