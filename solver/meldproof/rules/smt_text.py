"""Terms as people write them: ∧, ∨, ¬, →, ≤, and `#(…)` for how many of some truths hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from meldproof.rules.smt import WIDTH, truth


def readable(term: Any) -> str:
    """A truth as a formula in one line; `true` where nothing is asked."""
    return _truth(truth(term))


def _truth(term: Any) -> str:
    if z3.is_and(term):
        return _joined(term, " ∧ ", drops="true", ends="false")
    if z3.is_or(term):
        return _implication(term) or _joined(term, " ∨ ", drops="false", ends="true")
    if z3.is_not(term):
        return _negation(term.arg(0))
    if z3.is_eq(term):
        return _equation(term, "=")
    if term.decl().kind() == z3.Z3_OP_ULEQ:
        return f"{_number(term.arg(0))} ≤ {_number(term.arg(1))}"
    if _is_if(term):
        yes, no = _truth(term.arg(1)), _truth(term.arg(2))
        return f"if {_truth(term.arg(0))} then {_within(yes)} else {_within(no)}"
    return str(term).lower() if z3.is_true(term) or z3.is_false(term) else str(term)


def _joined(term: Any, sign: str, *, drops: str, ends: str) -> str:
    parts = [part for part in map(_truth, term.children()) if part != drops]
    if ends in parts:
        return ends
    if len(parts) < 2:
        return parts[0] if parts else drops
    return sign.join(_within(part) for part in parts)


def _implication(term: Any) -> str:
    """`a → b` for "not a, or b"; nothing for any other choice."""
    first, *rest = term.children()
    if not z3.is_not(first) or len(rest) != 1:
        return ""
    condition, consequence = _truth(first.arg(0)), _truth(rest[0])
    if condition == "true" or consequence == "true":
        return consequence
    return "true" if condition == "false" else f"{_within(condition)} → {_within(consequence)}"


def _negation(inner: Any) -> str:
    if z3.is_not(inner):
        return _truth(inner.arg(0))
    if z3.is_eq(inner):
        return _equation(inner, "≠")
    if inner.decl().kind() == z3.Z3_OP_ULEQ:
        return f"{_number(inner.arg(0))} > {_number(inner.arg(1))}"
    said = _truth(inner)
    return {"true": "false", "false": "true"}.get(said, f"¬{_within(said)}")


def _equation(term: Any, sign: str) -> str:
    """Numbers go to the right."""
    left, right = term.arg(0), term.arg(1)
    if z3.is_bv_value(left):
        left, right = right, left
    return f"{_number(left)} {sign} {_number(right)}"


def _number(term: Any) -> str:
    if z3.is_bv_value(term):
        return str(_signed(term))
    if term.decl().kind() == z3.Z3_OP_BADD:
        return _sum(list(_addends(term)))
    if _is_if(term):
        if _counts(term):
            return f"#({_truth(term.arg(0))})"
        yes, no = _number(term.arg(1)), _number(term.arg(2))
        return f"(if {_truth(term.arg(0))} then {yes} else {no})"
    return str(term)


def _sum(parts: list[Any]) -> str:
    """Truths counted together, then what else is added, minus signs drawn out."""
    counted = [_truth(part.arg(0)) for part in parts if _counts(part)]
    plain = [part for part in parts if not _counts(part)]
    constant = sum(_signed(part) for part in plain if z3.is_bv_value(part))
    words = [f"#({', '.join(counted)})"] if counted else []
    words += [_number(part) for part in plain if not z3.is_bv_value(part)]
    said = " + ".join(words) or "0"
    return said if not constant else f"{said} {'+' if constant > 0 else '−'} {abs(constant)}"


def _addends(term: Any) -> Iterable[Any]:
    for part in term.children():
        if part.decl().kind() == z3.Z3_OP_BADD:
            yield from _addends(part)
        else:
            yield part


def _counts(term: Any) -> bool:
    """1 if a truth holds, else 0."""
    return (
        _is_if(term)
        and z3.is_bv_value(term.arg(1))
        and z3.is_bv_value(term.arg(2))
        and (term.arg(1).as_long(), term.arg(2).as_long()) == (1, 0)
    )


def _is_if(term: Any) -> bool:
    return bool(term.decl().kind() == z3.Z3_OP_ITE)


def _signed(term: Any) -> int:
    value = int(term.as_long())
    return value - (1 << WIDTH) if value >= 1 << (WIDTH - 1) else value


def _within(text: str) -> str:
    """In brackets, where it is more than one comparison."""
    return f"({text})" if any(sign in text for sign in (" ∧ ", " ∨ ", " → ", "if ")) and not _is_wrapped(text) else text


def _is_wrapped(text: str) -> bool:
    text, depth = text.removeprefix("¬"), 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth and place < len(text) - 1:
            return False
    return text.startswith("(")
