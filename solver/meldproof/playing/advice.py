"""`play`: the best complete turn from a position, exact given the cards known.

Every draw that is known is tried (the discard pile to each depth allowed), with every exchange of wilds; the rest of
the turn is one arrangement problem. A draw from the stock is unknown: what it may bring is counted over unseen cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldproof.arranging.limits import deadline_after, ending, has_ended
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_problem
from meldproof.arranging.tables import read_meld
from meldproof.borrowed import borrowed
from meldproof.cards import Card, canonical
from meldproof.errors import MeldproofError, ProblemError
from meldproof.inputs import read_plain
from meldproof.messages import say
from meldproof.notation import card_text, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.closing import hand_points
from meldproof.playing.dealing import check_known, first_phase
from meldproof.playing.faults import IllegalAction
from meldproof.playing.from_when_on import may_close, may_lay_now
from meldproof.playing.game import apply
from meldproof.playing.growing import growths
from meldproof.playing.knocking import knock_arrangement, prudent_limits
from meldproof.playing.moves import is_legal_action
from meldproof.playing.plan import (
    Table,
    closing_problem,
    discard_mode,
    discard_of,
    known_draws,
    laying_actions,
    owes_new_meld,
    touchable,
    turn_problem,
    turn_problems,
)
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, Hand, Lying, MatchState, Turn, check_player, in_deal, new_match
from meldproof.variants.loading import Variant
from meldproof.variants.turned import with_turned


class TableMeld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld of a position's table, and who laid it."""

    cards: str
    owner: int = 0


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as a file: the mover's hand, the table, the discard pile (its top last).

    `drawn` says that the draw is made; `taken` are then the cards it took from the discard pile, `entry` the one of
    them that must be laid. `turn` is the mover's how-manieth turn of the deal, `score` their match score at its start,
    `upcard` the card first turned up in the deal, `turned` the one that was turned up to find the wilds, where one is.
    `deal` is the how-manieth deal of the match: without it the first of rules that change by deal, else a later one.
    """

    hand: str
    variant: str = ""
    players: int = 2
    player: int = 0
    table: tuple[TableMeld, ...] = ()
    pile: str = ""
    drawn: bool = False
    taken: str = ""
    entry: str | None = None
    opened: bool = False
    score: int = 0
    upcard: str | None = None
    turn: int = 2
    deal: int | None = None
    pairs: bool = False
    turned: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A complete turn: its actions, whether it closes, and what the hand costs after it (`cards` are left)."""

    actions: tuple[a.Action, ...]
    closes: bool
    hand_points: int
    laid_points: int
    cards: tuple[Card, ...]

    @property
    def worth(self) -> tuple[bool, int, int, int]:
        """Closing first, then the least hand value, then the most points laid, then the fewest actions."""
        return (self.closes, -self.hand_points, self.laid_points, -len(self.actions))


class Advice(msgspec.Struct, frozen=True):
    """The best turn of the known ones, and what a stock card may bring: unseen cards that do better, that close."""

    variant: str
    best: Plan | None
    options: tuple[Plan, ...]
    unseen: int
    better: int
    closing: int
    match: MatchState
    complete: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `meldproof play --json`."""
        return {
            "variant": self.variant,
            "best": None if self.best is None else self._plan(self.best),
            "options": [self._plan(plan) for plan in self.options],
            "stock": {"unseen": self.unseen, "better": self.better, "closing": self.closing},
            "complete": self.complete,
        }

    def _plan(self, plan: Plan) -> dict[str, Any]:
        return {
            "actions": [msgspec.to_builtins(action) for action in plan.actions],
            "closes": plan.closes,
            "hand_points": plan.hand_points,
            "laid_points": plan.laid_points,
            "hand": [card_text(card, self.match.deck) for card in plan.cards],
        }


LARGEST_FILE = 1_000_000
"""Bytes; a position has under 10 kB."""
_POSITIONS = msgspec.json.Decoder(Position)


def read_position(path: Path) -> Position:
    """A position file. Raises ProblemError with one clear line."""
    try:
        return _POSITIONS.decode(read_plain(path, say("position"), LARGEST_FILE))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(f"{path}: {borrowed(error)}") from None


def position_state(variant: Variant, position: Position, deal_number: int | None = None) -> MatchState:
    """The state of a position, in the deal that it names or in `deal_number`.

    Raises ProblemError or another clear error for what can't be.
    """
    variant.needs("play")
    variant = (with_turned(variant, position.turned) if position.turned else variant).found()
    match = in_deal(
        new_match(variant, position.players, pairs=position.pairs), _deal_number(variant, position, deal_number)
    )
    check_player(position.player, position.players, "player")
    for number, lying in enumerate(position.table, 1):
        check_player(lying.owner, position.players, say("table meld {number}: owner", number=number))
    if position.turn < 1:
        raise ProblemError(say("turn and deal are numbered from 1"))
    hand, pile, taken = (
        tuple(token.card for token in parse_cards(text, match.deck))
        for text in (position.hand, position.pile, position.taken)
    )
    if not hand:
        raise ProblemError(say("the position's hand is empty"))
    table = []
    for number, lying in enumerate(position.table, 1):
        meld = read_meld(parse_cards(lying.cards, match.deck), match.variant, say("table meld {number}", number=number))
        table.append(Lying(meld, lying.owner, (lying.owner,) * len(meld.slots)))
    try:
        check_known(match, [*hand, *pile, *(card for lying in table for card in lying.meld.cards)])
    except IllegalAction as error:
        raise ProblemError(str(error)) from None
    entry, upcard = (
        parse_cards(text, match.deck)[0].card if text else None for text in (position.entry, position.upcard)
    )
    seats = range(position.players)
    deal = DealState(
        dealer=0,
        hands=tuple(Hand(canonical(hand)) if seat == position.player else Hand((), 1) for seat in seats),
        stock=None,
        stock_left=max(0, match.deck.size - len(hand) - len(pile)),
        pile=pile,
        table=tuple(table),
        opened=tuple(position.opened if seat == position.player else True for seat in seats),
        laid=tuple(
            position.opened or any(lying.owner == seat for lying in table) if seat == position.player else True
            for seat in seats
        ),
        turns=tuple(position.turn for _ in seats),
        to_move=position.player,
        phase="play" if position.drawn else first_phase(match),
        turn=Turn(taken=taken, entry=entry),
        start_scores=tuple(position.score if seat == position.player else 0 for seat in seats),
        cut_bonus=(0,) * position.players,
        upcard=upcard,
    )
    return msgspec.structs.replace(match, deal=with_stock(match, deal, deal.stock_left))


def _deal_number(variant: Variant, position: Position, asked: int | None) -> int:
    """Which deal a position is of."""
    said = position.deal
    if said is not None and said < 1:
        raise ProblemError(say("turn and deal are numbered from 1"))
    if said is not None and asked is not None and said != asked:
        raise ProblemError(say("the position is of deal {said}, not of deal {asked}", said=said, asked=asked))
    usual = 2 if variant.whole.deals is None else 1
    return said or asked or usual


def with_stock(match: MatchState, deal: DealState, left: int) -> DealState:
    """A position with so many cards in the stock: a stock used up was so when the turn began, but if one was drawn."""
    from_stock = deal.phase == "play" and first_phase(match) == "draw" and not deal.turn.taken
    return msgspec.structs.replace(deal, stock_left=left, dry=left <= match.settings.stock.left and not from_stock)


def advise(match: MatchState, seen: Sequence[Card] = (), timeout: float | None = None) -> Advice:
    """The best complete turn from a state; where the draw is still to be made, over every known draw.

    After `timeout` seconds the best known: not `complete`, and of the stock only the cards that were looked at.
    """
    with ending(deadline_after(timeout)):
        found = _advised(match, seen)
        return msgspec.structs.replace(found, complete=not has_ended())


def _advised(match: MatchState, seen: Sequence[Card]) -> Advice:
    deal = match.deal
    assert deal is not None
    if deal.phase == "play":
        plan = best_rest(match)
        return Advice(match.variant.id, plan, () if plan is None else (plan,), 0, 0, 0, match)
    options: list[Plan] = []
    for action in known_draws(match, deal):
        if options and has_ended():
            break
        try:
            after = apply(match, action)
        except IllegalAction:
            continue
        plan = best_rest(after, required=True)
        if plan is not None:
            options.append(msgspec.structs.replace(plan, actions=(action, *plan.actions)))
    options.sort(key=lambda plan: plan.worth, reverse=True)
    best = options[0] if options else None
    unseen, better, closing = _stock_outlook(match, deal, best, seen)
    return Advice(match.variant.id, best, tuple(options), unseen, better, closing, match)


def _stock_outlook(match: MatchState, deal: DealState, best: Plan | None, seen: Sequence[Card]) -> tuple[int, int, int]:
    """Over the unseen cards: how many there are, how many make a better turn than the best known, how many close."""
    there = Counter((*deal.hands[deal.to_move].cards, *deal.pile, *seen))
    there.update(card for lying in deal.table for card in lying.meld.cards)
    unseen = better = closing = 0
    for card in match.deck.kinds():
        number = match.deck.copies_of(card) - there[card]
        if number <= 0:
            continue
        if has_ended():
            break
        unseen += number
        try:
            after = apply(match, a.Draw(card=card_text(card, match.deck)))
        except IllegalAction:
            return 0, 0, 0
        plan = best_rest(after)
        if plan is not None:
            closing += number * plan.closes
            better += number * (best is None or plan.worth > best.worth)
    return unseen, better, closing


def best_rest(match: MatchState, *, required: bool = False) -> Plan | None:
    """The best rest of a turn after the draw; None where what the draw owes can't be paid."""
    deal = match.deal
    if deal is None or deal.phase != "play":
        return None
    plans = list(_plans(match, ()))
    if not plans and not required:
        return None
    return max(plans, key=lambda plan: plan.worth, default=None)


def _plans(match: MatchState, done: tuple[a.Action, ...]) -> Iterator[Plan]:
    """Turns that go on from here: without and with laying, and after each exchange of a wild."""
    deal = match.deal
    assert deal is not None
    if match.settings.close.by == "knock":
        yield from _knock_plans(match, done)
        return
    yield from _finished(match, done, lays=False)
    yield from _finished(match, done, lays=True)
    for number, lying in enumerate(deal.table):
        if any(slot.wild for slot in lying.meld.slots) and not has_ended():
            for card in sorted(set(deal.hands[deal.to_move].cards)):
                action = a.Exchange(meld=number, card=card_text(card, match.deck))
                try:
                    after = apply(match, action)
                except IllegalAction:
                    continue
                yield from _plans(after, (*done, action))


def _finished(match: MatchState, done: tuple[a.Action, ...], *, lays: bool) -> Iterator[Plan]:
    """The rest of the turn as one arrangement: for closing, and for the least hand value."""
    deal = match.deal
    assert deal is not None
    if not lays:
        yield from _play_out(match, done, [], ())
        return
    table = touchable(match, deal)
    if not may_lay_now(match, deal):
        return
    hand = Counter(deal.hands[deal.to_move].cards)
    for melds, problem in _rests(match, deal, table):
        try:
            answer = solve_problem(problem, "auto")
        except MeldproofError:
            continue
        if answer.unmet or not answer.figures.melded_cards:
            continue
        left = [answer.discard] if answer.discard is not None else [*(hand - Counter(problem.hand)).elements()]
        left.sort(key=lambda card: (-hand_points(match, [card]), card))
        dropped = [card_text(card, match.deck) for card in left]
        yield from _play_out(match, done, laying_actions(match, answer, melds), dropped)


def _rests(match: MatchState, deal: DealState, table: Table) -> Iterator[tuple[Table, Problem]]:
    """The arrangement problems of the rest of a turn, with their table melds: to close, and to leave the least."""
    least = ("deadwood_points", "melded_points", "deadwood_cards")
    use = () if deal.turn.entry is None else (deal.turn.entry,)
    for melds in _tables(match, deal, table):
        if may_close(match, deal):
            closing = closing_problem(match, deal, melds)
            yield melds, msgspec.structs.replace(closing, objective=("deadwood_cards", "melded_points"))
        yield from ((melds, one) for one in turn_problems(match, deal, least, table=melds, use=use))


def _tables(match: MatchState, deal: DealState, table: Table) -> Iterator[Table]:
    """The table melds that may grow: where a card must go into a new meld, also without those that could take it."""
    yield table
    if owes_new_meld(match, deal) and table:
        owed = (*(() if deal.turn.entry is None else (deal.turn.entry,)), *deal.turn.freed)
        others = tuple(
            (number, meld) for number, meld in table if not any(growths(match, meld, [card]) for card in owed)
        )
        yield from (others, ()) if others else ((),)


def _play_out(
    match: MatchState, done: tuple[a.Action, ...], laying: Sequence[a.Action], dropped: Sequence[str]
) -> Iterator[Plan]:
    """Apply the laying and the end of the turn; nothing if some step is illegal."""
    deal = match.deal
    assert deal is not None
    player = deal.to_move
    actions = list(done)
    try:
        for action in laying:
            match = apply(match, action)
            actions.append(action)
    except IllegalAction:
        return
    now = match.deal
    assert now is not None
    if now.phase == "play":
        for ending in _endings(match, now, dropped):
            try:
                after = apply(match, ending)
            except IllegalAction:
                continue
            yield _plan(after, player, (*actions, ending), deal)
            return
        return
    yield _plan(match, player, tuple(actions), deal)


def _endings(match: MatchState, deal: DealState, dropped: Sequence[str]) -> Iterator[a.Action]:
    if match.settings.draw.when == "if-nothing-laid" and not deal.turn.laid:
        yield a.Draw()
    if discard_mode(match) == "none":
        yield a.EndTurn()
        return
    yield from (discard_of(match, deal, card) for card in dropped)
    hand = deal.hands[deal.to_move].cards
    for card in sorted(hand, key=lambda card: (-hand_points(match, [card]), card)):
        yield discard_of(match, deal, card_text(card, match.deck))


def _plan(match: MatchState, player: int, actions: tuple[a.Action, ...], before: DealState) -> Plan:
    deal = match.deal
    assert deal is not None
    hand = deal.hands[player].cards
    laid = hand_points(match, before.hands[player].cards) - hand_points(match, hand)
    return Plan(actions, deal.closer == player, hand_points(match, hand), laid, hand)


def _knock_plans(match: MatchState, done: tuple[a.Action, ...]) -> Iterator[Plan]:
    """A knock where it is allowed and prudent, and the discard that leaves the least deadwood."""
    deal = match.deal
    assert deal is not None
    hand = deal.hands[deal.to_move].cards
    limits = prudent_limits(match.settings, deal.upcard)
    for number, dropped in enumerate(sorted(set(hand))):
        if number and has_ended():
            return
        rest = list(hand)
        rest.remove(dropped)
        problem = turn_problem(match, deal, ("deadwood_points",), discard="none")
        problem = msgspec.structs.replace(problem, hand=tuple(rest))
        name = card_text(dropped, match.deck)
        shown = knock_arrangement(problem, limits) if deal.spread is None else None
        if shown is not None:
            knock = a.Knock(discard=name, melds=tuple(text_of(match, laid.meld) for laid in shown.melds))
            if is_legal_action(match, knock):
                yield Plan((*done, knock), True, shown.figures.deadwood_points, 0, shown.deadwood)
        if is_legal_action(match, a.Discard(card=name)):
            least = solve_problem(problem, "auto")
            yield Plan((*done, a.Discard(card=name)), False, least.figures.deadwood_points, 0, tuple(rest))
