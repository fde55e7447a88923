"""How a deal is set up, step by step, made from the settings: shuffling, cutting, dealing, stock, who begins."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.cards import Deck
from meldproof.reference.glance import amount_dealt, nouns
from meldproof.reference.worth_words import Words
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import Settings

SIDES = {"left": ("left", "izquierda"), "right": ("right", "derecha")}


def setup_steps(s: Settings, deck: Deck) -> tuple[Text, ...]:
    """What happens before the first turn of a deal, in order."""
    return tuple(Text(*step) for step in _steps(s, deck))


def _steps(s: Settings, deck: Deck) -> Iterator[Words]:
    _, many = nouns(deck)
    cut = _cut(s)
    yield (
        f"One player shuffles the {many[0]}{cut[0]}.",
        f"Un jugador mezcla las {many[1]}{cut[1]}.",
    )
    if s.wilds.turned != "none":
        yield _turned(s, many)
    dealt, who = amount_dealt(s, many), _dealer(s)
    yield f"{who[0]} {dealt[0]}, face down.", f"{who[1]} {dealt[1]}, boca abajo."
    yield from _rest(s, many)
    yield from _one_too_many(s, many)
    yield _begins(s)


def _turned(s: Settings, many: Words) -> Words:
    if s.wilds.turned == "rank":
        joker = max(s.deck.jokers.numbers) > 0
        other = (
            f" (for a joker: all of rank {s.wilds.turned_joker})" if joker else "",
            f" (si sale un comodín: las de valor {s.wilds.turned_joker})" if joker else "",
        )
        makes = (f"all {many[0]} of its rank are wild{other[0]}", f"todas las de su valor son comodines{other[1]}")
    else:
        makes = (
            "the next one of its suit (after the last, the first) is wild, and the printed jokers stand for that one",
            "la siguiente de su palo (tras la última, la primera) es comodín, y los comodines impresos valen por esa",
        )
    return (
        f"One is turned up and stays out of play: {makes[0]}.",
        f"Se da vuelta una, que no se juega: {makes[1]}.",
    )


def _cut(s: Settings) -> Words:
    if s.deal.cutter == "none":
        return "", ""
    side = SIDES[s.deal.cutter.partition("-")[0]]
    return (
        f"; the player to their {side[0]} cuts, that is, lifts off a packet",
        f"; quien está a su {side[1]} parte la baraja, es decir, aparta un paquete",
    )


def _dealer(s: Settings) -> Words:
    return {
        "shuffler": ("The one who shuffled deals each player", "Quien mezcló reparte a cada jugador"),
        "right-of-cutter": (
            "The player to the cutter's right deals each player",
            "Quien está a la derecha del que partió reparte a cada jugador",
        ),
        "left-of-cutter": (
            "The player to the cutter's left deals each player",
            "Quien está a la izquierda del que partió reparte a cada jugador",
        ),
        "none": ("Each player takes", "Cada jugador toma"),
    }[s.deal.dealer]


def _rest(s: Settings, many: Words) -> Iterator[Words]:
    stock = (
        f"The rest lies face down: the stock, from which {many[0]} are drawn.",
        "El resto queda boca abajo: es el mazo (o pozo), de donde se roba.",
    )
    if not s.deal.upcard:
        yield stock
        return
    yield (
        f"{stock[0]} One card is turned up beside it and starts the discard pile.",
        f"{stock[1]} Al lado se da vuelta una carta, que inicia el descarte.",
    )


def _one_too_many(s: Settings, many: Words) -> Iterator[Words]:
    """What the first player does with what they have more than the others."""
    if s.deal.begins_undrawn:
        yield (
            "The first player's first turn begins without a draw.",
            "El primer turno del que empieza es sin tomar carta.",
        )
    if not s.deal.lays_one_down:
        return
    one = f"one of their {many[0]}", f"una de sus {many[1]}"
    yield {
        "dead": (
            f"The first player puts {one[0]} face up in the middle: it is out of play. Now all have as many.",
            f"El primer jugador pone {one[1]} boca arriba en el centro: queda muerta. Ahora todos tienen las mismas.",
        ),
        "pile": (
            f"The first player puts {one[0]} face up in the middle: it starts the discard pile.",
            f"El primer jugador pone {one[1]} boca arriba en el centro: inicia el descarte.",
        ),
    }[s.deal.starter_discard]


def _begins(s: Settings) -> Words:
    side = SIDES[s.turn.direction]
    first = {
        "after-dealer": (
            f"The player to the dealer's {side[0]} begins",
            f"Empieza quien está a la {side[1]} del que repartió",
        ),
        "dealer": ("The dealer begins", "Empieza quien repartió"),
        "rotating": (
            "Who begins is drawn for the first deal and passes on from deal to deal",
            "En la primera mano se sortea quién empieza; después eso pasa de uno a otro",
        ),
    }[s.deal.starter]
    return f"{first[0]}; the turn passes to the {side[0]}.", f"{first[1]}; el turno pasa hacia la {side[1]}."
