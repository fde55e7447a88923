"""What a hand left at a deal's end costs: its price, what multiplies it, and the cap."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from meldproof.checking.roles import can_be_wild
from meldproof.messages import player_name, say
from meldproof.playing.closing import hand_points
from meldproof.playing.closing_melds import factor_shown
from meldproof.playing.state import DealState, MatchState


class Cost(NamedTuple):
    """What a hand costs (None: cards are hidden), why, and the parameter that says so (empty: scoring.hand)."""

    points: int | None
    reason: str
    rule: str = ""


def hand_cost(match: MatchState, deal: DealState, seat: int, *, named: bool = False) -> Cost:
    """The flat price of who opened nothing or else what the cards cost, times what the close multiplies by, capped.

    The reason says whose hand it is, if it is `named`.
    """
    hand, terms, who = deal.hands[seat], match.settings.scoring, player_name(seat)
    if deal.left and (deal.left[seat] or (deal.is_won_by_the_last_left and seat == deal.closer)):
        return _of_leaving(match, deal, seat, who if named else "")
    reason, rule = say("left in the hand of {player}", player=who) if named else say("left in hand"), ""
    if terms.unopened != "as-held" and not deal.opened[seat]:
        points, rule = terms.unopened, "scoring.unopened"
        reason = say("{player} laid no meld", player=who) if named else say("laid no meld")
    elif hand.hidden:
        return Cost(None, reason)
    else:
        points = hand_points(match, hand.cards)
    for name, factor, why in multipliers(match, deal):
        points *= factor
        reason, rule = f"{reason} {why}", name
    return Cost(capped(match, points), reason, rule)


def _of_leaving(match: MatchState, deal: DealState, seat: int, named: str) -> Cost:
    """What a player pays who has left the deal; who was the last one left pays nothing."""
    price = deal.left[seat]
    if price == "close.wrong":
        said = say("a wrong show of {player}", player=named) if named else say("a wrong show")
        return Cost(match.settings.close.wrong, said, price)
    if price:
        terms = match.settings.drop
        said = say("{player} dropped", player=named) if named else say("dropped")
        return Cost(terms.first if price == "drop.first" else terms.later, said, price)
    return Cost(0, say("the last one left"))


def capped(match: MatchState, points: int) -> int:
    """The points of a hand, at most the cap."""
    cap = match.settings.scoring.cap
    return points if cap == "any" else min(cap, points)


def multipliers(match: MatchState, deal: DealState) -> Iterator[tuple[str, int, str]]:
    """What the close multiplies costs by: the parameter, its factor, and in words (`× 2, as …`)."""
    terms = match.settings.scoring
    if terms.at_once_factor != 1 and closed_at_once(deal):
        yield (
            "scoring.at_once_factor",
            terms.at_once_factor,
            say("× {factor}, all laid in one turn", factor=terms.at_once_factor),
        )
    dropped = deal.closing_discard
    if terms.wild_discard_factor != 1 and dropped is not None and can_be_wild(dropped, match.settings):
        yield (
            "scoring.wild_discard_factor",
            terms.wild_discard_factor,
            say("× {factor}, closed with a wild", factor=terms.wild_discard_factor),
        )
    shown = factor_shown(match, deal)
    if shown != 1:
        yield "close.melds", shown, say("× {factor}, by the melds shown", factor=shown)


def factor_of(match: MatchState, deal: DealState) -> int:
    """What the close multiplies costs by in all."""
    return prod(factor for _, factor, _ in multipliers(match, deal))


def closed_at_once(deal: DealState) -> bool:
    """Whether somebody closed who had laid nothing in their turns before."""
    return deal.closer is not None and not (deal.laid and deal.laid[deal.closer])
