"""What a player does in a turn, step by step, made from the settings."""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.reference.buying_words import buying_step
from meldproof.reference.close_words import knock_condition
from meldproof.reference.words import of_tiles
from meldproof.reference.worth_words import Words
from meldproof.variants.clauses import Text
from meldproof.variants.demand_words import demands_words
from meldproof.variants.vocabulary import Settings


def turn_steps(s: Settings) -> tuple[Text, ...]:
    """What a player does in a turn, in order."""
    return tuple(of_tiles(Text(*step), s.deck.style) for step in _steps(s))


def _steps(s: Settings) -> Iterator[Words]:
    instead = s.draw.when == "if-nothing-laid"
    draw = _draw_step(s)
    if (drops := drop_step(s)) is not None:
        yield drops
    if not instead:
        yield draw
    if (bought := buying_step(s)) is not None:
        yield bought
    if s.melding.at == "turn":
        yield _melding_step(s)
    if s.layoff.on in ("own", "side", "any"):
        yield _lay_off_step(s)
    if s.table.rearrange != "none":
        yield from _rearranging_steps(s)
    elif s.exchange.cards != "none":
        yield _exchange_step(s)
    if instead:
        yield (
            f"If you laid nothing: {draw[0][0].lower()}{draw[0][1:]}",
            f"Si no bajaste nada: {draw[1][0].lower()}{draw[1][1:]}",
        )
    if s.close.by == "knock":
        yield _knock_step(s)
    if s.close.wrong:
        yield (
            f"A knock that shows less than it must costs {s.close.wrong} points: you are out of the deal, and the others "
            "go on.",
            f"Golpear sin mostrar lo debido cuesta {s.close.wrong} puntos: quedás fuera de la mano y los demás siguen.",
        )
    if s.discard.each_turn:
        barred = _barred(s)
        yield f"Discard one card{barred[0]}. Your turn is over.", f"Descartá una carta{barred[1]}. Se termina tu turno."
    if s.close.by == "empty-hand":
        since = ("", "")
        if s.close.from_turn > 1:
            since = (f" (from your turn {s.close.from_turn} on)", f" (desde tu turno {s.close.from_turn})")
        yield (
            f"Whoever has no cards left closes{since[0]}: the deal is over, and all count their points.",
            f"Quien se queda sin cartas cierra{since[1]}: la mano termina y todos cuentan sus puntos.",
        )


def drop_step(s: Settings) -> Words | None:
    """Leaving the deal at the start of a turn; None where nobody may."""
    first, later = s.drop.first, s.drop.later
    if not first and not later:
        return None
    if first == later:
        price = (f"for {first} points", f"por {first} puntos")
    elif not later:
        price = (f"for {first} points, if it is your first", f"por {first} puntos, si es el primero")
    elif not first:
        price = (f"for {later} points, if it is not your first", f"por {later} puntos, si no es el primero")
    else:
        price = (
            f"for {first} points in your first turn, {later} later",
            f"por {first} puntos en el primero, {later} después",
        )
    return (
        f"At the start of your turn, instead of drawing, you may drop out of the deal {price[0]}.",
        f"Al empezar tu turno, en lugar de robar, podés retirarte de la mano {price[1]}.",
    )


def _barred(s: Settings) -> Words:
    """The cards that are not discarded."""
    barred = []
    if not s.discard.wilds:
        barred.append(("a wild", "un comodín"))
    if s.discard.fitting != "allowed":
        by = ("", "") if s.discard.fitting == "forbidden" else (" before you have opened", " antes de abrir")
        barred.append((f"one that fits the table{by[0]}", f"una que sirva en la mesa{by[1]}"))
    if not barred:
        return "", ""
    return f" (not {', nor '.join(one[0] for one in barred)})", f" (no {', ni '.join(one[1] for one in barred)})"


def _knock_step(s: Settings) -> Words:
    asked = knock_condition(s, ("your deadwood is", "lo que te sobra vale"))
    then = ("that ends the deal", "así termina la mano")
    if s.close.last_turns:
        then = (
            "each of the others has one turn more, and the deal ends",
            "cada uno de los demás juega un turno más y termina la mano",
        )
    if asked is None:
        return f"You may knock with a discard: {then[0]}.", f"Podés golpear con un descarte: {then[1]}."
    return (
        f"If {asked[0]}, you may knock with a discard: {then[0]}.",
        f"Si {asked[1]}, podés golpear con un descarte: {then[1]}.",
    )


def _melding_step(s: Settings) -> Words:
    first = ("", "")
    if not s.melding.first_turn:
        first = (" (not in your first turn of a deal)", " (no en tu primer turno de la mano)")
    elif s.melding.from_turn > 1:
        first = (
            f" (from your turn {s.melding.from_turn} of a deal on)",
            f" (desde tu turno {s.melding.from_turn} de la mano)",
        )
    least = opening_words(s)
    return (
        f"If you wish, lay sets and runs from your hand{first[0]}.{least[0]}",
        f"Si querés, bajá piernas y escaleras de tu mano{first[1]}.{least[1]}",
    )


def opening_words(s: Settings) -> Words:
    """A sentence on what the first melds of a deal must be worth; empty where nothing is asked."""
    asked = [(start, points) for start, points in s.opening.points.pairs if points]
    held = ("", "")
    if s.opening.melds:
        melds = demands_words(s.opening.melds)
        held = (
            f" What you lay first in a deal, your opening, must hold {melds[0]}.",
            f" Lo primero que bajás en la mano, tu apertura, debe tener {melds[1]}.",
        )
    if not asked:
        return held
    start, points = asked[0]
    always = start <= s.opening.points.pairs[0][0]
    whose = (
        ("your match score is", "tu puntaje en la partida es")
        if s.opening.whose_score == "own"
        else ("anyone's match score is", "el puntaje de alguien en la partida es")
    )
    at = ("", "") if always else (f" while {whose[0]} {start} or more", f", mientras {whose[1]} de {start} o más")
    return (
        f" The first ones you lay in a deal, your opening, must be worth {points} points together{at[0]}.{held[0]}",
        f" Las primeras que bajás en la mano, tu apertura, deben sumar {points} puntos{at[1]}.{held[1]}",
    )


def _lay_off_step(s: Settings) -> Words:
    whose = {
        "own": ("your own melds", "tus propias combinaciones"),
        "side": ("your side's melds", "las combinaciones de tu pareja o tuyas"),
        "any": ("any meld on the table", "cualquier combinación de la mesa"),
    }[s.layoff.on]
    once = {
        "opening-turn": (" once you have laid a meld of your own", " cuando ya bajaste una combinación propia"),
        "next-turn": (" from the turn after your first meld on", " desde el turno siguiente a tu primera bajada"),
    }.get(s.layoff.start, ("", ""))
    return (
        f"If you wish, lay off cards on {whose[0]}{once[0]}, that is, add them to it.",
        f"Si querés, agregá cartas a {whose[1]}{once[1]}.",
    )


def _rearranging_steps(s: Settings) -> Iterator[Words]:
    once = {
        "opening-turn": ("Once you have opened, you may", "Cuando ya abriste, podés"),
        "next-turn": (
            "From the turn after your opening on, you may",
            "Desde el turno siguiente a tu apertura, podés",
        ),
    }.get(s.layoff.start, ("You may", "Podés"))
    how = {
        "full": ("rearrange the melds on the table", "reordenar las combinaciones de la mesa"),
        "moves": (
            "add to, swap, take from and split the melds on the table",
            "agregar a las combinaciones de la mesa, cambiar o sacar cartas de ellas y partirlas",
        ),
    }[s.table.rearrange]
    yield (
        f"{once[0]} {how[0]}: add at least one card of yours, and leave every card of the table in a meld.",
        f"{once[1]} {how[1]}: agregá al menos una carta tuya y dejá toda carta de la mesa en una combinación.",
    )
    if max(s.deck.jokers.numbers) > 0 and s.table.jokers == "frozen":
        yield _exchange_step(s)


def _exchange_step(s: Settings) -> Words:
    """What becomes of a wild on the table."""
    if s.exchange.cards == "none":
        return "A joker on the table stays where it is.", "Un comodín de la mesa se queda donde está."
    source = {
        "hand": ("from your hand", "de tu mano"),
        "hand-or-table": ("from your hand or the table", "de tu mano o de la mesa"),
    }[s.exchange.cards]
    a_set = {
        "any-missing": (
            "; one of a set for a card of a suit it lacks",
            "; el de una pierna, por una de un palo que le falte",
        ),
        "all-missing": (
            "; one of a set only when every card that the set lacks is laid",
            "; el de una pierna, solo cuando se ponen todas las que a ella le faltan",
        ),
        "never": ("; one of a set never", "; el de una pierna, nunca"),
    }[s.exchange.set]
    then = {
        "keep": ("; you may keep it", "; podés guardarlo"),
        "same-turn": ("; use it in the same turn", "; usalo en el mismo turno"),
    }[s.exchange.then]
    if s.deck.style == "tiles":
        a_set = (a_set[0].replace("suit", "colour"), a_set[1].replace("palo", "color"))
    return (
        f"A joker of a run may be exchanged for the card it stands for, {source[0]}{a_set[0]}{then[0]}.",
        f"El comodín de una escalera se canjea por la carta que reemplaza, {source[1]}{a_set[1]}{then[1]}.",
    )


def _draw_step(s: Settings) -> Words:
    stock = ("the top card of the stock", "la carta de arriba del mazo")
    if s.draw.stock > 1:
        stock = (f"the top {s.draw.stock} cards of the stock", f"las {s.draw.stock} cartas de arriba del mazo")
    pile = {
        "none": None,
        "top": ("the top card of the discard pile", "la carta de arriba del descarte"),
        "pile": ("the whole discard pile", "todo el descarte"),
        "depth": ("cards from the discard pile, from the top down", "cartas del descarte, desde la de arriba"),
    }[s.draw.discard]
    if pile is None:
        return f"Draw {stock[0]}.", f"Robá {stock[1]}."
    who, owed = _who_takes(s), _owed(s)
    return (
        f"Draw {stock[0]}, or take {pile[0]}{who[0]}{owed[0]}.",
        f"Robá {stock[1]}, o tomá {pile[1]}{who[1]}{owed[1]}.",
    )


def _owed(s: Settings) -> Words:
    """What must be done with what was taken from the discard pile."""
    taken = (
        ("the card you took", "la carta que tomaste")
        if s.draw.discard == "top"
        else ("the deepest card you took", "la más honda que tomaste")
    )
    return {
        "free": ("", ""),
        "meld-or-lay-off": (
            f": then {taken[0]} must be melded or laid off in this turn",
            f": entonces hay que bajar o agregar en este turno {taken[1]}",
        ),
        "new-meld": (
            f": then {taken[0]} must be part of a new meld in this turn",
            f": entonces {taken[1]} tiene que entrar en una combinación nueva en este turno",
        ),
    }[s.draw.entry]


def _who_takes(s: Settings) -> Words:
    """Who may take from the discard pile, and from when on."""
    found = []
    if s.draw.discard_from_turn > 1:
        number = s.draw.discard_from_turn
        found.append((f"from your turn {number} of a deal on", f"desde tu turno {number} de la mano"))
    if s.draw.entry_unopened == "forbidden":
        found.append(("once you have opened", "cuando ya abriste"))
    elif s.draw.entry_unopened == "opening":
        found.append(("before you have opened, only to open with it", "antes de abrir, solo para abrir con ella"))
    if not s.draw.wilds:
        found.append(("not a wild", "un comodín no"))
    if not found:
        return "", ""
    return f" ({'; '.join(one[0] for one in found)})", f" ({'; '.join(one[1] for one in found)})"
