"""Played deals put beside the counts: the state of a deal as mere counts, and whether its turns follow them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meldproof.cards import Card
from meldproof.playing import actions as a
from meldproof.playing.state import DealState, MatchState
from meldproof.proving.basis import sample
from meldproof.proving.counted_play import Counts, Turn, is_turn, keeps_the_hand
from meldproof.proving.played import played
from meldproof.proving.theorem import ClaimOutcome, Context, proved
from meldproof.variants.clauses import Text


def laid_cards(deal: DealState) -> Iterator[Card]:
    for lying in deal.table:
        yield from lying.meld.cards
    if deal.spread is not None:
        for meld in (*deal.knocked_melds, *(meld for defence in deal.defences for meld in defence.melds)):
            yield from meld.cards


def counts_of(match: MatchState, mover: int, blank: int) -> Counts:
    deal = match.deal
    assert deal is not None
    hand = deal.hands[mover].size
    others = sum(one.size for one in deal.hands) - hand
    known = deal.stock_left + len(deal.pile) + len(list(laid_cards(deal))) + hand + others
    return Counts(
        hand,
        others,
        deal.stock_left,
        len(deal.pile),
        len(list(laid_cards(deal))),
        match.deck.size - known,
        deal.rebuilt,
        blank,
    )


def refuted_after(action: a.Action) -> ClaimOutcome:
    return ClaimOutcome("refuted", msgspec.json.encode(action).decode(), Text("after it", "después de ella"))


def turns_follow_the_counts(context: Context) -> ClaimOutcome:
    """The counted turn holds of every turn that was played to its end, so it leaves none out that games have."""
    looked = 0
    instead = context.settings.draw.when == "if-nothing-laid"
    for steps in played(context):
        begun: tuple[MatchState, int] | None = None
        drawn, bought = [0, 0], False
        for before, action, after in steps:
            was, now = before.deal, after.deal
            if was is None or now is None or now.phase == "over" or was.spread is not None:
                begun = None
                continue
            if begun is None and (was.phase == "draw" or (instead and was.turn == type(was.turn)())):
                begun, drawn, bought = (before, was.to_move), [0, 0], False
            if begun is None:
                continue
            if isinstance(action, a.Draw):
                drawn[action.source == "discard"] += now.hands[was.to_move].size - was.hands[was.to_move].size
            bought = bought or isinstance(action, a.Buy)
            if isinstance(action, (a.Knock, a.Drop)):
                begun = None
            elif now.to_move != begun[1]:
                looked += 1
                one, two = counts_of(begun[0], begun[1], 0), counts_of(after, begun[1], 0)
                discarded = int(isinstance(action, a.Discard))
                turn = Turn(drawn[0], drawn[1], two.table - one.table, discarded, two.rebuilt > one.rebuilt, bought)
                blank = int(turn.laid == 0 and one.stock <= context.settings.stock.left)
                told = is_turn(one, turn, two._replace(blank=blank), context.settings)
                if not told or not keeps_the_hand(one, turn, two):
                    return refuted_after(action)
                begun = None
    return proved(f"{looked} turns of played deals follow the counts", f"{looked} turnos jugados siguen las cuentas",
                  sample(looked, "turns of played deals", "turnos de manos jugadas"))  # fmt: skip
