"""Many hands: their values in arrays, with as many threads as asked for.

Hands with the same number of wilds go through one walk, which takes hand after hand from counts without coming back to
Python. One deck without wilds needs no walk: sets are tried rank by rank, and a suit's runs looked up. What neither
takes is asked one by one.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, overload

import msgspec
import numpy as np

from meldproof.arranging.automaton import JOKER, RANKED
from meldproof.arranging.encoding import check_form, encode_hands, miscount
from meldproof.arranging.hand import hand_search
from meldproof.arranging.limits import deadline_after
from meldproof.arranging.model import Wanted, requirement_cases
from meldproof.arranging.one_deck import hands_as_words, read_numbers, suit_tables
from meldproof.arranging.packing import cell_of
from meldproof.arranging.problem import DISCARDS, LOWER_IS_BETTER, Arrangement, Problem
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.arranging.sweep.form import weigh_many
from meldproof.arranging.sweep.question import Asking, Question
from meldproof.arranging.sweep.rules import Rules, Weights, make_weights, rules_of
from meldproof.arranging.sweep.shape import DISCARD_NUMBERS
from meldproof.arranging.sweep.suit_lists import MOST_CARDS, suit_memory
from meldproof.arranging.sweep.walk_guards import CELLS
from meldproof.arranging.tables import TableCase
from meldproof.cards import JOKER as JOKER_CARD
from meldproof.cards import Deck, canonical
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.messages import say
from meldproof.variant.loading import Variant

NOT_MET, UNSETTLED = -(1 << 60), -(1 << 61)
MOST_STATES_A_HAND = 20_000
"""A hand that visits more states is asked by itself, where card prices help."""
MOST_CHOICES_A_HAND = 2_000
"""A hand with more choices of sets goes through the walk."""
FEWEST_REMEMBERED = 1_000
"""Hands from which on what suits gain is remembered: lists take 0.05 s (jokers only) to 1 s (wild ranks too), once."""
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
    values: Any
    arrangements: Sequence[Arrangement] = ()
    melds: Any = None
    discards: Any = None
    given_up: tuple[int, ...] = ()


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
    asked.many = len(counts) >= FEWEST_REMEMBERED
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


class _Columns(NamedTuple):
    """What the walk is told of every kind of card (see `ManyWalk.settle_many`)."""

    cells: Any
    prices: Any
    pools: Any
    levels: Any
    pool_prices: Any


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
        ranks = variant.settings.wild_ranks
        self.jokers = np.array([card.is_joker for card in self.kinds])
        self.ranked = np.array([card.rank in ranks for card in self.kinds])
        self.many = False

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
        return solve_problem(problem, timeout=self.timeout)

    def values(self, counts: Any, held: Any, cost: Any) -> tuple[Any, list[int]]:
        """The figure of every hand, and the numbers of those that were given up."""
        cap = self.variant.settings.scoring.cap
        try:
            if cap != "any" and self.names[0] == "score":
                raise EngineDeclined(say("a capped score is asked one by one"))
            gains = self._gains(counts, int(held.max()))
        except (EngineDeclined, OverflowError):
            gains = np.full(len(counts), UNSETTLED, dtype=np.int64)
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

    def _gains(self, counts: Any, most: int) -> Any:
        rules = rules_of(self.variant.settings, self.deck)
        weights = make_weights(self.names[:1], most, rules.most_points, 0, melds=False)
        best = np.full(len(counts), NOT_MET, dtype=np.int64)
        jokers = counts[:, self.jokers].sum(axis=1, dtype=np.int64)
        wilds = jokers * 256 + counts[:, self.ranked].sum(axis=1, dtype=np.int64)
        for group in np.unique(wilds):
            chosen = np.flatnonzero(wilds == group)
            best[chosen] = self._walked(rules, weights, np.ascontiguousarray(counts[chosen]))
        return best

    def _walked(self, rules: Rules, weights: Weights, counts: Any) -> Any:
        """The greatest gains of hands with the same number of jokers and of wild ranks."""
        best = np.full(len(counts), NOT_MET, dtype=np.int64)
        unsettled = np.zeros(len(counts), dtype=bool)
        row = counts[0]
        cards = tuple(card for card, number in zip(self.kinds, row, strict=True) for _ in range(number))
        problem = msgspec.structs.replace(self.problem, hand=cards, discard=self.discard)
        for wanted in requirement_cases(problem, Wanted()):
            gains = self._remembered(rules, weights, counts, wanted)
            open_yet = np.flatnonzero(gains == UNSETTLED)
            if len(open_yet):
                asking = Asking(problem, rules, weights, TableCase(frozenset(), ()), wanted, exact=False)
                question = asking.question()
                columns = self._columns(problem, rules, weights, question)
                rest = np.empty(len(open_yet), dtype=np.int64)
                question.walk.settle_many(counts[open_yet], *columns, MOST_STATES_A_HAND, rest)
                gains[open_yet] = rest
            unsettled |= gains == UNSETTLED
            best = np.maximum(best, gains)
        best[unsettled] = UNSETTLED
        return best

    def _remembered(self, rules: Rules, weights: Weights, counts: Any, wanted: Wanted) -> Any:
        """The greatest gains of the hands whose suits are remembered, or that are small; UNSETTLED for all others."""
        gains = np.full(len(counts), UNSETTLED, dtype=np.int64)
        if counts[0].sum() > MOST_CARDS:
            return gains
        jokers, ranked = int(counts[0, self.jokers].sum()), int(counts[0, self.ranked].sum())
        with suppress(EngineDeclined):
            memory = suit_memory(rules, weights, self.discard, jokers, ranked, wanted, make=self.many)
            if memory is not None:
                memory.settle_many(counts, MOST_CHOICES_A_HAND, gains)
                return gains
        if wanted == Wanted():
            with suppress(EngineDeclined):
                hand_search(rules, weights, self.discard).settle_many(counts, gains)
        return gains

    def _columns(self, problem: Problem, rules: Rules, weights: Weights, question: Question) -> _Columns:
        prices = rules.cost_tables(weights).price
        cells: list[int] = []
        price, pool_of, level = [], [], []
        steps = sorted({weights.discard_gain(problem.points.hand[card.rank]) for card in self.kinds})
        numbers = {kind: k for kind in (JOKER, RANKED) for k, pool in enumerate(question.pools) if pool.kind == kind}
        for card in self.kinds:
            is_ranked = card.rank in rules.wild_ranks
            pool_of.append(numbers.get(JOKER if card.is_joker else RANKED, -1) if card.is_joker or is_ranked else -1)
            cell = cell_of(card)
            cells += rules.cell_pairs[2 * cell : 2 * cell + 2]
            price.append(prices[cell])
            level.append(steps.index(weights.discard_gain(problem.points.hand[card.rank])) + 1)
        self._load_discard(question, rules, steps, level, pool_of)
        loaded = question.costs[5]
        return _Columns(array("i", cells), array("q", price), array("i", pool_of), array("i", level), loaded)

    def _load_discard(
        self, question: Question, rules: Rules, steps: list[int], level: list[int], pool_of: list[int]
    ) -> None:
        """Tell the walk of discards of any card, whichever hand comes."""
        if self.discard == "none":
            level[:] = [0] * len(level)
            return
        if steps[0] < 0 or len(steps) > 30:
            raise EngineDeclined(say("many hands take no such hand values (points.ranks)"))
        by_cell, by_pool = array("i", [0] * 128), array("i", [0] * 4)
        for card, number, pool in zip(self.kinds, level, pool_of, strict=True):
            if pool >= 0:
                by_pool[pool] = number
            elif card != JOKER_CARD and card.rank not in rules.wild_ranks:
                for place in rules.places_of(card.rank):
                    by_cell[place * 4 + card.suit - 1] = number
        gains = array("q", [0, *steps] + [0] * (31 - len(steps)))
        question.walk.may_discard(DISCARD_NUMBERS[self.discard], by_cell, by_pool, gains)
