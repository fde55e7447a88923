"""A finished deal of a kit in words: what lies on the table, what is left, what each player gets."""

from __future__ import annotations

from typing import Any

from meldproof.cards import Slot
from meldproof.notation import parse_cards
from meldproof.reference.document import Example, Row
from meldproof.reference.meld_examples import natural_slot, table_slots
from meldproof.reference.play_words import joined, players_words
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import KitMeld, ScoreCase


def slots_of(cards: str, variant: Variant) -> tuple[Slot, ...]:
    """Cards that are in no meld."""
    return tuple(natural_slot(token.card) for token in parse_cards(cards, variant.deck()))


def score_example(case: ScoreCase, result: dict[str, Any], variant: Variant) -> Example:
    """What a finished deal brings to every player, the first being `you`."""
    rows = [Row(_laid_by(laid, len(case.hands)), table_slots(laid.cards, variant)) for laid in case.table]
    for seat, hand in enumerate(case.hands):
        if hand:
            rows.append(Row(_left(seat), slots_of(hand, variant)))
    parts = [
        players_words(len(case.hands), variant, pairs=case.pairs),
        _cut(case),
        Text("nobody closed", "nadie cerró") if case.closer is None else _closed(case.closer),
        Text("with all laid in one turn", "bajando todo en un turno") if case.at_once else Text(),
        Text() if case.discard is None else Text(f"with the discard {case.discard}", f"con el descarte {case.discard}"),
        *(_without_meld(seat) for seat in case.unopened),
        Text(f"deal {case.deal} of the match", f"mano {case.deal} de la partida") if case.deal != 2 else Text(),
        _scores_before(case.scores),
        _brings(result["points"]),
        _won(result["winners"], len(case.hands), any(case.scores) or case.deal != 2),
    ]
    return Example("worth", tuple(rows), joined(*parts), variant.deck())


def player_words(seat: int, players: int) -> tuple[str, str]:
    """The first is `you`."""
    if seat == 0:
        return "you", "vos"
    return ("the other", "el otro") if players == 2 else (f"player {seat + 1}", f"el jugador {seat + 1}")


def _laid_by(laid: KitMeld, players: int) -> Text:
    """Whose a meld on the table is, and whose its cards are where several have laid them."""
    owner = player_words(laid.owner, players)
    text = Text(f"on the table, of {owner[0]}", f"en la mesa, {'tuya' if laid.owner == 0 else f'de {owner[1]}'}")
    others = {seat: laid.layers.count(seat) for seat in laid.layers if seat != laid.owner}
    for seat, number in others.items():
        name = player_words(seat, players)
        text = Text(f"{text.en}, {number} of them laid by {name[0]}", f"{text.es}; {number} de {name[1]}")
    return text


def _left(seat: int) -> Text:
    if seat == 0:
        return Text("left in your hand", "te quedan en la mano")
    return Text(f"left in player {seat + 1}'s hand", f"le quedan al jugador {seat + 1}")


def _cut(case: ScoreCase) -> Text:
    if case.cut is None:
        return Text()
    deals = ("you deal", "repartís vos")
    if case.dealer:
        name = player_words(case.dealer, len(case.hands))
        deals = (f"{name[0]} deals", f"reparte {name[1]}")
    return Text(
        f"{deals[0]}, and the packet cut off held {case.cut} cards",
        f"{deals[1]} y al partir se apartaron {case.cut} cartas",
    )


def _closed(seat: int) -> Text:
    if seat == 0:
        return Text("you closed", "cerraste vos")
    return Text(f"player {seat + 1} closed", f"cerró el jugador {seat + 1}")


def _without_meld(seat: int) -> Text:
    if seat == 0:
        return Text("you laid no meld", "no bajaste ninguna combinación")
    return Text(f"player {seat + 1} laid no meld", f"el jugador {seat + 1} no bajó ninguna combinación")


def _scores_before(scores: tuple[int, ...]) -> Text:
    if not any(scores):
        return Text()
    numbers = " / ".join(map(str, scores))
    return Text(f"the scores were {numbers}", f"los puntajes eran {numbers}")


def _brings(points: list[int | None]) -> Text:
    told = [
        (name, "?" if each is None else f"{each:+}" if each else "0")
        for name, each in ((player_words(seat, len(points)), each) for seat, each in enumerate(points))
    ]
    return Text(
        ", ".join(f"{name[0]} {number}" for name, number in told),
        ", ".join(f"{name[1]} {number}" for name, number in told),
    )


def _won(winners: list[int], players: int, told: bool) -> Text:
    if winners == [0]:
        return Text("you win the match", "ganás la partida")
    names = [player_words(seat, players) for seat in winners]
    if len(names) == 1:
        return Text(f"{names[0][0]} wins the match", f"gana la partida {names[0][1]}")
    if names:
        en, es = " and ".join(en for en, _ in names), " y ".join(es for _, es in names)
        return Text(f"{en} share the match", f"comparten la partida {es}")
    return Text("the match goes on", "la partida sigue") if told else Text()
