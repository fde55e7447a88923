"""Changes that no question can show: what the operations look at of a parameter, and nothing else of it.

Two variants that differ in one parameter, of which the operations look at the same part, answer every question alike.
The reasons are read off `meldproof.playing`; tests play games by both rule sets, and see that every action that one
allows is allowed by the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meldproof.variants.clauses import Part, Text
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.mutants import Mutant


class View(NamedTuple):
    """What is looked at of a parameter, under the other settings; and why nothing else is.

    `beside` is a part of the game in which more of it shows: where that is encoded, this doesn't hold.
    """

    looked_at: Callable[[Settings], object]
    why: Text
    beside: Part | None = None


def unseen(variant: Variant, mutant: Mutant) -> Text | None:
    """Why no question shows a change; None if one might."""
    for view in VIEWS.get(mutant.parameter, ()):
        if view.beside not in variant.scope and view.looked_at(variant.settings) == view.looked_at(
            mutant.variant.settings
        ):
            return view.why
    return None


def _cutter(s: Settings) -> object:
    """How many seats the cutter sits to the dealer's left, where a cut brings anything."""
    terms = s.deal
    if terms.cutter == "none" or not terms.cut_bonus:
        return None
    beside = {"right-of-cutter": 1, "left-of-cutter": -1}
    seats = beside.get(terms.dealer) or (-1 if terms.cutter == "right-of-shuffler" else 1)
    return seats % 2 if s.players.max == 2 else seats


def _winner(s: Settings) -> object:
    return s.match.winner == "highest" if s.match.end in ("target", "elimination", "deals") else None


def _discarded_extra(s: Settings) -> object:
    pile_counts = s.draw.discard != "none" or s.stock.becomes_anew
    return s.deal.starter_discard if pile_counts or s.deal.begins_undrawn else s.deal.starter_discard == "none"


def _brings_nothing_unclosed(s: Settings) -> bool:
    """Whether a deal that nobody closes brings nobody points, void or not."""
    return s.scoring.hand in ("difference", "collect", "none") and not s.deal.cut_bonus and not s.bonus.others


def _dealer(s: Settings) -> object:
    """Who deals next, of the ways that come to different players: where the stock voids no deal, none is void."""
    way = s.deal.next
    return "in-turn" if way == "same-after-void" and s.stock.empty != "void" else way


def _first(s: Settings) -> object:
    due = s.table.rearrange != "none" and min(s.opening.points.numbers) > 0 and s.opening.binds_closing
    return "opening-turn" if s.layoff.start == "always" and due else s.layoff.start


def _idle(s: Settings) -> object:
    """Whether an idle round ends a deal, if there can be one: who may draw only what must be laid lays it, or ends."""
    always_lays = s.stock.empty == "discard-only" and s.draw.entry != "free"
    return None if always_lays else s.stock.idle_ends


def _jokers_alone(s: Settings) -> int:
    """How many naturals a run needs, where jokers alone may be no set, or cost something."""
    free = s.set.naturals.min == 0 and s.wilds.joker.hand == 0 and not s.wilds.ranks and s.set.wilds.max == "any"
    return max(1, s.run.naturals.min) if free else s.run.naturals.min


CUTTER = View(
    _cutter,
    Text(
        "who shuffles, cuts and deals shows only in a bonus for the cut, which goes to the same player if there is one",
        "quién mezcla, parte y da se nota solo en un premio por el corte, que cobra el mismo jugador, si hay premio",
    ),
)
VIEWS: dict[str, tuple[View, ...]] = {
    "arrange.objective": (
        View(
            lambda s: s.arrange.objective[0],
            Text(
                "what decides among equal arrangements is nobody's rule, so no answer is held to it",
                "lo que decide entre armados iguales no es regla de nadie: ninguna respuesta se juzga por eso",
            ),
        ),
    ),
    "run.naturals.min": (
        View(
            _jokers_alone,
            Text(
                "jokers alone are a set as well, any set lends a run a card, and jokers left over cost nothing: only "
                "whether a hand may be closed shows it, and closing is not encoded",
                "los comodines solos también son pierna, cualquier pierna le presta una carta a una escalera y los "
                "comodines que sobran no cuestan nada: solo se nota al cerrar, y el cierre no está codificado",
            ),
            "play",
        ),
    ),
    "deal.cards": (
        View(
            lambda s: [s.deal.cards.at(players) for players in range(max(s.players.min, 1), s.players.max + 1)],
            Text("the same are dealt to any number of players", "a cada cantidad de jugadores se le dan las mismas"),
        ),
    ),
    "deal.packet": (
        View(
            lambda s: None,
            Text(
                "how many cards are dealt at a time is no question's matter",
                "de a cuántas se reparten no es asunto de ninguna pregunta",
            ),
        ),
    ),
    "deal.dealer": (CUTTER,),
    "deal.cutter": (CUTTER,),
    "deal.starter": (
        View(
            lambda s: (s.deal.starter == "dealer", s.deal.next),
            Text(
                "a question says who deals, and then only whether the dealer begins counts, and who deals next",
                "la pregunta dice quién da, y después solo cuenta si empieza el que da, y quién da después",
            ),
        ),
    ),
    "layoff.start": (
        View(
            _first,
            Text(
                "where the table may be rearranged, who has not opened must lay an opening in that turn all the same",
                "donde la mesa se reordena, quien no abrió igual tiene que bajar una apertura en ese turno",
            ),
        ),
    ),
    "deal.next": (
        View(_dealer, Text("no deal is ever void", "ninguna mano se anula")),
    ),
    "stock.idle_ends": (
        View(
            _idle,
            Text(
                "without a stock the card taken from the discard pile must be laid, so that no turn is idle",
                "sin mazo, la carta que se toma del descarte hay que bajarla: en ningún turno se deja de bajar",
            ),
        ),
    ),
    "deal.starter_discard": (
        View(
            _discarded_extra,
            Text("nobody draws from the discard pile", "nadie roba del descarte"),
        ),
    ),
    "turn.direction": (
        View(
            lambda s: s.turn.direction if s.players.max > 2 else None,
            Text("with two players the next is the other one", "entre dos, el siguiente es siempre el otro"),
        ),
    ),
    "scoring.hand": (
        View(
            lambda s: "collect" if s.scoring.hand == "difference" and s.close.by == "empty-hand" else s.scoring.hand,
            Text(
                "who goes out holds nothing, so that the difference to a hand is that hand",
                "a quien cierra no le queda nada, y la diferencia con una mano es esa mano",
            ),
        ),
    ),
    "stock.empty": (
        View(
            lambda s: (
                "play-on" if s.stock.empty == "discard-only" and s.draw.when != "every-turn" else s.stock.empty
            ),
            Text(
                "who draws only instead of playing may end the turn without a stock, whatever is left to draw from",
                "quien roba solo en lugar de jugar puede terminar el turno sin mazo, quede o no de dónde robar",
            ),
        ),
        View(
            lambda s: (
                "end"
                if _brings_nothing_unclosed(s)
                and s.deal.next != "same-after-void"  # then a void deal is seen by who deals next
                and s.stock.empty in ("void", "end-hand")
                else s.stock.empty
            ),
            Text("without a knock a hand brings nothing", "sin golpe la mano no suma nada"),
        ),
    ),
    "match.winner": (
        View(
            _winner,
            Text(
                "at the match's end only whether the highest or the lowest score wins is looked at",
                "al final del partido solo se mira si gana el puntaje más alto o el más bajo",
            ),
        ),
    ),
}  # fmt: skip
"""Parameter -> what is looked at of it. A parameter that is not here is looked at whole."""
