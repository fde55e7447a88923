"""What chance decides in a game: the deal, the order of a stock that is rebuilt."""

from __future__ import annotations

import random

from msgspec.structs import replace

from meldproof.cards import Card, canonical
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.dealing import dealt_cards, first_player
from meldproof.playing.state import DealState, MatchState, before_next_deal
from meldproof.variants.turned import with_turned


def shuffled_deal(match: MatchState, dealer: int, rng: random.Random) -> a.Deal:
    """The next deal, shuffled, everything known; the card too many that the first player lays down is chance, too."""
    match = before_next_deal(match)
    terms = match.settings.deal
    match = replace(match, variant=match.variant.before or match.variant)
    cards, turned = list(match.deck.cards()), None
    rng.shuffle(cards)
    if match.settings.wilds.turned != "none":
        match, turned, cards = _turned_up(match, cards)
    starter = first_player(match, dealer)
    hands: list[str | None] = []
    first: tuple[Card, ...] = ()
    for seat in range(match.players):
        size = 0 if match.out[seat] else dealt_cards(match) + (terms.starter_extra if seat == starter else 0)
        hand, cards = canonical(cards[:size]), cards[size:]
        if seat == starter:
            first = hand
        hands.append(cards_text(hand, match.deck))
    upcard = card_text(cards.pop(0), match.deck) if terms.upcard else None
    extra = terms.lays_one_down
    cut = None if terms.cutter == "none" else rng.randint(1, match.deck.size - 1)
    return a.Deal(
        dealer=dealer,
        hands=tuple(hands),
        stock=cards_text(cards, match.deck),
        upcard=upcard,
        cut=cut,
        discard=card_text(rng.choice(first), match.deck) if extra else None,
        turned=turned,
    )


def _turned_up(match: MatchState, cards: list[Card]) -> tuple[MatchState, str, list[Card]]:
    """The match by the rules that the first card turned up makes, that card, and the others, shuffled as they are."""
    joker_goes_back = match.settings.wilds.turned == "next"
    at = next(at for at, card in enumerate(cards) if not (joker_goes_back and card.is_joker))
    turned = card_text(cards[at], match.deck)
    found = replace(match, variant=with_turned(match.variant, turned))
    return found, turned, [found.deck.printed(card) for card in (*cards[:at], *cards[at + 1 :])]


def needs_rebuilding(match: MatchState, deal: DealState) -> bool:
    """Whether a draw from the stock must wait until it is rebuilt from the discard pile."""
    terms = match.settings.stock
    return deal.stock_left <= terms.left and terms.becomes_anew and len(deal.pile) > 1


def shuffled_stock(match: MatchState, deal: DealState, rng: random.Random) -> a.Rebuild:
    """The rebuilding of a stock, its new order by chance where the pile is shuffled."""
    cards = list(deal.pile[:-1])
    if match.settings.stock.empty == "reshuffle":
        rng.shuffle(cards)
    return a.Rebuild(stock=cards_text(cards, match.deck))
