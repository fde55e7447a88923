"""A harness to copy that is started for every case: one JSON object on standard input, a verdict on standard output.

meldproof conform gin --one-shot --smoke -- python examples/harnesses/one_shot.py
"""

import json
import sys

# ---- your game -------------------------------------------------------------------------------------------------------
RANKS = "A23456789TJQK"


def is_meld(cards):
    """Whether the cards are a set, or a run in one suit (the ace low)."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(suits) == len(cards)
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


# ----------------------------------------------------------------------------------------------------------------------


def verdict(question):
    if question["cmd"] == "start":  # who does not answer this is asked everything
        who = {"name": "copied one-shot harness", "language": "Python", "version": "1"}
        return {"version": 1, "implementation": who, "operations": ["is_meld"]}
    if question["variant"] != "gin":
        return {"skipped": True, "message": f"no {question['variant']} here"}
    if question["op"] == "is_meld":
        return {"result": {"legal": is_meld(question["case"]["cards"])}}
    return {"skipped": True, "message": f"no {question['op']} here"}


print(json.dumps(verdict(json.load(sys.stdin))))
