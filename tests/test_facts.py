"""What pages say of each game, put to the project: `tests/data/facts/ID.jsonl`, a fact a line, for the variant ID.

A line holds `id`, `variant`, `kind`, `input`, `expected` (the fact in words), `source`, and `ask`: the fact as a question
with its answer, or a list of them, all of which must hold. A question's `kind` is the fact's own (`meld` of `meld@5`)
unless it says another. Any question may have `readings` (a list), `set` (parameters to values), `deal` (the number of the
deal) and `turned` (the card turned up that makes wilds). By kind:

    meld   {"cards": "As 2s 3s", "legal": true, "points": 6}              also ordered; broken: a rule it breaks
    open   {"melds": ["Ks Kh Kd", "3c 4c 5c"], "legal": true}             broken; any field of a position (turn, score …)
    hand   {"cards": "Ks Kh Kd 9s", "points": 9}                          what the best arrangement leaves
    table  {"table": ["3s 4s 5s 6s 7s"], "cards": "5s", "laid": true}     also melds: how the table lies then
    deal   {"players": 2, "cards": 13}                                    or a list, by seat; also dealer
    score  {"hands": ["", "Kd 5c"], "closer": 0, "points": [15, 0]}       what `meldproof.score` takes (melds: [[cards, owner]]);
                                                                          points may be {"1": 15} for some players; also
                                                                          out, winners: players (with before: the scores)
    play   {"position": {"hand": "8h Kd", "table": [["6h 7h 9h", 1]]},    a position's fields; the mover has drawn and opened,
            "do": [{"action": "layoff", "meld": 0, "cards": "8h"}],       if nothing is said; all but the last are legal;
            "legal": false, "broken": "run.consecutive"}                  also points, if it ends the deal
    play   {"log": [{"action": "deal", …}, …], "legal": true}             a log without its first line; players (2); broken;
                                                                          points: the match scores after it
    close  as play

A fact that is held to be wrong is marked `"doubtful": "why"`; it is asked too, and must not hold as it stands.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from play_helpers import play, position

import meldproof
from meldproof.notation import cards_text, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.scoring import score_deal, totals
from meldproof.playing.shuffling import shuffled_deal
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import Variant, variant_files

FOLDER = Path(__file__).parent / "data" / "facts"
FIELDS = {"id", "variant", "kind", "input", "expected", "source"}
Asked = dict[str, Any]


@cache
def shipped() -> frozenset[str]:
    return frozenset(file.id for file in variant_files())


def facts() -> Iterator[tuple[str, Asked]]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.stem, json.loads(line)


FACTS = list(facts())


def questions(fact: Asked) -> list[Asked]:
    asked = fact.get("ask", [])
    return [
        {"kind": re.split("[@!]", fact["kind"])[0], **one} for one in ([asked] if isinstance(asked, dict) else asked)
    ]


def rules_of(name: str, ask: Asked) -> Variant:
    """The variant asked about: with readings and settings, in one deal, with what was turned up."""
    found = meldproof.variant(name, readings=ask.pop("readings", ()), settings=ask.pop("set", None))
    if "deal" in ask and "turned" in ask:
        found = found.at(ask["deal"])
    if "turned" in ask:
        from meldproof.variants.turned import with_turned

        found = with_turned(found, ask.pop("turned"))
    return found


def meld(rules: Variant, ask: Asked) -> Asked:
    verdict = meldproof.check(rules, ask["cards"], ordered=ask.get("ordered", False), deal=ask.get("deal"))
    broken = {violation.rule for violation in verdict.violations}
    return {"legal": verdict.legal, "points": verdict.points, "broken": broken}


def opening(rules: Variant, ask: Asked) -> Asked:
    """The melds laid at once by a player who holds cards besides."""
    melds = ask["melds"]
    deck = rules.deck()
    laid = Counter(token.card for text in melds for token in parse_cards(text, deck))
    spare = [card for card in deck.cards() if card not in laid and not card.is_joker][:2]
    hand = cards_text([*laid.elements(), *spare], deck)
    fields = {"opened": False, **{key: ask[key] for key in ask if key not in ("kind", "melds", "legal", "broken")}}
    last = (
        {"action": "discard", "card": cards_text(spare[:1], deck)}
        if rules.settings.discard.each_turn
        else {"action": "end"}
    )
    steps = [{"action": "meld", "melds": melds}, last]
    return done(position(rules, hand, **fields), steps, judged=2)


def done(match: MatchState, steps: list[Asked], judged: int = 1) -> Asked:
    """What comes of actions of which all before the last ones, those `judged`, must be legal."""
    for number, step in enumerate(steps, 1):
        try:
            match = apply(match, msgspec.convert(step, a.Action))
        except IllegalAction as error:
            if number <= len(steps) - judged:
                raise AssertionError(f"{step}: {error}") from error
            return {"legal": False, "broken": {error.fault.rule}}
    assert match.deal is not None
    over = match.deal.phase == "over"
    return {"legal": True, "broken": set(), "points": totals(match, score_deal(match)) if over else ()}


def hand(rules: Variant, ask: Asked) -> Asked:
    return {"points": meldproof.solve(rules, ask["cards"], deal=ask.get("deal")).figures.deadwood_points}


def table(rules: Variant, ask: Asked) -> Asked:
    answer = meldproof.solve(rules, ask["cards"], table=" | ".join(ask["table"]))
    lies = {" ".join(sorted(cards_text([card], rules.deck()) for card in laid.meld.cards)) for laid in answer.melds}
    wanted = {" ".join(sorted(text.split())) for text in ask.get("melds", ())}
    return {"laid": not answer.deadwood, "melds": ask.get("melds") if wanted <= lies else sorted(lies)}


def deal(rules: Variant, ask: Asked) -> Asked:
    match = new_match(rules, ask.get("players", rules.settings.players.min))
    match = replace(match, deals=ask.get("deal", 1) - 1)
    begun = apply(match, shuffled_deal(match, ask.get("dealer", 0), random.Random(1))).deal
    assert begun is not None
    held = tuple(one.size for one in begun.hands)
    return {"cards": list(held) if isinstance(ask["cards"], list) else held[0] if len(set(held)) == 1 else held}


def score(rules: Variant, ask: Asked) -> Asked:
    answers = ("kind", "points", "out", "winners")
    given = {key: ask[key] for key in ask if key not in answers}
    given["melds"] = [tuple(one) for one in given.get("melds", ())]
    found = meldproof.score(rules, given.pop("hands"), **given)
    got: Asked = {"points": found.points}
    for key in ("out", "winners"):
        if key in ask:
            got[key] = list(getattr(found, key))
    return got


def played(rules: Variant, ask: Asked) -> Asked:
    if "log" in ask:
        report = meldproof.referee(rules, [{"variant": rules.id, "players": ask.get("players", 2)}, *ask["log"]])
        broken = set() if report.fault is None else {report.fault.rule}
        return {"legal": report.legal_game, "broken": broken, "points": report.scores}
    fields = dict(ask["position"])
    lying = [tuple(one) if isinstance(one, list) else one for one in fields.pop("table", ())]
    return done(position(rules, fields.pop("hand"), *lying, **fields), ask["do"])


ASKING: Mapping[str, Callable[[Variant, Asked], Asked]] = {
    "meld": meld, "open": opening, "hand": hand, "table": table, "deal": deal, "score": score, "play": played, "close": played,
}  # fmt: skip
ANSWERS = {
    "meld": ("legal", "points", "broken"), "open": ("legal", "broken"), "hand": ("points",), "table": ("laid", "melds"),
    "deal": ("cards",), "score": ("points", "out", "winners"), "play": ("legal", "broken", "points"),
    "close": ("legal", "broken", "points"),
}  # fmt: skip


def wrong(name: str, ask: Asked) -> str:
    """What is answered otherwise than the fact says, or ""."""
    kind, left = ask["kind"], dict(ask)
    rules = rules_of(name, left)
    got = ASKING[kind](rules, left)
    said = [key for key in ANSWERS[kind] if key in ask]
    assert said, f"nothing is expected of {ask}"
    return "; ".join(f"{key}: {got[key]}, not {ask[key]}" for key in said if not agrees(got[key], ask[key]))


def agrees(got: Any, wanted: Any) -> bool:
    if isinstance(got, set):
        return wanted in got
    if isinstance(wanted, dict):
        return all(got[int(seat)] == points for seat, points in wanted.items())
    return list(got) == wanted if isinstance(wanted, list) else bool(got == wanted)


ASKED = [fact for name, fact in FACTS if name in shipped()]


@pytest.mark.parametrize("fact", ASKED, ids=lambda fact: fact["id"])
def test_the_project_says_what_the_page_says(fact: Asked) -> None:
    asked = questions(fact)
    assert asked, f"{fact['id']} has no `ask`"
    faults = [fault for ask in asked if (fault := wrong(fact["variant"], ask))]
    if "doubtful" in fact:
        assert faults, f"{fact['id']} holds; it is not doubtful"
    else:
        assert not faults


def test_every_fact_is_told_once_and_in_the_file_of_its_variant() -> None:
    assert FACTS
    told = Counter(fact["id"] for _, fact in FACTS)
    assert [name for name, times in told.items() if times > 1] == []
    for name, fact in FACTS:
        assert set(fact) >= FIELDS, fact["id"]
        assert set(fact) <= FIELDS | {"ask", "doubtful", "note"}, fact["id"]
        assert fact["variant"] == name, fact["id"]
        assert len(fact.get("doubtful", "long enough as it is missing")) >= 20, fact["id"]


@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        ({"kind": "meld", "cards": "As 2s 3s", "legal": False}, "legal"),
        ({"kind": "meld", "cards": "As 2s 3s", "legal": True, "points": 7}, "points"),
        ({"kind": "meld", "cards": "As 2s 4s", "legal": False, "broken": "run.suit"}, "broken"),
        ({"kind": "hand", "cards": "Ks Kh Kd 9s", "points": 8}, "points"),
        ({"kind": "deal", "players": 2, "cards": 9}, "cards"),
        ({"kind": "score", "hands": ["2c", "Qs Qh"], "closer": 0, "points": {"0": 19}}, "points"),
    ],
)
def test_a_fact_that_is_not_so_is_found(ask: Asked, fault: str) -> None:
    assert wrong("gin", ask).startswith(f"{fault}:")


def test_a_play_that_is_not_so_is_found() -> None:
    ask = {
        "kind": "play",
        "position": {"hand": "8h Kd", "table": ["5h 6h 7h"]},
        "do": [{"action": "layoff", "meld": 0, "cards": "8h"}],
        "legal": True,
    }
    assert wrong("rummy-500", ask) == ""
    assert wrong("rummy-500", {**ask, "legal": False}).startswith("legal:")


def test_a_play_that_is_not_the_last_must_be_legal() -> None:
    steps = [{"action": "discard", "card": "9h"}, {"action": "end"}]
    with pytest.raises(AssertionError, match="does not hold"):
        done(play(position("rummy-500", "8h Kd")), steps)
