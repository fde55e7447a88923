"""What a house takes over and makes untrue is flagged, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from houses import HEAD, house, rule

from meldproof.proving.spoken_numbers import numbers_counted, numbers_said
from meldproof.reference.build import document
from meldproof.reference.markdown import markdown_page
from meldproof.reference.no_longer_true import no_longer_true
from meldproof.variants.loading import load_variant, variant_files

VALUES = 'points.ranks = { "2-7" = 5, "J-K" = 10 }'
FORTY = rule("forty", 'deck.style = "cards"\ndeck.ranks = ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]\n'
             'deck.suits = ["s", "h", "d", "c"]')  # fmt: skip

DEAL = rule("deal", "deal.cards = 13\ndeal.packet = 7", replaces='"deal"')


@pytest.mark.parametrize("name", [file.id for file in variant_files()])
def test_no_variant_of_the_package_says_what_is_not_so(name: str) -> None:
    assert no_longer_true(load_variant(name)) == {}


def flagged(path: Path) -> dict[str, str]:
    return {key: text.en for key, text in no_longer_true(load_variant(path)).items()}


def test_the_size_of_a_smaller_deck(tmp_path: Path) -> None:
    path = house(tmp_path, FORTY, rule("values", VALUES), extends="gin")
    assert flagged(path)["gin/deck"] == "says 52; here it is 40"
    found = no_longer_true(load_variant(path))["gin/deck"]
    assert found.es == "dice 52; acá es 40"


def test_another_deal(tmp_path: Path) -> None:
    assert flagged(house(tmp_path, DEAL, extends="fichas")) == {"fichas/piles": "says 14; here it is 13"}


def test_another_opening_is_told_from_what_the_base_says_of_it(tmp_path: Path) -> None:
    back = rule("back").replace("As we play.", "Who lays fewer than 150 points takes them back.")
    house(tmp_path, back.replace("Como jugamos.", "Con menos de 150 puntos se levanta."), extends="reglamento")
    path = tmp_path / "other.toml"
    path.write_text(
        HEAD.format(extends="house.toml").replace('"house"', '"other"')
        + rule("least", "opening.points = 120\n", replaces='"opening"')
    )
    assert flagged(path) == {"house/back": "says 150; here it is 120"}


def test_others_at_the_table(tmp_path: Path) -> None:
    path = house(tmp_path, rule("players", "players.min = 3\nplayers.max = 4"), extends="gin")
    assert flagged(path)["gin/deal-passes"] == "says 2; here it is 3 or 4"
    assert "gin/deck" not in flagged(path)


NO_JOKERS = rule("no-jokers", "deck.jokers = 0\ndeck.copies = 1").replace("As we play.", "One deck, no jokers.")


def test_taking_the_jokers_out_leaves_no_text_that_speaks_of_them(tmp_path: Path) -> None:
    path = house(tmp_path, NO_JOKERS, extends="rummy-500")
    speak = {key for key, said in flagged(path).items() if "speaks of jokers; here there are none" in said}
    assert speak >= {"rummy-500/set-size", "rummy-500/set-suits", "rummy-500/wild-cards"}
    for clause in load_variant(path).clauses:
        spoken = "joker" in clause.text.en.lower() and clause.key.startswith("rummy-500/")
        assert (clause.key in speak) == spoken, clause.key


def test_putting_jokers_in_leaves_no_text_that_says_there_are_none(tmp_path: Path) -> None:
    house(
        tmp_path,
        NO_JOKERS,
        rule("only", "wilds.ranks = []").replace("As we play.", "No joker, no wild."),
        extends="rummy-500",
    )
    more = tmp_path / "more.toml"
    more.write_text(
        HEAD.format(extends="house.toml").replace('"house"', '"more"')
        + rule("jokers", "deck.jokers = 2\ndeck.copies = 1\nwilds.joker.melded = 15\nwilds.joker.hand = 15")
        + rule("wilds", 'set.naturals.min = 2\nset.wilds.max = 1\nset.wilds.balance = "any"\nrun.naturals.min = 2\nrun.wilds.max = 1\n'
               'run.wilds.balance = "any"\nrun.wilds.adjacent = false\nrun.wilds.at_ends = true\nexchange.cards = "none"')
    )  # fmt: skip
    assert flagged(more)["house/only"] == "speaks of jokers as if there were none"


def test_a_clause_of_which_nothing_is_left() -> None:
    found = no_longer_true(load_variant("argentino", settings={"wilds.ranks": []}))
    assert found["argentino/two-in-place"].en == "nothing of what it sets exists here"


def test_a_number_counts_what_its_noun_says_and_a_sentence_s_name_is_none() -> None:
    assert list(numbers_counted("Two to four players (S000-13) get eleven cards, and a two.", "en")) == [
        (2, "players"), (4, "players"), (11, "cards"), (2, "")
    ]  # fmt: skip
    assert list(numbers_counted("Con 1.500 puntos o más.", "es")) == [(1500, "points")]


@pytest.mark.parametrize(
    ("language", "text", "numbers"),
    [
        ("en", "twenty-five", [25]), ("en", "ninety nine", [90, 9]), ("en", "forty cards, two of them", [40, 2]),
        ("en", "sixty, seventy, eighty or ninety", [60, 70, 80, 90]), ("en", "five hundred points", [500]),
        ("en", "a thousand", [1000]), ("en", "two thousand", [2000]), ("en", "a hundred and fifty", [150]),
        ("en", "one hundred and twenty-one", [121]), ("en", "20-5 and 2 hundred", [20, 5, 2, 100]),
        ("en", "the hundred, and two more", [100, 2]),
        ("es", "treinta y cinco", [35]), ("es", "veinticinco, veintiún", [25, 21]), ("es", "quinientos puntos", [500]),
        ("es", "sesenta, setenta, ochenta o noventa", [60, 70, 80, 90]), ("es", "mil", [1000]), ("es", "dos mil", [2000]),
        ("es", "ciento cincuenta y una", [150]), ("es", "ciento veinticinco", [125]), ("es", "doscientas", [200]),
        ("es", "tres y cuatro", [3, 4]),
    ],
)  # fmt: skip
def test_numbers_are_read_as_they_are_spoken(language: str, text: str, numbers: list[int]) -> None:
    assert list(numbers_said(text, language)) == numbers
    assert [number for number, _ in numbers_counted(f"{text} points", language)] == numbers


def test_a_number_of_several_words_counts_what_its_noun_says() -> None:
    assert list(numbers_counted("With five hundred points or twenty-one cards.", "en")) == [
        (500, "points"),
        (21, "cards"),
    ]
    assert list(numbers_counted("Con treinta y cinco puntos.", "es")) == [(35, "points")]


def test_the_page_and_the_command_say_it(tmp_path: Path) -> None:
    path = house(tmp_path, DEAL, extends="fichas")
    found = document(load_variant(path), timeout=0)
    assert "No longer so in this variant: says 14" in markdown_page(found, "en")
    assert "Ya no es así en esta variante: dice 14" in markdown_page(found, "es")
    command = [sys.executable, "-m", "meldproof", "reference", str(path), "--timeout", "0.1"]
    done = subprocess.run([*command, "--out", str(tmp_path / "page.html")], capture_output=True, text=True, check=True)
    assert "fichas/piles: no longer so in this variant: says 14; here it is 13" in done.stderr
    assert "says 14; here it is 13" in (tmp_path / "page.html").read_text(encoding="utf-8")
