"""A simple legal way to play a turn, for simulation: lay what the best arrangement lays, discard the dearest rest."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import solve_problem
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.closing import hand_points
from meldproof.playing.debts import can_pay
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.laying import text_of
from meldproof.playing.moves import best_defence, is_legal_action
from meldproof.playing.plan import laying_actions, opening_of, touchable, turn_problem
from meldproof.playing.state import DealState, MatchState

Step = tuple[a.Action, MatchState]
TAKES_DISCARD = 0.35
"""How often a player looks at the discard pile first."""
EASY_TABLE = 45
"""Cards on a table up to which a player rearranges it; beyond, they only lay new melds."""


def take_turn(match: MatchState, rng: random.Random) -> Iterator[Step]:
    """The actions of one turn (or of one decision outside turns) with the states after them."""
    deal = _deal(match)
    player = deal.to_move
    if deal.phase == "defend":
        yield _step(match, best_defence(match, deal))
        return
    for choose in (_rebuild, _draw) if deal.phase != "play" else ():
        step = choose(match, _deal(match), rng)
        if step is not None:
            yield step
            match = step[1]
    while match.deal is not None and match.deal.phase == "play" and match.deal.to_move == player:
        step = _play(match, match.deal)
        yield step
        match = step[1]


def _deal(match: MatchState) -> DealState:
    assert match.deal is not None
    return match.deal


def _step(match: MatchState, action: a.Action) -> Step:
    return action, apply(match, action)


def _first_legal(match: MatchState, actions: Iterator[a.Action] | list[a.Action]) -> Step | None:
    for action in actions:
        try:
            return _step(match, action)
        except IllegalAction:
            continue
    return None


def _rebuild(match: MatchState, deal: DealState, rng: random.Random) -> Step | None:
    """A used-up stock is rebuilt, its new order in the log."""
    cards = list(deal.pile[:-1])
    if deal.phase != "draw" or not cards or deal.stock_left > match.settings.stock.left:
        return None
    if match.settings.stock.empty != "reshuffle":
        return None
    rng.shuffle(cards)
    return _step(match, a.Rebuild(stock=cards_text(cards, match.deck)))


def _draw(match: MatchState, deal: DealState, rng: random.Random) -> Step | None:
    """From the pile now and then, where what that owes can be paid; else from the stock; else what is left."""
    choices: list[a.Action] = [a.Draw(), a.Draw(source="discard"), a.Pass()]
    if rng.random() < TAKES_DISCARD or deal.phase == "offer":
        choices.insert(0, a.Draw(source="discard"))
    if deal.phase == "offer" and rng.random() > TAKES_DISCARD:
        choices.insert(0, a.Pass())
    for action in choices:
        step = _first_legal(match, [action])
        if step is not None and can_pay(step[1]):
            return step
    raise AssertionError("no draw is possible")


def _best(match: MatchState, deal: DealState) -> Arrangement:
    table = touchable(match, deal, EASY_TABLE)
    use = () if deal.turn.entry is None else (deal.turn.entry,)
    objective = ("melded_cards", "deadwood_points")
    return solve_problem(turn_problem(match, deal, objective, table=table, use=use, opening=opening_of(match, deal)))


def _play(match: MatchState, deal: DealState) -> Step:
    """The next action of a turn after the draw."""
    if match.settings.close.by == "knock":
        return _knock_or_discard(match, deal)
    return _lay(match, deal) or _finish(match, deal)


def _lay(match: MatchState, deal: DealState) -> Step | None:
    """The first legal laying action of the best arrangement."""
    answer = _best(match, deal)
    if answer.unmet or not answer.figures.melded_cards:
        return None
    table = touchable(match, deal, EASY_TABLE)
    actions = laying_actions(match, answer, table)
    singles = [a.Meld(melds=(text,)) for action in actions if isinstance(action, a.Meld) for text in action.melds]
    return _first_legal(match, [*actions, *singles])


def _finish(match: MatchState, deal: DealState) -> Step:
    """The dearest card that may be discarded, jokers last, or the end of the turn."""
    hand = deal.hands[deal.to_move].cards
    order = sorted(hand, key=lambda card: (card.is_joker, -hand_points(match, [card]), card))
    discards: list[a.Action] = [a.Discard(card=card_text(card, match.deck)) for card in order]
    step = _first_legal(match, [*discards, a.EndTurn(), a.Draw()])
    assert step is not None, "a turn can always end"
    return step


def _knock_or_discard(match: MatchState, deal: DealState) -> Step:
    best = solve_problem(turn_problem(match, deal, ("deadwood_points",), discard="required"))
    if best.discard is not None:
        dropped = card_text(best.discard, match.deck)
        melds = tuple(text_of(match, laid.meld) for laid in best.melds)
        for action in (a.Knock(discard=dropped, melds=melds), a.Discard(card=dropped)):
            if is_legal_action(match, action):
                return _step(match, action)
    return _finish(match, deal)
