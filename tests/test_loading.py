"""From rule files to a variant: what is inherited, read, replaced and set, and every refusal in one clear line."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from houses import TOUCHING, assert_every_parameter_has_one_clause, house, one_line, refusal, rule
from hypothesis import given
from hypothesis import strategies as st

from meldproof.errors import VariantError
from meldproof.variants.clauses import read_rule_file
from meldproof.variants.loading import Variant, load_variant, parse_setting, rule_files_of, variant_files
from meldproof.variants.values import RankPoints, Steps, WildWorth
from meldproof.variants.vocabulary import parameters

FILES = {file.id: file for file in variant_files()}
each_variant = pytest.mark.parametrize("variant", FILES)

READINGS = {
    "argentino": {
        "two-natural-in-place",
        "one-of-each-class",
        "no-wild-at-ends",
        "any-suits",
        "wild-worth-represented",
        "melding-forced",
        "none-in-first-deal",
        "opening-binds-all",
        "own-melds-only",
        "cut-counts-upcard",
        "twelve-run-by-anyone",
        "minimum-at-every-laying",
        "minimum-with-melds-on-the-table",
        "exactly-twelve",
        "only-held-melds-count",
    },
    "rummy-500": {"wild-worth-represented", "top-only", "entry-card-in-new-meld", "exchange-exact", "every-card-taken"},
    "reglamento": {
        "no-jokers-in-single-deck",
        "two-always-wild",
        "at-most-2-wilds-pooled",
        "natural-two-20",
        "face-values",
        "any-meld",
        "discard-optional-at-close",
        "partner-subtracts",
        "one-round",
        "canastilla-repeated-suits",
        "three-in-a-turn",
        "three-side-by-side",
        "lay-offs-count",
    },
    "fichas": {
        "discard-every-turn",
        "one-joker-per-meld",
        "one-high-worth-14",
        "joker-opens-as-zero",
        "add-swap-split-only",
        "joker-moves-freely",
        "exchange-with-table-tiles",
        "set-of-three-locked-for-good",
    },
    "gin": {"winner-deals", "loser-deals"},
    "indian-13": set(),
    "rummikub": {"jokers-move-freely"},
}
"""The alternatives that were kept when the variants' default readings were settled."""

NOT_ENCODED = {
    ("argentino", "melding-forced"),
    ("argentino", "minimum-at-every-laying"),
    ("argentino", "minimum-with-melds-on-the-table"),
    ("argentino", "exactly-twelve"),
    ("argentino", "only-held-melds-count"),
    ("rummy-500", "every-card-taken"),
    ("reglamento", "three-in-a-turn"),
    ("reglamento", "three-side-by-side"),
    ("reglamento", "lay-offs-count"),
    ("fichas", "set-of-three-locked-for-good"),
}
OWN_READINGS = {
    variant: {reading.id: reading for clause in file.clauses for reading in clause.readings}
    for variant, file in FILES.items()
}
ENCODED = sorted((variant, name) for variant, own in OWN_READINGS.items() for name in own if own[name].values)


# The built-in variants


def test_the_built_in_variants_are_there():
    assert set(FILES) >= set(READINGS)


@each_variant
def test_a_built_in_variant_loads_with_every_parameter_set_by_one_clause(variant):
    loaded = load_variant(variant)
    assert loaded.id == variant
    assert loaded.name["en"]
    assert loaded.name["es"]
    assert_every_parameter_has_one_clause(loaded)
    homes = tuple(f"{file.id}/" for file in rule_files_of(FILES[variant]))
    assert all(key.startswith((*homes, "vocabulary/")) for key in loaded.provenance.values())


@each_variant
def test_a_clause_is_worded_in_both_languages_and_differently(variant):
    for clause in load_variant(variant).clauses:
        for text in (clause.text, *(reading.text for reading in clause.readings)):
            assert text.en
            assert text.es
            assert text.en != text.es


@each_variant
def test_a_clause_is_cited_unless_it_is_a_default(variant):
    for clause in load_variant(variant).clauses:
        if clause.status in ("stated", "implied", "contested"):
            assert clause.cites, clause.key
        if clause.status == "default":
            assert not clause.cites, clause.key


@each_variant
def test_a_contested_clause_has_alternatives_and_no_other_clause_does(variant):
    for clause in load_variant(variant).clauses:
        assert (clause.status == "contested") == bool(clause.readings), clause.key


@each_variant
def test_a_clause_that_is_not_encoded_says_why_in_both_languages(variant):
    for clause in load_variant(variant).clauses:
        assert bool(clause.values) != (clause.status == "not-encoded") or clause.key == "argentino/melding"
        if clause.status == "not-encoded":
            assert clause.reason.en != clause.reason.es
            assert len(clause.reason.en) > 40
            assert len(clause.reason.es) > 40


DEFAULTS = {
    "argentino": {
        "deck.copies": Steps(((2, 1), (3, 2))),
        "deck.jokers": Steps(((2, 2), (3, 4))),
        "players.max": 4,
        "deal.cards": Steps(((0, 11),)),
        "turn.direction": "right",
        "wilds.ranks": ("2",),
        "wilds.natural": "never",
        "set.wilds.max": 1,
        "set.suits": "distinct",
        "run.wilds.max": "any",
        "run.wilds.adjacent": False,
        "run.wilds.at_ends": True,
        "run.ends": "either",
        "wilds.joker.melded": WildWorth(50),
        "wilds.ranked.melded": WildWorth(20),
        "points.ace.low": 15,
        "melding.first_turn": False,
        "opening.points": Steps(((0, 0), (751, 250))),
        "opening.whose_score": "own",
        "draw.discard": "pile",
        "draw.entry": "free",
        "draw.return_taken": True,
        "layoff.on": "any",
        "layoff.start": "opening-turn",
        "discard.to_close": "optional",
        "discard.face_down": True,
        "close.announce": "one-away",
        "scoring.hand": "melded-minus-hand",
        "bonus.size": 12,
        "bonus.others": -50,
        "deal.cut_bonus": 50,
        "match.points": 1000,
        "stock.rebuilt": 2,
        "exchange.cards": "none",
    },
    "rummy-500": {
        "deck.copies": Steps(((0, 1),)),
        "deck.jokers": Steps(((0, 2),)),
        "deal.cards": Steps(((0, 7),)),
        "turn.direction": "left",
        "set.wilds.max": 1,
        "run.wilds.max": 1,
        "points.ace.low": 1,
        "points.ace.high": 15,
        "points.ace.set": 15,
        "points.ace.hand": 15,
        "wilds.joker.melded": WildWorth(15),
        "wilds.joker.hand": 15,
        "opening.points": Steps(((0, 0),)),
        "draw.discard": "depth",
        "draw.entry": "meld-or-lay-off",
        "layoff.scored_by": "layer",
        "discard.to_close": "required",
        "match.points": 500,
        "stock.empty": "discard-only",
    },
    "reglamento": {
        "deck.copies": Steps(((2, 1), (5, 2))),
        "deck.jokers": Steps(((2, 2), (5, 4))),
        "deal.cards": Steps(((2, 10), (3, 7))),
        "wilds.natural": "in-place",
        "run.wilds.max_joker": 2,
        "run.wilds.max_ranked": 2,
        "set.wilds.max_joker": 2,
        "run.wilds.max": "any",
        "run.wilds.adjacent": True,
        "wilds.ranked.melded": WildWorth(RankPoints((("2-7", 5), ("8-K", 20), ("A", 20)))),
        "wilds.joker.hand": 50,
        "wilds.ranked.hand": 20,
        "opening.points": Steps(((0, 150),)),
        "layoff.on": "side",
        "draw.discard": "top",
        "discard.to_close": "required",
        "scoring.hand": "penalty",
        "scoring.partner": "adds",
        "match.end": "elimination",
        "match.points": 100,
    },
    "fichas": {
        "deck.copies": Steps(((0, 2),)),
        "deck.jokers": Steps(((0, 2),)),
        "deal.cards": Steps(((0, 14),)),
        "deal.starter_extra": 1,
        "deal.starter_discard": "dead",
        "run.wilds.max": "any",
        "points.ace.high": 1,
        "wilds.joker.melded": WildWorth("represented"),
        "wilds.joker.hand": 50,
        "wilds.joker.opening": WildWorth("as-melded"),
        "opening.points": Steps(((0, 30),)),
        "draw.when": "every-turn",
        "table.rearrange": "full",
        "table.jokers": "frozen",
        "exchange.cards": "hand",
        "exchange.set": "all-missing",
        "discard.each_turn": False,
        "match.deals": 4,
        "match.ties": "shared",
        "stock.empty": "play-on",
    },
    "gin": {
        "deck.jokers": Steps(((0, 0),)),
        "deal.cards": Steps(((0, 10),)),
        "run.ends": "low",
        "points.ace.hand": 1,
        "knock.deadwood": 10,
        "knock.gin_bonus": 25,
        "knock.undercut_bonus": 25,
        "knock.undercut_tie": True,
        "knock.gin_layoff": False,
        "draw.return_taken": False,
        "turn.first_draw": "upcard-offer",
        "stock.empty": "void",
        "stock.left": 2,
        "match.points": 100,
    },
}


@pytest.mark.parametrize(
    ("variant", "name", "value"),
    [(variant, name, value) for variant, values in DEFAULTS.items() for name, value in values.items()],
)
def test_the_default_is_the_reading_we_settled_on(variant, name, value):
    assert load_variant(variant).values[name] == value


DECK_SIZES = [
    *[("argentino", 2, 54), ("argentino", 3, 108), ("argentino", 4, 108), ("argentino", None, 108)],
    *[("rummy-500", 2, 54), ("rummy-500", 4, 54), ("rummy-500", None, 54)],
    *[("reglamento", 2, 54), ("reglamento", 4, 54), ("reglamento", 5, 108), ("reglamento", None, 108)],
    *[("fichas", 2, 106), ("fichas", 4, 106), ("gin", 2, 52), ("gin", None, 52)],
]


@pytest.mark.parametrize(("variant", "players", "size"), DECK_SIZES)
def test_the_deck_grows_with_the_players_and_is_the_largest_if_nobody_says(variant, players, size):
    deck = load_variant(variant).deck(players)
    assert deck.size == size == sum(1 for _ in deck.cards())


@pytest.mark.parametrize(("variant", "players"), [("gin", 3), ("argentino", 1), ("argentino", 5), ("reglamento", 7)])
def test_a_number_of_players_the_variant_is_not_for_is_refused(variant, players):
    with pytest.raises(VariantError, match=f"not {players}"):
        load_variant(variant).deck(players)


# Readings


def test_the_readings_are_the_alternatives_that_were_kept():
    assert {variant: set(OWN_READINGS[variant]) for variant in READINGS} == READINGS
    assert {
        (variant, name) for variant in READINGS for name, own in OWN_READINGS[variant].items() if not own.values
    } == NOT_ENCODED


@pytest.mark.parametrize(("variant", "name"), ENCODED)
def test_a_reading_changes_its_clause_and_nothing_else(variant, name):
    default, read = load_variant(variant), load_variant(variant, readings=[name])
    assert_every_parameter_has_one_clause(read)
    (clause,) = [clause for clause in read.clauses if clause.reading == name]
    changed = {n for n in default.values | read.values if default.values.get(n) != read.values.get(n)}
    assert changed & clause.values.keys()
    assert changed <= clause.values.keys() | default.clause(clause.key).values.keys() | switched(default, read)
    assert clause.text != default.clause(clause.key).text
    assert read.readings == (name,)


def switched(default: Variant, read: Variant) -> set[str]:
    """Parameters that exist under one reading only."""
    return set(default.values.keys() ^ read.values.keys())


@pytest.mark.parametrize(("variant", "name"), sorted(NOT_ENCODED))
def test_a_reading_that_is_not_encoded_is_refused_with_its_reason(variant, name):
    message = refusal(variant, readings=[name])
    (reason,) = [r.reason for c in FILES[variant].clauses for r in c.readings if r.id == name]
    assert name in message
    assert reason.en
    assert reason.es
    assert reason.en in message


@each_variant
def test_readings_of_different_clauses_go_together_and_of_one_clause_do_not(variant):
    owner = {reading.id: clause.id for clause in FILES[variant].clauses for reading in clause.readings}
    encoded = [name for v, name in ENCODED if v == variant]
    for one, other in combinations(encoded, 2):
        if owner[one] == owner[other]:
            message = refusal(variant, readings=[one, other])
            assert f"{variant}/{owner[one]}" in message
            assert "choose one" in message
        else:
            assert_every_parameter_has_one_clause(load_variant(variant, readings=[one, other]))


def test_an_unknown_reading_is_refused_with_those_there_are():
    message = refusal("rummy-500", readings=["top-onyl"])
    assert "'top-onyl'" in message
    assert "top-only" in message
    assert "exchange-exact" in message


def test_a_variant_without_readings_says_so(tmp_path):
    path = tmp_path / "house.toml"
    clause = '[[clause]]\nid = "in-turn"\nen = "They deal by turns."\n[clause.set]\ndeal.next = "in-turn"\n'
    path.write_text(f'schema = 1\nid = "house"\nname = {{ en = "House" }}\nextends = "gin"\n{clause}', encoding="utf-8")
    assert refusal(path, readings=["any"]).endswith("its readings are: none")


# Settings


def test_a_setting_replaces_its_clause_and_keeps_the_clause_s_other_parameters():
    default = load_variant("argentino")
    changed = load_variant("argentino", settings={"run.wilds.adjacent": True})
    assert_every_parameter_has_one_clause(changed)
    assert changed.values == default.values | {"run.wilds.adjacent": True}
    assert "argentino/wilds-not-adjacent" not in {clause.key for clause in changed.clauses}
    for name in default.clause("argentino/wilds-not-adjacent").values:
        assert changed.provenance[name] == f"settings/{name}"
    said = changed.clause("settings/run.wilds.adjacent")
    kept = changed.clause("settings/run.wilds.max")
    assert said.text.en == "set on the command line: whether two wilds may stand side by side – yes"
    assert said.cites == ()
    assert kept.text.en == "kept while argentino/wilds-not-adjacent was replaced: most wilds in one meld – any"
    assert kept.cites == ("S000-21", "S000-22")
    for clause in (said, kept):
        assert clause.text.es != clause.text.en
    assert said.text.es == "fijado por quien pregunta: si dos comodines pueden ir juntos – sí"
    untouched = default.provenance.items() - changed.provenance.items()
    assert {name for name, _ in untouched} == set(default.clause("argentino/wilds-not-adjacent").values)


def test_a_setting_goes_before_a_reading():
    read = load_variant("argentino", readings=["no-wild-at-ends"])
    both = load_variant("argentino", readings=["no-wild-at-ends"], settings={"run.wilds.at_ends": True})
    assert read.values["run.wilds.at_ends"] is False
    assert both.values["run.wilds.at_ends"] is True
    assert both.provenance["run.wilds.at_ends"] == "settings/run.wilds.at_ends"


def test_a_setting_that_turns_a_switch_off_takes_its_parameters_away():
    dry = load_variant("argentino", settings={"deck.jokers": 0})
    assert_no_joker_parameters(dry)
    assert "wilds.ranked.melded" in dry.values
    bare = load_variant("argentino", settings={"deck.jokers": 0, "wilds.ranks": []})
    assert [name for name in bare.values if "wilds" in name] == ["wilds.ranks", "wilds.turned"]


def assert_no_joker_parameters(variant: Variant) -> None:
    assert not [name for name in variant.values if name.startswith("wilds.joker.") or name.endswith("max_joker")]
    assert variant.provenance.keys() == variant.values.keys()


def test_a_setting_that_turns_a_switch_on_asks_for_what_it_needs():
    message = refusal("rummy-500", settings={"wilds.ranks": ["2"]})
    assert "no clause sets set.wilds.max_joker, set.wilds.max_ranked, run.wilds.max_joker, run.wilds" in message
    assert message.endswith("wilds.ranked.hand; set them too, as in --set set.wilds.max_joker=…")
    needed = {
        "wilds.natural": "in-place",
        "wilds.ranked.melded": 20,
        "wilds.ranked.hand": 20,
        **{f"{kind}.wilds.{limit}": 2 for kind in ("set", "run") for limit in ("max_joker", "max_ranked")},
    }
    wild = load_variant("rummy-500", settings={"wilds.ranks": ["2"], **needed})
    assert_every_parameter_has_one_clause(wild)
    assert wild.values["wilds.ranks"] == ("2",)


SETTING_REFUSALS = [
    ("run.wilds.adjacnt", True, ["run.wilds.adjacnt is no parameter; did you mean run.wilds.adjacent?"]),
    ("zzz", 3, ["zzz is no parameter; the first word of one is deck, players, set, run"]),
    ("run.wilds", True, ["run.wilds is no parameter", "run.wilds.max"]),
    ("run.wilds.adjacent", "yes", ["run.wilds.adjacent = yes does not fit; write true or false"]),
    ("set.suits", "distinkt", ['write one of "distinct", "any", "same", "distinct-with-wilds", "three"']),
    ("set.max", -1, ['set.max = -1 does not fit; write a number from 0 to 1000 or "any"']),
    ("set.min", True, ["set.min = True does not fit; write a number from 2 to 1000"]),
    *(
        (f"{kind}.min", number, [f"{kind}.min = {number} does not fit; write a number from 2 to 1000"])
        for kind in ("run", "set")
        for number in (1, 0, -3, 1001)
    ),
    ("wilds.ranks", "2", ["wilds.ranks = 2 does not fit; write a list, each a text"]),
    ("deck.copies", {"two": 1}, ["write a number from 0 on, or a table of steps such as { 2 = 10, 3 = 7 }"]),
    ("points.ranks", 5, ['write a table of points by rank such as { "3-7" = 5, K = 10 }']),
    ("wilds.joker.melded", "face", ['write a number, "represented", or a table of points by the rank']),
    ("arrange.objective", ["points"], ['write a list, each one of "deadwood_points"']),
    ("knock.deadwood", 5, ["clause settings/knock.deadwood: knock.deadwood does not exist here (it needs knock)"]),
    ("deck.copies", 16**5000, ["deck.copies = … does not fit"]),
    ("deck.style", "x" * 5000, ["does not fit; write"]),
    ("x" * 5000, 3, ["is no parameter"]),
    ("a\nb", 3, ["a b is no parameter"]),
]


@pytest.mark.parametrize(("name", "value", "told"), SETTING_REFUSALS, ids=[name[:40] for name, *_ in SETTING_REFUSALS])
def test_a_setting_that_does_not_fit_is_refused_with_what_would(name, value, told):
    message = refusal("argentino", settings={name: value})
    assert len(message) < 500
    for part in told:
        assert part in message


READ_SETTINGS = [
    ("run.wilds.adjacent=true", ("run.wilds.adjacent", True)),
    (" run.wilds.adjacent = true ", ("run.wilds.adjacent", True)),
    ("set.max=any", ("set.max", "any")),
    ('set.max="any"', ("set.max", "any")),
    ("set.max=4", ("set.max", 4)),
    ("discard.to_close=optional", ("discard.to_close", "optional")),
    ("melding.first_deal=close-only", ("melding.first_deal", "close-only")),
    ('wilds.ranks=["2", "J"]', ("wilds.ranks", ["2", "J"])),
    ("deck.copies={2 = 1, 3 = 2}", ("deck.copies", {"2": 1, "3": 2})),
    ("opening.points=-3", ("opening.points", -3)),
]


@pytest.mark.parametrize(("text", "setting"), READ_SETTINGS)
def test_a_setting_is_written_as_toml_or_as_a_bare_word(text, setting):
    assert parse_setting(text) == setting


@pytest.mark.parametrize(
    "text",
    [
        *("", "=", "run.ends", "run.ends=", "=low", "run.ends=a b", "run.ends='low", "run.ends=[", "run.ends=a=b"),
        *("run.ends=low\nx=3", "run\n.ends=low", "set.max=" + "9" * 5000, "set.max=" + "[" * 100_000, "a=" + "b" * 81),
        "set.max={a" + ".a" * 60_000 + " = 1}",
    ],
    ids=lambda text: text[:20],
)
def test_a_setting_that_can_not_be_read_is_refused_in_one_short_line(text):
    with pytest.raises(VariantError) as caught:
        parse_setting(text)
    assert len(one_line(caught.value)) < 200
    assert "--set" in str(caught.value)


SETTING_VALUES = st.one_of(
    st.booleans(),
    st.integers(-20_000, 20_000),
    st.sampled_from(["any", "none", "own", "never", "free", "low", "both", "top", "turn", "represented", "as-melded"]),
    st.lists(st.sampled_from(["2", "A", "J", "13", "score"]), max_size=3),
    st.dictionaries(st.sampled_from(["2", "3", "A", "3-7", "2-K"]), st.integers(-1, 60), max_size=3),
)


@given(
    st.sampled_from(list(FILES)),
    st.dictionaries(st.sampled_from(list(parameters())), SETTING_VALUES, min_size=1, max_size=3),
)
def test_any_settings_load_with_a_clause_for_each_parameter_or_are_refused_in_one_line(variant, given_settings):
    try:
        loaded = load_variant(variant, settings=given_settings)
    except VariantError as error:
        told = one_line(error)
        assert variant in told
        return
    for name, key in loaded.provenance.items():
        assert loaded.clause(key).values[name] == loaded.values[name]
    for name in given_settings:
        assert loaded.provenance[name] == f"settings/{name}"


# House variants


def test_a_house_variant_names_only_what_differs(tmp_path):
    loaded, base = load_variant(house(tmp_path, TOUCHING)), load_variant("argentino")
    assert_every_parameter_has_one_clause(loaded)
    assert (loaded.id, loaded.name["es"]) == ("house", "Nuestra casa")
    assert loaded.values == base.values | {"run.wilds.adjacent": True, "run.wilds.max": 3}
    assert loaded.provenance["run.wilds.max"] == "house/wilds-may-touch"
    assert loaded.provenance["set.max"] == "argentino/set-size"
    assert "argentino/wilds-not-adjacent" not in {clause.key for clause in loaded.clauses}
    assert [reading.id for c in loaded.clauses for reading in c.readings].count("no-wild-at-ends") == 1


def test_one_clause_may_replace_several(tmp_path):
    sizes = rule("sizes", "set.min = 3\nset.max = 3\nrun.min = 4", replaces='["set-size", "run-size"]')
    loaded = load_variant(house(tmp_path, sizes))
    assert_every_parameter_has_one_clause(loaded)
    assert loaded.provenance["set.max"] == loaded.provenance["run.min"] == "house/sizes"


def test_a_house_may_extend_a_house_by_its_path_or_by_its_id(tmp_path):
    house(tmp_path, TOUCHING)
    longer = rule("longer", "run.min = 4", replaces='"run-size"')
    for extends in ("house", "house.toml", str(tmp_path / "house.toml")):
        path = tmp_path / "second.toml"
        path.write_text(f'schema = 1\nid = "second"\nextends = "{extends}"\n{longer}', encoding="utf-8")
        loaded = load_variant(path)
        assert_every_parameter_has_one_clause(loaded)
        assert loaded.provenance["run.min"] == "second/longer"
        assert loaded.provenance["run.wilds.max"] == "house/wilds-may-touch"
        assert loaded.name["en"] == "second"


def test_a_folder_of_one_s_own_goes_before_the_built_in_one(tmp_path):
    house(tmp_path, TOUCHING)
    (tmp_path / "gin.toml").write_text('schema = 1\nid = "gin"\n', encoding="utf-8")
    assert load_variant("house", spec_path=[tmp_path]).id == "house"
    assert [file.id for file in variant_files([tmp_path])][:2] == ["gin", "house"]
    assert str(tmp_path) in refusal("gin", spec_path=[tmp_path])
    assert load_variant("gin").values["knock.deadwood"] == 10


def test_a_house_is_found_by_its_id_whatever_its_file_is_called(tmp_path):
    house(tmp_path, TOUCHING, name="rules of ours.toml")
    (tmp_path / "broken.toml").write_text("=", encoding="utf-8")
    assert load_variant("house", spec_path=[tmp_path]).id == "house"


def test_readings_and_settings_apply_to_a_house_as_to_any_variant(tmp_path):
    path = house(tmp_path, TOUCHING)
    loaded = load_variant(path, readings=["no-wild-at-ends"], settings={"run.wilds.max": 1})
    assert_every_parameter_has_one_clause(loaded)
    assert loaded.provenance["run.wilds.at_ends"] == "argentino/wilds-at-run-ends"
    assert loaded.provenance["run.wilds.adjacent"] == "settings/run.wilds.adjacent"
    assert (loaded.values["run.wilds.max"], loaded.values["run.wilds.at_ends"]) == (1, False)


def test_a_house_clause_may_have_readings_of_its_own(tmp_path):
    sizes = rule("size", "set.min = 3\nset.max = 4", replaces='"set-size"', status='"contested"')
    threes = '[[clause.reading]]\nid = "threes"\nen = "Threes."\n[clause.reading.set]\nset.max = 3\n'
    path = house(tmp_path, sizes, threes)
    assert load_variant(path).values["set.max"] == 4
    read = load_variant(path, readings=["threes"])
    assert (read.values["set.max"], read.values["set.min"]) == (3, 3)
    assert read.clause("house/size").text["es"] == "Threes."


def test_a_text_in_one_language_serves_for_both(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(
        'schema = 1\nid = "house"\nname = "La nuestra"\nextends = "gin"\n'
        '[[clause]]\nid = "c"\nreplaces = "knock-limit"\nes = "Hasta cinco."\n[clause.set]\nknock.deadwood = 5\n',
        encoding="utf-8",
    )
    loaded = load_variant(path)
    assert (loaded.name["en"], loaded.clause("house/c").text["en"]) == ("La nuestra", "Hasta cinco.")


@each_variant
def test_a_file_read_alone_holds_its_own_clauses_in_order(variant):
    file = read_rule_file(Path(FILES[variant].path))
    written = tomllib.loads(Path(file.path).read_text(encoding="utf-8"))["clause"]
    assert [clause.id for clause in file.clauses] == [entry["id"] for entry in written]
    assert len(file.clauses) > (0 if file.extends else 40)
