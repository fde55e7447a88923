"""The scores of a finished deal counted again, in the plainest way: seat by seat, card by card.

Shares nothing with `playing.scoring` but the points of a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from meldproof.cards import Card, Meld
from meldproof.playing.state import DealState, MatchState
from meldproof.rules.worth import point_tables, points_of_slot


def plain_totals(match: MatchState) -> tuple[int, ...]:
    """What each seat scores in the deal that is over, all its cards known."""
    deal, s = match.deal, match.settings
    assert deal is not None
    if deal.closer is None and s.stock.empty == "void":
        return (0,) * match.players
    sums = [0] * match.players
    if s.scoring.hand == "melded-minus-hand":
        for meld, owner, layers in _melds(deal):
            for slot, layer in zip(meld.slots, layers, strict=True):
                who = owner if s.layoff.scored_by == "owner" else layer
                sums[who] += points_of_slot(slot, meld.kind, point_tables(s).melded)
        for seat, hand in enumerate(deal.hands):
            sums[seat] -= _cost(match, hand.cards)
    elif s.scoring.hand == "penalty":
        for seat, hand in enumerate(deal.hands):
            if s.close.by != "empty-hand" or seat != deal.closer:
                sums[seat] += 0 if match.out[seat] else _cost(match, hand.cards)
    elif s.scoring.hand == "transfer":
        _add_transfers(match, deal, sums)
    else:
        _add_differences(match, deal, sums)
    if s.close.by == "knock" and deal.closer is not None and not deal.hands[deal.closer].cards:
        sums[deal.closer] += s.knock.gin_bonus
    for seat, points in enumerate(deal.cut_bonus):
        sums[seat] += points
    for meld, owner, layers in _melds(deal) if s.bonus.size else ():
        if meld.kind == "run" and len(layers) >= s.bonus.size:
            earner = owner if s.bonus.laid_by == "anyone" else _layer_of(layers, s.bonus.size)
            for seat in range(match.players):
                if earner is not None and seat != earner and not match.out[seat]:
                    sums[seat] += s.bonus.others
    _add_bonuses(match, deal, sums)
    return tuple(sums)


def _add_bonuses(match: MatchState, deal: DealState, sums: list[int]) -> None:
    """Each meld brings what the first bonus says that has its kind, no more cards than it and wilds enough."""
    s = match.settings
    least = {"set": s.set.min, "run": s.run.min}
    for (meld, owner, layers), bonuses in product(_melds(deal), s.bonus.melds.alternatives):
        wilds, size = sum(slot.wild for slot in meld.slots), len(meld.slots)
        for bonus in bonuses:
            most = size if bonus.max == "any" else bonus.max
            fits = bonus.kind in ("any", meld.kind) and bonus.min <= size <= most
            if fits and (bonus.wilds == "any" or wilds <= bonus.wilds):
                number = max(bonus.min, least[meld.kind])
                earner = owner if s.bonus.laid_by == "anyone" else _layer_of(layers, number)
                for seat in range(match.players) if earner is not None else ():
                    if (seat == earner) if bonus.to == "owner" else (seat != earner and not match.out[seat]):
                        sums[seat] += bonus.points
                break


def _layer_of(layers: Sequence[int], size: int) -> int | None:
    return next((who for who in layers if layers.count(who) >= size), None)


def _add_differences(match: MatchState, deal: DealState, sums: list[int]) -> None:
    s, closer = match.settings, deal.closer
    if closer is None:
        return
    costs = [_cost(match, hand.cards) for hand in deal.hands]
    if s.close.by == "empty-hand":
        sums[closer] += sum(costs)
        return
    assert deal.defence is not None
    defender = deal.defence.player
    undercut = costs[closer] and (
        costs[defender] < costs[closer] or (costs[defender] == costs[closer] and s.knock.undercut_tie)
    )
    if undercut:
        sums[defender] += costs[closer] - costs[defender] + s.knock.undercut_bonus
    else:
        sums[closer] += costs[defender] - costs[closer]


def _add_transfers(match: MatchState, deal: DealState, sums: list[int]) -> None:
    """The closer gets what each other still in the match holds; else the lowest hands share what is held above them."""
    costs = {seat: _cost(match, hand.cards) for seat, hand in enumerate(deal.hands) if not match.out[seat]}
    lowest = 0 if deal.closer is not None else min(costs.values())
    winners = [deal.closer] if deal.closer is not None else [seat for seat in costs if costs[seat] == lowest]
    for seat in costs:
        if seat not in winners:
            sums[seat] -= costs[seat] - lowest
            for winner in winners:
                sums[winner] += (costs[seat] - lowest) // len(winners)


def _cost(match: MatchState, cards: Sequence[Card]) -> int:
    points = sum(point_tables(match.settings).hand[card.rank] for card in cards)
    cap = match.settings.scoring.cap
    return points if cap == "any" else min(points, cap)


def _melds(deal: DealState) -> Iterator[tuple[Meld, int, tuple[int, ...]]]:
    """What lies on the table: the meld, its owner, who laid each of its cards."""
    for lying in deal.table:
        yield lying.meld, lying.owner, lying.layers
    if deal.spread is not None and deal.defences:
        for meld in deal.spread.melds:
            yield meld, deal.spread.player, (deal.spread.player,) * len(meld.slots)
        for defence in deal.defences:
            for meld in defence.melds:
                yield meld, defence.player, (defence.player,) * len(meld.slots)
