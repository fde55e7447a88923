"""How a rule page tells a play in Spanish: `page_reader` reads it as it reads the English, and both must say the same."""

from __future__ import annotations

from page_reader import CARD, CARDS, MELDS, Speech

SPANISH = Speech(
    phrases={
        r"de a (\d+)": "players", r"en parejas": "pairs", r"en tu primer turno de la mano": "first_turn",
        r"en la primera mano de la partida": "first_deal", r"cuando se ofrece la (?:carta|ficha) dada vuelta": "offer",
        r"con el mazo agotado": "empty", r"tras rearmarlo (\S+)(?: ve(?:z|ces))": "rebuilt",
        r"con (\d+) puntos y otro jugador con (\d+)": "scores", rf"después de tomar ({CARDS}) del descarte": "taken",
        r"después de canjear el comodín": "freed", r"en el turno de tu primera bajada": "opening",
        r"después de bajar (?:cartas|fichas) en este turno": "laid", r"antes de bajar una combinación propia": "unopened",
        r"con la apertura ya hecha": "opened", r"después de robar": "drawn",
    },
    plays={
        r"robar del (?:mazo|pozo)": "draw",
        r"tomar del descarte": "take",
        r"tomar la (?:carta|ficha) de arriba del descarte": "take the top",
        r"tomar las (\d+) de arriba del descarte": "take some",
        rf"descartar ({CARD}) boca abajo": "discard face down",
        rf"descartar ({CARD})": "discard",
        rf"golpear con (?:nada|({MELDS})) y descartar ({CARD})": "knock",
        rf"no agregar nada a lo de quien golpeó(?:, y quedarse con ({CARDS}))?": "keep",
        rf"agregar a lo de quien golpeó: ({MELDS})(?:, y quedarse con ({CARDS}))?": "defend",
        rf"agregar ({CARDS})(?: a ({CARDS}))?": "lay off",
        rf"bajar ({MELDS})": "lay",
        rf"dejar la mesa como ({MELDS})": "leave the table",
        rf"canjear el comodín por ({CARD})": "exchange",
        r"avisar que una (?:carta|ficha) del (?:mazo|pozo) cerraría": "announce",
        r"rearmar el mazo con el descarte": "rebuild",
        r"pasar": "pass",
        r"terminar el turno sin descartar": "end",
        r"repartir(?: \d+ (?:cartas|fichas))?, (?:se da vuelta una (?:carta|ficha)|sin dar vuelta ninguna)": "deal",
    },
    first="primero ",
    then="después ",
    begins=r"empieza el ([\w' ]+?): ",
    after=rf"(?:, y repart[\w ]+)?(?:; el primero descarta {CARD} enseguida)?(?:: .+)?",
    no_play=r"no es combinación: |una (?:pierna|escalera), |(?:-?\d+ puntos: )?(?:no )?se abre|(?:no )?en la baraja",
)  # fmt: skip
