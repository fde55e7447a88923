"""A simple legal way to play a turn, for simulation: lay what the best arrangement lays, discard the dearest rest."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldproof.arranging.problem import Arrangement, Opening, Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import Meld
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.laying import check_may_touch, opening_due
from meldproof.playing.moves import best_defence, is_legal_action, text_of
from meldproof.playing.state import DealState, MatchState

TAKES_DISCARD = 0.35
"""How often a player looks at the discard pile first."""
EASY_TABLE = 45
"""Cards on a table up to which a player rearranges it; beyond, they only lay new melds."""


def take_turn(match: MatchState, rng: random.Random) -> Iterator[tuple[a.Action, MatchState]]:
    """The actions of one turn (or of one decision outside turns) with the states after them."""
    deal = match.deal
    assert deal is not None and deal.phase != "over"
    player = deal.to_move
    if deal.phase == "defend":
        yield _step(match, best_defence(match, deal))
        return
    if (rebuilt := _rebuild(match, deal, rng)) is not None:
        yield rebuilt
        match = rebuilt[1]
        assert match.deal is not None
        deal = match.deal
    drawn = _draw(match, deal, rng)
    yield drawn
    match = drawn[1]
    while match.deal is not None and match.deal.phase == "play" and match.deal.to_move == player:
        step = _play(match, match.deal, rng)
        yield step
        match = step[1]


def _step(match: MatchState, action: a.Action) -> tuple[a.Action, MatchState]:
    return action, apply(match, action)


def _rebuild(match: MatchState, deal: DealState, rng: random.Random) -> tuple[a.Action, MatchState] | None:
    """A used-up stock is rebuilt, its new order in the log."""
    cards = list(deal.pile[:-1])
    if deal.phase != "draw" or not cards or deal.stock_left > match.settings.stock.left:
        return None
    if match.settings.stock.empty != "reshuffle":
        return None
    rng.shuffle(cards)
    return _step(match, a.Rebuild(stock=cards_text(cards, match.deck)))


def _draw(match: MatchState, deal: DealState, rng: random.Random) -> tuple[a.Action, MatchState]:
    """From the pile now and then, where what that owes can be paid; else from the stock; else what is left."""
    choices: list[a.Action] = [a.Draw(), a.Draw(source="discard"), a.Pass()]
    if deal.phase == "offer":
        choices = [a.Draw(source="discard"), a.Pass()]
        if rng.random() > TAKES_DISCARD:
            choices.reverse()
    elif rng.random() < TAKES_DISCARD and deal.pile:
        choices.insert(0, a.Draw(source="discard"))
    for action in choices:
        try:
            after = apply(match, action)
        except IllegalAction:
            continue
        if _can_pay(after):
            return action, after
    raise AssertionError("no draw is possible")


def _can_pay(match: MatchState) -> bool:
    """Whether a card that must be laid now can be."""
    deal = match.deal
    if deal is None or deal.turn.entry is None:
        return True
    answer = _best(match, deal, use=True)
    return not answer.unmet


def _best(match: MatchState, deal: DealState, *, use: bool = False) -> Arrangement:
    terms, player = match.settings, deal.to_move
    hand = deal.hands[player].cards
    opening = None
    if not deal.opened[player] and (opening_due(match, deal) or terms.opening.pure_runs):
        opening = Opening(opening_due(match, deal), terms.opening.pure_runs, terms.opening.cards == "own")
    discard = "none"
    if terms.discard.each_turn:
        discard = "optional" if terms.discard.to_close == "optional" else "required"
    table = _touchable(match, deal)
    entry = (deal.turn.entry,) if use and deal.turn.entry is not None else ()
    problem = Problem(
        match.variant, match.deck, hand, table, discard, opening, entry, ("melded_cards", "deadwood_points")
    )
    return solve_problem(problem)


def _touchable(match: MatchState, deal: DealState) -> tuple[Meld, ...]:
    """The table melds that the mover may use in this simple way of playing."""
    if not deal.opened[deal.to_move]:
        return ()
    if match.settings.table.rearrange == "full":
        cards = sum(len(lying.meld.slots) for lying in deal.table)
        return tuple(lying.meld for lying in deal.table) if cards <= EASY_TABLE else ()
    if match.settings.table.rearrange != "none":
        return ()
    found = []
    for lying in deal.table:
        try:
            check_may_touch(match, deal, lying)
        except IllegalAction:
            continue
        found.append(lying.meld)
    return tuple(found)


def _play(match: MatchState, deal: DealState, rng: random.Random) -> tuple[a.Action, MatchState]:
    """The next action of a turn after the draw."""
    if match.settings.close.by == "knock":
        return _knock_or_discard(match, deal, rng)
    laying = _lay(match, deal)
    return laying if laying is not None else _finish(match, deal, rng)


def _lay(match: MatchState, deal: DealState) -> tuple[a.Action, MatchState] | None:
    """The first legal laying action of the best arrangement."""
    answer = _best(match, deal, use=deal.turn.entry is not None)
    if answer.unmet or not answer.figures.melded_cards:
        return None
    actions: list[a.Action] = []
    new = tuple(text_of(match, laid.meld) for laid in answer.melds if laid.grown_from is None)
    if answer.problem.rearranges:
        actions.append(a.Rearrange(table=tuple(text_of(match, laid.meld) for laid in answer.melds)))
    elif new:
        actions.append(a.Meld(melds=new))
        actions += [a.Meld(melds=(text,)) for text in new]
    for number, lying in enumerate(deal.table if not answer.problem.rearranges else ()):
        for laid in answer.melds:
            if laid.grown_from is None or answer.problem.table[laid.grown_from] != lying.meld:
                continue
            if len(laid.meld.slots) > len(lying.meld.slots):
                cards = list(laid.meld.cards)
                for card in lying.meld.cards:
                    cards.remove(card)
                text = " ".join(card_text(card, match.deck) for card in cards)
                actions.append(a.LayOff(meld=number, cards=text, to=text_of(match, laid.meld)))
    for action in actions:
        try:
            return _step(match, action)
        except IllegalAction:
            continue
    return None


def _finish(match: MatchState, deal: DealState, rng: random.Random) -> tuple[a.Action, MatchState]:
    """The dearest card that may be discarded, or the end of the turn."""
    hand = deal.hands[deal.to_move].cards
    costs = Problem(match.variant, match.deck, ()).points.hand
    for card in sorted(hand, key=lambda card: (-costs[card.rank] if not card.is_joker else 0, card)):
        action = a.Discard(card=card_text(card, match.deck))
        if is_legal_action(match, action):
            return _step(match, action)
    return _step(match, a.EndTurn())


def _knock_or_discard(match: MatchState, deal: DealState, rng: random.Random) -> tuple[a.Action, MatchState]:
    hand = deal.hands[deal.to_move].cards
    problem = Problem(match.variant, match.deck, hand, (), "required", objective=("deadwood_points",))
    best = solve_problem(problem)
    if best.discard is not None and best.figures.deadwood_points <= match.settings.knock.deadwood:
        action = a.Knock(
            discard=card_text(best.discard, match.deck), melds=tuple(text_of(match, laid.meld) for laid in best.melds)
        )
        if is_legal_action(match, action):
            return _step(match, action)
    if best.discard is not None:
        dropped = a.Discard(card=card_text(best.discard, match.deck))
        if is_legal_action(match, dropped):
            return _step(match, dropped)
    return _finish(match, deal, rng)
