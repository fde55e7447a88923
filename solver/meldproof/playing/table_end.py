"""What a turn must leave where the table may be rearranged: judged by the table at its end, whatever led there."""

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
from meldproof.notation import represented
from meldproof.playing.faults import Fault, IllegalAction, refuse
from meldproof.playing.moves_only import reachable_by_moves
from meldproof.playing.opening import check_own_opening, closes_with
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.playing.turns import forbids_laying


def was_open(deal: DealState) -> bool:
    """Whether the mover's first meld lay before this turn."""
    return deal.opened[deal.to_move] and not deal.turn.opening


def cards_on(table: Sequence[Lying]) -> Counter[Card]:
    return Counter(card for lying in table for card in lying.meld.cards)


def table_fault(match: MatchState, deal: DealState) -> Fault | None:
    """What is wrong with the table if the turn ends now; None where it may end so, or has not touched it."""
    try:
        _check(match, deal)
    except IllegalAction as error:
        return error.fault
    return None


def _check(match: MatchState, deal: DealState) -> None:
    before = deal.turn.table
    if before is None:
        return
    old, final = [lying.meld for lying in before], [lying.meld for lying in deal.table]
    there, now = Counter(map(lying_key, old)), Counter(map(lying_key, final))
    laid = cards_on(deal.table) - cards_on(before)
    if not laid:
        raise refuse(match, "table.rearrange", say("at least one card must come from the hand"))
    closing = closes_with(match, deal.hands[deal.to_move].size)
    if forbids_laying(match, deal, closing=closing):
        raise refuse(match, "melding.first_deal", say("in the first deal cards are laid only to close"))
    if not was_open(deal):
        check_own_opening(match, deal, final, laid, closing=closing)
        if match.settings.layoff.start == "next-turn" and there - now:
            raise refuse(match, "layoff.start", say("the table is changed only from the turn after the opening on"))
    cards = canonical(laid.elements())
    _check_wilds(match, old, final, cards)
    if match.settings.table.rearrange == "moves" and not reachable_by_moves(old, final, cards, match.settings):
        raise refuse(match, "table.rearrange", say("adding, exchanging, taking and splitting don't lead to this table"))


def _check_wilds(match: MatchState, old: Sequence[Meld], final: Sequence[Meld], laid: Sequence[Card]) -> None:
    """Wilds that were not freed end the turn where they may."""
    problem = Problem(match.variant, match.deck, tuple(laid), tuple(old))
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
