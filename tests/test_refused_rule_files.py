"""Every rule file, reference and folder that can't be used is refused in one line: where, what, and the mend."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from depth import EVERY
from houses import TOUCHING, assert_every_parameter_has_one_clause, house, one_line, refusal, rule
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meldproof.errors import VariantError
from meldproof.variants.loading import load_variant, variant_files

FILES = {file.id: file for file in variant_files()}

# Refusals of files

READING = '[[clause.reading]]\nid = "{id}"\nen = "Otherwise."\n'
FILE_REFUSALS = {
    "an unknown parameter": (
        [rule("c", "set.maxx = 3", replaces='"set-size"')],
        ["clause c: set.maxx is no parameter; did you mean set.max?"],
    ),
    "a group for a parameter": (
        [rule("c", "set.wilds = 3")],
        ["clause c: set.wilds is no parameter", "set.wilds.max"],
    ),
    "a wrong type": (
        [rule("c", 'set.max = "four"', replaces='"set-size"')],
        ['clause c: set.max = four does not fit; write a number from 0 to 1000 or "any"'],
    ),
    "a parameter missing": (
        [rule("c", "set.max = 3", replaces='"set-size"')],
        ["argentino/set-size gave way as a whole; no clause sets set.min; add one (fewest cards in a set)"],
    ),
    "parameters missing of a clause that gave way": (
        [rule("c", "set.max = 3\nrun.wilds.max = 2")],
        [
            "argentino/set-size and argentino/wilds-not-adjacent gave way as a whole; no clause sets set.min (fewest cards"
            " in a set), run.wilds.max_joker (most jokers in one meld), run.wilds.max_ranked (most wild-rank wilds in one"
            " meld), run.wilds.adjacent (whether two wilds may stand side by side); add them",
        ],
    ),
    "a parameter set twice": (
        [rule("c", "set.max = 3\nset.min = 3"), rule("d", "set.max = 3")],
        ["set.max is set twice, by house/c and house/d; take it out of one"],
    ),
    "a parameter set twice in one clause": (
        [rule("c", 'set.max = 3\n"set.max" = 4', replaces='"set-size"')],
        ["clause c: set.max is set twice; keep one"],
    ),
    "an inactive parameter": (
        [rule("c", "knock.deadwood = 5")],
        ["clause house/c: knock.deadwood does not exist here (it needs knock); take it out"],
    ),
    "values that do not go together": (
        [rule("c", "set.min = 4\nset.max = 3", replaces='"set-size"')],
        ["clause house/c: set.max: at least set.min (4)"],
    ),
    "replacing nothing": (
        [rule("c", "set.max = 3", replaces='"set-sice"')],
        ["clause c: replaces = 'set-sice' names no inherited clause; did you mean set-size?"],
    ),
    "replacing nothing like it": (
        [rule("c", "set.max = 3", replaces='"zzz"')],
        ["clause c: replaces = 'zzz' names no inherited clause; there are: cards, deck, players"],
    ),
    "replacing twice": (
        [rule("c", replaces='"set-size"'), rule("d", replaces='"set-size"')],
        ["clause d: replaces = 'set-size' names no inherited clause"],
    ),
    "a bad status": (
        [rule("c", status='"certain"')],
        ["clause c: `status` is one of stated, implied, default, contested, not-encoded, not certain"],
    ),
    "an unknown entry": (
        [rule("c", because='"x"')],
        ["clause c: `because` is not known here; known are cites, covers, en"],
    ),
    "no text": (
        ['[[clause]]\nid = "c"\n[clause.set]\nset.max = 3\n'],
        ["clause c: say what the rule is, in `en` or `es`"],
    ),
    "a text that is none": (['[[clause]]\nid = "c"\nen = 3\n'], ["clause c: `en` must be a text"]),
    "cites that are none": ([rule("c", cites="[3]")], ["clause c: cites: must be a list of texts"]),
    "a set that is none": ([rule("c", set="3")], ["clause c: `set` must be a table of parameters"]),
    "no id": (['[[clause]]\nen = "x"\n'], ["a clause lacks an `id` of lower-case letters, digits and dashes"]),
    "an odd id": (['[[clause]]\nid = "My Rule"\nen = "x"\n'], ["a clause lacks an `id` of lower-case letters"]),
    "an id twice": ([rule("c"), rule("c")], ["clause c stands twice; give each clause an id of its own"]),
    "clauses that are none": (["clause = 3\n"], ["clauses are written [[clause]]"]),
    "a clause that is none": (["clause = [3]\n"], ["a clause lacks an `id`"]),
    "a reading of a settled clause": (
        [
            rule("c", "set.max = 3", replaces='"set-size"'),
            READING.format(id="r"),
            "[clause.reading.set]\nset.max = 4\n",
        ],
        ['clause c: only a contested clause has readings; write status = "contested"'],
    ),
    "a reading without a name": (
        [rule("c", status='"contested"'), '[[clause.reading]]\nen = "x"\n'],
        ["clause c: a reading lacks an `id`"],
    ),
    "a reading that sets nothing": (
        [rule("c", status='"contested"'), READING.format(id="r")],
        ["clause c, reading r: it sets nothing; set what it changes, or give the `reason` why it can't"],
    ),
    "a reading without a text": (
        [rule("c", status='"contested"'), '[[clause.reading]]\nid = "r"\n[clause.reading.set]\nset.max = 3\n'],
        ["clause c, reading r: say what the rule is in this reading"],
    ),
    "a reading that sets another clause's parameter": (
        [rule("c", status='"contested"'), READING.format(id="r"), "[clause.reading.set]\nset.max = 3\n"],
        ["clause house/c, reading r: set.max is set by clause argentino/set-size"],
    ),
    "a wrong value in a reading": (
        [rule("c", status='"contested"'), READING.format(id="r"), '[clause.reading.set]\nset.max = "x"\n'],
        ["clause c, reading r: set.max = x does not fit"],
    ),
    "a reading's name twice": (
        [
            *(rule("c", status='"contested"'), READING.format(id="r"), "[clause.reading.set]\nset.max = 3\n"),
            *(rule("d", status='"contested"'), READING.format(id="r"), "[clause.reading.set]\nset.max = 3\n"),
        ],
        ["reading r stands twice; give each reading a name of its own"],
    ),
    "not encoded, and set": (
        [rule("c", "set.max = 3", status='"not-encoded"', reason='"Why."')],
        ["clause c: a clause that is not encoded sets nothing and gives its `reason`"],
    ),
    "not encoded without a reason": (
        [rule("c", status='"not-encoded"')],
        ["clause c: a clause that is not encoded sets nothing and gives its `reason`"],
    ),
    "broken TOML": (["[[clause]\n"], ["not valid TOML", "line 5"]),
    "a number of thousands of digits": ([rule("c", "set.max = " + "9" * 5000)], ["not valid TOML"]),
    "a huge number in hexadecimal": (
        [rule("c", "set.max = 0x" + "F" * 5000)],
        ["clause c: set.max = … does not fit"],
    ),
    "a long text for a word": (
        [rule("c", 'set.suits = "' + "x" * 5000 + '"')],
        ["clause c: set.suits", "write one of"],
    ),
    "names with line breaks": (['"a\\nb" = 3\n'], ["`a b` is not known here"]),
    "a status with line breaks": ([rule("c", status='"a\\nb"')], ["not a b"]),
    "brackets thousands deep": (["x = " + "[" * 50_000], ["nested too deeply"]),
    "tables thousands deep": (["x = " + "{a=" * 50_000], ["nested too deeply"]),
    "dots thousands deep": (["status" + ".a" * 60_000 + " = 1\n"], ["nested too deeply"]),
    "dots as deep as allowed": ([rule("c", "a" + ".a" * 99 + " = 1")], ["clause c: a.a.a", "is no parameter"]),
    "a file that is too large": (["# " + "x" * 300_000], ["is larger than 256 kB: this is no rule file"]),
}


@pytest.mark.parametrize(("clauses", "told"), FILE_REFUSALS.values(), ids=FILE_REFUSALS.keys())
def test_a_file_at_fault_is_refused_naming_file_place_and_mend(clauses, told, tmp_path):
    path = house(tmp_path, *clauses)
    started = time.process_time()
    message = refusal(path)
    assert time.process_time() - started < 2
    assert message.startswith(str(path))
    assert len(message) < len(str(path)) + 1500
    for part in told:
        assert part in message


HEADS = [
    ('id = "h"\n', "write `schema = 1` at the top"),
    ('schema = 2\nid = "h"\n', "write `schema = 1` at the top"),
    ("schema = 1\n", "`id` must be a word of lower-case letters, digits and dashes"),
    ('schema = 1\nid = "Our House"\n', "`id` must be a word of lower-case letters, digits and dashes"),
    ('schema = 1\nid = "h"\nextends = 3\n', "`extends` must be the id of a variant, or a file"),
    ('schema = 1\nid = "h"\nextends = "gim"\n', "extends = 'gim': no variant 'gim'; there are 500-rum, argentino"),
    ('schema = 1\nid = "h"\nextends = "no/such.toml"\n', "extends = 'no/such.toml': no/such.toml can't be read"),
    ('schema = 1\nid = "h"\nname = 3\n', 'name: write { en = "…", es = "…" }'),
    ('schema = 1\nid = "h"\nabstract = 1\n', "`abstract` must be true or false"),
    ('schema = 1\nid = "h"\nfamily = "canasta"\n', "`family` is one of basic, opening, gin"),
    ('schema = 1\nid = "h"\nfamily = ["gin"]\n', "`family` is one of basic, opening, gin"),
    ('schema = 1\nid = "h"\nline = 3\n', 'line: write { en = "…", es = "…" }'),
    (
        'schema = 1\nid = "h"\nscope = "melds"\n',
        "scope: must be a list of melds, opening, play, scoring, each once at most",
    ),
    ('schema = 1\nid = "h"\nscope = []\n', "scope: must be a list of melds, opening, play, scoring, each once at most"),
    ('schema = 1\nid = "h"\nscope = ["melds", "melds"]\n', "scope: must be a list of melds, opening, play, scoring"),
    (
        'schema = 1\nid = "h"\nextends = "gin"\nscope = ["melds", "play"]\n',
        'has "play" without "opening", on which it rests',
    ),
    (
        'schema = 1\nid = "h"\nextends = "gin"\nscope = ["scoring"]\n',
        'has "scoring" without "melds", on which it rests',
    ),
    (
        'schema = 1\nid = "h"\nextends = "gin"\nscope = ["melds", "scoring"]\n',
        'lacks "opening", and no clause says so; add one with status = "not-encoded", covers = ["opening"]',
    ),
    (
        'schema = 1\nid = "h"\ntitle = "x"\n',
        "`title` is not known here; known are abstract, clause, extends, family, id, line, name, schema, scope",
    ),
    (
        'schema = 1\nid = "h"\n',
        "no clause sets deck.style, deck.ranks, deck.suits, deck.copies, deck.jokers, players.min,",
    ),
    (
        'schema = 1\nid = "h"\n[[clause]]\nid = "c"\nen = "x"\nreplaces = "d"\n',
        "inherited clause: `extends` is missing",
    ),
    ('schema = 1\nid = "h"\nextends = "h"\n', "extends = 'h' runs in a circle (h → h); end it at a full variant"),
    ('schema = 1\nid = "h"\nextends = "h.toml"\n', "runs in a circle (h → h)"),
]


@pytest.mark.parametrize(("text", "told"), HEADS)
def test_a_faulty_head_is_refused_naming_the_file_and_the_mend(text, told, tmp_path):
    path = tmp_path / "h.toml"
    path.write_text(text, encoding="utf-8")
    message = refusal(path)
    assert message.startswith(str(path))
    assert told in message


def test_a_circle_of_variants_is_refused_naming_all_of_it(tmp_path):
    for name, base in (("one", "two"), ("two", "three"), ("three", "one")):
        (tmp_path / f"{name}.toml").write_text(f'schema = 1\nid = "{name}"\nextends = "{base}"\n', encoding="utf-8")
    message = refusal(tmp_path / "one.toml")
    assert "(one → two → three → one); end it at a full variant" in message
    assert str(tmp_path / "three.toml") in message


def test_an_unknown_variant_is_refused_with_those_there_are(tmp_path):
    house(tmp_path, TOUCHING)
    message = refusal("argentina", spec_path=[tmp_path])
    assert message == (
        f"no variant 'argentina'; there are {', '.join(sorted((*EVERY, 'house')))}, or give the path of a .toml file"
    )


@pytest.mark.parametrize(
    "reference", ["", "sources", "..", "a\0b", "x" * 5000, "schema", "\n"], ids=lambda text: text[:9]
)
def test_what_is_no_variant_is_refused_in_one_line(reference):
    assert "no variant" in refusal(reference)


def test_paths_that_hold_no_rule_file_are_refused(tmp_path):
    latin = tmp_path / "latin.toml"
    latin.write_bytes('en = "dos señas"'.encode("latin-1"))
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for path, told in [
        (tmp_path / "missing.toml", "can't be read: No such file or directory"),
        (latin, "is not UTF-8 text"),
        (folder, "is a folder; name a rule file (.toml), or use --spec-path for a folder"),
        (Path("/dev/null/x.toml"), "can't be read"),
        (Path("/dev/zero"), "is not a plain file"),
        (Path("x" * 5000 + ".toml"), "can't be read"),
        (FILES["gin"].path.replace("gin", "sources"), "is not known here"),
        (FILES["gin"].path.replace("gin.toml", "schema.json"), "not valid TOML"),
    ]:
        message = refusal(path)
        assert told in message
        assert str(path)[:200] in message


@pytest.mark.parametrize("folder", ["no-such-folder", "x" * 5000, __file__], ids=["missing", "long", "file"])
def test_a_spec_path_that_is_no_folder_is_refused(folder):
    assert "is no folder" in refusal("gin", spec_path=[folder])


def test_a_file_that_would_take_long_to_read_spoils_no_folder(tmp_path):
    house(tmp_path, TOUCHING)
    bomb = tmp_path / "bomb.toml"
    bomb.write_text("a" + ".a" * 100_000 + " = 1\n", encoding="utf-8")
    started = time.process_time()
    assert load_variant("house", spec_path=[tmp_path]).id == "house"
    assert "no variant 'hous'" in refusal("hous", spec_path=[tmp_path])
    with pytest.raises(VariantError, match="nested too deeply") as caught:
        variant_files([tmp_path])
    assert str(bomb) in one_line(caught.value)
    assert time.process_time() - started < 5


def test_data_beside_the_rules_is_no_variant(tmp_path):
    house(tmp_path, TOUCHING)
    (tmp_path / "notes.toml").write_text('schema = 1\nplayers = ["Ana", "Leo"]\n', encoding="utf-8")
    assert next(file.id for file in variant_files([tmp_path])) == "house"
    assert "notes" not in refusal("notes", spec_path=[tmp_path]).replace("'notes'", "")


RULES = Path(FILES["fichas"].path).read_text(encoding="utf-8")


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_rule_file_that_was_garbled_loads_or_is_refused_in_one_line(data, tmp_path):
    start = data.draw(st.integers(0, len(RULES)))
    end = min(len(RULES), start + data.draw(st.integers(0, 60)))
    scraps = st.sampled_from(['"', "[", "]", "{", "=", ".", "\n", "[[clause]]\n", "true", "3", '"any"', "\\", "set."])
    middle = data.draw(st.one_of(st.lists(scraps, max_size=4).map("".join), st.text(max_size=8)))
    path = tmp_path / "garbled.toml"
    text = RULES[:start] + middle + RULES[end:]
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        loaded = load_variant(path)
    except VariantError as error:
        told = one_line(error)
        assert str(path) in told
    else:
        assert_every_parameter_has_one_clause(loaded)
