"""Knocks: what they may leave, who defends and in what order, the last turns after one."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace
from play_helpers import broken, play, position

import meldproof
from meldproof.arranging.problem import Problem
from meldproof.cards import Card, canonical
from meldproof.errors import ProblemError
from meldproof.notation import cards_text, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.advice import advise
from meldproof.playing.board import Game
from meldproof.playing.faults import Fault
from meldproof.playing.knocking import KnockLimits, knock_arrangement
from meldproof.playing.moves import legal_actions
from meldproof.playing.perft import perft
from meldproof.playing.policy import take_turn
from meldproof.playing.scoring import score_deal, totals
from meldproof.playing.state import DealState, MatchState
from meldproof.playing.waits import find_waits
from meldproof.reference.close_words import knock_condition
from meldproof.rules.worth import point_tables
from meldproof.variants.loading import Variant

MELDED = ("6s 7s 8s 9s", "6h 7h 8h")
SEVEN = " ".join(MELDED)
UPCARD = {"A": 0, "2-9": 5, "T-K": 10}


def rules(**settings: object) -> Variant:
    """Gin with some settings; `__` stands for the dots of their names."""
    return meldproof.variant("gin", settings={name.replace("__", "."): value for name, value in settings.items()})


def many(players: int, **settings: object) -> Variant:
    """Gin for several, seven cards each, nothing void."""
    several = {"players__max": players, "deal__cards": 7, "scoring__hand": "penalty", "stock__empty": "reshuffle"}
    several |= {"stock__left": 0, "match__winner": "lowest", **settings}
    rebuilt = {"stock__rebuilt": "any"} if several["stock__empty"] == "reshuffle" else {}
    return rules(**{**rebuilt, **several})


def dealt(match: MatchState) -> DealState:
    assert match.deal is not None
    return match.deal


def advised(match: MatchState) -> tuple[a.Action, ...]:
    best = advise(match).best
    assert best is not None
    return best.actions


def fault(log: list[dict[str, Any]]) -> Fault:
    found = meldproof.referee(None, log).fault
    assert found is not None
    return found


def broken_rule(log: list[dict[str, Any]]) -> str:
    return fault(log).rule


LIMITS = [
    # settings, upcard, what is left over beside the melds, the rule that the knock breaks
    ({}, None, "As 4d 5c", ""),
    ({}, None, "2s 4d 5c", "knock.deadwood"),
    ({"knock__deadwood": 0}, None, "As", "knock.deadwood"),
    ({"knock__deadwood": 0}, None, "", ""),
    ({"knock__deadwood": "any"}, None, "Kd Qc Jh", ""),
    ({"knock__upcard": UPCARD}, "5d", "As 4d", ""),
    ({"knock__upcard": UPCARD}, "5d", "2s 4d", "knock.upcard"),
    ({"knock__upcard": UPCARD}, "Ad", "As", "knock.upcard"),
    ({"knock__upcard": UPCARD}, "Ad", "", ""),
    ({"knock__upcard": UPCARD}, "Kd", "As 4d 5c", ""),
    ({"knock__upcard": UPCARD}, "Kd", "2s 4d 5c", "knock.deadwood"),
    ({"knock__upcard": UPCARD, "knock__deadwood": "any"}, "Kd", "2s 4d 5c", "knock.upcard"),
    ({"knock__upcard": {"A": 0}, "knock__deadwood": 3}, "7d", "3d", ""),
    ({"knock__upcard": {"A": 0}, "knock__deadwood": "any"}, "7d", "Kd", ""),
    ({"knock__cards": 1}, None, "Td", ""),
    ({"knock__cards": 1}, None, "As 2d", "knock.cards"),
    ({"knock__cards": 2}, None, "As 2d", ""),
    ({"knock__cards": 2}, None, "As 2d 2c", "knock.cards"),
    ({"knock__cards": 0}, None, "As", "knock.cards"),
    ({"knock__cards": 0}, None, "", ""),
    ({"knock__cards": 1, "knock__deadwood": "any"}, None, "Kd", ""),
    ({"knock__cards": 1, "knock__deadwood": "any"}, None, "Kd Qd", "knock.cards"),
    ({"knock__cards": 1}, None, "Kd Qd", "knock.deadwood"),
]


@pytest.mark.parametrize(("settings", "upcard", "left", "rule"), LIMITS)
def test_a_knock_leaves_no_more_than_it_may(settings, upcard, left, rule):
    match = position(rules(**settings), f"{SEVEN} {left} Kc", upcard=upcard)
    assert broken(match, a.Knock(discard="Kc", melds=MELDED)) == rule
    knocks = [one for one in legal_actions(match, None) if isinstance(one, a.Knock) and one.discard == "Kc"]
    assert bool(knocks) == (rule == "")


def test_without_the_card_turned_up_a_knock_that_depends_on_it_is_not_judged():
    match = position(rules(knock__upcard=UPCARD), f"{SEVEN} As Kc")
    for ask in (lambda: broken(match, a.Knock(discard="Kc", melds=MELDED)), lambda: advise(match)):
        with pytest.raises(ProblemError, match=r"knock\.upcard.*say which it was"):
            ask()
    assert broken(match, a.Discard(card="Kc")) == ""


def test_the_deal_remembers_the_card_turned_up_whoever_takes_it():
    hands = (f"{SEVEN} As 4d Ac", None)
    log = [
        {"variant": "gin", "players": 2, "settings": {"knock.upcard": UPCARD}},
        {"action": "deal", "dealer": 1, "hands": list(hands), "upcard": "5d"},
        {"action": "draw", "from": "discard"},
        {"action": "knock", "discard": "5d", "melds": list(MELDED)},
    ]
    assert broken_rule(log) == "draw.return_taken"
    log[-1] = {"action": "knock", "discard": "4d", "melds": list(MELDED)}
    assert broken_rule(log) == "knock.upcard"


def test_the_referee_judges_the_knock_of_a_hidden_hand_by_its_cards_too():
    log = [
        {"variant": "gin", "players": 2, "settings": {"knock.cards": 1}},
        {"action": "deal", "dealer": 1, "upcard": "5d"},
        {"action": "pass"},
        {"action": "pass"},
        {"action": "draw"},
        {"action": "knock", "discard": "Kc", "melds": list(MELDED)},
    ]
    assert broken_rule(log) == "knock.cards"


# --- the arrangement with which one knocks


def leavings(cards: tuple[Card, ...], least_run: int) -> Iterator[tuple[Card, ...]]:
    """What can be left over of a hand of one deck, by laying sets and runs in every way."""
    if not cards:
        yield ()
        return
    first, others = cards[0], cards[1:]
    for left in leavings(others, least_run):
        yield (first, *left)
    for size in range(2, len(others) + 1):
        for more in combinations(others, size):
            group = (first, *more)
            ranks, suits = sorted(card.rank for card in group), {card.suit for card in group}
            is_set = len(set(ranks)) == 1 and len(suits) == len(group) <= 4
            in_order = ranks == list(range(ranks[0], ranks[0] + len(group)))
            if is_set or (len(suits) == 1 and in_order and len(group) >= least_run):
                yield from leavings(tuple(card for card in others if card not in more), least_run)


def ways(variant: Variant, hand: tuple[Card, ...]) -> set[tuple[int, int]]:
    """The points and the number of cards that arrangements of a hand can leave."""
    cost, least_run = point_tables(variant.settings).hand, variant.settings.run.min
    return {(sum(cost[card.rank] for card in rest), len(rest)) for rest in leavings(hand, least_run)}


STEEP = {"points__ranks": {"2-3": 1, "4-6": 8, "7-K": 10}}
APART = [
    # settings, a hand of which the fewest cards are not the fewest points
    ({}, "2s Ah 2h Ad 2d Ac 2c 3c"),
    ({}, "As 2s 3s Ah 2h 3h Ad 2d Ac"),
    ({}, "3s 2h 3h 4h 4d Ac 2c 3c 4c"),
    ({}, "As 2s 3s 4s 4h 2d 3d 4d Ac 2c 3c"),
    ({}, "As 4s Ah 2h 3h 4h Ad Ac 2c 3c 4c"),
    ({"run__min": 4}, "As 2h Ad 2d 3d Ac 2c 3c 4c"),
    ({"run__min": 4}, "As 2s 3s 4s Ad 2d 3d Ac 2c"),
    (STEEP, "2s 3s 3h 4h 2d Ac 2c 3c 4c"),
    (STEEP, "2s 3s 2h 3h 4h 3d 4d Ac 2c"),
    (STEEP, "2s 3s 2h 3h 4h 3d Ac 2c 4c"),
]


def cards_of(variant: Variant, text: str) -> tuple[Card, ...]:
    return canonical(token.card for token in parse_cards(text, variant.deck()))


@pytest.mark.parametrize(("settings", "hand"), APART)
def test_of_these_hands_the_fewest_cards_are_not_the_fewest_points(settings, hand):
    variant = rules(**settings)
    left = ways(variant, cards_of(variant, hand))
    assert min(left)[1] > min(cards for _, cards in left)


def drawn(seed: int) -> tuple[dict[str, Any], str]:
    """Eight cards that lie close together."""
    variant = rules()
    kinds = [card for card in variant.deck().kinds() if card.rank <= 6 and card.suit <= 3]
    return {}, cards_text(random.Random(seed).sample(kinds, 8), variant.deck())


@pytest.mark.parametrize(("settings", "hand"), [*APART, *map(drawn, range(30))])
def test_the_arrangement_of_a_knock_leaves_least_of_what_it_may(settings, hand):
    variant = rules(**settings)
    cards = cards_of(variant, hand)
    left = ways(variant, cards)
    for most, points in product((None, *range(7)), (None, 2, 4, 9, 16)):
        limits = KnockLimits(points, most)
        found = knock_arrangement(Problem(variant, variant.deck(), cards, objective=("deadwood_points",)), limits)
        least = min((one for one in left if limits.allow(*one)), default=None)
        assert (found is None) == (least is None), limits
        if found is not None and least is not None:
            assert found.figures.deadwood_points == least[0], limits
            assert limits.allow(found.figures.deadwood_points, found.figures.deadwood_cards), limits


@pytest.mark.parametrize("seed", range(40))
def test_a_knock_is_listed_planned_and_played_where_there_is_one(seed):
    variant = rules(knock__cards=1, knock__deadwood=4)
    hand = canonical(random.Random(seed).sample([card for card in variant.deck().kinds() if card.rank <= 5], 8))
    kept = [tuple(card for card in hand if card != dropped) for dropped in hand]
    may = any(points <= 4 and cards <= 1 for rest in kept for points, cards in ways(variant, rest))
    match = position(variant, cards_text(hand, variant.deck()))
    assert any(isinstance(one, a.Knock) for one in legal_actions(match, None)) == may
    assert isinstance(advised(match)[-1], a.Knock) == may
    first, _ = next(take_turn(match, random.Random(1)))
    assert isinstance(first, a.Knock) == may


def waiting(variant: Variant, hand: str, upcard: str | None) -> dict[str, tuple[str, ...]]:
    deck = variant.deck()
    problem = Problem(variant, deck, cards_of(variant, hand))
    turned = None if upcard is None else parse_cards(upcard, deck)[0].card
    return {cards_text([one.card], deck): one.allows for one in find_waits(problem, upcard=turned).waits}


@pytest.mark.parametrize(
    ("settings", "upcard", "knocks", "not_yet"),
    [
        ({"knock__deadwood": 4}, None, ["9h", "Ac", "4d"], ["5d", "Kd"]),
        ({"knock__deadwood": "any"}, None, ["9h", "Ac", "Kd"], []),
        ({"knock__upcard": UPCARD}, "7d", ["9h", "Ac", "5d"], ["6d", "Kd"]),
        ({"knock__upcard": UPCARD}, "Ad", ["9h", "5s"], ["Ac", "Kd"]),
        ({"knock__cards": 1}, None, ["9h", "Ac", "Kd"], []),
        ({"knock__cards": 0}, None, ["9h", "5s"], ["Ac", "Kd"]),
    ],
)
def test_waits_are_for_the_knocks_there_are(settings, upcard, knocks, not_yet):
    found = waiting(rules(**settings), f"{SEVEN} Kc", upcard)
    assert {card: "knock" in found.get(card, ()) for card in [*knocks, *not_yet]} == {
        **dict.fromkeys(knocks, True),
        **dict.fromkeys(not_yet, False),
    }


def test_waits_that_depend_on_the_card_turned_up_ask_for_it():
    with pytest.raises(ProblemError, match=r"knock\.upcard"):
        waiting(rules(knock__upcard=UPCARD), f"{SEVEN} Kc", None)
    asked = ["waits", "oklahoma-gin", f"{SEVEN} Kc", "--json"]
    refused, told = (subprocess.run([sys.executable, "-m", "meldproof", *words], capture_output=True, text=True, check=False)
                     for words in (asked, [*asked, "--upcard", "5d"]))  # fmt: skip
    assert "knock.upcard" in refused.stderr
    assert refused.stdout == ""
    assert '"knock"' in told.stdout


def test_where_any_deadwood_will_do_a_knock_is_advised_and_played_with_little_only():
    for left, knocks in (("4d 5c As", True), ("4d 5c 2s", False), ("Kd Qc Jh", False)):
        match = position(rules(knock__deadwood="any"), f"{SEVEN} {left} Kc")
        assert isinstance(advised(match)[-1], a.Knock) == knocks, left
        played = [action for action, _ in take_turn(match, random.Random(1))]
        assert isinstance(played[-1], a.Knock) == knocks, left


# --- several defenders

KNOCK = a.Knock(discard="Kc", melds=MELDED)


def knocked(players: int, hidden: tuple[int, ...] = (7, 7, 7), **settings: object) -> MatchState:
    """Player 0 has knocked with an ace left over; the others' hands are hidden."""
    return play(sitting(players, f"{SEVEN} As Kc", hidden, **settings), KNOCK)


def sitting(players: int, hand: str, hidden: tuple[int, ...] = (7, 7, 7), **settings: object) -> MatchState:
    """Player 0 holds these cards and has drawn; the others hold so many that nobody sees."""
    match = position(many(players, **settings), hand, players=players)
    others = (replace(one, hidden=number) for one, number in zip(dealt(match).hands[1:], hidden, strict=False))
    return replace(match, deal=replace(dealt(match), hands=(dealt(match).hands[0], *others)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("direction", ["left", "right"])
def test_everybody_but_the_knocker_defends_in_turn(players, direction):
    match = knocked(players, turn__direction=direction)
    order = list(range(1, players)) if direction == "left" else list(range(players - 1, 0, -1))
    for seat in order:
        assert (dealt(match).phase, dealt(match).to_move) == ("defend", seat)
        for early in (a.Draw(), a.Discard(card="2c"), a.Deal(), a.Knock(discard="2c")):
            assert broken(match, early) == "turn"
        match = play(match, a.Defend(player=seat))
    deal = dealt(match)
    assert (deal.phase, deal.closer) == ("over", 0)
    assert [one.player for one in deal.defences] == order


def test_a_defence_out_of_turn_is_refused_and_a_missing_one_is_asked_for():
    match = knocked(3)
    assert broken(match, a.Defend(player=2)) == "turn"
    log = [{"action": "deal", "hands": [None] * 3, "upcard": "5d"}, {"action": "draw"}]
    log += [
        {"action": "knock", "discard": "Kc", "melds": ["4s 5s 6s"], "deadwood": "As 2d 2h 3c"},
        {"action": "defend"},
    ]
    header = {
        "variant": "gin",
        "players": 3,
        "settings": {"players.max": 3, "deal.cards": 7, "turn.first_draw": "as-usual"},
    }
    for early in ({"action": "deal", "upcard": "5d"}, {"action": "draw"}):
        assert broken_rule([header, *log, early]) == "turn"
    assert fault([header, *log, {"action": "draw"}]).message == "the first player must now defend"


def test_each_defender_lays_off_on_the_melds_as_they_lie_and_scores_what_they_laid():
    match = knocked(3, hidden=(2, 3), scoring__hand="melded-minus-hand", match__winner="highest")
    assert broken(match, a.Defend(layoffs=("6s 7s 8s 9s Js", None))) != ""
    match = play(match, a.Defend(layoffs=("6s 7s 8s 9s Ts", None), deadwood="2c"))
    assert broken(match, a.Defend(layoffs=("6s 7s 8s 9s Js", None))) != ""
    assert broken(match, a.Defend(layoffs=("6s 7s 8s 9s", None))) == "layoff.on"
    match = play(match, a.Defend(layoffs=("6s 7s 8s 9s Ts Js", "6h 7h 8h 9h"), deadwood="2h"))
    assert [len(meld.slots) for meld in dealt(match).knocked_melds] == [6, 4]
    assert totals(match, score_deal(match)) == (30 + 21 - 1, 10 - 2, 10 + 9 - 2)


def test_nobody_lays_off_after_a_gin_unless_the_rules_say_so():
    hand = f"{SEVEN} Kc"
    for gin_layoff, rule in ((False, "knock.gin_layoff"), (True, "")):
        match = play(sitting(3, hand, knock__gin_layoff=gin_layoff), KNOCK, a.Defend())
        assert broken(match, a.Defend(layoffs=("6s 7s 8s 9s Ts", None))) == rule


def test_a_card_laid_off_by_one_defender_is_not_there_for_the_next():
    match = play(knocked(3), a.Defend(layoffs=("6s 7s 8s 9s Ts", None)))
    assert broken(match, a.Defend(melds=("Th Td Ts",))) == "deck.copies"


def test_a_view_and_a_replay_show_every_defence():
    variant = many(3)
    game = Game(knocked(3), 1)
    game.apply({"action": "defend"})
    game.apply({"action": "defend"})
    view = game.view(0)
    assert [shown.player for shown in view.defences] == [1, 2]
    assert view.defence == view.defences[-1]
    assert variant.settings.players.max == 3


# --- last turns


def last(players: int, **settings: object) -> MatchState:
    """Player 0 has knocked; the others have a turn more."""
    return knocked(players, close__last_turns=True, **settings)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_a_knock_each_of_the_others_draws_discards_and_shows(players):
    match = last(players)
    before = dealt(sitting(players, f"{SEVEN} As Kc")).turns
    for seat in range(1, players):
        assert (dealt(match).phase, dealt(match).to_move) == ("draw", seat)
        assert broken(match, a.Defend()) == "turn"
        match = play(match, a.Draw(source="discard" if seat == 1 else "stock"))
        assert broken(match, a.Defend()) == "turn"
        assert broken(match, a.Knock(discard="2c", melds=("4c 5c 6c",))) == "close.last_turns"
        match = play(match, a.Discard(card=("2c", "2d", "2h")[seat - 1]))
        assert (dealt(match).phase, dealt(match).to_move) == ("defend", seat)
        assert broken(match, a.Draw()) == "turn"
        match = play(match, a.Defend())
    deal = dealt(match)
    assert (deal.phase, deal.closer) == ("over", 0)
    assert deal.turns == (before[0], *(number + 1 for number in before[1:]))


def test_without_last_turns_nobody_draws_after_a_knock():
    assert broken(knocked(3), a.Draw()) == "turn"


def test_the_card_taken_in_a_last_turn_may_not_go_back():
    match = play(last(2), a.Draw(source="discard"))
    assert broken(match, a.Discard(card="Kc")) == "draw.return_taken"


@pytest.mark.parametrize(
    ("settings", "phase"),
    [
        ({"stock__empty": "void"}, "defend"),
        ({"stock__empty": "end-hand"}, "defend"),
        ({"stock__empty": "reshuffle", "stock__rebuilt": 0}, "defend"),
        ({"stock__empty": "reshuffle"}, "draw"),
        ({"stock__empty": "discard-only"}, "draw"),
        ({"stock__empty": "play-on"}, "draw"),
    ],
)
def test_a_knock_with_the_stock_used_up_is_closed_all_the_same(settings, phase):
    match = position(many(2, close__last_turns=True, **settings), f"{SEVEN} As Kc")
    match = replace(match, deal=replace(dealt(match), stock_left=0))
    match = play(match, KNOCK)
    assert dealt(match).phase == phase
    if phase == "draw":
        match = play(match, a.Draw(source="discard"), a.Discard(card="2c"))
    over = play(match, a.Defend())
    assert (dealt(over).phase, dealt(over).closer) == ("over", 0)


def test_where_only_the_pile_is_left_who_takes_nothing_shows_at_once():
    match = position(many(2, close__last_turns=True, stock__empty="discard-only"), f"{SEVEN} As Kc")
    match = play(replace(match, deal=replace(dealt(match), stock_left=0)), KNOCK, a.Pass())
    assert dealt(match).phase == "defend"


def test_last_turns_of_a_player_are_listed_counted_and_played():
    variant = many(2, close__last_turns=True)
    deck = variant.deck()
    match = last(2)
    theirs = canonical(token.card for token in parse_cards("4c 5c 6c 9d Td Jd 2h", deck))
    hands = (dealt(match).hands[0], replace(dealt(match).hands[1], cards=theirs, hidden=0))
    match = replace(match, deal=replace(dealt(match), hands=hands))
    assert {type(one) for one in legal_actions(match, None)} >= {a.Draw}
    drawn = play(match, a.Draw(source="discard"))
    assert {type(one) for one in legal_actions(drawn, None)} == {a.Discard}
    assert perft(drawn).turns == 7  # all but the card just taken
    assert advised(drawn) == (a.Discard(card="2h"),)
    for action, after in take_turn(match, random.Random(3)):
        assert broken(match, action) == ""
        match = after
    assert dealt(match).phase in ("defend", "over")


def test_nobody_must_announce_after_a_knock():
    from meldproof.playing.announcing import must_announce

    variant = many(2, close__last_turns=True, close__announce="one-away")
    match = position(variant, f"{SEVEN} As Kc")
    after = play(match, a.Discard(card="Kc"))
    assert must_announce(after, 0)
    assert not must_announce(play(match, KNOCK), 0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "settings",
    [
        {"close__last_turns": True},
        {"knock__deadwood": "any"},
        {"knock__cards": 1, "knock__deadwood": 5, "close__last_turns": True},
        {"knock__upcard": UPCARD, "knock__gin_layoff": True},
    ],
)
def test_played_matches_are_legal_to_the_end(players, settings):
    from meldproof.playing.simulate import simulate_game

    variant = many(players, **settings)
    game = simulate_game(variant, players, 5)
    report = meldproof.referee(None, list(game.lines()))
    assert report.legal_game, report.fault
    assert report.winners == game.winners != ()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"knock.upcard": {"1": 5}}, "no rank '1'"),
        ({"knock.upcard": {"A": 0, "A-3": 5}}, "twice"),
        ({"knock.upcard": 5}, "a table of points by rank"),
        ({"knock.cards": -1}, '"any"'),
        ({"knock.upcard": {"A": 0}, "deal.upcard": False, "turn.first_draw": "as-usual"}, "knock and upcard"),
    ],
)
def test_limits_that_say_nothing_are_refused(settings, said):
    with pytest.raises(meldproof.VariantError, match="knock") as caught:
        meldproof.variant("gin", settings=settings)
    assert said in str(caught.value)


def test_seven_cards_in_one_run_win_the_match_when_shown_at_a_close():
    knock = a.Knock(discard="Kb", melds=("Ao 2o 3o 4o 5o 6o 7o",))
    match = position("chinchon", "Ao 2o 3o 4o 5o 6o 7o Kb", players=3)
    match = replace(match, scores=(99, 0, 50))
    over = play(match, knock, a.Defend(), a.Defend())
    assert over.winners == (0,)
    three = a.Knock(discard="Kb", melds=("Ao 2o 3o", "4o 5o 6o 7o"))
    assert play(match, three, a.Defend(), a.Defend()).winners == ()


SAID = [
    ("gin", {}, "your deadwood is 10 points or fewer", "tus sueltas suman 10 puntos o menos"),
    ("straight-gin", {}, "your deadwood is 0 points", "tus sueltas suman 0 puntos"),
    (
        "chinchon",
        {},
        "your deadwood is 4 points or fewer and it is at most one card",
        "tus sueltas suman 4 puntos o menos y es a lo sumo una carta",
    ),
    (
        "oklahoma-gin",
        {"knock.cards": 2},
        "your deadwood is no more than the card first turned up allows (2 to 10: their number; A: 0; J–K: 10) and it is at "
        "most 2 cards",
        "tus sueltas suman a lo sumo lo que permite la carta dada vuelta al repartir (del 2 al 10: su número; A: 0; "
        "J–K: 10) y es a lo sumo 2 cartas",
    ),
]


@pytest.mark.parametrize(("name", "settings", "english", "spanish"), SAID)
def test_what_a_knock_asks_is_said(name, settings, english, spanish):
    variant = meldproof.variant(name, settings=settings)
    assert knock_condition(variant.settings, ("your deadwood is", "tus sueltas suman")) == (english, spanish)


def test_what_a_knock_asks_where_anything_goes_is_nothing():
    assert knock_condition(meldproof.variant("knock-rummy").settings, ("", "")) is None
