"""When one may knock, in words of both languages."""

from __future__ import annotations

from meldproof.reference.worth_words import Words, joined, rank_words
from meldproof.variants.vocabulary import Settings


def knock_condition(s: Settings, counts: Words) -> Words | None:
    """What a knock asks, after words for what the deadwood counts; None where one may knock whenever one likes."""
    points, cards, upcard = s.knock.deadwood, s.knock.cards, s.knock.upcard
    parts: list[Words] = []
    if points == 0:
        parts.append((f"{counts[0]} 0 points", f"{counts[1]} 0 puntos"))
    elif points != "any":
        parts.append((f"{counts[0]} {points} points or fewer", f"{counts[1]} {points} puntos o menos"))
    if upcard.pairs:
        deck = s.deck_for(s.players.min)
        by_rank = {deck.ranks[rank - 1]: number for rank, number in upcard.by_rank(deck.ranks).items()}
        table = joined(rank_words(by_rank, deck))
        parts.append(
            (
                f"{counts[0]} no more than the card first turned up allows ({table[0]})",
                f"{counts[1]} a lo sumo lo que permite la carta dada vuelta al repartir ({table[1]})",
            )
        )
    if cards != "any":
        kept = ("one card", "una carta") if cards == 1 else (f"{cards} cards", f"{cards} cartas")
        parts.append((f"it is at most {kept[0]}", f"es a lo sumo {kept[1]}"))
    if not parts:
        return None
    return " and ".join(one for one, _ in parts), " y ".join(one for _, one in parts)
