"""What a meld is and what it is worth, by trying every assignment of the wilds. Cards are texts: `9s`, `10b`, `JK`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, permutations, product
from typing import Any

JOKER = "JK"


class UnreadableError(Exception):
    """The log's text is no notation of cards of this deck, or leaves open which meld is meant."""


@dataclass(frozen=True)
class Meld:
    """A meld as it lies: a set knows its rank; a run its suit and the place of its first card (an ace is 1 or 14)."""

    kind: str
    cards: tuple[str, ...]  # a run's in order, a set's sorted
    rank: int = 0
    suit: str = ""
    start: int = 0


class Rules:
    """A variant's settings, as plain data, with the questions a judge of melds asks."""

    def __init__(self, plain: dict[str, Any], players: int = 2, deal: int = 1, turned: str = "") -> None:
        self.every_deal, self.players = plain, players
        self.plain = {name: of_deal(value, deal) for name, value in plain.items()}
        plain = self.plain
        self.sizes: dict[str, Any] = {}
        self.finds = plain.get("wilds.turned", "none")
        self.ranks, self.suits = list(plain["deck.ranks"]), list(plain["deck.suits"])
        self.wild_ranks = set(plain["wilds.ranks"])
        self.wild_card = ""
        if turned and self.finds == "rank":
            self.wild_ranks = {plain["wilds.turned_joker"] if turned == JOKER else turned[:-1]}
        elif turned and self.finds == "next":
            self.wild_card = self.ranks[(self.ranks.index(turned[:-1]) + 1) % len(self.ranks)] + turned[-1]
        self.copies = int(self.stepped("deck.copies", players))
        self.jokers = int(self.stepped("deck.jokers", players))
        self.place_of = {name: place for place, name in enumerate(self.ranks, start=1)}
        self.meld_of = lru_cache(maxsize=None)(self._meld_of)

    def at(self, deal: int, turned: str) -> Rules:
        """The rules of one deal, in which a card may have been turned up to find the wilds."""
        if self.finds == "none" and not any(
            isinstance(value, dict) and "deal" in value for value in self.every_deal.values()
        ):
            return self
        return rules_at(json.dumps(self.every_deal | self.sizes), self.players, deal, turned)

    def __getitem__(self, name: str) -> Any:
        return self.plain[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.plain.get(name, default)

    def stepped(self, name: str, at: int) -> Any:
        """A value that may depend on a number: {"0": 0, "751": 250} is 250 from 751 on."""
        value = self.plain[name]
        if not isinstance(value, dict):
            return value
        return value[str(max((int(key) for key in value if int(key) <= at), default=min(map(int, value))))]

    def copies_of(self, card: str) -> int:
        return self.jokers if card == JOKER else self.copies

    def card(self, text: str) -> str:
        if text == JOKER and self.jokers:
            return text
        if text[:-1] not in self.ranks or text[-1:] not in self.suits:
            raise UnreadableError(f"{text!r} is no card")
        return text

    def cards(self, text: str) -> list[str]:
        return [self.card(word) for word in text.split()]

    def rank_of(self, card: str) -> int:
        return self.place_of[card[:-1]]

    def is_wild_card(self, card: str) -> bool:
        if self.wild_card:
            return card == self.wild_card
        return card == JOKER or card[:-1] in self.wild_ranks

    def face(self, card: str) -> str:
        """The card as which a card is played: printed jokers are the wild card where one was found."""
        return self.wild_card if card == JOKER and self.wild_card else card

    def table_value(self, table: dict[str, int], rank: int) -> int:
        """A value of a table whose keys are ranks or spans of ranks ("8-K")."""
        for key, value in table.items():
            first, _, last = str(key).partition("-")
            if self.ranks.index(first) + 1 <= rank <= self.ranks.index(last or first) + 1:
                return int(value)
        raise KeyError(rank)

    # What a card does at a place: natural, wild, or nothing

    def role(self, card: str, place: int, suit: str | None) -> str | None:
        """`natural`, `joker` or `ranked` for a card at a run's place (in a set: `suit` None, the place its rank)."""
        if card == (self.wild_card or JOKER):
            return "joker"
        card, rank = self.face(card), (place - 1) % len(self.ranks) + 1
        in_place = self.rank_of(card) == rank and (suit is None or card[-1] == suit)
        if self.is_wild_card(card) and not self.wild_card:
            return "natural" if in_place and self["wilds.natural"] in ("in-place", "free") else "ranked"
        return "natural" if in_place else None

    def within_limits(self, kind: str, roles: list[str | None]) -> bool:
        def limit(name: str) -> float:
            value = self.get(f"{kind}.wilds.{name}", "any")
            return float("inf") if value == "any" else value

        if None in roles or roles.count("natural") < self.get(f"{kind}.naturals.min", 1):
            return False
        jokers, ranked = roles.count("joker"), roles.count("ranked")
        if jokers + ranked > limit("max") or jokers > limit("max_joker") or ranked > limit("max_ranked"):
            return False
        most = self[f"{kind}.max"]
        if not self[f"{kind}.min"] <= len(roles) <= (len(roles) if most == "any" else most):
            return False
        balance = self.get(f"{kind}.wilds.balance", "any")
        if balance != "any" and jokers + ranked > roles.count("natural") - (balance == "fewer-than-naturals"):
            return False
        if kind == "run":
            wild = [role != "natural" for role in roles]
            if not self.get("run.wilds.adjacent", True) and any(a and b for a, b in pairwise(wild)):
                return False
            if not self.get("run.wilds.at_ends", True) and (wild[0] or wild[-1]):
                return False
        return True

    def is_set(self, cards: tuple[str, ...], stands: tuple[str | None, ...], rank: int) -> bool:
        """Whether the cards are a set of that rank, with `stands` what some wilds are said to stand for."""
        roles = [self.role(card, rank, None) for card in cards]
        if not self.within_limits("set", roles):
            return False
        if any(said and (said == JOKER or self.rank_of(said) != rank) for said in stands):
            return False
        said_suits = [
            self.face(card)[-1] if role == "natural" else said[-1] if said else None
            for card, role, said in zip(cards, roles, stands, strict=True)
        ]
        if any(
            said and role == "natural" and (said != card or self.is_wild_card(card))
            for card, role, said in zip(cards, roles, stands, strict=True)
        ):
            return False
        if self["set.suits"] == "any" or len(cards) in self.get("set.repeat_sizes", []):
            return True
        if self["set.suits"] == "three":
            return any(
                len(set(suits)) == 3 and all(said in (None, suit) for said, suit in zip(said_suits, suits, strict=True))
                for suits in product(self.suits, repeat=len(cards))
            )
        if self["set.suits"] != "distinct":
            raise UnreadableError("sets of equal suits aren't judged here")
        return any(
            all(said in (None, suit) for said, suit in zip(said_suits, suits, strict=True))
            for suits in permutations(self.suits, len(cards))
        )

    def may_span(self, first: int, last: int) -> bool:
        """Whether a run may begin and end there: the ace is at 1 and again after the top."""
        count, ends = len(self.ranks), self["run.ends"]
        if not 1 <= first <= count:
            return False
        if ends == "low":
            return bool(last <= count)
        if ends == "high":
            return first > 1 and last <= count + 1
        if ends == "either":
            return last <= count + (first > 1)
        if ends == "both":
            return last <= count + 1
        return bool(ends == "cyclic" or first < count or last == first)

    def is_run(self, cards: tuple[str, ...], stands: tuple[str | None, ...], suit: str, start: int) -> bool:
        """Whether the cards, in this order from that place on, are a run of the suit."""
        count = len(self.ranks)
        places = range(start, start + len(cards))
        if not self.may_span(places[0], places[-1]):
            return False
        roles = []
        for card, place, said in zip(cards, places, stands, strict=True):
            role = self.role(card, place, suit)
            meant = self.ranks[(place - 1) % count] + suit
            if role is None or (
                said and (said != meant or (role == "natural" and (said != card or self.is_wild_card(card))))
            ):
                return False
            roles.append(role)
        return self.within_limits("run", roles)

    def _meld_of(self, text: str) -> tuple[Meld, ...]:
        """Every meld that the text can be: a run as written, or from its top down; sets don't ask for suits."""
        words = [word.partition("=") for word in text.split()]
        cards = tuple(self.card(card) for card, _, _ in words)
        stands = tuple(self.card(said) if mark else None for _, mark, said in words)
        for card, said in zip(cards, stands, strict=True):
            if said and said != card and not self.is_wild_card(card):
                raise UnreadableError(f"{card} can't stand for {said}")
        found = {}
        for rank in range(1, len(self.ranks) + 1):
            if self.is_set(cards, stands, rank):
                found[Meld("set", tuple(sorted(cards)), rank=rank)] = True
        if self["run.suit"] != "same":
            raise UnreadableError("runs of mixed suits aren't judged here")
        for order in (1, -1):
            for suit in self.suits:
                for start in range(1, len(self.ranks) + 1) if cards else ():
                    if self.is_run(cards[::order], stands[::order], suit, start):
                        found[Meld("run", cards[::order], suit=suit, start=start)] = True
        return tuple(found)

    # Values

    def natural_points(self, card: str, where: str) -> int:
        card = self.face(card)
        if self.rank_of(card) == 1:
            return int(self[f"points.ace.{where}"])
        return self.table_value(self["points.ranks"], self.rank_of(card))

    def hand_points(self, card: str) -> int:
        if card == (self.wild_card or JOKER):
            return int(self["wilds.joker.hand"])
        if self.is_wild_card(card):
            return int(self["wilds.ranked.hand"])
        return self.natural_points(card, "hand")

    def slot_points(self, meld: Meld, index: int, purpose: str = "melded") -> int:
        """What one card of a meld is worth: to its player, or (`opening`) toward an opening."""
        card = meld.cards[index]
        place = meld.start + index if meld.kind == "run" else meld.rank
        where = "set" if meld.kind == "set" else "high" if place > len(self.ranks) else "low"
        rank = (place - 1) % len(self.ranks) + 1
        role = self.role(card, place, meld.suit or None)
        represented = self.ranks[rank - 1] + self.suits[0]
        if role == "natural":
            return self.natural_points(card, where)
        value = self.get(f"wilds.{role}.{purpose}", "as-melded")
        if value == "as-melded":
            value = self[f"wilds.{role}.melded"]
        if value == "represented":
            return self.natural_points(represented, where)
        return self.table_value(value, rank) if isinstance(value, dict) else int(value)

    def points(self, meld: Meld, purpose: str = "melded") -> int:
        return sum(self.slot_points(meld, index, purpose) for index in range(len(meld.cards)))

    def is_pure(self, meld: Meld) -> bool:
        """Whether a run is free of wilds."""
        return all(self.role(card, at, meld.suit) == "natural" for at, card in enumerate(meld.cards, start=meld.start))

    def wilds_in(self, meld: Meld) -> int:
        """How many cards of a meld stand for another."""
        places = [meld.start + at if meld.kind == "run" else meld.rank for at in range(len(meld.cards))]
        return sum(
            self.role(card, place, meld.suit or None) != "natural"
            for card, place in zip(meld.cards, places, strict=True)
        )

    # Growing

    def grown(self, meld: Meld, cards: list[str]) -> list[Meld]:
        """Every meld that the cards make of one on the table whose own cards stay where they stand."""
        if meld.kind == "set":
            every = tuple(sorted((*meld.cards, *cards)))
            return [Meld("set", every, rank=meld.rank)] if self.is_set(every, (None,) * len(every), meld.rank) else []
        count, found = len(self.ranks), {}
        for split in range(len(cards) + 1):
            start = meld.start - split
            start += count if start < 1 and self["run.ends"].startswith("cyclic") else 0
            before = range(start, start + split)
            after = range(start + split + len(meld.cards), start + len(meld.cards) + len(cards))
            for order in self.in_places(cards, [*before, *after], meld.suit) if start >= 1 else ():
                every = (*order[:split], *meld.cards, *order[split:])
                if self.is_run(every, (None,) * len(every), meld.suit, start):
                    found[Meld("run", every, suit=meld.suit, start=start)] = True
        return list(found)

    def in_places(self, cards: list[str], places: list[int], suit: str) -> list[tuple[str, ...]]:
        """Every order of the cards in which each may stand in its place of a run."""
        if not cards:
            return [()]
        return [
            (card, *rest)
            for card in sorted(set(cards))
            if self.role(card, places[0], suit)
            for rest in self.in_places(cards[: cards.index(card)] + cards[cards.index(card) + 1 :], places[1:], suit)
        ]


@cache
def rules_at(plain: str, players: int, deal: int, turned: str) -> Rules:
    return Rules(json.loads(plain), players, deal, turned)


def of_deal(value: Any, deal: int) -> Any:
    """What a value that goes by the number of the deal is in one: that of the last step reached."""
    if not isinstance(value, dict) or "deal" not in value:
        return value
    steps = {int(step): one for step, one in value["deal"].items()}
    return steps[max(step for step in steps if step <= deal)]


def is_growth(old: Meld, new: Meld, around: int = 0) -> bool:
    """Whether the old meld's cards stand in the new one as they stood."""
    if old.kind != new.kind or old.rank != new.rank or old.suit != new.suit:
        return False
    if old.kind == "set":
        return not Counter(old.cards) - Counter(new.cards)
    at = shift(old, new, around)
    return at >= 0 and new.cards[at : at + len(old.cards)] == old.cards


def shift(old: Meld, new: Meld, around: int) -> int:
    """How many cards a run has gained in front; a run that goes round may have passed its lowest place."""
    at = old.start - new.start
    return at + around if at < 0 else at
