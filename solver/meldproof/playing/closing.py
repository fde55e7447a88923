"""Closing by a knock: the knocker's spread, then each defender's melds and lay-offs, in turn from the knocker on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.cards import Card, Meld
from meldproof.messages import player_name, say, say_number
from meldproof.playing.actions import Defend, Knock
from meldproof.playing.closing_melds import check_shown, read_shown
from meldproof.playing.dealing import cards_of, one_card
from meldproof.playing.discarding import check_may_go
from meldproof.playing.faults import IllegalAction, refuse, unclear
from meldproof.playing.from_when_on import check_may_close
from meldproof.playing.growing import grown_meld, read_grown
from meldproof.playing.knocking import broken_limit, knock_limits
from meldproof.playing.leaving import failed_show
from meldproof.playing.ledger import take, unseen
from meldproof.playing.reading import read_melds
from meldproof.playing.required import check_required
from meldproof.playing.state import DealState, Hand, MatchState, Spread, with_hand
from meldproof.playing.turns import after_deal, check_debts, in_play, to_next_defender
from meldproof.rules.worth import point_tables


def knock(match: MatchState, action: Knock) -> MatchState:
    """A discard, melds, and a rest of few enough points."""
    deal = in_play(match, "play")
    if match.settings.close.by != "knock":
        raise refuse(match, "close.by", say("nobody knocks; a hand is closed by laying it all"))
    if deal.spread is not None:
        knocker = player_name(deal.spread.player)
        raise refuse(match, "close.last_turns", say("{player} has knocked; nobody else can now", player=knocker))
    player = deal.to_move
    check_debts(match, deal)
    card = one_card(match, action.discard)
    check_may_close(match, deal)
    check_may_go(match, deal, card)
    try:
        spread, hand = _shown(match, deal, action, card)
    except IllegalAction as fault:
        return failed_show(match, deal, card, action.melds, fault)
    deal = replace(
        deal, hands=with_hand(deal, player, hand), pile=(*deal.pile, card), closing_discard=card, spread=spread
    )
    return after_deal(match, to_next_defender(match, deal))


def _shown(match: MatchState, deal: DealState, action: Knock, card: Card) -> tuple[Spread, Hand]:
    """What a knock shows, and what is left. Raises IllegalAction where that is not what it must show."""
    spread, hand = _spread(match, deal, read_shown(match, action.melds), (card,), action.deadwood)
    check_required(match, spread.melds)
    unknown = sorted(hand_points(match, [card]) for card in unseen(match, deal, spread)) if hand.hidden else []
    points = hand_points(match, spread.deadwood) + sum(unknown[: hand.hidden])
    limits = knock_limits(match.settings, deal.upcard)
    broken = broken_limit(limits, points, hand.size, at_least=bool(hand.hidden))
    if broken is not None:
        raise refuse(match, *broken)
    check_shown(match, spread.melds, hand.size)
    return spread, hand


def defend(match: MatchState, action: Defend) -> MatchState:
    """A defender's own melds, and cards laid off on the knocker's (not after gin, unless the rules say so)."""
    deal = in_play(match, "defend")
    assert deal.spread is not None
    player = deal.to_move
    gin = not deal.spread.deadwood and not deal.hands[deal.spread.player].hidden
    laid: list[Card] = []
    lying = deal.knocked_melds
    grown = list(lying)
    if len(action.layoffs) > (there := len(lying)):
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
        cards, grown[number] = _added(match, lying[number], text, number + 1)
        laid += cards
    spread, hand = _spread(match, deal, read_melds(match, action.melds), tuple(laid), action.deadwood)
    lays_off = match.settings.layoff.on == "knocker" and (not gin or match.settings.knock.gin_layoff)
    check_required(match, spread.melds, *((lying, grown) if lays_off else ()))
    shown = (*deal.defences, replace(spread, grown=tuple(grown)))
    deal = replace(deal, hands=with_hand(deal, player, hand), defences=shown)
    return after_deal(match, to_next_defender(match, deal))


def _spread(
    match: MatchState, deal: DealState, shown: Sequence[Meld], besides: tuple[Card, ...], deadwood: str | None
) -> tuple[Spread, Hand]:
    """Melds from the mover's hand, other cards leaving it too; the rest is deadwood, and stays there for the record."""
    melds = tuple(shown)
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
