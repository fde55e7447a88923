"""`solve` with melds on the table: lay-offs where melds only grow, and tables that may be rearranged."""

from __future__ import annotations

import random

import pytest
from auditing import answered, meld_lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import houses

import meldproof
from meldproof.arranging import tables
from meldproof.cards import Card
from meldproof.errors import EngineDeclined, NotationError, ProblemError
from meldproof.notation import card_text, parse_cards

# Where melds only grow

LAY_OFFS = [
    # A run grows at both ends, by several cards, and not by cards of another suit or beyond the ace.
    ("gin", "5s 6s 7s", "4s 3s 8s", 15, ["3s 4s 5s 6s 7s 8s"]),
    ("rummy-500", "5s 6s 7s", "8h 3s", 0, ["5s 6s 7s"]),
    ("rummy-500", "Qh Kh Ah", "Jh 2h", 10, ["Jh Qh Kh Ah"]),
    ("rummy-500", "Ah 2h 3h", "4h Kh", 4, ["Ah 2h 3h 4h"]),
    ("rummy-500", "Jh Qh Kh", "Ah", 15, ["Jh Qh Kh Ah"]),
    ("rummy-500", "2h 3h 4h", "Ah", 1, ["Ah 2h 3h 4h"]),
    # A joker joins where there is room: below queen, king and ace, not above.
    ("rummy-500", "Qh Kh Ah", "JK", 15, ["JK=Jh Qh Kh Ah"]),
    ("rummy-500", "5h JK=6h 7h", "JK", 0, ["5h JK=6h 7h"]),
    # On the table a run's wild keeps the card it stands for: the card itself finds no place, its neighbour does.
    ("rummy-500", "5h 6h JK=7h", "7h", 0, ["5h 6h JK=7h"]),
    ("rummy-500", "5h 6h JK=7h", "8h", 8, ["5h 6h JK=7h 8h"]),
    ("rummy-500", "5h 6h JK", "8h 4h", 12, ["4h 5h 6h JK=7h 8h"]),
    ("argentino", "4s JK=5s 6s", "5s 7s", 5, ["4s JK=5s 6s 7s"]),
    # A set's wild takes whatever suit is still missing, so that either of two cards fits, not both.
    ("rummy-500", "9s 9h JK", "9d", 9, ["9s 9h 9d JK=9c"]),
    ("rummy-500", "9s 9h JK", "9c", 9, ["9s 9h JK=9d 9c"]),
    ("rummy-500", "9s 9h JK", "9d 9c", 9, None),
    ("rummy-500", "9s 9h 9d JK", "9c", 0, ["9s 9h 9d JK=9c"]),
    ("argentino", "Kh Kc Kd", "Kh", 0, ["Kh Kd Kc"]),
    ("argentino + any-suits", "Kh Kc Kd", "Kh", 10, None),
    ("argentino", "Ks Kh JK", "2d", 0, ["Ks Kh JK=Kd"]),
    # Wilds next to each other, wild twos, and a two that is natural in its place.
    ("argentino", "4s 5s JK=6s", "2d 7s", 25, ["2d=3s 4s 5s JK=6s 7s"]),
    ("argentino", "4s 5s JK=6s", "JK", 50, ["JK=3s 4s 5s JK=6s"]),
    ("argentino + no-wild-at-ends", "4s 5s 6s", "JK", 0, ["4s 5s 6s"]),
    ("reglamento", "3s 4s 5s", "2s", 5, ["2s 3s 4s 5s"]),
    ("reglamento", "3s 4s 5s", "2h", 5, ["2h=2s 3s 4s 5s"]),
    ("reglamento", "2s 2h 2d", "2c", 5, ["2s 2h 2d 2c"]),
    ("reglamento", "2s 2h=3s 2d=4s", "2c", 0, ["2s 2h=3s 2d=4s"]),
    # A new meld, a lay-off, or both: what is worth most.
    ("rummy-500", "6h 7h 8h", "9h 9s 9d Th", 27, ["6h 7h 8h", "9s 9h 9d"]),
    ("rummy-500", "6h 7h 8h", "9h 9s 9d 9c", 36, None),
    ("rummy-500", "5s 6s 7s; 8h 8d 8c", "8s 9s", 17, ["5s 6s 7s 8s 9s", "8h 8d 8c"]),
    ("rummy-500", "5s 6s 7s; 9s Ts Js", "8s", 8, None),
]  # fmt: skip
"""A house, its table, a hand, the points laid, and the table afterwards with the new melds (None: several are as good)."""


@pytest.mark.parametrize(("rules", "table", "cards", "melded", "melds"), LAY_OFFS)
def test_melds_grow_so(rules, table, cards, melded, melds):
    answer = answered(rules, cards, table=table)
    assert answer.figures.melded_points == melded
    if melds is not None:
        assert meld_lines(answer) == sorted(melds)


def test_the_table_is_given_back_with_what_changed():
    found = answered("rummy-500", "8s Kd", table="5s 6s 7s; 9h 9d 9c").to_dict()
    assert found["table"] == [
        {"cards": ["5s", "6s", "7s"], "changed": True},
        {"cards": ["9h", "9d", "9c"], "changed": False},
    ]
    assert found["value"]["table_changes"] == 1
    assert found["laid"] == ["8s"]
    assert found["deadwood"] == ["Kd"]
    assert "table" not in answered("rummy-500", "8s Kd").to_dict()


def test_melded_figures_count_the_hand_only_and_a_meld_all_its_cards():
    answer = answered("rummy-500", "8s", table="5s 6s 7s")
    assert (answer.figures.melded_points, answer.figures.melded_cards) == (8, 1)
    assert answer.to_dict()["melds"] == [{"kind": "run", "cards": ["5s", "6s", "7s", "8s"], "points": 26}]


@pytest.mark.parametrize("discard", ["required", "optional"])
def test_a_discard_is_chosen_with_the_lay_offs(discard):
    answer = answered("rummy-500", "8s 8h 8d Kd", table="5s 6s 7s", discard=discard)
    # Three eights and the king gone; not the eight laid off, which would leave two.
    assert (answer.figures.deadwood_points, answer.figures.melded_points) == (0, 24)


def test_a_card_to_use_may_be_laid_off():
    answer = answered("rummy-500", "8s 8h 8d", table="5s 6s 7s", use="8s", objective=["melded_points"])
    assert answer.figures.melded_points == 24
    alone = answered("rummy-500", "8s Kd", table="5s 6s 7s", use="8s")
    assert (alone.unmet, alone.figures.melded_points) == ("", 8)


# Where the table may be rearranged

TILES = [
    # The examples of the text.
    ("7y 8y 9y", "10y 7b 7k", 3, ["8y 9y 10y", "7b 7k 7y"]),
    ("3y 4y 5y 6y 7y", "5y", 1, ["3y 4y 5y", "5y 6y 7y"]),
    ("2r 3r 4r 5r; 2r 2b 2k 2y", "2k", 1, None),
    # A joker of a set of three is freed by both tiles that are missing, of a set of four by the one that is.
    ("7r 7b JK", "7k 7y 1r 2r", 4, ["1r 2r JK=3r", "7r 7b 7k 7y"]),
    ("7r 7b JK", "7k 1r 2r", 1, ["7r 7b 7k JK=7y"]),
    ("7r 7b 7k JK", "7y 1r 2r", 3, ["1r 2r JK=3r", "7r 7b 7k 7y"]),
    # Of two jokers in a set of three, two tiles free one and three free both.
    ("JK=7b JK=7k 7r", "7b 7k 1r 2r", 4, ["1r 2r JK=3r", "7r 7b 7k JK=7y"]),
    ("JK=7b JK=7k 7r", "7b 7k 1r 2r 10b 11b", 4, None),
    ("JK=7b JK=7k 7r", "7b 7k 7y 1r 2r 10b 11b", 7, None),
    ("JK=7b JK=7k 7r", "7b 1r 2r", 1, ["7r 7b JK=7k JK=7y"]),
    # A run's joker is freed by the tile it stands for, from the rack: not by one that lies elsewhere on the table.
    ("4r 5r 6r JK=7r", "7r 1b 2b", 3, ["1b 2b JK=3b", "4r 5r 6r 7r"]),
    ("4r 5r 6r JK=7r", "1b 2b", 0, ["4r 5r 6r JK=7r"]),
    ("4r 5r 6r JK=7r; 7r 7b 7k 7y", "1b 2b", 0, ["4r 5r 6r JK=7r", "7r 7b 7k 7y"]),
    # A tile frees one joker only.
    ("4r 5r 6r JK=7r; 5r 6r JK=7r", "7r 1b 2b 1k 2k", 3, None),
    ("4r 5r 6r JK=7r; 5r 6r JK=7r", "7r 7r 1b 2b 1k 2k", 6, None),
    # Freed or not, it ends the turn in some meld.
    ("4r 5r JK=6r", "6r", 1, None),
    ("11r 12r JK=13r", "13r 1r", 2, ["JK=10r 11r 12r 13r 1r"]),
    # One that is not freed keeps its tile, or its number, and may do so in another meld.
    ("4r 5r 6r JK=7r", "7b 7k", 2, ["4r 5r 6r", "JK=7r 7b 7k"]),
    ("4r 5r 6r JK=7r", "8r 9r", 2, ["4r 5r 6r JK=7r 8r 9r"]),
    ("7r 7b JK", "7k 5r 6r", 3, ["5r 6r 7r", "JK=7r 7b 7k"]),
    ("7r 7b 7k JK", "6r 8r", 2, ["6r 7r 8r", "JK=7r 7b 7k"]),
    ("7r 7b JK", "5r 6r", 0, ["7r 7b JK=7k"]),
    # Long tables: the middle of a run, tiles of two runs, a run joined of two.
    ("1r 2r 3r 4r 5r; 4b 4k 4y", "3r", 1, None),
    ("1r 2r 3r; 5r 6r 7r", "4r", 1, None),
    ("1r 2r 3r; 5r 6r 7r", "8r 9r", 2, ["1r 2r 3r", "5r 6r 7r 8r 9r"]),
    ("5r 5b 5k 5y; 6r 6b 6k 6y", "7r", 1, ["5b 5k 5y", "5r 6r 7r", "6b 6k 6y"]),
]  # fmt: skip
"""A table, a rack, how many of its tiles can be laid, and the table afterwards (None: several are as good)."""


@pytest.mark.parametrize(("table", "rack", "laid", "melds"), TILES)
def test_a_table_is_rearranged_so(table, rack, laid, melds):
    answer = answered("fichas", rack, table=table)
    assert answer.figures.melded_cards == laid
    if melds is not None:
        assert meld_lines(answer) == sorted(melds)


@pytest.mark.parametrize(
    ("rules", "table", "rack", "laid"),
    [
        ("fichas + joker-moves-freely", "4r 5r 6r JK=7r", "1b 2b", 2),
        ("fichas + joker-moves-freely", "7r 7b JK", "5r 6r", 0),
        ("fichas + joker-moves-freely", "7r 7b 7k JK", "1r 2r", 2),
        ("fichas + exchange.set=any-missing", "6r 6b JK", "6k 1r 2r", 3),
        ("fichas + exchange.set=all-missing", "6r 6b JK", "6k 1r 2r", 1),
        ("fichas + exchange.set=never", "6r 6b JK", "6k 6y 1r 2r", 1),
        ("fichas + exchange.cards=none", "4r 5r 6r JK=7r", "7r 1b 2b", 0),
        ("fichas + one-joker-per-meld", "4r 5r JK=6r", "JK", 0),
        ("fichas", "4r 5r JK=6r", "JK", 1),
    ],
)
def test_how_a_joker_is_freed_hangs_on_the_house(rules, table, rack, laid):
    assert answered(rules, rack, table=table).figures.melded_cards == laid


@pytest.mark.parametrize("objective", ["melded_cards", "melded_points", "deadwood_points", "score", "deadwood_cards"])
def test_only_who_lays_a_tile_may_change_the_table(objective):
    # One run would be fewer melds than two, but nothing of the rack can be laid.
    answer = answered("fichas", "9b", table="1r 2r 3r; 4r 5r 6r", objective=[objective])
    assert meld_lines(answer) == ["1r 2r 3r", "4r 5r 6r"]
    assert answer.figures.table_changes == 0


def test_of_equal_tables_the_one_with_fewest_changes_is_best():
    answer = answered("fichas", "4r 10b", table="1r 2r 3r; 5r 6r 7r; 4b 4k 4y")
    assert (answer.figures.melded_cards, answer.figures.table_changes) == (1, 1)


def test_an_opening_may_be_followed_by_changes_of_the_table_in_the_same_turn():
    answer = answered("fichas", "10k 10b 10r 7y 4b", table="7r 7b 7k 7y; 5b 6b 7b", open=True)
    assert answer.opens
    # The tens open; 4b makes the 7b of the run spare, and with it the fifth and sixth seven are a second set.
    assert answer.figures.melded_cards == 5
    # A table tile in a meld of the rack's tiles would not count.
    assert answered("fichas", "10k 10b 4b", table="10r 11r 12r 13r; 5b 6b 7b", open=True).opens is False


def test_a_table_judged_move_by_move_is_left_to_the_referee():
    with pytest.raises(EngineDeclined, match="referee"):
        answered("fichas + add-swap-split-only", "7r 1b 2b", table="4r 5r 6r JK=7r")
    assert answered("fichas + add-swap-split-only", "1b 2b JK").figures.melded_cards == 3


@pytest.mark.parametrize(("reading", "laid"), [("", 0), (" + exchange-with-table-tiles", 2)])
def test_a_joker_freed_by_a_tile_of_the_table_is_found_by_another_reading_only(reading, laid):
    answer = answered(f"fichas{reading}", "8y 10y 1k", table="4r 5r 6r JK=7r; 7r 7b 7k 7y")
    assert answer.figures.melded_cards == laid


def test_the_order_of_a_rack_says_nothing_of_the_table():
    rack, table = ["3y", "6r", "6r", "6b", "6b", "1k", "2k"], "JK=3y 4y 5y 6y; JK=3y 4y 5y 6y"
    first = answered("fichas", " ".join(rack), table=table).to_dict()
    for seed in range(6):
        random.Random(seed).shuffle(rack)
        assert answered("fichas", " ".join(rack), table=table).to_dict() == first


def test_a_cyclic_run_from_the_ace_grows_down_to_the_queen():

    answer = meldproof.solve("rummy-500", "Ks Qs", table="As 2s 3s", settings={"run.ends": "cyclic"}, engine="graph")
    assert answer.figures.melded_cards == 2


# Table melds read by the catalogue


@settings(max_examples=300, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_table_meld_that_is_read_at_once_is_read_the_long_way_round_as_well(data):
    """Cards of few neighbouring ranks and suits, jokers with and without `=`: much is no meld, or could be two."""
    house = data.draw(houses(variants=("fichas", "rummy-500", "gin")))
    rules, deck = house.rules, house.rules.deck()
    low = data.draw(st.sampled_from((1, 2, 9, 11)))
    ranks = [(place - 1) % len(deck.ranks) + 1 for place in range(low, low + 4)]
    card = st.builds(Card, st.sampled_from(ranks), st.integers(1, min(3, len(deck.suits))))
    one = card.map(lambda one: card_text(one, deck))
    joker = st.just("JK") | one.map(lambda text: f"JK={text}") if deck.jokers else one
    shape = data.draw(st.sampled_from(("run", "set", "any")))
    size = data.draw(st.integers(2, 5))
    if shape == "run":
        places = range(low, low + size)
        words = [card_text(Card((place - 1) % len(deck.ranks) + 1, 1), deck) for place in places]
    elif shape == "set":
        words = [card_text(Card(ranks[0], suit), deck) for suit in (1, 2, 3, 4, 1)[:size] if suit <= len(deck.suits)]
    else:
        words = data.draw(st.lists(one | joker, min_size=size, max_size=size))
    for at in data.draw(st.lists(st.integers(0, 4), max_size=2)):
        if at < len(words):
            words[at] = data.draw(joker)
    tokens = parse_cards(" ".join(words), deck)
    cards, stands_for = [token.card for token in tokens], [token.stands_for for token in tokens]
    at_once = tables.plain_meld(cards, stands_for, rules.settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "plain_meld", lambda *_: None)
        try:
            long_way = tables.read_meld(tokens, rules, "it")
        except (ProblemError, NotationError):
            long_way = None
    if at_once is not None:
        assert at_once == long_way
    elif (
        long_way is not None
        and [slot.card for slot in long_way.slots] == cards  # as it lies: other orders are read the long way only
        and len(set(words) - {"JK"}) > 1
        and "=" not in " ".join(words)
    ):
        assert (
            rules.settings.run.ends.startswith("cyclic") or rules.settings.run.suit == "any" or _may_be_natural(rules)
        )


def _may_be_natural(rules):
    """Whether a wild rank, of which some readings hang, is among the variant's."""
    return bool(rules.settings.wilds.ranks)
