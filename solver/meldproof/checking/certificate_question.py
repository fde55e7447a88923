"""The question a certificate answers, rebuilt from its own text: rules, hand, table, demands, objective.

Nothing here is shared with loader, catalogue or engines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from meldproof.checking.certificate_settings import Unreadable, at_step, read_settings, step_numbers
from meldproof.rules.melds import broken_rules
from meldproof.rules.worth import point_tables

MOST_CARDS = 200
FIGURES = ("deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes")

CardKey = tuple[int, int]
"""Rank and suit from 1 on; a joker is (0, 0)."""


class Rejected(Exception):  # noqa: N818 - it is a verdict
    """The certificate can be read, but does not hold."""


class Slot(NamedTuple):
    rank: int
    suit: int
    place: int
    as_suit: int
    wild: bool


class Meld(NamedTuple):
    kind: str
    slots: tuple[Slot, ...]


class Question:
    """Settings, hand, table, demands, objective; all checked."""

    def __init__(self, document: dict[str, Any]) -> None:
        s = self.s = read_settings(document["settings"])
        self.points = point_tables(s)
        self.ranks, self.suits = len(s.deck.ranks), range(1, len(s.deck.suits) + 1)
        self.cards = {
            rank + suit: (number, suit_number)
            for number, rank in enumerate(s.deck.ranks, 1)
            for suit_number, suit in enumerate(s.deck.suits, 1)
        } | {"JK": (0, 0)}
        self.text = {card: text for text, card in self.cards.items()}
        if self.ranks < 3 or len(self.text) != self.ranks * len(self.suits) + 1:
            raise Unreadable("cards of the deck have the same name")
        self.wild_ranks = {s.deck.ranks.index(name) + 1 for name in s.wilds.ranks}
        self.hand = [self.cards[text] for text in document["hand"]]
        self.use = [self.cards[text] for text in document["use"]]
        self.table = [self.meld(plain) for plain in document["table"]]
        self.rearranges = bool(self.table) and s.table.rearrange == "full"
        self.grows = bool(self.table) and not self.rearranges
        self.discard, self.opening = document["discard"], document["opening"]
        self.objective = tuple(document["objective"])
        self.known: dict[str, list[Any]] = {}
        self.judged: dict[Any, set[str]] = {}
        on_table = [slot for meld in self.table for slot in meld.slots]
        self._check(document["deck"], Counter(self.hand + [slot[:2] for slot in on_table]))
        self._decline(on_table)
        worths = [number for table in self.points.melded for number in table]
        left = sum(abs(self.points.hand[rank]) for rank, _ in self.hand)
        laid = (max(0, *worths) - min(0, *worths)) * len(self.hand)
        cards = len(self.hand)
        self.spans = dict(zip(FIGURES, (left, laid, cards, cards, left + laid, len(self.table)), strict=True))
        """By how much a figure can differ between two arrangements."""

    def _check(self, deck: dict[str, int], cards: Counter[CardKey]) -> None:
        s, opening = self.s, self.opening
        decks = [(at_step(s.deck.copies, n), at_step(s.deck.jokers, n)) for n in range(s.players.min, s.players.max + 1)]
        if (copies_jokers := (deck["copies"], deck["jokers"])) not in decks or s.players.max > 20:
            raise Rejected("no number of players has this deck")
        if any(number > copies_jokers[card == (0, 0)] for card, number in cards.items()):
            raise Rejected("there are more copies of a card than the deck holds")
        if not self.hand or cards.total() > MOST_CARDS or Counter(self.use) - Counter(self.hand):
            raise Rejected("no hand, too many cards, or cards to use that are not in the hand")
        if self.discard not in ("none", "required", "optional"):
            raise Rejected("the discard is none, required or optional")
        if opening is not None and (
            type(opening["points"]) is not int
            or opening["points"] not in step_numbers(s.opening.points)
            or opening["pure_runs"] != s.opening.pure_runs
        ):
            raise Rejected("the settings know no such opening")
        if not self.objective or not set(self.objective) <= set(FIGURES) or len(set(self.objective)) < len(self.objective):
            raise Rejected("the objective names no figures, or one twice")

    def _decline(self, on_table: Sequence[Slot]) -> None:
        """Raises Rejected for questions that no certificate can answer."""
        s = self.s
        frozen = self.rearranges and s.table.jokers == "frozen" and any(slot.wild for slot in on_table)
        reasons = {
            "a table that changes by single moves": self.table and s.table.rearrange == "moves",
            "a table to which nobody may lay off": self.grows and s.layoff.on == "none",
            "runs required before anything counts, with a table": self.table
            and (s.requirement.pure_runs or s.requirement.runs),
            "an opening with cards of the table": self.rearranges and self.opening is not None and s.opening.cards != "own",
            "wilds freed by cards of the table": frozen and s.exchange.cards == "hand-or-table",
            "frozen wilds where ranks are wild too": frozen and self.wild_ranks,
            "a score with a capped hand value": s.scoring.cap != "any" and "score" in self.objective,
        }
        for reason, applies in reasons.items():
            if applies:
                raise Rejected(f"no certificate exists for {reason}")

    def rank_of(self, place: int) -> int:
        return (place - 1) % self.ranks + 1

    def meld(self, plain: dict[str, Any]) -> Meld:
        """A legal meld as printed."""
        slots: list[Slot] = []
        for text in plain["cards"]:
            card, wild, stood = text.partition("=")
            rank, as_suit = self.cards[stood or card]
            place = slots[-1].place + 1 if slots and plain["kind"] == "run" else rank
            if not rank or rank != self.rank_of(place):
                raise Rejected(f"{text} is not where it stands")
            slots.append(Slot(*self.cards[card], place, as_suit, bool(wild)))
        if plain["kind"] not in ("set", "run") or not slots or broken_rules(Meld(plain["kind"], tuple(slots)), self.s):
            raise Rejected(f"{' '.join(plain['cards'])[:60]} is no meld")
        return Meld(plain["kind"], tuple(slots))

    def table_cases(self) -> Iterator[tuple[set[tuple[int, int]], list[CardKey]]]:
        """Each way to free wilds of the table: which (by meld and slot), and the hand cards to be laid for it."""
        wilds = {(m, n) for m, meld in enumerate(self.table) for n, slot in enumerate(meld.slots) if slot.wild}
        if not self.rearranges or self.s.table.jokers == "free":
            yield wilds, []
            return
        exchange, suits = self.s.exchange, len(self.suits)
        options: list[list[tuple[list[tuple[int, int]], list[CardKey]]]] = []
        for m, meld in enumerate(self.table):
            mine = sorted(place for place in wilds if place[0] == m)
            if exchange.cards == "none":
                continue
            if meld.kind == "run":
                stood = {place: (self.rank_of(meld.slots[place[1]].place), meld.slots[place[1]].as_suit) for place in mine}
                options += [[([], []), ([place], [stood[place]])] for place in mine]
            elif exchange.set != "never":
                there = {slot.suit for slot in meld.slots if not slot.wild}
                missing = [(meld.slots[0].place, suit) for suit in self.suits if suit not in there]
                more = max(0, suits - len(meld.slots)) if exchange.set == "all-missing" else 0
                sets = [
                    (mine[:freed], list(cards))
                    for freed in range(1, len(mine) + 1)
                    for cards in combinations(missing, freed + more)
                ]
                options.append([([], []), *sets])
        for choice in product(*options):
            laid = [card for _, cards in choice for card in cards]
            if not Counter(laid) - Counter(self.hand):
                yield {place for places, _ in choice for place in places}, laid

    def grades(self, opening: Any) -> list[tuple[dict[str, int], tuple[str, ...]]]:
        """The demands on the melds with the kinds of meld that count: all, runs only, none (a graded requirement)."""
        need = self.s.requirement
        wanted = {"new melds": 1, "opening points": opening["points"]} if opening else {}
        pure = max(need.pure_runs, opening["pure_runs"] if opening else 0)
        if not need.pure_runs and not need.runs:
            return [(wanted | {"pure runs": pure}, ("set", "run"))]
        every = (wanted | {"pure runs": pure, "runs": need.runs}, ("set", "run"))
        return [every, (wanted | {"pure runs": pure}, ("run",)), *([] if opening else [({}, ())])]
