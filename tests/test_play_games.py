"""Whole games: cards are conserved, logs are accepted, scores come out the same another way, bad actions are refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import msgspec
import pytest
from play_helpers import broken, broken_at_the_end, play, position

import meldproof
from meldproof.cards import Card
from meldproof.notation import card_text, meld_texts, parse_cards
from meldproof.playing import actions as a
from meldproof.playing.game import apply, score
from meldproof.playing.moves import legal_actions
from meldproof.playing.policy import take_turn
from meldproof.playing.referee import referee
from meldproof.playing.schemas import schema_texts
from meldproof.playing.simulate import _deal, simulate_game
from meldproof.playing.state import Hand, MatchState, new_match

GAMES = [
    ("gin", 2),
    ("chinchon", 4),
    ("rummy-500", 3),
    ("argentino", 2),
    ("argentino", 4),
    ("reglamento", 3),
    ("fichas", 2),
]
SPEC = Path(meldproof.variant("gin").path).parent


def some_turns(rules: str, players: int, seed: int, turns: int) -> Iterator[tuple[MatchState, a.Action, MatchState]]:
    """The steps of the first turns of a simulated match, over several deals if they are short."""
    rng = random.Random(seed)
    match = new_match(meldproof.variant(rules), players)
    while turns > 0 and not match.winners:
        dealer = match.after(match.deal.dealer) if match.deal is not None else 0
        action, dealt = _deal(match, dealer, rng)
        yield match, action, dealt
        match = dealt
        while match.deal is not None and match.deal.phase != "over" and turns > 0:
            for step, after in take_turn(match, rng):
                yield match, step, after
                match = after
            turns -= 1


def all_cards(match: MatchState) -> Counter[Card]:
    deal = match.deal
    assert deal is not None
    cards: Counter[Card] = Counter(deal.pile)
    cards.update(deal.stock or ())
    for hand in deal.hands:
        cards.update(hand.cards)
    for lying in deal.table:
        cards.update(lying.meld.cards)
    for one in (*deal.knocked_melds, *(meld for defence in deal.defences for meld in defence.melds)):
        cards.update(one.cards)
    return cards


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_cards_are_conserved(rules: str, players: int) -> None:
    for seed in range(2):
        for _, _, after in some_turns(rules, players, seed, 25):
            assert after.deal is not None
            cards = all_cards(after)
            assert cards.total() + len(after.deal.aside) == after.deck.size
            assert all(number <= after.deck.copies_of(card) for card, number in cards.items())


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_the_referee_accepts_a_simulated_game_and_finds_its_scores(rules: str, players: int) -> None:
    steps = [action for _, action, _ in some_turns(rules, players, 7, 20)]
    last = [after for _, _, after in some_turns(rules, players, 7, 20)][-1]
    header = {"variant": rules, "players": players}
    lines = [json.dumps(header), *(msgspec.json.encode(step).decode() for step in steps)]
    report = referee(None, lines)
    assert (report.legal_game, report.fault) == (True, None)
    assert report.scores == last.scores


def test_a_game_is_the_same_for_the_same_seed() -> None:
    variant = meldproof.variant("gin")
    first, second, other = (list(simulate_game(variant, 2, seed).lines()) for seed in (3, 3, 4))
    assert first == second
    assert first != other


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_a_log_without_hands_is_judged_as_far_as_it_goes(rules: str, players: int) -> None:
    steps = [action for _, action, _ in some_turns(rules, players, 1, 12)]
    hidden = []
    for step in steps:
        if isinstance(step, a.Deal):
            step = msgspec.structs.replace(step, hands=(), stock=None)
        if isinstance(step, a.Rebuild):
            step = msgspec.structs.replace(step, stock=None)
        hidden.append(step)
    lines = [json.dumps({"variant": rules, "players": players})]
    lines += [msgspec.json.encode(step).decode() for step in hidden]
    report = referee(None, lines)
    assert report.legal_game, report.fault
    assert any("holds what they lay" in text for text in report.unjudged)


def naive_score(match: MatchState) -> list[int]:
    """Laid minus left, recomputed from texts with tables written out here."""
    deal, rules = match.deal, match.variant.id
    assert deal is not None
    value = dict(zip("23456789", range(2, 10), strict=True)) | dict.fromkeys("TJQK", 10) | {"A": 15}
    if rules == "argentino":
        value = dict.fromkeys("34567", 5) | dict.fromkeys("89TJQK", 10) | {"A": 15, "2": 20}
    joker = 50 if rules == "argentino" else 15
    totals = [0] * match.players
    for lying in deal.table:
        for place, (text, who) in enumerate(zip(meld_texts(lying.meld, match.deck), lying.layers, strict=True)):
            low_ace = rules == "rummy-500" and text[0] == "A" and lying.meld.kind == "run" and place == 0
            totals[who] += joker if text.startswith("JK") else 1 if low_ace else value[text[0]]
    for who, hand in enumerate(deal.hands):
        totals[who] -= sum(joker if card.is_joker else value[card_text(card, match.deck)[0]] for card in hand.cards)
    return totals


@pytest.mark.parametrize(("rules", "players"), [("rummy-500", 3), ("argentino", 2), ("argentino", 4)])
def test_scores_come_out_the_same_another_way(rules: str, players: int) -> None:
    seen = 0
    for seed in range(3):
        for _, _, after in some_turns(rules, players, seed, 40):
            if after.deal is not None and after.deal.phase == "over":
                counted = [0] * players
                for line in score(after):
                    assert line.points is not None
                    if line.reason.startswith(("laid", "left")):
                        counted[line.player] += line.points
                assert counted == naive_score(after)
                seen += 1
    assert seen


PENALTIES = [
    ("fichas", {}, "4r", "5r 6r 7r", [0, 50 + 13 + 1, 7]),
    ("reglamento", {}, "7s Kd", "4s 5s 6s", [0, 50 + 20 + 15, 5]),
]


@pytest.mark.parametrize(("rules", "fields", "hand", "lying", "points"), PENALTIES)
def test_everyone_but_the_closer_counts_their_hand(
    rules: str, fields: dict[str, object], hand: str, lying: str, points: list[int]
) -> None:
    match = position(rules, hand, (lying, 0), players=3, **fields)
    others = {"fichas": ("JK 13k 1b", "7y"), "reglamento": ("JK 2h Ac", "7d")}[rules]
    over = play(with_hands(match, *others), a.LayOff(meld=0, cards=hand.split()[0]), *_last_discard(hand))
    assert list(over.scores) == points


@pytest.mark.parametrize(("readings", "points"), [((), 10), (("partner-subtracts",), -10)])
def test_a_closers_pair_takes_the_partners_hand_by_the_reading(readings: tuple[str, ...], points: int) -> None:
    match = position("reglamento", "7s Kd", ("4s 5s 6s", 0), players=4, pairs=True, readings=readings)
    over = play(with_hands(match, "9h 9d 9c", "Th", "8h"), a.LayOff(meld=0, cards="7s"), a.Discard(card="Kd"))
    assert over.scores[0] == over.scores[2] == points
    assert over.scores[1] == over.scores[3] == 40


def with_hands(match: MatchState, *hands: str) -> MatchState:
    """The state with the other players' hands known."""
    assert match.deal is not None
    known = tuple(Hand(tuple(token.card for token in parse_cards(text, match.deck))) for text in hands)
    return msgspec.structs.replace(match, deal=msgspec.structs.replace(match.deal, hands=(match.deal.hands[0], *known)))


def _last_discard(hand: str) -> tuple[a.Action, ...]:
    return tuple(a.Discard(card=text) for text in hand.split()[1:])


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_corrupted_actions_are_refused_for_the_right_reason(rules: str, players: int) -> None:
    refused: Counter[str] = Counter()
    for before, action, _ in some_turns(rules, players, 11, 25):
        deal = before.deal
        if deal is None or isinstance(action, (a.Deal, a.Announce)):  # anybody may announce, by name
            continue
        other = (deal.to_move + 1) % players
        assert broken(before, msgspec.structs.replace(action, player=other)) == "turn"
        hand = set(deal.hands[deal.to_move].cards)
        strange = next(card for card in before.deck.kinds() if card not in hand and not card.is_joker)
        name = card_text(strange, before.deck)
        if isinstance(action, a.Discard):
            assert broken(before, a.Discard(card=name)) in ("cards", "draw.entry")
            refused["cards"] += 1
        if isinstance(action, a.LayMelds):
            texts = action.melds[0].split()
            from_the_top = " ".join(reversed(texts))
            assert broken(before, a.LayMelds(melds=(from_the_top,))) == broken(
                before, a.LayMelds(melds=action.melds[:1])
            )
            assert broken(before, a.LayMelds(melds=(" ".join([name, *texts[1:]]),))) != ""
            assert broken(before, a.LayMelds(melds=(" ".join(texts[:2]),))) != ""
            unowned = " ".join(card_text(Card(strange.rank, suit), before.deck) for suit in (1, 2, 3))
            held = sum(card.rank == strange.rank for card in deal.hands[deal.to_move].cards)
            if held < 3:
                assert broken(before, a.LayMelds(melds=(unowned,))) != ""
            refused["meld"] += 1
        if isinstance(action, a.LayOff):
            assert broken(before, a.LayOff(meld=len(deal.table), cards=action.cards)) == "turn"
            assert broken(before, a.LayOff(meld=action.meld, cards=name)) != ""
            refused["layoff"] += 1
        if isinstance(action, a.Rearrange):
            assert broken_at_the_end(before, a.Rearrange(table=action.table[1:])) != ""
            refused["rearrange"] += 1
        if isinstance(action, a.Draw):
            assert broken(before, a.Discard(card=name)) == "turn"
            assert broken(before, a.Draw(source="discard", count=len(deal.pile) + 1)) != ""
            refused["draw"] += 1
    assert refused


@pytest.mark.parametrize(("rules", "players"), GAMES[:3])
def test_every_listed_action_is_legal_and_the_played_one_is_among_them(rules: str, players: int) -> None:
    for before, action, _ in some_turns(rules, players, 2, 6):
        if before.deal is None or isinstance(action, a.Deal):
            continue
        listed = legal_actions(before)
        assert all(broken(before, each) == "" for each in listed)
        if isinstance(action, (a.Draw, a.Discard, a.Pass)):
            assert apply(before, action).deal in [apply(before, each).deal for each in listed]


def test_a_meld_that_closes_without_an_opening_is_listed() -> None:
    match = position("argentino", "4s 5s 6s", settings={"opening.binds_closing": False}, opened=False, score=751)
    assert broken(match, a.LayMelds(melds=("4s 5s 6s",))) == ""
    assert a.LayMelds(melds=("4s 5s 6s",)) in legal_actions(match)
    bound = position("argentino", "4s 5s 6s", settings={"opening.binds_closing": True}, opened=False, score=751)
    assert a.LayMelds(melds=("4s 5s 6s",)) not in legal_actions(bound)


def test_logs_and_positions_keep_to_their_stored_schemas() -> None:
    for name, text in schema_texts().items():
        stored = (SPEC / name).read_text(encoding="utf-8")
        assert stored == text, f"rebuild spec/{name} from meldproof.playing.schemas.schema_texts()"
    schema = json.loads(schema_texts()["game-log.schema.json"])
    validator = jsonschema.Draft202012Validator(schema)
    for line in simulate_game(meldproof.variant("gin"), 2, 1).lines():
        assert validator.is_valid(json.loads(line))
    assert not validator.is_valid({"action": "fly"})
