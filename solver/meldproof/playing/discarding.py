"""Which cards of a hand may be discarded: one just taken, wilds, and cards that fit the table may be barred."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.cards import Card
from meldproof.checking.roles import can_be_wild
from meldproof.messages import say
from meldproof.notation import card_text
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.growing import growths
from meldproof.playing.state import DealState, MatchState


def check_may_go(match: MatchState, deal: DealState, card: Card) -> None:
    """A card of the mover's hand may be discarded, by itself and for what else is held. Raises IllegalAction otherwise.

    Of hidden cards it is held possible that they leave no other choice, as far as the deck has such cards.
    """
    fault = _fault(match, deal, card)
    if fault is None:
        return
    if fault.fault.rule == "discard.wilds" and _only_wilds(match, deal):
        return
    if fault.fault.rule == "discard.fitting" and not any(_fault(match, deal, one) is None for one in _known(deal)):
        return
    raise fault


def discards(match: MatchState, deal: DealState) -> list[Card]:
    """The cards of the mover's hand that may be discarded, sorted, none twice."""
    found = []
    for card in sorted(set(_known(deal))):
        try:
            check_may_go(match, deal, card)
        except IllegalAction:
            continue
        found.append(card)
    return found


def check_keeps_a_discard(match: MatchState, deal: DealState) -> None:
    """Laying cards left one that is no wild, where a discard must follow. Raises IllegalAction otherwise."""
    terms, hand = match.settings.discard, deal.hands[deal.to_move]
    if terms.wilds or terms.to_close != "required" or not keeps_no_discard(match, deal):
        return
    if all(can_be_wild(card, match.settings) for card in hand.cards):
        raise refuse(match, "discard.wilds", say("a card that is no wild must be kept to discard"))


def keeps_no_discard(match: MatchState, deal: DealState) -> bool:
    """Whether the mover holds cards, none of which may be discarded."""
    hand = deal.hands[deal.to_move]
    if not match.settings.discard.each_turn or hand.hidden or not hand.size:
        return False
    return all(_barred(match, deal, card) is not None for card in hand.cards) and not _only_wilds(match, deal)


def barred_in_itself(match: MatchState, deal: DealState) -> list[Card]:
    """The cards of the mover's hand that may not even be the discard that closes: one just taken, wilds."""
    return [card for card in _known(deal) if _barred(match, deal, card) is not None]


def _known(deal: DealState) -> tuple[Card, ...]:
    return deal.hands[deal.to_move].cards


def _fault(match: MatchState, deal: DealState, card: Card) -> IllegalAction | None:
    """What bars a card, whatever else is held; None where nothing does."""
    if fault := _barred(match, deal, card):
        return fault
    if _bars_fitting(match, deal) and any(_fits(match, deal, card)):
        said = say("{name} fits a meld on the table", name=card_text(card, match.deck))
        return refuse(match, "discard.fitting", said)
    return None


def entry_rule(match: MatchState, deal: DealState) -> str:
    """What must happen in this turn to the deepest card taken, the mover being who they are."""
    terms = match.settings.draw
    unopened = not deal.opened[deal.to_move] or deal.turn.opening
    return "new-meld" if unopened and terms.entry_unopened == "opening" else terms.entry


def _barred(match: MatchState, deal: DealState, card: Card) -> IllegalAction | None:
    """What bars a card by itself: that it was just taken, that it is a wild.

    Where the card taken had to be laid, and was, one like it in the hand was there before.
    """
    name, s = card_text(card, match.deck), match.settings
    paid = deal.turn.laid and deal.turn.entry is None and entry_rule(match, deal) != "free"
    if not s.draw.return_taken and not paid and deal.turn.taken == (card,) and _known(deal).count(card) < 2:
        return refuse(match, "draw.return_taken", say("{name} was just taken from the discard pile", name=name))
    if not s.discard.wilds and can_be_wild(card, s):
        return refuse(match, "discard.wilds", say("{name}, a wild, may not be discarded", name=name))
    return None


def _bars_fitting(match: MatchState, deal: DealState) -> bool:
    """Whether a card that fits the table may not be discarded by the mover; the one that closes may."""
    rule = match.settings.discard.fitting
    if rule == "allowed" or deal.hands[deal.to_move].size == 1:
        return False
    return rule == "forbidden" or not deal.opened[deal.to_move]


def _fits(match: MatchState, deal: DealState, card: Card) -> Iterator[bool]:
    """Whether the table melds take a card, one by one."""
    return (bool(growths(match, lying.meld, [card])) for lying in deal.table)


def _only_wilds(match: MatchState, deal: DealState) -> bool:
    """Whether the mover's hand may hold nothing but wilds, none of the turn's cards having been laid."""
    hand, s = deal.hands[deal.to_move], match.settings
    if deal.turn.laid or not all(can_be_wild(card, s) for card in hand.cards):
        return False
    deck = match.deck
    return hand.size <= sum(deck.copies_of(card) for card in deck.kinds() if can_be_wild(card, s))
