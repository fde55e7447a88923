"""Logs that people wrote: what they declare, where cards can be, what the first line says, and what they are told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from play_helpers import broken, position
from test_cli import run

import meldproof
from meldproof.cards import Meld, rank_at
from meldproof.checking.roles import can_be_wild
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.notation import card_text, meld_texts, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.growing import growths
from meldproof.playing.referee import RefereeReport, read_log, referee
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import new_match
from meldproof.variants.loading import Variant

LOGS = Path(__file__).parent / "data" / "reported_logs"


def judged(header: dict[str, Any], *actions: dict[str, Any], variant: Variant | None = None) -> RefereeReport:
    return referee(variant, [json.dumps({"players": 2, **header}), *map(json.dumps, actions)])


def do(action: str, **fields: Any) -> dict[str, Any]:
    return {"action": action, **fields}


# --- the logs that were reported


REPORTED = [
    ("card-lies-on-the-pile", 4, "deck.copies"),
    ("frozen-joker-in-two-steps", 14, "table.jokers"),
    ("header-readings", 4, "run.wilds.max"),
    ("layoff-natural-beside-two-wild-classes", None, ""),
    ("opening-taken-apart", 9, "opening.points"),
    ("tile-of-this-turn-in-an-earlier-action", None, ""),
]


@pytest.mark.parametrize(("name", "line", "rule"), REPORTED, ids=[name for name, *_ in REPORTED])
def test_a_reported_log_gets_its_right_verdict(name: str, line: int | None, rule: str) -> None:
    report = referee(None, read_log(LOGS / f"{name}.jsonl"))
    assert report.line == line
    assert ("" if report.fault is None else report.fault.rule) == rule


def test_a_lay_off_that_could_stand_in_two_places_is_not_judged_and_both_are_spelled_out() -> None:
    done = run("referee", "argentino", str(LOGS / "layoff-two-places.jsonl"))
    assert (done.returncode, done.stdout) == (2, "")
    (said,) = done.stderr.strip().splitlines()
    assert "line 9" in said
    assert "2d=4s 5s JK=6s 7s" in said
    assert "5s JK=6s 7s 2d=8s" in said


# --- what a log declares is judged as `check --ordered` judges it


DECLARED = [
    ("argentino", "9s 9h JK=9s"), ("argentino", "9s 9h 2d=9h"), ("argentino", "JK=9s 9s 9c"), ("rummy-500", "9s 9h JK=9h"),
    ("reglamento", "9s 9h JK=9s"), ("reglamento", "9s JK=9h JK=9h"), ("reglamento", "9s 2d=9s 9h"), ("fichas", "7r 7b JK=7r"),
    ("fichas", "7r JK=7b JK=7b"), ("rummikub", "7r 7b JK=7b"), ("argentino", "4s JK=5h 6s"), ("fichas", "4r JK=6r 6r"),
    ("argentino", "4s JK=5s 2d=6s"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "text"), DECLARED)
def test_a_meld_that_check_refuses_as_written_is_no_meld_of_a_log(rules: str, text: str) -> None:
    variant = meldproof.variant(rules)
    verdict = check_cards(variant, text, ordered=True)
    assert not verdict.legal
    cards = [word.partition("=")[0] for word in text.split()]
    full = " ".join((*cards, card_text(next(iter(variant.deck().kinds())), variant.deck())))
    match = position(rules, full, opened=True)
    wanted = {violation.rule for violation in verdict.violations}
    assert broken(match, a.LayMelds(melds=(text,))) in wanted
    if variant.settings.table.rearrange != "none":
        assert broken(match, a.Rearrange(table=(text,))) in wanted
    lying = " ".join((*cards[:2], card_text(next(iter(variant.deck().kinds())), variant.deck())))
    if not check_cards(variant, " ".join(cards)).legal or not check_cards(variant, lying).legal:
        return
    grown = position(rules, full, (lying, 0))
    assert broken(grown, a.LayOff(meld=0, cards=cards[2], to=text)) in wanted


@pytest.mark.parametrize(
    ("rules", "lying", "hand", "card", "to"),
    [
        ("argentino", "9s 9h 9c", "JK 3d 4d", "JK", "9s 9h 9c JK=9h"),
        ("rummy-500", "9s 9h 9c", "JK 3d 4d", "JK", "9s 9h 9c JK=9c"),
        ("reglamento", "9s 9h 9c", "2d 3d 4d", "2d", "9s 9h 9c 2d=9s"),
        ("fichas", "7r 7b 7k", "JK 1y 3y", "JK", "7r 7b 7k JK=7k"),
    ],
)
def test_a_wild_laid_off_on_a_set_is_not_declared_as_a_card_that_is_there(
    rules: str, lying: str, hand: str, card: str, to: str
) -> None:
    match = position(rules, hand, (lying, 0))
    suits = "set.suits"
    assert broken(match, a.LayOff(meld=0, cards=card, to=to)) == suits
    said = to.split()[-1]
    assert broken(match, a.LayOff(meld=0, cards=said)) == suits
    assert broken(match, a.LayOff(meld=0, cards=card)) == ""


# --- lay-offs: every placement that leaves the old cards where they stand


def brute_growths(variant: Variant, old: Meld, added: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every way to write added cards below and above a run that `check --ordered` takes, spelled out in full."""
    deck = variant.deck()
    lying = meld_texts(old, deck)
    suit, first = deck.suits[old.slots[0].as_suit - 1], old.slots[0].place
    found = set()
    for order in set(permutations(added)):
        for below in range(len(order) + 1):
            places = [
                *range(first - below, first),
                *range(old.slots[-1].place + 1, old.slots[-1].place + 1 + len(order)),
            ]
            options = []
            for text, place in zip(order, places, strict=False):
                said = f"{text}={deck.ranks[rank_at(place, len(deck.ranks)) - 1]}{suit}"
                (token,) = parse_cards(text, deck)
                options.append((text, said) if can_be_wild(token.card, variant.settings) else (text,))
            for chosen in product(*options):
                written = (*chosen[:below], *lying, *chosen[below:])
                bare = [
                    word
                    for word in written
                    if word in added and can_be_wild(parse_cards(word, deck)[0].card, variant.settings)
                ]
                natural = all(parse_cards(word, deck)[0].card.rank for word in bare)
                verdict = check_cards(variant, " ".join(written), ordered=True)
                if (
                    natural
                    and verdict.legal
                    and verdict.meld.kind == "run"
                    and meld_texts(verdict.meld, deck) == written
                ):
                    found.add(written)
    return found


RUNS = [
    ("reglamento", "5s 2d=6s 7s JK=8s", ["9s", "4s", "JK", "2c", "2h", "9h", "3s"]),
    ("argentino", "5s JK=6s 7s", ["2d", "JK", "8s", "4s", "2h", "9s", "3s"]),
    ("argentino", "JK=4s 5s 6s", ["2d", "JK", "7s", "8s", "3s"]),
    ("rummy-500", "Qh Kh Ah", ["JK", "Jh", "Th", "2h"]),
    ("rummy-500", "As 2s 3s", ["JK", "4s", "5s", "Ks"]),
    ("reglamento", "As 2s 3s", ["2d", "JK", "4s", "2s"]),
    ("reglamento", "3s 4s 5s", ["2s", "2d", "As", "JK", "6s"]),
    ("fichas", "11r 12r JK=13r", ["JK", "1r", "10r", "9r", "13r"]),
]


@pytest.mark.parametrize(("rules", "lying", "others"), RUNS, ids=[lying for _, lying, _ in RUNS])
def test_every_placement_in_a_run_is_known_and_no_other(rules: str, lying: str, others: list[str]) -> None:
    variant = meldproof.variant(rules)
    match = position(rules, "Kd 3d" if variant.settings.deck.style == "cards" else "1k 3k", (lying, 0))
    assert match.deal is not None
    old = match.deal.table[0].meld
    groups = [(one,) for one in others] + [(x, y) for n, x in enumerate(others) for y in others[n + 1 :]]
    for added in groups:
        cards = [token.card for token in parse_cards(" ".join(added), match.deck)]
        found = {meld_texts(way, match.deck) for way in growths(match, old, cards)}
        assert found == brute_growths(variant, old, added), added


SETS = [
    ("reglamento", "9s 9h JK", ["9d", "9c", "JK", "2d", "2s", "9s", "8s"]),
    ("argentino", "9s 9h 9c", ["JK", "2d", "9d", "9h"]),
    ("argentino", "9s 9h 2d", ["JK", "9d", "9c", "2h"]),
    ("fichas", "7r JK=7b JK=7k", ["7b", "7k", "7r", "8r"]),
    ("reglamento", "2s 2h 2c", ["2d", "JK", "2s", "As"]),
]


@pytest.mark.parametrize(("rules", "lying", "others"), SETS, ids=[lying for _, lying, _ in SETS])
def test_a_set_never_asks_where_a_card_goes(rules: str, lying: str, others: list[str]) -> None:
    variant = meldproof.variant(rules)
    match = position(
        rules,
        "Kd 3d" if variant.settings.deck.style == "cards" else "1k 3k",
        (lying, 0),
        players=variant.settings.players.max,
    )
    assert match.deal is not None
    old = match.deal.table[0].meld
    groups = [(one,) for one in others] + [(x, y) for n, x in enumerate(others) for y in others[n + 1 :]]
    for added in groups:
        cards = [token.card for token in parse_cards(" ".join(added), match.deck)]
        ways = growths(match, old, cards)
        try:
            legal = "set" in check_cards(variant, [*(card for card in old.cards), *cards]).kinds
        except MeldproofError:  # more copies than the deck has
            continue
        assert len(ways) == legal, added


WHY_NOT = [
    ("argentino", "JK=4s 5s JK=6s 7s JK=8s", "2d", "run.wilds.adjacent"),
    ("argentino", "JK=4s 5s 6s", "9s", "run.consecutive"),
    ("rummy-500", "5s 6s 7s", "9s", "run.consecutive"),
    ("rummy-500", "5s 6s 7s", "8h", "run.suit"),
    ("rummy-500", "5s 6s JK=7s", "7s", "run.consecutive"),
    ("rummy-500", "5s 6s JK=7s", "JK", "run.wilds.max"),
    ("rummy-500", "Qs Ks As", "2s", "run.ends"),
    ("rummy-500", "9s 9h 9c", "8d", "set.rank"),
    ("fichas", "7r 7b 7k 7y", "JK", "set.max"),
]


@pytest.mark.parametrize(("rules", "lying", "card", "rule"), WHY_NOT)
def test_a_lay_off_that_can_not_be_names_the_clause_that_it_breaks(
    rules: str, lying: str, card: str, rule: str
) -> None:
    match = position(rules, f"{card} {'Kd 3d' if rules != 'fichas' else '1k 3k'}", (lying, 0), players=3)
    assert broken(match, a.LayOff(meld=0, cards=card)) == rule


@pytest.mark.parametrize("to", ["JK=7s 2d=4s 5s 6s", "2d=4s 5s 6s JK=7s", "5s 6s 2d=7s"])
def test_a_wild_that_lies_keeps_its_place_whatever_a_log_says(to: str) -> None:
    match = position("argentino", "2d Kd 3d", ("JK=4s 5s 6s", 0))
    assert broken(match, a.LayOff(meld=0, cards="2d", to=to)) != ""


# --- cards are where they are, hidden hands or not


OPEN_4S = (do("deal", dealer=1, upcard="4s"), do("draw", **{"from": "stock"}))
TAKEN_4S = (do("deal", dealer=1, upcard="4s"), do("draw", **{"from": "discard"}))
NOT_HELD: list[tuple[str, str, tuple[dict[str, Any], ...], int | None]] = [
    ("on the pile", "rummy-500", (*OPEN_4S, do("meld", melds=["4s 5s 6s"])), 4),
    ("on the pile, discarded", "gin", (
        *TAKEN_4S, do("discard", card="9h"), do("draw"), do("discard", card="9d"), do("draw"), do("discard", card="9h")), 8),
    ("on the table", "rummy-500", (
        *OPEN_4S, do("meld", melds=["5s 6s 7s"]), do("discard", card="Kd"), do("draw"), do("meld", melds=["7s 7h 7d"])), 7),
    ("in another's hand", "gin", (*TAKEN_4S, do("discard", card="9h"), do("draw"), do("discard", card="4s")), 6),
    ("stock card that lies open", "gin", (*TAKEN_4S, do("discard", card="9h"), do("draw", card="4s")), 5),
    ("a card twice in one action", "rummy-500", (*OPEN_4S, do("meld", melds=["5s 6s 7s", "7s 7h 7d"])), 4),
    ("a card in two melds of a knock", "gin", (
        *TAKEN_4S, do("knock", discard="Kd", melds=["9s 9h 9d", "9d Td Jd"])), 4),
    ("a defender's card that the knocker shows", "gin", (
        *TAKEN_4S, do("knock", discard="Kd", melds=["9s 9h 9d", "4s 5s 6s 7s"]), do("defend", melds=["9c 9d 9h"])), 5),
    ("a defender's card that was discarded", "gin", (
        *TAKEN_4S, do("knock", discard="Kd", melds=["9s 9h 9d", "4s 5s 6s 7s"]), do("defend", melds=["Kd Kh Ks"])), 5),
    ("one of two, and the other is known", "fichas", (
        do("deal", discard="13k"), do("draw", card="13k"), do("end"), do("draw", card="13k")), 5),
    ("laid down before play, and known to be elsewhere", "fichas", (
        do("deal", dealer=1, discard="13k", hands=[None, "13k 13k 1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r"]),), 2),
    ("not what lies on top", "gin", (do("deal", dealer=1, upcard="4s"), do("draw", **{"from": "discard"}, card="5s")), 3),
    ("what lies on top", "gin", (do("deal", dealer=1, upcard="4s"), do("draw", **{"from": "discard"}, card="4s")), None),
    ("one of two", "fichas", (do("deal", discard="13k"), do("draw", card="13k")), None),
    ("seen in a hand, played by its holder", "gin", (*TAKEN_4S, do("knock", discard="Kd", melds=["9s 9h 9d", "4s 5s 6s 7s"])), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "actions", "line"), [case[1:] for case in NOT_HELD], ids=[case[0] for case in NOT_HELD]
)
def test_a_hidden_hand_does_not_hold_what_is_known_to_be_elsewhere(
    rules: str, actions: tuple[dict[str, Any], ...], line: int | None
) -> None:
    report = judged({"variant": rules}, *actions)
    assert report.line == line
    if line is not None:
        assert report.fault is not None
        assert report.fault.rule in ("deck.copies", "cards")


def test_a_card_of_a_rebuilt_stock_is_not_held_by_who_has_not_drawn_since() -> None:
    turned = ["9c", "9d", "9s", "Tc", "Td"]
    header = {"variant": "reglamento", "settings": {"deal.cards": 10}}
    turns = [step for card in turned for step in (do("draw"), do("discard", card=card))]
    begin = (do("deal", dealer=0, hands=[None, None], upcard="Kh"), *turns)
    deck = meldproof.variant("reglamento").deck(2).size
    left = deck - 21 - len(turned)
    fill = [f"{rank}{suit}" for rank in "QJ87653" for suit in "shdc"][: left - 1]
    more = [step for card in fill for step in (do("draw"), do("discard", card=card))]
    played = judged(header, *begin, *more)
    assert played.legal_game, played.fault
    last = (do("draw"), do("discard", card="As"))
    rebuilt = (do("rebuild"), do("draw"))
    fine = judged(header, *begin, *more, *last, *rebuilt, do("discard", card="9c"))
    assert fine.legal_game, fine.fault
    named = (do("rebuild"), do("draw", card="9d"))
    assert judged(header, *begin, *more, *last, *named).legal_game
    wrong = judged(header, *begin, *more, *last, *named, do("discard", card="9c"))
    assert wrong.line == len(begin) + len(more) + len(last) + 4
    strange = judged(header, *begin, *more, *last, do("rebuild"), do("draw", card="Ac"))
    assert strange.fault is not None
    assert strange.fault.rule == "deck.copies"


def hidden_logs(rules: str, players: int, seed: int) -> Iterator[list[str]]:
    """A simulated game with some hands, stocks and orders hidden, and some stock cards named."""
    variant = meldproof.variant(rules)
    actions = simulate_game(variant, players, seed).actions[:MOST_ACTIONS]
    for way in range(2):
        rng = random.Random(f"{rules} {players} {seed} {way}")
        stock, order, named = rng.random() < 0.7, rng.random() < 0.7, rng.random()
        secret = [rng.random() < 0.6 for _ in range(players)]
        lines, match = [json.dumps({"variant": rules, "players": players})], new_match(variant, players)
        for action in actions:
            shown = action
            if isinstance(action, a.Deal):
                hands = tuple(None if hide else text for hide, text in zip(secret, action.hands, strict=True))
                shown = msgspec.structs.replace(action, hands=hands, stock=None if stock else action.stock)
            elif isinstance(action, a.Rebuild) and order:
                shown = msgspec.structs.replace(action, stock=None)
            elif isinstance(action, a.Draw) and action.source == "stock" and rng.random() < named:
                assert match.deal is not None
                if match.deal.stock:
                    shown = msgspec.structs.replace(action, card=card_text(match.deal.stock[0], match.deck))
            lines.append(msgspec.json.encode(shown).decode())
            match = meldproof_apply(match, action)
        yield lines


def meldproof_apply(match: Any, action: a.Action) -> Any:
    from meldproof.playing.game import apply

    return apply(match, action)


MOST_ACTIONS = 260
HIDDEN = [("argentino", 2), ("argentino", 3), ("reglamento", 4), ("gin", 2), ("rummy-500", 3), ("fichas", 2)]


@pytest.mark.parametrize(("rules", "players"), HIDDEN)
def test_nobody_is_accused_for_what_is_merely_hidden(rules: str, players: int) -> None:
    for seed in range(2):
        for lines in hidden_logs(rules, players, seed):
            report = referee(None, lines)
            assert report.legal_game, report.fault


def test_a_hand_that_must_hold_all_that_is_left_is_known() -> None:
    game = simulate_game(meldproof.variant("gin"), 2, 5)
    deal = game.actions[0]
    assert isinstance(deal, a.Deal)
    end = next(number for number, action in enumerate(game.actions) if isinstance(action, a.Defend)) + 1
    hidden = msgspec.structs.replace(deal, hands=(None, deal.hands[1]))
    lines = [json.dumps({"variant": "gin", "players": 2})]
    lines += [msgspec.json.encode(action).decode() for action in (hidden, *game.actions[1:end])]
    report = referee(None, lines)
    assert report.legal_game, report.fault
    assert report.unjudged == ()
    assert all(line.points is not None for line in report.deals[0].lines)


# --- the deadwood that a knock and a defence show


SHOWN = do("knock", discard="Kd", melds=["4s 5s 6s", "9s 9h 9d"], deadwood="2c 3d 4h As")
DEFENDED = do("defend", melds=["Ks Kh Kc"], layoffs=[None, "9s 9h 9d 9c"], deadwood="Qs Qh 2h 3h 7c 8c")


def test_hidden_hands_that_show_their_deadwood_are_scored() -> None:
    report = judged({"variant": "gin"}, *TAKEN_4S, SHOWN, DEFENDED)
    assert report.scores == (40 - 10, 0)
    assert not any("deadwood" in text or "hand value" in text for text in report.unjudged)


@pytest.mark.parametrize(
    ("deadwood", "rule"),
    [
        ("2c 3d 4h", "cards"), ("2c 3d 4h As Ah", "cards"), ("2c 3d 5h As", "knock.deadwood"), ("2c 3d 4s As", "deck.copies"),
        ("2c 3d 4h Kd", "deck.copies"), ("", "cards"), (None, ""),
    ],
)  # fmt: skip
def test_the_deadwood_shown_is_the_rest_of_the_hand(deadwood: str | None, rule: str) -> None:
    report = judged({"variant": "gin"}, *TAKEN_4S, {**SHOWN, "deadwood": deadwood})
    assert ("" if report.fault is None else report.fault.rule) == rule


def test_a_knock_of_hidden_cards_that_can_not_be_cheap_enough_is_refused() -> None:
    report = judged({"variant": "gin"}, *TAKEN_4S, do("knock", discard="Kd", melds=[]))
    assert report.fault is not None
    assert report.fault.rule == "knock.deadwood"


# --- lines that can't be judged as they are written


UNCLEAR = [
    ("gin", (*TAKEN_4S, SHOWN, do("defend", layoffs=[""])), "line 5: layoffs: entry 1 is an empty text; write null"),
    ("gin", (*TAKEN_4S, SHOWN, do("defend", melds=[""])), "line 5: the meld is an empty text"),
    ("rummy-500", (*OPEN_4S, do("meld", melds=["5s 6s 7s", " "])), "line 4: new meld 2 is an empty text"),
    ("rummy-500", (*OPEN_4S, do("meld", melds=["5s 6s 7s"]), do("layoff", meld=0, cards="")), "line 5: no card was named"),
    ("fichas", (do("deal", discard="13k"), do("draw"), do("meld", melds=["10r 11r JK"]), do("exchange", meld=0, card="12r")),
     "line 5: where the table may be rearranged, an exchange is written as a rearrange"),
    ("rummy-500", (*OPEN_4S, do("meld", melds=["5s 6s 7s"]), do("layoff", meld=0, cards="JK")), "say `to`: "),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "actions", "said"), UNCLEAR)
def test_what_is_not_written_so_that_it_can_be_judged_is_one_clear_line(
    rules: str, actions: tuple[dict[str, Any], ...], said: str
) -> None:
    with pytest.raises(MeldproofError) as caught:
        judged({"variant": rules}, *actions)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


# --- the first line counts


JOKERS = (do("deal", discard="13k"), do("draw"), do("meld", melds=["11r 12r JK JK"]))


@pytest.mark.parametrize(
    ("header", "command", "clause", "said"),
    [
        ({"readings": ["one-joker-per-meld"]}, None, "fichas/wilds-in-melds", ""),
        ({"readings": ["one-joker-per-meld"]}, {}, "fichas/wilds-in-melds", ""),
        ({"settings": {"run.wilds.max": 1}}, {}, "log/run.wilds.max", ""),
        ({"readings": ["one-joker-per-meld"]}, {"readings": ("joker-moves-freely",)}, "fichas/wilds-in-melds", ""),
        ({"settings": {"run.wilds.max": 1}}, {"settings": {"opening.points": 20}}, "log/run.wilds.max", ""),
        ({"settings": {"opening.points": 20}}, {"settings": {"run.wilds.max": 1}}, "settings/run.wilds.max", ""),
        ({"settings": {"run.wilds.max": 1}}, {"settings": {"run.wilds.max": "any"}}, "", "run.wilds.max"),
        ({"readings": ["one-joker-per-meld"]}, {"settings": {"run.wilds.max": "any"}}, "", "run.wilds.max"),
        ({"settings": {"run.wilds.max": 2}}, {"readings": ("one-joker-per-meld",)}, "fichas/wilds-in-melds", "run.wilds.max"),
        ({"readings": ["exchange-with-table-tiles"]}, {"readings": ("joker-moves-freely",)}, "", "exchange-with-table-tiles"),
        ({"settings": {"table.jokers": "free"}}, {"settings": {"table.rearrange": "none"}}, "", "table.jokers"),
        ({"settings": {"run.wilds.max": "any"}}, {}, "", ""),
    ],
)  # fmt: skip
def test_readings_and_settings_of_the_first_line_count_and_the_commands_win(
    header: dict[str, Any], command: dict[str, Any] | None, clause: str, said: str
) -> None:
    variant = None if command is None else meldproof.variant("fichas", **command)
    report = judged({"variant": "fichas", **header}, *JOKERS, variant=variant)
    assert ("" if report.fault is None else report.fault.clause) == clause
    assert [said in text for text in report.warnings] == [True] * bool(said)


@pytest.mark.parametrize(
    "header",
    [
        {"readings": ["one-jokerr"]}, {"settings": {"run.wilds.maxx": 1}}, {"settings": {"run.wilds.max": "few"}},
        {"settings": {"knock.deadwood": 3}}, {"readings": ["joker-moves-freely", "exchange-with-table-tiles"]},
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", [None, {}, {"settings": {"opening.points": 20}}])
def test_what_the_first_line_can_not_mean_is_refused_by_name(
    header: dict[str, Any], command: dict[str, Any] | None
) -> None:
    variant = None if command is None else meldproof.variant("fichas", **command)
    with pytest.raises(MeldproofError) as caught:
        judged({"variant": "fichas", **header}, *JOKERS, variant=variant)
    assert str(caught.value).startswith("line 1: ")
    assert len(str(caught.value).splitlines()) == 1


def test_a_simulated_log_says_the_readings_it_was_played_by() -> None:
    variant = meldproof.variant("fichas", readings=("one-joker-per-meld",))
    header = json.loads(next(iter(simulate_game(variant, 2, 1).lines())))
    assert header["readings"] == ["one-joker-per-meld"]


# --- words


TILES = "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 13b 13k"
CLOSES = (
    do("deal", dealer=1, hands=[TILES, None], discard="13b"), do("draw", card="13y"),
    do("meld", melds=["1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r", "13r 13k 13y"]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("after", "line"), [((), None), (({},), None), (({"player": 0},), None), (({}, {}), 6), (({"player": 1},), 5)]
)
def test_one_end_after_the_play_that_closed_is_no_fault(after: tuple[dict[str, Any], ...], line: int | None) -> None:
    report = judged({"variant": "fichas"}, *CLOSES, *(do("end", **fields) for fields in after))
    assert report.line == line


def test_the_best_alternative_is_shown_first_and_every_kind_is_among_them() -> None:
    hands = ["5s 6s 7s Qc Kc Kh Ks", None]
    report = judged(
        {"variant": "rummy-500"},
        do("deal", dealer=1, upcard="4s", hands=hands), do("draw", card="Jc"), do("discard", card="Ac"),
    )  # fmt: skip
    assert report.legal[0] == {"action": "meld", "melds": ("5s 6s 7s", "Jc Qc Kc")}
    assert {option["action"] for option in report.legal} == {"meld", "discard"}
    tiles = judged(
        {"variant": "fichas"},
        do("deal", dealer=1, hands=[TILES, None], discard="13b"), do("draw", card="1b"), do("draw"),
    )  # fmt: skip
    assert {"meld", "rearrange", "end"} >= {option["action"] for option in tiles.legal} >= {"meld", "end"}


def test_scores_that_hidden_hands_decide_make_nobody_owe_an_opening() -> None:
    """The score decides what an opening needs, and after a hidden deal nobody knows it."""
    header = {"variant": "argentino", "settings": {"melding.first_turn": True, "deal.cards": 3}, "scores": [740, 0]}
    first = (
        do("deal", dealer=1, upcard="9c", hands=["Ks Kh Kd", None]), do("draw", card="3c"),
        do("meld", melds=["Ks Kh Kd"]), do("discard", card="3c", face_down=True),
    )  # fmt: skip
    report = judged(header, *first, do("deal", dealer=0, upcard="9c"), do("draw"), do("meld", melds=["4s 5s 6s"]))
    assert report.legal_game, report.fault
    assert any("what an opening of the second player must be worth" in text for text in report.unjudged)
