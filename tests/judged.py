"""What the project's referee says of a log, in few words, so that it can be held against the plain judge."""

from __future__ import annotations

import json
from typing import Any

from plain_judge.generated import Case, heard
from plain_judge.turns import judge

import meldproof
from meldproof.playing.referee import referee

Verdict = tuple[int | str | None, list[tuple[int | None, list[int | None]]]]


def referee_says(lines: list[dict[str, Any]]) -> Verdict:
    """The line of the first illegal action (or `status 2`), and each finished deal's closer and points by player."""
    header = lines[0]
    try:
        report = referee(meldproof.variant(header["variant"]), [json.dumps(line) for line in lines])
    except meldproof.MeldproofError:
        return "status 2", []
    deals = []
    for deal in report.deals:
        points: list[int | None] = []
        for player in range(header["players"]):
            given = [line.points for line in deal.lines if line.player == player]
            points.append(None if None in given else sum(value for value in given if value is not None))
        deals.append((deal.closer, points))
    return report.line, deals


def judge_says(lines: list[dict[str, Any]]) -> Verdict:
    """The same of the plain judge. What it can't judge is `not judged`."""
    try:
        rules = heard(lines[0])
    except meldproof.MeldproofError:  # rules that nobody can play
        return "status 2", []
    report = judge(rules, lines)
    if report.unclear:
        return ("status 2" if report.unclear.startswith("Unreadable") else "not judged"), report.deals
    return report.line, report.deals


def told(case: Case) -> str:
    """A case as text, for the message of a failing test."""
    return "\n".join([f"{case.kind}, illegal at line {case.expected}:", *map(json.dumps, case.lines)])


def agree(mine: Verdict, theirs: Verdict) -> bool:
    """Whether the line is the same and, of a legal log, each deal's closer and the points that are known."""
    if mine[0] != theirs[0]:
        return False
    if mine[0] is not None:
        return True
    return [closer for closer, _ in mine[1]] == [closer for closer, _ in theirs[1]] and all(
        known in (None, value)
        for (_, ours), (_, other) in zip(mine[1], theirs[1], strict=True)
        for known, value in zip(ours, other, strict=True)
    )
