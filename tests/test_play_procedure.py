"""Dealing, the order of turns, the stock, announcements, the end of a match."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from play_helpers import broken, play, position

import meldproof
from meldproof.errors import MeldproofError
from meldproof.playing import actions as a
from meldproof.playing.advice import with_stock
from meldproof.playing.dealing import cutter, first_player
from meldproof.playing.game import apply, score
from meldproof.playing.policy import take_turn
from meldproof.playing.referee import referee
from meldproof.playing.scoring import finish_deal, totals
from meldproof.playing.state import MatchState, new_match


def dealt(rules: str, players: int, *, readings: tuple[str, ...] = (), dealer: int = 0, **fields: object) -> MatchState:
    match = new_match(meldproof.variant(rules, readings=readings), players)
    return apply(match, a.Deal(dealer=dealer, **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "players", "size", "deck"),
    [
        ("argentino", 2, 11, 54),
        ("argentino", 3, 11, 108),
        ("rummy-500", 4, 7, 54),
        ("reglamento", 2, 10, 54),
        ("reglamento", 3, 7, 54),
        ("reglamento", 5, 7, 108),
        ("gin", 2, 10, 52),
    ],
)
def test_the_deal_by_the_number_of_players(rules: str, players: int, size: int, deck: int) -> None:
    match = dealt(rules, players, upcard="9h")
    assert match.deal is not None
    assert [hand.size for hand in match.deal.hands] == [size] * players
    assert match.deal.stock_left == deck - size * players - 1


@pytest.mark.parametrize(("rules", "players"), [("gin", 3), ("fichas", 5), ("argentino", 1), ("reglamento", 7)])
def test_other_numbers_of_players_are_refused(rules: str, players: int) -> None:
    with pytest.raises(MeldproofError, match="players"):
        new_match(meldproof.variant(rules), players)


def test_pairs_are_for_four_or_six_where_the_rules_know_them() -> None:
    reglamento = meldproof.variant("reglamento")
    assert new_match(reglamento, 4, pairs=True).partner(1) == 3
    assert new_match(reglamento, 6, pairs=True).partner(1) == 4
    for rules, players in (("reglamento", 5), ("reglamento", 2), ("gin", 2)):
        with pytest.raises(MeldproofError, match="pairs"):
            new_match(meldproof.variant(rules), players, pairs=True)


@pytest.mark.parametrize(
    ("rules", "players", "order"),
    [
        ("argentino", 4, [3, 2, 1, 0]),
        ("reglamento", 3, [2, 1, 0]),
        ("rummy-500", 3, [1, 2, 0]),
        ("fichas", 3, [1, 2, 0]),
    ],
)
def test_the_turn_passes_as_the_text_says(rules: str, players: int, order: list[int]) -> None:
    match = new_match(meldproof.variant(rules), players)
    player = first_player(match, 0)
    seen = []
    for _ in order:
        seen.append(player)
        player = match.after(player)
    assert seen == order


def test_the_argentine_cutter_sits_between_shuffler_and_dealer() -> None:
    """The player to the shuffler's right cuts, the one to the cutter's right deals: play goes to the right."""
    match = new_match(meldproof.variant("argentino"), 4)
    who = cutter(match, 0)
    assert who is not None
    assert match.after(who) == 0


def test_the_first_tile_player_lays_one_tile_down_dead() -> None:
    tiles = " ".join(f"{number}{colour}" for colour in "rb" for number in range(1, 8)) + " 8r"
    match = dealt("fichas", 2, hands=(None, tiles), discard="8r")
    assert match.deal is not None
    assert match.deal.hands[1].size == 14
    assert match.deal.pile == ()
    other = dealt("fichas", 2, hands=(None, tiles), discard="8r", readings=("discard-every-turn",))
    assert other.deal is not None
    assert len(other.deal.pile) == 1


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"upcard": None}, "deal.upcard"),
        ({"upcard": "9h", "hands": ("4s 5s",)}, "deal.cards"),
        ({"upcard": "9h 8h"}, "cards"),
        ({"upcard": "9x"}, "cards"),
        ({"upcard": "9h", "stock": "4s 5s"}, "deck.copies"),
        ({"upcard": "9h", "hands": ("9h 2s 3s 4s 5s 6s 7s 8s 9s Ts",)}, "deck.copies"),
        ({"upcard": "9h", "dealer": 2}, "deal.dealer"),
    ],
)
def test_a_deal_that_can_not_be_is_refused(fields: dict[str, object], rule: str) -> None:
    match = new_match(meldproof.variant("gin"), 2)
    assert broken(match, a.Deal(**fields)) == rule  # type: ignore[arg-type]


def test_the_upcard_of_gin_is_offered_round_before_anyone_draws() -> None:
    match = dealt("gin", 2, upcard="9h")
    assert match.deal is not None
    assert match.deal.to_move == 1
    assert broken(match, a.Draw()) == "turn.first_draw"
    dealer = play(match, a.Pass())
    assert dealer.deal is not None
    assert dealer.deal.to_move == 0
    stock = play(dealer, a.Pass())
    assert stock.deal is not None
    assert stock.deal.to_move == 1
    assert broken(stock, a.Draw()) == ""
    taken = play(dealer, a.Draw(source="discard"))
    assert taken.deal is not None
    assert taken.deal.to_move == 0


def test_a_gin_hand_is_void_when_two_cards_are_left() -> None:
    match = position("gin", "4s 5s 6s 9h Kd", pile="Jh")
    assert match.deal is not None
    last = msgspec.structs.replace(match, deal=msgspec.structs.replace(match.deal, stock_left=2))
    over = play(last, a.Discard(card="Kd"))
    assert over.deal is not None
    assert (over.deal.phase, over.deal.closer, over.scores) == ("over", None, (0, 0))


def empty_stock(rules: str, rebuilt: int = 0, pile: str = "Kd Qd Jd", **fields: object) -> MatchState:
    match = position(rules, "4s 5s 9h 9d", pile=pile, drawn=False, **fields)  # type: ignore[arg-type]
    assert match.deal is not None
    return msgspec.structs.replace(match, deal=msgspec.structs.replace(match.deal, stock_left=0, rebuilt=rebuilt))


def test_the_discard_pile_less_its_top_becomes_the_stock() -> None:
    match = play(empty_stock("reglamento"), a.Rebuild(stock="Kd Qd"), a.Draw())
    assert match.deal is not None
    assert (len(match.deal.pile), match.deal.stock_left) == (1, 1)
    assert broken(empty_stock("reglamento"), a.Rebuild(stock="Kd Jd")) == "cards"
    assert broken(empty_stock("reglamento", pile="Jd"), a.Draw()) == "stock.empty"
    assert broken(empty_stock("argentino", pile="Jd"), a.Draw(source="discard")) == ""


def test_a_stock_is_rebuilt_at_most_twice() -> None:
    assert broken(empty_stock("argentino", rebuilt=1), a.Draw()) == ""
    assert broken(empty_stock("argentino", rebuilt=2), a.Draw()) == "stock.rebuilt"


def test_rummy_500_ends_when_nobody_takes_of_the_pile() -> None:
    match = empty_stock("rummy-500")
    assert broken(match, a.Draw()) == "stock.empty"
    over = play(match, a.Pass())
    assert over.deal is not None
    assert (over.deal.phase, over.deal.closer) == ("over", None)


def test_tiles_play_on_without_a_stock_until_a_round_lays_nothing() -> None:
    match = position("fichas", "4r 5r", drawn=False)
    assert match.deal is not None
    match = msgspec.structs.replace(match, deal=with_stock(match, match.deal, 0))
    for _ in range(2):
        assert match.deal is not None
        assert match.deal.phase == "draw"
        match = play(match, a.Pass(), a.EndTurn())
    assert match.deal is not None
    assert (match.deal.phase, match.deal.closer) == ("over", None)


def test_a_missing_announcement_is_a_warning_and_no_illegality() -> None:
    hands = ["4s 5s 6s 8h 8d 8c Th Td Tc Ks Kh", "3s 3h 3d 7s 9s Js Qs 7h 9h Jh Qh"]
    header = {"variant": "argentino", "players": 2}
    deal = {"action": "deal", "hands": hands, "upcard": "Ad"}
    opening = ["4s 5s 6s", "8h 8d 8c", "Th Td Tc"]

    def log(announced: bool) -> list[str]:
        steps: list[dict[str, object]] = [
            deal,
            {"action": "draw", "card": "3c"},
            {"action": "discard", "card": "Qs"},
            {"action": "draw", "card": "7d"},
            {"action": "discard", "card": "7d"},
            {"action": "draw", "card": "6d"},
            {"action": "discard", "card": "6d"},
            *([{"action": "announce", "player": 0}] if announced else []),
            {"action": "draw", "card": "Kd"},
            {"action": "meld", "melds": [*opening, "Ks Kh Kd"]},
        ]
        return [json.dumps(line) for line in (header, *steps)]

    silent, said = referee(None, log(False)), referee(None, log(True))
    assert silent.legal_game
    assert said.legal_game
    assert len(silent.warnings) == 1
    assert "argentino/announce" in silent.warnings[0]
    assert said.warnings == ()


def ended(rules: str, scores: tuple[int, ...], *, deals: int = 1, readings: tuple[str, ...] = ()) -> MatchState:
    """A match whose deal ended with these scores in all, what its end brought (a gin's bonus) among them."""
    match = dealt(
        rules, len(scores), readings=readings, **({"upcard": "9h"} if rules != "fichas" else {"discard": "8r"})
    )
    assert match.deal is not None
    hands = tuple(msgspec.structs.replace(hand, cards=(), hidden=0) for hand in match.deal.hands)
    deal = msgspec.structs.replace(match.deal, phase="over", hands=hands, closer=0)
    match = msgspec.structs.replace(match, deal=deal, deals=deals)
    brought = totals(match, score(match))
    before = tuple(in_all - (points or 0) for in_all, points in zip(scores, brought, strict=True))
    match = finish_deal(msgspec.structs.replace(match, scores=before))
    assert match.scores == scores
    return match


@pytest.mark.parametrize(
    ("rules", "scores", "deals", "readings", "winners"),
    [
        ("argentino", (999, 0), 1, (), ()),
        ("argentino", (1000, 1200), 1, (), (1,)),
        ("argentino", (1000, 1000), 1, (), ()),
        ("rummy-500", (500, 10, 20), 1, (), (0,)),
        ("reglamento", (99, 100, 130), 1, (), (0,)),
        ("reglamento", (99, 40, 130), 1, (), ()),
        ("reglamento", (120, 110, 130), 1, (), (1,)),
        ("reglamento", (40, 50), 1, ("one-round",), (0,)),
        ("fichas", (10, 20), 3, (), ()),
        ("fichas", (10, 20), 4, (), (0,)),
        ("fichas", (10, 10), 4, (), (0, 1)),
        ("gin", (100, 20), 9, (), (0,)),
        ("gin", (99, 20), 9, (), ()),
    ],
)
def test_who_has_won(
    rules: str, scores: tuple[int, ...], deals: int, readings: tuple[str, ...], winners: tuple[int, ...]
) -> None:
    assert ended(rules, scores, deals=deals, readings=readings).winners == winners


def test_players_at_a_hundred_are_out_of_the_reglamento() -> None:
    match = ended("reglamento", (99, 100, 20))
    assert match.out == (False, True, False)
    assert match.after(0) == 2


def test_those_who_tie_for_least_when_all_are_out_play_on() -> None:
    match = ended("reglamento", (120, 120, 130))
    assert match.winners == ()
    assert match.out == (False, False, True)


def test_a_draw_after_laying_nothing_ends_the_turn_where_the_rules_say_so() -> None:
    match = position("fichas", "4r 9k", "5r 6r 7r", settings={"draw.when": "if-nothing-laid"})
    assert broken(match, a.EndTurn()) == "draw.when"
    drawn = play(match, a.Draw(card="1k"))
    assert drawn.deal is not None
    assert (drawn.deal.to_move, drawn.deal.phase) == (1, "play")
    laid = play(match, a.LayOff(meld=0, cards="4r"))
    assert broken(laid, a.Draw()) == "draw.when"
    assert broken(laid, a.EndTurn()) == ""


BAD_LOGS = [
    ([], "empty"),
    (["{"], "line 1"),
    (['{"variant":"gin","players":2}', "nonsense"], "line 2"),
    (['{"variant":"gin","players":2}', '{"action":"fly"}'], "line 2"),
    (['{"variant":"gin","players":2}', '{"action":"draw","cards":1}'], "line 2"),
    (['{"variant":"nope","players":2}'], "no variant"),
    (['{"variant":"gin","players":3}'], "players"),
    (['{"variant":"gin","players":2,"scores":[1]}'], "scores"),
    (['{"variant":"gin","players":2}', "[" * 5000], "line 2"),
    (['{"variant":"gin","players":2}', '"' + "x" * 200_000 + '"'], "line 2"),
    (['{"variant":"gin","players":2,"settings":{"run.ends":"sideways"}}'], "run.ends"),
]


@pytest.mark.parametrize(("lines", "said"), BAD_LOGS)
def test_an_unusable_log_is_one_clear_line(lines: list[str], said: str) -> None:
    with pytest.raises(MeldproofError, match=said) as caught:
        referee(None, lines)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("log", [5, None, b"{}", {"variant": "gin", "players": 2}])
def test_what_is_no_log_is_one_clear_line(log: object) -> None:
    with pytest.raises(meldproof.ProblemError, match="JSON lines") as caught:
        meldproof.referee("gin", log)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_game_in_which_nobody_can_go_on_names_the_clause() -> None:
    """Where neither pile holds a card there is nothing to draw, and these rules let nobody pass."""
    settings = {"stock.empty": "reshuffle", "stock.rebuilt": "any"}
    match = position("rummy-500", "4s 6h 8d", drawn=False, settings=settings)
    assert match.deal is not None
    match = msgspec.structs.replace(match, deal=with_stock(match, match.deal, 0))
    with pytest.raises(meldproof.ProblemError, match=match.variant.provenance["stock.empty"]) as caught:
        list(take_turn(match, random.Random(0)))
    assert "\n" not in str(caught.value)


def test_the_referee_says_where_and_why_and_what_would_have_been_legal() -> None:
    lines = [
        '{"variant":"gin","players":2}',
        '{"action":"deal","upcard":"9h"}',
        '{"action":"draw","from":"discard"}',
        '{"action":"discard","card":"9h"}',
    ]
    report = referee(None, lines)
    assert (report.line, report.legal_game) == (4, False)
    assert report.fault is not None
    assert report.fault.rule == "draw.return_taken"
    assert report.fault.clause.startswith("gin/")
