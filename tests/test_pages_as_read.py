"""Every example on a rule page, put to the rules as the page claims it, in the position that the page shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from depth import DEEP
from houses import house, rule
from msgspec.structs import replace
from page_reader import ENGLISH, NotAPlayError, Speech, UnreadError, read_play, verdict_of_the_page, what_it_tells
from score_reader import read_score
from spanish_reader import SPANISH

from meldproof.checking.verdict import check_cards
from meldproof.notation import slot_text
from meldproof.playing.actions import Action
from meldproof.playing.faults import IllegalAction
from meldproof.reference.build import document
from meldproof.reference.document import Document, Example, Row
from meldproof.reference.house import house_file
from meldproof.reference.markdown import markdown_page
from meldproof.reference.sample_turn import least_of
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.clauses import Text
from meldproof.variants.loading import load_variant
from meldproof.witnesses.cases import CardCase
from meldproof.witnesses.questions import ask

PLAYED = tuple(name for name in DEEP if "play" in load_variant(name).scope)


@cache
def page(name: str) -> Document:
    return document(load_variant(name))


def shown(name: str) -> list[tuple[str, Example]]:
    return [(entry.key, example) for entry in page(name).rules for example in entry.examples]


@pytest.mark.parametrize("name", PLAYED)
def test_a_play_is_judged_as_the_page_says_in_the_position_that_it_shows(name: str) -> None:
    variant = load_variant(name)
    wrong, judged = [], 0
    for key, example in shown(name):
        if example.verdict == "worth":
            continue
        try:
            legal = verdict_of_the_page(example, variant)
        except NotAPlayError:
            continue
        except IllegalAction as error:
            wrong.append((key, example.notation, example.said.en, f"a step: {error}"))
            continue
        judged += 1
        if legal != (example.verdict == "legal"):
            wrong.append((key, example.notation, example.said.en, legal))
    assert wrong == []
    assert judged > 20


@pytest.mark.parametrize("name", DEEP)
def test_an_opening_and_a_deck_are_judged_as_the_page_says(name: str) -> None:
    variant = load_variant(name)
    for key, example in shown(name):
        cards = tuple(token for row in example.rows for token in _cards(row, example))
        if found := re.fullmatch(r"(\d+ points: )?(an|no) opening(?: at a score of (\d+))?", example.said.en):
            case = CardCase("can_open", cards, score=int(found[3]) if found[3] else None)
            assert ask(case, variant) == {"opens": found[2] == "an"}, (key, example.notation)
        if found := re.fullmatch(r"(not )?in the deck for (\d+) players", example.said.en):
            case = CardCase("in_deck", cards, players=int(found[2]))
            assert ask(case, variant) == {"in_deck": not found[1]}, (key, example.notation)


MELD = re.compile(r"(a set|a run), (-?\d+) points")
MELD_ES = re.compile(r"(una pierna|una escalera), (-?\d+) puntos")


@pytest.mark.parametrize("name", DEEP)
def test_a_meld_is_one_and_worth_what_the_page_says_in_both_languages(name: str) -> None:
    variant = load_variant(name)
    judged = 0
    for key, example in shown(name):
        found, refused = MELD.fullmatch(example.said.en), example.said.en.startswith("no meld: ")
        if found is None and not refused:
            continue
        judged += 1
        verdict = check_cards(variant, _cards(example.rows[0], example))
        assert verdict.legal == bool(found), (key, example.notation)
        if found is None:
            assert example.said.es.startswith("no es combinación: "), (key, example.said.es)
            continue
        assert (f"a {verdict.kind}", str(verdict.points)) == found.groups(), (key, example.notation)
        spanish = MELD_ES.fullmatch(example.said.es)
        assert spanish is not None, (key, example.said.es)
        assert spanish.groups() == ({"set": "una pierna", "run": "una escalera"}[str(verdict.kind)], found[2])
    assert judged > 3


@pytest.mark.parametrize("name", PLAYED)
def test_the_spanish_tells_the_same_play_in_the_same_position(name: str) -> None:
    read = 0
    for key, example in shown(name):
        if example.verdict != "worth":
            english, spanish = (told(example.said["en"], ENGLISH), told(example.said["es"], SPANISH))
            assert english == spanish, (key, example.said)
            read += english is not None
    assert read > 20


def told(text: str, speech: Speech) -> tuple[list[str], list[str], list[Action]] | None:
    """What a text tells of a play; None where it tells of something else."""
    try:
        return what_it_tells(text, speech)
    except NotAPlayError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        "after the thaw, draw from the stock", "draw from the stock quickly", "draw from the stock; then dance",
        "draw from the stock, dealt by you; and more", "sing", "first draw from the stock; then discard",
    ],
)  # fmt: skip
def test_a_reader_that_does_not_understand_a_page_says_so(text: str) -> None:
    with pytest.raises(UnreadError):
        read_play(text, ENGLISH)
    with pytest.raises(UnreadError):
        read_play(text, SPANISH)


@pytest.mark.parametrize("name", PLAYED)
def test_a_score_is_what_the_page_says_in_both_languages(name: str) -> None:
    variant = load_variant(name)
    judged = 0
    for key, example in shown(name):
        for language in ("en", "es"):
            if example.verdict == "worth" and (read := read_score(example, variant, language)) is not None:
                judged += 1
                answer = ask(read.case, variant)
                assert answer == {"points": read.points, "winners": read.winners}, (key, example.said[language])
    assert judged >= 6


APART = {
    "a meld": "es combinación", "no meld": "no es combinación", "in the deck": "está en el mazo",
    "not in the deck": "no está en el mazo", "opens": "abre", "does not open": "no abre",
    "allowed": "se puede", "not allowed": "no se puede",
}  # fmt: skip
"""What is said of either side, in English and in Spanish."""


@pytest.mark.parametrize("name", DEEP)
def test_a_line_that_tells_readings_apart_is_what_both_say_of_the_cards(name: str) -> None:
    variant = load_variant(name)
    for entry in page(name).rules:
        for reading in entry.readings:
            found = re.fullmatch(rf"(.*) → default: (.+?); {reading.id}: (.+)", reading.apart.en)
            if found is None:
                continue
            spanish = re.fullmatch(rf"(.*) → lo usual: (.+?); {reading.id}: (.+)", reading.apart.es)
            assert spanish is not None, (entry.key, reading.apart.es)
            assert found[2] != found[3], (entry.key, reading.apart.en)
            if {found[2], found[3]} <= APART.keys():
                assert (APART[found[2]], APART[found[3]]) == (spanish[2], spanish[3]), (entry.key, reading.apart.es)
            if not (plain := re.fullmatch(r"([\w ]+) \(perhaps not the smallest\)", found[1])):
                continue
            for rules, said in ((variant, found[2]), (load_variant(name, readings=[reading.id]), found[3])):
                verdict = check_cards(rules, plain[1].removeprefix("in hand "))
                if said in ("a meld", "no meld"):
                    assert verdict.legal == (said == "a meld"), (entry.key, reading.apart.en)
                elif said.endswith(" points"):
                    assert f"{verdict.points} points" == said, (entry.key, reading.apart.en)


@pytest.mark.parametrize("name", PLAYED)
def test_a_play_or_score_that_tells_readings_apart_is_judged_so_by_both(name: str) -> None:
    for entry in page(name).rules:
        for reading in entry.readings:
            if reading.example is None:
                continue
            found = re.fullmatch(rf"(?:(.*) → )?default: (.+); {reading.id}: (.+)", reading.apart.en)
            for rules, said in (
                ((load_variant(name), found[2]), (load_variant(name, readings=[reading.id]), found[3])) if found else ()
            ):
                told = replace(reading.example, said=Text(found[1] or said) if found else Text())
                if said in ("allowed", "not allowed"):
                    assert verdict_of_the_page(told, rules) == (said == "allowed"), (entry.key, reading.apart.en)
                elif (read := read_score(told, rules, "en")) is not None and found and not found[1]:
                    answer = ask(read.case, rules)
                    assert answer == {"points": read.points, "winners": read.winners}, (entry.key, reading.apart.en)


SIGNED = re.compile(r"\b\d+(?:[shdcrbky]|[♠♥♦♣])?|[AKQJT][♠♥♦♣shdc]\b|JK|\+\d+|-\d+")


@pytest.mark.parametrize("name", PLAYED)
def test_the_spanish_of_a_play_or_a_score_has_the_same_cards_and_numbers(name: str) -> None:
    for key, example in shown(name):
        said = example.said if example.verdict != "illegal" else _without_reason(example.said)
        assert sorted(SIGNED.findall(said.en)) == sorted(SIGNED.findall(said.es)), (key, said)


def _without_reason(said: Text) -> Text:
    """A refused play without why: what the referee says may be put otherwise in either language."""
    return Text(said.en.rpartition(": ")[0], said.es.rpartition(": ")[0])


def _cards(row: Row, example: Example) -> list[str]:
    texts = [slot_text(slot, example.deck) for slot in row.slots]
    return [text.partition("=")[0] for text in texts]


@pytest.mark.parametrize("name", PLAYED)
def test_nobody_has_a_meld_on_the_table_that_they_could_not_have_opened_with(name: str) -> None:
    variant = load_variant(name)
    counts = point_tables(variant.settings).opening
    steps = page(name).sample_turn
    assert len(steps) >= 3
    for step in steps:
        owned: dict[str, int] = {}
        for row in step.rows:
            if row.label.en.startswith("on the table"):
                meld = check_cards(variant, [slot.card for slot in row.slots]).meld
                owned[row.label.en] = owned.get(row.label.en, 0) + points_of_meld(meld, counts)
        assert all(points >= least_of(variant) for points in owned.values())


@pytest.mark.parametrize("name", DEEP)
def test_no_example_is_cut_off(name: str) -> None:
    for key, example in shown(name):
        for said in (example.said.en, example.said.es):
            assert said == said.strip(), (key, said)
            assert not re.search(r"( and| y|[,;:])$", said), (key, said)


@pytest.mark.parametrize("name", DEEP)
def test_a_clause_that_the_referee_enforces_is_never_called_unchecked(name: str) -> None:
    for entry in page(name).rules:
        if entry.status != "not-encoded" and entry.examples:
            assert not entry.reason.en, entry.key


@pytest.mark.parametrize("name", DEEP)
def test_the_glance_says_how_many_wilds_a_meld_may_hold(name: str) -> None:
    said = {what.en: says for what, says in page(name).glance}
    s = load_variant(name).settings
    wilds = bool(s.wilds.ranks) or max(s.deck.jokers.numbers) > 0
    assert ("Limits on wilds" in said) == wilds
    if wilds and s.run.wilds.max != 1 and not s.run.wilds.adjacent:
        assert "no two side by side" in said["Limits on wilds"].en
    for number in {s.set.wilds.max, s.run.wilds.max} - {"any"}:
        assert f"at most {number} wild" in said["Limits on wilds"].en


def test_an_ace_is_worth_in_the_glance_what_most_aces_are() -> None:
    said = {what.en: says for what, says in page("rummy-500").glance}
    assert "A: 15, but 1 at the low end of a run" in said["Points"].en
    assert "a wild 2: 5 for 2–7, 20 for 8–K and A" in {w.en: t for w, t in page("reglamento").glance}["Points"].en


def test_the_set_up_and_the_turn_say_what_a_first_player_and_an_opener_must_do() -> None:
    setup = " ".join(step.en for step in page("fichas").setup)
    turn = " ".join(step.en for step in page("fichas").turn)
    assert "first player puts one of their tiles face up" in setup
    assert "worth 30 points together" in turn
    assert "Once you have opened, you may rearrange" in turn
    assert "add at least one tile of yours" in turn
    assert "joker of a run may be exchanged" in turn
    assert "the deepest card you took must be melded" in " ".join(step.en for step in page("rummy-500").turn)


def test_a_clause_of_a_house_is_nobodys_text_unless_it_cites_one(tmp_path: Path) -> None:
    found = document(
        load_variant(house(tmp_path, rule("right-to-left", 'turn.direction = "left"', replaces='"turn-direction"'))),
        timeout=0,
    )
    for language, words in (("en", "house rule"), ("es", "regla de la casa")):
        assert f"(house/right-to-left: {words})" in markdown_page(found, language)
    assert "(argentino/players: stated in the text; rests on S000-2)" in markdown_page(found, "en")


def test_a_new_file_says_above_each_setting_what_it_may_be_and_where_the_schema_is() -> None:
    base = load_variant("argentino")
    lines = house_file("ours", base, "argentino", "ours.toml").splitlines()
    assert lines[0].startswith("#:schema file:")
    assert Path(unquote(urlparse(lines[0].split()[1]).path)).is_file()
    at = lines.index("# run.wilds.adjacent = false")
    assert lines[at - 1] == "# # whether two wilds may stand side by side: true or false"
    set_there = [line for line in lines if re.match(r"# [a-z_]+(\.[a-z_]+)+ = ", line)]
    assert len(set_there) == len(base.values)
    assert sum(line.startswith("# # ") for line in lines) == len(set_there)
