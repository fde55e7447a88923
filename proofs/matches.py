"""When a match is over, and who has won: the scores of all players in every order, against the rules in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from meldproof.playing.game import apply
from meldproof.playing.scoring import finish_deal
from meldproof.playing.state import DealState, MatchState, new_match
from meldproof.proving.basis import exhaustive, sample
from meldproof.proving.played import NO_PLAY, blank_deal, is_played
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved

MOST_ORDERED = 6
"""Players up to which every order of their scores is looked at."""


def _winners_are_as_said(context: Context) -> ClaimOutcome:
    """In every order of the scores and the limit, ties and all: who is out, whether it is over, and who has won."""
    if not is_played(context):
        return NO_PLAY
    s = context.settings
    limit = s.match.points if s.match.end in ("target", "elimination") else 50
    most = min(s.players.max, MOST_ORDERED)
    asked = 0
    for players in range(s.players.min, most + 1):
        void = _void(new_match(context.variant, players))
        last = s.match.deals if s.match.end == "deals" else 1
        for (at, *ranks), deals in product(_orders(players + 1), {max(last - 1, 1), last}):
            asked += 1
            if asked % 64 == 0:
                context.seconds_left()
            scores = tuple(limit + rank - at for rank in ranks)
            match = new_match(context.variant, players, scores=scores)
            over = finish_deal(msgspec.structs.replace(match, deals=deals, deal=void))
            plain = _plain_winners(scores, context) if deals == last else ()
            if over.winners != plain:
                return ClaimOutcome("refuted", f"{' '.join(map(str, scores))}: {over.winners} ≠ {plain}")
    english = f"orders of scores and limit, {s.players.min}–{most} players, each as close as it can be"
    spanish = f"órdenes de puntajes y límite, {s.players.min}–{most} jugadores, cada uno lo más cerca posible"
    return proved("", "", (exhaustive if most == s.players.max else sample)(asked, english, spanish))


def _orders(number: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many numbers can stand to one another, equal ones too: their places from 0 on."""
    if not number:
        yield ()
        return
    for order in _orders(number - 1):
        places = range(max(order, default=-1) + 1)
        yield from ((*order, place) for place in places)
        for place in (*places, len(places)):
            yield (*(other + (other >= place) for other in order), place)


def _void(match: MatchState) -> DealState:
    """A deal that brings nobody anything: empty hands, nothing laid, nobody closed."""
    none = (0,) * match.players
    match = apply(msgspec.structs.replace(match, scores=none), blank_deal(match))
    assert match.deal is not None
    empty = tuple(msgspec.structs.replace(hand, cards=(), hidden=0) for hand in match.deal.hands)
    return msgspec.structs.replace(match.deal, hands=empty, phase="over", cut_bonus=none)


def _plain_winners(scores: tuple[int, ...], context: Context) -> tuple[int, ...]:
    """In plain words, from the rules' values."""
    terms = context.settings.match
    seats = range(len(scores))
    if terms.end == "one-deal":
        return ()
    if terms.end == "target" and all(points < terms.points for points in scores):
        return ()
    if terms.end == "elimination":
        still_in = [seat for seat in seats if scores[seat] < terms.points]
        if len(still_in) > 1:
            return ()
        if still_in:
            return tuple(still_in)
    best = sorted(scores)[-1 if terms.winner == "highest" else 0]
    first = tuple(seat for seat in seats if scores[seat] == best)
    return () if len(first) > 1 and terms.ties == "another-deal" else first


THEOREMS = [
    Theorem(
        "winners-are-as-said",
        (
            "However scores stand to each other and to the limit, a match is over, and won, as the clauses say.",
            "Estén como estén los puntajes entre sí y ante el límite, la partida termina y se gana como se dice.",
        ),
        ("",),
        _winners_are_as_said,
        (
            "every order of scores and limit, ties too, for up to six players, each for himself",
            "todo orden de puntajes y límite, empates incluidos, hasta seis jugadores, cada uno por su cuenta",
        ),
        "cases",
    ),
]
