"""Closing by a knock: the knocker's spread, the defender's melds and lay-offs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.cards import Card, Meld
from meldproof.messages import player_name, say, say_number
from meldproof.playing.actions import Defend, Knock
from meldproof.playing.dealing import cards_of, one_card
from meldproof.playing.faults import refuse, unclear
from meldproof.playing.growing import grown_meld, read_grown
from meldproof.playing.ledger import take, unseen
from meldproof.playing.reading import read_melds
from meldproof.playing.required import check_required
from meldproof.playing.state import DealState, Hand, MatchState, Spread
from meldproof.playing.turns import after_deal, check_debts, check_return, in_play, with_hand
from meldproof.rules.worth import point_tables


def knock(match: MatchState, action: Knock) -> MatchState:
    """A discard, melds, and a rest of few enough points."""
    deal = in_play(match, "play")
    if match.settings.close.by != "knock":
        raise refuse(match, "close.by", say("nobody knocks; a hand is closed by laying it all"))
    player = deal.to_move
    check_debts(match, deal)
    card = one_card(match, action.discard)
    check_return(match, deal, card)
    spread, hand = _spread(match, deal, action.melds, (card,), action.deadwood)
    check_required(match, spread.melds)
    unknown = sorted(hand_points(match, [card]) for card in unseen(match, deal, spread)) if hand.hidden else []
    points = hand_points(match, spread.deadwood) + sum(unknown[: hand.hidden])
    limit = match.settings.knock.deadwood
    if points > limit:
        said = say("the deadwood is {points}; a knock has at most {deadwood}", points=points, deadwood=limit)
        if hand.hidden:
            said = say(
                "the deadwood is {points} at least; a knock has at most {deadwood}", points=points, deadwood=limit
            )
        raise refuse(match, "knock.deadwood", said)
    deal = replace(
        deal,
        hands=with_hand(deal, player, hand),
        pile=(*deal.pile, card),
        closing_discard=card,
        spread=spread,
        phase="defend",
        to_move=match.after(player),
    )
    return after_deal(match, deal)


def defend(match: MatchState, action: Defend) -> MatchState:
    """The defender's own melds, and cards laid off on the knocker's (not after gin, unless the rules say so)."""
    deal = in_play(match, "defend")
    assert deal.spread is not None
    player = deal.to_move
    gin = not deal.spread.deadwood and not deal.hands[deal.spread.player].hidden
    laid: list[Card] = []
    grown = list(deal.spread.melds)
    if len(action.layoffs) > (there := len(deal.spread.melds)):
        raise refuse(
            match,
            "turn",
            say(
                "the knocker has {there} melds, and {layoffs} are laid off on", there=there, layoffs=len(action.layoffs)
            ),
        )
    for number, text in enumerate(action.layoffs):
        if text is None:
            continue
        if match.settings.layoff.on != "knocker":
            raise refuse(match, "layoff.on", say("nobody lays off on a knocker's melds"))
        if gin and not match.settings.knock.gin_layoff:
            raise refuse(match, "knock.gin_layoff", say("nothing is laid off after gin"))
        cards, grown[number] = _added(match, deal.spread.melds[number], text, number + 1)
        laid += cards
    spread, hand = _spread(match, deal, action.melds, tuple(laid), action.deadwood)
    lays_off = match.settings.layoff.on == "knocker" and (not gin or match.settings.knock.gin_layoff)
    check_required(match, spread.melds, *((deal.spread.melds, grown) if lays_off else ()))
    deal = replace(
        deal,
        hands=with_hand(deal, player, hand),
        defence=replace(spread, grown=tuple(grown)),
        phase="over",
        closer=deal.spread.player,
        ended=say("{player} knocked", player=player_name(deal.spread.player)),
    )
    return after_deal(match, deal)


def _spread(
    match: MatchState, deal: DealState, texts: Sequence[str], besides: tuple[Card, ...], deadwood: str | None
) -> tuple[Spread, Hand]:
    """Melds from the mover's hand, other cards leaving it too; the rest is deadwood, and stays there for the record."""
    melds = tuple(read_melds(match, texts))
    gone = (*besides, *(card for one in melds for card in one.cards))
    rest = take(match, deal, gone)
    if deadwood is not None:
        loose = cards_of(match, deadwood)
        if len(loose) != rest.size:
            said = say_number(
                "{number} card is left, and {stated} are shown as deadwood",
                "{number} cards are left, and {stated} are shown as deadwood",
                rest.size,
                stated=len(loose),
            )
            raise refuse(match, "cards", said)
        take(match, deal, (*gone, *loose))
        rest = Hand().plus(loose)
    return Spread(deal.to_move, melds, rest.cards), rest


def _added(match: MatchState, old: Meld, text: str, number: int) -> tuple[list[Card], Meld]:
    """The cards laid off on the knocker's meld of a number, and the meld with them."""
    if not text.strip():
        raise unclear(
            say("layoffs: entry {number} is an empty text; write null where nothing is laid off", number=number)
        )
    new = read_grown(match, old, text)
    cards = list(new.cards)
    for card in old.cards:
        if card not in cards:
            raise refuse(match, "layoff.on", say("{text} does not hold all cards of the meld it grows from", text=text))
        cards.remove(card)
    return cards, grown_meld(match, old, [(card, None) for card in cards], text) if cards else old


def hand_points(match: MatchState, cards: Sequence[Card]) -> int:
    """What cards cost in hand."""
    table = point_tables(match.settings).hand
    return sum(table[card.rank] for card in cards)
