"""The plainest exact engine: every subset, every assignment, the rules read one by one. The oracle for small hands.

The pieces (legal melds over items, see `brute_pieces`) are put together in every way: every item of the table ends in
one piece, a card of the hand in one or none. It shares nothing with the other engines but the rules and the values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from meldproof.arranging.brute.pieces import Piece, check_time, items_in, items_of, pieces_of
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Opening, Problem
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.errors import EngineDeclined
from meldproof.messages import say
from meldproof.notation import represented
from meldproof.rules.worth import meld_worth
from meldproof.variants.values import Alternative

MOST_HAND, MOST_TABLE, MOST_REARRANGED = 10, 60, 10


class Tally(NamedTuple):
    """What the demands need to know of the pieces chosen: of new melds the opening points, the runs, how many are laid,
    and how many are still owed of each sort demanded.
    """

    opening: int = 0
    new: bool = False
    pure: int = 0
    runs: int = 0
    sets: bool = False
    freed: int = 0
    same: int = 0
    owed: tuple[int, ...] = ()
    laid: int = 0


class Goal(NamedTuple):
    """An opening, with the one of its lists of demands that is tried."""

    opening: Opening
    melds: Alternative

    @property
    def exactly(self) -> bool:
        return any(demand.exactly for demand in self.melds)


class Chain(NamedTuple):
    """The best pieces for a tally over given items: their points, how many table melds they keep as they were."""

    points: int = 0
    kept: int = 0
    pieces: tuple[Piece, ...] = ()


States = dict[int, dict[Tally, Chain]]
"""By items used, then by tally."""


class BruteAnswer(NamedTuple):
    """A candidate answer; `order` is better the higher it is."""

    order: tuple[int, ...]
    figures: Figures
    pieces: tuple[Piece, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None


def solve_brute(problem: Problem, deadline: float | None = None) -> Arrangement:
    """The best arrangement. Raises EngineDeclined for a case too large, or past `deadline` (of time.monotonic)."""
    _decline(problem)
    pieces = list(pieces_of(problem, deadline))
    opens, reachable, unmet = None, None, ""
    if problem.only_grows:
        pieces = [piece for piece in pieces if piece.grown is not None]
    if problem.opening is not None:
        opening = _while_opening(problem, pieces)
        goals = [Goal(problem.opening, list_) for list_ in problem.opening.melds.alternatives or ((),)]
        searched = [(goal, _partitions(problem, opening, goal, deadline)) for goal in goals]
        answers = [found for goal, states in searched if (found := _best(problem, states, goal))]
        if answers:
            return _arrangement(problem, max(answers, key=lambda found: found.order), opens=True)
        opens, unmet = False, "the hand can't open"
        if problem.opening.in_points:
            ends = _ends(problem, searched[0][1], None)
            reachable = max((tally.opening for _, chains in ends for tally, _ in chains), default=None)
    states = _partitions(problem, pieces, None, deadline)
    found = _best(problem, states, None)
    if found is None:
        failed = "the card asked for can't be melded" if problem.use else "no card can be left to discard"
        unmet = unmet or failed
        discard = problem.discard if problem.hand else "none"
        found = _best(msgspec.structs.replace(problem, use=(), discard=discard), states, None)
    assert found is not None, "a table as it is and a hand not laid are always an arrangement"
    return _arrangement(problem, found, opens=opens, reachable=reachable, unmet=unmet)


def _decline(problem: Problem) -> None:
    """Raises EngineDeclined where brute force is too slow, or the rules give the case no meaning of its own."""
    s = problem.settings
    on_table = [slot for meld in problem.table for slot in meld.slots]
    if len(problem.hand) > MOST_HAND:
        raise EngineDeclined(
            say("brute takes at most {most_hand} hand cards, not {hand}", most_hand=MOST_HAND, hand=len(problem.hand))
        )
    if not problem.table:
        return
    if s.requirement.pure_runs or s.requirement.runs:
        raise EngineDeclined(say("brute does not take a table where runs are required before anything counts"))
    if s.table.rearrange == "moves":
        raise EngineDeclined(say("brute does not follow single moves of table cards: the referee judges them"))
    size = len(on_table) + len(problem.hand)
    if problem.rearranges and size > MOST_REARRANGED:
        raise EngineDeclined(
            say(
                "brute rearranges at most {most_rearranged} cards of table and hand, not {size}",
                most_rearranged=MOST_REARRANGED,
                size=size,
            )
        )
    if len(on_table) > MOST_TABLE:
        raise EngineDeclined(
            say(
                "brute takes at most {most_table} table cards, not {on_table}",
                most_table=MOST_TABLE,
                on_table=len(on_table),
            )
        )
    if problem.rearranges and problem.opening is not None and not problem.opening.own_cards:
        raise EngineDeclined(say("brute does not take an opening with table cards"))
    if problem.rearranges and s.table.jokers == "frozen" and s.wilds.ranks and any(slot.wild for slot in on_table):
        raise EngineDeclined(say("brute does not take frozen wilds on a table where ranks are wild too"))


def _while_opening(problem: Problem, pieces: Sequence[Piece]) -> list[Piece]:
    """In the turn of an opening, lay-offs may have to wait."""
    waits = problem.settings.layoff.start == "next-turn" and not problem.rearranges
    return [piece for piece in pieces if not waits or piece.grown is None or piece.same]


# Partitions


def _partitions(problem: Problem, pieces: Iterable[Piece], goal: Goal | None, deadline: float | None) -> States:
    """Item by item: it is used already, stays out (hand cards only), or begins a piece."""
    offset, cards = items_of(problem)
    beginning: list[list[Piece]] = [[] for _ in cards]
    for piece in pieces:
        beginning[items_in(piece.mask)[0]].append(piece)
    start = Tally(owed=tuple(demand.count for demand in goal.melds) if goal else ())
    states: States = {0: {start: Chain()}}
    for item in range(len(cards)):
        after: States = {}
        for used, chains in states.items():
            check_time(deadline)
            taken = used >> item & 1
            if taken or item >= offset:
                for tally, chain in chains.items():
                    _keep(problem, after, used, tally, chain)
            for piece in () if taken else beginning[item]:
                if not used & piece.mask:
                    for tally, chain in chains.items():
                        more, longer = _with(problem, tally, chain, piece, goal)
                        for owed in _paid(tally.owed, piece, goal):
                            _keep(problem, after, used | piece.mask, more._replace(owed=owed), longer)
        states = after
    return states


def _paid(owed: tuple[int, ...], piece: Piece, goal: Goal | None) -> Iterator[tuple[int, ...]]:
    """What is still owed after a piece: it meets nothing demanded, or one of the demands it fits, whichever."""
    yield owed
    slots = piece.meld.slots
    wilds = sum(slot.wild for slot in slots)
    for place, demand in enumerate(goal.melds if goal else ()):
        sized = demand.min <= len(slots) and (demand.max == "any" or len(slots) <= demand.max)
        plain = demand.wilds == "any" or wilds <= demand.wilds
        if piece.new and owed[place] and sized and plain and demand.kind in ("any", piece.meld.kind):
            yield (*owed[:place], owed[place] - 1, *owed[place + 1 :])


def _with(problem: Problem, old: Tally, chain: Chain, piece: Piece, goal: Goal | None) -> tuple[Tally, Chain]:
    """A tally and its chain after one more piece; what no demand asks for is not counted."""
    need = problem.settings.requirement
    is_run = piece.meld.kind == "run"
    matched = next((index for index in piece.same if not old.same >> index & 1), None)
    tally = Tally(
        opening=old.opening + piece.opening if goal else 0,
        new=goal is not None and (old.new or piece.new),
        pure=min(old.pure + (piece.new and piece.pure), max(need.pure_runs, goal.opening.pure_runs if goal else 0)),
        runs=min(old.runs + is_run, need.runs),
        sets=bool(need.runs) and (old.sets or not is_run),
        freed=old.freed | piece.freed,
        same=old.same if matched is None or not problem.rearranges else old.same | 1 << matched,
        laid=old.laid + piece.new if goal and goal.exactly else 0,
    )
    kept = chain.kept + (matched is not None)
    return tally, Chain(chain.points + piece.points, kept, (*chain.pieces, piece))


def _keep(problem: Problem, states: States, used: int, tally: Tally, chain: Chain) -> None:
    chains = states.setdefault(used, {})
    if tally not in chains or _merit(problem, chain) > _merit(problem, chains[tally]):
        chains[tally] = chain


def _merit(problem: Problem, chain: Chain) -> tuple[int, ...]:
    """The order of chains that use the same cards: what the objective says of points and table, then fewest melds."""
    counts = {"melded_points": chain.points, "score": chain.points, "table_changes": chain.kept}
    return (*(counts.get(name, 0) for name in problem.objective), -len(chain.pieces))


# Answers


def _ends(problem: Problem, states: States, goal: Goal | None) -> Iterator[tuple[int, list[tuple[Tally, Chain]]]]:
    """The items used and the chains over them that meet every demand."""
    for used, chains in states.items():
        laid, rest = _split(problem, used)
        if Counter(problem.use) <= Counter(laid) and (rest or problem.discard != "required"):
            yield used, [end for end in chains.items() if _meets(problem, *end, goal, laid)]


def _split(problem: Problem, used: int) -> tuple[list[Card], list[Card]]:
    """The hand cards laid, and those not laid."""
    offset, _ = items_of(problem)
    held = list(enumerate(problem.hand, offset))
    return [card for bit, card in held if used >> bit & 1], [card for bit, card in held if not used >> bit & 1]


def _meets(problem: Problem, tally: Tally, chain: Chain, goal: Goal | None, laid: Sequence[Card]) -> bool:
    need = problem.settings.requirement
    if goal and not (tally.new and tally.opening >= goal.opening.points and tally.pure >= goal.opening.pure_runs):
        return False
    if goal and (any(tally.owed) or tally.laid > sum(demand.count for demand in goal.melds)):
        return False
    if laid and (tally.pure < need.pure_runs or (tally.sets and tally.runs < need.runs)):
        return False
    if problem.rearranges and not laid and chain.kept < len(problem.table):
        return False
    return _can_be_freed(problem, tally.freed, Counter(laid))


def _can_be_freed(problem: Problem, freed: int, laid: Counter[Card]) -> bool:
    """Whether the cards laid from the hand (or those of the table) free these jokers, each card being used once."""
    tasks: list[tuple[Meld, list[Slot]]] = []
    item = 0
    for meld in problem.table:
        slots = [slot for bit, slot in enumerate(meld.slots, item) if freed >> bit & 1]
        item += len(meld.slots)
        if slots:
            tasks.append((meld, slots))
    cards = problem.settings.exchange.cards
    if cards == "hand-or-table":  # whatever lies on the table at the end: the hand's, and what lay there before
        laid = laid + Counter(slot.card for meld in problem.table for slot in meld.slots if not slot.wild)
    return not tasks or (cards != "none" and _exchange(problem, tasks, laid))


def _exchange(problem: Problem, tasks: Sequence[tuple[Meld, list[Slot]]], laid: Counter[Card]) -> bool:
    if not tasks:
        return True
    prices = (Counter(price) for price in _prices(problem, *tasks[0]))
    return any(price <= laid and _exchange(problem, tasks[1:], laid - price) for price in prices)


def _prices(problem: Problem, meld: Meld, slots: Sequence[Slot]) -> Iterator[tuple[Card, ...]]:
    """The choices of cards that free these jokers of one table meld."""
    s = problem.settings
    if meld.kind == "run":
        yield tuple(represented(slot, problem.deck) for slot in slots)
    elif s.exchange.set != "never":
        there = {slot.as_suit for slot in meld.slots if not slot.wild}
        suits = [suit for suit in range(1, len(s.deck.suits) + 1) if suit not in there]
        number = len(slots)
        if s.exchange.set == "all-missing":
            number = max(number, number + len(s.deck.suits) - len(meld.slots))
        yield from combinations([Card(meld.slots[0].place, suit) for suit in suits], number)


def _best(problem: Problem, states: States, goal: Goal | None) -> BruteAnswer | None:
    best: BruteAnswer | None = None
    for used, ends in _ends(problem, states, goal):
        if ends:
            chain = max((chain for _, chain in ends), key=lambda chain: _merit(problem, chain))
            for found in _with_discard(problem, used, chain):
                if best is None or found.order > best.order:
                    best = found
    return best


def _with_discard(problem: Problem, used: int, chain: Chain) -> Iterator[BruteAnswer]:
    laid, rest = _split(problem, used)
    choices: list[Card | None] = [None] if problem.discard != "required" else []
    if problem.discard != "none":
        choices += canonical(set(rest))
    for discard in choices:
        deadwood = list(rest)
        if discard is not None:
            deadwood.remove(discard)
        cost = sum(problem.points.hand[card.rank] for card in deadwood)
        cap = problem.settings.scoring.cap
        cost = cost if isinstance(cap, str) else min(cap, cost)
        changes = len(problem.table) - chain.kept
        figures = Figures(cost, chain.points, len(laid), len(deadwood), chain.points - cost, changes)
        order = (*figures.vector(problem.objective), -len(chain.pieces))
        yield BruteAnswer(order, figures, chain.pieces, canonical(deadwood), discard)


def _arrangement(
    problem: Problem, found: BruteAnswer, *, opens: bool | None, reachable: int | None = None, unmet: str = ""
) -> Arrangement:
    """The answer: table melds in their order, then new ones by kind and cards."""
    last = len(problem.table)
    pieces = sorted(found.pieces, key=lambda piece: (last if piece.grown is None else piece.grown, piece.meld))
    melds = tuple(
        LaidMeld(piece.meld, meld_worth(piece.meld, problem.points.melded), bool(opens) and piece.counts, piece.grown)
        for piece in pieces
    )
    return Arrangement(
        problem, melds, found.deadwood, found.discard, found.figures, "brute",
        opens=opens, reachable=reachable, unmet=unmet,
    )  # fmt: skip
