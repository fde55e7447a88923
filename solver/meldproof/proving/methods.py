"""How theorems are proved, and what each way rests on: said once, for every theorem that goes that way."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meldproof.variants.clauses import Text

Method = Literal["solver", "suite", "walk", "cases", "sample", "changes", "counts", "prices", "play", "records", ""]


class Way(NamedTuple):
    """What is done, and what has to be so for it to mean what it says."""

    does: Text
    rests_on: Text


METHODS: dict[Method, Way] = {
    "solver": Way(
        Text("z3 looks for a counterexample among all melds of each size; what it finds is checked again in Python",
             "z3 busca un contraejemplo entre todas las combinaciones de cada tamaño; lo hallado se revisa en Python"),
        Text("z3 (cvc5 can be asked the same), and the terms, which `terms-are-the-rules` compares with the rules",
             "z3 (a cvc5 se le pregunta lo mismo) y los términos, que `terms-are-the-rules` compara con las reglas"),
    ),
    "suite": Way(
        Text("each word of a complete test suite is put to it, and each group of cards that could be a set",
             "se le da cada palabra de una batería completa, y cada grupo de cartas que podría ser una pierna"),
        Text("`catalogue-is-the-rules`; that what is tested needs at most one state more than the smallest automaton, "
             "asked with as many jokers and copies as a run takes; of sets, cards that the deck holds",
             "`catalogue-is-the-rules`; que lo probado pida a lo sumo un estado más que el autómata mínimo, con tantos "
             "morruchos y ejemplares como pida una escalera; de las piernas, cartas que el mazo tiene"),
    ),
    "walk": Way(
        Text("two automata are walked side by side through every pair of states",
             "se recorren dos autómatas a la par por todo par de estados"),
        Text("`catalogue-is-the-rules`, and that the compiled walk follows its tables (`sweep-lays-the-melds`)",
             "`catalogue-is-the-rules`, y que el recorrido compilado siga sus tablas (`sweep-lays-the-melds`)"),
    ),
    "cases": Way(
        Text("every case is asked, one by one", "se pregunta cada caso, uno por uno"),
        Text("that the list of cases is all there is, up to a renaming of suits where it says so (`suits-are-alike`)",
             "que la lista de casos sea todo lo que hay, salvo palos donde lo diga (`suits-are-alike`)"),
    ),
    "sample": Way(
        Text("some cases are asked, one by one", "se preguntan algunos casos, uno por uno"),
        Text("the cases that were asked: of others it says nothing",
             "los casos preguntados: de los demás no dice nada"),
    ),
    "changes": Way(
        Text("each parameter is changed, and cards, a hand or a play are looked for that tell the two rule sets apart",
             "se cambia cada parámetro y se buscan cartas, una mano o una jugada que distingan las dos reglas"),
        Text("what is shown is shown by an answer of both; that nothing shows is proved by z3 for melds alone; that a "
             "parameter is read is seen by watching the code",
             "lo que se ve se ve en la respuesta de ambas; que nada se vea lo demuestra z3 solo para combinaciones; "
             "que un parámetro se lee se ve mirando el código mientras responde"),
    ),
    "counts": Way(
        Text("z3 looks among all counts for a turn that does otherwise: loses a card, brings no end nearer, can't be "
             "ended",
             "z3 busca entre todas las cuentas un turno que haga otra cosa: pierda cartas, no acerque el final, no se "
             "pueda terminar"),
        Text("z3, and that counted turns leave out none that the rules allow: `draws-are-as-counted` and the turns of "
             "played deals, a sample; of turns that can be ended, small states put to the referee",
             "z3, y que las cuentas no dejen afuera ningún turno que valga: `draws-are-as-counted` y los turnos de "
             "manos jugadas, una muestra; de los turnos que se pueden terminar, estados chicos dados al árbitro"),
    ),
    "prices": Way(
        Text("a linear programme finds prices of cards; z3 looks for a legal meld worth more than its cards' prices; "
             "those of a hand are added up as fractions",
             "un programa lineal halla precios de cartas; z3 busca una combinación que valga más que los de las suyas; "
             "los de una mano se suman como fracciones"),
        Text("the certificate, which is the prices: z3 and the terms (`terms-are-the-rules`), not the programme, nor "
             "any search",
             "el certificado, que son los precios: z3 y los términos (`terms-are-the-rules`), no el programa ni una "
             "búsqueda"),
    ),
    "play": Way(
        Text("deals are played by a simple policy and counted again, turn by turn",
             "se juegan manos con una política simple y se las vuelve a contar, turno por turno"),
        Text("the deals that were played, for the fewest players and one more",
             "las manos jugadas, entre los menos jugadores posibles y entre uno más"),
    ),
    "records": Way(
        Text("what is recorded beside the rules is put to them again",
             "lo registrado junto a las reglas se les vuelve a dar"),
        Text("that what is recorded says what the text says", "que lo registrado diga lo que dice el texto"),
    ),
}  # fmt: skip
