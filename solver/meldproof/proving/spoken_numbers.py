"""The numbers that a sentence says, in figures or in words, in English and in Spanish, and those in a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
SPANISH = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
]
MORE = {
    "en": {"second": 2, "both": 2, "twice": 2},
    "es": {"segunda": 2, "segundo": 2, "ambos": 2, "ambas": 2},
}
TENS = {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
    "treinta": 30,
    "cuarenta": 40,
    "cincuenta": 50,
    "cien": 100,
}
WORDS: dict[str, dict[str, int]] = {
    "en": {**{word: number for number, word in enumerate(ENGLISH)}, **MORE["en"], **TENS},
    "es": {**{word: number for number, word in enumerate(SPANISH)}, **MORE["es"], **TENS},
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
    for found in WORD.finditer(SENTENCE.sub("", text)):
        number = _number(found.group(), language)
        if number is not None:
            yield number


def numbers_counted(text: str, language: str) -> Iterator[tuple[int, Counted]]:
    """The numbers of a sentence with what each counts; the name of a sentence is none."""
    for phrase in re.split(r"[.;:,()](?!\d)", SENTENCE.sub("", text)):
        words = WORD.findall(phrase)
        for place, word in enumerate(words):
            number = _number(word, language)
            if number is not None:
                after = (NOUNS.get(noun.lower()) for noun in words[place + 1 : place + 1 + NEAR])
                yield number, next((noun for noun in after if noun), "")


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
