"""Examples of scores for a clause: of small finished deals, the first that a change of a parameter scores otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.checking.roles import can_be_wild
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.notation import card_text
from meldproof.playing.knocking import loosest_limits
from meldproof.playing.scoring import finish_deal, score_deal, totals
from meldproof.playing.state import DealState, Hand, Lying, MatchState, Spread, Turn, in_deal, new_match
from meldproof.reference.document import Example, Row
from meldproof.reference.meld_examples import natural_slot
from meldproof.reference.play_examples import DEFAULT
from meldproof.reference.play_positions import ME, OTHER, Blocks, blocks
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.clauses import Clause, Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.mutants import mutants_of

SCORED = ("scoring.", "bonus.", "knock.", "match.", "layoff.scored_by", "deal.cut_bonus")
"""Beginnings of the names of parameters that a finished deal can show."""


class Scored(NamedTuple):
    """What a finished deal gives: each of the first two players' points, their scores then, and who has won."""

    points: tuple[int | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Scores:
    """Small finished deals of a variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        found = blocks(variant) if "scoring" in variant.scope else None
        self.deals = list(_finished(variant, found)) if found else []

    def examples(self, clause: Clause) -> tuple[Example, ...]:
        """The first finished deal on which a change of the clause shows."""
        for name in clause.values:
            if not name.startswith(SCORED) or "turn" not in levels_of(name):
                continue
            for mutant in mutants_of(self.variant, name):
                for match in self._telling(name):
                    now, then = _scored(match), _scored(replace(match, variant=mutant.variant))
                    if now and then and now != then:
                        return (_shown(match, now),)
        return ()

    def _telling(self, name: str) -> list[MatchState]:
        """The finished deals; those that end the match first where that is what the parameter is about."""
        if not name.startswith("match."):
            return self.deals
        return sorted(self.deals, key=lambda match: not ((found := _scored(match)) and found.winners))

    def apart(self, other: Variant, name: str, mine: Text = DEFAULT) -> Example | None:
        """The first finished deal that another variant, named so, scores otherwise."""
        for match in self.deals:
            here, there = _scored(match), _scored(replace(match, variant=other))
            if here and there and here != there:
                one, two = _shown(match, here), _said(match, there)
                said = Text(
                    f"{mine.en}: {one.said.en}; {name}: {two.en}", f"{mine.es}: {one.said.es}; {name}: {two.es}"
                )
                return replace(one, said=said)
        return None


def _scored(match: MatchState) -> Scored | None:
    try:
        lines = score_deal(match)
        after = finish_deal(match)
    except (MeldproofError, AssertionError, KeyError):
        return None
    return Scored(totals(match, lines)[:2], after.scores[:2], after.winners)


def _finished(variant: Variant, b: Blocks) -> Iterator[MatchState]:
    """A deal closed by the first player, with one, two or more cards left to the other; long runs; near the end."""
    worth = points_of_meld(b.run, point_tables(variant.settings).melded)
    for scores, deals in _standings(variant, worth):
        if variant.settings.close.by == "knock":
            yield from _knocked(variant, b, scores, deals)
            continue
        for left in ([b.strays[0]], [*b.strays], [*b.run.cards, *b.strays]):
            yield _deal(variant, scores, deals, table=[(b.run, ME, (ME,) * len(b.run.slots))], left=left)
        grown = (ME,) * (len(b.run.slots) - 1) + (OTHER,)
        yield _deal(variant, scores, deals, table=[(b.run, ME, grown)], left=[b.strays[0]])
        long = _longest(variant)
        if long is not None and not any(scores):
            size = len(long.slots)
            yield _deal(variant, scores, deals, table=[(long, ME, (ME,) * size)], left=[b.strays[0]])
            yield _deal(variant, scores, deals, table=[(long, ME, (ME,) * (size - 1) + (OTHER,))], left=[b.strays[0]])
    yield _deal(variant, (0, 0), 2, table=[], left=[b.strays[0]], cut=variant.settings.deal.cut_bonus)
    if variant.settings.melding.at == "turn":
        yield from _remarkable(variant, b)


def _remarkable(variant: Variant, b: Blocks) -> Iterator[MatchState]:
    """A deal closed with all laid in one turn, with a wild discarded, against a player without a meld."""
    plain = _deal(variant, (0, 0), 2, table=[(b.run, ME, (ME,) * len(b.run.slots))], left=[b.strays[0]])
    assert plain.deal is not None
    seats = range(plain.players)
    yield replace(plain, deal=replace(plain.deal, laid=tuple(seat != ME for seat in seats)))
    yield replace(plain, deal=replace(plain.deal, opened=tuple(seat == ME for seat in seats)))
    terms = variant.settings.discard
    wild = next((card for card in plain.deck.kinds() if can_be_wild(card, variant.settings)), None)
    if wild is not None and terms.each_turn and terms.to_close != "forbidden":
        yield replace(plain, deal=replace(plain.deal, closing_discard=wild))


def _standings(variant: Variant, worth: int) -> list[tuple[tuple[int, int], int]]:
    """Scores and numbers of deals to try: in the middle of a match, and where it may just end."""
    terms = variant.settings.match
    found = [((0, 0), 1)]
    if terms.end in ("target", "elimination"):
        near = max(terms.points - 10, 0)
        found += [((near, 0), 2), ((0, near), 2), ((near, near), 2)]
    if terms.end == "target" and variant.settings.scoring.hand == "melded-minus-hand":
        just = max(terms.points - worth, 0)  # the run reaches the target exactly
        found.insert(1, ((just, 0), 2))
    if terms.end == "deals":
        found.append(((0, 0), terms.deals))
    return found


def _longest(variant: Variant) -> Meld | None:
    """A run as long as the bonus asks for, of the first suit."""
    s = variant.settings
    size = s.bonus.size
    for start in range(1, len(s.deck.ranks) - size + 2) if size else ():
        cards = [Card(rank, 1) for rank in range(start, start + size)]
        verdict = check_cards(variant, cards)
        if verdict.legal:
            return verdict.meld
    return None


def _deal(
    variant: Variant,
    scores: tuple[int, int],
    deals: int,
    *,
    table: list[tuple[Meld, int, tuple[int, ...]]],
    left: list[Card],
    cut: int = 0,
) -> MatchState:
    players = variant.settings.players.min
    match = new_match(
        variant, players, pairs=variant.settings.players.sides == "pairs", scores=(*scores, *(0,) * (players - 2))
    )
    hands = tuple(Hand(canonical(left)) if seat == OTHER else Hand() for seat in range(players))
    deal = DealState(
        dealer=players - 1,
        hands=hands,
        stock=None,
        stock_left=10,
        pile=(),
        table=tuple(Lying(meld, owner, layers) for meld, owner, layers in table),
        opened=(True,) * players,
        laid=(True,) * players,
        turns=(3,) * players,
        to_move=ME,
        phase="over",
        turn=Turn(),
        start_scores=match.scores,
        cut_bonus=(cut, *(0,) * (players - 1)),
        closer=ME,
        ended="",
    )
    return in_deal(replace(match, deal=deal), deals)


def _knocked(variant: Variant, b: Blocks, scores: tuple[int, int], deals: int) -> Iterator[MatchState]:
    """A knock with nothing left, with one low card where that may be, against more, less and as much deadwood."""
    limits, worth = loosest_limits(variant.settings), point_tables(variant.settings).hand
    low, high = Card(b.run.cards[0].rank, len(variant.deck().suits)), b.strays[0]
    other = Card(low.rank, low.suit - 1)
    for mine, theirs in (((low,), (high,)), ((), (high,)), ((low,), ()), ((low,), (other,))):
        if not limits.allow(sum(worth[card.rank] for card in mine), len(mine)):
            continue
        match = _deal(variant, scores, deals, table=[], left=list(theirs))
        assert match.deal is not None
        hands = tuple(
            Hand(tuple(mine)) if seat == ME else Hand(tuple(theirs)) if seat == OTHER else hand
            for seat, hand in enumerate(match.deal.hands)
        )
        spread, defence = Spread(ME, (b.run,), tuple(mine)), Spread(OTHER, (), tuple(theirs))
        yield replace(match, deal=replace(match.deal, hands=hands, spread=spread, defences=(defence,)))


def sample_deal(variant: Variant) -> MatchState | None:
    """A finished deal to show a score with: both players laid a meld, and the other is left with two cards."""
    b = blocks(variant)
    if b is None:
        return None
    if variant.settings.close.by == "knock":
        return next(_knocked(variant, b, (0, 0), 2), None)
    table = [(b.run, ME, (ME,) * len(b.run.slots))]
    if b.set is not None:
        table.append((b.set, OTHER, (OTHER,) * len(b.set.slots)))
    return _deal(variant, (0, 0), 2, table=table, left=[b.extra, b.strays[1]])


def _shown(match: MatchState, scored: Scored) -> Example:
    return Example("worth", rows_of(match), _said(match, scored), match.deck)


def rows_of(match: MatchState) -> tuple[Row, ...]:
    """What lies on the table and is left in the hands of a finished deal."""
    deal = match.deal
    assert deal is not None
    rows = []
    for lying in deal.table:
        mixed = len(set(lying.layers)) > 1
        label = (
            Text("on the table, the last card laid off by the other", "en la mesa; la última carta la agregó el otro")
            if mixed
            else Text("you laid", "bajaste")
            if lying.owner == ME
            else Text("the other laid", "bajó el otro")
        )
        rows.append(Row(label, lying.meld.slots))
    if deal.spread is not None:
        rows += [Row(Text("you knock with", "cortás con"), meld.slots) for meld in deal.spread.melds]
        rows.append(Row(Text("your deadwood", "tus sueltas"), _slots(deal.spread.deadwood)))
        rows.append(Row(Text("the other's deadwood", "las sueltas del otro"), _slots(deal.hands[OTHER].cards)))
    elif deal.hands[OTHER].size:
        rows.append(Row(Text("left in the other's hand", "le quedan al otro"), _slots(deal.hands[OTHER].cards)))
    return tuple(row for row in rows if row.slots)


def _slots(cards: tuple[Card, ...]) -> tuple[Slot, ...]:
    return tuple(natural_slot(card) for card in cards)


def _said(match: MatchState, scored: Scored) -> Text:
    mine, theirs = scored.points
    parts = [(f"you {mine:+}, the other {theirs:+}", f"vos {mine:+}, el otro {theirs:+}")]
    deal = match.deal
    assert deal is not None
    if deal.closing_discard is not None:
        name = card_text(deal.closing_discard, match.deck)
        parts.insert(0, (f"you discarded {name} to close", f"cerraste con el descarte {name}"))
    if not all(deal.opened):
        parts.insert(0, ("the other laid no meld", "el otro no bajó ninguna combinación"))
    if not all(deal.laid):
        parts.insert(0, ("you laid all in one turn", "bajaste todo en un turno"))
    if any(deal.cut_bonus):
        parts.insert(0, ("you cut exactly", "cortaste justo la baraja"))
    if match.settings.match.end == "deals" and scored.winners:
        parts.insert(0, (f"deal {match.deals} of the match", f"mano {match.deals} de la partida"))
    if any(match.scores) or scored.winners:
        before, after = (f"{one} : {two}" for one, two in (match.scores[:2], scored.scores[:2]))
        limit = _limit(match.settings)
        parts.append((f"scores {before}, then {after}{limit[0]}", f"puntajes {before}, después {after}{limit[1]}"))
        parts.append(_end(scored.winners))
    return Text("; ".join(en for en, _ in parts), "; ".join(es for _, es in parts))


def _limit(s: Settings) -> tuple[str, str]:
    """The score that the match is played to."""
    return {
        "target": (f" of {s.match.points}", f" de {s.match.points}"),
        "elimination": (f", out at {s.match.points}", f"; queda fuera quien llega a {s.match.points}"),
    }.get(s.match.end, ("", ""))


def _end(winners: tuple[int, ...]) -> tuple[str, str]:
    if not winners:
        return "the match goes on", "la partida sigue"
    if len(winners) > 1:
        return "the match is shared", "la partida se reparte"
    return ("you win the match", "ganás la partida") if winners[0] == ME else ("the other wins", "gana el otro")
