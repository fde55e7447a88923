"""Reads the Spanish of a play on a rule page as `page_reader` reads the English: both must say the same."""

from __future__ import annotations

from collections.abc import Callable

from page_reader import CARD, CARDS, page_text, phrases, read_actions

from meldproof.playing import actions as a

PHRASES: dict[str, str] = {
    r"de a (\d+)": "players", r"en parejas": "pairs", r"en tu primer turno de la mano": "first_turn",
    r"en la primera mano de la partida": "first_deal", r"cuando se ofrece la (?:carta|ficha) dada vuelta": "offer",
    r"con el mazo agotado": "empty", r"tras rearmarlo (\S+)(?: ve(?:z|ces))": "rebuilt",
    r"con (\d+) puntos y otro jugador con (\d+)": "scores", rf"después de tomar ({CARDS}) del descarte": "taken",
    r"después de canjear el comodín": "freed", r"en el turno de tu primera bajada": "opening",
    r"después de bajar (?:cartas|fichas) en este turno": "laid", r"antes de bajar una combinación propia": "unopened",
    r"con la apertura ya hecha": "opened", r"después de robar": "drawn",
}  # fmt: skip
MELDS = rf"{CARDS}(?:; {CARDS})*"
ACTIONS: dict[str, Callable[..., a.Action]] = {
    r"robar del (?:mazo|pozo)": a.Draw,
    r"tomar del descarte": lambda: a.Draw(source="discard"),
    r"tomar la (?:carta|ficha) de arriba del descarte": lambda: a.Draw(source="discard", count=1),
    r"tomar las (\d+) de arriba del descarte": lambda count: a.Draw(source="discard", count=int(count)),
    rf"descartar ({CARD}) boca abajo": lambda card: a.Discard(card=card, face_down=True),
    rf"descartar ({CARD})": lambda card: a.Discard(card=card),
    rf"golpear con (nada|{MELDS}) y descartar ({CARD})": lambda melds, card: a.Knock(
        discard=card, melds=() if melds == "nada" else tuple(melds.split("; "))
    ),
    rf"no agregar nada a lo de quien golpeó(?:, y quedarse con ({CARDS}))?": lambda kept: a.Defend(deadwood=kept),
    rf"agregar a lo de quien golpeó: ({MELDS})(?:, y quedarse con ({CARDS}))?": lambda melds, kept: a.Defend(
        layoffs=tuple(melds.split("; ")), deadwood=kept
    ),
    rf"agregar ({CARDS})(?: a ({CARDS}))?": lambda cards, on: a.LayOff(cards=cards, to=on),
    rf"bajar ({MELDS})": lambda melds: a.LayMelds(melds=tuple(melds.split("; "))),
    rf"dejar la mesa como ({MELDS})": lambda table: a.Rearrange(table=tuple(table.split("; "))),
    rf"canjear el comodín por ({CARD})": lambda card: a.Exchange(card=card),
    r"avisar que una (?:carta|ficha) del (?:mazo|pozo) cerraría": a.Announce,
    r"rearmar el mazo con el descarte": a.Rebuild,
    r"pasar": a.Pass,
    r"terminar el turno sin descartar": a.EndTurn,
    r"repartir(?: \d+ (?:cartas|fichas))?, (?:se da vuelta una (?:carta|ficha)|sin dar vuelta ninguna)": a.Deal,
}
WORDS = {"first": "primero ", "then": "después ", "begins": r"empieza el ([\w' ]+?): "}


def what_it_tells(text: str, *, spanish: bool) -> tuple[list[str], list[a.Action]]:
    """What is special about the position, and the plays, in the order of the text."""
    if not spanish:
        told, rest = phrases(page_text(text))
        return sorted(told), [action for _, action, _ in read_actions(rest)]
    told, rest = phrases(page_text(text), PHRASES)
    return sorted(told), [action for _, action, _ in read_actions(rest, ACTIONS, WORDS)]


def numbers_of_a_position(text: str, *, spanish: bool) -> list[str]:
    """The scores and players that are said of the position."""
    told, _ = phrases(page_text(text), PHRASES) if spanish else phrases(page_text(text))
    return [number for name in sorted(told) if name != "rebuilt" for number in told[name]]
