"""What a case is about, in a line for people, in both languages."""

from __future__ import annotations

from typing import Any

from meldproof.messages import in_language, player_name, say_number
from meldproof.playing import actions as a
from meldproof.variants.clauses import Text
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import PlayCase, Question, Result, ScoreCase
from meldproof.witnesses.wording import FIGURES, YES_NO, question_text

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "in_hand": "in hand {}", "on_table": "on the table {}", "unopened": "not yet opened",
        "first_turn": "first turn",
        "first_deal": "first deal", "pile": "discard pile {}", "stock": "{} in the stock",
        "drawn": "after the draw",
        "taken": "just taken {}", "undrawn": "before the draw", "players": "{} players", "pairs": "in pairs",
        "scores": "scores {}", "after": "after: {}", "legal": "allowed", "illegal": "not allowed",
        "left": "left in hand {}", "closer": "{} closed", "nobody": "nobody closed", "cut": "cut of {}",
        "no_meld_of": "no meld of {}", "at_once": "all laid in one turn", "closed_with": "closed discarding {}",
        "deal": "deal {}", "points": "brings {}", "winners": "won by {}", "no_winner": "nobody has won yet",
        "is_worth": "is worth {}", "no_meld": "is no meld", "best": "at best",
        "lay": "lay {}", "draw_stock": "draw from the stock", "draw_discard": "take from the discard pile",
        "draw_count": "take {} from the discard pile", "pass": "pass", "drop": "drop out", "layoff": "lay off {}",
        "exchange": "exchange {} for a wild", "rearrange": "leave the table as {}", "discard": "discard {}",
        "face_down": "face down", "end": "end the turn without a discard", "knock": "knock, discarding {}",
        "knock_with": "with {}", "defend": "defend", "lay_on": "laying off: {}", "announce": "announce one card to go",
        "buy": "buy the discard",
        "rebuild": "rebuild the stock", "deal_to": "deal", "upcard": "turning up {}", "no_upcard": "no card turned up",
        "dealt": "{} to {}", "extra": "one too many, {}", "by": "{}: ", "nothing": "nothing",
    },
    "es": {
        "in_hand": "en la mano {}", "on_table": "en la mesa {}", "unopened": "sin haber abierto",
        "first_turn": "primer turno", "first_deal": "primera mano", "pile": "descarte {}",
        "stock": "{} en el mazo", "drawn": "después de robar", "taken": "recién tomada {}",
        "undrawn": "antes de robar", "players": "{} jugadores", "pairs": "en parejas", "scores": "puntajes {}",
        "after": "después de: {}", "legal": "se puede", "illegal": "no se puede", "left": "quedan en la mano {}",
        "closer": "cerró {}", "nobody": "no cerró nadie", "cut": "corte de {}",
        "no_meld_of": "sin combinaciones de {}", "at_once": "todo bajado en un turno",
        "closed_with": "cierre con el descarte {}", "deal": "mano {}",
        "points": "suma {}", "winners": "gana {}", "no_winner": "todavía no ganó nadie", "is_worth": "vale {}",
        "no_meld": "no es combinación", "best": "a lo mejor", "lay": "bajar {}", "draw_stock": "robar del mazo",
        "draw_discard": "tomar del descarte", "draw_count": "tomar {} del descarte", "pass": "pasar",
        "drop": "retirarse",
        "layoff": "agregar {}", "exchange": "canjear un comodín por {}", "rearrange": "dejar la mesa como {}",
        "discard": "descartar {}", "face_down": "boca abajo", "end": "terminar el turno sin descartar",
        "knock": "golpear con el descarte {}", "knock_with": "con {}", "defend": "defender", "lay_on": "agregando: {}",
        "announce": "avisar que falta una", "buy": "comprar el descarte",
        "rebuild": "rearmar el mazo", "deal_to": "repartir",
        "upcard": "dando vuelta {}", "no_upcard": "sin dar vuelta ninguna", "dealt": "{} para {}",
        "extra": "una de más, {}", "by": "{}: ", "nothing": "nada",
    },
}  # fmt: skip


def title_of(question: Question, result: Result) -> Text:
    """The question and its answer, in both languages."""
    said = []
    for language in ("en", "es"):
        with in_language(language):
            said.append(_line(question, result, language))
    return Text(*said)


def _line(question: Question, result: Result, language: str) -> str:
    words = WORDS[language]
    if isinstance(question, PlayCase):
        verdict = words["legal" if result["legal"] else "illegal"]
        return f"{_play(question, words)} → {verdict}"
    if isinstance(question, ScoreCase):
        return f"{_finished(question, words)} → {_score(result, words)}"
    return f"{question_text(question, language)} → {_answer(question, result, language)}"


def _answer(case: CardCase, result: Result, language: str) -> str:
    words = WORDS[language]
    if case.op in YES_NO[language]:
        return YES_NO[language][case.op][0 if next(iter(result.values())) else 1]
    if case.op == "value":
        return (
            words["no_meld"]
            if result["points"] is None
            else words["is_worth"].format(say_number("{number} point", "{number} points", result["points"]))
        )
    figures = (f"{FIGURES[language][name]} {_plain(value, language)}" for name, value in result.items())
    return f"{words['best']}: {', '.join(figures)}"


def _plain(value: object, language: str) -> object:
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "es": ("no", "sí")}[language][value]
    return value


def _score(result: Result, words: dict[str, str]) -> str:
    points = " / ".join("?" if each is None else str(each) for each in result["points"])
    won = result["winners"]
    names = ", ".join(map(player_name, won))
    return f"{words['points'].format(points)}, {words['winners'].format(names) if won else words['no_winner']}"


def _play(case: PlayCase, words: dict[str, str]) -> str:
    parts = []
    seen = case.situation
    if case.players != 2:
        parts.append(words["players"].format(case.players))
    if case.pairs:
        parts.append(words["pairs"])
    if any(case.scores):
        parts.append(words["scores"].format(" / ".join(map(str, case.scores))))
    if seen is not None:
        parts.append(words["in_hand"].format(seen.hand or words["nothing"]))
        if seen.table:
            parts.append(words["on_table"].format("; ".join(laid.cards for laid in seen.table)))
        if seen.pile:
            parts.append(words["pile"].format(seen.pile))
        if seen.stock is not None:
            parts.append(words["stock"].format(_cards(seen.stock)))
        parts.append(words["drawn" if seen.drawn else "undrawn"])
        parts += [words["taken"].format(seen.taken)] * bool(seen.taken)
        parts += [words["unopened"]] * (not seen.opened) + [words["first_turn"]] * (seen.turn == 1)
        parts += [words["first_deal"]] * (seen.deal == 1)
    if case.steps:
        parts.append(words["after"].format("; ".join(_action(step, words) for step in case.steps)))
    return ", ".join([*parts, _action(case.action, words)])


def _finished(case: ScoreCase, words: dict[str, str]) -> str:
    hands = " / ".join(text or words["nothing"] for text in case.hands)
    parts = [words["left"].format(hands)]
    parts += [words["pairs"]] * case.pairs
    parts += [words["on_table"].format("; ".join(laid.cards for laid in case.table))] * bool(case.table)
    parts += [words["scores"].format(" / ".join(map(str, case.scores)))] * any(case.scores)
    parts.append(words["nobody"] if case.closer is None else words["closer"].format(player_name(case.closer)))
    parts += [words["no_meld_of"].format(player_name(seat)) for seat in case.unopened]
    parts += [words["at_once"]] * case.at_once
    parts += [] if case.discard is None else [words["closed_with"].format(case.discard)]
    parts += [words["deal"].format(case.deal)] * (case.deal != 2)
    if case.cut is not None:
        parts.append(words["cut"].format(_cards(case.cut)))
    return ", ".join(parts)


def _cards(number: int) -> str:
    return say_number("{number} card", "{number} cards", number)


def _action(action: a.Action, words: dict[str, str]) -> str:
    by = "" if action.player is None else words["by"].format(player_name(action.player))
    return by + _done(action, words)


def _done(action: Any, words: dict[str, str]) -> str:
    """One action in words."""
    match action:
        case a.Draw(source="stock"):
            return words["draw_stock"]
        case a.Draw(count=count):
            return words["draw_count"].format(_cards(count)) if count else words["draw_discard"]
        case a.LayMelds(melds=melds):
            return words["lay"].format("; ".join(melds))
        case a.LayOff(cards=cards):
            return words["layoff"].format(cards)
        case a.Exchange(card=card):
            return words["exchange"].format(card)
        case a.Rearrange(table=table):
            return words["rearrange"].format("; ".join(table))
        case a.Discard(card=card, face_down=hidden):
            return words["discard"].format(card) + (f" {words['face_down']}" if hidden else "")
        case a.Knock(discard=card, melds=melds):
            laid = f", {words['knock_with'].format('; '.join(melds))}" if melds else ""
            return words["knock"].format(card) + laid
        case a.Defend(layoffs=layoffs):
            grown = [text for text in layoffs if text]
            return words["defend"] + (f", {words['lay_on'].format('; '.join(grown))}" if grown else "")
        case a.Deal():
            return _deal(action, words)
    return words[_PLAIN[type(action)]]


_PLAIN = {
    a.Pass: "pass", a.EndTurn: "end", a.Announce: "announce", a.Rebuild: "rebuild", a.Buy: "buy", a.Drop: "drop",
}  # fmt: skip


def _deal(action: a.Deal, words: dict[str, str]) -> str:
    parts = [words["upcard"].format(action.upcard) if action.upcard else words["no_upcard"]]
    parts += [
        words["dealt"].format(_cards(len(text.split())), player_name(seat))
        for seat, text in enumerate(action.hands)
        if text
    ]
    parts += [words["extra"].format(action.discard)] * bool(action.discard)
    return f"{words['deal_to']}, {', '.join(parts)}"
