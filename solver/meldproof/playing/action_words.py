"""Actions of a game as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.playing import actions as a

WORDS = {
    "en": {
        "deal": "deal", "stock": "draw from the stock", "stock_many": "draw {count} from the stock",
        "top": "take the top of the discard pile", "top_many": "take the top {count} of the discard pile",
        "buy": "player {player} buys the top of the discard pile",
        "pass": "pass", "drop": "drop out of the deal",
        "meld": "lay {melds}", "layoff": "add {cards} to table meld {meld}", "into": ", making {to}",
        "exchange": "change {card} for the wild in table meld {meld}", "rearrange": "leave the table as {table}",
        "discard": "discard {card}", "face_down": "discard {card} face down", "end": "end the turn",
        "knock": "knock with {melds}, discarding {card}", "knock_held": "knock with {melds}",
        "defend": "show {melds}", "defend_off": ", laying off to make {layoffs}", "nothing": "nothing",
        "announce": "announce that one card of the stock would close",
        "rebuild": "turn the discard pile into the stock",
    },
    "es": {
        "deal": "repartir", "stock": "robar del mazo", "stock_many": "robar {count} del mazo",
        "top": "tomar la carta de arriba del descarte", "top_many": "tomar las {count} de arriba del descarte",
        "buy": "el jugador {player} compra la carta de arriba del descarte",
        "pass": "pasar", "drop": "retirarse de la mano",
        "meld": "bajar {melds}",
        "layoff": "agregar {cards} a la combinación {meld} de la mesa",
        "into": ", que queda {to}",
        "exchange": "canjear {card} por el comodín de la combinación {meld} de la mesa",
        "rearrange": "dejar la mesa como {table}",
        "discard": "descartar {card}", "face_down": "descartar {card} boca abajo",
        "end": "terminar el turno",
        "knock": "golpear con {melds} y descartar {card}", "knock_held": "golpear con {melds}",
        "defend": "mostrar {melds}", "defend_off": ", agregando hasta dejar {layoffs}", "nothing": "nada",
        "announce": "avisar que una carta del mazo cerraría", "rebuild": "rearmar el mazo con el descarte",
    },
}  # fmt: skip


def action_words(action: a.Action, language: str = "en") -> str:
    """One action in words. Table melds are counted from 1 for people (logs count from 0)."""
    words = WORDS[language]

    def melds(texts: Sequence[str | None]) -> str:
        return "; ".join(text for text in texts if text) or words["nothing"]

    match action:
        case a.Draw():
            where = "stock" if action.source == "stock" else "top"
            many = (action.count or 1) > 1
            text = words[where + "_many" * many].format(count=action.count)
            return f"{text} ({action.card})" if action.card else text
        case a.Buy():
            return words["buy"].format(player=(action.player or 0) + 1)
        case a.LayMelds():
            return words["meld"].format(melds=melds(action.melds))
        case a.LayOff():
            text = words["layoff"].format(cards=action.cards, meld=action.meld + 1)
            return text + (words["into"].format(to=action.to) if action.to else "")
        case a.Exchange():
            return words["exchange"].format(card=action.card, meld=action.meld + 1)
        case a.Rearrange():
            return words["rearrange"].format(table=melds(action.table))
        case a.Discard():
            return words["face_down" if action.face_down else "discard"].format(card=action.card)
        case a.Knock():
            text = words["knock" if action.discard else "knock_held"]
            return text.format(melds=melds(action.melds), card=action.discard)
        case a.Defend():
            off = [text for text in action.layoffs if text]
            text = words["defend"].format(melds=melds(action.melds))
            return text + (words["defend_off"].format(layoffs=melds(off)) if off else "")
        case _:
            return words[str(msgspec.to_builtins(action)["action"])]
