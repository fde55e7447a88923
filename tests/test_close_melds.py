"""What a knock must show: pairs as the whole hand, or certain melds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import broken, position
from test_engines_agree import examples

import meldproof
from meldproof.arranging.solve import make_problem
from meldproof.cards import Card
from meldproof.errors import VariantError
from meldproof.notation import parse_cards
from meldproof.playing.actions import Knock
from meldproof.playing.advice import advise
from meldproof.playing.closing_melds import paired
from meldproof.playing.moves import legal_actions
from meldproof.playing.simulate import simulate_game
from meldproof.playing.waits import find_waits
from meldproof.variants.changes import with_values
from meldproof.variants.demand_words import demands_words
from meldproof.variants.values import CloseDemands, from_plain, to_plain

PAIRS = [[], [{"kind": "pair", "count": 5, "factor": 2}]]
RUNS = [{"kind": "run", "count": 2}]


def rules(demands: object, **more: object) -> meldproof.Variant:
    deck = {"deck.copies": 2, "deck.jokers": 2, "layoff.on": "none", "knock.deadwood": 0, "knock.gin_bonus": 0}
    return with_values(meldproof.variant("gin"), {**deck, "close.melds": demands, **more})


KNOCKS = [
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c 8c Th Th Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "Th Th"), ""),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c 8c Th JK Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "Th JK"), ""),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c JK Th JK Kc", ("2s 2s", "4h 4h", "6d 6d", "8c JK=8c", "Th JK"), ""),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c 8c JK JK Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "JK JK"), ""),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c 8c Th Td Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "Th Td"), "close.melds"),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c JK=9c Th Th Kc".replace("JK=9c", "JK"),
     ("2s 2s", "4h 4h", "6d 6d", "8c JK=9c", "Th Th"), "close.melds"),
    (PAIRS, "2s 2s 4h 4h 6d 6d 8c 8c Th Th Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c"), "knock.deadwood"),
    (PAIRS, "2s 3s 4s 4h 4d 4c 7d 8d 9d Td Kc", ("2s 3s 4s", "4h 4d 4c", "7d 8d 9d Td"), ""),
    (PAIRS, "2s 3s 4s 4h 4d 4c 7d 8d 9d 9d Kc", ("2s 3s 4s", "4h 4d 4c", "9d 9d", "7d 8d"), "set.suits"),
    (PAIRS[1:], "2s 3s 4s 4h 4d 4c 7d 8d 9d Td Kc", ("2s 3s 4s", "4h 4d 4c", "7d 8d 9d Td"), "close.melds"),
    (RUNS, "2s 3s 4s 4h 4d 4c 7d 8d 9d Td Kc", ("2s 3s 4s", "4h 4d 4c", "7d 8d 9d Td"), ""),
    (RUNS, "2s 2h 2d 4h 4d 4c 7d 8d 9d Td Kc", ("2s 2h 2d", "4h 4d 4c", "7d 8d 9d Td"), "close.melds"),
    ([[], [{"kind": "pair", "count": 5, "wilds": 0}]], "2s 2s 4h 4h 6d 6d 8c 8c Th JK Kc",
     ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "Th JK"), "close.melds"),
    ([], "2s 2s 4h 4h 6d 6d 8c 8c Th Th Kc", ("2s 2s", "4h 4h", "6d 6d", "8c 8c", "Th Th"), "set.suits"),
]  # fmt: skip


@pytest.mark.parametrize(("demands", "hand", "melds", "rule"), KNOCKS)
def test_a_knock_shows_what_is_demanded(demands: object, hand: str, melds: tuple[str, ...], rule: str) -> None:
    match = position(rules(demands), hand)
    assert broken(match, Knock(discard="Kc", melds=melds)) == rule
    listed = [one for one in legal_actions(match) if isinstance(one, Knock)]
    if not rule:
        assert "Kc" in [one.discard for one in listed]
        assert advise(match).best is not None
        assert advise(match).best.closes  # type: ignore[union-attr]
    assert all(broken(match, one) == "" for one in listed)


def test_what_a_hand_waits_for_is_told_with_pairs_too() -> None:
    found = find_waits(make_problem(rules(PAIRS), "2s 2s 4h 4h 6d 6d 8c 8c Th Kc"))
    closing = {card for wait in found.waits for card in [wait.to_dict()["card"]] if "close" in wait.allows}
    assert closing == {"Th", "Kc", "JK"}


@examples(300)
@given(data=st.data())
def test_cards_are_paired_if_and_only_if_some_way_to_pair_them_is_one(data: st.DataObject) -> None:
    given = rules(PAIRS, **({"wilds.ranks": ["2"]} if data.draw(st.booleans()) else {}))
    kinds = ["2s", "2h", "3s", "3h", "4s", "JK"]
    words = data.draw(st.lists(st.sampled_from(kinds), min_size=4, max_size=4))
    cards = [token.card for token in parse_cards(" ".join(words), given.deck())]
    demand = from_plain([{"kind": "pair", "count": 2, "wilds": data.draw(st.sampled_from([0, "any"]))}], CloseDemands)
    assert isinstance(demand, CloseDemands)
    (asked,) = demand.alternatives[0]
    wild = {
        card for card in cards if asked.wilds == "any" and (card.is_joker or card.rank in given.settings.wild_ranks)
    }

    def is_pair(two: list[Card]) -> bool:
        return (two[0] == two[1] and not two[0].is_joker) or bool(wild & set(two))

    ways = ([list(first), list((Counter(cards) - Counter(first)).elements())] for first in combinations(cards, 2))
    found = paired(cards, asked, given.settings)
    assert (found is not None) == any(is_pair(one) and is_pair(other) for one, other in ways)
    if found is not None:
        assert Counter(card for pair in found for card in pair.cards) == Counter(cards)


WRITTEN = [
    (PAIRS, "nothing in particular, or 5 pairs of equal cards (the others pay × 2)",
     "nada en particular, o 5 pares de cartas iguales (los demás pagan × 2)"),
    (RUNS, "2 runs", "2 escaleras"),
]  # fmt: skip


@pytest.mark.parametrize(("plain", "english", "spanish"), WRITTEN)
def test_what_a_knock_must_show_is_said(plain: object, english: str, spanish: str) -> None:
    demands = from_plain(plain, CloseDemands)
    assert isinstance(demands, CloseDemands)
    assert demands_words(demands) == (english, spanish)
    assert to_plain(demands) == plain


REFUSED = [
    ([{"kind": "pair"}, {"kind": "run"}], "stand alone"),
    ([{"kind": "pair", "wilds": 1}], 'wilds are 0 or "any"'),
    ([{"kind": "run", "factor": 2}, {"kind": "set"}], "`factor` is the same"),
    ([{"kind": "pair", "min": 2}], "a pair has two cards"),
    ([{"kind": "run", "points": 2}], "no other keys"),
]


@pytest.mark.parametrize(("plain", "said"), REFUSED)
def test_what_no_knock_can_show_is_refused(plain: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_plain(plain, CloseDemands)


def test_pairs_take_no_lay_offs_and_only_a_knock_shows_melds() -> None:
    with pytest.raises(VariantError, match="nothing is laid off on the pairs"):
        rules(PAIRS, **{"layoff.on": "knocker"})
    with pytest.raises(VariantError, match="does not exist here"):
        with_values(meldproof.variant("argentino"), {"close.melds": RUNS})


@pytest.mark.parametrize("demands", [PAIRS, RUNS, [{"kind": "any", "min": 4}]])
def test_simulated_knocks_show_what_is_demanded(demands: object) -> None:
    given = rules(demands, **{"match.end": "deals", "match.deals": 2, "knock.deadwood": 10 if demands == RUNS else 0})
    log = simulate_game(given, 2, 3)
    report = meldproof.referee(None, list(log.lines()))
    assert (report.legal_game, report.fault) == (True, None)


FIVE_PAIRS = [("2s 2s", 0), ("4h 4h", 0), ("6d JK", 0), ("8c 8c", 0), ("Th Th", 0)]


@pytest.mark.parametrize(
    ("melds", "points"),
    [(FIVE_PAIRS, 4), ([("2s 3s 4s", 0), ("4h 4d 4c", 0), ("7d 8d 9d Td", 0)], 2), ([], 2)],
)
def test_pairs_shown_multiply_what_the_others_pay(melds: list[tuple[str, int]], points: int) -> None:
    given = rules(PAIRS, **{"scoring.hand": "none", "scoring.others": 2})
    found = meldproof.score(given, ["", "Ks Qd"], closer=0, melds=melds)
    assert list(found.points) == [0, points]
    assert list(
        meldproof.score(rules(PAIRS, **{"scoring.hand": "penalty"}), ["", "Ks"], closer=0, melds=melds).points
    ) == [
        0,
        5 * points,
    ]
