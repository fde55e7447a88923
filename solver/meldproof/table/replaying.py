"""A game log step by step: what the referee says of it, and what lay where after every line."""

from __future__ import annotations

from typing import Any

import msgspec

from meldproof.errors import MeldproofError, ProblemError
from meldproof.messages import language, say
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing import referee as judging
from meldproof.playing.action_words import action_words
from meldproof.playing.game import apply
from meldproof.playing.heading import read_header, start
from meldproof.playing.state import DealState, MatchState, Spread
from meldproof.table.rules import named_variant
from meldproof.variants.loading import Variant


def replayed(variant: Variant | None, log: str) -> dict[str, Any]:
    """The object of `meldproof referee --json` with `players`, and `steps` up to the first illegal action.

    Raises ProblemError for a line that is no action, naming it.
    """
    lines = log.splitlines()
    rules = variant or named_variant(_named_in(lines))
    report = judging.referee(rules, lines)
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    match, _ = start(rules, *numbered[0], ())
    before, steps = match, []
    for number, line in numbered[1 : 1 + report.actions]:
        action = judging.read_action(number, line)
        mover = _mover(match, action)
        before, match = match, match if judging.only_says_the_end(before, match, action) else apply(match, action)
        steps.append({"line": number, "player": mover, **_told(action), **_shown(match)})
    found = report.to_dict()
    found["legal"] = [{**option, "words": action_words(_as_action(option), language())} for option in found["legal"]]
    attempt = None
    if report.line is not None:
        action = judging.read_action(report.line, dict(numbered)[report.line])
        attempt = {"line": report.line, "player": _mover(match, action), **_told(action)}
    left = [number for number, _ in numbered if report.line is not None and number > report.line]
    return {
        **found,
        "players": match.players,
        "steps": steps,
        "attempt": attempt,
        "later": [{"line": number, **_unread(dict(numbered)[number])} for number in left],
    }


def _named_in(lines: list[str]) -> str:
    """The variant that a log's first line names, as an id: a log is no way to name a file."""
    first = next(((number, line) for number, line in enumerate(lines, 1) if line.strip()), None)
    if first is None:
        raise ProblemError(say("the log is empty; its first line names the variant and the players"))
    return read_header(*first).variant


def _as_action(option: dict[str, Any]) -> a.Action:
    found: a.Action = msgspec.convert(option, a.Action)
    return found


def _told(action: a.Action) -> dict[str, Any]:
    return {"action": msgspec.to_builtins(action), "words": action_words(action, language())}


def _unread(line: str) -> dict[str, Any]:
    """A line after the fault: in words where it is an action at all."""
    try:
        return _told(judging.read_action(0, line))
    except MeldproofError:
        return {"action": None, "words": line[:200]}


def _mover(match: MatchState, action: a.Action) -> int | None:
    if action.player is not None:
        return action.player
    if isinstance(action, a.Deal):
        return action.dealer
    return None if match.deal is None or match.deal.phase == "over" else match.deal.to_move


def _shown(match: MatchState) -> dict[str, Any]:
    """What lies where: the table, the hands as far as they are known, the pile with its top last."""
    deal, deck = match.deal, match.deck
    if deal is None:
        return {"deal": match.deals, "scores": list(match.scores)}

    def texts(cards: Any) -> list[str]:
        return [card_text(card, deck) for card in cards]

    return {
        "deal": match.deals,
        "scores": list(match.scores),
        "table": [
            {"kind": lying.meld.kind, "cards": list(meld_texts(lying.meld, deck)), "owner": lying.owner}
            for lying in deal.table
        ],
        "hands": [{"cards": texts(hand.cards), "hidden": hand.hidden} for hand in deal.hands],
        "pile": texts(deal.pile),
        "stock": deal.stock_left,
        "to_move": deal.to_move,
        "phase": deal.phase,
        **_spreads(deal, deck),
    }


def _spreads(deal: DealState, deck: Any) -> dict[str, Any]:
    """What a knocker and the defenders show."""
    if deal.spread is None:
        return {}
    return {"spread": _spread(deal.spread, deck), "defences": [_spread(one, deck) for one in deal.defences]}


def _spread(spread: Spread, deck: Any) -> dict[str, Any]:
    return {
        "player": spread.player,
        "melds": [list(meld_texts(meld, deck)) for meld in spread.melds],
        "deadwood": [card_text(card, deck) for card in spread.deadwood],
    }
