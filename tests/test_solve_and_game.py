"""What arranging says, the game says: `play`, `perft`, `waits`, legal actions and the referee by one another."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from play_helpers import broken, play, position

import meldproof
from meldproof.arranging.columns import Item, Maker
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Card, canonical
from meldproof.errors import MeldproofError, ProblemError, VariantError
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.advice import Plan, best_rest
from meldproof.playing.closing import hand_points
from meldproof.playing.game import apply
from meldproof.playing.moves import legal_actions
from meldproof.playing.perft import perft, turns_from
from meldproof.playing.plan import opening_of, touchable
from meldproof.playing.referee import referee
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.playing.waits import find_waits

# --- runs that are required


@pytest.mark.parametrize("name", ["requirement.pure_runs", "requirement.runs"])
@pytest.mark.parametrize("rules", ["argentino", "rummy-500", "fichas"])
def test_runs_required_of_a_show_are_refused_where_melds_are_laid_in_turns(name: str, rules: str) -> None:
    with pytest.raises(VariantError, match=rf"{name}: runs are required of what is shown at the close"):
        meldproof.variant(rules, settings={name: 1})
    assert meldproof.variant("gin", settings={name: 1}).values[name] == 1


def test_a_log_whose_settings_require_runs_of_melds_laid_in_turns_is_refused() -> None:
    header = {"variant": "argentino", "players": 2, "settings": {"requirement.pure_runs": 1}}
    with pytest.raises(MeldproofError, match=r"requirement\.pure_runs"):
        referee(None, [json.dumps(header)])


GIN = {"requirement.pure_runs": 1, "requirement.runs": 2, "knock.deadwood": 30}


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        ((), ""),  # who shows nothing owes no run
        (("9s 9h 9d",), "requirement.pure_runs"),
        (("3s 4s 5s",), ""),
        (("3s 4s 5s", "9s 9h 9d"), "requirement.runs"),
        (("3s 4s 5s", "6c 7c 8c", "9s 9h 9d"), ""),
    ],
)
def test_a_show_without_the_runs_required_is_refused(melds: tuple[str, ...], rule: str) -> None:
    match = position("gin", "3s 4s 5s 6c 7c 8c 9s 9h 9d As Kd", settings=GIN | {"knock.deadwood": 100})
    assert broken(match, a.Knock(discard="Kd", melds=melds)) == rule


@pytest.mark.parametrize(
    ("melds", "layoffs", "rule"),
    [
        (("Ks Kh Kd",), (), "requirement.pure_runs"),
        (("4h 5h 6h",), (), ""),
        (("4h 5h 6h", "Ks Kh Kd"), (), "requirement.runs"),
        ((), ("3s 4s 5s 6s",), ""),  # a run added to counts, as it does in an arrangement
        (("Ks Kh Kd",), ("3s 4s 5s 6s",), ""),
        (("4h 5h 6h",), ("3s 4s 5s 6s",), ""),
    ],
)
def test_a_defence_without_the_runs_required_is_refused(
    melds: tuple[str, ...], layoffs: tuple[str, ...], rule: str
) -> None:
    settings = GIN | {"deal.cards": 9, "requirement.runs": 3 if len(melds) > 1 else 0}
    hands = ("3s 4s 5s 9s 7c 8d As 2c Ac", "4h 5h 6h Ks Kh Kd 6s 2d Th")
    match = new_match(meldproof.variant("gin", settings=settings), 2)
    match = play(match, a.Deal(dealer=1, hands=hands, upcard="Jc"), a.Pass(), a.Pass(), a.Draw(card="Qh"))
    match = play(match, a.Knock(discard="Qh", melds=("3s 4s 5s",)))
    assert broken(match, a.Defend(melds=melds, layoffs=layoffs)) == rule


AT_CLOSE = {"melding.at": "close", "requirement.pure_runs": 1}


def test_where_melds_are_laid_at_the_close_without_a_knock_they_are_laid_whole() -> None:
    match = position("argentino", "3s 4s 5s 9s 9h 9d Kd", settings=AT_CLOSE)
    assert broken(match, a.LayMelds(melds=("3s 4s 5s",))) == "melding.at"
    assert broken(match, a.LayMelds(melds=("3s 4s 5s", "9s 9h 9d"))) == ""
    sets = position("argentino", "8s 8h 8d 9s 9h 9d Kd", settings=AT_CLOSE)
    assert broken(sets, a.LayMelds(melds=("8s 8h 8d", "9s 9h 9d"))) == "requirement.pure_runs"


# --- a closing play that needs no opening; a turn without a draw

EXEMPT = {"opening.points": 51, "opening.binds_closing": False}


def test_a_closing_play_that_needs_no_opening_is_found_and_judged_so() -> None:
    match = position("argentino", "Ks Kh Kd", opened=False, settings=EXEMPT)
    plan = best_rest(match)
    assert plan is not None
    assert plan.closes
    assert a.LayMelds(melds=("Ks Kh Kd",)) in legal_actions(match)


def test_a_closing_play_that_needs_no_opening_may_lay_off_too() -> None:
    match = position("argentino", "4s 5s 6s 9h Kd", "Th Jh Qh", opened=False, settings=EXEMPT)
    plan = best_rest(match)
    assert plan is not None
    assert plan.closes
    laid = apply(match, a.LayMelds(melds=("4s 5s 6s",)))
    assert broken(laid, a.Discard(card="Kd")) == "opening.points"
    assert broken(apply(laid, a.LayOff(meld=0, cards="9h")), a.Discard(card="Kd")) == "discard.face_down" * 0
    stuck = position("argentino", "4s 5s 6s 9h Kd", "3h 4h 5h", opened=False, settings=EXEMPT)
    assert broken(stuck, a.LayMelds(melds=("4s 5s 6s",))) == "opening.points"


def test_in_the_first_deal_a_closing_play_may_lay_off_too() -> None:
    readings = ("none-in-first-deal",)
    match = position("argentino", "4s 5s 6s 9h Kd", "Th Jh Qh", opened=False, deal=1, readings=readings)
    laid = apply(match, a.LayMelds(melds=("4s 5s 6s",)))
    assert broken(laid, a.Discard(card="Kd")) == "melding.first_deal"
    assert broken(apply(laid, a.LayOff(meld=0, cards="9h")), a.Discard(card="Kd")) == ""


IF_NOTHING = {"draw.when": "if-nothing-laid"}


def test_where_one_draws_only_after_laying_nothing_the_turn_begins_with_the_play() -> None:
    match = position("rummikub", "9r 10r 11r", opened=False, drawn=False, settings=IF_NOTHING)
    plan = best_rest(match)
    assert plan is not None
    assert plan.actions == (a.Rearrange(table=("9r 10r 11r",)),) or plan.actions == (a.LayMelds(melds=("9r 10r 11r",)),)
    assert plan.closes
    assert a.Draw() in legal_actions(match)
    assert perft(match).turns == 2  # the run, or a tile


def test_who_can_lay_nothing_draws_and_the_turn_is_over() -> None:
    match = position("rummikub", "9r 10r 1b", opened=False, drawn=False, settings=IF_NOTHING)
    plan = best_rest(match)
    assert plan is not None
    assert plan.actions == (a.Draw(),)
    assert perft(match).turns == 1
    after = apply(match, a.Draw())
    assert after.deal is not None
    assert after.deal.to_move == 1
    assert after.deal.phase == "play"


# --- discards that may not close


@pytest.mark.parametrize("rules", ["argentino", "rummy-500", "reglamento"])
def test_games_in_which_no_discard_closes_are_played_to_their_end(rules: str) -> None:
    variant = meldproof.variant(rules, settings={"discard.to_close": "forbidden"})
    closed = 0
    for seed in (1,):
        log = simulate_game(variant, 2, seed)
        report = referee(None, list(log.lines()))
        assert report.legal_game, report.fault
        closed += sum(deal.closer is not None for deal in report.deals)
    assert closed


def test_who_may_not_close_by_a_discard_keeps_a_card_or_lays_all() -> None:
    settings = {"discard.to_close": "forbidden"}
    match = position("rummy-500", "4s 5s 6s Kd", settings=settings)
    plan = best_rest(match)
    assert plan is not None
    assert not plan.closes
    assert plan.actions == (a.Discard(card="Kd"),)
    assert not any(isinstance(action, a.LayMelds) for action in legal_actions(match))
    assert broken(play(match, a.LayMelds(melds=("4s 5s 6s",))), a.Discard(card="Kd")) == "discard.to_close"
    whole = best_rest(position("rummy-500", "4s 5s 6s", settings=settings))
    assert whole is not None
    assert whole.closes


# --- positions drawn at random

HOUSES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "argentino": ("argentino", {}, {}),
    "argentino-unopened": ("argentino", {"opening.points": 30}, {"opened": False}),
    "argentino-exempt": ("argentino", {"opening.points": 60, "opening.binds_closing": False}, {"opened": False}),
    "argentino-first-deal": ("argentino", {"melding.first_deal": "close-only"}, {"opened": False, "deal": 1}),
    "argentino-forbidden": ("argentino", {"discard.to_close": "forbidden"}, {}),
    "argentino-at-close": ("argentino", AT_CLOSE, {"opened": False}),
    "rummy-500": ("rummy-500", {}, {"opened": False}),
    "rummy-500-exchange": ("rummy-500", {"exchange.cards": "hand", "exchange.set": "any-missing", "exchange.then": "same-turn"}, {}),
    "reglamento": ("reglamento", {"opening.points": 40, "layoff.on": "any"}, {"opened": False}),
    "reglamento-next-turn": ("reglamento", {"opening.points": 20, "layoff.on": "any", "layoff.start": "next-turn", "opening.binds_closing": False}, {"opened": False}),
    "gin": ("gin", {}, {"opened": False}),
    "gin-runs": ("gin", GIN, {"opened": False}),
    "fichas": ("fichas", {}, {}),
    "rummikub-if-nothing-laid": ("rummikub", IF_NOTHING, {"drawn": False}),
    "rummikub-exempt": ("rummikub", {**IF_NOTHING, "opening.points": 12, "opening.binds_closing": False}, {"opened": False, "drawn": False}),
}  # fmt: skip
EACH = 10
RARE = {"argentino-at-close": (8, (2, 3)), "fichas": (6, (2, 2))}
"""How many hands of what sizes are tried for waits, where few wait for anything."""


def positions(house: str, number: int = EACH, size: tuple[int, int] = (3, 6)) -> Iterator[MatchState]:
    """Small hands of near cards beside a small table."""
    rules, settings, fields = HOUSES[house]
    variant = meldproof.variant(rules, settings=settings)
    rng = random.Random(f"{house} {number}")
    deck = variant.deck(2)
    while number:
        low = rng.randint(1, len(deck.ranks) - 3)
        suits = rng.sample(range(1, len(deck.suits) + 1), 3)
        near = [Card(rank, suit) for rank in range(low, low + 4) for suit in suits for _ in range(deck.copies)]
        near += [card for card in deck.cards() if card.is_joker][:1]
        near += [Card(rank, suits[0]) for rank in variant.settings.wild_ranks]
        cards = rng.sample(near, min(len(near), rng.randint(*size) + 6))
        hand, rest = cards[:-6], Counter(cards[-6:])
        table = [] if variant.settings.melding.at == "close" else _some_melds(variant, rest, rng)
        try:
            yield position_of(variant, hand, table, fields)
        except ProblemError:
            continue
        number -= 1


def _some_melds(variant: meldproof.Variant, cards: Counter[Card], rng: random.Random) -> list[str]:
    items = [Item(card, count, True, count) for card, count in sorted(cards.items())]
    melds = [candidate.meld for candidate in Maker(items, variant.settings).melds()]
    if not melds:
        return []
    return [" ".join(meld_texts(rng.choice(melds), variant.deck(2)))]


def position_of(variant: meldproof.Variant, hand: list[Card], table: list[str], fields: dict[str, Any]) -> MatchState:
    from meldproof.playing.advice import Position, TableMeld, position_state

    text = " ".join(card_text(card, variant.deck(2)) for card in canonical(hand))
    lying = tuple(TableMeld(cards, number % 2) for number, cards in enumerate(table))
    return position_state(variant, Position(hand=text, table=lying, **{"drawn": True, "opened": True, **fields}))


def worth_of(before: MatchState, after: MatchState) -> tuple[bool, int]:
    """What a complete turn is worth: whether it closed, and the value left in hand (where nothing is laid, unmelded)."""
    assert before.deal is not None
    assert after.deal is not None
    player = before.deal.to_move
    closed = after.deal.closer == player or (after.deal.spread is not None and after.deal.spread.player == player)
    cards = after.deal.hands[player].cards
    if after.deal.spread is None and after.settings.close.by == "knock":
        text = " ".join(card_text(card, after.deck) for card in cards)
        return closed, -solve_problem(make_problem(after.variant, text)).figures.deadwood_points
    return closed, -hand_points(after, cards)


@pytest.mark.parametrize("house", HOUSES)
def test_the_turn_that_play_finds_is_legal_and_no_legal_turn_is_better(house: str) -> None:
    laid = 0
    for match in positions(house):
        plan: Plan | None = best_rest(match)
        every = [worth_of(match, after) for _, after in turns_from(match)]
        shown = str(match.deal)
        assert (plan is None) == (not every), shown
        if plan is None:
            continue
        assert worth_of(match, play(match, *plan.actions)) == plan.worth[:2], shown
        assert plan.worth[:2] == max(every), (shown, plan)
        laid += len(plan.actions) > 1
    assert laid or house in ("gin", "gin-runs", "argentino-at-close", "argentino-first-deal")


@pytest.mark.parametrize(
    "house", ["argentino", "argentino-exempt", "argentino-at-close", "rummy-500", "gin-runs", "fichas"]
)
def test_a_card_waited_for_closes_and_no_other_card_does(house: str) -> None:
    """The card is taken from the stock, and every complete turn with it is tried."""
    waited = 0
    for match in positions(house, *RARE.get(house, (3, (2, 4)))):
        deal = match.deal
        assert deal is not None
        table = tuple(meld for _, meld in touchable(match, deal))
        hand = deal.hands[deal.to_move].cards
        problem = make_problem(match.variant, " ".join(card_text(card, match.deck) for card in hand), players=2)
        from msgspec.structs import replace

        problem = replace(problem, table=table, opening=opening_of(match, deal))
        found = {wait.card for wait in find_waits(problem).waits if {"close", "knock"} & set(wait.allows)}
        there = Counter(hand) + Counter(card for lying in deal.table for card in lying.meld.cards)
        for card in match.deck.kinds():
            if match.deck.copies_of(card) <= there[card]:
                continue
            hands = tuple(seat.plus([card]) if at == deal.to_move else seat for at, seat in enumerate(deal.hands))
            drawn = replace(match, deal=replace(deal, hands=hands))
            closes = any(worth_of(drawn, after)[0] for _, after in turns_from(drawn))
            assert closes == (card in found), (card_text(card, match.deck), str(deal))
            waited += closes
    assert waited
