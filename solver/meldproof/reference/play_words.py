"""Plays and positions in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meldproof.cards import Deck
from meldproof.notation import card_text, meld_texts
from meldproof.pictures.names import has_french_suits
from meldproof.playing import actions as a
from meldproof.playing.action_words import action_words as words_of
from meldproof.playing.state import MatchState
from meldproof.reference.play_positions import ME
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "x": "★"}


def action_words(
    action: a.Action, deck: Deck, players: int = 2, dealer: int = 0, match: MatchState | None = None
) -> Text:
    """What is done, in a few words, the cards with the signs that are printed on them; by whom, where that is named.

    `match` is the moment: it says on which of several melds a card is laid off.
    """
    who, to = _who(action, players, dealer), _to_which(action, match)
    done = _OWN.get(type(action), _as_in_a_log)(action)
    return Text(*(f"{who[i]}{_with_signs(done[i] + to[i], deck)}" for i in (0, 1)))


def _to_which(action: a.Action, match: MatchState | None) -> tuple[str, str]:
    deal = match.deal if match else None
    if not isinstance(action, a.LayOff) or match is None or deal is None or len(deal.table) < 2:
        return "", ""
    if not 0 <= action.meld < len(deal.table):
        return "", ""
    meld = " ".join(meld_texts(deal.table[action.meld].meld, match.deck))
    return f" on {meld}", f" a {meld}"


def _who(action: a.Action, players: int, dealer: int) -> tuple[str, str]:
    """Who begins, seen from the dealer."""
    seat = action.player
    if seat is None or isinstance(action, a.Buy):
        return "", ""
    name = seen_from_the_dealer(seat, players, dealer)
    return f"the {name[0]} begins: ", f"empieza el {name[1]}: "


def seen_from_the_dealer(seat: int, players: int, dealer: int) -> tuple[str, str]:
    """A player, without the article; players sit in the order of their numbers, each to the left of the one before."""
    place = (seat - dealer) % players
    if place == 0:
        return "dealer", "que repartió"
    if players == 2:
        return "dealer's opponent", "rival del que repartió"
    if place == 1:
        return "player to the dealer's left", "jugador a la izquierda del que repartió"
    if place == players - 1:
        return "player to the dealer's right", "jugador a la derecha del que repartió"
    return f"player in place {place + 1} from the dealer on", f"jugador en el lugar {place + 1} desde el que repartió"


def steps_words(told: Sequence[Text]) -> Text:
    """What went before, in order."""
    if not told:
        return Text()
    return Text(
        f"first {'; '.join(text.en for text in told)}; then", f"primero {'; '.join(text.es for text in told)}; después"
    )


def players_words(players: int, variant: Variant, *, pairs: bool) -> Text:
    """How many play, where it isn't the fewest, and whether in pairs."""
    found = [(f"with {players} players", f"de a {players}")] if players != variant.settings.players.min else []
    if pairs:
        found.append(("in pairs", "en parejas"))
    return Text(", ".join(en for en, _ in found), ", ".join(es for _, es in found))


def joined(*parts: Text) -> Text:
    """Parts of a sentence, those that are empty left out."""
    return Text(
        ", ".join(part.en for part in parts if part.en).replace("then, ", "then "),
        ", ".join(part.es for part in parts if part.es).replace("después, ", "después "),
    )


def with_reason(said: Text, reason: Text, deck: Deck) -> Text:
    """What is refused, and why."""
    return Text(
        *(
            f"{text}: {_with_signs(why, deck).rstrip('.')}" if why else text
            for text, why in ((said.en, reason.en), (said.es, reason.es))
        )
    )


def _with_signs(text: str, deck: Deck) -> str:
    """Cards of French suits with the suits' signs: `10♥` for `Th`."""
    if not has_french_suits(deck):
        return text
    ranks = "|".join(re.escape(rank) for rank in deck.ranks)
    return re.sub(rf"\b({ranks})([{''.join(deck.suits)}])\b", _sign, text)


def _sign(found: re.Match[str]) -> str:
    rank = "10" if found[1] == "T" else found[1]
    return rank + SUITS.get(found[2].lower(), found[2])


def _draw(action: a.Draw) -> tuple[str, str]:
    """How many are taken is left open where the log of a play leaves it open."""
    if action.source == "stock" or action.count is not None:
        return _as_in_a_log(action)
    return "take from the discard pile", "tomar del descarte"


def _as_in_a_log(action: a.Action) -> tuple[str, str]:
    return words_of(action, "en"), words_of(action, "es")


def _deal(action: a.Deal) -> tuple[str, str]:
    up = (
        ("a card turned up", "se da vuelta una carta")
        if action.upcard
        else ("no card turned up", "sin dar vuelta ninguna")
    )
    sizes = [len(hand.split()) for hand in action.hands if hand]
    dealt = (f"deal {sizes[0]} cards", f"repartir {sizes[0]} cartas") if sizes else ("deal", "repartir")
    extra = (
        (
            f"; the first player discards {action.discard} right away",
            f"; el primero descarta {action.discard} enseguida",
        )
        if action.discard
        else ("", "")
    )
    return f"{dealt[0]}, {up[0]}{extra[0]}", f"{dealt[1]}, {up[1]}{extra[1]}"


def _defend(action: a.Defend) -> tuple[str, str]:
    grown = [text for text in action.layoffs if text]
    kept = (f", keeping {action.deadwood}", f", y quedarse con {action.deadwood}") if action.deadwood else ("", "")
    if grown:
        on = "; ".join(grown)
        return f"lay off on the knocker's melds: {on}{kept[0]}", f"agregar a lo de quien golpeó: {on}{kept[1]}"
    return f"lay off nothing on the knocker's melds{kept[0]}", f"no agregar nada a lo de quien golpeó{kept[1]}"


_OWN: Mapping[type, Callable[[Any], tuple[str, str]]] = {
    a.Draw: _draw,
    a.Drop: lambda action: ("drop out of the deal", "retirarse de la mano"),
    a.Buy: lambda action: ("another player buys the discard", "otro jugador compra el descarte"),
    a.LayOff: lambda action: (f"lay off {action.cards}", f"agregar {action.cards}"),
    a.Exchange: lambda action: (f"give {action.card} for the wild", f"canjear el comodín por {action.card}"),
    a.Deal: _deal,
    a.Defend: _defend,
    a.EndTurn: lambda action: ("end the turn without a discard", "terminar el turno sin descartar"),
}
"""What is said otherwise than of a line of a log: here melds of the table have no numbers, and a deal has its size."""


def _must_be_told_open(match: MatchState) -> bool:
    """Whether the table doesn't show by itself that the player has opened, in a game where that matters."""
    deal, s = match.deal, match.settings
    assert deal is not None
    if deal.phase == "over" or s.melding.at == "close":
        return False
    shown = any(lying.owner == ME for lying in deal.table)
    return s.opening.points.at(deal.start_scores[ME]) > 0 or (
        bool(deal.table) and not shown and s.layoff.start != "always"
    )


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
            times = {1: ("once", "una vez"), 2: ("twice", "dos veces")}.get(
                deal.rebuilt, (f"{deal.rebuilt} times", f"{deal.rebuilt} veces")
            )
            found.append((f"after rebuilding it {times[0]}", f"tras rearmarlo {times[1]}"))
    if any(deal.start_scores):
        found.append(
            (
                f"with {deal.start_scores[0]} points, another player with {deal.start_scores[1]}",
                f"con {deal.start_scores[0]} puntos y otro jugador con {deal.start_scores[1]}",
            )
        )
    if deal.turn.taken:
        cards = " ".join(card_text(card, match.deck) for card in deal.turn.taken)
        shown = _with_signs(cards, match.deck)
        found.append((f"after taking {shown} from the discard pile", f"después de tomar {shown} del descarte"))
    if deal.turn.freed:
        found.append(("after freeing the wild", "después de canjear el comodín"))
    if deal.turn.opening:
        found.append(("in the turn of your first meld", "en el turno de tu primera bajada"))
    elif deal.turn.laid and deal.phase == "play":
        found.append(("after laying cards in this turn", "después de bajar cartas en este turno"))
    elif deal.table and not deal.opened[ME]:
        found.append(("before you have laid a meld of your own", "antes de bajar una combinación propia"))
    if deal.opened[ME] and not deal.turn.opening and _must_be_told_open(match):
        found.append(("having opened already", "con la apertura ya hecha"))
    return Text(", ".join(en for en, _ in found), ", ".join(es for _, es in found))
