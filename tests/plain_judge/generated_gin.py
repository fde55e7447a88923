"""Generated deals of a game with a knock: the offer, one or two turns, the knock and the defence."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from plain_judge.generated import Case, Script, StuckError, printed, written

KINDS = (
    "knock",
    "gin",
    "undercut",
    "too much deadwood",
    "a card in two melds",
    "no meld in a knock",
    "knock with a card not held",
    "discards the card taken",
    "knocks and discards the card taken",
    "upcard refused by both",
    "offer jumped",
    "dealer first",
    "melds before the close",
    "lay-off after gin",
    "lay-off that doesn't fit",
    "defends with a card not held",
    "defends with a card twice",
    "knock without a draw",
    "takes two of the pile",
    "wrong dealer",
    "acts after the end",
)


def deadwood(script: Script, hand: list[str]) -> int:
    return sum(map(script.rules.hand_points, hand))


def gin_case(header: dict[str, Any], kind: str, rng: Random) -> Case:
    script = Script(dict(header), rng)
    dealer = rng.choice([0, 1])
    knocker = 1 - dealer
    melds = [script.meld(size=rng.choice([3, 4])) for _ in range(2)]
    if kind in ("gin", "lay-off after gin"):
        melds.append(script.meld(size=3))
    held = [card for text in melds for card in printed(text)]
    their_melds = [script.meld(size=3) for _ in range(rng.choice([0, 1, 2]))]
    theirs = [card for text in their_melds for card in printed(text)]
    extra, after = "", ""
    if rng.random() < 0.7 or "lay-off" in kind:
        at = rng.randrange(len(melds))
        extra, after = script.addition(melds[at])
        theirs.append(extra)
    spare = [card for card in script.pool if script.pool[card]]
    rng.shuffle(spare)
    low = sorted(spare, key=script.rules.hand_points)
    if kind in ("gin", "lay-off after gin"):
        if len(held) > 10:
            raise StuckError
        filler = [] if len(held) == 10 else script.stuck()
    else:
        source = low if kind not in ("too much deadwood",) else low[::-1]
        filler = script.take(*source[: 10 - len(held)])
        if (deadwood(script, filler) <= 10) == (kind == "too much deadwood"):
            raise StuckError
    if kind == "undercut":
        theirs += script.take(*[card for card in low if script.pool[card]][: 10 - len(theirs)])
    theirs += script.some(10 - len(theirs)) if len(theirs) <= 10 else script.stuck()
    upcard, drawn = script.some(1)[0], script.some(1)[0]
    hand = held + filler
    hands = [" ".join(hand), " ".join(theirs)] if knocker == 0 else [" ".join(theirs), " ".join(hand)]
    stock = [drawn, *rng.sample(list(script.pool.elements()), script.pool.total())]
    known = rng.random() < 0.5 or kind == "wrong dealer"
    script.say("deal", dealer=dealer, hands=hands, upcard=upcard, **({"stock": " ".join(stock)} if known else {}))
    say = script.say
    if kind == "offer jumped":
        return Case(kind, script.lines, say("draw"))
    if kind == "dealer first":
        return Case(kind, script.lines, say("pass", player=dealer))
    if kind == "takes two of the pile":
        return Case(kind, script.lines, say("draw", **{"from": "discard"}, count=2))
    taken = rng.random() < 0.3 or "card taken" in kind
    if taken and kind != "upcard refused by both":
        say("draw", **{"from": "discard"})
        drawn = upcard
        if kind == "discards the card taken":
            return Case(kind, script.lines, say("discard", card=upcard))
        if kind == "knocks and discards the card taken":
            return Case(kind, script.lines, say("knock", discard=upcard, melds=melds))
        throw = next(
            (card for card in filler if deadwood(script, [*filler, drawn]) - deadwood(script, [card]) <= 10), ""
        )
        if not throw or kind in ("gin", "lay-off after gin", "too much deadwood"):
            raise StuckError
    else:
        say("pass")
        say("pass")
        if kind == "upcard refused by both":
            return Case(kind, script.lines, say("draw", **{"from": "discard"}))
        if kind == "knock without a draw":
            return Case(kind, script.lines, say("knock", discard=filler[0] if filler else held[0], melds=melds))
        say("draw", **({} if known and rng.random() < 0.5 else {"card": drawn}))
        throw = drawn
    if kind == "melds before the close":
        return Case(kind, script.lines, say("meld", melds=melds[:1]))
    if kind == "a card in two melds":
        return Case(kind, script.lines, say("knock", discard=throw, melds=[*melds, melds[0]]))
    if kind == "no meld in a knock":
        return Case(kind, script.lines, say("knock", discard=throw, melds=[melds[0], " ".join(printed(melds[1])[:2])]))
    if kind == "knock with a card not held":
        return Case(kind, script.lines, say("knock", discard=throw, melds=[melds[0], foreign(script, theirs)]))
    if kind == "too much deadwood":
        return Case(kind, script.lines, say("knock", discard=throw, melds=melds))
    say("knock", discard=throw, melds=melds)
    layoffs: list[str | None] = [None] * len(melds)
    if kind == "defends with a card not held":
        return Case(kind, script.lines, say("defend", melds=[foreign(script, hand)]))
    if kind == "defends with a card twice" and their_melds:
        return Case(kind, script.lines, say("defend", melds=[their_melds[0]] * 2))
    if kind == "lay-off that doesn't fit":
        fitting = [card for card in theirs if not script.rules.grown(script.rules.meld_of(melds[0])[0], [card])]
        layoffs[0] = f"{melds[0]} {rng.choice(fitting or script.stuck())}"
        return Case(kind, script.lines, say("defend", melds=their_melds, layoffs=layoffs))
    if extra and (kind == "lay-off after gin" or (kind != "gin" and rng.random() < 0.8)):
        layoffs[at] = after
    line = say("defend", melds=their_melds, layoffs=layoffs)
    if kind == "lay-off after gin":
        return Case(kind, script.lines, line if extra else script.stuck())
    if kind == "acts after the end":
        return Case(kind, script.lines, say("draw"))
    if kind == "wrong dealer":
        return Case(kind, script.lines, say("deal", dealer=dealer))
    if kind not in ("knock", "gin", "undercut"):
        raise StuckError
    return Case(kind, script.lines, None)


def foreign(script: Script, other: list[str]) -> str:
    """A meld that holds a card of another hand."""
    melds = [
        written(script.rules, meld)
        for cards in combinations(
            sorted([*other, *script.some(4)], key=lambda card: (card[-1], script.rules.rank_of(card))), 3
        )
        for meld in script.rules.meld_of(" ".join(cards))
        if set(cards) & set(other)
    ]
    return str(script.random.choice(melds or script.stuck()))
