"""Where the table may be rearranged a turn is judged by the table it leaves, whatever actions led there."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from play_helpers import broken, broken_at_the_end, position, table_texts

from meldproof.cards import Meld
from meldproof.notation import meld_texts
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.perft import final_tables
from meldproof.playing.referee import RefereeReport, referee
from meldproof.playing.state import MatchState

LayMelds, LayOff, Rearrange, EndTurn = a.LayMelds, a.LayOff, a.Rearrange, a.EndTurn

# --- any sequence of actions and the single action with the same final table

TABLES = [
    (("7r 7b JK",), "7k 7y 8k 9k 1r"),
    (("4r 5r 6r JK=7r",), "7r 8b 9b 8r 2k"),
    (("4r 5r 6r 7r", "7b 7k 7y"), "7r 8r 3r 8k 9k"),
    (("JK JK=8k 8r",), "8b 8y 9r 10r 7r"),
    (("10r 10b 10k 10y",), "11r 12r 13r 11b 12b"),
    (("4r 5r JK=6r", "6b 6k 6y"), "6r 7r 7b 8b 3k"),
    (("1r 2r 3r 4r 5r",), "9k 9b 9y 3r 13k"),
    (("3r 3b 3k", "4r 4b 4k"), "5r 5b 5k 3y 6r"),
    (("11r 12r 13r", "11b 12b 13b JK=1b"), "11k 12k 1b 13k 10r"),
]
READINGS: list[tuple[str, ...]] = [
    (), ("joker-moves-freely",), ("add-swap-split-only",), ("exchange-with-table-tiles",), ("joker-opens-as-zero",),
]  # fmt: skip
MOST_TABLES = 300
SEQUENCES = 25


def texts(match: MatchState, table: tuple[Meld, ...]) -> tuple[str, ...]:
    return tuple(" ".join(meld_texts(one, match.deck)) for one in table)


def written(match: MatchState, after: tuple[str, ...], rng: random.Random) -> a.Action:
    """The action that makes a table: melds or a lay-off where it can be one (if the coin says so), or a rearrange."""
    before = table_texts(match)
    new = Counter(after) - Counter(before)
    if rng.random() < 0.5 and new and not Counter(before) - Counter(after):
        return LayMelds(melds=tuple(new.elements()))
    gone = list((Counter(before) - Counter(after)).elements())
    if rng.random() < 0.5 and len(gone) == 1 and new.total() == 1:
        (grown,) = new
        added = Counter(grown.split()) - Counter(gone[0].split())
        if added and added.total() + len(gone[0].split()) == len(grown.split()):
            return LayOff(meld=before.index(gone[0]), cards=" ".join(added.elements()), to=grown)
    return Rearrange(table=after)


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("readings", READINGS, ids="+".join)
def test_a_sequence_of_actions_is_judged_as_the_single_one_with_its_final_table(
    readings: tuple[str, ...], opened: bool
) -> None:
    found: Counter[str] = Counter()
    for seed in range(SEQUENCES):
        rng = random.Random(seed)
        table, hand = rng.choice(TABLES)
        start = position("fichas", hand, *table, readings=readings, opened=opened)
        match, steps = start, []
        for _ in range(rng.randint(2, 3)):
            assert match.deal is not None
            reached = list(islice(final_tables(match, match.deal), MOST_TABLES))
            if match.deal.phase == "over" or not reached:
                break
            steps.append(written(match, texts(match, rng.choice(reached)), rng))
            try:
                after = apply(match, steps[-1])
            except IllegalAction:  # it closed, or nothing could mend it: no table that holds its cards is legal
                owed = words(action_table(match, steps[-1]))
                closes = owed == words((*table, hand))
                for final in () if closes else reached:
                    if not owed - words(texts(match, final)):
                        assert broken_at_the_end(start, Rearrange(table=texts(match, final))) != ""
                found["refused at once"] += 1
                break
            match = after
        else:
            single = Rearrange(table=tuple(table_texts(match)))
            rule = broken_at_the_end(start, *steps)
            assert rule == broken_at_the_end(start, single)
            found["illegal" if rule else "legal"] += 1
    assert found["legal"]
    everything_goes = opened and readings == ("joker-moves-freely",)
    assert everything_goes or found["illegal"] + found["refused at once"]


def words(table: tuple[str, ...]) -> Counter[str]:
    return Counter(word.partition("=")[0] for text in table for word in text.split())


def action_table(match: MatchState, action: a.Action) -> tuple[str, ...]:
    """The table that an action would leave."""
    before = table_texts(match)
    if isinstance(action, Rearrange):
        return action.table
    if isinstance(action, LayMelds):
        return (*before, *action.melds)
    assert isinstance(action, LayOff)
    assert action.to is not None
    return (*before[: action.meld], action.to, *before[action.meld + 1 :])


# --- by the case


CASES: list[tuple[str, dict[str, Any], str, tuple[str, ...], tuple[a.Action, ...], tuple[str, int]]] = [
    (
        "an opening in two actions", {"opened": False}, "9r 9b 9k 2k 3k 4k 13y", (),
        (LayMelds(melds=("9r 9b 9k",)), LayMelds(melds=("2k 3k 4k",))), ("", 2),
    ),
    (
        "an opening of too little", {"opened": False}, "9r 9b 9k 2k 3k 13y", (),
        (LayMelds(melds=("9r 9b 9k",)),), ("opening.points", 0),
    ),
    (
        "an opening of too little so far", {"opened": False}, "9r 9b 9k 2k 3k 4k 13y", (),
        (LayMelds(melds=("9r 9b 9k",)),), ("opening.points", 1),
    ),
    (
        "a lay-off before the opening", {"opened": False}, "10r 10b 10k 8r 13y", ("5r 6r 7r",),
        (LayOff(meld=0, cards="8r"), LayMelds(melds=("10r 10b 10k",))), ("", 2),
    ),
    (
        "an opening taken apart", {"opened": False}, "10r 10b 10k 6r 1y", ("7r 8r 9r", "7b 8b 9b", "7k 8k 9k"),
        (LayMelds(melds=("10r 10b 10k",)), Rearrange(table=("7r 8r 9r 10r", "7b 8b 9b 10b", "7k 8k 9k 10k"))),
        ("opening.points", 2),
    ),
    (
        "a tile laid before moves again", {}, "13r 13b 13y 1k", ("10k 11k 12k 13k",),
        (LayMelds(melds=("13r 13b 13y",)), Rearrange(table=("10k 11k 12k", "13r 13b 13y 13k"))), ("", 2),
    ),
    (
        "a joker freed in an action of its own", {}, "7r 8b 9b 1k", ("4r 5r 6r JK=7r",),
        (Rearrange(table=("4r 5r 6r", "JK=7b 8b 9b")), Rearrange(table=("4r 5r 6r 7r", "JK=7b 8b 9b"))), ("", 2),
    ),
    (
        "a joker moved that no tile frees", {}, "8b 9b 1k", ("4r 5r 6r JK=7r",),
        (Rearrange(table=("4r 5r 6r", "JK=7b 8b 9b")),), ("table.jokers", 0),
    ),
    (
        "a joker freed by a tile laid elsewhere before", {}, "7r 7k 7b 8b 9b 1k", ("4r 5r 6r JK=7r",),
        (LayMelds(melds=("7r 7k 7b",)), Rearrange(table=("4r 5r 6r JK=7r", "7r 7k 7b", "7b 8b 9b"))), ("cards", 1),
    ),
    (
        "nothing from the rack", {}, "9k 1y", ("3r 4r 5r 6r", "3b 3k 3y"),
        (Rearrange(table=("4r 5r 6r", "3r 3b 3k 3y")),), ("table.rearrange", 0),
    ),
    (
        "nothing from the rack yet", {}, "7r 9k 1y", ("3r 4r 5r 6r", "3b 3k 3y"),
        (Rearrange(table=("4r 5r 6r", "3r 3b 3k 3y")),), ("table.rearrange", 1),
    ),
    (
        "something from the rack afterwards", {}, "7r 9k 1y", ("3r 4r 5r 6r", "3b 3k 3y"),
        (Rearrange(table=("4r 5r 6r", "3r 3b 3k 3y")), LayOff(meld=0, cards="7r")), ("", 2),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "hand", "table", "steps", "settled"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_verdict_falls_when_the_turn_ends_or_when_nothing_could_mend_it(
    fields: dict[str, Any], hand: str, table: tuple[str, ...], steps: tuple[a.Action, ...], settled: tuple[str, int]
) -> None:
    match = position("fichas", hand, *table, **fields)
    rule, line = settled
    for number, step in enumerate((*steps, EndTurn())):
        found = broken(match, step)
        assert found == (rule if number == line else ""), number
        if found:
            return
        match = apply(match, step)
    assert not rule


def log(*actions: dict[str, Any]) -> RefereeReport:
    header = {"variant": "fichas", "players": 2}
    return referee(None, [json.dumps(line) for line in (header, *actions)])


OPENED = (
    {"action": "deal", "discard": "13y"},
    {"action": "draw"}, {"action": "meld", "melds": ["4r 5r 6r JK=7r", "10r 11r 12r"]}, {"action": "end"},
    {"action": "draw"}, {"action": "end"},
    {"action": "draw"},
)  # fmt: skip
MOVED = {"action": "rearrange", "table": ["4r 5r 6r", "9b 9k JK", "10r 11r 12r"]}


def test_a_log_that_breaks_off_in_mid_turn_is_legal_as_far_as_it_goes() -> None:
    report = log(*OPENED, MOVED)
    assert report.legal_game
    assert any("turn still open" in text for text in report.unjudged)
    closed = log(*OPENED, {"action": "end"})
    assert not any("turn still open" in text for text in closed.unjudged)


@pytest.mark.parametrize(
    "following",
    [{"action": "end"}, {"action": "draw"}, {"action": "draw", "player": 1}, {"action": "deal", "dealer": 1}],
    ids=["end", "draw", "the other's draw", "deal"],
)
def test_what_comes_after_a_turn_that_could_not_end_so_brings_the_verdict(following: dict[str, Any]) -> None:
    report = log(*OPENED, MOVED, following)
    assert report.line == len(OPENED) + 3
    assert report.fault is not None
    assert report.fault.rule == ("turn" if following["action"] == "deal" else "table.jokers")
