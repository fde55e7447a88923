"""Many hands: their values in arrays, with as many threads as asked for.

Small hands go through one search, which takes hand after hand from counts without coming back to Python. One deck
without wilds needs none: sets are tried rank by rank, and a suit's runs looked up. What neither takes is asked one by
one.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from meldproof.arranging.compiled.form import weigh_many
from meldproof.arranging.compiled.guards import CELLS, NOT_MET, NOT_SETTLED
from meldproof.arranging.hand.engine import MOST_CARDS, cases_of, hand_engine
from meldproof.arranging.limits import deadline_after
from meldproof.arranging.many.encoding import check_form, encode_hands, miscount
from meldproof.arranging.many.one_deck import hands_as_words, read_numbers, suit_tables
from meldproof.arranging.problem import DISCARDS, LOWER_IS_BETTER, Arrangement
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.arranging.sweep.rules import make_weights, rules_of
from meldproof.cards import Deck, canonical
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.messages import say
from meldproof.variants.loading import Variant

HANDS_AT_ONCE, WORDS_AT_ONCE = 16_384, 65_536
MOST_THREADS = 256


class Many(msgspec.Struct, frozen=True, eq=False):
    """The values of many hands, the objective's first figure, hand by hand (int64); arrangements where asked for.

    With one deck and no wilds arrangements are kept in arrays, and made objects when looked at: `melds` has a row a
    hand, a column a kind of card, and in it the number of the card's meld from 1 on (0: none); `discards` is the kind
    discarded, 255 for none. Elsewhere both are None. `given_up` are the numbers (from 0) of the hands whose time ran
    out: their values are the best known, not proved.
    """

    objective: str
    values: NDArray[np.int64]
    arrangements: Sequence[Arrangement] = ()
    melds: NDArray[np.uint8] | None = None
    discards: NDArray[np.uint8] | None = None
    given_up: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        """The same values, arrangements and hands given up."""
        if not isinstance(other, Many):
            return NotImplemented
        pairs = ((self.values, other.values), (self.melds, other.melds), (self.discards, other.discards))
        return (
            (self.objective, self.given_up) == (other.objective, other.given_up)
            and all(one is another or np.array_equal(one, another) for one, another in pairs)  # type: ignore[arg-type]
            and list(self.arrangements) == list(other.arrangements)
        )

    __hash__ = None  # type: ignore[assignment]


class ReadWhenAsked(Sequence[Arrangement]):
    """Arrangements kept as numbers, each read when it is looked at."""

    def __init__(self, number: int, read: Callable[[int], Arrangement]) -> None:
        self._number, self._read = number, read

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, at: int) -> Arrangement: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Arrangement]: ...

    def __getitem__(self, at: int | slice) -> Arrangement | Sequence[Arrangement]:
        if isinstance(at, slice):
            return [self._read(number) for number in range(self._number)[at]]
        return self._read(range(self._number)[at])


def solve_many(
    variant: Variant,
    hands: Any,
    *,
    objective: Sequence[str] = (),
    discard: str = "none",
    players: int | None = None,
    threads: int | None = 1,
    arrangements: bool = False,
    timeout: float | None = None,
) -> Many:
    """The best value of every hand for the objective's first figure.

    `hands` is an array as `encode_hands` makes it, or hands as that takes them. `threads` is how many work at once
    (None: one a processor). With `arrangements` every hand is arranged, too: any of the best, with the fewest melds.
    `timeout` is in seconds for a hand that must be asked by itself; those that take longer are `given_up`.
    """
    deadline_after(timeout)
    variant = variant.at().found()
    deck = variant.deck(players)
    given = isinstance(hands, np.ndarray) and hands.dtype.kind not in "SUOT"
    counts = np.ascontiguousarray(hands) if given else encode_hands(variant, hands, players)
    if discard not in DISCARDS:
        raise ProblemError(
            say("discard is one of {discards}, not {discard!r}", discards=", ".join(DISCARDS), discard=discard[:40])
        )
    check_threads(threads)
    names = tuple(objective) or variant.settings.arrange.objective
    asked = _Asked(variant, deck, discard, names, players, timeout)
    found = _looked_up(asked, counts, threads, arrangements)
    if found is not None:
        return found
    held, cost = _weighed(counts, deck, variant.id, asked.costs)
    if arrangements:
        answers = tuple(asked.one(row, names) for row in counts)
        found_values = np.array([getattr(a.figures, names[0]) for a in answers], dtype=np.int64)
        given_up = tuple(number for number, answer in enumerate(answers) if not answer.optimal)
        return Many(names[0], found_values, answers, given_up=given_up)
    values = np.empty(len(counts), dtype=np.int64)

    stopped: list[int] = []

    def settle(part: slice) -> None:
        values[part], late = asked.values(counts[part], held[part], cost[part])
        stopped.extend(part.start + number for number in late)

    _in_parts(settle, len(counts), threads, HANDS_AT_ONCE)
    return Many(names[0], values, given_up=tuple(sorted(stopped)))


def check_threads(threads: int | None) -> None:
    """Raises ProblemError for a number of threads that can't be meant."""
    if threads is not None and (type(threads) is not int or not 1 <= threads <= MOST_THREADS):
        raise ProblemError(
            say(
                "threads are a whole number from 1 to {most_threads}, not {threads}",
                most_threads=MOST_THREADS,
                threads=str(threads)[:40],
            )
        )


@lru_cache(maxsize=4)
def _threads(number: int) -> ThreadPoolExecutor:
    """Threads that are kept, since each has rules compiled for itself."""
    return ThreadPoolExecutor(number, thread_name_prefix="meldproof")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # a copied process has none of the threads


def _in_parts(settle: Callable[[slice], None], hands: int, threads: int | None, size: int) -> None:
    """Settle so many hands at once, as many parts at a time as there are threads (None: one a processor)."""
    parts = [slice(at, at + size) for at in range(0, hands, size)]
    workers = min(threads or os.cpu_count() or 1, max(len(parts), 1))
    if workers == 1:
        for part in parts:
            settle(part)
        return
    list(_threads(workers).map(settle, parts))


def _looked_up(asked: _Asked, counts: Any, threads: int | None, arrangements: bool) -> Many | None:
    """The answers where a suit's cards can be looked up; None elsewhere, and for what holds no hands."""
    tables = asked.suit_tables(arrangements)
    if tables is None or counts.dtype != np.uint8 or counts.shape[1:] != (len(asked.kinds),):
        return None
    first, number = asked.names[0], len(counts)
    values = np.zeros(number, dtype=np.int64)
    melds = np.empty(counts.shape if arrangements else (0, 0), dtype=np.uint8)
    discards = np.empty(number if arrangements else 0, dtype=np.uint8)
    wrong: list[slice] = []

    def settle(part: slice) -> None:
        words = hands_as_words(counts[part])
        if words is None:
            wrong.append(part)
            return
        totals = np.empty(len(words), dtype=np.int64)
        tables.figures.settle_many(words, totals)
        values[part] = -totals if first in LOWER_IS_BETTER else totals
        if arrangements:
            tables.melds.arrange_many(words, melds[part], discards[part])

    _in_parts(settle, number, threads, WORDS_AT_ONCE)
    if wrong:
        return None
    cap = asked.variant.settings.scoring.cap
    if first == "deadwood_points" and cap != "any":
        values = np.minimum(values, cap)
    if not arrangements:
        return Many(first, values)
    read = ReadWhenAsked(number, lambda at: asked.read(counts[at], melds[at], int(discards[at])))
    return Many(first, values, read, melds, discards)


def _weighed(counts: Any, deck: Deck, name: str, costs: Any) -> tuple[Any, Any]:
    """How many cards every hand holds, and what they cost. Raises ProblemError for what is no array of hands."""
    kinds = list(deck.kinds())
    check_form(counts, len(kinds), name)
    held, cost = np.empty(len(counts), dtype=np.int64), np.empty(len(counts), dtype=np.int64)
    most = array("i", [deck.copies_of(card) for card in kinds])
    if len(kinds) > CELLS:  # more than compiled code takes: such decks are settled one by one
        held[:], cost[:] = counts.sum(axis=1), counts @ np.array(costs, dtype=np.int64)
        wrong = np.flatnonzero((held == 0) | (counts > np.array(most)).any(axis=1))
        bad = int(wrong[0]) if len(wrong) else -1
    else:
        bad = weigh_many()(counts, most, costs, held, cost)
    if bad < 0:
        return held, cost
    raise ProblemError(say("hand {bad} {miscount}", bad=bad + 1, miscount=miscount(counts[bad].tolist(), deck, name)))


class _Tables(NamedTuple):
    """Suit tables for the objective's first figure, and for all of it with the fewest melds (None: not asked for)."""

    figures: Any
    melds: Any


class _Asked:
    """One question about many hands."""

    def __init__(
        self,
        variant: Variant,
        deck: Deck,
        discard: str,
        names: tuple[str, ...],
        players: int | None,
        timeout: float | None,
    ) -> None:
        self.timeout = timeout
        self.variant, self.deck, self.discard, self.names, self.players = variant, deck, discard, names, players
        self.problem = make_problem(variant, [next(deck.cards())], objective=names[:1], players=players, discard="none")
        self.kinds = list(deck.kinds())
        hand = self.problem.points.hand
        self.costs = array("i", [hand[card.rank] for card in self.kinds])

    def suit_tables(self, arrangements: bool) -> _Tables | None:
        """The suit tables that answer the question; None where there are none."""
        settings, first = self.variant.settings, self.names[0]
        if settings.scoring.cap != "any" and (arrangements or first == "score"):
            return None
        try:
            rules = rules_of(settings, self.deck)
            size, most = len(self.kinds), rules.most_points
            weights = make_weights(self.names[:1], size, most, 0, melds=False)
            figures = suit_tables(rules, weights, self.discard, first)
            if not arrangements:
                return _Tables(figures, None)
            weights = make_weights(self.names, size, most, 0, melds=True)
            return _Tables(figures, suit_tables(rules, weights, self.discard))
        except EngineDeclined:
            return None

    def read(self, row: Any, numbers: Any, discarded: int) -> Arrangement:
        """The arrangement of a hand that suit tables have arranged."""
        cards = canonical(card for card, number in zip(self.kinds, row.tolist(), strict=True) if number)
        problem = msgspec.structs.replace(self.problem, hand=cards, discard=self.discard, objective=self.names)
        return read_numbers(problem, rules_of(self.variant.settings, self.deck), numbers.tolist(), discarded)

    def one(self, row: Any, names: tuple[str, ...]) -> Arrangement:
        """A hand arranged by itself."""
        cards = [card for card, number in zip(self.kinds, row, strict=True) for _ in range(number)]
        problem = make_problem(self.variant, cards, objective=names, discard=self.discard, players=self.players)
        return solve_problem(problem, "fewest", self.timeout)

    def values(self, counts: Any, held: Any, cost: Any) -> tuple[Any, list[int]]:
        """The figure of every hand, and the numbers of those that were given up."""
        cap = self.variant.settings.scoring.cap
        try:
            if cap != "any" and self.names[0] == "score":
                raise EngineDeclined(say("a capped score is asked one by one"))
            gains = self._gains(counts)
        except (EngineDeclined, OverflowError):
            gains = np.full(len(counts), NOT_SETTLED, dtype=np.int64)
        first = self.names[0]
        if first in ("deadwood_points", "deadwood_cards"):
            values = (cost if first == "deadwood_points" else held) - gains
        elif first == "table_changes":
            values = np.zeros_like(gains)
        else:
            values = gains - cost if first == "score" else gains
        if first == "deadwood_points" and cap != "any":
            values = np.minimum(values, cap)
        late: list[int] = []
        for number in np.flatnonzero(gains <= NOT_MET):
            answer = self.one(counts[number], self.names[:1])
            values[number] = getattr(answer.figures, first)
            if not answer.optimal:
                late.append(int(number))
        return values, late

    def _gains(self, counts: Any) -> Any:
        """The greatest gains; NOT_SETTLED where a hand is to be asked by itself."""
        gains = np.full(len(counts), NOT_SETTLED, dtype=np.int64)
        rules = rules_of(self.variant.settings, self.deck)
        weights = make_weights(self.names[:1], MOST_CARDS, rules.most_points, 0, melds=False)
        hand_engine(rules, weights, self.discard).settle_many(counts, cases_of(self.problem), gains)
        return gains
