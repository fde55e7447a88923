"""A parameter that is accepted has its effect, or is refused where it can have none; and the theorem sees it if not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from meldproof.proofs.parameters import _Plays

from meldproof.errors import VariantError
from meldproof.playing import scoring
from meldproof.proving.theorem import Context
from meldproof.variants import vocabulary
from meldproof.variants.changes import with_values
from meldproof.variants.clauses import Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant, load_variant
from meldproof.witnesses import questions
from meldproof.witnesses.mutants import mutants_of

HOUSE = Path(__file__).parent / "data" / "knock-with-penalties.toml"


@pytest.fixture(autouse=True)
def _answers_afresh() -> Iterator[None]:
    questions._KNOWN.clear()
    yield
    questions._KNOWN.clear()


def heard(variant: Variant, name: str) -> bool:
    """Whether a play or a score shows the parameter, by the theorem's own means."""
    return not unheard(variant, name)


def unheard(variant: Variant, name: str) -> str:
    """Why a parameter isn't shown; empty where it is."""
    silent: dict[str, Text] = {}
    _Plays(Context(variant)).settle(name, [], silent)
    return silent[name].en if name in silent else ""


@pytest.mark.parametrize(
    "name", ["knock.deadwood", "knock.gin_bonus", "knock.gin_layoff", "stock.empty", "scoring.hand"]
)
def test_the_rules_of_a_knock_are_heard_where_everybody_pays(name: str) -> None:
    assert heard(load_variant(HOUSE), name)


TOP: dict[str, Any] = {
    "draw.discard": "top", "draw.entry": "free", "draw.return_taken": True, "layoff.start": "opening-turn",
}  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "changes", "name"),
    [
        ("rummy-500", {**TOP, "draw.entry_unopened": "opening"}, "draw.entry_unopened"),
        ("rummy-500", {**TOP, "draw.entry_unopened": "forbidden"}, "draw.entry_unopened"),
        ("rummy-500", {**TOP, "draw.discard_from_turn": 2}, "draw.discard_from_turn"),
        ("reglamento", {"draw.wilds": False}, "draw.wilds"),
        ("reglamento", {"discard.wilds": False}, "discard.wilds"),
        ("rummy-500", {"discard.fitting": "forbidden"}, "discard.fitting"),
        ("rummy-500", {"discard.fitting": "opened-only"}, "discard.fitting"),
        ("rummy-500", {"melding.from_turn": 3}, "melding.from_turn"),
        ("rummy-500", {"close.from_turn": 2}, "close.from_turn"),
    ],
)
def test_from_when_on_and_with_what_one_may_play_is_heard(rules: str, changes: dict[str, Any], name: str) -> None:
    assert unheard(load_variant(rules, settings=changes), name) == ""


def test_a_gin_bonus_that_nobody_is_paid_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "_gin", lambda match, deal: iter(()))
    assert "no play was found that shows knock.gin_bonus=" in unheard(load_variant(HOUSE), "knock.gin_bonus")


def test_a_void_deal_that_is_scored_all_the_same_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "is_void", lambda match, deal: False)
    assert "no play was found that shows stock.empty=end-hand" in unheard(load_variant(HOUSE), "stock.empty")


def test_an_undercut_that_is_accepted_where_none_is_paid_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    by_knock = vocabulary.SWITCHES["knock"]
    monkeypatch.setitem(vocabulary.SWITCHES, "knock-scored-by-difference", by_knock)  # type: ignore[arg-type]
    house = load_variant("gin", settings={"scoring.hand": "penalty"})
    assert house.plain()["knock.undercut_bonus"] == 25
    assert "no play was found that shows knock.undercut_bonus=" in unheard(house, "knock.undercut_bonus")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("gin", {"players.sides": "pairs"}, "players.sides: pairs take four players"),
    ("gin", {"deal.upcard": False}, "turn.first_draw: no card is turned up"),
    ("fichas", {"turn.first_draw": "upcard-offer"}, "turn.first_draw: no card is turned up"),
    ("argentino", {"opening.cards": "any"}, "opening.cards: the table is not rearranged"),
    ("rummy-500", {"exchange.cards": "hand-or-table", "exchange.set": "never", "exchange.then": "keep"},
     "exchange.cards: the table is not rearranged"),
    ("fichas", {"exchange.then": "keep"}, "exchange.then: a wild freed by rearranging stays"),
    ("gin", {"layoff.on": "any", "layoff.start": "always"}, "layoff.on: nothing lies on the table before a knock"),
    ("argentino", {"layoff.on": "knocker"}, "layoff.on: nobody knocks"),
    ("gin", {"discard.to_close": "optional"}, "discard.to_close: a knock takes a discard"),
    ("gin", {"discard.face_down": True}, "discard.face_down: a knock shows the hand"),
    ("rummy-500", {"bonus.size": 12, "bonus.others": 0, "bonus.laid_by": "anyone"}, "bonus.others: a bonus of 0"),
    ("rummy-500", {"match.winner": "closer"}, "match.winner: the closer wins a match of one deal"),
    ("rummy-500", {"match.winner": "last-in"}, "match.winner: nobody is ever out"),
    ("rummy-500", {"match.end": "one-deal"}, "match.winner: the closer wins a match of one deal"),
    ("argentino", {"scoring.partner": "subtracts", "players.sides": "either"}, "scoring.partner does not exist here"),
    ("gin", {"layoff.on": "none", "knock.gin_layoff": True}, "knock.gin_layoff does not exist here"),
    ("reglamento", {"match.end": "one-deal", "match.winner": "closer", "match.ties": "shared"},
     "match.ties does not exist here"),
    ("argentino", {"discard.to_close": "forbidden", "discard.face_down": True}, "discard.face_down does not exist here"),
    ("fichas", {"draw.discard": "top", "draw.entry": "free", "draw.return_taken": False},
     "draw.return_taken does not exist here"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "changes", "said"), REFUSED)
def test_a_value_that_nothing_would_look_at_is_refused_by_name(rules: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(VariantError) as caught:
        load_variant(rules, settings=changes)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("rules", "change", "fitted"),
    [
        ("rummy-500", {"match.end": "one-deal"}, {"match.winner": "closer"}),
        ("reglamento", {"match.end": "target"}, {"match.winner": "lowest"}),
        ("gin", {"draw.discard": "none"}, {"turn.first_draw": "as-usual"}),
        ("argentino", {"close.by": "knock"}, {"discard.to_close": "required", "discard.face_down": False}),
    ],
)
def test_a_single_change_takes_along_what_it_leaves_without_a_meaning(
    rules: str, change: dict[str, Any], fitted: dict[str, Any]
) -> None:
    found = with_values(load_variant(rules), change).plain()
    assert {name: found[name] for name in fitted} == fitted


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["argentino", "fichas", "gin", "reglamento", "rummikub", "rummy-500"])
@pytest.mark.parametrize("mode", ["scoring.hand", "stock.empty", "draw.discard", "match.end", "players.sides"])
def test_in_houses_one_change_away_every_rule_of_scores_and_matches_is_heard_or_has_a_reason(
    rules: str, mode: str
) -> None:
    for house in mutants_of(load_variant(rules), mode):
        for name in house.variant.plain():
            if levels_of(name) == ("turn",) and name.startswith(("knock.", "scoring.", "bonus.", "match.", "deal.cut")):
                plays = _Plays(Context(house.variant))
                plays.settle(name, [], {})
                assert not plays.unexplained
