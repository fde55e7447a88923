"""A player's first melding in a deal: what it must be worth, and what counts toward it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from meldproof.cards import Card, Meld
from meldproof.messages import language, say
from meldproof.playing.faults import refuse
from meldproof.playing.state import DealState, MatchState
from meldproof.rules.demands import meets_any
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.demand_words import said_demands


def closes_with(match: MatchState, left: int) -> bool:
    """Whether a hand of so many cards left can close in this turn."""
    terms = match.settings.discard
    if not terms.each_turn or terms.to_close == "forbidden":
        return left == 0
    return left == 1 if terms.to_close == "required" else left <= 1


def opening_due(match: MatchState, deal: DealState) -> int:
    """The points that the mover's opening needs; where hidden hands decide that, the fewest that it may need."""
    terms = match.settings.opening
    if unknown_opening(match, deal.to_move):
        return min(points for _, points in terms.points.pairs)
    scores = deal.start_scores
    score = max(scores) if terms.whose_score == "anyone" else scores[deal.to_move]
    return terms.points.at(score)


def unknown_opening(match: MatchState, player: int) -> bool:
    """Whether what a player's opening needs depends on a score that is not known."""
    terms = match.settings.opening
    unsure = any(match.unsure) if terms.whose_score == "anyone" else bool(match.unsure) and match.unsure[player]
    return unsure and len(terms.points.pairs) > 1


def opening_points(match: MatchState, one: Meld) -> int:
    """What a meld counts toward an opening."""
    suits = [slot.as_suit for slot in one.slots]
    repeats = one.kind == "set" and len(set(suits)) < len(suits)
    if repeats and not match.settings.opening.repeated_suits:
        return 0
    return points_of_meld(one, point_tables(match.settings).opening)


def check_opening(
    match: MatchState, deal: DealState, melds: Sequence[Meld], *, closing: bool, own: bool = False
) -> None:
    """Points and demands of the melds laid together (`own`: of those that the turn leaves on the table)."""
    terms = match.settings.opening
    if closing and not terms.binds_closing:
        return
    due, points = opening_due(match, deal), sum(opening_points(match, one) for one in melds)
    if points < due:
        said = say("these melds count {points}; an opening needs {due}", points=points, due=due)
        if own:
            said = say(
                "melds wholly of this turn's own cards count {points} on the table; an opening needs {due}",
                points=points,
                due=due,
            )
        raise refuse(match, "opening.points", said)
    if sum(_is_pure_run(one) for one in melds) < terms.pure_runs:
        raise refuse(
            match,
            "opening.pure_runs",
            say("an opening needs {pure_runs} runs without wilds", pure_runs=terms.pure_runs),
        )
    if not meets_any(melds, terms.melds, match.settings):
        raise refuse(
            match, "opening.melds", say("the opening must hold {melds}", melds=said_demands(terms.melds, language()))
        )


def check_own_opening(
    match: MatchState, deal: DealState, final: Sequence[Meld], laid: Counter[Card], *, closing: bool
) -> None:
    """An opening at a table that may be rearranged: melds of the final table made wholly of the turn's hand cards."""
    terms = match.settings.opening
    if closing and not terms.binds_closing:
        return
    own = [one for one in final if not Counter(one.cards) - laid]
    whole = Counter(card for one in own for card in one.cards)
    if not whole - laid and all(opening_points(match, one) >= 0 for one in own):
        best = tuple(own)  # no choice among them is worth more than all together
    else:
        best = max(_own_melds(own, laid), key=lambda melds: _as_opening(match, deal, melds))
    check_opening(match, deal, best, closing=closing, own=True)
    if match.settings.layoff.start != "always" and not own:
        raise refuse(match, "layoff.start", say("the table is changed only from one's own first meld on"))


def _own_melds(melds: Sequence[Meld], laid: Counter[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that can all be made of these cards."""
    if not melds:
        yield ()
        return
    one, rest = melds[0], melds[1:]
    cards = Counter(one.cards)
    if not cards - laid:
        yield from ((one, *others) for others in _own_melds(rest, laid - cards))
    yield from _own_melds(rest, laid)


def _as_opening(match: MatchState, deal: DealState, melds: Sequence[Meld]) -> tuple[bool, int, int]:
    """What makes one choice of melds a better opening than another: that it is one, its points, how many they are."""
    points = sum(opening_points(match, one) for one in melds)
    terms = match.settings.opening
    pure = sum(_is_pure_run(one) for one in melds) >= terms.pure_runs
    held = pure and meets_any(melds, terms.melds, match.settings)
    return (points >= opening_due(match, deal) and held, points, len(melds))


def _is_pure_run(one: Meld) -> bool:
    return one.kind == "run" and not any(slot.wild for slot in one.slots)
