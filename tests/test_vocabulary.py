"""The rule vocabulary: what its parameters are called, which values they take, and the schema made from it."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import meldproof
from meldproof.errors import VariantError
from meldproof.variants.by_deal import ByDeal
from meldproof.variants.changes import with_values
from meldproof.variants.loading import load_variant, variant_files
from meldproof.variants.schema import rule_file_schema, schema_text
from meldproof.variants.values import RankPoints, Steps, from_plain, to_plain
from meldproof.variants.vocabulary import SWITCHES, build_settings, is_active, parameters

PACKAGE = Path(meldproof.__file__).parent
BUILTIN = {file.id: Path(file.path) for file in variant_files()}
SCHEMA_FILE = BUILTIN["gin"].parent / "schema.json"
each_variant = pytest.mark.parametrize("variant", BUILTIN)


# Names and meanings


def test_no_parameter_s_name_begins_another_s():
    names = set(parameters())
    for name in names:
        parts = name.split(".")
        assert not {".".join(parts[:length]) for length in range(1, len(parts))} & names


@pytest.mark.parametrize("name", parameters())
def test_a_parameter_has_a_meaning_in_both_languages_and_a_switch_that_exists(name):
    parameter = parameters()[name]
    assert re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", name)
    assert len(parameter.en) > 5
    assert len(parameter.es) > 5
    assert parameter.en != parameter.es
    assert parameter.when in {"", *SWITCHES}


def test_every_switch_turns_something_on():
    used = {parameter.when for parameter in parameters().values()}
    assert set(SWITCHES) <= used


def test_every_switch_is_on_in_some_house_and_off_in_another():
    houses = [load_variant(variant).settings for variant in BUILTIN]
    houses += [
        load_variant("fichas", readings=["joker-moves-freely"]).settings,
        load_variant("reglamento", readings=["canastilla-repeated-suits"]).settings,
        load_variant("reglamento", readings=["one-round"]).settings,
        load_variant("argentino", readings=["any-suits"]).settings,
        load_variant("gin", settings={"run.ends": "high", "points.ace.high": 1}).settings,
        with_values(load_variant("rummy-500"), {"wilds.turned": "rank"}).settings,
        load_variant("argentino", settings={"buy.who": "anyone"}).settings,
    ]
    for name, switch in SWITCHES.items():
        assert {switch(settings) for settings in houses} == {True, False}, name


# Nothing in the code names a variant


def named_variants(source: str) -> Iterator[tuple[int, str]]:
    """Where a module, outside its docstrings, has a text or an identifier that names a variant."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            if text_names_a_variant(node.value):
                yield node.lineno, node.value
        elif isinstance(node, (ast.Name, ast.arg)):
            name = node.id if isinstance(node, ast.Name) else node.arg
            if name.lower() in set(BUILTIN) - {"gin"}:  # a hand without deadwood is gin, in any game
                yield node.lineno, name


def text_names_a_variant(text: str) -> bool:
    """The id by itself or as a part of a path or key, or anywhere if it isn't an everyday word of card players."""
    everyday = {"gin", "fichas"} if " " in text.strip() else set()
    inside = "|".join(map(re.escape, set(BUILTIN) - everyday))
    return re.search(rf"(?<![\w-])({inside})(?![\w-])", text.lower()) is not None


def test_no_variant_is_named_in_the_code():
    modules = sorted(PACKAGE.rglob("*.py"))
    assert len(modules) > 20
    found = [
        f"{module.relative_to(PACKAGE)}:{line}: {word}"
        for module in modules
        for line, word in named_variants(module.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    ['if variant.id == "gin": pass', 'x = {"rummy-500": 1}', "argentino = 3", 'path = "spec/fichas.toml"'],
)
def test_a_variant_named_in_code_would_be_found(code):
    assert list(named_variants(code))


@pytest.mark.parametrize("code", ['"""Solve gin."""', 'x = "no lay-off after gin"', "gin = knock.gin_bonus"])
def test_a_variant_in_prose_is_not_found(code):
    assert not list(named_variants(code))


# Values


@each_variant
def test_every_value_survives_being_written_as_json_and_read_again(variant):
    loaded = load_variant(variant)
    plain = json.loads(json.dumps(loaded.plain()))
    assert list(plain) == [name for name in parameters() if name in loaded.values]
    for name, value in plain.items():
        assert from_plain(value, parameters()[name].type) == loaded.values[name], name
        assert to_plain(loaded.values[name]) == loaded.plain()[name]


@each_variant
def test_settings_are_the_values(variant):
    loaded = load_variant(variant)
    for start, settings in loaded.settings_by_deal:
        of_deal = loaded.at(start)
        assert of_deal.settings == settings
        for name, value in of_deal.values.items():
            record = settings
            for part in name.split("."):
                record = getattr(record, part)
            assert record == value, f"{name} in deal {start}"
        assert build_settings(of_deal.values) == settings
    for name, value in loaded.values.items():
        if isinstance(value, ByDeal):
            for start, _ in loaded.settings_by_deal:
                assert loaded.at(start).values.get(name) in (value.at(start), None), f"{name} in deal {start}"


@each_variant
def test_exactly_the_parameters_whose_switch_is_on_are_there(variant):
    loaded = load_variant(variant)
    active = {name for name, parameter in parameters().items() if is_active(parameter, loaded.settings)}
    assert set(loaded.values) == active


STEPS = [
    (7, 2, 7),
    ({"2": 10, "3": 7}, 2, 10),
    ({"2": 10, "3": 7}, 3, 7),
    ({"2": 10, "3": 7}, 6, 7),
    ({"2": 10, "3": 7}, 1, 10),
    ({"0": 0, "751": 250}, 750, 0),
    ({"0": 0, "751": 250}, 751, 250),
    ({"751": 250, "0": 0}, 750, 0),
    ({"751": 250, "0": 0}, -40, 0),
]


@pytest.mark.parametrize(("plain", "position", "number"), STEPS)
def test_a_number_in_steps_holds_from_each_step_on(plain, position, number):
    assert Steps.parse(plain).at(position) == number


RANK_POINTS = [
    ({"3-7": 5, "8-K": 10}, {3: 5, 7: 5, 8: 10, 13: 10}),
    ({"2": 20, "3-7": 5, "T-K": 10}, {2: 20, 10: 10, 11: 10}),
    ({"A-K": 1}, {1: 1, 13: 1}),
    ({"K": 10, "Q": 9}, {13: 10, 12: 9}),
]


@pytest.mark.parametrize(("plain", "points"), RANK_POINTS)
def test_a_range_of_ranks_gives_its_points_to_each_of_them(plain, points):
    by_rank = RankPoints.parse(plain).by_rank(tuple("A23456789TJQK"))
    assert points.items() <= by_rank.items()


@pytest.mark.parametrize(
    ("plain", "fault"),
    [
        ({"7-3": 5}, "'7-3' runs backwards"),
        ({"3-7": 5, "5": 4}, "rank '5' has points twice"),
        ({"Z": 5}, "no rank 'Z' in the deck"),
        ({"3-Z": 5}, "no rank 'Z' in the deck"),
        ({"3-": 5}, "no rank '' in the deck"),
    ],
)
def test_points_by_rank_that_make_no_sense_are_refused_with_the_reason(plain, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        RankPoints.parse(plain).by_rank(tuple("A23456789TJQK"))


INCONSISTENT = [
    ("argentino", {"deck.ranks": ["A", "2"]}, "deck.ranks: name 3 to 26 different ranks"),
    ("gin", {"deck.ranks": ["A", "a", "2"]}, "deck.ranks: name 3 to 26 different ranks"),
    ("gin", {"deck.ranks": ["A", "2 3", "4"]}, "deck.ranks: a rank's name is 1 to 4 letters or digits"),
    ("gin", {"deck.ranks": ["A", "", "4"]}, "deck.ranks: a rank's name is 1 to 4 letters or digits"),
    ("gin", {"deck.ranks": ["A", "2=3", "4"]}, "deck.ranks: a rank's name is 1 to 4 letters or digits"),
    ("gin", {"deck.suits": ["s", "S"]}, "deck.suits: name 1 to 8 different suits"),
    ("gin", {"deck.suits": []}, "deck.suits: name 1 to 8 different suits"),
    ("gin", {"deck.suits": ["s", "hh"]}, "deck.suits: a suit's name is one letter"),
    ("gin", {"deck.suits": ["s", "♥"]}, "deck.suits: a suit's name is one letter"),
    ("gin", {"deck.ranks": ["A", "s", "h"]}, "could be read as another card"),
    ("fichas", {"deck.ranks": ["J", "2", "3"], "deck.suits": ["k", "r"]}, "could be read as another card"),
    ("gin", {"deck.copies": 0}, "deck.copies: 1 to 8 copies"),
    ("argentino", {"deck.jokers": {"2": 2, "3": 25}}, "deck.jokers: 0 to 24 jokers"),
    ("gin", {"players.min": 3}, "players.max: at least players.min"),
    ("gin", {"players.max": 21}, "players.max: at least players.min, and at most 20"),
    ("argentino", {"wilds.ranks": ["2", "two"]}, "wilds.ranks: 'two' is no rank of the deck"),
    ("gin", {"set.max": 2}, "set.max: at least set.min (3)"),
    ("gin", {"run.max": 2}, "run.max: at least run.min (3)"),
    ("gin", {"points.ranks": {"2-9": 5}}, "points.ranks: give points to every rank asked for, once: look at T J Q K"),
    ("gin", {"points.ranks": {"A-K": 5}}, "points.ranks: give points to every rank asked for, once: look at A"),
    ("gin", {"points.ranks": {"2-K": 5, "3": 5}}, "points.ranks: rank '3' has points twice"),
    ("argentino", {"wilds.ranked.melded": {"2-K": 5}}, "wilds.ranked.melded: give points to every rank"),
    ("argentino", {"wilds.joker.melded": "as-melded"}, 'wilds.joker.melded: "as-melded" says nothing here'),
    ("gin", {"arrange.objective": []}, "arrange.objective: name at least one figure, and none twice"),
    ("gin", {"arrange.objective": ["score", "score"]}, "arrange.objective: name at least one figure, and none twice"),
]


@pytest.mark.parametrize(("variant", "settings", "fault"), INCONSISTENT)
def test_values_that_do_not_go_together_are_refused_with_the_mend(variant, settings, fault):
    with pytest.raises(VariantError) as caught:
        load_variant(variant, settings=settings)
    assert fault in str(caught.value)


# The schema

REBUILD = """rebuild it:
python -c "from meldproof.variants.schema import schema_text as t; open('spec/schema.json', 'w').write(t())"
"""


@cache
def schema_of_files() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(rule_file_schema())


def test_the_stored_schema_is_the_one_the_vocabulary_makes():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), REBUILD


def test_the_schema_is_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(rule_file_schema())


@each_variant
def test_every_built_in_file_fits_the_schema(variant):
    schema_of_files().validate(tomllib.loads(BUILTIN[variant].read_text(encoding="utf-8")))


GOOD = 'schema = 1\nid = "h"\nextends = "gin"\n[[clause]]\nid = "c"\nreplaces = "set-size"\nen = "t"\n'
BROKEN = {
    "an unknown parameter": GOOD + "[clause.set]\nset.most = 4\n",
    "a number for a truth": GOOD + "[clause.set]\nrun.wilds.adjacent = 1\n",
    "a word that is no choice": GOOD + '[clause.set]\nset.suits = "distinkt"\n',
    "a number below the least": GOOD + "[clause.set]\nset.min = 0\n",
    "points that are words": GOOD + '[clause.set]\npoints.ranks = { 2 = "five" }\n',
    "an unknown status": GOOD + 'status = "maybe"\n',
    "an unknown entry of a clause": GOOD + "because = 3\n",
    "an unknown entry of the file": 'title = "x"\n' + GOOD,
    "a clause without an id": 'schema = 1\nid = "h"\n[[clause]]\nen = "t"\n',
    "an id with a space": 'schema = 1\nid = "our house"\n',
    "no schema": 'id = "h"\n',
    "another schema": 'schema = 2\nid = "h"\n',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_fits_neither_the_schema_nor_the_loader(text, tmp_path):
    assert schema_of_files().is_valid(tomllib.loads(GOOD))
    assert not schema_of_files().is_valid(tomllib.loads(text))
    path = tmp_path / "h.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError):
        load_variant(path)


SAMPLES = [
    *(-10_001, -10_000, -1, 0, 1, 3, 1000, 1001, 10_000, 10_001, 100_000, 100_001, True, False, 1.5, None),
    *("", "any", "distinct", "low", "represented", "as-melded", "A"),
    *([], ["A"], [3], [0], ["A", 3], ["score"], ["score", "x"], [True]),
    *({}, {"2": 3}, {"K": 3}, {"2": -1}, {"2": "x"}, {"2": 20_000}, {"123456": 1}, {"²": 1}, {"en": "x"}),
]


@cache
def built_in_values() -> dict[str, list[object]]:
    found: dict[str, list[object]] = {name: [] for name in parameters()}
    for variant in BUILTIN:
        for name, value in load_variant(variant).plain().items():
            found[name].append(value)
    return found


@pytest.mark.parametrize("name", parameters())
def test_schema_and_loader_take_the_same_values(name):
    node = schema_of_files().schema["$defs"]["settings"]
    for part in name.split("."):
        node = node["properties"][part]
    fits = jsonschema.Draft202012Validator(node).is_valid
    samples = [*SAMPLES, *built_in_values()[name]]
    assert [fits(value) for value in samples] == [taken_by_the_loader(value, name) for value in samples]


def taken_by_the_loader(value: object, name: str) -> bool:
    try:
        from_plain(value, parameters()[name].type)
    except ValueError:
        return False
    return True
