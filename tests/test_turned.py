"""Wilds found by a card turned up: what each card makes wild, that nothing else differs, and that play begins with it."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from play_helpers import broken, play, position

import meldproof
from meldproof.cards import JOKER, Card
from meldproof.errors import MeldproofError, NotationError, ProblemError
from meldproof.notation import card_text, cards_text, meld_texts, parse_cards
from meldproof.pictures.names import card_name, played_name
from meldproof.playing import actions as a
from meldproof.playing.dealing import start_deal
from meldproof.playing.referee import referee
from meldproof.playing.shuffling import shuffled_deal
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import new_match
from meldproof.proving.running import prove
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant
from meldproof.variants.turned import classes_of_turned, sample_turned, with_turned


@cache
def by_rank() -> Variant:
    """Rummy 500 with two decks, in which the rank of the card turned up is wild, or the aces for a joker."""
    return with_values(
        meldproof.variant("rummy-500"),
        {
            "deck.copies": 2, "deck.jokers": 4, "wilds.turned": "rank", "wilds.natural": "in-place",
            "set.wilds.max": "any", "run.wilds.max": "any",
        },
    )  # fmt: skip


@cache
def by_next() -> Variant:
    """Rummikub in which the tile after the one turned up is wild, and the jokers are that tile."""
    return with_values(meldproof.variant("rummikub"), {"wilds.turned": "next"})


BY_RANK = [
    ("Qh", "6d 7d Qs 9d", True),
    ("Qh", "Js Qs Ks", True),
    ("Qh", "Js Qs As", False),
    ("Qh", "6d 7d 2s 9d", False),
    ("JK", "2s 3s Ah", True),
    ("JK", "2s 3s Kh", False),
    ("7c", "2s 3s JK 7h", True),
    ("Ac", "Ks Kh Ad", True),
]


@pytest.mark.parametrize(("turned", "cards", "legal"), BY_RANK)
def test_the_rank_of_the_card_turned_up_is_wild(turned: str, cards: str, legal: bool) -> None:
    assert meldproof.check(by_rank(), cards, turned=turned).legal is legal


BY_NEXT = [
    ("4r", "7k 7r 5r", True),
    ("4r", "7k 7r JK", False),
    ("4r", "3r 4r JK", True),
    ("4r", "6r 7r JK", True),
    ("4r", "5b 5k JK", True),
    ("4r", "5b 5k 5r", True),
    ("4b", "7k 7r 5r", False),
    ("13r", "7k 7b 1r", True),
    ("13r", "2r 3r JK", True),
    ("4r", "3r 5r=4r JK", True),
    ("4r", "3r 4r 5r=5r", True),
]


@pytest.mark.parametrize(("turned", "cards", "legal"), BY_NEXT)
def test_the_tile_after_the_one_turned_up_is_wild_and_the_jokers_are_that_tile(
    turned: str, cards: str, legal: bool
) -> None:
    assert meldproof.check(by_next(), cards, turned=turned).legal is legal


def test_a_wild_tile_that_stands_for_itself_is_told_from_the_joker_that_is_that_tile() -> None:
    rules = with_turned(by_next(), "4r")
    said = [meldproof.check(rules, cards).meld for cards in ("3r 4r 5r=5r", "3r 4r JK")]
    assert [meld_texts(meld, rules.deck()) for meld in said] == [("3r", "4r", "5r=5r"), ("3r", "4r", "JK")]
    assert played_name(JOKER, Card(7, 2), rules.deck()) == "blue 7, played by the wild red 5"
    assert played_name(Card(5, 1), None, rules.deck()) == "joker"
    assert card_name(Card(6, 1), rules.deck()) == "red 6"


@pytest.mark.parametrize("turned", ["4r", "13y", "12k"])
def test_every_card_of_the_deal_is_read_back_from_what_it_prints(turned: str) -> None:
    deck = with_turned(by_next(), turned).deck()
    texts = [card_text(card, deck) for card in deck.kinds()]
    assert len(set(texts)) == len(texts)
    assert [token.card for token in parse_cards(" ".join(texts), deck)] == list(deck.kinds())
    assert len(list(deck.cards())) == deck.size == by_next().deck().size - 1


def test_the_card_turned_up_is_out_of_play() -> None:
    meldproof.solve(by_rank(), "Qs Qs Qh", turned="Qh")
    with pytest.raises(ProblemError, match="2 × Qh were given"):
        meldproof.solve(by_rank(), "Qs Qs Qh Qh", turned="Qh")
    with pytest.raises(ProblemError, match="2 × 4r were given"):
        meldproof.solve(by_next(), "4r 4r 5r", turned="4r")


@pytest.mark.parametrize("turned", ["Qh", "As", "JK", "2d"])
def test_it_is_known_which_clause_makes_the_rank_wild(turned: str) -> None:
    rules = with_turned(by_rank(), turned)
    assert rules.provenance["wilds.ranks"] == rules.provenance["wilds.turned"]
    assert rules.values.keys() == by_rank().values.keys()
    for name, key in rules.provenance.items():
        assert rules.clause(key).values[name] == rules.values[name]


def test_one_and_the_same_variant_for_the_same_card() -> None:
    assert with_turned(by_rank(), "Qh") is with_turned(by_rank(), "qH")
    assert with_turned(with_turned(by_rank(), "Qh"), "3s") is with_turned(by_rank(), "3s")
    assert sample_turned(by_rank()).settings.deck.turned == Card(7, 1)
    assert sample_turned(meldproof.variant("gin")) is meldproof.variant("gin")


def test_a_change_of_such_a_variant_stays_in_its_deal() -> None:
    changed = with_values(with_turned(by_rank(), "Qh"), {"run.max": 4})
    assert changed.settings.deck.turned == Card(12, 2)
    assert changed.settings.wilds.ranks == ("Q",)
    assert changed.settings.run.max == 4


REFUSED = [
    (lambda: meldproof.check(by_rank(), "6d 7d Qs"), "which card was turned up"),
    (lambda: meldproof.solve(by_next(), "6r 7r 8r"), "which card was turned up"),
    (lambda: meldproof.solve_many(by_rank(), ["6d 7d Qs"]), "which card was turned up"),
    (lambda: meldproof.score(by_rank(), ["", "Qs"], closer=0), "which card was turned up"),
    (lambda: position(by_rank(), "6d 7d Qs"), "which card was turned up"),
    (lambda: meldproof.check("gin", "6d 7d 8d", turned="Qh"), "no card is turned up"),
    (lambda: with_turned(by_next(), "JK"), "a printed joker turned up is put back"),
    (lambda: with_turned(by_rank(), "14s"), "no card of this deck"),
    (lambda: with_turned(by_rank(), "Qs Qh"), "not one card"),
    (lambda: with_values(by_rank(), {"wilds.turned_joker": "X"}), "no rank of the deck"),
    (lambda: with_values(by_next(), {"deck.jokers": 3}), "as many jokers as copies"),
]


@pytest.mark.parametrize(("ask", "said"), REFUSED)
def test_what_cannot_be_is_refused_by_name(ask, said: str) -> None:
    with pytest.raises(MeldproofError, match=said) as caught:
        ask()
    assert len(str(caught.value).splitlines()) == 1


HANDS = st.lists(st.sampled_from("3456Q"), min_size=5, max_size=9).flatmap(
    lambda ranks: st.tuples(*(st.sampled_from("shd").map(lambda suit, rank=rank: rank + suit) for rank in ranks))
)


@settings(max_examples=40)
@given(HANDS, st.sampled_from(["Qc", "3c", "5c"]))
def test_the_rules_are_those_of_a_variant_in_which_that_rank_is_wild_always(hand: tuple[str, ...], turned: str) -> None:
    if any(hand.count(card) > 2 for card in hand):
        return
    plain = with_values(by_rank(), {"wilds.turned": "none", "wilds.ranks": [turned[0]]})
    if plain.settings.wilds.natural != "in-place":
        plain = with_values(plain, {"wilds.natural": "in-place"})
    for name in ("set.wilds.max", "run.wilds.max"):
        plain = with_values(plain, {name: "any"})
    found = [meldproof.solve(rules, " ".join(hand), turned=up) for rules, up in ((by_rank(), turned), (plain, None))]
    assert found[0].figures == found[1].figures


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["3r", "4r", "5r", "6r", "7r", "5b", "5k", "JK"]), min_size=4, max_size=9))
def test_only_names_change_hands(hand: list[str]) -> None:
    """The wild tile is what the joker was, and the joker what that tile was."""
    if any(hand.count(card) > 2 for card in hand) or hand.count("4r") > 1:
        return
    other = {"5r": "JK", "JK": "5r"}
    renamed = [other.get(card, card) for card in hand]
    found = meldproof.solve(by_next(), " ".join(hand), turned="4r")
    plain = meldproof.solve("rummikub", " ".join(renamed))
    assert found.figures == plain.figures
    left = [other.get(card, card) for card in cards_text(found.deadwood, found.problem.deck).split()]
    assert sorted(left) == sorted(cards_text(plain.deadwood, plain.problem.deck).split())


@pytest.mark.parametrize("rules", [by_rank, by_next])
def test_a_deal_begins_with_the_card_turned_up(rules) -> None:
    match = new_match(rules(), 2)
    for seed in range(20):
        deal = shuffled_deal(match, 0, random.Random(seed))
        assert deal.turned is not None
        begun = start_deal(match, deal)
        assert begun.variant is with_turned(rules(), deal.turned)
        assert broken(match, a.Deal(dealer=0, upcard=deal.upcard)) == "wilds.turned"
    assert broken(match, a.Deal(dealer=0, turned="JJJ")) == "wilds.turned"
    assert broken(new_match(meldproof.variant("gin"), 2), a.Deal(dealer=0, upcard="4s", turned="5s")) == "wilds.turned"


def test_the_next_deal_turns_up_another_card() -> None:
    match = new_match(by_rank(), 2)
    first = play(match, a.Deal(dealer=0, upcard="9d", turned="Qh"))
    assert first.settings.wilds.ranks == ("Q",)
    over = replace(first, deal=None)
    again = play(over, a.Deal(dealer=1, upcard="9d", turned="3s"))
    assert again.settings.wilds.ranks == ("3",)
    assert again.variant.before is by_rank()


@pytest.mark.parametrize("rules", [by_rank, by_next])
def test_simulated_matches_are_judged_legal_with_other_wilds_each_deal(rules) -> None:
    game = simulate_game(rules(), 2, 1)
    deals = [action for action in game.actions if isinstance(action, a.Deal)]
    assert len({deal.turned for deal in deals}) > 1
    report = referee(rules(), game.lines())
    assert report.legal_game, report.fault
    assert report.scores == game.scores


def test_a_position_says_which_card_was_turned_up() -> None:
    match = position(by_rank(), "6d 7d Qs 2c", turned="Qh")
    assert broken(match, a.LayMelds(melds=("6d 7d Qs=8d",))) == ""
    assert broken(position(by_rank(), "6d 7d Qs 2c", turned="Jh"), a.LayMelds(melds=("6d 7d Qs",))) != ""


def test_certificates_are_declined_by_name_where_names_change_hands() -> None:
    from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate

    with pytest.raises(NoCertificate, match=r"wilds\.turned"):
        make_certificate(meldproof.solve(by_next(), "6r 7r 8r", turned="4r"))
    assert make_certificate(meldproof.solve(by_rank(), "6s 7s Qh 9d", turned="Qc"))


def test_no_card_is_no_card() -> None:
    with pytest.raises(NotationError):
        with_turned(by_rank(), "")


def test_what_is_proved_holds_of_wilds_of_every_class_and_the_worst_of_them_counts() -> None:
    found = classes_of_turned(by_rank())
    assert [variant.settings.wilds.ranks for variant in found] == [("A",), ("2",), ("7",), ("K",)]
    assert {variant.settings.wilds.turned for variant in (*found, *classes_of_turned(by_next()))} == {"none"}
    assert classes_of_turned(meldproof.variant("gin")) == (meldproof.variant("gin"),)
    results = prove([by_rank(), *found], only=["joker-in-the-aces-place"]).results
    assert results[0].status in {result.status for result in results[1:]}
    assert {result.variant for result in results} == {"rummy-500"}


def test_a_changed_deck_without_the_card_turned_up_has_another() -> None:
    changed = with_values(
        with_turned(by_next(), "13r"), {"deck.ranks": [*"12345678"], "deal.cards": 7, "points.ranks": {"2-8": 1}}
    )
    assert changed.settings.deck.turned == Card(4, 1)


def test_a_match_by_rules_that_know_the_card_needs_no_word_of_it() -> None:
    match = new_match(with_turned(by_rank(), "Qh"), 2)
    begun = play(match, a.Deal(dealer=0, upcard="9d"))
    assert begun.settings.wilds.ranks == ("Q",)
    assert (
        broken(replace(begun, deal=replace(begun.deal, phase="over")), a.Deal(dealer=1, upcard="9d")) == "wilds.turned"
    )
