"""A harness to copy: it lets `meldproof conform` ask your game. Replace the part between the lines by calls of it.

meldproof conform gin --smoke -- python examples/harnesses/harness.py
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


def points(cards):
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


# ----------------------------------------------------------------------------------------------------------------------

OPERATIONS = {
    "is_meld": lambda case: {"legal": is_meld(case["cards"])},
    "value": lambda case: {"points": points(case["cards"]) if is_meld(case["cards"]) else None},
}


def answer(message):
    if message["cmd"] == "start":
        who = {"name": "copied harness", "language": "Python", "version": "1"}
        return {"version": 1, "implementation": who, "operations": list(OPERATIONS)}
    if message["cmd"] == "variant":
        return {"ok": message["id"] == "gin"}
    operation = OPERATIONS.get(message["op"])
    if operation is None:
        return {"seq": message["seq"], "skipped": True, "message": f"no {message['op']} here"}
    try:
        return {"seq": message["seq"], "result": operation(message["case"])}
    except Exception as error:
        return {"seq": message["seq"], "errored": True, "message": repr(error)}


OUT, sys.stdout = sys.stdout, sys.stderr  # what the game prints must not get among the answers
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    print(json.dumps(answer(request)), file=OUT, flush=True)
