"""The values of the vocabulary in English and Spanish: what a rule file writes as one word, said to people."""

from __future__ import annotations

import json
from collections.abc import Mapping

from meldproof.variants.by_deal import by_deal_words, is_by_deal
from meldproof.variants.demand_words import plain_demands_words

Words = tuple[str, str]

HEADS: Mapping[str, Words] = {
    "deck.style": ("the game is played", "se juega"),
    "players.sides": ("who plays together", "quién juega con quién"),
    "run.suit": ("the cards of a run are", "las cartas de una escalera son"),
    "melding.at": ("melds are laid", "se baja"),
}
"""What is said before the value where what the parameter means already lists its values."""

_BALANCE: Mapping[str, Words] = {
    "any": ("in any proportion", "en cualquier proporción"),
    "at-most-naturals": ("at most as many as the naturals", "a lo sumo tantos como las naturales"),
    "fewer-than-naturals": ("fewer than the naturals", "menos que las naturales"),
}
VALUES: Mapping[str, Mapping[str, Words]] = {
    "deck.style": {"cards": ("with cards", "con naipes"), "tiles": ("with tiles", "con fichas")},
    "players.sides": {
        "individual": ("everyone for themselves", "cada uno por su cuenta"),
        "pairs": ("two pairs", "en parejas"),
        "either": ("as agreed before the match", "según se acuerde antes de la partida"),
    },
    "set.suits": {
        "distinct": ("all distinct", "todos distintos"),
        "any": ("any", "cualesquiera"),
        "same": ("all the same", "todos iguales"),
        "distinct-with-wilds": (
            "any where it holds no wild, all distinct where it does",
            "cualesquiera si no lleva comodín, todos distintos si lo lleva",
        ),
        "three": ("exactly three, each once or more", "tres justos, cada uno una vez o más"),
    },
    "set.wilds.balance": _BALANCE,
    "run.wilds.balance": _BALANCE,
    "run.suit": {
        "same": ("of consecutive ranks and of one suit", "de valores consecutivos y de un mismo palo"),
        "any": ("of consecutive ranks and of any suits", "de valores consecutivos y de cualquier palo"),
    },
    "run.ends": {
        "low": ("at the low end only", "solo abajo"),
        "high": ("at the high end only", "solo arriba"),
        "either": ("at the low end or at the high end, not at both", "abajo o arriba, no en las dos puntas a la vez"),
        "both": ("at either end, or at both ends of one run", "abajo, arriba o en las dos puntas de una escalera"),
        "cyclic": ("anywhere: after it the run goes on", "en cualquier lugar: la escalera sigue después de él"),
        "cyclic-not-from-top": (
            "anywhere, but no run begins with the rank before it",
            "en cualquier lugar, pero ninguna escalera empieza en el valor que lo precede",
        ),
    },
    "wilds.natural": {
        "never": ("still a wild", "sigue siendo comodín"),
        "in-place": ("a natural", "es natural"),
        "free": ("as its holder likes", "como quiera quien la tiene"),
    },
    "wilds.turned": {
        "none": ("nothing", "nada"),
        "rank": ("the cards of its rank", "las de su valor"),
        "next": (
            "the next card of its suit, the printed jokers being that card",
            "la siguiente de su palo, y los comodines impresos valen por esa",
        ),
    },
    "opening.whose_score": {"own": ("the player's own", "el propio"), "anyone": ("anybody's", "el de cualquiera")},
    "opening.cards": {
        "own": ("the player's own cards only", "solo con cartas propias"),
        "any": ("cards of the table too", "también con cartas de la mesa"),
    },
    "deal.starter_discard": {
        "dead": ("it is put aside", "se aparta"),
        "pile": ("it starts the discard pile", "inicia el descarte"),
        "none": ("nothing: it stays in the hand", "nada: queda en la mano"),
        "first-turn": (
            "it stays in the hand, and the first turn begins without a draw",
            "queda en la mano, y el primer turno empieza sin tomar carta",
        ),
    },
    "deal.dealer": {
        "shuffler": ("who shuffles", "quien mezcla"),
        "right-of-cutter": ("the player on the cutter's right", "el de la derecha de quien parte"),
        "left-of-cutter": ("the player on the cutter's left", "el de la izquierda de quien parte"),
        "none": ("nobody", "nadie"),
    },
    "deal.cutter": {
        "right-of-shuffler": ("the player on the shuffler's right", "el de la derecha de quien mezcla"),
        "left-of-shuffler": ("the player on the shuffler's left", "el de la izquierda de quien mezcla"),
        "none": ("nobody", "nadie"),
    },
    "deal.starter": {
        "after-dealer": ("the player after the dealer", "el que sigue a quien repartió"),
        "dealer": ("the dealer", "quien repartió"),
        "rotating": ("each in turn", "cada uno a su turno"),
    },
    "deal.next": {
        "in-turn": ("the player after the dealer", "el que sigue a quien repartió"),
        "same-after-void": (
            "the player after the dealer, after a void deal the dealer again",
            "el que sigue a quien repartió; tras una mano anulada, otra vez el mismo",
        ),
        "winner": ("who won the deal", "quien ganó la mano"),
        "loser": ("who lost the deal", "quien perdió la mano"),
    },
    "turn.direction": {"left": ("to the left", "a la izquierda"), "right": ("to the right", "a la derecha")},
    "turn.first_draw": {
        "as-usual": ("no: the first draw is like any other", "no: se roba como siempre"),
        "upcard-offer": ("yes: each may take it or pass", "sí: cada uno puede tomarla o pasar"),
    },
    "draw.when": {
        "every-turn": ("in every turn", "en todos"),
        "if-nothing-laid": ("only where nothing is laid", "solo cuando no se baja nada"),
    },
    "draw.discard": {
        "none": ("nothing", "nada"),
        "top": ("its top card", "la carta de arriba"),
        "pile": ("all of it", "todo"),
        "depth": ("from the top down to any card", "desde arriba hasta cualquier carta"),
    },
    "draw.entry": {
        "free": ("nothing", "nada"),
        "meld-or-lay-off": ("it is melded or laid off", "bajarla o agregarla"),
        "new-meld": ("it goes into a new meld", "usarla en una combinación nueva"),
    },
    "draw.entry_unopened": {
        "same": ("the same as of all", "lo mismo que a todos"),
        "opening": ("it goes into a meld of the opening", "ponerla en una combinación de la apertura"),
        "forbidden": ("they take nothing", "no toma nada"),
    },
    "buy.who": {
        "nobody": ("nobody", "nadie"),
        "not-opened": ("who has not opened yet", "quien todavía no abrió"),
        "anyone": ("any other player", "cualquier otro jugador"),
    },
    "discard.to_close": {
        "required": ("it must", "es obligatorio"),
        "optional": ("as the player likes", "es optativo"),
        "forbidden": ("it must not", "no se puede"),
    },
    "discard.fitting": {
        "allowed": ("by anybody", "cualquiera"),
        "forbidden": ("by nobody", "nadie"),
        "opened-only": ("only by who has opened", "solo quien ya abrió"),
    },
    "melding.at": {"turn": ("in any turn", "en cualquier turno"), "close": ("only at the close", "solo al cierre")},
    "melding.new": {
        "any": ("any", "cualquiera"),
        "opening-only": (
            "those of the opening only; then cards are added",
            "solo las de la apertura; después se agregan cartas",
        ),
    },
    "melding.first_deal": {
        "allowed": ("they may", "se puede"),
        "close-only": ("only by closing", "solo para cerrar"),
    },
    "layoff.on": {
        "none": ("nobody's", "a ninguna"),
        "own": ("one's own", "a las propias"),
        "side": ("one's own and the partner's", "a las propias y a las del compañero"),
        "any": ("anybody's", "a las de cualquiera"),
        "knocker": ("the knocker's", "a las de quien golpeó"),
    },
    "layoff.start": {
        "always": ("at any time", "siempre"),
        "opening-turn": ("from the turn of the opening on", "desde el turno en que se abre"),
        "next-turn": ("from the turn after the opening on", "desde el turno siguiente al de abrir"),
    },
    "layoff.scored_by": {
        "layer": ("who lays it", "quien la agrega"),
        "owner": ("whose meld it is", "el dueño de la combinación"),
    },
    "table.rearrange": {
        "none": ("not at all", "no"),
        "moves": ("by add, swap, take and split only", "solo agregar, cambiar, sacar y partir"),
        "full": ("freely", "libremente"),
    },
    "table.jokers": {"frozen": ("it does", "queda fijo"), "free": ("it may be moved", "se puede mover")},
    "exchange.cards": {
        "none": ("none: no wild is freed", "de ningún lado: no se canjea"),
        "hand": ("from the hand", "de la mano"),
        "hand-or-table": ("from the hand or the table", "de la mano o de la mesa"),
    },
    "exchange.set": {
        "any-missing": ("a card of one missing suit", "una carta de un palo que falte"),
        "all-missing": ("cards of all missing suits", "cartas de todos los palos que falten"),
        "never": ("nothing", "nada"),
    },
    "exchange.then": {
        "keep": ("it may", "puede quedar"),
        "same-turn": ("it is laid in the same turn", "se baja en el mismo turno"),
    },
    "exchange.into": {
        "any": ("anywhere", "donde sea"),
        "new-meld": (
            "into a meld that holds no whole meld that lay there before",
            "en una combinación que no tenga entera ninguna de las que había",
        ),
    },
    "close.by": {
        "empty-hand": ("by having no cards left", "quedándose sin cartas"),
        "knock": ("by a knock", "golpeando"),
    },
    "close.announce": {"none": ("no", "no"), "one-away": ("yes", "sí")},
    "stock.empty": {
        "reshuffle": (
            "the discard pile is shuffled and becomes the stock",
            "se mezcla el descarte y pasa a ser el mazo",
        ),
        "discard-only": ("only the discard pile is drawn from", "solo se roba del descarte"),
        "play-on": ("play goes on without drawing", "se sigue sin robar"),
        "end-hand": ("the deal ends and is scored", "la mano termina y se anota"),
        "void": ("the deal counts for nothing", "la mano no vale"),
        "turn-over": (
            "the discard pile less its top card is turned over, unshuffled, and becomes the stock",
            "el descarte menos su carta de arriba se da vuelta sin mezclar y pasa a ser el mazo",
        ),
    },
    "scoring.hand": {
        "melded-minus-hand": ("what is laid less what is left in hand", "lo bajado menos lo que queda en la mano"),
        "penalty": ("what is left in hand, against the player", "lo que queda en la mano, en contra"),
        "difference": ("the difference between the hands", "la diferencia entre las manos"),
        "transfer": (
            "what is left in hand goes from each of the others to the closer",
            "lo que les queda en la mano a los demás pasa a quien cerró",
        ),
        "collect": (
            "the closer scores what is left in the hands of the others",
            "quien cerró suma lo que les queda en la mano a los demás",
        ),
        "none": ("hands cost nothing", "las manos no cuestan nada"),
    },
    "scoring.unopened": {"as-held": ("what the cards in it cost", "lo que cuestan sus cartas")},
    "scoring.partner": {"adds": ("it adds", "suma"), "subtracts": ("it subtracts", "resta")},
    "bonus.laid_by": {"one-player": ("yes", "sí"), "anyone": ("no: anybody may", "no: puede cualquiera")},
    "match.end": {
        "target": ("reaching a number of points", "llegar a una cantidad de puntos"),
        "elimination": ("only one player being left", "que quede un solo jugador"),
        "deals": ("a number of deals", "una cantidad de manos"),
        "one-deal": ("one deal", "una sola mano"),
    },
    "match.winner": {
        "highest": ("the highest score", "el puntaje más alto"),
        "lowest": ("the lowest score", "el puntaje más bajo"),
        "last-in": ("the last player left", "el último que queda"),
        "closer": ("who closes", "quien cierra"),
    },
    "match.ties": {
        "another-deal": ("another deal is played", "se juega otra mano"),
        "shared": ("the match is shared", "se comparte la partida"),
    },
    "arrange.objective": {
        "deadwood_points": ("fewest points left over", "menos puntos sobrantes"),
        "melded_points": ("most points laid", "más puntos bajados"),
        "melded_cards": ("most cards laid", "más cartas bajadas"),
        "deadwood_cards": ("fewest cards left over", "menos cartas sobrantes"),
        "score": ("highest score (laid less left over)", "mayor puntaje (bajado menos sobrante)"),
        "table_changes": ("fewest table melds changed", "menos combinaciones de la mesa cambiadas"),
    },
}
"""Of every parameter that is written as a word, what each word says. `any` as a limit is no limit."""
NO_LIMIT: Words = ("any", "sin límite")


def value_words(name: str, plain: object) -> Words | None:
    """A parameter's plain value (as TOML holds it) in words; None for numbers and names, which say themselves."""
    if is_by_deal(plain):
        return _by_deal_words(name, plain)
    if isinstance(plain, bool):
        return ("yes", "sí") if plain else ("no", "no")
    if isinstance(plain, list) and (name.endswith(".melds") or (plain and isinstance(plain[0], (dict, list)))):
        return plain_demands_words(plain)
    known = VALUES.get(name, {})
    if isinstance(plain, str):
        return known.get(plain) or (NO_LIMIT if plain == "any" else None)
    if isinstance(plain, list) and plain and all(value in known for value in plain):
        said = [known[value] for value in plain]
        return ", ".join(one[0] for one in said), ", ".join(one[1] for one in said)
    return None


def _by_deal_words(name: str, plain: Mapping[str, Mapping[str, object]]) -> Words | None:
    """A table of values by deal in words, where each of them has words."""
    said = {json.dumps(value): value_words(name, value) for value in plain["deal"].values()}
    known = {key: words for key, words in said.items() if words is not None}
    return by_deal_words(plain, lambda value: known[json.dumps(value)]) if len(known) == len(said) else None


def asked_of(name: str, meaning: Words) -> Words:
    """What a parameter is about, without the list of its values that its meaning may hold."""
    if name not in VALUES:
        return meaning
    return HEADS.get(name) or (meaning[0].partition(": ")[0], meaning[1].partition(": ")[0])


def said_value(name: str, meaning: Words, plain: object, written: str) -> Words:
    """What a parameter means and what it is: `suits in a set: all distinct`. `written` stands for what has no words."""
    said = value_words(name, plain) or (written, written)
    meaning = asked_of(name, meaning)
    between = " " if name in HEADS else ": " if name in VALUES else " – "
    return f"{meaning[0]}{between}{said[0]}", f"{meaning[1]}{between}{said[1]}"
