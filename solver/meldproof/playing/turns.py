"""Drawing, discarding and the passing of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from meldproof.cards import Card
from meldproof.messages import noted, player_name, say, say_number, translated
from meldproof.notation import card_text
from meldproof.playing.actions import Announce, Discard, Draw, EndTurn, Pass, Rebuild
from meldproof.playing.dealing import cards_of, first_phase, one_card
from meldproof.playing.faults import IllegalAction, refuse
from meldproof.playing.ledger import check_drawn, drawn_since, take
from meldproof.playing.state import DealState, Hand, MatchState, Phase, Turn

_DUE = {
    "offer": noted("{player} must now take the card turned up or pass"),
    "draw": noted("{player} must now draw"),
    "play": noted("{player} must now play or end the turn"),
    "defend": noted("{player} must now defend"),
}


def with_hand(deal: DealState, player: int, hand: Hand) -> tuple[Hand, ...]:
    hands = list(deal.hands)
    hands[player] = hand
    return tuple(hands)


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
    return after_deal(match, deal)


def _from_discard(match: MatchState, deal: DealState, action: Draw) -> MatchState:
    terms = match.settings.draw
    if terms.discard == "none":
        raise refuse(match, "draw.discard", say("nothing is taken from the discard pile"))
    if not deal.pile:
        raise refuse(match, "draw.discard", say("the discard pile is empty"))
    if deal.phase == "draw" and deal.offers:
        raise refuse(match, "turn.first_draw", say("the card turned up was refused by all; draw from the stock"))
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
    entry = taken[0] if terms.entry != "free" else None
    deal = replace(
        deal,
        hands=with_hand(deal, player, deal.hands[player].plus(taken)),
        pile=deal.pile[: len(deal.pile) - count],
        phase="play",
        turn=Turn(taken=taken, entry=entry),
    )
    return after_deal(match, deal)


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
    """Declining the card turned up, or going on without a draw where there is none to make."""
    deal = in_play(match, "offer", "draw")
    if deal.phase == "offer":
        refused, following = deal.offers + 1, match.after(deal.to_move)
        turns = tuple(int(seat == following) for seat in range(match.players))
        phase: Phase = "offer" if refused < match.still_in else first_phase(match)
        return after_deal(match, replace(deal, offers=refused, to_move=following, turns=turns, phase=phase))
    terms = match.settings.stock
    if deal.stock_left > terms.left:
        raise refuse(match, "draw.when", say("a card is drawn first"))
    if terms.empty == "play-on":
        return after_deal(match, replace(deal, phase="play", turn=Turn()))
    if terms.empty == "discard-only":
        return after_deal(match, replace(deal, phase="over", ended=say("the stock is used up and the pile is left")))
    raise refuse(match, "stock.empty", say("a card must be drawn"))


def discard(match: MatchState, action: Discard) -> MatchState:
    """A discard, which ends the turn, and the hand if it was the last card."""
    deal = in_play(match, "play")
    terms = match.settings.discard
    check_each_turn(match)
    card = one_card(match, action.card)
    player = deal.to_move
    check_debts(match, deal)
    check_return(match, deal, card)
    hand = take(match, deal, [card])
    closes = hand.size == 0
    if closes:
        if terms.to_close == "forbidden":
            raise refuse(match, "discard.to_close", say("a hand is not closed by a discard"))
        if match.settings.close.by != "empty-hand":
            raise refuse(match, "close.by", say("a hand is closed by a knock"))
        if forbids_laying(match, deal, closing=True):
            raise refuse(match, "melding.first_turn", say("a hand is not closed in a player's first turn of a deal"))
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


def may_go_back(match: MatchState, deal: DealState, card: Card) -> bool:
    """Whether a card may be discarded, even if it was just taken: a single one may be barred in the same turn."""
    barred = not match.settings.draw.return_taken and deal.turn.taken == (card,)
    return not barred or deal.hands[deal.to_move].cards.count(card) > 1


def check_return(match: MatchState, deal: DealState, card: Card) -> None:
    """A single card just taken from the discard pile may be barred from going back in the same turn."""
    if not may_go_back(match, deal, card):
        name = card_text(card, match.deck)
        raise refuse(match, "draw.return_taken", say("{name} was just taken from the discard pile", name=name))


def check_table(deal: DealState) -> None:
    """The table is as the turn may leave it. Raises IllegalAction otherwise."""
    if deal.turn.fault is not None:
        raise IllegalAction(deal.turn.fault)


def check_debts(match: MatchState, deal: DealState) -> None:
    """What the turn still owes: a table in order, the entry card, freed wilds."""
    check_table(deal)
    if deal.turn.entry is not None:
        name = card_text(deal.turn.entry, match.deck)
        raise refuse(match, "draw.entry", say("{name}, the deepest card taken, must be laid in this turn", name=name))
    if deal.turn.freed:
        raise refuse(match, "exchange.then", say("a freed wild must be laid in this turn"))


def forbids_laying(match: MatchState, deal: DealState, *, closing: bool) -> bool:
    """Whether the mover may not lay cards now."""
    terms = match.settings.melding
    if not terms.first_turn and deal.turns[deal.to_move] <= 1:
        return True
    return terms.first_deal == "close-only" and match.number <= 1 and not closing


def pass_turn(match: MatchState, deal: DealState) -> DealState:
    """The turn passes; a round of turns begun without a stock, in which nothing is laid, ends the deal."""
    terms = match.settings.stock
    blank = deal.blank + 1 if deal.dry and not deal.turn.laid else 0
    if deal.turn.laid:
        deal = replace(deal, laid=_with_mark(match, deal))
    following = match.after(deal.to_move)
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
    spent = terms.becomes_anew and terms.rebuilt != "any" and deal.rebuilt >= terms.rebuilt
    if deal.stock_left <= terms.left and (spent or terms.empty in ("void", "end-hand")):
        return replace(deal, phase="over", ended=say("the stock is used up"))
    if terms.idle_ends and blank >= match.still_in:
        return replace(deal, phase="over", ended=say("a round passed without a card laid and without a stock"))
    return deal


def _with_mark(match: MatchState, deal: DealState) -> tuple[bool, ...]:
    """Who has laid a card so far, the mover too."""
    before = deal.laid or (False,) * match.players
    return tuple(was or seat == deal.to_move for seat, was in enumerate(before))


def close(deal: DealState, player: int) -> DealState:
    return replace(deal, phase="over", closer=player, ended=say("{player} closed", player=player_name(player)))
