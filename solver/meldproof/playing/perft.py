"""Perft: how many complete legal turns there are from a position, as numbers to compare implementations by.

Two turns are the same if they leave the same hand, table and discard. Melds and lay-offs are counted by what they
leave, not by the order they were laid in; where the table may be rearranged, distinct final tables are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from meldproof.arranging.columns import Item, Maker
from meldproof.arranging.limits import OutOfTime, Watch, check_end, deadline_after, ending, soonest
from meldproof.arranging.lying import LyingKey, lying_key
from meldproof.cards import Card, Meld
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply, step
from meldproof.playing.moves import LegalActions, lay_offs, legal_actions, new_melds, turn_ends
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, MatchState

MOST_TURNS = 200_000
"""Turns after which counting stops with a clear error."""


class Perft(msgspec.Struct, frozen=True):
    """The count of a position, and its parts by first action (the divide view).

    Where time ran out it is not `complete`: the numbers are of those counted by then.
    """

    turns: int
    divide: dict[str, int]
    complete: bool = True


def perft(match: MatchState, timeout: float | None = None) -> Perft:
    """The distinct complete turns from a state, those found in `timeout` seconds if it is given.

    Raises ProblemError where there are too many.
    """
    deal = match.deal
    assert deal is not None
    ends: dict[str, set[object]] = {}
    complete = False
    with ending(deadline_after(timeout)), suppress(OutOfTime):
        if deal.phase == "play":
            ends["play"] = set()
            ends["play"].update(key for key, _ in turns_from(match))
        for action in _all_of(legal_actions(match, None)) if deal.phase != "play" else ():
            check_end()
            if isinstance(action, a.Rebuild):
                continue  # a draw from a stock used up is one of the stock rebuilt
            after = apply(match, action)
            found = ends[msgspec.json.encode(action).decode()] = set()
            plays = after.deal is not None and after.deal.phase == "play"
            found.update((key for key, _ in turns_from(after)) if plays else [("passed",)])
        complete = True
    divide = {name: len(found) for name, found in ends.items()}
    return Perft(sum(divide.values()), divide, complete)


def turns_from(match: MatchState) -> Iterator[tuple[object, MatchState]]:
    """Every complete rest of a turn: what it leaves (table, discard, knock), some of them several times; the state.

    Raises ProblemError where there are too many.
    """
    seen: set[object] = set()
    frontier = [match]
    while frontier:
        check_end()
        now = frontier.pop()
        deal = now.deal
        assert deal is not None
        key = _key(deal)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST_TURNS:
            raise ProblemError(say("more than {most_turns} turns: perft is for small positions", most_turns=MOST_TURNS))
        yield from _ends(now, deal, key)
        for after in _laid(now, deal):
            if after.deal is not None and after.deal.phase == "play":
                frontier.append(after)
            elif after.deal is not None:
                yield ("closed", _key(after.deal)), after


def _key(deal: DealState) -> tuple[object, ...]:
    table = tuple(sorted((repr(lying_key(lying.meld)), lying.owner) for lying in deal.table))
    return (deal.hands[deal.to_move].cards, table, deal.turn.entry, deal.turn.freed, deal.turn.fault is None)


def _laid(match: MatchState, deal: DealState) -> list[MatchState]:
    hand = Counter(deal.hands[deal.to_move].cards)
    actions: list[a.Action] = [*new_melds(match, deal, hand), *lay_offs(match, deal, hand)]
    if match.settings.table.rearrange != "none":
        tables = final_tables(match, deal)
        actions = [a.Rearrange(table=tuple(text_of(match, meld) for meld in table)) for table in tables]
    if match.settings.exchange.cards != "none":
        names = [card_text(card, match.deck) for card in sorted(hand)]
        actions += [a.Exchange(meld=n, card=name) for n in range(len(deal.table)) for name in names]
    found = []
    for action in actions:
        try:
            after = step(match, action)
        except IllegalAction:
            continue
        turn = None if after.deal is None else after.deal.turn
        if turn is not None and (turn.fault is None or turn.table is None):  # what mends a table is a table of its own
            found.append(after)
    return found


def _ends(match: MatchState, deal: DealState, key: object) -> Iterator[tuple[object, MatchState]]:
    """The ends of a turn from here; a draw is one where it stands in for laying, of the stock rebuilt if need be."""
    for action in _all_of(turn_ends(match)):
        if not isinstance(action, (a.Pass, a.Rebuild)):
            yield (key, msgspec.json.encode(action)), apply(match, action)


def _all_of(actions: LegalActions) -> LegalActions:
    """The actions, if they are all there are: a count of some of them would be no count."""
    if actions.capped:
        raise OutOfTime
    return actions


def final_tables(match: MatchState, deal: DealState) -> Iterator[tuple[Meld, ...]]:
    """Every partition into legal melds of all of the table's cards and at least one of the hand's."""
    table = Counter(card for lying in deal.table for card in lying.meld.cards)
    hand = Counter(deal.hands[deal.to_move].cards)
    total = table + hand
    items = [Item(card, count, True, count) for card, count in sorted(total.items())]
    melds: dict[LyingKey, Meld] = {}
    for candidate in Maker(items, match.settings, watch=Watch(soonest(None))).melds():
        melds.setdefault(lying_key(candidate.meld), candidate.meld)
    ordered = sorted(melds.values())
    yield from _partitions(ordered, total, table, (), 0)


def _partitions(
    melds: list[Meld], left: Counter[Card], owed: Counter[Card], chosen: tuple[Meld, ...], start: int
) -> Iterator[tuple[Meld, ...]]:
    check_end()
    if chosen and not owed:
        yield chosen
    for number in range(start, len(melds)):
        cards = Counter(melds[number].cards)
        if not cards - left:
            yield from _partitions(melds, left - cards, owed - cards, (*chosen, melds[number]), number)
