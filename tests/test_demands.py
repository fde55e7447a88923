"""Melds that are demanded: how they are written and said, when some melds meet them, how a hand opens by them."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import pytest
from auditing import held_by_trying
from houses import house_rules
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import broken, broken_at_the_end, play, position
from strategies import LAY_OFF_VARIANTS, House, questions
from test_engines_agree import agree, examples, same

import meldproof
from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate
from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.cards import Meld, Slot
from meldproof.errors import EngineDeclined, VariantError
from meldproof.playing.actions import Knock, LayMelds, LayOff, Rearrange
from meldproof.playing.advice import advise
from meldproof.playing.moves import legal_actions
from meldproof.playing.simulate import simulate_game
from meldproof.playing.waits import find_waits
from meldproof.rules.demands import meets_any, needs_of
from meldproof.variants.changes import with_values
from meldproof.variants.demand_words import demands_words
from meldproof.variants.values import OpeningDemands, RequirementDemands, from_plain, to_plain

RUN, PURE, SET = {"kind": "run"}, {"kind": "run", "wilds": 0}, {"kind": "set"}
EXACT_SET = {"kind": "set", "count": 2, "exactly": True}
FREE = {"table.rearrange": "full", "table.jokers": "free"}

# How they are written and said

WORDS = [
    ([], "nothing", "nada"),
    ([PURE], "a run without wilds", "una escalera sin comodines"),
    ([{**SET, "count": 2}, RUN], "2 sets and a run", "2 piernas y una escalera"),
    (
        [SET, {**RUN, "min": 7}, {"wilds": 1, "max": 4}],
        "a set, a run of 7 cards or more and a meld of 4 cards or fewer with at most one wild",
        "una pierna, una escalera de 7 cartas o más y una combinación de 4 cartas o menos con un comodín a lo sumo",
    ),
    ([EXACT_SET], "2 sets, and no more", "2 piernas, y nada más"),
    ([[RUN], [{**SET, "min": 4, "max": 4, "wilds": 2}]],
     "a run, or a set of 4 cards with at most 2 wilds", "una escalera, o una pierna de 4 cartas con 2 comodines a lo sumo"),
]  # fmt: skip


@pytest.mark.parametrize(("plain", "english", "spanish"), WORDS)
def test_demands_are_said_in_both_languages_and_written_as_they_were_read(
    plain: list[object], english: str, spanish: str
) -> None:
    demands = from_plain(plain, OpeningDemands)
    assert isinstance(demands, OpeningDemands)
    assert demands_words(demands) == (english, spanish)
    assert from_plain(to_plain(demands), OpeningDemands) == demands


def test_equal_demands_are_one_with_their_counts_together() -> None:
    assert from_plain([RUN, SET, RUN], OpeningDemands) == from_plain([{**RUN, "count": 2}, SET], OpeningDemands)
    assert from_plain([[]], OpeningDemands) == from_plain([], OpeningDemands)


REFUSED = [
    ("run", "a list of demands such as"),
    ([1], "a list of demands such as"),
    ([{"kind": "flush"}], "demands such as"),
    ([{"kind": "run", "length": 4}], "no other keys than kind, count, min, max, wilds, exactly"),
    ([{"kind": "run", "factor": 2}], "no other keys"),
    ([{"count": 0}], "demands such as"),
    ([{"min": 5, "max": 4}], "at least its min"),
    ([EXACT_SET, RUN], "`exactly` is said of every demand"),
    ([{"kind": "run", "min": size} for size in range(3, 8)], "at most 4 different demands"),
    ([[{"min": size}] for size in range(3, 8)], "at most 4 lists"),
]


@pytest.mark.parametrize(("plain", "said"), REFUSED)
def test_what_is_no_demand_is_refused(plain: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_plain(plain, OpeningDemands)


INCONSISTENT = [
    ({"opening.melds": [PURE], "opening.pure_runs": 1}, "it needs no opening"),
    ({"requirement.melds": [PURE], "requirement.pure_runs": 2}, "it needs no requirement"),
    ({"requirement.melds": [PURE]}, "runs are required of what is shown at the close"),
    ({"opening.melds": [[], [RUN]]}, "an empty list among others"),
    ({"opening.melds": [{"kind": "pair"}]}, "a pair is no meld that is laid"),
    ({"opening.melds": [{**RUN, "max": 2}]}, "as few cards as max"),
    ({"opening.melds": [{**SET, "min": 5}], "set.max": 4}, "as many cards as min"),
    ({"opening.melds": [EXACT_SET], **FREE}, "take out `exactly`"),
    ({"melding.new": "opening-only", **FREE}, "new melds come of old ones"),
    ({"melding.new": "opening-only", "layoff.on": "none"}, "nothing could be laid"),
]


@pytest.mark.parametrize(("given", "said"), INCONSISTENT)
def test_demands_that_can_not_be_meant_are_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(VariantError, match=said):
        with_values(meldproof.variant("argentino"), given)


REQUIRED = [
    ([PURE, RUN], (1, 2)),
    ([PURE], (1, 0)),
    ([{**RUN, "count": 2}], (0, 2)),
    ([{**PURE, "count": 2}, RUN], (2, 3)),
    ([], (0, 0)),
]


@pytest.mark.parametrize(("melds", "numbers"), REQUIRED)
def test_runs_that_are_required_are_counted_as_their_numbers(melds: object, numbers: tuple[int, int]) -> None:
    bare = with_values(meldproof.variant("indian-13"), {"requirement.pure_runs": 0, "requirement.runs": 0})
    need = with_values(bare, {"requirement.melds": melds}).settings.requirement
    assert (need.pure_runs, need.runs) == numbers


@pytest.mark.parametrize(
    "cards", ["5h 6h 7h 2s 3s 4s 9d 9c 9h", "5h 6h 7h 9d 9c 9h", "9d 9c 9h", "5h 6h 7h 2s 3s JK 9d 9c 9h Ks"]
)
def test_a_hand_is_worth_the_same_however_its_runs_are_required(cards: str) -> None:
    demands = with_values(meldproof.variant("indian-13"), {"requirement.melds": [PURE, RUN]})
    assert meldproof.solve(demands, cards).figures == meldproof.solve("indian-13", cards).figures


def test_what_is_required_is_shown_at_a_knock_or_refused_by_name() -> None:
    rules = with_values(meldproof.variant("gin"), {"requirement.melds": [PURE, RUN], "knock.deadwood": 30})
    hand = "2s 3s 4s 4h 4d 4c 9d 9s 9c 8h Kc"
    assert broken(position(rules, hand), Knock(discard="Kc", melds=("2s 3s 4s", "4h 4d 4c"))) == "requirement.melds"
    runs = "2s 3s 4s 4h 4d 4c 7d 8d 9d Td Kc"
    assert broken(position(rules, runs), Knock(discard="Kc", melds=("2s 3s 4s", "4h 4d 4c", "7d 8d 9d Td"))) == ""


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ([SET], "are runs"),
        ([[RUN], [PURE]], "are runs"),
        ([{**RUN, "wilds": 1}], "are runs"),
        ([{**RUN, "min": 4}], "keys"),
    ],
)
def test_only_runs_are_required(plain: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_plain(plain, RequirementDemands)


# When some melds meet them


def _meld(kind: str, size: int, wilds: int) -> Meld:
    slots = tuple(Slot(0 if at < wilds else 3, 1, 3 + at, 1, at < wilds) for at in range(size))
    return Meld(kind, slots)  # type: ignore[arg-type]


MELDS = [_meld(kind, size, wilds) for kind, size, wilds in product(("set", "run"), (3, 4, 5), (0, 1, 2))]
LISTS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "kind": st.sampled_from(["set", "run", "any"]),
            "count": st.integers(1, 3),
            "min": st.integers(3, 5),
            "wilds": st.integers(0, 2),
        },
    ),
    max_size=4,
)
ANY = SimpleNamespace(set=SimpleNamespace(min=3, max="any"), run=SimpleNamespace(min=3, max="any"))


@examples(1500)
@given(
    lists=st.lists(LISTS, min_size=1, max_size=3),
    exactly=st.booleans(),
    melds=st.lists(st.sampled_from(MELDS), max_size=6),
)
def test_melds_meet_demands_if_and_only_if_each_can_be_given_one_of_its_own(
    lists: list[list[dict[str, object]]], exactly: bool, melds: list[Meld]
) -> None:
    demands = from_plain([[{**entry, "exactly": exactly} for entry in entries] for entries in lists], OpeningDemands)
    assert isinstance(demands, OpeningDemands)
    assert meets_any(melds, demands, ANY) == held_by_trying(melds, demands)  # type: ignore[arg-type]


def test_runs_and_pure_runs_are_counted_no_more_often_than_must_be() -> None:
    demands = from_plain([PURE, RUN], OpeningDemands)
    assert isinstance(demands, OpeningDemands)
    found = needs_of(demands.alternatives[0], meldproof.variant("gin").settings)
    assert [(need.number, [one.wilds for one in need.demands]) for need in found] == [(1, [0]), (2, ["any"])]


# How a hand opens

OPENINGS = [
    ([PURE], "4s 5s 6s 9h", True),
    ([PURE], "4s JK 6s 9h", False),
    ([SET], "4s 5s 6s 9h", False),
    ([{**SET, "count": 2}], "4s 4h 4d 9s 9h 9d", True),
    ([{**SET, "count": 2}], "4s 4h 4d 5s 6s 7s", False),
    ([SET, RUN], "4s 4h 4d 5s 6s 7s", True),
    ([SET, RUN], "4s 4h 4d 5s 6s", False),
    ([{**RUN, "min": 4}], "4s 5s 6s 7s", True),
    ([{**RUN, "min": 4}], "4s 5s 6s", False),
    ([{**RUN, "max": 3}], "4s 5s 6s 7s", True),
    ([PURE, RUN], "4s 5s 6s 7h 8h 9h", True),
    ([PURE, RUN], "4s 5s 6s 7h 8h JK", True),
    ([PURE, RUN], "4s 5s JK 7h 8h JK", False),
    ([[SET], [RUN]], "4s 5s 6s", True),
    ([[{**SET, "count": 2}], [{**RUN, "count": 2}]], "4s 4h 4d 5s 6s 7s", False),
    ([{**SET, "exactly": True}], "4s 4h 4d 5s 6s 7s", True),
    ([{"count": 2, "wilds": 0}], "4s 4h 4d 5s 6s JK", False),
]


@pytest.mark.parametrize(("melds", "hand", "opens"), OPENINGS)
def test_a_hand_opens_with_the_melds_demanded(melds: object, hand: str, opens: bool) -> None:
    rules = with_values(meldproof.variant("rummy-500"), {"opening.melds": melds, "deck.jokers": 2, "opening.points": 0})
    answers, declined = [], list[str]()
    for name in ENGINES:
        try:
            answer = meldproof.solve(rules, hand, open=True, engine=name)
        except EngineDeclined as reason:
            declined.append(str(reason))
            continue
        assert answer.opens is opens, name
        answers.append(name)
    assert {"graph", "brute", "z3"} <= set(answers)
    assert all("opening.melds" in reason for reason in declined)


def test_with_exactly_nothing_else_is_laid() -> None:
    rules = with_values(meldproof.variant("rummy-500"), {"opening.melds": [{"kind": "set", "exactly": True}]})
    answer = meldproof.solve(rules, "4s 4h 4d 5c 6c 7c 9d", open=True)
    assert [laid.meld.kind for laid in answer.melds] == ["set"]


def test_after_an_opening_that_lays_all_new_melds_cards_are_only_added() -> None:
    rules = house_rules("rummy-500 + melding.new=opening-only")
    for name in ENGINES:
        try:
            answer = meldproof.solve(rules, "4s 4h 4d 5c 6c 7c 8h", table="9h Th Jh", engine=name)
        except EngineDeclined:
            continue
        assert answer.figures.melded_cards == 1, name


HOUSES = {
    "a run and a set": {"opening.melds": [SET, RUN], "opening.points": 0},
    "pure and points": {"opening.melds": [PURE], "opening.points": 20},
    "two of anything, one pure": {"opening.melds": [{"count": 2}, {"wilds": 0}], "opening.points": 0},
    "two sets exactly": {"opening.melds": [EXACT_SET], "opening.points": 0},
    "long or two": {"opening.melds": [[{**RUN, "min": 4}], [{**SET, "count": 2}]], "opening.points": 0},
    "overlapping sizes": {"opening.melds": [{**RUN, "max": 3}, {"min": 3, "wilds": 1}], "opening.points": 10},
}


@pytest.mark.parametrize("variant", [*LAY_OFF_VARIANTS, "fichas"])
@pytest.mark.parametrize("name", HOUSES)
@examples(20)
@given(data=st.data())
def test_all_engines_open_alike(variant: str, name: str, data: st.DataObject) -> None:
    house = House(variant).with_settings({"opening.cards": "own", "opening.binds_closing": True, **HOUSES[name]})
    if variant == "fichas" and "exactly" in name:
        house = house.with_settings({"table.rearrange": "none"})
    if variant == "rummy-500":
        house = house.with_settings({"wilds.joker.opening": "as-melded"})
    table = variant != "gin" and data.draw(st.integers(0, 2)) == 0
    asked = data.draw(questions(house, sizes=(5, 8), most_wilds=3, table=table, most_total=9))
    agree(asked)


@pytest.mark.parametrize("name", HOUSES)
@examples(8)
@given(data=st.data())
def test_the_oracle_opens_as_everything_tried_does(name: str, data: st.DataObject) -> None:
    house = House("argentino").with_settings({"opening.points": 0, **HOUSES[name]})
    problem = data.draw(questions(house, sizes=(6, 7), most_wilds=2, table=False)).problem
    if problem.opening is not None:
        same(solve_problem(problem, "z3"), solve_problem(problem, "brute"))


def test_no_certificate_is_made_of_demands_nor_read() -> None:
    rules = house_rules("argentino + opening.melds=[{ kind = 'run' }] + opening.points=0")
    with pytest.raises(NoCertificate, match="the melds that an opening demands"):
        make_certificate(meldproof.solve(rules, "4s 5s 6s 9h", open=True))
    added = house_rules("argentino + melding.new=opening-only")
    with pytest.raises(NoCertificate, match="no new melds are laid"):
        make_certificate(meldproof.solve(added, "4s 5s 6s 9h", table="7s 8s 9s"))
    assert make_certificate(meldproof.solve(rules, "4s 5s 6s 9h"))


# How it is played

RUMMY = with_values(
    meldproof.variant("rummy-500"),
    {"opening.melds": [{**SET, "count": 2, "exactly": True}], "opening.points": 0, "melding.new": "opening-only"},
)
HAND = "4s 4h 4d 9s 9h 9d 5h 6h 7h Kc"
PLAYED = [
    (("4s 4h 4d", "9s 9h 9d"), {}, ""),
    (("4s 4h 4d",), {}, "opening.melds"),
    (("4s 4h 4d", "5h 6h 7h"), {}, "opening.melds"),
    (("4s 4h 4d", "9s 9h 9d", "5h 6h 7h"), {}, "opening.melds"),
    (("4s 4h 4d", "9s 9h 9d"), {"opened": True}, "melding.new"),
]


@pytest.mark.parametrize(("melds", "given", "rule"), PLAYED)
def test_the_opening_of_a_deal_is_judged_by_its_demands(
    melds: tuple[str, ...], given: dict[str, object], rule: str
) -> None:
    assert broken(position(RUMMY, HAND, **{"opened": False, **given}), LayMelds(melds=melds)) == rule


def test_after_the_opening_cards_are_added_and_no_melds_laid() -> None:
    match = play(position(RUMMY, HAND + " 8c", "9c Tc Jc", opened=False), LayMelds(melds=("4s 4h 4d", "9s 9h 9d")))
    assert broken(match, LayMelds(melds=("5h 6h 7h",))) == "melding.new"
    assert broken(match, LayOff(meld=0, cards="8c")) == ""
    listed = legal_actions(match)
    assert not [one for one in listed if isinstance(one, LayMelds)]


def test_only_openings_that_hold_the_melds_demanded_are_listed() -> None:
    listed = [one for one in legal_actions(position(RUMMY, HAND, opened=False)) if isinstance(one, LayMelds)]
    assert [sorted(one.melds) for one in listed] == [["4s 4h 4d", "9s 9h 9d"]]


def test_the_best_turn_opens_with_the_melds_demanded() -> None:
    best = advise(position(RUMMY, HAND, opened=False)).best
    assert best is not None
    assert isinstance(best.actions[0], LayMelds)
    assert sorted(best.actions[0].melds) == ["4s 4h 4d", "9s 9h 9d"]
    opened = advise(position(RUMMY, "4s 4h 4d 5h 6h 7h Kc", "8h 9h Th", opened=True)).best
    assert opened is not None
    assert not [one for one in opened.actions if isinstance(one, LayMelds)]
    assert [one.cards for one in opened.actions if isinstance(one, LayOff)] == ["4h 5h 6h 7h"]


def test_a_card_that_lets_a_hand_open_with_the_melds_demanded_is_waited_for() -> None:
    found = find_waits(make_problem(RUMMY, "4s 4h 4d 9s 9h Kc 2d", open=True))
    assert {wait.to_dict()["card"] for wait in found.waits if "open" in wait.allows} == {"9d", "9c", "JK"}


def test_an_opening_on_a_table_that_is_rearranged_holds_melds_of_ones_own() -> None:
    rules = with_values(meldproof.variant("fichas"), {"opening.melds": [RUN], "opening.points": 0})
    match = position(rules, "5b 6b 7b 9r 9b 9k 4y", "5r 5k 5y", opened=False)
    assert broken_at_the_end(match, LayMelds(melds=("5b 6b 7b",))) == ""
    assert broken_at_the_end(match, LayMelds(melds=("9r 9b 9k",))) == "opening.melds"
    assert broken_at_the_end(match, Rearrange(table=("5r 5k 5y 5b", "9r 9b 9k"))) == "opening.melds"


@pytest.mark.parametrize(
    "given",
    [
        {"opening.melds": [{**SET, "exactly": True}, {**RUN, "exactly": True}], "melding.new": "opening-only"},
        {"opening.melds": [[PURE], [{**SET, "count": 2}]]},
        {"opening.melds": [{"count": 2}], "opening.binds_closing": False},
    ],
)
def test_simulated_deals_keep_to_the_demands(given: dict[str, object]) -> None:
    rules = with_values(
        meldproof.variant("rummy-500"), {"opening.points": 0, "match.end": "deals", "match.deals": 3, **given}
    )
    log = simulate_game(rules, 2, 7)
    report = meldproof.referee(None, list(log.lines()))
    assert (report.legal_game, report.fault) == (True, None)
    assert any(isinstance(action, LayMelds) for action in log.actions)
