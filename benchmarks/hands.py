"""Hands: values of many at once, arrangements, and single `solve` calls."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

import meldproof
from benchmarks.peers_run import Peers
from benchmarks.questions import dense_hands, stored, texts, uniform_hands

COLD = 5000
OPENINGS = ("argentino", "reglamento", "fichas")
VARIANTS = ("gin", "argentino", "rummy-500", "reglamento", "fichas")
TIMES_STORED = 50
"""How often stored hands are repeated in one array: a few thousand take less than a clock can tell."""
CHECKED = 40
"""Generated hands of each kind whose value is compared with another engine's."""


def milliseconds(call: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of this process, and what the call returned."""
    begun = time.process_time()
    found = call()
    return (time.process_time() - begun) * 1e3, found


def rate(call: Callable[[], Any], hands: int) -> float:
    """Hands a second: the best of three calls (what disturbs a call only makes it slower)."""
    return hands / min(milliseconds(call)[0] for _ in range(3)) * 1e3


def gin(peers: Peers) -> list[dict[str, Any]]:
    """Least deadwood of gin hands, beside the two game libraries called from Python."""
    rules = meldproof.variant("gin")
    lines = []
    for name, discard, others in (
        ("gin-random10", "none", ("OpenSpiel", "RLCard")),
        ("gin-dense10", "none", ("OpenSpiel", "RLCard")),
        ("gin-dense11", "required", ("OpenSpiel",)),
    ):
        rows = stored(name)
        right = [row["min_deadwood" if discard == "none" else "min_after_discard"] for row in rows]
        size = len(rows[0]["cards"].split())
        warm = meldproof.encode_hands(rules, uniform_hands(rules, size, 2000, 1))
        counts = meldproof.encode_hands(rules, [row["cards"] for row in rows])
        many = np.concatenate([counts] * TIMES_STORED)
        for arrangements in (False, True):

            def ours(hands: Any, arrangements: bool = arrangements, discard: str = discard) -> Any:
                return meldproof.solve_many(rules, hands, discard=discard, arrangements=arrangements)

            ours(warm)
            line: dict[str, Any] = {"work": f"{name}{', arranged' if arrangements else ''}", "hands": len(rows)}
            line["per_second"] = rate(lambda ours=ours, many=many: ours(many), len(many))  # type: ignore[misc]
            found = ours(counts)
            line["wrong"] = peers.judge("meldproof", rows, found.values.tolist(), right)
            if arrangements:
                line["wrong"] += _misread(found, rows, right, discard)
            else:
                line["peers"] = _others(peers, others, rows, right, line["per_second"])
            lines.append(line)
    return lines


def _misread(found: Any, rows: list[dict[str, Any]], right: list[int], discard: str) -> int:
    """How many of the first arrangements, read, don't leave what they should, or lose cards."""
    wrong = 0
    for at in range(min(len(rows), 500)):
        answer = found.arrangements[at].to_dict()
        held = [card for meld in answer["melds"] for card in meld["cards"]] + answer["deadwood"]
        held += [answer["discard"]] if discard != "none" else []
        wrong += answer["value"]["deadwood_points"] != right[at] or sorted(held) != sorted(rows[at]["cards"].split())
    return wrong


def _others(peers: Peers, names: tuple[str, ...], rows: Any, right: list[int], ours: float) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        answers = peers.ask(name, rows)
        if answers is not None:
            wrong = peers.judge(name, rows, answers.optima, right)
            speed = answers.hands_a_second
            found[name] = {"per_second": speed, "ratio": ours / speed, "wrong": wrong, "asked": len(rows)}
    return found


def indian(peers: Peers) -> list[dict[str, Any]]:
    """Thirteen cards with jokers and graded requirements, against the stored optima."""
    rules = meldproof.variant("indian-13")
    warm = [*uniform_hands(rules, 13, 2000, 1), *dense_hands(rules, 13, 1000, 1)]
    meldproof.solve_many(rules, meldproof.encode_hands(rules, warm), objective="deadwood_points")
    lines = []
    for kind, name, deal in (("random13", "uniform", uniform_hands), ("dense13", "dense", dense_hands)):
        rows = [row for row in stored("indian-13") if row["kind"] == kind]
        counts = meldproof.encode_hands(rules, [row["cards"] for row in rows])
        among = np.concatenate([counts, meldproof.encode_hands(rules, deal(rules, 13, 5000 - len(rows), 2))])
        for what, hands in (("stored", counts), ("stored and generated", among)):
            ms, found = milliseconds(
                lambda hands=hands: meldproof.solve_many(rules, hands, objective="deadwood_points")  # type: ignore[misc]
            )
            right = [row["min_points"] for row in rows]
            wrong = peers.judge("meldproof", rows, found.values[: len(rows)].tolist(), right)
            line = {"work": f"indian-13, {name}, {what}", "hands": len(hands), "per_second": len(hands) / ms * 1e3}
            lines.append({**line, "wrong": wrong})
    return lines


def eleven(peers: Peers) -> list[dict[str, Any]]:
    """Eleven cards of every variant: generated hands, some of which are put to the graph engine, too."""
    lines = []
    for variant in VARIANTS:
        rules = meldproof.variant(variant)
        for kind, deal, number in (("uniform", uniform_hands, 20_000), ("dense", dense_hands, 5_000)):
            meldproof.solve_many(rules, meldproof.encode_hands(rules, deal(rules, 11, 2000, 1)))
            hands = deal(rules, 11, number, 2)
            counts = meldproof.encode_hands(rules, hands)
            ms, found = milliseconds(
                lambda rules=rules, counts=counts: meldproof.solve_many(rules, counts)  # type: ignore[misc]
            )
            asked = texts(rules, hands[:CHECKED])
            other = [_figure(meldproof.solve(rules, text, engine="graph"), found.objective) for text in asked]
            rows = [{"cards": text} for text in asked]
            wrong = peers.judge(f"meldproof, {variant}", rows, found.values[:CHECKED].tolist(), other)
            line = {"work": f"{variant}, 11 cards, {kind}", "hands": number, "per_second": number / ms * 1e3}
            lines.append({**line, "wrong": wrong, "checked": CHECKED})
    return lines


def _figure(answer: Any, name: str) -> int:
    return int(getattr(answer.figures, name))


def cold(peers: Peers) -> list[dict[str, Any]]:
    """Dense hands in a fresh process, whose variant one hand has prepared."""
    lines = []
    for variant in VARIANTS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            per_second = fresh.submit(_cold, variant).result()
        lines.append({"work": f"{variant}, 11 cards, dense, cold", "hands": COLD, "per_second": per_second, "wrong": 0})
    return lines


def _cold(variant: str) -> float:
    rules = meldproof.variant(variant)
    counts = meldproof.encode_hands(rules, dense_hands(rules, 11, COLD, 2))
    meldproof.solve_many(rules, counts[:1])
    return COLD / milliseconds(lambda: meldproof.solve_many(rules, counts))[0] * 1e3


def single(peers: Peers) -> list[dict[str, Any]]:
    """One `solve` call, from an id and a text to an arrangement, in microseconds."""
    lines = []
    asked = [(variant, False) for variant in VARIANTS] + [(variant, True) for variant in OPENINGS]
    for variant, opens in asked:
        rules = meldproof.variant(variant)
        for kind, deal in (("uniform", uniform_hands), ("dense", dense_hands)):
            line: dict[str, Any] = {"work": f"{variant}, 11 cards, {kind}{', opening' if opens else ''}"}
            warm, cards = (texts(rules, deal(rules, 11, number, seed)) for number, seed in ((400, 3), (300, 4)))
            for engine in ("fast", "auto"):
                _microseconds(variant, warm, engine, opens)
                line[engine] = _microseconds(variant, cards, engine, opens)
            lines.append(line)
    return lines


def _microseconds(variant: str, asked: list[str], engine: str, opens: bool) -> dict[str, float]:
    def ms(text: str) -> float:
        return milliseconds(lambda: meldproof.solve(variant, text, engine=engine, open=opens))[0]

    found = sorted(map(ms, asked))
    return {"median_us": statistics.median(found) * 1e3, "p90_us": found[int(len(found) * 0.9)] * 1e3}
