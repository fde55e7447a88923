"""RLCard's gin: the least deadwood of hands of ten, by its own best clusters of melds and its own count of deadwood.

Without any meld it has no cluster; the whole hand is then counted by its values.
"""

from answering import answer_hands, introduce
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import utils
from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters


def encode(text: str) -> list[Card]:
    return [utils.card_from_text(word[0] + word[1].upper()) for word in text.split()]


def best(hand: list[Card]) -> int:
    clusters = get_best_meld_clusters(hand)
    return utils.get_deadwood_count(hand, clusters[0] if clusters else [])


introduce("RLCard", "rlcard")
answer_hands(encode, best)
