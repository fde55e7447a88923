"""The vocabulary, part two: deal, turn, lay-offs, table, closing, scoring, match."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from meldproof.variants.meld_terms import Term
from meldproof.variants.values import (
    NO_BONUSES,
    NO_CLOSE_DEMANDS,
    BonusDemands,
    CloseDemands,
    Count,
    Flat,
    Limit,
    Points,
    Positive,
    RankPoints,
    Steps,
)


class DealTerms(msgspec.Struct, frozen=True, kw_only=True):
    cards: Annotated[
        Steps, Term("cards dealt to each player, by number of players", "cartas por jugador, según los jugadores")
    ]
    packet: Annotated[
        Positive,
        Term("cards handed over at a time (piles of tiles)", "cartas que se entregan juntas (pilas de fichas)"),
    ]
    starter_extra: Annotated[Count, Term("cards more for the first player", "cartas de más para el primer jugador")]
    starter_discard: Annotated[
        Literal["dead", "pile", "none", "first-turn"],
        Term(
            "what becomes of the first player's card too many",
            "qué se hace con la carta de más del primero",
            "starter-extra",
        ),
    ] = "none"
    upcard: Annotated[
        bool,
        Term("whether a card is turned up to start the discard pile", "si se da vuelta una carta para el descarte"),
    ]
    dealer: Annotated[
        Literal["shuffler", "right-of-cutter", "left-of-cutter", "none"],
        Term("who deals", "quién reparte"),
    ]
    cutter: Annotated[
        Literal["right-of-shuffler", "left-of-shuffler", "none"], Term("who cuts", "quién parte la baraja")
    ]
    cut_bonus: Annotated[
        Points,
        Term(
            "points for cutting exactly the cards to be dealt",
            "puntos por apartar al partir justo las cartas por repartir",
            "cut",
        ),
    ] = 0
    cut_counts_upcard: Annotated[
        bool,
        Term(
            "whether the exact cut includes the card turned up",
            "si el corte justo incluye la carta dada vuelta",
            "cut-bonus",
        ),
    ] = False
    starter: Annotated[
        Literal["after-dealer", "dealer", "rotating"],
        Term("who plays first: the player after the dealer, the dealer, or each in turn", "quién es mano"),
    ]
    next: Annotated[
        Literal["in-turn", "same-after-void", "winner", "loser"],
        Term(
            "who deals next: the player after the dealer, that one but after a void deal the same again, who closed "
            "(or undercut), or who came off worst; after a deal that nobody won, the same again",
            "quién da después: el siguiente, el siguiente salvo tras una mano anulada (da el mismo), quien cerró (o le "
            "ganó al que golpeó), o el que peor salió; tras una mano que nadie ganó, el mismo",
            "dealers-change",
            inert=True,
        ),
    ] = "in-turn"

    @property
    def lays_one_down(self) -> bool:
        """Whether the first player lays down a card before the first turn."""
        return self.starter_extra > 0 and self.starter_discard in ("dead", "pile")

    @property
    def begins_undrawn(self) -> bool:
        """Whether the first turn begins without a draw."""
        return self.starter_extra > 0 and self.starter_discard == "first-turn"


class TurnTerms(msgspec.Struct, frozen=True, kw_only=True):
    direction: Annotated[
        Literal["left", "right"], Term("to which side the turn passes", "hacia qué lado pasa el turno")
    ]
    first_draw: Annotated[
        Literal["as-usual", "upcard-offer"],
        Term("whether the upcard is first offered round", "si primero se ofrece la carta dada vuelta"),
    ]


class DrawTerms(msgspec.Struct, frozen=True, kw_only=True):
    stock: Annotated[Count, Term("cards drawn from the stock", "cartas que se roban del mazo")]
    when: Annotated[
        Literal["every-turn", "if-nothing-laid"], Term("in which turns a card is drawn", "en qué turnos se roba")
    ]
    discard: Annotated[
        Literal["none", "top", "pile", "depth"],
        Term(
            "what may be taken from the discard pile: nothing, its top, all, or from the top down to any card",
            "qué se puede tomar del descarte: nada, la de arriba, todo, o desde arriba hasta cualquier carta",
        ),
    ]
    entry: Annotated[
        Literal["free", "meld-or-lay-off", "new-meld"],
        Term(
            "what must happen in that turn to the deepest card taken",
            "qué hay que hacer con la carta más honda tomada",
            "discard-draw",
        ),
    ] = "free"
    entry_unopened: Annotated[
        Literal["same", "opening", "forbidden"],
        Term(
            "what of the deepest card taken is asked of who had not opened: the same, that it goes into a meld of the "
            "opening, or that they take nothing",
            "qué se le pide con la carta más honda a quien no había abierto: lo mismo, que la ponga en una "
            "combinación de la apertura, o que no tome nada",
            "discard-draw-and-melding",
            inert=True,
        ),
    ] = "same"
    discard_from_turn: Annotated[
        Positive,
        Term(
            "the player's turn of the deal from which they may take from the discard pile",
            "turno del jugador en la mano desde el que puede tomar del descarte",
            "discard-draw",
            inert=True,
        ),
    ] = 1
    wilds: Annotated[
        bool,
        Term(
            "whether a wild may be taken from the discard pile; one turned up at the deal may in its first turn",
            "si se puede tomar un comodín del descarte; el que se dio vuelta al repartir se puede en el primer turno",
            "draw-of-the-top-and-wilds",
            inert=True,
        ),
    ] = True
    return_taken: Annotated[
        bool,
        Term(
            "whether a single card taken may be discarded in the same turn",
            "si la carta tomada puede descartarse en el mismo turno",
            "discard-draw-and-discard",
        ),
    ] = True


class BuyTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Buying: a player takes, out of turn, the card on the discard pile that the player to move has left."""

    who: Annotated[
        Literal["nobody", "not-opened", "anyone"],
        Term(
            "who may take, out of turn, the discard that the player to move has left by drawing from the stock",
            "quién puede llevarse fuera de turno el descarte que dejó, al robar del mazo, quien juega",
            "discard-draw",
            inert=True,
        ),
    ] = "nobody"
    extra: Annotated[
        Count,
        Term(
            "stock cards that a buyer takes with it",
            "cartas del mazo que se lleva además quien compra",
            "buy",
            inert=True,
        ),
    ] = 1
    most: Annotated[
        Limit,
        Term("most purchases of one player in a deal", "máximo de compras de un jugador por mano", "buy", inert=True),
    ] = "any"


class DiscardTerms(msgspec.Struct, frozen=True, kw_only=True):
    each_turn: Annotated[bool, Term("whether a turn ends with a discard", "si el turno termina con un descarte")]
    to_close: Annotated[
        Literal["required", "optional", "forbidden"],
        Term("whether the closing turn ends with a discard", "si al cerrar hay que descartar", "discard"),
    ] = "forbidden"
    face_down: Annotated[
        bool,
        Term(
            "whether the closing discard lies face down", "si el descarte del cierre va boca abajo", "closing-discard"
        ),
    ] = False
    wilds: Annotated[
        bool,
        Term(
            "whether a wild may be discarded where the turn gave another choice",
            "si se puede descartar un comodín cuando el turno daba otra opción",
            "discard-and-wilds",
            inert=True,
        ),
    ] = True
    fitting: Annotated[
        Literal["allowed", "forbidden", "opened-only"],
        Term(
            "who may discard a card that fits a meld on the table where another may go and it does not close: anybody, "
            "nobody, or only who has opened",
            "quién puede descartar una carta que sirve en la mesa si otra puede irse y con ella no se cierra: cualquiera, "
            "nadie, o solo quien ya abrió",
            "discard-and-lay-offs",
            inert=True,
        ),
    ] = "allowed"


class MeldingTerms(msgspec.Struct, frozen=True, kw_only=True):
    at: Annotated[
        Literal["turn", "close"],
        Term("melds are laid in any turn, or only at the close", "se baja en cualquier turno o solo al cierre"),
    ]
    new: Annotated[
        Literal["any", "opening-only"],
        Term(
            "which new melds a player may lay: any, or those of the opening only",
            "qué combinaciones nuevas se pueden bajar: cualquiera, o solo las de la apertura",
            "melding",
            inert=True,
        ),
    ] = "any"
    first_turn: Annotated[
        bool,
        Term(
            "whether a player may lay cards in their first turn of a deal",
            "si se puede bajar en el primer turno de la mano",
            "melding",
        ),
    ] = True
    from_turn: Annotated[
        Positive,
        Term(
            "the player's turn of the deal from which they may lay cards",
            "turno del jugador en la mano desde el que puede bajar",
            "melding",
            inert=True,
        ),
    ] = 1
    first_deal: Annotated[
        Literal["allowed", "close-only"],
        Term(
            "whether cards may be laid in the match's first deal",
            "si se puede bajar en la primera mano de la partida",
            "melding",
        ),
    ] = "allowed"


class LayoffTerms(msgspec.Struct, frozen=True, kw_only=True):
    on: Annotated[
        Literal["none", "own", "side", "any", "knocker"],
        Term("whose melds may be added to", "a qué combinaciones se puede agregar"),
    ]
    start: Annotated[
        Literal["always", "opening-turn", "next-turn"],
        Term("from when on cards may be laid off", "desde cuándo se puede agregar", "layoff"),
    ] = "always"
    scored_by: Annotated[
        Literal["layer", "owner"], Term("who scores a card laid off", "quién suma la carta agregada", "layoff-scored")
    ] = "layer"


class TableTerms(msgspec.Struct, frozen=True, kw_only=True):
    rearrange: Annotated[
        Literal["none", "moves", "full"],
        Term(
            "rearranging the table: not at all, by add, swap, take and split only, or freely",
            "reordenar la mesa: no, solo agregar, cambiar, sacar y partir, o libremente",
        ),
    ]
    jokers: Annotated[
        Literal["frozen", "free"],
        Term(
            "whether a joker on the table keeps its place until exchanged",
            "si un comodín de la mesa queda fijo hasta canjearlo",
            "rearranged-jokers",
        ),
    ] = "free"


class ExchangeTerms(msgspec.Struct, frozen=True, kw_only=True):
    cards: Annotated[
        Literal["none", "hand", "hand-or-table"],
        Term(
            "where the card that frees a wild may come from",
            "de dónde sale la carta que canjea un comodín",
            "exchange-possible",
        ),
    ] = "none"
    set: Annotated[
        Literal["any-missing", "all-missing", "never"],
        Term(
            "what frees the wild of a set: one missing suit, all of them, nothing",
            "qué canjea el comodín de una pierna",
            "exchange",
        ),
    ] = "never"
    then: Annotated[
        Literal["keep", "same-turn"],
        Term("whether a freed wild may be kept in hand", "si el comodín canjeado puede quedar en la mano", "exchange"),
    ] = "keep"
    into: Annotated[
        Literal["any", "new-meld"],
        Term(
            "where a wild freed in this turn must go: anywhere, or into a meld that holds no whole meld lying before",
            "dónde va el comodín canjeado: donde sea, o en una combinación que no tenga entera ninguna de las que había",
            "exchange",
            inert=True,
        ),
    ] = "any"


class CloseTerms(msgspec.Struct, frozen=True, kw_only=True):
    by: Annotated[Literal["empty-hand", "knock"], Term("how a hand is closed", "cómo se cierra la mano")]
    announce: Annotated[
        Literal["none", "one-away"],
        Term(
            "whether a player one stock card away must say so", "si hay que avisar cuando falta una carta para cerrar"
        ),
    ]
    melds: Annotated[
        CloseDemands,
        Term("melds that a knock must show", "combinaciones que hay que mostrar al golpear", "knock", inert=True),
    ] = NO_CLOSE_DEMANDS
    from_turn: Annotated[
        Positive,
        Term(
            "the player's turn of the deal from which they may close",
            "turno del jugador en la mano desde el que puede cerrar",
            inert=True,
        ),
    ] = 1
    wrong: Annotated[
        Count,
        Term(
            "what a knock that shows less than it must costs the player, who is then out of the deal; 0: it is refused",
            "lo que le cuesta a quien golpea mostrar menos de lo debido, y queda fuera de la mano; 0: no se admite",
            "knock-and-melding-at-close",
            inert=True,
        ),
    ] = 0
    last_turns: Annotated[
        bool,
        Term(
            "whether the others have one turn more after a knock",
            "si los demás juegan un turno más después de que alguien golpea",
            "knock-at-the-end-of-draws",
            inert=True,
        ),
    ] = False


class DropTerms(msgspec.Struct, frozen=True, kw_only=True):
    first: Annotated[
        Count,
        Term(
            "what leaving the deal costs at the start of the own first turn; 0: nobody may",
            "lo que cuesta retirarse de la mano al empezar el primer turno propio; 0: no se puede",
            "knock-and-melding-at-close",
            inert=True,
        ),
    ] = 0
    later: Annotated[
        Count,
        Term(
            "what leaving the deal costs at the start of a later turn; 0: nobody may",
            "lo que cuesta retirarse de la mano al empezar un turno posterior; 0: no se puede",
            "knock-and-melding-at-close",
            inert=True,
        ),
    ] = 0


class KnockTerms(msgspec.Struct, frozen=True, kw_only=True):
    deadwood: Annotated[
        Limit, Term("most deadwood points of a knock", "máximo de puntos sueltos para golpear", "knock")
    ] = 0
    upcard: Annotated[
        RankPoints,
        Term(
            "most deadwood points of a knock by the card first turned up",
            "máximo de puntos sueltos para golpear según la carta dada vuelta al repartir",
            "knock-and-upcard",
            inert=True,
        ),
    ] = RankPoints(())
    cards: Annotated[
        Limit,
        Term("most cards of deadwood of a knock", "máximo de cartas sueltas para golpear", "knock", inert=True),
    ] = "any"
    gin_bonus: Annotated[Points, Term("bonus for no deadwood", "premio por no tener sueltas", "knock")] = 0
    undercut_bonus: Annotated[
        Points, Term("bonus for an undercut", "premio por ganarle al que golpeó", "knock-scored-by-difference")
    ] = 0
    undercut_tie: Annotated[
        bool, Term("whether equal deadwood undercuts", "si el empate favorece al otro", "knock-scored-by-difference")
    ] = True
    undercut_tie_bonus: Annotated[
        bool,
        Term(
            "whether an undercut by equal deadwood has the bonus too",
            "si el empate que favorece al otro también tiene premio",
            "undercut-by-a-tie",
            inert=True,
        ),
    ] = True
    gin_layoff: Annotated[
        bool,
        Term(
            "whether the defender lays off after gin",
            "si se agregan cartas cuando no quedan sueltas",
            "lay-offs-on-the-knocker",
        ),
    ] = False


class StockTerms(msgspec.Struct, frozen=True, kw_only=True):
    empty: Annotated[
        Literal["reshuffle", "discard-only", "play-on", "end-hand", "void", "turn-over"],
        Term("what happens when the stock is used up", "qué pasa cuando se agota el mazo"),
    ]
    left: Annotated[Count, Term("cards in the stock that count as used up", "cartas del mazo que ya no se roban")]
    rebuilt: Annotated[
        Limit, Term("how often the stock is rebuilt", "cuántas veces se rearma el mazo", "reshuffle")
    ] = "any"
    idle_ends: Annotated[
        bool,
        Term(
            "whether as many turns in a row as there are players, each begun with a stock used up, in which nothing is "
            "laid end the deal",
            "si terminan la mano tantos turnos seguidos como jugadores hay, empezados con el mazo agotado y sin bajar "
            "nada",
            "play-after-the-stock",
            inert=True,
        ),
    ] = True

    @property
    def becomes_anew(self) -> bool:
        """Whether the discard pile becomes the stock when that is used up."""
        return self.empty in ("reshuffle", "turn-over")


class ScoringTerms(msgspec.Struct, frozen=True, kw_only=True):
    hand: Annotated[
        Literal["melded-minus-hand", "penalty", "difference", "transfer", "collect", "none"],
        Term("what a deal adds to the score", "qué suma cada mano"),
    ]
    cap: Annotated[Limit, Term("most points a hand can cost", "máximo que puede costar una mano")]
    partner: Annotated[
        Literal["adds", "subtracts"],
        Term(
            "how a closer's pair counts the partner's hand",
            "cómo cuenta la mano del compañero",
            "pairs-who-pay-penalties",
        ),
    ] = "adds"
    closer: Annotated[
        Points,
        Term("points that a close adds to the closer", "puntos que el cierre suma a quien cerró", inert=True),
    ] = 0
    others: Annotated[
        Points,
        Term(
            "points that a close adds to each of the others",
            "puntos que el cierre suma a cada uno de los demás",
            inert=True,
        ),
    ] = 0
    unopened: Annotated[
        Flat,
        Term(
            "what the hand of a player without a meld of their own costs, whatever is in it",
            "lo que cuesta la mano de quien no bajó ninguna combinación, tenga lo que tenga",
            "melding",
            inert=True,
        ),
    ] = "as-held"
    at_once_factor: Annotated[
        Positive,
        Term(
            "what hands cost and what a close adds are multiplied by, if the closer had laid nothing before that turn",
            "por cuánto se multiplica lo que cuestan las manos y lo que suma el cierre, si quien cerró no había bajado "
            "nada antes de ese turno",
            "melding",
            inert=True,
        ),
    ] = 1
    at_once_points: Annotated[
        Points,
        Term(
            "points for the closer who had laid nothing before that turn",
            "puntos para quien cerró sin haber bajado nada antes de ese turno",
            "melding",
            inert=True,
        ),
    ] = 0
    wild_discard_factor: Annotated[
        Positive,
        Term(
            "what hands cost and what a close adds are multiplied by, if the closing discard is a wild",
            "por cuánto se multiplica lo que cuestan las manos y lo que suma el cierre, si el descarte del cierre es un "
            "comodín",
            "closing-discard-and-wilds",
            inert=True,
        ),
    ] = 1


class RunBonusTerms(msgspec.Struct, frozen=True, kw_only=True):
    size: Annotated[
        Count,
        Term(
            "length of a run that earns the bonus; 0 for none",
            "largo de la escalera premiada; 0 si no hay",
            "no-bonus.melds",
        ),
    ] = 0
    others: Annotated[
        Points, Term("what it adds to every other player", "lo que suma a cada uno de los demás", "run-bonus")
    ] = 0
    melds: Annotated[
        BonusDemands,
        Term(
            "melds that earn something at the end of the deal, each the first that fits",
            "combinaciones premiadas al terminar la mano, cada una por lo primero que corresponda",
            inert=True,
        ),
    ] = NO_BONUSES
    laid_by: Annotated[
        Literal["one-player", "anyone"],
        Term("whether one player must have laid it", "si debe bajarla un solo jugador", "meld-bonus", inert=True),
    ] = "one-player"


class MatchTerms(msgspec.Struct, frozen=True, kw_only=True):
    end: Annotated[
        Literal["target", "elimination", "deals", "one-deal"], Term("what ends the match", "qué termina la partida")
    ]
    points: Annotated[
        Positive, Term("the target, or the points that eliminate", "el puntaje límite", "match-points")
    ] = 1
    deals: Annotated[Positive, Term("number of deals", "cantidad de manos", "match-deals")] = 1
    winner: Annotated[Literal["highest", "lowest", "last-in", "closer"], Term("who wins", "quién gana")]
    ties: Annotated[
        Literal["another-deal", "shared"], Term("what a tie does", "qué pasa si empatan", "more-deals-than-one")
    ] = "another-deal"


class ArrangeTerms(msgspec.Struct, frozen=True, kw_only=True):
    objective: Annotated[
        tuple[
            Literal["deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes"],
            ...,
        ],
        Term("what the best arrangement means, first things first", "qué es el mejor armado, por orden de importancia"),
    ]
