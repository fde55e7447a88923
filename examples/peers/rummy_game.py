"""The `rummy` game: what a hand is worth, with a discard and without. It deals seven cards: longer ones are skipped."""

import contextlib
import io
import sys
from importlib.metadata import version

from speak import Skipped, speak

sys.stdout.reconfigure(encoding="utf-8")  # it chooses its suit signs by the output's encoding
with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")):
    from rummy.deck.card import Card
    from rummy.game.melds import Melds

DEALT = 7


def cards_of(case, most):
    if case.get("table"):
        raise Skipped("nobody lays off")
    if any(card == "JK" for card in case["cards"]) or len(set(case["cards"])) < len(case["cards"]):
        raise Skipped("one pack without jokers")
    if len(case["cards"]) > most:
        raise Skipped(f"its hands have {DEALT} cards")
    return [Card(card[0], card[1].upper()) for card in case["cards"]]


def best(case):
    return {"deadwood_points": Melds().calculate_score(cards_of(case, DEALT))}


def best_after_discard(case):
    return {"deadwood_points": min(Melds().find_discard_scores(cards_of(case, DEALT + 1)))}


speak("rummy", "Python", version("rummy"), {"best": best, "best_after_discard": best_after_discard})
