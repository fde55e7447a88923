"""Reads a score of a rule page back into a question, in either language: the finished deal, and what it brings."""

from __future__ import annotations

import re
from typing import NamedTuple

from meldproof.notation import slot_text
from meldproof.reference.document import Example
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import KitMeld, ScoreCase

ON_THE_TABLE = {
    "en": {"you laid": 0, "you knock with": 0, "the other laid": 1, "on the table, of you": 0},
    "es": {"bajaste": 0, "cortás con": 0, "bajó el otro": 1, "en la mesa, tuya": 0},
}
GROWN = {
    "en": "on the table, the last card laid off by the other", "es": "en la mesa; la última carta la agregó el otro"
}  # fmt: skip
LEFT = {
    "en": {"your deadwood": 0, "left in your hand": 0, "the other's deadwood": 1, "left in the other's hand": 1},
    "es": {"tus sueltas": 0, "te quedan en la mano": 0, "las sueltas del otro": 1, "le quedan al otro": 1},
}
LEFT_TO = {"en": r"left in player (\d)'s hand", "es": r"le quedan al jugador (\d)"}
POINTS = {"en": r"(?:you|the other|player \d) ([+-]?\d+)", "es": r"(?:vos|el otro|el jugador \d) ([+-]?\d+)"}
BEFORE = {
    "en": r"scores (?:were )?(\d+)(?: :| /) (\d+)(?: / \d+)*", "es": r"puntajes (?:eran )?(\d+)(?: :| /) (\d+)(?: / \d+)*"
}  # fmt: skip
CUT = {"en": r"packet cut off held (\d+)", "es": r"al partir se apartaron (\d+)"}
DEALER = {"en": r"player (\d) deals|the other deals", "es": r"reparte el (?:jugador (\d)|otro)"}
DEAL = {"en": r"deal (\d+) of the match", "es": r"mano (\d+) de la partida"}
NOBODY = {"en": "nobody closed", "es": "nadie cerró"}
AT_ONCE = {
    "en": r"all laid in one turn|you laid all in one turn",
    "es": r"bajando todo en un turno|bajaste todo en un turno",
}
NO_MELD = {
    "en": r"(you|the other|player \d) laid no meld", "es": r"(el otro|el jugador \d)? ?no (?:bajaste|bajó) ninguna combinación"
}  # fmt: skip
CLOSED_WITH = {
    "en": r"(?:you discarded|with the discard) (\w+)", "es": r"con el descarte (\w+)"
}  # fmt: skip
PAIRS = {"en": "in pairs", "es": "en parejas"}
ENDS = {
    "en": {"you win the match": [0], "the other wins": [1], "share the match": [0, 1], "match is shared": [0, 1]},
    "es": {
        "ganás la partida": [0],
        "gana el otro": [1],
        "comparten la partida": [0, 1],
        "la partida se reparte": [0, 1],
    },
}


class ReadScore(NamedTuple):
    """A finished deal, each player's points, and who has won."""

    case: ScoreCase
    points: list[int]
    winners: list[int]


def read_score(example: Example, variant: Variant, language: str) -> ReadScore | None:
    """What a page says of a score; None for an example that is none."""
    said = example.said[language]
    points = [int(number) for number in re.findall(POINTS[language], said)]
    if len(points) < 2:
        return None
    hands, table = [""] * len(points), []
    for row in example.rows:
        label = row.label[language]
        cards = " ".join(slot_text(slot, variant.deck()) for slot in row.slots)
        if label == GROWN[language]:
            table.append(KitMeld(cards, 0, (0,) * (len(row.slots) - 1) + (1,)))
        elif label in ON_THE_TABLE[language]:
            owner = ON_THE_TABLE[language][label]
            table.append(KitMeld(cards, owner))
        elif found := re.fullmatch(LEFT_TO[language], label):
            hands[int(found[1]) - 1] = cards
        else:
            hands[LEFT[language][label]] = cards
    before, cut, deal = (re.search(pattern[language], said) for pattern in (BEFORE, CUT, DEAL))
    dealer, closed = (re.search(pattern[language], said) for pattern in (DEALER, CLOSED_WITH))
    case = ScoreCase(
        tuple(hands),
        pairs=PAIRS[language] in said,
        scores=(int(before[1]), int(before[2]), *(0,) * (len(points) - 2)) if before else (),
        table=() if variant.settings.close.by == "knock" else tuple(table),
        closer=None if NOBODY[language] in said else 0,
        deal=int(deal[1]) if deal else 2,
        dealer=(int(dealer[1] or 2) - 1) if dealer else 0,
        cut=int(cut[1]) if cut else None,
        unopened=tuple(_seat(found[1]) for found in re.finditer(NO_MELD[language], said)),
        at_once=bool(re.search(AT_ONCE[language], said)),
        discard=closed[1] if closed else None,
    )
    return ReadScore(case, points, next((who for end, who in ENDS[language].items() if end in said), []))


def _seat(said: str | None) -> int:
    """The player meant by `you` (in Spanish not said), `the other`, or a number."""
    number = re.search(r"\d", said or "")
    if number:
        return int(number[0]) - 1
    return 1 if said in ("the other", "el otro") else 0
