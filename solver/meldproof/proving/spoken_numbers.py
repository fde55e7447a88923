"""The numbers that a sentence says, in figures or in words, in English and in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterator

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


def numbers_said(text: str, language: str) -> Iterator[int]:
    """The numbers of a sentence in their order; articles are none, whatever else they may mean, nor is the name of a
    sentence of a text (`S000-10`)."""
    for found in re.finditer(r"\d[\d.,]*\d|\d|[^\W\d_]+", re.sub(r"\bS\d{3}-\d+", "", text)):
        word = found.group().lower()
        if word[0].isdigit():
            yield int(re.sub(r"[.,]", "", word))
        elif word in WORDS[language]:
            yield WORDS[language][word]
