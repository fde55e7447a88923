"""When a match is over, and who has won: the scores of all players in every order, against the rules in plain words.

And that it comes to be over: every kind of finished deal brings the end nearer, or the rule is named that lets it not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from meldproof.cards import Card
from meldproof.playing.game import apply
from meldproof.playing.scoring import finish_deal, is_void, score_deal, totals
from meldproof.playing.state import DealState, Hand, MatchState, Spread, new_match
from meldproof.proving.basis import NOT_SHOWN, exhaustive, sample
from meldproof.proving.played import NO_PLAY, blank_deal, is_played
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved
from meldproof.rules.worth import point_tables
from meldproof.variants.vocabulary import Settings

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


def _a_match_ends(context: Context) -> ClaimOutcome:
    """A measure that each finished deal makes less: deals left, or points that all together are short of the limit.

    Deals are counted whatever is held; of what a deal may bring in points those looked at are a sample.
    """
    if not is_played(context):
        return NO_PLAY
    asked, idle = 0, dict(_bonuses_that_cost(context))
    for match in _finished_deals(context):
        asked += 1
        if asked % 64 == 0:
            context.seconds_left()
        over = finish_deal(match)
        if not over.winners and _still_to_go(over) >= _still_to_go(match):
            scores, clause = f"{_points(match.scores)} → {_points(over.scores)}", _who_lets_it_go_on(match, over)
            if clause is None:
                return ClaimOutcome("refuted", scores)
            idle.setdefault(clause, scores)
    if idle:
        named = "; ".join(f"[{clause}] {scores}" for clause, scores in sorted(idle.items()))
        english = f"no end is shown: by these clauses a deal may bring it no nearer: {named}"
        spanish = f"no se muestra un final: por estas cláusulas una mano puede no acercarlo: {named}"
        return proved(english, spanish, NOT_SHOWN)
    english = "deals by who closed, who holds the dearest card and where scores stand; more cards cost no less"
    spanish = "manos según quién cerró, quién tiene la carta más cara y los puntajes; más cartas no cuestan menos"
    counts_deals = context.settings.match.end in ("deals", "one-deal")
    return proved("", "", (exhaustive if counts_deals else sample)(asked, english, spanish))


def _bonuses_that_cost(context: Context) -> Iterator[tuple[str, str]]:
    """Where points are counted toward the end: what a deal may take away besides, by clause."""
    s, named = context.settings, context.variant.provenance
    if s.match.end in ("target", "elimination"):
        if s.bonus.size and s.bonus.others < 0:
            yield named["bonus.others"], str(s.bonus.others)
        if s.deal.cut_bonus < 0:
            yield named["deal.cut_bonus"], str(s.deal.cut_bonus)


def _still_to_go(match: MatchState) -> int:
    """Deals that are left, or the points that each score lacks of the limit, together; 0 where nothing is counted."""
    terms = match.settings.match
    if terms.end == "deals":
        return max(0, terms.deals - match.number)
    if terms.end == "one-deal":
        return 0
    return sum(max(0, terms.points - score) for score in match.scores)


def _who_lets_it_go_on(match: MatchState, over: MatchState) -> str | None:
    """The clause by which a finished deal left the match as far from its end as it was; None where none says so."""
    named, terms = match.variant.provenance, match.settings.match
    assert match.deal is not None
    if is_void(match, match.deal):
        return named["stock.empty"]
    gained = [now - was for was, now in zip(match.scores, over.scores, strict=True)]
    if terms.end != "deals" and (min(gained) < 0 or not any(gained)):
        costs = [line.clause for line in score_deal(match) if line.points is not None and line.points < 0]
        return costs[0] if costs else named["scoring.hand"]
    if terms.end == "one-deal":
        return named["match.end"] if match.deal.closer is None else None
    best = min(over.scores) if terms.winner == "lowest" else max(over.scores)
    tied = over.scores.count(best) > 1 and terms.ties == "another-deal"
    return named["match.ties"] if tied else None


def _finished_deals(context: Context) -> Iterator[MatchState]:
    """Of every number of players, every kind of a finished deal: who closed, if anybody, what is held, the scores.

    Held are cards that cost least, but for one player's that may cost most. The scores are such that they come to stand
    at the limit, or just or far below it; all alike, or one's otherwise.
    """
    s = context.settings
    limit = s.match.points if s.match.end in ("target", "elimination") else 50
    for players, pairs in product(range(s.players.min, s.players.max + 1), _sides(s)):
        if pairs and (players % 2 or players < 4):
            continue
        blank = new_match(context.variant, players, pairs=pairs)
        void = _void(blank)
        levels = (limit // 2, limit - 1, limit, limit + limit // 2)
        for deal in _ways_to_end(blank, void):
            bare = msgspec.structs.replace(blank, deals=max(s.match.deals, 1), deal=deal)
            gained = [points or 0 for points in totals(bare, score_deal(bare))]
            for common, other in product(levels, levels):
                scores = tuple(
                    value - points for value, points in zip((other, *[common] * (players - 1)), gained, strict=True)
                )
                before = msgspec.structs.replace(bare, scores=scores)
                if s.match.end not in ("target", "elimination") or not _was_over(before):
                    yield before


def _sides(s: Settings) -> tuple[bool, ...]:
    return {"individual": (False,), "pairs": (True,), "either": (False, True)}[s.players.sides]


def _was_over(match: MatchState) -> bool:
    """Whether the scores before the deal had ended the match, or put somebody out of it."""
    terms = match.settings.match
    if terms.end == "elimination":
        return any(score >= terms.points for score in match.scores) and len(set(match.scores)) > 1
    return bool(_plain_winners(match.scores, Context(match.variant)))


def _ways_to_end(match: MatchState, void: DealState) -> Iterator[DealState]:
    """Deals that are over, nobody having closed, or each player; the others hold a card each."""
    s = match.settings
    costs = point_tables(s).hand
    ranks = sorted({card.rank for card in match.deck.cards()}, key=lambda rank: costs[rank])
    cards = [Card(rank, 0 if rank == 0 else 1) for rank in (ranks[0], ranks[-1])]
    nobody = s.stock.empty in ("void", "end-hand", "discard-only") or s.stock.idle_ends or s.stock.rebuilt != "any"
    closers: list[int | None] = [*([None] if nobody else []), *range(match.players)]
    for closer, dearest in product(closers, [None, *range(match.players)]):
        hands = [Hand((cards[seat == dearest],)) for seat in range(match.players)]
        knocks = s.close.by == "knock" and closer is not None
        for empty in (False, True) if knocks else (closer is not None,):
            if empty and closer is not None:
                hands[closer] = Hand()
            deal = msgspec.structs.replace(void, hands=tuple(hands), closer=closer)
            if knocks:
                assert closer is not None
                spreads = [Spread(seat, (), hand.cards) for seat, hand in enumerate(hands)]
                others = tuple(spreads[seat] for seat in match.around(closer) if seat != closer)
                deal = msgspec.structs.replace(deal, spread=spreads[closer], defences=others)
            yield deal


def _points(scores: tuple[int, ...]) -> str:
    return " ".join(map(str, scores))


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
    Theorem(
        "a-match-ends",
        (
            "If deals end, so does the match: each brings its end nearer. Where one needn't, the clause is named.",
            "Si las manos terminan, la partida también: cada una acerca el final; si no, se nombra la cláusula.",
        ),
        ("",),
        _a_match_ends,
        (
            "deals left, or points short of the limit, every number of players: a finished deal of each kind",
            "manos que faltan, o puntos hasta el límite, todo número de jugadores: una mano terminada de cada clase",
        ),
        "cases",
    ),
]
