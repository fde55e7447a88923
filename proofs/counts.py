"""Turns by counts: that they lose no card, whatever the numbers, and that there is always one that can be ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product

import msgspec

from meldproof.cards import JOKER, Card
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.dealing import first_phase
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.state import Hand, MatchState, new_match
from meldproof.proving.basis import NOT_SHOWN, Basis, for_all
from meldproof.proving.counted_play import (
    Counts,
    cards_in_all,
    is_of_deck,
    is_over,
    is_turn,
    keeps_the_hand,
    may_be_kept_from_the_pile,
    may_end_the_turn,
    symbolic_counts,
    symbolic_turn,
)
from meldproof.proving.followed import counts_of, turns_follow_the_counts
from meldproof.proving.played import NO_PLAY, blank_deal, is_played
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved
from meldproof.rules.logic import at_most, equal, less, negate

MOST_HELD = 2
MOST_LYING = 3
SMALL_TURN = 2
"""Of the deal, for everybody: in the first one may be barred from closing, which no count tells."""
MOST_STEPS = 4
"""Actions of a turn in which nothing is laid: a rebuilt stock, a draw, the turn's end, and one to spare."""


def _counts_add_up(context: Context) -> ClaimOutcome:
    """From all counts, every turn that the relation allows leaves as many cards in all as there were.

    With the stock rebuilt or not said beforehand, what is left is an equation of sums, which needs no search.
    """
    if not is_played(context):
        return NO_PLAY
    followed = turns_follow_the_counts(context)
    if followed.status != "checked":
        return followed
    s = context.settings
    for players, rebuilds in product(_players(context), (False, True)):
        before, after = symbolic_counts("before"), symbolic_counts("after")
        turn, cards = symbolic_turn()._replace(rebuilds=rebuilds), s.deck_for(players).size
        solver = context.solver()
        solver.add(is_of_deck(before, cards, players, s), is_of_deck(after, cards, players, s))
        solver.add(is_turn(before, turn, after, s), keeps_the_hand(before, turn, after))
        solver.add(negate(equal(cards_in_all(before), cards_in_all(after))))
        if context.check(solver):
            counts = [[solver.value(term) for term in (*state[:6], cards_in_all(state))] for state in (before, after)]
            return ClaimOutcome("refuted", f"{players} players: {counts[0]} → {counts[1]}")
    return proved(followed.said("en"), followed.said("es"), _all_counts(context))


def _a_turn_can_be_ended(context: Context) -> ClaimOutcome:
    """From the first state, and from every state after a turn, there is a way to the end of the turn or the deal."""
    if not is_played(context):
        return NO_PLAY
    asked, wrong = _small_states(context)
    if wrong:
        return ClaimOutcome("refuted", wrong)
    s = context.settings
    for players in _players(context):
        match = new_match(context.variant, players)
        begun = apply(match, blank_deal(match))
        assert begun.deal is not None
        first = counts_of(begun, begun.deal.to_move, 0)
        if not may_end_the_turn(first._replace(pile=0) if begun.deal.phase == "offer" else first, s):
            return ClaimOutcome("refuted", f"{players} players: {_said(first)}")
        before, turn, after = symbolic_counts("before"), symbolic_turn(), symbolic_counts("after")
        cards = s.deck_for(players).size
        mover = after._replace(hand=symbolic_counts("next").hand)
        solver = context.solver()
        solver.add(is_of_deck(before, cards, players, s), is_turn(before, turn, after, s))
        solver.add(is_of_deck(after, cards, players, s), negate(is_over(after, s)))
        solver.add(less(0, mover.hand), at_most(mover.hand, cards), negate(may_end_the_turn(mover, s)))
        if context.check(solver):
            return _stuck(context, players, Counts(*(solver.value(term) for term in mover)))
    english, spanish = (
        f"in {asked} small states the referee says so, too",
        f"en {asked} estados chicos el árbitro coincide",
    )
    return proved(english, spanish, _all_counts(context))


def _stuck(context: Context, players: int, state: Counts) -> ClaimOutcome:
    """Counts from which none can be ended: the relation of turns being wide, play need not come there."""
    name = context.variant.provenance["stock.empty"]
    english = f"{players} players, {_said(state)}: no turn that lays nothing can be ended ({name}), if play comes there"
    spanish = f"{players} jugadores, {_said(state)}: sin bajar no hay turno que terminar ({name}), si se llega ahí"
    return proved(english, spanish, NOT_SHOWN)


def _small_states(context: Context) -> tuple[int, str]:
    """How many small states were asked, and one in which the referee and the counts differ, if there is one.

    Where no count tells who may take from the discard pile, the referee may let end what the counts do not.
    """
    s = context.settings
    match = new_match(context.variant, s.players.min)
    begun = apply(match, blank_deal(match))
    assert begun.deal is not None
    deck = match.deck
    pile = [Card(rank, 2) for rank in range(1, MOST_LYING + 1)]
    if not s.draw.wilds:  # what may not be taken counts, whatever the cards are
        pile = (
            [Card(s.wild_ranks[0], suit) for suit in range(1, MOST_LYING + 1)] if s.wild_ranks else [JOKER] * MOST_LYING
        )
    most_rebuilt = 2 if s.stock.rebuilt == "any" else s.stock.rebuilt
    asked = 0
    for held, stock, lying, rebuilt in product(
        range(1, MOST_HELD + 1), range(s.stock.left + MOST_LYING), range(MOST_LYING + 1), range(most_rebuilt + 1)
    ):
        mover, hands = begun.deal.to_move, list(begun.deal.hands)
        hands[mover] = Hand(tuple(Card(2 * number + 1, 1) for number in range(held)))
        deal = msgspec.structs.replace(
            begun.deal, hands=tuple(hands), stock=None, stock_left=stock, pile=tuple(pile[:lying]), rebuilt=rebuilt,
            phase=first_phase(begun), offers=0, turns=(SMALL_TURN,) * match.players, turn=type(begun.deal.turn)(),
        )  # fmt: skip
        asked += 1
        counts = Counts(held, 1, stock, lying, 0, 0, rebuilt, 0)
        counted = bool(may_end_the_turn(counts, s, SMALL_TURN))
        ends = _ends(msgspec.structs.replace(begun, deal=deal), [card_text(card, deck) for card in deck.cards()])
        if counted != ends and not (ends and may_be_kept_from_the_pile(s)):
            return asked, f"{_said(counts)}: {not counted} ≠ {counted}"
    return asked, ""


def _ends(match: MatchState, cards: list[str]) -> bool:
    """Whether the mover, laying nothing, comes to the end of the turn or the deal: by the referee, every way tried."""
    assert match.deal is not None
    begun, waiting = match.deal.turns, deque([(match, 0)])
    while waiting:
        state, steps = waiting.popleft()
        for action in _without_laying(state, cards):
            try:
                after = apply(state, action)
            except IllegalAction:
                continue
            assert after.deal is not None
            if after.deal.phase == "over" or after.deal.turns != begun:
                return True
            if steps < MOST_STEPS:
                waiting.append((after, steps + 1))
    return False


def _without_laying(match: MatchState, cards: list[str]) -> Iterator[a.Action]:
    assert match.deal is not None
    yield from (a.EndTurn(), a.Pass(), a.Draw(), a.Rebuild())
    yield from (a.Draw(source="discard", count=count) for count in range(1, len(match.deal.pile) + 1))
    yield from (a.Discard(card=card_text(card, match.deck)) for card in match.deal.hands[match.deal.to_move].cards)


def _said(state: Counts) -> str:
    return " ".join(f"{name} {term}" for name, term in zip(Counts._fields, state, strict=True))


def _players(context: Context) -> range:
    return range(context.settings.players.min, context.settings.players.max + 1)


def _all_counts(context: Context) -> Basis:
    numbers = f"{context.settings.players.min}–{context.settings.players.max}"
    return for_all(f"all counts of cards, {numbers} players", f"todo número de cartas, {numbers} jugadores")


_PLAY = ("",)
_OVER = (
    "all numbers of cards in hands, stock, pile and table, every number of players",
    "todo número de cartas en manos, mazo, descarte y mesa, y de jugadores",
)

THEOREMS = [
    Theorem(
        "counts-add-up",
        (
            "Counted in cards, every turn leaves as many cards in all as there were, whatever the numbers.",
            "Contando cartas, todo turno deja tantas en total como había, sean cuantas sean.",
        ),
        _PLAY,
        _counts_add_up,
        _OVER,
        "counts",
    ),
    Theorem(
        "a-turn-can-be-ended",
        (
            "Counted in cards, whoever is to move can come to the end of the turn, or of the deal, without laying any.",
            "Contando cartas, quien mueve puede llegar al final del turno, o de la mano, sin bajar ninguna.",
        ),
        _PLAY,
        _a_turn_can_be_ended,
        _OVER,
        "counts",
    ),
]
