"""Laying cards: new melds and openings, lay-offs, exchanges of a wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from meldproof.arranging import tables
from meldproof.arranging.lying import lying_key
from meldproof.cards import Card, Deck, Meld, Slot
from meldproof.checking.assignments import assignments
from meldproof.checking.verdict import check_cards, checked_tokens
from meldproof.errors import AmbiguousMeld, MeldproofError
from meldproof.messages import player_name, say
from meldproof.notation import Token, card_text, meld_texts, parse_cards, represented
from meldproof.playing.actions import Exchange, LayOff
from meldproof.playing.actions import LayMelds as MeldAction
from meldproof.playing.dealing import cards_of, one_card
from meldproof.playing.faults import Fault, IllegalAction, refuse
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.playing.turns import after_deal, close, forbids_laying, in_play, take, with_hand
from meldproof.rules.caching import once_per_settings
from meldproof.rules.melds import is_legal, keeps_all_rules
from meldproof.rules.worth import point_tables, points_of_meld

MOST_REMEMBERED = 20_000
"""Melds read from texts that are kept at once."""


def text_of(match: MatchState, meld: Meld) -> str:
    return " ".join(meld_texts(meld, match.deck))


@once_per_settings
def _melds_read(settings: object) -> dict[tuple[str, Deck], Meld]:
    """The legal melds read so far under some settings: the same ones come again and again in games."""
    return {}


def read_meld(match: MatchState, text: str) -> Meld:
    """The meld that a text is. Raises IllegalAction with the first rule it breaks, AmbiguousMeld if it could be two."""
    known = _melds_read(match.settings)
    found = known.get((text, match.deck))
    if found is None:
        try:
            found = tables.read_meld(checked_tokens(match.variant, text, match.deck), match.variant, say("the meld"))
        except AmbiguousMeld:
            raise
        except MeldproofError as error:
            raise _no_meld(match, text, error) from None
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[text, match.deck] = found
    return found


def _no_meld(match: MatchState, text: str, error: MeldproofError) -> IllegalAction:
    """Why a text is no meld: the first rule that it breaks, or what makes it unreadable."""
    try:
        verdict = check_cards(match.variant, text)
    except MeldproofError:
        return refuse(match, "cards", f"{text}: {error}")
    if verdict.legal:
        return refuse(match, "cards", f"{text}: {error}")
    fault = verdict.violations[0]
    return IllegalAction(Fault(fault.rule, fault.clause, f"{text}: {fault.message}"))


def meld(match: MatchState, action: MeldAction) -> MatchState:
    """New melds from the hand; the first ones of a player are the opening, judged together."""
    deal = in_play(match, "play")
    if match.settings.melding.at != "turn":
        raise refuse(match, "melding.at", say("melds stay in hand until the close"))
    if not action.melds:
        raise refuse(match, "turn", say("no meld was named"))
    melds = [read_meld(match, text) for text in action.melds]
    cards = [card for one in melds for card in one.cards]
    hand = take(match, deal, cards)
    closing = closes_with(match, hand.size)
    check_may_lay(match, deal, closing)
    player = deal.to_move
    opening = not deal.opened[player]
    if opening:
        check_opening(match, deal, melds, closing)
    laid = tuple(Lying(one, player, (player,) * len(one.slots)) for one in melds)
    deal = replace(
        deal,
        table=(*deal.table, *laid),
        opened=tuple(was or seat == player for seat, was in enumerate(deal.opened)),
        turn=replace(deal.turn, opening=deal.turn.opening or opening),
    )
    return after_laying(match, deal, hand.size, cards, with_hand(deal, player, hand), new_meld=True)


def closes_with(match: MatchState, left: int) -> bool:
    """Whether a hand of so many cards left can close in this turn."""
    terms = match.settings.discard
    if not terms.each_turn or terms.to_close == "forbidden":
        return left == 0
    return left == 1 if terms.to_close == "required" else left <= 1


def check_may_lay(match: MatchState, deal: DealState, closing: bool) -> None:
    """First turn, first deal, and who has closed."""
    if not match.settings.melding.first_turn and deal.turns[deal.to_move] <= 1:
        raise refuse(match, "melding.first_turn", say("nothing is laid in a player's first turn of a deal"))
    if forbids_laying(match, deal, closing=closing):
        raise refuse(match, "melding.first_deal", say("in the first deal cards are laid only to close"))


def opening_due(match: MatchState, deal: DealState) -> int:
    """The points that the mover's opening needs."""
    terms = match.settings.opening
    scores = deal.start_scores
    score = max(scores) if terms.whose_score == "anyone" else scores[deal.to_move]
    return terms.points.at(score)


def check_opening(match: MatchState, deal: DealState, melds: Sequence[Meld], closing: bool) -> None:
    """Points and runs without wilds of the melds laid together."""
    terms = match.settings.opening
    if closing and not terms.binds_closing:
        return
    due = opening_due(match, deal)
    points = sum(opening_points(match, one) for one in melds)
    if points < due:
        raise refuse(
            match, "opening.points", say("these melds count {points}; an opening needs {due}", points=points, due=due)
        )
    pure = sum(one.kind == "run" and not any(slot.wild for slot in one.slots) for one in melds)
    if pure < terms.pure_runs:
        raise refuse(
            match,
            "opening.pure_runs",
            say("an opening needs {pure_runs} runs without wilds", pure_runs=terms.pure_runs),
        )


def opening_points(match: MatchState, one: Meld) -> int:
    """What a meld counts toward an opening."""
    suits = [slot.as_suit for slot in one.slots]
    repeats = one.kind == "set" and len(set(suits)) < len(suits)
    if repeats and not match.settings.opening.repeated_suits:
        return 0
    return points_of_meld(one, point_tables(match.settings).opening)


def after_laying(
    match: MatchState, deal: DealState, left: int, cards: Sequence[Card], hands: object, *, new_meld: bool
) -> MatchState:
    """The state after cards were laid: debts paid, a card kept to discard, the hand perhaps closed."""
    terms = match.settings
    if left == 0 and terms.discard.each_turn and terms.discard.to_close == "required":
        raise refuse(match, "discard.to_close", say("a card must be kept to discard"))
    turn = deal.turn
    entry = turn.entry
    if entry is not None and entry in cards and (new_meld or terms.draw.entry == "meld-or-lay-off"):
        entry = None
    freed = Counter(turn.freed) - Counter(cards)
    turn = replace(turn, entry=entry, freed=tuple(freed.elements()), laid=turn.laid + len(cards))
    deal = replace(deal, turn=turn, hands=hands)
    if left == 0 and terms.close.by == "empty-hand" and entry is None and not turn.freed:
        deal = close(deal, deal.to_move)
    return after_deal(match, deal)


def lay_off(match: MatchState, action: LayOff) -> MatchState:
    """Cards added to a meld of the table."""
    deal = in_play(match, "play")
    lying = table_meld(match, deal, action.meld)
    check_may_touch(match, deal, lying)
    cards = cards_of(match, action.cards) if "=" not in action.cards else _bare(match, action.cards)
    if not cards:
        raise refuse(match, "turn", say("no card was named"))
    hand = take(match, deal, cards)
    check_may_lay(match, deal, closes_with(match, hand.size))
    grown = grown_meld(match, lying.meld, cards, action)
    player = deal.to_move
    deal = replace_lying(deal, action.meld, relay(lying, grown, player))
    return after_laying(match, deal, hand.size, cards, with_hand(deal, player, hand), new_meld=False)


def table_meld(match: MatchState, deal: DealState, number: int) -> Lying:
    if not 0 <= number < len(deal.table):
        raise refuse(match, "turn", say("there is no table meld {number}", number=number))
    return deal.table[number]


def check_may_touch(match: MatchState, deal: DealState, lying: Lying) -> None:
    """Whose melds the mover may add to, and from when on."""
    terms, player = match.settings.layoff, deal.to_move
    partner = match.partner(player)
    allowed = {
        "own": lying.owner == player,
        "side": lying.owner in (player, partner),
        "any": True,
    }.get(terms.on, False)
    if not allowed:
        raise refuse(
            match,
            "layoff.on",
            say(
                "{player} may not add to a meld of {owner}",
                player=player_name(player),
                owner=player_name(lying.owner),
            ),
        )
    if terms.start != "always" and not deal.opened[player]:
        raise refuse(match, "layoff.start", say("cards are laid off only from one's own first meld on"))
    if terms.start == "next-turn" and deal.turn.opening:
        raise refuse(match, "layoff.start", say("cards are laid off only from the turn after the opening on"))


def _bare(match: MatchState, text: str) -> tuple[Card, ...]:
    return tuple(token.card for token in parse_cards(text, match.deck))


def grown_meld(match: MatchState, old: Meld, cards: Sequence[Card], action: LayOff) -> Meld:
    """The table meld with cards added: the one way there is, or the one that `to` names."""
    wanted = None if action.to is None else read_meld(match, action.to)
    if wanted is not None and _is_growth(wanted, old, cards, len(match.settings.deck.ranks)):
        return wanted
    ways = growths(match, old, cards) if wanted is None else []
    if "=" in action.cards:
        bound = {(t.card, t.stands_for) for t in parse_cards(action.cards, match.deck) if t.stands_for}
        ways = [w for w in ways if all(any(_plays(s, c, r, match) for s in w.slots) for c, r in bound)]
    if not ways:
        text = " ".join(meld_texts(old, match.deck))
        fault = _why_not(match, old, cards)
        if fault is not None:
            raise IllegalAction(fault)
        raise refuse(match, "layoff.on", say("{cards} can't be added to {text}", cards=action.cards, text=text))
    if len({lying_key(way) for way in ways}) > 1:
        examples = " or ".join(" ".join(meld_texts(way, match.deck)) for way in ways[:2])
        raise refuse(
            match,
            "cards",
            say("{cards} can be added in two ways; say `to`: {examples}", cards=action.cards, examples=examples),
        )
    return ways[0]


def _plays(slot: Slot, card: Card, stands_for: Card | None, match: MatchState) -> bool:
    return slot.card == card and slot.wild and represented(slot, match.deck) == stands_for


def growths(match: MatchState, old: Meld, cards: Sequence[Card]) -> list[Meld]:
    """Every legal meld of a table meld's cards and some more, in which a run's slots keep their places."""
    tokens = [Token(card, None, "", number, 1) for number, card in enumerate((*old.cards, *cards), 1)]
    found: dict[object, Meld] = {}
    for one in assignments(tokens, match.settings, kinds=(old.kind,)):
        if not keeps_all_rules(one, match.settings):
            continue
        if _is_growth(one, old, cards, len(match.settings.deck.ranks)):
            found.setdefault(lying_key(one), one)
    return list(found.values())


def _is_growth(one: Meld, old: Meld, cards: Sequence[Card], ranks: int) -> bool:
    """Whether a legal meld is a table meld and these cards, a run's slots where they were, a set's rank the same."""
    if one.kind != old.kind or Counter(one.cards) != Counter((*old.cards, *cards)):
        return False
    return _keeps_places(one, old, ranks) if old.kind == "run" else one.slots[0].place == old.slots[0].place


def _keeps_places(one: Meld, old: Meld, ranks: int) -> bool:
    """The old slots stand in the new run as they stood (counted once round where a run goes past the top)."""
    slots = set(one.slots)
    return any(
        all(msgspec.structs.replace(slot, place=slot.place + shift) in slots for slot in old.slots)
        for shift in (0, ranks, -ranks)
    )


def _why_not(match: MatchState, old: Meld, cards: Sequence[Card]) -> Fault | None:
    """The rule that the cards together break as a meld."""
    together = [*old.cards, *cards]
    verdict = check_cards(match.variant, together)
    if verdict.legal:
        return None
    fault = verdict.violations[0]
    return Fault(fault.rule, fault.clause, fault.message)


def relay(lying: Lying, new: Meld, player: int) -> Lying:
    """The table meld after cards were added: every card keeps who laid it, new ones are the player's."""
    layers: dict[Card, list[int]] = {}
    for slot, who in zip(lying.meld.slots, lying.layers, strict=True):
        layers.setdefault(slot.card, []).append(who)
    owners = tuple(layers[slot.card].pop(0) if layers.get(slot.card) else player for slot in new.slots)
    return Lying(new, lying.owner, owners)


def replace_lying(deal: DealState, number: int, lying: Lying) -> DealState:
    table = tuple(lying if at == number else other for at, other in enumerate(deal.table))
    return replace(deal, table=table)


def exchange(match: MatchState, action: Exchange) -> MatchState:
    """A hand card takes the place of a wild, which goes to the hand."""
    deal = in_play(match, "play")
    terms = match.settings.exchange
    if terms.cards == "none" or match.settings.table.rearrange != "none":
        raise refuse(match, "exchange.cards", say("a wild on the table stays where it is"))
    lying = table_meld(match, deal, action.meld)
    if match.settings.layoff.start != "always" and not deal.opened[deal.to_move]:
        raise refuse(match, "layoff.start", say("wilds are exchanged only from one's own first meld on"))
    card = one_card(match, action.card)
    hand = take(match, deal, [card])
    check_may_lay(match, deal, closing=False)
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
    deal = replace_lying(deal, action.meld, Lying(changed, lying.owner, layers))
    hands = with_hand(deal, deal.to_move, hand.plus([old.card]))
    entry = None if turn.entry == card and match.settings.draw.entry == "meld-or-lay-off" else turn.entry
    return after_deal(match, replace(deal, turn=replace(turn, entry=entry), hands=hands))


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
