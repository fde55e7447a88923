"""The referee: replays a game log, stops at the first illegal action, or gives the scores with every point cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import AmbiguousMeld, MeldproofError, ProblemError
from meldproof.inputs import check_nesting, read_text
from meldproof.messages import player_name, say
from meldproof.playing import actions as a
from meldproof.playing.faults import Fault, IllegalAction
from meldproof.playing.game import apply, score
from meldproof.playing.moves import legal_actions
from meldproof.playing.scoring import ScoreLine
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import Variant, load_variant

LONGEST_LINE = 100_000
"""Characters of a log's line; a whole table of 106 tiles has under 600."""
MOST_LEGAL_SHOWN = 12


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log's first line. `settings` are the parameters that differ (or all of them); `seed` is for the record."""

    variant: str
    players: int
    settings: dict[str, Any] = {}
    readings: tuple[str, ...] = ()
    pairs: bool = False
    scores: tuple[int, ...] | None = None
    seed: int | None = None


class DealReport(msgspec.Struct, frozen=True):
    """A finished deal: how it ended, every point with its clause."""

    number: int
    ended: str
    closer: int | None
    lines: tuple[ScoreLine, ...]


class RefereeReport(msgspec.Struct, frozen=True):
    """A refereed game. `line` and `fault` say where the first illegal action is, `legal` what would have been legal."""

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

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `meldproof referee --json`."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built


_ACTIONS = msgspec.json.Decoder(a.Action)
_HEADER = msgspec.json.Decoder(Header)


def read_log(path: Path) -> list[str]:
    """The lines of a log. Raises ProblemError with one clear line."""
    return read_text(path, say("game log")).splitlines()


def referee(
    variant: Variant | None,
    lines: Iterable[str],
    *,
    spec_path: Sequence[str | Path] = (),
    advance: Callable[[int], None] = lambda done: None,
) -> RefereeReport:
    """Judge a log. `variant` is used with the header's settings on top; None takes the variant that the log names.

    Raises ProblemError for a line that is no action, naming it.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise ProblemError(say("the log is empty; its first line names the variant and the players"))
    header = _header(*numbered[0])
    match = _start(variant, header, spec_path)
    deals: list[DealReport] = []
    warnings: list[str] = []
    unjudged: dict[str, None] = {}
    done = 0
    for number, line in numbered[1:]:
        action = _action(number, line)
        try:
            after = apply(match, action)
        except AmbiguousMeld as error:
            raise ProblemError(say("line {number}: {error}", number=number, error=error)) from None
        except IllegalAction as error:
            shown = tuple(msgspec.to_builtins(option) for option in _could(match))
            return RefereeReport(
                match.variant.id, done, False, number, error.fault, shown, tuple(deals), match.scores, (),
                tuple(warnings), tuple(unjudged),
            )  # fmt: skip
        done += 1
        advance(done)
        unjudged.update(dict.fromkeys(_not_judged(match, after, action)))
        warnings += _warnings(match, after, action, number)
        match = after
        if match.deal is not None and match.deal.phase == "over":
            deals.append(DealReport(match.deals, match.deal.ended, match.deal.closer, score(match)))
    if match.deal is not None and match.deal.phase != "over":
        unjudged[say("the last deal is not over: it has no score yet")] = None
    return RefereeReport(
        match.variant.id, done, True, None, None, (), tuple(deals), match.scores, match.winners, tuple(warnings),
        tuple(unjudged),
    )  # fmt: skip


def _header(number: int, line: str) -> Header:
    try:
        header = _HEADER.decode(_checked(number, line))
    except msgspec.DecodeError as error:
        raise ProblemError(
            say(
                'line {number}: {error}; the first line is like {{"variant":"ID","players":2}}',
                number=number,
                error=borrowed(error),
            )
        ) from None
    except RecursionError:
        raise ProblemError(say("line {number}: nested too deeply", number=number)) from None
    check_nesting(header.settings, say("line {number}: settings", number=number))
    return header


def _action(number: int, line: str) -> a.Action:
    try:
        return _ACTIONS.decode(_checked(number, line))
    except msgspec.DecodeError as error:
        raise ProblemError(
            say(
                'line {number}: {error}; an action is like {{"action":"draw","from":"stock"}}',
                number=number,
                error=borrowed(error),
            )
        ) from None
    except RecursionError:
        raise ProblemError(say("line {number}: nested too deeply", number=number)) from None


def _checked(number: int, line: str) -> str:
    if len(line) > LONGEST_LINE:
        raise ProblemError(say("line {number} is too long ({line} characters)", number=number, line=len(line)))
    return line


def _start(variant: Variant | None, header: Header, spec_path: Sequence[str | Path]) -> MatchState:
    settings: Mapping[str, Any] = header.settings
    base = variant
    if base is None:
        base = load_variant(header.variant, readings=header.readings, spec_path=spec_path)
    elif base.id != header.variant:
        raise ProblemError(
            say(
                ("the log is of {variant!r}, not of {id!r}: name that variant, or change the log's first line"),
                variant=header.variant,
                id=base.id,
            )
        )
    differing = {name: value for name, value in settings.items() if base.plain().get(name) != value}
    if differing:
        base = load_variant(
            base.path, readings=header.readings or base.readings, settings=differing, spec_path=spec_path
        )
    if header.scores is not None and len(header.scores) != header.players:
        raise ProblemError(
            say(
                "the first line names {players} players but {scores} scores",
                players=header.players,
                scores=len(header.scores),
            )
        )
    base.needs("play", "scoring")
    return new_match(base, header.players, pairs=header.pairs, scores=header.scores)


def _could(match: MatchState) -> tuple[a.Action, ...]:
    try:
        return legal_actions(match)[:MOST_LEGAL_SHOWN]
    except MeldproofError:
        return ()


def _not_judged(match: MatchState, after: MatchState, action: a.Action) -> list[str]:
    """What this step could not be judged for want of cards that the log keeps hidden."""
    found = []
    before, now = match.deal, after.deal
    if now is not None and isinstance(action, a.Deal):
        hidden = [player_name(seat) for seat, hand in enumerate(now.hands) if hand.hidden]
        found += [say("whether {player} holds what they lay", player=player) for player in hidden]
        if now.stock is None:
            found.append(say("which cards the stock holds"))
    if before is not None and isinstance(action, a.Knock) and before.hands[before.to_move].hidden:
        found.append(say("the deadwood of {player}", player=player_name(before.to_move)))
    if now is not None and now.phase == "over":
        hidden = [player_name(seat) for seat, hand in enumerate(now.hands) if hand.hidden]
        found += [say("the hand value of {player}", player=player) for player in hidden]
    return found


def _warnings(match: MatchState, after: MatchState, action: a.Action, number: int) -> list[str]:
    """A hand closed with the card just drawn from the stock, without the announcement that was due before."""
    terms = match.settings.close
    now = after.deal
    if terms.announce == "none" or now is None or now.closer is None or now.phase != "over" or match.deal is None:
        return []
    turn = match.deal.turn
    if turn.taken or now.closer in now.announced:
        return []
    clause = match.variant.provenance.get("close.announce", "")
    return [
        say(
            "line {number}: {player} closed with a stock card and had not announced it [{clause}]",
            number=number,
            player=player_name(now.closer),
            clause=clause,
        )
    ]
