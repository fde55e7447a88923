"""The vocabulary, part one: cards, melds, wilds, values, opening. Names follow the rummy literature."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from meldproof.cards import Card
from meldproof.variants.values import (
    NO_DEMANDS,
    NO_REQUIREMENT,
    Count,
    Limit,
    MeldSize,
    OpeningDemands,
    Points,
    Positive,
    RankPoints,
    RequirementDemands,
    Steps,
    WildWorth,
)


class Term(NamedTuple):
    """What a parameter means, in both languages, and the switch under which it exists (`vocabulary.SWITCHES`).

    With `inert` a rule file may leave it unset: then the default of its field holds, by the vocabulary's own clause.
    """

    en: str
    es: str
    when: str = ""
    inert: bool = False


class DeckTerms(msgspec.Struct, frozen=True, kw_only=True):
    style: Annotated[Literal["cards", "tiles"], Term("playing cards or tiles", "naipes o fichas")]
    ranks: Annotated[
        tuple[str, ...],
        Term(
            "names of the ranks in order of adjacency, the lowest (the ace, if there is one) first",
            "nombres de los valores en su orden, primero el más bajo (el as, si hay)",
        ),
    ]
    suits: Annotated[tuple[str, ...], Term("one-letter names of the suits", "letras de los palos o colores")]
    copies: Annotated[
        Steps,
        Term("copies of each natural card, by number of players", "ejemplares de cada carta, según los jugadores"),
    ]
    jokers: Annotated[
        Steps, Term("printed jokers in the whole deck, by number of players", "comodines impresos, según los jugadores")
    ]
    turned: Card | None = None
    wild: Card | None = None
    """What a deal found (`cards.Deck`): no parameters."""


class PlayersTerms(msgspec.Struct, frozen=True, kw_only=True):
    min: Annotated[Positive, Term("fewest players", "menor número de jugadores")]
    max: Annotated[Positive, Term("most players", "mayor número de jugadores")]
    sides: Annotated[
        Literal["individual", "pairs", "either"],
        Term(
            "everyone for themselves, in pairs, or as agreed before the match",
            "individual, en parejas o según se acuerde",
        ),
    ]


class WildLimits(msgspec.Struct, frozen=True, kw_only=True):
    max: Annotated[Limit, Term("most wilds in one meld", "máximo de comodines en una combinación", "wilds")] = "any"
    max_joker: Annotated[
        Limit, Term("most jokers in one meld", "máximo de morruchos en una combinación", "two-wild-classes")
    ] = "any"
    max_ranked: Annotated[
        Limit, Term("most wild-rank wilds in one meld", "máximo de monos en una combinación", "two-wild-classes")
    ] = "any"
    balance: Annotated[
        Literal["any", "at-most-naturals", "fewer-than-naturals"],
        Term("wilds against naturals in one meld", "comodines frente a naturales en una combinación", "wilds"),
    ] = "any"


class RunWildLimits(WildLimits, frozen=True, kw_only=True):
    adjacent: Annotated[
        bool, Term("whether two wilds may stand side by side", "si dos comodines pueden ir juntos", "wilds")
    ] = True
    at_ends: Annotated[
        bool, Term("whether a wild may be at an end", "si un comodín puede ir en una punta", "wilds")
    ] = True


class Naturals(msgspec.Struct, frozen=True, kw_only=True):
    min: Annotated[Count, Term("fewest naturals in one meld", "mínimo de naturales en una combinación", "wilds")] = 0


class SetTerms(msgspec.Struct, frozen=True, kw_only=True):
    min: Annotated[MeldSize, Term("fewest cards in a set", "mínimo de cartas de una pierna")]
    max: Annotated[Limit, Term("most cards in a set", "máximo de cartas de una pierna")]
    suits: Annotated[
        Literal["distinct", "any", "same", "distinct-with-wilds", "three"],
        Term(
            "suits in a set: all distinct, any, all the same, any unless it holds a wild, or exactly three",
            "palos de una pierna: distintos, cualesquiera, iguales, cualesquiera si no hay comodín, o tres justos",
        ),
    ]
    repeat_sizes: Annotated[
        tuple[Positive, ...],
        Term(
            "sizes at which a set may repeat suits all the same",
            "tamaños en que una pierna puede repetir palos",
            "distinct-suits",
        ),
    ] = ()
    naturals: Naturals = Naturals()
    wilds: WildLimits = WildLimits()


class RunTerms(msgspec.Struct, frozen=True, kw_only=True):
    min: Annotated[MeldSize, Term("fewest cards in a run", "mínimo de cartas de una escalera")]
    max: Annotated[Limit, Term("most cards in a run", "máximo de cartas de una escalera")]
    suit: Annotated[
        Literal["same", "any"], Term("one suit or any suits in a run", "un palo o cualesquiera en una escalera")
    ]
    ends: Annotated[
        Literal["low", "high", "either", "both", "cyclic", "cyclic-not-from-top"],
        Term(
            "where the ace may be: low, high, either, both ends of one run, or inside (cyclic; not from the top rank: no K-A-2)",
            "dónde va el as: abajo, arriba, una u otra punta, ambas a la vez, o adentro (cíclica; sin empezar en el rey: K-A-2 no)",
        ),
    ]
    naturals: Naturals = Naturals()
    wilds: RunWildLimits = RunWildLimits()


class JokerTerms(msgspec.Struct, frozen=True, kw_only=True):
    melded: Annotated[WildWorth, Term("what a melded joker is worth", "lo que vale un comodín bajado", "jokers")] = (
        WildWorth(0)
    )
    hand: Annotated[
        Points, Term("what a joker left in hand costs", "lo que cuesta un comodín en la mano", "jokers")
    ] = 0
    opening: Annotated[
        WildWorth,
        Term(
            "what a joker counts toward an opening", "lo que cuenta un comodín para la bajada mínima", "opening-jokers"
        ),
    ] = WildWorth("as-melded")


class RankedTerms(msgspec.Struct, frozen=True, kw_only=True):
    melded: Annotated[
        WildWorth, Term("what a melded wild of a wild rank is worth", "lo que vale un mono bajado", "wild-ranks")
    ] = WildWorth(0)
    hand: Annotated[
        Points,
        Term(
            "what a card of a wild rank left in hand costs",
            "lo que cuesta en la mano una carta de valor comodín",
            "wild-ranks",
        ),
    ] = 0
    opening: Annotated[
        WildWorth,
        Term(
            "what a wild of a wild rank counts toward an opening",
            "lo que cuenta un mono para la bajada mínima",
            "opening-ranked",
        ),
    ] = WildWorth("as-melded")


class WildTerms(msgspec.Struct, frozen=True, kw_only=True):
    ranks: Annotated[
        tuple[str, ...], Term("ranks that are wild beside the jokers", "valores que son comodín además de los impresos")
    ]
    natural: Annotated[
        Literal["never", "in-place", "free"],
        Term(
            "a wild rank in its own place: still wild, then natural, or as the holder likes",
            "una carta de valor comodín en su lugar: sigue siendo comodín, es natural, o a elección",
            "wild-ranks",
        ),
    ] = "never"
    turned: Annotated[
        Literal["none", "rank", "next"],
        Term(
            "what a card turned up before the deal, and then out of play, makes wild: nothing, its rank, or the next "
            "card of its suit, the printed jokers being that card",
            "qué vuelve comodín una carta que se da vuelta antes de repartir y no se juega: nada, las de su valor, o la "
            "siguiente de su palo, y los comodines impresos valen por esa",
            inert=True,
        ),
    ] = "none"
    turned_joker: Annotated[
        str,
        Term(
            "the rank that is wild where a joker is turned up",
            "el valor que es comodín si se da vuelta un morrucho",
            "turned-rank-and-jokers",
        ),
    ] = ""
    joker: JokerTerms = JokerTerms()
    ranked: RankedTerms = RankedTerms()


class AcePoints(msgspec.Struct, frozen=True, kw_only=True):
    low: Annotated[
        Points,
        Term(
            "an ace (the first rank) melded at the low end of a run",
            "un as (el primer valor) bajado como carta más baja",
            "ace-low",
        ),
    ] = 0
    high: Annotated[
        Points,
        Term(
            "an ace (the first rank) melded after the top rank",
            "un as (el primer valor) bajado como carta más alta",
            "ace-high",
        ),
    ] = 0
    set: Annotated[
        Points, Term("an ace (the first rank) melded in a set", "un as (el primer valor) bajado en una pierna")
    ]
    hand: Annotated[Points, Term("an ace (the first rank) left in hand", "un as (el primer valor) en la mano")]


class PointsTerms(msgspec.Struct, frozen=True, kw_only=True):
    ranks: Annotated[
        RankPoints,
        Term(
            "points of every natural but the ace (the first rank), melded or in hand",
            "valor de cada natural menos el as (el primer valor)",
        ),
    ]
    ace: AcePoints


class OpeningTerms(msgspec.Struct, frozen=True, kw_only=True):
    points: Annotated[
        Steps,
        Term(
            "fewest points of an opening, by the score at the start of the deal",
            "puntos mínimos para abrir, según el puntaje",
        ),
    ]
    pure_runs: Annotated[
        Count,
        Term(
            "runs without wilds that an opening needs", "escaleras sin comodín que pide la apertura", "no-opening.melds"
        ),
    ] = 0
    melds: Annotated[
        OpeningDemands,
        Term("melds that an opening must hold", "combinaciones que pide la apertura", inert=True),
    ] = NO_DEMANDS
    whose_score: Annotated[
        Literal["own", "anyone"],
        Term(
            "whose score decides what an opening needs",
            "qué puntaje decide lo que pide la apertura",
            "opening-by-score",
        ),
    ] = "own"
    cards: Annotated[
        Literal["own", "any"],
        Term("whether opening melds use only the player's own cards", "si se abre solo con cartas propias", "opening"),
    ] = "own"
    repeated_suits: Annotated[
        bool,
        Term(
            "whether a set that repeats suits counts toward an opening",
            "si una pierna con palos repetidos cuenta para abrir",
            "opening-repeats",
        ),
    ] = True
    binds_closing: Annotated[
        bool, Term("whether a closing play must open too", "si al cerrar también hay que llegar al mínimo", "opening")
    ] = True


class RequirementTerms(msgspec.Struct, frozen=True, kw_only=True):
    pure_runs: Annotated[
        Count,
        Term(
            "runs without wilds needed before anything counts as melded",
            "escaleras sin comodín necesarias para que algo cuente",
            "no-requirement.melds",
        ),
    ] = 0
    runs: Annotated[
        Count,
        Term(
            "runs needed, pure ones included, before sets count as melded",
            "escaleras necesarias para que cuenten las piernas",
            "no-requirement.melds",
        ),
    ] = 0
    melds: Annotated[
        RequirementDemands,
        Term(
            "runs that must be shown before all else counts; with the runs without wilds alone, only runs count",
            "escaleras que hay que mostrar para que cuente lo demás; solo con las que van sin comodines, cuentan solo las "
            "escaleras",
            inert=True,
        ),
    ] = NO_REQUIREMENT

    @property
    def as_counted(self) -> RequirementTerms:
        """The same with its numbers of runs from the melds, where those say them."""
        if not self.melds:
            return self
        pure, runs = self.melds.runs
        return msgspec.structs.replace(self, pure_runs=pure, runs=runs)
