"""Rearranging the table as one action: the table afterwards is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldproof.arranging.lying import lying_key
from meldproof.cards import Card, Meld
from meldproof.messages import say
from meldproof.notation import cards_text
from meldproof.playing.actions import Rearrange
from meldproof.playing.faults import refuse
from meldproof.playing.laying import after_laying, rearranges
from meldproof.playing.reading import read_melds
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.playing.table_end import cards_on
from meldproof.playing.turns import in_play


def rearrange(match: MatchState, action: Rearrange) -> MatchState:
    """The table becomes what the action says; whether the turn may end so is judged when it ends."""
    deal = in_play(match, "play")
    if not rearranges(match):
        raise refuse(match, "table.rearrange", say("the table is not rearranged"))
    there = {lying_key(lying.meld) for lying in deal.table}
    final = read_melds(match, action.table, lambda one: lying_key(one) in there)
    before = cards_on(deal.table)
    after = Counter(card for one in final for card in one.cards)
    if missing := before - after:
        raise refuse(
            match,
            "table.rearrange",
            say("{elements} must stay on the table", elements=cards_text(missing.elements(), match.deck)),
        )
    laid = list((after - before).elements())
    return after_laying(match, deal, _lying(deal, final, deal.to_move), laid, new_meld=True)


def _lying(deal: DealState, final: Sequence[Meld], player: int) -> tuple[Lying, ...]:
    """Who laid what: cards keep their layer (copies in the order they lay), new ones are the player's."""
    layers: dict[Card, list[int]] = {}
    owners = {lying_key(lying.meld): lying.owner for lying in deal.table}
    for lying in deal.table:
        for slot, who in zip(lying.meld.slots, lying.layers, strict=True):
            layers.setdefault(slot.card, []).append(who)
    return tuple(
        Lying(
            one,
            owners.get(lying_key(one), player),
            tuple(layers[slot.card].pop(0) if layers.get(slot.card) else player for slot in one.slots),
        )
        for one in final
    )
