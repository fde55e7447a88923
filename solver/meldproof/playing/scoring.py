"""Scores: what a deal adds for whom and by which clause, and when a match is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from meldproof.messages import say
from meldproof.playing.bonuses import earned, won_outright
from meldproof.playing.costs import closed_at_once, factor_of, hand_cost
from meldproof.playing.growing import relay
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.rules.worth import point_tables, points_of_slot


class ScoreLine(msgspec.Struct, frozen=True):
    """Points for a player, why, and the clause that gives them. `points` is None where cards are hidden."""

    player: int
    points: int | None
    reason: str
    clause: str


def score_deal(match: MatchState) -> tuple[ScoreLine, ...]:
    """Every point of a deal that is over, with its clause; a void deal brings nobody any."""
    deal = match.deal
    assert deal is not None
    if is_void(match, deal):
        return ()
    kind = match.settings.scoring.hand
    lines = {
        "melded-minus-hand": _melded, "penalty": _penalties, "difference": _difference, "transfer": _transfer,
        "collect": _collect, "none": _nothing,
    }[kind](match, deal)  # fmt: skip
    return (*lines, *_close_points(match, deal), *_bonuses(match, deal))


def is_void(match: MatchState, deal: DealState) -> bool:
    """Whether the stock was used up before anybody closed, where that voids the deal."""
    return deal.closer is None and match.settings.stock.empty == "void"


def totals(match: MatchState, lines: Sequence[ScoreLine]) -> tuple[int | None, ...]:
    """What each player (in pairs: each player's pair) scores; None where a line is not known."""
    sums: list[int | None] = [0] * match.players
    for line in lines:
        seats = {line.player, match.partner(line.player) if match.pairs else line.player}
        for seat in seats:
            if seat is not None:
                old = sums[seat]
                sums[seat] = None if old is None or line.points is None else old + line.points
    return tuple(sums)


def finish_deal(match: MatchState) -> MatchState:
    """The match with the scores of its finished deal added, players out, and winners if it is over."""
    lines = score_deal(match)
    added = totals(match, lines)
    scores = tuple(score + (points or 0) for score, points in zip(match.scores, added, strict=True))
    limit = match.settings.match
    out = match.out
    if limit.end == "elimination":
        out = tuple(was or score >= limit.points for was, score in zip(match.out, scores, strict=True))
    doubts = match.unsure or (False,) * match.players
    unsure = tuple(points is None or before for points, before in zip(added, doubts, strict=True))
    if match.deal is not None and is_void(match, match.deal):
        match = replace(match, void=match.void + 1)
    match = replace(match, scores=scores, out=out, unsure=unsure if any(unsure) else ())
    match = replace(match, winners=_winners(match))
    if all(match.out) and not match.winners:  # all out at once with equal scores: those play another deal
        match = replace(match, out=tuple(score > min(scores) for score in scores))
    return replace(match, next_dealer=_next_dealer(match, added))


def _next_dealer(match: MatchState, added: Sequence[int | None]) -> int | None:
    """Who deals after the deal that is over, given what it added to each; None where hidden cards decide it."""
    way, deal = match.settings.deal.next, match.deal
    assert deal is not None
    following = match.after(deal.dealer)
    same = deal.dealer if match.is_in(deal.dealer) else following
    if way == "in-turn" or (way == "same-after-void" and not is_void(match, deal)):
        return following
    if way == "same-after-void" or deal.closer is None:
        return same
    undercuts = _undercutters(match, deal)
    if undercuts is None:
        return None
    winner = undercuts[0] if undercuts else deal.closer
    if way == "winner":
        return winner if match.is_in(winner) else following
    return _worst(match, deal, winner, added)


def _worst(match: MatchState, deal: DealState, winner: int, added: Sequence[int | None]) -> int | None:
    """Who of the others came off worst: of several the first after the dealer; None where that is not known."""
    losers = [seat for seat in match.around(deal.dealer) if seat not in (winner, match.partner(winner))]
    if len(losers) < 2:
        return losers[0] if losers else match.after(deal.dealer)
    points = {seat: added[seat] for seat in losers}
    known = {seat: value for seat, value in points.items() if value is not None}
    if len(known) < len(points):
        return None
    against = points_are_against(match)
    return max(losers, key=lambda seat: known[seat] if against else -known[seat])


def points_are_against(match: MatchState) -> bool:
    """Whether a player is better off with fewer points."""
    return match.settings.match.end == "elimination" or match.settings.match.winner == "lowest"


def _clause(match: MatchState, name: str) -> str:
    return match.variant.provenance.get(name, "")


def _melded(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    clause = _clause(match, "scoring.hand")
    for lying in _laid(deal):
        text = text_of(match, lying.meld)
        for player, points in laid_points(match, lying).items():
            yield ScoreLine(player, points, say("laid: {cards}", cards=text), clause)
    for player, hand in enumerate(deal.hands):
        if hand.size:
            yield _left(match, deal, player, -1)
    yield from _gin(match, deal)


def _laid(deal: DealState) -> Iterator[Lying]:
    """The table's melds, and those shown after a knock, with what defenders laid off on the knocker's."""
    yield from deal.table
    shown = deal.spread
    for number, meld in enumerate(shown.melds if shown is not None else ()):
        assert shown is not None
        lying = Lying(meld, shown.player, (shown.player,) * len(meld.slots))
        for defence in deal.defences:
            if number < len(defence.grown):
                lying = relay(lying, defence.grown[number], defence.player)
        yield lying
    for defence in deal.defences:
        for meld in defence.melds:
            yield Lying(meld, defence.player, (defence.player,) * len(meld.slots))


def _gin(match: MatchState, deal: DealState, times: int = 1) -> Iterator[ScoreLine]:
    """The bonus of a knock that leaves no deadwood, from each of so many."""
    knocker = deal.closer
    if match.settings.close.by == "knock" and knocker is not None and not deal.hands[knocker].size:
        bonus = match.settings.knock.gin_bonus
        yield ScoreLine(knocker, bonus * times, say("no deadwood"), _clause(match, "knock.gin_bonus"))


def laid_points(match: MatchState, lying: Lying) -> dict[int, int]:
    """The points of a table meld by who scores them: each card's layer, or the meld's owner."""
    melded = point_tables(match.settings).melded
    owner_scores = match.settings.layoff.scored_by == "owner"
    points: dict[int, int] = {}
    for slot, layer in zip(lying.meld.slots, lying.layers, strict=True):
        who = lying.owner if owner_scores else layer
        points[who] = points.get(who, 0) + points_of_slot(slot, lying.meld.kind, melded)
    return points


def _penalties(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """Everybody pays what they hold: who goes out holds nothing, who knocks pays their own deadwood."""
    goes_out = match.settings.close.by == "empty-hand"
    for player, hand in enumerate(deal.hands):
        if (goes_out and player == deal.closer) or not hand.size:
            continue
        partner = deal.closer is not None and match.partner(deal.closer) == player
        sign = -1 if partner and match.settings.scoring.partner == "subtracts" else 1
        yield _left(match, deal, player, sign, "scoring.partner" if partner else "")
    yield from _gin(match, deal)


def _left(
    match: MatchState, deal: DealState, payer: int, sign: int, rule: str = "", player: int | None = None
) -> ScoreLine:
    """What a hand brings a player, by default its holder: its price times `sign`."""
    cost = hand_cost(match, deal, payer, named=player is not None)
    points = None if cost.points is None else sign * cost.points
    who = payer if player is None else player
    return ScoreLine(who, points, cost.reason, _clause(match, rule or cost.rule or "scoring.hand"))


def _difference(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """Who closes scores the difference to each other, or the lowest of those who undercut.

    After a knock no deadwood has a bonus, and so has everybody who undercuts.
    """
    if match.settings.close.by == "empty-hand":
        yield from _collect(match, deal)
        return
    knocker = deal.closer
    if knocker is None:
        return
    costs = _costs(match, deal)
    others = [seat for seat in costs if seat != knocker]
    clause = _clause(match, "scoring.hand")
    if not deal.hands[knocker].size:
        for seat in others:
            yield ScoreLine(knocker, costs[seat], say("deadwood of the defender"), clause)
        yield from _gin(match, deal, len(others))
        return
    takers = _undercutters(match, deal)
    if takers is None:
        for seat in (knocker, *others) if len(others) > 1 else (knocker,):
            yield ScoreLine(seat, None, say("difference of deadwood"), clause)
        return
    known = {seat: cost or 0 for seat, cost in costs.items()}
    winners = takers or (knocker,)
    for taker in winners:
        for seat in (seat for seat in known if seat not in winners):
            points = (known[seat] - known[taker]) // len(winners)
            yield ScoreLine(taker, points, say("difference of deadwood"), clause)
    terms = match.settings.knock
    for seat in others:
        if known[seat] < known[knocker] or (seat in takers and terms.undercut_tie_bonus):
            yield ScoreLine(seat, terms.undercut_bonus, say("undercut"), _clause(match, "knock.undercut_bonus"))


def _costs(match: MatchState, deal: DealState) -> dict[int, int | None]:
    """What the hand of each player in the deal costs."""
    return {seat: hand_cost(match, deal, seat).points for seat in range(match.players) if deal.takes_part(seat)}


def _undercutters(match: MatchState, deal: DealState) -> tuple[int, ...] | None:
    """Of a knock's defenders those with the least deadwood, if it is less than the knocker's, or as little.

    None where that is not known.
    """
    knocker = deal.closer
    if knocker is None or match.settings.scoring.hand != "difference" or match.settings.close.by != "knock":
        return ()
    if not deal.hands[knocker].size:
        return ()
    costs = _costs(match, deal)
    known = {seat: cost for seat, cost in costs.items() if cost is not None}
    if len(known) < len(costs):
        return None
    mine = known.pop(knocker)
    least = min(known.values())
    if least > mine or (least == mine and not match.settings.knock.undercut_tie):
        return ()
    return tuple(seat for seat in known if known[seat] == least)


def _collect(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """The closer scores what the hands of the others cost, a partner's apart."""
    closer = deal.closer
    if closer is None:
        return
    for seat, hand in enumerate(deal.hands):
        if seat not in (closer, match.partner(closer)) and hand.size:
            yield _left(match, deal, seat, 1, player=closer)
    yield from _gin(match, deal)


def _transfer(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """What the others' hands cost goes from each of them to the closer.

    Where nobody closed it is what each holds above the lowest hand, and goes to that one: where several hands are
    lowest, in equal parts, what can't be divided being lost.
    """
    seats = [seat for seat in range(match.players) if deal.takes_part(seat)]
    costs = {seat: hand_cost(match, deal, seat) for seat in seats}
    clauses = {seat: _clause(match, cost.rule or "scoring.hand") for seat, cost in costs.items()}
    if deal.closer is None and any(cost.points is None for cost in costs.values()):
        yield from (ScoreLine(seat, None, costs[seat].reason, clauses[seat]) for seat in seats)
        return
    least = 0 if deal.closer is not None else min(cost.points or 0 for cost in costs.values())
    takers = [deal.closer] if deal.closer is not None else [seat for seat in seats if costs[seat].points == least]
    for seat in (seat for seat in seats if seat not in takers):
        cost = costs[seat].points
        above = None if cost is None else cost - least
        yield ScoreLine(seat, None if above is None else -above, costs[seat].reason, clauses[seat])
        said = hand_cost(match, deal, seat, named=True).reason
        for taker in takers:
            yield ScoreLine(taker, None if above is None else above // len(takers), said, clauses[seat])
    yield from _gin(match, deal)


def _nothing(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """Hands cost nothing."""
    yield from _gin(match, deal)


def _close_points(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """What a close adds to the closer and to each of the others, whatever they hold."""
    terms, closer = match.settings.scoring, deal.closer
    if closer is None:
        return
    factor = factor_of(match, deal)
    if terms.closer:
        yield ScoreLine(closer, terms.closer * factor, say("closed"), _clause(match, "scoring.closer"))
    for seat in range(match.players) if terms.others else ():
        if seat not in (closer, match.partner(closer)) and deal.takes_part(seat):
            yield ScoreLine(seat, terms.others * factor, say("another player closed"), _clause(match, "scoring.others"))
    if terms.at_once_points and closed_at_once(deal):
        clause = _clause(match, "scoring.at_once_points")
        yield ScoreLine(closer, terms.at_once_points, say("all laid in one turn"), clause)


def _bonuses(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    for player, points in enumerate(deal.cut_bonus):
        if points:
            yield ScoreLine(player, points, say("exact cut"), _clause(match, "deal.cut_bonus"))
    for one in earned(match, deal, _laid(deal)):
        yield ScoreLine(*one, _clause(match, "bonus.melds"))
    terms = match.settings.bonus
    if not terms.size:
        return
    for lying in _laid(deal):
        earner = _bonus_earner(match, lying)
        if earner is not None:
            for player in range(match.players):
                if player not in (earner, match.partner(earner)) and deal.takes_part(player):
                    yield ScoreLine(
                        player, terms.others, say("another player's long run"), _clause(match, "bonus.others")
                    )


def _bonus_earner(match: MatchState, lying: Lying) -> int | None:
    """Whose long run it is: the player who laid that many of its cards, or, where anyone may, its first layer."""
    terms = match.settings.bonus
    if lying.meld.kind != "run" or len(lying.layers) < terms.size:
        return None
    if terms.laid_by == "anyone":
        return lying.owner
    return next((who for who in set(lying.layers) if lying.layers.count(who) >= terms.size), None)


def _side(match: MatchState, seat: int) -> int:
    """A number for a player's side: the lower seat of the pair."""
    partner = match.partner(seat)
    return seat if partner is None else min(seat, partner)


def _winners(match: MatchState) -> tuple[int, ...]:
    """Who has won, or nobody yet. A tie is shared, or asks for another deal."""
    terms, scores = match.settings.match, match.scores
    deal = match.deal
    if deal is not None and not is_void(match, deal) and (outright := won_outright(match, _laid(deal))):
        return outright
    if match.unsure and terms.end != "one-deal":
        return ()
    seats = list(range(match.players))
    if terms.end == "target":
        if max(scores) < terms.points:
            return ()
    elif terms.end == "elimination":
        left = [seat for seat in seats if not match.out[seat]]
        if len({_side(match, seat) for seat in left}) > 1:
            return ()
        if left:
            return tuple(left)
    elif terms.end == "deals":
        if match.number < terms.deals:
            return ()
    else:
        closer = deal.closer if deal is not None else None
        return () if closer is None else (closer,)
    best = max(scores) if terms.winner == "highest" else min(scores)
    winners = tuple(seat for seat in seats if scores[seat] == best)
    sides_won = len(winners) > (2 if match.pairs else 1)
    return () if sides_won and terms.ties == "another-deal" else winners
