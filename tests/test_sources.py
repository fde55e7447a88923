"""The sources: which sentences there are, that every normative one is encoded or said not to be, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from meldproof.variants.loading import load_variant, variant_files

FILES = {file.id: file for file in variant_files()}
SOURCES = tomllib.loads((Path(FILES["gin"].path).parent / "sources.toml").read_text(encoding="utf-8"))
SENTENCES = {sentence["id"]: sentence for sentence in SOURCES["sentence"]}
SOURCE_OF = {
    "argentino": "S000",
    "rummy-500": "S001",
    "reglamento": "S003",
    "fichas": "S004",
    "gin": "GIN",
    "rummikub": "RKB",
}
NUMBERED = {"S000": 29, "S001": 29, "S003": 29, "S004": 29, "GIN": 35, "RKB": 11}


def cited_by() -> dict[str, set[str]]:
    """The clauses that cite each sentence."""
    found: dict[str, set[str]] = {}
    for variant in FILES:
        for clause in load_variant(variant).clauses:
            for sentence in clause.cites:
                found.setdefault(sentence, set()).add(clause.key)
    return found


def text_in_both_languages(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and entry.keys() == {"en", "es"}
        and all(isinstance(text, str) and text.strip() == text != "" for text in entry.values())
        and entry["en"] != entry["es"]
    )


def test_the_sources_are_listed_once_each_with_what_they_are():
    listed = [source["id"] for source in SOURCES["source"]]
    assert len(listed) == len(set(listed))
    assert set(listed) >= NUMBERED.keys()
    for source in SOURCES["source"]:
        assert text_in_both_languages(source["describes"]), source["id"]
        assert set(source["title"]) == {"en", "es"}
        assert re.fullmatch("[a-z]{2,3}", source["language"]), source["id"]


def test_every_sentence_of_every_source_is_listed_once_and_in_order():
    listed: dict[str, list[int]] = {}
    for sentence in SOURCES["sentence"]:
        source, _, number = sentence["id"].rpartition("-")
        listed.setdefault(source, []).append(int(number))
    assert listed.keys() == {source["id"] for source in SOURCES["source"]}
    for source, numbers in listed.items():
        assert numbers == list(range(1, NUMBERED.get(source, len(numbers)) + 1)), source


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES.keys())
def test_a_sentence_is_paraphrased_in_both_languages(sentence):
    assert text_in_both_languages({"en": sentence["en"], "es": sentence["es"]})
    assert sentence.keys() <= {"id", "normative", "reason", "en", "es"}
    for language in ("en", "es"):
        assert re.fullmatch(r"[A-ZÁÉÍÓÚÑ«“'\"].*[.»”]", sentence[language]), sentence[language]


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES.keys())
def test_a_sentence_is_normative_or_has_the_reason_why_not(sentence):
    assert isinstance(sentence["normative"], bool)
    assert sentence["normative"] != ("reason" in sentence)
    if "reason" in sentence:
        assert text_in_both_languages(sentence["reason"])


def test_some_sentences_are_normative_and_some_are_not():
    normative = [identity for identity, sentence in SENTENCES.items() if sentence["normative"]]
    assert len(SENTENCES) / 2 < len(normative) < len(SENTENCES)


def test_every_normative_sentence_is_cited_by_a_clause():
    normative = {identity for identity, sentence in SENTENCES.items() if sentence["normative"]}
    assert normative - cited_by().keys() == set()


def test_no_clause_cites_a_sentence_that_is_unknown_or_not_normative():
    normative = {identity for identity, sentence in SENTENCES.items() if sentence["normative"]}
    assert {sentence: keys for sentence, keys in cited_by().items() if sentence not in normative} == {}


BORROWED = {("reglamento", "S000-17")}
"""Text 003 has no table of values; its variant takes that of text 000."""


@pytest.mark.parametrize("variant", SOURCE_OF)
def test_a_variant_cites_its_own_text_save_where_it_borrows(variant):
    own = [clause for clause in load_variant(variant).clauses if clause.key.startswith(f"{variant}/")]
    cites = {sentence for clause in own for sentence in clause.cites}
    foreign = {sentence for sentence in cites if sentence.rpartition("-")[0] != SOURCE_OF[variant]}
    assert {(variant, sentence) for sentence in foreign} == {pair for pair in BORROWED if pair[0] == variant}


@pytest.mark.parametrize("variant", FILES)
def test_no_clause_cites_a_sentence_twice_or_out_of_order(variant):
    for clause in load_variant(variant).clauses:
        numbers = [(sentence.rpartition("-")[0], int(sentence.rpartition("-")[2])) for sentence in clause.cites]
        assert numbers == sorted(set(numbers)), clause.key
