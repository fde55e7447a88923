"""Scores: what a deal adds for whom and by which clause, and when a match is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from meldproof.messages import player_name, say
from meldproof.playing.bonuses import earned, won_outright
from meldproof.playing.closing import deadwood_of, hand_points
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
    }[kind](match, deal)  # fmt: skip
    return (*lines, *_bonuses(match, deal))


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
    undercuts = _is_undercut(match, deal)
    if undercuts is None:
        return None
    winner = match.after(deal.closer) if undercuts else deal.closer
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
    pays = match.settings.match.end == "elimination" or match.settings.match.winner == "lowest"
    return max(losers, key=lambda seat: known[seat] if pays else -known[seat])


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
            cost = _hand_cost(match, deal, player)
            yield ScoreLine(player, None if cost is None else -cost, say("left in hand"), clause)
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


def _gin(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """The bonus of a knock that leaves no deadwood."""
    knocker = deal.closer
    if match.settings.close.by == "knock" and knocker is not None and not deal.hands[knocker].size:
        bonus = match.settings.knock.gin_bonus
        yield ScoreLine(knocker, bonus, say("no deadwood"), _clause(match, "knock.gin_bonus"))


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
        subtracts = partner and match.settings.scoring.partner == "subtracts"
        name = "scoring.partner" if partner else "scoring.hand"
        points = _hand_cost(match, deal, player)
        signed = -points if points is not None and subtracts else points
        yield ScoreLine(player, signed, say("left in hand"), _clause(match, name))
    yield from _gin(match, deal)


def _capped(match: MatchState, points: int) -> int:
    cap = match.settings.scoring.cap
    return points if cap == "any" else min(cap, points)


def _difference(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """Who closes scores the difference to the others; after a knock, no deadwood and an undercut have bonuses."""
    if match.settings.close.by == "empty-hand":
        yield from _others_hands(match, deal)
        return
    if deal.spread is None or deal.defence is None:
        return
    clause = _clause(match, "scoring.hand")
    knocker, defender = deal.spread.player, deal.defence.player
    mine, theirs = (None if points is None else _capped(match, points) for points in deadwood_of(match, deal))
    if mine is None or theirs is None:
        yield ScoreLine(knocker, None, say("difference of deadwood"), clause)
        return
    terms = match.settings.knock
    if not deal.hands[knocker].size:
        yield ScoreLine(knocker, theirs, say("deadwood of the defender"), clause)
        yield from _gin(match, deal)
    elif _is_undercut(match, deal):
        yield ScoreLine(defender, mine - theirs, say("difference of deadwood"), clause)
        yield ScoreLine(defender, terms.undercut_bonus, say("undercut"), _clause(match, "knock.undercut_bonus"))
    else:
        yield ScoreLine(knocker, theirs - mine, say("difference of deadwood"), clause)


def _is_undercut(match: MatchState, deal: DealState) -> bool | None:
    """Whether a knock's defender has less deadwood than the knocker, or as little; None where that is not known."""
    if match.settings.scoring.hand != "difference" or deal.spread is None or deal.defence is None:
        return False
    if not deal.hands[deal.spread.player].size:
        return False
    mine, theirs = deadwood_of(match, deal)
    if mine is None or theirs is None:
        return None
    mine, theirs = _capped(match, mine), _capped(match, theirs)
    return theirs < mine or (theirs == mine and match.settings.knock.undercut_tie)


def _others_hands(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """Who has gone out holds nothing: the difference to each other player is that player's hand."""
    if deal.closer is None:
        return
    for player, hand in enumerate(deal.hands):
        if player != deal.closer and player != match.partner(deal.closer) and hand.size:
            yield ScoreLine(
                deal.closer,
                _hand_cost(match, deal, player),
                say("left in the hand of {player}", player=player_name(player)),
                _clause(match, "scoring.hand"),
            )


def _transfer(match: MatchState, deal: DealState) -> Iterator[ScoreLine]:
    """What the others hold goes from each of them to the closer.

    Where nobody closed it is what each holds above the lowest hand, and goes to that one: where several hands are
    lowest, in equal parts, what can't be divided being lost.
    """
    clause = _clause(match, "scoring.hand")
    seats = [seat for seat in range(match.players) if deal.takes_part(seat)]
    costs = {seat: _hand_cost(match, deal, seat) for seat in seats}
    if deal.closer is None and None in costs.values():
        yield from (ScoreLine(seat, None, say("left in hand"), clause) for seat in seats)
        return
    least = 0 if deal.closer is not None else min(cost or 0 for cost in costs.values())
    takers = [deal.closer] if deal.closer is not None else [seat for seat in seats if costs[seat] == least]
    for seat in (seat for seat in seats if seat not in takers):
        cost = costs[seat]
        above = None if cost is None else cost - least
        yield ScoreLine(seat, None if above is None else -above, say("left in hand"), clause)
        said = say("left in the hand of {player}", player=player_name(seat))
        for taker in takers:
            yield ScoreLine(taker, None if above is None else above // len(takers), said, clause)


def _hand_cost(match: MatchState, deal: DealState, seat: int) -> int | None:
    """What a player's cards cost them, at most the cap; None where they are hidden."""
    hand = deal.hands[seat]
    return None if hand.hidden else _capped(match, hand_points(match, hand.cards))


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
