"""What melds an opening, a close or a bonus asks for, by trying every way to give each thing asked a meld of its own."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from plain_judge.melds import Meld, Rules


def asked(demands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One entry for each meld that is asked for."""
    return [demand for demand in demands for _ in range(demand.get("count", 1))]


def fits(rules: Rules, meld: Meld, demand: dict[str, Any]) -> bool:
    """Whether a meld is of the kind, the size and within the number of wilds that an entry says."""
    if demand["kind"] not in ("set", "run"):
        raise NotImplementedError(demand["kind"])
    if meld.kind != demand["kind"] or len(meld.cards) < demand.get("min", 0):
        return False
    return demand.get("wilds", "any") == "any" or rules.wilds_in(meld) <= demand["wilds"]


def meets(rules: Rules, melds: list[Meld], demands: list[dict[str, Any]]) -> bool:
    """Whether each entry has a meld of its own, and nothing is left over where exactly these are asked for."""
    wanted = asked(demands)
    if any(demand.get("exactly") for demand in demands) and len(melds) != len(wanted):
        return False
    return any(
        all(fits(rules, meld, demand) for meld, demand in zip(chosen, wanted, strict=True))
        for chosen in permutations(melds, len(wanted))
    )


def required_runs(rules: Rules) -> tuple[int, int]:
    """How many runs without wilds a show needs, and how many in all."""
    wanted = asked(rules.get("requirement.melds") or [])
    pure = sum(demand.get("wilds", "any") == 0 for demand in wanted)
    return pure or rules.get("requirement.pure_runs", 0), len(wanted) or rules.get("requirement.runs", 0)


def as_pairs(rules: Rules, texts: list[str]) -> int | None:
    """By how much a show of pairs multiplies, if it is one that the rules know."""
    for alternative in rules.get("close.melds") or []:
        wanted = asked(alternative)
        if not wanted or {demand["kind"] for demand in wanted} != {"pair"} or len(wanted) != len(texts):
            continue
        if all(is_pair(rules, text) for text in texts):
            return int(max(demand.get("factor", 1) for demand in alternative))
    return None


def is_pair(rules: Rules, text: str) -> bool:
    """Two equal cards, or a wild and any card, which it is said to equal if it is said to be anything."""
    words = [word.partition("=") for word in text.split()]
    cards = [rules.card(card) for card, _, _ in words]
    if len(cards) != 2:
        return False
    for (_, mark, said), card, other in zip(words, cards, reversed(cards), strict=True):
        if mark and (not rules.is_wild_card(card) or rules.face(rules.card(said)) != rules.face(other)):
            return False
    return rules.face(cards[0]) == rules.face(cards[1]) or any(map(rules.is_wild_card, cards))
