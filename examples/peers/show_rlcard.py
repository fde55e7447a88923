"""RLCard lists 9s among the cards to go gin with, though without it 7s 8s Ts are no meld.

python show_rlcard.py, in an environment with rlcard 1.2.0.
"""

from importlib.metadata import version

from rlcard.games.gin_rummy import judge
from rlcard.games.gin_rummy.utils import melding, utils

print("rlcard", version("rlcard"))
HAND = ("7S", "8S", "9S", "TS", "7H", "8H", "9H", "TH", "7D", "8D", "9D")
hand = [utils.card_from_text(text) for text in HAND]
knock, gin = judge.get_going_out_cards(hand, 10)
for card in gin:
    others = [other for other in hand if other != card]
    clusters = melding.get_meld_clusters(others)
    melded = any({kept for meld in cluster for kept in meld} == set(others) for cluster in clusters)
    print(f"gin by discarding {card}: the other ten are {'all melded' if melded else 'NOT all melded'}")
