"""A complete test suite of an automaton: who passes it accepts the same words, unless they need many more states.

This is the W-method of Vasilevskii and Chow with harmonised identifiers: words that tell states apart, chosen state by
state so that any two states share one. Take a word that leads to each state, each word of up to `more + 1` letters
after it, and after that what tells the state reached from every other one. An implementation that answers all of these
as the automaton does, and can be described by an automaton of at most `more` states more than the smallest one, accepts
exactly the same words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

StateT = TypeVar("StateT", bound=Hashable)
Letter = int
Word = tuple[Letter, ...]
SINK = 0
"""The state that no word comes back from, among those of a `Complete` automaton."""


class Complete(NamedTuple):
    """A smallest automaton in which every letter leads somewhere: `steps[state][letter]`, state 0 being the sink."""

    start: int
    steps: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    def accepts(self, word: Sequence[Letter]) -> bool:
        state = self.start
        for letter in word:
            state = self.steps[state][letter]
        return state in self.accepting


def smallest(
    start: StateT,
    letters: int,
    step: Callable[[StateT, Letter], StateT | None],
    accepts: Callable[[StateT], bool],
) -> Complete:
    """The smallest automaton of a language given by its steps (None: no such word)."""
    numbers: dict[StateT | None, int] = {None: SINK, start: 1}
    states: list[StateT] = [start]
    rows: list[list[int]] = [[SINK] * letters]
    for state in states:
        row = []
        for letter in range(letters):
            after = step(state, letter)
            if after not in numbers:
                numbers[after] = len(numbers)
                assert after is not None
                states.append(after)
            row.append(numbers[after])
        rows.append(row)
    classes = [0, *(int(accepts(state)) for state in states)]
    while True:
        keys = [(classes[n], *(classes[m] for m in row)) for n, row in enumerate(rows)]
        seen: dict[tuple[int, ...], int] = {}
        finer = [seen.setdefault(key, len(seen)) for key in keys]
        if max(finer) == max(classes) and finer == classes:
            break
        classes = finer
    chosen = [classes.index(number) for number in range(max(classes) + 1)]
    steps = tuple(tuple(classes[m] for m in rows[n]) for n in chosen)
    ends = frozenset(number for number, n in enumerate(chosen) if n and accepts(states[n - 1]))
    return Complete(classes[1], steps, ends)


def access_words(machine: Complete) -> dict[int, Word]:
    """A shortest word to each state that can be reached."""
    words: dict[int, Word] = {machine.start: ()}
    waiting = deque([machine.start])
    while waiting:
        state = waiting.popleft()
        for letter, after in enumerate(machine.steps[state]):
            if after not in words:
                words[after] = (*words[state], letter)
                waiting.append(after)
    return words


def telling_words(machine: Complete) -> dict[int, tuple[Word, ...]]:
    """For each state words, so that any two states share one that tells them apart: one accepts, the other doesn't.

    That they share it matters: an implementation's state that passes for one must not pass for the other. The empty
    word is always among them: whether a state accepts is seen wherever it is reached.
    """
    tells = _telling_letters(machine)
    words: dict[int, list[Word]] = {state: [()] for state in range(len(machine.steps))}
    accepts: dict[tuple[int, Word], bool] = {}

    def ends(state: int, word: Word) -> bool:
        if (state, word) not in accepts:
            accepts[state, word] = _accepts_from(machine, state, word)
        return accepts[state, word]

    for one, mine in words.items():
        for other in range(one):
            theirs = set(words[other])
            if not any(word in theirs and ends(one, word) != ends(other, word) for word in mine):
                word = _told_by(machine, tells, one, other)
                words[one] += [word] * (word not in mine)
                words[other] += [word] * (word not in theirs)
    return {state: tuple(found) for state, found in words.items()}


def _telling_letters(machine: Complete) -> Mapping[tuple[int, int], Letter | None]:
    """For each two states the first letter of a shortest word that tells them apart; None for the empty word."""
    size = len(machine.steps)
    known: dict[tuple[int, int], Letter | None] = {}
    before: dict[tuple[int, int], list[tuple[tuple[int, int], Letter]]] = {}
    waiting: deque[tuple[int, int]] = deque()
    for one in range(size):
        for other in range(one):
            pair = (other, one)
            if (one in machine.accepting) != (other in machine.accepting):
                known[pair] = None
                waiting.append(pair)
            for letter, ends in enumerate(zip(machine.steps[other], machine.steps[one], strict=True)):
                if ends[0] != ends[1]:
                    before.setdefault((min(ends), max(ends)), []).append((pair, letter))
    while waiting:
        for pair, letter in before.get(waiting.popleft(), ()):
            if pair not in known:
                known[pair] = letter
                waiting.append(pair)
    return known


def _told_by(machine: Complete, tells: Mapping[tuple[int, int], Letter | None], one: int, other: int) -> Word:
    word: list[Letter] = []
    while (letter := tells[min(one, other), max(one, other)]) is not None:
        word.append(letter)
        one, other = machine.steps[one][letter], machine.steps[other][letter]
    return tuple(word)


def _accepts_from(machine: Complete, state: int, word: Word) -> bool:
    for letter in word:
        state = machine.steps[state][letter]
    return state in machine.accepting


def complete_suite(
    machine: Complete, more: int = 0, letters_at: Callable[[int], Sequence[Letter]] | None = None
) -> Iterator[tuple[Word, bool]]:
    """The words to ask, each once, and whether the automaton accepts them.

    `letters_at` says which letters can stand at a place of a word at all (all of them, if it isn't given).
    """
    every = range(len(machine.steps[0]))
    at = letters_at or (lambda place: every)
    telling = telling_words(machine)
    seen: set[Word] = set()
    for _, access in sorted(access_words(machine).items()):
        for length in range(more + 2):
            for middle in product(*(at(len(access) + place) for place in range(length))):
                state = machine.start
                for letter in (*access, *middle):
                    state = machine.steps[state][letter]
                for last in telling[state]:
                    word = (*access, *middle, *last)
                    if word not in seen:
                        seen.add(word)
                        yield word, machine.accepts(word)
