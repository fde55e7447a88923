"""One reader of melds for tables, logs, positions and pages: as written, from the top, or the only order there is."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from houses import house_rules, one_line
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import houses

import meldproof
from meldproof.arranging.lying import lying_key
from meldproof.arranging.tables import read_meld
from meldproof.cards import Card, Meld
from meldproof.checking.verdict import legal_readings
from meldproof.errors import AmbiguousMeld, MeldproofError, ProblemError
from meldproof.notation import card_text, meld_texts, parse_cards
from meldproof.playing.advice import Position, TableMeld, position_state
from meldproof.playing.referee import read_log, referee
from meldproof.variants.loading import Variant

TABLE: list[tuple[str, str, str]] = [
    # as written
    ("rummy-500", "4s 5s 6s", "4s 5s 6s"),
    ("rummy-500", "4s JK 6s", "4s JK=5s 6s"),
    ("fichas", "JK 4r 5r", "JK=3r 4r 5r"),
    ("fichas", "4r 5r JK", "4r 5r JK=6r"),
    ("fichas", "JK 4r JK 6r", "JK=3r 4r JK=5r 6r"),
    ("argentino", "4s JK 6s 2d", "4s JK=5s 6s 2d=7s"),
    ("argentino", "4s 2d 6s JK", "4s 2d=5s 6s JK=7s"),
    ("reglamento", "As 2s 3s", "As 2s 3s"),
    ("reglamento", "4s 5s 2s", "4s 5s 2s=6s"),
    ("fichas", "7r 7b JK", "7r 7b JK=7k"),
    ("fichas", "JK 7b 7r", "7r 7b JK=7k"),
    ("fichas", "7r JK=7y 7b", "7r 7b JK=7k"),
    ("fichas", "JK JK=4r 5r", "JK=3r JK=4r 5r"),
    ("rummy-500 + run.suit=any", "JK 4s 5h", "JK=3s 4s 5h"),
    # from the top
    ("rummy-500", "6s 5s 4s", "4s 5s 6s"),
    ("rummy-500", "Ks Qs Js", "Js Qs Ks"),
    ("rummy-500", "As Ks Qs", "Qs Ks As"),
    ("gin", "3h 2h Ah", "Ah 2h 3h"),
    ("fichas", "7r 6r JK", "JK=5r 6r 7r"),
    ("fichas", "13r JK 11r", "11r JK=12r 13r"),
    ("argentino", "7s 2d 5s JK", "JK=4s 5s 2d=6s 7s"),
    ("reglamento", "9s 2h 2d 6s", "6s 2d=7s 2h=8s 9s"),
    # in the only order there is
    ("rummy-500", "6s 4s 5s", "4s 5s 6s"),
    ("rummy-500", "Ks As Qs", "Qs Ks As"),
    ("gin", "2h 4h Ah 3h", "Ah 2h 3h 4h"),
    ("fichas", "4r 6r JK", "4r JK=5r 6r"),
    ("fichas", "5r JK=6r 4r", "4r 5r JK=6r"),
    ("fichas", "10r JK=8r 9r", "JK=8r 9r 10r"),
    ("reglamento", "3s As 2s", "As 2s 3s"),
]  # fmt: skip


def read(variant: str, text: str) -> Meld:
    rules = house_rules(variant)
    return read_meld(parse_cards(text, rules.deck()), rules, "the meld")


@pytest.mark.parametrize(("variant", "text", "meld"), TABLE)
def test_cards_are_read_as_the_meld_that_they_are(variant: str, text: str, meld: str) -> None:
    assert " ".join(meld_texts(read(variant, text), house_rules(variant).deck())) == meld


AMBIGUOUS: list[tuple[str, str, tuple[str, ...]]] = [
    ("fichas", "JK JK 5r", ("JK=3r JK=4r 5r", "5r JK=5b JK=5k")),
    ("fichas", "5r JK JK", ("5r JK=6r JK=7r", "5r JK=5b JK=5k")),
    ("fichas", "4r JK 5r", ("JK=3r 4r 5r", "4r 5r JK=6r")),
    ("fichas", "5r JK 4r", ("JK=3r 4r 5r", "4r 5r JK=6r")),
    ("argentino", "JK 9s 2d 5s 7s", ("5s JK=6s 7s 2d=8s 9s", "5s 2d=6s 7s JK=8s 9s")),
    ("reglamento", "2h 9s 6s 2d", ("6s 2h=7s 2d=8s 9s", "6s 2d=7s 2h=8s 9s")),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "text", "ways"), AMBIGUOUS)
def test_cards_that_could_be_two_melds_are_refused_with_both_spelled_out(
    variant: str, text: str, ways: tuple[str, ...]
) -> None:
    with pytest.raises(AmbiguousMeld) as caught:
        read(variant, text)
    message = one_line(caught.value)
    assert set(message.partition("; write ")[2].split(", or ")) == set(ways)
    for way in ways:
        assert " ".join(meld_texts(read(variant, way), house_rules(variant).deck())) == way


NO_MELDS = [
    ("rummy-500", "4s 5s 7s"), ("rummy-500", "4s 5s"), ("rummy-500", "4s 5h 6s"), ("fichas", "6r JK=5r 3r"),
    ("fichas", "4r JK=5b 6r"), ("gin", "Ks As 2s"), ("argentino", "4s JK 2d 7s"), ("fichas", "7r 7r 7b"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "text"), NO_MELDS)
def test_what_is_no_meld_in_any_order_is_refused_by_name(variant: str, text: str) -> None:
    with pytest.raises(ProblemError, match="is no meld in") as caught:
        read(variant, text)
    assert not isinstance(caught.value, AmbiguousMeld)
    assert text in one_line(caught.value)


# Every door has the same reader


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "meldproof", *arguments], capture_output=True, text=True, check=False)


def test_a_table_of_the_command_line_is_read_so() -> None:
    found = run("solve", "rummy-500", "7s Ts", "--table", "6s 4s 5s; Ks Qs Js", "--json")
    assert json.loads(found.stdout)["value"]["melded_cards"] == 2
    refused = run("solve", "fichas", "7r", "--table", "1r 2r 3r; 5r JK 4r")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.strip().splitlines() == [
        "meldproof: table meld 2 (5r JK 4r) can be read in two ways; write JK=3r 4r 5r, or 4r 5r JK=6r"
    ]


LOG = Path(__file__).parent / "data" / "run-written-from-the-top.jsonl"


def test_a_run_that_a_log_writes_from_the_top_is_legal() -> None:
    assert referee(None, read_log(LOG)).legal_game


def log(variant: str, meld: str) -> list[str]:
    actions: list[dict[str, Any]] = [
        {"variant": variant, "players": 2},
        {"action": "deal", "dealer": 1, "hands": [None, None], "upcard": "2d"},
        {"action": "draw", "from": "stock"},
        {"action": "meld", "melds": [meld]},
    ]
    return [json.dumps(action) for action in actions]


@pytest.mark.parametrize("meld", ["6s 4s 5s", "Ks As Qs", "JK 5s 4s", "9h 9d JK"])
def test_a_log_s_meld_may_be_written_in_any_order_with_one_reading(meld: str) -> None:
    assert referee(None, log("rummy-500", meld)).legal_game


@pytest.mark.parametrize("meld", ["4s 5s 7s", "7s 4s 5s", "4s 5s"])
def test_a_log_s_meld_that_is_none_is_an_illegal_action(meld: str) -> None:
    report = referee(None, log("rummy-500", meld))
    assert not report.legal_game
    assert report.fault is not None
    assert meld in report.fault.message


def test_a_log_s_meld_that_could_be_two_is_unusable(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=r"line 4: the meld \(4s JK 5s\) can be read in two ways") as caught:
        referee(None, log("rummy-500", "4s JK 5s"))
    one_line(caught.value)
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(log("rummy-500", "4s JK 5s")))
    found = run("referee", "rummy-500", str(path))
    assert (found.returncode, found.stdout) == (2, "")
    assert "write JK=3s 4s 5s, or 4s 5s JK=6s" in found.stderr


def test_a_position_s_table_is_read_so() -> None:
    rules = house_rules("rummy-500")
    state = position_state(rules, Position(hand="4s 5s", table=(TableMeld(cards="Ks Qs Js", owner=1),)))
    assert state.deal is not None
    assert meld_texts(state.deal.table[0].meld, rules.deck()) == ("Js", "Qs", "Ks")
    ambiguous = Position(hand="4s 5s", table=(TableMeld(cards="4s JK 5s", owner=1),))
    with pytest.raises(AmbiguousMeld, match="table meld 1"):
        position_state(rules, ambiguous)


def test_the_table_of_an_example_on_a_page_is_read_so() -> None:
    from meldproof.reference.meld_examples import table_slots

    rules = house_rules("rummy-500")
    assert [slot.place for slot in table_slots("Ks Qs Js", rules)] == [11, 12, 13]


def test_python_s_solve_reads_tables_so() -> None:
    best = {order: meldproof.solve("rummy-500", "7s Kd", table=order) for order in ("4s 5s 6s", "6s 5s 4s", "5s 4s 6s")}
    assert {answer.figures.melded_cards for answer in best.values()} == {1}


# Properties

HARD = settings(max_examples=30, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def look(meld: Meld, rules: Variant) -> object:
    """What tells readings of the same cards apart, said anew: which card stands where, for what."""
    if meld.kind == "set":
        return meld.slots[0].place
    any_suit = rules.settings.run.suit == "any"
    return tuple((slot.card, slot.place, 0 if any_suit else slot.as_suit) for slot in meld.slots)


@st.composite
def written(draw: st.DrawFn) -> tuple[Variant, list[str]]:
    """A house and two to five cards, which are often nearly a run: neighbours of one suit, wilds, some with `=`."""
    rules = draw(houses(variants=("fichas", "rummy-500", "argentino", "reglamento", "gin"))).rules
    deck = rules.deck()
    wilds = ["JK"] * bool(deck.jokers) + [rank + suit for rank in rules.settings.wilds.ranks for suit in deck.suits[:2]]
    low = draw(st.integers(1, len(deck.ranks)))
    words = []
    for step in range(draw(st.integers(2, 4))):
        card = Card(
            (low + step - 1) % len(deck.ranks) + 1, draw(st.sampled_from((1, 1, 1, 1, 1, min(2, len(deck.suits)))))
        )
        text = card_text(card, deck)
        wild = draw(st.sampled_from(["", "", *wilds])) if wilds else ""
        words.append(text if not wild else draw(st.sampled_from((wild, wild, f"{wild}={text}"))))
    return rules, list(draw(st.permutations(words)))


@given(written())
@HARD
def test_the_reader_finds_what_trying_every_order_finds(asked: tuple[Variant, list[str]]) -> None:
    """As written, else from the top, else whatever order gives a run; wild ranks without `=` natural where they can be."""
    rules, words = asked

    def readings(orders: list[tuple[str, ...]], kind: str) -> dict[object, Meld]:
        found = []
        for order in orders:
            tokens = parse_cards(" ".join(order), rules.deck())
            found += legal_readings(tokens, rules, ordered=True, kinds=(kind,))  # type: ignore[arg-type]
        said = sum("=" in word and not word.startswith("JK") for word in words)
        plain = [meld for meld in found if sum(slot.wild and slot.rank > 0 for slot in meld.slots) == said]
        return {look(meld, rules): meld for meld in plain or found}

    try:
        given = [tuple(words)]
        expected = [
            *readings(given, "run").values(),
            *readings([tuple(w.partition("=")[0] for w in words)], "set").values(),
        ]
        assume(not any(meld.kind == "set" for meld in expected))
        expected = expected or list(readings([tuple(words[::-1])], "run").values())
        expected = expected or list(readings(list(permutations(words)), "run").values())
    except MeldproofError:
        return
    try:
        got = [read_meld(parse_cards(" ".join(words), rules.deck()), rules, "it")]
    except AmbiguousMeld:
        assert len(expected) > 1
        return
    except ProblemError:
        got = []
    assert [look(meld, rules) for meld in got] == [look(meld, rules) for meld in expected]


@given(written(), st.randoms())
@HARD
def test_any_order_of_a_meld_of_naturals_reads_as_the_same_meld(asked: tuple[Variant, list[str]], random: Any) -> None:
    rules, words = asked
    words = [word for word in words if "=" not in word and word != "JK"]
    assume(len(words) > 2)
    try:
        meld = read_meld(parse_cards(" ".join(words), rules.deck()), rules, "it")
    except ProblemError:
        return
    assume(not any(slot.wild for slot in meld.slots) and not rules.settings.run.ends.startswith("cyclic"))
    random.shuffle(words)
    assert lying_key(read_meld(parse_cards(" ".join(words), rules.deck()), rules, "it")) == lying_key(meld)


@given(written())
@HARD
def test_what_is_spelled_out_is_read_as_what_it_says(asked: tuple[Variant, list[str]]) -> None:
    rules, words = asked
    try:
        texts = [" ".join(meld_texts(read_meld(parse_cards(" ".join(words), rules.deck()), rules, "it"), rules.deck()))]
    except AmbiguousMeld as error:
        texts = str(error).partition("; write ")[2].partition(", or in ")[0].split(", or ")
        assert len(texts) > 1
    except MeldproofError:
        return
    for text in texts:
        meld = read_meld(parse_cards(text, rules.deck()), rules, "it")
        if meld.kind == "run" and rules.settings.run.suit == "same":
            assert " ".join(meld_texts(meld, rules.deck())) == text
        else:
            assert {card.partition("=")[0] for card in meld_texts(meld, rules.deck())} == {
                card.partition("=")[0] for card in text.split()
            }
