"""Witnesses in words, in both languages."""

from __future__ import annotations

from meldproof.witnesses.cases import CardCase, Result
from meldproof.witnesses.judging import Judgement, Witness

FIGURES = {
    "en": {
        "deadwood_points": "points left",
        "melded_points": "points laid",
        "melded_cards": "cards laid",
        "deadwood_cards": "cards left",
        "score": "score",
        "table_changes": "table melds changed",
        "opens": "opens",
    },
    "es": {
        "deadwood_points": "puntos que sobran",
        "melded_points": "puntos bajados",
        "melded_cards": "cartas bajadas",
        "deadwood_cards": "cartas que sobran",
        "score": "puntaje",
        "table_changes": "combinaciones de la mesa cambiadas",
        "opens": "abre",
    },
}
WORDS = {
    "en": {
        "hand": "in hand {cards}", "table": "on the table {table}", "discard": "one to discard", "open": "to open",
        "score": "at a score of {score}", "players": "with {players} players", "yes": "yes", "no": "no",
        "points": "{points} points", "none": "no meld",
        "same": "no meld, hand or play tells them apart", "only-a-play": "only a play can tell",
        "none-found": "no meld or hand was found that tells them apart", "unproved": "perhaps not the smallest",
    },
    "es": {
        "hand": "en la mano {cards}", "table": "en la mesa {table}", "discard": "una para descartar",
        "open": "para abrir", "score": "con un puntaje de {score}", "players": "de a {players} jugadores",
        "yes": "sí", "no": "no", "points": "{points} puntos", "none": "no es combinación",
        "same": "ninguna combinación, mano ni jugada las distingue",
        "only-a-play": "solo una jugada puede distinguirlas",
        "none-found": "no se encontró combinación ni mano que las distinga", "unproved": "quizá no la más chica",
    },
}  # fmt: skip

YES_NO: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "in_deck": ("in the deck", "not in the deck"),
        "is_meld": ("a meld", "no meld"),
        "can_open": ("opens", "does not open"),
    },
    "es": {
        "in_deck": ("está en el mazo", "no está en el mazo"),
        "is_meld": ("es combinación", "no es combinación"),
        "can_open": ("abre", "no abre"),
    },
}


def witness_text(witness: Witness, names: tuple[str, str], language: str = "en") -> str:
    """The case, then each variant's answer by its name, in a line."""
    words = WORDS[language]
    answers = "; ".join(
        f"{name}: {_answer(witness.case, result, witness.results, language)}"
        for name, result in zip(names, witness.results, strict=True)
    )
    note = "" if witness.smallest else f" ({words['unproved']})"
    return f"{question_text(witness.case, language)}{note} → {answers}"


def judgement_text(judgement: Judgement, names: tuple[str, str], language: str = "en") -> str:
    """A witness in a line, or why there is none."""
    if judgement.witness is not None:
        return witness_text(judgement.witness, names, language)
    note = judgement.note[language]
    return WORDS[language][judgement.verdict] + (f" ({note})" if note else "")


def question_text(case: CardCase, language: str) -> str:
    words = WORDS[language]
    cards = " ".join(case.cards)
    if case.op in ("is_meld", "value"):
        return cards
    if case.op == "in_deck":
        return f"{cards}, {words['players'].format(players=case.players)}"
    parts = [words["table"].format(table="; ".join(case.table))] if case.table else []
    parts.append(words["hand"].format(cards=cards))
    parts += [words["discard"]] * (case.discard == "required") + [words["open"]] * case.opening
    if case.score:
        parts.append(words["score"].format(score=case.score))
    return ", ".join(parts)


def _answer(case: CardCase, result: Result, results: tuple[Result, Result], language: str) -> str:
    words = WORDS[language]
    if case.op in YES_NO[language]:
        (value,) = result.values()
        return YES_NO[language][case.op][0 if value else 1]
    if case.op == "value":
        return words["none"] if result["points"] is None else words["points"].format(points=result["points"])
    other = results[1] if result is results[0] else results[0]
    telling = [name for name in result if name in other and result[name] != other[name]]
    return ", ".join(f"{FIGURES[language][name]} {_figure(result[name], words)}" for name in telling)


def _figure(value: int | bool | None, words: dict[str, str]) -> object:
    return words["yes" if value else "no"] if isinstance(value, bool) else value
