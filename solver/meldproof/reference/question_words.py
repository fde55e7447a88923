"""What people ask at a table about the rules that texts leave open, by the parameter that answers."""

from __future__ import annotations

from collections.abc import Mapping

from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import parameters

QUESTIONS: Mapping[str, Text] = {
    "deck.jokers": Text("How many jokers are played with?", "¿Con cuántos comodines impresos se juega?"),
    "set.suits": Text("May a set repeat a suit?", "¿Una pierna puede repetir palo?"),
    "set.repeat_sizes": Text("How large is a set that repeats a suit?", "¿De cuántas cartas es una pierna que repite palo?"),
    "set.wilds.max": Text("How many wilds may a set hold?", "¿Cuántos comodines admite una pierna?"),
    "run.wilds.max": Text("How many wilds may a run hold?", "¿Cuántos comodines admite una escalera?"),
    "run.wilds.adjacent": Text("May two wilds stand side by side?", "¿Puedo poner dos comodines juntos?"),
    "run.wilds.at_ends": Text("May a wild be at the end of a run?", "¿Puede ir un comodín en la punta de una escalera?"),
    "wilds.natural": Text("Is a wild card in its own place still a wild?", "¿Una carta comodín en su propio lugar sigue siendo comodín?"),
    "wilds.joker.melded": Text("What is a joker worth on the table?", "¿Cuánto vale un comodín bajado?"),
    "wilds.joker.opening": Text("What does a joker count toward the opening?", "¿Cuánto cuenta un comodín para abrir?"),
    "wilds.ranked.melded": Text("What is a wild of a wild rank worth on the table?", "¿Cuánto vale un mono bajado?"),
    "points.ranks": Text("What are the cards worth?", "¿Cuánto valen las cartas?"),
    "points.ace.low": Text("What is an ace (the first rank) worth at the low end of a run?", "¿Cuánto vale el as (el primer valor) en la punta baja de una escalera?"),
    "points.ace.high": Text("What is an ace (the first rank) worth after the last rank?", "¿Cuánto vale el as (el primer valor) después del último?"),
    "points.ace.set": Text("What is an ace (the first rank) worth in a set?", "¿Cuánto vale el as (el primer valor) en una pierna?"),
    "points.ace.hand": Text("What does an ace (the first rank) left in hand cost?", "¿Cuánto cuesta un as (el primer valor) que queda en la mano?"),
    "opening.whose_score": Text("Whose score decides what an opening needs?", "¿El puntaje de quién decide cuánto hace falta para abrir?"),
    "requirement.melds": Text("Which runs must I show for the rest to count?", "¿Qué escaleras tengo que mostrar para que cuente lo demás?"),
    "opening.melds": Text("Which melds must an opening hold?", "¿Qué combinaciones hay que bajar para abrir?"),
    "opening.repeated_suits": Text("Does a set that repeats suits count toward the opening?", "¿Cuenta para abrir una pierna que repite palo?"),
    "deal.starter_discard": Text("What becomes of the first player's card too many?", "¿Qué se hace con la carta de más del primero?"),
    "deal.cut_counts_upcard": Text("Does the exact cut count the card turned up?", "¿El corte justo cuenta la carta dada vuelta?"),
    "deal.next": Text("Who deals next?", "¿Quién da después?"),
    "draw.discard": Text("What may I take from the discard pile?", "¿Qué puedo tomar del descarte?"),
    "draw.entry": Text("Must I use the card that I take from the discard pile?", "¿Tengo que usar la carta que tomo del descarte?"),
    "draw.return_taken": Text("May I discard the card that I have just taken?", "¿Puedo descartar la carta que acabo de tomar?"),
    "draw.entry_unopened": Text("What may I take from the discard pile before I have opened?", "¿Qué puedo tomar del descarte antes de abrir?"),
    "draw.discard_from_turn": Text("From which turn on may I take from the discard pile?", "¿Desde qué turno puedo tomar del descarte?"),
    "draw.wilds": Text("May I take a wild from the discard pile?", "¿Puedo tomar un comodín del descarte?"),
    "discard.wilds": Text("May I discard a wild?", "¿Puedo descartar un comodín?"),
    "discard.fitting": Text("May I discard a card that fits a meld on the table?", "¿Puedo descartar una carta que sirve en la mesa?"),
    "discard.each_turn": Text("Must I discard in every turn?", "¿Tengo que descartar en todos los turnos?"),
    "discard.to_close": Text("Must I discard to close?", "¿Tengo que descartar para cerrar?"),
    "discard.face_down": Text("Does the closing discard lie face down?", "¿El descarte del cierre va boca abajo?"),
    "melding.at": Text("When are melds laid?", "¿Cuándo se baja?"),
    "melding.new": Text("May I lay new melds after my opening?", "¿Puedo bajar combinaciones nuevas después de abrir?"),
    "melding.first_turn": Text("May I lay melds in my first turn?", "¿Puedo bajar en mi primer turno?"),
    "melding.from_turn": Text("From which turn on may I lay melds?", "¿Desde qué turno puedo bajar?"),
    "close.from_turn": Text("From which turn on may I close?", "¿Desde qué turno puedo cerrar?"),
    "close.melds": Text("Which melds must a knock show?", "¿Qué combinaciones hay que mostrar al golpear?"),
    "melding.first_deal": Text("May melds be laid in the first deal?", "¿Se puede bajar en la primera mano?"),
    "layoff.on": Text("To whose melds may I add cards?", "¿A qué combinaciones puedo agregar cartas?"),
    "table.rearrange": Text("May I rearrange the table?", "¿Puedo reordenar la mesa?"),
    "table.jokers": Text("Does a joker on the table stay where it is?", "¿Un comodín de la mesa queda fijo?"),
    "exchange.cards": Text("Where may the card come from that frees a wild?", "¿De dónde puede salir la carta que canjea un comodín?"),
    "exchange.set": Text("What frees the wild of a set?", "¿Con qué se canjea el comodín de una pierna?"),
    "exchange.then": Text("May I keep a wild that I freed?", "¿Puedo quedarme con el comodín que canjeé?"),
    "scoring.partner": Text("How does the partner's hand count when a pair closes?", "¿Cómo cuenta la mano del compañero cuando cierra la pareja?"),
    "bonus.melds": Text("Which melds earn a bonus?", "¿Qué combinaciones tienen premio?"),
    "bonus.laid_by": Text("Must one player have laid the run that earns the bonus?", "¿La escalera premiada tiene que bajarla un solo jugador?"),
    "match.end": Text("What ends the match?", "¿Qué termina la partida?"),
    "match.winner": Text("Who wins the match?", "¿Quién gana la partida?"),
}  # fmt: skip


def question(parameter: str) -> Text:
    """The question that a parameter answers; of one that nobody has put in words yet, its meaning."""
    if parameter in QUESTIONS:
        return QUESTIONS[parameter]
    term = parameters()[parameter]
    return Text(_asked(term.en, "whether ", ""), _asked(term.es, "si ", "¿"))


def _asked(meaning: str, whether: str, before: str) -> str:
    said = meaning.partition(": ")[0]
    asked = said.removeprefix(whether)
    shown = asked[:1].upper() + asked[1:]
    return f"{before if asked != said else ''}{shown}{'?' if asked != said else ''}"
