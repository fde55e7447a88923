"""Every spelling of a deck's cards as one machine over bytes, for the compiled reader of hands.

It is made from notation.py's own table of spellings, and takes a word only where that table does: signs, capitals and
white space are edges. What is rarer (white space beyond ASCII, letters whose small form is another's) it refuses, and
notation.py decides.
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from typing import Any

import numpy as np

from meldproof.arranging.compiled.form import hand_reader_class
from meldproof.cards import Deck
from meldproof.notation import folded_spellings

_SEPARATORS = "," + "".join(sign for sign in map(chr, range(128)) if re.fullmatch(r"\s", sign))
_NONE = -1
_FIRST_CLASS = 2
"""In a state's row two numbers stand before the next states."""


def hand_reader(deck: Deck) -> Any:
    """The reader of a deck's hands, made once for each form (compiled or interpreted)."""
    return _made(deck, hand_reader_class())


@lru_cache(maxsize=64)
def _made(deck: Deck, reader: Any) -> Any:
    machine = _Machine(deck)
    classes, steps, width = machine.tables()
    return reader(classes, steps, width, array("i", [deck.copies_of(card) for card in deck.kinds()]))


class _Machine:
    """States with their edges by byte; 0 is where words begin, 1 where what a wild stands for begins."""

    def __init__(self, deck: Deck) -> None:
        self.edges: list[dict[int, int]] = []
        self.kinds: list[int] = []
        self.ends: list[bool] = []
        spellings, signs = folded_spellings(deck)
        numbers = {card: number for number, card in enumerate(deck.kinds())}
        begin, stands = self._state(), self._state()
        self.ends[begin] = True
        self._bytes(begin, _SEPARATORS, begin)
        self._words(begin, {word: numbers[card] for word, card in spellings.items()}, signs, equals=stands)
        self._words(stands, {word: _NONE for word, card in spellings.items() if not card.is_joker}, signs)

    def tables(self) -> tuple[array[int], array[int], int]:
        """Classes of bytes, and states, as `HandReader` takes them."""
        by_byte = np.full((256, len(self.edges)), _NONE, dtype=np.int32)
        for state, edges in enumerate(self.edges):
            by_byte[list(edges), state] = list(edges.values())
        numbers: dict[bytes, int] = {}  # of the classes: bytes that lead to the same from every state
        classes = [numbers.setdefault(column.tobytes(), _FIRST_CLASS + len(numbers)) for column in by_byte]
        width = _FIRST_CLASS + len(numbers)
        rows = np.empty((len(self.edges), width), dtype=np.int32)
        rows[:, 0], rows[:, 1] = self.kinds, self.ends
        for column, number in numbers.items():
            following = np.frombuffer(column, dtype=np.int32)
            rows[:, number] = np.where(following < 0, _NONE, following * width)
        return array("i", classes), array("i", rows.tobytes()), width

    def _state(self, kind: int = _NONE) -> int:
        self.edges.append({})
        self.kinds.append(kind)
        self.ends.append(False)
        return len(self.edges) - 1

    def _words(self, root: int, words: dict[str, int], signs: dict[str, str] | Any, equals: int | None = None) -> None:
        """The words, each with what it counts; before `equals` stands the sign of that name."""
        nodes = {"": root}
        for word in words:
            for end in range(1, len(word) + 1):
                if word[:end] not in nodes:
                    nodes[word[:end]] = self._state(words.get(word[:end], _NONE))
        for word in words:
            node = nodes[word]
            self.ends[node] = True
            self._bytes(node, _SEPARATORS, 0)
            if equals is not None:
                self._bytes(node, "=", equals)
        forms = _forms({letter for word in words for letter in word}, signs)
        for start, node in nodes.items():
            for sign, letters in forms:
                target = nodes.get(start + letters)
                if target is not None and (start or letters):
                    self._bytes(node, sign, target)

    def _bytes(self, start: int, signs: str, target: int) -> None:
        """An edge for each sign, by way of states between the bytes of its UTF-8."""
        for sign in signs:
            state = start
            *before, last = sign.encode()
            for byte in before:
                following = self.edges[state].get(byte)
                if following is None:
                    following = self.edges[state][byte] = self._state()
                state = following
            assert self.edges[state].get(last, target) == target
            self.edges[state][last] = target


def _forms(letters: set[str], signs: dict[str, str] | Any) -> list[tuple[str, str]]:
    """Every sign that may be written, with the letters it stands for: itself, its capital, other signs."""
    found = dict(signs)
    for letter in letters:
        for sign in (letter, letter.upper()):
            if sign not in signs and len(sign) == 1 and sign.lower() == letter and sign != "Σ":  # small Σ has two forms
                found[sign] = letter
    return sorted(found.items())
