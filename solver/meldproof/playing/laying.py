"""Laying cards: new melds and openings, lay-offs, exchanges of a wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.cards import Card, Meld, Slot
from meldproof.messages import player_name, say
from meldproof.notation import card_text, represented
from meldproof.playing.actions import Exchange, LayOff
from meldproof.playing.actions import LayMelds as MeldAction
from meldproof.playing.dealing import one_card
from meldproof.playing.discarding import check_keeps_a_discard, entry_rule
from meldproof.playing.faults import IllegalAction, refuse, unclear
from meldproof.playing.from_when_on import check_first_deal, check_may_close, check_turn_to_lay
from meldproof.playing.growing import added_cards, grown_meld, relay
from meldproof.playing.ledger import take
from meldproof.playing.opening import check_opening, closes_with
from meldproof.playing.reading import read_melds
from meldproof.playing.required import check_required
from meldproof.playing.state import DealState, Lying, MatchState, with_hand
from meldproof.playing.table_end import table_fault, was_open
from meldproof.playing.turns import after_deal, check_table, close, in_play
from meldproof.rules.melds import is_legal


def rearranges(match: MatchState) -> bool:
    """Whether the table may be rearranged: then a turn is judged by the table that it leaves."""
    return match.settings.table.rearrange != "none"


def meld(match: MatchState, action: MeldAction) -> MatchState:
    """New melds from the hand; the first ones of a player are the opening, judged together."""
    deal = in_play(match, "play")
    if match.settings.melding.at != "turn" and match.settings.close.by == "knock":
        raise refuse(match, "melding.at", say("melds stay in hand until the close"))
    if not action.melds:
        raise refuse(match, "turn", say("no meld was named"))
    melds = read_melds(match, action.melds)
    if match.settings.melding.at == "close":
        if not closes_with(match, deal.hands[deal.to_move].size - sum(len(one.slots) for one in melds)):
            raise refuse(match, "melding.at", say("melds stay in hand until they close it, all laid in one play"))
        check_required(match, melds)
    cards = [card for one in melds for card in one.cards]
    player = deal.to_move
    if match.settings.melding.new == "opening-only" and deal.opened[player]:
        raise refuse(match, "melding.new", say("after the opening no new melds are laid, only cards are added"))
    laid = tuple(Lying(one, player, (player,) * len(one.slots)) for one in melds)
    if not rearranges(match):
        check_turn_to_lay(match, deal)
        take(match, deal, cards)
        deal = _unless_it_closes(match, deal, deal.hands[player].size - len(cards), melds)
    return after_laying(match, deal, (*deal.table, *laid), cards, new_meld=True)


def _unless_it_closes(match: MatchState, deal: DealState, left: int, melds: Sequence[Meld] = ()) -> DealState:
    """The deal with what is wrong about laying cards now, unless this turn closes: whatever else it then lays.

    Raises IllegalAction for an opening below its price where closing plays need one too.
    """
    closing = closes_with(match, left)
    try:
        if melds and not deal.opened[deal.to_move]:
            check_opening(match, deal, melds, closing=closing)
        check_first_deal(match, closing=closing)
    except IllegalAction as error:
        if error.fault.rule != "melding.first_deal" and match.settings.opening.binds_closing:
            raise
        return replace(deal, turn=replace(deal.turn, fault=error.fault))
    return deal


def after_laying(
    match: MatchState, deal: DealState, table: tuple[Lying, ...], cards: Sequence[Card], *, new_meld: bool
) -> MatchState:
    """The state with cards of the hand on the table: debts paid, a card kept to discard, the hand perhaps closed."""
    terms, player = match.settings, deal.to_move
    hand = take(match, deal, cards)
    if not hand.size and terms.discard.each_turn and terms.discard.to_close == "required":
        raise refuse(match, "discard.to_close", say("a card must be kept to discard"))
    if terms.close.by == "empty-hand" and hand.size <= int(terms.discard.each_turn):
        check_may_close(match, deal)
    turn, opened = deal.turn, was_open(deal)
    entry = turn.entry
    if entry is not None and entry in cards and (new_meld or entry_rule(match, deal) == "meld-or-lay-off"):
        entry = None
    freed = Counter(turn.freed) - Counter(cards if new_meld or terms.exchange.into == "any" else ())
    turn = replace(
        turn,
        entry=entry,
        freed=tuple(freed.elements()),
        laid=turn.laid + len(cards),
        opening=turn.opening or (new_meld and not opened),
    )
    hands = with_hand(deal, player, hand)
    if rearranges(match):
        turn = replace(turn, opening=not opened, table=deal.table if turn.table is None else turn.table)
        deal = replace(deal, turn=turn, hands=hands, table=table)
        fault = table_fault(match, deal)
        deal = replace(deal, turn=replace(turn, fault=fault))
        opened = opened or (fault is None and turn.laid > 0)
    else:
        turn = replace(turn, fault=None if closes_with(match, hand.size) else turn.fault)
        deal = replace(deal, turn=turn, hands=hands, table=table)
        opened = opened or turn.opening
    check_keeps_a_discard(match, deal)
    deal = replace(deal, opened=tuple(opened if seat == player else was for seat, was in enumerate(deal.opened)))
    if not hand.size and terms.close.by == "empty-hand" and entry is None and not turn.freed:
        check_table(deal)
        deal = close(deal, player)
    return after_deal(match, deal)


def lay_off(match: MatchState, action: LayOff) -> MatchState:
    """Cards added to a meld of the table."""
    deal = in_play(match, "play")
    lying = table_meld(match, deal, action.meld)
    check_may_touch(match, deal, lying)
    added = added_cards(match, action.cards)
    cards = [card for card, _ in added]
    hand = take(match, deal, cards)
    if not rearranges(match):
        check_turn_to_lay(match, deal)
        deal = _unless_it_closes(match, deal, hand.size)
    grown = relay(lying, grown_meld(match, lying.meld, added, action.to), deal.to_move)
    return after_laying(match, deal, replace_lying(deal, action.meld, grown), cards, new_meld=False)


def table_meld(match: MatchState, deal: DealState, number: int) -> Lying:
    if not 0 <= number < len(deal.table):
        said = say(
            "there is no table meld {number}: they are numbered from 0, and there are {there}",
            number=number,
            there=len(deal.table),
        )
        raise refuse(match, "turn", said)
    return deal.table[number]


def may_add_to(match: MatchState, player: int, lying: Lying) -> bool:
    """Whether a meld is one of those that a player may add to, once they may add to any."""
    whose = match.settings.layoff.on
    return (
        whose == "any"
        or (whose in ("own", "side") and lying.owner == player)
        or (whose == "side" and lying.owner == match.partner(player))
    )


def check_may_touch(match: MatchState, deal: DealState, lying: Lying) -> None:
    """Whose melds the mover may add to, and from when on."""
    terms, player = match.settings.layoff, deal.to_move
    if not may_add_to(match, player, lying):
        raise refuse(
            match,
            "layoff.on",
            say(
                "{player} may not add to a meld of {owner}",
                player=player_name(player),
                owner=player_name(lying.owner),
            ),
        )
    if rearranges(match):
        return  # judged by the table that the turn leaves
    if terms.start != "always" and not deal.opened[player]:
        raise refuse(match, "layoff.start", say("cards are laid off only from one's own first meld on"))
    if terms.start == "next-turn" and deal.turn.opening:
        raise refuse(match, "layoff.start", say("cards are laid off only from the turn after the opening on"))


def replace_lying(deal: DealState, number: int, lying: Lying) -> tuple[Lying, ...]:
    """The table with another meld in a place."""
    return tuple(lying if at == number else other for at, other in enumerate(deal.table))


def exchange(match: MatchState, action: Exchange) -> MatchState:
    """A hand card takes the place of a wild, which goes to the hand."""
    deal = in_play(match, "play")
    terms = match.settings.exchange
    if rearranges(match):
        raise unclear(say("where the table may be rearranged, an exchange is written as a rearrange: the whole table"))
    if terms.cards == "none":
        raise refuse(match, "exchange.cards", say("a wild on the table stays where it is"))
    lying = table_meld(match, deal, action.meld)
    if match.settings.layoff.start != "always" and not deal.opened[deal.to_move]:
        raise refuse(match, "layoff.start", say("wilds are exchanged only from one's own first meld on"))
    card = one_card(match, action.card)
    hand = take(match, deal, [card])
    check_turn_to_lay(match, deal)
    deal = _unless_it_closes(match, deal, deal.hands[deal.to_move].size)
    index = _exchangeable(match, lying.meld, card)
    old = lying.meld.slots[index]
    new = Slot(card.rank, card.suit, old.place, card.suit, False)
    slots = tuple(new if at == index else slot for at, slot in enumerate(lying.meld.slots))
    layers = tuple(deal.to_move if at == index else who for at, who in enumerate(lying.layers))
    changed = Meld(lying.meld.kind, slots)
    if not is_legal(changed, match.settings):
        raise refuse(match, "exchange.cards", say("the meld would not stand with that card"))
    freed = (*deal.turn.freed, old.card) if terms.then == "same-turn" else deal.turn.freed
    turn = replace(deal.turn, freed=freed, laid=deal.turn.laid + 1)
    table = replace_lying(deal, action.meld, Lying(changed, lying.owner, layers))
    hands = with_hand(deal, deal.to_move, hand.plus([old.card]))
    check_keeps_a_discard(match, replace(deal, turn=turn, hands=hands))
    entry = None if turn.entry == card and entry_rule(match, deal) == "meld-or-lay-off" else turn.entry
    return after_deal(match, replace(deal, turn=replace(turn, entry=entry), hands=hands, table=table))


def _exchangeable(match: MatchState, one: Meld, card: Card) -> int:
    """The slot of the wild that a card may take the place of."""
    deck = match.deck
    if one.kind == "run":
        for index, slot in enumerate(one.slots):
            if slot.wild and represented(slot, deck) == card:
                return index
        raise refuse(match, "exchange.cards", say("no wild there stands for {card}", card=card_text(card, deck)))
    rule = match.settings.exchange.set
    suits = {slot.suit for slot in one.slots if not slot.wild}
    fits = one.slots[0].place == card.rank and card.suit not in suits
    full = len(one.slots) == len(deck.suits)
    if not fits or rule == "never" or (rule == "all-missing" and not full):
        raise refuse(match, "exchange.set", say("{card} does not free a wild of that set", card=card_text(card, deck)))
    for index, slot in enumerate(one.slots):
        if slot.wild:
            return index
    raise refuse(match, "exchange.set", say("there is no wild in that set"))
