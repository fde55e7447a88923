"""`which`: variants are found by what one remembers of them, in either language, with reasons."""

from __future__ import annotations

import re

import jsonschema
import pytest
from depth import EVERY
from test_cli import json_of, run

from meldproof.cli.output_schemas import schema_of
from meldproof.errors import ProblemError
from meldproof.reference.recalling import LONGEST, plain, recollection
from meldproof.reference.traits import TRAITS
from meldproof.variants.loading import load_variant

ASKED: dict[str, tuple[set[str], set[str]]] = {
    "no jokers": ({"gin"}, {"argentino"}),
    "sin comodines": ({"gin"}, {"fichas"}),
    "without wild cards": ({"gin"}, {"argentino"}),
    "a pure run": ({"indian-13"}, {"gin"}),
    "una escalera sin comodines, escalera pura": ({"indian-13"}, {"argentino"}),
    "the joker can be swapped; free the jokers": ({"fichas"}, {"gin"}),
    "se canjea el comodín": ({"fichas"}, {"gin"}),
    "wild twos": ({"argentino", "reglamento"}, {"gin", "fichas"}),
    "los doses": ({"argentino", "reglamento"}, {"rummy-500"}),
    "turned up": (set(), {"gin"}),
    "four jokers": ({"argentino", "indian-13"}, {"gin", "rummy-500"}),
    "dos comodines": ({"rummy-500", "fichas"}, {"gin"}),
    "jokers": ({"argentino", "fichas"}, {"gin"}),
    "two decks": ({"argentino", "indian-13"}, {"gin"}),
    "doble mazo": ({"indian-13"}, {"gin"}),
    "opening 150": ({"reglamento"}, {"fichas"}),
    "apertura de treinta": ({"fichas", "rummikub"}, {"reglamento"}),
    "se baja con ciento cincuenta, 150 para abrir": ({"reglamento"}, {"fichas"}),
    "thirteen cards": ({"indian-13"}, {"gin"}),
    "catorce fichas": ({"fichas", "rummikub"}, {"gin"}),
    "two players": ({"gin", "argentino"}, set()),
    "de a seis": ({"reglamento"}, {"gin"}),
    "in pairs": ({"reglamento"}, {"gin"}),
    "tiles": ({"fichas", "rummikub"}, {"gin"}),
    "fichas": ({"fichas", "rummikub"}, {"argentino"}),
    "you knock": ({"gin"}, {"argentino"}),
    "se corta": ({"gin"}, {"fichas"}),
    "rearrange the table": ({"fichas", "rummikub"}, {"gin"}),
    "se rearma la mesa": ({"fichas"}, {"rummy-500"}),
    "buying": (set(), {"gin"}),
    "contracts": (set(), {"gin"}),
    "growing hands": (set(), {"gin"}),
    "the whole pile": ({"argentino", "rummy-500"}, {"gin"}),
    "lay off": ({"argentino", "gin"}, set()),
    "around the corner": (set(), {"gin"}),
    "eliminated": ({"reglamento"}, {"gin"}),
    "quedan afuera": ({"reglamento"}, {"rummy-500"}),
    "four deals": (set(), {"gin"}),
    "to 500": ({"rummy-500"}, {"gin"}),
    "a mil": ({"argentino"}, {"gin"}),
    "500 points": ({"rummy-500"}, {"gin"}),
    "hay apertura": ({"reglamento", "fichas"}, {"gin"}),
    "melds stay in hand": ({"gin"}, {"rummy-500"}),
    "150": ({"reglamento"}, {"gin"}),
}
"""What is asked, a variant or several that it all fits, and some that not all of it fits."""


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_fits_where_it_is_so_and_nowhere_else(asked: str) -> None:
    there, others = ASKED[asked]
    found = {one.listed.file.id: one.fits == len(one.reasons) for one in recollection(asked).found}
    assert not recollection(asked).unknown
    assert {name for name in there if not found[name]} == set()
    assert {name for name in others if found[name]} == set()


def test_everything_that_is_understood_is_asked_here() -> None:
    reached = set()
    for asked in ASKED:
        for piece in re.split("[,;]", asked):
            said = plain(piece.strip())
            reached.add(next((n for n, (pattern, _) in enumerate(TRAITS) if re.search(pattern, said)), None))
    assert [pattern for n, (pattern, _) in enumerate(TRAITS) if n not in reached] == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", EVERY)
def test_a_variant_is_found_by_its_own_rules(name: str, language: str) -> None:
    s = load_variant(name).settings
    words = {
        "en": ("{} players", "{} decks", "{} jokers", "{} cards", "opening {}", "to {}"),
        "es": ("de a {}", "{} mazos", "{} comodines", "{} cartas", "apertura de {}", "a {} puntos"),
    }[language]
    numbers = (
        s.players.max, s.deck.copies.numbers[0], max(s.deck.jokers.numbers), max(s.deal.cards.numbers),
        max(s.opening.points.numbers), s.match.points if s.match.end in ("target", "elimination") else 0,
    )  # fmt: skip
    asked = ", ".join(text.format(number) for text, number in zip(words, numbers, strict=True) if number)
    found = recollection(asked)
    assert not found.unknown
    best = [one.listed.file.id for one in found.found if one.fits == len(one.reasons)]
    assert name in best, asked
    assert found.found[0].listed.file.id in best


@pytest.mark.parametrize("name", EVERY)
def test_a_variant_is_found_by_its_name(name: str) -> None:
    for language in ("en", "es"):
        title = load_variant(name).name[language]
        found = recollection(re.sub(r"[.,;()]", " ", title).replace(" y ", " ").replace(" and ", " "))
        assert name in [one.listed.file.id for one in found.found if one.fits == len(one.reasons)], title


def test_numbers_of_several_words_are_one() -> None:
    for asked in ("opening fifty-one", "opening fifty one", "apertura de cincuenta y uno", "apertura con 51"):
        (piece,) = {reason.asked for one in recollection(asked).found for reason in one.reasons}
        assert "51" in piece
    (piece,) = {
        reason.asked for one in recollection("apertura de ciento cincuenta y uno").found for reason in one.reasons
    }
    assert piece == "apertura de 151"


def test_what_fits_few_counts_for_more_and_what_is_not_so_is_said() -> None:
    found = recollection("jokers, opening 150").found
    assert found[0].listed.file.id == "reglamento"
    gin = next(one for one in found if one.listed.file.id == "gin")
    assert [reason.says.en for reason in gin.reasons] == ["no jokers", "no points needed to open"]
    assert [reason.says.es for reason in gin.reasons] == ["sin comodines", "no hacen falta puntos para abrir"]


def test_a_house_of_ones_own_is_found_too(tmp_path) -> None:
    (tmp_path / "ours.toml").write_text(
        'schema = 1\nid = "ours"\nextends = "reglamento"\nline = "As in Tandil."\n[[clause]]\nid = "c"\nen = "To open, 90."\n'
        "[clause.set]\nopening.points = 90\n"
    )
    found = json_of("which", "opening 90, tandil", "--spec-path", str(tmp_path))
    assert found["found"][0]["id"] == "ours"
    jsonschema.validate(found, schema_of("which"))


def test_what_is_not_understood_is_said_and_costs_nothing() -> None:
    done = run("which", "tiles, zzyzx")
    assert done.returncode == 0
    assert "not understood: zzyzx" in done.stdout
    assert "(1 of 1)" in done.stdout
    done = run("which", "zzyzx", "--lang", "es")
    assert done.returncode == 1
    assert "no se entiende: zzyzx" in done.stdout


@pytest.mark.parametrize("asked", ["", " , ;", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(asked: str) -> None:
    with pytest.raises(ProblemError):
        recollection(asked)
