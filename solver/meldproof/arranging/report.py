"""An arrangement for others: as the JSON object of the command, as text, as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from meldproof.arranging.lying import lying_key
from meldproof.arranging.opening_words import lacking_text, needed_text, opening_needed
from meldproof.arranging.problem import Arrangement, LaidMeld
from meldproof.cards import Card, Slot, canonical, count_cards
from meldproof.notation import card_text, cards_text, meld_texts

WORDS = {
    "en": {
        "run": "run",
        "set": "set",
        "points": "points",
        "opening": "counts for the opening",
        "left": "left over",
        "nothing": "nothing",
        "discard": "discard",
        "laid": "laid",
        "cards": "cards",
        "optimal": "best possible for",
        "not_optimal": "best known (not proved) for",
        "then": "then",
        "bound": "at best,",
        "opens": "the opening is met",
        "unopened": "no opening",
        "reachable": "at most {points} points can be laid toward it",
        "unchanged": "as it lay",
        "deadwood_points": "fewest points left over",
        "melded_points": "most points laid",
        "melded_cards": "most cards laid",
        "deadwood_cards": "fewest cards left over",
        "score": "highest score (laid less left over)",
        "table_changes": "fewest table melds changed",
        "best deadwood_points": "points left over: {number}",
        "best melded_points": "points laid: {number}",
        "best melded_cards": "cards laid: {number}",
        "best deadwood_cards": "cards left over: {number}",
        "best score": "score: {number}",
        "best table_changes": "table melds changed: {number}",
    },
    "es": {
        "run": "escalera",
        "set": "pierna",
        "points": "puntos",
        "opening": "cuenta para abrir",
        "left": "sobra",
        "nothing": "nada",
        "discard": "descarte",
        "laid": "bajado",
        "cards": "cartas",
        "optimal": "lo mejor posible según",
        "not_optimal": "lo mejor conocido (sin demostrar) según",
        "then": "luego",
        "bound": "en el mejor de los casos,",
        "opens": "alcanza para abrir",
        "unopened": "no abre",
        "reachable": "a lo sumo se pueden bajar {points} puntos",
        "unchanged": "como estaba",
        "deadwood_points": "menos puntos sobrantes",
        "melded_points": "más puntos bajados",
        "melded_cards": "más cartas bajadas",
        "deadwood_cards": "menos cartas sobrantes",
        "score": "mayor puntaje (bajado menos sobrante)",
        "table_changes": "menos combinaciones de la mesa cambiadas",
        "best deadwood_points": "puntos sobrantes: {number}",
        "best melded_points": "puntos bajados: {number}",
        "best melded_cards": "cartas bajadas: {number}",
        "best deadwood_cards": "cartas sobrantes: {number}",
        "best score": "puntaje: {number}",
        "best table_changes": "combinaciones de la mesa cambiadas: {number}",
    },
}
UNMET_ES = {
    "the hand can't open": "la mano no alcanza para abrir",
    "the card asked for can't be melded": "la carta pedida no se puede bajar",
    "no card can be left to discard": "no queda carta para descartar",
    "nothing was found within the time limit": "no se encontró nada en el tiempo dado",
}


def arrangement_dict(answer: Arrangement) -> dict[str, object]:
    """The object of `solve --json`."""
    problem, deck = answer.problem, answer.problem.deck
    laid = count_cards(problem.hand) - count_cards(answer.deadwood)
    if answer.discard is not None:
        laid -= count_cards([answer.discard])
    result: dict[str, object] = {
        "variant": problem.variant.id,
        "hand": [card_text(card, deck) for card in problem.hand],
        "objective": list(problem.objective),
        "value": msgspec.to_builtins(answer.figures),
        "melds": [_meld_dict(meld, answer) for meld in answer.melds],
        "deadwood": [card_text(card, deck) for card in answer.deadwood],
        "discard": None if answer.discard is None else card_text(answer.discard, deck),
        "laid": [card_text(card, deck) for card in canonical(laid.elements())],
        "optimal": answer.optimal,
        "engine": answer.engine,
        "bound": answer.bound,
    }
    if problem.table:
        result["table"] = [
            {"cards": list(meld_texts(meld, deck)), "changed": changed}
            for meld, changed in zip(problem.table, changed_melds(answer), strict=True)
        ]
    if answer.opens is not None:
        result["opens"] = answer.opens
        if not answer.opens:
            result["reachable"] = answer.reachable
        result["opening_needed"] = opening_needed(problem)
    if answer.unmet:
        result["unmet"] = answer.unmet
    return result


def changed_melds(answer: Arrangement) -> tuple[bool, ...]:
    """For each table meld, whether it is not on the final table unchanged."""
    there = Counter(lying_key(laid.meld) for laid in answer.melds)
    changed = []
    for meld in answer.problem.table:
        key = lying_key(meld)
        changed.append(there[key] == 0)
        there[key] -= there[key] > 0
    return tuple(changed)


def objective_text(answer: Arrangement, language: str = "en") -> str:
    """In a line, what was optimised, and whether it is proved."""
    words = WORDS[language]
    names = f", {words['then']} ".join(words[name] for name in answer.problem.objective)
    text = f"{words['optimal' if answer.optimal else 'not_optimal']}: {names} ({answer.engine})"
    return text if answer.bound is None else f"{text}; {bound_text(answer, language)}"


def bound_text(answer: Arrangement, language: str = "en") -> str:
    """What could be had at best, of an answer that isn't proved."""
    words, bound = WORDS[language], answer.bound or {}
    figures = (words[f"best {name}"].format(number=number) for name, number in bound.items())
    return f"{words['bound']} {', '.join(figures)}"


def unmet_text(answer: Arrangement, language: str = "en") -> str:
    """What can't be met, and how near the hand comes."""
    words = WORDS[language]
    text = UNMET_ES.get(answer.unmet, answer.unmet) if language == "es" else answer.unmet
    if answer.reachable is not None:
        text += ": " + words["reachable"].format(points=answer.reachable)
    lacking = lacking_text(answer, language)
    return f"{text}; {lacking}" if lacking else text


def meld_note(laid: LaidMeld, answer: Arrangement, language: str = "en") -> str:
    """Points of a meld, and what else is to be said of it."""
    words = WORDS[language]
    note = counted(laid.points, "points", language)
    if laid.opening:
        note += f", {words['opening']}"
    if laid.grown_from is not None and lying_key(laid.meld) == lying_key(answer.problem.table[laid.grown_from]):
        note += f", {words['unchanged']}"
    return note


def totals_text(answer: Arrangement, language: str = "en") -> str:
    """What is laid and what is left over, in cards and points."""
    words, figures = WORDS[language], answer.figures
    laid = (counted(figures.melded_cards, "cards", language), counted(figures.melded_points, "points", language))
    left = (counted(figures.deadwood_cards, "cards", language), counted(figures.deadwood_points, "points", language))
    return f"{words['laid']}: {', '.join(laid)}; {words['left']}: {', '.join(left)}"


def counted(number: int, word: str, language: str = "en") -> str:
    """A number with its noun: `1 card`, `2 cartas`."""
    noun = WORDS[language][word]
    return f"{number} {noun[:-1] if number == 1 else noun}"


def arrangement_text(answer: Arrangement, language: str = "en") -> str:
    """The arrangement as plain lines."""
    words, deck = WORDS[language], answer.problem.deck
    lines = [f"{answer.problem.variant.name[language]}: {cards_text(answer.problem.hand, deck)}"]
    if answer.unmet:
        lines.append(unmet_text(answer, language))
    if answer.opens is not None:
        lines.append(needed_text(answer.problem, language))
    for laid in answer.melds:
        cards = " ".join(meld_texts(laid.meld, deck))
        lines.append(f"  {words[laid.meld.kind]}: {cards}  ({meld_note(laid, answer, language)})")
    lines.append(f"  {words['left']}: {cards_text(answer.deadwood, deck) or words['nothing']}")
    if answer.discard is not None:
        lines.append(f"  {words['discard']}: {card_text(answer.discard, deck)}")
    lines += [totals_text(answer, language), objective_text(answer, language)]
    return "\n".join(lines)


def arrangement_picture(answer: Arrangement, language: str = "en") -> str:
    """The arrangement as a self-contained SVG document."""
    from meldproof.pictures import arrangement_svg
    from meldproof.pictures.arrangement import Group

    words = WORDS[language]
    groups = [
        Group(f"{words[laid.meld.kind].capitalize()} · {meld_note(laid, answer, language)}", laid.meld.slots)
        for laid in answer.melds
    ]
    title = f"{answer.problem.variant.name[language]} · {totals_text(answer, language)}"
    return arrangement_svg(
        title,
        groups,
        answer.problem.deck,
        left_over=answer.deadwood,
        discard=answer.discard,
        language="es" if language == "es" else "en",
    )


def loose_slots(cards: Iterable[Card]) -> tuple[Slot, ...]:
    """Cards that lie in no meld, as slots that stand for themselves."""
    return tuple(Slot(card.rank, card.suit, card.rank, card.suit, False) for card in cards)


def _meld_dict(laid: LaidMeld, answer: Arrangement) -> dict[str, object]:
    cards = list(meld_texts(laid.meld, answer.problem.deck))
    result: dict[str, object] = {"kind": laid.meld.kind, "cards": cards, "points": laid.points}
    if laid.opening:
        result["opening"] = True
    return result
