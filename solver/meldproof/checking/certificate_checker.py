"""Recheck a certificate of optimality with nothing but the standard library and the rules of a meld.

Every arrangement is a choice of *columns* (melds, a discard) whose totals keep to the *rows* (copies of a card, what is
demanded). A leaf of a proof gives each row a price such that no column gains more than its rows' prices together; then
no arrangement gains more than each row's price times its bound (weak duality: Chvátal, *Linear Programming*, ch. 5). A
split says that melds of some sort are used at most k times, or more often. So the claim is true if every leaf's bound is
below the next whole number after the claim's value. All numbers are exact.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from meldproof.checking.certificate_columns import Case, Column, Game, Unreadable, cases_of

MOST_BYTES, MOST_DIGITS = 50_000_000, 200
LOWER_IS_BETTER = ("deadwood_points", "deadwood_cards", "table_changes")
FIGURES = ("deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes")


class Rejected(Exception):  # noqa: N818 - it is a verdict
    """The certificate can be read, but does not hold."""


class Verdict(NamedTuple):
    """Exit status (0 it holds, 1 it does not, 2 it can't be read) and one line that says why."""

    status: int
    reason: str


def check_certificate(text: str | bytes) -> Verdict:
    """Whether a certificate's claim is proved by its proofs. Never raises."""
    try:
        if len(text) > MOST_BYTES:
            raise Unreadable(f"larger than {MOST_BYTES} bytes")
        document = json.loads(text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_distinct)
        return Verdict(0, _check(document))
    except Rejected as reason:
        return Verdict(1, str(reason))
    except Unreadable as reason:
        return Verdict(2, f"unreadable: {reason}")
    except RecursionError:
        return Verdict(2, "unreadable: nested too deeply")
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, MemoryError) as error:
        return Verdict(2, f"unreadable: {type(error).__name__}: {str(error)[:100]}")


def _check(document: Any) -> str:
    if document["format"] != "meldproof certificate" or document["version"] != 1:
        raise Unreadable("not a meldproof certificate of version 1")
    game, claim = Game(document), document["claim"]
    proofs = iter(document["proofs"])
    asked = {"opening": game.opening, "use": game.use, "discard": game.discard}
    for name in claim["dropped"]:
        due = ["opening"] * (asked["opening"] is not None) + ["use"] * bool(asked["use"])
        if name != (due + ["discard"] * (asked["discard"] == "required") + [None])[0]:
            raise Rejected(f"the demand {name!r} is not the next that could be dropped")
        if name == "opening" and claim["reachable"] is not None:
            _check_reachable(game, claim, asked, next(proofs, None))
        else:
            _prove(game, asked, {}, 0, -1, next(proofs, None), f"that the demand {name!r} can't be met")
        asked[name] = {"opening": None, "use": (), "discard": "none"}[name]
    if claim["reachable"] is not None and "opening" not in claim["dropped"]:
        raise Rejected("`reachable` speaks of an opening that is not given up")
    figures = _figures_of(game, asked, claim["arrangement"])
    cap = game.s.scoring.cap
    if cap != "any" and "score" in game.objective:
        raise Rejected("a score with a capped hand value is no sum over cards")
    stages = [game.objective]
    if cap != "any" and figures["deadwood_points"] >= cap:
        figures["deadwood_points"], before = cap, game.objective
        figures["score"] = figures["melded_points"] - cap
        if "deadwood_points" in before:  # no better without paying the cap, none better once it is paid
            place = before.index("deadwood_points")
            stages = [before[: place + 1], before[:place] + before[place + 1 :]]
    if figures != claim["figures"]:
        raise Rejected(f"the melds make {figures}, not {claim['figures']}")
    for objective in stages:
        weights = _weights(game, objective, document["weights"])
        value = sum(weights[name] * _upward(name, figures[name]) for name in objective)
        start = sum(weights[name] * game.start[name] for name in objective)
        _prove(game, asked, weights, start, value, next(proofs, None), f"the best {', '.join(objective)}")
    if next(proofs, None) is not None:
        raise Rejected("there are proofs of more than is claimed")
    return f"proved: {', '.join(f'{name} {figures[name]}' for name in game.objective)}"


def _weights(game: Game, objective: tuple[str, ...], given: dict[str, int]) -> dict[str, int]:
    """The objective's weights: a step in one figure outweighs whatever can change in all the later ones."""
    for number, name in enumerate(objective):
        later = sum(given[other] * game.spans[other] for other in objective[number + 1 :])
        if type(given[name]) is not int or given[name] <= later:
            raise Rejected(f"the weight of {name} does not outweigh what comes after it")
    return {name: given[name] for name in objective}


def _check_reachable(game: Game, claim: Any, asked: dict[str, Any], proof: Any) -> None:
    """The hand can't open, and what it can lay toward the opening is exactly what is claimed."""
    opening, most = asked["opening"], claim["reachable"]
    if opening["pure_runs"] or type(most) is not int or not 0 <= most < opening["points"]:
        raise Rejected("`reachable` is no number of points short of the opening")
    asked = {**asked, "opening": {"points": 0, "pure_runs": 0}}
    if most or claim["witness"] is not None:
        totals = _totals(game, asked, claim["witness"])
        if totals["opening"] != most:
            raise Rejected(f"the witness lays {totals['opening']} points toward the opening, not {most}")
    _prove(game, asked, {"opening": 1}, 0, most, proof, f"at most {most} points toward the opening")


def _figures_of(game: Game, asked: dict[str, Any], arrangement: Any) -> dict[str, int]:
    totals = _totals(game, asked, arrangement)
    return {name: _upward(name, totals[name] + game.start[name]) for name in FIGURES}


def _upward(name: str, figure: int) -> int:
    return -figure if name in LOWER_IS_BETTER else figure


def _totals(game: Game, asked: dict[str, Any], arrangement: Any) -> Counter[str]:
    """What the columns of an arrangement gain together; it must be an arrangement of some case."""
    reasons = []
    game.check_cards(arrangement, asked["use"], asked["discard"])
    for case in cases_of(game, **asked):
        try:
            columns = list(case.columns_of(arrangement))
        except Unreadable as reason:
            reasons.append(str(reason))
            continue
        used = Counter[str]()
        gains = Counter[str]()
        for column in columns:
            used.update(column.rows)
            gains.update(column.gains)
        wrong = [name for name, (low, high) in case.rows.items() if used[name] < low or used[name] > (high or 10**9)]
        if not wrong:
            return gains
        reasons.append(f"{wrong[0]} is used {used[wrong[0]]} times")
    raise Rejected(f"the melds are no arrangement: {reasons[0] if reasons else 'no case'}")


def _prove(
    game: Game, asked: dict[str, Any], weights: dict[str, int], start: int, value: int, proof: Any, goal: str
) -> None:
    """Raises Rejected unless the proof shows, in every case, that no arrangement's value is above `value`."""
    cases = list(cases_of(game, **asked))
    if not isinstance(proof, dict) or len(proof["cases"]) != len(cases):
        raise Rejected(f"there is no proof of {goal} in each of its {len(cases)} cases")
    for number, (case, tree) in enumerate(zip(cases, proof["cases"], strict=True), 1):
        columns = {(c.kind, c.names, tuple(sorted(c.rows.items())), _gain(c, weights)): c for c in case.columns()}
        known = list(columns.values())
        gains = [_gain(column, weights) for column in known]
        for path, prices in _leaves(tree, []):
            lacking = _lacking(case, known, gains, path, prices, value - start)
            if lacking:
                raise Rejected(f"{goal}, case {number}, leaf {'.'.join(word for word, *_ in path) or 'only'}: {lacking}")
