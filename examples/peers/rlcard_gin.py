"""RLCard's gin: its melds, its groups of melds and its card values.

Its own counting of deadwood insists on ten cards; here the same groups of melds are counted for a hand of any size.
"""

from importlib.metadata import version

from rlcard.games.gin_rummy import judge
from rlcard.games.gin_rummy.utils import melding, utils
from speak import Skipped, speak


def cards_of(case):
    if case.get("table"):
        raise Skipped("there are no lay-offs in its game")
    if any(card == "JK" for card in case["cards"]) or len(set(case["cards"])) < len(case["cards"]):
        raise Skipped("one pack without jokers")
    return [utils.card_from_text(card[0] + card[1].upper()) for card in case["cards"]]


def text(card):
    return card.rank + card.suit.lower()


def is_meld(hand):
    melds = [*melding.get_all_run_melds(hand), *melding.get_all_set_melds(hand)]
    return any(len(meld) == len(hand) for meld in melds)


def points(cards):
    return sum(utils.get_deadwood_value(card) for card in cards)


def value(case):
    hand = cards_of(case)
    return {"points": points(hand) if is_meld(hand) else None}


def best(case):
    hand = cards_of(case)
    clusters = [[], *melding.get_meld_clusters(hand)]
    left = [points([card for card in hand if not any(card in meld for meld in cluster)]) for cluster in clusters]
    chosen = clusters[left.index(min(left))]
    return {"deadwood_points": min(left), "melds": [" ".join(map(text, meld)) for meld in chosen]}


def legal_action(case):
    """Whether a knock or gin with this discard is among those that its judge allows."""
    hand = case.get("situation", {}).get("hand", "").split()
    if case["action"]["action"] != "knock" or len(hand) != 11 or len(set(hand)) < 11 or case.get("steps"):
        raise Skipped("only knocks, from a hand of eleven")
    cards = cards_of({"cards": hand})
    knock, gin = (set(map(text, found)) for found in judge.get_going_out_cards(cards, 10))
    discard = case["action"]["discard"]
    if gin and discard not in gin:
        raise Skipped("it goes gin where it can, and chooses the discard itself")
    return {"legal": discard in knock | gin}


speak(
    "rlcard (gin_rummy)",
    "Python",
    version("rlcard"),
    {
        "is_meld": lambda case: {"legal": is_meld(cards_of(case))},
        "value": value,
        "best": best,
        "legal_action": legal_action,
    },
)
