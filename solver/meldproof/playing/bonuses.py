"""Melds that earn something at the end of a deal: points for their player or for the others, or the whole match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meldproof.messages import say
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.rules.demands import answers
from meldproof.variants.values import Demand


class Earned(NamedTuple):
    """Points for a player, and why."""

    player: int
    points: int
    reason: str


def earned(match: MatchState, deal: DealState, laid: Iterable[Lying]) -> Iterator[Earned]:
    """What the melds of a deal's end bring, each by the first bonus that it answers."""
    for lying, bonus, earner in _bonuses(match, laid):
        text = text_of(match, lying.meld)
        if bonus.then == "match":
            yield Earned(earner, 0, say("wins the match: {cards}", cards=text))
        for player in range(match.players) if bonus.points else ():
            theirs = player not in (earner, match.partner(earner))
            if player == earner if bonus.to == "owner" else theirs and deal.takes_part(player):
                yield Earned(player, bonus.points, say("bonus: {cards}", cards=text))


def won_outright(match: MatchState, laid: Iterable[Lying]) -> tuple[int, ...]:
    """Who wins the match by a meld alone, whatever the scores are; with their partners."""
    winners = {earner for _, bonus, earner in _bonuses(match, laid) if bonus.then == "match"}
    return tuple(seat for seat in range(match.players) if winners & {seat, match.partner(seat)})


def _bonuses(match: MatchState, laid: Iterable[Lying]) -> Iterator[tuple[Lying, Demand, int]]:
    """Every meld that earns something, with what, and whose it is."""
    bonuses = [bonus for some in match.settings.bonus.melds.alternatives for bonus in some]
    for lying in laid if bonuses else ():
        bonus = next((bonus for bonus in bonuses if answers(lying.meld, bonus)), None)
        earner = None if bonus is None else _earner(match, lying, bonus)
        if bonus is not None and earner is not None:
            yield lying, bonus, earner


def _earner(match: MatchState, lying: Lying, bonus: Demand) -> int | None:
    """Who laid as many of its cards as the bonus asks for; where anyone may lay them, the meld's owner."""
    if match.settings.bonus.laid_by == "anyone":
        return lying.owner
    own = match.settings.run.min if lying.meld.kind == "run" else match.settings.set.min
    least = max(bonus.min, own)
    return next((who for who in sorted(set(lying.layers)) if lying.layers.count(who) >= least), None)
