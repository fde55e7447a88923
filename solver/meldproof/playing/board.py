"""A game to play on: `Game` deals, lists what is legal, applies what is chosen, and keeps the log."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError, RefusedAction
from meldproof.messages import say
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction, UnclearAction
from meldproof.playing.game import apply
from meldproof.playing.heading import header_of
from meldproof.playing.moves import LegalActions, legal_actions
from meldproof.playing.scoring import ScoreLine, score_deal
from meldproof.playing.shuffling import needs_rebuilding, shuffled_deal, shuffled_stock
from meldproof.playing.state import DealState, MatchState, Phase, check_player, new_match
from meldproof.playing.view import View, view_of
from meldproof.variants.loading import Variant

Written = a.Action | Mapping[str, Any]
"""An action, or the object that it is in a log."""


class Game:
    """A match in play: chance is the seed's, all else is chosen action by action.

    The first deal is dealt. A game is changed by `apply` and by `undo` only; `copy` is cheap, as what was is shared.
    """

    __slots__ = ("_actions", "_marks", "_match", "seed")

    def __init__(self, match: MatchState, seed: int = 0) -> None:
        self._match = match
        self._actions: tuple[Any, ...] = ()
        """The log as a chain: what came before, and the last action."""
        self._marks: tuple[Any, ...] = ()
        """What `undo` goes back to, as a chain: what came before, the state, the log."""
        self.seed = seed

    @classmethod
    def new(
        cls,
        variant: str | Path | Variant,
        players: int | None = None,
        seed: int = 0,
        *,
        dealer: int = 0,
        pairs: bool = False,
        readings: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
    ) -> Game:
        """A new match with its first deal dealt; the same for the same seed. `dealer` deals first.

        `players` are as few as the variant takes, if nothing is said. Raises ProblemError for a variant whose play or
        scoring is not encoded, by name, and for players that it is not for.
        """
        from meldproof import variant as found

        rules = found(variant, readings=readings, settings=settings)
        rules.needs("play", "scoring")
        game = cls(new_match(rules, rules.settings.players.min if players is None else players, pairs=pairs), seed)
        game.apply(shuffled_deal(game._match, dealer, game._chance("deal", 0)))
        game._marks = ()
        return game

    # what is so

    @property
    def variant(self) -> Variant:
        return self._match.variant

    @property
    def players(self) -> int:
        return self._match.players

    @property
    def state(self) -> MatchState:
        """The match as a frozen record, hidden cards included."""
        return self._match

    @property
    def to_move(self) -> int | None:
        """Whose decision it is; None between deals and when the match is over."""
        deal = self._deal
        return None if deal.phase == "over" else deal.to_move

    @property
    def phase(self) -> Phase:
        """What is to be done: "offer" (take the card turned up, or pass), "draw", "play", "defend"; or "over"."""
        return self._deal.phase

    @property
    def score(self) -> tuple[int, ...]:
        """Each player's points in the match, of the deals that are over."""
        return self._match.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the match; empty while it goes on."""
        return self._match.winners

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self._match.winners)

    def deal_score(self) -> tuple[ScoreLine, ...]:
        """Every point of the deal that is over, with its clause; none while it goes on."""
        return score_deal(self._match) if self._deal.phase == "over" else ()

    def view(self, player: int) -> View:
        """What a player can see: their own hand and what lies open, no hidden card."""
        check_player(player, self.players, "player")
        return view_of(self._match, self._deal, player)

    # what may be done

    def legal_actions(self) -> LegalActions:
        """The legal actions, in a fixed order: draws, passes, discards, exchanges, ends; new melds and lay-offs.

        Complete but for these: a knock is listed once for each discard, a defence once, with the melds (and lay-offs)
        that leave least; of the openings of several melds there are at most `MOST_OPENINGS`, and where that, or the
        seconds that listing may take, cut the list short it is `capped`; rearranged tables are not listed, nor
        announcements. What is left out may be legal: `is_legal` tells. An action after which the turn could not be
        ended is not listed, though its own line of a log be legal. Between deals there is one action, the next deal;
        there is none when the match is over.
        """
        if self._deal.phase == "over":
            return LegalActions(() if self.is_over else (self._next_deal(),))
        return legal_actions(self._match)

    def is_legal(self, action: Written) -> bool:
        """Whether an action is legal, listed or not."""
        try:
            self._after(self._read(action))
        except IllegalAction:
            return False
        return True

    def apply(self, action: Written) -> None:
        """Play an action, written as a record or as the object that it is in a log.

        A draw from a stock that is used up first has it rebuilt, by the seed. Raises RefusedAction, with the rule and
        the clause that it breaks, and ProblemError for what is no action; then nothing has changed.
        """
        read = self._read(action)
        try:
            found, match = self._after(read)
        except UnclearAction as error:
            raise ProblemError(str(error)) from None
        except IllegalAction as error:
            fault = error.fault
            said = f"{fault.message} [{fault.clause}]" if fault.clause else fault.message
            raise RefusedAction(said, fault.rule, fault.clause) from None
        self._marks = (self._marks, self._match, self._actions)
        for one in found:
            self._actions = (self._actions, one)
        self._match = match

    def undo(self) -> None:
        """Take back the last action. Raises ProblemError where none was played."""
        if not self._marks:
            raise ProblemError(say("there is no action to take back"))
        self._marks, self._match, self._actions = self._marks

    def copy(self) -> Game:
        """Another game in the same state, which goes on by itself."""
        other = Game(self._match, self.seed)
        other._actions, other._marks = self._actions, self._marks
        return other

    # the log

    @property
    def actions(self) -> tuple[a.Action, ...]:
        """All that was done so far, deals included."""
        found: list[a.Action] = []
        chain = self._actions
        while chain:
            chain, action = chain
            found.append(action)
        return tuple(reversed(found))

    def to_log(self) -> str:
        """The game as a log: JSON lines, which `meldproof referee` and `meldproof.referee` take."""
        lines = [header_of(self._match, self.seed), *self.actions]
        return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)

    def __repr__(self) -> str:
        return f"<Game {self.variant.id}, deal {self._match.deals}, {self.phase}, score {self.score}>"

    # inside

    @property
    def _deal(self) -> DealState:
        deal = self._match.deal
        assert deal is not None
        return deal

    def _chance(self, what: str, number: int) -> random.Random:
        """Chance for one purpose: the same however often it is asked, and whatever else was asked before."""
        return random.Random(f"meldproof {self.seed} {what} {number}")

    def _next_deal(self) -> a.Deal:
        match = self._match
        return shuffled_deal(match, match.next_dealer or 0, self._chance("deal", match.deals))

    def _after(self, action: a.Action) -> tuple[tuple[a.Action, ...], MatchState]:
        """What an action comes to, a rebuilt stock before it included, and the state then."""
        match, deal = self._match, self._match.deal
        if deal is not None and deal.phase != "over":
            if type(action) is a.Rebuild and action.stock is None:
                action = self._rebuild(match, deal)
            elif type(action) is a.Draw and action.source == "stock" and needs_rebuilding(match, deal):
                rebuild = self._rebuild(match, deal)
                return (rebuild, action), apply(apply(match, rebuild), action)
        return (action,), apply(match, action)

    def _rebuild(self, match: MatchState, deal: DealState) -> a.Rebuild:
        return shuffled_stock(match, deal, self._chance(f"stock of deal {match.deals}", deal.rebuilt))

    @staticmethod
    def _read(action: Written) -> a.Action:
        if isinstance(action, a.Action):
            return action
        try:
            read: a.Action = msgspec.convert(action, a.Action)
        except msgspec.ValidationError as error:
            raise ProblemError(
                say(
                    'no action: {error}; an action is like {{"action":"draw","from":"stock"}}',
                    error=borrowed(error),
                )
            ) from None
        return read
