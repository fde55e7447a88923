"""Buying: another player takes the discard that the one to move has left, and cards of the stock with it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from meldproof.messages import player_name, say, say_number
from meldproof.notation import cards_text
from meldproof.playing.actions import Announce, Buy
from meldproof.playing.dealing import cards_of
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.ledger import check_drawn, drawn_since
from meldproof.playing.state import DealState, MatchState, with_hand


def for_sale(match: MatchState, deal: DealState) -> DealState:
    """A deal in which the mover has just drawn from the stock: the top of the discard pile may be bought."""
    return replace(deal, for_sale=bool(deal.pile)) if match.settings.buy.who != "nobody" else deal


def after_the_sale(match: MatchState, action: object) -> MatchState:
    """The match before an action: whatever the mover does after the draw ends the time for buying."""
    deal = match.deal
    if deal is None or not deal.for_sale or isinstance(action, (Buy, Announce)):
        return match
    return replace(match, deal=replace(deal, for_sale=False))


def buy(match: MatchState, action: Buy) -> MatchState:
    """A purchase. Raises IllegalAction where there is no right to it, or the price can't be paid.

    Who of several that want the card has the first right to it is not judged: nobody says that they would have it.
    """
    deal, player, terms = match.deal, action.player, match.settings.buy
    if deal is None or deal.phase == "over":
        raise refuse(match, "turn", say("no deal is in play"))
    if terms.who == "nobody":
        raise refuse(match, "buy.who", say("the discard is not bought"))
    if player is None:
        raise refuse(match, "turn", say("say which player buys"))
    if not deal.for_sale:
        raise refuse(match, "buy.who", say("a discard is bought after the draw from the stock that leaves it, at once"))
    check_may_buy(match, deal, player)
    if deal.stock_left - match.settings.stock.left < terms.extra:
        raise refuse(match, "buy.extra", say("the stock lacks the cards that go with the discard"))
    return replace(match, deal=_bought(match, deal, player, action.cards))


def check_may_buy(match: MatchState, deal: DealState, player: int) -> None:
    """A player has the right to buy. Raises IllegalAction otherwise."""
    terms, who = match.settings.buy, player_name(player)
    if player == deal.to_move:
        raise refuse(match, "buy.who", say("{player} has left the discard and drawn", player=who))
    if terms.who == "not-opened" and deal.opened[player]:
        raise refuse(match, "buy.who", say("{player} has opened and buys no more", player=who))
    if terms.most != "any" and purchases_of(deal, player) >= terms.most:
        said = say_number(
            "{player} has bought {number} time in this deal, as often as one may",
            "{player} has bought {number} times in this deal, as often as one may",
            purchases_of(deal, player),
            player=who,
        )
        raise refuse(match, "buy.most", said)


def purchases_of(deal: DealState, player: int) -> int:
    """How often a player has bought in this deal."""
    return deal.bought[player] if deal.bought else 0


def purchases(match: MatchState) -> Iterator[Buy]:
    """The legal purchases of the moment, one for each player who may buy, the nearest in turn first."""
    deal = match.deal
    if deal is None or not deal.for_sale:
        return
    for seat in match.around(deal.to_move):
        try:
            buy(match, action := Buy(player=seat))
        except IllegalAction:
            continue
        yield action


def _bought(match: MatchState, deal: DealState, player: int, text: str | None) -> DealState:
    """The deal after a purchase: the top of the pile and the cards of the stock are the buyer's."""
    number = match.settings.buy.extra
    named = None if text is None else cards_of(match, text)
    if named is not None and len(named) != number:
        said = say_number(
            "{number} card of the stock goes with the discard, not {named}",
            "{number} cards of the stock go with the discard, not {named}",
            number,
            named=len(named),
        )
        raise refuse(match, "buy.extra", said)
    if deal.stock is not None:
        cards = deal.stock[:number]
        if named is not None and sorted(named) != sorted(cards):
            raise refuse(match, "cards", say("the stock gives {cards}", cards=cards_text(cards, match.deck)))
    else:
        cards = named or ()
        for card in cards:
            check_drawn(match, deal, card)
    if deal.drawn:
        deal = drawn_since(deal, player, cards, number - len(cards))
    hand = deal.hands[player].plus((deal.pile[-1], *cards), number - len(cards))
    before = deal.bought or (0,) * match.players
    return replace(
        deal,
        hands=with_hand(deal, player, hand),
        pile=deal.pile[:-1],
        stock=None if deal.stock is None else deal.stock[number:],
        stock_left=deal.stock_left - number,
        bought=tuple(times + (seat == player) for seat, times in enumerate(before)),
        for_sale=False,
    )
