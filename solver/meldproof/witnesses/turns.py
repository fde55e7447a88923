"""The smallest play on which two variants differ: a search from small situations, step by step.

What it doesn't find may still be there: that no play was found proves nothing, and is never called a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.state import MatchState
from meldproof.variants.loading import Variant
from meldproof.witnesses.clocks import Clock
from meldproof.witnesses.questions import PlayCase, ScoreCase, ask, start
from meldproof.witnesses.situations import Base, between, deals, finished, rarer, rounds, turns

MOST_STATES = 60
"""States that a search from one situation visits."""


class TurnSearch:
    """Questions about play that tell variants from one original; what the original answers is kept."""

    def __init__(self, original: Variant) -> None:
        self.original = original
        self.bases: Sequence[Base] = [
            *deals(original), *turns(original), *rounds(original), *rarer(original), *between(original),
        ]  # fmt: skip
        self.scores: Sequence[ScoreCase] = sorted(dict.fromkeys(finished(original)), key=_score_size)

    def legal_action(self, other: Variant, clock: Clock) -> PlayCase | None:
        """The first action that only one of the two allows; None if none was found in time."""
        for base in self.bases:
            if clock.is_up():
                return None
            if found := _differing_action(base, self.original, other):
                return found
        return None

    def score(self, other: Variant, clock: Clock) -> ScoreCase | None:
        """The first finished deal that the two score differently; None if none was found in time."""
        for case in self.scores:
            if clock.is_up():
                return None
            mine, theirs = ask(case, self.original), ask(case, other)
            if mine is not None and theirs is not None and mine != theirs:
                return case
        return None

    def number(self) -> int:
        """How many situations and finished deals are looked at."""
        return len(self.bases) + len(self.scores)


def _score_size(case: ScoreCase) -> tuple[object, ...]:
    cards = sum(len(text.split()) for text in case.hands)
    odd = (case.cut is not None, case.deal != 2, any(case.scores), case.closer is None)
    return len(case.hands), *odd, cards + len(case.table), sum(map(abs, case.scores))


def _differing_action(base: Base, one: Variant, other: Variant) -> PlayCase | None:
    """Breadth first: an action that one allows and the other doesn't; else on with those that both allow."""
    frontier = [base]
    visited = 0
    for depth in range(base.depth + 1):
        following: list[Base] = []
        for place in frontier:
            visited += 1
            if visited > MOST_STATES:
                return None
            actions = [_options(place, variant) for variant in (one, other)]
            if actions[0] is None or actions[1] is None:
                continue
            for action in dict.fromkeys([*actions[0], *actions[1]]):
                case = PlayCase(action, place.players, place.pairs, place.scores, place.situation, place.steps)
                mine, theirs = ask(case, one), ask(case, other)
                if mine is None or theirs is None:
                    continue
                if mine != theirs:
                    return case
                if mine["legal"] and depth < base.depth and not isinstance(action, a.Announce):
                    following.append(msgspec.structs.replace(place, steps=(*place.steps, action)))
        frontier = following
    return None


@lru_cache(maxsize=8192)
def _options_of(place: Base, held: _Held) -> tuple[a.Action, ...] | None:
    try:
        match = _state(place, held.variant)
        listed = () if match is None else legal_actions(match, None)
    except (MeldproofError, EngineDeclined, IllegalAction):
        return None
    return tuple(dict.fromkeys([*listed, *place.also, *(_always(match) if match is not None else ())]))


class _Held:
    """A variant as part of a key: all with equal settings are one."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.variant.settings == other.variant.settings

    def __hash__(self) -> int:
        return hash(self.variant.settings)


def actions_at(place: Base, variant: Variant) -> tuple[a.Action, ...]:
    """The actions to try at a place, legal or not."""
    return _options(place, variant) or ()


def _options(place: Base, variant: Variant) -> tuple[a.Action, ...] | None:
    """The legal actions that can be listed, the situation's own, and what could be tried in any; None: no state."""
    return _options_of(place, _Held(variant))


def _state(place: Base, variant: Variant) -> MatchState | None:
    """The state at a place; None before a deal of a number of players that the variant isn't for."""
    case = PlayCase(a.Pass(), place.players, place.pairs, place.scores, place.situation, place.steps)
    try:
        match = start(case, variant)
    except MeldproofError:
        if place.situation is None and not place.steps:
            return None
        raise
    for step in place.steps:
        match = apply(match, step)
    return match


def _always(match: MatchState) -> Iterator[a.Action]:
    """Actions to try in any state, legal or not."""
    deal = match.deal
    if deal is None:
        return
    yield from (a.Draw(), a.Draw(source="discard"), a.Draw(source="discard", count=2), a.Pass(), a.EndTurn())
    hand = [card_text(card, match.deck) for card in sorted(set(deal.hands[deal.to_move].cards))]
    if not hand and deal.phase == "play":
        hand = [card_text(card, match.deck) for card in list(match.deck.kinds())[2:3]]
    for card in hand[:3]:
        yield a.Discard(card=card)
        if len(hand) == 1:
            yield a.Discard(card=card, face_down=True)
    if deal.for_sale:
        yield from (a.Buy(player=seat) for seat in match.around(deal.to_move))
    if match.settings.drop.first or match.settings.drop.later:
        yield a.Drop()
    yield a.Announce()
    yield a.Rebuild()
