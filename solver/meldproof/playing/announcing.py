"""What is told to the table: that a single card of the stock would let one close, a closing discard face down.

Whoever keeps silent is warned; no play is illegal for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from meldproof.arranging.hand.engine import with_all_laid
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import solve_met
from meldproof.cards import Card, canonical
from meldproof.checking.roles import can_be_wild
from meldproof.errors import EngineDeclined
from meldproof.messages import player_name, say
from meldproof.playing import actions as a
from meldproof.playing.from_when_on import may_close
from meldproof.playing.plan import (
    Table,
    closes,
    closing_discard,
    closing_problem,
    laid_to_close,
    touchable,
    turn_problem,
)
from meldproof.playing.prospects import may_be_melded, may_open
from meldproof.playing.state import DealState, MatchState, Turn
from meldproof.variants.vocabulary import Settings


class Watch:
    """Reads a game action by action, and says what should have been told and was not."""

    def __init__(self) -> None:
        self._due: dict[int, int] = {}
        """Who ended a turn owing an announcement, with the line of it; it may come until they play again."""

    def step(self, match: MatchState, after: MatchState, action: a.Action, line: int) -> list[str]:
        """The warnings that an action on a line of a log gives reason to."""
        found = [*self._silent(match, after, action), *_shown(match, after, action, line)]
        before, now = match.deal, after.deal
        passed = before is not None and now is not None and now.turns != before.turns and not isinstance(action, a.Deal)
        if passed and before is not None and must_announce(after, before.to_move):
            self._due[before.to_move] = line
        return found

    def _silent(self, match: MatchState, after: MatchState, action: a.Action) -> Iterator[str]:
        before, now = match.deal, after.deal
        for player, line in list(self._due.items()):
            said = now is not None and player in now.announced
            plays = before is not None and before.to_move == player and not isinstance(action, a.Announce)
            if said or plays or now is None or now.phase == "over":
                del self._due[player]
                if not said:
                    yield say(
                        "line {line}: {player} ended the turn one card away from closing, and did not announce it "
                        "[{clause}]",
                        line=line,
                        player=player_name(player),
                        clause=match.variant.provenance.get("close.announce", ""),
                    )


def _shown(match: MatchState, after: MatchState, action: a.Action, line: int) -> list[str]:
    """A closing discard that should lie face down."""
    now = after.deal
    closes = isinstance(action, a.Discard) and now is not None and now.closer is not None
    if not closes or not match.settings.discard.face_down or (isinstance(action, a.Discard) and action.face_down):
        return []
    clause = match.variant.provenance.get("discard.face_down", "")
    return [say("line {line}: the discard that closes lies face down [{clause}]", line=line, clause=clause)]


def must_announce(match: MatchState, player: int) -> bool:
    """Whether a card that may be in the stock, for all a player can see, would let them close in their next turn.

    Not where they have announced in this deal, nor after a knock; where their hand is hidden it can't be known, and
    nothing is due.
    """
    deal = match.deal
    if match.settings.close.announce == "none" or deal is None or deal.phase == "over" or player in deal.announced:
        return False
    if deal.hands[player].hidden or deal.spread is not None:
        return False
    theirs = _next_turn(deal, player)
    if not may_close(match, theirs):
        return False
    table = touchable(match, theirs)
    if match.settings.close.by == "empty-hand" and not _is_near(match, theirs, table):
        return False
    problem = closing_problem(match, theirs, table)
    return any(_would_close(_with(problem, card), deal.upcard) for card in _possible(match, theirs, problem))


def _with(problem: Problem, card: Card) -> Problem:
    """The problem of closing with a card more."""
    return replace(
        problem,
        hand=canonical((*problem.hand, card)),
        use=(*problem.use, *laid_to_close(problem.settings, [card])),
    )


def _possible(match: MatchState, deal: DealState, problem: Problem) -> Iterable[Card]:
    """The unseen cards that may close, whatever the opening asks: told of all of them without reading an answer."""
    unseen = _unseen(match, deal)
    if match.settings.close.by != "empty-hand":
        return unseen
    try:
        return with_all_laid(replace(problem, opening=None), unseen)
    except EngineDeclined:
        return _unseen(match, deal)


def _would_close(problem: Problem, upcard: Card | None) -> bool:
    """Asked first for the opening alone, then without it: that is far cheaper, and mostly answers it."""
    if problem.opening is not None:
        alone = replace(problem, table=(), discard="none", objective=("melded_points",))
        if problem.opening.own_cards and not (may_open(alone) and solve_met(alone) is not None):
            return False
        if closes(replace(problem, opening=None), upcard) is None:
            return False
    return closes(problem, upcard) is not None


def _next_turn(deal: DealState, player: int) -> DealState:
    """The table as it is, with the player to move."""
    turns = tuple(number + (seat == player) for seat, number in enumerate(deal.turns))
    return replace(deal, to_move=player, phase="play", turn=Turn(), turns=turns)


def _unseen(match: MatchState, deal: DealState) -> Iterator[Card]:
    seen = Counter((*deal.hands[deal.to_move].cards, *deal.pile))
    seen.update(card for lying in deal.table for card in lying.meld.cards)
    return (card for card in match.deck.kinds() if match.deck.copies_of(card) > seen[card])


def _lonely(match: MatchState, deal: DealState) -> int:
    """How many cards of a hand can't be laid for certain, whatever single card comes: nothing there is near them.

    A meld of three or more with one of them and the card that comes holds another card of the hand or of the table: of
    the same rank, or of the same suit and at most two ranks away.
    """
    s, hand = match.settings, deal.hands[deal.to_move].cards
    if min(s.run.min, s.set.min) < 3 or any(can_be_wild(card, s) for card in hand):
        return 0
    there = {(s.rank_at(slot.place), slot.as_suit) for lying in deal.table for slot in lying.meld.slots}
    count = 0
    for number, card in enumerate(hand):
        others = [(other.rank, other.suit) for at, other in enumerate(hand) if at != number]
        count += not any(_are_near(card, rank, suit, s) for rank, suit in (*others, *there))
    return count


def _are_near(card: Card, rank: int, suit: int, s: Settings) -> bool:
    ranks = len(s.deck.ranks)
    apart = abs(card.rank - rank)
    return apart == 0 or (min(apart, ranks - apart) <= 2 and (card.suit == suit or s.run.suit == "any"))


def _is_near(match: MatchState, deal: DealState, table: Table) -> bool:
    """Whether so much of the hand can be laid already that a single card may do the rest.

    Without that card the melds that it was not in still stand, and of the one that it was in whatever is no meld by
    itself is left over: of a run two pieces shorter than a run, or pieces of wilds alone. That is not so where the card
    may free others: on a table that may be rearranged nothing is ruled out.
    """
    s, hand = match.settings, deal.hands[deal.to_move].cards
    if table and s.table.rearrange != "none":
        return True
    if _lonely(match, deal) > (closing_discard(s) != "none"):
        return False
    if not _pieces_stand(s):
        return True
    wilds = sum(can_be_wild(card, s) for card in hand)
    most = 1 + max(2 * (s.run.min - 1), s.set.min - 1) + wilds
    if len(hand) <= most:
        return True
    near = may_be_melded(s, (*hand, *(card for _, meld in table for card in meld.cards)))
    if sum(card not in near for card in hand) > most:
        return False
    answer = solve_met(turn_problem(match, deal, ("deadwood_cards",), table=table, discard="none"), "fast")
    return answer is None or answer.figures.deadwood_cards <= most


def _pieces_stand(s: Settings) -> bool:
    """Whether a part of a meld, long enough and with a natural in it, is a meld again."""
    kinds = (s.set, s.run)
    return (
        not s.set.repeat_sizes
        and s.run.wilds.at_ends
        and all(k.naturals.min <= 1 and k.wilds.balance == "any" for k in kinds)
    )
