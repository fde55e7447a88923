"""What a close adds, multiplies and collects, case by case: the price of every hand, worked out by hand.

Cards cost their number, pictures 10; in rummy-500 an ace or a joker left in hand costs 15.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import play, position
from score_reader import read_score
from test_cli import run

import meldproof
from meldproof.cards import Card
from meldproof.errors import ProblemError, VariantError
from meldproof.playing import actions as a
from meldproof.playing.costs import multipliers
from meldproof.playing.game import apply
from meldproof.playing.scoring import score_deal, totals
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import Hand, MatchState, new_match
from meldproof.proving.plain_scores import plain_totals
from meldproof.reference.score_examples import Scores
from meldproof.witnesses.questions import ask

COLLECT = {"scoring.hand": "collect"}
PENALTY = {"scoring.hand": "penalty"}
NONE = {"scoring.hand": "none"}
OKEY = {**NONE, "scoring.others": 2, "scoring.wild_discard_factor": 2, "discard.to_close": "required"}
MANY = {"players.max": 5, "deal.cards": 7, "scoring.hand": "difference"}
KNOCK = {**MANY, "knock.gin_bonus": 25, "knock.undercut_bonus": 10, "knock.undercut_tie_bonus": False}

# the rules and their settings; what each holds and how it closed; what each scores
PAID: list[tuple[str, dict[str, Any], list[str], dict[str, Any], list[int]]] = [
    # the closer collects what the others hold
    ("rummy-500", COLLECT, ["", "Kd 5c", "Ah"], {"closer": 0}, [30, 0, 0]),
    ("rummy-500", COLLECT, ["Kd 5c", "", "Ah"], {"closer": 1}, [0, 30, 0]),
    ("rummy-500", COLLECT, ["2c", "Kd 5c", "Ah"], {}, [0, 0, 0]),
    ("rummy-500", {**COLLECT, "scoring.cap": 12}, ["", "Kd 5c", "9h"], {"closer": 0}, [21, 0, 0]),
    ("gin", COLLECT, ["3c", "Kd 5c"], {"closer": 0}, [15, 0]),
    ("gin", {**COLLECT, "knock.gin_bonus": 20}, ["", "Kd 5c"], {"closer": 0}, [35, 0]),
    # hands cost nothing
    ("rummy-500", NONE, ["", "Kd 5c", "Ah"], {"closer": 0}, [0, 0, 0]),
    ("rummy-500", {**NONE, "scoring.closer": 1}, ["", "Kd 5c", "Ah"], {"closer": 0}, [1, 0, 0]),
    ("rummy-500", {**NONE, "scoring.closer": 1}, ["3c", "Kd 5c", "Ah"], {}, [0, 0, 0]),
    ("rummy-500", {**NONE, "scoring.others": 2}, ["Ah", "", "Kd"], {"closer": 1}, [2, 0, 2]),
    ("gin", {**NONE, "scoring.closer": 1, "knock.gin_bonus": 0}, ["", "Kd 5c"], {"closer": 0}, [1, 0]),
    ("gin", {**NONE, "knock.gin_bonus": 25}, ["", "Kd 5c"], {"closer": 0}, [25, 0]),
    ("rummy-500", {**PENALTY, "scoring.closer": -10, "scoring.others": 3}, ["", "Kd"], {"closer": 0}, [-10, 13]),
    # the closer laid everything at once
    ("rummy-500", {**PENALTY, "scoring.at_once_factor": 2}, ["", "Kd 5c"], {"closer": 0, "at_once": True}, [0, 30]),
    ("rummy-500", {**PENALTY, "scoring.at_once_factor": 2}, ["", "Kd 5c"], {"closer": 0}, [0, 15]),
    ("rummy-500", {**PENALTY, "scoring.at_once_factor": 2}, ["3c", "Kd 5c"], {"at_once": True}, [3, 15]),
    ("rummy-500", {**COLLECT, "scoring.at_once_factor": 2}, ["", "Kd 5c"], {"closer": 0, "at_once": True}, [30, 0]),
    ("rummy-500", {**PENALTY, "scoring.at_once_factor": 2, "scoring.cap": 20}, ["", "Kd 5c"],
     {"closer": 0, "at_once": True}, [0, 20]),
    ("rummy-500", {**PENALTY, "scoring.at_once_points": -10}, ["", "Kd"], {"closer": 0, "at_once": True}, [-10, 10]),
    ("rummy-500", {**PENALTY, "scoring.at_once_points": -10}, ["", "Kd"], {"closer": 0}, [0, 10]),
    ("rummy-500", {**NONE, "scoring.others": 3, "scoring.closer": 1, "scoring.at_once_factor": 2,
                   "scoring.at_once_points": 5}, ["", "Kd"], {"closer": 0, "at_once": True}, [7, 6]),
    ("rummy-500", {"scoring.at_once_factor": 2}, ["", "7c"], {"closer": 0, "at_once": True}, [0, -14]),
    # a flat price for whoever laid no meld
    ("rummy-500", {**PENALTY, "scoring.unopened": 100}, ["", "Kd 5c", "7d"], {"closer": 0, "unopened": [1]}, [0, 100, 7]),
    ("rummy-500", {**PENALTY, "scoring.unopened": 100}, ["2c", "Kd 5c", "7d"], {"unopened": [0, 2]}, [100, 15, 100]),
    ("rummy-500", {**PENALTY, "scoring.unopened": 0}, ["", "Kd 5c"], {"closer": 0, "unopened": [1]}, [0, 0]),
    ("rummy-500", {**PENALTY, "scoring.unopened": 100, "scoring.at_once_factor": 2, "scoring.cap": 150}, ["", "2c"],
     {"closer": 0, "unopened": [1], "at_once": True}, [0, 150]),
    ("rummy-500", {**COLLECT, "scoring.unopened": 100}, ["", "Kd 5c", "7d"], {"closer": 0, "unopened": [1]}, [107, 0, 0]),
    ("rummy-500", {**PENALTY, "scoring.unopened": 100}, ["", "Kd 5c"], {"closer": 0}, [0, 15]),
    # the close was discarded with a wild
    ("rummy-500", OKEY, ["", "Kd"], {"closer": 0, "discard": "JK"}, [0, 4]),
    ("rummy-500", OKEY, ["", "Kd"], {"closer": 0, "discard": "7h"}, [0, 2]),
    ("rummy-500", OKEY, ["", "Kd"], {"closer": 0}, [0, 2]),
    ("argentino", {**NONE, "scoring.others": 2, "scoring.wild_discard_factor": 3}, ["", "Kd"],
     {"closer": 0, "discard": "2h"}, [0, 6]),
    # what the others hold goes from them to the closer
    ("gin", {"scoring.hand": "transfer", "knock.gin_bonus": 0}, ["", "Kd 5c"], {"closer": 0}, [15, -15]),
    ("rummy-500", {"scoring.hand": "transfer", "scoring.at_once_factor": 2}, ["", "7c", "Kd"],
     {"closer": 0, "at_once": True}, [34, -14, -20]),
    # differences after a knock among several: the lowest takes what each has above it
    ("gin", KNOCK, ["7c", "Kd 2c", "Kh Ts"], {"closer": 0}, [18, 0, 0]),
    ("gin", KNOCK, ["", "Kd 2c", "Kh Ts"], {"closer": 0}, [82, 0, 0]),
    ("gin", KNOCK, ["7c", "7d", "Kh Ts"], {"closer": 0}, [0, 13, 0]),
    ("gin", {**KNOCK, "knock.undercut_tie_bonus": True}, ["7c", "7d", "Kh Ts"], {"closer": 0}, [0, 23, 0]),
    ("gin", {**MANY, "knock.undercut_tie": False}, ["7c", "7d", "Kh Ts"], {"closer": 0}, [13, 0, 0]),
    ("gin", KNOCK, ["9c", "4d", "Kh Ts Td"], {"closer": 0}, [0, 41, 0]),
    ("gin", KNOCK, ["Kh Ts", "9c", "4d", "2h 2d"], {"closer": 1}, [0, 0, 20, 20]),
    ("gin", {**KNOCK, "scoring.cap": 15}, ["9c", "4d", "Kh Ts Td"], {"closer": 0}, [0, 26, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "settings", "hands", "end", "expected"), PAID)
def test_what_each_scores(
    rules: str, settings: dict[str, Any], hands: list[str], end: dict[str, Any], expected: list[int]
) -> None:
    assert list(meldproof.score(rules, hands, settings=settings, **end).points) == expected


def test_every_point_says_why_and_by_which_clause() -> None:
    settings = {**PENALTY, "scoring.unopened": 100, "scoring.at_once_factor": 2, "scoring.others": 1}
    found = meldproof.score("rummy-500", ["", "Kd", "7c"], closer=0, unopened=[1], at_once=True, settings=settings)
    lines = [(line.player, line.points, line.reason, line.clause) for line in found.lines]
    assert lines == [
        (1, 200, "laid no meld × 2, all laid in one turn", "settings/scoring.at_once_factor"),
        (2, 14, "left in hand × 2, all laid in one turn", "settings/scoring.at_once_factor"),
        (1, 2, "another player closed", "settings/scoring.others"),
        (2, 2, "another player closed", "settings/scoring.others"),
    ]


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ({"closer": 0, "discard": "7c 8c"}, "the one card"),
        ({"discard": "7c"}, "the one card"),
        ({"closer": 0, "unopened": [2]}, "unopened = 2"),
        ({"closer": 0, "before": [1, 2, 3]}, "3 scores for 2 players"),
    ],
)
def test_an_end_that_cannot_be_is_refused(end: dict[str, Any], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        meldproof.score("rummy-500", ["", "Kd"], **end)


def test_the_score_of_an_end_says_who_is_out_and_who_has_won() -> None:
    house = {**PENALTY, "match.end": "elimination", "match.points": 101, "match.winner": "last-in"}
    in_play = meldproof.score("rummy-500", ["", "Kd", "7c"], closer=0, before=[100, 90, 93], settings=house)
    assert (in_play.scores, in_play.out, in_play.winners) == ((100, 100, 100), (), ())
    over = meldproof.score("rummy-500", ["", "Kd Kh", "9c"], closer=0, before=[100, 90, 93], settings=house)
    assert (over.scores, over.out, over.winners) == ((100, 110, 102), (1, 2), (0,))


# In play: who had laid something before, what was discarded to close


AT_ONCE = {**PENALTY, "scoring.at_once_factor": 2, "discard.to_close": "optional"}


def closed(hand: str, *steps: a.Action, table: tuple[tuple[str, int], ...] = (), **fields: Any) -> MatchState:
    """A deal that player 0 closes, against a king of the other's."""
    fields = {"opened": False, "settings": AT_ONCE, **fields}
    return play(position("rummy-500", hand, *table, **fields), *steps)


RUN, NINES = "4s 5s 6s", "9h 9d 9c"


@pytest.mark.parametrize(
    ("match", "factor"),
    [
        (closed(RUN, a.LayMelds(melds=(RUN,))), 2),
        (closed(f"{RUN} {NINES}", a.LayMelds(melds=(RUN,)), a.LayMelds(melds=(NINES,))), 2),
        (closed(f"{RUN} 7s", a.LayMelds(melds=(RUN,)), a.LayOff(meld=0, cards="7s")), 2),
        (closed(f"{RUN} Kc", a.LayMelds(melds=(RUN,)), a.Discard(card="Kc")), 2),
        (closed(RUN, a.LayMelds(melds=(RUN,)), opened=True), 1),
        (closed(RUN, a.LayMelds(melds=(RUN,)), table=((NINES, 0),)), 1),
        (closed(RUN, a.LayMelds(melds=(RUN,)), table=((NINES, 1),)), 2),
        (closed("7s", a.LayOff(meld=0, cards="7s"), table=((RUN, 1),)), 2),
    ],
)  # fmt: skip
def test_at_once_is_with_nothing_laid_in_a_turn_before(match: MatchState, factor: int) -> None:
    deal = match.deal
    assert deal is not None
    assert deal.phase == "over"
    held = tuple(Hand((Card(13, 1),)) if seat else hand for seat, hand in enumerate(deal.hands))
    over = replace(match, deal=replace(deal, hands=held))
    assert totals(over, score_deal(over))[1] == 10 * factor


def test_a_lay_off_in_an_earlier_turn_is_something_laid() -> None:
    """Where cards may be laid off before any meld of one's own."""
    match = position("rummy-500", "7s 9h 9d 9c", ("4s 5s 6s", 1), opened=False, settings=AT_ONCE, pile="Kd Kc 2d")
    laid = play(match, a.LayOff(meld=0, cards="7s"), a.Discard(card="9h"), a.Draw(card="3c"), a.Discard(card="3c"))
    assert laid.deal is not None
    assert laid.deal.laid == (True, True)
    fresh = play(match, a.Discard(card="9h"))
    assert fresh.deal is not None
    assert fresh.deal.laid == (False, True)


# Whole matches, every deal counted again from the clauses' values

HOUSES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "collected, at once": ("basic-rummy", 3, {"deal.cards": 3}),
    "against, at once, a flat price": ("romme", 2, {"deal.cards": 3, "opening.points": 10, "scoring.unopened": 60, "scoring.at_once_points": -10}),
    "a fixed price, twice for a wild": ("rummy-500", 3, {**NONE, "scoring.others": 2, "scoring.closer": -1,
                                        "scoring.wild_discard_factor": 2, "match.end": "deals", "match.deals": 30}),
    "transferred, at once": ("rummy-500", 3, {"scoring.hand": "transfer", "scoring.at_once_factor": 3,
                             "scoring.cap": 40, "match.end": "deals", "match.deals": 12, "deal.cards": 3}),
    "collected after a knock": ("gin", 2, COLLECT),
}  # fmt: skip


@pytest.mark.parametrize("name", HOUSES)
def test_every_deal_of_a_match_is_paid_as_it_is_counted_card_by_card(name: str) -> None:
    rules, players, settings = HOUSES[name]
    variant = meldproof.variant(rules, settings=settings)
    seen: set[str] = set()
    match = new_match(variant, players)
    for action in simulate_game(variant, players, 2).actions:
        match = apply(match, action)
        deal = match.deal
        if deal is None or deal.phase != "over":
            continue
        assert totals(match, score_deal(match)) == plain_totals(match)
        seen |= {"closed"} if deal.closer is not None else set()
        seen |= {rule for rule, _, _ in multipliers(match, deal)}
        seen |= {"unopened"} if not all(deal.opened) else set()
    told = {"scoring.at_once_factor": variant.settings.scoring.at_once_factor != 1}
    told["unopened"] = variant.settings.scoring.unopened != "as-held"
    assert seen >= {"closed", *(rule for rule, there in told.items() if there)}


# On the command line


def test_the_command_line_scores_an_end() -> None:
    asked = ["score", "rummy-500", "", "Kd 5c", "?", "--closer", "0", "--meld", "0: 4s 5s 6s", "--before", "490 3 0"]
    found = json.loads(run(*asked, "--json").stdout)
    assert (found["points"], found["scores"]) == ([15, -15, None], [505, -12, 0])
    said = run(*asked).stdout.splitlines()
    assert said[0].split() == ["the", "first", "player", "+15", "laid:", "4s", "5s", "6s", "[rummy-500/hand-score]"]
    assert said[-1] == "scores: 505, -12, 0"
    spanish = run(*asked, "--set", "scoring.unopened=50", "--unopened", "2", "--lang", "es").stdout
    assert "-50  no bajó ninguna combinación" in spanish
    assert "gana: el primer jugador" in spanish


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--meld", "4s 5s 6s"], "write a meld with who laid it"), (["--before", "x 1"], "write a score for each player")],
)
def test_the_command_line_says_how_to_write_an_end(options: list[str], said: str) -> None:
    refused = run("score", "rummy-500", "", "Kd", "--closer", "0", *options)
    assert refused.returncode == 2
    assert said in refused.stderr


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({**NONE, "scoring.cap": 30}, "scoring.cap"),
        ({**NONE, "scoring.unopened": 100}, "scoring.unopened"),
        ({**NONE, "scoring.at_once_factor": 2}, "scoring.at_once_factor"),
        ({**NONE, "scoring.wild_discard_factor": 2}, "scoring.wild_discard_factor"),
    ],
)
def test_what_hands_that_cost_nothing_would_cost_is_refused(settings: dict[str, Any], name: str) -> None:
    with pytest.raises(VariantError, match=f"{name}: hands cost nothing"):
        meldproof.variant("rummy-500", settings=settings)


# On the pages


@pytest.mark.parametrize(
    ("rules", "settings", "shown"),
    [
        ("romme", {}, {"at_once"}),
        ("rummy-500", {"scoring.unopened": 50, "scoring.wild_discard_factor": 2}, {"unopened", "discard"}),
        ("rummy-500", {"scoring.at_once_points": 5}, {"at_once"}),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_example_of_a_page_is_scored_as_it_says(
    rules: str, settings: dict[str, Any], shown: set[str], language: str
) -> None:
    variant = meldproof.variant(rules, settings=settings)
    scores, seen = Scores(variant), set()
    clauses = [clause for clause in variant.clauses if any(name.startswith("scoring.") for name in clause.values)]
    for clause in clauses:
        for example in scores.examples(clause):
            read = read_score(example, variant, language)
            assert read is not None
            answer = ask(read.case, variant)
            assert answer is not None
            assert answer["points"][:2] == read.points[:2], example.said[language]
            seen |= {name for name in ("unopened", "at_once", "discard") if getattr(read.case, name)}
    assert seen >= shown
