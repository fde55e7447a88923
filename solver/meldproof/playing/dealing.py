"""The deal: hands, stock, the card turned up, the cut and its bonus, the first player's card too many."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from meldproof.cards import Card, canonical
from meldproof.errors import MeldproofError, NotationError
from meldproof.messages import player_name, say
from meldproof.notation import card_text, parse_cards
from meldproof.playing.actions import Deal
from meldproof.playing.faults import refuse
from meldproof.playing.ledger import take
from meldproof.playing.state import DealState, Hand, MatchState, Phase, Turn, before_next_deal, with_hand
from meldproof.rules.caching import once_per_settings
from meldproof.variants.loading import Variant
from meldproof.variants.turned import with_turned

MOST_REMEMBERED = 1000
"""Texts of single cards that are kept; a card has a few."""


def cards_of(match: MatchState, text: str) -> tuple[Card, ...]:
    """Cards of a text. Raises IllegalAction for what is no card of the deck, or stands for something."""
    try:
        tokens = parse_cards(text, match.deck)
    except NotationError as error:
        raise refuse(match, "cards", str(error)) from None
    if any(token.stands_for for token in tokens):
        raise refuse(match, "cards", say("{text!r}: these are cards, not melds; leave out '='", text=text))
    return tuple(token.card for token in tokens)


@once_per_settings
def _cards_read(deck: object) -> dict[str, Card]:
    """The texts of single cards read so far with a deck."""
    return {}


def one_card(match: MatchState, text: str) -> Card:
    known = _cards_read(match.deck)
    card = known.get(text)
    if card is None:
        cards = cards_of(match, text)
        if len(cards) != 1:
            raise refuse(match, "cards", say("{text!r} is not one card", text=text))
        card = cards[0]
        if len(known) < MOST_REMEMBERED:
            known[text] = card
    return card


def first_player(match: MatchState, dealer: int) -> int:
    """Who plays first."""
    return dealer if match.settings.deal.starter == "dealer" else match.after(dealer)


def cutter(match: MatchState, dealer: int) -> int | None:
    """Who of those still in cut, given who deals: counted back from a dealer who sits beside the cutter."""
    terms = match.settings.deal
    if terms.cutter == "none":
        return None
    left = 1
    if terms.dealer == "right-of-cutter":
        return match.beside(dealer, left)
    if terms.dealer == "left-of-cutter":
        return match.beside(dealer, -left)
    return match.beside(dealer, -left if terms.cutter == "right-of-shuffler" else left)


def dealt_cards(match: MatchState) -> int:
    """Cards dealt to each player still in the match."""
    return match.settings.deal.cards.at(match.still_in)


def start_deal(match: MatchState, action: Deal) -> MatchState:
    """The match with a deal begun. Raises IllegalAction for a deal that the rules don't give."""
    if match.deal is not None and match.deal.phase != "over":
        raise refuse(match, "turn", say("the deal before is not over"))
    if match.winners:
        raise refuse(match, "match.end", say("the match is over"))
    match = before_next_deal(match)
    if not match.is_in(action.dealer):
        names = match.names_of_players()
        raise refuse(
            match,
            "deal.dealer",
            say(
                "player {who} is not in the match; its players are numbered {names_of_players}",
                who=action.dealer,
                names_of_players=names,
            ),
        )
    if (due := match.next_dealer) is not None and due != action.dealer:
        rule = "deal.next" if "deal.next" in match.variant.values else "deal.starter"
        raise refuse(match, rule, say("{dealer} deals now", dealer=player_name(due)))
    if len(action.hands) > match.players:
        raise refuse(
            match,
            "deal.cards",
            say("{hands} hands were dealt to {players} players", hands=len(action.hands), players=match.players),
        )
    match = replace(match, variant=_found(match, action))
    terms, deck = match.settings.deal, match.deck
    if action.cut is not None and not 1 <= action.cut < deck.size:
        raise refuse(
            match,
            "deal.cutter",
            say(
                "a cut lifts 1 to {size} cards of {size_2}, not {cut}",
                size=deck.size - 1,
                size_2=deck.size,
                cut=action.cut,
            ),
        )
    starter = first_player(match, action.dealer)
    hands = _hands(match, action, starter)
    upcards = _upcards(match, action)
    stock = None if action.stock is None else cards_of(match, action.stock)
    given = sum(hand.size for hand in hands) + len(upcards)
    left = deck.size - given if stock is None else len(stock)
    if stock is not None and given + len(stock) != deck.size:
        raise refuse(
            match,
            "deck.copies",
            say("{given} cards in all; the deck has {size}", given=given + len(stock), size=deck.size),
        )
    known = [card for hand in hands for card in hand.cards] + [*upcards, *(stock or ())]
    check_known(match, known)
    deal = DealState(
        dealer=action.dealer,
        hands=hands,
        stock=stock,
        stock_left=left,
        pile=upcards,
        table=(),
        opened=(False,) * match.players,
        turns=tuple(int(seat == starter) for seat in range(match.players)),
        to_move=starter,
        phase=_opening_phase(match),
        turn=Turn(),
        start_scores=match.scores,
        cut_bonus=cut_bonuses(match, action),
        out=match.out,
        upcard=upcards[0] if upcards else None,
    )
    if terms.lays_one_down:
        deal = _discard_extra(match, deal, action, starter)
    return replace(match, deal=deal, deals=match.deals + 1)


def _found(match: MatchState, action: Deal) -> Variant:
    """The rules with the wilds that the deal finds."""
    variant = match.variant.before or match.variant
    if variant.settings.wilds.turned == "none":
        if action.turned is not None:
            raise refuse(match, "wilds.turned", say("no card is turned up to find wilds"))
        return variant
    if action.turned is None and match.deal is None and match.variant.before is not None:
        return match.variant  # a match of which it is known beforehand
    if action.turned is None:
        raise refuse(match, "wilds.turned", say("a card is turned up to find the wilds; say which (turned)"))
    try:
        return with_turned(variant, action.turned)
    except MeldproofError as error:
        raise refuse(match, "wilds.turned", str(error)) from None


def _opening_phase(match: MatchState) -> Phase:
    """How a deal's first turn begins: with the card turned up being offered, with a card too many, or as any other."""
    if match.settings.turn.first_draw == "upcard-offer":
        return "offer"
    return "play" if match.settings.deal.begins_undrawn else first_phase(match)


def first_phase(match: MatchState) -> Phase:
    """How a turn begins: with a draw, or where one draws only after laying nothing, with the play."""
    return "draw" if match.settings.draw.when == "every-turn" else "play"


def check_known(match: MatchState, cards: list[Card]) -> None:
    """No more copies of a card than the deck holds."""
    for card, number in Counter(cards).items():
        if number > match.deck.copies_of(card):
            there = match.deck.copies_of(card)
            raise refuse(
                match,
                "deck.copies",
                say(
                    "{number} × {card}; the deck has {there}",
                    number=number,
                    card=card_text(card, match.deck),
                    there=there,
                ),
            )


def _hands(match: MatchState, action: Deal, starter: int) -> tuple[Hand, ...]:
    size, extra = dealt_cards(match), match.settings.deal.starter_extra
    hands = []
    for seat in range(match.players):
        due = 0 if match.out[seat] else size + (extra if seat == starter else 0)
        text = action.hands[seat] if seat < len(action.hands) else None
        if text is None:
            hands.append(Hand((), due))
            continue
        cards = cards_of(match, text)
        if len(cards) != due:
            raise refuse(
                match,
                "deal.cards",
                say("{player} was dealt {cards} cards, not {due}", player=player_name(seat), cards=len(cards), due=due),
            )
        hands.append(Hand(canonical(cards)))
    return tuple(hands)


def _upcards(match: MatchState, action: Deal) -> tuple[Card, ...]:
    if match.settings.deal.upcard and action.upcard is None:
        raise refuse(match, "deal.upcard", say("a card is turned up to start the discard pile; say which"))
    if not match.settings.deal.upcard and action.upcard is not None:
        raise refuse(match, "deal.upcard", say("no card is turned up"))
    return () if action.upcard is None else (one_card(match, action.upcard),)


def cut_bonuses(match: MatchState, action: Deal) -> tuple[int, ...]:
    """Points for a cut of exactly the cards to be dealt."""
    bonus = [0] * match.players
    terms = match.settings.deal
    who = cutter(match, action.dealer)
    exact = dealt_cards(match) * match.still_in + (1 if terms.cut_counts_upcard else 0)
    if who is not None and terms.cut_bonus and action.cut == exact:
        bonus[who] = terms.cut_bonus
    return tuple(bonus)


def _discard_extra(match: MatchState, deal: DealState, action: Deal, starter: int) -> DealState:
    """The first player's card too many: dead, or the first of the discard pile."""
    terms = match.settings.deal
    if action.discard is None:
        raise refuse(match, "deal.starter_discard", say("the first player lays down a card too many; say which"))
    card = one_card(match, action.discard)
    hand = take(match, deal, [card])
    hands = with_hand(deal, starter, hand)
    if terms.starter_discard == "dead":
        return replace(deal, hands=hands, aside=(card,))
    return replace(deal, hands=hands, pile=(*deal.pile, card))
