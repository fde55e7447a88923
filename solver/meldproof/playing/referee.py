"""The referee: replays a game log, stops at the first illegal action, or gives the scores with every point cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldproof.arranging.limits import OutOfTime, deadline_after, ending, part_of
from meldproof.errors import MeldproofError, ProblemError
from meldproof.inputs import read_text
from meldproof.messages import noted, player_name, say
from meldproof.playing import actions as a
from meldproof.playing.advice import best_rest
from meldproof.playing.announcing import Watch
from meldproof.playing.buying import purchases
from meldproof.playing.faults import Fault, IllegalAction, UnclearAction
from meldproof.playing.game import apply, score
from meldproof.playing.heading import Header as Header
from meldproof.playing.heading import decoded, start
from meldproof.playing.moves import legal_actions
from meldproof.playing.opening import unknown_opening
from meldproof.playing.scoring import ScoreLine
from meldproof.playing.state import MatchState, Turn
from meldproof.variants.loading import Variant

MOST_OF_A_KIND = 4
"""Legal alternatives of one kind that are shown."""
LONGEST_SEARCH = 2.0
"""Seconds for which legal alternatives are sought, the best one for half of them."""


class DealReport(msgspec.Struct, frozen=True):
    """A finished deal: how it ended, every point with its clause."""

    number: int
    ended: str
    closer: int | None
    lines: tuple[ScoreLine, ...]


class RefereeReport(msgspec.Struct, frozen=True):
    """A refereed game. `line` and `fault` say where the first illegal action is, `legal` what would have been legal.

    `legal` holds a few actions of every kind that there is, or not of `all_kinds`, where not all could be listed.
    """

    variant: str
    actions: int
    legal_game: bool
    line: int | None
    fault: Fault | None
    legal: tuple[dict[str, Any], ...]
    deals: tuple[DealReport, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    warnings: tuple[str, ...]
    unjudged: tuple[str, ...]
    all_kinds: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `meldproof referee --json`."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built


_ACTIONS = msgspec.json.Decoder(a.Action)


def read_log(path: Path) -> list[str]:
    """The lines of a log. Raises ProblemError with one clear line."""
    return read_text(path, say("game log")).splitlines()


def lines_of(log: str | Path | Iterable[str | Mapping[str, Any]]) -> list[str]:
    """The lines of a log, from a file's path, a text of JSON lines, or the lines one by one, texts or objects.

    Raises ProblemError for a file that can't be read, and for what is no line.
    """
    if isinstance(log, Path):
        return read_log(log)
    if isinstance(log, str):
        lines = log.splitlines()
        is_path = len(lines) == 1 and not log.lstrip().startswith("{")
        return read_log(Path(log)) if is_path else lines
    if not isinstance(log, Iterable) or isinstance(log, (bytes, Mapping)):
        raise ProblemError(
            say(
                "a game log is a file's path, a text of JSON lines, or its lines one by one, not {what}",
                what=type(log).__name__,
            )
        )
    return [_line(number, line) for number, line in enumerate(log, 1)]


def _line(number: int, line: object) -> str:
    if isinstance(line, str):
        return line
    try:
        return msgspec.json.encode(line).decode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ProblemError(say("line {number}: {error}", number=number, error=error)) from None


def referee(
    variant: Variant | None,
    lines: Iterable[str],
    *,
    spec_path: Sequence[str | Path] = (),
    advance: Callable[[int], None] = lambda done: None,
) -> RefereeReport:
    """Judge a log, by the readings and settings of its first line and those of `variant`, which win where they differ.

    None takes the variant that the log names. Raises ProblemError for a line that is no action, or not written so that
    it can be judged, naming it.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise ProblemError(say("the log is empty; its first line names the variant and the players"))
    match, warnings = start(variant, *numbered[0], spec_path)
    deals: list[DealReport] = []
    unjudged: dict[str, None] = {}
    watch = Watch()
    done, before = 0, match
    for number, line in numbered[1:]:
        action = read_action(number, line)
        if only_says_the_end(before, match, action):
            done, before = done + 1, match
            continue
        if isinstance(action, a.Deal) and match.unsure and match.settings.match.end == "elimination":
            unjudged[say("line {number} and what follows: hidden hands decide who is still in", number=number)] = None
            break
        try:
            after = apply(match, action)
        except UnclearAction as error:
            raise ProblemError(say("line {number}: {error}", number=number, error=error), line=number) from None
        except IllegalAction as error:
            could, complete = _could(match)
            shown = tuple(msgspec.to_builtins(option) for option in could)
            return RefereeReport(
                match.variant.id, done, False, number, error.fault, shown, tuple(deals), match.scores, (),
                tuple(warnings), tuple(unjudged), complete,
            )  # fmt: skip
        done += 1
        advance(done)
        unjudged.update(dict.fromkeys(_not_judged(match, after, action)))
        warnings += watch.step(match, after, action, number)
        before, match = match, after
        if match.deal is not None and match.deal.phase == "over":
            deals.append(DealReport(match.deals, match.deal.ended, match.deal.closer, score(match)))
    unjudged.update(dict.fromkeys(_left_open(match)))
    return RefereeReport(
        match.variant.id, done, True, None, None, (), tuple(deals), match.scores, match.winners, tuple(warnings),
        tuple(unjudged),
    )  # fmt: skip


def only_says_the_end(before: MatchState, match: MatchState, action: a.Action) -> bool:
    """Whether an `end` follows the play that closed the deal: the turn is over without it."""
    if not isinstance(action, a.EndTurn) or match.deal is None or match.deal.phase != "over":
        return False
    closed = before.deal is not None and before.deal.phase == "play" and match.deal.closer == before.deal.to_move
    return closed and before is not match and action.player in (None, match.deal.closer)


def _left_open(match: MatchState) -> Iterator[str]:
    """What a log that breaks off could not be judged for."""
    deal = match.deal
    if deal is None or deal.phase == "over":
        return
    if deal.phase == "play" and (deal.turn != Turn() or match.settings.draw.when == "every-turn"):
        yield say("turn still open: how the table, and what is owed, stand when it ends")
    yield say("the last deal is not over: it has no score yet")


def read_action(number: int, line: str) -> a.Action:
    """The action that a line is. Raises ProblemError naming the line."""
    like = noted('line {number}: {error}; an action is like {{"action":"draw","from":"stock"}}')
    return decoded(number, line, _ACTIONS, like)


def _could(match: MatchState) -> tuple[tuple[a.Action, ...], bool]:
    """What would have been legal: the best of it, if it is known, and a few of every kind; whether of all kinds."""
    deadline = deadline_after(LONGEST_SEARCH)
    try:
        with ending(deadline):
            best, listed = _best(match, part_of(deadline, 1 / 2)), legal_actions(match)
            best = (*best, *purchases(match))
    except MeldproofError:
        return (), False
    kinds: dict[object, list[a.Action]] = {}
    for action in (*best, *listed):
        kind = kinds.setdefault((type(action), getattr(action, "source", "")), [])
        if action not in kind and len(kind) < MOST_OF_A_KIND:
            kind.append(action)
    return tuple(action for kind in kinds.values() for action in kind), not listed.capped


def _best(match: MatchState, deadline: float | None) -> tuple[a.Action, ...]:
    """The first action of the best rest of the turn, where the hand is known and an engine finds it in time."""
    deal = match.deal
    if deal is None or deal.phase != "play" or deal.hands[deal.to_move].hidden:
        return ()
    try:
        with ending(deadline):
            plan = best_rest(match)
    except (OutOfTime, MeldproofError):
        return ()
    return () if plan is None else plan.actions[:1]


def _not_judged(match: MatchState, after: MatchState, action: a.Action) -> list[str]:
    """What this step could not be judged for want of cards that the log keeps hidden."""
    found = []
    before, now = match.deal, after.deal
    if isinstance(action, a.Buy):
        found.append(say("who had the first right to a discard that was bought"))
    if now is not None and isinstance(action, a.Deal):
        if now.stock is None:
            found.append(say("which cards the stock holds"))
        unknown = [player_name(seat) for seat in range(match.players) if unknown_opening(match, seat)]
        found += [say("what an opening of {player} must be worth", player=player) for player in unknown]
    if before is not None and now is not None and not isinstance(action, a.Deal):
        mover = before.to_move
        held, left = before.hands[mover], now.hands[mover]
        if left.hidden < held.hidden and left.size < held.size:
            found.append(say("whether {player} holds what they lay", player=player_name(mover)))
    if before is not None and now is not None and isinstance(action, a.Knock) and now.hands[before.to_move].hidden:
        found.append(say("the deadwood of {player}", player=player_name(before.to_move)))
    if now is not None and now.phase == "over":
        hidden = [player_name(seat) for seat, hand in enumerate(now.hands) if hand.hidden]
        found += [say("the hand value of {player}", player=player) for player in hidden]
        if after.next_dealer is None and not after.winners:
            found.append(say("who deals next"))
    return found
