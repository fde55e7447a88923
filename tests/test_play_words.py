"""Actions in words, in both languages; a log is judged by the variant it names."""

from __future__ import annotations

import typing

import pytest
from test_cli import refusal, run

from meldproof.playing import actions as a
from meldproof.playing.action_words import action_words

SAID = [
    (a.Draw(), "draw from the stock", "robar del mazo"),
    (a.Draw(count=2), "draw 2 from the stock", "robar 2 del mazo"),
    (a.Draw(source="stock", card="4s"), "draw from the stock (4s)", "robar del mazo (4s)"),
    (a.Draw(source="discard"), "take the top of the discard pile", "tomar la carta de arriba del descarte"),
    (a.Draw(source="discard", count=3), "take the top 3 of the discard pile", "tomar las 3 de arriba del descarte"),
    (a.Pass(), "pass", "pasar"),
    (a.LayMelds(melds=("4s 5s 6s", "9h 9d 9c")), "lay 4s 5s 6s; 9h 9d 9c", "bajar 4s 5s 6s; 9h 9d 9c"),
    (a.LayOff(meld=0, cards="7s"), "add 7s to table meld 1", "agregar 7s a la combinación 1 de la mesa"),
    (a.LayOff(meld=1, cards="JK", to="JK=3s 4s 5s 6s"), "add JK to table meld 2, making JK=3s 4s 5s 6s",
     "agregar JK a la combinación 2 de la mesa, que queda JK=3s 4s 5s 6s"),
    (a.Exchange(meld=2, card="7s"), "change 7s for the wild in table meld 3",
     "canjear 7s por el comodín de la combinación 3 de la mesa"),
    (a.Rearrange(table=("1r 2r 3r",)), "leave the table as 1r 2r 3r", "dejar la mesa como 1r 2r 3r"),
    (a.Discard(card="Kd"), "discard Kd", "descartar Kd"),
    (a.Discard(card="Kd", face_down=True), "discard Kd face down", "descartar Kd boca abajo"),
    (a.EndTurn(), "end the turn", "terminar el turno"),
    (a.Knock(discard="Kd", melds=("4s 5s 6s",)), "knock with 4s 5s 6s, discarding Kd", "golpear con 4s 5s 6s y descartar Kd"),
    (a.Knock(), "knock with nothing", "golpear con nada"),
    (a.Defend(melds=("4s 5s 6s",), layoffs=(None, "Ts Js Qs Ks")), "show 4s 5s 6s, laying off to make Ts Js Qs Ks",
     "mostrar 4s 5s 6s, agregando hasta dejar Ts Js Qs Ks"),
    (a.Announce(), "announce that one card of the stock would close", "avisar que una carta del mazo cerraría"),
    (a.Buy(player=1), "player 2 buys the top of the discard pile",
     "el jugador 2 compra la carta de arriba del descarte"),
    (a.Drop(), "drop out of the deal", "retirarse de la mano"),
    (a.Rebuild(), "turn the discard pile into the stock", "rearmar el mazo con el descarte"),
    (a.Deal(), "deal", "repartir"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "english", "spanish"), SAID, ids=[english for _, english, _ in SAID])
def test_an_action_is_said_in_both_languages(action: a.Action, english: str, spanish: str) -> None:
    assert action_words(action, "en") == english
    assert action_words(action, "es") == spanish


def test_every_kind_of_action_is_said() -> None:
    assert {type(action) for action, *_ in SAID} == set(typing.get_args(a.Action))


def test_a_log_of_another_variant_is_refused(tmp_path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text('{"variant":"argentino","players":2}\n', encoding="utf-8")
    assert "the log is of 'argentino', not of 'gin'" in refusal("referee", "gin", str(log))


def test_what_would_have_been_legal_is_said_in_words(tmp_path) -> None:
    log = tmp_path / "game.jsonl"
    lines = [
        '{"variant":"gin","players":2}',
        '{"action":"deal","hands":["As 2s 3s 4s 5s 6s 7s 8s 9s Ts",null],"upcard":"Kd"}',
    ]
    log.write_text("\n".join([*lines, '{"action":"discard","card":"As"}']), encoding="utf-8")
    done = run("referee", "gin", str(log))
    assert done.returncode == 1
    assert "legal would have been: take the top of the discard pile" in done.stdout
