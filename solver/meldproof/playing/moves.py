"""What may be done in a state: every legal action that can be listed.

Rearranged tables are too many to list; `perft` counts them for small positions. Purchases are not the mover's: see
`buying.purchases`. Knocks are listed with the melds that leave least, a defence with the melds and lay-offs that do; a
show that fails, for which its player would pay, is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from meldproof.arranging.columns import Candidate, Item, Maker
from meldproof.arranging.limits import OutOfTime, Watch, check_end, deadline_after, ending, soonest
from meldproof.arranging.lying import lying_key
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import Card, Deck, Meld
from meldproof.notation import card_text, cards_text
from meldproof.playing import actions as a
from meldproof.playing.deadwood_tables import deadwood_tables
from meldproof.playing.debts import can_pay, mends
from meldproof.playing.discarding import discards
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply, step
from meldproof.playing.knocking import knock_arrangement, knock_limits
from meldproof.playing.opening import closes_with, opening_due, opening_points
from meldproof.playing.plan import discard_of, known_draws
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, MatchState
from meldproof.playing.turns import check_may_discard
from meldproof.rules.demands import meets_any

MOST_OPENINGS = 2000
"""Openings of several melds listed at most: there can be very many."""
LONGEST_LISTING = 10.0
"""Seconds for which legal actions are listed, where no other limit is given."""


class LegalActions(tuple[a.Action, ...]):
    """Legal actions; `capped` says that there may be more than were listed, for want of time or room."""

    capped: bool = False


def legal_actions(match: MatchState, timeout: float | None = LONGEST_LISTING) -> LegalActions:
    """Every legal action that can be listed (see above), in a fixed order; hidden cards are not used.

    An action is left out after which the turn could not be ended: as what it owes can't be laid, or, where the table
    may be rearranged, as the table may not stay so. After `timeout` seconds, or those of `limits.ending`, what costs
    little to list is listed all the same, and of the rest what was found by then.
    """
    deal = match.deal
    if deal is None or deal.phase == "over":
        return LegalActions()
    if deal.phase == "play":
        hand = Counter(deal.hands[deal.to_move].cards)
        laying: tuple[Iterable[a.Action], ...] = (
            _openings(new_melds(match, deal, hand)),
            lay_offs(match, deal, hand),
            _exchanges(match, deal, hand),
        )
        return _listed((*(_leading(match, _in_time(kind)) for kind in laying), *_turn_ends(match, deal)), timeout)
    found = {"offer": _offers, "draw": _draws, "defend": _defences}[deal.phase](match, deal)
    return _listed((_leading(match, found),), timeout)


def turn_ends(match: MatchState) -> LegalActions:
    """The legal actions that end the mover's turn: discards, knocks, a draw in place of a play."""
    assert match.deal is not None
    return _listed(_turn_ends(match, match.deal), None)


def _in_time(actions: Iterable[a.Action]) -> Iterator[a.Action]:
    """The actions until the time is up."""
    for action in actions:
        check_end()
        yield action


def _openings(actions: Iterable[a.LayMelds]) -> Iterator[a.LayMelds]:
    """New melds, those of several at a time as far as there is room for them."""
    several = 0
    for action in actions:
        several += len(action.melds) > 1
        if several > MOST_OPENINGS:
            raise OutOfTime
        yield action


def _listed(kinds: Iterable[Iterable[a.Action]], timeout: float | None) -> LegalActions:
    """The actions of every kind; of a kind that takes too long, those found by then."""
    found: list[a.Action] = []
    capped = False
    with ending(deadline_after(timeout)):
        for actions in kinds:
            try:
                for action in actions:
                    found.append(action)
            except OutOfTime:
                capped = True
    listed = LegalActions(found)
    if capped:
        listed.capped = True
    return listed


def _leading(match: MatchState, actions: Iterable[a.Action]) -> Iterator[a.Action]:
    """Those of some actions that are legal and lead on."""
    return (action for action in actions if _leads_on(match, action))


def _leads_on(match: MatchState, action: a.Action) -> bool:
    """Whether an action is legal and leaves a turn that can end: what it owes can be laid, the table may lie so."""
    try:
        after = step(match, action)
    except IllegalAction:
        return False
    if not can_pay(after):
        return False
    turn = None if after.deal is None else after.deal.turn
    return turn is None or turn.fault is None or (turn.table is None and mends(after))


def is_legal_action(match: MatchState, action: a.Action) -> bool:
    try:
        apply(match, action)
    except IllegalAction:
        return False
    return True


def _offers(match: MatchState, deal: DealState) -> Iterator[a.Action]:
    yield a.Draw(source="discard")
    yield a.Pass()


def _draws(match: MatchState, deal: DealState) -> Iterator[a.Action]:
    yield a.Draw()
    yield from known_draws(match, deal)
    if match.settings.stock.becomes_anew:
        yield a.Rebuild()
    yield a.Drop()


def _exchanges(match: MatchState, deal: DealState, hand: Counter[Card]) -> Iterator[a.Exchange]:
    """Every card of the hand for a wild of every meld that has one."""
    if match.settings.exchange.cards == "none":
        return
    for number, lying in enumerate(deal.table):
        if any(slot.wild for slot in lying.meld.slots):
            yield from (a.Exchange(meld=number, card=card_text(card, match.deck)) for card in sorted(hand))


def _turn_ends(match: MatchState, deal: DealState) -> Iterator[Iterable[a.Action]]:
    """What is legal and ends a turn, kind by kind."""
    yield _discards(match, deal)
    if not match.settings.discard.each_turn:
        yield _leading(match, (a.EndTurn(),))
    if match.settings.draw.when == "if-nothing-laid" and not deal.turn.laid:
        yield _leading(match, _draws(match, deal))
    yield _knocks(match, deal)


def _discards(match: MatchState, deal: DealState) -> Iterator[a.Discard]:
    """Every card that may be discarded: what bars it is the same for all, but for the last one and one just taken."""
    hand = deal.hands[deal.to_move]
    deck = match.deck
    if hand.size == 1:
        last = (discard_of(match, deal, card_text(card, deck)) for card in hand.cards)
        yield from (action for action in last if _leads_on(match, action))
        return
    try:
        check_may_discard(match, deal)
    except IllegalAction:
        return
    for card in discards(match, deal):
        yield _discard(card, deck)


@lru_cache(maxsize=1024)
def _discard(card: Card, deck: Deck) -> a.Discard:
    return a.Discard(card=card_text(card, deck))


def maker_of(match: MatchState, hand: Counter[Card]) -> Maker:
    """What makes melds of a hand, as long as the deadline of `limits.ending` is not past."""
    items = [Item(card, count, True, count) for card, count in sorted(hand.items())]
    return Maker(items, match.settings, growing=match.deck.size, watch=Watch(soonest(None)))


def new_melds(match: MatchState, deal: DealState, hand: Counter[Card]) -> Iterator[a.LayMelds]:
    """Single melds; where an opening has a price, groups of disjoint melds that reach it, or that close without it."""
    at_close = match.settings.melding.at == "close"
    if at_close and match.settings.close.by == "knock":
        return
    terms, opened = match.settings.opening, deal.opened[deal.to_move]
    if opened and match.settings.melding.new == "opening-only":
        return
    found = _distinct(maker_of(match, hand).melds())
    due = 0 if opened else opening_due(match, deal)
    if not due and (opened or not (terms.pure_runs or terms.melds)) and not at_close:
        yield from (a.LayMelds(melds=(text_of(match, one),)) for one in found)
        return
    for group in _groups([(one, Counter(one.cards)) for one in found], hand):
        left = hand.total() - sum(len(one.slots) for one in group)
        if at_close and not closes_with(match, left):
            continue
        closes = closes_with(match, left) or bool(deal.table)
        if (closes and not terms.binds_closing) or (
            sum(opening_points(match, one) for one in group) >= due
            and (opened or meets_any(group, terms.melds, match.settings))
        ):
            yield a.LayMelds(melds=tuple(text_of(match, one) for one in group))


def _distinct(candidates: Iterator[Candidate]) -> list[Meld]:
    return list({lying_key(candidate.meld): candidate.meld for candidate in candidates}.values())


def _groups(melds: Sequence[tuple[Meld, Counter[Card]]], hand: Counter[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every non-empty group of melds, given with their cards, that the hand holds together."""
    fitting = [pair for pair in melds if all(hand[card] >= number for card, number in pair[1].items())]
    for at, (one, cards) in enumerate(fitting):
        check_end()
        yield (one,)
        yield from ((one, *rest) for rest in _groups(fitting[at:], hand - cards))


def lay_offs(match: MatchState, deal: DealState, hand: Counter[Card]) -> Iterator[a.LayOff]:
    """Every growth of a table meld by hand cards."""
    if not deal.table:
        return
    maker = maker_of(match, hand)
    for number, lying in enumerate(deal.table):
        for one in _distinct(maker.grown(lying.meld)):
            added = Counter(one.cards) - Counter(lying.meld.cards)
            text = cards_text(sorted(added.elements()), match.deck)
            yield a.LayOff(meld=number, cards=text, to=text_of(match, one))


def _knocks(match: MatchState, deal: DealState) -> Iterator[a.Action]:
    """One knock for each discard, with the melds that leave least."""
    hand = deal.hands[deal.to_move]
    if match.settings.close.by != "knock" or hand.hidden:
        return
    if deal.spread is not None:
        return
    deck, limits = match.deck, knock_limits(match.settings, deal.upcard)
    tables = deadwood_tables(match.settings, deck, "required"), deadwood_tables(match.settings, deck, "none")
    if tables[0] is not None and not limits.allow(tables[0].least(hand.cards), 0):
        return
    for card in sorted(set(hand.cards)):
        rest = list(hand.cards)
        rest.remove(card)
        if tables[1] is not None and not limits.allow(tables[1].least(rest), 0):
            continue
        problem = Problem(match.variant, deck, tuple(rest), objective=("deadwood_points",))
        best = knock_arrangement(problem, limits)
        if best is None:
            continue
        melds = tuple(text_of(match, laid.meld) for laid in best.melds)
        action = a.Knock(discard=card_text(card, deck), melds=melds)
        if _leads_on(match, action):
            yield action


def _defences(match: MatchState, deal: DealState) -> Iterator[a.Action]:
    best, nothing = best_defence(match, deal), a.Defend()
    yield best
    if best != nothing:
        yield nothing


def best_defence(match: MatchState, deal: DealState) -> a.Defend:
    """The defence that leaves the defender least: own melds, and lay-offs where they are allowed."""
    assert deal.spread is not None
    hand = deal.hands[deal.to_move].cards
    gin = not deal.spread.deadwood and not deal.hands[deal.spread.player].hidden
    may = match.settings.layoff.on == "knocker" and (not gin or match.settings.knock.gin_layoff)
    table = deal.knocked_melds if may else ()
    best = solve_problem(Problem(match.variant, match.deck, hand, table, objective=("deadwood_points",)), "fewest")
    own = tuple(text_of(match, laid.meld) for laid in best.melds if laid.grown_from is None)
    grown = {laid.grown_from: text_of(match, laid.meld) for laid in best.melds if laid.grown_from is not None}
    layoffs = tuple(
        grown[number] if number in grown and len(grown[number].split()) > len(one.slots) else None
        for number, one in enumerate(table)
    )
    return a.Defend(melds=own, layoffs=layoffs)
