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
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple

from meldproof.checking.certificate_claim import goals_of
from meldproof.checking.certificate_columns import CheckedCase, CheckedColumn
from meldproof.checking.certificate_question import Rejected, StatedQuestion
from meldproof.checking.certificate_settings import Unreadable
from meldproof.messages import say

FORMAT, VERSION = "meldproof certificate", 1
MOST_BYTES = 50_000_000
FAULTS = (ArithmeticError, AttributeError, IndexError, KeyError, MemoryError, TypeError, ValueError)

Entry = tuple[CheckedColumn, int, tuple[tuple[str, int], ...]]
"""A column, its gain, and what it takes of the rows (those of splits too)."""
Rows = dict[str, tuple[int, int | None]]


class CheckOutcome(NamedTuple):
    """0 the claim is proved, 1 it is not, 2 the text is no certificate; and why, in a line."""

    status: int
    reason: str


def check_certificate(text: str | bytes) -> CheckOutcome:
    """Whether a certificate's claim is proved. Never raises for what a text holds."""
    try:
        if len(text) > MOST_BYTES:
            raise Unreadable(say("more than {most_bytes} bytes", most_bytes=MOST_BYTES))
        document = json.loads(text, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_no_doubles)
        return CheckOutcome(0, _check(document))
    except Rejected as reason:
        return CheckOutcome(1, str(reason))
    except RecursionError:
        return CheckOutcome(2, say("no certificate: nested too deeply"))
    except (Unreadable, *FAULTS) as fault:
        name = "" if isinstance(fault, Unreadable) else f"{type(fault).__name__}: "
        return CheckOutcome(2, say("no certificate: {fault}", fault=name + " ".join(str(fault).split())[:100]))


def _check(document: Any) -> str:
    if type(document) is not dict or (document.get("format"), document.get("version")) != (FORMAT, VERSION):
        raise Unreadable(say("it does not say {format!r}, version {version}", format=FORMAT, version=VERSION))
    question, claim = StatedQuestion(document), document["claim"]
    goals = goals_of(question, claim, document["weights"])
    if len(goals) != len(document["proofs"]):
        raise Rejected(
            say("it takes {goals} proofs, not {document}", goals=len(goals), document=len(document["proofs"]))
        )
    for number, ((cases, weights, value), proof) in enumerate(zip(goals, document["proofs"], strict=True), 1):
        if len(cases) != len(proof):
            raise Rejected(
                say("proof {number} has {proof} cases, not {cases}", number=number, proof=len(proof), cases=len(cases))
            )
        for case_number, (case, tree) in enumerate(zip(cases, proof, strict=True), 1):
            most = value - weigh(case.start, weights)
            _descend(
                entries_of(case, weights),
                case.rows,
                tree,
                most,
                say("proof {number}, case {case}", number=number, case=case_number),
                1,
            )
    return ", ".join(f"{name} {claim['figures'][name]}" for name in question.objective)


def entries_of(case: CheckedCase, weights: Mapping[str, int]) -> list[Entry]:
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
            path = where if depth < 9 else say("{where}… ({splits} splits deep)", where=where[:80], splits=depth - 1)
            raise Rejected(f"{path}: {flaw}")
        return
    at_most, label = tree["at_most"], say("split {depth}", depth=depth)
    kind, cards, exactly = (tree["split"][part] for part in ("kind", "cards", "exactly"))
    if type(at_most) is not int or at_most < 0:
        raise Unreadable(say("a split is at a whole number from 0 on"))
    split_columns = [
        (column, gain, (*taken, (label, 1)) if in_split(column, kind, cards, exactly) else taken)
        for column, gain, taken in columns
    ]
    for side, bounds in (("if_so", (0, at_most)), ("otherwise", (at_most + 1, None))):
        _descend(split_columns, rows | {label: bounds}, tree[side], most, f"{where}, {side}", depth + 1)


def in_split(column: CheckedColumn, kind: str | None, cards: Sequence[str], exactly: bool) -> bool:
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
        return say("a price is no fraction, or its row is unknown")
    scale = lcm(*(price.denominator for price in exact.values()))
    prices = {row: int(price * scale) for row, price in exact.items()}
    bound = 0
    for row, price in prices.items():
        low, high = rows[row]
        if price > 0 and high is None:
            return say("{row} has no most, so it can't be priced above 0", row=row)
        bound += price * (low if high is None or price < 0 else high)
    if bound >= (most + 1) * scale:
        return say("the prices leave room for {room} more than is claimed", room=bound // scale - most)
    for column, gain, taken in columns:
        total = sum(prices.get(row, 0) * number for row, number in taken)
        if total < gain * scale:
            return say(
                "{kind} {names} gains {gain}, but is priced {price}",
                kind=column.kind,
                names=" ".join(column.names),
                gain=gain,
                price=Fraction(total, scale),
            )
    return ""


def _is_fraction(text: Any) -> bool:
    return type(text) is str and re.fullmatch(r"-?[0-9]{1,60}(/[1-9][0-9]{0,30})?", text) is not None


def _no_number(text: str) -> Any:
    raise Unreadable(say("{text} is no whole number", text=text[:40]))


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise Unreadable(say("a name stands twice in one object"))
    return found


def main() -> None:
    """Check the certificate whose path is given."""
    outcome = check_certificate(Path(sys.argv[1]).read_bytes())
    print((say("proved: "), say("not proved: "), "")[outcome.status] + outcome.reason)
    sys.exit(outcome.status)


if __name__ == "__main__":
    main()
