"""`Game`: random games of every variant in scope make logs that the referee accepts, and nobody sees a hidden card."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from depth import DEEP
from msgspec.structs import replace
from play_helpers import position

import meldproof
from meldproof.cards import canonical
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing import moves
from meldproof.playing.policy import take_turn
from meldproof.playing.state import MatchState
from meldproof.playing.view import view_of

GAMES = [
    ("gin", 2),
    ("rummy-500", 3),
    ("argentino", 2),
    ("argentino", 4),
    ("reglamento", 3),
    ("fichas", 2),
    ("rummikub", 3),
    ("chinchon", 3),
    (str(Path(__file__).parent / "data" / "knock-with-penalties.toml"), 2),
    (str(Path(__file__).parent / "data" / "knocks-and-last-turns.toml"), 4),
]
"""Every variant whose play is in scope, and a house variant."""
LAYS = (a.LayMelds, a.LayOff, a.Exchange, a.Knock)


def random_game(rules: str, players: int, seed: int, steps: int) -> Iterator[meldproof.Game]:
    """A game before each of its actions: those that lay something half of the time, where there are any."""
    rng = random.Random(seed)
    game = meldproof.Game.new(rules, players, seed)
    for _ in range(steps):
        if game.is_over:
            break
        yield game
        listed = game.legal_actions()
        laying = [action for action in listed if isinstance(action, LAYS)]
        game.apply(rng.choice(laying if laying and rng.random() < 0.5 else listed))
    yield game


def test_every_variant_in_scope_is_played_here() -> None:
    played = {Path(rules).stem for rules, _ in GAMES}
    for name in DEEP:
        try:
            meldproof.variant(name).needs("play", "scoring")
        except meldproof.ProblemError:
            continue
        assert name in played


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_the_referee_accepts_the_log_of_a_random_game(rules: str, players: int) -> None:
    for seed in range(2):
        games = list(random_game(rules, players, seed, 150))
        game = games[-1]
        report = meldproof.referee(rules, game.to_log())
        assert report.fault is None
        assert report.legal_game
        assert report.scores == game.score
        assert report.actions == len(game.actions)
        assert not [text for text in report.unjudged if "holds what they lay" in text]


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_something_is_legal_until_the_match_is_over_and_all_that_is_listed_is(rules: str, players: int) -> None:
    for number, game in enumerate(random_game(rules, players, 3, 120)):
        listed = game.legal_actions()
        assert bool(listed) is not game.is_over
        assert len(set(listed)) == len(listed)
        if number % 10 == 0:
            assert all(game.is_legal(action) for action in listed[:40])


def shuffled_unseen(match: MatchState, player: int, rng: random.Random) -> MatchState:
    """The state with other cards where a player can't see any: in the other hands and in the stock."""
    deal = match.deal
    assert deal is not None
    assert deal.stock is not None
    shown = {spread.player for spread in (deal.spread, *deal.defences) if spread is not None}
    others = [seat for seat in range(match.players) if seat != player and seat not in shown]
    cards = [*deal.stock, *(card for seat in others for card in deal.hands[seat].cards)]
    rng.shuffle(cards)
    hands = list(deal.hands)
    for seat in others:
        size = hands[seat].size
        hands[seat] = replace(hands[seat], cards=canonical(cards[:size]))
        cards = cards[size:]
    return replace(match, deal=replace(deal, hands=tuple(hands), stock=tuple(cards)))


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_what_a_player_sees_does_not_depend_on_hidden_cards(rules: str, players: int) -> None:
    rng = random.Random(1)
    for game in random_game(rules, players, 5, 120):
        if game.phase == "over":
            continue
        for player in range(players):
            other = shuffled_unseen(game.state, player, rng)
            assert other.deal is not None
            assert view_of(other, other.deal, player) == game.view(player)
            if player == game.to_move and game.phase != "defend":
                assert moves.legal_actions(other) == game.legal_actions()


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_what_a_player_sees_adds_up_to_the_deck(rules: str, players: int) -> None:
    for game in random_game(rules, players, 6, 60):
        view = game.view(0)
        deal = game.state.deal
        assert deal is not None
        table = sum(len(meld.cards.split()) for meld in view.table)
        shown = sum(len(meld.split()) for spread in (view.knock,) if spread for meld in spread.melds)
        defence = sum(len(meld.split()) for spread in view.defences for meld in spread.melds)
        laid_off = 0 if view.defence is None else sum(len(meld.split()) for meld in view.defence.grown) - shown
        seen = sum(view.hands) + table + len(view.pile) + view.stock + len(deal.aside) + shown + defence + laid_off
        assert seen == game.state.deck.size
        assert Counter(view.hand) <= Counter(card_text(card, game.state.deck) for card in game.state.deck.cards())


def test_a_view_is_a_json_object() -> None:
    game = meldproof.Game.new("rummy-500", 3, 2)
    assert json.loads(json.dumps(game.view(1).to_dict()))["hands"] == [7, 7, 7]
    with pytest.raises(meldproof.ProblemError, match="numbered from 0 to 2"):
        game.view(3)


def test_an_illegal_action_names_its_clause_and_changes_nothing() -> None:
    game = meldproof.Game.new("gin", 2, 1)
    before, log = game.state, game.to_log()
    for action in (a.Draw(), {"action": "draw", "from": "stock"}):
        assert not game.is_legal(action)
        with pytest.raises(meldproof.RefusedAction, match=r"\[gin/first-draw\]") as caught:
            game.apply(action)
        assert (caught.value.rule, caught.value.clause) == ("turn.first_draw", "gin/first-draw")
        assert isinstance(caught.value, meldproof.MeldproofError)
    assert game.state is before
    assert game.to_log() == log


@pytest.mark.parametrize(
    "action",
    [
        {}, {"action": "shout"}, {"action": "draw", "from": "sleeve"}, {"action": "draw", "to": 1}, 7, None, "draw",
        meldproof.Card(1, 1), a.Draw, meldproof.variant("gin").settings,
    ],
)  # fmt: skip
def test_what_is_no_action_is_one_clear_line(action: object) -> None:
    game = meldproof.Game.new("gin", 2, 1)
    with pytest.raises(meldproof.ProblemError) as caught:
        game.apply(action)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_player_who_is_not_there_is_told_the_numbers_that_are() -> None:
    gin, said = meldproof.variant("gin"), "with 2 players, they are numbered from 0 to 1"
    for player in (-1, 2, "0", None):
        with pytest.raises(meldproof.ProblemError, match=said):
            meldproof.Game.new(gin).view(player)  # type: ignore[arg-type]
    for ask in (
        lambda: meldproof.score(gin, ["", "Kd"], closer=2),
        lambda: meldproof.score(gin, ["", "Kd"], closer=0, melds=[("4s 5s 6s", 2)]),
        lambda: position("gin", "4s", player=2),
        lambda: position("rummy-500", "4s", ("5s 6s 7s", 2)),
    ):
        with pytest.raises(meldproof.ProblemError, match=said):
            ask()


def test_an_action_that_can_be_read_in_two_ways_is_no_verdict() -> None:
    game = meldproof.Game.new("gin", 2, 1)
    game.apply({"action": "pass"})
    game.apply({"action": "draw", "from": "discard"})
    with pytest.raises(meldproof.ProblemError) as caught:
        game.apply({"action": "knock", "discard": "2c", "melds": [""]})
    assert not isinstance(caught.value, meldproof.RefusedAction)


def test_a_variant_out_of_scope_is_refused_by_name() -> None:
    with pytest.raises(meldproof.ProblemError, match="Indian rummy, thirteen cards does not encode its play"):
        meldproof.Game.new("indian-13")
    with pytest.raises(meldproof.MeldproofError, match="2"):
        meldproof.Game.new("gin", 3)


def test_a_game_can_be_copied_and_taken_back() -> None:
    games = random_game("rummy-500", 3, 8, 40)
    game = next(games)
    first = game.to_log()
    for _ in games:
        pass
    other = game.copy()
    log = game.to_log()
    while other.actions != meldproof.Game.new("rummy-500", 3, 8).actions:
        other.undo()
    assert other.to_log() == first
    assert game.to_log() == log
    with pytest.raises(meldproof.ProblemError, match="no action to take back"):
        other.undo()


def test_a_stock_is_rebuilt_by_the_seed() -> None:
    """With a draw, in one action for who plays and two in the log; one that names no order has one all the same."""
    for game in random_game("reglamento", 3, 0, 300):
        deal = game.state.deal
        if game.phase == "draw" and deal is not None and not deal.stock_left and len(deal.pile) > 1:
            break
    else:
        pytest.fail("the stock was never used up")
    first, second = game.copy(), game.copy()
    first.apply(a.Draw())
    second.apply(a.Rebuild())
    second.apply(a.Draw())
    assert first.actions == second.actions
    assert isinstance(first.actions[-2], a.Rebuild)
    assert first.state.deal == second.state.deal
    first.undo()
    assert first.to_log() == game.to_log()


def test_a_game_is_the_same_for_the_same_seed() -> None:
    one, same, other = (list(random_game("gin", 2, seed, 200))[-1].to_log() for seed in (4, 4, 5))
    assert one == same != other


def openings_of_several(listed: meldproof.LegalActions) -> list[a.Action]:
    return [action for action in listed if isinstance(action, a.LayMelds) and len(action.melds) > 1]


def test_openings_are_listed_up_to_a_number_and_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = meldproof.Game(position("argentino", "4s 5s 6s 8h 8d 8c Th Td Tc Kh Kd Kc 2s", opened=False))
    listed = game.legal_actions()
    openings = openings_of_several(listed)
    assert not listed.capped
    monkeypatch.setattr(moves, "MOST_OPENINGS", len(openings) - 1)
    short = game.legal_actions()
    assert short.capped
    assert openings_of_several(short) == openings[:-1]


# the referee as a function


def test_the_referee_takes_a_path_a_text_or_objects(tmp_path: Path) -> None:
    log = list(random_game("gin", 2, 4, 60))[-1].to_log()
    path = tmp_path / "game.jsonl"
    path.write_text(log, encoding="utf-8")
    objects = [json.loads(line) for line in log.splitlines()]
    reports = [
        meldproof.referee("gin", given).to_dict()
        for given in (path, str(path), log, log.splitlines(), objects, iter(objects))
    ]
    assert all(report == reports[0] for report in reports)
    assert reports[0]["legal_game"]
    assert meldproof.referee(None, log).to_dict() == reports[0]


def test_the_referee_s_object_is_the_command_s_json(tmp_path: Path) -> None:
    log = list(random_game("gin", 2, 4, 60))[-1].to_log() + '{"action":"rearrange"}\n'
    path = tmp_path / "game.jsonl"
    path.write_text(log, encoding="utf-8")
    command = [sys.executable, "-m", "meldproof", "referee", "gin", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout) == json.loads(json.dumps(meldproof.referee("gin", path).to_dict()))


def test_what_is_no_log_is_one_clear_line() -> None:
    for log in ("", [], [{"variant": "gin"}], [object()], "no-such-file.jsonl"):
        with pytest.raises(meldproof.ProblemError) as caught:
            meldproof.referee("gin", log)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)


# a score from a deal's end


def played_deals(rules: str, players: int, deals: int) -> Iterator[meldproof.Game]:
    """Deals that are over, as the simple policy plays them."""
    rng = random.Random(1)
    game = meldproof.Game.new(rules, players, 1)
    for _ in range(deals):
        while game.phase != "over":
            for action, _after in take_turn(game.state, rng):
                game.apply(action)
        yield game
        if game.is_over:
            return
        game.apply(game.legal_actions()[0])


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_a_deal_s_end_alone_scores_as_the_game_does(rules: str, players: int) -> None:
    for game in played_deals(rules, players, 4):
        deal = game.state.deal
        assert deal is not None
        if any(deal.cut_bonus) or any(game.state.out):
            continue
        view = game.view(0)
        melds = list(view.table)
        for number, meld in enumerate(view.knock.melds if view.knock else ()):
            assert view.knock is not None
            layers = dict.fromkeys(meld.split(), view.knock.player)
            for shown in view.defences:
                layers = {card: layers.get(card, shown.player) for card in shown.grown[number].split()}
            melds.append(meldproof.SeenMeld(" ".join(layers), view.knock.player, tuple(layers.values())))
        melds += [meldproof.SeenMeld(meld, shown.player) for shown in view.defences for meld in shown.melds]
        hands = [" ".join(cards) for cards in view.shown]
        found = meldproof.score(game.variant, hands, closer=deal.closer, melds=melds)
        assert sorted(found.lines, key=str) == sorted(game.deal_score(), key=str)


def test_cards_that_nobody_knows_have_no_points() -> None:
    found = meldproof.score("gin", ["2c As", None], closer=0)
    assert found.points == (None, 0)
    assert found.to_dict()["lines"][0]["clause"] == "gin/hand-score"


@pytest.mark.parametrize(
    ("hands", "closer", "melds", "said"),
    [
        (["2c", "2c"], 0, [], "2 × 2c"),
        (["Kc Kd", "2s"], 0, [], "the deadwood is 20"),
        (["2c", "3c"], 2, [], "closer = 2"),
        (["2c", "3c"], 0, [("4s 5s 7s", 0)], "meld 1"),
        (["2c", "3c"], 0, [("4s 5s 6s", 7)], "meld 1 = 7"),
        (["2c", "3c"], 0, [("4s 5s 6s", 0, (1, 1))], "3 cards, but 2 players"),
        (["2c", "xx"], 0, [], "xx"),
        (["2c"], 0, [], "2"),
    ],
)
def test_an_end_that_can_t_be_is_one_clear_line(
    hands: list[str], closer: int, melds: list[tuple[str, int]], said: str
) -> None:
    with pytest.raises(meldproof.MeldproofError, match=said) as caught:
        meldproof.score("gin", hands, closer=closer, melds=melds)
    assert "\n" not in str(caught.value)


def test_who_closes_has_laid_every_card() -> None:
    with pytest.raises(meldproof.ProblemError, match="1 is left"):
        meldproof.score("argentino", ["4s", "5s"], closer=0)


def test_actions_are_records_and_objects_alike() -> None:
    game, other = meldproof.Game.new("gin", 2, 1), meldproof.Game.new("gin", 2, 1)
    for action in game.legal_actions():
        assert other.is_legal(msgspec.to_builtins(action))


def test_games_are_played_without_numpy_as_in_a_browser() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; import meldproof; from meldproof.playing.simulate import simulate_game;"
        "game = simulate_game(meldproof.variant('gin'), 2, 3); print(meldproof.referee('gin', '\\n'.join(game.lines())).legal_game)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == "True\n", done.stderr[-2000:]
