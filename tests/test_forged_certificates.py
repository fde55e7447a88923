"""Forged certificates: for each guard of the checker one that the checker refuses, and would accept without the guard.

They are made as somebody would who wants a lie believed: a claim is changed where only that guard looks, and proofs are
then looked for with the guard left out.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from checker_copies import PARTS, Copy, Guard, copy_of, guards, source, without
from claims import certified, document_of

import meldproof
from meldproof.arranging.certificates.certifying import Limit, prove_case
from meldproof.arranging.solve import make_problem
from meldproof.checking.certificate_checker import MOST_BYTES, check_certificate, entries_of
from meldproof.checking.certificate_settings import FIELDS
from meldproof.variants.vocabulary import parameters

Document = dict[str, Any]
Forgery = Callable[[Copy], Any]
BIG = str(10**9)
GIN = ("gin", "9h 9d 9c Kd")
GROWS = ("rummy-500", "6s Kd")
TABLE = "3s 4s 5s"
MOVES = ("fichas", "13k 4r")
FORGERIES: dict[str, Forgery] = {}
"""By the guard's text."""


def forged(guard: str) -> Callable[[Forgery], Forgery]:
    def add(forgery: Forgery) -> Forgery:
        assert guard not in FORGERIES
        FORGERIES[guard] = forgery
        return forgery

    return add


@cache
def _text(variant: str, cards: str, asked: str) -> str:
    arguments = dict(json.loads(asked))
    rules = meldproof.variant(variant, settings=arguments.pop("rules", None))
    return json.dumps(document_of(certified(make_problem(rules, cards, **arguments))))


def honest(variant: str, cards: str, **asked: Any) -> Document:
    """A true certificate, to be changed."""
    document: Document = json.loads(_text(variant, cards, json.dumps(asked)))
    return document


def changed(document: Document, **parts: Any) -> Document:
    """A document with settings (names with `__` for `.`) or claims of other values."""
    for name, value in parts.items():
        where = document["claim"] if name in document["claim"] else document
        if "__" in name:
            where, name = document["settings"], name.replace("__", ".")
        where[name] = value
    return document


def proved(document: Document, copy: Copy) -> Document:
    """A document with whatever proofs a copy of the checker asks for."""
    question = copy.modules["question"].StatedQuestion(document)
    goals = copy.modules["claim"].goals_of(question, document["claim"], document["weights"])
    limit = Limit(500, None, lambda leaves: None)
    trees = [[prove_case(case, weights, value, limit) for case in cases] for cases, weights, value in goals]
    document["proofs"] = msgspec.to_builtins(trees)
    return document


def as_text(document: Any) -> Any:
    return document if isinstance(document, str | bytes) else json.dumps(document)


def nothing_laid(document: Document, **parts: Any) -> Document:
    """The document with the claim that nothing better can be laid than nothing, and no proof of it."""
    hand = document["hand"]
    table = [meld | {"uses": [""] * len(meld["cards"]), "role": n} for n, meld in enumerate(document["table"], 1)]
    document["claim"]["arrangement"] = {"melds": table, "deadwood": hand, "discard": None}
    figures = document["claim"]["figures"]
    figures |= dict.fromkeys(("melded_cards", "melded_points", "table_changes"), 0)
    document |= {"objective": ["melded_cards"], "weights": {"melded_cards": 1}, "proofs": [[{"prices": {}}]]}
    document |= parts
    left = sum(_left(document["settings"], text) for text in document["hand"])
    figures |= {"deadwood_cards": len(document["hand"]), "deadwood_points": left, "score": -left}
    document["claim"]["arrangement"]["deadwood"] = document["hand"]
    return document


def _left(settings: Document, text: str) -> int:
    ranks, points = settings["deck.ranks"], settings["points.ranks"]
    rank = next(rank for rank in ranks if rank == text[:-1])
    if rank == ranks[0]:
        return int(settings["points.ace.hand"])
    for name, number in points.items():
        first, _, last = name.partition("-")
        if ranks.index(first) <= ranks.index(rank) <= ranks.index(last or first):
            return int(number)
    raise AssertionError(text)


NO_MELDS = {"set.min": 1000, "set.max": 1, "run.min": 1000, "run.max": "any"}


def meldless(ranks: list[str], suits: list[str], hand: list[str], copies: int = 1) -> Document:
    """A certificate for a deck of one's own in which nothing is a meld."""
    document = honest(*GIN)
    document["settings"] |= NO_MELDS | {"deck.ranks": ranks, "deck.suits": suits, "deck.copies": copies}
    document["settings"] |= {"points.ranks": dict.fromkeys(ranks[1:], 1), "points.ace.hand": 1}
    figures = {"deadwood_points": len(hand), "melded_points": 0, "melded_cards": 0, "deadwood_cards": len(hand)}
    figures |= {"score": -len(hand), "table_changes": 0}
    document["claim"]["figures"] = figures
    document["claim"]["arrangement"] = {"melds": [], "deadwood": hand, "discard": None}
    document |= {"hand": hand, "deck": {"copies": copies, "jokers": 0}, "objective": ["melded_cards"]}
    return document | {"weights": {"melded_cards": 1}, "proofs": [[{"prices": {}}]]}


# The settings


@forged("settings.read_settings: name not in FIELDS")
def a_rule_that_the_checker_does_not_know(copy: Copy) -> Document:
    return changed(honest(*GIN), run__wilds__no_such_limit=1)


@forged("settings.read_settings: not _is(value, sort)")
def a_setting_without_meaning(copy: Copy) -> Document:
    return changed(honest(*GIN), layoff__on="sometimes")


@forged("settings._is: type(value) is list")
def ranks_in_one_word(copy: Copy) -> Document:
    return changed(honest(*GIN), deck__ranks="A23456789TJQK")


@forged("settings._is: all((type(one) in each for one in value))")
def sizes_of_truths(copy: Copy) -> Document:
    return changed(honest(*GIN), set__repeat_sizes=[True])


@forged("settings._is: often or len(set(value)) == len(value)")
def a_wild_rank_named_twice(copy: Copy) -> Document:
    return changed(honest("argentino", "4s 5s 6s Kd"), wilds__ranks=["2", "2"])


@forged("settings._is: bool(value)")
def an_opening_without_steps(copy: Copy) -> Document:
    return changed(honest(*GIN), opening__points={})


@forged("settings._is: keys")
def steps_that_are_no_numbers(copy: Copy) -> Document:
    return changed(honest(*GIN), opening__points={"first": 30})


@forged("settings._is: all((_is(one, 'count') for one in value.values()))")
def steps_below_zero(copy: Copy) -> Document:
    return changed(honest(*GIN), opening__points={"0": -30})


@forged("settings.by_rank: len(dict(found)) < len(found)")
def a_rank_with_points_twice(copy: Copy) -> Document:
    document = honest(*GIN)
    return changed(document, points__ranks=document["settings"]["points.ranks"] | {"2-4": 5, "3": 5})


# The question


@forged("question.__init__: self.ranks > MOST_RANKS")
def a_deck_of_31_ranks(copy: Copy) -> Document:
    return meldless([f"r{number}x" for number in range(31)], ["s"], ["r1xs"])


@forged("question.__init__: len(self.suits) > MOST_SUITS")
def a_deck_of_11_suits(copy: Copy) -> Document:
    return meldless(["A", "2", "3"], list("abcdefghijk"), ["2b"])


@forged("question.__init__: len(self.text) <= self.ranks * len(self.suits)")
def two_cards_of_one_name(copy: Copy) -> Document:
    return meldless(["1", "11", "2"], ["s", "1s"], ["2s"])


@forged("question.__init__: not all((text.isalnum() for text in self.cards))")
def a_card_with_the_name_of_a_row(copy: Copy) -> Document:
    return meldless(["A", "a discar", "3"], ["s", "d"], ["a discard"])


@forged("question._check: number not in [(at_step(s.deck.copies, n), at_step(s.deck.jokers, n)) for n in players]")
def a_deck_for_no_number_of_players(copy: Copy) -> Document:
    return changed(honest(*GIN), deck={"copies": 7, "jokers": 0})


@forged("question._check: any((count > number[card == JOKER] for card, count in cards.items()))")
def more_copies_than_there_are(copy: Copy) -> Document:
    document = honest("gin", "9h 9h Kd", rules={"deck.copies": 2})
    return changed(document, deck__copies=1, deck={"copies": 1, "jokers": 0})


@forged("question._check: not self.hand")
def no_hand(copy: Copy) -> Document:
    return nothing_laid(honest(*GIN), hand=[])


@forged("question._check: cards.total() > MOST_CARDS")
def a_hand_of_201_cards(copy: Copy) -> Document:
    return meldless(["A", "2", "3"], ["s"], ["2s"] * 201, copies=201)


@forged("question._check: not Counter(self.use) <= Counter(self.hand)")
def cards_to_use_that_are_not_there(copy: Copy) -> Document:
    document = changed(honest("rummy-500", "9h 9d 9c Kd", discard="optional"), use=["9h", "9h"], dropped=["use"])
    document["proofs"].insert(0, [{"prices": {"lay 9h": "-1", "9h": "1"}}])
    return document


@forged("question._check: self.discard not in ('none', 'required', 'optional')")
def a_discard_that_is_no_discard(copy: Copy) -> Document:
    return changed(honest("rummy-500", "9h 9d 9c Kd", discard="optional"), discard="sometimes")


@forged(
    "question._check: opening is not None and (opening['pure_runs'], opening['points'])"
    " not in [(s.opening.pure_runs, points) for points in step_numbers(s.opening.points)]"
)
def an_opening_cheaper_than_the_rules(copy: Copy) -> Document:
    document = honest("reglamento", "JK JK 2h As Ks Qs Js 3d", open=True)
    return proved(changed(document, opening={"points": 1, "pure_runs": 0}), copy)


@forged("question._check: not self.objective")
def no_objective(copy: Copy) -> Document:
    return nothing_laid(honest(*GIN), objective=[])


@forged("question._check: len(set(self.objective) & set(FIGURES)) < len(self.objective)")
def a_figure_that_decides_twice(copy: Copy) -> Document:
    twice = ["table_changes", "table_changes"]
    return nothing_laid(honest(*GIN), objective=twice, weights={"table_changes": 1})


@forged("question._check: applies")
def a_hand_that_is_not_there(copy: Copy) -> Document:
    return no_hand(copy)


@forged("question._decline: self.table and s.table.rearrange == 'moves'")
def a_table_changed_by_moves(copy: Copy) -> Document:
    return changed(honest(*GROWS, table=TABLE), table__rearrange="moves")


@forged("question._decline: self.grows and s.layoff.on == 'none'")
def a_table_for_nobody(copy: Copy) -> Document:
    return changed(honest(*GROWS, table=TABLE), layoff__on="none")


@forged("question._decline: self.table and (s.requirement.pure_runs or s.requirement.runs)")
def runs_required_beside_a_table(copy: Copy) -> Document:
    document = changed(honest(*GROWS, table=TABLE), requirement__runs=1)
    return proved(nothing_laid(document, objective=["table_changes"], weights={"table_changes": 1}), copy)


@forged("question._decline: s.requirement.melds")
def a_set_where_a_run_is_demanded(copy: Copy) -> Document:
    return changed(honest(*GIN), requirement__melds=[{"kind": "run"}])


@forged("question._decline: self.opening is not None and s.opening.melds")
def an_opening_without_the_set_that_it_demands(copy: Copy) -> Document:
    document = honest("reglamento", "JK JK 2h As Ks Qs Js 3d", open=True)
    assert [meld["kind"] for meld in document["claim"]["arrangement"]["melds"]].count("set") < 2
    return changed(document, opening__melds=[{"kind": "set", "count": 2}])


@forged("question._decline: self.table and self.opening is None and (s.melding.new == 'opening-only')")
def a_new_meld_after_the_opening_that_lays_all(copy: Copy) -> Document:
    document = honest("rummy-500", "9h 9d 9c 6s Kd", table=TABLE)
    assert "new" in [meld["role"] for meld in document["claim"]["arrangement"]["melds"]]
    return changed(document, melding__new="opening-only")


@forged("question._decline: opens and s.opening.cards != 'own'")
def an_opening_with_the_tables_cards(copy: Copy) -> Document:
    document = honest("fichas", "10r 11r 12r 4b 5k", table="1r 2r 3r; 4r 4k 4y", open=True)
    return changed(document, opening__cards="any")


@forged("question._decline: frozen and s.exchange.cards == 'hand-or-table'")
def wilds_freed_by_the_table(copy: Copy) -> Document:
    return changed(honest(*MOVES, table="7r 7b JK"), exchange__cards="hand-or-table")


@forged("question._decline: frozen and s.exchange.into == 'new-meld'")
def freed_wilds_bound_to_new_melds(copy: Copy) -> Document:
    return changed(honest(*MOVES, table="7r 7b JK"), exchange__into="new-meld")


@forged("question._decline: frozen and self.wild_ranks")
def frozen_jokers_beside_wild_ranks(copy: Copy) -> Document:
    return changed(honest(*MOVES, table="7r 7b JK"), wilds__ranks=["2"])


@forged("question._decline: applies")
def a_table_for_nobody_at_all(copy: Copy) -> Document:
    return a_table_for_nobody(copy)


def lying(*melds: tuple[str, str]) -> list[Document]:
    return [{"kind": kind, "cards": cards.split()} for kind, cards in melds]


@forged("question.meld: kind not in ('set', 'run')")
def a_heap_on_the_table(copy: Copy) -> Document:
    return growing_from(("heap", "3s"))


def growing_from(*melds: tuple[str, str]) -> Document:
    """Nothing is laid, and nothing can be laid, beside a table of one's own."""
    document = honest("rummy-500", "Kd", table=TABLE)
    document["table"] = lying(*melds)
    return nothing_laid(document)


@forged("question.meld: broken_rules(StatedMeld(kind, tuple(slots)), self.s)")
def a_table_meld_of_two(copy: Copy) -> Document:
    return growing_from(("set", "3s 3h"))


@forged("question.meld: rank != self.rank_of(place)")
def a_joker_said_to_be_another_card(copy: Copy) -> Document:
    return growing_from(("run", "4s JK=9s 6s"))


@forged("question.table_cases: prod((len(ways) for ways in options)) > MOST_CASES")
def a_table_of_eleven_jokers(copy: Copy) -> Document:
    document = honest("fichas", "13k", table="1r JK 3r", rules={"deck.jokers": 11, "deck.copies": 8})
    (run,) = document["table"]
    document["table"] = [run] * 11
    (claimed,) = document["claim"]["arrangement"]["melds"]
    document["claim"]["arrangement"]["melds"] = [claimed] * 11
    document |= {"objective": ["melded_cards"], "weights": {"melded_cards": 1}}
    return proved(changed(document, deck={"copies": 11, "jokers": 11}, deck__copies=11), copy)


@forged("columns._sets: comb(len(singles), size) > MOST_TRIED")
def more_choices_than_can_be_tried(copy: Copy) -> Document:
    document = meldless(["A", "2", "3"], ["s"], ["2s"] * 27, copies=27)
    return changed(document, set__max=7, set__suits="any")


# The claim


@forged("claim.goals_of: figures != claim['figures']")
def figures_that_the_melds_do_not_make(copy: Copy) -> Document:
    document = honest(*GIN)
    document["claim"]["figures"]["melded_points"] += 1
    return document


@forged("claim.goals_of: any((type(figure) is not int for figure in claim['figures'].values()))")
def a_figure_that_is_a_truth(copy: Copy) -> Document:
    document = honest(*GIN)
    document["claim"]["figures"]["table_changes"] = False
    return document


@forged("claim.goals_of: figures['table_changes'] and (not figures['melded_cards'])")
def a_table_changed_for_nothing(copy: Copy) -> Document:
    document = honest("fichas", "13k", table="1r 2r 3r; 1b 2b 3b; 1k 2k 3k", objective=["melded_cards"])
    sets = [f"{rank}r {rank}b {rank}k".split() for rank in (1, 2, 3)]
    melds = [{"kind": "set", "cards": cards, "role": "new"} for cards in sets]
    naming = {use.removeprefix("table "): use for m in document["claim"]["arrangement"]["melds"] for use in m["uses"]}
    document["claim"]["arrangement"]["melds"] = [m | {"uses": [naming[card] for card in m["cards"]]} for m in melds]
    document["claim"]["figures"]["table_changes"] = 3
    return proved(document, copy)


@forged("claim.goals_of: type(weights[name]) is not int")
def a_weight_that_is_a_truth(copy: Copy) -> Document:
    document = honest("gin", "9h 9d 9c Kd", objective=["melded_cards"])
    return changed(document, weights={"melded_cards": True})


@forged("claim.goals_of: weights[name] <= later")
def weights_of_nothing_prove_anything(copy: Copy) -> Document:
    return nothing_laid(honest(*GIN), weights={"melded_cards": 0})


@forged("claim._impossible: claim['reachable'] is not None and 'opening' not in claim['dropped']")
def a_most_toward_no_opening(copy: Copy) -> Document:
    return changed(honest(*GIN), reachable=5)


@forged("claim._impossible: name not in due[:1]")
def a_demand_given_up_that_was_not_made(copy: Copy) -> Document:
    document = honest("gin", "4s 5s 6s 9h Kd", use="Kd")
    first, last = document["proofs"]
    return changed(document, dropped=["discard", "use"], proofs=[first, first, last])


UNOPENED = ("reglamento", "4s 5s 6s 9h 9d 2c Kd 9s Ts 3d")


@forged("claim._impossible: opening['pure_runs']")
def a_most_where_points_do_not_open(copy: Copy) -> Document:
    document = changed(honest(*UNOPENED, open=True), opening__pure_runs=1)
    document["opening"]["pure_runs"] = 1
    return document


@forged("claim._impossible: type(most) is not int")
def a_most_that_is_a_truth(copy: Copy) -> Document:
    return changed(honest("reglamento", "4s 9h Kd", open=True), reachable=False)


@forged("claim._impossible: shown != most")
def a_most_that_is_not_shown(copy: Copy) -> Document:
    return changed(honest(*UNOPENED, open=True), reachable=70)


@forged("claim._impossible: most >= opening['points']")
def an_opening_given_up_that_could_be_made(copy: Copy) -> Document:
    document = honest(*UNOPENED, open=True)
    points = document["claim"]["reachable"] - 5
    return changed(document, opening={"points": points, "pure_runs": 0}, opening__points=points)


@forged("claim.totals_of: cards + kept != Counter((slot[:2] for meld in question.table for slot in meld.slots)) + hand")
def a_card_out_of_sight(copy: Copy) -> Document:
    document = honest(*GIN)
    document["claim"]["arrangement"]["deadwood"] = []
    return document


@forged("claim.totals_of: not kept <= hand")
def a_wild_of_the_table_kept_for_ones_own(copy: Copy) -> Document:
    rules = {
        "table.jokers": "free", "wilds.ranks": ["2"], "wilds.natural": "never", "wilds.ranked.melded": 0,
        "wilds.ranked.hand": 20, "wilds.ranked.opening": "as-melded", "set.wilds.max_joker": 1,
        "set.wilds.max_ranked": 0, "run.wilds.max_joker": 1, "run.wilds.max_ranked": 1,
    }  # fmt: skip
    document = honest("fichas", "10r 2b 13k", table="7r 8r 2r=9r", rules=rules)
    (run,) = document["claim"]["arrangement"]["melds"]
    assert "2r=9r" in run["cards"]
    run["cards"] = [card.replace("2r=", "2b=") for card in run["cards"]]
    document["claim"]["arrangement"]["deadwood"] = ["2r", "13k"]
    return document


@forged("claim.totals_of: question.grows and sorted(roles) != list(range(1, len(question.table) + 1))")
def one_table_meld_for_two(copy: Copy) -> Document:
    document = honest("argentino", "6s Kd", table="3s 4s 5s; 3s 4s 5s")
    for meld in document["claim"]["arrangement"]["melds"]:
        meld["role"] = 1
    return document


@forged("claim.totals_of: not case.use <= hand - kept")
def a_card_to_use_that_another_stood_for(copy: Copy) -> Document:
    document = honest("argentino", "9h 9d 2d 2h", use="2h", rules={"set.wilds.max": 1, "run.wilds.max": 1})
    text = json.dumps(document["claim"]["arrangement"])
    document["claim"]["arrangement"] = json.loads(text.replace("2h", "2x").replace("2d", "2h").replace("2x", "2d"))
    return document


@forged("claim.totals_of: used[row] < low")
def an_opening_that_was_not_laid(copy: Copy) -> Document:
    document = honest("reglamento", "JK JK 2h As Ks Qs Js 3d", open=True)
    kept = ["JK", "JK", "2h", "As", "Ks", "Qs", "Js", "3d"]
    document["claim"]["arrangement"] = {"melds": [], "deadwood": kept, "discard": None}
    figures, settings = document["claim"]["figures"], document["settings"]
    left = 2 * settings["wilds.joker.hand"] + settings["wilds.ranked.hand"] + settings["points.ace.hand"]
    left += sum(_left(settings, text) for text in ("Ks", "Qs", "Js", "3d"))
    figures |= {"deadwood_points": left, "melded_points": 0, "melded_cards": 0, "deadwood_cards": 8, "score": -left}
    return proved(document | {"objective": ["table_changes"], "weights": {"table_changes": 1}}, copy)


@forged(
    "claim._columns_of: kept != Counter((_where(case, slot) for slot in"
    " (case.q.table[role - 1].slots if type(role) is int else ())))"
)
def a_card_that_passes_for_the_tables(copy: Copy) -> Document:
    document = nothing_laid(honest(*GROWS, table=TABLE), objective=["table_changes"], weights={"table_changes": 1})
    (run,) = document["claim"]["arrangement"]["melds"]
    run |= {"cards": ["3s", "4s", "5s", "6s"], "uses": ["", "", "", ""]}
    document["claim"]["arrangement"]["deadwood"] = ["Kd"]
    return proved(document, copy)


@forged("claim._columns_of: name and case.label(slot[:2]) != case.label(case.items[name].card)")
def cards_under_each_others_names(copy: Copy) -> Document:
    document = honest(*GIN)
    (meld,) = document["claim"]["arrangement"]["melds"]
    meld["uses"].reverse()
    return document


# The proofs


@forged("checker.check_certificate: len(text) > MOST_BYTES")
def a_text_of_fifty_megabytes(copy: Copy) -> str:
    return json.dumps(honest(*GIN)) + " " * MOST_BYTES


@forged("checker._check: (document.get('format'), document.get('version')) != (FORMAT, VERSION)")
def a_version_to_come(copy: Copy) -> Document:
    return changed(honest(*GIN), version=2)


@forged("checker._descend: type(at_most) is not int")
def a_split_at_a_truth(copy: Copy) -> Document:
    return split_in_two(honest(*GIN), at_most=True)


def split_in_two(document: Document, at_most: Any) -> Document:
    leaf = document["proofs"][0][0]
    choice = {"kind": None, "cards": [], "exactly": False}
    document["proofs"][0][0] = {"split": choice, "at_most": at_most, "if_so": leaf, "otherwise": leaf}
    return document


@forged("checker._descend: at_most < 0")
def a_split_below_zero(copy: Copy) -> Document:
    return split_in_two(honest(*GIN), at_most=-1)


@forged("checker._descend: (flaw := flaw_of(columns, rows, tree['prices'], most))")
def no_prices_at_all(copy: Copy) -> Document:
    return nothing_laid(honest(*GIN))


@forged("checker.flaw_of: len(exact) < len(texts)")
def a_price_that_is_no_number(copy: Copy) -> Document:
    document = honest(*GIN)
    document["proofs"][0][0]["prices"]["Kd"] = "much"
    return document


@forged("checker._is_fraction: re.fullmatch('-?[0-9]{1,60}(/[1-9][0-9]{0,30})?', text) is not None")
def a_price_with_a_point(copy: Copy) -> Document:
    document = honest(*GIN)
    document["proofs"][0][0]["prices"]["Kd"] = "0.0"
    return document


@forged("checker.flaw_of: bound >= (most + 1) * scale")
def prices_that_leave_room(copy: Copy) -> Document:
    prices = dict.fromkeys(("9h", "9d", "9c"), BIG)
    return nothing_laid(honest(*GIN), proofs=[[{"prices": prices}]])


@forged("checker.flaw_of: total < gain * scale")
def melds_that_gain_more_than_their_price(copy: Copy) -> Document:
    return nothing_laid(honest(*GIN))


@forged("checker.flaw_of: price > 0 and high is None")
def one_meld_for_the_price_of_two(copy: Copy) -> Document:
    document = honest("gin", "4s 5s 6s 9h 9d 9c Kd", objective=["melded_cards"])
    shown = document["claim"]["arrangement"]
    shown["deadwood"] += shown["melds"].pop()["cards"]
    document["claim"]["figures"] = figures_of_one_meld(document)
    assert len(shown["melds"]) == 1
    choice = {"kind": None, "cards": [], "exactly": False}
    weight = document["weights"]["melded_cards"]
    leaf = {"prices": {"split 1": str(3 * weight)}}
    document["proofs"] = [[{"split": choice, "at_most": 0, "if_so": leaf, "otherwise": leaf}]]
    return document


def figures_of_one_meld(document: Document) -> Document:
    shown, settings = document["claim"]["arrangement"], document["settings"]
    laid = sum(_left(settings, text) for meld in shown["melds"] for text in meld["cards"])
    left = sum(_left(settings, text) for text in shown["deadwood"])
    return {
        "deadwood_points": left, "melded_points": laid, "melded_cards": 3, "deadwood_cards": 4,
        "score": laid - left, "table_changes": 0,
    }  # fmt: skip


@forged("checker._no_doubles: len((found := dict(pairs))) < len(pairs)")
def a_name_that_stands_twice(copy: Copy) -> str:
    return json.dumps(honest(*GIN)).replace('"version": 1', '"version": 1, "version": 1')


REFUSED_ANYWAY = {
    "claim.totals_of: high is not None and used[row] > high": "the cards are those of hand and table, each row of the"
    " table's has its least, and each table meld is there once: so nothing is used too often",
    "checker._check: type(document) is not dict": "nothing else has `get`",
    "checker._check: len(goals) != len(document['proofs'])": "`zip` is strict",
    "checker._check: len(cases) != len(proof)": "`zip` is strict",
    "checker._is_fraction: type(text) is str": "no pattern matches what is no text",
    "checker.flaw_of: not exact.keys() <= rows.keys()": "the row is looked up",
    "columns._broken: self.q.tried > MOST_TRIED": "a limit: shown below with a lower one",
}
"""Guards without which nothing more is accepted, and why; they say better what is wrong."""


@pytest.mark.parametrize("guard", guards(), ids=str)
def test_without_this_guard_a_forged_certificate_would_be_accepted(guard: Guard) -> None:
    name = str(guard)
    assert (name in FORGERIES) != (name in REFUSED_ANYWAY), f"a guard without a forged certificate: {name}"
    if name in REFUSED_ANYWAY:
        return
    copy = without(guard)
    text = as_text(FORGERIES[name](copy))
    outcome = check_certificate(text)
    assert outcome.status in (1, 2), "the checker accepts a forged certificate"
    assert len(outcome.reason) < 250
    assert copy.check(text)[0] == 0, copy.check(text)


def test_every_forged_certificate_is_for_a_guard_that_is_there() -> None:
    assert {*FORGERIES, *REFUSED_ANYWAY} == set(map(str, guards()))


def test_the_trial_that_showed_the_hole_is_refused() -> None:
    """A split at -1, both sides priced beyond measure: without the guards it proved that nothing can be laid."""
    leaf = {"prices": {"split 1": BIG}}
    split = {"split": {"kind": None, "cards": [], "exactly": False}, "if_so": leaf, "otherwise": leaf}
    for at_most in (-1, -(10**9), 0, 10**9):
        document = nothing_laid(honest("gin", "4s 5s 6s 9h 9d 9c Kd"), proofs=[[split | {"at_most": at_most}]])
        assert check_certificate(json.dumps(document)).status == (2 if at_most < 0 else 1)


@pytest.mark.parametrize("number", ["1.0", "1e0", "NaN", "-Infinity", "1.5"])
def test_numbers_that_are_not_whole_are_refused_wherever_they_stand(number: str) -> None:
    for old in ('"version": 1', '"at_most": 1', '"copies": 1', '"melded_cards": 3', '"deadwood_points": 10'):
        text = json.dumps(split_in_two(honest(*GIN), at_most=1))
        assert old in text
        assert check_certificate(text.replace(old, f"{old.partition(': ')[0]}: {number}")).status == 2


def test_no_more_melds_are_tried_than_the_limit_says() -> None:
    """As the limit is too far away for a test, it is taken nearer."""
    text = json.dumps(honest("argentino", "4s 5s 6s JK 9h 9d 2c Kd"))
    few = source(PARTS[2]).replace("MOST_TRIED = 500_000", "MOST_TRIED = 100")
    refused = copy_of({PARTS[2]: ast.parse(few)}).check(text)
    assert refused == (2, "no certificate: more melds than can be tried")
    unbounded = copy_of({PARTS[2]: ast.parse(few.replace("if self.q.tried > MOST_TRIED:", "if False:"))})
    assert unbounded.check(text)[0] == 0


def test_the_checker_knows_every_setting_or_says_that_no_arrangement_depends_on_it() -> None:
    """A setting of the vocabulary that it has never heard of may be a rule of melds that proofs don't keep to."""
    assert FIELDS.keys() == parameters().keys(), "run: python -m meldproof.variants.rebuild"


def _without_wild_ranks(document: Document) -> None:
    del document["settings"]["wilds.ranks"]


SAID: list[tuple[Callable[[Document], Any], int, str]] = [
    (lambda d: d["proofs"].append(d["proofs"][0]), 1, "it takes 1 proofs, not 2"),
    (lambda d: d["proofs"].pop(), 1, "it takes 1 proofs, not 0"),
    (lambda d: d["proofs"][0].append(d["proofs"][0][0]), 1, "proof 1 has 2 cases, not 1"),
    (lambda d: d["proofs"][0].pop(), 1, "proof 1 has 0 cases, not 1"),
    (lambda d: d["proofs"][0][0]["prices"].update({"As": "0"}), 1, "a price is no fraction, or its row is unknown"),
    (lambda d: d["proofs"][0][0]["prices"].update({"Kd": 0}), 1, "a price is no fraction, or its row is unknown"),
    (_without_wild_ranks, 2, "setting wilds.ranks is missing"),
]


@pytest.mark.parametrize(("change", "status", "said"), SAID)
def test_what_would_be_refused_anyway_is_refused_in_clear_words(
    change: Callable[[Document], Any], status: int, said: str
) -> None:
    document = honest(*GIN)
    change(document)
    outcome = check_certificate(json.dumps(document))
    assert outcome.status == status
    assert said in outcome.reason


def test_what_is_no_object_is_told_what_a_certificate_says() -> None:
    assert check_certificate("[]") == (2, "no certificate: it does not say 'meldproof certificate', version 1")


def test_of_melds_of_the_same_cards_each_that_takes_something_else_is_kept() -> None:
    """`6s 7s` and a joker open with 20 points as 6-7-8, with 15 as 5-6-7: whoever forgets the former finds no opening."""
    rules = {"opening.points": 20, "wilds.joker.melded": 50, "wilds.joker.opening": "represented"}
    assert meldproof.solve("reglamento", "6s 7s JK Kd", settings=rules, open=True).opens
    document = honest("reglamento", "6s 7s JK Kd", rules=rules)
    document |= {"opening": {"points": 20, "pure_runs": 0}}
    document["claim"]["dropped"] = ["opening"]
    text = source(PARTS[-1])
    old = "key = (column.kind, column.names, entry[2])"
    assert old in text
    forgetful = copy_of({PARTS[-1]: ast.parse(text.replace(old, old.replace("entry[2]", "entry[1]")))})
    question = forgetful.modules["question"].StatedQuestion(document)
    goals = forgetful.modules["claim"].goals_of(question, document["claim"], document["weights"])
    (case,) = goals[0][0]
    few = forgetful.modules["checker"].entries_of(case, {})
    assert len(few) < len(entries_of(case, {}))
    leaf = {"prices": {"opening points": "-1", "6s": "5", "7s": "5", "JK": "5", "Kd": "4"}}
    document["proofs"] = [[leaf], *document["proofs"]]
    assert check_certificate(json.dumps(document)).status == 1
    assert forgetful.check(json.dumps(document))[0] == 0, forgetful.check(json.dumps(document))


def test_no_later_figure_may_outweigh_an_earlier_one() -> None:
    """Three fives of 100 points each against a run of four cards: more cards are better, however many points are lost."""
    points = {"2-4": 5, "5": 100, "6-9": 5, "T-K": 10}
    asked = {"rules": {"points.ranks": points}, "objective": ["melded_cards", "melded_points"]}
    document = honest("gin", "3h 4h 5h 6h 5d 5c", **asked)
    assert document["claim"]["figures"]["melded_cards"] == 4
    fives = {"kind": "set", "cards": ["5h", "5d", "5c"], "uses": ["5h", "5d", "5c"], "role": "new"}
    document["claim"]["arrangement"] = {"melds": [fives], "deadwood": ["3h", "4h", "6h"], "discard": None}
    figures = {"deadwood_points": 15, "melded_points": 300, "melded_cards": 3, "deadwood_cards": 3, "score": 285}
    document["claim"]["figures"] = figures | {"table_changes": 0}
    old = "later += weights[name] * question.spans[name]"
    text = source(PARTS[3])
    assert old in text
    for weights, careless in (
        ({"melded_cards": 1, "melded_points": 1}, "pass"),
        ({"melded_cards": 700, "melded_points": 5}, old.replace("*", "+")),
    ):
        forgetful = copy_of({PARTS[3]: ast.parse(text.replace(old, careless))})
        forgery = json.dumps(proved(changed(document, weights=weights), forgetful))
        assert check_certificate(forgery).status == 1
        assert forgetful.check(forgery)[0] == 0
