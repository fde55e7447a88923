"""Every theorem comes to what is recorded of every variant, and holds of houses that stretch the vocabulary."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from depth import DEEP, EVERY, covering
from houses import house_rules
from theorem_table import line, recorded

from meldproof.proving.basis import NOT_SHOWN, NOTHING, exhaustive, for_all, of_records, sample, weakest
from meldproof.proving.discovery import discover
from meldproof.proving.opening_bound import Bounded
from meldproof.proving.priced import Prices, certified
from meldproof.proving.running import Limits, prove, shared_key
from meldproof.proving.spoken_numbers import numbers_said
from meldproof.proving.theorem import Context, Theorem, no_such_meld, of_sizes, together
from meldproof.variants.loading import load_variant
from meldproof.witnesses.clocks import GaveUp

THEOREMS = {theorem.name: theorem for theorem in discover()}
SPEC = Path(str(load_variant("gin").path)).parent


LONG = {
    *("checker-passes-a-complete-suite", "generator-makes-the-melds", "hand-lays-the-melds", "sweep-lays-the-melds"),
    *("every-rule-of-melds-bites", "every-demand-bites", "every-rule-of-play-shows"),
}
"""Theorems that take seconds; `meldproof prove` runs them of every variant, too."""


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        pytest.param(variant, name, marks=pytest.mark.slow if name in LONG and variant != "gin" else ())
        for variant in DEEP
        for name in THEOREMS
    ],
)
def test_a_theorem_comes_to_what_is_recorded_of_a_variant(variant: str, name: str) -> None:
    (result,) = prove([load_variant(variant)], only=[name]).results
    assert line(result) == recorded()[name][variant], (result.outcome.counterexample, result.outcome.said())


def test_the_table_speaks_of_every_theorem_and_variant_and_none_is_refuted_or_given_up() -> None:
    table = recorded()
    assert table.keys() == THEOREMS.keys()
    for said in table.values():
        assert said.keys() >= set(DEEP)
        assert not {"refuted", "gave-up"} & set(said.values())
        assert any(not each.startswith("nothing to claim") for each in said.values())


HOUSES = (
    "gin + run.ends=both + run.max=any + points.ace.high=11",
    "gin + run.ends=cyclic-not-from-top + points.ace.high=11",
    "gin + run.suit=any",
    "rummy-500 + run.wilds.at_ends=false + run.ends=high",
    "argentino + one-of-each-class + no-wild-at-ends",
    "fichas + one-joker-per-meld + run.ends=both + run.max=any",
)
MORE_HOUSES = (
    "gin + set.suits=any + set.max=6",
    "argentino + two-natural-in-place",
    'argentino + wilds.ranks=["A", "2"] + wilds.natural=in-place',
    "argentino + wilds.natural=free + run.ends=high",
    "argentino + set.suits=distinct-with-wilds + set.max=5",
    "argentino + set.naturals.min=0 + run.naturals.min=0 + run.wilds.adjacent=true",
    "reglamento + at-most-2-wilds-pooled + canastilla-repeated-suits",
    "reglamento + set.wilds.balance=fewer-than-naturals + run.wilds.balance=at-most-naturals",
    'fichas + deck.suits=["r", "b", "k", "y", "w", "v", "p", "o"]',
)
ABOUT_MELDS = [
    name
    for name, theorem in THEOREMS.items()
    if theorem.claim.__module__ in {f"meldproof.proofs.{module}" for module in ("ace", "catalogue", "wilds")}
]


@pytest.mark.parametrize("house", [*HOUSES, *(pytest.param(house, marks=pytest.mark.slow) for house in MORE_HOUSES)])
def test_the_theorems_about_melds_are_proved_of_a_house(house: str) -> None:
    for result in prove([house_rules(house)], only=[*ABOUT_MELDS, "checker-takes-every-meld"]).results:
        assert result.outcome.held, (result.name, result.outcome.counterexample, result.outcome.said())


def test_no_hand_opens_where_the_reglamento_is_read_literally() -> None:
    rules = house_rules("reglamento + no-jokers-in-single-deck")
    (result,) = prove([rules], only=["an-opening-can-be-reached"]).results
    assert result.status == "refuted"
    assert "125 < 150" in str(result.outcome.counterexample)
    assert "at most 140, 125 with one kept back" in result.outcome.said()
    assert "the solver finds no melds worth more either" in result.outcome.said()
    assert "prices of cards certify it: 15 a card + 5 a card of a wild rank: 125 at most" in result.outcome.said()
    clauses = ("deck-size", "deal", "draw-discard", "discard")
    assert "these clauses clash, a change of any one alone removes it" in result.outcome.said()
    for clause in clauses:
        assert f"[reglamento/{clause}] (S003-" in result.outcome.said()
    assert result.outcome.said().count("[reglamento/") == len(clauses)


def test_a_hand_that_may_grow_opens_later() -> None:
    rules = house_rules("argentino + discard.to_close=required")
    (result,) = prove([rules], only=["an-opening-can-be-reached"]).results
    assert result.status == "proved"
    assert "12 cards of 54: 250 takes 12 cards, so a hand must grow first" in result.outcome.said()


@pytest.mark.parametrize("needs", ["opening.pure_runs=1", "requirement.pure_runs=1 + requirement.runs=2"])
def test_figures_of_openings_that_need_runs_are_those_of_the_engine(needs: str) -> None:
    (result,) = prove([house_rules(f"reglamento + {needs}")], only=["an-opening-can-be-reached"]).results
    assert result.status == "proved"
    assert "8 cards of 54: 150 takes 6 cards; at most 190, 170 with one kept back" in result.outcome.said()


@pytest.mark.parametrize("house", ["reglamento + opening.points=0", "reglamento"])
def test_an_opening_that_demands_melds_is_not_judged_by_its_points(house: str) -> None:
    rules = house_rules(f'{house} + opening.melds=[{{ kind = "set", count = 2 }}]')
    (result,) = prove([rules], only=["an-opening-can-be-reached"]).results
    assert result.status == "nothing-to-claim"
    assert "an opening that demands melds is not judged" in result.outcome.said()


def test_a_theorem_with_nothing_to_claim_says_so() -> None:
    (result,) = prove([load_variant("gin")], only=["wilds-side-by-side"]).results
    assert (result.status, result.outcome.said(), result.outcome.said("es")) == (
        "nothing-to-claim",
        "there are no wilds",
        "no hay comodines",
    )


def test_variants_that_agree_in_what_a_theorem_looks_at_share_its_result() -> None:
    changed = house_rules("argentino + own-melds-only")
    results = {
        (r.variant, r.name): r for r in prove([load_variant("argentino"), changed], only=["wild-limits"]).results
    }
    assert len(results) == 1  # both are called argentino
    key = [shared_key(THEOREMS["wild-limits"], rules) for rules in (load_variant("argentino"), changed)]
    assert key[0] == key[1]
    other = house_rules("argentino + one-of-each-class")
    assert shared_key(THEOREMS["wild-limits"], other) != key[0]
    assert shared_key(THEOREMS["recorded-facts"], changed) != shared_key(
        THEOREMS["recorded-facts"], load_variant("gin")
    )


@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=THEOREMS)
def test_a_theorem_names_parameters_that_there_are(theorem: Theorem) -> None:
    known = set().union(*(variant.values for variant in covering()))
    for start in theorem.parameters:
        assert start in {"", "id"} or any(name == start or name.startswith(f"{start}.") for name in known)


def test_a_claim_out_of_time_is_given_up_by_name() -> None:
    (result,) = prove([load_variant("gin")], only=["catalogue-is-the-rules"], limits=Limits(theorem=0.0)).results
    assert (result.status, result.outcome.said()[:15]) == ("gave-up", "the time was up")
    (result,) = prove([load_variant("gin")], only=["catalogue-is-the-rules"], timeout=0.0).results
    assert (result.status, result.outcome.said()) == ("gave-up", "not tried: the time was up")


@pytest.mark.parametrize(("file", "table"), [("examples.toml", "example"), ("contradictions.toml", "contradiction")])
def test_what_is_recorded_cites_sentences_that_there_are(file: str, table: str) -> None:
    sentences = {entry["id"] for entry in tomllib.loads((SPEC / "sources.toml").read_text())["sentence"]}
    for entry in tomllib.loads((SPEC / file).read_text())[table]:
        assert entry["variant"] in EVERY
        for side in entry.get("demand", [entry]):
            assert set(side["cites"]) <= sentences


@pytest.mark.parametrize("name", ["sweep-lays-the-melds", "sweep-walks-the-runs"])
def test_an_engine_that_declines_everything_lays_nothing_that_could_be_proved(name: str) -> None:
    (result,) = prove([house_rules("gin + run.suit=any")], only=[name]).results
    assert result.status == "nothing-to-claim"
    assert "sweep does not take run.suit = 'any'" in result.outcome.said()
    assert "run.suit = 'any'" in result.outcome.said("es")


def test_nothing_is_proved_of_no_cases_and_no_sizes() -> None:
    for basis in (exhaustive(0, "cases", "casos"), sample(0, "", ""), of_records(0, "", ""), of_sizes([]), weakest([])):
        assert (basis.kind, basis.status) == ("nothing to claim", "nothing-to-claim")
    context = Context(load_variant("gin"))
    assert no_such_meld(context, [], lambda meld: True).status == "nothing-to-claim"
    assert together().status == "nothing-to-claim"
    a_joker = no_such_meld(context, [3], lambda meld: False, kind="run", among=lambda meld: meld.slots[0].wild)
    assert (a_joker.status, a_joker.said()) == ("nothing-to-claim", "there is no such meld")


def test_of_several_bases_the_weakest_is_said_and_the_others_beside_it() -> None:
    all_melds, two, few = (
        for_all("melds", "combinaciones"),
        exhaustive(2, "hands", "manos"),
        sample(3, "deals", "tandas"),
    )
    assert weakest([all_melds, two]).said() == "exhaustive, 2: hands; for all: melds"
    assert weakest([two, few, two]).said("es") == "muestra, 3: tandas; exhaustivo, 2: manos"
    assert weakest([two, NOTHING, two]).said() == "exhaustive, 4: hands"
    assert weakest([NOT_SHOWN, all_melds]).status == "not-shown"


def test_a_joker_for_the_ace_is_claimed_at_the_ends_where_there_can_be_one() -> None:
    (result,) = prove([load_variant("argentino")], only=["joker-in-the-aces-place"]).results
    assert "the ace high" in str(result.basis)
    assert "the ace low" not in str(result.basis)
    assert result.outcome.said() == "the ace low: there is no such meld"
    assert result.outcome.said("es") == "el as abajo: no hay tal combinación"


def test_a_deal_without_end_is_shown_with_every_change_that_would_end_it() -> None:
    (result,) = prove([load_variant("gin")], only=["deals-end"]).results
    assert (result.status, result.outcome.said()[:28]) == ("proved", "a deal may go on for ever: 1")
    assert "a change would end it: [gin/draw-discard]" in result.outcome.said()
    assert "draw.discard=none" in result.outcome.said()


@pytest.mark.parametrize(("cards", "ace", "fits"), [(7, 9000, True), (8, 9000, False), (8, 8000, True), (14, 11, True)])
def test_prices_beyond_the_solver_s_numbers_are_given_up(cards: int, ace: int, fits: bool) -> None:
    """Eight aces of nine thousand points are 72,000, which would be counted as 6,464."""
    rules = house_rules(f"argentino + points.ace.low={ace} + points.ace.set={ace} + points.ace.high={ace}")
    bounded = Bounded(rules.deck(), cards, 0, 0)
    if fits:
        assert isinstance(certified(Context(rules), bounded), Prices)
        return
    with pytest.raises(GaveUp, match="beyond the solver's numbers of 16 bits") as caught:
        certified(Context(rules), bounded)
    assert "\n" not in str(caught.value)


def test_the_name_of_a_sentence_is_no_number_that_a_clause_says() -> None:
    assert list(numbers_said("S000-10 and S000-24 ask for exactly one discard, of 52.", "en")) == [1, 52]


@pytest.mark.parametrize(
    ("name", "house", "status", "said"),
    [
        ("a-turn-can-be-ended", "argentino + draw.discard=none", "not-shown", "(argentino/empty-stock)"),
        ("a-turn-can-be-ended", "gin + stock.empty=play-on", "proved", "120 small states"),
        ("a-match-ends", "reglamento", "not-shown", "[reglamento/ties]"),
        ("a-match-ends", "reglamento + match.ties=shared", "checked", ""),
        ("a-match-ends", "fichas", "proved", ""),
        ("a-match-ends", "argentino", "not-shown", "[argentino/hand-score] 505 505 → 500 500; [argentino/run-bonus]"),
        ("a-match-ends", "fichas + match.ties=another-deal", "not-shown", "[settings/match.ties]"),
    ],
)
def test_what_lets_a_deal_or_a_match_go_on_is_named(name: str, house: str, status: str, said: str) -> None:
    (result,) = prove([house_rules(house)], only=[name]).results
    assert (result.status, said in result.outcome.said()) == (status, True), result.outcome.said()
