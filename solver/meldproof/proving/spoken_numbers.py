"""The numbers that a sentence says, in figures or in words, in English and in Spanish, and those in a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete"
    " veintiocho veintinueve"
)
TENS = {
    "en": "thirty forty fifty sixty seventy eighty ninety",
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
HUNDREDS = "doscient trescient cuatrocient quinient seiscient setecient ochocient novecient"
MORE = {
    "en": {"second": 2, "both": 2, "twice": 2, "hundred": 100, "thousand": 1000},
    "es": {
        "segunda": 2, "segundo": 2, "ambos": 2, "ambas": 2, "veintiún": 21, "veintiuna": 21, "cien": 100, "ciento": 100,
        "mil": 1000,
        **{stem + end: 100 * number for number, stem in enumerate(HUNDREDS.split(), 2) for end in ("os", "as")},
    },
}  # fmt: skip
WORDS: dict[str, dict[str, int]] = {
    language: {
        **{word: number for number, word in enumerate(small.split())},
        **{word: 10 * number for number, word in enumerate(TENS[language].split(), 3)},
        **MORE[language],
    }
    for language, small in (("en", ENGLISH), ("es", SPANISH))
}


WORD = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+")
SENTENCE = re.compile(r"\bS\d+-\d+\b")
"""The name of a sentence of a text."""
Counted = Literal["players", "cards", "points", ""]
"""What a number counts, as far as the words after it tell."""
SINGULAR: dict[Counted, tuple[str, ...]] = {
    "players": ("player", "jugador"),
    "cards": ("card", "tile", "carta", "ficha", "naipe"),
    "points": ("point", "punto"),
}
NOUNS: dict[str, Counted] = {
    noun + ending: what for what, nouns in SINGULAR.items() for noun in nouns for ending in ("", "s", "es")
}
NEAR = 3
"""How many words after a number its noun may stand: "two to four players"."""


def numbers_said(text: str, language: str) -> Iterator[int]:
    """The numbers of a sentence in their order; articles are none, whatever else they may mean, nor is the name of a
    sentence of a text (`S000-10`)."""
    yield from (number for number, _ in _spoken(SENTENCE.sub("", text), language))


def numbers_counted(text: str, language: str) -> Iterator[tuple[int, Counted]]:
    """The numbers of a sentence with what each counts; the name of a sentence is none."""
    for phrase in re.split(r"[.;:,()](?!\d)", SENTENCE.sub("", text)):
        for number, rest in _spoken(phrase, language):
            after = (NOUNS.get(noun.lower()) for noun in WORD.findall(rest)[:NEAR])
            yield number, next((noun for noun in after if noun), "")


def _spoken(text: str, language: str) -> Iterator[tuple[int, str]]:
    """The numbers of a text, each with what follows it: `twenty-five` and `five hundred` are one number each."""
    found: list[tuple[int, re.Match[str]]] = []
    for word in WORD.finditer(text):
        number = _number(word.group(), language)
        if number is None:
            continue
        if found and found[-1][1].group().isalpha() and word.group().isalpha():
            before, last = found[-1]
            whole = _joined(before, number, text[last.end() : word.start()], language)
            if whole is not None:
                found[-1] = (whole, word)
                continue
        found.append((number, word))
    yield from ((number, text[word.end() :]) for number, word in found)


def _joined(before: int, number: int, between: str, language: str) -> int | None:
    """Two number words as one number; None where they are two."""
    if before % 100 in range(20, 100, 10) and 0 < number < 10 and between == {"en": "-", "es": " y "}[language]:
        return before + number
    if 0 < before < 100 and number in (100, 1000) and between == " ":
        return before * number
    after_a_hundred = before >= 100 and before % 100 == 0 and 0 < number < 100
    return before + number if after_a_hundred and between == {"en": " and ", "es": " "}[language] else None


def _number(word: str, language: str) -> int | None:
    if word[0].isdigit():
        return int(re.sub(r"[.,]", "", word))
    return WORDS[language].get(word.lower())


def numbers_in(value: object) -> Iterator[int]:
    """The numbers in a plain value without signs, but for ranks that are worth their own: nobody lists those."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, dict):
        for key, entry in value.items():
            if str(key) != str(entry):
                yield from numbers_in(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from numbers_in(entry)


def thresholds_in(value: object) -> Iterator[int]:
    """Where the steps of a table begin, and its ranks; "751 or more" may be said as "more than 750"."""
    if isinstance(value, dict):
        yield from (int(key) for key, entry in value.items() if str(key).isdigit() and str(key) != str(entry))
