"""Demands in English and Spanish: `2 runs of 4 cards or more, without wilds`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.variants.values import Alternative, Demand, Demands

NOUNS = {
    "set": ("a set", "sets", "una pierna", "piernas"),
    "run": ("a run", "runs", "una escalera", "escaleras"),
    "pair": ("a pair of equal cards", "pairs of equal cards", "un par de cartas iguales", "pares de cartas iguales"),
    "any": ("a meld", "melds", "una combinación", "combinaciones"),
}
"""Each kind of meld: one and several, in English and in Spanish."""


def demands_words(demands: Demands) -> tuple[str, str]:
    """What is demanded, in both languages."""
    return said_demands(demands, "en"), said_demands(demands, "es")


def plain_demands_words(plain: list[object]) -> tuple[str, str]:
    """Demands as TOML holds them, in both languages."""
    if not plain:
        return "none", "ninguna"
    lists = plain if isinstance(plain[0], list) else [plain]
    return demands_words(Demands(tuple(msgspec.convert(one, Alternative) for one in lists)))


def said_demands(demands: Demands, language: str) -> str:
    """What is demanded, in a language."""
    spanish = language == "es"
    if not demands:
        return "nada" if spanish else "nothing"
    said = [said_alternative(alternative, language) for alternative in demands.alternatives]
    return (", o " if spanish else ", or ").join(said)


def said_alternative(alternative: Alternative, language: str) -> str:
    """The demands of one list."""
    spanish = language == "es"
    if not alternative:
        return "nada en particular" if spanish else "nothing in particular"
    text = _joined([_said(demand, spanish) for demand in alternative], "y" if spanish else "and")
    if any(demand.exactly for demand in alternative):
        text += ", y nada más" if spanish else ", and no more"
    return text


def _said(demand: Demand, spanish: bool) -> str:
    one, several = NOUNS[demand.kind][2 * spanish :][:2]
    text = one if demand.count == 1 else f"{demand.count} {several}"
    return text + _sized(demand, spanish) + _wild(demand, spanish) + _earned(demand, spanish)


def _sized(demand: Demand, spanish: bool) -> str:
    cards = "cartas" if spanish else "cards"
    of = "de" if spanish else "of"
    if demand.min and demand.max == demand.min:
        return f" {of} {demand.min} {cards}"
    if demand.min and demand.max != "any":
        return f" {of} {demand.min} {'a' if spanish else 'to'} {demand.max} {cards}"
    if demand.min:
        return f" {of} {demand.min} {cards} {'o más' if spanish else 'or more'}"
    if demand.max != "any":
        return f" {of} {demand.max} {cards} {'o menos' if spanish else 'or fewer'}"
    return ""


def _wild(demand: Demand, spanish: bool) -> str:
    if demand.wilds == "any":
        return ""
    if not demand.wilds:
        return " sin comodines" if spanish else " without wilds"
    if demand.wilds == 1:
        return " con un comodín a lo sumo" if spanish else " with at most one wild"
    return f" con {demand.wilds} comodines a lo sumo" if spanish else f" with at most {demand.wilds} wilds"


def _earned(demand: Demand, spanish: bool) -> str:
    """What a bonus or a close brings, in brackets."""
    said = []
    if demand.points and demand.to == "owner":
        said.append(f"{demand.points} a su jugador" if spanish else f"{demand.points} to its player")
    elif demand.points:
        said.append(f"{demand.points} a cada uno de los demás" if spanish else f"{demand.points} to each of the others")
    if demand.factor > 1:
        said.append(f"los demás pagan × {demand.factor}" if spanish else f"the others pay × {demand.factor}")
    if demand.then:
        said.append("gana la partida" if spanish else "wins the match")
    return f" ({', '.join(said)})" if said else ""


def _joined(parts: Sequence[str], word: str) -> str:
    return f" {word} ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"
