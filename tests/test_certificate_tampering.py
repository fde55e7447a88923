"""Tampered certificates: whatever the checker still accepts is true; what it can't read it refuses without a crash."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from claims import assert_true, certified, checked, document_of
from drawn_rules import PARAMETERS, spread
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import meldproof
from meldproof.arranging.solve import make_problem
from meldproof.checking.certificate_checker import check_certificate
from meldproof.variants.vocabulary import parameters

ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("gin", "4s 5s 6s 9h 9d 9c Kd 6h 6d 7s", {"discard": "required"}),
    ("argentino", "4s 5s 6s JK 9h 9d 2c Kd 9s Ts 2d", {}),
    ("argentino", "4s 4s 5s 6s 9h 9d 9c 9s Ts", {"objective": ["score"], "discard": "optional"}),
    ("reglamento", "4s 5s 6s 9h 9d 2c Kd 9s Ts 3d", {"open": True}),
    ("reglamento", "JK JK 2h As Ks Qs Js 3d", {"open": True}),
    ("rummy-500", "6s 7s 8s JK Kd", {"table": "3s 4s 5s; Kh Kc Ks", "use": "8s"}),
    ("rummy-500", "6s 7s 9d Kd", {"use": "Kd"}),
    ("fichas", "7k 7y 3r 5b", {"table": "7r 7b JK=7k"}),
    ("fichas", "4r 5b 6b 13k 10r 11r 12r", {"table": "1r 2r 3r; 4b 4k 4y", "open": True}),
    ("fichas", "4r 5b 6b 13k", {"table": "1r 2r 3r; 4b 4k 4y", "objective": ["melded_points"]}),
)
FOREVER = settings(deadline=None, suppress_health_check=list(HealthCheck))
Path = tuple[Any, ...]


@cache
def _text(number: int) -> str:
    variant, cards, asked = ASKED[number]
    return json.dumps(document_of(certified(make_problem(meldproof.variant(variant), cards, **asked))))


def genuine(number: int) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_text(number))
    return document


def paths(node: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, below in items:
        yield from paths(below, (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def put(document: dict[str, Any], path: Path, value: Any) -> None:
    at(document, path[:-1])[path[-1]] = value


def assert_sound(document: Any) -> int:
    """The checker's status; what it accepts must be true."""
    outcome = checked(document)
    assert outcome.status in (0, 1, 2)
    assert outcome.reason
    assert len(outcome.reason.splitlines()) == 1
    if outcome.status == 0:
        assert_true(document)
    return outcome.status


numbers = st.integers(0, len(ASKED) - 1)


def in_part(draw: st.DrawFn, document: dict[str, Any], part: str) -> Path:
    return draw(st.sampled_from([path for path in paths(document) if path and path[0] == part]))


@st.composite
def changed_values(draw: st.DrawFn, old: Any, texts: list[str]) -> Any:
    """Something near the old value: a number a little off, another text of the document, a list with less or more."""
    if isinstance(old, bool) or old is None:
        return draw(st.sampled_from([None, True, False, 0, 1, "required"]))
    if isinstance(old, int):
        return draw(st.sampled_from([old - 1, old + 1, old + 5, 0, 2 * old, -old, "any"]))
    if isinstance(old, str):
        return draw(st.sampled_from(sorted(set(texts))))
    if isinstance(old, dict):
        kept = draw(st.sets(st.sampled_from(sorted(old)))) if old else set()
        return {key: value for key, value in old.items() if key not in kept}
    if not old:
        return draw(st.sampled_from([[], None, [draw(st.sampled_from(texts))]]))
    place = draw(st.integers(0, len(old) - 1))
    without = old[:place] + old[place + 1 :]
    return draw(st.sampled_from([without, [*old, old[place]], [old[place], *without], old[::-1]]))


PARTS = ("settings", "deck", "hand", "table", "discard", "opening", "use", "objective", "claim", "weights", "proofs")


@given(number=numbers, part=st.sampled_from(PARTS), data=st.data())
@settings(FOREVER, max_examples=160)
def test_whatever_is_accepted_after_one_change_is_true(number: int, part: str, data: st.DataObject) -> None:
    document = genuine(number)
    path = in_part(data.draw, document, part)  # type: ignore[arg-type]
    texts = [at(document, p) for p in paths(document) if p and p[0] == part and isinstance(at(document, p), str)]
    put(document, path, data.draw(changed_values(at(document, path), texts or ["any"])))
    assert_sound(document)


@given(number=numbers, data=st.data())
@settings(FOREVER, max_examples=80)
def test_whatever_is_accepted_after_changed_settings_is_true(number: int, data: st.DataObject) -> None:
    document = genuine(number)
    name = data.draw(st.sampled_from(PARAMETERS))
    ranks = tuple(document["settings"]["deck.ranks"])
    document["settings"][name] = data.draw(st.sampled_from(spread(parameters()[name], ranks)))
    document["settings"].setdefault("wilds.ranks", [])
    assert_sound(document)


@given(number=numbers, data=st.data())
@settings(FOREVER, max_examples=80)
def test_whatever_is_accepted_after_several_changes_is_true(number: int, data: st.DataObject) -> None:
    """A card is taken for another all over, or a claim is changed together with its figures."""
    document = genuine(number)
    texts = sorted(set(document["hand"]))
    old, new = data.draw(st.sampled_from(texts)), data.draw(st.sampled_from([*texts, "2s", "JK", "9c", "1r"]))
    assert_sound(json.loads(json.dumps(document).replace(f'"{old}"', f'"{new}"')))
    figures = document["claim"]["figures"]
    name = data.draw(st.sampled_from(sorted(figures)))
    figures[name] += data.draw(st.sampled_from([-10, -1, 1, 10]))
    shown = document["claim"]["arrangement"]
    for meld in list(shown["melds"]):
        if data.draw(st.booleans()) and all(meld["uses"]):
            shown["melds"].remove(meld)
            shown["deadwood"] += [text.partition("=")[0] for text in meld["cards"]]
    assert_sound(document)


# A certificate of one claim doesn't prove another


def with_splits() -> list[int]:
    return [number for number in range(len(ASKED)) if '"split"' in _text(number)]


def splits(document: dict[str, Any]) -> list[Path]:
    return [p for p in paths(document) if isinstance(at(document, p), dict) and "split" in at(document, p)]


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_a_genuine_certificate_is_accepted_and_true(number: int) -> None:
    assert assert_sound(genuine(number)) == 0


@pytest.mark.parametrize("side", ["if_so", "otherwise"])
def test_a_split_with_one_side_for_both_is_rejected(side: str) -> None:
    rejected = 0
    for number in with_splits():
        for path in splits(genuine(number)):
            document = genuine(number)
            put(document, path, at(document, path)[side])
            rejected += assert_sound(document) == 1
            document = genuine(number)
            split = at(document, path)
            split["if_so"] = split["otherwise"] = split[side]
            rejected += assert_sound(document) == 1
    assert rejected


def test_a_price_that_is_lowered_is_rejected_where_a_meld_is_tight() -> None:
    document = genuine(0)
    prices = document["proofs"][0][0]["prices"]
    for row in prices:
        lower = copy.deepcopy(document)
        lower["proofs"][0][0]["prices"][row] = str(int(prices[row]) - 1)
        higher = copy.deepcopy(document)
        higher["proofs"][0][0]["prices"][row] = str(int(prices[row]) + 1)
        assert assert_sound(lower) == 1
        assert assert_sound(higher) == 1


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_no_better_claim_is_accepted(number: int) -> None:
    for name in genuine(number)["claim"]["figures"]:
        for step in (-1, 1):
            document = genuine(number)
            document["claim"]["figures"][name] += step
            assert assert_sound(document) == 1


def test_a_reachable_that_is_not_shown_is_rejected() -> None:
    number = next(n for n in range(len(ASKED)) if '"reachable": 65' in _text(n))
    for change in ({"reachable": 66}, {"reachable": 64}, {"witness": None}, {"reachable": 149, "witness": None}):
        document = genuine(number)
        document["claim"].update(change)
        assert assert_sound(document) == 1


def test_weights_that_let_a_later_figure_outweigh_an_earlier_one_are_rejected() -> None:
    document = genuine(0)
    document["weights"]["deadwood_points"] = document["weights"]["melded_points"]
    assert assert_sound(document) == 1


def test_names_of_cards_can_not_pass_for_other_rows() -> None:
    document = genuine(0)
    ranks = document["settings"]["deck.ranks"]
    for name in ("a discar", "split 1", "new meld", "any run"):
        document["settings"]["deck.ranks"] = [name, *ranks[1:]]
        assert checked(document).status == 2


def test_a_deck_beyond_reason_is_refused_at_once() -> None:
    document = genuine(0)
    document["settings"]["deck.ranks"] = [f"r{number}" for number in range(100_000)]
    document["settings"]["deck.suits"] = [f"s{number}" for number in range(100_000)]
    assert checked(document).status == 2


# What can't be read


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", "0", '"x"', "{", "\x00", "[" * 100_000, '{"a":' * 100_000, "NaN", "1e9999",
        '{"format": "meldproof certificate", "version": 1}', '{"format": "meldproof certificate", "version": 2}',
        "9" * 10_000, '{"a": 1, "a": 1}', b"\xff\xfe\x00", b"\x80",
    ],
)  # fmt: skip
def test_what_is_no_certificate_is_unreadable(text: str | bytes) -> None:
    outcome = check_certificate(text)
    assert outcome.status == 2
    assert len(outcome.reason) < 200


JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.sampled_from(["9" * 300, "1/0"])),
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(st.text(max_size=5), below, max_size=3)),
    max_leaves=5,
)  # fmt: skip


@given(number=numbers, data=st.data(), junk=JUNK)
@settings(FOREVER, max_examples=120)
@example(number=0, data=None, junk=None)
def test_junk_in_any_place_is_refused_or_harmless(number: int, data: Any, junk: Any) -> None:
    document = genuine(number)
    if data is not None:
        path = data.draw(st.sampled_from([path for path in paths(document) if path]))
        put(document, path, junk)
    assert_sound(document)


def test_a_tree_nested_beyond_reason_is_unreadable() -> None:
    document = genuine(0)
    leaf = document["proofs"][0][0]
    text = json.dumps(document)
    split = '{"split": {"kind": null, "cards": [], "exactly": false}, "at_most": 0, '
    split += '"otherwise": {"prices": {}}, "if_so": '
    deep = split * 5000 + json.dumps(leaf) + "}" * 5000
    assert check_certificate(text.replace(json.dumps(leaf), deep)).status in (1, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"wilds.ranks": ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"], "run.wilds.adjacent": True},
        {"set.max": "any", "set.suits": "any", "deck.jokers": 24, "set.wilds.max": "any"},
    ],
)
def test_more_melds_than_can_be_tried_are_no_crash(changes: dict[str, Any]) -> None:
    document = genuine(1)
    document["settings"].update(changes, **{"wilds.natural": "free", "deck.copies": 8})
    document["deck"] = {"copies": 8, "jokers": document["settings"]["deck.jokers"]}
    if isinstance(document["settings"]["deck.jokers"], dict):
        document["deck"]["jokers"] = 4
    document["hand"] = [f"{rank}{suit}" for suit in "sh" for rank in "23456789TJQK"] * 4 + ["JK"] * 4
    assert checked(document).status in (1, 2)
