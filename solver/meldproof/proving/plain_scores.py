"""The scores of a finished deal counted again, in the plainest way: seat by seat, card by card.

Shares nothing with `playing.scoring` but the points of a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from meldproof.cards import Meld
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
            sums[seat] -= _cost(match, deal, seat) if hand.cards else 0
    elif s.scoring.hand == "penalty":
        for seat, hand in enumerate(deal.hands):
            if hand.cards and not match.out[seat]:
                sums[seat] += _cost(match, deal, seat)
    elif s.scoring.hand == "transfer":
        _add_transfers(match, deal, sums)
    elif s.scoring.hand == "difference":
        _add_differences(match, deal, sums)
    elif s.scoring.hand == "collect" and deal.closer is not None:
        sums[deal.closer] += sum(
            _cost(match, deal, seat) for seat, hand in enumerate(deal.hands) if seat != deal.closer and hand.cards
        )
    if s.close.by == "knock" and deal.closer is not None and not deal.hands[deal.closer].cards:
        each = s.scoring.hand == "difference"
        sums[deal.closer] += s.knock.gin_bonus * (len(deal.hands) - sum(match.out) - 1 if each else 1)
    for seat in range(match.players) if deal.closer is not None else ():
        if seat == deal.closer:
            sums[seat] += s.scoring.closer * _times(match, deal)
            sums[seat] += s.scoring.at_once_points if _at_once(deal) else 0
        elif not match.out[seat]:
            sums[seat] += s.scoring.others * _times(match, deal)
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
    costs = {seat: _cost(match, deal, seat) for seat, hand in enumerate(deal.hands) if not match.out[seat]}
    costs |= {seat: 0 for seat in costs if not deal.hands[seat].cards}
    lowest = min(cost for seat, cost in costs.items() if seat != closer)
    undercut = deal.hands[closer].cards and (
        lowest < costs[closer] or (lowest == costs[closer] and s.knock.undercut_tie)
    )
    if s.close.by == "empty-hand" or not undercut:
        sums[closer] += sum(cost - costs[closer] for cost in costs.values())
        return
    winners = [seat for seat, cost in costs.items() if cost == lowest and seat != closer]
    for winner in winners:
        for seat, cost in costs.items():
            sums[winner] += 0 if seat in winners else (cost - lowest) // len(winners)
        if lowest == costs[closer] and s.knock.undercut_tie_bonus:
            sums[winner] += s.knock.undercut_bonus
    for seat, cost in costs.items():
        sums[seat] += s.knock.undercut_bonus if cost < costs[closer] else 0


def _add_transfers(match: MatchState, deal: DealState, sums: list[int]) -> None:
    """The closer gets what each other still in the match holds; else the lowest hands share what is held above them."""
    costs = {seat: _cost(match, deal, seat) for seat, hand in enumerate(deal.hands) if not match.out[seat]}
    lowest = 0 if deal.closer is not None else min(costs.values())
    winners = [deal.closer] if deal.closer is not None else [seat for seat in costs if costs[seat] == lowest]
    for seat in costs:
        if seat not in winners:
            sums[seat] -= costs[seat] - lowest
            for winner in winners:
                sums[winner] += (costs[seat] - lowest) // len(winners)


def _cost(match: MatchState, deal: DealState, seat: int) -> int:
    """The price of a hand: flat without a meld, if there is such a price, else its cards'; then times, then capped."""
    terms = match.settings.scoring
    points = sum(point_tables(match.settings).hand[card.rank] for card in deal.hands[seat].cards)
    if terms.unopened != "as-held" and not deal.opened[seat]:
        points = terms.unopened
    points *= _times(match, deal)
    return points if terms.cap == "any" else min(points, terms.cap)


def _times(match: MatchState, deal: DealState) -> int:
    """What a close multiplies by: the one for laying all at once, the one for the wild that was discarded to close."""
    terms, last = match.settings.scoring, deal.closing_discard
    wild = last is not None and (last.is_joker or last.rank in match.settings.wild_ranks)
    return (terms.at_once_factor if _at_once(deal) else 1) * (terms.wild_discard_factor if wild else 1)


def _at_once(deal: DealState) -> bool:
    return deal.closer is not None and not any(deal.laid[deal.closer : deal.closer + 1])


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
