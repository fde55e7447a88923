"""The fixed words of the pages, in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sized
from typing import Any

import msgspec

from meldproof.variants.clauses import Status, Text
from meldproof.variants.levels import Level

STATUS: Mapping[Status, Text] = {
    "stated": Text("stated in the text", "dicho en el texto"),
    "implied": Text("follows from the text", "se sigue del texto"),
    "default": Text("the text is silent; the usual rule", "el texto calla; la regla usual"),
    "contested": Text("contested", "en disputa"),
    "not-encoded": Text("said, not checked by machine", "dicha, no comprobada por máquina"),
}
HOUSE = Text("house rule", "regla de la casa")
"""What a clause is that says so itself and cites no sentence: nobody's text states it."""


def status_words(status: Status, citations: Sized) -> Text:
    """Where a clause stands: in a text that it cites, or nowhere but in the file."""
    return HOUSE if status == "stated" and not len(citations) else STATUS[status]


VERDICT: Mapping[str, Text] = {
    "legal": Text("Allowed", "Se puede"),
    "illegal": Text("Not allowed", "No se puede"),
    "worth": Text("Example", "Ejemplo"),
}
WORDS: Mapping[str, Text] = {
    "rules": Text("The rules of", "Reglas de juego:"),
    "glance": Text("At a glance", "De un vistazo"),
    "turn": Text("Your turn, step by step", "Tu turno, paso a paso"),
    "setup": Text("Setting up a deal", "Cómo se prepara la mano"),
    "sample_turn": Text("A turn to follow", "Un turno de ejemplo"),
    "sample_score": Text("A score to follow", "Un puntaje de ejemplo"),
    "contents": Text("Contents", "Contenido"),
    "glossary": Text("Words of the game", "Palabras del juego"),
    "sources": Text("Sources", "Fuentes"),
    "theorems": Text("Theorems", "Teoremas"),
    "clause": Text("clause", "cláusula"),
    "cites": Text("rests on", "se apoya en"),
    "contested": Text("How else it can be read", "De qué otra manera puede leerse"),
    "reading": Text("reading", "lectura"),
    "in_force": Text("the reading in force", "la lectura en vigor"),
    "formal": Text("Formally", "Formalmente"),
    "parameters": Text("Parameters", "Parámetros"),
    "parameter": Text("parameter", "parámetro"),
    "value": Text("value", "valor"),
    "meaning": Text("meaning", "significado"),
    "formula": Text("Formulas (a meld of three cards)", "Fórmulas (una combinación de tres cartas)"),
    "tests": Text("Tests", "Pruebas"),
    "reason": Text("Why it is not checked", "Por qué no se comprueba"),
    "untrue": Text("No longer so in this variant", "Ya no es así en esta variante"),
    "apart": Text("What tells them apart", "Qué las distingue"),
    "smallest": Text("smallest there is (proved)", "el más chico que hay (demostrado)"),
    "made": Text(
        "Written by meldproof from the clauses. The examples were found by machine: smallest cards, plays or scores on"
        " which the rule matters.",
        "Escrito por meldproof a partir de las cláusulas. Los ejemplos los encontró una máquina: las cartas, jugadas o"
        " puntajes más chicos en que la regla importa.",
    ),
    "extends": Text("a house variant of", "una variante casera de"),
    "wild_key": Text(
        "A golden dashed edge marks a wild; its band says which card it stands for.",
        "Un borde dorado punteado marca un comodín; su banda dice qué carta reemplaza.",
    ),
    "prove": Text("Prove them with", "Se demuestran con"),
    "other_language": Text("en español", "in English"),
    "print": Text("Details fold open on a screen; on paper only the rules are printed.",
                  "En pantalla los detalles se despliegan; en papel solo salen las reglas."),
}  # fmt: skip
LEVEL_NAMES: Mapping[Level, Text] = {
    "deck": Text("the deck", "la baraja"),
    "meld": Text("melds", "las combinaciones"),
    "value": Text("the points of melds", "los puntos de las combinaciones"),
    "hand": Text("hands", "las manos"),
    "turn": Text("play", "el juego"),
}
THEOREMS_ON = Text("Theorems on", "Teoremas sobre")
GLOSSARY: tuple[tuple[Text, Text], ...] = (
    (Text("meld", "combinación"), Text("cards that may lie on the table together: a set or a run", "cartas que pueden estar juntas en la mesa: una pierna o una escalera")),
    (Text("set", "pierna"), Text("cards of one rank", "cartas de un mismo valor")),
    (Text("run", "escalera"), Text("cards in sequence", "cartas seguidas")),
    (Text("natural", "natural"), Text("a card played as what is printed on it", "carta que se juega como lo que dice")),
    (Text("wild", "comodín"), Text("a card played in place of another; the printed joker is called morrucho in Spanish, a wild two mono", "carta que se juega en lugar de otra; el impreso es el morrucho, y el dos que hace de comodín, el mono")),
    (Text("to cut", "partir (cortar) la baraja"), Text("to lift off a packet of the deck before the deal", "apartar un paquete de la baraja antes de repartir")),
    (Text("stock", "mazo (pozo)"), Text("the face-down pile to draw from", "la pila tapada de la que se roba")),
    (Text("discard pile", "descarte"), Text("the face-up pile that discards go to", "la pila a la vista, donde se descarta")),
    (Text("to lay", "bajar"), Text("to put a meld from your hand on the table", "poner en la mesa una combinación de la mano")),
    (Text("to lay off", "agregar"), Text("to add cards to a meld on the table", "sumar cartas a una combinación de la mesa")),
    (Text("opening", "apertura"), Text("a player's first melds of a deal", "las primeras combinaciones que alguien baja en la mano")),
    (Text("deadwood", "sueltas"), Text("cards in hand that are in no meld", "cartas de la mano que no están en ninguna combinación")),
    (Text("to close", "cerrar (cortar)"), Text("to end the deal for everybody", "terminar la mano para todos")),
    (Text("to knock", "golpear (cortar)"), Text("in gin: to close with a discard, showing one's melds", "en el gin: cerrar con un descarte, mostrando las combinaciones")),
    (Text("deal", "mano"), Text("from dealing the cards to counting the points; in Spanish mano is also the hand of cards", "desde que se reparte hasta que se cuentan los puntos; también, las cartas de un jugador")),
)  # fmt: skip


def of_tiles(text: Text, style: str) -> Text:
    """A text about cards, said of tiles where tiles are played with. Names (`opening-cards`) stay as they are."""
    if style != "tiles":
        return text
    return Text(_CARD.sub(_tile, text.en), _CARTA.sub(_ficha, text.es))


def all_of_tiles(value: Any, style: str) -> Any:
    """A record with every text in it said of tiles where tiles are played with."""
    if style != "tiles":
        return value
    if isinstance(value, Text):
        return of_tiles(value, style)
    if isinstance(value, tuple):
        parts = [all_of_tiles(part, style) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, msgspec.Struct):
        changed = {name: all_of_tiles(getattr(value, name), style) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


_CARD, _CARTA = re.compile(r"(?<![\w/-])[Cc]ard(?=s?\b(?!-))"), re.compile(r"(?<![\w/-])[Cc]arta(?=s?\b(?!-))")


def _tile(found: re.Match[str]) -> str:
    return "Tile" if found[0][0] == "C" else "tile"


def _ficha(found: re.Match[str]) -> str:
    return "Ficha" if found[0][0] == "C" else "ficha"
