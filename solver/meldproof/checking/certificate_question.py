"""The question a certificate answers, rebuilt from its own text: rules, hand, table, demands, objective.

Nothing here is shared with loader, catalogue or engines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from meldproof.checking.certificate_settings import Unreadable, at_step, read_settings, step_numbers
from meldproof.messages import say
from meldproof.rules.melds import broken_rules
from meldproof.rules.worth import point_tables

MOST_RANKS, MOST_SUITS, MOST_CARDS, MOST_CASES = 30, 10, 200, 2000
JOKER = (0, 0)
FIGURES = ("deadwood_points", "melded_points", "melded_cards", "deadwood_cards", "score", "table_changes")

CardKey = tuple[int, int]
"""Rank and suit from 1 on; a joker is (0, 0)."""
Freed = tuple[list[tuple[int, int]], list[CardKey]]
"""Wilds of the table that are free (each by meld and slot), and the hand cards that must be laid for it."""


class Rejected(Exception):  # noqa: N818 - it is a verdict
    """The certificate can be read, but does not hold."""


class StatedSlot(NamedTuple):
    rank: int
    suit: int
    place: int
    as_suit: int
    wild: bool


class StatedMeld(NamedTuple):
    kind: str
    slots: tuple[StatedSlot, ...]


class StatedQuestion:
    """Settings, hand, table, demands, objective; all checked."""

    def __init__(self, document: dict[str, Any]) -> None:
        s = self.s = read_settings(document["settings"])
        self.points, self.ranks, self.suits = point_tables(s), len(s.deck.ranks), range(1, len(s.deck.suits) + 1)
        if self.ranks > MOST_RANKS or len(self.suits) > MOST_SUITS:
            raise Unreadable(say("too many ranks or suits"))
        naturals = product(enumerate(s.deck.ranks, 1), enumerate(s.deck.suits, 1))
        self.cards = {rank + suit: (r, number) for (r, rank), (number, suit) in naturals} | {"JK": JOKER}
        self.text = {card: text for text, card in self.cards.items()}
        if len(self.text) <= self.ranks * len(self.suits) or not all(text.isalnum() for text in self.cards):
            raise Unreadable(say("the deck's cards have no names of their own"))
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
        self.tried = 0
        self._check(document["deck"])
        self._decline()

    @property
    def spans(self) -> dict[str, int]:
        """By how much a figure can differ between two arrangements, or from the cap."""
        worths = [0, *(number for table in self.points.melded for number in table)]
        cap, cards = self.s.scoring.cap, len(self.hand)
        left = max(sum(abs(self.points.hand[rank]) for rank, _ in self.hand), 0 if cap == "any" else cap)
        laid = (max(worths) - min(worths)) * cards
        return dict(zip(FIGURES, (left, laid, cards, cards, left + laid, len(self.table)), strict=True))

    def _check(self, deck: dict[str, int]) -> None:
        s, opening, players = self.s, self.opening, range(self.s.players.min, min(self.s.players.max, 20) + 1)
        number = (deck["copies"], deck["jokers"])
        cards = Counter([*self.hand, *(slot[:2] for meld in self.table for slot in meld.slots)])
        reasons = {
            say("no number of players has this deck"): number
            not in [(at_step(s.deck.copies, n), at_step(s.deck.jokers, n)) for n in players],
            say("there are more copies of a card than the deck holds"): any(
                count > number[card == JOKER] for card, count in cards.items()
            ),
            say("there is no hand, or there are too many cards"): not self.hand or cards.total() > MOST_CARDS,
            say("cards to use are not in the hand"): not Counter(self.use) <= Counter(self.hand),
            say("a discard is none, required or optional"): self.discard not in ("none", "required", "optional"),
            say("the settings know no such opening"): opening is not None
            and (opening["pure_runs"], opening["points"])
            not in [(s.opening.pure_runs, points) for points in step_numbers(s.opening.points)],
            say("the objective is no figures, each once"): not self.objective
            or len(set(self.objective) & set(FIGURES)) < len(self.objective),
        }
        for reason, applies in reasons.items():
            if applies:
                raise Rejected(reason)

    def _decline(self) -> None:
        """Raises Rejected for questions that no certificate answers."""
        s, opens = self.s, self.rearranges and self.opening is not None
        frozen = self.rearranges and s.table.jokers == "frozen"
        frozen = frozen and any(slot.wild for meld in self.table for slot in meld.slots)
        reasons = {
            say("a table that changes by single moves"): self.table and s.table.rearrange == "moves",
            say("a table to which nobody may lay off"): self.grows and s.layoff.on == "none",
            say("a required number of runs, with a table"): self.table
            and (s.requirement.pure_runs or s.requirement.runs),
            say("runs required as demands"): s.requirement.melds,
            say("the melds that an opening demands"): self.opening is not None and s.opening.melds,
            say("a table where no new melds are laid"): self.table
            and self.opening is None
            and s.melding.new == "opening-only",
            say("an opening with cards of the table"): opens and s.opening.cards != "own",
            say("wilds freed by cards of the table"): frozen and s.exchange.cards == "hand-or-table",
            say("freed wilds bound to new melds"): frozen and s.exchange.into == "new-meld",
            say("frozen wilds where ranks are wild too"): frozen and self.wild_ranks,
        }
        for reason, applies in reasons.items():
            if applies:
                raise Rejected(say("certificates do not cover {reason}", reason=reason))

    def rank_of(self, place: int) -> int:
        return (place - 1) % self.ranks + 1

    def meld(self, plain: dict[str, Any]) -> StatedMeld:
        """A legal meld as printed."""
        kind, slots = plain["kind"], list[StatedSlot]()
        for text in plain["cards"]:
            card, wild, stood = text.partition("=")
            rank, as_suit = self.cards[stood or card]
            place = slots[-1].place + 1 if slots and kind == "run" else rank
            if rank != self.rank_of(place):
                raise Rejected(say("{text} is not where it stands", text=text))
            slots.append(StatedSlot(*self.cards[card], place, as_suit, bool(wild)))
        if kind not in ("set", "run") or broken_rules(StatedMeld(kind, tuple(slots)), self.s):
            raise Rejected(say("{plain} is no meld", plain=" ".join(plain["cards"])[:60]))
        return StatedMeld(kind, tuple(slots))

    def table_cases(self) -> Iterator[Freed]:
        """Each way to free the table's wilds that the hand allows."""
        options: list[list[Freed]] = []
        exchange = self.s.exchange
        for m, meld in enumerate(self.table if self.rearranges else ()):
            wilds = [(m, n) for n, slot in enumerate(meld.slots) if slot.wild]
            if self.s.table.jokers == "free":
                options.append([(wilds, [])])
            elif exchange.cards == "none" or (meld.kind == "set" and exchange.set == "never"):
                continue
            elif meld.kind == "run":
                stood = [(self.rank_of(slot.place), slot.as_suit) for slot in meld.slots]
                options += [[([], []), ([(m, n)], [stood[n]])] for _, n in wilds]
            else:
                there = {slot.suit for slot in meld.slots if not slot.wild}
                missing = [(meld.slots[0].place, suit) for suit in self.suits if suit not in there]
                more = max(0, len(self.suits) - len(meld.slots)) if exchange.set == "all-missing" else 0
                ways: list[Freed] = [([], [])]
                for number in range(1, len(wilds) + 1):
                    ways += [(wilds[:number], list(laid)) for laid in combinations(missing, number + more)]
                options.append(ways)
        if prod(len(ways) for ways in options) > MOST_CASES:
            raise Unreadable(say("too many ways to free the table's wilds"))
        for choice in product(*options):
            laid = [card for _, cards in choice for card in cards]
            if Counter(laid) <= Counter(self.hand):
                yield [place for places, _ in choice for place in places], laid

    def grades(self, opening: Any) -> Iterator[tuple[dict[str, int], tuple[str, ...]]]:
        """The melds' demands and the kinds that count: all; where runs are required also runs only, and none."""
        need = self.s.requirement
        wanted = {"new melds": 1, "opening points": opening["points"]} if opening else {}
        wanted["pure runs"] = max(need.pure_runs, opening["pure_runs"] if opening else 0)
        yield wanted | {"any runs": need.runs}, ("set", "run")
        if need.pure_runs or need.runs:
            yield wanted, ("run",)
            if not opening:
                yield {}, ()
