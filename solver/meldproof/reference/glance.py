"""What a player needs first, made from the settings: the game at a glance, the steps of a turn, the words used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from meldproof.cards import Deck
from meldproof.reference.close_words import knock_condition
from meldproof.reference.wild_words import wild_limits
from meldproof.reference.words import of_tiles
from meldproof.reference.worth_words import Words, joined, worth_words
from meldproof.variants.clauses import PARTS, Part, Text
from meldproof.variants.demand_words import demands_words
from meldproof.variants.loading import Variant
from meldproof.variants.scope import PART_NAMES
from meldproof.variants.values import Steps
from meldproof.variants.vocabulary import Settings

Entry = tuple[Text, Text]


def nouns(deck: Deck) -> tuple[Words, Words]:
    """What is played with, one and many."""
    one = ("tile", "ficha") if deck.style == "tiles" else ("card", "carta")
    return one, (f"{one[0]}s", f"{one[1]}s")


def glance(s: Settings, deck: Deck, scope: Sequence[Part] = PARTS) -> tuple[Entry, ...]:
    """The game in a dozen lines: what, and what about it; nothing of a part that isn't encoded."""
    return tuple((Text(*what), of_tiles(Text(*says), s.deck.style)) for what, says in _glance(s, deck, scope))


def scope_entry(variant: Variant) -> tuple[Entry, ...]:
    """What is encoded of a game and what isn't, with the reasons; nothing where all is."""
    if variant.scope == PARTS:
        return ()
    there = [PART_NAMES[part] for part in variant.scope]
    lacking = [
        (PART_NAMES[part], next(clause.reason for clause in variant.clauses if part in clause.covers))
        for part in PARTS
        if part not in variant.scope
    ]
    without = [f"{word.en}: {reason['en']}" for word, reason in lacking]
    sin = [f"{word.es}: {reason['es']}" for word, reason in lacking]
    return (
        (
            Text("Encoded", "Codificado"),
            Text(
                f"{', '.join(word.en for word in there)}; not encoded: {'; '.join(without)}",
                f"{', '.join(word.es for word in there)}; sin codificar: {'; '.join(sin)}",
            ),
        ),
    )


def turned_entry(variant: Variant) -> tuple[Entry, ...]:
    """Which card was turned up in the examples; nothing where none is."""
    deck = variant.deck()
    if deck.turned is None:
        return ()
    name, said = deck.natural_text(deck.turned), Text("In the examples", "En los ejemplos")
    return ((said, Text(f"{name} was turned up to find the wilds", f"se dio vuelta {name} para fijar los comodines")),)


def _glance(s: Settings, deck: Deck, scope: Sequence[Part]) -> Iterator[tuple[Words, Words]]:
    _, many = nouns(deck)
    if "play" in scope:
        yield ("Aim", "Objetivo"), _aim(s, many)
    yield ("Players", "Jugadores"), _players(s)
    yield (many[0].capitalize(), many[1].capitalize()), _deck_sizes(s, many)
    if "play" in scope:
        yield ("Dealt to each", "Se reparten"), amount_dealt(s, many)
    yield ("A set", "Pierna"), _set(s, many)
    yield ("A run", "Escalera"), _run(s, many)
    yield ("Wilds", "Comodines"), _wilds(s)
    if _has_wilds(s):
        yield ("Limits on wilds", "Límites de comodines"), wild_limits(s)
    yield ("Points", "Valen"), worth_words(s)
    if "opening" in scope and (max(s.opening.points.numbers) or s.opening.pure_runs or s.opening.melds):
        yield ("First melds", "Primera bajada"), _opening(s)
    if "scoring" in scope:
        yield ("A deal scores", "Puntaje de la mano"), _scoring(s)
        yield ("The match", "La partida"), _match(s)


def _aim(s: Settings, many: Words) -> Words:
    if s.close.by == "knock":
        asked = knock_condition(s, ("what is left over counts", "lo que sobra vale"))
        when = ("when you like", "cuando convenga") if asked is None else (f"when {asked[0]}", f"cuando {asked[1]}")
        return (
            f"hold your {many[0]} in sets and runs, and knock {when[0]}",
            f"tener las {many[1]} en piernas y escaleras, y golpear {when[1]}",
        )
    return (
        f"be the first to have no {many[0]} left, by laying them on the table in sets and runs",
        f"quedarse antes que nadie sin {many[1]}, bajándolas a la mesa en piernas y escaleras",
    )


def _players(s: Settings) -> Words:
    who = s.players
    number = str(who.min) if who.min == who.max else f"{who.min}–{who.max}"
    sides = {
        "individual": ("each for themselves", "cada uno por su cuenta"),
        "pairs": ("in pairs", "en parejas"),
        "either": ("alone or in pairs", "solos o en parejas"),
    }[who.sides]
    return f"{number}, {sides[0]}", f"{number}, {sides[1]}"


def _deck_sizes(s: Settings, many: Words) -> Words:
    """The sizes of the deck by the number of players."""
    who = range(s.players.min, s.players.max + 1)
    found: list[Words] = []
    for deck, group in groupby(who, key=s.deck_for):
        players = list(group)
        jokers = (
            f", {deck.jokers} of them jokers" * bool(deck.jokers),
            f", con {deck.jokers} comodines" * bool(deck.jokers),
        )
        found.append(
            (
                f"{deck.size} {many[0]}{jokers[0]}{_with_players(players, who, 0)}",
                f"{deck.size} {many[1]}{jokers[1]}{_with_players(players, who, 1)}",
            )
        )
    return joined(found)


def _with_players(players: list[int], all_of_them: range, language: int) -> str:
    if len(players) == len(all_of_them):
        return ""
    number = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
    return f" ({number} players)" if language == 0 else f" (de a {number})"


def amount_dealt(s: Settings, many: Words) -> Words:
    """How many cards each player is dealt."""
    steps: Steps = s.deal.cards
    who = range(s.players.min, s.players.max + 1)
    found = []
    for number, group in groupby(who, key=steps.at):
        players = list(group)
        found.append(
            (
                f"{number} {many[0]}{_with_players(players, who, 0)}",
                f"{number} {many[1]}{_with_players(players, who, 1)}",
            )
        )
    extra = s.deal.starter_extra
    if extra:
        found.append((f"{extra} more to the first player", f"{extra} más a quien empieza"))
    return joined(found)


def _sizes(least: int, most: object, many: Words) -> Words:
    if most == "any":
        return f"{least} or more {many[0]}", f"{least} o más {many[1]}"
    if most == least:
        return f"{least} {many[0]}", f"{least} {many[1]}"
    return f"{least} to {most} {many[0]}", f"de {least} a {most} {many[1]}"


def _set(s: Settings, many: Words) -> Words:
    sizes = _sizes(s.set.min, s.set.max, many)
    colours = s.deck.style == "tiles"
    suits = {
        "distinct": ("all of different suits", "todas de palos distintos"),
        "any": ("of any suits", "de cualquier palo"),
        "same": ("all of one suit", "todas de un palo"),
        "distinct-with-wilds": ("of different suits if there is a wild", "de palos distintos si hay comodín"),
        "three": ("of exactly three suits", "de tres palos justos"),
    }[s.set.suits]
    if colours:
        suits = (suits[0].replace("suit", "colour"), suits[1].replace("palo", "color").replace("colors", "colores"))
    if s.set.repeat_sizes:
        at = ", ".join(map(str, s.set.repeat_sizes))
        suits = (f"{suits[0]} (not asked at {at})", f"{suits[1]} (salvo de a {at})")
    return f"{sizes[0]} of one rank, {suits[0]}", f"{sizes[1]} de un mismo valor, {suits[1]}"


def _run(s: Settings, many: Words) -> Words:
    sizes = _sizes(s.run.min, s.run.max, many)
    suit = ("of one suit", "de un mismo palo") if s.run.suit == "same" else ("of any suits", "de cualquier palo")
    if s.deck.style == "tiles":
        suit = (suit[0].replace("suit", "colour"), suit[1].replace("palo", "color"))
    first, last = s.deck.ranks[0], s.deck.ranks[-1]
    low, high = " ".join(s.deck.ranks[:3]), " ".join([*s.deck.ranks[-2:], first])
    ends = {
        "low": (f"{first} only before {s.deck.ranks[1]}", f"el {first} solo antes de {s.deck.ranks[1]}"),
        "high": (f"{first} only after {last}", f"el {first} solo después de {last}"),
        "either": (f"{low} and {high} alike", f"vale {low} y también {high}"),
        "both": (f"{low} and {high} alike, even in one run", f"vale {low} y también {high}, incluso a la vez"),
        "cyclic": (f"{first} joins {last} and {s.deck.ranks[1]}", f"el {first} une {last} y {s.deck.ranks[1]}"),
        "cyclic-not-from-top": (
            f"{first} joins {last} and {s.deck.ranks[1]}, but no run begins with {last}",
            f"el {first} une {last} y {s.deck.ranks[1]}, pero ninguna escalera empieza en {last}",
        ),
    }[s.run.ends]
    return f"{sizes[0]} in sequence, {suit[0]}; {ends[0]}", f"{sizes[1]} seguidas, {suit[1]}; {ends[1]}"


def _wilds(s: Settings) -> Words:
    jokers = max(s.deck.jokers.numbers) > 0
    ranks = ", ".join(s.wilds.ranks)
    found = []
    if s.wilds.turned == "next":
        found.append(("the next card after the one turned up", "la carta que sigue a la que se dio vuelta"))
    elif jokers:
        found.append(("jokers", "los comodines impresos (morruchos)" if ranks else "los comodines impresos"))
    if s.wilds.turned == "rank":
        found.append(("every card of the rank turned up", "toda carta del valor que se dio vuelta (mono)"))
    elif ranks:
        found.append((f"every {ranks}", f"todos los {ranks} (monos)"))
    if not found:
        return "none", "no hay"
    both = (" and ".join(en for en, _ in found), " y ".join(es for _, es in found))
    return f"{both[0]}; a wild stands for a card you lack", f"{both[1]}; reemplazan la carta que falta"


def _opening(s: Settings) -> Words:
    found: list[Words] = []
    pairs = s.opening.points.pairs
    for number, (start, points) in enumerate(pairs):
        if not points:
            continue
        when = (
            ("", "")
            if len(pairs) == 1
            else (f" with a match score of {start} or more", f" cuando se tienen {start} puntos o más en la partida")
        )
        if number == 0:
            when = ("", "")
        found.append((f"worth {points} points or more{when[0]}", f"de {points} puntos o más{when[1]}"))
    if s.opening.pure_runs:
        number = s.opening.pure_runs
        found.append((f"with {number} run(s) without wilds", f"con {number} escalera(s) sin comodín"))
    if s.opening.melds:
        found.append(demands_words(s.opening.melds))
    return joined(found)


def _scoring(s: Settings) -> Words:
    base = {
        "melded-minus-hand": (
            "what you laid, less what is left in your hand",
            "lo que bajaste, menos lo que te queda en la mano",
        ),
        "penalty": ("what is left in your hand, against you", "lo que te queda en la mano, en contra"),
        "difference": ("the difference of the two deadwoods", "la diferencia entre lo que sobra a cada uno"),
        "transfer": (
            "what is left in your hand goes to whoever closes",
            "lo que te queda en la mano va para quien cierra",
        ),
        "collect": (
            "who closes scores what is left in the other hands",
            "quien cierra suma lo que queda en las otras manos",
        ),
        "none": ("hands cost nothing", "las manos no cuestan nada"),
    }[s.scoring.hand]
    return joined([base, *_priced(s)])


def _priced(s: Settings) -> Iterator[Words]:
    """What a close adds and multiplies, and what the hand of a player without a meld costs."""
    terms = s.scoring
    if terms.unopened != "as-held":
        yield f"{terms.unopened} for a hand without a meld laid", f"{terms.unopened} por la mano de quien no bajó nada"
    if terms.closer:
        yield f"{terms.closer:+} to the closer", f"{terms.closer:+} a quien cierra"
    if terms.others:
        yield f"{terms.others:+} to each of the others", f"{terms.others:+} a cada uno de los demás"
    if terms.at_once_factor != 1:
        times = terms.at_once_factor
        yield f"times {times} if all is laid in one turn", f"por {times} si se baja todo en un turno"
    if terms.at_once_points:
        points = terms.at_once_points
        yield f"{points:+} to who lays all in one turn", f"{points:+} a quien baja todo en un turno"
    if terms.wild_discard_factor != 1:
        times = terms.wild_discard_factor
        yield f"times {times} if a wild is discarded to close", f"por {times} si se cierra descartando un comodín"


def _match(s: Settings) -> Words:
    end = {
        "target": (f"until someone has {s.match.points} points", f"hasta que alguien tiene {s.match.points} puntos"),
        "elimination": (
            f"who reaches {s.match.points} points is out",
            f"queda fuera quien llega a {s.match.points} puntos",
        ),
        "deals": (f"{s.match.deals} deals", f"{s.match.deals} manos"),
        "one-deal": ("a single deal", "una sola mano"),
    }[s.match.end]
    wins = {
        "highest": ("the highest score wins", "gana el puntaje más alto"),
        "lowest": ("the lowest score wins", "gana el puntaje más bajo"),
        "last-in": ("the last one in wins", "gana el último que queda"),
        "closer": ("who closes wins", "gana quien cierra"),
    }[s.match.winner]
    return f"{end[0]}; {wins[0]}", f"{end[1]}; {wins[1]}"


def lead(section: str, s: Settings) -> Text:
    """A sentence or two that lead into a section's rules; empty where they need none."""
    deck = s.deck_for(s.players.min)
    one, many = nouns(deck)
    return {
        "equipment": Text(
            "A deal goes from dealing the cards to counting the points; a match is played over several deals. A natural is"
            f" an ordinary {one[0]}, unlike a wild, which is played in place of another.",
            f"Una mano va desde que se reparte hasta que se cuentan los puntos; la partida se juega en varias manos. Natural"
            f" es toda {one[1]} común, a diferencia del comodín, que se juega en lugar de otra.",
        ),
        "deal": Text(
            "To shuffle is to mix, to cut is to lift off a packet before the deal.",
            "Se mezcla, se parte (se aparta un paquete) y se reparte.",
        )
        if s.deal.cutter != "none"
        else Text(),
        "melds": Text(
            f"A meld is a group of {many[0]} that may lie on the table. There are two kinds: a set holds {many[0]} of one"
            f" rank, a run {many[0]} that follow one another.",
            f"Una combinación es un grupo de {many[1]} que puede estar en la mesa. Hay dos clases: la pierna reúne"
            f" {many[1]} de un mismo valor; la escalera, {many[1]} seguidas.",
        ),
        "wilds": Text(
            f"A wild is played in place of another {one[0]}. In the pictures a wild has a golden dashed edge, and the band"
            f" below says which {one[0]} it stands for. A natural is any {one[0]} played as itself.",
            f"Un comodín se juega en lugar de otra {one[1]}. En los dibujos lleva un borde dorado punteado, y la banda de"
            f" abajo dice qué {one[1]} reemplaza. Natural es toda {one[1]} que se juega como ella misma.",
        )
        if _has_wilds(s)
        else Text(),
        "values": Text(
            f"Points are counted for {many[0]} laid, or for {many[0]} left in hand, as the scoring says.",
            f"Los puntos se cuentan por las {many[1]} bajadas o por las que quedan en la mano, según diga el puntaje.",
        ),
        "turn": Text(
            "The stock is the face-down pile that cards are drawn from; the discard pile lies face up beside it. To lay off"
            " is to add cards to a meld that is already on the table.",
            "El mazo (o pozo) es la pila tapada de la que se roba; el descarte está al lado, a la vista. Agregar es sumar"
            " cartas a una combinación que ya está en la mesa.",
        )
        if s.discard.each_turn
        else Text(),
        "opening": Text(
            "Laying your first melds of a deal is your opening.",
            "Bajar tus primeras combinaciones de la mano es tu apertura.",
        ),
        "arranging": Text(
            "This is no rule of play: it says what the program calls best when it arranges a hand.",
            "No es una regla del juego: dice qué considera mejor el programa cuando arma una mano.",
        ),
        "closing": Text(
            "Closing ends the deal for everybody; then all count their points.",
            "El cierre (o corte) termina la mano para todos; después cada uno cuenta sus puntos.",
        ),
    }.get(section, Text())


def _has_wilds(s: Settings) -> bool:
    return bool(s.wilds.ranks) or max(s.deck.jokers.numbers) > 0
