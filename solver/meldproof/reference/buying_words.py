"""Buying in words, made from the settings."""

from __future__ import annotations

from meldproof.reference.worth_words import Words
from meldproof.variants.vocabulary import Settings


def buying_step(s: Settings) -> Words | None:
    """What others may do once the mover has drawn from the stock; None where nothing is bought."""
    if s.buy.who == "nobody":
        return None
    who = {
        "not-opened": ("another player who has not opened yet", "otro jugador que todavía no haya abierto"),
        "anyone": ("another player", "otro jugador"),
    }[s.buy.who]
    price, most = _price(s.buy.extra), _most(s)
    return (
        f"If you draw from the stock, {who[0]} may then take the top card of the discard pile{price[0]}{most[0]}.",
        f"Si robás del mazo, {who[1]} puede entonces llevarse la carta de arriba del descarte{price[1]}{most[1]}.",
    )


def _price(extra: int) -> Words:
    if not extra:
        return "", ""
    if extra == 1:
        return ", with one card of the stock", ", con una carta del mazo"
    return f", with {extra} cards of the stock", f", con {extra} cartas del mazo"


def _most(s: Settings) -> Words:
    if s.buy.most == "any":
        return "", ""
    if s.buy.most == 1:
        return ", once in a deal", ", una vez por mano"
    return f", {s.buy.most} times in a deal at most", f", a lo sumo {s.buy.most} veces por mano"
