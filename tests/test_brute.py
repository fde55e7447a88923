"""The brute-force engine against small cases whose answers are worked out on paper."""

from __future__ import annotations

import time

import pytest
from houses import arranging_rules

from meldproof.arranging.brute.engine import solve_brute
from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import make_problem
from meldproof.errors import EngineDeclined
from meldproof.notation import card_text, cards_text, meld_texts
from meldproof.variants.loading import load_variant


def solved(name: str, cards: str, *, readings=(), settings=None, **asked) -> Arrangement:
    variant = arranging_rules(load_variant(name), readings, settings or {})
    return solve_brute(make_problem(variant, cards, **asked))


def table(answer: Arrangement) -> list[str]:
    return [" ".join(meld_texts(laid.meld, answer.problem.deck)) for laid in answer.melds]


def counting(answer: Arrangement) -> list[str]:
    return [line for line, laid in zip(table(answer), answer.melds, strict=True) if laid.opening]


def left(answer: Arrangement) -> str:
    return cards_text(answer.deadwood, answer.problem.deck)


def discarded(answer: Arrangement) -> str | None:
    return None if answer.discard is None else card_text(answer.discard, answer.problem.deck)


# One hand, no table


def test_a_joker_joins_two_halves_of_a_run():
    answer = solved("argentino", "4s 5s 6s JK 8s 9s")
    assert table(answer) == ["4s 5s 6s JK=7s 8s 9s"]
    assert (answer.figures.melded_points, answer.figures.deadwood_points) == (85, 0)
    assert answer.optimal


def test_a_joker_and_a_two_fill_two_gaps_and_an_ace_stays_out():
    answer = solved("argentino", "4s 5s 6s JK 8s 9s 2d Js As")
    assert table(answer) == ["4s 5s 6s JK=7s 8s 9s 2d=Ts Js"]
    assert (answer.figures.melded_points, answer.figures.melded_cards, answer.figures.score) == (115, 8, 100)
    assert left(answer) == "As"


@pytest.mark.parametrize(("readings", "melded", "unmelded"), [((), 110, 0), (("no-wild-at-ends",), 0, 110)])
def test_two_jokers_at_the_ends_of_a_run_hang_on_the_reading(readings, melded, unmelded):
    answer = solved("argentino", "5h 6h JK JK", readings=readings)
    assert (answer.figures.melded_points, answer.figures.deadwood_points) == (melded, unmelded)


def test_two_wilds_do_not_stand_side_by_side():
    assert left(solved("argentino", "5h JK JK 8h")) == "5h"  # not 5h JK JK 8h, but JK 8h JK
    assert table(solved("argentino", "5h JK JK 8h", readings=("no-wild-at-ends",))) == []


def test_a_two_in_its_own_place_is_wild_in_one_variant_and_natural_in_another():
    assert table(solved("argentino", "As 2s 3s")) == ["As 2s=2s 3s"]
    assert solved("argentino", "As 2s 3s").figures.melded_points == 15 + 20 + 5
    assert table(solved("reglamento", "As 2s 3s")) == ["As 2s 3s"]
    assert solved("reglamento", "As 2s 3s").figures.melded_points == 15 + 5 + 5


def test_three_twos_are_worth_most_with_one_natural_between_two_wilds():
    assert table(solved("argentino", "2s 2h 2d")) == []
    answer = solved("reglamento", "2s 2h 2d")
    assert table(answer) == ["2h=As 2s 2d=3s"]
    assert answer.figures.melded_points == 20 + 5 + 5  # a set of natural twos is 15
    assert table(solved("reglamento", "2s 2h 2d", readings=("two-always-wild",))) == []


def test_a_two_for_a_king_is_worth_twenty():
    answer = solved("reglamento", "Qs As 2h")
    assert table(answer) == ["Qs 2h=Ks As"]
    assert answer.figures.melded_points == 10 + 20 + 15


def test_only_one_joker_fits_in_a_meld_of_rummy_500():
    answer = solved("rummy-500", "JK JK 7s")
    assert answer.figures.deadwood_points == 15 + 15 + 7


@pytest.mark.parametrize(
    ("name", "cards", "melded"),
    [("rummy-500", "As 2s 3s", 6), ("rummy-500", "Qs Ks As", 35), ("rummy-500", "Ks As 2s", 0), ("gin", "Qs Ks As", 0)],
)
def test_the_ace_is_low_or_high_and_never_inside(name, cards, melded):
    assert solved(name, cards).figures.melded_points == melded


def test_going_out_and_the_best_score_are_different_answers():
    cards = "As Ah Ac Ad 2s 3s Kd"
    out = solved("rummy-500", cards, discard="required")
    assert (out.figures.deadwood_points, out.figures.score, discarded(out)) == (0, 51, "Kd")
    score = solved("rummy-500", cards, discard="required", objective=("score",))
    assert (score.figures.deadwood_points, score.figures.score) == (5, 55)


def test_among_equals_the_fewest_melds_are_laid():
    assert table(solved("gin", "4s 5s 6s 7s 8s 9s")) == ["4s 5s 6s 7s 8s 9s"]


# Discards and cards that must be used


def test_a_required_discard_takes_the_cheaper_end_of_a_run():
    answer = solved("gin", "4s 5s 6s 7s", discard="required")
    assert (table(answer), discarded(answer), answer.figures.deadwood_cards) == (["5s 6s 7s"], "4s", 0)


def test_a_required_discard_breaks_a_hand_that_is_one_meld():
    answer = solved("gin", "4s 5s 6s", discard="required")
    assert (table(answer), discarded(answer), left(answer)) == ([], "6s", "4s 5s")


def test_an_optional_discard_is_neither_melded_nor_deadwood():
    answer = solved("gin", "4s 5s 6s Kh", discard="optional")
    assert discarded(answer) == "Kh"
    assert (answer.figures.melded_cards, answer.figures.deadwood_cards, answer.figures.deadwood_points) == (3, 0, 0)
    assert solved("gin", "4s 5s 6s Kh").figures.deadwood_points == 10
    assert discarded(solved("gin", "4s 5s 6s", discard="optional")) is None


def test_a_card_that_must_be_used_makes_the_answer_worse():
    assert solved("gin", "4s 5s 6s 6h 6d").figures.deadwood_points == 4 + 5
    used = solved("gin", "4s 5s 6s 6h 6d", use="4s")
    assert (used.figures.deadwood_points, used.unmet) == (6 + 6, "")


def test_a_card_that_can_not_be_used_is_said_so_with_the_best_answer_without():
    answer = solved("gin", "4s 5s 6s Kh", use="Kh")
    assert answer.unmet
    assert (table(answer), left(answer)) == (["4s 5s 6s"], "Kh")


# Openings and requirements


def test_an_opening_of_exactly_the_points_asked_for_is_one():
    answer = solved("reglamento", "JK JK 8s 9s Ts Js Qs", open=True)
    assert (answer.opens, answer.reachable, answer.figures.melded_points) == (True, None, 150)
    assert counting(answer) == table(answer)


def test_an_opening_out_of_reach_says_how_much_is_reachable():
    short = solved("reglamento", "JK JK 8s 9s Ts Js 3h", open=True)
    assert (short.opens, short.reachable, left(short)) == (False, 145, "")  # JK JK 3h beside 8s 9s Ts Js
    owing = solved("reglamento", "JK JK 8s 9s Ts Js Qs", open=True, discard="required")
    assert (owing.opens, owing.reachable) == (False, 140)
    assert counting(owing) == []


def test_an_opening_may_cost_the_best_arrangement():
    cards = "As Ah Ac Ad 2s 3s"
    house = {"opening.points": 55, "opening.cards": "own", "opening.binds_closing": True}
    rules = {**house, "wilds.joker.opening": "as-melded"}
    assert left(solved("rummy-500", cards, settings=rules)) == ""
    answer = solved("rummy-500", cards, settings=rules, open=True)
    assert (answer.opens, answer.figures.melded_points, left(answer)) == (True, 60, "2s 3s")


def test_a_set_of_repeated_suits_may_be_laid_but_not_count_for_the_opening():
    house = {"readings": ("canastilla-repeated-suits",), "settings": {"opening.points": 15}}
    alone = solved("reglamento", "7s 7s 7h", open=True, **house)
    assert (alone.opens, alone.reachable, alone.figures.melded_points) == (False, 0, 15)
    beside = solved("reglamento", "7s 7s 7h 3d 4d 5d", open=True, **house)
    assert (beside.opens, beside.figures.melded_cards, counting(beside)) == (True, 6, ["3d 4d 5d"])


def test_an_opening_by_a_pure_run_has_no_reachable_points():
    rules = {"opening.points": 0, "opening.pure_runs": 1}
    assert solved("reglamento", "4s 5s 6s", settings=rules, open=True).opens
    wild = solved("reglamento", "4s JK 6s", settings=rules, open=True)
    assert (wild.opens, wild.reachable, wild.figures.melded_points) == (False, None, 60)


def test_required_runs_decide_what_counts_as_melded():
    rules = {"requirement.pure_runs": 1, "requirement.runs": 2, "scoring.cap": 80}
    everything = solved("reglamento", "3s 4s 5s 7h JK 9h Kd Kc Ks", settings=rules)
    assert everything.figures.deadwood_points == 0
    runs_only = solved("reglamento", "3s 4s 5s Kd Kc Ks Qh", settings=rules)
    assert (table(runs_only), runs_only.figures.deadwood_points) == (["3s 4s 5s"], 40)
    nothing = solved("reglamento", "3s JK 5s 7h 2d 9h", settings=rules)  # 5 + 50 + 5 + 5 + 20 + 10, at most 80
    assert (table(nothing), nothing.figures.deadwood_points, nothing.figures.score) == ([], 80, -80)


# Tables that only grow


def test_a_joker_in_a_table_run_keeps_its_place_and_both_ends_take_cards():
    answer = solved("argentino", "7h 8h 4h", table="5h 6h JK=7h")
    assert (table(answer), left(answer)) == (["4h 5h 6h JK=7h 8h"], "7h")
    assert (answer.figures.melded_points, answer.figures.table_changes) == (5 + 10, 1)
    assert answer.melds[0].grown_from == 0


def test_a_joker_in_a_table_set_makes_room_for_one_suit_only():
    answer = solved("argentino", "9d 9c", table="9s 9h JK=9d")
    assert (answer.figures.melded_cards, answer.figures.deadwood_cards) == (1, 1)
    assert table(solved("argentino", "9d", table="9s 9h JK=9d")) == ["9s 9h 9d JK=9c"]


def test_limits_on_wilds_hold_for_a_table_meld_as_a_whole():
    assert solved("argentino", "JK", table="9s 9h JK=9d").figures.melded_cards == 0
    assert solved("rummy-500", "JK", table="5h 6h JK=7h").figures.melded_cards == 0
    assert solved("rummy-500", "JK", table="5h 6h 7h").figures.melded_cards == 1


def test_an_ace_high_table_run_does_not_go_round():
    answer = solved("rummy-500", "2s Js", table="Qs Ks As")
    assert (table(answer), left(answer)) == (["Js Qs Ks As"], "2s")


def test_cards_laid_off_do_not_count_for_an_opening():
    rules = {"opening.points": 30}
    only = solved("reglamento", "8h", table="5h 6h 7h", settings=rules, open=True)
    assert (only.opens, only.reachable, only.figures.melded_points) == (False, 0, 10)
    both = solved("reglamento", "Ks Kh Kd 8h", table="5h 6h 7h", settings=rules, open=True)
    assert (both.opens, both.figures.melded_points, both.figures.table_changes) == (True, 40, 1)
    assert counting(both) == ["Ks Kh Kd"]


# Tables that may be rearranged


def test_a_tile_is_taken_from_a_long_run_for_a_set():
    answer = solved("fichas", "3b 3k", table="3r 4r 5r 6r; 9y 10y 11y")
    assert sorted(table(answer)) == sorted(["4r 5r 6r", "9y 10y 11y", "3r 3b 3k"])
    assert (answer.figures.melded_points, answer.figures.table_changes) == (6, 1)


@pytest.mark.parametrize(
    ("on_table", "cards", "laid"),
    [
        ("7r 7b JK=7k", "7k 12y 13y", 1),
        ("7r 7b JK=7k", "7k 7y 12y 13y", 4),
        ("JK=7b JK=7k 7r", "7b 12y 13y", 1),
        ("JK=7b JK=7k 7r", "7b 7k 12y 13y 12b 13b", 4),
        ("JK=7b JK=7k 7r", "7b 7k 7y 12y 13y 12b 13b", 7),
        ("4r 5r 6r JK=7r", "12y 13y", 0),
        ("4r 5r 6r JK=7r", "7r 12y 13y", 3),
    ],
)
def test_a_table_joker_is_freed_only_by_the_tiles_the_rule_asks_for(on_table, cards, laid):
    assert solved("fichas", cards, table=on_table).figures.melded_cards == laid


def test_a_run_joker_not_freed_may_stand_for_its_tile_in_a_set():
    answer = solved("fichas", "7b 7k", table="4r 5r 6r JK=7r")
    assert sorted(table(answer)) == ["4r 5r 6r", "JK=7r 7b 7k"]
    assert solved("fichas", "8b 8k", table="4r 5r 6r JK=7r").figures.melded_cards == 0
    assert solved("fichas", "8b 8k", table="4r 5r 6r JK=7r", readings=("joker-moves-freely",)).figures.melded_cards == 2


@pytest.mark.parametrize(("rule", "laid"), [("all-missing", 1), ("any-missing", 3), ("never", 1)])
def test_what_frees_the_joker_of_a_set_is_a_rule(rule, laid):
    answer = solved("fichas", "7k 12y 13y", table="7r 7b JK=7k", settings={"exchange.set": rule})
    assert answer.figures.melded_cards == laid


def test_one_tile_frees_one_joker():
    twice = "4r 5r 6r JK=7r; JK=7r 8r 9r"
    assert solved("fichas", "7r 13b", table=twice).figures.melded_cards == 1
    freed = solved("fichas", "7r 12b 13b", table=twice)
    assert (freed.figures.melded_cards, freed.figures.table_changes) == (3, 1)


def test_an_opening_on_a_shared_table_is_made_of_own_tiles():
    answer = solved("fichas", "10r 10b 10k 5r", table="2r 3r 4r", open=True)
    assert (answer.opens, answer.figures.melded_cards, counting(answer)) == (True, 4, ["10r 10b 10k"])
    borrowed = solved("fichas", "10b 10k", table="10r 11r 12r 13r", open=True)
    assert (borrowed.opens, borrowed.reachable, borrowed.figures.melded_cards) == (False, 0, 2)


# What it does not take


@pytest.mark.parametrize(
    ("name", "cards", "asked"),
    [
        ("gin", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js", {}),
        ("fichas", "1r 2r 3r 4r", {"table": "4b 5b 6b 7b 8b 9b 10b"}),
        ("fichas", "1r", {"table": "4b 5b 6b", "readings": ("add-swap-split-only",)}),
    ],
)
def test_cases_too_large_or_played_by_moves_are_declined(name, cards, asked):
    with pytest.raises(EngineDeclined, match=r"^brute .*(at most|referee)"):
        solved(name, cards, **asked)


def test_a_deadline_in_the_past_is_declined():
    problem = make_problem(load_variant("gin"), "4s 5s 6s")
    with pytest.raises(EngineDeclined, match="time"):
        solve_brute(problem, time.monotonic() - 1)
