"""Recheck a certificate of optimality with nothing but the standard library and the rules of a meld.

Every arrangement is a choice of columns whose totals keep to the rows (`certificate_columns`). A leaf of a proof gives
rows prices such that no column gains more than its rows' prices together; then no arrangement gains more than every
row's price times its most (or least, where the price is negative): weak duality, see Chvátal, *Linear Programming*,
ch. 5. A split says of some melds that at most k of them are used, or more. So a claim is true if every leaf's bound is
below the next whole number after the claim's value. All numbers are exact.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, lcm
from pathlib import Path
from typing import Any, NamedTuple

from meldproof.checking.certificate_columns import Case, Column, cases_of, key_of, looks_of
from meldproof.checking.certificate_question import FIGURES, Meld, Question, Rejected
from meldproof.checking.certificate_settings import Unreadable

FORMAT, VERSION = "meldproof certificate", 1
MOST_BYTES = 50_000_000
LOWER_IS_BETTER = ("deadwood_points", "deadwood_cards", "table_changes")
FAULTS = (ArithmeticError, AttributeError, IndexError, KeyError, MemoryError, TypeError, ValueError)
DROPPED: dict[str, Any] = {"opening": None, "use": [], "discard": "none"}
"""The demands in the order in which they are given up where they can't be met, and what is left of them."""

Entry = tuple[Column, int, tuple[tuple[str, int], ...]]
"""A column, its gain, and what it takes of the rows (those of splits too)."""
Rows = dict[str, tuple[int, int | None]]


class Outcome(NamedTuple):
    """0 the claim is proved, 1 it is not, 2 the text is no certificate; and why, in a line."""

    status: int
    reason: str


def check_certificate(text: str | bytes) -> Outcome:
    """Whether a certificate's claim is proved. Never raises for what a text holds."""
    try:
        if len(text) > MOST_BYTES:
            raise Unreadable(f"more than {MOST_BYTES} bytes")
        document = json.loads(text, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_no_doubles)
        return Outcome(0, _check(document))
    except Rejected as reason:
        return Outcome(1, str(reason))
    except RecursionError:
        return Outcome(2, "no certificate: nested too deeply")
    except (Unreadable, *FAULTS) as fault:
        name = "" if isinstance(fault, Unreadable) else f"{type(fault).__name__}: "
        return Outcome(2, f"no certificate: {name}{' '.join(str(fault).split())[:100]}")


Goal = tuple[list[Case], dict[str, int], int]
"""Cases, weights of gains, and the value that no arrangement of them exceeds."""


def _check(document: Any) -> str:
    if type(document) is not dict or (document.get("format"), document.get("version")) != (FORMAT, VERSION):
        raise Unreadable(f"it does not say {FORMAT!r}, version {VERSION}")
    question, claim = Question(document), document["claim"]
    goals = goals_of(question, claim, document["weights"])
    if len(goals) != len(document["proofs"]):
        raise Rejected(f"it takes {len(goals)} proofs, not {len(document['proofs'])}")
    for number, ((cases, weights, value), proof) in enumerate(zip(goals, document["proofs"], strict=True), 1):
        if len(cases) != len(proof["cases"]):
            raise Rejected(f"proof {number} has {len(proof['cases'])} cases, not {len(cases)}")
        for case_number, (case, tree) in enumerate(zip(cases, proof["cases"], strict=True), 1):
            most = value - weigh(case.start, weights)
            _descend(entries_of(case, weights), case.rows, tree, most, f"proof {number}, case {case_number}", 1)
    return ", ".join(f"{name} {claim['figures'][name]}" for name in question.objective)


def goals_of(question: Question, claim: Any, weights: dict[str, int]) -> list[Goal]:
    """What is to be proved of a claim; the figures of its melds are checked here."""
    goals, demands = _impossible(question, claim)
    cases = cases_of(question, demands)
    figures = {name: _upward(name, totals_of(cases, claim["arrangement"])[name]) for name in FIGURES}
    cap, stages = question.s.scoring.cap, [question.objective]
    if cap != "any" and figures["deadwood_points"] >= cap:
        figures |= {"deadwood_points": cap, "score": figures["melded_points"] - cap}
        if "deadwood_points" in question.objective:  # nothing as good costs less than the cap, nor is better at it
            at = question.objective.index("deadwood_points")
            stages = [question.objective[: at + 1], question.objective[:at] + question.objective[at + 1 :]]
    if figures != claim["figures"]:
        raise Rejected(f"the melds make other figures than is claimed: {figures}")
    later = 0
    for name in reversed(question.objective):  # a step in one figure outweighs all that the later ones can differ
        if type(weights[name]) is not int or weights[name] <= later:
            raise Rejected(f"the weight of {name} does not outweigh the later figures")
        later += weights[name] * question.spans[name]
    for stage in stages:
        chosen = {name: weights[name] for name in stage}
        goals.append((cases, chosen, sum(weights[name] * _upward(name, figures[name]) for name in stage)))
    return goals


def _impossible(question: Question, claim: Any) -> tuple[list[Goal], dict[str, Any]]:
    """What is to be proved of the demands that are given up, and the demands that are left."""
    demands = {"opening": question.opening, "use": question.use, "discard": question.discard}
    goals: list[Goal] = []
    for name in claim["dropped"]:
        due = [demands["opening"] is not None, bool(demands["use"]), demands["discard"] == "required"]
        if True not in due or name != list(DROPPED)[due.index(True)]:
            raise Rejected(f"{str(name)[:20]!r} is not the demand to give up")
        most = claim["reachable"] if name == "opening" else None
        if most is None:
            goals.append((cases_of(question, demands), {}, -1))
        else:
            opening = demands["opening"]
            cases = cases_of(question, demands | {"opening": {"points": 0, "pure_runs": 0}})
            shown = totals_of(cases, claim["witness"])["opening points"] if claim["witness"] is not None else 0
            if opening["pure_runs"] or type(most) is not int or shown != most or most >= opening["points"]:
                raise Rejected(f"the most that can be laid toward the opening is not shown to be {str(most)[:20]}")
            goals.append((cases, {"opening points": 1}, most))
        demands[name] = DROPPED[name]
    if claim["reachable"] is not None and "opening" not in claim["dropped"]:
        raise Rejected("only where an opening is given up is there a most that can be laid toward it")
    return goals, demands


def _upward(name: str, figure: int) -> int:
    return -figure if name in LOWER_IS_BETTER else figure


def totals_of(cases: list[Case], arrangement: Any) -> Counter[str]:
    """The figures of an arrangement, higher being better; it must be one of the arrangements of a case."""
    question, discard = cases[0].q, arrangement["discard"]
    melds = [(plain, question.meld(plain)) for plain in arrangement["melds"]]
    kept = Counter(question.cards[text] for text in arrangement["deadwood"] + [discard] * (discard is not None))
    hand = Counter(question.hand)
    cards = Counter(slot[:2] for _, meld in melds for slot in meld.slots)
    if cards + kept != Counter(slot[:2] for meld in question.table for slot in meld.slots) + hand or not kept <= hand:
        raise Rejected("the melds and what is left are not the cards of hand and table")
    roles = [plain["role"] for plain, _ in melds if type(plain["role"]) is int]
    if question.grows and sorted(roles) != list(range(1, len(question.table) + 1)):
        raise Rejected("the melds of the table are not there once each")
    flaws = ["there is no case"]
    for case in cases:
        try:
            columns = [column for plain, meld in melds for column in _columns_of(case, plain, meld)]
            if discard is not None:
                columns.append(case.columns["discard", case.label(question.cards[discard])])
        except KeyError as name:
            flaws.append(f"{str(name)[:80]} can't be laid so")
            continue
        totals, used = Counter(case.start), Counter[str]()
        for column in columns:
            totals.update(column.gains)
            used.update(column.rows)
        wrong = [f"{row} is {used[row]}" for row, (low, high) in case.rows.items() if not low <= used[row] <= _top(high)]
        if not case.use <= hand - kept:
            wrong.append("a card to be used is left")
        if question.rearranges and not totals["melded_cards"] and totals["table_changes"]:
            wrong.append("the table is changed though nothing is laid")
        if not wrong:
            return totals
        flaws += wrong
    raise Rejected(f"the melds are no arrangement: {flaws[-1]}")


def _top(high: int | None) -> float:
    return inf if high is None else high


def _columns_of(case: Case, plain: Any, meld: Meld) -> Iterator[Column]:
    """A claimed meld among the columns; a table meld that did not grow is none. Raises KeyError."""
    role = plain["role"]
    for name, slot in zip(plain["uses"], meld.slots, strict=True):
        if name and case.label(slot[:2]) != case.label(case.items[name].card):
            raise KeyError(name)
    if type(role) is int and not any(plain["uses"]):
        if looks_of(meld) != looks_of(case.q.table[role - 1]):
            raise KeyError(role)
        return
    yield case.columns[key_of(meld.kind, meld.slots, plain["uses"], role)]


def entries_of(case: Case, weights: Mapping[str, int]) -> list[Entry]:
    """The columns with their gains; of those that differ in nothing else, the one that gains most."""
    best: dict[Any, Entry] = {}
    for column in case.columns.values():
        entry = (column, weigh(column.gains, weights), tuple(column.rows.items()))
        key = (column.kind, column.names, entry[2])
        if key not in best or entry[1] > best[key][1]:
            best[key] = entry
    return list(best.values())


def weigh(gains: Mapping[str, int], weights: Mapping[str, int]) -> int:
    return sum(weight * gains.get(name, 0) for name, weight in weights.items())


def _descend(columns: list[Entry], rows: Rows, tree: Any, most: int, where: str, depth: int) -> None:
    if "split" not in tree:
        if flaw := flaw_of(columns, rows, tree["prices"], most):
            raise Rejected(f"{where}: {flaw}")
        return
    at_most, label = tree["at_most"], f"split {depth}"
    kind, cards, exactly = (tree["split"][part] for part in ("kind", "cards", "exactly"))
    if type(at_most) is not int:
        raise Unreadable("a split is at a whole number")
    split_columns = [
        (column, gain, (*taken, (label, 1)) if in_split(column, kind, cards, exactly) else taken)
        for column, gain, taken in columns
    ]
    for side, bounds in (("if_so", (0, at_most)), ("otherwise", (at_most + 1, None))):
        _descend(split_columns, rows | {label: bounds}, tree[side], most, f"{where}, {side}", depth + 1)


def in_split(column: Column, kind: str | None, cards: Sequence[str], exactly: bool) -> bool:
    """Whether a split counts a column: of its kind, and with its cards (and no others, if `exactly`)."""
    if kind is not None and kind != column.kind:
        return False
    if exactly:
        return tuple(sorted(cards)) == column.names
    return all(column.names.count(name) >= cards.count(name) for name in cards)


def flaw_of(columns: list[Entry], rows: Rows, texts: dict[str, str], most: int) -> str:
    """What is wrong with the prices of a leaf, or nothing."""
    exact = {row: Fraction(text) for row, text in texts.items() if _is_fraction(text)}
    if len(exact) < len(texts) or not exact.keys() <= rows.keys():
        return "a price is no fraction, or its row is unknown"
    scale = lcm(*(price.denominator for price in exact.values()))
    prices = {row: int(price * scale) for row, price in exact.items()}
    bound = 0
    for row, price in prices.items():
        low, high = rows[row]
        if price > 0 and high is None:
            return f"{row} has no most, so it can't be priced above 0"
        bound += price * (low if high is None or price < 0 else high)
    if bound >= (most + 1) * scale:
        return f"the prices leave room for {bound // scale - most} more than is claimed"
    for column, gain, taken in columns:
        total = sum(prices.get(row, 0) * number for row, number in taken)
        if total < gain * scale:
            return f"{column.kind} {' '.join(column.names)} gains {gain}, more than its prices: {Fraction(total, scale)}"
    return ""


def _is_fraction(text: Any) -> bool:
    return type(text) is str and re.fullmatch(r"-?[0-9]{1,60}(/[1-9][0-9]{0,30})?", text) is not None


def _no_number(text: str) -> Any:
    raise Unreadable(f"{text[:40]} is no whole number")


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise Unreadable("a name stands twice in one object")
    return found


def main() -> None:
    """Check the certificate whose path is given."""
    outcome = check_certificate(Path(sys.argv[1]).read_bytes())
    print(("proved: ", "not proved: ", "")[outcome.status] + outcome.reason)
    sys.exit(outcome.status)


if __name__ == "__main__":
    main()
