"""Plays and positions in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from meldproof.cards import Deck
from meldproof.pictures.names import has_french_suits
from meldproof.playing import actions as a
from meldproof.playing.state import MatchState
from meldproof.reference.play_positions import ME
from meldproof.variant.clauses import Text

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def action_words(action: a.Action, deck: Deck) -> Text:
    """What is done, in a few words, the cards with the signs that are printed on them."""
    return Text(*(_with_signs(text, deck) for text in _WORDS[type(action)](action)))


def _with_signs(text: str, deck: Deck) -> str:
    """Cards of French suits with the suits' signs: `10♥` for `Th`."""
    if not has_french_suits(deck):
        return text
    ranks = "|".join(re.escape(rank) for rank in deck.ranks)
    return re.sub(rf"\b({ranks})([{''.join(deck.suits)}])\b", _sign, text)


def _sign(found: re.Match[str]) -> str:
    rank = "10" if found[1] == "T" else found[1]
    return rank + SUITS[found[2].lower()]


def _draw(action: a.Draw) -> tuple[str, str]:
    if action.source == "stock":
        return "draw from the stock", "robar del mazo"
    if action.count is None:
        return "take from the discard pile", "tomar del descarte"
    cards = ("card", "carta") if action.count == 1 else ("cards", "cartas")
    return (
        f"take {action.count} {cards[0]} from the discard pile",
        f"tomar {action.count} {cards[1]} del descarte",
    )


def _discard(action: a.Discard) -> tuple[str, str]:
    down = (" face down", " boca abajo") if action.face_down else ("", "")
    return f"discard {action.card}{down[0]}", f"descartar {action.card}{down[1]}"


def _meld(action: a.Meld) -> tuple[str, str]:
    return f"lay {' and '.join(action.melds)}", f"bajar {' y '.join(action.melds)}"


def _knock(action: a.Knock) -> tuple[str, str]:
    melds = action.melds
    return (
        f"knock, discarding {action.discard} and laying {' and '.join(melds)}",
        f"cortar, descartando {action.discard} y bajando {' y '.join(melds)}",
    )


def _rearrange(action: a.Rearrange) -> tuple[str, str]:
    after = "; ".join(action.table)
    return f"rearrange the table into {after}", f"reordenar la mesa: {after}"


_WORDS: Mapping[type, Callable[[Any], tuple[str, str]]] = {
    a.Draw: _draw,
    a.Discard: _discard,
    a.Meld: _meld,
    a.Knock: _knock,
    a.Rearrange: _rearrange,
    a.LayOff: lambda action: (f"lay off {action.cards}", f"agregar {action.cards}"),
    a.Exchange: lambda action: (f"give {action.card} for the wild", f"canjear el comodín por {action.card}"),
    a.Pass: lambda action: ("pass", "pasar"),
    a.EndTurn: lambda action: ("end the turn without a discard", "terminar el turno sin descartar"),
}


def situation(match: MatchState) -> Text:
    """What is special about a position: nothing is said of what is usual in the middle of a deal."""
    deal, s = match.deal, match.settings
    assert deal is not None
    found: list[tuple[str, str]] = []
    if deal.turns[ME] == 1:
        found.append(("in your first turn of the deal", "en tu primer turno de la mano"))
    elif match.deals == 1:
        found.append(("in the first deal of the match", "en la primera mano de la partida"))
    if deal.phase == "offer":
        found.append(("when the upcard is offered", "cuando se ofrece la carta dada vuelta"))
    if deal.stock_left <= s.stock.left:
        found.append(("when the stock is used up", "con el mazo agotado"))
        if deal.rebuilt:
            found.append((f"after rebuilding it {deal.rebuilt} times", f"tras rearmarlo {deal.rebuilt} veces"))
    if any(deal.start_scores):
        found.append(
            (
                f"with {deal.start_scores[0]} points, another player with {deal.start_scores[1]}",
                f"con {deal.start_scores[0]} puntos y otro jugador con {deal.start_scores[1]}",
            )
        )
    if deal.turn.taken:
        found.append(("after taking a card from the discard pile", "después de tomar una carta del descarte"))
    if deal.turn.freed:
        found.append(("after freeing the wild", "después de canjear el comodín"))
    if deal.turn.opening:
        found.append(("in the turn of your first meld", "en el turno de tu primera bajada"))
    elif deal.turn.laid and deal.phase == "play":
        found.append(("after laying cards in this turn", "después de bajar cartas en este turno"))
    elif deal.table and not deal.opened[ME]:
        found.append(("before you have laid a meld of your own", "antes de bajar una combinación propia"))
    return Text(", ".join(en for en, _ in found), ", ".join(es for _, es in found))
