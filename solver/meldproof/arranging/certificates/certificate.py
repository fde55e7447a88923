"""Certificates of optimality: a claim, and proofs of it that `checking.certificate_checker` can follow.

The variant's name in a certificate proves nothing; the settings in it do. A certificate holds for an arrangement of any
engine: only the melds and the figures are taken from it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import msgspec

from meldproof.arranging.certificates.certifying import Leaf, Limit, NoTree, Tree, best_columns, prove_case
from meldproof.arranging.problem import Arrangement, LaidMeld, Problem
from meldproof.arranging.scale import weights_of
from meldproof.cards import Card, Deck, Meld, Slot, canonical
from meldproof.checking import certificate_question as checked
from meldproof.checking.certificate_checker import FORMAT, VERSION
from meldproof.checking.certificate_claim import DROPPED, goals_of
from meldproof.checking.certificate_columns import CheckedCase, CheckedColumn, Role, cases_of
from meldproof.checking.certificate_question import FIGURES, Rejected, StatedQuestion
from meldproof.checking.certificate_settings import Unreadable
from meldproof.errors import MeldproofError
from meldproof.messages import say
from meldproof.notation import card_text, meld_texts, slot_text

MOST_LEAVES = 2000
MOST_MATCHED = 20_000


class NoCertificate(MeldproofError):  # noqa: N818 - it is an answer, not a fault
    """No certificate could be made, and why: the question is beyond them, or no proof was found within the limit."""


class Certificate(msgspec.Struct, frozen=True):
    """The document. `weights` scale the objective's figures; `proofs` has a tree for each case of each goal."""

    format: str
    version: int
    variant: str
    settings: dict[str, Any]
    deck: dict[str, int]
    hand: list[str]
    table: list[dict[str, Any]]
    discard: str
    opening: dict[str, int] | None
    use: list[str]
    objective: list[str]
    claim: dict[str, Any]
    weights: dict[str, int]
    proofs: tuple[tuple[Tree, ...], ...]

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1)

    @property
    def leaves(self) -> int:
        return sum(_leaves(tree) for proof in self.proofs for tree in proof)


def make_certificate(
    arrangement: Arrangement,
    *,
    most_leaves: int = MOST_LEAVES,
    seconds: float | None = None,
    advance: Callable[[int], None] = lambda leaves: None,
) -> Certificate:
    """The certificate of an optimal arrangement; `advance` is told the number of leaves found so far.

    Raises NoCertificate where the answer is not proved best, where no certificate exists for a question of this sort,
    or where no proof is found within the limits.
    """
    if not arrangement.optimal:
        raise NoCertificate(say("the answer is the best known, not proved the best: there is nothing to certify"))
    if arrangement.problem.deck.wild is not None:
        raise NoCertificate(say("no certificate where a card turned up makes jokers of another (wilds.turned)"))
    limit = Limit(most_leaves, None if seconds is None else time.monotonic() + seconds, advance)
    try:
        return _Writer(arrangement, limit).certificate()
    except (NoTree, Rejected, Unreadable) as reason:
        raise NoCertificate(say("no certificate: {reason}", reason=reason)) from None


def _leaves(tree: Tree) -> int:
    return 1 if isinstance(tree, Leaf) else _leaves(tree.if_so) + _leaves(tree.otherwise)


class _Writer:
    def __init__(self, arrangement: Arrangement, limit: Limit) -> None:
        self.arrangement, self.problem, self.limit = arrangement, arrangement.problem, limit
        self.deck = self.problem.deck
        self.head = _head(self.problem)
        self.question = StatedQuestion(self.head)

    def certificate(self) -> Certificate:
        dropped = self._dropped()
        demands = {"opening": self.question.opening, "use": self.question.use, "discard": self.question.discard}
        before = dict(demands)
        for name in dropped:
            demands[name] = DROPPED[name]
        figures = msgspec.to_builtins(self.arrangement.figures)
        reachable = self.arrangement.reachable if "opening" in dropped else None
        claim = {
            "figures": {name: figures[name] for name in FIGURES},
            "arrangement": self._claimed(cases_of(self.question, demands)),
            "dropped": dropped,
            "reachable": reachable,
            "witness": self._witness(before, reachable) if reachable else None,
        }
        weights = self._weights()
        goals = goals_of(self.question, claim, weights)
        proofs = tuple(
            tuple(prove_case(case, chosen, value, self.limit) for case in cases) for cases, chosen, value in goals
        )
        return Certificate(**self.head, claim=claim, weights=weights, proofs=proofs)

    def _weights(self) -> dict[str, int]:
        names = self.problem.objective  # spans twice over: every figure can be told from a weighed sum, below 0 too
        return dict(zip(names, weights_of([2 * self.question.spans[name] for name in names], 1), strict=True))

    def _dropped(self) -> list[str]:
        """The demands that the arrangement leaves unmet, in the order in which they are given up."""
        answer, problem = self.arrangement, self.problem
        kept = Counter(answer.deadwood) + Counter([answer.discard] if answer.discard else [])
        unmet = {
            "opening": answer.opens is False,
            "use": not Counter(problem.use) <= Counter(problem.hand) - kept,
            "discard": problem.discard == "required" and answer.discard is None,
        }
        return [name for name in DROPPED if unmet[name]]

    def _claimed(self, cases: Sequence[CheckedCase]) -> dict[str, Any]:
        """The arrangement with every card said to be whose."""
        answer = self.arrangement
        for case in cases:
            columns = next(self._matches(case), None)
            if columns is not None:
                pairs = zip(answer.melds, columns, strict=True)
                melds = [_plain_meld(laid, column, case, self.deck) for laid, column in pairs]
                return self._arrangement(melds, answer.deadwood, answer.discard)
        raise NoTree(say("the answer's melds are none that the rules allow, or make other figures"))

    def _arrangement(self, melds: list[dict[str, Any]], left: Sequence[Card], discard: Card | None) -> dict[str, Any]:
        return {
            "melds": melds,
            "deadwood": [card_text(card, self.deck) for card in left],
            "discard": None if discard is None else card_text(discard, self.deck),
        }

    def _matches(self, case: CheckedCase) -> Iterator[list[CheckedColumn | None]]:
        """Ways to read the answer's melds as columns that keep the rows and make its figures."""
        answer = self.arrangement
        known: dict[Any, list[CheckedColumn]] = {}
        for key, column in case.columns.items():
            if column.slots and not key[-1]:
                known.setdefault(_signature(column.kind, column.slots, case), []).append(column)
        options = [list(self._options(laid, case, known)) for laid in answer.melds]
        used, wanted = Counter[str](), answer.figures
        tried = 0

        def search(chosen: list[CheckedColumn | None], gained: Counter[str]) -> Iterator[list[CheckedColumn | None]]:
            nonlocal tried
            tried += 1
            if tried > MOST_MATCHED:
                raise NoTree(say("whose the answer's wilds are can't be told"))
            if len(chosen) == len(options):
                total = Counter(case.start)
                total.update(gained)
                if total["melded_points"] == wanted.melded_points and self._keeps(case, used):
                    yield chosen
                return
            for column in options[len(chosen)]:
                taken = column.rows if column else {}
                if all(used[row] + number <= _most(case, row) for row, number in taken.items()):
                    used.update(taken)
                    gains = Counter(gained)
                    gains.update(column.gains if column else {})
                    yield from search([*chosen, column], gains)
                    used.subtract(taken)

        return search([], Counter())

    def _keeps(self, case: CheckedCase, used: Counter[str]) -> bool:
        """Whether the melds keep the rows, the discard apart."""
        return all(used[row] >= low for row, (low, _) in case.rows.items() if row != "a discard")

    def _options(
        self, laid: LaidMeld, case: CheckedCase, known: dict[Any, list[CheckedColumn]]
    ) -> Iterator[CheckedColumn | None]:
        if laid.grown_from is not None and len(laid.meld.slots) == len(self.problem.table[laid.grown_from].slots):
            yield None
            return
        found = known.get(_signature(laid.meld.kind, laid.meld.slots, case), [])
        role: Role | None = None if laid.grown_from is None else laid.grown_from + 1
        if self.problem.rearranges and laid.opening:
            role = "opening"
        yield from (column for column in found if column.role == role or (role is None and type(column.role) is str))

    def _witness(self, demands: dict[str, Any], most: int) -> dict[str, Any]:
        """An arrangement that lays the most points toward the opening."""
        asked = demands | {"opening": {"points": 0, "pure_runs": 0}}
        for case in cases_of(self.question, asked):
            columns = best_columns(case, {"opening points": 1}) or []
            if sum(column.gains["opening points"] for column in columns) == most:
                return self._shown(case, columns)
        raise NoTree(say("{most} points toward the opening can't be laid", most=most))

    def _shown(self, case: CheckedCase, columns: Sequence[CheckedColumn]) -> dict[str, Any]:
        """Columns as an arrangement, each with cards of its own."""
        hand = list(self.problem.hand)
        table = [slot.card for meld in self.problem.table for slot in meld.slots]

        def take(name: str, opens: bool) -> Card:
            item = case.items[name]
            piles = (hand, table) if opens or not item.theirs else (table, hand)
            for cards in piles if item.mine else (table,):
                for card in cards:
                    if case.label((card.rank, card.suit)) == case.label(item.card):
                        cards.remove(card)
                        return card
            raise NoTree(say("{name} is used too often", name=name))

        melds = []
        grown = {column.role for column in columns}
        for number, meld in enumerate(self.problem.table if self.question.grows else (), 1):
            if number not in grown:
                melds.append(_table_meld(meld, self.deck) | {"uses": [""] * len(meld.slots), "role": number})
        discard = None
        for column in sorted(columns, key=lambda column: column.role != "opening"):
            if column.kind == "discard":
                discard = take(column.uses[0], True)
                continue
            slots = [
                _with_card(slot, take(name, column.role == "opening") if name else Card(slot.rank, slot.suit))
                for slot, name in zip(column.slots, column.uses, strict=True)
            ]
            texts = [slot_text(slot, self.deck) for slot in slots]
            melds.append({"kind": column.kind, "cards": texts, "uses": list(column.uses), "role": column.role})
        return self._arrangement(melds, canonical(hand), discard)


def _head(problem: Problem) -> dict[str, Any]:
    """What a certificate says of the question."""
    deck, opening = problem.deck, problem.opening
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": problem.variant.id,
        "settings": problem.variant.plain(),
        "deck": {"copies": deck.copies, "jokers": deck.jokers},
        "hand": [card_text(card, deck) for card in problem.hand],
        "table": [_table_meld(meld, deck) for meld in problem.table],
        "discard": problem.discard,
        "opening": None if opening is None else {"points": opening.points, "pure_runs": opening.pure_runs},
        "use": [card_text(card, deck) for card in problem.use],
        "objective": list(problem.objective),
    }


def _table_meld(meld: Meld, deck: Deck) -> dict[str, Any]:
    return {"kind": meld.kind, "cards": list(meld_texts(meld, deck))}


def _plain_meld(laid: LaidMeld, column: CheckedColumn | None, case: CheckedCase, deck: Deck) -> dict[str, Any]:
    plain = _table_meld(laid.meld, deck)
    if column is None:
        return plain | {"uses": [""] * len(laid.meld.slots), "role": (laid.grown_from or 0) + 1}
    left = [(_part(slot, case), name) for slot, name in zip(column.slots, column.uses, strict=True)]
    uses = []
    for slot in laid.meld.slots:
        entry = next(entry for entry in left if entry[0] == _part(slot, case))
        left.remove(entry)
        uses.append(entry[1])
    return plain | {"uses": uses, "role": column.role}


def _part(slot: Any, case: CheckedCase) -> tuple[str, bool]:
    return case.label((slot.rank, slot.suit)), slot.wild


def _with_card(slot: checked.StatedSlot, card: Card) -> Slot:
    return Slot(card.rank, card.suit, slot.place, slot.as_suit, slot.wild)


def _signature(kind: str, slots: Sequence[Any], case: CheckedCase) -> tuple[Any, ...]:
    """What is printed of a meld, whoever's its cards are."""
    parts = [_part(slot, case) for slot in slots]
    return (kind, slots[0].place, *(sorted(parts) if kind == "set" else parts))


def _most(case: CheckedCase, row: str) -> float:
    high = case.rows[row][1]
    return inf if high is None else high
