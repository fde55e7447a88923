"""What a certificate claims, and what has to be proved of it.

The claimed arrangement must be one of the arrangements of the question, and make the figures that are claimed; a demand
may be given up only if nothing meets it. What is left to prove are *goals*: that in each case no arrangement exceeds a
value. Several figures become one whole number by weights that let none outweigh those before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from meldproof.checking.certificate_columns import CheckedCase, CheckedColumn, cases_of, key_of, looks_of
from meldproof.checking.certificate_question import FIGURES, Rejected, StatedMeld, StatedQuestion, StatedSlot
from meldproof.messages import say

LOWER_IS_BETTER = ("deadwood_points", "deadwood_cards", "table_changes")
DROPPED: dict[str, Any] = {"opening": None, "use": [], "discard": "none"}
"""The demands in the order in which they are given up where they can't be met, and what is left of them."""

Goal = tuple[list[CheckedCase], dict[str, int], int]
"""Cases, weights of gains, and the value that no arrangement of them exceeds."""


def goals_of(question: StatedQuestion, claim: Any, weights: dict[str, int]) -> list[Goal]:
    """What is to be proved of a claim; the figures of its melds are checked here."""
    goals, demands = _impossible(question, claim)
    cases = cases_of(question, demands)
    figures = {name: _upward(name, totals_of(cases, claim["arrangement"])[name]) for name in FIGURES}
    if question.rearranges:  # what lies there unchanged, whichever cards it is made of
        melds = [looks_of(question.meld(plain)) for plain in claim["arrangement"]["melds"]]
        figures["table_changes"] = (Counter(map(looks_of, question.table)) - Counter(melds)).total()
        if figures["table_changes"] and not figures["melded_cards"]:
            raise Rejected(say("the table is changed though nothing is laid"))
    cap, paid = question.s.scoring.cap, figures["deadwood_points"]
    if cap != "any" and paid > cap:
        figures |= {"deadwood_points": cap, "score": figures["melded_points"] - cap}
    if figures != claim["figures"] or any(type(figure) is not int for figure in claim["figures"].values()):
        raise Rejected(say("the melds make other figures than is claimed: {figures}", figures=figures))
    later = value = 0
    for name in reversed(question.objective):  # a step in one figure outweighs all that the later ones can differ
        if type(weights[name]) is not int or weights[name] <= later:
            raise Rejected(say("the weight of {name} does not outweigh the later figures", name=name))
        later += weights[name] * question.spans[name]
        value += weights[name] * _upward(name, figures[name])
    goals.append((cases, {name: weights[name] for name in question.objective}, value))
    counted = {"deadwood_points", "score"} & set(question.objective)
    if cap != "any" and counted and (paid >= cap or "score" in counted):  # nor is any better that pays the cap
        capped = Counter[str]()
        for name in question.objective:
            if name in counted:
                value += weights[name] * cap
            if name != "deadwood_points":
                capped["melded_points" if name == "score" else name] += weights[name]
        goals.append((cases, dict(capped), value))
    return goals


def _impossible(question: StatedQuestion, claim: Any) -> tuple[list[Goal], dict[str, Any]]:
    """What is to be proved of the demands that are given up, and the demands that are left."""
    demands = {"opening": question.opening, "use": question.use, "discard": question.discard}
    goals: list[Goal] = []
    for name in claim["dropped"]:
        due = [demand for demand in DROPPED if demands[demand] not in (DROPPED[demand], "optional")]
        if name not in due[:1]:
            raise Rejected(say("{name!r} is not the demand to give up", name=str(name)[:20]))
        most = claim["reachable"] if name == "opening" else None
        if most is None:
            goals.append((cases_of(question, demands), {}, -1))
        else:
            opening = demands["opening"]
            cases = cases_of(question, demands | {"opening": {"points": 0, "pure_runs": 0}})
            shown = totals_of(cases, claim["witness"])["opening points"] if claim["witness"] is not None else 0
            if opening["pure_runs"] or type(most) is not int or shown != most or most >= opening["points"]:
                raise Rejected(
                    say("the most that can be laid toward the opening is not shown to be {most}", most=str(most)[:20])
                )
            goals.append((cases, {"opening points": 1}, most))
        demands[name] = DROPPED[name]
    if claim["reachable"] is not None and "opening" not in claim["dropped"]:
        raise Rejected(say("only where an opening is given up is there a most that can be laid toward it"))
    return goals, demands


def _upward(name: str, figure: int) -> int:
    return -figure if name in LOWER_IS_BETTER else figure


def totals_of(cases: list[CheckedCase], arrangement: Any) -> Counter[str]:
    """The figures of an arrangement, higher being better; it must be one of the arrangements of a case."""
    question, discard = cases[0].q, arrangement["discard"]
    melds = [(plain, question.meld(plain)) for plain in arrangement["melds"]]
    kept = Counter(question.cards[text] for text in arrangement["deadwood"] + [discard] * (discard is not None))
    hand = Counter(question.hand)
    cards = Counter(slot[:2] for _, meld in melds for slot in meld.slots)
    if cards + kept != Counter(slot[:2] for meld in question.table for slot in meld.slots) + hand or not kept <= hand:
        raise Rejected(say("the melds and what is left are not the cards of hand and table"))
    roles = [plain["role"] for plain, _ in melds if type(plain["role"]) is int]
    if question.grows and sorted(roles) != list(range(1, len(question.table) + 1)):
        raise Rejected(say("the melds of the table are not there once each"))
    flaws = [say("there is no case")]
    for case in cases:
        try:
            columns = [column for plain, meld in melds for column in _columns_of(case, plain, meld)]
            if discard is not None:
                columns.append(case.columns["discard", case.label(question.cards[discard])])
        except KeyError as name:
            flaws.append(say("{name} can't be laid so", name=str(name)[:80]))
            continue
        totals, used = Counter(case.start), Counter[str]()
        for column in columns:
            totals.update(column.gains)
            used.update(column.rows)
        wrong = []
        if not case.use <= hand - kept:
            wrong.append(say("a card to be used is left"))
        for row, (low, high) in case.rows.items():
            if used[row] < low or (high is not None and used[row] > high):
                wrong.append(f"{row}: {used[row]}")
        if not wrong:
            return totals
        flaws += wrong
    raise Rejected(say("the melds are no arrangement: {flaws}", flaws=flaws[-1]))


def _columns_of(case: CheckedCase, plain: Any, meld: StatedMeld) -> Iterator[CheckedColumn]:
    """A claimed meld among the columns; a table meld that did not grow is none. Raises KeyError."""
    uses, role, kept = plain["uses"], plain["role"], Counter[Any]()
    for name, slot in zip(uses, meld.slots, strict=True):
        if name and case.label(slot[:2]) != case.label(case.items[name].card):
            raise KeyError(name)
        kept.update([] if name else [_where(case, slot)])
    if kept != Counter(_where(case, slot) for slot in (case.q.table[role - 1].slots if type(role) is int else ())):
        raise KeyError(role)
    if type(role) is not int or any(uses):
        yield case.columns[*key_of(meld.kind, meld.slots, uses, role), ""]


def _where(case: CheckedCase, slot: StatedSlot) -> tuple[int, ...]:
    return (slot.rank, slot.suit, case.q.rank_of(slot.place), slot.wild)
