"""A simple legal way to play a turn, for simulation: lay what the best arrangement lays, discard the dearest rest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain

from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import solve_met, solve_problem
from meldproof.cards import JOKER, Card, Meld, rank_at
from meldproof.checking.roles import can_be_wild
from meldproof.errors import ProblemError
from meldproof.messages import player_name, say
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.announcing import must_announce
from meldproof.playing.buying import purchases, purchases_of
from meldproof.playing.closing import hand_points
from meldproof.playing.deadwood_tables import deadwood_tables
from meldproof.playing.debts import can_pay
from meldproof.playing.faults import IllegalAction
from meldproof.playing.from_when_on import may_close, may_lay_now
from meldproof.playing.game import apply, step
from meldproof.playing.growing import growths
from meldproof.playing.knocking import knock_arrangement, prudent_limits
from meldproof.playing.moves import best_defence
from meldproof.playing.plan import (
    Table,
    closes,
    closing_problem,
    discard_of,
    laying_actions,
    opening_of,
    owes_new_meld,
    touchable,
    turn_problem,
    turn_problems,
)
from meldproof.playing.prospects import may_be_melded, may_lay
from meldproof.playing.reading import text_of
from meldproof.playing.shuffling import needs_rebuilding, shuffled_stock
from meldproof.playing.state import DealState, MatchState
from meldproof.playing.wanting import NEAR, collects, nearness, without
from meldproof.rules.caching import once_per_settings

Step = tuple[a.Action, MatchState]
TAKES_DISCARD = 0.35
"""How often a player looks at the discard pile first."""
PATIENCE, TRIES_ANEW = 20, 0.5
"""After so many turns of a deal a player who waits to knock or to open now and then discards any loose card."""
ALIKE_TO_BUY, MOST_BOUGHT = 2, 3
"""Cards of one rank in hand for which a player buys another, and how often in a deal."""
DROPS = 0.015
"""How often a player drops out of a deal at the start of a turn, where one may."""
LARGEST_TABLE = 120
"""Cards on a table that is rearranged, up to which it is: two whole decks with their jokers. Many are soon searched."""
MOST_GROWN = 4000
"""Table melds of which it is kept what they take."""


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
    bought = next((action for action in purchases(match) if _wants(match, _deal(match), action)), None)
    if bought is not None:
        step = _step(match, bought)
        yield step
        match = step[1]
    while match.deal is not None and match.deal.phase == "play" and match.deal.to_move == player:
        step = _play(match, match.deal, rng)
        yield step
        match = step[1]


def _deal(match: MatchState) -> DealState:
    assert match.deal is not None
    return match.deal


def _step(match: MatchState, action: a.Action) -> Step:
    return action, apply(match, action)


def _first_legal(match: MatchState, actions: Iterable[a.Action]) -> Step | None:
    for action in actions:
        try:
            after = step(match, action)
        except IllegalAction:
            continue
        if after.deal is None or after.deal.turn.fault is None:
            return action, after
    return None


def _first_that_leads_on(match: MatchState, actions: Iterable[a.Action]) -> Step | None:
    """The first legal action after which the turn can be ended."""
    steps = (_first_legal(match, [action]) for action in actions)
    return next((step for step in steps if step is not None and can_pay(step[1])), None)


def _rebuild(match: MatchState, deal: DealState, rng: random.Random) -> Step | None:
    """A used-up stock is rebuilt, its new order in the log."""
    if deal.phase != "draw" or not needs_rebuilding(match, deal):
        return None
    return _step(match, shuffled_stock(match, deal, rng))


def _draw(match: MatchState, deal: DealState, rng: random.Random) -> Step | None:
    """From the pile now and then, where what that owes can be paid; else from the stock; else what is left."""
    choices: list[a.Action] = [a.Draw(), a.Draw(source="discard"), a.Pass()]
    if _likes_the_discard(match, deal, rng) or deal.phase == "offer":
        choices.insert(0, a.Draw(source="discard"))
    if deal.phase == "offer" and rng.random() > TAKES_DISCARD:
        choices.insert(0, a.Pass())
    if match.settings.drop.first and rng.random() < DROPS:
        choices.insert(0, a.Drop())
    for action in choices:
        step = _first_legal(match, [action])
        if step is not None and can_pay(step[1]):
            return step
    player, clause = player_name(deal.to_move), match.variant.provenance["stock.empty"]
    raise ProblemError(
        say("by these rules {player} can neither draw nor pass: see {clause}", player=player, clause=clause)
    )


def _likes_the_discard(match: MatchState, deal: DealState, rng: random.Random) -> bool:
    """By chance, but where melds are collected for an opening: if the card is near one."""
    by_chance, player = rng.random() < TAKES_DISCARD, deal.to_move
    if not deal.pile or not collects(match, deal, player):
        return by_chance
    return nearness(match.settings, deal.hands[player].cards, deal.pile[-1]) >= NEAR


def _wants(match: MatchState, deal: DealState, action: a.Buy) -> bool:
    """Whether a player buys: what completes a demanded meld, else a third card of a rank; a few times in a deal."""
    player = action.player
    assert player is not None
    top, hand = deal.pile[-1], deal.hands[player]
    if purchases_of(deal, player) >= MOST_BOUGHT:
        return False
    if collects(match, deal, player):
        return nearness(match.settings, hand.cards, top) == 1
    return sum(card.rank == top.rank for card in hand.cards) >= ALIKE_TO_BUY


def _best(match: MatchState, deal: DealState, table: Table) -> Arrangement | None:
    """The arrangement that lays most and then leaves least, or None where what is owed can't be laid."""
    use = () if deal.turn.entry is None else (deal.turn.entry,)
    objective = ("melded_cards", "deadwood_points")
    answers = [solve_met(problem) for problem in turn_problems(match, deal, objective, table=table, use=use)]
    met = [answer for answer in answers if answer is not None]
    return max(met, key=lambda answer: answer.figures.vector(objective), default=None)


def _may_lay(match: MatchState, deal: DealState, table: Table) -> bool:
    """Whether an engine need be asked for what can be laid: False where counting tells that nothing can be."""
    if not table:
        use = () if deal.turn.entry is None else (deal.turn.entry,)
        return may_lay(turn_problem(match, deal, (), use=use, opening=opening_of(match, deal)))
    hand = deal.hands[deal.to_move].cards
    if match.settings.table.rearrange == "none":
        return True
    near = may_be_melded(match.settings, (*hand, *(card for _, meld in table for card in meld.cards)))
    return any(card in near for card in hand)


def _table(match: MatchState, deal: DealState) -> Table:
    """The table melds that belong in the arrangement: to rearrange a table, or to lay what is owed somewhere.

    Beside a table that is too large to be searched, only new melds are laid.
    """
    if match.settings.table.rearrange != "none" or (deal.turn.entry is not None and not owes_new_meld(match, deal)):
        return touchable(match, deal, LARGEST_TABLE)
    return ()


def _lay_offs(match: MatchState, deal: DealState) -> Iterator[a.LayOff]:
    """Single cards of the hand that a table meld takes."""
    if match.settings.table.rearrange != "none":
        return
    hand = sorted(set(deal.hands[deal.to_move].cards))
    for number, meld in touchable(match, deal):
        takes = _takes(match, meld)
        for card in hand:
            if card in takes and (grown := _grown(match, meld, card, takes)):
                yield a.LayOff(meld=number, cards=card_text(card, match.deck), to=grown)


@once_per_settings
def _growths(settings: object) -> dict[Meld, dict[Card, str | None]]:
    """Of table melds the cards near them, with what the meld is with one more as a text.

    Empty where it does not take the card, None where that was not asked yet.
    """
    return {}


def _takes(match: MatchState, meld: Meld) -> dict[Card, str | None]:
    """The cards that are near a meld, as `_growths` has them."""
    known = _growths(match.settings)
    found = known.get(meld)
    if found is None:
        if len(known) > MOST_GROWN:
            known.clear()
        found = known[meld] = {card: None for card in (*match.deck.kinds(), JOKER) if _near(match, meld, card)}
    return found


def _grown(match: MatchState, meld: Meld, card: Card, takes: dict[Card, str | None]) -> str:
    grown = takes[card]
    if grown is None:
        ways = growths(match, meld, [card])
        grown = takes[card] = text_of(match, ways[0]) if ways else ""
    return grown


def _near(match: MatchState, meld: Meld, card: Card) -> bool:
    """Whether a card is wild, of the set's rank, or next to an end of the run."""
    if can_be_wild(card, match.settings):
        return True
    first, last = meld.slots[0].place, meld.slots[-1].place
    if meld.kind == "set":
        return card.rank == first
    ranks = len(match.settings.deck.ranks)
    return card.rank in (rank_at(first - 1, ranks), rank_at(last + 1, ranks))


def _play(match: MatchState, deal: DealState, rng: random.Random) -> Step:
    """The next action of a turn after the draw."""
    if match.settings.close.by == "knock":
        return _knock_or_discard(match, deal, rng)
    return _lay(match, deal) or _finish(match, deal, rng)


def _lay(match: MatchState, deal: DealState) -> Step | None:
    """The first legal laying action: of the best arrangement, else a lay-off of one card."""
    if not may_lay_now(match, deal):
        return None
    if closing := _close_unopened(match, deal):
        return closing
    table = _table(match, deal)
    answer = _best(match, deal, table) if _may_lay(match, deal, table) else None
    if answer is not None and answer.figures.melded_cards:
        actions = laying_actions(match, answer, table)
        singles = [
            a.LayMelds(melds=(text,)) for action in actions if isinstance(action, a.LayMelds) for text in action.melds
        ]
        if step := _first_that_leads_on(match, [*actions, *singles]):
            return step
    return _first_that_leads_on(match, _lay_offs(match, deal))


def _close_unopened(match: MatchState, deal: DealState) -> Step | None:
    """The next action of a close that needs no opening, where the mover has none and can so close."""
    owes_opening = not deal.opened[deal.to_move] or deal.turn.fault is not None
    if match.settings.opening.binds_closing or not owes_opening or not may_close(match, deal):
        return None
    table = () if owes_new_meld(match, deal) else touchable(match, deal, LARGEST_TABLE)
    answer = closes(closing_problem(match, deal, table), deal.upcard)
    if answer is None or answer.problem.rearranges:
        return None
    return next((_step(match, action) for action in laying_actions(match, answer, table)), None)


def _finish(match: MatchState, deal: DealState, rng: random.Random) -> Step:
    """The dearest card that may be discarded, jokers last, or the end of the turn; first what is to be announced."""
    player = deal.to_move
    step = _first_legal(match, chain(_discards(match, deal, rng), (a.EndTurn(), a.Draw())))
    assert step is not None, "a turn can always end"
    return _step(match, a.Announce(player=player)) if must_announce(step[1], player) else step


def _discards(match: MatchState, deal: DealState, rng: random.Random) -> Iterator[a.Discard]:
    """The discards there may be, the dearest card first; first of all those far from a meld that is demanded.

    Who has waited long for such melds now and then begins anew with any card.
    """
    if not match.settings.discard.each_turn:
        return
    known = _dearness(match.settings)
    hand = deal.hands[deal.to_move].cards
    for card in hand:
        if card not in known:
            known[card] = (card.is_joker, -hand_points(match, [card]), card)
    in_order = sorted(hand, key=known.__getitem__)
    if collects(match, deal, deal.to_move):
        in_order.sort(key=lambda card: nearness(match.settings, without(hand, card), card))
        if deal.turns[deal.to_move] > PATIENCE and rng.random() < TRIES_ANEW:
            in_order.insert(0, in_order.pop(rng.randrange(len(in_order))))
    for card in in_order:
        yield discard_of(match, deal, card_text(card, match.deck))


@once_per_settings
def _dearness(settings: object) -> dict[Card, tuple[bool, int, Card]]:
    """What the cards seen so far are sorted by, the one to be discarded first."""
    return {}


def _knock_or_discard(match: MatchState, deal: DealState, rng: random.Random) -> Step:
    """A knock as soon as a prudent player may make it; else the discard that leaves least."""
    hand, deck = deal.hands[deal.to_move].cards, match.deck
    limits = prudent_limits(match.settings, deal.upcard)
    tables = deadwood_tables(match.settings, deck, "required")
    waiting = deal.turns[deal.to_move] > PATIENCE and rng.random() < TRIES_ANEW
    if tables is not None and not waiting and not limits.allow(tables.least(hand), 0):
        dropped = tables.dropped(hand)
        step = None if dropped is None else _first_legal(match, [a.Discard(card=card_text(dropped, deck))])
        return step or _finish(match, deal, rng)
    problem = turn_problem(match, deal, ("deadwood_points",), discard="required")
    best = knock_arrangement(problem, limits)
    if best is not None and best.discard is not None:
        melds = tuple(text_of(match, laid.meld) for laid in best.melds)
        if step := _first_legal(match, [a.Knock(discard=card_text(best.discard, deck), melds=melds)]):
            return step
    best = best or solve_problem(problem, "fewest")
    loose = [card for card in (best.discard, *best.deadwood) if card is not None]
    if waiting:
        rng.shuffle(loose)
    return _first_legal(match, (a.Discard(card=card_text(card, deck)) for card in loose[:1])) or _finish(
        match, deal, rng
    )
