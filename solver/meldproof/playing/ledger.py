"""Where the cards are: what a hidden hand can't hold, and what must be in it when all others are seen.

All that is known to be somewhere (in piles, on the table, shown, in known hands, picked up openly) is counted against
the deck. Of a stock rebuilt in an order that nobody saw, the cards are known all the same: they are in it, or with
those who have drawn from it since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from meldproof.cards import Card
from meldproof.messages import player_name, say
from meldproof.notation import card_text, cards_text
from meldproof.playing.faults import refuse
from meldproof.playing.state import DealState, Hand, MatchState, Spread, with_hand


def take(match: MatchState, deal: DealState, cards: Iterable[Card]) -> Hand:
    """The mover's hand without some cards. Raises IllegalAction if they are not there, or can't be."""
    wanted = tuple(cards)
    player = deal.to_move
    held = deal.hands[player]
    hand = held.minus(wanted)
    if hand is None:
        names = cards_text(wanted, match.deck)
        raise refuse(match, "cards", say("{player} does not hold {names}", player=player_name(player), names=names))
    if hand.hidden != held.hidden:
        _check_can_hold(match, deal, player, Counter(wanted) - Counter(held.cards))
    return hand


def check_drawn(match: MatchState, deal: DealState, card: Card) -> None:
    """A stock in hidden order can give this card. Raises IllegalAction where every copy is known to be elsewhere."""
    rebuilt = deal.rebuilt and not match.settings.stock.left  # then all that it holds has been seen
    if card not in deal.turned if rebuilt else Counter(_seen(deal))[card] >= match.deck.copies_of(card):
        raise refuse(
            match, "deck.copies", say("{card} is not in the stock: it is elsewhere", card=card_text(card, match.deck))
        )


def drawn_since(deal: DealState, player: int, cards: Iterable[Card], unseen: int) -> DealState:
    """After a draw from a rebuilt stock: cards that were seen, and how many were not."""
    turned = Counter(deal.turned) - Counter(cards)
    drawn = tuple(was + unseen * (seat == player) for seat, was in enumerate(deal.drawn))
    return replace(deal, turned=tuple(turned.elements()), drawn=drawn)


def _check_can_hold(match: MatchState, deal: DealState, player: int, unseen: Counter[Card]) -> None:
    """Cards that come out of a hidden hand are not all elsewhere."""
    seen, turned = Counter(_seen(deal)), Counter(deal.turned) - Counter(deal.shown)
    from_stock, drawn = 0, deal.drawn[player] if deal.drawn else 0
    for card, number in unseen.items():
        missing = match.deck.copies_of(card) - seen[card] - number
        from_stock += max(0, turned[card] - missing)
        if missing < 0 or from_stock > drawn:
            said = say(
                "{player} can't hold {number} × {card}: of {there} in the deck {elsewhere} are known to be elsewhere",
                player=player_name(player),
                number=number,
                card=card_text(card, match.deck),
                there=match.deck.copies_of(card),
                elsewhere=seen[card] + turned[card],
            )
            raise refuse(match, "deck.copies", said)


def _seen(deal: DealState) -> Iterator[Card]:
    """Every card that is known to be in a certain place, a rebuilt stock in hidden order apart."""
    yield from deal.pile
    yield from deal.aside
    yield from deal.stock or ()
    for hand in deal.hands:
        yield from hand.cards
    for lying in deal.table:
        yield from lying.meld.cards
    for one in (*deal.knocked_melds, *(meld for defence in deal.defences for meld in defence.melds)):
        yield from one.cards


def unseen(match: MatchState, deal: DealState, shown: Spread) -> list[Card]:
    """The cards that are nowhere to be seen, once the mover shows these melds."""
    seen = Counter((*_seen(deal), *(card for one in shown.melds for card in one.cards)))
    return list((Counter(match.deck.cards()) - seen).elements())


def settled(before: DealState | None, match: MatchState) -> MatchState:
    """The match with what follows from the cards that its last action showed."""
    deal = match.deal
    if deal is None or (deal.stock is not None and not any(hand.hidden for hand in deal.hands)):
        return match
    if before is not None and before.stock_left == deal.stock_left and before.drawn and before.drawn[before.to_move]:
        shown = Counter(_seen(deal)) - Counter(_seen(before))  # it may be what they drew
        deal = replace(deal, shown=(*deal.shown, *shown.elements()))
    return replace(match, deal=_deduced(match, deal))


def _deduced(match: MatchState, deal: DealState) -> DealState:
    """A hidden hand is known when everything else is."""
    hidden = [seat for seat, hand in enumerate(deal.hands) if hand.hidden]
    if len(hidden) != 1 or (deal.stock is None and deal.stock_left):
        return deal
    rest = Counter(match.deck.cards()) - Counter(_seen(deal))
    hand = deal.hands[hidden[0]]
    if rest.total() != hand.hidden:
        return deal
    known = Hand().plus((*hand.cards, *rest.elements()))
    return replace(deal, hands=with_hand(deal, hidden[0], known))
