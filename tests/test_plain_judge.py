"""Generated turns before two judges: the project's referee, and a plain one written from the readings alone."""

from __future__ import annotations

from typing import Any

import pytest
from judged import agree, judge_says, referee_says, told
from plain_judge.generated import FAULTS_OF_MELDING, Case, cases, heard, melding_case
from plain_judge.generated_ends import KINDS as END_KINDS
from plain_judge.generated_ends import SHOWN_BY, SHOWS, show_case, tiles_case
from plain_judge.generated_gin import KINDS as GIN_KINDS
from plain_judge.generated_gin import gin_case
from plain_judge.generated_knocks import TAMPERED, knock_logs
from plain_judge.generated_tables import LEGAL_MOVES, faulty_moves, legal_moves, table_cases
from plain_judge.melds import Rules

import meldproof


def game(variant: str, *readings: str, **settings: int | str) -> dict[str, Any]:
    """A header for two; readings are said as settings here (that a header's own readings count is asked elsewhere)."""
    plain, other = meldproof.variant(variant).plain(), meldproof.variant(variant, readings=readings).plain()
    changed = {name: value for name, value in other.items() if plain.get(name) != value}
    changed |= {name.replace("_", ".", 1): value for name, value in settings.items()}
    return {"variant": variant, "players": 2, **({"settings": changed} if changed else {})}


HEADERS = {
    "argentino": game("argentino", close_announce="none"),  # whom one card would let close is costly to know
    "rummy-500": game("rummy-500"),
    "reglamento": game("reglamento", opening_points=60),
    "reglamento at any meld": game("reglamento", "any-meld", opening_points=30),
    "argentino, natural twos": game("argentino", "one-of-each-class", "two-natural-in-place", close_announce="none"),
    "rummy-500, top card only": game("rummy-500", "top-only", "wild-worth-represented"),
    "rummy-500, only to open": game("rummy-500", "top-only", draw_entry="free", draw_entry_unopened="opening"),
    "rummy-500, once opened": game("rummy-500", "top-only", draw_entry_unopened="forbidden", draw_wilds=False),
    "rummy-500, from a turn on": game("rummy-500", draw_discard_from_turn=2, melding_from_turn=2, close_from_turn=3),
    "argentino, fitting once opened": game("argentino", close_announce="none", discard_fitting="opened-only"),
}
NO_FAULTS_KNOWN = ("joker-moves-freely", "one-joker-per-meld", "joker-opens-as-zero")  # faults are made for other rules
TABLES = {
    "as it is": game("fichas"),
    **{reading: game("fichas", reading) for reading in NO_FAULTS_KNOWN},
    "with table tiles": game("fichas", "exchange-with-table-tiles"),
    "rummikub": game("rummikub"),
    "rummikub, tiles of the rack": game("rummikub", exchange_cards="hand", exchange_set="all-missing"),
}
TILES = {
    "rummikub": game("rummikub"),
    "rummikub of three": {**game("rummikub"), "players": 3},
    "rummikub of four, with penalties": {**game("rummikub", scoring_hand="penalty"), "players": 4},
    "fichas, hands transferred": {
        **game("fichas", scoring_hand="transfer", draw_when="if-nothing-laid", deal_starter_extra=0),
        "players": 3,
    },
}
JOKERS_OF_ANY_WORTH = {
    "deck.jokers": 4,
    "wilds.joker.melded": "represented",
    "wilds.joker.hand": 15,
    **{f"{kind}.wilds.{name}": "any" for kind in ("set", "run") for name in ("max", "balance")},
    **{f"{kind}.naturals.min": 1 for kind in ("set", "run")},
    "run.wilds.adjacent": True,
    "run.wilds.at_ends": True,
}
OWES_RUNS = {
    "variant": "gin",
    "players": 2,
    "settings": {**JOKERS_OF_ANY_WORTH, "requirement.pure_runs": 1, "requirement.runs": 2, "knock.deadwood": 200},
}


def every_kind(rules: Rules) -> tuple[str, ...]:
    return (*legal_moves(rules), *faulty_moves(rules))


def both_agree(found: list[Case]) -> None:
    """The plain judge says what the maker of the case meant, and the referee says the same, points included."""
    wrong = []
    for case in found:
        mine, theirs = judge_says(case.lines), referee_says(case.lines)
        assert mine[0] == case.expected, f"the plain judge says {mine[0]}\n{told(case)}"
        if not agree(mine, theirs):
            wrong.append(f"the referee says {theirs}, the plain judge {mine}\n{told(case)}")
    assert not wrong, f"{len(wrong)} of {len(found)}; the first: {wrong[0]}"


@pytest.mark.parametrize(
    ("played", "kind"),
    [
        (played, kind)
        for played, header in HEADERS.items()
        for kind in ("legal", *FAULTS_OF_MELDING)
        if kind != "too little to open" or heard(header).stepped("opening.points", 0)
    ],
)
def test_turns_with_a_discard_are_judged_alike(played: str, kind: str) -> None:
    found = cases(melding_case, HEADERS[played], (kind,), seed=3, count=14 if kind == "no meld" else 2)
    assert found
    both_agree(found)


@pytest.mark.parametrize("kind", GIN_KINDS)
def test_deals_with_a_knock_are_judged_alike(kind: str) -> None:
    found = cases(gin_case, game("gin"), (kind,), seed=1, count=3)
    assert found
    both_agree(found)


@pytest.mark.parametrize(
    ("played", "kind"),
    [
        (played, kind)
        for played in ("as it is", "rummikub", "rummikub, tiles of the rack")
        for rules in [heard(TABLES[played])]
        for kind in ("legal", *every_kind(rules))
    ],
)
def test_rearranged_tables_are_judged_alike_in_one_action_and_in_several(played: str, kind: str) -> None:
    found = table_cases(TABLES[played], seed=1, count=4, kinds=(kind,))
    assert found
    both_agree([case for pair in found for case in pair])


@pytest.mark.parametrize("played", TILES)
@pytest.mark.parametrize("kind", END_KINDS)
def test_turns_that_lay_or_draw_and_hands_that_are_transferred_are_judged_alike(played: str, kind: str) -> None:
    found = cases(tiles_case, TILES[played], (kind,), seed=5, count=3)
    assert found
    both_agree(found)


@pytest.mark.parametrize("kind", [f"{who} shows {shown}" for who in SHOWN_BY for shown in SHOWS])
def test_shows_that_owe_runs_are_judged_alike(kind: str) -> None:
    found = cases(show_case, OWES_RUNS, (kind,), seed=2, count=4)
    assert found
    both_agree(found)


SEVERAL = {
    "players.max": 4, "deal.cards": 7, "scoring.hand": "penalty", "match.winner": "lowest", "turn.first_draw": "as-usual",
    "stock.empty": "reshuffle", "stock.left": 0, "stock.rebuilt": "any",
}  # fmt: skip
KNOCKS: dict[str, dict[str, Any]] = {
    "by the card turned up": {"knock.upcard": {"A": 0, "2-9": 5, "T-K": 10}, "knock.deadwood": "any"},
    "with any deadwood": {"knock.deadwood": "any", "layoff.on": "none"},
    "with one card": {"knock.cards": 1, "knock.deadwood": 5, "turn.direction": "right"},
    "for the difference": {
        "knock.deadwood": "any",
        "scoring.hand": "difference",
        "knock.undercut_bonus": 10,
        "knock.undercut_tie": True,
        "knock.undercut_tie_bonus": False,
        "match.winner": "highest",
    },
    "for a price, or dropping": {"drop.first": 20, "drop.later": 40, "close.wrong": 80, "knock.deadwood": 0},
    "where who closes collects": {
        "drop.later": 30,
        "close.wrong": 50,
        "scoring.hand": "collect",
        "match.winner": "highest",
        "turn.direction": "right",
    },
    "before last turns": {"close.last_turns": True, "knock.gin_layoff": True},
    "before last turns, twice through the stock": {"close.last_turns": True, "stock.rebuilt": 2, "knock.cards": 2},
}


def alike_after_knocks(name: str, players: int, kind: str, seed: int, count: int) -> int:
    """Plays such matches, and says how many of them hold something illegal; what can't be judged counts for nothing."""
    variant, illegal = meldproof.variant("gin", settings={**SEVERAL, **KNOCKS[name]}), 0
    for lines in knock_logs(variant, players, kind, seed, count):
        mine = judge_says(lines)
        if mine[0] == "not judged":
            continue
        case = Case(kind, lines, mine[0] if isinstance(mine[0], int) else None)
        assert agree(mine, referee_says(lines)), f"{mine}, and the referee {referee_says(lines)}: {told(case)}"
        illegal += mine[0] is not None
    return illegal


@pytest.mark.parametrize("name", KNOCKS)
@pytest.mark.parametrize("kind", ["legal", *TAMPERED])
def test_knocks_among_several_are_judged_alike(name: str, kind: str) -> None:
    illegal = alike_after_knocks(name, 3, kind, seed=1, count=2)
    assert illegal == 0 or kind != "legal"


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOCKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hundreds_of_knocks_among_several_are_judged_alike(name: str, players: int) -> None:
    assert alike_after_knocks(name, players, "legal", seed=7, count=10) == 0
    assert sum(alike_after_knocks(name, players, kind, seed=70, count=30) for kind in TAMPERED) > 20


@pytest.mark.slow
@pytest.mark.parametrize("played", HEADERS)
def test_thousands_of_turns_with_a_discard_are_judged_alike(played: str) -> None:
    both_agree(cases(melding_case, HEADERS[played], ("legal", "legal", *FAULTS_OF_MELDING), seed=77, count=2000))


@pytest.mark.slow
def test_thousands_of_deals_with_a_knock_are_judged_alike() -> None:
    both_agree(cases(gin_case, game("gin"), GIN_KINDS, seed=77, count=3000))


@pytest.mark.slow
@pytest.mark.parametrize("reading", TABLES)
def test_thousands_of_rearranged_tables_are_judged_alike(reading: str) -> None:
    kinds = ("legal", *(LEGAL_MOVES if reading in NO_FAULTS_KNOWN else every_kind(heard(TABLES[reading]))))
    for pair in table_cases(TABLES[reading], seed=77, count=1500, kinds=kinds):
        one, several = (judge_says(case.lines) for case in pair)
        assert (one[0] is None) == (several[0] is None), told(pair[1])
        assert agree(one, referee_says(pair[0].lines)), told(pair[0])
        assert agree(several, referee_says(pair[1].lines)), told(pair[1])


@pytest.mark.slow
@pytest.mark.parametrize("played", TILES)
def test_hundreds_of_deals_that_end_are_judged_alike(played: str) -> None:
    both_agree(cases(tiles_case, TILES[played], END_KINDS, seed=77, count=300))


@pytest.mark.slow
def test_thousands_of_shows_that_owe_runs_are_judged_alike() -> None:
    kinds = tuple(f"{who} shows {shown}" for who in SHOWN_BY for shown in SHOWS)
    both_agree(cases(show_case, OWES_RUNS, kinds, seed=77, count=1500))
