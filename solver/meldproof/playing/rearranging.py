"""Rearranging the table as one action: the final table is given, conservation and the wilds' rules are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.arranging.lying import lying_key
from meldproof.arranging.problem import Problem
from meldproof.arranging.tables import TableCase, table_cases
from meldproof.cards import Card, Meld, canonical
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.notation import cards_text, represented
from meldproof.playing.actions import Rearrange
from meldproof.playing.faults import refuse
from meldproof.playing.laying import after_laying, check_may_lay, closes_with, opening_due, opening_points, read_meld
from meldproof.playing.moves_only import reachable_by_moves
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.playing.turns import in_play, take, with_hand


def rearrange(match: MatchState, action: Rearrange) -> MatchState:
    """The table becomes what the action says."""
    deal = in_play(match, "play")
    if match.settings.table.rearrange == "none":
        raise refuse(match, "table.rearrange", say("the table is not rearranged"))
    final = [read_meld(match, text) for text in action.table]
    before = Counter(card for lying in deal.table for card in lying.meld.cards)
    after = Counter(card for one in final for card in one.cards)
    if missing := before - after:
        raise refuse(
            match,
            "table.rearrange",
            say("{elements} must stay on the table", elements=cards_text(missing.elements(), match.deck)),
        )
    laid = canonical((after - before).elements())
    if not laid:
        raise refuse(match, "table.rearrange", say("at least one card must come from the hand"))
    hand = take(match, deal, laid)
    closing = closes_with(match, hand.size)
    check_may_lay(match, deal, closing)
    player = deal.to_move
    if not deal.opened[player]:
        _check_own_opening(match, deal, final, laid, closing)
    _check_wilds(match, deal, final, laid)
    if match.settings.table.rearrange == "moves":
        old = [lying.meld for lying in deal.table]
        if not reachable_by_moves(old, final, laid, match.settings):
            raise refuse(
                match, "table.rearrange", say("adding, exchanging, taking and splitting don't lead to this table")
            )
    opened = tuple(was or seat == player for seat, was in enumerate(deal.opened))
    turn = replace(deal.turn, opening=deal.turn.opening or not deal.opened[player])
    deal = replace(deal, table=_lying(deal, final, player), opened=opened, turn=turn)
    return after_laying(match, deal, hand.size, laid, with_hand(deal, player, hand), new_meld=True)


def _lying(deal: DealState, final: Sequence[Meld], player: int) -> tuple[Lying, ...]:
    """Who laid what: cards keep their layer (copies in the order they lay), new ones are the player's."""
    layers: dict[Card, list[int]] = {}
    owners = {lying_key(lying.meld): lying.owner for lying in deal.table}
    for lying in deal.table:
        for slot, who in zip(lying.meld.slots, lying.layers, strict=True):
            layers.setdefault(slot.card, []).append(who)
    return tuple(
        Lying(
            one,
            owners.get(lying_key(one), player),
            tuple(layers[slot.card].pop(0) if layers.get(slot.card) else player for slot in one.slots),
        )
        for one in final
    )


def _check_own_opening(
    match: MatchState, deal: DealState, final: Sequence[Meld], laid: Sequence[Card], closing: bool
) -> None:
    """An opening's melds are made wholly of hand cards, lie on the final table, and reach the points."""
    terms = match.settings.opening
    due = opening_due(match, deal)
    if closing and not terms.binds_closing:
        return
    best = _best_own(match, list(final), Counter(laid), Counter(c for t in deal.table for c in t.meld.cards))
    if best is None or best < due:
        raise refuse(
            match,
            "opening.points",
            say("melds of one's own cards count {value}; an opening needs {due}", value=best or 0, due=due),
        )


def _best_own(match: MatchState, final: list[Meld], hand: Counter[Card], table: Counter[Card]) -> int | None:
    """The most points of final melds that can be wholly the hand's, the others holding all of the table's cards."""
    if not final:
        return None if table else 0
    one, rest = final[0], final[1:]
    cards = Counter(one.cards)
    best: int | None = None
    if not cards - hand:
        own = _best_own(match, rest, hand - cards, table)
        best = None if own is None else own + opening_points(match, one)
    theirs = table & cards
    others = cards - theirs
    if not others - hand:
        mixed = _best_own(match, rest, hand - others, table - theirs)
        best = mixed if best is None or (mixed is not None and mixed > best) else best
    return best


def _check_wilds(match: MatchState, deal: DealState, final: Sequence[Meld], laid: Sequence[Card]) -> None:
    """Wilds that were not freed end the turn where they may."""
    problem = Problem(match.variant, match.deck, tuple(laid), tuple(lying.meld for lying in deal.table))
    try:
        cases = list(table_cases(problem))
    except EngineDeclined:
        cases = list(_cases_with_table_cards(problem, final))
    if not any(_wilds_stay(problem, case, final) for case in cases):
        raise refuse(match, "table.jokers", say("a wild that was not exchanged must stand for what it stood for"))


def _cases_with_table_cards(problem: Problem, final: Sequence[Meld]) -> Sequence[TableCase]:
    """Cases where a card from elsewhere on the table may also free a wild: it must have left its meld."""
    s = problem.settings
    moved = Counter(card for one in problem.table for card in one.cards if card.rank)
    there = {lying_key(one) for one in final}
    for one in problem.table:
        if lying_key(one) in there:
            moved -= Counter(one.cards)
    loose = replace(problem, hand=canonical((*problem.hand, *moved.elements())))
    terms = replace(s, exchange=replace(s.exchange, cards="hand"))
    return list(table_cases(replace(loose, variant=replace(problem.variant, settings=terms))))


def _wilds_stay(problem: Problem, case: TableCase, final: Sequence[Meld]) -> bool:
    """Whether every wild that is not freed in this case has a slot of its own that it may stay in."""
    bound = [
        (meld.kind, represented(slot, problem.deck), slot.card)
        for number, meld in enumerate(problem.table)
        for index, slot in enumerate(meld.slots)
        if slot.wild and (number, index) not in case.free
    ]
    homes = [(one, slot) for one in final for slot in one.slots if slot.wild]

    def place(at: int, used: frozenset[int]) -> bool:
        if at == len(bound):
            return True
        kind, stands_for, card = bound[at]
        return any(
            number not in used and slot.card == card and _may_stay(kind, stands_for, one, problem) and
            (one.kind == "set" or represented(slot, problem.deck) == stands_for)
            and place(at + 1, used | {number})
            for number, (one, slot) in enumerate(homes)
        )  # fmt: skip

    return place(0, frozenset())


def _may_stay(kind: str, stands_for: Card, one: Meld, problem: Problem) -> bool:
    if one.kind == "run":
        return kind == "run"
    if one.slots[0].place != stands_for.rank:
        return False
    return kind == "set" or all(slot.wild or slot.suit != stands_for.suit for slot in one.slots)
