"""A deal's score from its end alone: who closed, what is left in the hands, what was melded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from meldproof.arranging.tables import read_meld
from meldproof.cards import Card, canonical
from meldproof.errors import ProblemError
from meldproof.messages import say, say_number
from meldproof.notation import parse_cards
from meldproof.playing.closing import hand_points
from meldproof.playing.closing_melds import pairs_asked, read_shown
from meldproof.playing.dealing import check_known
from meldproof.playing.faults import IllegalAction
from meldproof.playing.knocking import broken_limit, loosest_limits
from meldproof.playing.scoring import ScoreLine, finish_deal, score_deal, totals
from meldproof.playing.state import DealState, Hand, Lying, MatchState, Spread, Turn, check_player, in_deal, new_match
from meldproof.playing.view import SeenMeld
from meldproof.variants.loading import Variant

NOBODY: Mapping[int, str] = MappingProxyType({})


class DealScore(msgspec.Struct, frozen=True):
    """What a deal brings: every point with its clause, and the sum for each player (None: cards are not known).

    `scores` are those of the match with it, `out` the players who are out, `winners` those who have won.
    """

    points: tuple[int | None, ...]
    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The score as a JSON object."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built


def score_of_end(
    variant: Variant,
    hands: Sequence[str | Iterable[str | Card] | None],
    *,
    closer: int | None,
    melds: Iterable[SeenMeld | tuple[str, int]],
    pairs: bool,
    unopened: Iterable[int] = (),
    at_once: bool = False,
    discard: str | None = None,
    before: Sequence[int] = (),
    deal_number: int | None = None,
    left: Mapping[int, str] = NOBODY,
) -> DealScore:
    """The score of a deal that ended so. Raises ProblemError for an end that can't be.

    `left` are the players who have left it, each with the parameter that says for what price.
    """
    variant.needs("scoring")
    match = new_match(variant.found(), len(hands), pairs=pairs, scores=_scores(before, len(hands)))
    match = in_deal(match, 1 if deal_number is None else deal_number)
    without = frozenset(unopened)
    for seat in without:
        check_player(seat, match.players, "unopened")
    if closer is not None:
        check_player(closer, match.players, "closer")
    held = tuple(Hand((), 1) if cards is None else Hand(canonical(_cards(match, cards))) for cards in hands)
    table = tuple(_lying(match, number, entry) for number, entry in enumerate(melds, 1))
    try:
        check_known(
            match, [card for hand in held for card in hand.cards] + [c for one in table for c in one.meld.cards]
        )
    except IllegalAction as error:
        raise ProblemError(str(error)) from None
    dropped = None if discard is None else _cards(match, discard)
    if dropped is not None and (closer is None or len(dropped) != 1):
        raise ProblemError(say("discard is the one card with which somebody closed"))
    knocks = match.settings.close.by == "knock"
    _check_left(match, left, closer)
    if closer is not None and len(left) < match.players - 1:
        _check_closed(match, held[closer], knocks=knocks)
    shows = knocks and closer is not None and len(left) < match.players - 1
    spreads = [Spread(seat, (), hand.cards) for seat, hand in enumerate(held)] if shows else []
    deal = DealState(
        dealer=0,
        hands=held,
        stock=None,
        stock_left=0,
        pile=(),
        table=table,
        opened=tuple(seat not in without for seat in range(match.players)),
        laid=(not at_once,) * match.players,
        closing_discard=dropped[0] if dropped else None,
        turns=(1,) * match.players,
        to_move=0,
        phase="over",
        turn=Turn(),
        start_scores=match.scores,
        cut_bonus=(0,) * match.players,
        closer=closer,
        spread=spreads[closer] if spreads and closer is not None else None,
        left=tuple(left.get(seat, "") for seat in range(match.players)) if left else (),
        defences=tuple(spreads[seat] for seat in match.around(closer) if seat != closer and seat not in left)
        if spreads and closer is not None
        else (),
    )
    match = msgspec.structs.replace(match, deal=deal)
    lines = score_deal(match)
    after = finish_deal(match)
    out = tuple(seat for seat, gone in enumerate(after.out) if gone)
    return DealScore(totals(match, lines), lines, after.scores, out, after.winners)


def _check_left(match: MatchState, left: Mapping[int, str], closer: int | None) -> None:
    """Who has left is a player who did not close, and did it in a way that has a price."""
    for seat, name in left.items():
        check_player(seat, match.players, "left")
        if name not in ("drop.first", "drop.later", "close.wrong") or not match.variant.values.get(name):
            raise ProblemError(say("nobody leaves a deal by {name!r} here", name=str(name)[:40]))
    if left and (closer is None or closer in left):
        raise ProblemError(say("a deal that some have left is closed by somebody else"))


def read_left(text: str) -> tuple[int, str]:
    """`1: drop.first` as a player and the parameter that says for what price they left. Raises ProblemError."""
    seat, colon, name = text.partition(":")
    if not colon or not seat.strip().isdecimal():
        raise ProblemError(say("who has left is written PLAYER: PARAMETER, as in {example}", example="'1: drop.first'"))
    return int(seat), name.strip()


def read_laid(text: str) -> tuple[str, int]:
    """A meld and its owner, written as `0: 4s 5s 6s`."""
    owner, colon, cards = text.partition(":")
    if not colon or not owner.strip().isdecimal():
        raise ProblemError(say("{text!r}: write a meld with who laid it, as '0: 4s 5s 6s'", text=text[:60]))
    return cards, int(owner)


def read_scores(text: str) -> tuple[int, ...]:
    """Scores written in a row, as `100 35`."""
    try:
        return tuple(int(word) for word in text.replace(",", " ").split())
    except ValueError:
        raise ProblemError(say("{text!r}: write a score for each player, as '100 35'", text=text[:60])) from None


def _scores(before: Sequence[int], players: int) -> tuple[int, ...] | None:
    if before and len(before) != players:
        raise ProblemError(say("before: {number} scores for {players} players", number=len(before), players=players))
    return tuple(before) or None


def _cards(match: MatchState, cards: str | Iterable[str | Card]) -> list[Card]:
    return [token.card for token in parse_cards(cards, match.deck)]


def _check_closed(match: MatchState, hand: Hand, *, knocks: bool) -> None:
    """Who closed has laid all, who knocked has kept no more than a knock may."""
    if not knocks and hand.size:
        said = say_number(
            "who closes has laid every card; {number} is left",
            "who closes has laid every card; {number} are left",
            hand.size,
        )
        raise ProblemError(said)
    if not knocks:
        return
    broken = broken_limit(loosest_limits(match.settings), hand_points(match, hand.cards), hand.size)
    if broken is not None:
        raise ProblemError(broken[1])


def _lying(match: MatchState, number: int, entry: SeenMeld | tuple[str, int]) -> Lying:
    seen = entry if isinstance(entry, SeenMeld) else SeenMeld(*entry)
    where = say("meld {number}", number=number)
    cards = parse_cards(seen.cards, match.deck)
    if len(cards) == 2 and pairs_asked(match.settings):
        try:
            meld = read_shown(match, [seen.cards])[0]
        except IllegalAction as error:
            raise ProblemError(f"{where}: {error}") from None
    else:
        meld = read_meld(cards, match.variant, where)
    layers = seen.laid_by or (seen.owner,) * len(meld.slots)
    for seat in {seen.owner, *layers}:
        check_player(seat, match.players, where)
    if len(layers) != len(meld.slots):
        raise ProblemError(
            say(
                "{where}: {cards} cards, but {layers} players who laid them",
                where=where,
                cards=len(meld.slots),
                layers=len(layers),
            )
        )
    return Lying(meld, seen.owner, layers)
