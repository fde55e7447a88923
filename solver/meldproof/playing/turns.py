"""Drawing, discarding and the passing of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from meldproof.cards import Card
from meldproof.checking.roles import can_be_wild
from meldproof.messages import noted, player_name, say, say_number, translated
from meldproof.notation import card_text
from meldproof.playing.actions import Announce, Discard, Draw, EndTurn, Pass, Rebuild
from meldproof.playing.buying import for_sale
from meldproof.playing.dealing import cards_of, first_phase, one_card
from meldproof.playing.discarding import check_may_go, entry_rule
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.from_when_on import check_may_close
from meldproof.playing.ledger import check_drawn, drawn_since, take
from meldproof.playing.state import DealState, MatchState, Phase, Turn, with_hand

_DUE = {
    "offer": noted("{player} must now take the card turned up or pass"),
    "draw": noted("{player} must now draw"),
    "play": noted("{player} must now play or end the turn"),
    "defend": noted("{player} must now defend"),
}


def in_play(match: MatchState, *phases: str) -> DealState:
    """The deal in play, in one of these phases. Raises IllegalAction otherwise."""
    deal = match.deal
    if deal is None or deal.phase == "over":
        raise refuse(match, "turn", say("no deal is in play"))
    if deal.phase not in phases:
        check_table(deal)
        raise refuse(match, "turn", translated(_DUE[deal.phase]).format(player=player_name(deal.to_move)))
    return deal


def after_deal(match: MatchState, deal: DealState) -> MatchState:
    return replace(match, deal=deal)


def draw(match: MatchState, action: Draw) -> MatchState:
    """A draw from the stock or from the discard pile; where one draws only after laying nothing, it ends the turn."""
    instead = match.settings.draw.when == "if-nothing-laid"
    deal = in_play(match, "play" if instead else "draw", "offer")
    if instead and deal.turn.laid:
        raise refuse(match, "draw.when", say("who has laid a card draws none"))
    check_table(deal)
    after = _from_discard(match, deal, action) if action.source == "discard" else _from_stock(match, deal, action)
    if not instead or after.deal is None:
        return after
    return after_deal(after, pass_turn(after, after.deal))


def _from_stock(match: MatchState, deal: DealState, action: Draw) -> MatchState:
    terms = match.settings
    if deal.phase == "offer":
        raise refuse(match, "turn.first_draw", say("first the card turned up is taken or passed"))
    if not terms.draw.stock:
        raise refuse(match, "draw.stock", say("nothing is drawn from the stock"))
    if deal.stock_left <= terms.stock.left:
        if not terms.stock.becomes_anew:
            raise refuse(match, "stock.empty", say("the stock is used up"))
        deal = _rebuilt(match, deal, None)
    number = min(terms.draw.stock, deal.stock_left)
    if action.count is not None and action.count != number:
        raise refuse(
            match,
            "draw.stock",
            say_number(
                "{number} card is drawn from the stock, not {count}",
                "{number} cards are drawn from the stock, not {count}",
                number,
                count=action.count,
            ),
        )
    player = deal.to_move
    if deal.stock is not None:
        cards: tuple[Card, ...] = deal.stock[:number]
        if action.card is not None and (one_card(match, action.card),) != cards:
            raise refuse(match, "cards", say("the stock gives {cards}", cards=card_text(cards[0], match.deck)))
    else:
        cards = () if action.card is None else (one_card(match, action.card),)
        for card in cards:
            check_drawn(match, deal, card)
    if deal.drawn:
        deal = drawn_since(deal, player, cards, number - len(cards))
    hand = deal.hands[player].plus(cards, number - len(cards))
    deal = replace(
        deal,
        hands=with_hand(deal, player, hand),
        stock=None if deal.stock is None else deal.stock[number:],
        stock_left=deal.stock_left - number,
        phase="play",
        turn=Turn(),
    )
    return after_deal(match, for_sale(match, deal))


def _from_discard(match: MatchState, deal: DealState, action: Draw) -> MatchState:
    terms = match.settings.draw
    if terms.discard == "none":
        raise refuse(match, "draw.discard", say("nothing is taken from the discard pile"))
    if not deal.pile:
        raise refuse(match, "draw.discard", say("the discard pile is empty"))
    if deal.phase == "draw" and deal.offers:
        raise refuse(match, "turn.first_draw", say("the card turned up was refused by all; draw from the stock"))
    _check_may_take(match, deal)
    default = len(deal.pile) if terms.discard == "pile" else 1
    count = default if action.count is None else action.count
    wrong = {
        "top": count != 1,
        "pile": count != len(deal.pile),
        "depth": not 1 <= count <= len(deal.pile),
    }[terms.discard]
    if wrong:
        raise refuse(
            match,
            "draw.discard",
            say_number(
                "{number} card of a pile of {pile} can't be taken",
                "{number} cards of a pile of {pile} can't be taken",
                count,
                pile=len(deal.pile),
            ),
        )
    taken = deal.pile[len(deal.pile) - count :]
    if action.card is not None and one_card(match, action.card) not in (taken[0], taken[-1]):
        top = card_text(taken[-1], match.deck)
        raise refuse(match, "cards", say("the card on top of the discard pile is {card}", card=top))
    player = deal.to_move
    entry = taken[0] if entry_rule(match, deal) != "free" else None
    deal = replace(
        deal,
        hands=with_hand(deal, player, deal.hands[player].plus(taken)),
        pile=deal.pile[: len(deal.pile) - count],
        phase="play",
        turn=Turn(taken=taken, entry=entry),
    )
    return after_deal(match, deal)


def _check_may_take(match: MatchState, deal: DealState) -> None:
    """The mover may take from the discard pile now: by turn, by having opened, by the card on top of it."""
    terms, player = match.settings.draw, deal.to_move
    if deal.turns[player] < terms.discard_from_turn:
        said = say("a player takes from the discard pile from their turn {turn} on", turn=terms.discard_from_turn)
        raise refuse(match, "draw.discard_from_turn", said)
    if terms.entry_unopened == "forbidden" and not deal.opened[player]:
        raise refuse(match, "draw.entry_unopened", say("who has not opened takes nothing from the discard pile"))
    if not terms.wilds and can_be_wild(deal.pile[-1], match.settings) and not _turned_up(match, deal):
        name = card_text(deal.pile[-1], match.deck)
        raise refuse(match, "draw.wilds", say("{name}, a wild, may not be taken from the discard pile", name=name))


def _may_refuse(match: MatchState, deal: DealState) -> bool:
    """Whether the mover need not take the last card of the discard pile: it is barred, or would have to be laid."""
    if match.settings.draw.discard == "none" or entry_rule(match, deal) != "free":
        return True
    try:
        _check_may_take(match, deal)
    except IllegalAction:
        return True
    return False


def _turned_up(match: MatchState, deal: DealState) -> bool:
    """Whether the discard pile is the card turned up at the deal: it is so in the first turn."""
    return match.settings.deal.upcard and len(deal.pile) == 1 and sum(deal.turns) == 1


def rebuild(match: MatchState, action: Rebuild) -> MatchState:
    """The stock is rebuilt from the discard pile less its top."""
    deal = in_play(match, first_phase(match))
    if not match.settings.stock.becomes_anew:
        raise refuse(match, "stock.empty", say("the stock is not rebuilt"))
    if deal.stock_left > match.settings.stock.left:
        raise refuse(match, "stock.empty", say("the stock is not used up"))
    order = None if action.stock is None else cards_of(match, action.stock)
    return after_deal(match, _rebuilt(match, deal, order))


def _rebuilt(match: MatchState, deal: DealState, order: tuple[Card, ...] | None) -> DealState:
    terms = match.settings.stock
    if terms.rebuilt != "any" and deal.rebuilt >= terms.rebuilt:
        raise refuse(match, "stock.rebuilt", say("the stock is rebuilt at most {rebuilt} times", rebuilt=terms.rebuilt))
    old = deal.pile[:-1]
    if not old:
        raise refuse(match, "stock.empty", say("there is nothing to rebuild the stock of; take the card of the pile"))
    if order is not None and sorted(order) != sorted(old):
        raise refuse(match, "cards", say("the new stock is not the discard pile less its top"))
    if terms.empty == "turn-over":
        if order not in (None, old):
            raise refuse(match, "stock.empty", say("the pile is turned over as it lies, its lowest card first"))
        order = old
    if order is None:
        deal = replace(deal, turned=(*deal.turned, *old), drawn=deal.drawn or (0,) * match.players)
    return replace(
        deal, stock=order, stock_left=len(old) + deal.stock_left, pile=deal.pile[-1:], rebuilt=deal.rebuilt + 1
    )


def skip(match: MatchState, action: Pass) -> MatchState:
    """Declining the card turned up, or going on without a draw where there is none to make.

    So also without a stock that can be rebuilt, where the one card of the discard pile may not be taken, or would have
    to be laid.
    """
    deal = in_play(match, "offer", "draw")
    if deal.phase == "offer":
        refused, following = deal.offers + 1, match.next_in(deal, deal.to_move)
        turns = tuple(int(seat == following) for seat in range(match.players))
        phase: Phase = "offer" if refused < match.still_in else first_phase(match)
        return after_deal(match, replace(deal, offers=refused, to_move=following, turns=turns, phase=phase))
    terms = match.settings.stock
    if deal.stock_left > terms.left:
        raise refuse(match, "draw.when", say("a card is drawn first"))
    if terms.empty == "play-on":
        return after_deal(match, replace(deal, phase="play", turn=Turn()))
    if terms.empty == "discard-only" and deal.spread is not None:
        return after_deal(match, replace(deal, phase="defend"))
    if terms.empty == "discard-only":
        return after_deal(match, replace(deal, phase="over", ended=say("the stock is used up and the pile is left")))
    if terms.becomes_anew and len(deal.pile) == 1 and _may_refuse(match, deal):
        return after_deal(match, replace(deal, phase="play", turn=Turn()))
    raise refuse(match, "stock.empty", say("a card must be drawn"))


def discard(match: MatchState, action: Discard) -> MatchState:
    """A discard, which ends the turn, and the hand if it was the last card."""
    deal = in_play(match, "play")
    terms = match.settings.discard
    check_each_turn(match)
    card = one_card(match, action.card)
    player = deal.to_move
    check_debts(match, deal)
    hand = take(match, deal, [card])
    check_may_go(match, deal, card)
    closes = hand.size == 0
    if closes:
        if terms.to_close == "forbidden":
            raise refuse(match, "discard.to_close", say("a hand is not closed by a discard"))
        if match.settings.close.by != "empty-hand":
            raise refuse(match, "close.by", say("a hand is closed by a knock"))
        check_may_close(match, deal)
    if action.face_down and not (closes and terms.face_down):
        raise refuse(match, "discard.face_down", say("only the closing discard lies face down"))
    hidden = closes and terms.face_down
    deal = replace(
        deal,
        hands=with_hand(deal, player, hand),
        pile=deal.pile if hidden else (*deal.pile, card),
        aside=(*deal.aside, card) if hidden else deal.aside,
        closing_discard=card if closes else None,
    )
    return after_deal(match, close(deal, player) if closes else pass_turn(match, deal))


def check_may_discard(match: MatchState, deal: DealState) -> None:
    """A card may be discarded now, if not each, where more than it is held. Raises IllegalAction otherwise."""
    check_each_turn(match)
    check_debts(match, deal)


def check_each_turn(match: MatchState) -> None:
    if not match.settings.discard.each_turn:
        raise refuse(match, "discard.each_turn", say("nothing is discarded"))


def end_turn(match: MatchState, action: EndTurn) -> MatchState:
    """The end of a turn without a discard."""
    deal = in_play(match, "play")
    if match.settings.discard.each_turn:
        raise refuse(match, "discard.each_turn", say("a turn ends with a discard"))
    instead = match.settings.draw.when == "if-nothing-laid" and deal.stock_left > match.settings.stock.left
    check_debts(match, deal)
    if instead and not deal.turn.laid:
        raise refuse(match, "draw.when", say("who has laid nothing draws a card"))
    return after_deal(match, pass_turn(match, deal))


def announce(match: MatchState, action: Announce) -> MatchState:
    """A player says that one card of the stock would close: at the end of a turn, or by name at any time."""
    deal = in_play(match, "offer", "draw", "play")
    if match.settings.close.announce == "none":
        raise refuse(match, "close.announce", say("nothing is announced"))
    player = deal.to_move if action.player is None else action.player
    return after_deal(match, replace(deal, announced=deal.announced | {player}))


def check_table(deal: DealState) -> None:
    """The table is as the turn may leave it. Raises IllegalAction otherwise."""
    if deal.turn.fault is not None:
        raise IllegalAction(deal.turn.fault)


def check_debts(match: MatchState, deal: DealState) -> None:
    """What the turn still owes: a table in order, the entry card, freed wilds."""
    check_table(deal)
    if deal.turn.entry is not None:
        name = card_text(deal.turn.entry, match.deck)
        rule = "draw.entry" if entry_rule(match, deal) == match.settings.draw.entry else "draw.entry_unopened"
        raise refuse(match, rule, say("{name}, the deepest card taken, must be laid in this turn", name=name))
    if deal.turn.freed and match.settings.exchange.into == "new-meld":
        raise refuse(match, "exchange.into", say("a freed wild must be part of a new meld in this turn"))
    if deal.turn.freed:
        raise refuse(match, "exchange.then", say("a freed wild must be laid in this turn"))


def pass_turn(match: MatchState, deal: DealState) -> DealState:
    """The turn passes; a round of turns begun without a stock, in which nothing is laid, ends the deal.

    After a knock the mover's turn was their last one, and they show what they hold.
    """
    if deal.spread is not None:
        return replace(deal, phase="defend", turn=Turn())
    terms = match.settings.stock
    blank = deal.blank + 1 if deal.dry and not deal.turn.laid else 0
    if deal.turn.laid:
        deal = replace(deal, laid=_with_mark(match, deal))
    following = match.next_in(deal, deal.to_move)
    begun = list(deal.turns)
    begun[following] += 1
    dry = deal.stock_left <= terms.left
    deal = replace(
        deal,
        to_move=following,
        turns=tuple(begun),
        phase=first_phase(match),
        turn=Turn(),
        offers=0,
        dry=dry,
        blank=blank,
    )
    if _is_drawn_out(match, deal):
        return replace(deal, phase="over", ended=say("the stock is used up"))
    if terms.idle_ends and blank >= sum(deal.plays(seat) for seat in range(match.players)):
        return replace(deal, phase="over", ended=say("a round passed without a card laid and without a stock"))
    return deal


def _with_mark(match: MatchState, deal: DealState) -> tuple[bool, ...]:
    """Who has laid a card so far, the mover too."""
    before = deal.laid or (False,) * match.players
    return tuple(was or seat == deal.to_move for seat, was in enumerate(before))


def _is_drawn_out(match: MatchState, deal: DealState) -> bool:
    """Whether the stock is used up and the rules let no turn begin so."""
    terms = match.settings.stock
    spent = terms.becomes_anew and terms.rebuilt != "any" and deal.rebuilt >= terms.rebuilt
    return deal.stock_left <= terms.left and (spent or terms.empty in ("void", "end-hand"))


def to_next_defender(match: MatchState, deal: DealState) -> DealState:
    """After a knock or a defence: the next player shows what they hold, after a last turn if the rules give one.

    Once everybody but the knocker has, the deal is closed. Where no card can be drawn any more nobody has a last turn.
    """
    assert deal.spread is not None
    following = match.next_in(deal, deal.to_move)
    if following == deal.spread.player:
        said = say("{player} knocked", player=player_name(following))
        return replace(deal, phase="over", closer=following, ended=said)
    deal = replace(deal, to_move=following, phase="defend", turn=Turn())
    if not match.settings.close.last_turns or _is_drawn_out(match, deal):
        return deal
    turns = tuple(number + (seat == following) for seat, number in enumerate(deal.turns))
    return replace(deal, phase=first_phase(match), turns=turns)


def close(deal: DealState, player: int) -> DealState:
    return replace(deal, phase="over", closer=player, ended=say("{player} closed", player=player_name(player)))
