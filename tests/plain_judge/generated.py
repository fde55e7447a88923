"""Small game logs, made at random: legal turns, and turns with one planted fault. Each case says what is expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import meldproof
from plain_judge.melds import JOKER, Rules


class StuckError(Exception):
    """The cards at hand don't make what was asked; the caller tries again with others."""


@dataclass
class Case:
    """A log, and the line where it breaks a rule (None: it is legal as far as it goes)."""

    kind: str
    lines: list[dict[str, Any]]
    expected: int | None


def heard(header: dict[str, Any]) -> Rules:
    """The rules that a header asks for. How many cards are dealt changes no meld: those rules share what they know."""
    settings = header.get("settings") or {}
    sizes = {name: value for name, value in settings.items() if name in ("deal.cards", "players.max")}
    others = json.dumps({name: value for name, value in settings.items() if name not in sizes})
    rules = copy(known_rules(header["variant"], tuple(header.get("readings", ())), others, header["players"]))
    rules.plain, rules.sizes = {**rules.plain, **sizes}, sizes
    return rules


@cache
def known_rules(variant: str, readings: tuple[str, ...], settings: str, players: int) -> Rules:
    return Rules(meldproof.variant(variant, readings=readings, settings=json.loads(settings) or None).plain(), players)


@dataclass
class Script:
    """A log in the making, and the pool of cards that no place has yet."""

    header: dict[str, Any]
    random: Random
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = heard(self.header)
        names = [rank + suit for rank in self.rules.ranks for suit in self.rules.suits]
        self.pool = Counter(dict.fromkeys(names, self.rules.copies))
        self.pool[JOKER] = self.rules.jokers
        self.lines.append(self.header)

    def take(self, *cards: str) -> list[str]:
        if Counter(cards) - self.pool:
            raise StuckError
        self.pool -= Counter(cards)
        return list(cards)

    def some(self, count: int, wild: bool = True) -> list[str]:
        """Random cards; without wilds where they would be in the way."""
        cards = [card for card in self.pool.elements() if wild or not self.rules.is_wild_card(card)]
        return self.take(*self.random.sample(cards, count)) if len(cards) >= count else self.stuck()

    def stuck(self) -> Any:
        raise StuckError

    def say(self, action: str, **more: Any) -> int:
        self.lines.append({"action": action, **more})
        return len(self.lines)

    # Melds from the pool

    def slots(self, size: int = 0) -> tuple[str, list[str]]:
        """The kind and the naturals of a random meld, without regard to the pool."""
        rng, rules = self.random, self.rules
        if rng.random() < 0.5:
            rank = rng.choice(rules.ranks)
            return "set", [rank + suit for suit in rng.sample(rules.suits, min(size or rng.choice([3, 3, 4]), 4))]
        suit, length = rng.choice(rules.suits), size or rng.choice([3, 3, 4, 5, 6])
        ring = rules.ranks + ([rules.ranks[0]] if rules["run.ends"] == "either" else [])
        start = rng.randrange(len(ring) - length + 1)
        return "run", [rank + suit for rank in ring[start : start + length]]

    def with_wilds(self, kind: str, cards: list[str], wilds: int) -> str:
        """The text of a meld in which some cards give way to wilds from the pool."""
        here = [card for card in self.pool if self.pool[card] and self.rules.is_wild_card(card)]
        words = list(cards)
        for index in self.random.sample(range(len(cards)), min(wilds, len(cards))):
            if here:
                card = self.random.choice(here)
                declared = card != cards[index] and (kind == "run" or self.random.random() < 0.5)
                words[index] = f"{card}={cards[index]}" if declared else card
        return " ".join(words)

    def meld(self, wilds: int | None = None, size: int = 0) -> str:
        """A random legal meld, its cards taken from the pool."""
        for _ in range(200):
            kind, cards = self.slots(size)
            text = self.with_wilds(kind, cards, self.random.choice([0, 0, 1, 1, 2]) if wilds is None else wilds)
            if not Counter(printed(text)) - self.pool and len(self.rules.meld_of(text)) == 1:
                self.take(*printed(text))
                return text
        raise StuckError

    def no_meld(self) -> str:
        """A random text that is no meld, near one, its cards taken from the pool."""
        for _ in range(200):
            kind, cards = self.slots()
            how = self.random.choice(["twice", "twice", "wilds", "gap", "short", "long"])
            words = self.with_wilds(kind, cards, 2 if how == "wilds" else self.random.choice([0, 1])).split()
            if how == "twice" and kind == "set":  # a wild is said to stand for a card that is there
                wild = self.random.choice([card for card in self.pool if self.rules.is_wild_card(card)] or self.stuck())
                words = [*cards[:-1], f"{wild}={self.random.choice(cards[:-1])}"]
                self.random.shuffle(words)
            elif how == "gap":
                words[self.random.randrange(len(words))] = self.random.choice(
                    [card for card in self.pool if self.pool[card]]
                )
            elif how == "short":
                words = words[:2]
            elif how == "long" and kind == "set":
                words = [*cards, self.random.choice(cards)]
            text = " ".join(words)
            if words and not Counter(printed(text)) - self.pool and not self.rules.meld_of(text):
                self.take(*printed(text))
                return text
        raise StuckError

    def addition(self, text: str) -> tuple[str, str]:
        """A card from the pool that grows a meld, and the meld afterwards."""
        (meld,) = self.rules.meld_of(text)
        cards = [card for card in self.pool if self.pool[card]]
        self.random.shuffle(cards)
        for card in cards:
            if grown := self.rules.grown(meld, [card]):
                self.take(card)
                after = self.random.choice(grown)
                return card, written(self.rules, after)
        raise StuckError

    def misfit(self, text: str) -> str:
        (meld,) = self.rules.meld_of(text)
        cards = [card for card in self.pool if self.pool[card] and not self.rules.grown(meld, [card])]
        return self.take(self.random.choice(cards or self.stuck()))[0]


def printed(text: str) -> list[str]:
    return [word.partition("=")[0] for word in text.split()]


def written(rules: Rules, meld: Any) -> str:
    """A meld's text: wilds of a run with what they stand for."""
    words = []
    for index, card in enumerate(meld.cards):
        stands = rules.ranks[(meld.start + index - 1) % len(rules.ranks)] + meld.suit if meld.kind == "run" else card
        words.append(card if stands == card or not rules.is_wild_card(card) else f"{card}={stands}")
    return " ".join(words)


# Games with a discard and a table that stays

FAULTS_OF_MELDING = (
    "no meld",
    "card not held",
    "card in two melds",
    "lay-off in the wrong place",
    "to moves an old card",
    "lay-off of a card not held",
    "too little to open",
    "lay-off before opening",
    "in the first turn",
    "another's meld",
    "no discard",
    "discard of a card not held",
    "nothing left to discard",
    "wrong player",
    "drawn twice",
    "no draw",
    "a card that lies on the table",
    "a card of a known hand",
    "too deep",
    "entry not laid",
    "exchange",
    "rebuilt too early",
    "end without a discard",
    "another stock card",
    "another deal in mid-deal",
)


AT_ONCE = ("no draw", "drawn twice", "another deal in mid-deal", "rebuilt too early", "in the first turn")
MOST_CARDS = 15  # of a hand: in larger ones the referee's list of legal actions takes minutes


def melding_case(header: dict[str, Any], kind: str, rng: Random) -> Case:
    """A case of a game with discards: two turns each, then the turn that matters, by the starter."""
    if kind in ("nothing left to discard", "another stock card"):
        return small_case(header, kind, rng)
    probe = heard(header)
    open_at = probe.stepped("opening.points", 0)
    first = probe["melding.first_turn"] and probe.get("melding.from_turn", 1) == 1
    hidden = rng.random() < 0.5
    script = Script(dict(header), rng)
    simple = kind in AT_ONCE
    mine_first = [
        script.meld(wilds=0 if simple else None)
        for _ in range(
            0 if kind in ("too little to open", "lay-off before opening") else 1 if simple else rng.choice([1, 2])
        )
    ]
    new = [script.meld(wilds=0 if simple else None, size=3) for _ in range(1 if simple else rng.choice([1, 1, 2]))]
    if open_at and mine_first and (not simple or kind == "in the first turn"):
        while sum(script.rules.points(script.rules.meld_of(text)[0], "opening") for text in mine_first) < open_at:
            mine_first.append(script.meld(wilds=2, size=3))
            if len(mine_first) > 3:
                raise StuckError
    theirs = (
        [script.meld()]
        if (rng.random() < 0.5 and not simple) or kind in ("another's meld", "lay-off before opening")
        else []
    )
    points = sum(script.rules.points(script.rules.meld_of(text)[0], "opening") for text in theirs)
    if theirs and points < open_at:
        theirs.append(script.meld(wilds=1))
        if points + script.rules.points(script.rules.meld_of(theirs[1])[0], "opening") < open_at:
            theirs = [] if kind not in ("another's meld", "lay-off before opening") else script.stuck()
    grown = rng.choice(mine_first) if mine_first else ""
    added, after = script.addition(grown) if grown else ("", "")
    bad = script.no_meld() if kind == "no meld" else ""
    wrong = script.misfit(grown) if grown and kind == "lay-off in the wrong place" else ""
    junk = script.some(3, wild=False)
    drawn = [script.some(1, wild=False)[0] for _ in range(3)]
    hand = [card for text in [*mine_first, *new, bad] for card in printed(text)] + [
        *filter(None, [added, wrong]),
        *junk,
    ]
    size = len(hand)
    their_hand = [card for text in theirs for card in printed(text)]
    if len(their_hand) + 2 > size or size > MOST_CARDS:
        raise StuckError
    their_hand += script.some(size - len(their_hand) - 2, wild=False) + script.some(2, wild=False)
    upcard, other = script.some(1, wild=False)[0], script.some(3, wild=False)
    fewer = (
        {"deal.cards": {"2": size, "3": 7}}
        if probe["players.sides"] == "either"
        else {"deal.cards": size, "players.max": 2}
    )
    header = {**header, "settings": {**header.get("settings", {}), **fewer}}
    script.lines[0] = header
    starter, follower = 1, 0
    new_cards = [card for text in new for card in printed(text)]
    rng.shuffle(hand)
    script.say("deal", dealer=0, hands=[None if hidden else " ".join(their_hand), " ".join(hand)], upcard=upcard)
    say, expected = script.say, None

    def mine(action: str, **more: Any) -> int:
        return say(action, **({"player": starter} if rng.random() < 0.5 else {}), **more)

    # The first turns
    if kind == "no draw":
        return Case(kind, script.lines, mine("discard", card=junk[0]))
    mine("draw", card=drawn[0])
    if kind == "in the first turn":
        line = mine("meld", melds=mine_first)
        return Case(kind, script.lines, None if first else line)
    if kind == "another deal in mid-deal":
        return Case(kind, script.lines, say("deal", dealer=rng.choice([0, 1])))
    if kind == "drawn twice":
        return Case(kind, script.lines, mine("draw"))
    if kind == "rebuilt too early":
        mine("discard", card=drawn[0])
        return Case(kind, script.lines, say("rebuild"))
    mine("discard", card=drawn[0])
    say("draw", card=other[0])
    say("discard", card=other[0])
    mine("draw", card=drawn[1])
    if mine_first:
        mine("meld", melds=mine_first)
    mine("discard", card=junk[0])
    say("draw", card=other[1])
    if theirs:
        say("meld", melds=theirs)
    say("discard", card=other[1])
    index = mine_first.index(grown) if grown else 0
    place = {"meld": index} if index or rng.random() < 0.5 else {}
    # The turn that matters
    if kind == "too deep":
        count = {"pile": rng.choice([1, 2, 3]), "top": 2, "depth": 9, "none": 1}[script.rules["draw.discard"]]
        return Case(kind, script.lines, mine("draw", **{"from": "discard"}, count=count))
    if kind == "entry not laid":
        mine("draw", **{"from": "discard"})
        line = mine("discard", card=junk[1])
        return Case(kind, script.lines, line if script.rules["draw.entry"] != "free" else None)
    mine("draw", card=drawn[2])
    if kind == "legal":
        acts: list[Callable[[], int]] = []
        if not open_at or mine_first:
            acts += [lambda: mine("meld", melds=new), lambda: mine("meld", melds=new[:1])][:1]
        if grown:
            acts.append(lambda: mine("layoff", **place, cards=added, to=after))
        rng.shuffle(acts)
        for act in acts:
            act()
        mine("discard", card=rng.choice([drawn[2], junk[1]]))
    elif kind == "no meld":
        expected = mine("meld", melds=rng.sample([bad, *new], len(new) + 1))
    elif kind == "card not held":
        text = script.meld()
        expected = mine("meld", melds=[text])
        missing = Counter(printed(text)) - Counter(hand)
        if not missing:
            raise StuckError
    elif kind == "card in two melds":
        expected = mine("meld", melds=[new[0], new[0]])
        if not Counter(printed(new[0]) * 2) - Counter([*hand, *drawn[:2]]):
            raise StuckError
    elif kind == "lay-off in the wrong place" and grown:
        expected = mine("layoff", **place, cards=wrong)
    elif kind == "to moves an old card" and grown:
        (meld,) = script.rules.meld_of(grown)
        cards = [*meld.cards, added]
        texts = [written(script.rules, one) for one in moved(script.rules, cards, meld)]
        expected = mine("layoff", **place, cards=added, to=rng.choice(texts or script.stuck()))
    elif kind == "lay-off of a card not held" and grown:
        card, to = script.addition(grown)
        if card in hand or card in drawn:
            raise StuckError
        expected = mine("layoff", **place, cards=card, to=to)
    elif kind == "too little to open" and open_at:
        if sum(script.rules.points(script.rules.meld_of(text)[0], "opening") for text in new) >= open_at:
            raise StuckError
        expected = mine("meld", melds=new)
    elif kind == "lay-off before opening" and theirs:
        card = (
            next((card for card in [*new_cards, *junk[1:]] if fits(script.rules, theirs[0], card)), "")
            or script.stuck()
        )
        line = mine("layoff", meld=0, cards=card)
        expected = None if script.rules["layoff.start"] == "always" and script.rules["layoff.on"] == "any" else line
    elif kind == "another's meld" and theirs:
        left = [*new_cards, *junk[1:]]
        card = next((card for card in left if fits(script.rules, theirs[0], card)), "") or script.stuck()
        line = mine("layoff", meld=len(mine_first), cards=card)
        expected = None if script.rules["layoff.on"] == "any" else line
    elif kind == "no discard":
        expected = say("draw", player=rng.choice([starter, follower]))
    elif kind == "discard of a card not held":
        card = script.some(1, wild=False)[0]
        if card in hand or card in drawn:
            raise StuckError
        expected = mine("discard", card=card)
    elif kind == "wrong player":
        expected = say("discard", player=follower, card=drawn[2])
    elif kind == "a card that lies on the table" and mine_first and hidden:
        mine("discard", card=drawn[2])
        say("draw")
        text = natural_meld_with(script, printed(mine_first[0]))
        expected = say("meld", melds=[text])
    elif kind == "a card of a known hand" and hidden:
        mine("discard", card=drawn[2])
        say("draw")
        text = natural_meld_with(script, printed(new[0]))
        expected = say("meld", melds=[text])
    elif kind == "exchange" and mine_first:
        expected = mine("exchange", **place, card=junk[1])
    elif kind == "end without a discard":
        expected = mine("end")
    else:
        raise StuckError
    return Case(kind, script.lines, expected)


def small_case(header: dict[str, Any], kind: str, rng: Random) -> Case:
    """A deal of two or three cards: all of a meld is laid, or a stock that is known is drawn from."""
    script = Script(dict(header), rng)
    words = script.meld(wilds=rng.choice([0, 1]), size=3)
    cards = printed(words)
    rules, drawn, theirs, other = script.rules, cards[-1], script.some(2, wild=False), script.some(2, wild=False)
    upcard = script.some(1, wild=False)[0]
    fewer = (
        {"deal.cards": {"2": 2, "3": 2}} if rules["players.sides"] == "either" else {"deal.cards": 2, "players.max": 2}
    )
    script.lines[0] = {**header, "settings": {**header.get("settings", {}), **fewer}}
    stock = [*other, *rng.sample(list(script.pool.elements()), script.pool.total()), drawn]
    stock.insert(2, stock.pop())
    hands = [" ".join(theirs), " ".join(cards[:-1])]
    script.say("deal", dealer=0, hands=hands, upcard=upcard, stock=" ".join(stock))
    if kind == "another stock card":
        wrong = rng.choice([card for card in stock if card != stock[0]])
        return Case(kind, script.lines, script.say("draw", card=wrong))
    for card in other:
        script.say("draw")
        script.say("discard", card=card)
    script.say("draw")
    line = script.say("meld", melds=[words])
    points = rules.points(rules.meld_of(words)[0], "opening")
    too_little = points < rules.stepped("opening.points", 0)
    return Case(kind, script.lines, line if rules["discard.to_close"] == "required" or too_little else None)


def fits(rules: Rules, text: str, card: str) -> bool:
    return len(rules.grown(rules.meld_of(text)[0], [card])) == 1


def moved(rules: Rules, cards: list[str], old: Any) -> list[Any]:
    """Melds of a run's cards and one more in which the old ones don't stand where they stood."""
    from plain_judge.closing import unordered
    from plain_judge.melds import is_growth

    return [meld for meld in unordered(rules, cards) if not is_growth(old, meld)]


def natural_meld_with(script: Script, cards: list[str]) -> str:
    """A natural meld from the pool, but for one card of those, which the deck has only there."""
    for _ in range(200):
        _, naturals = script.slots()
        inside = [card for card in naturals if card in cards and not script.pool[card]]
        if (
            inside
            and len(script.rules.meld_of(" ".join(naturals))) == 1
            and not Counter(naturals) - script.pool - Counter(inside)
        ):
            return " ".join(naturals)
    raise StuckError


def cases(
    make: Callable[[dict[str, Any], str, Random], Case],
    header: dict[str, Any],
    kinds: tuple[str, ...],
    seed: int,
    count: int,
) -> list[Case]:
    """That many cases, of every kind that the game has in turn."""
    rng, found = Random(seed), []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        for _ in range(40):
            try:
                found.append(make(header, kind, rng))
                break
            except StuckError:
                continue
    return found
